"""Tuning: the value of a number, or of several, with which a fight comes closest to a target, and the proof of it.

Where looking at every value is cheap, every value is looked at. Else values of one axis are looked at evenly, then ever closer around the
target, and it is checked that the figure only rises or only falls over all that were looked at; where it does not, every value is looked
at. What can only be sampled is fought more and more often, and what cannot be the closest any more is dropped, until one is left with the
confidence asked for, or the bound on fights is reached, which is then said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import log2
from typing import Any

from fracas.engine.contract.charts import Chart, by_value, heat_map
from fracas.engine.contract.progress import Done, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.sample.simulate import deviations, interval
from fracas.errors import FracasError
from fracas.lab.axes import Axis, grid, split_pair, values_text
from fracas.lab.points import Budget, Figures, Measured, is_share, measure, words_of
from fracas.lab.sweeping import At, drawn, how_obtained

CHEAP_STATES = 500_000
"""States of all points together up to which every value is looked at."""
PROBES = 5
"""Values that are looked at first, from the first to the last evenly."""
FIRST_FIGHTS = 4_000
"""Fights of each point that is sampled, at first; those that may be the closest are then fought twice as often, and so on."""
MOST_FIGHTS = 4_000_000
MOST_SHOWN = 12
"""Alternatives that are shown on a screen."""
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,9})?")
_TARGET = re.compile(rf"({_NUMBER.pattern})\s*(%?)(?:\s*\.\.\s*({_NUMBER.pattern})\s*(%?))?")

Look = Callable[[Sequence[int], int], Done[Figures]]
"""Look at candidates by number, fighting so often those that cannot be solved; with 0 fights none is tried to be solved."""


@dataclass(frozen=True)
class Target:
    """What a measure should be: from ``low`` to ``high``. A single figure is met by what rounds to it (``slack``)."""

    measure: str
    low: float
    high: float
    slack: float = 0.0
    percent: bool = False

    @staticmethod
    def parse(text: str) -> Target:
        """A target as it is typed: ``win=70%``, ``rounds=4..6``."""
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
        """Whether it is one figure, to which one comes as close as can be, rather than a range that is met or not."""
        return self.low == self.high

    def off(self, value: float) -> float:
        """How far a value is from what is wanted."""
        return max(self.low - value, value - self.high, 0.0)

    def met(self, value: float) -> bool:
        """Whether a value is what is wanted."""
        return self.off(value) <= self.slack

    def between(self, low: float, high: float) -> tuple[float, float]:
        """The least and the most that a value between these bounds can be off."""
        nearest = 0.0 if low <= self.high and high >= self.low else min(self.off(low), self.off(high))
        return nearest, max(self.off(low), self.off(high))

    def text(self) -> str:
        """The target as it is shown."""
        scale, unit = (100, " %") if self.percent else (1, "")
        ends = dict.fromkeys(f"{scale * end:g}" for end in (self.low, self.high))
        return f"{' to '.join(ends)}{unit}"


@dataclass(frozen=True)
class Tuned:
    """One candidate: its values by path, how many weighted steps it is from the fight as it is, and what was measured."""

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
    """How a search went: the candidates that were looked at, those that may be the closest, and what is certain.

    ``monotone`` is None where nothing hangs on it: every value was looked at.
    """

    seen: Mapping[int, Figures]
    contenders: tuple[int, ...]
    complete: bool
    monotone: bool | None
    interrupted: bool = False


@dataclass(frozen=True)
class Tuning(Result):
    """What tuning found. ``best`` is the candidate that comes closest; of those that are as close, or that meet every target, the one with
    the smallest change. ``beside`` are its neighbours, ``met`` all that meet every target, ``front`` those of them that no other one
    betters in every path.
    """

    axes: tuple[Axis, ...]
    targets: tuple[Target, ...]
    base: Figures
    candidates: Sequence[Tuned]
    """All that were looked at."""
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
        """Whether the answer is certain: exact, or to the confidence asked for."""
        return len(self.contenders) <= 1 and not self.interrupted

    @property
    def sampled(self) -> int:
        """How many of the candidates looked at are not exact."""
        return sum(not each.figures.exact for each in self.candidates)

    def sentence(self) -> str:
        """The answer in one line, with its proof."""
        ready = self.base.encounter
        wanted = " and ".join(f"{words_of(ready, target.measure)} {target.text()}" for target in self.targets)
        parts = [f"{ready.title}, {wanted}: {values_text(self.best.values)} {self._figures(self.best)}{self._verdict()}"]
        if self.beside:
            parts.append("beside it " + ", ".join(f"{_only(each.values)} {self._figures(each)}" for each in self.beside))
        return "; ".join([*parts, *self._proof()])

    def _figures(self, each: Tuned) -> str:
        return "(" + ", ".join(each.figures[target.measure].whole_text() for target in self.targets) + ")"

    def _verdict(self) -> str:
        if self.best.met:
            most = f", one of {len(self.met):,} that meet it" if len(self.met) > 1 else ""
            return f" meets it with the smallest change{most}" if len(self.axes) > 1 or not self.targets[0].single else " comes closest"
        return " comes closest, and nothing that was looked at meets it"

    def _proof(self) -> list[str]:
        """What the answer rests on."""
        found = []
        if self.complete:
            found.append(f"all {self.asked:,} values looked at" if self.asked > 1 else "the only value")
        else:
            looked = f"{len(self.candidates):,} of {self.asked:,} values looked at"
            rises = "the figure only rises or only falls over them" if self.monotone else "stopped before all were"
            found.append(f"{looked}, {rises}")
        found.append(how_obtained(len(self.candidates), self.sampled, self.budget))
        if not self.certain:
            others = ", ".join(_only(each.values) for each in self.contenders[:5])
            found.append(f"not certain to {self.confidence:.4g} %: it may be {others}" if not self.interrupted else "stopped")
        elif self.sampled:
            found.append(f"certain to {self.confidence:.4g} %")
        return found

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
        """The answer and its neighbours; with several paths or targets the alternatives."""
        if len(self.axes) == 1 and len(self.targets) == 1 and self.targets[0].single:
            near = sorted([self.best, *self.beside], key=lambda each: each.figures.number)
            return [self._table("The closest, and its neighbours", near)]
        if not self.met:
            closest = sorted(self.candidates, key=lambda each: (each.off, each.change))
            return [self._table("The closest", closest[:MOST_SHOWN])]
        shown = [self._table("The smallest changes that meet it", self.front[:MOST_SHOWN], self.front)]
        others = sorted(self.met, key=lambda each: each.change)
        return [*shown, self._table("All that meet it", others[:MOST_SHOWN], others)]

    def flat(self) -> Table:
        """All candidates that were looked at."""
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
            Column("change", "change", ".4g"),
            Column("exact", lambda each: each.figures.exact, lambda exact: "exact" if exact else "sampled"),
            Column("met", "met", only="data"),
        ]
        return Table(title, columns, rows, every=every)

    def charts(self) -> list[Chart]:
        """The targets' figures by the value, with the target as a line; of two axes a heat map."""
        if len(self.axes) > 2:
            return []
        return [self._drawn(target) for target in self.targets]

    def _drawn(self, target: Target) -> Chart:
        ready, name = self.base.encounter, target.measure
        title, share = f"{ready.title}: {words_of(ready, name)}", is_share(ready, name)
        if len(self.axes) == 2:
            down, across = (axis.path for axis in self.axes)
            cells = [{"x": e.values[across], "y": e.values[down], "value": e.figures[name].value} for e in self.candidates]
            return heat_map(title, cells, across, down, share)
        path = self.axes[0].path
        rows = [drawn(each.values[path], each.figures[name]) for each in self.candidates]
        return by_value(title, rows, path, words_of(ready, name), target.low if target.single else None, share)

    def __repr__(self) -> str:
        return f"<Tuning {self.sentence()}>"


