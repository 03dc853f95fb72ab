"""The game for two by rank, sentence by sentence, with its typing and its settling.

Ana and Bruno play; unless a test says otherwise Bruno deals and Ana leads. Hands that somebody has to end are played
with a few cards each, as `short` says.
"""

import functools
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from comet_cli.cards import Card
from comet_cli.findings import CometError
from comet_cli.hand import Hand, How
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.profile import Profile
from comet_cli.reading import read_session
from comet_cli.records import Tally
from comet_cli.scoring import State
from tests import test_entry as typing
from tests import test_foster_rules as rules
from tests.running import call, findings
from tests.test_foster_rules import needed, record, who_leads, who_speaks

CASES = Path(__file__).parent / "cases"
DUO = find_profile("duo", Path())
PAIR = ("Ana", "Bruno")

hand = functools.partial(rules.hand, players=PAIR, profile=DUO)
refused = functools.partial(rules.refused, players=PAIR, profile=DUO)
scored = functools.partial(rules.scored, players=PAIR, profile=DUO)
proved = functools.partial(rules.proved, players=PAIR, profile=DUO)
night = functools.partial(rules.night, players=PAIR, profile=DUO)
told = functools.partial(typing.told, players=PAIR, profile=DUO)
not_told = functools.partial(typing.refused, players=PAIR, profile=DUO)


def house(**areas: dict[str, Any]) -> Profile:
    """The rules with other parameters."""
    return find_profile("duo", Path(), areas)


@functools.cache
def short(cards: int = 3) -> Profile:
    """The rules with fewer cards each."""
    return house(deal={"cards": cards})


def points(*turns: str, ana: str = "", bruno: str = "", dead: str = "", **areas: dict[str, Any]) -> tuple[int, ...]:
    """What Ana and Bruno score in a hand of three cards, by what each still held."""
    left = {name: text for name, text in (("Ana", ana), ("Bruno", bruno)) if text}
    one = scored(*turns, left=left, dead=dead, profile=house(deal={"cards": 3}, **areas))
    assert one.state is State.SETTLED
    assert one.findings == ()
    return tuple(one.change.values())


# Pack and deal


def test_two_play():
    assert night(record()).findings == ()
    for seats in (("Ana",), ("Ana", "Bruno", "Carla")):
        assert [f.code for f in night(record(), players=seats).findings] == ["player-count"]


def test_the_pack_is_the_black_suits_of_two_packs_without_aces_one_black_9_replaced_by_the_comet():
    assert DUO.cards.total() == 48
    assert {card.suit for card in DUO.cards} == {"♣", "♠", "♦"}
    assert [card for card in DUO.cards if card.suit == "♦"] == [Card(9, "♦")]
    assert not [card for card in DUO.cards if card.rank == 1]


def test_there_are_four_of_each_rank_from_2_to_king_but_three_black_nines_and_the_comet():
    played = Hand(DUO, PAIR, 1).pack
    fours = {Card(rank, ""): 4 for rank in range(2, 14) if rank != 9}
    assert played == Counter({**fours, Card(9, ""): 3, Card(9, "♦"): 1})


def test_each_is_dealt_18_cards_and_12_are_dead_for_that_hand():
    dealt = Hand(DUO, PAIR, 0)
    assert (dealt.held, dealt.dead) == ([18, 18], 12)
    next_hand = night(*two_hands()).hands[1].hand
    assert next_hand is not None
    assert next_hand.pack.total() == 48


def test_there_is_no_stake_and_no_pool():
    assert scored("Ana: 3").events == ()
    assert "pool" not in [t.payee for e in night(*two_hands()).hands[0].events for t in e.transfers]


@pytest.mark.parametrize(("dealer", "leader"), [(0, "Bruno"), (1, "Ana")])
def test_the_non_dealer_leads(dealer, leader):
    assert who_leads(hand(dealer=dealer)) == leader
    assert refused(f"{PAIR[dealer]}: 3", dealer=dealer).code == "not-the-leader"


def written(*plays: str) -> list[str]:
    """The turns of a hand that a file gives so, divided as the format has it."""
    text = f'{HEAD}[profile]\nextends = "duo"\n[[hands]]\nplays = [{", ".join(plays)}]\n'
    return list(map(str, score_night(read_session(text, Path()).session).hands[0].turns))


def two_hands() -> list[Any]:
    """A match of two hands: each leads a 10, the other passes, and Ana wins 10 points twice."""
    fewer = {"Ana": "70p", "Bruno": "80p"}
    turns = (("Ana: 10", "Bruno: pass"), ("Bruno: 10", "Ana: pass"))
    return [record(*each, left=fewer, dead="9♦") for each in turns]


