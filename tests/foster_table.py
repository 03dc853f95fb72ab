"""A table of `foster` with every hand face up: it plays random hands by the rules, and works out who pays whom.

Written from the rules of the game alone, so that it can be held against the program: nothing of the program is
used here. Cards are texts such as "10♦", players are names in clockwise order, and a pass is "pass".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♣", "♦", "♥", "♠")
REMOVED, COMET, TEN, PASS, POOL = "8♦", "9♦", "10♦", "pass", "pool"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS if rank + suit != REMOVED)
KINGS = tuple("K" + suit for suit in SUITS)
CARDS_EACH = {2: 25, 3: 17, 4: 12, 5: 9, 6: 8}
NAMES = ("Ana", "Bruno", "Carla", "Davi", "Elisa", "Fabio")
FAULTS = ("pass", "comet", "stop")

# Which of the cards that may be led (given first) is led from a hand (given second).
Lead = Callable[[Sequence[str], Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Play:
    """One card or pass, and how the table stood before it.

    `missing` are the cards that would have gone on with the run, none on a lead. `last` laid the last card (on a
    lead: leads), `passed` have passed since, and `open_turn` says that `last` was free to lay more.
    """

    number: int
    player: str
    what: str
    missing: tuple[str, ...]
    last: str
    passed: tuple[str, ...]
    open_turn: bool

    @property
    def led(self) -> bool:
        return not self.missing

    @property
    def follows(self) -> bool:
        return self.what in self.missing

    @property
    def detour(self) -> bool:
        return self.what == COMET and not self.led


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that one player or the pool pays another, and the play that caused it, if one did."""

    payer: str
    payee: str
    points: int
    reason: str
    play: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class TableHand:
    """A hand played to its end. `fault` is the number of the play that broke the rules, where one was to."""

    names: tuple[str, ...]
    dealer: str
    log: tuple[Play, ...]
    payments: tuple[Payment, ...]
    winner: str
    left: dict[str, tuple[str, ...]]
    dead: tuple[str, ...]
    fault: int | None = None

    def __repr__(self) -> str:
        texts = [text for _, text in self.strings()]
        return f"<{self.dealer} dealt; {'; '.join(texts)}; left {self.left}; dead {self.dead}; fault {self.fault}>"

    @property
    def losers(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name != self.winner)

    def change(self, plays: int | None = None) -> dict[str, int]:
        """What each player has gained at the end, or after the first `plays` plays."""
        return {name: gained(name, self.paid(plays)) for name in self.names}

    def pool(self, plays: int | None = None) -> int:
        """What lies in the pool at the end, or after the first `plays` plays."""
        return gained(POOL, self.paid(plays))

    def paid(self, plays: int | None = None) -> tuple[Payment, ...]:
        """The payments up to the end, or those made by the time that `plays` plays were on the table."""
        if plays is None:
            return self.payments
        return tuple(each for each in self.payments if each.reason == "stake" or (each.play or 1000) <= plays)

    def strings(self) -> list[tuple[tuple[Play, ...], str]]:
        """The plays divided by the format: a string a turn, a new one with each lead, and one for each pass."""
        turns: list[list[Play]] = []
        for play in self.log:
            last = turns[-1][-1] if turns else None
            if last is None or play.led or PASS in (play.what, last.what) or play.player != last.player:
                turns.append([])
            turns[-1].append(play)
        return [(tuple(turn), f"{turn[0].player}: {' '.join(play.what for play in turn)}") for turn in turns]

    def unplayed(self, plays: int | None = None) -> list[str]:
        """The cards of the pack that nobody laid in the first `plays` plays, or at all."""
        laid = {play.what for play in self.log[:plays]}
        return [card for card in PACK if card not in laid]

    def to_speak(self, play: Play) -> str:
        """Whose turn it was to follow or pass before `play`, if the player of the last card did not go on."""
        return next(name for name in left_of(self.names, play.last) if name not in play.passed)


def above(card: str) -> tuple[str, ...]:
    """The next card of the suit, whether or not the pack has it; none above a king."""
    rank, suit = card[:-1], card[-1]
    return () if rank == "K" else (RANKS[RANKS.index(rank) + 1] + suit,)


def gained(name: str, payments: Sequence[Payment]) -> int:
    """What `name` got less what `name` paid."""
    return sum(((each.payee == name) - (each.payer == name)) * each.points for each in payments)


def left_of(names: Sequence[str], player: str) -> tuple[str, ...]:
    """The other players, clockwise from the left of `player`."""
    at = names.index(player)
    return (*names[at + 1 :], *names[:at])


