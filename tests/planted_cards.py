"""Faults in what a record says beside the plays: the cards that were left, the dead ones, the deal, the results."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from comet_cli.cards import Card
from comet_cli.plays import Lay, Shown
from comet_cli.records import HandRecord
from tests.planted import AFTER_THE_END, NOT_ENDED, NOTHING, STORED, Case, Kind, Planted, codes
from tests.planted_plays import OUT_OF_TURN
from tests.true_nights import pays, pips

# Cards that were left, and dead ones


def a_played_card_left(case: Case) -> Planted | None:
    """A card is shown as left of which every copy was laid."""
    return _shown_instead(case, lambda name: case.all_laid, "left-and-played")


def a_played_card_that_pays_left(case: Case) -> Planted | None:
    """A king or the Comet is shown as left that was laid."""
    return _shown_instead(case, lambda name: [c for c in case.all_laid if pays(case.profile, c)], "left-and-played")


def a_card_in_two_places(case: Case) -> Planted | None:
    """A card is shown as left that stands with another player, or among the dead."""
    if case.profile.run.by == "rank":
        return None
    return _shown_instead(case, lambda name: _told_elsewhere(case, name), "card-twice")


def too_many_of_a_rank(case: Case) -> Planted | None:
    """A card is shown as left of a rank of which all were laid, stand with others, or are among the dead."""
    if case.profile.run.by == "suit":
        return None
    return _shown_instead(case, lambda name: _told_elsewhere(case, name), "card-twice")


def a_card_that_pays_in_two_places(case: Case) -> Planted | None:
    """A king or the Comet is shown as left that stands with another player, or among the dead."""
    return _shown_instead(
        case, lambda name: [card for card in _told_elsewhere(case, name) if pays(case.profile, card)], "card-twice"
    )


def _shown_instead(case: Case, wrong: Callable[[str], list[Card]], code: str) -> Planted | None:
    """One of the cards that are `wrong` with a player, shown instead of one that does not pay."""
    found = [
        (name, place, card)
        for name in case.told
        for place in case.spare(name)
        for card in wrong(name)
        if card != case.record.left[name].cards[place]
    ]
    chosen = case.choose(found)
    if chosen is None:
        return None
    name, place, card = chosen
    shown = case.record.left[name]
    return Planted(case.with_left(name, replace(shown, cards=_instead(shown.cards, place, card))), codes(code))


def _instead(cards: tuple[Card, ...], place: int, *others: Card) -> tuple[Card, ...]:
    """`cards` with `others` in the place of one of them."""
    return (*cards[:place], *others, *cards[place + 1 :])


def _told_elsewhere(case: Case, name: str) -> list[Card]:
    """The cards that others showed, or among the dead, of which `name` can have no more than are shown."""
    others = Counter(card for other, shown in case.record.left.items() if other != name for card in shown.cards)
    others.update(case.record.dead)
    told = others + case.laid + Counter(case.record.left[name].cards)
    return [card for card in others if told[card] == case.pack[card]]


def a_card_in_hand_and_dead(case: Case) -> Planted | None:
    """A card that a loser showed is listed among the dead in the place of one that is."""
    left = Counter(card for shown in case.record.left.values() for card in shown.cards)
    told = left + case.laid + Counter(case.record.dead)
    found = [
        _instead(case.record.dead, place, card)
        for place, dead in enumerate(case.record.dead)
        for card in left
        if told[card] == case.pack[card] and card != dead and not pays(case.profile, dead)
    ]
    chosen = case.choose(found)
    return Planted(replace(case.record, dead=chosen), codes("card-twice")) if chosen else None


def a_played_card_dead(case: Case) -> Planted | None:
    """A card that was laid is listed among the dead."""
    card = case.choose(case.all_laid)
    if card is None or len(case.record.dead) >= len(case.hand.dead):
        return None
    # It takes the place of a dead card: a king that is listed nowhere may have no room among them any more.
    along = codes("unaccounted")
    return Planted(replace(case.record, dead=(*case.record.dead, card)), codes("left-and-played"), along=along)


def a_dead_card_too_many(case: Case) -> Planted | None:
    """A card that was in a hand is listed among the dead, and all of those are."""
    if len(case.record.dead) < len(case.hand.dead):
        return None
    held = [card for cards in case.hand.left.values() for card in cards]
    record = replace(case.record, dead=(*case.record.dead, case.source.choice(held)))
    return Planted(record, codes("dead-count"), along=codes("card-twice"))


def a_wrong_number_left(case: Case) -> Planted | None:
    """A card more is listed than was held, or one that does not pay is not."""
    name = case.choose(case.told)
    if name is None:
        return None
    shown = case.record.left[name]
    fewer = [replace(shown, cards=_instead(shown.cards, place)) for place in case.spare(name)]
    fewer += [replace(shown, unseen=shown.unseen - 1)] if shown.unseen else []
    wrong = [replace(shown, unseen=shown.unseen + 1), *(each for each in fewer if each.cards or each.unseen)]
    return Planted(case.with_left(name, case.source.choice(wrong)), codes("left-count"))


def something_left_with_the_winner(case: Case) -> Planted | None:
    """A card is listed as left with the player who went out."""
    if case.winner is None:
        return None
    others = [Shown(unseen=1), *(Shown(cards[:1]) for cards in (*case.hand.left.values(), case.hand.dead) if cards)]
    record = case.with_left(case.winner, case.source.choice(others))
    return Planted(record, codes("left-of-winner"), along=codes("card-twice"))


def a_card_that_pays_nowhere(case: Case) -> Planted | None:
    """A king or the Comet that a loser held is written as ?."""
    found = [
        (name, place)
        for name in case.told
        for place, card in enumerate(case.record.left[name].cards)
        if pays(case.profile, card)
    ]
    chosen = case.choose(found)
    if chosen is None or case.profile.left.per == "pip" or {*case.losers} != {*case.told}:
        return None
    name, place = chosen
    shown = case.record.left[name]
    record = case.with_left(name, Shown(_instead(shown.cards, place), shown.unseen + 1))
    if _paying_nowhere(case) + 1 > len(case.hand.dead) - len(record.dead):
        return Planted(record, codes("unaccounted"))
    return Planted(record, _by_what_is_stored(case, record), later=codes("stored-balances"))


def _by_what_is_stored(case: Case, record: HandRecord) -> frozenset[str]:
    """By what it is found that a hand comes to something else by `record` than it did."""
    if record.result is None or case.night.with_hand(case.place, record).comes_to(case.place) == record.result:
        return NOTHING
    return STORED


def _paying_nowhere(case: Case) -> int:
    """How many cards that pay are dead and not listed."""
    return sum(pays(case.profile, card) for card in (Counter(case.hand.dead) - Counter(case.record.dead)).elements())


def a_total_that_cannot_be(case: Case) -> Planted | None:
    """A total of pips that so many cards, of those not told elsewhere, cannot have."""
    name = case.choose([name for name, shown in case.record.left.items() if shown.pips is not None])
    if name is None:
        return None
    least, most = _totals(case, name, len(case.hand.left[name]))
    wrong = case.source.choice([most + 1, most + 20, *([least - 1] if least else [])])
    return Planted(case.with_left(name, replace(case.record.left[name], pips=wrong)), codes("left-pips"))


def _totals(case: Case, name: str, held: int) -> tuple[int, int]:
    """The least and most pips of `held` cards of `name`, beside all cards that are told elsewhere."""
    told = Counter(card for each in case.record.left.values() for card in each.cards) + Counter(case.record.dead)
    counts = sorted(pips(case.profile, card) for card in (case.pack - case.laid - told).elements())
    own = case.record.left[name].cards
    given, rest = sum(pips(case.profile, card) for card in own), max(held - len(own), 0)
    return given + sum(counts[:rest]), given + sum(counts[max(len(counts) - rest, 0) :])


# The deal


def a_wrong_number_dealt(case: Case) -> Planted | None:
    """A misdeal is noted that there was not: a card more or fewer for somebody."""
    name, more = case.source.choice(case.hand.names), case.source.choice((1, -1))
    number = sum(player == name and isinstance(play, Lay) for player, play in case.plays) + len(case.hand.left[name])
    if number + more < 1:
        return None
    if case.profile.run.order == "holder" and len(case.hand.dead) == more:
        # As if all cards had been dealt, when a lead is refused while the next card is still out.
        return None
    record = replace(case.record, dealt={**case.record.dealt, name: number + more})
    if more < 0 and len(case.hand.left[name]) < 2:
        # The hand ends with the last card that this player can have laid.
        laid = [at for at, (player, play) in enumerate(case.plays, 1) if player == name and isinstance(play, Lay)]
        return Planted(record, AFTER_THE_END, laid[number + more - 1] + 1)
    proved = _by_the_numbers(case, name, more) or _by_what_is_stored(case, record)
    return Planted(record, proved, later=codes("stored-balances"))


def _by_the_numbers(case: Case, name: str, more: int) -> frozenset[str]:
    """By what it is found that `name` was dealt that many cards fewer than the record says."""
    shown, left, dead = case.record.left.get(name, Shown(nobody_saw=True)), len(case.hand.left[name]), case.hand.dead
    found = {"too-many-dealt"} if more > len(dead) else set()
    if not left:
        return frozenset(found | (NOT_ENDED if case.says_that_it_ended else NOTHING))
    if name in case.told:
        found |= {"left-count"}
    least, most = _totals(case, name, left + more) if shown.pips is not None else (0, 0)
    if not least <= (shown.pips or 0) <= most:
        found |= {"left-pips"}
    room = len(dead) - more - len(case.record.dead)
    if room < 0:
        found |= {"dead-count"}
    seen = {name for name, each in case.record.left.items() if not each.nobody_saw}
    if seen == {*case.losers} and _paying_nowhere(case) > max(room, 0):
        found |= {"unaccounted"}
    return frozenset(found)


def another_dealer(case: Case) -> Planted | None:
    """Another dealer is written down than dealt: then another player led, too."""
    others = [name for name in case.hand.names if name not in (case.hand.dealer, case.due)]
    if not others:
        return None
    record = replace(case.record, dealer=case.source.choice(others), dealer_changed=None)
    if case.due is None:
        return Planted(record, OUT_OF_TURN, 1, later=codes("wrong-dealer"))
    return Planted(record, codes("wrong-dealer"), along=OUT_OF_TURN, later=codes("wrong-dealer"))


def a_dealer_out_of_turn(case: Case) -> Planted | None:
    """Somebody deals whose turn it is not, and nobody says why."""
    if case.due in (None, case.record.dealer):
        return None
    return Planted(replace(case.record, dealer_changed=None), codes("wrong-dealer"))


# What is stored


def a_changed_adjustment(case: Case) -> Planted | None:
    """Points that the table agreed to move are more, or go the other way."""
    if not case.record.adjustments:
        return None
    first, *rest = case.record.adjustments
    more, back = replace(first, points=first.points + 1), replace(first, payer=first.payee, payee=first.payer)
    record = replace(case.record, adjustments=(case.source.choice((more, back)), *rest))
    if record.result is None:
        return Planted(record, NOTHING, later=codes("stored-balances"))
    return Planted(record, codes("stored-change"), along=STORED, later=codes("stored-balances"))


def another_winner_stored(case: Case) -> Planted | None:
    """The stored winner is another one."""
    stored = case.record.result
    return _stored(case, "winner", case.choose([name for name in case.hand.names if stored and name != stored.winner]))


def another_change_stored(case: Case) -> Planted | None:
    """What a player gained, as it is stored, is a point more."""
    stored = case.record.result
    return _stored(case, "change", _a_point_more(case, stored.change if stored else None))


def another_balance_stored(case: Case) -> Planted | None:
    """A stored balance is a point more."""
    stored = case.record.result
    return _stored(case, "balances", _a_point_more(case, stored.balances if stored else None))


def other_transfers_stored(case: Case) -> Planted | None:
    """A stored transfer is missing, or there twice."""
    stored = case.record.result and case.record.result.transfers
    if not stored:
        return None
    place = case.source.randrange(len(stored))
    changed = (*stored[:place], *[stored[place]] * case.source.choice((0, 2)), *stored[place + 1 :])
    return _stored(case, "transfers", changed)


def _stored(case: Case, key: str, value: object) -> Planted | None:
    if case.record.result is None or value is None:
        return None
    changed: dict[str, Any] = {key: value}
    return Planted(replace(case.record, result=replace(case.record.result, **changed)), codes(f"stored-{key}"))


def _a_point_more(case: Case, points: Mapping[str, int] | None) -> dict[str, int] | None:
    if points is None:
        return None
    name = case.source.choice([*points])
    return {**points, name: points[name] + 1}


BESIDE_THE_PLAYS: tuple[Kind, ...] = (
    a_played_card_left,
    a_played_card_that_pays_left,
    a_card_in_two_places,
    too_many_of_a_rank,
    a_card_that_pays_in_two_places,
    a_card_in_hand_and_dead,
    a_played_card_dead,
    a_dead_card_too_many,
    a_wrong_number_left,
    something_left_with_the_winner,
    a_card_that_pays_nowhere,
    a_total_that_cannot_be,
    a_wrong_number_dealt,
    another_dealer,
    a_dealer_out_of_turn,
    a_changed_adjustment,
    another_winner_stored,
    another_change_stored,
    another_balance_stored,
    other_transfers_stored,
)
