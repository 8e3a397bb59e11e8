"""What the document of Rune & Rust claims, computed: the ledger is `content/claims.json`. Chances are here, rolls in `claims_rolls`."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import exp, lgamma, log

from fracas.dice import ExactDice, Roll, ScriptedDice, distribution
from fracas.engine.claims import Claim, Found
from fracas.engine.figures import Figure
from fracas.rulesets.rune_and_rust import rules
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.claims_rolls import all_show, bonus, dice_make, success_rate, two_rolls
from fracas.rulesets.rune_and_rust.claims_stage import (
    AVERAGE,
    BUILDS,
    FAILURE,
    FOE,
    HERO,
    HIGH_POOLS,
    LOW_POOLS,
    MOST_WEAPON,
    ON_ATTACK,
    POOLS,
    TANK,
    Scene,
    against,
    attack_pool,
    chance_of_tie,
    changed,
    faces_with,
    hits,
    ledger,
    percent,
    scene_with,
    span,
    spread,
    variance,
)
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.odds import net_distribution

__all__ = ["ledger"]

# --- chances ----------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def hit(options: Options, attack: int, sturdiness: int) -> Fraction:
    """The chance that so many dice hit STURDINESS so much."""
    return hits(options, attack, sturdiness)


@ledger.finds
def hit_range(options: Options, attack: int, low: int, high: int) -> tuple[Fraction, Fraction]:
    """The least and the highest chance to hit any STURDINESS between two."""
    chances = [hits(options, attack, d) for d in range(low, high + 1)]
    return min(chances), max(chances)


@ledger.finds
def hit_with(options: Options, base: int, accuracy: int, sturdiness: int) -> Fraction:
    """The chance of an attribute with a bonus against STURDINESS."""
    return hits(options, attack_pool(options, base, accuracy), sturdiness)


@ledger.finds
def average_net(options: Options, base: int, accuracy: int, sturdiness: int) -> Fraction:
    """The average net successes of an attribute with a bonus against STURDINESS."""
    return Fraction(net_distribution(attack_pool(options, base, accuracy), against(options, sturdiness), options).mean())


@ledger.finds
def hit_difference(options: Options, attack: int, low: int, high: int) -> Fraction:
    """How much less often a high STURDINESS is hit than a low one."""
    return hits(options, attack, low) - hits(options, attack, high)


@ledger.finds
def always_hits(options: Options, sturdiness: int) -> Found:
    """Whether every attack hits this STURDINESS."""
    chances = [hits(options, n, sturdiness) for n in POOLS]
    return Found(min(chances) == 1, f"1 to 10 attack dice: {span(chances)}")


@ledger.finds
def no_certain_hit(options: Options) -> Found:
    """Whether no attack, of 1 to 24 dice against STURDINESS 0 to 10, is certain."""
    chances = [hits(options, n, d) for n in range(1, 25) for d in range(11)]
    return Found(max(chances) < 1, f"at most {float(100 * max(chances)):.6g} %")


@ledger.finds
@cache
def sturdiness_helps(options: Options) -> Found:
    """Whether every point of STURDINESS makes hits rarer, whatever the attack."""
    worth = [hits(options, n, d) - hits(options, n, d + 1) for n in range(1, 18) for d in range(10)]
    return Found(min(worth) > 0, f"each point takes {span(worth)}")


@ledger.finds
@cache
def attributes_help(options: Options) -> Found:
    """Whether every point of an attribute makes hits more frequent, whatever the defence."""
    worth = [hits(options, n + 1, d) - hits(options, n, d) for n in range(1, 10) for d in POOLS]
    return Found(min(worth) > 0, f"each point adds {span(worth)}")


@ledger.finds
def both_matter(options: Options) -> Found:
    """Whether a point of offence and a point of defence both change the chance, for every pool from 1 to 10."""
    good = attributes_help(options).value is True and sturdiness_helps(options).value is True
    return Found(good, f"{attributes_help(options).words}; {sturdiness_helps(options).words}")


@ledger.finds
def dice_worth_for_builds(options: Options, dice: int) -> tuple[Fraction, Fraction]:
    """What so many more dice add to the chances of the document's builds, against the average defence and a tank."""
    worth = [hit_with(options, n, dice, d) - hit_with(options, n, 0, d) for n in BUILDS for d in (AVERAGE, TANK)]
    return min(worth), max(worth)


@ledger.finds
def dice_worth_among_equals(options: Options, dice: int) -> tuple[Fraction, Fraction]:
    """What so many more dice add to the chances between equal pools, from 1 to 10."""
    worth = [hit_with(options, n, dice, n) - hit_with(options, n, 0, n) for n in POOLS]
    return min(worth), max(worth)


