"""The rewards of a victory: Legend, and loot by seeded draws. These are rules too: `fracas.dice.distribution` enumerates them."""

from __future__ import annotations

from dataclasses import dataclass

from fracas.dice import Dice, chance, die, pick
from fracas.rulesets.rune_and_rust import models
from fracas.rulesets.rune_and_rust.book import UNARMED, Character, library

BOSS_LEGEND_PERCENT = 125
WEAPON_CHANCE = 0.5
FIT_CHANCE = 0.6
MATERIALS = (("common", 0.40, 3), ("uncommon", 0.15, 2), ("rare", 0.04, 1))


@dataclass(frozen=True)
class Spoils:
    """The loot of one fallen enemy."""

    gear: str | None
    cogs: int
    materials: tuple[tuple[str, int], ...]


def legend(enemies: tuple[models.Enemy, ...]) -> int:
    """Legend for a victory: a quarter more for each boss."""
    return sum(e.legend * (BOSS_LEGEND_PERCENT if e.boss else 100) // 100 for e in enemies)


def gear_found(dice: Dice, loot: models.Loot, hero: Character) -> str | None:
    """A piece of gear by the enemy's odds: its tier, weapon or armor, likely suitable for the hero's class."""
    tiers = sorted(loot.tiers)
    if not tiers:
        return None
    found = pick(dice, [loot.nothing, *(loot.tiers[t] for t in tiers)], len(tiers) + 1)
    if found == 0:
        return None
    tier = tiers[found - 1]
    content = library()
    if not chance(dice, WEAPON_CHANCE):
        suits = [a.name for a in content.armor.values() if a.tier == tier]
        return suits[die(dice, len(suits)) - 1] if suits else None
    weapons = [w for slug, w in content.weapons.items() if w.tier == tier and slug != UNARMED]
    fitting = [w for w in weapons if hero.character_class and w.attribute == hero.character_class.weapon_attribute]
    if fitting and chance(dice, FIT_CHANCE):
        weapons = fitting
    return weapons[die(dice, len(weapons)) - 1].name if weapons else None


def spoils_of(dice: Dice, enemy: models.Enemy, hero: Character) -> Spoils:
    """Draw the loot of one enemy: gear, cogs, materials."""
    gear = gear_found(dice, enemy.loot, hero)
    low, high = enemy.loot.cogs
    cogs = low + die(dice, high - low + 1) - 1
    materials = tuple((name, die(dice, most)) for name, p, most in MATERIALS if chance(dice, p))
    return Spoils(gear, cogs, materials)


def spoils_lines(dice: Dice, enemies: tuple[models.Enemy, ...], names: tuple[str, ...], hero: Character) -> list[str]:
    """The rewards of a victory in words."""
    earned = legend(enemies)
    lines = [f"{hero.hero.name} earns {earned} Legend."] if earned else []
    for enemy, name in zip(enemies, names, strict=True):
        left = spoils_of(dice, enemy, hero)
        parts = [left.gear] if left.gear else []
        parts.append(f"{left.cogs} cogs")
        parts += [f"{n} {name} {'material' if n == 1 else 'materials'}" for name, n in left.materials]
        lines.append(f"  {name} leaves {', '.join(parts)}.")
    return lines
