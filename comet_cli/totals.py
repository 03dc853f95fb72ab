"""A hand taken as totals, as it is typed: "a comet b kings c c aces a left b 3 c 5"."""

import re
from collections.abc import Mapping, Sequence

from comet_cli.changes import usage
from comet_cli.findings import nearest
from comet_cli.people import find_player
from comet_cli.profile import Profile
from comet_cli.records import Tally

EXAMPLE = "tally a comet b kings c c aces a left b 3 c 5"
_PARTS = ("comet", "kings", "aces", "left")


def read_tally(words: str, names: Sequence[str], profile: Profile) -> Tally:
    """The totals that typed words tell: who went out ("-" for nobody), and what is known by name and number.

    `left` counts cards or pips, whichever pay. Raises `CometError` where the words do not make sense.
    """
    head, *rest = words.split() or [""]
    if not head:
        raise usage(EXAMPLE, "who went out, who played the Comet, kings and aces, and what was left")
    winner = None if head == "-" else names[find_player(head, names)]
    found: dict[str, dict[str, int]] = {part: {} for part in _PARTS}
    part = name = ""
    for word in rest:
        if word.casefold() in _PARTS:
            part, name = word.casefold(), ""
        elif name and re.fullmatch(r"\d{1,4}", word, re.ASCII):
            found[part][name] += int(word) - (part != "left")
            name = ""
        elif part:
            name = names[find_player(word, names)]
            found[part][name] = found[part].get(name, 0) + (part != "left")
        else:
            offer = nearest(word, _PARTS)
            raise usage(EXAMPLE, f'{", ".join(_PARTS)} behind the winner, not "{word}"{f". {offer}" if offer else ""}')
    if len(found["comet"]) > 1 or any(number != 1 for number in found["comet"].values()):
        raise usage(EXAMPLE, "one player behind comet")
    if not all(number for counts in found.values() for number in counts.values()):
        raise usage(EXAMPLE, "a number from 1 behind each name")
    per_pip = profile.left.per == "pip"
    return Tally(
        winner,
        next(iter(found["comet"]), None),
        kings=found["kings"],
        aces=found["aces"],
        cards_left={} if per_pip else found["left"],
        pips_left=found["left"] if per_pip else {},
    )


def tally_text(tally: Tally) -> str:
    """The totals in full, as one line."""
    won = "won" if tally.winner in tally.pips_left else "went out"
    told = [f"{tally.winner} {won}" if tally.winner else "nobody won"]
    told += [f"Comet {tally.comet}"] if tally.comet else []
    counts = {"kings": tally.kings, "aces": tally.aces, "cards left": tally.cards_left, "pips left": tally.pips_left}
    return "; ".join([*told, *(f"{what} {_counts(each)}" for what, each in counts.items() if each)])


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())
