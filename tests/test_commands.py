"""Every command: what it prints and where, its exit status, and what it leaves alone."""

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from comet_cli.parameters import parameters
from comet_cli.plays import Turn
from comet_cli.records import HandRecord
from comet_cli.store import SessionFile
from tests.running import (
    CASES,
    FOSTER_CASES,
    HEAD,
    WON_BY_ANA,
    Run,
    begin,
    call,
    listing,
    plays,
    run,
    short,
    write,
)

COMMANDS = (
    ["new"],
    ["record"],
    ["undo"],
    ["redo"],
    ["left"],
    ["show"],
    ["score"],
    ["verify"],
    ["explain"],
    ["replay"],
    ["standings"],
    ["export"],
    ["profiles"],
    ["profiles", "list"],
    ["profiles", "show"],
)
READING = (
    ["show"],
    ["verify"],
    ["verify", "--strict"],
    ["replay"],
    ["replay", "--hand", "1"],
    ["standings"],
    ["export", "-f", "json"],
    ["export", "-f", "csv"],
    ["export", "-f", "csv", "--table", "hands"],
    ["export", "-f", "csv", "--table", "transfers"],
    ["export", "-f", "markdown"],
)
OF_A_SESSION = [*READING, ["score"], ["record"], ["undo"], ["redo"]]
FIGURES = {
    "foster-both-branches-fail": {"Ana": 20, "Bruno": -8, "Carla": -8, "Davi": -4},
    "foster-comet-unplayed": {"Ana": -5, "Bruno": -5, "Carla": -1, "Davi": 11},
    "foster-detour-taken": {"Ana": 2, "Bruno": -10, "Carla": 14, "Davi": -6},
}
IRREGULAR = plays("Ana: 3♣ 4♣ 9♥!", more='left = { Bruno = "? ? ?", Carla = "? ? ?" }\n')
BROKEN = plays("Ana: 3♣", "Bruno: 5♣")


def words(arguments: list[str]) -> str:
    return " ".join(arguments)


def turns(path: Path) -> list[list[str]]:
    """The plays of a session file, by hand, as text."""
    return [[str(turn) for turn in hand.turns] for hand in SessionFile.open(path).session.hands]


def played(hand: HandRecord) -> list[str]:
    """The plays of a hand, however they are divided."""
    return [f"{turn.player}: {play}" for turn in hand.turns if isinstance(turn, Turn) for play in turn.plays]


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """The file of a session of short hands that the program has begun in a folder of its own."""
    return begin(tmp_path)


class TestHelp:
    @pytest.mark.parametrize("arguments", COMMANDS, ids=words)
    @pytest.mark.parametrize("option", ["-h", "--help"])
    def test_of_each_command_has_an_example(self, tmp_path: Path, arguments: list[str], option: str) -> None:
        done = call(tmp_path, *arguments, option)
        assert (done.status, done.err) == (0, "")
        assert "Example" in done.out
        assert f"comet {arguments[0]}" in done.out

    def test_lists_every_command(self, tmp_path: Path) -> None:
        done = call(tmp_path, "-h")
        listed = done.out.partition("Commands:")[2].split()
        assert {arguments[0] for arguments in COMMANDS} <= set(listed)

    def test_without_a_command_is_wrong_usage(self, tmp_path: Path) -> None:
        done = call(tmp_path)
        assert (done.status, done.out) == (2, "")
        assert "Usage" in done.err

    def test_the_version_is_told(self, tmp_path: Path) -> None:
        done = call(tmp_path, "--version")
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith("comet, version ")


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("scroe", "score"),
            ("recrod", "record"),
            ("standing", "standings"),
            ("replya", "replay"),
            ("profile", "profiles"),
            ("Verify", "verify"),
        ],
    )
    def test_a_near_miss_of_a_command_is_answered_with_the_command(
        self, tmp_path: Path, typed: str, meant: str
    ) -> None:
        done = call(tmp_path, typed, "friday")
        assert (done.status, done.out) == (2, "")
        assert f'Did you mean "{meant}"?' in done.err

    def test_what_is_near_to_no_command_is_answered_with_the_help(self, tmp_path: Path) -> None:
        done = call(tmp_path, "zzzz")
        assert done.status == 2
        assert "comet --help" in done.err

    @pytest.mark.parametrize(
        "arguments",
        [
            ["show"],
            ["verify"],
            ["score"],
            ["record"],
            ["undo"],
            ["undo", "a", "b"],
            ["left", "a"],
            ["left", "a", "b"],
            ["export", "a"],
            ["export", "a", "-f", "jsn"],
            ["export", "a", "-f", "csv", "--table", "cards"],
            ["replay", "a", "--hand", "0"],
            ["verify", "--stric", "a"],
            ["profiles", "lst"],
            ["profiles", "show"],
            ["new"],
            ["new", "a"],
            ["new", "a", "-p", "foster"],
            ["new", "a", "-p", "foster", "--player", "Ana"],
            ["new", "a", "-p", "foster", *["--player", "Ana", "--player", "ana"]],
            ["new", "a", "-p", "foster", *["--player", "Ana", "--player", "pool"]],
            ["new", "a", "-p", "foster", *["--player", "Ana", "--player", "Bob", "--dealer", "Zoe"]],
            ["new", "a", "-p", "foster", *["--player", "Ana", "--player", "Bob", "--hands", "0"]],
            ["new", "a", "-p", "foster", *[word for name in "ABCDEFG" for word in ("--player", name)]],
        ],
        ids=words,
    )
    def test_ends_with_2_and_tells_it_as_talk(self, tmp_path: Path, arguments: list[str]) -> None:
        done = call(tmp_path, *arguments)
        assert (done.status, done.out) == (2, "")
        assert done.err
        assert listing(tmp_path) == {}

    def test_a_hand_that_is_not_there_to_replay_ends_with_2(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "replay", "night.toml", "--hand", "2")
        assert (done.status, done.out) == (2, "")


