"""Simulation: many sampled fights, in chunks on threads or on a cluster, with aggregated results."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from fracas.dice.compiled import new_stream
from fracas.engine.compile.cuda import check_device
from fracas.engine.content.limits import MAX_FIGHTS, check_fights, check_memory, memory_limit
from fracas.engine.contract.charts import Chart
from fracas.engine.contract.courses import Course
from fracas.engine.contract.facets import fights_in_words
from fracas.engine.contract.matchup import Matchup, bad_health, never_advances
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.setup import CHANCE
from fracas.engine.contract.tables import Column, Table, shares
from fracas.engine.records.record import Array
from fracas.engine.sample.device import DeviceFights
from fracas.engine.sample.lookup import Lookup
from fracas.engine.sample.sampling import ASKS, BAD_HEALTH, LONG_ROUND, MAX_STEPS, STUCK, fight_dtype, sampler
from fracas.engine.work.executors import Executor, Finished, Pieces, Watch
from fracas.engine.work.places import Where, executor
from fracas.errors import FracasError

AHEAD = 8
"""Maximum number of finished chunks waiting for a slow earlier one: their tallies can be large."""
CHUNK, DEVICE_CHUNK = 20_000, 1 << 25
"""Fights in a chunk; on a device more run side by side."""
RECORDS = 200_000
"""Maximum number of fights in a chunk that comes with their records."""
MAX_SEED = 2**63 - 1
TALLIES_AT_LEAST, TALLIES_PER_WORKER = 5, 3
"""The number of tallies in memory: a minimum, and the number for each worker (running, finished, waiting for an earlier one)."""


def deviations(level: float = 0.95) -> float:
    """The half-width in standard deviations of a confidence interval at this level."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def interval(hits: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval for a chance, given ``hits`` in ``n`` trials."""
    if n == 0:
        return 0.0, 1.0
    z = deviations(level)
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(middle - half, 0.0), min(middle + half, 1.0)


