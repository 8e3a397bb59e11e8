"""Rule variants side by side: what each changes in one fight, exactly where the fight can be solved, with paired dice where it cannot.

Paired means that fight number *k* of a seed is fought under both rules with the same stream of dice, so that most of the luck is the
same on both sides of the difference, and the interval is that of the differences, not of two separate samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fracas.engine.content.models import Variant
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.records.record import Array
from fracas.engine.sample.simulate import Simulation, paired
from fracas.engine.solve.exact import NOT_SOLVED, QUICK_STATES, Solution
from fracas.errors import FracasError

BASE = "default rules"


@dataclass(frozen=True)
class Measured:
    """One figure under one variant; ``chance`` tells whether it is a share, to be shown in percent."""

    value: float
    chance: bool
    exact: bool

    def to_data(self) -> dict[str, Any]:
        """The figure as data for JSON."""
        return {"value": self.value, "share": self.chance, "exact": self.exact}

    def text(self) -> str:
        """The figure as it is shown."""
        return f"{self.value:.2%}" if self.chance else f"{self.value:.2f}"


@dataclass(frozen=True)
class Difference:
    """What a variant does to one figure; where it was sampled, ``low`` to ``high`` is where the difference lies with 95 % confidence."""

    what: str
    before: float
    after: float
    chance: bool
    exact: bool
    low: float
    high: float
    fights: int = 0

    @property
    def by(self) -> float:
        """The difference."""
        return self.after - self.before

    @property
    def shows(self) -> bool:
        """Whether there is a difference: none that is too small for two decimals, or that may be luck."""
        least = 0.5 * 10**-4 if self.chance else 0.5 * 10**-2
        return abs(self.by) >= least and (self.exact or self.low > 0 or self.high < 0)

    def to_data(self, name: str) -> dict[str, Any]:
        """The difference that the variant of this name makes, as data for JSON."""
        return {
            "what": self.what,
            "before": self.before,
            "after": self.after,
            "by": self.by,
            "exact": self.exact,
            "low": self.low,
            "high": self.high,
            "shows": self.shows,
            "sentence": self.sentence(name),
        }

    def sentence(self, name: str) -> str:
        """The difference in one sentence, always of the same form."""
        scale, unit, form = (100, " points", "{:.2f} %") if self.chance else (1, "", "{:.2f}")
        figures = f"{form.format(scale * self.after)} instead of {form.format(scale * self.before)}"
        sure = "exact"
        if not self.exact:
            sure = f"{scale * self.low:+.2f} to {scale * self.high:+.2f}{unit} in {self.fights:,} paired fights"
        if not self.shows:
            return f"With {name}, {self.what}: {figures}, no difference ({sure})."
        more = f"{abs(scale * self.by):.2f}{unit} {'more' if self.by > 0 else 'less'}"
        return f"With {name}, {self.what}: {figures}, {more} ({sure})."


@dataclass(frozen=True)
class Compared:
    """One variant: the fight under it, its figures, and what is different."""

    name: str
    options: Mapping[str, Any]
    encounter: Encounter
    figures: Mapping[str, Measured]
    differences: Sequence[Difference] = ()

    @property
    def exact(self) -> bool:
        """Whether all figures are exact."""
        return all(figure.exact for figure in self.figures.values())

    def figures_data(self) -> dict[str, Any]:
        """The figures as data for JSON."""
        return {name: figure.to_data() for name, figure in self.figures.items()}

    def to_data(self) -> dict[str, Any]:
        """The variant as data for JSON."""
        return {
            "name": self.name,
            "options": dict(self.options),
            **({"with": dict(self.encounter.changes)} if self.encounter.changes else {}),
            "figures": self.figures_data(),
            "differences": [difference.to_data(self.name) for difference in self.differences],
        }

    def sentences(self) -> list[str]:
        """One sentence for every difference that shows, or one that says there is none."""
        shown = [difference.sentence(self.name) for difference in self.differences if difference.shows]
        if shown:
            return shown
        fights = max((difference.fights for difference in self.differences), default=0)
        how = f"that shows in {fights:,} paired fights" if fights else "exact to two decimals"
        return [f"With {self.name}, nothing changes ({how})."]


@dataclass(frozen=True)
class Comparison:
    """Variants of the rules of one fight, side by side."""

    base: Compared
    variants: Sequence[Compared]
    seed: int
    fights: int
    best_play: bool
    interrupted: bool = False

    def sentences(self) -> Iterator[str]:
        """What each variant changes, one sentence for every difference."""
        for each in self.variants:
            yield from each.sentences()

    def heading(self) -> str:
        """What was compared, and how the figures were obtained."""
        policies = self.base.encounter.policies
        play = f"best play against {policies[1]}" if self.best_play else " against ".join(policies)
        sampled = any(not each.exact for each in self.variants)
        how = f"{self.fights:,} paired fights, seed {self.seed}" if sampled else "exact"
        stopped = " (stopped; the variants after these were not compared)" if self.interrupted else ""
        return f"{self.base.encounter.title}: {play}; {how}{stopped}"

    def to_data(self) -> dict[str, Any]:
        """The comparison as data for JSON."""
        variants = [each.to_data() for each in self.variants]
        return {"base": self.base.figures_data(), "variants": variants, "interrupted": self.interrupted}

    def table(self) -> Table:
        """A row for each set of rules, a column for each figure that is anywhere other than 0."""
        return Table("", [Column("rules", "name", whole=True), *map(self._column, self._names())], self._every())

    def tables(self) -> list[Table]:
        """The comparison as a table."""
        return [self.table()]

    def turned_table(self) -> Table:
        """The same with a row for each figure and a column for each set of rules, where there are many figures."""

        def column(each: Compared) -> Column:
            return Column(each.name, each.figures.get, lambda figure: figure.text(), number=True)

        return Table("", [Column("", lambda name: name, key="figure"), *map(column, self._every())], self._names())

    def _every(self) -> tuple[Compared, ...]:
        return (self.base, *self.variants)

    def _names(self) -> list[str]:
        every = self._every()
        return [name for name in self.base.figures if any(name in each.figures and each.figures[name].value for each in every)]

    def _column(self, name: str) -> Column:
        def value(each: Compared) -> float | None:
            return each.figures[name].value if name in each.figures else None

        return Column(name, value, ".2%" if self.base.figures[name].chance else ".2f", key=name)

    def __repr__(self) -> str:
        return f"<Comparison {self.heading()}; {', '.join(each.name for each in self.variants)}>"


@dataclass
class _Side:
    """One set of rules while it is being looked at: solved, sampled and measured only when asked, and once."""

    encounter: Encounter
    max_states: int
    best_play: bool
    fights: int
    seed: int
    progress: Progress

    @cached_property
    def solution(self) -> Solution | None:
        """The exact solution, or None where there is none within reach, or none is wanted."""
        if not self.max_states and not self.best_play:
            return None
        try:
            if self.best_play:
                return self.encounter.best(max_states=self.max_states or None, progress=self.progress).solution
            return self.encounter.solve(max_states=self.max_states, progress=self.progress)
        except FracasError as error:
            if error.code not in NOT_SOLVED:
                raise
            if self.best_play:
                what = f"best play cannot be found: {error.what}"
                raise FracasError(error.code, what, "take a smaller fight, or leave best play out") from None
            self.progress.say(f"{self.encounter.title} is too large to be solved at once: it is sampled")
            return None

    @cached_property
    def sampled(self) -> Simulation:
        """The fights, with a record of each."""
        run = self.encounter.simulate(self.fights, self.seed, each=True, progress=self.progress)
        if run.interrupted:
            raise KeyboardInterrupt
        return run

    @cached_property
    def measures(self) -> dict[str, Measured]:
        """What can be said before the fight."""
        found = self.encounter.ruleset.measures(self.encounter.setup)
        return {name: Measured(float(measure.value), measure.share, True) for name, measure in found.items()}


def _words(side: _Side) -> dict[str, str]:
    ruleset = side.encounter.ruleset
    return {
        "win": f"{ruleset.sides[0]} wins",
        "draw": "nobody wins",
        "rounds": f"{ruleset.round_word}s",
        "left": f"{ruleset.sides[0]} has left",
    }


def _exact_figures(side: _Side, solution: Solution) -> dict[str, Measured]:
    words = _words(side)
    left = sum(health * p for health, p in solution.left[0].items())
    return {
        words["win"]: Measured(solution.win, True, True),
        words["draw"]: Measured(solution.draw, True, True),
        words["rounds"]: Measured(solution.mean_rounds, False, True),
        words["left"]: Measured(left, False, True),
    }


def _columns(side: _Side) -> dict[str, tuple[Array, bool]]:
    """The figures of every single fight."""
    run, words = side.sampled, _words(side)
    records = run.records()
    return {
        words["win"]: (run.which("win"), True),
        words["draw"]: (run.which("draw"), True),
        words["rounds"]: (records["rounds"].astype(float), False),
        words["left"]: (records["health_a"].astype(float), False),
    }


def _exact_differences(before: Mapping[str, Measured], after: Mapping[str, Measured]) -> Iterator[Difference]:
    for name, figure in after.items():
        if name in before:
            by = figure.value - before[name].value
            yield Difference(name, before[name].value, figure.value, figure.chance, True, by, by)


def _paired(base: _Side, other: _Side) -> Iterator[tuple[Measured, Measured, Difference]]:
    """Figures and differences from the same fights under both rules."""
    ours, theirs = _columns(base), _columns(other)
    for name, (before, chance) in ours.items():
        after = theirs[name][0]
        _, low, high = paired(before, after)
        first, second = float(before.mean()), float(after.mean())
        yield (
            Measured(first, chance, False),
            Measured(second, chance, False),
            Difference(name, first, second, chance, False, low, high, base.fights),
        )


def _compared(name: str, options: Mapping[str, Any], base: _Side, other: _Side) -> tuple[dict[str, Measured], Compared]:
    """The base's figures, and a variant beside it: exact where both can be solved, else from paired fights."""
    if base.solution is not None and other.solution is not None:
        own, figures = _exact_figures(base, base.solution), _exact_figures(other, other.solution)
        differences = list(_exact_differences(own, figures))
    else:
        trios = list(_paired(base, other))
        own = {difference.what: before for before, _, difference in trios}
        figures = {difference.what: after for _, after, difference in trios}
        differences = [difference for *_, difference in trios]
    differences += _exact_differences(base.measures, other.measures)
    return own, Compared(name, options, other.encounter, {**figures, **other.measures}, differences)


