"""Names, lines, files and surroundings that have broken other programs."""

import json
import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from comet_cli.plays import Turn, Unread
from comet_cli.reading import read_session
from comet_cli.store import SessionFile
from comet_cli.writing import write_session
from tests.names import ODD_NAMES
from tests.running import (
    CASES,
    FOSTER_CASES,
    HEAD,
    PROGRAM,
    WON_BY_ANA,
    begin,
    call,
    environment,
    listing,
    plays,
    run,
    short,
    write,
)

READING = (
    ["show"],
    ["verify"],
    ["replay"],
    ["standings"],
    ["export", "-f", "json"],
    ["export", "-f", "csv", "--table", "hands"],
    ["export", "-f", "csv", "--table", "transfers"],
    ["export", "-f", "markdown"],
)
NAMES = [
    *ODD_NAMES,
    "-h",
    "--",
    "+",
    "@1",
    "# x",
    "Jose\u0301",
    "Straße",
    "a\u200bb",
    "quit",
    "left",
    ".",
    "9d",
    "K",
    "3-7c",
    "pass",
    "-",
    "!",
    "?",
    "??",
    "$HOME",
    "%s",
    "{0}",
    "true",
    "A  B",
]
REFUSED_NAMES = {
    "a tab": "a\tb",
    "an escape sequence": "\x1b[2J",
    "an end of line": "a\nb",
    "a line separator": "a\u2028b",
    "a change of direction": "a\u202eb",
    "empty": "",
    "one blank": " ",
    "only an invisible mark": "\u200b",
    "the pool": "pool",
    "the Pool": " POOL ",
    "a colon": "a:b",
    "another in capitals": "ANA",
    "another with an invisible mark": "An\u200ba",
}


def words(arguments: list[str]) -> str:
    return " ".join(arguments)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def settled(tmp_path: Path) -> Path:
    """A file with a settled hand, a broken one and plenty of suits."""
    return write(tmp_path, short(WON_BY_ANA, plays("Bruno: 3♣ 4♣ # José 李雷", "Ana: 7♣")))


class TestNames:
    @pytest.mark.parametrize("name", NAMES)
    def test_of_any_kind_go_through_a_whole_night(self, tmp_path: Path, name: str) -> None:
        begin(tmp_path)
        made = call(
            tmp_path, "new", "x", "-p", "short.toml", "--player", "Zoe", "--player", name, "--dealer", "@2", "--hands=1"
        )
        assert made.status == 0, made.err
        path = tmp_path / "sessions" / "x.toml"
        kept = SessionFile.open(path).session.players[1]
        assert kept in (name, "José")
        done = call(tmp_path, "record", "x", "zoe: 3c", f"{name}: 4c", "zoe: 5-6c", f"left {name}: Ks")
        assert done.status == 0, done.err
        (hand,) = SessionFile.open(path).session.hands
        assert [str(turn) for turn in hand.turns] == ["Zoe: 3♣", f"{kept}: 4♣", "Zoe: 5♣ 6♣"]
        assert hand.result is not None
        assert hand.result.change == {"Zoe": 2, kept: -2}
        assert call(tmp_path, "verify", "--strict", "x").status == 0
        for arguments in READING:
            shown = call(tmp_path, *arguments, "x")
            assert (shown.status, shown.err.replace("sessions/x.toml", "")[:1]) in ((0, ""), (0, ":"))

    @pytest.mark.parametrize("name", NAMES)
    def test_of_any_kind_can_be_named_to_left(self, tmp_path: Path, name: str) -> None:
        begin(tmp_path)
        arguments = ("-p", "short.toml", "--player", "Zoe", "--player", name, "--dealer", "@2")
        assert call(tmp_path, "new", "x", *arguments).status == 0
        assert call(tmp_path, "record", "x", "3-5c").status == 0
        done = call(tmp_path, "left", "x", name, "-")
        assert done.status == 0, done.err

    @pytest.mark.parametrize("name", NAMES)
    def test_of_any_kind_are_shown_in_tables_as_they_are(self, tmp_path: Path, name: str) -> None:
        write(tmp_path, HEAD.replace('"Bruno"', json.dumps(name, ensure_ascii=False)))
        for command in ("show", "standings"):
            kept = "José" if name.startswith("Jose") else name
            assert kept in call(tmp_path, command, "night.toml").out

    @pytest.mark.parametrize("name", REFUSED_NAMES.values(), ids=list(REFUSED_NAMES))
    def test_that_cannot_be_are_refused_and_nothing_is_made(self, tmp_path: Path, name: str) -> None:
        done = call(tmp_path, "new", "x", "-p", "foster", "--player", "Ana", "--player", name)
        assert (done.status, done.out) == (2, "")
        assert "\x1b" not in done.err
        assert listing(tmp_path) == {}

    @pytest.mark.parametrize("name", REFUSED_NAMES.values(), ids=list(REFUSED_NAMES))
    def test_that_cannot_be_are_refused_in_a_file(self, tmp_path: Path, name: str) -> None:
        write(tmp_path, HEAD.replace('"Bruno"', json.dumps(name)))
        done = call(tmp_path, "show", "night.toml")
        assert (done.status, done.out) == (3, "")
        assert "[bad-name]" in done.err

    @pytest.mark.parametrize(("one", "other"), [("Straße", "STRASSE"), ("José", "Jose\u0301"), ("ǅ", "ǆ")])
    def test_that_differ_in_case_or_composition_alone_are_the_same(self, tmp_path: Path, one: str, other: str) -> None:
        assert call(tmp_path, "new", "x", "-p", "foster", "--player", one, "--player", other).status == 2

    @pytest.mark.parametrize("name", ["undo", "CON", "007", "=SUM(A1)", "李雷", "a b", "#1", "[x]", "nan", "x.y"])
    def test_of_sessions_may_be_any_file_name(self, tmp_path: Path, name: str) -> None:
        begin(tmp_path, name)
        assert call(tmp_path, "record", name, "3c").status == 0
        assert call(tmp_path, "show", name).status == 0
        assert (tmp_path / "sessions" / f"{name}.toml").is_file()

    @pytest.mark.parametrize("name", ["..", ".", "", " "])
    def test_of_sessions_that_name_no_file_are_refused(self, tmp_path: Path, name: str) -> None:
        done = call(tmp_path, "new", name, "-p", "foster", "--player", "Ana", "--player", "Bob")
        assert done.status in (2, 3)
        assert listing(tmp_path) == {}

    @pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "a/" * 3000])
    @pytest.mark.parametrize("command", [["show"], ["record"], ["new", "-p", "foster", "--player=A", "--player=B"]])
    def test_of_sessions_that_are_too_long_are_refused(self, tmp_path: Path, command: list[str], name: str) -> None:
        done = run(tmp_path, *command, name)
        assert not done.traced
        assert done.status in (2, 3)


