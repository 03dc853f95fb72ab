"""What holds for every hand and every night of `crp` and its variants, tried on random ones played with open cards."""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from comet_cli.findings import CometError
from comet_cli.library import find_profile
from comet_cli.plays import Shown
from comet_cli.profile import Profile, as_table, make_profile, merge
from comet_cli.records import HandRecord
from comet_cli.scoring import State
from tests.crp_table import (
    COMET,
    NAMES,
    PACK,
    REMOVED,
    TEN,
    Play,
    TableHand,
    Terms,
    left_of,
    lower_in_suit,
    play_faulty_hand,
    play_hand,
    play_night,
)
from tests.desk import (
    Desk,
    Recorded,
    Step,
    check_back_and_forth,
    check_files,
    check_survival,
    check_undo_and_redo,
    record_steps,
    type_night,
)
from tests.hands import Game, card, cards_left, check_balances, hands_of, listed, moved, pick, seeds, turn

CRP = find_profile("crp", Path())
QUATRE = find_profile("crp-quatre", Path())
SEATS = (2, 3, 4, 5, 6)
DOUBLES = Terms(doubles=True)
STOPS = Terms(bridges=False)

GAME = Game(CRP, words=lambda play: play.text, planned=lambda hands: hands)
turns, with_play, scored, found = GAME.turns, GAME.with_play, GAME.scored, GAME.found

amounts = st.integers(1, 9)


@functools.cache
def profile_of(terms: Terms, base: str = "crp") -> Profile:
    """The rules of a table with these terms."""
    over = {
        "stake": {"ante": terms.stake},
        "pay": {"comet": terms.comet, "comet_growth": "double" if terms.doubles else "none"},
        "left": {"rate": terms.card},
        "comet": {"gap_next": "ten" if terms.bridges else "stop"},
    }
    return make_profile(merge(as_table(find_profile(base, Path())), over))


@st.composite
def table_hands(draw: st.DrawFn, seats: Sequence[int] = SEATS, terms: Terms = Terms()) -> TableHand:  # noqa: B008
    names = NAMES[: draw(st.sampled_from(seats))]
    return play_hand(Random(draw(seeds)), names, draw(st.sampled_from(names)), terms)


@st.composite
def faulty_hands(draw: st.DrawFn) -> TableHand:
    return play_faulty_hand(Random(draw(seeds)), NAMES[: draw(st.sampled_from(SEATS))])


@st.composite
def agreed_nights(draw: st.DrawFn) -> tuple[Terms, tuple[TableHand, ...]]:
    """A night by terms of any amounts, with a price that doubles or not, and with void hands."""
    terms = Terms(draw(amounts), draw(amounts), draw(amounts), doubles=draw(st.booleans()))
    names = NAMES[: draw(st.sampled_from(SEATS))]
    return terms, play_night(
        Random(draw(seeds)), names, draw(st.integers(1, 9)), terms, draw(st.sampled_from((0, 0.3)))
    )


def as_record(hand: TableHand) -> HandRecord:
    """A hand as a night has it when nobody has shown anything."""
    return replace(GAME.open_record(hand), void="cards fell on the floor" if hand.void else None)


def full_record(hand: TableHand) -> HandRecord:
    """A hand as a night has it when every loser has shown every card."""
    return replace(as_record(hand), left=cards_left(hand))


# What may be played


def check_every_play(hand: TableHand, profile: Profile = CRP) -> None:
    state = GAME.check_allowed(hand, profile)
    assert state.winner == hand.names.index(hand.winner)
    assert state.dead == 0


@given(table_hands())
@hands_of(max_examples=18)
def test_a_hand_played_by_the_rules_is_never_refused(hand: TableHand) -> None:
    check_every_play(hand)


@given(table_hands(terms=STOPS))
@hands_of(max_examples=14)
def test_a_hand_played_with_a_stop_after_the_gap_is_never_refused(hand: TableHand) -> None:
    check_every_play(hand, profile_of(STOPS))


