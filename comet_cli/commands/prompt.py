"""Asking a person at a terminal, with the line editing that the machine has."""

import contextlib
import os
import sys
from typing import Protocol

from comet_cli.recorder import Recorder
from comet_cli.show import out


class Prompt(Protocol):
    """What asks for lines at the table.

    `shows_table` says that the table stands above the line all the time, `dropped` that the last Ctrl-C took away a
    line that was begun, as far as that is known.
    """

    shows_table: bool
    dropped: bool

    def ask(self, question: str, recorder: Recorder) -> list[str]:
        """The lines typed in answer: one, or those of a paste, without outer blanks.

        Raises `KeyboardInterrupt` at Ctrl-C and `EOFError` at Ctrl-D.
        """

    def mend(self, line: str) -> None:
        """Has a refused line stand there at the next question, so that it can be mended."""


class Plain:
    """One line after the other, with the history that `readline` keeps."""

    shows_table = False
    dropped = False

    def ask(self, question: str, recorder: Recorder) -> list[str]:
        """See `Prompt`."""
        return [ask(question)]

    def mend(self, line: str) -> None:
        """Nothing: the refused line is the latest of the history, one key away."""


def ask(question: str) -> str:
    """One line typed in answer to `question`, without outer blanks.

    Raises `KeyboardInterrupt` at Ctrl-C and `EOFError` at Ctrl-D.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history come with the import)
    return input(out.fit(question, sys.stdout)).strip()


def at_table(*, plain: bool) -> Prompt:
    """The prompt for a night: the live one where it is installed and the terminal can show it, unless `plain`."""
    if not plain and sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        with contextlib.suppress(ImportError):
            from comet_cli.commands.live import Live

            return Live()
    return Plain()