class TestCards:
    @pytest.mark.parametrize("word", ["9D", "9d", "9♦", "9♦\ufe0f", "９Ｄ", "9♢", "９♦"])
    def test_of_one_kind_have_many_spellings(self, night: Path, word: str) -> None:
        assert call(night.parent.parent, "record", "night", word).status == 0
        assert [str(turn) for turn in SessionFile.open(night).session.hands[0].turns] == ["Ana: 9♦"]

    @pytest.mark.parametrize(
        ("word", "card"), [("10H", "10♥"), ("TH", "10♥"), ("AS", "A♠"), ("Kh", "K♥"), ("k♥", "K♥")]
    )
    def test_may_be_written_with_letters(self, night: Path, word: str, card: str) -> None:
        assert call(night.parent.parent, "record", "night", f"a: {word}").status == 0
        assert [str(turn) for turn in SessionFile.open(night).session.hands[0].turns] == [f"Ana: {card}"]

    @pytest.mark.parametrize(
        "line",
        [
            "D9",
            "0H",
            "1H",
            "11H",
            "8d",
            "8♦",
            "*",
            "9*3",
            "3c 3c",
            "Kc Ac Kc",
            "Kc b:9d",
            "9dd",
            "=",
            "9d=",
            "=9d",
            "9d=6c",
        ],
    )
    def test_that_cannot_be_are_refused_and_change_nothing(self, night: Path, line: str) -> None:
        before = listing(night.parent)
        done = call(night.parent.parent, "record", "night", line)
        assert done.status == 1
        assert "error: " in done.err
        assert listing(night.parent) == before


