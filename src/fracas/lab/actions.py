"""The worth of each action: how often best play takes it, its cost compared with the best action, and actions that are never best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fracas.engine.contract.progress import ANNOUNCED, Done, Progress, one_by_one
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.encounter import Encounter
from fracas.engine.solve.best import BestPlay
from fracas.errors import FracasError
from fracas.lab.axes import Axis, axes_of, grid
from fracas.lab.sweeping import At, fight_at

EQUAL = 1e-9
"""Tolerance: two actions whose chances differ by less than this are equally good."""


@dataclass(frozen=True)
class ActionWorth:
    """An action: the minimum loss from taking it instead of the best one, over all reachable states and all points.

    ``times`` is how often best play takes it in a fight, averaged over all points; ``best_in`` is the number of points at which it is best
    in some state.
    """

    action: str
    times: float
    best_in: int
    least_loss: float

    @property
    def never_best(self) -> bool:
        """True if it is not best in any state at any point."""
        return self.best_in == 0

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        figures = {"times": self.times, "best_in": self.best_in, "least_loss": self.least_loss}
        return {"action": self.action, **figures, "never_best": self.never_best}


@dataclass(frozen=True)
class Actions(Result):
    """The worth of every action of side A in a fight, or in a fight with every combination of some values; worst first."""

    encounter: Encounter
    found: Sequence[ActionWorth]
    points: int
    asked: int

    @property
    def never_best(self) -> list[str]:
        """The actions that are never best."""
        return [each.action for each in self.found if each.never_best]

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last point."""
        return self.points < self.asked

    def sentence(self) -> str:
        """The result in one line."""
        never = self.never_best
        every = len(self.found)
        said = f"{len(never)} of {every} actions are never best" if never else f"each of {every} actions is best somewhere"
        where = "in the states that can come about" + (f", at {self.points:,} points" if self.asked > 1 else "")
        stopped = f"; stopped after {self.points:,} of {self.asked:,} points" if self.interrupted else ""
        return f"{self.encounter.title}: {said}, {where}{stopped}"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        rows = [each.to_data() for each in self.found]
        return {"actions": rows, "points": self.points, "asked": self.asked, "interrupted": self.interrupted}

    def tables(self) -> list[Table]:
        """A row for each action."""
        columns = [
            Column("action", "action"),
            Column("times in a fight", "times", ".4f", key="times"),
            Column("best at points", "best_in", lambda n: f"{n} of {self.points}", key="best_in", only="" if self.asked > 1 else "data"),
            Column("costs at least", "least_loss", Decimals(_loss, 4), key="least_loss", number=True),
        ]
        return [Table("What best play does, and what each action costs", columns, self.found)]

    def __repr__(self) -> str:
        return f"<Actions {self.sentence()}>"


def _loss(p: float, digits: int) -> str:
    """A loss in percent; a loss too small to display is still shown as nonzero."""
    return f"< {10**-digits:.{digits}f}%" if EQUAL < p < 10 ** -(digits + 2) else f"{p:.{digits}%}"


def losses(play: BestPlay) -> dict[str, float]:
    """Losses by action name: the minimum loss from taking it instead of the best one, over all states in which it is available."""
    graph, rules, setup = play.graph, play.encounter.ruleset, play.encounter.setup
    value = np.add.reduceat(graph.chance * play.worth[graph.to], graph.first_edge[:-1])
    found: dict[str, float] = {}
    open_to = np.array([i for i in np.flatnonzero(graph.ends == 0).tolist() if graph.decided(i)], np.int64)
    for i, state in zip(open_to.tolist(), graph.states_at(open_to), strict=True):
        first, last = int(graph.first_row[i + 1]), int(graph.first_row[i + 2])
        best = value[first:last].max()
        for row in range(first, last):
            name = rules.action_name(setup, state, graph.action_of(row))
            found[name] = min(found.get(name, 1.0), float(best - value[row]))
    return found


def actions_at(
    at: At, axes: Sequence[Axis] = (), max_states: int | None = None, memory: int | None = None, progress: Progress | None = None
) -> Actions:
    """The worth of every action of side A at every combination of the axes' values, in the fights that ``at`` builds."""
    ready, listener = at({}), progress or ANNOUNCED
    places = grid(axes) if axes else [{}]

    def look(values: Mapping[str, Any]) -> tuple[dict[str, float], dict[str, float]]:
        play = at(values).best(max_states=max_states, memory=memory, progress=listener)
        return losses(play), play.usage

    done: Done[tuple[dict[str, float], dict[str, float]]] = one_by_one(look, places, listener, "points")
    names = dict.fromkeys(name for lost, _ in done for name in lost)
    if not names:
        raise FracasError("no-actions", f"side A has nothing to decide in {ready.title}", "ask about another scenario")
    found = [
        ActionWorth(
            name,
            sum(usage.get(name, 0.0) for _, usage in done) / len(done),
            sum(lost.get(name, 1.0) <= EQUAL for lost, _ in done),
            min(lost.get(name, 1.0) for lost, _ in done),
        )
        for name in names
    ]
    found.sort(key=lambda each: (each.best_in, -each.least_loss, -each.times))
    return Actions(ready, found, len(done), len(places))


def actions(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    axes: Mapping[str, Iterable[Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    changes: Mapping[str, Any] | None = None,
    max_states: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Actions:
    """The worth of each action of side A: how often best play takes it, its minimum cost, and which actions are never best.

    With ``axes``, as for a sweep, the fight is solved at every combination of their values: an action that is best at none of them is a
    trap. Ctrl-C keeps the points that are done.
    """
    at = fight_at(ruleset, scenario, options, policies, changes)
    return actions_at(at, axes_of(axes) if axes else (), max_states, memory, progress)
