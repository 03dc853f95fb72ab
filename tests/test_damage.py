"""Session files damaged at every byte: told or read, never a fault of the program, and nothing silently lost."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from comet_cli.findings import CometError
from comet_cli.people import same_name
from comet_cli.plays import Turn, Unread
from comet_cli.reading import Reading, read_session
from comet_cli.records import Result, Session
from comet_cli.writing import write_session
from tests.running import WON_BY_ANA, call, listing, plays, short, write

BY_HAND = short(
    WON_BY_ANA + 'notes = ["naïve"]\nadjustments = [{ payer = "Ana", payee = "Bruno", points = 2, reason = "x" }]\n',
    '[[hands]]\ndealer = "Ana"\nvoid = "fell"\ndealt = { Ana = 4 }\nplayers = ["Ana", "Carla", "Bruno"]\n',
    plays("Bruno: 3♣ # well", "Carla: 9♦", "Ana: pass"),
)
CHANGES = {
    "its lowest bit changed": lambda byte: byte ^ 1,
    "its case changed": lambda byte: byte ^ 0x20,
    "every bit set": lambda byte: 0xFF,
    "an end of line in its place": lambda byte: 0x0A,
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The same night as the program writes it, with results and every rule, and a line more."""
    folder = tmp_path_factory.mktemp("written")
    path = write(folder, BY_HAND)
    assert call(folder, "score", "night.toml").status == 0
    assert call(folder, "record", "night.toml", "b:10d").status == 0
    path.with_name("night.toml.orig").unlink()
    return path.read_bytes()


def cuts(data: bytes, stride: int) -> Iterator[bytes]:
    """`data` cut off before every byte."""
    yield from (data[:at] for at in range(0, len(data), stride))


def changed(data: bytes, stride: int, name: str) -> Iterator[bytes]:
    """`data` with one byte changed, each in turn."""
    for at in range(len(name) % stride, len(data), stride):
        yield data[:at] + bytes([CHANGES[name](data[at])]) + data[at + 1 :]


def read(data: bytes, folder: Path) -> Reading | None:
    """What the program makes of a file, or None where it is no session at all."""
    try:
        return read_session(data.decode("utf-8-sig"), folder)
    except (CometError, UnicodeDecodeError):
        return None


def is_never_broken_nor_changed(folder: Path, data: bytes) -> None:
    """Holds every kind of command to the rules for a damaged file."""
    path = write(folder, data)
    before = listing(folder)
    for command in ("verify", "show"):
        assert call(folder, command, "night.toml").status in (0, 1, 3)
        assert listing(folder) == before
    for arguments in (["score", "night.toml"], ["record", "night.toml", "b"]):
        done = call(folder, *arguments)
        assert done.status in (0, 1, 3)
        if path.read_bytes() == data:
            assert [each.name for each in folder.iterdir()] == ["night.toml"]
        else:
            assert done.status == 0 or arguments[0] == "score"
            holds_all_that_was_there(folder, data, path.read_bytes())
        for each in folder.iterdir():
            each.unlink()
        path.write_bytes(data)


def holds_all_that_was_there(folder: Path, before: bytes, after: bytes) -> None:
    """A file that was written anew says all that the damaged one said, as the program and as TOML itself read it."""
    was, now = read(before, folder), read(after, folder)
    assert was
    assert now
    assert was.whole
    assert now.whole
    is_continued(was.session, now.session)
    said, kept = (leaves(tomllib.loads(data.decode("utf-8-sig"))) for data in (before, after))
    assert said.items() <= kept.items()
    by_the_program = write_session(was.session).encode() == before
    assert [each.read_bytes() for each in folder.glob("*.orig")] == ([] if by_the_program else [before])


def is_continued(was: Session, now: Session) -> None:
    """The night is the same, and has nothing more but results, and plays at its end."""
    assert replace(was, hands=()) == replace(now, hands=())
    assert len(was.hands) <= len(now.hands) <= len(was.hands) + 1
    for one, other in zip(was.hands, now.hands, strict=False):
        assert replace(one, turns=(), result=None) == replace(other, turns=(), result=None)
        is_filled_up(one.result, other.result)
        said, kept = words_of(one.turns), words_of(other.turns)
        assert kept[: len(said)] == said
        assert kept == said or one is was.hands[-1]


def is_filled_up(was: Result | None, now: Result | None) -> None:
    """What the file said that the hand came to, it says still."""
    if was is not None:
        assert now is not None
        for part in ("winner", "change", "balances", "transfers"):
            assert getattr(was, part) in (None, getattr(now, part))


def words_of(turns: tuple[Turn | Unread, ...]) -> list[str]:
    """The plays with who made them, and the remarks, however they are divided."""
    words: list[str] = []
    for turn in turns:
        if isinstance(turn, Unread):
            words.append(turn.text)
        else:
            words += [*(f"{turn.player}: {play}" for play in turn.plays), *([turn.remark] if turn.remark else [])]
    return words


def leaves(table: Any, *path: object) -> dict[tuple[object, ...], Any]:
    """Every value of a TOML document with where it stands, where the format has one way of writing it.

    Left out are what has several (cards and plays) and the rules, which may be told by what they extend. Names are
    taken without case, as the program does.
    """
    if path and path[-1] in ("profile", "plays", "left", "dead"):
        return {}
    if isinstance(table, dict):
        inner = [leaves(value, *path, same_name(key)) for key, value in table.items()]
    elif isinstance(table, list):
        inner = [leaves(value, *path, at) for at, value in enumerate(table)]
    else:
        return {path: same_name(table) if isinstance(table, str) else table}
    return {key: value for each in inner for key, value in each.items()}


@pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.long)])
def test_a_file_by_hand_cut_anywhere_breaks_no_command_and_loses_nothing_more(tmp_path: Path, stride: int) -> None:
    for data in cuts(BY_HAND.encode(), stride):
        is_never_broken_nor_changed(tmp_path, data)


@pytest.mark.parametrize("stride", [43, pytest.param(1, marks=pytest.mark.long)])
def test_a_file_of_the_program_cut_anywhere_breaks_no_command_and_loses_nothing_more(
    tmp_path: Path, written: bytes, stride: int
) -> None:
    for data in cuts(written, stride):
        is_never_broken_nor_changed(tmp_path, data)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("stride", [13, pytest.param(1, marks=pytest.mark.long)])
def test_a_file_by_hand_with_any_byte_damaged_breaks_no_command_and_loses_nothing_more(
    tmp_path: Path, stride: int, change: str
) -> None:
    for data in changed(BY_HAND.encode(), stride, change):
        is_never_broken_nor_changed(tmp_path, data)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("stride", [97, pytest.param(1, marks=pytest.mark.long)])
def test_a_file_of_the_program_with_any_byte_damaged_breaks_no_command_and_loses_nothing_more(
    tmp_path: Path, written: bytes, stride: int, change: str
) -> None:
    for data in changed(written, stride, change):
        is_never_broken_nor_changed(tmp_path, data)
