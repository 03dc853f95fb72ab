"""Killed at any moment, and written by several at once: no line that was told as taken is ever lost."""

import json
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from comet_cli.reading import read_session
from tests import forks
from tests.fuzz.checks import plays_of
from tests.nights import Script, begin_long, make_script
from tests.running import PROGRAM, call, environment, listing

HANDS = 2


def long(*values: object) -> object:
    """Values of a parameter that take minutes."""
    return pytest.param(*values, marks=pytest.mark.long)


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Script:
    """A night of some hands, line by line."""
    return make_script(begin_long(tmp_path_factory.mktemp("typed"), HANDS), HANDS)


@pytest.fixture
def night(tmp_path: Path, typed: Script) -> Path:
    """The file of that night before its first line."""
    path = begin_long(tmp_path, HANDS)
    path.write_bytes(typed.states[0])
    return path


# Killed


def kept_after_a_kill(night: Path, script: Script, before: int, talk: str) -> int:
    """Holds the file of a killed recorder to what it has told; returns after how many lines it is.

    The recorder began after `before` lines, and its talk came to `talk`.
    """
    after = script.after(night.read_bytes())
    told = script.taken(before, talk)
    assert told <= after <= told + 1
    verified = call(night.parent.parent, "verify", "night")
    assert (verified.status, verified.traced) == (0, False), verified.text
    backup = night.with_name(".night.bak")
    assert not backup.exists() or backup.read_bytes() in script.states
    return after


def goes_on(night: Path, script: Script, after: int) -> None:
    """Records some more lines of the night, whatever a killed recorder has left beside its file."""
    until = min(after + 5, len(script.lines))
    done = call(night.parent.parent, "record", "night", typed="\n".join(script.lines[after:until]))
    assert (done.status, done.err.count("\n")) == (0, script.told[until] - script.told[after])
    assert night.read_bytes() == script.states[until]


def kill_again_and_again(night: Path, script: Script, kill: Callable[[Sequence[str]], str], kills: int) -> None:
    """Has the night recorded by programs that are killed, each going on where the one before was stopped.

    `kill` starts one, which gets those lines, and returns its talk. At the end of the night it is begun anew, and
    what lies about beside the file stays there.
    """
    after = 0
    for _ in range(kills):
        after = kept_after_a_kill(night, script, after, kill(script.lines[after:]))
        if after > len(script.lines) - 20:
            goes_on(night, script, after)
            night.write_bytes(script.states[0])
            after = 0
    goes_on(night, script, after)