class Paired(NamedTuple):
    """Whole numbers of the same fights under two sets of rules: sums that can be added up in any order, without rounding."""

    n: int
    before: int
    after: int
    squares: int
    """The sum of the squared differences."""

    @staticmethod
    def of(before: Array, after: Array) -> Paired:
        """The sums of a figure of some fights."""
        first, second = before.astype(np.int64), after.astype(np.int64)
        return Paired(len(first), int(first.sum()), int(second.sum()), int(((second - first) ** 2).sum()))

    def plus(self, other: Paired) -> Paired:
        """The sums of these fights and others."""
        return Paired(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def difference(self) -> list[float]:
        """Both means, and the 95 % confidence interval of the mean difference."""
        by = self.after - self.before
        spread = (self.n * self.squares - by * by) / (self.n * (self.n - 1))
        half = deviations() * sqrt(spread / self.n)
        return [self.before / self.n, self.after / self.n, by / self.n - half, by / self.n + half]


@dataclass(frozen=True)
class Simulation(Result):
    """The results of ``n`` sampled fights: fights 0 to ``n - 1`` of ``seed``.

    ``end_counts[end]`` counts fights by end code; ``rounds[end, r]`` counts those that ended in round ``r``;
    ``left[end, side, hp]`` counts the health a side had left. ``fights`` is present on request: one record for each fight
    (`fracas.engine.sample.sampling.fight_dtype`). All but ``seconds`` is the same on every machine and with any number of workers.
    """

    encounter: Matchup
    seed: int
    n: int
    asked: int
    end_counts: Array
    rounds: Array
    left: Array
    fights: Array | None
    seconds: float
    workers: int
    until: float | None = None
    """The half-width of the interval of side A's chance to win that was asked for, if one was."""

    @property
    def version(self) -> str:
        """The version of the ruleset used."""
        return self.encounter.ruleset.version

    @property
    def interrupted(self) -> bool:
        """True if it was stopped before all requested fights were done."""
        return self.n < self.asked

    def records(self) -> Array:
        """The record of every fight; an error if none were kept."""
        if self.fights is None:
            raise FracasError("no-records", "no records of single fights were kept", "simulate with each=True")
        return self.fights

    def which(self, kind: str) -> Array:
        """For every fight 1.0 if it was a ``win``, ``lose`` or ``draw`` for side A, else 0.0; needs the records."""
        kinds = np.array([self.encounter.end_kind(code) == kind for code in range(len(self.end_counts))])
        found: Array = kinds[self.records()["end"]].astype(float)
        return found

    def count(self, kind: str) -> int:
        """How many fights were a ``win``, ``lose`` or ``draw`` for side A."""
        return int(sum(self.end_counts[code] for code in range(len(self.end_counts)) if self.encounter.end_kind(code) == kind))

    @property
    def wins(self) -> int:
        """Fights side A won."""
        return self.count("win")

    @property
    def losses(self) -> int:
        """Fights side A lost."""
        return self.count("lose")

    @property
    def draws(self) -> int:
        """Fights nobody won, including those that reached the round limit."""
        return self.count("draw")

    @property
    def win(self) -> float:
        """The share of fights won by side A."""
        return self.wins / self.n if self.n else 0.0

    def win_interval(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of the win chance at this level."""
        return interval(self.wins, self.n, level)

    def ends(self) -> dict[str, float]:
        """The share of every end, by name."""
        return {self.encounter.end_name(code): float(count) / max(self.n, 1) for code, count in enumerate(self.end_counts)}

    @property
    def mean_rounds(self) -> float:
        """The mean length of a fight."""
        lengths = self.rounds.sum(axis=0)
        return float((lengths * np.arange(len(lengths))).sum() / max(self.n, 1))

    def rounds_distribution(self) -> dict[int, float]:
        """The share of fights by the round in which they ended."""
        lengths = self.rounds.sum(axis=0)
        return {int(r): float(lengths[r] / self.n) for r in np.flatnonzero(lengths)}

    def health_distribution(self, side: int) -> dict[int, float]:
        """The share of fights by the health a side had left."""
        counts = self.left[:, side].sum(axis=0)
        return {int(hp): float(counts[hp] / self.n) for hp in np.flatnonzero(counts)}

    @property
    def fights_per_second(self) -> float:
        """The measured speed of this run."""
        return self.n / self.seconds if self.seconds > 0 else 0.0

    def sentence(self) -> str:
        """The result in one line."""
        low, high = self.win_interval()
        stopped = f" (stopped; {self.asked:,} were asked for)" if self.interrupted else ""
        return (
            f"{self.encounter.title}: {self.encounter.ruleset.sides[0]} wins {self.win:.3%} ({low:.3%} to {high:.3%}) "
            f"of {fights_in_words(self.encounter.ruleset, self.n)}"
            f"{stopped}, seed {self.seed}; draws {self.draws / max(self.n, 1):.3%}; "
            f"{self.mean_rounds:.2f} {self.encounter.ruleset.round_word}s on average"
        )

    def __repr__(self) -> str:
        return f"<Simulation {self.sentence()}>"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        low, high = self.win_interval()
        sides = enumerate(("a", "b"))
        return {
            "n": self.n,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "win": {"p": self.win, "low": low, "high": high, "level": 0.95},
            "ends": {self.encounter.end_name(code): int(count) for code, count in enumerate(self.end_counts)},
            "rounds": {"mean": self.mean_rounds, "distribution": shares(self.rounds_distribution())},
            "health": {side: shares(self.health_distribution(i)) for i, side in sides},
            "seed": self.seed,
            "interrupted": self.interrupted,
            **({} if self.until is None else {"until": self.until}),
            "seconds": self.seconds,
            "workers": self.workers,
            "fights_per_second": self.fights_per_second,
        }

    def course(self) -> Course:
        """The course of the fights, for charts."""
        return Course(self.encounter, self.rounds / max(self.n, 1), (self.health_distribution(0), self.health_distribution(1)))

    def charts(self) -> list[Chart]:
        """Charts of wins by the end of each round, the length, and the health left of both sides."""
        return self.course().charts() if self.n else []

    def tables(self) -> list[Table]:
        """The ends as a table."""
        rows = [(self.encounter.end_name(code), int(count)) for code, count in enumerate(self.end_counts) if count]
        columns = [Column("end", 0), Column("fights", 1, ","), Column("share", lambda row: row[1] / self.n, ".4%")]
        return [Table("How it ended", columns, rows)]


def check_seed(seed: int) -> int:
    """Reject a seed that is not an integer from 0 to 2**63 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise FracasError("bad-seed", f"the seed {seed!r} is not a whole number from 0 to {MAX_SEED}", "give such a number, say 1")
    return seed


def empty_tallies(encounter: Matchup) -> tuple[Array, Array, Array, Array]:
    """Tallies of nothing: ends, rounds, health left, and the most steps of a fight within its last round."""
    ends = len(encounter.ends) + 1
    most = max(encounter.max_health(0), encounter.max_health(1))
    return (
        np.zeros(ends, np.int64),
        np.zeros((ends, encounter.round_limit + 1), np.int64),
        np.zeros((ends, 2, most + 1), np.int64),
        np.zeros(1, np.int64),
    )


class Chunk(NamedTuple):
    """What a chunk of fights came to: how many were done before it was stopped, their tallies, and their records if these are kept."""

    done: int
    tallies: tuple[Array, ...]
    fights: Array


@dataclass(frozen=True)
class Fights:
    """The job of a simulation: fights of one encounter and seed by number, as ``(start, count)``; on a device, if there is one."""

    encounter: Matchup
    seed: int
    each: bool
    device: DeviceFights | None = None
    local: threading.local = field(default_factory=threading.local, compare=False, repr=False)  # a class of its own
    """What each thread keeps from one chunk to the next."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Fights, (self.encounter, self.seed, self.each)

    def __call__(self, piece: tuple[int, int], watch: Watch) -> Chunk:
        """Fight ``count`` fights from number ``start``."""
        start, count = piece
        tallies = empty_tallies(self.encounter)
        fights = np.zeros(count if self.each else 0, fight_dtype)
        if self.device is None:
            done = self._here(start, count, tallies, fights, watch)
        else:
            done = 0 if watch.halt[0] else self._there(self.device, start, count, tallies, fights, watch)
        return Chunk(done, tallies, fights[:done])

    def _there(self, device: DeviceFights, start: int, count: int, tallies: tuple[Array, ...], fights: Array, watch: Watch) -> int:
        """Fight them on the device, and add to the tallies; returns how many were done."""
        failed = device.run(start, count, tallies, fights)
        if failed is not None:
            self._here(failed, 1, tallies, np.zeros(0, fight_dtype), watch)  # says what is wrong with it
            raise FracasError(
                "device-failed",
                f"{self.encounter.title}, seed {self.seed}: the device could not count fight {failed}, in which nothing is wrong here",
                "run the same without a device, and report this",
            )
        return count

    def _here(self, start: int, count: int, tallies: tuple[Array, ...], fights: Array, watch: Watch) -> int:
        """Fight them on this processor, and add to the tallies; returns how many were done before it was stopped."""
        e = self.encounter
        if not hasattr(self.local, "dice"):
            self.local.dice = (new_stream(), new_stream())
            self.local.scratch = e.setup.state.copy()
            self.local.lookup = Lookup(e)
        scratch = self.local.scratch
        loop = sampler(e)
        status, reached, side = ASKS, start, CHANCE
        while status == ASKS:
            if side != CHANCE:
                self.local.lookup.decide(side, scratch[0])
            at = int(reached) - start
            status, reached, side, health = loop(
                (e.setup.state.dtype, e.setup.book.dtype),
                watch,
                start + at,
                count - at,
                self.seed,
                e.setup.state,
                e.setup.book,
                self.local.lookup.array,
                e.round_limit,
                scratch,
                scratch.view(np.int64).reshape(1, -1),
                *self.local.dice,
                *tallies,
                fights[at:],
                watch.halt,
            )
        if status == STUCK:
            raise stuck_error(e, self.seed, reached)
        if status == BAD_HEALTH:
            raise bad_health(e, side, health)
        return int(reached) - start


def tallies_size(encounter: Matchup) -> int:
    """The size in bytes of the tallies of one chunk of fights."""
    most = max(encounter.max_health(0), encounter.max_health(1))
    return 8 * (len(encounter.ends) + 1) * (encounter.round_limit + 2 * most + 4)


def stuck_error(encounter: Matchup, seed: int, fight: int) -> FracasError:
    """The error for a fight that does not end although rounds are limited."""
    return FracasError(
        "stuck",
        f"{encounter.title}, seed {seed}, fight {fight}: a round never ends ({MAX_STEPS:,} steps)",
        "let apply end the fight or add to the clock",
    )


def simulate(
    encounter: Matchup,
    n: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    each: bool = False,
    progress: Progress | None = None,
    first: int = 0,
    chunk: int | None = None,
    cluster: Where = None,
    until: float | str | None = None,
    device: str | None = None,
) -> Simulation:
    """Simulate ``n`` fights of ``seed``, from number ``first``, in compiled code on ``workers`` threads (default: one for each core).

    ``each`` keeps a record of every fight. Ctrl-C stops early and keeps finished fights. With ``cluster`` the fights are fought there: an
    address (``tcp://HOST:PORT``, ``local:N``) or an open `fracas.Cluster`. With ``device`` they are fought on an NVIDIA device (``cuda``,
    ``cuda:1``). They are the same fights everywhere.

    With ``until`` it goes on until the half-width of the 95 % interval of side A's chance to win is at most this (``0.001``, ``"0.1%"``);
    ``n`` is then the most fights that it may take. It looks at fixed numbers of fights (`stops`), so any number of workers stops at the
    same fight.
    """
    check_seed(seed)
    width = None if until is None else half_width_wanted(until)
    if n is None and width is None:
        raise FracasError("bad-n", "the number of fights is missing", "give it, or until=")
    most = check_fights(MAX_FIGHTS if n is None else n)
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    there = None
    if device is not None:
        check_device(device, cluster)
        there, workers = DeviceFights(encounter, seed, device, listener), 1
    job = Fights(encounter, seed, each, there)
    with _place(encounter, most if each and width is None else 0, workers, cluster, listener) as place:
        if place.here:
            job((first, 0), Watch(memory_limit(), listener))  # compile or load before the clock starts
            began = time.perf_counter()
        found = _Kept(job, first, place, listener, chunk or (CHUNK if there is None else DEVICE_CHUNK))
        reached_all = found.go_to(most) if width is None else _until(found, width, most)
        workers = place.workers
    asked = most if width is None else found.goal if reached_all else max(found.goal, found.reached + 1)
    check_clock(encounter, found.totals[1], found.long_round)
    seconds = time.perf_counter() - began
    return Simulation(encounter, seed, found.reached, asked, *found.totals, found.records(), seconds, workers, width)


def check_clock(encounter: Matchup, rounds: Array, long_round: int) -> None:
    """Reject rules under which all fights end in round 1, although one took ``long_round`` steps there."""
    if long_round > LONG_ROUND and encounter.round_limit > 1 and not rounds[:, 2:].any():
        raise never_advances(encounter, f"all {rounds.sum():,} fights end in round 1, one of them after {long_round:,} steps")


@contextmanager
def _place(encounter: Matchup, kept: int, workers: int | None, cluster: Where, progress: Progress) -> Iterator[Executor]:
    """Where fights are fought: a cluster, or as many threads as their tallies, beside ``kept`` records, have room for."""
    records, tallies = fight_dtype.itemsize * kept, tallies_size(encounter)
    check_memory(records, f"records of {kept:,} fights", "ask for fewer, or in parts")
    check_memory(records + TALLIES_AT_LEAST * tallies, f"tallies of what is left of {encounter.max_health(0):,} HP and the like", "")
    threads = (memory_limit() - records) // max(tallies, 1) // TALLIES_PER_WORKER
    with executor(workers, cluster, most=threads, progress=progress) as found:
        yield found


UNTIL = re.compile(r"(?:±|\+-|\+/-)?\s*(\d{1,9}(?:\.\d{0,15})?(?:e-\d{1,2})?)\s*(%?)", re.IGNORECASE)
STOPS = (100, 125, 160, 200, 250, 320, 400, 500, 640, 800)
"""The numbers of fights after which `simulate` looks whether an interval is narrow enough: these times powers of ten."""
FIRST_STOP = 10_000


def half_width_wanted(until: float | str) -> float:
    """The half-width of an interval as given: a number, or a text such as ``±0.001%`` or ``1e-5``."""
    found = UNTIL.fullmatch(until.strip()) if isinstance(until, str) else None
    width = float(found[1]) / (100 if found[2] else 1) if found else until
    if isinstance(width, (str, bool)) or not isinstance(width, (int, float)) or not 0 < width < 0.5:
        remedy = "give one above 0 and below 50 %, like ±0.1% or 0.001"
        raise FracasError("bad-until", f"{str(until)[:40]!r} is no half-width of an interval of a chance", remedy)
    return float(width)


def stops() -> Iterator[int]:
    """The numbers of fights at which an interval is looked at, from `FIRST_STOP` on: each is about a quarter more than the one before."""
    power = 1
    while True:
        yield from (n * power for n in STOPS if n * power >= FIRST_STOP)
        power *= 10


def fights_needed(share: float, width: float) -> int:
    """About how many fights an interval of this half-width takes, given the chance to win."""
    spread = max(share * (1 - share), width)
    return int(spread * (deviations() / width) ** 2)


def _until(found: _Kept, width: float, most: int) -> bool:
    """Fight until an interval is narrow enough; False if Ctrl-C stopped it before. Refused if that would take more than ``most`` fights."""
    for stop in stops():
        share = found.wins() / found.reached if found.reached else 0.5
        needed = fights_needed(share, width)
        if (found.reached and needed > most) or stop > max(most, FIRST_STOP):
            raise FracasError(
                "too-many-fights",
                f"{found.encounter.title}: an interval of ±{width:.3g} would take about {needed:,} fights, and {most:,} may be fought "
                f"(of {found.reached:,} {share:.3%} were won)",
                f"ask for ±{width * sqrt(max(needed, stop) / most):.2g} or wider",
            )
        if not found.go_to(stop, max(needed, stop)):
            return False
        low, high = interval(found.wins(), found.reached)
        if (high - low) / 2 <= width:
            return True
    raise AssertionError  # there is always another stop


class _Kept:
    """The aggregate of finished chunks: totals of the contiguous fights 0 to ``reached``, and the tallies of chunks after a gap."""

    def __init__(self, job: Fights, first: int, place: Executor, progress: Progress, chunk: int) -> None:
        self.encounter, self.totals = job.encounter, empty_tallies(job.encounter)[:3]
        self.reached = self.goal = self.long_round = 0
        self._job, self._first, self._place, self._progress, self._chunk = job, first, place, progress, chunk
        self._fights: list[Array] = []
        self._ahead: dict[int, Chunk] = {}
        self._rate: Pieces | None = None

    def go_to(self, n: int, expected: int | None = None) -> bool:
        """Fight on to fight number ``n``, of those ``expected`` in all; False if Ctrl-C stopped it before."""
        total = expected or n
        self.goal = n
        job, place, first = self._job, self._place, self._first
        if job.each:
            check_memory(fight_dtype.itemsize * n, f"records of {n:,} fights", "ask for fewer, or in parts")
        size = max(min(self._chunk, -(-(n - self.reached) // place.workers)), 1)
        pieces = Pieces(first + self.reached, first + n, place.workers, size, size if place.here else RECORDS if job.each else None)
        pieces.goes_on(self._rate)
        at_once, ahead = (place.workers + 1, AHEAD) if place.here else (2 * place.workers, 4 * place.workers)
        with place.start(job, self._progress) as run:
            try:
                while True:
                    # if one chunk is slow, the others wait, so that their tallies do not accumulate
                    while run.pending < at_once and len(self._ahead) <= ahead and (piece := next(pieces, None)):
                        run.submit(piece)
                    if not run.pending:
                        break
                    for done in run.done():
                        pieces.took(done.result.done, done.seconds)
                        self._take(done)
                    self._progress.at(self.reached, total, "fights")
            except KeyboardInterrupt:
                run.stop()
                for done in run.rest():
                    self._take(done)
                return False
        self._rate = pieces
        return True

    def _take(self, done: Finished[tuple[int, int], Chunk]) -> None:
        """Add the tallies of a finished chunk."""
        self._ahead[done.piece[0] - self._first] = done.result
        while self.reached in self._ahead:
            chunk = self._ahead.pop(self.reached)
            for total, tally in zip(self.totals, chunk.tallies[:3], strict=True):
                total += tally
            self.long_round = max(self.long_round, int(chunk.tallies[3][0]))
            self._fights.append(chunk.fights)
            self.reached += chunk.done

    def wins(self) -> int:
        """The fights that side A has won."""
        return int(sum(count for code, count in enumerate(self.totals[0]) if self.encounter.end_kind(code) == "win"))

    def records(self) -> Array | None:
        """The records of all fights, if they are kept."""
        return np.concatenate([np.zeros(0, fight_dtype), *self._fights]) if self._job.each else None
