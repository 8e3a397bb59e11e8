"""Changes of state: damage by tier, healing, rests, XP and levels, gold, items, facts, effects; entering a scene."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.arda.state import (
    AMBUSH,
    CAMP_REST,
    DANGEROUS,
    ENDED,
    ENDURANCE,
    FELL,
    FIGHTING,
    HANDED,
    LETHAL,
    LONG_REST,
    MOST_OF_AN_ITEM,
    NONE,
    NOTHING,
    SHORT_REST,
    STATS,
    THORNS,
    Book,
    Said,
    State,
)

N_STATS = len(STATS)


@rule
def max_hp(state: State, book: Book) -> int:
    """Hit points: 10 and twice the Endurance of the hero itself, without gear."""
    rules = book.rules
    return rules.hp_base + rules.hp_per_endurance * state.natural[ENDURANCE] + rules.hp_per_level * (state.level - 1)


@rule
def stat_value(state: State, book: Book, stat: int) -> int:
    """A stat as it counts now: with gear, and with the effect that lasts."""
    value = state.stats[stat]
    if state.effect != NOTHING:
        value += book.effects[state.effect].bonus[stat]
    return value


# --- hit points -----------------------------------------------------------------------------------------------------------------


@rule
def tier_damage(dice: Dice, book: Book, tier: int) -> int:
    """A roll within a tier; the middle of it, rounded down, where damage is not rolled."""
    low = book.rules.tier_low[tier]
    high = book.rules.tier_high[tier]
    if book.rules.middle_damage != 0:
        return (low + high) // 2
    return low + die(dice, high - low + 1) - 1


@rule
def hurt(dice: Dice, state: State, book: Book, tier: int) -> None:
    """Damage of a tier, and 1 more for every two levels, up to the most that one change can do."""
    if tier == NONE:
        return
    amount = tier_damage(dice, book, tier)
    if book.rules.level_damage != 0:
        amount += (state.level - 1) // 2
    amount = min(amount, book.rules.most_damage)
    state.hp = max(state.hp - amount, 0)
    note(dice, Said.HURT, amount, tier, state.hp)
    fall(dice, state)


@rule
def fall(dice: Dice, state: State) -> None:
    """At 0 hit points the hero falls."""
    if state.hp <= 0 and state.ending == 0:
        state.ending = FELL
        note(dice, Said.ENDING, FELL)


@rule
def heal(dice: Dice, state: State, book: Book, amount: int) -> None:
    """Hit points come back, up to all there are."""
    gained = min(amount, max_hp(state, book) - state.hp)
    if gained > 0:
        state.hp += gained
        note(dice, Said.HEALED, gained, state.hp)


@rule
def rest(dice: Dice, state: State, book: Book, kind: int) -> None:
    """A short rest, a camp, a long rest; a long one cures."""
    note(dice, Said.RESTED, kind)
    if kind == SHORT_REST:
        heal(dice, state, book, book.rules.short_rest)
    elif kind == CAMP_REST:
        heal(dice, state, book, book.rules.camp_rest)
    elif kind == LONG_REST:
        heal(dice, state, book, max_hp(state, book))
        cure(dice, state, book)


# --- effects --------------------------------------------------------------------------------------------------------------------


@rule
def begin_effect(dice: Dice, state: State, book: Book, effect: int) -> None:
    """An effect begins; it takes the place of another. One that lasts already is renewed, and does its harm in this turn, too."""
    turns = book.effects[effect].turns
    if state.effect == effect:
        state.turns = turns + 1 if state.turns > 0 else -turns
    else:
        if state.effect != NOTHING:
            note(dice, Said.EFFECT_OVER, state.effect)
        state.effect = effect
        state.turns = -turns  # below 0 until the turn in which it began is over
    note(dice, Said.EFFECT, effect, turns)


@rule
def end_effect(dice: Dice, state: State) -> None:
    """The effect is over."""
    note(dice, Said.EFFECT_OVER, state.effect)
    state.effect = NOTHING
    state.turns = 0


@rule
def cure(dice: Dice, state: State, book: Book) -> None:
    """A bad effect is over: one that harms, or lowers a stat."""
    if state.effect != NOTHING:
        sheet = book.effects[state.effect]
        bad = sheet.harm
        for stat in range(N_STATS):
            bad = max(bad, -sheet.bonus[stat])
        if bad > 0:
            end_effect(dice, state)


@rule
def effect_passes(dice: Dice, state: State, book: Book) -> None:
    """A turn is over: an effect harms, and comes nearer to its end; one that began in this turn lasts its turns from now on."""
    if state.effect == NOTHING or state.ending != 0:
        return
    if state.turns < 0:
        state.turns = -state.turns
        return
    harm = book.effects[state.effect].harm
    if harm > 0:
        state.hp = max(state.hp - harm, 0)
        note(dice, Said.HARM, state.effect, harm, state.hp)
        fall(dice, state)
    state.turns -= 1
    if state.turns <= 0:
        end_effect(dice, state)


# --- XP, levels, gold -----------------------------------------------------------------------------------------------------------


@rule
def gain_xp(dice: Dice, state: State, book: Book, amount: int) -> None:
    """XP add up to levels; each level may raise a stat."""
    rules = book.rules
    state.xp += amount
    note(dice, Said.XP, amount, state.xp)
    while rules.levelling != 0 and state.level < rules.top_level and state.xp >= rules.level_at[state.level + 1]:
        before = max_hp(state, book)
        state.level += 1
        note(dice, Said.LEVEL, state.level)
        heal(dice, state, book, max_hp(state, book) - before)
        if state.level % rules.levels_a_raise == 0:
            room = -state.raises
            for stat in range(N_STATS):
                room += rules.stat_most - state.natural[stat]
            if room > 0:
                state.raises += 1


@rule
def raise_stat(dice: Dice, state: State, book: Book, stat: int) -> None:
    """A level raises a stat by 1; what that adds to the hit points is healed at once."""
    before = max_hp(state, book)
    state.raises -= 1
    state.natural[stat] += 1
    state.stats[stat] += 1
    note(dice, Said.RAISED, stat, state.natural[stat])
    heal(dice, state, book, max_hp(state, book) - before)


# --- items ----------------------------------------------------------------------------------------------------------------------


@rule
def carried(items: int, item: int) -> int:
    """How many of an item are carried."""
    return (items >> (2 * (item - 1))) & 3


@rule
def wear(state: State, book: Book, item: int, sign: int) -> None:
    """What an item adds to the stats while it is carried: each kind once."""
    for stat in range(N_STATS):
        state.stats[stat] += sign * book.items[item].bonus[stat]


@rule
def gain(dice: Dice, state: State, book: Book, item: int) -> None:
    """An item is taken; of each kind three can be carried."""
    have = carried(state.items, item)
    if have < MOST_OF_AN_ITEM:
        state.items += 1 << (2 * (item - 1))
        note(dice, Said.GAINED, item)
        if have == 0:
            wear(state, book, item, 1)


@rule
def lose(dice: Dice, state: State, book: Book, item: int) -> None:
    """An item is gone, if it was there."""
    have = carried(state.items, item)
    if have > 0:
        state.items -= 1 << (2 * (item - 1))
        note(dice, Said.LOST, item)
        if have == 1:
            wear(state, book, item, -1)


@rule(rare=True)
def use(dice: Dice, state: State, book: Book, item: int) -> None:
    """A potion or a scroll is used up."""
    sheet = book.items[item]
    state.items -= 1 << (2 * (item - 1))
    note(dice, Said.USED, item)
    if carried(state.items, item) == 0:
        wear(state, book, item, -1)
    if sheet.heal > 0:
        heal(dice, state, book, sheet.heal)
    if sheet.cures != 0:
        cure(dice, state, book)
    if sheet.effect != NOTHING:
        begin_effect(dice, state, book, sheet.effect)


# --- a result as a whole --------------------------------------------------------------------------------------------------------


@rule(rare=True)
def hand_over(dice: Dice, state: State, book: Book, number: int) -> None:
    """The items of a result: first what goes, then what comes."""
    result = book.results[number]
    for i in range(HANDED):
        if result.loses[i] != NOTHING:
            lose(dice, state, book, result.loses[i])
    for i in range(HANDED):
        if result.gains[i] != NOTHING:
            gain(dice, state, book, result.gains[i])


@rule
def happen(dice: Dice, state: State, book: Book, number: int, worse: int, better: int) -> None:
    """A result: damage first; whoever lives through it has the rest, and goes on to the next scene.

    ``worse`` is added to the tier of damage; with ``better`` there is no damage, and a few hit points come back.
    """
    result = book.results[number]
    note(dice, Said.TOLD, number)
    if better != 0:
        note(dice, Said.LUCKY)
        heal(dice, state, book, book.rules.breakthrough)
    else:
        if worse != 0:
            note(dice, Said.WORSE)
        hurt(dice, state, book, min(result.tier + worse, LETHAL))
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
    if result.gains[0] != NOTHING or result.loses[0] != NOTHING:
        hand_over(dice, state, book, number)
    if result.gold != 0:
        change = max(result.gold, -state.gold)
        state.gold += change
        if change != 0:
            note(dice, Said.GOLD, change, state.gold)
    state.facts = (state.facts | result.learn) & ~result.forget
    if result.xp > 0:
        gain_xp(dice, state, book, result.xp)
    enter(dice, state, book, result.goto)


@rule
def enter(dice: Dice, state: State, book: Book, number: int) -> None:
    """A scene begins. Facts that can no longer count are forgotten: what cannot matter is no part of where an adventure stands."""
    scene = book.scenes[number]
    state.scene = number
    note(dice, Said.SCENE, number, state.facts, state.items)
    state.facts &= scene.matters
    if scene.kind == ENDED:
        state.ending = scene.ending
        note(dice, Said.ENDING, scene.ending)
    elif scene.kind == FIGHTING:
        begin_fight(dice, state, book, scene.enemy)


@rule(rare=True)
def begin_fight(dice: Dice, state: State, book: Book, number: int) -> None:
    """An enemy stands in the way; some strike first, some are dreadful to see."""
    enemy = book.enemies[number]
    state.foe = enemy.hp
    state.resolve = enemy.resolve
    state.frenzied = 1 if enemy.hp <= enemy.frenzy_at else 0
    note(dice, Said.FIGHT, number, enemy.hp)
    if enemy.dread != NOTHING:
        begin_effect(dice, state, book, enemy.dread)
    if enemy.ambush != NONE:
        blow(dice, state, book, number, enemy.ambush, AMBUSH)
    winds_up(dice, state, book, number)


@rule
def worst_tier(book: Book, number: int) -> int:
    """The worst that an enemy can do: lethal damage only if it is a boss."""
    return LETHAL if book.enemies[number].boss != 0 else DANGEROUS


@rule
def blow(dice: Dice, state: State, book: Book, number: int, tier: int, how: int) -> None:
    """The enemy hurts the hero, no worse than it can. Venom works on whoever lives, unless it was thorns that hurt."""
    enemy = book.enemies[number]
    note(dice, Said.STRIKES, how)
    hurt(dice, state, book, min(tier, worst_tier(book, number)))
    if enemy.venom != NOTHING and how != THORNS and state.ending == 0:
        begin_effect(dice, state, book, enemy.venom)


@rule
def winds_up(dice: Dice, state: State, book: Book, number: int) -> None:
    """Say that the next round brings a heavy blow."""
    if state.ending == 0 and heavy_now(state, book, number):
        note(dice, Said.WINDS_UP)


@rule
def heavy_now(state: State, book: Book, number: int) -> bool:
    """Whether this is the round of a heavy blow."""
    every = book.enemies[number].heavy_every
    return every > 0 and state.cycle == every - 1
