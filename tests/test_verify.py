"""verify tells every independent finding of every hand, in file order: none hides another, none causes another."""

import json
from pathlib import Path

import pytest

from tests.running import HEAD, WON_BY_ANA, call, findings, plays, short, write

BROKEN = plays(
    "Ana: 3♣",
    "Carla: 4♣",
    "Bob: 7♥",
    "Ana: 44♣",
    "Bruno: 3♣ 8♦",
    "Ana: 10♠",
    "Bruno: 10♠",
    more='left = { Bruno = "3♣ ?", Eve = "K♥" }\n',
)
WITHOUT_FRAME = """\
format = "comet-session/1"
players = ["Ana", "ana", "Bob: 2"]
surprise = 3

[profile]
extends = "foster"
[profile.pay]
comet = "two"
kong = 3

[[hands]]
plays = ["Ana: 3c", "Bob 4c", "Ana: 44c"]
lft = 3
[[hands.adjustments]]
payer = "Ana"
payee = "Zoe"
points = 1
"""


def told(text: str) -> list[tuple[int | None, str, int | None]]:
    return [(finding.hand, finding.code, finding.play) for finding in findings(text)]


class TestABrokenHand:
    def test_tells_what_is_wrong_behind_the_play_that_could_not_be_applied(self) -> None:
        assert told(short(BROKEN)) == [
            (1, "skipped-seat", 2),
            (1, "unknown-player", 3),
            (1, "bad-card", None),
            (1, "already-played", None),
            (1, "not-in-pack", None),
            (1, "already-played", None),
            (1, "left-and-played", None),
            (1, "unknown-player", None),
        ]

    def test_marks_the_words_of_each(self) -> None:
        marked = [each.excerpt[slice(*each.mark)] for each in findings(short(BROKEN)) if each.mark]
        assert marked == ["4♣", "Bob", "44♣", "3♣", "8♦", "10♠"]

    def test_is_no_reason_to_doubt_order_or_obligation_behind_it(self) -> None:
        assert told(short(plays("Ana: 3♣", "Carla: 4♣", "Ana: K♠", "Bruno: 2♦ 5♥"))) == [(1, "skipped-seat", 2)]

    def test_does_not_hold_a_card_against_the_play_that_was_refused(self) -> None:
        misread = plays("Ana: 3♣", "Bruno: 9♣", "Carla: pass", "Ana: pass", "Bruno: 9♣")
        assert told(short(misread)) == [(1, "out-of-sequence", 2)]

    def test_whose_dealer_nobody_knows_still_tells_what_cannot_be_read(self) -> None:
        text = short(plays("Ana: 3♣", "Bob: 4♣", "Ana: 44♣")).replace('first_dealer = "Carla"\n', "")
        assert told(text) == [(1, "no-dealer", None), (1, "unknown-player", 2), (1, "bad-card", None)]

    def test_does_not_stop_the_others_and_marks_their_balances(self) -> None:
        other = '[[hands]]\nplays = ["Bruno: 6♠ 7♠ 8♠"]\nleft = { Ana = "? ? ?", Carla = "? ? ?" }\n'
        third = '[[hands]]\nplays = ["Carla: 6♥ 6♥"]\n'
        assert told(short(plays("Ana: 3♣ 3♣"), other, third)) == [
            (1, "already-played", 2),
            (2, "balances-depend", None),
            (3, "already-played", 2),
        ]

    def test_that_is_not_sound_makes_no_difference_to_what_the_next_hands_change(self, tmp_path: Path) -> None:
        write(tmp_path, short(plays("Ana: 3♣ 3♣"), WON_BY_ANA.replace("[[hands]]", '[[hands]]\ndealer = "Carla"')))
        (night,) = json.loads(call(tmp_path, "export", "night.toml", "-f", "json").out)["sessions"]
        assert night["hands"][1]["change"] == {"Ana": 3, "Bruno": -3, "Carla": 0}


