"""Simulation: many sampled fights, in chunks on threads, with aggregated results."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from fracas.dice.compiled import new_stream
from fracas.engine.compile.threads import first_done, submitted
from fracas.engine.content.limits import check_fights, check_memory, check_workers, memory_limit
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
from fracas.errors import FracasError

AHEAD = 8
"""Maximum number of finished chunks waiting for a slow earlier one: their tallies can be large."""
CHUNK, DEVICE_CHUNK = 20_000, 1 << 25
"""Fights in a chunk; on a device more run side by side."""
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


def paired(before: Array, after: Array) -> tuple[float, float, float]:
    """The mean paired difference of figures of the same fights under two sets of rules, with its 95 % confidence interval."""
    by = after - before
    half = deviations() * float(by.std(ddof=1)) / sqrt(len(by))
    return float(by.mean()), float(by.mean()) - half, float(by.mean()) + half


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


def _chunks(n: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, n, size):
        yield first, min(size, n - first)


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


class _Batch:
    """The working arrays of one simulation."""

    def __init__(self, encounter: Matchup, n: int, seed: int, each: bool, first: int, device: DeviceFights | None) -> None:
        self.encounter = encounter
        self.seed = seed
        self.first = first
        self.fights = np.zeros(n if each else 0, fight_dtype)
        self.none = np.zeros(0, fight_dtype)
        self.stop = np.zeros(1, np.int64)
        self.local = threading.local()
        self.device = device

    def run(self, start: int, count: int, progress: Progress) -> tuple[int, tuple[Array, ...]]:
        """Run ``count`` fights from number ``start``; returns how many were done before it was stopped, and their tallies."""
        tallies = empty_tallies(self.encounter)
        fights = self.fights[start : start + count] if self.fights.size else self.none
        if self.device is None:
            return self._run_here(self.first + start, count, tallies, fights, progress) - self.first - start, tallies
        if self.stop[0]:
            return 0, tallies
        failed = self.device.run(self.first + start, count, tallies, fights)
        if failed is not None:
            self._run_here(failed, 1, tallies, self.none, progress)  # says what is wrong with it
            raise FracasError(
                "device-failed",
                f"{self.encounter.title}, seed {self.seed}: the device could not count fight {failed}, in which nothing is wrong here",
                "run the same without a device, and report this",
            )
        return count, tallies

    def _run_here(self, first: int, count: int, tallies: tuple[Array, ...], fights: Array, progress: Progress) -> int:
        """Run fights on this processor, and add to the tallies; the number of the fight that it came to."""
        e = self.encounter
        if not hasattr(self.local, "dice"):
            self.local.dice = (new_stream(), new_stream())
            self.local.scratch = e.setup.state.copy()
            self.local.lookup = Lookup(e)
        scratch = self.local.scratch
        loop = sampler(e)
        status, reached, side = ASKS, first, CHANCE
        while status == ASKS:
            if side != CHANCE:
                self.local.lookup.decide(side, scratch[0])
            at = int(reached) - first
            status, reached, side, health = loop(
                (e.setup.state.dtype, e.setup.book.dtype),
                progress,
                first + at,
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
                self.stop,
            )
        if status == STUCK:
            raise stuck_error(e, self.seed, reached)
        if status == BAD_HEALTH:
            raise bad_health(e, side, health)
        return int(reached)


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
    n: int,
    seed: int = 1,
    workers: int | None = None,
    each: bool = False,
    progress: Progress | None = None,
    first: int = 0,
    chunk: int | None = None,
    device: str | None = None,
) -> Simulation:
    """Simulate ``n`` fights of ``seed``, from number ``first``, in compiled code on ``workers`` threads (default: one for each core).

    With a ``device`` (``cuda``, ``cuda:1``) they run there: the same fights. ``each`` keeps a record of every fight. Ctrl-C stops early
    and keeps finished fights.
    """
    check_seed(seed)
    check_fights(n)
    workers = check_workers(workers)
    records, tallies = (fight_dtype.itemsize * n if each else 0), tallies_size(encounter)
    check_memory(records, f"records of {n:,} fights", "ask for fewer, or in parts")
    check_memory(records + TALLIES_AT_LEAST * tallies, f"tallies of what is left of {encounter.max_health(0):,} HP and the like", "")
    workers = max(min(workers, (memory_limit() - records) // max(tallies, 1) // TALLIES_PER_WORKER), 1)
    listener = progress or ANNOUNCED
    there = None if device is None else DeviceFights(encounter, seed, device, listener)
    if there is not None:
        workers = 1
    batch = _Batch(encounter, n, seed, each, first, there)
    totals = empty_tallies(encounter)[:3]
    batch.run(0, 0, listener)  # compile or load before the clock starts
    began = time.perf_counter()
    size = max(min(chunk or (CHUNK if there is None else DEVICE_CHUNK), -(-n // workers)), 1)
    kept = _Kept(totals)
    left = _chunks(n, size)
    with ThreadPoolExecutor(workers, "fracas-fights") as pool:
        running: dict[Future[Any], tuple[int, int]] = {}
        try:
            for start, count in left:
                running[submitted(pool, batch.run, start, count, listener)] = (start, count)
                if len(running) > workers:
                    kept.take(running, first_done(running))
                    listener.at(kept.reached, n, "fights")
                while kept.ahead > AHEAD:  # if one chunk is slow, the others wait, so that their tallies do not accumulate
                    kept.take(running, first_done([min(running, key=lambda future: running[future][0])]))
            while running:
                kept.take(running, first_done(running))
                listener.at(kept.reached, n, "fights")
        except KeyboardInterrupt:
            batch.stop[0] = 1
            for future in running:
                future.cancel()
            kept.take(running, wait([f for f in running if not f.cancelled()]).done)
        except BaseException:
            batch.stop[0] = 1
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    reached, long_round = kept.reached, kept.long_round
    if long_round > LONG_ROUND and encounter.round_limit > 1 and not totals[1][:, 2:].any():
        raise never_advances(encounter, f"all {reached:,} fights end in round 1, one of them after {long_round:,} steps")
    return Simulation(encounter, seed, reached, n, *totals, batch.fights[:reached] if each else None, time.perf_counter() - began, workers)


class _Kept:
    """The aggregate of finished chunks: totals of the contiguous fights 0 to ``reached``, and the tallies of chunks after a gap."""

    def __init__(self, totals: tuple[Array, ...]) -> None:
        self.totals = totals
        self.reached = self.long_round = 0
        self._ahead: dict[int, tuple[int, tuple[Array, ...]]] = {}

    @property
    def ahead(self) -> int:
        """The number of finished chunks waiting for an earlier one."""
        return len(self._ahead)

    def take(self, running: dict[Future[Any], tuple[int, int]], ready: set[Future[Any]]) -> None:
        """Add the tallies of finished chunks."""
        for future in ready:
            start, _ = running.pop(future)
            self._ahead[start] = future.result()
        while self.reached in self._ahead:
            count, tallies = self._ahead.pop(self.reached)
            for total, tally in zip(self.totals, tallies[:3], strict=True):
                total += tally
            self.long_round = max(self.long_round, int(tallies[3][0]))
            self.reached += count
