"""Stat weights: the worth of one more of every stat of every fighter, in points of side A's chance to win, and its price in HP.

A stat is a number of a fighter, or dice, of which one more is a bonus of one. Each is raised and lowered by one step, and the fight is
measured with it (`fracas.lab.points`), exactly if it can be solved. The price in HP is the number of HP of the same fighter with the same
worth: the worth of a step of the stat divided by that of one HP, each averaged over one more and one less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from typing import Any

from fracas.dice.notation import parse_dice
from fracas.engine.contract.charts import Chart
from fracas.engine.contract.charts import weights as weights_chart
from fracas.engine.contract.deciding import policy_keys
from fracas.engine.contract.paths import PathInfo, paths_of
from fracas.engine.contract.progress import ANNOUNCED, Progress, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.contract.walk import OPTIONS
from fracas.engine.encounter import Encounter, encounter
from fracas.errors import FracasError, unknown
from fracas.lab.kept import Shelf, content_digest, key_of
from fracas.lab.points import Budget, Difference, Figures, measure, measure_as_made, words_of

SHARE_STEP = 0.01
"""The step of a fractional number: one percent."""
GROWTH = 4
"""How many times larger than the original a changed fight may be before it is sampled."""
MOST_DRAWN = 30
WAYS = ("more", "less")
TOPIC = "weights"
OPEN = (0.05, 0.95)
"""A fight won less or more often than this is nearly decided, so that no stat shows its worth."""


@dataclass(frozen=True)
class Stat:
    """A number of a fighter: its path, its value, and the value with one more and one less (None if that is not allowed)."""

    path: str
    value: Any
    more: Any
    less: Any
    description: str = ""

    @property
    def step(self) -> int | float:
        """The size of one step."""
        return SHARE_STEP if isinstance(self.value, float) else 1


@dataclass(frozen=True)
class Weight:
    """The worth of a stat: the difference made by one more, and by one less. ``price`` is in HP of the same fighter."""

    stat: Stat
    more: Difference | None
    less: Difference | None
    price: float | None = None

    @property
    def worth(self) -> float:
        """The gain from one more, as a chance; if no more is allowed, the loss from one less."""
        return self.more.by if self.more is not None else -self.less.by if self.less is not None else 0.0

    @property
    def slope(self) -> float:
        """The average worth of a step, up and down."""
        steps = [each for each in (self.more.by if self.more else None, -self.less.by if self.less else None) if each is not None]
        return sum(steps) / len(steps) if steps else 0.0

    @property
    def counts(self) -> bool:
        """True if it makes any significant difference."""
        return any(each.shows for each in (self.more, self.less) if each is not None)

    @property
    def exact(self) -> bool:
        """True if both differences are exact."""
        return all(each.exact for each in (self.more, self.less) if each is not None)

    def kept(self) -> list[Any]:
        """The data to cache."""
        return [each and [each.before, each.after, each.exact, each.low, each.high, each.fights] for each in (self.more, self.less)]

    @staticmethod
    def of_kept(stat: Stat, ready: Encounter, data: Any) -> Weight | None:
        """Restore it from cached data, if complete."""
        what = words_of(ready, "win")
        try:
            more, less = (None if each is None else _difference(what, *each) for each in data)
        except (TypeError, ValueError):
            return None
        return Weight(stat, more, less)

    def to_data(self) -> dict[str, Any]:
        """The weight as data for JSON; chances, not points."""
        both = {"more": (self.stat.more, self.more), "less": (self.stat.less, self.less)}
        found = {
            name: None if each is None else {"value": value, "win": each.after, "by": each.by, "low": each.low, "high": each.high}
            for name, (value, each) in both.items()
        }
        return {"path": self.stat.path, "value": self.stat.value, "worth": self.worth, "price": self.price, "exact": self.exact, **found}


@dataclass(frozen=True)
class Weights(Result):
    """The stats of a fight, the most valuable first; ``idle`` are those that make no difference."""

    base: Figures
    found: Sequence[Weight]
    idle: Sequence[Weight]
    asked: int
    budget: Budget

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last stat."""
        return len(self.found) + len(self.idle) < self.asked

    @property
    def exact(self) -> bool:
        """True if every weight is exact."""
        return self.base.exact and all(each.exact for each in (*self.found, *self.idle))

    @property
    def once(self) -> list[Weight]:
        """The stats without duplicates: several paths may lead to the same number of a fighter, such as its own and its class's.

        Among stats of the same name and worth, the one with a value and the shortest path is kept.
        """
        plainest = sorted(self.found, key=lambda each: (not each.stat.value, each.stat.path.count("."), len(each.stat.path)))
        kept: dict[tuple[tuple[str, ...], str, float], Weight] = {}
        for each in plainest:
            kept.setdefault((_fighter(each.stat.path), each.stat.path.rpartition(".")[2], round(each.worth, 12)), each)
        chosen = {each.stat.path for each in kept.values()}
        return [each for each in self.found if each.stat.path in chosen]

    def sentence(self) -> str:
        """The result in one line."""
        ready = self.base.encounter
        how = "exact" if self.exact else f"sampled where not exact: {self.budget.fights:,} paired fights of seed {self.budget.seed}"
        stopped = f"; stopped after {len(self.found) + len(self.idle)} of {self.asked} stats" if self.interrupted else ""
        lead = f"{ready.title}: {words_of(ready, 'win')} {self.base['win'].text()}; "
        if not self.found:
            return f"{lead}no stat of {self.asked} changes that ({how}{stopped})"
        best = self.once[0]
        return f"{lead}one more {best.stat.path} is worth most: {100 * best.worth:+.2f} points ({how}{stopped})"

    def to_data(self) -> dict[str, Any]:
        """The weights as data for JSON."""
        return {
            "win": self.base["win"].to_data(),
            "weights": [each.to_data() for each in self.found],
            "idle": [each.stat.path for each in self.idle],
            "asked": self.asked,
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """The weights, and the stats that make no difference."""
        health = self.base.encounter.ruleset.health_word
        columns = [
            Column("stat", lambda each: each.stat.path, whole=True),
            Column("value", lambda each: each.stat.value, number=True),
            Column("one more", lambda each: each.more, Decimals(points_text, 2), key="_more", only="screen", number=True, empty="–"),
            Column("one less", lambda each: each.less, Decimals(points_text, 2), key="_less", only="screen", number=True, empty="–"),
            *(column for name in WAYS for column in _bounds(name)),
            Column(f"worth in {health}", "price", ".1f", key="price", empty="–"),
            Column("exact", "exact", only="data"),
        ]
        once = self.once
        others = f"; {len(self.found) - len(once)} other paths lead to the same" if len(once) < len(self.found) else ""
        tables = [Table(f"Points of win chance{others}", columns, once, every=self.found)]
        if self.idle:
            idle = [Column("stat", lambda each: each.stat.path), Column("value", lambda each: each.stat.value, number=True)]
            tables.append(Table("These change nothing", idle, self.idle))
        return tables

    def charts(self) -> list[Chart]:
        """The worth of one more of each stat."""
        largest = sorted(self.once, key=lambda each: -abs(each.worth))[:MOST_DRAWN]
        rows = [_bar(each) for each in largest]
        return [weights_chart(f"{self.base.encounter.title}: one more of each stat", rows)] if rows else []

    def __repr__(self) -> str:
        return f"<Weights {self.sentence()}>"


def _fighter(path: str) -> tuple[str, ...]:
    """The start of a path that says which fighter it belongs to: ``hero``, ``enemies.0``."""
    first, second, *_ = f"{path}.".split(".")
    return (first, second) if second.isdigit() else (first,)


def _difference(what: str, before: Any, after: Any, exact: Any, low: Any, high: Any, fights: Any) -> Difference:
    """Restore a cached difference of chances; a ValueError if it is incomplete."""
    whole = isinstance(exact, bool) and isinstance(fights, int) and all(isinstance(each, float) for each in (before, after, low, high))
    if not whole:
        raise ValueError(what)
    return Difference(what, before, after, True, exact, low, high, fights)


def points_text(difference: Difference, digits: int) -> str:
    """A difference of chances in points, with its interval if it was sampled."""
    sure = "" if difference.exact else f" ({100 * difference.low:+.{digits}f} to {100 * difference.high:+.{digits}f})"
    return f"{100 * difference.by:+.{digits}f}{sure}"


def _bounds(name: str) -> list[Column]:
    """Columns of one direction of a weight: the difference of chances, and its interval."""

    def part(key: str) -> Column:
        def value(each: Weight) -> float | None:
            found: Difference | None = getattr(each, name)
            return None if found is None else getattr(found, key)

        return Column(f"one {name} {'' if key == 'by' else key}".strip(), value, "+.4%", key=f"{name}_{key}", only="data")

    return [part("by"), part("low"), part("high")]


def _bar(each: Weight) -> dict[str, Any]:
    """A weight as a bar: the worth of one more, in points."""
    one = each.more or each.less
    sign = 1 if each.more is not None else -1
    assert one is not None  # a stat that counts has a difference
    ends = {} if one.exact else dict(zip(("low", "high"), sorted((100 * sign * one.low, 100 * sign * one.high)), strict=True))
    return {"x": each.stat.path, "value": 100 * each.worth, **ends}


# --- several fights -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeanWeight:
    """The worth of one more of a stat in several fights: by fight name, as a chance; 0 where it makes no difference."""

    path: str
    worths: Mapping[str, float]

    @property
    def counts(self) -> dict[str, float]:
        """The fights in which it makes a difference."""
        return {name: worth for name, worth in self.worths.items() if worth}

    @property
    def mean(self) -> float:
        """Its average worth over all fights that have it."""
        return sum(self.worths.values()) / len(self.worths)

    @property
    def mean_where_it_counts(self) -> float:
        """Its average worth over the fights in which it makes a difference."""
        return sum(self.counts.values()) / max(len(self.counts), 1)

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON; chances, not points."""
        means = {"mean": self.mean, "mean_where_it_counts": self.mean_where_it_counts}
        return {"path": self.path, **means, "counts_in": len(self.counts), "fights": dict(self.worths)}


@dataclass(frozen=True)
class WeightsOver(Result):
    """The stats of several fights, the most valuable where they count first. Nearly decided fights are left out (`OPEN`)."""

    title: str
    wins: Mapping[str, float]
    """Side A's chance to win each measured fight, including those left out."""
    found: Sequence[MeanWeight]
    budget: Budget
    interrupted: bool = False

    @property
    def open(self) -> list[str]:
        """The fights that were weighed."""
        return [name for name, win in self.wins.items() if is_open(win)]

    def sentence(self) -> str:
        """The result in one line."""
        mean = sum(self.wins.values()) / len(self.wins)
        how = f"sampled where not exact: {self.budget.fights:,} paired fights of seed {self.budget.seed} each"
        stopped = "; stopped before the last fight" if self.interrupted else ""
        fights = f"{len(self.wins)} {'fight' if len(self.wins) == 1 else 'fights'}, won {mean:.1%} on average"
        lead = f"{self.title}, {fights}, {len(self.open)} of them open ({how}{stopped}): "
        if not self.found or not self.found[0].counts:
            return f"{lead}no stat changes anything"
        best = self.found[0]
        where = f"where it counts, in {len(best.counts)} of {len(best.worths)}"
        return f"{lead}one more {best.path} is worth most, {100 * best.mean_where_it_counts:+.2f} points {where}"

    def to_data(self) -> dict[str, Any]:
        """The weights as data for JSON."""
        return {
            "wins": dict(self.wins),
            "open": self.open,
            "weights": [each.to_data() for each in self.found],
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """A row for each stat."""
        columns = [
            Column("stat", "path", whole=True),
            Column("worth", "mean", "+.2%"),
            Column("counts in", lambda each: len(each.counts)),
            Column("worth there", "mean_where_it_counts", "+.2%"),
            Column("most in", lambda each: max(each.worths, key=lambda name: each.worths[name]), only="data"),
            Column("least in", lambda each: min(each.worths, key=lambda name: each.worths[name]), only="data"),
        ]
        return [Table(f"One more, on average of {len(self.open)} fights", columns, self.found)]

    def charts(self) -> list[Chart]:
        """The worth of one more of each stat, where it counts."""
        rows = [{"x": each.path, "value": 100 * each.mean_where_it_counts} for each in self.found if each.counts][:MOST_DRAWN]
        return [weights_chart(f"{self.title}: one more of each stat, where it counts", rows)] if rows else []

    def __repr__(self) -> str:
        return f"<WeightsOver {self.sentence()}>"


def is_open(win: float) -> bool:
    """True unless a fight is nearly always won or nearly always lost."""
    return OPEN[0] < win < OPEN[1]


def scenarios_meant(ruleset: Ruleset, text: str) -> list[str]:
    """The scenarios matched by several names, patterns (``demo-*``) or ``all``; none if the text is a single name."""
    if text != "all" and not any(sign in text for sign in ",*"):
        return []
    known = list(ruleset.scenarios())
    found: dict[str, None] = {}
    for pattern in (name for part in text.split(",") if (name := part.strip())):
        matching = known if pattern == "all" else [name for name in known if fnmatchcase(name, pattern)]
        if not matching:
            raise unknown("scenario", pattern, known)
        found.update(dict.fromkeys(matching))
    return list(found)


def weights_over(
    ruleset: str | Ruleset,
    scenarios: Sequence[str | Path | Mapping[str, Any]],
    paths: str = "*",
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    budget: Budget | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> WeightsOver:
    """The average worth of one more of every stat over several equally weighted fights; see `weights` for the other parameters."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    limits, listener = budget or Budget(), progress or ANNOUNCED
    lacking: list[FracasError] = []

    def weighed(scenario: str | Path | Mapping[str, Any]) -> tuple[str, float, dict[str, float]]:
        ready = encounter(rules, scenario, options, policies)
        win = measure([ready], ("win",), allowed, progress, keep=ready.name, fresh=fresh)[0]["win"].value
        if not is_open(win):
            return ready.name, win, {}
        try:
            found = weights(rules, scenario, paths, options, policies, allowed, progress, fresh=fresh)
        except FracasError as error:
            if error.code != "unknown-stat":
                raise
            lacking.append(error)  # other fights may have it
            return ready.name, win, {}
        if found.interrupted:
            raise KeyboardInterrupt
        return ready.name, win, {each.stat.path: each.worth if each.counts else 0.0 for each in (*found.found, *found.idle)}

    with limits.opened() as allowed:
        done = one_by_one(weighed, list(scenarios), listener, "fights weighed")
    stats = dict.fromkeys(path for _, _, worths in done for path in worths)
    if lacking and not stats:
        raise lacking[0]
    means = [MeanWeight(path, {name: worths[path] for name, _, worths in done if path in worths}) for path in stats]
    ranked = sorted(means, key=lambda each: -each.mean_where_it_counts)
    return WeightsOver(rules.title, {name: win for name, win, _ in done}, ranked, limits, done.interrupted)


# --- the stats of a fight -----------------------------------------------------------------------------------------------------------


def stats_of(ready: Encounter) -> list[Stat]:
    """Every number and all dice of every fighter: everything except numbers of the whole scenario, and rule options."""
    infos = (info for info in paths_of(ready.ruleset, ready.setup.scenario) if "." in info.path and not info.path.startswith(f"{OPTIONS}."))
    return [stat for info in infos if (stat := _stat(info)) is not None]


def _stat(info: PathInfo) -> Stat | None:
    """A number or dice as a stat; None for anything else, or if it can be neither raised nor lowered."""
    value = info.value
    more: Any
    less: Any
    if isinstance(value, str) and not info.choices:
        more, less = _dice(value, 1), _dice(value, -1)
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and not info.choices:
        more, less = (_within(info, value + by) for by in ((1, -1) if isinstance(value, int) else (SHARE_STEP, -SHARE_STEP)))
    else:
        return None
    return None if more is None and less is None else Stat(info.path, value, more, less, info.description)


def _within(info: PathInfo, value: int | float) -> int | float | None:
    low, high = info.lowest, info.highest
    value = round(value, 10) if isinstance(value, float) else value
    return None if (low is not None and value < low) or (high is not None and value > high) else value


def _dice(text: str, by: int) -> str | None:
    """Dice with a bonus raised by this much; None if a text is not dice, or they could give less than zero."""
    try:
        dice = parse_dice(text)
    except FracasError:
        return None
    raised = dice._replace(bonus=dice.bonus + by)
    return str(raised) if raised.highest >= 0 else None


def chosen(stats: Sequence[Stat], patterns: str) -> list[Stat]:
    """The stats whose paths match one of several patterns: ``hero.*,enemies.0.hp``."""
    wanted = [pattern.strip() for pattern in patterns.split(",")]
    for pattern in wanted:
        if not any(fnmatchcase(stat.path, pattern) for stat in stats):
            raise unknown("stat", pattern, [stat.path for stat in stats])
    return [stat for stat in stats if any(fnmatchcase(stat.path, pattern) for pattern in wanted)]


def health_path(stats: Sequence[Stat], path: str, word: str) -> str | None:
    """The path of the health of the fighter that a path belongs to: the outermost number of that name around it.

    Deeper down there may be others, such as the health cost of an ability.
    """
    known = {stat.path for stat in stats}
    parts = path.split(".")
    around = (".".join((*parts[:n], word.lower())) for n in range(1, len(parts)))
    return next((found for found in around if found in known), None)


# --- weighing -----------------------------------------------------------------------------------------------------------------------


def weights(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    paths: str = "*",
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    budget: Budget | None = None,
    progress: Progress | None = None,
    changes: Mapping[str, Any] | None = None,
    fresh: bool = False,
) -> Weights:
    """The worth of one more and one less of every stat of a fight, in points of side A's chance to win.

    ``paths`` limits the stats: patterns with ``*``, separated by commas. The differences are exact if both fights can be solved within the
    ``budget``, else they come from the same fights under both. Ctrl-C keeps the finished stats; a repeated call resumes there.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ready = encounter(rules, scenario, options, policies, changes=changes)
    every = stats_of(ready)
    stats = chosen(every, paths)
    if not stats:
        raise FracasError("no-stats", f"{ready.title} has no numbers of fighters", "ask about another scenario")
    health = {path for stat in stats if (path := health_path(every, stat.path, rules.health_word)) is not None}
    looked_at = [*stats, *(stat for stat in every if stat.path in health and stat not in stats)]
    with (budget or Budget()).opened() as allowed:
        limits, base = enlarged(ready, allowed, progress, fresh)
        weighed = _weighed(ready, looked_at, limits, progress or ANNOUNCED, fresh)
    priced = _priced(weighed, every, rules.health_word)
    shown = [each for each in priced if each.stat in stats]
    ranked = sorted((each for each in shown if each.counts), key=lambda each: -each.worth)
    return Weights(base, ranked, [each for each in shown if not each.counts], len(stats), limits)


def _weighed(ready: Encounter, stats: Sequence[Stat], budget: Budget, progress: Progress, fresh: bool) -> list[Weight]:
    """The weights of stats, without prices: cached ones first, then the others. After Ctrl-C those that are finished, if there are any."""
    scenario = ready.setup.scenario.model_dump(mode="json", by_alias=True)
    whole = key_of(content_digest(ready.ruleset), scenario, ready.options(), policy_keys(ready.policies), budget.asked)
    with Shelf(ready.ruleset, f"{TOPIC} {ready.name}", fresh) as shelf:
        keys = {stat.path: key_of("weight", stat.path, stat.more, stat.less, whole) for stat in stats}
        known = {stat.path: weight for stat in stats if (weight := Weight.of_kept(stat, ready, shelf.get(keys[stat.path]))) is not None}
        try:
            for weight in _weigh(ready, [stat for stat in stats if stat.path not in known], budget, progress, fresh):
                known[weight.stat.path] = weight
                shelf.put(keys[weight.stat.path], weight.kept())
        except KeyboardInterrupt:
            if not known:
                raise
    return [known[stat.path] for stat in stats if stat.path in known]


def _weigh(ready: Encounter, stats: Sequence[Stat], budget: Budget, progress: Progress, fresh: bool) -> Iterator[Weight]:
    """Build and measure the fights with one more and one less of each stat, if the ruleset allows them."""
    if not stats:
        return
    ways = [(stat, name) for stat in stats for name in WAYS if getattr(stat, name) is not None]
    found: dict[str, dict[str, Difference | None]] = {stat.path: {} for stat in stats}
    """For each stat and direction None while it is only built, then its measured difference."""
    made: list[tuple[Stat, str]] = []

    def points() -> Iterator[Encounter]:
        for stat, both in groupby(ways, lambda way: way[0]):
            ready_made = {name: changed_point(ready, {stat.path: getattr(stat, name)}) for _, name in both}
            allowed = {name: point for name, point in ready_made.items() if point is not None}
            found[stat.path] = dict.fromkeys(allowed)
            made.extend((stat, name) for name in allowed)
            yield from allowed.values()

    for figures in measure_as_made(ready, points(), len(ways), ("win",), budget, progress, ready.name, fresh):
        stat, name = made[figures.number]
        found[stat.path][name] = figures.differences["win"]
        if None not in found[stat.path].values():
            yield Weight(stat, found[stat.path].get("more"), found[stat.path].get("less"))
    yield from (Weight(stat, None, None) for stat in stats if not found[stat.path])


def enlarged(ready: Encounter, budget: Budget, progress: Progress | None, fresh: bool) -> tuple[Budget, Figures]:
    """The budget for fights similar to one, and that one's figures.

    If that one is solved, they are solved too, even if they are larger; else all are sampled.
    """
    base = measure([ready], ("win",), budget, progress, keep=ready.name, fresh=fresh)[0]
    if budget.best_play:
        return budget, base
    return replace(budget, max_states=max(budget.states, GROWTH * base.states) if base.exact else 0), base


def changed_point(ready: Encounter, changes: Mapping[str, Any]) -> Encounter | None:
    """A fight with overridden values at some paths; None if the ruleset rejects them."""
    try:
        return encounter(ready.ruleset, ready.setup.scenario, ready.options(), ready.policies, ready.name, changes=changes)
    except FracasError:
        return None


def _priced(weighed: Sequence[Weight], stats: Sequence[Stat], word: str) -> list[Weight]:
    """Add prices in HP of the same fighter to the weights, if one HP is worth something."""
    slopes = {each.stat.path: each.slope for each in weighed if each.counts}
    made = []
    for each in weighed:
        health = slopes.get(health_path(stats, each.stat.path, word) or "")
        made.append(replace(each, price=each.slope / health) if health and each.counts else each)
    return made
