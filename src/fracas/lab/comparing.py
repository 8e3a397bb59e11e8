"""Comparing fights: what each variant changes against a baseline, exactly if both can be solved, else with paired dice.

Paired means that fight number *k* of a seed uses the same stream of dice on both sides, so most of the luck cancels out of the
difference, and the interval is that of the differences, not of two separate samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fracas.engine.content.models import Variant
from fracas.engine.contract.charts import Chart, Encoding
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import Encounter, encounter
from fracas.errors import FracasError
from fracas.lab.points import COMPARED, Budget, Difference, Figures, Measured, measure, words_of

BASE = "default rules"


@dataclass(frozen=True)
class Compared:
    """One variant: its fight, its figures, and the differences."""

    name: str
    options: Mapping[str, Any]
    encounter: Encounter
    figures: Mapping[str, Measured]
    differences: Sequence[Difference] = ()

    @property
    def exact(self) -> bool:
        """True if all figures are exact."""
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
        """One sentence for every significant difference, or one that says there is none."""
        shown = [difference.sentence(self.name) for difference in self.differences if difference.shows]
        if shown:
            return shown
        fights = max((difference.fights for difference in self.differences), default=0)
        how = f"that shows in {fights:,} paired fights" if fights else "exact to two decimals"
        return [f"With {self.name}, nothing changes ({how})."]


@dataclass(frozen=True)
class Comparison(Result):
    """Variants of a fight compared: other rules, numbers, fighters, policies."""

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
        sampled = [each.name for each in self._every() if not each.exact]
        how = f"{self.fights:,} paired fights, seed {self.seed}" if sampled else "exact"
        if sampled and len(sampled) <= len(self.variants):
            how = f"exact, but for {', '.join(sampled)}: {how}"
        stopped = " (stopped; the other variants were not compared)" if self.interrupted else ""
        return f"{self.base.encounter.title}: {play}; {how}{stopped}"

    def sentence(self) -> str:
        """What was compared, and how."""
        return self.heading()

    def charts(self) -> list[Chart]:
        """A chart for each figure that differs between the sets of rules, and always for the first."""
        first, *others = self._names()
        return [self._drawn(name) for name in (first, *(name for name in others if self._differs(name)))]

    def _differs(self, name: str) -> bool:
        return len({round(each.figures[name].value, 4) for each in self._every() if name in each.figures}) > 1

    def _drawn(self, name: str) -> Chart:
        rows = [{"x": each.name, "series": name, "value": each.figures[name].value} for each in self._every() if name in each.figures]
        share = self.base.figures[name].share
        return Chart("bar", f"{self.base.encounter.title}: {name}", rows, Encoding("", "", share=share))

    def to_data(self) -> dict[str, Any]:
        """The comparison as data for JSON."""
        variants = [each.to_data() for each in self.variants]
        return {"base": self.base.figures_data(), "variants": variants, "interrupted": self.interrupted}

    def table(self) -> Table:
        """A row for each set of rules, a column for each figure that is nonzero somewhere."""
        what = "rules" if any(each.options for each in self.variants) else "fight"
        return Table("", [Column(what, "name", whole=True, key="rules"), *map(self._column, self._names())], self._every())

    def tables(self) -> list[Table]:
        """The comparison as a table."""
        return [self.table()]

    def turned_table(self) -> Table:
        """The transposed table, for many figures: a row for each figure and a column for each set of rules."""

        def column(each: Compared) -> Column:
            return Column(each.name, each.figures.get, Decimals(Measured.text, 2), number=True)

        return Table("", [Column("", lambda name: name, key="figure"), *map(column, self._every())], self._names())

    def _every(self) -> tuple[Compared, ...]:
        return (self.base, *self.variants)

    def _names(self) -> list[str]:
        every = self._every()
        return [name for name in self.base.figures if any(name in each.figures and each.figures[name].value for each in every)]

    def _column(self, name: str) -> Column:
        def value(each: Compared) -> float | None:
            return each.figures[name].value if name in each.figures else None

        return Column(name, value, ".2%" if self.base.figures[name].share else ".2f", key=name)

    def __repr__(self) -> str:
        return f"<Comparison {self.heading()}; {', '.join(each.name for each in self.variants)}>"


def _compared(name: str, base: Encounter, figures: Figures) -> Compared:
    """A named point with the rule options it overrides and its figures in the ruleset's words."""
    point = figures.encounter
    own = base.options()
    options = {option: value for option, value in point.options().items() if value != own.get(option)}
    measured = {words_of(point, each): figure for each, figure in figures.measured.items()}
    return Compared(name, options, point, measured, tuple(figures.differences.values()))


def _changes(rules: Ruleset, given: Mapping[str, Any] | Variant | str) -> Mapping[str, Any]:
    """The options of a variant, in whichever form it is given."""
    found = variant(rules, given) if isinstance(given, str) else given
    if isinstance(found, Variant):
        return found.options
    if not isinstance(found, Mapping):
        raise FracasError("bad-variants", f"{given!r} is no variant", "give options, a Variant or the name of one")
    return found


def _name_of(ready: Encounter) -> str:
    """The name of a scenario's rules: the document's, unless it has options of its own."""
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
    fresh: bool = False,
) -> Comparison:
    """Compare variants of a fight with the fight under ``options``, by default the scenario's own rules (mostly the document's).

    A variant is a name and the overridden options, or a `Variant`, or the name of one. If both fights can be solved within ``max_states``
    states the differences are exact; else, or with 0, both are sampled: ``fights`` fights, same dice. With ``best_play`` side A plays
    optimally under each set of rules, and a fight that cannot be solved is an error. ``base_name`` is the name of the baseline's rules.
    ``fresh`` ignores cached results.
    """
    if not isinstance(variants, Mapping):
        raise FracasError("bad-variants", f"{variants!r} are no variants", "give a mapping of names and options")
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    changes = {name: _changes(rules, given) for name, given in variants.items()}
    base = encounter(rules, scenario, options, policies)
    others = {name: encounter(rules, scenario, {**(options or {}), **changed}, policies) for name, changed in changes.items()}
    budget = Budget(max_states, fights=fights, seed=seed, best_play=best_play)
    return compare_fights(base, others, budget, progress, base_name or _name_of(base), fresh)


def compare_fights(
    base: Encounter,
    others: Mapping[str, Encounter],
    budget: Budget,
    progress: Progress | None = None,
    base_name: str = "",
    fresh: bool = False,
) -> Comparison:
    """Compare any named fights of one ruleset with a baseline fight; see `compare` for the other parameters."""
    if not others:
        raise FracasError("nothing-to-compare", "no variant was given", "give at least one, as with --set option=value")
    strange = next((each for each in others.values() if each.ruleset.name != base.ruleset.name), None)
    if strange is not None:
        what = f"{strange.title} is of another ruleset than {base.title}"
        raise FracasError("other-ruleset", what, "compare fights of one ruleset")
    points = [base, *others.values()]
    own = base.ruleset.measures(base.setup)
    found = measure(points, (*COMPARED, *own), budget, progress, base=0, fresh=fresh)
    if len(found) < 2:
        raise KeyboardInterrupt
    same_rules = all(each.options() == base.options() for each in others.values())
    names = [base_name or (base.name if same_rules else _name_of(base)), *others]
    shown, *rest = [_compared(names[figures.number], base, figures) for figures in found]
    return Comparison(shown, rest, budget.seed, budget.fights, budget.best_play, found.interrupted)
