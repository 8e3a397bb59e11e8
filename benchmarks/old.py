"""The exact solver beside an earlier version of itself: the version's own sources, taken from git, run in turns with today's.

What is compared is processor time, so that other programs on the machine count for little.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMIT, VERSION = "165b13e14053", "0.6.0"
ROOT = Path(__file__).parents[1]
PATIENCE = 240
"""Seconds after which a version that is not done is given up: its first run compiles."""
CASES = {
    "duel solved": ("rune-and-rust", "duel", "solve", 30),
    "adept-and-crawler solved": ("rune-and-rust", "adept-and-crawler", "solve", 3),
    "adept-and-crawler, best play": ("rune-and-rust", "adept-and-crawler", "best", 2),
    "crypt-guard solved": ("ruins-and-realms", "crypt-guard", "solve", 2),
    "crypt-guard, best play": ("ruins-and-realms", "crypt-guard", "best", 1),
}
"""What is timed: the fight, the question, and how often in one turn."""
PROGRAM = """
import json, sys, time
import fracas
found = {}
for name, (ruleset, scenario, question, often) in json.loads(sys.argv[1]).items():
    fight = fracas.encounter(ruleset, scenario)
    seconds = []
    for _ in range(often + 1):
        began = time.process_time()
        (fight.solve() if question == "solve" else fight.best()).sentence()
        seconds.append(time.process_time() - began)
    found[name] = min(seconds[1:])
print(json.dumps(found))
"""


@contextmanager
def sources() -> Iterator[Path | None]:
    """The earlier version's sources; None where there is no git, or it does not have that commit."""
    git = shutil.which("git")
    with tempfile.TemporaryDirectory(prefix="fracas-old-") as folder:
        archive = Path(folder) / "old.tar"
        command = [str(git), "-C", str(ROOT), "archive", "--output", str(archive), COMMIT, "src"]
        if git is None or subprocess.run(command, capture_output=True).returncode != 0:
            yield None
            return
        shutil.unpack_archive(archive, folder, filter="data")
        yield Path(folder) / "src"


def _seconds(source: Path) -> dict[str, float] | None:
    """What each case takes with these sources; None where it could not be measured."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, json.dumps(CASES)], capture_output=True, text=True, env=environment, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measured(turns: int) -> tuple[dict[str, float], dict[str, float] | None] | None:
    """The best time of each case, of today's sources and of the earlier version's (None where that cannot be run), in turns."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    with sources() as old:
        for _ in range(turns):
            for source, into in ((ROOT / "src", ours), (old, theirs)):
                found = None if source is None else _seconds(source)
                if found is not None:
                    into.append(found)
    if not ours:
        return None
    return _least(ours), _least(theirs) if theirs else None


def _least(turns: list[dict[str, float]]) -> dict[str, float]:
    return {name: min(turn[name] for turn in turns) for name in CASES}
