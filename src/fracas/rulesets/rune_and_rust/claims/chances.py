"""Claims about the chance to hit: of given pools, of the document's table, by the worth of dice and points, by who wins ties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

from fracas.engine.content.library import content_path
from fracas.engine.content.reading import read_json
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import (
    AVERAGE,
    BUILDS,
    LOW_POOLS,
    POOLS,
    TANK,
    Scene,
    chance_of_tie,
    changed,
    faces_with,
    hits,
    net_of_dice,
    percent,
    scene_with,
    span,
    successes_of,
)
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.stage import FOE

HALF = Fraction(1, 2)


# --- chances of given pools ----------------------------------------------------------------------------------------------


@finds
def hit(options: Options, attack: int, sturdiness: int, accuracy: int = 0, cap: int | None = None) -> Fraction:
    """The chance that an attribute hits a STURDINESS, with a bonus, and with a cap on bonuses."""
    return hits(options if cap is None else changed(options, accuracy_cap=cap), attack, sturdiness, accuracy)


@finds
def hit_range(options: Options, attack: int, low: int, high: int) -> tuple[Fraction, Fraction]:
    """The minimum and maximum chance to hit a STURDINESS in a range."""
    chances = [hits(options, attack, d) for d in range(low, high + 1)]
    return min(chances), max(chances)


@finds
def hit_difference(options: Options, attack: int, low: int, high: int) -> Fraction:
    """The difference between the chances to hit a low and a high STURDINESS."""
    return hits(options, attack, low) - hits(options, attack, high)


@finds
def average_net(options: Options, attack: int, sturdiness: int, accuracy: int = 0) -> Fraction:
    """The average net successes of an attribute with a bonus against a STURDINESS."""
    return Fraction(net_of_dice(options, attack, sturdiness, accuracy).mean())


@finds
def net_at_least(options: Options, attack: int, sturdiness: int, net: int) -> Fraction:
    """The chance of at least this many net successes."""
    return net_of_dice(options, attack, sturdiness).where(lambda n: n >= net)


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


# --- the document's table ------------------------------------------------------------------------------------------------


@cache
def _table() -> dict[tuple[int, int], Fraction]:
    """The document's table, as the file of claims quotes it: attack dice and STURDINESS, and the chance it states."""
    return {
        (attack, sturdiness): Fraction(figure.removesuffix("%")) / 100
        for section in read_json(content_path("fracas.rulesets.rune_and_rust", "claims.json"))["sections"]
        for claim in section.get("claims", ())
        if claim["id"].startswith("hit-table-")
        for _, attack, sturdiness, figure in claim["rows"]
    }


@finds
def table_knows_no_ties(options: Options) -> Found:
    """Whether the table's chances of two opposing pools add up to 1, although ties hit for neither."""
    said = _table()
    sums = {said[a, d] + said[d, a] for a, d in said if (d, a) in said}
    ties = [chance_of_tie(options, a, d) for a, d in said]
    return Found(sums == {1} and min(ties) > 0, f"all pairs add up to {', '.join(percent(s) for s in sorted(sums))}; ties are {span(ties)}")


@finds
def table_too_high(options: Options) -> tuple[Fraction, Fraction]:
    """The excess of the table's chances over the true ones."""
    off = [stated - hits(options, *pair) for pair, stated in _table().items()]
    return min(off), max(off)


@finds
def table_is_near(options: Options, points: float) -> Found:
    """Whether all chances of the table are within this many points of the true ones."""
    off = [abs(stated - hits(options, *pair)) for pair, stated in _table().items()]
    near = sum(100 * each <= points for each in off)
    return Found(near == len(off), f"{near} of {len(off)} are; the furthest is off by {float(100 * max(off)):.3g} points")


# --- what dice and points are worth --------------------------------------------------------------------------------------


def _pairs(among: str) -> list[tuple[int, int]]:
    """Pairs of attack dice and STURDINESS: the document's builds against the average defence and a tank, or equal values from 1 to 10."""
    return {"builds": [(n, d) for n in BUILDS for d in (AVERAGE, TANK)], "equals": [(n, n) for n in POOLS]}[among]