def deal(source: Random, names: Sequence[str]) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Shuffled hands by player, and the dead cards."""
    pack = list(PACK)
    source.shuffle(pack)
    each = CARDS_EACH[len(names)]
    hands = {name: pack[seat * each : (seat + 1) * each] for seat, name in enumerate(names)}
    return hands, tuple(pack[each * len(names) :])


def play_hand(
    source: Random, names: Sequence[str], dealer: str, fault: str = "", *, lead: Lead | None = None
) -> TableHand:
    """A random hand by the rules; without a way to choose a `lead`, any card is led.

    With `fault` one player breaks them once, where the cards give the occasion: "pass" passes with the needed card
    in hand, "comet" lays the Comet instead of it, "stop" stops a run that could go on.
    """
    hands, dead = deal(source, names)
    return _Table(source, tuple(names), dealer, hands, dead, fault, lead).play()


def play_faulty_hand(source: Random, names: Sequence[str], fault: str) -> TableHand:
    """A random hand in which one player does break the rules, as `fault` says (see `play_hand`)."""
    while True:
        hand = play_hand(source, names, source.choice(names), fault)
        if hand.fault is not None:
            return hand


def play_night(
    source: Random, names: Sequence[str], hands: int, faults: Sequence[str] = ("",)
) -> tuple[TableHand, ...]:
    """A night of `hands` hands, each with one of `faults` or "" for none; the deal moves to the left each hand."""
    first = source.randrange(len(names))
    dealers = [names[(first + number) % len(names)] for number in range(hands)]
    return tuple(play_hand(source, names, dealer, source.choice(faults)) for dealer in dealers)


@dataclass(slots=True)
class _Table:
    source: Random
    names: tuple[str, ...]
    dealer: str
    hands: dict[str, list[str]]
    dead: tuple[str, ...]
    fault: str
    lead: Lead | None = None
    fault_at: int | None = None
    winner: str | None = None
    log: list[Play] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    boldness: float = 0.0

    def play(self) -> TableHand:
        self.boldness = self.source.choice((0.0, 0.3, 0.7, 1.0))
        self.payments += [Payment(name, POOL, 1, "stake") for name in self.names]
        leader = left_of(self.names, self.dealer)[0]
        while self.winner is None:
            leader = self._play_run(leader)
        self._pay_the_end(self.winner)
        left = {name: tuple(cards) for name, cards in self.hands.items() if name != self.winner}
        log, payments = tuple(self.log), tuple(self.payments)
        return TableHand(self.names, self.dealer, log, payments, self.winner, left, self.dead, self.fault_at)

    def _play_run(self, leader: str) -> str:
        """From one lead to the end of its run; returns who leads next."""
        last, card = leader, self._choose_lead(self.hands[leader])
        self._lay(Play(len(self.log) + 1, leader, card, (), leader, (), False))
        missing, open_turn = above(card), True
        while self.winner is None and missing:
            play = self._next_card(last, missing, open_turn)
            if play is None:
                return last
            self._lay(play)
            last, open_turn = play.player, not play.detour
            missing = (*missing, TEN) if play.detour else above(play.what)
        return last

    def _choose_lead(self, hand: list[str]) -> str:
        """Any card, unless there is a way to choose; a player who is not bold keeps the Comet to the last."""
        allowed = [card for card in hand if card != COMET or self.boldness] or hand
        return self.lead(allowed, hand) if self.lead else self.source.choice(allowed)

    def _next_card(self, last: str, missing: tuple[str, ...], open_turn: bool) -> Play | None:
        """The card that goes on with the run, after the passes before it; None when all others have passed."""
        if open_turn and (card := self._answer(last, missing, own_turn=True)):
            return Play(len(self.log) + 1, last, card, missing, last, (), open_turn)
        passed: tuple[str, ...] = ()
        for player in left_of(self.names, last):
            card = self._answer(player, missing, own_turn=False)
            play = Play(len(self.log) + 1, player, card or PASS, missing, last, passed, open_turn and not passed)
            if card:
                return play
            self.log.append(play)
            passed += (player,)
        return None

    def _answer(self, player: str, missing: tuple[str, ...], own_turn: bool) -> str | None:
        """The card that `player` lays on turn, or None to stop or pass."""
        hand = self.hands[player]
        able = [card for card in missing if card in hand]
        if able and self._breaks_the_rules(hand, own_turn):
            return COMET if self.fault == "comet" else None
        if able:
            return self.source.choice(able)
        boldness = max(self.boldness, 0.5) if hand == [COMET] else self.boldness
        return COMET if COMET in hand and self.source.random() < boldness else None

    def _breaks_the_rules(self, hand: list[str], own_turn: bool) -> bool:
        """Whether this is the moment of the fault; it is noted then, a stop at the card it follows."""
        fits = {"pass": not own_turn, "comet": COMET in hand, "stop": own_turn}.get(self.fault, False)
        if not fits or self.fault_at is not None or self.source.random() < 0.7:
            return False
        self.fault_at = len(self.log) + (self.fault != "stop")
        return True

    def _lay(self, play: Play) -> None:
        self.log.append(play)
        hand = self.hands[play.player]
        hand.remove(play.what)
        for earns, reason, points in (
            (play.led and play.what.startswith("A"), "ace", 1),
            (play.what in KINGS, "king", 1),
            (play.what == COMET, "comet", 2),
        ):
            if earns:
                opponents = (name for name in self.names if name != play.player)
                self.payments += [Payment(name, play.player, points, reason, play.number) for name in opponents]
        if not hand:
            self.winner = play.player

    def _pay_the_end(self, winner: str) -> None:
        for loser in self.names:
            for reason, points in self._unplayed(self.hands[loser]):
                opponents = (name for name in self.names if name != loser)
                self.payments += [Payment(loser, name, points, reason) for name in opponents]
        self.payments.append(Payment(POOL, winner, len(self.names), "pool"))

    def _unplayed(self, hand: list[str]) -> Iterator[tuple[str, int]]:
        if COMET in hand:
            yield "comet-left", 2
        for king in KINGS:
            if king in hand:
                yield "king-left", 1
