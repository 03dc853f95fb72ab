"""Rule sets as data: what a profile may say, what it is refused for, and that every parameter changes an outcome."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from comet_cli.cards import read_card
from comet_cli.findings import CometError, Finding
from comet_cli.hand import Hand, How
from comet_cli.library import build_profile, find_profile, find_table, published
from comet_cli.night import Night, score_night
from comet_cli.parameters import AREAS, parameters
from comet_cli.plays import Lay, Turn, read_play, read_shown, split_turn
from comet_cli.profile import Profile, as_table, make_profile, merge, open_choices, read_parameters
from comet_cli.records import HandRecord, Session

FOSTER = find_profile("foster", Path())
PLAYERS = ("Ana", "Bruno", "Carla")


def vary(**areas: dict[str, Any]) -> Profile:
    """Foster's rules with some parameters changed."""
    return make_profile(merge(as_table(FOSTER), areas))


def with_value(key: str, value: object) -> Profile:
    """Foster's rules with the parameter `key` changed to `value`."""
    area, _, name = key.partition(".")
    return vary(**{area: {name: value}})


def short(**areas: dict[str, Any]) -> Profile:
    """Foster's rules with three cards each and some parameters changed."""
    return vary(**{"deal": {"cards": 3}, **areas})


def refusal(action: Callable[[], object]) -> Finding:
    with pytest.raises(CometError) as caught:
        action()
    return caught.value.finding


def read_turn(text: str) -> Turn:
    player, plays, remark = split_turn(text)
    return Turn(player, tuple(map(read_play, plays.split())), remark)


def night(
    profile: Profile, *turns: str, left: dict[str, str] | None = None, players: tuple[str, ...] = PLAYERS
) -> Night:
    """A night of one hand, which the first of `players` leads."""
    shown = {name: read_shown(text) for name, text in (left or {}).items()}
    hand = HandRecord(turns=tuple(map(read_turn, turns)), left=shown)
    return score_night(Session("night", players, profile, first_dealer=players[-1], hands=(hand,)))


def change(profile: Profile, *turns: str, left: dict[str, str] | None = None) -> tuple[int, ...]:
    """What each player gained by one hand."""
    scored = night(profile, *turns, left=left).hands[0]
    assert scored.sound, scored.findings
    return tuple(scored.change.values())


def hand(profile: Profile, *turns: str) -> Hand:
    """A hand of three players after `turns`; the first of them leads."""
    played = Hand(profile, PLAYERS, 2)
    for turn in map(read_turn, turns):
        for play in turn.plays:
            played.play(PLAYERS.index(turn.player), play)
    return played


def codes(profile: Profile, *turns: str, left: dict[str, str] | None = None) -> list[str]:
    return [finding.code for finding in night(profile, *turns, left=left).findings]


# Reading and writing


def test_foster_is_published_and_reads():
    assert "foster" in published()
    assert FOSTER.id == "foster"
    assert FOSTER.title == "Foster's Commit"
    assert FOSTER.source


OPEN = [reference for reference in published() if open_choices(find_table(reference, Path()))]
COMPLETE = [reference for reference in published() if reference not in OPEN]


def test_what_the_documents_describe_is_complete_and_only_the_relatives_are_open():
    assert {"foster", "crp", "crp-progressive", "crp-quatre", "crp-two", "duo", "duo-any"} == set(COMPLETE)
    assert {"comete-1753", "family", "new-comet"} == set(OPEN)


@pytest.mark.parametrize("reference", COMPLETE)
def test_every_complete_profile_reads(reference):
    assert find_profile(reference, Path()).id == reference


@pytest.mark.parametrize("reference", OPEN)
def test_a_profile_with_open_choices_is_refused_naming_every_one(reference):
    finding = refusal(lambda: find_profile(reference, Path()))
    assert finding.code == "open-choice"
    for key in find_table(reference, Path())["open"]:
        assert key in finding.why


@pytest.mark.parametrize("reference", OPEN)
def test_every_parameter_of_an_open_profile_is_given_or_listed_as_open_and_not_both(reference):
    table = find_table(reference, Path())
    assert sorted([*read_parameters(table), *table["open"]]) == sorted(parameters())


