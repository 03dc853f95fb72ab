"""A rule profile as checked data: read, held against itself, and written out in full."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from comet_cli.cards import ACE, RANKS, SUITS, Card, above, make_pack, read_card, read_suit
from comet_cli.conflicts import CHECKS
from comet_cli.findings import CometError, Finding, nearest, refused, shown, unreadable
from comet_cli.parameters import (
    AREAS,
    Blocked,
    CometRules,
    Deal,
    Lead,
    Left,
    Match,
    Multiply,
    Pack,
    Parameter,
    Pay,
    Pips,
    Players,
    Run,
    Score,
    Stake,
    Stop,
    parameters,
)

_TEXTS = ("id", "title", "source")
_LISTS = ("open", "rulings")


@dataclass(frozen=True)
class Profile:
    """A complete rule set; the names of its areas are those of the tables in a profile file.

    `rulings` are sentences on points that the source leaves unclear.
    """

    id: str
    title: str
    source: str = field(compare=False)
    rulings: tuple[str, ...] = field(compare=False)
    players: Players
    pack: Pack
    deal: Deal
    stake: Stake
    lead: Lead
    run: Run
    stop: Stop
    comet: CometRules
    pay: Pay
    left: Left
    pips: Pips
    multiply: Multiply
    blocked: Blocked
    score: Score
    match: Match

    @cached_property
    def cards(self) -> Counter[Card]:
        """The cards of the whole pack, each with its number of copies, before any are taken out to divide it."""
        return _whole_pack(self.pack)

    @cached_property
    def _packs(self) -> dict[int, Counter[Card]]:
        return {}

    def pack_for(self, players: int) -> Counter[Card]:
        """The cards that `players` play with, as they are played: by rank alone, a card but the Comet has no suit.

        Raises `ValueError` with a sentence where no cards can be taken out so that the deal divides.
        """
        if players not in self._packs:
            pack = self.cards.copy()
            order = sorted((card for card in pack.elements() if card not in self.comet.cards), key=_by_suit)
            spare = (card for rank in self.pack.divide for card in order if card.rank == rank)
            while self.pack.divide and pack.total() % players:
                card = next(spare, None)
                if card is None:
                    raise ValueError(f"taking out {spell_ranks(self.pack.divide)} does not make the deal divide")
                pack[card] -= 1
            played: Counter[Card] = Counter()
            for card, copies in pack.items():
                played[self.as_played(card)] += copies
            self._packs[players] = +played
        return self._packs[players]

    def as_played(self, card: Card) -> Card:
        """`card` as it is played: where suits do not count, without its suit, except the Comet."""
        ranked = self.run.by == "rank" and card not in self.comet.cards
        return Card(card.rank, "") if ranked and (not card.suit or self.cards[card]) else card

    def next_card(self, card: Card) -> Card | None:
        """The card that follows `card` in a run; None after a king."""
        following = above(card)
        return Card(following.rank, "") if following and self.run.by == "rank" else following

    @cached_property
    def paying_left(self) -> tuple[Card, ...]:
        """The cards that by themselves change what is paid when they are left in a hand, as they are played."""
        comets = set(self.comet.cards) if self.left.comet or self.multiply.loser_holds_comet > 1 else set()
        kings = {self.as_played(card) for card in self.cards if above(card) is None} if self.left.king else set()
        return tuple(sorted(comets | kings, key=lambda card: (-card.rank, card.suit and SUITS.index(card.suit))))

    def pips_of(self, card: Card) -> int:
        """What `card` counts where pips pay."""
        if card in self.comet.cards:
            return self.pips.comet
        if card.rank == ACE:
            return self.pips.ace
        return self.pips.courts if card.rank > 10 else card.rank

    def dealt(self, players: int, dealer: int) -> tuple[int, ...]:
        """How many cards each seat is dealt, by seat, when the seat `dealer` of `players` deals."""
        total = self.pack_for(players).total()
        cards = self.deal.cards
        each = total // players
        if not isinstance(cards, str):
            each = cards if isinstance(cards, int) else cards[players]
        longer = total % players if cards == "all" else 0
        return tuple(each + ((seat - dealer - 1) % players < longer) for seat in range(players))

    def hands_planned(self, players: int) -> int | None:
        """How many hands make a match of `players`; None where that is not fixed beforehand."""
        match self.match.hands:
            case "one_each":
                return players
            case "fixed" | "even":
                return self.match.number
            case _:
                return None

    def seats_fault(self, number: int) -> str:
        """Why `number` players cannot play this game, in a sentence, or ""."""
        least, most = self.players.min, self.players.max
        if least <= number <= most:
            return ""
        return f"{self.title} is for {f'{least} to {most}' if least < most else least} players, not {number}"

    def plan_fault(self, hands: int) -> str:
        """Why a match cannot be planned for `hands` hands, in a sentence, or ""."""
        odd = self.match.hands == "even" and hands % 2
        return (
            f"a match of {self.title} has an even number of hands, so that each deals as often; {hands} is odd"
            if odd
            else ""
        )


def _by_suit(card: Card) -> int:
    return SUITS.index(card.suit)


def pack_of(table: Mapping[str, Any]) -> Counter[Card]:
    """The whole pack of the profile in `table`, which may have open choices elsewhere."""
    values = read_parameters(table)
    return _whole_pack(Pack(**{each.name: values.get(f"pack.{each.name}", ()) for each in fields(Pack)}))


def _whole_pack(pack: Pack) -> Counter[Card]:
    return make_pack(pack.decks, pack.suits, RANKS.index(pack.lowest) + 1, pack.removed, pack.swapped)


def spell_ranks(ranks: Sequence[int]) -> str:
    """Ranks as text: "7s and 8s"."""
    return " and ".join(f"{RANKS[rank - 1]}s" for rank in ranks)


def make_profile(table: Mapping[str, Any]) -> Profile:
    """The profile that `table` describes in full.

    `table` has texts and one table an area, as TOML gives them; `open` lists the parameters that the source does
    not tell and the house has to fill in. Raises `CometError` for an unknown key, a value that is not allowed, a
    parameter that is missing or still open, or values that cannot work together.
    """
    chosen = read_parameters(table)
    still_open = open_choices(table)
    if still_open:
        raise refused(
            "open-choice",
            f'"{table.get("id")}" leaves {len(still_open)} choice{"s" * (len(still_open) > 1)} to the house',
            why=f"The source does not tell them, and they are not made up: {', '.join(still_open)}.",
            remedy="Fill them in: in a profile of your own (comet profiles new), or with comet new --set KEY=VALUE.",
        )
    missing = next((key for key in parameters() if key not in chosen), None)
    if missing:
        raise unreadable(
            "missing-parameter",
            f"the profile does not say {missing} ({parameters()[missing].doc})",
            remedy='Give it a value, or take the rest from a published profile: extends = "foster"',
        )
    if not table.get("id"):
        raise unreadable("missing-parameter", "the profile has no id", remedy='Add a line: id = "my-rules"')
    areas = {
        area: kind(**{each.name: chosen[f"{area}.{each.name}"] for each in fields(kind)})
        for area, kind in AREAS.items()
    }
    texts = {key: table.get(key, "") for key in _TEXTS}
    profile = Profile(**texts, rulings=tuple(table.get("rulings", ())), **areas)
    for check in CHECKS:
        if fault := check(profile):
            raise refused("profile-conflict", f'the rules of "{profile.id}" cannot work together: {fault}')
    return profile


def read_parameters(table: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that `table` gives, by key. Raises `CometError` for keys and values that are not allowed."""
    chosen: dict[str, Any] = {}
    faults: list[Finding] = []
    for key, value in table.items():
        try:
            if key in AREAS and isinstance(value, Mapping):
                _read_area(key, value, chosen, faults)
            else:
                _read_key(key, value)
        except CometError as error:
            faults.append(error.finding.at(key=key))
    if faults:
        raise CometError(*faults)
    return chosen


