"""One hand scored: replayed, paid, settled, and held against what the file says of it."""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from comet_cli.cards import ACE, KING, Card
from comet_cli.findings import CometError, Family, Finding, nearest
from comet_cli.hand import Hand
from comet_cli.payments import Event, Outcome, at_the_end, change, earned, hand_gains, pips, stakes
from comet_cli.plays import Lay, Shown, Turn, Unread, regroup
from comet_cli.profile import Profile
from comet_cli.records import HandRecord, Result, Session, Tally
from comet_cli.refusals import either
from comet_cli.reveal import proved


class State(enum.StrEnum):
    """How far a hand is: not ended; ended with a paying card not accounted for; scored; not counted."""

    OPEN = "open"
    UNSETTLED = "unsettled"
    SETTLED = "settled"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand replayed: where it stands, what was paid, and what there is to say about it.

    `turns` are the plays divided as the format has it. `missing` tells what pays and is not accounted for.
    `price` is that of the Comet in this hand, `carried` what lay in the pool before it, both in points.
    `sound` is False where a line could not be applied or the shown cards cannot be true: then what follows that
    line is not counted. `change` is in points, adjustments included; `balances` run over the night, and are
    `balanced` where this hand and all before it are sound.
    """

    number: int
    record: HandRecord
    seats: tuple[str, ...]
    dealer: str
    hand: Hand | None
    state: State
    winner: str | None
    events: tuple[Event, ...]
    change: Mapping[str, int]
    balances: Mapping[str, int]
    turns: tuple[Turn | Unread, ...]
    missing: tuple[str, ...]
    price: int
    carried: int
    findings: tuple[Finding, ...]
    sound: bool
    balanced: bool

    @property
    def leader(self) -> str:
        """Who leads first: the seat to the dealer's left."""
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)] if self.dealer else ""

    @property
    def holders(self) -> tuple[str, ...]:
        """Who still held cards at the end, clockwise from the left of the winner or of the dealer."""
        out = self.hand.names[self.hand.winner] if self.hand and self.hand.winner is not None else None
        first = out or (self.winner if self.hand is None else None) or self.dealer
        at = self.seats.index(first)
        around = self.seats[at + 1 :] + self.seats[:at]
        return around if first != self.dealer or out or self.hand is None else (*around, first)

    @property
    def staked(self) -> int:
        """What lay in the pool of this hand, in points."""
        stakes = sum(t.points for event in self.events if event.reason == "stake" for t in event.transfers)
        return self.carried + stakes

    @property
    def comet_played(self) -> bool:
        """Whether the Comet was played in this hand."""
        if self.record.tally is not None:
            return self.record.tally.comet is not None
        return self.hand is not None and any(reason == "comet" for _, _, reason in self.hand.earned)

    @property
    def result(self) -> Result:
        """What a file stores of this hand."""
        return Result(self.winner, self.change, self.balances, tuple(event.text for event in self.events))


def score_hand(session: Session, number: int, record: HandRecord, before: Sequence[ScoredHand]) -> ScoredHand:
    """Scores hand `number` (from 1) of `session`, given the scored hands before it."""
    return _Scorer(session, number, record, before).score()


def next_dealer(session: Session, before: Sequence[ScoredHand], seats: Sequence[str]) -> str | None:
    """Who deals after the hands `before`: the left neighbour of the last dealer among those who now sit."""
    last = next((hand for hand in reversed(before) if hand.dealer), None)
    if last is None:
        return session.first_dealer if session.first_dealer in seats else None
    if last.state is State.VOID and last.dealer in seats:
        return last.dealer
    at = last.seats.index(last.dealer)
    around = last.seats[at + 1 :] + last.seats[: at + 1]
    if last.dealer in seats:
        at = seats.index(last.dealer)
        around = (*seats[at + 1 :], *seats[: at + 1])
    return next((name for name in around if name in seats), None)


