"""The game of the 51 dealt cards, sentence by sentence, with its variants, its typing and its settling.

Ana, Bruno and Carla sit clockwise; unless a test says otherwise Carla deals and Ana leads. Hands that have to end
are played with a few cards only: the cards of `house` are the whole pack, and all of them are dealt.
"""

import functools
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from comet_cli.cards import Card, read_card
from comet_cli.findings import CometError, Family
from comet_cli.hand import Hand, How
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.plays import Lay
from comet_cli.profile import Profile
from comet_cli.reading import read_session
from comet_cli.records import Tally
from comet_cli.scoring import State
from tests import test_entry as typing
from tests import test_foster_rules as rules
from tests.running import call, findings
from tests.test_foster_rules import needed, record, refusal, who_leads

CASES = Path(__file__).parent / "cases"
CRP = find_profile("crp", Path())
PROGRESSIVE = find_profile("crp-progressive", Path())
TABLE = ("Ana", "Bruno", "Carla")
SIX = ("Ana", "Bruno", "Carla", "Davi", "Elisa", "Fabio")

hand = functools.partial(rules.hand, players=TABLE, profile=CRP)
refused = functools.partial(rules.refused, players=TABLE, profile=CRP)
scored = functools.partial(rules.scored, players=TABLE, profile=CRP)
change = functools.partial(rules.change, players=TABLE, profile=CRP)
proved = functools.partial(rules.proved, players=TABLE, profile=CRP)
night = functools.partial(rules.night, players=TABLE, profile=CRP)
told = functools.partial(typing.told, players=TABLE, profile=CRP)
not_told = functools.partial(typing.refused, players=TABLE, profile=CRP)


def house(cards: str = "", **areas: dict[str, Any]) -> Profile:
    """The rules with other parameters, and with no other cards than `cards` where any are named."""
    kept = cards.split()
    out = [str(card) for card in (*CRP.cards, Card(8, "♦")) if kept and str(card) not in kept]
    pack = {"pack": {"removed": out}} if kept else {}
    return find_profile("crp", Path(), {**pack, **areas})


# Three cards each. Ana goes out with A♣ 2♣ 3♣.
SMALL_PACK = "A♣ 2♣ 3♣ 4♣ 5♣ 6♦ 7♦ 9♦ 10♦"
SMALL = house(SMALL_PACK)
STOPS = house(comet={"gap_next": "stop"})


# Pack and deal


def test_the_pack_has_51_cards_8_of_diamonds_being_taken_out():
    assert CRP.cards.total() == len(CRP.cards) == 51
    assert refused("Ana: 8♦").code == "not-in-pack"


def test_the_ace_is_low():
    assert needed(hand("Ana: A♣")) == "2♣"
    assert who_leads(hand("Ana: K♣")) == "Ana"


@pytest.mark.parametrize(
    ("players", "from_the_left"),
    [
        (2, (26, 25)),
        (3, (17, 17, 17)),
        (4, (13, 13, 13, 12)),
        (5, (11, 10, 10, 10, 10)),
        (6, (9, 9, 9, 8, 8, 8)),
    ],
)
def test_all_cards_are_dealt_and_the_first_seats_left_of_the_dealer_hold_one_more(players, from_the_left):
    dealt = Hand(CRP, SIX[:players], dealer=1)
    seats = [(2 + place) % players for place in range(players)]
    assert tuple(dealt.held[seat] for seat in seats) == from_the_left
    assert dealt.dead == 0


@pytest.mark.parametrize("players", [1, 7])
def test_it_is_played_by_two_to_six(players):
    seats = (*SIX, "Gil")[:players]
    assert [f.code for f in night(record(), players=seats).findings] == ["player-count"]
    assert all(night(record(), players=SIX[:fits]).findings == () for fits in range(2, 7))


def test_no_card_is_dead():
    ended = night(record("Ana: A♣ 2♣ 3♣", dead="4♣"), profile=SMALL)
    assert [finding.code for finding in ended.findings] == ["dead-count"]


@pytest.mark.parametrize("dealer", range(3))
def test_the_seat_to_the_dealers_left_leads_first(dealer):
    assert who_leads(hand(dealer=dealer)) == TABLE[(dealer + 1) % 3]
    assert refused(f"{TABLE[dealer]}: 3♣", dealer=dealer).code == "not-the-leader"


def test_the_deal_moves_left_each_hand():
    played = night(*(record(f"{name}: A♣ 2♣ 3♣") for name in TABLE), profile=SMALL)
    assert [each.dealer for each in played.hands] == ["Carla", "Ana", "Bruno"]
    assert played.findings == ()


def test_everyone_stakes_1_to_the_pool():
    assert [event.text for event in scored("Ana: 3♣").events] == ["stake: 1 from each to the pool"]
    assert change("Ana: 3♣") == (-1, -1, -1)


