"""Lines typed at a table: what each one has the recorder do, and what is told of the table."""

from comet_cli.commands.show import current_hand
from comet_cli.entry import read_command
from comet_cli.events import EVENTS
from comet_cli.findings import unreadable
from comet_cli.night import Night
from comet_cli.recorder import Echo, Recorder
from comet_cli.show.tables import now_lines, now_table, state_line

MOST_CHARACTERS = 2000
HELP = """\
a: 3c 4c 5c   Ana lays these cards        a:3-5c  a run (by rank: 3-5)
b             Bruno lays the needed card  b+2     two of them   +, +3  go on
6             the needed 6                4*4     a full set, by rank
9d, c:9d      the Comet (of Carla)        9d=9d   led as the nine it is
-             one pass                    .       all still to speak
6c!  pass!    against the rules, but it stood; words behind " # " are kept
left b: Ks    Bruno held K♠ at the end (- none, ?? not seen, 72p pips)
dead Kh       K♥ was among the dead
<             undo    redo    show  the table    quit  nothing is lost
note WORDS    adjust b a 2 WHY    void WHY    dealer b WHY    dealt a 13
fix 7 b:6c    play 7 was Bruno's 6♣, or that came before it
amend 2 7 b:6c # WHY    the same in hand 2                      hands 6
still a 2     Ana still holds 2, whatever the record says       chips 50
out a         Ana is out, though some plays were not typed
tally a comet b kings c c aces a left b 3 c 5   the hand by its totals
join Dora after b       leave b     seats a c b     rename b: Beatriz
An unnamed card is the last player's; after a pass the next player's."""


def enter(recorder: Recorder, line: str) -> list[Echo]:
    """Has the recorder take one line, whichever kind it is. Raises `CometError`, changing nothing."""
    if len(line) > MOST_CHARACTERS:
        raise unreadable("long-line", f"the line has {len(line)} characters; {MOST_CHARACTERS} are the most")
    match read_command(line, recorder.night.session.players):
        case "undo", _:
            return recorder.undo()
        case "redo", _:
            return recorder.redo()
        case "left", cards:
            return recorder.left(cards)
        case "dead", cards:
            return recorder.dead(cards)
        case command, words if command in EVENTS:
            return recorder.event(command, words)
        case "show", _:
            return [Echo(text) for text in table_lines(recorder.night)]
        case "help", _:
            return [Echo(text) for text in HELP.splitlines()]
        case _:
            return recorder.enter(line)


def table_lines(night: Night) -> list[str]:
    """The table as it is now: how far the night is, what was laid last, the seats, and what is needed."""
    lines = [state_line(night)]
    hand = current_hand(night)
    if hand is None:
        return lines
    if laid := last_turns(night, 3):
        lines.append(f"laid last: {', '.join(laid)}")
    events = night.unfinished.events if night.unfinished else ()
    return [*lines, *now_table(night, hand).splitlines(), *now_lines(hand, events)]


def last_turns(night: Night, number: int) -> list[str]:
    """The latest `number` turns of the hand on the table, the last one last."""
    return [str(turn) for turn in night.unfinished.turns[-number:]] if night.unfinished else []
