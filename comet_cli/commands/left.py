"""`comet left`: what a player still held at the end of the last hand."""

import click

from comet_cli.commands.common import complete_player, open_recorder, refuse, say_echo, session_argument
from comet_cli.findings import CometError


@click.command("left", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@session_argument
@click.argument("player", shell_complete=complete_player)
@click.argument("cards", nargs=-1, required=True, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, session: str, player: str, cards: tuple[str, ...]) -> None:
    """Note what PLAYER still held when the last hand ended.

    CARDS are the kings and the Comet among them; the rest is filled up with "?". A "-" says that nothing of it
    pays, "??" that nobody saw the hand.

    \b
    Examples:
      comet left friday Bruno Ks 9d
      comet left friday Carla -
    """
    _, recorder = open_recorder(session)
    try:
        recorder.check()
        say_echo(recorder.shown(player, " ".join(cards)))
    except CometError as error:
        ctx.exit(refuse(error))