# Lead and re-open


@pytest.mark.parametrize("card", ["A♣", "2♦", "7♥", "K♠"])
def test_the_leader_chooses_any_suit(card):
    assert who_leads(hand()) == "Ana"
    assert hand(f"Ana: {card}").log[0].led


def test_a_lead_is_the_lowest_card_of_its_suit_and_a_later_play_may_show_that_it_was_not():
    assert proved("Ana: 7♦ 3♦") == [("lead-not-lowest", 1, "Ana")]
    assert proved("Ana: 3♥", "Bruno: 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", "Bruno: 2♥") == []


def test_the_lowest_of_its_own_suit_is_led_whatever_else_is_held():
    assert proved("Ana: 7♦ 3♣") == []


# Ana ends this hand; Bruno's lead of 7♦ is the third play.
REVEALED = house("4♣ 5♣ 6♦ 7♦ 9♦ 10♦ K♥ 2♣ 3♣")
BRUNO_LEADS_7 = ("Ana: 4♣", "Bruno: 5♣ 7♦", "Carla: 9♦=8♦", "Ana: 10♦ K♥")


def test_the_reveal_shows_a_lead_that_was_not_the_lowest():
    left = {"Bruno": "6♦", "Carla": "2♣ 3♣"}
    assert proved(*BRUNO_LEADS_7, left=left, profile=REVEALED) == [("lead-not-lowest", 3, "Bruno")]


def test_hidden_hands_show_nothing():
    assert proved(*BRUNO_LEADS_7, profile=REVEALED) == []
    assert proved(*BRUNO_LEADS_7, left={"Bruno": "?", "Carla": "? ?"}, profile=REVEALED) == []


def test_a_lead_that_stood_is_not_found_again():
    assert proved("Ana: 7♦! 3♦") == []
    stood = [turn.replace("7♦", "7♦!") for turn in BRUNO_LEADS_7]
    assert proved(*stood, left={"Bruno": "6♦", "Carla": "? ?"}, profile=REVEALED) == []


def test_a_card_that_continues_a_run_need_not_be_the_lowest():
    assert proved("Ana: 6♦", "Bruno: 7♦ 3♦") == []


# Continue


@pytest.mark.parametrize("player", TABLE)
def test_whoever_holds_the_next_card_plays_it_at_once_whoevers_turn_it_would_be(player):
    assert needed(hand("Ana: 5♥", f"{player}: 6♥")) == "7♥"


def test_the_next_card_is_the_next_of_the_suit():
    assert needed(hand("Ana: 5♥")) == "6♥"
    for player in ("Bruno", "Carla"):
        assert refused("Ana: 5♥", f"{player}: 7♥").code == "out-of-sequence"
        assert refused("Ana: 5♥", f"{player}: 6♣").code == "out-of-sequence"


def test_nobody_passes():
    for player in TABLE:
        assert refused("Ana: 5♥", f"{player}: pass").code == "no-passes"
        assert refused("Ana: K♥", f"{player}: pass").code == "no-passes"
        assert refused(f"{player}: pass").code == "no-passes"


def test_a_new_lead_while_the_next_card_is_still_out_is_refused():
    finding = refused("Ana: 5♥", "Ana: 3♣")
    assert finding.code == "still-out"
    assert "6♥" in finding.message
    assert who_leads(hand("Ana: 5♥")) is None


def test_a_lead_while_the_next_card_is_still_out_may_stand():
    stood = scored("Ana: 5♥", "Ana: 3♣!", "Bruno: 4♣")
    assert [(finding.code, finding.play) for finding in stood.findings] == [("stood", 2)]


def test_where_a_house_leaves_cards_dead_a_new_lead_shows_later_who_kept_the_next_card_back():
    some_dead = house(deal={"cards": 12}, players={"max": 4})
    assert hand("Ana: 5♥ 3♣", profile=some_dead).log[-1].led
    kept = proved("Ana: 5♥ 3♣", "Bruno: 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ 6♥", profile=some_dead)
    assert kept == [("card-kept-back", 2, "Bruno")]


def test_a_pass_that_stood_frees_no_lead_while_the_next_card_is_still_out():
    for player in TABLE:
        assert refused("Ana: 5♥", f"{player}: pass!", "Ana: 3♣").code == "still-out"
        assert needed(hand("Ana: 5♥", f"{player}: pass!", "Carla: 6♥")) == "7♥"


# Stops


def test_a_king_stops_the_run_and_its_player_leads():
    stopped = hand("Ana: Q♥", "Bruno: K♥")
    assert (who_leads(stopped), needed(stopped)) == ("Bruno", "")


def test_8_of_diamonds_stops_the_run():
    assert who_leads(hand("Ana: 6♦", "Carla: 7♦")) == "Carla"


