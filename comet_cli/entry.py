"""What is typed at the table: one line of shorthand made into plays in full, or refused as a whole."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from comet_cli.cards import Card, plain, read_card
from comet_cli.findings import CometError, Family, Finding, ambiguous, nearest, unreadable
from comet_cli.hand import Hand
from comet_cli.people import find_player, same_name, who
from comet_cli.plays import Lay, Pass, Play, as_played, read_play
from comet_cli.refusals import either

_TAKES_WORDS = (
    "left",
    "dead",
    "note",
    "adjust",
    "void",
    "dealer",
    "dealt",
    "still",
    "out",
    "tally",
    "join",
    "leave",
    "seats",
    "rename",
    "hands",
    "chips",
    "fix",
    "amend",
)
COMMANDS = ("undo", "redo", "show", *_TAKES_WORDS, "help", "quit")
_ALIASES = {"<": "undo", "?": "help", "exit": "quit"}
_RANGE = re.compile(r"([^-=!]+)-([^-=!]+)")


@dataclass(frozen=True, slots=True)
class Entered:
    """One play made of a typed line; `filled` says that nobody typed it: a pass that the line implies."""

    seat: int
    play: Play
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A typed line in full: the plays in order, the hand after them, and the remark that ends it."""

    plays: tuple[Entered, ...]
    after: Hand
    remark: str


def read_command(line: str, names: Sequence[str] = ()) -> tuple[str, str] | None:
    """The command a line gives and the rest of the line, or None where it is an entry of plays.

    A line that begins with the whole name of one of `names` and a colon is an entry, whatever the name.
    """
    word, _, rest = line.strip().partition(" ")
    command = _ALIASES.get(word, word.casefold())
    if command == "help" and word != "?":
        return command, ""
    if command not in COMMANDS or (rest and command not in _TAKES_WORDS):
        return None
    before, colon, _ = line.partition(":")
    if colon and same_name(before) in map(same_name, names):
        return None
    return command, rest.strip()


def read_line(text: str, hand: Hand) -> Line:
    """The plays that a typed line means for `hand`, which is left as it is.

    Raises `CometError`, with the word it is about marked, where the line or any part of it is not allowed.
    """
    return _Typist(text, hand).line()


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.start + len(self.text)


