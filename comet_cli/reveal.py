"""What shown cards prove about the plays.

No card is drawn in this game: a card that a player lays later, or holds at the end, was in that hand from the
deal on. Nothing is reported that the known cards do not force, and nothing that the record admits (`!`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, zip_longest

from comet_cli.cards import Card
from comet_cli.findings import Family, Finding
from comet_cli.hand import Hand, How, Played, card_kinds
from comet_cli.plays import Lay, Pass, Play, Shown, Turn, Unread

PROVED = (
    "passed-while-able",
    "comet-while-able",
    "stopped-while-able",
    "lead-not-lowest",
    "lead-same-suit",
    "comet-kept",
    "card-kept-back",
)

_COMETS = (How.DETOUR, How.SUBSTITUTE, How.RESET)


def proved(
    hand: Hand, shown: Mapping[int, Shown], dead: Iterable[Card] = (), behind: Iterable[Played] = ()
) -> list[Finding]:
    """The irregularities that the plays and the cards `shown` (by seat) prove, in the order of the plays.

    `dead` are the cards seen among the dead, `behind` the cards laid behind a play that could not be applied.
    """
    known = _Known(hand, shown, dead, tuple(behind))
    checks = (
        _kept_the_needed_card,
        _stopped_while_able,
        _kept_back,
        _led_another_card,
        _led_the_same_suit,
        _kept_the_comet,
    )
    found = [finding for check in checks for finding in check(hand, known)]
    return sorted(found, key=lambda finding: finding.play or 0)


class _Known:
    """Who held what, as far as the plays and the shown cards tell.

    `shown` are the cards by seat that can be true: not those listed in more places than there are copies, and none
    of a list that is longer than the hand was.
    """

    def __init__(
        self, hand: Hand, shown: Mapping[int, Shown], dead: Iterable[Card], behind: tuple[Played, ...]
    ) -> None:
        self.hand = hand
        self.laid: dict[Card, list[Played]] = {}
        for entry in (*hand.log, *behind):
            if isinstance(entry.play, Lay):
                self.laid.setdefault(entry.play.card, []).append(entry)
        seen = tuple(dead)
        listed = Counter([*seen, *(card for each in shown.values() for card in each.cards)])
        sure = {card for card in listed if hand.laid[card] + listed[card] <= hand.pack[card]}
        self.shown = {
            seat: tuple(card for card in each.cards if card in sure)
            for seat, each in shown.items()
            if len(each.cards) <= hand.held[seat]
        }
        told = [card for cards in (seen, *self.shown.values()) for card in cards if card in sure]
        self.untold = hand.pack - hand.laid - Counter(told)
        self.only = self._only_place() if len(sure) == len(listed) and hand.dead == len(seen) and not behind else None

    def _only_place(self) -> int | None:
        """The seat that held every card that is told nowhere, if no other has room for one: all dead cards are told."""
        room = {seat: held - len(self.shown.get(seat, ())) for seat, held in enumerate(self.hand.held)}
        places = [seat for seat, cards in room.items() if cards]
        fits = len(places) == 1 and room[places[0]] == self.untold.total() and not self.hand.hole
        return places[0] if fits else None

    def held(self, entry: Played, card: Card) -> str:
        """How it is known that the player of `entry` held `card` then, beside what was laid, or ""."""
        for later in self.laid.get(card, ()):
            if later.seat == entry.seat and later.number > entry.number:
                return f"laid at play {later.number}"
        return self.held_by(entry.seat, card)

    def held_by(self, seat: int, card: Card) -> str:
        """How it is known that `seat` held `card` at the end, or ""."""
        if card in self.shown.get(seat, ()):
            return "shown at the end"
        return "it can be nowhere else" if seat == self.only and self.untold[card] else ""

    def first_held(self, entry: Played, cards: tuple[Card, ...]) -> tuple[Card | None, str]:
        """The first of `cards` that the player of `entry` held then, and how that is known."""
        return next(((card, proof) for card in cards if (proof := self.held(entry, card))), (None, ""))

    def may_have_held(self, entry: Played, card: Card) -> bool:
        """Whether the player of `entry` held `card` then, or can have held it unseen."""
        unseen = len(self.shown.get(entry.seat, ())) < self.hand.held[entry.seat]
        return bool(self.held(entry, card)) or (unseen and self.untold[card] > 0)


def _kept_the_needed_card(hand: Hand, known: _Known) -> Iterator[Finding]:
    """A pass, or the Comet where it comes only when one is stuck, while holding a card that continues the run.

    Source: foster, "Must"; duo, "A player who holds the next rank must lay it or the Comet".
    """
    rules = hand.profile
    if not hand.in_turn:
        return
    stuck_only = rules.comet.when in ("stuck", "stuck_or_stopped")
    for entry in hand.log:
        card, proof = known.first_held(entry, entry.needed)
        if card is None or entry.play.stood or entry.led:
            continue
        if isinstance(entry.play, Pass) and rules.run.must:
            yield _finding(hand, entry, "passed-while-able", f"passed while holding {card} ({proof})", _MUST)
        elif (
            stuck_only and entry.how in (How.DETOUR, How.SUBSTITUTE, How.RESET) and entry.seat in _on_turn(hand, entry)
        ):
            yield _finding(hand, entry, "comet-while-able", f"laid the Comet while holding {card} ({proof})", _MUST)


def _on_turn(hand: Hand, entry: Played) -> tuple[int, ...]:
    """The seats that could be stuck at `entry`: its own, unless everybody had already passed."""
    passes = 0
    for before in reversed(hand.log[: entry.number - 1]):
        if before.how is not How.PASS:
            break
        passes += 1
    return (entry.seat,) if passes < len(hand.names) - 1 else ()


def _stopped_while_able(hand: Hand, known: _Known) -> Iterator[Finding]:
    """A turn that ended although its player held the next card.

    Source: foster, "The leader runs on upward in that suit while able"; duo, "A player lays upward while able".
    """
    if not hand.profile.run.must or not hand.in_turn:
        return
    for entry, following in pairwise(hand.log):
        stopped = entry.how not in (How.PASS, How.DETOUR, How.RESET) and following.seat != entry.seat
        at_any_time = hand.profile.comet.when == "any_time" and following.how in _COMETS
        interrupted = at_any_time or (isinstance(following.play, Lay) and following.play.stood)
        card, proof = known.first_held(entry, following.needed)
        if stopped and not interrupted and card is not None:
            what = f"stopped at {entry.play} while holding {card} ({proof})"
            yield _finding(hand, entry, "stopped-while-able", what, _MUST)


def _kept_back(hand: Hand, known: _Known) -> Iterator[Finding]:
    """A new lead while somebody held the next card, where whoever holds it has to lay it.

    Source: crp, "Continue". Where all cards are dealt, such a lead is refused when it is made.
    """
    if not hand.profile.run.must or hand.in_turn:
        return
    for entry, _ in _leads(hand):
        stops = hand.profile.comet.cards if hand.profile.comet.gap_next == "stop" else ()
        for card in (card for card in entry.needed if card not in stops):
            later = [other for other in known.laid.get(card, ()) if other.number > entry.number]
            seats = [other.seat for other in later] + [seat for seat, cards in known.shown.items() if card in cards]
            seats += [known.only] if known.only is not None and known.untold[card] else []
            if seats:
                holder, proof = seats[0], f"laid at play {later[0].number}" if later else known.held_by(seats[0], card)
                what = f"kept back {card} ({proof}) when {hand.names[entry.seat]} led {entry.play}"
                finding = _finding(hand, entry, "card-kept-back", what, "Whoever holds the next card lays it at once.")
                yield replace(finding, message=f"{hand.names[holder]} {what}", player=hand.names[holder])


def _led_another_card(hand: Hand, known: _Known) -> Iterator[Finding]:
    """A lead that was not the lowest of its suit, or of the hand, where that is the rule.

    The Comet never has to be led as the lowest card. Source: crp, "Lead and re-open".
    """
    comets = hand.profile.comet.cards
    for entry, rule in _leads(hand):
        card = entry.play.card if isinstance(entry.play, Lay) else None
        if card is None or rule == "any" or entry.how is not How.LEAD:
            continue
        lower = [
            other
            for other in hand.pack
            if other.rank < card.rank and other not in comets and (rule == "lowest_of_hand" or other.suit == card.suit)
        ]
        held_card, proof = known.first_held(entry, tuple(sorted(lower)))
        if held_card is not None:
            what = f"led {card} while holding {held_card} ({proof})"
            lowest = "of the hand" if rule == "lowest_of_hand" else "of its suit"
            yield _finding(hand, entry, "lead-not-lowest", what, f"A lead is the lowest card {lowest}.")


def _led_the_same_suit(hand: Hand, known: _Known) -> Iterator[Finding]:
    """A new lead in the suit of the run before, where another suit is the rule and the player had one."""
    suit = ""
    leads = {entry.number: rule for entry, rule in _leads(hand)}
    for entry in hand.log:
        if not isinstance(entry.play, Lay):
            continue
        card = entry.play.stands_for or entry.play.card
        other_suit = leads.get(entry.number) == "lowest_of_other_suit" and entry.how is not How.RESET
        if other_suit and card.suit == suit:
            others = tuple(other for other in hand.pack if other.suit != suit and other not in hand.profile.comet.cards)
            other, proof = known.first_held(entry, others)
            if other is not None:
                what = f"led {card}, of the suit of the run before, while holding {other} ({proof})"
                yield _finding(hand, entry, "lead-same-suit", what, "A new run begins in another suit.")
        suit = card.suit


def _leads(hand: Hand) -> Iterator[tuple[Played, str]]:
    """The leads that nobody has admitted to be wrong, each with its rule."""
    rules = hand.profile.lead
    for entry in hand.log:
        if entry.led and not entry.play.stood:
            yield entry, rules.opening if entry.number == 1 else rules.reopening


def _kept_the_comet(hand: Hand, known: _Known) -> Iterator[Finding]:
    """The Comet kept by a player who was stuck, or led past a stop, where it has to be laid by a player who may."""
    rules = hand.profile.comet
    if not rules.must:
        return
    # At a stop a resetting Comet is a lead like another, unless it keeps its power there.
    at_a_stop = rules.power != "reset" or rules.on_lead == "wild"
    for entry, following in zip_longest(hand.log, hand.log[1:]):
        comet, proof = known.first_held(entry, rules.cards)
        if comet is None or entry.play.stood:
            continue
        comet_laid = isinstance(entry.play, Lay) and hand.is_comet(entry.play.card)
        led_past = entry.led and not comet_laid and entry.needed and rules.when == "stuck_or_stopped" and at_a_stop
        if entry.how is How.PASS:
            needed, what = entry.needed, "passed"
        elif led_past:
            needed, what = entry.needed, f"led {entry.play} at a stop"
        elif following and following.seat != entry.seat and rules.follow_own and entry.how not in _COMETS:
            needed, what = following.needed, f"stopped at {entry.play}"
        else:
            continue
        holds = known.held if hand.profile.run.must else known.may_have_held
        able = not led_past and any(holds(entry, card) for card in needed)
        if needed and not able and _may_stand(hand, entry, needed):
            what = f"{what} while holding the Comet {comet} ({proof})"
            yield _finding(hand, entry, "comet-kept", what, "Who is stuck and holds the Comet has to lay it.")


def _may_stand(hand: Hand, entry: Played, needed: tuple[Card, ...]) -> bool:
    """Whether the Comet may be laid for one of the cards `needed` at `entry`, as far as the rules name the cards."""
    rules = hand.profile.comet
    if rules.power != "substitute":
        return True
    laid = Counter(each.play.card for each in hand.log[: entry.number] if isinstance(each.play, Lay))
    kinds = [card_kinds(hand, card, laid[card] >= hand.pack[card]) for card in needed]
    return any(each <= set(rules.stands_for) for each in kinds)


_MUST = "Whoever holds the needed card on turn has to lay it."
# How a play is admitted where ! behind it says something else.
_ADMIT = {"stopped-while-able": "write pass! right after these cards"}


def _finding(hand: Hand, entry: Played, code: str, what: str, why: str) -> Finding:
    name = hand.names[entry.seat]
    return Finding(
        code,
        Family.CONTRADICTION,
        f"{name} {what}",
        why=why,
        remedy=f"If the table let it stand, {_ADMIT.get(code, 'mark the play with !')} to admit it.",
        play=entry.number,
        player=name,
    )


def admitted(
    turns: Iterable[Turn | Unread], findings: Iterable[Finding], reason: str = ""
) -> tuple[Turn | Unread, ...]:
    """The same turns with `!` at each play that `findings` of `proved` speak of, and `reason` as their remark.

    Who stopped while able is given a `pass!` right after their cards.
    """
    codes = {(finding.play, finding.code) for finding in findings if finding.code in PROVED}
    marks = {play for play, code in codes if code != "stopped-while-able"}
    marked: list[Turn | Unread] = []
    number = 0
    for turn in turns:
        if isinstance(turn, Unread):
            marked.append(turn)
            continue
        plays: list[Play] = []
        for play in turn.plays:
            number += 1
            plays.append(replace(play, stood=True) if number in marks else play)
        remark = turn.remark if tuple(plays) == turn.plays else " - ".join(filter(None, [turn.remark, reason]))
        marked.append(replace(turn, plays=tuple(plays), remark=remark))
        if (number, "stopped-while-able") in codes:
            marked.append(Turn(turn.player, (Pass(stood=True),), reason))
    return tuple(marked)
