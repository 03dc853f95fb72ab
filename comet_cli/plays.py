"""Plays as values and as text, both ways. Nothing here knows a rule of play."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from comet_cli.cards import Card, read_card
from comet_cli.findings import CometError, unreadable

if TYPE_CHECKING:
    from comet_cli.profile import Profile


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid; `stands_for` is the card a substitute stands for, `stood` marks a play against the rules."""

    card: Card
    stands_for: Card | None = None
    stood: bool = False

    def __str__(self) -> str:
        return f"{self.card}{f'={self.stands_for}' if self.stands_for else ''}{'!' if self.stood else ''}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass; `stood` admits that it was against the rules."""

    stood: bool = False

    def __str__(self) -> str:
        return "pass!" if self.stood else "pass"


Play = Lay | Pass


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did without anybody in between, as one string of a session file; `remark` is kept as typed."""

    player: str
    plays: tuple[Play, ...]
    remark: str = ""

    def __str__(self) -> str:
        remark = f" # {self.remark}" if self.remark else ""
        return f"{self.player}: {' '.join(map(str, self.plays))}{remark}"


@dataclass(frozen=True, slots=True)
class Unread:
    """A string of plays that nobody can read: kept to the letter, with the code, sentence and word that say why."""

    text: str
    code: str = field(compare=False)
    message: str = field(compare=False)
    word: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


def read_play(word: str) -> Play:
    """The play that one word of full notation means. Raises `CometError` where it means none."""
    bare = word.removesuffix("!")
    stood = bare != word
    if bare.casefold() == "pass":
        return Pass(stood)
    laid, equals, named = bare.partition("=")
    card, stands_for = read_card(laid), read_card(named)
    if card is None or (equals and stands_for is None):
        raise unreadable(
            "bad-card",
            f'"{word}" is no card',
            why="A card is a rank (A, 2 to 10, J, Q, K) and a suit (c d h s or ♣ ♦ ♥ ♠), such as 10♦ or Kh.",
        )
    return Lay(card, stands_for, stood)


def as_played(play: Lay, profile: "Profile") -> Lay:
    """`play` with its cards as they are played by `profile`: without suits where these do not count."""
    named = play.stands_for
    return replace(play, card=profile.as_played(play.card), stands_for=named and profile.as_played(named))


def split_remark(text: str) -> tuple[str, str]:
    """`text` without its remark, and the remark: the words behind the first " # ", or ""."""
    body, _, remark = f" {text}".partition(" # ")
    return body.strip(), remark.strip()


def split_turn(text: str) -> tuple[str, str, str]:
    """The player, the plays and the remark of one string of a session file, all still text.

    Raises `CometError` where there is no ":" behind a player.
    """
    player, colon, rest = text.partition(":")
    if not colon or not player.strip():
        raise unreadable("bad-turn", f'"{text}" does not begin with a player and ":"', remedy='Write "Ana: 3♣ 4♣".')
    plays, remark = split_remark(rest)
    return player.strip(), plays, remark


@lru_cache(maxsize=4096)
def read_turn(text: str) -> Turn | Unread:
    """One string of a session file; `Unread` where it cannot be read."""
    word = ""
    try:
        player, plays, remark = split_turn(text)
        read = []
        for word in plays.split():
            read.append(read_play(word))
    except CometError as error:
        return Unread(text, error.finding.code, error.finding.message, word)
    return Turn(player, tuple(read), remark) if read else Unread(text, "bad-turn", f'"{text}" has no plays')


def regroup(turns: Iterable[Turn], leads: Iterable[bool]) -> tuple[Turn, ...]:
    """The same plays divided as the format has it.

    A new string begins with another player, with a card that begins a run (`leads` says so, play by play), with a
    pass, after a pass and after a remark.
    """
    regrouped: list[Turn] = []
    led = iter(leads)
    for turn in turns:
        for play in turn.plays:
            last = regrouped[-1] if regrouped else None
            joins = (
                not next(led)
                and last is not None
                and last.player == turn.player
                and not last.remark
                and not isinstance(play, Pass)
                and not isinstance(last.plays[-1], Pass)
            )
            if joins and last is not None:
                regrouped[-1] = Turn(last.player, (*last.plays, play))
            else:
                regrouped.append(Turn(turn.player, (play,)))
        if turn.remark:
            regrouped[-1] = Turn(turn.player, regrouped[-1].plays, turn.remark)
    return tuple(regrouped)


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known of the cards a player still held at the end.

    `cards` were seen, `unseen` counts the cards whose face nobody needed to see, and `nobody_saw` says that the
    hand was not shown at all ("??"). `pips` is a total given instead of the cards; the Comet may stand beside it.
    """

    cards: tuple[Card, ...] = ()
    unseen: int = 0
    nobody_saw: bool = False
    pips: int | None = None

    def __str__(self) -> str:
        if self.nobody_saw:
            return "??"
        total = [f"{self.pips}p"] if self.pips is not None else []
        return " ".join([*total, *map(str, self.cards), *["?"] * self.unseen])


def read_shown(text: str) -> Shown:
    """What a `left` says in full notation. Raises `CometError` for a word that is no card, "?" or "??"."""
    words = text.split()
    if words == ["??"]:
        return Shown(nobody_saw=True)
    totals = [word for word in words if re.fullmatch(r"\d{1,4}p", word, re.ASCII | re.IGNORECASE)]
    cards = read_cards(word for word in words if word != "?" and word not in totals[:1])
    return Shown(cards, words.count("?"), pips=int(totals[0][:-1]) if totals else None)


def read_cards(words: Iterable[str]) -> tuple[Card, ...]:
    """The cards that the words name. Raises `CometError` for a word that names none."""
    plays = [(word, read_play(word)) for word in words]
    for word, play in plays:
        if not isinstance(play, Lay) or play != Lay(play.card):
            raise unreadable("bad-card", f'"{word}" is no card')
    return tuple(play.card for _, play in plays if isinstance(play, Lay))
