"""Where the values of a TOML document stand. `tomllib` says what a document holds, this says on which line."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator

from comet_cli.findings import CometError, unreadable

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
    (?P<comment> \#[^\n]* )
  | (?P<text> \"{3} (?: \\. | [^\\] )*? \"{3,5} | '{3} .*? '{3,5} | " (?: \\. | [^"\\\n] )* " | '[^'\n]*' )
  | (?P<newline> \n )
  | (?P<mark> [\[\]{},=.] )
  | (?P<bare> [^\s\[\]{},=.\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


def lines_of(document: str) -> dict[Path, int]:
    """The line, from 1, of every key, table and array element of a document that `tomllib` has accepted.

    A path holds keys and, for elements of arrays, their index from 0: ("hands", 0, "plays", 3).
    """
    return _Walk(document).places


class _Walk:
    def __init__(self, document: str) -> None:
        self.places: dict[Path, int] = {}
        self._ends = [match.start() for match in re.finditer("\n", document)]
        self._tokens: Iterator[re.Match[str]] = (m for m in _TOKEN.finditer(document) if m.lastgroup != "comment")
        self._now: re.Match[str] | None = None
        self._step()
        self._counts: dict[Path, int] = {}
        prefix: Path = ()
        while self._now:
            if self._is("\n"):
                self._step()
            elif self._is("["):
                prefix = self._header()
            else:
                self._pair(prefix)

    def _step(self) -> None:
        self._now = next(self._tokens, None)

    def _is(self, *texts: str) -> bool:
        return self._now is not None and self._now.lastgroup != "text" and self._now[0] in texts

    def _note(self, path: Path) -> None:
        if self._now:
            self.places.setdefault(path, bisect_left(self._ends, self._now.start()) + 1)

    def _skip_newlines(self) -> None:
        while self._is("\n"):
            self._step()

    def _header(self) -> Path:
        start = self._now
        self._step()
        double = self._is("[")
        if double:
            self._step()
        keys = self._keys("]")
        self._step()
        if double:
            self._step()
        path: Path = ()
        for key in keys[:-1]:
            path = self._current((*path, key))
        path = (*path, keys[-1])
        if double:
            self._counts[path] = self._counts.get(path, -1) + 1
        path = self._current(path)
        self._now, after = start, self._now
        self._note(path)
        self._now = after
        return path

    def _current(self, path: Path) -> Path:
        return (*path, self._counts[path]) if path in self._counts else path

    def _keys(self, end: str) -> list[str]:
        """The parts of a dotted key, up to the token `end`, which is not taken."""
        parts = []
        while self._now and not self._is(end):
            if not self._is("."):
                text = self._now[0]
                parts.append(text if text[0] not in "\"'" else next(iter(tomllib.loads(f"{text} = 0"))))
            self._step()
        return parts

    def _pair(self, prefix: Path) -> None:
        start = self._now
        path = (*prefix, *self._keys("="))
        self._now, after = start, self._now
        self._note(path)
        self._now = after
        self._step()
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._is("["):
            self._array(path)
        elif self._is("{"):
            self._step()
            self._skip_newlines()
            while self._now and not self._is("}"):
                self._pair(path)
                self._skip_newlines()
                if self._is(","):
                    self._step()
                    self._skip_newlines()
            self._step()
        else:
            while self._now and not self._is(",", "]", "}", "\n"):
                self._step()

    def _array(self, path: Path) -> None:
        self._step()
        index = 0
        self._skip_newlines()
        while self._now and not self._is("]"):
            self._note((*path, index))
            self._value((*path, index))
            index += 1
            self._skip_newlines()
            if self._is(","):
                self._step()
                self._skip_newlines()
        self._step()


def not_toml(text: str, message: str) -> CometError:
    """The error for a text that is not TOML, with the place that the `message` of `tomllib` names."""
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = [line.rstrip("\r") for line in text.rstrip("\n").split("\n")]
    line = int(place[1]) if place and place[1] else len(lines)
    column = int(place[2]) if place and place[2] else len(lines[-1]) + 1
    return unreadable(
        "not-toml",
        f"the file is not valid TOML: {message[: place.start()] if place else message}",
        line=line,
        excerpt=lines[line - 1] if line <= len(lines) else "",
        mark=(column - 1, column),
        remedy='Texts stand in quotes ("..."), lists in [ ], and a key may be given only once.',
    )
