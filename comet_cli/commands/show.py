"""`comet show`: the table as it is now."""

import click

from comet_cli.commands.common import Opened, each_night, sessions_argument, tell_faults
from comet_cli.hand import Hand
from comet_cli.night import Night
from comet_cli.show import out
from comet_cli.show.tables import hands_table, now_lines, now_table, remarks, state_line


@click.command("show")
@sessions_argument
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...]) -> None:
    """Show the table now: whose turn, cards in hand, balances.

    \b
    Example:
      comet show friday
    """
    ctx.exit(each_night(sessions, _show))


def _show(opened: Opened) -> int:
    night = opened.night
    out.put(f"{out.safe(night.session.name)}: {night.session.profile.title}, {state_line(night)}")
    hand = current_hand(night)
    if hand is not None:
        events = night.unfinished.events if night.unfinished else ()
        out.put()
        out.put(now_table(night, hand))
        out.put()
        for line in now_lines(hand, events):
            out.put(line)
    if night.hands:
        out.put()
        out.put(hands_table(night))
    for number, text in remarks(night):
        out.put(f"hand {number}: {out.safe(text)}")
    return tell_faults(opened)


def current_hand(night: Night) -> Hand | None:
    """The hand on the table: the unfinished one, or the next one before its first card; None at the end."""
    if night.unfinished:
        return night.unfinished.hand if night.unfinished.record.tally is None else None
    session = night.session
    if night.complete or night.next_dealer is None or session.profile.seats_fault(len(night.seats)):
        return None
    return Hand(session.profile, night.seats, night.seats.index(night.next_dealer))