class TestLines:
    @pytest.mark.parametrize("line", ["", "   ", "\t", "\r", "\u00a0", "\u3000"])
    def test_without_a_word_change_nothing(self, night: Path, line: str) -> None:
        before = listing(night.parent)
        done = call(night.parent.parent, "record", "night", typed=line + "\n")
        assert (done.status, done.out) == (0, "")
        assert listing(night.parent) == before

    @pytest.mark.parametrize("line", ["x" * 10_000, "3c # " + "x" * 10_000, "+ " * 5_000, ":" * 10_000, "(" * 10_000])
    def test_of_ten_thousand_characters_are_refused(self, night: Path, line: str) -> None:
        before = listing(night.parent)
        done = call(night.parent.parent, "record", "night", typed=line + "\n")
        assert done.status == 1
        assert len(done.err) < 2_000
        assert listing(night.parent) == before

    @pytest.mark.parametrize(
        "line",
        [
            "\x00",
            "\x1b[A",
            "\x1b[2J",
            "a: \x1b[2J",
            "a: 3c\x1b[2J",
            "\u202e3c",
            "a:",
            ":",
            "::",
            "a::3c",
            "a:b:3c",
            "!",
            "#",
            "# ",
            "3c #",
            " # only words",
            "left",
            "left :",
            "left a: ",
            "dead",
            "dead x",
            "undo 3",
            "+99",
            "+0",
            "b+",
            "b+x",
            "@0",
            "@9",
            "@",
            "@1:3c",
            "-" * 50,
            "." * 50,
            "3-",
            "-3",
            "K-A",
            "c3-7",
            "3c-7h",
            "💥",
            "%s%n",
            "../../etc/passwd",
        ],
    )
    def test_of_any_kind_are_taken_or_refused_and_never_break_it(self, night: Path, line: str) -> None:
        before = night.read_bytes()
        done = call(night.parent.parent, "record", "night", typed=f"{line}\n")
        assert done.status in (0, 1)
        assert "\x1b" not in done.text
        assert (night.read_bytes() == before) or done.status == 0

    @pytest.mark.parametrize("name", ["# x", "#"])
    def test_of_a_player_whose_name_begins_with_a_hash_are_never_dropped(self, tmp_path: Path, name: str) -> None:
        begin(tmp_path)
        arguments = ("-p", "short.toml", "--player", name, "--player", "Zoe", "--dealer", "Zoe")
        assert call(tmp_path, "new", "x", *arguments).status == 0
        done = call(tmp_path, "record", "x", f"{name}: 3c")
        hands = SessionFile.open(tmp_path / "sessions" / "x.toml").session.hands
        assert done.status == 1 or len(hands) == 1

    def test_of_random_letters_never_break_it(self, night: Path) -> None:
        chance = random.Random(18_11)
        alphabet = "abc 3456789jqka♣♦cdhs+-.:!#=@<*?,"
        for _ in range(150):
            line = "".join(chance.choices(alphabet, k=chance.randint(1, 12)))
            assert call(night.parent.parent, "record", "night", line).status in (0, 1)
        assert call(night.parent.parent, "verify", "night").status in (0, 1)


MARKED = "\x1b]0;owned\x07\x1b[2J"
QUOTED = json.dumps(MARKED)[1:-1]
WITH_MARKS = {
    "a remark": short(plays(f"Ana: 3♣ # {QUOTED}")),
    "a remark of what stood": short(plays(f"Ana: 3♣ 7♣! # {QUOTED}")),
    "a note": short(f'[[hands]]\nnotes = ["{QUOTED}"]\n'),
    "the reason of a void hand": short(f'[[hands]]\nvoid = "{QUOTED}"\n'),
    "the reason of a dealer": short(f'[[hands]]\ndealer = "Ana"\ndealer_changed = "{QUOTED}"\n'),
    "the reason of an adjustment": short(
        f'[[hands]]\nadjustments = [{{ payer = "Ana", payee = "Bruno", points = 1, reason = "{QUOTED}" }}]\n'
    ),
    "the name of the session": short(WON_BY_ANA).replace("Short", QUOTED),
    "a turn that cannot be read": short(plays(f"Ana: 3♣ {QUOTED}")),
    "a turn of a stranger": short(plays(f"{QUOTED}: 3♣")),
    "what was left": short(f'[[hands]]\nleft = {{ Bruno = "{QUOTED}" }}\n'),
    "who had something left": short(WON_BY_ANA.replace("Carla =", f'"{QUOTED}" =')),
    "an unknown key": short(f'[[hands]]\n"{QUOTED}" = 1\n'),
    "a value of the wrong type": short(f'[[hands]]\nplays = "{QUOTED}"\n'),
    "the stored winner": short(WON_BY_ANA + f'result = {{ winner = "{QUOTED}" }}\n'),
    "the stored transfers": short(WON_BY_ANA + f'result = {{ transfers = ["{QUOTED}"] }}\n'),
    "the stored change": short(WON_BY_ANA + f'result = {{ change = {{ "{QUOTED}" = 1 }} }}\n'),
    "the winner of a tally": short(f'[[hands]]\ntally = {{ winner = "{QUOTED}" }}\n'),
    "a player": HEAD.replace("Bruno", QUOTED),
    "a player of a hand": short(f'[[hands]]\nplayers = ["Ana", "{QUOTED}"]\n'),
    "the first dealer": HEAD.replace('first_dealer = "Carla"', f'first_dealer = "{QUOTED}"'),
    "the title of the rules": HEAD.replace('id = "short"', f'title = "{QUOTED}"'),
    "the id of the rules": HEAD.replace('"short"', f'"{QUOTED}"'),
    "what the rules extend": HEAD.replace('"foster"', f'"{QUOTED}"'),
    "an unknown rule": HEAD.replace("cards = 3", f'"{QUOTED}" = 3'),
    "the value of a rule": HEAD.replace("cards = 3", f'cards = "{QUOTED}"'),
    "the format": HEAD.replace("session/1", f"session/{QUOTED}"),
    "a line that is not TOML": HEAD + f"x = {MARKED}\n",
    "a conflict": HEAD + f"<<<<<<< {MARKED}\n",
}


