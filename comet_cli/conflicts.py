"""What parameters cannot work together: each check gives the reason as a phrase, or ""."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from comet_cli.cards import above

if TYPE_CHECKING:
    from comet_cli.profile import Profile


def _players_in_order(profile: "Profile") -> str:
    players = profile.players
    return f"players.min is {players.min}, players.max {players.max}" if players.min > players.max else ""


def _pack_can_be_made(profile: "Profile") -> str:
    try:
        cards = profile.cards
    except ValueError as fault:
        return str(fault)
    return "" if cards else "the pack has no cards"


def _deal_fits(profile: "Profile") -> str:
    for players in range(profile.players.min, profile.players.max + 1):
        try:
            each = profile.dealt(players, 0)
        except KeyError:
            return f"deal.cards says nothing for {players} players"
        except ValueError as fault:
            return f"{fault} for {players} players"
        total = profile.pack_for(players).total()
        if sum(each) > total:
            return f"deal.cards needs {sum(each)} cards for {players} players; the pack has {total}"
        if min(each) < 1:
            return f"the pack has too few cards for {players} players"
    return ""


def _comet_in_pack(profile: "Profile") -> str:
    if not profile.comet.cards:
        return "comet.cards is empty"
    missing = [card for card in profile.comet.cards if card not in profile.cards]
    return f"the Comet {missing[0]} is not in the pack" if missing else ""


def _comet_can_go_on(profile: "Profile") -> str:
    kings = [card for card in profile.comet.cards if above(card) is None]
    return f"the Comet cannot be {kings[0]}: no card follows it" if kings else ""


def _lowest_has_a_suit(profile: "Profile") -> str:
    asked = (profile.lead.opening, profile.lead.reopening)
    by_suit = [value for value in asked if value.endswith("suit")]
    if profile.run.by == "rank" and by_suit:
        return f'runs go by rank, and a lead is to be "{by_suit[0]}"'
    return ""


def _sets_have_copies(profile: "Profile") -> str:
    if profile.run.group != "single" and profile.run.by == "suit":
        return f'run.group is "{profile.run.group}", and by suit no two cards are equal'
    if profile.run.by == "suit" and max(profile.cards.values()) > 1:
        return "by suit every card has to be there once; this pack has copies"
    return ""


def _holder_needs_no_turns(profile: "Profile") -> str:
    if profile.run.order == "turn":
        return ""
    comet, stop = profile.comet, profile.stop
    if profile.run.by == "rank":
        return 'run.order is "holder", and by rank several players can hold the next card'
    if comet.power != "substitute":
        return f'run.order is "holder", and the power of the Comet "{comet.power}", which goes by turns'
    if comet.when in ("stuck", "own_turn"):
        return f'run.order is "holder", and comet.when is "{comet.when}": nobody has a turn'
    if stop.one_stuck != "others_try" or stop.all_stuck != "last_leads":
        return (
            'run.order is "holder", where nobody is ever stuck: stop.one_stuck is others_try, stop.all_stuck last_leads'
        )
    return ""


def _detour_needs_a_round(profile: "Profile") -> str:
    if profile.comet.power != "detour":
        return ""
    if profile.run.by == "rank":
        return 'comet.power is "detour", and by rank there is no second branch'
    if profile.stop.one_stuck != "others_try":
        return 'comet.power is "detour", and nobody may try to take a branch up (stop.one_stuck)'
    return ""


def _substitute_stands_for_something(profile: "Profile") -> str:
    if profile.comet.power == "substitute" and not {"held", "played", "gap"} & set(profile.comet.stands_for):
        return 'comet.power is "substitute", and comet.stands_for leaves it nothing to stand for'
    return ""


def _comet_must_on_turn(profile: "Profile") -> str:
    if profile.comet.must and (profile.run.order != "turn" or profile.comet.when not in ("stuck", "stuck_or_stopped")):
        return 'comet.must needs turns, and comet.when "stuck" or "stuck_or_stopped": else no moment is the last'
    return ""


def _next_leads_has_no_stop(profile: "Profile") -> str:
    if profile.stop.one_stuck == "next_leads" and profile.comet.when in ("at_stop", "stuck_or_stopped"):
        return f'stop.one_stuck is "next_leads", and comet.when is "{profile.comet.when}": no run waits at a stop'
    return ""


def _one_amount(profile: "Profile") -> str:
    if profile.pay.comet_is_stake and profile.pay.comet != profile.stake.ante:
        return (
            f"the stake ({profile.stake.ante}) and the price of the Comet ({profile.pay.comet}) have to be one amount"
        )
    return ""


def _rate_has_a_use(profile: "Profile") -> str:
    left = profile.left
    if (left.per == "nothing") != (left.rate == 0):
        return f'left.per is "{left.per}" and left.rate {left.rate}: give both or neither'
    return ""


def _points_have_a_payer(profile: "Profile") -> str:
    kind, pay, left = profile.score.kind, profile.pay, profile.left
    if kind != "transfers" and profile.stake.ante:
        return f'score.kind is "{kind}", and points that nobody pays make no pool (stake.ante)'
    paid = {
        "pay.comet": pay.comet,
        "pay.king": pay.king,
        "pay.ace_lead": pay.ace_lead,
        "stop.premium": profile.stop.premium,
    }
    paid |= {"left.comet": left.comet, "left.king": left.king}
    if kind == "winner" and any(paid.values()):
        return f'score.kind is "winner", and {next(key for key, value in paid.items() if value)} goes to others too'
    multiply = profile.multiply
    if kind != "winner" and max(multiply.loser_holds_comet, multiply.comet_last, multiply.comet_last_nine) > 1:
        return f'score.kind is "{kind}", and only the points of one winner can be multiplied (multiply)'
    if kind == "winner" and left.per == "nothing":
        return 'score.kind is "winner", and left.per "nothing" leaves the winner no points'
    return ""


def _blocked_has_a_measure(profile: "Profile") -> str:
    if profile.blocked.score == "difference" and profile.left.per == "nothing":
        return 'blocked.score is "difference", and left.per "nothing" leaves nothing to compare'
    return ""


def _match_length(profile: "Profile") -> str:
    match = profile.match
    if match.hands in ("fixed", "even") and match.number < 1:
        return f'match.hands is "{match.hands}": match.number has to be at least 1'
    if match.hands == "target" and match.target < 1:
        return 'match.hands is "target": match.target has to be at least 1'
    if match.hands == "even" and match.number % 2:
        return f'match.hands is "even" and match.number {match.number}'
    return ""


CHECKS: tuple[Callable[["Profile"], str], ...] = (
    _players_in_order,
    _pack_can_be_made,
    _comet_in_pack,
    _comet_can_go_on,
    _deal_fits,
    _sets_have_copies,
    _lowest_has_a_suit,
    _holder_needs_no_turns,
    _detour_needs_a_round,
    _substitute_stands_for_something,
    _comet_must_on_turn,
    _next_leads_has_no_stop,
    _one_amount,
    _rate_has_a_use,
    _points_have_a_payer,
    _blocked_has_a_measure,
    _match_length,
)