@ledger.finds
def sturdiness_worth_for_builds(options: Options, points: int) -> tuple[Fraction, Fraction]:
    """What so much more STURDINESS changes for the average defence and a tank, against the document's builds."""
    worth = [hits(options, n, d + points) - hits(options, n, d) for n in BUILDS for d in (AVERAGE, TANK)]
    return min(worth), max(worth)


@ledger.finds
def sturdiness_worth_among_equals(options: Options, points: int) -> tuple[Fraction, Fraction]:
    """What so much more STURDINESS changes between equal pools, from 1 to 10."""
    worth = [hits(options, n, n + points) - hits(options, n, n) for n in POOLS]
    return min(worth), max(worth)


@ledger.finds
def net_lost(options: Options, points: int) -> Fraction:
    """What so much more STURDINESS changes in an attacker's average net successes."""
    return average_net(options, 6, 0, AVERAGE + points) - average_net(options, 6, 0, AVERAGE)


@ledger.finds
def successes_lost(options: Options, points: int) -> int:
    """What so much more STURDINESS changes in the successes that an attacker rolls."""
    made = [Scene(options, 6, sturdiness=d).strike(faces_with(3, 6), ()).attack for d in (AVERAGE, AVERAGE + points)]
    return made[1] - made[0]


@ledger.finds
def misses_among_equals(options: Options) -> tuple[Fraction, Fraction]:
    """The share of attacks that miss between equal pools of 3 to 10 dice."""
    chances = [1 - hits(options, n, n) for n in range(3, 11)]
    return min(chances), max(chances)


@ledger.finds
def misses_of_builds(options: Options) -> tuple[Fraction, Fraction]:
    """The share of attacks of the document's builds that the average defence makes miss."""
    chances = [1 - hits(options, n, AVERAGE) for n in BUILDS]
    return min(chances), max(chances)


@ledger.finds
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


@ledger.finds
def ties_prevent_always_hitting(options: Options) -> Found:
    """Whether equals would always hit each other if the attacker had the ties, and do not as it is."""
    without = [hits(options, n, n) + chance_of_tie(options, n, n) for n in POOLS]
    chances = [hits(options, n, n) for n in POOLS]
    return Found(min(without) == 1 > max(chances), f"with ties {span(without)} between equals, as it is {span(chances)}")


# --- variance and thresholds --------------------------------------------------------------------------------------------------------------


@ledger.finds
def high_pools_predictable(options: Options, relative: bool) -> Found:
    """Whether high pools stray less from their average than low ones: in relation to it, or in successes."""
    return _pools_compared(options, relative, True)


@ledger.finds
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


@ledger.finds
def variance_same_at_all_sizes(options: Options) -> Found:
    """Whether pools of 1 to 10 dice vary alike."""
    spreads = [spread(options, n) for n in POOLS]
    return Found(
        max(spreads) - min(spreads) < 0.05,
        f"standard deviation, of the average: {percent(spreads[0])} with 1 die, {percent(spreads[-1])} with 10",
    )


@ledger.finds
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


@ledger.finds
def high_pools_overwhelm(options: Options, face: int) -> Found:
    """Whether with another threshold 10 and 17 dice hit every smaller defence of the document's table more often."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in (10, 17) for d in (3, 5, 7)]
    good = [hits(other, a, d) > hits(options, a, d) for a, d in cases]
    shown = [f"{a} against {d}: {percent(hits(options, a, d))} now, {percent(hits(other, a, d))} then" for a, d in cases[:2]]
    return Found(all(good), "; ".join(shown))


@ledger.finds
def low_pools_lose(options: Options, face: int) -> Found:
    """Whether with another threshold 1 to 3 dice hit the average defence and a tank less often than now."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in LOW_POOLS for d in (AVERAGE, TANK)]
    shown = [f"{a} against {d}: {percent(hits(options, a, d))} now, {percent(hits(other, a, d))} then" for a, d in cases]
    return Found(all(hits(other, a, d) < hits(options, a, d) for a, d in cases), "; ".join(shown))


@ledger.finds
@cache
def threshold_is_blind(options: Options) -> Found:
    """Whether against a fixed number of successes, as abilities have it, STURDINESS makes no difference."""

    def works(sturdiness: int) -> Fraction:
        scene = scene_with(options, "power-strike", sturdiness)

        def once(dice: ExactDice) -> bool:
            after = scene.array.copy()
            rules.use_ability(dice, after[0], scene.book, 0, FOE)
            return int(after[0].fighters[FOE].hp) < int(scene.array[0].fighters[FOE].hp)

        return distribution(once)[True]

    chances = [works(n) for n in (1, 5, 10)]
    return Found(len(set(chances)) == 1, f"Power Strike against STURDINESS 1, 5 and 10: {', '.join(percent(p) for p in chances)}")


