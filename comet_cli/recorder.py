"""Recording a night: every entry checked, kept, and told in full. Knows no terminal and no files."""

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from comet_cli import history
from comet_cli.answers import read_dead, read_left, shown_cards
from comet_cli.changes import match_over, reason_of, with_last
from comet_cli.entry import Line, read_line
from comet_cli.events import EVENTS
from comet_cli.findings import CometError, Family, Finding, refused
from comet_cli.hand import Hand
from comet_cli.history import History
from comet_cli.night import Night, score_night
from comet_cli.payments import signed
from comet_cli.people import find_player
from comet_cli.plays import Turn, regroup
from comet_cli.records import HandRecord, Session
from comet_cli.reveal import PROVED, admitted
from comet_cli.scoring import ScoredHand, State
from comet_cli.writing import SessionWriter, session_key

# What speaks of the next hand once one has ended.
_OF_THE_NEXT_HAND = ("dealer", "tally", "join", "leave", "seats")

Save = Callable[[Session, History], None]


@dataclass(frozen=True, slots=True)
class Echo:
    """One line of answer to an entry; `filled` marks a turn that nobody typed."""

    text: str
    filled: bool = False


class Recorder:
    """A night being recorded. `save` is called with every accepted change before it counts as accepted.

    `books` says that an ended hand is booked as soon as what pays is known, without being asked.
    Raises `CometError` where the night cannot be gone on with.
    """

    def __init__(self, session: Session, past: History, save: Save, *, books: bool = False) -> None:
        self.night = score_night(session)
        self.history = past
        self.books = books
        self._save = save
        self._writer = SessionWriter()

    def check(self) -> None:
        """Raises `CometError` where a fault in the night has to be mended before anything is added to it."""
        for hand in self.night.hands:
            faults = [finding for finding in hand.findings if finding.fails and finding.code not in PROVED]
            stopped = not hand.sound or (hand is not self.night.hands[-1] and hand is self.night.unfinished)
            if stopped and faults:
                raise CometError(faults[0].at(hand=hand.number, remedy="Mend it in the file, or undo back to it."))

    @property
    def last(self) -> ScoredHand | None:
        """The last hand, if there is one."""
        return self.night.hands[-1] if self.night.hands else None

    @property
    def booked(self) -> bool:
        """Whether the next card begins a new hand."""
        last = self.last
        return last is None or last.state is State.VOID or last.record.result is not None

    @property
    def over(self) -> bool:
        """Whether every planned hand is booked."""
        return self.booked and self.night.complete

    @property
    def asked(self) -> str | None:
        """The loser who is to be asked what they still held, or None while nothing has to be asked."""
        last = self.last
        if last is None or last.state is not State.UNSETTLED:
            return None
        return next((name for name in last.holders if name not in last.record.left), None)

    @property
    def to_book(self) -> ScoredHand | None:
        """The settled hand that waits to be booked, if one does."""
        return None if self.booked or self.last is None or self.last.state is not State.SETTLED else self.last

    @property
    def hand(self) -> Hand:
        """The hand that the next play belongs to. Raises `CometError` where there is none."""
        last = self.last
        if last is not None and last.state is State.OPEN and last.hand is not None:
            return last.hand
        if not self.booked:
            raise self._waiting()
        if self.over:
            raise match_over(self.night)
        session, seats, dealer = self.night.session, self.night.seats, self.night.next_dealer
        if fault := session.profile.seats_fault(len(seats)):
            raise refused("player-count", fault)
        if dealer is None:
            raise refused(
                "no-dealer", "nobody is named as the first dealer", remedy='Add first_dealer = "NAME" to the file.'
            )
        return Hand(session.profile, seats, seats.index(dealer))

    def enter(self, text: str) -> list[Echo]:
        """Takes a line of plays whole, and tells them in full. Raises `CometError`, changing nothing."""
        kept = self.night
        if self.books and self.to_book:
            self.night = score_night(self._booked(self.night.canonical), self.night)
        try:
            return self._enter(text)
        except BaseException:
            self.night = kept
            raise

    def _enter(self, text: str) -> list[Echo]:
        line = read_line(text, self.hand)
        turns = [Turn(line.after.names[entered.seat], (entered.play,)) for entered in line.plays]
        if line.remark:
            turns[-1] = replace(turns[-1], remark=line.remark)
        session = self.night.canonical
        if self.booked:
            session = replace(session, hands=(*session.hands, self.night.next_record))
        record = session.hands[-1]
        came = self._take(with_last(session, replace(record, turns=(*record.turns, *turns))), turns=True)
        return [*_told(line, turns), *came]

    def event(self, command: str, words: str) -> list[Echo]:
        """Takes what happened at the table besides the cards (see `events`). Raises `CometError`, changing nothing."""
        booked = self.books and self.to_book and command in _OF_THE_NEXT_HAND
        night = score_night(self._booked(self.night.canonical), self.night) if booked else self.night
        session, told = EVENTS[command](night, words)
        session, night = self._derived(session)
        known = {(finding.hand, finding.code) for finding in self.night.findings if finding.fails}
        for finding in night.findings:
            broken = finding.fails and finding.family is not Family.UNPROVED
            if broken and (finding.hand, finding.code) not in known:
                raise CometError(finding)
        came = self._take(session)
        return [Echo(told), *(came if command != "rename" else [])]

    def _derived(self, session: Session) -> tuple[Session, Night]:
        """`session` with the stored results of its hands worked out anew, and its night."""
        night = score_night(session, self.night)
        hands = tuple(
            replace(hand.record, result=hand.result)
            if hand.record.result is not None and hand.state in (State.SETTLED, State.VOID)
            else hand.record
            for hand in night.hands
        )
        session = replace(session, hands=hands)
        return session, score_night(session, night)

    def left(self, text: str) -> list[Echo]:
        """Takes what a loser still held ("b: Ks"). Raises `CometError`, changing nothing."""
        hand = self._ended()
        seat, cards = read_left(text, hand.seats)
        return self.shown(hand.seats[seat], cards)

    def shown(self, player: str, cards: str) -> list[Echo]:
        """Takes what `player`, by any name that means them, still held. Raises `CometError`, changing nothing."""
        hand = self._ended()
        seat = find_player(player, hand.seats)
        name, held = hand.seats[seat], hand.hand.held[seat] if hand.hand and hand.counted else None
        if name not in hand.holders:
            raise refused("left-of-winner", f"{name} went out and has nothing left")
        shown = shown_cards(cards, held, self.night.session.profile)
        record = self.night.canonical.hands[-1]
        return [Echo(f"left {name}: {shown}"), *self._answer(replace(record, left={**record.left, name: shown}))]

    def dead(self, text: str) -> list[Echo]:
        """Takes cards seen among the dead. Raises `CometError`, changing nothing."""
        self._ended()
        record = self.night.canonical.hands[-1]
        cards = read_dead(text, self.night.session.profile)
        told = Echo(f"dead {' '.join(map(str, cards))}")
        return [told, *self._answer(replace(record, dead=(*record.dead, *cards)))]

    @property
    def proved(self) -> list[Finding]:
        """What the shown cards of the last hand prove against its plays, as long as nobody has admitted it."""
        findings = self.last.findings if self.last and self.last.sound else ()
        return [finding for finding in findings if finding.code in PROVED]

    def trial(self) -> "Recorder":
        """A recorder in the same state that keeps nothing, to see what a line would come to."""
        twin = copy.copy(self)
        twin._save = lambda session, past: None
        return twin

    def admit(self, reason: str = "") -> list[Echo]:
        """Marks with `!` whatever the shown cards prove, and keeps the reason with the plays.

        Raises `CometError` where they prove nothing.
        """
        reason = reason_of(reason)
        proved = self.proved
        if not proved:
            raise refused("nothing-to-admit", "the shown cards prove nothing against the plays")
        record = self.night.canonical.hands[-1]
        came = self._answer(replace(record, turns=admitted(record.turns, proved, reason)))
        return [*(Echo(f"admitted: {finding.message}") for finding in proved), *came]

    def book(self) -> list[Echo]:
        """Books the settled hand that waits to be booked (`to_book`)."""
        assert self.to_book is not None
        return self._take(self._booked(self.night.canonical))

    def undo(self) -> list[Echo]:
        """Takes the last turn, answer or booking back. Raises `CometError` where there is none."""
        return self._move(history.undo(self.night.canonical, self.history, self._key), "nothing-to-undo", "undone")

    def redo(self) -> list[Echo]:
        """Puts back what was undone last. Raises `CometError` where there is nothing."""
        return self._move(history.redo(self.night.canonical, self.history, self._key), "nothing-to-redo", "redone")

    def _key(self, session: Session) -> str:
        return session_key(self._writer.text(session).encode())

    def _booked(self, session: Session) -> Session:
        """`session`, which this night is, with the result of its last hand stored."""
        result = self.last.result if self.last else None
        return with_last(session, replace(session.hands[-1], result=result))

    def _waiting(self) -> CometError:
        number = self.last.number if self.last else 0
        if self.asked:
            return refused(
                "hand-unsettled",
                f"hand {number} has ended and waits for what {self.asked} still held",
                legal=f'"left {self.asked}: ..." with the kings and the Comet, "-" for none, "??" if nobody saw it',
            )
        return refused(
            "hand-not-booked", f"hand {number} has ended and is not booked yet", legal="an empty line books it; undo"
        )

    def _ended(self) -> ScoredHand:
        """The last hand, if it has ended."""
        last = self.last
        if last is None or last.state not in (State.UNSETTLED, State.SETTLED):
            raise refused(
                "hand-not-ended",
                "no hand has ended yet that cards could be left from",
                why="What a player holds is told once the hand has ended.",
            )
        return last

    def _answer(self, record: HandRecord) -> list[Echo]:
        """Takes a changed last hand, unless what it says cannot be true; a booked one is booked anew."""
        session = with_last(self.night.canonical, replace(record, result=None))
        scored = score_night(session, self.night).hands[-1]
        known = {(finding.code, finding.message) for finding in self.last.findings} if self.last else set()
        for finding in scored.findings:
            new = (finding.code, finding.message) not in known and finding.code not in PROVED
            if not scored.sound and finding.fails and new:
                raise CometError(finding)
        if record.result is not None and scored.state is State.SETTLED:
            session = with_last(session, replace(record, result=scored.result))
        return self._take(session)

    def _take(self, session: Session, *, turns: bool = False) -> list[Echo]:
        """Scores, books where that is due, saves, and only then takes the new session over.

        Returns what was paid by it, and that a hand was booked.
        """
        before = self.night
        if session == before.canonical:
            return []
        night = score_night(session, before)
        last = night.hands[-1] if night.hands else None
        past = history.entered(before.canonical, night.canonical, self.history, self._key, turns=turns)
        if self.books and last and last.state is State.SETTLED and last.record.result is None:
            settled = with_last(session, replace(last.record, turns=last.turns))
            booked = with_last(settled, replace(settled.hands[-1], result=last.result))
            past = history.entered(settled, booked, past, self._key)
            night = score_night(booked, night)
        self._keep(night, past)
        return _came_of(before, night)

    def _move(self, moved: tuple[Session, History] | None, code: str, done: str) -> list[Echo]:
        if moved is None:
            raise refused(code, "there is nothing to " + code.rpartition("-")[2])
        before = self.night.canonical
        session, past = moved
        self._keep(score_night(session, self.night), past)
        longer, shorter = (before, session) if done == "undone" else (session, before)
        return [Echo(f"{done}: {_difference(longer, shorter)}")]

    def _keep(self, night: Night, past: History) -> None:
        kept, self.night = self.night, night
        try:
            self._save(self.night.canonical, past)
        except BaseException:
            self.night = kept
            raise
        self.night = score_night(self.night.canonical, night)
        self.history = past


