"""One hand: what may be played now, why not, and what a play leads to.

The hands are hidden. The engine knows how many cards each seat was dealt and what has been played, and reasons
only from that; what the cards prove once they are shown is the matter of `reveal`. Seats are numbers from 0,
clockwise: the next number sits to the left. The sentences of refusals are in `refusals`.
"""

import copy
import enum
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from comet_cli import refusals
from comet_cli.cards import ACE, Card, above
from comet_cli.findings import CometError, Finding
from comet_cli.plays import Lay, Pass, Play
from comet_cli.profile import Profile


class How(enum.Enum):
    """What a play does to the run."""

    LEAD = "begins a run"
    FOLLOW = "continues the run"
    JOIN = "is laid beside an equal card of the same player"
    DETOUR = "is the Comet, which opens a second branch"
    SUBSTITUTE = "is the Comet in the place of a card"
    RESET = "is the Comet, which ends the run"
    PASS = "is a pass"


@dataclass(frozen=True, slots=True)
class Played:
    """One play of the log: its number from 1, who made it, what it did, and what the run needed before it.

    `led` says that it began a run, `nine` that it was a resetting Comet laid where the run needed a nine.
    """

    number: int
    seat: int
    play: Play
    how: How
    needed: tuple[Card, ...]
    led: bool = False
    nine: bool = False


# When the Comet may be laid after a stop, before the next lead.
_WINDOW = ("at_stop", "stuck_or_stopped", "any_time")


