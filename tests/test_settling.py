"""How far a hand is and what it came to: states, cards left, tallies, adjustments, dealers, results and standings.

Ana, Bruno and Carla are dealt three cards each by foster's rules, Carla deals first and Ana leads.
"""

from pathlib import Path
from typing import Any

import pytest
import tomli_w

from comet_cli.findings import Family, Finding
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.payments import POOL
from comet_cli.reading import read_session
from comet_cli.records import HandRecord, Session, Tally
from comet_cli.scoring import ScoredHand, State

PLAYERS = ["Ana", "Bruno", "Carla"]
SHORT = {"extends": "foster", "deal": {"cards": 3}}
# One suit of twelve cards: with four cards each none of them is dead, with three each three are.
DIAMONDS = {"extends": "foster", "pack": {"suits": ["♦"]}, "players": {"max": 3}}
ALL_DEALT = DIAMONDS | {"deal": {"cards": "all"}}
THREE_DEAD = DIAMONDS | {"deal": {"cards": 3}}

OUT = ["Ana: 3♣ 4♣ 5♣"]
NONE_LEFT = {"Bruno": "? ? ?", "Carla": "? ? ?"}
WON = {"plays": OUT, "left": NONE_LEFT}
ALL_PAYING = "9♦ K♣ K♦ K♥ K♠"


def night(*hands: dict[str, Any], profile: dict[str, Any] = SHORT, **top: Any) -> Night:
    """A night read from a session file with these hands; keys at the top set to None are left out."""
    head = {"format": "comet-session/1", "name": "night", "players": PLAYERS, "first_dealer": "Carla"} | top
    table = {key: value for key, value in head.items() if value is not None}
    reading = read_session(tomli_w.dumps(table | {"profile": profile, "hands": list(hands)}), Path())
    assert reading.findings == ()
    return score_night(reading.session)


def only(hand: dict[str, Any], **more: Any) -> ScoredHand:
    return night(hand, **more).hands[0]


def codes(played: Night | ScoredHand) -> list[str]:
    return [finding.code for finding in played.findings]


def finding(hand: dict[str, Any], code: str, **more: Any) -> Finding:
    """The finding of that code about a hand, of which there has to be exactly one."""
    found = [each for each in night(hand, **more).findings if each.code == code]
    assert len(found) == 1, codes(night(hand, **more))
    return found[0]


def change(hand: dict[str, Any], **more: Any) -> tuple[int, ...]:
    scored = only(hand, **more)
    assert scored.sound, scored.findings
    return tuple(scored.change.values())


def won_by(name: str, **more: Any) -> dict[str, Any]:
    """A hand that `name` leads and wins at once, nobody else holding anything that pays."""
    return {"plays": [f"{name}: 3♣ 4♣ 5♣"], "left": {other: "? ? ?" for other in PLAYERS if other != name}} | more


# States


@pytest.mark.parametrize("plays", [[], ["Ana: 3♣"], ["Ana: 3♣ 4♣", "Bruno: pass"]])
def test_a_hand_is_open_until_somebody_has_laid_the_last_card(plays):
    scored = only({"plays": plays})
    assert (scored.state, scored.winner, scored.missing) == (State.OPEN, None, ())


def test_what_was_paid_in_an_open_hand_is_counted_so_far():
    assert change({"plays": ["Ana: K♣"]}) == (-1 + 2, -1 - 1, -1 - 1)


def test_a_hand_is_unsettled_while_a_card_that_pays_is_not_accounted_for():
    scored = only({"plays": OUT})
    assert (scored.state, scored.winner) == (State.UNSETTLED, "Ana")
    assert scored.missing == ("K♣", "K♦", "K♥", "K♠", "9♦")


def test_the_pool_stays_where_it_is_until_the_hand_is_settled():
    assert tuple(only({"plays": OUT}).change.values()) == (-1, -1, -1)


@pytest.mark.parametrize(
    "told",
    [
        {"left": NONE_LEFT},
        {"dead": ALL_PAYING},
        {"left": {"Bruno": "9♦ K♣ K♦"}, "dead": "K♥ K♠"},
        {"left": {"Bruno": "9♦ K♣ K♦", "Carla": "K♥ K♠ ?"}},
        {"left": {"Bruno": "??", "Carla": "? ? ?"}},
        {"left": {"Bruno": "??", "Carla": "??"}},
        {"plays": ["Ana: Q♣ K♣ 9♦"], "dead": "K♦ K♥ K♠"},
        {"plays": ["Ana: Q♣ K♣ 9♦"], "left": {"Bruno": "K♦ K♥ K♠"}},
    ],
)
def test_a_hand_is_settled_when_every_card_that_pays_was_played_or_left_or_dead_or_all_have_shown(told):
    scored = only({"plays": OUT} | told)
    assert scored.state is State.SETTLED
    assert scored.sound
    assert sum(scored.change.values()) == 0


@pytest.mark.parametrize(
    ("told", "missing"),
    [
        ({"left": {"Bruno": "? ? ?"}}, ("K♣", "K♦", "K♥", "K♠", "9♦")),
        ({"left": {"Bruno": "9♦ K♣ ?"}}, ("K♦", "K♥", "K♠")),
        ({"left": {"Bruno": "??"}, "dead": "K♠"}, ("K♣", "K♦", "K♥", "9♦")),
        ({"dead": "K♣ K♦ K♥ K♠"}, ("9♦",)),
        ({"plays": ["Ana: Q♣ K♣ 9♦"]}, ("K♦", "K♥", "K♠")),
    ],
)
def test_a_card_that_pays_is_missing_while_a_loser_has_not_shown(told, missing):
    scored = only({"plays": OUT} | told)
    assert (scored.state, scored.missing) == (State.UNSETTLED, missing)


