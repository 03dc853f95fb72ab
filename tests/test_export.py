"""What other programs are given: json key for key, csv that no spreadsheet misreads, markdown that stays one table."""

import csv
import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.names import ODD_NAMES
from tests.running import HEAD, WON_BY_ANA, begin, call, plays, short, write

# Ana: ace led (play 1); Bruno: the Comet (3); Carla goes out with a king (7). Bruno keeps a king.
FULL = plays(
    "Ana: A♣",
    "Bruno: pass",
    "Carla: pass",
    "Ana: J♦",
    "Bruno: 9♦",
    "Carla: Q♦ K♦ 2♥",
    more='left = { Ana = "?", Bruno = "K♠ K♥" }\n',
)
WON_BY_BRUNO = WON_BY_ANA.replace("Ana: ", "Bruno: ").replace("{ Bruno", "{ Ana")
HOSTILE = [
    *ODD_NAMES,
    "A\\|B",
    "\\",
    "|",
    "[x](y)",
    "![x](y)",
    "# h",
    "a\u200bb",
    "<!-- x -->",
    "&amp;",
    "*x*",
    "_x_",
    "`x`",
    "~~x~~",
    "1. x",
    "1) x",
    "- x",
    "+ x",
    "---",
    "===",
    "true",
    "A   B",
]


def exported(folder: Path, text: str, form: str, *more: str) -> str:
    write(folder, text)
    done = call(folder, "export", "night.toml", "-f", form, *more)
    assert done.status == 0, done.err
    return done.out


def document(folder: Path, text: str) -> Any:
    return json.loads(exported(folder, text, "json"))


def session(folder: Path, text: str) -> Any:
    return document(folder, text)["sessions"][0]


def rows(folder: Path, text: str, table: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(exported(folder, text, "csv", "--table", table), newline=""), strict=True))


def named(name: str) -> str:
    """A settled session in which Bruno is called otherwise."""
    quoted = json.dumps(name, ensure_ascii=False)
    return HEAD.replace('"Bruno"', quoted) + "\n" + WON_BY_ANA.replace("Bruno =", f"{quoted} =")


