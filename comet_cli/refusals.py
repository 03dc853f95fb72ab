"""Why a play is refused: the sentences, with the rule behind them and how to go on. `hand` decides which applies."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from comet_cli.cards import Card, above
from comet_cli.findings import Family, Finding
from comet_cli.plays import Lay, Pass, Play

if TYPE_CHECKING:
    from comet_cli.hand import Hand


def either(words: Iterable[str]) -> str:
    """Words as a choice: "a, b or c"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def legal_text(hand: "Hand") -> str:
    """Who may do what now, as a phrase."""
    if hand.ended:
        return "nothing: the hand has ended"
    phrases = []
    legal = hand.legal()
    everybody = not hand.in_turn and len(legal) == len(hand.names)
    leads = hand.leader is not None
    if hand.leader is not None:
        comets = [Lay(comet) for comet in hand.profile.comet.cards if hand.is_out(comet)]
        barred = [str(play) for play in comets if play not in legal.get(hand.leader, ())]
        rule = hand.profile.lead.reopening if hand.log else hand.profile.lead.opening
        phrases.append(f"{hand.names[hand.leader]} leads {_LEADS[rule]}{f' but {either(barred)}' if barred else ''}")
    for seat, plays in sorted(legal.items(), key=lambda item: item[0] != hand.to_speak):
        following = [play for play in plays if not leads or _follows(hand, seat, play)]
        if not following or (everybody and seat):
            continue
        who = "whoever holds it" if everybody else hand.names[seat]
        going = ", going on" if seat == hand.going_on and not everybody else ""
        phrases.append(f"{who}{going}: {either(map(str, following))}")
    return "; ".join(phrases)


_LEADS = {
    "any": "any card",
    "lowest_of_suit": "the lowest card of any suit",
    "lowest_of_hand": "the lowest card of the hand",
    "lowest_of_other_suit": "the lowest card of another suit",
}


def _follows(hand: "Hand", seat: int, play: Play) -> bool:
    """Whether a legal play belongs to the run that is on, though somebody may lead."""
    if isinstance(play, Pass):
        return True
    return play.stands_for is not None or (play.card in hand.needed and (not hand.in_turn or seat == hand.going_on))


def after_the_end(hand: "Hand", seat: int, play: Play) -> Finding:
    """A play after the first empty hand, or after nobody could go on."""
    name = hand.names[seat]
    if seat == hand.winner and isinstance(play, Lay):
        return _refusal(
            "too-many-cards",
            f"{play.card} is one card too many: {name} was dealt {hand.dealt[seat]} and has laid them all",
            why="A hand ends with the first empty hand.",
            remedy="If a play above is wrong, take it back (undo).",
        )
    last = f"{hand.names[hand.last]} laid the last of {hand.dealt[hand.last]} cards"
    return _refusal(
        "hand-ended",
        f"the hand has ended: {'nobody could go on' if hand.blocked else last}",
        why="The hand ends when nobody can go on." if hand.blocked else "The first empty hand ends the hand at once.",
        remedy="If that was a slip, undo.",
    )


def not_in_pack(hand: "Hand", card: Card) -> Finding:
    """A card that the game does not have, or one without the suit that it needs."""
    if not card.suit and hand.profile.run.by == "suit":
        remedy = f"Write {card}♣."
        return _refusal("no-suit", f'"{card}" has no suit', why="Runs go up in one suit.", remedy=remedy)
    return _refusal("not-in-pack", f"{card} is not in the pack of this game")


def already_played(hand: "Hand", card: Card) -> Finding:
    """A card of which every copy lies on the table."""
    before = next(e for e in reversed(hand.log) if isinstance(e.play, Lay) and e.play.card == card)
    copies = hand.pack[card]
    every = f"all {copies} of {card} were already played, the last" if copies > 1 else f"{card} was already played"
    return _refusal(
        "already-played",
        f"{every} by {hand.names[before.seat]} (play {before.number})",
        remedy="If that play was the slip, mend it: undo back to it, or fix it.",
    )


