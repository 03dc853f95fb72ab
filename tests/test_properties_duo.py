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
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.plays import Lay, Pass, Shown, Turn
from comet_cli.plays import Play as Said
from comet_cli.profile import Profile
from comet_cli.reading import read_session
from comet_cli.records import HandRecord, Session
from comet_cli.reveal import PROVED, admitted
from comet_cli.scoring import State
from comet_cli.writing import write_session
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
from tests.test_properties_crp import Desk, Step, card, hands_of, seeds

DUO = find_profile("duo", Path())
PROOF = {"pass": "passed-while-able", "stop": "stopped-while-able"}


@functools.cache
def house(stuck: str) -> Profile:
    """The rules of a house in which this happens when both are stopped."""
    return find_profile("duo", Path(), {"stop": {"all_stuck": stuck}})


table_hands = st.builds(lambda seed, dealer: play_hand(Random(seed), NAMES, dealer), seeds, st.sampled_from(NAMES))
table_nights = st.builds(lambda seed, hands: play_night(Random(seed), NAMES, hands), seeds, st.sampled_from((2, 4)))


@functools.cache
def said(what: str) -> Said:
    """What a play of the table is to the program."""
    return Pass() if what == PASS else Lay(card(what))


def turns(hand: TableHand, plays: int | None = None) -> tuple[Turn, ...]:
    """The first plays of a hand, or all of them, each in a string of its own."""
    return tuple(Turn(play.player, (said(play.what),)) for play in hand.log[:plays])


def cards_left(hand: TableHand) -> dict[str, Shown]:
    """What was left of every hand, all of it shown."""
    return {name: Shown(tuple(map(card, left))) for name, left in hand.left.items()}


def totals_left(hand: TableHand) -> dict[str, Shown]:
    """What was left of every hand by its total, with the Comet where it is among it."""
    return {
        name: Shown((card(COMET),) if COMET in left else (), pips=hand.pips_left(name))
        for name, left in hand.left.items()
    }


def full_record(hand: TableHand) -> HandRecord:
    """A hand as a night has it when all that was left has been shown."""
    return HandRecord(dealer=hand.dealer, turns=turns(hand), left=cards_left(hand))


def record_of_totals(hand: TableHand) -> HandRecord:
    """A hand as a night has it when only totals have been told, and where the Comet was."""
    dead = tuple(card(each) for each in hand.dead if each == COMET)
    return HandRecord(dealer=hand.dealer, turns=turns(hand), left=totals_left(hand), dead=dead)


def scored(*records: HandRecord, profile: Profile = DUO) -> Night:
    first, planned = records[0].dealer, len(records) + len(records) % 2
    return score_night(Session("night", NAMES, profile, first_dealer=first, hands_planned=planned, hands=records))


def found(record: HandRecord) -> list[tuple[str, int | None]]:
    """The codes of all findings of a hand, and the plays they are at."""
    return [(finding.code, finding.play) for finding in scored(record).findings]


def with_play(hand: TableHand, number: int, player: str, what: str) -> HandRecord:
    """A hand up to where play `number` is another one."""
    return HandRecord(dealer=hand.dealer, turns=(*turns(hand, number - 1), Turn(player, (said(what),))))


def pick(source: Random, plays: Sequence[Play], fits: Callable[[Play], object]) -> Play:
    """One of the plays that fit; another hand is tried where none does."""
    fitting = [play for play in plays if fits(play)]
    assume(fitting)
    return source.choice(fitting)


def together(hand: TableHand, number: int) -> int:
    """How many equal cards the last player had laid together before play `number`."""
    return 1 + next((count for count, play in enumerate(hand.log[: number - 1][::-1]) if not play.joins), 0)


# What may be played


