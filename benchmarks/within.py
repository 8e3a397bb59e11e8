"""Every built-in fight to within 1 %, or the bracket that a minute came to: ``python benchmarks/within.py [--seconds 60] [RULESET …]``.

Each is asked for with `solve(within=0.01)` and stopped after so many seconds of processor time, so that other programs on the machine count
for little; threads count together, and compiling does not count. World Loop's own keys repeat draws, so that its fights cannot be solved;
what is solved of it are the same fights under independent keys.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from machine import machine

import fracas
from fracas import Bracket, Encounter, FracasError, StoppedSolution
from fracas.engine.content.limits import parse_size, set_memory_limit

WITHIN = 0.01
SECONDS = 60.0
SOLVABLE = {"world-loop": {"draws": "independent", "lag": "forgiven"}}
"""Options under which fights can be solved that cannot be under the document's own."""
HEADINGS = ("fight", "wins at least", "at most", "seconds", "states", "")


class Clock:
    """A progress listener that presses Ctrl-C when the processor time is up, which runs from the end of the last compilation."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = time.process_time()
        self.compiled = self.up = False

    @property
    def spent(self) -> float:
        """The processor time so far."""
        return time.process_time() - self.began

    def say(self, text: str) -> None:
        """Something may have to be compiled first."""
        self.compiled = self.compiled or text.startswith("compiling")

    def at(self, done: int, total: int | None, what: str) -> None:
        """Time may be up. A fight for which something was compiled is only made ready: it is asked for once more."""
        if self.compiled or self.spent > self.seconds:
            self.up = True
            raise KeyboardInterrupt


@dataclass(frozen=True)
class Asked:
    """What came of one fight: the bracket and the processor time it took, or why there is none."""

    name: str
    found: Bracket | None
    seconds: float
    why: str = ""

    @property
    def met(self) -> bool:
        """Whether every chance is known as closely as asked."""
        return self.found is not None and self.found.reached

    def cells(self) -> tuple[str, ...]:
        """The fight as a line of a table."""
        if self.found is None:
            return self.name, "–", "–", f"{self.seconds:.1f}", "–", self.why
        low, high = self.found.bounds(self.found.win)
        return self.name, f"{low:.2%}", f"{high:.2%}", f"{self.seconds:.1f}", f"{self.found.states:,}", "" if self.met else "stopped"


def asked(ready: Encounter, seconds: float) -> Asked:
    """Ask for one fight."""
    name, clock = f"{ready.ruleset.name} {ready.name}", Clock(seconds)
    found, why = None, ""
    try:
        solution = ready.solve(within=WITHIN, progress=clock)
        assert isinstance(solution, Bracket)
        found = solution
    except StoppedSolution as stopped:
        if not clock.up:
            raise KeyboardInterrupt from None
        found = stopped.solution
    except KeyboardInterrupt:
        if not clock.up:
            raise
        why = f"no fight had ended after {seconds:g} s"
    except FracasError as error:
        why = error.what
    return asked(ready, seconds) if clock.compiled else Asked(name, found, clock.spent, why)


def fights(name: str) -> list[Encounter]:
    """The built-in fights of a ruleset, so that they can be solved."""
    ruleset, made = fracas.load_ruleset(name), []
    for scenario in ruleset.scenarios():
        ready = fracas.encounter(name, scenario)
        if ruleset.not_exact(ready.setup) and name in SOLVABLE:
            ready = fracas.encounter(name, scenario, SOLVABLE[name])
        made.append(ready)
    return made


@dataclass(frozen=True)
class Listing:
    """What came of so many of all fights."""

    each: tuple[Asked, ...]
    of: int
    seconds: float

    def sentence(self) -> str:
        """The result in one line."""
        met = sum(one.met for one in self.each)
        wide, none = (sum((one.found is None) is without and not one.met for one in self.each) for without in (False, True))
        spent, unasked = sum(one.seconds for one in self.each), self.of - len(self.each)
        parts = [
            f"{met} of {len(self.each)} built-in fights are known within {WITHIN:g} after at most {self.seconds:g} s of processor time",
            f"{wide} have the bracket that was reached",
            *([f"{none} have none"] if none else []),
            *([f"{unasked} were not asked for, since it was stopped"] if unasked else []),
        ]
        return f"{', '.join(parts)}; {spent:.0f} s in all."

    def page(self) -> str:
        """The listing as a page: first the fights that were not finished."""
        rows = sorted(self.each, key=lambda one: one.met)
        lines = [HEADINGS, ("---", "--:", "--:", "--:", "--:", "---"), *(one.cells() for one in rows)]
        when = f"{datetime.now(UTC):%Y-%m-%d}, Fracas {fracas.__version__}. Made by `make bench-within`."
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join(["# Every built-in fight within 1 %", self.sentence(), *machine(), when, table]) + "\n"


def listed(names: Sequence[str], seconds: float, each: Callable[[Asked], None]) -> Listing:
    """Ask for the fights of these rulesets, each as soon as it is done for ``each``; Ctrl-C keeps what is done."""
    every = [ready for name in names for ready in fights(name)]
    done: list[Asked] = []
    try:
        for ready in every:
            done.append(asked(ready, seconds))
            each(done[-1])
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return Listing(tuple(done), len(every), seconds)


def main() -> None:
    """Ask for all of them, print what came of each, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how much processor time each may take")
    parser.add_argument("--memory", type=parse_size, metavar="SIZE", help="how much memory each may take (6G)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write the page there")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    given = parser.parse_args()
    set_memory_limit(given.memory)
    found = listed(given.rulesets or fracas.ruleset_names(), given.seconds, lambda one: print("  ".join(one.cells()), flush=True))
    print(found.sentence())
    if given.keep:
        given.keep.write_text(found.page(), encoding="utf-8")


if __name__ == "__main__":
    main()
