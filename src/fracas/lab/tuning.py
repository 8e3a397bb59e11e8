"""Tuning: find the value of a number, or of several, at which a fight comes closest to a target, and prove it.

If measuring every value is cheap, every value is measured. Otherwise values of one axis are measured at even spacing, then ever closer
around the target, and the figure is checked to be monotone over all measured values; if it is not, every value is measured. Sampled
candidates are fought more and more often, and those that can no longer be the closest are dropped, until one is left at the requested
confidence, or the limit on fights is reached, which the result then says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

from fracas.engine.contract.charts import Chart
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Done, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.encounter import Encounter
from fracas.engine.sample.simulate import deviations, interval
from fracas.errors import FracasError
from fracas.lab.axes import Axis, axes_of, grid, split_pair, values_text
from fracas.lab.points import Budget, Figures, Measured, check_measures, is_share, measure, words_of
from fracas.lab.sweeping import At, chart_of, fight_at, how_obtained, values_now

CHEAP_STATES = 500_000
"""Maximum number of states of all points together for measuring every value."""
PROBES = 5
"""Number of values to measure first, evenly spaced from the first to the last."""
FIRST_FIGHTS = 4_000
"""Initial sample size of each sampled point; it doubles for those that may still be the closest, and so on."""
MOST_FIGHTS = 4_000_000
MOST_SHOWN = 12
"""Maximum number of alternatives on a screen."""
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,9})?")
_TARGET = re.compile(rf"({_NUMBER.pattern})\s*(%?)(?:\s*\.\.\s*({_NUMBER.pattern})\s*(%?))?")

SAME = 1e-12
"""Exact figures that differ by no more than this are equal."""

Look = Callable[[Sequence[int], int], Done[Figures]]
"""Measures candidates by number; those that cannot be solved are sampled with this many fights."""


@dataclass(frozen=True)
class Target:
    """The target of a measure: from ``low`` to ``high``. A single figure is met by values that round to it (``slack``)."""

    measure: str
    low: float
    high: float
    slack: float = 0.0
    percent: bool = False

    @staticmethod
    def parse(text: str) -> Target:
        """Parse a target as typed: ``win=70%``, ``rounds=4..6``."""
        name, figure = split_pair(text)
        found = _TARGET.fullmatch(figure)
        if not found:
            raise FracasError("bad-target", f"{figure!r} is no figure", "write it like win=70% or rounds=4..6")
        first, sign, second, other_sign = found.groups()
        percent = bool(sign or other_sign)
        scale = 100 if percent else 1
        decimals = len(first.partition(".")[2])
        low = Fraction(first) / scale
        high = low if second is None else Fraction(second) / scale
        if high < low:
            raise FracasError("bad-target", f"{figure!r} ends before it begins", "write the smaller figure first")
        slack = Fraction(1, 2 * 10**decimals * scale) if second is None else Fraction(0)
        return Target(name, float(low), float(high), float(slack), percent)

    @property
    def single(self) -> bool:
        """True for a single figure, to approach as closely as possible; False for a range, which is met or not."""
        return self.low == self.high

    def off(self, value: float) -> float:
        """The distance of a value from the target."""
        return max(self.low - value, value - self.high, 0.0)

    def met(self, value: float) -> bool:
        """True if a value meets the target."""
        return self.off(value) <= self.slack + SAME

    def between(self, low: float, high: float) -> tuple[float, float]:
        """The minimum and maximum distance of a value between these bounds."""
        nearest = 0.0 if low <= self.high and high >= self.low else min(self.off(low), self.off(high))
        return nearest, max(self.off(low), self.off(high))

    def check(self, ready: Matchup) -> None:
        """Reject a target that no fight can meet, such as a chance outside 0 to 1."""
        if is_share(ready, self.measure) and not (self.low >= 0 and self.high <= 1):
            said = self.text().replace(" to ", "..").replace(" ", "")
            guess = f"did you mean {self.measure}={said}%? " if not self.percent and self.low >= 0 and self.high <= 100 else ""
            what = f"{self.measure} is a chance, and {said} is not from 0 % to 100 %"
            raise FracasError("bad-target", what, f"{guess}write it like {self.measure}=70% or {self.measure}=0.7")

    def text(self) -> str:
        """The target as displayed."""
        scale, unit = (100, " %") if self.percent else (1, "")
        ends = dict.fromkeys(f"{scale * end:g}" for end in (self.low, self.high))
        return f"{' to '.join(ends)}{unit}"


@dataclass(frozen=True)
class Tuned:
    """One candidate: its values by path, its weighted distance in steps from the current fight, and its measurements."""

    values: Mapping[str, Any]
    change: float
    figures: Figures
    off: float
    met: bool

    def to_data(self) -> dict[str, Any]:
        """The candidate as data for JSON."""
        found = self.figures
        return {
            "values": dict(self.values),
            "change": self.change,
            "off": self.off,
            "met": self.met,
            "figures": found.to_data(),
            "exact": found.exact,
            "states": found.states,
            "fights": found.fights,
        }


@dataclass(frozen=True)
class Search:
    """The course of a search: the candidates measured, those that may be the closest, and what is certain.

    ``monotone`` is None if it is irrelevant because every value was measured.
    """

    seen: Mapping[int, Figures]
    contenders: tuple[int, ...]
    complete: bool
    monotone: bool | None
    interrupted: bool = False


@dataclass(frozen=True)
class Tuning(Result):
    """The result of tuning. ``best`` is the closest candidate; among equals, or among those that meet every target, the smallest change.

    ``beside`` are its neighbours, ``met`` all that meet every target, ``front`` the Pareto front of those: no other one is better in every
    path.
    """

    axes: tuple[Axis, ...]
    targets: tuple[Target, ...]
    base: Figures
    candidates: Sequence[Tuned]
    """All candidates that were measured."""
    best: Tuned
    beside: Sequence[Tuned]
    met: Sequence[Tuned]
    front: Sequence[Tuned]
    contenders: Sequence[Tuned]
    asked: int
    complete: bool
    monotone: bool | None
    confidence: float
    budget: Budget
    interrupted: bool = False

    @property
    def certain(self) -> bool:
        """True if the answer is certain: exact, or at the requested confidence."""
        return len(self.contenders) <= 1 and not self.interrupted

    @property
    def sampled(self) -> int:
        """The number of measured candidates that are not exact."""
        return sum(not each.figures.exact for each in self.candidates)

    def sentence(self) -> str:
        """The answer in one line, with its proof."""
        ready = self.base.encounter
        wanted = " and ".join(f"{words_of(ready, target.measure)} {target.text()}" for target in self.targets)
        nearest = sorted(self.beside, key=lambda each: each.off)
        beside = [f"{self._figures(each)} with {_only(each.values)}" for each in nearest]
        found = "; ".join([f"{self._figures(self.best)} with {values_text(self.best.values)}", *beside])
        return "; ".join([f"{ready.title}, {wanted}: {self._verdict()}: {found}", *self._hints(), *self._proof()])

    def _figures(self, each: Tuned) -> str:
        return ", ".join(each.figures[target.measure].whole_text() for target in self.targets)

    def _verdict(self) -> str:
        if not self.best.met or (len(self.axes) == 1 and self.targets[0].single and len(self.targets) == 1):
            return "closest"
        return "the smallest change" + (f" of {len(self.met):,} that meet it" if len(self.met) > 1 else "")

    def _hints(self) -> list[str]:
        """Suggestions if nothing meets the targets."""
        if self.best.met:
            return []
        edges = [axis for axis in self.axes if axis.numbers and self.best.values[axis.path] in (min(axis.values), max(axis.values))]
        at_edge = [
            f"{axis.path} is at the edge of its range, {axis.shown()}: widen it to look further" for axis in edges if axis.values[1:]
        ]
        several = len(self.axes) > 1 or len(self.targets) > 1 or not self.targets[0].single
        return [*(["nothing that was looked at meets it"] if several else []), *at_edge]

    def _proof(self) -> list[str]:
        """The evidence for the answer."""
        found = []
        if self.complete:
            found.append(f"all {self.asked:,} points looked at" if self.asked > 1 else "the only point")
        else:
            looked = f"{len(self.candidates):,} of {self.asked:,} points looked at"
            rises = "the figure only rises or only falls over them" if self.monotone else "stopped before all were"
            found.append(f"{looked}, {rises}")
        found.append(how_obtained(len(self.candidates), self.sampled, self._fights()))
        if not self.certain:
            others = ", ".join(_only(each.values) for each in self.contenders[:5])
            found.append(f"not certain to {self.confidence:.4g} %: it may be {others}" if not self.interrupted else "stopped")
        elif self.sampled:
            found.append(f"certain to {self.confidence:.4g} %")
        return found

    def _fights(self) -> str:
        """The sample sizes of sampled candidates."""
        counts = sorted({each.figures.fights for each in self.candidates} - {0})
        return (
            f"{' to '.join(f'{n:,}' for n in dict.fromkeys((counts[0], counts[-1])))} fights of seed {self.budget.seed}" if counts else ""
        )

    def to_data(self) -> dict[str, Any]:
        """The answer as data for JSON."""
        return {
            "axes": [{"path": axis.path, "values": list(axis.values)} for axis in self.axes],
            "targets": [{"measure": t.measure, "low": t.low, "high": t.high, "slack": t.slack} for t in self.targets],
            "base": self.base.to_data(),
            "best": self.best.to_data(),
            "beside": [each.to_data() for each in self.beside],
            "met": [each.to_data() for each in self.met],
            "front": [each.to_data() for each in self.front],
            "contenders": [dict(each.values) for each in self.contenders],
            "candidates": [each.to_data() for each in self.candidates],
            "asked": self.asked,
            "complete": self.complete,
            "monotone": self.monotone,
            "certain": self.certain,
            "confidence": self.confidence,
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """The answer and its neighbours; with several paths or targets also the alternatives."""
        if len(self.axes) == 1 and len(self.targets) == 1 and self.targets[0].single:
            near = sorted([self.best, *self.beside], key=lambda each: each.figures.number)
            return [self._table("The closest, and its neighbours", near)]
        if not self.met:
            closest = sorted(self.candidates, key=lambda each: (each.off, each.change))
            return [self._table("The closest", closest[:MOST_SHOWN])]
        others = sorted(self.met, key=lambda each: each.change)
        shown = self._table("The smallest changes that meet it", self.front[:MOST_SHOWN], self.front)
        return [shown, self._table("All that meet it", others[:MOST_SHOWN], others)] if len(others) > len(self.front) else [shown]

    def flat(self) -> Table:
        """All candidates that were measured."""
        return self._table("", list(self.candidates))

    def _table(self, title: str, rows: Sequence[Tuned], every: Sequence[Tuned] | None = None) -> Table:
        ready = self.base.encounter

        def place(axis: Axis) -> Column:
            return Column(axis.path, lambda each: each.values[axis.path], number=axis.numbers, key=axis.path, whole=True)

        def figures(name: str) -> list[Column]:
            shown = Column(
                words_of(ready, name), lambda each: each.figures[name], Decimals(Measured.whole_text, 2), only="screen", number=True
            )
            kinds = ("value", "low", "high")
            data = [Column(kind, _part(name, kind), only="data", key=name if kind == "value" else f"{name}_{kind}") for kind in kinds]
            return [shown, *data]

        columns = [
            *map(place, self.axes),
            *(column for target in self.targets for column in figures(target.measure)),
            Column("steps of change", "change", ".4g", key="change"),
            Column("exact", lambda each: each.figures.exact, lambda exact: "exact" if exact else "sampled"),
            Column("met", "met", only="data"),
        ]
        return Table(title, columns, rows, every=every)

    def charts(self) -> list[Chart]:
        """The targets' figures over the values, with the target as a line; for two axes a heat map."""
        if len(self.axes) > 2:
            return []
        return [
            chart_of(self.base.encounter, self.axes, self.candidates, target.measure, target.low if target.single else None)
            for target in self.targets
        ]

    def __repr__(self) -> str:
        return f"<Tuning {self.sentence()}>"