def test_a_void_hand_does_not_count_and_its_stakes_go_back():
    scored = only({"plays": ["Ana: K♣"], "void": "cards fell on the floor"})
    assert (scored.state, scored.winner, scored.events) == (State.VOID, None, ())
    assert tuple(scored.change.values()) == (0, 0, 0)


def test_a_hand_that_ended_may_be_void_too():
    assert only(WON | {"void": "misdeal"}).state is State.VOID


@pytest.mark.parametrize("first", [{"plays": ["Ana: 3♣"]}, {"plays": OUT}])
def test_only_the_last_hand_may_be_open_or_unsettled(first):
    played = night(first, won_by("Bruno"))
    assert [(each.code, each.hand) for each in played.findings] == [("unfinished-hand", 1)]
    assert (
        codes(night(won_by("Ana"), first | {"plays": [turn.replace("Ana", "Bruno") for turn in first["plays"]]})) == []
    )


def test_a_void_hand_may_stand_before_others():
    assert codes(night({"void": "misdeal"}, WON)) == []


def test_a_play_that_cannot_be_applied_stops_its_hand_and_keeps_the_good_part():
    scored = only({"plays": ["Ana: K♣", "Bruno: 4♣", "Ana: 5♥"]})
    assert (scored.state, scored.sound, codes(scored)) == (State.OPEN, False, ["not-the-leader"])
    assert tuple(scored.change.values()) == (1, -2, -2)
    assert [str(turn) for turn in scored.turns] == ["Ana: K♣", "Bruno: 4♣", "Ana: 5♥"]


def test_a_broken_hand_hides_neither_its_neighbours_nor_itself():
    played = night(won_by("Ana"), {"plays": ["Bruno: 4♣", "Bruno: 4♣"]}, won_by("Carla") | {"left": {"Ana": "K♣"}})
    found = [(each.code, each.hand) for each in played.findings]
    assert ("already-played", 2) in found
    assert ("left-count", 3) in found
    assert played.hands[0].state is State.SETTLED


# The cards left


def test_the_number_of_cards_left_has_to_be_right():
    for text in ("? ?", "K♣", "? ? ? ?", "K♣ ? ? ?"):
        found = finding(WON | {"left": NONE_LEFT | {"Bruno": text}}, "left-count")
        assert "Bruno still held 3 cards" in found.message
        assert found.player == "Bruno"


def test_the_number_of_cards_left_is_what_was_dealt_less_what_was_laid():
    plays = ["Ana: 3♣ 4♣", "Bruno: 5♣ 6♣", "Carla: pass", "Ana: 7♣"]
    assert change({"plays": plays, "left": {"Bruno": "?", "Carla": "? ? ?"}}) == (2, -1, -1)


def test_a_question_mark_stands_for_a_card_that_does_not_pay():
    assert change(WON | {"left": {"Bruno": "K♣ ? ?", "Carla": "? ? ?"}}) == (3, -3, 0)
    assert change(WON | {"left": {"Bruno": "? K♣ ?", "Carla": "2♣ ? ?"}}) == (3, -3, 0)


@pytest.mark.parametrize("name", ["Bruno", "Carla"])
def test_two_question_marks_book_the_hand_with_a_finding_that_it_was_not_shown(name):
    hand = {"plays": OUT, "left": NONE_LEFT | {name: "??"}}
    scored = only(hand)
    assert scored.state is State.SETTLED
    found = finding(hand, "not-shown")
    assert (found.family, found.player, found.fails) == (Family.UNPROVED, name, True)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"left": NONE_LEFT | {"Ana": "?"}}, "left-of-winner"),
        ({"left": NONE_LEFT | {"Ana": "??"}}, "left-of-winner"),
        ({"left": NONE_LEFT | {"Ana": "K♣"}}, "left-of-winner"),
        ({"left": NONE_LEFT | {"Eva": "? ? ?"}}, "unknown-player"),
        ({"left": NONE_LEFT | {"Bruno": "3♣ ? ?"}}, "left-and-played"),
        ({"left": NONE_LEFT | {"Bruno": "8♦ ? ?"}}, "not-in-pack"),
        ({"left": NONE_LEFT | {"Bruno": "K♣ K♣ ?"}}, "card-twice"),
        ({"left": {"Bruno": "K♣ ? ?", "Carla": "K♣ ? ?"}}, "card-twice"),
        ({"left": NONE_LEFT | {"Bruno": "K♣ ? ?"}, "dead": "K♣"}, "card-twice"),
        ({"left": NONE_LEFT, "dead": "3♣"}, "left-and-played"),
        ({"left": NONE_LEFT, "dead": "8♦"}, "not-in-pack"),
        ({"left": NONE_LEFT, "dead": "K♥ K♥"}, "card-twice"),
        ({"left": NONE_LEFT | {"Bruno": "20p"}}, "left-in-pips"),
    ],
)
def test_cards_that_cannot_be_left_or_dead_are_told_and_the_hand_is_not_settled(told, code):
    scored = only({"plays": OUT} | told)
    assert code in codes(scored)
    assert not scored.sound
    assert scored.state is State.UNSETTLED


@pytest.mark.parametrize("told", [{"left": {"Bruno": "K♣ ? ?"}}, {"dead": "K♣"}])
def test_nothing_is_left_before_the_hand_has_ended(told):
    assert codes(only({"plays": ["Ana: 3♣"]} | told)) == ["left-before-end"]


