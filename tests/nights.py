"""A legal night as the lines that a person types, with what the file holds and what was told after each of them."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from comet_cli.commands.lines import enter
from comet_cli.history import History
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.store import SessionFile
from comet_cli.writing import write_session
from tests.open_table import NAMES, OpenHand, play_hand
from tests.running import call

PLAYERS = NAMES[:4]


@dataclass(frozen=True)
class Script:
    """The lines of a night; `states` are the bytes of its file after each of them, the first before any.

    `told` counts the lines of talk that had come by then.
    """

    lines: tuple[str, ...]
    states: tuple[bytes, ...]
    told: tuple[int, ...]

    def taken(self, before: int, talk: str) -> int:
        """After how many lines a program is that began after `before` of them and has written `talk`."""
        return bisect_left(self.told, self.told[before] + talk.count("\n"))

    def after(self, data: bytes) -> int:
        """After how many lines the file holds `data`. Raises `ValueError` where it does after none."""
        return self.states.index(data)


def begin_long(folder: Path, hands: int) -> Path:
    """Begins a night of Foster's Commit with four players in `folder`; returns its file."""
    seats = [part for name in PLAYERS for part in ("--player", name)]
    done = call(folder, "new", "night", "-p", "foster", *seats, "--dealer", PLAYERS[-1], "--hands", str(hands))
    assert done.status == 0, done.err
    return folder / "sessions" / "night.toml"


def make_script(path: Path, hands: int, *, notes: bool = True) -> Script:
    """The script of a random night of `hands` hands that begins with the file at `path`, which stays as it is."""
    kept: list[Session] = []
    session = SessionFile.open(path).session
    recorder = Recorder(session, History(), lambda session, _: kept.append(session), books=True)
    lines, states, told = [], [path.read_bytes()], [0]
    for line in _lines(recorder, hands, notes):
        echoes = enter(recorder, line)
        lines.append(line)
        states.append(write_session(kept[-1]).encode())
        told.append(told[-1] + len(echoes))
    assert len(set(states)) == len(states)
    return Script(tuple(lines), tuple(states), tuple(told))


def _lines(recorder: Recorder, hands: int, notes: bool) -> Iterator[str]:
    source, numbers = Random(hands), count(1)
    for hand in range(hands):
        played = play_hand(source, recorder.night.session.profile, PLAYERS, (hand + 3) % 4)
        for number, turn in enumerate(played.turns):
            yield f"{turn}{f' # words {next(numbers)}' if source.random() < 0.1 else ''}"
            if notes and number % 9 == 4:
                yield f"note {next(numbers)}"
        yield from _answers(recorder, played)


def _answers(recorder: Recorder, played: OpenHand) -> Iterator[str]:
    while recorder.asked:
        paying = [str(card) for card in played.left[recorder.asked] if card.rank == 13 or str(card) == "9♦"]
        yield f"left {recorder.asked}: {' '.join(paying) or '-'}"
