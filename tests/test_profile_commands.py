"""The rule sets at the command line: listed, told in sentences, checked, begun, compared, and what a night keeps."""

import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from comet_cli import show
from comet_cli.library import find_profile, find_table, published
from comet_cli.night import Night, score_night
from comet_cli.parameters import AREAS, parameters
from comet_cli.profile import as_table, make_profile, open_choices
from comet_cli.reading import read_session
from tests.running import HEAD, WON_BY_ANA, Run, call, listing, write

SENTENCES = tomllib.loads((Path(show.__file__).parent / "sentences.toml").read_text("utf-8"))
OPEN = [reference for reference in published() if open_choices(find_table(reference, Path()))]
COMPLETE = [reference for reference in published() if reference not in OPEN]
THREE = ("--player", "Ana", "--player", "Bruno", "--player", "Carla", "--dealer", "Carla")
HOUSE = 'extends = "foster"\nid = "house"\ntitle = "Our house"\ndeal = { cards = 3 }\n'


def profiles(folder: Path, *arguments: str | Path, status: int = 0) -> Run:
    """Runs `comet profiles`, which has to end with `status` and to leave no trace of a fault."""
    done = call(folder, "profiles", *arguments)
    assert done.status == status, done.text
    assert not done.traced
    return done


def words(text: str) -> str:
    """A page of text as one line, however it was broken."""
    return " ".join(text.split())


# list


def rows(text: str) -> dict[str, str]:
    """The lines of the list, by the id that they begin with."""
    return {line.split()[0]: line for line in text.splitlines() if line.split()}


def test_the_list_has_every_published_rule_set_with_its_source(tmp_path):
    listed = rows(profiles(tmp_path, "list").out)
    assert set(published()) <= set(listed)
    for reference in published():
        assert find_table(reference, Path())["source"] in listed[reference]


def test_the_list_counts_the_open_choices_of_those_that_have_any(tmp_path):
    done = profiles(tmp_path, "list").out
    heading = next(line for line in done.splitlines() if line.startswith("id"))
    at = heading.index("open")
    for reference in published():
        choices = open_choices(find_table(reference, Path()))
        assert rows(done)[reference][at : at + 4].strip() == (str(len(choices)) if choices else "")


def test_the_list_is_what_is_shown_when_nothing_is_asked_for(tmp_path):
    assert profiles(tmp_path).out == profiles(tmp_path, "list").out


def test_the_list_shows_what_is_not_known_as_not_known(tmp_path):
    listed = rows(profiles(tmp_path, "list").out)
    assert "?-?" in listed["comete-1753"]
    assert "9♦, ?" in listed["family"]


# show, in sentences


def literals(kind: Any) -> tuple[str, ...]:
    """The words that a parameter of this kind may have as its value, or as an element of it."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(word for part in get_args(kind) for word in literals(part))


@pytest.mark.parametrize("key", list(parameters()))
def test_every_parameter_has_its_sentences(key):
    assert SENTENCES[key]


def test_no_sentence_is_of_a_parameter_that_is_none():
    assert set(SENTENCES) == set(parameters())


WORDED = {key: literals(each.kind) for key, each in parameters().items() if key != "comet.stands_for"}
WORDS = [(key, word) for key, each in WORDED.items() for word in each]
FLAGS = [(key, flag) for key, each in parameters().items() if each.kind is bool for flag in ("true", "false")]


@pytest.mark.parametrize(("key", "word"), [*WORDS, *FLAGS])
def test_every_word_of_a_parameter_has_a_sentence_of_its_own(key, word):
    assert word in SENTENCES[key]
    others = [said for other, said in SENTENCES[key].items() if other != word]
    assert SENTENCES[key][word] not in others


@pytest.mark.parametrize("key", [key for key in parameters() if not WORDED.get(key) and (key, "true") not in FLAGS])
def test_every_number_and_list_has_a_sentence_with_its_value(key):
    assert "{value}" in SENTENCES[key]["else"]


def shown(folder: Path, **areas: Mapping[str, Any]) -> str:
    """What is told of a house's rules that change these of a published set, or of the set itself."""
    extends = str(areas.pop("extends"))
    lines = [f"{area}.{name} = {_toml(value)}\n" for area, table in areas.items() for name, value in table.items()]
    house = write(folder, f'extends = "{extends}"\nid = "house"\n' + "".join(lines), "house.toml")
    return words(profiles(folder, "show", house).out)


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


