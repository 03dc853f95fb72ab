"""How many keys a hand costs: random nights typed in the shortest form that the grammar has.

Every card and every pass of a simulated hand is known, and every word that may stand for the next plays is tried on
the program itself, so that the shortest way through a hand is a matter of adding up. Whoever types knows no more than
the table: a word stands for plays that have been made, in their order, by players who can be seen to make them.
A key is a character or Enter; Shift is none. A blank costs what Enter costs, so lines can only gain by words that
need no blank between them. `python -m tests.benchmarks.keys 20` plays 20 hands of each game instead of 200.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean

from tabulate import tabulate

from comet_cli.cards import SUITS, Card
from comet_cli.entry import Entered, read_line
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.history import History
from comet_cli.library import find_profile
from comet_cli.plays import Lay, Pass, Play, Turn, as_played, read_cards, read_play
from comet_cli.profile import Profile
from comet_cli.recorder import Recorder
from comet_cli.records import Session
from tests import crp_table, duo_table, foster_table

HANDS = 200
SEED = 7
WIDTH = 70
NAMES = ("Ana", "Bruno", "Carla", "Davi")
LETTERS: tuple[str, ...] = ("", *"A23456789TJQK")
SIGNS = ("names", "colons", "+ and counts", "ranks", "suits", "passes", "Enter, blanks")
USES = ("leads", "going on", "Comet", "passes")
INTRODUCTION = """\
Random hands from shuffled decks. The simulated players lay the needed card whenever they have it, pass when they have
not, and lead as "leads" says; how eager they are to lay the Comet is drawn for each hand. Keys, Enter included:
"""
LEGEND = f"""
by turn: a line for each turn; passes that are typed have a line of their own
packed:  several turns in a line of up to {WIDTH} characters, a lead right behind the passes, such as ".Js b+2 d"
within:  the hands by turn that keep to the target
end:     the answers at the end of the hand, and booking
all:     by turn and end

What the keys by turn are, and what they are for:
"""

Said = tuple[int, Play]
TableHand = foster_table.TableHand | crp_table.TableHand | duo_table.TableHand


class KeysError(Exception):
    """A line gave something else than what was played."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A hand as it was played: who did what, what everybody still held, and what it changed."""

    dealer: str
    plays: tuple[Said, ...]
    left: dict[str, tuple[Card, ...]]
    change: dict[str, int]


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the plays that it stands for: from `start` to before `end`."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class Cost:
    """The keys of the plays of each hand by the way of lining up, those of its end, and what the plays' keys are."""

    turns: list[int] = field(default_factory=list)
    packed: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    signs: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be typed: its rules, who plays, and the keys that a hand should cost.

    `hands` is the length of a night, `leads` how the players lead; `simulate` plays a hand that somebody deals.
    """

    rules: str
    names: tuple[str, ...]
    target: int
    hands: int
    leads: str
    simulate: Callable[[Random, Sequence[str], str], TableHand]

    @property
    def profile(self) -> Profile:
        """The rules as the program has them."""
        return find_profile(self.rules, Path())


class QuietHand(Hand):
    """A hand that does not tell what is legal where it refuses: most words are refused here, and nobody reads why."""

    def legal_text(self) -> str:
        """Nothing."""
        return ""


# The hands


def in_sequence(allowed: Sequence[str], hand: Sequence[str]) -> str:
    """The card from which the most cards of `hand` follow one another; an ace, which pays when it is led, first."""
    above = crp_table.above if len(allowed[0]) > 1 and allowed[0][-1] in SUITS else duo_table.above

    def length(card: str) -> int:
        return 1 + length(above(card)) if card in hand else 0

    return max(allowed, key=lambda card: (card.startswith("A"), length(card)))


def played(game: Game, source: Random, dealer: str) -> Truth:
    """A simulated hand in the program's terms."""
    hand, profile = game.simulate(source, game.names, dealer), game.profile
    plays = [(game.names.index(play.player), read_play(text_of_play(play))) for play in hand.log]
    return Truth(
        dealer,
        tuple((seat, as_played(play, profile) if isinstance(play, Lay) else play) for seat, play in plays),
        {name: tuple(map(profile.as_played, read_cards(cards))) for name, cards in hand.left.items()},
        hand.change(),
    )