def test_a_next_card_already_played_in_an_earlier_run_stops_the_run():
    rising = ("Ana: 5♥", "Bruno: 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥")
    assert who_leads(hand(*rising, "Bruno: 3♥")) is None
    assert who_leads(hand(*rising, "Bruno: 3♥", "Carla: 4♥")) == "Carla"
    assert needed(hand(*rising, "Bruno: 3♥", "Carla: 4♥ 2♣")) == "3♣"


@pytest.mark.parametrize("player", ["Ana", "Carla"])
def test_only_the_player_of_the_last_card_opens_the_next_run(player):
    for before in (("Ana: Q♥", "Bruno: K♥"), ("Ana: 6♦", "Bruno: 7♦")):
        assert hand(*before, "Bruno: 2♣").log[-1].led
        assert refused(*before, f"{player}: 2♣").code == "not-the-leader"


def test_a_run_never_goes_from_king_to_ace():
    assert refused("Ana: K♥", "Bruno: A♥").code == "not-the-leader"
    assert hand("Ana: K♥ A♥").log[-1].led


def test_where_the_house_says_stop_the_comet_as_next_card_is_one():
    with_the_eight = {"pack": {"removed": []}}
    stops = find_profile("crp", Path(), {**with_the_eight, "comet": {"gap_next": "stop"}})
    ten = find_profile("crp", Path(), with_the_eight)
    assert who_leads(hand("Ana: 7♦ 8♦", profile=stops)) == "Ana"
    assert who_leads(hand("Ana: 7♦ 8♦", profile=ten)) is None


def test_the_first_empty_hand_ends_the_hand_at_once():
    ended = hand("Ana: A♣ 2♣ 3♣", profile=SMALL)
    assert (ended.winner, ended.leader, ended.legal()) == (0, None, {})
    assert refused("Ana: A♣ 2♣ 3♣", "Bruno: 4♣", profile=SMALL).code == "hand-ended"


# The Comet


@pytest.mark.parametrize("player", TABLE)
@pytest.mark.parametrize("card", ["6♣", "5♦", "K♥", "2♠"])
def test_the_holder_may_lay_the_comet_as_the_needed_card_of_any_suit_due_or_not(player, card):
    below = read_card(card)
    assert below is not None
    led = f"Ana: {Card(below.rank - 1, below.suit)}"
    assert str(hand(led, f"{player}: 9♦={card}").log[-1].play) == f"9♦={card}"


def test_the_run_goes_on_from_the_card_it_stands_for():
    assert needed(hand("Ana: 5♥", "Carla: 9♦=6♥")) == "7♥"
    assert needed(hand("Ana: 5♥", "Carla: 9♦=6♥", "Bruno: 7♥")) == "8♥"


def test_the_comet_comes_even_before_the_holder_of_the_real_card_which_stays_in_that_hand():
    before = ("Ana: 5♥", "Carla: 9♦=6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥", "Bruno: K♥")
    assert hand(*before, "Bruno: 6♥").log[-1].led
    assert who_leads(hand(*before, "Bruno: 6♥")) == "Bruno"


def test_the_comet_may_come_instead_of_the_real_card_in_the_same_hand():
    assert who_leads(hand("Ana: 5♥ 9♦=6♥", "Bruno: 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", "Bruno: 2♥ 3♥ 4♥")) == "Bruno"
    assert proved("Ana: J♥ 9♦=Q♥", "Bruno: K♥ 10♥") == []


def test_as_a_king_it_ends_the_run_and_its_player_leads():
    ended = hand("Ana: Q♥", "Carla: 9♦=K♥")
    assert (who_leads(ended), needed(ended)) == ("Carla", "")


def test_as_a_card_already_played_it_takes_a_stopped_run_on():
    stopped = ("Ana: 5♥", "Bruno: 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 4♥")
    assert who_leads(hand(*stopped)) == "Bruno"
    again = hand(*stopped, "Carla: 9♦=5♥")
    assert (needed(again), who_leads(again)) == ("6♥", "Carla")


def test_as_8_of_diamonds_it_bridges_the_gap_and_10_of_diamonds_is_next():
    bridged = hand("Ana: 7♦", "Carla: 9♦=8♦")
    assert (needed(bridged), who_leads(bridged)) == ("10♦", None)
    assert needed(hand("Ana: 7♦", "Carla: 9♦=8♦", "Bruno: 10♦")) == "J♦"


def test_after_a_bridge_to_a_card_already_played_the_run_stops():
    high = ("Ana: 10♦ J♦ Q♦ K♦", "Ana: 7♦")
    assert who_leads(hand(*high, "Bruno: 9♦=8♦")) == "Bruno"


