"""Sweeps: the figures of a fight while one of its numbers, or several, take every value of a range."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fracas.engine.content.path_syntax import parse_path
from fracas.engine.contract.charts import Chart, by_value, heat_map
from fracas.engine.contract.progress import Done, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.contract.walk import OPTIONS, Walk
from fracas.engine.encounter import Encounter, encounter
from fracas.errors import FracasError
from fracas.lab.axes import Axis, axes_of, grid, values_text
from fracas.lab.points import Budget, Figures, Measured, is_share, measure, words_of

At = Callable[[Mapping[str, Any]], Encounter]
"""Builds the fight with overridden values at some paths; with none, the fight as it is."""
GRID_COLUMNS = 12
"""Maximum number of grid columns on a screen."""


def fight_at(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    changes: Mapping[str, Any] | None = None,
) -> At:
    """Return a function that builds a scenario with values at some paths, in addition to the constant ``changes``."""

    def at(values: Mapping[str, Any]) -> Encounter:
        try:
            return encounter(ruleset, scenario, options, policies, changes={**(changes or {}), **values})
        except FracasError as error:
            if not values:
                raise
            raise FracasError(error.code, f"the point {values_text(values)} is refused: {error.what}", error.remedy, error.got) from None

    return at


def values_now(ready: Encounter, paths: Iterable[str]) -> dict[str, Any]:
    """The current values of a fight at some paths; for a path with several matches, the first one's."""
    walk, options = Walk(ready.ruleset, ready.setup.scenario), ready.options()
    found: dict[str, Any] = {}
    for path in paths:
        place = walk.places(parse_path(path))[0]
        found[path] = options[str(place.key)] if place.path[:-1] == (OPTIONS,) else place.value
    return found


@dataclass(frozen=True)
class Swept:
    """One point of a sweep: its values by path, and its measurements."""

    values: Mapping[str, Any]
    figures: Figures

    def to_data(self) -> dict[str, Any]:
        """The point as data for JSON."""
        found = self.figures
        differences = {name: {"by": d.by, "low": d.low, "high": d.high, "exact": d.exact} for name, d in found.differences.items()}
        return {
            "values": dict(self.values),
            "figures": found.to_data(),
            "differences": differences,
            "exact": found.exact,
            "states": found.states,
            "fights": found.fights,
        }


@dataclass(frozen=True)
class Sweep(Result):
    """A sweep: ``base`` is the unchanged fight, ``points`` the fight at every combination of the axes' values."""

    axes: tuple[Axis, ...]
    measures: tuple[str, ...]
    base: Figures
    points: Sequence[Swept]
    asked: int
    budget: Budget

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last point."""
        return len(self.points) < self.asked

    @property
    def sampled(self) -> int:
        """The number of points that are not exact."""
        return sum(not point.figures.exact for point in self.points)

    def how(self) -> str:
        """How the figures were obtained: which are exact."""
        play = "with best play, " if self.budget.best_play else ""
        fought = f"{self.budget.fights:,} fights of seed {self.budget.seed} each, with bounds of 95 %"
        return play + how_obtained(len(self.points), self.sampled, fought)

    def sentence(self) -> str:
        """The sweep in one line."""
        ready, first = self.base.encounter, self.measures[0]
        over = " and ".join(f"{axis.path} {axis.shown()}" for axis in self.axes)
        ranked = sorted(self.points, key=lambda point: point.figures[first].value)
        low, high = (f"{point.figures[first].text()} ({_shown(point.values)})" for point in (ranked[0], ranked[-1]))
        stopped = f"; stopped after {len(self.points):,} of {self.asked:,} points" if self.interrupted else ""
        return f"{ready.title}, {over}: {words_of(ready, first)}: {low} to {high}; {self.how()}{stopped}"

    def to_data(self) -> dict[str, Any]:
        """The sweep as data for JSON."""
        return {
            "axes": [{"path": axis.path, "values": list(axis.values)} for axis in self.axes],
            "measures": list(self.measures),
            "base": self.base.to_data(),
            "points": [point.to_data() for point in self.points],
            "asked": self.asked,
            "sampled": self.sampled,
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """For two axes, a grid for each measure; else a row for each point."""
        if len(self.axes) == 2 and min(len(axis.values) for axis in self.axes) <= GRID_COLUMNS:
            return [self._grid(name) for name in self.measures]
        return [self._list()]

    def flat(self) -> Table:
        """A row for each point, with its values, figures and intervals."""
        bounds = [column for name in self.measures for column in self._bounds(name)]
        return Table("", [*self._places(), *bounds, Column("exact", lambda point: point.figures.exact)], self.points)

    def _places(self) -> list[Column]:
        return [Column(axis.path, _value_at(axis.path), key=axis.path, number=axis.numbers, whole=True) for axis in self.axes]

    def _bounds(self, name: str) -> list[Column]:
        """A measure as its value and, if anything was sampled, its interval."""
        heading = words_of(self.base.encounter, name)
        found = [Column(heading, lambda point: point.figures[name].value, self._format(name), key=name)]
        if self.sampled:
            found.append(Column(f"{heading}, at least", lambda point: point.figures[name].low, self._format(name), key=f"{name}_low"))
            found.append(Column(f"{heading}, at most", lambda point: point.figures[name].high, self._format(name), key=f"{name}_high"))
        return found

    def _format(self, name: str) -> str:
        return ".2%" if is_share(self.base.encounter, name) else ".2f"

    def _list(self) -> Table:
        """A row for each point, with intervals for sampled figures."""

        def column(name: str) -> Column:
            heading = words_of(self.base.encounter, name)
            return Column(heading, lambda point: point.figures[name], Decimals(Measured.whole_text, 2), number=True, key=name)

        mixed = (
            [Column("", lambda point: "exact" if point.figures.exact else "sampled", key="how")] if 0 < self.sampled < self.asked else []
        )
        return Table("", [*self._places(), *map(column, self.measures), *mixed], self.points)

    def _grid(self, name: str) -> Table:
        """A measure by both axes."""
        found = [(point.values, point.figures[name].value) for point in self.points]
        return grid_table(words_of(self.base.encounter, name), self.axes, found, self._format(name))

    def charts(self) -> list[Chart]:
        """Each measure over the values, with its interval; for two axes a heat map."""
        if len(self.axes) > 2:
            return []
        return [chart_of(self.base.encounter, self.axes, self.points, name) for name in self.measures]

    def __repr__(self) -> str:
        return f"<Sweep {self.sentence()}>"


class Placed(Protocol):
    """A point of some axes: its values by path, and its measurements."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Its values, by path."""

    @property
    def figures(self) -> Figures:
        """Its measurements."""


