"""Nights whose file is damaged or gone: what is kept of them, and how it is put back. Nothing is ever deleted."""

import contextlib
import os
import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from comet_cli.backup import backup_of
from comet_cli.files import is_there, numbered, read_whole, target_of, write_whole
from comet_cli.findings import CometError, Family, Finding
from comet_cli.history import History
from comet_cli.night import Night, score_night
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.store import SessionFile, parse_session

# What is wrong with these files is not that something of them was lost.
_NO_DAMAGE = ("newer-format", "changed-meanwhile")


@dataclass(frozen=True, slots=True)
class Backup:
    """What is kept of a night: the bytes of its file as it was `when`, their mode, and the night in them."""

    data: bytes
    mode: int
    when: datetime
    night: Night

    @property
    def moment(self) -> str:
        """Where the night stood then: "after hand 3 (21:40)"; with its day where that is not today."""
        number = len(self.night.hands)
        hand = f"{'in' if self.night.unfinished else 'after'} hand {number}" if number else "before its first hand"
        today = self.when.date() == datetime.now().astimezone().date()
        return f"{hand} ({self.when:%H:%M})" if today else f"{hand} ({self.when:%Y-%m-%d %H:%M})"


@dataclass(frozen=True, slots=True)
class Remains:
    """What can still be seen in a damaged file: hands begun, turns of the last one, and the balances written last."""

    hands: int
    turns: int
    balances: Mapping[str, int]


def find_backup(path: Path) -> Backup | None:
    """What is kept of the session at `path`; None where there is nothing, or it cannot be read either."""
    place = backup_of(path)
    try:
        data, about = read_whole(place), place.stat()
        reading = parse_session(data, str(place), path)
    except (CometError, OSError):
        return None
    if not reading.whole:
        return None
    when = datetime.fromtimestamp(about.st_mtime).astimezone()
    return Backup(data, about.st_mode & 0o777, when, score_night(reading.session))


def find_damage(path: Path) -> Finding | None:
    """Why the session at `path` cannot be recorded in; None where it can."""
    try:
        file = SessionFile.open(path)
        file.require_whole()
        Recorder(file.session, History(), _never).check()
    except CometError as error:
        return error.finding.at(file=str(path)) if error.finding.code != "cannot-read" else error.finding
    return None


def _never(session: Session, past: History) -> None:
    raise AssertionError("nothing is recorded while a file is looked at")


def can_be_replaced(path: Path, fault: Finding) -> bool:
    """Whether a backup may take the place of the session at `path`, with which `fault` was found.

    It may where no file is there, and where one is that can be got at, but does not hold a sound night.
    """
    if fault.code in _NO_DAMAGE:
        return False
    if not fault.code.startswith("cannot-"):
        return True
    if not is_there(path):
        return True
    return fault.code == "cannot-read" and path.is_file() and os.access(path, os.R_OK)


def with_offer(error: CometError, path: Path, name: str) -> CometError:
    """`error`, raised for the session at `path`, called `name`, with what is kept of it as a way to go on."""
    fault = error.finding
    if fault.family is not Family.UNREADABLE or not can_be_replaced(path, fault):
        return error
    backup = find_backup(path)
    if backup is None:
        return error
    offer = f"the night as it was {backup.moment} is kept: comet recover {shlex.quote(name)} puts it back."
    if fault.code == "cannot-write":  # whoever is told this holds the lock
        remedy = f"{fault.remedy} Or stop here: {offer}"
    elif is_there(path) and fault.remedy:
        remedy = f"{fault.remedy} Or: {offer}"
    else:
        remedy = offer[:1].upper() + offer[1:]
    return CometError(replace(fault, remedy=remedy), *error.findings[1:])


def look(path: Path) -> Remains:
    """What can still be seen in the file at `path`, whatever has become of it; nothing of it is taken for the night."""
    try:
        text = read_whole(path).decode("utf-8", "replace")
    except CometError:
        text = ""
    _, *hands = re.split(r"^\[\[hands\]\]", text, flags=re.MULTILINE)
    turns = re.search(r'^plays = \[\r?\n((?:    ".*",\r?\n)*)', hands[-1], re.MULTILINE) if hands else None
    return Remains(len(hands), turns[1].count("\n") if turns else 0, _last_balances(text))


def _last_balances(text: str) -> dict[str, int]:
    for line in reversed(re.findall(r"^balances = \{.*\}", text, re.MULTILINE)):
        with contextlib.suppress(tomllib.TOMLDecodeError, ValueError, RecursionError):
            found = tomllib.loads(line)["balances"]
            if all(type(points) is int for points in found.values()):
                return dict(found)
    return {}


def put_back(path: Path, backup: Backup) -> Path | None:
    """Puts `backup` in place of the session at `path`; returns where the file that was there is kept now.

    Until the backup is in its place, the file that was there still is. Raises `CometError`, changing nothing.
    """
    aside = _set_aside(target_of(path)) if is_there(path) else None
    try:
        write_whole(path, backup.data, backup.mode)
    except BaseException:
        if aside is not None:
            with contextlib.suppress(OSError):
                if path.samefile(aside):  # otherwise it is the only one
                    aside.unlink()
        raise
    return aside


def _set_aside(target: Path) -> Path:
    """Gives the file a second name beside it, or where no file can have two, copies it. Raises `CometError`."""
    for aside in numbered(target, "damaged"):
        try:
            aside.hardlink_to(target)
        except FileExistsError:
            continue
        except OSError:
            if aside.exists() or aside.is_symlink():
                continue
            write_whole(aside, read_whole(target), target.stat().st_mode & 0o777)
        return aside
    raise AssertionError("there is always another number")
