"""The backup of a night: what is kept when, what is never replaced, and how it is put back."""

import errno
import os
import stat
import subprocess
import time
from pathlib import Path

import pytest

from comet_cli import recovery
from comet_cli.backup import backup_of, keep_hand
from comet_cli.findings import CometError
from comet_cli.records import Session
from comet_cli.store import SessionFile
from tests.running import PROGRAM, WON_BY_ANA, Run, begin, call, environment, listing, plays, short, write

FIRST = ("a: 3-5c", "left b: Ks", "left c: -")
SECOND = ("b: 3-5h", "left a: -", "left c: -")
THIRD = ("c: 3-5s", "left a: -", "left b: -")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    return begin(tmp_path)


@pytest.fixture
def second(night: Path) -> Path:
    """A night in the middle of its second hand."""
    record(night, *FIRST, "b: 3h", "c")
    return night


def record(path: Path, *lines: str) -> Run:
    done = call(path.parent.parent, "record", "night", *lines)
    assert done.status == 0, done.err
    return done


def undo(path: Path, times: int) -> None:
    for _ in range(times):
        assert call(path.parent.parent, "undo", "night").status == 0


def kept(path: Path) -> Session:
    """The session in the backup."""
    return SessionFile.open(backup_of(path)).session


def known(session: Session) -> list[tuple[list[str], bool]]:
    """The turns of each hand, and whether it is booked."""
    return [([str(turn) for turn in hand.turns], hand.result is not None) for hand in session.hands]


class TestIsKept:
    def test_as_the_night_was_before_its_first_hand(self, night: Path) -> None:
        before = night.read_bytes()
        record(night, "3c", "b")
        assert backup_of(night).read_bytes() == before

    def test_hidden_beside_the_file(self, night: Path) -> None:
        record(night, "3c")
        assert backup_of(night) == night.resolve().with_name(".night.bak")
        assert night.with_name(".night.bak").is_file()

    def test_with_the_booking_of_a_hand(self, night: Path) -> None:
        record(night, *FIRST)
        assert backup_of(night).read_bytes() == night.read_bytes()

    def test_while_the_next_hand_is_played(self, night: Path) -> None:
        record(night, *FIRST)
        after_first = night.read_bytes()
        for line in ("b: 3h", "c", "note the phone rang", "<", "+"):
            record(night, line)
            assert backup_of(night).read_bytes() == after_first

    def test_anew_with_every_hand(self, night: Path) -> None:
        for number, hand in enumerate((FIRST, SECOND, THIRD), 1):
            record(night, *hand)
            assert backup_of(night).read_bytes() == night.read_bytes()
            assert len(kept(night).hands) == number

    def test_with_what_was_corrected_after_the_booking(self, night: Path) -> None:
        record(night, *FIRST, "left b: -")
        corrected = night.read_bytes()
        assert backup_of(night).read_bytes() != corrected
        record(night, "b: 3h")
        assert backup_of(night).read_bytes() == corrected

    def test_with_a_void_hand(self, night: Path) -> None:
        record(night, "3c", "void cards fell")
        assert backup_of(night).read_bytes() == night.read_bytes()

    def test_with_its_booking_where_a_hand_begins_and_ends_with_one_entry(self, night: Path) -> None:
        record(night, *FIRST)
        before = SessionFile.open(night)
        record(night, *SECOND)
        after = SessionFile.open(night)
        backup_of(night).unlink()
        keep_hand(night, (before.session, before.data), (after.session, after.data))
        assert backup_of(night).read_bytes() == after.data

    def test_of_a_hand_that_is_booked_by_the_first_card_of_the_next(self, night: Path) -> None:
        record(night, *FIRST)
        undo(night, 1)
        unbooked = night.read_bytes()
        record(night, "b: 3h")
        assert known(kept(night)) == [(["Ana: 3♣ 4♣ 5♣"], True)]
        assert night.read_bytes() != unbooked

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
    def test_with_the_mode_of_the_file(self, night: Path, mode: int) -> None:
        night.chmod(mode)
        record(night, "3c")
        assert stat.S_IMODE(backup_of(night).stat().st_mode) == mode

    def test_with_a_mode_that_the_file_was_given_later(self, night: Path) -> None:
        record(night, "3c")
        night.chmod(0o600)
        record(night, "4-5c", "left b: -", "left c: -")
        assert stat.S_IMODE(backup_of(night).stat().st_mode) == 0o600

    def test_beside_the_file_that_a_link_leads_to(self, night: Path) -> None:
        link = night.parent.parent / "link.toml"
        link.symlink_to("sessions/night.toml")
        assert call(link.parent, "record", "link.toml", "3c").status == 0
        assert night.with_name(".night.bak").is_file()
        assert not link.with_name(".link.bak").exists()

    def test_as_a_person_wrote_it(self, tmp_path: Path) -> None:
        by_hand = "# by hand\n" + short(WON_BY_ANA)
        path = write(tmp_path, by_hand, "sessions/night.toml")
        record(path, "b: 3s")
        assert backup_of(path).read_bytes() == by_hand.encode()

    @pytest.mark.parametrize("command", ["score", "show", "verify", "replay", "standings"])
    def test_only_of_what_is_recorded(self, tmp_path: Path, command: str) -> None:
        path = write(tmp_path, short(WON_BY_ANA))
        assert call(tmp_path, command, "night.toml").status == 0
        assert not backup_of(path).exists()

    def test_at_no_cost_for_a_line_that_ends_no_hand(self, second: Path) -> None:
        about = backup_of(second).stat()
        record(second, "c # a remark", "<", "note x", "c")
        assert backup_of(second).stat().st_mtime_ns == about.st_mtime_ns
        assert backup_of(second).stat().st_ino == about.st_ino


