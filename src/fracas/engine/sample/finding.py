"""Finding fights worth seeing in a batch: the longest, the shortest, the closest, the biggest upset."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.records.record import Array
from fracas.engine.sample.simulate import Simulation, simulate
from fracas.errors import FracasError, unknown

KINDS: dict[str, str] = {
    "longest": "the most rounds",
    "shortest": "the fewest rounds",
    "closest": "the winner had the least left",
    "upset": "the winner had been furthest behind",
}


def _score(fights: Array, decided: Array) -> dict[str, Callable[[], Array]]:
    left = np.maximum(fights["health_a"], fights["health_b"])
    never = np.int64(-(2**62))
    return {
        "longest": lambda: fights["rounds"],
        "shortest": lambda: -fights["rounds"],
        "closest": lambda: np.where(decided, -left, never),
        "upset": lambda: np.where(decided, fights["deficit"], never),
    }


def find(
    encounter: Matchup,
    kind: str,
    n: int,
    seed: int = 0,
    most: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[int]:
    """The numbers of the fights among ``n`` of ``seed`` that are the longest, shortest, closest, or the biggest upset.

    The closest fight is the one whose winner had least left; the biggest upset the one whose winner had been furthest behind, by share
    of health, at some time. Of equals the first counts. Replay one with ``encounter.replay(seed, number)``.
    """
    if kind not in KINDS:
        raise unknown("kind of fight to find", kind, KINDS)
    return pick(simulate(encounter, n, seed, workers, each=True, progress=progress), kind, most)


def pick(batch: Simulation, kind: str, most: int = 1) -> list[int]:
    """The same, from a simulation that kept a record of each fight."""
    if kind not in KINDS:
        raise unknown("kind of fight to find", kind, KINDS)
    fights, ready = batch.fights, batch.encounter
    if fights is None:
        raise FracasError("no-records", "this simulation kept no record of its fights", "simulate with each=True")
    decided = np.isin(fights["end"], [c for c in range(len(ready.ends) + 1) if ready.end_kind(c) != "draw"])
    score = _score(fights, decided)[kind]()
    return [int(i) for i in np.argsort(-score, kind="stable")[:most]]