def _only(values: Mapping[str, Any]) -> str:
    return ", ".join(map(str, values.values()))


def _part(name: str, kind: str) -> Callable[[Tuned], float]:
    return lambda each: float(getattr(each.figures[name], kind))


# --- searching ----------------------------------------------------------------------------------------------------------------------


def bounds_at(figure: Measured, fights: int, level: float) -> tuple[float, float]:
    """The interval of a figure at another confidence level than the 95 % it was measured with."""
    if figure.exact:
        return figure.value, figure.value
    if figure.share:
        return interval(round(figure.value * fights), fights, level)
    wider = deviations(level) / deviations()
    return figure.value - wider * (figure.value - figure.low), figure.value + wider * (figure.high - figure.value)


def off_of(figures: Figures, targets: Sequence[Target]) -> float:
    """The combined distance of a candidate from the targets, each in units of its own scale."""
    return sum(target.off(figures[target.measure].value) / _unit(target) for target in targets)


def _unit(target: Target) -> float:
    """The unit that makes distances from several targets comparable."""
    return abs(target.high) or 1.0


class _Searching:
    """A search among candidates, which are numbers. ``changes`` is the size of each one's change.

    If ``meeting``, it looks for the smallest change that meets all targets, else for the closest candidate.
    """

    def __init__(
        self, changes: Sequence[float], look: Look, targets: Sequence[Target], meeting: bool, confidence: float, most_fights: int
    ) -> None:
        self.changes, self.look, self.targets, self.meeting = changes, look, targets, meeting
        self.confidence, self.most_fights = confidence, most_fights
        self.seen: dict[int, Figures] = {}

    def run(self, narrow: bool) -> Search:
        """Search; if ``narrow``, candidates are the ordered values of one axis, and only some may need measuring."""
        monotone: bool | None = None
        interrupted = False
        contenders: tuple[int, ...] = ()
        try:
            if narrow:
                monotone = self._narrow()
            else:
                self._see(range(len(self.changes)))
            contenders = self._settle()
        except KeyboardInterrupt:
            if not self.seen:
                raise
            interrupted = True
            contenders = tuple(sorted(self.seen))
        complete = len(self.seen) == len(self.changes)
        return Search(self.seen, contenders, complete, None if complete else monotone, interrupted)

    def _see(self, numbers: Sequence[int], fights: int = FIRST_FIGHTS) -> None:
        """Measure candidates that are not yet measured, or with fewer fights."""
        wanted = [i for i in numbers if i not in self.seen or 0 < self.seen[i].fights < fights]
        if wanted:
            found = self.look(wanted, min(fights, self.most_fights))
            self.seen |= {figures.number: figures for figures in found}
            if found.interrupted:
                raise KeyboardInterrupt

    def _narrow(self) -> bool:
        """Measure evenly spaced values, then ever closer around the target; True if the figure is monotone over all measured values."""
        count = len(self.changes)
        self._see(sorted({round(k * (count - 1) / (PROBES - 1)) for k in range(PROBES)}))
        states = sum(figures.states for figures in self.seen.values()) / len(self.seen) * count
        if states <= CHEAP_STATES or any(figures.fights for figures in self.seen.values()):
            self._see(range(count))
            return True
        while self._is_monotone() and (between := self._bracket()):
            self._see(between)
        if self._is_monotone():
            nearest = min(sorted(self.seen), key=self._distance)
            self._see([i for i in (nearest - 1, nearest + 1) if 0 <= i < count])
        if not self._is_monotone():
            self._see(range(count))
            return False
        return True

    def _is_monotone(self) -> bool:
        """True if the figure only rises or only falls over all measured values."""
        values = [self.seen[i][self.targets[0].measure].value for i in sorted(self.seen)]
        rises = all(b >= a - SAME for a, b in pairwise(values))
        return rises or all(b <= a + SAME for a, b in pairwise(values))

    def _distance(self, i: int) -> tuple[float, float]:
        """The distance of a candidate from the targets and, as a tie-breaker, from the current values."""
        return off_of(self.seen[i], self.targets), self.changes[i]

    def _bracket(self) -> list[int]:
        """Two measured neighbours with the target between them; None if it is met."""
        target, name = self.targets[0].low, self.targets[0].measure
        for a, b in pairwise(sorted(self.seen)):
            first, second = self.seen[a][name].value, self.seen[b][name].value
            if b - a > 1 and min(first, second) <= target <= max(first, second):
                third = (b - a) / 3
                return sorted({min(max(round(a + k * third), a + 1), b - 1) for k in (1, 2)})
        return []

    def _settle(self) -> tuple[int, ...]:
        """The candidates that may be the answer: several if the fights allowed cannot tell them apart."""
        stages = int(log2(max(self.most_fights / FIRST_FIGHTS, 1))) + 2
        level = 1 - (1 - self.confidence / 100) / (len(self.seen) * len(self.targets) * stages)
        fights = FIRST_FIGHTS
        while True:
            left = self._may_meet(level) if self.meeting else self._may_be_closest(level)
            unsure = [i for i in left if self.seen[i].fights]
            if len(left) == 1 or not unsure or fights >= self.most_fights:
                return left if unsure else left[:1]
            fights = min(2 * fights, self.most_fights)
            self._see(unsure, fights)

    def _bounds(self, i: int, target: Target, level: float) -> tuple[float, float]:
        """The minimum and maximum distance of a candidate from a target."""
        figures = self.seen[i]
        return target.between(*bounds_at(figures[target.measure], figures.fights, level))

    def _may_be_closest(self, level: float) -> tuple[int, ...]:
        """Candidates whose minimum distance is at most the smallest maximum distance of any; the closest first."""
        least = {i: sum(self._bounds(i, target, level)[0] / _unit(target) for target in self.targets) for i in self.seen}
        most = {i: sum(self._bounds(i, target, level)[1] / _unit(target) for target in self.targets) for i in self.seen}
        bound = min(most.values())
        left = [i for i in sorted(self.seen) if least[i] <= bound]
        return tuple(sorted(left, key=self._distance))

    def _may_meet(self, level: float) -> tuple[int, ...]:
        """The smallest change that certainly meets all targets, and smaller or equal ones that may meet them.

        If none can meet them, the candidates that may be closest.
        """
        sure = [i for i in self.seen if all(self._bounds(i, target, level)[1] <= target.slack + SAME for target in self.targets)]
        may = [i for i in self.seen if all(self._bounds(i, target, level)[0] <= target.slack + SAME for target in self.targets)]
        if not may:
            return self._may_be_closest(level)
        bound = min((self.changes[i] for i in sure), default=float("inf"))
        left = [i for i in may if self.changes[i] < bound]
        answer = sorted((i for i in sure if self.changes[i] == bound), key=lambda i: (off_of(self.seen[i], self.targets), i))[:1]
        return tuple(sorted([*left, *answer], key=lambda i: (self.changes[i], i)))


