"""What a ruleset says of its campaign: a story of choices and fights. `fracas.engine.journey` plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import Field

from fracas.engine.content.models import Model
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


class JourneyState(Model):
    """Where a journey can stand: a campaign adds what it remembers. Seed and number of fights choose the dice."""

    seed: int = Field(ge=0)
    fights: int = Field(0, ge=0, description="Fights that are over")


S = TypeVar("S", bound=JourneyState)


class Campaign(ABC, Generic[S]):
    """A story around fights. A journey through it stands at a state, which is never changed: each step makes another."""

    title: str

    @abstractmethod
    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> S:
        """The state of a new journey."""

    @abstractmethod
    def lines(self, state: S) -> list[str]:
        """What a player is told at this state."""

    @abstractmethod
    def choices(self, state: S) -> Sequence[Choice]:
        """What can be chosen; nothing where a fight is to be fought, or the journey is over."""

    @abstractmethod
    def choose(self, state: S, name: str) -> S:
        """The state after a choice."""

    @abstractmethod
    def scenario(self, state: S) -> Mapping[str, Any] | None:
        """The fight that is to be fought now, as a scenario, or None."""

    @abstractmethod
    def after(self, state: S, fight: FinishedFight) -> S:
        """The state after a fight."""

    def refusal(self, state: S, name: str) -> str | None:
        """Why something that exists cannot be chosen now, or None."""
        return None
