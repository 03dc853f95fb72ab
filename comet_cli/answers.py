"""What is typed once a hand has ended: what a player still held, and what was seen among the dead."""

import re
from collections.abc import Sequence
from dataclasses import replace

from comet_cli.cards import Card
from comet_cli.findings import unreadable
from comet_cli.people import find_player
from comet_cli.plays import Shown, read_cards, read_shown
from comet_cli.profile import Profile


def read_left(text: str, names: Sequence[str]) -> tuple[int, str]:
    """The seat and the cards of a typed `left` ("b: Ks"). Raises `CometError` where it names nobody."""
    name, colon, cards = text.partition(":")
    if not colon or not cards.strip():
        raise unreadable(
            "bad-left",
            f'"left {text}" does not say who held what',
            remedy='Type "left b: Ks" for what pays, "left b: -" for nothing that pays, "left b: ??" if nobody saw it.',
        )
    return find_player(name.strip(), names), cards.strip()


def shown_cards(text: str, held: int | None, profile: Profile) -> Shown:
    """What a typed answer says that a player still held, filled up with unseen cards to the number `held`.

    Nothing is filled up where every card pays, and where nobody knows the number (None); "3?" are three cards that
    were not seen. Raises `CometError` for a word that is no card.
    """
    if text == "-":
        return Shown(unseen=held or 1)
    text = re.sub(r"(?<!\S)([1-9]\d?)\?(?!\S)", lambda match: " ".join("?" * int(match[1])), text, flags=re.ASCII)
    every = profile.left.per == "pip"
    if every and re.fullmatch(r"\d+", text, re.ASCII) and int(text) not in range(2, 11):
        raise unreadable("bad-card", f'"{text}" is no card', remedy=f'For a total of pips type "{text}p".')
    shown = read_shown(text)
    cards = tuple(_known_card(card, profile) for card in shown.cards)
    unseen = shown.unseen if every or shown.nobody_saw else max((held or 0) - len(cards), shown.unseen)
    return replace(shown, cards=cards, unseen=unseen)


def read_dead(text: str, profile: Profile) -> tuple[Card, ...]:
    """The cards that a typed `dead` names. Raises `CometError` for a word that is no card, or for none."""
    if not text.split():
        raise unreadable("bad-card", "dead names no card", remedy='Type "dead Kh" for a king seen among the dead.')
    return tuple(_known_card(card, profile) for card in read_cards(text.split()))


def _known_card(card: Card, profile: Profile) -> Card:
    if not card.suit and profile.run.by == "suit":
        raise unreadable("bad-card", f'"{card}" has no suit', remedy=f"Write {card}c, {card}d, {card}h or {card}s.")
    return profile.as_played(card)
