"""Policies that every ruleset can have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fracas.dice import Dice, die, rule, scratch


def random_policy(legal: Callable[..., int], max_actions: int) -> Callable[..., int]:
    """A policy that chooses uniformly among the legal actions: a rule ``at_random(dice, state, book)``."""

    @rule
    def at_random(dice: Dice, state: Any, book: Any) -> int:
        actions = scratch(max_actions, 0)
        n = legal(state, book, actions)
        return actions[die(dice, n) - 1]

    return at_random
