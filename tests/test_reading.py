"""The session file as people write it: every key, every form, and what cannot be read told with its place."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from comet_cli.cards import Card
from comet_cli.findings import CometError, Finding
from comet_cli.plays import Lay, Pass, Shown, Turn, Unread
from comet_cli.reading import read_session
from comet_cli.records import Adjustment, HandRecord, Result, Session, Tally
from comet_cli.store import parse_session
from tests.running import HEAD, WON_BY_ANA, call, findings, line_of, plays, short, write

WHOLE = """\
format = "comet-session/1"
name = "Friday at Ana's"
started = 2026-11-27T20:30:00-03:00
players = ["Ana", "Bruno", "Carla"]
first_dealer = "Carla"
hands_planned = 4

[profile]
extends = "foster"
deal = { cards = 3 }

[[hands]]
dealer = "Carla"
plays = ["Ana: 3♣ 4♣ # slowly", "Bruno: pass", "Carla: 9♦", "Ana: 5♣"]
dead = "K♥ K♦"
notes = ["Bruno's phone rang", "twice"]

[hands.left]
Bruno = "K♠ ? ?"
Carla = "??"

[[hands.adjustments]]
payer = "Bruno"
payee = "Ana"
points = 2
reason = "looked at the dead cards"

[hands.result]
winner = "Ana"
change = { Ana = 5, Bruno = -7, Carla = 2 }
balances = { Ana = 5, Bruno = -7, Carla = 2 }
transfers = ["stake: 1 from each to the pool"]

[[hands]]
dealer = "Bruno"
dealer_changed = "Ana had to leave"
players = ["Bruno", "Carla", "Dora"]
dealt = { Dora = 4 }
void = "cards fell on the floor"

