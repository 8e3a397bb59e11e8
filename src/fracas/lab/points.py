"""Points: fights to measure, each exactly if it can be solved within its budget, else by sampling with the same dice.

A point is an `Encounter`. `measure` measures many of them and gives every figure as exact or with an interval. Differences from one of
them, the base, are exact if both are; else they come from the same fights under both, so most of the luck cancels out, and the interval
is that of the differences. Results are cached (`fracas.lab.kept`).
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, NamedTuple, TypeGuard, TypeVar

import numpy as np

from fracas.engine.content.limits import check_workers
from fracas.engine.contract.deciding import policy_keys
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import ANNOUNCED, Done, Progress
from fracas.engine.encounter import Encounter
from fracas.engine.records.record import Array
from fracas.engine.sample.simulate import RECORDS, Fights, Paired, Simulation, check_clock, check_seed, deviations, interval
from fracas.engine.solve.exact import MAX_STATES, NOT_SOLVED, QUICK_STATES, Solution
from fracas.engine.work.executors import STOPPED, Executor, Job, Pieces, Watch
from fracas.engine.work.places import Where, executor, opened
from fracas.errors import FracasError, unknown
from fracas.lab.kept import Shelf, key_of

T = TypeVar("T")
R = TypeVar("R")

SHARES = ("win", "lose", "draw")
"""Measures of every fight that are chances; the chance of each end is another measure, by its name."""
MEANS = ("rounds", "left", "left_b")
"""Measures of every fight that are means: its length, and the health left on both sides."""
COMPARED = ("win", "draw", "rounds", "left")
"""The default measures, in addition to the ruleset's own."""
FIGHTS = 100_000
TOO_LONG = "too-long"
LEFT = " has left"
"""The name of the health left, after that of the side."""
BATCH_SECONDS = 0.5
"""Points that are built while others are measured are measured in batches of this many seconds."""


@dataclass(frozen=True)
class Budget:
    """The maximum cost of each point, and how it is sampled.

    A point of more than ``max_states`` states, or that takes longer than ``seconds`` to solve, is sampled: ``fights`` fights of ``seed``.
    With ``max_states=0`` all are sampled. With ``best_play`` side A plays optimally, and a point that cannot be solved is an error.
    """

    max_states: int | None = None
    seconds: float | None = None
    fights: int = FIGHTS
    seed: int = 1
    workers: int | None = None
    best_play: bool = False
    cluster: Where = None
    """Where points are measured, if not here: an address, or an open `fracas.Cluster`."""

    def __post_init__(self) -> None:
        if isinstance(self.fights, bool) or not isinstance(self.fights, int) or self.fights < 2:
            raise FracasError("bad-n", f"{self.fights} fights say nothing", "ask for at least 2")
        check_seed(self.seed)
        check_workers(self.workers)

    @contextmanager
    def opened(self) -> Iterator[Budget]:
        """The same budget with its cluster open, for several jobs."""
        with opened(self.cluster) as place:
            yield self if place is self.cluster else replace(self, cluster=place)

    @property
    def states(self) -> int:
        """The maximum number of states to solve; 0 to sample everything."""
        if self.best_play:
            return self.max_states or MAX_STATES
        return QUICK_STATES if self.max_states is None else self.max_states

    @property
    def asked(self) -> list[Any]:
        """The parts that determine a result, for its cache key."""
        return [self.states, self.seconds, self.fights, self.seed, self.best_play]

    @property
    def solves(self) -> bool:
        """True if points may be solved at all."""
        return self.states > 0


@dataclass(frozen=True)
class Measured:
    """One figure of a point; a share is shown in percent. ``low`` and ``high`` bound its 95 % interval; if exact, both are equal."""

    value: float
    share: bool
    exact: bool
    low: float
    high: float

    def to_data(self) -> dict[str, Any]:
        """The figure as data for JSON."""
        return {"value": self.value, "share": self.share, "exact": self.exact, "low": self.low, "high": self.high}

    def text(self, digits: int = 2) -> str:
        """The figure as displayed."""
        return f"{self.value:.{digits}%}" if self.share else f"{self.value:.{digits}f}"

    def bounds_text(self, digits: int = 2) -> str:
        """The interval as displayed; empty for an exact figure."""
        unit, scale = (" %", 100) if self.share else ("", 1)
        return "" if self.exact else f"{scale * self.low:.{digits}f} to {scale * self.high:.{digits}f}{unit}"

    def whole_text(self, digits: int = 2) -> str:
        """The figure with its interval."""
        return self.text(digits) if self.exact else f"{self.text(digits)} ({self.bounds_text(digits)})"


