"""The program at a terminal, typed at by a person."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")

from comet_cli.store import SessionFile  # noqa: E402
from tests.running import CASES, PROGRAM, begin, call, environment, listing  # noqa: E402

LEAD = "leads> "
ENTER, UP, LEFT, CTRL_C, CTRL_D = "\r", "\x1b[A", "\x1b[D", "\x03", "\x04"
# What was recorded before, and the prompt that a sitting then begins with.
WON = ("3-5c", "left b: -", "left c: -")
PROMPTS = {
    "the first lead": ((), "hand 1, Ana leads> "),
    "a turn": (("3c",), "4♣> "),
    "a lead": (("3c . Kd",), "hand 1, Ana leads> "),
    "a question": (("3-5c",), "What did Bruno still hold"),
    "a later question": (("3-5c", "left b: Ks"), "What did Carla still hold"),
    "the booking": ((*WON, "<"), "Book hand 1"),
    "the next lead": (WON, "hand 2, Bruno leads> "),
    "the end of the match": (
        (*WON, "3-5c", "left c: -", "left a: -", "3-5c", "left a: -", "left b: -"),
        "all hands are played> ",
    ),
}
MISTYPED = ("a turn", "a question", "the booking", "the end of the match")
at_every_prompt = pytest.mark.parametrize(("recorded", "prompt"), PROMPTS.values(), ids=list(PROMPTS))


class Terminal:
    """A person at a terminal in front of the program."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 100, **changed: str | None) -> None:
        env = environment(folder, **{"NO_COLOR": "1", **changed})
        self.child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], *arguments],
            cwd=str(folder),
            env=env,
            encoding="utf-8",
            codec_errors="replace",
            timeout=10,
            dimensions=(40, columns),
        )
        self.child.delaybeforesend = 0.01
        for each in (self.child, self.child.ptyproc):
            each.delayafterclose = each.delayafterterminate = 0.005
        self.seen = ""

    def sees(self, text: str) -> str:
        """Waits for `text`, and gives everything shown since the last text that was waited for."""
        self.child.expect_exact(text)
        shown = str(self.child.before) + text
        self.seen += shown
        return shown

    def presses(self, keys: str) -> None:
        self.child.send(keys)

    def types(self, line: str, until: str) -> str:
        """Types a line and waits for `until`."""
        self.child.send(line + ENTER)
        return self.sees(until)

    def ends(self) -> int:
        """Waits for the program to end, and gives its exit status."""
        self.child.expect(pexpect.EOF)
        self.seen += str(self.child.before)
        self.child.wait()
        assert "Traceback" not in self.seen
        assert "[fault-of-comet]" not in self.seen
        assert self.child.signalstatus is None
        return int(self.child.exitstatus)

    def reaches(self, typed: list[str], prompt: str) -> "Terminal":
        """Types lines, each at a prompt, until the last one is `prompt`."""
        self.sees(LEAD)
        if typed:
            for line in typed[:-1]:
                self.child.send(line + ENTER)
                self.child.expect(r"(leads> |: [^>\r\n]*> |\(- none, \?\? not seen\) |Book hand \d\?[^)]*\) )")
                self.seen += str(self.child.before) + str(self.child.after)
            self.types(typed[-1], prompt)
        return self


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def table(night: Path) -> Iterator[Terminal]:
    """A person who has just begun to record a session of short hands."""
    terminal = Terminal(night.parent.parent, "record", "--plain", "night")
    yield terminal
    terminal.child.kill(signal.SIGKILL)


def turns(path: Path) -> list[list[str]]:
    return [[str(turn) for turn in hand.turns] for hand in SessionFile.open(path).session.hands]


