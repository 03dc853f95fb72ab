"""What a line costs at the table: a line of plays in a night of fifty booked hands against one in an empty night.

Measured in the recorder itself, and from Enter to the next question in a terminal, as a person sees it. The disk's own
time (a file of the same size, written and synced in the same way) is measured in the same run.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median

from comet_cli.commands.score import with_results
from comet_cli.commands.sitting import answer, question
from comet_cli.files import write_whole
from comet_cli.library import find_profile
from comet_cli.night import score_night
from comet_cli.plays import read_shown, read_turn
from comet_cli.recorder import Recorder
from comet_cli.records import HandRecord, Session
from comet_cli.store import SessionFile, create_session
from tests.foster_table import TableHand, play_hand
from tests.screens import Screen

LINES = 40
NAMES = ("Ana", "Bruno", "Carla", "Davi")


def record(hand: TableHand) -> HandRecord:
    """A simulated hand as it stands in a file."""
    left = {name: read_shown(" ".join(cards)) for name, cards in hand.left.items()}
    return HandRecord(dealer=hand.dealer, turns=tuple(read_turn(text) for _, text in hand.strings()), left=left)


def night(hands: int, source: Random) -> Session:
    """A night with `hands` booked hands."""
    records = tuple(record(play_hand(source, NAMES, NAMES[number % 4])) for number in range(hands))
    session = Session("bench", NAMES, find_profile("foster", Path()), None, NAMES[0], 1000, records)
    return with_results(score_night(session))


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def begun(hands: int, folder: Path) -> tuple[SessionFile, Recorder, list[str]]:
    """A night of `hands` hands on disk, its recorder, and the lines that are typed next."""
    source = Random(7)
    path = folder / f"{hands}.toml"
    path.unlink(missing_ok=True)
    create_session(path, night(hands, source))
    file = SessionFile.open(path)
    recorder = Recorder(file.session, file.history(), file.save)
    dealer = recorder.night.next_dealer or NAMES[0]
    return file, recorder, [text for _, text in play_hand(source, NAMES, dealer).strings()[:LINES]]


def in_recorder(hands: int, folder: Path) -> tuple[float, float]:
    """The median seconds of a line in the recorder, and of the disk alone, in a night of `hands` hands."""
    file, recorder, typed = begun(hands, folder)
    lines, disk = [], []
    for text in typed:
        lines.append(timed(lambda text=text: recorder.enter(text)))
        disk.append(timed(lambda: write_whole(folder / "disk", file.data)))
    return median(lines), median(disk)


def at_terminal(hands: int, folder: Path, *options: str) -> float:
    """The median seconds from Enter to the next question in a terminal."""
    file, _, typed = begun(hands, folder)
    known = Recorder(file.session, file.history(), lambda session, past: None)
    screen = Screen(folder, "record", *options, str(file.path))
    screen.asks(question(known))
    taken = list(_answered(screen, known, typed))
    screen.leaves()
    return median(taken)


def _answered(screen: Screen, known: Recorder, typed: list[str]) -> Iterator[float]:
    for text in typed:
        asked = question(known)
        answer(known, text)
        screen.presses(text)
        screen.asks(asked, text)
        yield timed(lambda: screen.types("", question(known)))


def main() -> None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        empty, empty_disk = in_recorder(0, folder)
        full, full_disk = in_recorder(50, folder)
        print(f"empty night: {empty * 1000:.1f} ms a line, of which the disk {empty_disk * 1000:.1f} ms")
        print(f"fifty hands: {full * 1000:.1f} ms a line, of which the disk {full_disk * 1000:.1f} ms")
        print(f"a line in a night of fifty hands takes {full / empty:.2f} times one in an empty night")
        for title, options in (("live", ()), ("line by line", ("--plain",))):
            empty, full = (at_terminal(hands, folder, *options) for hands in (0, 50))
            beyond = (full - full_disk) * 1000
            print(f"{title}: from Enter to the next question {full * 1000:.1f} ms in a night of fifty hands,", end=" ")
            print(f"{beyond:.1f} ms beyond the disk; {full / empty:.2f} times an empty night")


if __name__ == "__main__":
    main()
