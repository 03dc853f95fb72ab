"""A table of `duo` with both hands face up: it plays random hands by the rules, and works out what they score.

Written from the rules of the game alone, so that it can be held against the program: nothing of the program is
used here. Cards are ranks as texts, the Comet is "9♦", and a pass is "pass".
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COMET, PASS = "9♦", "pass"
COPIES = {rank: 3 if rank == "9" else 4 for rank in RANKS}
PACK = (*(rank for rank, copies in COPIES.items() for _ in range(copies)), COMET)
PIPS = {**{rank: int(rank) for rank in RANKS if rank.isdecimal()}, "J": 10, "Q": 10, "K": 10, COMET: 9}
CARDS_EACH = 18
NAMES = ("Ana", "Bruno")
FAULTS = ("pass", "stop")
STUCK = ("hand_ends", "last_leads", "next_leads")

# Which of the cards that may be led (given first) is led from a hand (given second).
Lead = Callable[[Sequence[str], Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Play:
    """One card or pass, and how the table stood before it.

    `needed` is the rank that would have gone on with the run, "" on a lead. `joins` says that the card lies beside
    an equal one in a full set. `last` laid the last card, or leads.
    """

    number: int
    player: str
    what: str
    needed: str
    joins: bool
    last: str

    @property
    def led(self) -> bool:
        return not self.needed and not self.joins


@dataclass(frozen=True, slots=True, repr=False)
class TableHand:
    """A hand played to its end: somebody is out, or it is blocked. `winner` is "" where nobody scores.

    `fault` is the number of the play that broke the rules, where one was to.
    """

    names: tuple[str, str]
    dealer: str
    log: tuple[Play, ...]
    left: dict[str, tuple[str, ...]]
    dead: tuple[str, ...]
    winner: str
    points: int
    factor: int
    blocked: bool
    fault: int | None = None

    def __repr__(self) -> str:
        texts = [text for _, text in self.strings()]
        return f"<{self.dealer} dealt; {'; '.join(texts)}; left {self.left}; fault {self.fault}>"

    def change(self) -> dict[str, int]:
        return {name: self.points if name == self.winner else 0 for name in self.names}

    def other(self, player: str) -> str:
        return self.names[1 - self.names.index(player)]

    def pips_left(self, player: str) -> int:
        return sum(PIPS[each] for each in self.left.get(player, ()))

    def strings(self) -> list[tuple[tuple[Play, ...], str]]:
        """The plays divided by the format: a string a turn, a new one with each lead, and one for each pass."""
        turns: list[list[Play]] = []
        for play in self.log:
            last = turns[-1][-1] if turns else None
            if last is None or play.led or PASS in (play.what, last.what) or play.player != last.player:
                turns.append([])
            turns[-1].append(play)
        return [(tuple(turn), f"{turn[0].player}: {' '.join(play.what for play in turn)}") for turn in turns]

    def held(self, player: str, number: int) -> list[str]:
        """The cards that `player` had in hand before play `number`."""
        later = [play.what for play in self.log[number - 1 :] if play.player == player and play.what != PASS]
        return [*later, *self.left.get(player, ())]

    def unplayed(self, number: int) -> Counter[str]:
        """The cards of the pack that nobody has laid before play `number`."""
        return Counter(PACK) - Counter(play.what for play in self.log[: number - 1])


def above(rank: str) -> str:
    """The next rank; "" above a king."""
    return "" if rank == "K" else RANKS[RANKS.index(rank) + 1]


def deal(
    source: Random, names: Sequence[str], *, arranged: bool = True
) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Hands by player and the dead cards: shuffled, or so that runs are long or that somebody has full sets.

    A pack that is not `arranged` is shuffled and no more.
    """
    pack = list(PACK)
    source.shuffle(pack)
    arrange = source.choice((None, _spread, _spread, _in_sets)) if arranged else None
    pack = arrange(source, pack) if arrange else pack
    one, two = source.sample(names, 2)
    return {one: pack[:CARDS_EACH], two: pack[CARDS_EACH : 2 * CARDS_EACH]}, tuple(pack[2 * CARDS_EACH :])


def _spread(source: Random, pack: list[str]) -> list[str]:
    """The same cards, so that each hand has one of every rank before anything else."""
    heaps: tuple[list[str], list[str]] = ([], [])
    rest: list[str] = []
    for card in pack:
        heap = next((heap for heap in heaps if card not in heap and card != COMET), rest)
        heap.append(card)
    more = CARDS_EACH - len(RANKS)
    return [*heaps[0], *rest[:more], *heaps[1], *rest[more:]]


def _in_sets(source: Random, pack: list[str]) -> list[str]:
    """The same cards, so that the first hand has full sets of ranks that follow one another, and perhaps the Comet."""
    lowest = source.choice((RANKS.index("5"), source.randrange(len(RANKS) - 3)))
    wanted = {*RANKS[lowest : lowest + 4], *source.sample([COMET], source.randrange(2))}
    return [card for card in pack if card in wanted] + [card for card in pack if card not in wanted]


def play_hand(
    source: Random,
    names: Sequence[str],
    dealer: str,
    fault: str = "",
    stuck: str = "hand_ends",
    *,
    arranged: bool = True,
    lead: Lead | None = None,
) -> TableHand:
    """A random hand by the rules; see `deal` for `arranged`. Without a way to choose a `lead`, any rank is led.

    With `fault` one player breaks them once, where the cards give the occasion: "pass" passes with the next rank in
    hand, "stop" stops with it. `stuck` says what the house has happen when both are stopped.
    """
    one, two = names
    hands, dead = deal(source, names, arranged=arranged)
    return _Table(source, (one, two), dealer, hands, dead, fault, stuck, lead).play()


