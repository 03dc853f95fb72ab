"""A case: a hand of a true night, into whose record a fault can be planted; and what the planted fault is found by.

A kind of fault is a function of a case. It gives the record with one thing in it that is not true, the codes of which
one has to tell it, and the play where it is told. Without codes nothing else in the record contradicts it: then nobody
may be accused of anything. None means that the hand gives no occasion.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from comet_cli.cards import Card
from comet_cli.plays import Lay, Play, Shown, Turn
from comet_cli.profile import Profile
from comet_cli.records import HandRecord
from tests.open_table import OpenHand
from tests.true_nights import Table, TrueNight, before_each_play, pays

T = TypeVar("T")

# By what a record that breaks off is found, and one that goes on after the end.
NOT_ENDED = frozenset({"left-before-end", "unfinished-hand", "result-too-early"})
AFTER_THE_END = frozenset({"hand-ended", "too-many-cards"})
STORED = frozenset({"stored-winner", "stored-change", "stored-balances", "stored-transfers"})
NOTHING = frozenset[str]()


def codes(*which: str) -> frozenset[str]:
    """A set of codes."""
    return frozenset(which)


@dataclass(frozen=True)
class Case:
    """The hand at `place` of a true night."""

    source: Random
    night: TrueNight
    place: int

    @property
    def hand(self) -> OpenHand:
        return self.night.hands[self.place]

    @property
    def record(self) -> HandRecord:
        return self.night.session.hands[self.place]

    @property
    def profile(self) -> Profile:
        return self.hand.profile

    @property
    def plays(self) -> list[tuple[str, Play]]:
        """Who made each play."""
        return [(self.hand.names[seat], play) for seat, play in self.hand.log]

    @cached_property
    def laid(self) -> Counter[Card]:
        return Counter(play.card for _, play in self.hand.log if isinstance(play, Lay))

    @cached_property
    def pack(self) -> Counter[Card]:
        return self.laid + Counter(card for cards in (*self.hand.left.values(), self.hand.dead) for card in cards)

    @property
    def all_laid(self) -> list[Card]:
        """The cards of which every copy was laid."""
        return [card for card in self.laid if self.laid[card] == self.pack[card]]

    @property
    def winner(self) -> str | None:
        """Who went out."""
        return next((name for name, cards in self.hand.left.items() if not cards), None)

    @property
    def losers(self) -> list[str]:
        return [name for name, cards in self.hand.left.items() if cards]

    @property
    def told(self) -> list[str]:
        """Those of whom every card is listed, be it with ?."""
        return [name for name, shown in self.record.left.items() if not shown.nobody_saw and shown.pips is None]

    @property
    def due(self) -> str | None:
        """Whose turn it is to deal, as far as the record tells."""
        if not self.place:
            return self.night.session.first_dealer
        before = self.night.session.hands[self.place - 1]
        assert before.dealer is not None
        seat = self.hand.names.index(before.dealer) + (before.void is None)
        return self.hand.names[seat % len(self.hand.names)]

    @property
    def says_that_it_ended(self) -> bool:
        """Whether something beside the plays shows that the hand has ended."""
        record, hands = self.record, self.night.session.hands
        return bool(record.left or record.dead or record.result or self.place + 1 < len(hands))

    def tables(self) -> Iterator[tuple[int, str, Play, Table]]:
        """Each play with its number, its player, and the table before it."""
        for number, seat, play, table in before_each_play(self.source, self.hand):
            yield number, self.hand.names[seat], play, table

    def spare(self, name: str) -> list[int]:
        """The places, in what `name` showed, of cards that do not pay."""
        cards = self.record.left[name].cards
        return [place for place, card in enumerate(cards) if not pays(self.profile, card)]

    def choose(self, things: Sequence[T]) -> T | None:
        """One of `things` at random, None of none."""
        return self.source.choice(things) if things else None

    def with_plays(self, plays: Sequence[tuple[str, Play]]) -> HandRecord:
        return replace(self.record, turns=tuple(Turn(name, (play,)) for name, play in plays))

    def with_play(self, number: int, name: str, play: Play) -> HandRecord:
        plays = self.plays
        plays[number - 1] = (name, play)
        return self.with_plays(plays)

    def with_left(self, name: str, shown: Shown) -> HandRecord:
        return replace(self.record, left={**self.record.left, name: shown})


@dataclass(frozen=True, slots=True)
class Planted:
    """A record with one fault, the `codes` of which one has to tell it, and the play where that is.

    What else is found has to follow from it: `along` are codes of the same hand, `later` of the hands after.
    """

    record: HandRecord
    codes: frozenset[str]
    play: int | None = None
    along: frozenset[str] = NOTHING
    later: frozenset[str] = NOTHING


Kind = Callable[[Case], Planted | None]
