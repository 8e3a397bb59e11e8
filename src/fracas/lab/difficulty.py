"""The difficulty of fights: the chance that side A wins with its default policy. Computed once, and cached; a lookup computes nothing.

``python -m fracas.lab.difficulty RULESET`` computes the missing ones of all scenarios, one after another, without output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from fracas.engine.contract.progress import SILENT
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.encounter import encounter
from fracas.errors import FracasError
from fracas.lab.kept import Shelf, content_digest, key_of
from fracas.lab.points import Budget, measure

TOPIC = "difficulty"
STATES, FIGHTS = 20_000, 4_000
"""Maximum number of states to solve, and the sample size of larger fights."""
NICENESS = 10


@dataclass(frozen=True)
class Difficulty:
    """The chance to win a fight, exact or from a sample."""

    win: float
    exact: bool

    def text(self) -> str:
        """The chance as displayed in a list."""
        return f"{self.win:.1%}" if self.exact else f"~{self.win:.0%}"


def known(ruleset: Ruleset) -> dict[str, Difficulty]:
    """The cached difficulties of a ruleset's scenarios, by name."""
    shelf, content = Shelf(ruleset, TOPIC), content_digest(ruleset)
    found = {name: _read(shelf.get(key_of(content, name))) for name in ruleset.scenarios()}
    return {name: difficulty for name, difficulty in found.items() if difficulty is not None}


def _read(kept: object) -> Difficulty | None:
    if isinstance(kept, Mapping) and isinstance(kept.get("win"), float) and isinstance(kept.get("exact"), bool):
        return Difficulty(kept["win"], kept["exact"])
    return None


def find(ruleset: Ruleset, name: str) -> Difficulty:
    """The difficulty of a scenario: from the cache, or else computed and cached."""
    with Shelf(ruleset, TOPIC) as shelf:
        key = key_of(content_digest(ruleset), name)
        kept = _read(shelf.get(key))
        if kept is not None:
            return kept
        budget = Budget(max_states=STATES, fights=FIGHTS, workers=1)
        [figures] = measure([encounter(ruleset, name)], ("win",), budget, SILENT)
        found = Difficulty(figures["win"].value, figures.exact)
        shelf.put(key, {"win": found.win, "exact": found.exact})
    return found


def find_all(name: str) -> None:
    """Compute the missing difficulties of a ruleset's scenarios, at low priority."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    ruleset = load_ruleset(name)
    there = known(ruleset)
    for scenario in ruleset.scenarios():
        if scenario not in there:
            with suppress(FracasError):
                find(ruleset, scenario)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        find_all(sys.argv[1])
