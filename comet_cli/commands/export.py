"""`comet export`: nights for other programs and for paper."""

from pathlib import Path

import click

from comet_cli.cli import UNREADABLE
from comet_cli.commands.common import Opened, each_night, sessions_argument, tell_faults
from comet_cli.files import write_whole
from comet_cli.show import out
from comet_cli.show.exports import FORMATS, TABLES, ascii_json, render


@click.command("export")
@sessions_argument
@click.option("-f", "--format", "form", type=click.Choice(list(FORMATS)), required=True, help="What to write.")
@click.option("-o", "--output", metavar="FILE", default="-", help='Where to; "-" is standard output.')
@click.option(
    "--table",
    type=click.Choice(list(TABLES)),
    default="standings",
    show_default=True,
    help="For csv: standings, one line a hand and player, or one line a transfer.",
)
@click.pass_context
def command(ctx: click.Context, sessions: tuple[str, ...], form: str, output: str, table: str) -> None:
    """Export sessions as json, csv or markdown.

    json has everything, csv one table, markdown a page to read.

    In csv a name that a spreadsheet would take for a formula has an apostrophe before it.

    \b
    Examples:
      comet export friday -f json
      comet export sessions/*.toml -f csv --table transfers -o ledger.csv
      comet export friday -f markdown -o friday.md
    """
    nights: list[Opened] = []

    def keep(opened: Opened) -> int:
        nights.append(opened)
        return tell_faults(opened)

    status = each_night(sessions, keep)
    if status == UNREADABLE and not nights:
        ctx.exit(status)
    text = render(nights, form, table)
    if output == "-":
        out.put_bytes((ascii_json(text) if form == "json" and not out.is_unicode() else text).encode())
        ctx.exit(status)
    if any(opened.file and opened.file.path.resolve() == Path(output).resolve() for opened in nights):
        raise click.UsageError("The export would go over the session itself. Choose another -o FILE.")
    write_whole(Path(output), text.encode())
    ctx.exit(status)