def search(
    changes: Sequence[float],
    look: Look,
    targets: Sequence[Target],
    ordered: bool,
    confidence: float = 99.0,
    most_fights: int = MOST_FIGHTS,
    every: bool = False,
) -> Search:
    """Find the candidate closest to a target or, with several paths or targets, the smallest change that meets them all.

    ``changes`` has the size of each candidate's change; ``look`` measures candidates by number. If they are ``ordered`` along one axis and
    the target is one single figure, only some need measuring, unless ``every`` one is requested.
    """
    closest = ordered and len(targets) == 1 and targets[0].single
    narrow = closest and len(changes) > PROBES and not every
    return _Searching(changes, look, targets, not closest, confidence, most_fights).run(narrow)


def _front(axes: Sequence[Axis], met: Sequence[Tuned], now: Mapping[str, Any]) -> list[Tuned]:
    """The Pareto front of those that meet the targets: no other one changes no path more and some path less."""
    changes = {id(each): [axis.steps(now[axis.path], each.values[axis.path]) for axis in axes] for each in met}

    def betters(one: Tuned, other: Tuned) -> bool:
        mine, theirs = changes[id(one)], changes[id(other)]
        return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))

    return sorted((each for each in met if not any(betters(one, each) for one in met)), key=lambda each: (each.change, each.off))