class TestJson:
    def test_is_the_document_that_is_promised_key_for_key(self, tmp_path: Path) -> None:
        assert document(tmp_path, short(FULL)) == {
            "format": "comet-export/1",
            "sessions": [
                {
                    "name": "Short",
                    "file": "night.toml",
                    "profile": "short",
                    "players": ["Ana", "Bruno", "Carla"],
                    "complete": False,
                    "hands": [
                        {
                            "number": 1,
                            "dealer": "Carla",
                            "leader": "Ana",
                            "state": "settled",
                            "winner": "Carla",
                            "pool": 3,
                            "transfers": [
                                transfer("Ana", "pool", 1, "stake"),
                                transfer("Bruno", "pool", 1, "stake"),
                                transfer("Carla", "pool", 1, "stake"),
                                transfer("Bruno", "Ana", 1, "ace", 1),
                                transfer("Carla", "Ana", 1, "ace", 1),
                                transfer("Ana", "Bruno", 2, "comet", 5),
                                transfer("Carla", "Bruno", 2, "comet", 5),
                                transfer("Ana", "Carla", 1, "king", 7),
                                transfer("Bruno", "Carla", 1, "king", 7),
                                transfer("Bruno", "Ana", 1, "king-left"),
                                transfer("Bruno", "Carla", 1, "king-left"),
                                transfer("Bruno", "Ana", 1, "king-left"),
                                transfer("Bruno", "Carla", 1, "king-left"),
                                transfer("pool", "Carla", 3, "pool"),
                            ],
                            "change": {"Ana": 0, "Bruno": -3, "Carla": 3},
                            "balances": {"Ana": 0, "Bruno": -3, "Carla": 3},
                            "irregularities": [],
                        }
                    ],
                    "standings": [
                        {"rank": 1, "player": "Carla", "balance": 3, "hands": 1, "won": 1},
                        {"rank": 2, "player": "Ana", "balance": 0, "hands": 1, "won": 0},
                        {"rank": 3, "player": "Bruno", "balance": -3, "hands": 1, "won": 0},
                    ],
                    "winners": [],
                }
            ],
        }

    def test_tells_what_was_amended_and_why(self, tmp_path: Path) -> None:
        begin(tmp_path)
        call(tmp_path, "record", "night", "3-5c", "left b: -", "left c: -", "amend 1 3 a:5c # misheard")
        (night,) = json.loads(call(tmp_path, "export", "night", "-f", "json").out)["sessions"]
        assert night["hands"][0]["irregularities"] == [
            {
                "code": "amended",
                "play": 3,
                "player": None,
                "message": "amended, play 3: Ana: 5♣ became Ana: 5♣ (misheard)",
            }
        ]
        assert "Hand 1: note: amended, play 3" in call(tmp_path, "export", "night", "-f", "markdown").out

    def test_has_its_keys_in_the_order_that_is_promised(self, tmp_path: Path) -> None:
        made = document(tmp_path, short(FULL))
        assert list(made["sessions"][0]) == [
            "name",
            "file",
            "profile",
            "players",
            "complete",
            "hands",
            "standings",
            "winners",
        ]
        assert list(made["sessions"][0]["hands"][0]) == [
            "number",
            "dealer",
            "leader",
            "state",
            "winner",
            "pool",
            "transfers",
            "change",
            "balances",
            "irregularities",
        ]

    def test_of_an_open_hand_has_no_winner(self, tmp_path: Path) -> None:
        (hand,) = session(tmp_path, short(plays("Ana: A♣")))["hands"]
        assert (hand["state"], hand["winner"], hand["pool"]) == ("open", None, 3)
        assert hand["change"] == {"Ana": 1, "Bruno": -2, "Carla": -2}

    def test_of_an_unsettled_hand_tells_its_state(self, tmp_path: Path) -> None:
        (hand,) = session(tmp_path, short(plays("Ana: 3♣ 4♣ 5♣")))["hands"]
        assert (hand["state"], hand["winner"]) == ("unsettled", "Ana")

    def test_of_a_void_hand_moves_nothing(self, tmp_path: Path) -> None:
        (hand,) = session(tmp_path, short('[[hands]]\nplays = ["Ana: A♣"]\nvoid = "rain"\n'))["hands"]
        assert (hand["state"], hand["winner"], hand["pool"], hand["transfers"]) == ("void", None, 0, [])
        assert hand["change"] == {"Ana": 0, "Bruno": 0, "Carla": 0}

    def test_numbers_an_irregularity_by_its_play(self, tmp_path: Path) -> None:
        text = short(plays("Ana: 3♣ 4♣", "Bruno: 9♥!", "Carla: pass"))
        (found,) = session(tmp_path, text)["hands"][0]["irregularities"]
        assert set(found) == {"code", "play", "player", "message"}
        assert (found["code"], found["play"], found["player"]) == ("stood", 3, "Bruno")

    def test_has_what_is_found_at_the_reveal(self, tmp_path: Path) -> None:
        passed = plays("Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 5♥ 6♥")
        text = short(passed + 'left = { Bruno = "4♣ ? ?", Carla = "? ? ?" }\n')
        (found,) = session(tmp_path, text)["hands"][0]["irregularities"]
        assert (found["code"], found["play"], found["player"]) == ("passed-while-able", 2, "Bruno")

    def test_has_null_for_an_irregularity_that_no_play_caused(self, tmp_path: Path) -> None:
        text = short(WON_BY_ANA.replace("? ? ?", "??"))
        (found,) = session(tmp_path, text)["hands"][0]["irregularities"]
        assert (found["code"], found["play"], found["player"]) == ("not-shown", None, "Carla")

    def test_gives_equal_players_the_same_rank_and_leaves_the_next_ones_out(self, tmp_path: Path) -> None:
        text = short(WON_BY_ANA.replace("K♠ ? ?", "? ? ?"))
        assert [row["rank"] for row in session(tmp_path, text)["standings"]] == [1, 2, 2]
        second = WON_BY_BRUNO.replace("K♠ ? ?", "? ? ?")
        both = short(WON_BY_ANA.replace("K♠ ? ?", "? ? ?"), second)
        assert [row["rank"] for row in session(tmp_path, both)["standings"]] == [1, 1, 3]

    def test_names_the_winners_once_every_planned_hand_is_settled(self, tmp_path: Path) -> None:
        one = short(WON_BY_ANA).replace("hands_planned = 3", "hands_planned = 1")
        assert (session(tmp_path, one)["complete"], session(tmp_path, one)["winners"]) == (True, ["Ana"])
        second = WON_BY_BRUNO
        two = short(WON_BY_ANA, second).replace("hands_planned = 3", "hands_planned = 2")
        assert session(tmp_path, two)["winners"] == ["Ana", "Bruno", "Carla"]

    def test_has_adjustments_as_transfers(self, tmp_path: Path) -> None:
        agreed = 'adjustments = [{ payer = "Bruno", payee = "Ana", points = 2, reason = "looked" }]\n'
        (hand,) = session(tmp_path, short(WON_BY_ANA + agreed))["hands"]
        assert hand["transfers"][-1] == transfer("Bruno", "Ana", 2, "adjustment")
        assert hand["change"] == {"Ana": 5, "Bruno": -5, "Carla": 0}

    def test_has_running_balances(self, tmp_path: Path) -> None:
        second = WON_BY_BRUNO
        hands = session(tmp_path, short(WON_BY_ANA, second))["hands"]
        assert [hand["balances"] for hand in hands] == [
            {"Ana": 3, "Bruno": -3, "Carla": 0},
            {"Ana": 0, "Bruno": 0, "Carla": 0},
        ]

    def test_of_a_night_without_hands_is_empty(self, tmp_path: Path) -> None:
        made = session(tmp_path, HEAD)
        assert (made["hands"], made["winners"], made["complete"]) == ([], [], False)
        assert [row["balance"] for row in made["standings"]] == [0, 0, 0]

    def test_transfers_and_changes_agree(self, tmp_path: Path) -> None:
        for hand in session(tmp_path, short(FULL, WON_BY_BRUNO))["hands"]:
            sums = dict.fromkeys(["pool", *hand["change"]], 0)
            for each in hand["transfers"]:
                assert each["points"] > 0
                sums[each["payer"]] -= each["points"]
                sums[each["payee"]] += each["points"]
            assert sums.pop("pool") == 0
            assert sums == hand["change"]

    def test_tells_what_can_be_told_of_a_broken_night_and_ends_with_1(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA, plays("Bruno: 3♣", "Carla: 5♣")))
        done = call(tmp_path, "export", "night.toml", "-f", "json")
        assert done.status == 1
        first, second = json.loads(done.out)["sessions"][0]["hands"]
        assert (first["state"], second["state"]) == ("settled", "open")
        assert (second["irregularities"][0]["code"], second["irregularities"][0]["play"]) == ("out-of-sequence", 2)

    def test_holds_any_number_of_sessions(self, tmp_path: Path) -> None:
        write(tmp_path, short(WON_BY_ANA), "a.toml")
        write(tmp_path, short(FULL), "b.toml")
        done = call(tmp_path, "export", "a.toml", "b.toml", "-f", "json")
        assert [each["file"] for each in json.loads(done.out)["sessions"]] == ["a.toml", "b.toml"]

    @pytest.mark.parametrize("name", HOSTILE)
    def test_keeps_every_name(self, tmp_path: Path, name: str) -> None:
        made = session(tmp_path, named(name))
        assert made["players"][1] == name
        assert made["hands"][0]["change"][name] == -3


