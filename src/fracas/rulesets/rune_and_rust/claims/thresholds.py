"""Claims about how much pools vary, and about other thresholds of success or a fixed number of successes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from fracas.dice import Roll, ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.opposed import two_rolls
from fracas.rulesets.rune_and_rust.claims.scenes import (
    AVERAGE,
    FAILURE,
    HIGH_POOLS,
    LOW_POOLS,
    POOLS,
    TANK,
    changed,
    hits,
    percent,
    scene_with,
    span,
    spread,
    variance,
)
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.stage import FOE


@finds
def high_pools_predictable(options: Options, relative: bool) -> Found:
    """Whether high pools stray less from their average than low ones: in relation to it, or in successes."""
    return _pools_compared(options, relative, True)


@finds
def low_pools_vary(options: Options, relative: bool) -> Found:
    """Whether low pools vary more than high ones: in relation to their average, or in successes."""
    return _pools_compared(options, relative, False)


def _pools_compared(options: Options, relative: bool, high_first: bool) -> Found:
    def measure(dice: int) -> float:
        return spread(options, dice) if relative else float(variance(options, dice))

    low, high = [measure(n) for n in LOW_POOLS], [measure(n) for n in HIGH_POOLS]
    show = span if relative else lambda values: f"{min(values):.3g} to {max(values):.3g}"
    what = "standard deviation, of the average" if relative else "variance of successes"
    told = [f"1 to 3 dice {show(low)}", f"10 to 20 dice {show(high)}"]
    return Found(max(high) < min(low), f"{what}: {', '.join(reversed(told) if high_first else told)}")


@finds
def variance_same_at_all_sizes(options: Options) -> Found:
    """Whether pools of 1 to 10 dice vary alike."""
    spreads = [spread(options, n) for n in POOLS]
    return Found(
        max(spreads) - min(spreads) < 0.05,
        f"standard deviation, of the average: {percent(spreads[0])} with 1 die, {percent(spreads[-1])} with 10",
    )


@finds
def threshold_lowers_variance(options: Options, face: int, relative: bool) -> Found:
    """Whether another threshold makes pools vary less: in relation to their average, or in successes."""
    other = changed(options, success_face=face)
    if relative:
        here, there = [spread(options, n) for n in POOLS], [spread(other, n) for n in POOLS]
        shown = f"10 dice: {percent(here[-1])} of the average now, {percent(there[-1])} then"
    else:
        here, there = [float(variance(options, n)) for n in POOLS], [float(variance(other, n)) for n in POOLS]
        shown = f"10 dice: variance {here[-1]:.3g} now, {there[-1]:.3g} then"
    return Found(all(b < a for a, b in zip(here, there, strict=True)), shown)


@finds
def high_pools_overwhelm(options: Options, face: int) -> Found:
    """Whether with another threshold 10 and 17 dice hit every smaller defence of the document's table more often."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in (10, 17) for d in (3, 5, 7)]
    good = [hits(other, a, d) > hits(options, a, d) for a, d in cases]
    shown = [f"{a} against {d}: {percent(hits(options, a, d))} now, {percent(hits(other, a, d))} then" for a, d in cases[:2]]
    return Found(all(good), "; ".join(shown))


@finds
def low_pools_lose(options: Options, face: int) -> Found:
    """Whether with another threshold 1 to 3 dice hit the average defence and a tank less often than now."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in LOW_POOLS for d in (AVERAGE, TANK)]
    shown = [f"{a} against {d}: {percent(hits(options, a, d))} now, {percent(hits(other, a, d))} then" for a, d in cases]
    return Found(all(hits(other, a, d) < hits(options, a, d) for a, d in cases), "; ".join(shown))


@finds
@cache
def threshold_is_blind(options: Options) -> Found:
    """Whether against a fixed number of successes, as abilities have it, STURDINESS makes no difference."""

    def works(sturdiness: int) -> Fraction:
        scene = scene_with(options, "power-strike", sturdiness)
        return scene.after(scene.use, lambda state: int(state.fighters[FOE].hp) < scene.hp(FOE))[True]

    chances = [works(n) for n in (1, 5, 10)]
    return Found(len(set(chances)) == 1, f"Power Strike against STURDINESS 1, 5 and 10: {', '.join(percent(p) for p in chances)}")


@finds
def fixed_is_simpler(options: Options) -> Found:
    """Whether an ability with a fixed number of successes rolls fewer pools than an attack."""
    scene = scene_with(options, "power-strike")
    dice = ScriptedDice([FAILURE] * 40)
    scene.use(dice)
    pools = sum(isinstance(entry, Roll) and entry.kind == "pool" for entry in dice.entries)
    return Found(
        pools == 1 and two_rolls(options).value is True, f"Power Strike rolls {pools} {'pool' if pools == 1 else 'pools'}, an attack 2"
    )
