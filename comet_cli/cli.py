"""The program `comet`: finds the command, runs it, and turns what it raises into messages and exit statuses."""

import importlib
import os
import sys
from typing import TYPE_CHECKING, NoReturn

import click

from comet_cli import __version__

if TYPE_CHECKING:
    from comet_cli.findings import Finding

OK, FINDINGS, USAGE, UNREADABLE, BUSY, INTERRUPTED = 0, 1, 2, 3, 4, 130

_COMMANDS = (
    "new",
    "record",
    "undo",
    "redo",
    "left",
    "recover",
    "show",
    "score",
    "verify",
    "explain",
    "replay",
    "standings",
    "export",
    "profiles",
)


class Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of a night."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"comet_cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `args` begin with; a near miss is answered with the nearest one."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from comet_cli.findings import nearest

            offer = nearest(args[0], _COMMANDS) or "Try 'comet --help'."
            ctx.fail(f'There is no command "{args[0]}". {offer}')
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="comet")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Color in messages. The default colors at a terminal only, and never where NO_COLOR is set.",
)
def comet(color: str) -> None:
    """Record and score the card game Comet: every card, every transfer, every balance.

    \b
    A night, from the empty table to the standings:
      comet new friday -p foster --player Ana --player Bruno --player Carla
      comet record friday
      comet standings friday
    """
    from comet_cli.show import out

    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    out.set_color({"always": True, "never": False}.get(color, False if plain else None))


def main() -> NoReturn:
    """Runs the program with the arguments of the command line and ends with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_run())


def _run() -> int:
    try:
        status = comet.main(prog_name="comet", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        return _told_usage(error)
    except Exception as error:
        return _told(error)
    return status if isinstance(status, int) else OK


def _told_usage(error: click.ClickException) -> int:
    """Tells wrong usage; what was typed is not repeated in a way that could drive the terminal."""
    from comet_cli.show import out

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        out.say(error.format_message())
        return USAGE
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is not None:
        out.say(f"{ctx.get_usage()}\nTry 'comet{ctx.command_path.removeprefix('comet')} -h' for help.\n")
    out.say(out.safe_lines(f"error: {error.format_message()}"))
    return USAGE


def _told(error: Exception) -> int:
    """Tells a finding that a command did not tell itself; anything else is a fault of the program and told as that."""
    from comet_cli.findings import CometError
    from comet_cli.show import out

    if isinstance(error, out.ReaderGone | BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK
    if isinstance(error, OSError) and error.filename is None:
        out.say(f"error: the output cannot be written: {error.strerror} [cannot-write]")
        return UNREADABLE
    if not isinstance(error, CometError):
        if "COMET_DEBUG" in os.environ:
            raise error
        out.say(f"error: comet itself failed: {type(error).__name__}: {out.safe(str(error))} [fault-of-comet]")
        out.say("  to go on: What was accepted is in the file. Run it with COMET_DEBUG=1 for a report.")
        return FINDINGS
    for finding in error.findings:
        out.complain(finding)
    return status_of(error.finding)


def status_of(finding: "Finding") -> int:
    """The exit status that a finding ends a command with."""
    from comet_cli.findings import Family

    return {Family.UNREADABLE: UNREADABLE, Family.BUSY: BUSY}.get(finding.family, FINDINGS)
