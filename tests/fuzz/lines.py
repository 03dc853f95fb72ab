"""Random lines for a recorder: some that fit what is on the table, most that are put together of the same pieces."""

from collections.abc import Callable
from random import Random

from comet_cli.cards import RANKS
from comet_cli.entry import COMMANDS
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.recorder import Recorder

NAMES = (
    "Ana", "Anabel", "Bruno", "Bea", "José", "李雷", "9d", "K", "undo", "note", "x # y", "# x", "007", "@2", "A  B",
    "-", "pass", "a.b", "+1", "O'Neil", "שרה", "👨‍👩‍👧", "=1", "left", "Straße", "?", "!", "10", "Q Q", "dead Kh",
)  # fmt: skip
WORDS = (
    "x", "after", "1", "2", "13", "0", "99", "1000000", "-1", "６", "٣", "²", "??", "?", "-", "72p", "9p 9d", "p", "Ks",
    "Kh Kc", "K", "? ?", "#", " # why", ":", "::", "!", "'", '"', "\\", "\x1b[2J", "\x00", "\t", "\u200b", "\u202e",
    "\u2028", "\ud800", "é", "e\u0301", "💥", "%s", "{0}", "[[hands]]", "\r", "pool", "hands", "=", "*", "<", "1e3",
)  # fmt: skip
_SUITS = ("c", "d", "h", "s", "♣", "♦", "♥", "♠", "♢", "♦\ufe0f", "S", "")
_JOINTS = (" ", " ", " ", "", "  ", ", ", ":", ": ", "\t")