@pytest.mark.parametrize("reference", COMPLETE)
def test_a_profile_written_and_read_is_the_same(reference):
    profile = find_profile(reference, Path())
    assert make_profile(tomllib.loads(tomli_w.dumps(as_table(profile)))) == profile


@given(st.integers(0, 1_000_000), st.integers(1, 9), st.sampled_from(["each", "winner"]), st.booleans())
def test_a_changed_profile_written_and_read_is_the_same(points, number, payee, flag):
    profile = vary(
        pay={"comet": points},
        deal={"cards": {"2": number, "3": 1, "4": 2, "5": 3, "6": 4}},
        left={"king_to": payee, "per": "card", "rate": number},
        run={"must": flag},
        pack={"removed": ["8♦", "2♣"]},
    )
    assert make_profile(tomllib.loads(tomli_w.dumps(as_table(profile)))) == profile


def test_a_profile_written_says_every_parameter():
    written = as_table(FOSTER)
    assert {f"{area}.{name}" for area in AREAS for name in written[area]} == set(parameters())


def test_a_profile_written_extends_nothing():
    assert "extends" not in as_table(FOSTER)


@pytest.mark.parametrize("key", list(parameters()))
def test_every_parameter_says_what_it_decides(key):
    assert parameters()[key].doc


def test_cards_may_be_written_in_any_form_and_are_written_canonically():
    profile = vary(pack={"removed": ["8d"], "suits": ["c", "D", "♡", "♠"]}, comet={"cards": ["9D"]})
    assert profile == FOSTER
    assert as_table(profile)["pack"]["removed"] == ["8♦"]


# Wrong types and values

NO_COUNT = ("1", 1.0, True, -1, 1_000_001, [1], {})
NO_FLAG = (0, 1, "true", [], {})
NO_WORD = ("", "Any", "nonsense", 1, True, [], {})
NO_CARDS = ("8♦", 8, True, {}, ["8"], ["♦"], ["1♦"], ["8♦", "8d"], [8], [["8♦"]], [{}])

WRONG = {
    "players.min": (*NO_COUNT, 0, 1),
    "players.max": (*NO_COUNT, 0, 1, 21),
    "pack.decks": (*NO_COUNT, 0),
    "pack.suits": ("♣", 4, {}, ["x"], [""], ["♣", "c"], [1], ["8♦"]),
    "pack.lowest": (*NO_WORD, "3", "a"),
    "pack.removed": NO_CARDS,
    "pack.swapped": ("", 1, [], {"9♠": "9"}, {"9": "9♦"}, {"9♠": 9}, {"9♠": ["9♦"]}),
    "pack.divide": ("7", 7, {}, ["7♦"], ["x"], [7], ["7", "7"], ["10", "T"]),
    "deal.cards": ("", "some", 0, -1, 1.5, True, [], [3], {"2": 0}, {"2": "25"}, {"2": True}, {"two": 2}, {"-2": 2}),
    "stake.ante": NO_COUNT,
    "stake.pool": (*NO_WORD, "dealer"),
    "lead.opening": (*NO_WORD, "lowest_of_other_suit"),
    "lead.reopening": NO_WORD,
    "run.by": NO_WORD,
    "run.order": NO_WORD,
    "run.group": NO_WORD,
    "run.must": NO_FLAG,
    "stop.one_stuck": NO_WORD,
    "stop.all_stuck": NO_WORD,
    "stop.gap": NO_WORD,
    "stop.premium": NO_COUNT,
    "comet.cards": NO_CARDS,
    "comet.power": NO_WORD,
    "comet.when": NO_WORD,
    "comet.must": NO_FLAG,
    "comet.follow_own": NO_FLAG,
    "comet.branches_fail": NO_WORD,
    "comet.on_lead": NO_WORD,
    "comet.gap_next": NO_WORD,
    "comet.stands_for": ("held", 1, {}, ["queen"], ["held", "held"], [1], [[]]),
    "pay.comet": NO_COUNT,
    "pay.comet_is_stake": NO_FLAG,
    "pay.comet_growth": NO_WORD,
    "pay.king": NO_COUNT,
    "pay.ace_lead": NO_COUNT,
    "left.comet": NO_COUNT,
    "left.comet_to": NO_WORD,
    "left.king": NO_COUNT,
    "left.king_to": NO_WORD,
    "left.per": NO_WORD,
    "left.rate": NO_COUNT,
    "pips.courts": NO_COUNT,
    "pips.ace": NO_COUNT,
    "pips.comet": NO_COUNT,
    "multiply.loser_holds_comet": (*NO_COUNT, 0),
    "multiply.comet_last": (*NO_COUNT, 0),
    "multiply.comet_last_nine": (*NO_COUNT, 0),
    "blocked.score": NO_WORD,
    "blocked.comet_doubles": NO_FLAG,
    "score.kind": NO_WORD,
    "match.hands": NO_WORD,
    "match.number": NO_COUNT,
    "match.target": NO_COUNT,
    "match.ties": NO_WORD,
}