class TestWhatCouldDriveATerminal:
    @pytest.mark.parametrize("text", WITH_MARKS.values(), ids=list(WITH_MARKS))
    def test_never_comes_out_of_a_file_raw(self, tmp_path: Path, text: str) -> None:
        write(tmp_path, text)
        for arguments in (*READING, ["score"], ["score", "--replace"], ["record"], ["undo"]):
            done = call(tmp_path, *arguments, "night.toml")
            assert not re.search("[\x1b\x07]", done.text), arguments

    @pytest.mark.parametrize("arguments", [*READING, ["score"]], ids=words)
    def test_includes_the_controls_beyond_ascii(self, tmp_path: Path, arguments: list[str]) -> None:
        remarked = plays("Ana: 3♣ 7♣! # \\u009b31m")
        write(tmp_path, short(remarked).replace('"Short"', '"\\u009b31m \\u0085 \\u007f"'))
        assert not re.search("[\x7f-\x9f]", call(tmp_path, *arguments, "night.toml").text)

    @pytest.mark.parametrize("arguments", [*READING, ["score"]], ids=words)
    def test_never_comes_out_of_a_file_name_raw(self, tmp_path: Path, arguments: list[str]) -> None:
        for text in (short(WON_BY_ANA), short(plays("Ana: 3♣", "Carla: 5♣"))):
            write(tmp_path, text, f"{MARKED}.toml")
            done = call(tmp_path, *arguments, f"{MARKED}.toml")
            assert not re.search("[\x1b\x07]", done.text)

    @pytest.mark.parametrize(
        "arguments",
        [
            [MARKED],
            ["show", MARKED],
            ["record", "night", MARKED],
            ["left", "night", MARKED, "-"],
            ["left", "night", "b", MARKED],
            ["export", "night", "-f", MARKED],
            ["profiles", "show", MARKED],
            ["new", MARKED, "-p", "foster", "--player=A", "--player=B"],
            ["new", "x", "-p", MARKED, "--player=A", "--player=B"],
            ["new", "x", "-p", "foster", "--player=A", "--player=B", "--dealer", MARKED],
        ],
    )
    def test_never_comes_back_from_the_command_line_raw(self, night: Path, arguments: list[str]) -> None:
        assert call(night.parent.parent, "record", "night", "3-5c").status == 0
        assert not re.search("[\x1b\x07]", call(night.parent.parent, *arguments).text)


