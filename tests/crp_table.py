"""A table of `crp` with every hand face up: it plays random hands by the rules, and works out who pays whom.

Written from the rules of the game alone, so that it can be held against the program: nothing of the program is
used here. Cards are texts such as "10♦", and players are names in clockwise order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♣", "♦", "♥", "♠")
REMOVED, COMET, TEN, POOL = "8♦", "9♦", "10♦", "pool"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS if rank + suit != REMOVED)
NAMES = ("Ana", "Bruno", "Carla", "Davi", "Elisa", "Fabio")

# Which of the cards that may be led (given first) is led from a hand (given second).
Lead = Callable[[Sequence[str], Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table has agreed on: points staked, paid for the Comet, and paid for each card left.

    `doubles` says that the price of the Comet grows, `bridges` that 10♦ follows the Comet laid as 8♦.
    """

    stake: int = 1
    comet: int = 1
    card: int = 1
    doubles: bool = False
    bridges: bool = True


USUAL = Terms()


@dataclass(frozen=True, slots=True)
class Play:
    """One card laid, and how the table stood before it.

    `stands_for` is the card that the Comet was laid as. `needed` is the card that would have gone on with the run,
    "" where none is, and `holder` who had it, "" where nobody did. `last` laid the last card, or leads first.
    """

    number: int
    player: str
    card: str
    stands_for: str
    needed: str
    holder: str
    last: str

    @property
    def text(self) -> str:
        return f"{self.card}={self.stands_for}" if self.stands_for else self.card

    @property
    def led(self) -> bool:
        return self.needed not in (self.card, self.stands_for) or not self.needed

    @property
    def after_stop(self) -> bool:
        """Whether a card was needed that nobody had."""
        return bool(self.needed) and not self.holder


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
    """A hand played to its end, or given up (`void`); `price` is that of the Comet in it.

    `fault` is the number of the lead that broke the rules, where one was to.
    """

    names: tuple[str, ...]
    dealer: str
    price: int
    log: tuple[Play, ...]
    payments: tuple[Payment, ...]
    winner: str
    left: dict[str, tuple[str, ...]]
    fault: int | None = None
    void: bool = False

    def __repr__(self) -> str:
        texts = [text for _, text in self.strings()]
        return f"<{self.dealer} dealt; {'; '.join(texts)}; left {self.left}; fault {self.fault}; void {self.void}>"

    @property
    def comet_played(self) -> bool:
        return any(play.card == COMET for play in self.log)

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
        """The plays divided by the format: a string a turn, a new one with each lead."""
        turns: list[list[Play]] = []
        for play in self.log:
            if not turns or play.led or play.player != turns[-1][-1].player:
                turns.append([])
            turns[-1].append(play)
        return [(tuple(turn), f"{turn[0].player}: {' '.join(play.text for play in turn)}") for turn in turns]

    def held(self, player: str, number: int) -> list[str]:
        """The cards that `player` had in hand before play `number`."""
        later = [play.card for play in self.log[number - 1 :] if play.player == player]
        return [*later, *self.left.get(player, ())]

    def played(self, number: int) -> list[str]:
        """The cards laid before play `number`."""
        return [play.card for play in self.log[: number - 1]]


def above(card: str) -> str:
    """The next card of the suit, whether or not the pack has it; "" above a king."""
    rank, suit = card[:-1], card[-1]
    return "" if rank == "K" else RANKS[RANKS.index(rank) + 1] + suit


def height(card: str) -> int:
    """The place of a card's rank, from 0 for the ace."""
    return RANKS.index(card[:-1])


def lower_in_suit(card: str, hand: Sequence[str]) -> list[str]:
    """The cards of `hand`, the Comet apart, that are lower than `card` in its suit."""
    return [each for each in hand if each[-1] == card[-1] and height(each) < height(card) and each != COMET]


def gained(name: str, payments: Sequence[Payment]) -> int:
    """What `name` got less what `name` paid."""
    return sum(((each.payee == name) - (each.payer == name)) * each.points for each in payments)


def left_of(names: Sequence[str], player: str) -> tuple[str, ...]:
    """The other players, clockwise from the left of `player`."""
    at = names.index(player)
    return (*names[at + 1 :], *names[:at])


def deal(source: Random, names: Sequence[str], dealer: str) -> dict[str, list[str]]:
    """The whole pack, shuffled and dealt one card at a time from the dealer's left."""
    pack = list(PACK)
    source.shuffle(pack)
    return {name: pack[place :: len(names)] for place, name in enumerate((*left_of(names, dealer), dealer))}


def play_hand(
    source: Random,
    names: Sequence[str],
    dealer: str,
    terms: Terms = USUAL,
    *,
    price: int = 0,
    fault: bool = False,
    lead: Lead | None = None,
) -> TableHand:
    """A random hand by the rules; `price` is that of the Comet where it is not the agreed one.

    Without a way to choose a `lead`, any card that may be led is.

    With `fault` one player, where the cards give the occasion, once leads a card that is not the lowest of its suit.
    """
    hands = deal(source, names, dealer)
    return _Table(source, tuple(names), dealer, hands, terms, price or terms.comet, fault, lead).play()