def open_plays(hand: TableHand, play: Play) -> dict[str, set[str]]:
    """What the rules let each player do just before `play`, as far as it shows without seeing the hands."""
    unplayed = {*PACK} - {*hand.played(play.number)}
    following = {play.needed} & unplayed
    comet = {f"{COMET}={play.needed}"} if play.needed and COMET in unplayed else set()
    leads = set() if following else unplayed
    cards = {name: following | comet | (leads if name == play.last else set()) for name in hand.names}
    return {name: plays for name, plays in cards.items() if plays}


@given(table_hands())
@hands_of(max_examples=10)
def test_the_legal_plays_are_those_that_the_rules_leave_open_to_someone_who_sees_no_hand(hand: TableHand) -> None:
    GAME.check_legal(hand, open_plays)


@given(table_hands())
@hands_of(max_examples=8)
def test_the_program_knows_before_every_play_who_leads_and_which_card_has_to_come(hand: TableHand) -> None:
    state = GAME.begun(hand)
    for play in GAME.played_into(state, hand):
        assert tuple(map(str, state.open_cards)) == ((play.needed,) if play.holder else ())
        assert state.leader == (None if play.holder else hand.names.index(play.last))
        assert state.to_speak is None


@given(table_hands())
@hands_of(max_examples=8)
def test_plays_are_divided_by_players_and_leads(hand: TableHand) -> None:
    GAME.check_division(hand, as_record(hand))


@given(table_hands(), seeds)
@hands_of(max_examples=8)
def test_plays_mean_the_same_however_a_file_divides_them(hand: TableHand, seed: int) -> None:
    GAME.check_other_division(hand, as_record(hand), Random(seed))


# What is paid


def check_payments(hands: Sequence[TableHand], profile: Profile = CRP) -> None:
    """Every transfer in order, the winner, the change and the running balances, with and without shown cards."""
    for record_of in (as_record, full_record):
        night = scored(hands[0].names, *map(record_of, hands), profile=profile)
        for one, hand in zip(night.hands, hands, strict=True):
            assert moved(one) == listed(hand.payments)
            assert (one.state, one.winner) == (State.VOID if hand.void else State.SETTLED, hand.winner or None)
        check_balances(night, hands)


@given(table_hands())
@hands_of(max_examples=18)
def test_every_transfer_is_the_one_that_the_rules_ask_for(hand: TableHand) -> None:
    check_payments([hand])


@given(agreed_nights())
@hands_of(max_examples=14)
def test_whatever_the_table_agreed_on_a_night_is_paid_by_it(night: tuple[Terms, tuple[TableHand, ...]]) -> None:
    terms, hands = night
    check_payments(hands, profile_of(terms))


@given(seeds, st.sampled_from(SEATS), st.integers(2, 12))
@hands_of(max_examples=8)
def test_a_growing_price_is_paid_hand_by_hand_and_a_void_hand_is_no_step(seed: int, seats: int, number: int) -> None:
    hands = play_night(Random(seed), NAMES[:seats], number, DOUBLES, voids=0.25)
    check_payments(hands, find_profile("crp-progressive", Path()))


@given(seeds)
@hands_of(max_examples=8)
def test_two_players_are_paid_two_for_a_card_left(seed: int) -> None:
    check_payments(play_night(Random(seed), NAMES[:2], 5, Terms(card=2)), find_profile("crp-two", Path()))


@given(seeds, amounts)
@hands_of(max_examples=8)
def test_a_quatre_stake_and_comet_are_one_amount(seed: int, amount: int) -> None:
    terms = Terms(stake=amount, comet=amount)
    check_payments(play_night(Random(seed), NAMES[:4], 5, terms), profile_of(terms, "crp-quatre"))
    check_payments(play_night(Random(seed), NAMES[:4], 5), QUATRE)


@given(table_hands(terms=STOPS))
@hands_of(max_examples=8)
def test_a_stop_after_the_gap_changes_no_price(hand: TableHand) -> None:
    check_payments([hand], profile_of(STOPS))


@given(table_hands())
@hands_of(max_examples=8)
def test_balances_and_pool_sum_to_zero_after_every_play(hand: TableHand) -> None:
    GAME.check_sums(hand, as_record(hand))