@dataclass(frozen=True)
class Difference:
    """The difference of one figure between a point and the base; if sampled, ``low`` to ``high`` is its 95 % interval."""

    what: str
    before: float
    after: float
    chance: bool
    exact: bool
    low: float
    high: float
    fights: int = 0
    unit: str = ""
    """What is kept or lost, where the sentence says how much of it: "the hero keeps 5.23 HP instead of 4.58"."""

    @property
    def by(self) -> float:
        """The difference."""
        return self.after - self.before

    @property
    def shows(self) -> bool:
        """True if the difference is significant and large enough for two decimals."""
        least = 0.5 * 10**-4 if self.chance else 0.5 * 10**-2
        return abs(self.by) >= least and (self.exact or self.low > 0 or self.high < 0)

    def shown(self) -> float:
        """The difference of the two figures as displayed, with two decimals, in points for chances, so that a reader can add it up."""
        scale = 100 if self.chance else 1
        return round(round(scale * self.after, 2) - round(scale * self.before, 2), 2)

    def to_data(self, name: str) -> dict[str, Any]:
        """The difference as data for JSON, under the point's name."""
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
        """The difference in one sentence of fixed form."""
        scale, unit, form = (100, " points", "{:.2f} %") if self.chance else (1, "", "{:.2f}")
        figures = f"{form.format(scale * self.after)}{f' {self.unit}' if self.unit else ''} instead of {form.format(scale * self.before)}"
        what = f"{self.what.removesuffix(LEFT)} keeps " if self.unit else f"{self.what}: "
        sure = "exact"
        if not self.exact:
            sure = f"{scale * self.low:+.2f} to {scale * self.high:+.2f}{unit} in {self.fights:,} paired fights"
        if not self.shows:
            return f"With {name}, {what}{figures}, no difference ({sure})."
        many = f"{abs(self.shown()):.2f}" if self.shown() else "under 0.01"
        more = f"{many}{unit} {'more' if self.by > 0 else 'less'}"
        return f"With {name}, {what}{figures}, {more} ({sure})."


@dataclass(frozen=True)
class Figures:
    """The measurements of one point: ``number`` is its index among the given points.

    ``measured`` has a figure for each requested measure, by its name, and ``differences`` those from the base, if there is one. ``states``
    is the size of a solved point, ``fights`` the sample size of a sampled one.
    """

    number: int
    encounter: Encounter
    measured: Mapping[str, Measured]
    differences: Mapping[str, Difference] = field(default_factory=dict)
    states: int = 0
    fights: int = 0

    def __getitem__(self, measure: str) -> Measured:
        return self.measured[measure]

    @property
    def exact(self) -> bool:
        """True if all figures are exact."""
        return all(figure.exact for figure in self.measured.values())

    def to_data(self) -> dict[str, Any]:
        """The figures as data for JSON, by measure."""
        return {name: figure.to_data() for name, figure in self.measured.items()}


# --- what can be measured -----------------------------------------------------------------------------------------------------------


def end_measures(ready: Matchup) -> dict[str, int]:
    """The chance of each end as a measure: its name, and the end's code."""
    names = {ready.end_name(code): code for code in range(len(ready.ends) + 1)}
    return {f"end {name}" if name in (*SHARES, *MEANS) else name: code for name, code in names.items()}


def fight_measures(ready: Matchup) -> tuple[str, ...]:
    """The measures of a fight itself, by name: its results, its length, health left, each of its ends."""
    return (*SHARES, *MEANS, *end_measures(ready))


def measure_names(ready: Matchup) -> list[str]:
    """All available measures of a point, by name: of the fight, and the ruleset's own figures before it."""
    return [*fight_measures(ready), *ready.ruleset.measures(ready.setup)]


