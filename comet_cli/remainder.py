"""The rest of a hand behind a turn that could not be applied: what is wrong in it whatever the state of the hand."""

from collections import Counter
from collections.abc import Iterator, Sequence

from comet_cli import refusals
from comet_cli.cards import Card
from comet_cli.findings import Family, Finding, nearest
from comet_cli.hand import Hand
from comet_cli.plays import Lay, Turn, Unread

Found = tuple[int, int, Finding]


def unread(turn: Unread) -> Finding:
    """A turn that cannot be read."""
    remedy = "A card is a rank and a suit, such as 10♦." if turn.code == "bad-card" else 'Write "Ana: 3♣ 4♣".'
    return Finding(turn.code, Family.UNREADABLE, turn.message, remedy=remedy)


def stranger(turn: Turn, seats: Sequence[str]) -> Finding:
    """A turn of somebody who is not at the table."""
    remedy = nearest(turn.player, seats) or f"The players are {', '.join(seats)}."
    message = f'"{turn.player}" is not at the table'
    return Finding("unknown-player", Family.REFUSED, message, remedy=remedy, mark=(0, len(turn.player)))


def independent(
    turns: Sequence[Turn | Unread], index: int, played: int, seats: Sequence[str], hand: Hand | None
) -> Iterator[Found]:
    """What is wrong behind play number `played`, from 0, of turn `index`: the turn, the play in it, and the finding.

    `hand` stands before that play; None where nobody can tell what the pack is. An `index` of -1 is before the first
    turn. Order, turn and obligation depend on the play that is missing, so that only words, names, and cards that
    nobody can have are looked at.
    """
    number: int | None = len(hand.log) + 1 if hand else 1
    laid = Counter(hand.laid) if hand else None
    for at, turn in enumerate(turns):
        if at < index:
            continue
        if isinstance(turn, Unread):
            if at > index:
                yield at, 0, unread(turn)
            number = None
            continue
        if turn.player not in seats and at > index:
            yield at, 0, stranger(turn, seats).at(play=number)
        told: set[Card] = set()
        for place, play in enumerate(turn.plays):
            if at == index and place < played:
                continue
            behind = at > index or place > played
            if behind and hand and laid is not None and isinstance(play, Lay) and play.card not in told:
                fault = _nobody_has(hand, laid, play.card)
                if fault is not None:
                    told.add(play.card)
                    yield at, place, fault.at(play=number, player=turn.player)
            number = number + 1 if number is not None else None


def laid_behind(turns: Sequence[Turn | Unread], hand: Hand) -> Iterator[tuple[int | None, str, Lay]]:
    """The cards behind the play at which `hand` broke off: the number of each, who laid it, and the card.

    Nobody can tell the numbers behind a turn that cannot be read: they are None.
    """
    number: int | None = 0
    for turn in turns:
        if isinstance(turn, Unread):
            number = None
            continue
        for play in turn.plays:
            number = number + 1 if number is not None else None
            if isinstance(play, Lay) and (number is None or number > len(hand.log) + 1):
                yield number, turn.player, play


def _nobody_has(hand: Hand, laid: Counter[Card], card: Card) -> Finding | None:
    """Why nobody can lay `card` after all those `laid`, if that is so; else it is laid."""
    if not hand.pack[card]:
        return refusals.not_in_pack(hand, card)
    if not hand.is_out(card):
        return refusals.already_played(hand, card)
    laid[card] += 1
    if laid[card] > hand.pack[card]:
        return Finding("already-played", Family.REFUSED, f"{card} is laid once more than the pack has it")
    return None