@pytest.mark.parametrize("reference", published())
def test_a_rule_set_is_shown_with_its_title_source_rulings_and_open_choices(tmp_path, reference):
    table = find_table(reference, Path())
    done = profiles(tmp_path, "show", reference).out
    assert done.startswith(f"{reference}: {table['title']}\n")
    assert f"Source: {table['source']}." in done
    for ruling in table.get("rulings", ()):
        assert f"\n  {ruling}\n" in done
    for key in open_choices(table):
        assert f"\n  {key}: {parameters()[key].doc}\n" in done
    assert "{value}" not in done


@pytest.mark.parametrize(
    ("text", "head"),
    [('title = "Ours"\n', "Ours"), ('id = "ours"\n', "ours"), ("[pay]\nking = 2\n", "rules without an id")],
)
def test_rules_that_are_not_whole_yet_are_shown_by_whatever_name_they_have(tmp_path, text, head):
    write(tmp_path, text, "house.toml")
    assert profiles(tmp_path, "show", "house.toml").out.splitlines()[0] == head


@pytest.mark.parametrize("reference", COMPLETE)
def test_of_a_complete_rule_set_nothing_is_shown_as_open(tmp_path, reference):
    assert "house to fill in" not in profiles(tmp_path, "show", reference).out


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("foster", "Everybody stakes 1 to the pool, each hand."),
        ("foster", "Players speak in turn, to the left; nothing is played out of turn."),
        ("foster", "Laying the Comet: 2 from each opponent."),
        ("foster", "An unplayed Comet costs its holder 2 to each opponent."),
        ("crp", "Taken out before the deal: 8♦."),
        ("crp", "Whoever holds the next card lays it at once"),
        ("crp-progressive", "doubles after every hand in which it was not played"),
        ("crp-quatre", "the stake are one amount"),
        ("crp-two", "an unplayed Comet included, 2 each."),
        ("duo", "As soon as nobody can go on, the hand ends."),
        ("duo", "They are taken 4 times instead when it was laid as a natural nine."),
        ("comete-1753", "Each opponent pays 1 to the player who leads again after a stop"),
        ("family", "Points go to whoever earns them"),
    ],
)
def test_the_rules_are_told_in_sentences(tmp_path, reference, told):
    assert told in words(profiles(tmp_path, "show", reference).out)


@pytest.mark.parametrize(
    ("reference", "matter"),
    [
        ("crp", "If neither way is taken"),
        ("crp", "When nobody can go on"),
        ("crp", "is asked for like any other"),
        ("crp", "An unplayed Comet costs its holder 0"),
        ("crp", "Pips."),
        ("crp", "Factors."),
        ("crp", "Blocked hands."),
        ("foster", "It may stand for"),
        ("foster", "0 hands."),
        ("foster", "0 points."),
        ("foster", "Pips."),
        ("foster", "0 each."),
        ("duo", "takes the pool"),
        ("duo", "an ace"),
        ("duo", "in the gap"),
        ("duo", "to each opponent."),
        ("duo-any", "In a hand that nobody ended"),
        ("duo-any", "When nobody can go on"),
        ("family", "from each opponent"),
    ],
)
def test_what_does_not_matter_by_a_rule_set_is_not_told(tmp_path, reference, matter):
    assert matter not in words(profiles(tmp_path, "show", reference).out)


