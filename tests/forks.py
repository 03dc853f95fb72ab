"""Processes that have the program loaded already, so that hundreds can be started, and killed, in little time."""

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any

from comet_cli import backup, cli, files, store

TYPED, TOLD = "typed.txt", "told.txt"
_KEEPERS = {module.__file__ for module in (store, files, backup)}
_READY = multiprocessing.get_context("forkserver")
_READY.set_forkserver_preload(["pytest", "comet_cli.commands.record", "tests.running", "tests.forks"])


def start(work: Callable[..., None], *arguments: object) -> BaseProcess:
    """A process that does `work`, a function of a module, and has begun with it."""
    process = _READY.Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def record(folder: Path, *entries: str) -> None:
    """Runs `comet record night` in `folder`: standard input is its file `TYPED`, and talk goes to its file `TOLD`."""
    os.chdir(folder)
    os.environ.pop("COMET_SESSIONS", None)
    sys.argv = ["comet", "record", "night", *entries]
    with (folder / TYPED).open() as sys.stdin, (folder / TOLD).open("w", encoding="utf-8") as sys.stderr:
        cli.main()


def record_until(folder: Path, step: int, entries: Sequence[str]) -> None:
    """Does the same, and kills itself when it comes to the line number `step`, from 0, of the modules that keep files.

    Every line that is run counts, as often as it is run.
    """
    left = iter(range(step))

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        if frame.f_code.co_filename not in _KEEPERS:
            return None
        if event == "line" and next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)
    record(folder, *entries)


def killed(process: BaseProcess) -> None:
    """Kills `process`, and waits until it is gone."""
    process.kill()
    process.join()
    with contextlib.suppress(ValueError):
        process.close()
