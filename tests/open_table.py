"""A table with every hand face up that plays random hands by any rule set, honestly.

The cards are dealt, and only cards that are held are laid. Whose turn it is and what the run needs is told by the
program's own hand; what a player has to do, because the others could see it now, is worked out here from the rules:
who can go on has to, a set is laid only whole, a lead is the lowest where it has to be. Whatever is offered then has
to be allowed by the program, but for the times of the Comet and what it may stand for, on which the program is asked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from comet_cli.cards import Card
from comet_cli.hand import Hand
from comet_cli.plays import Lay, Pass, Play, Shown, Turn
from comet_cli.profile import Profile
from comet_cli.records import HandRecord

NAMES = ("Ana", "Bruno", "Carla", "Davi", "Elisa", "Fabio", "Gil", "Hana", "Ines", "Jorge", "Katja", "Luis", "Mara")
ONLY_STUCK = ("stuck", "stuck_or_stopped")


@dataclass(frozen=True, slots=True, repr=False)
class OpenHand:
    """A hand played to its end: what was laid, what was left in the hands, and the cards nobody had."""

    profile: Profile
    names: tuple[str, ...]
    dealer: str
    log: tuple[tuple[int, Play], ...]
    left: dict[str, tuple[Card, ...]]
    dead: tuple[Card, ...]

    def __repr__(self) -> str:
        plays = "; ".join(map(str, self.turns))
        left = {name: " ".join(map(str, cards)) for name, cards in self.left.items()}
        return f"<{self.dealer} dealt; {plays}; left {left}; dead {' '.join(map(str, self.dead))}>"

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The plays, each in a string of its own."""
        return tuple(Turn(self.names[seat], (play,)) for seat, play in self.log)

    @property
    def record(self) -> HandRecord:
        """The hand as a night has it when all that is left, and the dead cards, have been shown."""
        left = {name: Shown(cards) for name, cards in self.left.items() if cards}
        return HandRecord(dealer=self.dealer, turns=self.turns, left=left, dead=self.dead)


class Deadlock(AssertionError):
    """Nobody has anything left to do, and the hand has not ended."""


def play_night(source: Random, profile: Profile, players: int, hands: int = 1) -> tuple[OpenHand, ...]:
    """A night of random hands of the first `players` of `NAMES`; the deal moves to the left each hand."""
    names = NAMES[:players]
    first = source.randrange(players)
    return tuple(play_hand(source, profile, names, (first + number) % players) for number in range(hands))


def play_hand(source: Random, profile: Profile, names: Sequence[str], dealer: int) -> OpenHand:
    """A random hand by the rules of `profile`. Raises `CometError` for a refusal, `Deadlock` where nobody can act."""
    return OpenTable(source, profile, tuple(names), dealer).play()


