"""Stat weights: what one more of every stat of every fighter is worth in points of side A's chance to win, and its price in HP.

A stat is a number of a fighter, or dice, of which one more is a bonus of one. Each is raised and lowered by one step, and the fight is
measured with it (`fracas.lab.points`): exactly where it can be solved. The price in HP is how many HP of the same fighter are worth as
much: what a step of the stat is worth by what one HP is worth, each on average of one more and one less.
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
"""One more of a number that is not whole: a percent."""
GROWTH = 4
"""A stat may make a fight so many times larger before it is sampled."""
MOST_DRAWN = 30
WAYS = ("more", "less")
TOPIC = "weights"
OPEN = (0.05, 0.95)
"""A fight that is won less or more often than this is nearly decided: no stat shows what it is worth."""


@dataclass(frozen=True)
class Stat:
    """A number of a fighter: its path, its value, and what one more and one less of it would be (None where that is not allowed)."""

    path: str
    value: Any
    more: Any
    less: Any
    description: str = ""

    @property
    def step(self) -> int | float:
        """How much one more is."""
        return SHARE_STEP if isinstance(self.value, float) else 1


@dataclass(frozen=True)
class Weight:
    """What a stat is worth: the difference that one more of it makes, and one less. ``price`` is in HP of the same fighter."""

    stat: Stat
    more: Difference | None
    less: Difference | None
    price: float | None = None

    @property
    def worth(self) -> float:
        """What one more is worth, as a chance; where no more is allowed, what one less takes away."""
        return self.more.by if self.more is not None else -self.less.by if self.less is not None else 0.0

    @property
    def slope(self) -> float:
        """What a step is worth on average, up and down."""
        steps = [each for each in (self.more.by if self.more else None, -self.less.by if self.less else None) if each is not None]
        return sum(steps) / len(steps) if steps else 0.0

    @property
    def counts(self) -> bool:
        """Whether it changes anything that shows."""
        return any(each.shows for each in (self.more, self.less) if each is not None)

    @property
    def exact(self) -> bool:
        """Whether both differences are exact."""
        return all(each.exact for each in (self.more, self.less) if each is not None)

    def kept(self) -> list[Any]:
        """What is kept of it."""
        return [each and [each.before, each.after, each.exact, each.low, each.high, each.fights] for each in (self.more, self.less)]

    @staticmethod
    def of_kept(stat: Stat, ready: Encounter, data: Any) -> Weight | None:
        """What was kept, if it is whole."""
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
    """The stats of a fight, those that are worth most first; ``idle`` are those that change nothing."""

    base: Figures
    found: Sequence[Weight]
    idle: Sequence[Weight]
    asked: int
    budget: Budget

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before the last stat."""
        return len(self.found) + len(self.idle) < self.asked

    @property
    def exact(self) -> bool:
        """Whether every weight is exact."""
        return self.base.exact and all(each.exact for each in (*self.found, *self.idle))

    @property
    def once(self) -> list[Weight]:
        """The stats, each once: several paths may lead to the same number of a fighter, as its own, its class's and its gear's MIGHT do.

        Of those that have the same name and are worth the same, the one that has a value, with the shortest path.
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
        """The weights, and those stats that change nothing."""
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
        """What one more of each stat is worth."""
        largest = sorted(self.once, key=lambda each: -abs(each.worth))[:MOST_DRAWN]
        rows = [_bar(each) for each in largest]
        return [weights_chart(f"{self.base.encounter.title}: one more of each stat", rows)] if rows else []

    def __repr__(self) -> str:
        return f"<Weights {self.sentence()}>"


def _fighter(path: str) -> tuple[str, ...]:
    """The beginning of a path that says whose number it is: ``hero``, ``enemies.0``."""
    first, second, *_ = f"{path}.".split(".")
    return (first, second) if second.isdigit() else (first,)


def _difference(what: str, before: Any, after: Any, exact: Any, low: Any, high: Any, fights: Any) -> Difference:
    """A difference of chances that was kept; a ValueError where it is not whole."""
    whole = isinstance(exact, bool) and isinstance(fights, int) and all(isinstance(each, float) for each in (before, after, low, high))
    if not whole:
        raise ValueError(what)
    return Difference(what, before, after, True, exact, low, high, fights)


def points_text(difference: Difference, digits: int) -> str:
    """A difference of chances in points, with its interval where it was sampled."""
    sure = "" if difference.exact else f" ({100 * difference.low:+.{digits}f} to {100 * difference.high:+.{digits}f})"
    return f"{100 * difference.by:+.{digits}f}{sure}"


def _bounds(name: str) -> list[Column]:
    """One direction of a weight in data: the difference of chances, and between what it lies."""

    def part(key: str) -> Column:
        def value(each: Weight) -> float | None:
            found: Difference | None = getattr(each, name)
            return None if found is None else getattr(found, key)

        return Column(f"one {name} {'' if key == 'by' else key}".strip(), value, "+.4%", key=f"{name}_{key}", only="data")

    return [part("by"), part("low"), part("high")]


def _bar(each: Weight) -> dict[str, Any]:
    """A weight as a bar: what one more is worth, in points."""
    one = each.more or each.less
    sign = 1 if each.more is not None else -1
    assert one is not None  # a stat that counts has a difference
    ends = {} if one.exact else dict(zip(("low", "high"), sorted((100 * sign * one.low, 100 * sign * one.high)), strict=True))
    return {"x": each.stat.path, "value": 100 * each.worth, **ends}


# --- several fights -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeanWeight:
    """What one more of a stat is worth in several fights: by the name of each that has it, as a chance; 0 where it changes nothing."""

    path: str
    worths: Mapping[str, float]

    @property
    def counts(self) -> dict[str, float]:
        """The fights in which it changes anything."""
        return {name: worth for name, worth in self.worths.items() if worth}

    @property
    def mean(self) -> float:
        """Its worth on average of all fights that have it."""
        return sum(self.worths.values()) / len(self.worths)

    @property
    def mean_where_it_counts(self) -> float:
        """Its worth on average of those in which it changes anything."""
        return sum(self.counts.values()) / max(len(self.counts), 1)

    def to_data(self) -> dict[str, Any]:
        """The same as data for JSON; chances, not points."""
        means = {"mean": self.mean, "mean_where_it_counts": self.mean_where_it_counts}
        return {"path": self.path, **means, "counts_in": len(self.counts), "fights": dict(self.worths)}


@dataclass(frozen=True)
class WeightsOver(Result):
    """The stats of several fights, those worth most where they count first. Fights that are nearly decided are left out (`OPEN`)."""

    title: str
    wins: Mapping[str, float]
    """How often side A wins each fight that was looked at, also those left out."""
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
        """What one more of each stat is worth where it counts."""
        rows = [{"x": each.path, "value": 100 * each.mean_where_it_counts} for each in self.found if each.counts][:MOST_DRAWN]
        return [weights_chart(f"{self.title}: one more of each stat, where it counts", rows)] if rows else []

    def __repr__(self) -> str:
        return f"<WeightsOver {self.sentence()}>"


def is_open(win: float) -> bool:
    """Whether a fight is neither won nor lost nearly always."""
    return OPEN[0] < win < OPEN[1]


def scenarios_meant(ruleset: Ruleset, text: str) -> list[str]:
    """The scenarios that several names, patterns (``demo-*``) or ``all`` mean; none where a text names one."""
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
    """What one more of every stat is worth on average of several fights, each counting the same; see `weights` for the rest."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    limits, listener = budget or Budget(), progress or ANNOUNCED
    lacking: list[FracasError] = []

    def weighed(scenario: str | Path | Mapping[str, Any]) -> tuple[str, float, dict[str, float]]:
        ready = encounter(rules, scenario, options, policies)
        win = measure([ready], ("win",), limits, progress, keep=ready.name, fresh=fresh)[0]["win"].value
        if not is_open(win):
            return ready.name, win, {}
        try:
            found = weights(rules, scenario, paths, options, policies, budget, progress, fresh=fresh)
        except FracasError as error:
            if error.code != "unknown-stat":
                raise
            lacking.append(error)  # others may have it
            return ready.name, win, {}
        if found.interrupted:
            raise KeyboardInterrupt
        return ready.name, win, {each.stat.path: each.worth if each.counts else 0.0 for each in (*found.found, *found.idle)}

    done = one_by_one(weighed, list(scenarios), listener, "fights weighed")
    stats = dict.fromkeys(path for _, _, worths in done for path in worths)
    if lacking and not stats:
        raise lacking[0]
    means = [MeanWeight(path, {name: worths[path] for name, _, worths in done if path in worths}) for path in stats]
    ranked = sorted(means, key=lambda each: -each.mean_where_it_counts)
    return WeightsOver(rules.title, {name: win for name, win, _ in done}, ranked, limits, done.interrupted)


