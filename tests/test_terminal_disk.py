"""A person at a terminal whose disk is full, gone or damaged."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pexpect")
resource = pytest.importorskip("resource")

from comet_cli.store import SessionFile  # noqa: E402
from tests.running import begin, call, listing  # noqa: E402
from tests.test_terminal import CTRL_C, CTRL_D, ENTER, LEAD, WON, Terminal, turns  # noqa: E402


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def table(night: Path) -> Iterator[Terminal]:
    terminal = Terminal(night.parent.parent, "record", "--plain", "night")
    yield terminal
    terminal.child.kill(signal.SIGKILL)


def limit(table: Terminal, size: int) -> None:
    """Lets no file of the program at `table` grow beyond `size` bytes."""
    resource.prlimit(table.child.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the limits of another program cannot be set here")
class TestAnEntryThatCannotBeWritten:
    def test_is_told_and_can_be_entered_again_once_there_is_room(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c"], "4♣> ")
        limit(table, 10)
        told = table.types("b", "4♣> ")
        assert "NOT recorded" in told
        assert turns(night) == [["Ana: 3♣"]]
        limit(table, resource.RLIM_INFINITY)
        table.types("b", "5♣> ")
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣"]]
        table.presses(CTRL_D)
        assert table.ends() == 0

    @pytest.mark.parametrize("line", ["<", "note the phone rang", "c"])
    def test_may_be_of_any_kind(self, table: Terminal, night: Path, line: str) -> None:
        table.reaches(["3c"], "4♣> ")
        before = night.read_bytes()
        limit(table, 10)
        assert "NOT recorded" in table.types(line, "4♣> ")
        assert night.read_bytes() == before

    def test_may_be_the_booking(self, table: Terminal, night: Path) -> None:
        table.reaches(["3-5c", "-", "-"], "Book hand 1?")
        limit(table, 10)
        assert "NOT recorded" in table.types("", "Book hand 1?")
        limit(table, resource.RLIM_INFINITY)
        table.types("", "hand 2, Bruno leads> ")
        assert SessionFile.open(night).session.hands[0].result is not None

    def test_can_be_entered_again_once_the_folder_is_back(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        away = night.parent.rename(night.parent.with_name("away"))
        told = table.types("3c", LEAD)
        assert "NOT recorded" in told
        assert "is not there" in told
        away.rename(night.parent)
        table.types("3c", "4♣> ")
        assert turns(night) == [["Ana: 3♣"]]


class TestAFileThatIsLostWhileSomebodyRecords:
    def test_can_be_put_back_with_all_that_was_accepted(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c", "b"], "5♣> ")
        before = night.read_bytes()
        night.unlink()
        told = table.types("c", "5♣> ")
        assert "NOT recorded" in told
        assert "Or stop here:" in told
        assert "comet recover night puts it back" in " ".join(told.split())
        table.presses(CTRL_D)
        assert table.ends() == 3
        assert call(night.parent.parent, "recover", "night", "--yes").status == 0
        assert night.read_bytes() == before

    def test_can_be_put_back_where_it_was_damaged(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c", "b"], "5♣> ")
        before = night.read_bytes()
        night.write_bytes(before[:-20])
        table.presses("c" + ENTER)
        assert table.ends() == 3
        assert call(night.parent.parent, "recover", "night", "--yes").status == 0
        assert night.read_bytes() == before


class TestAFileThatSomebodyElseReplaces:
    def test_leaves_what_was_recorded_beside_it(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        old = night.read_bytes()
        table.types("3c", "4♣> ")
        recorded = night.read_bytes()
        night.write_bytes(old)
        table.presses("4c" + ENTER)
        table.sees("What was recorded here is kept as night.toml.recorded.")
        table.sees("night.toml is not as it was recorded")
        assert table.ends() == 3
        assert night.read_bytes() == old
        assert night.with_name("night.toml.recorded").read_bytes() == recorded


class TestRecovering:
    QUESTION = "Put the backup back?"

    @pytest.fixture
    def damaged(self, night: Path) -> Path:
        assert call(night.parent.parent, "record", "--plain", "night", *WON, "b: 3h").status == 0
        night.write_bytes(night.read_bytes()[:-10])
        return night

    @pytest.fixture
    def asked(self, damaged: Path) -> Iterator[Terminal]:
        terminal = Terminal(damaged.parent.parent, "recover", "night")
        terminal.sees(self.QUESTION)
        yield terminal
        terminal.child.kill(signal.SIGKILL)

    def test_is_pointed_to_at_the_beginning_of_a_sitting(self, damaged: Path) -> None:
        sitting = Terminal(damaged.parent.parent, "record", "--plain", "night", columns=200)
        sitting.sees("comet recover night puts it back.")
        assert sitting.ends() == 3

    @pytest.mark.parametrize("answer", ["y", "yes", "Y"])
    def test_is_done_where_the_person_says_so(self, asked: Terminal, damaged: Path, answer: str) -> None:
        asked.types(answer, "comet record night")
        assert asked.ends() == 0
        assert len(SessionFile.open(damaged).session.hands) == 1

    @pytest.mark.parametrize(
        ("keys", "status"),
        [(ENTER, 1), ("n" + ENTER, 1), ("x" + ENTER, 1), (CTRL_C, 130), (CTRL_D, 130)],
        ids=["Enter", "n", "x", "Ctrl-C", "Ctrl-D"],
    )
    def test_is_not_done_otherwise(self, damaged: Path, keys: str, status: int) -> None:
        before = listing(damaged.parent)
        asked = Terminal(damaged.parent.parent, "recover", "night")
        asked.sees(self.QUESTION)
        asked.presses(keys)
        assert asked.ends() == status
        assert listing(damaged.parent) == before

    def test_keeps_others_out_while_it_asks(self, asked: Terminal, damaged: Path) -> None:
        assert call(damaged.parent.parent, "recover", "night", "--yes").status == 4

    def test_is_not_asked_for_where_it_was_said_already(self, damaged: Path) -> None:
        done = Terminal(damaged.parent.parent, "recover", "night", "--yes")
        done.sees("comet record night")
        assert done.ends() == 0
        assert self.QUESTION not in done.seen
