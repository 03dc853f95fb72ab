"""What the program has to say about a night: one value for every message, and the one exception that carries it."""

import difflib
import enum
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self


class Family(enum.Enum):
    """The kinds of finding that callers treat differently."""

    UNREADABLE = "cannot be read"
    REFUSED = "not allowed"
    AMBIGUOUS = "could mean several things"
    CONTRADICTION = "contradicts what was shown"
    DIFFERS = "differs from what is stored"
    UNPROVED = "was not shown"
    BUSY = "in use by another program"
    IRREGULAR = "against the rules, but it stood"
    OPEN = "not finished"


@dataclass(frozen=True, slots=True)
class Finding:
    """One message: what, where, why by the rules, what would be legal now and how to go on.

    `hand` and `play` count from 1; a play is a card or a pass. `excerpt` is the text it speaks of and `mark` the
    word in it that is wrong (start and end, in characters); `key` is the parameter of a rule set that it is about.
    Fields that do not apply are empty or None.
    """

    code: str
    family: Family
    message: str
    why: str = ""
    legal: str = ""
    remedy: str = ""
    file: str = ""
    line: int | None = None
    hand: int | None = None
    play: int | None = None
    player: str | None = None
    excerpt: str = ""
    mark: tuple[int, int] | None = None
    key: str = ""

    @property
    def fails(self) -> bool:
        """Whether the finding says that something is wrong, and not only unfinished or admitted."""
        return self.family not in (Family.IRREGULAR, Family.OPEN)

    def at(self, **place: Any) -> Self:
        """The same finding with those parts of its place filled in that are still empty."""
        return replace(self, **{key: value for key, value in place.items() if not getattr(self, key)})


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by line and play; one of no known play follows the one that came before it."""
    keyed, play = [], 0
    for finding in findings:
        play = finding.play or play
        keyed.append((finding.line or sys.maxsize, play, finding))
    return [finding for _, _, finding in sorted(keyed, key=lambda each: each[:2])]


class CometError(Exception):
    """Raised wherever the program refuses something; `findings` are all there is to say, `finding` the first."""

    def __init__(self, finding: Finding, *others: Finding) -> None:
        super().__init__(finding.message)
        self.findings = (finding, *others)

    @property
    def finding(self) -> Finding:
        """The first thing to say."""
        return self.findings[0]

    def at(self, **place: Any) -> "CometError":
        """The same with those parts of the place of every finding filled in that are still empty."""
        return CometError(*(finding.at(**place) for finding in self.findings))


def unreadable(code: str, message: str, **more: Any) -> CometError:
    """The error for text, files and settings that cannot be understood."""
    return CometError(Finding(code, Family.UNREADABLE, message, **more))


def refused(code: str, message: str, **more: Any) -> CometError:
    """The error for what is understood but may not be."""
    return CometError(Finding(code, Family.REFUSED, message, **more))


def ambiguous(code: str, message: str, **more: Any) -> CometError:
    """The error for what could mean several things."""
    return CometError(Finding(code, Family.AMBIGUOUS, message, **more))


def shown(value: Any) -> str:
    """A value from a file, as a message can show it: never long, and whatever it is."""
    try:
        text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    except (ValueError, RecursionError):
        return "something too long to be shown"
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the known word nearest to `word`, or "" where none is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f'Did you mean "{near[0]}"?' if near else ""
