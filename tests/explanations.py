"""The catalogue of `comet explain` is made from runs: this runs them, and finds every code in the source.

`python -m tests.explanations` runs every example again and writes what was printed into the catalogue.
"""

import ast
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import comet_cli
from comet_cli.findings import Finding
from comet_cli.show import out
from comet_cli.show.explanations import FAMILIES, Example, explanations
from comet_cli.store import SessionFile
from tests.running import call, write

SOURCE = Path(comet_cli.__file__).parent
CATALOGUE = SOURCE / "show" / "explanations.toml"
WHAT_TO_DO = (
    f"Each code has a table [FAMILY.CODE] in {CATALOGUE.relative_to(SOURCE.parent)} with means, go_on and run "
    "(FAMILY is one of the names of findings.Family, in small letters). Write it, or take out what is no longer a "
    "code; then `python -m tests.explanations` fills in what the run prints. Read that."
)


# The runs.


@dataclass(frozen=True)
class Told:
    """What the last command of a run printed, and the findings that it told, family by code."""

    text: str
    families: Mapping[str, str]


def told(example: Example, folder: Path) -> Told:
    """Runs an example in `folder`, which is empty. The commands before the last one have to end well."""
    if example.night:
        write(folder, example.night)
    if example.house:
        write(folder, example.house, "house.toml")
    *before, last = (shlex.split(command) for command in example.commands)
    for program, *arguments in before:
        done = call(folder, *arguments)
        assert (program, done.status) == ("comet", 0), done.err
    assert last[0] == "comet"
    around = CIRCUMSTANCES[example.circumstance] if example.circumstance else _nothing_else
    with around(folder) as data, _findings() as found, _terminal(example.typed) as typed:
        done = call(folder, *last[1:], typed=data)
    text = typed[0] if typed else done.text
    return Told(text.rstrip("\n"), {each.code: each.family.name.lower() for each in found})


@contextmanager
def _findings() -> Iterator[list[Finding]]:
    """The findings that are told."""
    found: list[Finding] = []
    tell = out.finding_text

    def kept(finding: Finding, width: int = 0) -> str:
        found.append(finding)
        return tell(finding, width)

    with mock.patch.object(out, "finding_text", kept):
        yield found


@contextmanager
def _terminal(line: str) -> Iterator[list[str]]:
    """Somebody at the terminal who types `line` to `comet record`, and then stops: what they are answered.

    Nothing of the kind where `line` is empty.
    """
    if not line:
        yield []
        return
    seen: list[str] = []
    asked: list[tuple[str, int]] = []

    def ask(prompt: str) -> str:
        sys.stderr.flush()
        assert isinstance(sys.stderr.buffer, io.BytesIO)
        printed = sys.stderr.buffer.getvalue()
        if not asked:
            asked.append((prompt, len(printed)))
            return line
        first, start = asked[0]
        answer = printed[start:].decode().partition("\n\n")[0]
        seen.append(f"{first}{line}\n{answer}")
        raise EOFError

    at_terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    record, prompt = "comet_cli.commands.record.sys", "comet_cli.commands.prompt.ask"
    with mock.patch(record, at_terminal), mock.patch(prompt, ask):
        yield seen


# What else is so while the last command of an example runs: each gives its standard input.

Circumstance = Callable[[Path], AbstractContextManager[bytes]]


def _nothing_else(folder: Path) -> AbstractContextManager[bytes]:
    return nullcontext(b"")


@contextmanager
def _recorded_elsewhere(folder: Path) -> Iterator[bytes]:
    with (
        mock.patch("comet_cli.store.os.getpid", return_value=4242),
        mock.patch("comet_cli.store.time.strftime", return_value="20:15"),
    ):
        other = SessionFile.open_alone(folder / "sessions" / "night.toml")
    try:
        yield b""
    finally:
        other.close()


@contextmanager
def _saved_meanwhile(folder: Path) -> Iterator[bytes]:
    open_alone = SessionFile.open_alone

    def opened(path: Path) -> SessionFile:
        file = open_alone(path)
        path.write_bytes(file.data + b"\n# a remark\n")
        return file

    with mock.patch.object(SessionFile, "open_alone", opened):
        yield b""


@contextmanager
def _saved_as_latin_1(folder: Path) -> Iterator[bytes]:
    path = folder / "night.toml"
    path.write_bytes(path.read_text("utf-8").encode("latin-1"))
    yield b""


@contextmanager
def _very_large(folder: Path) -> Iterator[bytes]:
    os.truncate(folder / "night.toml", 64 * 1024 * 1024 + 1)
    yield b""


@contextmanager
def _long_line(folder: Path) -> Iterator[bytes]:
    yield b"note" + b" and so on" * 240


@contextmanager
def _broken(folder: Path) -> Iterator[bytes]:
    def fails(*_: object, **__: object) -> None:
        os.environ.pop("COMET_DEBUG")
        raise ZeroDivisionError("division by zero")

    with mock.patch("comet_cli.commands.common.score_night", fails):
        yield b""


