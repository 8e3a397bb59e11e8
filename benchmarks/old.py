"""Fracas beside an earlier version of itself: the version's own sources, taken from git, run in turns with today's.

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
from typing import NamedTuple

COMMIT, VERSION = "165b13e14053", "0.6.0"
ROOT = Path(__file__).parents[1]
PATIENCE = 900
"""Seconds after which a version that is not done is given up: its first run compiles."""


class Case(NamedTuple):
    """A fight, the question about it, how often it is asked in one turn, how many times as fast it is to be, and fights a sample."""

    ruleset: str
    scenario: str
    question: str
    often: int
    aim: float | None
    fights: int = 0


CASES = {
    "duel solved": Case("rune-and-rust", "duel", "solve", 30, 9.0),
    "adept-and-crawler solved": Case("rune-and-rust", "adept-and-crawler", "solve", 3, 5.0),
    "adept-and-crawler, best play": Case("rune-and-rust", "adept-and-crawler", "best", 2, 5.0),
    "crypt-guard solved": Case("ruins-and-realms", "crypt-guard", "solve", 2, 5.0),
    "crypt-guard, best play": Case("ruins-and-realms", "crypt-guard", "best", 1, 5.0),
    "Rune & Rust, duel sampled": Case("rune-and-rust", "duel", "sample", 2, None, 1_000_000),
    "Rune & Rust, adept-and-crawler sampled": Case("rune-and-rust", "adept-and-crawler", "sample", 2, 1.5, 200_000),
    "Rune & Rust, demo-2-drones sampled": Case("rune-and-rust", "demo-2-drones", "sample", 2, 1.5, 200_000),
    "Veinbreaker, duel sampled": Case("veinbreaker", "duel", "sample", 2, 1.5, 200_000),
    "Veinbreaker, executioner sampled": Case("veinbreaker", "executioner", "sample", 2, 1.5, 100_000),
    "ARDA, toll-of-winter sampled": Case("arda", "toll-of-winter", "sample", 2, 1.5, 500_000),
    "ARDA, brute-in-the-mire sampled": Case("arda", "brute-in-the-mire", "sample", 2, 1.5, 500_000),
    "World Loop, duel sampled": Case("world-loop", "duel", "sample", 2, 1.5, 1_000_000),
    "World Loop, champion-and-chief sampled": Case("world-loop", "champion-and-chief", "sample", 2, 1.5, 500_000),
    "Ruins & Realms, crypt-guard sampled": Case("ruins-and-realms", "crypt-guard", "sample", 2, 1.5, 200_000),
    "Ruins & Realms, two-handed-10 sampled": Case("ruins-and-realms", "two-handed-10", "sample", 2, 1.5, 50_000),
}
"""What is timed. Sampled fights are those of the scenario's own policies, on one core."""
PROGRAM = """
import json, sys, time
import fracas
found = {}
for name, (ruleset, scenario, question, often, aim, fights) in json.loads(sys.argv[1]).items():
    try:
        fight = fracas.encounter(ruleset, scenario)
        seconds, rounds = [], 0.0
        for turn in range(often + 1):
            began = time.process_time()
            if question == "sample":
                result = fight.simulate(fights if turn else 1, 1, workers=1)
            else:
                result = fight.solve() if question == "solve" else fight.best()
                result.sentence()
            seconds.append(time.process_time() - began)
        if question == "sample":
            rounds = result.mean_rounds
        found[name] = min(seconds[1:]), rounds
    except Exception as error:
        print(f"{name}: {error}", file=sys.stderr)
print(json.dumps(found))
"""
"""Run by both versions: by each case, the seconds it takes and, of sampled fights, how many rounds they last on average."""


class Timed(NamedTuple):
    """The processor seconds that a case takes, and the mean rounds of sampled fights."""

    seconds: float
    rounds: float


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


def _run(source: Path) -> dict[str, Timed]:
    """What each case takes with these sources; nothing of one that could not be measured."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", PROGRAM, json.dumps(CASES)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return {}
    sys.stderr.write(done.stderr if done.returncode else "".join(f"{line}\n" for line in done.stderr.splitlines() if " …" not in line))
    return {name: Timed(*timed) for name, timed in json.loads(done.stdout.splitlines()[-1]).items()} if done.returncode == 0 else {}


def measured(turns: int) -> tuple[dict[str, Timed], dict[str, Timed]]:
    """The best time of each case, of today's sources and of the earlier version's, in turns; what could not be measured is not in it."""
    ours: dict[str, Timed] = {}
    theirs: dict[str, Timed] = {}
    with sources() as old:
        for _ in range(turns):
            for source, into in ((ROOT / "src", ours), (old, theirs)):
                for name, timed in ({} if source is None else _run(source)).items():
                    into[name] = min(timed, into.get(name, timed))
    return ours, theirs
