"""What a line costs at the table: a line of plays in a night of fifty booked hands against one in an empty night.

The disk's own time (a file of the same size, written and synced in the same way) is measured in the same run.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from comet_cli.commands.score import with_results
from comet_cli.files import write_whole
from comet_cli.library import find_profile
from comet_cli.night import score_night
from comet_cli.plays import read_shown, read_turn
from comet_cli.recorder import Recorder
from comet_cli.records import HandRecord, Session
from comet_cli.store import SessionFile, create_session
from tests.foster_table import TableHand, play_hand

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


def measure(hands: int, folder: Path) -> tuple[float, float]:
    """The median seconds of a line, and of the disk alone, in a night of `hands` hands."""
    source = Random(7)
    path = folder / f"{hands}.toml"
    create_session(path, night(hands, source))
    file = SessionFile.open(path)
    recorder = Recorder(file.session, file.history(), file.save)
    lines, disk = [], []
    dealer = recorder.night.next_dealer or NAMES[0]
    for _, text in play_hand(source, NAMES, dealer).strings()[:LINES]:
        lines.append(timed(lambda text=text: recorder.enter(text)))
        disk.append(timed(lambda: write_whole(folder / "disk", file.data)))
    return median(lines), median(disk)


def main() -> None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        empty, empty_disk = measure(0, Path(folder))
        full, full_disk = measure(50, Path(folder))
    print(f"empty night: {empty * 1000:.1f} ms a line, of which the disk {empty_disk * 1000:.1f} ms")
    print(f"fifty hands: {full * 1000:.1f} ms a line, of which the disk {full_disk * 1000:.1f} ms")
    print(f"a line in a night of fifty hands takes {full / empty:.2f} times one in an empty night")


if __name__ == "__main__":
    main()
