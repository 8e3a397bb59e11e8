"""Adventures analysed exactly: how they end, what each stat is worth, which choices are traps, how often scenes are seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fracas.engine.contract.matchup import scenario_data
from fracas.engine.contract.progress import SILENT, Done, Progress, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import MAX_STATES, exact_graph, flow
from fracas.engine.solve.exploring import NOBODY
from fracas.errors import unknown
from fracas.rulesets.arda.codes import SCENE_CHOICES, STATS, Stat
from fracas.rulesets.arda.labels import cast_in
from fracas.rulesets.arda.library import hero_named, library
from fracas.rulesets.arda.models import CONFIG

if TYPE_CHECKING:
    from fracas.engine.solve.best import BestPlay

RULESET = "arda"
EQUAL = 1e-9
"""Two choices whose chances differ by less than this are equally good."""
BEST, AIMED = "best play", "if aimed at"
LINES = ("corners", "heroes", "all")


def adventure_in(
    scenario: str | Path, hero: str | None = None, policy: str | None = None, options: Mapping[str, Any] | None = None, **stats: int
) -> Encounter:
    """An adventure or fight, by its name or file, with another hero or other stats."""
    rules = load_ruleset(RULESET)
    if scenario in rules.scenarios() or scenario not in library().adventures:
        name, data = scenario_data(rules, scenario)
    else:
        name, data = str(scenario), {"adventure": scenario}
    if isinstance(data, Mapping):  # anything else is refused below, as everywhere
        changed = dict(data)
        if hero is not None:
            hero_named(hero)  # refuses one that is not known
            changed["hero"] = hero
        if stats:
            changed["stats"] = {**changed.get("stats", {}), **stats}
        data = changed
    ready = encounter(rules, data, options, (policy, None))
    return Encounter(rules, name, ready.setup, ready.policies)


# --- endings ----------------------------------------------------------------------------------------------------------------------


def endings(ready: Encounter, progress: Progress = SILENT) -> Done[tuple[str, dict[str, float]]]:
    """The exact chance of every ending: under each policy, under the play that wins most, and under the play that aims at it.

    Ctrl-C keeps what is done.
    """
    policies = ready.ruleset.policies_of[0]
    best = cache(ready.best)

    def under(how: str) -> tuple[str, dict[str, float]]:
        if how == BEST:
            return how, best().solution.ends()
        if how == AIMED:
            return how, {end.name: best().towards(end.name).upper_bound for end in ready.ends}
        return how, ready.with_policies(how).solve().ends()

    return one_by_one(under, (*policies, BEST, AIMED), progress, "solutions")


# --- what a stat is worth -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StatWorth:
    """What one point more of a stat changes: the chance to win before and with it."""

    stat: str
    value: int
    before: float
    after: float | None
    """None where the stat is at its highest already."""

    @property
    def gain(self) -> float:
        """How much the chance to win grows."""
        return 0.0 if self.after is None else self.after - self.before


def stat_worth(
    scenario: str | Path,
    hero: str | None = None,
    policy: str | None = None,
    best: bool = False,
    options: Mapping[str, Any] | None = None,
    progress: Progress = SILENT,
) -> Done[StatWorth]:
    """How much one point more of each stat would help, the most helpful first: the adventure is solved exactly with each.

    Ctrl-C keeps what is done.
    """

    def wins(ready: Encounter) -> float:
        return ready.best().upper_bound if best else ready.solve().win

    ready = adventure_in(scenario, hero, policy, options)
    before = wins(ready)

    def worth(which: tuple[str, int]) -> StatWorth:
        stat, value = which
        more = value < CONFIG.stat.most
        return StatWorth(stat, value, before, wins(adventure_in(scenario, hero, policy, options, **{stat: value + 1})) if more else None)

    stats = list(zip(Stat.slugs(), ready.setup.details["hero"].stats.values(), strict=True))
    found = one_by_one(worth, stats, progress, "stats")
    return found.with_results(sorted(found, key=lambda worth: -worth.gain))


# --- traps ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChoiceWorth:
    """How good a choice can be: over all stat lines tried, the least that is lost by taking it, and how many lines it is best in."""

    scene: str
    choice: str
    least_loss: float
    best_in: int
    lines: int

    @property
    def trap(self) -> bool:
        """Whether it is never best: in no state, at no stat line."""
        return self.best_in == 0


def stat_lines(which: str) -> Iterator[dict[str, int]]:
    """Stat lines to try: every mixture of lowest and highest with the heroes' (``corners``), the ``heroes``' alone, or ``all``."""
    if which not in LINES:
        raise unknown("set of stat lines", which, LINES)
    least, most = CONFIG.stat.least, CONFIG.stat.most
    if which == "all":
        values: Iterable[tuple[int, ...]] = product(range(least, most + 1), repeat=STATS)
    else:
        values = [hero.stats.values() for hero in library().heroes.values()]
        if which == "corners":
            values = [*product((least, most), repeat=STATS), *values]
    for line in dict.fromkeys(values):
        yield dict(zip(Stat.slugs(), line, strict=True))


def spans(first: Array, last: Array) -> tuple[Array, Array]:
    """The numbers of several ranges (``last`` excluded), concatenated: the index of each one's range, and the number."""
    lengths = last - first
    owner = np.repeat(np.arange(len(first)), lengths)
    return owner, np.arange(len(owner)) + (first - np.cumsum(lengths) + lengths)[owner]