CIRCUMSTANCES: Mapping[str, Circumstance] = {
    "while another program records the night": _recorded_elsewhere,
    "while somebody saves the file in an editor": _saved_meanwhile,
    "after the file was saved as Latin-1": _saved_as_latin_1,
    "after the file has grown to more than 64 MiB": _very_large,
    "with a line of 2404 characters piped in": _long_line,
    "with a fault in the program": _broken,
}


# The codes in the source.

# At which place, from 0, a call of that name is given the code of a finding.
CODE_AT = {
    "Finding": 0,
    "unreadable": 0,
    "refused": 0,
    "ambiguous": 0,
    "contradict": 0,
    "say": 0,
    "_refusal": 0,
    "_fail": 0,
    "_note": 0,
    "Unread": 1,
    "_move": 1,
    "_finding": 2,
}
# Codes that are put together.
PUT_TOGETHER = {
    "f'cannot-{what}'": ("cannot-read", "cannot-write"),
    "f'hand-{hand.state}'": ("hand-open", "hand-unsettled"),
    "f'stored-{name}'": ("stored-winner", "stored-change", "stored-balances", "stored-transfers"),
    "f'tally-{measure}-left'": ("tally-cards-left", "tally-pips-left"),
    "f'too-many-{what}'": ("too-many-kings", "too-many-aces"),
}
# Codes of findings that were made elsewhere.
PASSED_ON = ("error.finding.code", "turn.code")
_IN_TEXT = re.compile(r"\[([a-z]+(?:-[a-z0-9]+)+)\]$")


def codes_in_source() -> dict[str, list[str]]:
    """Every code that the program can tell, with the places in the source where it is given."""
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = str(path.relative_to(SOURCE.parent))
        for line, code in _codes_of(ast.parse(path.read_text("utf-8")), name, ""):
            found.setdefault(code, []).append(f"{name}:{line}")
    return found


def _codes_of(node: ast.AST, file: str, function: str) -> Iterator[tuple[int, str]]:
    """The codes below `node`, which stands in `function`, each with its line."""
    if isinstance(node, ast.FunctionDef):
        function = node.name
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := _IN_TEXT.search(node.value)):
        yield node.lineno, match[1]
    if (given := _code_given(node)) is not None:
        for code in codes_meant(given, file, function):
            yield given.lineno, code
    for child in ast.iter_child_nodes(node):
        yield from _codes_of(child, file, function)


def _code_given(node: ast.AST) -> ast.expr | None:
    """The code in a call that is given one, and a message besides."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) == "out.say":
        return None
    name = ast.unparse(node.func).rpartition(".")[2]
    at = CODE_AT.get(name)
    return node.args[at] if at is not None and len(node.args) > max(at, 1) else None


def codes_meant(given: ast.expr, file: str, function: str) -> tuple[str, ...]:
    """The codes that an expression can be."""
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return (given.value,)
    text = ast.unparse(given)
    if text in PUT_TOGETHER:
        return PUT_TOGETHER[text]
    handed_on = text == "code" and function in (*CODE_AT, "__init__")
    assert handed_on or text in PASSED_ON, (
        f"{file}:{given.lineno}: which codes can {text} be? Say so in PUT_TOGETHER of tests/explanations.py."
    )
    return ()


# The catalogue written anew.


def with_told(text: str, code: str, printed: str) -> str:
    """The text of the catalogue with what the run of `code` has printed."""
    heading = re.compile(rf"^\[(?:{'|'.join([*FAMILIES, 'start'])})\.([a-z0-9-]+)\]\n", re.MULTILINE)
    parts = list(heading.finditer(text))
    at = next(index for index, part in enumerate(parts) if part[1] == code)
    start, end = parts[at].end(), parts[at + 1].start() if at + 1 < len(parts) else len(text)
    kept = re.sub(r"^told = '''\n.*?^'''\n", "", text[start:end], flags=re.MULTILINE | re.DOTALL)
    lines = kept.splitlines(keepends=True)
    last = max(at for at, line in enumerate(lines, 1) if line.strip() and not line.startswith("#"))
    return "".join([text[:start], *lines[:last], f"told = '''\n{printed}\n'''\n", *lines[last:], text[end:]])


def main() -> None:
    """Runs every example and writes what it prints into the catalogue; tells what is missing."""
    text = CATALOGUE.read_text("utf-8")
    for code, explanation in explanations().items():
        with tempfile.TemporaryDirectory() as folder:
            run = told(explanation.example, Path(folder).resolve())
        if f"[{code}]" not in run.text:
            print(f"{code}: the run does not provoke it:\n{run.text}\n")
        elif run.families.get(code, explanation.family) != explanation.family:
            print(f"{code}: belongs to {run.families[code]}, not to {explanation.family}")
        text = with_told(text, code, run.text)
    CATALOGUE.write_text(text, "utf-8")
    found = codes_in_source()
    for code in sorted(found.keys() ^ explanations().keys()):
        print(f"{code}: {', '.join(found[code]) + ' has no table' if code in found else 'is in no source'}")
    if found.keys() != explanations().keys():
        print(WHAT_TO_DO)


if __name__ == "__main__":
    main()
