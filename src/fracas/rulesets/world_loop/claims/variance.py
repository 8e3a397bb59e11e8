"""Claims about the variance of damage, and what its roll depends on."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop.claims.scenes import KeyedDice, WatchingDice
from fracas.rulesets.world_loop.claims.stage import HIT, MANY, in_cases, plain_pair, span, strike, whether
from fracas.rulesets.world_loop.state import COMBAT, FLOOR


@finds
def spread_roll(options: models.Options) -> Value:
    """The roll that leaves the damage as it is."""
    return span(roll / 20 for roll in range(21) if strike(*plain_pair(options, atk=MANY), (False, False, roll / 20)) == MANY)


def _ends(options: models.Options) -> tuple[Fraction, Fraction]:
    """The least and most of what damage is multiplied by."""
    low, high = (strike(*plain_pair(options, atk=MANY), (False, False, roll)) for roll in (0.0, 1.0))
    return Fraction(low, MANY), Fraction(high, MANY)


@finds
def spread_width(options: models.Options) -> Fraction:
    """How wide damage spreads, as a share of its base."""
    low, high = _ends(options)
    return high - low


@finds
def spread_off(options: models.Options) -> tuple[Fraction, Fraction]:
    """How far damage falls below and rises above its base, as a share of it."""
    low, high = _ends(options)
    return 1 - low, high - 1


@finds
def drawn_by(options: models.Options, draw: str, plus: int) -> Found:
    """Whether a draw of an attack is keyed by (COMBAT, attacker, tick and so many)."""
    place = ("evasion", "crit", "variance").index(draw)
    good = []
    for tick in range(25):
        book, me, it = plain_pair(options)
        dice = WatchingDice(HIT, lambda: None)
        blows.attack(dice, book, me, it, tick, FLOOR, FLOOR)
        good.append(dice.keys[place : place + 1] == [(COMBAT, int(me.uid), tick + plus)])
    return whether(all(good), f"in {sum(good)} of {len(good)} ticks")


def _roll(options: models.Options, seed: int, attacker: int, tick: int) -> int:
    """The damage of a blow of a large base, which tells the roll of its variance."""
    book, me, it = plain_pair(options, atk=MANY)
    me.uid, it.hp = attacker, odds.PLENTY
    blows.attack(KeyedDice(seed), book, me, it, tick, FLOOR, FLOOR)
    return int(it.hp)


@finds
def roll_depends_on(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll changes with all of these and with nothing else of seed, attacker and tick."""
    base = {"seed": 5, "attacker": 3, "tick": 10}
    moved = {name: _roll(options, **{**base, name: 77}) != _roll(options, **base) for name in base}
    found = [name for name, yes in moved.items() if yes]
    return whether(found == on, f"it changes with {', '.join(found) or 'nothing'}")


@finds
def roll_needs(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll changes with each of these."""
    base = {"seed": 5, "attacker": 3, "tick": 10}
    return in_cases(_roll(options, **{**base, name: other}) != _roll(options, **base) for name in on for other in (1, 2, 77))
