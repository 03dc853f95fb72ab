"""One program at a time records a session; reading it is always possible."""

import errno
import fcntl
import signal
import subprocess
from pathlib import Path

import pytest

from comet_cli.findings import CometError, Family
from comet_cli.store import SessionFile
from tests.running import PROGRAM, call, environment


@pytest.fixture
def night(tmp_path: Path) -> Path:
    assert (
        call(tmp_path, "new", "night", "-p", "foster", "--player=Ana", "--player=Bruno", "--dealer=Bruno").status == 0
    )
    return tmp_path / "sessions" / "night.toml"


@pytest.fixture
def recording(night: Path):
    """A recorder that has taken a line and waits for the next."""
    folder = night.parent.parent
    waiting = subprocess.Popen(
        [*PROGRAM, "record", "night"],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert waiting.stdin is not None
    assert waiting.stderr is not None
    waiting.stdin.write("3c\n")
    waiting.stdin.flush()
    assert "Ana: 3♣" in waiting.stderr.readline()
    yield waiting
    waiting.kill()
    waiting.wait()


@pytest.mark.parametrize("arguments", [("record", "night", "b"), ("undo", "night"), ("redo", "night")])
def test_a_second_program_that_would_write_is_refused_at_once_and_told_who_records(recording, night, arguments):
    before = night.read_bytes()
    done = call(night.parent.parent, *arguments)
    assert done.status == 4
    assert f"process {recording.pid}" in done.err
    assert night.read_bytes() == before


@pytest.mark.parametrize("arguments", [("show",), ("verify",), ("replay",), ("standings",), ("export", "-f", "json")])
def test_readers_are_never_blocked(recording, night, arguments):
    command, *options = arguments
    assert call(night.parent.parent, command, "night", *options).status == 0


def test_nothing_has_to_be_cleaned_up_after_a_killed_recorder(recording, night):
    recording.send_signal(signal.SIGKILL)
    recording.wait()
    assert call(night.parent.parent, "record", "night", "b").status == 0
    assert "Bruno: 4♣" in night.read_text("utf-8")


def test_the_lock_goes_with_the_recorder(recording, night):
    recording.communicate("quit\n")
    assert recording.returncode == 0
    assert [path.name for path in night.parent.iterdir() if path.name.endswith(".lock")] == []


def test_a_file_is_recorded_by_one_even_where_it_is_called_by_a_link(night, tmp_path):
    link = tmp_path / "link.toml"
    link.symlink_to(night)
    first = SessionFile.open_alone(night)
    with pytest.raises(CometError) as caught:
        SessionFile.open_alone(link)
    assert caught.value.finding.family is Family.BUSY
    first.close()
    SessionFile.open_alone(link).close()


def test_every_accepted_line_of_two_recorders_at_once_is_in_the_file(night):
    folder = night.parent.parent
    begin = night.read_bytes()
    for _ in range(4):
        night.write_bytes(begin)
        calls = [[*PROGRAM, "record", "night", first, "+", "+"] for first in ("3c", "3h")]
        runs = [
            subprocess.Popen(
                each, cwd=folder, env=environment(folder), stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
            )
            for each in calls
        ]
        accepted = "".join(run.communicate()[1].decode() for run in runs)
        told = [line.split(": ")[1] for line in accepted.splitlines() if line.startswith("  Ana: ")]
        text = night.read_text("utf-8")
        assert told
        assert [card for card in told if card not in text] == []


@pytest.mark.parametrize("look", [1, 2])
def test_a_lock_file_that_is_taken_away_while_it_is_looked_at_hinders_nobody(night, monkeypatch, look):
    real, looks = Path.stat, []

    def stat(path, **options):
        found = real(path, **options)
        if path.name == ".night.lock":
            looks.append(path)
            if len(looks) == look:
                path.unlink()
                raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return found

    monkeypatch.setattr(Path, "stat", stat)
    file = SessionFile.open_alone(night)
    monkeypatch.undo()
    assert night.with_name(".night.lock").is_file()
    file.close()


def test_where_the_file_system_knows_no_locks_a_night_can_be_recorded_all_the_same(night, monkeypatch):
    def flock(handle, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    assert call(night.parent.parent, "record", "night", "3c").status == 0