def check_measures(ready: Matchup, measures: Sequence[str]) -> None:
    """Reject an unknown measure."""
    of_fights = fight_measures(ready)
    if all(name in of_fights for name in measures):
        return
    known = measure_names(ready)
    for name in measures:
        if name not in known:
            raise unknown("measure", str(name), known)


def is_share(ready: Matchup, measure: str) -> bool:
    """True if a measure is a chance."""
    if measure in MEANS:
        return False
    return measure in fight_measures(ready) or ready.ruleset.measures(ready.setup)[measure].share


def words_of(ready: Matchup, measure: str) -> str:
    """A measure in the ruleset's words."""
    a, b = ready.ruleset.sides
    words = {
        "win": f"{a} wins",
        "lose": f"{a} loses",
        "draw": "nobody wins",
        "rounds": f"{ready.ruleset.round_word}s",
        "left": f"{a}{LEFT}",
        "left_b": f"{b}{LEFT}",
    }
    return words.get(measure, measure)


def compared_words(ready: Matchup, measure: str) -> tuple[str, str]:
    """A measure in the ruleset's words, and the unit of what a side has left."""
    return words_of(ready, measure), ready.ruleset.health_word if measure in ("left", "left_b") else ""


def _of_solution(ready: Matchup, solution: Solution) -> dict[str, Measured]:
    """Every figure of a solved fight."""
    values = {kind: solution.chance(kind) for kind in SHARES}
    values |= {"rounds": solution.mean_rounds}
    values |= {name: sum(hp * p for hp, p in solution.left[side].items()) for side, name in enumerate(("left", "left_b"))}
    values |= {name: float(solution.by_round[code].sum()) for name, code in end_measures(ready).items()}
    return {name: Measured(value, name not in MEANS, True, value, value) for name, value in values.items()}


def _of_fights(ready: Matchup, run: Simulation) -> dict[str, Measured]:
    """Every figure of sampled fights, with its interval."""
    hits = {kind: run.count(kind) for kind in SHARES}
    hits |= {name: int(run.end_counts[code]) for name, code in end_measures(ready).items()}
    found = {name: Measured(count / run.n, True, False, *interval(count, run.n)) for name, count in hits.items()}
    found["rounds"] = _mean(run.rounds.sum(axis=0))
    for side, name in enumerate(("left", "left_b")):
        found[name] = _mean(run.left[:, side].sum(axis=0))
    return found


def _mean(counts: Array) -> Measured:
    """The mean of a number, given how many fights had 0, 1, 2 …"""
    numbers, n = np.arange(len(counts)), int(counts.sum())
    mean = float((counts * numbers).sum()) / n
    spread = float((counts * (numbers - mean) ** 2).sum()) / max(n - 1, 1)
    half = deviations() * sqrt(spread / n)
    return Measured(mean, False, False, mean - half, mean + half)


def _each_fight(ready: Matchup, records: Array, measure: str) -> Array:
    """A figure of every single fight, a whole number, from the records of the fights."""
    if measure in MEANS:
        column: Array = records[{"rounds": "rounds", "left": "health_a", "left_b": "health_b"}[measure]]
        return column
    if measure in SHARES:
        kinds = np.array([ready.end_kind(code) == measure for code in range(len(ready.ends) + 1)])
        shares: Array = kinds[records["end"]]
        return shares
    ended: Array = records["end"] == end_measures(ready)[measure]
    return ended


# --- looking at points --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Look:
    """The measurements of one point: all figures of the fight."""

    measured: Mapping[str, Measured]
    states: int = 0
    fights: int = 0

    def to_data(self) -> dict[str, Any]:
        """The data to cache."""
        figures = {name: [each.value, each.low, each.high] for name, each in self.measured.items()}
        return {"states": self.states, "fights": self.fights, "figures": figures}

    @staticmethod
    def of(ready: Matchup, data: Any) -> _Look | None:
        """Restore it from cached data, if complete."""
        try:
            states, fights, figures = data["states"], data["fights"], data["figures"]
            exact = fights == 0
            wanted = fight_measures(ready)
            found = {name: Measured(value, name not in MEANS, exact, low, high) for name, (value, low, high) in figures.items()}
            numbers = [number for each in found.values() for number in (each.value, each.low, each.high)]
            whole = all(isinstance(number, (int, float)) for number in (*numbers, states, fights))
        except (TypeError, KeyError, ValueError):
            return None
        return _Look(found, states, fights) if whole and set(found) == set(wanted) else None


