"""A session as it stands in its file: nothing derived, nothing scored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from comet_cli.cards import Card
from comet_cli.findings import Finding
from comet_cli.plays import Shown, Turn, Unread
from comet_cli.profile import Profile

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points (at least 1) that the table agreed to move from `payer` to `payee`."""

    payer: str
    payee: str
    points: int
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.payer} paid {self.payee} {self.points}{f': {self.reason}' if self.reason else ''}"


@dataclass(frozen=True, slots=True)
class Tally:
    """A hand known by its totals: who won, who played the Comet, and counts by player."""

    winner: str | None
    comet: str | None = None
    kings: Mapping[str, int] = field(default_factory=dict)
    aces: Mapping[str, int] = field(default_factory=dict)
    cards_left: Mapping[str, int] = field(default_factory=dict)
    pips_left: Mapping[str, int] = field(default_factory=dict)

    def renamed(self, new: Callable[[str], str]) -> "Tally":
        """The same totals with players called otherwise."""
        counts = {
            key: {new(name): number for name, number in getattr(self, key).items()}
            for key in ("kings", "aces", "cards_left", "pips_left")
        }
        return Tally(new(self.winner) if self.winner else None, new(self.comet) if self.comet else None, **counts)


@dataclass(frozen=True, slots=True)
class Result:
    """What a file says that a hand came to; None for what it does not say."""

    winner: str | None = None
    change: Mapping[str, int] | None = None
    balances: Mapping[str, int] | None = None
    transfers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as it stands in the file.

    `out` names who went out where the plays that led to it are not all recorded.
    `faults` are what could not be read of it, and `places` the lines where its parts were read, by their path
    within the hand (() for the hand itself); neither is a part of it.
    """

    dealer: str | None = None
    dealer_changed: str | None = None
    players: tuple[str, ...] | None = None
    turns: tuple[Turn | Unread, ...] = ()
    dead: tuple[Card, ...] = ()
    dealt: Mapping[str, int] = field(default_factory=dict)
    out: str | None = None
    void: str | None = None
    notes: tuple[str, ...] = ()
    left: Mapping[str, Shown] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    tally: Tally | None = None
    result: Result | None = None
    faults: tuple[Finding, ...] = field(default=(), compare=False)
    places: Mapping[Place, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Session:
    """A night as it stands in the file. `chips` are what players started with, in points, where that was told."""

    name: str
    players: tuple[str, ...]
    profile: Profile
    started: datetime | None = None
    first_dealer: str | None = None
    hands_planned: int | None = None
    hands: tuple[HandRecord, ...] = ()
    chips: Mapping[str, int] = field(default_factory=dict)
