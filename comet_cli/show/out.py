"""Where text leaves the program: data to standard output, talk and errors to standard error.

Suits become letters where the stream cannot show them, and nothing that was read can drive the terminal.
"""

import codecs
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TextIO, TypeVar

import click

from comet_cli.findings import Family, Finding

_LETTERS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s"})


T = TypeVar("T")

_MANY = 500
_LONGEST = 200
_color: bool | None = None


def set_color(color: bool | None) -> None:
    """Has text written with color, without, or (None) with color at a terminal only."""
    global _color
    _color = color


class ReaderGone(Exception):
    """Whoever read the output has seen enough."""


def put(text: str = "") -> None:
    """Writes a line of data to standard output."""
    _write(text, sys.stdout)


def put_prose(text: str) -> None:
    """Writes sentences of data to standard output, folded to the width of the terminal if it is one."""
    put("\n".join(_folded(safe(line), _width(sys.stdout)) for line in text.split("\n")))


def fits(text: str) -> bool:
    """Whether the lines of `text` fit in the terminal that standard output is; anything fits where it is none."""
    width = _width(sys.stdout)
    return not width or all(len(line) <= width for line in text.split("\n"))


def _width(stream: TextIO | None) -> int:
    """The columns of the terminal that `stream` is, 0 where it is none."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else 0


def put_bytes(data: bytes) -> None:
    """Writes a whole file to standard output: in its own encoding, whatever that of the terminal."""
    with _reader():
        click.echo(data, nl=False)


def is_unicode() -> bool:
    """Whether standard output is read as UTF-8."""
    return sys.stdout is None or codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"


def say(text: str = "") -> None:
    """Writes a line of talk to standard error, folded to the width of the terminal if it is one and no table."""
    prose = "\n" not in text and "  " not in text.strip()
    _write(_folded(text, _width(sys.stderr)) if prose else text, sys.stderr)


def _write(text: str, stream: TextIO | None) -> None:
    with _reader():
        click.echo(fit(text, stream), file=stream, color=_color)


@contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


def complain(finding: Finding) -> None:
    """Writes a finding to standard error, folded to the width of the terminal if it is one."""
    _write(finding_text(finding, _width(sys.stderr)), sys.stderr)


def with_bar(hands: Sequence[T]) -> Iterator[T]:
    """Gives the hands one by one; many of them, at a terminal, with a bar that shows how far it is."""
    if len(hands) < _MANY or sys.stderr is None or not sys.stderr.isatty():
        yield from hands
        return
    with click.progressbar(hands, label=f"replaying {len(hands)} hands", file=sys.stderr) as bar:
        yield from bar


def safe(text: str) -> str:
    """`text` with control characters written out, so that they cannot do anything."""
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") else letter
        for letter in text
    )


def safe_lines(text: str) -> str:
    """`safe`, line by line."""
    return "\n".join(map(safe, text.split("\n")))


def finding_text(finding: Finding, width: int = 0) -> str:
    """A finding laid out: place and what, the text with a mark under the word, why, what is legal, how to go on.

    Lines of words are folded to `width` columns, unless that is 0.
    """
    place = f"{finding.file}:{finding.line}" if finding.file and finding.line else finding.file
    count = [f"hand {finding.hand}" if finding.hand else "", f"play {finding.play}" if finding.play else ""]
    where = ", ".join(filter(None, [place, *count]))
    word = click.style(_WORDS.get(finding.family, "error"), fg=_COLORS.get(finding.family, "red"), bold=True)
    head = f"{word}: {f'{safe(where)}: ' if where else ''}{safe(finding.message)} [{finding.code}]"
    lines = [_folded(head, width)]
    if finding.excerpt and finding.mark:
        lines += [f"    {part}" for part in _marked(finding.excerpt, *finding.mark)]
    elif finding.excerpt:
        cut = finding.excerpt if len(finding.excerpt) <= _LONGEST else finding.excerpt[:_LONGEST] + " ..."
        lines.append(f"    {safe(cut)}")
    told = {"why": finding.why, "legal now": finding.legal, "to go on": finding.remedy}
    return "\n".join([*lines, *(_folded(f"  {name}: {safe(text)}", width) for name, text in told.items() if text)])


def _folded(line: str, width: int) -> str:
    if width < 20 or len(line) <= width:
        return line
    return textwrap.fill(line, width - 1, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


_WORDS = {Family.IRREGULAR: "note", Family.OPEN: "note"}
_COLORS = {Family.IRREGULAR: "yellow", Family.OPEN: "yellow"}


def _marked(text: str, start: int, end: int) -> tuple[str, str]:
    """A long text cut down around the mark, and the line of ^ under it."""
    from wcwidth import wcswidth

    def width(part: str) -> int:
        return max(wcswidth(part), 0)

    first = max(0, start - 40)
    before, word, after = safe(text[first:start]), safe(text[start:end]) or " ", safe(text[end : end + 40])
    head, tail = "... " if first else "", " ..." if end + 40 < len(text) else ""
    if len(word) > 60:
        word = word[:57] + "..."
    return head + before + word + after + tail, " " * width(head + before) + "^" * max(width(word), 1)


def fit(text: str, stream: TextIO | None) -> str:
    """`text` with letters for suits where `stream` cannot show these."""
    if stream is None:
        return text
    return text if _has_suits(stream.encoding or "ascii") else text.translate(_LETTERS)


def can_show(text: str) -> bool:
    """Whether the terminal, or whatever the output is, has the letters of `text`."""
    try:
        text.encode((sys.stdout.encoding if sys.stdout else None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@cache
def _has_suits(encoding: str) -> bool:
    try:
        "♣♦♥♠".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