@finds
def worth(options: Options, among: str, dice: int = 0, points: int = 0) -> tuple[Fraction, Fraction]:
    """The change in the chances of builds or of equal pools from this many dice of accuracy, or points of STURDINESS."""
    changes = [hits(options, n, d + points, dice) - hits(options, n, d) for n, d in _pairs(among)]
    return min(changes), max(changes)


@finds
@lru_cache(maxsize=64)
def points_count(options: Options, of: str) -> Found:
    """Whether every point of offence or of defence changes the chance to hit as it should, for every pool from 1 to 10."""
    changes = {
        "defence": [hits(options, n, d) - hits(options, n, d + 1) for n in range(1, 18) for d in range(10)],
        "offence": [hits(options, n + 1, d) - hits(options, n, d) for n in range(1, 10) for d in POOLS],
    }
    words = [f"each point of {what} {'adds' if what == 'offence' else 'takes'} {span(changes[what])}" for what in of.split()]
    return Found(all(min(changes[what]) > 0 for what in of.split()), "; ".join(words))


@finds
def net_lost(options: Options, points: int) -> Fraction:
    """The change in an attacker's average net successes from this much more STURDINESS."""
    return average_net(options, 6, AVERAGE + points) - average_net(options, 6, AVERAGE)


@finds
def successes_lost(options: Options, points: int) -> int:
    """The change in an attacker's own successes from this much more STURDINESS."""
    made = [Scene(options, 6, sturdiness=d).strike(faces_with(3, 6), ()).attack for d in (AVERAGE, AVERAGE + points)]
    return made[1] - made[0]


@finds
def misses(options: Options, among: str) -> tuple[Fraction, Fraction]:
    """The share of attacks that miss: between equal pools of 3 to 10 dice, or of the document's builds against the average defence."""
    chances = [1 - hits(options, n, d) for n, d in _pairs(among) if (n >= 3 if among == "equals" else d == AVERAGE)]
    return min(chances), max(chances)


@finds
def attack_die_beats_defence_die(options: Options) -> Found:
    """Whether, between equal pools, one more attack die changes the chance by more than one more defence die."""
    pairs = [(hits(options, n + 1, n) - hits(options, n, n), hits(options, n, n) - hits(options, n, n + 1)) for n in POOLS]
    shown = [f"pools of {n}: {percent(pairs[n - 1][0])} to {percent(pairs[n - 1][1])}" for n in (1, 5, 10)]
    return Found(all(a > d for a, d in pairs), ", ".join(shown))


@finds
def turn_for_dice_pays(options: Options, dice: int, low: int) -> Found:
    """Whether, between equal pools of ``low`` dice and more, two attacks hit more often than one after a turn spent on dice."""
    pays = [n for n in POOLS if hits(options, n, n, dice) > 2 * hits(options, n, n)]
    words = f"it pays only between equals of {' and '.join(map(str, pays))}" if pays else "it never pays between equals"
    return Found(not any(n >= low for n in pays), f"{words}, even if the turn spent never fails")


@finds
def stacking_wears_off(options: Options, base: int, sturdiness: int) -> Found:
    """Whether each further bonus die adds less than the previous one."""
    chances = [hits(options, base + n, sturdiness) for n in range(15)]
    steps = [b - a for a, b in pairwise(chances)]
    return Found(
        all(a > b for a, b in pairwise(steps)),
        f"the first adds {percent(steps[0])}, the seventh {percent(steps[6])}, the fourteenth {percent(steps[13])}",
    )


# --- ties ----------------------------------------------------------------------------------------------------------------


@finds
def equals_stay_below_half(options: Options) -> Found:
    """Whether, between equal pools, the attacker hits less than half of the time, and more often with larger pools."""
    chances = [hits(options, n, n) for n in range(1, 31)]
    rising = all(a < b for a, b in pairwise(chances))
    shown = ", ".join(f"{n} dice {percent(chances[n - 1])}" for n in (1, 3, 5, 10, 30))
    return Found(rising and max(chances) < HALF, shown)