class TestASessionWithoutPlayersOrRules:
    def test_tells_everything_else_that_is_wrong_in_file_order(self, tmp_path: Path) -> None:
        write(tmp_path, WITHOUT_FRAME)
        done = call(tmp_path, "verify", "night.toml")
        heads = [line.partition(" [")[0] for line in done.err.splitlines() if line.startswith("error: ")]
        assert (done.status, heads) == (
            3,
            [
                'error: night.toml:2: "ana" and "Ana" are the same name',
                'error: night.toml:2: the name "Bob: 2" has a colon in it, which ends a name in the record',
                'error: night.toml:3: a session has no "surprise"',
                "error: night.toml:8: pay.comet cannot be 'two'",
                'error: night.toml:9: "pay" has no parameter "kong"',
                'error: night.toml:12, hand 1: "Bob 4c" does not begin with a player and ":"',
                'error: night.toml:12, hand 1: "44c" is no card',
                'error: night.toml:13, hand 1: a hand has no "lft"',
            ],
        )

    def test_shows_the_line_of_each(self, tmp_path: Path) -> None:
        write(tmp_path, WITHOUT_FRAME)
        assert "\n    kong = 3\n" in call(tmp_path, "verify", "night.toml").err


class TestJson:
    def test_has_every_finding_that_the_text_has(self, tmp_path: Path) -> None:
        write(tmp_path, short(BROKEN))
        text, data = (call(tmp_path, "verify", *options, "night.toml") for options in ((), ("--json",)))
        document = json.loads(data.out)
        (night,) = document["sessions"]
        assert (document["format"], night["file"], night["name"], night["hands"]) == (
            "comet-findings/1",
            "night.toml",
            "Short",
            1,
        )
        assert (text.status, data.status, data.err) == (1, 1, "")
        codes = [
            line.rpartition("[")[2].removesuffix("]") for line in text.out.splitlines() if line.startswith("error")
        ]
        assert [finding["code"] for finding in night["findings"]] == codes
        first = night["findings"][0]
        assert (first["line"], first["hand"], first["play"], first["fails"]) == (15, 1, 2, True)
        assert first["kind"] == "not allowed"
        assert first["legal"].startswith("Bruno: 4♣")

    def test_has_files_that_cannot_be_read_among_the_others(self, tmp_path: Path) -> None:
        write(tmp_path, HEAD + WON_BY_ANA)
        write(tmp_path, WITHOUT_FRAME, "bad.toml")
        done = call(tmp_path, "verify", "--json", "bad.toml", "night.toml", "gone.toml")
        bad, good, gone = json.loads(done.out)["sessions"]
        assert (done.status, done.err) == (3, "")
        assert (bad["name"], bad["hands"], len(bad["findings"])) == (None, None, 8)
        assert (good["hands"], good["findings"]) == (1, [])
        assert [finding["code"] for finding in gone["findings"]] == ["cannot-read"]

    @pytest.mark.parametrize(("strict", "status"), [((), 0), (("--strict",), 1)])
    def test_says_what_makes_it_fail(self, tmp_path: Path, strict: tuple[str, ...], status: int) -> None:
        write(tmp_path, short(plays("Ana: 3♣")))
        done = call(tmp_path, "verify", "--json", *strict, "night.toml")
        (finding,) = json.loads(done.out)["sessions"][0]["findings"]
        assert (done.status, finding["code"], finding["fails"]) == (status, "hand-open", bool(status))

    def test_of_a_sound_night_is_empty(self, tmp_path: Path) -> None:
        write(tmp_path, HEAD + WON_BY_ANA)
        (night,) = json.loads(call(tmp_path, "verify", "--json", "night.toml").out)["sessions"]
        assert night["findings"] == []


def test_a_card_left_with_one_and_laid_by_another_behind_a_broken_play_is_told() -> None:
    text = short(plays("Ana: 3♣", "Carla: 4♣", "Bruno: K♠", more='left = { Carla = "K♠" }\n'))
    assert told(text) == [(1, "skipped-seat", 2), (1, "left-and-played", None)]


def test_a_card_laid_behind_a_broken_play_proves_what_its_player_did_before() -> None:
    text = short(plays("Ana: 3♣", "Bruno: pass", "Carla: 5♣", "Bruno: 4♣"))
    assert told(text) == [(1, "passed-while-able", 2), (1, "out-of-sequence", 3)]


def test_a_card_left_with_one_and_laid_right_behind_a_turn_that_cannot_be_read_is_told() -> None:
    text = short(plays("Ana: 3♣", "Bruno: 44♣", "Ana: K♠", more='left = { Carla = "K♠" }\n'))
    assert told(text) == [(1, "bad-card", 2), (1, "left-and-played", None)]