class _Typist:
    """Plays a typed line on a copy of the hand, word by word."""

    def __init__(self, text: str, hand: Hand) -> None:
        self.text = text
        self.hand = hand.copy()
        self.entered: list[Entered] = []
        self.at = _Word(text, 0)

    def line(self) -> Line:
        body, remark = self._without_remark()
        offset = self.text.find(body)
        words = [_Word(match[0], match.start() + offset) for match in re.finditer(r"\S+", body)]
        if not words:
            raise unreadable(
                "empty-line", "the line has no plays", remedy="""A remark stands behind a play, "note" alone."""
            )
        try:
            if not remark.isprintable():
                raise unreadable(
                    "control-character", "the remark has a control character in it", remedy="Type it in letters."
                )
            position = 0
            while position < len(words):
                self.at = words[position]
                position = self._next(words, position)
        except CometError as error:
            place = {"excerpt": self.text, "mark": self.at.span, "legal": self.hand.legal_text()}
            finding = error.finding.at(**place)
            offer = self._colon_forgotten(words)
            dropped = "Nothing of the line was taken." if self.entered else ""
            remedy = " ".join(filter(None, [offer or finding.remedy, dropped]))
            raise CometError(replace(finding, remedy=remedy)) from None
        return Line(tuple(self.entered), self.hand, remark)

    def _colon_forgotten(self, words: Sequence[_Word]) -> str:
        """An offer where the word that was refused, or the next, is a card right behind a name without a colon."""
        at = next((place for place, word in enumerate(words) if word.start == self.at.start), None)
        for first in () if at is None else (at - 1, at):
            if first < 0 or first + 1 >= len(words):
                continue
            name, card = words[first].text, words[first + 1].text
            if (
                ":" not in name + card
                and (len(name) == 1 or not read_card(name))
                and read_card(card)
                and len(who(name, self.hand.names)) == 1
            ):
                return f'Did you mean "{name}: {card}"?'
        return ""

    def _without_remark(self) -> tuple[str, str]:
        """The line without its remark, and the remark; a " # " within a player's name begins none."""
        for mark in re.finditer(r"(?:^|(?<=\s))#\s", self.text):
            spans = (
                found.span()
                for name in self.hand.names
                for found in re.finditer(re.escape(name) + r"\s*:", self.text, re.IGNORECASE)
            )
            if not any(start <= mark.start() < end for start, end in spans):
                return self.text[: mark.start()].strip(), self.text[mark.end() :].strip()
        return self.text.strip(), ""

    def _next(self, words: list[_Word], position: int) -> int:
        """Takes the word at `position`, with the name that ends there if one does; returns where to go on."""
        word = words[position]
        if word.text[0] == "." and len(word.text) > 1 and not who(word.text.partition(":")[0], self.hand.names):
            self.at = word
            self._all_pass(None)
            words[position] = _Word(word.text[1:], word.start + 1)
            return position
        end = next((at for at in range(position, len(words)) if ":" in words[at].text), None)
        if end is not None and (seat := self._name_across(words, position, end)) is not None:
            return self._named(words, end, seat)
        word = words[position]
        if ":" in word.text:
            return self._named(words, position, find_player(word.text.partition(":")[0], self.hand.names))
        self._word(word)
        return position + 1

    def _name_across(self, words: list[_Word], position: int, end: int) -> int | None:
        """The seat whose whole name, blanks and all, stands from `position` to the colon in the word `end`."""
        name = self.text[words[position].start : words[end].start + words[end].text.index(":")]
        seats = who(name, self.hand.names) if position < end else ()
        whole = "".join(name.split()).casefold()
        meant = [seat for seat in seats if "".join(self.hand.names[seat].split()).casefold() == whole]
        if not meant and position == 0 and len(seats) == 1 and not self._reads_alone(words[:end]):
            return seats[0]
        return meant[0] if len(meant) == 1 else None

    def _reads_alone(self, words: list[_Word]) -> bool:
        """Whether every word means something by itself, so that no name need be seen across them."""
        return all(read_card(word.text) or who(word.text, self.hand.names) for word in words)

    def _named(self, words: list[_Word], position: int, seat: int) -> int:
        """Takes the play that follows a name and its colon, in the same word or the next."""
        word = words[position]
        head, _, tail = word.text.partition(":")
        rest = _Word(tail, word.start + len(head) + 1)
        if not tail:
            position += 1
            if position == len(words):
                name = self.hand.names[seat]
                raise unreadable(
                    "nothing-named", f"nothing follows {name}'s name", remedy=f"Type what {name} laid, or -."
                )
            rest = words[position]
        words[position] = rest
        self._word(rest, seat)
        return position + 1

    def _word(self, word: _Word, seat: int | None = None) -> None:
        """Plays one word, for `seat` where it was named with a colon."""
        self.at, text = word, word.text
        if text == ".":
            self._all_pass(seat)
        elif text.rstrip("!") == "-" or plain(text.rstrip("!")) == "PASS":
            self._pass(seat, Pass(text.endswith("!")))
        elif match := re.fullmatch(r"\+(\d{0,2})", text, re.ASCII):
            self._needed(seat, int(match[1] or 1))
        elif not self._cards(text, seat) and (seat is not None or not self._player(text)):
            raise unreadable(
                "unknown-word",
                f'"{text}" is no card, player or command',
                remedy=nearest(text.casefold(), [*COMMANDS, *self.hand.names]) or 'Type "help" for what can be typed.',
            )

    def _cards(self, text: str, seat: int | None) -> bool:
        """Plays a card, a rank alone, a set or a range; False where `text` is none of them."""
        bare = text.rstrip("!")
        card = read_card(bare)
        if card is not None and self._is_rank_alone(card):
            if self._is_initial(bare) and seat is None:
                return False
            self._lay(seat, Lay(self._of_rank(card, seat), stood=bare != text))
        elif card is not None or "=" in text:
            play = read_play(text)
            if not isinstance(play, Lay):
                return False
            self._lay(seat, as_played(play, self.hand.profile))
        elif cards := self._set(text) or self._range(text, seat):
            for number, each in enumerate(cards):
                self._lay(None if number else seat, Lay(each))
        else:
            return False
        return True

    def _is_rank_alone(self, card: Card) -> bool:
        """Whether `card`, as it was typed, needs the run to tell its suit."""
        return not card.suit and not self.hand.pack[card]

    def _is_initial(self, text: str) -> bool:
        """Whether `text` is a lone letter that begins a player's name."""
        return len(text) == 1 and text.isalpha() and bool(who(text, self.hand.names))

    def _of_rank(self, card: Card, seat: int | None) -> Card:
        """The needed card of the rank of `card`."""
        if self.hand.pack[card]:
            return card
        self._speak(seat)
        same = [needed for needed in self.hand.needed if needed.rank == card.rank]
        if len(same) == 1:
            return same[0]
        out = [each for each in self.hand.pack if each.rank == card.rank and self.hand.is_out(each)]
        if not self.hand.needed or same:
            raise ambiguous(
                "which-suit",
                f'"{card}" could be {either(map(str, same or out)) if same or out else "no card"}',
                remedy="Type the suit too.",
            )
        needed = either(map(self.hand.describe, self.hand.needed))
        raise CometError(Finding("out-of-sequence", Family.REFUSED, f"{needed} is needed, not {_article(card)} {card}"))

    def _set(self, text: str) -> list[Card]:
        """The equal cards of a set such as 4*4; empty where `text` is none."""
        match = re.fullmatch(r"([^*]+)\*(\d)", text, re.ASCII)
        card = read_card(match[1]) if match else None
        if match is None or card is None:
            return []
        card = self.hand.profile.as_played(card)
        if self.hand.profile.run.by == "suit":
            raise unreadable("bad-set", f'"{text}" is no card: sets are laid where suits do not count')
        number = int(match[2])
        if number < 2 or number > self.hand.pack[card]:
            copies = self.hand.pack[card]
            remedy = f"Type {card}*{copies} for all of them, {card} for one." if copies > 1 else f"Type {card}."
            raise unreadable("bad-set", f'"{text}" is no set: the pack has {copies} cards {card}', remedy=remedy)
        return [card] * number

    def _range(self, text: str, seat: int | None) -> list[Card]:
        """The cards of a range such as 3-7c; empty where `text` is none."""
        match = _RANGE.fullmatch(text)
        first, last = (read_card(match[1]), read_card(match[2])) if match else (None, None)
        if first is None or last is None:
            return []
        suit = last.suit or first.suit
        if self.hand.profile.run.by == "suit":
            suit = suit or self._of_rank(first, seat).suit
        if (first.suit and first.suit != suit) or first.rank >= last.rank:
            remedy = "Type the lowest card first, such as 3-7c."
            raise unreadable("bad-range", f'"{text}" is no run', why="A run goes up in one suit.", remedy=remedy)
        cards = [self.hand.profile.as_played(Card(rank, suit)) for rank in range(first.rank, last.rank + 1)]
        missing = [card for card in cards if not self.hand.pack[card]]
        if missing:
            raise CometError(
                Finding("not-in-pack", Family.REFUSED, f'"{text}" runs over {missing[0]}, which is not in the pack')
            )
        return cards

    def _player(self, text: str) -> bool:
        """Plays the needed card or cards for a player: b, b+2. False where `text` names nobody."""
        name, plus, number = text.partition("+")
        if plus and re.fullmatch(r"\d{0,2}", number, re.ASCII) and not who(text, self.hand.names):
            self._needed(find_player(name, self.hand.names), int(number or 1))
            return True
        if who(text, self.hand.names):
            self._needed(find_player(text, self.hand.names), 1)
            return True
        match = re.fullmatch(r"(.*?)(\d+|10|[2-9TJQKAtjqka][CDHScdhs♣♦♥♠])", text)
        if match and len(who(match[1], self.hand.names)) == 1:
            choice = f'"{match[1]}:{match[2]}"' + (f' or "{match[1]}+{match[2]}"' if match[2].isdecimal() else "")
            raise ambiguous("card-or-count", f'"{text}" is not clear: {choice}?')
        return False

    def _default(self) -> int:
        """Whose an unnamed card is: the leader's, the last player's while nobody has spoken since, or the next."""
        hand = self.hand
        seat = hand.going_on if hand.going_on is not None else hand.to_act
        return hand.last if seat is None else seat

    def _speak(self, seat: int | None) -> int:
        """The seat that plays now, after the passes that its naming implies: those of the seats in between."""
        hand = self.hand
        if seat is None:
            return self._default()
        if seat == hand.last and hand.passed and self.hand.passes_lead_back:
            self._all_pass(None, filled=True)
        elif seat != hand.last and seat not in hand.passed:
            while hand.to_speak is not None and hand.to_speak != seat:
                self._play(hand.to_speak, Pass(), filled=True)
        return seat

    def _lay(self, seat: int | None, play: Lay) -> None:
        player = self._default() if seat is None else seat
        if not play.stood and not self._at_any_time(player, play):
            player = self._speak(seat)
            if self._nobody_can_follow(player, play.card):
                self._all_pass(None, filled=True)
            player = self._leader_instead(player, play) if seat is None else player
        self._play(player, self._comet_meant(player, play) if self.hand.is_comet(play.card) else play)

    def _at_any_time(self, player: int, play: Lay) -> bool:
        """Whether the Comet is laid before its player's turn, so that nobody has passed for it."""
        if not self.hand.in_turn or self.hand.profile.comet.when != "any_time" or not self.hand.is_comet(play.card):
            return False
        meant = [replace(play, stands_for=card) for card in self.hand.needed]
        return any(self.hand.may(player, each) for each in ([play] if play.stands_for else [play, *meant]))

    def _leader_instead(self, player: int, play: Lay) -> int:
        """The leader, where an unnamed card of the last player would not go on and somebody else leads at once."""
        hand = self.hand
        goes_on = play.card in hand.needed or hand.is_comet(play.card) or hand.may(player, play)
        return player if hand.leader is None or goes_on else hand.leader

    def _comet_meant(self, player: int, play: Lay) -> Lay:
        """What the typed Comet means where it is a substitute: the needed card, or the card it is as a lead."""
        hand = self.hand
        if play.stands_for == play.card:
            return self._natural(player, replace(play, stands_for=None))
        if play.stands_for is not None or hand.profile.comet.power != "substitute" or play.card in hand.needed:
            return play
        standing = [replace(play, stands_for=card) for card in hand.needed]
        meant = [each for each in standing if play.stood or hand.may(player, each)]
        natural = hand.may(player, play) and not play.stood
        if meant and natural:
            choice = f'"{meant[0]}" (the needed card) or "{play.card}={play.card}" (a lead)'
            raise ambiguous("which-comet", f"the Comet could be {choice}")
        return meant[0] if meant else play if natural or not standing else standing[0]

    def _natural(self, player: int, play: Lay) -> Lay:
        """A Comet that was said to be led as the card it is. Raises `CometError` where it would be anything else."""
        hand = self.hand
        if hand.leader != player and play.card not in hand.needed and not play.stood:
            leader = f"{hand.names[hand.leader]} leads" if hand.leader is not None else "a run is on"
            message = f"{play.card} cannot be led by {hand.names[player]} as the card it is: {leader}"
            raise CometError(Finding("comet-no-lead", Family.REFUSED, message))
        return play

    def _nobody_can_follow(self, player: int, card: Card) -> bool:
        """Whether `card` can only be a new lead of the last player: everybody sees that all the others must pass."""
        hand = self.hand
        if player != hand.last or hand.passed or hand.leader is not None or not self.hand.passes_lead_back:
            return False
        gone = not any(map(hand.is_out, hand.profile.comet.cards))
        joins = hand.top is not None and hand.top.play == Lay(card)
        return gone and card not in hand.needed and not joins and not hand.open_cards

    def _pass(self, seat: int | None, play: Pass) -> None:
        if play.stood:
            self._play(self._default() if seat is None else seat, play)
            return
        speaker = self.hand.to_act if seat is None else seat
        if seat is not None and seat != self.hand.last:
            speaker = self._speak(seat)
        self._play(self.hand.last if speaker is None else speaker, play)

    def _all_pass(self, seat: int | None, *, filled: bool = False) -> None:
        if seat is not None and seat != self.hand.last:
            self._speak(seat)
        speaker = self.hand.to_speak
        if speaker is None:
            speaker = self.hand.last if self.hand.leader is None else self.hand.leader
            self._play(speaker, Pass())
        while speaker is not None:
            self._play(speaker, Pass(), filled)
            speaker = self.hand.to_speak

    def _needed(self, seat: int | None, number: int) -> None:
        if number < 1:
            raise unreadable("bad-count", "at least one card has to be laid")
        player = self._speak(seat)
        for laid in range(number):
            self._play(player, Lay(self._needed_card(player, laid)))

    def _needed_card(self, player: int, laid: int) -> Card:
        hand = self.hand
        name = hand.names[player]
        if hand.ended or not hand.needed:
            why = f"the run ends with {hand.log[-1].play}" if laid else "no card is needed"
            leader = hand.names[hand.leader] if hand.leader is not None else name
            raise unreadable("nothing-needed", f"{why}: {leader} leads, and the card has to be named")
        cards = hand.open_cards or hand.needed
        if len(cards) > 1:
            choice = " or ".join(f'"{name}: {card}"' for card in cards)
            raise ambiguous("which-branch", f"after the Comet two cards continue: {choice}?")
        return cards[0]

    def _play(self, seat: int, play: Play, filled: bool = False) -> None:
        self.hand.play(seat, play)
        self.entered.append(Entered(seat, play, filled))


def _article(card: Card) -> str:
    return "an" if str(card)[0] in "A8" else "a"
