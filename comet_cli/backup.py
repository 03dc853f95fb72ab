"""The one backup of a night: the file as it stood when the last hand ended, kept beside it while the next is played."""

import contextlib
from pathlib import Path

from comet_cli.files import beside, is_there, numbered, read_whole, target_of, writable, write_whole
from comet_cli.findings import CometError
from comet_cli.reading import read_session
from comet_cli.records import HandRecord, Session


def backup_of(path: Path) -> Path:
    """Where the backup of the session at `path` is kept: `.NAME.bak`."""
    return beside(path, "bak")


def is_readable(path: Path, data: bytes) -> bool:
    """Whether `data` can be read as the session at `path`."""
    try:
        read_session(data.decode("utf-8-sig"), path.parent)
    except (UnicodeDecodeError, CometError):
        return False
    return True


def keep_hand(path: Path, before: tuple[Session, bytes], after: tuple[Session, bytes]) -> None:
    """Keeps the end of a hand, if one has come with `after` in place of `before` (sessions, and their files at `path`).

    A hand that has just been booked is kept with its booking. Where a hand begins, the file is kept as it stood
    before: the first one has none to be booked before it, and others may have been corrected after their booking.
    All other entries, steps back among them, leave the backup alone. Raises `CometError` where it cannot be written.
    """
    hands = after[0].hands
    if hands and _is_booked(hands[-1]) and _booked(after[0]) > _booked(before[0]):
        keep(path, after[1])
    elif len(hands) > len(before[0].hands):
        keep(path, before[1])


def keep(path: Path, data: bytes) -> None:
    """Makes `data` the backup of the session at `path`, with the mode of the file there.

    A backup that says all of that and more stays: after steps back over the end of a hand the file says less than
    was known of the night, until something else is entered in place of what was taken back. Raises `CometError`.
    """
    place, mode = backup_of(path), writable(path)
    if mode is not None:
        with contextlib.suppress(OSError):  # a new backup gets it anyway
            place.chmod(mode)
    if not _says_all(path, place, data):
        write_whole(place, data, 0o600 if mode is None else mode)


def set_aside(path: Path) -> Path | None:
    """Gives the backup of an earlier session at `path` a name under which the next one will not replace it.

    Returns that name; None where there was no backup.
    """
    place = backup_of(path)
    if not place.is_file():
        return None
    for kept in numbered(target_of(path), "bak"):
        if not is_there(kept):
            with contextlib.suppress(OSError):
                return place.rename(kept)
            return None
    raise AssertionError("there is always another number")


def _says_all(path: Path, place: Path, data: bytes) -> bool:
    """Whether the backup at `place` begins with `data`, which ends with a whole hand, and can be read."""
    try:
        kept = read_whole(place)
    except CometError:
        return False
    return kept.startswith(data) and (kept == data or is_readable(path, kept))


def _booked(session: Session) -> int:
    return sum(map(_is_booked, session.hands))


def _is_booked(hand: HandRecord) -> bool:
    return hand.result is not None or hand.void is not None