def check_every_play(hand: TableHand, profile: Profile = DUO) -> None:
    state = Hand(profile, NAMES, NAMES.index(hand.dealer))
    for play in hand.log:
        seat = NAMES.index(play.player)
        assert state.may(seat, said(play.what))
        state.play(seat, said(play.what))
    assert state.ended
    assert state.blocked == hand.blocked
    assert state.winner == (None if hand.blocked else NAMES.index(hand.winner))
    assert state.held == [len(hand.left.get(name, ())) for name in NAMES]
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
    state = Hand(DUO, NAMES, NAMES.index(hand.dealer))
    for play in hand.log:
        legal = {NAMES[seat]: set(map(str, plays)) for seat, plays in state.legal().items()}
        assert legal == open_plays(hand, play)
        assert play.what in legal[play.player]
        state.play(NAMES.index(play.player), said(play.what))
    assert state.legal() == {}


@given(table_hands)
@hands_of(max_examples=25)
def test_plays_are_divided_by_turns_leads_and_passes(hand: TableHand) -> None:
    divided = scored(full_record(hand)).hands[0].turns
    assert list(map(str, divided)) == [text for _, text in hand.strings()]


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_plays_mean_the_same_however_a_file_divides_them(hand: TableHand, seed: int) -> None:
    source, divided = Random(seed), list[Turn]()
    for each in turns(hand):
        if divided and divided[-1].player == each.player and source.random() < 0.5:
            each = Turn(each.player, (*divided.pop().plays, *each.plays))
        divided.append(each)
    other = replace(full_record(hand), turns=tuple(divided))
    one, two = (scored(record).hands[0] for record in (full_record(hand), other))
    assert (two.turns, two.events, two.findings) == (one.turns, one.events, one.findings)


# What is scored


def check_score(hands: Sequence[TableHand], profile: Profile = DUO) -> None:
    """Every transfer, the winner, the change and the running balances, by cards and by totals."""
    for record in (full_record, record_of_totals):
        running = Counter(dict.fromkeys(NAMES, 0))
        night = scored(*map(record, hands), profile=profile)
        for one, hand in zip(night.hands, hands, strict=True):
            moved = [(t.payer, t.payee, t.points, t.reason, t.play) for event in one.events for t in event.transfers]
            assert moved == ([(None, hand.winner, hand.points, "hand", None)] if hand.winner else [])
            assert (one.state, one.winner) == (State.SETTLED, hand.winner or None)
            assert one.change == hand.change()
            running.update(hand.change())
            assert one.balances == {name: running[name] for name in NAMES}
        assert night.findings == ()


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
        one = scored(HandRecord(dealer=hand.dealer, turns=turns(hand, plays))).hands[0]
        assert (one.state, one.events, one.findings) == (State.OPEN, (), ())


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_an_ended_hand_waits_for_everybody_who_still_held_cards(hand: TableHand, seed: int) -> None:
    told = {name: shown for name, shown in cards_left(hand).items() if Random(seed).random() < 0.5}
    one = scored(replace(full_record(hand), left=told)).hands[0]
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
    assert found(full_record(hand)) == [(PROOF[fault], hand.fault)]


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
    proofs = [play for code, play in found(replace(full_record(hand), left=left)) if code in PROVED]
    assert proofs == ([hand.fault] if laid_later else [])