class TestIsNotReplacedBySomethingPoorer:
    def test_by_steps_back(self, second: Path) -> None:
        before = backup_of(second).read_bytes()
        for _ in range(6):
            undo(second, 1)
            assert backup_of(second).read_bytes() == before
        assert SessionFile.open(second).session.hands == ()

    def test_by_steps_back_and_forward(self, second: Path) -> None:
        before = backup_of(second).read_bytes()
        undo(second, 6)
        for _ in range(6):
            assert call(second.parent.parent, "redo", "night").status == 0
            assert backup_of(second).read_bytes() == before

    def test_by_the_first_card_after_steps_back_to_the_start(self, second: Path) -> None:
        before = backup_of(second).read_bytes()
        undo(second, 6)
        record(second, "a: 7c")
        assert backup_of(second).read_bytes() == before

    def test_by_the_same_booking_after_steps_back_over_two_hands(self, night: Path) -> None:
        record(night, *FIRST, *SECOND)
        before = backup_of(night).read_bytes()
        undo(night, 5)
        record(night, "left c: -")
        assert len(SessionFile.open(night).session.hands) == 1
        assert backup_of(night).read_bytes() == before

    def test_but_by_what_was_entered_instead(self, night: Path) -> None:
        record(night, *FIRST, *SECOND)
        undo(night, 8)
        record(night, "a: 7-9c", "left b: -", "left c: -")
        assert known(kept(night)) == [(["Ana: 7♣ 8♣ 9♣"], True)]

    def test_but_by_less_where_it_is_damaged_itself(self, night: Path) -> None:
        record(night, *FIRST)
        data = night.read_bytes()
        write(night.parent, data + b"\n[[hands]]\nplays = [", ".night.bak")
        record(night, "b: 3h")
        assert backup_of(night).read_bytes() == data


