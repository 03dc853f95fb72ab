"""Players' names: what a name may be, when two are the same, and which one a typed word means."""

import unicodedata
from collections.abc import Sequence

from comet_cli.findings import CometError, Family, Finding, ambiguous, nearest

# Marks that turn the direction of the text around them, and so could make a line say what it does not.
_DIRECTIONS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str) -> str:
    """A name as it is kept: composed (NFC), without outer blanks."""
    return unicodedata.normalize("NFC", name).strip()


def same_name(name: str) -> str:
    """What two spellings of one name share: case and invisible characters do not tell names apart."""
    return "".join(letter for letter in clean_name(name).casefold() if unicodedata.category(letter) != "Cf")


def check_name(name: str, others: Sequence[str] = ()) -> str:
    """Why `name` cannot be a player's name beside `others`, in a sentence, or ""."""
    if not same_name(name).strip():
        return "a name cannot be empty"
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs") or letter in _DIRECTIONS for letter in name):
        return f"the name {name!r} has a control character in it"
    if ":" in name:
        return f'the name "{name}" has a colon in it, which ends a name in the record'
    if same_name(name) == "pool":
        return 'nobody can be called "pool": that is the pool'
    twin = next((other for other in others if same_name(other) == same_name(name)), None)
    return f'"{name}" and "{twin}" are the same name' if twin is not None else ""


def who(word: str, names: Sequence[str]) -> tuple[int, ...]:
    """The places in `names` that a typed word may mean: one, several, or none.

    An exact name wins, then one that differs in case, then one that differs in blanks and accents, then `@2` for
    the second, and then any start of a name.
    """
    for key in (clean_name, same_name, _bare):
        exact = tuple(place for place, name in enumerate(names) if key(name) == key(word))
        if exact:
            return exact
    if word.startswith("@") and word[1:].isascii() and word[1:].isdecimal():
        place = int(word[1:])
        return (place - 1,) if 1 <= place <= len(names) else ()
    start = _bare(word)
    return tuple(place for place, name in enumerate(names) if start and _bare(name).startswith(start))


def _bare(name: str) -> str:
    """A name without blanks, accents and case."""
    letters = unicodedata.normalize("NFKD", same_name(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter) and not letter.isspace())


def find_player(word: str, names: Sequence[str]) -> int:
    """The seat that a typed word means. Raises `CometError` where it means nobody or several."""
    seats = who(word, names)
    if len(seats) == 1:
        return seats[0]
    if seats:
        meant = " or ".join(names[seat] for seat in seats)
        raise ambiguous(
            "which-player", f'"{word}" could be {meant}', remedy="Type more of the name, or @ and the seat."
        )
    raise CometError(
        Finding(
            "unknown-player",
            Family.REFUSED,
            f'"{word}" is nobody at this table',
            remedy=nearest(word, names) or f"The players are {', '.join(names)}.",
        )
    )
