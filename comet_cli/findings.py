"""What the program has to say about a night: one value for every message, and the one exception that carries it."""

import difflib
import enum
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
    word in it that is wrong (start and end, in characters). Fields that do not apply are empty or None.
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

    @property
    def fails(self) -> bool:
        """Whether the finding says that something is wrong, and not only unfinished or admitted."""
        return self.family not in (Family.IRREGULAR, Family.OPEN)

    def at(self, **place: Any) -> Self:
        """The same finding with those parts of its place filled in that are still empty."""
        return replace(self, **{key: value for key, value in place.items() if not getattr(self, key)})


class CometError(Exception):
    """Raised wherever the program refuses something; `finding` is all there is to say."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def unreadable(code: str, message: str, **more: Any) -> CometError:
    """The error for text, files and settings that cannot be understood."""
    return CometError(Finding(code, Family.UNREADABLE, message, **more))


def refused(code: str, message: str, **more: Any) -> CometError:
    """The error for what is understood but may not be."""
    return CometError(Finding(code, Family.REFUSED, message, **more))


def ambiguous(code: str, message: str, **more: Any) -> CometError:
    """The error for what could mean several things."""
    return CometError(Finding(code, Family.AMBIGUOUS, message, **more))


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the known word nearest to `word`, or "" where none is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f'Did you mean "{near[0]}"?' if near else ""
