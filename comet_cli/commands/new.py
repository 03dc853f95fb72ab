"""`comet new`: begins a session."""

import secrets
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from comet_cli.commands.common import complete_profile
from comet_cli.commands.prompt import ask
from comet_cli.findings import CometError
from comet_cli.library import find_profile, find_table, published, read_settings
from comet_cli.people import check_name, clean_name, find_player
from comet_cli.profile import Profile, open_choices
from comet_cli.records import Session
from comet_cli.show import out
from comet_cli.store import create_session, session_path


@click.command("new")
@click.argument("name", required=False)
@click.option(
    "-p", "--profile", metavar="PROFILE", shell_complete=complete_profile, help="A rule set: an id or a file."
)
@click.option("--player", "players", metavar="NAME", multiple=True, help="A player; give all of them, clockwise.")
@click.option("--dealer", metavar="NAME", help="Who deals first. Without it the first dealer is drawn at random.")
@click.option("--hands", type=click.IntRange(1, 1000), help="How many hands, where the profile's number will not do.")
@click.option(
    "--set", "settings", metavar="KEY=VALUE", multiple=True, help="A rule agreed for this night: pay.comet=2."
)
@click.option("--title", help="What the night is called, where that is more than NAME.")
@click.pass_context
def command(
    ctx: click.Context,
    name: str | None,
    profile: str | None,
    players: tuple[str, ...],
    dealer: str | None,
    hands: int | None,
    settings: tuple[str, ...],
    title: str | None,
) -> None:
    """Begin a session: who plays, by which rules, who deals first.

    NAME is a path, or a name: "friday" is sessions/friday.toml, or that file under $COMET_SESSIONS. At a terminal
    it asks for what is missing.

    \b
    Examples:
      comet new friday -p foster --player Ana --player Bruno --player Carla
      comet new friday -p my-house.toml --player Ana --player Bruno --dealer Ana --hands 6
      comet new monday -p crp --player Ana --player Bruno --player Carla --set pay.comet=2 --set stake.ante=2
    """
    asking = sys.stdin is not None and sys.stdin.isatty()
    name = name or (_ask_name() if asking else None)
    if not name:
        raise click.UsageError("Say what the session is called: comet new NAME ...")
    path = session_path(name)
    if not profile and not asking:
        raise click.UsageError(f"Say by which rules you play: -p PROFILE, one of {', '.join(published())}, or a file.")
    agreed = _settings(settings)
    rules = _rules(profile, agreed) if profile else _ask_profile(agreed)
    if not players and asking:
        players = _ask_players(rules)
        dealer = dealer or _ask_dealer(players)
    seats = _seats(players, rules)
    planned = hands or rules.hands_planned(len(seats))
    if planned and (fault := rules.plan_fault(planned)):
        raise click.UsageError(fault[:1].upper() + fault[1:] + ".")
    first = seats[_dealer(dealer, seats)] if dealer else secrets.choice(seats)
    session = Session(
        name=out.safe(title or Path(name).name.removesuffix(".toml")),
        players=seats,
        profile=rules,
        started=datetime.now().astimezone().replace(microsecond=0),
        first_dealer=first,
        hands_planned=planned,
    )
    kept = create_session(path, session)
    leader = seats[(seats.index(first) + 1) % len(seats)]
    for setting in settings:
        out.say(f"agreed: {out.safe(setting)}")
    out.say(f"{out.safe(str(path))}: {rules.title}, {session.hands_planned or 'any number of'} hands")
    out.say(f"{first} {'deals' if dealer else 'was drawn and deals'} first; {leader} leads")
    if kept:
        out.say(f"note: the backup of an earlier night of that name is kept as {out.safe(kept.name)}")
    out.say(f"Go on with: comet record {shlex.quote(out.safe(name))}")


def _settings(settings: Sequence[str]) -> dict[str, dict[str, Any]]:
    try:
        return read_settings(settings)
    except CometError as error:
        raise _usage("--set", error) from None


def _rules(profile: str, agreed: dict[str, dict[str, Any]]) -> Profile:
    """The rules, with what was agreed for the night; where only that is at fault, it is wrong usage."""
    if agreed:
        find_table(profile, Path())
        try:
            return find_profile(profile, Path(), agreed)
        except CometError as error:
            raise _usage("--set", error) from None
    return find_profile(profile, Path())


def _usage(option: str, error: CometError) -> click.UsageError:
    told = [error.finding.message, error.finding.why, error.finding.remedy]
    words = " ".join(part if part[-1] in ".?" else f"{part}." for part in told if part)
    return click.UsageError(f"{option}: {words} [{error.finding.code}]")


def _ask_name() -> str:
    while True:
        name = ask("Name of the session: ")
        try:
            if name and not session_path(name).exists():
                return name
            out.say(f'"{name}" is there already.' if name else "A name is needed, such as friday.")
        except CometError as error:
            out.complain(error.finding)


def _ask_profile(agreed: dict[str, dict[str, Any]]) -> Profile:
    rules = {name: find_table(name, Path()) for name in published()}
    ready = [name for name, found in rules.items() if not open_choices(found)]
    for number, name in enumerate(ready, 1):
        out.say(f"  {number}  {name}: {rules[name]['title']}")
    while True:
        reference = ask("Rules (a number or a name above, or a file): ")
        try:
            if reference.isdecimal() and 1 <= int(reference) <= len(ready):
                reference = ready[int(reference) - 1]
            if reference:
                return find_profile(reference, Path(), agreed)
            out.say("The rules have to be chosen: comet profiles list tells more about them.")
        except CometError as error:
            out.complain(error.finding)


def _ask_players(rules: Profile) -> tuple[str, ...]:
    """The names typed in one line; with a comma in it, blanks belong to the names."""
    while True:
        line = ask("Players in one line, clockwise (Ana Bruno, or Ana Sá, Bruno): ")
        names = tuple(map(clean_name, line.split(",") if "," in line else line.split()))
        faults = (check_name(name, names[:at]) for at, name in enumerate(names))
        if fault := next(filter(None, faults), None) or rules.seats_fault(len(names)):
            out.say(fault)
        else:
            return names


def _ask_dealer(players: Sequence[str]) -> str:
    while True:
        dealer = ask("Who deals first? (Enter: drawn at random) ")
        try:
            return players[find_player(dealer, players)] if dealer else ""
        except CometError as error:
            out.complain(error.finding)


def _seats(players: Sequence[str], rules: Profile) -> tuple[str, ...]:
    seats: list[str] = []
    for name in map(clean_name, players):
        if fault := check_name(name, seats):
            raise click.UsageError(fault[:1].upper() + fault[1:] + ".")
        seats.append(name)
    if fault := rules.seats_fault(len(seats)):
        raise click.UsageError(f"{fault}. Use --player NAME.")
    return tuple(seats)


def _dealer(dealer: str, seats: Sequence[str]) -> int:
    try:
        return find_player(dealer, seats)
    except CometError as error:
        raise _usage("--dealer", error) from None