class TestAWholeNight:
    TYPED = (
        "4-5c 9d", "- 10d", "d", "- b", "c Ac 2-3c", ".Ad", "d", "c", "b", "c", "a", "c", ".10s",
        "b", "a", ".9c", "b", "c", "b", "c",
    )  # fmt: skip

    LINES = tuple(map(str, SessionFile.open(CASES / "foster-detour-taken.toml").session.hands[0].turns))

    @pytest.fixture
    def big(self, tmp_path: Path) -> Path:
        names = [word for name in ("Ana", "Bruno", "Carla", "Davi") for word in ("--player", name)]
        done = call(tmp_path, "new", "night", "-p", "foster", *names, "--dealer", "Davi", "--hands", "1")
        assert done.status == 0
        return tmp_path / "sessions" / "night.toml"

    def test_is_typed_in_about_a_hundred_keys_and_comes_to_the_known_figures(self, big: Path) -> None:
        table = Terminal(big.parent.parent, "record", "--plain", "night")
        table.sees(LEAD)
        for line in self.TYPED[:-1]:
            table.types(line, "> ")
        table.types(self.TYPED[-1], "What did Davi still hold of K♥ K♠?")
        table.types("-", "What did Ana still hold")
        table.types("-", "What did Bruno still hold")
        summary = table.types("Kh", "Book hand 1?")
        assert re.search(r"Carla\s.*\+14\b", summary)
        assert re.search(r"Bruno\s.*-10\b", summary)
        end = table.types("", "all hands are played> ")
        assert "The match is won by Carla." in end
        table.presses(CTRL_D)
        assert table.ends() == 0
        (hand,) = SessionFile.open(big).session.hands
        (known,) = SessionFile.open(CASES / "foster-detour-taken.toml").session.hands
        assert hand.result is not None
        assert known.result is not None
        assert hand.result.change == known.result.change
        assert call(big.parent.parent, "verify", "--strict", "night").status == 0
        assert len("".join(self.TYPED)) + len(self.TYPED) + len("--Kh") + 4 <= 130

    def test_may_be_pasted_forty_lines_at_once(self, big: Path) -> None:
        table = Terminal(big.parent.parent, "record", "--plain", "night")
        table.sees(LEAD)
        table.presses("".join(line + ENTER for line in self.LINES[:40]))
        self.all_forty(table, big)

    def test_may_be_pasted_into_a_terminal_that_marks_what_is_pasted(self, big: Path) -> None:
        table = Terminal(big.parent.parent, "record", "--plain", "night")
        table.sees(LEAD)
        table.presses("\x1b[200~" + "".join(line + ENTER for line in self.LINES[:40]) + "\x1b[201~" + ENTER)
        self.all_forty(table, big)

    def all_forty(self, table: Terminal, path: Path) -> None:
        """Waits until the fortieth line was taken, and looks whether all of them are there."""
        table.sees("Ana: Q♣> ")
        table.presses(CTRL_D)
        assert table.ends() == 0
        assert [play for turn in turns(path)[0] for play in turn.split(" ")[1:]] == [
            play for turn in self.LINES[:40] for play in turn.split(" ")[1:]
        ]