class _Clocked:
    """A progress listener that aborts work on a timeout, which does not count compiling."""

    def __init__(self, listener: Progress, seconds: float) -> None:
        self._listener, self._seconds, self._began = listener, seconds, 0.0

    def say(self, text: str) -> None:
        """Start a new stage."""
        self._listener.say(text)

    def at(self, done: int, total: int | None, what: str) -> None:
        """Abort the work if it takes too long."""
        self._listener.at(done, total, what)
        now = time.monotonic()
        self._began = self._began or now
        if now - self._began > self._seconds:
            raise FracasError(TOO_LONG, f"the fight is not solved within {self._seconds:g} s", "allow more, or let it be sampled")


def _solved(ready: Encounter, budget: Budget, progress: Progress, memory: int) -> _Look | None:
    """Solve a point; None if that exceeds its budget."""
    listener: Progress = progress if budget.seconds is None else _Clocked(progress, budget.seconds)
    try:
        if budget.best_play:
            solution = ready.best(max_states=budget.states, memory=memory, progress=listener).solution
        else:
            solution = ready.solve(budget.states, memory, listener)
    except FracasError as error:
        if error.code not in (*NOT_SOLVED, TOO_LONG):
            raise
        if budget.best_play:
            what = f"best play cannot be found: {error.what}"
            raise FracasError(error.code, what, "take a smaller fight, or leave best play out") from None
        return None
    return _Look(_of_solution(ready, solution), solution.states)


@dataclass(frozen=True)
class Solving:
    """The job of solving points: the result of each, or None if that exceeds the budget."""

    budget: Budget

    def __call__(self, points: Sequence[Encounter], watch: Watch, /) -> list[_Look | None]:
        """Solve some points."""
        return [_solved(point, self.budget, watch, watch.memory) for point in points]


Pairs = dict[str, Paired]
"""For each measure its sums in the same fights of the base and of a point."""
BLOCK = 100_000
"""The base's fights are kept on a worker in blocks of so many."""
KEPT_BLOCKS = 20
"""Maximum number of blocks that a worker keeps."""


_TURN = threading.Lock()
"""Held while the blocks that a worker keeps are looked up or changed: it may have several threads."""


class Sampled(NamedTuple):
    """Some sampled fights of one point: their tallies, the most steps of a round, and their sums beside those of the base."""

    tallies: tuple[Array, ...]
    long_round: int
    pairs: Pairs

    def plus(self, other: Sampled) -> Sampled:
        """These fights and others."""
        tallies = tuple(mine + theirs for mine, theirs in zip(self.tallies, other.tallies, strict=True))
        pairs = {name: mine.plus(other.pairs[name]) for name, mine in self.pairs.items()}
        return Sampled(tallies, max(self.long_round, other.long_round), pairs)

    def look(self, point: Encounter, budget: Budget) -> _Look:
        """The figures of the point, once all its fights are here."""
        check_clock(point, self.tallies[1], self.long_round)
        n = int(self.tallies[0].sum())
        ends, rounds, left = self.tallies
        return _Look(_of_fights(point, Simulation(point, budget.seed, n, n, ends, rounds, left, None, 0.0, 1)), fights=n)


