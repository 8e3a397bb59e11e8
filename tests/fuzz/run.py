"""The runner: workers in processes of their own try inputs; one that dies or hangs is replaced, and its input is kept.

Usage: python -m tests.fuzz.run [--seconds S | --count N] [--seed SEED] [--workers W] [--hasty]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Any

REGRESSIONS = Path(__file__).parent / "regressions"
ROOT = Path(__file__).parents[2]
HANG = 120
"""Seconds without an answer after which a worker is taken to hang; Ctrl-C is pressed long before."""
MEMORY = 8 << 30
"""Bytes of address space of a worker."""
HASTE = 0.03
"""Seconds within which Ctrl-C is pressed on who is hasty: at any moment of a command."""
LATE = 1.0
"""Seconds after Ctrl-C within which a command ends."""
TOLD = 60.0
"""Seconds between two lines that say how far the run is."""


@dataclass
class Found:
    """What came of many inputs."""

    tried: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    slow: list[int] = field(default_factory=list)
    silent: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    wrong: dict[int, str] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def sentence(self, seed: int) -> str:
        """What came of them, to be quoted."""
        took = time.monotonic() - self.began
        ends = ", ".join(f"{n:,} × {code}" for code, n in sorted(self.codes.items()))
        kinds = ", ".join(f"{n:,} × {kind}" for kind, n in self.kinds.most_common())
        slow = f"{len(self.slow):,} interrupted, {_listed(self.silent)} without a word, {_listed(self.late)} late to end"
        rate = f"{self.tried:,} inputs in {took:,.0f} s, {self.tried / took:,.1f} a second"
        return f"seed {seed}: {rate} ({kinds}); exit codes {ends}; {slow}; {_listed([*self.wrong])} wrong"


def _listed(numbers: list[int]) -> str:
    return f"{len(numbers):,} ({', '.join(map(str, numbers[:20]))})" if numbers else "0"


def work(seed: int, first: int, step: int, count: int | None, hasty: bool) -> None:
    """A worker: try inputs ``first``, ``first + step``, …, and say of each what came of it, a line of JSON."""
    import resource

    from tests.fuzz.making import made
    from tests.fuzz.trying import PATIENCE, home, tried

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "w")
    number = first
    with home() as folder:
        while count is None or number < count:
            print(json.dumps({"begun": number}), file=answers, flush=True)
            given = made(seed, number)
            if hasty:
                found = tried(given, folder, max(Random(number).random() * HASTE, 1e-6))._replace(silent=False)
            else:
                found = tried(given, folder)
            if found.silent or found.seconds > PATIENCE + LATE:  # once more, in case that the machine was busy
                found = tried(given, folder)
            late = found.seconds > PATIENCE + LATE
            print(json.dumps({"done": number, "kind": given.kind, "late": late, **found._asdict()}), file=answers, flush=True)
            number += step


class Worker:
    """A worker's process, started again behind an input that ended it."""

    def __init__(self, seed: int, first: int, step: int, count: int | None, hasty: bool) -> None:
        self.seed, self.step, self.count, self.hasty = seed, step, count, hasty
        self.at = first
        self._start()

    def _start(self) -> None:
        numbers = (self.seed, self.at, self.step, self.count or 0, int(self.hasty))
        words = [sys.executable, "-m", "tests.fuzz.run", "--work", *map(str, numbers)]
        paths = [str(ROOT), *sys.path]
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            words,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
        )
        self.heard = time.monotonic()
        self.begun = False

    @property
    def pipe(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.pipe.close()

    def replace(self) -> str:
        """Go on behind the input under way; returns what happened to it."""
        self.end()
        self.at += self.step
        code = self.process.returncode
        self._start()
        return f"it ended the process: {f'signal {-code}' if code < 0 else f'exit code {code}'}"


def fuzz(
    seed: int,
    seconds: float | None = None,
    count: int | None = None,
    workers: int = 1,
    hang: float = HANG,
    tell: Callable[[str], None] | None = None,
    hasty: bool = False,
) -> Found:
    """Try inputs of a seed, for so many seconds or so many of them; ``tell`` hears from time to time how far it is.

    Who is ``hasty`` presses Ctrl-C at once, at a random moment.
    """
    found = Found()
    told, wrong = found.began, 0
    until = None if seconds is None else time.monotonic() + seconds
    running = [Worker(seed, first, workers, count, hasty) for first in range(workers)]
    try:
        while running and (until is None or time.monotonic() < until):
            ready, _, _ = select.select([worker.pipe for worker in running], [], [], 0.5)
            for worker in list(running):
                if worker.pipe in ready:
                    _hear(worker, found)
                    if count is not None and worker.at >= count:
                        running.remove(worker)
                        worker.end()
                elif time.monotonic() - worker.heard > hang:
                    found.tried += 1
                    found.wrong[worker.at] = f"no answer for {hang} s"
                    worker.replace()
            if tell is not None and (time.monotonic() - told > TOLD or len(found.wrong) > wrong):
                for number in [*found.wrong][wrong:]:
                    tell(f"input {number}:\n{found.wrong[number]}")
                told, wrong = time.monotonic(), len(found.wrong)
                tell(found.sentence(seed))
    finally:
        for worker in running:
            worker.end()
    return found


def _hear(worker: Worker, found: Found) -> None:
    line = worker.pipe.readline()
    worker.heard = time.monotonic()
    if not line:
        if not worker.begun:
            raise RuntimeError("a worker does not get as far as its first input")
        number = worker.at
        found.tried += 1
        found.wrong[number] = worker.replace()
        return
    said: dict[str, Any] = json.loads(line)
    if "begun" in said:
        worker.at, worker.begun = said["begun"], True
        return
    number = said["done"]
    worker.at = number + worker.step
    found.tried += 1
    found.codes[said["code"]] += 1
    found.kinds[said["kind"]] += 1
    for name in ("slow", "silent", "late"):
        if said[name]:
            getattr(found, name).append(number)
    if said["wrong"] is not None:
        found.wrong[number] = said["wrong"]


def keep(seed: int, number: int, wrong: str) -> Path:
    """Keep an input that is answered wrongly as a regression."""
    from tests.fuzz.making import made

    last = wrong.strip().splitlines()[-1]
    data = {"of": f"seed {seed}, input {number}", "wrong": last[:300], **made(seed, number).to_data()}
    name = hashlib.sha256(json.dumps([data["words"], data["files"], data["stdin"]]).encode()).hexdigest()[:12]
    file = REGRESSIONS / f"{name}.json"
    REGRESSIONS.mkdir(exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return file


def places(wrong: dict[int, str]) -> Iterator[tuple[int, str]]:
    """One input for each place where something is wrong: the last lines of a traceback tell them apart."""
    seen = set()
    for number, text in sorted(wrong.items()):
        lines = [line for line in text.strip().splitlines() if line.lstrip().startswith("File ")]
        place = lines[-1] if lines else text
        if place not in seen:
            seen.add(place)
            yield number, text


def main() -> None:
    """Run for a while, say what was found, keep what is wrong."""
    if sys.argv[1:2] == ["--work"]:
        seed, first, step, count, hasty = (int(word) for word in sys.argv[2:])
        work(seed, first, step, count or None, bool(hasty))
        return
    parser = argparse.ArgumentParser(description="Try hostile input on Fracas.")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--hasty", action="store_true", help="press Ctrl-C at once, at a random moment")
    given = parser.parse_args()
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    seconds = 60.0 if given.seconds is None and given.count is None else given.seconds
    print(f"fuzzing with seed {seed} …", flush=True)
    found = fuzz(seed, seconds, given.count, given.workers, tell=lambda text: print(text, flush=True), hasty=given.hasty)
    for number, text in places(found.wrong):
        print(f"input {number} is kept in {keep(seed, number, text)}")
    print(found.sentence(seed))
    sys.exit(1 if found.wrong or found.silent or found.late else 0)


if __name__ == "__main__":
    main()