class TestTheEndOfAHand:
    def test_asks_each_loser_from_the_left_of_the_winner_for_what_pays(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        asked = table.types("3-5c", "not seen) ")
        assert "What did Bruno still hold of" in asked
        assert "K♠" in asked
        assert "9♦" in asked
        table.types("Ks", "What did Carla still hold of")
        summary = table.types("-", "Book hand 1?")
        assert "left Carla: ? ? ?" in summary
        table.types("", "hand 2, Bruno leads> ")
        (hand,) = SessionFile.open(night).session.hands
        assert hand.result is not None
        assert hand.result.change == {"Ana": 3, "Bruno": -3, "Carla": 0}

    def test_shows_a_summary_with_one_line_a_player(self, table: Terminal) -> None:
        table.sees(LEAD)
        table.types("Kc Ac 2c", "What did Bruno")
        table.types("Ks", "What did Carla")
        rows = [line.split() for line in table.types("-", "Book hand 1?").splitlines()]
        header = next(row for row in rows if row[:1] == ["player"])
        assert {"stake", "aces", "kings", "pool", "net"} <= set(header)
        assert [row[0] for row in rows if row and row[0] in ("Ana", "Bruno", "Carla")] == ["Ana", "Bruno", "Carla"]
        (ana,) = [row for row in rows if row[:1] == ["Ana"]]
        assert ana[-1] == "+7"

    def test_can_be_answered_with_left(self, table: Terminal) -> None:
        table.sees(LEAD)
        table.types("3-5c", "What did Bruno")
        table.types("left c: Ks", "What did Bruno")
        table.types("left b: ??", "Book hand 1?")

    def test_asks_again_after_an_answer_that_cannot_be(self, table: Terminal) -> None:
        table.sees(LEAD)
        table.types("3-5c", "What did Bruno")
        for answer in ("3c", "king", "Ks Ks", "8d", "? ? ? ?"):
            assert "error: " in table.types(answer, "What did Bruno")
        table.types("-", "What did Carla")

    def test_does_not_begin_the_next_hand_before_it_is_booked(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        table.types("3-5c", "What did Bruno")
        table.types("-", "What did Carla")
        table.types("-", "Book hand 1?")
        assert "error: " in table.types("b: 3h", "Book hand 1?")
        assert len(turns(night)) == 1

    def test_takes_the_answer_back(self, table: Terminal) -> None:
        table.sees(LEAD)
        table.types("3-5c", "What did Bruno")
        table.types("Ks", "What did Carla")
        table.types("<", "What did Bruno")
        table.types("<", "hand 1, Ana leads> ")
        table.types("redo", "What did Bruno")
        table.types("redo", "What did Carla")

    def test_takes_the_booking_back(self, table: Terminal) -> None:
        table.reaches(["3-5c", "-", "-", ""], "hand 2, Bruno leads> ")
        table.types("<", "Book hand 1?")
        table.types("redo", "hand 2, Bruno leads> ")

    def test_speaks_of_the_last_hand_until_the_next_card(self, table: Terminal, night: Path) -> None:
        table.reaches(["3-5c", "-", "-", ""], "hand 2, Bruno leads> ")
        table.types("left b: Ks", "> ")
        hands = SessionFile.open(night).session.hands
        assert str(hands[0].left["Bruno"]) == "K♠ ? ?"


class TestWhatTheShownCardsProve:
    @pytest.fixture
    def proved(self, table: Terminal) -> Terminal:
        table.reaches(["3c", ".", "5-6h", "Ks 4c"], "What did Carla")
        return table

    def test_is_listed_before_the_booking(self, proved: Terminal) -> None:
        told = proved.types("-", "Book hand 1?")
        assert "Bruno passed while holding 4♣" in told
        assert "play 2" in told

    def test_is_admitted_with_one_key(self, proved: Terminal, night: Path) -> None:
        proved.types("-", "! WHY admits")
        assert "admitted" in proved.types("!", "Book hand 1?")
        proved.types("", "hand 2, Bruno leads> ")
        assert turns(night)[0][1] == "Bruno: pass!"
        assert call(night.parent.parent, "verify", "night").status == 0

    def test_may_be_booked_as_it_is(self, proved: Terminal, night: Path) -> None:
        proved.types("-", "Book hand 1?")
        proved.types("", "hand 2, Bruno leads> ")
        assert turns(night)[0][1] == "Bruno: pass"
        assert call(night.parent.parent, "verify", "night").status == 1


class TestStopping:
    @pytest.fixture
    def sitting(self, night: Path, recorded: tuple[str, ...], prompt: str) -> Iterator[Terminal]:
        """A sitting that begins at one of the prompts."""
        assert not recorded or call(night.parent.parent, "record", "night", *recorded).status == 0
        terminal = Terminal(night.parent.parent, "record", "--plain", "night")
        terminal.sees(prompt)
        yield terminal
        terminal.child.kill(signal.SIGKILL)

    @at_every_prompt
    def test_with_ctrl_d_loses_nothing_and_ends_with_0(self, sitting: Terminal, night: Path) -> None:
        before = night.read_bytes()
        sitting.presses(CTRL_D)
        assert sitting.ends() == 0
        assert night.read_bytes() == before
        assert "comet record night" in sitting.seen

    @at_every_prompt
    def test_with_ctrl_c_takes_twice_and_ends_with_130(self, sitting: Terminal, night: Path, prompt: str) -> None:
        before = night.read_bytes()
        sitting.presses("b" + CTRL_C)
        sitting.sees(prompt)
        sitting.presses(CTRL_C)
        assert sitting.ends() == 130
        assert night.read_bytes() == before

    @at_every_prompt
    def test_is_not_done_by_one_ctrl_c_which_drops_the_line(self, sitting: Terminal, night: Path, prompt: str) -> None:
        before = night.read_bytes()
        for _ in range(2):
            sitting.presses("zzz" + CTRL_C)
            sitting.sees(prompt)
            sitting.types("help", prompt)
        assert night.read_bytes() == before
        sitting.types("quit", "comet record night")
        assert sitting.ends() == 0

    @at_every_prompt
    def test_is_not_done_by_a_mistyped_command(self, sitting: Terminal, night: Path, prompt: str) -> None:
        before = night.read_bytes()
        for line in ("undoo", "hlep", "qiut", "shwo"):
            assert "error: " in sitting.types(line, prompt)
        assert night.read_bytes() == before

    @pytest.mark.parametrize(
        ("recorded", "prompt"),
        [PROMPTS[name] for name in MISTYPED],
        ids=MISTYPED,
    )
    def test_a_mistyped_command_is_answered_with_the_command(self, sitting: Terminal, prompt: str) -> None:
        assert 'Did you mean "undo"?' in sitting.types("undoo", prompt)

    @pytest.mark.parametrize(
        ("typed", "prompt"),
        [
            (["3c"], "4♣> "),
            (["3-5c"], "What did Bruno still hold"),
            (["3-5c", "Ks"], "What did Carla still hold"),
            (["3-5c", "-", "-"], "Book hand 1"),
            (["3-5c", "-", "-", ""], "hand 2, Bruno leads> "),
        ],
    )
    def test_can_be_gone_on_from_in_another_sitting(
        self, table: Terminal, night: Path, typed: list[str], prompt: str
    ) -> None:
        table.reaches(typed, prompt)
        table.types("quit", "comet record night")
        assert table.ends() == 0
        again = Terminal(night.parent.parent, "record", "--plain", "night")
        again.sees(prompt)
        again.presses(CTRL_D)
        assert again.ends() == 0

    @pytest.mark.parametrize("line", ["undoo", "hlep", "qiut", "shwo"])
    def test_a_mistyped_command_on_the_lead_is_answered_with_the_command(self, table: Terminal, line: str) -> None:
        meant = {"undoo": "undo", "hlep": "help", "qiut": "quit", "shwo": "show"}[line]
        table.sees(LEAD)
        assert f'Did you mean "{meant}"?' in table.types(line, LEAD)

    def test_by_a_signal_loses_nothing_that_was_accepted(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c"], "4♣> ")
        os.kill(table.child.pid, signal.SIGKILL)
        table.child.wait()
        assert turns(night) == [["Ana: 3♣"]]

    def test_tells_the_hands_and_where_everything_is(self, table: Terminal) -> None:
        table.reaches(["3-5c", "-", "-", ""], "hand 2, Bruno leads> ")
        table.types("quit", "comet record night")
        assert table.ends() == 0
        assert "sessions/night.toml" in table.seen
        assert "+2" in table.seen


class TestTyping:
    def test_each_accepted_line_is_on_disk_before_the_next_prompt(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        table.types("3c", "4♣> ")
        assert turns(night) == [["Ana: 3♣"]]
        table.types("b", "5♣> ")
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣"]]

    def test_a_refused_line_changes_nothing_and_is_explained(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c"], "4♣> ")
        told = table.types("b: 5c", "4♣> ")
        assert "[out-of-sequence]" in told
        assert "legal now: " in told
        assert turns(night) == [["Ana: 3♣"]]

    def test_an_empty_line_changes_nothing(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c"], "4♣> ")
        for line in ("", "   ", "\t"):
            table.types(line, "4♣> ")
        assert turns(night) == [["Ana: 3♣"]]

    def test_the_arrow_keys_bring_a_line_back(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c", "b"], "5♣> ")
        table.types("<", "4♣> ")
        table.presses(UP + UP)
        table.presses(ENTER)
        table.sees("5♣> ")
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣"]]

    def test_the_arrow_keys_move_within_a_line(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        table.presses("c" + LEFT + "3" + ENTER)
        table.sees("4♣> ")
        assert turns(night) == [["Ana: 3♣"]]

    def test_other_keys_do_no_harm(self, table: Terminal) -> None:
        table.sees(LEAD)
        for keys in ("\x1b[15~", "\x1b[3~", "\x1b[H", "\x1b[F", "\x01", "\x0c"):
            table.presses(keys)
        table.types("", LEAD)

    def test_an_escape_sequence_in_a_remark_never_comes_back(self, table: Terminal) -> None:
        table.sees(LEAD)
        table.types("3c # \x16\x1b]0;x\x07", "> ")
        table.types("show", "> ")
        assert "\x1b]0;x" not in table.seen.partition("show")[2]

    def test_a_line_of_ten_thousand_characters_is_refused(self, table: Terminal, night: Path) -> None:
        table.sees(LEAD)
        table.presses("3c # " + "x" * 10_000 + ENTER)
        table.sees("error: ")
        table.sees(LEAD)
        assert turns(night) == []

    def test_help_and_the_table_are_shown(self, table: Terminal) -> None:
        table.sees(LEAD)
        assert "left b: Ks" in table.types("help", LEAD)
        assert "Carla" in table.types("show", LEAD)

    def test_what_was_filled_in_is_shown(self, table: Terminal) -> None:
        table.reaches(["3c"], "4♣> ")
        assert "Bruno: pass   (filled in)" in table.types("c", "5♣> ")

    @pytest.mark.parametrize("changed", [{"TERM": "dumb"}, {"TERM": None}, {"NO_COLOR": "1"}, {"LC_ALL": "C"}])
    def test_goes_on_in_any_environment(self, night: Path, changed: dict[str, str | None]) -> None:
        table = Terminal(night.parent.parent, "record", "--plain", "night", **changed)
        table.reaches(["3c", "b: 5c", "b"], "> ")
        table.presses(CTRL_D)
        assert table.ends() == 0
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣"]]

    def test_has_color_for_errors(self, night: Path) -> None:
        table = Terminal(night.parent.parent, "record", "--plain", "night", NO_COLOR=None)
        table.reaches(["b: 5c"], LEAD)
        assert "\x1b[31m" in table.seen
        table.presses(CTRL_D)
        assert table.ends() == 0

    @pytest.mark.parametrize("changed", [{"TERM": "dumb", "NO_COLOR": None}, {"NO_COLOR": "1"}, {"NO_COLOR": ""}])
    def test_has_no_color_where_none_is_wanted(self, night: Path, changed: dict[str, str | None]) -> None:
        table = Terminal(night.parent.parent, "record", "--plain", "night", **changed)
        table.reaches(["b: 5c"], LEAD)
        assert "\x1b[3" not in table.seen
        table.presses(CTRL_D)
        assert table.ends() == 0

    def test_fits_a_window_of_forty_columns(self, night: Path) -> None:
        table = Terminal(night.parent.parent, "record", "--plain", "night", columns=40)
        table.reaches(["Kc Ac 2c", "Ks", "-"], "Book hand 1?")
        table.presses(ENTER)
        table.sees("Bruno leads> ")
        table.presses(CTRL_D)
        assert table.ends() == 0
        rows = [line for line in table.seen.splitlines() if line.startswith(("Ana ", "Bruno ", "Carla ", "player "))]
        assert rows
        assert max(map(len, rows)) <= 80

    def test_tells_a_file_changed_by_another_program_once_and_ends_with_3(self, table: Terminal, night: Path) -> None:
        table.reaches(["3c"], "4♣> ")
        changed = night.read_bytes() + b"\n# by another\n"
        night.write_bytes(changed)
        table.presses("b" + ENTER)
        assert table.ends() == 3
        assert table.seen.count("[changed-meanwhile]") == 1
        assert night.read_bytes() == changed


class TestNewAtATerminal:
    QUESTIONS = (
        ("Name of the session: ", "friday"),
        ("Rules (", "foster"),
        ("Players in one line", "Ana Bob"),
        ("Who deals first?", "b"),
    )

    def test_asks_for_what_is_missing(self, tmp_path: Path) -> None:
        asked = Terminal(tmp_path, "new")
        for question, answer in self.QUESTIONS:
            asked.sees(question)
            asked.presses(answer + ENTER)
        assert asked.ends() == 0
        session = SessionFile.open(tmp_path / "sessions/friday.toml").session
        assert (session.players, session.first_dealer) == (("Ana", "Bob"), "Bob")

    def test_asks_again_after_a_name_that_cannot_be(self, tmp_path: Path) -> None:
        asked = Terminal(tmp_path, "new", "friday", "-p", "foster")
        asked.sees("Players in one line")
        for names, fault in (("", "not 0"), ("Ana pool", '"pool"'), ("Ana ANA", "ANA"), ("Ana", "not 1")):
            assert fault in asked.types(names, "Players in one line")
        asked.presses(CTRL_D)
        asked.ends()

    def test_asks_again_after_rules_that_are_not_there(self, tmp_path: Path) -> None:
        asked = Terminal(tmp_path, "new", "friday")
        asked.sees("Rules (")
        assert 'Did you mean "foster"?' in asked.types("fooster", "Rules (")
        asked.presses(CTRL_D)
        asked.ends()

    @pytest.mark.parametrize("count", range(4))
    @pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
    def test_makes_nothing_where_it_is_interrupted(self, tmp_path: Path, count: int, key: str) -> None:
        asked = Terminal(tmp_path, "new")
        for question, answer in self.QUESTIONS[:count]:
            asked.sees(question)
            asked.presses(answer + ENTER)
        asked.sees(self.QUESTIONS[count][0])
        asked.presses(key)
        assert asked.ends() == 130
        assert listing(tmp_path) == {}

    def test_keeps_to_the_arrow_keys(self, tmp_path: Path) -> None:
        asked = Terminal(tmp_path, "new", "friday", "-p", "foster")
        asked.sees("Players in one line")
        asked.presses("na Sá, Bob" + LEFT * 10 + "A" + ENTER)
        asked.types("", "leads")
        assert asked.ends() == 0
        assert SessionFile.open(tmp_path / "sessions/friday.toml").session.players == ("Ana Sá", "Bob")

    def test_takes_the_rules_by_their_number(self, tmp_path: Path) -> None:
        asked = Terminal(tmp_path, "new", "friday", "--player", "Ana", "--player", "Bob")
        shown = asked.sees("Rules (")
        number = next(line.split()[0] for line in shown.splitlines() if "foster:" in line)
        asked.types(number, "Foster's Commit")
        assert asked.ends() == 0


class TestReplayStepByStep:
    def test_waits_for_enter_after_every_play(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3c", "b", "c").status == 0
        shown = Terminal(night.parent.parent, "replay", "night", "--step")
        shown.sees("Ana: 3♣")
        assert "Bruno" not in shown.types("", "Bruno: 4♣").partition("Bruno: 4♣")[0]
        shown.types("", "Carla: 5♣")
        shown.presses(ENTER)
        assert shown.ends() == 0

    @pytest.mark.parametrize(("key", "status"), [(CTRL_C, 130), ("q" + ENTER, 0)], ids=["Ctrl-C", "q"])
    def test_can_be_left(self, night: Path, key: str, status: int) -> None:
        assert call(night.parent.parent, "record", "night", "3c", "b").status == 0
        shown = Terminal(night.parent.parent, "replay", "night", "--step")
        shown.sees("Ana: 3♣")
        shown.presses(key)
        assert shown.ends() == status


class TestLongWork:
    def test_is_watched_with_a_bar_at_a_terminal(self, night: Path) -> None:
        whole = night.read_text("utf-8").replace("hands_planned = 3\n", "")
        night.write_text(whole + '\n[[hands]]\nvoid = "x"\n' * 600, "utf-8")
        seen = Terminal(night.parent.parent, "verify", "night")
        seen.sees("replaying 600 hands")
        assert seen.ends() == 0
        assert "100%" in seen.seen

    def test_leaves_no_bar_in_what_is_piped(self, night: Path) -> None:
        night.write_text(night.read_text("utf-8") + '\n[[hands]]\nvoid = "x"\n' * 600, "utf-8")
        assert "replaying" not in call(night.parent.parent, "verify", "night").text
