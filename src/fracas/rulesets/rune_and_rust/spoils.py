"""The rewards of a victory: Legend, and loot by seeded draws. These are rules too: `fracas.dice.distribution` enumerates them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fracas.dice import Dice, chance, die, pick
from fracas.engine.content.additions import kept_for_packs
from fracas.engine.content.models import named
from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust import models
from fracas.rulesets.rune_and_rust.book import UNARMED, Character, library

MORE_LEGEND_PERCENT = 125
"""What bosses and puzzles give, of their Legend."""
WEAPON_CHANCE = 0.5
FIT_CHANCE = 0.6
MATERIALS = (("common", 0.40, 3), ("uncommon", 0.15, 2), ("rare", 0.04, 1))


@dataclass(frozen=True)
class Spoils:
    """The loot of one fallen enemy; gear by its slug."""

    gear: str | None
    cogs: int
    materials: tuple[tuple[str, int], ...]


def legend_of(base: int, more: bool) -> int:
    """Legend for something: a quarter more for a boss or a puzzle."""
    return base * (MORE_LEGEND_PERCENT if more else 100) // 100


def legend(enemies: Iterable[models.Enemy]) -> int:
    """Legend for a victory."""
    return sum(legend_of(enemy.legend, enemy.boss) for enemy in enemies)


@kept_for_packs
def gear_of(tier: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The armor of a tier, and its weapons."""
    content = library()
    weapons = tuple(slug for slug, weapon in content.weapons.items() if weapon.tier == tier and slug != UNARMED)
    return tuple(slug for slug, armor in content.armor.items() if armor.tier == tier), weapons


def gear_found(dice: Dice, loot: models.Loot, hero: Character) -> str | None:
    """The slug of a piece of gear by the enemy's odds: its tier, weapon or armor, likely suitable for the hero's class."""
    tiers = sorted(loot.tiers)
    if not tiers:
        return None
    found = pick(dice, [loot.nothing, *(loot.tiers[t] for t in tiers)], len(tiers) + 1)
    if found == 0:
        return None
    suits, weapons = gear_of(tiers[found - 1])
    if not chance(dice, WEAPON_CHANCE):
        return suits[die(dice, len(suits)) - 1] if suits else None
    known, kind = library().weapons, hero.character_class
    fitting = tuple(w for w in weapons if kind and known[w].attribute == kind.weapon_attribute)
    if fitting and chance(dice, FIT_CHANCE):
        weapons = fitting
    return weapons[die(dice, len(weapons)) - 1] if weapons else None


def spoils_of(dice: Dice, enemy: models.Enemy, hero: Character) -> Spoils:
    """Draw the loot of one enemy: gear, cogs, materials."""
    gear = gear_found(dice, enemy.loot, hero)
    low, high = enemy.loot.cogs
    cogs = low + die(dice, high - low + 1) - 1
    materials = tuple((name, die(dice, most)) for name, p, most in MATERIALS if chance(dice, p))
    return Spoils(gear, cogs, materials)


def piece(slug: str) -> models.Weapon | models.Armor:
    """A piece of gear by its slug."""
    return library().weapons.get(slug) or named("piece of gear", slug, library().armor)


def fallen(setup: Setup) -> tuple[models.Enemy, ...]:
    """The enemies of a fight that leave something: those that were there from the beginning."""
    enemies: tuple[models.Enemy, ...] = setup.details["enemies"]
    return enemies[: len(setup.scenario.enemies)]


def left_behind(dice: Dice, enemies: Iterable[models.Enemy], hero: Character) -> list[Spoils]:
    """The loot of several enemies, one after another."""
    return [spoils_of(dice, enemy, hero) for enemy in enemies]


def spoils_lines(dice: Dice, enemies: tuple[models.Enemy, ...], names: tuple[str, ...], hero: Character) -> list[str]:
    """The rewards of a victory in words."""
    earned = legend(enemies)
    lines = [f"{hero.hero.name} earns {earned} Legend."] if earned else []
    for left, name in zip(left_behind(dice, enemies, hero), names, strict=True):
        parts = [piece(left.gear).name] if left.gear else []
        parts.append(f"{left.cogs} cogs")
        parts += [f"{n} {name} {'material' if n == 1 else 'materials'}" for name, n in left.materials]
        lines.append(f"  {name} leaves {', '.join(parts)}.")
    return lines
