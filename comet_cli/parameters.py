"""The parameters of a rule set: their values, and in one sentence each what they decide.

This is the one place that documents them; profiles are read, shown and compared from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, get_type_hints

from comet_cli.cards import Card

Ranks = tuple[int, ...]


MOST_POINTS = 1_000_000


def _param(doc: str, *, least: int = 0, most: int = MOST_POINTS) -> Any:
    """A parameter: what it decides, and the least and most that an integer may be."""
    return field(metadata={"doc": doc, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Players:
    """How many play."""

    min: int = _param("fewest players", least=2)
    max: int = _param("most players", least=2, most=20)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of the game."""

    decks: int = _param("ordinary packs that the pack is taken from", least=1, most=4)
    suits: tuple[str, ...] = _param("suits in the pack")
    lowest: Literal["A", "2"] = _param("lowest rank in the pack")
    removed: tuple[Card, ...] = _param("cards taken out")
    swapped: Mapping[Card, Card] = _param("cards replaced, one copy each, by another")
    divide: Ranks = _param("ranks of which cards are taken out until the deal divides")


@dataclass(frozen=True, slots=True)
class Deal:
    """How the pack is dealt."""

    cards: Literal["all", "equal"] | int | Mapping[int, int] = _param(
        "cards each: all dealt, equal hands, a number, or a number for each number of players", least=1
    )


@dataclass(frozen=True, slots=True)
class Stake:
    """What is staked on a hand."""

    ante: int = _param("points that each player stakes to the pool, each hand")
    pool: Literal["winner", "stays"] = _param(
        "who takes the pool: the winner; where nobody wins, the stakes go back, or the pool stays for the next winner"
    )


@dataclass(frozen=True, slots=True)
class Lead:
    """What may be led."""

    opening: Literal["any", "lowest_of_suit", "lowest_of_hand"] = _param("what the first lead of a hand may be")
    reopening: Literal["any", "lowest_of_suit", "lowest_of_hand", "lowest_of_other_suit"] = _param(
        "what a later lead may be"
    )


@dataclass(frozen=True, slots=True)
class Run:
    """How a run goes on."""

    by: Literal["suit", "rank"] = _param("runs go up in one suit, or by rank alone")
    order: Literal["turn", "holder"] = _param("players speak in turn, or whoever holds the next card lays it")
    group: Literal["single", "sets", "any"] = _param("cards laid together: one, full sets, or any number of a rank")
    must: bool = _param("whether a player who can go on has to")


@dataclass(frozen=True, slots=True)
class Stop:
    """What happens when a run is not taken up."""

    one_stuck: Literal["others_try", "next_leads"] = _param(
        "one player cannot go on: the others try in turn, or the next player leads at once"
    )
    all_stuck: Literal["last_leads", "next_leads", "hand_ends"] = _param(
        "nobody can go on: the player of the last card leads, the next player leads, or the hand ends",
    )
    gap: Literal["polled", "silent"] = _param(
        "the next card is not in the pack: the round of passes is held, or the run ends without one"
    )
    premium: int = _param("points that each opponent pays to whoever leads again after a stop")


@dataclass(frozen=True, slots=True)
class CometRules:
    """What the Comet is and does."""

    cards: tuple[Card, ...] = _param("the card or cards that are the Comet")
    power: Literal["detour", "substitute", "reset"] = _param(
        "what the Comet does to a run: a detour, a substitute for any card, or a reset"
    )
    when: Literal["stuck", "stuck_or_stopped", "own_turn", "at_stop", "any_time"] = _param("when the Comet may be laid")
    must: bool = _param("whether a player who may lay the Comet has to")
    follow_own: bool = _param("whether the Comet may follow the player's own cards in the same turn")
    branches_fail: Literal["comet_player", "last_player", "next_player"] = _param(
        "who leads when nobody takes up either branch: the player of the Comet, of the card before it, or the next",
    )
    on_lead: Literal["natural", "wild", "not_allowed"] = _param(
        "the Comet as a lead: as the card it is, as any card, or not at all"
    )
    gap_next: Literal["ten", "stop"] = _param("what follows the Comet laid in the gap")
    stands_for: tuple[Literal["held", "played", "king", "gap"], ...] = _param(
        "what a substitute may stand for: a card in a hand, one already played, a king, the card of the gap",
    )


