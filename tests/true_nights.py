"""True nights by any rule set: hands played with open cards, and written down as a table would write them.

What the source of a published rule set leaves to the house is filled in at random. How much was shown of a hand
differs; what is written is always true, and enough for the hand to be settled, but for the last one of a night.
"""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin

from comet_cli.cards import ACE, KING, Card
from comet_cli.commands.score import with_results
from comet_cli.findings import CometError, Finding
from comet_cli.hand import Hand
from comet_cli.library import find_table, published
from comet_cli.night import score_night
from comet_cli.parameters import parameters
from comet_cli.plays import Lay, Play, Shown, Turn, Unread
from comet_cli.profile import Profile, make_profile, merge, open_choices
from comet_cli.reading import read_session
from comet_cli.records import Adjustment, HandRecord, Result, Session, Tally
from comet_cli.writing import write_session
from tests.open_table import NAMES, OpenHand, OpenTable

# Rules

# Houses that differ from a published rule set where none of these has what the rules of the game allow.
HOUSES: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "foster, at leisure": ("foster", {"run": {"must": False}}),
    "foster, the Comet must": ("foster", {"comet": {"must": True}}),
    "foster, the Comet must at a stop": (
        "foster",
        {"comet": {"must": True, "when": "stuck_or_stopped", "follow_own": False}},
    ),
    "crp, with dead cards": ("crp", {"deal": {"cards": {"2": 20, "3": 14, "4": 11, "5": 9, "6": 7}}}),
    "crp, by turns": ("crp", {"run": {"order": "turn"}}),
    "duo, the last player leads": ("duo", {"stop": {"all_stuck": "last_leads"}}),
    "duo, the next player leads": ("duo", {"stop": {"all_stuck": "next_leads"}}),
}
RULES = (*published(), *HOUSES)

_FILLED: dict[str, Sequence[Any]] = {
    "players.min": (2,),
    "players.max": (5,),
    "deal.cards": ("all", "equal", 9),
    "pack.divide": (["7", "8"],),
    "match.number": (2, 4),
    "match.target": (50,),
}
_KINDS_OF_CARD = ("held", "played", "king", "gap")


def rules_of(source: Random, reference: str) -> Profile:
    """The rule set `reference`, each of its open choices filled in at random."""
    table = _table(reference)
    while True:
        try:
            return make_profile(merge(table, _choices(source, table)))
        except CometError as error:
            if error.finding.code != "profile-conflict":
                raise


@cache
def _table(reference: str) -> dict[str, Any]:
    extends, changed = HOUSES.get(reference, (reference, {}))
    return merge(find_table(extends, Path()), changed)


def _choices(source: Random, table: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    chosen: dict[str, dict[str, Any]] = {}
    for key in open_choices(table):
        area, _, name = key.partition(".")
        chosen.setdefault(area, {})[name] = _choice(source, key)
    return chosen


def _choice(source: Random, key: str) -> Any:
    kind = parameters()[key].kind
    if key in _FILLED:
        return source.choice(_FILLED[key])
    if key == "comet.stands_for":
        return source.sample(_KINDS_OF_CARD, source.randint(1, 4))
    if get_origin(kind) is Literal:
        return source.choice(get_args(kind))
    return source.choice((True, False) if kind is bool else (0, 1, 2, 5))


def pays(profile: Profile, card: Card) -> bool:
    """Whether `card` by itself changes what is paid when it is left in a hand."""
    if card in profile.comet.cards:
        return profile.left.comet > 0 or profile.multiply.loser_holds_comet > 1
    return profile.left.king > 0 and card.rank == KING


def pips(profile: Profile, card: Card) -> int:
    """What `card` counts where pips pay."""
    if card in profile.comet.cards:
        return profile.pips.comet
    return profile.pips.ace if card.rank == ACE else profile.pips.courts if card.rank > 10 else card.rank


# Cards and play


@dataclass(frozen=True, slots=True)
class Deal:
    """The rules, who sits where, the seat that deals, the cards of each seat, and the dead ones."""

    profile: Profile
    names: tuple[str, ...]
    dealer: int
    cards: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]


def deal(source: Random, profile: Profile, names: tuple[str, ...], dealer: int, fewer: int | None = None) -> Deal:
    """A shuffled deal; the seat `fewer`, where there is one, gets a card less than it should."""
    pack = list(profile.pack_for(len(names)).elements())
    source.shuffle(pack)
    numbers = [number - (seat == fewer) for seat, number in enumerate(profile.dealt(len(names), dealer))]
    cards = iter(pack)
    each = tuple(tuple(next(cards) for _ in range(number)) for number in numbers)
    return Deal(profile, names, dealer, each, tuple(cards))