def text_of_play(play: foster_table.Play | crp_table.Play | duo_table.Play) -> str:
    """A simulated play in full notation."""
    return play.text if isinstance(play, crp_table.Play) else play.what


GAMES = (
    Game("foster", NAMES, 100, 4, "any card", foster_table.play_hand),
    Game("foster", NAMES, 100, 4, "longest sequence", partial(foster_table.play_hand, lead=in_sequence)),
    Game("crp", NAMES, 100, 5, "any lowest card", crp_table.play_hand),
    Game("crp", NAMES, 100, 5, "longest sequence", partial(crp_table.play_hand, lead=in_sequence)),
    Game("duo", NAMES[:2], 35, 2, "any rank", partial(duo_table.play_hand, arranged=False)),
    Game("duo", NAMES[:2], 35, 2, "longest sequence", partial(duo_table.play_hand, arranged=False, lead=in_sequence)),
)


def night(game: Game, source: Random) -> list[Truth]:
    """A night of hands; the deal moves to the left."""
    return [played(game, source, game.names[number % len(game.names)]) for number in range(game.hands)]


# The words


def short(card: Card) -> str:
    """A card in the fewest keys that name it alone."""
    return LETTERS[card.rank] + ("cdhs"[SUITS.index(card.suit)] if card.suit else "")


def words_for(cards: Sequence[Lay], needed: bool) -> Iterator[str]:
    """Words that may stand for all of `cards`, one player's; `needed` says that the first of them goes on."""
    number, first, last = len(cards), cards[0].card, cards[-1].card
    if needed:
        yield "+" if number == 1 else f"+{number}"
    if number == 1:
        yield from (LETTERS[first.rank], short(first), f"{short(first)}={short(cards[0].stands_for or first)}")
    elif last.rank - first.rank == number - 1:
        yield from (f"{LETTERS[first.rank]}-{LETTERS[last.rank]}", f"{LETTERS[first.rank]}-{short(last)}")
    elif last == first:
        yield f"{LETTERS[first.rank]}*{number}"


def named(name: str, word: str) -> str:
    """A word that stands for cards, for the player of whom `name` is the short name."""
    return name + word.removesuffix("+") if word.startswith("+") else f"{name}:{word}"


def find_words(hand: Hand, plays: Sequence[Said], at: int) -> list[Word]:
    """The words that stand for the plays from `at`, where `hand` is; of those for the same plays, the shortest.

    Passes are left to the next card's player, whose name tells them, or are said alone. A pass with a name would
    cost more keys than the colon that it could save.
    """
    card_at = next((place for place in range(at, len(plays)) if isinstance(plays[place][1], Lay)), len(plays))
    found = [word for text in ("-", ".") if card_at > at and (word := verified(text, hand, plays, at))]
    if card_at == len(plays):
        return found
    seat, cards = plays[card_at][0], list(laid_together(plays, card_at))
    needed = (cards[0].stands_for or cards[0].card) in hand.needed
    for number in range(1, len(cards) + 1):
        words = list(words_for(cards[:number], needed))
        words += [named(hand.names[seat][0].lower(), word) for word in words]
        tried = (verified(text, hand, plays, at) for text in sorted(dict.fromkeys(words), key=len))
        found += [word for word in tried if word][:1]
    return found


def laid_together(plays: Sequence[Said], at: int) -> Iterator[Lay]:
    """The card at `at`, and those that its player lays after it with nobody in between."""
    for seat, play in plays[at:]:
        if seat != plays[at][0] or not isinstance(play, Lay):
            return
        yield play


def verified(text: str, hand: Hand, plays: Sequence[Said], at: int) -> Word | None:
    """The word `text` as the program reads it at the table, or None where it is not the plays from `at`."""
    try:
        read = said(read_line(text, hand).plays)
    except CometError:
        return None
    return Word(text, at, at + len(read)) if read == list(plays[at : at + len(read)]) else None