def test_the_deal_alternates():
    played = night(*two_hands())
    assert [each.dealer for each in played.hands] == ["Bruno", "Ana"]
    assert [each.leader for each in played.hands] == ["Ana", "Bruno"]
    assert [f.code for f in night(*two_hands()[:1], record("Ana: 10", dealer="Bruno")).findings] == ["wrong-dealer"]


# By rank


def test_a_run_goes_up_by_rank_alone_and_suits_are_ignored():
    assert told("3c 4s 5♣") == "Ana: 3 4 5"
    assert written('"Ana: 3♣ 4♠ 5♣"') == ["Ana: 3 4 5"]
    assert needed(hand("Ana: 3 4 5")) == "6"
    assert refused("Ana: 3 5").code == "out-of-sequence"
    assert not_told("4h", "Ana: 3").code == "not-in-pack"


def test_there_is_no_ace():
    assert refused("Ana: A").code == "not-in-pack"


def test_a_player_lays_upward_while_able_then_the_other_continues_from_the_next_rank():
    stopped = hand("Ana: 3 4 5")
    assert (stopped.going_on, who_speaks(stopped)) == (0, "Bruno")
    assert needed(hand("Ana: 3 4 5", "Bruno: 6 7")) == "8"
    assert needed(hand("Ana: 3 4 5", "Bruno: 6 7", "Ana: 8")) == "9"
    assert refused("Ana: 3 4 5", "Bruno: 7").code == "out-of-sequence"
    assert refused("Ana: 3 4 5", "Bruno: 3").code == "out-of-sequence"


def test_a_player_who_stopped_cannot_go_on_once_the_other_has_played():
    assert refused("Ana: 3", "Bruno: 4", "Ana: 4").code == "out-of-sequence"
    assert refused("Ana: 3", "Ana: pass").code == "pass-by-last-player"


@pytest.mark.parametrize("rank", ["2", "7", "9", "10", "K"])
def test_any_card_may_be_led(rank):
    assert hand(f"Ana: {rank}").log[-1].led


def test_a_king_ends_the_run_and_its_player_leads_a_new_one_at_once():
    ended = hand("Ana: Q", "Bruno: K")
    assert (who_leads(ended), needed(ended)) == ("Bruno", "")
    assert needed(hand("Ana: Q", "Bruno: K 2")) == "3"
    assert refused("Ana: Q", "Bruno: K", "Ana: 2").code == "not-the-leader"


# Full sets


@pytest.mark.parametrize("before", [(), ("Ana: 3",), ("Ana: K",)])
def test_all_four_of_a_rank_may_be_laid_together_where_one_would_do_also_as_a_lead(before):
    laid = hand(*before, "Ana: 4 4 4 4")
    assert needed(laid) == "5"
    assert [entry.how is How.JOIN for entry in laid.log[-4:]] == [False, True, True, True]
    assert needed(hand(*before, "Ana: 4 4 4 4 5")) == "6"


def test_all_three_black_nines_may_be_laid_together():
    assert needed(hand("Ana: 8", "Bruno: 9 9 9")) == "10"
    assert needed(hand("Ana: 9 9 9 10")) == "J"


def test_one_of_four_may_be_laid_alone():
    assert needed(hand("Ana: 3 4")) == "5"


@pytest.mark.parametrize("cards", ["4 4", "4 4 4", "9 9"])
def test_two_or_three_of_four_may_not_go_together(cards):
    above = "5" if cards[0] == "4" else "10"
    assert refused(f"Ana: {cards} {above}").code == "set-unfinished"
    assert refused(f"Ana: {cards}", f"Bruno: {above}").code == "set-unfinished"
    assert refused(f"Ana: {cards}", "Bruno: pass").code == "set-unfinished"
    assert refused(f"Ana: {cards} 9♦").code == "set-unfinished"


def test_what_is_left_of_a_rank_is_no_set():
    assert refused("Ana: 4", "Bruno: 5 6 7 8 9 10 J Q K", "Bruno: 4 4").code == "out-of-sequence"


def test_a_set_is_begun_only_by_a_player_with_as_many_cards():
    assert refused("Ana: 4 4", profile=short(3)).code == "out-of-sequence"
    assert hand("Ana: 4 4 4 4", profile=short(4)).winner == 0


@pytest.mark.parametrize("cards", ["4 4!", "4 4 4!", "9 9!"])
def test_a_part_of_a_set_that_stood_is_left_behind_and_the_run_goes_on(cards):
    above = "5" if cards[0] == "4" else "10"
    assert hand(f"Ana: {cards} {above}").log[-1].how is How.FOLLOW
    assert hand(f"Ana: {cards}", f"Bruno: {above}").log[-1].how is How.FOLLOW
    assert hand(f"Ana: {cards}", "Bruno: pass").blocked