def test_no_more_cards_are_dead_than_were_dealt_to_nobody():
    plays = ["Ana: A♦ 2♦ 3♦"]
    settled = {"plays": plays, "left": NONE_LEFT, "dead": "4♦ 5♦ 6♦"}
    assert "dead-count" not in codes(only(settled, profile=THREE_DEAD))
    assert "dead-count" in codes(only(settled | {"dead": "4♦ 5♦ 6♦ 7♦"}, profile=THREE_DEAD))


def test_a_paying_card_listed_nowhere_is_dead_once_every_loser_has_shown():
    hand = {"plays": ["Ana: A♦ 2♦ 3♦"], "left": NONE_LEFT}
    assert change(hand, profile=THREE_DEAD) == (2 + 2, -1 - 1, -1 - 1)


def test_a_paying_card_listed_nowhere_is_an_error_where_no_card_is_dead():
    hand = {"plays": ["Ana: A♦ 2♦ 3♦ 4♦"], "left": {"Bruno": "? ? ? ?", "Carla": "? ? ? ?"}}
    found = finding(hand, "unaccounted", profile=ALL_DEALT)
    assert "K♦" in found.message
    assert "9♦" in found.message
    assert only(hand, profile=ALL_DEALT).state is State.UNSETTLED


def test_a_paying_card_listed_nowhere_is_an_error_where_all_the_dead_are_listed():
    hand = {"plays": ["Ana: A♦ 2♦ 3♦"], "left": NONE_LEFT, "dead": "4♦ 5♦ 6♦"}
    assert codes(only(hand, profile=THREE_DEAD)) == ["unaccounted"]


def test_where_no_card_is_dead_a_hand_that_nobody_saw_may_hold_it():
    hand = {"plays": ["Ana: A♦ 2♦ 3♦ 4♦"], "left": {"Bruno": "??", "Carla": "K♦ ? ? ?"}}
    scored = only(hand, profile=ALL_DEALT)
    assert (scored.state, codes(scored)) == (State.SETTLED, ["not-shown"])


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        ({"left": {"Bruno": "4♣ ? ?", "Carla": "4♣ ? ?"}}, "card-twice"),
        ({"left": {"Bruno": "4♣ ? ?", "Carla": "? ? ?"}, "dead": "4♣"}, "card-twice"),
        ({"left": {"Bruno": "4♣ 5♥ 6♥ 7♥", "Carla": "? ? ?"}}, "left-count"),
    ],
)
def test_a_card_that_cannot_have_been_where_it_is_listed_proves_nothing_against_its_player(listed, code):
    plays = ["Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 4♠ 5♠"]
    assert codes(only({"plays": plays} | listed)) == [code]


def test_what_is_listed_with_the_player_who_went_out_proves_nothing():
    plays = ["Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 7♠", "Bruno: 8♠ 9♠ 10♠"]
    assert codes(only({"plays": plays, "left": {"Ana": "?", "Bruno": "4♣", "Carla": "? ? ?"}})) == ["left-of-winner"]


def test_what_was_left_is_not_held_against_plays_that_are_known_only_up_to_a_line_that_cannot_be_applied():
    plays = ["Ana: 3♣ 4♣ 5♣", "Bruno: 6♣"]
    assert codes(only({"plays": plays, "left": {"Bruno": "? ?", "Carla": "? ? ?"}})) == ["hand-ended"]


# Totals of pips

PIPS = {"left": {"per": "pip", "rate": 1}}
HIGH = "Ana: A♦ 2♦ 3♦"


def test_a_total_has_to_be_possible_beside_what_the_others_showed():
    left = {"Bruno": "27p", "Carla": "J♦ Q♦ 9♦"}
    assert codes(only({"plays": [HIGH], "left": left | {"Bruno": "27p K♦"}}, profile=THREE_DEAD | PIPS)) == []
    assert codes(only({"plays": [HIGH], "left": left | {"Bruno": "28p K♦"}}, profile=THREE_DEAD | PIPS)) == [
        "left-pips"
    ]


@pytest.mark.parametrize(("bruno", "found"), [("23p K♦", []), ("24p K♦", ["left-pips"])])
def test_a_total_has_to_be_possible_beside_the_dead_cards_that_are_listed(bruno, found):
    hand = {"plays": [HIGH], "left": {"Bruno": bruno, "Carla": "18p 9♦"}, "dead": "10♦ J♦ Q♦"}
    assert codes(only(hand, profile=THREE_DEAD | PIPS)) == found


def test_a_paying_card_named_beside_no_total_is_taken_for_dead():
    left = {"Bruno": "20p", "Carla": "18p"}
    assert codes(only({"plays": [HIGH], "left": left}, profile=THREE_DEAD | PIPS)) == ["taken-for-dead"]


def test_a_paying_card_named_beside_no_total_is_an_error_where_no_card_is_dead():
    hand = {"plays": ["Ana: A♦ 2♦ 3♦ 4♦"], "left": {"Bruno": "30p K♦", "Carla": "28p"}}
    assert codes(only(hand, profile=ALL_DEALT | PIPS)) == ["unaccounted"]


def test_a_hand_that_nobody_saw_may_hold_what_is_named_beside_no_total():
    left = {"Bruno": "??", "Carla": "18p"}
    assert codes(only({"plays": [HIGH], "left": left}, profile=THREE_DEAD | PIPS)) == ["not-shown"]


# What is written of a hand


