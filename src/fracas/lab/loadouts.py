"""Loadouts: which set of items a hero can take into a fight wins most often, by solving the fight with every set."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from fracas.engine.content.reading import validated
from fracas.engine.contract.charts import Chart, Encoding
from fracas.engine.contract.facets import LoadoutChoice
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.work.executors import Executor, Pieces, Watch
from fracas.engine.work.places import Where, executor
from fracas.errors import FracasError

MAX_SOLVED = 120
"""Maximum number of sets to solve exactly; if there are more, simulation selects which."""
FIRST_FIGHTS = 2_000
MAX_FIGHTS = 200_000
FINALISTS = 12
MOST_DRAWN = 20


@dataclass(frozen=True)
class Loadout:
    """A set, the fight with it, and side A's exact chance to win."""

    name: str
    encounter: Encounter
    win: float
    mean_rounds: float
    error_bound: float

    def to_data(self) -> dict[str, Any]:
        """The set as data for JSON."""
        return {"name": self.name, "win": {"p": self.win}, "rounds": self.mean_rounds, "error_bound": self.error_bound}


@dataclass(frozen=True)
class Loadouts(Result):
    """All solved sets, best first. ``sets`` is the total number; the unsolved ones were worse in a simulation."""

    found: tuple[Loadout, ...]
    sets: int
    best_play: bool
    interrupted: bool
    seconds: float

    @property
    def complete(self) -> bool:
        """True if every set was solved."""
        return len(self.found) == self.sets

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "sets": self.sets,
            "complete": self.complete,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "found": [each.to_data() for each in self.found],
        }

    def tables(self, most: int | None = None) -> list[Table]:
        """The sets as a table, best first, at most ``most`` of them on a screen."""
        columns = [
            Column("", 0, key="rank"),
            Column("set", lambda row: row[1].name),
            Column("wins", lambda row: row[1].win, ".4%"),
            Column("rounds", lambda row: row[1].mean_rounds, ".2f"),
        ]
        rows = list(enumerate(self.found, 1))
        return [Table("The best sets", columns, rows[:most], every=rows)]

    def charts(self) -> list[Chart]:
        """The chance to win of each of the best sets."""
        rows = [{"x": each.name, "series": "wins", "value": each.win} for each in self.found[:MOST_DRAWN]]
        title = f"{self.found[0].encounter.title}: the best sets"
        return [Chart("bar", title, rows, Encoding("", "chance to win", share=True))]

    def __repr__(self) -> str:
        return f"<Loadouts {self.sentence()}>"

    def sentence(self) -> str:
        """The result in one line."""
        best, worst = self.found[0], self.found[-1]
        play = "best play" if self.best_play else f"the {best.encounter.policies[0]} policy"
        how = "all solved exactly" if self.complete else f"{len(self.found)} solved exactly, the others worse in simulation"
        if self.interrupted:
            how = f"stopped after {len(self.found)}"
        return (
            f"{best.encounter.title}: of {self.sets:,} sets ({how}), with {play} the best is {best.name}: "
            f"wins {best.win:.4%} (the worst solved: {worst.win:.4%})"
        )


def loadouts(
    ruleset: str | Ruleset,
    hero: str,
    foe: str,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    best_play: bool = False,
    max_solved: int = MAX_SOLVED,
    workers: int | None = None,
    progress: Progress | None = None,
    changes: Mapping[str, Any] | None = None,
    cluster: Where = None,
) -> Loadouts:
    """Solve the fight of ``hero`` against ``foe`` with every set available to the hero, under the policies or with best play.

    If there are more than ``max_solved`` sets, simulations on the same dice first drop the worse half repeatedly, with more
    fights each time, until a dozen are left to solve. Ctrl-C keeps the solved sets. ``changes`` are applied by path in every
    fight (`fracas.engine.contract.paths`). With ``cluster`` the sets are solved there.
    """
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    checked = validated(rules.options_model, dict(options or {}), "the rule options")
    if not isinstance(rules, LoadoutChoice):
        raise FracasError("no-loadouts", f"{rules.title} has no loadouts to choose from", "ask about another ruleset")
    every = list(rules.loadouts(hero, foe, checked))
    if not every:
        raise FracasError("no-loadouts", f"there is no set for {hero!r} to choose", "give a hero who has a choice")

    def ready(scenario: Mapping[str, Any]) -> Encounter:
        return encounter(rules, dict(scenario), options, policies, f"{hero} against {foe}", changes)

    found: list[Loadout] = []
    interrupted = False
    try:
        fights = [(name, ready(scenario)) for name, scenario in every]
        with executor(workers, cluster, len(fights), alone=True, progress=listener) as place:
            chosen = fights if len(fights) <= max_solved else _finalists(fights, place, listener)
            with closing(place.as_done(Solved(best_play), chosen, listener)) as finished:
                for done in finished:
                    found.append(Loadout(*done.piece, *done.result))
                    listener.at(len(found), len(chosen), "sets solved")
    except KeyboardInterrupt:
        interrupted = True
        if not found:
            raise
    ranked = sorted(found, key=lambda each: (-each.win, each.name))
    return Loadouts(tuple(ranked), len(every), best_play, interrupted, time.perf_counter() - began)


@dataclass(frozen=True)
class Solved:
    """The job of solving sets: the chance to win, the mean length, and the error bound of each."""

    best_play: bool

    def __call__(self, piece: tuple[str, Encounter], watch: Watch) -> tuple[float, float, float]:
        """Solve the fight with a set."""
        _, fight = piece
        found = fight.best(memory=watch.memory, progress=watch).solution if self.best_play else fight.solve(None, watch.memory, watch)
        return found.win, found.mean_rounds, found.error_bound


@dataclass(frozen=True)
class Wins:
    """The job of counting the wins of sets in so many fights."""

    fights: int

    def __call__(self, piece: Sequence[tuple[int, Encounter]], watch: Watch) -> list[tuple[int, int]]:
        """Fight with some sets, which are numbered."""
        return [(i, fight.simulate(self.fights, 1, 1, progress=watch).wins) for i, fight in piece]


def _finalists(fights: list[tuple[str, Encounter]], place: Executor, listener: Progress) -> list[tuple[str, Encounter]]:
    """The sets that remain after dropping the worse half repeatedly."""
    n, left = FIRST_FIGHTS, fights
    while len(left) > FINALISTS:
        numbers = Pieces(0, len(left), place.workers, 1)
        numbered = [(i, fight) for i, (_, fight) in enumerate(left)]
        pieces = (numbered[start : start + count] for start, count in numbers)
        wins: dict[int, int] = {}
        with closing(place.as_done(Wins(n), pieces, listener)) as finished:
            for done in finished:
                numbers.took(len(done.piece), done.seconds)
                wins |= done.result
                listener.at(len(wins), len(left), f"sets of {n:,} fights")
        order = sorted(range(len(left)), key=lambda i: (-wins[i], left[i][0]))
        left = [left[i] for i in order[: max(len(left) // 2, FINALISTS)]]
        n = min(2 * n, MAX_FIGHTS)
    return left
