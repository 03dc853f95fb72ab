"""Random lines, files and rule sets: each is taken or refused, and none breaks the program."""

import os
from functools import cache, partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from comet_cli.cards import RANKS
from comet_cli.entry import COMMANDS, read_line
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.library import find_table
from comet_cli.parameters import parameters
from comet_cli.reading import HAND_KEYS, SESSION_KEYS
from tests.fuzz import guided
from tests.fuzz.checks import check_profile, check_session, rules
from tests.fuzz.nights import LINES_A_NIGHT, type_night
from tests.open_table import play_hand
from tests.running import CASES, WON_BY_ANA, call, plays, short, write

some = partial(settings, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
seeds = st.integers(0, 2**32)

# Lines at the prompt


@pytest.mark.parametrize("count", [1500, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_random_lines_are_taken_or_refused_and_a_refused_one_changes_nothing(count: int) -> None:
    """`COMET_FUZZ_LINES` sets how many lines the long run types; it is another random one each time."""
    seed = "same"
    if count > 1500:
        count = int(os.environ.get("COMET_FUZZ_LINES", count))
        seed = str(SystemRandom().randrange(2**32))
    nights = [type_night(number, seed) for number in range(-(-count // LINES_A_NIGHT))]
    assert sum(night.taken for night in nights) > count / 10


NAMES = ("Ana", "Bruno", "B o", "9d")
words = st.one_of(
    st.sampled_from([rank + suit for rank in RANKS for suit in ("c", "d", "♥", "♠", "")]),
    st.sampled_from(["a", "b", "bo", "@1", "@4", "@9", *NAMES, *COMMANDS]),
    st.sampled_from(
        ["+", "+2", "+99", ".", "-", "!", "pass", "=", "*2", "*4", "-7", "3-7c", "#", " # x", ":", " ", "\t"]
    ),
    st.text(max_size=4),
)
typed = st.lists(words, max_size=8).map("".join) | st.lists(words, max_size=6).map(" ".join) | st.text(max_size=50)


@cache
def table_after(reference: str, plays: int, seed: int) -> Hand:
    """A hand of three players, or of as many as there have to be, after some of its plays."""
    profile = rules(reference)
    names = NAMES[: min(max(profile.players.min, 3), profile.players.max)]
    played = play_hand(Random(seed), profile, names, len(names) - 1)
    hand = Hand(profile, names, len(names) - 1)
    for seat, play in played.log[:plays]:
        hand.play(seat, play)
    return hand


tables = st.builds(
    table_after,
    st.sampled_from(("foster", "crp", "crp-progressive", "duo", "duo-any")),
    st.integers(0, 40),
    st.integers(0, 3),
)


def check_line(text: str, hand: Hand) -> None:
    """The plays of a typed line are allowed one after the other, and lead to the hand that it is said to lead to."""
    before = list(hand.log)
    try:
        line = read_line(text, hand)
    except CometError:
        return
    finally:
        assert hand.log == before
    again = hand.copy()
    for entered in line.plays:
        again.play(entered.seat, entered.play)
    assert again.log == line.after.log
    assert line.plays
    assert line.remark.isprintable()


@given(typed, tables)
@some(max_examples=150)
def test_any_line_is_read_as_allowed_plays_or_refused(text: str, hand: Hand) -> None:
    check_line(text, hand)


@pytest.mark.long
@given(typed, tables)
@some(max_examples=50_000)
def test_fifty_thousand_lines_are_read_as_allowed_plays_or_refused(text: str, hand: Hand) -> None:
    check_line(text, hand)


@pytest.mark.parametrize("target", guided.TARGETS)
def test_nothing_that_the_guided_fuzzer_begins_with_breaks_the_program(target: str) -> None:
    for seed in list(guided.SEEDS[target]())[::9]:
        guided.TRIED[target](seed)


# Session files

FILES = [path.read_text("utf-8") for path in sorted(CASES.glob("*.toml"))] + [
    short(WON_BY_ANA + 'notes = ["x"]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = 2 }]\n'),
    short(WON_BY_ANA, plays("Bruno: 3♣ # x", "Carla: 9♦", "Ana: pass", more='left = { Ana = "??" }\n')),
    short('[[hands]]\n[hands.tally]\nwinner = "Carla"\nkings = { Ana = 1 }\n[hands.left]\nAna = "??"\n'),
]
MARKS = ['"', "'", "[", "]", "{", "}", "=", ",", ".", "#", "\n", "\\", " ", "0", "-", "_", "!", ":", "♣", "é", "\x00"]
KEYS = [*SESSION_KEYS, *HAND_KEYS, "extends", "winner", "change", "balances", "transfers", "kings", "payer", "points"]
VALUES = ["1", "-1", "1e3", "nan", "0x10", "true", '""', '"Ana"', '"3♣"', '"??"', "[]", "{}", '["x"]', "1979-05-27"]
tokens = st.sampled_from(MARKS + KEYS + VALUES + ["[[hands]]", "[profile]", "[hands.left]", '"Ana: 3♣"', "pass"])
places = st.floats(0, 1, exclude_max=True)
edits = st.lists(
    st.tuples(places, st.integers(0, 12), tokens | st.text(max_size=3) | st.just("")), min_size=1, max_size=4
)


def edited(text: str, edits: list[tuple[float, int, str]]) -> str:
    """`text` with pieces cut out of it and others put in their place."""
    for place, length, new in edits:
        at = int(place * len(text))
        text = text[:at] + new + text[at + length :]
    return text


def lines_moved(text: str, moves: list[tuple[float, float]]) -> str:
    """`text` with lines taken to other places."""
    lines = text.split("\n")
    for one, other in moves:
        lines.insert(int(other * len(lines)), lines.pop(int(one * len(lines))))
    return "\n".join(lines)


spoilt_texts = st.one_of(
    st.builds(edited, st.sampled_from(FILES), edits),
    st.builds(lines_moved, st.sampled_from(FILES), st.lists(st.tuples(places, places), min_size=1, max_size=3)),
)

texts = st.sampled_from(["", "Ana", "ana", "Bruno", "pool", "x: y", "3♣", "K♠ ? ?", "??", "72p", "9♦ 3p"]) | st.text(
    max_size=9
)
scalars = st.one_of(
    st.integers(-(2**70), 2**70),
    st.integers(-3, 30),
    st.booleans(),
    st.floats(),
    texts,
    st.datetimes(),
    st.dates(),
    st.times(),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def form(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Tables that have some of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


people = st.sampled_from(["Ana", "Bruno", "Carla", "ANA"])
turns = st.builds(
    "{}: {}{}".format, people, st.sampled_from(["3♣", "3♣ 4♣", "pass", "9♦", "K♥!", "Z"]), st.sampled_from(["", " # x"])
)
counts = st.dictionaries(people, st.integers(-1, 20), max_size=3)
shown = st.dictionaries(people, st.sampled_from(["K♠ ? ?", "? ? ?", "??", "72p", "9♦ 3p", "3♣ 4♣ 5♣", ""]), max_size=3)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "dealer": people,
    "dealer_changed": texts,
    "players": st.permutations(["Ana", "Bruno", "Carla"]),
    "plays": st.lists(turns, max_size=5),
    "dead": st.sampled_from(["K♥", "9♦ 3♣", ""]),
    "dealt": counts,
    "void": texts,
    "notes": st.lists(texts, max_size=2),
    "left": shown,
    "adjustments": st.lists(form(payer=people, payee=people, points=st.integers(0, 3)), max_size=2),
    "tally": form(winner=people, kings=counts, aces=counts, cards_left=counts),
    "result": form(winner=people, change=counts, transfers=st.lists(texts)),
}
hands = st.fixed_dictionaries(
    {}, optional={key: LIKELY.get(key, values) | values for key in HAND_KEYS} | {"odd": values}
)
documents = st.fixed_dictionaries(
    {
        "format": st.just("comet-session/1"),
        "players": st.just(["Ana", "Bruno", "Carla"]) | values,
        "profile": st.just({"extends": "foster", "deal": {"cards": 3}})
        | st.sampled_from(["crp", "duo"]).map(lambda x: {"extends": x}),
        "hands": st.lists(hands, max_size=3),
    },
    optional={
        "first_dealer": people | values,
        "hands_planned": values,
        "name": values,
        "started": values,
        "odd": values,
    },
)


@given(spoilt_texts)
@some(max_examples=100)
def test_a_session_with_pieces_changed_is_told_or_read_and_written_as_it_was_read(text: str) -> None:
    check_session(text)


@given(documents)
@some(max_examples=100)
def test_any_document_in_the_form_of_a_session_is_told_or_read_and_written_as_it_was_read(
    table: dict[str, Any],
) -> None:
    check_session(tomli_w.dumps(table))


@pytest.mark.long
@given(spoilt_texts | documents.map(tomli_w.dumps))
@some(max_examples=30_000)
def test_thirty_thousand_sessions_are_told_or_read_and_written_as_they_were_read(text: str) -> None:
    check_session(text)


# Profiles

RULES = {key: tomli_w.dumps(find_table(key, Path())) for key in ("foster", "crp", "duo", "family")}
spoilt_rules = st.builds(edited, st.sampled_from(list(RULES.values())), edits)


@st.composite
def rule_tables(draw: st.DrawFn) -> dict[str, Any]:
    """The table of a profile in which some parameters are anything at all, or gone."""
    table = find_table(draw(st.sampled_from(list(RULES))), Path())
    for key in draw(st.lists(st.sampled_from(list(parameters())), max_size=4)):
        area, _, name = key.partition(".")
        table[area] = dict(table.get(area, {}))
        table[area][name] = draw(values)
    for key in draw(st.lists(st.sampled_from(["id", "title", "open", "rulings", "pack", "deal", "odd"]), max_size=2)):
        table[key] = draw(values)
    for key in draw(st.lists(st.sampled_from(list(table)), max_size=2)):
        table.pop(key, None)
    return table


def check_profile_file(folder: Path, text: str) -> None:
    """No command on a profile file fails but by telling why."""
    path = write(folder, text, "house.toml")
    for command in ("check", "show"):
        assert call(folder, "profiles", command, "house.toml").status in (0, 1, 3)
    assert path.read_bytes() == text.encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all examples of a test share."""
    return tmp_path_factory.mktemp("shared")


@given(text=spoilt_rules | rule_tables().map(tomli_w.dumps))
@some(max_examples=60)
def test_any_profile_file_is_checked_and_shown_or_refused(folder: Path, text: str) -> None:
    check_profile_file(folder, text)


@given(rule_tables())
@some(max_examples=100)
def test_rules_that_are_accepted_deal_to_every_number_of_players_that_they_allow(table: dict[str, Any]) -> None:
    check_profile(table)


@pytest.mark.long
@given(text=spoilt_rules | rule_tables().map(tomli_w.dumps))
@some(max_examples=20_000)
def test_twenty_thousand_profile_files_are_checked_and_shown_or_refused(folder: Path, text: str) -> None:
    check_profile_file(folder, text)