def talk_of_one_killed(folder: Path, lines: Sequence[str], source: Random) -> str:
    """What a recorder that is fed `lines` has told when it is killed, a moment after it has told some of them."""
    program = subprocess.Popen(
        [*PROGRAM, "record", "night"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment(folder, PYTHONUNBUFFERED="1"),
    )
    assert program.stdin
    assert program.stderr
    program.stdin.write("".join(f"{line}\n" for line in lines).encode())
    program.stdin.flush()
    talk = b"".join(program.stderr.readline() for _ in range(source.randrange(8)))
    time.sleep(source.uniform(0, 0.01 if talk else 0.3))
    program.kill()
    talk += program.stderr.read()
    program.stdin.close()
    program.stderr.close()
    program.wait()
    return talk.decode()


@pytest.mark.parametrize("kills", [6, long(200)])
def test_a_program_killed_while_it_is_fed_has_kept_every_line_it_told_and_nothing_else(
    night: Path, typed: Script, kills: int
) -> None:
    folder, source = night.parent.parent, Random(kills)
    kill_again_and_again(night, typed, lambda lines: talk_of_one_killed(folder, lines, source), kills)


def talk_of_one_killed_in_haste(folder: Path, lines: Sequence[str], source: Random) -> str:
    """The same of a recorder that has all lines at once, and takes them as fast as it can."""
    told = folder / forks.TOLD
    told.write_bytes(b"")
    (folder / forks.TYPED).write_text("".join(f"{line}\n" for line in lines))
    process = forks.start(forks.record, folder)
    wanted = source.randrange(8)
    while told.read_bytes().count(b"\n") < wanted and process.is_alive():
        time.sleep(0.0003)
    time.sleep(source.uniform(0, 0.004 if wanted else 0.02))
    forks.killed(process)
    return told.read_bytes().decode()


@pytest.mark.parametrize("kills", [12, long(1000)])
def test_a_program_killed_amid_many_fast_lines_has_kept_every_line_it_told_and_nothing_else(
    night: Path, typed: Script, kills: int
) -> None:
    folder, source = night.parent.parent, Random(kills)
    kill_again_and_again(night, typed, lambda lines: talk_of_one_killed_in_haste(folder, lines, source), kills)


def killed_at_every_step(night: Path, entries: Sequence[str], stride: int) -> Iterator[str]:
    """What a recorder told that was killed at a line of the module that keeps files: at the first, and at later ones.

    It begins with the same files each time. Ends with what it told when it came to the end.
    """
    folder, step, exitcode = night.parent.parent, 0, -signal.SIGKILL
    (folder / forks.TYPED).touch()
    files = {path: path.read_bytes() for path in night.parent.iterdir()}
    while exitcode == -signal.SIGKILL:
        for path, data in files.items():
            path.write_bytes(data)
        process = forks.start(forks.record_until, folder, step, entries)
        process.join()
        exitcode = process.exitcode or 0
        yield (folder / forks.TOLD).read_text("utf-8")
        step += stride
    assert exitcode == 0
    assert step > 100


@pytest.mark.parametrize("stride", [13, long(1)])
@pytest.mark.parametrize("entry", ["Ana: 3♣", "note words"])
def test_killed_at_any_step_of_keeping_a_line_the_file_is_as_before_or_as_after_it(
    tmp_path: Path, entry: str, stride: int
) -> None:
    night = begin_long(tmp_path, HANDS)
    assert call(tmp_path, "record", "night", "Ana: A♣", "note first", "Ana: 2♣").status == 0
    before = night.read_bytes()
    assert call(tmp_path, "record", "night", entry).status == 0
    after = night.read_bytes()
    night.write_bytes(before)
    for talk in killed_at_every_step(night, [entry], stride):
        assert night.read_bytes() in ([after] if talk else [before, after])
    assert talk


@pytest.mark.parametrize("stride", [29, long(1)])
def test_killed_at_any_step_of_undo_and_redo_the_night_can_be_gone_on_with(tmp_path: Path, stride: int) -> None:
    night = begin_long(tmp_path, HANDS)
    states = set()
    for line in ("Ana: 3♣", "Ana: 4♣", "<", "redo"):
        assert call(tmp_path, "record", "night", line).status == 0
        states.add(night.read_bytes())
    for _ in killed_at_every_step(night, ["<", "redo"], stride):
        assert night.read_bytes() in states
        assert call(tmp_path, "redo", "night").status in (0, 1)
        assert night.read_bytes() in states
        assert call(tmp_path, "record", "night", "Ana: 5♣!").status == 0


def test_what_a_killed_program_left_beside_the_file_does_no_harm(night: Path, typed: Script) -> None:
    process = forks.start(forks.record_until, night.parent.parent, 60, [typed.lines[0]])
    (night.parent.parent / forks.TYPED).touch()
    process.join()
    for name in (".night.toml.1.tmp", ".night.redo.1.tmp", ".night.lock"):
        night.with_name(name).write_bytes(b"rest")
    before = listing(night.parent)
    for command in ("verify", "show", "replay", "standings"):
        assert call(night.parent.parent, command, "night").status == 0
    assert listing(night.parent) == before
    goes_on(night, typed, typed.after(night.read_bytes()))


# Several at once


def write_on(folder: Path, name: str, lines: Sequence[str], seconds: float) -> None:
    """Has each of `lines` recorded by a program of its own, again where another was recording, until time is up.

    Writes the lines that were taken, and how often the program ended in which way, to a file called `name`.
    """
    taken: list[str] = []
    statuses: Counter[int] = Counter()
    source, end = Random(name), time.monotonic() + seconds
    while time.monotonic() < end and len(taken) < len(lines):
        status = call(folder, "record", "night", lines[len(taken)]).status
        statuses[status] += 1
        if status not in (0, 4):
            break
        taken += lines[len(taken) :][: status == 0]
        time.sleep(source.uniform(0, 0.003))
    (folder / name).write_text(json.dumps({"taken": taken, "statuses": statuses}))


@pytest.mark.parametrize(("seconds", "hands"), [(2, 2), long(60, 12)])
def test_of_three_that_write_at_once_every_line_that_was_taken_is_in_the_file_in_the_order_of_each(
    tmp_path: Path, seconds: int, hands: int
) -> None:
    night = begin_long(tmp_path, hands)
    script = make_script(night, hands, notes=False)
    assert call(tmp_path, "record", "night", script.lines[0]).status == 0
    work = {"plays": script.lines[1:]} | {name: [f"note {name}-{n}" for n in range(100_000)] for name in ("w1", "w2")}
    running = [forks.start(write_on, tmp_path, name, lines, seconds) for name, lines in work.items()]
    for process in running:
        process.join(seconds + 60)
        assert process.exitcode == 0
    done = {name: json.loads((tmp_path / name).read_bytes()) for name in work}
    assert {status for each in done.values() for status in each["statuses"]} <= {"0", "4"}
    assert all(each["taken"] for each in done.values())
    session = read_session(night.read_text("utf-8"), tmp_path).session
    reference = read_session(script.states[1 + len(done["plays"]["taken"])].decode(), tmp_path).session
    assert plays_of(session) == plays_of(reference)
    notes = [f"note {words}" for hand in session.hands for words in hand.notes]
    for name in ("w1", "w2"):
        assert [note for note in notes if note.startswith(f"note {name}-")] == done[name]["taken"]
    assert len(notes) == len(done["w1"]["taken"]) + len(done["w2"]["taken"])
    assert call(tmp_path, "verify", "night").status == 0
