"""What shown cards prove about the plays.

No card is drawn in this game: a card that a player lays later, or holds at the end, was in that hand from the
deal on. Nothing is reported that the known cards do not force, and nothing that the record admits (`!`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from comet_cli.cards import Card
from comet_cli.findings import Family, Finding
from comet_cli.hand import Hand, Played
from comet_cli.plays import Lay, Pass, Play, Shown, Turn, Unread

PROVED = ("passed-while-able", "comet-while-able", "stopped-while-able")

Holding = Callable[[Played, Card], str]


def proved(hand: Hand, shown: Mapping[int, Shown]) -> list[Finding]:
    """The irregularities that the plays and the cards `shown` (by seat) prove, in the order of the plays.

    Source: foster, "Must": whoever holds the needed card on turn has to lay it.
    """
    if not hand.profile.run.must:
        return []
    laid = {entry.play.card: entry for entry in hand.log if isinstance(entry.play, Lay)}

    def held(entry: Played, card: Card) -> str:
        """How it is known that the player of `entry` held `card` then, or ""."""
        later = laid.get(card)
        if later and later.seat == entry.seat and later.number > entry.number:
            return f"laid at play {later.number}"
        return "shown at the end" if card in shown.get(entry.seat, Shown()).cards else ""

    found = [*_refusals_to_follow(hand, held), *_stops(hand, held)]
    return sorted(found, key=lambda finding: finding.play or 0)


def _refusals_to_follow(hand: Hand, held: Holding) -> Iterator[Finding]:
    for entry in hand.log:
        card, proof = _first_held(entry, entry.needed, held)
        if card is None or entry.play.stood:
            continue
        if isinstance(entry.play, Pass):
            yield _finding(hand, entry, "passed-while-able", f"passed while holding {card} ({proof})")
        elif entry.detour:
            yield _finding(hand, entry, "comet-while-able", f"laid the Comet while holding {card} ({proof})")


def _stops(hand: Hand, held: Holding) -> Iterator[Finding]:
    for entry, following in pairwise(hand.log):
        stopped = isinstance(entry.play, Lay) and not entry.detour and following.seat != entry.seat
        interrupted = isinstance(following.play, Lay) and following.play.stood
        card, proof = _first_held(entry, following.needed, held)
        if stopped and not interrupted and card is not None:
            yield _finding(hand, entry, "stopped-while-able", f"stopped at {entry.play} while holding {card} ({proof})")


def _first_held(entry: Played, cards: tuple[Card, ...], held: Holding) -> tuple[Card | None, str]:
    return next(((card, proof) for card in cards if (proof := held(entry, card))), (None, ""))


def _finding(hand: Hand, entry: Played, code: str, what: str) -> Finding:
    name = hand.names[entry.seat]
    return Finding(
        code,
        Family.CONTRADICTION,
        f"{name} {what}",
        why="Whoever holds the needed card on turn has to lay it.",
        remedy="If the table let it stand, mark the play with ! to admit it.",
        play=entry.number,
        player=name,
    )


def admitted(turns: Iterable[Turn | Unread], findings: Iterable[Finding]) -> tuple[Turn | Unread, ...]:
    """The same turns with `!` at each play that `findings` of `proved` speak of.

    Who stopped while able is given a `pass!` right after their cards.
    """
    codes = {finding.play: finding.code for finding in findings}
    marked: list[Turn | Unread] = []
    number = 0
    for turn in turns:
        if isinstance(turn, Unread):
            marked.append(turn)
            continue
        plays: list[Play] = []
        for play in turn.plays:
            number += 1
            plays.append(replace(play, stood=True) if codes.get(number) in PROVED[:2] else play)
        marked.append(replace(turn, plays=tuple(plays)))
        if codes.get(number) == PROVED[2]:
            marked.append(Turn(turn.player, (Pass(stood=True),)))
    return tuple(marked)
