"""Undo and redo: what the last entry of a night was, and what was taken back.

A step back takes the last booking, answer or turn off the last hand. Which it was follows from the record itself,
except where answers were given in an unusual order or replaced; for those the hand before them is remembered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from comet_cli.records import HandRecord, Session
from comet_cli.writing import write_hand


@dataclass(frozen=True, slots=True)
class Undone:
    """A state that was taken back: how many hands there were, and the last of them."""

    hands: int
    record: HandRecord


@dataclass(frozen=True, slots=True)
class History:
    """What a session file does not say of its own past.

    `undone` are the states taken back, the latest last. `before` gives, for a hand as it stands (`hand_key`), the
    hand before its last entry where that does not follow from the record.
    """

    undone: tuple[Undone, ...] = ()
    before: Mapping[str, HandRecord] = field(default_factory=dict)


def hand_key(session: Session) -> str:
    """What tells the last hand of `session`, as it stands, from any other: its number and text."""
    return f"{len(session.hands)}\n{write_hand(session.hands[-1])}"


def entered(session: Session, after: Session, history: History, *, turns: bool = False) -> History:
    """The history once `after` has come of `session` by one entry; what was undone is forgotten.

    `turns` says that the entry was plays: those are taken back turn by turn, whatever was typed as one line.
    """
    before = dict(history.before)
    before.pop(hand_key(after), None)
    if not turns and _step_back(after.hands[-1]) != session.hands[-1]:
        before[hand_key(after)] = session.hands[-1]
    return History((), before)


def undo(session: Session, history: History) -> tuple[Session, History] | None:
    """`session` without its last entry, and the history that can bring it back; None where there is nothing."""
    if not session.hands:
        return None
    last = session.hands[-1]
    previous = history.before.get(hand_key(session)) or _step_back(last)
    undone = (*history.undone, Undone(len(session.hands), last))
    hands = session.hands[:-1] if previous is None else (*session.hands[:-1], previous)
    return replace(session, hands=hands), History(undone, history.before)


def redo(session: Session, history: History) -> tuple[Session, History] | None:
    """`session` with what was undone last put back, and the history without it; None where there is nothing."""
    if not history.undone:
        return None
    back = history.undone[-1]
    return replace(session, hands=(*session.hands[: back.hands - 1], back.record)), History(
        history.undone[:-1], history.before
    )


def _step_back(record: HandRecord) -> HandRecord | None:
    """The hand without its last booking, answer or turn; None where nothing of it is left."""
    if record.result is not None:
        return replace(record, result=None)
    if record.left:
        return replace(record, left=dict(list(record.left.items())[:-1]))
    if record.dead:
        return replace(record, dead=record.dead[:-1])
    kept = replace(record, turns=record.turns[:-1])
    empty = HandRecord(dealer=record.dealer)
    return None if not record.turns or kept == empty else kept
