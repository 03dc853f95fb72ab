"""What completion offers at the table: what is legal, and nothing that the record does not know."""

from pathlib import Path

import pytest

from comet_cli.commands.lines import enter
from comet_cli.findings import CometError
from comet_cli.history import History
from comet_cli.library import find_profile
from comet_cli.offers import offers
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.show.tables import keys_of

NAMES = ("Ana", "Bruno", "Carla")


def recorder(*lines: str, rules: str = "foster", names: tuple[str, ...] = NAMES) -> Recorder:
    """A night without a file, after some lines."""
    session = Session("night", names, find_profile(rules, Path()), None, names[-1], 3)
    made = Recorder(session, History(), lambda changed, past: None)
    for line in lines:
        enter(made, line)
    return made


def offered(made: Recorder, line: str = "") -> dict[str, str]:
    return {offer.text: offer.meaning for offer in offers(made, line)}


def test_a_turn_is_offered_by_keys_with_what_they_mean() -> None:
    told = offered(recorder("3c"))
    assert told["b"] == "Bruno: 4♣"
    assert told["-"] == "Bruno: pass"
    assert told["b:9d"] == "Bruno: 9♦"
    assert told["."] == "all still to speak pass"


def test_a_lead_is_offered_as_the_leader_and_not_as_fifty_cards() -> None:
    assert offered(recorder()) == {"a:": "Ana leads"}


def test_what_is_begun_is_completed_with_the_cards_that_fit() -> None:
    assert {"a:Ks": "Ana: K♠", "a:Kh": "Ana: K♥"}.items() <= offered(recorder(), "a:K").items()


def test_a_later_word_is_completed_for_the_table_after_the_words_before_it() -> None:
    assert offered(recorder("3c"), "b ")["c"] == "Carla: 5♣"


def test_behind_words_that_are_refused_nothing_is_offered() -> None:
    assert offered(recorder("3c"), "b:9c ") == {}


def test_every_offer_for_an_empty_line_is_taken_or_goes_on() -> None:
    for lines in (("3c",), ("3c", "-"), ("3c 9d",), ("3c", ". Kd"), ("3c", ". Kd 4h")):
        for offer in offers(recorder(*lines), ""):
            text = offer.text + ("Qs" if offer.text.endswith(":") else "")
            assert enter(recorder(*lines), text)


def test_a_command_is_offered_once_it_is_begun() -> None:
    assert offered(recorder("3c"), "adj") == {"adjust": "command"}
    assert "adjust" not in offered(recorder("3c"))


def test_an_answer_is_offered_from_what_is_not_accounted_for_and_is_public() -> None:
    made = recorder("3c", "out a")
    assert offered(made, "K") == {f"K{suit}": f"Bruno held K{sign}" for suit, sign in zip("cdhs", "♣♦♥♠", strict=True)}
    enter(made, "left b: Ks")
    assert "Ks" not in offered(made, "K")


def test_nothing_tells_a_dead_or_hidden_card_from_any_other() -> None:
    shown, hidden = recorder("3c"), recorder("3c")
    with pytest.raises(CometError):
        enter(shown, "dead Kh")
    assert offered(shown, "a:") == offered(hidden, "a:")


class TestKeys:
    def test_are_the_shortest_start_of_a_name_that_means_nobody_else(self) -> None:
        assert keys_of(recorder(names=("Ana", "Anabel", "Bea")).hand) == ["ana", "anab", "b"]

    def test_are_no_cards_where_a_lone_letter_is_one(self) -> None:
        assert keys_of(recorder(rules="duo", names=("Kim", "Joel")).hand) == ["ki", "jo"]
        assert keys_of(recorder(rules="duo", names=("Tom", "Q")).hand) == ["to", "@2"]

    def test_are_no_commands(self) -> None:
        assert keys_of(recorder(names=("undo", "undoing", "pass")).hand) == ["@1", "undoi", "p"]

    @pytest.mark.parametrize("rules", ["foster", "duo", "crp"])
    def test_mean_their_player_when_they_are_typed(self, rules: str) -> None:
        names = ("Kim", "Joel") if rules == "duo" else ("Ada", "Kim", "Jo")
        made = recorder("@1:3c" if rules != "duo" else "@1:3", rules=rules, names=names)
        key = keys_of(made.hand)[1]
        enter(made, key)
        assert str(made.night.hands[0].turns[-1]).startswith("Kim:" if rules != "duo" else "Joel:")