def test_what_no_longer_matters_by_a_houses_rules_is_not_told(tmp_path):
    assert "If neither way is taken, the player" in shown(tmp_path, extends="foster")
    assert "If neither way is taken, the player" not in shown(tmp_path, extends="foster", comet={"power": "reset"})
    assert "takes the pool" not in shown(tmp_path, extends="foster", stake={"ante": 0})
    assert "Pips." in shown(tmp_path, extends="foster", left={"per": "pip", "rate": 1})
    assert "2 hands" not in shown(tmp_path, extends="duo", match={"hands": "open"})


def test_what_a_substitute_may_stand_for_is_not_told_of_another_power(tmp_path):
    for power in ("detour", "reset"):
        areas = {"run": {"order": "turn"}, "comet": {"power": power, "when": "stuck"}}
        assert "It may stand for" not in shown(tmp_path, extends="crp", **areas)


@pytest.mark.parametrize("kind", ["held", "played", "king", "gap"])
def test_every_kind_of_card_that_a_substitute_may_stand_for_is_told_in_words(tmp_path, kind):
    kinds = ["held", kind] if kind == "king" else [kind]
    told = {frozenset(kinds): shown(tmp_path, extends="crp", comet={"stands_for": kinds})}
    every = shown(tmp_path, extends="crp")
    assert all(text != every and "It may stand for: " in text for text in told.values())


def test_a_houses_own_rules_are_shown_by_their_file(tmp_path):
    done = profiles(tmp_path, "show", write(tmp_path, HOUSE, "house.toml"))
    assert done.out.startswith("house: Our house\n")
    assert "Cards dealt to each player: 3" in words(done.out)


def test_a_rule_set_that_does_not_exist_is_not_shown_and_the_nearest_is_offered(tmp_path):
    done = profiles(tmp_path, "show", "fostr", status=3)
    assert done.out == ""
    assert '"fostr"' in done.err
    assert '"foster"' in done.err


# show, as data


@pytest.mark.parametrize("reference", COMPLETE)
def test_the_data_of_a_rule_set_are_a_file_of_the_same_rules(tmp_path, reference):
    data = profiles(tmp_path, "show", reference, "--toml").out
    assert make_profile(tomllib.loads(data)) == find_profile(reference, Path())
    assert "extends" not in tomllib.loads(data)
    write(tmp_path, data, "copy.toml")
    assert "no findings" in profiles(tmp_path, "check", "copy.toml").out
    assert profiles(tmp_path, "show", "copy.toml", "--toml").out == data
    assert profiles(tmp_path, "show", "copy.toml").out == profiles(tmp_path, "show", reference).out


@pytest.mark.parametrize("reference", OPEN)
def test_the_data_of_an_open_rule_set_leave_open_what_it_leaves_open(tmp_path, reference):
    data = profiles(tmp_path, "show", reference, "--toml").out
    assert open_choices(tomllib.loads(data)) == open_choices(find_table(reference, Path()))
    for key in open_choices(tomllib.loads(data)):
        assert f"# {key.partition('.')[2]} =   # OPEN: {parameters()[key].doc}" in data


@pytest.mark.parametrize("reference", published())
def test_the_data_say_of_every_parameter_what_it_decides(tmp_path, reference):
    data = profiles(tmp_path, "show", reference, "--toml").out
    for key, parameter in parameters().items():
        assert re.search(rf"^(# )?{key.partition('.')[2]} = .*{re.escape(parameter.doc)}$", data, re.MULTILINE), key


# check


@pytest.mark.parametrize("reference", COMPLETE)
def test_a_complete_rule_set_has_no_findings(tmp_path, reference):
    done = profiles(tmp_path, "check", reference)
    assert f"{reference}: {find_profile(reference, Path()).title}, no findings" in done.out
    assert done.err == ""


