"""The worth of each choice of a fight, which is solved in the background while it is played."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from fracas.cli.forms import say
from fracas.cli.screen import size, wrapped
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.matchup import Matchup
    from fracas.engine.play.fight import Fight
    from fracas.engine.solve.best import BestPlay

MAX_WEIGHED = 300_000
"""Maximum number of states to solve in the background."""
MEMORY = 128 << 20
PATIENCE = 2.5
"""Maximum delay of the first choice in seconds."""


class _Stopped(Exception):
    """The solution is no longer needed."""


class Weighing:
    """Solves a fight for best play in the background while it is played, to show what each choice is worth; gives up on large fights."""

    def __init__(self, encounter: Matchup) -> None:
        self.found: BestPlay | None = None
        self._why = "This is too large to be solved at once: what each choice is worth is not known."
        self._encounter = encounter
        self._done = threading.Event()
        self._stopped = False
        self._told: set[str] = set()
        self._until = time.monotonic() + PATIENCE
        threading.Thread(target=self._solve, name="fracas-weighing", daemon=True).start()

    def _solve(self) -> None:
        from fracas.engine.solve.best import best

        try:
            self.found = best(self._encounter, max_states=MAX_WEIGHED, memory=MEMORY, progress=self)
        except FracasError as error:
            if error.code == "not-exact":
                self._why = f"What each choice is worth is not known: {error.what}."
        except _Stopped:
            pass
        finally:
            self._done.set()

    def say(self, text: str) -> None:
        """Ignored: compiling is not announced."""

    def at(self, done: int, total: int | None, what: str) -> None:
        """Abort the solution when it is no longer needed."""
        if self._stopped:
            raise _Stopped

    def close(self) -> None:
        """Abort the solution."""
        self._stopped = True

    def wait(self) -> None:
        """Wait until it is done, however long it takes."""
        say("weighing the choices …", err=True)
        while not self._done.wait(0.2):
            pass

    def options(self, fight: Fight, silent: bool = False) -> dict[int, float]:
        """The worth of each choice, if it is known; waits briefly the first time. Says once what to expect, unless ``silent``."""
        self._done.wait(max(self._until - time.monotonic(), 0))
        if silent:
            pass
        elif not self._done.is_set():
            self._tell("This is being solved; press Enter in a while to see what each choice is worth.")
        elif self.found is None:
            self._tell(self._why)
        return self.found.options(fight.state) if self.found is not None else {}

    def _tell(self, line: str) -> None:
        if line not in self._told:
            self._told.add(line)
            for part in wrapped(line, size()[0], 0):
                say(part, dim=True)
