"""Effects of abilities and moves other than their damage, by type."""

from __future__ import annotations

from fracas.dice import Dice, note, roll, rule
from fracas.rulesets.veinbreaker.codes import EffectType, Meter, Said, Source, When
from fracas.rulesets.veinbreaker.rules.damage import heal, lose_hp
from fracas.rulesets.veinbreaker.rules.meters import meter_of, set_meter
from fracas.rulesets.veinbreaker.rules.statuses import give_bonus, lay_status
from fracas.rulesets.veinbreaker.state import Ability, Book, Effect, State


@rule(rare=True)
def do_effect(dice: Dice, state: State, book: Book, who: int, effect: Effect) -> None:
    """Apply one effect; fallen fighters are not affected."""
    on = who if effect.on_self != 0 else 1 - who
    if state.fighters[on].hp <= 0:
        return
    if effect.kind in (EffectType.STATUS, EffectType.BUFF):
        lay_status(dice, state, on, effect.what, effect.amount, effect.rounds)
    elif effect.kind >= EffectType.ATTACK_BONUS:
        give_bonus(dice, state, on, effect.kind - EffectType.ATTACK_BONUS, effect.amount, effect.rounds)
    elif effect.kind == EffectType.RESOURCE_DELTA and effect.what == Meter.HP:
        if effect.amount < 0:
            lose_hp(dice, state, on, -effect.amount, Source.COST)
        else:
            heal(dice, state, on, effect.amount, 0)
    elif effect.kind in (EffectType.RESOURCE_DELTA, EffectType.RESOURCE_SET):
        before = meter_of(state, on, effect.what)
        set_meter(state, book, on, effect.what, effect.amount if effect.kind == EffectType.RESOURCE_SET else before + effect.amount)
        if meter_of(state, on, effect.what) != before:
            note(dice, Said.METER, on, effect.what, meter_of(state, on, effect.what) - before)
    else:
        amount = max(roll(dice, effect.dice, effect.sides) + effect.bonus, 0)
        if effect.kind == EffectType.HEAL:
            heal(dice, state, on, amount, 0)
        else:
            state.fighters[on].guard += amount
            note(dice, Said.READIES, on, amount)


@rule(rare=True)
def do_effects(dice: Dice, state: State, book: Book, who: int, ability: Ability, when: int) -> None:
    """Apply the effects of an ability or move for this trigger; using a stance takes it."""
    for i in range(ability.effect_count):
        if ability.effects[i].when == when:
            do_effect(dice, state, book, who, ability.effects[i])
    if when == When.ON_USE and ability.stance > 0 and state.fighters[who].hp > 0:
        state.stance = ability.stance
        note(dice, Said.STANCE, ability.stance - 1)
