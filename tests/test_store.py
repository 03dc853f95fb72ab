"""Session files on disk: written whole or not at all, and never another's."""

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from comet_cli import files
from comet_cli.files import write_whole
from comet_cli.findings import CometError
from comet_cli.history import History
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.store import SessionFile, create_session, session_path, sessions_folder
from comet_cli.writing import write_session
from tests.running import HEAD, WON_BY_ANA, begin, call, listing, short, write


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(CometError) as caught:
        work()
    return caught.value.finding.code


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """The file of a session that the program has begun, with one turn in it."""
    path = begin(tmp_path)
    assert call(tmp_path, "record", "night", "a:3c").status == 0
    return path


def recording(path: Path) -> Recorder:
    """A recorder that keeps its night in the file at `path`."""
    file = SessionFile.open(path)

    def save(session: Session, past: History) -> None:
        file.save(session, past)

    return Recorder(file.session, file.history(), save)


class TestWritingWhole:
    def test_puts_the_bytes_in_place(self, tmp_path: Path) -> None:
        write_whole(tmp_path / "a", b"\x00\xff\r\n")
        assert (tmp_path / "a").read_bytes() == b"\x00\xff\r\n"

    def test_leaves_no_temporary_file(self, tmp_path: Path) -> None:
        path = write(tmp_path, "old")
        write_whole(path, b"new")
        assert [each.name for each in tmp_path.iterdir()] == ["night.toml"]

    def test_is_not_hindered_by_a_temporary_file_that_was_left_behind(self, tmp_path: Path) -> None:
        write(tmp_path, "rest", f".night.toml.{os.getpid()}.tmp")
        write_whole(tmp_path / "night.toml", b"new")
        assert [each.name for each in tmp_path.iterdir()] == ["night.toml"]

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664])
    def test_keeps_the_mode(self, tmp_path: Path, mode: int) -> None:
        path = write(tmp_path, "old")
        path.chmod(mode)
        write_whole(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == mode

    def test_gives_a_new_file_the_mode_of_any_new_file(self, tmp_path: Path) -> None:
        write_whole(tmp_path / "a", b"")
        (tmp_path / "b").touch()
        assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode

    def test_writes_through_a_symbolic_link(self, tmp_path: Path) -> None:
        target = write(tmp_path, "old", "elsewhere/real.toml")
        link = tmp_path / "night.toml"
        link.symlink_to("elsewhere/real.toml")
        write_whole(link, b"new")
        assert link.is_symlink()
        assert target.read_bytes() == b"new"

    def test_refuses_a_read_only_file_and_leaves_it_as_it_is(self, tmp_path: Path) -> None:
        path = write(tmp_path, "old")
        path.chmod(0o444)
        before = listing(tmp_path)
        assert code_of(lambda: write_whole(path, b"new")) == "cannot-write"
        assert listing(tmp_path) == before

    def test_refuses_a_folder(self, tmp_path: Path) -> None:
        assert code_of(lambda: write_whole(tmp_path, b"new")) == "cannot-write"

    def test_refuses_a_place_below_a_file(self, tmp_path: Path) -> None:
        path = write(tmp_path, "old")
        assert code_of(lambda: write_whole(path / "x", b"new")) == "cannot-write"

    def test_refuses_a_place_in_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        assert code_of(lambda: write_whole(tmp_path / "no" / "x", b"new")) == "cannot-write"

    def test_refuses_a_name_that_is_too_long(self, tmp_path: Path) -> None:
        assert code_of(lambda: write_whole(tmp_path / ("x" * 300), b"new")) == "cannot-write"

    def test_does_not_put_a_file_in_place_of_what_is_none(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        with contextlib.suppress(CometError):
            write_whole(pipe, b"new")
        os.close(reader)
        assert stat.S_ISFIFO(pipe.stat().st_mode)


FAILURES = ("os.fsync", "os.fdopen", "Path.replace")


@pytest.fixture(params=FAILURES)
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Lets one step of writing raise what it is called with."""

    def fail(error: BaseException) -> None:
        def raising(*_: object, **__: object) -> None:
            raise error

        owner, _, name = request.param.rpartition(".")
        monkeypatch.setattr(Path if owner == "Path" else files.os, name, raising)

    return fail


class TestAFailureWhileWriting:
    FULL = OSError(errno.ENOSPC, "No space left on device")

    def test_leaves_the_old_file_and_no_other(self, night: Path, failing: Callable[[BaseException], None]) -> None:
        before = listing(night.parent)
        file = SessionFile.open(night)
        failing(self.FULL)
        assert code_of(lambda: file.save(Session("x", ("A", "B"), file.session.profile))) == "cannot-write"
        assert listing(night.parent) == before

    def test_tells_why(self, night: Path, failing: Callable[[BaseException], None]) -> None:
        file = SessionFile.open(night)
        failing(self.FULL)
        with pytest.raises(CometError, match="No space left on device"):
            file.save(Session("x", ("A", "B"), file.session.profile))

    def test_leaves_the_recorder_as_it_was(self, night: Path, failing: Callable[[BaseException], None]) -> None:
        recorder = recording(night)
        before = recorder.night, recorder.history
        failing(self.FULL)
        assert code_of(lambda: recorder.enter("b")) == "cannot-write"
        assert (recorder.night, recorder.history) == before

    def test_leaves_undo_undone(self, night: Path, failing: Callable[[BaseException], None]) -> None:
        recorder = recording(night)
        before = recorder.night, recorder.history
        failing(self.FULL)
        assert code_of(recorder.undo) == "cannot-write"
        assert (recorder.night, recorder.history) == before

    def test_can_be_gone_on_from(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        recorder = recording(night)
        with monkeypatch.context() as full:
            full.setattr(files.os, "fsync", lambda _: (_ for _ in ()).throw(self.FULL))
            assert code_of(lambda: recorder.enter("b")) == "cannot-write"
        recorder.enter("b")
        assert [str(turn) for turn in SessionFile.open(night).session.hands[0].turns] == ["Ana: 3♣", "Bruno: 4♣"]

    def test_may_be_an_interruption(self, night: Path, failing: Callable[[BaseException], None]) -> None:
        recorder = recording(night)
        before = recorder.night, recorder.history
        on_disk = listing(night.parent)
        failing(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            recorder.enter("b")
        assert (recorder.night, recorder.history) == before
        assert listing(night.parent) == on_disk

    @pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["an error", "an interruption"])
    def test_after_the_file_is_in_place_leaves_file_and_recorder_of_one_mind(
        self, night: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        recorder = recording(night)
        real, calls = os.fsync, iter(range(1, 100))

        def second(handle: int) -> None:
            if next(calls) == 2:
                raise error
            real(handle)

        monkeypatch.setattr(files.os, "fsync", second)
        with contextlib.suppress(CometError, KeyboardInterrupt):
            recorder.enter("b")
        assert SessionFile.open(night).session == recorder.night.session
        recorder.enter(".")

    def test_of_the_redo_file_is_no_failure_of_the_entry(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        recorder = recording(night)
        real = Path.replace

        def replace(path: Path, target: Path) -> Path:
            if target.name.endswith(".redo"):
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(path, target)

        monkeypatch.setattr(Path, "replace", replace)
        recorder.undo()
        assert SessionFile.open(night).session.hands == ()

    def test_of_the_copy_of_a_hand_written_file_keeps_the_file(
        self, tmp_path: Path, failing: Callable[[BaseException], None]
    ) -> None:
        path = write(tmp_path, "# by hand\n" + short(WON_BY_ANA))
        before = listing(tmp_path)
        recorder = recording(path)
        failing(self.FULL)
        assert code_of(recorder.book) == "cannot-write"
        assert listing(tmp_path) == before


class TestAFileChangedMeanwhile:
    def test_is_left_alone(self, night: Path) -> None:
        recorder = recording(night)
        changed = night.read_bytes() + b"\n# by another\n"
        night.write_bytes(changed)
        assert code_of(lambda: recorder.enter("b")) == "changed-meanwhile"
        assert night.read_bytes() == changed

    def test_leaves_the_recorder_as_it_was(self, night: Path) -> None:
        recorder = recording(night)
        before = recorder.night
        night.write_bytes(night.read_bytes() + b"\n# by another\n")
        assert code_of(lambda: recorder.enter("b")) == "changed-meanwhile"
        assert recorder.night == before

    def test_is_not_made_again_where_it_was_deleted(self, night: Path) -> None:
        recorder = recording(night)
        night.unlink()
        assert code_of(lambda: recorder.enter("b")) == "cannot-write"
        assert not night.exists()

    def test_may_have_been_touched(self, night: Path) -> None:
        recorder = recording(night)
        os.utime(night, (0, 0))
        recorder.enter("b")


class TestFinding:
    @pytest.mark.parametrize("name", ["friday", "undo", "CON", "007", "-5", "=SUM(A1)", "José", "李雷", "a b", "#1"])
    def test_a_name_is_a_file_in_the_folder_of_sessions(self, tmp_path: Path, name: str) -> None:
        assert session_path(name) == Path("sessions") / f"{name}.toml"

    @pytest.mark.parametrize("path", ["friday.toml", "./friday", "a/b", "../x", "/tmp/x.toml", "a/b.toml"])
    def test_a_path_is_a_path(self, path: str) -> None:
        assert session_path(path) == Path(path)

    @pytest.mark.parametrize("name", ["", " ", ".", "..", "a\0b"])
    def test_what_cannot_name_a_session_is_refused(self, name: str) -> None:
        assert code_of(lambda: session_path(name)) == "bad-session-name"

    def test_a_name_of_any_length_is_answered(self) -> None:
        assert code_of(lambda: SessionFile.open(session_path("x" * 5000))) in ("cannot-read", "bad-session-name")

    def test_the_folder_of_sessions_can_be_set(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("COMET_SESSIONS", str(tmp_path))
        assert sessions_folder() == tmp_path
        assert session_path("friday") == tmp_path / "friday.toml"

    def test_an_empty_setting_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMET_SESSIONS", "")
        assert sessions_folder() == Path("sessions")


class TestOpening:
    def test_what_is_not_there_says_so(self, tmp_path: Path) -> None:
        with pytest.raises(CometError, match="no such file"):
            SessionFile.open(tmp_path / "no.toml")

    def test_a_folder_says_so(self, tmp_path: Path) -> None:
        with pytest.raises(CometError, match="folder"):
            SessionFile.open(tmp_path)

    def test_a_link_that_leads_nowhere_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "a.toml").symlink_to("b.toml")
        assert code_of(lambda: SessionFile.open(tmp_path / "a.toml")) == "cannot-read"

    def test_links_that_lead_in_a_circle_say_so(self, tmp_path: Path) -> None:
        (tmp_path / "a.toml").symlink_to("b.toml")
        (tmp_path / "b.toml").symlink_to("a.toml")
        assert code_of(lambda: SessionFile.open(tmp_path / "a.toml")) == "cannot-read"

    def test_bytes_that_are_no_text_say_where(self, tmp_path: Path) -> None:
        path = write(tmp_path, b"a = 1\nb = '\xff'\n")
        with pytest.raises(CometError) as caught:
            SessionFile.open(path)
        found = caught.value.finding
        assert (found.code, found.file, found.line) == ("not-utf8", str(path), 2)

    def test_what_was_not_understood_cannot_be_written_again(self, tmp_path: Path) -> None:
        path = write(tmp_path, short("[[hands]]\nplayz = []\n"))
        assert code_of(SessionFile.open(path).require_whole) == "unknown-key"


class TestCreating:
    def test_makes_the_folder(self, tmp_path: Path) -> None:
        session = SessionFile.open(write(tmp_path, HEAD)).session
        create_session(tmp_path / "a" / "b.toml", session)
        assert (tmp_path / "a" / "b.toml").read_text() == write_session(session)

    @pytest.mark.parametrize("kind", ["file", "folder", "link"])
    def test_never_replaces_what_is_there(self, tmp_path: Path, kind: str) -> None:
        session = SessionFile.open(write(tmp_path, HEAD)).session
        path = tmp_path / "there.toml"
        {"file": path.touch, "folder": path.mkdir, "link": lambda: path.symlink_to("nowhere")}[kind]()
        before = listing(tmp_path)
        assert code_of(lambda: create_session(path, session)) == "session-exists"
        assert listing(tmp_path) == before


class TestTheOriginal:
    BY_HAND = "# kept by hand\n" + short(WON_BY_ANA)

    def kept(self, folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.glob("*.orig*")}

    def test_is_kept_with_its_bytes(self, tmp_path: Path) -> None:
        data = self.BY_HAND.replace("\n", "\r\n").encode("utf-8-sig")
        write(tmp_path, data)
        assert call(tmp_path, "score", "night.toml").status == 0
        assert self.kept(tmp_path) == {"night.toml.orig": data}

    def test_is_told_of(self, tmp_path: Path) -> None:
        write(tmp_path, self.BY_HAND)
        assert "night.toml.orig" in call(tmp_path, "score", "night.toml").err

    def test_is_told_of_by_record_too(self, tmp_path: Path) -> None:
        write(tmp_path, self.BY_HAND)
        assert call(tmp_path, "record", "night.toml", "b:3s").err.count("night.toml.orig") == 1
        assert self.kept(tmp_path) == {"night.toml.orig": self.BY_HAND.encode()}

    def test_is_kept_once(self, tmp_path: Path) -> None:
        write(tmp_path, self.BY_HAND)
        for line in ("b:3s", "<", "b:4s", "c", "<"):
            assert call(tmp_path, "record", "night.toml", line).status == 0
        assert call(tmp_path, "score", "night.toml").status == 0
        assert self.kept(tmp_path) == {"night.toml.orig": self.BY_HAND.encode()}

    def test_is_not_kept_of_what_the_program_wrote(self, night: Path) -> None:
        assert call(night.parent.parent, "record", "night", "b", "<").status == 0
        assert self.kept(night.parent) == {}

    def test_is_not_replaced_by_a_later_one(self, tmp_path: Path) -> None:
        path = write(tmp_path, self.BY_HAND)
        assert call(tmp_path, "record", "night.toml", "b:3s").status == 0
        by_hand_again = path.read_bytes() + b"\n# changed by hand\n"
        path.write_bytes(by_hand_again)
        assert call(tmp_path, "record", "night.toml", "c").status == 0
        assert self.kept(tmp_path)["night.toml.orig"] == self.BY_HAND.encode()
        assert by_hand_again in self.kept(tmp_path).values()

    def test_is_not_made_where_nothing_is_written(self, tmp_path: Path) -> None:
        write(tmp_path, self.BY_HAND)
        assert call(tmp_path, "record", "night.toml", "c:5c").status == 1
        assert self.kept(tmp_path) == {}

    def test_keeps_the_mode_from_being_wider(self, tmp_path: Path) -> None:
        path = write(tmp_path, self.BY_HAND)
        path.chmod(0o600)
        assert call(tmp_path, "score", "night.toml").status == 0
        assert stat.S_IMODE((tmp_path / "night.toml.orig").stat().st_mode) == 0o600


class TestTheRedoFile:
    @pytest.fixture
    def undone(self, night: Path) -> Path:
        assert call(night.parent.parent, "undo", "night").status == 0
        return night

    def redo(self, path: Path) -> int:
        return call(path.parent.parent, "redo", "night").status

    def test_stands_beside_the_session(self, undone: Path) -> None:
        assert undone.with_name(".night.redo").is_file()

    def test_brings_back_what_was_undone(self, undone: Path) -> None:
        assert self.redo(undone) == 0
        assert [str(turn) for turn in SessionFile.open(undone).session.hands[0].turns] == ["Ana: 3♣"]

    def test_is_gone_when_there_is_nothing_to_redo(self, undone: Path) -> None:
        assert self.redo(undone) == 0
        assert not undone.with_name(".night.redo").exists()

    def test_is_gone_once_something_else_is_entered(self, undone: Path) -> None:
        assert call(undone.parent.parent, "record", "night", "a:4c").status == 0
        assert not undone.with_name(".night.redo").exists()
        assert self.redo(undone) == 1

    def test_does_not_fit_a_session_that_was_edited(self, undone: Path) -> None:
        undone.write_text(undone.read_text().replace('name = "night"', 'name = "day"'))
        assert self.redo(undone) == 1
        assert SessionFile.open(undone).session.hands == ()

    def test_does_not_fit_another_session_of_that_name(self, undone: Path) -> None:
        undone.unlink()
        begin(undone.parent.parent)
        undone.write_text(undone.read_text().replace("Ana", "Anita"))
        assert self.redo(undone) == 1

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff",
            b"null",
            b"[]",
            b"{}",
            b'{"format": "comet-redo/2"}',
            b'{"format": "comet-redo/1", "session": 1, "undone": 1, "before": 1}',
            b'{"format": "comet-redo/1", "session": "", "undone": [], "before": {"x": 1}}',
            b"[" * 100_000,
        ],
    )
    def test_that_is_damaged_is_as_good_as_none(self, undone: Path, data: bytes) -> None:
        undone.with_name(".night.redo").write_bytes(data)
        assert self.redo(undone) == 1
        assert call(undone.parent.parent, "record", "night", "a:4c").status == 0

    @pytest.mark.parametrize("change", ["undone", "hands", "hand"])
    def test_that_was_tampered_with_is_no_fault_of_the_program(self, undone: Path, change: str) -> None:
        beside = undone.with_name(".night.redo")
        text = beside.read_text()
        new = {
            "undone": text.replace('"undone": [', '"undone": [1, '),
            "hands": text.replace('"hands": 1', '"hands": 7'),
            "hand": text.replace("[[hands]]", "[[handz]]"),
        }[change]
        assert new != text
        beside.write_text(new)
        assert self.redo(undone) in (0, 1)
        assert call(undone.parent.parent, "verify", "night").status == 0

    def test_may_be_a_folder(self, undone: Path) -> None:
        undone.with_name(".night.redo").unlink()
        undone.with_name(".night.redo").mkdir()
        assert call(undone.parent.parent, "record", "night", "a:4c").status == 0

    def test_of_a_link_stands_beside_the_file_it_leads_to(self, night: Path) -> None:
        link = night.parent.parent / "link.toml"
        link.symlink_to("sessions/night.toml")
        assert call(link.parent, "undo", "link.toml").status == 0
        assert link.is_symlink()
        assert call(link.parent, "redo", "night").status == 0


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMET_SESSIONS", raising=False)