def test_the_comet_never_joins_a_set():
    with_the_comet = hand("Ana: 9 9 9 9♦")
    assert with_the_comet.log[-1].how is How.RESET
    assert who_leads(with_the_comet) == "Ana"
    assert refused("Ana: 9 9 9♦").code == "set-unfinished"
    assert refused("Ana: 9♦ 9 9 10").code == "set-unfinished"


def test_a_set_of_kings_may_be_laid_too_and_its_player_leads():
    kings = hand("Ana: Q K K K K")
    assert (who_leads(kings), needed(kings)) == ("Ana", "")
    assert needed(hand("Ana: K K K K 2")) == "3"


def test_four_kings_are_one_stop():
    kings = hand("Ana: Q K K K K")
    assert [entry.led for entry in kings.log] == [True, False, False, False, False]
    divided = night(record("Ana: Q K K K K J")).hands[0].turns
    assert list(map(str, divided)) == ["Ana: Q K K K K", "Ana: J"]


# The Comet


@pytest.mark.parametrize(
    "before", [("Ana: 5",), ("Ana: 5", "Bruno: 6", "Ana: 7"), ("Ana: K",), (), ("Ana: 8",), ("Ana: 3 3 3 3",)]
)
def test_the_comet_may_come_at_any_time_in_ones_own_turn_and_its_player_leads_a_new_run(before):
    laid = hand(*before, "Ana: 9♦")
    assert (who_leads(laid), needed(laid)) == ("Ana", "")
    for card in ("2", "6", "K", "9"):
        assert hand(*before, f"Ana: 9♦ {card}").log[-1].led


def test_the_comet_may_come_also_when_able_to_continue():
    assert proved("Ana: 5", "Bruno: 9♦ 6", "Ana: pass", left={"Ana": "88p", "Bruno": "99p"}) == []
    assert proved("Ana: 5 9♦ 6", "Bruno: pass", left={"Ana": "88p", "Bruno": "99p"}) == []


def test_on_the_turn_of_the_other_it_cannot_come():
    assert refused("Ana: 5", "Ana: pass!", "Ana: 9♦").code == "turn-over"
    assert refused("Ana: K", "Bruno: 9♦").code == "comet-after-king"
    assert refused("Bruno: 9♦").code == "not-the-leader"


def test_only_its_player_leads_after_it():
    assert refused("Ana: 5", "Bruno: 9♦", "Ana: 6").code == "not-the-leader"
    assert refused("Ana: 5", "Bruno: 9♦", "Ana: pass").code == "no-pass-on-lead"


def test_it_is_played_once():
    assert refused("Ana: 5", "Bruno: 9♦ 6", "Ana: 9♦").code == "already-played"


def test_it_is_always_a_stop_even_on_an_8():
    assert needed(hand("Ana: 8", "Bruno: 9♦")) == ""
    assert hand("Ana: 8", "Bruno: 9♦ 10").log[-1].led


@pytest.mark.parametrize(
    ("turns", "nine"),
    [
        (("Ana: 8", "Bruno: 9♦"), True),
        (("Ana: 8 9♦",), True),
        (("Ana: 8 8 8 8 9♦",), True),
        (("Ana: 7", "Bruno: 9♦"), False),
        (("Ana: 9", "Bruno: 9♦"), False),
        (("Ana: K 9♦",), False),
        (("Ana: 9♦",), False),
    ],
)
def test_it_is_a_natural_nine_only_on_a_live_run_whose_top_card_is_an_8(turns, nine):
    assert hand(*turns).log[-1].nine is nine


def test_on_a_run_that_is_over_it_is_no_natural_nine():
    leads = house(stop={"all_stuck": "last_leads"})
    assert hand("Ana: 8", "Bruno: pass", "Ana: 9♦", profile=leads).log[-1].nine is False


def test_it_never_has_to_be_played():
    left = {"Ana": "88p", "Bruno": "99p 9♦"}
    assert proved("Ana: 5", "Bruno: pass", left=left) == []


def test_it_never_stands_for_another_card():
    assert refused("Ana: 5", "Bruno: 9♦=6").code == "stands-for-nothing"


# End


def test_an_empty_hand_ends_the_hand_at_once():
    ended = hand("Ana: 3 4 5", profile=short())
    assert (ended.winner, ended.blocked, ended.legal()) == (0, False, {})
    assert refused("Ana: 3 4 5", "Bruno: 6", profile=short()).code == "hand-ended"


