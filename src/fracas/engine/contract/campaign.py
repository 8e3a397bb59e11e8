"""The campaign interface of a ruleset: a story of choices and fights.

`fracas.engine.journey` plays it, `fracas.engine.travel` lets policies play it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from pydantic import Field

from fracas.dice import Dice, die
from fracas.engine.content.models import Model
from fracas.engine.contract.setup import Setup


class Choice(NamedTuple):
    """An option offered to the player: the text to type, and a description."""

    name: str
    text: str = ""
    final: bool = False
    """Whether it ends the journey for good, by choice: a player is asked once more."""


class FinishedFight(Protocol):
    """A finished fight, as a campaign sees it."""

    @property
    def setup(self) -> Setup:
        """The setup of the scenario."""

    @property
    def state(self) -> Any:
        """The last state."""

    @property
    def outcome(self) -> str | None:
        """The name of its end."""

    def health(self, side: int) -> int:
        """The health a side has left."""


class Standing(NamedTuple):
    """How far a journey has come: what is told of many together."""

    reached: int
    """How far: scenes, levels, depth; `Campaign.reach_word` says what it counts."""
    kind: str = ""
    """What journeys are told apart by: the path or the style of who goes."""
    end: str = ""
    """How it ended, in a word or two; nothing while it goes on."""
    left: Mapping[str, int] = {}
    """What is left: HP, coins, …, by name."""


class CharacterSheet(NamedTuple):
    """Who goes on a journey, and how they stand."""

    name: str
    kind: str
    """Class or style, level: ``Monk, level 3``."""
    standing: str
    """Health, experience, purse, in a line."""
    lines: tuple[str, ...] = ()
    """Attributes, abilities, gear: what else there is to say, line by line."""

    @property
    def line(self) -> str:
        """Name, kind and standing in a line."""
        return f"{self.name}, {self.kind}: {self.standing}"


class JourneyState(Model):
    """The state of a journey; a campaign derives from it to add fields. Seed and number of fights determine the dice."""

    seed: int = Field(ge=0)
    fights: int = Field(0, ge=0, description="Number of fights finished so far")


S = TypeVar("S", bound=JourneyState)


class Campaign(ABC, Generic[S]):
    """A story around fights. The state of a journey is immutable: each step returns a new one."""

    title: str
    reach_word: str = "fights"
    """What `Standing.reached` counts: levels, scenes."""
    kind_word: str = "kind"
    """What `Standing.kind` is: a path, a style."""
    policies: tuple[str, ...] = ("random",)
    """Names of the ways in which computer players choose between fights; the first is the default."""
    options_model: ClassVar[type[Model] | None] = None
    """Options of the campaign itself, besides the ruleset's rule options; no name is in both."""

    @abstractmethod
    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> S:
        """The initial state of a new journey."""

    @abstractmethod
    def lines(self, state: S) -> list[str]:
        """The text shown to the player in this state."""

    @abstractmethod
    def hero(self, state: S) -> CharacterSheet | None:
        """Who goes on the journey; None as long as there is nothing to say of them."""

    @abstractmethod
    def choices(self, state: S) -> Sequence[Choice]:
        """The choices available now; empty if a fight comes next or the journey is over."""

    @abstractmethod
    def choose(self, state: S, name: str) -> S:
        """The state after a choice."""

    @abstractmethod
    def scenario(self, state: S) -> Mapping[str, Any] | None:
        """The scenario of the fight that comes next, or None."""

    @abstractmethod
    def after(self, state: S, fight: FinishedFight) -> S:
        """The state after a fight."""

    def refusal(self, state: S, name: str) -> str | None:
        """Why an existing choice is not available now, or None."""
        return None

    def is_permadeath(self, state: S) -> bool:
        """Whether a defeat ends the journey for good: then nothing is taken back."""
        return False

    # many journeys

    def pick(self, state: S, choices: Sequence[Choice], policy: str, dice: Dice) -> str:
        """The name of what a computer player chooses, of `choices`; by default any, each with the same chance."""
        return choices[die(dice, len(choices)) - 1].name

    def standing(self, state: S) -> Standing:
        """How far the journey has come; by default it counts fights."""
        return Standing(state.fights)
