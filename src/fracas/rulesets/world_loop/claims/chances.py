"""Claims about the steps of an attack, its chances of a miss and a critical hit, and the chances a hero can reach."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import content_book
from fracas.rulesets.world_loop.claims import HERO, MANY, crit, heroes, in_cases, miss, monsters, plain_pair, span, strike, typical, whether
from fracas.rulesets.world_loop.codes import GEAR
from fracas.rulesets.world_loop.library import kind_number, library
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.attack import crit_chance, evasion_chance
from fracas.rulesets.world_loop.stage import CRIT, HIT, MISS, AskedDice


@finds
def steps_follow(options: models.Options) -> Found:
    """Whether evasion is resolved before stamina is paid, and HP and cooldown change only after all rolls."""
    _, me, it = fight = plain_pair(options)
    me.stamina, it.hp = 100, 1000
    seen: list[tuple[int, int, float]] = []
    fight.attack(AskedDice(HIT, lambda: seen.append((int(me.stamina), int(it.hp), float(me.next_act)))))
    paid = 100 - options.attack_stamina
    good = seen == [(100, 1000, 0.0), (paid, 1000, 0.0), (paid, 1000, 0.0)] and it.hp < 1000 and me.next_act > 0
    return whether(good, f"stamina at the three rolls {', '.join(str(s) for s, _, _ in seen)}; HP and cooldown change after them")


# --- both chances -----------------------------------------------------------------------------------------------------------------


def _chance(options: models.Options, of: str, stat: float, luck: int) -> Fraction:
    """The chance of a miss for an evasion, or of a critical hit for a crit rate."""
    return miss(options, evasion=stat, luck=luck) if of == "miss" else crit(options, crit=stat, luck=luck)


@finds
def luck_moves(options: models.Options, of: str) -> Value:
    """The effect of a point of the attacker's luck on the chance of a miss or of a critical hit."""
    return span(abs(_chance(options, of, 0.4, n + 1) - _chance(options, of, 0.4, n)) for n in (0, 1, 10, 40))


@finds
def chance_bound(options: models.Options, of: str, most: bool) -> Fraction:
    """The maximum or minimum chance of a miss, or of a critical hit, for any evasion, crit rate and luck."""
    chances = [_chance(options, of, stat, n) for stat in (-1.0, 0.0, 0.3, 0.8, 0.9, 2.0) for n in (-500, 0, 500)]
    return max(chances) if most else min(chances)


@finds
def is_the_chance(options: models.Options, of: str) -> Found:
    """Whether misses or critical hits have the chance of the formula."""
    good = []
    for stat, n in product(range(-10, 101, 10), (0, 7)):
        asked: dict[str, Any] = {"luck": n, "evasion" if of == "miss" else "crit": stat / 100}
        book, me, it = fight = plain_pair(options, **asked)
        blow = blow_odds(fight)
        found, formula = (blow.miss, evasion_chance(me, it, book)) if of == "miss" else (blow.crit, crit_chance(me, book))
        good.append(abs(float(found) - formula) < 1e-12)
    return in_cases(good)


# --- misses -----------------------------------------------------------------------------------------------------------------------


@finds
def miss_does(options: models.Options) -> Found:
    """Whether an attack that misses does no damage."""
    hurt = strike(plain_pair(options, atk=50, evasion=0.5), MISS)
    return whether(hurt == 0, f"{hurt} damage")


@finds
def luck_reduces_evasion(options: models.Options) -> Found:
    """Whether, up to the cap, each point of luck makes a miss less likely until the chance is 0."""
    rows = [[miss(options, evasion=e / 100, luck=n) for n in range(0, 60, 4)] for e in range(1, 76, 6)]
    return in_cases(after < before or before == 0 for row in rows for before, after in pairwise(row))


@finds
def luck_wasted(options: models.Options, evasion: float) -> int:
    """The number of points of luck without effect against an evasion above the cap."""
    return max(n for n in range(200) if miss(options, evasion=evasion, luck=n) == Fraction(str(options.evasion_cap)))


# --- critical hits ----------------------------------------------------------------------------------------------------------------


def _crit_multiplier(options: models.Options, kind: str, **asked: Any) -> Fraction:
    plain, critical = (strike(plain_pair(options, kind, HERO, atk=MANY, **asked), faces) for faces in (HIT, CRIT))
    return Fraction(critical, plain)


@finds
def crit_multiplier(options: models.Options, of_heroes: bool) -> Value:
    """The damage multiplier of a critical hit by every monster, or by every hero."""
    return span(_crit_multiplier(options, kind) for kind in (heroes() if of_heroes else monsters()))


@finds
def crit_by_own_stat(options: models.Options) -> Found:
    """Whether a critical hit multiplies damage by the attacker's own multiplier."""
    return in_cases(_crit_multiplier(options, HERO, crit_dmg=n / 4) == Fraction(n, 4) for n in range(4, 17))


@finds
def luck_for_the_cap(options: models.Options) -> int:
    """The luck at which a new hero's chance of a critical hit reaches its cap."""
    book, me, _ = typical(options)
    for luck in range(5000):
        me.luck = luck
        if crit_chance(me, book) > options.crit_cap - 1e-12:
            return luck
    return -1


@finds
def damage_is_cut(options: models.Options) -> Found:
    """Whether the damage after variance and crit is truncated to a whole number once, at the end."""
    good = []
    for base, roll, faces in product((1, 5, 7, 20, 33), (0.0, 0.2, 0.45, 0.9), (HIT, CRIT)):
        exact = base * (1 + Fraction(str(options.damage_variance)) * (Fraction(str(roll)) - Fraction(1, 2)))
        exact *= Fraction(3, 2) if faces is CRIT else 1
        good.append(0 <= exact - strike(plain_pair(options, atk=base, crit_dmg=1.5), (*faces[:2], roll)) < 1)
    return in_cases(good)


# --- in reach ---------------------------------------------------------------------------------------------------------------------


def _best_gear(stat: str) -> float:
    """The maximum that gear of all three slots can add to a stat."""
    items = library().items.values()
    return sum(max((float(getattr(i, stat)) for i in items if i.slot == slot), default=0.0) for slot in GEAR)


@finds
def evasion_in_reach(options: models.Options) -> Fraction:
    """The maximum chance of a miss of any kind in its best gear, against an attacker without luck."""
    best = max(float(content_book()[0].kinds[kind_number(name)].evasion) for name in (*heroes(), *monsters()))
    return miss(options, evasion=round(best + _best_gear("evasion"), 9))


@finds
def crit_in_reach(options: models.Options) -> Fraction:
    """The maximum chance of a critical hit of any kind in its best gear."""
    kinds = [content_book()[0].kinds[kind_number(name)] for name in (*heroes(), *monsters())]
    gear = _best_gear("crit")
    return max(crit(options, crit=round(float(kind.crit) + gear, 9), luck=int(kind.luck)) for kind in kinds)


@finds
def no_growth_of_chances(options: models.Options) -> Found:
    """Whether a hero has the same luck, crit rate, crit multiplier and evasion at the highest level as at the first."""
    names = ("luck", "crit", "crit_dmg", "evasion")
    ends = [[float(typical(options, level=level).me[name]) for name in names] for level in (1, options.max_level)]
    return whether(ends[0] == ends[1], ", ".join(f"{name} {was:g} and {now:g}" for name, was, now in zip(names, *ends, strict=True)))