def test_wrong_values_are_tried_for_every_parameter():
    assert set(WRONG) == set(parameters())


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WRONG.items() for value in values])
def test_a_wrong_type_or_value_is_refused_naming_the_parameter_and_what_it_may_be(key, value):
    finding = refusal(lambda: with_value(key, value))
    assert finding.code == "bad-parameter"
    assert key in finding.message
    assert repr(value) in finding.message
    assert finding.remedy


@pytest.mark.parametrize("area", list(AREAS))
@pytest.mark.parametrize("value", [1, "", [], True])
def test_an_area_that_is_no_table_is_refused(area, value):
    finding = refusal(lambda: make_profile(merge(as_table(FOSTER), {area: value})))
    assert finding.code == "bad-parameter"
    assert area in finding.message


@pytest.mark.parametrize("key", ["id", "title", "source"])
@pytest.mark.parametrize("value", [1, True, [], {}, "two\nlines", "\x1b[2J"])
def test_the_texts_of_a_profile_are_lines_of_text(key, value):
    finding = refusal(lambda: make_profile(merge(as_table(FOSTER), {key: value})))
    assert finding.code == "bad-parameter"
    assert key in finding.message


# Unknown and missing keys


@pytest.mark.parametrize(
    ("table", "unknown", "offered"),
    [
        ({"pays": {}}, '"pays"', '"pay"'),
        ({"comets": {}}, '"comets"', '"comet"'),
        ({"titel": "x"}, '"titel"', '"title"'),
        ({"extend": "foster"}, '"extend"', '"extends"'),
        ({"pay": {"comets": 2}}, '"comets"', '"comet"'),
        ({"pay": {"ace_led": 2}}, '"ace_led"', '"ace_lead"'),
        ({"comet": {"folow_own": True}}, '"folow_own"', '"follow_own"'),
        ({"left": {"comet-to": "each"}}, '"comet-to"', '"comet_to"'),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest_known_one(table, unknown, offered):
    finding = refusal(lambda: make_profile(merge(as_table(FOSTER), table)))
    assert finding.code == "unknown-parameter"
    assert unknown in finding.message
    assert offered in finding.remedy


@pytest.mark.parametrize(("table", "offered"), [({"zzz": 1}, "players, pack, deal"), ({"deal": {"zzz": 1}}, "cards")])
def test_an_unknown_key_with_nothing_near_it_is_refused_with_all_that_there_are(table, offered):
    finding = refusal(lambda: make_profile(merge(as_table(FOSTER), table)))
    assert finding.code == "unknown-parameter"
    assert offered in finding.remedy


@pytest.mark.parametrize("key", list(parameters()))
def test_a_profile_that_extends_nothing_has_to_say_every_parameter(key):
    table = copy.deepcopy(as_table(FOSTER))
    area, _, name = key.partition(".")
    del table[area][name]
    finding = refusal(lambda: make_profile(table))
    assert finding.code == "missing-parameter"
    assert key in finding.message


def test_a_profile_has_to_have_an_id():
    table = as_table(FOSTER)
    del table["id"]
    assert refusal(lambda: make_profile(table)).code == "missing-parameter"


# Values that cannot work together


@pytest.mark.parametrize(
    ("areas", "fault"),
    [
        ({"players": {"min": 5, "max": 4}}, "players.min is 5, players.max 4"),
        ({"pack": {"suits": []}}, "8♦"),
        ({"pack": {"suits": [], "removed": []}}, "no cards"),
        ({"pack": {"suits": ["♣", "♥", "♠"]}}, "8♦ cannot be taken out"),
        ({"players": {"max": 7}}, "deal.cards says nothing for 7 players"),
        ({"deal": {"cards": {}}}, "deal.cards says nothing for 2 players"),
        ({"deal": {"cards": {"2": 26, "3": 17, "4": 12, "5": 9, "6": 8}}}, "needs 52 cards for 2 players"),
        ({"deal": {"cards": 9}}, "needs 54 cards for 6 players"),
        ({"pack": {"suits": ["♦"]}, "players": {"max": 13}, "deal": {"cards": "equal"}}, "too few cards for 13"),
        ({"comet": {"cards": []}}, "comet.cards is empty"),
        ({"comet": {"cards": ["8♦"]}}, "the Comet 8♦ is not in the pack"),
        ({"pack": {"removed": ["9♦"]}}, "the Comet 9♦ is not in the pack"),
        ({"comet": {"cards": ["K♦"]}}, "the Comet cannot be K♦"),
        ({"left": {"per": "card"}}, "left.rate 0"),
        ({"left": {"rate": 1}}, "left.rate 1"),
        ({"match": {"hands": "fixed"}}, "match.number has to be at least 1"),
        ({"match": {"hands": "even"}}, "match.number has to be at least 1"),
        ({"match": {"hands": "even", "number": 3}}, "match.number 3"),
    ],
)
def test_values_that_cannot_work_together_are_refused_saying_which(areas, fault):
    finding = refusal(lambda: vary(**areas))
    assert finding.code == "profile-conflict"
    assert fault in finding.message
    assert '"foster"' in finding.message


# Profiles that extend others


def test_a_profile_that_extends_a_published_one_differs_only_in_what_it_says():
    profile = build_profile({"extends": "foster", "id": "house", "pay": {"comet": 5}}, Path())
    assert profile.id == "house"
    expected = as_table(FOSTER) | {"id": "house"}
    expected["pay"] = expected["pay"] | {"comet": 5}
    assert as_table(profile) == expected


def test_an_extended_file_is_looked_for_from_the_folder_of_the_file_that_names_it(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "house.toml").write_text('extends = "deep/town.toml"\nid = "house"\n', encoding="utf-8")
    (tmp_path / "deep" / "town.toml").write_text('extends = "land.toml"\n[pay]\nking = 7\n', encoding="utf-8")
    (tmp_path / "deep" / "land.toml").write_text('extends = "foster"\n[pay]\ncomet = 5\nking = 6\n', encoding="utf-8")
    profile = find_profile("house.toml", tmp_path)
    assert (profile.id, profile.pay.comet, profile.pay.king) == ("house", 5, 7)
    assert build_profile({"extends": "house.toml"}, tmp_path) == profile


def test_a_published_id_means_the_published_profile_whatever_files_lie_around(tmp_path):
    (tmp_path / "foster").write_text('extends = "foster"\n[pay]\nking = 7\n', encoding="utf-8")
    assert find_profile("foster", tmp_path) == FOSTER


def test_a_byte_order_mark_in_a_profile_file_does_no_harm(tmp_path):
    (tmp_path / "house.toml").write_text('extends = "foster"\nid = "house"\n', encoding="utf-8-sig")
    assert find_profile("house.toml", tmp_path).id == "house"


@pytest.mark.parametrize("files", [{"a.toml": "a.toml"}, {"a.toml": "b.toml", "b.toml": "./a.toml"}])
def test_profiles_that_extend_one_another_in_a_circle_are_refused(tmp_path, files):
    for name, extended in files.items():
        (tmp_path / name).write_text(f'extends = "{extended}"\n', encoding="utf-8")
    finding = refusal(lambda: find_profile("a.toml", tmp_path))
    assert finding.code == "profile-circle"
    assert "a.toml" in finding.message


def test_a_profile_that_does_not_exist_is_refused_with_the_nearest_one():
    finding = refusal(lambda: find_profile("fosster", Path()))
    assert finding.code == "unknown-profile"
    assert '"fosster"' in finding.message
    assert '"foster"' in finding.remedy


def test_an_extended_file_that_does_not_exist_is_refused_naming_it(tmp_path):
    finding = refusal(lambda: build_profile({"extends": "zzzz/0.toml"}, tmp_path))
    assert finding.code == "unknown-profile"
    assert "zzzz/0.toml" in finding.message
    assert "foster" in finding.remedy


@pytest.mark.parametrize("value", [1, True, "", [], {}, ["foster"], "a\0b"])
def test_what_is_extended_is_named_by_a_text(value):
    finding = refusal(lambda: build_profile({"extends": value}, Path()))
    assert finding.code == "bad-parameter"
    assert "extends" in finding.message


def test_a_folder_is_no_profile(tmp_path):
    assert refusal(lambda: find_profile(".", tmp_path)).code == "bad-profile-file"


@pytest.mark.parametrize("data", [b"id = ", b"\xff\xfe", b'id = "a"\nid = "b"\n'])
def test_a_profile_file_that_is_no_toml_is_refused_naming_it(tmp_path, data):
    (tmp_path / "house.toml").write_bytes(data)
    finding = refusal(lambda: find_profile("house.toml", tmp_path))
    assert finding.code == ("bad-profile-file" if data[0] == 0xFF else "not-toml")
    assert "house.toml" in finding.message + finding.file


def test_a_fault_in_an_extended_file_names_that_file(tmp_path):
    (tmp_path / "town.toml").write_text('extends = "foster"\n[pay]\nking = "x"\n', encoding="utf-8")
    (tmp_path / "house.toml").write_text('extends = "town.toml"\n', encoding="utf-8")
    finding = refusal(lambda: find_profile("house.toml", tmp_path))
    assert finding.code == "bad-parameter"
    assert finding.file.endswith("town.toml")


# The deal


@pytest.mark.parametrize(
    ("players", "each", "dead"), [(2, 25, 1), (3, 17, 0), (4, 12, 3), (5, 9, 6), (6, 8, 3)]
)  # fmt: skip
def test_foster_deals_by_the_number_of_players_and_the_rest_is_dead(players, each, dead):
    assert FOSTER.dealt(players, 0) == (each,) * players
    assert FOSTER.cards.total() - players * each == dead
    assert Hand(FOSTER, tuple("ABCDEF"[:players]), 0).dead == dead


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
def test_all_dealt_gives_the_first_seats_left_of_the_dealer_one_more(players, from_the_left):
    profile = vary(deal={"cards": "all"})
    for dealer in range(players):
        dealt = profile.dealt(players, dealer)
        assert tuple(dealt[(dealer + step) % players] for step in range(1, players + 1)) == from_the_left
        assert sum(dealt) == 51


@pytest.mark.parametrize(("players", "each"), [(2, 25), (3, 17), (4, 12), (5, 10), (6, 8)])
def test_equal_hands_leave_the_remainder_dead(players, each):
    assert vary(deal={"cards": "equal"}).dealt(players, 1) == (each,) * players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_number_of_cards_is_the_same_for_any_number_of_players(players):
    assert short().dealt(players, 0) == (3,) * players


# Every parameter changes an outcome

WITH_COMET = ("Ana: 3♣ 9♦",)
WITH_KING = ("Ana: K♣",)
WITH_ACE = ("Ana: A♣",)
OUT = ("Ana: 3♣ 4♣ 5♣",)
NOTHING_LEFT = {"Bruno": "? ? ?", "Carla": "? ? ?"}
COMET_LEFT = {"Bruno": "9♦ ? ?", "Carla": "? ? ?"}
KING_LEFT = {"Bruno": "K♦ ? ?", "Carla": "? ? ?"}


def test_players_min_and_max_say_how_many_may_sit_down():
    assert "player-count" in [finding.code for finding in night(vary(players={"min": 4}), *OUT).findings]
    assert "player-count" in [finding.code for finding in night(vary(players={"max": 2}), *OUT).findings]
    assert "player-count" not in [finding.code for finding in night(FOSTER, *OUT).findings]


def test_pack_suits_says_which_cards_there_are():
    assert hand(short(), "Ana: 3♠").needed == (read_card("4♠"),)
    fewer = short(pack={"suits": ["♣", "♦", "♥"]}, deal={"cards": "equal"})
    assert refusal(lambda: hand(fewer, "Ana: 3♠")).code == "not-in-pack"
    assert fewer.dealt(3, 0) == (12, 12, 12)


def test_pack_removed_says_where_the_gap_is():
    moved = short(pack={"removed": ["8♣"]})
    assert refusal(lambda: hand(short(), "Ana: 7♦ 8♦")).code == "not-in-pack"
    assert hand(moved, "Ana: 7♦ 8♦").needed == (read_card("9♦"),)
    assert refusal(lambda: hand(moved, "Ana: 7♣ 8♣")).code == "not-in-pack"


def test_where_8_of_diamonds_is_in_the_pack_9_of_diamonds_follows_it_in_the_run_and_pays():
    played = hand(vary(deal={"cards": 4}, pack={"removed": ["8♣"]}), "Ana: 7♦ 8♦ 9♦")
    assert played.needed == (read_card("10♦"),)
    assert played.log[-1].how is not How.DETOUR
    assert played.earned == [(3, 0, "comet")]


def test_deal_cards_says_when_a_hand_is_empty():
    assert hand(short(), *OUT).winner == 0
    assert hand(vary(deal={"cards": 4}), *OUT).winner is None


def test_stake_ante_is_what_each_stakes_and_what_the_winner_takes():
    assert change(short(), *OUT, left=NOTHING_LEFT) == (2, -1, -1)
    assert change(short(stake={"ante": 5}), *OUT, left=NOTHING_LEFT) == (10, -5, -5)
    assert change(short(stake={"ante": 0}), *OUT, left=NOTHING_LEFT) == (0, 0, 0)


def test_run_must_says_whether_a_pass_while_able_is_an_irregularity():
    turns = ("Ana: 3♣", "Bruno: pass", "Carla: pass", "Ana: 7♠", "Bruno: 8♠", "Carla: pass", "Ana: pass", "Bruno: 4♣")
    assert "passed-while-able" in codes(short(), *turns)
    assert codes(short(run={"must": False}), *turns) == []


def test_stop_gap_says_whether_the_round_of_passes_is_held_at_the_gap():
    polled, silent = hand(short(), "Ana: 7♦"), hand(short(stop={"gap": "silent"}), "Ana: 7♦")
    assert (polled.leader, polled.to_speak) == (None, 1)
    assert (silent.leader, silent.to_speak) == (0, None)


def test_a_silent_gap_leaves_no_room_for_the_comet_and_asks_for_no_passes():
    silent = short(stop={"gap": "silent"})
    assert hand(short(), "Ana: 7♦", "Bruno: 9♦").last == 1
    assert refusal(lambda: hand(silent, "Ana: 7♦", "Bruno: 9♦")).code == "not-the-leader"
    assert refusal(lambda: hand(silent, "Ana: 7♦", "Bruno: pass")).code == "no-pass-on-lead"
    assert hand(silent, "Ana: 7♦ 3♠").needed == (read_card("4♠"),)


def test_a_silent_gap_holds_the_round_where_the_card_is_only_already_played():
    silent = vary(deal={"cards": 5}, stop={"gap": "silent"})
    again = ("Ana: 4♣", "Bruno: pass", "Carla: pass", "Ana: 3♣")
    assert hand(silent, *again).to_speak == 1


def test_comet_cards_says_which_card_the_comet_is():
    other = short(comet={"cards": ["J♠"]})
    assert hand(other, "Ana: 3♣ J♠").needed == (read_card("4♣"), read_card("Q♠"))
    assert refusal(lambda: hand(other, "Ana: 3♣ 9♦")).code == "out-of-sequence"
    assert change(other, "Ana: 3♣ J♠") == (3, -3, -3)
    assert change(other, *OUT, left={"Bruno": "J♠ ? ?", "Carla": "9♦ ? ?"}) == (4, -5, 1)


def test_more_than_one_card_may_be_a_comet():
    both = short(comet={"cards": ["9♦", "9♠"]})
    assert change(both, "Ana: 3♣ 9♦", "Bruno: 9♠") == (-1 + 4 - 2, -1 + 4 - 2, -1 - 4)


def test_comet_follow_own_says_whether_the_comet_may_follow_ones_own_cards():
    assert hand(short(), "Ana: 3♣ 9♦").last == 0
    not_own = short(comet={"follow_own": False})
    assert refusal(lambda: hand(not_own, "Ana: 3♣ 9♦")).code == "comet-on-own-card"
    assert hand(not_own, "Ana: 3♣", "Bruno: 9♦").last == 1


def test_comet_on_lead_says_whether_the_comet_may_be_led():
    assert hand(short(), "Ana: 9♦").needed == (read_card("10♦"),)
    finding = refusal(lambda: hand(short(comet={"on_lead": "not_allowed"}), "Ana: 9♦"))
    assert finding.code == "comet-led"


def test_where_the_comet_may_not_be_led_it_is_not_among_the_legal_plays():
    opening = hand(short(comet={"on_lead": "not_allowed"}))
    assert Lay(read_card("9♦")) not in opening.legal()[0]
    finding = refusal(lambda: opening.play(0, Lay(read_card("9♦"))))
    assert finding.legal != "Ana leads any card"


def test_pay_comet_is_what_each_opponent_pays_for_it():
    assert change(short(), *WITH_COMET) == (3, -3, -3)
    assert change(short(pay={"comet": 5}), *WITH_COMET) == (9, -6, -6)


def test_pay_king_is_what_each_opponent_pays_for_one():
    assert change(short(), *WITH_KING) == (1, -2, -2)
    assert change(short(pay={"king": 0}), *WITH_KING) == (-1, -1, -1)


def test_pay_ace_lead_is_what_each_opponent_pays_for_a_run_begun_with_one():
    assert change(short(), *WITH_ACE) == (1, -2, -2)
    assert change(short(pay={"ace_lead": 3}), *WITH_ACE) == (5, -4, -4)


def test_left_comet_is_what_an_unplayed_comet_costs():
    assert change(short(), *OUT, left=COMET_LEFT) == (4, -5, 1)
    assert change(short(left={"comet": 3}), *OUT, left=COMET_LEFT) == (5, -7, 2)


def test_left_comet_to_says_whether_the_winner_alone_is_paid():
    assert change(short(left={"comet_to": "winner"}), *OUT, left=COMET_LEFT) == (4, -3, -1)


def test_left_king_is_what_an_unplayed_king_costs():
    assert change(short(), *OUT, left=KING_LEFT) == (3, -3, 0)
    assert change(short(left={"king": 4}), *OUT, left=KING_LEFT) == (6, -9, 3)


def test_left_king_to_says_whether_the_winner_alone_is_paid():
    assert change(short(left={"king_to": "winner"}), *OUT, left=KING_LEFT) == (3, -2, -1)


def test_left_per_and_rate_are_what_each_card_left_costs():
    left = {"Bruno": "? ?", "Carla": "? ? ?"}
    turns = ("Ana: 3♣", "Bruno: 4♣", "Carla: pass", "Ana: 5♣ 6♣")
    assert change(short(), *turns, left=left) == (2, -1, -1)
    assert change(short(left={"per": "card", "rate": 2}), *turns, left=left) == (2 + 10, -1 - 4, -1 - 6)


def test_where_no_card_left_pays_nothing_has_to_be_shown():
    assert night(short(), *OUT).hands[0].state == "unsettled"
    assert night(short(left={"comet": 0, "king": 0}), *OUT).hands[0].state == "settled"
    assert night(short(left={"king": 0}), *OUT).hands[0].missing == ("9♦",)


@pytest.mark.parametrize(
    ("match", "planned"),
    [
        ({"hands": "one_each"}, 3),
        ({"hands": "fixed", "number": 5}, 5),
        ({"hands": "even", "number": 4}, 4),
        ({"hands": "open"}, None),
    ],
)
def test_match_hands_and_number_say_when_a_match_is_over(match, planned):
    assert night(short(match=match)).planned == planned


@pytest.mark.parametrize(("match", "complete"), [({"hands": "fixed", "number": 1}, True), ({"hands": "open"}, False)])
def test_a_match_has_winners_once_its_hands_are_settled_and_an_open_one_has_none(match, complete):
    played = night(short(match=match), *OUT, left=NOTHING_LEFT)
    assert played.complete is complete
    assert played.winners == (["Ana"] if complete else [])
