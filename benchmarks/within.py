"""Every built-in fight to within 1 %, or the bracket that a minute came to: ``python benchmarks/within.py [--seconds 60] [RULESET …]``.

Each is asked for with `solve(within=0.01)` and stopped after so many seconds. World Loop's own keys repeat draws, so that its fights cannot
be solved; what is solved of it are the same fights under independent keys.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table

import fracas
from fracas import Bracket, Encounter, FracasError, StoppedSolution

WITHIN = 0.01
SECONDS = 60.0
SOLVABLE = {"world-loop": {"draws": "independent", "lag": "forgiven"}}
"""Options under which fights can be solved that cannot be under the document's own."""


class Clock:
    """A progress listener that presses Ctrl-C when time is up; compiling does not count."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = 0.0

    def say(self, text: str) -> None:
        """Compiling begins: time runs from its end on."""
        self.until = 0.0

    def at(self, done: int, total: int | None, what: str) -> None:
        """Time may be up."""
        self.until = self.until or time.perf_counter() + self.seconds
        if time.perf_counter() > self.until:
            raise KeyboardInterrupt


@dataclass(frozen=True)
class Asked:
    """What came of one fight: the bracket and the seconds it took, or why there is none."""

    name: str
    found: Bracket | None
    seconds: float
    why: str = ""

    @property
    def met(self) -> bool:
        """Whether every chance is known as closely as asked."""
        return self.found is not None and self.found.reached


def asked(ready: Encounter, seconds: float) -> Asked:
    """Ask for one fight."""
    name, began = f"{ready.ruleset.name} {ready.name}", time.perf_counter()
    try:
        found = ready.solve(within=WITHIN, progress=Clock(seconds))
        assert isinstance(found, Bracket)
    except StoppedSolution as stopped:
        found = stopped.solution
    except KeyboardInterrupt:
        return Asked(name, None, time.perf_counter() - began, f"no fight had ended after {seconds:g} s")
    except FracasError as error:
        return Asked(name, None, time.perf_counter() - began, error.what)
    return Asked(name, found, time.perf_counter() - began)


def fights(name: str) -> list[Encounter]:
    """The built-in fights of a ruleset, so that they can be solved."""
    ruleset, made = fracas.load_ruleset(name), []
    for scenario in ruleset.scenarios():
        ready = fracas.encounter(name, scenario)
        if ruleset.not_exact(ready.setup) and name in SOLVABLE:
            ready = fracas.encounter(name, scenario, SOLVABLE[name])
        made.append(ready)
    return made


def main() -> None:
    """Ask for all of them, and print what came of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each may take")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    given = parser.parse_args()
    table = Table("fight", "wins at least", "at most", "seconds", "states", box=box.SIMPLE, title=f"Every built-in fight within {WITHIN:g}")
    all_asked = []
    for name in given.rulesets or fracas.ruleset_names():
        for ready in fights(name):
            one = asked(ready, given.seconds)
            all_asked.append(one)
            if one.found is None:
                table.add_row(one.name, "–", "–", f"{one.seconds:.1f}", one.why)
            else:
                low, high = one.found.bounds(one.found.win)
                mark = "" if one.met else " (stopped)"
                table.add_row(one.name, f"{low:.2%}", f"{high:.2%}", f"{one.seconds:.1f}{mark}", f"{one.found.states:,}")
            print(".", end="", flush=True)
    print()
    Console().print(table)
    print(f"{sum(one.met for one in all_asked)} of {len(all_asked)} within {WITHIN:g} in {given.seconds:g} s each")


if __name__ == "__main__":
    main()
