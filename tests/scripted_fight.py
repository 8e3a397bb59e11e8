"""A fight in plain Python whose dice show given faces: what tests of rules stand on."""

from collections.abc import Callable, Iterable
from typing import Any

from fracas.dice import Entry
from fracas.dice.scripted import ScriptedDice


class ScriptedFight:
    """A setup and a state; rules are run on it with scripted dice, and what they logged is kept."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.array = setup.state.copy()
        self.log: list[Entry] = []
        self.last: list[Entry] = []

    @property
    def state(self) -> Any:
        return self.array[0]

    @property
    def book(self) -> Any:
        return self.setup.book[0]

    def run(self, faces: Iterable[float], do: Callable[[ScriptedDice], Any]) -> Any:
        """Run a rule with these faces, all of which it must ask for."""
        script = list(faces)
        dice = ScriptedDice(script)
        result = do(dice)
        assert dice.left == 0, f"of the faces {script} the last {dice.left} were not asked for"
        self.last = dice.entries
        self.log += dice.entries
        return result
