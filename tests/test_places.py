"""Where values stand in a TOML document, however oddly it is laid out."""

import pathlib
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comet_cli.places import Path, lines_of
from tests.running import CASES


def numbered(document: str) -> dict[Path, int]:
    """The places, of a document that has to be valid."""
    tomllib.loads(document)
    return lines_of(document)


def test_a_key_stands_where_it_begins() -> None:
    assert numbered("\na = 1\n\n  b = 2\n") == {("a",): 2, ("b",): 4}


def test_an_empty_document_has_no_places() -> None:
    assert numbered("") == {}
    assert numbered("# nothing\n\n") == {}


def test_the_last_line_need_not_end() -> None:
    assert numbered("a = 1\nb = 2") == {("a",): 1, ("b",): 2}


@pytest.mark.parametrize(
    "text",
    [
        '"""\nb = 0\n[x]\n"""',
        "'''\nb = 0\n# [x]\n'''",
        '"""a "quoted" \\""" word\n"""',
        '""""two""quotes"\n"""',
        '"""ends with two\n"""""',
        '"""\\\n   folded \\\n   lines"""',
        '"""\n"""',
        "'''\n'''",
        "''''it's\n''''",
        '"""a\\\\\n"""',
    ],
)
def test_a_text_of_several_lines_hides_what_looks_like_toml(text: str) -> None:
    lines = 1 + text.count("\n")
    assert numbered(f"a = {text}\nc = 1\n") == {("a",): 1, ("c",): lines + 1}


@pytest.mark.parametrize(
    "text",
    ['"#"', "'#'", '"[x]"', '"a = 1"', '"\\""', '"\\\\"', "'\\'", '""', "''", '"]"', '"}"', '","', '"\\u005d"'],
)
def test_marks_within_a_text_are_text(text: str) -> None:
    assert numbered(f"a = {text}\nb = [{text}, {text}] # {text}\nc = {{ d = {text} }}\ne = 1\n") == {
        ("a",): 1,
        ("b",): 2,
        ("b", 0): 2,
        ("b", 1): 2,
        ("c",): 3,
        ("c", "d"): 3,
        ("e",): 4,
    }


@pytest.mark.parametrize("comment", ["# ]", '# "', "# '''", "# [x]", "# a = 1", "#", '# """ {'])
def test_comments_are_passed_over(comment: str) -> None:
    document = (
        f"{comment}\na = 1 {comment}\n[b] {comment}\nc = [ {comment}\n  1, {comment}\n{comment}\n  2 {comment}\n]\n"
    )
    assert numbered(document) == {
        ("a",): 2,
        ("b",): 3,
        ("b", "c"): 4,
        ("b", "c", 0): 5,
        ("b", "c", 1): 7,
    }


@pytest.mark.parametrize(
    "value",
    ["1", "-1.5", "1e3", "0x1f", "1_000", "inf", "nan", "true", "2026-11-27", "20:30:00", "2026-11-27T20:30:00-03:00"],
)
def test_values_of_every_kind_end_with_their_line(value: str) -> None:
    assert numbered(f"a = {value}\nb = [{value},\n{value}]\nc = 1\n") == {
        ("a",): 1,
        ("b",): 2,
        ("b", 0): 2,
        ("b", 1): 3,
        ("c",): 4,
    }


def test_a_moment_may_have_a_blank_in_it() -> None:
    assert numbered("a = 2026-11-27 20:30:00\nb = 1\n") == {("a",): 1, ("b",): 2}


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("a.b", ("a", "b")),
        ("a . b", ("a", "b")),
        ('"a.b"', ("a.b",)),
        ("'a.b'", ("a.b",)),
        ('a."b c".d', ("a", "b c", "d")),
        ('"a\\"b"', ('a"b',)),
        ('"\\u00e9"', ("é",)),
        ('""', ("",)),
        ("1.2", ("1", "2")),
        ("-5", ("-5",)),
        ('"="', ("=",)),
        ('"["', ("[",)),
        ("'#1'", ("#1",)),
        ("true", ("true",)),
    ],
)
def test_keys_may_be_dotted_and_quoted(key: str, path: Path) -> None:
    assert numbered(f"\n{key} = 1\n") == {path: 2}
    assert numbered(f"\n[{key}]\nz = 1\n") == {path: 2, (*path, "z"): 3}
    assert numbered(f"a1 = {{ {key} = 1 }}\n")[("a1", *path)] == 1


def test_a_table_may_be_opened_again_for_its_children() -> None:
    assert numbered("[a.b]\nc = 1\n[a]\nd = 2\n") == {("a", "b"): 1, ("a", "b", "c"): 2, ("a",): 3, ("a", "d"): 4}


def test_tables_of_an_array_are_counted() -> None:
    assert numbered("[[hands]]\na = 1\n\n[[hands]]\n[[ hands ]]\na = 1\n") == {
        ("hands", 0): 1,
        ("hands", 0, "a"): 2,
        ("hands", 1): 4,
        ("hands", 2): 5,
        ("hands", 2, "a"): 6,
    }