def test_who_cannot_lay_the_next_rank_nor_lays_the_comet_passes_and_the_hand_ends_there():
    ended = hand("Ana: 5", "Bruno: pass")
    assert (ended.winner, ended.blocked, ended.ended, ended.legal()) == (None, True, True, {})
    assert refused("Ana: 5", "Bruno: pass", "Ana: 6").code == "hand-ended"
    assert refused("Ana: 5", "Bruno: pass", "Bruno: 6").code == "hand-ended"


def test_after_going_on_the_first_player_is_on_turn_again_and_may_end_it_too():
    assert hand("Ana: 5", "Bruno: 6", "Ana: pass").blocked


def test_on_a_lead_nobody_passes():
    for before in ((), ("Ana: K",), ("Ana: 9♦",)):
        assert refused(*before, "Ana: pass").code == "no-pass-on-lead"


def test_who_holds_the_next_rank_must_lay_it_or_the_comet():
    left = {"Ana": "3 4", "Bruno": "6 8 K"}
    assert proved("Ana: 5", "Bruno: pass", left=left, profile=short()) == [("passed-while-able", 2, "Bruno")]
    left = {"Ana": "3 4", "Bruno": "7 8 K"}
    assert proved("Ana: 5", "Bruno: pass", left=left, profile=short()) == []


def test_who_holds_the_next_rank_may_not_stop_either():
    left = {"Ana": "3 6", "Bruno": "7 8 K"}
    assert proved("Ana: 5", "Bruno: pass", left=left, profile=short()) == [("stopped-while-able", 1, "Ana")]
    assert proved("Ana: 5", "Bruno: 6", "Ana: 7 8") == []
    assert proved("Ana: 5", "Bruno: 6", "Ana: 7", "Bruno: 8", "Ana: 9 10 J Q K 6") == [("stopped-while-able", 1, "Ana")]


def test_a_stop_while_able_is_one_even_where_the_other_then_lays_the_comet():
    turns = ("Ana: 5", "Bruno: 9♦ 2", "Ana: pass")
    assert proved(*turns, left={"Ana": "6 K", "Bruno": "8"}, profile=short()) == [("stopped-while-able", 1, "Ana")]


def test_a_stop_while_able_that_stood_is_not_found_again():
    left = {"Ana": "3 6", "Bruno": "6 8 K"}
    assert proved("Ana: 5", "Ana: pass!", "Bruno: pass!", left=left, profile=short()) == []


def test_a_house_may_have_the_player_of_the_last_card_lead_when_both_are_stopped():
    leads = house(stop={"all_stuck": "last_leads"})
    assert who_leads(hand("Ana: 5", "Bruno: pass", profile=leads)) == "Ana"
    assert needed(hand("Ana: 5", "Bruno: pass", "Ana: 3", profile=leads)) == "4"


def test_a_house_may_have_the_next_player_lead_when_both_are_stopped():
    leads = house(stop={"all_stuck": "next_leads"})
    assert who_leads(hand("Ana: 5", "Bruno: pass", profile=leads)) == "Bruno"


# Score


def test_who_goes_out_scores_the_pips_left_in_the_opponents_hand():
    assert points("Ana: 3 4 5", bruno="2 7 K") == (19, 0)
    assert points("Ana: 3", "Bruno: 4 5 6", ana="2 K") == (0, 12)


def test_nothing_is_taken_from_the_loser():
    one = scored("Ana: 3 4 5", left={"Bruno": "2 7 K"}, profile=short())
    assert [(t.payer, t.payee, t.points, t.reason) for e in one.events for t in e.transfers] == [
        (None, "Ana", 19, "hand")
    ]
    assert [event.text for event in one.events] == ["hand: 19 to Ana"]
    assert sum(one.change.values()) == 19


@pytest.mark.parametrize(
    ("cards", "pips"),
    [("10 10 10", 30), ("J Q K", 30), ("2 3 4", 9), ("5 6 7", 18), ("8 9 9", 26), ("2 2 2", 6)],
)
def test_10_and_the_courts_count_10_and_2_to_9_their_number(cards, pips):
    assert points("Ana: 3 4 5", bruno=cards) == (pips, 0)


def test_the_comet_counts_9():
    undoubled = {"multiply": {"loser_holds_comet": 1}}
    assert points("Ana: 3 4 5", bruno="2 2 9♦", **undoubled) == (2 + 2 + 9, 0)


@pytest.mark.parametrize(
    ("ana", "bruno", "score"), [("2 3", "4 6 K", (15, 0)), ("10 K", "2 3 4", (0, 11)), ("2 K", "8 3 6", (5, 0))]
)
def test_when_both_are_stopped_the_lower_total_wins_the_difference(ana, bruno, score):
    assert points("Ana: 8", "Bruno: pass", ana=ana, bruno=bruno) == score


