"""Players' names: what a person may be called, when two names are the same, and whom a typed word means."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comet_cli.people import check_name, clean_name, same_name, who
from tests.names import ODD_NAMES

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"
TABLE = ("Ana", "Bruno", "Carla", "Davi")


@pytest.mark.parametrize(
    "name", [*ODD_NAMES, DECOMPOSED, "ana", "Straße", "STRASSE", "Ana Maria", "pass", "poolman", "9d"]
)
def test_a_person_may_be_called_by_any_ordinary_text(name):
    assert check_name(name) == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        (" ", "empty"),
        ("   ", "empty"),
        ("\u00a0", "empty"),
        ("\u200b", "empty"),
        ("a\tb", "control character"),
        ("a\nb", "control character"),
        ("a\x1b[2Jb", "control character"),
        ("a\x00", "control character"),
        ("a\x7f", "control character"),
        ("a\x85b", "control character"),
        ("a\u2028b", "control character"),
        ("a\u202eb", "control character"),
        ("a:b", "colon"),
        (":", "colon"),
        ("pool", "pool"),
        ("Pool", "pool"),
        ("POOL", "pool"),
        (" pool ", "pool"),
        ("po\u200bol", "pool"),
    ],
)
def test_nobody_is_called_by_nothing_a_control_character_a_colon_or_the_pool(name, reason):
    assert reason in check_name(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ana ", "Ana"),
        ("\tAna\n", "Ana"),
        (DECOMPOSED, COMPOSED),
        ("Ana  Maria", "Ana  Maria"),
        ("007", "007"),
        ("STRASSE", "STRASSE"),
        ("ana", "ana"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
    ],
)
def test_a_name_is_kept_as_typed_but_composed_and_without_outer_blanks(typed, kept):
    assert clean_name(typed) == kept


@given(st.text(max_size=8))
def test_a_name_once_cleaned_stays_as_it_is(name):
    assert clean_name(clean_name(name)) == clean_name(name)
    assert unicodedata.is_normalized("NFC", clean_name(name))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ana", "Ana"),
        ("ANA", "Ana"),
        (" Ana ", "Ana"),
        ("Straße", "STRASSE"),
        (COMPOSED, DECOMPOSED),
        (COMPOSED.upper(), DECOMPOSED),
        ("An\u200ba", "Ana"),
    ],
)
def test_two_spellings_of_one_name_are_not_two_players(name, other):
    assert same_name(name) == same_name(other)
    fault = check_name(name, [other])
    assert "the same name" in fault
    assert other in fault


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana", "Anna"),
        (COMPOSED, "Jose"),
        ("007", "7"),
        ("1e3", "1000"),
        ("1_000", "1000"),
        ("+1", "1"),
        ("Ana Maria", "AnaMaria"),
        ("nan", "NaN?"),
    ],
)
def test_names_that_differ_in_more_than_case_are_two_players(name, other):
    assert check_name(name, [other]) == ""


@pytest.mark.parametrize(
    ("word", "names", "seats"),
    [
        ("Bruno", TABLE, (1,)),
        ("bruno", TABLE, (1,)),
        ("BRU", TABLE, (1,)),
        ("b", TABLE, (1,)),
        ("d", TABLE, (3,)),
        ("x", TABLE, ()),
        ("runo", TABLE, ()),
        ("Brunoo", TABLE, ()),
        ("", TABLE, ()),
    ],
)
def test_any_start_of_a_name_means_its_player_whatever_the_case(word, names, seats):
    assert who(word, names) == seats


@pytest.mark.parametrize(
    ("word", "seats"), [("a", (0, 1, 2)), ("an", (0, 1, 2)), ("anab", (1,)), ("ana", (0,)), ("Ana", (0,))]
)
def test_a_start_of_several_names_means_them_all_and_an_exact_name_wins(word, seats):
    assert who(word, ("Ana", "Anabel", "Andre")) == seats


@pytest.mark.parametrize(
    ("word", "seats"),
    [(COMPOSED, (0,)), (DECOMPOSED, (0,)), ("Jose", (1,)), ("jose", (1,)), ("josé", (0,)), ("jos", (0, 1))],
)
def test_an_exact_name_wins_over_one_that_differs_in_accents(word, seats):
    assert who(word, (COMPOSED, "Jose")) == seats


@pytest.mark.parametrize("word", ["Ana Maria", "anamaria", "ANA MARIA", "ana m", "anam"])
def test_blanks_and_case_do_not_matter_in_a_typed_name(word):
    assert who(word, ("Ana Maria", "Anatole")) == (0,)


@pytest.mark.parametrize("word", ["jose", "JOS", "josé", "j"])
def test_accents_do_not_matter_in_a_typed_name(word):
    assert who(word, (COMPOSED, "Bruno")) == (0,)


@pytest.mark.parametrize(
    ("word", "seats"),
    [("@1", (0,)), ("@4", (3,)), ("@0", ()), ("@5", ()), ("@-1", ()), ("@99999999999999999999", ()), ("@²", ())],
)
def test_an_at_sign_and_a_number_is_the_seat_of_that_number(word, seats):
    assert who(word, TABLE) == seats


def test_an_at_sign_with_a_word_is_an_ordinary_name():
    assert who("@x", ("Ana", "@x")) == (1,)


@pytest.mark.parametrize("name", ["007", "-5", "+1", "@x", "undo", "李雷", "A|B", "#1", "nan", "..", "[x]", "A\\B"])
def test_an_unusual_name_means_its_player_when_typed_in_full(name):
    assert who(name, ("Ana", name)) == (1,)


def test_an_exact_name_wins_over_the_seat_of_that_number():
    assert who("@2", ("@2", "Bruno")) == (0,)


def test_numbers_are_compared_as_text():
    assert who("7", ("007", "7up")) == (1,)
    assert who("007", ("007", "7")) == (0,)
