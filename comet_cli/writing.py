"""A session as the text of its file, in the one canonical layout. Escapes of TOML are the library's."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import tomli_w

from comet_cli.profile import Profile, as_table
from comet_cli.reading import FORMAT
from comet_cli.records import HandRecord, Result, Session, Tally


class SessionWriter:
    """Writes one session again and again as it grows: the texts of what has not changed are kept."""

    def __init__(self) -> None:
        self._hands: dict[int, tuple[HandRecord, str]] = {}
        self._rules: tuple[Profile, str] | None = None

    def text(self, session: Session) -> str:
        """The text of `session`, as `write_session` has it."""
        # The record is kept beside its text, so that no other can come by the same id.
        self._hands = {id(each): self._hands.get(id(each)) or (each, write_hand(each)) for each in session.hands}
        if self._rules is None or self._rules[0] is not session.profile:
            self._rules = session.profile, _block("[profile]", as_table(session.profile))
        return "\n".join([_head(session), self._rules[1], *(self._hands[id(each)][1] for each in session.hands)])


def session_key(data: bytes) -> str:
    """What tells the session that `data` is the text of from any other."""
    return hashlib.sha256(data).hexdigest()


def write_session(session: Session) -> str:
    """The text of `session`; `read_session` makes the same session of it."""
    return SessionWriter().text(session)


def _head(session: Session) -> str:
    head = {
        "format": FORMAT,
        "name": session.name,
        "started": session.started,
        "players": session.players,
        "first_dealer": session.first_dealer,
        "hands_planned": session.hands_planned,
        "chips": dict(session.chips) or None,
    }
    return _block("", head)


def write_hand(record: HandRecord) -> str:
    """The text of one hand, as it stands in a session file."""
    blocks = [
        _block(
            "[[hands]]",
            {
                "dealer": record.dealer,
                "dealer_changed": record.dealer_changed,
                "players": record.players,
                "plays": Column(map(str, record.turns)) if record.turns else None,
                "dead": " ".join(map(str, record.dead)) or None,
                "dealt": dict(record.dealt) or None,
                "out": record.out,
                "void": record.void,
                "notes": Column(record.notes) if record.notes else None,
            },
        )
    ]
    if record.left:
        blocks.append(_block("[hands.left]", {name: str(shown) for name, shown in record.left.items()}))
    for each in record.adjustments:
        row = {"payer": each.payer, "payee": each.payee, "points": each.points, "reason": each.reason or None}
        blocks.append(_block("[[hands.adjustments]]", row))
    if record.tally:
        blocks.append(_block("[hands.tally]", _tally(record.tally)))
    if record.result:
        blocks.append(_block("[hands.result]", _result(record.result)))
    return "\n".join(blocks)


def _tally(tally: Tally) -> dict[str, Any]:
    counts = {key: dict(getattr(tally, key)) or None for key in ("kings", "aces", "cards_left", "pips_left")}
    return {"winner": tally.winner, "comet": tally.comet, **counts}


def _result(result: Result) -> dict[str, Any]:
    return {
        "winner": result.winner,
        "change": result.change,
        "balances": result.balances,
        "transfers": Column(result.transfers) if result.transfers is not None else None,
    }


class Column(list[str]):
    """A list that is written one element a line."""

    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__(texts)


def _block(header: str, pairs: Mapping[str, Any]) -> str:
    lines = [header] if header else []
    lines += [pair(key, value) for key, value in pairs.items() if value is not None]
    return "\n".join(lines) + "\n"


def pair(key: str, value: Any) -> str:
    """One line `key = value` of TOML; tables are written inline."""
    if isinstance(value, Mapping):
        inner = ", ".join(pair(name, each) for name, each in value.items())
        return f"{_key(key)} = {{ {inner} }}" if inner else f"{_key(key)} = {{}}"
    if isinstance(value, Column) and value:
        inner = "".join(f"    {_scalar(each)},\n" for each in value)
        return f"{_key(key)} = [\n{inner}]"
    if isinstance(value, list | tuple):
        return f"{_key(key)} = [{', '.join(map(_scalar, value))}]"
    return f"{_key(key)} = {_scalar(value)}"


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _scalar(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return tomli_w.dumps({"x": value}).removeprefix("x = ").removesuffix("\n")
