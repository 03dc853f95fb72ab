"""What every event at the table is made of: the session that comes of it, and a line that tells it."""

from collections.abc import Callable
from dataclasses import replace

from comet_cli.findings import CometError, refused, unreadable
from comet_cli.night import Night
from comet_cli.records import HandRecord, Session
from comet_cli.scoring import State

Change = tuple[Session, str]
Event = Callable[[Night, str], Change]


def usage(example: str, what: str) -> CometError:
    """The error for a command whose words make no sense; `what` says what it takes."""
    command = example.partition(" ")[0]
    return unreadable("bad-command", f'"{command}" takes {what}', remedy=f'For example: "{example}"')


def words_of(words: str, example: str) -> str:
    """The words behind a command. Raises `CometError` where there are none."""
    text = words.strip()
    if not text or not text.isprintable():
        raise usage(example, "words")
    return text


def reason_of(words: str) -> str:
    """Why something was done, as it is kept; "" where nobody says. Raises `CometError` for a control character."""
    text = words.strip()
    if not text.isprintable():
        raise unreadable("control-character", "the reason has a control character in it", remedy="Type it in letters.")
    return text


def last_record(night: Night) -> HandRecord:
    """The hand that is spoken of: the last one, until the next first card. Raises `CometError` before the first."""
    if not night.hands:
        raise refused("no-hand", "no hand has begun yet", remedy="Enter it once the first card is laid.")
    return night.canonical.hands[-1]


def with_last(session: Session, record: HandRecord) -> Session:
    """`session` with `record` in the place of its last hand."""
    return replace(session, hands=(*session.hands[:-1], record))


def with_hand(session: Session, number: int, record: HandRecord) -> Session:
    """`session` with `record` in the place of hand `number`, from 1."""
    return replace(session, hands=(*session.hands[: number - 1], record, *session.hands[number:]))


def coming(night: Night) -> tuple[Session, HandRecord]:
    """The session with the hand that is about to begin, or has begun and not ended, as its last.

    Raises `CometError` where a hand has to be settled or booked first, or all are played.
    """
    last = night.hands[-1] if night.hands else None
    if last is not None and last.state is State.UNSETTLED:
        remedy = "Say what was left first; or undo back into the hand."
        raise refused("hand-unsettled", f"hand {last.number} has ended and is not settled yet", remedy=remedy)
    if last is not None and last.state is State.SETTLED and last.record.result is None:
        raise refused("hand-not-booked", f"hand {last.number} has ended and is not booked yet", legal="an empty line")
    return current(night)


def current(night: Night) -> tuple[Session, HandRecord]:
    """The session with the hand that is on the table as its last: the next one once the one before is booked.

    Raises `CometError` where all hands are played.
    """
    session = night.canonical
    last = night.hands[-1] if night.hands else None
    if last is not None and last.state is not State.VOID and last.record.result is None:
        return session, session.hands[-1]
    if night.complete:
        raise match_over(night)
    record = night.next_record
    return replace(session, hands=(*session.hands, record)), record


def match_over(night: Night) -> CometError:
    """The error for a hand beyond the last one."""
    return refused(
        "match-over",
        "the match is over: its last hand is played",
        remedy=f'To play more, type "hands {len(night.counted) + 1}", or begin another night.',
    )
