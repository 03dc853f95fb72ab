"""What a record proves is found, and nothing else: true nights by every rule set, and the same with one fault each.

Some faults cannot be proved, and then nobody is accused of anything:

- A broken rule whose card nobody has seen: it was not laid later, and was left as ?, as ??, in a total of pips, or
  with somebody who was not asked, and it can have been somewhere else: in another hand, or among the dead.
- Who stops before somebody else lays a Comet that may come at any time may as well have been interrupted.
- Kings laid one after the other may be a set, of which only the first is a lead.
- Where nobody has to go on, who kept the Comet was stuck only if the needed card cannot have been in that hand.
- A pass left out, or a play written down for somebody else, where what follows can be read as played so: these are
  not planted, for such a record is that of another true hand, as far as it goes.
- What the record says nowhere else: see `UNPROVED`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from comet_cli.findings import Finding
from comet_cli.library import published
from comet_cli.night import score_night
from comet_cli.plays import Pass, Turn
from comet_cli.reading import read_session
from comet_cli.records import HandRecord, Tally
from comet_cli.scoring import State
from tests import planted_cards, planted_plays, slips
from tests.planted import Case, Kind, Planted
from tests.running import call
from tests.slips import Occasions, Slip, is_proved, slipped
from tests.true_nights import RULES, Showing, TrueNight, found, rules_of, totals, true_night, write_down

SEATS = [
    (reference, players)
    for reference in RULES
    for rules in [rules_of(Random(0), reference).players]
    for players in range(rules.min, rules.max + 1)
    if reference in published() or players == rules.max
]

T = TypeVar("T")
ENOUGH = 20_000
SHOWINGS = tuple(Showing)
SEEN, PARTLY = SHOWINGS[:2], SHOWINGS[2:]

# Broken rules, and the code that each is proved by.
SLIPS: dict[Occasions, str] = {
    slips.passes_with_the_card: "passed-while-able",
    slips.passes_a_branch: "passed-while-able",
    slips.lays_the_comet_instead: "comet-while-able",
    slips.stops: "stopped-while-able",
    slips.stops_for_good: "stopped-while-able",
    slips.leads_a_higher_card: "lead-not-lowest",
    slips.leads_the_same_suit: "lead-same-suit",
    slips.keeps_the_comet: "comet-kept",
    slips.stops_with_the_comet: "comet-kept",
    slips.leads_past_the_comet: "comet-kept",
    slips.leads_while_the_card_is_due: "card-kept-back",
}
# Who has led past the Comet lays it at the next stop: it always comes up.
MAY_STAY_UNSEEN = tuple(occasions for occasions in SLIPS if occasions is not slips.leads_past_the_comet)
KINDS: tuple[Kind, ...] = (*planted_plays.IN_THE_PLAYS, *planted_cards.BESIDE_THE_PLAYS)

# The rule sets that give the occasion for what is rare.
GROUPS = ("duo", "duo, the last player leads", "duo, the next player leads")
MUST = ("foster, the Comet must", "foster, the Comet must at a stop")
DETOURS = ("foster", *MUST)
DEAD_HOLDERS = ("crp, with dead cards",)
ONLY: dict[Kind | Occasions, tuple[str, ...]] = {
    slips.passes_a_branch: DETOURS,
    slips.lays_the_comet_instead: (*DETOURS, "foster, at leisure", "family", "new-comet"),
    slips.stops_for_good: ("duo",),
    slips.leads_the_same_suit: ("family",),
    slips.keeps_the_comet: (*MUST, "family", "new-comet"),
    slips.stops_with_the_comet: (*MUST, "family", "new-comet"),
    slips.leads_past_the_comet: MUST[1:],
    slips.leads_while_the_card_is_due: DEAD_HOLDERS,
    planted_plays.a_set_that_is_not_whole: GROUPS,
    planted_plays.another_player_who_may_have: ("crp", "crp-progressive", "crp-quatre", *DEAD_HOLDERS),
    planted_cards.a_card_that_pays_nowhere: ("foster", "family"),
}

# Where the rest of a record can agree with what is not true in it.
UNPROVED: dict[Kind, str] = {
    planted_plays.a_last_play_missing: "nothing else says that the hand has ended: it is open",
    planted_plays.another_player_who_may_have: "without turns anybody may have laid it, and no numbers are listed",
    planted_cards.a_card_that_pays_nowhere: "it may be one of the dead cards that are not listed",
    planted_cards.a_wrong_number_dealt: "how many cards that player had left is told nowhere",
    planted_cards.a_changed_adjustment: "what the table agreed on stands nowhere else",
}


def name_of(kind: Kind | Occasions) -> str:
    return kind.__name__.replace("_", " ")


# Nights


@lru_cache(maxsize=500)
def night(seed: int) -> TrueNight:
    """The night of that seed: every rule set comes up in turn, and every way of showing."""
    return true_night(Random(seed), RULES[seed % len(RULES)], SHOWINGS[seed // len(RULES) % len(SHOWINGS)], hands=2)


def nights(kind: Kind | Occasions) -> Iterator[tuple[Random, TrueNight]]:
    """Nights that may give the occasion for `kind`, each with a source of its own; half of them with their results."""
    for seed in range(ENOUGH):
        if RULES[seed % len(RULES)] in ONLY.get(kind, RULES) and night(seed).counted:
            yield Random(f"{name_of(kind)} {seed}"), night(seed)


def first(number: int, found: Iterator[T]) -> list[T]:
    """That many of what is `found`; there have to be."""
    taken = list(islice(found, number))
    assert len(taken) == number
    return taken


def told(findings: Sequence[Finding]) -> list[tuple[str, int | None]]:
    """The codes of findings, each with its hand."""
    return [(finding.code, finding.hand) for finding in findings]


def not_shown(one: TrueNight) -> list[tuple[str, int]]:
    """What is found in a true night: a hand that nobody saw, and nothing else."""
    lefts = [(place + 1, shown) for place in one.counted for shown in one.session.hands[place].left.values()]
    return [("not-shown", number) for number, shown in lefts if shown.nobody_saw]


def besides(one: TrueNight, text: str) -> list[Finding]:
    """What is found beside hands that nobody saw."""
    findings = found(text)
    unseen = [finding for finding in findings if finding.code == "not-shown"]
    assert sorted(told(unseen)) == not_shown(one)
    return [finding for finding in findings if finding.code != "not-shown"]


def check_true(source: Random, one: TrueNight) -> None:
    """A true night has no finding that fails, and all of it but the last hand is settled."""
    assert besides(one, one.text(source)) == []
    states = [hand.state for hand in score_night(one.session).hands]
    assert {*states[:-1]} <= {State.SETTLED, State.VOID}
    assert State.OPEN not in states


@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_a_true_night_is_accused_of_nothing(reference: str, players: int) -> None:
    for seed in range(2):
        source = Random(f"{reference} {players} {seed}")
        one = true_night(source, reference, source.choice(SHOWINGS), players, hands=2)
        check_true(source, one.with_results() if seed else one)


@pytest.mark.long
@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_two_thousand_true_nights_are_accused_of_nothing(reference: str, players: int) -> None:
    for seed in range(2000 // len(SEATS) + 1):
        source = Random(f"{reference} {players} {seed} of many")
        one = true_night(source, reference, source.choice(SHOWINGS), players)
        check_true(source, one.with_results() if seed % 2 else one)


@pytest.mark.parametrize(("reference", "players"), SEATS)
def test_a_true_hand_known_by_its_totals_is_accused_of_nothing_and_comes_to_the_same(
    reference: str, players: int
) -> None:
    source = Random(f"{reference} {players} by totals")
    one = true_night(source, reference, Showing.LEFT, players, hands=2)
    for place in one.counted:
        tally = totals(source, one.hands[place])
        if tally is not None:
            check_totals(source, one, place, tally)


def check_totals(source: Random, one: TrueNight, place: int, tally: Tally) -> None:
    """Stops that nobody fills, and the Comet as the last card, are told by no totals."""
    rules = one.session.profile
    told_short = one.with_hand(place, replace(one.session.hands[place], turns=(), tally=tally))
    went_out = tally.winner not in tally.pips_left
    last = went_out and tally.comet == tally.winner is not None and rules.multiply.comet_last > 1
    assert told(found(told_short.text(source))) == [("tally-comet", place + 1)] * last
    if not last and not rules.stop.premium:
        assert told_short.comes_to(place).change == one.comes_to(place).change


# Broken rules


@dataclass(frozen=True)
class Broken:
    """A night in which one rule was broken, in the hand at `place`."""

    night: TrueNight
    place: int
    slip: Slip

    @property
    def record(self) -> HandRecord:
        return self.night.session.hands[self.place]

    @property
    def proved(self) -> bool:
        return is_proved(self.night.session.profile, self.night.hands[self.place], self.record, self.slip)


def broken(source: Random, one: TrueNight, occasions: Occasions, showing: Showing) -> Broken | None:
    """`one` with a rule broken in one of its hands, where that gives the occasion; the cards of it shown as told."""
    place = source.choice(one.counted)
    after = slipped(source, one.hands[place], occasions)
    if after is None:
        return None
    shown = write_down(source, after[0], showing, last=place + 1 == len(one.hands))
    record = replace(one.session.hands[place], turns=shown.turns, left=shown.left, dead=shown.dead)
    after_all = one.with_hand(place, record, after[0])
    return Broken(after_all.with_results() if source.random() < 0.5 else after_all, place, after[1])


def broken_nights(occasions: Occasions, showings: Sequence[Showing], proved: bool) -> Iterator[tuple[Random, Broken]]:
    """Nights with a broken rule, and whether the record proves it as `proved` says."""
    for source, one in nights(occasions):
        after = broken(source, one, occasions, source.choice(showings))
        if after is not None and after.proved == proved:
            yield source, after


def check_proved(source: Random, one: Broken, code: str) -> None:
    """The broken rule is found at its hand and play, and nothing else is."""
    findings = besides(one.night, one.night.text(source))
    assert [(each.code, each.hand, each.play) for each in findings] == [(code, one.place + 1, one.slip.number)]


def check_unseen(source: Random, one: Broken) -> None:
    assert besides(one.night, one.night.text(source)) == []


@pytest.mark.parametrize("occasions", SLIPS, ids=name_of)
def test_a_broken_rule_is_found_at_its_play_once_the_hands_are_shown(occasions: Occasions) -> None:
    for source, one in first(4, broken_nights(occasions, SEEN, proved=True)):
        check_proved(source, one, SLIPS[occasions])


@pytest.mark.parametrize("occasions", SLIPS, ids=name_of)
def test_a_broken_rule_is_found_in_hands_shown_in_part_if_its_card_came_up(occasions: Occasions) -> None:
    for source, one in first(3, broken_nights(occasions, PARTLY, proved=True)):
        check_proved(source, one, SLIPS[occasions])


@pytest.mark.parametrize("occasions", MAY_STAY_UNSEEN, ids=name_of)
def test_nobody_is_accused_by_a_card_that_nobody_has_seen(occasions: Occasions) -> None:
    for source, one in first(1, broken_nights(occasions, PARTLY, proved=False)):
        check_unseen(source, one)


@pytest.mark.parametrize("occasions", SLIPS, ids=name_of)
def test_a_broken_rule_that_the_table_admits_is_told_as_one_that_stood(occasions: Occasions) -> None:
    for source, one in first(1, broken_nights(occasions, SEEN, proved=True)):
        text = one.night.with_hand(one.place, admitted(one)).text(source)
        assert besides(one.night, text) == []
        stood = [each for each in score_night(read_session(text, Path()).session).findings if each.code == "stood"]
        assert [each.hand for each in stood] == [one.place + 1]


def admitted(one: Broken) -> HandRecord:
    """The record with ! at the broken rule: at its play, or at a pass of who stopped."""
    turns, slip = [each for each in one.record.turns if isinstance(each, Turn)], one.slip
    if slip.play is None:
        turns.insert(slip.number, Turn(one.night.session.players[slip.seat], (Pass(stood=True),)))
    else:
        turns[slip.number - 1] = replace(turns[slip.number - 1], plays=(replace(slip.play, stood=True),))
    return replace(one.record, turns=tuple(turns))


@pytest.mark.long
@pytest.mark.parametrize("occasions", SLIPS, ids=name_of)
def test_hundreds_of_broken_rules_are_found_exactly_where_the_record_proves_them(occasions: Occasions) -> None:
    for source, one in first(50, broken_nights(occasions, SHOWINGS, proved=True)):
        check_proved(source, one, SLIPS[occasions])
    for source, one in first(10 if occasions in MAY_STAY_UNSEEN else 0, broken_nights(occasions, PARTLY, proved=False)):
        check_unseen(source, one)


# Other faults


def planted_nights(kind: Kind, proved: bool) -> Iterator[tuple[Case, Planted]]:
    """Nights with a fault of that kind, and whether the rest of the record proves it as `proved` says."""
    for source, one in nights(kind):
        written = one.with_results() if source.random() < 0.5 else one
        case = Case(source, written, source.choice(one.counted))
        fault = kind(case)
        if fault is not None and bool(fault.codes) == proved:
            yield case, fault


def check_found(case: Case, fault: Planted) -> None:
    """The fault is found at its hand and play; whatever else is found follows from it."""
    number = case.place + 1
    text = case.night.with_hand(case.place, fault.record).text(case.source)
    findings = [finding for finding in found(text) if finding.code != "not-shown"]
    here = [finding for finding in findings if finding.hand == number]
    tell = [finding for finding in here if finding.code in fault.codes and finding.play == fault.play]
    assert bool(tell) == bool(fault.codes)
    assert {finding.code for finding in here if finding not in tell} <= fault.along
    assert {finding.code for finding in findings if finding not in here} <= fault.later
    assert {finding.hand for finding in findings} <= {*range(number, len(case.night.hands) + 1)}
    check_lines(text, findings)


def check_lines(text: str, findings: Sequence[Finding]) -> None:
    """Every finding stands on a line of its hand, one about a play on the line of that play."""
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines, 1) if line == "[[hands]]"]
    for finding in findings:
        assert finding.hand is not None
        assert finding.line is not None
        assert sum(begin <= finding.line for begin in begins) == finding.hand
        assert finding.play is None or finding.player is None or f'"{finding.player}:' in lines[finding.line - 1]


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_a_fault_is_found_where_the_rest_of_the_record_proves_it(kind: Kind) -> None:
    for case, fault in first(4, planted_nights(kind, proved=True)):
        check_found(case, fault)


@pytest.mark.parametrize("kind", UNPROVED, ids=name_of)
def test_a_fault_that_the_rest_of_the_record_agrees_with_is_held_against_nobody(kind: Kind) -> None:
    for case, fault in first(2, planted_nights(kind, proved=False)):
        check_found(case, fault)


def test_the_command_ends_with_1_for_a_fault_and_with_0_without_one(tmp_path: Path) -> None:
    case, fault = next(planted_nights(planted_plays.a_card_laid_twice, proved=True))
    for record, status in ((case.record, 0), (fault.record, 1)):
        (tmp_path / "night.toml").write_text(case.night.with_hand(case.place, record).text(case.source), "utf-8")
        done = call(tmp_path, "verify", "night.toml")
        assert (done.status, "already-played" in done.out) == (status, bool(status))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_hundreds_of_faults_are_found_exactly_where_the_record_proves_them(kind: Kind) -> None:
    for case, fault in first(60, planted_nights(kind, proved=True)):
        check_found(case, fault)
    for case, fault in first(10 if kind in UNPROVED else 0, planted_nights(kind, proved=False)):
        check_found(case, fault)