def test_equal_totals_score_nothing_and_nobody_wins_the_hand():
    tie = scored("Ana: 8", "Bruno: pass", left={"Ana": "K 2", "Bruno": "3 4 5"}, profile=short())
    assert (tie.state, tie.winner, tie.events) == (State.SETTLED, None, ())
    assert [row.won for row in night(tie.record, profile=short()).standings] == [0, 0]


def test_doubled_when_the_loser_still_holds_the_comet():
    assert points("Ana: 3 4 5", bruno="2 2 9♦") == (2 * 13, 0)


def test_doubled_so_also_in_a_blocked_hand():
    assert points("Ana: 8", "Bruno: pass", ana="2 2", bruno="2 3 9♦") == (2 * 10, 0)
    assert points("Ana: 8", "Bruno: pass", ana="2 9♦", bruno="2 3 4") == (0, 2 * 2)


def test_the_comet_with_the_winner_of_a_blocked_hand_doubles_nothing():
    assert points("Ana: 8", "Bruno: pass", ana="2 9♦", bruno="6 6 7") == (8, 0)


def test_a_house_may_have_the_comet_double_nothing_in_a_blocked_hand():
    never = {"blocked": {"comet_doubles": False}}
    assert points("Ana: 8", "Bruno: pass", ana="2 2", bruno="2 3 9♦", **never) == (10, 0)


@pytest.mark.parametrize("turn", ["Ana: 3 4 9♦", "Ana: Q K 9♦"])
def test_doubled_when_the_comet_was_the_winners_last_card(turn):
    assert points(turn, bruno="2 2 2") == (12, 0)


@pytest.mark.parametrize("turn", ["Ana: 9♦ 3 4", "Ana: 3 9♦ 5"])
def test_the_comet_laid_earlier_doubles_nothing(turn):
    assert points(turn, bruno="2 2 2") == (6, 0)


def test_quadrupled_instead_when_it_was_laid_last_as_a_natural_nine():
    assert points("Ana: 7 8 9♦", bruno="2 2 2") == (24, 0)
    assert points("Ana: 6 7", "Bruno: 8", "Ana: 9♦", bruno="2 2") == (16, 0)


def test_a_nine_that_was_not_last_counts_once():
    assert points("Ana: 8 9♦ 3", bruno="2 2 2") == (6, 0)


def test_the_factors_never_multiply_each_other():
    twice = house(deal={"cards": 3}, comet={"cards": ["9♦", "2♣"]})
    one = scored("Ana: 7 8 9♦", left={"Bruno": "3 3 2♣"}, profile=twice)
    assert one.change == {"Ana": 4 * (3 + 3 + 9), "Bruno": 0}
    one = scored("Ana: 6 7 9♦", left={"Bruno": "3 3 2♣"}, profile=twice)
    assert one.change == {"Ana": 2 * (3 + 3 + 9), "Bruno": 0}


# Match


def match_of(*hands: str) -> Night:
    """A match of short hands, each won by the name for 19 points, or "" for a tie; the dealers alternate."""
    records = []
    for (leader, other), winner in zip(pairwise(PAIR * 9), hands, strict=False):
        if not winner:
            tie = {leader: "K 2", other: "3 4 5"}
            records.append(record(f"{leader}: 8", f"{other}: pass", left=tie))
        elif winner == leader:
            records.append(record(f"{leader}: 3 4 5", left={other: "2 7 K"}))
        else:
            records.append(record(f"{leader}: 3", f"{other}: 4 5 6", left={leader: "9 K"}))
    return night(*records, profile=short())


def test_a_match_is_two_hands_unless_another_even_number_is_agreed():
    assert night(record()).planned == 2
    assert not match_of("Ana").complete
    assert match_of("Ana", "Ana").complete
    assert night(record(), profile=house(match={"number": 6})).planned == 6


def test_the_highest_total_wins():
    played = match_of("Ana", "Ana")
    assert played.balances == {"Ana": 38, "Bruno": 0}
    assert played.winners == ["Ana"]
    assert match_of("", "Bruno").winners == ["Bruno"]


def test_ties_share():
    assert match_of("Ana", "Bruno").winners == ["Ana", "Bruno"]
    assert match_of("", "").winners == ["Ana", "Bruno"]


NEW = ("new", "night", "-p", "duo", "--player", "Ana", "--player", "Bruno")
HEAD = 'format = "comet-session/1"\nname = "x"\nplayers = ["Ana", "Bruno"]\nfirst_dealer = "Bruno"\n'


