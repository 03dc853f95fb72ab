"""Tables of a night: the table now, a hand's summary, hands and standings."""

from collections.abc import Iterable, Sequence

from comet_cli.hand import Hand
from comet_cli.night import Night
from comet_cli.payments import Event, Standing, in_pool, signed
from comet_cli.refusals import either
from comet_cli.scoring import ScoredHand, State
from comet_cli.show import out


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], *, form: str = "simple", left: int = 1) -> str:
    """A table of texts; the first `left` columns are flush left, the others flush right.

    Numbers are texts already: a player called 007 stays 007.
    """
    import tabulate

    tabulate.MIN_PADDING = 0
    cells = [list(row) for row in rows]
    align = ["left" if column < left else "right" for column in range(len(headers))]
    return tabulate.tabulate(
        cells, headers=list(headers), tablefmt=form, disable_numparse=True, colalign=align if cells else None
    )


def standings_rows(standings: Iterable[Standing]) -> list[list[str]]:
    """Standings as texts: rank, player, balance, hands, won."""
    return [[str(row.rank), row.player, signed(row.balance), str(row.hands), str(row.won)] for row in standings]


STANDINGS_HEADERS = ("rank", "player", "balance", "hands", "won")


def standings_table(standings: Iterable[Standing], form: str = "simple") -> str:
    """The standings as a table."""
    return table(STANDINGS_HEADERS, standings_rows(standings), form=form, left=2)


def hands_rows(night: Night) -> list[list[str]]:
    """One row a hand: number, dealer, state, winner, and what each player gained or lost."""
    return [
        [
            str(hand.number),
            hand.dealer,
            str(hand.state),
            hand.winner or "",
            *(signed(hand.change[name]) if name in hand.change else "" for name in night.people),
        ]
        for hand in night.hands
    ]


def hands_headers(night: Night) -> tuple[str, ...]:
    """The headers of `hands_rows`."""
    return ("hand", "dealer", "state", "winner", *night.people)


def hands_table(night: Night, form: str = "simple") -> str:
    """The hands of a night as a table, with the balances below."""
    totals = [["", "", "", "balance", *(signed(night.balances[name]) for name in night.people)]]
    if chips := night.chips:
        totals.append(["", "", "", "chips", *(str(chips.get(name, "")) for name in night.people)])
    return table(hands_headers(night), [*hands_rows(night), *totals], form=form, left=4)


def difference_table(before: Night, after: Night) -> str:
    """What each hand changed for each player, in one scoring and in another, where they differ; and the balances."""
    rows = []
    for one, other in zip(before.hands, after.hands, strict=True):
        for name in one.seats:
            was, becomes = one.change.get(name, 0), other.change.get(name, 0)
            if was != becomes or one.state != other.state:
                rows.append([str(one.number), name, f"{signed(was)} {one.state}", f"{signed(becomes)} {other.state}"])
    for name in before.people:
        rows.append(["balance", name, signed(before.balances[name]), signed(after.balances[name])])
    return table(("hand", "player", "was", "becomes"), rows, left=2)


def summary_table(hand: ScoredHand) -> str:
    """One line a player: what each kind of payment moved, what was paid at the time, what is due now, and the net."""
    columns = [name for name, reasons in _COLUMNS.items() if any(event.reason in reasons for event in hand.events)]
    rows = []
    for name in hand.seats:
        moved = [_moved(name, [event for event in hand.events if event.reason in _COLUMNS[each]]) for each in columns]
        paid = _moved(name, [event for event in hand.events if event.reason in _AT_THE_TIME])
        rows.append([name, *map(signed, [*moved, paid, hand.change[name] - paid, hand.change[name]])])
    return table(("player", *columns, "paid", "due now", "net"), rows)


_COLUMNS = {
    "stake": ("stake",),
    "aces": ("ace",),
    "kings": ("king",),
    "Comet": ("comet",),
    "stops": ("stop",),
    "left": ("comet-left", "king-left", "cards-left"),
    "hand": ("hand",),
    "pool": ("pool",),
    "agreed": ("adjustment",),
}
_AT_THE_TIME = ("stake", "ace", "king", "comet", "stop", "adjustment")


def now_table(night: Night, hand: Hand) -> str:
    """The table now: seats with their key, cards in hand, running balances, chips if told, and who is to act."""
    rows, chips, keys = [], night.chips, keys_of(hand)
    for seat, name in enumerate(hand.names):
        money = [signed(night.balances.get(name, 0)), *([str(chips.get(name, ""))] if chips else [])]
        rows.append([f"@{seat + 1}", keys[seat], name, str(hand.held[seat]), *money, acting(hand, seat)])
    return table(("seat", "key", "player", "cards", "balance", *(["chips"] if chips else []), "now"), rows, left=3)


