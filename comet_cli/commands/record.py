"""`comet record`: the plays of a table, line by line, each on disk before the next is asked for."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace

import click

from comet_cli.cli import FINDINGS, INTERRUPTED, OK
from comet_cli.commands.common import open_recorder, refuse, say_echo, session_argument
from comet_cli.commands.prompt import ask
from comet_cli.commands.show import current_hand
from comet_cli.entry import COMMANDS, read_command
from comet_cli.events import EVENTS
from comet_cli.findings import CometError, Family, nearest, unreadable
from comet_cli.hand import Hand
from comet_cli.recorder import Echo, Recorder
from comet_cli.refusals import either
from comet_cli.show import out
from comet_cli.show.tables import (
    hands_table,
    keys_of,
    now_lines,
    now_table,
    standings_table,
    state_line,
    summary_table,
)
from comet_cli.store import SessionFile

_HELP = """\
a: 3c 4c 5c   Ana lays these cards        a:3-5c  a run (by rank: 3-5)
b             Bruno lays the needed card  b+2     two of them   +, +3  go on
6             the needed 6                4*4     a full set, by rank
9d, c:9d      the Comet (of Carla)        9d=9d   led as the nine it is
-             one pass                    .       all still to speak
6c!  pass!    against the rules, but it stood; words behind " # " are kept
left b: Ks    Bruno held K♠ at the end (- none, ?? not seen, 72p pips)
dead Kh       K♥ was among the dead
<             undo    redo    show  the table    quit  nothing is lost
note WORDS    adjust b a 2 WHY    void WHY    dealer b WHY    dealt a 13
fix 7 b:6c    play 7 was Bruno's 6♣, or that came before it
amend 2 7 b:6c # WHY    the same in hand 2                      hands 6
join Dora after b       leave b     seats a c b     rename b: Beatriz
An unnamed card is the last player's; after a pass the next player's."""


@click.command("record", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@session_argument
@click.argument("entries", metavar="[ENTRY...]", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, session: str, entries: tuple[str, ...]) -> None:
    """Record the plays of a table.

    At a terminal it asks line by line; otherwise every ENTRY, or every line of standard input, is a line. Each
    accepted line is on disk before the next. Not at a terminal the first line that is refused ends the run with
    status 1; what came before it stays.

    \b
    What can be typed:
      a: 3c 4c 5c     Ana lays 3♣ 4♣ 5♣ (any start of a name)
      b   b+2   +     Bruno lays the needed card; the next two; the last player goes on
      6   3-7c        the needed 6; a run of one suit
      -   .           one pass; all who have still to speak pass
      9d   c: 9d      the Comet of the player whose turn it is; Carla's
      4*4   3-8       by rank: a full set; a run
      left b: Ks      what Bruno still held that pays ("-" nothing, "??" not seen,
                      72p where pips pay)
      dead Kh         seen among the dead when the hand has ended
      <  redo  show   undo; redo; the table
      help            the rest: notes, agreed points, mended plays, people
    \b
    Examples:
      comet record friday
      comet record friday "a: 3-5c" "b" "." "Js"
      comet record friday < plays.txt
    """
    typed = not entries and sys.stdin is not None and sys.stdin.isatty()
    file, recorder = open_recorder(session, books=not typed)
    try:
        recorder.check()
    except CometError as error:
        ctx.exit(refuse(error, file=str(file.path)))
    if typed:
        ctx.exit(_Table(session, file, recorder).sit())
    ctx.exit(_read(recorder, enumerate(entries, 1) if entries else _input_lines(), "entry" if entries else "line"))


def _read(recorder: Recorder, lines: Iterable[tuple[int, str]], kind: str) -> int:
    """Takes lines until one is refused; returns the exit status."""
    try:
        for number, line in lines:
            if line.strip() in ("quit", "exit"):
                break
            if not line.strip() or _is_comment(line, recorder):
                continue
            try:
                say_echo(_enter(recorder, line))
            except CometError as error:
                out.say(f"{kind} {number} was refused; what came before it is kept")
                return refuse(error)
    except CometError as error:
        return refuse(error)
    return OK


def _is_comment(line: str, recorder: Recorder) -> bool:
    """Whether a line of a script says nothing to the program; one that begins with a player's name does."""
    return line.startswith("# ") and not any(line.startswith(name) for name in recorder.night.people)


def _input_lines() -> Iterator[tuple[int, str]]:
    """The lines of standard input with their numbers. Raises `CometError` for one that is not text."""
    stream = sys.stdin.buffer if sys.stdin else ()
    for number, data in enumerate(stream, 1):
        try:
            yield number, data.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise unreadable("not-utf8", f"line {number} of the input is not UTF-8 text") from None


def _enter(recorder: Recorder, line: str) -> list[Echo]:
    """Has the recorder take one line, whichever kind it is. Raises `CometError`."""
    if len(line) > 2000:
        raise unreadable("long-line", f"the line has {len(line)} characters; 2000 are the most")
    match read_command(line, recorder.night.session.players):
        case "undo", _:
            return recorder.undo()
        case "redo", _:
            return recorder.redo()
        case "left", cards:
            return recorder.left(cards)
        case "dead", cards:
            return recorder.dead(cards)
        case command, words if command in EVENTS:
            return recorder.event(command, words)
        case "show", _:
            return [Echo(text) for text in _table_lines(recorder)]
        case "help", _:
            return [Echo(text) for text in _HELP.splitlines()]
        case _:
            return recorder.enter(line)


