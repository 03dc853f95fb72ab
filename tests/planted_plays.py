"""Faults in the plays of a record: what was played is true, and one play is not written down as it was."""

from collections import Counter

from comet_cli.cards import RANKS, SUITS, Card
from comet_cli.plays import Lay, Pass, Play
from tests.planted import AFTER_THE_END, NOT_ENDED, NOTHING, STORED, Case, Kind, Planted, codes
from tests.true_nights import Table

OUT_OF_TURN = codes(
    "skipped-seat",
    "pass-out-of-turn",
    "already-passed",
    "pass-by-last-player",
    "round-not-over",
    "turn-over",
    "not-the-leader",
    "no-pass-on-lead",
    "comet-after-king",
    "out-of-sequence",
    "still-out",
    "comet-for-what",
    "comet-at-stop",
    "nothing-to-stand-for",
)


def a_missing_pass(case: Case) -> Planted | None:
    """A pass is left out, where the play after it cannot be read as if there had been none."""
    number = case.choose([number for number, _, play, table in case.tables() if _is_missed(case, number, play, table)])
    if number is None:
        return None
    plays = case.plays
    del plays[number - 1]
    return Planted(case.with_plays(plays), OUT_OF_TURN, number)


def _is_missed(case: Case, number: int, play: Play, table: Table) -> bool:
    """Whether `play` is a pass, and the play after it would be wrong in its place."""
    if not isinstance(play, Pass) or number == len(case.plays):
        return False
    name, following = case.plays[number]
    return isinstance(following, Pass) or not _may_be_laid(table, case.hand.names.index(name), following)


def _may_be_laid(table: Table, seat: int, play: Lay) -> bool:
    """Whether `seat` may have made this play now, as far as somebody can tell who sees no hand."""
    hand = table.hand
    comet = hand.is_comet(play.card)
    if seat == hand.leader or (comet and hand.profile.comet.when == "any_time"):
        return True
    if not hand.in_turn:
        return comet or play.card in hand.needed
    beside = hand.top.play.card if hand.top and isinstance(hand.top.play, Lay) else None
    return seat in (hand.to_speak, hand.going_on) and (comet or play.card in (*hand.needed, beside))


def another_player_out_of_turn(case: Case) -> Planted | None:
    """A play is written down for somebody who cannot have made it then: a seat is skipped, or somebody else leads."""
    found = []
    for number, name, play, table in case.tables():
        for seat, other in enumerate(case.hand.names):
            may = seat == table.hand.to_speak if isinstance(play, Pass) else _may_be_laid(table, seat, play)
            if other != name and not may and not table.hand.set_unfinished:
                found.append((number, other, play))
    chosen = case.choose(found)
    return chosen and Planted(case.with_play(*chosen), OUT_OF_TURN, chosen[0])


def another_player_who_may_have(case: Case) -> Planted | None:
    """Without turns, a card within a run is written down for another loser."""
    found = [
        (number, other, play)
        for number, name, play, table in case.tables()
        if _is_within_a_run(case, number, play, table) and name in case.losers
        for other in case.losers
        if other != name and len(case.hand.left[other]) > 1
    ]
    chosen = case.choose(found)
    if chosen is None:
        return None
    number, other, _ = chosen
    record = case.with_play(*chosen)
    # By the plays as they are written, the other player had that card at every lead before.
    along = codes("lead-not-lowest")
    if {case.plays[number - 1][0], other} & {*case.told}:
        return Planted(record, codes("left-count"), along=along)
    if record.result and case.profile.left.per == "card":
        return Planted(record, STORED, along=along, later=codes("stored-balances"))
    return Planted(record, NOTHING, along=along)


def _is_within_a_run(case: Case, number: int, play: Play, table: Table) -> bool:
    """Whether a card continues a run that goes on after it with the next card."""
    if table.hand.in_turn or table.hand.leader is not None or number == len(case.plays):
        return False
    following = case.plays[number][1]
    if not isinstance(play, Lay) or not isinstance(following, Lay) or play.card not in table.hand.needed:
        return False
    return following.card == case.profile.next_card(play.card)


def a_card_laid_twice(case: Case) -> Planted | None:
    """A card is written down that was laid before, or of a rank of which all are on the table."""
    found, gone = [], Counter[Card]()
    for number, (name, play) in enumerate(case.plays, 1):
        if isinstance(play, Lay):
            found += [(number, name, Lay(card)) for card in gone if gone[card] == case.pack[card]]
            gone[play.card] += 1
    chosen = case.choose(found)
    return chosen and Planted(case.with_play(*chosen), codes("already-played"), chosen[0])


def a_card_that_is_not_in_the_pack(case: Case) -> Planted | None:
    """A card is written down that the game does not have."""
    suits = ("",) if case.profile.run.by == "rank" else SUITS
    every = [Card(rank, suit) for rank in range(1, len(RANKS) + 1) for suit in suits]
    missing = [card for card in every if not case.pack[card]]
    laid = [(number, name) for number, (name, play) in enumerate(case.plays, 1) if isinstance(play, Lay)]
    card, (number, name) = case.choose(missing), case.source.choice(laid)
    return card and Planted(case.with_play(number, name, Lay(card)), codes("not-in-pack"), number)


def a_set_that_is_not_whole(case: Case) -> Planted | None:
    """Of the cards of a set one is left out."""
    plays = case.plays
    found = [
        number
        for number, _, _, table in case.tables()
        if table.hand.set_unfinished and number < len(plays) and plays[number - 1] != plays[number]
    ]
    number = case.choose(found)
    if number is None:
        return None
    del plays[number - 1]
    return Planted(case.with_plays(plays), codes("set-unfinished"), number)


def the_comet_for_another_card(case: Case) -> Planted | None:
    """The Comet is written down for a card that is not needed."""
    found = [
        (number, name, Lay(play.card, card))
        for number, name, play, table in case.tables()
        if isinstance(play, Lay) and play.stands_for in table.hand.needed
        for card in case.pack
        if card not in table.hand.needed
    ]
    chosen = case.choose(found if case.profile.comet.on_lead != "wild" else [])
    return chosen and Planted(case.with_play(*chosen), codes("stands-for-other"), chosen[0])


def a_last_play_missing(case: Case) -> Planted | None:
    """The last play of the hand is left out."""
    return Planted(case.with_plays(case.plays[:-1]), NOT_ENDED if case.says_that_it_ended else NOTHING)


def a_play_after_the_end(case: Case) -> Planted | None:
    """A card is written down after the hand has ended."""
    cards = [card for cards in (*case.hand.left.values(), case.hand.dead) for card in cards]
    more = (case.source.choice(case.hand.names), Lay(case.source.choice(cards)))
    return Planted(case.with_plays([*case.plays, more]), AFTER_THE_END, len(case.plays) + 1)


IN_THE_PLAYS: tuple[Kind, ...] = (
    a_missing_pass,
    another_player_out_of_turn,
    another_player_who_may_have,
    a_card_laid_twice,
    a_card_that_is_not_in_the_pack,
    a_set_that_is_not_whole,
    the_comet_for_another_card,
    a_last_play_missing,
    a_play_after_the_end,
)
