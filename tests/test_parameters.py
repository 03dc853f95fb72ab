"""What every parameter of a rule set decides: for each of its values a small scene that comes out otherwise.

A scene is a hand, a night or a deal; below it stands what comes of it with each value. Two words of a parameter
that no scene tells apart are a fault of this page, and so is a parameter without a scene. Ana, Bruno, Carla and
Davi sit clockwise, as many of them as a scene needs; the last of them deals and Ana leads.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

import comet_cli.profile
from comet_cli.cards import spell
from comet_cli.conflicts import CHECKS
from comet_cli.findings import CometError
from comet_cli.hand import Hand
from comet_cli.history import History
from comet_cli.library import find_table
from comet_cli.night import Night, score_night
from comet_cli.parameters import parameters
from comet_cli.plays import Lay, Shown, Turn, as_played, read_cards, read_play, read_shown, split_turn
from comet_cli.profile import Profile, as_table, make_profile, merge
from comet_cli.recorder import Recorder
from comet_cli.records import HandRecord, Session

TABLE = ("Ana", "Bruno", "Carla", "Davi")
TWO, THREE = TABLE[:2], TABLE[:3]
ALLOWED = "allowed"

Table = dict[str, Any]


def rules(extends: str, **areas: Table) -> Table:
    """A published rule set in full, and what is changed of it."""
    return merge(find_table(extends, Path()), areas)


def turn(profile: Profile, text: str) -> Turn:
    player, plays, remark = split_turn(text)
    read = [read_play(word) for word in plays.split()]
    return Turn(player, tuple(as_played(play, profile) if isinstance(play, Lay) else play for play in read), remark)


def hand(profile: Profile, *turns: str, players: Sequence[str] = THREE) -> Hand:
    """A hand after `turns`."""
    played = Hand(profile, tuple(players), len(players) - 1)
    for each in (turn(profile, text) for text in turns):
        for play in each.plays:
            played.play(players.index(each.player), play)
    return played


def answer(profile: Profile, *turns: str, players: Sequence[str] = THREE) -> str:
    """ "allowed", or the code of the refusal of the last play of the last of `turns`, all before it being allowed."""
    before = hand(profile, *turns[:-1], players=players)
    last = turn(profile, turns[-1])
    seat = players.index(last.player)
    for play in last.plays[:-1]:
        before.play(seat, play)
    fault = before.why_not(seat, last.plays[-1])
    return fault.code if fault else ALLOWED


def next_up(played: Hand) -> str:
    """Who goes on, and how: "Ana leads", "Bruno speaks", "anybody lays", or "the hand has ended"."""
    if played.ended:
        return "the hand has ended"
    if played.leader is not None:
        return f"{played.names[played.leader]} leads"
    return f"{played.names[played.to_speak]} speaks" if played.to_speak is not None else "anybody lays"


def record(profile: Profile, *turns: str, dead: str = "", **left: str) -> HandRecord:
    """A hand as a file has it; `left` says by name what the others still held."""
    shown = {name: _shown(profile, text) for name, text in left.items()}
    return HandRecord(turns=tuple(turn(profile, text) for text in turns), left=shown, dead=read_cards(dead.split()))


def _shown(profile: Profile, text: str) -> Shown:
    shown = read_shown(text)
    return Shown(tuple(map(profile.as_played, shown.cards)), shown.unseen, shown.nobody_saw, shown.pips)


def night(profile: Profile, *hands: HandRecord, players: Sequence[str] = THREE) -> Night:
    return score_night(Session("night", tuple(players), profile, first_dealer=players[-1], hands=hands))


def change(profile: Profile, *turns: str, players: Sequence[str] = THREE, **left: str) -> tuple[int, ...]:
    """What each player gained by one hand, which has to be sound."""
    scored = night(profile, record(profile, *turns, **left), players=players).hands[0]
    assert scored.sound, scored.findings
    return tuple(scored.change.values())


def lines(profile: Profile, *turns: str, players: Sequence[str] = THREE, **left: str) -> tuple[str, ...]:
    """What was paid in one hand, a line an event."""
    scored = night(profile, record(profile, *turns, **left), players=players).hands[0]
    assert scored.sound, scored.findings
    return scored.result.transfers or ()


def found(profile: Profile, *turns: str, players: Sequence[str] = THREE, **left: str) -> list[str]:
    """The codes of what is found in one hand."""
    return [finding.code for finding in night(profile, record(profile, *turns, **left), players=players).findings]


def refusal_of(table: Table) -> str:
    """ "allowed", or the code of the refusal of a rule set."""
    try:
        make_profile(table)
    except CometError as error:
        return error.finding.code
    return ALLOWED


# Scenes

Outcome = Callable[[Profile], Any]


@dataclass(frozen=True)
class Scene:
    """A situation, the rules it is played by but for one parameter, and what comes of it with each of its values.

    Each of `comes_to` is a value, what comes of it, and where that is needed what else has to be changed with it.
    """

    key: str
    table: Table
    outcome: Outcome
    comes_to: tuple[tuple[Any, ...], ...]

    def played_with(self, value: Any, beside: Table) -> Any:
        """What comes of the scene with `value`; where no such rules can be, the code that says so."""
        area, _, name = self.key.partition(".")
        try:
            profile = make_profile(merge(merge(self.table, beside), {area: {name: value}}))
        except CometError as error:
            return error.finding.code
        return self.outcome(profile)

    def tells_apart(self, one: Any, other: Any) -> bool:
        """Whether the scene comes out otherwise with `one` than with `other`."""
        came = {repr(value): came for value, came, *_ in self.comes_to}
        return repr(one) in came and repr(other) in came and came[repr(one)] != came[repr(other)]


SCENES: list[Scene] = []


def scene(key: str, table: Table, *comes_to: tuple[Any, ...]) -> Callable[[Outcome], Outcome]:
    """Adds a scene on the parameter `key`: a value, and what comes of the scene with it, for several values."""

    def add(outcome: Outcome) -> Outcome:
        SCENES.append(Scene(key, table, outcome, comes_to))
        return outcome

    return add


FOSTER = rules("foster", deal={"cards": 3})
# By suit and in turn, with the other powers.
SUBSTITUTE = rules(
    "foster",
    deal={"cards": 3},
    comet={"power": "substitute", "when": "own_turn", "stands_for": ["held", "played", "king", "gap"]},
)
RESET = rules("foster", deal={"cards": 3}, comet={"power": "reset"})
CRP = rules("crp")
DUO = rules("duo", deal={"cards": 4})
# Pips pay, and nothing else.
PIPS = rules(
    "foster",
    deal={"cards": 3},
    stake={"ante": 0},
    pay={"comet": 0, "king": 0, "ace_lead": 0},
    left={"comet": 0, "king": 0, "per": "pip", "rate": 1},
)

OUT = "Ana: 3♣ 4♣ 5♣"
NOTHING_LEFT = {"Bruno": "? ? ?", "Carla": "? ? ?"}
COMET_LEFT = {"Bruno": "9♦ ? ?", "Carla": "? ? ?"}
KINGS_LEFT = {"Bruno": "K♦ K♥ ?", "Carla": "? ? ?"}
ALL_PASS = ("Bruno: pass", "Carla: pass")


# Players, pack and deal


@scene("players.min", FOSTER, (2, []), (3, []), (4, ["player-count"]))
@scene("players.max", FOSTER, (6, []), (3, []), (2, ["player-count"]))
def three_sit_down(profile):
    return found(profile, OUT, **NOTHING_LEFT)


@scene("pack.decks", rules("duo", deal={"cards": 9}), (1, (24, 2)), (2, (48, 4)), (3, (72, 6)))
def how_many_cards_there_are_and_how_many_fours_make_a_full_set(profile):
    count = next(count for count in range(2, 9) if not hand(profile, "Ana:" + " 4" * count, players=TWO).set_unfinished)
    return profile.cards.total(), count


@scene("pack.suits", rules("foster", deal={"cards": "equal"}),
       (["♣", "♦", "♥", "♠"], (17, ALLOWED)), (["♣", "♦", "♥"], (12, "not-in-pack")))  # fmt: skip
def three_are_dealt_equal_hands_and_a_spade_is_laid(profile):
    return profile.dealt(3, 0)[0], answer(profile, "Ana: 3♠")


@scene("pack.lowest", FOSTER, ("A", (51, ALLOWED)), ("2", (47, "not-in-pack")))
def an_ace_is_led(profile):
    return profile.cards.total(), answer(profile, "Ana: A♣")


@scene("pack.removed", FOSTER,
       (["8♦"], ("not-in-pack", ALLOWED)), (["8♣"], (ALLOWED, "not-in-pack")), ([], (ALLOWED, ALLOWED)))  # fmt: skip
def eights_follow_sevens(profile):
    return answer(profile, "Ana: 7♦ 8♦"), answer(profile, "Ana: 7♣ 8♣")


@scene("pack.swapped", rules("duo", deal={"cards": 9}),
       ({"9♠": "9♦"}, (3, 4)), ({"K♠": "9♦"}, (4, 3)), ({"9♠": "9♦", "K♠": "K♦"}, (3, 4)))  # fmt: skip
def how_many_nines_make_a_full_set_and_how_many_kings_there_are(profile):
    nines, kings = (profile.pack_for(2)[card] for card in read_cards(["9", "K"]))
    assert not hand(profile, "Ana:" + " 9" * nines, players=TWO).set_unfinished
    assert hand(profile, "Ana:" + " 9" * (nines - 1), players=TWO).set_unfinished
    return nines, kings


DIVIDED = rules("foster", deal={"cards": "equal"}, players={"max": 8})


@scene("pack.divide", DIVIDED, ([], (3, ALLOWED, ALLOWED)), (["7"], (0, "not-in-pack", ALLOWED)),
       (["8"], (0, ALLOWED, "not-in-pack")), (["8", "7"], (0, ALLOWED, "not-in-pack")))  # fmt: skip
def four_are_dealt_equal_hands_and_a_seven_and_an_eight_are_led(profile):
    played = hand(profile, players=TABLE)
    assert played.dealt == (12,) * 4
    return played.dead, answer(profile, "Ana: 7♥", players=TABLE), answer(profile, "Ana: 8♥", players=TABLE)


@scene(
    "deal.cards",
    rules("foster"),
    ("all", (13, 13, 13, 12)),
    ("equal", (12, 12, 12, 12)),
    (3, (3, 3, 3, 3)),
    (5, (5, 5, 5, 5)),
    ({"2": 25, "3": 17, "4": 12, "5": 9, "6": 8}, (12, 12, 12, 12)),
    ({"2": 2, "3": 2, "4": 7, "5": 2, "6": 2}, (7, 7, 7, 7)),
)
def four_are_dealt_from_the_dealers_left(profile):
    return hand(profile, players=TABLE).dealt


@scene("deal.cards", rules("foster"), ("all", 0), ("equal", 3), (3, 39))
def how_many_cards_are_dead(profile):
    return hand(profile, players=TABLE).dead


@scene("deal.cards", rules("foster"), (3, "the hand has ended"), (4, "Bruno speaks"), ("equal", "Bruno speaks"))
def three_cards_are_laid(profile):
    return next_up(hand(profile, OUT))


# Stakes


@scene("stake.ante", FOSTER, (0, (0, 0, 0)), (1, (2, -1, -1)), (5, (10, -5, -5)))
def a_hand_is_won_and_nothing_else_pays(profile):
    return change(profile, OUT, **NOTHING_LEFT)


BLOCKED = rules("foster", deal={"cards": 3}, stop={"all_stuck": "hand_ends"}, left={"comet": 0, "king": 0})


@scene("stake.pool", BLOCKED,
       ("winner", (("pool: 1 to each",), ("pool: 3 to Bruno",))), ("stays", ((), ("pool: 6 to Bruno",))))  # fmt: skip
def nobody_wins_a_hand_and_bruno_wins_the_next(profile):
    nobody, bruno = record(profile, "Ana: 3♣", *ALL_PASS), record(profile, "Bruno: 3♣ 4♣ 5♣")
    played = night(profile, nobody, bruno)
    return tuple(tuple(line for line in each.result.transfers if line.startswith("pool")) for each in played.hands)


@scene("stake.pool", BLOCKED, ("winner", 0), ("stays", -3))
def what_the_players_have_after_a_hand_that_nobody_wins(profile):
    return sum(change(profile, "Ana: 3♣", *ALL_PASS))


# Leads

BRUNO_OUT = "Bruno: 6♣ 7♣ 8♣"
NOT_LOWEST, SAME_SUIT = ["lead-not-lowest"], ["lead-same-suit"]


@scene("lead.opening", FOSTER, ("any", []), ("lowest_of_suit", NOT_LOWEST), ("lowest_of_hand", NOT_LOWEST))
def the_first_lead_is_a_club_with_a_lower_club_in_hand(profile):
    return found(profile, "Ana: 5♣", BRUNO_OUT, Ana="3♣ J♥", Carla="? ? ?")


@scene("lead.opening", FOSTER, ("any", []), ("lowest_of_suit", []), ("lowest_of_hand", NOT_LOWEST))
def the_first_lead_is_a_club_with_a_lower_heart_in_hand(profile):
    return found(profile, "Ana: 5♣", BRUNO_OUT, Ana="3♥ J♥", Carla="? ? ?")


REOPENED = ("Ana: 5♣", *ALL_PASS, "Ana: 5♥", "Bruno: 6♥ 7♥ 8♥")


@scene("lead.reopening", FOSTER, ("any", []), ("lowest_of_suit", NOT_LOWEST), ("lowest_of_hand", NOT_LOWEST),
       ("lowest_of_other_suit", NOT_LOWEST))  # fmt: skip
def a_later_lead_is_a_heart_with_a_lower_heart_in_hand(profile):
    return found(profile, *REOPENED, Ana="3♥", Carla="? ? ?")


@scene("lead.reopening", FOSTER, ("any", []), ("lowest_of_suit", []), ("lowest_of_hand", NOT_LOWEST),
       ("lowest_of_other_suit", []))  # fmt: skip
def a_later_lead_is_a_heart_with_a_lower_spade_in_hand(profile):
    return found(profile, *REOPENED, Ana="3♠", Carla="? ? ?")


@scene("lead.reopening", FOSTER, ("any", []), ("lowest_of_suit", []), ("lowest_of_hand", []),
       ("lowest_of_other_suit", SAME_SUIT))  # fmt: skip
def a_later_lead_is_of_the_suit_of_the_run_before_with_a_higher_heart_in_hand(profile):
    return found(profile, "Ana: 5♣", *ALL_PASS, "Ana: 10♣", "Bruno: J♣ Q♣ K♣", Ana="J♥", Carla="? ? ?")


@scene("lead.reopening", FOSTER, ("any", []), ("lowest_of_suit", []), ("lowest_of_hand", []),
       ("lowest_of_other_suit", []))  # fmt: skip
def a_later_lead_is_of_the_suit_of_the_run_before_with_no_other_suit_in_hand(profile):
    return found(profile, "Ana: 5♣", *ALL_PASS, "Ana: 9♣", "Bruno: 10♣ J♣ Q♣", Ana="K♣", Carla="? ? ?")


# Runs


@scene("run.by", RESET, ("suit", "out-of-sequence"), ("rank", ALLOWED))
def a_four_of_another_suit_follows_a_three(profile):
    return answer(profile, "Ana: 3♣ 4♥")


@scene("run.by", rules("foster", deal={"cards": "all"}, comet={"power": "reset"}), ("suit", 1), ("rank", 4))
def how_many_cards_can_be_laid_where_the_four_of_clubs_is_due(profile):
    return sum(
        hand(profile, "Ana: 3♣").may(1, as_played(Lay(card), profile)) for card in profile.cards if card.rank == 4
    )


@scene("run.order", CRP, ("turn", "skipped-seat"), ("holder", ALLOWED))
def the_needed_card_is_laid_by_the_next_seat_but_one(profile):
    return answer(profile, "Ana: 3♣", "Carla: 4♣")


@scene("run.order", CRP, ("turn", ALLOWED), ("holder", "no-passes"))
def the_next_seat_passes(profile):
    return answer(profile, "Ana: 3♣", "Bruno: pass")


@scene("run.group", DUO, ("single", "out-of-sequence"), ("sets", ALLOWED), ("any", ALLOWED))
def a_second_four_is_laid_beside_a_four(profile):
    return answer(profile, "Ana: 4 4", players=TWO)


@scene("run.group", rules("duo", deal={"cards": 9}), ("single", ALLOWED), ("sets", ALLOWED), ("any", ALLOWED))
def a_five_follows_one_four(profile):
    return answer(profile, "Ana: 4 5", players=TWO)


@scene("run.group", rules("duo", deal={"cards": 9}), ("sets", "set-unfinished"), ("any", ALLOWED))
def a_five_follows_two_of_four_fours(profile):
    return answer(profile, "Ana: 4 4 5", players=TWO)


@scene("run.group", rules("duo", deal={"cards": 9}), ("sets", ALLOWED), ("any", ALLOWED))
def a_five_follows_all_four_fours(profile):
    return answer(profile, "Ana: 4 4 4 4 5", players=TWO)


@scene("run.must", FOSTER, (True, ["passed-while-able"]), (False, []))
def a_pass_with_the_needed_card_in_hand(profile):
    turns = (
        "Ana: 3♣",
        "Bruno: pass",
        "Carla: pass",
        "Ana: 7♠",
        "Bruno: 8♠",
        "Carla: pass",
        "Ana: pass",
        "Bruno: 4♣ 5♣",
    )
    return found(profile, *turns, Ana="?", Carla="? ? ?")


@scene("run.must", FOSTER, (True, ["stopped-while-able"]), (False, []))
def a_turn_that_ends_with_the_needed_card_in_hand(profile):
    return found(profile, "Ana: 3♣", *ALL_PASS, "Ana: 7♠", "Bruno: 8♠ 9♠ 10♠", Ana="4♣", Carla="? ? ?")


@scene("run.must", CRP, (True, "still-out"), (False, ALLOWED))
def a_new_lead_while_the_next_card_is_in_somebodys_hand(profile):
    return answer(profile, "Ana: 3♣ 7♠")


# Stops


@scene("stop.one_stuck", RESET, ("others_try", "out-of-sequence"), ("next_leads", ALLOWED))
def the_next_player_leads_where_one_is_stuck(profile):
    return answer(profile, "Ana: 3♣", "Bruno: 7♥")


@scene("stop.one_stuck", RESET, ("others_try", ALLOWED), ("next_leads", "no-passes"))
def the_next_player_passes_where_one_is_stuck(profile):
    return answer(profile, "Ana: 3♣", "Bruno: pass")


@scene("stop.all_stuck", FOSTER,
       ("last_leads", "Ana leads"), ("next_leads", "Bruno leads"), ("hand_ends", "the hand has ended"))  # fmt: skip
def everybody_has_passed(profile):
    return next_up(hand(profile, "Ana: 3♣", *ALL_PASS))


@scene("stop.all_stuck", rules("duo"),
       ("last_leads", "Ana leads"), ("next_leads", "Bruno leads"), ("hand_ends", "the hand has ended"))  # fmt: skip
def both_of_two_are_stopped(profile):
    return next_up(hand(profile, "Ana: 3 4", "Bruno: pass", players=TWO))


@scene("stop.gap", FOSTER, ("polled", "Bruno speaks"), ("silent", "Ana leads"))
def the_next_card_is_not_in_the_pack(profile):
    return next_up(hand(profile, "Ana: 7♦"))


@scene("stop.gap", FOSTER, ("polled", ALLOWED), ("silent", "not-the-leader"))
def the_comet_comes_where_the_next_card_is_not_in_the_pack(profile):
    return answer(profile, "Ana: 7♦", "Bruno: 9♦")


@scene("stop.gap", rules("foster", deal={"cards": 4}), ("polled", "Bruno speaks"), ("silent", "Bruno speaks"))
def the_next_card_is_only_already_played(profile):
    return next_up(hand(profile, "Ana: 4♣", *ALL_PASS, "Ana: 3♣"))


@scene("stop.premium", FOSTER, (0, (-1, -1, -1)), (1, (1, -2, -2)), (3, (5, -4, -4)))
def ana_leads_again_after_a_stop_that_nobody_filled(profile):
    return change(profile, "Ana: 3♣", *ALL_PASS, "Ana: 7♠")


@scene("stop.premium", rules("foster", pay={"king": 0}), (1, (-1, -1, -1)), (2, (-1, -1, -1)))
def ana_leads_again_after_a_king(profile):
    return change(profile, "Ana: Q♣ K♣ 7♠")


# The Comet


@scene("comet.cards", FOSTER,
       (["9♦"], (ALLOWED, "out-of-sequence")),
       (["J♠"], ("out-of-sequence", ALLOWED)),
       (["9♦", "J♠"], (ALLOWED, ALLOWED)))  # fmt: skip
def nine_of_diamonds_or_jack_of_spades_where_neither_is_due(profile):
    return answer(profile, "Ana: 3♣ 9♦"), answer(profile, "Ana: 3♣ J♠")


@scene("comet.cards", FOSTER, (["9♦"], (3, -3, -3)), (["J♠"], (-1, -1, -1)))
def nine_of_diamonds_is_led(profile):
    return change(profile, "Ana: 9♦")


@scene("comet.power", SUBSTITUTE,
       ("detour", "Carla speaks"), ("reset", "Bruno leads"), ("substitute", "comet-for-what"))  # fmt: skip
def the_comet_is_laid_on_turn_as_itself(profile):
    told = answer(profile, "Ana: 3♣", "Bruno: 9♦")
    return next_up(hand(profile, "Ana: 3♣", "Bruno: 9♦")) if told == ALLOWED else told


@scene("comet.power", SUBSTITUTE,
       ("substitute", ALLOWED), ("detour", "stands-for-nothing"), ("reset", "stands-for-nothing"))  # fmt: skip
def the_comet_is_laid_in_the_place_of_the_needed_card(profile):
    return answer(profile, "Ana: 3♣", "Bruno: 9♦=4♣")


@scene("comet.power", SUBSTITUTE, ("substitute", "5♣"), ("detour", "4♣ 10♦"), ("reset", ""))
def what_the_run_needs_after_the_comet(profile):
    laid = "9♦=4♣" if profile.comet.power == "substitute" else "9♦"
    return spell(hand(profile, "Ana: 3♣", f"Bruno: {laid}").needed)


EVERY_TIME = ("stuck", "stuck_or_stopped", "own_turn", "at_stop", "any_time")


@scene("comet.when", SUBSTITUTE,
       ("stuck", ["comet-while-able"]), ("stuck_or_stopped", ["comet-while-able"]), ("own_turn", []),
       ("any_time", []), ("at_stop", ["comet-at-stop"]))  # fmt: skip
def the_comet_on_turn_with_the_needed_card_in_hand(profile):
    return found(profile, "Ana: 3♣", "Bruno: 9♦=4♣", "Carla: 5♣ 6♣ 7♣", Ana="? ?", Bruno="4♣ ?")


@scene("comet.when", SUBSTITUTE,
       ("stuck", ALLOWED), ("stuck_or_stopped", ALLOWED), ("own_turn", ALLOWED), ("any_time", ALLOWED),
       ("at_stop", "comet-at-stop"))  # fmt: skip
def the_comet_on_turn(profile):
    return answer(profile, "Ana: 3♣", "Bruno: 9♦=4♣")


@scene("comet.when", SUBSTITUTE,
       ("stuck", "skipped-seat"), ("stuck_or_stopped", "skipped-seat"), ("own_turn", "skipped-seat"),
       ("any_time", ALLOWED), ("at_stop", "comet-at-stop"))  # fmt: skip
def the_comet_before_ones_turn(profile):
    return answer(profile, "Ana: 3♣", "Carla: 9♦=4♣")


@scene("comet.when", SUBSTITUTE,
       ("stuck", "nothing-to-stand-for"), ("own_turn", "nothing-to-stand-for"),
       ("stuck_or_stopped", ALLOWED), ("any_time", ALLOWED), ("at_stop", ALLOWED))  # fmt: skip
def the_comet_by_the_leader_after_a_stop(profile):
    return answer(profile, "Ana: 3♣", *ALL_PASS, "Ana: 9♦=4♣")


@scene("comet.when", SUBSTITUTE,
       ("stuck", "nothing-to-stand-for"), ("stuck_or_stopped", "nothing-to-stand-for"),
       ("own_turn", "nothing-to-stand-for"), ("any_time", "nothing-to-stand-for"),
       ("at_stop", "nothing-to-stand-for"))  # fmt: skip
def the_comet_as_a_substitute_after_a_king(profile):
    return answer(profile, "Ana: K♣ 9♦=4♣")


@scene("comet.when", CRP, ("any_time", ALLOWED), ("at_stop", "comet-at-stop"), ("stuck_or_stopped", "comet-at-stop"))
def without_turns_the_comet_while_the_next_card_has_to_come(profile):
    return answer(profile, "Ana: 3♣", "Carla: 9♦=4♣")


@scene("comet.when", CRP, ("any_time", ALLOWED), ("at_stop", ALLOWED), ("stuck_or_stopped", ALLOWED))
def without_turns_the_comet_at_a_stop(profile):
    return answer(profile, "Ana: 7♦", "Carla: 9♦=8♦")


KEPT = ("Ana: 3♣", *ALL_PASS, "Ana: 7♠ 8♠")


@scene("comet.must", FOSTER, (True, ["comet-kept"]), (False, []))
def a_stuck_player_passes_with_the_comet_in_hand(profile):
    return found(profile, *KEPT, Bruno="9♦ ? ?", Carla="? ? ?")


@scene("comet.follow_own", FOSTER, (True, ALLOWED), (False, "comet-on-own-card"))
def the_comet_follows_ones_own_card(profile):
    return answer(profile, "Ana: 3♣ 9♦")


ANY_TIME = merge(SUBSTITUTE, {"comet": {"when": "any_time"}})


@scene("comet.follow_own", SUBSTITUTE, (True, ALLOWED), (False, "comet-on-own-card"))
@scene("comet.follow_own", ANY_TIME, (True, ALLOWED), (False, "comet-on-own-card"))
def the_comet_follows_ones_own_card_as_a_substitute(profile):
    return answer(profile, "Ana: 3♣ 9♦=4♣")


@scene("comet.follow_own", FOSTER, (True, ALLOWED), (False, ALLOWED))
def the_comet_follows_the_card_of_another(profile):
    return answer(profile, "Ana: 3♣", "Bruno: 9♦")


@scene("comet.branches_fail", FOSTER,
       ("comet_player", "Bruno leads"), ("last_player", "Ana leads"), ("next_player", "Carla leads"))  # fmt: skip
def nobody_takes_either_branch(profile):
    return next_up(hand(profile, "Ana: 3♣", "Bruno: 9♦", "Carla: pass", "Ana: pass"))


@scene("comet.on_lead", FOSTER, ("natural", "10♦"), ("wild", "10♦"), ("not_allowed", "comet-led"))
@scene("comet.on_lead", SUBSTITUTE, ("natural", "10♦"), ("wild", "10♦"), ("not_allowed", "comet-led"))
@scene("comet.on_lead", RESET, ("natural", "10♦"), ("wild", ""), ("not_allowed", "comet-led"))
def what_is_needed_after_the_comet_was_led_as_itself(profile):
    told = answer(profile, "Ana: 9♦")
    return spell(hand(profile, "Ana: 9♦").needed) if told == ALLOWED else told


@scene("comet.on_lead", FOSTER,
       ("natural", "stands-for-nothing"), ("wild", "6♣"), ("not_allowed", "stands-for-nothing"))  # fmt: skip
@scene("comet.on_lead", SUBSTITUTE,
       ("natural", "nothing-to-stand-for"), ("wild", "6♣"), ("not_allowed", "nothing-to-stand-for"))  # fmt: skip
def what_is_needed_after_the_comet_was_led_as_another_card(profile):
    told = answer(profile, "Ana: 9♦=5♣")
    return spell(hand(profile, "Ana: 9♦=5♣").needed) if told == ALLOWED else told


@scene("comet.on_lead", rules("foster", deal={"cards": 1}),
       ("natural", ALLOWED), ("wild", ALLOWED), ("not_allowed", ALLOWED))  # fmt: skip
def the_comet_is_led_as_the_last_card(profile):
    return answer(profile, "Ana: 9♦")


@scene("comet.gap_next", CRP, ("ten", ("10♦", "anybody lays")), ("stop", ("9♦", "Bruno leads")))
def what_follows_the_substitute_in_the_gap(profile):
    played = hand(profile, "Ana: 7♦", "Bruno: 9♦=8♦")
    return spell(played.needed), next_up(played)


@scene("comet.gap_next", FOSTER, ("ten", ("10♦", "Carla speaks")), ("stop", ("", "Bruno leads")))
def what_follows_the_detour_in_the_gap(profile):
    played = hand(profile, "Ana: 7♦", "Bruno: 9♦")
    return spell(played.needed), next_up(played)


@scene("comet.gap_next", FOSTER, ("ten", "4♣ 10♦"), ("stop", "4♣ 10♦"))
def what_follows_the_detour_in_another_suit(profile):
    return spell(hand(profile, "Ana: 3♣", "Bruno: 9♦").needed)


EVERY_KIND = ["held", "played", "king", "gap"]


def stands_for(*kinds: str) -> list[str]:
    return [kind for kind in EVERY_KIND if kind in kinds]


@scene("comet.stands_for", CRP,
       (EVERY_KIND, ALLOWED), (["held"], ALLOWED), (["played", "king", "gap"], "may-not-stand-for"))  # fmt: skip
def the_comet_for_a_card_that_has_not_been_played(profile):
    return answer(profile, "Ana: 3♣", "Carla: 9♦=4♣")


@scene("comet.stands_for", CRP,
       (EVERY_KIND, ALLOWED), (["played"], ALLOWED), (["held", "king", "gap"], "may-not-stand-for"))  # fmt: skip
def the_comet_for_a_card_already_played(profile):
    run = "4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
    return answer(profile, f"Ana: {run} 3♣", "Carla: 9♦=4♣")


@scene("comet.stands_for", CRP,
       (EVERY_KIND, ALLOWED), (["held", "king"], ALLOWED), (["held", "played", "gap"], "may-not-stand-for"),
       (["king", "played"], "may-not-stand-for"))  # fmt: skip
def the_comet_for_a_king(profile):
    return answer(profile, "Ana: Q♣", "Carla: 9♦=K♣")


@scene("comet.stands_for", CRP,
       (EVERY_KIND, ALLOWED), (["gap"], ALLOWED), (["held", "played", "king"], "may-not-stand-for"))  # fmt: skip
def the_comet_for_the_card_of_the_gap(profile):
    return answer(profile, "Ana: 7♦", "Carla: 9♦=8♦")


# Paid at once


@scene("pay.comet", FOSTER, (0, (-1, -1, -1)), (1, (1, -2, -2)), (5, (9, -6, -6)))
def the_comet_is_laid(profile):
    return change(profile, "Ana: 3♣ 9♦")


@scene("pay.comet_is_stake", FOSTER, (False, (3, -3, -3)), (True, "profile-conflict"))
@scene("pay.comet_is_stake", rules("foster", deal={"cards": 3}, stake={"ante": 2}),
       (False, (2, -4, -4)), (True, (2, -4, -4)))  # fmt: skip
def the_comet_costs_two_whatever_the_stake(profile):
    return change(profile, "Ana: 3♣ 9♦")


@scene("pay.comet_growth", rules("crp", deal={"cards": 3}, left={"per": "nothing", "rate": 0}),
       ("none", ["1", "1"]), ("double", ["4", "1"]))  # fmt: skip
def what_the_comet_costs_after_two_hands_without_it_and_after_one_with_it(profile):
    names = (*THREE, *THREE)
    without = [record(profile, f"{name}: 3♣ 4♣ 5♣") for name in names[:2]]
    played = [record(profile, f"{name}: 3♣ 9♦=4♣ 5♣") for name in names[2:4]]
    paid = [line for each in night(profile, *without, *played).hands for line in each.result.transfers]
    return [line.split()[1] for line in paid if line.startswith("comet")]


@scene("pay.king", FOSTER, (0, (-1, -1, -1)), (1, (1, -2, -2)), (4, (7, -5, -5)))
def a_king_is_laid(profile):
    return change(profile, "Ana: Q♣ K♣")


@scene("pay.ace_lead", FOSTER, (0, (-1, -1, -1)), (1, (1, -2, -2)), (3, (5, -4, -4)))
def a_run_begins_with_an_ace(profile):
    return change(profile, "Ana: A♣")


# Paid at the end


@scene("left.comet", FOSTER, (0, (2, -1, -1)), (2, (4, -5, 1)), (3, (5, -7, 2)))
@scene("left.comet_to", FOSTER, ("each", (4, -5, 1)), ("winner", (4, -3, -1)))
def bruno_still_holds_the_comet(profile):
    return change(profile, OUT, **COMET_LEFT)


@scene("left.king", FOSTER, (0, (2, -1, -1)), (1, (4, -5, 1)), (4, (10, -17, 7)))
@scene("left.king_to", FOSTER, ("each", (4, -5, 1)), ("winner", (4, -3, -1)))
def bruno_still_holds_two_kings(profile):
    return change(profile, OUT, **KINGS_LEFT)


CARDS = rules("foster", deal={"cards": 3}, left={"comet": 0, "king": 0, "per": "card", "rate": 1})
PIP, NOTHING = {"left": {"rate": 1}}, {"left": {"rate": 0}}


@scene("left.per", CARDS, ("nothing", (2, -1, -1), NOTHING), ("card", (7, -3, -4)), ("pip", (30, -13, -17), PIP))
@scene("left.rate", CARDS, (1, (7, -3, -4)), (2, (12, -5, -7)))
def bruno_has_two_cards_left_and_carla_three(profile):
    return change(profile, "Ana: 3♣", "Bruno: 4♣", "Carla: pass", "Ana: 5♣ 6♣", Bruno="2♥ J♦", Carla="A♥ 5♠ K♥")


@scene("left.per", CARDS, ("nothing", "settled", NOTHING), ("card", "settled"), ("pip", "unsettled"))
def a_hand_has_ended_and_nobody_has_shown_any_card(profile):
    return str(night(profile, record(profile, OUT)).hands[0].state)


@scene("left.rate", PIPS, (1, (21, -10, -11)), (2, (42, -20, -22)))
@scene("pips.courts", PIPS, (10, (21, -10, -11)), (11, (23, -11, -12)), (0, (1, 0, -1)))
@scene("pips.ace", PIPS, (1, (21, -10, -11)), (11, (31, -10, -21)), (0, (20, -10, -10)))
def a_jack_is_left_with_bruno_and_an_ace_and_a_king_with_carla(profile):
    return change(profile, "Ana: 3♣", "Bruno: 4♣ 5♣", "Carla: 6♣", "Ana: 7♣ 8♣", Bruno="J♦", Carla="A♥ K♥")


@scene("pips.comet", PIPS, (9, (11, -11)), (15, (17, -17)), (0, (2, -2)))
def the_comet_and_a_two_are_left_with_bruno(profile):
    return change(profile, "Ana: 3♣", "Bruno: 4♣", "Ana: 5♣ 6♣", players=TWO, Bruno="9♦ 2♥")


# Factors and blocked hands


@scene("multiply.loser_holds_comet", DUO, (1, (23, 0)), (2, (46, 0)), (3, (69, 0)))
def the_loser_still_holds_the_comet(profile):
    return change(profile, "Ana: 3 4 5 6", players=TWO, Bruno="9♦ K 2 2")


@scene("multiply.comet_last", DUO, (1, (24, 0)), (2, (48, 0)), (5, (120, 0)))
@scene("multiply.comet_last_nine", DUO, (1, (48, 0)), (4, (48, 0)))
def the_comet_is_the_last_card_and_no_nine(profile):
    return change(profile, "Ana: 3 4 5 9♦", players=TWO, Bruno="K J 2 2")


@scene("multiply.comet_last_nine", DUO, (1, (24, 0)), (4, (96, 0)), (5, (120, 0)))
@scene("multiply.comet_last", DUO, (1, (96, 0)), (2, (96, 0)))
def the_comet_is_the_last_card_laid_on_an_eight(profile):
    return change(profile, "Ana: 6 7 8 9♦", players=TWO, Bruno="K J 2 2")


STOPPED = ("Ana: 3 4", "Bruno: pass")


@scene("blocked.score", DUO, ("difference", (12, 0)), ("nothing", (0, 0)))
def both_are_stopped_with_twelve_pips_and_twenty_four(profile):
    return change(profile, *STOPPED, players=TWO, Ana="K 2", Bruno="2 2 J Q")


@scene("blocked.score", DUO, ("difference", (0, 0)), ("nothing", (0, 0)))
def both_are_stopped_with_equal_pips(profile):
    return change(profile, *STOPPED, players=TWO, Ana="K 2", Bruno="2 2 2 6")


@scene("blocked.comet_doubles", DUO, (True, (20, 0)), (False, (10, 0)))
def both_are_stopped_and_the_loser_holds_the_comet(profile):
    return change(profile, *STOPPED, players=TWO, Ana="2 3", Bruno="9♦ 2 2 2")


@scene("blocked.comet_doubles", DUO, (True, (0, 9)), (False, (0, 9)))
def both_are_stopped_and_the_winner_holds_the_comet(profile):
    return change(profile, "Ana: 3 4", "Bruno: 5 6", "Ana: pass", players=TWO, Ana="K Q", Bruno="9♦ 2")


# Points and matches


@scene("score.kind", PIPS, ("transfers", (21, -10, -11)), ("winner", (21, 0, 0)), ("earner", (21, 0, 0)))
def ana_goes_out_and_what_is_left_pays(profile):
    return change(profile, "Ana: 3♣", "Bruno: 4♣ 5♣", "Carla: 6♣", "Ana: 7♣ 8♣", Bruno="J♦", Carla="A♥ K♥")


KING_PAYS = merge(PIPS, {"pay": {"king": 1}})


@scene("score.kind", KING_PAYS, ("transfers", (-1, 2, -1)), ("earner", (0, 1, 0)), ("winner", "profile-conflict"))
def one_who_has_not_won_lays_a_king_that_pays(profile):
    return change(profile, "Ana: Q♣", "Bruno: K♣")


FIVE, FOUR, TEN = {"match": {"number": 5}}, {"match": {"number": 4}}, {"match": {"target": 10}}


@scene("match.hands", FOSTER, ("one_each", (3, ALLOWED)), ("fixed", (5, ALLOWED), FIVE), ("even", (4, "odd"), FOUR),
       ("target", (None, ALLOWED), TEN), ("open", (None, ALLOWED)))  # fmt: skip
def how_many_hands_are_planned_for_three_and_whether_three_may_be(profile):
    return profile.hands_planned(3), "odd" if "odd" in profile.plan_fault(3) else ALLOWED


ONE_HAND, TWO_POINTS = {"match": {"number": 1}}, {"match": {"target": 2}}


@scene("match.hands", FOSTER, ("one_each", []), ("fixed", ["Ana"], ONE_HAND), ("even", [], FOUR),
       ("target", ["Ana"], TWO_POINTS), ("open", []))  # fmt: skip
@scene("match.number", merge(FOSTER, {"match": {"hands": "fixed"}}), (1, ["Ana"]), (2, []))
@scene("match.target", merge(FOSTER, {"match": {"hands": "target"}}), (2, ["Ana"]), (3, []))
def who_has_won_the_match_after_one_hand_that_brought_ana_two_points(profile):
    return night(profile, record(profile, OUT, **NOTHING_LEFT)).winners


@scene("match.ties", merge(FOSTER, {"match": {"hands": "fixed", "number": 2}}), ("share", ["Ana", "Bruno"]))
def ana_and_bruno_win_a_hand_each_of_two(profile):
    hands = record(profile, OUT, **NOTHING_LEFT), record(profile, "Bruno: 3♣ 4♣ 5♣", Ana="? ? ?", Carla="? ? ?")
    return night(profile, *hands).winners


# The tests


def cases() -> list[Any]:
    return list(_cases())


def _cases() -> Iterator[Any]:
    for each in SCENES:
        for value, expected, *beside in each.comes_to:
            name = f"{each.outcome.__name__}-{each.key}={value}"
            yield pytest.param(each, value, (beside or [{}])[0], expected, id=name)


@pytest.mark.parametrize(("scene", "value", "beside", "expected"), cases())
def test_a_scene_comes_out_as_the_rules_say_of_the_value(scene, value, beside, expected):
    assert scene.played_with(value, beside) == expected


def scenes_of(key: str) -> list[Scene]:
    return [each for each in SCENES if each.key == key]


def words_of(key: str) -> tuple[Any, ...]:
    """All values of a parameter that has only so many."""
    kind = parameters()[key].kind
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


WORDED = [key for key in parameters() if words_of(key)]
FREE = [key for key in parameters() if not words_of(key)]


def test_no_scene_is_of_a_parameter_that_is_none():
    assert {each.key for each in SCENES} <= set(parameters())


@pytest.mark.parametrize(
    ("key", "one", "other"), [(key, *pair) for key in WORDED for pair in combinations(words_of(key), 2)]
)
def test_every_two_words_of_a_parameter_are_told_apart_by_a_scene(key, one, other):
    assert any(each.tells_apart(one, other) for each in scenes_of(key)), f"{key}: {one} and {other} come to the same"


@pytest.mark.parametrize("key", WORDED)
def test_every_word_of_a_parameter_is_in_a_scene(key):
    assert set(words_of(key)) <= {value for each in scenes_of(key) for value, *_ in each.comes_to}


@pytest.mark.parametrize("key", FREE)
def test_every_number_and_list_has_two_values_that_a_scene_tells_apart(key):
    values = [[value for value, *_ in each.comes_to] for each in scenes_of(key)]
    assert any(
        each.tells_apart(*pair)
        for each, tried in zip(scenes_of(key), values, strict=True)
        for pair in combinations(tried, 2)
    )


@pytest.mark.parametrize("kind", get_args(get_args(parameters()["comet.stands_for"].kind)[0]))
def test_every_kind_of_card_that_a_substitute_may_stand_for_is_missed_in_a_scene(kind):
    pairs = [
        (each, one, other)
        for each in scenes_of("comet.stands_for")
        for (one, *_), (other, *_) in combinations(each.comes_to, 2)
        if (kind in one) != (kind in other)
    ]
    assert any(each.tells_apart(one, other) for each, one, other in pairs)


def test_every_form_of_a_deal_is_in_a_scene():
    values = [value for each in scenes_of("deal.cards") for value, *_ in each.comes_to]
    assert {"all", "equal", int, dict} <= {value if isinstance(value, str) else type(value) for value in values}


# What a value means beside others


def test_who_may_go_on_may_not_lay_a_comet_for_the_stuck_even_where_nobody_has_to_go_on():
    free = make_profile(merge(FOSTER, {"run": {"must": False}}))
    assert found(free, "Ana: 3♣", "Bruno: 9♦", "Carla: 10♦ J♦ Q♦", Ana="? ?", Bruno="4♣ ?") == ["comet-while-able"]


def test_where_the_comet_must_be_laid_a_stop_on_ones_own_card_with_it_in_hand_is_found():
    kept = make_profile(merge(FOSTER, {"comet": {"must": True}}))
    assert found(kept, "Ana: 3♣", "Bruno: 4♣ 5♣ 6♣", Ana="9♦ ?", Carla="? ? ?") == ["comet-kept"]


def test_where_the_comet_must_be_laid_a_hand_before_its_first_card_is_scored_too():
    kept = make_profile(merge(FOSTER, {"comet": {"must": True}}))
    assert found(kept) == []
    assert found(kept, "Bruno: 3♣") == ["not-the-leader"]


def test_where_it_may_not_follow_ones_own_card_that_stop_is_none():
    table = merge(FOSTER, {"comet": {"must": True, "follow_own": False}})
    turns = ("Ana: 3♣", *ALL_PASS, "Ana: 7♠", "Bruno: 8♠ 9♠ 10♠")
    assert found(make_profile(table), *turns, Ana="9♦", Carla="? ? ?") == []


def test_where_the_comet_must_be_laid_at_a_stop_another_lead_with_it_in_hand_is_found():
    table = merge(FOSTER, {"comet": {"must": True, "when": "stuck_or_stopped", "follow_own": False}})
    turns = ("Ana: 3♣", *ALL_PASS, "Ana: 7♠", "Bruno: 8♠ 9♠ 10♠")
    assert found(make_profile(table), *turns, Ana="9♦", Carla="? ? ?") == ["comet-kept"]


def test_the_comet_never_has_to_be_led_as_the_lowest_card():
    for opening in ("lowest_of_suit", "lowest_of_hand"):
        lowest = make_profile(merge(FOSTER, {"lead": {"opening": opening}}))
        assert found(lowest, "Ana: J♦", "Bruno: Q♦ K♦ A♣", Ana="9♦ Q♥", Carla="? ? ?") == []


def test_equal_kings_laid_together_are_one_stop_and_no_leads():
    table = rules("duo-any", deal={"cards": 4}, lead={"reopening": "lowest_of_hand"}, left={"per": "pip"})
    assert found(make_profile(table), "Ana: Q K K", "Ana: 2", players=TWO, Bruno="3 4 5 6") == []


def test_a_comet_for_a_stop_may_be_laid_where_the_next_card_is_dead_and_nobody_lays_it():
    table = rules("crp", deal={"cards": 3}, comet={"when": "at_stop"})
    assert answer(make_profile(table), "Ana: 3♣", "Bruno: 9♦=4♣") == ALLOWED


def test_where_the_comet_as_next_card_is_a_stop_nobody_has_kept_it_back():
    table = rules("crp", pack={"removed": []}, deal={"cards": 3}, comet={"gap_next": "stop"})
    assert found(make_profile(table), "Ana: 8♦ 10♥ J♥", Bruno="9♦ ? ?", Carla="? ? ?") == []


def test_who_may_not_lay_the_comet_for_the_needed_card_has_not_kept_it():
    table = merge(SUBSTITUTE, {"comet": {"must": True, "when": "stuck", "stands_for": ["held"]}})
    assert found(make_profile(table), "Ana: 7♦", *ALL_PASS, "Ana: 3♠ 4♠", Bruno="9♦ ? ?", Carla="? ? ?") == []


def test_who_passes_with_the_needed_card_where_nobody_has_to_go_on_is_not_stuck_and_keeps_the_comet():
    table = merge(FOSTER, {"run": {"must": False}, "comet": {"must": True}})
    assert found(make_profile(table), "Ana: 3♣", *ALL_PASS, "Ana: 3♠ 4♠", Bruno="9♦ 4♣ ?", Carla="? ? ?") == []


def test_where_nobody_has_to_go_on_only_who_cannot_have_held_the_needed_card_was_stuck_and_kept_the_comet():
    free = make_profile(merge(FOSTER, {"run": {"must": False}, "comet": {"must": True}}))
    turns = ("Ana: 3♣", *ALL_PASS, "Ana: 3♠ 4♠")
    for unseen in ("9♦ ? ?", "9♦ 5♥ ?"):
        assert found(free, *turns, Bruno=unseen, Carla="? ? ?") == []
    assert found(free, *turns, Ana="4♣", Bruno="9♦ ? ?", Carla="? ? ?") == ["left-of-winner"]
    assert found(free, *turns, Bruno="9♦ 4♣ 5♥", Carla="4♣ ? ?") == ["card-twice"]
    for told in ({"Bruno": "9♦ 5♥ 6♥", "Carla": "? ? ?"}, {"Bruno": "9♦ ? ?", "Carla": "4♣ ? ?"}):
        assert found(free, *turns, **told) == ["comet-kept"]
    assert found(free, *turns, Bruno="9♦ ? ?", Carla="? ? ?", dead="4♣") == ["comet-kept"]


def test_who_stops_on_a_lead_with_the_next_card_where_nobody_has_to_go_on_is_not_stuck_and_keeps_the_comet():
    profile = make_profile(merge(FOSTER, {"run": {"must": False}, "comet": {"must": True}}))
    turns = ("Ana: 3♣", *ALL_PASS, "Ana: 4♣", "Bruno: 5♣ 6♣ 7♣")
    kept = night(profile, record(profile, *turns, Ana="9♦", Carla="? ? ?")).findings
    assert [(each.code, each.play) for each in kept] == [("comet-kept", 4)]


def test_where_the_comet_may_not_be_led_none_is_kept_at_a_stop_that_only_a_lead_could_use():
    comet = {"must": True, "when": "stuck_or_stopped", "follow_own": False, "on_lead": "not_allowed"}
    table = merge(RESET, {"comet": comet})
    assert (
        found(make_profile(table), "Ana: 3♣", *ALL_PASS, "Ana: 7♠", "Bruno: 8♠ 9♠ 10♠", Ana="9♦", Carla="? ? ?") == []
    )


def test_by_rank_a_card_is_already_played_only_when_every_copy_is():
    comet = {"power": "substitute", "when": "stuck", "must": True, "stands_for": ["played"]}
    profile = make_profile(rules("duo", deal={"cards": 4}, comet=comet, stop={"all_stuck": "last_leads"}))
    turns = ("Ana: 8", "Bruno: pass", "Ana: 7", "Bruno: pass", "Ana: 2 3")
    assert found(profile, *turns, players=TWO, Bruno="9♦ 5 5 6") == []
    assert answer(profile, *turns[:3], "Bruno: 9♦=8", players=TWO) == "may-not-stand-for"
    all_played = ("Ana: 8 8 8 8", "Bruno: pass", "Ana: 7")
    eight = make_profile(merge(as_table(profile), {"deal": {"cards": 8}}))
    assert answer(eight, *all_played, "Bruno: 9♦=8", players=TWO) == ALLOWED


def test_a_comet_that_ends_runs_also_as_a_lead_is_no_run_in_its_suit():
    table = merge(RESET, {"lead": {"reopening": "lowest_of_other_suit"}, "comet": {"on_lead": "wild"}})
    assert found(make_profile(table), "Ana: 7♦", *ALL_PASS, "Ana: 9♦ 2♥", Bruno="? ? ?", Carla="? ? ?") == []


def test_a_comet_that_is_led_may_come_from_one_who_could_have_gone_on_with_the_run():
    table = rules("duo-any", deal={"cards": 4}, comet={"when": "stuck"})
    assert found(make_profile(table), "Ana: 3", "Bruno: 9♦ 6 7", "Ana: K K K", players=TWO, Bruno="4") == []


def test_a_comet_led_as_a_card_of_another_suit_begins_a_run_in_that_suit():
    table = merge(SUBSTITUTE, {"lead": {"reopening": "lowest_of_other_suit"}, "comet": {"on_lead": "wild"}})
    turns = ("Ana: 7♦", *ALL_PASS, "Ana: 9♦=6♥", "Bruno: 7♥ 8♥ 9♥")
    assert found(make_profile(table), *turns, Ana="5♠", Carla="? ? ?") == []


def test_a_wild_comet_may_be_led_as_any_card_also_where_it_could_still_be_laid_at_the_stop():
    for when in ("at_stop", "stuck_or_stopped", "any_time"):
        wild = make_profile(merge(SUBSTITUTE, {"comet": {"on_lead": "wild", "when": when}}))
        assert answer(wild, "Ana: 3♣", *ALL_PASS, "Ana: 9♦=7♥") == ALLOWED


def test_where_the_comet_may_not_be_led_copies_of_it_that_are_all_one_holds_may():
    table = rules("duo", deal={"cards": 3}, comet={"cards": ["5♣"], "on_lead": "not_allowed"})
    assert answer(make_profile(table), "Ana: K 5♣", players=TWO) == ALLOWED


def test_a_match_that_has_reached_its_target_is_over_and_no_number_of_hands_is_told():
    table = merge(FOSTER, {"match": {"hands": "target", "target": 2}})
    profile = make_profile(table)
    won = night(profile, record(profile, OUT, **NOTHING_LEFT))
    session = replace(won.session, hands=(replace(won.session.hands[0], result=won.hands[0].result),))
    with pytest.raises(CometError) as caught:
        Recorder(session, History(), lambda session, past: None).enter("Bruno: 3♣")
    assert caught.value.finding.code == "match-over"
    assert "None" not in caught.value.finding.message
    assert "hands_planned" not in caught.value.finding.remedy


def test_the_cards_that_make_the_deal_divide_go_in_the_order_of_the_suits():
    table = merge(DIVIDED, {"pack": {"divide": ["7"]}})
    played = make_profile(table)
    assert spell(card for card in played.cards if not played.pack_for(4)[card]) == "7♣ 7♦ 7♥"
    assert spell(card for card in played.cards if not played.pack_for(7)[card]) == "7♣ 7♦"
    assert played.pack_for(3) == played.cards


def test_the_cards_that_make_the_deal_divide_go_in_the_order_of_the_ranks():
    played = make_profile(merge(DIVIDED, {"pack": {"divide": ["8", "7"]}, "players": {"max": 8}}))
    assert spell(card for card in played.cards if not played.pack_for(8)[card]) == "8♣ 8♥ 8♠"


@pytest.mark.parametrize("comet", ["9♣", "9♦", "9♥", "9♠"])
def test_the_comet_is_not_taken_out_to_make_the_deal_divide(comet):
    table = merge(DIVIDED, {"pack": {"divide": ["9"]}, "comet": {"cards": [comet]}})
    if refusal_of(table) == ALLOWED:
        played = make_profile(table)
        assert [players for players in range(2, 9) if not played.pack_for(players)[read_cards([comet])[0]]] == []


def test_the_factors_never_multiply_each_other():
    table = rules("duo", deal={"cards": 4}, comet={"cards": ["9♦", "9♠"]}, multiply={"loser_holds_comet": 3})
    both = make_profile(table)
    assert change(both, "Ana: 6 7 8 9♦", players=TWO, Bruno="9♠ K 2 2") == (4 * 23, 0)
    assert change(both, "Ana: 3 4 5 9♦", players=TWO, Bruno="9♠ K 2 2") == (3 * 23, 0)


# What cannot work together

CONFLICTS = [
    (rules("foster", players={"min": 5, "max": 4}), "players.min is 5, players.max 4"),
    (rules("foster", pack={"suits": [], "removed": []}), "the pack has no cards"),
    (rules("foster", pack={"suits": ["♣", "♥", "♠"]}), "8♦ cannot be taken out"),
    (rules("foster", pack={"swapped": {"8♦": "9♦"}}), "8♦ cannot be taken out"),
    (rules("foster", comet={"cards": []}), "comet.cards is empty"),
    (rules("foster", comet={"cards": ["8♦"]}), "the Comet 8♦ is not in the pack"),
    (rules("foster", comet={"cards": ["K♦"]}), "the Comet cannot be K♦"),
    (rules("foster", players={"max": 7}), "deal.cards says nothing for 7 players"),
    (rules("foster", deal={"cards": 9}), "deal.cards needs 54 cards for 6 players; the pack has 51"),
    (rules("foster", deal={"cards": "all"}, players={"max": 11}, pack={"divide": ["8"]}), "taking out 8s"),
    (
        rules("foster", pack={"suits": ["♦"]}, players={"max": 13}, deal={"cards": "equal"}),
        "the pack has too few cards for 13 players",
    ),
    (rules("foster", run={"group": "sets"}), 'run.group is "sets"'),
    (rules("foster", run={"group": "any"}), 'run.group is "any"'),
    (rules("foster", pack={"decks": 2, "removed": []}), "this pack has copies"),
    (rules("duo", lead={"opening": "lowest_of_suit"}), 'a lead is to be "lowest_of_suit"'),
    (rules("duo", lead={"reopening": "lowest_of_other_suit"}), 'a lead is to be "lowest_of_other_suit"'),
    (rules("duo", run={"order": "holder"}), "by rank several players can hold the next card"),
    (rules("crp", comet={"power": "detour"}), 'the power of the Comet "detour", which goes by turns'),
    (rules("crp", comet={"power": "reset"}), 'the power of the Comet "reset", which goes by turns'),
    (rules("crp", comet={"when": "stuck"}), 'comet.when is "stuck": nobody has a turn'),
    (rules("crp", comet={"when": "own_turn"}), 'comet.when is "own_turn": nobody has a turn'),
    (rules("crp", stop={"one_stuck": "next_leads"}), "where nobody is ever stuck"),
    (rules("crp", stop={"all_stuck": "hand_ends"}), "where nobody is ever stuck"),
    (rules("duo", comet={"power": "detour"}), "by rank there is no second branch"),
    (rules("foster", stop={"one_stuck": "next_leads"}), "nobody may try to take a branch up"),
    (rules("crp", comet={"stands_for": []}), "leaves it nothing to stand for"),
    (rules("crp", comet={"stands_for": ["king"]}), "leaves it nothing to stand for"),
    (rules("crp", comet={"must": True}), "comet.must needs turns"),
    (rules("duo", comet={"must": True}), "else no moment is the last"),
    (rules("duo-any", comet={"when": "at_stop"}), "no run waits at a stop"),
    (rules("duo-any", comet={"when": "stuck_or_stopped"}), "no run waits at a stop"),
    (rules("crp-quatre", stake={"ante": 2}), "the stake (2) and the price of the Comet (1) have to be one amount"),
    (rules("foster", left={"rate": 1}), 'left.per is "nothing" and left.rate 1'),
    (rules("crp", left={"rate": 0}), 'left.per is "card" and left.rate 0'),
    (rules("duo", stake={"ante": 1}), "points that nobody pays make no pool"),
    (rules("foster", score={"kind": "earner"}), "points that nobody pays make no pool"),
    (rules("duo", pay={"comet": 1}), "pay.comet goes to others too"),
    (rules("duo", pay={"king": 1}), "pay.king goes to others too"),
    (rules("duo", pay={"ace_lead": 1}), "pay.ace_lead goes to others too"),
    (rules("duo", stop={"premium": 1}), "stop.premium goes to others too"),
    (rules("duo", left={"comet": 1}), "left.comet goes to others too"),
    (rules("duo", left={"king": 1}), "left.king goes to others too"),
    (rules("foster", multiply={"comet_last": 2}), "only the points of one winner can be multiplied"),
    (rules("duo", left={"per": "nothing", "rate": 0}), "leaves the winner no points"),
    (rules("foster", blocked={"score": "difference"}), "leaves nothing to compare"),
    (rules("foster", match={"hands": "fixed"}), "match.number has to be at least 1"),
    (rules("foster", match={"hands": "even"}), "match.number has to be at least 1"),
    (rules("foster", match={"hands": "even", "number": 3}), 'match.hands is "even" and match.number 3'),
    (rules("foster", match={"hands": "target"}), "match.target has to be at least 1"),
]


@pytest.mark.parametrize(("table", "reason"), CONFLICTS)
def test_values_that_cannot_work_together_are_refused_with_the_reason(table, reason):
    with pytest.raises(CometError) as caught:
        make_profile(table)
    assert caught.value.finding.code == "profile-conflict"
    assert reason in caught.value.finding.message


def test_every_check_of_what_can_work_together_is_provoked(monkeypatch):
    monkeypatch.setattr(comet_cli.profile, "CHECKS", ())
    provoked = {next(check for check in CHECKS if check(make_profile(table))) for table, _ in CONFLICTS}
    assert [check.__name__ for check in CHECKS if check not in provoked] == []


@pytest.mark.parametrize("reference", ["foster", "crp", "crp-progressive", "crp-quatre", "crp-two", "duo", "duo-any"])
def test_no_check_speaks_against_a_published_rule_set(reference):
    profile = make_profile(rules(reference))
    assert [check(profile) for check in CHECKS] == [""] * len(CHECKS)
