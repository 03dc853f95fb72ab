"""A night: its scored hands, balances, standings, and who deals next. Nothing here knows files or the terminal."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from comet_cli.findings import Finding
from comet_cli.payments import Standing, rank
from comet_cli.records import HandRecord, Session
from comet_cli.scoring import ScoredHand, State, next_dealer, score_hand


@dataclass(frozen=True)
class Night:
    """A session scored."""

    session: Session
    hands: tuple[ScoredHand, ...]

    @property
    def canonical(self) -> Session:
        """The session with its plays divided as the format has it."""
        hands = tuple(
            hand.record if hand.turns is hand.record.turns else replace(hand.record, turns=hand.turns, places={})
            for hand in self.hands
        )
        return replace(self.session, hands=hands)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything there is to say, hand by hand in the order of the plays."""
        return tuple(finding for hand in self.hands for finding in hand.findings)

    @property
    def planned(self) -> int | None:
        """How many hands the match has; None where that is not fixed beforehand."""
        session = self.session
        return session.hands_planned or session.profile.hands_planned(len(session.players))

    @property
    def counted(self) -> tuple[ScoredHand, ...]:
        """The settled hands."""
        return tuple(hand for hand in self.hands if hand.state is State.SETTLED)

    @property
    def complete(self) -> bool:
        """Whether every planned hand is settled, or the points of the match are reached."""
        if self.unfinished:
            return False
        if self.planned is None and self.session.profile.match.hands == "target":
            return any(row.balance >= self.session.profile.match.target for row in self.standings)
        return self.planned is not None and len(self.counted) >= self.planned

    @property
    def unfinished(self) -> ScoredHand | None:
        """The hand that is open or unsettled, if one is."""
        return next((hand for hand in self.hands if hand.state in (State.OPEN, State.UNSETTLED)), None)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has sat down, in the order of the seats and of joining."""
        return tuple(dict.fromkeys([*self.session.players, *(name for hand in self.hands for name in hand.seats)]))

    @property
    def balances(self) -> dict[str, int]:
        """Running balances in points, what was paid in an unfinished hand included."""
        return {name: self.hands[-1].balances.get(name, 0) if self.hands else 0 for name in self.people}

    @property
    def chips(self) -> dict[str, int]:
        """The chips in front of those who told what they started with, in points."""
        return {
            name: self.session.chips[name] + self.balances[name] for name in self.people if name in self.session.chips
        }

    @property
    def standings(self) -> list[Standing]:
        """The standings by the settled hands, and by what the table agreed to move in void ones."""
        counts = [hand for hand in self.hands if hand.state in (State.SETTLED, State.VOID)]
        return rank(
            (
                name,
                sum(hand.change.get(name, 0) for hand in counts),
                sum(name in hand.seats for hand in self.counted),
                sum(name == hand.winner for hand in self.counted),
            )
            for name in self.people
        )

    @property
    def winners(self) -> list[str]:
        """Who won the match, all of them where leaders are equal; nobody until it is complete."""
        return [row.player for row in self.standings if row.rank == 1] if self.complete else []

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table for the next hand, clockwise: those of the last hand."""
        return self.hands[-1].seats if self.hands else self.session.players

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next hand; None before the first hand of a night that names nobody."""
        return next_dealer(self.session, self.hands, self.seats)

    @property
    def next_record(self) -> HandRecord:
        """The next hand before its first card."""
        return HandRecord(self.next_dealer, players=self.seats if self.seats != self.session.players else None)


def score_night(
    session: Session,
    earlier: Night | None = None,
    watch: Callable[[Sequence[HandRecord]], Iterable[HandRecord]] = iter,
) -> Night:
    """Replays `session`; hands that stand unchanged at the front of `earlier` are taken over as they are.

    `watch` is given the hands and gives them back one by one, to see how far it is.
    """
    hands: list[ScoredHand] = []
    known = iter(earlier.hands if earlier and _same_frame(session, earlier.session) else ())
    for number, record in enumerate(watch(session.hands), 1):
        before = next(known, None)
        if before is None or before.record is not record:
            known = iter(())
            before = score_hand(session, number, record, hands)
        hands.append(before)
    return Night(session, tuple(hands))


def _same_frame(session: Session, other: Session) -> bool:
    return replace(session, hands=()) == replace(other, hands=())
