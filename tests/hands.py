"""Hands played with open cards as the program has them, and what is asked of them whatever the game."""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol, TypeVar

from hypothesis import Phase, assume, settings
from hypothesis import strategies as st

from comet_cli.cards import Card, read_card
from comet_cli.hand import Hand
from comet_cli.night import Night, score_night
from comet_cli.payments import in_pool
from comet_cli.plays import Play, Shown, Turn, read_play
from comet_cli.profile import Profile
from comet_cli.records import HandRecord, Session
from comet_cli.reveal import admitted
from comet_cli.scoring import ScoredHand, State

some = functools.partial(settings, deadline=None)
# Hands come of seeds, and a smaller seed makes no simpler hand: nothing is won by looking for one.
hands_of = functools.partial(some, phases=(Phase.explicit, Phase.reuse, Phase.generate))
seeds = st.integers(0, 2**64 - 1)

Paid = tuple[str | None, str, int, str, int | None]
Picked = TypeVar("Picked")


class TableHand(Protocol):
    """What the hands of every table have. Each play of the `log` has at least a number and a player."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def dealer(self) -> str: ...

    @property
    def log(self) -> Sequence[Any]: ...

    @property
    def left(self) -> dict[str, tuple[str, ...]]: ...

    def change(self) -> dict[str, int]: ...

    def strings(self) -> Sequence[tuple[Sequence[Any], str]]: ...


class PayingHand(TableHand, Protocol):
    """A hand in which payments are made between the plays too."""

    def change(self, plays: int | None = None) -> dict[str, int]: ...

    def pool(self, plays: int | None = None) -> int: ...


@functools.cache
def card(text: str) -> Card:
    read = read_card(text)
    assert read is not None
    return read


# What a word of the table is to the program.
said = functools.cache(read_play)


def turn(player: str, what: str) -> Turn:
    return Turn(player, (said(what),))


def cards_left(hand: TableHand) -> dict[str, Shown]:
    """What was left of every hand, all of it shown."""
    return {name: Shown(tuple(map(card, left))) for name, left in hand.left.items()}


def pick(source: Random, plays: Sequence[Picked], fits: Callable[[Picked], object]) -> Picked:
    """One of the plays that fit; another hand is tried where none does."""
    fitting = [play for play in plays if fits(play)]
    assume(fitting)
    return source.choice(fitting)


def listed(payments: Iterable[Any]) -> list[Paid]:
    """Payments of the table, or transfers of the program, in a form in which they are equal."""
    return [(each.payer, each.payee, each.points, each.reason, each.play) for each in payments]


def moved(one: ScoredHand) -> list[Paid]:
    """Every transfer of a hand in order."""
    return listed(each for event in one.events for each in event.transfers)


def divided_anew(turns: Iterable[Turn], source: Random) -> tuple[Turn, ...]:
    """The same plays with some turns in one string with the turn of the same player before."""
    divided: list[Turn] = []
    for each in turns:
        if divided and divided[-1].player == each.player and source.random() < 0.5:
            each = Turn(each.player, (*divided.pop().plays, *each.plays))
        divided.append(each)
    return tuple(divided)


def check_balances(night: Night, hands: Sequence[TableHand]) -> None:
    """The balances run over a night that has no finding."""
    running = Counter(dict.fromkeys(hands[0].names, 0))
    for one, hand in zip(night.hands, hands, strict=True):
        running.update(hand.change())
        assert one.change == hand.change()
        assert one.balances == dict(running)
    assert night.balances == dict(running)
    assert night.findings == ()


@dataclass(frozen=True)
class Game:
    """How the hands of a game are put to the program: by which rules, and what is said of each play.

    `planned` tells how many hands a night is to have that has had so many.
    """

    profile: Profile
    words: Callable[[Any], str]
    planned: Callable[[int], int | None]

    def play(self, play: Any) -> Play:
        """What a play of the table is to the program."""
        return said(self.words(play))

    def turns(self, hand: TableHand, plays: int | None = None) -> tuple[Turn, ...]:
        """The first plays of a hand, or all of them, each in a string of its own."""
        return tuple(turn(play.player, self.words(play)) for play in hand.log[:plays])

    def open_record(self, hand: TableHand, plays: int | None = None) -> HandRecord:
        """A hand, or its first plays, as a night has it when nobody has shown anything."""
        return HandRecord(dealer=hand.dealer, turns=self.turns(hand, plays))

    def full_record(self, hand: TableHand) -> HandRecord:
        """A hand as a night has it when all that was left has been shown."""
        return replace(self.open_record(hand), left=cards_left(hand))

    def with_play(self, hand: TableHand, number: int, player: str, what: str) -> HandRecord:
        """A hand up to where play `number` is another one."""
        return HandRecord(dealer=hand.dealer, turns=(*self.turns(hand, number - 1), turn(player, what)))

    def scored(self, names: Sequence[str], *records: HandRecord, profile: Profile | None = None) -> Night:
        """A night of these hands, by other rules where a `profile` is given."""
        first, planned = records[0].dealer, self.planned(len(records))
        rules = profile or self.profile
        return score_night(
            Session("night", tuple(names), rules, first_dealer=first, hands_planned=planned, hands=records)
        )

    def found(self, hand: TableHand, record: HandRecord) -> list[tuple[str, int | None]]:
        """The codes of all findings of a hand, and the plays they are at."""
        return [(finding.code, finding.play) for finding in self.scored(hand.names, record).findings]

    def begun(self, hand: TableHand, profile: Profile | None = None) -> Hand:
        """The program's hand before the first play."""
        return Hand(profile or self.profile, hand.names, hand.names.index(hand.dealer))

    def played_into(self, state: Hand, hand: TableHand) -> Iterator[Any]:
        """The plays of the table, each of which the program's hand takes when the next is asked for."""
        for play in hand.log:
            yield play
            state.play(hand.names.index(play.player), self.play(play))

    def check_allowed(self, hand: TableHand, profile: Profile | None = None) -> Hand:
        """Every play is allowed, and leaves as many cards in the end as at the table. Gives the program's hand."""
        state = self.begun(hand, profile)
        for play in self.played_into(state, hand):
            assert state.may(hand.names.index(play.player), self.play(play))
        assert state.held == [len(hand.left.get(name, ())) for name in hand.names]
        return state

    def check_legal(self, hand: TableHand, open_plays: Callable[[Any, Any], dict[str, set[str]]]) -> None:
        """Before every play the legal ones are the `open_plays` of the hand, and none are after the last."""
        state = self.begun(hand)
        for play in self.played_into(state, hand):
            legal = {hand.names[seat]: set(map(str, plays)) for seat, plays in state.legal().items()}
            assert legal == open_plays(hand, play)
            assert self.words(play) in legal[play.player]
        assert state.legal() == {}

    def check_division(self, hand: TableHand, record: HandRecord) -> None:
        """The plays are divided into the strings of the table."""
        divided = self.scored(hand.names, record).hands[0].turns
        assert list(map(str, divided)) == [text for _, text in hand.strings()]

    def check_other_division(self, hand: TableHand, record: HandRecord, source: Random) -> None:
        """The plays mean the same when a file divides them otherwise."""
        other = replace(record, turns=divided_anew(self.turns(hand), source))
        one, two = (self.scored(hand.names, each).hands[0] for each in (record, other))
        assert (two.turns, two.events, two.findings) == (one.turns, one.events, one.findings)

    def check_sums(self, hand: PayingHand, record: HandRecord) -> None:
        """Balances and pool sum to zero after every play, and after the last by `record`."""
        for plays in range(1, len(hand.log)):
            one = self.scored(hand.names, self.open_record(hand, plays)).hands[0]
            assert (one.state, one.findings) == (State.OPEN, ())
            assert sum(one.change.values()) + in_pool(one.events) == 0
            assert (one.change, in_pool(one.events)) == (hand.change(plays), hand.pool(plays))
        ended = self.scored(hand.names, record).hands[0]
        assert (sum(ended.change.values()), in_pool(ended.events)) == (0, 0)

    def check_admitted(self, hand: TableHand) -> None:
        """The fault of a hand is not found again once it is admitted, and nobody's points change."""
        record = self.full_record(hand)
        before = self.scored(hand.names, record).hands[0]
        after = self.scored(hand.names, replace(record, turns=admitted(record.turns, before.findings))).hands[0]
        assert [finding.code for finding in after.findings] == ["stood"]
        assert (after.change, after.state) == (before.change, State.SETTLED)