def chart_of(ready: Encounter, axes: Sequence[Axis], points: Sequence[Placed], name: str, target: float | None = None) -> Chart:
    """A measure over the values of one axis, with a target as a line; for two axes a heat map."""
    title, share = f"{ready.title}: {words_of(ready, name)}", is_share(ready, name)
    if len(axes) == 2:
        down, across = (axis.path for axis in axes)
        cells = [{"x": p.values[across], "y": p.values[down], "value": p.figures[name].value} for p in points]
        return heat_map(title, cells, across, down, share)
    path = axes[0].path
    return by_value(title, [drawn(p.values[path], p.figures[name]) for p in points], path, words_of(ready, name), target, share)


def grid_table(what: str, axes: Sequence[Axis], figures: Iterable[tuple[Mapping[str, Any], Any]], show: str) -> Table:
    """A figure over two axes, the longer one vertical; ``figures`` are values by path, and the figure there."""
    down, across = sorted(axes, key=lambda axis: -len(axis.values))
    found = {(values[down.path], values[across.path]): figure for values, figure in figures}

    def column(value: Any) -> Column:
        return Column(str(value), lambda row: found.get((row, value)), show, key=f"{across.path}={value}")

    rows = [value for value in down.values if any((value, other) in found for other in across.values)]
    title = f"{what}: {down.path} down, {across.path} across"
    return Table(title, [Column(down.path, lambda row: row, number=down.numbers), *map(column, across.values)], rows)


def drawn(x: Any, figure: Measured) -> dict[str, Any]:
    """A figure as a row of a chart."""
    return {"x": x, "value": figure.value, **({} if figure.exact else {"low": figure.low, "high": figure.high})}


def how_obtained(points: int, sampled: int, fought: str) -> str:
    """How the figures of points were obtained: which are exact, and how the others were ``fought``."""
    if not sampled:
        return f"all {points:,} points exact" if points > 1 else "exact"
    if sampled == points:
        return f"all {points:,} points sampled: {fought}"
    return f"{points - sampled:,} points exact, {sampled:,} sampled: {fought}"


def _value_at(path: str) -> Callable[[Swept], Any]:
    return lambda point: point.values[path]


def _shown(values: Mapping[str, Any]) -> str:
    return ", ".join(map(str, values.values()))


def sweep_at(
    at: At,
    axes: Sequence[Axis],
    measures: Sequence[str] = ("win",),
    budget: Budget | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Sweep:
    """Measure the fights that ``at`` builds, at every combination of the axes' values."""
    limits, places = budget or Budget(), grid(axes)
    if not measures:
        raise FracasError("no-measure", "no measure is given", "give one, like win or rounds")
    points = [at({}), *map(at, places)]
    found: Done[Figures] = measure(points, measures, limits, progress, base=0, keep=points[0].name, fresh=fresh)
    if len(found) < 2:
        raise KeyboardInterrupt
    swept = [Swept(places[figures.number - 1], figures) for figures in found[1:]]
    return Sweep(tuple(axes), tuple(measures), found[0], swept, len(places), limits)


def sweep(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    axes: Mapping[str, Iterable[Any]],
    measures: Sequence[str] = ("win",),
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    changes: Mapping[str, Any] | None = None,
    budget: Budget | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Sweep:
    """Measure a scenario with every combination of values at some paths: ``{"enemies.0.hp": range(20, 41)}``.

    ``measures`` are names of `fracas.lab.points.measure_names`; ``changes`` are made at every point. A point is exact if it can be solved
    within its ``budget``, else sampled with the same dice for all. Ctrl-C keeps the finished points; a repeated call resumes where it
    stopped, unless ``fresh``.
    """
    return sweep_at(fight_at(ruleset, scenario, options, policies, changes), axes_of(axes), measures, budget, progress, fresh)
