"""What holds for every hand and every night of `duo`, tried on random ones played with open cards."""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from comet_cli.cards import Card
from comet_cli.library import find_profile
from comet_cli.plays import Lay, Shown, Turn
from comet_cli.profile import Profile
from comet_cli.records import HandRecord
from comet_cli.reveal import PROVED
from comet_cli.scoring import State
from tests.desk import (
    Desk,
    Recorded,
    Step,
    check_back_and_forth,
    check_files,
    check_survival,
    check_undo_and_redo,
    in_full,
    record_steps,
    type_night,
)
from tests.duo_table import (
    COMET,
    COPIES,
    FAULTS,
    NAMES,
    PACK,
    PASS,
    PIPS,
    RANKS,
    STUCK,
    Play,
    TableHand,
    above,
    play_faulty_hand,
    play_hand,
    play_night,
)
from tests.hands import Game, card, cards_left, check_balances, hands_of, moved, pick, seeds, turn

DUO = find_profile("duo", Path())
GAME = Game(DUO, words=lambda play: play.what, planned=lambda hands: hands + hands % 2)
turns, with_play, full_record, scored, found = GAME.turns, GAME.with_play, GAME.full_record, GAME.scored, GAME.found
PROOF = {"pass": "passed-while-able", "stop": "stopped-while-able"}


@functools.cache
def house(stuck: str) -> Profile:
    """The rules of a house in which this happens when both are stopped."""
    return find_profile("duo", Path(), {"stop": {"all_stuck": stuck}})


table_hands = st.builds(lambda seed, dealer: play_hand(Random(seed), NAMES, dealer), seeds, st.sampled_from(NAMES))
table_nights = st.builds(lambda seed, hands: play_night(Random(seed), NAMES, hands), seeds, st.sampled_from((2, 4)))


def totals_left(hand: TableHand) -> dict[str, Shown]:
    """What was left of every hand by its total, with the Comet where it is among it."""
    return {
        name: Shown((card(COMET),) if COMET in left else (), pips=hand.pips_left(name))
        for name, left in hand.left.items()
    }


def record_of_totals(hand: TableHand) -> HandRecord:
    """A hand as a night has it when only totals have been told, and where the Comet was."""
    dead = tuple(card(each) for each in hand.dead if each == COMET)
    return HandRecord(dealer=hand.dealer, turns=turns(hand), left=totals_left(hand), dead=dead)


def together(hand: TableHand, number: int) -> int:
    """How many equal cards the last player had laid together before play `number`."""
    return 1 + next((count for count, play in enumerate(hand.log[: number - 1][::-1]) if not play.joins), 0)


# What may be played


def check_every_play(hand: TableHand, profile: Profile = DUO) -> None:
    state = GAME.check_allowed(hand, profile)
    assert state.ended
    assert state.blocked == hand.blocked
    assert state.winner == (None if hand.blocked else NAMES.index(hand.winner))
    assert state.dead == len(hand.dead) == 12


@given(table_hands)
@hands_of(max_examples=33)
def test_a_hand_played_by_the_rules_is_never_refused(hand: TableHand) -> None:
    check_every_play(hand)


@pytest.mark.parametrize("stuck", STUCK[1:])
@given(seeds, st.sampled_from(NAMES))
@hands_of(max_examples=33)
def test_a_hand_that_goes_on_when_both_are_stopped_is_never_refused(stuck: str, seed: int, dealer: str) -> None:
    check_every_play(play_hand(Random(seed), NAMES, dealer, stuck=stuck), house(stuck))


def open_plays(hand: TableHand, play: Play) -> dict[str, set[str]]:
    """What the rules let each player do just before `play`, as far as it shows without seeing the hands."""
    unplayed = hand.unplayed(play.number)
    if play.number == 1:
        return {play.last: set(unplayed)}
    before, beside = hand.log[play.number - 2].what, together(hand, play.number)
    if before in (COMET, "K"):
        return {play.last: set(unplayed)}
    if 1 < beside < COPIES[before]:
        return {play.last: {before}}
    cards = {*unplayed} & {above(before), COMET}
    rest = COPIES[before] - 1
    fits = beside == 1 and unplayed[before] == rest and len(hand.held(play.last, play.number)) >= rest
    own = cards | ({before} if fits else set())
    return {hand.other(play.last): cards | {PASS}} | ({play.last: own} if own else {})


