"""Odds: the exact distribution of what an action does, by enumerating the rule's own code."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fracas.dice import Distribution, outcomes
from fracas.dice.enumerated import ExactDice

if TYPE_CHECKING:
    from fracas.engine.fight import Action, Fight

MOST_OUTCOMES = 20_000


class After(NamedTuple):
    """Where a fight can stand after an action: what both sides have left, and the end code (0 if it goes on)."""

    health_a: int
    health_b: int
    end: int


@dataclass(frozen=True)
class ActionOdds:
    """The exact odds of one action: what it can lead to, with exact fractions."""

    action: Action
    side: int
    before: tuple[int, int]
    after: Distribution[After]

    def _lost(self, side: int) -> Distribution[int]:
        return self.after.map(lambda a: self.before[side] - a[side])

    @property
    def damage(self) -> Distribution[int]:
        """What the other side loses (less than 0: gains)."""
        return self._lost(1 - self.side)

    @property
    def cost(self) -> Distribution[int]:
        """What the acting side itself loses (less than 0: gains), also through what follows before it can act again."""
        return self._lost(self.side)

    @property
    def hit(self) -> Fraction:
        """The chance that the other side loses anything."""
        return self.damage.where(lambda d: d > 0)

    def ends(self, code: int) -> Fraction:
        """The chance that the action ends the fight in this way."""
        return self.after.where(lambda a: a.end == code)

    def sentence(self) -> str:
        """The odds in one line."""
        parts = []
        if self.hit:
            parts.append(f"hurts {float(self.hit):.1%}, {float(self.damage.mean()):.2f} on average")
        gain = -self.cost.mean()
        if gain > 0:
            parts.append(f"restores {float(gain):.2f} on average")
        over = 1 - self.after.where(lambda a: a.end == 0)
        if over:
            parts.append(f"ends the fight {float(over):.1%}")
        return f"{self.action.name}: {'; '.join(parts) or 'no damage'}"


def action_odds(fight: Fight, wanted: int | str | Action, limit: int = MOST_OUTCOMES) -> ActionOdds:
    """The exact odds of an action in a fight as it stands.

    Everything up to the next decision is counted: also what happens at the start of the next fighter's turn.
    Raises `FracasError` where the action has more than ``limit`` outcomes.
    """
    action = fight.action(wanted)
    rules = fight.encounter.ruleset.rules
    book = fight.book
    origin = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)

    def once(dice: ExactDice) -> After:
        state = origin.copy()[0]
        rules.apply(dice, state, book, action.code)
        return After(int(rules.health(state, book, 0)), int(rules.health(state, book, 1)), int(rules.outcome(state, book)))

    chances: dict[After, Fraction] = {}
    for after, p in outcomes(once, limit):
        chances[after] = chances.get(after, Fraction(0)) + p
    return ActionOdds(action, fight.to_act, (fight.health(0), fight.health(1)), Distribution(chances))