class Hand:
    """The state of one hand, derived play by play.

    `leader` is the seat that may begin a run now, or None. `needed` are the cards that continue the run (two after
    a detour, none before the first card and after a king); they may be out of the pack or already played, and then
    nobody has them. `last` is the seat of the last card, `passed` who has passed since, `winner` who went out;
    `blocked` says that the hand ended because nobody could go on. `hole` counts the cards that the winner
    must have laid without a record of it, and `held` the cards in each hand. `earned`
    lists what pays: number of the play, seat, and reason.
    """

    def __init__(
        self, profile: Profile, names: tuple[str, ...], dealer: int, dealt: Mapping[int, int] | None = None
    ) -> None:
        self.profile = profile
        self.names = names
        self.dealer = dealer
        self.pack = profile.pack_for(len(names))
        self.dealt = tuple((dealt or {}).get(seat, n) for seat, n in enumerate(profile.dealt(len(names), dealer)))
        self.held = list(self.dealt)
        self.dead = self.pack.total() - sum(self.dealt)
        self.log: list[Played] = []
        self.earned: list[tuple[int, int, str]] = []
        self.laid: Counter[Card] = Counter()
        self.needed: tuple[Card, ...] = ()
        self.leader: int | None = (dealer + 1) % len(names)
        self.last = self.leader
        self.before_comet = self.leader
        self.passed: frozenset[int] = frozenset()
        self.turn_open = False
        self.together = 0
        self.winner: int | None = None
        self.blocked = False
        self.hole = 0

    def copy(self) -> "Hand":
        """A hand that can be played on without touching this one."""
        twin = copy.copy(self)
        twin.held, twin.log, twin.earned, twin.laid = self.held[:], self.log[:], self.earned[:], self.laid.copy()
        return twin

    def fresh(self) -> "Hand":
        """The same deal before its first card."""
        return Hand(self.profile, self.names, self.dealer, dict(enumerate(self.dealt)))

    @property
    def ended(self) -> bool:
        """Whether somebody has gone out, or the hand is blocked."""
        return self.winner is not None or self.blocked

    @property
    def in_turn(self) -> bool:
        """Whether players speak in turn, and not whoever holds the card."""
        return self.profile.run.order == "turn"

    @property
    def passes_lead_back(self) -> bool:
        """Whether a full round of passes gives the lead to the player of the last card."""
        rules = self.profile.stop
        return self.in_turn and rules.one_stuck == "others_try" and rules.all_stuck == "last_leads"

    @property
    def to_speak(self) -> int | None:
        """The seat whose turn it is to follow or pass; None on a lead, without turns, and after the end."""
        if self.leader is not None or self.ended or not self.in_turn:
            return None
        return next((seat for seat in self._left_of(self.last) if seat not in self.passed), None)

    @property
    def to_act(self) -> int | None:
        """The seat that leads or speaks next; None where whoever holds the card plays, and after the end."""
        return self.leader if not self.ended and self.leader is not None else self.to_speak

    @property
    def going_on(self) -> int | None:
        """The seat that laid the last card and may still lay more in the same turn, if any."""
        open_turn = self.turn_open and not self.passed and bool(self.needed) and not self.ended
        return self.last if open_turn else None

    @property
    def may_go_on(self) -> int | None:
        """The seat that laid the last card, where as far as anyone can see it may have a card to lay more."""
        seat = self.going_on
        cards = (*self.open_cards, *filter(self.is_out, self.profile.comet.cards))
        plays = [Lay(card) for card in cards] + [Lay(comet, card) for comet in cards for card in self.needed]
        return seat if seat is not None and any(self.may(seat, play) for play in plays) else None

    @property
    def top(self) -> Played | None:
        """The last card laid, if any."""
        return next((entry for entry in reversed(self.log) if isinstance(entry.play, Lay)), None)

    @property
    def set_unfinished(self) -> bool:
        """Whether a set has been begun that has to be laid whole."""
        top = self.top
        if self.profile.run.group != "sets" or self.together < 2 or top is None or not isinstance(top.play, Lay):
            return False
        if top.play.stood:
            return False
        return self.together < self.pack[top.play.card]

    def is_out(self, card: Card) -> bool:
        """Whether a copy of `card` has not been played yet: it is in a hand or dead."""
        return self.laid[card] < self.pack[card]

    def is_comet(self, card: Card) -> bool:
        """Whether `card` is a Comet."""
        return card in self.profile.comet.cards

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """Those of the needed cards that somebody may still have."""
        return tuple(card for card in self.needed if self.is_out(card))

    def may(self, seat: int, play: Play) -> bool:
        """Whether `play` by `seat` is legal now, as far as hidden hands let anyone say."""
        return self.why_not(seat, play) is None

    def why_not(self, seat: int, play: Play) -> Finding | None:
        """Why `play` by `seat` is not allowed now, or None if it is. A play marked `!` answers to possession only."""
        if self.ended:
            return refusals.after_the_end(self, seat, play)
        if isinstance(play, Lay) and (fault := self._impossible(play)):
            return fault
        if play.stood:
            return None
        if isinstance(play, Pass):
            return self._why_not_pass(seat)
        if self.set_unfinished and self._how(seat, play) is not How.JOIN:
            return refusals.set_unfinished(self, seat)
        match self._how(seat, play):
            case How.JOIN:
                return None
            case How.LEAD:
                return self._why_not_lead(seat, play)
            case How.FOLLOW:
                return self._why_not_follow(seat, play)
            case _:
                return self._why_not_comet(seat, play)

    def play(self, seat: int, play: Play) -> None:
        """Adds `play` by `seat` to the log. Raises `CometError`, and changes nothing, where it is not allowed."""
        if fault := self.why_not(seat, play):
            raise CometError(fault.at(legal=self.legal_text(), play=len(self.log) + 1, player=self.names[seat]))
        if isinstance(play, Pass):
            self._pass(seat, play)
        else:
            self._lay(seat, play)

    def go_out(self, seat: int) -> None:
        """Ends the hand for `seat`, whose last cards nobody recorded."""
        self.winner, self.hole = seat, self.held[seat]
        self.leader, self.needed, self.turn_open = None, (), False

    def legal(self) -> dict[int, tuple[Play, ...]]:
        """Every play that `why_not` lets pass now, by seat, the needed cards first; not the leads of a wild Comet."""
        cards = dict.fromkeys([*self.open_cards, *self.pack])
        comets = [Lay(comet, card) for comet in self.profile.comet.cards for card in self.needed]
        plays: tuple[Play, ...] = (*map(Lay, cards), *comets, Pass())
        found = {seat: tuple(play for play in plays if self.may(seat, play)) for seat in range(len(self.names))}
        return {seat: plays for seat, plays in found.items() if plays}

    def legal_text(self) -> str:
        """`legal` as a phrase: who may do what."""
        return refusals.legal_text(self)

    def describe(self, card: Card) -> str:
        """A needed card, with the reason where everybody can see that nobody has it."""
        if not self.pack[card]:
            return f"{card} (not in the pack)"
        return str(card) if self.is_out(card) else f"{card} (already played)"

    def _left_of(self, seat: int) -> tuple[int, ...]:
        """The other seats, clockwise from the left of `seat`."""
        seats = len(self.names)
        return tuple((seat + step) % seats for step in range(1, seats))

    # What a play is.

    def _how(self, seat: int, play: Lay) -> How:
        """What `play` by `seat` would do to the run, allowed or not."""
        card, comet = play.card, self.is_comet(play.card)
        if play.stands_for is not None:
            return How.SUBSTITUTE
        if self._joins(seat, card):
            return How.JOIN
        follows = card in self.needed and (self.leader is None or self._may_follow(seat))
        power = self.profile.comet.power if comet and not follows else ""
        if power == "detour" and self.needed:
            return How.DETOUR
        if power == "reset" and (self._runs_for(seat) or self.profile.comet.on_lead == "wild"):
            return How.RESET
        if follows:
            return How.FOLLOW
        if self.leader is not None or (play.stood and card not in self.needed):
            return How.LEAD
        return How.FOLLOW

    def _runs_for(self, seat: int) -> bool:
        """Whether a run is on that `seat` does not leave by leading."""
        return bool(self.needed) and (self.leader is None or seat == self.going_on)

    def _may_follow(self, seat: int) -> bool:
        """Whether `seat` may continue the run now, if it has the card."""
        return not self.in_turn or seat in (self.to_speak, self.going_on)

    def _joins(self, seat: int, card: Card) -> bool:
        """Whether `card` by `seat` goes beside the equal card that `seat` has just laid."""
        group, top = self.profile.run.group, self.top
        if group == "single" or top is None or self.is_comet(card) or not self.is_out(card):
            return False
        if not isinstance(top.play, Lay) or top.play.card != card or top.seat != seat:
            return False
        if above(card) is None:
            return group == "any" and self.log[-1] is top
        if self.together < 1 or seat != self.going_on:
            return False
        rest = self.pack[card] - self.together
        return group == "any" or (self.laid[card] == self.together and self.held[seat] >= rest)

    # Why it may not be.

    def _impossible(self, play: Lay) -> Finding | None:
        """What no table can let stand: a card that nobody can have."""
        if not self.pack[play.card]:
            return refusals.not_in_pack(self, play.card)
        if not self.is_out(play.card):
            return refusals.already_played(self, play.card)
        if play.stands_for is not None:
            power, wild = self.profile.comet.power, self.profile.comet.on_lead == "wild"
            stands = power == "substitute" or (power == "detour" and wild)
            if not self.is_comet(play.card) or not stands:
                return refusals.stands_for_nothing(self, play)
        return None

    def _why_not_pass(self, seat: int) -> Finding | None:
        if not self.in_turn or self.profile.stop.one_stuck == "next_leads":
            return refusals.no_passes(self)
        if self.leader is not None:
            return refusals.pass_on_lead(self, seat)
        if self.set_unfinished:
            return refusals.set_unfinished(self, seat)
        return None if seat == self.to_speak else refusals.out_of_turn(self, seat, Pass())

    def _why_not_lead(self, seat: int, play: Lay) -> Finding | None:
        if seat != self.leader:
            return refusals.not_the_leader(self, seat, play)
        others = self.held[seat] > sum(self.pack[card] - self.laid[card] for card in self.profile.comet.cards)
        if self.is_comet(play.card) and self.profile.comet.on_lead == "not_allowed" and others:
            return refusals.comet_not_led(self, seat, play)
        return None

    def _why_not_follow(self, seat: int, play: Lay) -> Finding | None:
        if not self._may_follow(seat):
            return refusals.out_of_turn(self, seat, play)
        if play.card in self.needed:
            return None
        if not self.in_turn and seat == self.last:
            return refusals.still_out(self, seat, play)
        return refusals.out_of_sequence(self, seat, play)

    def _why_not_comet(self, seat: int, play: Lay) -> Finding | None:
        resets = play.stands_for is None and self.profile.comet.power == "reset"
        wild = seat == self.leader and self.profile.comet.on_lead == "wild" and play.stands_for not in self.needed
        if not self.needed or (resets and not self._runs_for(seat)) or (play.stands_for and wild):
            return self._why_not_comet_first(seat, play)
        fault = self._too_early_or_late(seat, play)
        if fault is None and play.stands_for is not None:
            substitutes = self.profile.comet.power == "substitute"
            fault = self._cannot_stand_for(play.stands_for) if substitutes else refusals.stands_for_nothing(self, play)
        return fault

    def _why_not_comet_first(self, seat: int, play: Lay) -> Finding | None:
        """Why the Comet may not be laid with its power while no card is needed."""
        if seat != self.leader:
            return refusals.not_the_leader(self, seat, play)
        if self.profile.comet.on_lead != "wild":
            return refusals.nothing_to_stand_for(self, seat, play)
        stands_for = play.stands_for
        return refusals.not_in_pack(self, stands_for) if stands_for and not self.pack[stands_for] else None

    def _too_early_or_late(self, seat: int, play: Lay) -> Finding | None:
        """Why this is not the time for the Comet, by `comet.when`; a run is on, or has stopped."""
        when = self.profile.comet.when
        if seat == self.going_on and not self.profile.comet.follow_own:
            return refusals.comet_on_own_card(self, seat)
        if when == "any_time":
            return None
        if not self.in_turn:
            stopped = self.leader is not None or not self.open_cards
            return None if stopped else refusals.only_at_a_stop(self, seat, play)
        if self.leader is not None and seat != self.going_on:
            return None if seat == self.leader and when in _WINDOW else refusals.not_the_leader(self, seat, play)
        if when == "at_stop":
            return refusals.only_at_a_stop(self, seat, play)
        return None if self._may_follow(seat) else refusals.out_of_turn(self, seat, play)

    def _cannot_stand_for(self, card: Card) -> Finding | None:
        if card not in self.needed:
            return refusals.stands_for_other(self, card)
        barred = card_kinds(self, card, not self.is_out(card)) - set(self.profile.comet.stands_for)
        return refusals.may_not_stand_for(self, card, sorted(barred)[0]) if barred else None

    # What it leads to.

    def _pass(self, seat: int, play: Pass) -> None:
        self.log.append(Played(len(self.log) + 1, seat, play, How.PASS, self.needed))
        if self.leader is not None:
            self.leader = self._left_of(seat)[0] if seat == self.leader else self.leader
        elif not self.in_turn:
            return
        elif seat == self.last:
            self.turn_open = False
        else:
            self.passed |= {seat}
            if self.to_speak is None:
                self._all_stuck()

    def _all_stuck(self) -> None:
        """Nobody has taken the run up."""
        rules, top = self.profile, self.top
        if top is not None and top.how is How.DETOUR:
            player, before = self.last, self.before_comet
            following = self._left_of(player)[0]
            self._stop(
                {"comet_player": player, "last_player": before, "next_player": following}[rules.comet.branches_fail]
            )
        elif rules.stop.all_stuck == "hand_ends":
            self.blocked, self.needed, self.leader = True, (), None
        else:
            self._stop(self.last if rules.stop.all_stuck == "last_leads" else self._left_of(self.last)[0])

    def _lay(self, seat: int, play: Lay) -> None:
        card, how = play.card, self._how(seat, play)
        runs, named = self._runs_for(seat), play.stands_for
        begins = how is How.RESET or (how is How.SUBSTITUTE and named not in self.needed)
        led = how is How.LEAD or (begins and not runs)
        nine = how is How.RESET and not led and any(needed.rank == card.rank for needed in self.needed)
        entry = Played(len(self.log) + 1, seat, play, how, self.needed, led, nine)
        self._earn(entry, card)
        self.before_comet = self.last
        self.log.append(entry)
        self.laid[card] += 1
        self.held[seat] -= 1
        self._join_kings(entry)
        self.together = self.together + 1 if how is How.JOIN else 0 if self.is_comet(card) else 1
        self.needed = self._needed_after(how, play)
        self.last, self.leader, self.passed, self.turn_open = seat, None, frozenset(), how is not How.DETOUR
        if self.held[seat] == 0:
            self.winner, self.needed = seat, ()
        elif not self.needed:
            self._stop(seat)
        else:
            self._open_run(seat)

    def _join_kings(self, entry: Played) -> None:
        """All kings laid one after the other are a full set, one stop: what seemed leads were none."""
        total = self.pack[entry.play.card] if isinstance(entry.play, Lay) else 0
        last = self.log[-total:]
        same = all(each.play == entry.play and each.seat == entry.seat for each in last)
        if self.profile.run.group == "sets" and total > 1 and _is_king(entry) and len(last) == total and same:
            joined = [replace(each, how=How.JOIN, led=False) for each in last[1:]]
            self.log[-total + 1 :] = joined

    def _needed_after(self, how: How, play: Lay) -> tuple[Card, ...]:
        """What continues the run once `play` is laid."""
        if how is How.JOIN and above(play.card) is not None:
            return self.needed
        if how is How.RESET:
            return ()
        branches = [card for card in self.needed if self.pack[card]] if how is How.DETOUR else []
        following = self.profile.next_card(play.stands_for or play.card)
        if how is How.SUBSTITUTE and play.stands_for and not self.pack[play.stands_for] and following:
            skips = self.profile.comet.gap_next == "ten" and self.is_comet(following)
            following = above(following) if skips else following
        if how is How.DETOUR and self.profile.comet.gap_next == "stop" and not branches:
            following = None
        return tuple(dict.fromkeys([*branches, *([following] if following else [])]))

    def _open_run(self, seat: int) -> None:
        """Says who may lead, if anybody, while a card is needed after a card of `seat`."""
        if not self.in_turn:
            stops = self.profile.comet.cards if self.profile.comet.gap_next == "stop" else ()
            due = any(card not in stops for card in self.open_cards)
            self.leader = None if due and self.profile.run.must and not self.dead else seat
        elif self.profile.stop.gap == "silent" and not any(self.pack[card] for card in self.needed):
            self._stop(seat)
        elif self.profile.stop.one_stuck == "next_leads":
            self.leader = self._left_of(seat)[0]

    def _stop(self, leader: int) -> None:
        """The run is over, and `leader` begins the next one; where the rules let the Comet come even now, it may."""
        window = self.profile.comet.when in _WINDOW and any(map(self.is_out, self.profile.comet.cards))
        self.leader, self.passed, self.turn_open, self.together = leader, frozenset(), False, 0
        self.needed = self.needed if window else ()

    def _earn(self, entry: Played, card: Card) -> None:
        """Notes what `entry` pays; the Comet in the place of an ace or a king is neither."""
        natural = not isinstance(entry.play, Lay) or entry.play.stands_for is None
        top = self.top
        if (
            entry.led
            and self.profile.stop.premium
            and top is not None
            and entry.seat == self.last
            and self._was_stuck(top)
        ):
            self.earned.append((entry.number, entry.seat, "stop"))
        if entry.led and natural and card.rank == ACE:
            self.earned.append((entry.number, entry.seat, "ace"))
        if natural and above(card) is None:
            self.earned.append((entry.number, entry.seat, "king"))
        if self.is_comet(card):
            self.earned.append((entry.number, entry.seat, "comet"))

    def _was_stuck(self, top: Played) -> bool:
        """Whether the run under `top` ended because nobody went on, and not with a king or a resetting Comet."""
        assert isinstance(top.play, Lay)
        return top.how is not How.RESET and above(top.play.stands_for or top.play.card) is not None


def card_kinds(hand: Hand, card: Card, played: bool) -> set[str]:
    """What `card` is to a substitute, in the words of `comet.stands_for`; `played` says that no copy is out."""
    kinds = {"gap"} if not hand.pack[card] else {"played" if played else "held"}
    return kinds | ({"king"} if above(card) is None else set())


def _is_king(entry: Played) -> bool:
    return isinstance(entry.play, Lay) and entry.play.stands_for is None and above(entry.play.card) is None
