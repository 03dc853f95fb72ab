"""Who sits at the table: people who join, leave, change seats, or go by another name."""

from collections.abc import Sequence
from dataclasses import replace

from comet_cli.changes import Change, coming, match_over, usage, with_last, words_of
from comet_cli.findings import refused
from comet_cli.night import Night
from comet_cli.payments import signed
from comet_cli.people import check_name, clean_name, find_player
from comet_cli.plays import Turn
from comet_cli.records import HandRecord, Session
from comet_cli.scoring import State, next_dealer


def join(night: Night, words: str) -> Change:
    """Seats somebody new: at the end, or to the left of another."""
    name, _, other = words.partition(" after ")
    name = clean_name(name)
    if fault := check_name(name, night.people if name not in night.people else ()):
        raise refused("bad-name", fault)
    if name in night.seats:
        raise refused("bad-name", f"{name} sits at the table already")
    at = find_player(other.strip(), night.seats) + 1 if other.strip() else len(night.seats)
    session, told = _seated(night, (*night.seats[:at], name, *night.seats[at:]))
    return session, f"{name} joins{told}"


def leave(night: Night, words: str) -> Change:
    """Lets somebody go; what they won or lost stays theirs."""
    player = night.seats[find_player(words_of(words, "leave b"), night.seats)]
    session, told = _seated(night, tuple(name for name in night.seats if name != player))
    return session, f"{player} leaves with {signed(night.balances[player])}{told}"


def seats(night: Night, words: str) -> Change:
    """Changes who sits where: all players, clockwise."""
    names = [night.seats[find_player(word, night.seats)] for word in words.split()]
    if sorted(names) != sorted(night.seats):
        raise usage("seats b a c", "everybody at the table once, clockwise")
    session, told = _seated(night, tuple(names))
    return session, f"the seats are now {', '.join(names)}{told}"


def rename(night: Night, words: str) -> Change:
    """Gives a player another name; the person stays the same one."""
    old, colon, new = words.partition(":")
    new = clean_name(new)
    if not colon or not new:
        raise usage("rename b: Beatriz", "who, a colon, and the new name")
    player = night.people[find_player(old.strip(), night.people)]
    others = [name for name in night.people if name != player]
    if fault := check_name(new, others):
        raise refused("bad-name", fault)
    session = _renamed(night.session, {player: new})
    return session, f"{player} is now called {new}"


def _seated(night: Night, names: Sequence[str]) -> Change:
    """The session with other seats from the next hand on, and what that does to the length of the match."""
    last = night.hands[-1] if night.hands else None
    if last is not None and last.state is State.OPEN and last.hand is not None and last.hand.log:
        raise refused(
            "hand-in-progress",
            "the seats change between hands, and one is being played",
            remedy="Finish it, or void it.",
        )
    if night.complete:
        raise match_over(night)
    rules = night.session.profile
    if fault := rules.seats_fault(len(names)):
        raise refused("player-count", fault)
    planned, told = night.session.hands_planned, ""
    # Who has dealt has had their hand. A number that was agreed otherwise stays.
    dealt = {hand.dealer for hand in night.counted}
    if rules.match.hands == "one_each" and planned == len(dealt.union(night.seats)) != len(dealt.union(names)):
        planned = len(dealt.union(names))
        told = f"; one hand a player makes {planned} hands"
    session = replace(night.session, hands_planned=planned)
    if not night.hands:
        first = session.first_dealer if session.first_dealer in names else names[0]
        seated = replace(session, players=tuple(names), first_dealer=first)
        return _without_strangers(seated), f"{told}; {first} deals first"
    if replace(night, session=session).complete:
        return session, f"{told}, and the match is over"
    session, record = coming(replace(night, session=session))
    before = night.hands[: len(session.hands) - 1]
    dealer = next_dealer(session, before, names)
    if record.dealer in names and (record.dealer_changed or dealer is None):
        dealer = record.dealer
    elif record.dealer_changed:
        record = replace(record, dealer_changed=None)
    dealer = dealer or names[0]
    seated = with_last(session, replace(record, players=tuple(names), dealer=dealer))
    return _without_strangers(seated), f"{told}; {dealer} deals next"


def _without_strangers(session: Session) -> Session:
    """`session` without the chips of those who came and went before they played a card."""
    people = {*session.players, *(name for hand in session.hands for name in hand.players or ())}
    return replace(session, chips={name: number for name, number in session.chips.items() if name in people})


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
            out=new(hand.out) if hand.out else None,
            left={new(name): shown for name, shown in hand.left.items()},
            adjustments=tuple(replace(a, payer=new(a.payer), payee=new(a.payee)) for a in hand.adjustments),
            tally=hand.tally and hand.tally.renamed(new),
        )

    return replace(
        session,
        players=tuple(map(new, session.players)),
        first_dealer=new(session.first_dealer) if session.first_dealer else None,
        hands=tuple(map(record, session.hands)),
        chips={new(name): number for name, number in session.chips.items()},
    )
