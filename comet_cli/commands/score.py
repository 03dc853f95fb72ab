"""`comet score`: works a night out and writes the results into its file."""

from dataclasses import replace

import click

from comet_cli.cli import FINDINGS
from comet_cli.commands.common import Opened, each_night, sessions_argument, tell_faults
from comet_cli.night import Night
from comet_cli.records import Session
from comet_cli.scoring import State
from comet_cli.show import out
from comet_cli.show.tables import hands_table, state_line
from comet_cli.writing import write_session


@click.command("score")
@sessions_argument
@click.option("--replace", "replaced", is_flag=True, help="Write computed results over stored ones that differ.")
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], replaced: bool) -> None:
    """Replay sessions, show what every hand came to, and write results and balances into the files.

    Stored results that differ are shown and left as they are unless --replace is given. "-" reads a session from
    standard input and writes the scored one to standard output.

    \b
    Examples:
      comet score friday
      comet score - < friday.toml > scored.toml
    """
    ctx.exit(each_night(sessions, lambda opened: _score(opened, replaced)))


def _score(opened: Opened, replaced: bool) -> int:
    night = opened.night
    show = out.put if opened.file else out.say
    show(f"{out.safe(night.session.name)}: {state_line(night)}")
    if night.hands:
        show(hands_table(night))
    status = tell_faults(opened)
    differing = [finding for finding in night.findings if finding.code.startswith("stored-")]
    for finding in differing:
        out.complain(finding.at(file=opened.label))
    if not opened.reading.whole or (differing and not replaced):
        out.say(f"{opened.label}: nothing was written")
        return FINDINGS
    scored = with_results(night)
    file = opened.file
    if file is None:
        click.echo(write_session(scored), nl=False)
        return status
    if write_session(scored) != write_session(file.session):
        file.save(scored)
    for notice in file.notices:
        out.say(f"note: {notice}")
    return status


def with_results(night: Night) -> Session:
    """The session with the result of every hand that is settled or void, up to one that cannot be scored."""
    hands = []
    for hand in night.hands:
        record = hand.record
        if hand.balanced and hand.state in (State.SETTLED, State.VOID):
            record = replace(record, result=hand.result)
        hands.append(replace(record, turns=hand.turns))
    return replace(night.session, hands=tuple(hands))
