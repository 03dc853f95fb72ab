"""How a hand that has ended is settled: what is still missing, whether what was shown can be true, who wins."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from comet_cli.cards import ACE, KING, Card
from comet_cli.findings import Family
from comet_cli.hand import Hand
from comet_cli.payments import Event, Outcome, at_the_end, earned, hand_gains, pips, stakes
from comet_cli.plays import Lay, Shown
from comet_cli.profile import Profile
from comet_cli.records import HandRecord, Tally
from comet_cli.refusals import either
from comet_cli.remainder import laid_behind
from comet_cli.report import Report


@dataclass(frozen=True, slots=True)
class Settled:
    """What a hand comes to: who won it, what was paid, and what pays and is not accounted for yet.

    `paid_out` says that the payments of the end are among the events.
    """

    winner: str | None
    events: list[Event]
    missing: tuple[str, ...] = ()
    paid_out: bool = False


class Settlement:
    """Settles one hand; `price` is that of the Comet, `carried` what lay in the pool before, in points."""

    def __init__(self, profile: Profile, seats: tuple[str, ...], report: Report, price: int, carried: int) -> None:
        self.profile = profile
        self.seats = seats
        self.report = report
        self.record: HandRecord = report.record
        self.price = price
        self.carried = carried

    def of_plays(self, hand: Hand) -> Settled:
        """What a hand comes to that was played card by card."""
        record = self.record
        # Nobody stakes before the first card.
        events = self._paid_in_play(hand_gains(hand)) if hand.log or hand.ended else []
        out = self.seats[hand.winner] if hand.winner is not None else None
        if self.report.broken:
            self.check_listed(hand)
            return Settled(out, events)
        if not hand.ended:
            if (record.left or record.dead) and self.report.sound:
                where = "left" if record.left else "dead"
                self.report.contradict(
                    "left-before-end",
                    "cards left are noted, but the hand has not ended",
                    where,
                    remedy='Add the plays that are missing, or out = "NAME" if nobody remembers them.',
                )
                self.check_listed(hand)
            return Settled(None, events)
        holders = tuple(name for name in self.seats if name != out)
        self._check_shown(hand, out)
        unplayed = [str(card) for card in self.profile.paying_left for _ in range(hand.pack[card] - hand.laid[card])]
        missing = self._unaccounted(unplayed, holders, hand)
        if missing or not self.report.sound:
            return Settled(out, events, missing)
        outcome = self._outcome(hand, out, holders, self._units(hand))
        return self._paid_out(outcome, events)

    def of_totals(self, hand: Hand, tally: Tally) -> Settled:
        """What a hand comes to that is known by its totals; `hand` has its deal and no plays."""
        losers = tuple(name for name in self.seats if name != tally.winner)
        blocked = self._was_blocked(tally)
        by_pips = self.profile.left.per == "pip"
        self._check_names(tally)
        self._check_tally(hand, tally)
        self._check_winner(tally)
        measure, told = {"card": ("cards", tally.cards_left), "pip": ("pips", tally.pips_left)}.get(
            self.profile.left.per, ("", dict.fromkeys(losers, 0))
        )
        for name in [name for name in losers if name not in told][:1]:
            message = f"the tally does not say how many {measure} {name} had left"
            remedy = f"Write {measure}_left = {{ {name} = 5 }}, with all who had any."
            self.report.contradict(f"tally-{measure}-left", message, "tally", remedy=remedy)
        missing = () if by_pips else self._unaccounted(self._unplayed(hand, tally), losers, hand)
        if not self.report.sound:
            return Settled(None, [], missing)
        gains: list[tuple[int | None, str, str]] = [
            (None, name, reason)
            for reason, counts in (("ace", tally.aces), ("king", tally.kings))
            for name in self.seats
            for _ in range(counts.get(name, 0))
        ]
        gains += [(None, tally.comet, "comet")] if tally.comet else []
        events = self._paid_in_play(gains)
        if missing:
            return Settled(tally.winner, events, missing)
        shown = self.record.left
        holds = any(card in self.profile.comet.cards for name in losers for card in shown.get(name, Shown()).cards)
        doubles = holds and (not blocked or self.profile.blocked.comet_doubles)
        factor = self.profile.multiply.loser_holds_comet if doubles else 1
        holders = self.seats if blocked else losers
        return self._paid_out(Outcome(tally.winner, holders, shown, told, factor, self.carried), events)

    def _was_blocked(self, tally: Tally) -> bool:
        """Whether nobody went out in a hand known by its totals: all of them are told, and the lowest wins."""
        return self.profile.blocked.score == "difference" and set(tally.pips_left) == set(self.seats)

    def _paid_in_play(self, gains: Iterable[tuple[int | None, str, str]]) -> list[Event]:
        return [*stakes(self.profile, self.seats), *earned(self.profile, self.seats, gains, self.price)]

    def _paid_out(self, outcome: Outcome, events: list[Event]) -> Settled:
        paid = at_the_end(self.profile, self.seats, outcome)
        return Settled(outcome.winner, [*events, *paid], paid_out=True)

    def _units(self, hand: Hand) -> dict[str, int]:
        """What each player had left, by the measure of `left.per`; where plays are missing, the shown cards count."""
        shown = {name: self.record.left.get(name, Shown()) for name in self.seats}
        match self.profile.left.per:
            case "card" if hand.hole:
                return {name: len(each.cards) + each.unseen for name, each in shown.items()}
            case "card":
                return dict(zip(self.seats, hand.held, strict=True))
            case "pip":
                return {name: pips(self.profile, each) for name, each in shown.items()}
            case _:
                return dict.fromkeys(self.seats, 0)

    def _outcome(self, hand: Hand, out: str | None, holders: tuple[str, ...], units: Mapping[str, int]) -> Outcome:
        """Who wins a hand that was played, and by which factor."""
        rules, shown, winner = self.profile, self.record.left, out
        if rules.left.per == "pip" and any(shown[name].nobody_saw for name in holders):
            # Nobody knows what was left: the hand is over, and nothing is scored for it.
            return Outcome(winner, holders, shown, dict.fromkeys(units, 0), 1, self.carried)
        if hand.blocked and rules.blocked.score == "difference":
            winner = _lowest(units)
        losers = [name for name in self.seats if name != winner]
        holds = any(card in rules.comet.cards for name in losers for card in shown.get(name, Shown()).cards)
        factors = [1]
        if holds and (not hand.blocked or rules.blocked.comet_doubles):
            factors.append(rules.multiply.loser_holds_comet)
        last = hand.top
        known = not hand.blocked and not hand.hole
        if known and last is not None and isinstance(last.play, Lay) and hand.is_comet(last.play.card):
            factors.append(rules.multiply.comet_last_nine if last.nine else rules.multiply.comet_last)
        return Outcome(winner, holders, shown, units, max(factors), self.carried)

    def _check_shown(self, hand: Hand, out: str | None) -> None:
        """Whether what was shown can be true beside the plays."""
        seen: dict[Card, list[str]] = {}
        self._check_dead(hand, seen)
        for name, shown in self.record.left.items():
            self._check_cards(hand, shown.cards, f"left with {name}", seen, "left", name)
        # Totals last: what they can be depends on the cards that others showed.
        for name, shown in sorted(self.record.left.items(), key=lambda item: item[1].pips is not None):
            if self._at_the_table(name, "left"):
                self._check_number(hand, name, shown, out)

    def check_listed(self, hand: Hand) -> None:
        """What cannot be true of the listed cards, whatever their number, where a hand could not be replayed."""
        seen: dict[Card, list[str]] = {}
        self._check_cards(hand, self.record.dead, "among the dead", seen, "dead")
        for name, shown in self.record.left.items():
            self._check_cards(hand, shown.cards, f"left with {name}", seen, "left", name)
            self._check_behind(hand, name, shown.cards)
            self._at_the_table(name, "left")

    def _check_behind(self, hand: Hand, name: str, cards: Iterable[Card]) -> None:
        """Whether `cards`, left with `name`, were laid behind the play that could not be applied."""
        laid = {play.card: player for _, player, play in laid_behind(self.record.turns, hand)}
        for card in cards:
            if card in laid and hand.pack[card] == 1 and hand.is_out(card):
                message = f"{card}, left with {name}, was played by {laid[card]}"
                self.report.contradict("left-and-played", message, "left", name)

    def _check_dead(self, hand: Hand, seen: dict[Card, list[str]]) -> None:
        dead = self.record.dead
        self._check_cards(hand, dead, "among the dead", seen, "dead")
        if len(dead) > max(hand.dead, 0):
            message = f"more cards are listed as dead than there are: {len(dead)}, not {max(hand.dead, 0)}"
            self.report.contradict("dead-count", message, "dead")

    def _at_the_table(self, name: str, where: str) -> bool:
        if name in self.seats:
            return True
        self.report.contradict("unknown-player", f'{where} names "{name}", who is not at the table', where, name)
        return False

    def _check_number(self, hand: Hand, name: str, shown: Shown, out: str | None) -> None:
        """Whether `name` can have held as many cards, or pips, as are listed."""
        held, told = hand.held[self.seats.index(name)], len(shown.cards) + shown.unseen
        by_pips, where = self.profile.left.per == "pip", ("left", name)
        if self._was_out(name, shown, out) or self._not_shown(name, shown):
            return
        if shown.pips is not None and not by_pips:
            message = f"{name}'s cards are given as pips, which do not pay here"
            remedy = "Write the cards: those that pay, and ? for the others."
            self.report.contradict("left-in-pips", message, *where, remedy=remedy, player=name)
        elif shown.pips is not None:
            self._check_pips(hand, name, shown, held)
        elif told > held or (told < held and not hand.hole):
            listed = f"{told} {'is' if told == 1 else 'are'} listed as left"
            self.report.contradict(
                "left-count",
                f"{name} still held {held} card{'s' * (held != 1)}, but {listed}",
                *where,
                remedy="" if by_pips else "Write ? for each card that does not pay and was not noted.",
                player=name,
            )
        elif shown.unseen and by_pips:
            self.report.contradict(
                "left-unseen",
                f"every card that {name} held pays, but {shown.unseen} of {held} are not told",
                *where,
                remedy="Write all of them, or the total of the pips, such as 72p.",
                player=name,
            )

    def _was_out(self, name: str, shown: Shown, out: str | None) -> bool:
        """Whether something is listed as left with the player who went out."""
        if name != out or not (shown.cards or shown.unseen or shown.nobody_saw or shown.pips):
            return False
        message = f"{name} went out and can have nothing left"
        self.report.contradict("left-of-winner", message, "left", name, player=name)
        return True

    def _not_shown(self, name: str, shown: Shown) -> bool:
        if shown.nobody_saw:
            message = f"{name}'s cards were not shown"
            self.report.say("not-shown", Family.UNPROVED, message, "left", name, player=name)
        return shown.nobody_saw

    def _check_pips(self, hand: Hand, name: str, shown: Shown, held: int) -> None:
        given = sum(map(self.profile.pips_of, shown.cards))
        listed = [shown.cards]
        if self.report.sound:
            listed = [self.record.dead, *(each.cards for each in self.record.left.values())]
        told = Counter(card for cards in listed for card in cards)
        unplayed = hand.pack - hand.laid - told
        counts = sorted(self.profile.pips_of(card) for card in unplayed.elements())
        rest = max(held - len(shown.cards), 0)
        least, most = given + (0 if hand.hole else sum(counts[:rest])), given + sum(counts[len(counts) - rest :])
        if not least <= (shown.pips or 0) <= most:
            self.report.contradict(
                "left-pips",
                f"{name} still held {held} cards: {shown.pips} pips cannot be right, {least} to {most} can",
                "left",
                name,
                player=name,
            )

    def _check_cards(
        self, hand: Hand, cards: Iterable[Card], where: str, seen: dict[Card, list[str]], *place: str
    ) -> None:
        """Whether each of `cards` can be there, beside what was laid and what was `seen` elsewhere."""
        for card in cards:
            copies, places = hand.pack[card], seen.setdefault(card, [])
            if not copies:
                message = f"{card}, {where}, is not in the pack of this game"
                self.report.contradict("not-in-pack", message, *place)
            elif hand.laid[card] >= copies:
                played = next(e for e in reversed(hand.log) if isinstance(e.play, Lay) and e.play.card == card)
                who = f"was played by {hand.names[played.seat]} (play {played.number})"
                every = f"all {copies} of them were played, the last by {hand.names[played.seat]}"
                message = f"{card}, {where}, {who if copies == 1 else every}"
                self.report.contradict("left-and-played", message, *place)
            elif hand.laid[card] + len(places) >= copies:
                others = dict.fromkeys(each for each in places if each != where)
                message = (
                    f"{card} is {where}{f' and also {either(others)}' if others else ' more often than it exists'}"
                )
                self.report.contradict("card-twice", message, *place, remedy="Take it away where it was not.")
            places.append(where)

    def _unaccounted(self, unplayed: list[str], holders: Sequence[str], hand: Hand) -> tuple[str, ...]:
        """What pays and is not accounted for: unplayed paying cards, or cards that have all to be known.

        Nothing is missing once every one of `holders` has shown.
        """
        record, dead, per = self.record, hand.dead, self.profile.left.per
        unshown = [name for name in holders if name not in record.left]
        listed = [*record.dead, *(card for shown in record.left.values() for card in shown.cards)]
        missing = list(unplayed)
        for card in map(str, listed):
            if card in missing:
                missing.remove(card)
        if unshown:
            every = per == "pip" or (per == "card" and hand.hole)
            return tuple(f"{name}'s cards" for name in unshown) if every else tuple(missing)
        if not missing or hand.hole or any(shown.nobody_saw for shown in record.left.values()):
            return ()
        totals = any(shown.pips is not None for shown in record.left.values())
        which = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'}"
        beside = "If a player held it, write it beside the total, such as 72p 9♦."
        if len(missing) > dead - len(record.dead):
            self.report.contradict(
                "unaccounted",
                f"{which} neither played nor left with anybody",
                "left",
                why=f"Only {max(dead, 0)} cards of this deal are dead, and {len(record.dead)} of them are listed.",
                remedy=beside if totals else "Correct a left, or write ?? for a hand that nobody saw.",
            )
        elif totals:
            message = f"{which} neither played nor named anywhere: taken for dead"
            self.report.say("taken-for-dead", Family.UNPROVED, message, "left", remedy=beside)
        return ()

    def _check_names(self, tally: Tally) -> None:
        named = [name for name in (tally.winner, tally.comet) if name]
        for counts in (tally.kings, tally.aces, tally.cards_left, tally.pips_left):
            named += counts
        for name in dict.fromkeys(named):
            if name not in self.seats:
                message = f'the tally names "{name}", who is not at the table'
                self.report.contradict("unknown-player", message, "tally")
        if self.record.out and self.record.out in self.seats and self.record.out != tally.winner:
            message = f"out says that {self.record.out} went out, the tally {tally.winner or 'nobody'}"
            self.report.contradict("out-differs", message, "out")
        if self.record.turns:
            message = "the hand has plays and a tally: one of them has to go"
            self.report.contradict("tally-and-plays", message, "tally")

    def _check_winner(self, tally: Tally) -> None:
        """Whether the winner can have won: where all totals of pips are told, the lowest one does."""
        totals = tally.pips_left
        blocked = self._was_blocked(tally)
        if blocked and tally.winner != _lowest(totals):
            lowest = _lowest(totals)
            message = f"by the totals {lowest or 'nobody'} wins, not {tally.winner or 'nobody'}"
            self.report.contradict("tally-winner", message, "tally", why="The lowest total wins, and equal ones tie.")
        elif not blocked and tally.winner is None:
            remedy = 'Write winner = "NAME": who went out.'
            self.report.contradict("tally-winner", "the tally does not say who won", "tally", remedy=remedy)
        if tally.winner in tally.cards_left:
            message = f"{tally.winner} went out and can have no cards left"
            self.report.contradict("left-of-winner", message, "tally", "cards_left")
        measures = {"cards_left": "card", "pips_left": "pip"}
        for key in [key for key, per in measures.items() if getattr(tally, key) and per != self.profile.left.per]:
            message = f"the tally has {key}, which do not pay in this game"
            self.report.contradict("tally-measure", message, "tally", key, remedy=f"Take {key} away.")
        went_out = tally.winner not in tally.pips_left
        if tally.comet and tally.comet == tally.winner and went_out and self.profile.multiply.comet_last > 1:
            message = "a tally does not tell whether the Comet was the last card: no factor is taken"
            self.report.say("tally-comet", Family.UNPROVED, message, "tally")

    def _check_tally(self, hand: Hand, tally: Tally) -> None:
        """Whether what is listed of a hand known by its totals can be true."""
        seen: dict[Card, list[str]] = {}
        out = None if self._was_blocked(tally) else tally.winner
        self._check_dead(hand, seen)
        for name, shown in self.record.left.items():
            self._check_cards(hand, shown.cards, f"left with {name}", seen, "left", name)
            if self._at_the_table(name, "left") and not self._was_out(name, shown, out):
                self._not_shown(name, shown)
        if tally.comet and any(card in seen for card in self.profile.comet.cards):
            self.report.contradict("comet-twice", "the Comet was played by the tally, and also left", "tally")
        for name, number in tally.cards_left.items():
            dealt = hand.dealt[self.seats.index(name)] if name in self.seats else number
            if number > dealt:
                message = f"{name} was dealt {dealt} cards and cannot have {number} left"
                self.report.contradict("tally-cards-left", message, "tally", "cards_left", name, player=name)
        for counts, rank, what in ((tally.kings, KING, "kings"), (tally.aces, ACE, "aces")):
            total = sum(copies for card, copies in hand.pack.items() if card.rank == rank)
            told = sum(counts.values()) + sum(len(places) for card, places in seen.items() if card.rank == rank)
            if told > total:
                message = f"the tally and what was left have {told} {what}, not {total}"
                self.report.contradict(f"too-many-{what}", message, "tally")

    def _unplayed(self, hand: Hand, tally: Tally) -> list[str]:
        """The paying cards that a tally leaves unplayed, as far as counts can name them."""
        paying = self.profile.paying_left
        comets = [str(card) for card in paying if hand.is_comet(card) and not tally.comet]
        kings = [card for card in paying if not hand.is_comet(card) for _ in range(hand.pack[card])]
        shown = [*self.record.dead, *(card for shown in self.record.left.values() for card in shown.cards)]
        known = [str(card) for card in shown if card in kings]
        unknown = len(kings) - sum(tally.kings.values()) - len(known)
        return [*comets, *known, *["a king"] * max(unknown, 0)]


def _lowest(totals: Mapping[str, int]) -> str | None:
    """Who has the lowest total alone; None where it is shared."""
    least = [name for name, total in totals.items() if total == min(totals.values())]
    return least[0] if len(least) == 1 else None