def test_the_literal_other_reading_has_a_stop_after_the_gap():
    assert who_leads(hand("Ana: 7♦", "Carla: 9♦=8♦", profile=STOPS)) == "Carla"
    assert refused("Ana: 7♦", "Carla: 9♦=8♦", "Bruno: 10♦", profile=STOPS).code == "not-the-leader"
    assert needed(hand("Ana: 5♥", "Carla: 9♦=6♥", profile=STOPS)) == "7♥"


def test_it_stands_only_for_the_card_that_the_run_needs():
    for card in ("5♥", "7♥", "6♣", "8♦"):
        assert refused("Ana: 5♥", f"Bruno: 9♦={card}").code == "stands-for-other"


def test_in_a_run_it_has_to_say_what_it_stands_for():
    finding = refused("Ana: 5♥", "Bruno: 9♦")
    assert finding.code == "comet-for-what"
    assert "9♦=6♥" in finding.remedy


@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        ("held", ("Ana: 5♥", "Bruno: 9♦=6♥")),
        ("king", ("Ana: Q♥", "Bruno: 9♦=K♥")),
        ("gap", ("Ana: 7♦", "Bruno: 9♦=8♦")),
        ("played", ("Ana: 5♥", "Bruno: 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 4♥", "Carla: 9♦=5♥")),
    ],
)
def test_a_house_may_keep_it_from_standing_for_one_kind_of_card(kind, turns):
    fewer = house(comet={"stands_for": [each for each in CRP.comet.stands_for if each != kind]})
    assert refused(*turns, profile=fewer).code == "may-not-stand-for"
    assert hand(*turns).log[-1].how is How.SUBSTITUTE


def test_no_other_card_stands_for_any():
    assert refused("Ana: 5♥", "Bruno: 9♣=6♥").code == "stands-for-nothing"


@pytest.mark.parametrize("player", TABLE)
def test_at_a_stop_the_window_is_open_until_the_next_lead_is_laid(player):
    assert needed(hand("Ana: 7♦", f"{player}: 9♦=8♦")) == "10♦"
    assert refused("Ana: 7♦ 3♣", f"{player}: 9♦=8♦").code == "stands-for-other"


@pytest.mark.parametrize(
    ("player", "code"),
    [("Ana", "comet-after-king"), ("Bruno", "nothing-to-stand-for"), ("Carla", "comet-after-king")],
)
def test_right_after_a_king_it_stands_for_nothing(player, code):
    for card in ("A♥", "2♥", "8♦"):
        assert refused("Ana: Q♥", "Bruno: K♥", f"{player}: 9♦={card}").code == code


@pytest.mark.parametrize(("player", "code"), [("Ana", "nothing-to-stand-for"), ("Bruno", "not-the-leader")])
def test_before_the_first_card_it_stands_for_nothing(player, code):
    assert refused(f"{player}: 9♦=5♥").code == code


@pytest.mark.parametrize(
    "before", [(), ("Ana: K♥",), ("Ana: 7♦",), ("Ana: 4♥", "Bruno: 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 2♥", "Ana: 3♥")]
)
def test_it_can_be_led_as_a_natural_nine_at_any_lead(before):
    led = hand(*before, "Ana: 9♦")
    assert (led.log[-1].led, needed(led), who_leads(led)) == (True, "10♦", None)
    assert refused(*before, "Bruno: 9♦").family is Family.REFUSED


def test_it_is_led_only_by_a_player_with_no_lower_diamond():
    assert proved("Ana: K♥ 9♦", "Bruno: 10♦ J♦ Q♦ K♦", "Bruno: 3♦", "Ana: 4♦") == [("lead-not-lowest", 2, "Ana")]
    assert proved("Ana: K♥ 9♦", "Bruno: 10♦ J♦ Q♦", "Ana: K♦", "Ana: 3♣") == []


def test_it_never_has_to_be_led_as_the_lowest_diamond():
    pack = house("A♣ 2♣ 3♣ 9♦ J♦ Q♦ K♦ 10♥")
    left = {"Ana": "9♦ 10♥", "Carla": "2♣ 3♣"}
    assert proved("Ana: J♦", "Bruno: Q♦ K♦ A♣", left=left, profile=pack) == []


@pytest.mark.parametrize("card", ["10♦", "J♦", "Q♦", "K♦"])
def test_10_of_diamonds_and_up_may_be_led_while_the_comet_is_unplayed(card):
    assert hand(f"Ana: {card}").log[-1].led
    assert hand("Ana: 7♦", f"Ana: {card}").log[-1].led


def test_the_comet_may_be_kept():
    assert needed(hand("Ana: 5♥", "Carla: 6♥")) == "7♥"
    left = {"Bruno": "4♣ 5♣ 9♦", "Carla": "6♦ 7♦ 10♦"}
    assert proved("Ana: A♣ 2♣ 3♣", left=left, profile=SMALL) == []


