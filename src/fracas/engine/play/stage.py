"""A stage: a small fight on which single rules are run, for odds, claims and tests."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from fracas.dice import Distribution, Entry, ExactDice, distribution
from fracas.dice.scripted import ScriptedDice
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup

H = TypeVar("H", bound=Hashable)


class Stage:
    """A setup with its own state. Rules are run on it with given dice faces, or with all of them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.array = setup.state.copy()
        self.log: list[Entry] = []
        self.last: list[Entry] = []

    @property
    def state(self) -> Any:
        """The current state."""
        return self.array[0]

    @property
    def book(self) -> Any:
        """The book: the constants of the rules."""
        return self.setup.book[0]

    def run(self, faces: Iterable[float], do: Callable[[ScriptedDice], Any]) -> Any:
        """Run a rule with these dice faces, which it must use up; its log is kept."""
        script = list(faces)
        dice = ScriptedDice(script)
        result = do(dice)
        if dice.left:
            raise AssertionError(f"of the faces {script} the last {dice.left} were not asked for")
        self.last = dice.entries
        self.log += dice.entries
        return result

    def distribution(self, do: Callable[[ExactDice, Any], H]) -> Distribution[H]:
        """The exact distribution of ``do(dice, state)``, run with every possible answer of the dice, each time on a copy of the state."""
        return distribution(lambda dice: do(dice, self.array.copy()[0]))

    def lines(self, ruleset: Ruleset, entries: Sequence[Entry] | None = None) -> list[str]:
        """The log as lines of text, or some entries of it."""
        return ruleset.teller(self.setup).tell(self.log if entries is None else entries)
