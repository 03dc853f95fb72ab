"""A rule profile as checked data: read, held against itself, and written out in full."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from comet_cli.cards import RANKS, SUITS, Card, above, make_pack, read_card, read_suit
from comet_cli.findings import nearest, refused, unreadable
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


@dataclass(frozen=True)
class Profile:
    """A complete rule set; the field names are those of the tables in a profile file."""

    id: str
    title: str
    source: str = field(compare=False)
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
        """The cards of the pack, each with its number of copies."""
        pack = self.pack
        return make_pack(pack.decks, pack.suits, RANKS.index(pack.lowest) + 1, pack.removed, pack.swapped)

    @cached_property
    def paying_left(self) -> tuple[Card, ...]:
        """The cards that cost their holder points at the end of a hand."""
        comets = set(self.comet.cards) if self.left.comet else set()
        kings = {card for card in self.cards if above(card) is None} if self.left.king else set()
        return tuple(sorted(comets | kings, key=lambda card: (-card.rank, SUITS.index(card.suit))))

    def dealt(self, players: int, dealer: int) -> tuple[int, ...]:
        """How many cards each seat is dealt, by seat, when the seat `dealer` of `players` deals."""
        total = self.cards.total()
        cards = self.deal.cards
        each = total // players
        if not isinstance(cards, str):
            each = cards if isinstance(cards, int) else cards[players]
        longer = total % players if cards == "all" else 0
        return tuple(each + ((seat - dealer - 1) % players < longer) for seat in range(players))

    def hands_planned(self, players: int) -> int | None:
        """How many hands make a match of `players`; None where the table stops when it likes."""
        match self.match.hands:
            case "one_each":
                return players
            case "fixed" | "even":
                return self.match.number
            case _:
                return None


def make_profile(table: Mapping[str, Any], base: Profile | None = None) -> Profile:
    """The profile that `table` describes; what it leaves out is taken from `base`.

    `table` has texts and one table an area, as TOML gives them. Raises `CometError` for an unknown key, a value
    that is not allowed or not built, a parameter that is missing, or values that cannot work together.
    """
    values: dict[str, Any] = {name: getattr(base, name) for name in _TEXTS} if base else dict.fromkeys(_TEXTS, "")
    chosen: dict[str, Any] = {}
    for key, value in table.items():
        if key in _TEXTS:
            values[key] = _read_text(key, value)
        elif key in AREAS:
            chosen.update(_read_area(key, value))
        elif key != "extends":
            raise unreadable(
                "unknown-parameter",
                f'a profile has no "{key}"',
                remedy=nearest(key, [*_TEXTS, "extends", *AREAS]) or f"Its tables are {', '.join(AREAS)}.",
            )
    if not values["id"]:
        raise unreadable("missing-parameter", "the profile has no id", remedy='Add a line: id = "my-rules"')
    for area, kind in AREAS.items():
        values[area] = kind(**{each.name: _value(chosen, base, area, each.name) for each in fields(kind)})
    profile = Profile(**values)
    for check in CHECKS:
        if fault := check(profile):
            raise refused("profile-conflict", f'the rules of "{profile.id}" cannot work together: {fault}')
    return profile


def as_table(profile: Profile) -> dict[str, Any]:
    """The profile as plain TOML values, every parameter written out; `make_profile` reads it back."""
    table: dict[str, Any] = {"id": profile.id, "title": profile.title}
    for key, parameter in parameters().items():
        value = getattr(getattr(profile, parameter.area), parameter.name)
        table.setdefault(parameter.area, {})[key.partition(".")[2]] = _as_toml(parameter, value)
    return table


def _value(chosen: Mapping[str, Any], base: Profile | None, area: str, name: str) -> Any:
    key = f"{area}.{name}"
    if key in chosen:
        return chosen[key]
    if base is None:
        raise unreadable(
            "missing-parameter",
            f"the profile does not say {key} ({parameters()[key].doc})",
            remedy='Give it a value, or take the rest from a published profile: extends = "foster"',
        )
    return getattr(getattr(base, area), name)


def _read_text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise unreadable("bad-parameter", f"{key} is a line of text, not {value!r}")
    return value


def _read_area(area: str, table: object) -> dict[str, Any]:
    names = [each.name for each in fields(AREAS[area])]
    if not isinstance(table, Mapping):
        raise unreadable("bad-parameter", f"{area} is a table of parameters: {', '.join(names)}")
    for name in table:
        if name not in names:
            raise unreadable(
                "unknown-parameter",
                f'"{area}" has no parameter "{name}"',
                remedy=nearest(name, names) or f"It has {', '.join(names)}.",
            )
    return {f"{area}.{name}": _read_parameter(parameters()[f"{area}.{name}"], raw) for name, raw in table.items()}


def _read_parameter(parameter: Parameter, raw: object) -> Any:
    value = _read_kind(parameter, parameter.kind, raw)
    if value is None:
        raise unreadable(
            "bad-parameter", f"{parameter.key} cannot be {raw!r}", remedy=f"It is {describe_kind(parameter)}."
        )
    if parameter.built and value not in parameter.built:
        raise refused(
            "not-built",
            f"{parameter.key} = {raw!r} is a rule that this version of comet does not play yet",
            legal=f"{parameter.key} can be {' or '.join(_toml_word(parameter, each) for each in parameter.built)}",
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
    most = parameter.most if parameter.most is not None else MOST_POINTS
    return isinstance(raw, int) and not isinstance(raw, bool) and parameter.least <= raw <= most


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


MOST_POINTS = 1_000_000
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
            words.append(f"a whole number from {parameter.least} to {parameter.most or MOST_POINTS}")
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


def _as_toml(parameter: Parameter, value: Any) -> Any:
    if parameter.key == "pack.divide":
        return [RANKS[rank - 1] for rank in value]
    if isinstance(value, Mapping):
        return {str(key): str(each) if isinstance(each, Card) else each for key, each in value.items()}
    if isinstance(value, tuple):
        return [str(each) for each in value]
    return value


def _toml_word(parameter: Parameter, value: Any) -> str:
    word = _as_toml(parameter, value)
    if isinstance(word, bool):
        return str(word).lower()
    return f'"{word}"' if isinstance(word, str) else str(word)


def _players_in_order(profile: Profile) -> str:
    players = profile.players
    return f"players.min is {players.min}, players.max {players.max}" if players.min > players.max else ""


def _pack_can_be_made(profile: Profile) -> str:
    try:
        cards = profile.cards
    except ValueError as fault:
        return str(fault)
    return "" if cards else "the pack has no cards"


def _deal_fits(profile: Profile) -> str:
    total = profile.cards.total()
    for players in range(profile.players.min, profile.players.max + 1):
        try:
            each = profile.dealt(players, 0)
        except KeyError:
            return f"deal.cards says nothing for {players} players"
        if sum(each) > total:
            return f"deal.cards needs {sum(each)} cards for {players} players; the pack has {total}"
        if min(each) < 1:
            return f"the pack has too few cards for {players} players"
    return ""


def _comet_in_pack(profile: Profile) -> str:
    if not profile.comet.cards:
        return "comet.cards is empty"
    missing = [card for card in profile.comet.cards if card not in profile.cards]
    return f"the Comet {missing[0]} is not in the pack" if missing else ""


def _comet_is_no_king(profile: Profile) -> str:
    kings = [card for card in profile.comet.cards if above(card) is None]
    return f"the Comet cannot be {kings[0]}: no card follows it" if kings else ""


def _rate_has_a_use(profile: Profile) -> str:
    left = profile.left
    if (left.per == "nothing") != (left.rate == 0):
        return f'left.per is "{left.per}" and left.rate {left.rate}: give both or neither'
    return ""


def _match_length(profile: Profile) -> str:
    match = profile.match
    if match.hands in ("fixed", "even") and match.number < 1:
        return f'match.hands is "{match.hands}": match.number has to be at least 1'
    if match.hands == "even" and match.number % 2:
        return f'match.hands is "even" and match.number {match.number}'
    return ""


CHECKS: tuple[Callable[[Profile], str], ...] = (
    _players_in_order,
    _pack_can_be_made,
    _deal_fits,
    _comet_in_pack,
    _comet_is_no_king,
    _rate_has_a_use,
    _match_length,
)
