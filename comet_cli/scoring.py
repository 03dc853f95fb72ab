"""One hand scored: replayed, paid, settled, and held against what the file says of it."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from comet_cli.findings import CometError, Family, Finding, in_order
from comet_cli.hand import Hand, How, Played
from comet_cli.payments import Event, change, signed
from comet_cli.plays import Turn, Unread, regroup
from comet_cli.profile import Profile
from comet_cli.records import HandRecord, Result, Session
from comet_cli.remainder import independent, laid_behind, stranger, unread
from comet_cli.report import Report
from comet_cli.reveal import proved
from comet_cli.settling import Settled, Settlement


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
    `balanced` where this hand and all before it are sound, and none before the last is unfinished. `played` counts
    the hands up to this one that are not void.
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
    played: int

    @property
    def leader(self) -> str:
        """Who leads first: the seat to the dealer's left."""
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)] if self.dealer else ""

    @property
    def holders(self) -> tuple[str, ...]:
        """Who still held cards at the end, clockwise from the left of the winner or of the dealer."""
        out = self.hand.names[self.hand.winner] if self.hand and self.hand.winner is not None else None
        if self.record.tally is not None:
            out = self.winner
        at = self.seats.index(out or self.dealer)
        around = self.seats[at + 1 :] + self.seats[:at]
        return around if out else (*around, self.dealer)

    @property
    def counted(self) -> bool:
        """Whether the record tells how many cards each player still held."""
        return self.hand is not None and self.record.tally is None and not self.hand.hole

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
    """Works out one hand; what there is to say on the way goes to the report."""

    def __init__(self, session: Session, number: int, record: HandRecord, before: Sequence[ScoredHand]) -> None:
        self.session = session
        self.profile = session.profile
        self.number = number
        self.record = record
        self.before = before
        self.seats = record.players or session.players
        self.report = Report(number, record)
        self.turns: tuple[Turn | Unread, ...] = record.turns
        self.price = _comet_price(self.profile, before)
        self.carried = _carried(self.profile, before)

    def score(self) -> ScoredHand:
        dealer, fits = self._dealer(), self._seats_fit()
        hand = None
        if fits and dealer:
            hand = Hand(self.profile, self.seats, self.seats.index(dealer), self._dealt(dealer))
            self._replay(hand)
        else:
            self._look_at_words(Hand(self.profile, self.seats, 0) if fits else None)
        if self.before and not self.before[-1].sound:
            broken = self.before[-1].number
            message = f"the balances from here on depend on hand {broken}, which cannot be relied on"
            self.report.say("balances-depend", Family.OPEN, message)
        settled, state = self._settled(hand)
        self._check_plan(state)
        unfinished = state not in (State.VOID, State.SETTLED) and self.number < len(self.session.hands)
        if unfinished and self.report.sound:
            remedy = 'Add what is missing; if it was broken off, say why: void = "reason".'
            message = f"the hand is {state}, and another follows it"
            self.report.say("unfinished-hand", Family.REFUSED, message, remedy=remedy)
        events = (*settled.events, *_adjusted(self.record))
        moved = change(dict.fromkeys([*self.seats, *_sides(self.record)]), events)
        running = self.before[-1].balances if self.before else dict.fromkeys(self.session.players, 0)
        balances = {name: running.get(name, 0) + moved.get(name, 0) for name in dict.fromkeys([*running, *self.seats])}
        scored = ScoredHand(
            number=self.number,
            record=self.record,
            seats=self.seats,
            dealer=dealer,
            hand=hand,
            state=state,
            winner=settled.winner,
            events=events,
            change=moved,
            balances=balances,
            turns=self.turns,
            missing=settled.missing,
            price=self.price,
            carried=self.carried,
            findings=(),
            sound=self.report.sound,
            balanced=self._sure and self.report.sound and not unfinished,
            played=self._played + (state is not State.VOID),
        )
        self._compare(scored)
        return replace(scored, findings=tuple(in_order(self.report.findings)))

    @property
    def _played(self) -> int:
        """How many hands before this one count."""
        return self.before[-1].played if self.before else 0

    @property
    def _sure(self) -> bool:
        """Whether the balances before this hand can be relied on."""
        return not self.before or self.before[-1].balanced

    def _settled(self, hand: Hand | None) -> tuple[Settled, State]:
        """What the hand comes to, and how far it is."""
        settlement = Settlement(self.profile, self.seats, self.report, self.price, self.carried)
        if self.record.void is not None:
            if hand is not None:
                settlement.check_listed(hand)
            return Settled(None, []), State.VOID
        if hand is None:
            return Settled(None, []), State.OPEN
        tally = self.record.tally
        settled = settlement.of_plays(hand) if tally is None else settlement.of_totals(hand, tally)
        if settled.paid_out:
            return settled, State.SETTLED
        return settled, State.UNSETTLED if tally is not None or hand.ended else State.OPEN

    def _check_plan(self, state: State) -> None:
        """Says that a hand is more than the match has."""
        planned = self.session.hands_planned
        if planned is not None and self._played >= planned and state is not State.VOID:
            message = f"the match has {planned} hand{'s' * (planned != 1)}, and this is one more"
            remedy = f"If the match is longer, write hands_planned = {self.number}."
            self.report.say("more-than-planned", Family.IRREGULAR, message, remedy=remedy)

    def _seats_fit(self) -> bool:
        fault = self.profile.seats_fault(len(self.seats))
        if fault:
            self.report.sound = False
            self.report.say("player-count", Family.REFUSED, fault, "players")
        return not fault

    def _dealer(self) -> str:
        """Who deals; "" where nobody can tell."""
        expected = next_dealer(self.session, self.before, self.seats)
        dealer = self.record.dealer or expected
        if dealer is None or dealer not in self.seats:
            first = None if self.before else self.session.first_dealer
            stranger = dealer or first
            who = f"{stranger} is not at the table" if stranger else "nobody is named as the first dealer"
            message, remedy = f"who deals is not known: {who}", 'Add dealer = "NAME" to the hand.'
            self.report.sound = False
            self.report.say("no-dealer", Family.REFUSED, message, "dealer", remedy=remedy)
            return expected or ""
        if expected is not None and dealer != expected and not self.record.dealer_changed:
            self.report.say(
                "wrong-dealer",
                Family.DIFFERS,
                f"{dealer} deals, but it is {expected}'s turn",
                "dealer",
                why="The deal moves to the left each hand; after a void hand the same dealer deals again.",
                remedy='If the table changed it, say why: dealer_changed = "reason".',
            )
            if self._led_after(expected) and not self._led_after(dealer):
                return expected
        return dealer

    def _led_after(self, dealer: str) -> bool:
        """Whether by the plays the hand was led by the left neighbour of `dealer`."""
        first = next((turn.player for turn in self.record.turns if isinstance(turn, Turn)), None)
        return first == self.seats[(self.seats.index(dealer) + 1) % len(self.seats)]

    def _dealt(self, dealer: str) -> dict[int, int]:
        """The numbers of cards, by seat, that differ from the deal of the game."""
        dealt: dict[int, int] = {}
        usual = self.profile.dealt(len(self.seats), self.seats.index(dealer))
        for name, number in self.record.dealt.items():
            if name not in self.seats:
                message = f'dealt names "{name}", who is not at the table'
                self.report.contradict("unknown-player", message, "dealt", name)
                continue
            seat = self.seats.index(name)
            dealt[seat] = number
            if number != usual[seat]:
                message = f"{name} was dealt {number} cards, not {usual[seat]}"
                self.report.say("misdeal", Family.IRREGULAR, message, "dealt", name, player=name)
        return dealt

    def _replay(self, hand: Hand) -> None:
        """Plays the turns, up to one that cannot be applied, and tells what they and the shown cards prove."""
        if hand.dead < 0:
            message = f"{sum(hand.dealt)} cards were dealt from a pack of {hand.pack.total()}"
            remedy = "Somebody was dealt fewer (dealt), or laid a card that is recorded as another player's (fix)."
            self.report.contradict("too-many-dealt", message, "dealt", remedy=remedy)
        out, turns = self.record.out, self.record.turns
        if out is not None and out not in self.seats:
            self.report.contradict("unknown-player", f'out names "{out}", who is not at the table', "out")
        for index, turn in enumerate(turns):
            played = len(hand.log)
            try:
                self._apply(hand, turn)
            except CometError as error:
                self.report.refuse(error.finding, index, len(hand.log) - played)
                self._look_behind(index, len(hand.log) - played, hand)
                self.turns = (*_regrouped(hand, turns[:index]), *turns[index:])
                break
        else:
            regrouped = _regrouped(hand, turns)
            self.turns = turns if regrouped == turns else regrouped
            self._end_by_word(hand)
        if self.record.void is None:
            shown = {seat: self.record.left[name] for seat, name in enumerate(self.seats) if name in self.record.left}
            for finding in proved(hand, shown, self.record.dead, self._behind(hand)):
                self.report.add(finding)

    def _behind(self, hand: Hand) -> list[Played]:
        """The cards laid behind a play that could not be applied, by players at the table, none more than once."""
        found, cards = [], hand.laid.copy()
        for number, player, play in laid_behind(self.record.turns, hand) if self.report.broken else ():
            if number is not None and player in self.seats:
                cards[play.card] += 1
                if cards[play.card] <= hand.pack[play.card]:
                    found.append(Played(number, self.seats.index(player), play, How.FOLLOW, ()))
        return found

    def _end_by_word(self, hand: Hand) -> None:
        """Ends the hand where the table says that somebody went out, and the plays do not show it."""
        out = self.record.out
        if out is None or out not in self.seats or self.record.tally is not None:
            return
        seat = self.seats.index(out)
        if hand.ended and hand.winner != seat:
            went = f"{hand.names[hand.winner]} did" if hand.winner is not None else "the hand was blocked"
            self.report.contradict("out-differs", f"out says that {out} went out, but by the plays {went}", "out")
        elif not hand.ended:
            cards = f"{hand.held[seat]} card{'s' * (hand.held[seat] != 1)}"
            self.report.say(
                "record-hole",
                Family.UNPROVED,
                f"{out} went out, but by the record still held {cards}: some plays are missing",
                "out",
                why="What was laid without a record, the Comet and kings too, is not paid for.",
                remedy="Mend the plays with fix where they are remembered; what they pay can be agreed with adjust.",
                player=out,
            )
            hand.go_out(seat)

    def _look_at_words(self, hand: Hand | None) -> None:
        """Tells what is wrong in a hand that cannot be replayed, since nobody knows who deals, or to how many.

        `hand` knows the pack, if that can be told.
        """
        for at, place, finding in independent(self.record.turns, -1, 0, self.seats, hand):
            self.report.refuse(finding, at, place)
        if hand is not None:
            Settlement(self.profile, self.seats, self.report, self.price, self.carried).check_listed(hand)

    def _look_behind(self, index: int, played: int, hand: Hand) -> None:
        """Tells what is wrong behind a play that could not be applied, and does not depend on it."""
        for at, place, finding in independent(self.record.turns, index, played, self.seats, hand):
            self.report.refuse(finding, at, place)

    def _apply(self, hand: Hand, turn: Turn | Unread) -> None:
        play = len(hand.log) + 1
        if isinstance(turn, Unread):
            raise CometError(unread(turn).at(play=play))
        if turn.player not in self.seats:
            raise CometError(stranger(turn, self.seats).at(play=play))
        seat = self.seats.index(turn.player)
        for each in turn.plays:
            hand.play(seat, each)
            if each.stood:
                words = f": {turn.remark}" if turn.remark else ""
                message = f"{turn.player}'s {each} was against the rules, but it stood{words}"
                self.report.say("stood", Family.IRREGULAR, message, play=len(hand.log), player=turn.player)

    def _after_the_stored(self, scored: ScoredHand) -> dict[str, int] | None:
        """The balances after this hand by those that are stored with the one before."""
        stored = self.before[-1].record.result if self.before else None
        if stored is None or stored.balances is None:
            return None
        return {name: stored.balances.get(name, 0) + scored.change.get(name, 0) for name in scored.balances}

    def _compare(self, scored: ScoredHand) -> None:
        """Findings for what the file stores and the plays do not come to."""
        stored, computed = self.record.result, scored.result
        if stored is None or stored == Result():
            return
        if scored.state not in (State.SETTLED, State.VOID):
            if self.report.sound:
                message = f"a result is stored, but the hand is {scored.state}"
                remedy = "Add what is missing, or take the result away."
                self.report.say("result-too-early", Family.DIFFERS, message, "result", remedy=remedy)
            return
        # A price that grows and a pool that stays depend on the hands before.
        depends = self.profile.pay.comet_growth != "none" or self.profile.stake.pool == "stays"
        unsure = ("change", "balances", "transfers") if depends else ("balances",)
        for name in ("winner", "change", "balances", "transfers"):
            says, is_ = getattr(stored, name), getattr(computed, name)
            if name == "balances" and says == self._after_the_stored(scored):
                continue  # the difference came with an earlier hand, and is told there
            if says is not None and says != is_ and (name not in unsure or self._sure):
                self.report.say(
                    f"stored-{name}",
                    Family.DIFFERS,
                    f"the stored {name} differ{'' if name.endswith('s') else 's'} from what the plays come to",
                    "result",
                    name,
                    why=f"stored: {_tell(says)}; computed: {_tell(is_)}",
                    remedy="Mend the plays, or let `comet score --replace` write what is computed.",
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
        return ", ".join(f"{name} {signed(points)}" for name, points in value.items())
    return "; ".join(value) if isinstance(value, tuple) else str(value or "nobody")


def _adjusted(record: HandRecord) -> list[Event]:
    return [Event.single("adjustment", each.payer, each.payee, each.points) for each in record.adjustments]


def _sides(record: HandRecord) -> list[str]:
    """Who is named in the adjustments of a hand, at the table or not."""
    return [name for each in record.adjustments for name in (each.payer, each.payee)]


def _regrouped(hand: Hand, turns: Sequence[Turn | Unread]) -> tuple[Turn, ...]:
    """Turns that were played, divided as the format has it."""
    return regroup([turn for turn in turns if isinstance(turn, Turn)], [played.led for played in hand.log])
