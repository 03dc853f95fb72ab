"""What is found in one hand, each finding with its place in the file."""

from typing import Any

from comet_cli.findings import Family, Finding
from comet_cli.plays import Turn, Unread
from comet_cli.records import HandRecord, Place


class Report:
    """The findings of one hand as they come. `sound` is False once one says that the record cannot be true.

    `broken` says that a line could not be applied, so that the plays are known only up to it.
    """

    def __init__(self, number: int, record: HandRecord) -> None:
        self.number = number
        self.record = record
        self.findings: list[Finding] = [fault.at(hand=number, line=self.line()) for fault in record.faults]
        self.sound = not any(finding.fails for finding in self.findings)
        self.broken = False

    def line(self, *place: str | int) -> int | None:
        """The line where a part of the hand was read, or that of what it stands in; None where it was not read."""
        at: Place = place
        while at and at not in self.record.places:
            at = at[:-1]
        return self.record.places.get(at)

    def add(self, finding: Finding, *place: str | int) -> None:
        """Adds a finding; without a place it stands at the turn of its play."""
        where = place or self._turn_of(finding.play)
        self.findings.append(finding.at(hand=self.number, line=self.line(*where)))

    def say(self, code: str, family: Family, message: str, *place: str | int, **more: Any) -> None:
        """Adds what does not keep the hand from being scored."""
        self.add(Finding(code, family, message, **more), *place)

    def contradict(self, code: str, message: str, *place: str | int, **more: Any) -> None:
        """Adds what cannot be true; the hand is not sound."""
        self.sound = False
        self.say(code, Family.CONTRADICTION, message, *place, **more)

    def refuse(self, finding: Finding, index: int, played: int) -> None:
        """Adds why turn number `index`, from 0, could not be applied after `played` of its plays."""
        self.sound = False
        self.broken = True
        turn = self.record.turns[index]
        self.add(finding.at(excerpt=str(turn), mark=_mark(turn, played)), "plays", index)

    def _turn_of(self, play: int | None) -> Place:
        """The place of the turn that has play number `play`, from 1."""
        first = 1
        for index, turn in enumerate(self.record.turns if play is not None else ()):
            if isinstance(turn, Unread):
                break
            first += len(turn.plays)
            if play is not None and first > play:
                return ("plays", index)
        return ()


def _mark(turn: Turn | Unread, play: int) -> tuple[int, int] | None:
    """Where in the text of `turn` its play number `play`, from 0, stands, or the word that cannot be read."""
    if isinstance(turn, Unread):
        start = turn.text.find(turn.word)
        return (start, start + len(turn.word)) if turn.word and start >= 0 else None
    words = [f"{turn.player}:", *map(str, turn.plays)]
    start = len(" ".join(words[: play + 1])) + 1
    return start, start + len(words[play + 1])