def _changes(rules: Ruleset, given: Mapping[str, Any] | Variant | str) -> Mapping[str, Any]:
    """The options of a variant, however it is given."""
    found = variant(rules, given) if isinstance(given, str) else given
    if isinstance(found, Variant):
        return found.options
    if not isinstance(found, Mapping):
        raise FracasError("bad-variants", f"{given!r} is no variant", "give options, a Variant or the name of one")
    return found


def _name_of(ready: Encounter) -> str:
    """What the rules of a scenario are: the document's, unless it has options of its own."""
    own = getattr(ready.setup.scenario, "options", None) or {}
    return f"the scenario ({' '.join(f'{name}={value}' for name, value in own.items())})" if own else BASE


def compare(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    variants: Mapping[str, Mapping[str, Any] | Variant | str],
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    fights: int = 100_000,
    seed: int = 1,
    max_states: int | None = None,
    best_play: bool = False,
    progress: Progress | None = None,
    base_name: str = "",
    changed: Mapping[str, Mapping[str, Any]] | None = None,
) -> Comparison:
    """Put variants of a fight beside the fight under ``options``, by default the scenario's own rules, which mostly are the document's.

    A variant is a name and the options that differ, or a `Variant`, or the name of one. Where both fights can be solved within
    ``max_states`` states the differences are exact; else, or with 0, both are fought ``fights`` times with the same dice. With
    ``best_play`` side A plays as well as can be under each set of rules, and what cannot be solved is refused. ``base_name`` is what the
    rules are called that everything is compared with. ``changed`` are further variants: a name, and values by path in the scenario that
    differ (`fracas.engine.contract.paths`).
    """
    if not isinstance(variants, Mapping):
        raise FracasError("bad-variants", f"{variants!r} are no variants", "give a mapping of names and options")
    if not variants and not changed:
        raise FracasError("nothing-to-compare", "no variant was given", "give at least one, as with --set option=value")
    if not isinstance(fights, int) or fights < 2:
        raise FracasError("bad-n", f"{fights} paired fights say nothing", "ask for at least 2")
    listener = progress or ANNOUNCED
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    changes = {name: _changes(rules, given) for name, given in variants.items()}
    quick = QUICK_STATES if max_states is None and not best_play else max_states or 0

    def side(more: Mapping[str, Any], paths: Mapping[str, Any] | None = None) -> _Side:
        made = encounter(rules, scenario, {**(options or {}), **more}, policies, changes=paths)
        return _Side(made, quick, best_play, fights, seed, listener)

    base = side({})
    sides = {name: side(more) for name, more in changes.items()} | {name: side({}, paths) for name, paths in (changed or {}).items()}
    own = {} if base.solution is None else _exact_figures(base, base.solution)
    found: list[Compared] = []
    interrupted = False
    try:
        for name, other in sides.items():
            figures, compared = _compared(name, changes.get(name, {}), base, other)
            own = own or figures
            found.append(compared)
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    shown = Compared(base_name or _name_of(base.encounter), options or {}, base.encounter, {**own, **base.measures})
    return Comparison(shown, found, seed, fights, best_play, interrupted)
