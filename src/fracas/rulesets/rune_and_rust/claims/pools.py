"""Claims about dice: the number of dice of an attack and a defence, and their successes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, lgamma, log

from fracas.dice import ScriptedDice, die, distribution, successes
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import (
    HIGH_POOLS,
    LOW_POOLS,
    POOLS,
    Scene,
    against,
    changed,
    percent,
    span,
    spread,
    successes_of,
    variance,
)
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.attack import net_successes
from fracas.rulesets.rune_and_rust.rules.fighters import D6

# --- how many ------------------------------------------------------------------------------------------------------------


@finds
def dice(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> int:
    """The number of dice of an attack."""
    return Scene(options, base, accuracy, ability, on).pools()[0]


@finds
def pool(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> str:
    """The dice of an attack, as the document writes them."""
    return f"{dice(options, base, accuracy, ability, on)}d6"


@finds
def average(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> Fraction:
    """The average successes of an attack."""
    return Fraction(successes_of(options, dice(options, base, accuracy, ability, on)).mean())


@finds
def average_added(options: Options, more: int) -> Fraction:
    """The average successes added by this many more dice, in any pool."""
    [only] = {Fraction(successes_of(options, n + more).mean()) - Fraction(successes_of(options, n).mean()) for n in POOLS}
    return only


@finds
def defence_dice(options: Options, sturdiness: int, highest: int | None = None) -> int | tuple[int, int]:
    """The number of dice of a defence, or the minimum and maximum of a range."""
    least = against(options, sturdiness)
    return least if highest is None else (least, against(options, highest))


@finds
def defence_pool(options: Options, sturdiness: int) -> str:
    """The dice of a defence, as the document writes them."""
    return f"{against(options, sturdiness)}d6"


@finds
def defence_is_sturdiness(options: Options) -> Found:
    """Whether the defence is STURDINESS in dice, from 0 to 15."""
    found = [against(options, n) for n in range(16)]
    return Found(found == list(range(16)), f"STURDINESS 0 to 15: {', '.join(map(str, found))} dice")


@finds
def defence_average(options: Options, sturdiness: int) -> Fraction:
    """The average successes of a defence."""
    return Fraction(successes_of(options, against(options, sturdiness)).mean())


# --- successes -----------------------------------------------------------------------------------------------------------


@finds
def dice_make(options: Options, dice: int = 1, low: int = 1, high: int = 99, face: int | None = None) -> Fraction:
    """The chance that dice make this many successes, with the active or another threshold; by default of one die being a success."""
    made = successes_of(options if face is None else changed(options, success_face=face), dice)
    return made.where(lambda k: low <= k <= high)


@finds
def defence_makes(options: Options, sturdiness: int, low: int, high: int = 99) -> Fraction:
    """The chance that a defence makes this many successes."""
    return dice_make(options, against(options, sturdiness), low, high)


@finds
def success_faces(options: Options) -> tuple[int, int]:
    """The lowest and the highest face that is a success."""
    good = [face for face in range(1, D6 + 1) if successes(ScriptedDice([face]), 1, options.success_face, D6)]
    return min(good), max(good)


@finds
def faces_of_a_die(options: Options) -> tuple[int, int]:
    """The faces of a die."""
    shown = [face for face, _ in distribution(lambda rolled: int(die(rolled, D6))).items()]
    return min(shown), max(shown)


@finds
def faces_make(options: Options, faces: Sequence[int], share: bool = False) -> int | Fraction:
    """The successes of these faces, or the share of them that are successes."""
    made = int(successes(ScriptedDice(faces), len(faces), options.success_face, D6))
    return Fraction(made, len(faces)) if share else made


@finds
def no_dice_make(options: Options) -> Found:
    """The net successes of an attack with zero or fewer dice, against no defence."""
    made = {n: distribution(lambda rolled, n=n: int(net_successes(rolled, n, 0, options))).mean() for n in (0, -1, -7)}  # type: ignore[misc]
    return Found(max(made.values()), ", ".join(f"{n} dice: {mean}" for n, mean in made.items()))


@finds
def likely_adds(options: Options, dice: int, made: int, exactly: bool) -> Found:
    """Whether more dice are likely to add a success: usually one or more, or exactly this many rather than any other number."""
    chances = dict(successes_of(options, dice).items())
    if not exactly:
        p = sum((q for k, q in chances.items() if k >= made), Fraction(0))
        return Found(p > Fraction(1, 2), f"{made} or more {percent(p)}")
    rest = max(q for k, q in chances.items() if k != made)
    return Found(chances[made] > rest, ", ".join(f"{k} {percent(q)}" for k, q in sorted(chances.items())))


@finds
def most_beside_sixes(options: Options) -> Fraction:
    """How many times as likely the maximum successes of five dice are as five sixes."""
    return dice_make(options, 5, 5) / dice_make(options, 5, 5, face=6)


@finds
def measured_as(options: Options, rolls: int, low: float, high: float) -> float:
    """The chance that the share of successes in this many rolls of a die lies between two shares."""
    p = float(dice_make(options))

    def chance(k: int) -> float:
        ways = lgamma(rolls + 1) - lgamma(k + 1) - lgamma(rolls - k + 1)
        return exp(ways + k * log(p) + (rolls - k) * log(1 - p))

    return sum(chance(k) for k in range(round(low * rolls), round(high * rolls)))


# --- how much they vary --------------------------------------------------------------------------------------------------


def _varies(options: Options, dice: int, relative: bool) -> float:
    """The variation of a pool: relative to its average, or in successes."""
    return spread(options, dice) if relative else float(variance(options, dice))


@finds
def small_pools_vary_more(options: Options, relative: bool) -> Found:
    """Whether pools of 1 to 3 dice vary more than those of 10 and more: relative to their average, or in successes."""
    low, high = ([_varies(options, n, relative) for n in pools] for pools in (LOW_POOLS, HIGH_POOLS))
    show = span if relative else lambda values: f"{min(values):.3g} to {max(values):.3g}"
    what = "standard deviation, of the average" if relative else "variance of successes"
    return Found(max(high) < min(low), f"{what}: 1 to 3 dice {show(low)}, 10 to 20 dice {show(high)}")


@finds
def variance_same_at_all_sizes(options: Options) -> Found:
    """Whether pools of 1 to 10 dice have the same variance."""
    spreads = [spread(options, n) for n in POOLS]
    return Found(
        max(spreads) - min(spreads) < 0.05,
        f"standard deviation, of the average: {percent(spreads[0])} with 1 die, {percent(spreads[-1])} with 10",
    )


@finds
def threshold_lowers_variance(options: Options, face: int, relative: bool) -> Found:
    """Whether another threshold reduces the variation of pools: relative to their average, or in successes."""
    here, there = ([_varies(each, n, relative) for n in POOLS] for each in (options, changed(options, success_face=face)))
    shown = [percent(each[-1]) if relative else f"{each[-1]:.3g}" for each in (here, there)]
    what = "standard deviation, of the average" if relative else "variance"
    return Found(all(b < a for a, b in zip(here, there, strict=True)), f"10 dice: {what} {shown[0]} now, {shown[1]} then")