def transfer(payer: str, payee: str, points: int, reason: str, play: int | None = None) -> dict[str, Any]:
    return {"payer": payer, "payee": payee, "points": points, "reason": reason, "play": play}


class TestCsv:
    def test_of_standings(self, tmp_path: Path) -> None:
        assert rows(tmp_path, short(FULL), "standings") == [
            ["session", "rank", "player", "balance", "hands", "won"],
            ["Short", "1", "Carla", "3", "1", "1"],
            ["Short", "2", "Ana", "0", "1", "0"],
            ["Short", "3", "Bruno", "-3", "1", "0"],
        ]

    def test_of_hands(self, tmp_path: Path) -> None:
        assert rows(tmp_path, short(FULL, plays("Bruno: 7♥")), "hands") == [
            ["session", "hand", "dealer", "state", "winner", "player", "change", "balance"],
            ["Short", "1", "Carla", "settled", "Carla", "Ana", "0", "0"],
            ["Short", "1", "Carla", "settled", "Carla", "Bruno", "-3", "-3"],
            ["Short", "1", "Carla", "settled", "Carla", "Carla", "3", "3"],
            ["Short", "2", "Ana", "open", "", "Ana", "-1", "-1"],
            ["Short", "2", "Ana", "open", "", "Bruno", "-1", "-4"],
            ["Short", "2", "Ana", "open", "", "Carla", "-1", "2"],
        ]

    def test_of_transfers(self, tmp_path: Path) -> None:
        assert rows(tmp_path, short(FULL), "transfers")[:6] == [
            ["session", "hand", "play", "reason", "payer", "payee", "points"],
            ["Short", "1", "", "stake", "Ana", "pool", "1"],
            ["Short", "1", "", "stake", "Bruno", "pool", "1"],
            ["Short", "1", "", "stake", "Carla", "pool", "1"],
            ["Short", "1", "1", "ace", "Bruno", "Ana", "1"],
            ["Short", "1", "1", "ace", "Carla", "Ana", "1"],
        ]

    def test_is_of_standings_by_default(self, tmp_path: Path) -> None:
        assert exported(tmp_path, short(FULL), "csv") == exported(tmp_path, short(FULL), "csv", "--table", "standings")

    def test_of_a_night_without_hands_has_a_header(self, tmp_path: Path) -> None:
        for table in ("hands", "transfers"):
            assert len(rows(tmp_path, HEAD, table)) == 1

    def test_has_one_header_for_several_sessions(self, tmp_path: Path) -> None:
        for name in ("a.toml", "b.toml"):
            write(tmp_path, short(WON_BY_ANA), name)
        assert call(tmp_path, "export", "a.toml", "b.toml", "-f", "csv").out.count("session,") == 1

    @pytest.mark.parametrize("table", ["standings", "hands", "transfers"])
    @pytest.mark.parametrize("name", HOSTILE)
    def test_keeps_every_name_in_one_cell_and_lets_none_be_a_formula(
        self, tmp_path: Path, name: str, table: str
    ) -> None:
        made = rows(tmp_path, named(name), table)
        assert len({len(row) for row in made}) == 1
        (cell,) = {cell for row in made[1:] for cell in row if cell.removeprefix("'") == name}
        assert cell[0] not in "=+-@\t\r"
        assert cell == (f"'{name}" if name[0] in "=+-@" else name)

    @pytest.mark.parametrize("title", ["=1+1", "@SUM(A1)", "-1", 'a "b", c'])
    def test_guards_the_name_of_the_session_too(self, tmp_path: Path, title: str) -> None:
        text = short(WON_BY_ANA).replace('"Short"', json.dumps(title))
        made = rows(tmp_path, text, "standings")
        assert made[1][0] == (f"'{title}" if title[0] in "=@-" else title)

    def test_does_not_guard_numbers(self, tmp_path: Path) -> None:
        assert [row[3] for row in rows(tmp_path, short(FULL), "standings")[1:]] == ["3", "0", "-3"]


