"""Session files: found, read, and written whole, with what can be redone kept beside them."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from comet_cli.backup import is_readable, keep, keep_hand, set_aside
from comet_cli.files import beside, cannot, numbered, read_whole, sweep, target_of, writable, write_whole
from comet_cli.findings import CometError, Family, Finding, unreadable
from comet_cli.history import History, Patch
from comet_cli.reading import Reading, read_hand, read_session
from comet_cli.records import Session
from comet_cli.writing import SessionWriter, session_key, write_hand, write_session

_HISTORY_FORMAT = "comet-redo/1"


def session_path(name: str) -> Path:
    """The file that a command's SESSION means: a path, or a name in the folder of sessions. Raises `CometError`."""
    if not name.strip() or name in (".", "..", "-") or "\0" in name:
        raise unreadable("bad-session-name", f"{name!r} cannot name a session")
    if name.endswith(".toml") or "/" in name or os.sep in name:
        return Path(name)
    path = sessions_folder() / f"{name}.toml"
    try:
        return Path(name) if not path.exists() and Path(name).is_file() else path
    except OSError as error:
        raise unreadable("bad-session-name", f"a session cannot be called that: {error.strerror}") from None


def sessions_folder() -> Path:
    """Where sessions are kept that are called by name alone."""
    return Path(os.environ.get("COMET_SESSIONS") or "sessions")


