"""A rule set as people read it: plain sentences, a TOML page, and what tells two sets apart."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from comet_cli.parameters import AREAS, parameters
from comet_cli.profile import as_toml, open_choices, read_parameters
from comet_cli.writing import Column, pair

_HEADINGS = {
    "players": "Players",
    "pack": "Cards",
    "deal": "Deal",
    "stake": "Stake",
    "lead": "Leading",
    "run": "Runs",
    "stop": "Stops",
    "comet": "The Comet",
    "pay": "Paid at once",
    "left": "Paid at the end",
    "pips": "Pips",
    "multiply": "Factors",
    "blocked": "Blocked hands",
    "score": "Points",
    "match": "Match",
}


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "sentences.toml").read_text("utf-8"))


def sentence(key: str, value: Any, kind: str = "") -> str:
    """The sentence that the parameter `key` says with the TOML value `value`; "" where it says nothing.

    `kind` is that of the scoring: some payments are told otherwise where nobody pays.
    """
    said = _sentences()[key]
    told = said.get(word(value), said.get(kind, said.get("else", "")))
    shown = [_STANDS_FOR.get(each, each) for each in value] if key == "comet.stands_for" else value
    return told.replace("{value}", ", ".join(shown) if shown is not value else word(value))


_STANDS_FOR = {
    "held": "a card that somebody holds",
    "played": "one that was already played",
    "king": "a king",
    "gap": "the one that is not in the pack",
}
_COMMON = (
    "The first dealer is drawn at random or agreed, and the deal moves to the left each hand. "
    "The first empty hand ends the hand at once; what its last card earns is paid. "
    "The highest balance wins the match."
)


def rules_text(table: Mapping[str, Any]) -> str:
    """The rules of the profile in `table`, area by area, with the source, rulings and open choices."""
    values, still_open = values_of(table), open_choices(table)
    named = ": ".join(filter(None, (table.get("id"), table.get("title"))))
    lines = [named or "rules without an id", ""]
    for area, heading in _HEADINGS.items():
        if area == "pips" and values.get("left.per") != "pip":
            continue
        keys = [key for key in parameters() if key.startswith(f"{area}.") and key in values]
        kind = values.get("score.kind", "")
        said = " ".join(filter(None, (sentence(key, values[key], kind) for key in keys if _matters(key, values))))
        if said:
            lines.append(f"{heading}. {said}")
    lines.append(f"Every hand. {_COMMON}")
    if still_open:
        lines += ["", "Open, for the house to fill in:"]
        lines += [f"  {key}: {parameters()[key].doc}" for key in still_open]
    if table.get("rulings"):
        lines += ["", "Rulings on points that the source leaves unclear:"]
        lines += [f"  {ruling}" for ruling in table["rulings"]]
    return "\n".join([*lines, "", f"Source: {table.get('source') or 'not told'}."])


def _matters(key: str, values: Mapping[str, Any]) -> bool:
    """Whether a parameter has anything to say beside the others."""
    power = values.get("comet.power")
    blocks = values.get("stop.all_stuck") == "hand_ends" and values.get("stop.one_stuck") != "next_leads"
    silent = {
        "left.comet_to": not values.get("left.comet"),
        "left.king_to": not values.get("left.king"),
        "comet.branches_fail": power != "detour",
        "comet.follow_own": values.get("run.order") == "holder" and values.get("comet.follow_own"),
        "comet.stands_for": power != "substitute",
        "comet.gap_next": power == "reset" or values.get("run.by") == "rank",
        "pips.ace": values.get("pack.lowest") == "2",
        "blocked.score": not blocks,
        "blocked.comet_doubles": not blocks,
        "stop.one_stuck": values.get("run.order") == "holder",
        "stop.all_stuck": values.get("run.order") == "holder" or values.get("stop.one_stuck") == "next_leads",
        "stop.gap": values.get("run.order") == "holder" or values.get("run.by") == "rank",
        "stake.pool": not values.get("stake.ante"),
        "match.number": values.get("match.hands") not in ("fixed", "even"),
        "match.target": values.get("match.hands") != "target",
    }
    return not silent.get(key, False)


def values_of(table: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that `table` gives, by key, in their canonical TOML form."""
    given = read_parameters(table)
    return {key: as_toml(parameter, given[key]) for key, parameter in parameters().items() if key in given}


def rules_toml(table: Mapping[str, Any]) -> str:
    """The profile in `table` as a file, every parameter with what it decides; open ones are left to fill in."""
    values, still_open = values_of(table), open_choices(table)
    texts = {key: table[key] for key in ("id", "title", "source") if table.get(key)}
    lists = {key: Column(table[key]) for key in ("open", "rulings") if table.get(key)}
    lines = [pair(key, value) for key, value in (texts | lists).items()]
    for area in AREAS:
        lines += ["", f"[{area}]"]
        for key, parameter in parameters().items():
            if parameter.area != area:
                continue
            if key in values:
                lines.append(f"{pair(parameter.name, values[key])}  # {parameter.doc}")
            elif key in still_open:
                lines.append(f"# {parameter.name} =   # OPEN: {parameter.doc}")
    return "\n".join(lines) + "\n"


def house_toml(table: Mapping[str, Any], extends: str, name: str) -> str:
    """A file for a house's own rules: nothing is changed yet, every parameter stands there to be changed."""
    values, still_open = values_of(table), open_choices(table)
    lines = [
        f"# Rules of our own. Take the # away before a line and change the value; what stays is as in {extends}.",
        pair("id", name),
        pair("title", f"{table.get('title', extends)}, as we play it"),
        pair("source", "our own table"),
        pair("extends", extends),
    ]
    if still_open:
        lines.append("# The lines marked OPEN have to be filled in: the source does not tell them.")
    for area in AREAS:
        lines += ["", f"[{area}]"]
        for key, parameter in parameters().items():
            if parameter.area == area:
                told = pair(parameter.name, values[key]) if key in values else f"{parameter.name} ="
                lines.append(f"# {told}  # {'OPEN: ' if key in still_open else ''}{parameter.doc}")
    return "\n".join(lines) + "\n"


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The parameters in which two profiles differ: key, and the value of each, "open" where it has none."""
    ours, theirs = values_of(one), values_of(other)
    told = [
        (key, *(word(side[key]) or "none" if key in side else "open" for side in (ours, theirs)))
        for key in parameters()
    ]
    return [(key, here, there) for key, here, there in told if here != there]


def word(value: Any) -> str:
    """A TOML value as a person reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