def _came_of(before: Night, night: Night) -> list[Echo]:
    """What has been paid in the last hand of `night` since `before`, what is proved by now, and its booking."""
    if not night.hands:
        return []
    last, known = night.hands[-1], before.hands[len(night.hands) - 1 : len(night.hands)]
    paid = Counter(event.text for hand in known for event in hand.events)
    now = Counter(event.text for event in last.events)
    echoes = [Echo(text) for text in (now - paid).elements()]
    echoes += [Echo(f"no longer {text}") for text in (paid - now).elements()]
    told = [finding.message for hand in known for finding in hand.findings]
    proved = [finding for finding in last.findings if finding.code in PROVED and finding.message not in told]
    echoes += [Echo(f"play {finding.play} is proved wrong: {finding.message}") for finding in proved]
    if last.record.result is not None and not any(hand.record.result for hand in known):
        balances = ", ".join(f"{name} {signed(points)}" for name, points in night.balances.items())
        following = f"; {night.next_dealer} deals next" if not night.complete else ""
        echoes.append(Echo(f"hand {last.number} is booked: {balances}{following}"))
    return echoes


def _told(line: Line, turns: Sequence[Turn]) -> list[Echo]:
    """The turns of a line in full, those that were filled in marked."""
    count = len(turns)
    leads = [played.led for played in line.after.log[-count:]]
    told, done = [], 0
    for turn in regroup(turns, leads):
        told.append(Echo(str(turn), line.plays[done].filled))
        done += len(turn.plays)
    return told