def decode(data: bytes, file: str) -> str:
    """The text of a session file, without a byte order mark. Raises `CometError` where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise unreadable(
            "not-utf8",
            f"the file is not UTF-8 text: byte {error.start + 1} cannot be read",
            file=file,
            line=line,
            remedy="Save it as UTF-8 in an editor, or fetch a copy that was not damaged.",
        ) from None


@dataclass
class SessionFile:
    """A session file as it was last read or written. `notices` tells what was done beside the writing."""

    path: Path
    data: bytes
    reading: Reading
    notices: list[str] = field(default_factory=list)
    _writer: SessionWriter = field(default_factory=SessionWriter)
    _written: bool = False
    _told: bool = False
    _past: History | None = None
    _lock: int | None = None

    @classmethod
    def open(cls, path: Path) -> "SessionFile":
        """Reads the file at `path`. Raises `CometError` where it cannot be read or is not a session."""
        data = read_whole(path)
        return cls(path, data, parse_session(data, str(path), path))

    @property
    def session(self) -> Session:
        """The session as it was read."""
        return self.reading.session

    @classmethod
    def open_alone(cls, path: Path) -> "SessionFile":
        """Reads the file at `path` to record in it: no other program can until `close`, or until this one ends.

        Raises `CometError` where another one records this session already.
        """
        lock = _lock(path)
        try:
            file = cls.open(path)
        except BaseException:
            _unlock(path, lock)
            raise
        file._lock = lock
        return file

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps others from recording in the file for a while. Raises `CometError` where one does."""
        self._lock = _lock(self.path)
        try:
            yield
        finally:
            self.close()

    def close(self) -> None:
        """Lets others record in the file."""
        _unlock(self.path, self._lock)
        self._lock = None

    def require_whole(self) -> None:
        """Raises `CometError` where writing the file again would lose something that was not understood."""
        faults = [*self.reading.findings, *(fault for hand in self.session.hands for fault in hand.faults)]
        if faults:
            raise CometError(faults[0].at(file=str(self.path)))

    def history(self) -> History:
        """What can be redone; what belongs to another state of the session is not taken up."""
        try:
            kept = json.loads(self._beside.read_bytes())
            if kept["format"] != _HISTORY_FORMAT:
                return History()
            before = tuple((str(key), self._patch(each) if each else None) for key, each in kept["before"])
            ours = kept["session"] == session_key(self.data)
            return History(tuple(self._patch(each) for each in kept["undone"]) if ours else (), before)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, CometError, RecursionError):
            return History()

    def _patch(self, kept: dict[str, Any]) -> Patch:
        """A step as it was kept beside the file. Raises whatever a broken one may."""
        people, profile = kept["players"], self.session.profile
        records = {int(at): read_hand(text, people, profile) for at, text in kept["records"].items()}
        chips = {str(name): int(number) for name, number in kept["chips"].items()}
        return Patch(int(kept["hands"]), records, tuple(people), kept["first_dealer"], kept["hands_planned"], chips)

    def save(self, session: Session, past: History | None = None) -> None:
        """Writes `session` whole in place of the file, and `past` beside it. Raises `CometError`.

        A file that another program has changed since it was read is left alone; one that was written by hand is
        kept beside the new one first. With a `past`, which a night has that is being recorded, the end of each hand
        is kept as its backup.
        """
        try:
            self._check_unchanged()
        except CometError as error:
            kept = self._keep_known() if past is not None else None
            if kept is None:
                raise
            remedy = f"What was recorded here is kept as {kept.name}. {error.finding.remedy}"
            raise CometError(replace(error.finding, remedy=remedy)) from None
        before = self.session, self.data
        data = self._writer.text(session).encode()
        if data != self.data:
            self._keep_original()
            write_whole(self.path, data)
        self.data, self._written = data, True
        self.reading = Reading(session, ())
        if past is not None:
            with contextlib.suppress(CometError):  # the night itself is safe; only redo is lost
                self._save_history(past)
            self._keep_hand(before)

    @property
    def _beside(self) -> Path:
        return beside(self.path, "redo")

    def _check_unchanged(self) -> None:
        try:
            now = self.path.read_bytes()
        except OSError as error:
            raise cannot("write", self.path, error) from None
        if now != self.data:
            raise unreadable(
                "changed-meanwhile",
                "another program has changed this file since it was read; nothing was written",
                file=str(self.path),
                remedy="Stop here and open it again.",
            )

    @property
    def is_current(self) -> bool:
        """Whether the file still holds what was read or written last."""
        try:
            return self.path.read_bytes() == self.data
        except OSError:
            return False

    def _keep_known(self) -> Path | None:
        """Keeps what was recorded last: as the backup where the file is gone, or can no longer be read.

        Beside the file where another night stands in it now that does not go on from there; returns that place.
        """
        try:
            now = read_whole(self.path)
        except CometError:
            now = b""
        with contextlib.suppress(CometError):
            if not is_readable(self.path, now):
                keep(self.path, self.data)
            elif self._written and not now.startswith(self.data):
                kept = next(place for place in numbered(self.path, "recorded") if not place.exists())
                write_whole(kept, self.data, writable(self.path))
                return kept
        return None

    def _keep_hand(self, before: tuple[Session, bytes]) -> None:
        """Keeps the end of a hand as the backup; where that cannot be done, the entry stands, and it is told once."""
        try:
            keep_hand(self.path, before, (self.session, self.data))
        except CometError as error:
            if not self._told:
                self.notices.append(f"this is recorded, but not its backup: {error.finding.message}")
            self._told = True

    def _keep_original(self) -> None:
        """Keeps a text that is not the program's own beside it, once."""
        if self._written or write_session(self.session).encode() == self.data:
            return
        mode = writable(self.path)
        for copy in numbered(self.path, "orig"):
            if not copy.exists():
                break
            if read_whole(copy) == self.data:
                return
        write_whole(copy, self.data, mode)
        self.notices.append(f"{self.path.name} was not written by comet: the original is kept as {copy.name}")

    def _save_history(self, past: History) -> None:
        if past == self._past and not past.undone:
            return  # it stands there as it is: only what was undone depends on the session
        if past == History():
            with contextlib.suppress(OSError):
                self._beside.unlink(missing_ok=True)
            return
        kept: dict[str, Any] = {
            "format": _HISTORY_FORMAT,
            "session": session_key(self.data),
            "undone": [_kept(patch) for patch in past.undone],
            "before": [(key, _kept(patch) if patch else None) for key, patch in past.before],
        }
        write_whole(self._beside, json.dumps(kept, ensure_ascii=False).encode(), writable(self.path))
        self._past = past


