"""What holds for every hand and every night of `foster`, tried on random ones played with open cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from comet_cli.findings import CometError
from comet_cli.history import History
from comet_cli.library import find_profile
from comet_cli.night import score_night
from comet_cli.payments import change, in_pool
from comet_cli.people import check_name, clean_name, same_name
from comet_cli.plays import Lay, Pass, Shown, Turn
from comet_cli.reading import read_session
from comet_cli.recorder import Recorder
from comet_cli.records import Adjustment, HandRecord, Result, Session, Tally
from comet_cli.reveal import PROVED
from comet_cli.scoring import State
from comet_cli.writing import write_session
from tests.desk import (
    Desk,
    Recorded,
    Step,
    check_back_and_forth,
    check_survival,
    check_undo_and_redo,
    in_full,
    record_steps,
    type_night,
)
from tests.foster_table import (
    COMET,
    FAULTS,
    KINGS,
    NAMES,
    PACK,
    PASS,
    REMOVED,
    TEN,
    Play,
    TableHand,
    left_of,
    play_faulty_hand,
    play_hand,
    play_night,
)
from tests.hands import Game, card, cards_left, check_balances, hands_of, listed, moved, pick, seeds, some, turn

FOSTER = find_profile("foster", Path())
SEATS = (2, 3, 4, 5, 6)
PAYING = (COMET, *KINGS)

GAME = Game(FOSTER, words=lambda play: play.what, planned=lambda hands: None)
turns, with_play, full_record, scored, found = GAME.turns, GAME.with_play, GAME.full_record, GAME.scored, GAME.found


@st.composite
def table_hands(draw: st.DrawFn, seats: Sequence[int] = SEATS) -> TableHand:
    names = NAMES[: draw(st.sampled_from(seats))]
    return play_hand(Random(draw(seeds)), names, draw(st.sampled_from(names)))


@st.composite
def faulty_hands(draw: st.DrawFn, faults: Sequence[str] = FAULTS) -> TableHand:
    names = NAMES[: draw(st.sampled_from(SEATS))]
    return play_faulty_hand(Random(draw(seeds)), names, draw(st.sampled_from(faults)))


@st.composite
def table_nights(draw: st.DrawFn, hands: int = 3, seats: Sequence[int] = SEATS) -> tuple[TableHand, ...]:
    return play_night(Random(draw(seeds)), NAMES[: draw(st.sampled_from(seats))], draw(st.integers(1, hands)))


# What may be played


def open_plays(hand: TableHand, play: Play) -> dict[str, set[str]]:
    """What the rules let each player do just before `play`, as far as it shows without seeing the hands."""
    unplayed = set(hand.unplayed(play.number - 1))
    if play.led:
        return {play.last: unplayed}
    cards = unplayed & {*play.missing, COMET}
    open_to = {hand.to_speak(play): {*cards, PASS}}
    going_on = {play.last: cards} if play.open_turn and cards else {}
    return {**open_to, **going_on}


def check_every_play(hand: TableHand) -> None:
    state = GAME.check_allowed(hand)
    assert state.winner == hand.names.index(hand.winner)
    assert state.dead == len(hand.dead)


@given(table_hands())
@hands_of(max_examples=36)
def test_a_hand_played_by_the_rules_is_never_refused(hand: TableHand) -> None:
    check_every_play(hand)


@given(table_hands())
@hands_of(max_examples=5)
def test_the_legal_plays_are_those_that_the_rules_leave_open_to_someone_who_sees_no_hand(hand: TableHand) -> None:
    GAME.check_legal(hand, open_plays)


@given(table_hands())
@hands_of(max_examples=5)
def test_the_program_knows_before_every_play_who_leads_who_speaks_and_what_is_needed(hand: TableHand) -> None:
    state = GAME.begun(hand)
    for play in GAME.played_into(state, hand):
        unplayed = hand.unplayed(play.number - 1)
        assert tuple(map(str, state.open_cards)) == tuple(each for each in play.missing if each in unplayed)
        assert hand.names[state.last or 0] == play.last
        assert state.to_act == hand.names.index(play.last if play.led else hand.to_speak(play))
        assert state.going_on == (hand.names.index(play.last) if play.open_turn else None)


@given(table_hands())
@hands_of(max_examples=5)
def test_plays_are_divided_by_turns_leads_and_passes(hand: TableHand) -> None:
    GAME.check_division(hand, full_record(hand))


@given(table_hands(), seeds)
@hands_of(max_examples=5)
def test_plays_mean_the_same_however_a_file_divides_them(hand: TableHand, seed: int) -> None:
    GAME.check_other_division(hand, full_record(hand), Random(seed))


# What is paid


def check_payments(hand: TableHand) -> None:
    one = scored(hand.names, full_record(hand)).hands[0]
    assert moved(one) == listed(hand.payments)
    assert (one.state, one.winner) == (State.SETTLED, hand.winner)
    assert one.change == one.balances == hand.change()
    assert one.findings == ()


@given(table_hands())
@hands_of(max_examples=36)
def test_every_transfer_is_the_one_that_the_rules_ask_for(hand: TableHand) -> None:
    check_payments(hand)


@given(table_nights(hands=6))
@hands_of(max_examples=5)
def test_balances_run_over_the_night_and_a_true_night_has_no_finding(hands: tuple[TableHand, ...]) -> None:
    check_balances(scored(hands[0].names, *map(full_record, hands)), hands)


@given(table_hands())
@hands_of(max_examples=5)
def test_balances_and_pool_sum_to_zero_after_every_play(hand: TableHand) -> None:
    GAME.check_sums(hand, full_record(hand))


@given(table_hands())
@hands_of(max_examples=18)
def test_what_pays_is_all_that_has_to_be_shown(hand: TableHand) -> None:
    paying = {
        name: Shown(tuple(card(each) for each in left if each in PAYING), sum(each not in PAYING for each in left))
        for name, left in hand.left.items()
    }
    briefly, fully = (
        scored(hand.names, replace(full_record(hand), left=left)).hands[0] for left in (paying, cards_left(hand))
    )
    assert (briefly.events, briefly.state, briefly.findings) == (fully.events, State.SETTLED, ())


@given(table_hands())
@hands_of(max_examples=18)
def test_an_ended_hand_waits_for_exactly_the_paying_cards_that_nobody_has_seen(hand: TableHand) -> None:
    one = scored(hand.names, replace(full_record(hand), left={})).hands[0]
    unseen = sorted(each for each in hand.unplayed() if each in PAYING)
    assert sorted(one.missing) == unseen
    assert one.state is (State.UNSETTLED if unseen else State.SETTLED)


def events_seen(hand: TableHand) -> Iterator[str]:
    """The rare situations of a hand by name."""
    for before, play in zip((None, *hand.log), hand.log, strict=False):
        if play.detour:
            yield "detour after own cards" if play.player == play.last else "detour on turn"
            yield "detour after 7♦" if REMOVED in play.missing else "detour in another suit"
        if play.what == COMET and play.led:
            yield "comet led"
        if len(play.missing) == 2 and play.follows:
            yield "ten after the Comet" if play.what == TEN else "old run after the Comet"
        if before and play.led and len(before.missing) == 2 and before.what == PASS:
            yield "both branches fail"
        if play.missing == ("10♦",) and play.follows:
            yield "natural nine followed"
        if play.led and play.what.startswith("A"):
            yield "ace led"
        if not play.led and play.number == len(hand.log) and play.what in PAYING:
            yield "comet goes out" if play.what == COMET else "king goes out"
    yield from ("comet dead" for each in hand.dead if each == COMET)
    yield from (f"{each.reason} paid" for each in hand.payments)


@pytest.mark.parametrize("seats", SEATS)
def test_the_random_hands_meet_every_situation_of_the_rules(seats: int) -> None:
    names = NAMES[:seats]
    seen = Counter(
        each for seed in range(1500) for each in events_seen(play_hand(Random(seed), names, names[seed % seats]))
    )
    wanted = {"detour after own cards", "detour on turn", "detour after 7♦", "detour in another suit", "comet led"}
    wanted |= {"ten after the Comet", "old run after the Comet", "both branches fail", "natural nine followed"}
    wanted |= {"ace led", "comet goes out", "king goes out"}
    wanted |= {f"{reason} paid" for reason in ("stake", "ace", "king", "comet", "comet-left", "king-left", "pool")}
    wanted |= {"comet dead"} if seats != 3 else set()
    assert wanted == set(seen)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_ten_thousand_hands_are_played_and_paid_as_the_rules_say(seats: int) -> None:
    names = NAMES[:seats]
    for seed in range(10_000):
        hand = play_hand(Random(seed), names, names[seed % seats])
        check_every_play(hand)
        check_payments(hand)


# What is found

PROOF = {"pass": "passed-while-able", "comet": "comet-while-able", "stop": "stopped-while-able"}


def check_fault(hand: TableHand, fault: str) -> None:
    assert found(hand, full_record(hand)) == [(PROOF[fault], hand.fault)]


@pytest.mark.parametrize("fault", FAULTS)
@given(data=st.data())
@hands_of(max_examples=16)
def test_shown_hands_prove_who_passed_laid_the_comet_or_stopped_while_able(fault: str, data: st.DataObject) -> None:
    check_fault(data.draw(faulty_hands([fault])), fault)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seats", SEATS)
def test_ten_thousand_broken_rules_are_proved_where_they_were_broken(seats: int, fault: str) -> None:
    for seed in range(10_000):
        check_fault(play_faulty_hand(Random(seed), NAMES[:seats], fault), fault)


@given(faulty_hands())
@hands_of(max_examples=22)
def test_hidden_hands_prove_a_fault_only_by_the_card_laid_later(hand: TableHand) -> None:
    """With nothing shown, a fault whose card stays in hand to the end cannot be known."""
    assert hand.fault is not None
    fault, after = hand.log[hand.fault - 1], hand.log[hand.fault :]
    needed = after[0].missing if fault.what not in (PASS, COMET) or fault.led else fault.missing
    laid_later = any(play.player == fault.player and play.what in needed for play in after)
    unseen = {name: Shown(unseen=len(left)) for name, left in hand.left.items() if not set(left) & {*PAYING}}
    proofs = [play for code, play in found(hand, replace(full_record(hand), left=unseen)) if code in PROVED]
    assert proofs == ([hand.fault] if laid_later else [])


@given(faulty_hands())
@hands_of(max_examples=16)
def test_an_admitted_fault_is_not_found_again_and_changes_no_payment(hand: TableHand) -> None:
    GAME.check_admitted(hand)


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_a_card_played_twice_is_found_at_its_second_play(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log[1:], lambda play: play.what != PASS)
    twice = source.choice([each.what for each in hand.log[: play.number - 1] if each.what != PASS])
    assert found(hand, with_play(hand, play.number, play.player, twice)) == [("already-played", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_the_card_that_was_taken_out_of_the_pack_cannot_be_played(hand: TableHand, seed: int) -> None:
    play = pick(Random(seed), hand.log, lambda play: play.what != PASS)
    assert found(hand, with_play(hand, play.number, play.player, REMOVED)) == [("not-in-pack", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_a_card_out_of_sequence_is_found_where_it_is_laid(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: not play.led)
    others = [each for each in hand.unplayed(play.number - 1) if each not in (*play.missing, COMET)]
    assume(others)
    wrong = with_play(hand, play.number, play.player, source.choice(others))
    assert found(hand, wrong) == [("out-of-sequence", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=22)
def test_a_pass_of_the_wrong_seat_is_found_with_the_reason_why_it_is_wrong(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log)
    strangers = [name for name in hand.names if play.led or name != hand.to_speak(play)]
    player = source.choice(strangers)
    code = "pass-out-of-turn"
    if play.led:
        code = "no-pass-on-lead"
    elif player == play.last:
        code = "pass-by-last-player"
    elif player in play.passed:
        code = "already-passed"
    assert found(hand, with_play(hand, play.number, player, PASS)) == [(code, play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=22)
def test_a_lead_of_another_player_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.led)
    after_king = play.number > 1 and hand.log[play.number - 2].what in KINGS
    player = source.choice(left_of(hand.names, play.player))
    code = "comet-after-king" if play.what == COMET and after_king else "not-the-leader"
    assert found(hand, with_play(hand, play.number, player, play.what)) == [(code, play.number)]


@given(table_hands(seats=(3, 4, 5, 6)), seeds)
@hands_of(max_examples=22)
def test_a_pass_left_out_is_found_at_the_next_play_and_never_made_up(hand: TableHand, seed: int) -> None:
    """Not with two at the table: there the first player's next lead of the Comet would read as a detour."""
    gap = pick(Random(seed), hand.log, lambda play: play.what == PASS)
    after = hand.log[gap.number]
    code = "round-not-over" if after.led else "pass-out-of-turn" if after.what == PASS else "skipped-seat"
    assert found(hand, with_play(hand, gap.number, after.player, after.what)) == [(code, gap.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_nothing_can_be_laid_after_the_first_empty_hand(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    player, end = source.choice(hand.names), len(hand.log) + 1
    code = "too-many-cards" if player == hand.winner else "hand-ended"
    more = turn(player, source.choice(hand.unplayed()))
    record = replace(full_record(hand), turns=(*turns(hand), more))
    assert found(hand, record) == [(code, end)]


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_a_left_with_a_card_too_many_or_too_few_is_found(hand: TableHand, seed: int) -> None:
    """A card left out is one that does not pay: a paying one may, with dead cards about, be thought dead."""
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    spare = [each for each in shown.cards if str(each) not in PAYING]
    fewer = [Shown(tuple(each for each in shown.cards if each != gone)) for gone in spare]
    wrong = source.choice([replace(shown, unseen=1), *fewer])
    assert found(hand, replace(record, left={**record.left, name: wrong})) == [("left-count", None)]


@given(table_hands(seats=(3, 4, 5, 6)), seeds)
@hands_of(max_examples=16)
def test_a_card_left_with_two_players_is_found(hand: TableHand, seed: int) -> None:
    """The card it displaces must not pay; and the doubled card may seem to prove a pass of its second holder."""
    source = Random(seed)
    record = full_record(hand)
    one, two = source.sample(sorted(record.left), 2)
    kept = list(record.left[two].cards)
    spare = [place for place, each in enumerate(kept) if str(each) not in PAYING]
    assume(spare)
    kept[source.choice(spare)] = source.choice(record.left[one].cards)
    codes = found(hand, replace(record, left={**record.left, two: Shown(tuple(kept))}))
    assert [code for code in codes if code[0] not in PROVED] == [("card-twice", None)]


@given(table_hands(), seeds)
@hands_of(max_examples=16)
def test_a_card_both_played_and_left_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    spare = [place for place, each in enumerate(shown.cards) if str(each) not in PAYING]
    assume(spare)
    kept = list(shown.cards)
    kept[source.choice(spare)] = card(source.choice([play.what for play in hand.log if play.what != PASS]))
    codes = found(hand, replace(record, left={**record.left, name: Shown(tuple(kept))}))
    assert [code for code in codes if code[0] not in PROVED] == [("left-and-played", None)]


@given(table_nights(hands=4), seeds)
@hands_of(max_examples=5)
def test_a_broken_hand_hides_no_finding_of_its_neighbours(hands: tuple[TableHand, ...], seed: int) -> None:
    source = Random(seed)
    records = list(map(full_record, hands))
    at = source.randrange(len(hands))
    number = source.choice(hands[at].log).number
    broken = with_play(hands[at], number, hands[at].log[number - 1].player, REMOVED)
    records[at] = replace(broken, turns=(*broken.turns, *records[at].turns[number:]))
    night = scored(hands[0].names, *records)
    codes = [(finding.hand, finding.code, finding.play) for finding in night.findings]
    marked = [(at + 2, "balances-depend", None)] if at + 1 < len(hands) else []
    assert codes == [(at + 1, "not-in-pack", number), *marked]
    assert [one.change for one in night.hands if one.number != at + 1] == [
        hand.change() for number, hand in enumerate(hands) if number != at
    ]


# Recording


def steps_of(hand: TableHand, source: Random, asked: Sequence[str]) -> list[Step]:
    """A hand as steps of recording: a string each, then the answers to what is asked, and the booking."""
    entries = [("enter", entry) for _, text in hand.strings() for entry in _remarked(text, source)]
    return [*entries, *answers_of(hand, source, asked), ("book", "")]


def _remarked(text: str, source: Random) -> Iterator[str]:
    """A turn with or without a remark; one amid its cards divides it in two."""
    remark = source.choice(("", "", "", "", " # sighs", " # é um # roubo"))
    player, _, plays = text.partition(": ")
    first, _, rest = plays.partition(" ")
    if rest and remark:
        yield f"{player}: {first}{remark}"
        yield f"{player}: {rest}"
    else:
        yield text + remark


def paying_left(hand: TableHand, name: str) -> str:
    """The cards that pay among those a loser still held."""
    return " ".join(each for each in hand.left[name] if each in PAYING)


def answers_of(hand: TableHand, source: Random, asked: Sequence[str]) -> list[Step]:
    """Answers for the players in `asked`, some first given wrongly, and cards seen among the dead."""
    answers: list[Step] = []
    for name in asked:
        paying = paying_left(hand, name)
        if source.random() < 0.2:
            answers.append(("left", f"{name}: ??"))
        answers.append(("left", f"{name}: {source.choice((paying or '-', ' '.join(hand.left[name])))}"))
    if hand.dead and source.random() < 0.3:
        answers.append(("dead", source.choice(hand.dead)))
    return answers


def steps_of_night(desk: Desk, hands: Sequence[TableHand], source: Random) -> Iterator[Step]:
    """A night as steps: a string each, and what is proved by what was recorded so far is admitted at times."""
    for hand in hands:
        asked = list(left_of(hand.names, hand.winner)) if set(hand.unplayed()) & {*PAYING} else []
        told = steps_of(hand, source, asked)
        late = [("dead", hand.dead[0])] if hand.dead and all(action != "dead" for action, _ in told) else []
        waiting = [*told, *late]
        while waiting:
            admits = desk.recorder.proved and source.random() < 0.3
            yield ("admit", "") if admits else waiting.pop(0)


def record_night(hands: Sequence[TableHand], source: Random) -> Recorded:
    desk = Desk(hands[0].names, hands[0].dealer, FOSTER)
    return record_steps(desk, steps_of_night(desk, hands, source))


recorded_nights = st.builds(
    lambda seed, seats, hands: (Random(seed), play_night(Random(seed + 1), NAMES[:seats], hands, ("", *FAULTS))),
    seeds,
    st.sampled_from(SEATS),
    st.integers(1, 2),
)
Planned = tuple[Random, tuple[TableHand, ...]]


@given(recorded_nights)
@hands_of(max_examples=4)
def test_undo_of_every_entry_is_as_if_it_had_never_been_typed_and_redo_brings_it_back(night: Planned) -> None:
    source, hands = night
    straight = record_night(hands, source)
    check_undo_and_redo(straight.desk, straight.texts)


@given(recorded_nights)
@hands_of(max_examples=4)
def test_a_night_typed_with_steps_back_and_forth_is_the_night_typed_straight(night: Planned) -> None:
    source, hands = night
    check_back_and_forth(record_night(hands, source), source)


def in_lines(steps: Sequence[Step], source: Random) -> list[Step]:
    """The same plays in lines that end anywhere, in the middle of turns too."""
    lines: list[Step] = []
    line: list[str] = []
    for number, (action, words) in enumerate(steps):
        if action != "enter":
            lines.append((action, words))
            continue
        body, _, remark = words.partition(" # ")
        player, _, plays = body.partition(": ")
        for place, play in enumerate(plays.split()):
            line.append(f"{player}: {play}" if place == 0 or source.random() < 0.5 else play)
            if source.random() < 0.3:
                lines.append(("enter", " ".join(line)))
                line = []
        if line and (remark or [step[0] for step in steps[number + 1 : number + 2]] != ["enter"]):
            lines.append(("enter", " ".join(line)))
            line = []
        if remark:
            lines[-1] = ("enter", f"{lines[-1][1]} # {remark}")
    return lines


@given(recorded_nights)
@hands_of(max_examples=4)
def test_undo_takes_back_turns_however_they_were_divided_into_lines(night: Planned) -> None:
    source, hands = night
    straight = record_night(hands, source)
    desk = straight.fresh()
    for line in in_lines(straight.steps, source):
        desk.do(line)
    assert desk.text == straight.text
    check_undo_and_redo(desk, straight.texts)


@given(recorded_nights)
@hands_of(max_examples=4)
def test_booking_without_being_asked_leads_to_the_same_night(night: Planned) -> None:
    source, hands = night
    straight = record_night(hands, source)
    desk = straight.fresh(books=True)
    before = desk.text
    for action, words in in_lines(straight.steps, source):
        if action != "book":
            desk.do((action, words))
    assert desk.text == straight.text
    moves = 0
    while desk.text != before:
        desk.recorder.undo()
        moves += 1
    for _ in range(moves):
        desk.recorder.redo()
    assert desk.text == straight.text


def never_allowed(hand: TableHand, desk: Desk, source: Random) -> Iterator[Step]:
    """Entries that are refused at any time of a hand, and between hands."""
    player = source.choice(hand.names)
    yield "enter", ""
    yield "enter", "Zoe: pass"
    yield "enter", f"{player}: {REMOVED}"
    yield "enter", f"{player}: {COMET}=6♣"
    yield "left", "Zoe: K♠"
    yield "left", f"{player}: 1♠"
    yield "left", f"{player}: {REMOVED}"
    yield "left", f"{hand.winner}: -"
    yield "dead", REMOVED
    if not desk.recorder.proved:
        yield "admit", ""


@given(recorded_nights)
@hands_of(max_examples=4)
def test_a_refused_entry_changes_nothing(night: Planned) -> None:
    source, hands = night
    straight = record_night(hands, source)
    desk = straight.fresh(books=source.random() < 0.5)
    for action, words in in_lines(straight.steps, source):
        wrong = [*never_allowed(hands[-1] if desk.saved.hands[1:] else hands[0], desk, source)]
        wrong += [("enter", f"{words} zzz".replace("#", " "))] if action == "enter" and not source.randrange(3) else []
        night_before, saved, past = desk.recorder.night, desk.saved, desk.past
        for refused in source.sample(wrong, 2):
            with pytest.raises(CometError):
                desk.do(refused)
            assert (desk.recorder.night, desk.saved, desk.past) == (night_before, saved, past)
        if action != "book" or not desk.books:
            desk.do((action, words))
    assert desk.text == straight.text


@given(recorded_nights)
@hands_of(max_examples=4)
def test_a_night_that_cannot_be_saved_stays_as_it_was(night: Planned) -> None:
    source, hands = night
    straight = record_night(hands, source)
    desk = straight.fresh()
    full = [False]

    def save(session: Session, past: History) -> None:
        if full[0]:
            raise OSError("the disk is full")
        desk.save(session, past)

    desk.recorder = Recorder(desk.saved, desk.past, save)
    for step in in_lines(straight.steps, source):
        if full[:] != [source.random() < 0.2]:
            before = desk.recorder.night
            full[0] = True
            with pytest.raises(OSError, match="full"):
                desk.do(step)
            assert desk.recorder.night == before
            full[0] = False
        desk.do(step)
    assert desk.text == straight.text


# The same night typed in three ways


def spoken(play: Play, *, always: bool = False) -> str:
    """The player of a card where it has to be named: an unnamed one would be the last player's."""
    return f"{play.player[0].lower()}:" if always or (play.open_turn and play.player != play.last) else ""


def in_runs(hand: TableHand) -> Iterator[str]:
    """Runs as ranges, every pass as a dash, and a player named only where it could be another."""
    for plays, _ in hand.strings():
        if plays[0].what == PASS:
            yield "-"
            continue
        own = [play for play in plays if not play.detour]
        if len(own) > 1:
            yield f"{spoken(own[0])}{own[0].what[:-1]}-{own[-1].what}"
        elif own:
            yield spoken(own[0]) + own[0].what
        yield from (spoken(play) + play.what for play in plays if play.detour)


def in_counts(hand: TableHand) -> Iterator[str]:
    """Players with the number of needed cards they lay; every pass is left to be implied or a dot for all."""
    for plays, _ in hand.strings():
        first = plays[0]
        if first.what == PASS:
            continue
        if first.led and first.number > 1 and not _stop_is_plain(hand, first):
            yield "."
        own = [play for play in plays if not play.detour]
        named = bool(own) and (first.led or len(set(first.missing) & {*hand.unplayed(first.number - 1)}) > 1)
        if named:
            yield f"{spoken(first, always=True)}{first.what}"
        if len(own) > named:
            yield f"{first.player[0].lower()}+{len(own) - named}"
        yield from (spoken(play, always=True) + play.what for play in plays if play.detour)


def _stop_is_plain(hand: TableHand, lead: Play) -> bool:
    """Whether the passes before a lead need not be said: there were none, or nobody could have done but pass."""
    before = hand.log[lead.number - 2]
    return before.what != PASS or not {*before.missing, COMET} & {*hand.unplayed(lead.number - 1)}


def typed(hands: Sequence[TableHand], words: Callable[[TableHand], Iterator[str]], source: Random) -> str:
    """The text of the session when every hand is typed in `words`, and whoever is asked tells what pays."""
    desk = Desk(hands[0].names, hands[0].dealer, FOSTER, books=True)
    return type_night(desk, hands, words, source, lambda hand, name: paying_left(hand, name) or "-")


def test_a_lead_after_a_comet_that_nobody_could_follow_adds_the_passes() -> None:
    desk = Desk(("Ana", "Bruno", "Carla"), "Carla", FOSTER)
    for line in ("a:10d .", "a:7d 9d", "a:Js"):
        desk.recorder.enter(line)
    added = ["Ana: 7♦ 9♦", "Bruno: pass", "Carla: pass", "Ana: J♠"]
    assert list(map(str, desk.saved.hands[0].turns)) == ["Ana: 10♦", "Bruno: pass", "Carla: pass", *added]


@given(table_nights(hands=2), seeds)
@hands_of(max_examples=5)
def test_a_night_typed_in_runs_is_the_night_typed_in_full(hands: tuple[TableHand, ...], seed: int) -> None:
    assert typed(hands, in_runs, Random(seed)) == typed(hands, in_full, Random(seed))


@given(table_nights(hands=2), seeds)
@hands_of(max_examples=5)
def test_a_night_typed_in_counts_is_the_night_typed_in_full(hands: tuple[TableHand, ...], seed: int) -> None:
    assert typed(hands, in_counts, Random(seed)) == typed(hands, in_full, Random(seed))


# The file

letters = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
words = st.text(letters, min_size=1, max_size=12).filter(str.strip)
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = words.map(clean_name).filter(lambda name: not check_name(name))
# The name of somebody who looks like a play, a mark or a number.
odd_names = st.sampled_from(
    ("007", "3♣", "pass", "Ana!", "a # b", '"', "[[hands]]", "O'Neil \\n", "=", "??", "-p", "李雷", "@1")
)
tables_of_names = st.lists(names | odd_names, min_size=2, max_size=6, unique_by=same_name)
moments = st.datetimes(
    timezones=st.none() | st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
)
remarks = words.map(lambda text: " ".join(text.split())).filter(str.isprintable)


@st.composite
def records(draw: st.DrawFn, people: list[str]) -> HandRecord:
    """A hand with all that a file can say of one, whether or not it makes sense."""
    player = st.sampled_from(people)
    cards = st.sampled_from(PACK).map(card)
    plays = st.builds(Pass, st.booleans()) | st.builds(Lay, cards, st.none() | cards, st.booleans())
    several = st.lists(plays, min_size=1, max_size=4).map(tuple)
    counts = st.dictionaries(player, st.integers(0, 30), max_size=3)
    points = st.none() | st.dictionaries(player, st.integers(-99, 99), max_size=6)
    texts = st.lists(any_text, max_size=3).map(tuple)
    some_text = st.none() | any_text.filter(str.strip)
    seen = st.lists(cards, min_size=1, max_size=3).map(tuple)
    shown = (
        st.builds(Shown, seen, st.integers(0, 9))
        | st.builds(Shown, nobody_saw=st.just(True))
        | st.builds(Shown, pips=st.integers(0, 99))
    )
    pairs = st.lists(player, min_size=2, max_size=2, unique=True)
    adjustment = st.builds(
        lambda pair, points, reason: Adjustment(pair[0], pair[1], points, reason or ""),
        pairs,
        st.integers(1, 9),
        some_text,
    )
    return HandRecord(
        dealer=draw(st.none() | player),
        dealer_changed=draw(some_text),
        players=draw(st.none() | st.permutations(people).map(tuple)),
        turns=tuple(draw(st.lists(st.builds(Turn, player, several, st.just("") | remarks), max_size=5))),
        dead=draw(st.just(()) | seen),
        dealt=draw(st.dictionaries(player, st.integers(1, 30), max_size=3)),
        void=draw(some_text),
        notes=draw(texts),
        left=draw(st.dictionaries(player, shown, max_size=3)),
        adjustments=tuple(draw(st.lists(adjustment, max_size=2))),
        tally=draw(st.none() | st.builds(Tally, player, st.none() | player, counts, counts, counts, counts)),
        result=draw(st.none() | st.builds(Result, st.none() | player, points, points, st.none() | texts)),
    )


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    people = draw(tables_of_names)
    return Session(
        name=draw(any_text.filter(str.strip)),
        players=tuple(people),
        profile=FOSTER,
        started=draw(st.none() | moments),
        first_dealer=draw(st.none() | st.sampled_from(people)),
        hands_planned=draw(st.none() | st.integers(1, 99)),
        hands=tuple(draw(st.lists(records(people), max_size=3))),
    )


def check_file(session: Session) -> None:
    text = write_session(session)
    reading = read_session(text, Path())
    assert reading.findings == ()
    assert [hand.faults for hand in reading.session.hands] == [()] * len(session.hands)
    assert reading.session == session
    assert write_session(reading.session).encode() == text.encode()


@given(sessions())
@some(max_examples=33)
def test_a_session_is_read_from_its_text_as_it_was_and_written_again_to_the_byte(session: Session) -> None:
    check_file(session)


@pytest.mark.long
@given(sessions())
@some(max_examples=3000)
def test_three_thousand_sessions_are_read_and_written_to_the_byte(session: Session) -> None:
    check_file(session)


@given(sessions())
@some(max_examples=25)
def test_no_session_is_too_odd_to_be_scored(session: Session) -> None:
    """Whatever a file says, the sums hold and every finding has its place."""
    night = score_night(session)
    for one in night.hands:
        assert sum(one.change.values()) + in_pool(one.events) == 0
        assert change(one.seats, one.events) == one.change
    assert all(finding.hand and finding.code and finding.message for finding in night.findings)


@given(recorded_nights, tables_of_names)
@some(max_examples=8)
def test_true_hands_of_people_with_any_names_survive_their_file(night: Planned, people: list[str]) -> None:
    source, _ = night
    theirs = scored(people, *map(full_record, play_night(source, people, 2)))
    check_survival(theirs.session)
    assert theirs.findings == ()


@given(recorded_nights, tables_of_names.filter(lambda people: not any(name.startswith("@") for name in people)))
@some(max_examples=8)
def test_anybody_can_be_named_by_seat_whatever_the_name_unless_somebody_is_called_like_a_seat(
    night: Planned, people: list[str]
) -> None:
    source, _ = night
    (hand,) = play_night(source, people, 1)
    desk = Desk(people, hand.dealer, FOSTER)
    for play in hand.log:
        desk.recorder.enter(f"@{people.index(play.player) + 1}: {play.what}")
    assert list(map(str, desk.saved.hands[0].turns)) == [text for _, text in hand.strings()]


@given(recorded_nights, tables_of_names)
@some(max_examples=12)
def test_anybody_can_be_named_in_full_whatever_the_name(night: Planned, people: list[str]) -> None:
    source, _ = night
    (hand,) = play_night(source, people, 1)
    desk = Desk(people, hand.dealer, FOSTER)
    for play in hand.log:
        desk.recorder.enter(f"{play.player}: {play.what}")
    assert list(map(str, desk.saved.hands[0].turns)) == [text for _, text in hand.strings()]