def test_it_is_played_once():
    assert refused("Ana: 5♥", "Carla: 9♦=6♥", "Carla: 9♦=7♥").code == "already-played"


# Payments


@pytest.mark.parametrize(
    ("turns", "play"),
    [
        (("Ana: 5♥", "Bruno: 9♦=6♥"), 2),
        (("Ana: Q♥", "Bruno: 9♦=K♥"), 2),
        (("Ana: 7♦", "Bruno: 9♦=8♦"), 2),
        (("Ana: Q♥", "Bruno: K♥ 9♦"), 3),
    ],
)
def test_playing_the_comet_in_any_way_is_paid_1_by_each(turns, play):
    assert [(t.payer, t.payee, t.points, t.reason, t.play) for e in scored(*turns).events[1:] for t in e.transfers] == [
        ("Ana", "Bruno", 1, "comet", play),
        ("Carla", "Bruno", 1, "comet", play),
    ]


def test_the_first_to_go_out_takes_the_pool_and_1_from_each_opponent_per_card_left():
    ended = scored("Ana: A♣", "Bruno: 2♣", "Ana: 3♣ 4♣", profile=SMALL)
    assert [event.text for event in ended.events] == [
        "stake: 1 from each to the pool",
        "cards-left: 2 from Bruno to Ana",
        "cards-left: 3 from Carla to Ana",
        "pool: 3 to Ana",
    ]
    assert ended.change == {"Ana": 7, "Bruno": -3, "Carla": -4}
    assert ended.winner == "Ana"


def test_an_unplayed_comet_is_one_more_card():
    without = change("Ana: A♣ 2♣ 3♣", profile=SMALL)
    left = {"Bruno": "4♣ 5♣ 9♦", "Carla": "6♦ 7♦ 10♦"}
    assert change("Ana: A♣ 2♣ 3♣", left=left, profile=SMALL) == without == (8, -4, -4)


def test_a_comet_that_is_the_last_card_is_paid_too():
    assert change("Ana: A♣ 2♣ 9♦=3♣", profile=SMALL) == (8 + 2, -4 - 1, -4 - 1)


@pytest.mark.parametrize("turn", ["Ana: A♥", "Ana: K♥", "Ana: Q♥ K♥ A♣"])
def test_kings_and_aces_pay_nothing(turn):
    assert change(turn) == (-1, -1, -1)


def test_kings_left_cost_no_more_than_any_card():
    pack = house("A♣ 2♣ 3♣ 9♦ J♥ Q♥ K♥ K♠ K♦")
    left = {"Bruno": "K♥ K♠ K♦", "Carla": "9♦ J♥ Q♥"}
    assert change("Ana: A♣ 2♣ 3♣", left=left, profile=pack) == (8, -4, -4)


def test_what_one_gains_the_others_have_lost():
    assert sum(change("Ana: A♣ 9♦=2♣ 3♣", profile=SMALL)) == 0


# Match


def won_by(*winners: str) -> list[Any]:
    """Hands of the small pack that were won so; the leader hands the lead on where that is needed."""
    hands = []
    for number, winner in enumerate(winners):
        leader = TABLE[number % 3]
        others = "A♣ 2♣ 3♣" if winner == leader else "2♣ 3♣ 4♣"
        hands.append(record(*([] if winner == leader else [f"{leader}: A♣"]), f"{winner}: {others}"))
    return hands


def match(*winners: str, **areas: dict[str, Any]) -> Night:
    return night(*won_by(*winners), profile=house(SMALL_PACK, **areas))


def test_a_match_is_five_hands_unless_another_number_is_agreed():
    assert night(record()).planned == 5
    assert not match("Ana", "Ana", "Ana", "Ana").complete
    assert match("Ana", "Ana", "Ana", "Ana", "Ana").complete
    assert match("Ana", match={"number": 10}).planned == 10


def test_a_match_may_last_until_the_table_stops():
    going_on = match("Ana", "Ana", "Ana", "Ana", "Ana", "Ana", match={"hands": "open"})
    assert (going_on.planned, going_on.complete) == (None, False)


def test_most_chips_win():
    assert match("Ana", "Bruno", "Carla", "Bruno", "Bruno").winners == ["Bruno"]


def test_ties_share():
    played = match("Ana", "Bruno", "Carla", match={"number": 3})
    assert played.balances == {"Ana": 0, "Bruno": 0, "Carla": 0}
    assert played.winners == ["Ana", "Bruno", "Carla"]


# Agreed amounts and variants


def test_the_stake_is_an_agreed_amount():
    dear = house(SMALL_PACK, stake={"ante": 5})
    assert change("Ana: A♣ 2♣ 3♣", profile=dear) == (10 + 6, -5 - 3, -5 - 3)


