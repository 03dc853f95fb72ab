"""Files on disk: read, and written whole or not at all. What goes wrong is told with its reason."""

import contextlib
import os
from collections.abc import Iterator
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
    target = path.resolve()
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


def writable(path: Path) -> int | None:
    """The mode of the file at `path`, None where there is none. Raises `CometError` where it may not be written."""
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else None
    except OSError as error:
        raise cannot("write", path, error) from None
    if mode is not None and not mode & 0o222:
        raise cannot("write", path, PermissionError(13, "the file is read-only"))
    return mode


@contextlib.contextmanager
def _temporary(target: Path) -> Iterator[tuple[Path, int]]:
    """A new file beside `target`, which is gone at the end unless it was moved away."""
    path = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        yield path, handle
    finally:
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot(what: str, path: Path, error: OSError) -> CometError:
    """The error for a file that the system does not let "read" or "write": what, why, and how to go on."""
    reasons: dict[type[OSError], str] = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "it is a folder",
        PermissionError: error.strerror if error.strerror != "Permission denied" else "you are not allowed to",
    }
    reason = reasons.get(type(error)) or error.strerror or str(error)
    remedy = "Begin one with: comet new NAME -p PROFILE" if what == "read" and "such" in reason else ""
    if what == "write":
        remedy = "Nothing in the file was changed."
    return unreadable(f"cannot-{what}", f"{path} cannot be {_PAST[what]}: {reason}", remedy=remedy)


_PAST = {"read": "read", "write": "written"}