CONFLICT = f"{HEAD}<<<<<<< HEAD\n{WON_BY_ANA}=======\n{WON_BY_ANA}>>>>>>> other\n"
FILES = {
    "empty": (b"", 3),
    "blank": (b"\n \n", 3),
    "a byte order mark alone": (b"\xef\xbb\xbf", 3),
    "UTF-16": (HEAD.encode("utf-16"), 3),
    "Latin 1": (HEAD.replace("Ana", "José").encode("latin-1"), 3),
    "NUL bytes": (b"\0" * 4096, 3),
    "conflict markers": (CONFLICT.encode(), 3),
    "conflict markers with CRLF": (CONFLICT.replace("\n", "\r\n").encode(), 3),
    "a key twice": ((HEAD + "id = 'x'\n").encode(), 3),
    "a table twice": ((HEAD + "[profile]\n").encode(), 3),
    "a newer format": (HEAD.replace("session/1", "session/2").encode(), 3),
    "json": (b'{"format": "comet-session/1"}', 3),
    "an export": (b"[]", 3),
    "a very long number": (HEAD.replace("hands_planned = 3", "hands_planned = " + "9" * 5000).encode(), 3),
    "a very long hexadecimal number": (
        HEAD.replace("hands_planned = 3", "hands_planned = 0x" + "f" * 5000).encode(),
        1,
    ),
    "a very long stored number": (
        short(WON_BY_ANA + f"result = {{ change = {{ Ana = 0x{'f' * 5000} }} }}\n").encode(),
        1,
    ),
    "a number of hands beyond reason": (HEAD.replace("hands_planned = 3", "hands_planned = 9999999").encode(), 1),
    "deep nesting": ((HEAD + "title = " + "[" * 100_000).encode(), 3),
    "an unknown key": (("colour = 1\n" + HEAD).encode(), 1),
    "a stray table between hands": (short(WON_BY_ANA, "[stray]\n", WON_BY_ANA).encode(), 1),
    "ten thousand characters in a turn": (short(plays("Ana: " + "3♣ " * 5000)).encode(), 1),
    "ten thousand characters in a remark": (short(plays("Ana: 3♣ # " + "x" * 10_000)).encode(), 0),
    "CR alone": (HEAD.replace("\n", "\r").encode(), 3),
    "a byte order mark and CRLF": (short(WON_BY_ANA).replace("\n", "\r\n").encode("utf-8-sig"), 0),
    "a byte order mark in the middle": ((HEAD + "\ufeff" + WON_BY_ANA).encode(), 3),
}


class TestFiles:
    @pytest.mark.parametrize(("data", "status"), FILES.values(), ids=list(FILES))
    def test_of_any_kind_are_told_and_left_alone(self, tmp_path: Path, data: bytes, status: int) -> None:
        write(tmp_path, data)
        before = listing(tmp_path)
        assert call(tmp_path, "verify", "night.toml").status == status
        for arguments in READING:
            call(tmp_path, *arguments, "night.toml")
        assert listing(tmp_path) == before

    def test_that_are_devices_are_no_sessions(self, tmp_path: Path) -> None:
        assert call(tmp_path, "show", "/dev/null").status == 3

    def test_without_permission_are_told(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA))
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("whoever runs this may read everything")
        done = call(tmp_path, "show", "night.toml")
        assert (done.status, done.out) == (3, "")

    def test_in_a_folder_without_permission_are_left_alone(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA), "deep/night.toml")
        path.parent.chmod(0o555)
        if os.access(path.parent, os.W_OK):
            path.parent.chmod(0o755)
            pytest.skip("whoever runs this may write everywhere")
        before = listing(tmp_path)
        assert call(tmp_path, "score", "deep/night.toml").status == 3
        assert listing(tmp_path) == before
        path.parent.chmod(0o755)

    def test_of_any_other_language_keep_their_letters(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(plays("Ana: 3♣ # naïve 李雷 👨‍👩‍👧 שרה \\u200b")))
        assert call(tmp_path, "score", "night.toml").status == 0
        assert "# naïve 李雷 👨‍👩‍👧 שרה" in path.read_text()


WHOLE = short(
    WON_BY_ANA + 'notes = ["naïve"]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = 2, reason = "x" }]\n',
    plays("Bruno: 3♣", "Carla: 9♦", "Ana: pass", "Bruno: 10♦ J♦", more='left = { Ana = "K♠ ? ?", Carla = "? ?" }\n'),
    '[[hands]]\ndealer = "Bruno"\n[hands.tally]\nwinner = "Carla"\nkings = { Ana = 1 }\n'
    '[hands.left]\nAna = "??"\nBruno = "??"\n',
)