def acting(hand: Hand, seat: int) -> str:
    """What `seat` is about: whether it leads, may go on, is to speak, or has passed."""
    if hand.ended:
        return "out" if seat == hand.winner else ""
    if seat in hand.passed:
        return "passed"
    if seat == hand.may_go_on:
        return "may go on"
    return "leads" if seat == hand.leader else "to speak" if seat == hand.to_act else ""


def now_lines(hand: Hand, events: Iterable[Event]) -> list[str]:
    """What is needed, what lies in the pool, and how many cards are dead, as lines of text."""
    needed = f"needed: {either(map(hand.describe, hand.needed))}" if hand.needed else ""
    if hand.winner is not None:
        lines = [f"{hand.names[hand.winner]} is out: the hand has ended"]
    elif hand.blocked:
        lines = ["nobody can go on: the hand has ended"]
    else:
        leads = f"{hand.names[hand.leader]} leads" if hand.leader is not None else ""
        lines = [line for line in (needed, leads) if line]
    pool = in_pool(events)
    if pool:
        lines.append(f"pool: {pool}")
    if hand.dead:
        lines.append(f"dead: {hand.dead} card{'s' * (hand.dead > 1)}")
    return lines


def state_line(night: Night) -> str:
    """How far the night is, in one line."""
    planned = f" of {night.planned}" if night.planned else ""
    unfinished = night.unfinished
    if unfinished and unfinished.state is State.UNSETTLED:
        waits = (
            f"waiting for what was left ({missing_text(unfinished.missing)})" if unfinished.missing else "not settled"
        )
        return f"hand {unfinished.number}{planned}: ended, {waits}"
    if unfinished and (unfinished.turns or not unfinished.sound):
        return f"hand {unfinished.number}{planned}: open, {unfinished.dealer or 'nobody'} dealt"
    odd = night.session.profile.plan_fault(len(night.counted)) and "; an even number is agreed, so one more is due"
    if night.complete:
        played = "the one hand is played" if night.planned == 1 else f"all {len(night.counted)} hands are played"
        return f"{played}; won by {' and '.join(night.winners)}{odd}"
    dealer = unfinished.dealer if unfinished else night.next_dealer
    return f"{len(night.counted)}{planned} hands played; {dealer or 'nobody'} deals next{odd}"


def remarks(night: Night) -> list[tuple[int, str]]:
    """What is noted of each hand besides the plays, with the number of the hand: notes, agreed points, changes."""
    found: list[tuple[int, str]] = []
    for hand in night.hands:
        record = hand.record
        found += [(hand.number, f"note: {note}") for note in record.notes]
        found += [(hand.number, str(each)) for each in record.adjustments]
        if hand.state is State.VOID:
            found.append((hand.number, f"void: {record.void}"))
        if record.dealer_changed:
            found.append((hand.number, f"{hand.dealer} dealt: {record.dealer_changed}"))
    return found


def missing_text(missing: Sequence[str]) -> str:
    """What is not accounted for, in a few words: kings of unknown suits as their number."""
    unknown = sum(card == "a king" for card in missing)
    named = [card for card in missing if card != "a king"]
    joint = ", " if named and named[0].endswith("cards") else " "
    return joint.join([*named, *([f"{unknown} king{'s' * (unknown > 1)}"] if unknown else [])])


def keys_of(hand: Hand) -> list[str]:
    """The shortest thing to type for each player: a start of the name that means nothing else, or the seat."""
    keys = []
    for seat, name in enumerate(hand.names):
        word = "".join(name.split()).casefold()
        starts = (word[:length] for length in range(1, len(word) + 1))
        keys.append(next((start for start in starts if _is_key(hand, seat, start)), f"@{seat + 1}"))
    return keys


def _is_key(hand: Hand, seat: int, start: str) -> bool:
    """Whether `start` can be typed and shown, and means the player of `seat`, and no card, pass or command."""
    from comet_cli.cards import read_card
    from comet_cli.entry import COMMANDS
    from comet_cli.people import who

    card = read_card(start) and (len(start) > 1 or hand.profile.run.by == "rank")
    free = start.isalpha() and not card and start not in (*COMMANDS, "pass")
    return free and who(start, hand.names) == (seat,) and out.can_show(start)


def _moved(name: str, events: Iterable[Event]) -> int:
    moved = 0
    for event in events:
        for transfer in event.transfers:
            moved += transfer.points * ((transfer.payee == name) - (transfer.payer == name))
    return moved