class TestFilesThatCannotBeRead:
    @pytest.mark.parametrize("arguments", OF_A_SESSION, ids=words)
    @pytest.mark.parametrize("kind", ["missing", "folder", "text", "bytes", "empty", "newer"])
    def test_end_with_3_and_tell_it_as_talk(self, tmp_path: Path, arguments: list[str], kind: str) -> None:
        data = {
            "text": b"dear diary",
            "bytes": b"\xff\xfe",
            "empty": b"",
            "newer": HEAD.replace("session/1", "session/2").encode(),
        }
        if kind == "folder":
            (tmp_path / "night.toml").mkdir()
        elif kind in data:
            write(tmp_path, data[kind])
        before = listing(tmp_path)
        done = call(tmp_path, *arguments, "night.toml")
        assert (done.status, done.out) == (3, "")
        assert "night.toml" in done.err
        assert listing(tmp_path) == before

    @pytest.mark.parametrize("arguments", [*READING, ["score"]], ids=words)
    def test_do_not_stop_the_others(self, tmp_path: Path, arguments: list[str]) -> None:
        write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, *arguments, "no.toml", "night.toml")
        alone = call(tmp_path, *arguments, "night.toml")
        assert done.status == 3
        assert alone.out in done.out

    def test_of_a_profile_end_with_3(self, tmp_path: Path) -> None:
        done = call(tmp_path, "profiles", "show", "fooster")
        assert (done.status, done.out) == (3, "")
        assert 'Did you mean "foster"?' in done.err


class TestNew:
    def test_writes_the_session_and_tells_who_leads(self, night: Path) -> None:
        session = SessionFile.open(night).session
        assert session.players == ("Ana", "Bruno", "Carla")
        assert (session.name, session.first_dealer, session.hands_planned) == ("night", "Carla", 3)
        assert session.started is not None
        assert session.started.utcoffset() is not None

    def test_tells_what_it_did_as_talk(self, tmp_path: Path) -> None:
        done = call(tmp_path, "new", "x", "-p", "foster", "--player", "Ana", "--player", "Bob", "--dealer", "b")
        assert (done.status, done.out) == (0, "")
        assert "sessions/x.toml" in done.err
        assert "Bob deals first; Ana leads" in done.err

    def test_writes_every_parameter_and_no_extends(self, night: Path) -> None:
        text = night.read_text()
        assert "extends" not in text
        assert 'id = "short"\ntitle = "Short hands"\n' in text
        assert "cards = 3" in text

    def test_draws_the_first_dealer(self, tmp_path: Path) -> None:
        drawn = set()
        for number in range(30):
            done = call(tmp_path, "new", f"n{number}", "-p", "foster", "--player", "Ana", "--player", "Bob")
            assert "was drawn" in done.err
            drawn.add(SessionFile.open(tmp_path / f"sessions/n{number}.toml").session.first_dealer)
        assert drawn == {"Ana", "Bob"}

    def test_never_replaces_a_session(self, night: Path) -> None:
        before = listing(night.parent)
        arguments = ("-p", "foster", "--player", "Ana", "--player", "Bob")
        done = call(night.parent.parent, "new", "night", *arguments)
        assert done.status in (1, 3)
        assert listing(night.parent) == before

    def test_takes_a_path(self, tmp_path: Path) -> None:
        arguments = ("-p", "foster", "--player", "Ana", "--player", "Bob")
        assert call(tmp_path, "new", "deep/down/x.toml", *arguments).status == 0
        assert (tmp_path / "deep/down/x.toml").is_file()

    def test_takes_a_title_and_a_number_of_hands(self, tmp_path: Path) -> None:
        arguments = ("-p", "foster", "--player", "Ana", "--player", "Bob", "--title", "Friday at Ana's", "--hands", "7")
        assert call(tmp_path, "new", "x", *arguments).status == 0
        session = SessionFile.open(tmp_path / "sessions/x.toml").session
        assert (session.name, session.hands_planned) == ("Friday at Ana's", 7)

    def test_is_understood_by_every_command(self, night: Path) -> None:
        for arguments in (*READING, ["score"]):
            assert call(night.parent.parent, *arguments, "night").status == (0 if "--hand" not in arguments else 2)


