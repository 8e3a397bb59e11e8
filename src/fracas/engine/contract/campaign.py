"""What a ruleset says of its campaign: a story of choices and fights. `fracas.engine.journey` plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from fracas.engine.contract.setup import Setup


class Choice(NamedTuple):
    """Something that can be chosen: what a player types, and a description."""

    name: str
    text: str = ""


class FinishedFight(Protocol):
    """A fight that is over, as a campaign sees it."""

    @property
    def setup(self) -> Setup:
        """The scenario made ready."""

    @property
    def state(self) -> Any:
        """The last state."""

    @property
    def outcome(self) -> str | None:
        """How it ended, in a word."""

    def health(self, side: int) -> int:
        """What a side has left."""


class Campaign(ABC):
    """A story around fights. A journey through it stands at a state, which is never changed: each step makes another."""

    title: str
    state_model: type[BaseModel]
    """Where a journey can stand. Fields the engine knows: ``seed`` and ``fights`` (how many are over), which choose the dice."""

    @abstractmethod
    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> Any:
        """The state of a new journey."""

    @abstractmethod
    def lines(self, state: Any) -> list[str]:
        """What a player is told at this state."""

    @abstractmethod
    def choices(self, state: Any) -> Sequence[Choice]:
        """What can be chosen; nothing where a fight is to be fought, or the journey is over."""

    @abstractmethod
    def choose(self, state: Any, name: str) -> Any:
        """The state after a choice."""

    @abstractmethod
    def scenario(self, state: Any) -> Mapping[str, Any] | None:
        """The fight that is to be fought now, as a scenario, or None."""

    @abstractmethod
    def after(self, state: Any, fight: FinishedFight) -> Any:
        """The state after a fight."""

    def refusal(self, state: Any, name: str) -> str | None:
        """Why something that exists cannot be chosen now, or None."""
        return None