class Lines:
    """An endless choice of lines for the table that a recorder has before it."""

    def __init__(self, source: Random) -> None:
        self.source = source
        self.kinds: list[tuple[Callable[[Recorder], str], int]] = [
            (self.fitting, 40),
            (self.pieces, 25),
            (self.command, 20),
            (self.back_and_forth, 6),
            (self.spoilt, 7),
            (self.odd, 2),
        ]

    def line(self, recorder: Recorder) -> str:
        """A line of one kind or another."""
        makers, weights = zip(*self.kinds, strict=True)
        return self.source.choices(makers, weights)[0](recorder)

    def fitting(self, recorder: Recorder) -> str:
        """A line that the table may well be waiting for."""
        if recorder.asked:
            return self.source.choice(("-", "-", "??", "Ks", "9d", "72p", f"left {recorder.asked}: -", "left @1: ??"))
        if recorder.to_book:
            return self.source.choice(("", "", "", "!", "dead Kh"))
        try:
            return self._play(recorder.hand)
        except CometError:
            return f"hands {self.source.randrange(1, 9)}"

    def _play(self, hand: Hand) -> str:
        seats = [seat for seat in (hand.going_on, hand.to_speak, hand.leader) if seat is not None]
        seat = self.source.choice(seats or range(len(hand.names)))
        if self.source.random() < 0.2:
            return self.source.choice((".", "-", f"{hand.names[seat]}: pass", "+", f"@{seat + 1}", "+2"))
        unplayed = [card for card in hand.pack if hand.is_out(card)]
        cards = [*hand.needed, *hand.open_cards] * 9 + unplayed
        return f"@{seat + 1}: {self.source.choice(cards or list(hand.pack))}"

    def back_and_forth(self, recorder: Recorder) -> str:
        """A step back, or forward again."""
        return self.source.choice(("undo", "<", "undo", "redo", "redo"))

    def pieces(self, recorder: Recorder) -> str:
        """Names, cards, ranges, counts and marks in any order."""
        makers = (self._card, self._card, self._name, self._range, self._count, self._mark)
        parts = [self.source.choice(makers)(recorder) for _ in range(self.source.choice((1, 1, 2, 2, 3, 4, 6)))]
        return self._joined(parts)

    def command(self, recorder: Recorder) -> str:
        """A command with words that may or may not make sense behind it."""
        word = self.source.choice((*COMMANDS, *COMMANDS, "<", "?", "exit", "NOTE", "Undo"))
        if word in ("void", "tally", "out") and self.source.random() < 0.5:
            word = "fix"
        if self.source.random() < 0.5:
            return f"{word} {self._arguments(word, recorder)}"
        makers = (self._card, self._name, self._name, self._word, self._word, self._mark)
        parts = [self.source.choice(makers)(recorder) for _ in range(self.source.choice((0, 1, 1, 2, 3, 5)))]
        return f"{word} {self._joined(parts)}"

    def _arguments(self, word: str, recorder: Recorder) -> str:
        """Words of the form that the command `word` takes."""
        name, other = self._somebody(recorder), self._somebody(recorder)
        number = self.source.choice((1, 1, 2, 3, self.source.randrange(1, 30)))
        forms = {
            "left": f"{name}: {self._word(recorder)}",
            "dead": self._card(recorder),
            "adjust": f"{name} {other} {number} {self._reason()}",
            "dealer": f"{name} {self._reason()}",
            "dealt": f"{name} {number}",
            "still": f"{name} {number}",
            "out": name,
            "tally": self._tally(recorder),
            "chips": self.source.choice((str(number), f"{name} {number}", f"{name} 0")),
            "join": self.source.choice((f"{self.source.choice(NAMES)}", f"{self.source.choice(NAMES)} after {other}")),
            "leave": name,
            "seats": " ".join(self.source.sample([f"@{n + 1}" for n in range(len(recorder.night.seats))], k=2)),
            "rename": f"{name}: {self.source.choice((*NAMES, *WORDS))}",
            "hands": str(number),
            "fix": f"{number} {self._mended(recorder)}",
            "amend": f"{self.source.randrange(1, 4)} {number} {self._mended(recorder)} # {self._reason()}",
        }
        if word == "seats" and self.source.random() < 0.7:
            seats = [f"@{n + 1}" for n in range(len(recorder.night.seats))]
            return " ".join(self.source.sample(seats, k=len(seats)))
        return forms.get(word, self._word(recorder))

    def _tally(self, recorder: Recorder) -> str:
        parts = [self.source.choice((self._somebody(recorder), "-"))]
        for part in self.source.sample(("comet", "kings", "aces", "left"), k=self.source.randrange(5)):
            counts = ("", "", " 1", " 3", " 72", " x")
            named = (f"{self._somebody(recorder)}{self.source.choice(counts)}" for _ in recorder.night.seats[1:])
            parts += [part, *list(named)[: self.source.randrange(1, 4)]]
        return " ".join(parts)

    def _mended(self, recorder: Recorder) -> str:
        """A play to put in the place of another, mostly one that may have stood against the rules."""
        play = self.source.choice(
            (self._card(recorder), "pass", f"{self.source.choice(RANKS)}{self.source.choice('cdhs')}")
        )
        return f"{self._somebody(recorder)}: {play}{self.source.choice(('!', '!', ''))}"

    def _somebody(self, recorder: Recorder) -> str:
        """Mostly one who sits at the table."""
        if self.source.random() < 0.2:
            return self._name(recorder)
        return f"@{self.source.randrange(len(recorder.night.seats)) + 1}"

    def spoilt(self, recorder: Recorder) -> str:
        """A line that would have fitted, with some of its letters lost, doubled or changed."""
        line = list(self.fitting(recorder))
        for _ in range(self.source.choice((1, 1, 2))):
            at = self.source.randrange(len(line) + 1)
            line[at : at + self.source.randrange(2)] = self.source.choice(("", ":", " ", "!", "9", "d", *WORDS))
        return "".join(line)

    def odd(self, recorder: Recorder) -> str:
        """Text of no kind at all, and lines that are too long."""
        if self.source.random() < 0.5:
            return "".join(chr(self.source.randrange(0x3000)) for _ in range(self.source.randrange(30)))
        piece = self.pieces(recorder) or "x"
        return (
            f"{self.source.choice(('', 'note ', 'left a:'))}{piece * (self.source.choice((900, 2500)) // len(piece))}"
        )

    def _joined(self, parts: list[str]) -> str:
        return "".join(f"{part}{self.source.choice(_JOINTS)}" for part in parts).removesuffix(" ")

    def _card(self, recorder: Recorder) -> str:
        rank = self.source.choice((*RANKS, "T", "j", "k", "1", "0", "９"))
        equals = f"={self._card(recorder)}" if self.source.random() < 0.05 else ""
        return f"{rank}{self.source.choice(_SUITS)}{equals}{self.source.choice(('', '', '', '', '!'))}"

    def _range(self, recorder: Recorder) -> str:
        first, last = self.source.choice(RANKS), self.source.choice(RANKS)
        return f"{first}{self.source.choice('-*')}{last}{self.source.choice(_SUITS)}"

    def _count(self, recorder: Recorder) -> str:
        return f"{self.source.choice(('', self._name(recorder)))}+{self.source.choice(('', '1', '2', '3', '12', '0'))}"

    def _mark(self, recorder: Recorder) -> str:
        return self.source.choice((".", "-", "!", "pass", "pass!", "+", "<", " # words", "#", "=", "*", ":"))

    def _name(self, recorder: Recorder) -> str:
        name = self.source.choice((*recorder.night.people, *recorder.night.seats, "x", "Zoe"))
        form = self.source.randrange(5)
        return (name, name[:1], name[: self.source.randrange(4)].swapcase(), f"@{self.source.randrange(8)}", name)[form]

    def _word(self, recorder: Recorder) -> str:
        return self.source.choice(WORDS)

    def _reason(self) -> str:
        return self.source.choice(("", "why", "why not", "# why", "\ud800", "\x1b[2J", "a\nb", "\u2028", "é", "'\"\\"))