class TestWhereSessionsAre:
    def test_a_name_is_in_the_folder_sessions(self, night: Path) -> None:
        assert call(night.parent.parent, "show", "night").status == 0

    def test_a_path_is_taken_as_it_is(self, night: Path) -> None:
        assert call(night.parent.parent, "show", "sessions/night.toml").status == 0
        assert call(night.parent, "show", "night.toml").status == 0

    def test_a_name_is_in_the_folder_that_is_set(self, tmp_path: Path) -> None:
        begin(tmp_path, COMET_SESSIONS="kept")
        assert call(tmp_path, "show", "night", COMET_SESSIONS="kept").status == 0
        assert call(tmp_path, "show", "night").status == 3

    def test_an_absolute_folder_may_be_set(self, night: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        assert call(tmp_path / "elsewhere", "show", "night", COMET_SESSIONS=str(night.parent)).status == 0


class TestStandardInputAsSession:
    @pytest.mark.parametrize("arguments", [each for each in READING if each[0] != "verify"], ids=words)
    def test_gives_what_the_file_gives(self, tmp_path: Path, arguments: list[str]) -> None:
        path = write(tmp_path, short(WON_BY_ANA))
        from_file = call(tmp_path, *arguments, "night.toml")
        from_input = call(tmp_path, *arguments, "-", typed=path.read_bytes())
        assert from_input.out == from_file.out.replace("night.toml", "standard input")
        assert from_input.status == from_file.status == 0

    def test_is_named_in_findings(self, tmp_path: Path) -> None:
        done = call(tmp_path, "verify", "-", typed=short(BROKEN))
        assert done.status == 1
        assert "standard input:15, hand 1, play 2" in done.out

    def test_is_scored_to_standard_output(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "score", "-", typed=path.read_bytes())
        assert done.status == 0
        assert "won by" not in done.out
        assert call(tmp_path, "score", "night.toml").status == 0
        assert done.out == path.read_text()

    @pytest.mark.parametrize("arguments", [*READING, ["score"]], ids=words)
    def test_that_is_empty_is_no_session(self, tmp_path: Path, arguments: list[str]) -> None:
        done = call(tmp_path, *arguments, "-")
        assert (done.status, done.out) == (3, "")
        assert "standard input" in done.err

    def test_is_the_output_of_export_by_default_and_by_name(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        assert (
            call(tmp_path, "export", "night.toml", "-f", "csv").out
            == call(tmp_path, "export", "night.toml", "-f", "csv", "-o", "-").out
        )


class TestCommandsThatOnlyRead:
    @pytest.mark.parametrize("arguments", READING, ids=words)
    @pytest.mark.parametrize(
        "text",
        ["# by hand\n" + short(WON_BY_ANA), short(BROKEN), short(IRREGULAR), HEAD, short("[[hands]]\nplayz = 1\n")],
        ids=["settled", "broken", "irregular", "no hands", "unknown key"],
    )
    def test_leave_the_folder_as_it_is(self, tmp_path: Path, arguments: list[str], text: str) -> None:
        write(tmp_path, text)
        before = listing(tmp_path)
        call(tmp_path, *arguments, "night.toml")
        assert listing(tmp_path) == before

    @pytest.mark.parametrize("arguments", READING, ids=words)
    def test_leave_what_can_be_redone(self, night: Path, arguments: list[str]) -> None:
        folder = night.parent.parent
        assert call(folder, "record", "night", "a:3c", "b", "<").status == 0
        before = listing(folder)
        call(folder, *arguments, "night")
        assert listing(folder) == before

    @pytest.mark.parametrize("arguments", READING, ids=words)
    def test_make_no_folder(self, tmp_path: Path, arguments: list[str]) -> None:
        call(tmp_path, *arguments, "night")
        call(tmp_path, "profiles", "list")
        call(tmp_path, "profiles", "show", "foster")
        assert listing(tmp_path) == {}

    def test_print_only_data_to_standard_output(self, tmp_path: Path) -> None:
        write(tmp_path, short(BROKEN))
        assert call(tmp_path, "show", "night.toml").out.startswith("Short: ")
        assert "[out-of-sequence]" in call(tmp_path, "show", "night.toml").err
        json.loads(call(tmp_path, "export", "night.toml", "-f", "json").out)


class TestRecord:
    def test_takes_entries(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "a: 3c", "b", ".")
        assert (done.status, done.out) == (0, "")
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣", "Carla: pass", "Ana: pass"]]

    def test_echoes_in_full_what_it_took(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "a: 3c", "c")
        assert "Ana: 3♣" in done.err
        assert "Bruno: pass   (filled in)" in done.err
        assert "Carla: 4♣" in done.err
        assert "stake: 1 from each to the pool" in done.err

    @pytest.mark.parametrize(
        ("entry", "status"), [("-", 0), ("- c", 0), ("- - 9d", 0), ("-!", 0), ("-x", 1), ("--", 1)]
    )
    def test_takes_entries_that_begin_with_a_hyphen(self, night: Path, entry: str, status: int) -> None:
        assert call(night.parent.parent, "record", "night", "3c").status == 0
        done = call(night.parent.parent, "record", "night", entry)
        assert done.status == status, done.err
        assert ("entry 1 was refused" in done.err) == (status == 1)

    def test_takes_a_pass_as_an_entry(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3c", "-", "-", "5h").status == 0
        assert turns(night) == [["Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 5♥"]]

    def test_takes_entries_that_look_like_options(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "--help")
        assert done.status == 1
        assert '"--help"' in done.err

    def test_takes_standard_input_line_by_line(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", typed="a: 3c\r\n\n   \nb\n.")
        assert (done.status, done.out) == (0, "")
        assert turns(night) == [["Ana: 3♣", "Bruno: 4♣", "Carla: pass", "Ana: pass"]]

    def test_takes_a_byte_order_mark(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", typed="\ufeffa: 3c\n").status == 0

    def test_tells_the_number_of_the_first_refused_line_and_keeps_what_came_before(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", typed="a: 3c\n\nb: 5c\nb: 4c\n")
        assert (done.status, done.out) == (1, "")
        assert "line 3" in done.err
        assert "[out-of-sequence]" in done.err
        assert turns(night) == [["Ana: 3♣"]]

    def test_tells_the_number_of_the_first_refused_entry(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "a: 3c", "b: 5c", "b: 4c")
        assert done.status == 1
        assert "entry 2" in done.err
        assert turns(night) == [["Ana: 3♣"]]

    def test_takes_a_line_whole_or_not_at_all(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "a: 3c b c:8h").status == 1
        assert turns(night) == []

    def test_of_a_line_that_is_no_text_tells_its_number(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", typed=b"a: 3c\n\xff\n")
        assert "line 2" in done.err
        assert done.status in (1, 3)
        assert turns(night) == [["Ana: 3♣"]]

    def test_books_an_ended_hand_without_asking_as_soon_as_what_pays_is_known(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "3-5c", "left b: Ks", "left c: -", "b: 3h")
        assert done.status == 0, done.err
        first, second = SessionFile.open(night).session.hands
        assert first.result is not None
        assert first.result.change == {"Ana": 3, "Bruno": -3, "Carla": 0}
        assert second.dealer == "Ana"

    def test_waits_with_the_next_hand_until_what_pays_is_known(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "3-5c", "b: 3h")
        assert done.status == 1
        assert "Bruno" in done.err
        assert turns(night) == [["Ana: 3♣ 4♣ 5♣"]]

    def test_refuses_a_card_once_the_match_is_over(self, night: Path) -> None:
        lines = ["3-5c", "left b: -", "left c: -", "3-5c", "left c: -", "left a: -", "3-5c", "left a: -", "left b: -"]
        done = call(night.parent.parent, "record", "night", *lines, "3c")
        assert done.status == 1
        assert "[match-over]" in done.err
        assert "entry 10" in done.err

    def test_refuses_a_file_that_was_not_understood(self, tmp_path: Path) -> None:
        write(tmp_path, short("[[hands]]\nplayz = []\n"))
        before = listing(tmp_path)
        done = call(tmp_path, "record", "night.toml", "a: 3c")
        assert done.status in (1, 3)
        assert "night.toml:13" in done.err
        assert listing(tmp_path) == before

    def test_refuses_a_night_with_a_fault_in_it(self, tmp_path: Path) -> None:
        write(tmp_path, short(BROKEN))
        before = listing(tmp_path)
        done = call(tmp_path, "record", "night.toml", "b: 4c")
        assert done.status == 1
        assert "hand 1, play 2" in done.err
        assert listing(tmp_path) == before

    def test_of_nothing_changes_nothing(self, night: Path) -> None:
        before = listing(night.parent)
        done = call(night.parent.parent, "record", "night")
        assert (done.status, done.out) == (0, "")
        assert listing(night.parent) == before

    def test_takes_the_commands_of_the_table(self, night: Path) -> None:
        done = call(night.parent.parent, "record", "night", "3c", "b", "undo", "redo", "<", "show", "help", "quit", "b")
        assert done.status == 0, done.err
        assert turns(night) == [["Ana: 3♣"]]

    def test_keeps_a_remark(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3c # slowly: very!", "+").status == 0
        assert turns(night) == [["Ana: 3♣ # slowly: very!", "Ana: 4♣"]]


class TestUndoAndRedo:
    def test_take_back_and_put_back_the_last_turn(self, night: Path) -> None:
        folder = night.parent.parent
        assert call(folder, "record", "night", "3-4c b .").status == 0
        written = night.read_bytes()
        done = call(folder, "undo", "night")
        assert (done.status, done.out) == (0, "")
        assert "Ana: pass" in done.err
        assert turns(night) == [["Ana: 3♣ 4♣", "Bruno: 5♣", "Carla: pass"]]
        assert call(folder, "redo", "night").status == 0
        assert night.read_bytes() == written

    def test_go_over_the_end_of_a_hand_by_separate_processes(self, night: Path) -> None:
        folder = night.parent.parent
        entries = ["3-5c", "dead Kh", "left b: Ks", "left c: -", "b: 3h"]
        states = []
        for entry in entries:
            states.append(night.read_bytes())
            assert run(folder, "record", "night", entry).status == 0
        end = night.read_bytes()
        seen = []
        while run(folder, "undo", "night").status == 0:
            seen.append(night.read_bytes())
        assert [state for state in reversed(states) if state in seen] == list(reversed(states))
        assert len(seen) == len(entries) + 1  # the booking is a step of its own
        assert seen[-1] == states[0]
        back = 0
        while run(folder, "redo", "night").status == 0:
            back += 1
        assert back == len(seen)
        assert night.read_bytes() == end

    def test_of_nothing_are_refused(self, night: Path) -> None:
        for command in ("undo", "redo"):
            before = listing(night.parent)
            done = call(night.parent.parent, command, "night")
            assert (done.status, done.out) == (1, "")
            assert f"[nothing-to-{command}]" in done.err
            assert listing(night.parent) == before

    def test_what_was_undone_is_forgotten_once_something_else_is_entered(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3c", "<", "4c").status == 0
        assert call(night.parent.parent, "redo", "night").status == 1

    def test_take_a_hand_written_night_back_turn_by_turn(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(plays("Ana: 3♣ 4♣", "Bruno: pass")))
        assert call(tmp_path, "undo", "night.toml").status == 0
        assert turns(path) == [["Ana: 3♣ 4♣"]]
        assert call(tmp_path, "undo", "night.toml").status == 0
        assert turns(path) == []
        assert call(tmp_path, "undo", "night.toml").status == 1


class TestLeft:
    @pytest.fixture
    def ended(self, night: Path) -> Path:
        assert call(night.parent.parent, "record", "night", "3-5c").status == 0
        return night

    @pytest.mark.parametrize(
        ("cards", "kept"),
        [
            (["Ks"], "K♠ ? ?"),
            (["Ks", "9d"], "K♠ 9♦ ?"),
            (["Ks 9d"], "K♠ 9♦ ?"),
            (["-"], "? ? ?"),
            (["??"], "??"),
            (["?", "?", "?"], "? ? ?"),
        ],
    )
    def test_keeps_what_a_player_still_held(self, ended: Path, cards: list[str], kept: str) -> None:
        done = call(ended.parent.parent, "left", "night", "bru", *cards)
        assert (done.status, done.out) == (0, "")
        assert f"left Bruno: {kept}" in done.err
        (hand,) = SessionFile.open(ended).session.hands
        assert str(hand.left["Bruno"]) == kept

    def test_books_the_hand_with_the_last_answer(self, ended: Path) -> None:
        assert call(ended.parent.parent, "left", "night", "b", "Ks").status == 0
        assert call(ended.parent.parent, "left", "night", "c", "-").status == 0
        (hand,) = SessionFile.open(ended).session.hands
        assert hand.result is not None
        assert hand.result.winner == "Ana"

    def test_may_be_corrected_until_the_next_card(self, ended: Path) -> None:
        for cards in ("Ks", "Kh"):
            assert call(ended.parent.parent, "left", "night", "b", cards).status == 0
        (hand,) = SessionFile.open(ended).session.hands
        assert str(hand.left["Bruno"]) == "K♥ ? ?"

    @pytest.mark.parametrize(
        ("player", "cards", "code"),
        [
            ("b", "3c", "left-and-played"),
            ("b", "8d", "not-in-pack"),
            ("b", "king", "bad-card"),
            ("b", "Ks Ks", "card-twice"),
            ("b", "? ? ? ?", "left-count"),
            ("b", "72p", "left-in-pips"),
            ("a", "-", "left-of-winner"),
            ("zoe", "-", "unknown-player"),
        ],
    )
    def test_that_cannot_be_is_refused(self, ended: Path, player: str, cards: str, code: str) -> None:
        before = ended.read_bytes()
        done = call(ended.parent.parent, "left", "night", player, cards)
        assert (done.status, done.out) == (1, "")
        assert f"[{code}]" in done.err
        assert ended.read_bytes() == before

    def test_before_the_end_is_refused(self, night: Path) -> None:
        done = call(night.parent.parent, "left", "night", "b", "-")
        assert done.status == 1
        assert "[hand-not-ended]" in done.err


class TestShow:
    def test_tells_whose_turn_it_is_and_what_is_needed(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "3-4c b").status == 0
        done = call(night.parent.parent, "show", "night")
        assert (done.status, done.err) == (0, "")
        assert "needed: 6♣" in done.out
        assert "pool: 3" in done.out
        rows = [line.split() for line in done.out.splitlines() if line.startswith("@")]
        assert [row[2:5] for row in rows] == [["Ana", "1", "-1"], ["Bruno", "2", "-1"], ["Carla", "3", "-1"]]
        assert rows[2][5:] == ["to", "speak"]

    def test_tells_the_needed_card_that_nobody_has(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "7d").status == 0
        assert "needed: 8♦ (not in the pack)" in call(night.parent.parent, "show", "night").out

    def test_tells_the_notes(self, tmp_path: Path) -> None:
        write(tmp_path, short('[[hands]]\nvoid = "cards on the floor"\nnotes = ["the phone rang"]\n'))
        done = call(tmp_path, "show", "night.toml")
        assert "the phone rang" in done.out
        assert "cards on the floor" in done.out


class TestScore:
    def test_writes_results_and_running_balances(self, tmp_path: Path) -> None:
        second = WON_BY_ANA.replace("Ana: ", "Bruno: ").replace("{ Bruno", "{ Ana")
        path = write(tmp_path, short(WON_BY_ANA, second))
        done = call(tmp_path, "score", "night.toml")
        assert done.status == 0, done.err
        one, two = (hand.result for hand in SessionFile.open(path).session.hands)
        assert one is not None
        assert two is not None
        assert (one.winner, one.change) == ("Ana", {"Ana": 3, "Bruno": -3, "Carla": 0})
        assert (two.winner, two.change) == ("Bruno", {"Ana": -3, "Bruno": 3, "Carla": 0})
        assert two.balances == {"Ana": 0, "Bruno": 0, "Carla": 0}
        assert one.transfers == (
            "stake: 1 from each to the pool",
            "king-left: 1 to each from Bruno",
            "pool: 3 to Ana",
        )

    def test_shows_the_hands_as_data(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "score", "night.toml")
        assert "+3" in done.out
        assert "settled" in done.out

    def test_of_what_is_scored_already_changes_nothing(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        assert call(tmp_path, "score", "night.toml").status == 0
        before = listing(tmp_path)
        assert call(tmp_path, "score", "night.toml").status == 0
        assert listing(tmp_path) == before

    def test_leaves_a_stored_result_that_differs(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA + "result = { change = { Ana = 4, Bruno = -4, Carla = 0 } }\n"))
        before = listing(tmp_path)
        done = call(tmp_path, "score", "night.toml")
        assert done.status == 1
        assert "[stored-change]" in done.err
        assert "Ana +4" in done.err
        assert "Ana +3" in done.err
        assert listing(tmp_path) == before

    def test_writes_over_a_stored_result_with_replace(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA + "result = { change = { Ana = 4, Bruno = -4, Carla = 0 } }\n"))
        assert call(tmp_path, "score", "--replace", "night.toml").status == 0
        (hand,) = SessionFile.open(path).session.hands
        assert hand.result is not None
        assert hand.result.change == {"Ana": 3, "Bruno": -3, "Carla": 0}
        assert call(tmp_path, "verify", "night.toml").status == 0

    def test_does_what_can_be_done_and_ends_with_1_where_a_hand_cannot_be_scored(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA, BROKEN))
        done = call(tmp_path, "score", "night.toml")
        assert done.status == 1
        first, second = SessionFile.open(path).session.hands
        assert first.result is not None
        assert second.result is None
        assert [str(turn) for turn in second.turns] == ["Ana: 3♣", "Bruno: 5♣"]

    def test_never_writes_what_was_not_understood(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, "[[hands]]\nplayz = []\n"))
        before = listing(tmp_path)
        assert call(tmp_path, "score", "--replace", "night.toml").status == 1
        assert listing(tmp_path) == before

    def test_of_a_read_only_file_leaves_everything_as_it_is(self, tmp_path: Path) -> None:
        path = write(tmp_path, "# by hand\n" + short(WON_BY_ANA))
        path.chmod(0o444)
        before = listing(tmp_path)
        done = call(tmp_path, "score", "night.toml")
        assert done.status == 3
        assert "read-only" in done.err
        assert listing(tmp_path) == before

    def test_of_several_sessions_writes_each(self, tmp_path: Path) -> None:
        for name in ("a.toml", "b.toml"):
            write(tmp_path, short(WON_BY_ANA), name)
        assert call(tmp_path, "score", "a.toml", "b.toml").status == 0
        assert (tmp_path / "a.toml").read_text() == (tmp_path / "b.toml").read_text()
        assert "[hands.result]" in (tmp_path / "a.toml").read_text()


class TestVerify:
    def test_of_a_sound_night_has_no_findings(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "verify", "night.toml")
        assert (done.status, done.err) == (0, "")
        assert done.out == "night.toml: 1 hand, no findings\n"

    def test_tells_findings_as_data_and_ends_with_1(self, tmp_path: Path) -> None:
        write(tmp_path, short(BROKEN))
        done = call(tmp_path, "verify", "night.toml")
        assert (done.status, done.err) == (1, "")
        assert "night.toml:15, hand 1, play 2: 5♣ does not continue the run" in done.out
        assert "    Bruno: 5♣\n           ^^\n" in done.out
        assert "legal now: " in done.out

    @pytest.mark.parametrize("text", [short(plays("Ana: 3♣")), short(IRREGULAR)], ids=["open", "irregular"])
    def test_fails_for_open_hands_and_what_stood_only_when_strict(self, tmp_path: Path, text: str) -> None:
        write(tmp_path, text)
        assert call(tmp_path, "verify", "night.toml").status == 0
        assert call(tmp_path, "verify", "--strict", "night.toml").status == 1

    def test_alone_fails_for_what_is_found_at_the_reveal(self, tmp_path: Path) -> None:
        passed = plays("Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 5♥ 6♥")
        write(tmp_path, short(passed + 'left = { Bruno = "4♣ ? ?", Carla = "? ? ?" }\n'))
        done = call(tmp_path, "verify", "night.toml")
        assert done.status == 1
        assert "hand 1, play 2: Bruno passed while holding 4♣" in done.out
        for arguments in (["score"], ["standings"], ["export", "-f", "json"], ["show"], ["replay"]):
            assert call(tmp_path, *arguments, "night.toml").status == 0

    def test_goes_over_several_sessions(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA), "a.toml")
        write(tmp_path, short(BROKEN), "b.toml")
        done = call(tmp_path, "verify", "a.toml", "b.toml")
        assert done.status == 1
        assert "a.toml: 1 hand, no findings" in done.out
        assert "b.toml:15" in done.out


class TestReplay:
    def test_shows_every_play_with_its_transfers(self, tmp_path: Path) -> None:
        write(tmp_path, short(plays("Ana: A♣", "Bruno: 9♦", "Carla: pass", "Ana: 10♦"), WON_BY_ANA))
        lines = [line.split() for line in call(tmp_path, "replay", "night.toml", "--hand", "1").out.splitlines()]
        assert ["1", "Ana:", "A♣", "leads"] in lines
        assert lines[lines.index(["1", "Ana:", "A♣", "leads"]) + 1] == ["ace:", "1", "from", "each", "to", "Ana"]
        assert ["3", "Carla:", "pass"] in lines
        assert ["comet:", "2", "from", "each", "to", "Bruno"] in lines

    def test_shows_the_hand_that_is_asked_for(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, plays("Bruno: 7♥")))
        done = call(tmp_path, "replay", "night.toml", "--hand", "2")
        assert "7♥" in done.out
        assert "3♣" not in done.out

    def test_shows_all_hands_otherwise(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, plays("Bruno: 7♥")))
        done = call(tmp_path, "replay", "night.toml")
        assert done.out.index("3♣") < done.out.index("7♥")

    def test_does_not_wait_where_there_is_no_terminal(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA))
        assert call(tmp_path, "replay", "--step", "night.toml") == call(tmp_path, "replay", "night.toml")

    def test_tells_a_void_hand(self, tmp_path: Path) -> None:
        write(tmp_path, short('[[hands]]\nvoid = "cards on the floor"\n'))
        assert "cards on the floor" in call(tmp_path, "replay", "night.toml").out


class TestStandings:
    def rows(self, done: Run) -> list[list[str]]:
        return [line.split() for line in done.out.splitlines()[2:]]

    def test_rank_players_by_balance_with_ties(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA.replace("K♠ ? ?", "? ? ?")))
        assert self.rows(call(tmp_path, "standings", "night.toml")) == [
            ["1", "Ana", "+2", "1", "1"],
            ["2", "Bruno", "-1", "1", "0"],
            ["2", "Carla", "-1", "1", "0"],
        ]

    def test_add_up_any_number_of_sessions(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA), "a.toml")
        write(tmp_path, short(WON_BY_ANA).replace("Carla", "Dora"), "b.toml")
        assert self.rows(call(tmp_path, "standings", "a.toml", "b.toml")) == [
            ["1", "Ana", "+6", "2", "2"],
            ["2", "Carla", "0", "1", "0"],
            ["2", "Dora", "0", "1", "0"],
            ["4", "Bruno", "-6", "2", "0"],
        ]

    def test_name_an_open_hand_and_do_not_count_it(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, plays("Bruno: K♣")))
        done = call(tmp_path, "standings", "night.toml")
        assert done.status == 0
        assert self.rows(done)[0] == ["1", "Ana", "+3", "1", "1"]
        assert "hand 2" in done.err

    def test_end_with_1_where_a_hand_cannot_be_scored(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, BROKEN))
        done = call(tmp_path, "standings", "night.toml")
        assert done.status == 1
        assert self.rows(done)[0] == ["1", "Ana", "+3", "1", "1"]
        assert "hand 2, play 1" in done.err