def tune(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    axes: Mapping[str, Iterable[Any]],
    targets: Sequence[str | Target],
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    changes: Mapping[str, Any] | None = None,
    **how: Any,
) -> Tuning:
    """Find the values with which a scenario comes closest to the targets, such as ``{"enemies.0.hp": range(1, 81)}`` and ``["win=70%"]``.

    With several paths it is the smallest change that meets them. ``changes`` apply at every point; ``how`` is passed to `tune_at`.
    """
    at = fight_at(ruleset, scenario, options, policies, changes)
    wanted = [Target.parse(target) if isinstance(target, str) else target for target in targets]
    return tune_at(at, axes_of(axes), wanted, values_now(at({}), axes), **how)


def tune_at(
    at: At,
    axes: Sequence[Axis],
    targets: Sequence[Target],
    now: Mapping[str, Any],
    budget: Budget | None = None,
    weights: Mapping[str, float] | None = None,
    confidence: float = 99.0,
    most_fights: int = MOST_FIGHTS,
    every: bool = False,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Tuning:
    """Find the values at which the fight built by ``at`` is closest to the targets; with several axes the smallest change meeting them.

    ``now`` has the current values, by path; the size of a change is in steps of its axis times its weight in ``weights``. Points that can
    only be sampled get up to ``most_fights`` fights, until the answer is certain to ``confidence`` percent. ``every`` value is measured if
    that is cheap, or requested.
    """
    if not targets:
        raise FracasError("no-target", "no target is given", "give one, like --target win=70%")
    if not 50 <= confidence < 100:
        raise FracasError("bad-confidence", f"{confidence} % is no confidence", "give one from 50 to below 100, like 99")
    ready = at({})
    check_measures(ready, [target.measure for target in targets])
    for target in targets:
        target.check(ready)
    limits, places, weighed = budget or Budget(), grid(axes), dict(weights or {})
    paths = [axis.path for axis in axes]
    for path in weighed:
        if path not in paths:
            raise FracasError("unknown-path", f"a weight is given to {path!r}, which is not changed", f"weigh {', '.join(paths)}")
    changes = [sum(weighed.get(axis.path, 1.0) * axis.steps(now[axis.path], values[axis.path]) for axis in axes) for values in places]
    names = tuple(dict.fromkeys(target.measure for target in targets))
    with limits.opened() as within:
        looking = _Looking(at, places, names, within, progress, fresh)
        base = looking.base()
        ended = search(changes, looking, targets, len(axes) == 1, confidence, most_fights, every)

    def tuned(i: int) -> Tuned:
        figures = ended.seen[i]
        met = all(target.met(figures[target.measure].value) for target in targets)
        return Tuned(places[i], changes[i], figures, off_of(figures, targets), met)

    candidates = {i: tuned(i) for i in sorted(ended.seen)}
    met = [each for each in candidates.values() if each.met]
    closest = len(axes) == 1 and len(targets) == 1 and targets[0].single
    best = _closest(candidates.values()) if closest or not met else min(met, key=lambda each: (each.change, each.off))
    place = best.figures.number
    beside = [candidates[i] for i in (place - 1, place + 1) if len(axes) == 1 and i in candidates]
    return Tuning(
        tuple(axes), tuple(targets), base, tuple(candidates.values()), best, beside, met, _front(axes, met, now),
        [candidates[i] for i in ended.contenders], len(places), ended.complete, ended.monotone, confidence, limits, ended.interrupted,
    )  # fmt: skip


def _closest(candidates: Iterable[Tuned]) -> Tuned:
    """The candidate with the smallest distance; among equals, the one with the smallest change."""
    return min(candidates, key=lambda each: (each.off, each.change))


class _Looking:
    """Measures candidates by number. A candidate next to ones that could not be solved is sampled right away."""

    def __init__(
        self, at: At, places: Sequence[Mapping[str, Any]], measures: tuple[str, ...], budget: Budget, progress: Progress | None, fresh: bool
    ) -> None:
        self._at, self._places, self._measures, self._budget, self._progress = at, places, measures, budget, progress
        self._fresh = fresh
        self._ready: dict[int, Encounter] = {}
        self._solved: dict[int, bool] = {}
        self._shelf = ""

    def base(self) -> Figures:
        """The unchanged fight."""
        ready = self._at({})
        self._shelf = ready.name
        (found,) = measure([ready], self._measures, self._budget, self._progress, keep=self._shelf, fresh=self._fresh)
        return found

    def __call__(self, numbers: Sequence[int], fights: int) -> Done[Figures]:
        """The figures of candidates; those that cannot be solved are sampled with this many fights."""
        tried = [i for i in numbers if self._may_be_solved(i)]
        rest = [i for i in numbers if i not in set(tried)]
        done: Done[Figures] = Done()
        for some, budget in ((tried, self._budget), (rest, replace(self._budget, max_states=0))):
            if some and not done.interrupted:
                found = measure(
                    [self._made(i) for i in some], self._measures, replace(budget, fights=fights), self._progress, keep=self._shelf,
                    fresh=self._fresh,
                )  # fmt: skip
                done.extend(replace(figures, number=some[figures.number]) for figures in found)
                done.interrupted = found.interrupted
        self._solved |= {figures.number: not figures.fights for figures in done}
        return done

    def _made(self, i: int) -> Encounter:
        if i not in self._ready:
            self._ready[i] = self._at(self._places[i])
        return self._ready[i]

    def _may_be_solved(self, i: int) -> bool:
        """False if the candidate itself, or its measured neighbours, could not be solved."""
        if self._budget.best_play or i in self._solved:
            return self._budget.best_play or self._solved[i]
        below = max((j for j in self._solved if j < i), default=None)
        above = min((j for j in self._solved if j > i), default=None)
        return all(self._solved[j] for j in (below, above) if j is not None)