def _only(values: Mapping[str, Any]) -> str:
    return ", ".join(map(str, values.values()))


def _part(name: str, kind: str) -> Callable[[Tuned], float]:
    return lambda each: float(getattr(each.figures[name], kind))


# --- searching ----------------------------------------------------------------------------------------------------------------------


def bounds_at(figure: Measured, fights: int, level: float) -> tuple[float, float]:
    """Between what a figure lies with another confidence than the 95 % it was measured with."""
    if figure.exact:
        return figure.value, figure.value
    if figure.share:
        return interval(round(figure.value * fights), fights, level)
    wider = deviations(level) / deviations()
    return figure.value - wider * (figure.value - figure.low), figure.value + wider * (figure.high - figure.value)


def off_of(figures: Figures, targets: Sequence[Target]) -> float:
    """How far a candidate is from the targets, together: each in units of its own size."""
    return sum(target.off(figures[target.measure].value) / _unit(target) for target in targets)


def _unit(target: Target) -> float:
    """What makes distances from several targets comparable."""
    return abs(target.high) or 1.0


class _Searching:
    """A search for the candidate that comes closest to the targets: candidates are numbers, in the order of the axis where there is one."""

    def __init__(self, count: int, look: Look, targets: Sequence[Target], confidence: float, most_fights: int, every: bool) -> None:
        self.count, self.look, self.targets = count, look, targets
        self.confidence, self.most_fights, self.every = confidence, most_fights, every
        self.seen: dict[int, Figures] = {}
        self.interrupted = False

    def run(self, ordered: bool) -> Search:
        """Search; ``ordered`` candidates are values of one axis, of which only some may have to be looked at."""
        monotone: bool | None = None
        try:
            if ordered and not self.every:
                monotone = self._narrow()
            else:
                self._see(range(self.count))
            contenders = self._settle()
        except KeyboardInterrupt:
            if not self.seen:
                raise
            self.interrupted = True
            contenders = tuple(self.seen)
        complete = len(self.seen) == self.count
        return Search(self.seen, contenders, complete, None if complete else monotone, self.interrupted)

    def _see(self, numbers: Sequence[int], fights: int = FIRST_FIGHTS) -> None:
        """Look at candidates that were not looked at yet, or not with so many fights."""
        wanted = [i for i in numbers if i not in self.seen or 0 < self.seen[i].fights < fights]
        if wanted:
            found = self.look(wanted, fights)
            self.seen |= {figures.number: figures for figures in found}
            if found.interrupted:
                raise KeyboardInterrupt

    def _narrow(self) -> bool:
        """Look evenly, then closer and closer around the target; True if the figure is monotone over all that was looked at."""
        last = self.count - 1
        self._see(sorted({round(k * last / (PROBES - 1)) for k in range(PROBES)}))
        looked = len(self.seen)
        if sum(figures.states for figures in self.seen.values()) / looked * self.count <= CHEAP_STATES:
            self._see(range(self.count))
            return True
        while self._is_monotone():
            between = self._bracket()
            if between is None:
                break
            self._see(between)
        if self._is_monotone():
            nearest = min(self.seen, key=lambda i: off_of(self.seen[i], self.targets))
            self._see([i for i in (nearest - 1, nearest + 1) if 0 <= i <= last])
        if not self._is_monotone():
            self._see(range(self.count))
            return False
        return True

    def _is_monotone(self) -> bool:
        name = self.targets[0].measure
        values = [bounds_at(self.seen[i][name], self.seen[i].fights, self.confidence / 100) for i in sorted(self.seen)]
        rises = all(b[1] >= a[0] for a, b in pairwise(values))
        falls = all(b[0] <= a[1] for a, b in pairwise(values))
        return rises or falls

    def _bracket(self) -> list[int] | None:
        """Values between the two neighbours among those looked at that have the target between them; None where there are none."""
        target, name = self.targets[0].low, self.targets[0].measure
        known = sorted(self.seen)
        for a, b in pairwise(known):
            first, second = self.seen[a][name].value, self.seen[b][name].value
            if b - a > 1 and min(first, second) <= target <= max(first, second):
                third = (b - a) / 3
                return sorted({min(max(round(a + k * third), a + 1), b - 1) for k in (1, 2)})
        return None

    def _settle(self) -> tuple[int, ...]:
        """The candidates that may be the closest: one, or several where that cannot be told with the fights allowed."""
        stages = max(int(log2(max(self.most_fights / FIRST_FIGHTS, 1))) + 1, 1)
        level = 1 - (1 - self.confidence / 100) / (len(self.seen) * len(self.targets) * stages)
        fights = FIRST_FIGHTS
        while True:
            left = self._may_be_closest(level)
            open_ones = [i for i in left if self.seen[i].fights]
            if len(left) == 1 or not open_ones or fights >= self.most_fights:
                return self._of_equals(left)
            fights = min(2 * fights, self.most_fights)
            self._see(open_ones, fights)

    def _may_be_closest(self, level: float) -> tuple[int, ...]:
        """Candidates whose least distance from the targets is no more than the most of any other's."""
        least, most = {}, {}
        for i, figures in self.seen.items():
            each = [(target.between(*bounds_at(figures[target.measure], figures.fights, level)), _unit(target)) for target in self.targets]
            least[i] = sum(low / unit for (low, _), unit in each)
            most[i] = sum(high / unit for (_, high), unit in each)
        bound = min(most.values())
        return tuple(i for i in sorted(self.seen) if least[i] <= bound)

    def _of_equals(self, left: tuple[int, ...]) -> tuple[int, ...]:
        """Exact candidates that are as close as each other are one answer; sampled ones are not."""
        return left if any(self.seen[i].fights for i in left) else left[:1]