def test_the_price_of_the_comet_is_an_agreed_amount():
    dear = house(pay={"comet": 4})
    assert change("Ana: 5♥", "Bruno: 9♦=6♥", profile=dear) == (-1 - 4, -1 + 8, -1 - 4)


def test_the_price_of_a_card_left_is_an_agreed_amount():
    dear = house(SMALL_PACK, left={"rate": 3})
    assert change("Ana: A♣ 2♣ 3♣", profile=dear) == (2 + 18, -1 - 9, -1 - 9)


def prices(*hands: str, **pay: Any) -> list[int]:
    """What the Comet costs in each hand; in those called "Comet" it is played, those called "void" do not count."""
    growing = house(SMALL_PACK, pay={"comet_growth": "double", **pay})
    dealers = cycle(TABLE)
    leader, records = next(dealers), []
    for each in hands:
        turns = f"{leader}: A♣ {'9♦=2♣' if each == 'Comet' else '2♣'} 3♣"
        records.append(record(turns, void="misdeal" if each == "void" else None))
        leader = leader if each == "void" else next(dealers)
    return [each.price for each in night(*records, profile=growing).hands]


def test_crp_progressive_doubles_the_price_after_every_hand_in_which_the_comet_was_not_played():
    assert PROGRESSIVE.pay.comet_growth == "double"
    assert prices("kept", "kept", "kept", "kept") == [1, 2, 4, 8]


def test_the_price_falls_back_to_the_agreed_one_after_the_comet_was_played():
    assert prices("kept", "kept", "Comet", "kept", "Comet", "Comet") == [1, 2, 4, 1, 2, 1]
    assert prices("kept", "Comet", "kept", "kept", comet=3) == [3, 6, 3, 6]


def test_the_price_has_no_cap():
    assert prices(*["kept"] * 12)[-1] == 2**11


def test_a_void_hand_is_no_step():
    assert prices("kept", "void", "void", "kept", "Comet", "void", "kept") == [1, 2, 2, 2, 4, 1, 1]


def test_the_grown_price_is_what_each_pays():
    hands = [record("Ana: A♣ 2♣ 3♣"), record("Bruno: A♣ 9♦=2♣ 3♣")]
    grown = night(*hands, profile=house(SMALL_PACK, pay={"comet_growth": "double"}))
    assert "comet: 2 from each to Bruno" in [event.text for event in grown.hands[1].events]


def test_in_crp_itself_the_price_stays():
    played = night(record("Ana: A♣ 2♣ 3♣"), record("Bruno: A♣ 2♣ 3♣"), profile=SMALL)
    assert [each.price for each in played.hands] == [1, 1]


def test_crp_quatre_is_for_exactly_four():
    quatre = find_profile("crp-quatre", Path())
    assert (quatre.players.min, quatre.players.max) == (4, 4)
    for seats in (TABLE, SIX[:5]):
        assert [f.code for f in night(record(), players=seats, profile=quatre).findings] == ["player-count"]
    assert night(record(), players=SIX[:4], profile=quatre).findings == ()


def test_crp_quatre_refuses_a_stake_and_a_price_of_the_comet_that_are_not_equal():
    for areas in ({"pay": {"comet": 2}}, {"stake": {"ante": 3}}):
        finding = refusal(functools.partial(find_profile, "crp-quatre", Path(), areas))
        assert finding.code == "profile-conflict"
        assert "have to be one amount" in finding.message
    equal = find_profile("crp-quatre", Path(), {"pay": {"comet": 2}, "stake": {"ante": 2}})
    assert (equal.pay.comet, equal.stake.ante) == (2, 2)


def test_in_crp_itself_stake_and_price_may_differ():
    assert house(pay={"comet": 2}).stake.ante == 1


def test_crp_two_is_for_exactly_two_with_2_per_card_left():
    two = find_profile("crp-two", Path())
    assert (two.players.min, two.players.max) == (2, 2)
    assert [f.code for f in night(record(), profile=two).findings] == ["player-count"]
    assert night(record(), players=TABLE[:2], profile=two).findings == ()
    assert two.left.rate == 2


NEW = ("new", "night", "--player", "Ana", "--player", "Bruno", "--player", "Carla", "--player", "Davi")


def test_amounts_are_agreed_when_a_night_begins(tmp_path: Path):
    settings = ("--set", "stake.ante=2", "--set", "pay.comet=3", "--set", "left.rate=4")
    assert call(tmp_path, *NEW, "-p", "crp", *settings).status == 0
    text = (tmp_path / "sessions" / "night.toml").read_text(encoding="utf-8")
    agreed = read_session(text, tmp_path).session.profile
    assert (agreed.stake.ante, agreed.pay.comet, agreed.left.rate) == (2, 3, 4)


