"""Claims about base damage: ATK and STR, DEF and VIT, truncation, sanctuaries."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims import (
    GOBLIN,
    HERO,
    MANY,
    base,
    base_of,
    heroes,
    in_cases,
    monsters,
    percent,
    plain_pair,
    span,
    typical,
    whether,
)
from fracas.rulesets.world_loop.codes import Attribute, Material
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.rewards import kill_xp
from fracas.rulesets.world_loop.rules.timing import delay


@finds
def atk_multiplier(options: models.Options, strength: int) -> Fraction:
    """The multiplier of ATK for this much STR."""
    return Fraction(base(options, atk=MANY, str=strength), MANY)


def _mitigation(options: models.Options, defence: int, vit: int = 0) -> int:
    """The damage that a defence absorbs of a much higher damage."""
    return base(options, atk=MANY) - base(options, atk=MANY, vit=vit, defence=defence)


@finds
def def_multiplier(options: models.Options, vit: int) -> Fraction:
    """The multiplier of DEF, half of which counts, for this much VIT."""
    return Fraction(2 * _mitigation(options, MANY // 2, vit), MANY // 2)


@finds
def attribute_adds(options: models.Options, attribute: str) -> Value:
    """The increase of ATK's multiplier by a point of STR, or of DEF's by one of VIT."""
    multiplier = atk_multiplier if attribute == "str" else def_multiplier
    return span((multiplier(options, n) - multiplier(options, 0)) / n for n in (1, 10, 50))


@finds
def attribute_boosts(options: models.Options, attribute: str) -> Found:
    """Whether more STR never means less damage dealt, or more VIT more damage taken, and enough of either has an effect."""
    points = range(0, 61, 2)
    if attribute == "str":
        amounts = [base(options, atk=40, defence=40, str=n) for n in points]
    else:
        amounts = [base(options, atk=40, defence=40, vit=n) for n in reversed(points)]
    good = amounts == sorted(amounts) and amounts[0] < amounts[-1]
    return whether(good, f"ATK 40 against DEF 40: from {amounts[0]} to {amounts[-1]} over 60 points")


@finds
def power_is_cut(options: models.Options, part: str, ground: str) -> Found:
    """Whether a monster's ATK with STR, or its DEF with VIT, is multiplied for its ground and then truncated once, not rounded.

    The half of DEF is truncated again. In floating point a result may be slightly less than a whole number.
    """
    atk, tile = part == "atk", Material.of(ground)
    each, debuff = options.vit_to_defence, options.sanctuary_debuff_def
    if atk:
        each, debuff = options.str_to_attack, options.sanctuary_debuff_atk
    share = Fraction(str(debuff)) if tile == Material.SANCTUARY else Fraction(1)
    good = []
    for power, n in product(range(1, 60, 2), range(0, 40, 3)):
        exact = power * share * (1 + n * Fraction(str(each)))
        if atk:
            found = base(options, tile, attacker=GOBLIN, defender=HERO, atk=power, str=n)
            good.append(0 <= max(exact, Fraction(options.minimum_damage)) - found <= 1)
        else:
            taken = base(options, atk=MANY) - base(options, Material.FLOOR, tile, atk=MANY, defence=power, vit=n)
            good.append(0 <= exact - 2 * taken <= 2)
    return in_cases(good)


@finds
def short_of_whole(options: models.Options, most_atk: int, most_str: int) -> Found:
    """The number of cases in which ATK with STR is a whole number, but is truncated to one less because of floating-point errors."""
    fight = plain_pair(options)
    each = Fraction(str(options.str_to_attack))
    short, whole = [], 0
    for atk, strength in product(range(1, most_atk + 1), range(most_str + 1)):
        exact = atk * (1 + strength * each)
        if exact.denominator == 1:
            whole += 1
            fight.me.atk, fight.me.attributes[Attribute.STR] = atk, strength
            if base_of(fight) != exact:
                short.append((atk, strength, exact))
    first = f", first ATK {short[0][0]} with STR {short[0][1]}: {short[0][2] - 1} instead of {short[0][2]}" if short else ""
    return whether(bool(short), f"{len(short)} of {whole:,} whole products up to ATK {most_atk} and STR {most_str}{first}")


@finds
def def_points_for_one(options: models.Options) -> Fraction:
    """The points of DEF that absorb one point of damage."""
    return Fraction(MANY // 2, _mitigation(options, MANY // 2))


@finds
def only_def_is_halved(options: models.Options) -> Found:
    """Whether only DEF is halved, and not the remaining ATK."""
    plain, guarded = base(options, atk=100), base(options, atk=100, defence=40)
    return whether(plain == 100 and guarded > 100 - 40, f"ATK 100 does {plain} against DEF 0 and {guarded} against DEF 40")


@finds
def least_base(options: models.Options) -> int:
    """The minimum damage before variance, for any ATK and DEF."""
    return min(base(options, atk=atk, defence=defence) for atk in (0, 1, 5, 20) for defence in (0, 10, 100, 1000))


@finds
def least_hit(options: models.Options, attacker: str) -> Found:
    """The minimum damage of a hit against a DEF above any ATK, and its chance."""
    blow = blow_odds(plain_pair(options, attacker, HERO if attacker != HERO else GOBLIN, defence=10_000))
    return Found(blow.least, f"a base damage of {blow.base} does {blow.least} in {percent(blow.damage[blow.least])} of hits without a crit")


@finds
def str_worth(options: models.Options, atk: int, defence: int, points: int) -> Found:
    """The relative increase of the damage dealt by a point of STR, over this many points."""
    before, after = (base(options, atk=atk, str=n, defence=defence) for n in (0, points))
    return Found(Fraction(after - before, before * points), f"{before} with STR 0, {after} with STR {points}")


@finds
def next_point_idle(options: models.Options, attribute: str) -> Found:
    """Whether one more point of STR, or of VIT, changes no damage at all for a new hero against any monster."""
    good = []
    for kind in monsters():
        fight = typical(options, HERO, kind)
        blow = fight if attribute == "str" else fight.turned()
        before = base_of(blow)
        fight.me.attributes[Attribute.of(attribute)] += 1
        good.append(before == base_of(blow))
    return in_cases(good)


@finds
def odd_def_idle(options: models.Options) -> Found:
    """Whether every odd point of DEF absorbs no more than the even number below it."""
    return in_cases(base(options, atk=200, defence=n) == base(options, atk=200, defence=n + 1) for n in range(0, 100, 2))


@finds
def def_below_zero(options: models.Options) -> int:
    """The damage added by a DEF of -1."""
    return base(options, atk=20, defence=-1) - base(options, atk=20)


@finds
def def_useless_from(options: models.Options, atk: int) -> int:
    """The minimum DEF above which nothing more is absorbed from an attack."""
    least = base(options, atk=atk, defence=10 * atk + 10)
    return min(n for n in range(10 * atk) if base(options, atk=atk, defence=n) == least)


@finds
def idle_attributes(options: models.Options, names: list[str], kills: bool) -> Found:
    """Whether attributes have no effect on an attack; with ``kills``, nor on the XP of a kill."""

    def everything(points: int) -> tuple[Any, ...]:
        book, me, it = fight = typical(options, HERO, "goblin-warrior")
        for fighter, each in product((me, it), Attribute):
            fighter.attributes[each] = points if each.slug in names else 5
        blow, other = blow_odds(fight), blow_odds(fight.turned())
        xp = int(kill_xp(me, it, book)) if kills else 0
        return blow.miss, blow.crit, dict(blow.damage.items()), dict(other.damage.items()), float(delay(me, book)), xp

    same = everything(0) == everything(100)
    what = "chances, damage, cooldown and XP" if kills else "chances, damage and cooldown"
    return whether(same, f"{what} with 0 and with 100 points are {'the same' if same else 'not the same'}")


# --- sanctuaries ------------------------------------------------------------------------------------------------------------------

HOLY = (Material.SANCTUARY, Material.SANCTUARY)
"""Both fighters are on sanctuary tiles."""


@finds
def sanctuary_leaves(options: models.Options, part: str) -> Fraction:
    """The remaining share of ATK or DEF of a monster in sanctuary."""
    if part == "atk":
        there = base(options, Material.SANCTUARY, attacker=GOBLIN, defender=HERO, atk=MANY)
        return Fraction(there, base(options, attacker=GOBLIN, defender=HERO, atk=MANY))
    bare = base(options, atk=MANY)
    there, here = (
        bare - base(options, Material.FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (Material.SANCTUARY, Material.FLOOR)
    )
    return Fraction(there, here)


@finds
def sanctuary_for(options: models.Options) -> Found:
    """Whether sanctuary lowers ATK and DEF of all monsters and no heroes."""
    good = []
    for kind, hampered in ((kind, kind in monsters()) for kind in (*heroes(), *monsters())):
        atk = base(options, Material.SANCTUARY, attacker=kind, atk=100) < base(options, attacker=kind, atk=100)
        dfn = base(options, Material.FLOOR, Material.SANCTUARY, defender=kind, atk=100, defence=100) > base(
            options, defender=kind, atk=100, defence=100
        )
        good.append(atk == hampered == dfn)
    return whether(all(good), f"so for {sum(good)} of {len(good)} kinds")


@finds
def sanctuary_other_tile(options: models.Options) -> Found:
    """Whether only a fighter's own tile counts."""
    atk = base(options, Material.FLOOR, Material.SANCTUARY, attacker=GOBLIN, defender=HERO, atk=100) == base(
        options, attacker=GOBLIN, defender=HERO, atk=100
    )
    dfn = base(options, Material.SANCTUARY, Material.FLOOR, atk=100, defence=100) == base(options, atk=100, defence=100)
    return whether(atk and dfn, "the opponent's tile changes neither ATK nor DEF" if atk and dfn else "the opponent's tile counts, too")


