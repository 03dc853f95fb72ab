"""Running the program in tests, and the small sessions they play on."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from comet_cli import cli
from comet_cli.findings import Finding
from comet_cli.night import score_night
from comet_cli.reading import read_session

CASES = Path(__file__).parent / "cases"
FOSTER_CASES = sorted(CASES.glob("foster-*.toml"))
PROGRAM = [sys.executable, "-m", "comet_cli"]

# Three cards each, so that a hand is over in a few plays. Ana leads the first hand.
HEAD = """\
format = "comet-session/1"
name = "Short"
players = ["Ana", "Bruno", "Carla"]
first_dealer = "Carla"
hands_planned = 3

[profile]
extends = "foster"
id = "short"
deal = { cards = 3 }
"""
WON_BY_ANA = '[[hands]]\nplays = ["Ana: 3♣ 4♣ 5♣"]\nleft = { Bruno = "K♠ ? ?", Carla = "? ? ?" }\n'
NEW_SHORT = ("-p", "short.toml", "--player", "Ana", "--player", "Bruno", "--player", "Carla", "--dealer", "Carla")


@dataclass(frozen=True)
class Run:
    """How the program ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err

    @property
    def traced(self) -> bool:
        """Whether a fault of the program itself was shown."""
        return "Traceback" in self.text or "[fault-of-comet]" in self.text


def environment(folder: Path, **changed: str | None) -> dict[str, str]:
    """A small environment for the program; a variable set to None is left out."""
    plain: dict[str, str | None] = {
        "PATH": os.environ.get("PATH"),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONPATH": str(Path(cli.__file__).parent.parent),
        "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE"),
    } | changed
    return {key: value for key, value in plain.items() if value is not None}


def run(folder: Path, *arguments: str | bytes, typed: str | bytes = "", **changed: str | None) -> Run:
    """Runs the program in `folder` as a process of its own, with `typed` as standard input."""
    data = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=data,
        capture_output=True,
        cwd=folder,
        env=environment(folder, **changed),
        timeout=60,
    )
    return Run(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def call(folder: Path, *arguments: str | Path, typed: str | bytes = "", **changed: str) -> Run:
    """Runs the program in `folder` within this process; whatever it cannot tell by itself is raised."""
    data = typed.encode() if isinstance(typed, str) else typed
    with _streams(data) as (out, err), contextlib.chdir(folder), _environ({"COMET_DEBUG": "1", **changed}):
        with mock.patch.object(sys, "argv", ["comet", *map(str, arguments)]):
            try:
                cli.main()
            except SystemExit as stop:
                status = stop.code if isinstance(stop.code, int) else 1
            else:
                status = 0
        for stream in (out, err):
            stream.flush()
        written = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Run(status, *written)


@contextlib.contextmanager
def _streams(data: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    streams = [io.TextIOWrapper(io.BytesIO(each), encoding="utf-8") for each in (data, b"", b"")]
    with contextlib.ExitStack() as stack:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            stack.enter_context(mock.patch.object(sys, name, stream))
        yield streams[1], streams[2]


@contextlib.contextmanager
def _environ(changed: Mapping[str, str]) -> Iterator[None]:
    with mock.patch.dict(os.environ, changed):
        if "COMET_SESSIONS" not in changed:
            os.environ.pop("COMET_SESSIONS", None)
        yield


def write(folder: Path, text: str | bytes, name: str = "night.toml") -> Path:
    """A file in `folder` with `text`, whose lines are left as they are."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def short(*hands: str) -> str:
    """A session of short hands, each given as the text of its table."""
    return "\n".join([HEAD, *hands])


def plays(*turns: str, more: str = "") -> str:
    """The text of a hand with these turns, one a line from its third line on."""
    listed = "".join(f'    "{turn}",\n' for turn in turns)
    return f"[[hands]]\nplays = [\n{listed}]\n{more}"


def begin(folder: Path, name: str = "night", **changed: str) -> Path:
    """Begins a session of short hands in `folder` by the program itself."""
    write(folder, 'extends = "foster"\nid = "short"\ntitle = "Short hands"\ndeal = { cards = 3 }\n', "short.toml")
    done = call(folder, "new", name, *NEW_SHORT, **changed)
    assert done.status == 0, done.err
    kept = changed.get("COMET_SESSIONS", "sessions")
    return folder / kept / f"{name}.toml"


def findings(text: str, folder: Path = Path()) -> list[Finding]:
    """Everything there is to say of a session."""
    reading = read_session(text, folder)
    return [*reading.findings, *score_night(reading.session).findings]


def line_of(text: str, part: str) -> int:
    """The number of the first line in which `part` stands."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def listing(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything below `folder`: when it was changed, its mode, and its bytes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        found[str(path.relative_to(folder))] = (
            about.st_mtime_ns,
            about.st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
    return found
