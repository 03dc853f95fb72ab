"""Cards and packs: what can be held. Nothing here knows a rule of play."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

SUITS = ("♣", "♦", "♥", "♠")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE, NINE, KING = 1, 9, 13

_LETTERS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_OUTLINES = {"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠"}
_SUIT_OF = {**_LETTERS, **_OUTLINES, **{suit: suit for suit in SUITS}}
_RANK_OF = {**{name: number for number, name in enumerate(RANKS, 1)}, "T": 10}
_CARD = re.compile(rf"({'|'.join(sorted(_RANK_OF, key=len, reverse=True))})([{''.join(_SUIT_OF)}]?)")
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


class Card(NamedTuple):
    """A card: its rank, 1 (ace) to 13 (king), and its suit, one of `SUITS`, or "" where suits do not count."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit


def plain(text: str) -> str:
    """`text` in upper case, with full-width, outline and emoji forms reduced to the ordinary ones."""
    return unicodedata.normalize("NFKC", text).translate(_VARIATION_SELECTORS).upper()


def read_card(text: str) -> Card | None:
    """The card that `text` names in any accepted form, with suit "" where none is written; None if it names none."""
    match = _CARD.fullmatch(plain(text))
    return Card(_RANK_OF[match[1]], _SUIT_OF.get(match[2], "")) if match else None


def read_suit(text: str) -> str | None:
    """The suit that `text` names in any accepted form, or None."""
    return _SUIT_OF.get(plain(text))


def above(card: Card) -> Card | None:
    """The card one rank higher in the same suit; None above a king, for a run never goes from K to A."""
    return Card(card.rank + 1, card.suit) if card.rank < KING else None


def spell(cards: Iterable[Card]) -> str:
    """Cards as text, in the order given, divided by blanks."""
    return " ".join(map(str, cards))


def make_pack(
    decks: int,
    suits: Iterable[str],
    lowest: int,
    removed: Iterable[Card] = (),
    swapped: Mapping[Card, Card] | None = None,
) -> Counter[Card]:
    """The cards of a pack, each with its number of copies.

    `decks` ordinary packs are cut down to `suits` and to the ranks from `lowest` up, `removed` cards are taken
    out, and for each pair in `swapped` one copy of the first card is replaced by the second.
    Raises `ValueError` with a sentence where a card that is to go is not there.
    """
    pack = Counter({Card(rank, suit): decks for suit in suits for rank in range(lowest, KING + 1)})
    outgoing = [(card, None) for card in removed] + list((swapped or {}).items())
    for card, incoming in outgoing:
        if pack[card] < 1:
            raise ValueError(f"{card} cannot be taken out: it is not in the pack")
        pack[card] -= 1
        if incoming is not None:
            pack[incoming] += 1
    return +pack