def _exchange(options: models.Options, kind: str, ground: int) -> Fraction:
    """The mean share of the hero's HP lost to a monster's attack, divided by the share of the monster's HP lost to the hero's."""
    fight = typical(options, HERO, kind)
    dealt = blow_odds(fight.turned(), ground, ground).damage.mean() / int(fight.me.hp)
    return dealt / (blow_odds(fight, ground, ground).damage.mean() / int(fight.it.hp))


@finds
def sanctuary_dangerous(options: models.Options) -> Found:
    """Whether every monster is worse off against a new hero in sanctuary than outside."""
    worse = {kind: float(_exchange(options, kind, Material.SANCTUARY) / _exchange(options, kind, Material.FLOOR)) for kind in monsters()}
    best, worst = max(worse, key=lambda k: worse[k]), min(worse, key=lambda k: worse[k])
    return whether(
        max(worse.values()) < 1,
        f"what it deals against what it takes falls to {percent(worse[worst])} ({worst}) to {percent(worse[best])} ({best})",
    )


@finds
def sanctuary_damage(options: models.Options, attacker: str) -> Found:
    """The share of its damage before variance that a typical monster keeps in sanctuary against a new hero."""
    here, there = base_of(typical(options, attacker, HERO)), base_of(typical(options, attacker, HERO), *HOLY)
    return Found(Fraction(there, here), f"{there} instead of {here}")


@finds
def sanctuary_def_share(options: models.Options) -> Fraction:
    """The additional damage to a monster in sanctuary, as a share of its DEF."""
    there, here = (base(options, Material.FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (Material.SANCTUARY, Material.FLOOR))
    return Fraction(there - here, MANY // 2)


@finds
def sanctuary_shields(options: models.Options) -> Found:
    """The monsters that take less damage from a new hero in sanctuary than outside."""
    pairs = {kind: (base_of(typical(options, HERO, kind)), base_of(typical(options, HERO, kind), *HOLY)) for kind in monsters()}
    found = [f"{kind}: {there} instead of {here}" for kind, (here, there) in pairs.items() if there < here]
    return whether(bool(found), "; ".join(found) or "none")


@finds
def sanctuary_def_idle(options: models.Options) -> Found:
    """The number of monsters for which a halved DEF does not change a new hero's damage."""
    same = [k for k in monsters() if base_of(typical(options, HERO, k)) == base_of(typical(options, HERO, k), *HOLY)]
    return whether(bool(same), f"{len(same)} of {len(monsters())} kinds: {', '.join(same) or 'none'}")
