"""Fights: the hero's approaches, round by round, and the end of a fight."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import blank
from fracas.rulesets.arda.codes import ITEMS_PER_RESULT, NOTHING, Approach, Blow, Degree, Said, SceneKind, Tier
from fracas.rulesets.arda.rules.checks import check, hero_modifier, succeeds
from fracas.rulesets.arda.rules.damage import failure_tier, success_tier, tier_damage
from fracas.rulesets.arda.rules.items import gain_item, use_item
from fracas.rulesets.arda.rules.levels import gain_xp
from fracas.rulesets.arda.rules.moves import end_round, hit_hero, strike_back, wound
from fracas.rulesets.arda.rules.scenes import apply_result
from fracas.rulesets.arda.state import Book, EnemySheet, State


@rule
def approach_open(state: State, book: Book, enemy: EnemySheet, approach: int) -> bool:
    """Whether an approach is open in this fight."""
    if enemy.can[approach] == 0:
        return False
    if approach == Approach.TRICK:
        return state.fight.exposed == 0
    if approach == Approach.TALK:
        return state.fight.resolve > 0
    if approach == Approach.FLEE:
        return book.scenes[state.scene].fled != NOTHING
    return True


@rule
def approach_dc(state: State, book: Book, enemy: EnemySheet, approach: int) -> int:
    """The DC of an approach: the enemy's, minus 4 once it is exposed."""
    dc = enemy.dc[approach]
    return dc - book.options.exposed_dc if state.fight.exposed != 0 else dc


@rule
def approach_modifier(state: State, book: Book, enemy: EnemySheet, approach: int) -> int:
    """The modifier of the roll: that of the approach's stat, plus 3 if ready."""
    modifier = hero_modifier(state, book, enemy.stat[approach])
    return modifier + book.options.ready_bonus if state.fight.ready != 0 else modifier


@rule
def take_approach(dice: Dice, state: State, book: Book, approach: int) -> None:
    """Play one round of a fight."""
    scene = book.scenes[state.scene]
    enemy = book.enemies[scene.enemy]
    note(dice, Said.APPROACH, approach)
    modifier = approach_modifier(state, book, enemy, approach)
    degree = check(dice, enemy.stat[approach], modifier, approach_dc(state, book, enemy, approach), 0, book.options)
    state.fight.ready = 0
    if not succeeds(degree):
        strike_back(dice, state, book, enemy, failure_tier(enemy, approach, degree), Blow.ORDINARY)
        if approach == Approach.STRIKE and enemy.thorns != Tier.NONE and state.ending == 0:
            hit_hero(dice, state, book, enemy, enemy.thorns, Blow.THORNS)
    elif approach == Approach.FLEE:
        note(dice, Said.FLED)
        end_fight(dice, state, book, scene.fled)
        return
    elif succeed(dice, state, book, enemy, approach, degree):
        return
    elif approach != Approach.GUARD and book.options.success_harm:
        strike_back(dice, state, book, enemy, enemy.thorns if approach == Approach.STRIKE else Tier.NONE, Blow.THORNS)
    end_round(dice, state, enemy)


@rule
def succeed(dice: Dice, state: State, book: Book, enemy: EnemySheet, approach: int, degree: int) -> bool:
    """Apply a successful approach to the enemy; True if the fight is over."""
    fight = state.fight
    scene = book.scenes[state.scene]
    critical = degree == Degree.CRITICAL
    if approach == Approach.TALK:
        fight.resolve = max(fight.resolve - (2 if critical else 1), 0)
        note(dice, Said.RESOLVE, fight.resolve)
        if fight.resolve == 0:
            note(dice, Said.YIELDS)
            beat_enemy(dice, state, book, enemy, scene.parley)
            return True
        return False
    if approach == Approach.GUARD:
        fight.ready = 1
        note(dice, Said.READY)
    elif approach == Approach.TRICK:
        fight.exposed = 1
        note(dice, Said.EXPOSED)
    if approach in (Approach.STRIKE, Approach.SHOOT):
        wound(dice, state, enemy, tier_damage(dice, book, Tier.DANGEROUS if critical else Tier.STANDARD) + state.level)
    elif critical:
        wound(dice, state, enemy, tier_damage(dice, book, Tier.STANDARD))
    if fight.enemy_hp == 0:
        note(dice, Said.WON)
        beat_enemy(dice, state, book, enemy, scene.won)
        return True
    return False


@rule(rare=True)
def use_in_turn(dice: Dice, state: State, book: Book, item: int) -> None:
    """Use an item; in a fight that has the cost of a failed guard."""
    scene = book.scenes[state.scene]
    use_item(dice, state, book, item)
    if scene.kind == SceneKind.FIGHT:
        enemy = book.enemies[scene.enemy]
        strike_back(dice, state, book, enemy, failure_tier(enemy, Approach.GUARD, Degree.FAILURE), Blow.ORDINARY)
        end_round(dice, state, enemy)


@rule(rare=True)
def beat_enemy(dice: Dice, state: State, book: Book, enemy: EnemySheet, result: int) -> None:
    """The enemy is beaten or yields: the hero gains its items and XP, and the fight is over."""
    for i in range(ITEMS_PER_RESULT):
        if enemy.gives[i] != NOTHING:
            gain_item(dice, state, book, enemy.gives[i])
    if enemy.xp > 0:
        gain_xp(dice, state, book, enemy.xp)
    end_fight(dice, state, book, result)


@rule(rare=True)
def end_fight(dice: Dice, state: State, book: Book, result: int) -> None:
    """End a fight with a success: clear it, and apply its result."""
    blank(state.fight)
    note(dice, Said.RESULT, result)
    apply_result(dice, state, book, result, success_tier(book.results[result].damage, book.options))