def deal_of(hand: OpenHand) -> Deal:
    """How a hand was dealt that has been played."""
    each = tuple(
        (*(play.card for seat, play in hand.log if hand.names[seat] == name and isinstance(play, Lay)), *left)
        for name, left in hand.left.items()
    )
    return Deal(hand.profile, hand.names, hand.names.index(hand.dealer), each, hand.dead)


class Table(OpenTable):
    """An open table with the cards of `deal`."""

    def __init__(self, source: Random, deal: Deal) -> None:
        super().__init__(source, deal.profile, deal.names, deal.dealer)
        self.cards = [list(cards) for cards in deal.cards]
        self.dead = deal.dead
        self.hand = Hand(deal.profile, deal.names, deal.dealer, dict(enumerate(map(len, deal.cards))))


def before_each_play(source: Random, hand: OpenHand) -> Iterator[tuple[int, int, Play, Table]]:
    """Each play of a hand: its number, its seat, the play, and the table before it, which then moves on."""
    table = Table(source, deal_of(hand))
    for number, (seat, play) in enumerate(hand.log, 1):
        yield number, seat, play, table
        table.step(seat, play)


def after(source: Random, hand: OpenHand, plays: int) -> Table:
    """The table of a hand after its first plays."""
    table = Table(source, deal_of(hand))
    for seat, play in hand.log[:plays]:
        table.step(seat, play)
    return table


# What was shown


class Showing(enum.Enum):
    """How much of what the losers held was written down."""

    ALL = "every card, and the dead ones"
    LEFT = "every card"
    PAYING = "what pays, and ? for the rest or the total of the pips"
    SOME = "not everybody's cards"
    UNSEEN = "?? for some"


def write_down(source: Random, hand: OpenHand, showing: Showing, *, last: bool = True) -> HandRecord:
    """The record of `hand`; where it is not the `last` of its night it can be settled."""
    left = {name: _shown(source, hand, name, showing) for name, cards in hand.left.items() if cards}
    dead = list(hand.dead) if showing is Showing.ALL else _some_dead(source, hand)
    if showing is Showing.SOME:
        silent = [name for name in left if last or _may_be_silent(hand, name)]
        for name in source.sample(silent, source.randint(0, len(silent))):
            del left[name]
    if any(shown.pips is not None for shown in left.values()) or len(left) < sum(map(bool, hand.left.values())):
        dead += [card for card in hand.dead if pays(hand.profile, card)]
    dead = [card for card in hand.dead if card in dead]
    return HandRecord(dealer=hand.dealer, turns=hand.turns, left=left, dead=tuple(dead))


def _shown(source: Random, hand: OpenHand, name: str, showing: Showing) -> Shown:
    cards, profile = hand.left[name], hand.profile
    if showing is Showing.UNSEEN and source.random() < 0.5:
        return Shown(nobody_saw=True)
    if showing in (Showing.ALL, Showing.LEFT) or source.random() < 0.2:
        return Shown(tuple(source.sample(cards, len(cards))))
    if profile.left.per == "pip":
        named = tuple(card for card in cards if pays(profile, card))
        return Shown(named, pips=sum(pips(profile, card) for card in cards))
    named = tuple(card for card in cards if pays(profile, card) or source.random() < 0.1)
    return Shown(named, len(cards) - len(named))


def _some_dead(source: Random, hand: OpenHand) -> list[Card]:
    """None of the dead cards, or some of them."""
    return source.sample(hand.dead, source.randint(0, len(hand.dead)) if source.random() < 0.3 else 0)


def _may_be_silent(hand: OpenHand, name: str) -> bool:
    """Whether a hand can be settled without what `name` held."""
    return hand.profile.left.per != "pip" and not any(pays(hand.profile, card) for card in hand.left[name])


def totals(source: Random, hand: OpenHand) -> Tally | None:
    """The totals of a hand that was too fast to be written down; None where they do not tell how it ended."""
    kings, aces, comet = Counter[str](), Counter[str](), None
    for _, seat, play, table in before_each_play(source, hand):
        name = hand.names[seat]
        if not isinstance(play, Lay):
            continue
        if table.hand.is_comet(play.card):
            comet = name
        elif play.card.rank == KING:
            kings[name] += 1
        elif play.card.rank == ACE and seat == table.hand.leader:
            aces[name] += 1
    left, per = {name: cards for name, cards in hand.left.items() if cards}, hand.profile.left.per
    counted = {name: len(cards) for name, cards in left.items()} if per == "card" else {}
    pips_left = {name: sum(pips(hand.profile, card) for card in left[name]) for name in left} if per == "pip" else {}
    out = [name for name in hand.names if name not in left]
    if not out and (hand.profile.blocked.score == "nothing" or per != "pip"):
        return None
    lowest = out or [name for name in pips_left if pips_left[name] == min(pips_left.values())]
    return Tally(lowest[0] if len(lowest) == 1 else None, comet, kings, aces, counted, pips_left)


