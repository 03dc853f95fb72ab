"""Hands in which one player breaks a rule once, and what the others can prove of it afterwards.

A true hand is taken back to a moment that gives the occasion, the rule is broken there, and the hand is played on
by the rules with the same cards. So it is known who held what, and that nothing else is wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from comet_cli.cards import Card
from comet_cli.plays import Lay, Pass, Play, Shown, Turn
from comet_cli.profile import Profile
from comet_cli.records import HandRecord
from tests.open_table import ONLY_STUCK, OpenHand
from tests.true_nights import Table, after, before_each_play


@dataclass(frozen=True, slots=True)
class Slip:
    """A broken rule: by which seat, at which play, and the cards of the hand that make it wrong.

    `play` is what was laid or passed, None for who only stopped after play `number`. `unless` are the cards with
    which it would have been right, and `anybody` says that the cards were wrong in whosever hand they were.
    """

    seat: int
    number: int
    play: Play | None
    cards: frozenset[Card]
    unless: frozenset[Card] = frozenset()
    anybody: bool = False


Occasions = Callable[[Table], Iterator[Slip]]


def slipped(source: Random, hand: OpenHand, occasions: Occasions) -> tuple[OpenHand, Slip] | None:
    """`hand` played on from one of the `occasions` that it gives, if it gives any."""
    found = [slip for _, _, _, table in before_each_play(source, hand) for slip in occasions(table)]
    if not found:
        return None
    slip = source.choice(found)
    table = after(source, hand, slip.number - (slip.play is not None))
    if slip.play is None:
        table.step(*source.choice(list(_goes_on_after(table, slip.seat))))
    else:
        table.step(slip.seat, slip.play)
    return table.play(), slip


def _goes_on_after(table: Table, stopped: int) -> Iterator[tuple[int, Play]]:
    """What the next player may do when `stopped` goes no further; not the Comet where it may come at any time."""
    seat = table.hand.leader if table.hand.leader is not None else table.hand.to_speak
    assert seat not in (None, stopped)
    if seat == table.hand.leader:
        moves = [*table.leads(seat)]
    else:
        moves = [*table.goes_on(seat), *([] if table.has_to_act(seat) else [(seat, Pass())])]
    interrupts = table.profile.comet.when == "any_time"
    return (move for move in moves if not interrupts or not _is_comet(table, move[1]) or move[1] == Pass())


def _is_comet(table: Table, play: Play) -> bool:
    return isinstance(play, Lay) and table.hand.is_comet(play.card)


# The occasions


def passes_with_the_card(table: Table) -> Iterator[Slip]:
    """A pass on turn, the needed card in hand."""
    if len(table.hand.needed) == 1:
        yield from _passes(table)


def passes_a_branch(table: Table) -> Iterator[Slip]:
    """A pass after the Comet, a card of one of its two branches in hand."""
    if len(table.hand.needed) == 2:
        yield from _passes(table)


def _passes(table: Table) -> Iterator[Slip]:
    seat = table.hand.to_speak
    if seat is None or not table.profile.run.must or not _nobody_goes_on(table) or _has_to_lay_the_comet(table, seat):
        return
    if table.hand.may(seat, Pass()):
        yield from _slip(table, seat, Pass(), _able(table, seat))


def lays_the_comet_instead(table: Table) -> Iterator[Slip]:
    """The Comet laid, where it is for those who are stuck, with the needed card in hand."""
    if table.profile.comet.when not in ONLY_STUCK or not table.hand.in_turn:
        return
    going = table.hand.going_on
    for seat in (going, table.hand.to_speak):
        if seat is not None and (seat == going or _nobody_goes_on(table)):
            for _, comet in table.comets(seat):
                yield from _slip(table, seat, comet, _able(table, seat))


def stops(table: Table) -> Iterator[Slip]:
    """A turn that ends, the next card in hand."""
    seat = table.hand.going_on
    if seat is None or not table.profile.run.must or table.hand.set_unfinished or _has_to_lay_the_comet(table, seat):
        return
    if table.hand.in_turn and any(_goes_on_after(table, seat)):
        yield from _slip(table, seat, None, _able(table, seat))


def stops_for_good(table: Table) -> Iterator[Slip]:
    """A turn that ends, the next card in hand, where the other player is stuck too and the hand ends there."""
    if table.profile.stop.all_stuck == "hand_ends" and len(table.names) == 2:
        for slip in stops(table):
            if list(_goes_on_after(table, slip.seat)) == [(table.hand.to_speak, Pass())]:
                yield slip


def leads_a_higher_card(table: Table) -> Iterator[Slip]:
    """A lead that is not the lowest of its suit, or of the hand, where it has to be."""
    for seat, card, rule in _leads(table):
        lower = [
            other
            for other in table.cards[seat]
            if other.rank < card.rank and not table.hand.is_comet(other) and rule in ("hand", other.suit)
        ]
        if not table.in_suit_before(seat, card):
            yield from _slip(table, seat, Lay(card), lower)


def leads_the_same_suit(table: Table) -> Iterator[Slip]:
    """A lead in the suit of the run before, cards of other suits in hand, where it has to be one of those."""
    for seat, card, rule in _leads(table):
        held = [other for other in table.cards[seat] if not table.hand.is_comet(other)]
        lowest = all(card.rank <= other.rank for other in held if rule in ("hand", other.suit))
        if lowest and table.in_suit_before(seat, card):
            yield from _slip(table, seat, Lay(card), [other for other in held if other.suit != card.suit])


def _leads(table: Table) -> Iterator[tuple[int, Card, str]]:
    """The cards that the leader has and may be seen to lead, and where they have to be lowest: a suit or the hand."""
    lead, seat = table.profile.lead, table.hand.leader
    rule = lead.reopening if table.log else lead.opening
    if seat is None or rule == "any" or not _nobody_goes_on(table) or _card_is_due(table):
        return
    if _has_to_lay_the_comet(table, seat):
        return
    for card in dict.fromkeys(table.cards[seat]):
        leads = not table.hand.is_comet(card) and card not in table.hand.needed and not _joins(table, seat, card)
        if leads and table.hand.may(seat, Lay(card)):
            yield seat, card, "hand" if rule == "lowest_of_hand" else card.suit


def _joins(table: Table, seat: int, card: Card) -> bool:
    """Whether `card` can be seen as laid beside the last one: kings laid one after the other may be a set."""
    top = table.hand.top
    return table.profile.run.group != "single" and top is not None and (top.seat, top.play) == (seat, Lay(card))


def _has_to_lay_the_comet(table: Table, seat: int) -> bool:
    """Whether `seat` has a Comet that has to be laid: then what is wrong is that it was kept, too."""
    return table.profile.comet.must and any(map(table.hand.is_comet, table.cards[seat]))


def keeps_the_comet(table: Table) -> Iterator[Slip]:
    """A pass by a player who is stuck and has the Comet, where it has to be laid."""
    seat = table.hand.to_speak
    if seat is None or not table.profile.comet.must or not _nobody_goes_on(table) or table.able(seat):
        return
    yield from _slip(table, seat, Pass(), _comets(table, seat), table.hand.needed)


def stops_with_the_comet(table: Table) -> Iterator[Slip]:
    """A turn that ends, the player being stuck and having the Comet, where it has to be laid."""
    seat, must = table.hand.going_on, table.profile.comet.must
    if (
        seat is None
        or not must
        or table.able(seat)
        or table.hand.set_unfinished
        or not any(_goes_on_after(table, seat))
    ):
        return
    yield from _slip(table, seat, None, _comets(table, seat), table.hand.needed)


def leads_past_the_comet(table: Table) -> Iterator[Slip]:
    """Another lead at a stop, where the Comet has to be laid that the leader has; not where it would be a lead, too."""
    seat, comet = table.hand.leader, table.profile.comet
    if seat is None or not comet.must or comet.power == "reset" or not table.hand.needed or not _comets(table, seat):
        return
    for card in table.cards[seat]:
        if not table.hand.is_comet(card) and table.is_low_enough(seat, card) and not _joins(table, seat, card):
            yield from _slip(table, seat, Lay(card), _comets(table, seat))


def _comets(table: Table, seat: int) -> list[Card]:
    """The Comets that `seat` may lay now."""
    return [play.card for _, play in table.comets(seat) if isinstance(play, Lay)]


def leads_while_the_card_is_due(table: Table) -> Iterator[Slip]:
    """A new lead while somebody has the next card, where whoever holds it has to lay it."""
    seat = table.hand.leader
    if seat is None or table.hand.in_turn or not _card_is_due(table):
        return
    due = [card for card in table.hand.needed if not table.stops_at(card)]
    for play in (play for leader, play in table.leads(seat) if leader == seat and isinstance(play, Lay)):
        if play.stands_for is None and play.card not in table.hand.needed:
            yield from _slip(table, seat, play, due, anybody=True)


def _nobody_goes_on(table: Table) -> bool:
    """Whether the player of the last card has no more to do."""
    going = table.hand.going_on
    return going is None or not table.has_to_act(going)


def _card_is_due(table: Table) -> bool:
    """Whether, without turns, somebody has to lay the next card."""
    if table.hand.in_turn or not table.profile.run.must:
        return False
    able = [play for seat in range(len(table.names)) for play in table.able(seat)]
    return any(not table.stops_at(play.card) for play in able)


def _slip(
    table: Table,
    seat: int,
    play: Play | None,
    cards: Iterable[Card],
    unless: tuple[Card, ...] = (),
    *,
    anybody: bool = False,
) -> Iterator[Slip]:
    """The slip of `seat`, if there are any cards that make it one."""
    wrong = frozenset(cards)
    if wrong:
        yield Slip(seat, len(table.log) + (play is not None), play, wrong, frozenset(unless), anybody)


def _able(table: Table, seat: int) -> list[Card]:
    """The cards with which `seat` could go on."""
    return [play.card for play in table.able(seat)]


# What can be proved


def is_proved(profile: Profile, hand: OpenHand, record: HandRecord, slip: Slip) -> bool:
    """Whether one of the cards that make it wrong was with its player: laid later, shown, or nowhere else by the rest.

    Where a player need not go on, who keeps the Comet is stuck only if the needed card cannot have been in that hand.
    """
    names = hand.names if slip.anybody else (hand.names[slip.seat],)
    comes_up = any(was_with(hand, record, name, card, slip.number) for name in names for card in slip.cards)
    free = not profile.run.must and any(
        may_have_held(hand, record, hand.names[slip.seat], card, slip.number) for card in slip.unless
    )
    return comes_up and not free


def came_up(record: HandRecord, name: str, card: Card, number: int) -> bool:
    """Whether `name` laid `card` after play `number`, or showed it at the end."""
    plays = [(turn.player, play) for turn in record.turns if isinstance(turn, Turn) for play in turn.plays]
    laid = any(player == name and isinstance(play, Lay) and play.card == card for player, play in plays[number:])
    return laid or card in record.left.get(name, Shown()).cards


def was_with(hand: OpenHand, record: HandRecord, name: str, card: Card, number: int) -> bool:
    """Whether the record forces `card` to have been with `name` at play `number`."""
    forced = only_place(hand, record) == name and not_told(hand, record)[card] > 0
    return forced or came_up(record, name, card, number)


def only_place(hand: OpenHand, record: HandRecord) -> str:
    """Who held all cards that the record does not tell of, if nobody else did and none of them is dead; else ""."""
    untold = {name: len(cards) - len(record.left.get(name, Shown()).cards) for name, cards in hand.left.items()}
    holders = [name for name, cards in untold.items() if cards]
    return holders[0] if len(holders) == 1 and len(hand.dead) == len(record.dead) else ""


def may_have_held(hand: OpenHand, record: HandRecord, name: str, card: Card, number: int) -> bool:
    """Whether, as far as the record tells, `card` may have been in the hand of `name` at play `number`."""
    if was_with(hand, record, name, card, number):
        return True
    shown = record.left.get(name, Shown(nobody_saw=True))
    unknown = bool(hand.left[name]) and len(shown.cards) < len(hand.left[name])
    return unknown and not_told(hand, record)[card] > 0


def not_told(hand: OpenHand, record: HandRecord) -> Counter[Card]:
    """The cards of which the record does not tell where they were."""
    told = Counter(play.card for _, play in hand.log if isinstance(play, Lay))
    told.update(card for shown in record.left.values() for card in shown.cards)
    told.update(record.dead)
    everything = Counter(play.card for _, play in hand.log if isinstance(play, Lay))
    everything.update(card for cards in (*hand.left.values(), hand.dead) for card in cards)
    return everything - told
