"""`comet replay`: a recorded hand, play by play, with its transfers."""

import sys

import click

from comet_cli.commands.common import Opened, each_night, sessions_argument, tell_faults
from comet_cli.commands.prompt import ask
from comet_cli.hand import Hand, How, Played
from comet_cli.scoring import ScoredHand
from comet_cli.show import out
from comet_cli.show.tables import summary_table
from comet_cli.totals import tally_text


@click.command("replay")
@sessions_argument
@click.option("--hand", "number", type=click.IntRange(1), help="Only this hand.")
@click.option("--step", is_flag=True, help="Wait for Enter after every play (at a terminal).")
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], number: int | None, step: bool) -> None:
    """Show recorded hands play by play, with what was paid.

    \b
    Examples:
      comet replay friday
      comet replay friday --hand 2 --step
    """
    waits = step and sys.stdin is not None and sys.stdin.isatty() and "-" not in sessions
    ctx.exit(each_night(sessions, lambda opened: _replay(opened, number, waits)))


def _replay(opened: Opened, number: int | None, waits: bool) -> int:
    hands = opened.night.hands
    if number is not None and number > len(hands):
        raise click.UsageError(f"{opened.label} has no hand {number}; its last is hand {len(hands)}.")
    for hand in hands if number is None else [hands[number - 1]]:
        _show_hand(hand, waits)
    return tell_faults(opened)


def _show_hand(scored: ScoredHand, waits: bool) -> None:
    out.put(f"hand {scored.number}: {scored.dealer} deals, {scored.leader} leads, {scored.state}")
    record = scored.record
    if record.tally is not None:
        out.put(f"       known by its totals: {out.safe(tally_text(record.tally))}")
    paid = [event for event in scored.events if event.reason == "stake"]
    for event in paid:
        out.put(f"       {event.text}")
    if scored.hand is not None:
        for played in scored.hand.log:
            out.put(play_line(scored.hand, played))
            for event in scored.events:
                if event.transfers[0].play == played.number:
                    paid.append(event)
                    out.put(f"       {event.text}")
            if waits and ask("") in ("q", "quit"):
                raise click.exceptions.Exit(0)
    if record.out is not None:
        out.put(f"       {out.safe(record.out)} went out; not all plays are recorded")
    for name, shown in record.left.items():
        out.put(f"       left {out.safe(name)}: {shown}")
    if record.dead:
        out.put(f"       dead: {' '.join(map(str, record.dead))}")
    for event in scored.events:
        if event not in paid:
            out.put(f"       {event.text}")
    for each in record.adjustments:
        out.put(f"       {out.safe(str(each))}")
    for note in record.notes:
        out.put(f"       note: {out.safe(note)}")
    if scored.state == "settled":
        out.put(summary_table(scored))
    if record.void is not None:
        out.put(f"       void: {out.safe(record.void)}")
    out.put()


def play_line(hand: Hand, played: Played) -> str:
    """One play as a line: its number, who, what, and what it did to the run."""
    name = hand.names[played.seat]
    told = _TOLD.get(played.how, "") + (", as a nine" if played.nine else "")
    return f"{played.number:4}  {name}: {played.play}{'   ' if told else ''}{told}"


_TOLD = {
    How.LEAD: "leads",
    How.DETOUR: "the Comet, a detour",
    How.SUBSTITUTE: "the Comet, a substitute",
    How.RESET: "the Comet, which ends the run",
}