[[hands]]
dealer = "Bruno"
[hands.tally]
winner = "Ana"
comet = "Bruno"
kings = { Ana = 2 }
aces = { Carla = 1 }
cards_left = { Bruno = 1 }
pips_left = { Carla = 9 }
"""


DEALT_AGAIN = WON_BY_ANA + 'dealer = "Carla"\ndealer_changed = "again"\n'


def read(text: str, folder: Path = Path()) -> Session:
    return read_session(text, folder).session


def first_hand(text: str) -> HandRecord:
    return read(text).hands[0]


def fatal(text: str) -> Finding:
    with pytest.raises(CometError) as caught:
        read_session(text, Path())
    return caught.value.finding


def one(text: str, code: str) -> Finding:
    """The only finding of that code."""
    (found,) = [finding for finding in findings(text) if finding.code == code]
    return found


class TestEveryKey:
    def test_those_of_the_session(self) -> None:
        session = read(WHOLE)
        assert session.name == "Friday at Ana's"
        assert session.started == datetime(2026, 11, 27, 20, 30, tzinfo=timezone(timedelta(hours=-3)))
        assert session.players == ("Ana", "Bruno", "Carla")
        assert (session.first_dealer, session.hands_planned) == ("Carla", 4)
        assert (session.profile.id, session.profile.deal.cards) == ("foster", 3)

    def test_those_of_a_hand(self) -> None:
        hand = read(WHOLE).hands[0]
        assert hand.dealer == "Carla"
        assert hand.turns[0] == Turn("Ana", (Lay(Card(3, "♣")), Lay(Card(4, "♣"))), "slowly")
        assert hand.turns[1] == Turn("Bruno", (Pass(),))
        assert hand.dead == (Card(13, "♥"), Card(13, "♦"))
        assert hand.notes == ("Bruno's phone rang", "twice")

    def test_those_of_an_unusual_hand(self) -> None:
        hand = read(WHOLE).hands[1]
        assert hand.players == ("Bruno", "Carla", "Dora")
        assert hand.dealt == {"Dora": 4}
        assert (hand.void, hand.dealer_changed) == ("cards fell on the floor", "Ana had to leave")

    def test_what_was_left(self) -> None:
        assert read(WHOLE).hands[0].left == {
            "Bruno": Shown((Card(13, "♠"),), 2),
            "Carla": Shown(nobody_saw=True),
        }

    def test_a_total_of_pips_left(self) -> None:
        assert first_hand(short('[[hands]]\nleft = { Bruno = "72p" }\n')).left == {"Bruno": Shown(pips=72)}

    def test_adjustments(self) -> None:
        assert read(WHOLE).hands[0].adjustments == (Adjustment("Bruno", "Ana", 2, "looked at the dead cards"),)

    def test_the_stored_result(self) -> None:
        change = {"Ana": 5, "Bruno": -7, "Carla": 2}
        assert read(WHOLE).hands[0].result == Result("Ana", change, change, ("stake: 1 from each to the pool",))

    def test_the_tally(self) -> None:
        assert read(WHOLE).hands[2].tally == Tally("Ana", "Bruno", {"Ana": 2}, {"Carla": 1}, {"Bruno": 1}, {"Carla": 9})

    def test_the_whole_file_is_understood(self) -> None:
        assert read_session(WHOLE, Path()).whole

    def test_what_is_optional_may_be_left_out(self) -> None:
        text = 'format = "comet-session/1"\nplayers = ["Ana", "Bruno"]\n[profile]\nextends = "foster"\n'
        reading = read_session(text, Path(), "friday")
        assert reading.whole
        assert reading.session.name == "friday"
        assert (reading.session.started, reading.session.first_dealer) == (None, None)
        assert (reading.session.hands_planned, reading.session.hands) == (None, ())

    def test_a_profile_may_be_a_path_from_the_folder_of_the_file(self, tmp_path: Path) -> None:
        write(tmp_path, 'extends = "foster"\nid = "house"\n[deal]\ncards = 7\n', "rules/house.toml")
        text = HEAD.replace('extends = "foster"\nid = "short"\ndeal = { cards = 3 }', 'extends = "rules/house.toml"')
        profile = read(text, tmp_path).profile
        assert (profile.id, profile.deal.cards) == ("house", 7)


UNKNOWN_KEYS = [
    (HEAD.replace("hands_planned", "hands_plannd"), "hands_planned", "hands_plannd"),
    (short('[[hands]]\nplay = ["Ana: 3♣"]\n'), "plays", "play ="),
    (short("[[hands]]\n[[hands.adjustments]]\npayr = 'Ana'\n"), "payer", "payr"),
    (short("[[hands]]\n[hands.tally]\nwinner = 'Ana'\nking = { Ana = 1 }\n"), "kings", "king ="),
    (short("[[hands]]\n[hands.result]\nchanges = { Ana = 1 }\n"), "change", "changes"),
]


@pytest.mark.parametrize(
    ("text", "meant", "where"), UNKNOWN_KEYS, ids=["session", "hand", "adjustment", "tally", "result"]
)
def test_an_unknown_key_is_told_with_its_line_and_the_nearest_known_one(text: str, meant: str, where: str) -> None:
    found = one(text, "unknown-key")
    assert found.remedy == f'Did you mean "{meant}"?'
    assert found.line == line_of(text, where)


def test_an_unknown_key_that_is_near_to_nothing_lists_the_known_ones() -> None:
    assert "first_dealer" in one("zzz = 1\n" + HEAD, "unknown-key").remedy


def test_an_unknown_area_of_the_profile_is_told_with_the_nearest_known_one() -> None:
    found = fatal(HEAD.replace("deal =", "deall ="))
    assert (found.code, found.remedy) == ("unknown-parameter", 'Did you mean "deal"?')


def test_an_unknown_parameter_of_the_profile_is_told_with_the_nearest_known_one() -> None:
    found = fatal(HEAD.replace("cards = 3", "card = 3"))
    assert (found.code, found.remedy) == ("unknown-parameter", 'Did you mean "cards"?')


def test_a_fault_in_the_profile_is_told_with_its_line() -> None:
    assert fatal(HEAD.replace("cards = 3", "card = 3")).line == line_of(HEAD, "deal = ")


WRONG_TYPES = {
    "name is a number": HEAD.replace('"Short"', "7"),
    "name is empty": HEAD.replace('"Short"', '" "'),
    "started is a text": HEAD.replace("players", 'started = "2026-11-27"\nplayers'),
    "started is a day": HEAD.replace("players", "started = 2026-11-27\nplayers"),
    "first dealer is a number": HEAD.replace('first_dealer = "Carla"', "first_dealer = 3"),
    "hands planned is a text": HEAD.replace("hands_planned = 3", 'hands_planned = "3"'),
    "hands planned is a fraction": HEAD.replace("hands_planned = 3", "hands_planned = 3.0"),
    "hands planned is true": HEAD.replace("hands_planned = 3", "hands_planned = true"),
    "hands planned is 0": HEAD.replace("hands_planned = 3", "hands_planned = 0"),
    "hands is a text": HEAD.replace("hands_planned = 3", 'hands = "3"'),
    "hands is one table": HEAD + "[hands]\nplays = []\n",
    "plays is a text": short('[[hands]]\nplays = "Ana: 3♣"\n'),
    "a play is a number": short("[[hands]]\nplays = [3]\n"),
    "dealer is a list": short('[[hands]]\ndealer = ["Carla"]\n'),
    "dealer changed is true": short("[[hands]]\ndealer_changed = true\n"),
    "players of a hand is a text": short('[[hands]]\nplayers = "Ana"\n'),
    "dead is a list": short('[[hands]]\ndead = ["K♥"]\n'),
    "dead holds a word": short('[[hands]]\ndead = "K♥ king"\n'),
    "dealt is a number": short("[[hands]]\ndealt = 4\n"),
    "dealt is a fraction": short("[[hands]]\ndealt = { Ana = 4.0 }\n"),
    "dealt is negative": short("[[hands]]\ndealt = { Ana = -4 }\n"),
    "void is true": short("[[hands]]\nvoid = true\n"),
    "notes is a text": short('[[hands]]\nnotes = "rain"\n'),
    "left is a text": short('[[hands]]\nleft = "K♠"\n'),
    "left of a player is a list": short('[[hands]]\nleft = { Bruno = ["K♠"] }\n'),
    "adjustments is one table": short('[[hands]]\nadjustments = { payer = "Ana" }\n'),
    "points are a fraction": short('[[hands]]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = 1.5 }]\n'),
    "points are negative": short('[[hands]]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = -1 }]\n'),
    "reason is a number": short(
        '[[hands]]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = 1, reason = 5 }]\n'
    ),
    "tally is a text": short('[[hands]]\ntally = "Ana"\n'),
    "kings is a number": short('[[hands]]\ntally = { winner = "Ana", kings = 1 }\n'),
    "result is a list": short("[[hands]]\nresult = [1]\n"),
    "change holds a text": short('[[hands]]\nresult = { change = { Ana = "1" } }\n'),
    "balances holds a truth": short("[[hands]]\nresult = { balances = { Ana = true } }\n"),
    "transfers is a text": short('[[hands]]\nresult = { transfers = "stake" }\n'),
}


@pytest.mark.parametrize("text", WRONG_TYPES.values(), ids=list(WRONG_TYPES))
def test_a_value_of_the_wrong_type_is_told_and_the_session_is_not_whole(text: str) -> None:
    found = [finding for finding in findings(text) if finding.code == "wrong-value"]
    assert [finding.line for finding in found if finding.line] != []
    assert not read_session(text, Path()).whole


FATAL = {
    "empty": ("", "not-a-session", None),
    "another format": ('format = "toml"\n', "not-a-session", 1),
    "a newer format": ("# x\n" + HEAD.replace("session/1", "session/2"), "newer-format", 2),
    "a format that is a number": ("format = 1\n", "not-a-session", 1),
    "no players": (HEAD.replace("players =", "# players ="), "no-players", None),
    "an empty list of players": (HEAD.replace('["Ana", "Bruno", "Carla"]', "[]"), "no-players", 3),
    "players that are numbers": (HEAD.replace('["Ana", "Bruno", "Carla"]', "[1, 2]"), "wrong-value", 3),
    "a player twice": (HEAD.replace('"Bruno"', '"ana"'), "bad-name", 3),
    "an empty name": (HEAD.replace('"Bruno"', '" "'), "bad-name", 3),
    "a name with a colon": (HEAD.replace('"Bruno"', '"B:"'), "bad-name", 3),
    "a name with a tab": (HEAD.replace('"Bruno"', '"B\\tC"'), "bad-name", 3),
    "a player called pool": (HEAD.replace('"Bruno"', '"Pool"'), "bad-name", 3),
    "no profile": (HEAD.replace("[profile]", "[rules]"), "no-profile", None),
    "a profile that is a text": (
        'format = "comet-session/1"\nplayers = ["A", "B"]\nprofile = "foster"\n',
        "no-profile",
        3,
    ),
    "an unknown profile": (HEAD.replace('"foster"', '"fooster"'), "unknown-profile", 7),
    "not TOML": (HEAD + "players [\n", "not-toml", 11),
    "a key twice": (HEAD + 'id = "again"\n', "not-toml", 11),
    "a text that does not end": (HEAD + 'title = "abc\n', "not-toml", 11),
    "a file that ends in the middle": (HEAD + "title = ", "not-toml", 11),
    "conflict markers": (HEAD + "<<<<<<< mine\n" + WON_BY_ANA, "conflict-marker", 11),
}


@pytest.mark.parametrize(("text", "code", "line"), FATAL.values(), ids=list(FATAL))
def test_what_is_no_session_at_all_is_refused_with_code_and_line(text: str, code: str, line: int | None) -> None:
    found = fatal(text)
    assert (found.code, found.line) == (code, line)


def test_the_excerpt_is_the_line_that_is_told_whatever_separators_stand_above_it() -> None:
    text = HEAD.replace("Short", "Sh\u2028ort") + "title = [oops\n"
    found = fatal(text)
    assert (found.line, found.excerpt) == (11, "title = [oops")


@pytest.mark.parametrize("digits", ["9" * 5000, "0x" + "f" * 5000], ids=["decimal", "hexadecimal"])
def test_a_number_too_long_to_be_one_is_told(digits: str) -> None:
    text = HEAD.replace("hands_planned = 3", f"hands_planned = {digits}")
    try:
        found = findings(text)
    except CometError as error:
        found = [error.finding]
    assert found


def test_a_stored_number_too_long_to_be_one_is_told() -> None:
    text = short('[[hands]]\nplays = ["Ana: 3♣ 4♣ 5♣"]\nleft = { Bruno = "? ? ?", Carla = "? ? ?" }\n')
    assert findings(text + "result = { change = { Ana = 0x" + "f" * 5000 + " } }\n")


@pytest.mark.parametrize("depth", [*range(50, 1000, 50), 100_000])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("{ a = ", " }")], ids=["arrays", "tables"])
def test_nesting_of_any_depth_is_told(depth: int, opens: str, closes: str) -> None:
    text = "deep = " + opens * depth + "1" + closes * depth + "\n" + HEAD
    try:
        found = findings(text)
    except CometError as error:
        found = [error.finding]
    assert found[0].code in ("unknown-key", "not-toml")


class TestAFaultInOneHand:
    TEXT = short('[[hands]]\nplayz = []\nleft = { Bruno = "king" }\n', DEALT_AGAIN.replace("5♣", "7♣"), WON_BY_ANA)

    def test_is_told_with_line_and_hand(self) -> None:
        found = findings(self.TEXT)
        assert ("unknown-key", line_of(self.TEXT, "playz"), 1) in [(f.code, f.line, f.hand) for f in found]
        assert ("bad-card", line_of(self.TEXT, '"king"'), 1) in [(f.code, f.line, f.hand) for f in found]

    def test_does_not_hide_those_of_the_next(self) -> None:
        found = [(f.code, f.line, f.hand, f.play) for f in findings(self.TEXT)]
        assert ("out-of-sequence", line_of(self.TEXT, "7♣"), 2, 3) in found

    def test_does_not_keep_the_others_from_being_read(self) -> None:
        assert [len(hand.turns) for hand in read(self.TEXT).hands] == [0, 1, 1]

    @pytest.mark.parametrize("names", ['["Ana", "ana"]', '["Ana", ""]', '["Ana", "pool"]'])
    def test_may_be_in_its_names(self, names: str) -> None:
        text = short(f"[[hands]]\nplayers = {names}\n", WON_BY_ANA)
        found = one(text, "bad-name")
        assert (found.line, found.hand) == (line_of(text, f"players = {names}"), 1)
        assert read(text).hands[1].turns

    def test_is_told_with_the_file_by_the_program(self, tmp_path: Path) -> None:
        write(tmp_path, self.TEXT)
        done = call(tmp_path, "verify", "night.toml")
        assert f"night.toml:{line_of(self.TEXT, '7♣')}, hand 2, play 3: " in done.out
        assert done.status == 1


class TestPeople:
    @pytest.mark.parametrize("name", ["ana", "ANA", " Ana "])
    def test_are_known_whatever_the_case_of_their_names(self, name: str) -> None:
        assert first_hand(short(plays(f"{name}: 3♣"))).turns[0] == Turn("Ana", (Lay(Card(3, "♣")),))

    def test_are_known_however_an_accent_is_composed(self) -> None:
        text = HEAD.replace("Ana", "Jose\u0301") + plays("Jos\u00e9: 3♣")
        assert findings(text) == []
        assert read(text).players[0] == "Jos\u00e9"

    @pytest.mark.parametrize(
        "key", ["dealer", "left", "dealt", "players", "change", "kings", "payer"], ids=lambda key: f"in {key}"
    )
    def test_are_spelled_as_in_the_list_of_players(self, key: str) -> None:
        hands = {
            "dealer": 'dealer = "CARLA"',
            "left": 'left = { CARLA = "? ? ?" }',
            "dealt": "dealt = { CARLA = 3 }",
            "players": 'players = ["CARLA", "ANA"]',
            "change": "result = { change = { CARLA = 0 } }",
            "kings": 'tally = { winner = "CARLA", kings = { CARLA = 1 } }',
            "payer": 'adjustments = [{ payer = "CARLA", payee = "ANA", points = 1 }]',
        }
        record = first_hand(short(f"[[hands]]\n{hands[key]}\n"))
        assert "CARLA" not in str(record)
        assert "Carla" in str(record)

    @pytest.mark.parametrize("key", ["left", "dealt"])
    def test_who_stand_twice_in_a_table_are_told_rather_than_dropped(self, key: str) -> None:
        value = {"left": ('"K♠ ? ?"', '"? ? ?"'), "dealt": ("4", "3")}[key]
        text = short(f"[[hands]]\n{key} = {{ Bruno = {value[0]}, bruno = {value[1]} }}\n")
        assert not read_session(text, Path()).whole

    def test_who_are_strangers_to_an_adjustment_are_told(self) -> None:
        text = short('[[hands]]\nadjustments = [{ payer = "Brunno", payee = "Ana", points = 1 }]\n')
        assert "Brunno" in one(text, "unknown-player").message

    def test_who_are_strangers_to_first_dealer_are_told_with_the_nearest(self) -> None:
        found = one(HEAD.replace('first_dealer = "Carla"', 'first_dealer = "Clara"'), "unknown-player")
        assert (found.line, found.remedy) == (4, 'Did you mean "Carla"?')

    def test_who_pay_themselves_are_told(self) -> None:
        text = short('[[hands]]\nadjustments = [{ payer = "Ana", payee = "ana", points = 1 }]\n')
        assert one(text, "bad-adjustment").hand == 1

    @pytest.mark.parametrize("table", ['tally = { winner = "Zoe" }', 'tally = { winner = "Ana", comet = "Zoe" }'])
    def test_who_are_strangers_to_a_tally_are_told(self, table: str) -> None:
        assert "Zoe" in one(short(f"[[hands]]\n{table}\n"), "unknown-player").message

    def test_who_are_strangers_to_the_stored_result_are_told(self) -> None:
        text = short(WON_BY_ANA + 'result = { winner = "Zoe" }\n')
        assert "Zoe" in one(text, "stored-winner").why


class TestHandWrittenForms:
    @pytest.mark.parametrize(
        "words", ["3c 4c 5c", "3C 4C 5C", "3♧ 4♧ 5♧", "3♣\ufe0f 4♣\ufe0f 5♣\ufe0f", "３Ｃ 4ｃ 5c", "  3c   4c 5c  "]
    )
    def test_of_cards_all_mean_the_same(self, words: str) -> None:
        text = short(WON_BY_ANA.replace("3♣ 4♣ 5♣", words))
        assert findings(text) == []
        assert str(first_hand(text).turns[0]) == "Ana: 3♣ 4♣ 5♣"

    @pytest.mark.parametrize("word", ["10d", "TD", "10♦", "td", "10♢"])
    def test_of_a_ten(self, word: str) -> None:
        assert str(first_hand(short(plays(f"Ana: {word}"))).turns[0]) == "Ana: 10♦"

    @pytest.mark.parametrize("word", ["pass", "PASS", "Pass"])
    def test_of_a_pass(self, word: str) -> None:
        assert findings(short(plays("Ana: 3♣", f"Bruno: {word}"))) == []

    DIVISIONS = (
        ("Ana: 3♣ 4♣", "Bruno: pass", "Carla: pass", "Ana: 9♥"),
        ("Ana: 3♣", "Ana: 4♣", "Bruno: pass", "Carla: pass", "Ana: 9♥"),
        ("Ana:3♣ 4♣", "Bruno:pass", "Carla:  pass", "ana: 9♥"),
    )

    @pytest.mark.parametrize("turns", DIVISIONS)
    def test_of_the_same_turns_come_to_the_same(self, turns: tuple[str, ...], tmp_path: Path) -> None:
        path = write(tmp_path, short(plays(*turns, more='left = { Bruno = "? ? ?", Carla = "? ? ?" }\n')))
        assert call(tmp_path, "score", "night.toml").status == 0
        assert 'plays = [\n    "Ana: 3♣ 4♣",\n    "Bruno: pass",\n    "Carla: pass",\n    "Ana: 9♥",\n]' in (
            path.read_text()
        )

    def test_of_several_leads_in_one_string_are_divided_in_the_file(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(plays("Ana: K♣ K♥ K♠", more='left = { Bruno = "? ? ?", Carla = "? ? ?" }\n')))
        assert call(tmp_path, "score", "night.toml").status == 0
        assert '    "Ana: K♣",\n    "Ana: K♥",\n    "Ana: K♠",\n' in path.read_text()

    def test_of_several_passes_in_one_string_are_divided_in_the_file(self, tmp_path: Path) -> None:
        path = write(tmp_path, HEAD.replace(', "Carla"]', "]").replace("Carla", "Bruno") + plays("Ana: A♣ pass!"))
        assert call(tmp_path, "score", "night.toml").status == 0
        assert '    "Ana: A♣",\n    "Ana: pass!",\n' in path.read_text()

    def test_a_remark_ends_a_string_and_is_kept(self, tmp_path: Path) -> None:
        path = write(tmp_path, short(plays("Ana: 3♣ # a # b: c!", "Ana: 4♣")))
        assert call(tmp_path, "score", "night.toml").status == 0
        assert '    "Ana: 3♣ # a # b: c!",\n    "Ana: 4♣",\n' in path.read_text()

    @pytest.mark.parametrize("turns", [("Ana: 3♣!",), ("Ana: 3♣", "Bruno: pass!"), ("Ana: 9♦!",)])
    def test_what_stood_is_kept(self, turns: tuple[str, ...]) -> None:
        assert tuple(map(str, first_hand(short(plays(*turns))).turns)) == turns

    @pytest.mark.parametrize(("start", "end"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\r\n"), (b"\xef\xbb\xbf", b"\r\n")])
    def test_a_byte_order_mark_and_other_ends_of_line_change_nothing(self, start: bytes, end: bytes) -> None:
        data = start + short(WON_BY_ANA, WON_BY_ANA.replace("5♣", "7♣")).encode().replace(b"\n", end)
        reading = parse_session(data, "night.toml", Path("night.toml"))
        assert reading == read_session(data.decode("utf-8-sig").replace("\r\n", "\n"), Path())
        places = [hand.places for hand in reading.session.hands]
        assert [(each[()], each["plays", 0]) for each in places] == [(12, 13), (16, 17)]

    def test_keys_may_be_quoted_and_tables_inline(self) -> None:
        text = (
            '"format" = "comet-session/1"\nplayers = ["Ana", "Bruno"]\nfirst_dealer = "Bruno"\n'
            'profile = { extends = "foster", "deal".cards = 3 }\n'
            'hands = [{ plays = ["Ana: 3♣ 4♣ 5♣"], left."Bruno" = "? ? ?" }]\n'
        )
        assert findings(text) == []
        assert read(text).hands[0].left == {"Bruno": Shown(unseen=3)}


# What is wrong, at which play, which code; the hand is the first of two.
IN_A_FILE = {
    "a skipped seat": (("Ana: 3♣", "Carla: 4♣"), 2, "skipped-seat"),
    "a skipped seat at a pass": (("Ana: 3♣", "Carla: pass"), 2, "pass-out-of-turn"),
    "a skipped seat at the Comet": (("Ana: 3♣", "Carla: 9♦"), 2, "skipped-seat"),
    "a card twice": (("Ana: 3♣", "Bruno: pass", "Carla: 3♣"), 3, "already-played"),
    "a card twice that stood": (("Ana: 3♣", "Bruno: 3♣!"), 2, "already-played"),
    "out of sequence": (("Ana: 3♣", "Bruno: 5♣"), 2, "out-of-sequence"),
    "out of sequence in another suit": (("Ana: 3♣", "Bruno: 4♥"), 2, "out-of-sequence"),
    "the removed 8♦": (("Ana: 7♦ 8♦",), 2, "not-in-pack"),
    "the removed 8♦ that stood": (("Ana: 8♦!",), 1, "not-in-pack"),
    "a pass of the last player": (("Ana: 3♣", "Ana: pass"), 2, "pass-by-last-player"),
    "a second pass of the same player": (("Ana: 3♣", "Bruno: pass", "Bruno: pass"), 3, "already-passed"),
    "a card after one's pass": (("Ana: 3♣", "Bruno: pass", "Bruno: 4♣"), 3, "already-passed"),
    "a pass on the lead": (("Ana: pass",), 1, "no-pass-on-lead"),
    "a lead by another": (("Bruno: 3♣",), 1, "not-the-leader"),
    "a lead before all have passed": (("Ana: 3♣", "Bruno: pass", "Ana: 7♥"), 3, "round-not-over"),
    "the Comet of another after a king": (("Ana: K♣", "Bruno: 9♦"), 2, "comet-after-king"),
    "a pass after a king": (("Ana: K♣", "Bruno: pass"), 2, "no-pass-on-lead"),
    "the Comet for another card": (("Ana: 3♣", "Bruno: 9♦=4♣"), 2, "stands-for-nothing"),
    "a card more after the Comet": (("Ana: 3♣ 9♦ 4♣",), 3, "turn-over"),
    "too many cards": (("Ana: 3♣ 4♣ 5♣ 6♣",), 4, "too-many-cards"),
    "too many cards that stood": (("Ana: 3♣ 4♣ 5♣ 6♣!",), 4, "too-many-cards"),
    "a play after the end": (("Ana: 3♣ 4♣ 5♣", "Bruno: 6♣"), 4, "hand-ended"),
    "a pass after the end": (("Ana: 3♣ 4♣ 5♣", "Bruno: pass"), 4, "hand-ended"),
    "a stranger": (("Ana: 3♣", "Brunno: pass"), 2, "unknown-player"),
    "no suit": (("Ana: 3",), 1, "no-suit"),
    "no card": (("Ana: 3♣ oops",), 1, "bad-card"),
    "no plays": (("Ana:",), 1, "bad-turn"),
    "no player": (("3♣",), 1, "bad-turn"),
    "an empty string": (("",), 1, "bad-turn"),
}


@pytest.mark.parametrize(("turns", "play", "code"), IN_A_FILE.values(), ids=list(IN_A_FILE))
def test_in_a_file_a_fault_is_told_at_its_play_and_the_next_hand_is_still_checked(
    turns: tuple[str, ...], play: int, code: str
) -> None:
    text = short(plays(*turns), plays("Ana: 3♣", "Bruno: 5♣", more='dealer = "Carla"\ndealer_changed = "again"\n'))
    found = findings(text)
    line = line_of(text, "plays") + len(turns)
    assert (code, 1, play, line) in [(f.code, f.hand, f.play, f.line) for f in found]
    assert ("out-of-sequence", 2, 2) in [(f.code, f.hand, f.play) for f in found]


@pytest.mark.parametrize(("turns", "play", "code"), IN_A_FILE.values(), ids=list(IN_A_FILE))
def test_in_a_file_a_fault_shows_its_line_with_a_mark_under_the_word(
    turns: tuple[str, ...], play: int, code: str
) -> None:
    (found,) = [finding for finding in findings(short(plays(*turns))) if finding.code == code]
    assert found.excerpt.casefold() == turns[-1].casefold()
    if found.mark is not None:
        start, end = found.mark
        assert 0 <= start < end <= len(found.excerpt)


def test_a_skipped_seat_is_named() -> None:
    assert "Bruno" in one(short(plays("Ana: 3♣", "Carla: 4♣")), "skipped-seat").message


def test_the_comet_may_be_led_after_a_king() -> None:
    assert findings(short(plays("Ana: K♣ 9♦"))) == []


def test_a_string_that_cannot_be_read_is_kept_to_the_letter() -> None:
    turn = first_hand(short(plays("Ana: 3♣ oops # why"))).turns[0]
    assert isinstance(turn, Unread)
    assert str(turn) == "Ana: 3♣ oops # why"


def test_what_comes_before_a_fault_is_kept_with_its_payments(tmp_path: Path) -> None:
    write(tmp_path, short(plays("Ana: A♣ 2♣", "Bruno: 4♣")))
    shown = call(tmp_path, "replay", "night.toml")
    assert "ace: 1 from each to Ana" in shown.out
    assert shown.status == 1


def test_the_number_of_cards_left_has_to_be_right_in_a_file() -> None:
    text = short(WON_BY_ANA.replace("K♠ ? ?", "K♠ ?"))
    assert one(text, "left-count").hand == 1


def test_findings_of_a_hand_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = short(
        plays("Ana: 3♣", "Bruno: 5♣", more='left = { Bruno = "king" }\n'),
        plays("Bruno: 3♣", "Ana: 4♣"),
    )
    write(tmp_path, text)
    told = [line for line in call(tmp_path, "verify", "night.toml").out.splitlines() if line.startswith("error: ")]
    lines = [int(line.split(":")[2].split(",")[0]) for line in told]
    assert lines == sorted(lines)


def test_a_stray_table_between_hands_is_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, short(plays("Ana: 3♣", "Bruno: 5♣"), "[handz]\ndealer = 'Ana'\n", plays("Bruno: 3♣", "Ana: 4♣")))
    told = [line for line in call(tmp_path, "verify", "night.toml").out.splitlines() if line.startswith("error: ")]
    codes = [line.rpartition("[")[2].rstrip("]") for line in told]
    assert codes.index("out-of-sequence") < codes.index("unknown-key") < codes.index("skipped-seat")
