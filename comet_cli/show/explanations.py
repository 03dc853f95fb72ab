"""What each finding means and how to go on, as a card player reads it: a page a code, and the list of all of them.

The texts are data (`explanations.toml`), and so are the runs that provoke each finding; the tests run them.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from comet_cli.findings import Family

# The data has one table a code, within one a family, and beside these the nights that several runs begin with.
_STARTS = "start"
FAMILIES = {family.name.lower(): family.value for family in Family} | {"fault": "a fault of the program"}


@dataclass(frozen=True, slots=True)
class Example:
    """A run that provokes a finding.

    `night` and `house` are the texts of the files night.toml and house.toml, "" where there is none; `commands` are
    shell lines, and `circumstance` tells in words what else is so while the last of them runs. `typed` is what is
    then typed at the terminal, and `told` what that command printed.
    """

    night: str
    house: str
    commands: tuple[str, ...]
    circumstance: str
    typed: str
    told: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of the findings with one code; `family` is a key of `FAMILIES`."""

    code: str
    family: str
    means: str
    go_on: str
    example: Example

    @property
    def headline(self) -> str:
        """The first sentence of what it means."""
        return re.split(r"(?<=[.?!]) ", self.means, maxsplit=1)[0]


@cache
def explanations() -> Mapping[str, Explanation]:
    """Every explanation by its code, in the order of the data."""
    data = tomllib.loads((Path(__file__).parent / "explanations.toml").read_text("utf-8"))
    starts = data.pop(_STARTS)
    return {
        code: Explanation(code, family, _flowing(entry["means"]), _flowing(entry["go_on"]), _example(entry, starts))
        for family, entries in data.items()
        for code, entry in entries.items()
    }


def _example(entry: Mapping[str, Any], starts: Mapping[str, Mapping[str, Any]]) -> Example:
    start = starts[entry["start"]] if "start" in entry else {}
    return Example(
        night=start.get("night", "") + entry.get("night", ""),
        house=entry.get("house", ""),
        commands=(*start.get("run", ()), *entry["run"]),
        circumstance=entry.get("circumstance", ""),
        typed=entry.get("typed", ""),
        told=entry.get("told", ""),
    )


def _flowing(text: str) -> str:
    return " ".join(text.split())


def page(explanation: Explanation, width: int) -> str:
    """An explanation in full, its sentences folded to `width` columns."""
    example = explanation.example
    files = {"night.toml": example.night, "house.toml": example.house}
    parts = [
        f"{explanation.code}: {FAMILIES[explanation.family]}",
        _folded(explanation.means, width),
        _folded(f"To go on: {explanation.go_on}", width),
        "For example:",
        *(f"{name}\n{textwrap.indent(text.rstrip(), '    ')}" for name, text in files.items() if text),
        "\n".join([*_prompted(example), example.told.rstrip()]),
    ]
    return "\n\n".join(parts)


def _prompted(example: Example) -> list[str]:
    """The commands of a run as they stand at a terminal, and what else was so when the last one ran."""
    *before, last = (f"$ {command}" for command in example.commands)
    return [*before, *([f"# {example.circumstance}"] if example.circumstance else []), last]


def overview(found: Iterable[Explanation], width: int) -> str:
    """All of `found` by family, a line each, folded to `width` columns."""
    families: dict[str, list[Explanation]] = {}
    for each in found:
        families.setdefault(each.family, []).append(each)
    column = max(len(each.code) for family in families.values() for each in family) + 2
    blocks = (
        [f"{FAMILIES[family]}:", *(_listed(each, column, width) for each in members)]
        for family, members in families.items()
    )
    return "\n\n".join(map("\n".join, blocks))


def _listed(explanation: Explanation, column: int, width: int) -> str:
    return _folded(f"  {explanation.code:{column}}{explanation.headline}", width, " " * (column + 2))


def _folded(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(text, max(width, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
