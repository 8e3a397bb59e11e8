"""Damage tiers: the damage of failures, and how the hero falls. A success does no damage, unless an option says so.

Damage has a tier: trivial 1–3, standard 4–8, dangerous 9–15, lethal 16–25 (`tiers` in combat-config.json). A scene's result names
its tier. In a fight the tier is given by the risk of the approach: safe trivial, moderate standard, dangerous dangerous (`risks`
there), unless the enemy has tiers of its own. The margin of a failure does not matter; a natural 1 makes the damage one
tier worse. In frenzy an enemy's blows are worse by one or two tiers. Nothing is worse than lethal, and only a boss does lethal damage.
Levels add 1 for every two, up to the maximum for a single loss.
"""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.arda.codes import FELL, DamageRoll, Degree, Said, Tier
from fracas.rulesets.arda.models import Options
from fracas.rulesets.arda.state import Book, EnemySheet, State


@rule
def one_worse(tier: int) -> int:
    """The next worse tier."""
    return min(tier + 1, Tier.LETHAL)


@rule
def success_tier(tier: int, options: Options) -> int:
    """The tier of damage to a hero who succeeds: none, unless the option allows it."""
    return tier if options.success_harm else Tier.NONE


@rule
def failure_tier(enemy: EnemySheet, approach: int, degree: int) -> int:
    """The tier of damage of a failed approach: that of its risk, one worse on a natural 1."""
    tier = enemy.tier[approach]
    return one_worse(tier) if degree == Degree.FUMBLE else tier


@rule
def worst_tier(enemy: EnemySheet) -> int:
    """The worst tier of an enemy: lethal damage only if it is a boss."""
    return Tier.LETHAL if enemy.boss != 0 else Tier.DANGEROUS


@rule
def blow_tier(state: State, enemy: EnemySheet, tier: int) -> int:
    """The current tier of an enemy's blow: worse in frenzy, and limited to the enemy's worst."""
    if state.fight.frenzied != 0:
        tier += enemy.frenzy_tiers
    return min(tier, worst_tier(enemy))


@rule
def tier_damage(dice: Dice, book: Book, tier: int) -> int:
    """Damage of a tier: a roll within its range, or the middle rounded down if damage is not rolled."""
    low = book.tier_low[tier]
    high = book.tier_high[tier]
    if book.options.damage == DamageRoll.MIDDLE:
        return (low + high) // 2
    return low + die(dice, high - low + 1) - 1


@rule
def take_damage(dice: Dice, state: State, book: Book, tier: int) -> None:
    """The hero takes damage of a tier, 1 more for every two levels, up to the maximum for a single loss."""
    if tier == Tier.NONE:
        return
    amount = tier_damage(dice, book, tier)
    if book.options.level_damage:
        amount += (state.level - 1) // 2
    amount = min(amount, book.options.most_damage)
    state.hp = max(state.hp - amount, 0)
    note(dice, Said.HURT, amount, tier, state.hp)
    fall_if_spent(dice, state)


@rule
def fall_if_spent(dice: Dice, state: State) -> None:
    """At 0 hit points the hero falls."""
    if state.hp <= 0 and state.ending == 0:
        state.ending = FELL
        note(dice, Said.ENDING, FELL)