@given(table_hands)
@hands_of(max_examples=20)
def test_the_legal_plays_are_those_that_the_rules_leave_open_to_someone_who_sees_no_hand(hand: TableHand) -> None:
    GAME.check_legal(hand, open_plays)


@given(table_hands)
@hands_of(max_examples=25)
def test_plays_are_divided_by_turns_leads_and_passes(hand: TableHand) -> None:
    GAME.check_division(hand, full_record(hand))


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_plays_mean_the_same_however_a_file_divides_them(hand: TableHand, seed: int) -> None:
    GAME.check_other_division(hand, full_record(hand), Random(seed))


# What is scored


def check_score(hands: Sequence[TableHand], profile: Profile = DUO) -> None:
    """Every transfer, the winner, the change and the running balances, by cards and by totals."""
    for record_of in (full_record, record_of_totals):
        night = scored(NAMES, *map(record_of, hands), profile=profile)
        for one, hand in zip(night.hands, hands, strict=True):
            assert moved(one) == ([(None, hand.winner, hand.points, "hand", None)] if hand.winner else [])
            assert (one.state, one.winner) == (State.SETTLED, hand.winner or None)
        check_balances(night, hands)


@given(table_hands)
@hands_of(max_examples=33)
def test_every_hand_scores_what_the_rules_ask_for(hand: TableHand) -> None:
    check_score([hand])


@given(table_nights)
@hands_of(max_examples=20)
def test_balances_run_over_the_night_and_a_true_night_has_no_finding(hands: tuple[TableHand, ...]) -> None:
    check_score(hands)


@pytest.mark.parametrize("stuck", STUCK[1:])
@given(seeds, st.sampled_from(NAMES))
@hands_of(max_examples=25)
def test_a_hand_that_goes_on_when_both_are_stopped_is_scored_alike(stuck: str, seed: int, dealer: str) -> None:
    check_score([play_hand(Random(seed), NAMES, dealer, stuck=stuck)], house(stuck))


@given(table_hands)
@hands_of(max_examples=20)
def test_nothing_is_scored_before_the_hand_has_ended(hand: TableHand) -> None:
    for plays in range(len(hand.log)):
        one = scored(NAMES, GAME.open_record(hand, plays)).hands[0]
        assert (one.state, one.events, one.findings) == (State.OPEN, (), ())


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_an_ended_hand_waits_for_everybody_who_still_held_cards(hand: TableHand, seed: int) -> None:
    told = {name: shown for name, shown in cards_left(hand).items() if Random(seed).random() < 0.5}
    one = scored(NAMES, replace(full_record(hand), left=told)).hands[0]
    waits = [name for name in hand.left if name not in told]
    assert sorted(one.missing) == sorted(f"{name}'s cards" for name in waits)
    assert one.state is (State.UNSETTLED if waits else State.SETTLED)


def events_seen(hand: TableHand) -> Iterator[str]:
    """The situations of a hand by name."""
    for play in hand.log:
        if play.joins:
            started = next(each for each in hand.log[play.number - 2 :: -1] if not each.joins)
            yield f"set of {'nines' if play.what == '9' else 'kings' if play.what == 'K' else 'four'}"
            yield "set led" if started.led else "set in a run"
        if play.what == COMET:
            yield "comet led" if play.led else f"comet on {'an 8' if play.needed == '9' else 'another card'}"
            yield "comet while able" if play.needed in hand.held(play.player, play.number) else "comet while stuck"
    ended = "blocked" if hand.blocked else "out"
    yield f"{ended}, {hand.factor} times" if hand.winner else "tie"
    if hand.blocked and hand.winner and COMET in hand.left[hand.winner]:
        yield "comet left with the winner"
    if COMET in hand.dead:
        yield "comet dead"


SITUATIONS = {
    "blocked, 1 times",
    "blocked, 2 times",
    "comet dead",
    "comet led",
    "comet left with the winner",
    "comet on an 8",
    "comet on another card",
    "comet while able",
    "comet while stuck",
    "out, 1 times",
    "out, 2 times",
    "out, 4 times",
    "set in a run",
    "set led",
    "set of four",
    "set of kings",
    "set of nines",
    "tie",
}


