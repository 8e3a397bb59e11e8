"""A single check or contest, solved exactly or rolled with given faces: for odds, claims and tests."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from fracas.dice import Dice, Distribution, ScriptedDice, distribution
from fracas.rulesets.arda.codes import Degree
from fracas.rulesets.arda.models import MAX_STAT, MIN_STAT, Options
from fracas.rulesets.arda.rules.checks import check, contest, needed_face, stat_modifier, succeeds

DEFAULTS = Options()
FIRST_DC, LAST_DC = 2, 30
"""The range of DCs to survey with single checks."""


@dataclass(frozen=True)
class Check:
    """A check of a stat of some value against a DC, or a contest against a stat of value ``versus``.

    ``advantage`` above 0 is advantage, below 0 disadvantage; either applies if it is requested, whatever the options say.
    """

    value: int
    dc: int | str = 0
    versus: int | None = None
    advantage: int = 0
    bonus: int = 0
    options: Options = DEFAULTS

    @cached_property
    def rules(self) -> Options:
        """The effective options."""
        return self.options.model_copy(update={"advantage": True}) if self.advantage else self.options

    @cached_property
    def modifier(self) -> int:
        """The modifier of the roll."""
        return stat_modifier(self.value, self.rules) + self.bonus

    @property
    def needed(self) -> int:
        """The lowest face with which the check succeeds."""
        return needed_face(self.options.dc(self.dc), self.modifier, self.rules)

    def run(self, dice: Dice) -> int:
        """Roll it and return its degree of success."""
        if self.versus is not None:
            return contest(dice, 0, self.modifier, self.versus, self.advantage, self.rules)
        return check(dice, 0, self.modifier, self.options.dc(self.dc), self.advantage, self.rules)

    def degree(self, *faces: int) -> Degree:
        """Its degree with these faces; in a contest the opponent's face comes first."""
        return Degree(self.run(ScriptedDice(faces)))

    def degrees(self) -> Distribution[int]:
        """The exact chance of each degree."""
        return _degrees(self)

    def success(self, *faces: int) -> bool:
        """Whether it succeeds with these faces."""
        return bool(succeeds(self.degree(*faces)))

    def chance(self) -> Fraction:
        """The exact chance of success."""
        return self.degrees().where(succeeds)


@lru_cache(maxsize=4096)
def _degrees(each: Check) -> Distribution[int]:
    return distribution(each.run)


def success_chance(options: Options, stat: int, dc: int | str) -> Fraction:
    """The chance of a plain check."""
    return Check(stat, dc, options=options).chance()


def gains(options: Options, dc: int | str) -> list[Fraction]:
    """The gain in the chance of a check from each further point of a stat, from the lowest to the highest value."""
    return [after - before for before, after in pairwise(success_chance(options, stat, dc) for stat in range(MIN_STAT, MAX_STAT + 1))]
