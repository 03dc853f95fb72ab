"""`comet undo`: takes back the last turn, answer or booking."""

import click

from comet_cli.commands.common import open_recorder, refuse, say_echo, session_argument
from comet_cli.findings import CometError


@click.command("undo")
@session_argument
@click.pass_context
def command(ctx: click.Context, session: str) -> None:
    """Take back the last turn, answer or booking, across hands too.

    What is taken back can be put back with `comet redo` until something else is entered.

    \b
    Example:
      comet undo friday
    """
    _, recorder = open_recorder(session)
    try:
        say_echo(recorder.undo())
    except CometError as error:
        ctx.exit(refuse(error))