def play_faulty_hand(source: Random, names: Sequence[str]) -> TableHand:
    """A random hand in which one lead is not the lowest of its suit."""
    while True:
        hand = play_hand(source, names, source.choice(names), fault=True)
        if hand.fault is not None:
            return hand


def play_night(
    source: Random, names: Sequence[str], hands: int, terms: Terms = USUAL, voids: float = 0.0
) -> tuple[TableHand, ...]:
    """A night of `hands` hands, each of them given up with the chance `voids`.

    The deal moves to the left each hand, but the same player deals again after a void one. Where the price doubles
    it does so after every hand in which the Comet was not played, and is the agreed one after it was; a void hand is
    no step.
    """
    night: list[TableHand] = []
    dealer, price = source.choice(names), terms.comet
    for _ in range(hands):
        hand = play_hand(source, names, dealer, terms, price=price)
        if source.random() < voids:
            night.append(_given_up(hand, source.randrange(len(hand.log))))
            continue
        night.append(hand)
        dealer = left_of(names, dealer)[0]
        price = price * 2 if terms.doubles and not hand.comet_played else terms.comet
    return tuple(night)


def _given_up(hand: TableHand, plays: int) -> TableHand:
    """`hand`, void after `plays` plays: the stakes have gone back."""
    return replace(hand, log=hand.log[:plays], payments=(), winner="", left={}, void=True)


@dataclass(slots=True)
class _Table:
    source: Random
    names: tuple[str, ...]
    dealer: str
    hands: dict[str, list[str]]
    terms: Terms
    price: int
    fault: bool
    lead: Lead | None = None
    fault_at: int | None = None
    needed: str = ""
    last: str = ""
    winner: str = ""
    log: list[Play] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    boldness: float = 0.0

    def play(self) -> TableHand:
        self.boldness = self.source.choice((0.0, 0.02, 0.1, 0.5))
        self.payments += [Payment(name, POOL, self.terms.stake, "stake") for name in self.names]
        self.last = left_of(self.names, self.dealer)[0]
        while not self.winner:
            self._lay(self.last, self._choose_lead(self.hands[self.last]))
            while not self.winner and self._go_on():
                pass
        self._pay_the_end()
        left = {name: tuple(cards) for name, cards in self.hands.items() if name != self.winner}
        log, payments = tuple(self.log), tuple(self.payments)
        return TableHand(self.names, self.dealer, self.price, log, payments, self.winner, left, self.fault_at)

    def _choose_lead(self, hand: list[str]) -> str:
        """The lowest card of a suit, the Comet never counted among them, or the Comet over no lower diamond."""
        wrong = [card for card in hand if lower_in_suit(card, hand)]
        if self.fault and self.fault_at is None and wrong and self.source.random() < 0.2:
            self.fault_at = len(self.log) + 1
            return self.source.choice(wrong)
        allowed = [card for card in hand if card not in wrong and (card != COMET or self.boldness)]
        return self.lead(allowed or [COMET], hand) if self.lead else self.source.choice(allowed or [COMET])

    def _go_on(self) -> bool:
        """Lays the Comet in the place of the needed card, or that card; False where the run has stopped."""
        owner, holder = self._holder(COMET), self._holder(self.needed)
        if self.needed and owner and self.source.random() < self._eagerness(owner):
            self._lay(owner, COMET, self.needed)
        elif holder:
            self._lay(holder, self.needed)
        else:
            return False
        return True

    def _holder(self, card: str) -> str:
        return next((name for name in self.names if card in self.hands[name]), "")

    def _eagerness(self, owner: str) -> float:
        """How likely the Comet is laid now; more so at a stop, and as the last card."""
        if self.hands[owner] == [COMET]:
            return max(self.boldness, 0.5)
        return self.boldness if self._holder(self.needed) else min(3 * self.boldness, 0.5)

    def _lay(self, player: str, card: str, stands_for: str = "") -> None:
        number = len(self.log) + 1
        self.log.append(Play(number, player, card, stands_for, self.needed, self._holder(self.needed), self.last))
        self.hands[player].remove(card)
        if card == COMET:
            others = (name for name in self.names if name != player)
            self.payments += [Payment(name, player, self.price, "comet", number) for name in others]
        self.last = player
        self.needed = TEN if stands_for == REMOVED and self.terms.bridges else above(stands_for or card)
        if not self.hands[player]:
            self.winner = player

    def _pay_the_end(self) -> None:
        for loser in self.names:
            if loser != self.winner:
                points = self.terms.card * len(self.hands[loser])
                self.payments.append(Payment(loser, self.winner, points, "cards-left"))
        self.payments.append(Payment(POOL, self.winner, self.terms.stake * len(self.names), "pool"))
