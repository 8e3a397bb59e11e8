"""A Gymnasium environment: one side of a fight, against a policy of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fracas.engine.contract.extras import extra
from fracas.engine.contract.setup import TIME
from fracas.engine.encounter import Encounter
from fracas.engine.play.fight import Fight
from fracas.engine.records.features import Features
from fracas.engine.records.record import Array
from fracas.rl.terms import Terms

if TYPE_CHECKING:
    import gymnasium
    from gymnasium import spaces
else:
    gymnasium, spaces = extra("gymnasium"), extra("gymnasium.spaces")


class FightEnv(gymnasium.Env[Array, np.int64]):
    """One side of an encounter as a Gymnasium environment; the other side plays its policy.

    ``reset(seed=k)`` begins fight number ``k`` of ``seed``, the one that `fracas.Encounter.fight` begins; without a seed it is the next
    one. An observation holds ``features``, an action is an action code, and ``info["action_mask"]`` (or `action_masks`) says which are
    legal. An illegal action loses the fight at once.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        encounter: Encounter,
        side: int = 0,
        seed: int = 1,
        rewards: Mapping[str, float] | None = None,
        features: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.terms = Terms(encounter, rewards, features)
        self.encounter, self.side, self.seed, self.render_mode = encounter, side, seed, render_mode
        self.observation_space = spaces.Box(self.features.low, self.features.high, dtype=np.float64)
        self.action_space = spaces.Discrete(self.terms.actions)
        self._number = -1
        self._fight: Fight | None = None

    @property
    def features(self) -> Features:
        """The names and bounds of what is in an observation."""
        return self.terms.features

    @property
    def fight(self) -> Fight:
        """The fight, as it stands."""
        if self._fight is None:
            self.reset()
        assert self._fight is not None
        return self._fight

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin fight number ``seed``, or the next one."""
        super().reset(seed=seed)
        self._number = self._number + 1 if seed is None else seed
        self._fight = self.encounter.fight(self.seed, self._number)
        self._let_other_act()
        return self.terms.observation(self._fight, self.side), self._info()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the other side act until this one decides again."""
        fight = self.fight
        legal = bool(self.action_masks()[int(action)])
        if legal:
            fight.act(int(action))
            self._let_other_act()
        end = fight.end
        lost = not legal and end is None
        reward = float(self.terms.rewards[self.side].min()) if lost else self.terms.reward(fight, self.side)
        info = {**self._info(), **({"illegal": int(action)} if lost else {})}
        return self.terms.observation(fight, self.side), reward, lost or (end is not None and end != TIME), end == TIME, info

    def _let_other_act(self) -> None:
        while not self.fight.over and self.fight.to_act != self.side:
            self.fight.auto()

    def action_masks(self) -> Array:
        """For each action code whether it is legal now."""
        return self.terms.mask(self.fight, self.side).astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.terms.mask(self.fight, self.side), **self.terms.info(self.fight)}

    def render(self) -> Any:
        """The log so far, as text."""
        return "\n".join(self.fight.lines()) if self.render_mode == "ansi" else None