def cells(line: str) -> list[str]:
    """The cells of a line of a Markdown table, as a reader of Markdown shows them."""
    inner = re.fullmatch(r"\|(.*)\|", line)
    assert inner, line
    parts = re.split(r"(?<!\\)((?:\\\\)*)\|", inner[1])
    joined = ["".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    return [html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell.strip(" "))) for cell in joined]


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page, each as its lines of cells, without the line under the header."""
    found = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
    return [[cells(line) for at, line in enumerate(lines) if at != 1] for lines in found]


class TestMarkdown:
    def test_is_a_page_with_standings_and_hands(self, tmp_path: Path) -> None:
        page = exported(tmp_path, short(FULL), "markdown")
        assert page.startswith("# Short\n")
        standings, hands = tables(page)
        assert standings == [
            ["rank", "player", "balance", "hands", "won"],
            ["1", "Carla", "+3", "1", "1"],
            ["2", "Ana", "0", "1", "0"],
            ["3", "Bruno", "-3", "1", "0"],
        ]
        assert hands == [
            ["hand", "dealer", "state", "winner", "Ana", "Bruno", "Carla"],
            ["1", "Carla", "settled", "Carla", "0", "-3", "+3"],
            ["", "", "", "balance", "0", "-3", "+3"],
        ]

    def test_names_the_winners(self, tmp_path: Path) -> None:
        text = short(WON_BY_ANA).replace("hands_planned = 3", "hands_planned = 1")
        assert "Won by Ana." in exported(tmp_path, text, "markdown")

    @pytest.mark.parametrize("name", HOSTILE)
    def test_keeps_every_name_in_one_cell(self, tmp_path: Path, name: str) -> None:
        standings, hands = tables(exported(tmp_path, named(name), "markdown"))
        shown = re.sub(" +", " ", name)
        assert {len(row) for row in standings} == {5}
        assert {len(row) for row in hands} == {7}
        assert [re.sub(" +", " ", row[1]) for row in standings[1:]] == ["Ana", "Carla", shown]
        assert re.sub(" +", " ", hands[0][5]) == shown

    @pytest.mark.parametrize("name", ["<b>x</b>", "<!-- x -->", "[x](y)", "`x`", "*x*", "_x_", "~~x~~"])
    def test_lets_no_name_be_markup(self, tmp_path: Path, name: str) -> None:
        page = exported(tmp_path, named(name), "markdown")
        assert name not in page

    @pytest.mark.parametrize("title", ["a\\nb", "a\\n\\n# b", "<x>", "a\\u001b[2J"])
    def test_has_the_name_of_the_session_in_one_line(self, tmp_path: Path, title: str) -> None:
        page = exported(tmp_path, short(WON_BY_ANA).replace("Short", title), "markdown")
        assert page.count("\n# ") == 0
        assert "<x>" not in page
        assert "\x1b" not in page

    def test_of_several_sessions_has_a_page_for_each(self, tmp_path: Path) -> None:
        for name in ("a.toml", "b.toml"):
            write(tmp_path, short(WON_BY_ANA), name)
        page = call(tmp_path, "export", "a.toml", "b.toml", "-f", "markdown").out
        assert page.count("# Short\n") == 2
        assert len(tables(page)) == 4


class TestOutput:
    @pytest.mark.parametrize("form", ["json", "csv", "markdown"])
    def test_into_a_file_is_what_it_is_without(self, tmp_path: Path, form: str) -> None:
        text = exported(tmp_path, named("李雷"), form)
        assert exported(tmp_path, named("李雷"), form, "-o", "out.txt") == ""
        assert (tmp_path / "out.txt").read_bytes() == text.encode()

    @pytest.mark.parametrize("place", ["no/such/folder/x", "."])
    def test_that_cannot_be_written_ends_with_3(self, tmp_path: Path, place: str) -> None:
        write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "export", "night.toml", "-f", "json", "-o", place)
        assert (done.status, done.out) == (3, "")
        assert "[cannot-write]" in done.err

    def test_never_goes_over_the_session_itself(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(WON_BY_ANA))
        done = call(tmp_path, "export", "night.toml", "-f", "json", "-o", "night.toml")
        assert done.status != 0
        assert path.read_text() == short(WON_BY_ANA)