@ledger.finds
def fixed_is_simpler(options: Options) -> Found:
    """Whether an ability with a fixed number of successes rolls fewer pools than an attack."""
    scene = scene_with(options, "power-strike")
    dice = ScriptedDice([FAILURE] * 40)
    rules.use_ability(dice, scene.array.copy()[0], scene.book, 0, FOE)
    pools = sum(isinstance(entry, Roll) and entry.kind == "pool" for entry in dice.entries)
    return Found(
        pools == 1 and two_rolls(options).value is True, f"Power Strike rolls {pools} {'pool' if pools == 1 else 'pools'}, an attack 2"
    )


# --- attributes and proposals -------------------------------------------------------------------------------------------------------------


@ledger.finds
def initiative_is_finesse(options: Options) -> Found:
    """Whether initiative is rolled with FINESSE dice, by the dice that the start of a fight asks for."""
    asked = []
    for finesse in (1, 4, 9):
        scene = Scene(options, attributes={"finesse": finesse})
        scene.book.opening = 0
        dice = ScriptedDice([1] * 40)
        rules.start(dice, scene.setup.state.copy()[0], scene.book)
        asked.append(40 - dice.left)
    return Found(asked == [1, 4, 9], f"a hero of FINESSE 1, 4 and 9 against an enemy of 0: {', '.join(map(str, asked))} dice")


@ledger.finds
def sturdiness_gives_hp(options: Options) -> Found:
    """Whether more STURDINESS means more HP."""
    most = [int(Scene(options, by_enemy=True, sturdiness=n).book.sheets[HERO].max_hp) for n in (1, 5, 10)]
    return Found(most[0] < most[1] < most[2], f"STURDINESS 1, 5 and 10: {', '.join(map(str, most))} HP")


@ledger.finds
def dodge_adds(options: Options) -> int:
    """The dice that Dodge adds to a defence."""
    return Scene(options, on=("dodging",)).defence_dice() - Scene(options).defence_dice()


@ledger.finds
def dodge_turns(options: Options) -> int:
    """The turns that Dodge lasts."""
    return library().abilities["dodge"].effects[0].turns


@ledger.finds
def glancing_share(options: Options, percent: int) -> Fraction:
    """The damage of a tie as a share of a hit's, with glancing blows at so many percent and a damage die of 4."""
    scene = Scene(changed(options, glancing_percent=percent))
    tie, full = (scene.strike(faces_with(2, 5), faces_with(d, 5)).damage for d in (2, 1))
    return Fraction(tie, full)


@ledger.finds
def layers(options: Options) -> int:
    """The layers of the document, by its headings."""
    return sum(section.title.startswith("Layer") for section in ledger.document.sections)


@ledger.finds
def versions(options: Options) -> str:
    """The first and the last version of the changelog, by its headings."""
    told = [section.title.split()[0] for section in ledger.document.sections if re.match(r"v\d", section.title)]
    return f"{told[0]}-{told[-1]}"


# --- the hit table as a whole, and what is implied ---------------------------------------------------------------------------------


def _table() -> list[Claim]:
    return [claim for claim in ledger.claims() if claim.id.startswith("hit-table-")]


def _stated(claim: Claim) -> Fraction:
    low = Figure.parse(claim.figure).low
    return low if low is not None else Fraction(0)


@ledger.finds
def table_knows_no_ties(options: Options) -> Found:
    """Whether the table's chances of two pools against each other add up to all there is, though ties hit for neither."""
    said = {(c.given["attack"], c.given["sturdiness"]): _stated(c) for c in _table()}
    sums = {said[a, d] + said[d, a] for a, d in said if (d, a) in said}
    ties = [chance_of_tie(options, a, d) for a, d in said]
    return Found(sums == {1} and min(ties) > 0, f"all pairs add up to {', '.join(percent(s) for s in sorted(sums))}; ties are {span(ties)}")


@ledger.finds
def table_too_high(options: Options) -> tuple[Fraction, Fraction]:
    """By how much the table's chances lie above the true ones."""
    off = [_stated(c) - hits(options, c.given["attack"], c.given["sturdiness"]) for c in _table()]
    return min(off), max(off)


@ledger.finds
def table_is_near(options: Options, points: float) -> Found:
    """Whether all chances of the table lie within so many points of the true ones."""
    off = [abs(_stated(c) - hits(options, c.given["attack"], c.given["sturdiness"])) for c in _table()]
    near = sum(100 * each <= points for each in off)
    return Found(near == len(off), f"{near} of {len(off)} are; the furthest is off by {float(100 * max(off)):.3g} points")


