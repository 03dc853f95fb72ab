"""Foster's Commit, sentence by sentence: what may be played, what a play leads to, and what it pays.

The hands are foster's own, except that most payments are shown on hands of three cards each. Ana, Bruno, Carla and
Davi sit clockwise; unless a test says otherwise Davi deals and Ana leads.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from comet_cli.cards import Card, read_card, spell
from comet_cli.commands.new import command as new
from comet_cli.findings import CometError, Family, Finding
from comet_cli.hand import Hand, How
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.payments import POOL
from comet_cli.plays import Lay, Pass, Turn, read_cards, read_play, read_shown, split_turn
from comet_cli.profile import Profile, as_table, make_profile, merge
from comet_cli.reading import read_session
from comet_cli.records import HandRecord, Session
from comet_cli.scoring import ScoredHand, State

CASES = sorted((Path(__file__).parent / "cases").glob("foster-*.toml"))
FOSTER = find_profile("foster", Path())
SHORT = make_profile(merge(as_table(FOSTER), {"deal": {"cards": 3}}))
TABLE = ("Ana", "Bruno", "Carla", "Davi")
ALL_CARDS = tuple(FOSTER.cards)


def read_turn(text: str) -> Turn:
    player, plays, remark = split_turn(text)
    return Turn(player, tuple(map(read_play, plays.split())), remark)


def hand(*turns: str, players: Sequence[str] = TABLE, profile: Profile = FOSTER, dealer: int = -1) -> Hand:
    """A hand after `turns`; the last of `players` deals unless `dealer` says who."""
    played = Hand(profile, tuple(players), dealer % len(players))
    for turn in map(read_turn, turns):
        for play in turn.plays:
            played.play(players.index(turn.player), play)
    return played


def refusal(action: Callable[[], object]) -> Finding:
    with pytest.raises(CometError) as caught:
        action()
    return caught.value.finding


def refused(*turns: str, **table: Any) -> Finding:
    """Why the last of `turns` is not allowed, all before it being allowed."""
    before = hand(*turns[:-1], **table)
    turn = read_turn(turns[-1])
    logged = len(before.log)
    finding = refusal(lambda: [before.play(before.names.index(turn.player), play) for play in turn.plays])
    assert finding.play == len(before.log) + 1
    assert len(before.log) == logged + len(turn.plays) - 1, "only the last card is refused"
    return finding


def record(*turns: str, left: dict[str, str] | None = None, dead: str = "", **more: Any) -> HandRecord:
    shown = {name: read_shown(text) for name, text in (left or {}).items()}
    return HandRecord(turns=tuple(map(read_turn, turns)), left=shown, dead=read_cards(dead.split()), **more)


def night(*hands: HandRecord, players: tuple[str, ...] = TABLE, profile: Profile = SHORT, dealer: str = "") -> Night:
    return score_night(Session("night", players, profile, first_dealer=dealer or players[-1], hands=hands))


def scored(*turns: str, left: dict[str, str] | None = None, dead: str = "", **table: Any) -> ScoredHand:
    """One hand, scored; its plays have to be possible."""
    only = night(record(*turns, left=left, dead=dead), **table).hands[0]
    assert only.sound, only.findings
    return only


def change(*turns: str, left: dict[str, str] | None = None, dead: str = "", **table: Any) -> tuple[int, ...]:
    return tuple(scored(*turns, left=left, dead=dead, **table).change.values())


def proved(*turns: str, left: dict[str, str] | None = None, **table: Any) -> list[tuple[str, int | None, str | None]]:
    """What the cards prove against the plays: code, play and player."""
    return [(each.code, each.play, each.player) for each in scored(*turns, left=left, **table).findings if each.fails]


def needed(played: Hand) -> str:
    return spell(played.needed)


def who_speaks(played: Hand) -> str | None:
    return played.names[played.to_speak] if played.to_speak is not None else None


def who_leads(played: Hand) -> str | None:
    return played.names[played.leader] if played.leader is not None else None


ALL_PASS = ("Bruno: pass", "Carla: pass", "Davi: pass")
ANA_OUT = ("Ana: 3♣ 4♣ 5♣",)
NONE_LEFT = {"Bruno": "? ? ?", "Carla": "? ? ?", "Davi": "? ? ?"}
ONE_LEFT_EACH = {"Bruno": "? ?", "Carla": "? ? ?", "Davi": "? ?"}


# Common ground


@pytest.mark.parametrize(("dealer", "leader"), [(0, "Bruno"), (1, "Carla"), (2, "Davi"), (3, "Ana")])
def test_the_seat_to_the_dealers_left_leads_first(dealer, leader):
    assert who_leads(hand(dealer=dealer)) == leader
    for name in TABLE:
        if name != leader:
            assert refused(f"{name}: 3♣", dealer=dealer).code == "not-the-leader"


def test_the_deal_moves_left_each_hand():
    played = night(*[record(*(f"{name}: 3♣ 4♣ 5♣",), left=_others_show(name)) for name in TABLE])
    assert [each.dealer for each in played.hands] == ["Davi", "Ana", "Bruno", "Carla"]
    assert [each.leader for each in played.hands] == ["Ana", "Bruno", "Carla", "Davi"]
    assert played.findings == ()


def _others_show(winner: str) -> dict[str, str]:
    return {name: "? ? ?" for name in TABLE if name != winner}


def test_left_is_the_next_name_and_after_the_last_the_first():
    assert who_speaks(hand("Ana: 3♣")) == "Bruno"
    assert who_speaks(hand("Ana: 3♣", "Bruno: pass", "Carla: pass", "Davi: 4♣")) == "Ana"


def test_a_run_never_goes_from_king_to_ace():
    ended = hand("Ana: Q♣", "Bruno: K♣")
    assert ended.needed == ()
    assert refused("Ana: Q♣", "Bruno: K♣", "Carla: A♣").code == "not-the-leader"
    assert hand("Ana: Q♣", "Bruno: K♣ A♣").log[-1].led


def test_a_king_ends_its_run_and_its_player_leads_the_next():
    assert who_leads(hand("Ana: Q♣", "Bruno: K♣")) == "Bruno"
    assert needed(hand("Ana: Q♣", "Bruno: K♣ 5♥")) == "6♥"


def test_the_first_empty_hand_ends_the_hand_at_once():
    ended = hand("Ana: 3♣ 4♣ 5♣", profile=SHORT)
    assert ended.winner == 0
    assert (ended.to_act, ended.legal()) == (None, {})
    for turn in ("Bruno: 6♣", "Bruno: pass", "Carla: 9♦"):
        assert refused(*ANA_OUT, turn, profile=SHORT).code == "hand-ended"


def test_a_card_more_than_the_player_was_dealt_is_told_as_one_too_many():
    assert refused("Ana: 3♣ 4♣ 5♣ 6♣", profile=SHORT).code == "too-many-cards"


@pytest.mark.parametrize(
    ("turns", "gained"),
    [
        (("Ana: J♣ Q♣ K♣",), 1),
        (("Ana: 3♣ 4♣ 9♦",), 2),
        (("Ana: Q♣ K♣ 9♦",), 1 + 2),
        (("Ana: Q♣ K♣ A♠",), 1 + 1),
    ],
)
def test_a_payment_is_made_even_when_the_card_that_earns_it_is_the_players_last(turns, gained):
    ended = scored(*turns, left=NONE_LEFT)
    assert ended.state is State.SETTLED
    assert ended.change["Ana"] == 3 * gained + 3
    assert ended.change["Bruno"] == -gained - 1


def test_the_first_dealer_is_drawn_at_random_unless_named(tmp_path):
    def first_dealer(name: str, *more: str) -> str | None:
        path = tmp_path / f"{name}.toml"
        players = [part for player in TABLE for part in ("--player", player)]
        new.main([str(path), "-p", "foster", *players, *more], standalone_mode=False)
        return read_session(path.read_text(encoding="utf-8"), tmp_path).session.first_dealer

    drawn = {first_dealer(f"drawn-{number}") for number in range(40)}
    assert len(drawn) > 1
    assert drawn <= set(TABLE)
    assert {first_dealer(f"named-{number}", "--dealer", "Carla") for number in range(5)} == {"Carla"}


# Pack, players, deal, stake


def test_the_pack_has_51_cards_and_8_of_diamonds_is_not_one_of_them():
    assert len(ALL_CARDS) == 51
    assert read_card("8♦") not in ALL_CARDS
    assert refused("Ana: 8♦").code == "not-in-pack"


def test_the_ace_is_low():
    assert needed(hand("Ana: A♣")) == "2♣"


@pytest.mark.parametrize("players", [1, 7])
def test_no_fewer_than_two_and_no_more_than_six_play(players):
    names = tuple(f"P{number}" for number in range(players))
    played = night(record(), players=names, profile=FOSTER)
    assert [finding.code for finding in played.findings] == ["player-count"]


@pytest.mark.parametrize(("players", "each"), [(2, 25), (3, 17), (4, 12), (5, 9), (6, 8)])
def test_from_two_to_six_players_play_with_the_cards_that_foster_gives_them(players, each):
    names = tuple(f"P{number}" for number in range(players))
    only = night(record(), players=names, profile=FOSTER).hands[0]
    assert only.findings == ()
    assert only.hand is not None
    assert only.hand.held == [each] * players


def test_everyone_stakes_1_to_the_pool_in_each_hand():
    first, second = night(record(*ANA_OUT, left=NONE_LEFT), record("Bruno: 3♣")).hands
    for each in (first, second):
        stake = each.events[0]
        assert stake.text == "stake: 1 from each to the pool"
        assert [(t.payer, t.payee, t.points) for t in stake.transfers] == [(name, POOL, 1) for name in TABLE]
    assert second.balances == {"Ana": 2, "Bruno": -2, "Carla": -2, "Davi": -2}


def test_balances_may_go_below_zero():
    assert scored("Ana: K♣").balances == {"Ana": 2, "Bruno": -2, "Carla": -2, "Davi": -2}


# Lead


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_any_card_may_be_led(card):
    assert hand(f"Ana: {card}").log[-1].led


def test_the_leader_runs_on_upward_in_that_suit():
    assert needed(hand("Ana: 9♣ 10♣ J♣")) == "Q♣"


@pytest.mark.parametrize("card", ["5♦", "3♣", "6♣", "4♣"])
def test_a_run_goes_up_one_card_at_a_time_in_its_suit(card):
    finding = refused("Ana: 4♣", f"Ana: {card}")
    assert finding.code == ("already-played" if card == "4♣" else "out-of-sequence")
    assert "4♣" in finding.message or "5♣ is needed" in finding.message


def test_when_the_leader_stops_the_turn_goes_left_with_the_missing_card_named():
    stopped = hand("Ana: 4♣ 5♣")
    assert (who_speaks(stopped), needed(stopped)) == ("Bruno", "6♣")


def test_a_follower_who_has_the_missing_card_lays_it_and_runs_on():
    followed = hand("Ana: 4♣", "Bruno: 5♣ 6♣ 7♣")
    assert (needed(followed), who_speaks(followed)) == ("8♣", "Carla")


def test_a_follower_who_has_it_not_passes_and_the_turn_goes_on_to_the_left():
    passed = hand("Ana: 4♣", "Bruno: pass")
    assert (who_speaks(passed), needed(passed)) == ("Carla", "5♣")
    assert hand("Ana: 4♣", "Bruno: pass", "Carla: 5♣").last == 2


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        (("Ana: 4♣", "Carla: 5♣"), "skipped-seat"),
        (("Ana: 4♣", "Davi: 5♣"), "skipped-seat"),
        (("Ana: 4♣", "Carla: 9♦"), "skipped-seat"),
        (("Ana: 4♣", "Carla: pass"), "pass-out-of-turn"),
        (("Ana: 4♣", "Bruno: 5♣", "Ana: 6♣"), "skipped-seat"),
        (("Ana: 4♣", "Bruno: pass", "Ana: 5♣"), "round-not-over"),
        (("Ana: 4♣", "Bruno: pass", "Ana: 7♥"), "round-not-over"),
    ],
)
def test_nothing_is_played_out_of_turn(turns, code):
    finding = refused(*turns)
    assert finding.code == code
    assert finding.family is Family.REFUSED


def test_a_skipped_seat_is_named_and_its_pass_is_not_made_up():
    finding = refused("Ana: 4♣", "Davi: 5♣")
    assert "Bruno was skipped" in finding.message
    assert finding.remedy == "If Bruno passed, write Bruno: pass."


# Must

HIDES_5 = ("Ana: 4♣", "Bruno: pass", "Carla: pass", "Davi: pass", "Ana: 7♠")


def test_a_pass_is_never_refused_for_the_hands_are_hidden():
    for turns in ((), ("Bruno: pass",), ("Bruno: pass", "Carla: pass")):
        played = hand("Ana: 4♣", *turns)
        assert played.may(played.to_speak, Pass())


def test_a_pass_is_irregular_once_the_card_shows_in_a_later_play_of_that_player():
    turns = (*HIDES_5, "Bruno: 8♠", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 5♣")
    assert proved(*turns) == [("passed-while-able", 2, "Bruno")]


def test_the_later_play_stands_and_the_finding_is_at_the_pass():
    turns = (*HIDES_5, "Bruno: 8♠", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 5♣")
    later = scored(*turns)
    assert later.sound
    assert later.hand is not None
    assert needed(later.hand) == "6♣"
    finding = later.findings[0]
    assert (finding.hand, finding.play, finding.player) == (1, 2, "Bruno")
    assert finding.message == "Bruno passed while holding 5♣ (laid at play 10)"


def test_a_pass_is_irregular_once_the_card_shows_at_the_reveal():
    turns = (*HIDES_5, *ALL_PASS, "Ana: Q♥")
    left = {"Bruno": "? ? ?", "Carla": "5♣ ? ?", "Davi": "? ? ?"}
    assert proved(*turns, left=left) == [("passed-while-able", 3, "Carla")]


def test_a_pass_is_regular_where_another_player_turns_out_to_have_had_the_card():
    turns = (*HIDES_5, *ALL_PASS, "Ana: Q♥")
    assert proved(*turns, left=NONE_LEFT) == []


def test_a_pass_is_regular_for_a_card_that_the_run_did_not_need():
    turns = (*HIDES_5, *ALL_PASS, "Ana: Q♥")
    assert proved(*turns, left={"Bruno": "6♣ 9♠ K♥", "Carla": "4♠ ? ?", "Davi": "? ? ?"}) == []


def test_a_leader_who_stops_while_able_is_irregular_once_the_card_shows():
    turns = ("Ana: 4♣", *ALL_PASS, "Ana: 5♣")
    assert proved(*turns) == [("stopped-while-able", 1, "Ana")]


def test_a_follower_who_stops_while_able_is_irregular_once_the_card_shows():
    turns = ("Ana: 4♣", "Bruno: 5♣", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 6♣")
    assert proved(*turns) == [("stopped-while-able", 2, "Bruno")]


def test_a_stop_is_regular_where_another_player_goes_on():
    assert proved("Ana: 4♣", "Bruno: 5♣", "Carla: pass", "Davi: 6♣", "Ana: 7♣ 8♣", left=ONE_LEFT_EACH) == []


def test_the_comet_laid_while_able_is_irregular_once_the_card_shows():
    turns = ("Ana: 4♣", "Bruno: 9♦", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 5♣")
    assert proved(*turns) == [("comet-while-able", 2, "Bruno")]


def test_the_comet_laid_by_who_could_run_on_is_irregular_once_the_card_shows():
    turns = ("Ana: 4♣ 9♦", *ALL_PASS, "Ana: 5♣")
    assert proved(*turns) == [("comet-while-able", 2, "Ana")]


@pytest.mark.parametrize("branch", ["5♣", "10♦"])
def test_after_the_comet_who_holds_either_branch_has_to_take_one(branch):
    turns = ("Ana: 4♣ 9♦", *ALL_PASS, "Ana: Q♥")
    left = {"Bruno": "? ? ?", "Carla": f"{branch} ? ?", "Davi": "? ? ?"}
    assert proved(*turns, left=left) == [("passed-while-able", 4, "Carla")]


def test_who_takes_one_branch_may_keep_the_card_of_the_other():
    turns = ("Ana: 4♣ 9♦", "Bruno: 5♣", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 10♦ J♦")
    assert proved(*turns, left={"Ana": "?", "Carla": "? ? ?", "Davi": "? ? ?"}) == []


def test_who_was_interrupted_by_a_card_that_stood_has_not_stopped():
    turns = ("Ana: 4♣", "Carla: 7♥!", "Davi: pass", "Ana: 8♥", *ALL_PASS, "Ana: 5♣")
    assert proved(*turns, profile=FOSTER) == []


def test_all_irregularities_of_a_hand_are_found_in_the_order_of_the_plays():
    turns = ("Ana: 5♣", *ALL_PASS, "Ana: 6♠", *ALL_PASS, "Ana: 7♥")
    left = {"Bruno": "7♠ ? ?", "Carla": "6♣ ? ?", "Davi": "? ? ?"}
    assert proved(*turns, left=left) == [("passed-while-able", 3, "Carla"), ("passed-while-able", 6, "Bruno")]


# Stop


@pytest.mark.parametrize("card", ["Q♥", "3♣", "6♣", "9♦"])
def test_when_all_others_have_passed_the_player_of_the_last_card_leads_any_card(card):
    stopped = hand("Ana: 4♣", *ALL_PASS)
    assert (who_leads(stopped), needed(stopped)) == ("Ana", "")
    led = hand("Ana: 4♣", *ALL_PASS, f"Ana: {card}")
    assert led.log[-1].led


def test_one_pass_too_few_is_no_stop():
    assert who_leads(hand("Ana: 4♣", "Bruno: pass", "Carla: pass")) is None


def test_at_a_stop_nobody_else_may_lead():
    assert refused("Ana: 4♣", *ALL_PASS, "Bruno: Q♥").code == "not-the-leader"


def test_at_a_stop_a_pass_has_no_place():
    assert refused("Ana: 4♣", *ALL_PASS, "Ana: pass").code == "no-pass-on-lead"


def test_the_player_of_the_last_card_is_who_leads_and_not_who_led_the_run():
    assert who_leads(hand("Ana: 4♣", "Bruno: pass", "Carla: 5♣", "Davi: pass", "Ana: pass", "Bruno: pass")) == "Carla"


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_with_any_number_of_players_all_the_others_have_to_pass(players):
    names = tuple("ABCDEF"[:players])
    turns = ["A: 4♣", *(f"{name}: pass" for name in names[1:])]
    assert who_leads(hand(*turns[:-1], players=names)) is None
    assert who_leads(hand(*turns, players=names)) == "A"


def test_7_of_diamonds_stops_like_any_other_card_and_the_round_of_passes_is_held():
    stopped = hand("Ana: 6♦ 7♦")
    assert (who_leads(stopped), who_speaks(stopped)) == (None, "Bruno")
    assert refused("Ana: 6♦ 7♦", "Ana: 3♣").code == "out-of-sequence"
    assert who_leads(hand("Ana: 6♦ 7♦", *ALL_PASS)) == "Ana"


@pytest.mark.parametrize("card", ["8♦", "10♦"])
def test_nobody_can_follow_7_of_diamonds(card):
    assert refused("Ana: 7♦", f"Bruno: {card}").code == ("not-in-pack" if card == "8♦" else "out-of-sequence")


def test_at_7_of_diamonds_a_stuck_holder_may_use_the_comet():
    assert hand("Ana: 7♦", "Bruno: pass", "Carla: 9♦").log[-1].how is How.DETOUR


def test_a_card_already_played_earlier_is_one_more_card_that_nobody_has():
    stopped = hand("Ana: 4♣", *ALL_PASS, "Ana: 3♣")
    assert (who_leads(stopped), who_speaks(stopped)) == (None, "Bruno")
    assert refused("Ana: 4♣", *ALL_PASS, "Ana: 3♣", "Bruno: 4♣").code == "already-played"
    assert who_leads(hand("Ana: 4♣", *ALL_PASS, "Ana: 3♣", *ALL_PASS)) == "Ana"
    assert hand("Ana: 4♣", *ALL_PASS, "Ana: 3♣", "Bruno: 9♦").log[-1].how is How.DETOUR


def test_an_already_played_card_is_named_with_who_played_it_and_when():
    finding = refused("Ana: 4♣", *ALL_PASS, "Ana: 3♣", "Bruno: 4♣")
    assert "already played by Ana (play 1)" in finding.message


# The Comet


def test_the_comet_may_be_played_instead_of_passing():
    detour = hand("Ana: 4♣", "Bruno: pass", "Carla: 9♦")
    assert detour.log[-1].how is How.DETOUR
    assert detour.last == 2


def test_a_player_who_has_just_run_dry_may_play_it_in_that_same_turn():
    assert hand("Ana: 4♣ 5♣ 9♦").log[-1].how is How.DETOUR
    assert hand("Ana: 4♣", "Bruno: 5♣ 9♦").log[-1].how is How.DETOUR


def test_a_player_who_ran_dry_may_not_come_back_to_it_once_another_has_spoken():
    assert refused("Ana: 4♣", "Bruno: pass", "Ana: 9♦").code == "round-not-over"


@pytest.mark.parametrize("name", ["Carla", "Davi"])
def test_the_comet_is_played_only_on_ones_turn(name):
    assert refused("Ana: 4♣", f"{name}: 9♦").code == "skipped-seat"


def test_the_comet_may_not_be_played_by_who_has_passed():
    assert refused("Ana: 4♣", "Bruno: pass", "Bruno: 9♦").code == "already-passed"


@pytest.mark.parametrize("missing", ["5♣", "9♦", "10♦", "K♠"])
def test_the_comet_does_not_stand_for_the_missing_card(missing):
    assert refused("Ana: 4♣", f"Bruno: 9♦={missing}").code == "stands-for-nothing"


def test_after_the_comet_the_turn_goes_left():
    detour = hand("Ana: 4♣", "Bruno: 9♦")
    assert (who_leads(detour), who_speaks(detour), detour.going_on) == (None, "Carla", None)
    assert who_speaks(hand("Ana: 4♣ 9♦")) == "Bruno"


@pytest.mark.parametrize("card", ["5♣", "10♦", "Q♥"])
def test_the_player_of_the_comet_does_not_go_on_in_the_same_turn(card):
    assert refused("Ana: 4♣", "Bruno: 9♦", f"Bruno: {card}").code == "turn-over"


def test_after_the_comet_the_old_run_at_its_missing_card_or_10_of_diamonds_may_be_taken():
    assert needed(hand("Ana: 4♣", "Bruno: 9♦")) == "5♣ 10♦"
    assert needed(hand("Ana: 4♣", "Bruno: 9♦", "Carla: 5♣")) == "6♣"
    assert needed(hand("Ana: 4♣", "Bruno: 9♦", "Carla: 10♦")) == "J♦"


def test_the_player_who_takes_a_branch_runs_on_in_it():
    assert needed(hand("Ana: 4♣", "Bruno: 9♦", "Carla: 5♣ 6♣ 7♣")) == "8♣"
    assert needed(hand("Ana: 4♣", "Bruno: 9♦", "Carla: 10♦ J♦ Q♦")) == "K♦"


@pytest.mark.parametrize(("taken", "closed"), [("5♣", "10♦"), ("10♦", "5♣")])
def test_once_one_branch_is_taken_the_other_is_closed(taken, closed):
    for who in ("Carla", "Davi"):
        assert refused("Ana: 4♣", "Bruno: 9♦", f"Carla: {taken}", f"{who}: {closed}").code == "out-of-sequence"


def test_neither_branch_is_open_to_any_other_card():
    assert refused("Ana: 4♣", "Bruno: 9♦", "Carla: 6♣").code == "out-of-sequence"


@pytest.mark.parametrize("card", ["Q♥", "10♦", "5♠"])
def test_if_all_others_pass_after_the_comet_its_player_leads_any_card(card):
    passes = ("Carla: pass", "Davi: pass", "Ana: pass")
    assert who_leads(hand("Ana: 4♣", "Bruno: 9♦", *passes)) == "Bruno"
    assert hand("Ana: 4♣", "Bruno: 9♦", *passes, f"Bruno: {card}").log[-1].led


def test_the_player_of_the_card_before_the_comet_does_not_lead_when_both_branches_fail():
    passes = ("Carla: pass", "Davi: pass", "Ana: pass")
    assert refused("Ana: 4♣", "Bruno: 9♦", *passes, "Ana: Q♥").code == "not-the-leader"


def test_leading_ones_own_10_of_diamonds_after_the_branches_failed_proves_nothing():
    assert proved("Ana: 4♣", "Bruno: 9♦", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 10♦ J♦") == []


def test_after_7_of_diamonds_only_the_branch_of_10_is_real():
    assert needed(hand("Ana: 7♦", "Bruno: 9♦")) == "10♦"
    assert needed(hand("Ana: 7♦", "Bruno: 9♦", "Carla: 10♦")) == "J♦"
    assert needed(hand("Ana: 7♦ 9♦", "Bruno: 10♦ J♦")) == "Q♦"


def test_a_branch_whose_card_was_already_played_is_dead():
    dead = hand("Ana: 5♣", *ALL_PASS, "Ana: 4♣", "Bruno: 9♦")
    assert spell(dead.open_cards) == "10♦"
    assert refused("Ana: 5♣", *ALL_PASS, "Ana: 4♣", "Bruno: 9♦", "Carla: 5♣").code == "already-played"
    ten_gone = hand("Ana: 10♦", *ALL_PASS, "Ana: 4♣", "Bruno: 9♦")
    assert spell(ten_gone.open_cards) == "5♣"


def test_where_both_branches_are_dead_the_round_of_passes_is_held_and_the_comets_player_leads():
    turns = ("Ana: 10♦", *ALL_PASS, "Ana: 5♣", *ALL_PASS, "Ana: 4♣", "Bruno: 9♦")
    dead = hand(*turns)
    assert (dead.open_cards, who_speaks(dead)) == ((), "Carla")
    assert who_leads(hand(*turns, "Carla: pass", "Davi: pass", "Ana: pass")) == "Bruno"


def test_a_player_who_passed_cannot_come_back_in_the_same_round_of_passes():
    for card in ("5♣", "9♦"):
        finding = refused("Ana: 4♣", "Bruno: pass", "Carla: pass", f"Bruno: {card}")
        assert finding.code == "already-passed"
        assert "Davi's turn" in finding.message


def test_a_player_who_passed_does_not_pass_again_in_the_same_round():
    assert refused("Ana: 4♣", "Bruno: pass", "Bruno: pass").code == "already-passed"


def test_every_card_laid_opens_a_new_round():
    assert needed(hand("Ana: 4♣", "Bruno: pass", "Carla: 5♣", "Davi: pass", "Ana: pass", "Bruno: 6♣")) == "7♣"


def test_after_the_comet_all_others_speak_again():
    detour = ("Ana: 4♣", "Bruno: pass", "Carla: pass", "Davi: 9♦")
    assert who_speaks(hand(*detour)) == "Ana"
    assert needed(hand(*detour, "Ana: pass", "Bruno: 5♣")) == "6♣"
    assert who_leads(hand(*detour, "Ana: pass", "Bruno: pass")) is None
    assert who_leads(hand(*detour, "Ana: pass", "Bruno: pass", "Carla: pass")) == "Davi"


def test_the_player_of_the_card_before_the_comet_may_take_the_old_run_up_again():
    assert needed(hand("Ana: 4♣", "Bruno: 9♦", "Carla: pass", "Davi: pass", "Ana: 10♦")) == "J♦"


def test_holding_the_comet_and_passing_is_allowed():
    turns = (*HIDES_5, *ALL_PASS, "Ana: Q♥")
    assert proved(*turns, left={"Bruno": "9♦ ? ?", "Carla": "? ? ?", "Davi": "? ? ?"}) == []
    assert proved("Ana: 4♣", "Bruno: pass", "Carla: 5♣", "Davi: pass", "Ana: pass", "Bruno: 9♦") == []


def test_led_freely_9_of_diamonds_is_an_ordinary_nine():
    led = hand("Ana: 9♦")
    assert (led.log[-1].led, led.log[-1].how is How.DETOUR, needed(led), led.going_on) == (True, False, "10♦", 0)


def test_after_a_led_9_of_diamonds_the_leader_runs_on_if_10_of_diamonds_is_held():
    assert needed(hand("Ana: 9♦ 10♦ J♦")) == "Q♦"


def test_after_a_led_9_of_diamonds_there_is_no_second_branch():
    assert refused("Ana: 4♣", *ALL_PASS, "Ana: 9♦", "Bruno: 5♣").code == "out-of-sequence"


def test_a_led_9_of_diamonds_still_pays():
    assert change("Ana: 9♦") == (-1 + 6, -1 - 2, -1 - 2, -1 - 2)


def test_keeping_10_of_diamonds_after_a_led_9_is_an_irregular_stop():
    assert proved("Ana: 9♦", *ALL_PASS, "Ana: 10♦") == [("stopped-while-able", 1, "Ana")]


def test_after_a_king_there_is_no_round_of_passes():
    for name in TABLE:
        assert refused("Ana: K♣", f"{name}: pass").code == "no-pass-on-lead"


@pytest.mark.parametrize("name", ["Bruno", "Carla", "Davi"])
def test_after_a_king_nobody_lays_the_comet_in_place_of_a_pass(name):
    assert refused("Ana: K♣", f"{name}: 9♦").code == "comet-after-king"


def test_after_a_king_its_player_may_lead_the_comet_as_an_ordinary_nine():
    led = hand("Ana: K♣ 9♦")
    assert (needed(led), led.log[-1].led) == ("10♦", True)


# Payments


def paid(*turns: str) -> list[tuple[str, str, int, str, int | None]]:
    """Every transfer after the stakes."""
    return [
        (t.payer, t.payee, t.points, t.reason, t.play) for event in scored(*turns).events[1:] for t in event.transfers
    ]


def test_beginning_a_run_with_an_ace_is_paid_1_by_every_opponent():
    assert paid("Ana: A♣ 2♣") == [(name, "Ana", 1, "ace", 1) for name in ("Bruno", "Carla", "Davi")]


def test_every_ace_that_begins_a_run_is_paid():
    assert change("Ana: A♣", *ALL_PASS, "Ana: A♠")[0] == -1 + 3 + 3


def test_laying_a_king_is_paid_1_by_every_opponent_led_or_reached():
    assert paid("Ana: K♣") == [(name, "Ana", 1, "king", 1) for name in ("Bruno", "Carla", "Davi")]
    assert paid("Ana: Q♣", "Bruno: K♣") == [(name, "Bruno", 1, "king", 2) for name in ("Ana", "Carla", "Davi")]


def test_playing_the_comet_is_paid_2_by_every_opponent():
    assert paid("Ana: 4♣", "Bruno: 9♦") == [(name, "Bruno", 2, "comet", 2) for name in ("Ana", "Carla", "Davi")]


def test_other_cards_and_passes_pay_nothing():
    assert paid("Ana: J♣ Q♣", *ALL_PASS, "Ana: 2♦") == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_winner_takes_the_pool_of_as_many_points_as_there_are_players(players):
    names = tuple("ABCDEF"[:players])
    ended = scored("A: 3♣ 4♣ 5♣", left=dict.fromkeys(names[1:], "? ? ?"), players=names)
    assert ended.events[-1].text == f"pool: {players} to A"
    assert ended.change == {"A": players - 1} | dict.fromkeys(names[1:], -1)


def test_an_unplayed_comet_costs_its_owner_2_to_each_opponent_other_losers_included():
    left = NONE_LEFT | {"Bruno": "9♦ ? ?"}
    ended = scored(*ANA_OUT, left=left)
    assert ended.events[1].text == "comet-left: 2 to each from Bruno"
    assert ended.change == {"Ana": 3 + 2, "Bruno": -1 - 6, "Carla": -1 + 2, "Davi": -1 + 2}


def test_an_unplayed_king_costs_its_owner_1_to_each_opponent_other_losers_included():
    assert change(*ANA_OUT, left=NONE_LEFT | {"Carla": "K♠ ? ?"}) == (3 + 1, -1 + 1, -1 - 3, -1 + 1)


def test_each_unplayed_king_is_counted():
    ended = scored(*ANA_OUT, left=NONE_LEFT | {"Carla": "K♠ K♥ ?"})
    assert [event.text for event in ended.events[1:-1]] == ["king-left: 1 to each from Carla"] * 2
    assert tuple(ended.change.values()) == (3 + 2, -1 + 2, -1 - 6, -1 + 2)


def test_comet_and_kings_left_with_several_losers_are_all_paid():
    left = {"Bruno": "9♦ K♣ ?", "Carla": "K♠ ? ?", "Davi": "? ? ?"}
    assert change(*ANA_OUT, left=left) == (3 + 2 + 1 + 1, -1 - 6 - 3 + 1, -1 + 2 + 1 - 3, -1 + 2 + 1 + 1)


def test_dead_cards_cost_nobody():
    listed = change(*ANA_OUT, left=NONE_LEFT, dead="9♦ K♣ K♦ K♥ K♠")
    assert listed == change(*ANA_OUT, left=NONE_LEFT) == (3, -1, -1, -1)


def test_other_cards_left_pay_nothing():
    assert change(*ANA_OUT, left={"Bruno": "A♠ Q♠ J♦", "Carla": "10♦ 2♣ ?", "Davi": "? ? ?"}) == (3, -1, -1, -1)


@pytest.mark.parametrize("turns", [("Ana: 3♣ 4♣",), ("Ana: K♣ A♠",), ("Ana: 4♣", "Bruno: 9♦", "Carla: 10♦")])
def test_what_one_gains_the_others_and_the_pool_have_lost(turns):
    assert sum(scored(*turns).change.values()) == -4
    assert sum(change(*ANA_OUT, left=NONE_LEFT | {"Bruno": "9♦ K♣ K♠"})) == 0


def test_the_ledger_keeps_opposite_payments_and_nets_nothing():
    transfers = [
        (t.payer, t.payee) for e in scored("Ana: K♣ Q♠", "Bruno: K♠").events for t in e.transfers if t.reason == "king"
    ]
    assert ("Bruno", "Ana") in transfers
    assert ("Ana", "Bruno") in transfers


def test_nothing_turns_points_into_money():
    keys = [f"{area}.{name}" for area, table in as_table(FOSTER).items() if isinstance(table, dict) for name in table]
    assert not [key for key in keys if any(word in key for word in ("money", "currency", "price", "worth", "euro"))]


def test_dead_cards_may_be_looked_at_only_when_the_hand_has_ended():
    early = night(record("Ana: 3♣", dead="K♥"))
    assert [finding.code for finding in early.findings] == ["left-before-end"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whole_hands_are_scored_as_they_were_at_the_table(path):
    played = score_night(read_session(path.read_text(encoding="utf-8"), path.parent).session)
    assert played.findings == ()
    only = played.hands[0]
    assert only.state is State.SETTLED
    assert only.record.result is not None
    assert (only.winner, only.change) == (only.record.result.winner, only.record.result.change)
    assert sum(only.change.values()) == 0


# Match


def one_hand_each(*winners: str) -> Night:
    """A night of four hands in which each hand is led, and won or not, as `winners` say."""
    hands = []
    for leader, winner in zip(TABLE, winners, strict=True):
        shown = {name: "? ? ?" for name in TABLE if name != winner} | ({leader: "?"} if leader != winner else {})
        seats = TABLE[TABLE.index(leader) + 1 :] + TABLE[: TABLE.index(leader)]
        if leader == winner:
            turns = [f"{leader}: 3♣ 4♣ 5♣"]
        else:
            passes = [f"{name}: pass" for name in seats[: seats.index(winner)]]
            turns = [f"{leader}: 3♣ 4♣", *passes, f"{winner}: 5♣ 6♣ 7♣"]
        hands.append(record(*turns, left=shown))
    return night(*hands)


def test_a_match_is_one_hand_per_player():
    assert night(record()).planned == 4
    assert not night(record(*ANA_OUT, left=NONE_LEFT)).complete
    assert one_hand_each("Ana", "Ana", "Ana", "Bruno").complete


def test_nobody_has_won_before_the_last_hand():
    assert night(record(*ANA_OUT, left=NONE_LEFT)).winners == []


def test_the_highest_balance_wins_the_match():
    played = one_hand_each("Ana", "Carla", "Carla", "Bruno")
    assert played.winners == ["Carla"]
    assert [(row.rank, row.player, row.balance) for row in played.standings] == [
        (1, "Carla", 4),
        (2, "Ana", 0),
        (2, "Bruno", 0),
        (4, "Davi", -4),
    ]


def test_equal_leaders_share_the_win():
    assert one_hand_each("Ana", "Davi", "Ana", "Davi").winners == ["Ana", "Davi"]
    assert one_hand_each("Ana", "Bruno", "Carla", "Davi").winners == list(TABLE)


def test_after_a_void_hand_the_same_dealer_deals_again_and_stakes_go_back():
    played = night(record("Ana: K♣", void="cards fell on the floor"), record(*ANA_OUT, left=NONE_LEFT))
    assert [each.dealer for each in played.hands] == ["Davi", "Davi"]
    assert played.hands[0].balances == dict.fromkeys(TABLE, 0)
    assert played.hands[0].events == ()


def test_a_void_hand_is_no_hand_of_the_match():
    played = night(record(void="misdeal"), *[each.record for each in one_hand_each(*TABLE).hands])
    assert played.complete
    assert [each.dealer for each in played.hands] == ["Davi", "Davi", "Ana", "Bruno", "Carla"]


# Against the rules, but it stood


@pytest.mark.parametrize(
    "turns",
    [
        ("Ana: 4♣", "Carla: 5♣!"),
        ("Ana: 4♣", "Carla: 9♦!"),
        ("Ana: 4♣", "Bruno: pass", "Ana: 9♦!"),
        ("Ana: 4♣", "Bruno: pass", "Bruno: 9♦!"),
        ("Ana: 4♣", "Bruno: 7♥!"),
        ("Ana: 4♣", "Carla: pass!"),
        ("Ana: 4♣", "Ana: pass!"),
        ("Ana: pass!",),
        ("Bruno: 4♣!",),
        ("Ana: K♣", "Bruno: 9♦!"),
        ("Ana: 4♣", "Bruno: 9♦", "Bruno: 10♦!"),
    ],
)
def test_an_exclamation_mark_overrides_turn_order_obligation_and_the_times_of_the_comet(turns):
    with pytest.raises(CometError):
        hand(*(turn.replace("!", "") for turn in turns))
    assert len(hand(*turns).log) == len(turns)
    findings = scored(*turns).findings
    assert [(each.code, each.family, each.play) for each in findings] == [("stood", Family.IRREGULAR, len(turns))]
    assert turns[-1].split(": ")[1] in findings[0].message


def test_a_pass_of_anybody_on_a_lead_may_stand_too():
    assert who_leads(hand("Ana: 4♣", *ALL_PASS, "Bruno: pass!")) == "Ana"


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        (("Ana: 4♣", "Bruno: 4♣!"), "already-played"),
        (("Ana: 8♦!",), "not-in-pack"),
        (("Ana: 3♣ 4♣ 5♣", "Ana: 6♣!"), "too-many-cards"),
        (("Ana: 3♣ 4♣ 5♣", "Bruno: 6♣!"), "hand-ended"),
        (("Ana: 3♣ 4♣ 5♣", "Bruno: pass!"), "hand-ended"),
    ],
)
def test_an_exclamation_mark_never_overrides_possession(turns, code):
    assert refused(*turns, profile=SHORT).code == code


def test_run_and_turn_go_on_from_a_card_that_stood():
    stood = hand("Ana: 4♣", "Carla: 7♥!")
    assert (needed(stood), who_speaks(stood), stood.going_on) == ("8♥", "Davi", 2)
    assert needed(hand("Ana: 4♣", "Carla: 7♥! 8♥", "Davi: 9♥")) == "10♥"


def test_a_card_that_stood_opens_a_new_round():
    assert who_leads(hand("Ana: 4♣", "Bruno: pass", "Carla: pass", "Bruno: 5♣!", "Carla: pass")) is None


@pytest.mark.parametrize(("play", "gained"), [("K♥!", 3), ("9♦!", 6), ("A♥!", 3)])
def test_a_card_that_stood_pays_as_laid(play, gained):
    assert change("Ana: 4♣", f"Carla: {play}")[2] == -1 + gained


def test_a_pass_that_stood_is_not_found_again_at_the_reveal():
    turns = ("Ana: 4♣", "Bruno: pass!", "Carla: pass", "Davi: pass", "Ana: 7♠", *ALL_PASS, "Ana: Q♥")
    assert proved(*turns, left=NONE_LEFT | {"Bruno": "5♣ ? ?"}) == []


def test_a_comet_that_stood_is_not_found_again_at_the_reveal():
    turns = ("Ana: 4♣", "Bruno: 9♦!", "Carla: pass", "Davi: pass", "Ana: pass", "Bruno: 5♣")
    assert proved(*turns) == []


def test_a_pass_with_an_exclamation_mark_after_ones_own_cards_admits_having_stopped_while_able():
    assert proved("Ana: 4♣", "Ana: pass!", *ALL_PASS, "Ana: 5♣") == []


def test_a_pass_after_ones_own_cards_without_the_mark_is_an_error():
    finding = refused("Ana: 4♣", "Ana: pass")
    assert finding.code == "pass-by-last-player"
    assert "pass!" in finding.remedy


def test_the_admission_of_having_stopped_is_not_one_of_the_others_passes():
    admitted = ("Ana: 4♣", "Ana: pass!", "Bruno: pass", "Carla: pass")
    assert who_leads(hand(*admitted)) is None
    assert who_leads(hand(*admitted, "Davi: pass")) == "Ana"


def test_who_admitted_having_stopped_does_not_go_on():
    assert hand("Ana: 4♣", "Ana: pass!").going_on is None
    assert refused("Ana: 4♣", "Ana: pass!", "Ana: 5♣").code == "turn-over"


def test_the_words_of_a_remark_are_told_with_the_play_that_stood():
    finding = scored("Ana: 4♣", "Carla: 5♣! # nobody noticed").findings[0]
    assert finding.message.endswith("nobody noticed")


# What a refusal says


@pytest.mark.parametrize(
    ("turns", "code", "who", "what", "legal"),
    [
        (("Bruno: 3♣",), "not-the-leader", "Bruno", "3♣", "Ana leads any card"),
        (("Ana: pass",), "no-pass-on-lead", "Ana", "pass", "Ana leads any card"),
        (("Ana: K♣", "Bruno: 9♦"), "comet-after-king", "Bruno", "Comet", "Ana leads any card"),
        (("Ana: 8♦",), "not-in-pack", "Ana", "8♦", "Ana leads any card"),
        (
            ("Ana: 4♣", "Bruno: 7♣"),
            "out-of-sequence",
            "Bruno",
            "7♣",
            "Bruno: 5♣, 9♦ or pass; Ana, going on: 5♣ or 9♦",
        ),
        (
            ("Ana: 4♣", "Carla: 5♣"),
            "skipped-seat",
            "Carla",
            "5♣",
            "Bruno: 5♣, 9♦ or pass; Ana, going on: 5♣ or 9♦",
        ),
        (
            ("Ana: 4♣", "Carla: pass"),
            "pass-out-of-turn",
            "Carla",
            "pass",
            "Bruno: 5♣, 9♦ or pass; Ana, going on: 5♣ or 9♦",
        ),
        (("Ana: 4♣", "Bruno: pass", "Bruno: 5♣"), "already-passed", "Bruno", "passed", "Carla: 5♣, 9♦ or pass"),
        (("Ana: 4♣", "Bruno: pass", "Ana: 5♣"), "round-not-over", "Ana", "5♣", "Carla: 5♣, 9♦ or pass"),
        (("Ana: 4♣", "Bruno: 9♦", "Bruno: 5♣"), "turn-over", "Bruno", "5♣", "Carla: 5♣, 10♦ or pass"),
        (("Ana: 4♣", "Bruno: 5♣", "Carla: 5♣"), "already-played", "Carla", "5♣", "Carla: 6♣, 9♦ or pass"),
    ],
)
def test_a_refusal_names_who_what_and_what_is_legal(turns, code, who, what, legal):
    finding = refused(*turns)
    assert (finding.code, finding.player) == (code, who)
    assert what in finding.message
    assert legal in finding.legal
    assert finding.family is Family.REFUSED


def test_a_refused_play_changes_nothing():
    before = hand("Ana: 4♣", "Bruno: pass")
    refusal(lambda: before.play(0, Lay(Card(5, "♣"))))
    untouched = hand("Ana: 4♣", "Bruno: pass")
    assert (before.log, before.held, before.needed, before.passed) == (
        untouched.log,
        untouched.held,
        untouched.needed,
        untouched.passed,
    )


POSITIONS = [
    (),
    ("Ana: 4♣",),
    ("Ana: 4♣", "Bruno: pass"),
    ("Ana: 4♣", "Bruno: pass", "Carla: 9♦"),
    ("Ana: 7♦",),
    ("Ana: 4♣", *ALL_PASS),
    ("Ana: K♣",),
    ("Ana: 9♦",),
]


@pytest.mark.parametrize("turns", POSITIONS, ids=" | ".join)
def test_the_legal_plays_are_exactly_those_that_can_be_played(turns):
    position = hand(*turns)
    listed = position.legal()
    for seat in range(4):
        for play in (*map(Lay, ALL_CARDS), Pass()):
            after = position.copy()
            try:
                after.play(seat, play)
            except CometError:
                assert play not in listed.get(seat, ())
            else:
                assert play in listed[seat]


def test_the_legal_plays_never_name_a_card_that_was_played():
    position = hand("Ana: 4♣ 5♣", "Bruno: 9♦", "Carla: 6♣")
    assert Counter(play for plays in position.legal().values() for play in plays) == Counter(
        {Lay(Card(7, "♣")): 2, Pass(): 1}
    )
