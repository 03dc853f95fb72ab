"""`comet verify`: every finding of a night, in file order."""

from collections.abc import Sequence

import click

from comet_cli.cli import FINDINGS, OK
from comet_cli.commands.common import Opened, each_night, sessions_argument
from comet_cli.findings import Family, Finding
from comet_cli.show import out
from comet_cli.show.exports import Checked, findings_json


@click.command("verify")
@sessions_argument
@click.option("--strict", is_flag=True, help="Count open hands and irregularities that stood as failures too.")
@click.option("--json", "as_json", is_flag=True, help="Write the findings as one JSON document.")
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Replay sessions and report everything that is wrong.

    Each finding is told with file, line, hand and play. Nothing is changed.

    `comet explain CODE` tells more about a finding: its code stands in brackets behind it.

    \b
    Examples:
      comet verify friday
      comet verify --strict sessions/*.toml
      comet verify --json friday
    """
    checked: list[Checked] = []

    def check(opened: Opened) -> int:
        found = opened.placed([*opened.reading.findings, *opened.night.findings, *_unfinished(opened)])
        checked.append(Checked(opened.label, opened.night.session.name, len(opened.night.hands), found))
        if not as_json:
            _tell(checked[-1], strict)
        return FINDINGS if checked[-1].failing(strict) else OK

    def unread(name: str, findings: Sequence[Finding]) -> None:
        checked.append(Checked(name, None, None, findings))

    status = each_night(sessions, check, unread if as_json else None)
    if as_json:
        out.put_bytes(findings_json(checked, strict).encode())
    ctx.exit(status)


def _tell(checked: Checked, strict: bool) -> None:
    for finding in checked.findings:
        out.put(out.finding_text(finding))
    counted = f"{checked.hands} hand{'s' * (checked.hands != 1)}"
    failing = checked.failing(strict)
    out.put(f"{checked.file}: {counted}, {_number(failing)}{_noted(len(checked.findings) - len(failing))}")


def _unfinished(opened: Opened) -> list[Finding]:
    hand = opened.night.unfinished
    if hand is None or not hand.sound or hand is not opened.night.hands[-1] or not (hand.turns or hand.record.tally):
        return []
    place = {"file": opened.label, "hand": hand.number, "line": hand.record.places.get(())}
    return [Finding(f"hand-{hand.state}", Family.OPEN, f"the hand is {hand.state}").at(**place)]


def _number(findings: list[Finding]) -> str:
    return f"{len(findings) or 'no'} finding{'s' * (len(findings) != 1)}"


def _noted(number: int) -> str:
    return f", {number} noted" if number else ""
