"""A PettingZoo environment: both sides of a fight, each an agent that acts when it is its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fracas.engine.contract.extras import extra
from fracas.engine.contract.setup import TIME
from fracas.engine.encounter import Encounter
from fracas.engine.play.fight import Fight
from fracas.engine.records.features import Features
from fracas.rl.terms import Terms

if TYPE_CHECKING:
    from gymnasium import spaces
    from pettingzoo import AECEnv
else:
    spaces, AECEnv = extra("gymnasium.spaces"), extra("pettingzoo").AECEnv

AGENTS = ("side_0", "side_1")
"""The agents: side A and side B."""


class FightAEC(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # it has no types
    """An encounter as a PettingZoo environment; its agents, ``side_0`` and ``side_1``, are the sides A and B.

    ``reset(seed=k)`` begins fight number ``k`` of ``seed``; without a seed it is the next one. An agent observes ``observation``
    (`features`) and ``action_mask``; both are sent again in every turn. An illegal action is an error.
    """

    metadata: dict[str, Any] = {"name": "fracas_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self,
        encounter: Encounter,
        seed: int = 1,
        rewards: Mapping[str, float] | None = None,
        features: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.terms = Terms(encounter, rewards, features)
        self.encounter, self.seed, self.render_mode = encounter, seed, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        seen = spaces.Box(self.features.low, self.features.high, dtype=np.float64)
        mask = spaces.Box(0, 1, (self.terms.actions,), np.int8)
        self.observation_spaces = {each: spaces.Dict({"observation": seen, "action_mask": mask}) for each in AGENTS}
        self.action_spaces = {each: spaces.Discrete(self.terms.actions) for each in AGENTS}
        self._number = -1

    @property
    def features(self) -> Features:
        """The names and bounds of what is in an observation."""
        return self.terms.features

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin fight number ``seed``, or the next one."""
        self._number = self._number + 1 if seed is None else seed
        self.fight: Fight = self.encounter.fight(self.seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self._look()

    def _look(self) -> None:
        """Set what follows from how the fight stands."""
        end = self.fight.end
        self.terminations = dict.fromkeys(AGENTS, end is not None and end != TIME)
        self.truncations = dict.fromkeys(AGENTS, end == TIME)
        self.infos = {each: self.terms.info(self.fight) for each in AGENTS}
        if end is None:
            self.agent_selection = AGENTS[self.fight.to_act]
        else:
            self.agent_selection = AGENTS[0]
            self.rewards = {each: self.terms.reward(self.fight, side) for side, each in enumerate(AGENTS)}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees and may do."""
        side = AGENTS.index(agent)
        return {"observation": self.terms.observation(self.fight, side), "action_mask": self.terms.mask(self.fight, side)}

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self.fight.act(int(action))
        self._look()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The log so far, as text."""
        return "\n".join(self.fight.lines()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