def stands_for_nothing(hand: "Hand", play: Lay) -> Finding:
    """`=` behind a card that never stands for another."""
    comets = " and ".join(map(str, hand.profile.comet.cards))
    why = {
        "detour": "In this game the Comet is a detour: it never stands for another card.",
        "reset": "In this game the Comet ends the run: it never stands for another card.",
    }.get(hand.profile.comet.power, "")
    if play.card not in hand.profile.comet.cards:
        why = why or f"Only the Comet ({comets}) can stand for another card."
    return _refusal(
        "stands-for-nothing",
        f"{play.card} cannot stand for {play.stands_for}",
        why=why,
        remedy=f"Write {play.card} alone.",
    )


def set_unfinished(hand: "Hand", seat: int) -> Finding:
    """Anything but the rest of a set that was begun."""
    top = hand.top
    card = top.play.card if top and isinstance(top.play, Lay) else None
    total = hand.pack[card] if card else 0
    return _refusal(
        "set-unfinished",
        f"{hand.names[hand.last]} has laid {hand.together} of {total} cards {card}: all {total} go together, or one",
        why="Equal cards are laid together only as a full set.",
        remedy=f"Enter the other {total - hand.together} of them, or undo.",
    )


def no_passes(hand: "Hand") -> Finding:
    """A pass in a game that has none."""
    why = (
        "Whoever holds the next card lays it at once." if not hand.in_turn else "Who cannot go on is followed at once."
    )
    return _refusal("no-passes", "nobody passes in this game", why=why, remedy="Enter the next card that is laid.")


def pass_on_lead(hand: "Hand", seat: int) -> Finding:
    """A pass while a lead is due."""
    leader = hand.names[hand.leader or 0]
    return _refusal(
        "no-pass-on-lead",
        f"{hand.names[seat]} cannot pass: {leader} leads, and no card is needed",
        remedy=f"Enter the card that {leader} led.",
    )


def not_the_leader(hand: "Hand", seat: int, play: Lay) -> Finding:
    """A lead by somebody else than the leader."""
    name, leader, top = hand.names[seat], hand.names[hand.leader or 0], hand.top
    king = top is not None and isinstance(top.play, Lay) and above(top.play.stands_for or top.play.card) is None
    if hand.is_comet(play.card) and king:
        return _refusal(
            "comet-after-king",
            f"{name} cannot lay the Comet: {leader} has just ended a run with a king and leads",
            why="After a king no card is needed, so the Comet can only be led.",
            remedy=f"If {leader} leads it, write {leader}: {play.card}.",
        )
    return _refusal(
        "not-the-leader",
        f"{name} cannot lay {play.card}: it is {leader} who leads",
        remedy=f"If {leader} laid it, write {leader}: {play}.",
    )


def comet_not_led(hand: "Hand", seat: int, play: Lay) -> Finding:
    """The Comet as a lead where that is barred."""
    return _refusal(
        "comet-led",
        f"{hand.names[seat]} cannot lead {play.card}: the Comet is not led in this game",
        remedy=_STOOD.format(play=play),
    )


def nothing_to_stand_for(hand: "Hand", seat: int, play: Lay) -> Finding:
    """The Comet in the place of a card while none is needed."""
    after = "after a king" if hand.log else "before the first card"
    return _refusal(
        "nothing-to-stand-for",
        f"{hand.names[seat]} cannot lay {play}: {after} no card is needed",
        why="The Comet stands for the card that a run needs.",
        remedy=f"To lead it as the card it is, write {play.card}={play.card} at the table, {play.card} in a file.",
    )


def stands_for_other(hand: "Hand", card: Card) -> Finding:
    """The Comet in the place of a card that is not needed."""
    needed = either(map(str, hand.needed))
    return _refusal(
        "stands-for-other",
        f"the Comet cannot stand for {card}: the run needs {needed}",
        why="The Comet stands for the card that a run needs.",
        remedy=f"Write {needed} behind the =.",
    )


def may_not_stand_for(hand: "Hand", card: Card, kind: str) -> Finding:
    """The Comet in the place of a card that the house keeps from it."""
    why = {
        "gap": "it is not in the pack",
        "held": "it has not been played yet",
        "played": "it was already played",
        "king": "it is a king",
    }[kind]
    return _refusal(
        "may-not-stand-for",
        f"the Comet cannot stand for {card} in this game: {why}",
        remedy=f"If it stood all the same, write ={card}!.",
    )