def test_the_random_hands_meet_every_situation_of_the_rules() -> None:
    hands = (play_hand(Random(seed), NAMES, NAMES[seed % 2]) for seed in range(3000))
    assert {each for hand in hands for each in events_seen(hand)} == SITUATIONS


@pytest.mark.long
@pytest.mark.parametrize("stuck", STUCK)
def test_ten_thousand_hands_are_played_and_scored_as_the_rules_say(stuck: str) -> None:
    for seed in range(10_000):
        hand = play_hand(Random(seed), NAMES, NAMES[seed % 2], stuck=stuck)
        check_every_play(hand, house(stuck))
        check_score([hand], house(stuck))


# What is found


def check_fault(hand: TableHand, fault: str) -> None:
    assert found(hand, full_record(hand)) == [(PROOF[fault], hand.fault)]


faulty_hands = {
    fault: st.builds(lambda seed, fault=fault: play_faulty_hand(Random(seed), NAMES, fault), seeds) for fault in FAULTS
}


@pytest.mark.parametrize("fault", FAULTS)
@given(data=st.data())
@hands_of(max_examples=25)
def test_shown_hands_prove_who_passed_or_stopped_while_able(fault: str, data: st.DataObject) -> None:
    check_fault(data.draw(faulty_hands[fault]), fault)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_ten_thousand_broken_rules_are_proved_where_they_were_broken(fault: str) -> None:
    for seed in range(10_000):
        check_fault(play_faulty_hand(Random(seed), NAMES, fault), fault)


@given(st.one_of(*faulty_hands.values()))
@hands_of(max_examples=25)
def test_totals_prove_a_fault_only_by_the_rank_laid_later(hand: TableHand) -> None:
    assert hand.fault is not None
    fault, after = hand.log[hand.fault - 1], hand.log[hand.fault :]
    needed = above(fault.what) if fault.what != PASS else fault.needed
    laid_later = any(play.player == fault.player and play.what == needed for play in after)
    left = {name: replace(shown, cards=()) for name, shown in totals_left(hand).items()}
    proofs = [play for code, play in found(hand, replace(full_record(hand), left=left)) if code in PROVED]
    assert proofs == ([hand.fault] if laid_later else [])