# Nights


@dataclass(frozen=True, slots=True)
class TrueNight:
    """A night as it is written down, each play in a string of its own, and the hands as they were played."""

    session: Session
    hands: tuple[OpenHand, ...]

    @property
    def counted(self) -> list[int]:
        """The places of the hands that were not given up."""
        return [place for place, record in enumerate(self.session.hands) if record.void is None]

    def with_hand(self, place: int, record: HandRecord, hand: OpenHand | None = None) -> "TrueNight":
        """The same night with another record at `place`, and another hand if it was played otherwise."""
        records, hands = list(self.session.hands), list(self.hands)
        records[place] = record
        hands[place] = hand or hands[place]
        return TrueNight(replace(self.session, hands=tuple(records)), tuple(hands))

    def with_results(self) -> "TrueNight":
        """The same night with what its hands come to stored, as far as they are settled."""
        stored = with_results(score_night(self.session)).hands
        pairs = zip(self.session.hands, stored, strict=True)
        hands = tuple(replace(record, result=scored.result) for record, scored in pairs)
        return TrueNight(replace(self.session, hands=hands), self.hands)

    def comes_to(self, place: int) -> Result:
        """What the hand at `place` comes to."""
        return score_night(self.session).hands[place].result

    def text(self, source: Random) -> str:
        """The file of the night, its plays divided into strings anyhow."""
        hands = (replace(each, turns=_divided(source, each.turns)) for each in self.session.hands)
        return write_session(replace(self.session, hands=tuple(hands)))


def true_night(source: Random, reference: str, showing: Showing, players: int = 0, hands: int = 3) -> TrueNight:
    """A night by the rule set `reference`, with all that happens at a table: misdeals, void hands, points moved.

    Without `players` as many play as may. Whoever does not deal in turn has a reason.
    """
    profile = rules_of(source, reference)
    names = NAMES[: players or source.randint(profile.players.min, profile.players.max)]
    dealer = source.randrange(len(names))
    records, played = list[HandRecord](), list[OpenHand]()
    for number in range(hands):
        changed = source.random() < 0.1
        dealer = source.randrange(len(names)) if changed else dealer
        hand, dealt = _play(source, profile, names, dealer)
        record = write_down(source, hand, showing, last=number == hands - 1)
        record = replace(record, dealt=dealt, dealer_changed="asked for it" if changed else None)
        void = source.random() < 0.1
        records.append(_given_up(source, record) if void else _with_adjustment(source, record, names))
        played.append(hand)
        dealer = dealer if void else (dealer + 1) % len(names)
    first = records[0].dealer if source.random() < 0.5 else None
    return TrueNight(Session("night", names, profile, first_dealer=first, hands=tuple(records)), tuple(played))


def _play(source: Random, profile: Profile, names: tuple[str, ...], dealer: int) -> tuple[OpenHand, dict[str, int]]:
    """A hand, and what was dealt by mistake: now and then somebody gets a card less."""
    fewer = source.randrange(len(names)) if source.random() < 0.1 else None
    dealt = deal(source, profile, names, dealer, fewer)
    hand = Table(source, dealt).play()
    return hand, {} if fewer is None else {names[fewer]: len(dealt.cards[fewer])}


def _given_up(source: Random, record: HandRecord) -> HandRecord:
    turns = record.turns[: source.randrange(len(record.turns))]
    return replace(record, turns=turns, left={}, dead=(), void="the cards fell")


def _with_adjustment(source: Random, record: HandRecord, names: tuple[str, ...]) -> HandRecord:
    if source.random() < 0.8:
        return record
    payer, payee = source.sample(names, 2)
    return replace(record, adjustments=(Adjustment(payer, payee, source.randint(1, 5), "peeked"),))


def _divided(source: Random, turns: Sequence[Turn | Unread]) -> tuple[Turn | Unread, ...]:
    divided: list[Turn | Unread] = []
    for turn in turns:
        last = divided[-1] if divided else None
        if isinstance(turn, Turn) and isinstance(last, Turn) and last.player == turn.player and source.random() < 0.5:
            divided[-1] = replace(last, plays=(*last.plays, *turn.plays))
        else:
            divided.append(turn)
    return tuple(divided)


def found(text: str) -> list[Finding]:
    """Everything that is wrong by `comet verify` with the session in `text`."""
    reading = read_session(text, Path())
    return [each for each in [*reading.findings, *score_night(reading.session).findings] if each.fails]
