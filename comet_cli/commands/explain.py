"""`comet explain`: what a finding means and how to go on."""

import shutil
import sys

import click
from click.shell_completion import CompletionItem

from comet_cli.findings import nearest
from comet_cli.show import out

_WIDTH, _WIDEST = 80, 100


def complete_code(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The codes of findings, each with what it means in a sentence."""
    from comet_cli.show.explanations import explanations

    return [
        CompletionItem(code, help=each.headline) for code, each in explanations().items() if code.startswith(incomplete)
    ]


@click.command("explain")
@click.argument("code", required=False, shell_complete=complete_code)
def command(code: str | None) -> None:
    """Explain a finding: what it means, and how to go on.

    A run in which it came up is shown with it.

    CODE is what stands in brackets behind a message, such as already-played. Without it all codes are listed.

    \b
    Examples:
      comet explain already-played
      comet explain
    """
    from comet_cli.show.explanations import explanations, overview, page

    known = explanations()
    if code is None:
        out.put(overview(known.values(), _width()))
        return
    meant = code.strip("[]").casefold()
    if meant not in known:
        offer = nearest(meant, known) or "Without a code, comet explain lists them all."
        raise click.UsageError(f'There is no finding "{code}". {offer}')
    out.put(out.safe_lines(page(known[meant], _width())))


def _width() -> int:
    """The columns that sentences are folded to: those of the terminal, as far as they can be read across."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return min(shutil.get_terminal_size().columns - 1, _WIDEST) if terminal else _WIDTH
