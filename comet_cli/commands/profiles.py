"""`comet profiles`: the rule sets, published and a house's own."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from comet_cli.commands.common import complete_profile
from comet_cli.files import write_whole
from comet_cli.findings import unreadable
from comet_cli.library import find_table, published
from comet_cli.profile import make_profile, open_choices, pack_of
from comet_cli.show import out
from comet_cli.show.rules import differences, house_toml, rules_text, rules_toml, values_of, word
from comet_cli.show.tables import table


@click.group("profiles", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The rule sets: list, show, check, compare, or begin one.

    \b
    Examples:
      comet profiles list
      comet profiles show crp
      comet profiles new house.toml --extends foster
      comet profiles check house.toml
      comet profiles diff foster house.toml
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_profiles)


@command.command("list")
def list_profiles() -> None:
    """List the published rule sets, with as many columns as the terminal has room for.

    "open" counts the choices that the source leaves to the house: `comet profiles new` makes a file to fill in.

    \b
    Example:
      comet profiles list
    """
    rows = [_row(find_table(name, Path())) for name in published()]
    headers = ("id", "players", "pack", "match", "open", "turn", "Comet", "pays", "source")
    shown = len(headers)
    while shown > 2 and not out.fits(told := table(headers[:shown], [row[:shown] for row in rows], left=shown)):
        shown -= 1
    out.put(told)


@command.command("show")
@click.argument("profile", shell_complete=complete_profile)
@click.option("--toml", is_flag=True, help="The data, as a profile file holds it.")
def show_profile(profile: str, toml: bool) -> None:
    """Show the rules of PROFILE, an id or a file, in sentences that can be read aloud.

    \b
    Examples:
      comet profiles show foster
      comet profiles show house.toml --toml
    """
    found = find_table(profile, Path())
    if toml:
        out.put(out.safe_lines(rules_toml(found).removesuffix("\n")))
    else:
        out.put_prose(rules_text(found))


@command.command("check")
@click.argument("file", shell_complete=complete_profile)
def check_profile(file: str) -> None:
    """Check a profile: its keys, its values, and whether they can work together.

    \b
    Example:
      comet profiles check house.toml
    """
    profile = make_profile(find_table(file, Path()))
    least, most = profile.players.min, profile.players.max
    for players in dict.fromkeys((least, most)):
        dealt = profile.dealt(players, players - 1)
        dead = profile.pack_for(players).total() - sum(dealt)
        out.put(f"{players} players hold {' '.join(map(str, dealt))}{f', {dead} dead' if dead else ''}")
    out.put(f"{profile.id}: {profile.title}, no findings")


@command.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--extends", required=True, metavar="PROFILE", shell_complete=complete_profile, help="What to begin from."
)
def new_profile(file: Path, extends: str) -> None:
    """Write FILE, a profile of your own that extends another, with every parameter there to be changed.

    \b
    Example:
      comet profiles new house.toml --extends foster
    """
    if file.exists():
        raise unreadable("file-exists", f"{file} is there already; nothing was written", remedy="Choose another name.")
    reference = extends if extends in published() else os.path.relpath(extends, file.parent)
    write_whole(file, house_toml(find_table(extends, Path()), reference, file.name.removesuffix(".toml")).encode())
    out.say(f"{file}: take the # away where your rules differ, then: comet profiles check {file}")


@command.command("diff")
@click.argument("one", shell_complete=complete_profile)
@click.argument("other", shell_complete=complete_profile)
def diff_profiles(one: str, other: str) -> None:
    """Show in which rules two profiles differ.

    \b
    Example:
      comet profiles diff foster crp
    """
    rows = differences(find_table(one, Path()), find_table(other, Path()))
    out.put(table(("rule", one, other), rows, left=3) if rows else "the rules are the same")


def _row(found: Mapping[str, Any]) -> list[str]:
    values = {key: word(value) for key, value in values_of(found).items()}
    choices = open_choices(found)
    return [
        found["id"],
        f"{values.get('players.min', '?')}-{values.get('players.max', '?')}",
        f"{pack_of(found).total()} cards",
        values.get("match.hands", "?").replace("_", " "),
        str(len(choices)) if choices else "",
        f"{values['run.by']}, {values['run.order']}",
        f"{values['comet.cards']}, {values.get('comet.power', '?')}",
        f"Comet {values.get('pay.comet', '?')}, king {values['pay.king']}, ace {values['pay.ace_lead']}",
        found.get("source", ""),
    ]
