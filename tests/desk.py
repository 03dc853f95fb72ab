"""A desk at which random nights are recorded, and what holds of every night that was, whatever the game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from comet_cli.findings import CometError
from comet_cli.history import History
from comet_cli.night import score_night
from comet_cli.profile import Profile
from comet_cli.reading import read_session
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.writing import write_session
from tests.hands import TableHand

Step = tuple[str, str]
Played = TypeVar("Played", bound=TableHand)


@dataclass
class Desk:
    """A recorder whose saves are kept in memory; an ended hand is booked as soon as it is settled, or not."""

    names: Sequence[str]
    dealer: str
    profile: Profile
    books: bool = False
    saved: Session = field(init=False)
    past: History = field(init=False)
    recorder: Recorder = field(init=False)

    def __post_init__(self) -> None:
        self.saved = Session("night", tuple(self.names), self.profile, first_dealer=self.dealer, hands_planned=20)
        self.past = History()
        self.start()

    def start(self) -> None:
        """Starts the recorder on what was saved, as its file has it."""
        self.saved = read_session(self.text, Path()).session
        self.recorder = Recorder(self.saved, self.past, self.save, books=self.books)

    def save(self, session: Session, past: History) -> None:
        self.saved, self.past = session, past

    @property
    def text(self) -> str:
        return write_session(self.saved)

    def do(self, step: Step) -> None:
        action, words = step
        getattr(self.recorder, action)(*([] if action in ("book", "admit") else [words]))


@dataclass(frozen=True)
class Recorded:
    """A night recorded straight: the desk, the steps, and the text of the file before the first and after each."""

    desk: Desk = field(repr=False)
    steps: Sequence[Step]
    texts: Sequence[str] = field(repr=False)

    @property
    def text(self) -> str:
        """The text of the file after the last step."""
        return self.texts[-1]

    def fresh(self, books: bool = False) -> Desk:
        """Another desk at which the same night is about to begin."""
        return Desk(self.desk.names, self.desk.dealer, self.desk.profile, books)


def record_steps(desk: Desk, steps: Iterable[Step]) -> Recorded:
    """The night that is recorded by the steps. No step is asked for before the one that precedes it was done."""
    done, texts = list[Step](), [desk.text]
    for step in steps:
        desk.do(step)
        done.append(step)
        texts.append(desk.text)
    return Recorded(desk, done, texts)


def check_undo_and_redo(desk: Desk, texts: Sequence[str]) -> None:
    """Undo leads back over all `texts` to the first, and redo to the last; neither leads further."""
    for text in texts[-2::-1]:
        desk.recorder.undo()
        assert desk.text == text
    with pytest.raises(CometError, match="nothing to undo"):
        desk.recorder.undo()
    for text in texts[1:]:
        desk.recorder.redo()
        assert desk.text == text
    with pytest.raises(CometError, match="nothing to redo"):
        desk.recorder.redo()


def check_back_and_forth(night: Recorded, source: Random) -> None:
    """The night is the same when steps are taken back, redone and done again, and the recorder is started anew."""
    desk, done = night.fresh(), 0
    while done < len(night.steps):
        back = min(done, source.choice((0, 0, 0, 0, 0, 0, 0, 1, 3)))
        forth = source.randint(0, back)
        _go_back_and_forth(desk, back, forth)
        done += forth - back
        assert desk.text == night.texts[done]
        _start_at_times(desk, source)
        desk.do(night.steps[done])
        done += 1
        if forth < back:
            with pytest.raises(CometError, match="nothing to redo"):
                desk.recorder.redo()
        _start_at_times(desk, source)
    assert desk.text == night.text
    again, once = ([(f.hand, f.play, f.message) for f in d.recorder.night.findings] for d in (desk, night.desk))
    assert again == once


def _go_back_and_forth(desk: Desk, back: int, forth: int) -> None:
    for _ in range(back):
        desk.recorder.undo()
    for _ in range(forth):
        desk.recorder.redo()


def _start_at_times(desk: Desk, source: Random) -> None:
    if source.random() < 0.05:
        desk.start()


def check_files(night: Recorded) -> None:
    """The file that is written after every step is written again as it is when it is read."""
    for text in night.texts:
        assert write_session(read_session(text, Path()).session) == text


def check_survival(session: Session) -> None:
    """A session is read from its file as it was, and scored the same."""
    read = read_session(write_session(session), Path())
    assert (read.session, read.findings) == (session, ())
    assert score_night(read.session).balances == score_night(session).balances


def in_full(hand: TableHand) -> Iterator[str]:
    """The turns as they are stored."""
    return (text for _, text in hand.strings())


def unasked(hand: Any, name: str) -> str:
    """The answer of a game that asks for none."""
    raise AssertionError(f"{name} was asked what they held")


def type_night(
    desk: Desk,
    hands: Sequence[Played],
    words: Callable[[Played], Iterator[str]],
    source: Random,
    answer: Callable[[Played, str], str] = unasked,
) -> str:
    """The text of the session when every hand is typed in `words`, and what is asked for is told by `answer`."""
    for hand in hands:
        for line in in_any_lines(words(hand), source):
            desk.recorder.enter(line)
        while asked := desk.recorder.asked:
            desk.recorder.left(f"{asked}: {answer(hand, asked)}")
    assert desk.recorder.night.counted == desk.recorder.night.hands
    return desk.text


def in_any_lines(words: Iterable[str], source: Random) -> Iterator[str]:
    """The words in lines that end anywhere."""
    line: list[str] = []
    for word in words:
        line.append(word)
        if source.random() < 0.4:
            yield " ".join(line)
            line = []
    if line:
        yield " ".join(line)