def losses(found: BestPlay) -> dict[int, float]:
    """For each choice, by number: the least that taking it instead of the best loses, over all states in which it is open."""
    graph, setup = found.graph, found.encounter.setup
    rows = np.add.reduceat(graph.chance * found.worth[graph.to], graph.first_edge[:-1])
    lost: dict[int, float] = {}
    live = np.flatnonzero(graph.ends == 0)
    first, last = graph.first_row[live + 1], graph.first_row[live + 2]
    owner, row = spans(first, last)
    best = np.full(len(live), -np.inf)
    np.maximum.at(best, owner, rows[row])
    action = graph.action[row]
    in_scene = (action >= 0) & (action < SCENE_CHOICES)
    numbers = setup.book[0].scenes["first"][graph.states["scene"][live][owner[in_scene]]] + action[in_scene]
    loss = best[owner[in_scene]] - rows[row[in_scene]]
    for number in np.unique(numbers):
        lost[int(number)] = float(loss[numbers == number].min())
    return lost


def choice_worths(
    scenario: str | Path, lines: str = "corners", options: Mapping[str, Any] | None = None, progress: Progress = SILENT
) -> Done[ChoiceWorth]:
    """How good each choice of an adventure can be, over all states that can come about at each of the stat lines; the worst first.

    Ctrl-C keeps the stat lines that are done.
    """
    choices = cast_in(adventure_in(scenario, None, None, options).setup).choices
    if not choices:
        return Done()
    tally: list[tuple[float, int]] = [(1.0, 0)] * len(choices)

    def count(line: dict[str, int]) -> None:
        nonlocal tally
        lost = losses(adventure_in(scenario, None, None, options, **line).best())
        tally = [
            (min(least, lost.get(number, 1.0)), best_in + (lost.get(number, 1.0) <= EQUAL))
            for number, (least, best_in) in enumerate(tally, 1)
        ]

    done = one_by_one(count, list(stat_lines(lines)), progress, "stat lines")
    found = [ChoiceWorth(scene, choice.id, *counts, len(done)) for (scene, choice), counts in zip(choices, tally, strict=True)]
    return done.with_results(sorted(found, key=lambda worth: (worth.best_in, -worth.least_loss)))


# --- scenes -----------------------------------------------------------------------------------------------------------------------


def scenes_seen(ready: Encounter, best: bool = False, progress: Progress = SILENT) -> dict[str, float]:
    """How often each scene is entered, on average, under the policy in force or with best play."""
    if best:
        found = ready.best(progress=progress)
        graph, row = found.graph, found.row
    else:
        graph = exact_graph(ready, NOBODY, MAX_STATES, None, progress)
        row = graph.first_row[1:-1]
    flowed = flow(graph, len(ready.ends), ready.round_limit, row, progress)
    scene = graph.states["scene"]
    weight = flowed.visits + flowed.absorbed
    arriving = np.zeros(graph.size)
    arriving[graph.to[graph.first_edge[0] : graph.first_edge[1]]] += graph.chance[graph.first_edge[0] : graph.first_edge[1]]
    live = np.flatnonzero(graph.ends == 0)
    owner, edge = spans(graph.first_edge[row[live]], graph.first_edge[row[live] + 1])
    start, target = live[owner], graph.to[edge]
    new = scene[start] != scene[target]
    np.add.at(arriving, target[new], weight[start[new]] * graph.chance[edge[new]])
    return {name: float(arriving[scene == number].sum()) for number, name in enumerate(cast_in(ready.setup).scene_ids, 1)}


def reachable_scenes(ready: Encounter) -> set[str]:
    """The scenes that some play can reach, conditions and hit points included."""
    graph = exact_graph(ready, 0, MAX_STATES, None, SILENT)
    ids = cast_in(ready.setup).scene_ids
    return {ids[int(number) - 1] for number in np.unique(graph.states["scene"])}
