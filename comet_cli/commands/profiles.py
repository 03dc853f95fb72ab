"""`comet profiles`: the rule sets."""

from pathlib import Path

import click

from comet_cli.commands.common import complete_profile
from comet_cli.library import find_profile, published
from comet_cli.parameters import parameters
from comet_cli.profile import Profile, as_table
from comet_cli.show import out
from comet_cli.show.tables import table


@click.group("profiles", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The rule sets: which there are, and what each says.

    \b
    Examples:
      comet profiles list
      comet profiles show foster
      comet profiles show my-house.toml
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_profiles)


@command.command("list")
def list_profiles() -> None:
    """List the published rule sets.

    \b
    Example:
      comet profiles list
    """
    rows = [_row(find_profile(name, Path())) for name in published()]
    out.put(table(("id", "title", "players", "pack", "order", "Comet", "match"), rows, left=7))


@command.command("show")
@click.argument("profile", shell_complete=complete_profile)
def show_profile(profile: str) -> None:
    """Show every rule of PROFILE, an id or a file, with what it decides.

    \b
    Example:
      comet profiles show foster
    """
    rules = find_profile(profile, Path())
    out.put(f"{rules.id}: {rules.title}")
    out.put(f"source: {rules.source or 'not told'}")
    out.put()
    values = as_table(rules)
    rows = [
        [key, _word(values[parameter.area][parameter.name]), parameter.doc] for key, parameter in parameters().items()
    ]
    out.put(table(("rule", "value", "what it decides"), rows, left=3))


def _row(rules: Profile) -> list[str]:
    players = f"{rules.players.min} to {rules.players.max}" if rules.players.min < rules.players.max else "2"
    return [
        rules.id,
        rules.title,
        players,
        f"{rules.cards.total()} cards",
        rules.run.order,
        f"{' '.join(map(str, rules.comet.cards))}, {rules.comet.power}",
        rules.match.hands.replace("_", " "),
    ]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return str(value).replace("_", " ")