# --- the stats of a fight -----------------------------------------------------------------------------------------------------------


def stats_of(ready: Encounter) -> list[Stat]:
    """Every number of every fighter, and all their dice: all that is not a number of the whole scenario, or a rule option."""
    infos = (info for info in paths_of(ready.ruleset, ready.setup.scenario) if "." in info.path and not info.path.startswith(f"{OPTIONS}."))
    return [stat for info in infos if (stat := _stat(info)) is not None]


def _stat(info: PathInfo) -> Stat | None:
    """A number or dice as a stat; None where it is something else, or can be neither raised nor lowered."""
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
    """Dice with a bonus that is so much higher; None where a text is no dice, or they could give less than nothing."""
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
    """The path of the health of the fighter that a path leads into: the outermost number of that name around it.

    Further in there may be others, such as the health that an ability costs.
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
    """What one more and one less of every stat of a fight is worth in points of side A's chance to win.

    ``paths`` limits the stats: patterns with ``*``, several with commas. The differences are exact where both fights can be solved within
    the ``budget``, else of the same fights under both. Ctrl-C keeps the stats that are done; asked again, it goes on where it stopped.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ready = encounter(rules, scenario, options, policies, changes=changes)
    every = stats_of(ready)
    stats = chosen(every, paths)
    if not stats:
        raise FracasError("no-stats", f"{ready.title} has no numbers of fighters", "ask about another scenario")
    health = {path for stat in stats if (path := health_path(every, stat.path, rules.health_word)) is not None}
    looked_at = [*stats, *(stat for stat in every if stat.path in health and stat not in stats)]
    limits, base = enlarged(ready, budget or Budget(), progress, fresh)
    weighed = _weighed(ready, looked_at, limits, progress or ANNOUNCED, fresh)
    priced = _priced(weighed, every, rules.health_word)
    shown = [each for each in priced if each.stat in stats]
    ranked = sorted((each for each in shown if each.counts), key=lambda each: -each.worth)
    return Weights(base, ranked, [each for each in shown if not each.counts], len(stats), limits)


