"""`comet verify`: every finding of a night, in file order."""

import click

from comet_cli.cli import FINDINGS, OK
from comet_cli.commands.common import Opened, each_night, sessions_argument
from comet_cli.findings import Family, Finding
from comet_cli.show import out


@click.command("verify")
@sessions_argument
@click.option("--strict", is_flag=True, help="Count open hands and irregularities that stood as failures too.")
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], strict: bool) -> None:
    """Replay sessions and report every finding with file, line, hand and play. Changes nothing.

    \b
    Examples:
      comet verify friday
      comet verify --strict sessions/*.toml
    """
    ctx.exit(each_night(sessions, lambda opened: _verify(opened, strict)))


def _verify(opened: Opened, strict: bool) -> int:
    findings = opened.placed([*opened.reading.findings, *opened.night.findings, *_unfinished(opened)])
    for finding in findings:
        out.put(out.finding_text(finding))
    hands = len(opened.night.hands)
    counted = f"{hands} hand{'s' * (hands != 1)}"
    failing = [finding for finding in findings if finding.fails or strict]
    out.put(f"{opened.label}: {counted}, {_number(failing)}{_noted(len(findings) - len(failing))}")
    return FINDINGS if failing else OK


def _unfinished(opened: Opened) -> list[Finding]:
    hand = opened.night.unfinished
    if hand is None or not hand.sound:
        return []
    place = {"file": opened.label, "hand": hand.number, "line": hand.record.places.get(())}
    return [Finding(f"hand-{hand.state}", Family.OPEN, f"the hand is {hand.state}").at(**place)]


def _number(findings: list[Finding]) -> str:
    return f"{len(findings) or 'no'} finding{'s' * (len(findings) != 1)}"


def _noted(number: int) -> str:
    return f", {number} noted" if number else ""