def test_the_paying_events_are_told_in_order_one_line_each():
    plays = ["Ana: A♣ 9♦", "Bruno: 10♦", "Carla: pass", "Ana: pass", "Bruno: K♥ A♠"]
    adjustments = [{"payer": "Bruno", "payee": "Ana", "points": 1, "reason": "looked at the dead cards"}]
    scored = only({"plays": plays, "left": {"Ana": "K♠", "Carla": "K♣ K♦ ?"}, "adjustments": adjustments})
    assert [event.text for event in scored.events] == [
        "stake: 1 from each to the pool",
        "ace: 1 from each to Ana",
        "comet: 2 from each to Ana",
        "king: 1 from each to Bruno",
        "ace: 1 from each to Bruno",
        "king-left: 1 to each from Ana",
        "king-left: 1 to each from Carla",
        "king-left: 1 to each from Carla",
        "pool: 3 to Bruno",
        "adjustment: 1 from Bruno to Ana",
    ]
    assert scored.change == {"Ana": 4, "Bruno": 5, "Carla": -9}


def test_an_unplayed_comet_and_cards_that_pay_by_number_have_their_lines():
    profile = SHORT | {"left": {"per": "card", "rate": 2}}
    scored = only(WON | {"left": NONE_LEFT | {"Bruno": "9♦ ? ?"}}, profile=profile)
    assert [event.text for event in scored.events[1:]] == [
        "comet-left: 2 to each from Bruno",
        "cards-left: 6 from Bruno to Ana",
        "cards-left: 6 from Carla to Ana",
        "pool: 3 to Ana",
    ]


def test_a_transfer_has_one_payer_one_payee_and_the_number_of_the_play_that_caused_it():
    scored = only({"plays": ["Ana: 3♣", "Bruno: pass", "Carla: K♦!"]})
    king = scored.events[-1].transfers
    assert [(t.payer, t.payee, t.points, t.reason, t.play) for t in king] == [
        ("Ana", "Carla", 1, "king", 3),
        ("Bruno", "Carla", 1, "king", 3),
    ]


def test_stakes_and_what_is_paid_at_the_end_were_caused_by_no_play():
    scored = only(WON | {"left": NONE_LEFT | {"Bruno": "K♣ ? ?"}})
    assert {t.play for event in scored.events for t in event.transfers} == {None}
    assert scored.events[-1].transfers[0].payer == POOL


def test_no_transfer_is_of_0_points():
    free = SHORT | {"stake": {"ante": 0}, "pay": {"king": 0}}
    assert only({"plays": ["Ana: Q♣ K♣ 2♦"], "left": NONE_LEFT}, profile=free).events == ()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (["Ana: 3♣", "Ana: 4♣"], ["Ana: 3♣ 4♣"]),
        (["Ana: Q♣ K♣ 5♦"], ["Ana: Q♣ K♣", "Ana: 5♦"]),
        (["Ana: 3♣ 9♦"], ["Ana: 3♣ 9♦"]),
        (["Ana: 3♣", "Ana: 9♦"], ["Ana: 3♣ 9♦"]),
        (["Ana: 3♣", "Ana: pass!"], ["Ana: 3♣", "Ana: pass!"]),
        (["Ana: 3♣ pass!"], ["Ana: 3♣", "Ana: pass!"]),
        (["Ana: 3♣ # slowly", "Ana: 4♣"], ["Ana: 3♣ # slowly", "Ana: 4♣"]),
        (["ana: 3c 4C"], ["Ana: 3♣ 4♣"]),
        (
            ["Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 4♣ 9♦"],
            ["Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 4♣ 9♦"],
        ),
    ],
)
def test_any_division_of_the_plays_is_read_and_a_new_string_is_a_new_player_lead_pass_or_remark(written, kept):
    scored = only({"plays": written})
    assert scored.sound
    assert [str(turn) for turn in scored.turns] == kept


# Tallies


TALLY = {"winner": "Ana", "comet": "Bruno", "kings": {"Ana": 1, "Carla": 1}, "aces": {"Ana": 2}}


def test_a_tally_is_scored_without_the_plays():
    scored = only({"tally": TALLY, "left": {"Bruno": "K♣", "Carla": "? ? ?"}})
    assert (scored.state, scored.winner, codes(scored)) == (State.SETTLED, "Ana", [])
    ana = 2 * 2 + 2 * 1 - 2 - 1 + 1 - 1 + 3
    bruno = 2 * 2 - 2 - 1 - 1 - 2 - 1
    carla = 1 * 2 - 2 - 1 - 2 + 1 - 1
    assert scored.change == {"Ana": ana, "Bruno": bruno, "Carla": carla}
    assert sum(scored.change.values()) == 0


def test_no_play_caused_what_a_tally_pays():
    scored = only({"tally": TALLY, "left": NONE_LEFT})
    assert {t.play for event in scored.events for t in event.transfers} == {None}


def test_a_tally_is_unsettled_while_a_king_or_the_comet_may_be_left():
    scored = only({"tally": {"winner": "Ana", "kings": {"Ana": 3}}})
    assert scored.state is State.UNSETTLED
    assert scored.missing == ("9♦", "a king")


def test_a_tally_with_all_kings_and_the_comet_played_needs_no_left():
    tally = {"winner": "Ana", "comet": "Ana", "kings": {"Ana": 2, "Bruno": 1, "Carla": 1}}
    assert only({"tally": tally}).state is State.SETTLED


def test_a_tally_is_settled_by_what_was_left_and_dead():
    tally = {"winner": "Ana", "kings": {"Ana": 2}}
    scored = only({"tally": tally, "left": {"Bruno": "9♦ K♣"}, "dead": "K♦"})
    assert scored.state is State.SETTLED
    assert scored.change == {"Ana": 4 - 1 + 3 + 2 + 1, "Bruno": -2 - 1 - 4 - 2, "Carla": -2 - 1 + 2 + 1}