@finds
@lru_cache(maxsize=64)
def tie_costs_little(options: Options, points: int | None = None) -> Found:
    """Whether losing ties costs an attacker no more than one die adds: at 5 against 5 this many points, or between all equal pools."""
    cost = HALF - hits(options, AVERAGE, AVERAGE)
    if points is not None:
        return Found(100 * cost <= points, f"at 5 against 5 it costs {percent(cost)}")
    short = [n for n in POOLS if hits(options, n + 1, n) < HALF]
    needed = {next((a for a in range(n, 31) if hits(options, a, n) >= HALF), 31) - n for n in POOLS}
    added = hits(options, AVERAGE + 1, AVERAGE) - hits(options, AVERAGE, AVERAGE)
    words = f"at 5 against 5 a die adds {percent(added)}; an even chance takes {' or '.join(map(str, sorted(needed)))} dice more"
    return Found(not short, words)


@finds
def ties_prevent_always_hitting(options: Options) -> Found:
    """Whether equal pools would always hit if the attacker won ties, and do not under the actual rule."""
    without = [hits(options, n, n) + chance_of_tie(options, n, n) for n in POOLS]
    chances = [hits(options, n, n) for n in POOLS]
    return Found(min(without) == 1 > max(chances), f"with ties {span(without)} between equals, as it is {span(chances)}")


@finds
def glancing_undoes_ties(options: Options) -> Found:
    """Whether hits plus half of all ties are one half between all equal pools, so that half damage on ties compensates for losing them."""
    sums = {hits(options, n, n) + chance_of_tie(options, n, n) / 2 for n in POOLS}
    return Found(sums == {HALF}, f"hits and half of the ties: {', '.join(percent(s) for s in sorted(sums))} for 1 to 10 dice")


# --- other thresholds, and none of the defender's ------------------------------------------------------------------------


def _now_and_then(options: Options, other: Options, cases: Sequence[tuple[int, int]]) -> str:
    return "; ".join(f"{a} against {d}: {percent(hits(options, a, d))} now, {percent(hits(other, a, d))} then" for a, d in cases)


@finds
def high_pools_overwhelm(options: Options, face: int, least: float | None = None) -> Found:
    """Whether another threshold lets 10 and 17 dice hit every smaller defence of the table more often, or at least this often."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in (10, 17) for d in (3, 5, 7)]
    good = [hits(other, a, d) > (hits(options, a, d) if least is None else least) for a, d in cases]
    return Found(all(good), _now_and_then(options, other, cases[:3]))


@finds
def low_pools_lose(options: Options, face: int) -> Found:
    """Whether another threshold lets 1 to 3 dice hit the average defence and a tank less often than now."""
    other = changed(options, success_face=face)
    cases = [(a, d) for a in LOW_POOLS for d in (AVERAGE, TANK)]
    return Found(all(hits(other, a, d) < hits(options, a, d) for a, d in cases), _now_and_then(options, other, cases))


@finds
def low_pools_mostly_fail(options: Options, face: int) -> Found:
    """Whether another threshold makes pools of 1 to 3 dice have no success more often than not."""
    none = [successes_of(changed(options, success_face=face), n)[0] for n in LOW_POOLS]
    return Found(min(none) > HALF, f"1, 2 and 3 dice make no success {', '.join(percent(p) for p in none)} of the time")


@finds
@lru_cache(maxsize=64)
def threshold_is_blind(options: Options) -> Found:
    """Whether STURDINESS is irrelevant against a fixed number of successes, as abilities have it."""

    def works(sturdiness: int) -> Fraction:
        scene = scene_with(options, "power-strike", sturdiness)
        return scene.after(scene.use, lambda state: int(state.fighters[FOE].hp) < scene.hp(FOE))[True]

    chances = [works(n) for n in (1, 5, 10)]
    return Found(len(set(chances)) == 1, f"Power Strike against STURDINESS 1, 5 and 10: {', '.join(percent(p) for p in chances)}")
