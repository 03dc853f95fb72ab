"""A session from the text of its file. Whatever cannot be read is told with its place, and is never dropped."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from comet_cli.cards import Card
from comet_cli.findings import CometError, Family, Finding, nearest, shown, unreadable
from comet_cli.library import build_profile
from comet_cli.people import check_name, clean_name, same_name
from comet_cli.places import lines_of, not_toml
from comet_cli.plays import Lay, Shown, Turn, Unread, as_played, read_cards, read_shown, read_turn
from comet_cli.profile import Profile
from comet_cli.records import Adjustment, HandRecord, Place, Result, Session, Tally

T = TypeVar("T")

FORMAT = "comet-session/1"
SESSION_KEYS = ("format", "name", "started", "players", "first_dealer", "hands_planned", "chips", "profile", "hands")
HAND_KEYS = (
    "dealer",
    "dealer_changed",
    "players",
    "plays",
    "dead",
    "dealt",
    "out",
    "void",
    "notes",
    "left",
    "adjustments",
    "tally",
    "result",
)
# What depends on who plays.
_OF_PEOPLE = ("unknown-player", "bad-adjustment", "name-twice", "bad-name")
_TALLY_KEYS = ("winner", "comet", "kings", "aces", "cards_left", "pips_left")


@dataclass(frozen=True, slots=True)
class Reading:
    """A session as read, and the findings outside its hands (those of a hand are in its record)."""

    session: Session
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        """Whether everything in the file was understood, so that writing it again loses nothing."""
        return not self.findings and not any(hand.faults for hand in self.session.hands)


def read_session(text: str, folder: Path, stem: str = "night") -> Reading:
    """The session that `text` describes; profiles are looked for from `folder`, and `stem` names a nameless one.

    Raises `CometError` where the text is not a session at all, or its players or profile cannot be told.
    """
    table = _parse(text)
    return _Reader(table, lines_of(text)).session(folder, stem)


def read_hand(text: str, people: Iterable[str], profile: Profile) -> HandRecord:
    """The hand that `text`, as `write_hand` writes it, describes. Raises `CometError` where it cannot be read."""
    reader = _Reader(_parse(text), {})
    reader.people, reader.profile = list(people), profile
    record = reader.hand(0, reader.table["hands"][0])
    if record.faults:
        raise CometError(record.faults[0])
    return record


def _parse(text: str) -> dict[str, Any]:
    if conflict := re.search(r"^(<{7}|={7}|>{7})( |$)", text, re.MULTILINE):
        line = text.count("\n", 0, conflict.start()) + 1
        raise unreadable(
            "conflict-marker",
            "two versions of this file were merged and nobody chose between them",
            line=line,
            excerpt=text.split("\n")[line - 1].rstrip("\r"),
            remedy="Keep one of the two parts and delete the lines of <, = and >.",
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise not_toml(text, str(error)) from None
    except RecursionError:
        raise unreadable("not-toml", "the file is nested too deeply to be a session") from None
    except ValueError:
        raise unreadable("not-toml", "the file has a number in it that is too long to be read") from None


class _Reader:
    """Takes a parsed document apart, noting what is wrong with it."""

    def __init__(self, table: dict[str, Any], places: dict[Place, int]) -> None:
        self.table = table
        self.places = places
        self.in_hands: dict[int, dict[Place, int]] = {}
        for path, line in places.items():
            if path[0] == "hands" and len(path) > 1 and isinstance(path[1], int):
                self.in_hands.setdefault(path[1], {})[path[2:]] = line
        self.found: list[Finding] = []
        self.people: list[str] = []
        self.profile: Profile | None = None

    def session(self, folder: Path, stem: str) -> Reading:
        self._check_format()
        self._check_keys(self.table, SESSION_KEYS, (), "a session")
        missing: list[Finding] = []
        try:
            players = self._players()
        except CometError as error:
            missing += error.findings
        try:
            profile = self._profile(folder)
        except CometError as error:
            missing += error.findings
        hands = self._get(self.table, "hands", (), _tables, "tables [[hands]]") or []
        if missing:
            raise CometError(*sorted([*missing, *self._without_frame(hands)], key=lambda each: each.line or 0))
        self.people, self.profile = list(players), profile
        top = self.found
        session = Session(
            name=self._get(self.table, "name", (), _text, "a line of text") or stem.encode("utf-8", "replace").decode(),
            players=players,
            profile=profile,
            started=self._get(self.table, "started", (), _moment, "a date and time"),
            first_dealer=self._person("first_dealer"),
            hands_planned=self._planned(profile),
            hands=tuple(self.hand(index, hand) for index, hand in enumerate(hands)),
            chips=self._counts(self.table, "chips", ()),
        )
        for name in [name for name in session.chips if name not in self.people]:
            self._note(
                "unknown-player", f'chips: "{name}" is not a player', ("chips", name), nearest(name, self.people)
            )
        return Reading(session, tuple(top))

    def _without_frame(self, hands: Iterable[Mapping[str, Any]]) -> list[Finding]:
        """What is wrong with the rest of the session, whoever plays by whatever rules."""
        self._get(self.table, "name", (), _text, "a line of text")
        self._get(self.table, "started", (), _moment, "a date and time")
        self._get(self.table, "hands_planned", (), _positive, "a whole number from 1")
        self._counts(self.table, "chips", ())
        found = [finding for finding in self.found if finding.code not in _OF_PEOPLE]
        for index, table in enumerate(hands):
            record = self.hand(index, table)
            found += [fault.at(hand=index + 1) for fault in record.faults if fault.code not in _OF_PEOPLE]
            for at, turn in enumerate(record.turns):
                if isinstance(turn, Unread):
                    line = record.places.get(("plays", at))
                    found.append(Finding(turn.code, Family.UNREADABLE, turn.message, hand=index + 1, line=line))
        return found

    def _line(self, path: Place) -> int | None:
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path)

    def _fail(self, code: str, message: str, path: Place, remedy: str = "") -> CometError:
        return unreadable(code, message, line=self._line(path), remedy=remedy)

    def _note(self, code: str, message: str, path: Place, remedy: str = "") -> None:
        self.found.append(Finding(code, Family.UNREADABLE, message, line=self._line(path), remedy=remedy))

    def _check_format(self) -> None:
        said = self.table.get("format")
        if said == FORMAT:
            return
        if isinstance(said, str) and said.startswith("comet-session/"):
            raise self._fail(
                "newer-format",
                f"the file is written as {said}; this version of comet reads {FORMAT}",
                ("format",),
                remedy="Read it with a newer version of comet.",
            )
        raise self._fail(
            "not-a-session",
            "the file is not a comet session",
            ("format",),
            remedy=f'Its first line is format = "{FORMAT}".',
        )

    def _check_keys(self, table: Mapping[str, Any], known: Iterable[str], path: Place, what: str) -> None:
        for key in table:
            if key not in known:
                self._note(
                    "unknown-key",
                    f'{what} has no "{key}"',
                    (*path, key),
                    remedy=nearest(key, known) or f"It can have {', '.join(known)}.",
                )

    def _get(
        self,
        table: Mapping[str, Any],
        key: str,
        path: Place,
        read: Callable[[Any], Any],
        what: str,
    ) -> Any:
        """The value of `key` as `read` takes it; None, with a finding, where `read` gives None for it."""
        if key not in table:
            return None
        value = read(table[key])
        if value is None:
            self._note("wrong-value", f"{key} is {what}, not {shown(table[key])}", (*path, key))
        return value

    def _players(self) -> tuple[str, ...]:
        names = _texts(self.table.get("players"))
        if names is None and "players" in self.table:
            what = f"players is a list of names, not {shown(self.table['players'])}"
            raise self._fail("wrong-value", what, ("players",), remedy='Write players = ["Ana", "Bruno"].')
        if not names:
            raise self._fail(
                "no-players",
                "the session does not say who plays",
                ("players",),
                remedy='Add a line with the names, clockwise: players = ["Ana", "Bruno"]',
            )
        return self._names(names, ("players",))

    def _names(self, names: Iterable[str], path: Place) -> tuple[str, ...]:
        kept: list[str] = []
        faults: list[Finding] = []
        for index, name in enumerate(map(clean_name, names)):
            if fault := check_name(name, kept):
                faults.append(self._fail("bad-name", fault, (*path, index)).finding)
            kept.append(name)
        if faults:
            raise CometError(*faults)
        return tuple(kept)

    def _profile(self, folder: Path) -> Profile:
        table = self.table.get("profile")
        if not isinstance(table, dict):
            raise self._fail(
                "no-profile", "the session does not say by which rules it is played", ("profile",),
                remedy='Add a table [profile] with a line such as extends = "foster".',
            )  # fmt: skip
        try:
            return build_profile(table, folder)
        except CometError as error:
            raise CometError(
                *(
                    each if each.file else each.at(line=self._line(("profile", *each.key.split("."))))
                    for each in error.findings
                )
            ) from None

    def _planned(self, profile: Profile) -> int | None:
        planned: int | None = self._get(self.table, "hands_planned", (), _positive, "a whole number from 1")
        if planned is not None and (fault := profile.plan_fault(planned)):
            self._note("wrong-value", fault, ("hands_planned",))
        return planned

    def _person(self, key: str) -> str | None:
        name = self._get(self.table, key, (), _text, "a player's name")
        if name is None:
            return None
        known = self._known(name)
        if known not in self.people:
            self._note(
                "unknown-player", f'{key}: "{name}" is not one of the players', (key,), nearest(name, self.people)
            )
            return None
        return known

    def _known(self, name: str) -> str:
        """`name` in the spelling of the player it means, or as it is where it means nobody."""
        name = clean_name(name)
        if name in self.people:
            return name
        return next((other for other in self.people if same_name(other) == same_name(name)), name)

    def hand(self, index: int, table: Mapping[str, Any]) -> HandRecord:
        """The record of hand `index`, from 0; its faults are in it."""
        self.found, outside = [], self.found
        path = ("hands", index)
        try:
            return self._read_hand(table, path)
        except CometError as error:
            self.found += error.findings
            return HandRecord(faults=tuple(self.found), places=self.in_hands.get(index, {}))
        finally:
            self.found = outside

    def _read_hand(self, table: Mapping[str, Any], path: Place) -> HandRecord:
        self._check_keys(table, HAND_KEYS, path, "a hand")
        players = self._get(table, "players", path, _texts, "a list of names")
        if players is not None:
            known = [self._known(name) for name in players]
            players = self._names(known, (*path, "players"))
            self.people = list(dict.fromkeys([*self.people, *players]))
        plays = self._get(table, "plays", path, _texts, "a list of texts") or ()
        dealer = self._get(table, "dealer", path, _text, "a player's name")
        out = self._get(table, "out", path, _text, "a player's name")
        return HandRecord(
            dealer=self._known(dealer) if dealer else None,
            dealer_changed=self._get(table, "dealer_changed", path, _text, "a line of text"),
            players=players,
            turns=tuple(map(self._turn, plays)),
            dead=tuple(map(self._card, self._get(table, "dead", path, _cards, "cards in a text") or ())),
            dealt=self._counts(table, "dealt", path, _dealt),
            out=self._known(out) if out else None,
            void=self._get(table, "void", path, _text, "a line of text"),
            notes=self._get(table, "notes", path, _texts, "a list of texts") or (),
            left=self._left(table, path),
            adjustments=self._adjustments(table, path),
            tally=self._tally(table, path),
            result=self._result(table, path),
            faults=tuple(self.found),
            places=self.in_hands.get(int(path[1]), {}),
        )

    def _turn(self, text: str) -> Turn | Unread:
        turn = read_turn(text)
        if isinstance(turn, Unread):
            return turn
        plays, profile = turn.plays, self.profile
        if profile is not None and profile.run.by == "rank":
            plays = tuple(as_played(play, profile) if isinstance(play, Lay) else play for play in plays)
        return replace(turn, player=self._known(turn.player), plays=plays)

    def _card(self, card: Card) -> Card:
        """`card` as the game knows it, where the game is known."""
        return self.profile.as_played(card) if self.profile else card

    def _left(self, table: Mapping[str, Any], path: Place) -> dict[str, Shown]:
        texts = self._get(table, "left", path, _table_of(_text), "a table of texts by player") or {}
        left = {}
        for name, text in self._by_player(texts, (*path, "left")).items():
            try:
                shown = read_shown(text)
                left[name] = replace(shown, cards=tuple(map(self._card, shown.cards)))
            except CometError as error:
                self._note(error.finding.code, f"left of {name}: {error.finding.message}", (*path, "left", name))
        return left

    def _counts(
        self,
        table: Mapping[str, Any],
        key: str,
        path: Place,
        read: Callable[[Any], int | None] | None = None,
    ) -> dict[str, int]:
        counts = self._get(table, key, path, _table_of(read or _count), "a table of whole numbers by player") or {}
        return self._by_player(counts, (*path, key))

    def _by_player(self, table: Mapping[str, T], path: Place) -> dict[str, T]:
        """`table` by the players' own spelling; one who stands in it twice is noted, and nothing is dropped."""
        known: dict[str, T] = {}
        for name, value in table.items():
            player = self._known(name)
            if player in known:
                self._note("name-twice", f"{path[-1]} names {player} twice", (*path, name), "Take one of them away.")
            known[player] = value
        return known

    def _adjustments(self, table: Mapping[str, Any], path: Place) -> tuple[Adjustment, ...]:
        read = []
        rows = self._get(table, "adjustments", path, _tables, "tables [[hands.adjustments]]") or []
        for index, row in enumerate(rows):
            here, faults = (*path, "adjustments", index), len(self.found)
            self._check_keys(row, ("payer", "payee", "points", "reason"), here, "an adjustment")
            sides = [self._get(row, key, here, _text, "a player's name") for key in ("payer", "payee")]
            names = [self._known(name) if name else "" for name in sides]
            points = self._get(row, "points", here, _positive, "a whole number from 1")
            reason = self._get(row, "reason", here, _text, "a line of text") or ""
            missing = [key for key in ("payer", "payee", "points") if key not in row]
            if missing:
                self._note("bad-adjustment", f"an adjustment does not say its {' and '.join(missing)}", here)
            for key, name in zip(("payer", "payee"), names, strict=True):
                if name and name not in self.people:
                    message = f'an adjustment names "{name}", who is not a player'
                    self._note("unknown-player", message, (*here, key), nearest(name, self.people))
            if names[0] and names[0] == names[1]:
                self._note("bad-adjustment", f"{names[0]} cannot pay {names[1]}", here)
            if points is not None and len(self.found) == faults:
                read.append(Adjustment(names[0], names[1], points, reason))
        return tuple(read)

    def _tally(self, table: Mapping[str, Any], path: Place) -> Tally | None:
        tally = self._get(table, "tally", path, _table, "a table")
        if tally is None:
            return None
        here = (*path, "tally")
        self._check_keys(tally, _TALLY_KEYS, here, "a tally")
        winner = self._get(tally, "winner", here, _text, "a player's name")
        comet = self._get(tally, "comet", here, _text, "a player's name")
        counts = {key: self._counts(tally, key, here) for key in ("kings", "aces", "cards_left", "pips_left")}
        return Tally(self._known(winner) if winner else None, self._known(comet) if comet else None, **counts)

    def _result(self, table: Mapping[str, Any], path: Place) -> Result | None:
        result = self._get(table, "result", path, _table, "a table")
        if result is None:
            return None
        here = (*path, "result")
        self._check_keys(result, ("winner", "change", "balances", "transfers"), here, "a result")
        winner = self._get(result, "winner", here, _text, "a player's name")
        points = {
            key: self._get(result, key, here, _table_of(_whole), "a table of whole numbers by player")
            for key in ("change", "balances")
        }
        known = {
            key: self._by_player(values, (*here, key)) if values is not None else None for key, values in points.items()
        }
        transfers = self._get(result, "transfers", here, _texts, "a list of texts")
        return Result(self._known(winner) if winner else None, known["change"], known["balances"], transfers)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12 else None


def _count(value: Any) -> int | None:
    return value if _whole(value) is not None and 0 <= value <= 100_000 else None


def _dealt(value: Any) -> int | None:
    return value if _count(value) else None


def _positive(value: Any) -> int | None:
    return value if _whole(value) is not None and 1 <= value <= 1_000_000 else None


def _moment(value: Any) -> datetime | None:
    return value if isinstance(value, datetime) else None


def _cards(value: Any) -> tuple[Card, ...] | None:
    try:
        return read_cards(value.split()) if isinstance(value, str) else None
    except CometError:
        return None


def _table(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _tables(value: Any) -> list[dict[str, Any]] | None:
    return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else None


def _table_of(read: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any] | None]:
    def table(value: Any) -> dict[str, Any] | None:
        if not isinstance(value, dict) or any(read(item) is None for item in value.values()):
            return None
        return value

    return table
