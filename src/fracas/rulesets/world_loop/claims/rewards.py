"""Claims about the XP and the gold of a kill."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims.stage import GOBLIN, HERO, HIT, TIERS, in_cases, plain_pair, span, typical, whether
from fracas.rulesets.world_loop.state import ATTRIBUTES, FLOOR, INT, WIS


def _kill(options: models.Options, victim: str = GOBLIN, level: int | None = None, **killer: int) -> tuple[Any, Any]:
    """Killer and victim after an attack that kills; the killer has these attributes and otherwise none."""
    book, me, it = plain_pair(options, HERO, victim)
    it.level = it.level if level is None else level
    for i, name in enumerate(ATTRIBUTES):
        me.attributes[i] = killer.get(name, 0)
    it.hp = 1
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return me, it


@finds
def reward_at_zero(options: models.Options) -> Found:
    """Whether an attack that leaves 1 HP brings nothing, and one that leaves none, or would take more, brings XP and gold."""
    good = []
    for hp, kills in ((11, False), (10, True), (3, True)):
        book, me, it = plain_pair(options)
        it.hp, it.gold, gold = hp, 4, int(me.gold)
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append((me.xp > 0, me.gold > gold) == (kills, kills))
    return in_cases(good)


@finds
def kill_xp(options: models.Options, kind: str = GOBLIN, level: int | None = None, intellect: int = 0, wis: int = 0) -> int:
    """XP for killing one of a kind, of a level of its own unless it is given, with so much INT and WIS."""
    return int(_kill(options, kind, level, int=intellect, wis=wis)[0].xp)


@finds
def hero_kill_xp(options: models.Options, kind: str) -> Found:
    """XP that a new hero has for killing one of a kind."""
    book, me, it = typical(options, HERO, 1, kind)
    words = f"INT {int(me.attributes[INT])} and WIS {int(me.attributes[WIS])}"
    return Found(int(blows.kill_xp(me, it, book)), words)


@finds
def tier_adds(options: models.Options) -> Value:
    """The share of XP that each tier of the victim adds."""
    base = kill_xp(options, GOBLIN, 1000) or 1
    return span(Fraction(kill_xp(options, kind, 1000) - base, base * n) for n, kind in enumerate(TIERS[1:], 1))


@finds
def xp_by_level(options: models.Options) -> Found:
    """Whether the XP of a kill are proportional to the victim's level."""
    return in_cases(kill_xp(options, GOBLIN, n) == n * kill_xp(options, GOBLIN, 1) for n in range(1, 51))


@finds
def mind_adds(options: models.Options, attribute: str) -> Value:
    """The share of XP that a point of INT, or of WIS, adds."""
    base = kill_xp(options, GOBLIN, 4000) or 1
    return span(Fraction(int(_kill(options, GOBLIN, 4000, **{attribute: n})[0].xp) - base, base * n) for n in (2, 10, 20))


@finds
def xp_are_cut(options: models.Options) -> Found:
    """Whether the XP of a kill are cut to a whole number, once."""
    each, tier = Fraction(str(options.int_to_xp)), Fraction(str(options.xp_per_tier))
    good = []
    for level, n in product(range(1, 12), range(0, 12, 3)):
        exact = options.xp_per_kill_base * level * (1 + tier) * (1 + n * each)
        good.append(0 <= exact - kill_xp(options, "goblin-scout", level, n) < 1 or exact.denominator == 1)
    return in_cases(good)


@finds
def xp_are_added(options: models.Options) -> Found:
    """Whether XP come on top of those there are, and go to the attacker alone."""
    book, me, it = plain_pair(options)
    me.xp, it.hp, gain = 60, 1, int(blows.kill_xp(me, it, book))
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return whether(me.xp == 60 + gain and it.xp == 0, f"60 and {gain} make {int(me.xp)}")


@finds
def kind_is(options: models.Options, kind: str, what: str) -> int:
    """The level or the tier of a kind of monster."""
    return int(books.content_book()[0].kinds[books.kind_number(kind)][what])


@finds
def gold_after_kill(options: models.Options, whose: str) -> Found:
    """What killer (who had 50) or victim (who had 13) has in gold after a kill: all, or nothing."""
    book, me, it = plain_pair(options)
    me.gold, it.gold, it.hp = 50, 13, 1
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return Found(int(me.gold if whose == "killer" else it.gold), "of 50 and 13 before")


@finds
def all_gold_goes(options: models.Options) -> Found:
    """Whether all of the victim's gold goes over, none of it lost or left."""
    good = []
    for gold in (0, 1, 7, 50, 9999):
        book, me, it = plain_pair(options)
        me.gold, it.gold, it.hp = 5, gold, 1
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append((int(me.gold), int(it.gold)) == (5 + gold, 0))
    return in_cases(good)
