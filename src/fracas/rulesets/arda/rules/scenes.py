"""Scenes: choices and their conditions, checks of choices, results, and entering the next scene.

A result is applied in this order: damage; if the hero survives, healing, rest, cure, effect, items, gold, facts, XP, the next scene.
"""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import ITEMS_PER_RESULT, NOTHING, Degree, Said, SceneKind, Tier
from fracas.rulesets.arda.rules.checks import check, contest, counted, hero_modifier, succeeds
from fracas.rulesets.arda.rules.damage import one_worse, success_tier, take_damage
from fracas.rulesets.arda.rules.effects import begin_effect, cure
from fracas.rulesets.arda.rules.healing import heal, rest
from fracas.rulesets.arda.rules.items import gain_item, lose_item
from fracas.rulesets.arda.rules.levels import gain_xp
from fracas.rulesets.arda.rules.moves import begin_fight
from fracas.rulesets.arda.state import Book, ChoiceSheet, State

LOW_BITS = 0x0555_5555_5555_5555
"""Mask of the lower bit of each item."""


@rule
def choice_open(state: State, book: Book, choice: ChoiceSheet) -> bool:
    """Whether the hero meets all conditions of a choice."""
    if (state.facts & choice.need_facts) != choice.need_facts or (state.facts & choice.without) != 0:
        return False
    if choice.need_items != 0 and ((state.items | (state.items >> 1)) & LOW_BITS & choice.need_items) != choice.need_items:
        return False
    if state.gold < choice.need_gold or state.level < choice.need_level:
        return False
    return choice.need_value == 0 or counted(state.stats[choice.need_stat], book.options) >= choice.need_value


@rule
def choice_modifier(state: State, book: Book, choice: ChoiceSheet) -> int:
    """The modifier of the roll: that of the choice's stat, plus the choice's own."""
    return hero_modifier(state, book, choice.stat) + choice.modifier


@rule
def take_choice(dice: Dice, state: State, book: Book, number: int) -> None:
    """Take a choice: resolve its check or contest, and apply the result."""
    choice = book.choices[number]
    note(dice, Said.CHOSEN, number)
    degree: int = Degree.SUCCESS
    if choice.rolls != 0:
        modifier = choice_modifier(state, book, choice)
        if choice.versus > 0:
            degree = contest(dice, choice.stat, modifier, choice.versus, choice.advantage, book.options)
        else:
            degree = check(dice, choice.stat, modifier, choice.dc, choice.advantage, book.options)
    number = choice.result[degree]
    tier: int = book.results[number].damage
    note(dice, Said.RESULT, number)
    if degree == Degree.CRITICAL and choice.own_critical == 0:
        note(dice, Said.BREAKTHROUGH)
        heal(dice, state, book, book.options.breakthrough)
        tier = Tier.NONE
    elif choice.rolls != 0 and succeeds(degree):
        tier = success_tier(tier, book.options)
    elif degree == Degree.FUMBLE and choice.own_fumble == 0 and book.options.complication:
        note(dice, Said.COMPLICATION)
        tier = one_worse(tier)
    apply_result(dice, state, book, number, tier)


@rule
def apply_result(dice: Dice, state: State, book: Book, number: int, tier: int) -> None:
    """Apply a result, with damage of a tier: its own, or the one given by the degree of success."""
    result = book.results[number]
    take_damage(dice, state, book, tier)
    if state.ending != 0:
        return
    if result.heal > 0:
        heal(dice, state, book, result.heal)
    if result.rest != 0:
        rest(dice, state, book, result.rest)
    if result.cure != 0:
        cure(dice, state, book)
    if result.effect != NOTHING:
        begin_effect(dice, state, book, result.effect)
    if result.gain[0] != NOTHING or result.lose[0] != NOTHING:
        exchange_items(dice, state, book, number)
    if result.gold != 0:
        change = max(result.gold, -state.gold)
        state.gold += change
        if change != 0:
            note(dice, Said.GOLD, change, state.gold)
    state.facts = (state.facts | result.learn) & ~result.forget
    if result.xp > 0:
        gain_xp(dice, state, book, result.xp)
    enter_scene(dice, state, book, result.goto)


@rule(rare=True)
def exchange_items(dice: Dice, state: State, book: Book, number: int) -> None:
    """Apply the items of a result: first those lost, then those gained."""
    result = book.results[number]
    for i in range(ITEMS_PER_RESULT):
        if result.lose[i] != NOTHING:
            lose_item(dice, state, book, result.lose[i])
    for i in range(ITEMS_PER_RESULT):
        if result.gain[i] != NOTHING:
            gain_item(dice, state, book, result.gain[i])


@rule
def enter_scene(dice: Dice, state: State, book: Book, number: int) -> None:
    """Enter a scene. Facts that can no longer matter are cleared, so that equal situations have equal states."""
    scene = book.scenes[number]
    state.scene = number
    note(dice, Said.SCENE, number, state.facts, state.items)
    state.facts &= scene.matters
    if scene.kind == SceneKind.ENDING:
        state.ending = scene.ending
        note(dice, Said.ENDING, scene.ending)
    elif scene.kind == SceneKind.FIGHT:
        begin_fight(dice, state, book, scene.enemy)