def _difference(longer: Session, shorter: Session) -> str:
    """What the last entry of `longer` adds to `shorter`, in words."""
    if not longer.hands:
        return "a change of the night"
    last = longer.hands[-1]
    number = len(longer.hands)
    before = shorter.hands[-1] if len(shorter.hands) == number else HandRecord(dealer=last.dealer)
    if longer.players != shorter.players:
        return "a change of the players"
    if longer.chips != shorter.chips:
        return "the chips"
    if longer.hands_planned != shorter.hands_planned and len(longer.hands) == len(shorter.hands):
        return "the number of hands"
    if last.result is not None and before.result is None:
        return f"the booking of hand {number}"
    for name, shown in last.left.items():
        if before.left.get(name) != shown:
            return f"left {name}: {shown}"
    if last.dead != before.dead:
        return f"dead {' '.join(map(str, last.dead[len(before.dead) :]))}"
    if len(longer.hands) != len(shorter.hands) or last.turns[: len(before.turns)] == before.turns != last.turns:
        return f"hand {number}, {last.turns[-1]}" if last.turns else f"hand {number}"
    changed = [word for name, word in _PARTS.items() if getattr(last, name) != getattr(before, name)]
    if changed:
        return f"{changed[0]} of hand {number}"
    return f"a change of hand {number}" if last != before else "a change of the night"


_PARTS = {
    "tally": "the tally",
    "out": "the end",
    "void": "the voiding",
    "notes": "a note",
    "adjustments": "an adjustment",
    "dealt": "the deal",
    "dealer": "the dealer",
    "players": "the seats",
    "turns": "a mended play",
}