def events_seen(hand: TableHand) -> Iterator[str]:
    """The rare situations of a hand by name."""
    for play in hand.log:
        if play.stands_for:
            yield from _of_a_substitute(hand, play)
        elif play.card == COMET:
            yield f"comet led {'first' if play.number == 1 else 'after a stop' if play.needed else 'after a king'}"
        elif play.led and play.needed:
            yield "led at the gap" if play.needed == REMOVED else "led as the next card was already played"
        if (
            play.led
            and play.card[-1] == "♦"
            and play.card in (TEN, "J♦", "Q♦", "K♦")
            and COMET in _unplayed(hand, play)
        ):
            yield "high diamond led over the Comet"
    yield "comet left" if any(COMET in left for left in hand.left.values()) else "comet played"


def _of_a_substitute(hand: TableHand, play: Play) -> Iterator[str]:
    stood = play.stands_for
    if stood.startswith("K"):
        yield "as a king"
    if stood == REMOVED:
        yield "bridge" if TEN in _unplayed(hand, play) else "bridge to a card already played"
    elif play.holder:
        yield "instead of one's own card" if play.holder == play.player else "before the holder of the card"
    else:
        yield "as a card already played"
    if play.after_stop:
        yield "at a stop, by the last player" if play.player == play.last else "at a stop, by another"
    if play.number == len(hand.log):
        yield "comet goes out"
    if any(later.card == stood for later in hand.log[play.number :]):
        yield "the real card comes later"


def _unplayed(hand: TableHand, play: Play) -> set[str]:
    return {*PACK} - {*hand.played(play.number)}


SITUATIONS = {
    "as a king",
    "as a card already played",
    "at a stop, by another",
    "at a stop, by the last player",
    "before the holder of the card",
    "bridge",
    "comet goes out",
    "comet led after a king",
    "comet led after a stop",
    "comet left",
    "comet played",
    "high diamond led over the Comet",
    "instead of one's own card",
    "led as the next card was already played",
    "led at the gap",
    "the real card comes later",
}
RARE = {"comet led first", "bridge to a card already played"}


def situations(seats: int, hands: int) -> set[str]:
    """What happens in so many random hands."""
    names = NAMES[:seats]
    return {each for seed in range(hands) for each in events_seen(play_hand(Random(seed), names, names[seed % seats]))}


@pytest.mark.parametrize("seats", SEATS)
def test_the_random_hands_meet_every_situation_of_the_rules(seats: int) -> None:
    assert situations(seats, 800) | RARE == SITUATIONS | RARE


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS[1:])
def test_ten_thousand_random_hands_of_three_or_more_meet_the_rarest_situations_too(seats: int) -> None:
    assert situations(seats, 10_000) == SITUATIONS | RARE


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_ten_thousand_hands_are_played_and_paid_as_the_rules_say(seats: int) -> None:
    names = NAMES[:seats]
    for seed in range(10_000):
        hand = play_hand(Random(seed), names, names[seed % seats])
        check_every_play(hand)
        check_payments([hand])


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_five_thousand_hands_of_growing_prices_are_paid_as_the_rules_say(seats: int) -> None:
    progressive = find_profile("crp-progressive", Path())
    for seed in range(250):
        check_payments(play_night(Random(seed), NAMES[:seats], 20, DOUBLES, voids=0.2), progressive)


# What is found

# What a card listed wrongly may seem to prove.
SEEMING = ("lead-not-lowest", "card-kept-back")


def check_fault(hand: TableHand) -> None:
    assert found(hand, full_record(hand)) == [("lead-not-lowest", hand.fault)]


@given(faulty_hands())
@hands_of(max_examples=14)
def test_shown_hands_prove_who_led_a_card_that_was_not_the_lowest(hand: TableHand) -> None:
    check_fault(hand)


@given(faulty_hands())
@hands_of(max_examples=14)
def test_hidden_hands_prove_such_a_lead_by_a_lower_card_laid_later_or_in_the_only_hand_that_is_left(
    hand: TableHand,
) -> None:
    assert hand.fault is not None
    led = hand.log[hand.fault - 1]
    later = [play.card for play in hand.log[hand.fault :] if play.player == led.player]
    if len(hand.names) == 2:
        later += hand.left.get(led.player, ())
    proofs = [("lead-not-lowest", hand.fault)] if lower_in_suit(led.card, later) else []
    assert found(hand, as_record(hand)) == proofs


