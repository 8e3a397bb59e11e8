"""Checks and contests: the d20 at the heart of ARDA.

A stat adds its value minus 3 to the die. With gear and effects, its effective value is limited to 3 to 8. A check is a d20
plus that modifier against a difficulty class (DC): at or above it succeeds. A natural 20 always succeeds, a natural 1 always fails. In
a contest both sides roll, the higher total wins and a tie goes to the hero. There are no passive checks.
"""

from __future__ import annotations

from fracas.dice import Dice, die, note, reach, rule
from fracas.rulesets.arda.codes import NOTHING, SIDES, Degree, Said, Side
from fracas.rulesets.arda.models import Options
from fracas.rulesets.arda.state import Book, State

UNREACHABLE = 1_000
"""A face that no roll reaches; every roll reaches its negative."""


@rule
def stat_value(state: State, book: Book, stat: int) -> int:
    """The current value of a stat: with gear, and with the lasting effect."""
    value = state.stats[stat]
    if state.effect != NOTHING:
        value += book.effects[state.effect].bonus[stat]
    return counted(value, book.options)


@rule
def counted(value: int, options: Options) -> int:
    """The effective value of a stat: from the value with modifier 0 up to the cap."""
    return max(min(value, options.stat_cap), options.modifier_base)


@rule
def stat_modifier(value: int, options: Options) -> int:
    """The modifier of a stat: its effective value minus 3."""
    return counted(value, options) - options.modifier_base


@rule
def hero_modifier(state: State, book: Book, stat: int) -> int:
    """The hero's modifier of a stat: its current value minus 3."""
    return stat_value(state, book, stat) - book.options.modifier_base


@rule
def needed_face(dc: int, modifier: int, options: Options) -> int:
    """The lowest face with which a check succeeds: the DC minus the modifier, within the limits of natural 1 and natural 20."""
    face = dc - modifier
    if options.natural_1:
        face = max(face, 2)
    if options.natural_20:
        face = min(face, SIDES)
    return face


@rule
def roll(dice: Dice, advantage: int, low: int, face: int, high: int) -> int:
    """Roll one die, or two with advantage or disadvantage: the degree is the number of the three faces that the result reaches."""
    if advantage > 0:
        return reach(dice, 2, SIDES, 1, 0, (low, face, high))
    if advantage < 0:
        return reach(dice, 2, SIDES, 0, 1, (low, face, high))
    return reach(dice, 1, SIDES, 1, 0, (low, face, high))


@rule
def check(dice: Dice, stat: int, modifier: int, dc: int, advantage: int, options: Options) -> int:
    """A check and its degree of success. ``advantage`` above 0 is advantage, below 0 disadvantage."""
    if not options.advantage:
        advantage = 0
    if advantage != 0:
        note(dice, Said.ADVANTAGE, advantage)
    note(dice, Said.CHECK, stat, modifier, dc)
    low = 2 if options.natural_1 else -UNREACHABLE
    high = SIDES if options.natural_20 else UNREACHABLE
    degree = roll(dice, advantage, low, needed_face(dc, modifier, options), high)
    note(dice, Said.DEGREE, degree)
    return degree


@rule
def contest(dice: Dice, stat: int, modifier: int, versus: int, advantage: int, options: Options) -> int:
    """A contest against a stat of value ``versus``: success with the higher total, or an equal one, since ties favor the hero.

    Natural faces decide a contest only where an option says so: a 20 then beats everything but a 20, a 1 loses to everything but a 1.
    """
    if not options.advantage:
        advantage = 0
    against = stat_modifier(versus, options)
    note(dice, Said.CONTEST, stat, modifier, against)
    theirs = die(dice, SIDES)
    face = theirs + against - modifier
    if options.contest_ties == Side.PASSIVE:
        face += 1
    low = -UNREACHABLE
    high = UNREACHABLE
    if options.contest_naturals:
        if theirs != 1:
            low = 2
        if theirs != SIDES:
            high = SIDES
        if theirs == SIDES:
            face = max(face, SIDES)
        if theirs == 1:
            face = min(face, 2)
        face = min(max(face, low), high)
    if advantage != 0:
        note(dice, Said.ADVANTAGE, advantage)
    degree = roll(dice, advantage, low, face, high)
    note(dice, Said.DEGREE, degree)
    return degree


@rule
def succeeds(degree: int) -> bool:
    """Whether a check with this degree is a success."""
    return degree >= Degree.SUCCESS