class _Scorer:
    """Works out one hand; collects what there is to say on the way."""

    def __init__(self, session: Session, number: int, record: HandRecord, before: Sequence[ScoredHand]) -> None:
        self.session = session
        self.profile = session.profile
        self.number = number
        self.record = record
        self.before = before
        self.seats = record.players or session.players
        self.findings: list[Finding] = [fault.at(hand=number, line=self._line()) for fault in record.faults]
        self.sound = not any(finding.fails for finding in self.findings)
        self.turns: tuple[Turn | Unread, ...] = record.turns
        self.price = _comet_price(self.profile, before)
        self.carried = _carried(self.profile, before)

    def score(self) -> ScoredHand:
        dealer = self._dealer()
        hand = None
        if self._seats_fit() and dealer:
            dealt = self._dealt(dealer)
            hand = Hand(self.profile, self.seats, self.seats.index(dealer), dealt)
            settings = len(self.findings)
            self._replay(hand)
            self._reveal(hand)
            self.findings[settings:] = sorted(self.findings[settings:], key=lambda finding: finding.play or 0)
        winner, events, missing, state = self._outcome(hand)
        if state is not State.VOID and self.number < len(self.session.hands) and state is not State.SETTLED:
            self._say("unfinished-hand", Family.REFUSED, f"the hand is {state}, and another follows it")
        events = [*events, *_adjusted(self.record)]
        moved = change(dict.fromkeys([*self.seats, *_sides(self.record)]), events)
        everybody = dict.fromkeys([*self._people(), *self.seats])
        running = self.before[-1].balances if self.before else {}
        balances = {name: running.get(name, 0) + moved.get(name, 0) for name in everybody}
        scored = ScoredHand(
            self.number,
            self.record,
            self.seats,
            dealer,
            hand,
            state,
            winner,
            tuple(events),
            moved,
            balances,
            self.turns,
            missing,
            self.price,
            self.carried,
            (),
            self.sound,
            self._sure and self.sound,
        )
        self._compare(scored)
        return replace(scored, findings=tuple(self.findings))

    @property
    def _sure(self) -> bool:
        """Whether the balances before this hand can be relied on."""
        return not self.before or self.before[-1].balanced

    def _people(self) -> tuple[str, ...]:
        return tuple(self.before[-1].balances) if self.before else self.session.players

    def _line(self, turn: int | None = None) -> int | None:
        index = 0 if turn is None else turn + 1
        return self.record.lines[index] if index < len(self.record.lines) else None

    def _placed(self, finding: Finding) -> Finding:
        """`finding` with its hand, and the line of the turn that its play is in."""
        turn, first = None, 1
        for index, each in enumerate(self.record.turns):
            if finding.play is None or isinstance(each, Unread):
                break
            turn, first = index, first + len(each.plays)
            if first > finding.play:
                break
        return finding.at(hand=self.number, line=self._line(turn))

    def _say(self, code: str, family: Family, message: str, **more: Any) -> None:
        self.findings.append(self._placed(Finding(code, family, message, **more)))

    def _contradiction(self, code: str, message: str, **more: Any) -> None:
        self.sound = False
        self._say(code, Family.CONTRADICTION, message, **more)

    def _seats_fit(self) -> bool:
        players = self.profile.players
        if players.min <= len(self.seats) <= players.max:
            return True
        allowed = f"{players.min} to {players.max}" if players.min < players.max else f"{players.min}"
        self.sound = False
        self._say(
            "player-count",
            Family.REFUSED,
            f"{len(self.seats)} players sit at the table; {self.profile.title} is for {allowed}",
        )
        return False

    def _dealer(self) -> str:
        """Who deals; "" where nobody can tell."""
        expected = next_dealer(self.session, self.before, self.seats)
        dealer = self.record.dealer or expected
        if dealer is None or dealer not in self.seats:
            self.sound = False
            who = f"{dealer} is not at the table" if dealer else "nobody is named as the first dealer"
            self._say(
                "no-dealer", Family.REFUSED, f"who deals is not known: {who}", remedy='Add dealer = "NAME" to the hand.'
            )
            return ""
        if expected is not None and dealer != expected and not self.record.dealer_changed:
            self._say(
                "wrong-dealer",
                Family.DIFFERS,
                f"{dealer} deals, but it is {expected}'s turn",
                why="The deal moves to the left each hand; after a void hand the same dealer deals again.",
                remedy='If the table changed it, say why: dealer_changed = "reason".',
            )
        return dealer

    def _dealt(self, dealer: str) -> dict[int, int]:
        dealt: dict[int, int] = {}
        for name, number in self.record.dealt.items():
            if name not in self.seats:
                self._contradiction("unknown-player", f'dealt names "{name}", who is not at the table')
            else:
                dealt[self.seats.index(name)] = number
                usual = self.profile.dealt(len(self.seats), self.seats.index(dealer))[self.seats.index(name)]
                if number != usual:
                    message = f"{name} was dealt {number} cards, not {usual}"
                    self._say("misdeal", Family.IRREGULAR, message, player=name)
        return dealt

    def _replay(self, hand: Hand) -> None:
        if hand.dead < 0:
            self._contradiction(
                "too-many-dealt", f"{sum(hand.dealt)} cards were dealt from a pack of {hand.pack.total()}"
            )
        for index, turn in enumerate(self.record.turns):
            played = len(hand.log)
            try:
                self._apply(hand, turn)
            except CometError as error:
                self.sound = False
                place = {
                    "hand": self.number,
                    "line": self._line(index),
                    "excerpt": str(turn),
                    "mark": _mark(turn, len(hand.log) - played),
                }
                self.findings.append(error.finding.at(**place))
                self.turns = (*_regrouped(hand, self.record.turns[:index]), *self.record.turns[index:])
                return
        turns = _regrouped(hand, self.record.turns)
        self.turns = self.record.turns if turns == self.record.turns else turns

    def _apply(self, hand: Hand, turn: Turn | Unread) -> None:
        if isinstance(turn, Unread):
            raise CometError(Finding(turn.code, Family.UNREADABLE, turn.message, play=len(hand.log) + 1))
        if turn.player not in self.seats:
            raise CometError(
                Finding(
                    "unknown-player",
                    Family.REFUSED,
                    f'"{turn.player}" is not at the table',
                    remedy=nearest(turn.player, self.seats) or f"The players are {', '.join(self.seats)}.",
                    play=len(hand.log) + 1,
                    mark=(0, len(turn.player)),
                )
            )
        seat = self.seats.index(turn.player)
        for play in turn.plays:
            hand.play(seat, play)
            if play.stood:
                words = f": {turn.remark}" if turn.remark else ""
                message = f"{turn.player}'s {play} was against the rules, but it stood{words}"
                self._say("stood", Family.IRREGULAR, message, play=len(hand.log), player=turn.player)

    def _reveal(self, hand: Hand) -> None:
        """What the later plays and the shown cards prove, except of a hand that does not count."""
        if self.record.void is None:
            shown = {seat: self.record.left[name] for seat, name in enumerate(self.seats) if name in self.record.left}
            self.findings += [self._placed(finding) for finding in proved(hand, shown)]

    def _outcome(self, hand: Hand | None) -> tuple[str | None, list[Event], tuple[str, ...], State]:
        """The winner, what was paid, the paying cards not accounted for, and how far the hand is."""
        record = self.record
        if record.void is not None:
            return None, [], (), State.VOID
        if hand is None:
            return None, [], (), State.OPEN
        if record.tally is not None:
            return self._tallied(hand, record.tally)
        events = self._paid_in_play(hand_gains(hand))
        if not hand.ended:
            if (record.left or record.dead) and self.sound:
                self._contradiction("left-before-end", "cards left are noted, but the hand has not ended")
            return None, events, (), State.OPEN
        out = self.seats[hand.winner] if hand.winner is not None else None
        holders = tuple(name for name in self.seats if name != out)
        self._check_shown(hand, out)
        unplayed = [str(card) for card in self.profile.paying_left for _ in range(hand.pack[card] - hand.laid[card])]
        missing = self._unaccounted(unplayed, holders, hand.dead)
        if missing or not self.sound:
            return out, events, missing, State.UNSETTLED
        cards = {name: hand.held[seat] for seat, name in enumerate(self.seats)}
        outcome = self._ended(hand, out, holders, self._units(cards))
        return outcome.winner, events + at_the_end(self.profile, self.seats, outcome), (), State.SETTLED

    def _paid_in_play(self, gains: Iterable[tuple[int | None, str, str]]) -> list[Event]:
        return [*stakes(self.profile, self.seats), *earned(self.profile, self.seats, gains, self.price)]

    def _units(self, cards: Mapping[str, int]) -> dict[str, int]:
        """What each player had left, by the measure of `left.per`; `cards` are numbers of cards."""
        match self.profile.left.per:
            case "card":
                return dict(cards)
            case "pip":
                return {name: pips(self.profile, self.record.left.get(name, Shown())) for name in self.seats}
            case _:
                return dict.fromkeys(self.seats, 0)

    def _ended(self, hand: Hand, out: str | None, holders: tuple[str, ...], units: Mapping[str, int]) -> Outcome:
        """The outcome of a hand that was played: who wins it, and by which factor."""
        rules, shown, winner = self.profile, self.record.left, out
        if hand.blocked and rules.blocked.score == "difference":
            least = [name for name in self.seats if units[name] == min(units.values())]
            winner = least[0] if len(least) == 1 else None
        losers = [name for name in self.seats if name != winner]
        holds = any(card in rules.comet.cards for name in losers for card in shown.get(name, Shown()).cards)
        factors = [1]
        if holds and (not hand.blocked or rules.blocked.comet_doubles):
            factors.append(rules.multiply.loser_holds_comet)
        last = hand.top
        if not hand.blocked and last is not None and isinstance(last.play, Lay) and hand.is_comet(last.play.card):
            factors.append(rules.multiply.comet_last_nine if last.nine else rules.multiply.comet_last)
        return Outcome(winner, holders, shown, units, max(factors), self.carried)

    def _check_shown(self, hand: Hand, out: str | None) -> None:
        """Whether what was shown can be true beside the plays."""
        seen: dict[Card, list[str]] = {}
        for name, shown in self.record.left.items():
            self._check_cards(hand, shown.cards, f"left with {name}", seen)
            if name not in self.seats:
                self._contradiction("unknown-player", f'left names "{name}", who is not at the table')
            else:
                self._check_number(hand, name, shown, out)
        self._check_cards(hand, self.record.dead, "among the dead", seen)
        if len(self.record.dead) > max(hand.dead, 0):
            self._contradiction("dead-count", f"{len(self.record.dead)} dead cards are listed; {hand.dead} are dead")

    def _check_number(self, hand: Hand, name: str, shown: Shown, out: str | None) -> None:
        """Whether `name` can have held as many cards, or pips, as are listed."""
        held, told = hand.held[self.seats.index(name)], len(shown.cards) + shown.unseen
        by_pips = self.profile.left.per == "pip"
        if name == out and (told or shown.nobody_saw or shown.pips):
            self._contradiction("left-of-winner", f"{name} went out and can have nothing left", player=name)
        elif shown.nobody_saw:
            self._say("not-shown", Family.IRREGULAR, f"{name}'s cards were not shown", player=name)
        elif shown.pips is not None and not by_pips:
            self._contradiction("left-in-pips", f"{name}'s cards are given as pips, which do not pay here", player=name)
        elif shown.pips is not None:
            self._check_pips(name, shown, held)
        elif told != held:
            listed = f"{told} {'is' if told == 1 else 'are'} listed as left"
            self._contradiction(
                "left-count",
                f"{name} still held {held} card{'s' * (held != 1)}, but {listed}",
                remedy="" if by_pips else "Write ? for each card that does not pay and was not noted.",
                player=name,
            )
        elif shown.unseen and by_pips:
            self._contradiction(
                "left-unseen",
                f"every card that {name} held pays, but {shown.unseen} of {held} are not told",
                remedy="Write all of them, or the total of the pips, such as 72p.",
                player=name,
            )

    def _check_pips(self, name: str, shown: Shown, held: int) -> None:
        counts = [self.profile.pips_of(card) for card in self.profile.cards]
        least, most = held * min(counts), held * max(counts)
        if not least <= (shown.pips or 0) <= most:
            self._contradiction(
                "left-pips",
                f"{name} still held {held} cards: {shown.pips} pips cannot be right, {least} to {most} can",
                player=name,
            )

    def _check_cards(self, hand: Hand, cards: Iterable[Card], where: str, seen: dict[Card, list[str]]) -> None:
        """Whether each of `cards` can be there, beside what was laid and what was `seen` elsewhere."""
        for card in cards:
            copies, places = hand.pack[card], seen.setdefault(card, [])
            if not copies:
                self._contradiction("not-in-pack", f"{card}, {where}, is not in the pack of this game")
            elif hand.laid[card] >= copies:
                played = next(e for e in reversed(hand.log) if isinstance(e.play, Lay) and e.play.card == card)
                who = f"was played by {hand.names[played.seat]} (play {played.number})"
                every = f"all {copies} of them were played, the last by {hand.names[played.seat]}"
                self._contradiction("left-and-played", f"{card}, {where}, {who if copies == 1 else every}")
            elif hand.laid[card] + len(places) >= copies:
                self._contradiction("card-twice", f"{card} is {where} and also {either(dict.fromkeys(places))}")
            places.append(where)

    def _unaccounted(self, unplayed: list[str], holders: Sequence[str], dead: int | None) -> tuple[str, ...]:
        """What pays and is not accounted for: unplayed paying cards, or cards that have all to be known.

        Nothing is missing once every one of `holders` has shown. `dead` is the number of dead cards, or None where
        it is not known.
        """
        record = self.record
        unshown = [name for name in holders if name not in record.left]
        listed = [*record.dead, *(card for shown in record.left.values() for card in shown.cards)]
        missing = list(unplayed)
        for card in map(str, listed):
            if card in missing:
                missing.remove(card)
        if unshown:
            return tuple(f"{name}'s cards" for name in unshown) if self.profile.left.per == "pip" else tuple(missing)
        hidden = any(shown.nobody_saw or shown.pips is not None for shown in record.left.values())
        room = None if dead is None else dead - len(record.dead)
        if missing and not hidden and room is not None and len(missing) > room:
            self._contradiction(
                "unaccounted",
                f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} neither played nor left with anybody",
                why=f"Only {dead} cards of this deal are dead, and {len(record.dead)} of them are listed.",
                remedy="Correct a left, or write ?? for a hand that nobody saw.",
            )
        return ()

    def _tallied(self, hand: Hand, tally: Tally) -> tuple[str | None, list[Event], tuple[str, ...], State]:
        """The outcome of a hand known by its totals."""
        named = [tally.winner, *([tally.comet] if tally.comet else []), *self.record.left]
        for counts in (tally.kings, tally.aces, tally.cards_left, tally.pips_left):
            named += counts
        for name in dict.fromkeys(named):
            if name not in self.seats:
                self._contradiction("unknown-player", f'the tally names "{name}", who is not at the table')
        if self.record.turns:
            self._contradiction("tally-and-plays", "the hand has plays and a tally: one of them has to go")
        losers = [name for name in self.seats if name != tally.winner]
        measure, told = {"card": ("cards", tally.cards_left), "pip": ("pips", tally.pips_left)}.get(
            self.profile.left.per, ("", dict.fromkeys(losers, 0))
        )
        for name in [name for name in losers if name not in told][:1]:
            self._contradiction(f"tally-{measure}-left", f"the tally does not say how many {measure} {name} had left")
        gains: list[tuple[int | None, str, str]] = [
            (None, name, reason)
            for reason, counts in (("ace", tally.aces), ("king", tally.kings))
            for name in self.seats
            for _ in range(counts.get(name, 0))
        ]
        gains += [(None, tally.comet, "comet")] if tally.comet else []
        self._check_tally(hand, tally)
        unplayed = self._tally_unplayed(hand, tally)
        missing = () if self.profile.left.per == "pip" else self._unaccounted(unplayed, losers, hand.dead)
        if not self.sound:
            return None, [], missing, State.UNSETTLED
        events = self._paid_in_play(gains)
        if missing:
            return tally.winner, events, missing, State.UNSETTLED
        shown = self.record.left
        holds = any(card in self.profile.comet.cards for each in shown.values() for card in each.cards)
        factor = self.profile.multiply.loser_holds_comet if holds else 1
        outcome = Outcome(tally.winner, tuple(losers), shown, told, factor, self.carried)
        return tally.winner, events + at_the_end(self.profile, self.seats, outcome), (), State.SETTLED

    def _check_tally(self, hand: Hand, tally: Tally) -> None:
        """Whether what is listed of a hand known by its totals can be true."""
        seen: dict[Card, list[str]] = {}
        for name, shown in self.record.left.items():
            self._check_cards(hand, shown.cards, f"left with {name}", seen)
            if shown.nobody_saw:
                self._say("not-shown", Family.IRREGULAR, f"{name}'s cards were not shown", player=name)
            if name == tally.winner and (shown.cards or shown.unseen or shown.nobody_saw):
                self._contradiction("left-of-winner", f"{name} went out and can have nothing left", player=name)
        self._check_cards(hand, self.record.dead, "among the dead", seen)
        shown_comet = any(card in seen for card in self.profile.comet.cards)
        if tally.comet and shown_comet:
            self._contradiction("comet-twice", "the Comet was played by the tally, and also left")
        for counts, rank, what in ((tally.kings, KING, "kings"), (tally.aces, ACE, "aces")):
            total = sum(copies for card, copies in hand.pack.items() if card.rank == rank)
            told = sum(counts.values()) + sum(len(places) for card, places in seen.items() if card.rank == rank)
            if told > total:
                self._contradiction(f"too-many-{what}", f"the tally and what was left have {told} {what}, not {total}")

    def _tally_unplayed(self, hand: Hand, tally: Tally) -> list[str]:
        """The paying cards that a tally leaves unplayed, as far as counts can name them."""
        paying = self.profile.paying_left
        comets = [str(card) for card in paying if hand.is_comet(card) and not tally.comet]
        kings = [card for card in paying if not hand.is_comet(card) for _ in range(hand.pack[card])]
        shown = [*self.record.dead, *(card for shown in self.record.left.values() for card in shown.cards)]
        known = [str(card) for card in shown if card in kings]
        unknown = len(kings) - sum(tally.kings.values()) - len(known)
        return [*comets, *known, *["a king"] * max(unknown, 0)]

    def _compare(self, scored: ScoredHand) -> None:
        """Findings for what the file stores and the plays do not come to."""
        stored, computed = self.record.result, scored.result
        if stored is None or stored == Result():
            return
        if scored.state not in (State.SETTLED, State.VOID):
            if self.sound:
                self._say("result-too-early", Family.DIFFERS, f"a result is stored, but the hand is {scored.state}")
            return
        for name in ("winner", "change", "balances", "transfers"):
            says, is_ = getattr(stored, name), getattr(computed, name)
            if says is not None and says != is_ and (name != "balances" or self._sure):
                self._say(
                    f"stored-{name}",
                    Family.DIFFERS,
                    f"the stored {name} differs from what the plays come to",
                    why=f"stored: {_tell(says)}; computed: {_tell(is_)}",
                    remedy="Mend the plays, or let `comet score --replace` write the computed one.",
                )


