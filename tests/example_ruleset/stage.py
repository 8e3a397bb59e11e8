"""The mat: a small bout on which single rules are run, for odds, claims and tests."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from example_ruleset import rules
from example_ruleset.book import build
from example_ruleset.models import Options, Scenario, Wrestler
from fracas import Stage
from fracas.dice import Distribution, ExactDice

H = TypeVar("H", bound=Hashable)


class Mat(Stage):
    """Red, who has the turn, against Blue."""

    def __init__(self, options: Options, skill: int = 0, against: int = 0, grit: int = 100, ready: bool = False) -> None:
        red, blue = (Wrestler(name=name, grit=grit, skill=s) for name, s in (("Red", skill), ("Blue", against)))
        super().__init__(build(Scenario(red=red, blue=blue), options))
        self.state.wrestlers[0].ready = int(ready)

    def after_throw(self, measure: Callable[[Any], H]) -> Distribution[H]:
        """What is measured after Red's throw, with its exact chances."""

        def once(dice: ExactDice, now: Any) -> H:
            rules.throw(dice, now, self.book, 0)
            return measure(now)

        return self.distribution(once)