class TestProfiles:
    def test_are_listed(self, tmp_path: Path) -> None:
        done = call(tmp_path, "profiles", "list")
        assert (done.status, done.err) == (0, "")
        assert any(line.startswith("foster ") for line in done.out.splitlines())

    def test_are_listed_without_a_word_too(self, tmp_path: Path) -> None:
        assert call(tmp_path, "profiles") == call(tmp_path, "profiles", "list")

    def test_are_shown_with_every_rule(self, tmp_path: Path) -> None:
        done = call(tmp_path, "profiles", "show", "foster", "--toml")
        assert (done.status, done.err) == (0, "")
        table = tomllib.loads(done.out)
        assert [key for key in parameters() if key.partition(".")[2] not in table[key.partition(".")[0]]] == []

    def test_may_be_a_file(self, tmp_path: Path) -> None:
        write(tmp_path, 'extends = "foster"\nid = "house"\ntitle = "Ours"\n', "house.toml")
        assert "house: Ours" in call(tmp_path, "profiles", "show", "house.toml").out


class TestTheKnownNights:
    @pytest.fixture(params=FOSTER_CASES, ids=lambda path: path.stem)
    def case(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        path = tmp_path / request.param.name
        shutil.copyfile(request.param, path)
        return path

    def test_are_all_here(self) -> None:
        assert {path.stem for path in FOSTER_CASES} == set(FIGURES)

    def test_verify_clean(self, case: Path) -> None:
        done = call(case.parent, "verify", "--strict", case)
        assert (done.status, done.err) == (0, "")
        assert done.out.endswith("1 hand, no findings\n")

    def test_give_their_figures_without_their_results_through_export_alone(self, case: Path) -> None:
        case.write_text(case.read_text().partition("[hands.result]")[0])
        before = listing(case.parent)
        done = call(case.parent, "export", case, "-f", "json")
        assert done.status == 0
        (session,) = json.loads(done.out)["sessions"]
        (hand,) = session["hands"]
        assert hand["change"] == hand["balances"] == FIGURES[case.stem]
        assert session["complete"] is True
        assert session["winners"] == [hand["winner"]]
        assert listing(case.parent) == before

    def test_give_their_figures_through_score(self, case: Path) -> None:
        case.write_text(case.read_text().partition("[hands.result]")[0])
        assert call(case.parent, "score", case).status == 0
        (hand,) = SessionFile.open(case).session.hands
        assert hand.result is not None
        assert hand.result.change == FIGURES[case.stem]

    def test_are_rewritten_without_changing_their_meaning(self, case: Path) -> None:
        before = SessionFile.open(case).session
        assert call(case.parent, "score", case).status == 0
        after = SessionFile.open(case).session
        assert [played(hand) for hand in after.hands] == [played(hand) for hand in before.hands]
        assert (after.profile, after.players) == (before.profile, before.players)
        assert call(case.parent, "verify", "--strict", case).status == 0

    def test_are_named_in_standings_by_hand(self, case: Path) -> None:
        done = call(case.parent, "standings", case)
        rows = {row.split()[1]: int(row.split()[2]) for row in done.out.splitlines()[2:]}
        assert rows == FIGURES[case.stem]


class TestCompletion:
    def complete(self, folder: Path, line: str, **changed: str) -> list[str]:
        words = line.split(" ")
        done = run(
            folder,
            _COMET_COMPLETE="bash_complete",
            COMP_WORDS=line,
            COMP_CWORD=str(len(words) - 1),
            **changed,
        )
        assert (done.status, done.err) == (0, "")
        return [each.partition(",")[2] for each in done.out.splitlines() if each.startswith("plain,")]

    def test_of_commands(self, tmp_path: Path) -> None:
        assert set(self.complete(tmp_path, "comet re")) == {"record", "redo", "recover", "replay"}

    def test_of_sessions(self, night: Path) -> None:
        shutil.copyfile(night, night.with_name("nice.toml"))
        shutil.copyfile(night, night.with_name("other.toml"))
        for command in ("show", "record", "undo", "score", "export"):
            assert self.complete(night.parent.parent, f"comet {command} ni") == ["nice", "night"]

    def test_of_a_second_session(self, night: Path) -> None:
        assert self.complete(night.parent.parent, "comet standings night ni") == ["night"]

    def test_of_sessions_in_the_folder_that_is_set(self, night: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        assert self.complete(tmp_path / "elsewhere", "comet show ", COMET_SESSIONS=str(night.parent)) == ["night"]

    def test_of_players(self, night: Path) -> None:
        assert self.complete(night.parent.parent, "comet left night ") == ["Ana", "Bruno", "Carla"]
        assert self.complete(night.parent.parent, "comet left night b") == ["Bruno"]

    def test_of_profiles(self, tmp_path: Path) -> None:
        assert self.complete(tmp_path, "comet new x -p fo") == ["foster"]
        assert self.complete(tmp_path, "comet profiles show fo") == ["foster"]

    @pytest.mark.parametrize(
        "text", [b"", b"\xff", b"dear diary", HEAD.replace('"foster"', '"x"').encode()], ids=["", "ff", "text", "rules"]
    )
    def test_of_players_of_a_damaged_session_is_empty(self, tmp_path: Path, text: bytes) -> None:
        write(tmp_path, text, "sessions/night.toml")
        assert self.complete(tmp_path, "comet left night ") == []

    def test_of_players_of_no_session_is_empty(self, tmp_path: Path) -> None:
        assert self.complete(tmp_path, "comet left nobody ") == []

    def test_changes_nothing(self, night: Path) -> None:
        before = listing(night.parent.parent)
        self.complete(night.parent.parent, "comet left night ")
        self.complete(night.parent.parent, "comet show ")
        assert listing(night.parent.parent) == before


def test_an_interruption_ends_with_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, short(WON_BY_ANA))

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("comet_cli.commands.common.score_night", interrupted)
    done = call(tmp_path, "show", "night.toml")
    assert (done.status, done.out) == (130, "")


def test_the_copied_cases_are_all_here() -> None:
    assert len(list(CASES.glob("*.toml"))) >= 9