@given(st.one_of(*faulty_hands.values()))
@hands_of(max_examples=25)
def test_an_admitted_fault_is_not_found_again_and_changes_no_score(hand: TableHand) -> None:
    record = full_record(hand)
    before = scored(record).hands[0]
    after = scored(replace(record, turns=admitted(record.turns, before.findings))).hands[0]
    assert [finding.code for finding in after.findings] == ["stood"]
    assert (after.change, after.state) == (before.change, State.SETTLED)


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_two_or_three_of_four_equal_cards_are_found_where_the_set_is_left(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.joins and play.what != "K" and together(hand, play.number) > 1)
    others = [each for each in hand.held(play.player, play.number) if each != play.what]
    player, what = source.choice([*((play.player, each) for each in others), (hand.other(play.player), PASS)])
    assert found(with_play(hand, play.number, player, what)) == [("set-unfinished", play.number)]


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
    assert found(again) == [("out-of-sequence", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_rank_played_once_too_often_is_found_at_that_play(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: set(PACK) - set(hand.unplayed(play.number)))
    gone = source.choice(sorted(set(PACK) - set(hand.unplayed(play.number))))
    wrong = with_play(hand, play.number, source.choice(NAMES), gone)
    assert found(wrong) == [("already-played", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_card_out_of_sequence_is_found_where_it_is_laid(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.needed)
    before = hand.log[play.number - 2].what
    others = [each for each in hand.unplayed(play.number) if each not in (play.needed, before, COMET)]
    assume(others and together(hand, play.number) in (1, COPIES[before]))
    wrong = with_play(hand, play.number, source.choice(NAMES), source.choice(others))
    assert found(wrong) == [("out-of-sequence", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_pass_of_the_wrong_player_is_found_with_the_reason_why_it_is_wrong(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: not play.joins)
    player = source.choice(NAMES) if play.led else play.last
    code = "no-pass-on-lead" if play.led else "pass-by-last-player"
    assert found(with_play(hand, play.number, player, PASS)) == [(code, play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_lead_of_the_other_player_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.led)
    other = hand.other(play.player)
    leads = [each for each in hand.held(other, play.number) if each != COMET]
    assume(leads)
    lead = source.choice(leads)
    assert found(with_play(hand, play.number, other, lead)) == [("not-the-leader", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_the_comet_never_stands_for_another_card(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: COMET in hand.unplayed(play.number))
    turn = Turn(source.choice(NAMES), (Lay(card(COMET), card(source.choice(RANKS))),))
    wrong = HandRecord(dealer=hand.dealer, turns=(*turns(hand, play.number - 1), turn))
    assert found(wrong) == [("stands-for-nothing", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=20)
def test_there_are_no_aces_and_no_red_cards_but_the_comet(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log)
    turn = Turn(source.choice(NAMES), (Lay(Card(*source.choice(((1, ""), (1, "♠"), (9, "♥"), (5, "♦"))))),))
    wrong = HandRecord(dealer=hand.dealer, turns=(*turns(hand, play.number - 1), turn))
    assert found(wrong) == [("not-in-pack", play.number)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_nothing_can_be_laid_after_the_end(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    player, end = source.choice(NAMES), len(hand.log) + 1
    code = "too-many-cards" if player == hand.winner and not hand.blocked else "hand-ended"
    more = Turn(player, (said(source.choice(sorted(hand.unplayed(end)))),))
    assert found(replace(full_record(hand), turns=(*turns(hand), more))) == [(code, end)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_left_with_a_card_too_many_or_too_few_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    at = source.randrange(len(shown.cards))
    spare = source.choice([*hand.dead])
    wrong = source.choice([shown.cards[:at] + shown.cards[at + 1 :], (*shown.cards, card(spare))])
    codes = found(replace(record, left={**record.left, name: Shown(wrong)}))
    assert [code for code in codes if code[0] not in PROVED] == [("left-count", None)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_left_whose_cards_are_not_all_told_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    wrong = Shown(shown.cards[1:], unseen=1)
    assert found(replace(record, left={**record.left, name: wrong})) == [("left-unseen", None)]


@given(table_hands, seeds)
@hands_of(max_examples=25)
def test_a_total_that_so_many_cards_cannot_have_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    name, left = source.choice(list(hand.left.items()))
    wrong = source.choice([len(left), 10 * len(left) + 1])
    record = record_of_totals(hand)
    told = replace(record.left[name], pips=wrong)
    assert found(replace(record, left={**record.left, name: told})) == [("left-pips", None)]


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
    codes = found(replace(record, left={**record.left, name: wrong}))
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


@st.composite
def recorded_nights(draw: st.DrawFn) -> tuple[tuple[TableHand, ...], list[Step], list[str]]:
    """A night, the steps in which it was recorded, and the text of its file after each."""
    source = Random(draw(seeds))
    hands = play_night(source, NAMES, 2)
    steps, desk = list(steps_of(hands, source)), Desk(NAMES, hands[0].dealer, DUO)
    texts = [desk.text]
    for step in steps:
        desk.do(step)
        texts.append(desk.text)
    return hands, steps, texts


Recorded = tuple[tuple[TableHand, ...], list[Step], list[str]]


@given(recorded_nights())
@hands_of(max_examples=10)
def test_undo_of_every_entry_is_as_if_it_had_never_been_typed_and_redo_brings_it_back(night: Recorded) -> None:
    hands, steps, texts = night
    desk = Desk(NAMES, hands[0].dealer, DUO)
    for step in steps:
        desk.do(step)
    for text in texts[-2::-1]:
        desk.recorder.undo()
        assert desk.text == text
    with pytest.raises(CometError, match="nothing to undo"):
        desk.recorder.undo()
    for text in texts[1:]:
        desk.recorder.redo()
        assert desk.text == text


@given(recorded_nights(), seeds)
@hands_of(max_examples=10)
def test_a_night_typed_with_steps_back_and_forth_is_the_night_typed_straight(night: Recorded, seed: int) -> None:
    hands, steps, texts = night
    source, desk, done = Random(seed), Desk(NAMES, hands[0].dealer, DUO), 0
    while done < len(steps):
        back = min(done, source.choice((0, 0, 0, 0, 0, 0, 0, 1, 3)))
        for _ in range(back):
            desk.recorder.undo()
        done -= back
        assert desk.text == texts[done]
        if source.random() < 0.05:
            desk.start()
        desk.do(steps[done])
        done += 1
    assert desk.text == texts[-1]


@given(recorded_nights())
@hands_of(max_examples=10)
def test_a_file_written_read_and_written_is_the_same_after_every_entry(night: Recorded) -> None:
    _, _, texts = night
    for text in texts:
        assert write_session(read_session(text, Path()).session) == text


@given(table_nights)
@hands_of(max_examples=12)
def test_a_night_survives_its_file(hands: tuple[TableHand, ...]) -> None:
    session = scored(*map(full_record, hands)).session
    read = read_session(write_session(session), Path())
    assert (read.session, read.findings) == (session, ())
    assert score_night(read.session).balances == score_night(session).balances


# The same night typed in three ways


def in_full(hand: TableHand) -> Iterator[str]:
    return (text for _, text in hand.strings())


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


def type_night(hands: Sequence[TableHand], words: Callable[[TableHand], Iterator[str]], source: Random) -> str:
    """The text of the session when every hand is typed in `words`, in lines that end anywhere."""
    desk = Desk(NAMES, hands[0].dealer, DUO, books=True)
    for hand in hands:
        line: list[str] = []
        for word in words(hand):
            line.append(word)
            if source.random() < 0.4:
                desk.recorder.enter(" ".join(line))
                line = []
        if line:
            desk.recorder.enter(" ".join(line))
        while asked := desk.recorder.asked:
            desk.recorder.left(f"{asked}: {totals_left(hand)[asked]}")
    assert desk.recorder.night.counted == desk.recorder.night.hands
    return desk.text


@pytest.mark.parametrize("words", [in_runs, in_counts])
@given(table_nights, seeds)
@hands_of(max_examples=15)
def test_a_night_typed_in_shorthand_is_the_night_typed_in_full(
    words: Callable[[TableHand], Iterator[str]], hands: tuple[TableHand, ...], seed: int
) -> None:
    assert type_night(hands, words, Random(seed)) == type_night(hands, in_full, Random(seed))


def test_the_pips_of_the_table_are_those_of_the_cards() -> None:
    assert {each: DUO.pips_of(card(each)) for each in PIPS} == PIPS
