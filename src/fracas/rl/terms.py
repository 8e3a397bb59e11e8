"""What an agent sees and is rewarded with: features, masks and rewards, the same in every environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fracas.engine.contract.facets import Hides
from fracas.engine.contract.matchup import Matchup
from fracas.engine.play.fight import Fight
from fracas.engine.records.features import Features, features_of
from fracas.engine.records.record import Array
from fracas.errors import FracasError, unknown

WIN_CHANCE: Mapping[str, float] = {"win": 1.0, "lose": 0.0, "draw": 0.0}
"""The default rewards: the mean of what an agent gets is its chance to win, which `fracas.regret` computes exactly."""
FLIPPED = {"win": "lose", "lose": "win", "draw": "draw"}


def rewards_by_end(encounter: Matchup, side: int, rewards: Mapping[str, float] | None = None) -> Array:
    """What a side gets for each end: ``rewards`` by kind (win, lose, draw, as the side sees it) or by the name of an end."""
    if side not in (0, 1):
        raise FracasError("bad-side", f"there is no side {side!r}", "give 0 for side A or 1 for side B")
    given = rewards or {}
    codes = range(len(encounter.ends) + 1)
    names = [encounter.end_name(code) for code in codes]
    for name in given:
        if name not in (*WIN_CHANCE, *names):
            raise unknown("end", name, [*WIN_CHANCE, *names])
    known = {**WIN_CHANCE, **given}
    kinds = [encounter.end_kind(code) if side == 0 else FLIPPED[encounter.end_kind(code)] for code in codes]
    return np.array([float(known.get(name, known[kind])) for name, kind in zip(names, kinds, strict=True)])


class Terms:
    """What the agents of an encounter see, may do and get."""

    def __init__(self, encounter: Matchup, rewards: Mapping[str, float] | None, features: Sequence[str] | None) -> None:
        every = features_of(encounter.setup.state.dtype, encounter.setup.names)
        self.encounter = encounter
        self.features: Features = every if features is None else every.only(features)
        self.actions = encounter.ruleset.max_actions
        self.rewards = [rewards_by_end(encounter, side, rewards) for side in (0, 1)]

    def observation(self, fight: Fight, side: int) -> Array:
        """What a side sees of a fight."""
        ruleset = self.encounter.ruleset
        if isinstance(ruleset, Hides):
            return self.features.seen(ruleset.state_seen(fight.setup, fight.state, side))
        found: Array = self.features.of(np.array([fight.state], dtype=self.encounter.setup.state.dtype))[0]
        return found

    def mask(self, fight: Fight, side: int) -> Array:
        """For each action code 1 if it is legal for a side now, else 0."""
        mask = np.zeros(self.actions, np.int8)
        if not fight.over and fight.to_act == side:
            mask[fight.legal_codes()] = 1
        return mask

    def reward(self, fight: Fight, side: int) -> float:
        """What a side gets for the end of a fight; nothing before."""
        end = fight.end
        return 0.0 if end is None else float(self.rewards[side][end])

    def info(self, fight: Fight) -> dict[str, Any]:
        """How a fight ended, if it is over, and which one it is."""
        return {"fight": fight.number, **({} if fight.outcome is None else {"end": fight.outcome})}
