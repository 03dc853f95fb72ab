"""What several commands share: the SESSION argument, its completion, and opening nights."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from comet_cli.cli import FINDINGS, OK, UNREADABLE, status_of
from comet_cli.findings import CometError, Finding, in_order
from comet_cli.history import History
from comet_cli.night import Night, score_night
from comet_cli.reading import Reading
from comet_cli.recorder import Echo, Recorder
from comet_cli.records import Session
from comet_cli.show import out
from comet_cli.store import SessionFile, parse_session, session_path, sessions_folder


def complete_session(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The sessions by name, and paths."""
    names = sorted(path.stem for path in sessions_folder().glob("*.toml"))
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The players of the session given before."""
    try:
        players = SessionFile.open(session_path(ctx.params["session"])).session.players
    except (CometError, KeyError, TypeError):
        return []
    return [CompletionItem(name) for name in players if name.casefold().startswith(incomplete.casefold())]


def complete_profile(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The published profiles, and paths."""
    from comet_cli.library import published

    found = [CompletionItem(name) for name in published() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


session_argument = click.argument("session", metavar="SESSION", shell_complete=complete_session)
sessions_argument = click.argument(
    "sessions", metavar="SESSION...", nargs=-1, required=True, shell_complete=complete_session
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that a command reads, and its night; `file` is None where it came from standard input."""

    label: str
    file: SessionFile | None
    reading: Reading
    night: Night
    text: str

    @property
    def findings(self) -> list[Finding]:
        """Everything there is to say of it, in file order, with file and the text of the line."""
        return self.placed([*self.reading.findings, *self.night.findings])

    def placed(self, findings: Iterable[Finding]) -> list[Finding]:
        """`findings` with the file as place, and the text of their line where they have none, in file order."""
        lines = self.text.split("\n")
        told = []
        for finding in findings:
            line = lines[finding.line - 1].strip() if finding.line and finding.line <= len(lines) else ""
            told.append(finding.at(file=self.label, excerpt=line))
        return in_order(told)


def open_night(name: str) -> Opened:
    """The night of SESSION `name`, "-" being standard input. Raises `CometError`."""
    if name == "-":
        data = sys.stdin.buffer.read() if sys.stdin else b""
        reading = parse_session(data, "standard input", Path("night.toml"))
        return Opened("standard input", None, reading, score_night(reading.session), data.decode("utf-8-sig"))
    path = session_path(name)
    with _offering(path, name):
        file = SessionFile.open(path)
    text = file.data.decode("utf-8-sig")
    night = score_night(file.session, watch=out.with_bar)
    return Opened(out.safe(str(file.path)), file, file.reading, night, text)


def open_nights(most: int = 20) -> list[tuple[str, str]]:
    """The names of the sessions in the folder that are not played to the end, and how far each is, newest first.

    Only the `most` that were changed last are looked at; what cannot be read is left out.
    """
    from comet_cli.show.tables import state_line

    paths = sorted(sessions_folder().glob("*.toml"), key=lambda path: path.stat().st_mtime, reverse=True)
    found = []
    for path in paths[:most]:
        try:
            night = score_night(SessionFile.open(path).session)
        except CometError:
            continue
        if not night.complete:
            found.append((path.name.removesuffix(".toml"), state_line(night)))
    return found


@contextlib.contextmanager
def _offering(path: Path, name: str) -> Iterator[None]:
    """Has what goes wrong with the file of SESSION `name` told with what is kept of it."""
    try:
        yield
    except CometError as error:
        from comet_cli.recovery import with_offer

        raise with_offer(error, path, name) from None


def each_night(
    names: Iterable[str],
    work: Callable[[Opened], int],
    unread: Callable[[str, Sequence[Finding]], None] | None = None,
) -> int:
    """Runs `work` on each session; one that cannot be read does not stop the others, and is told, or given to `unread`.

    Returns the exit status: the gravest.
    """
    status = OK
    for name in names:
        try:
            status = max(status, work(open_night(name)))
        except CometError as error:
            if unread is not None:
                unread(name, error.findings)
            for finding in error.findings if unread is None else ():
                out.complain(finding)
            status = max(status, status_of(error.finding))
    return status


def tell_faults(opened: Opened) -> int:
    """Tells what keeps hands of a night from being scored; returns the exit status."""
    faults = [*opened.reading.findings]
    for hand in opened.night.hands:
        if not hand.sound:
            faults += [finding for finding in hand.findings if finding.fails]
    for fault in opened.placed(faults):
        out.complain(fault)
    return FINDINGS if faults else OK


def open_recorder(name: str, *, books: bool = True) -> tuple[SessionFile, Recorder]:
    """The file of SESSION `name` and its recorder. Raises `CometError` where it cannot be recorded in."""
    path = session_path(name)
    with _offering(path, name):
        file = SessionFile.open_alone(path)
        click.get_current_context().call_on_close(file.close)
        file.require_whole()

    def save(session: Session, past: History) -> None:
        with _offering(path, name):
            file.save(session, past)
        while file.notices:
            out.say(f"note: {out.safe(file.notices.pop(0))}")

    return file, Recorder(file.session, file.history(), save, books=books)


def say_echo(echoes: Iterable[Echo]) -> None:
    """Tells what an entry came to."""
    for echo in echoes:
        out.say(f"  {out.safe(echo.text)}{'   (filled in)' if echo.filled else ''}")


def refuse(error: CometError, **place: Any) -> int:
    """Tells why an entry was refused; returns the exit status."""
    finding = error.finding.at(**place)
    if finding.code == "cannot-write":
        finding = replace(finding, remedy=f"This is NOT recorded. {finding.remedy}")
    out.complain(finding)
    grave = finding.code.startswith(("cannot-", "changed-"))
    return UNREADABLE if grave else FINDINGS
