"""How difficult fights are: the chance that side A wins with its usual policy. Found once, and kept; looking it up computes nothing.

``python -m fracas.lab.difficulty RULESET`` finds those of all scenarios that are not known yet, one after another, and says nothing.
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
"""Fights of so many states at most are solved; of others so many are fought."""
NICENESS = 10


@dataclass(frozen=True)
class Difficulty:
    """The chance to win a fight, exact or from a sample."""

    win: float
    exact: bool

    def text(self) -> str:
        """The chance as a list shows it."""
        return f"{self.win:.1%}" if self.exact else f"~{self.win:.0%}"


def known(ruleset: Ruleset) -> dict[str, Difficulty]:
    """What is known of the scenarios of a ruleset, by name."""
    shelf, content = Shelf(ruleset, TOPIC), content_digest(ruleset)
    found = {name: _read(shelf.get(key_of(content, name))) for name in ruleset.scenarios()}
    return {name: difficulty for name, difficulty in found.items() if difficulty is not None}


def _read(kept: object) -> Difficulty | None:
    if isinstance(kept, Mapping) and isinstance(kept.get("win"), float) and isinstance(kept.get("exact"), bool):
        return Difficulty(kept["win"], kept["exact"])
    return None


def find(ruleset: Ruleset, name: str) -> Difficulty:
    """The difficulty of a scenario: looked up, or else found and kept."""
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
    """Find what is not known of the scenarios of a ruleset, with what of the machine nobody else needs."""
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
