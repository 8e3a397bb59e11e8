"""Compiling in advance: all compiled code that questions about a ruleset run, before anybody has to wait for it.

A job asks small questions of one kind, so it compiles what any question of that kind runs. Each is a separate process
(``python -m fracas.lab.compiling RULESET SCENARIO KIND``); what two of them need is compiled by the first.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.engine.compile.keeping import cache_root
from fracas.engine.contract.deciding import own_policy
from fracas.engine.contract.facets import HasWorld
from fracas.engine.contract.progress import ANNOUNCED, Progress, Silence, collected
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.sample.batch import Batch
from fracas.engine.sample.blows import blows
from fracas.engine.solve.exact import NOT_SOLVED
from fracas.engine.world.worlds import World
from fracas.errors import FracasError, unknown

FEW_FIGHTS, FEW_STATES, COARSE = 8, 20_000, 0.25
"""Fights, states and the error bound of the small questions."""


@dataclass(frozen=True)
class Job:
    """Something to compile: what a kind of question runs, for the types of the records of a scenario."""

    ruleset: str
    scenario: str
    kind: str

    def run(self, progress: Progress) -> None:
        """Ask the small questions."""
        KINDS[self.kind](encounter(self.ruleset, self.scenario), progress)


@dataclass(frozen=True)
class Compiled:
    """A finished job. If it was ``ready``, everything was already compiled and only loaded."""

    job: Job
    ready: bool
    seconds: float

    def to_data(self) -> dict[str, Any]:
        """The job as data for JSON."""
        return {**vars(self.job), "ready": self.ready, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True)
class Compilation(Result):
    """What was compiled; ``interrupted`` if Ctrl-C stopped it before all jobs were done."""

    done: tuple[Compiled, ...]
    jobs: int
    seconds: float
    interrupted: bool

    def sentence(self) -> str:
        """The result in one line."""
        new = sum(not each.ready for each in self.done)
        said = f"{new} compiled in {self.seconds:.0f} s, {len(self.done) - new} ready before" if new else "everything was ready before"
        stopped = f"; stopped after {len(self.done)} of {self.jobs}" if self.interrupted else ""
        return f"{said}{stopped}; kept in {cache_root()}"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "compiled": [each.to_data() for each in self.done],
            "jobs": self.jobs,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """The jobs as a table."""
        was_ready = Column("was ready", "ready", lambda ready: "yes" if ready else "no")
        columns = [Column("ruleset", "ruleset"), Column("for", "kind"), Column("like", "scenario"), Column("s", "seconds", ".1f")]
        return [Table("Compiled", [*columns, was_ready], [each.to_data() for each in self.done])]


def _simulate(ready: Encounter, progress: Progress) -> None:
    ready.simulate(FEW_FIGHTS, workers=1, progress=progress)


def _explain(ready: Encounter, progress: Progress) -> None:
    blows(ready, FEW_FIGHTS, progress=progress)


def _solve(ready: Encounter, progress: Progress) -> None:
    """Solve a scenario with records of the same types. The loops that follow its exploration are the same for all rulesets."""
    for each in _same_types(ready):
        try:
            each.solve(FEW_STATES, progress=progress)
            each.best(max_states=FEW_STATES, progress=progress)
            break
        except FracasError as error:
            if error.code not in NOT_SOLVED:
                raise
            if error.code == "not-exact":
                return
    ready.solve(within=COARSE, progress=progress)
    ready.best_within(COARSE, max_states=FEW_STATES, progress=progress)


def _world(ready: Encounter, progress: Progress) -> None:
    World(ready.ruleset, progress=progress).advance(1)


def _learn(ready: Encounter, progress: Progress) -> None:
    """Fights side by side, where the ruleset has them."""
    try:
        Batch(ready, FEW_FIGHTS, np.zeros(len(ready.ends) + 1), progress=progress)
    except FracasError as error:
        if error.code not in NOT_STEPPED:
            raise


def _own(ready: Encounter, progress: Progress) -> None:
    """Sampling and stepping where the other side has a policy of one's own."""
    mine = ready.with_policies(None, own_policy(lambda now: now.legal[0], "first"))
    _simulate(mine, progress)
    _learn(mine, progress)


