"""Claims about the steps of an attack and its chance to miss, and about the chances in reach of a hero."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims.scenes import WatchingDice
from fracas.rulesets.world_loop.claims.stage import (
    GOBLIN,
    HERO,
    HIT,
    MISS,
    crit,
    heroes,
    in_cases,
    miss,
    monsters,
    plain_pair,
    span,
    strike,
    typical,
    whether,
)
from fracas.rulesets.world_loop.state import FLOOR, SLOTS


@finds
def steps_follow(options: models.Options) -> Found:
    """Whether evasion is settled before stamina is paid, and HP and cooldown change only after all rolls."""
    book, me, it = plain_pair(options)
    me.stamina, it.hp = 100, 1000
    seen: list[tuple[int, int, float]] = []
    blows.attack(WatchingDice(HIT, lambda: seen.append((int(me.stamina), int(it.hp), float(me.next_act)))), book, me, it, 0, FLOOR, FLOOR)
    paid = 100 - options.attack_stamina
    good = seen == [(100, 1000, 0.0), (paid, 1000, 0.0), (paid, 1000, 0.0)] and it.hp < 1000 and me.next_act > 0
    return whether(good, f"stamina at the three rolls {', '.join(str(s) for s, _, _ in seen)}; HP and cooldown change after them")


@finds
def luck_takes_evasion(options: models.Options) -> Value:
    """What a point of the attacker's luck takes from the chance to miss."""
    return span(miss(options, evasion=0.5, luck=n) - miss(options, evasion=0.5, luck=n + 1) for n in (0, 1, 10, 40))


@finds
def evasion_bound(options: models.Options, most: bool) -> Fraction:
    """The highest or the lowest chance to miss, whatever evasion and luck."""
    chances = [miss(options, evasion=e, luck=n) for e in (-1.0, 0.0, 0.3, 0.8, 2.0) for n in (-500, 0, 500)]
    return max(chances) if most else min(chances)


@finds
def miss_is_the_chance(options: models.Options) -> Found:
    """Whether attacks miss with the chance of the formula."""
    cases = [plain_pair(options, evasion=e / 100, luck=n) for e in range(-10, 101, 10) for n in (0, 7)]
    return in_cases(abs(float(odds.blow_odds(book, me, it).miss) - blows.evasion_chance(me, it, book)) < 1e-12 for book, me, it in cases)


@finds
def miss_does(options: models.Options) -> Found:
    """Whether an attack that misses does no damage."""
    hurt = strike(*plain_pair(options, atk=50, evasion=0.5), MISS)
    return whether(hurt == 0, f"{hurt} damage")


@finds
def luck_reduces_evasion(options: models.Options) -> Found:
    """Whether, up to the cap, each point of luck makes a miss less likely until there is nothing left."""
    rows = [[miss(options, evasion=e / 100, luck=n) for n in range(0, 60, 4)] for e in range(1, 76, 6)]
    return in_cases(after < before or before == 0 for row in rows for before, after in pairwise(row))


@finds
def luck_wasted(options: models.Options, evasion: float) -> int:
    """How many points of luck do nothing against an evasion above the cap."""
    return max(n for n in range(200) if miss(options, evasion=evasion, luck=n) == Fraction(str(options.evasion_cap)))


def _best_gear(stat: str) -> float:
    """The most that gear of all three slots can add to a stat."""
    items = books.library().items.values()
    return sum(max((float(getattr(i, stat)) for i in items if i.slot == slot), default=0.0) for slot in SLOTS)


@finds
def evasion_in_reach(options: models.Options) -> Fraction:
    """The highest chance to miss that any kind in its best gear has against an attacker without luck."""
    kinds = books.content_book()[0].kinds
    best = max(float(kinds[books.kind_number(name)].evasion) for name in (*heroes(), *monsters()))
    return miss(options, evasion=round(best + _best_gear("evasion"), 9))


@finds
def crit_in_reach(options: models.Options) -> Fraction:
    """The highest chance of a critical hit that any kind in its best gear has."""
    kinds = [books.content_book()[0].kinds[books.kind_number(name)] for name in (*heroes(), *monsters())]
    gear = _best_gear("crit")
    return max(crit(options, crit=round(float(kind.crit) + gear, 9), luck=int(kind.luck)) for kind in kinds)


@finds
def no_growth_of_chances(options: models.Options) -> Found:
    """Whether luck, crit rate, crit multiplier and evasion of a hero are the same at the highest level as at the first."""
    names = ("luck", "crit", "crit_dmg", "evasion")
    ends = [[float(typical(options, HERO, level, GOBLIN)[1][name]) for name in names] for level in (1, options.max_level)]
    return whether(ends[0] == ends[1], ", ".join(f"{name} {was:g} and {now:g}" for name, was, now in zip(names, *ends, strict=True)))