@given(faulty_hands())
@hands_of(max_examples=8)
def test_an_admitted_lead_is_not_found_again_and_changes_no_payment(hand: TableHand) -> None:
    GAME.check_admitted(hand)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_ten_thousand_wrong_leads_are_proved_where_they_were_made(seats: int) -> None:
    for seed in range(10_000):
        check_fault(play_faulty_hand(Random(seed), NAMES[:seats]))


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_new_lead_while_the_needed_card_is_still_out_is_found_where_it_is_made(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.holder)
    leads = [each for each in hand.held(play.last, play.number) if each != play.needed]
    assume(leads)
    assert found(hand, with_play(hand, play.number, play.last, source.choice(leads))) == [("still-out", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_card_that_does_not_continue_the_run_is_found_where_it_is_laid(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.holder)
    other = source.choice(left_of(hand.names, play.last))
    wrong = [each for each in hand.held(other, play.number) if each not in (play.needed, COMET)]
    assume(wrong)
    assert found(hand, with_play(hand, play.number, other, source.choice(wrong))) == [("out-of-sequence", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_the_comet_in_a_run_has_to_say_what_it_stands_for(hand: TableHand, seed: int) -> None:
    play = pick(Random(seed), hand.log, lambda play: play.holder and COMET in _unplayed(hand, play))
    owner = next(name for name in hand.names if COMET in hand.held(name, play.number))
    assume(owner != play.last)
    assert found(hand, with_play(hand, play.number, owner, COMET)) == [("comet-for-what", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_the_comet_in_the_place_of_a_card_that_is_not_needed_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.needed and COMET in _unplayed(hand, play))
    owner = next(name for name in hand.names if COMET in hand.held(name, play.number))
    other = source.choice([each for each in (*PACK, REMOVED) if each not in (play.needed, COMET)])
    wrong = with_play(hand, play.number, owner, f"{COMET}={other}")
    assert found(hand, wrong) == [("stands-for-other", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_the_comet_right_after_a_king_or_before_the_first_card_stands_for_nothing(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: not play.needed and COMET in _unplayed(hand, play))
    owner = next(name for name in hand.names if COMET in hand.held(name, play.number))
    code = "comet-after-king" if play.number > 1 else "not-the-leader"
    code = "nothing-to-stand-for" if owner == play.last else code
    wrong = with_play(hand, play.number, owner, f"{COMET}={source.choice(PACK)}")
    assert found(hand, wrong) == [(code, play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_no_other_card_stands_for_any(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.card != COMET)
    wrong = with_play(hand, play.number, play.player, f"{play.card}={play.needed or source.choice(PACK)}")
    assert found(hand, wrong) == [("stands-for-nothing", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_pass_is_found_wherever_it_stands(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log)
    wrong = with_play(hand, play.number, source.choice(hand.names), "pass")
    assert found(hand, wrong) == [("no-passes", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_card_played_twice_is_found_at_its_second_play(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log[1:])
    twice = source.choice(hand.played(play.number))
    wrong = with_play(hand, play.number, source.choice(hand.names), twice)
    assert found(hand, wrong) == [("already-played", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_the_comet_is_played_only_once_whatever_it_is_said_to_stand_for(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.needed and COMET not in _unplayed(hand, play))
    wrong = with_play(hand, play.number, source.choice(hand.names), f"{COMET}={play.needed}")
    assert found(hand, wrong) == [("already-played", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_the_card_that_was_taken_out_of_the_pack_cannot_be_played(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = source.choice(hand.log)
    assert found(hand, with_play(hand, play.number, source.choice(hand.names), REMOVED)) == [
        ("not-in-pack", play.number)
    ]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_lead_of_another_player_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    play = pick(source, hand.log, lambda play: play.led)
    other = source.choice(left_of(hand.names, play.last))
    leads = [each for each in hand.held(other, play.number) if each != COMET]
    assume(leads)
    lead = source.choice(leads)
    assert found(hand, with_play(hand, play.number, other, lead)) == [("not-the-leader", play.number)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_nothing_can_be_laid_after_the_first_empty_hand(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    player, end = source.choice(hand.names), len(hand.log) + 1
    code = "too-many-cards" if player == hand.winner else "hand-ended"
    more = source.choice([each for left in hand.left.values() for each in left])
    record = replace(as_record(hand), turns=(*turns(hand), turn(player, more)))
    assert found(hand, record) == [(code, end)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_left_with_a_card_too_many_or_too_few_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    gone = source.choice(shown.cards)
    fewer = Shown(tuple(each for each in shown.cards if each != gone))
    wrong = source.choice([replace(shown, unseen=1), fewer, replace(fewer, unseen=2)])
    assert found(hand, replace(record, left={**record.left, name: wrong})) == [("left-count", None)]


@given(table_hands(seats=(3, 4, 5, 6)), seeds)
@hands_of(max_examples=14)
def test_a_card_left_with_two_players_is_found(hand: TableHand, seed: int) -> None:
    """The doubled card may seem to prove something against its second holder."""
    source = Random(seed)
    record = full_record(hand)
    one, two = source.sample(sorted(record.left), 2)
    kept = list(record.left[two].cards)
    kept[source.randrange(len(kept))] = source.choice(record.left[one].cards)
    codes = found(hand, replace(record, left={**record.left, two: Shown(tuple(kept))}))
    assert [code for code in codes if code[0] not in SEEMING] == [("card-twice", None)]


@given(table_hands(), seeds)
@hands_of(max_examples=14)
def test_a_card_both_played_and_left_is_found(hand: TableHand, seed: int) -> None:
    source = Random(seed)
    record = full_record(hand)
    name, shown = source.choice(list(record.left.items()))
    kept = list(shown.cards)
    kept[source.randrange(len(kept))] = card(source.choice(hand.log).card)
    codes = found(hand, replace(record, left={**record.left, name: Shown(tuple(kept))}))
    assert [code for code in codes if code[0] not in SEEMING] == [("left-and-played", None)]


@given(table_hands(), seeds)
@hands_of(max_examples=15)
def test_no_card_is_dead(hand: TableHand, seed: int) -> None:
    dead = card(Random(seed).choice([each for left in hand.left.values() for each in left]))
    codes = found(hand, replace(as_record(hand), dead=(dead,)))
    assert codes == [("dead-count", None)]


# Recording


def desk_for(hands: Sequence[TableHand], books: bool = False) -> Desk:
    return Desk(hands[0].names, hands[0].dealer, find_profile("crp-progressive", Path()), books)


def in_full(hand: TableHand) -> Iterator[str]:
    """The turns as they are stored, but that a led Comet says so."""
    for plays, text in hand.strings():
        led = plays[0].led and plays[0].card == COMET
        yield text.replace(f": {COMET}", f": {COMET}={COMET}") if led else text


def steps_of(hands: Sequence[TableHand], source: Random) -> Iterator[Step]:
    """A night as steps of recording: a string each, sometimes what somebody still held, and the booking."""
    for hand in hands:
        yield from (("enter", text) for text in in_full(hand))
        for name, left in hand.left.items():
            if source.random() < 0.3:
                yield "left", f"{name}: {source.choice((' '.join(left), '-', '??'))}"
        yield "book", ""


def record_night(hands: Sequence[TableHand], source: Random) -> Recorded:
    return record_steps(desk_for(hands), steps_of(hands, source))


recorded_nights = st.builds(
    lambda seed, seats, hands: record_night(play_night(Random(seed), NAMES[:seats], hands, DOUBLES), Random(seed + 1)),
    seeds,
    st.sampled_from(SEATS),
    st.integers(1, 2),
)


@given(recorded_nights)
@hands_of(max_examples=5)
def test_undo_of_every_entry_is_as_if_it_had_never_been_typed_and_redo_brings_it_back(night: Recorded) -> None:
    check_undo_and_redo(night.desk, night.texts)


@given(recorded_nights, seeds)
@hands_of(max_examples=5)
def test_a_night_typed_with_steps_back_and_forth_is_the_night_typed_straight(night: Recorded, seed: int) -> None:
    check_back_and_forth(night, Random(seed))


@given(recorded_nights)
@hands_of(max_examples=5)
def test_a_file_written_read_and_written_is_the_same_after_every_entry(night: Recorded) -> None:
    check_files(night)


@given(agreed_nights())
@hands_of(max_examples=8)
def test_a_night_survives_its_file(night: tuple[Terms, tuple[TableHand, ...]]) -> None:
    terms, hands = night
    check_survival(scored(hands[0].names, *map(full_record, hands), profile=profile_of(terms)).session)


# The same night typed in three ways


def initial(play: Play) -> str:
    return play.player[0].lower()


def typed_comet(play: Play) -> str:
    """The Comet as it is typed in the shortest way that can mean only one thing."""
    either = play.after_stop and play.player == play.last
    if not either:
        return "9d"
    return f"9d={play.stands_for}" if play.stands_for else "9d=9d"


def stretches(plays: Sequence[Play]) -> Iterator[list[Play]]:
    """The plays of a turn in stretches without the Comet, and the Comet by itself."""
    stretch: list[Play] = []
    for play in plays:
        if play.card == COMET or (stretch and stretch[-1].card == COMET):
            yield from [stretch] if stretch else []
            stretch = []
        stretch.append(play)
    yield stretch


def in_runs(hand: TableHand) -> Iterator[str]:
    """Runs as ranges, without a suit where one is needed, and a player named only where it could be another."""
    for plays, _ in hand.strings():
        for stretch in stretches(plays):
            first, last = stretch[0], stretch[-1]
            name = f"{initial(first)}:" if first.player != first.last else ""
            if first.card == COMET:
                yield name + typed_comet(first)
            elif first is last:
                yield name + (first.card if first.led else first.card[:-1])
            else:
                yield f"{name}{first.card[:-1]}-{last.card if first.led else last.card[:-1]}"


def in_counts(hand: TableHand) -> Iterator[str]:
    """Players with the number of needed cards they lay; only what is led, and the Comet, is named."""
    for plays, _ in hand.strings():
        for stretch in stretches(plays):
            first, count = stretch[0], len(stretch)
            if first.card == COMET:
                yield f"{initial(first)}:{typed_comet(first)}"
                continue
            if first.led:
                yield f"{initial(first)}:{first.card}"
                count -= 1
            if count:
                yield initial(first) if count == 1 else f"{initial(first)}+{count}"


def typed(hands: Sequence[TableHand], words: Callable[[TableHand], Iterator[str]], source: Random) -> str:
    return type_night(desk_for(hands, books=True), hands, words, source)


typed_nights = st.builds(
    lambda seed, seats: play_night(Random(seed), NAMES[:seats], 2, DOUBLES), seeds, st.sampled_from(SEATS)
)


@pytest.mark.parametrize("words", [in_runs, in_counts])
@given(typed_nights, seeds)
@hands_of(max_examples=8)
def test_a_night_typed_in_shorthand_is_the_night_typed_in_full(
    words: Callable[[TableHand], Iterator[str]], hands: tuple[TableHand, ...], seed: int
) -> None:
    assert typed(hands, words, Random(seed)) == typed(hands, in_full, Random(seed))


@given(table_hands(seats=(2, 3)), seeds)
@hands_of(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_comet_is_never_guessed_where_it_could_be_two_things(hand: TableHand, seed: int) -> None:
    at_stop = pick(Random(seed), hand.log, lambda play: play.after_stop and COMET in hand.held(play.last, play.number))
    desk = Desk(hand.names, hand.dealer, CRP)
    for play in hand.log[: at_stop.number - 1]:
        desk.recorder.enter(f"{play.player}: {play.text}")
    before = desk.text
    with pytest.raises(CometError, match="the Comet could be"):
        desk.recorder.enter(f"{at_stop.last}: 9d")
    assert desk.text == before