KINDS: dict[str, Callable[[Encounter, Progress], None]] = {
    "simulate": _simulate,
    "solve": _solve,
    "explain": _explain,
    "world": _world,
    "learn": _learn,
    "own": _own,
}
"""The kinds of jobs, with the question that each asks."""
USUAL = ("simulate", "solve", "explain", "world")
"""The kinds that are compiled if none is named: the others are for programs."""
NOT_STEPPED = ("hidden", "never-decides")
"""Codes of the errors that say that fights cannot be stepped side by side."""


def _types(ready: Encounter) -> tuple[Any, ...]:
    return ready.setup.state.dtype, ready.setup.book.dtype


def _same_types(ready: Encounter) -> Iterator[Encounter]:
    """The scenarios whose records have the same types."""
    every = (encounter(ready.ruleset, name) for name in ready.ruleset.scenarios())
    return (each for each in every if _types(each) == _types(ready))


def jobs_of(ruleset: Ruleset, kinds: Sequence[str] = USUAL) -> list[Job]:
    """All jobs of these kinds of a ruleset."""
    firsts: dict[tuple[Any, ...], str] = {}
    for name in ruleset.scenarios():
        firsts.setdefault(_types(encounter(ruleset, name)), name)
    found = [Job(ruleset.name, name, kind) for kind in kinds if kind != "world" for name in firsts.values()]
    if "world" in kinds and isinstance(ruleset, HasWorld) and firsts:
        found.append(Job(ruleset.name, next(iter(firsts.values())), "world"))
    return found


class _Heard(Silence):
    """A listener that records whether anything had to be compiled."""

    compiled = False

    def say(self, text: str) -> None:
        """Record that something is compiled."""
        self.compiled = self.compiled or text.startswith("compiling")


def run_here(job: Job) -> Compiled:
    """Do a job in this process."""
    heard, began = _Heard(), time.monotonic()
    job.run(heard)
    return Compiled(job, not heard.compiled, time.monotonic() - began)


class _Processes:
    """Jobs in separate processes, which can be ended at any time."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._stopped = False

    def run(self, job: Job) -> Compiled:
        """Do a job in a process."""
        command = [sys.executable, "-m", "fracas.lab.compiling", job.ruleset, job.scenario, job.kind]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True)
        self._running.add(process)
        if self._stopped:
            process.kill()
        told, _ = process.communicate()
        self._running.discard(process)
        gone = {"error": ["worker-gone", f"the process that compiled {job.ruleset} to {job.kind} has ended", "try again"]}
        answer: dict[str, Any] = json.loads(told) if told else gone
        if "error" in answer:
            raise FracasError(*answer["error"])
        return Compiled(job, answer["ready"], answer["seconds"])

    def stop(self) -> None:
        """End all of them; compiled code is kept."""
        self._stopped = True
        for process in tuple(self._running):
            process.kill()


def compile_ahead(
    names: Sequence[str] = (), workers: int | None = None, progress: Progress | None = None, kinds: Sequence[str] = ()
) -> Compilation:
    """Compile what the rulesets of these names (by default all installed ones) run for questions of these ``kinds`` (by default the usual
    ones), ``workers`` jobs at a time.

    Ctrl-C keeps the finished jobs.
    """
    listener, began = progress or ANNOUNCED, time.monotonic()
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of question", kind, KINDS)
    jobs = [job for name in names or ruleset_names() for job in jobs_of(load_ruleset(name), tuple(dict.fromkeys(kinds)) or USUAL)]
    processes = _Processes()
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    listener.say(f"compiling in advance: {len(jobs)} jobs")
    waiting = [pool.submit(processes.run, job) for job in jobs]

    def results() -> Iterator[Compiled]:
        for done, future in enumerate(as_completed(waiting), 1):
            yield future.result()
            listener.at(done, len(jobs), "jobs")

    try:
        found = collected(results())
    finally:
        processes.stop()
        pool.shutdown(cancel_futures=True)
    places = {job: place for place, job in enumerate(jobs)}
    done = tuple(sorted(found, key=lambda each: places[each.job]))
    return Compilation(done, len(jobs), time.monotonic() - began, found.interrupted)


def main(arguments: Sequence[str]) -> None:
    """Run the job given on the command line, and print its result as a line of JSON."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = run_here(Job(*arguments))
        answer: dict[str, Any] = {"ready": done.ready, "seconds": done.seconds}
    except FracasError as error:
        answer = {"error": [error.code, error.what, error.remedy]}
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