@pytest.mark.parametrize("hands", [1, 3, 5])
def test_an_odd_plan_is_refused_when_a_night_begins(tmp_path: Path, hands: int):
    done = call(tmp_path, *NEW, "--hands", str(hands))
    assert done.status == 2
    assert f"{hands} is odd" in done.err
    assert not (tmp_path / "sessions" / "night.toml").exists()


def test_an_even_plan_is_taken(tmp_path: Path):
    assert call(tmp_path, *NEW, "--hands", "4").status == 0


def test_an_odd_plan_in_a_file_is_refused():
    odd = findings(HEAD + 'hands_planned = 3\n[profile]\nextends = "duo"\n')
    assert ["3 is odd" in finding.message for finding in odd] == [True]
    assert findings(HEAD + 'hands_planned = 4\n[profile]\nextends = "duo"\n') == []


def test_an_odd_number_in_the_rules_is_refused():
    with pytest.raises(CometError, match=r"match.number 3"):
        house(match={"number": 3})


def test_stopping_after_an_odd_number_of_hands_is_told(tmp_path: Path):
    hand_text = '[[hands]]\nplays = ["{0}: 10", "{1}: pass"]\nleft = {{ Ana = "70p", Bruno = "80p" }}\n'
    first, second = hand_text.format("Ana", "Bruno"), hand_text.format("Bruno", "Ana")
    rest = 'hands_planned = 4\n[profile]\nextends = "duo"\n'
    path = tmp_path / "night.toml"
    path.write_text(HEAD + rest + first, encoding="utf-8")
    assert "even number" in call(tmp_path, "show", "night.toml").out
    assert "even number" in call(tmp_path, "score", "night.toml").out
    path.write_text(HEAD + rest + first + second, encoding="utf-8")
    assert "even number" not in call(tmp_path, "show", "night.toml").out


# Settling


def test_who_goes_out_needs_only_the_others_cards():
    waits = scored("Ana: 3 4 5", profile=short())
    assert (waits.state, waits.missing) == (State.UNSETTLED, ("Bruno's cards",))
    assert scored("Ana: 3 4 5", left={"Bruno": "2 7 K"}, profile=short()).state is State.SETTLED


def test_a_blocked_hand_needs_both_hands():
    blocked = ("Ana: 8", "Bruno: pass")
    assert scored(*blocked, profile=short()).missing == ("Ana's cards", "Bruno's cards")
    assert scored(*blocked, left={"Ana": "K 2"}, profile=short()).missing == ("Bruno's cards",)
    assert scored(*blocked, left={"Ana": "K 2", "Bruno": "4 6 K"}, profile=short()).state is State.SETTLED


def test_totals_do_as_well():
    assert points("Ana: 3 4 5", bruno="19p", dead="9♦") == points("Ana: 3 4 5", bruno="2 7 K")
    assert points("Ana: 8", "Bruno: pass", ana="12p", bruno="3 7 8", dead="9♦") == (6, 0)
    assert points("Ana: 3 4 5", bruno="13p 9♦") == points("Ana: 3 4 5", bruno="2 2 9♦") == (26, 0)


def test_a_total_beside_which_no_comet_stands_doubles_nothing():
    told = scored("Ana: 3 4 5", left={"Bruno": "13p"}, profile=short())
    assert (told.state, told.change) == (State.SETTLED, {"Ana": 13, "Bruno": 0})


@pytest.mark.parametrize(
    ("bruno", "code"),
    [
        ("2 7", "left-count"),
        ("2 7 K K", "left-count"),
        ("2 7 ?", "left-unseen"),
        ("5p", "left-pips"),
        ("31p", "left-pips"),
        ("2 7 A", "not-in-pack"),
        ("2 2 9♥", "not-in-pack"),
    ],
)
def test_what_was_left_has_to_be_possible_and_told_in_whole(bruno, code):
    ended = night(record("Ana: 3 4 5", left={"Bruno": bruno}), profile=short())
    assert code in [finding.code for finding in ended.findings]
    assert ended.hands[0].events == ()


@pytest.mark.parametrize("total", ["12p", "30p"])
def test_a_total_has_to_be_possible_with_the_comet_beside_it(total):
    ended = night(record("Ana: 3 4 5", left={"Bruno": f"{total} 9♦"}), profile=short())
    assert [finding.code for finding in ended.findings] == ["left-pips"]
    assert night(record("Ana: 3 4 5", left={"Bruno": "29p 9♦"}), profile=short()).findings == ()