def test_a_tally_says_the_cards_left_where_they_pay():
    profile = SHORT | {"left": {"per": "card", "rate": 2}}
    hand = {"tally": {"winner": "Ana", "comet": "Ana", "cards_left": {"Bruno": 2, "Carla": 3}}, "left": NONE_LEFT}
    assert change(hand, profile=profile) == (4 - 1 + 3 + 4 + 6, -2 - 1 - 4, -2 - 1 - 6)
    short_of_one = {"tally": {"winner": "Ana", "comet": "Ana", "cards_left": {"Bruno": 2}}, "left": NONE_LEFT}
    assert "Carla" in finding(short_of_one, "tally-cards-left", profile=profile).message


@pytest.mark.parametrize(
    ("tally", "more", "code"),
    [
        ({"winner": "Eva"}, {}, "unknown-player"),
        ({"winner": "Ana", "comet": "Eva"}, {}, "unknown-player"),
        ({"winner": "Ana", "kings": {"Eva": 1}}, {}, "unknown-player"),
        ({"winner": "Ana", "aces": {"Eva": 1}}, {}, "unknown-player"),
        ({"winner": "Ana"}, {"left": NONE_LEFT | {"Eva": "?"}}, "unknown-player"),
        ({"winner": "Ana", "kings": {"Ana": 5}}, {}, "too-many-kings"),
        ({"winner": "Ana", "kings": {"Ana": 4}}, {"left": {"Bruno": "K♣"}}, "too-many-kings"),
        ({"winner": "Ana", "comet": "Ana"}, {"left": {"Bruno": "9♦"}}, "comet-twice"),
        ({"winner": "Ana"}, {"plays": OUT}, "tally-and-plays"),
        ({"winner": "Ana"}, {"left": NONE_LEFT | {"Ana": "K♣"}}, "left-of-winner"),
        ({"winner": "Ana"}, {"left": {"Bruno": "K♣ ? ?", "Carla": "K♣ ? ?"}}, "card-twice"),
        ({"winner": "Ana"}, {"left": NONE_LEFT, "dead": "K♣ K♣"}, "card-twice"),
        ({"winner": "Ana"}, {"left": NONE_LEFT | {"Bruno": "8♦ ? ?"}}, "not-in-pack"),
        ({"winner": "Ana"}, {"left": NONE_LEFT, "dead": "8♦"}, "not-in-pack"),
    ],
)
def test_a_tally_that_cannot_be_true_is_told_and_not_settled(tally, more, code):
    scored = only({"tally": tally} | more)
    assert code in codes(scored)
    assert scored.state is State.UNSETTLED


def test_a_tally_has_no_more_aces_than_the_pack():
    assert any(each.fails for each in only({"tally": {"winner": "Ana", "aces": {"Ana": 3, "Bruno": 2}}}).findings)


def test_a_hand_of_a_tally_that_was_not_shown_is_told():
    hand = {"tally": {"winner": "Ana"}, "left": {"Bruno": "??", "Carla": "? ? ?"}}
    assert only(hand).state is State.SETTLED
    assert finding(hand, "not-shown").player == "Bruno"


def test_a_paying_card_that_a_tally_leaves_nowhere_is_an_error_where_no_card_is_dead():
    hand = {"tally": {"winner": "Ana", "comet": "Ana"}, "left": {"Bruno": "? ? ?", "Carla": "? ? ?"}}
    assert "unaccounted" in codes(only(hand, profile=ALL_DEALT))


def test_a_tally_has_to_say_who_won():
    assert finding({"tally": {"comet": "Ana"}}, "tally-winner").fails


def test_an_unknown_key_of_a_tally_is_told_with_the_nearest():
    assert "kings" in finding({"tally": {"winner": "Ana", "king": {"Ana": 1}}}, "unknown-key").remedy


# Adjustments


def adjusted(payer: str, payee: str, points: object = 1) -> dict[str, Any]:
    return {"adjustments": [{"payer": payer, "payee": payee, "points": points, "reason": "looked at the dead"}]}


def test_an_adjustment_moves_points_from_payer_to_payee_and_counts_in_the_change():
    assert change(WON | adjusted("Bruno", "Ana", 5)) == (2 + 5, -1 - 5, -1)


def test_an_adjustment_counts_in_an_open_and_in_a_void_hand_too():
    assert change({"plays": ["Ana: 3♣"]} | adjusted("Bruno", "Ana")) == (0, -2, -1)
    assert change({"void": "misdeal"} | adjusted("Bruno", "Ana")) == (1, -1, 0)


def test_several_adjustments_are_all_made():
    both = {"adjustments": [*adjusted("Bruno", "Ana")["adjustments"], *adjusted("Carla", "Bruno", 2)["adjustments"]]}
    assert change(WON | both) == (2 + 1, -1 - 1 + 2, -1 - 2)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"payer": "Eva", "payee": "Ana", "points": 1}, "unknown-player"),
        ({"payer": "Ana", "payee": "pool", "points": 1}, "unknown-player"),
        ({"payer": "Ana", "payee": "ana", "points": 1}, "bad-adjustment"),
        ({"payer": "Ana", "payee": "Bruno"}, "bad-adjustment"),
        ({"payer": "Ana", "payee": "Bruno", "points": 0}, "wrong-value"),
        ({"payer": "Ana", "payee": "Bruno", "points": -1}, "wrong-value"),
        ({"payer": "Ana", "payee": "Bruno", "points": 1.0}, "wrong-value"),
        ({"payer": "Ana", "payee": "Bruno", "points": True}, "wrong-value"),
        ({"payer": "Ana", "payee": "Bruno", "points": 1, "why": "x"}, "unknown-key"),
    ],
)
def test_an_adjustment_between_nobody_of_nothing_or_to_oneself_is_told(row, code):
    assert finding(WON | {"adjustments": [row]}, code).fails