class TestOneFault:
    """What is wrong once is told once."""

    def test_in_a_dealer_is_not_told_again_of_the_lead_or_of_the_next_dealer(self) -> None:
        first = WON_BY_ANA
        second = '[[hands]]\ndealer = "Carla"\nplays = ["Bruno: 6♠ 7♠ 8♠"]\nleft = { Ana = "? ? ?", Carla = "? ? ?" }\n'
        third = '[[hands]]\ndealer = "Bruno"\nplays = ["Carla: 6♥"]\n'
        assert told(short(first, second, third)) == [(2, "wrong-dealer", None)]

    def test_in_a_dealer_who_is_not_there_does_not_move_the_deal(self) -> None:
        first = plays("Ana: 3♣ 4♣ 5♣", more='dealer = "Zoe"\nleft = { Bruno = "? ? ?", Carla = "? ? ?" }\n')
        assert told(short(first, '[[hands]]\nplays = ["Bruno: 6♠"]\n')) == [
            (1, "no-dealer", None),
            (2, "balances-depend", None),
        ]

    def test_in_stored_balances_is_not_told_again_of_those_that_follow_from_them(self) -> None:
        result = "[hands.result]\nbalances = { Ana = 3, Bruno = -2, Carla = -1 }\n"
        later = "[hands.result]\nbalances = { Ana = 2, Bruno = 0, Carla = -2 }\n"
        second = '[[hands]]\nplays = ["Bruno: 6♠ 7♠ 8♠"]\nleft = { Ana = "? ? ?", Carla = "? ? ?" }\n'
        assert told(short(WON_BY_ANA + result, second + later)) == [(1, "stored-balances", None)]


class TestWhatDoesNotHangTogether:
    """Faults of one hand that have nothing to do with each other are all told."""

    def test_in_an_open_hand_with_cards_that_were_left(self) -> None:
        text = short(plays("Ana: 3♣", more='dead = "8♦"\nleft = { Zoe = "?", Bruno = "3♣" }\n'))
        assert {code for _, code, _ in told(text)} == {
            "left-before-end",
            "not-in-pack",
            "unknown-player",
            "left-and-played",
        }

    def test_in_a_void_hand(self) -> None:
        text = short(plays("Ana: 3♣", more='void = "fell"\nleft = { Zoe = "?" }\ndead = "8♦"\n'))
        assert {code for _, code, _ in told(text)} == {"unknown-player", "not-in-pack"}

    def test_in_a_hand_whose_dealer_nobody_knows(self) -> None:
        text = short(plays("Ana: 3♣ 8♦", more='left = { Zoe = "?" }\n')).replace('first_dealer = "Carla"\n', "")
        assert [code for _, code, _ in told(text)] == ["no-dealer", "not-in-pack", "unknown-player"]

    def test_in_an_adjustment(self) -> None:
        row = '[[hands.adjustments]]\npayer = "Zoe"\npayee = "Max"\nreason = 7\n'
        assert [code for _, code, _ in told(short(WON_BY_ANA + row))] == [
            "bad-adjustment",
            "unknown-player",
            "unknown-player",
            "wrong-value",
        ]

    def test_in_a_tally_and_who_is_said_to_be_out(self) -> None:
        text = short('[[hands]]\nout = "Bruno"\n[hands.tally]\nwinner = "Ana"\n')
        assert [code for _, code, _ in told(text)] == ["out-differs"]


class TestHostileValues:
    @pytest.mark.parametrize(
        "line",
        [
            f"stake = {{ ante = 0x{'F' * 6000} }}",
            f"pay = {{ comet{'.a' * 3000} = 1 }}",
            'extends = "/dev/zero"',
            f'pack = {{ suits = "{"x" * 100_000}" }}',
        ],
        ids=["a huge number", "a deep key", "a device", "a long text"],
    )
    def test_in_the_rules_are_told_and_the_next_file_is_still_checked(self, tmp_path: Path, line: str) -> None:
        rules = HEAD.replace('extends = "foster"', line) if "extends" in line else f"{HEAD}{line}\n"
        write(tmp_path, rules, "bad.toml")
        write(tmp_path, HEAD + WON_BY_ANA)
        done = call(tmp_path, "verify", "bad.toml", "night.toml")
        assert (done.status, done.traced) == (3, False)
        assert "night.toml: 1 hand, no findings" in done.out
        assert len(done.err) < 2000