def only_at_a_stop(hand: "Hand", seat: int, play: Lay) -> Finding:
    """The Comet while the run goes on, where it comes only at a stop."""
    return _refusal(
        "comet-at-stop",
        f"{hand.names[seat]} cannot lay the Comet now: {either(map(hand.describe, hand.needed))} may still come",
        why="In this game the Comet is laid only when a run has stopped.",
        remedy=_STOOD.format(play=play),
    )


def comet_on_own_card(hand: "Hand", seat: int) -> Finding:
    """The Comet right after one's own card, where that is barred."""
    return _refusal(
        "comet-on-own-card",
        f"{hand.names[seat]} cannot lay the Comet on a card of the same turn",
        why="In this game the Comet is laid only instead of a pass, not after one's own cards.",
        remedy="If it stood all the same, mark it with !.",
    )


def still_out(hand: "Hand", seat: int, play: Lay) -> Finding:
    """A lead while the needed card has to come."""
    card = either(map(str, hand.open_cards))
    return _refusal(
        "still-out",
        f"{hand.names[seat]} cannot lead {play.card} yet: {card} is still in somebody's hand and has to be laid first",
        why="All cards are dealt, and whoever holds the next card lays it at once.",
        remedy=f"Enter who laid {card}, or the Comet in its place.",
    )


def out_of_sequence(hand: "Hand", seat: int, play: Lay) -> Finding:
    """A card that does not continue the run."""
    needed = either(map(hand.describe, hand.needed))
    if hand.is_comet(play.card):
        return _refusal(
            "comet-for-what",
            f"{play.card} in a run has to say what it stands for: {needed} is needed",
            why="In this game the Comet is a substitute.",
            remedy=f"Write {play.card}={either(map(str, hand.needed))}.",
        )
    passes = "If the others all passed and this is a new lead, enter the passes first."
    return _refusal(
        "out-of-sequence",
        f"{play.card} does not continue the run: {needed} is needed",
        why="A run goes up one card at a time in its suit." if play.card.suit else "A run goes up one rank at a time.",
        remedy=passes if hand.passes_lead_back else "",
    )


def out_of_turn(hand: "Hand", seat: int, play: Play) -> Finding:
    """A play by somebody whose turn it is not."""
    name, due = hand.names[seat], hand.names[hand.to_act if hand.to_act is not None else hand.last]
    if seat == hand.last:
        return _last_player_again(hand, name, due, play)
    if seat in hand.passed:
        return _refusal(
            "already-passed",
            f"{name} has already passed in this round; it is {due}'s turn",
            why="A player who passed cannot come back until another card is laid.",
            remedy="If that pass was a slip, undo it.",
        )
    if isinstance(play, Pass):
        return _refusal(
            "pass-out-of-turn",
            f"{name} cannot pass yet: it is {due}'s turn",
            why="Players speak in turn, from the left of the last card.",
            remedy=f"If {due} passed before, write {due}: pass.",
        )
    return _refusal(
        "skipped-seat",
        f"{name} cannot lay {play.card} yet: {due} was skipped",
        why="Nothing is played out of turn, and a pass that nobody recorded is not made up.",
        remedy=f"If {due} passed, write {due}: pass.",
    )


def _last_player_again(hand: "Hand", name: str, due: str, play: Play) -> Finding:
    if isinstance(play, Pass):
        return _refusal(
            "pass-by-last-player",
            f"{name} laid the last card: no pass is needed to stop",
            why="The turn goes left; the pass is the next player's.",
            remedy=f"Write {due}: pass, or pass! if {name} stopped while able to go on.",
        )
    if hand.passed:
        return _refusal(
            "round-not-over",
            f"{name} cannot lay {play.card} yet: {due} has not spoken",
            why="The player of the last card leads when all others have passed.",
            remedy=f"If {due} passed, write {due}: pass.",
        )
    return _refusal(
        "turn-over",
        f"{name} cannot go on with {play.card}: it is {due}'s turn",
        why="After the Comet the turn goes left.",
        remedy=f"Enter what {due} did: a card, or a pass.",
    )


_STOOD = "If it stood all the same, write {play}!."


def _refusal(code: str, message: str, *, why: str = "", remedy: str = "") -> Finding:
    return Finding(code, Family.REFUSED, message, why=why, remedy=remedy)