def test_an_adjustment_reaches_somebody_who_sits_this_hand_out():
    pair = {"players": ["Ana", "Bruno"], "dealer": "Bruno", "dealer_changed": "Carla is late"}
    played = night(pair | {"plays": OUT, "left": {"Bruno": "? ? ?"}} | adjusted("Bruno", "Carla", 4))
    assert codes(played) == []
    assert played.balances == {"Ana": 1, "Bruno": -5, "Carla": 4}


# Misdeals and dealers


def test_a_misdeal_that_was_played_on_is_an_irregularity_and_the_hand_ends_with_the_cards_dealt():
    hand = {"plays": ["Ana: 3♣ 4♣"], "left": NONE_LEFT, "dealt": {"Ana": 2}}
    scored = only(hand)
    assert (scored.state, scored.winner) == (State.SETTLED, "Ana")
    found = finding(hand, "misdeal")
    assert (found.family, found.player) == (Family.IRREGULAR, "Ana")
    assert found.message == "Ana was dealt 2 cards, not 3"


def test_a_misdeal_changes_how_many_cards_have_to_be_left():
    assert only(WON | {"dealt": {"Bruno": 4}, "left": NONE_LEFT | {"Bruno": "? ? ? ?"}}).state is State.SETTLED
    assert "left-count" in codes(only(WON | {"dealt": {"Bruno": 4}}))


def test_a_misdeal_is_told_against_what_that_seat_should_have_had():
    profile = {"extends": "foster", "deal": {"cards": "all"}, "players": {"max": 4}}
    hand = {"plays": ["Ana: 3♣"], "dealt": {"Ana": 12}}
    four = ["Ana", "Bruno", "Carla", "Davi"]
    found = finding(hand, "misdeal", profile=profile, players=four, first_dealer="Davi")
    assert found.message == "Ana was dealt 12 cards, not 13"


def test_a_number_dealt_that_is_the_usual_one_is_no_misdeal():
    assert codes(only(WON | {"dealt": {"Ana": 3}})) == []


def test_a_misdeal_of_somebody_who_is_not_there_is_told():
    assert finding(WON | {"dealt": {"Eva": 3}}, "unknown-player").fails


def test_no_more_cards_are_dealt_than_the_pack_has():
    assert finding(WON | {"dealt": {"Carla": 46}}, "too-many-dealt").fails


def test_nobody_lays_more_cards_than_were_dealt_even_where_that_was_none():
    scored = only({"plays": ["Ana: 3♣"], "dealt": {"Ana": 0}})
    assert [each for each in scored.findings if each.fails]


def test_a_dealer_that_is_left_out_is_the_next_in_turn():
    played = night(won_by("Ana"), won_by("Bruno"), won_by("Carla"))
    assert [hand.dealer for hand in played.hands] == ["Carla", "Ana", "Bruno"]
    assert codes(played) == []


def test_another_dealer_is_a_finding():
    played = night(won_by("Ana"), won_by("Ana", dealer="Carla"))
    assert [(each.code, each.hand, each.fails) for each in played.findings] == [("wrong-dealer", 2, True)]
    assert "Carla deals, but it is Ana's turn" in played.findings[0].message


def test_another_dealer_is_none_where_the_hand_says_why():
    assert codes(night(won_by("Ana"), won_by("Ana", dealer="Carla", dealer_changed="Ana was late"))) == []


def test_the_deal_goes_on_from_who_really_dealt():
    played = night(won_by("Ana"), won_by("Ana", dealer="Carla", dealer_changed="Ana was late"), won_by("Bruno"))
    assert [hand.dealer for hand in played.hands] == ["Carla", "Carla", "Ana"]


def test_the_first_hand_names_its_dealer_where_the_session_names_none():
    assert only(won_by("Carla", dealer="Bruno"), first_dealer=None).state is State.SETTLED


@pytest.mark.parametrize(("dealer", "first"), [(None, None), ("Eva", None), ("Eva", "Carla")])
def test_a_hand_whose_dealer_is_nobody_at_the_table_is_told(dealer, first):
    hand = WON | ({"dealer": dealer} if dealer else {})
    assert "no-dealer" in codes(only(hand, first_dealer=first))


def test_after_a_void_hand_the_same_dealer_deals_again():
    played = night({"void": "misdeal"}, {"void": "again"}, won_by("Ana"), won_by("Bruno"))
    assert [hand.dealer for hand in played.hands] == ["Carla", "Carla", "Carla", "Ana"]


# Who sits down


def test_a_hand_may_have_other_players_than_the_session_and_new_ones():
    hand = {"players": ["Ana", "Eva", "Bruno"], "plays": ["Ana: 3♣ 4♣ 5♣"], "left": {"Eva": "? ? ?", "Bruno": "? ? ?"}}
    played = night(hand | {"dealer": "Bruno", "dealer_changed": "Carla is late"})
    assert codes(played) == []
    assert played.people == ("Ana", "Bruno", "Carla", "Eva")
    assert played.balances == {"Ana": 2, "Bruno": -1, "Carla": 0, "Eva": -1}