def test_five_cards_of_a_rank_cannot_be():
    five = night(record("Ana: 7 7 7 7", left={"Bruno": "7 8 8 8"}), profile=short(4))
    assert [finding.code for finding in five.findings] == ["left-and-played"]
    five = night(record("Ana: 6", "Bruno: 7 8 9 10", left={"Ana": "7 7 7"}), profile=short(4))
    assert five.hands[0].state is State.SETTLED
    five = night(record("Ana: 6", "Bruno: pass", left={"Ana": "2 2 2", "Bruno": "2 2 8 8"}), profile=short(4))
    assert [finding.code for finding in five.findings] == ["card-twice"]
    assert refused("Ana: 7 7 7 7", "Ana: 7").code == "already-played"


def test_the_comet_is_there_once():
    both = {"Ana": "2 9♦", "Bruno": "2 3 9♦"}
    twice = night(record("Ana: 8", "Bruno: pass", left=both), profile=short())
    assert [finding.code for finding in twice.findings] == ["card-twice"]


def test_a_hand_without_plays_says_who_won_and_how_many_pips_were_left():
    (totals,) = night(record(tally=Tally("Ana", pips_left={"Bruno": 72}))).hands
    assert (totals.state, totals.change) == (State.SETTLED, {"Ana": 72, "Bruno": 0})
    missing = night(record(tally=Tally("Ana")))
    assert [finding.code for finding in missing.findings] == ["tally-pips-left"]


@pytest.mark.parametrize(
    ("ana", "bruno", "doubles", "points"),
    [("3 9♦", "K 8", True, 6), ("2 10", "9♦ 9", True, 12), ("2 10", "9♦ 9", False, 6)],
)
def test_a_blocked_hand_without_plays_may_tell_what_both_held_and_only_the_losers_comet_doubles(
    ana, bruno, doubles, points
):
    tally = Tally("Ana", pips_left={"Ana": 12, "Bruno": 18})
    told = night(
        record(tally=tally, left={"Ana": ana, "Bruno": bruno}), profile=house(blocked={"comet_doubles": doubles})
    )
    assert told.findings == ()
    assert told.hands[0].change == {"Ana": points, "Bruno": 0}


@pytest.mark.parametrize("name", ["duo-blocked-doubled", "duo-blocked-tie", "duo-quadruple"])
def test_whole_hands_are_scored_as_they_were_at_the_table(name):
    path = CASES / f"{name}.toml"
    played = score_night(read_session(path.read_text(encoding="utf-8"), path.parent).session)
    assert played.findings == ()
    (only,) = played.hands
    assert only.record.result is not None
    assert only.state is State.SETTLED
    assert (only.winner, only.change, only.balances) == (
        only.record.result.winner,
        only.record.result.change,
        only.record.result.balances,
    )


# Typing


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("b", ("Ana: 5",), "Bruno: 6"),
        ("b+2", ("Ana: 5",), "Bruno: 6 7"),
        ("b+2 a b+2", ("Ana: 5",), "Bruno: 6 7 | Ana: 8 | Bruno: 9 10"),
        ("+", ("Ana: 5",), "Ana: 6"),
        ("+3", ("Ana: 5",), "Ana: 6 7 8"),
        ("6", ("Ana: 5",), "Ana: 6"),
        ("b:6", ("Ana: 5",), "Bruno: 6"),
        ("-", ("Ana: 5",), "Bruno: pass"),
        (".", ("Ana: 5",), "Bruno: pass"),
        ("b: pass", ("Ana: 5",), "Bruno: pass"),
        ("b -", ("Ana: 5",), "Bruno: 6 | Ana: pass"),
    ],
)
def test_a_name_a_plus_a_rank_or_a_minus_is_all_that_most_turns_need(line, before, in_full):
    assert told(line, *before) == in_full


@pytest.mark.parametrize(("line", "in_full"), [("6", "Ana: 6"), ("9", "Ana: 9"), ("t", "Ana: 10"), ("10", "Ana: 10")])
def test_by_rank_a_rank_alone_is_complete_on_a_lead_too(line, in_full):
    assert told(line) == in_full
    assert told(line, "Ana: K") == in_full


@pytest.mark.parametrize(
    ("letter", "card", "below"),
    [("j", "J", "10"), ("q", "Q", "J"), ("k", "K", "Q"), ("t", "10", "9"), ("K", "K", "Q")],
)
def test_a_lone_letter_is_a_card_even_where_a_name_begins_with_it(letter, card, below):
    first = f"{letter}ana"
    seats = (first, "Bruno")
    assert told(letter, players=seats) == f"{first}: {card}"
    assert told(letter, f"{first}: {below}", players=seats) == f"{first}: {card}"
    assert told(f"b:{letter}", f"{first}: {below}", players=seats) == f"Bruno: {card}"


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("3-8", (), "Ana: 3 4 5 6 7 8"),
        ("b:6-8", ("Ana: 5",), "Bruno: 6 7 8"),
        ("8-j", (), "Ana: 8 9 10 J"),
        ("10-k", (), "Ana: 10 J Q K"),
        ("t-q", (), "Ana: 10 J Q"),
    ],
)
def test_a_range_is_every_rank_from_the_first_to_the_last(line, before, in_full):
    assert told(line, *before) == in_full


