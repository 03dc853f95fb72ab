"""Whole nights of random lines, by every published rule set in turn and with two to six players."""

from dataclasses import dataclass, field
from random import Random

from comet_cli.library import published
from tests.fuzz.checks import Desk, begun, rules
from tests.fuzz.lines import NAMES, Lines

LINES_A_NIGHT = 150
_LINES_A_CHECK = 50


@dataclass
class Typed:
    """What was typed in one night, for the report of a fault."""

    number: int
    seed: str
    lines: list[str] = field(default_factory=list)
    taken: int = 0

    def __str__(self) -> str:
        typed = "\n".join(map(repr, self.lines))
        return f"night {self.number} of seed {self.seed!r} breaks with its line {len(self.lines)}:\n{typed}"


def type_night(number: int, seed: str) -> Typed:
    """Types one night of random lines and holds each to what every line has to do.

    Raises `AssertionError` with all that was typed where one does not.
    """
    typed = Typed(number, seed)
    source = Random(f"{seed} {number}")
    profile = rules(published()[number % len(published())], number // len(published()) % 50)
    least, most = profile.players.min, profile.players.max
    names = source.sample(NAMES, k=source.randrange(least, min(most, 6) + 1))
    desk, lines = Desk(begun(profile, names), books=source.random() < 0.5), Lines(source)
    try:
        for count in range(1, LINES_A_NIGHT + 1):
            typed.lines.append(lines.line(desk.recorder))
            typed.taken += desk.enter(typed.lines[-1])
            if count % _LINES_A_CHECK == 0:
                desk.check_file()
                desk.check_undo()
    except Exception as error:
        raise AssertionError(f"{profile.id}, {names}, books={desk.recorder.books}; {typed}") from error
    return typed