def test_who_sits_out_stakes_nothing_and_keeps_the_balance():
    pair = {"players": ["Ana", "Bruno"], "plays": ["Bruno: 3♣ 4♣ 5♣"], "left": {"Ana": "? ? ?"}}
    played = night(won_by("Ana"), pair | {"dealer": "Ana"})
    assert played.balances == {"Ana": 1, "Bruno": 0, "Carla": -1}
    assert [(row.player, row.hands, row.won) for row in played.standings] == [
        ("Ana", 2, 1),
        ("Bruno", 2, 1),
        ("Carla", 1, 0),
    ]


@pytest.mark.parametrize(
    ("seats", "next_dealer"),
    [
        (["Ana", "Bruno", "Carla"], "Ana"),
        (["Eva", "Ana", "Bruno", "Carla"], "Eva"),
        (["Ana", "Bruno", "Carla", "Eva"], "Eva"),
        (["Ana", "Bruno"], "Ana"),
        (["Ana", "Bruno", "Eva"], "Ana"),
        (["Eva", "Bruno"], "Bruno"),
        (["Bruno", "Carla"], "Bruno"),
    ],
)
def test_the_next_dealer_is_the_nearest_on_the_left_of_the_last_one_who_now_sits(seats, next_dealer):
    played = night(won_by("Ana"), {"players": seats})
    assert played.hands[0].dealer == "Carla"
    assert played.hands[1].dealer == next_dealer
    assert codes(played) == []


def test_a_void_hand_whose_dealer_has_left_is_dealt_again_by_the_next():
    played = night({"void": "misdeal"}, {"players": ["Ana", "Bruno"]})
    assert played.hands[1].dealer == "Ana"


def test_with_nobody_left_of_the_last_table_the_dealer_has_to_be_named():
    played = night(won_by("Ana"), {"players": ["Eva", "Fred"]})
    assert codes(played) == ["no-dealer"]
    assert codes(night(won_by("Ana"), {"players": ["Eva", "Fred"], "dealer": "Eva"})) == []


def test_a_play_of_somebody_who_sits_out_is_told():
    scored = only({"players": ["Ana", "Bruno"], "dealer": "Bruno", "plays": ["Ana: 3♣", "Carla: 4♣"]})
    assert "unknown-player" in codes(scored)


def test_the_first_dealer_sitting_out_is_not_expected_to_deal():
    scored = only({"players": ["Ana", "Bruno"], "dealer": "Bruno", "plays": ["Ana: 3♣"]})
    assert "wrong-dealer" not in codes(scored)


# Stored results


RESULT = {
    "winner": "Ana",
    "change": {"Ana": 2, "Bruno": -1, "Carla": -1},
    "balances": {"Ana": 2, "Bruno": -1, "Carla": -1},
    "transfers": ["stake: 1 from each to the pool", "pool: 3 to Ana"],
}


@pytest.mark.parametrize(
    "result",
    [RESULT, {}, *({key: value} for key, value in RESULT.items()), {"change": {"Carla": -1, "bruno": -1, "Ana": 2}}],
)
def test_a_stored_result_that_is_right_or_says_less_is_no_finding(result):
    assert codes(only(WON | {"result": result})) == []


@pytest.mark.parametrize(
    ("key", "value", "stored", "computed"),
    [
        ("winner", "Bruno", "stored: Bruno", "computed: Ana"),
        ("change", {"Ana": 1, "Bruno": -1, "Carla": 0}, "Ana +1, Bruno -1, Carla 0", "Ana +2, Bruno -1, Carla -1"),
        ("balances", {"Ana": 9, "Bruno": -1, "Carla": -1}, "Ana +9", "Ana +2"),
        ("transfers", ["pool: 3 to Bruno"], "pool: 3 to Bruno", "stake: 1 from each to the pool; pool: 3 to Ana"),
        ("transfers", RESULT["transfers"][::-1], "pool: 3 to Ana; stake", "the pool; pool: 3 to Ana"),
        ("transfers", [], "stored: ", "pool: 3 to Ana"),
    ],
)
def test_each_part_of_a_stored_result_that_differs_is_a_finding_that_shows_both(key, value, stored, computed):
    hand = WON | {"result": RESULT | {key: value}}
    assert codes(only(hand)) == [f"stored-{key}"]
    found = finding(hand, f"stored-{key}")
    assert found.family is Family.DIFFERS
    assert key in found.message
    assert stored in found.why
    assert computed in found.why
    assert "--replace" in found.remedy


def test_all_parts_that_differ_are_told_at_once():
    wrong = {"winner": "Bruno", "change": {"Ana": 0}, "balances": {"Ana": 0}, "transfers": []}
    assert sorted(codes(only(WON | {"result": wrong}))) == sorted(f"stored-{key}" for key in RESULT)


@pytest.mark.parametrize("plays", [["Ana: 3♣"], OUT])
def test_a_result_of_a_hand_that_is_not_settled_comes_too_early(plays):
    assert codes(only({"plays": plays, "result": RESULT})) == ["result-too-early"]


def test_the_result_of_a_void_hand_is_nothing_but_its_adjustments():
    nothing = {"change": dict.fromkeys(PLAYERS, 0), "balances": dict.fromkeys(PLAYERS, 0), "transfers": []}
    assert codes(only({"void": "misdeal", "result": nothing})) == []
    assert sorted(codes(only({"void": "misdeal", "result": RESULT}))) == sorted(f"stored-{key}" for key in RESULT)


