"""Effects: everything a manoeuvre, a fumble or a card does besides damage, by kind."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.codes import EffectKind, Said, Source
from fracas.rulesets.ruins_and_realms.rules.damage import damage_roll, wound
from fracas.rulesets.ruins_and_realms.state import HERO, Book, Effect, Manoeuvre, State

PRONE_TURNS = 2
"""A prone fighter stands up when its second turn from then on starts, so it is prone for one turn."""
LASTING_BOUND = 9
"""Absolute bound of the sum of shift and defence from effects."""


@rule
def bounded(value: int) -> int:
    """Clamp a lasting change to its bounds."""
    return min(max(value, -LASTING_BOUND), LASTING_BOUND)


@rule
def effect_of_kind(move: Manoeuvre, met: int, kind: int) -> int:
    """The index of the manoeuvre's effect of a kind whose condition is met, or -1."""
    for i in range(move.effect_count):
        if move.effects[i].kind == kind and (met >> i) & 1 != 0:
            return i
    return -1


@rule(rare=True)
def heal(dice: Dice, state: State, book: Book, who: int, amount: int) -> None:
    """Restore HP, up to the maximum."""
    it = state.fighters[who]
    gained = min(amount, book.sheets[who].max_hp - it.hp)
    if gained > 0 and it.hp > 0:
        it.hp += gained
        note(dice, Said.HEALS, who, gained)


@rule(rare=True)
def drain(dice: Dice, state: State, book: Book, who: int, move: Manoeuvre, met: int, lost: int) -> None:
    """Life drain: the striker regains a share of the damage."""
    k = effect_of_kind(move, met, EffectKind.DRAIN)
    if k >= 0:
        heal(dice, state, book, who, lost * move.effects[k].amount // 100)


@rule(rare=True)
def guard(dice: Dice, state: State, who: int, on: int, amount: int) -> None:
    """Defence, or if negative, exposure: in this round for the hero's effects on the hero, else in the next."""
    it = state.fighters[on]
    at_once = on == HERO and who == HERO
    if at_once:
        it.guard_now = bounded(it.guard_now + amount)
    else:
        it.guard_next = bounded(it.guard_next + amount)
    note(dice, Said.GUARDED, on, amount, 0 if at_once else 1)


@rule(rare=True)
def apply_effect(dice: Dice, state: State, book: Book, who: int, target: int, effect: Effect) -> None:
    """Apply an effect. Kinds that are part of a blow's damage (bonus damage, cleave, …) do nothing here."""
    on = who if effect.on_self != 0 else target
    it = state.fighters[on]
    if it.hp <= 0 or state.over != 0:
        return
    kind = effect.kind
    if kind == EffectKind.SHIFT:
        it.shift_next = bounded(it.shift_next + effect.amount)
        note(dice, Said.SHIFTS, on, effect.amount)
    elif kind == EffectKind.STUN:
        it.stunned = max(it.stunned, effect.turns)
        note(dice, Said.STUNNED, on, it.stunned)
    elif kind == EffectKind.PRONE:
        it.prone = PRONE_TURNS
        note(dice, Said.PRONE, on)
    elif kind == EffectKind.BLEED:
        it.bleed_sides = max(it.bleed_sides, effect.throw.sides)
        it.bleed_turns = max(it.bleed_turns, effect.turns)
        note(dice, Said.BLEEDS, on, it.bleed_sides, it.bleed_turns)
    elif kind == EffectKind.DEFENCE:
        guard(dice, state, who, on, effect.amount)
    elif kind == EffectKind.EXPOSE:
        guard(dice, state, who, on, -effect.amount)
    elif kind == EffectKind.BLOCK:
        state.block = max(state.block, effect.amount) if state.shield > 0 else 0
        note(dice, Said.BLOCKS_MORE, effect.amount)
    elif kind == EffectKind.COVER:
        state.cover = max(state.cover, effect.amount) if state.shield > 0 else 0
        note(dice, Said.COVERS_MORE, effect.amount)
    elif kind == EffectKind.RIPOSTE:
        state.riposte = max(state.riposte, effect.throw.sides)
        note(dice, Said.READY, effect.throw.sides)
    elif kind in (EffectKind.HEAL, EffectKind.HURT):
        total, _ = damage_roll(dice, book, on, effect.throw.n, effect.throw.sides, effect.throw.bonus, False, True)
        if kind == EffectKind.HEAL:
            heal(dice, state, book, on, max(total, 0))
        else:
            wound(dice, state, book, on, max(total, 0), Source.SELF)
    elif kind == EffectKind.CURSE:
        it.curse = max(it.curse, effect.amount)
        note(dice, Said.CURSED, on, it.curse)
    elif kind == EffectKind.EVADE:
        state.evading = 1
        note(dice, Said.EVADES, 1)
    elif kind == EffectKind.DROP_SHIELD:
        state.shield = 0
        note(dice, Said.SHIELD_DOWN)


@rule(rare=True)
def apply_effects(dice: Dice, state: State, book: Book, who: int, target: int, move: Manoeuvre, met: int) -> None:
    """Apply all effects of a hit whose condition was met."""
    for i in range(move.effect_count):
        if (met >> i) & 1 != 0:
            apply_effect(dice, state, book, who, target, move.effects[i])
