"""Asking a person at a terminal, with the line editing that the machine has."""

import contextlib
import sys

from comet_cli.show import out


def ask(prompt: str) -> str:
    """One line typed in answer to `prompt`, without outer blanks.

    Raises `KeyboardInterrupt` at Ctrl-C and `EOFError` at Ctrl-D.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history come with the import)
    return input(out.fit(prompt, sys.stdout)).strip()