def _table_lines(recorder: Recorder) -> list[str]:
    night = recorder.night
    lines = [state_line(night)]
    hand = current_hand(night)
    if hand is not None:
        events = night.unfinished.events if night.unfinished else ()
        lines += [*now_table(night, hand, keys_of(hand.names)).splitlines(), *now_lines(hand, events)]
    return lines


def _with_offer(error: CometError, line: str) -> CometError:
    """The error with the command that a single mistyped word comes near to, where one does."""
    offer = nearest(line.casefold(), COMMANDS) if line.isalpha() and len(line) > 2 else ""
    finding = error.finding
    if not offer or "Did you mean" in finding.remedy:
        return error
    return CometError(replace(finding, remedy=f"{offer} {finding.remedy}".strip()))


def _turn(hand: Hand) -> str:
    """Who is to play what, for the prompt."""
    needed = either(map(str, hand.needed)) if hand.needed else ""
    if not hand.open_cards and not any(map(hand.is_out, hand.profile.comet.cards)) and hand.leader is not None:
        needed = ""
    if not hand.in_turn:
        leads = f"{hand.names[hand.leader]} leads" if hand.leader is not None else ""
        return ", or ".join(filter(None, [needed, leads]))
    if hand.leader is not None and hand.going_on is None:
        return f"{hand.names[hand.leader]} leads"
    if hand.leader is not None:
        return f"{hand.names[hand.last]}: {needed}, or {hand.names[hand.leader]} leads"
    speakers = [hand.names[seat] for seat in (hand.going_on, hand.to_speak) if seat is not None]
    return f"{either(speakers)}: {needed}"


class _Table:
    """A person at a terminal who records a night."""

    def __init__(self, name: str, file: SessionFile, recorder: Recorder) -> None:
        self.name = name
        self.file = file
        self.recorder = recorder
        self.told_end = False

    def sit(self) -> int:
        """Asks until the person stops; returns the exit status."""
        out.say(f"{out.safe(self.recorder.night.session.name)} ({self.file.path}). Type help for help, Ctrl-D to stop.")
        for line in _table_lines(self.recorder):
            out.say(line)
        interrupted = False
        while True:
            self._tell_end()
            try:
                line = ask(self._prompt())
                interrupted = False
            except EOFError:
                out.say()
                return self._stop(OK)
            except KeyboardInterrupt:
                out.say()
                if interrupted:
                    return self._stop(INTERRUPTED)
                interrupted = True
                out.say("That line is dropped. Ctrl-C once more, or Ctrl-D, stops; everything accepted is kept.")
                continue
            if read_command(line) == ("quit", ""):
                return self._stop(OK)
            try:
                say_echo(self._answer(line))
            except CometError as error:
                status = refuse(_with_offer(error, line))
                if status != FINDINGS and error.finding.code != "cannot-write":  # that can be tried again
                    return self._stop(status)
            except KeyboardInterrupt:
                self._read_again()

    def _answer(self, line: str) -> list[Echo]:
        """Takes a line for what it answers: the question on the table, or an entry."""
        recorder = self.recorder
        if recorder.to_book and line in ("", "!"):
            return recorder.admit() if line else recorder.book()
        if not line:
            told = "an answer is needed, such as - or ??; quit stops, and the hand waits"
            return [Echo(told)] if recorder.asked else []
        words = line.split()
        plain = words[0].casefold() not in COMMANDS and read_command(line) is None
        if recorder.asked and plain and ":" not in line:
            return recorder.shown(recorder.asked, line)
        return _enter(recorder, line)

    def _read_again(self) -> None:
        """Takes up what the file holds, after an interruption at whatever moment."""
        self.file.close()
        self.file, self.recorder = open_recorder(self.name, books=False)
        out.say("interrupted; the table is as the file has it:")
        for line in _table_lines(self.recorder):
            out.say(line)

    def _prompt(self) -> str:
        recorder = self.recorder
        if recorder.asked and recorder.last:
            every = recorder.night.session.profile.left.per == "pip"
            of = "" if every else f" of {' '.join(recorder.last.missing)}"
            told = "all cards, or all pips: 72p, 72p 9d with the Comet; ?? not seen" if every else "- none, ?? not seen"
            return f"What did {recorder.asked} still hold{of}? ({told}) "
        if recorder.to_book:
            admits = ", ! admits what is proved" if recorder.proved else ""
            return f"Book hand {recorder.to_book.number}? (Enter books{admits}, < takes back) "
        if recorder.over:
            return "all hands are played> "
        number = len(recorder.night.hands) + recorder.booked
        return f"hand {number}, {_turn(recorder.hand)}> "

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
        out.say(f"{state_line(night)}. Everything is in {self.file.path}; go on with: comet record {self.name}")
        return status
