"""What holds by any rule set at all, tried on random hands by random rules, played with open cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from comet_cli.cards import RANKS, SUITS
from comet_cli.commands.score import with_results
from comet_cli.findings import CometError
from comet_cli.history import History
from comet_cli.library import find_table, published
from comet_cli.night import Night, score_night
from comet_cli.parameters import AREAS, parameters
from comet_cli.payments import in_pool
from comet_cli.plays import Lay, Turn
from comet_cli.profile import Profile, as_table, make_profile, merge, open_choices
from comet_cli.reading import read_session
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.scoring import State
from comet_cli.show.rules import differences
from comet_cli.writing import write_session
from tests.open_table import NAMES, OpenHand, play_night

COMPLETE = {
    reference: make_profile(table)
    for reference in published()
    if not open_choices(table := find_table(reference, Path()))
}
SEATS = [
    (reference, players)
    for reference, profile in COMPLETE.items()
    for players in range(profile.players.min, profile.players.max + 1)
]
some = partial(
    settings,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Random rule sets

CARDS = [rank + suit for suit in SUITS for rank in RANKS]
amounts = st.sampled_from((0, 1, 2, 5))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "players.min": st.integers(2, 6),
    "players.max": st.integers(2, 9),
    "pack.decks": st.sampled_from((1, 1, 2, 2, 3)),
    "pack.suits": st.lists(st.sampled_from(SUITS), min_size=1, max_size=4, unique=True),
    "pack.removed": st.lists(st.sampled_from(CARDS), max_size=4, unique=True),
    "pack.swapped": st.dictionaries(st.sampled_from(CARDS), st.sampled_from(CARDS), max_size=2),
    "pack.divide": st.lists(st.sampled_from(RANKS), max_size=2, unique=True),
    "deal.cards": st.one_of(
        st.sampled_from(("all", "equal")),
        st.integers(1, 20),
        st.fixed_dictionaries({str(players): st.integers(1, 12) for players in range(2, 10)}),
    ),
    "comet.cards": st.lists(st.sampled_from(["9♦", "9♠", *CARDS]), min_size=1, max_size=2, unique=True),
    "comet.stands_for": st.lists(st.sampled_from(("held", "played", "king", "gap")), unique=True),
    "match.number": st.integers(0, 6),
    "match.target": st.sampled_from((0, 1, 50)),
    "multiply.loser_holds_comet": st.integers(1, 4),
    "multiply.comet_last": st.integers(1, 4),
    "multiply.comet_last_nine": st.integers(1, 4),
}


def values_of(key: str) -> st.SearchStrategy[Any]:
    """Any value that the parameter `key` may have by itself."""
    kind = parameters()[key].kind
    if key in VALUES:
        return VALUES[key]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    return st.booleans() if kind is bool else amounts


def table_of(keys: Sequence[str]) -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    """Values for all of `keys`, as the tables of a profile."""
    return st.fixed_dictionaries({key: values_of(key) for key in keys}).map(_as_tables)


def _as_tables(chosen: dict[str, Any]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for key, value in chosen.items():
        area, _, name = key.partition(".")
        tables.setdefault(area, {})[name] = value
    return tables


KEYS = list(parameters())
# What is changed at once: one parameter of how cards are laid, any one, a few, or a whole area.
AREA_KEYS = [[key for key in KEYS if key.startswith(f"{area}.")] for area in AREAS]
PLAY_KEYS = [key for key in KEYS if key.partition(".")[0] in ("run", "stop", "comet", "lead")]
changes = st.one_of(
    st.sampled_from(PLAY_KEYS).map(lambda key: [key]),
    st.sampled_from(KEYS).map(lambda key: [key]),
    st.lists(st.sampled_from(KEYS), min_size=2, max_size=4, unique=True),
    st.sampled_from(AREA_KEYS),
).flatmap(table_of)
steps = st.sampled_from((1, 2, 5, 20, 40, 60))


@dataclass(frozen=True, repr=False)
class Rules:
    """A rule set, told by what sets it apart from the published one that it was made of."""

    extends: str
    profile: Profile

    def __repr__(self) -> str:
        told = differences(as_table(COMPLETE[self.extends]), as_table(self.profile))
        return f"{self.extends} with {', '.join(f'{key}: {value}' for key, _, value in told) or 'nothing changed'}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def seats(self) -> range:
        return range(self.profile.players.min, self.profile.players.max + 1)


def accepted(table: dict[str, Any]) -> Profile | None:
    """The rules of `table`, or None where the program says that they cannot work together."""
    try:
        return make_profile(table)
    except CometError as error:
        if error.finding.code != "profile-conflict":
            raise
        return None


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Rules that the program accepts: published ones, changed step by step; steps that it refuses are left out."""
    extends = draw(st.sampled_from(("foster", "crp", "duo")))
    profile = COMPLETE[extends]
    number = draw(steps)
    for change in draw(st.lists(changes, min_size=number, max_size=number)):
        profile = accepted(merge(as_table(profile), change)) or profile
    return Rules(extends, profile)


@dataclass(frozen=True)
class Game:
    """Rules, a number of players that they allow, and the seed of the hands."""

    rules: Rules
    players: int
    seed: int

    def play(self, hands: int) -> tuple[OpenHand, ...]:
        return play_night(Random(self.seed), self.rules.profile, self.players, hands)