def _kept(patch: Patch) -> dict[str, Any]:
    return {
        "hands": patch.hands,
        "records": {at: write_hand(record) for at, record in patch.records.items()},
        "players": patch.players,
        "first_dealer": patch.first_dealer,
        "hands_planned": patch.hands_planned,
        "chips": dict(patch.chips),
    }


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keeps others from recording in the session at `path` for a while, even where its file is missing.

    Raises `CometError` where another one records it.
    """
    lock = _lock(path, missing=True)
    try:
        yield
    finally:
        _unlock(path, lock)


def parse_session(data: bytes, file: str, path: Path) -> Reading:
    """The session in `data`, read as the file at `path`. Raises `CometError` with `file` as its place."""
    text = decode(data, file)
    try:
        return read_session(text, path.parent, path.name.removesuffix(".toml"))
    except CometError as error:
        lines = text.split("\n")
        ours = (f.at(excerpt=lines[f.line - 1].strip()) if f.line and not f.file else f for f in error.findings)
        raise CometError(*ours).at(file=file) from None


def create_session(path: Path, session: Session) -> Path | None:
    """Writes a new session file; its folder is made. Raises `CometError` where a file is there already.

    Returns where the backup is kept now of an earlier night of that name whose file is gone, if there was one.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        taken = path.exists() or path.is_symlink()
    except OSError as error:
        raise cannot("write", path, error) from None
    if taken:
        raise unreadable(
            "session-exists",
            f"{path} is there already; nothing was written",
            remedy="Choose another name, or go on with it: comet record.",
        )
    write_whole(path, write_session(session).encode())
    return set_aside(path)


def _lock(path: Path, *, missing: bool = False) -> int | None:
    """Takes the lock of the session at `path`; None where the machine has no locks, or the folder takes no files.

    Where no file is there, nothing is locked unless it may be `missing`.

    The lock is the system's own, on a file beside the session: it is gone with the program that holds it, however
    that ends. The file tells who holds it. Raises `CometError` where another program has it.
    """
    try:
        import fcntl
    except ImportError:
        return None
    place = beside(path, "lock")
    while _is_file(path) or missing:
        try:
            handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip()
            os.close(handle)
            raise _busy(path, holder) from None
        except OSError:
            os.close(handle)
            return None
        if _is_same(handle, place):
            with contextlib.suppress(OSError):  # on a full disk nobody can say who holds it, but somebody does
                os.ftruncate(handle, 0)
                os.write(handle, f"process {os.getpid()}, since {time.strftime('%H:%M')}".encode())
            _sweep(path)
            return handle
        os.close(handle)
    return None


def _is_same(handle: int, place: Path) -> bool:
    """Whether the open file still stands there: the holder before may have taken it away after it was opened."""
    try:
        return os.path.samestat(os.fstat(handle), place.stat())
    except OSError:
        return False


def _sweep(path: Path) -> None:
    """Removes what killed programs left of writing the session at `path`, whose lock is held."""
    target = target_of(path)
    kinds = [beside(path, kind).name for kind in ("redo", "bak")]
    sweep(target.parent, [target.name, f"{target.name}.orig", *kinds])


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _unlock(path: Path, handle: int | None) -> None:
    if handle is not None:
        with contextlib.suppress(OSError):
            beside(path, "lock").unlink()
        os.close(handle)


def _busy(path: Path, holder: str) -> CometError:
    return CometError(
        Finding(
            "session-busy",
            Family.BUSY,
            f"{path} is being recorded by another program{f' ({holder})' if holder else ''}",
            remedy="Go on there, or stop it first. Reading it is always possible: comet show.",
        )
    )
