"""Spoils of a victory: experience, levels, and loot by seeded draw. These are rules too: `fracas.dice.distribution` enumerates them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fracas.dice import Dice, pick
from fracas.engine.content.models import named
from fracas.engine.contract.setup import Setup
from fracas.engine.contract.story import rolled
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.book import EquippedHero, config, level_of, library
from fracas.rulesets.ruins_and_realms.codes import Ending


@dataclass(frozen=True)
class Found:
    """What one creature leaves."""

    coins: int
    name: str | None
    amount: int


def experience(creatures: Iterable[models.Creature]) -> int:
    """Experience for defeating these creatures."""
    return sum(creature.xp for creature in creatures)


def draw(dice: Dice, table: models.LootTable) -> Found:
    """Coins, and one entry of a table by its weights."""
    coins = rolled(dice, table.coins)
    entry = table.entries[pick(dice, [e.weight for e in table.entries], len(table.entries))]
    return Found(coins, entry.name, rolled(dice, entry.amount) if entry.name else 0)


def left_behind(creatures: Iterable[models.Creature], dice: Dice) -> list[Found]:
    """What defeated creatures leave, one after another; those without a table leave nothing."""
    nothing = Found(0, None, 0)
    return [nothing if c.loot is None else draw(dice, named("table of loot", c.loot, library().loot)) for c in creatures]


def spoils(setup: Setup, now: Any, dice: Dice) -> list[str]:
    """The spoils of a victory in words."""
    if now.over != Ending.VICTORY:
        return []
    creatures: tuple[models.Creature, ...] = setup.details["creatures"]
    hero: EquippedHero = setup.details["hero"]
    earned = experience(creatures)
    before = hero.hero.xp if hero.hero.xp is not None else config().levels.xp[hero.hero.level - 1]
    lines = [f"{hero.hero.name} gains {earned} XP ({before + earned} in all)."]
    reached = level_of(before + earned)
    if reached > hero.hero.level:
        lines.append(f"{hero.hero.name} reaches level {reached}!")
    for found, name in zip(left_behind(creatures, dice), setup.names[1:], strict=True):
        parts = [f"{found.coins} {'coin' if found.coins == 1 else 'coins'}"] if found.coins else []
        if found.name is not None and found.amount:
            thing = found.name[0].lower() + found.name[1:]
            parts.append(thing if found.amount == 1 else f"{thing} × {found.amount}")
        if parts:
            lines.append(f"  {name} leaves: {', '.join(parts)}.")
    return lines
