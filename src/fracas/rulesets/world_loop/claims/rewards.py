"""Claims about the XP and the gold of a kill."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims import GOBLIN, HERO, TIERS, in_cases, plain_pair, span, typical, whether
from fracas.rulesets.world_loop.codes import Attribute
from fracas.rulesets.world_loop.rules import rewards
from fracas.rulesets.world_loop.stage import HIT, Pair


def _after_hit(options: models.Options, hp: int, gold: int = 0, mine: int = 0, xp: int = 0) -> Pair:
    """Two fighters after an attack on one with this many HP and this much gold."""
    fight = plain_pair(options)
    fight.me.gold, fight.me.xp, fight.it.hp, fight.it.gold = mine, xp, hp, gold
    fight.attack(ScriptedDice(HIT))
    return fight


@finds
def reward_at_zero(options: models.Options) -> Found:
    """Whether an attack that leaves 1 HP gives nothing, and one that leaves none, or would take more, gives XP and gold."""
    cases = [(_after_hit(options, hp, gold=4).me, kills) for hp, kills in ((11, False), (10, True), (3, True))]
    return in_cases((me.xp > 0, me.gold > 0) == (kills, kills) for me, kills in cases)


def _kill_xp(options: models.Options, victim: str, level: int | None, **killer: int) -> int:
    """XP for a kill; the killer has only these attributes."""
    fight = plain_pair(options, HERO, victim)
    fight.it.level = fight.it.level if level is None else level
    fight.me.attributes[:] = [killer.get(each.slug, 0) for each in Attribute]
    fight.it.hp = 1
    fight.attack(ScriptedDice(HIT))
    return int(fight.me.xp)


@finds
def kill_xp(options: models.Options, kind: str = GOBLIN, level: int | None = None, intellect: int = 0, wis: int = 0) -> int:
    """XP for killing one of a kind, by default of its own level, with this much INT and WIS."""
    return _kill_xp(options, kind, level, int=intellect, wis=wis)


@finds
def hero_kill_xp(options: models.Options, kind: str) -> Found:
    """XP that a new hero gets for killing one of a kind."""
    book, me, it = typical(options, HERO, kind)
    words = f"INT {int(me.attributes[Attribute.INT])} and WIS {int(me.attributes[Attribute.WIS])}"
    return Found(int(rewards.kill_xp(me, it, book)), words)


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
    """The share of XP added by a point of INT, or of WIS."""
    base = kill_xp(options, GOBLIN, 4000) or 1
    return span(Fraction(_kill_xp(options, GOBLIN, 4000, **{attribute: n}) - base, base * n) for n in (2, 10, 20))


@finds
def xp_are_cut(options: models.Options) -> Found:
    """Whether the XP of a kill are truncated to a whole number, once; floating-point errors may make the result slightly too small."""
    each, tier = Fraction(str(options.int_to_xp)), Fraction(str(options.xp_per_tier))
    good = []
    for level, n in product(range(1, 12), range(0, 12, 3)):
        exact = options.xp_per_kill_base * level * (1 + tier) * (1 + n * each)
        good.append(0 <= exact - kill_xp(options, "goblin-scout", level, n) <= 1)
    return in_cases(good)


@finds
def xp_are_added(options: models.Options) -> Found:
    """Whether XP are added to the existing ones, and go to the attacker alone."""
    book, me, it = plain_pair(options)
    gain = int(rewards.kill_xp(me, it, book))
    _, me, it = _after_hit(options, 1, xp=60)
    return whether(me.xp == 60 + gain and it.xp == 0, f"60 and {gain} make {int(me.xp)}")


@finds
def gold_after_kill(options: models.Options, whose: str) -> Found:
    """The gold of the killer (who had 50) or the victim (who had 13) after a kill."""
    _, me, it = _after_hit(options, 1, gold=13, mine=50)
    return Found(int(me.gold if whose == "killer" else it.gold), "of 50 and 13 before")


@finds
def all_gold_goes(options: models.Options) -> Found:
    """Whether all of the victim's gold is transferred, with none lost or left."""
    cases = [(_after_hit(options, 1, gold=gold, mine=5), gold) for gold in (0, 1, 7, 50, 9999)]
    return in_cases((int(fight.me.gold), int(fight.it.gold)) == (5 + gold, 0) for fight, gold in cases)
