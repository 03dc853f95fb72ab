"""What stands above and below the line while a hand is recorded: fitted to the width of the terminal."""

from collections.abc import Sequence

from comet_cli.hand import Hand
from comet_cli.night import Night
from comet_cli.payments import signed
from comet_cli.show.tables import acting, keys_of, now_lines

_GAP = "  "


def above_the_line(night: Night, hand: Hand | None, laid: Sequence[str], width: int, height: int) -> list[str]:
    """The last plays `laid` and the table, each line at most `width` cells, as many lines as `height` leaves room for.

    Nothing in it tells of a hidden or dead card more than its number.
    """
    if hand is None:
        return []
    about = _fitted(" | ".join(now_lines(hand, night.unfinished.events if night.unfinished else ())), width)
    seats = _seats(night, hand, width)
    rest = height - len(seats) - 1
    plays = _latest(laid, width) if laid and rest > 0 else []
    return [*plays, *(seats if height > len(seats) else []), *([about] if about and height > 0 else [])]


def _seats(night: Night, hand: Hand, width: int) -> list[str]:
    """One line a seat: a mark where somebody is to act, key, name, cards, balance, chips, and what they are about."""
    keys, chips = keys_of(hand), night.chips
    rows = []
    for seat, name in enumerate(hand.names):
        acts = acting(hand, seat)
        mark = ">" if acts and acts not in ("passed", "out") else " "
        cards = f"{hand.held[seat]} card{'s' * (hand.held[seat] != 1)}"
        money = [signed(night.balances.get(name, 0)), *([str(chips.get(name, ""))] if chips else [])]
        rows.append([f"{mark} {keys[seat]}", name, cards, *money, acts])
    columns = list(zip(*rows, strict=True))
    widths = [max(map(cells, column)) for column in columns]
    names = max(4, width - sum(widths) + widths[1] - len(_GAP) * (len(widths) - 1) - 1)
    widths[1] = min(widths[1], names)
    return [_fitted(_GAP.join(_row(row, widths)), width) for row in rows]


def _row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The cells of a row, the first two and the last flush left, numbers flush right."""
    padded = []
    for at, (text, width) in enumerate(zip(row, widths, strict=True)):
        text = _fitted(text, width)
        blanks = " " * (width - cells(text))
        padded.append(text + blanks if at < 2 or at == len(row) - 1 else blanks + text)
    return padded


def _latest(laid: Sequence[str], width: int) -> list[str]:
    """The latest turns that fit in one line, the last one last."""
    line = laid[-1]
    for turn in reversed(laid[:-1]):
        if cells(f"{turn} | {line}") > width - 6:
            return [_fitted(f"... | {line}", width)]
        line = f"{turn} | {line}"
    return [_fitted(line, width)]


def cells(text: str) -> int:
    """How many cells of a terminal `text` takes."""
    from wcwidth import wcswidth

    return max(wcswidth(text), 0) if not text.isascii() else len(text)


def _fitted(text: str, width: int) -> str:
    """`text` cut to `width` cells, with dots where something is missing."""
    text = text.rstrip()
    if cells(text) <= width:
        return text
    while text and cells(text) > width - 2:
        text = text[:-1]
    return text + ".."
