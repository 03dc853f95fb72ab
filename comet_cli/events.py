"""What happens at real tables besides the cards: notes, agreed payments, void hands, changed seats, mended plays.

Each function takes a night and the words typed behind a command, and gives the session that comes of it and a line
that tells it. All raise `CometError` where the words do not make sense. Nothing here is checked against the rules:
the recorder scores what comes of it before it is taken.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from comet_cli.entry import find_player, read_line
from comet_cli.findings import CometError, refused, unreadable
from comet_cli.hand import Hand
from comet_cli.night import Night
from comet_cli.people import check_name, clean_name
from comet_cli.plays import Play, Turn, Unread
from comet_cli.records import Adjustment, HandRecord, Session
from comet_cli.scoring import State

Change = tuple[Session, str]


def note(night: Night, words: str) -> Change:
    """Keeps a remark with the hand."""
    text = _words(words, "note Bruno's phone rang")
    record = _last(night)
    return _with(night, replace(record, notes=(*record.notes, text))), f"note: {text}"


def adjust(night: Night, words: str) -> Change:
    """Moves points that the table agreed on: payer, payee, points, reason."""
    parts = words.split(maxsplit=3)
    if len(parts) < 3 or not re.fullmatch(r"[1-9]\d{0,5}", parts[2], re.ASCII):
        raise _usage("adjust b a 1 looked at the dead cards", "who pays, whom, how many points, and why")
    payer, payee = (night.people[find_player(name, night.people)] for name in parts[:2])
    if payer == payee:
        raise refused("bad-adjustment", f"{payer} cannot pay {payee}")
    record = _last(night)
    each = Adjustment(payer, payee, int(parts[2]), parts[3] if len(parts) > 3 else "")
    told = f"{payer} pays {payee} {each.points}{f': {each.reason}' if each.reason else ''}"
    return _with(night, replace(record, adjustments=(*record.adjustments, each))), told


def void(night: Night, words: str) -> Change:
    """Takes the hand out of the count; the same dealer deals again."""
    reason = _words(words, "void cards fell on the floor")
    record = _last(night)
    if record.void is not None:
        raise refused("void-already", f"hand {len(night.hands)} is void already: {record.void}")
    return _with(night, replace(record, void=reason, result=None)), f"hand {len(night.hands)} is void: {reason}"


def dealer(night: Night, words: str) -> Change:
    """Has somebody else deal the hand that is about to begin, or has just begun."""
    name, _, reason = words.strip().partition(" ")
    if not name or not reason.strip():
        raise _usage("dealer b Ana came late", "who deals, and why")
    player = night.seats[find_player(name, night.seats)]
    session, record = _coming(night)
    changed = replace(record, dealer=player, dealer_changed=reason.strip())
    return _last_of(session, changed), f"{player} deals: {reason.strip()}"


def dealt(night: Night, words: str) -> Change:
    """Notes a misdeal that is played on: who, and how many cards."""
    parts = words.split()
    if len(parts) != 2 or not re.fullmatch(r"[1-9]\d?", parts[1], re.ASCII):
        raise _usage("dealt a 13", "who, and how many cards")
    session, record = _coming(night)
    player = night.seats[find_player(parts[0], night.seats)]
    changed = replace(record, dealt={**record.dealt, player: int(parts[1])})
    return _last_of(session, changed), f"{player} was dealt {parts[1]} cards"


def join(night: Night, words: str) -> Change:
    """Seats somebody new: at the end, or to the left of another."""
    name, _, other = words.partition(" after ")
    name = clean_name(name)
    if fault := check_name(name, night.people if name not in night.people else ()):
        raise refused("bad-name", fault)
    if name in night.seats:
        raise refused("bad-name", f"{name} sits at the table already")
    at = find_player(other.strip(), night.seats) + 1 if other.strip() else len(night.seats)
    session, told = _seated(night, (*night.seats[:at], name, *night.seats[at:]), 1)
    return session, f"{name} joins{told}"


def leave(night: Night, words: str) -> Change:
    """Lets somebody go; what they won or lost stays theirs."""
    player = night.seats[find_player(_words(words, "leave b"), night.seats)]
    session, told = _seated(night, tuple(name for name in night.seats if name != player), -1)
    return session, f"{player} leaves with {night.balances[player]:+d}{told}"


def seats(night: Night, words: str) -> Change:
    """Changes who sits where: all players, clockwise."""
    names = [night.seats[find_player(word, night.seats)] for word in words.split()]
    if sorted(names) != sorted(night.seats):
        raise _usage("seats b a c", "everybody at the table once, clockwise")
    session, _ = _seated(night, tuple(names), 0)
    return session, f"the seats are now {', '.join(names)}"


def rename(night: Night, words: str) -> Change:
    """Gives a player another name; the person stays the same one."""
    old, colon, new = words.partition(":")
    new = clean_name(new)
    if not colon or not new:
        raise _usage("rename b: Beatriz", "who, a colon, and the new name")
    player = night.people[find_player(old.strip(), night.people)]
    others = [name for name in night.people if name != player]
    if fault := check_name(new, others):
        raise refused("bad-name", fault)
    session = _renamed(night.session, {player: new})
    return session, f"{player} is now called {new}"


def hands(night: Night, words: str) -> Change:
    """Plans the match for another number of hands."""
    if not re.fullmatch(r"[1-9]\d{0,2}", words.strip(), re.ASCII):
        raise _usage("hands 6", "how many hands the match has")
    number = int(words)
    if fault := night.session.profile.plan_fault(number):
        raise refused("bad-plan", fault)
    if number < len(night.counted):
        raise refused("bad-plan", f"{len(night.counted)} hands are played already")
    return replace(night.session, hands_planned=number), f"the match has {number} hands"


def fix(night: Night, words: str) -> Change:
    """Mends a play of the hand on the table: puts another in its place, or one before it that was not typed."""
    play, _, entry = words.strip().partition(" ")
    number = _play_number(play, entry, "fix 7 b:6c")
    session, told = _mended(night, len(night.hands), number, entry)
    return session, f"play {number}: {told}"


def amend(night: Night, words: str) -> Change:
    """Mends a play of an earlier hand, and keeps with that hand what was changed and why."""
    parts = words.split(maxsplit=2)
    if len(parts) < 3 or not re.fullmatch(r"[1-9]\d{0,3}", parts[0], re.ASCII):
        raise _usage("amend 2 7 b:6c # Bruno was misheard", "the hand, the play, what it was, and why")
    at = int(parts[0])
    if at > len(night.hands):
        raise refused("no-such-hand", f"there is no hand {at} (recorded so far: {len(night.hands)})")
    entry, _, reason = parts[2].partition(" # ")
    number = _play_number(parts[1], entry, "amend 2 7 b:6c # Bruno was misheard")
    session, told = _mended(night, at, number, entry)
    words = f"amended, play {number}: {told}{f' ({reason.strip()})' if reason.strip() else ''}"
    record = session.hands[at - 1]
    return _hand_of(session, at, replace(record, notes=(*record.notes, words))), f"hand {at} {words}"


EVENTS: dict[str, Callable[[Night, str], Change]] = {
    "note": note,
    "adjust": adjust,
    "void": void,
    "dealer": dealer,
    "dealt": dealt,
    "join": join,
    "leave": leave,
    "seats": seats,
    "rename": rename,
    "hands": hands,
    "fix": fix,
    "amend": amend,
}


def _usage(example: str, what: str) -> CometError:
    command = example.partition(" ")[0]
    return unreadable("bad-command", f'"{command}" takes {what}', remedy=f'For example: "{example}"')


def _words(words: str, example: str) -> str:
    text = words.strip()
    if not text or not text.isprintable():
        raise _usage(example, "words")
    return text


def _last(night: Night) -> HandRecord:
    """The hand that is spoken of: the last one, until the next first card."""
    if not night.hands:
        raise refused("no-hand", "no hand has begun yet")
    return night.canonical.hands[-1]


def _with(night: Night, record: HandRecord) -> Session:
    return _last_of(night.canonical, record)


def _last_of(session: Session, record: HandRecord) -> Session:
    return replace(session, hands=(*session.hands[:-1], record))


def _hand_of(session: Session, number: int, record: HandRecord) -> Session:
    return replace(session, hands=(*session.hands[: number - 1], record, *session.hands[number:]))


def _coming(night: Night) -> tuple[Session, HandRecord]:
    """The session with the hand that is about to begin, or has begun without being booked, as its last."""
    session = night.canonical
    last = night.hands[-1] if night.hands else None
    if last is not None and last.state is State.OPEN:
        return session, session.hands[-1]
    if last is not None and last.state is State.UNSETTLED:
        raise refused("hand-unsettled", f"hand {last.number} has ended and is not settled yet")
    record = night.next_record
    return replace(session, hands=(*session.hands, record)), record


def _seated(night: Night, names: Sequence[str], more: int) -> Change:
    """The session with other seats from the next hand on, and what that does to the length of the match."""
    last = night.hands[-1] if night.hands else None
    if last is not None and last.state is State.OPEN and last.hand is not None and last.hand.log:
        raise refused(
            "hand-in-progress",
            "the seats change between hands, and one is being played",
            remedy="Finish it, or void it.",
        )
    rules = night.session.profile
    least, most = rules.players.min, rules.players.max
    if not least <= len(names) <= most:
        raise refused("player-count", f"{rules.title} is for {least} to {most} players; {len(names)} would sit here")
    planned, told = night.session.hands_planned, ""
    if planned and rules.match.hands == "one_each" and more:
        planned = max(planned + more, len(night.counted), 1)
        told = f"; one hand a player makes {planned} hands"
    session = replace(night.session, hands_planned=planned)
    if not night.hands:
        first = session.first_dealer if session.first_dealer in names else names[0]
        return replace(session, players=tuple(names), first_dealer=first), told
    session, record = _coming(replace(night, session=session))
    dealer = night.dealer_among(names)
    return _last_of(session, replace(record, players=tuple(names), dealer=dealer)), told


def _renamed(session: Session, names: dict[str, str]) -> Session:
    """The session with players called otherwise throughout; stored results are told anew by the recorder."""

    def new(name: str) -> str:
        return names.get(name, name)

    def record(hand: HandRecord) -> HandRecord:
        return replace(
            hand,
            dealer=new(hand.dealer) if hand.dealer else None,
            players=tuple(map(new, hand.players)) if hand.players else None,
            turns=tuple(replace(t, player=new(t.player)) if isinstance(t, Turn) else t for t in hand.turns),
            dealt={new(name): number for name, number in hand.dealt.items()},
            left={new(name): shown for name, shown in hand.left.items()},
            adjustments=tuple(replace(a, payer=new(a.payer), payee=new(a.payee)) for a in hand.adjustments),
            tally=hand.tally and hand.tally.renamed(new),
        )

    return replace(
        session,
        players=tuple(map(new, session.players)),
        first_dealer=new(session.first_dealer) if session.first_dealer else None,
        hands=tuple(map(record, session.hands)),
    )


def _play_number(play: str, entry: str, example: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,3}", play, re.ASCII) or not entry.strip():
        raise _usage(example, "the number of a play, and what it was")
    return int(play)


def _mended(night: Night, at: int, number: int, entry: str) -> Change:
    """The session with play `number` of hand `at` mended by `entry`, in its place or before it, whichever fits."""
    if not at:
        raise refused("no-hand", "no hand has begun yet")
    scored = night.hands[at - 1]
    session = night.canonical
    record = session.hands[at - 1]
    if scored.hand is None or not record.turns or any(isinstance(turn, Unread) for turn in record.turns):
        raise refused("not-played", f"hand {at} has no plays that can be mended")
    plays = [(turn.player, play) for turn in record.turns if isinstance(turn, Turn) for play in turn.plays]
    if number > len(plays):
        raise refused("no-such-play", f"hand {at} has no play {number}: its last is play {len(plays)}")
    before, after = plays[: number - 1], plays[number - 1 :]
    start = _replayed(scored.hand, before)
    line = read_line(entry, start)
    typed = [(start.names[each.seat], each.play) for each in line.plays]
    was = f"{after[0][0]}: {after[0][1]}"
    now = ", ".join(f"{name}: {play}" for name, play in typed)
    fits = {
        f"{was} became {now}": [*before, *typed, *after[1:]],
        f"{now} came before {was}": [*before, *typed, *after],
    }
    sound = {told: plays for told, plays in fits.items() if _playable(scored.hand, plays)}
    if not sound:
        _replayed(scored.hand, next(iter(fits.values())))
    told, mended = next(iter(sound.items()))
    turns = tuple(Turn(name, (play,)) for name, play in mended)
    return _hand_of(session, at, replace(record, turns=turns)), told


def _replayed(hand: Hand, plays: Sequence[tuple[str, Play]]) -> Hand:
    """The same deal played otherwise. Raises `CometError` at the first play that is not allowed."""
    again = hand.fresh()
    for name, play in plays:
        again.play(again.names.index(name), play)
    return again


def _playable(hand: Hand, plays: Sequence[tuple[str, Play]]) -> bool:
    try:
        _replayed(hand, plays)
    except CometError:
        return False
    return True
