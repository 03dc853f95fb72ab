"""Undo and redo: what the last entry of a night was, and what was taken back.

A step back takes the last booking, answer or turn off the last hand. Which it was follows from the record itself;
what does not (answers given in another order, a changed seat, a mended play) is remembered as a patch.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from comet_cli.records import HandRecord, Session

Key = Callable[[Session], str]


@dataclass(frozen=True, slots=True)
class Patch:
    """What makes one state of a session out of another: how many hands there are, those that differ, the seats
    and the chips.

    `records` go by the number of the hand, from 1; the other fields are those of the state to come to.
    """

    hands: int
    records: Mapping[int, HandRecord]
    players: tuple[str, ...]
    first_dealer: str | None
    hands_planned: int | None
    chips: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class History:
    """What a session file does not say of its own past.

    `undone` leads forward, the latest step last. `before` leads back, the latest step last: each from a session,
    known by a key that tells its whole text, where the last entry does not follow from the record. None stands
    where it does, but the same session was come to in another way earlier.
    """

    undone: tuple[Patch, ...] = ()
    before: tuple[tuple[str, Patch | None], ...] = ()


def entered(session: Session, after: Session, history: History, key: Key, *, turns: bool = False) -> History:
    """The history once `after` has come of `session` by one entry; what was undone is forgotten.

    `key` gives the key of a session. `turns` says that the entry was plays: those are taken back turn by turn,
    whatever was typed as one line.
    """
    first = _first_turn(session, after, history, key) if turns else None
    if first is not None:
        history = History((), (*history.before, (key(first), _difference(first, session))))
        if first == after:
            return history
    return History((), _remembered(session, after, history, key(after), turns=turns))


def _first_turn(session: Session, after: Session, history: History, key: Key) -> Session | None:
    """`session` with the first turn that came to it, where a step back from there would miss `session`.

    That is where something else was entered before the first card of the hand, or in the middle of a turn.
    """
    if not session.hands or len(after.hands) != len(session.hands):
        return None
    last = session.hands[-1]
    laid = after.hands[-1].turns[: max(len(last.turns), 1)]
    amid = bool(history.before) and history.before[-1][0] == key(session)
    if laid == last.turns or (last.turns and not amid):
        return None
    first = replace(session, hands=(*session.hands[:-1], replace(last, turns=laid)))
    return first if last.turns or _step_back(first) != session else None


def undo(session: Session, history: History, key: Key) -> tuple[Session, History] | None:
    """`session` without its last entry, and the history that can bring it back; None at the start."""
    known = key(session) if history.before else ""
    at = next((at for at in reversed(range(len(history.before))) if history.before[at][0] == known), None)
    patch = history.before[at][1] if at is not None else None
    previous = _patched(session, patch) if patch else _step_back(session)
    if previous is None:
        return None
    before = history.before if at is None else (*history.before[:at], *history.before[at + 1 :])
    return previous, History((*history.undone, _difference(previous, session)), before)


def redo(session: Session, history: History, key: Key) -> tuple[Session, History] | None:
    """`session` with what was undone last put back, and the history without it; None where there is nothing."""
    following = _patched(session, history.undone[-1]) if history.undone else None
    if following is None:
        return None
    return following, History(history.undone[:-1], _remembered(session, following, history, key(following)))


def _remembered(
    session: Session, after: Session, history: History, key: str, *, turns: bool = False
) -> tuple[tuple[str, Patch | None], ...]:
    """The steps back once `after` has come of `session`."""
    if not turns and _step_back(after) != session:
        return (*history.before, (key, _difference(after, session)))
    known = any(each == key for each, _ in history.before)
    return (*history.before, (key, None)) if known else history.before


def _difference(session: Session, other: Session) -> Patch:
    """The patch that makes `other` out of `session`."""
    known = dict(enumerate(session.hands, 1))
    changed = {
        at: hand for at, hand in enumerate(other.hands, 1) if known.get(at) is not hand and known.get(at) != hand
    }
    return Patch(len(other.hands), changed, other.players, other.first_dealer, other.hands_planned, other.chips)


def _patched(session: Session, patch: Patch) -> Session | None:
    """`session` brought to the state of `patch`; None where that does not fit it."""
    known = dict(enumerate(session.hands, 1)) | dict(patch.records)
    if any(at not in known for at in range(1, patch.hands + 1)):
        return None
    return replace(
        session,
        hands=tuple(known[at] for at in range(1, patch.hands + 1)),
        players=patch.players,
        first_dealer=patch.first_dealer,
        hands_planned=patch.hands_planned,
        chips=patch.chips,
    )


def _step_back(session: Session) -> Session | None:
    """`session` without the last booking, answer or turn of its last hand; None where there is no hand."""
    if not session.hands:
        return None
    last = _less(session.hands[-1])
    return replace(session, hands=session.hands[:-1] if last is None else (*session.hands[:-1], last))


def _less(record: HandRecord) -> HandRecord | None:
    """The hand without its last booking, answer or turn; None where nothing of it is left."""
    if record.result is not None:
        return replace(record, result=None)
    if record.left:
        return replace(record, left=dict(list(record.left.items())[:-1]))
    if record.dead:
        return replace(record, dead=record.dead[:-1])
    kept = replace(record, turns=record.turns[:-1])
    empty = HandRecord(dealer=record.dealer, players=record.players)
    return None if not record.turns or kept == empty else kept
