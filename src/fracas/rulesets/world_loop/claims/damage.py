"""Claims about base damage: ATK and STR, DEF and VIT, how they are cut."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop.claims.stage import (
    GOBLIN,
    HERO,
    MANY,
    base,
    in_cases,
    monsters,
    percent,
    plain_pair,
    span,
    typical,
    whether,
)
from fracas.rulesets.world_loop.state import ATTRIBUTES, FLOOR, STR, VIT


@finds
def atk_multiplier(options: models.Options, strength: int) -> Fraction:
    """What ATK is multiplied by for so much STR."""
    return Fraction(base(options, atk=MANY, str=strength), MANY)


def _mitigation(options: models.Options, defence: int, vit: int = 0) -> int:
    """What a defence takes from a damage far above it."""
    return base(options, atk=MANY) - base(options, atk=MANY, vit=vit, defence=defence)


@finds
def def_multiplier(options: models.Options, vit: int) -> Fraction:
    """What the mitigation of DEF is multiplied by for so much VIT."""
    return Fraction(_mitigation(options, MANY // 2, vit), _mitigation(options, MANY // 2))


@finds
def attribute_adds(options: models.Options, attribute: str) -> Value:
    """What a point of STR adds to the multiplier of ATK, or one of VIT to that of DEF."""
    multiplier = atk_multiplier if attribute == "str" else def_multiplier
    return span((multiplier(options, n) - multiplier(options, 0)) / n for n in (1, 10, 50))


@finds
def attribute_boosts(options: models.Options, attribute: str) -> Found:
    """Whether more STR never means less damage dealt, or more VIT more damage taken, and enough of either means the contrary."""
    points = range(0, 61, 2)
    if attribute == "str":
        amounts = [base(options, atk=40, defence=40, str=n) for n in points]
    else:
        amounts = [base(options, atk=40, defence=40, vit=n) for n in reversed(points)]
    good = amounts == sorted(amounts) and amounts[0] < amounts[-1]
    return whether(good, f"ATK 40 against DEF 40: from {amounts[0]} to {amounts[-1]} over 60 points")


@finds
def atk_is_cut(options: models.Options) -> Found:
    """Whether what ATK and STR come to is cut to a whole number, not rounded; a decimal may fall short of a whole number by a hair."""
    each = Fraction(str(options.str_to_attack))
    cases = product(range(1, 60, 2), range(0, 40, 3))
    return in_cases(0 <= atk * (1 + n * each) - base(options, atk=atk, str=n) <= 1 for atk, n in cases)


@finds
def def_is_cut(options: models.Options) -> Found:
    """Whether what DEF and VIT come to is cut to a whole number, and its half again."""
    each = Fraction(str(options.vit_to_defence))
    cases = product(range(1, 60, 2), range(0, 40, 3))
    return in_cases(0 <= defence * (1 + n * each) - 2 * _mitigation(options, defence, n) <= 2 for defence, n in cases)


@finds
def short_of_whole(options: models.Options, most_atk: int, most_str: int) -> Found:
    """In how many cases ATK with STR is a whole number, but is cut to one less since its decimals fall short of it."""
    book, me, it = plain_pair(options)
    each = Fraction(str(options.str_to_attack))
    short, whole = [], 0
    worn = sum(int(book.items[g].atk) for g in me.gear)
    for atk, strength in product(range(1, most_atk + 1), range(most_str + 1)):
        exact = atk * (1 + strength * each)
        if exact.denominator == 1:
            whole += 1
            me.atk, me.attributes[STR] = atk - worn, strength
            if blows.base_damage(me, it, book, FLOOR, FLOOR) != exact:
                short.append((atk, strength, exact))
    first = f", first ATK {short[0][0]} with STR {short[0][1]}: {short[0][2] - 1} instead of {short[0][2]}" if short else ""
    return whether(bool(short), f"{len(short)} of {whole:,} whole products up to ATK {most_atk} and STR {most_str}{first}")


@finds
def def_points_for_one(options: models.Options) -> Fraction:
    """How many points of DEF take one point of damage."""
    return Fraction(MANY // 2, _mitigation(options, MANY // 2))


@finds
def only_def_is_halved(options: models.Options) -> Found:
    """Whether the half is taken of DEF alone, not of what is left of ATK."""
    plain, guarded = base(options, atk=100), base(options, atk=100, defence=40)
    return whether(plain == 100 and guarded > 100 - 40, f"ATK 100 does {plain} against DEF 0 and {guarded} against DEF 40")


@finds
def least_base(options: models.Options) -> int:
    """The least damage before it varies, whatever ATK and DEF."""
    return min(base(options, atk=atk, defence=defence) for atk in (0, 1, 5, 20) for defence in (0, 10, 100, 1000))


@finds
def least_hit(options: models.Options, attacker: str) -> Found:
    """The least that a hit does to one whose DEF is beyond all ATK, and how often."""
    blow = odds.blow_odds(*plain_pair(options, attacker, HERO if attacker != HERO else GOBLIN, defence=10_000))
    return Found(blow.least, f"a base damage of {blow.base} does {blow.least} in {percent(blow.damage[blow.least])} of hits without a crit")


@finds
def does_nothing(options: models.Options, attacker: str, defender: str) -> Fraction:
    """The chance that a hit of a typical attacker, with its crits, does nothing to one of much too high DEF."""
    book, me, it = typical(options, attacker, 1, defender)
    it.defence, it.evasion = 10_000, 0.0
    return odds.blow_odds(book, me, it).damage.where(lambda d: d == 0)


@finds
def str_worth(options: models.Options, atk: int, defence: int, points: int) -> Found:
    """What a point of STR adds to the damage dealt, as a share, over so many points."""
    before, after = (base(options, atk=atk, str=n, defence=defence) for n in (0, points))
    return Found(Fraction(after - before, before * points), f"{before} with STR 0, {after} with STR {points}")


@finds
def next_point_idle(options: models.Options, attribute: str) -> Found:
    """Whether one more point of STR, or of VIT, changes no damage at all for a new hero against any monster."""
    changed = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        striker, struck = (me, it) if attribute == "str" else (it, me)
        before = blows.base_damage(striker, struck, book, FLOOR, FLOOR)
        me.attributes[STR if attribute == "str" else VIT] += 1
        changed.append(before == blows.base_damage(striker, struck, book, FLOOR, FLOOR))
    return in_cases(changed)


@finds
def odd_def_idle(options: models.Options) -> Found:
    """Whether every odd point of DEF takes nothing more than the even number below it."""
    return in_cases(base(options, atk=200, defence=n) == base(options, atk=200, defence=n + 1) for n in range(0, 100, 2))


@finds
def def_below_zero(options: models.Options) -> int:
    """What a DEF of -1 adds to damage."""
    return base(options, atk=20, defence=-1) - base(options, atk=20)


@finds
def def_useless_from(options: models.Options, atk: int) -> int:
    """The least DEF beyond which nothing more is taken from an attack."""
    least = base(options, atk=atk, defence=10 * atk + 10)
    return min(n for n in range(10 * atk) if base(options, atk=atk, defence=n) == least)


@finds
def mean_of_base(options: models.Options, base: int) -> Fraction:
    """The mean damage of a hit, as a share of its base damage."""
    return odds.blow_odds(*plain_pair(options, atk=base)).damage.mean() / base


@finds
def idle_attributes(options: models.Options, names: list[str], kills: bool) -> Found:
    """Whether attributes change nothing about an attack; with ``kills``, nor about the XP of a kill."""

    def everything(points: int) -> tuple[Any, ...]:
        book, me, it = typical(options, HERO, 1, "goblin-warrior")
        for fighter, i in product((me, it), range(6)):
            fighter.attributes[i] = points if ATTRIBUTES[i] in names else 5
        blow, other = odds.blow_odds(book, me, it), odds.blow_odds(book, it, me)
        xp = int(blows.kill_xp(me, it, book)) if kills else 0
        return blow.miss, blow.crit, dict(blow.damage.items()), dict(other.damage.items()), float(blows.delay(me, book)), xp

    same = everything(0) == everything(100)
    what = "chances, damage, cooldown and XP" if kills else "chances, damage and cooldown"
    return whether(same, f"{what} with 0 and with 100 points are {'the same' if same else 'not the same'}")
