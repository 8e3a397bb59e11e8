"""Computations for the claims of World Loop's document: the ledger is `content/claims.json`, and each module covers a topic.

Single attacks run the rule itself: with given faces, with every face (`odds.blow_odds`), or with the draws of a world's seed. Claims about
death are computed in a small world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, Number, Value
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import content_book, raise_to
from fracas.rulesets.world_loop.codes import Attribute, Material
from fracas.rulesets.world_loop.library import kind_number, library
from fracas.rulesets.world_loop.rules.attack import base_damage, crit_chance, evasion_chance
from fracas.rulesets.world_loop.rules.levels import level_ups
from fracas.rulesets.world_loop.stage import HIT, PLENTY, Duel, Glade, KeyedDice, Pair, pair

MANY = 100_000
"""A number so large that truncation is negligible in a share of it."""
POTIONS = ("small-hp-potion", "medium-hp-potion", "large-hp-potion")
HERO, GOBLIN = "hero", "goblin"
TIERS = ("goblin", "goblin-scout", "goblin-warrior", "goblin-chief")
"""A kind of each tier; all kinds of a tier have the same attributes."""

# --- what is found ----------------------------------------------------------------------------------------------------------------


def percent(share: Fraction | float) -> str:
    """A share in words."""
    return f"{float(100 * share):.4g} %"


def whether(truth: Any, words: str) -> Found:
    """Convert a truth value to a boolean, with a few words."""
    return Found(bool(truth), words)


def in_cases(good: Iterable[Any], what: str = "cases") -> Found:
    """Whether all are true, and how many of how many."""
    every = [bool(each) for each in good]
    return whether(all(every), f"in {sum(every):,} of {len(every):,} {what}")


def span(values: Iterable[Number]) -> Value:
    """The common value, or the minimum and maximum if they differ."""
    every = list(values) or [0]
    return min(every) if min(every) == max(every) else (min(every), max(every))


# --- whom it is found of ----------------------------------------------------------------------------------------------------------


def monsters() -> list[str]:
    """All kinds of monsters."""
    return list(library().monsters)


def heroes() -> tuple[str, ...]:
    """The hero, and the hero of each class."""
    return library().heroes


def with_options(options: models.Options, **changed: Any) -> models.Options:
    """The options with some of them overridden."""
    return models.Options.model_validate({**options.model_dump(), **changed})


@lru_cache(maxsize=256)
def _made(options: models.Options, attacker: str, defender: str, level: int | None) -> Pair:
    return pair(options, {"kind": attacker, "level": level}, defender)


def typical(options: models.Options, attacker: str = HERO, defender: str = GOBLIN, level: int = 1) -> Pair:
    """Two typical fighters, to be modified freely; the first has the given level, if its kind can reach it."""
    least = int(content_book()[0].kinds[kind_number(attacker)].level)
    return _made(options, attacker, defender, level if least < level <= options.max_level else None).copy()


def plain_pair(options: models.Options, attacker: str = HERO, defender: str = GOBLIN, **asked: Any) -> Pair:
    """Two neutral fighters, except for what is given: ATK and STR of the first, DEF and VIT of the second …"""
    fight = typical(options, attacker, defender)
    fight.me.gear[:] = fight.it.gear[:] = 0
    stats = {"atk": 10, "luck": 0, "crit": 0.0, "crit_dmg": float(fight.me.crit_dmg), "defence": 0, "evasion": 0.0, **asked}
    for who, names in ((fight.me, ("atk", "luck", "crit", "crit_dmg")), (fight.it, ("defence", "evasion"))):
        for name in names:
            setattr(who, name, stats[name])
    fight.me.attributes[Attribute.STR], fight.it.attributes[Attribute.VIT] = asked.get("str", 0), asked.get("vit", 0)
    return fight


@lru_cache(maxsize=256)
def career(options: models.Options) -> tuple[Any, ...]:
    """A typical hero at every level."""
    rows = []
    book, me, _ = fight = typical(options)
    for level in range(1, options.max_level + 1):
        raise_to(me, book, level)
        rows.append(fight.copy().me)
    return tuple(rows)


def levelled(options: models.Options, xp: int, **changed: Any) -> Pair:
    """A new hero after its level-ups with this many XP."""
    book, me, _ = fight = typical(options)
    for name, value in {**changed, "xp": xp}.items():
        setattr(me, name, value)
    level_ups(ScriptedDice(()), book, me)
    return fight


# --- one attack -------------------------------------------------------------------------------------------------------------------


def strike(fight: Pair, faces: Iterable[float] = HIT) -> int:
    """The HP lost to an attack with these faces."""
    fight.it.hp = PLENTY
    fight.attack(ScriptedDice(faces))
    return PLENTY - int(fight.it.hp)


def base_of(fight: Pair, ground: int = Material.FLOOR, its_ground: int = Material.FLOOR) -> int:
    """The damage before variance."""
    return int(base_damage(fight.me, fight.it, fight.book, ground, its_ground))


def base(options: models.Options, *grounds: int, **asked: Any) -> int:
    """The damage before variance of two neutral fighters on these grounds."""
    return base_of(plain_pair(options, **asked), *grounds)


def miss(options: models.Options, **asked: Any) -> Fraction:
    """The chance that an attack misses."""
    book, me, it = plain_pair(options, **asked)
    return Fraction(float(evasion_chance(me, it, book))).limit_denominator(10**6)


def crit(options: models.Options, **asked: Any) -> Fraction:
    """The chance that a hit is critical."""
    book, me, _ = plain_pair(options, **asked)
    return Fraction(float(crit_chance(me, book))).limit_denominator(10**6)


def attacks_in(options: models.Options, spd: int, ticks: int, potions: int = 0) -> Duel:
    """This many ticks of a duel of two fighters who only attack, and drink when they are hurt."""
    sturdy = {"max_hp": 1_000_000, "atk": 0, "weapon": "none", "armor": "none", "evasion": 0.0}
    a = {"kind": HERO, **sturdy, "spd": spd, "hp": 1000, "bag": {POTIONS[0]: potions}}
    duel = Duel(options, a, {"kind": GOBLIN, **sturdy, "spd": 1, "bag": {}})
    duel.play(KeyedDice(1), ticks)
    return duel


# --- a small world ----------------------------------------------------------------------------------------------------------------

DEADLY = {"atk": 5000, "max_hp": 5000, "hp": 5000}
"""A foe that kills with every blow and is invincible."""


def meeting(
    options: models.Options, place: tuple[int, int], kind: str = GOBLIN, stats: Mapping[str, int] | None = None, spawn_interval: int = 0
) -> tuple[Glade, Any]:
    """A small world with a hero next to a foe; and the foe. Neither evades."""
    glade = Glade(options, spawn_interval=spawn_interval)
    glade.move(glade.hero, *place)
    foe = glade.put(kind, place[0] + 1, place[1], **stats or {})
    glade.hero.body.evasion = foe.body.evasion = 0.0
    return glade, foe
