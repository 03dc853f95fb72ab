"""What holds of any line typed at a table, of any session file and of any profile file, whatever is in them."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from comet_cli.commands.common import Opened
from comet_cli.commands.score import with_results
from comet_cli.commands.sitting import answer
from comet_cli.entry import read_command
from comet_cli.findings import CometError, Finding
from comet_cli.history import History
from comet_cli.library import build_profile, find_table
from comet_cli.night import Night, score_night
from comet_cli.plays import Turn
from comet_cli.profile import Profile, make_profile, merge, open_choices
from comet_cli.reading import Reading, read_session
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from comet_cli.show.exports import FORMATS, render
from comet_cli.show.out import finding_text, safe
from comet_cli.show.rules import house_toml, rules_text, rules_toml
from comet_cli.writing import SessionWriter, write_session

NOWHERE = Path("nowhere")


@cache
def rules(reference: str, seed: int = 0) -> Profile:
    """The published rules `reference`, by some seeds with a short deal; what they leave open is filled in at random."""
    table = find_table(reference, Path())
    others = [find_table(other, Path()) for other in ("foster", "crp", "duo")]
    source = Random(seed)
    while True:
        given: dict[str, dict[str, Any]] = {}
        for area, _, name in (key.partition(".") for key in open_choices(table)):
            given.setdefault(area, {})[name] = source.choice(others)[area][name]
        if seed and source.random() < 0.5:
            given["deal"] = {"cards": source.choice((2, 3, 5))}
        try:
            return make_profile(merge(table, given))
        except CometError as error:
            if error.finding.code != "profile-conflict":
                raise


def begun(profile: Profile, names: Sequence[str]) -> Session:
    """A night by `profile`, with as many of `names` as it allows."""
    seated = tuple(names[: profile.players.max])
    return Session("night", seated, profile, first_dealer=seated[0])


class Desk:
    """A table that lines are typed at by a person, and the session as it was saved last, with its bytes."""

    def __init__(self, session: Session, *, books: bool) -> None:
        self.saved, self.past = session, History()
        self.data = b""
        self._writer = SessionWriter()
        self.recorder = Recorder(session, History(), self._save, books=books)

    def _save(self, session: Session, past: History) -> None:
        self.data = self._writer.text(session).encode()
        self.saved, self.past = session, past

    def enter(self, line: str) -> bool:
        """Types `line`; whether it was taken. One that is refused has changed nothing, and one that is taken only adds.

        A step back takes away, of course, and a mended play or a total stands in the place of plays, and what is
        admitted is marked.
        """
        before = self.recorder.night.canonical, self.recorder.history, self.saved, self.past
        try:
            told = [safe(echo.text) for echo in answer(self.recorder, line.strip())]
        except CometError as error:
            finding_text(error.finding, 80)
            assert (self.recorder.night.canonical, self.recorder.history, self.saved, self.past) == before
            return False
        assert all("\n" not in line for line in told)
        assert self.recorder.night.canonical == self.saved
        assert self.recorder.history == self.past
        check_kept(before[0], self.saved, line.strip())
        return True

    def check_file(self) -> None:
        """What was saved is read from its text as it was, says the same of the night, and can be gone on with."""
        text = write_session(self.saved)
        reading = check_session(text)
        assert reading is not None
        assert reading.whole
        assert reading.session == self.saved
        Recorder(reading.session, self.past, self._save).check()
        now, again = self.recorder.night.findings, score_night(reading.session).findings
        assert Counter(map(_told, again)) == Counter(map(_told, now))

    def check_undo(self) -> None:
        """Whatever is taken back comes back."""
        before = self.saved
        if self.enter("undo"):
            assert self.enter("redo")
            assert self.saved == before


def check_kept(before: Session, after: Session, line: str) -> None:
    """Nothing that a night has been told is gone once `line` was taken, unless that is what `line` asks for."""
    command, _ = read_command(line, before.players) or ("", "")
    if command in ("undo", "redo"):
        return
    kept = "\n".join(texts_of(after))
    assert all(text in kept for text in texts_of(before, reasons=command != "dealer"))
    assert len(before.hands) <= len(after.hands)
    if command == "rename":
        return
    for was, now in zip(before.hands, after.hands, strict=False):
        assert all(name in now.left or f"left {name}: {shown}" in kept for name, shown in was.left.items())
        assert now.adjustments[: len(was.adjustments)] == was.adjustments
        assert now.dead[: len(was.dead)] == was.dead
    if command not in ("fix", "amend", "tally") and not line.startswith("!"):
        laid, now_laid = ([(name, play.rstrip("!")) for name, play in plays_of(each)] for each in (before, after))
        assert now_laid[: len(laid)] == laid


def texts_of(session: Session, *, reasons: bool = True) -> list[str]:
    """Whatever was said in words of the hands of a night; with `reasons`, also why somebody else dealt."""
    texts: list[str] = []
    for hand in session.hands:
        texts += [*hand.notes, hand.void or "", (reasons and hand.dealer_changed) or ""]
        texts += [each.reason for each in hand.adjustments]
        texts += [turn.remark for turn in hand.turns if isinstance(turn, Turn)]
    return texts


def plays_of(session: Session) -> list[tuple[str, str]]:
    """Every play of a night with its player, however they are divided."""
    turns = [turn for hand in session.hands for turn in hand.turns if isinstance(turn, Turn)]
    return [(turn.player, str(play)) for turn in turns for play in turn.plays]


def _told(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.message, finding.hand, finding.play


def check_session(text: str) -> Reading | None:
    """Reads a session file from its text and does with it what the commands do; None where it is none."""
    try:
        reading = read_session(text, NOWHERE)
    except CometError as error:
        finding_text(error.finding)
        return None
    night = score_night(reading.session)
    opened = Opened("night.toml", None, reading, night, text)
    for finding in opened.findings:
        finding_text(finding, 80)
    for form in FORMATS:
        exported = render([opened], form)
        if form == "json":
            check_json(exported)
    if reading.whole:
        check_written(reading.session, night)
    return reading


def check_written(session: Session, night: Night) -> None:
    """What was read whole is written, and read from there again, as the same; with results too."""
    for each in (session, with_results(night)):
        again = read_session(write_session(each), NOWHERE)
        assert again.whole
        assert again.session == each


def check_json(text: str) -> None:
    """The export is JSON of the form that is described, and its points agree with each other."""
    document = json.loads(text, parse_constant=lambda constant: math.nan / 0)
    assert document["format"] == "comet-export/1"
    for session in document["sessions"]:
        running: Counter[str] = Counter()
        for number, hand in enumerate(session["hands"], 1):
            assert hand["number"] == number
            assert hand["state"] in ("open", "unsettled", "settled", "void")
            moved = _moved(hand["transfers"])
            assert {name: moved[name] for name in hand["change"]} == hand["change"]
            running.update(hand["change"])
            assert all(running[name] == points for name, points in hand["balances"].items())
        _check_standings(session)


def _moved(transfers: Sequence[dict[str, Any]]) -> Counter[str]:
    moved: Counter[str] = Counter()
    for each in transfers:
        assert isinstance(each["points"], int)
        assert each["points"] != 0
        moved[each["payee"]] += each["points"]
        moved[each["payer"]] -= each["points"]
    return moved


def _check_standings(session: dict[str, Any]) -> None:
    balances = [row["balance"] for row in session["standings"]]
    assert balances == sorted(balances, reverse=True)
    assert [row["rank"] for row in session["standings"]] == [balances.index(balance) + 1 for balance in balances]
    leaders = [row["player"] for row in session["standings"] if row["rank"] == 1]
    assert session["winners"] == (leaders if session["complete"] else [])
    counted = Counter(hand["winner"] for hand in session["hands"] if hand["state"] == "settled")
    assert all(row["won"] == counted[row["player"]] for row in session["standings"])


def check_profile(table: dict[str, Any]) -> Profile | None:
    """Does with the table of a profile file what the commands do; None where it is refused."""
    try:
        for show in (rules_text, rules_toml):
            show(table)
        house_toml(table, "other.toml", "house")
        profile = build_profile(table, NOWHERE)
    except CometError as error:
        finding_text(error.finding)
        return None
    for players in range(profile.players.min, profile.players.max + 1):
        dealt = profile.dealt(players, players - 1)
        assert len(dealt) == players
        assert min(dealt) > 0
        assert sum(dealt) <= profile.pack_for(players).total()
    return profile