def damaged(data: bytes, cuts: int, changes: int) -> Iterator[bytes]:
    """`data` cut at every `cuts`-th byte, and with single bits and bytes changed at every `changes`-th."""
    chance = random.Random(len(data))
    for at in range(0, len(data), cuts):
        yield data[:at]
    for at in range(changes // 2, len(data), changes):
        yield data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        yield data[:at] + data[at + 1 :]
        yield data[: at + 1] + data[at:]
        yield data[:at] + bytes([chance.choice(b"\"'[]{}=,.#\n\r\\ 0aA:!?")]) + data[at + 1 :]


def is_told_and_left_alone(folder: Path, data: bytes) -> None:
    """Holds a damaged file to the rules: reading commands tell or read it, and only `score` writes, keeping it."""
    path = write(folder, data)
    verified = call(folder, "verify", "night.toml")
    assert verified.status in (0, 1, 3)
    shown = call(folder, "export", "night.toml", "-f", "json")
    if shown.status != 3:
        json.loads(shown.out)
    assert (shown.status == 3) == (verified.status == 3)
    call(folder, "replay", "night.toml")
    assert [each.name for each in folder.iterdir()] == ["night.toml"]
    assert path.read_bytes() == data
    scored = call(folder, "score", "night.toml")
    if path.read_bytes() == data:
        assert [each.name for each in folder.iterdir()] == ["night.toml"]
    else:
        assert scored.status in (0, 1)
        if write_session(read_session(data.decode("utf-8-sig"), folder).session).encode() != data:
            assert path.with_name("night.toml.orig").read_bytes() == data
        same_in_substance(data, path.read_bytes())
    for each in folder.iterdir():
        each.unlink()


def words_of(turn: Turn | Unread) -> list[str]:
    """The plays of a turn with who made them, however they are divided, and the remark."""
    if isinstance(turn, Unread):
        return [turn.text]
    return [*(f"{turn.player}: {play}" for play in turn.plays), *([f"# {turn.remark}"] if turn.remark else [])]


def same_in_substance(before: bytes, after: bytes) -> None:
    """What was written says of the night what was read."""
    one, other = (read_session(data.decode("utf-8-sig"), Path()).session for data in (before, after))
    for was, is_ in zip(one.hands, other.hands, strict=True):
        assert replace(was, turns=(), result=None) == replace(is_, turns=(), result=None)
        assert [word for turn in was.turns for word in words_of(turn)] == [
            word for turn in is_.turns for word in words_of(turn)
        ]
    assert (one.players, one.profile, one.first_dealer) == (other.players, other.profile, other.first_dealer)


class TestDamagedFiles:
    @pytest.mark.parametrize("part", range(4))
    def test_are_told_or_read_and_never_break_it(self, tmp_path: Path, part: int) -> None:
        for data in list(damaged(WHOLE.encode(), 7, 23))[part::4]:
            is_told_and_left_alone(tmp_path, data)

    @pytest.mark.long
    @pytest.mark.parametrize("case", [None, *FOSTER_CASES], ids=lambda path: path.stem if path else "whole")
    def test_cut_at_every_byte_are_told_or_read_and_never_break_it(self, tmp_path: Path, case: Path | None) -> None:
        data = case.read_bytes() if case else WHOLE.encode()
        write(tmp_path, data)
        call(tmp_path, "score", "night.toml")
        written = (tmp_path / "night.toml").read_bytes()
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        for each in [*damaged(data, 1, 3), *damaged(written, 5, 11)]:
            is_told_and_left_alone(tmp_path, each)

    @pytest.mark.long
    def test_of_ten_thousand_hands_are_read(self, tmp_path: Path) -> None:
        hand = '[[hands]]\ndealer = "Carla"\ndealer_changed = "always"\nplays = ["Ana: 3♣ 4♣ 5♣"]\n'
        write(tmp_path, short(*[hand + 'left = { Bruno = "K♠ ? ?", Carla = "? ? ?" }\n'] * 10_000))
        done = run(tmp_path, "standings", "night.toml")
        assert done.status == 0
        assert "+30000" in done.out


SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "C locale": {"LC_ALL": "C"},
    "TERM=dumb": {"TERM": "dumb"},
    "no TERM": {"TERM": None},
    "NO_COLOR": {"NO_COLOR": "1"},
    "COLUMNS=20": {"COLUMNS": "20"},
    "COLUMNS=x": {"COLUMNS": "x"},
    "no HOME": {"HOME": None},
    "no PATH": {"PATH": None},
    "another time zone": {"TZ": "Pacific/Kiritimati"},
    "a wrong time zone": {"TZ": "Nowhere/At_All"},
}
in_any_surroundings = pytest.mark.parametrize("changed", SURROUNDINGS.values(), ids=list(SURROUNDINGS))


