"""Who pays whom: transfers, the sums of them, and standings. All amounts are whole points."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from comet_cli.cards import above
from comet_cli.hand import Hand
from comet_cli.plays import Shown
from comet_cli.profile import Profile

POOL = "pool"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that move from `payer` to `payee`, either of whom may be the pool; `play` is what caused it."""

    payer: str
    payee: str
    points: int
    reason: str
    play: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One paying event: its transfers, and the line that tells it in a session file."""

    reason: str
    text: str
    transfers: tuple[Transfer, ...]

    @classmethod
    def from_each(cls, reason: str, payee: str, payers: Iterable[str], points: int, play: int | None = None) -> Self:
        """Each of `payers` pays `payee`; for the stake the payee is the pool."""
        to = "the pool" if payee == POOL else payee
        moved = tuple(Transfer(payer, payee, points, reason, play) for payer in payers)
        return cls(reason, f"{reason}: {points} from each to {to}", moved)

    @classmethod
    def to_each(cls, reason: str, payer: str, payees: Iterable[str], points: int) -> Self:
        """`payer` pays each of `payees`."""
        moved = tuple(Transfer(payer, payee, points, reason) for payee in payees)
        return cls(reason, f"{reason}: {points} to each from {payer}", moved)

    @classmethod
    def single(cls, reason: str, payer: str, payee: str, points: int) -> Self:
        """`payer` pays `payee`; the payer of the pool is left out of the line."""
        source = "" if payer == POOL else f" from {payer}"
        return cls(reason, f"{reason}: {points}{source} to {payee}", (Transfer(payer, payee, points, reason),))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the payments at the end depend on, however it is known: from the plays or from totals.

    `shown` is what the losers held, `cards_left` the number of cards left, by player.
    """

    winner: str
    shown: Mapping[str, Shown]
    cards_left: Mapping[str, int]


def stakes(profile: Profile, names: Sequence[str]) -> list[Event]:
    """The stakes of one hand."""
    return _paid([Event.from_each("stake", POOL, names, profile.stake.ante)])


def earned(profile: Profile, names: Sequence[str], gains: Iterable[tuple[int | None, str, str]]) -> list[Event]:
    """What was paid during the play, for each gain (play, player, reason) in order: every opponent pays the player."""
    price = {"ace": profile.pay.ace_lead, "king": profile.pay.king, "comet": profile.pay.comet}
    return _paid(
        Event.from_each(reason, player, _others(names, player), price[reason], play) for play, player, reason in gains
    )


def at_the_end(profile: Profile, names: Sequence[str], outcome: Outcome) -> list[Event]:
    """What is paid when a hand has ended: unplayed Comet and kings, cards left, and the pool to the winner."""
    rules, winner = profile.left, outcome.winner
    events: list[Event] = []
    for loser in _others(names, winner):
        held = outcome.shown.get(loser, Shown()).cards
        for card in sorted(held, key=lambda card: card not in profile.comet.cards):
            if card in profile.comet.cards:
                events.append(_unplayed("comet-left", loser, names, winner, rules.comet, rules.comet_to))
            elif above(card) is None:
                events.append(_unplayed("king-left", loser, names, winner, rules.king, rules.king_to))
    if rules.per == "card":
        for loser in _others(names, winner):
            events.append(Event.single("cards-left", loser, winner, rules.rate * outcome.cards_left[loser]))
    return _paid([*events, Event.single("pool", POOL, winner, profile.stake.ante * len(names))])


def hand_gains(hand: Hand) -> list[tuple[int | None, str, str]]:
    """The gains of a hand so far, as `earned` takes them."""
    return [(play, hand.names[seat], reason) for play, seat, reason in hand.earned]


def change(names: Iterable[str], events: Iterable[Event]) -> dict[str, int]:
    """What each player gained or lost by `events`, in points."""
    sums = Counter(dict.fromkeys(names, 0))
    for event in events:
        for transfer in event.transfers:
            sums[transfer.payer] -= transfer.points
            sums[transfer.payee] += transfer.points
    return {name: sums[name] for name in names}


def in_pool(events: Iterable[Event]) -> int:
    """How many points lie in the pool after `events`."""
    return change([POOL], events)[POOL]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: rank (equal balances share one, 1 1 3), points, settled hands played, and hands won."""

    rank: int
    player: str
    balance: int
    hands: int
    won: int


def rank(players: Iterable[tuple[str, int, int, int]]) -> list[Standing]:
    """Standings of (player, balance, hands, won), highest balance first, players in the order given among equals."""
    rows = sorted(players, key=lambda row: -row[1])
    balances = [row[1] for row in rows]
    return [Standing(balances.index(row[1]) + 1, *row) for row in rows]


def _unplayed(reason: str, loser: str, names: Sequence[str], winner: str, points: int, to: str) -> Event:
    if to == "winner":
        return Event.single(reason, loser, winner, points)
    return Event.to_each(reason, loser, _others(names, loser), points)


def _others(names: Sequence[str], player: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != player)


def _paid(events: Iterable[Event]) -> list[Event]:
    """The events in which anything moves."""
    kept = (Event(e.reason, e.text, tuple(t for t in e.transfers if t.points)) for e in events)
    return [event for event in kept if event.transfers]