@pytest.mark.parametrize("settings", [("pay.comet=2",), ("stake.ante=2",), ("stake.ante=2", "pay.comet=3")])
def test_a_night_a_quatre_does_not_begin_with_unequal_amounts(tmp_path: Path, settings: Sequence[str]):
    asked = [word for each in settings for word in ("--set", each)]
    done = call(tmp_path, *NEW, "-p", "crp-quatre", *asked)
    assert done.status != 0
    assert "have to be one amount" in done.err
    assert not (tmp_path / "sessions" / "night.toml").exists()


def test_a_night_a_quatre_begins_with_equal_ones(tmp_path: Path):
    done = call(tmp_path, *NEW, "-p", "crp-quatre", "--set", "pay.comet=2", "--set", "stake.ante=2")
    assert done.status == 0


def test_a_file_with_unequal_amounts_a_quatre_is_refused():
    head = 'format = "comet-session/1"\nname = "x"\nplayers = ["Ana", "Bruno", "Carla", "Davi"]\n'
    with pytest.raises(CometError, match="have to be one amount"):
        findings(head + '[profile]\nextends = "crp-quatre"\npay = { comet = 2 }\n')
    assert findings(head + '[profile]\nextends = "crp-quatre"\n') == []


# Settling


def test_nothing_has_to_be_shown():
    ended = scored("Ana: A♣ 2♣ 3♣", profile=SMALL)
    assert (ended.state, ended.missing, ended.findings) == (State.SETTLED, (), ())


@pytest.mark.parametrize("left", ["4♣ 5♣", "4♣ 5♣ 6♦ 7♦", "? ?"])
def test_the_number_of_cards_shown_has_to_be_right(left):
    ended = night(record("Ana: A♣ 2♣ 3♣", left={"Bruno": left}), profile=SMALL)
    assert [finding.code for finding in ended.findings] == ["left-count"]


@pytest.mark.parametrize(("left", "code"), [("A♣ 4♣ 5♣", "left-and-played"), ("4♣ 5♣ 8♦", "not-in-pack")])
def test_a_card_shown_has_to_be_possible(left, code):
    ended = night(record("Ana: A♣ 2♣ 3♣", left={"Bruno": left}), profile=SMALL)
    assert [finding.code for finding in ended.findings] == [code]


def test_a_hand_without_plays_says_who_won_who_played_the_comet_and_how_many_cards_were_left():
    tally = Tally("Ana", comet="Bruno", cards_left={"Bruno": 4, "Carla": 2})
    (totals,) = night(record(tally=tally)).hands
    assert totals.state is State.SETTLED
    assert totals.change == {"Ana": 2 + 6 - 1, "Bruno": -1 + 2 - 4, "Carla": -1 - 1 - 2}


def test_a_hand_without_plays_has_to_say_how_many_cards_were_left():
    totals = night(record(tally=Tally("Ana", cards_left={"Bruno": 4})))
    assert [finding.code for finding in totals.findings] == ["tally-cards-left"]


@pytest.mark.parametrize("name", ["crp-bridge", "crp-comet-first", "crp-comet-kept"])
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
    assert sum(only.change.values()) == 0


# Typing


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("b", ("Ana: 5♥",), "Bruno: 6♥"),
        ("b+2", ("Ana: 5♥",), "Bruno: 6♥ 7♥"),
        ("b+2 c a+3", ("Ana: 5♥",), "Bruno: 6♥ 7♥ | Carla: 8♥ | Ana: 9♥ 10♥ J♥"),
        ("+", ("Ana: 5♥",), "Ana: 6♥"),
        ("+3", ("Ana: 5♥",), "Ana: 6♥ 7♥ 8♥"),
        ("c:9d b", ("Ana: 5♥",), "Carla: 9♦=6♥ | Bruno: 7♥"),
        ("c:9d b", ("Ana: 7♦",), "Carla: 9♦=8♦ | Bruno: 10♦"),
    ],
)
def test_a_name_lays_the_needed_card_or_the_next_few(line, before, in_full):
    assert told(line, *before) == in_full


@pytest.mark.parametrize("line", ["b", "b+2", "+"])
@pytest.mark.parametrize("before", [(), ("Ana: K♥",)])
def test_a_lead_has_to_be_named(line, before):
    assert not_told(line, *before).code == "nothing-needed"


@pytest.mark.parametrize(
    ("line", "in_full"),
    [("6", "Ana: 6♥"), ("b:6", "Bruno: 6♥"), ("b:6 c:7 8", "Bruno: 6♥ | Carla: 7♥ 8♥"), ("6h", "Ana: 6♥")],
)
def test_a_rank_alone_is_the_card_of_that_rank_that_is_needed(line, in_full):
    assert told(line, "Ana: 5♥") == in_full


def test_a_rank_alone_on_a_lead_is_refused_with_the_candidates():
    finding = not_told("7", "Ana: 7♦ K♣")
    assert finding.code == "which-suit"
    assert "7♣, 7♥ or 7♠" in finding.message


