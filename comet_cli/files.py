"""Files on disk: read, and written whole or not at all. What goes wrong is told with its reason."""

import contextlib
import errno
import itertools
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from comet_cli.findings import CometError, unreadable

_MOST_BYTES = 64 * 1024 * 1024


def read_whole(path: Path) -> bytes:
    """What the file at `path` holds. Raises `CometError` where it cannot be read, or is too large to be a session."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise cannot("read", path, error) from None
    if len(data) > _MOST_BYTES:
        raise unreadable("too-large", f"{path} is larger than {_MOST_BYTES // 1024 // 1024} MiB: that is no session")
    return data


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Puts `data` in place of the file at `path`, which is never seen half written. Raises `CometError`.

    A symbolic link stays one, and the mode of the file is kept; a new file has `mode`. A read-only file is left
    alone. What is no ordinary file, such as a pipe, is written to and not replaced.
    """
    target = target_of(path)
    try:
        kept = writable(target)
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                stream.write(data)
            return
        with _temporary(target) as (temporary, handle):
            with os.fdopen(handle, "wb") as file:
                if kept is not None or mode is not None:
                    os.fchmod(file.fileno(), kept if kept is not None else mode or 0)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
    except OSError as error:
        raise cannot("write", path, error) from None
    # The file is in its place, which is what was asked for; an interruption now would only say that it is not.
    with contextlib.suppress(OSError, KeyboardInterrupt):
        _sync_folder(target.parent)


def target_of(path: Path) -> Path:
    """The file that stands at `path`, or that a link there leads to, with its whole path."""
    return Path(os.path.realpath(path))


def beside(path: Path, kind: str) -> Path:
    """The hidden file of that kind beside the session at `path`: `.NAME.redo`."""
    target = target_of(path)
    return target.with_name(f".{target.name.removesuffix('.toml')}.{kind}")


def numbered(path: Path, kind: str) -> Iterator[Path]:
    """The names beside `path` for whatever is kept of it, in order: `NAME.toml.orig`, `NAME.toml.orig.2`, ..."""
    yield path.with_name(f"{path.name}.{kind}")
    for number in itertools.count(2):
        yield path.with_name(f"{path.name}.{kind}.{number}")


def is_there(path: Path) -> bool:
    """Whether something stands at `path`; nothing does where the system does not say."""
    try:
        return path.exists()
    except OSError:
        return False


def writable(path: Path) -> int | None:
    """The mode of the file at `path`, None where there is none. Raises `CometError` where it may not be written."""
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else None
    except OSError as error:
        raise cannot("write", path, error) from None
    if mode is not None and not mode & 0o222:
        raise cannot("write", path, PermissionError(errno.EACCES, "the file is read-only"))
    return mode


def sweep(folder: Path, names: Collection[str]) -> None:
    """Removes from `folder` what killed programs left of writing the files called `names`.

    Only for whoever keeps others from writing these files: the rest of one program is the work of another.
    """
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            rest = re.fullmatch(r"\.(.+)\.\d+\.tmp", path.name, re.DOTALL | re.ASCII)
            if rest and rest[1] in names:
                path.unlink(missing_ok=True)


@contextlib.contextmanager
def _temporary(target: Path) -> Iterator[tuple[Path, int]]:
    """A new file beside `target`, which is gone at the end unless it was moved away."""
    path = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        yield path, handle
    finally:
        with contextlib.suppress(OSError):  # a rest is swept away later; what became of the file is told as it is
            path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot(what: str, path: Path, error: OSError) -> CometError:
    """The error for a file that the system does not let "read" or "write": what, why, and how to go on."""
    reason = error.strerror or str(error)
    if error.errno is not None and reason == os.strerror(error.errno):
        reason = _REASONS.get(error.errno, reason)
    way = _WAYS[what].get(error.errno or 0, "")
    if what == "write":
        if error.errno == errno.ENOENT and not is_there(path.parent):
            reason, way = f"the folder {path.parent} is not there", "See that the folder is there, then try again."
        way = f"Nothing in the file was changed. {way}".rstrip()
    return unreadable(f"cannot-{what}", f"{path} cannot be {_PAST[what]}: {reason}", remedy=way)


_PAST = {"read": "read", "write": "written"}
# Words where the system's own say too little.
_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "you are not allowed to",
}
_SPACE = "Free some space on the disk, then try again."
_FAILING = "The disk may be failing: copy what is on it to another one."
_WAYS = {
    "read": {
        errno.ENOENT: "Begin one with: comet new NAME -p PROFILE",
        errno.EACCES: "Have reading it allowed to you, then try again.",
        errno.EIO: _FAILING,
    },
    "write": {
        errno.ENOENT: "Put the file back in its place, then try again.",
        errno.ENOSPC: _SPACE,
        errno.EDQUOT: _SPACE,
        errno.EFBIG: "A limit on the size of files is set here (ulimit -f): lift it, then try again.",
        errno.EACCES: "Have writing it allowed to you, then try again.",
        errno.EPERM: "Have writing it allowed to you, then try again.",
        errno.EROFS: "Make the disk writable, then try again.",
        errno.EIO: _FAILING,
    },
}
