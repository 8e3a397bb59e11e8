"""Thousands of fights side by side, stepped in compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.sample.batch import Batch
from fracas.rl.terms import rewards_by_end


class FightBatch(Batch):
    """Fights side by side, as `Batch` describes them, with rewards by kind or name of an end, as the other environments have them."""

    def __init__(
        self,
        encounter: Matchup,
        many: int,
        side: int = 0,
        seed: int = 1,
        first: int = 0,
        rewards: Mapping[str, float] | None = None,
        features: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(encounter, many, rewards_by_end(encounter, side, rewards), side, seed, first, features, progress)
