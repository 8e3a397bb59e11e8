"""First passage of worlds: the tick at which a measure of a world first reaches a value, in worlds of many seeds."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.work.threads import on_threads
from fracas.engine.world.worlds import World, check_ticks, check_worlds
from fracas.errors import FracasError, unknown
from fracas.lab.axes import Axis, is_number

TICKS = 20_000
SEEDS = 20
LOOKS = 200
"""Default number of measurements of a world."""
LOOKS_KEPT = 10
"""Measurements between two checkpoints; a world is restored from a checkpoint to find the exact tick."""


@dataclass(frozen=True)
class Reached:
    """When worlds reach a value: the sorted ticks at which they did; ``worlds`` is the number of worlds that were run."""

    value: float
    ticks: Sequence[int]
    worlds: int

    @property
    def median(self) -> float | None:
        """The median over all worlds; None if fewer than half reached the value."""
        never = [float("inf")] * (self.worlds - len(self.ticks))
        found = median([*self.ticks, *never])
        return None if found == float("inf") else found

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {"value": self.value, "reached": len(self.ticks), "worlds": self.worlds, "median": self.median, "ticks": list(self.ticks)}


@dataclass(frozen=True)
class Reaching(Result):
    """When worlds of some seeds reach values of a measure; ``ticks`` is the maximum run length."""

    title: str
    measure: str
    found: Sequence[Reached]
    seeds: range
    asked: int
    ticks: int

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last world."""
        return len(self.seeds) < self.asked

    def sentence(self) -> str:
        """The result in one line: when the last of the values is reached."""
        last = self.found[-1]
        when = f"is reached by {len(last.ticks)} of {last.worlds} worlds"
        if last.ticks:
            when += f", after {last.ticks[0]:,} to {last.ticks[-1]:,} ticks"
        if last.median is not None:
            when += f" (median {last.median:,.0f})"
        stopped = f"; stopped after {last.worlds} of {self.asked} worlds" if self.interrupted else ""
        seeds = f"seeds {self.seeds[0]} to {self.seeds[-1]}" if len(self.seeds) > 1 else f"seed {self.seeds[0]}"
        return f"{self.title}, {seeds}, {self.ticks:,} ticks at most: {self.measure} {last.value:,} {when}{stopped}"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        rows = [each.to_data() for each in self.found]
        return {"measure": self.measure, "values": rows, "seeds": list(self.seeds), "interrupted": self.interrupted}

    def tables(self) -> list[Table]:
        """A row for each value."""
        columns = [
            Column(self.measure, "value", ",", key="value"),
            Column("ticks, median", "median", ",.0f", key="median", empty="–"),
            Column("least", lambda each: each.ticks[0] if each.ticks else None, ",", empty="–"),
            Column("most", lambda each: each.ticks[-1] if each.ticks else None, ",", empty="–"),
            Column("reached by", lambda each: len(each.ticks), lambda n: f"{n} of {len(self.seeds)}", key="reached"),
        ]
        return [Table("", columns, self.found)]

    def __repr__(self) -> str:
        return f"<Reaching {self.sentence()}>"


def when_reached(
    ruleset: str | Ruleset,
    measure: str,
    values: Sequence[float],
    plan: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    seeds: int = SEEDS,
    ticks: int = TICKS,
    every: int | None = None,
    progress: Progress | None = None,
) -> Reaching:
    """Find after how many ticks worlds of some seeds first reach given values of a measure, from below or from above.

    A world is measured every ``every`` ticks, by default 200 times; if it passed a value in between, it is replayed tick by tick. A value
    that is reached and lost between two measurements is not seen. A world runs until it has reached all values, or for ``ticks``. Ctrl-C
    keeps the finished worlds.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    wanted = _values(measure, values)
    check_ticks(0, ticks)
    asked, listener = check_worlds(seed, seeds), progress or ANNOUNCED
    step = every or max(ticks // LOOKS, 1)
    first = World(rules, plan, options, seed, listener)  # compiled or loaded once
    if measure not in first.measures():
        raise unknown("measure", measure, first.measures())
    stopped = threading.Event()
    try:
        found = on_threads(
            lambda each: _first_ticks(World(rules, plan, options, each), measure, wanted, ticks, step, stopped),
            asked,
            listener,
            "worlds",
            keep=True,
        )
    finally:
        stopped.set()
    rows = [Reached(value, sorted(world[value] for world in found if value in world), len(found)) for value in wanted]
    return Reaching(first.setup.title, measure, rows, asked[: len(found)], len(asked), ticks)


def _values(measure: str, values: Sequence[float]) -> tuple[float, ...]:
    """Validate the values to reach."""
    wanted = Axis(measure, tuple(values)).values
    for value in wanted:
        if not is_number(value):
            raise FracasError("bad-value", f"{measure} cannot reach {value!r}", "give numbers, as in hero_level_most=10,20")
    return wanted


def _first_ticks(world: World, measure: str, values: Sequence[float], ticks: int, step: int, stopped: threading.Event) -> dict[float, int]:
    """The first tick at which a world has each value that it reaches."""
    world.checkpoint_every = LOOKS_KEPT * step
    start = world.measures()[measure]
    found = {value: 0 for value in values if value == start}

    def run(by: int) -> list[float]:
        """Run this many ticks and return the values that were passed."""
        world.advance(by)
        if world.stopped or stopped.is_set():
            raise KeyboardInterrupt
        now = world.measures()[measure]
        return [value for value in values if value not in found and (now >= value if start < value else now <= value)]

    while world.tick < ticks and len(found) < len(values):
        before = world.tick
        if not run(min(step, ticks - before)):
            continue
        after = world.tick
        world.go_to(before)
        while world.tick < after:
            passed = run(1)
            found |= dict.fromkeys(passed, world.tick)
    return found