def test_a_check_tells_what_the_players_hold_so_that_a_wrong_deal_is_seen(tmp_path):
    assert "2 players hold 25 25, 1 dead" in profiles(tmp_path, "check", "foster").out
    assert "6 players hold 9 9 9 8 8 8\n" in profiles(tmp_path, "check", "crp").out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pay = { comets = 2 }", ('"comets"', 'Did you mean "comet"?')),
        ("pays = { comet = 2 }", ('"pays"', 'Did you mean "pay"?')),
        ('pay = { comet = "two" }', ("pay.comet cannot be 'two'", "a whole number from 0")),
        ('stop = { gap = "asked" }', ("stop.gap cannot be 'asked'", '"polled" or "silent"')),
        ('extends = "fostr"', ("foster", "extends")),
        ("pay = ", ("house.toml:", "not valid TOML")),
    ],
)
def test_a_file_that_cannot_be_read_as_rules_ends_with_3_and_names_what_is_wrong(tmp_path, line, told):
    text = HOUSE.replace('extends = "foster"', line) if "extends" in line else HOUSE + line + "\n"
    write(tmp_path, text, "house.toml")
    done = profiles(tmp_path, "check", "house.toml", status=3)
    assert done.out == ""
    assert all(each in done.err for each in (told if "extends" not in line else ('"foster"',)))


def test_rules_that_cannot_work_together_end_with_1_and_the_reason(tmp_path):
    write(tmp_path, HOUSE + "left = { rate = 2 }\n", "house.toml")
    done = profiles(tmp_path, "check", "house.toml", status=1)
    assert 'left.per is "nothing" and left.rate 2' in done.err
    assert done.out == ""


@pytest.mark.parametrize("reference", OPEN)
def test_open_choices_end_with_1_and_are_listed_one_and_all(tmp_path, reference):
    done = profiles(tmp_path, "check", reference, status=1)
    choices = open_choices(find_table(reference, Path()))
    assert f"leaves {len(choices)} choices" in done.err
    assert all(key in done.err for key in choices)


def test_what_is_said_to_do_about_open_choices_can_be_done(tmp_path):
    profiles(tmp_path, "new", "house.toml", "--extends", "family")
    done = profiles(tmp_path, "check", "house.toml", status=1)
    offered = re.search(r"--extends (\S+?)[,.]?(\s|$)", done.err)
    if offered:
        profiles(tmp_path, "new", "other.toml", "--extends", offered[1])


def test_a_file_that_is_not_there_ends_with_3_and_names_it(tmp_path):
    done = profiles(tmp_path, "check", "nowhere.toml", status=3)
    assert "nowhere.toml" in done.err
    assert listing(tmp_path) == {}


def test_a_check_changes_no_file(tmp_path):
    write(tmp_path, HOUSE, "house.toml")
    before = listing(tmp_path)
    profiles(tmp_path, "check", "house.toml")
    profiles(tmp_path, "show", "house.toml")
    profiles(tmp_path, "diff", "house.toml", "foster")
    assert listing(tmp_path) == before


# new

SENSIBLE = {
    "players.min": "2",
    "players.max": "5",
    "pack.divide": '["8", "7"]',
    "deal.cards": '"equal"',
    "stake.ante": "1",
    "lead.opening": '"any"',
    "lead.reopening": '"any"',
    "run.group": '"single"',
    "run.must": "true",
    "stop.all_stuck": '"last_leads"',
    "stop.gap": '"polled"',
    "comet.power": '"detour"',
    "comet.when": '"own_turn"',
    "comet.must": "false",
    "comet.follow_own": "true",
    "comet.branches_fail": '"comet_player"',
    "comet.on_lead": '"natural"',
    "comet.gap_next": '"ten"',
    "comet.stands_for": '["held", "played", "king"]',
    "pay.comet": "1",
    "left.comet": "1",
    "left.comet_to": '"winner"',
    "left.king": "1",
    "left.king_to": '"winner"',
    "left.per": '"card"',
    "left.rate": "1",
    "pips.courts": "10",
    "pips.ace": "1",
    "pips.comet": "9",
    "match.hands": '"one_each"',
    "match.number": "0",
    "match.target": "0",
}


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """A file of `profiles new` in which a person has filled in these values, and left all else as it is."""
    area, filled = "", []
    for line in text.splitlines():
        area = line[1:-1] if line.startswith("[") else area
        name = match[1] if (match := re.match(r"# (\w+) =", line)) else ""
        value = values.get(f"{area}.{name}")
        filled.append(f"{name} = {value}" if value is not None else line)
    return "\n".join(filled) + "\n"


