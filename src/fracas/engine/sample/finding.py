"""Finding notable fights in a batch: the longest, the shortest, the closest, an upset, a comeback, the most typical one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from fracas.engine.compile.aside import aside
from fracas.engine.content.limits import check_fights, check_memory
from fracas.engine.contract.charts import Chart
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Table
from fracas.engine.records.record import Array
from fracas.engine.sample.sampling import fight_dtype
from fracas.engine.sample.simulate import Simulation, simulate
from fracas.errors import FracasError, unknown

Wanted = Literal["longest", "shortest", "closest", "upset", "comeback", "typical"]
"""Which fight is looked for."""
KINDS: dict[str, str] = {
    "longest": "the most rounds",
    "shortest": "the fewest rounds",
    "closest": "the winner had the least left",
    "upset": "the side that wins less often won, with the most left",
    "comeback": "the winner had been furthest behind",
    "typical": "it ended as most do, after the usual time, with what is usually left",
}
BYTES_OF_A_FIGHT = 2 * fight_dtype.itemsize
"""Bytes per fight for its record and for sorting."""


NEVER = np.int64(-(2**62))
"""The score of a fight that is not of the kind."""


def _score(batch: Simulation, kind: str) -> Array:
    """The score of each fight for a kind: higher is better."""
    fights, ready = batch.records(), batch.encounter
    won, lost = (batch.which(each).astype(bool) for each in ("win", "lose"))
    left = np.maximum(fights["health_a"], fights["health_b"])
    unlikely = won if won.sum() < lost.sum() else lost
    scores: dict[str, Callable[[], Array]] = {
        "longest": lambda: fights["rounds"],
        "shortest": lambda: -fights["rounds"],
        "closest": lambda: np.where(won | lost, -left, NEVER),
        "upset": lambda: np.where(unlikely, fights["health_a" if unlikely is won else "health_b"], NEVER),
        "comeback": lambda: np.where(won | lost, fights["deficit"], NEVER),
        "typical": lambda: _typical(batch),
    }
    score = scores[kind]()
    if (score == NEVER).all():
        whose = "one side wins all of" if (won | lost).any() else "nobody wins any of"
        raise FracasError(
            "none-found", f"{ready.title}: {whose} {batch.n:,} fights", "look through more, or for the longest or the shortest"
        )
    return score


def _typical(batch: Simulation) -> Array:
    """The closeness of each fight with the most common end to the medians of such fights, in length and in the health left of both sides.

    Distances are measured in standard deviations.
    """
    fights = batch.records()
    usual = fights["end"] == int(batch.end_counts.argmax())
    off = np.zeros(len(fights))
    for name in ("rounds", "health_a", "health_b"):
        values = fights[name].astype(float)
        off += abs(values - np.median(values[usual])) / (values[usual].std() or 1.0)
    return np.where(usual, -off, float(NEVER))


@dataclass(frozen=True)
class Finding(Result):
    """The fights of a simulation that score highest for a kind: their numbers, best first."""

    batch: Simulation
    kind: str
    numbers: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        """The fights as data for JSON."""
        return {
            "kind": self.kind,
            "n": self.batch.n,
            "seed": self.batch.seed,
            "interrupted": self.batch.interrupted,
            "fights": [self._fight(number) for number in self.numbers],
        }

    def _fight(self, number: int) -> dict[str, Any]:
        record, ready = self.batch.records()[number], self.batch.encounter
        return {
            "fight": number,
            "end": ready.end_name(int(record["end"])),
            "rounds": int(record["rounds"]),
            "health": {"a": int(record["health_a"]), "b": int(record["health_b"])},
        }

    def charts(self) -> list[Chart]:
        """The charts of all searched fights."""
        return self.batch.charts()

    def tables(self) -> list[Table]:
        """The fights as a table."""
        ready = self.batch.encounter
        columns = [
            Column("fight", "fight"),
            Column("end", "end"),
            Column(f"{ready.ruleset.round_word}s", "rounds", key="rounds"),
            Column(f"{ready.ruleset.sides[0]} has left", lambda row: row["health"]["a"], key="health_a"),
            Column(f"{ready.ruleset.sides[1]} has left", lambda row: row["health"]["b"], key="health_b"),
        ]
        return [Table("", columns, self.to_data()["fights"])]

    def sentence(self) -> str:
        """The result of the search, in one line."""
        stopped = f" (stopped; {self.batch.asked:,} were asked for)" if self.batch.interrupted else ""
        return f"Of {self.batch.n:,} fights of seed {self.batch.seed}{stopped}, {KINDS[self.kind]}:"

    def __repr__(self) -> str:
        return f"<Finding {self.kind} of {self.batch.n:,} fights of seed {self.batch.seed}: {', '.join(map(str, self.numbers[:8]))}>"


def search(
    encounter: Matchup,
    kind: str,
    n: int,
    seed: int = 1,
    most: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Finding:
    """Search ``n`` fights of ``seed`` for the longest, shortest, closest, the biggest upset, the greatest comeback, the most typical.

    The closest fight is the one whose winner had the least health left; the biggest upset is the win of the side that wins less often with
    the most health left; in the greatest comeback the winner had been furthest behind, by share of health; the most typical fight has the
    most common end and is nearest to the medians of such fights. Ties go to the lowest number. Replay one with
    ``encounter.replay(seed, number)``.
    """
    _check_kind(kind)
    check_fights(n)
    check_memory(BYTES_OF_A_FIGHT * n, f"a search through {n:,} fights", "ask for fewer, or in parts")
    batch = simulate(encounter, n, seed, workers, each=True, progress=progress)
    if batch.n == 0:
        raise KeyboardInterrupt
    return Finding(batch, kind, tuple(aside(pick, batch, kind, most)))


def find(
    encounter: Matchup,
    kind: str,
    n: int,
    seed: int = 1,
    most: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[int]:
    """The numbers of the fights that `search` finds."""
    return list(search(encounter, kind, n, seed, most, workers, progress).numbers)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise unknown("kind of fight to find", kind, KINDS)


def pick(batch: Simulation, kind: str, most: int = 1) -> list[int]:
    """Like `find`, from a simulation that kept a record of each fight."""
    _check_kind(kind)
    score = _score(batch, kind)
    order = np.argsort(-score, kind="stable")[:most]
    return [int(i) for i in order if score[i] != NEVER]