def _weighed(ready: Encounter, stats: Sequence[Stat], budget: Budget, progress: Progress, fresh: bool) -> list[Weight]:
    """The weights of stats, without prices: what is kept, then the others. After Ctrl-C those that are done, if there are any."""
    scenario = ready.setup.scenario.model_dump(mode="json", by_alias=True)
    whole = key_of(content_digest(ready.ruleset), scenario, ready.options(), list(ready.policies), budget.asked)
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
    """The fights with one more and one less of each stat, where the ruleset allows it, made ready and measured."""
    if not stats:
        return
    ways = [(stat, name) for stat in stats for name in WAYS if getattr(stat, name) is not None]
    found: dict[str, dict[str, Difference | None]] = {stat.path: {} for stat in stats}
    """What is made ready of each stat, and once it is measured what it comes to."""
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
    """The budget for fights that are like one, and that one's figures.

    Where that one is solved, they are, too, even if they are larger; else all are sampled.
    """
    base = measure([ready], ("win",), budget, progress, keep=ready.name, fresh=fresh)[0]
    if budget.best_play:
        return budget, base
    return replace(budget, max_states=max(budget.states, GROWTH * base.states) if base.exact else 0), base


def changed_point(ready: Encounter, changes: Mapping[str, Any]) -> Encounter | None:
    """A fight with other values at some paths; None where the ruleset refuses them."""
    try:
        return encounter(ready.ruleset, ready.setup.scenario, ready.options(), ready.policies, ready.name, changes=changes)
    except FracasError:
        return None


def _priced(weighed: Sequence[Weight], stats: Sequence[Stat], word: str) -> list[Weight]:
    """The weights with their prices in HP of the same fighter, where one HP is worth something."""
    slopes = {each.stat.path: each.slope for each in weighed if each.counts}
    made = []
    for each in weighed:
        health = slopes.get(health_path(stats, each.stat.path, word) or "")
        made.append(replace(each, price=each.slope / health) if health and each.counts else each)
    return made
