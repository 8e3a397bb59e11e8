"""Claims about the chance to hit: of given pools, by what a die more or a point of STURDINESS is worth, by who wins ties."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import (
    AVERAGE,
    BUILDS,
    POOLS,
    TANK,
    Scene,
    against,
    attack_pool,
    chance_of_tie,
    faces_with,
    hits,
    percent,
    span,
)
from fracas.rulesets.rune_and_rust.hitting import net_distribution
from fracas.rulesets.rune_and_rust.models import Options


@finds
def hit(options: Options, attack: int, sturdiness: int) -> Fraction:
    """The chance that so many dice hit STURDINESS so much."""
    return hits(options, attack, sturdiness)


@finds
def hit_range(options: Options, attack: int, low: int, high: int) -> tuple[Fraction, Fraction]:
    """The least and the highest chance to hit any STURDINESS between two."""
    chances = [hits(options, attack, d) for d in range(low, high + 1)]
    return min(chances), max(chances)


@finds
def hit_with(options: Options, base: int, accuracy: int, sturdiness: int) -> Fraction:
    """The chance of an attribute with a bonus against STURDINESS."""
    return hits(options, attack_pool(options, base, accuracy), sturdiness)


@finds
def average_net(options: Options, base: int, accuracy: int, sturdiness: int) -> Fraction:
    """The average net successes of an attribute with a bonus against STURDINESS."""
    return Fraction(net_distribution(attack_pool(options, base, accuracy), against(options, sturdiness), options).mean())


@finds
def hit_difference(options: Options, attack: int, low: int, high: int) -> Fraction:
    """How much less often a high STURDINESS is hit than a low one."""
    return hits(options, attack, low) - hits(options, attack, high)


@finds
def always_hits(options: Options, sturdiness: int) -> Found:
    """Whether every attack hits this STURDINESS."""
    chances = [hits(options, n, sturdiness) for n in POOLS]
    return Found(min(chances) == 1, f"1 to 10 attack dice: {span(chances)}")


@finds
def no_certain_hit(options: Options) -> Found:
    """Whether no attack, of 1 to 24 dice against STURDINESS 0 to 10, is certain."""
    chances = [hits(options, n, d) for n in range(1, 25) for d in range(11)]
    return Found(max(chances) < 1, f"at most {float(100 * max(chances)):.6g} %")


@finds
@cache
def sturdiness_helps(options: Options) -> Found:
    """Whether every point of STURDINESS makes hits rarer, whatever the attack."""
    worth = [hits(options, n, d) - hits(options, n, d + 1) for n in range(1, 18) for d in range(10)]
    return Found(min(worth) > 0, f"each point takes {span(worth)}")


@finds
@cache
def attributes_help(options: Options) -> Found:
    """Whether every point of an attribute makes hits more frequent, whatever the defence."""
    worth = [hits(options, n + 1, d) - hits(options, n, d) for n in range(1, 10) for d in POOLS]
    return Found(min(worth) > 0, f"each point adds {span(worth)}")


@finds
def both_matter(options: Options) -> Found:
    """Whether a point of offence and a point of defence both change the chance, for every pool from 1 to 10."""
    good = attributes_help(options).value is True and sturdiness_helps(options).value is True
    return Found(good, f"{attributes_help(options).words}; {sturdiness_helps(options).words}")


@finds
def dice_worth_for_builds(options: Options, dice: int) -> tuple[Fraction, Fraction]:
    """What so many more dice add to the chances of the document's builds, against the average defence and a tank."""
    worth = [hit_with(options, n, dice, d) - hit_with(options, n, 0, d) for n in BUILDS for d in (AVERAGE, TANK)]
    return min(worth), max(worth)


@finds
def dice_worth_among_equals(options: Options, dice: int) -> tuple[Fraction, Fraction]:
    """What so many more dice add to the chances between equal pools, from 1 to 10."""
    worth = [hit_with(options, n, dice, n) - hit_with(options, n, 0, n) for n in POOLS]
    return min(worth), max(worth)


@finds
def sturdiness_worth_for_builds(options: Options, points: int) -> tuple[Fraction, Fraction]:
    """What so much more STURDINESS changes for the average defence and a tank, against the document's builds."""
    worth = [hits(options, n, d + points) - hits(options, n, d) for n in BUILDS for d in (AVERAGE, TANK)]
    return min(worth), max(worth)


@finds
def sturdiness_worth_among_equals(options: Options, points: int) -> tuple[Fraction, Fraction]:
    """What so much more STURDINESS changes between equal pools, from 1 to 10."""
    worth = [hits(options, n, n + points) - hits(options, n, n) for n in POOLS]
    return min(worth), max(worth)


@finds
def net_lost(options: Options, points: int) -> Fraction:
    """What so much more STURDINESS changes in an attacker's average net successes."""
    return average_net(options, 6, 0, AVERAGE + points) - average_net(options, 6, 0, AVERAGE)


@finds
def successes_lost(options: Options, points: int) -> int:
    """What so much more STURDINESS changes in the successes that an attacker rolls."""
    made = [Scene(options, 6, sturdiness=d).strike(faces_with(3, 6), ()).attack for d in (AVERAGE, AVERAGE + points)]
    return made[1] - made[0]


@finds
def misses_among_equals(options: Options) -> tuple[Fraction, Fraction]:
    """The share of attacks that miss between equal pools of 3 to 10 dice."""
    chances = [1 - hits(options, n, n) for n in range(3, 11)]
    return min(chances), max(chances)


@finds
def misses_of_builds(options: Options) -> tuple[Fraction, Fraction]:
    """The share of attacks of the document's builds that the average defence makes miss."""
    chances = [1 - hits(options, n, AVERAGE) for n in BUILDS]
    return min(chances), max(chances)


@finds
@cache
def tie_costs_little(options: Options) -> Found:
    """Whether losing ties costs the attacker less than one die would make good, between all equal pools from 1 to 10."""
    half = Fraction(1, 2)
    short = [n for n in POOLS if hits(options, n + 1, n) < half]
    needed = {next(a for a in range(n, 40) if hits(options, a, n) >= half) - n for n in POOLS}
    cost = half - hits(options, AVERAGE, AVERAGE)
    die_worth = hits(options, AVERAGE + 1, AVERAGE) - hits(options, AVERAGE, AVERAGE)
    words = f"at 5 against 5 it costs {percent(cost)}, a die adds {percent(die_worth)}"
    return Found(not short, f"{words}; an even chance takes {' or '.join(map(str, sorted(needed)))} dice more than the defender has")


@finds
def ties_prevent_always_hitting(options: Options) -> Found:
    """Whether equals would always hit each other if the attacker had the ties, and do not as it is."""
    without = [hits(options, n, n) + chance_of_tie(options, n, n) for n in POOLS]
    chances = [hits(options, n, n) for n in POOLS]
    return Found(min(without) == 1 > max(chances), f"with ties {span(without)} between equals, as it is {span(chances)}")