def output_of(folder: Path, *arguments: str, typed: str = "", **changed: str | None) -> bytes:
    """The bytes that the program writes to standard output."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed.encode(),
        capture_output=True,
        cwd=folder,
        env=environment(folder, **changed),
    )
    return done.stdout


class TestSurroundings:
    @in_any_surroundings
    def test_change_no_exit_status_and_break_nothing(self, settled: Path, changed: dict[str, str | None]) -> None:
        done = run(settled.parent, "verify", "night.toml", **changed)
        assert not done.traced
        assert done.status == 1
        assert "7" in done.out

    @in_any_surroundings
    def test_do_not_keep_a_night_from_being_recorded(self, night: Path, changed: dict[str, str | None]) -> None:
        done = run(night.parent.parent, "record", "night", typed="a: 3♣ # 李雷\nb: 5♣\n", **changed)
        assert not done.traced
        assert done.status == 1
        assert [str(turn) for turn in SessionFile.open(night).session.hands[0].turns] == ["Ana: 3♣ # 李雷"]

    @pytest.mark.parametrize("name", [name for name in SURROUNDINGS if name != "ascii"])
    def test_do_not_keep_a_night_from_being_begun(self, tmp_path: Path, name: str) -> None:
        arguments = ("-p", "foster", "--player", "José", "--player", "李雷", "--dealer", "j")
        done = run(tmp_path, "new", "x", *arguments, **SURROUNDINGS[name])
        assert not done.traced
        assert done.status == 0, done.err
        assert SessionFile.open(tmp_path / "sessions" / "x.toml").session.players == ("José", "李雷")

    @pytest.mark.parametrize("kind", ["cp1252", "ascii"])
    def test_without_suits_show_letters(self, settled: Path, kind: str) -> None:
        done = run(settled.parent, "replay", "night.toml", **SURROUNDINGS[kind])
        assert "Ana: 3c" in done.out
        assert "left Bruno: Ks ? ?" in done.out
        assert "\\u26" not in done.text

    @pytest.mark.parametrize("kind", ["cp1252", "ascii"])
    @pytest.mark.parametrize("name", ["José", "李雷", "👨‍👩‍👧"])
    def test_without_the_letters_of_a_name_keep_json_readable(self, tmp_path: Path, kind: str, name: str) -> None:
        write(tmp_path, HEAD.replace("Bruno", name))
        data = output_of(tmp_path, "export", "night.toml", "-f", "json", **SURROUNDINGS[kind])
        text = data.decode("utf-8" if kind == "ascii" else kind)
        assert json.loads(text)["sessions"][0]["players"][1] == name

    @pytest.mark.parametrize("kind", ["cp1252", "ascii"])
    @pytest.mark.parametrize("name", ["José", "李雷", "👨‍👩‍👧"])
    def test_without_the_letters_of_a_name_keep_a_scored_session_readable(
        self, tmp_path: Path, kind: str, name: str
    ) -> None:
        text = short(WON_BY_ANA).replace("Bruno", name).replace(f"{{ {name}", f'{{ "{name}"')
        data = output_of(tmp_path, "score", "-", typed=text, **SURROUNDINGS[kind])
        assert read_session(data.decode(), Path()).session.players[1] == name

    @pytest.mark.parametrize("arguments", READING, ids=words)
    def test_that_stop_reading_the_output_end_it_with_0(self, tmp_path: Path, arguments: list[str]) -> None:
        write(tmp_path, short(WON_BY_ANA))
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [*PROGRAM, *arguments, "night.toml"],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_that_read_one_line_of_the_output_end_it_with_0(self, tmp_path: Path) -> None:
        write(tmp_path, short(*[WON_BY_ANA + 'dealer = "Carla"\ndealer_changed = "x"\n'] * 300))
        program = " ".join(PROGRAM)
        done = subprocess.run(
            ["bash", "-c", f"{program} replay night.toml | head -1; echo ${{PIPESTATUS[0]}}"],
            capture_output=True,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        assert done.stdout.splitlines()[1:] == [b"0"]
        assert done.stderr == b""

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    @pytest.mark.parametrize(
        ("command", "status"),
        [
            ("show night.toml", {0}),
            ("verify -", {3}),
            ("record night.toml", {0}),
            ("new x", {2}),
        ],
    )
    def test_that_closed_a_stream_break_nothing(
        self, tmp_path: Path, closed: str, command: str, status: set[int]
    ) -> None:
        write(tmp_path, short(WON_BY_ANA))
        redirected = f"{closed} </dev/null" if "<&-" not in closed else closed
        done = subprocess.run(
            ["bash", "-c", f"{' '.join(PROGRAM)} {command} {redirected}"],
            capture_output=True,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        assert b"Traceback" not in done.stderr
        assert b"fault-of-comet" not in done.stderr
        assert done.returncode in status

    @pytest.mark.parametrize(
        "arguments",
        [
            ["show", b"\xff"],
            [b"\xff"],
            ["record", "night", b"\xff"],
            ["record", "night", b"3c # \xff"],
            ["left", "night", b"\xff", "-"],
            ["left", "night", "b", b"\xff"],
            ["new", b"\xff", "-p", "foster", "--player=A", "--player=B"],
            ["new", "x", "-p", b"\xff", "--player=A", "--player=B"],
            ["new", "x", "-p", "foster", "--player=A", b"--player=\xff"],
            ["new", "x", "-p", "foster", "--player=A", "--player=B", b"--title=\xff"],
            ["new", "x", "-p", "foster", "--player=A", "--player=B", b"--dealer=\xff"],
            ["export", "night", "-f", "json", "-o", b"\xff"],
            ["export", b"\xff.toml", "-f", "json", "-o", "out"],
            ["export", b"\xff.toml", "-f", "json"],
            ["verify", b"\xff.toml"],
            ["score", b"\xff.toml"],
            ["profiles", "show", b"\xff"],
        ],
        ids=lambda arguments: b" ".join(os.fsencode(each) for each in arguments).decode(errors="replace"),
    )
    def test_that_give_bytes_which_are_no_text_break_nothing(self, night: Path, arguments: list[str | bytes]) -> None:
        folder = night.parent.parent
        shutil.copyfile(night, os.fsencode(folder) + b"/\xff.toml")
        done = run(folder, *arguments)
        assert not done.traced, done.err
        assert done.status in (0, 1, 2, 3)

    @pytest.mark.parametrize("delay", [0.0, 0.02, 0.05])
    def test_that_kill_it_at_any_moment_leave_a_whole_file(self, night: Path, delay: float) -> None:
        lines = "".join("3c\n<\n" for _ in range(500))
        program = subprocess.Popen(
            [*PROGRAM, "record", "night"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=night.parent.parent,
            env=environment(night),
        )
        assert program.stdin
        program.stdin.write(lines.encode())
        program.stdin.flush()
        time.sleep(0.15 + delay)
        program.kill()
        program.stdin.close()
        program.wait()
        hands = SessionFile.open(night).session.hands
        assert [[str(turn) for turn in hand.turns] for hand in hands] in ([], [["Ana: 3♣"]])
        assert call(night.parent.parent, "record", "night", "<" if hands else "3c").status == 0

    def test_in_which_two_record_the_same_night_lose_no_accepted_line(self, night: Path) -> None:
        programs = [
            subprocess.Popen(
                [*PROGRAM, "record", "night"],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=night.parent.parent,
                env=environment(night),
            )
            for _ in range(2)
        ]
        told = [program.communicate(b"3c\nb\n.\n")[1].decode() for program in programs]
        taken = [re.findall(r"^  (\w+: [^(\n]*?)(?:   \(filled in\))?$", each, re.MULTILINE) for each in told]
        taken = [[line for line in lines if not line.startswith("stake")] for lines in taken]
        kept = [str(turn) for turn in SessionFile.open(night).session.hands[0].turns]
        assert sorted(line for lines in taken for line in lines) == sorted(kept)
        assert all(program.returncode in (0, 1, 3, 4) for program in programs)

    def test_that_go_past_midnight_stay_the_night_of_their_evening(self, night: Path) -> None:
        evening = "started = 2026-11-27T23:50:00-03:00\n"
        night.write_text(re.sub(r"^started = .*\n", evening, night.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
        os.utime(night, (1_795_930_200, 1_795_930_200))
        assert call(night.parent.parent, "record", "night", "3c").status == 0
        assert evening in night.read_text("utf-8")

    def test_whose_clock_was_set_back_change_nothing(self, night: Path) -> None:
        os.utime(night, (4_000_000_000, 4_000_000_000))
        assert call(night.parent.parent, "record", "night", "3c").status == 0
        assert call(night.parent.parent, "undo", "night").status == 0
        assert call(night.parent.parent, "redo", "night").status == 0


class TestCompletion:
    @pytest.mark.parametrize("name", NAMES)
    def test_of_names_of_any_kind_offers_them(self, tmp_path: Path, name: str) -> None:
        from click.testing import CliRunner

        from comet_cli.cli import comet

        path = write(tmp_path, HEAD.replace('"Bruno"', json.dumps(name, ensure_ascii=False)))
        done = CliRunner().invoke(
            comet,
            [],
            prog_name="comet",
            env={
                "_COMET_COMPLETE": "bash_complete",
                "COMP_WORDS": f"comet left {path} ",
                "COMP_CWORD": "3",
            },
        )
        kept = "José" if name.startswith("Jose") else name
        assert f"plain,{kept}" in done.output.splitlines()


def test_every_case_that_was_handed_over_is_kept_with_its_bytes() -> None:
    assert all(case.read_bytes().startswith(b"# ") for case in CASES.glob("*.toml"))
