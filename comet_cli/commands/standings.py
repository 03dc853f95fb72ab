"""`comet standings`: balances, ranks and hands won over any number of sessions."""

from collections.abc import Iterable

import click

from comet_cli.commands.common import Opened, each_night, sessions_argument, tell_faults
from comet_cli.payments import Standing, rank
from comet_cli.show import out
from comet_cli.show.tables import standings_table, state_line

_KINDS = {
    "transfers": "points paid between players",
    "winner": "points of the winners",
    "earner": "points earned",
}


@click.command("standings")
@sessions_argument
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...]) -> None:
    """Add up settled hands over any number of sessions.

    The table has rank, balance, hands played and hands won.

    Players are the same where their names are. Hands that are not settled do not count and are named.

    \b
    Examples:
      comet standings friday
      comet standings sessions/*.toml
    """
    nights: list[Opened] = []

    def keep(opened: Opened) -> int:
        nights.append(opened)
        return tell_faults(opened)

    status = each_night(sessions, keep)
    kinds = dict.fromkeys(opened.night.session.profile.score.kind for opened in nights)
    for index, kind in enumerate(kinds):
        group = [opened for opened in nights if opened.night.session.profile.score.kind == kind]
        if index:
            out.put()
        if len(kinds) > 1:
            out.put(_KINDS[kind])
        out.put(standings_table(add_up(opened.night.standings for opened in group)))
    for opened in nights:
        if opened.night.unfinished or (len(nights) == 1 and opened.night.complete):
            out.say(f"{opened.label}: {state_line(opened.night)}")
    ctx.exit(status)


def add_up(tables: Iterable[Iterable[Standing]]) -> list[Standing]:
    """One table of standings out of several: the same name is the same player."""
    sums: dict[str, tuple[int, int, int]] = {}
    for table in tables:
        for row in table:
            balance, hands, won = sums.get(row.player, (0, 0, 0))
            sums[row.player] = balance + row.balance, hands + row.hands, won + row.won
    return rank((player, *numbers) for player, numbers in sums.items())
