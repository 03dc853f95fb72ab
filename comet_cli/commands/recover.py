"""`comet recover`: puts back what is kept of a night whose file is damaged or gone."""

import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from comet_cli.backup import backup_of
from comet_cli.cli import FINDINGS, OK, UNREADABLE
from comet_cli.commands.common import session_argument
from comet_cli.commands.prompt import ask
from comet_cli.files import is_there, read_whole
from comet_cli.findings import Family, Finding
from comet_cli.payments import signed
from comet_cli.recovery import Backup, can_be_replaced, find_backup, find_damage, look, put_back
from comet_cli.show import out
from comet_cli.store import locked, session_path


@click.command("recover")
@session_argument
@click.option("--yes", is_flag=True, help="Put it back without asking.")
@click.pass_context
def command(ctx: click.Context, session: str, yes: bool) -> None:
    """Put back what is kept of a damaged or missing session.

    While a night is recorded, it is kept beside its file as it stood when the last hand ended. This shows what is
    kept against what can still be seen in the file, and asks before it puts it back. The damaged file is kept as
    NAME.toml.damaged. A file that is sound is left alone.

    \b
    Examples:
      comet recover friday
      comet recover friday --yes
    """
    path = session_path(session)
    with locked(path):
        ctx.exit(_recover(path, session, yes))


def _recover(path: Path, name: str, agreed: bool) -> int:
    backup, fault = find_backup(path), find_damage(path)
    if fault is None:
        return _tell_sound(path, backup)
    out.complain(fault if is_there(path) else replace(fault, remedy=""))
    if not can_be_replaced(path, fault):
        return UNREADABLE
    if backup is None:
        out.complain(_no_backup(path))
        return UNREADABLE
    _compare(path, backup)
    if not agreed and not _agrees():
        return FINDINGS
    aside = put_back(path, backup)
    kept = f"; the damaged file is kept as {out.safe(aside.name)}" if aside else ""
    out.say(f"{out.safe(str(path))} is as it was {backup.moment}{kept}")
    out.say(f"Go on with: comet record {shlex.quote(out.safe(name))}")
    return OK


def _tell_sound(path: Path, backup: Backup | None) -> int:
    out.say(f"{out.safe(str(path))} is sound: nothing has to be put back, and nothing was changed")
    data = read_whole(path)
    if backup and backup.data.startswith(data) and backup.data != data:
        out.say(f"The backup goes on from there: it has the night as it was {backup.moment}.")
        out.say("Where that is wanted back, give the file another name first, and call this again.")
    return FINDINGS


def _no_backup(path: Path) -> Finding:
    place = backup_of(path)
    found = f"{place.name} cannot be read either" if is_there(place) else f"there is no {place.name} beside it"
    return Finding("no-backup", Family.UNREADABLE, f"nothing is kept that could be put back: {found}")


def _compare(path: Path, backup: Backup) -> None:
    """Tells what is kept against what can still be seen in the damaged file."""
    hands = len(backup.night.hands)
    out.say(f"backup: {_hands(hands)}{_balances(backup.night.balances)}; as it was {backup.moment}")
    if not is_there(path):
        return
    remains = look(path)
    turns = f", {remains.turns} turn{'s' * (remains.turns != 1)} in the last" if remains.turns else ""
    out.say(f"file: {_hands(remains.hands)} can still be seen{turns}{_balances(remains.balances)}")
    if remains.hands > hands:
        out.say("What the file says beyond the backup is not put back; the file is kept, and can be looked at.")


def _hands(number: int) -> str:
    return f"{number or 'no'} hand{'s' * (number != 1)}"


def _balances(balances: Mapping[str, int]) -> str:
    told = ", ".join(f"{out.safe(name)} {signed(number)}" for name, number in balances.items())
    return f"; balances {told}" if told else ""


def _agrees() -> bool:
    """Whether the person at the terminal has the backup put back; where there is none, nobody does."""
    if sys.stdin is None or not sys.stdin.isatty():
        out.say("nothing was changed; --yes puts the backup back")
        return False
    if ask("Put the backup back? (y puts it back, Enter leaves everything as it is) ").casefold() in ("y", "yes"):
        return True
    out.say("nothing was changed")
    return False
