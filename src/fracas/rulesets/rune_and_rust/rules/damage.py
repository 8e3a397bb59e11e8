"""Damage: the roll of a hit, everything that raises or lowers it, and its effect on the target."""

from __future__ import annotations

from fracas.dice import Dice, note, roll, rule
from fracas.engine.records.record import blank
from fracas.rulesets.rune_and_rust.codes import Harm, Hit, Outcome, Said, Status
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, has
from fracas.rulesets.rune_and_rust.rules.statuses import end_status
from fracas.rulesets.rune_and_rust.state import Book, State


@rule
def damage_of(total: int, bonus: int, options: Options) -> int:
    """The damage of a roll: its total and bonus, at least the minimum."""
    return max(total + bonus, options.minimum_damage)


@rule
def damage_roll(dice: Dice, n: int, sides: int, bonus: int, options: Options) -> int:
    """Roll damage dice."""
    note(dice, Said.ROLLS_DAMAGE, bonus)
    return damage_of(roll(dice, n, sides), bonus, options)


@rule
def hit_of(result: int, options: Options) -> int:
    """The result of a net. By the document, above 0 hits, else it misses; options add glancing ties and criticals."""
    if result > 0:
        return Hit.CRITICAL if 0 < options.critical_net <= result else Hit.FULL
    if result == 0 and options.glancing_percent > 0:
        return Hit.GLANCING
    return Hit.MISS


@rule
def damage_for_net(damage: int, result: int, options: Options) -> int:
    """The options that depend on the margin of a hit: scaling, criticals, glancing blows. The document's rule: no effect."""
    hit = hit_of(result, options)
    if options.net_damage_percent != 0 and result > 1:
        damage = damage * (100 + options.net_damage_percent * (result - 1)) // 100
    if hit == Hit.CRITICAL:
        damage = damage * options.critical_percent // 100
    elif hit == Hit.GLANCING:
        damage = damage * options.glancing_percent // 100
    return damage


@rule
def damage_taken(state: State, book: Book, attacker: int, target: int, damage: int, guard: int, pierces: int) -> int:
    """The remaining damage of a blow, in the documented order, for a target whose guard reduces it by a percentage."""
    options = book.options
    it = state.fighters[target]
    damage = max(damage, options.minimum_damage)
    if it.lasting > 0:
        if it.turns[Status.VULNERABLE] > 0:
            damage = damage * (100 + options.vulnerable_percent) // 100
        if it.turns[Status.BATTLE_RAGE] > 0:
            damage = damage * (100 + options.battle_rage_taken_percent) // 100
    if state.fighters[attacker].stance != 0:
        damage = damage * options.stance_damage_percent // 100
    if guard > 0:
        damage = damage * (100 - guard) // 100
    if pierces == 0:
        damage -= book.sheets[target].soak
        if it.stance != 0:
            damage -= options.stance_soak
        if has(it, Status.IRON_WALL):
            damage -= options.iron_wall_soak
    return max(damage, options.minimum_damage)


@rule
def wound(dice: Dice, state: State, book: Book, attacker: int, target: int, damage: int, pierces: int) -> int:
    """Apply a hit: temporary HP, shield and HP go down, and Defend is used up. Returns the remaining damage."""
    it = state.fighters[target]
    rolled = damage
    damage = damage_taken(state, book, attacker, target, damage, it.guard_percent, pierces)
    if damage != rolled:
        note(dice, Said.BECOMES, rolled, damage)
    left = damage
    if it.temp_hp > 0:
        absorbed = min(left, it.temp_hp)
        it.temp_hp -= absorbed
        left -= absorbed
        note(dice, Said.ABSORBED, target, absorbed, 0)
    if left > 0 and it.shield > 0:
        absorbed = min(left, it.shield)
        it.shield -= absorbed
        left -= absorbed
        note(dice, Said.ABSORBED, target, absorbed, 1)
    if left > 0:
        lose_hp(dice, state, book, target, left, Harm.BLOW)
    if has(it, Status.GUARDED):
        end_status(dice, state, target, Status.GUARDED)
    return damage


@rule
def lose_hp(dice: Dice, state: State, book: Book, target: int, damage: int, source: int) -> None:
    """Take HP, and fall at 0."""
    it = state.fighters[target]
    it.hp = max(it.hp - damage, 0)
    note(dice, Said.TAKES, target, damage, source)
    if it.hp == 0:
        fall(dice, state, book, target)


@rule(rare=True)
def fall(dice: Dice, state: State, book: Book, who: int) -> None:
    """A fighter at 0 HP is out, and all its statuses end."""
    it = state.fighters[who]
    note(dice, Said.FALLS, who)
    blank(it)
    if who == HERO:
        state.over = Outcome.DEFEAT
        note(dice, Said.LOST)
    else:
        state.foes -= 1
        if state.foes == 0:
            state.over = Outcome.VICTORY
            note(dice, Said.WON)


@rule(rare=True)
def heal(dice: Dice, state: State, book: Book, who: int, amount: int) -> None:
    """Restore HP, never above the maximum."""
    it = state.fighters[who]
    gained = min(amount, book.sheets[who].max_hp - it.hp)
    it.hp += gained
    if gained > 0:
        note(dice, Said.HEALS, who, gained)
