"""A fight in plain Python whose dice show given faces: for worked examples, in tests and in claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fracas.dice import Entry
from fracas.dice.scripted import ScriptedDice
from fracas.engine.ruleset import Setup


class ScriptedFight:
    """A setup and a state; rules are run on it with scripted dice, and what they logged is kept."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.array = setup.state.copy()
        self.log: list[Entry] = []
        self.last: list[Entry] = []

    @property
    def state(self) -> Any:
        """The fight as it stands."""
        return self.array[0]

    @property
    def book(self) -> Any:
        """What stays the same."""
        return self.setup.book[0]

    def run(self, faces: Iterable[float], do: Callable[[ScriptedDice], Any]) -> Any:
        """Run a rule with these faces, all of which it must ask for."""
        script = list(faces)
        dice = ScriptedDice(script)
        result = do(dice)
        if dice.left:
            raise AssertionError(f"of the faces {script} the last {dice.left} were not asked for")
        self.last = dice.entries
        self.log += dice.entries
        return result
