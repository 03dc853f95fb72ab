"""`comet redo`: puts back what was undone last."""

import click

from comet_cli.commands.common import open_recorder, refuse, say_echo, session_argument
from comet_cli.findings import CometError


@click.command("redo")
@session_argument
@click.pass_context
def command(ctx: click.Context, session: str) -> None:
    """Put back what was undone last.

    It is kept until something else is entered.

    \b
    Example:
      comet redo friday
    """
    _, recorder = open_recorder(session)
    try:
        say_echo(recorder.redo())
    except CometError as error:
        ctx.exit(refuse(error))
