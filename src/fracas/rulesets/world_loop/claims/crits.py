"""Claims about critical hits."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop.claims.stage import (
    CRIT,
    GOBLIN,
    HERO,
    HIT,
    MANY,
    crit,
    heroes,
    in_cases,
    monsters,
    plain_pair,
    span,
    strike,
    typical,
)


@finds
def luck_adds_crit(options: models.Options) -> Value:
    """What a point of luck adds to the chance of a critical hit."""
    return span(crit(options, crit=0.2, luck=n + 1) - crit(options, crit=0.2, luck=n) for n in (0, 1, 10, 40))


@finds
def crit_bound(options: models.Options, most: bool) -> Fraction:
    """The highest or the lowest chance of a critical hit, whatever crit rate and luck."""
    chances = [crit(options, crit=c, luck=n) for c in (-1.0, 0.0, 0.3, 0.9, 2.0) for n in (-500, 0, 500)]
    return max(chances) if most else min(chances)


@finds
def crit_is_the_chance(options: models.Options) -> Found:
    """Whether hits are critical with the chance of the formula."""
    cases = [plain_pair(options, crit=c / 100, luck=n) for c in range(-10, 101, 10) for n in (0, 7)]
    return in_cases(abs(float(odds.blow_odds(book, me, it).crit) - blows.crit_chance(me, book)) < 1e-12 for book, me, it in cases)


def _crit_multiplier(options: models.Options, kind: str, **asked: Any) -> Fraction:
    plain, critical = (strike(*plain_pair(options, kind, HERO, atk=MANY, **asked), faces) for faces in (HIT, CRIT))
    return Fraction(critical, plain)


@finds
def crit_multiplier(options: models.Options, of_heroes: bool) -> Value:
    """What a critical hit of every monster, or of every hero, multiplies its damage by."""
    return span(_crit_multiplier(options, kind) for kind in (heroes() if of_heroes else monsters()))


@finds
def crit_by_own_stat(options: models.Options) -> Found:
    """Whether a critical hit multiplies damage by the attacker's own multiplier."""
    return in_cases(_crit_multiplier(options, HERO, crit_dmg=n / 4) == Fraction(n, 4) for n in range(4, 17))


@finds
def luck_for_the_cap(options: models.Options) -> int:
    """The luck with which a new hero's chance of a critical hit comes to its cap."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    for luck in range(5000):
        me.luck = luck
        if blows.crit_chance(me, book) > options.crit_cap - 1e-12:
            return luck
    return -1


@finds
def damage_is_cut(options: models.Options) -> Found:
    """Whether what varied damage and crit come to is cut to a whole number once, at the end."""
    good = []
    for base, roll, faces in product((1, 5, 7, 20, 33), (0.0, 0.2, 0.45, 0.9), (HIT, CRIT)):
        exact = base * (1 + Fraction(str(options.damage_variance)) * (Fraction(str(roll)) - Fraction(1, 2)))
        exact *= Fraction(3, 2) if faces is CRIT else 1
        good.append(0 <= exact - strike(*plain_pair(options, atk=base, crit_dmg=1.5), (*faces[:2], roll)) < 1)
    return in_cases(good)
