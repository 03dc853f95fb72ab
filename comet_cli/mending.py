"""Mended plays: of the hand on the table, and of an earlier one."""

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from comet_cli.cards import read_card
from comet_cli.changes import Change, reason_of, usage, with_hand
from comet_cli.entry import Line, read_line
from comet_cli.findings import CometError, refused
from comet_cli.hand import Hand
from comet_cli.night import Night
from comet_cli.plays import Turn, Unread


def fix(night: Night, words: str) -> Change:
    """Mends a play of the hand on the table: puts another in its place, or one before it that was not typed."""
    play, _, entry = words.strip().partition(" ")
    number = _play_number(play, entry, "fix 7 b:6c")
    session, told = _mended(night, len(night.hands), number, entry)
    return session, f"play {number}: {told}"


def amend(night: Night, words: str) -> Change:
    """Mends a play of an earlier hand, and keeps with that hand what was changed and why."""
    parts = words.split(maxsplit=2)
    if len(parts) < 3 or not re.fullmatch(r"[1-9]\d{0,3}", parts[0], re.ASCII):
        raise usage("amend 2 7 b:6c # Bruno was misheard", "the hand, the play, what it was, and why")
    at = int(parts[0])
    if at > len(night.hands):
        raise refused("no-such-hand", f"there is no hand {at} (recorded so far: {len(night.hands)})")
    entry, _, why = parts[2].partition(" # ")
    reason = reason_of(why)
    number = _play_number(parts[1], entry, "amend 2 7 b:6c # Bruno was misheard")
    session, told = _mended(night, at, number, entry)
    words = f"amended, play {number}: {told}{f' ({reason})' if reason else ''}"
    record = session.hands[at - 1]
    return with_hand(session, at, replace(record, notes=(*record.notes, words))), f"hand {at} {words}"


def _play_number(play: str, entry: str, example: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,3}", play, re.ASCII) or not entry.strip():
        raise usage(example, "the number of a play, and what it was")
    return int(play)


def amendments(notes: Iterable[str]) -> list[tuple[int, str]]:
    """The notes of a hand that `amend` left, each with the number of the play."""
    found = [(re.match(r"amended, play (\d{1,4}): ", note, re.ASCII), note) for note in notes]
    return [(int(match[1]), note) for match, note in found if match]


def _mended(night: Night, at: int, number: int, entry: str) -> Change:
    """The session with play `number` of hand `at` mended by `entry`, in its place or before it, whichever fits."""
    if not at:
        raise refused("no-hand", "no hand has begun yet", remedy="Enter it once the first card is laid.")
    scored = night.hands[at - 1]
    session = night.canonical
    record = session.hands[at - 1]
    if scored.hand is None or not record.turns or any(isinstance(turn, Unread) for turn in record.turns):
        raise refused("not-played", f"hand {at} has no plays that can be mended")
    plays = [each for turn in record.turns if isinstance(turn, Turn) for each in _one_by_one(turn)]
    if number > len(plays):
        raise refused("no-such-play", f"hand {at} has no play {number}: its last is play {len(plays)}")
    before, was, after = plays[: number - 1], plays[number - 1], plays[number:]
    start = _replayed(scored.hand, before)
    line = _read_for(entry, start, was.player)
    *first, last = [Turn(start.names[each.seat], (each.play,)) for each in line.plays]
    typed = [*first, replace(last, remark=line.remark)]
    instead = [*first, replace(last, remark="; ".join(filter(None, [was.remark, line.remark])))]
    now = ", ".join(map(str, typed))
    fits = {
        f"{replace(was, remark='')} became {now}": [*before, *instead, *after],
        f"{now} came before {replace(was, remark='')}": [*before, *typed, was, *after],
    }
    sound = {told: turns for told, turns in fits.items() if _playable(scored.hand, turns)}
    if not sound:
        _replayed(scored.hand, next(iter(fits.values())))
    told, mended = next(iter(sound.items()))
    return with_hand(session, at, replace(record, turns=tuple(mended))), told


def _read_for(entry: str, start: Hand, player: str) -> Line:
    """The plays that `entry` means; a card or a pass without a name is that of `player`, if it can be."""
    word = entry.partition(" # ")[0].strip().rstrip("!")
    if read_card(word) or word.casefold() in ("-", "pass"):
        with contextlib.suppress(CometError):
            return read_line(f"@{start.names.index(player) + 1}:{entry}", start)
    return read_line(entry, start)


def _one_by_one(turn: Turn) -> list[Turn]:
    """Each play of a turn by itself, the remark with the last."""
    *first, last = turn.plays
    return [*(Turn(turn.player, (play,)) for play in first), Turn(turn.player, (last,), turn.remark)]


def _replayed(hand: Hand, turns: Sequence[Turn]) -> Hand:
    """The same deal played otherwise. Raises `CometError` at the first play that is not allowed."""
    again = hand.fresh()
    for turn in turns:
        for play in turn.plays:
            again.play(again.names.index(turn.player), play)
    return again


def _playable(hand: Hand, turns: Sequence[Turn]) -> bool:
    try:
        _replayed(hand, turns)
    except CometError:
        return False
    return True