def _comet_price(profile: Profile, before: Sequence[ScoredHand]) -> int:
    """The price of the Comet after the hands `before`: doubled after each in which it was not played, where that is
    the rule, and the agreed one again after it was. A void hand is no step.
    """
    counted = next((hand for hand in reversed(before) if hand.state is not State.VOID), None)
    if profile.pay.comet_growth == "none" or counted is None or counted.comet_played:
        return profile.pay.comet
    return counted.price * 2


def _carried(profile: Profile, before: Sequence[ScoredHand]) -> int:
    """What lies in the pool after the hands `before`, in points."""
    last = before[-1] if before else None
    if last is None or profile.stake.pool != "stays":
        return 0
    if last.state is State.VOID:
        return last.carried
    return last.staked if last.winner is None and last.state is State.SETTLED else 0


def _tell(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {points:+d}" for name, points in value.items())
    return "; ".join(value) if isinstance(value, tuple) else str(value or "nobody")


def _adjusted(record: HandRecord) -> list[Event]:
    return [Event.single("adjustment", each.payer, each.payee, each.points) for each in record.adjustments]


def _sides(record: HandRecord) -> list[str]:
    """Who is named in the adjustments of a hand, at the table or not."""
    return [name for each in record.adjustments for name in (each.payer, each.payee)]


def _regrouped(hand: Hand, turns: Sequence[Turn | Unread]) -> tuple[Turn, ...]:
    """Turns that were played, divided as the format has it."""
    return regroup([turn for turn in turns if isinstance(turn, Turn)], [played.led for played in hand.log])


def _mark(turn: Turn | Unread, play: int) -> tuple[int, int] | None:
    """Where in the text of `turn` its play number `play`, from 0, stands, or the word that cannot be read."""
    if isinstance(turn, Unread):
        start = turn.text.find(turn.word)
        return (start, start + len(turn.word)) if turn.word and start >= 0 else None
    words = [f"{turn.player}:", *map(str, turn.plays)]
    start = len(" ".join(words[: play + 1])) + 1
    return start, start + len(words[play + 1])