@st.composite
def games(draw: st.DrawFn) -> Game:
    rules = draw(rule_sets())
    return Game(rules, draw(st.sampled_from(rules.seats)), draw(st.integers(0, 2**32)))


# What has to hold


def begun(profile: Profile, players: int, first_dealer: str) -> Session:
    return Session("night", NAMES[:players], profile, first_dealer=first_dealer)


def scored(hands: Sequence[OpenHand]) -> Night:
    """The night of `hands`, everything that was left having been shown."""
    session = begun(hands[0].profile, len(hands[0].names), hands[0].dealer)
    return score_night(replace(session, hands=tuple(hand.record for hand in hands)))


def check_night(hands: Sequence[OpenHand]) -> Night:
    """A night played by the rules is settled, nothing is found against it, and no point is made or lost."""
    night = scored(hands)
    assert [hand.state for hand in night.hands] == [State.SETTLED] * len(hands)
    assert night.findings == ()
    if night.session.profile.score.kind == "transfers":
        for hand in night.hands:
            pool = hand.carried + in_pool(hand.events)
            assert sum(hand.balances.values()) + pool == 0
            assert pool == 0 or (hand.winner is None and night.session.profile.stake.pool == "stays")
    return night


def check_file(night: Night) -> None:
    """What is written is read as the same night, and written again is the same text."""
    session = with_results(night)
    text = write_session(session)
    reading = read_session(text, Path("nowhere"))
    assert reading.findings == ()
    assert reading.session == session
    assert write_session(reading.session) == text
    assert score_night(reading.session).findings == ()


def typed(profile: Profile, turn: Turn) -> str:
    """A turn in full notation as it is typed: the Comet led as the card it is says so, where it could be either."""
    words = [
        f"{play.card}={play.card}"
        if isinstance(play, Lay) and play.card in profile.comet.cards and not play.stands_for and substitutes(profile)
        else str(play)
        for play in turn.plays
    ]
    return f"{turn.player}: {' '.join(words)}"


def substitutes(profile: Profile) -> bool:
    return profile.comet.power == "substitute"


def check_recorder(night: Night) -> None:
    """The same night typed turn by turn is stored as the same session."""
    kept: list[Session] = []
    session = night.session
    first = begun(session.profile, len(session.players), night.hands[0].dealer)
    recorder = Recorder(first, History(), lambda session, past: kept.append(session), books=True)
    for hand in night.hands:
        for turn in hand.turns:
            assert isinstance(turn, Turn)
            recorder.enter(typed(session.profile, turn))
        for name, shown in hand.record.left.items():
            recorder.left(f"{name}: {shown}")
        if hand.record.dead:
            recorder.dead(" ".join(map(str, hand.record.dead)))
    assert kept[-1] == with_results(night)


# The tests


@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_hands_by_a_published_rule_set_are_played_to_the_end_and_nothing_is_found_against_them(reference, players):
    for seed in range(100):
        check_night(play_night(Random(seed), COMPLETE[reference], players, hands=2))


@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_nights_by_a_published_rule_set_are_written_read_and_typed_as_the_same(reference, players):
    night = check_night(play_night(Random(players), COMPLETE[reference], players, hands=2))
    check_file(night)
    check_recorder(night)


def check_game(game: Game) -> None:
    check_night(game.play(hands=2))


@given(games())
@some(max_examples=100)
def test_by_any_rules_hands_are_played_to_the_end_and_nothing_is_found_against_them(game):
    check_game(game)


@given(rule_sets())
@some(max_examples=7, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_any_rules_can_be_played_by_every_number_of_players_that_they_allow(rules):
    for players in rules.seats:
        check_game(Game(rules, players, players))


@given(games())
@some(max_examples=9)
def test_by_any_rules_nights_are_written_and_read_as_the_same(game):
    check_file(check_night(game.play(hands=2)))


@given(games())
@some(max_examples=7)
def test_by_any_rules_hands_that_are_typed_in_full_are_stored_as_the_same(game):
    night = check_night(game.play(hands=1))
    check_recorder(night)


def test_a_comet_typed_before_its_players_turn_is_stored_with_no_passes_that_nobody_made():
    table = merge(as_table(COMPLETE["crp"]), {"run": {"order": "turn"}})
    recorder = Recorder(begun(make_profile(table), 3, "Carla"), History(), lambda session, past: None)
    recorder.enter("Ana: 3♣")
    recorder.enter("Carla: 9♦=4♣")
    assert list(map(str, recorder.night.hands[0].turns)) == ["Ana: 3♣", "Carla: 9♦=4♣"]


@pytest.mark.long
@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_ten_thousand_hands_by_every_published_rule_set(reference, players):
    for seed in range(1000, 6000):
        check_night(play_night(Random(seed), COMPLETE[reference], players, hands=2))


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@given(game=games())
@some(max_examples=5000)
def test_twenty_thousand_rule_sets(part, game):
    check_game(game)


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
@given(game=games())
@some(max_examples=500)
def test_a_thousand_rule_sets_are_written_read_and_typed_as_the_same(part, game):
    night = check_night(game.play(hands=1))
    check_file(night)
    check_recorder(night)
