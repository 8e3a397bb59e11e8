"""What the computations for World Loop's claims stand on: the ledger, words, fighters, what one attack comes to."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, Number, Value
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.state import FLOOR, NOTHING, STR, VIT

MANY = 100_000
"""A number so large that cutting to a whole number is not felt in a share of it."""
HIT, CRIT, MISS = (False, False, 0.5), (False, True, 0.5), (True,)
"""Faces of an attack: evasion, crit, and where in its spread the damage falls."""
SEEDS = 400
POTIONS = ("small-hp-potion", "medium-hp-potion", "large-hp-potion")
HERO, GOBLIN = "hero", "goblin"
TIERS = ("goblin", "goblin-scout", "goblin-warrior", "goblin-chief")
"""A kind of each tier; all kinds of a tier have the same attributes."""


def percent(share: Fraction | float) -> str:
    """A share in words."""
    return f"{float(100 * share):.4g} %"


def whether(truth: Any, words: str) -> Found:
    """A truth, whatever kind of truth it is, with a few words."""
    return Found(bool(truth), words)


def in_cases(good: Iterable[Any]) -> Found:
    """Whether all are true, and how many of how many are."""
    every = [bool(each) for each in good]
    return whether(all(every), f"in {sum(every):,} of {len(every):,} cases")


def with_options(options: models.Options, **changed: Any) -> models.Options:
    """The options with some of them set otherwise."""
    return models.Options.model_validate({**options.model_dump(), **changed})


def span(values: Iterable[Number]) -> Value:
    """What all of these are, or the least and the most where they are not one and the same."""
    every = list(values) or [0]
    return min(every) if min(every) == max(every) else (min(every), max(every))


@cache
def _made(options: models.Options, attacker: str, level: int | None, defender: str) -> tuple[Any, Any, Any]:
    return odds.stage(odds.AttackQuestion(attacker=attacker, defender=defender, attacker_level=level), options)


def typical(options: models.Options, attacker: str, level: int, defender: str) -> tuple[Any, Any, Any]:
    """A book and two typical fighters, to be changed at will; the first has the level given, if its kind can have it."""
    least = int(books.content_book()[0].kinds[books.kind_number(attacker)].level)
    book, me, it = _made(options, attacker, level if least < level <= options.max_level else None, defender)
    both = np.zeros(2, me.dtype)
    both[0], both[1] = me, it
    return book, both[0], both[1]


def plain_pair(options: models.Options, attacker: str = HERO, defender: str = GOBLIN, **asked: Any) -> tuple[Any, Any, Any]:
    """A book and two fighters with nothing about them, but for what is asked: ATK and STR of the first, DEF and VIT of the second …"""
    book, me, it = typical(options, attacker, 1, defender)
    for who, i in product((me, it), range(3)):
        who.gear[i] = NOTHING
    me.atk, me.luck, me.crit, me.attributes[STR] = asked.get("atk", 10), asked.get("luck", 0), asked.get("crit", 0.0), asked.get("str", 0)
    it.defence, it.evasion, it.attributes[VIT] = asked.get("defence", 0), asked.get("evasion", 0.0), asked.get("vit", 0)
    me.crit_dmg = asked.get("crit_dmg", float(me.crit_dmg))
    return book, me, it


@cache
def career(options: models.Options) -> tuple[Any, ...]:
    """A typical hero at every level there is."""
    rows = []
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    for level in range(1, options.max_level + 1):
        books.raise_to(me, book, level)
        row = np.zeros(1, me.dtype)
        row[0] = me
        rows.append(row[0])
    return tuple(rows)


def strike(book: Any, me: Any, it: Any, faces: Iterable[float], tick: int = 0) -> int:
    """The HP that an attack with these faces takes."""
    it.hp = odds.PLENTY
    blows.attack(ScriptedDice(faces), book, me, it, tick, FLOOR, FLOOR)
    return odds.PLENTY - int(it.hp)


def monsters() -> list[str]:
    """All kinds of monsters."""
    return list(books.library().kinds.monsters)


def heroes() -> list[str]:
    """The hero, and the hero of each class."""
    return [HERO, *books.library().kinds.classes]


def base(
    options: models.Options, ground: int = FLOOR, its_ground: int = FLOOR, attacker: str = HERO, defender: str = GOBLIN, **asked: Any
) -> int:
    """The damage before it varies."""
    book, me, it = plain_pair(options, attacker, defender, **asked)
    return int(blows.base_damage(me, it, book, ground, its_ground))


def typical_base(options: models.Options, attacker: str, defender: str, ground: int = FLOOR, its_ground: int = FLOOR) -> int:
    """The damage before it varies of one typical fighter against another."""
    book, me, it = typical(options, attacker, 1, defender)
    return int(blows.base_damage(me, it, book, ground, its_ground))


def miss(options: models.Options, **asked: Any) -> Fraction:
    """The chance that an attack misses."""
    book, me, it = plain_pair(options, **asked)
    return Fraction(float(blows.evasion_chance(me, it, book))).limit_denominator(10**6)


def crit(options: models.Options, **asked: Any) -> Fraction:
    """The chance that a hit is critical."""
    book, me, _ = plain_pair(options, **asked)
    return Fraction(float(blows.crit_chance(me, book))).limit_denominator(10**6)


def levelled(options: models.Options, xp: int, **changed: Any) -> tuple[Any, Any]:
    """A book, and a new hero after its level-ups with so many XP."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    for name, value in changed.items():
        setattr(me, name, value)
    me.xp = xp
    blows.level_ups(ScriptedDice(()), book, me)
    return book, me
