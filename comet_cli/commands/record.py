"""`comet record`: the plays of a table, line by line, each on disk before the next is asked for."""

import sys
from collections.abc import Iterable, Iterator

import click

from comet_cli.cli import OK
from comet_cli.commands.common import (
    complete_session,
    open_nights,
    open_recorder,
    refuse,
    say_echo,
)
from comet_cli.commands.lines import enter
from comet_cli.findings import CometError, unreadable
from comet_cli.recorder import Recorder
from comet_cli.show import out


@click.command("record", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--plain", is_flag=True, help="One line after the other, without the table above it.")
@click.argument("session", metavar="[SESSION]", required=False, shell_complete=complete_session)
@click.argument("entries", metavar="[ENTRY...]", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, plain: bool, session: str | None, entries: tuple[str, ...]) -> None:
    """Record the plays of a table.

    At a terminal it asks line by line; otherwise every ENTRY, or every line of standard input, is a line. Each
    accepted line is on disk before the next. Not at a terminal the first line that is refused ends the run with
    status 1; what came before it stays. Without SESSION it offers the night that is open.

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
      help            the rest: notes, agreed points, mended plays, people, totals
    \b
    Examples:
      comet record friday
      comet record friday "a: 3-5c" "b" "." "Js"
      comet record friday < plays.txt
    """
    typed = not entries and sys.stdin is not None and sys.stdin.isatty()
    session = session or _open_night(asking=typed)
    file, recorder = open_recorder(session, books=not typed)
    try:
        recorder.check()
    except CometError as error:
        ctx.exit(refuse(error, file=str(file.path)))
    if typed:
        from comet_cli.commands.prompt import at_table
        from comet_cli.commands.sitting import Sitting

        ctx.exit(Sitting(session, file, recorder, at_table(plain=plain)).sit())
    ctx.exit(_read(recorder, enumerate(entries, 1) if entries else _input_lines(), "entry" if entries else "line"))


def _open_night(*, asking: bool) -> str:
    """The name of the night that is open, once the person agrees to it."""
    nights = dict(open_nights())
    if not nights:
        raise click.UsageError("No night is open here. Begin one: comet new NAME -p PROFILE --player NAME ...")
    if not asking:
        raise click.UsageError(f"Say which session: comet record NAME. Open here: {', '.join(nights)}.")
    from comet_cli.commands.prompt import ask

    for number, (name, state) in enumerate(nights.items(), 1):
        out.say(f"  {number}  {name}: {state}")
    newest = next(iter(nights))
    while True:
        name = ask(f"Which night? (Enter: {newest}) ") or newest
        if name in nights:
            return name
        if name.isdecimal() and 1 <= int(name) <= len(nights):
            return list(nights)[int(name) - 1]
        out.say(f'"{name}" is not one of them: {", ".join(nights)}.')


def _read(recorder: Recorder, lines: Iterable[tuple[int, str]], kind: str) -> int:
    """Takes lines until one is refused; returns the exit status."""
    try:
        for number, line in lines:
            if line.strip() in ("quit", "exit"):
                break
            if not line.strip() or _is_comment(line, recorder):
                continue
            try:
                say_echo(enter(recorder, line))
            except CometError as error:
                out.say(f"{kind} {number} was refused; what came before it is kept")
                if line in ("--plain", "--help", "-h"):
                    out.say(f"An option stands before the session: comet record {line} NAME")
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
