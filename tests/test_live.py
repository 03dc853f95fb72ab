"""The live recorder in a terminal: the table above the line, and the line checked as it is typed."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("prompt_toolkit")

from comet_cli import cli
from comet_cli.commands.sitting import answer, question
from comet_cli.history import History
from comet_cli.recorder import Recorder
from comet_cli.store import SessionFile
from tests.foster_table import play_hand
from tests.running import begin, call
from tests.screens import CTRL_C, CTRL_D, ENTER, LEFT, TAB, UP, Screen

SIX = ("Ana", "Bruno", "Carla", "Davi", "Eva", "Fil")
LEAD = "hand 1, Ana leads> "
WON = ("3-5c", "left b: -", "left c: -")
# What was recorded before, and what is asked then.
QUESTIONS = {
    "the first lead": ((), LEAD),
    "a turn": (("3c",), "hand 1, Ana or Bruno: 4♣> "),
    "a question": (("3-5c",), "What did Bruno still hold of K♣ K♦ K♥ K♠ 9♦? (- none, ?? not seen) "),
    "the booking": ((*WON, "undo"), "Book hand 1? (Enter books, < takes back) "),
    "the end of the match": (
        (*WON, "3-5c", "left c: -", "left a: -", "3-5c", "left a: -", "left b: -"),
        "all hands are played> ",
    ),
}
at_every_question = pytest.mark.parametrize(("recorded", "asked"), QUESTIONS.values(), ids=list(QUESTIONS))


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def table(night: Path) -> Iterator[Screen]:
    """A person who has just begun to record a session of short hands."""
    screen = Screen(night.parent.parent, "record", "night")
    screen.asks(LEAD)
    yield screen
    screen.leaves()


def turns(path: Path) -> list[list[str]]:
    return [[str(turn) for turn in hand.turns] for hand in SessionFile.open(path).session.hands]


def six_at_the_table(folder: Path) -> tuple[Path, list[str]]:
    """A night of six players, and the lines of its first hand with its answers, a turn a line."""
    names = [word for name in SIX for word in ("--player", name)]
    assert call(folder, "new", "night", "-p", "foster", *names, "--dealer", "Fil").status == 0
    hand = play_hand(Random(11), SIX, "Fil")
    lines = [text.replace(": pass", ":-") for _, text in hand.strings()]
    return folder / "sessions" / "night.toml", lines


class TestAWholeHand:
    @pytest.mark.parametrize(
        ("columns", "lines"),
        [
            (80, 24),
            (40, 20),
            pytest.param(100, 40, marks=pytest.mark.long),
            pytest.param(30, 10, marks=pytest.mark.long),
        ],
    )
    def test_of_six_players_is_typed_from_the_first_card_to_the_booking(
        self, tmp_path: Path, columns: int, lines: int
    ) -> None:
        path, typed = six_at_the_table(tmp_path)
        known = Recorder(SessionFile.open(path).session, History(), lambda session, past: None)
        screen = Screen(tmp_path, "record", "night", columns=columns, lines=lines)
        screen.asks(question(known))
        while known.to_book is None:
            line = "-" if known.asked else typed.pop(0)
            answer(known, line)
            screen.types(line, question(known))
        screen.sees("due now") if columns > 60 else screen.sees("Book hand 1?")
        answer(known, "")
        screen.types("", question(known))
        screen.presses(CTRL_D)
        assert screen.ends() == 0
        (hand,) = SessionFile.open(path).session.hands
        assert hand == known.night.canonical.hands[0]
        assert hand.result is not None

    def test_shows_who_sits_where_with_key_cards_balance_and_whose_turn_it_is(self, tmp_path: Path) -> None:
        six_at_the_table(tmp_path)
        screen = Screen(tmp_path, "record", "night")
        screen.asks(LEAD)
        screen.types("a:4-5c 9d", "hand 1, Bruno: 6♣ or 10♦> ")
        rows = [row.split() for row in screen.rows]
        assert ["a", "Ana", "5", "cards", "+9"] in rows
        assert [">", "b", "Bruno", "8", "cards", "-3", "to", "speak"] in rows
        assert "needed: 6♣ or 10♦ | pool: 6 | dead: 3 cards" in screen.rows
        assert "Ana: 4♣ 5♣ 9♦" in screen.rows
        screen.leaves()

    def test_keeps_every_row_within_a_window_of_forty_columns(self, tmp_path: Path) -> None:
        names = [word for name in ("Maximiliano José da Silva", "李雷", "Bo") for word in ("--player", name)]
        assert call(tmp_path, "new", "night", "-p", "foster", *names, "--dealer", "Bo").status == 0
        screen = Screen(tmp_path, "record", "night", columns=40)
        screen.asks("leads> ")
        screen.types("3c", "4♣> ")
        (row,) = [row for row in screen.rows if row.startswith("> m")]
        assert row.endswith("may go on")
        assert len(row) < 40
        assert ".." in row
        screen.leaves()


class TestTheLineAsItIsTyped:
    def test_is_told_in_full_before_it_is_entered(self, table: Screen, night: Path) -> None:
        table.presses("3-4c")
        table.sees("Ana: 3♣ 4♣ | stake: 1 from each to the pool")
        assert turns(night) == []

    def test_is_told_to_be_wrong_before_it_is_entered(self, table: Screen) -> None:
        table.presses("b:3c")
        table.sees("not so: ", "legal: ")

    def test_that_was_refused_stands_there_and_the_next_line_replaces_it(self, table: Screen, night: Path) -> None:
        table.presses("b:3c" + ENTER)
        table.sees(f"{LEAD}b:3c", "refused: ")
        table.types("3c", "hand 1, Ana or Bruno: 4♣> ")
        assert turns(night) == [["Ana: 3♣"]]

    def test_that_was_refused_can_be_mended_with_the_arrow_keys(self, table: Screen, night: Path) -> None:
        table.presses("8d" + ENTER)
        table.sees(f"{LEAD}8d", "refused: ")
        table.presses(LEFT)
        table.asks(LEAD, "8d")
        table.presses(LEFT + "\x7f7" + ENTER)
        table.asks("> ")
        table.sees("hand 1, Ana or Bruno: 8♦")
        assert turns(night) == [["Ana: 7♦"]]

    def test_is_completed_with_what_is_legal(self, table: Screen) -> None:
        table.types("3c", "hand 1, Ana or Bruno: 4♣> ")
        table.presses(TAB)
        table.sees("Bruno: 4♣", "Bruno: pass", "all still to speak pass")

    def test_is_completed_with_a_command(self, table: Screen) -> None:
        table.presses("adj" + TAB)
        table.asks(LEAD, "adjust")

    def test_comes_back_from_the_history(self, table: Screen, night: Path) -> None:
        table.types("3c", "hand 1, Ana or Bruno: 4♣> ")
        table.types("<", LEAD)
        table.presses(UP + UP)
        table.asks(LEAD, "3c")
        table.types("", "hand 1, Ana or Bruno: 4♣> ")
        assert turns(night) == [["Ana: 3♣"]]


class TestPastes:
    @pytest.mark.parametrize("marked", [False, True], ids=["as keys", "marked as a paste"])
    def test_of_forty_lines_are_taken_line_by_line(self, tmp_path: Path, marked: bool) -> None:
        path, typed = six_at_the_table(tmp_path)
        lines = typed[:40]
        known = Recorder(SessionFile.open(path).session, History(), lambda session, past: None)
        for line in lines:
            answer(known, line)
        screen = Screen(tmp_path, "record", "night")
        screen.asks(LEAD)
        pasted = "".join(line + ENTER for line in lines)
        screen.presses(f"\x1b[200~{pasted}\x1b[201~" if marked else pasted)
        screen.asks(question(known))
        screen.presses(CTRL_D)
        assert screen.ends() == 0
        assert SessionFile.open(path).session.hands == known.night.canonical.hands

    def test_leave_what_follows_their_last_line_break_on_the_line(self, table: Screen, night: Path) -> None:
        table.presses("\x1b[200~3c\n4c\n5\x1b[201~")
        table.asks("> ", "5")
        assert turns(night) == [["Ana: 3♣ 4♣"]]

    def test_stop_at_a_line_that_is_refused_and_say_what_was_not_taken(self, table: Screen, night: Path) -> None:
        table.presses("\x1b[200~3c\nb:9c\n4c\n5c\n\x1b[201~")
        table.sees("line 2 of 4 is refused, and the 2 behind it are not taken")
        assert turns(night) == [["Ana: 3♣"]]


class TestARefusedLine:
    def test_is_gone_at_once_with_ctrl_c_and_no_later_key_is_lost(self, table: Screen, night: Path) -> None:
        table.presses("b:3c" + ENTER)
        table.sees(f"{LEAD}b:3c", "refused: ")
        table.presses(CTRL_C + "10d" + ENTER)
        table.asks("hand 1, Ana or Bruno: J♦> ")
        assert turns(night) == [["Ana: 10♦"]]

    def test_that_was_taken_up_can_be_cleared(self, table: Screen) -> None:
        table.presses("b:3c" + ENTER)
        table.sees("refused: ")
        table.presses(LEFT)
        table.asks(LEAD, "b:3c")
        table.presses("\x15")
        table.asks(LEAD)

    def test_leaves_enter_to_mean_nothing(self, table: Screen, night: Path) -> None:
        table.presses("b:3c" + ENTER)
        table.sees("refused: ")
        table.types("", LEAD)
        assert turns(night) == []

    def test_dropped_twice_with_something_typed_in_between_does_not_stop(self, table: Screen) -> None:
        for typed in ("x", "y"):
            table.presses(typed)
            table.asks(LEAD, typed)
            table.presses(CTRL_C)
            table.asks(LEAD)
        table.types("3c", "hand 1, Ana or Bruno: 4♣> ")


class TestStopping:
    @at_every_question
    def test_with_ctrl_c_twice_keeps_everything(self, night: Path, recorded: tuple[str, ...], asked: str) -> None:
        if recorded:
            assert call(night.parent.parent, "record", "night", *recorded).status == 0
        before = night.read_bytes()
        screen = Screen(night.parent.parent, "record", "night")
        screen.asks(asked)
        screen.presses("b")
        screen.asks(asked, "b")
        screen.presses(CTRL_C)
        screen.sees("That line is dropped.")
        screen.asks(asked)
        screen.presses(CTRL_C)
        assert screen.ends() == 130
        assert night.read_bytes() == before

    @at_every_question
    def test_with_ctrl_d_keeps_everything(self, night: Path, recorded: tuple[str, ...], asked: str) -> None:
        if recorded:
            assert call(night.parent.parent, "record", "night", *recorded).status == 0
        screen = Screen(night.parent.parent, "record", "night")
        screen.asks(asked)
        screen.presses(CTRL_D)
        assert screen.ends() == 0


class TestTheTerminal:
    def test_gets_no_color_where_none_is_wanted(self, night: Path) -> None:
        screen = Screen(night.parent.parent, "record", "night", NO_COLOR="1", TERM="xterm-256color")
        screen.asks(LEAD)
        screen.presses("b:3c")
        screen.sees("not so: ")
        screen.presses(ENTER)
        screen.sees("error: ")
        screen.leaves()
        assert re.findall(rb"\x1b\[[0-9;]*(?:3[0-7]|9[0-7]|38|48|4[0-7])[0-9;]*m", screen.raw) == []

    def test_gets_letters_for_suits_that_it_cannot_show(self, night: Path) -> None:
        screen = Screen(night.parent.parent, "record", "night", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
        screen.asks(LEAD)
        screen.types("3c", "hand 1, Ana or Bruno: 4c> ")
        screen.leaves()

    def test_that_is_dumb_is_asked_line_by_line(self, night: Path) -> None:
        screen = Screen(night.parent.parent, "record", "night", TERM="dumb")
        screen.asks(LEAD)
        screen.leaves()
        assert b"\x1b" not in screen.raw

    def test_is_asked_line_by_line_where_the_live_prompt_is_not_installed(self, night: Path, tmp_path: Path) -> None:
        (tmp_path / "without").mkdir()
        (tmp_path / "without" / "prompt_toolkit.py").write_text("raise ImportError\n", encoding="utf-8")
        package = str(Path(cli.__file__).parent.parent)
        screen = Screen(night.parent.parent, "record", "night", PYTHONPATH=f"{tmp_path / 'without'}:{package}")
        screen.sees("seat  key  player")
        screen.types("3c", "hand 1, Ana or Bruno: 4♣> ")
        screen.presses(CTRL_D)
        assert screen.ends() == 0
        assert turns(night) == [["Ana: 3♣"]]


class TestComingBack:
    def test_without_a_name_offers_the_night_that_is_open(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3c").status == 0
        screen = Screen(night.parent.parent, "record")
        screen.sees("1  night: hand 1 of 3: open, Carla dealt")
        screen.asks("Which night? (Enter: night) ")
        screen.types("", "hand 1, Ana or Bruno: 4♣> ")
        screen.sees("Ana: 3♣")
        screen.leaves()

    def test_asks_again_for_a_night_that_is_not_there(self, night: Path) -> None:
        screen = Screen(night.parent.parent, "record")
        screen.asks("Which night? (Enter: night) ")
        screen.types("day", "Which night? (Enter: night) ")
        screen.types("night", LEAD)
        screen.leaves()


class TestNames:
    ODD = (
        ("007", "1e3", "-5", "--help", "=SUM(A1)", "+1"),
        ("@x", "A|B", "A,B", "O'Neil", 'A"B', "[x]"),
        ("#1", "José", "Straße", "李雷", "שרה", "👨‍👩‍👧"),
        ("undo", "CON", "..", "a/b", "<b>x</b>", "x" * 60),
    )

    @pytest.mark.parametrize(("names", "columns"), zip(ODD, (80, 40, 80, 40), strict=True))
    def test_of_any_kind_are_shown_in_the_table_and_can_be_played_by_their_key(
        self, tmp_path: Path, names: tuple[str, ...], columns: int
    ) -> None:
        players = [word for name in names for word in ("--player", name)]
        assert call(tmp_path, "new", "night", "-p", "foster", *players, "--dealer", names[-1]).status == 0
        path = tmp_path / "sessions" / "night.toml"
        known = Recorder(SessionFile.open(path).session, History(), lambda session, past: None)
        screen = Screen(tmp_path, "record", "night", columns=columns)
        screen.asks(question(known))
        for line in ("@1:3c", "@2", "@3:-", "."):
            answer(known, line)
            screen.types(line, question(known))
        screen.presses(CTRL_D)
        assert screen.ends() == 0
        assert SessionFile.open(path).session.hands == known.night.canonical.hands
