"""A terminal of a given size in front of the program, and what a person sees on it."""

import contextlib
import signal
import time
from pathlib import Path
from typing import Any

import pexpect
import pyte

from tests.running import PROGRAM, environment

ENTER, UP, LEFT, TAB, CTRL_C, CTRL_D = "\r", "\x1b[A", "\x1b[D", "\t", "\x03", "\x04"
PATIENCE = 15.0


class _Glass(pyte.Screen):
    """A screen whose answers, such as where the cursor stands, go back to the program."""

    def __init__(self, columns: int, lines: int, child: Any) -> None:
        super().__init__(columns, lines)
        self.child = child

    def write_process_input(self, data: str) -> None:
        self.child.send(data.encode())


class Screen:
    """The program in a terminal of `columns` by `lines`; `raw` is all that it has written."""

    def __init__(
        self, folder: Path, *arguments: str, columns: int = 80, lines: int = 24, **changed: str | None
    ) -> None:
        env = environment(folder, **changed)
        self.child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *arguments], cwd=str(folder), env=env, dimensions=(lines, columns)
        )
        self.child.delaybeforesend = None
        self.glass = _Glass(columns, lines, self.child)
        self.stream = pyte.ByteStream(self.glass)
        self.raw = b""

    @property
    def rows(self) -> list[str]:
        """What stands on the screen, row by row; a wide character counts once."""
        return [row.rstrip() for row in self.glass.display]

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.rows)

    @property
    def line(self) -> str:
        """The row on which the cursor stands."""
        return self.rows[self.glass.cursor.y]

    def reads(self, wait: float = 0.05) -> bool:
        """Takes what the program has written; False once it has ended."""
        try:
            data = self.child.read_nonblocking(65536, wait)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def sees(self, *texts: str) -> str:
        """Waits until all `texts` stand on the screen at once; gives what stands there."""
        until = time.monotonic() + PATIENCE
        while not all(text in self.text for text in texts):
            assert time.monotonic() < until, f"{texts} not seen in:\n{self.text}"
            if not self.reads() and not all(text in self.text for text in texts):
                raise AssertionError(f"ended without {texts}:\n{self.text}")
        return self.text

    def asks(self, question: str, typed: str = "") -> None:
        """Waits until the cursor stands behind `question`, with `typed` on the line."""
        until = time.monotonic() + PATIENCE
        while not self._asked(question, typed):
            assert time.monotonic() < until, f"{question!r} {typed!r} not asked in:\n{self.text}"
            assert self.reads(), self.text

    def _asked(self, question: str, typed: str) -> bool:
        """Whether the text up to the cursor, over the rows it is folded in, ends with question and line."""
        y, x = self.glass.cursor.y, self.glass.cursor.x
        before = "".join(self.glass.display[max(0, y - 5) : y]) + self.glass.display[y][:x]
        squeezed = "".join((question + typed).split())
        return "".join(before.split()).endswith(squeezed)

    def presses(self, keys: str) -> None:
        """Types without waiting for anything."""
        self.child.send(keys.encode())

    def types(self, line: str, then: str) -> None:
        """Types a line and waits for the question `then`."""
        self.presses(line + ENTER)
        self.asks(then)

    def ends(self) -> int:
        """Waits for the program to end; gives its exit status."""
        until = time.monotonic() + PATIENCE
        while self.reads(0.5):
            assert time.monotonic() < until, f"it does not end:\n{self.text}"
        self.child.wait()
        assert b"Traceback" not in self.raw
        assert b"[fault-of-comet]" not in self.raw
        assert self.child.signalstatus is None
        return int(self.child.exitstatus)

    def leaves(self) -> None:
        """Kills the program if it still runs."""
        with contextlib.suppress(pexpect.ExceptionPexpect, OSError):
            self.child.kill(signal.SIGKILL)
            self.child.wait()