def play_faulty_hand(source: Random, names: Sequence[str], fault: str) -> TableHand:
    """A random hand in which one player does break the rules, as `fault` says (see `play_hand`)."""
    while True:
        hand = play_hand(source, names, source.choice(names), fault)
        if hand.fault is not None:
            return hand


def play_night(source: Random, names: Sequence[str], hands: int) -> tuple[TableHand, ...]:
    """A night of `hands` hands; the deal alternates."""
    first = source.randrange(2)
    return tuple(play_hand(source, names, names[(first + number) % 2]) for number in range(hands))


@dataclass(slots=True)
class _Table:
    source: Random
    names: tuple[str, str]
    dealer: str
    hands: dict[str, list[str]]
    dead: tuple[str, ...]
    fault: str
    stuck: str
    lead: Lead | None = None
    fault_at: int | None = None
    turn: str = ""
    last: str = ""
    needed: str = ""
    out: str = ""
    comet_as: str = ""
    log: list[Play] = field(default_factory=list)
    boldness: float = 0.0

    def play(self) -> TableHand:
        self.boldness = self.source.choice((0.0, 0.1, 0.4, 1.0))
        self.turn = self.last = self._other(self.dealer)
        while not self.out and self._play_turn():
            pass
        left = {name: tuple(cards) for name, cards in self.hands.items() if cards}
        winner, points, factor = self._score()
        blocked = not self.out
        log, dead = tuple(self.log), self.dead
        return TableHand(self.names, self.dealer, log, left, dead, winner, points, factor, blocked, fault=self.fault_at)

    def _other(self, player: str) -> str:
        return self.names[1 - self.names.index(player)]

    def _play_turn(self) -> bool:
        """One play of the player on turn; False where both are stopped and the hand ends."""
        hand = self.hands[self.turn]
        if COMET in hand and self.source.random() < self._eagerness(hand):
            self._lay(COMET)
        elif not self.needed:
            self._lay_rank(self._choose_lead([card for card in hand if card != COMET]))
        elif self.needed in hand and not self._breaks_the_rules():
            self._lay_rank(self.needed)
        elif self.turn == self.last:
            self.turn = self._other(self.turn)
        else:
            self.log.append(Play(len(self.log) + 1, self.turn, PASS, self.needed, False, self.last))
            return self._both_stopped()
        return True

    def _choose_lead(self, ranks: list[str]) -> str:
        """Any rank, the lowest more often; the Comet where nothing else is left."""
        if not ranks:
            return COMET
        if self.lead:
            return self.lead(ranks, ranks)
        return min(ranks, key=RANKS.index) if self.source.random() < 0.5 else self.source.choice(ranks)

    def _eagerness(self, hand: list[str]) -> float:
        """How likely the Comet is laid now; more so as the last card, and on an 8."""
        return max(self.boldness, 0.6) if len(hand) == 1 or self.needed == "9" else self.boldness / 8

    def _both_stopped(self) -> bool:
        """Whether the hand goes on after the pass of the second player, by the rules of the house."""
        if self.stuck == "hand_ends":
            return False
        self.needed = ""
        self.turn = self.last = self.last if self.stuck == "last_leads" else self._other(self.last)
        return True

    def _breaks_the_rules(self) -> bool:
        """Whether this is the moment of the fault; it is noted then, a stop at the card it follows."""
        fits = self.fault == ("stop" if self.turn == self.last else "pass")
        if not fits or self.fault_at is not None or self.source.random() < 0.7:
            return False
        self.fault_at = len(self.log) + (self.fault == "pass")
        return True

    def _lay_rank(self, rank: str) -> None:
        """One card of `rank`, or all that the pack has of it; kings laid one after the other are a set anyway."""
        whole = rank != COMET and self.hands[self.turn].count(rank) == COPIES[rank]
        together = whole and (rank == "K" or self.source.random() < 0.8)
        for place in range(COPIES[rank] if together else 1):
            self._lay(rank, joins=place > 0)

    def _lay(self, card: str, *, joins: bool = False) -> None:
        needed = "" if joins else self.needed
        self.log.append(Play(len(self.log) + 1, self.turn, card, needed, joins, self.last))
        self.comet_as = ("nine" if needed == "9" else "stop") if card == COMET else ""
        self.needed = "" if card == COMET else above(card)
        self.last = self.turn
        self.hands[self.turn].remove(card)
        if not self.hands[self.turn]:
            self.out = self.turn

    def _score(self) -> tuple[str, int, int]:
        """The winner, the points, and the factor in them."""
        totals = {name: sum(PIPS[card] for card in self.hands[name]) for name in self.names}
        one, two = self.names
        if totals[one] == totals[two]:
            return "", 0, 1
        winner = self.out or min(self.names, key=lambda name: totals[name])
        loser = self._other(winner)
        factor = 1
        if self.out and self.comet_as:
            factor = {"nine": 4, "stop": 2}[self.comet_as]
        elif COMET in self.hands[loser]:
            factor = 2
        return winner, factor * (totals[loser] - totals[winner]), factor