@given(st.one_of(*faulty_hands.values()))
@hands_of(max_examples=25)
def test_an_admitted_fault_is_not_found_again_and_changes_no_score(hand: TableHand) -> None:
    GAME.check_admitted(hand)


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_two_or_three_of_four_equal_cards_are_found_where_the_set_is_left(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.joins and play.what != "K" and together(hand, play.number) > 1)
    others = [each for each in hand.held(play.player, play.number) if each != play.what]
    player, what = source.choice([*((play.player, each) for each in others), (hand.other(play.player), PASS)])
    assert found(hand, with_play(hand, play.number, player, what)) == [("set-unfinished", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_an_equal_card_that_makes_no_full_set_is_found_where_it_is_laid(hand: TableHand, seed: int) -> None:
    def fits(play: Play) -> bool:
        before = hand.log[play.number - 2].what
        seen = [each.what for each in hand.log[: play.number - 2]]
        return play.number > 1 and before not in (PASS, COMET, "K") and 0 < seen.count(before) < COPIES[before] - 1

    source = Random(seed)
    play = pick(source, hand.log, lambda play: fits(play) and not play.joins and together(hand, play.number) == 1)
    again = with_play(hand, play.number, play.last, hand.log[play.number - 2].what)
    assert found(hand, again) == [("out-of-sequence", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_rank_played_once_too_often_is_found_at_that_play(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: set(PACK) - set(hand.unplayed(play.number)))
    gone = source.choice(sorted(set(PACK) - set(hand.unplayed(play.number))))
    wrong = with_play(hand, play.number, source.choice(NAMES), gone)
    assert found(hand, wrong) == [("already-played", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_card_out_of_sequence_is_found_where_it_is_laid(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.needed)
    before = hand.log[play.number - 2].what
    others = [each for each in hand.unplayed(play.number) if each not in (play.needed, before, COMET)]
    assume(others and together(hand, play.number) in (1, COPIES[before]))
    wrong = with_play(hand, play.number, source.choice(NAMES), source.choice(others))
    assert found(hand, wrong) == [("out-of-sequence", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_pass_of_the_wrong_player_is_found_with_the_reason_why_it_is_wrong(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: not play.joins)
    player = source.choice(NAMES) if play.led else play.last
    code = "no-pass-on-lead" if play.led else "pass-by-last-player"
    assert found(hand, with_play(hand, play.number, player, PASS)) == [(code, play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_lead_of_the_other_player_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.led)
    other = hand.other(play.player)
    leads = [each for each in hand.held(other, play.number) if each != COMET]
    assume(leads)
    lead = source.choice(leads)
    assert found(hand, with_play(hand, play.number, other, lead)) == [("not-the-leader", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_the_comet_never_stands_for_another_card(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: COMET in hand.unplayed(play.number))
    wrong_turn = Turn(source.choice(NAMES), (Lay(card(COMET), card(source.choice(RANKS))),))
    wrong = HandRecord(dealer=hand.dealer, turns=(*turns(hand, play.number - 1), wrong_turn))
    assert found(hand, wrong) == [("stands-for-nothing", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_there_are_no_aces_and_no_red_cards_but_the_comet(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log)
    wrong_turn = Turn(source.choice(NAMES), (Lay(Card(*source.choice(((1, ""), (1, "♠"), (9, "♥"), (5, "♦"))))),))
    wrong = HandRecord(dealer=hand.dealer, turns=(*turns(hand, play.number - 1), wrong_turn))
    assert found(hand, wrong) == [("not-in-pack", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_nothing_can_be_laid_after_the_end(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    player, end = source.choice(NAMES), len(hand.log) + 1
    code = "too-many-cards" if player == hand.winner and not hand.blocked else "hand-ended"
    more = turn(player, source.choice(sorted(hand.unplayed(end))))
    assert found(hand, replace(full_record(hand), turns=(*turns(hand), more))) == [(code, end)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_left_with_a_card_too_many_or_too_few_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    at = source.randrange(len(shown.cards))
    spare = source.choice([*hand.dead])
    wrong = source.choice([shown.cards[:at] + shown.cards[at + 1 :], (*shown.cards, card(spare))])
    codes = found(hand, replace(record, left={**record.left, name: Shown(wrong)}))
    assert [code for code in codes if code[0] not in PROVED] == [("left-count", None)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_left_whose_cards_are_not_all_told_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    wrong = Shown(shown.cards[1:], unseen=1)
    assert found(hand, replace(record, left={**record.left, name: wrong})) == [("left-unseen", None)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_total_that_so_many_cards_cannot_have_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    name, left = source.choice(list(hand.left.items()))
    wrong = source.choice([len(left), 10 * len(left) + 1])
    record = record_of_totals(hand)
    told = replace(record.left[name], pips=wrong)
    assert found(hand, replace(record, left={**record.left, name: told})) == [("left-pips", None)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_five_cards_of_a_rank_are_found_among_those_laid_and_left(hand: TableHand, seed: int) -> None:
    """The card too many may seem to prove a fault of its holder."""
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    laid, left = hand.unplayed(len(hand.log) + 1), Counter(each for cards in hand.left.values() for each in cards)
    whole = [each for each in COPIES if each not in hand.dead and {*hand.left[name]} - {each}]
    assume(whole)
    rank = source.choice(whole)
    at = source.choice([place for place, each in enumerate(hand.left[name]) if each != rank])
    wrong = Shown((*shown.cards[:at], card(rank), *shown.cards[at + 1 :]))
    code = "card-twice" if laid[rank] else "left-and-played"
    codes = found(hand, replace(record, left={**record.left, name: wrong}))
    assert laid[rank] == left[rank]
    assert [code for code in codes if code[0] not in PROVED] == [(code, None)]


# Recording


def answers(hand: TableHand, source: Random) -> list[Step]:
    """What was left with everybody, by cards or by the total."""
    told = (totals_left, cards_left)
    return [("left", f"{name}: {source.choice(told)(hand)[name]}") for name in hand.left]


def steps_of(hands: Sequence[TableHand], source: Random) -> Iterator[Step]:
    """A night as steps of recording: a string each, what was left, and the booking."""
    for hand in hands:
        yield from (("enter", text) for _, text in hand.strings())
        yield from answers(hand, source)
        yield "book", ""


def record_night(hands: Sequence[TableHand], source: Random) -> Recorded:
    return record_steps(Desk(NAMES, hands[0].dealer, DUO), steps_of(hands, source))


recorded_nights = st.builds(lambda seed: record_night(play_night(Random(seed), NAMES, 2), Random(seed + 1)), seeds)


@given(recorded_nights)
@hands_of(max_examples=10)
def test_undo_of_every_entry_is_as_if_it_had_never_been_typed_and_redo_brings_it_back(night: Recorded) -> None:
    check_undo_and_redo(night.desk, night.texts)


@given(recorded_nights, seeds)
@hands_of(max_examples=10)
def test_a_night_typed_with_steps_back_and_forth_is_the_night_typed_straight(night: Recorded, seed: int) -> None:
    check_back_and_forth(night, Random(seed))


@given(recorded_nights)
@hands_of(max_examples=10)
def test_a_file_written_read_and_written_is_the_same_after_every_entry(night: Recorded) -> None:
    check_files(night)


@given(table_nights)
@hands_of(max_examples=12)
def test_a_night_survives_its_file(hands: tuple[TableHand, ...]) -> None:
    check_survival(scored(NAMES, *map(full_record, hands)).session)


# The same night typed in three ways


def stretches(plays: Sequence[Play]) -> Iterator[list[Play]]:
    """The plays of a turn in stretches: single cards upward, a full set, the Comet, or a pass."""
    stretch: list[Play] = []
    for play in plays:
        follows = stretch and not play.led and {COMET, PASS}.isdisjoint((play.what, stretch[-1].what))
        opens = not play.joins and any(each.joins and each.number == play.number + 1 for each in plays)
        after_set = stretch and stretch[-1].joins and not play.joins
        if stretch and (not follows or after_set or opens):
            yield stretch
            stretch = []
        stretch.append(play)
    yield stretch


def one_stretch(stretch: Sequence[Play]) -> str:
    """A stretch as a range, a set or one card, each in the shortest way."""
    first, last = stretch[0], stretch[-1]
    if first.what in (PASS, COMET):
        return {PASS: "-", COMET: "9d"}[first.what]
    if last.joins:
        return f"{first.what}*{len(stretch)}"
    return (first.what if first is last else f"{first.what}-{last.what}").lower()


def in_runs(hand: TableHand) -> Iterator[str]:
    """Runs as ranges, sets with a star, and a player named only where it could be the other."""
    for plays, _ in hand.strings():
        for stretch in stretches(plays):
            first = stretch[0]
            named = first.what != PASS and first.player != first.last
            yield (f"{first.player[0].lower()}:" if named else "") + one_stretch(stretch)


def in_counts(hand: TableHand) -> Iterator[str]:
    """Players with the number of needed cards they lay; only leads, sets and the Comet are named."""
    for plays, _ in hand.strings():
        for stretch in stretches(plays):
            first, name, count = stretch[0], stretch[0].player[0].lower(), len(stretch)
            if first.what == PASS:
                yield "."
                continue
            if first.led and not stretch[-1].joins and first.what != COMET:
                yield f"{name}:{first.what}"
                count -= 1
            elif stretch[-1].joins or first.what == COMET:
                yield f"{name}:{one_stretch(stretch)}"
                continue
            if count:
                yield name if count == 1 else f"{name}+{count}"


def typed(hands: Sequence[TableHand], words: Callable[[TableHand], Iterator[str]], source: Random) -> str:
    """The text of the session when every hand is typed in `words`, and totals are told of what was left."""
    desk = Desk(NAMES, hands[0].dealer, DUO, books=True)
    return type_night(desk, hands, words, source, lambda hand, name: str(totals_left(hand)[name]))


@pytest.mark.parametrize("words", [in_runs, in_counts])
@given(table_nights, seeds)
@hands_of(max_examples=15)
def test_a_night_typed_in_shorthand_is_the_night_typed_in_full(
    words: Callable[[TableHand], Iterator[str]], hands: tuple[TableHand, ...], seed: int
) -> None:
    assert typed(hands, words, Random(seed)) == typed(hands, in_full, Random(seed))


def test_the_pips_of_the_table_are_those_of_the_cards() -> None:
    assert {each: DUO.pips_of(card(each)) for each in PIPS} == PIPS