@ledger.finds
def equals_stay_below_half(options: Options) -> Found:
    """Whether between equal pools the attacker hits less than half of the time, and more the larger they are."""
    chances = [hits(options, n, n) for n in range(1, 31)]
    rising = all(a < b for a, b in pairwise(chances))
    shown = ", ".join(f"{n} dice {percent(chances[n - 1])}" for n in (1, 3, 5, 10, 30))
    return Found(rising and max(chances) < Fraction(1, 2), shown)


@ledger.finds
def attack_die_beats_defence_die(options: Options) -> Found:
    """Whether between equal pools a die more on the attack changes the chance by more than a die more on the defence."""
    pairs = [(hits(options, n + 1, n) - hits(options, n, n), hits(options, n, n) - hits(options, n, n + 1)) for n in POOLS]
    shown = [f"pools of {n}: {percent(pairs[n - 1][0])} to {percent(pairs[n - 1][1])}" for n in (1, 5, 10)]
    return Found(all(a > d for a, d in pairs), ", ".join(shown))


@ledger.finds
def same_on_the_attack(options: Options) -> Found:
    """Whether Battle Rage, the Saga of Courage and [Analyzed] are the same for an attack."""
    damage = [dict(Scene(options, on=(status,)).damage().items()) for status in ON_ATTACK]
    return Found(all(each == damage[0] for each in damage), f"5 dice against 5: each misses {percent(damage[0][0])}")


@ledger.finds
def sixes_are_rarer_than_the_most(options: Options) -> Fraction:
    """How many times as likely the most successes of five dice are as five sixes."""
    return dice_make(options, 5, 5) / all_show(options, 5, 6)


@ledger.finds
def glancing_undoes_ties(options: Options) -> Found:
    """Whether hits and half of all ties come to one half between all equals, so that half damage on ties makes up for losing them."""
    sums = {hits(options, n, n) + chance_of_tie(options, n, n) / 2 for n in POOLS}
    return Found(sums == {Fraction(1, 2)}, f"hits and half of the ties: {', '.join(percent(s) for s in sorted(sums))} for 1 to 10 dice")


@ledger.finds
def cap_without_effect(options: Options, cap: int) -> Found:
    """Whether a cap changes nothing for an attack without an ability's dice."""
    plain, capped = bonus(options, MOST_WEAPON, 0, ON_ATTACK), bonus(changed(options, accuracy_cap=cap), MOST_WEAPON, 0, ON_ATTACK)
    return Found(plain == capped, f"all else together is {plain:+d}, and {capped:+d} with the cap")


@ledger.finds
def capped_hit(options: Options, cap: int, base: int, bonus: int, sturdiness: int) -> Fraction:
    """The chance with accuracy bonuses capped."""
    return hit_with(changed(options, accuracy_cap=cap), base, bonus, sturdiness)


@ledger.finds
def turn_for_dice_pays(options: Options, dice: int, low: int) -> Found:
    """Whether between equals of ``low`` dice and more two attacks hit more often than one for which a turn was spent on dice."""
    equals = range(low, max(POOLS) + 1)
    pays = [n for n in POOLS if hits(options, n + dice, n) > 2 * hits(options, n, n)]
    words = f"it pays only between equals of {' and '.join(map(str, pays))}" if pays else "it never pays between equals"
    return Found(not set(pays) & set(equals), f"{words}, even if the turn spent never fails")


@ledger.finds
def stacking_wears_off(options: Options, base: int, sturdiness: int) -> Found:
    """Whether each further bonus die adds less than the one before."""
    chances = [hits(options, base + n, sturdiness) for n in range(15)]
    steps = [b - a for a, b in pairwise(chances)]
    return Found(
        all(a > b for a, b in pairwise(steps)),
        f"the first adds {percent(steps[0])}, the seventh {percent(steps[6])}, the fourteenth {percent(steps[13])}",
    )


@ledger.finds
def attacks_for_a_hit(options: Options, attack: int, sturdiness: int) -> Fraction:
    """How many attacks it takes on average to hit once."""
    return 1 / hits(options, attack, sturdiness)


@ledger.finds
def net_at_least(options: Options, attack: int, sturdiness: int, net: int) -> Fraction:
    """The chance of so many net successes or more."""
    return net_distribution(attack, against(options, sturdiness), options).where(lambda n: n >= net)


@ledger.finds
def measured_as(options: Options, rolls: int, low: float, high: float) -> float:
    """The chance that the share of successes in so many rolls of a die comes out between two shares."""
    p = float(success_rate(options))

    def chance(k: int) -> float:
        ways = lgamma(rolls + 1) - lgamma(k + 1) - lgamma(rolls - k + 1)
        return exp(ways + k * log(p) + (rolls - k) * log(1 - p))

    return sum(chance(k) for k in range(round(low * rolls), round(high * rolls)))
