"""Checks and contests: the d20 at the heart of ARDA.

A stat is worth its value less 3 on the die; gear may raise a value above 8, and it counts up to 12. A check is d20 and that
modifier against a difficulty class (DC): at or above it succeeds. A natural 20 always succeeds, a natural 1 always fails. In a
contest both roll, the higher total wins and a tie goes to the one who acts. There are no passive checks: whatever is rolled is
rolled by somebody.
"""

from __future__ import annotations

from fracas.dice import Dice, die, note, reach, rule
from fracas.rulesets.arda.state import SIDES, SUCCESS, Rules, Said

NEVER = 1_000
"""A mark that no roll reaches; its opposite is one that every roll does."""


@rule
def stat_modifier(value: int, rules: Rules) -> int:
    """What a stat adds to the die: its value less 3, counted up to the cap and never below 0."""
    return max(min(value, rules.stat_cap) - rules.modifier_base, 0)


@rule
def needed(dc: int, modifier: int, rules: Rules) -> int:
    """The face from which a check succeeds: the DC less the modifier; a natural 1 never does, a natural 20 always."""
    face = dc - modifier
    if rules.natural_1 != 0:
        face = max(face, 2)
    if rules.natural_20 != 0:
        face = min(face, SIDES)
    return face


@rule
def rolled(dice: Dice, keeping: int, low: int, face: int, high: int) -> int:
    """Roll the die, or two with advantage or disadvantage: fumble, failure, success or critical, by how many of three faces it reaches."""
    if keeping > 0:
        return reach(dice, 2, SIDES, 1, 0, (low, face, high))
    if keeping < 0:
        return reach(dice, 2, SIDES, 0, 1, (low, face, high))
    return reach(dice, 1, SIDES, 1, 0, (low, face, high))


@rule
def check(dice: Dice, stat: int, modifier: int, dc: int, keeping: int, rules: Rules) -> int:
    """A check: fumble, failure, success or critical. ``keeping`` above 0 is advantage, below 0 disadvantage."""
    if rules.advantage == 0:
        keeping = 0
    if keeping != 0:
        note(dice, Said.KEEPING, keeping)
    note(dice, Said.CHECK, stat, modifier, dc)
    low = 2 if rules.natural_1 != 0 else -NEVER
    high = SIDES if rules.natural_20 != 0 else NEVER
    came = rolled(dice, keeping, low, needed(dc, modifier, rules), high)
    note(dice, Said.CAME_OUT, came)
    return came


@rule
def contest(dice: Dice, stat: int, modifier: int, versus: int, keeping: int, rules: Rules) -> int:
    """A contest against a stat of value ``versus``: success if the total is higher, or equal, since ties favor the one who acts.

    Naturals decide nothing in a contest unless an option says so; then a 20 beats everything but a 20, and a 1 loses to everything but a 1.
    """
    if rules.advantage == 0:
        keeping = 0
    against = stat_modifier(versus, rules)
    note(dice, Said.CONTEST, stat, modifier, against)
    theirs = die(dice, SIDES)
    face = theirs + against - modifier
    if rules.ties_to_active == 0:
        face += 1
    low = -NEVER
    high = NEVER
    if rules.contest_naturals != 0:
        if theirs != 1:
            low = 2
        if theirs != SIDES:
            high = SIDES
        if theirs == SIDES:
            face = max(face, SIDES)
        if theirs == 1:
            face = min(face, 2)
        face = min(max(face, low), high)
    if keeping != 0:
        note(dice, Said.KEEPING, keeping)
    came = rolled(dice, keeping, low, face, high)
    note(dice, Said.CAME_OUT, came)
    return came


@rule
def succeeds(came: int) -> bool:
    """Whether a check came out well."""
    return came >= SUCCESS
