"""Disks that are full, gone, failing or closed to writing: told with the reason, and the night is left as it was."""

import errno
import os
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from comet_cli.files import write_whole
from comet_cli.store import SessionFile
from tests.running import PROGRAM, begin, call, environment, listing, write

# What the system says, what is told of it, and how to go on.
FAULTS = {
    "no space": (errno.ENOSPC, "No space left on device", "Free some space"),
    "a quota": (errno.EDQUOT, "quota exceeded", "Free some space"),
    "a limit on files": (errno.EFBIG, "File too large", "ulimit -f"),
    "no permission": (errno.EACCES, "you are not allowed to", "allowed"),
    "an immutable file": (errno.EPERM, "Operation not permitted", "allowed"),
    "a read-only disk": (errno.EROFS, "Read-only file system", "writable"),
    "a failing disk": (errno.EIO, "Input/output error", "another one"),
}
of_every_kind = pytest.mark.parametrize(("number", "reason", "way"), FAULTS.values(), ids=list(FAULTS))


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = begin(tmp_path)
    assert call(tmp_path, "record", "night", "3c").status == 0
    return path


def turns(path: Path) -> list[str]:
    return [str(turn) for hand in SessionFile.open(path).session.hands for turn in hand.turns]


def failing(number: int) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


class TestAFaultOfTheDisk:
    @of_every_kind
    @pytest.mark.parametrize("step", ["open", "fsync"])
    def test_is_told_with_its_reason_and_a_way_to_go_on(
        self, night: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, reason: str, way: str
    ) -> None:
        before = listing(night.parent)
        monkeypatch.setattr(os, step, failing(number))
        done = call(night.parent.parent, "record", "night", "b")
        monkeypatch.undo()
        assert done.status == 3
        assert f"night.toml cannot be written: {reason}" in done.err or reason in done.err.casefold()
        assert "NOT recorded" in done.err
        assert "Nothing in the file was changed." in done.err
        assert way in done.err.partition("to go on: ")[2]
        assert listing(night.parent) == before

    @pytest.mark.parametrize("arguments", [["record", "night", "b"], ["undo", "night"], ["left", "night", "b", "-"]])
    def test_is_told_by_every_command_that_records(
        self, night: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
    ) -> None:
        if "left" in arguments:
            assert call(night.parent.parent, "record", "night", "+2").status == 0
        before = listing(night.parent)
        monkeypatch.setattr(os, "fsync", failing(errno.ENOSPC))
        done = call(night.parent.parent, *arguments)
        monkeypatch.undo()
        assert done.status == 3
        assert "NOT recorded" in done.err
        assert listing(night.parent) == before

    def test_while_reading_is_told_with_a_way_to_go_on(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Path, "open", failing(errno.EIO))
        done = call(night.parent.parent, "show", "night")
        assert (done.status, done.out) == (3, "")
        assert "Input/output error" in done.err
        assert "another one" in done.err

    def test_does_not_keep_the_lock_from_being_taken(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "write", failing(errno.ENOSPC))
        file = SessionFile.open_alone(night)
        assert call(night.parent.parent, "undo", "night").status == 4
        file.close()

    def test_where_nothing_can_be_locked_is_no_other_program(
        self, night: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fcntl = pytest.importorskip("fcntl")
        monkeypatch.setattr(fcntl, "flock", failing(errno.ENOLCK))
        assert call(night.parent.parent, "record", "night", "b").status == 0

    def test_after_the_file_is_in_its_place_is_no_failure(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = Path.replace

        def replace(path: Path, target: Path) -> None:
            real(path, target)
            monkeypatch.setattr(Path, "unlink", failing(errno.EIO))

        monkeypatch.setattr(Path, "replace", replace)
        write_whole(night, b"new")
        assert night.read_bytes() == b"new"


class TestThisMachine:
    def limited(self, night: Path, limit: int, *lines: str) -> subprocess.CompletedProcess[str]:
        """Records with no file being allowed to grow beyond `limit` bytes."""
        return subprocess.run(
            [*PROGRAM, "record", "night", *lines],
            cwd=night.parent.parent,
            env=environment(night),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )

    @pytest.mark.parametrize("limit", [0, 1, 100, 1000])
    def test_with_a_limit_on_files_leaves_the_night_as_it_was(self, night: Path, limit: int) -> None:
        before = listing(night.parent)
        done = self.limited(night, limit, "b")
        assert done.returncode == 3
        assert "File too large" in done.stderr
        assert "NOT recorded" in done.stderr
        assert listing(night.parent) == before

    def test_with_a_limit_that_a_night_grows_into_keeps_all_that_was_accepted(self, night: Path) -> None:
        done = self.limited(night, night.stat().st_size + 30, "b", "c # " + "x" * 60)
        assert done.returncode == 3
        assert "entry 2 was refused" in done.stderr
        assert turns(night) == ["Ana: 3♣", "Bruno: 4♣"]
        assert call(night.parent.parent, "record", "night", "c").status == 0

    def test_with_a_read_only_file_says_so(self, night: Path) -> None:
        night.chmod(0o444)
        before = listing(night.parent)
        done = call(night.parent.parent, "record", "night", "b")
        assert done.status == 3
        assert "the file is read-only" in done.err
        assert listing(night.parent) == before

    def test_with_the_folder_gone_names_the_folder(self, night: Path) -> None:
        file = SessionFile.open(night)
        night.parent.rename(night.parent.with_name("away"))
        with pytest.raises(Exception, match=f"the folder {night.parent} is not there"):
            file.save(file.session)
        assert not night.parent.exists()

    def test_with_a_file_in_place_of_the_folder_says_so(self, night: Path) -> None:
        folder = night.parent
        folder.rename(folder.with_name("away"))
        folder.write_text("x")
        assert "Not a directory" in call(folder.parent, "record", "night", "b").err
        assert folder.read_text() == "x"


class TestWhatKilledProgramsLeft:
    RESTS = (
        ".night.toml.4711.tmp",
        ".night.toml.orig.4711.tmp",
        "..night.redo.4711.tmp",
        "..night.bak.4711.tmp",
    )
    OTHERS = (
        ".friday.toml.4711.tmp",
        ".night2.toml.4711.tmp",
        ".night.toml.toml.4711.tmp",
        ".night.toml.tmp",
        ".night.toml.x.tmp",
        "night.toml.4711.tmp",
        ".night.toml.4711.tmp.toml",
    )

    @pytest.mark.parametrize("arguments", [["record", "night", "b"], ["undo", "night"], ["redo", "night"]])
    def test_is_gone_once_the_session_is_locked(self, night: Path, arguments: list[str]) -> None:
        for name in self.RESTS:
            write(night.parent, "rest", name)
        call(night.parent.parent, *arguments)
        assert [name for name in self.RESTS if (night.parent / name).exists()] == []

    def test_is_left_where_it_belongs_to_another_session(self, night: Path) -> None:
        for name in self.OTHERS:
            write(night.parent, "rest", name)
        assert call(night.parent.parent, "record", "night", "b").status == 0
        assert [name for name in self.OTHERS if not (night.parent / name).exists()] == []

    def test_is_left_while_another_program_holds_the_lock(self, night: Path) -> None:
        file = SessionFile.open_alone(night)
        rest = write(night.parent, "rest", self.RESTS[0])
        assert call(night.parent.parent, "record", "night", "b").status == 4
        assert rest.exists()
        file.close()

    @pytest.mark.parametrize("command", ["show", "verify", "replay", "standings"])
    def test_is_left_by_what_only_reads(self, night: Path, command: str) -> None:
        rest = write(night.parent, "rest", self.RESTS[0])
        call(night.parent.parent, command, "night")
        assert rest.exists()

    def test_is_swept_beside_the_file_that_a_link_leads_to(self, night: Path) -> None:
        link = night.parent.parent / "link.toml"
        link.symlink_to("sessions/night.toml")
        rest = write(night.parent, "rest", self.RESTS[0])
        assert call(link.parent, "record", "link.toml", "b").status == 0
        assert not rest.exists()

    def test_may_be_a_folder(self, night: Path) -> None:
        (night.parent / self.RESTS[0]).mkdir()
        assert call(night.parent.parent, "record", "night", "b").status == 0


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
