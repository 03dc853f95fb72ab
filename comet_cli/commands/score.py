"""`comet score`: works a night out and writes the results into its file."""

from dataclasses import replace
from pathlib import Path

import click

from comet_cli.cli import FINDINGS
from comet_cli.commands.common import Opened, complete_profile, each_night, sessions_argument, tell_faults
from comet_cli.library import find_profile
from comet_cli.night import Night, score_night
from comet_cli.profile import Profile
from comet_cli.records import Session
from comet_cli.scoring import State
from comet_cli.show import out
from comet_cli.show.tables import difference_table, hands_table, state_line
from comet_cli.writing import write_session


@click.command("score")
@sessions_argument
@click.option(
    "--profile", metavar="PROFILE", shell_complete=complete_profile, help="Score by other rules than the night's."
)
@click.option("--replace", "replaced", is_flag=True, help="Write computed results over stored ones that differ.")
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], profile: str | None, replaced: bool) -> None:
    """Work sessions out and write the results into their files.

    What every hand came to is shown, and written with the running balances.

    Stored results that differ are shown and left as they are unless --replace is given. "-" reads a session from
    standard input and writes the scored one to standard output.

    A night keeps the rules it was played by. With --profile it is replayed by other rules, and the difference is
    shown; only with --replace do they take the place of its own in the file.

    \b
    Examples:
      comet score friday
      comet score friday --profile house.toml
      comet score - < friday.toml > scored.toml
    """
    rules = find_profile(profile, Path()) if profile else None
    ctx.exit(each_night(sessions, lambda opened: _score(opened, replaced, rules)))


def _score(opened: Opened, replaced: bool, rules: Profile | None) -> int:
    if rules is not None:
        other = score_night(replace(opened.night.session, profile=rules))
        out.say(f"{opened.label}: by {rules.title} instead of {opened.night.session.profile.title}:")
        out.say(difference_table(opened.night, other))
        if not replaced:
            out.say("nothing was written; --replace takes the new rules over")
            return tell_faults(replace(opened, night=other))
        if any(not hand.sound for hand in other.hands):
            out.say("nothing was written: not every hand can have been played by these rules")
            return tell_faults(replace(opened, night=other))
        opened = replace(opened, night=other)
    night = opened.night
    show = out.put if opened.file else out.say
    show(f"{out.safe(night.session.name)}: {state_line(night)}")
    if night.hands:
        show(hands_table(night))
    status = tell_faults(opened)
    differing = [finding for finding in night.findings if finding.code.startswith("stored-")]
    for finding in [] if replaced else opened.placed(differing):
        out.complain(finding)
    if differing and replaced:
        out.say(f"{opened.label}: {len(differing)} stored values differed and are replaced")
    if not opened.reading.whole or (differing and not replaced):
        out.say(f"{opened.label}: nothing was written")
        return FINDINGS
    scored = with_results(night)
    file = opened.file
    if file is None:
        out.put_bytes(write_session(scored).encode())
        return status
    if write_session(scored) != write_session(file.session):
        with file.alone():
            file.save(scored)
    for notice in file.notices:
        out.say(f"note: {out.safe(notice)}")
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