def test_balances_run_on_over_the_hands():
    second = won_by("Bruno", result={"balances": {"Ana": 1, "Bruno": 1, "Carla": -2}})
    assert codes(night(WON, second)) == []
    wrong = night(WON, won_by("Bruno", result=RESULT)).findings
    assert sorted((each.code, each.hand) for each in wrong) == sorted((f"stored-{key}", 2) for key in RESULT)


def test_a_blocked_tally_says_nothing_of_a_comet_that_cannot_have_been_last():
    duo = find_profile("duo", Path())
    tally = Tally("Ana", "Ana", pips_left={"Ana": 20, "Bruno": 50})
    session = Session("x", ("Ana", "Bruno"), duo, None, "Bruno", 2, (HandRecord(tally=tally),))
    (hand,) = score_night(session).hands
    assert ([event.text for event in hand.events], hand.findings) == (["hand: 30 to Ana"], ())


def test_a_broken_hand_makes_no_finding_of_the_balances_after_it():
    broken = {"plays": ["Ana: 3♣", "Ana: 3♣"]}
    after = won_by("Bruno", result={"balances": {"Ana": 50, "Bruno": -25, "Carla": -25}})
    assert "stored-balances" not in codes(night(broken, after))


def test_an_unfinished_hand_makes_no_finding_of_the_balances_after_it():
    after = won_by("Bruno", result={"balances": {"Ana": 50, "Bruno": -25, "Carla": -25}})
    assert codes(night({"plays": ["Ana: 3♣"]}, after)) == ["unfinished-hand"]


@pytest.mark.parametrize("rules", [{"pay": {"comet_growth": "double"}}, {"stake": {"pool": "stays"}}])
def test_a_broken_hand_makes_no_finding_of_amounts_that_depend_on_it(rules):
    change = {"Ana": 8, "Bruno": -4, "Carla": -4}
    after = {"dealer": "Ana", "plays": ["Bruno: 9♦", "Carla: pass", "Ana: pass", "Bruno: 3♣ 4♣"], "left": {}}
    after |= {"left": {"Ana": "? ? ?", "Carla": "? ? ?"}, "result": {"winner": "Bruno", "change": change}}
    assert codes(night(WON, after, profile=SHORT | rules)) == ["stored-change"]
    broken = {"plays": ["Ana: 3♣", "Ana: 3♣"]}
    assert codes(night(broken, after, profile=SHORT | rules)) == ["already-played", "balances-depend"]


def test_what_is_computed_may_be_stored_and_is_then_right():
    scored = only(WON | adjusted("Bruno", "Ana", 5))
    result = {"winner": scored.winner, "change": dict(scored.change), "balances": dict(scored.balances)}
    result["transfers"] = [event.text for event in scored.events]
    assert codes(only(WON | adjusted("Bruno", "Ana", 5) | {"result": result})) == []
    assert result["transfers"][-1] == "adjustment: 5 from Bruno to Ana"


# Standings


def ranks(played: Night) -> list[tuple[int, str, int]]:
    return [(row.rank, row.player, row.balance) for row in played.standings]


def test_equal_balances_share_a_rank_and_the_next_is_counted_on():
    assert ranks(night(won_by("Ana"), won_by("Bruno"))) == [(1, "Ana", 1), (1, "Bruno", 1), (3, "Carla", -2)]


def test_equal_balances_below_the_first_share_a_rank_too():
    assert ranks(night(won_by("Ana"))) == [(1, "Ana", 2), (2, "Bruno", -1), (2, "Carla", -1)]


def test_before_the_first_hand_all_are_first_with_nothing():
    assert ranks(night()) == [(1, "Ana", 0), (1, "Bruno", 0), (1, "Carla", 0)]


def test_only_settled_hands_count_in_the_standings():
    assert ranks(night(won_by("Ana"), {"plays": ["Bruno: K♣"]})) == ranks(night(won_by("Ana")))
    assert ranks(night(won_by("Ana"), {"plays": ["Bruno: 3♣ 4♣ 5♣"]})) == ranks(night(won_by("Ana")))


def test_running_balances_count_what_was_paid_in_the_open_hand():
    assert night(won_by("Ana"), {"plays": ["Bruno: K♣"]}).balances == {"Ana": 0, "Bruno": 0, "Carla": -3}


def test_what_the_table_moved_in_a_void_hand_counts_in_the_standings():
    assert ranks(night({"void": "misdeal"} | adjusted("Bruno", "Ana"))) == [
        (1, "Ana", 1),
        (2, "Carla", 0),
        (3, "Bruno", -1),
    ]


def test_hands_played_and_won_are_counted():
    played = night(won_by("Ana"), {"void": "misdeal"}, won_by("Bruno", dealer="Ana"), won_by("Carla"))
    assert {row.player: (row.hands, row.won) for row in played.standings} == dict.fromkeys(PLAYERS, (3, 1))


def test_a_match_is_complete_when_every_planned_hand_is_settled():
    hands = [won_by("Ana"), won_by("Bruno"), won_by("Carla")]
    assert not night(*hands[:2]).complete
    assert night(*hands).complete
    assert night(*hands).winners == PLAYERS
    assert not night(*hands[:2], {"void": "misdeal"}).complete
    assert not night(*hands[:2], {"plays": ["Carla: 3♣"]}).complete


def test_a_session_may_plan_another_number_of_hands():
    assert night(won_by("Ana"), hands_planned=1).winners == ["Ana"]
    assert night(won_by("Ana"), won_by("Bruno"), won_by("Carla"), hands_planned=4).winners == []


def test_nobody_has_won_until_the_match_is_complete():
    assert night(won_by("Ana")).winners == []
