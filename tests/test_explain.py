"""`comet explain`: every finding is explained, and every example in the catalogue is what the program does."""

import ast
import tomllib
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from comet_cli.cli import comet
from comet_cli.show.explanations import FAMILIES, explanations, overview, page
from tests.explanations import CATALOGUE, CIRCUMSTANCES, WHAT_TO_DO, codes_in_source, codes_meant, told, with_told
from tests.running import call

CODES = list(explanations())


@pytest.mark.parametrize("code", CODES)
def test_the_run_of_each_code_prints_what_the_catalogue_says(tmp_path: Path, code: str) -> None:
    explanation = explanations()[code]
    run = told(explanation.example, tmp_path)
    assert f"[{code}]" in run.text, "the run does not provoke the code that it stands for"
    assert run.text == explanation.example.told.rstrip("\n"), "if this is better: python -m tests.explanations"
    assert run.families.get(code, explanation.family) == explanation.family


def test_the_catalogue_has_every_code_of_the_source_and_no_other() -> None:
    found = codes_in_source()
    missing = {code: places for code, places in found.items() if code not in CODES}
    left_over = sorted(set(CODES) - set(found))
    assert not missing, f"not explained: {missing}. {WHAT_TO_DO}"
    assert not left_over, f"explained, but in no source: {left_over}. {WHAT_TO_DO}"


def test_no_code_is_explained_twice() -> None:
    families = tomllib.loads(CATALOGUE.read_text("utf-8"))
    assert sum(len(families[family]) for family in FAMILIES) == len(CODES)


def test_a_code_that_is_put_together_has_to_be_spelt_out() -> None:
    call = ast.parse("f'left-{what}'", mode="eval").body
    with pytest.raises(AssertionError, match="PUT_TOGETHER"):
        codes_meant(call, "some.py", "some_function")


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_explained_in_sentences(code: str) -> None:
    explanation = explanations()[code]
    assert explanation.family in FAMILIES
    assert explanation.means.endswith(".")
    assert explanation.go_on.endswith(".")


def test_the_first_sentence_of_each_fits_in_its_line() -> None:
    listed = overview(explanations().values(), 80)
    folded = [line for line in listed.splitlines() if line.startswith("   ")]
    assert folded == [], "the first sentence of `means` is for the list: let it be short, and add another"


def test_every_circumstance_belongs_to_an_example() -> None:
    used = {each.example.circumstance for each in explanations().values()} - {""}
    assert used == set(CIRCUMSTANCES)


def test_what_was_printed_stands_in_the_catalogue_as_the_script_writes_it() -> None:
    text = CATALOGUE.read_text("utf-8")
    for code, explanation in explanations().items():
        assert with_told(text, code, explanation.example.told.rstrip("\n")) == text


def test_a_page_has_what_it_means_how_to_go_on_and_the_run(tmp_path: Path) -> None:
    done = call(tmp_path, "explain", "already-played")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("already-played: not allowed\n\nThat card lies on the table already. ")
    assert "\n\nTo go on: " in done.out
    assert '\n$ comet record night "a: 3-4c" "b: 4c"\n  Ana: 3♣ 4♣\n' in done.out
    assert "was already played by Ana (play 2) [already-played]" in done.out


def test_a_page_shows_the_files_of_its_run_and_what_else_is_so(tmp_path: Path) -> None:
    assert '\nhouse.toml\n    id = "house"\n' in call(tmp_path, "explain", "bad-parameter").out
    assert '\nnight.toml\n    format = "comet-session/1"\n' in call(tmp_path, "explain", "stood").out
    busy = call(tmp_path, "explain", "session-busy").out
    assert '\n# while another program records the night\n$ comet record night "a: 3c"\n' in busy


@pytest.mark.parametrize("written", ["[already-played]", "Already-Played"])
def test_a_code_may_be_given_as_it_was_printed(tmp_path: Path, written: str) -> None:
    assert call(tmp_path, "explain", written).out == call(tmp_path, "explain", "already-played").out


def test_without_a_code_all_of_them_are_listed_by_family(tmp_path: Path) -> None:
    done = call(tmp_path, "explain")
    assert (done.status, done.err) == (0, "")
    families = [block.splitlines() for block in done.out.split("\n\n")]
    assert [lines[0].removesuffix(":") for lines in families] == [
        FAMILIES[family] for family in dict.fromkeys(each.family for each in explanations().values())
    ]
    assert [line.split()[0] for lines in families for line in lines[1:]] == CODES


@pytest.mark.parametrize("width", [40, 60, 100])
def test_sentences_are_folded_to_the_width_of_the_terminal(width: int) -> None:
    sentences = page(explanations()["round-not-over"], width).partition("For example:")[0]
    lines = [*overview(explanations().values(), width).splitlines(), *sentences.splitlines()]
    assert max(map(len, lines)) <= width


def test_a_mistyped_code_is_wrong_usage_and_the_nearest_one_is_offered(tmp_path: Path) -> None:
    done = call(tmp_path, "explain", "alredy-plaid")
    assert (done.status, done.out) == (2, "")
    assert 'There is no finding "alredy-plaid". Did you mean "already-played"?' in done.err


def test_a_word_that_is_near_no_code_is_sent_to_the_list(tmp_path: Path) -> None:
    done = call(tmp_path, "explain", "zzz")
    assert done.status == 2
    assert "comet explain lists them all" in done.err


def test_codes_are_completed_with_what_they_mean() -> None:
    complete = ShellComplete(comet, {}, "comet", "_COMET_COMPLETE")
    found = {item.value: item.help for item in complete.get_completions(["explain"], "already-")}
    assert found == {
        "already-played": "That card lies on the table already.",
        "already-passed": "This player has passed since the last card was laid.",
    }