@dataclass(frozen=True)
class Sampling:
    """The job of sampling points: fights of a point by number, as ``(point, start, count)``, and the same fights of a base, if any."""

    budget: Budget
    base: Encounter | None
    _blocks: OrderedDict[int, Array] = field(default_factory=OrderedDict, repr=False, compare=False)
    """The base's fights in this process, by block."""

    def __call__(self, piece: Sequence[tuple[Encounter, int, int]], watch: Watch, /) -> list[Sampled]:
        """Sample some fights of some points."""
        return [self._sampled(point, start, count, watch) for point, start, count in piece]

    def _sampled(self, point: Encounter, start: int, count: int, watch: Watch) -> Sampled:
        found: Sampled | None = None
        for at in range(start, start + count, RECORDS):
            watch.check()
            chunk = Fights(point, self.budget.seed, self.base is not None)((at, min(RECORDS, start + count - at)), watch)
            if chunk.done < min(RECORDS, start + count - at):
                raise FracasError(STOPPED, "it was stopped")
            pairs = {} if self.base is None else self._paired(self.base, point, at, chunk.fights, watch)
            some = Sampled(chunk.tallies[:3], int(chunk.tallies[3][0]), pairs)
            found = some if found is None else found.plus(some)
        assert found is not None
        return found

    def _paired(self, base: Encounter, point: Encounter, start: int, fights: Array, watch: Watch) -> Pairs:
        """The sums of every measure that both fights have."""
        blocks = range(start // BLOCK, (start + len(fights) - 1) // BLOCK + 1)
        offset = start - blocks[0] * BLOCK
        before = np.concatenate([self._block(base, block, watch) for block in blocks])[offset : offset + len(fights)]
        names = fight_measures(base)
        return {name: _sums(base, before, point, fights, name) for name in fight_measures(point) if name in names}

    def _block(self, base: Encounter, block: int, watch: Watch) -> Array:
        with _TURN:
            found = self._blocks.get(block)
        if found is None:
            found = Fights(base, self.budget.seed, True)((block * BLOCK, BLOCK), watch).fights
            with _TURN:
                self._blocks[block] = found
                while len(self._blocks) > KEPT_BLOCKS:
                    self._blocks.popitem(last=False)
        return found


def _sums(base: Matchup, before: Array, point: Matchup, after: Array, measure: str) -> Paired:
    """The sums of a measure in the same fights of two points, from the records of these."""
    return Paired.of(_each_fight(base, before, measure), _each_fight(point, after, measure))


class _Lab:
    """Points being measured: solved, sampled and compared with the base only on demand, and each once."""

    def __init__(self, points: Sequence[Encounter], budget: Budget, progress: Progress, shelf: Shelf | None, base: int | None) -> None:
        self.points: list[Encounter] = []
        self.budget, self.progress, self.shelf, self.base = budget, progress, shelf, base
        self.looks: dict[int, _Look] = {}
        """The known results by point number."""
        self.like: list[int] = []
        """For each point the first one with the same fight, so that each fight is measured once."""
        self._known: dict[int, Simulation] = {}
        """Fights sampled earlier, with a record of each."""
        self._fights: dict[int, Simulation] = {}
        """The sampled fights of the base and of the point being compared with it, with a record of each."""
        self._pairs: dict[int, Pairs] = {}
        """Paired differences from the base that were found elsewhere."""
        self._identity: list[list[Any]] = []
        self._first: dict[str, int] = {}
        self.add(points)

    def add(self, points: Sequence[Encounter]) -> range:
        """Add points and return their numbers."""
        numbers = range(len(self.points), len(self.points) + len(points))
        _check_ruleset([*self.points[:1], *points])
        for i, point in zip(numbers, points, strict=True):
            self.points.append(point)
            self._identity.append(_identity(point))
            self.like.append(self._first.setdefault(key_of(self._identity[i]), i))
        return numbers

    def know(self, i: int, result: Solution | Simulation) -> None:
        """Store a known result of a point: its solution, or its fights with a record of each."""
        if isinstance(result, Simulation):
            self._known[i] = result
            self.looks[i] = _Look(_of_fights(self.points[i], result), fights=result.n)
        else:
            self.looks[i] = _Look(_of_solution(self.points[i], result), result.states)
        self.keep(i, self.looks[i])

    def kept(self, i: int) -> _Look | None:
        """The cached result of a point, if it is what measuring would give now."""
        if self.shelf is None:
            return None
        if self.budget.solves:
            solved = _Look.of(self.points[i], self.shelf.get(self._solved_key(i)))
            if solved is not None and solved.states <= self.budget.states:
                return solved
        return None if self.budget.best_play else _Look.of(self.points[i], self.shelf.get(self._sampled_key(i)))

    def keep(self, i: int, look: _Look) -> None:
        """Cache the result of a point."""
        if self.shelf is not None:
            self.shelf.put(self._sampled_key(i) if look.fights else self._solved_key(i), look.to_data())

    def _solved_key(self, i: int) -> str:
        return key_of("solved", self._identity[i], self.budget.best_play)

    def _sampled_key(self, i: int) -> str:
        budget = self.budget
        return key_of("sampled", self._identity[i], budget.states, budget.seconds, budget.fights, budget.seed)

    def take(self, i: int, look: _Look, expected: int) -> None:
        """Store the result of a point, and report progress."""
        self.looks[i] = look
        self.keep(i, look)
        self.progress.at(len(self.looks), max(expected, len(self.looks)), "points")

    def solve(self, todo: Sequence[int], expected: int) -> list[int]:
        """Solve points, several at a time; returns those that cannot be solved."""
        left: list[int] = []
        budget = self.budget
        with executor(budget.workers, budget.cluster, max(len(todo) - 1, 1), alone=True, progress=self.progress) as place:
            job = Solving(replace(budget, workers=None, cluster=None))
            for i, look in self._in_pieces(place, job, todo):
                if look is None:
                    left.append(i)
                else:
                    self.take(i, look, expected)
        return sorted(left)

    def sample_elsewhere(self, todo: Sequence[int], expected: int) -> None:
        """Sample points on a cluster, together with their differences from the base. Large points are cut, small ones put together."""
        budget, n = self.budget, self.budget.fights
        base = None if self.base is None else self.points[self.base]
        with executor(None, budget.cluster, progress=self.progress) as place:
            numbers = Pieces(0, len(todo) * n, place.workers, min(n, BLOCK))
            cut: dict[int, list[tuple[int, int]]] = {}

            def pieces() -> Iterator[list[tuple[Encounter, int, int]]]:
                for start, count in numbers:
                    parts = [
                        (i, max(start - i * n, 0), min(start + count - i * n, n)) for i in range(start // n, (start + count - 1) // n + 1)
                    ]
                    some = [(self.points[todo[i]], first, last - first) for i, first, last in parts]
                    cut[id(some)] = [(i, last - first) for i, first, last in parts]
                    yield some

            found: dict[int, Sampled] = {}
            left = dict.fromkeys(range(len(todo)), n)
            job: Job[list[tuple[Encounter, int, int]], list[Sampled]] = Sampling(replace(budget, workers=None, cluster=None), base)
            with closing(place.as_done(job, pieces(), self.progress)) as finished:
                for done in finished:
                    parts = cut.pop(id(done.piece))
                    numbers.took(sum(count for _, count in parts), done.seconds)
                    for (i, count), some in zip(parts, done.result, strict=True):
                        found[i] = found[i].plus(some) if i in found else some
                        left[i] -= count
                        if not left[i]:
                            whole, point = found.pop(i), todo[i]
                            self._pairs[point] = whole.pairs
                            self.take(point, whole.look(self.points[point], budget), expected)

    def _in_pieces(self, place: Executor, job: Job[Sequence[Encounter], list[R]], todo: Sequence[int]) -> Iterator[tuple[int, R]]:
        """Do a job on points, of which a piece has as many as are worth the way: here one."""
        numbers = Pieces(0, len(todo), place.workers, 1, 1 if place.here else None)
        cut: dict[int, Sequence[int]] = {}

        def pieces() -> Iterator[list[Encounter]]:
            for start, count in numbers:
                some = [self.points[i] for i in todo[start : start + count]]
                cut[id(some)] = todo[start : start + count]
                yield some

        with closing(place.as_done(job, pieces(), self.progress)) as finished:
            for done in finished:
                numbers.took(len(done.piece), done.seconds)
                yield from zip(cut.pop(id(done.piece)), done.result, strict=True)

    def sample(self, i: int) -> _Look:
        """Sample a point."""
        run = self._fought(i) if i == self.base else self._run(i, each=False)
        return _Look(_of_fights(self.points[i], run), fights=run.n)

    def _fought(self, i: int) -> Simulation:
        """The sampled fights of a point, with a record of each: computed once for the base, and once for all figures of another point."""
        if i not in self._fights:
            self._fights = {j: run for j, run in self._fights.items() if j == self.base} | {i: self._run(i, each=True)}
        return self._fights[i]

    def _run(self, i: int, each: bool) -> Simulation:
        if i in self._known:
            return self._known[i]
        budget = self.budget
        run = self.points[i].simulate(budget.fights, budget.seed, budget.workers, each, self.progress, budget.cluster)
        if run.interrupted:
            raise KeyboardInterrupt
        return run

    def differences(self, i: int, measures: Sequence[str]) -> dict[str, Difference]:
        """The differences of a point from the base: exact, or from the same fights under both."""
        if self.base is None or i == self.base:
            return {}
        looks = self.looks
        ours, own = looks[self.base].measured, looks[i].measured
        both = [name for name in measures if name in ours and name in own]
        if not looks[i].fights and not looks[self.base].fights:
            return {name: exact_difference(*compared_words(self.points[i], name), ours[name], own[name]) for name in both}
        return {name: self._paired(self.base, i, name) for name in both}

    def _paired(self, base: int, i: int, name: str) -> Difference:
        """The difference of a figure in the same fights of the base and another point."""
        key = key_of("paired", self._identity[base], self._identity[i], self.budget.fights, self.budget.seed, name)
        found = None if self.shelf is None else self.shelf.get(key)
        if not _is_pair(found):
            sums = self._pairs.get(self.like[i], {}).get(name)
            if sums is None:
                before, after = self._fought(base), self._fought(i)
                sums = _sums(before.encounter, before.records(), after.encounter, after.records(), name)
            found = sums.difference()
            if self.shelf is not None:
                self.shelf.put(key, found)
        first, second, low, high = found
        what, unit = compared_words(self.points[i], name)
        return Difference(what, first, second, name not in MEANS, False, low, high, self.budget.fights, unit)


def _is_pair(found: object) -> TypeGuard[list[float]]:
    """True for the cached numbers of a paired difference."""
    return isinstance(found, list) and len(found) == 4 and all(isinstance(number, float) for number in found)


def exact_difference(what: str, unit: str, before: Measured, after: Measured) -> Difference:
    """The difference of two exact figures."""
    by = after.value - before.value
    return Difference(what, before.value, after.value, after.share, True, by, by, unit=unit)


def _identity(ready: Matchup) -> list[Any]:
    """Everything that determines the result of a fight under given rules."""
    ends = [[end.name, end.kind] for end in ready.ends]
    return [ready.setup.digest(), policy_keys(ready.policies), ends, ready.max_health(0), ready.max_health(1)]


def measure(
    points: Sequence[Encounter],
    measures: Sequence[str] = ("win",),
    budget: Budget | None = None,
    progress: Progress | None = None,
    base: int | None = None,
    keep: str | Shelf = "",
    fresh: bool = False,
    known: Mapping[int, Solution | Simulation] | None = None,
) -> Done[Figures]:
    """Measure points: exactly if a point can be solved within its ``budget``, else by sampling, with the same fights for all.

    ``measures`` are names of `measure_names`. With ``base``, the number of a point, all others have their differences from it. Results are
    cached on the shelf ``keep``, a name or a shelf, by default named after the first point's fight; ``fresh`` ignores cached results.
    Points in ``known``, by number, are neither solved nor sampled again. Ctrl-C keeps the finished points, if there are any.
    """
    listener, limits = progress or ANNOUNCED, budget or Budget()
    if not points:
        return Done()
    check_measures(points[0], measures)
    with ExitStack() as stack:
        limits = stack.enter_context(limits.opened())
        shelf = stack.enter_context(keep if isinstance(keep, Shelf) else Shelf(points[0].ruleset, keep or points[0].name, fresh))
        lab = _Lab(points, limits, listener, shelf, base)
        for i, result in (known or {}).items():
            lab.know(i, result)
        found: dict[int, Figures] = {}
        try:
            _look_at(lab, range(len(points)), len(set(lab.like)))
        except KeyboardInterrupt:
            if not lab.looks or (base is not None and base not in lab.looks):
                raise
        try:
            for i in sorted(lab.looks):
                found[i] = _figures(lab, i, measures)
        except KeyboardInterrupt:
            if not found:
                raise
    done: Done[Figures] = Done(found[i] for i in sorted(found))
    done.interrupted = len(done) < len(points)
    return done


def measure_as_made(
    base: Encounter,
    points: Iterable[Encounter],
    expected: int,
    measures: Sequence[str] = ("win",),
    budget: Budget | None = None,
    progress: Progress | None = None,
    keep: str = "",
    fresh: bool = False,
) -> Iterator[Figures]:
    """Measure points as they are built, at most ``expected`` of them: the figures of each, and its differences from the ``base``.

    They are numbered from 0. After Ctrl-C the figures of the finished points are yielded first.
    """
    listener, limits = progress or ANNOUNCED, budget or Budget()
    check_measures(base, measures)
    with limits.opened() as limits, Shelf(base.ruleset, keep or base.name, fresh) as shelf:
        lab = _Lab([base], limits, listener, shelf, base=0)
        _look_at(lab, range(1), expected + 1)
        for batch in _batches(points):
            numbers = lab.add(batch)
            stopped: KeyboardInterrupt | None = None
            try:
                _look_at(lab, numbers, expected + 1)
            except KeyboardInterrupt as interrupt:
                stopped = interrupt
            for i in numbers:
                if i in lab.looks:
                    yield replace(_figures(lab, i, measures), number=i - 1)
            if stopped is not None:
                raise stopped


def _batches(points: Iterable[T]) -> Iterator[list[T]]:
    """Batch items of an iterator: as many as it yields within `BATCH_SECONDS`."""
    batch: list[T] = []
    began = time.monotonic()
    for point in points:
        batch.append(point)
        if time.monotonic() - began > BATCH_SECONDS:
            yield batch
            batch, began = [], time.monotonic()
    if batch:
        yield batch


def _check_ruleset(points: Sequence[Encounter]) -> None:
    """Reject points of several rulesets."""
    first = points[0].ruleset
    for point in points:
        if (point.ruleset.name, point.ruleset.version) != (first.name, first.version):
            raise FracasError("other-ruleset", f"{point.title} is of another ruleset than {points[0].title}", "measure each by itself")


def _look_at(lab: _Lab, numbers: Sequence[int], expected: int) -> None:
    """Measure some points: first cached ones, then those that can be solved, in parallel, then the rest, one after another.

    ``expected`` is an upper bound on the number of different fights of all points.
    """
    each = sorted({lab.like[i] for i in numbers} - {*lab.looks})
    lab.looks |= {i: look for i in each if (look := lab.kept(i)) is not None}
    todo = [i for i in each if i not in lab.looks]
    try:
        sampled = lab.solve(todo, expected) if todo and lab.budget.solves else todo
        if sampled and lab.budget.solves:
            what = lab.points[sampled[0]].title if expected == 1 else f"{len(sampled):,} of {expected:,} points"
            lab.progress.say(f"{what} cannot be solved within the budget: sampled")
        if lab.budget.cluster is not None and len(sampled) > 1:
            lab.sample_elsewhere(sampled, expected)
        else:
            for i in sampled:
                lab.take(i, lab.sample(i), expected)
    finally:
        lab.looks |= {i: lab.looks[lab.like[i]] for i in numbers if lab.like[i] in lab.looks}


def _figures(lab: _Lab, i: int, measures: Sequence[str]) -> Figures:
    """The requested figures of one point, and its differences from the base."""
    point, look = lab.points[i], lab.looks[i]
    own = before_the_fight(point) if any(name not in look.measured for name in measures) else {}
    every = {**look.measured, **own}
    measured = {name: every[name] for name in measures if name in every}
    differences = lab.differences(i, measures)
    if own and lab.base is not None and i != lab.base:
        ground = before_the_fight(lab.points[lab.base])
        differences |= {name: exact_difference(name, "", ground[name], own[name]) for name in measures if name in own and name in ground}
    return Figures(i, point, measured, differences, look.states, look.fights)


def before_the_fight(ready: Matchup) -> dict[str, Measured]:
    """The ruleset's own exact figures before a fight."""
    found = ready.ruleset.measures(ready.setup)
    return {name: Measured(float(each.value), each.share, True, float(each.value), float(each.value)) for name, each in found.items()}
