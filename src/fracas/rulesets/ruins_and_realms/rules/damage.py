"""Damage: its dice, the minimum guaranteed by a 6, losing HP, falling and going DOWN."""

from __future__ import annotations

from fracas.dice import Dice, die, note, roll, rule
from fracas.engine.records.record import blank
from fracas.rulesets.ruins_and_realms.codes import EffectKind, Ending, MinimumDamageFace, Said, Source, WhenDown
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.rules.armour import defence_against, lower_guard
from fracas.rulesets.ruins_and_realms.rules.conditions import enemies_standing
from fracas.rulesets.ruins_and_realms.state import HERO, Book, Manoeuvre, State


@rule
def wound(dice: Dice, state: State, book: Book, who: int, damage: int, source: int) -> int:
    """Take HP from a fighter; at 0 an enemy falls and the hero is DOWN. Returns the HP lost."""
    it = state.fighters[who]
    note(dice, Said.TAKES, who, damage, source)
    lost = min(damage, it.hp)
    if lost <= 0:
        return 0
    it.hp -= lost
    if it.hp == 0:
        blank(it)
        if who == HERO:
            go_down(dice, state, book)
        else:
            note(dice, Said.FALLS, who)
            if enemies_standing(state, book) == 0:
                note(dice, Said.WON)
                state.over = Ending.VICTORY
    return lost


@rule(rare=True)
def go_down(dice: Dice, state: State, book: Book) -> None:
    """The hero is at 0 HP: DOWN, or captured."""
    note(dice, Said.DOWN)
    lower_guard(state)
    state.blocked = 0
    state.landed = 0
    state.fleeing = 0
    if book.options.when_down == WhenDown.CAPTURED:
        note(dice, Said.TAKEN)
        state.over = Ending.CAPTURED


@rule
def is_minimum_face(options: Options, face: int, sides: int) -> bool:
    """Whether a face of a damage die guarantees the minimum."""
    return face == (sides if options.minimum_damage_face == MinimumDamageFace.TOP else options.minimum_damage_face)


@rule
def damage_roll(dice: Dice, book: Book, who: int, n: int, sides: int, bonus: int, highest: bool, sum_only: bool) -> tuple[int, int]:
    """Roll damage dice; returns the total with bonus, and 1 if a die shows the minimum-damage face.

    With ``sum_only`` even the lowest roll exceeds the minimum, so single faces are irrelevant and only the sum is asked for.
    """
    note(dice, Said.DAMAGE_DICE, bonus, who, 1 if highest else 0)
    if highest:
        return n * sides + bonus, 1 if n > 0 and is_minimum_face(book.options, sides, sides) else 0
    if sum_only and n > 1:
        return roll(dice, n, sides) + bonus, 0
    total = bonus
    shown = 0
    for _ in range(n):
        face = die(dice, sides)
        total += face
        if is_minimum_face(book.options, face, sides):
            shown = 1
    return total, shown


@rule
def lowest_damage(move: Manoeuvre, met: int) -> int:
    """The minimum of a manoeuvre's dice, including bonus damage if that can be negative."""
    total = move.damage.n + move.damage.bonus
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == EffectKind.BONUS_DAMAGE and (met >> i) & 1 != 0:
            total += min(effect.throw.n + effect.throw.bonus, 0)
    return total


@rule(rare=True)
def bonus_damage(dice: Dice, book: Book, move: Manoeuvre, who: int, met: int, highest: bool, sum_only: bool) -> tuple[int, int]:
    """The bonus damage of a manoeuvre's effects whose condition is met; and 1 if one of its dice shows the minimum-damage face."""
    total = 0
    shown = 0
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == EffectKind.BONUS_DAMAGE and (met >> i) & 1 != 0:
            more, one = damage_roll(dice, book, who, effect.throw.n, effect.throw.sides, effect.throw.bonus, highest, sum_only)
            total += more
            shown = max(shown, one)
    return total, shown


@rule
def move_damage(dice: Dice, book: Book, move: Manoeuvre, who: int, met: int, plus: int, highest: bool, sum_only: bool) -> tuple[int, int]:
    """The damage of a manoeuvre with its additions; and 1 if a die shows the minimum-damage face."""
    total, shown = damage_roll(dice, book, who, move.damage.n, move.damage.sides, move.damage.bonus + plus, highest, sum_only)
    if met != 0:
        more, one = bonus_damage(dice, book, move, who, met, highest, sum_only)
        total += more
        shown = max(shown, one)
    return total, shown


@rule
def at_least_minimum(dice: Dice, book: Book, damage: int, shown: int) -> int:
    """Damage is never negative, and with the minimum-damage face never below the minimum, whatever the reductions."""
    if shown != 0 and damage < book.options.minimum_damage:
        note(dice, Said.MINIMUM, book.options.minimum_damage)
        return book.options.minimum_damage
    return max(damage, 0)


@rule(rare=True)
def extra_blow(dice: Dice, state: State, book: Book, target: int, n: int, sides: int, bonus: int) -> None:
    """A blow of the hero outside of a manoeuvre (a second weapon, a riposte): only defence reduces it."""
    off = defence_against(dice, state, book, target, 0)
    total, shown = damage_roll(dice, book, HERO, n, sides, bonus, False, n + bonus - off >= book.options.minimum_damage)
    wound(dice, state, book, target, at_least_minimum(dice, book, total - off, shown), Source.BLOW)
