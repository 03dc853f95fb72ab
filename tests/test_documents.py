"""The documents say what the program does: their commands are run and their outputs compared."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from comet_cli import reading
from comet_cli.cards import Card
from comet_cli.commands.record import command as record
from comet_cli.entry import COMMANDS
from comet_cli.hand import Hand, How
from comet_cli.night import score_night
from tests.screens import Screen

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
FORMAT = (ROOT / "sessions" / "README.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(command: str, folder: Path) -> str:
    """What `command`, a shell line that calls comet, prints on both streams in `folder`."""
    words = shlex.split(command)
    assert words[0].endswith("comet")
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    environment.pop("COMET_SESSIONS", None)
    call = [sys.executable, "-m", "comet_cli", *words[1:]]
    done = subprocess.run(
        call, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout.decode()


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("sessions", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(".*"))
    return tmp_path


def test_every_transcript_of_the_readme_is_what_the_program_prints(folder: Path) -> None:
    transcripts = blocks(README, "console")
    assert len(transcripts) >= 6
    for transcript in transcripts:
        command, _, printed = transcript.removeprefix("$ ").partition("\n")
        assert trimmed(run(command, folder)) == trimmed(printed), command


def test_the_screen_of_the_readme_is_what_a_person_sees(folder: Path) -> None:
    for transcript in blocks(README, "console")[:3]:
        run(transcript.removeprefix("$ ").partition("\n")[0], folder)
    (shown,) = blocks(README, "screen")
    screen = Screen(folder, "record", "friday")
    screen.asks("4♣> ")
    screen.presses(".Js")
    screen.sees("Carla: J♠")
    screen.leaves()
    seen = [row for row in screen.rows if row]
    assert seen[-len(shown.splitlines()) :] == shown.splitlines()


def test_the_command_that_runs_the_main_job_prints_what_the_readme_shows(folder: Path) -> None:
    setup, install, job = blocks(README, "sh")[0].strip().split(" && ")
    assert (setup, install) == ("python3 -m venv .venv", ".venv/bin/pip install --quiet '.[live]'")
    assert trimmed(run(job, folder)) == trimmed(blocks(README, "text")[0])


def test_the_command_that_passes_the_tests_is_the_one_that_the_checks_run() -> None:
    command = blocks(README, "sh")[1].strip()
    assert command.endswith(".venv/bin/pytest")
    assert command in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_the_readme_names_every_command() -> None:
    from comet_cli.cli import comet

    help_page = comet.list_commands(None)  # type: ignore[arg-type]
    assert [name for name in help_page if f"comet {name}" not in README and f"`{name}`" not in README] == []


def test_the_help_of_record_and_the_readme_name_every_word_that_can_be_typed() -> None:
    typed = README[README.index("## What can be typed") :]
    for word in COMMANDS:
        assert word in typed
    assert record.help is not None
    assert "left b: Ks" in record.help


def test_the_hand_written_session_of_the_format_is_scored_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(blocks(FORMAT, "toml")[0], "utf-8")
    exported = json.loads(run("comet export short.toml -f json", tmp_path))
    hand = exported["sessions"][0]["hands"][0]
    assert hand["state"] == "open"
    assert hand["change"] == {"Ana": 0, "Bruno": -2}
    assert [found["code"] for found in hand["irregularities"]] == ["stood"]


def keys_in_table(first: str) -> list[str]:
    """The keys in the first column of the table of the format whose first key is `first`."""
    rows = FORMAT[FORMAT.index(f"| `{first}`") :].split("\n\n")[0].splitlines()
    return [re.findall(r"`\[*([a-z_.]+)\]*`", row.split("|")[1])[0].removeprefix("hands.") for row in rows]


def test_the_format_names_every_key_of_a_session_and_of_a_hand() -> None:
    assert sorted(keys_in_table("format")) == sorted(reading.SESSION_KEYS)
    assert sorted(keys_in_table("dealer")) == sorted(reading.HAND_KEYS)


def test_the_format_names_the_keys_of_the_json_in_order(folder: Path) -> None:
    exported = json.loads(run("comet export sessions/foster-night.toml -f json", folder))
    session = exported["sessions"][0]
    hand = session["hands"][0]
    found = [exported, session, hand, hand["transfers"][0], {}, session["standings"][0]]
    rows = FORMAT[FORMAT.index("| the document |") :].split("\n\n")[0].splitlines()
    for row, sample in zip(rows, found, strict=True):
        named = re.findall(r"`([a-z]+)`", re.sub(r"\(.*?\)", "", row.split("|")[2]))
        assert named == (list(sample) or ["code", "play", "player", "message"])


def test_the_recorded_night_holds_what_the_format_says_of_it(folder: Path) -> None:
    text = (folder / "sessions" / "foster-night.toml").read_text("utf-8")
    night = score_night(reading.read_session(text, folder).session)
    taken, refused, king_last, unplayed = hands_of(folder / "sessions" / "foster-night.toml")
    detour = next(played.number for played in taken.log if played.how is How.DETOUR)
    assert "Marta: 9♠" in [f"{taken.names[p.seat]}: {p.play}" for p in taken.log[detour : detour + 3]]
    detour = next(played.number for played in refused.log if played.how is How.DETOUR)
    assert [str(played.play) for played in refused.log[detour : detour + 3]] == ["pass"] * 3
    assert str(king_last.log[-1].play) == "K♣"
    assert "9♦" in str(night.hands[3].record.left["Marta"])
    assert unplayed.is_out(night.session.profile.comet.cards[0])


def hands_of(path: Path) -> list[Hand]:
    night = score_night(reading.read_session(path.read_text("utf-8"), path.parent).session)
    assert night.complete
    assert night.findings == ()
    return [hand.hand for hand in night.hands if hand.hand]


def comets_of(hand: Hand) -> list[str]:
    return [str(played.play) for played in hand.log if hand.is_comet(getattr(played.play, "card", None))]


def test_the_recorded_crp_night_holds_what_the_format_says_of_it(folder: Path) -> None:
    held, bridged, kept = hands_of(folder / "sessions" / "crp-night.toml")
    assert comets_of(held) == ["9♦=7♦"]
    assert held.is_out(Card(7, "♦"))
    assert comets_of(bridged) == ["9♦=8♦"]
    at = next(played.number for played in bridged.log if str(played.play) == "9♦=8♦")
    assert str(bridged.log[at].play) == "10♦"
    assert comets_of(kept) == []


def test_the_recorded_duo_match_holds_what_the_format_says_of_it(folder: Path) -> None:
    out, blocked = hands_of(folder / "sessions" / "duo-match.toml")
    assert [str(played.play) for played in out.log].count("9") == 3
    assert out.winner is not None
    assert blocked.blocked
    assert comets_of(blocked) == []


@pytest.mark.parametrize("name", ["foster-night", "foster-hand"])
def test_each_script_of_the_examples_can_be_piped_into_record(folder: Path, name: str) -> None:
    script = (folder / "examples" / f"{name}.txt").read_text("utf-8")
    begin, pipe = (line.removeprefix("#   ") for line in script.splitlines() if line.startswith("#   comet"))
    run(begin, folder)
    call, source = pipe.split(" < ")
    done = subprocess.run(
        [sys.executable, "-m", "comet_cli", *call.split()[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=(folder / source).read_bytes(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert "is booked" in done.stderr.decode()


def test_the_script_of_the_night_records_the_night_in_sessions(folder: Path) -> None:
    begin = "comet new marta -p foster --player Marta --player Nuno --player Olga --player Pedro --dealer Marta"
    run(f'{begin} --title "Friday at Marta\'s"', folder)
    lines = (folder / "examples" / "foster-night.txt").read_text("utf-8").splitlines()
    run(shlex.join(["comet", "record", "marta", *(line for line in lines if not line.startswith("#"))]), folder)
    recorded, kept = ((folder / "sessions" / f"{name}.toml").read_text("utf-8") for name in ("marta", "foster-night"))
    assert re.sub("started = .*", "", recorded) == re.sub("started = .*", "", kept)


def test_the_house_profile_of_the_examples_can_be_played(folder: Path) -> None:
    printed = run("comet new monday -p examples/house.toml --player Ana --player Bruno --dealer Ana", folder)
    assert "Commit as we play it, 6 hands" in printed
