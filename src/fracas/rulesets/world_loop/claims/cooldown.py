"""Claims about SPD and the time until the next act."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims.scenes import attacks_in
from fracas.rulesets.world_loop.claims.stage import HIT, in_cases, plain_pair, strike, whether


def _cooldown(options: models.Options, spd: int) -> Fraction:
    book, me, it = plain_pair(options)
    me.spd = spd
    strike(book, me, it, HIT)
    return Fraction(float(me.next_act)).limit_denominator(10_000)


@finds
def cooldown(options: models.Options, spd: int) -> Fraction:
    """What an attack adds to the time of the next act."""
    return _cooldown(options, spd)


@finds
def cooldown_inverse(options: models.Options) -> Found:
    """Whether the time added is one over SPD for every SPD there is."""
    return in_cases(_cooldown(options, spd) * spd == 1 for spd in range(1, 64))


@finds
def ticks_between_inverse(options: models.Options) -> Found:
    """Whether the number of attacks in a time goes up with SPD."""
    found = {spd: attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10)}
    good = all(n == spd * found[1] for spd, n in found.items())
    return whether(good, "in 20 ticks " + ", ".join(f"SPD {spd} attacks {n} times" for spd, n in found.items()))


@finds
def speed_idle(options: models.Options) -> Found:
    """Whether SPD changes nothing about how often one attacks."""
    counts = {attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10, 50)}
    return whether(len(counts) == 1, f"SPD 1 to 50: {', '.join(map(str, sorted(counts)))} attacks in 20 ticks")