@pytest.mark.parametrize(
    ("line", "before", "in_full"),
    [
        ("3-7c", (), "Ana: 3♣ 4♣ 5♣ 6♣ 7♣"),
        ("b:6-9", ("Ana: 5♥",), "Bruno: 6♥ 7♥ 8♥ 9♥"),
        ("j-k", ("Ana: 10♥",), "Ana: J♥ Q♥ K♥"),
        ("10-kd", (), "Ana: 10♦ J♦ Q♦ K♦"),
    ],
)
def test_a_range_is_every_card_from_the_first_to_the_last(line, before, in_full):
    assert told(line, *before) == in_full


def test_a_range_over_the_gap_is_refused():
    assert not_told("5-10d").code == "not-in-pack"


def test_a_range_without_a_suit_on_a_lead_is_refused():
    assert not_told("3-8").code == "which-suit"


def test_a_typed_comet_is_the_needed_card_while_a_run_needs_one():
    assert told("9d", "Ana: 5♥") == "Ana: 9♦=6♥"
    assert told("c:9♦", "Ana: 5♥") == "Carla: 9♦=6♥"
    assert told("b:9d", "Ana: Q♥") == "Bruno: 9♦=K♥"


@pytest.mark.parametrize("player", ["b", "c"])
def test_a_comet_typed_for_another_than_the_leader_at_a_stop_is_the_needed_card(player):
    assert told(f"{player}:9d", "Ana: 7♦").endswith(": 9♦=8♦")


@pytest.mark.parametrize("before", [(), ("Ana: K♥",)])
def test_a_comet_typed_where_no_card_is_needed_is_led(before):
    assert told("9d", *before) == told("9d=9d", *before) == "Ana: 9♦"


@pytest.mark.parametrize("line", ["9d", "9♦", "a:9d", "a: 9♦"])
def test_a_comet_that_could_be_either_is_refused_with_both(line):
    finding = not_told(line, "Ana: 7♦")
    assert (finding.code, finding.family) == ("which-comet", Family.AMBIGUOUS)
    assert '"9♦=8♦"' in finding.message
    assert '"9♦=9♦"' in finding.message


@pytest.mark.parametrize(
    ("line", "stored"),
    [("9d=9d", "Ana: 9♦"), ("a:9d=9d", "Ana: 9♦"), ("9d=8d", "Ana: 9♦=8♦"), ("a:9♦=8♦", "Ana: 9♦=8♦")],
)
def test_either_way_of_saying_it_is_taken_and_stored(line, stored):
    assert told(line, "Ana: 7♦") == stored


def test_the_comet_in_the_place_of_a_named_card_is_stored_in_full():
    assert told("b:9d=6c", "Ana: 5♣") == told("b:9♦=6♣", "Ana: 5♣") == "Bruno: 9♦=6♣"
    assert not_told("b:9d=6h", "Ana: 5♣").code == "stands-for-other"


@pytest.mark.parametrize("line", ["-", "pass", ".", "b:-"])
def test_there_is_nothing_to_pass(line):
    assert not_told(line, "Ana: 5♥").code == "no-passes"


def test_a_lone_letter_that_begins_a_name_is_that_player_and_the_needed_king_is_a_plus():
    seats = ("Ana", "Kim", "Carla")
    assert told("k", "Ana: 5♥", players=seats) == "Kim: 6♥"
    assert told("+", "Ana: Q♥", players=seats) == "Ana: K♥"
    assert told("k", "Ana: Q♥") == "Ana: K♥"


def test_a_new_lead_typed_while_the_next_card_is_out_is_refused():
    assert not_told("3c", "Ana: 5♥").code == "still-out"


def test_a_hand_is_booked_without_any_answer():
    desk = typing.Desk(players=TABLE, profile=SMALL, books=True)
    desk.recorder.enter("ac +2")
    assert desk.recorder.booked
    assert desk.recorder.night.balances == {"Ana": 8, "Bruno": -4, "Carla": -4}


def test_what_was_left_may_be_told_all_the_same():
    desk = typing.Desk(players=TABLE, profile=SMALL, books=True)
    desk.recorder.enter("ac +2")
    desk.recorder.left("b: 9d")
    assert str(desk.recorder.night.hands[0].record.left["Bruno"]) == "9♦ ? ?"
    assert desk.recorder.night.findings == ()


def test_the_legal_plays_name_the_comet_for_everybody_and_the_leads_for_one():
    legal = hand("Ana: 7♦").legal()
    assert {seat for seat, plays in legal.items() if Lay(Card(9, "♦"), Card(8, "♦")) in plays} == {0, 1, 2}
    assert {seat for seat, plays in legal.items() if Lay(Card(3, "♣")) in plays} == {0}