def test_tables_below_an_array_belong_to_its_last_element() -> None:
    document = "[[hands]]\n[hands.left]\nAna = ''\n[[hands]]\n[hands.left]\nBruno = ''\n[hands.result.change]\nx = 1\n"
    assert numbered(document) == {
        ("hands", 0): 1,
        ("hands", 0, "left"): 2,
        ("hands", 0, "left", "Ana"): 3,
        ("hands", 1): 4,
        ("hands", 1, "left"): 5,
        ("hands", 1, "left", "Bruno"): 6,
        ("hands", 1, "result", "change"): 7,
        ("hands", 1, "result", "change", "x"): 8,
    }


def test_arrays_within_arrays_are_counted_anew_in_each_element() -> None:
    document = "[[h]]\n[[h.a]]\nx = 1\n[[h.a]]\nx = 1\n[[h]]\n[[h.a]]\nx = 1\n"
    assert numbered(document) == {
        ("h", 0): 1,
        ("h", 0, "a", 0): 2,
        ("h", 0, "a", 0, "x"): 3,
        ("h", 0, "a", 1): 4,
        ("h", 0, "a", 1, "x"): 5,
        ("h", 1): 6,
        ("h", 1, "a", 0): 7,
        ("h", 1, "a", 0, "x"): 8,
    }


def test_the_elements_of_an_array_stand_on_their_own_lines() -> None:
    document = "plays = [ # first\n  'a',\n\n  'b', 'c',\n  '''d\n''',\n  'e'\n]\nz = 1\n"
    assert numbered(document) == {
        ("plays",): 1,
        ("plays", 0): 2,
        ("plays", 1): 4,
        ("plays", 2): 4,
        ("plays", 3): 5,
        ("plays", 4): 7,
        ("z",): 9,
    }


def test_arrays_and_tables_may_be_nested_inline() -> None:
    document = "a = [[1, 2],\n [], {},\n {b = [3,\n 4], c.d = {e = 5}}]\nz = 1\n"
    assert numbered(document) == {
        ("a",): 1,
        ("a", 0): 1,
        ("a", 0, 0): 1,
        ("a", 0, 1): 1,
        ("a", 1): 2,
        ("a", 2): 2,
        ("a", 3): 3,
        ("a", 3, "b"): 3,
        ("a", 3, "b", 0): 3,
        ("a", 3, "b", 1): 4,
        ("a", 3, "c", "d"): 4,
        ("a", 3, "c", "d", "e"): 4,
        ("z",): 5,
    }


def test_other_line_separators_are_no_ends_of_line() -> None:
    assert numbered("a = '\u2028\u2029\x85'\nb = 1\n") == {("a",): 1, ("b",): 2}


def test_crlf_ends_a_line_once() -> None:
    assert numbered("a = 1\r\n[b]\r\nc = [\r\n 1,\r\n]\r\nd = 1\r\n") == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
        ("b", "c", 0): 4,
        ("b", "d"): 6,
    }


@pytest.mark.parametrize("case", sorted(CASES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_value_of_the_known_nights_has_a_place_that_shows_it(case: pathlib.Path) -> None:
    document = case.read_text()
    lines = document.splitlines()
    places = lines_of(document)
    for index, text in enumerate(tomllib.loads(document)["hands"][0]["plays"]):
        assert text in lines[places[("hands", 0, "plays", index)] - 1]


KEYS = st.sampled_from(["a", "b", '"c d"', "'#'", '"]"'])
SCALARS = st.sampled_from(["1", '"x"', "'''\n'''", '"""\n[q]\n"""', "[]", "{}", "true", "1.5", '"#"'])
BREAKS = st.sampled_from(["", " ", "\n", "\n# ]\n"])


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[Path, int]]:
    """A document of flat arrays below tables, and where everything in it stands."""
    document, places, tables = "", {}, 0
    for number in range(draw(st.integers(0, 6))):
        document += draw(st.sampled_from(["", "\n", "# x = [\n"]))
        if draw(st.booleans()):
            places[("t", tables)] = document.count("\n") + 1
            tables += 1
            document += "[[t]]\n"
        prefix = ("t", tables - 1) if tables else ()
        bare = f"k{number}"
        path = (*prefix, bare)
        places[path] = document.count("\n") + 1
        document += f"{bare} = ["
        for index in range(draw(st.integers(0, 4))):
            document += draw(BREAKS)
            places[(*path, index)] = document.count("\n") + 1
            document += draw(SCALARS) + draw(BREAKS) + ","
        document += draw(BREAKS) + "]\n"
    return document, places


@given(documents())
def test_every_place_of_a_made_up_document_is_right(made: tuple[str, dict[Path, int]]) -> None:
    document, places = made
    assert numbered(document) == places


@given(KEYS, KEYS, SCALARS, SCALARS)
def test_a_document_that_is_valid_is_walked_to_its_end(first: str, second: str, one: str, other: str) -> None:
    document = f"{first}.x = {one}\n{second}.y = {other}\nlast = 1\n"
    assert numbered(document)[("last",)] == document.count("\n")
