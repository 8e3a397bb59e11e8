"""Enemy actions: blows, and the special moves (heavy blow, frenzy, mending, venom, thorns, ambush, dread)."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import NOTHING, Blow, Said, Tier
from fracas.rulesets.arda.rules.damage import blow_tier, take_damage, worst_tier
from fracas.rulesets.arda.rules.effects import begin_effect
from fracas.rulesets.arda.state import Book, EnemySheet, State


@rule(rare=True)
def begin_fight(dice: Dice, state: State, book: Book, number: int) -> None:
    """Start a fight: dread and ambush come before the first round."""
    enemy = book.enemies[number]
    fight = state.fight
    fight.enemy_hp = enemy.hp
    fight.resolve = enemy.resolve
    fight.frenzied = 1 if enemy.hp <= enemy.frenzy_at else 0
    note(dice, Said.FIGHT, number, enemy.hp)
    if enemy.dread != NOTHING:
        begin_effect(dice, state, book, enemy.dread)
    if enemy.ambush != Tier.NONE:
        hit_hero(dice, state, book, enemy, enemy.ambush, Blow.AMBUSH)
    announce_heavy_blow(dice, state, enemy)


@rule
def hit_hero(dice: Dice, state: State, book: Book, enemy: EnemySheet, tier: int, blow: int) -> None:
    """The enemy hurts the hero, at most with its worst tier. Venom affects a hero who survives, unless thorns did the damage."""
    note(dice, Said.STRIKES, blow)
    take_damage(dice, state, book, min(tier, worst_tier(enemy)))
    if enemy.venom != NOTHING and blow != Blow.THORNS and state.ending == 0:
        begin_effect(dice, state, book, enemy.venom)


@rule
def strike_back(dice: Dice, state: State, book: Book, enemy: EnemySheet, tier: int, blow: int) -> None:
    """The enemy's blow of a round: damage of a tier, or the heavy blow that is due if that is worse. Frenzy does not affect thorns."""
    if heavy_blow_due(state, enemy):
        tier = max(tier, enemy.heavy_tier)
        blow = Blow.HEAVY
    if tier == Tier.NONE:
        return
    if blow != Blow.THORNS:
        tier = blow_tier(state, enemy, tier)
    hit_hero(dice, state, book, enemy, tier, blow)


@rule
def heavy_blow_due(state: State, enemy: EnemySheet) -> bool:
    """Whether this is the round of a heavy blow."""
    return enemy.heavy_every > 0 and state.fight.cycle == enemy.heavy_every - 1


@rule
def announce_heavy_blow(dice: Dice, state: State, enemy: EnemySheet) -> None:
    """Announce a heavy blow for the next round."""
    if state.ending == 0 and heavy_blow_due(state, enemy):
        note(dice, Said.WINDS_UP)


@rule
def end_round(dice: Dice, state: State, enemy: EnemySheet) -> None:
    """End the round: the heavy blow comes nearer."""
    if enemy.heavy_every > 0:
        state.fight.cycle = (state.fight.cycle + 1) % enemy.heavy_every
        announce_heavy_blow(dice, state, enemy)


@rule
def wound(dice: Dice, state: State, enemy: EnemySheet, amount: int) -> None:
    """The enemy loses hit points; it may enter frenzy, which lasts, or mend, once."""
    fight = state.fight
    fight.enemy_hp = max(fight.enemy_hp - amount, 0)
    note(dice, Said.WOUNDS, amount, fight.enemy_hp)
    if fight.enemy_hp == 0:
        return
    if fight.frenzied == 0 and fight.enemy_hp <= enemy.frenzy_at:
        fight.frenzied = 1
        note(dice, Said.FRENZY)
    if fight.mended == 0 and fight.enemy_hp <= enemy.mend_at:
        fight.mended = 1
        before = fight.enemy_hp
        fight.enemy_hp = min(before + enemy.mend_hp, enemy.hp)
        note(dice, Said.MENDS, fight.enemy_hp - before, fight.enemy_hp)