@pytest.mark.parametrize(("line", "code"), [("a-3", "not-in-pack"), ("8-3", "bad-range"), ("3-3", "bad-range")])
def test_a_range_of_cards_that_do_not_go_up_is_refused(line, code):
    assert not_told(line).code == code


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("4*4", (), "Ana: 4 4 4 4"),
        ("4 4 4 4", (), "Ana: 4 4 4 4"),
        ("9*3", (), "Ana: 9 9 9"),
        ("b:9*3 +", ("Ana: 8",), "Bruno: 9 9 9 10"),
        ("3 4*4 5-7", (), "Ana: 3 4 4 4 4 5 6 7"),
        ("j*4", ("Ana: 10",), "Ana: J J J J"),
    ],
)
def test_a_star_is_a_full_set(line, before, in_full):
    assert told(line, *before) == in_full


@pytest.mark.parametrize("line", ["4*5", "9*4", "4*1", "4*0"])
def test_a_star_with_more_cards_than_there_are_or_fewer_than_two_is_refused(line):
    assert not_told(line).code == "bad-set"


@pytest.mark.parametrize("line", ["4*2 5", "4*3 5", "9*2 10"])
def test_a_star_with_a_part_of_the_set_is_refused(line):
    assert not_told(line).code == "set-unfinished"


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("9d", (), "Ana: 9♦"),
        ("b:9d 5", ("Ana: 5",), "Bruno: 9♦ | Bruno: 5"),
        ("9♦ 2-4", ("Ana: 8",), "Ana: 9♦ | Ana: 2 3 4"),
        ("b:9", ("Ana: 8",), "Bruno: 9"),
        ("b:9c", ("Ana: 8",), "Bruno: 9"),
    ],
)
def test_9d_is_the_comet_and_9_a_black_nine(line, before, in_full):
    assert told(line, *before) == in_full


def test_the_needed_nine_is_a_black_one():
    assert told("b", "Ana: 8") == "Bruno: 9"


def test_a_card_typed_in_another_red_is_refused():
    assert not_told("9h").code == "not-in-pack"
    assert not_told("9d=6", "Ana: 5").code == "stands-for-nothing"


@pytest.mark.parametrize(
    ("line", "stored"), [("b: 2 7 K", "2 7 K"), ("b: 19p", "19p"), ("b:13p 9d", "13p 9♦"), ("b: 2c 7s k", "2 7 K")]
)
def test_what_was_left_is_typed_by_cards_or_by_the_total_of_pips(line, stored):
    desk = typing.Desk("Ana: 3 4 5", players=PAIR, profile=short())
    desk.recorder.left(line)
    assert str(desk.recorder.night.hands[0].record.left["Bruno"]) == stored
    assert desk.recorder.to_book is not None


def test_left_b_72p_is_taken():
    desk = typing.Desk("Ana: 3 4 5 6 7 8 9 10", players=PAIR, profile=short(8))
    desk.recorder.left("b: 72p")
    assert desk.recorder.night.balances == {"Ana": 72, "Bruno": 0}


@pytest.mark.parametrize("line", ["b: -", "b: 2 7", "b: 2 ?", "b: 99p"])
def test_what_was_left_is_refused_where_it_is_not_told_in_whole(line):
    desk = typing.Desk("Ana: 3 4 5", players=PAIR, profile=short())
    with pytest.raises(CometError):
        desk.recorder.left(line)
    assert desk.recorder.night.hands[0].record.left == {}


def test_both_are_asked_after_a_blocked_hand_and_only_the_loser_otherwise():
    desk = typing.Desk("Ana: 8", "Bruno: pass", players=PAIR, profile=short())
    asked = [desk.recorder.asked]
    desk.recorder.left(f"{asked[0]}: 12p")
    asked.append(desk.recorder.asked)
    assert sorted(map(str, asked)) == ["Ana", "Bruno"]
    desk.recorder.left(f"{asked[1]}: 15p")
    assert desk.recorder.asked is None
    assert typing.Desk("Ana: 3 4 5", players=PAIR, profile=short()).recorder.asked == "Bruno"