@pytest.mark.parametrize("reference", COMPLETE)
def test_a_new_file_is_the_rules_that_it_extends_until_it_is_changed(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    assert "no findings" in profiles(tmp_path, "check", "house.toml").out
    assert profiles(tmp_path, "diff", "house.toml", reference).out == "the rules are the same\n"
    assert find_profile("house.toml", tmp_path).id == "house"


@pytest.mark.parametrize("reference", published())
def test_every_parameter_stands_in_a_new_file_to_be_changed(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    text = (tmp_path / "house.toml").read_text("utf-8")
    for area in AREAS:
        assert f"[{area}]" in text
    for key, parameter in parameters().items():
        assert re.search(rf"^# {key.partition('.')[2]} = .*{re.escape(parameter.doc)}$", text, re.MULTILINE), key


@pytest.mark.parametrize("reference", COMPLETE)
def test_a_new_file_with_every_line_taken_up_is_still_the_same_rules(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    text = (tmp_path / "house.toml").read_text("utf-8")
    write(tmp_path, re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE), "house.toml")
    assert profiles(tmp_path, "diff", "house.toml", reference).out == "the rules are the same\n"


@pytest.mark.parametrize("reference", OPEN)
def test_a_new_file_of_open_rules_marks_what_has_to_be_filled_in(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    text = (tmp_path / "house.toml").read_text("utf-8")
    choices = open_choices(find_table(reference, Path()))
    assert text.count("# OPEN: ") == len(choices)
    done = profiles(tmp_path, "check", "house.toml", status=1)
    assert all(key in done.err for key in choices)


@pytest.mark.parametrize("reference", OPEN)
def test_open_rules_that_are_filled_in_check_clean_and_a_night_can_be_begun(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    choices = open_choices(find_table(reference, Path()))
    text = (tmp_path / "house.toml").read_text("utf-8")
    write(tmp_path, fill_in(text, {key: SENSIBLE[key] for key in choices}), "house.toml")
    assert "no findings" in profiles(tmp_path, "check", "house.toml").out
    assert "house to fill in" not in profiles(tmp_path, "show", "house.toml").out
    begun = call(tmp_path, "new", "friday", "-p", "house.toml", *THREE)
    assert begun.status == 0, begun.err
    card = "3" if find_profile("house.toml", tmp_path).run.by == "rank" else "3♣"
    played = call(tmp_path, "record", "friday", f"a: {card}", "b: pass")
    assert played.status == 0, played.err
    assert f"Ana: {card}" in played.text


@pytest.mark.parametrize("reference", OPEN)
def test_of_open_rules_that_are_filled_in_but_for_one_only_that_one_is_listed(tmp_path, reference):
    profiles(tmp_path, "new", "house.toml", "--extends", reference)
    *filled, last = open_choices(find_table(reference, Path()))
    text = (tmp_path / "house.toml").read_text("utf-8")
    write(tmp_path, fill_in(text, {key: SENSIBLE[key] for key in filled}), "house.toml")
    done = profiles(tmp_path, "check", "house.toml", status=1)
    assert "leaves 1 choice to the house" in done.err
    assert last in done.err


def test_no_file_is_written_over_another(tmp_path):
    write(tmp_path, HOUSE, "house.toml")
    before = listing(tmp_path)
    done = profiles(tmp_path, "new", "house.toml", "--extends", "crp", status=3)
    assert "is there already; nothing was written" in done.err
    assert listing(tmp_path) == before


def test_no_file_is_written_that_would_extend_nothing(tmp_path):
    done = profiles(tmp_path, "new", "house.toml", "--extends", "fostr", status=3)
    assert '"foster"' in done.err
    assert listing(tmp_path) == {}


def test_what_is_to_be_extended_has_to_be_said(tmp_path):
    assert "--extends" in profiles(tmp_path, "new", "house.toml", status=2).err
    assert listing(tmp_path) == {}


def test_a_new_file_may_extend_a_houses_own_rules_and_both_may_be_moved_together(tmp_path):
    write(tmp_path, HOUSE, "here/house.toml")
    profiles(tmp_path / "here", "new", "guests.toml", "--extends", "house.toml")
    assert profiles(tmp_path / "here", "diff", "guests.toml", "house.toml").out == "the rules are the same\n"
    shutil.move(tmp_path / "here", tmp_path / "there")
    assert find_profile("guests.toml", tmp_path / "there").deal.cards == 3


# diff


@pytest.mark.parametrize("reference", published())
def test_a_rule_set_does_not_differ_from_itself(tmp_path, reference):
    assert profiles(tmp_path, "diff", reference, reference).out == "the rules are the same\n"


def test_exactly_the_parameters_that_differ_are_shown_with_both_values(tmp_path):
    write(
        tmp_path,
        HOUSE + "pay = { comet = 5 }\nrun = { must = false }\nextra = 1\n".replace("extra = 1\n", ""),
        "h.toml",
    )
    done = profiles(tmp_path, "diff", "foster", "h.toml").out
    told = {line.split()[0]: words(line) for line in done.splitlines()[2:]}
    assert set(told) == {"deal.cards", "pay.comet", "run.must"}
    assert told["pay.comet"] == "pay.comet 2 5"
    assert told["run.must"] == "run.must true false"
    assert words(done).startswith("rule foster h.toml")


@pytest.mark.parametrize(("one", "other"), [("foster", "crp"), ("crp", "duo"), ("duo", "duo-any"), ("crp", "crp-two")])
def test_the_differences_are_those_of_the_parameters(tmp_path, one, other):
    ours, theirs = (as_table(find_profile(reference, Path())) for reference in (one, other))
    keys = [key for key in parameters() if _value(ours, key) != _value(theirs, key)]
    done = profiles(tmp_path, "diff", one, other).out
    assert [line.split()[0] for line in done.splitlines()[2:]] == keys


def _value(table: Mapping[str, Any], key: str) -> Any:
    area, _, name = key.partition(".")
    return table[area][name]


def test_what_is_open_is_told_as_open(tmp_path):
    done = profiles(tmp_path, "diff", "foster", "family").out
    told = {line.split()[0]: words(line) for line in done.splitlines()[2:]}
    assert told["comet.power"] == "comet.power detour open"
    assert told["pack.divide"] == "pack.divide none open"


# A night with rules agreed for it


def night(path: Path) -> Night:
    reading = read_session(path.read_text("utf-8"), path.parent)
    assert reading.whole, reading.findings
    return score_night(reading.session)


def test_rules_agreed_for_a_night_are_those_of_its_session(tmp_path):
    settings = ["pay.comet=5", "stake.ante = 3", "run.must=false", 'comet.on_lead="not_allowed"', "stop.gap=silent"]
    done = call(tmp_path, "new", "friday", "-p", "foster", *THREE, *[w for each in settings for w in ("--set", each)])
    assert done.status == 0, done.err
    rules = night(tmp_path / "sessions" / "friday.toml").session.profile
    assert (rules.pay.comet, rules.stake.ante, rules.run.must) == (5, 3, False)
    assert (rules.comet.on_lead, rules.stop.gap) == ("not_allowed", "silent")
    assert rules.pay.king == find_profile("foster", Path()).pay.king


def test_lists_and_tables_may_be_agreed_too(tmp_path):
    settings = ("--set", "deal.cards={ 2 = 3, 3 = 4, 4 = 5, 5 = 6, 6 = 7 }", "--set", 'pack.removed=["8d", "2c"]')
    done = call(tmp_path, "new", "friday", "-p", "foster", *THREE, *settings)
    assert done.status == 0, done.err
    rules = night(tmp_path / "sessions" / "friday.toml").session.profile
    assert rules.dealt(3, 0) == (4, 4, 4)
    assert rules.cards.total() == 50


def test_what_a_rule_set_leaves_open_may_be_agreed_for_the_night(tmp_path):
    choices = open_choices(find_table("family", Path()))
    settings = [word for key in choices for word in ("--set", f"{key}={SENSIBLE[key]}")]
    done = call(tmp_path, "new", "friday", "-p", "family", *THREE, *settings)
    assert done.status == 0, done.err
    assert night(tmp_path / "sessions" / "friday.toml").session.profile.comet.power == "detour"


def test_a_night_by_open_rules_is_not_begun_and_the_choices_are_listed(tmp_path):
    done = call(tmp_path, "new", "friday", "-p", "family", *THREE, "--set", "run.must=true")
    assert done.status in (1, 2)
    rest = [key for key in open_choices(find_table("family", Path())) if key != "run.must"]
    assert all(key in done.err for key in rest)
    assert listing(tmp_path) == {}


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("pay.comets=2", ('"pay.comets=2" is no setting', 'Did you mean "pay.comet"?')),
        ("comet=2", ('"comet=2" is no setting',)),
        ("left.rate", ("= and its value",)),
        ("pay.comet=two", ("pay.comet cannot be 'two'", "a whole number from 0")),
        ("pay.comet=-1", ("pay.comet cannot be -1",)),
        ("run.must=1", ("run.must cannot be 1", "true or false")),
        ("lead.opening=lowest", ("lead.opening cannot be 'lowest'", '"lowest_of_suit"')),
        ("left.rate=2", ('left.per is "nothing" and left.rate 2',)),
    ],
)
def test_a_setting_that_cannot_be_is_wrong_usage_and_no_night_is_begun(tmp_path, setting, told):
    done = call(tmp_path, "new", "friday", "-p", "foster", *THREE, "--set", "pay.king=2", "--set", setting)
    assert done.status == 2
    assert all(each in done.err for each in told), done.err
    assert "?." not in done.err
    assert listing(tmp_path) == {}


def test_a_setting_without_a_value_is_not_offered_again(tmp_path):
    done = call(tmp_path, "new", "friday", "-p", "foster", *THREE, "--set", "left.rate")
    assert 'Did you mean "left.rate"?' not in done.err


# A night keeps its rules


def played(folder: Path) -> Path:
    """A night of one hand by a house's rules, recorded by the program: the king pays 7."""
    write(folder, HOUSE + "pay = { king = 7 }\n", "house.toml")
    for arguments in (
        ("new", "friday", "-p", "house.toml", *THREE),
        ("record", "friday", "a: Jc Qc Kc", "left b: -", "left c: Kd"),
    ):
        done = call(folder, *arguments)
        assert done.status == 0, done.text
    return folder / "sessions" / "friday.toml"


@pytest.mark.parametrize("later", [None, "", HOUSE, "no rules at all", HOUSE + "pay = { king = 1 }\n"])
def test_an_old_night_keeps_its_meaning_whatever_becomes_of_the_file_of_its_rules(tmp_path, later):
    path = played(tmp_path)
    text = path.read_text("utf-8")
    before = night(path)
    assert before.balances == {"Ana": 2 * 7 + 2 + 1, "Bruno": -7 - 1 + 1, "Carla": -7 - 1 - 2}
    if later is None:
        (tmp_path / "house.toml").unlink()
    else:
        write(tmp_path, later, "house.toml")
    assert night(path).balances == before.balances
    for command in ("verify", "score", "standings", "show"):
        assert call(tmp_path, command, "friday").status == 0
    assert path.read_text("utf-8") == text


def test_the_rules_in_a_file_that_the_program_wrote_extend_nothing_and_say_every_parameter(tmp_path):
    table = tomllib.loads(played(tmp_path).read_text("utf-8"))["profile"]
    assert "extends" not in table
    assert {f"{area}.{name}" for area in AREAS for name in table[area]} == set(parameters())
    assert (table["id"], table["title"]) == ("house", "Our house")


def test_a_night_scored_by_other_rules_shows_the_difference_and_writes_nothing(tmp_path):
    path = played(tmp_path)
    before = listing(tmp_path)
    write(tmp_path, HOUSE + "pay = { king = 1 }\n", "other.toml")
    done = call(tmp_path, "score", "friday", "--profile", "other.toml")
    assert done.status == 0
    assert "+17" in done.text
    assert "+5" in done.text
    assert "--replace" in done.text
    after = listing(tmp_path)
    after.pop("other.toml")
    assert after == before
    assert night(path).session.profile.pay.king == 7


def test_a_night_takes_other_rules_over_only_with_replace(tmp_path):
    path = played(tmp_path)
    write(tmp_path, HOUSE + "pay = { king = 1 }\n", "other.toml")
    done = call(tmp_path, "score", "friday", "--profile", "other.toml", "--replace")
    assert done.status == 0, done.text
    kept = night(path)
    assert kept.session.profile.pay.king == 1
    assert kept.balances == {"Ana": 2 + 2 + 1, "Bruno": -1 - 1 + 1, "Carla": -1 - 1 - 2}
    assert kept.findings == ()
    assert kept.session.hands[0].result == kept.hands[0].result


def test_a_night_scored_by_the_same_rules_has_no_difference_but_its_balances(tmp_path):
    played(tmp_path)
    done = call(tmp_path, "score", "friday", "--profile", "house.toml")
    assert done.status == 0
    assert [line for line in done.text.splitlines() if re.match(r"1\s+(Ana|Bruno|Carla)\b", line.strip())] == []


def test_a_night_that_other_rules_do_not_allow_is_told_and_left_as_it_is(tmp_path):
    path = played(tmp_path)
    text = path.read_text("utf-8")
    for more in ((), ("--replace",)):
        done = call(tmp_path, "score", "friday", "--profile", "duo", *more)
        assert done.status == 1
        assert not done.traced
        assert path.read_text("utf-8") == text


def test_a_night_is_not_scored_by_rules_that_do_not_exist(tmp_path):
    path = played(tmp_path)
    text = path.read_text("utf-8")
    done = call(tmp_path, "score", "friday", "--profile", "fostr", "--replace")
    assert done.status == 3
    assert '"foster"' in done.err
    assert path.read_text("utf-8") == text


def test_a_session_extends_the_rules_of_a_house_in_a_folder_of_their_own_by_path(tmp_path):
    write(tmp_path, 'extends = "foster"\n[pay]\ncomet = 4\nking = 3\n', "rules/town.toml")
    write(tmp_path, 'extends = "town.toml"\nid = "house"\n[pay]\nking = 7\n[deal]\ncards = 3\n', "rules/house.toml")
    head = HEAD.replace('extends = "foster"', 'extends = "../rules/house.toml"')
    path = write(tmp_path, head + "\n" + WON_BY_ANA, "sessions/friday.toml")
    rules = night(path).session.profile
    assert (rules.pay.comet, rules.pay.king, rules.deal.cards) == (4, 7, 3)
    for folder in (tmp_path, tmp_path / "rules"):
        done = call(folder, "verify", path)
        assert done.status == 0, done.text


def test_what_a_session_changes_of_a_houses_rules_goes_before_them(tmp_path):
    write(tmp_path, HOUSE + "pay = { king = 7, comet = 6 }\n", "rules/house.toml")
    head = HEAD.replace('extends = "foster"', 'extends = "rules/house.toml"\npay = { king = 2 }')
    rules = night(write(tmp_path, head + "\n" + WON_BY_ANA)).session.profile
    assert (rules.pay.king, rules.pay.comet) == (2, 6)


def test_a_session_whose_house_rules_are_gone_ends_with_3_and_names_them(tmp_path):
    path = write(tmp_path, HEAD.replace('extends = "foster"', 'extends = "rules/house.toml"') + "\n" + WON_BY_ANA)
    for command in ("verify", "score", "standings"):
        done = call(tmp_path, command, path)
        assert done.status == 3
        assert "rules/house.toml" in done.err
