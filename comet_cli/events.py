"""What happens at real tables besides the cards: notes, agreed payments, void hands, totals, misdeals.

Each function takes a night and the words typed behind a command, and gives the session that comes of it and a line
that tells it. All raise `CometError` where the words do not make sense. Nothing here is checked against the rules:
the recorder scores what comes of it before it is taken.
"""

import re
from dataclasses import replace

from comet_cli.changes import Change, Event, coming, current, last_record, reason_of, usage, with_last, words_of
from comet_cli.findings import refused
from comet_cli.mending import amend, fix
from comet_cli.night import Night
from comet_cli.people import find_player
from comet_cli.records import Adjustment
from comet_cli.scoring import State
from comet_cli.seating import join, leave, rename, seats
from comet_cli.totals import read_tally, tally_text


def note(night: Night, words: str) -> Change:
    """Keeps a remark with the hand."""
    text = words_of(words, "note Bruno's phone rang")
    record = last_record(night)
    return with_last(
        night.canonical, replace(record, notes=(*record.notes, text))
    ), f"note of hand {len(night.hands)}: {text}"


def adjust(night: Night, words: str) -> Change:
    """Moves points that the table agreed on: payer, payee, points, reason."""
    parts = words.split(maxsplit=3)
    if len(parts) < 3 or not re.fullmatch(r"[1-9]\d{0,5}", parts[2], re.ASCII):
        raise usage("adjust b a 1 looked at the dead cards", "who pays, whom, how many points, and why")
    payer, payee = (night.people[find_player(name, night.people)] for name in parts[:2])
    if payer == payee:
        raise refused("bad-adjustment", f"{payer} cannot pay {payee}")
    record = last_record(night)
    each = Adjustment(payer, payee, int(parts[2]), reason_of(" ".join(parts[3:])))
    told = f"hand {len(night.hands)}: {payer} pays {payee} {each.points}{f': {each.reason}' if each.reason else ''}"
    return with_last(night.canonical, replace(record, adjustments=(*record.adjustments, each))), told


def void(night: Night, words: str) -> Change:
    """Takes the hand out of the count; the same dealer deals again."""
    reason = words_of(words, "void cards fell on the floor")
    record = last_record(night)
    if record.void is not None:
        raise refused(
            "void-already", f"hand {len(night.hands)} is void already: {record.void}", remedy="undo counts it again."
        )
    told = f"hand {len(night.hands)} is void: {reason}"
    return with_last(night.canonical, replace(record, void=reason, result=None)), told


def dealer(night: Night, words: str) -> Change:
    """Has somebody else deal the hand that is about to begin, or has just begun."""
    name, _, reason = words.strip().partition(" ")
    if not name or not reason.strip():
        raise usage("dealer b Ana came late", "who deals, and why")
    player = night.seats[find_player(name, night.seats)]
    reason = reason_of(reason)
    session, record = coming(night)
    changed = replace(record, dealer=player, dealer_changed=reason)
    return with_last(session, changed), f"{player} deals: {reason}"


def dealt(night: Night, words: str) -> Change:
    """Notes a misdeal that is played on: who, and how many cards."""
    parts = words.split()
    if len(parts) != 2 or not re.fullmatch(r"[1-9]\d?", parts[1], re.ASCII):
        raise usage("dealt a 13", "who, and how many cards")
    session, record = current(night)
    player = night.seats[find_player(parts[0], night.seats)]
    changed = replace(record, dealt={**record.dealt, player: int(parts[1])})
    return with_last(session, changed), f"{player} was dealt {parts[1]} cards"


def still(night: Night, words: str) -> Change:
    """Lets a player go on who by the record has too few cards, or none: they were dealt more than was known."""
    parts = words.split()
    if len(parts) != 2 or not re.fullmatch(r"[1-9]\d?", parts[1], re.ASCII):
        raise usage("still a 2", "who, and how many cards they still hold")
    last = night.hands[-1] if night.hands else None
    hand = last.hand if last and last.state is not State.VOID and last.record.result is None else None
    if hand is None or not hand.log:
        raise refused("no-hand", "no hand is being played", remedy='Before the first card, type "dealt a 13".')
    record = last_record(night)
    seat = find_player(parts[0], hand.names)
    player, more = hand.names[seat], int(parts[1]) - hand.held[seat]
    if not more:
        raise refused("no-change", f"{player} holds {parts[1]} by the record as well")
    number = hand.dealt[seat] + more
    told = f"{player} still holds {parts[1]}: {number} cards were dealt to {player}, not {hand.dealt[seat]}"
    return with_last(night.canonical, replace(record, dealt={**record.dealt, player: number})), told


def out(night: Night, words: str) -> Change:
    """Ends the hand for a player who went out although the record does not show it: plays are missing."""
    player = night.seats[find_player(words_of(words, "out a"), night.seats)]
    last = night.hands[-1] if night.hands else None
    if last is None or last.state is not State.OPEN or last.record.tally is not None:
        raise refused("no-hand", "no hand is being played", remedy="Where the hand has ended, undo goes back into it.")
    held = last.hand.held[last.seats.index(player)] if last.hand else 0
    cards = "1 card was" if held == 1 else f"{held} cards were"
    told = f"{player} goes out; {cards} laid by then without a record"
    return with_last(night.canonical, replace(last_record(night), out=player)), told


def tally(night: Night, words: str) -> Change:
    """Takes a hand as totals; what was recorded of its plays is kept as a note."""
    last = night.hands[-1] if night.hands else None
    if last is not None and last.record.tally is None and last.state in (State.UNSETTLED, State.SETTLED):
        coming(night)
    session, record = current(night)
    read = read_tally(words, night.seats, night.session.profile)
    laid = "; ".join(map(str, record.turns))
    notes = (*record.notes, f"laid before the tally: {laid}") if laid else record.notes
    changed = replace(record, turns=(), notes=notes, tally=read, result=None)
    return with_last(session, changed), f"tally: {tally_text(read)}"


def chips(night: Night, words: str) -> Change:
    """Says how many chips everybody, or one player, started with; 0 takes them out of the tables."""
    name, _, number = words.strip().rpartition(" ")
    if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
        raise usage("chips 50", "how many chips each started with, or who and how many")
    names = [night.people[find_player(name.strip(), night.people)]] if name.strip() else list(night.people)
    kept = {**night.session.chips, **dict.fromkeys(names, int(number))}
    told = f"{names[0] if name.strip() else 'everybody'} started with {int(number)} chips"
    return replace(night.canonical, chips={key: value for key, value in kept.items() if value}), told


def hands(night: Night, words: str) -> Change:
    """Plans the match for another number of hands."""
    if not re.fullmatch(r"[1-9]\d{0,2}", words.strip(), re.ASCII):
        raise usage("hands 6", "how many hands the match has")
    number = int(words)
    if fault := night.session.profile.plan_fault(number):
        raise refused("bad-plan", fault)
    if number < len(night.counted):
        raise refused("bad-plan", f"{len(night.counted)} hands are played already")
    return replace(night.session, hands_planned=number), f"the match has {number} hands"


EVENTS: dict[str, Event] = {
    "note": note,
    "adjust": adjust,
    "void": void,
    "dealer": dealer,
    "dealt": dealt,
    "still": still,
    "out": out,
    "tally": tally,
    "join": join,
    "leave": leave,
    "seats": seats,
    "rename": rename,
    "hands": hands,
    "chips": chips,
    "fix": fix,
    "amend": amend,
}