class TestThatIsBeingWritten:
    @pytest.mark.parametrize("delay", [0.0, 0.03, 0.07])
    def test_while_the_program_is_killed_is_whole(self, night: Path, delay: float) -> None:
        hand = "\n".join([*FIRST, *"<<<<"])
        program = subprocess.Popen(
            [*PROGRAM, "record", "night"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=night.parent.parent,
            env=environment(night),
        )
        assert program.stdin
        assert program.stderr
        program.stdin.write(f"{hand}\n".encode() * 300)
        program.stdin.flush()
        program.stderr.readline()
        time.sleep(delay)
        program.kill()
        program.communicate()
        assert known(kept(night)) in ([], [(["Ana: 3♣ 4♣ 5♣"], True)])
        night.unlink()
        assert call(night.parent.parent, "recover", "night", "--yes").status == 0
        assert not list(night.parent.glob("*.tmp"))
        assert call(night.parent.parent, "show", "night").status == 0


class TestThatCannotBeWritten:
    @pytest.fixture(autouse=True)
    def full(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = Path.replace

        def replace(path: Path, target: Path) -> Path:
            if target.name.endswith(".bak"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(path, target)

        monkeypatch.setattr(Path, "replace", replace)

    def test_does_not_keep_the_entry_from_being_recorded(self, night: Path) -> None:
        record(night, "3c")
        assert known(SessionFile.open(night).session) == [(["Ana: 3♣"], False)]

    def test_is_told_with_the_reason(self, night: Path) -> None:
        told = record(night, "3c").err
        assert "note: this is recorded, but not its backup: " in told
        assert "No space left on device" in told

    def test_is_told_once(self, night: Path) -> None:
        told = record(night, *FIRST, *SECOND).err
        assert told.count("not its backup") == 1

    def test_leaves_nothing_behind(self, night: Path) -> None:
        record(night, "3c")
        assert sorted(path.name for path in night.parent.iterdir()) == ["night.toml"]

    def test_may_be_because_a_folder_is_there(self, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        backup_of(night).mkdir()
        assert "not its backup" in record(night, "3c").err


DAMAGED = {
    "empty": lambda data: b"",
    "blank": lambda data: b"\n \n",
    "NUL bytes": lambda data: b"\0" * len(data),
    "cut in a line": lambda data: data[: data.index("Bruno: 3♥".encode()) + 3],
    "cut in the head": lambda data: data[:60],
    "not UTF-8": lambda data: data.replace("♥".encode(), b"\xff"),
    "conflict markers": lambda data: data.replace(b"[[hands]]", b"<<<<<<< HEAD\n[[hands]]"),
    "a key twice": lambda data: data.replace(b"name = ", b'name = "x"\nname = '),
    "not a session": lambda data: b'title = "x"\n',
    "an unknown key": lambda data: data.replace(b"plays = ", b"plaxs = "),
    "nobody who plays": lambda data: data.replace(b"players = [", b"plaxers = [", 1),
}
UNREADABLE = [name for name in DAMAGED if name != "an unknown key"]
damaged_in_any_way = pytest.mark.parametrize("way", list(DAMAGED))
ADVICE = "comet recover night puts it back"


def damage(path: Path, way: str) -> bytes:
    data: bytes = DAMAGED[way](path.read_bytes())
    path.write_bytes(data)
    return data


class TestIsOffered:
    @damaged_in_any_way
    def test_by_what_would_write(self, second: Path, way: str) -> None:
        damage(second, way)
        before = listing(second.parent)
        for arguments in (["record", "night", "b"], ["undo", "night"], ["redo", "night"], ["left", "night", "b", "-"]):
            done = call(second.parent.parent, *arguments)
            assert done.status == 3
            assert "the night as it was after hand 1 (" in done.err.casefold()
            assert ADVICE in done.err
            assert listing(second.parent) == before

    @pytest.mark.parametrize("way", UNREADABLE)
    def test_by_what_reads(self, second: Path, way: str) -> None:
        damage(second, way)
        for command in ("show", "score", "verify", "replay", "standings"):
            done = call(second.parent.parent, command, "night")
            assert done.status == 3
            assert ADVICE in done.err

    @pytest.mark.parametrize("arguments", [["record", "night", "b"], ["undo", "night"], ["show", "night"]])
    def test_where_the_file_is_gone(self, second: Path, arguments: list[str]) -> None:
        second.unlink()
        done = call(second.parent.parent, *arguments)
        assert done.status == 3
        assert "there is no such file" in done.err
        assert ADVICE in done.err
        assert "comet new" not in done.err

    def test_beside_what_else_can_be_done(self, second: Path) -> None:
        damage(second, "conflict markers")
        told = call(second.parent.parent, "record", "night").err
        assert "Keep one of the two parts" in told
        assert ADVICE in told

    def test_with_the_name_that_was_typed(self, second: Path) -> None:
        damage(second, "empty")
        assert "comet recover sessions/night.toml puts" in call(second.parent.parent, "show", "sessions/night.toml").err

    def test_with_its_day_where_that_was_not_today(self, second: Path) -> None:
        damage(second, "empty")
        os.utime(backup_of(second), (86_400 * 365, 86_400 * 365))
        assert "after hand 1 (1971-01-0" in call(second.parent.parent, "show", "night").err

    def test_before_the_first_hand(self, night: Path) -> None:
        record(night, "3c")
        damage(night, "empty")
        assert "before its first hand" in call(night.parent.parent, "show", "night").err

    def test_not_where_nothing_is_kept(self, second: Path) -> None:
        damage(second, "empty")
        backup_of(second).unlink()
        assert "recover" not in call(second.parent.parent, "record", "night").err

    @damaged_in_any_way
    def test_not_where_the_backup_is_damaged_too(self, second: Path, way: str) -> None:
        damage(second, "empty")
        backup_of(second).write_bytes(DAMAGED[way](short(plays("Bruno: 3♥")).encode()))
        done = call(second.parent.parent, "record", "night")
        assert done.status == 3
        assert "recover" not in done.err

    def test_not_where_the_file_is_of_a_newer_program(self, second: Path) -> None:
        second.write_bytes(second.read_bytes().replace(b"session/1", b"session/2"))
        assert "recover" not in call(second.parent.parent, "record", "night").err

    def test_not_where_a_folder_is_in_its_place(self, second: Path) -> None:
        second.unlink()
        second.mkdir()
        assert "recover" not in call(second.parent.parent, "record", "night").err

    def test_not_for_an_entry_that_is_refused(self, second: Path) -> None:
        assert "recover" not in call(second.parent.parent, "record", "night", "b: 5c").err

    def test_where_the_disk_fails_to_read(self, second: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = Path.open

        def opened(path: Path, *arguments: str, **more: str) -> object:
            if path.name == second.name:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return real(path, *arguments, **more)

        monkeypatch.setattr(Path, "open", opened)
        assert ADVICE in call(second.parent.parent, "show", "night").err


class TestIsPutBack:
    def recover(self, path: Path, *options: str) -> Run:
        return call(path.parent.parent, "recover", "night", *options)

    @damaged_in_any_way
    def test_in_place_of_a_damaged_file_which_is_kept(self, second: Path, way: str) -> None:
        after_first, data = backup_of(second).read_bytes(), damage(second, way)
        done = self.recover(second, "--yes")
        assert done.status == 0, done.err
        assert second.read_bytes() == after_first
        assert second.with_name("night.toml.damaged").read_bytes() == data
        assert "night.toml.damaged" in done.err
        record(second, "b: 3h")

    def test_where_the_file_is_gone(self, second: Path) -> None:
        after_first = backup_of(second).read_bytes()
        second.unlink()
        done = self.recover(second, "--yes")
        assert done.status == 0, done.err
        assert second.read_bytes() == after_first
        assert not second.with_name("night.toml.damaged").exists()

    @damaged_in_any_way
    def test_only_where_somebody_says_so(self, second: Path, way: str) -> None:
        damage(second, way)
        before = listing(second.parent)
        done = self.recover(second)
        assert done.status == 1
        assert "--yes" in done.err
        assert listing(second.parent) == before

    def test_shows_both_beforehand(self, second: Path) -> None:
        damage(second, "cut in a line")
        told = self.recover(second).err
        assert "[not-toml]" in told
        assert "backup: 1 hand; balances Ana +3, Bruno -3, Carla 0; as it was after hand 1 (" in told
        assert "file: 2 hands can still be seen; balances Ana +3, Bruno -3, Carla 0" in told
        assert "What the file says beyond the backup is not put back" in told

    def test_shows_the_turns_that_can_still_be_seen(self, second: Path) -> None:
        second.write_bytes(second.read_bytes() + b"[[\n")
        assert "file: 2 hands can still be seen, 2 turns in the last" in self.recover(second).err

    def test_shows_that_nothing_can_be_seen(self, second: Path) -> None:
        damage(second, "NUL bytes")
        assert "file: no hands can still be seen\n" in self.recover(second).err

    def test_says_how_to_go_on(self, second: Path) -> None:
        damage(second, "empty")
        assert "comet record night" in self.recover(second, "--yes").err

    def test_not_where_the_file_is_sound(self, second: Path) -> None:
        before = listing(second.parent)
        done = self.recover(second, "--yes")
        assert (done.status, done.out) == (1, "")
        assert "is sound" in done.err
        assert listing(second.parent) == before

    def test_not_where_the_file_says_less_but_is_sound(self, second: Path) -> None:
        undo(second, 4)
        before = listing(second.parent)
        done = self.recover(second, "--yes")
        assert done.status == 1
        assert "after hand 1" in done.err
        assert listing(second.parent) == before

    def test_where_a_card_was_changed_that_cannot_be(self, second: Path) -> None:
        after_first = backup_of(second).read_bytes()
        second.write_text(second.read_text().replace("Carla: 4♥", "Carla: 9♠"))
        assert self.recover(second, "--yes").status == 0
        assert second.read_bytes() == after_first

    def test_not_where_nothing_is_kept(self, second: Path) -> None:
        damage(second, "empty")
        backup_of(second).unlink()
        done = self.recover(second, "--yes")
        assert done.status == 3
        assert "[no-backup]" in done.err

    def test_not_where_the_backup_is_damaged_too(self, second: Path) -> None:
        damage(second, "empty")
        backup_of(second).write_bytes(b"")
        before = listing(second.parent)
        done = self.recover(second, "--yes")
        assert done.status == 3
        assert "cannot be read either" in done.err
        assert listing(second.parent) == before

    def test_not_where_there_never_was_such_a_night(self, tmp_path: Path) -> None:
        done = call(tmp_path, "recover", "friday", "--yes")
        assert (done.status, listing(tmp_path)) == (3, {})

    @pytest.mark.parametrize("way", ["a newer format", "a folder"])
    def test_not_in_place_of_what_is_not_damaged(self, second: Path, way: str) -> None:
        if way == "a folder":
            second.unlink()
            second.mkdir()
        else:
            second.write_bytes(second.read_bytes().replace(b"session/1", b"session/2"))
        before = listing(second.parent)
        assert self.recover(second, "--yes").status == 3
        assert listing(second.parent) == before

    def test_never_over_what_was_kept_before(self, second: Path) -> None:
        wanted = {}
        for number, way in enumerate(("empty", "not UTF-8", "blank"), 1):
            name = "night.toml.damaged" if number == 1 else f"night.toml.damaged.{number}"
            record(second, "b: 3h") if number > 1 else None
            wanted[name] = damage(second, way)
            assert self.recover(second, "--yes").status == 0
        assert {path.name: path.read_bytes() for path in second.parent.glob("*.damaged*")} == wanted

    def test_not_while_another_program_records_the_night(self, second: Path) -> None:
        file = SessionFile.open_alone(second)
        damage(second, "empty")
        before = listing(second.parent)
        assert self.recover(second, "--yes").status == 4
        assert listing(second.parent) == before
        file.close()

    def test_leaves_no_lock(self, second: Path) -> None:
        second.unlink()
        assert self.recover(second, "--yes").status == 0
        assert not second.with_name(".night.lock").exists()

    def test_through_a_link(self, second: Path) -> None:
        link = second.parent.parent / "link.toml"
        link.symlink_to("sessions/night.toml")
        damage(second, "empty")
        assert call(link.parent, "recover", "link.toml", "--yes").status == 0
        assert link.is_symlink()
        assert second.with_name("night.toml.damaged").read_bytes() == b""
        assert len(SessionFile.open(second).session.hands) == 1

    @pytest.mark.parametrize("mode", [0o600, 0o640])
    @pytest.mark.parametrize("gone", [True, False])
    def test_with_the_mode_that_the_file_had(self, night: Path, mode: int, gone: bool) -> None:
        night.chmod(mode)
        record(night, "3c")
        night.unlink() if gone else night.write_bytes(b"")
        assert self.recover(night, "--yes").status == 0
        assert stat.S_IMODE(night.stat().st_mode) == mode

    def test_and_can_be_undone_from(self, second: Path) -> None:
        damage(second, "empty")
        assert self.recover(second, "--yes").status == 0
        undo(second, 2)
        assert known(SessionFile.open(second).session) == [(["Ana: 3♣ 4♣ 5♣"], False)]

    @pytest.mark.parametrize("links", [True, False], ids=["with links", "without links"])
    def test_not_where_the_disk_is_full_and_nothing_is_changed(
        self, second: Path, monkeypatch: pytest.MonkeyPatch, links: bool
    ) -> None:
        data = damage(second, "cut in a line")

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        before = listing(second.parent)
        monkeypatch.setattr(os, "fsync", full)
        if not links:
            monkeypatch.setattr(Path, "hardlink_to", full)
        assert self.recover(second, "--yes").status == 3
        assert second.read_bytes() == data
        assert listing(second.parent) == before

    def test_where_no_file_can_have_two_names(self, second: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def unknown(*_: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(Path, "hardlink_to", unknown)
        data = damage(second, "not UTF-8")
        assert self.recover(second, "--yes").status == 0
        assert second.with_name("night.toml.damaged").read_bytes() == data

    def test_keeps_the_damaged_file_even_where_it_is_interrupted(
        self, second: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data = damage(second, "not UTF-8")
        backup = recovery.find_backup(second)
        assert backup
        real = Path.replace

        def replace(path: Path, target: Path) -> None:
            real(path, target)
            raise KeyboardInterrupt

        monkeypatch.setattr(Path, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            recovery.put_back(second, backup)
        assert second.with_name("night.toml.damaged").read_bytes() == data
        assert second.read_bytes() == backup.data


class TestAFileThatIsDamagedUnderARecorder:
    @pytest.fixture
    def sitting(self, second: Path) -> SessionFile:
        return SessionFile.open(second)

    @pytest.mark.parametrize("way", [*UNREADABLE, "gone"])
    def test_is_kept_as_the_recorder_knew_it(self, second: Path, sitting: SessionFile, way: str) -> None:
        before = second.read_bytes()
        second.unlink() if way == "gone" else damage(second, way)
        with pytest.raises(CometError):
            sitting.save(sitting.session, sitting.history())
        assert backup_of(second).read_bytes() == before
        assert call(second.parent.parent, "recover", "night", "--yes").status == 0
        assert second.read_bytes() == before

    def test_leaves_the_backup_alone_where_another_changed_it(self, second: Path, sitting: SessionFile) -> None:
        before = backup_of(second).read_bytes()
        second.write_bytes(second.read_bytes() + b"# by another\n")
        with pytest.raises(CometError):
            sitting.save(sitting.session, sitting.history())
        assert backup_of(second).read_bytes() == before


class TestAnotherNightOfThatName:
    def test_does_not_replace_the_backup_of_one_whose_file_is_gone(self, second: Path) -> None:
        data = backup_of(second).read_bytes()
        second.unlink()
        folder = second.parent.parent
        done = call(folder, "new", "night", "-p", "short.toml", "--player=Ana", "--player=Bruno", "--dealer=Bruno")
        assert done.status == 0
        assert "night.toml.bak" in done.err
        record(second, "3c")
        assert second.with_name("night.toml.bak").read_bytes() == data
        assert known(kept(second)) == []

    def test_is_not_begun_over_one_that_is_there(self, second: Path) -> None:
        before = listing(second.parent)
        folder = second.parent.parent
        assert call(folder, "new", "night", "-p", "short.toml", "--player=Ana", "--player=Bruno").status == 3
        assert listing(second.parent) == before


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
