"""Typing at the table: what each line of shorthand means, in full, and what is refused without a change.

Ana, Bruno, Carla and Davi sit clockwise and Ana leads, unless a test says otherwise. In what a line is told as,
a turn that nobody typed stands in parentheses.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comet_cli.cards import read_card
from comet_cli.entry import COMMANDS, read_command, read_line
from comet_cli.findings import CometError, Family, Finding
from comet_cli.hand import How
from comet_cli.history import History
from comet_cli.library import find_profile
from comet_cli.plays import Turn, Unread, read_play, split_turn
from comet_cli.profile import Profile, as_table, make_profile, merge
from comet_cli.reading import read_session
from comet_cli.recorder import Recorder
from comet_cli.records import HandRecord, Session
from comet_cli.scoring import State
from tests.names import ODD_NAMES

CASES = Path(__file__).parent / "cases"
FOSTER = find_profile("foster", Path())
SHORT = make_profile(merge(as_table(FOSTER), {"deal": {"cards": 3}}))
TABLE = ("Ana", "Bruno", "Carla", "Davi")
ALL_PASS = ("Bruno: pass", "Carla: pass", "Davi: pass")
LED = ("Ana: 4♣",)
PASSED = ("Ana: 4♣", "Bruno: pass")
STOPPED = ("Ana: 4♣", *ALL_PASS)
DETOUR = ("Ana: 4♣", "Bruno: 9♦")
COMET_GONE = ("Ana: 9♦", *ALL_PASS)


def read_turn(text: str) -> Turn:
    player, plays, remark = split_turn(text)
    return Turn(player, tuple(map(read_play, plays.split())), remark)


class Desk:
    """A night being recorded, with what was saved of it."""

    def __init__(
        self, *turns: str, players: Sequence[str] = TABLE, profile: Profile = FOSTER, books: bool = False
    ) -> None:
        hands = (HandRecord(dealer=players[-1], turns=tuple(map(read_turn, turns))),) if turns else ()
        session = Session("night", tuple(players), profile, first_dealer=players[-1], hands=hands)
        self.saved: list[Session] = []
        self.recorder = Recorder(session, History(), lambda session, _: self.saved.append(session), books=books)

    @property
    def turns(self) -> list[str]:
        """The turns of the last hand as they are stored."""
        hands = self.recorder.night.session.hands
        return [str(turn) for turn in hands[-1].turns] if hands else []

    @property
    def stored(self) -> list[str]:
        """The turns of the last hand divided as the format has it."""
        return [str(turn) for turn in self.recorder.night.hands[-1].turns]

    def told(self, *lines: str) -> list[str]:
        """The turns that the lines are told as."""
        echoes = [echo for line in lines for echo in self.recorder.enter(line)]
        turns = [echo for echo in echoes if echo.text.partition(":")[0] in self.recorder.night.people]
        return [f"({echo.text})" if echo.filled else echo.text for echo in turns]

    def refusal(self, line: str) -> Finding:
        """Why the line is refused; nothing may have changed by it."""
        before, saved = self.recorder.night, len(self.saved)
        with pytest.raises(CometError) as caught:
            self.recorder.enter(line)
        assert self.recorder.night is before
        assert len(self.saved) == saved
        return caught.value.finding


def told(line: str, *before: str, players: Sequence[str] = TABLE, profile: Profile = FOSTER) -> str:
    """What one line is told as, after the turns `before`."""
    return " | ".join(Desk(*before, players=players, profile=profile).told(line))


def refused(line: str, *before: str, players: Sequence[str] = TABLE, profile: Profile = FOSTER) -> Finding:
    """Why one line is refused, after the turns `before`."""
    return Desk(*before, players=players, profile=profile).refusal(line)


def marked(finding: Finding) -> str:
    """The word under which the mark stands."""
    assert finding.mark is not None
    return finding.excerpt[slice(*finding.mark)]


# A player's name before ":"


@pytest.mark.parametrize(
    "line",
    [
        "b: 5c",
        "b:5c",
        "B:5C",
        "bru: 5c",
        "bruno: 5c",
        "BRUNO:5♣",
        "Bruno: 5♣",
        "  b:  5c  ",
        "Bruno : 5c",
        "@2: 5c",
        "@2:5c",
    ],
)
def test_a_word_before_the_colon_is_a_player_by_any_start_of_the_name_or_by_seat(line):
    assert told(line, *LED) == "Bruno: 5♣"


@pytest.mark.parametrize("line", ["jose: 5c", "JOSÉ: 5c", "joseluis: 5c", "josel: 5c", "José Luis: 5c", "j: 5c"])
def test_blanks_accents_and_case_of_a_name_are_ignored(line):
    assert told(line, *LED, players=("Ana", "José Luis", "Carla")) == "José Luis: 5♣"


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("Ana Maria: 4c", "Ana Maria: 4♣"),
        ("ana maria:4c", "Ana Maria: 4♣"),
        ("4c Bruno Paulo: 5c", "Ana Maria: 4♣ | Bruno Paulo: 5♣"),
        ("4c - Carla  Rita:5c Ana Maria: 6c", "Ana Maria: 4♣ | Bruno Paulo: pass | Carla Rita: 5♣ | Ana Maria: 6♣"),
    ],
)
def test_a_name_with_blanks_in_it_may_be_typed_in_full_before_the_colon(line, told_as):
    assert told(line, players=("Ana Maria", "Bruno Paulo", "Carla Rita")) == told_as


@pytest.mark.parametrize(
    ("line", "names"), [("an: 4c", "Ana or Anabel"), ("a: 4c", "Ana or Anabel"), ("a", "Ana or Anabel")]
)
def test_a_start_of_several_names_is_refused_with_all_of_them(line, names):
    finding = refused(line, players=("Ana", "Anabel", "Bruno"))
    assert (finding.code, finding.family) == ("which-player", Family.AMBIGUOUS)
    assert names in finding.message


def test_an_exact_name_wins_over_a_longer_one():
    players = ("Anabel", "Ana", "Bruno")
    assert told("ana: 5c", "Anabel: 4♣", players=players) == "Ana: 5♣"
    assert told("anab: 4c", players=players) == "Anabel: 4♣"


def test_an_exact_name_wins_over_the_seat_of_that_number():
    assert told("@2: 4c", players=("@2", "Bruno")) == "@2: 4♣"


@pytest.mark.parametrize("line", ["z: 5c", "zeta:5c", "@5: 5c", "@0: 5c", "5c: 5c"])
def test_a_word_before_the_colon_is_always_a_player_even_where_nobody_is_called_so(line):
    finding = refused(line, *LED)
    assert finding.code == "unknown-player"
    assert finding.remedy


def test_a_mistyped_name_is_refused_with_the_nearest_one():
    assert "Bruno" in refused("bruon: 5c", *LED).remedy


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("c: 5c", "(Bruno: pass) | Carla: 5♣"),
        ("d: 5c", "(Bruno: pass) | (Carla: pass) | Davi: 5♣"),
        ("d:9d", "(Bruno: pass) | (Carla: pass) | Davi: 9♦"),
        ("c: -", "(Bruno: pass) | Carla: pass"),
        ("d: pass", "(Bruno: pass) | (Carla: pass) | Davi: pass"),
    ],
)
def test_passes_of_the_seats_in_between_are_added_and_shown(line, told_as):
    assert told(line, *LED) == told_as


def test_what_was_added_is_stored_in_full():
    desk = Desk(*LED)
    desk.told("d: 5c")
    assert desk.turns == ["Ana: 4♣", "Bruno: pass", "Carla: pass", "Davi: 5♣"]
    assert [str(turn) for turn in desk.saved[-1].hands[0].turns] == desk.turns


# The needed card


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("b", "Bruno: 5♣"),
        ("B", "Bruno: 5♣"),
        ("bruno", "Bruno: 5♣"),
        ("@2", "Bruno: 5♣"),
        ("b+", "Bruno: 5♣"),
        ("b+1", "Bruno: 5♣"),
        ("b+2", "Bruno: 5♣ 6♣"),
        ("b: +2", "Bruno: 5♣ 6♣"),
        ("@2+2", "Bruno: 5♣ 6♣"),
        ("c", "(Bruno: pass) | Carla: 5♣"),
        ("d+3", "(Bruno: pass) | (Carla: pass) | Davi: 5♣ 6♣ 7♣"),
        ("+", "Ana: 5♣"),
        ("+3", "Ana: 5♣ 6♣ 7♣"),
        ("a", "Ana: 5♣"),
        ("a+2", "Ana: 5♣ 6♣"),
        ("+9", "Ana: 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"),
    ],
)
def test_a_name_alone_or_a_plus_lays_the_needed_card_or_the_next_few(line, told_as):
    assert told(line, *LED) == told_as


@pytest.mark.parametrize("line", ["b2", "b10", "B7", "bru3"])
def test_a_name_and_a_number_is_refused_with_both_readings(line):
    name, number = line.rstrip("0123456789"), line.lstrip("bruB")
    finding = refused(line, *LED)
    assert finding.family is Family.AMBIGUOUS
    assert f'"{name}:{number}" or "{name}+{number}"?' in finding.message


@pytest.mark.parametrize("line", ["+", "b", "a", "b+2", "+3"])
@pytest.mark.parametrize("before", [(), STOPPED, ("Ana: K♣",)])
def test_on_a_lead_no_card_is_needed_and_it_has_to_be_named(line, before):
    finding = refused(line, *before)
    assert finding.code == "nothing-needed"
    assert "Ana leads" in finding.message


def test_the_next_cards_are_counted_no_further_than_the_king():
    finding = refused("+10", *LED)
    assert finding.code == "nothing-needed"
    assert "the run ends with K♣" in finding.message


@pytest.mark.parametrize("line", ["+0", "b+0"])
def test_no_card_at_all_is_no_play(line):
    assert refused(line, *LED).code == "bad-count"


def test_the_needed_card_is_not_laid_where_everybody_knows_that_nobody_has_it():
    assert refused("b", "Ana: 7♦").code == "not-in-pack"
    assert refused("b", *STOPPED, "Ana: 3♣").code == "already-played"


# A rank alone


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("5", "Ana: 5♣"),
        ("b: 5", "Bruno: 5♣"),
        ("b:5", "Bruno: 5♣"),
        ("c:5", "(Bruno: pass) | Carla: 5♣"),
        ("5 6 7", "Ana: 5♣ 6♣ 7♣"),
        ("b:5 6 c:7", "Bruno: 5♣ 6♣ | Carla: 7♣"),
    ],
)
def test_a_rank_alone_is_the_card_of_that_rank_that_is_needed(line, told_as):
    assert told(line, *LED) == told_as


@pytest.mark.parametrize("line", ["10", "t", "T"])
def test_ten_may_be_written_in_either_way(line):
    assert told(line, "Ana: 9♣") == "Ana: 10♣"


@pytest.mark.parametrize("before", [(), STOPPED, ("Ana: K♣",)])
def test_a_rank_alone_on_a_lead_is_refused_with_the_candidates(before):
    finding = refused("3", *before)
    assert (finding.code, finding.family) == ("which-suit", Family.AMBIGUOUS)
    assert "3♣, 3♦, 3♥ or 3♠" in finding.message


def test_the_candidates_of_a_lead_are_those_not_yet_played():
    assert "4♦, 4♥ or 4♠" in refused("4", *STOPPED).message
    assert "8♣, 8♥ or 8♠" in refused("8").message


@pytest.mark.parametrize("line", ["6", "b: 6", "4", "k"])
def test_a_rank_that_is_not_needed_is_refused_with_the_card_that_is(line):
    finding = refused(line, *LED)
    assert finding.code == "out-of-sequence"
    assert "5♣ is needed" in finding.message


# Ranges


@pytest.mark.parametrize("line", ["3-7c", "3c-7c", "3-7♣", "3-7C", "a:3-7c", "a: 3-7c", "３-７ｃ"])
def test_a_range_is_every_card_from_the_first_to_the_last(line):
    assert told(line) == "Ana: 3♣ 4♣ 5♣ 6♣ 7♣"


@pytest.mark.parametrize(
    ("line", "told_as"), [("A-2s", "Ana: A♠ 2♠"), ("9-10h", "Ana: 9♥ 10♥"), ("9-Jh", "Ana: 9♥ 10♥ J♥"), ("t-kh", "")]
)
def test_a_range_may_begin_and_end_with_any_rank(line, told_as):
    assert told(line) == (told_as or "Ana: 10♥ J♥ Q♥ K♥")


@pytest.mark.parametrize(("line", "told_as"), [("5-7", "Ana: 5♣ 6♣ 7♣"), ("c:5-6", "(Bruno: pass) | Carla: 5♣ 6♣")])
def test_a_range_without_a_suit_is_of_the_needed_one(line, told_as):
    assert told(line, *LED) == told_as


def test_a_range_without_a_suit_on_a_lead_is_refused_with_the_candidates():
    assert "3♣, 3♦, 3♥ or 3♠" in refused("3-7").message


@pytest.mark.parametrize("line", ["6-10d", "7-9d", "7d-10d", "a:6-10d"])
def test_a_range_over_a_card_that_is_not_in_the_pack_is_refused_naming_it(line):
    finding = refused(line)
    assert finding.code == "not-in-pack"
    assert "8♦" in finding.message


@pytest.mark.parametrize("line", ["7-3c", "3-3c", "3c-7d"])
def test_a_range_that_does_not_go_up_in_one_suit_is_refused(line):
    assert refused(line).code == "bad-range"


def test_a_range_that_does_not_continue_the_run_is_refused():
    assert refused("6-8c", *LED).code == "out-of-sequence"


# Passes


@pytest.mark.parametrize("line", ["-", "pass", "PASS", "Pass", "b: -", "b:-", "b: pass", "ｐａｓｓ"])
def test_a_minus_or_pass_is_one_pass_of_the_next_to_speak(line):
    assert told(line, *LED) == "Bruno: pass"


@pytest.mark.parametrize(
    ("before", "told_as"),
    [(PASSED, "Carla: pass"), (DETOUR, "Carla: pass"), (("Ana: 4♣", *ALL_PASS[:2]), "Davi: pass")],
)
def test_a_minus_goes_on_from_the_last_pass_or_the_comet(before, told_as):
    assert told("-", *before) == told_as


def test_several_minuses_are_several_passes():
    assert told("- - -", *LED) == "Bruno: pass | Carla: pass | Davi: pass"


@pytest.mark.parametrize(
    ("before", "told_as"),
    [
        (LED, "Bruno: pass | Carla: pass | Davi: pass"),
        (PASSED, "Carla: pass | Davi: pass"),
        (DETOUR, "Carla: pass | Davi: pass | Ana: pass"),
        (("Ana: 7♦",), "Bruno: pass | Carla: pass | Davi: pass"),
    ],
)
def test_a_dot_is_a_pass_of_everyone_still_to_speak(before, told_as):
    assert told(".", *before) == told_as


@pytest.mark.parametrize("line", ["-", ".", "pass", "b: -"])
@pytest.mark.parametrize("before", [(), STOPPED, ("Ana: K♣",)])
def test_there_is_nothing_to_pass_on_a_lead(line, before):
    assert refused(line, *before).code == "no-pass-on-lead"


def test_the_player_of_the_last_card_has_nothing_to_pass():
    assert refused("a: -", *LED).code == "pass-by-last-player"


# Whose an unnamed card is


@pytest.mark.parametrize(
    ("line", "before", "told_as"),
    [
        ("4c", (), "Ana: 4♣"),
        ("Js", STOPPED, "Ana: J♠"),
        ("Js", ("Ana: Q♣", "Bruno: K♣"), "Bruno: J♠"),
        ("5c", LED, "Ana: 5♣"),
        ("9d", LED, "Ana: 9♦"),
        ("6c", ("Ana: 4♣", "Bruno: 5♣"), "Bruno: 6♣"),
        ("5c", PASSED, "Carla: 5♣"),
        ("+", PASSED, "Carla: 5♣"),
        ("9d", PASSED, "Carla: 9♦"),
        ("5c", DETOUR, "Carla: 5♣"),
        ("10d", DETOUR, "Carla: 10♦"),
        ("10d", (*DETOUR, "Carla: pass"), "Davi: 10♦"),
        ("9d", STOPPED, "Ana: 9♦"),
        ("10d", COMET_GONE[:1], "Ana: 10♦"),
    ],
)
def test_a_card_without_a_name_belongs_to_the_last_player_the_next_seat_or_the_leader(line, before, told_as):
    assert told(line, *before) == told_as


@pytest.mark.parametrize(("line", "told_as"), [("a: 5c", "Ana: 5♣"), ("a:5c 6c", "Ana: 5♣ 6♣"), ("a:9d", "Ana: 9♦")])
def test_naming_the_player_of_the_last_card_continues_that_turn_if_nobody_has_passed(line, told_as):
    assert told(line, *LED) == told_as


def test_what_continues_a_turn_is_stored_in_its_string():
    desk = Desk(*LED)
    desk.told("a:5c 9d")
    assert desk.turns == ["Ana: 4♣ 5♣ 9♦"]


def test_naming_the_player_of_the_last_card_after_a_pass_completes_the_round_and_leads():
    assert told("a: Js", *PASSED) == "(Carla: pass) | (Davi: pass) | Ana: J♠"
    assert told("a: 5c", *PASSED) == "(Carla: pass) | (Davi: pass) | Ana: 5♣"


def test_a_named_comet_is_a_detour_before_any_pass_and_a_led_nine_after_one():
    before, after = Desk(*LED), Desk(*PASSED)
    before.told("a:9d")
    assert after.told("a:9d") == ["(Carla: pass)", "(Davi: pass)", "Ana: 9♦"]
    assert before.recorder.hand.log[-1].how is How.DETOUR
    assert not before.recorder.hand.log[-1].led
    assert after.recorder.hand.log[-1].led
    assert before.turns == ["Ana: 4♣ 9♦"]
    assert after.turns == ["Ana: 4♣", "Bruno: pass", "Carla: pass", "Davi: pass", "Ana: 9♦"]


def test_naming_the_player_of_the_comet_after_a_pass_completes_the_round_and_leads():
    assert told("b: Js", *DETOUR, "Carla: pass") == "(Davi: pass) | (Ana: pass) | Bruno: J♠"


# Cards and players


@pytest.mark.parametrize(("word", "name"), [("k", "Kurt"), ("K", "Kurt"), ("q", "Quim"), ("j", "João"), ("t", "Tom")])
def test_a_lone_letter_that_begins_a_name_is_that_player(word, name):
    assert told(word, *LED, players=("Ana", name, "Carla")) == f"{name}: 5♣"


@pytest.mark.parametrize(("word", "before"), [("k", "Q♣"), ("q", "J♣"), ("j", "10♣"), ("t", "9♣")])
def test_a_lone_letter_that_begins_no_name_is_a_card(word, before):
    assert told(word, f"Ana: {before}") == f"Ana: {'10' if word == 't' else word.upper()}♣"


def test_where_a_letter_begins_a_name_the_needed_king_is_a_plus():
    assert told("+", "Ana: Q♣", players=("Ana", "Kurt", "Carla")) == "Ana: K♣"
    assert told("k", "Ana: Q♣", players=("Ana", "Kurt", "Carla")) == "Kurt: K♣"


def test_a_lone_letter_after_a_name_is_a_card():
    assert told("k:k", "Ana: Q♣", players=("Ana", "Kurt", "Carla")) == "Kurt: K♣"
    assert told("b: q", "Ana: J♣", players=("Ana", "Bruno", "Quim")) == "Bruno: Q♣"


def test_an_ace_is_no_player_where_a_suit_follows_it():
    assert told("as") == "Ana: A♠"
    assert told("ac", players=("Ana", "Acácio")) == "Ana: A♣"


def test_a_word_that_reads_as_a_card_is_a_card_even_where_somebody_is_called_so():
    assert told("5", *LED, players=("Ana", "5", "Carla")) == "Ana: 5♣"
    assert told("5: 5", *LED, players=("Ana", "5", "Carla")) == "5: 5♣"
    assert told("5c", *LED, players=("Ana", "5c", "Carla")) == "Ana: 5♣"


@pytest.mark.parametrize(
    "line",
    ["9D", "9d", "9♦", "9♦\N{VARIATION SELECTOR-16}", "９Ｄ", "9♢", "a:9D"],
)
def test_cards_may_be_typed_in_every_accepted_form(line):
    assert told(line) == "Ana: 9♦"


@pytest.mark.parametrize("word", ["0H", "1H", "1", "11c", "*", "4*4", "9dd", "Xh", "x", "4-", "-4", "--", "9d=", "=9d"])
def test_what_is_no_card_player_or_command_is_refused_under_its_mark(word):
    finding = refused(word)
    assert finding.family is Family.UNREADABLE
    assert marked(finding) == word
    assert word in finding.message


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("8d", "not-in-pack"),
        ("a: 8d", "not-in-pack"),
        ("4c 4c", "already-played"),
        ("Kc Ac Kc", "already-played"),
        ("9d=6c", "stands-for-nothing"),
        ("b: 4c", "not-the-leader"),
        ("4c b: 6c", "out-of-sequence"),
        ("4c - b: 5c", "already-passed"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(line, code):
    assert refused(line).code == code


# After the Comet


@pytest.mark.parametrize("line", ["+", "c", "c+2", "d"])
def test_after_the_comet_the_needed_card_could_be_either_and_is_refused_with_both(line):
    finding = refused(line, *DETOUR)
    assert (finding.code, finding.family) == ("which-branch", Family.AMBIGUOUS)
    assert '5♣" or "' in finding.message
    assert '10♦"' in finding.message


@pytest.mark.parametrize(
    ("line", "told_as"), [("5", "Carla: 5♣"), ("10", "Carla: 10♦"), ("d:t", "(Carla: pass) | Davi: 10♦")]
)
def test_after_the_comet_a_rank_says_which_branch(line, told_as):
    assert told(line, *DETOUR) == told_as


def test_where_both_branches_need_the_same_rank_it_is_refused_with_both():
    finding = refused("10", "Ana: 9♣", "Bruno: 9♦")
    assert finding.family is Family.AMBIGUOUS
    assert "10♣ or 10♦" in finding.message


@pytest.mark.parametrize(
    ("before", "told_as"),
    [
        (("Ana: 7♦", "Bruno: 9♦"), "Carla: 10♦"),
        (("Ana: 10♦", *ALL_PASS, *DETOUR), "Carla: 5♣"),
        (("Ana: 5♣", *ALL_PASS, *DETOUR), "Carla: 10♦"),
        ((*DETOUR, "Carla: 10♦"), "Carla: J♦"),
    ],
)
def test_where_only_one_branch_is_open_the_needed_card_is_clear(before, told_as):
    assert told("+", *before) == told_as


# A lead where nobody could have followed


PASSES_ADDED = "(Bruno: pass) | (Carla: pass) | (Davi: pass)"


@pytest.mark.parametrize("line", ["Js", "a:Js", "a: Js"])
@pytest.mark.parametrize("dead", [("Ana: 7♦",), ("Ana: 4♣", *ALL_PASS, "Ana: 3♣")])
def test_a_lead_adds_the_passes_where_nobody_could_have_done_anything_else(line, dead):
    assert told(line, *COMET_GONE, *dead) == f"{PASSES_ADDED} | Ana: J♠"


def test_a_range_led_adds_the_passes_too():
    assert told("3-5h", *COMET_GONE, "Ana: 7♦") == f"{PASSES_ADDED} | Ana: 3♥ 4♥ 5♥"


def test_the_lead_is_typed_in_one_line_with_the_run_before_it():
    assert told("6-7d Js", *COMET_GONE) == f"Ana: 6♦ 7♦ | {PASSES_ADDED} | Ana: J♠"


@pytest.mark.parametrize("dead", [("Ana: 7♦",), ("Ana: 4♣", *ALL_PASS, "Ana: 3♣")])
def test_no_pass_is_added_while_the_comet_may_still_come(dead):
    assert refused("Js", *dead).code == "out-of-sequence"


def test_no_pass_is_added_while_the_needed_card_may_still_come():
    assert refused("Js", *COMET_GONE, *LED).code == "out-of-sequence"


def test_a_lead_of_the_comets_player_adds_the_passes_where_both_branches_are_dead():
    both_dead = ("Ana: 10♦", *ALL_PASS, "Ana: 5♣", *ALL_PASS, "Ana: 4♣ 9♦")
    assert told("a: Js", *both_dead) == f"{PASSES_ADDED} | Ana: J♠"


# Several turns in one line


@pytest.mark.parametrize(
    ("line", "before", "told_as"),
    [
        ("3-5c - c:9d", (), "Ana: 3♣ 4♣ 5♣ | Bruno: pass | Carla: 9♦"),
        (".Js", LED, "Bruno: pass | Carla: pass | Davi: pass | Ana: J♠"),
        (". Js", LED, "Bruno: pass | Carla: pass | Davi: pass | Ana: J♠"),
        (".3-5h", LED, "Bruno: pass | Carla: pass | Davi: pass | Ana: 3♥ 4♥ 5♥"),
        (".a:Js", LED, "Bruno: pass | Carla: pass | Davi: pass | Ana: J♠"),
        ("b+2 d a", LED, "Bruno: 5♣ 6♣ | (Carla: pass) | Davi: 7♣ | Ana: 8♣"),
        ("b c d", LED, "Bruno: 5♣ | Carla: 6♣ | Davi: 7♣"),
        ("9d c:10d", LED, "Ana: 9♦ | (Bruno: pass) | Carla: 10♦"),
        ("- 5", LED, "Bruno: pass | Carla: 5♣"),
        ("qc kc ah", (), "Ana: Q♣ K♣ | Ana: A♥"),
        ("4c . 5h", (), "Ana: 4♣ | Bruno: pass | Carla: pass | Davi: pass | Ana: 5♥"),
    ],
)
def test_one_line_may_hold_several_turns(line, before, told_as):
    assert told(line, *before) == told_as


@pytest.mark.parametrize(
    ("line", "word"), [("5c 6c 9c", "9c"), ("b+2 d z", "z"), ("5c - - - -", "-"), ("5c 6h", "6h"), ("5c . . ", ".")]
)
def test_a_line_is_taken_whole_or_not_at_all(line, word):
    desk = Desk(*LED)
    finding = desk.refusal(line)
    assert marked(finding) == word
    assert desk.turns == ["Ana: 4♣"]


def test_reading_a_line_leaves_the_hand_as_it_is():
    hand = Desk(*LED).recorder.hand
    line = read_line("b+2", hand)
    assert len(hand.log) == 1
    assert len(line.after.log) == 3


# Where the mark stands


@pytest.mark.parametrize(
    ("line", "start", "word"),
    [
        ("7c", 0, "7c"),
        ("5c 7c", 3, "7c"),
        ("   7c", 3, "7c"),
        ("b:5c 7c # hm", 5, "7c"),
        ("zeta: 5c", 0, "zeta:"),
        ("5c zeta", 3, "zeta"),
        ("5c 6-4c", 3, "6-4c"),
        ("b:7c", 2, "7c"),
        ("7c 7c", 0, "7c"),
        ("- - 7c", 4, "7c"),
    ],
)
def test_the_mark_stands_under_the_word_that_is_refused(line, start, word):
    finding = refused(line, *LED)
    assert finding.excerpt == line
    assert marked(finding) == word
    assert finding.mark is not None
    assert finding.mark[0] == start


@pytest.mark.parametrize("line", ["b: 7c", "c: 7c", "5c c: 8c", "@2: 8d"])
def test_the_mark_stands_under_the_refused_card_and_not_under_the_name_before_it(line):
    assert marked(refused(line, *LED)) == line.split()[-1]


def test_the_mark_stands_under_a_card_after_a_name_with_blanks():
    assert marked(refused("Bruno Paulo: 7c", *LED, players=("Ana", "Bruno Paulo"))) == "7c"


@pytest.mark.parametrize("line", ["7c", "x", "b2", "+0", "z: 5c", "7-3c"])
def test_every_refusal_says_what_is_legal_now(line):
    assert refused(line, *LED).legal.startswith("Bruno: 5♣, 9♦ or pass")


# Remarks


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("5c # hm", "Ana: 5♣ # hm"),
        ("5c #  two  words ", "Ana: 5♣ # two  words"),
        ("- # thinking", "Bruno: pass # thinking"),
        ("b:5c # c: 6c", "Bruno: 5♣ # c: 6c"),
        ("5c b # last", "Ana: 5♣ | Bruno: 6♣ # last"),
        ("5c # a # b", "Ana: 5♣ # a # b"),
    ],
)
def test_a_number_sign_between_blanks_begins_a_remark_that_is_kept_with_the_last_turn(line, told_as):
    assert told(line, *LED) == told_as


def test_after_a_remark_the_same_players_next_cards_begin_a_new_string():
    desk = Desk()
    desk.told("4c # slowly", "5c", "6c")
    assert desk.turns == ["Ana: 4♣ # slowly", "Ana: 5♣ 6♣"]


@pytest.mark.parametrize("line", ["5c # \x1b[2J", "5c # a\x00b"])
def test_a_control_character_in_a_remark_is_refused(line):
    assert refused(line, *LED).code == "control-character"


@pytest.mark.parametrize("line", ["", " ", "   ", "\t", "# only a remark"])
def test_a_line_without_plays_is_no_entry(line):
    assert refused(line, *LED).code == "empty-line"


@pytest.mark.parametrize("line", ["b:", "b: ", "5c b:"])
def test_a_name_with_nothing_after_it_is_refused(line):
    assert refused(line, *LED).code == "nothing-named"


# Against the rules, but it stood


@pytest.mark.parametrize(
    ("line", "told_as"),
    [
        ("c:5c!", "Carla: 5♣!"),
        ("b:7h!", "Bruno: 7♥!"),
        ("a:pass!", "Ana: pass!"),
        ("a: -!", "Ana: pass!"),
        ("pass!", "Ana: pass!"),
        ("7h! 8h", "Ana: 7♥! | Ana: 8♥"),
        ("d:9d!", "Davi: 9♦!"),
        ("c:pass!", "Carla: pass!"),
        ("b:pass!", "Bruno: pass!"),
    ],
)
def test_a_play_that_stood_is_taken_as_typed_and_adds_no_passes(line, told_as):
    assert told(line, *LED).replace("7♥! 8♥", "7♥! | Ana: 8♥") == told_as


@pytest.mark.parametrize(("line", "code"), [("8d!", "not-in-pack"), ("b:4c!", "already-played")])
def test_a_card_that_nobody_can_have_does_not_stand(line, code):
    assert refused(line, *LED).code == code


# Commands


@pytest.mark.parametrize(
    ("line", "command"),
    [
        *((word, (word, "")) for word in COMMANDS),
        ("<", ("undo", "")),
        ("?", ("help", "")),
        ("exit", ("quit", "")),
        ("UNDO", ("undo", "")),
        ("  undo  ", ("undo", "")),
        ("left b: Ks", ("left", "b: Ks")),
        ("left  b:Ks 9d", ("left", "b:Ks 9d")),
        ("dead Kh", ("dead", "Kh")),
        ("undo: 3c", None),
        ("left: 3c", None),
        ("undoo", None),
        ("un", None),
        ("show me", None),
        ("3c", None),
        ("", None),
        ("-", None),
    ],
)
def test_a_command_is_a_word_of_its_own(line, command):
    assert read_command(line) == command


@pytest.mark.parametrize(
    ("word", "meant"), [("undoo", "undo"), ("rdo", "redo"), ("hlep", "help"), ("quitt", "quit"), ("shwo", "show")]
)
def test_a_mistyped_command_gets_a_suggestion_and_changes_nothing(word, meant):
    finding = refused(word, *LED)
    assert finding.code == "unknown-word"
    assert f'"{meant}"' in finding.remedy


# Unusual names

NAMES = [*ODD_NAMES, "Straße", "pass", "-", ".", "5", "9d", "3-5c", "left b", "?", "!", "Ana!"]


@pytest.mark.parametrize("name", NAMES)
def test_a_player_of_any_name_leads_and_follows_by_the_full_name_before_a_colon(name):
    assert told(f"{name}: 4♣", players=(name, "Bruno", "Carla")) == f"{name}: 4♣"
    assert told(f"{name}:5c", "Bruno: 4♣", players=("Bruno", name, "Carla")) == f"{name}: 5♣"


@pytest.mark.parametrize("name", ["# 1", "A # B", "Ana #"])
def test_a_number_sign_in_a_name_begins_no_remark(name):
    assert told(f"{name}: 4♣", players=(name, "Bruno", "Carla")) == f"{name}: 4♣"


@pytest.mark.parametrize("name", NAMES)
def test_a_player_of_any_name_may_be_called_by_the_seat(name):
    assert told("@2: 5c", "Bruno: 4♣", players=("Bruno", name, "Carla")) == f"{name}: 5♣"


@pytest.mark.parametrize("name", ["007", "-5", "@x", "李雷", "שרה", "A|B", "#1", "nan", "1e3", "[x]", "A\\B", "O'Neil"])
def test_a_player_of_an_unusual_name_lays_the_needed_card_by_name_alone(name):
    assert told(name, "Bruno: 4♣", players=("Bruno", name, "Carla")) == f"{name}: 5♣"


def test_a_name_is_never_read_as_a_count_or_a_pass():
    players = ("+1", "-5", "007")
    assert told("+1: 4c", players=players) == "+1: 4♣"
    assert told("-5: -", "+1: 4♣", players=players) == "-5: pass"
    assert told("007: +2", "+1: 4♣", players=players) == "(-5: pass) | 007: 5♣ 6♣"


def test_composed_and_decomposed_letters_are_the_same_name():
    assert told("Jose\u0301: 4c", players=("Jos\u00e9", "Bruno")) == "Jos\u00e9: 4♣"


def test_two_names_of_which_one_only_has_an_accent_are_told_apart():
    players = ("Jos\u00e9", "Jose", "Carla")
    assert told("Jose: 5c", "Jos\u00e9: 4♣", players=players) == "Jose: 5♣"
    assert told("José: 5c", "Jos\u00e9: 4♣", players=players) == "Jos\u00e9: 5♣"


@pytest.mark.parametrize("line", ["x" * 10_000, "- " * 5_000, "b: " * 3_000, "5c " * 3_000, "+" * 10_000, ": " * 5_000])
def test_a_line_of_ten_thousand_characters_is_refused_like_any_other(line):
    refused(line, *LED)


@given(st.text(alphabet="abcdhs23456789tjqk+-.:=!#@? ♦\u0301\x1b", max_size=14))
def test_any_line_at_all_is_either_taken_whole_or_refused(line):
    hand = Desk(*PASSED).recorder.hand
    logged = len(hand.log)
    with contextlib.suppress(CometError):
        taken = read_line(line, hand)
        assert len(taken.after.log) == logged + len(taken.plays)
    assert len(hand.log) == logged


# What the players still held

OUT = "3-5c"


def ended(*, books: bool = False) -> Desk:
    """A hand of three cards each that Ana has won."""
    desk = Desk(profile=SHORT, books=books)
    desk.told(OUT)
    return desk


def left_of(desk: Desk) -> dict[str, str]:
    return {name: str(shown) for name, shown in desk.recorder.night.session.hands[-1].left.items()}


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("b: Ks", "K♠ ? ?"),
        ("b:Ks", "K♠ ? ?"),
        ("bruno: kS 9d", "K♠ 9♦ ?"),
        ("@2: Ks Kh Kd", "K♠ K♥ K♦"),
        ("b: Ks ?", "K♠ ? ?"),
        ("b: -", "? ? ?"),
        ("b: ??", "??"),
        ("b: 2c", "2♣ ? ?"),
    ],
)
def test_left_says_what_pays_and_the_rest_is_filled_up(typed, stored):
    desk = ended()
    desk.recorder.left(typed)
    assert left_of(desk) == {"Bruno": stored}


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("b", "bad-left"),
        ("b:", "bad-left"),
        ("", "bad-left"),
        ("b: zz", "bad-card"),
        ("b: K", "bad-card"),
        ("b: pass", "bad-card"),
        ("z: Ks", "unknown-player"),
        ("a: Ks", "left-of-winner"),
        ("b: 3c", "left-and-played"),
        ("b: 8d", "not-in-pack"),
        ("b: Ks Kh Kd Kc", "left-count"),
        ("b: Ks Ks", "card-twice"),
        ("b: 72p", "left-in-pips"),
    ],
)
def test_a_left_that_cannot_be_true_is_refused_and_changes_nothing(typed, code):
    desk = ended()
    with pytest.raises(CometError) as caught:
        desk.recorder.left(typed)
    assert caught.value.finding.code == code
    assert left_of(desk) == {}


def test_a_card_left_with_one_player_is_not_left_with_another_too():
    desk = ended()
    desk.recorder.left("b: Ks")
    with pytest.raises(CometError) as caught:
        desk.recorder.left("c: Ks")
    assert caught.value.finding.code == "card-twice"


def test_a_left_typed_again_replaces_the_first():
    desk = ended()
    desk.recorder.left("b: Ks")
    desk.recorder.left("b: Kh")
    assert left_of(desk) == {"Bruno": "K♥ ? ?"}


def test_left_and_dead_are_typed_only_once_the_hand_has_ended():
    desk = Desk(*LED)
    for action in (lambda: desk.recorder.left("b: Ks"), lambda: desk.recorder.dead("Kh")):
        with pytest.raises(CometError) as caught:
            action()
        assert caught.value.finding.code == "hand-not-ended"


def test_dead_is_a_card_seen_among_the_dead():
    desk = ended()
    desk.recorder.dead("Kh")
    desk.recorder.dead("9d kc")
    assert desk.recorder.night.session.hands[-1].dead == tuple(map(read_card, ("K♥", "9♦", "K♣")))


@pytest.mark.parametrize(
    ("typed", "code"), [("", "bad-card"), ("K", "bad-card"), ("zz", "bad-card"), ("3c", "left-and-played")]
)
def test_a_dead_card_that_cannot_be_one_is_refused(typed, code):
    desk = ended()
    with pytest.raises(CometError) as caught:
        desk.recorder.dead(typed)
    assert caught.value.finding.code == code


def test_the_losers_are_asked_in_turn_until_what_pays_is_known():
    desk = ended()
    asked = []
    while desk.recorder.asked:
        asked.append(desk.recorder.asked)
        desk.recorder.shown(desk.recorder.asked, "-")
    assert asked == ["Bruno", "Carla", "Davi"]


def test_nobody_is_asked_any_more_once_every_card_that_pays_is_known():
    desk = ended()
    desk.recorder.left("b: Ks Kh 9d")
    desk.recorder.left("c: Kd Kc")
    assert desk.recorder.asked is None
    assert desk.recorder.to_book is not None


def test_no_card_is_taken_while_the_ended_hand_waits_for_an_answer():
    assert ended().refusal("4h").code == "hand-unsettled"


def test_no_card_is_taken_while_the_ended_hand_waits_to_be_booked():
    desk = ended()
    for name in TABLE[1:]:
        desk.recorder.shown(name, "-")
    assert desk.refusal("4h").code == "hand-not-booked"
    desk.recorder.book()
    assert desk.told("4h") == ["Bruno: 4♥"]


def test_without_being_asked_an_ended_hand_is_booked_as_soon_as_what_pays_is_known():
    desk = ended(books=True)
    for name in TABLE[1:]:
        assert desk.recorder.night.session.hands[0].result is None
        desk.recorder.shown(name, "-")
    assert desk.recorder.night.session.hands[0].result is not None
    assert desk.recorder.night.hands[0].state is State.SETTLED
    assert desk.told("4h") == ["Bruno: 4♥"]


def test_left_and_dead_speak_of_the_booked_hand_until_the_next_first_card():
    desk = ended(books=True)
    for name in TABLE[1:]:
        desk.recorder.shown(name, "-")
    desk.recorder.left("b: Ks")
    desk.recorder.dead("Kh")
    booked = desk.recorder.night.hands[0]
    assert booked.record.result == booked.result
    assert booked.change == {"Ana": 4, "Bruno": -4, "Carla": 0, "Davi": 0}
    desk.told("4h")
    with pytest.raises(CometError):
        desk.recorder.left("c: Kd")


def test_left_may_be_told_even_where_nothing_had_to_be_asked():
    desk = ended()
    desk.recorder.left("b: Ks Kh 9d")
    desk.recorder.left("c: Kd Kc")
    desk.recorder.left("d: 2c")
    assert left_of(desk)["Davi"] == "2♣ ? ?"


def test_a_card_beyond_the_last_is_refused_with_the_whole_line():
    assert refused("3-6c", profile=SHORT).code == "too-many-cards"
    assert refused("3-5c 4h", profile=SHORT).code == "too-many-cards"


# Admitting, undoing


def test_one_word_admits_what_the_shown_cards_prove():
    desk = Desk(profile=SHORT)
    desk.told("3c . 5h . 6s")
    for name, cards in zip(TABLE[1:], ("4c", "-", "-"), strict=True):
        desk.recorder.shown(name, cards)
    assert [finding.code for finding in desk.recorder.proved] == ["passed-while-able"]
    desk.recorder.admit()
    assert desk.turns[1] == "Bruno: pass!"
    assert desk.recorder.proved == []


def test_undo_takes_back_the_last_turn_and_not_the_typed_line():
    desk = Desk(*LED)
    desk.told("b+2 d a")
    desk.recorder.undo()
    assert desk.turns == ["Ana: 4♣", "Bruno: 5♣ 6♣", "Carla: pass", "Davi: 7♣"]
    desk.recorder.undo()
    desk.recorder.undo()
    assert desk.turns == ["Ana: 4♣", "Bruno: 5♣ 6♣"]
    desk.recorder.redo()
    assert desk.turns == ["Ana: 4♣", "Bruno: 5♣ 6♣", "Carla: pass"]


# Whole hands


SHORTHAND = (
    "4-5c 9d",
    "c:td",
    "d",
    "b",
    "c",
    "a-3c",
    ".ad",
    "d",
    "c",
    "b",
    "c",
    "a",
    "c",
    "ts",
    "b",
    "a",
    ".9c",
    "b",
    "c",
    "b",
    "c",
)
ANSWERS = {"Davi": "-", "Ana": "-", "Bruno": "kh"}


def test_a_whole_hand_of_four_costs_no_more_than_100_keys():
    case = read_session((CASES / "foster-detour-taken.toml").read_text(encoding="utf-8"), CASES).session
    desk = Desk()
    keys = 0
    for line in SHORTHAND:
        desk.told(line)
        keys += len(line) + 1
    while desk.recorder.asked:
        answer = ANSWERS[desk.recorder.asked]
        desk.recorder.shown(desk.recorder.asked, answer)
        keys += len(answer) + 1
    desk.recorder.book()
    keys += 1
    assert case.hands[0].result is not None
    assert desk.recorder.night.hands[0].change == case.hands[0].result.change
    assert desk.turns == Desk(*map(str, case.hands[0].turns)).stored
    assert keys <= 100


@pytest.mark.parametrize("path", sorted(CASES.glob("foster-*.toml")), ids=lambda path: path.stem)
def test_a_record_in_full_may_be_typed_line_by_line_as_it_stands(path):
    session = read_session(path.read_text(encoding="utf-8"), path.parent).session
    assert not any(isinstance(turn, Unread) for turn in session.hands[0].turns)
    desk = Desk(players=session.players, profile=session.profile)
    typed = desk.told(*map(str, session.hands[0].turns))
    assert not any(line.startswith("(") for line in typed)
    for name, shown in session.hands[0].left.items():
        desk.recorder.left(f"{name}: {shown}")
    desk.recorder.book()
    stored = session.hands[0].result
    assert stored is not None
    result = desk.recorder.night.session.hands[0].result
    assert result == replace(stored, transfers=result.transfers if result else None)
