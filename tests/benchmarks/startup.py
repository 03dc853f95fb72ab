"""How long commands take to start, as ratios to `python -c "import click"`."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 25
NIGHT = Path(__file__).parents[2] / "sessions" / "foster-night.toml"


def best(call: list[str], folder: str) -> float:
    """The shortest of many runs, in seconds; the runs of one call are spread over those of the others by `main`."""
    started = time.perf_counter()
    subprocess.run(call, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def main() -> None:
    comet = [sys.executable, "-m", "comet_cli"]
    calls = {
        "import click": [sys.executable, "-c", "import click"],
        "comet --version": [*comet, "--version"],
        "comet undo -h": [*comet, "undo", "-h"],
        "comet show": [*comet, "show", str(NIGHT)],
        "comet verify": [*comet, "verify", str(NIGHT)],
    }
    with tempfile.TemporaryDirectory() as folder:
        times = {name: [] for name in calls}
        for _ in range(RUNS):
            for name, call in calls.items():
                times[name].append(best(call, folder))
    base = min(times["import click"])
    for name, measured in times.items():
        print(f"{name:16} {min(measured) / base:5.2f} times import click ({min(measured) * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
