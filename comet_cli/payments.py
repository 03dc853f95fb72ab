"""Who pays whom: transfers, the sums of them, and standings. All amounts are whole points."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from comet_cli.cards import above
from comet_cli.hand import Hand
from comet_cli.plays import Shown
from comet_cli.profile import Profile

POOL = "pool"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that move from `payer` to `payee`, either of whom may be the pool; `play` is what caused it.

    The payer is None where points are scored and nobody pays them.
    """

    payer: str | None
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
    def single(cls, reason: str, payer: str | None, payee: str, points: int, play: int | None = None) -> Self:
        """`payer` pays `payee`; the pool, and nobody, as payer are left out of the line."""
        source = "" if payer in (POOL, None) else f" from {payer}"
        return cls(reason, f"{reason}: {points}{source} to {payee}", (Transfer(payer, payee, points, reason, play),))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the payments at the end depend on, however it is known: from the plays or from totals.

    `winner` is None where nobody wins. `holders` are those whose unplayed cards are paid for: the losers, or in a
    blocked hand all. `shown` is what they held, `units` what they had left by the measure of `left.per`: cards,
    pips or nothing, by player. `factor` multiplies what the winner scores; `carried` lay in the pool before.
    """

    winner: str | None
    holders: tuple[str, ...]
    shown: Mapping[str, Shown]
    units: Mapping[str, int]
    factor: int = 1
    carried: int = 0


def stakes(profile: Profile, names: Sequence[str]) -> list[Event]:
    """The stakes of one hand."""
    return _paid([Event.from_each("stake", POOL, names, profile.stake.ante)])


def earned(
    profile: Profile, names: Sequence[str], gains: Iterable[tuple[int | None, str, str]], comet: int
) -> list[Event]:
    """What was paid during the play, for each gain (play, player, reason) in order.

    Every opponent pays the player, or, where points have no payer, the player scores them once. `comet` is the
    price of the Comet in this hand.
    """
    price = {
        "ace": profile.pay.ace_lead,
        "king": profile.pay.king,
        "comet": comet,
        "stop": profile.stop.premium,
    }
    if profile.score.kind == "earner":
        return _paid(Event.single(reason, None, player, price[reason], play) for play, player, reason in gains)
    return _paid(
        Event.from_each(reason, player, _others(names, player), price[reason], play) for play, player, reason in gains
    )


def at_the_end(profile: Profile, names: Sequence[str], outcome: Outcome) -> list[Event]:
    """What is paid when a hand has ended: unplayed Comet and kings, what is left, and the pool."""
    events = [event for holder in outcome.holders for event in _unplayed(profile, names, outcome, holder)]
    return _paid([*events, *_for_what_is_left(profile, outcome), *_from_pool(profile, names, outcome)])


def pips(profile: Profile, shown: Shown) -> int:
    """The pips of what a player held, as far as it was shown."""
    return shown.pips if shown.pips is not None else sum(map(profile.pips_of, shown.cards))


def hand_gains(hand: Hand) -> list[tuple[int | None, str, str]]:
    """The gains of a hand so far, as `earned` takes them."""
    return [(play, hand.names[seat], reason) for play, seat, reason in hand.earned]


def change(names: Iterable[str], events: Iterable[Event]) -> dict[str, int]:
    """What each player gained or lost by `events`, in points."""
    sums: Counter[str] = Counter()
    for event in events:
        for transfer in event.transfers:
            if transfer.payer is not None:
                sums[transfer.payer] -= transfer.points
            sums[transfer.payee] += transfer.points
    return {name: sums[name] for name in names}


def signed(points: int) -> str:
    """Points as people write them: a sign before what is not 0."""
    return f"{points:+d}" if points else "0"


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


def _unplayed(profile: Profile, names: Sequence[str], outcome: Outcome, holder: str) -> Iterator[Event]:
    """What `holder` pays for the Comet and the kings still in hand, the Comet first."""
    rules = profile.left
    held = outcome.shown.get(holder, Shown()).cards
    for card in sorted(held, key=lambda card: card not in profile.comet.cards):
        if card in profile.comet.cards:
            reason, points, to = "comet-left", rules.comet, rules.comet_to
        elif above(card) is None:
            reason, points, to = "king-left", rules.king, rules.king_to
        else:
            continue
        if to == "each" and profile.score.kind == "transfers":
            yield Event.to_each(reason, holder, _others(names, holder), points)
        elif to == "each":
            yield from (Event.single(reason, None, other, points) for other in _others(names, holder))
        elif outcome.winner is not None:
            yield Event.single(reason, _payer(profile, holder), outcome.winner, points)


def _for_what_is_left(profile: Profile, outcome: Outcome) -> Iterator[Event]:
    """What the winner gets for the cards or pips left: the loser's, less the winner's own in a blocked hand."""
    winner, rate = outcome.winner, profile.left.rate * outcome.factor
    if winner is None or profile.left.per == "nothing":
        return
    own = outcome.units.get(winner, 0)
    due = {name: rate * (outcome.units[name] - own) for name in outcome.holders if name != winner}
    if profile.score.kind == "winner":
        yield Event.single("hand", None, winner, sum(due.values()))
    else:
        yield from (Event.single("cards-left", _payer(profile, name), winner, due[name]) for name in due)


def _from_pool(profile: Profile, names: Sequence[str], outcome: Outcome) -> Iterator[Event]:
    ante = profile.stake.ante
    if outcome.winner is not None:
        yield Event.single("pool", POOL, outcome.winner, ante * len(names) + outcome.carried)
    elif profile.stake.pool == "winner":
        back = tuple(Transfer(POOL, name, ante, "pool") for name in names)
        yield Event("pool", f"pool: {ante} to each", back)


def _payer(profile: Profile, name: str) -> str | None:
    """Who pays what `name` owes: nobody, where points are only scored."""
    return name if profile.score.kind == "transfers" else None


def _others(names: Sequence[str], player: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != player)


def _paid(events: Iterable[Event]) -> list[Event]:
    """The events in which anything moves."""
    kept = (Event(e.reason, e.text, tuple(t for t in e.transfers if t.points)) for e in events)
    return [event for event in kept if event.transfers]
