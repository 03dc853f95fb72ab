"""What happens at real tables besides the cards: each has a short command, a place in the file, and undo."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comet_cli.commands.lines import enter
from comet_cli.findings import CometError, Family, Finding
from comet_cli.history import History
from comet_cli.library import find_profile, find_table
from comet_cli.profile import make_profile, merge
from comet_cli.reading import read_session
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.writing import write_session

FOSTER = find_profile("foster", Path())
SHORT = make_profile(merge(find_table("foster", Path()), {"deal": {"cards": 3}}))
CRP = find_profile("crp", Path())
HAND = ("a:3-5c", "left b: -", "left c: -")


class Desk:
    """A recorder whose file is a text."""

    def __init__(self, *lines: str, profile=SHORT, players=("Ana", "Bruno", "Carla")) -> None:
        session = Session("night", players, profile, None, players[-1], len(players))
        self.text = write_session(session)
        self.recorder = Recorder(session, History(), self.save, books=True)
        for line in lines:
            self.types(line)

    def save(self, session: Session, past: History) -> None:
        self.text = write_session(session)
        assert read_session(self.text, Path()).session == session

    def types(self, line: str) -> list[str]:
        return [echo.text for echo in enter(self.recorder, line)]

    def refuses(self, line: str) -> Finding:
        before = self.text, self.recorder.night, self.recorder.history
        with pytest.raises(CometError) as caught:
            self.types(line)
        assert (self.text, self.recorder.night, self.recorder.history) == before
        return caught.value.finding

    @property
    def hand(self):
        return self.recorder.night.hands[-1]

    @property
    def balances(self) -> dict[str, int]:
        return self.recorder.night.balances


def test_a_note_is_kept_with_the_hand():
    assert Desk("a:3c", "note the phone rang").hand.record.notes == ("the phone rang",)


def test_a_note_after_a_booked_hand_is_of_that_hand_until_the_next_first_card():
    desk = Desk(*HAND, "note a fine hand")
    assert desk.hand.number == 1
    assert desk.hand.record.notes == ("a fine hand",)
    assert desk.hand.record.result is not None


def test_agreed_points_move_and_balances_follow_also_in_a_booked_hand():
    desk = Desk(*HAND)
    before = desk.balances
    desk.types("adjust b a 2 looked at the dead cards")
    assert desk.balances == {"Ana": before["Ana"] + 2, "Bruno": before["Bruno"] - 2, "Carla": before["Carla"]}
    assert desk.hand.record.result.balances == desk.balances
    assert desk.hand.events[-1].text == "adjustment: 2 from Bruno to Ana"


@pytest.mark.parametrize("line", ["adjust b a", "adjust b a 0", "adjust b a -1", "adjust b b 1", "adjust x a 1"])
def test_an_adjustment_that_makes_no_sense_is_refused(line):
    Desk("a:3c").refuses(line)


def test_a_void_hand_gives_the_stakes_back_and_the_same_dealer_deals_again():
    desk = Desk("a:3c", "void cards fell on the floor")
    assert desk.balances == {"Ana": 0, "Bruno": 0, "Carla": 0}
    assert (desk.recorder.night.next_dealer, desk.hand.dealer) == ("Carla", "Carla")
    desk.types("a:4c")
    assert desk.hand.number == 2


def test_another_dealer_is_named_with_the_reason_before_the_first_card():
    desk = Desk("dealer b Carla came late", "c:3c")
    assert (desk.hand.dealer, desk.hand.leader) == ("Bruno", "Carla")
    assert desk.hand.findings == ()


def test_a_misdeal_that_is_played_on_counts_the_cards_that_were_dealt():
    desk = Desk("dealt a 4", "a:3-5c")
    assert desk.hand.hand.winner is None
    desk.types("+")
    assert desk.hand.hand.winner == 0


def test_who_joins_is_dealt_in_and_one_hand_a_player_makes_one_more():
    desk = Desk("join Dora after b")
    assert desk.recorder.night.session.players == ("Ana", "Bruno", "Dora", "Carla")
    assert desk.recorder.night.planned == 4


def test_who_joins_later_sits_from_the_next_hand_on_and_owes_nothing_for_the_hands_before():
    desk = Desk(*HAND, "join Dora")
    assert desk.hand.number == 2
    assert desk.hand.seats == ("Ana", "Bruno", "Carla", "Dora")
    assert desk.hand.dealer == "Dora"
    desk.types("a:3-4c")
    assert desk.balances["Dora"] == -1


def answers(winner: str) -> list[str]:
    """Nothing that pays was left with any of the others."""
    return [f"left {other}: -" for other in "abc" if other != winner]


class TestTheLengthOfAMatchOfOneHandEach:
    DEALT = ("tally a", "left b: -", "left c: -")

    def test_stays_when_somebody_leaves_who_has_dealt(self):
        desk = Desk(*self.DEALT, "leave c")
        assert desk.recorder.night.planned == 3

    def test_is_one_less_when_somebody_leaves_who_has_not(self):
        desk = Desk(*self.DEALT)
        assert desk.types("leave b")[0] == "Bruno leaves with -1; one hand a player makes 2 hands; Ana deals next"

    def test_ends_the_match_when_only_who_was_still_to_deal_leaves(self):
        desk = Desk(*self.DEALT, "tally b", "left a: -", "left c: -")
        assert "and the match is over" in desk.types("leave b")[0]
        assert desk.recorder.night.complete

    def test_is_over_before_anybody_can_leave_after_its_last_hand(self):
        played = Desk(*(line for player in "abc" for line in (f"tally {player}", *answers(player))))
        assert played.refuses("leave b").code == "match-over"

    def test_that_was_agreed_otherwise_stays(self):
        assert Desk("hands 8", "join Dora").recorder.night.planned == 8
        assert Desk("hands 8", *self.DEALT, "leave b").recorder.night.planned == 8


def test_a_tally_does_not_take_the_place_of_a_hand_that_has_ended():
    assert Desk("a:3-5c").refuses("tally b").code == "hand-unsettled"
    assert Desk("a:3-4c", "out b").refuses("tally a").code == "hand-unsettled"


def test_nobody_stakes_before_the_first_card():
    desk = Desk(*HAND, "dealer c Bruno is late")
    assert desk.balances == {"Ana": 2, "Bruno": -1, "Carla": -1}
    desk.types("a:3h")
    assert desk.balances == {"Ana": 1, "Bruno": -2, "Carla": -2}


def test_who_joins_after_somebody_has_left_is_dealt_in_and_the_deal_goes_on_in_turn():
    desk = Desk(*HAND, "leave b", "join Dora after a")
    assert desk.hand.seats == ("Ana", "Dora", "Carla")
    assert (desk.hand.dealer, desk.hand.findings) == ("Ana", ())


def test_a_dealer_who_was_named_stays_the_dealer_when_somebody_joins():
    desk = Desk(*HAND, "dealer c Ana is late", "join Dora")
    assert (desk.hand.dealer, desk.hand.record.dealer_changed) == ("Carla", "Ana is late")


def test_a_reason_for_another_dealer_goes_with_that_dealer():
    desk = Desk(*HAND, "dealer c Ana is late", "leave c")
    assert (desk.hand.dealer, desk.hand.record.dealer_changed) == ("Ana", None)


def test_what_a_later_card_proves_is_told_at_once():
    told = Desk("3c", ". 5c").types("b:6c")
    assert "play 2 is proved wrong: Bruno passed while holding 4♣ (laid at play 6)" not in told
    desk = Desk("3c", ". 5c", "b:6c")
    assert "play 2 is proved wrong: Bruno passed while holding 4♣ (laid at play 8)" in desk.types(". b:4c")


def test_a_pass_that_is_mended_without_a_name_stays_that_of_its_player():
    desk = Desk("3c", ". 5c", "c")
    desk.types("fix 2 pass!")
    assert [str(turn) for turn in desk.hand.turns][:2] == ["Ana: 3♣", "Bruno: pass!"]


def test_an_answer_given_again_is_no_entry_to_be_undone():
    desk = Desk("a:3c 4c", "out a", "left b: ?", "note phone", "left c: ?")
    before = desk.text
    desk.types("left b: ?")
    assert desk.text == before
    desk.types("undo")
    desk.types("undo")
    assert "phone" in desk.text
    desk.types("undo")
    assert "phone" not in desk.text


def test_who_leaves_keeps_the_balance_and_the_deal_goes_to_the_left_neighbour_still_present():
    desk = Desk(*HAND)
    before = desk.balances["Ana"]
    desk.types("leave a")
    assert (desk.hand.dealer, desk.hand.seats) == ("Bruno", ("Bruno", "Carla"))
    assert desk.balances["Ana"] == before


def test_the_seats_of_the_next_hands_are_those_of_the_last_one():
    desk = Desk(*HAND, "seats c b a", "a:3-5s", "left b: -", "left c: -")
    assert (desk.hand.dealer, desk.hand.leader) == ("Bruno", "Ana")
    assert desk.hand.seats == ("Carla", "Bruno", "Ana")
    leader = desk.recorder.hand.names[desk.recorder.hand.leader]
    desk.types(f"{leader}: 3d")
    assert (desk.hand.number, desk.hand.seats) == (3, ("Carla", "Bruno", "Ana"))


@pytest.mark.parametrize("line", ["join Dora", "leave b", "seats c b a"])
def test_seats_do_not_change_while_a_hand_is_played(line):
    assert Desk("a:3c").refuses(line).code == "hand-in-progress"


def test_too_few_players_cannot_stay():
    assert Desk(players=("Ana", "Bruno")).refuses("leave a").code == "player-count"


def test_who_is_renamed_stays_one_person_throughout():
    desk = Desk(*HAND, "adjust b a 1 late", "rename b: Beatriz")
    assert desk.recorder.night.people == ("Ana", "Beatriz", "Carla")
    assert "Bruno" not in desk.text
    assert desk.recorder.night.findings == ()


def test_nobody_takes_the_name_of_another():
    assert Desk().refuses("rename b: ANA").code == "bad-name"


def test_the_number_of_hands_can_be_changed_but_not_below_those_played():
    assert Desk("hands 7").recorder.night.planned == 7
    assert Desk(*HAND, *("b:6-8s", "left a: -", "left c: -")).refuses("hands 1").code == "bad-plan"


def test_a_play_that_was_mistyped_is_mended_and_what_follows_is_derived_again():
    desk = Desk("a:3c", "b", "c:9d", profile=FOSTER)
    assert desk.types("fix 1 a:3c")[0].startswith("play 1: Ana: 3♣ became Ana: 3♣")
    desk = Desk("a:3c", "- - a:5d", profile=FOSTER)
    desk.types("fix 4 a:6d")
    assert str(desk.hand.turns[-1]) == "Ana: 6♦"
    assert desk.recorder.hand.needed[0].rank == 7


def test_a_card_that_was_laid_but_not_typed_is_put_in_where_it_belongs():
    desk = Desk("a:3c 4c", ".Kh", profile=FOSTER)
    assert desk.types("fix 3 a:5c")[0].endswith("came before Bruno: pass")
    assert [str(turn) for turn in desk.hand.turns] == ["Ana: 3♣ 4♣ 5♣", "Bruno: pass", "Carla: pass", "Ana: K♥"]


def test_a_mend_that_makes_a_later_play_impossible_is_refused_naming_it():
    finding = Desk("a:3c", "b", "c", profile=FOSTER).refuses("fix 1 a:9c")
    assert (finding.code, finding.play) == ("out-of-sequence", 2)


class TestAHoleInTheRecord:
    def test_ends_the_hand_for_who_went_out_and_says_what_is_missing(self):
        desk = Desk("a:3c 4c")
        assert desk.types("out a")[0] == "Ana goes out; 1 card was laid by then without a record"
        (finding,) = desk.hand.findings
        assert (desk.hand.hand.winner, finding.code, finding.family) == (0, "record-hole", Family.UNPROVED)
        assert "still held 1 card" in finding.message

    def test_pays_what_was_recorded_and_the_pool(self):
        desk = Desk("a:Ac 2c", "out b", "left a: -", "left c: Ks")
        assert desk.hand.winner == "Bruno"
        assert [event.text for event in desk.hand.events] == [
            "stake: 1 from each to the pool",
            "ace: 1 from each to Ana",
            "king-left: 1 to each from Carla",
            "pool: 3 to Bruno",
        ]

    def test_is_kept_in_the_file_and_taken_back_by_undo(self):
        desk = Desk("a:3c 4c")
        before = desk.text
        desk.types("out a")
        assert 'out = "Ana"\n' in desk.text
        desk.types("undo")
        assert desk.text == before

    def test_lets_fewer_cards_be_shown_than_the_record_leaves_but_not_more(self):
        desk = Desk("a:3c 4c", "out a")
        assert desk.refuses("left b: Ks Kh Kd Kc").code == "left-count"
        desk.types("left b: Ks")
        assert str(desk.hand.record.left["Bruno"]) == "K♠"

    def test_asks_for_the_number_of_cards_where_these_pay(self):
        desk = Desk("a:3c 4c", "out a", profile=CRP)
        assert desk.hand.missing == ("Bruno's cards", "Carla's cards")
        desk.types("left b: 4?")
        desk.types("left c: 9d 2?")
        assert [event.text for event in desk.hand.events if event.reason == "cards-left"] == [
            "cards-left: 4 from Bruno to Ana",
            "cards-left: 3 from Carla to Ana",
        ]

    def test_takes_no_further_plays(self):
        assert Desk("a:3c 4c", "out a").refuses("b:5c").code == "hand-unsettled"

    def test_is_none_where_the_plays_show_who_went_out(self):
        desk = Desk("a:3c 4c", "out a")
        desk.types("fix 2 a:4-5c")
        assert desk.hand.findings == ()

    def test_is_refused_where_no_hand_is_played(self):
        assert Desk().refuses("out a").code == "no-hand"
        assert Desk(*HAND).refuses("out a").code == "no-hand"


class TestAPlayerWithMoreCardsThanKnown:
    def test_goes_on_where_the_record_had_them_go_out(self):
        desk = Desk("a:3-5c")
        assert desk.hand.hand.winner == 0
        assert desk.types("still a 2")[0] == "Ana still holds 2: 5 cards were dealt to Ana, not 3"
        assert (desk.hand.hand.winner, desk.hand.hand.held[0]) == (None, 2)
        desk.types("6-7c")
        assert desk.hand.hand.winner == 0

    def test_is_an_irregularity_of_the_deal_in_the_file(self):
        desk = Desk("a:3-5c", "still a 1")
        assert "dealt = { Ana = 4 }" in desk.text
        assert [finding.code for finding in desk.hand.findings] == ["misdeal"]

    def test_cannot_have_more_than_the_pack(self):
        finding = Desk("a:3c", profile=CRP).refuses("still a 20")
        assert finding.code == "too-many-dealt"

    def test_is_taken_back_by_undo(self):
        desk = Desk("a:3-5c")
        before = desk.text
        desk.types("still a 1")
        desk.types("undo")
        assert desk.text == before

    @pytest.mark.parametrize("line", ["still a", "still a 0", "still a 2", "still x 1"])
    def test_has_to_be_told_who_and_how_many(self, line):
        Desk("a:3c").refuses(line)


class TestAHandTakenAsTotals:
    def test_is_scored_by_its_counts_and_what_was_left(self):
        desk = Desk("tally a comet b kings c c aces a", "left b: Ks", "left c: -")
        assert desk.hand.winner == "Ana"
        assert [event.text for event in desk.hand.events] == [
            "stake: 1 from each to the pool",
            "ace: 1 from each to Ana",
            "king: 1 from each to Carla",
            "king: 1 from each to Carla",
            "comet: 2 from each to Bruno",
            "king-left: 1 to each from Bruno",
            "pool: 3 to Ana",
        ]
        assert desk.hand.record.result is not None

    def test_stands_in_the_file_as_a_tally(self):
        desk = Desk("tally a comet b kings c 2 b")
        assert "[hands.tally]" in desk.text
        assert "kings = { Carla = 2, Bruno = 1 }" in desk.text

    def test_asks_the_losers_alone(self):
        desk = Desk("tally b")
        assert desk.hand.holders == ("Carla", "Ana")

    def test_replaces_plays_that_were_typed_and_keeps_them_as_a_note(self):
        desk = Desk("a:3c 4c", "- c:5c", "tally c")
        assert desk.hand.turns == ()
        assert desk.hand.record.notes == ("laid before the tally: Ana: 3♣ 4♣; Bruno: pass; Carla: 5♣",)
        desk.types("undo")
        assert [str(turn) for turn in desk.hand.turns] == ["Ana: 3♣ 4♣", "Bruno: pass", "Carla: 5♣"]

    def test_counts_cards_where_these_pay_and_pips_where_those_do(self):
        crp = Desk("tally a left b 3 c 5", "left b: -", "left c: -", profile=CRP)
        assert crp.hand.record.tally.cards_left == {"Bruno": 3, "Carla": 5}
        duo = Desk("tally a left b 72", profile=find_profile("duo", Path()), players=("Ana", "Bruno"))
        assert [event.text for event in duo.hand.events] == ["hand: 72 to Ana"]

    def test_can_be_told_again_as_long_as_it_is_not_booked(self):
        desk = Desk("tally a kings b", "tally a kings c")
        assert len(desk.recorder.night.hands) == 1
        assert desk.hand.record.tally.kings == {"Carla": 1}

    @pytest.mark.parametrize(
        "words",
        ["", "x", "a king b", "a comet b c", "a kings b 0", "a comet b 2", "a kings a a a b b", "- "],
    )
    def test_that_makes_no_sense_is_refused(self, words):
        Desk().refuses(f"tally {words}")

    def test_is_no_hand_beyond_the_last(self):
        played = Desk(*(line for player in "abc" for line in (f"tally {player}", *answers(player))))
        assert played.refuses("tally a").code == "match-over"


class TestChips:
    def test_stand_beside_the_balance(self):
        desk = Desk(*HAND, "chips 50")
        assert desk.recorder.night.chips == {name: 50 + points for name, points in desk.balances.items()}
        shown = "\n".join(echo for echo in desk.types("show"))
        assert "chips" in shown
        assert "52" in shown

    def test_may_differ_and_are_kept_in_the_file(self):
        desk = Desk("chips 50", "chips b 40")
        assert "chips = { Ana = 50, Bruno = 40, Carla = 50 }\n" in desk.text

    def test_go_with_a_player_who_leaves_before_the_first_hand(self):
        desk = Desk("chips 50", "leave b")
        assert desk.recorder.night.session.chips == {"Ana": 50, "Carla": 50}
        desk.types("a:3c")

    def test_go_with_a_player_who_came_and_went_between_two_hands(self):
        desk = Desk(*HAND, "chips 50", "join Dora", "chips Dora 40", "leave Dora", "b:3h")
        assert "Dora" not in desk.text
        assert desk.recorder.night.session.chips == {"Ana": 50, "Bruno": 50, "Carla": 50}

    def test_stay_with_a_player_who_has_played(self):
        desk = Desk(*HAND, "chips 50", "leave b", "c:3h")
        assert desk.recorder.night.chips["Bruno"] == 50 + desk.balances["Bruno"]

    def test_follow_a_player_who_is_renamed(self):
        desk = Desk("chips b 40", "rename b: Beatriz")
        assert desk.recorder.night.chips == {"Beatriz": 40}

    def test_move_nothing(self):
        plain, rich = Desk(*HAND), Desk("chips 50", *HAND)
        assert plain.balances == rich.balances

    @pytest.mark.parametrize("words", ["", "x", "b", "-5", "b 1.5", "x 50"])
    def test_are_a_number(self, words):
        Desk().refuses(f"chips {words}")


def test_what_the_cards_prove_is_admitted_with_the_reason():
    desk = Desk("a:3c", ". a:Kd", "Kh", "left b: 4c", "left c: -")
    assert [finding.code for finding in desk.recorder.proved] == ["passed-while-able"]
    desk.recorder.admit("did not see it")
    assert desk.recorder.proved == []
    assert str(desk.hand.turns[1]) == "Bruno: pass! # did not see it"


TWO_HANDS = (*HAND, "b:6s 7s 8s", "left a: -", "left c: -")


def test_what_was_changed_in_an_earlier_hand_and_why_is_kept_with_it():
    desk = Desk(*TWO_HANDS)
    desk.types("amend 1 3 a:5c # misheard")
    assert desk.recorder.night.hands[0].record.notes == ("amended, play 3: Ana: 5♣ became Ana: 5♣ (misheard)",)


def test_amending_a_card_that_pays_moves_every_later_balance():
    desk = Desk("a:Jc Qc", ". 4h", "left b: -", "left c: -", "b:6s 7s 8s", "left a: -", "left c: -")
    before = desk.balances
    desk.types("amend 1 5 a:Kh # it was the king")
    gained = {name: desk.balances[name] - before[name] for name in before}
    assert gained == {"Ana": 2, "Bruno": -1, "Carla": -1}
    assert [hand.record.result for hand in desk.recorder.night.hands] == [h.result for h in desk.recorder.night.hands]
    assert desk.recorder.night.findings == ()


def test_an_amendment_that_a_later_play_contradicts_is_refused():
    assert Desk(*TWO_HANDS).refuses("amend 1 1 a:9c # misread").code == "out-of-sequence"


LINES = (
    *("a", "b", "c", "-", ".", "+", "3c", "a:5h", ".Kd", "b:9d", "c:Ks", "4-6s", "2d", "Jc"),
    *("left a: -", "left b: Ks", "left c: ??", "note x", "adjust a b 1 y", "void z", "dealer b w", "dealt c 4"),
    *("out a", "still b 2", "tally a kings b", "tally c", "chips 30", "chips b 9", "chips 0"),
    *("join Dora", "leave b", "seats c b a", "rename a: Alba", "hands 5", "fix 1 b:3h", "amend 1 1 a:7c # q"),
)


@given(st.lists(st.sampled_from(LINES), min_size=4, max_size=25))
@settings(max_examples=30, deadline=None)
def test_undo_and_redo_of_any_mixture_equal_having_typed_only_what_is_left(lines: list[str]) -> None:
    desk = Desk()
    states = [(desk.text, 0)]
    for line in lines:
        try:
            desk.types(line)
        except CometError:
            continue
        states.append((desk.text, sum(len(hand.turns) for hand in desk.recorder.night.hands)))
    back = [desk.text]
    while back[-1] != states[0][0] and len(back) < 500:
        desk.types("undo")
        back.append(desk.text)
    # Every state that was typed is met on the way back, except those within a turn that was typed in several lines.
    for (text, turns), (_, later) in zip(states, [*states[1:], ("", -1)], strict=True):
        assert text in back or turns == later
    for text in reversed(back[:-1]):
        desk.types("redo")
        assert desk.text == text


@pytest.mark.parametrize("reason", ["\x1b[2J", "a\nb", "\udcff", "\u2028"])
@pytest.mark.parametrize("line", ["adjust b a 2 {}", "dealer b {}", "amend 1 1 a:6c # {}", "void {}", "note {}"])
def test_a_reason_with_a_control_character_or_what_is_no_text_is_refused(line, reason):
    finding = Desk("a:3c").refuses(line.format(f"x{reason}x"))
    assert finding.code in ("control-character", "bad-command")


def turns_of(desk):
    return [str(turn) for turn in desk.hand.record.turns]


def test_a_mended_play_leaves_the_remarks_of_the_others_where_they_were():
    desk = Desk("a:3c # phone", "+ # again", "b", "+ # last", profile=FOSTER)
    desk.types("fix 3 a:5c")
    assert turns_of(desk) == ["Ana: 3♣ # phone", "Ana: 4♣ # again", "Ana: 5♣", "Bruno: 6♣ # last"]


def test_a_mended_play_keeps_its_remark_and_the_one_it_is_mended_with():
    desk = Desk("a:3c", "b # slowly", profile=FOSTER)
    assert desk.types("fix 2 a:4c # misheard")[0] == "play 2: Bruno: 4♣ became Ana: 4♣ # misheard"
    assert turns_of(desk) == ["Ana: 3♣ 4♣ # slowly; misheard"]


def test_a_play_that_came_before_another_leaves_that_ones_remark_with_it():
    desk = Desk("a:3-4c", "- # at last", "-", "Kh", profile=FOSTER)
    desk.types("fix 3 a:5c # too soon")
    assert turns_of(desk) == ["Ana: 3♣ 4♣ 5♣ # too soon", "Bruno: pass # at last", "Carla: pass", "Ana: K♥"]


def test_an_amended_hand_keeps_its_remarks():
    desk = Desk("a:3-4c # phone", "+ # there", "left b: -", "left c: -", "a:3c!")
    desk.types("amend 1 2 a:4c # misheard")
    first = desk.recorder.night.hands[0].record
    assert [str(turn) for turn in first.turns] == ["Ana: 3♣ 4♣ # phone", "Ana: 5♣ # there"]


def test_a_tally_that_is_told_again_keeps_what_was_left():
    desk = Desk("tally a", "left b: Ks", "tally a kings c")
    assert str(desk.hand.record.left["Bruno"]) == "K♠"
