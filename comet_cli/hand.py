"""One hand: what may be played now, why not, and what a play leads to.

The hands are hidden. The engine knows how many cards each seat was dealt and what has been played, and reasons
only from that; what the cards prove once they are shown is the matter of `reveal`. Seats are numbers from 0,
clockwise: the next number sits to the left.
"""

import copy
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from comet_cli.cards import ACE, Card, above
from comet_cli.findings import CometError, Family, Finding
from comet_cli.plays import Lay, Pass, Play
from comet_cli.profile import Profile


@dataclass(frozen=True, slots=True)
class Played:
    """One play of the log: its number from 1, who made it, and how the run stood before it.

    `needed` are the cards that would have continued the run, none on a lead. `led` says that the card began a
    run, `detour` that it was the Comet laid instead of a pass.
    """

    number: int
    seat: int
    play: Play
    needed: tuple[Card, ...]
    led: bool = False
    detour: bool = False


class Hand:
    """The state of one hand, derived play by play.

    `leader` is the seat that has to lead, or None while a run is on. `needed` are the cards that continue the run
    (two after a detour); they may be out of the pack or already played, and then nobody has them. `last` is the
    seat of the last card, `passed` who has passed since, `winner` who went out. `held` counts the cards in each
    hand. `earned` lists what pays: number of the play, seat, and reason.
    """

    def __init__(
        self, profile: Profile, names: tuple[str, ...], dealer: int, dealt: Mapping[int, int] | None = None
    ) -> None:
        self.profile = profile
        self.names = names
        self.dealt = tuple((dealt or {}).get(seat, n) for seat, n in enumerate(profile.dealt(len(names), dealer)))
        self.held = list(self.dealt)
        self.log: list[Played] = []
        self.earned: list[tuple[int, int, str]] = []
        self.laid: Counter[Card] = Counter()
        self.needed: tuple[Card, ...] = ()
        self.leader: int | None = (dealer + 1) % len(names)
        self.last = self.leader
        self.passed: frozenset[int] = frozenset()
        self.turn_open = False
        self.winner: int | None = None

    def copy(self) -> "Hand":
        """A hand that can be played on without touching this one."""
        twin = copy.copy(self)
        twin.held, twin.log, twin.earned, twin.laid = self.held[:], self.log[:], self.earned[:], self.laid.copy()
        return twin

    @property
    def dead(self) -> int:
        """How many cards were dealt to nobody."""
        return self.profile.cards.total() - sum(self.dealt)

    @property
    def to_speak(self) -> int | None:
        """The seat whose turn it is to follow or pass; None on a lead and after the end."""
        if self.leader is not None or self.winner is not None:
            return None
        return next((seat for seat in self._left_of(self.last) if seat not in self.passed), None)

    @property
    def to_act(self) -> int | None:
        """The seat that leads or speaks next; None after the end."""
        return self.leader if self.winner is None and self.leader is not None else self.to_speak

    @property
    def going_on(self) -> int | None:
        """The seat that laid the last card and may still lay more in the same turn, if any."""
        open_turn = self.turn_open and not self.passed and self.leader is None and self.winner is None
        return self.last if open_turn else None

    def is_out(self, card: Card) -> bool:
        """Whether a copy of `card` has not been played yet: it is in a hand or dead."""
        return self.laid[card] < self.profile.cards[card]

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """Those of the needed cards that somebody may still have."""
        return tuple(card for card in self.needed if self.is_out(card))

    def may(self, seat: int, play: Play) -> bool:
        """Whether `play` by `seat` is legal now, as far as hidden hands let anyone say."""
        return self.why_not(seat, play) is None

    def why_not(self, seat: int, play: Play) -> Finding | None:
        """Why `play` by `seat` is not allowed now, or None if it is. A play marked `!` answers to possession only."""
        if self.winner is not None:
            return self._after_the_end(seat, play)
        if isinstance(play, Lay) and (fault := self._impossible(play)):
            return fault
        if play.stood:
            return self._cannot_have_stood(seat, play)
        if self.leader is not None:
            return self._bad_lead(seat, play)
        return self._out_of_turn(seat, play) or self._not_in_run(seat, play)

    def play(self, seat: int, play: Play) -> None:
        """Adds `play` by `seat` to the log. Raises `CometError`, and changes nothing, where it is not allowed."""
        if fault := self.why_not(seat, play):
            raise CometError(fault.at(legal=self.legal_text(), play=len(self.log) + 1, player=self.names[seat]))
        if isinstance(play, Pass):
            self._pass(seat, play)
        else:
            self._lay(seat, play)

    def legal(self) -> dict[int, tuple[Play, ...]]:
        """Every play that `why_not` lets pass now, by seat, the needed cards first."""
        cards = dict.fromkeys([*self.open_cards, *self.profile.cards])
        plays: tuple[Play, ...] = (*map(Lay, cards), Pass())
        found = {seat: tuple(play for play in plays if self.may(seat, play)) for seat in range(len(self.names))}
        return {seat: plays for seat, plays in found.items() if plays}

    def legal_text(self) -> str:
        """`legal` as a phrase: who may do what."""
        if self.winner is not None:
            return "nothing: the hand has ended"
        if self.leader is not None:
            return f"{self.names[self.leader]} leads any card"
        phrases = []
        for seat, plays in sorted(self.legal().items(), key=lambda item: item[0] != self.to_speak):
            *words, last = map(str, plays)
            goes_on = ", going on" if seat == self.going_on else ""
            phrases.append(f"{self.names[seat]}{goes_on}: {' or '.join([', '.join(words), last] if words else [last])}")
        return "; ".join(phrases)

    def _left_of(self, seat: int) -> tuple[int, ...]:
        """The other seats, clockwise from the left of `seat`."""
        seats = len(self.names)
        return tuple((seat + step) % seats for step in range(1, seats))

    def _pass(self, seat: int, play: Pass) -> None:
        self.log.append(Played(len(self.log) + 1, seat, play, self.needed))
        if self.leader is not None:
            self.leader = self._left_of(seat)[0]
        elif seat == self.last:
            self.turn_open = False
        else:
            self.passed |= {seat}
            if self.to_speak is None:
                self._lead(self.last)

    def _lay(self, seat: int, play: Lay) -> None:
        card = play.card
        in_run = self.leader is None
        detour = in_run and card in self.profile.comet.cards and card not in self.needed
        led = not detour and card not in self.needed
        entry = Played(len(self.log) + 1, seat, play, self.needed, led, detour)
        self.log.append(entry)
        self.laid[card] += 1
        self.held[seat] -= 1
        self._earn(entry, card)
        branches = (card for card in self.needed if self.profile.cards[card]) if detour else ()
        following = above(card)
        self.needed = tuple(dict.fromkeys([*branches, *([following] if following else [])]))
        self.last, self.leader, self.passed, self.turn_open = seat, None, frozenset(), not detour
        if self.held[seat] == 0:
            self.winner, self.needed = seat, ()
        elif not self.needed or self._silent_gap():
            self._lead(seat)

    def _earn(self, entry: Played, card: Card) -> None:
        if entry.led and card.rank == ACE:
            self.earned.append((entry.number, entry.seat, "ace"))
        if above(card) is None:
            self.earned.append((entry.number, entry.seat, "king"))
        if card in self.profile.comet.cards:
            self.earned.append((entry.number, entry.seat, "comet"))

    def _silent_gap(self) -> bool:
        return self.profile.stop.gap == "silent" and not any(self.profile.cards[card] for card in self.needed)

    def _lead(self, seat: int) -> None:
        self.leader, self.needed, self.passed, self.turn_open = seat, (), frozenset(), False

    def _after_the_end(self, seat: int, play: Play) -> Finding:
        name = self.names[seat]
        if seat == self.winner and isinstance(play, Lay):
            return _refusal(
                "too-many-cards",
                f"{play.card} is one card too many: {name} was dealt {self.dealt[seat]} and has laid them all",
                why="A hand ends with the first empty hand.",
                remedy="If a play above is wrong, take it back (undo).",
            )
        return _refusal(
            "hand-ended",
            f"the hand has ended: {self.names[self.last]} laid the last of {self.dealt[self.last]} cards",
            why="The first empty hand ends the hand at once.",
            remedy="If that was a slip, undo.",
        )

    def _impossible(self, play: Lay) -> Finding | None:
        card = play.card
        if not card.suit:
            return _refusal("no-suit", f'"{card}" has no suit', why="Runs go up in one suit.", remedy=f"Write {card}♣.")
        if not self.profile.cards[card]:
            return _refusal("not-in-pack", f"{card} is not in the pack of this game")
        if not self.is_out(card):
            before = next(e for e in reversed(self.log) if isinstance(e.play, Lay) and e.play.card == card)
            return _refusal(
                "already-played",
                f"{card} was already played by {self.names[before.seat]} (play {before.number})",
                remedy="If that play was the slip, undo back to it.",
            )
        if play.stands_for is not None:
            return _refusal(
                "stands-for-nothing",
                f"{play.card} cannot stand for {play.stands_for}",
                why="In this game the Comet is a detour: it never stands for another card.",
                remedy=f"Write {play.card} alone.",
            )
        return None

    def _cannot_have_stood(self, seat: int, play: Play) -> Finding | None:
        if isinstance(play, Pass) and self.leader is not None and seat != self.leader:
            return self._bad_lead(seat, play)
        return None

    def _bad_lead(self, seat: int, play: Play) -> Finding | None:
        name, leader = self.names[seat], self.names[self.leader or 0]
        if isinstance(play, Pass):
            return _refusal("no-pass-on-lead", f"{name} cannot pass: {leader} leads, and no card is needed")
        comet = play.card in self.profile.comet.cards
        if seat != self.leader:
            after_king = bool(self.log) and isinstance(self.log[-1].play, Lay) and above(self.log[-1].play.card) is None
            if comet and after_king:
                return _refusal(
                    "comet-after-king",
                    f"{name} cannot lay the Comet: {leader} has just ended a run with a king and leads",
                    why="After a king there is no round of passes, so no Comet in place of one.",
                    remedy=f"If {leader} leads it, write {leader}: {play.card}.",
                )
            return _refusal(
                "not-the-leader",
                f"{name} cannot lay {play.card}: it is {leader} who leads",
                remedy=f"If {leader} laid it, write {leader}: {play.card}.",
            )
        if comet and self.profile.comet.on_lead == "not_allowed":
            return _refusal("comet-led", f"{name} cannot lead {play.card}: the Comet is not led in this game")
        return None

    def _out_of_turn(self, seat: int, play: Play) -> Finding | None:
        if seat == self.to_speak or (seat == self.going_on and isinstance(play, Lay)):
            return None
        name, due = self.names[seat], self.names[self.to_act or 0]
        if seat == self.last:
            return self._last_player_again(name, due, play)
        if seat in self.passed:
            return _refusal(
                "already-passed",
                f"{name} has already passed in this round; it is {due}'s turn",
                why="A player who passed cannot come back until another card is laid.",
            )
        if isinstance(play, Pass):
            return _refusal(
                "pass-out-of-turn",
                f"{name} cannot pass yet: it is {due}'s turn",
                why="Players speak in turn, from the left of the last card.",
            )
        return _refusal(
            "skipped-seat",
            f"{name} cannot lay {play.card} yet: {due} was skipped",
            why="Nothing is played out of turn, and a pass that nobody recorded is not made up.",
            remedy=f"If {due} passed, write {due}: pass.",
        )

    def _last_player_again(self, name: str, due: str, play: Play) -> Finding:
        if isinstance(play, Pass):
            return _refusal(
                "pass-by-last-player",
                f"{name} laid the last card: no pass is needed to stop",
                why="The turn goes left; the pass is the next player's.",
                remedy=f"Write {due}: pass, or pass! if {name} stopped while able to go on.",
            )
        if self.passed:
            return _refusal(
                "round-not-over",
                f"{name} cannot lay {play.card} yet: {due} has not spoken",
                why="The player of the last card leads when all others have passed.",
                remedy=f"If {due} passed, write {due}: pass.",
            )
        return _refusal(
            "turn-over",
            f"{name} cannot go on with {play.card}: it is {due}'s turn",
            why="After the Comet the turn goes left.",
        )

    def _not_in_run(self, seat: int, play: Play) -> Finding | None:
        if isinstance(play, Pass) or play.card in self.needed:
            return None
        if play.card in self.profile.comet.cards:
            if seat == self.going_on and not self.profile.comet.follow_own:
                return _refusal(
                    "comet-on-own-card",
                    f"{self.names[seat]} cannot lay the Comet on a card of the same turn",
                    why="In this game the Comet is laid only instead of a pass, not after one's own cards.",
                )
            return None
        return _refusal(
            "out-of-sequence",
            f"{play.card} does not continue the run: {' or '.join(map(self.describe, self.needed))} is needed",
            why="A run goes up one card at a time in its suit.",
            remedy="If the others all passed and this is a new lead, enter the passes first.",
        )

    def describe(self, card: Card) -> str:
        """A needed card, with the reason where everybody can see that nobody has it."""
        if not self.profile.cards[card]:
            return f"{card} (not in the pack)"
        return str(card) if self.is_out(card) else f"{card} (already played)"


def _refusal(code: str, message: str, *, why: str = "", remedy: str = "") -> Finding:
    return Finding(code, Family.REFUSED, message, why=why, remedy=remedy)