@dataclass(frozen=True, slots=True)
class Pay:
    """What is paid while a hand is played; each opponent pays the player."""

    comet: int = _param("points for laying the Comet")
    comet_is_stake: bool = _param("whether the price of the Comet and the stake have to be one amount")
    comet_growth: Literal["none", "double"] = _param(
        "what the price of the Comet does after a hand in which it was not played"
    )
    king: int = _param("points for laying a king")
    ace_lead: int = _param("points for beginning a run with an ace")


@dataclass(frozen=True, slots=True)
class Left:
    """What is paid at the end for cards left in the losers' hands."""

    comet: int = _param("points for an unplayed Comet")
    comet_to: Literal["each", "winner"] = _param("who is paid for an unplayed Comet: each opponent, or the winner")
    king: int = _param("points for an unplayed king, each king counted")
    king_to: Literal["each", "winner"] = _param("who is paid for an unplayed king: each opponent, or the winner")
    per: Literal["nothing", "card", "pip"] = _param(
        "what else the winner is paid for: nothing, each card left, or each pip left"
    )
    rate: int = _param("points for each card or pip left")


@dataclass(frozen=True, slots=True)
class Pips:
    """What cards count where pips pay; the others count their number."""

    courts: int = _param("pips of a jack, a queen and a king")
    ace: int = _param("pips of an ace")
    comet: int = _param("pips of the Comet")


@dataclass(frozen=True, slots=True)
class Multiply:
    """What multiplies the points of a hand; the factors never multiply each other."""

    loser_holds_comet: int = _param("factor when a loser still holds the Comet", least=1)
    comet_last: int = _param("factor when the Comet was the winner's last card", least=1)
    comet_last_nine: int = _param("factor when it was laid last as a natural nine", least=1)


@dataclass(frozen=True, slots=True)
class Blocked:
    """A hand that ends because nobody can go on."""

    score: Literal["difference", "nothing"] = _param("what a blocked hand scores")
    comet_doubles: bool = _param("whether a Comet still held multiplies a blocked hand too")


@dataclass(frozen=True, slots=True)
class Score:
    """What the points are."""

    kind: Literal["transfers", "winner", "earner"] = _param(
        "points move between players, go to the winner only, or to whoever earns them"
    )


@dataclass(frozen=True, slots=True)
class Match:
    """How long a match is."""

    hands: Literal["one_each", "fixed", "even", "target", "open"] = _param(
        "how many hands: one a player, a fixed number, an even number, until a target, or until the table stops",
    )
    number: int = _param("hands of a fixed or even match")
    target: int = _param("points that end a match with a target")
    ties: Literal["share"] = _param("equal leaders share the win")


AREAS: dict[str, type] = {
    "players": Players,
    "pack": Pack,
    "deal": Deal,
    "stake": Stake,
    "lead": Lead,
    "run": Run,
    "stop": Stop,
    "comet": CometRules,
    "pay": Pay,
    "left": Left,
    "pips": Pips,
    "multiply": Multiply,
    "blocked": Blocked,
    "score": Score,
    "match": Match,
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a profile, for reading, writing and documents."""

    area: str
    name: str
    kind: Any
    doc: str
    least: int
    most: int

    @property
    def key(self) -> str:
        """Its name as a person writes it: area and name."""
        return f"{self.area}.{self.name}"


@cache
def parameters() -> dict[str, Parameter]:
    """Every parameter by its key, in the order of the document."""
    found = {}
    for area, kind in AREAS.items():
        hints = get_type_hints(kind)
        for each in fields(kind):
            parameter = Parameter(area, each.name, hints[each.name], **each.metadata)
            found[parameter.key] = parameter
    return found
