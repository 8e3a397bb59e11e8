"""What the document implies of chances without saying it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp, lgamma, log

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.pools import all_show, dice_make, success_rate
from fracas.rulesets.rune_and_rust.claims.scenes import ON_ATTACK, POOLS, Scene, against, hits, percent
from fracas.rulesets.rune_and_rust.hitting import net_distribution
from fracas.rulesets.rune_and_rust.models import Options


@finds
def equals_stay_below_half(options: Options) -> Found:
    """Whether between equal pools the attacker hits less than half of the time, and more the larger they are."""
    chances = [hits(options, n, n) for n in range(1, 31)]
    rising = all(a < b for a, b in pairwise(chances))
    shown = ", ".join(f"{n} dice {percent(chances[n - 1])}" for n in (1, 3, 5, 10, 30))
    return Found(rising and max(chances) < Fraction(1, 2), shown)


@finds
def attack_die_beats_defence_die(options: Options) -> Found:
    """Whether between equal pools a die more on the attack changes the chance by more than a die more on the defence."""
    pairs = [(hits(options, n + 1, n) - hits(options, n, n), hits(options, n, n) - hits(options, n, n + 1)) for n in POOLS]
    shown = [f"pools of {n}: {percent(pairs[n - 1][0])} to {percent(pairs[n - 1][1])}" for n in (1, 5, 10)]
    return Found(all(a > d for a, d in pairs), ", ".join(shown))


@finds
def same_on_the_attack(options: Options) -> Found:
    """Whether Battle Rage, the Saga of Courage and [Analyzed] are the same for an attack."""
    damage = [dict(Scene(options, on=(status,)).damage().items()) for status in ON_ATTACK]
    return Found(all(each == damage[0] for each in damage), f"5 dice against 5: each misses {percent(damage[0][0])}")


@finds
def sixes_are_rarer_than_the_most(options: Options) -> Fraction:
    """How many times as likely the most successes of five dice are as five sixes."""
    return dice_make(options, 5, 5) / all_show(options, 5, 6)


@finds
def turn_for_dice_pays(options: Options, dice: int, low: int) -> Found:
    """Whether between equals of ``low`` dice and more two attacks hit more often than one for which a turn was spent on dice."""
    equals = range(low, max(POOLS) + 1)
    pays = [n for n in POOLS if hits(options, n + dice, n) > 2 * hits(options, n, n)]
    words = f"it pays only between equals of {' and '.join(map(str, pays))}" if pays else "it never pays between equals"
    return Found(not set(pays) & set(equals), f"{words}, even if the turn spent never fails")


@finds
def stacking_wears_off(options: Options, base: int, sturdiness: int) -> Found:
    """Whether each further bonus die adds less than the one before."""
    chances = [hits(options, base + n, sturdiness) for n in range(15)]
    steps = [b - a for a, b in pairwise(chances)]
    return Found(
        all(a > b for a, b in pairwise(steps)),
        f"the first adds {percent(steps[0])}, the seventh {percent(steps[6])}, the fourteenth {percent(steps[13])}",
    )


@finds
def attacks_for_a_hit(options: Options, attack: int, sturdiness: int) -> Fraction:
    """How many attacks it takes on average to hit once."""
    return 1 / hits(options, attack, sturdiness)


@finds
def net_at_least(options: Options, attack: int, sturdiness: int, net: int) -> Fraction:
    """The chance of so many net successes or more."""
    return net_distribution(attack, against(options, sturdiness), options).where(lambda n: n >= net)


@finds
def measured_as(options: Options, rolls: int, low: float, high: float) -> float:
    """The chance that the share of successes in so many rolls of a die comes out between two shares."""
    p = float(success_rate(options))

    def chance(k: int) -> float:
        ways = lgamma(rolls + 1) - lgamma(k + 1) - lgamma(rolls - k + 1)
        return exp(ways + k * log(p) + (rolls - k) * log(1 - p))

    return sum(chance(k) for k in range(round(low * rolls), round(high * rolls)))