def _read_key(key: str, value: object) -> None:
    """Checks what stands in a profile beside its tables of parameters."""
    if key in _TEXTS:
        _read_text(key, value)
    elif key in _LISTS:
        _read_texts(key, value)
    elif key in AREAS:
        names = ", ".join(each.name for each in fields(AREAS[key]))
        raise unreadable("bad-parameter", f"{key} is a table of parameters: {names}")
    elif key != "extends":
        raise unreadable(
            "unknown-parameter",
            f'a profile has no "{key}"',
            remedy=nearest(key, [*_TEXTS, *_LISTS, "extends", *AREAS]) or f"Its tables are {', '.join(AREAS)}.",
        )


def open_choices(table: Mapping[str, Any]) -> list[str]:
    """The parameters that `table` lists as open and gives no value."""
    given = read_parameters(table)
    listed: list[str] = table.get("open", [])
    for key in listed:
        if key not in parameters():
            raise unreadable(
                "unknown-parameter", f'open lists "{key}", which is no parameter', remedy=nearest(key, parameters())
            )
    return [key for key in listed if key not in given]


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The table of a profile that extends `base` by `over`: a parameter that `over` gives takes the place of the other.

    Rulings and open choices add up.
    """
    merged = {key: dict(value) if isinstance(value, Mapping) else value for key, value in base.items()}
    for key, value in over.items():
        if isinstance(value, Mapping) and isinstance(merged.get(key), dict):
            merged[key].update(value)
        elif key in _LISTS and isinstance(value, list):
            merged[key] = [*dict.fromkeys([*merged.get(key, ()), *value])]
        else:
            merged[key] = value
    return merged


def as_table(profile: Profile) -> dict[str, Any]:
    """The profile as plain TOML values, every parameter written out; `make_profile` reads it back."""
    table: dict[str, Any] = {"id": profile.id, "title": profile.title}
    for key, parameter in parameters().items():
        value = getattr(getattr(profile, parameter.area), parameter.name)
        table.setdefault(parameter.area, {})[key.partition(".")[2]] = as_toml(parameter, value)
    return table


def _read_text(key: str, value: object) -> None:
    if not isinstance(value, str) or not value.isprintable():
        raise unreadable("bad-parameter", f"{key} is a line of text, not {shown(value)}")


def _read_texts(key: str, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.isprintable() for item in value):
        raise unreadable("bad-parameter", f"{key} is a list of texts, not {shown(value)}")


def _read_area(area: str, table: Mapping[str, Any], chosen: dict[str, Any], faults: list[Finding]) -> None:
    """Reads the parameters of one table into `chosen`, and what is wrong with them into `faults`."""
    names = [each.name for each in fields(AREAS[area])]
    for name, raw in table.items():
        key = f"{area}.{name}"
        try:
            if name not in names:
                remedy = nearest(name, names) or f"It has {', '.join(names)}."
                raise unreadable("unknown-parameter", f'"{area}" has no parameter "{name}"', remedy=remedy)
            chosen[key] = _read_parameter(parameters()[key], raw)
        except CometError as error:
            faults.append(error.finding.at(key=key))


def _read_parameter(parameter: Parameter, raw: object) -> Any:
    value = _read_kind(parameter, parameter.kind, raw)
    if value is None:
        raise unreadable(
            "bad-parameter", f"{parameter.key} cannot be {shown(raw)}", remedy=f"It is {describe_kind(parameter)}."
        )
    return value


def _read_kind(parameter: Parameter, kind: Any, raw: Any) -> Any:
    """The value of a raw TOML value as `kind`, or None where it is not one."""
    if _is_union(kind):
        read = (_read_kind(parameter, each, raw) for each in get_args(kind))
        return next((value for value in read if value is not None), None)
    if get_origin(kind) is Literal:
        return raw if raw in get_args(kind) else None
    if kind is bool:
        return raw if isinstance(raw, bool) else None
    if kind is int:
        return raw if _in_bounds(parameter, raw) else None
    if get_origin(kind) is tuple:
        if not isinstance(raw, list):
            return None
        items = [_ITEMS[parameter.key](item) for item in raw]
        return tuple(items) if None not in items and len(set(items)) == len(items) else None
    return _read_mapping(parameter, raw)


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _in_bounds(parameter: Parameter, raw: object) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool) and parameter.least <= raw <= parameter.most


def _read_mapping(parameter: Parameter, raw: object) -> Mapping[Any, Any] | None:
    if not isinstance(raw, Mapping):
        return None
    if parameter.key == "pack.swapped":
        swaps = {_full_card(key): _full_card(value) for key, value in raw.items()}
        return None if None in swaps or None in swaps.values() else swaps
    if not all(key.isascii() and key.isdecimal() and _in_bounds(parameter, value) for key, value in raw.items()):
        return None
    return {int(key): value for key, value in raw.items()}


def _full_card(raw: object) -> Card | None:
    card = read_card(raw) if isinstance(raw, str) else None
    return card if card and card.suit else None


def _rank(raw: object) -> int | None:
    card = read_card(raw) if isinstance(raw, str) else None
    return card.rank if card and not card.suit else None


def _suit(raw: object) -> str | None:
    return read_suit(raw) if isinstance(raw, str) else None


def _kind_of_card(raw: object) -> object:
    return raw if raw in ("held", "played", "king", "gap") else None


_ITEMS: dict[str, Callable[[object], object]] = {
    "pack.suits": _suit,
    "pack.removed": _full_card,
    "pack.divide": _rank,
    "comet.cards": _full_card,
    "comet.stands_for": _kind_of_card,
}


def describe_kind(parameter: Parameter) -> str:
    """In words, what values a parameter may have."""
    words: list[str] = []
    for kind in get_args(parameter.kind) if _is_union(parameter.kind) else (parameter.kind,):
        if get_origin(kind) is Literal:
            words += [f'"{value}"' for value in get_args(kind)]
        elif kind is bool:
            words += ["true", "false"]
        elif kind is int:
            words.append(f"a whole number from {parameter.least} to {parameter.most}")
        elif get_origin(kind) is tuple:
            words.append("a list without repeats, such as " + _EXAMPLES[parameter.key])
        else:
            words.append("a table such as " + _EXAMPLES[parameter.key])
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


_EXAMPLES = {
    "pack.suits": '["♣", "♦", "♥", "♠"]',
    "pack.removed": '["8♦"]',
    "pack.swapped": '{ "9♠" = "9♦" }',
    "pack.divide": '["7", "8"]',
    "deal.cards": "{ 2 = 25, 3 = 17 }",
    "comet.cards": '["9♦"]',
    "comet.stands_for": '["held", "king"]',
}


def as_toml(parameter: Parameter, value: Any) -> Any:
    """The value of a parameter as TOML has it."""
    if parameter.key == "pack.divide":
        return [RANKS[rank - 1] for rank in value]
    if isinstance(value, Mapping):
        return {str(key): str(each) if isinstance(each, Card) else each for key, each in value.items()}
    if isinstance(value, tuple):
        return [str(each) for each in value]
    return value
