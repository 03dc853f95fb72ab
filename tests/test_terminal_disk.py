"""A person at a terminal whose disk is full, gone or damaged."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pexpect")
resource = pytest.importorskip("resource")

from comet_cli.store import SessionFile  # noqa: E402
from tests.running import begin  # noqa: E402
from tests.test_terminal import CTRL_D, LEAD, Terminal, turns  # noqa: E402


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def table(night: Path) -> Iterator[Terminal]:
    terminal = Terminal(night.parent.parent, "record", "night")
    yield terminal
    terminal.child.close(force=True)


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
