"""What can be typed next at the table, for completion. Nothing here knows more than the record does."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from comet_cli.entry import COMMANDS, read_line
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.plays import Lay, Pass, Play
from comet_cli.recorder import Recorder
from comet_cli.show.tables import keys_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A text that can stand in the place of the last `replaces` characters, and what it means."""

    text: str
    replaces: int
    meaning: str


def offers(recorder: Recorder, line: str) -> list[Offer]:
    """What can follow or complete `line`, the text before the cursor: what is legal first, then commands."""
    begun, word = line[: len(line) - len(line.split(" ")[-1])], line.split(" ")[-1]
    found = list(_plays(recorder, begun, word)) if not recorder.asked else list(_answers(recorder, word))
    if not begun.strip() and word:
        found += [Offer(name, len(word), "command") for name in COMMANDS if name.startswith(word.casefold())]
    return list({offer.text: offer for offer in reversed(found)}.values())[::-1]


def _plays(recorder: Recorder, begun: str, word: str) -> Iterator[Offer]:
    try:
        hand = read_line(begun, recorder.hand).after if begun.strip() else recorder.hand
    except CometError:
        return
    keys = keys_of(hand)
    for seat, plays in hand.legal().items():
        for text, play in _typed(hand, seat, keys[seat], plays):
            if text.casefold().startswith(word.casefold()) and (word or not _is_free_lead(hand, play)):
                yield Offer(text, len(word), f"{hand.names[seat]}: {play}")
    if hand.leader is not None and not word:
        yield Offer(f"{keys[hand.leader]}:", 0, f"{hand.names[hand.leader]} leads")
    if hand.to_speak is not None and ".".startswith(word):
        yield Offer(".", len(word), "all still to speak pass")


def _typed(hand: Hand, seat: int, key: str, plays: Iterable[Play]) -> Iterator[tuple[str, Play]]:
    """Plays of a seat as they are typed, the shortest form first."""
    for play in plays:
        if isinstance(play, Pass):
            yield "-", play
        elif play.stands_for is None and (play.card,) == hand.open_cards:
            yield key, play
            yield f"{key}:{_ascii(str(play))}", play
        else:
            yield f"{key}:{_ascii(str(play))}", play


def _is_free_lead(hand: Hand, play: Play) -> bool:
    """Whether `play` is one of the many cards that a leader may begin with."""
    return isinstance(play, Lay) and play.card not in hand.needed and not (hand.needed and hand.is_comet(play.card))


def _answers(recorder: Recorder, word: str) -> Iterator[Offer]:
    for text, meaning in (("-", "nothing that pays"), ("??", "nobody saw it")):
        if text.startswith(word):
            yield Offer(text, len(word), meaning)
    for card in recorder.last.missing if recorder.last else ():
        text = _ascii(card)
        if re.fullmatch(r"(10|[2-9AJQK])[cdhs]", text) and text.casefold().startswith(word.casefold()):
            yield Offer(text, len(word), f"{recorder.asked} held {card}")


def _ascii(text: str) -> str:
    return text.translate(str.maketrans("♣♦♥♠", "cdhs"))