def said(entered: Sequence[Entered]) -> list[Said]:
    """What the program made of a line, with what it filled in."""
    return [(each.seat, each.play) for each in entered]


def all_words(game: Game, hand: Truth) -> list[list[Word]]:
    """By play, the words that stand for the plays from that one on."""
    state, found = QuietHand(game.profile, game.names, game.names.index(hand.dealer)), []
    for at, (seat, play) in enumerate(hand.plays):
        found.append(find_words(state, hand.plays, at))
        state.play(seat, play)
    return found


def glued(words: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """`words` with those added that stand right behind a "." without a blank."""
    behind = [*words, []]
    return [
        [
            *found,
            *(Word("." + each.text, at, each.end) for word in found if word.text == "." for each in behind[word.end]),
        ]
        for at, found in enumerate(words)
    ]


def shortest(words: Sequence[Sequence[Word]]) -> list[Word]:
    """The words that stand for a whole hand in the fewest keys, and are the fewest words among these."""
    best: list[tuple[int, int, list[Word]]] = [(0, 0, [])] * (len(words) + 1)
    for at in reversed(range(len(words))):
        ways = ((word, *best[word.end]) for word in words[at])
        tried = [(keys + len(word.text) + 1, number + 1, [word, *rest]) for word, keys, number, rest in ways]
        best[at] = min(tried, key=lambda way: way[:2])
    return best[0][2]


# The lines


def by_turn(words: Sequence[Word], plays: Sequence[Said]) -> list[list[Word]]:
    """A line for each turn: what a player lays with nobody in between.

    The passes that a name tells stand in the line of that name; passes that are typed have a line of their own.
    """
    lines: list[list[Word]] = []
    for word in words:
        around = plays[max(word.start - 1, 0) : word.end]
        one_player = len({seat for seat, _ in around}) == 1
        if lines and one_player and not any(isinstance(play, Pass) for _, play in around):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def packed(words: Sequence[Word]) -> list[list[Word]]:
    """As many words in a line as `WIDTH` characters hold."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and len(text_of([*lines[-1], word])) <= WIDTH:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def text_of(line: Sequence[Word]) -> str:
    """A line as it is typed."""
    return " ".join(word.text for word in line)


# Typing


def new_recorder(game: Game, hands: Sequence[Truth]) -> Recorder:
    """A night before its first card, as at a terminal, where nothing is booked without being asked."""
    session = Session("keys", game.names, game.profile, None, hands[0].dealer, len(hands))
    return Recorder(session, History(), lambda session, past: None)


def type_plays(recorder: Recorder, hand: Truth, lines: Sequence[Sequence[Word]]) -> int:
    """Types a hand and returns its keys. Raises `KeysError` where a line gives other plays than the true ones."""
    keys = 0
    for line in lines:
        text = text_of(line)
        keys += len(text) + 1
        recorder.enter(text)
        if recorded(recorder) != list(hand.plays[: line[-1].end]):
            raise KeysError(f"{text} gave {recorded(recorder)}")
    return keys


def recorded(recorder: Recorder) -> list[Said]:
    """The plays of the last hand as they are recorded."""
    players, turns = recorder.night.session.players, recorder.last.record.turns if recorder.last else ()
    return [(players.index(turn.player), play) for turn in turns if isinstance(turn, Turn) for play in turn.plays]


def type_end(recorder: Recorder, hand: Truth) -> int:
    """Answers what is asked at the end of a hand, books it and returns the keys of both.

    Raises `KeysError` where it comes to something else than the simulated hand.
    """
    keys = 1
    while name := recorder.asked:
        text = answer(hand.left[name], recorder.night.session.profile)
        keys += len(text) + 1
        recorder.shown(name, text)
    recorder.book()
    change = recorder.last.change if recorder.last else {}
    if change != hand.change:
        raise KeysError(f"the hand came to {change}, not {hand.change}")
    return keys


def answer(left: Sequence[Card], profile: Profile) -> str:
    """The shortest answer that tells what pays of the cards left: the cards, or where pips pay, their total."""
    every = profile.left.per == "pip"
    paying = [card for card in left if every or card in profile.paying_left]
    cards = " ".join(map(short, paying)) or "-"
    if not every:
        return cards
    comet = [short(card) for card in left if card in profile.comet.cards]
    return min(cards, " ".join([f"{sum(map(profile.pips_of, left))}p", *comet]), key=len)


def measure(game: Game, hands: int, source: Random) -> Cost:
    """What `hands` hands of a game cost, all of them typed twice: line by turn, and packed."""
    cost = Cost()
    while len(cost.ends) < hands:
        hands_played = night(game, source)
        live, later = new_recorder(game, hands_played), new_recorder(game, hands_played)
        for hand in hands_played:
            words = all_words(game, hand)
            best = shortest(words)
            cost.turns.append(type_plays(live, hand, by_turn(best, hand.plays)))
            cost.packed.append(type_plays(later, hand, packed(shortest(glued(words)))))
            cost.ends.append(type_end(live, hand))
            type_end(later, hand)
            count_signs(cost, best)
            count_uses(cost, best, live)
    return cost


# What the keys are


def count_signs(cost: Cost, words: Sequence[Word]) -> None:
    """Adds up what the characters of `words` are, and the Enter or blank behind each."""
    for word in words:
        cost.signs["Enter, blanks"] += 1
        if word.text in ("-", "."):
            cost.signs["passes"] += 1
            continue
        match = re.fullmatch(r"([abcd]?)(:?)((?:\+\d*)?)([^+]*?)([cdhs]?)", word.text)
        assert match is not None
        for sign, text in zip(("names", "colons", "+ and counts", "ranks", "suits"), match.groups(), strict=True):
            cost.signs[sign] += len(text)


def count_uses(cost: Cost, words: Sequence[Word], recorder: Recorder) -> None:
    """Adds up what the keys of `words` were for, by the first card of each word, in the hand just recorded."""
    hand = recorder.last.hand if recorder.last else None
    assert hand is not None
    for word in words:
        cards = [entry for entry in hand.log[word.start : word.end] if isinstance(entry.play, Lay)]
        first = cards[0] if cards else None
        if first is None or not isinstance(first.play, Lay):
            use = "passes"
        elif hand.is_comet(first.play.card):
            use = "Comet"
        else:
            use = "leads" if first.led else "going on"
        cost.uses[use] += len(word.text) + 1


def cost_row(game: Game, cost: Cost) -> list[object]:
    """A game as a row of the table of keys."""
    within = sum(keys <= game.target for keys in cost.turns) / len(cost.turns)
    ways = [figure for keys in (cost.turns, cost.packed) for figure in (f"{mean(keys):.1f}", max(keys))]
    row = [game.rules, game.leads, len(cost.turns), game.target, *ways, f"{within:.0%}", f"{mean(cost.ends):.1f}"]
    return [*row, f"{mean(cost.turns) + mean(cost.ends):.1f}"]


def share_row(game: Game, cost: Cost) -> list[object]:
    """A game as a row of the table of what the keys are."""
    total = sum(cost.turns)
    shares = [counted[key] for counted, keys in ((cost.signs, SIGNS), (cost.uses, USES)) for key in keys]
    return [game.rules, game.leads, *(f"{share / total:.0%}" for share in shares)]


def main(hands: int = HANDS) -> None:
    """Prints what `hands` hands of each game cost."""
    costs = [(game, measure(game, hands, Random(SEED))) for game in GAMES]
    print(INTRODUCTION)
    headers = ["rules", "leads", "hands", "target", "by turn", "worst", "packed", "worst", "within", "end", "all"]
    print(tabulate([cost_row(*each) for each in costs], headers, disable_numparse=True, stralign="right"))
    print(LEGEND)
    headers = ["rules", "leads", *SIGNS, *USES]
    print(tabulate([share_row(*each) for each in costs], headers, disable_numparse=True, stralign="right"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