def search(
    count: int,
    look: Look,
    targets: Sequence[Target],
    ordered: bool,
    confidence: float = 99.0,
    most_fights: int = MOST_FIGHTS,
    every: bool = False,
) -> Search:
    """Find which of ``count`` candidates comes closest to the targets.

    ``look`` measures candidates by number. Where they are ``ordered`` along one axis and there is one single figure to come close to, not
    every one has to be looked at, unless ``every`` is wanted.
    """
    narrow = ordered and len(targets) == 1 and targets[0].single and count > PROBES
    return _Searching(count, look, targets, confidence, most_fights, every).run(narrow)


def _front(axes: Sequence[Axis], met: Sequence[Tuned], now: Mapping[str, Any]) -> list[Tuned]:
    """Of those that meet the targets, the ones that no other one betters: that changes no path more, and one of them less."""
    changes = {id(each): [axis.steps(now[axis.path], each.values[axis.path]) for axis in axes] for each in met}

    def betters(one: Tuned, other: Tuned) -> bool:
        mine, theirs = changes[id(one)], changes[id(other)]
        return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))

    return sorted((each for each in met if not any(betters(one, each) for one in met)), key=lambda each: (each.change, each.off))


def tune(
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
    """Find the values with which a fight comes closest to the targets; with several axes the smallest change that meets them.

    ``now`` has the values of the fight as it is, by path; a change counts in steps of its axis times its weight in ``weights``. What can
    only be sampled is fought up to ``most_fights`` times, until the answer is certain to ``confidence`` percent.
    """
    if not targets:
        raise FracasError("no-target", "no target is given", "give one, like --target win=70%")
    if not 50 <= confidence < 100:
        raise FracasError("bad-confidence", f"{confidence} % is no confidence", "give one from 50 to below 100, like 99")
    limits, places, weighed = budget or Budget(), grid(axes), dict(weights or {})
    for path in weighed:
        if path not in (known := [axis.path for axis in axes]):
            raise FracasError("unknown-path", f"a weight is given to {path!r}, which is not changed", f"weigh {', '.join(known)}")
    measures = tuple(dict.fromkeys(target.measure for target in targets))
    base = at({})
    (whole,) = measure([base], measures, limits, progress, fresh=fresh)
    made: dict[int, Any] = {}

    def look(numbers: Sequence[int], fights: int) -> Done[Figures]:
        for i in numbers:
            made[i] = made[i] if i in made else at(places[i])
        known = limits if solvable[0] else replace(limits, max_states=0)
        found = measure([made[i] for i in numbers], measures, replace(known, fights=fights), progress, keep=base.name, fresh=fresh)
        if not limits.best_play and all(figures.fights for figures in found):
            solvable[0] = False
        done: Done[Figures] = Done(replace(figures, number=numbers[figures.number]) for figures in found)
        done.interrupted = found.interrupted
        return done

    solvable = [limits.solves]
    ended = search(len(places), look, targets, len(axes) == 1, confidence, most_fights, every)

    def tuned(i: int) -> Tuned:
        figures, values = ended.seen[i], places[i]
        change = sum(weighed.get(axis.path, 1.0) * axis.steps(now[axis.path], values[axis.path]) for axis in axes)
        met = all(target.met(figures[target.measure].value) for target in targets)
        return Tuned(values, change, figures, off_of(figures, targets), met)

    candidates = {i: tuned(i) for i in sorted(ended.seen)}
    met = [each for each in candidates.values() if each.met]
    several = len(axes) > 1 or len(targets) > 1 or not targets[0].single
    best = min(met, key=lambda each: (each.change, each.off)) if met and several else _closest(candidates, ended.contenders)
    place = best.figures.number
    beside = [candidates[i] for i in (place - 1, place + 1) if len(axes) == 1 and i in candidates]
    return Tuning(
        tuple(axes), tuple(targets), whole, tuple(candidates.values()), best, beside, met, _front(axes, met, now),
        [candidates[i] for i in ended.contenders], len(places), ended.complete, ended.monotone, confidence, limits, ended.interrupted,
    )  # fmt: skip


def _closest(candidates: Mapping[int, Tuned], contenders: Sequence[int]) -> Tuned:
    """The candidate that is least off; of those that are as close, the one with the smallest change."""
    return min((candidates[i] for i in contenders), key=lambda each: (each.off, each.change))
