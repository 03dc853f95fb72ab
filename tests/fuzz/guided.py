"""A fuzzer that is guided by the code it reaches: `python -m tests.fuzz.guided --minutes 5`.

It types lines at a table, reads session files and reads profile files, each for its share of the time, and keeps and
changes whatever reached a line of the program that nothing had reached before. It needs atheris:
`pip install '.[fuzz]'`. What it finds is left in its folder, and is tried again with `--again FILE`.
"""

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

TARGETS = ("lines", "session", "profile")
_MOST_BYTES = 6000
_LINES_A_NIGHT = 20


def main() -> int:
    """Runs every target in a process of its own; returns 1 where one found something."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long in all (5)")
    parser.add_argument("--target", choices=TARGETS, action="append", help="only this (all of them)")
    parser.add_argument("--folder", type=Path, help="where to keep what reached something new, and what was found")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try what was found once more; needs one --target")
    asked = parser.parse_args()
    targets = asked.target or list(TARGETS)
    if asked.again:
        TRIED[targets[0]](asked.again.read_bytes())
        return 0
    if importlib.util.find_spec("atheris") is None:
        print("The guided fuzzer needs atheris: pip install '.[fuzz]'", file=sys.stderr)
        return 2
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="comet-fuzz-"))
    seconds = max(1, round(asked.minutes * 60 / len(targets)))
    found = [target for target in targets if not _run(target, folder / target, seconds)]
    print(f"{folder}: {'something was found by ' + ', '.join(found) if found else 'nothing was found'}")
    return 1 if found else 0


def _run(target: str, folder: Path, seconds: int) -> bool:
    """Fuzzes one target in another process, from what `folder` has of it; whether nothing was found."""
    corpus, found = folder / "corpus", folder / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    for number, seed in enumerate(SEEDS[target]()):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = folder / "words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in _WORDS[target]()))
    program = "import sys; from tests.fuzz.guided import fuzz; fuzz(sys.argv[1], sys.argv[1:])"
    options = [f"-max_total_time={seconds}", f"-max_len={_MOST_BYTES}", "-timeout=30", "-print_final_stats=1"]
    places = [f"-dict={words}", f"-artifact_prefix={found}/", str(corpus)]
    return subprocess.run([sys.executable, "-c", program, target, *options, *places]).returncode == 0


def fuzz(target: str, options: list[str]) -> None:
    """Fuzzes one target until its time is up, and ends the process."""
    import atheris

    with atheris.instrument_imports(include=["comet_cli", "tomllib"]):
        import tests.fuzz.checks  # noqa: F401  (and all that it imports of the program)
    atheris.Setup(options, TRIED[target])
    atheris.Fuzz()


def try_lines(data: bytes) -> None:
    """Types `data` line by line; its first two bytes say by which rules, and how many play."""
    from comet_cli.library import published
    from tests.fuzz.checks import Desk, begun, rules

    which, many = (*data[:2], 0, 0)[:2]
    profile = rules(published()[which % len(published())], which // 16)
    players = profile.players.min + many % (profile.players.max - profile.players.min + 1)
    names = ("Ana", "Bruno", "9d", "a # b", "José", "@2")[:players]
    desk = Desk(begun(profile, names), books=many > 127)
    for line in data[2:].decode("utf-8", "surrogateescape").split("\n")[:_LINES_A_NIGHT]:
        desk.enter(line)
    desk.check_undo()
    desk.check_file()


def try_session(data: bytes) -> None:
    """Reads `data` as a session file."""
    from tests.fuzz.checks import check_session

    check_session(data.decode("utf-8", "replace"))


def try_profile(data: bytes) -> None:
    """Reads `data` as a profile file."""
    import tomllib

    from tests.fuzz.checks import check_profile

    try:
        table = tomllib.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return
    check_profile(table)


def _seeds_of_lines() -> Iterator[bytes]:
    from random import Random

    from comet_cli.library import published
    from tests.fuzz.checks import Desk, begun, rules
    from tests.fuzz.lines import Lines

    for number in range(3 * len(published())):
        source = Random(number)
        profile = rules(published()[number % len(published())])
        desk, lines = Desk(begun(profile, ("Ana", "Bruno", "9d", "a # b")[: profile.players.max]), books=True), []
        for _ in range(_LINES_A_NIGHT):
            lines.append(Lines(source).line(desk.recorder))
            desk.enter(lines[-1])
        many = min(4, profile.players.max) - profile.players.min
        yield bytes((number % len(published()), many + 128)) + "\n".join(lines).encode("utf-8", "replace")


def _seeds_of_sessions() -> Iterator[bytes]:
    from tests.running import CASES, WON_BY_ANA, plays, short

    yield from (case.read_bytes()[:_MOST_BYTES] for case in sorted(CASES.glob("*.toml")))
    yield short(WON_BY_ANA + 'notes = ["x"]\n', plays("Bruno: 3♣ # x", "Carla: 9♦", "Ana: pass")).encode()
    yield short('[[hands]]\n[hands.tally]\nwinner = "Carla"\nkings = { Ana = 1 }\n').encode()


def _seeds_of_profiles() -> Iterator[bytes]:
    import tomli_w

    from comet_cli.library import find_table, published

    for reference in published():
        yield tomli_w.dumps(find_table(reference, Path())).encode()
    yield b'extends = "foster"\nid = "house"\n[pay]\nking = 2\n'


def _words_of_lines() -> Iterator[str]:
    from comet_cli.entry import COMMANDS
    from tests.fuzz.lines import WORDS

    yield from (word for word in (*COMMANDS, *WORDS) if word.isprintable())
    yield from ("\n", "@1:", "@2: ", "3-7c", "4*4", "9d", "9d=9d", "K♠", "pass!", "+2", " # ", "72p", "??", "left @1: ")


def _words_of_sessions() -> Iterator[str]:
    from comet_cli.reading import HAND_KEYS, SESSION_KEYS

    yield from (f"{key} = " for key in (*SESSION_KEYS, *HAND_KEYS))
    yield from ("[[hands]]\n", "[hands.left]\n", "[hands.tally]\n", "[hands.result]\n", '"Ana: 3♣ 4♣"', '"Bruno: pass"')


def _words_of_profiles() -> Iterator[str]:
    from comet_cli.parameters import AREAS, parameters

    yield from (f"[{area}]\n" for area in AREAS)
    yield from (f"{parameter.name} = " for parameter in parameters().values())
    yield from ('"9♦"', '["♣", "♦"]', "true", "false", '"all"', "{ 2 = 25 }", "[]", "{}", "extends = ", '"foster"')


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


TRIED: dict[str, Callable[[bytes], None]] = {"lines": try_lines, "session": try_session, "profile": try_profile}
SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "lines": _seeds_of_lines,
    "session": _seeds_of_sessions,
    "profile": _seeds_of_profiles,
}
_WORDS: dict[str, Callable[[], Iterator[str]]] = {
    "lines": _words_of_lines,
    "session": _words_of_sessions,
    "profile": _words_of_profiles,
}


if __name__ == "__main__":
    sys.exit(main())
