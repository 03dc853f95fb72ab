"""A person at a terminal who records a night: asked line by line, each on disk before the next is asked for."""

import shlex
from collections.abc import Sequence
from dataclasses import replace

from comet_cli.cli import FINDINGS, INTERRUPTED, OK, UNREADABLE
from comet_cli.commands.common import open_recorder, refuse, say_echo
from comet_cli.commands.lines import enter, table_lines
from comet_cli.commands.prompt import Prompt
from comet_cli.entry import COMMANDS, read_command
from comet_cli.findings import CometError, Family, nearest
from comet_cli.hand import Hand
from comet_cli.recorder import Echo, Recorder
from comet_cli.refusals import either
from comet_cli.show import out
from comet_cli.show.tables import hands_table, missing_text, standings_table, state_line, summary_table
from comet_cli.store import SessionFile


class Sitting:
    """One sitting at a terminal; `prompt` asks for the lines."""

    def __init__(self, name: str, file: SessionFile, recorder: Recorder, prompt: Prompt) -> None:
        self.name = name
        self.file = file
        self.recorder = recorder
        self.prompt = prompt
        self.told_end = False

    def sit(self) -> int:
        """Asks until the person stops; returns the exit status."""
        title = out.safe(self.recorder.night.session.name)
        out.say(f"{title} ({self.file.path}). Type help for help, Ctrl-D to stop.")
        self._tell_table()
        interrupted = False
        while True:
            self._tell_end()
            try:
                lines = self.prompt.ask(question(self.recorder), self.recorder)
                interrupted = False
            except EOFError:
                out.say()
                return self._stop(OK)
            except KeyboardInterrupt:
                out.say()
                if interrupted and not self.prompt.dropped:
                    return self._stop(INTERRUPTED)
                interrupted = True
                out.say("That line is dropped. Ctrl-C once more, or Ctrl-D, stops; everything accepted is kept.")
                continue
            status = self._take(lines)
            if status is not None:
                return self._stop(status)

    def _take(self, lines: Sequence[str]) -> int | None:
        """Takes lines up to one that is refused; returns the exit status where the sitting ends with it."""
        line, taken = "", 0
        try:
            for line in lines:
                if read_command(line) == ("quit", ""):
                    return OK
                say_echo(answer(self.recorder, line))
                taken += 1
        except CometError as error:
            if behind := len(lines) - taken - 1:
                out.say(f"line {taken + 1} of {len(lines)} is refused, and the {behind} behind it are not taken")
            if not self.recorder.to_book:
                self.prompt.mend(line)
            status = refuse(_with_offer(error, line))
            again = status == FINDINGS or error.finding.code == "cannot-write"  # a full disk can be mended
            return None if again else status
        except KeyboardInterrupt:
            self._read_again()
        return None

    def _read_again(self) -> None:
        """Takes up what the file holds, after an interruption at whatever moment."""
        self.file.close()
        self.file, self.recorder = open_recorder(self.name, books=False)
        out.say("interrupted; the table is as the file has it:")
        self._tell_table()

    def _tell_table(self) -> None:
        if self.prompt.shows_table:
            out.say(state_line(self.recorder.night))
            return
        for line in table_lines(self.recorder.night):
            out.say(line)

    def _tell_end(self) -> None:
        """Tells the summary of a hand that waits to be booked, and the standings once the match is over."""
        recorder = self.recorder
        if recorder.to_book:
            out.say()
            out.say(f"Hand {recorder.to_book.number} goes to {recorder.to_book.winner or 'nobody'}.")
            out.say(summary_table(recorder.to_book))
            for finding in recorder.to_book.findings:
                if finding in recorder.proved or finding.family is Family.UNPROVED:
                    out.complain(finding)
        if recorder.over and not self.told_end:
            out.say(standings_table(recorder.night.standings))
            out.say(f"The match is won by {' and '.join(recorder.night.winners)}.")
        self.told_end = recorder.over

    def _stop(self, status: int) -> int:
        night = self.recorder.night
        if night.hands:
            out.say(hands_table(night))
        if not self.file.is_current:
            out.say(f"{self.file.path} is not as it was recorded: it was changed, moved or taken away.")
            out.say(f"What is kept of it is shown by: comet recover {shlex.quote(out.safe(self.name))}")
            return max(status, UNREADABLE)
        out.say(f"{state_line(night)}. Everything is in {self.file.path}.")
        out.say(f"Go on with: comet record {shlex.quote(out.safe(self.name))}")
        return status


def answer(recorder: Recorder, line: str) -> list[Echo]:
    """Takes a line for what it answers: the question on the table, or an entry. Raises `CometError`."""
    if recorder.to_book and line.casefold() in ("", "y", "yes"):
        return recorder.book()
    if recorder.to_book and line.startswith("!"):
        return recorder.admit(line[1:].strip())
    if not line:
        some = "72p" if recorder.night.session.profile.left.per == "pip" else "-"
        told = f"an answer is needed, such as {some} or ??; quit stops, and the hand waits"
        return [Echo(told)] if recorder.asked else []
    if recorder.asked and answers(line):
        return recorder.shown(recorder.asked, line)
    return enter(recorder, line)


def answers(line: str) -> bool:
    """Whether a line answers what somebody still held, and is no command and no entry of its own."""
    words = line.split()
    return bool(words) and words[0].casefold() not in COMMANDS and read_command(line) is None and ":" not in line


def question(recorder: Recorder) -> str:
    """What is asked for now: a play, what somebody still held, or whether the hand is to be booked."""
    if recorder.asked and recorder.last:
        every = recorder.night.session.profile.left.per == "pip"
        missing = "" if every else f" of {missing_text(recorder.last.missing)}"
        told = "all cards, or all pips: 72p, 72p 9d with the Comet; ?? not seen" if every else "- none, ?? not seen"
        if not every and recorder.last.missing and recorder.last.missing[0].endswith("cards"):
            missing, told = "", "Ks 3? is K♠ and three more; ?? not seen"
        return f"What did {recorder.asked} still hold{missing}? ({told}) "
    if recorder.to_book:
        admits = ", ! WHY admits what is proved" if recorder.proved else ""
        return f"Book hand {recorder.to_book.number}? (Enter books{admits}, < takes back) "
    if recorder.over:
        return "all hands are played> "
    number = len(recorder.night.hands) + recorder.booked
    return f"hand {number}, {turn(recorder.hand)}> "


def turn(hand: Hand) -> str:
    """Who is to play what."""
    needed = either(map(str, hand.needed)) if hand.needed else ""
    if not hand.open_cards and not any(map(hand.is_out, hand.profile.comet.cards)) and hand.leader is not None:
        needed = ""
    if not hand.in_turn:
        leads = f"{hand.names[hand.leader]} leads" if hand.leader is not None else ""
        return ", or ".join(filter(None, [needed, leads]))
    if hand.leader is not None and hand.may_go_on is None:
        return f"{hand.names[hand.leader]} leads"
    if hand.leader is not None:
        return f"{hand.names[hand.last]}: {needed}, or {hand.names[hand.leader]} leads"
    speakers = [hand.names[seat] for seat in (hand.may_go_on, hand.to_speak) if seat is not None]
    return f"{either(speakers)}: {needed}"


def _with_offer(error: CometError, line: str) -> CometError:
    """The error with the command that a single mistyped word comes near to, where one does."""
    offer = nearest(line.casefold(), COMMANDS) if line.isalpha() and len(line) > 2 else ""
    finding = error.finding
    if not offer or "Did you mean" in finding.remedy:
        return error
    return CometError(replace(finding, remedy=f"{offer} {finding.remedy}".strip()))
