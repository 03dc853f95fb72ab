"""Nights as json, csv and markdown."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from comet_cli.findings import Finding
from comet_cli.mending import amendments
from comet_cli.night import Night
from comet_cli.payments import signed
from comet_cli.reading import Reading
from comet_cli.scoring import ScoredHand
from comet_cli.show.out import safe
from comet_cli.show.tables import STANDINGS_HEADERS, hands_headers, hands_rows, remarks, standings_rows, table


class Source(Protocol):
    """A night to export, with the name of its file and what was found on reading it."""

    @property
    def label(self) -> str: ...
    @property
    def night(self) -> Night: ...
    @property
    def reading(self) -> Reading: ...


def render(nights: Sequence[Source], form: str, which: str = "standings") -> str:
    """The nights in the format `form`; `which` table where the format holds one."""
    return FORMATS[form](nights, which)


def ascii_json(text: str) -> str:
    """A JSON text in ASCII alone, for where nothing else can be relied on to arrive."""
    return json.dumps(json.loads(text), indent=1) + "\n"


def _json(nights: Iterable[Source], which: str) -> str:
    document = {"format": "comet-export/1", "sessions": [_session(source) for source in nights]}
    return _json_text(document)


def _json_text(document: dict[str, Any]) -> str:
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    # What JSON leaves raw, and a terminal could take for a command.
    return re.sub("[\x7f-\x9f\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _session(source: Source) -> dict[str, Any]:
    night = source.night
    return {
        "name": night.session.name,
        "file": source.label,
        "profile": night.session.profile.id,
        "players": list(night.session.players),
        "complete": night.complete,
        "hands": [_hand(hand) for hand in night.hands],
        "standings": [
            {"rank": row.rank, "player": row.player, "balance": row.balance, "hands": row.hands, "won": row.won}
            for row in night.standings
        ],
        "winners": night.winners,
    }


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a session; `name` and the number of `hands` are None where it cannot be read."""

    file: str
    name: str | None
    hands: int | None
    findings: Sequence[Finding]

    def failing(self, strict: bool) -> list[Finding]:
        """The findings that say that something is wrong; with `strict` all of them."""
        return [finding for finding in self.findings if finding.fails or strict]


def findings_json(sessions: Iterable[Checked], strict: bool) -> str:
    """The findings of sessions as one JSON document; `fails` says of each whether it makes `verify` fail."""
    told = [
        {
            "file": each.file,
            "name": each.name,
            "hands": each.hands,
            "findings": [_finding(finding, finding in each.failing(strict)) for finding in each.findings],
        }
        for each in sessions
    ]
    return _json_text({"format": "comet-findings/1", "sessions": told})


def _finding(finding: Finding, fails: bool) -> dict[str, Any]:
    texts = ("message", "why", "legal", "remedy", "excerpt")
    return {
        "code": finding.code,
        "fails": fails,
        "kind": finding.family.value,
        "file": finding.file,
        "line": finding.line,
        "hand": finding.hand,
        "play": finding.play,
        "player": finding.player,
        **{name: getattr(finding, name) for name in texts},
    }


def _hand(hand: ScoredHand) -> dict[str, Any]:
    return {
        "number": hand.number,
        "dealer": hand.dealer or None,
        "leader": hand.leader or None,
        "state": str(hand.state),
        "winner": hand.winner,
        "pool": hand.staked,
        "transfers": [
            {"payer": t.payer, "payee": t.payee, "points": t.points, "reason": t.reason, "play": t.play}
            for event in hand.events
            for t in event.transfers
        ],
        "change": dict(hand.change),
        "balances": dict(hand.balances),
        "irregularities": [
            {"code": found.code, "play": found.play, "player": found.player, "message": found.message}
            for found in hand.findings
        ]
        + [
            {"code": "amended", "play": play, "player": None, "message": note}
            for play, note in amendments(hand.record.notes)
        ],
    }


def _csv(nights: Sequence[Source], which: str) -> str:
    headers, rows = TABLES[which]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headers)
    for source in nights:
        for row in rows(source):
            writer.writerow([_cell(value) for value in row])
    return text.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    if not isinstance(value, str):
        return value
    text = safe(value)
    return f"'{text}" if text.startswith(tuple("=+-@＝＋－＠")) else text


def _standings(source: Source) -> Iterator[Sequence[object]]:
    for row in source.night.standings:
        yield source.night.session.name, row.rank, row.player, row.balance, row.hands, row.won


def _hands(source: Source) -> Iterator[Sequence[object]]:
    for hand in source.night.hands:
        for name in hand.seats:
            won = hand.change[name], hand.balances[name]
            yield source.night.session.name, hand.number, hand.dealer, str(hand.state), hand.winner or "", name, *won


def _transfers(source: Source) -> Iterator[Sequence[object]]:
    for hand in source.night.hands:
        for event in hand.events:
            for each in event.transfers:
                place = source.night.session.name, hand.number, each.play if each.play is not None else ""
                yield *place, each.reason, each.payer or "", each.payee, each.points


TABLES: dict[str, tuple[Sequence[str], Callable[[Source], Iterator[Sequence[object]]]]] = {
    "standings": (("session", *STANDINGS_HEADERS), _standings),
    "hands": (("session", "hand", "dealer", "state", "winner", "player", "change", "balance"), _hands),
    "transfers": (("session", "hand", "play", "reason", "payer", "payee", "points"), _transfers),
}


def _markdown(nights: Iterable[Source], which: str) -> str:
    return "\n".join(map(_page, nights))


def _page(source: Source) -> str:
    night = source.night
    total = ["", "", "", "balance", *(signed(night.balances[name]) for name in night.people)]
    parts = [
        f"# {_plain(night.session.name)}",
        f"{_plain(night.session.profile.title)}. Players, clockwise: {_plain(', '.join(night.session.players))}.",
        _table(STANDINGS_HEADERS, standings_rows(night.standings), 2),
        _table(hands_headers(night), [*hands_rows(night), total], 4) if night.hands else "",
    ]
    if noted := remarks(night):
        parts.append("\n".join(f"- Hand {number}: {_plain(text)}" for number, text in noted))
    if night.winners:
        parts.append(f"Won by {_plain(' and '.join(night.winners))}.")
    return "\n\n".join(filter(None, parts)) + "\n"


def _table(headers: Iterable[str], rows: Iterable[Sequence[str]], left: int) -> str:
    cells = [[_plain(cell) for cell in row] for row in rows]
    return table([_plain(header) for header in headers], cells, form="github", left=left)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    escaped = re.sub(r"([\\`*_{}\[\]#|~!])", r"\\\1", safe(text))
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-+=])(?=\s|$|[-+=])", r"\\\1", escaped))


FORMATS: dict[str, Callable[[Sequence[Source], str], str]] = {"json": _json, "csv": _csv, "markdown": _markdown}
