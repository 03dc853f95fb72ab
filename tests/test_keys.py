"""The benchmark of keys: what it types is what was played, in no more keys than plain typing."""

import functools
from pathlib import Path
from random import Random

import pytest

from comet_cli.cards import Card
from comet_cli.library import find_profile
from tests.benchmarks.keys import (
    GAMES,
    WIDTH,
    Game,
    KeysError,
    Truth,
    Word,
    all_words,
    answer,
    by_turn,
    glued,
    in_sequence,
    new_recorder,
    night,
    packed,
    shortest,
    text_of,
    type_end,
    type_plays,
)

games = pytest.mark.parametrize("game", GAMES[::2], ids=lambda game: game.rules)


@functools.cache
def hand_of(game: Game) -> tuple[Truth, list[list[Word]]]:
    """A random hand and the words for it."""
    hand = night(game, Random(11))[0]
    return hand, all_words(game, hand)


def one_by_one(game: Game, hand: Truth) -> list[list[Word]]:
    """A line for each play, with the player's name and the card or pass in full."""
    return [[Word(f"{game.names[seat]}:{play}", at, at + 1)] for at, (seat, play) in enumerate(hand.plays)]


@games
def test_every_line_gives_the_true_plays_and_the_hand_comes_to_the_true_payments(game: Game) -> None:
    hand, words = hand_of(game)
    for lines in (by_turn(shortest(words), hand.plays), packed(shortest(glued(words)))):
        recorder = new_recorder(game, [hand])
        assert type_plays(recorder, hand, lines) == sum(len(text_of(line)) + 1 for line in lines)
        type_end(recorder, hand)
        assert recorder.booked


@games
def test_the_shortest_typing_takes_half_the_keys_of_cards_and_passes_in_full_or_fewer(game: Game) -> None:
    hand, words = hand_of(game)
    keys = sum(len(word.text) + 1 for word in shortest(words))
    assert keys <= type_plays(new_recorder(game, [hand]), hand, one_by_one(game, hand)) / 2


@games
def test_a_line_by_turn_is_of_one_player_and_a_packed_one_keeps_its_width(game: Game) -> None:
    hand, words = hand_of(game)
    for line in by_turn(shortest(words), hand.plays):
        assert len({hand.plays[word.end - 1][0] for word in line}) == 1
    assert all(len(text_of(line)) <= WIDTH for line in packed(shortest(glued(words))))


def test_a_line_that_gives_other_plays_is_found() -> None:
    game = GAMES[0]
    hand, _ = hand_of(game)
    another_card = hand.plays[-1][1]
    with pytest.raises(KeysError):
        type_plays(new_recorder(game, [hand]), hand, [[Word(str(another_card), 0, 1)]])


def test_the_shortest_answer_is_the_cards_or_where_pips_pay_their_total() -> None:
    foster, duo = (find_profile(rules, Path()) for rules in ("foster", "duo"))
    king, ten, two, comet = Card(13, "♠"), Card(10, ""), Card(2, ""), Card(9, "♦")
    assert answer([king, comet, Card(4, "♣")], foster) == "Ks 9d"
    assert answer([Card(4, "♣")], foster) == "-"
    assert answer([ten], duo) == "T"
    assert answer([ten, two, two, comet], duo) == "23p 9d"


def test_a_sensible_lead_is_an_ace_or_begins_the_longest_sequence() -> None:
    assert in_sequence(["K♥", "4♣", "5♣", "6♣"], ["K♥", "4♣", "5♣", "6♣"]) == "4♣"
    assert in_sequence(["4♣", "5♣", "A♥"], ["4♣", "5♣", "A♥"]) == "A♥"
    assert in_sequence(["K", "7", "7", "8"], ["K", "7", "7", "8"]) == "7"