class OpenTable:
    """A hand being played with open cards. `boldness` is how often a Comet is laid that need not be."""

    def __init__(self, source: Random, profile: Profile, names: tuple[str, ...], dealer: int) -> None:
        self.source = source
        self.profile = profile
        self.names = names
        self.dealer = dealer
        self.hand = Hand(profile, names, dealer)
        self.log: list[tuple[int, Play]] = []
        self.boldness = source.choice((0.1, 0.5, 1.0))
        pack = list(profile.pack_for(len(names)).elements())
        source.shuffle(pack)
        dealt = iter(pack)
        self.cards = [[next(dealt) for _ in range(number)] for number in self.hand.dealt]
        self.dead = tuple(dealt)

    def play(self) -> OpenHand:
        """Plays to the end, and holds what the program counts against the cards after every play."""
        self._compare()
        while not self.hand.ended:
            moves = list(dict.fromkeys(self.moves()))
            if not moves:
                raise Deadlock(f"nobody can do anything: {self._told()}")
            self.step(*self._choose(moves))
        self._compare_pack()
        left = {name: tuple(sorted(cards)) for name, cards in zip(self.names, self.cards, strict=True)}
        return OpenHand(self.profile, self.names, self.names[self.dealer], tuple(self.log), left, self.dead)

    def step(self, seat: int, play: Play) -> None:
        """One play; a card has to be in the hand of `seat`."""
        self.hand.play(seat, play)
        self.log.append((seat, play))
        if isinstance(play, Lay):
            self.cards[seat].remove(play.card)
        self._compare()

    def _choose(self, moves: Sequence[tuple[int, Play]]) -> tuple[int, Play]:
        """One of the moves, Comets as often as the table is bold."""
        plain = [(seat, play) for seat, play in moves if isinstance(play, Pass) or not self.hand.is_comet(play.card)]
        return self.source.choice(moves if not plain or self.source.random() < self.boldness else plain)

    def _compare(self) -> None:
        """Holds what the program counts in the hands against the cards."""
        hand = self.hand
        assert hand.held == list(map(len, self.cards)), self._told()
        if hand.winner is not None:
            assert [seat for seat, cards in enumerate(self.cards) if not cards] == [hand.winner], self._told()
        else:
            assert all(self.cards), self._told()

    def _compare_pack(self) -> None:
        """No card is lost, and none is there twice."""
        assert self.hand.dead == len(self.dead), self._told()
        everywhere = self.hand.laid + Counter(card for cards in [*self.cards, self.dead] for card in cards)
        assert everywhere == self.hand.pack, self._told()

    def _told(self) -> str:
        plays = "; ".join(f"{self.names[seat]}: {play}" for seat, play in self.log)
        cards = {name: " ".join(map(str, held)) for name, held in zip(self.names, self.cards, strict=True)}
        return f"after {plays}; hands {cards}; {self.hand.legal_text()}"

    # What may be done, hands open.

    def moves(self) -> Iterator[tuple[int, Play]]:
        """Every play that is right now, by seat; of the leads of a wild Comet only some."""
        hand, going = self.hand, self.hand.going_on
        if hand.set_unfinished and going is not None and hand.top is not None and isinstance(hand.top.play, Lay):
            yield going, Lay(hand.top.play.card)
        elif hand.in_turn:
            yield from self._in_turn()
        else:
            yield from self._without_turns()

    def _in_turn(self) -> Iterator[tuple[int, Play]]:
        hand, going = self.hand, self.hand.going_on
        if self.profile.comet.when == "any_time" and hand.needed:
            for seat in range(len(self.names)):
                yield from self.comets(seat)
        if going is not None:
            yield from self._beside(going)
            yield from self.goes_on(going)
            if self.has_to_act(going):
                return
        if hand.leader is not None:
            yield from self.leads(hand.leader)
        elif hand.to_speak is not None:
            yield from self.goes_on(hand.to_speak)
            if not self.has_to_act(hand.to_speak):
                yield hand.to_speak, Pass()

    def _without_turns(self) -> Iterator[tuple[int, Play]]:
        hand = self.hand
        due = False
        for seat in range(len(self.names)):
            follows = self.able(seat)
            due = due or any(not self.stops_at(play.card) for play in follows)
            yield from ((seat, play) for play in follows)
            yield from self.comets(seat)
        if not due or not self.profile.run.must:
            assert hand.leader is not None, f"nobody has what is needed, and nobody may lead: {self._told()}"
            yield from self.leads(hand.leader)

    def stops_at(self, card: Card) -> bool:
        """Whether the run stops before `card`: the Comet itself, where it is no bridge."""
        return self.profile.comet.gap_next == "stop" and self.hand.is_comet(card)

    def able(self, seat: int) -> list[Lay]:
        """The cards with which `seat` could go on with the run."""
        return [Lay(card) for card in self.hand.needed if card in self.cards[seat]]

    def goes_on(self, seat: int) -> Iterator[tuple[int, Play]]:
        """What `seat` may lay on turn: the needed card, or the Comet."""
        able = self.able(seat)
        yield from ((seat, play) for play in able)
        if not able or self.profile.comet.when not in ONLY_STUCK:
            yield from self.comets(seat)

    def has_to_act(self, seat: int) -> bool:
        """Whether `seat`, on turn, may not just stop or pass."""
        if self.able(seat):
            return self.profile.run.must
        return self.profile.comet.must and any(self.comets(seat))

    def _beside(self, seat: int) -> Iterator[tuple[int, Play]]:
        """An equal card laid beside the last one: any, or as the beginning of a full set."""
        hand, top, group = self.hand, self.hand.top, self.profile.run.group
        if group == "single" or top is None or not isinstance(top.play, Lay) or hand.is_comet(top.play.card):
            return
        card = top.play.card
        rest = hand.pack[card] - hand.together if group == "sets" else 1
        if hand.together and self.cards[seat].count(card) >= rest > 0:
            yield seat, Lay(card)

    def comets(self, seat: int) -> Iterator[tuple[int, Play]]:
        """The ways in which `seat` may lay a Comet that it holds, by its power; not as a lead, and not as needed."""
        for comet in self.profile.comet.cards:
            if comet not in self.cards[seat] or comet in self.hand.needed:
                continue
            if seat == self.hand.going_on and not self.profile.comet.follow_own:
                continue
            for play in (Lay(comet), *(Lay(comet, card) for card in self.hand.needed)):
                led = play.stands_for is None and seat == self.hand.leader and self.profile.comet.power != "detour"
                if self.hand.needed and not led and self.hand.may(seat, play):
                    yield seat, play

    def leads(self, seat: int) -> Iterator[tuple[int, Play]]:
        """What `seat` may lead; where it has to lay the Comet at a stop, only that."""
        hand = self.hand
        at_stop = list(self.comets(seat))
        if hand.needed and self.profile.comet.must and self.profile.comet.power == "reset":
            comets = [card for card in self.profile.comet.cards if card in self.cards[seat]]
            wild = self.profile.comet.on_lead == "wild"
            right = [card for card in comets if wild or self.is_low_enough(seat, card)]
            at_stop += [(seat, Lay(card)) for card in right if hand.may(seat, Lay(card))]
        yield from at_stop
        if at_stop and self.profile.comet.must:
            return
        others = any(not hand.is_comet(card) for card in self.cards[seat])
        for card in dict.fromkeys(self.cards[seat]):
            if (seat, Lay(card)) in at_stop:
                continue
            if not hand.is_comet(card):
                if self.is_low_enough(seat, card):
                    yield seat, Lay(card)
                continue
            if self.profile.comet.on_lead != "not_allowed" or not others:
                natural = self.profile.comet.on_lead == "natural" or self.profile.comet.power != "reset"
                if (not natural or self.is_low_enough(seat, card)) and hand.may(seat, Lay(card)):
                    yield seat, Lay(card)
            if self.profile.comet.on_lead == "wild" and self.profile.comet.power != "reset":
                stood_for = self.source.choice(sorted(hand.pack))
                any_card = Lay(card, stood_for)
                if stood_for != card and not self.in_suit_before(seat, stood_for) and hand.may(seat, any_card):
                    yield seat, any_card

    def in_suit_before(self, seat: int, card: Card) -> bool:
        """Whether `card` would be led in the suit of the run before by one who has another, where that is barred."""
        top, held = self.hand.top, [card for card in self.cards[seat] if not self.hand.is_comet(card)]
        if top is None or not isinstance(top.play, Lay) or self.profile.lead.reopening != "lowest_of_other_suit":
            return False
        suit = (top.play.stands_for or top.play.card).suit
        return card.suit == suit and any(other.suit != suit for other in held)

    def is_low_enough(self, seat: int, card: Card) -> bool:
        """Whether `card` may be led by the rule for leads. The Comet never has to be led as the lowest card."""
        lead = self.profile.lead
        rule = lead.reopening if self.log else lead.opening
        held = [other for other in self.cards[seat] if not self.hand.is_comet(other)]
        if rule == "any":
            return True
        if rule == "lowest_of_hand":
            return all(card.rank <= other.rank for other in held)
        lowest = all(card.rank <= other.rank for other in held if other.suit == card.suit)
        return lowest and not self.in_suit_before(seat, card)
