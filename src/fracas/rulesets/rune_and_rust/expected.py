"""Expected results of attacks and abilities, for policies: the rules' own steps, weighted by the engine's exact counts of dice results.

Nothing here duplicates a rule: the result of a net, the damage that remains, and the successes an ability needs come from functions that
`rules` itself calls. `keep_chances` writes the chances of pools and of damage dice into the book, once for a fight.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from typing import Any

import numpy as np

from fracas.dice import Dice, rule, scratch
from fracas.dice.counting import count_pool, count_sums, told_range
from fracas.engine.records.record import Array
from fracas.rulesets.rune_and_rust.codes import Aim, Attribute, EffectKind, Hit, Status
from fracas.rulesets.rune_and_rust.rules.abilities import ability_pool, is_opposed, successes_needed
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.attack import nets_told, strike_dice
from fracas.rulesets.rune_and_rust.rules.damage import damage_for_net, damage_of, damage_taken, hit_of
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice, defence_with, guard_percent, net_against
from fracas.rulesets.rune_and_rust.rules.effects import effect_dice
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO, another_foe, attribute, has
from fracas.rulesets.rune_and_rust.state import DAMAGE_DICE, DAMAGE_KINDS, DAMAGE_WIDTH, POOL_DICE, Ability, Blow, Book, State

COUNTED = 256
"""Maximum size of computed pools, plus one; larger ones are treated as having the maximum size."""
ORDINARY = 1
"""A net result that does not change damage, for rolls that have none."""


# --- chances, counted once for a fight ----------------------------------------------------------------------------------


@rule(rare=True)
def count_chances(row: MutableSequence[float], width: int) -> None:
    """Convert the counts of a row to chances."""
    total = 0.0
    for k in range(width):
        total += row[k]
    for k in range(width):
        row[k] /= total


@rule(rare=True)
def counted_at_least(n: int, needed: int, face: int) -> float:
    """The chance that ``n`` dice make ``needed`` successes or more, computed directly."""
    n = min(n, COUNTED - 1)
    row = scratch(COUNTED, 0.0)
    count_pool(row, n, face, D6)  # type: ignore[arg-type]  # floats here, so that both forms round alike
    count_chances(row, n + 1)
    total = 0.0
    for k in range(n, needed - 1, -1):
        total += row[k]
    return total


@lru_cache(maxsize=64)
def pool_chances(face: int) -> Array:
    """The contents of `Chances.pools` for a threshold of success."""
    rows = np.zeros((POOL_DICE + 1, POOL_DICE + 1))
    for n in range(POOL_DICE + 1):
        for needed in range(n + 1):
            rows[n, needed] = counted_at_least(n, needed, face)
    return rows


@lru_cache(maxsize=64)
def damage_chances(sides: int) -> Array:
    """The contents of `DamageDice.totals` for one kind of dice; rows that would be too wide stay empty."""
    rows = np.zeros((DAMAGE_DICE + 1, DAMAGE_WIDTH))
    for n in range(DAMAGE_DICE + 1):
        width = n * (sides - 1) + 1
        if 0 < width <= DAMAGE_WIDTH:
            row = [0.0] * width
            count_sums(row, n, sides)  # type: ignore[arg-type]  # as above
            count_chances(row, width)
            rows[n, :width] = row
    return rows


def keep_chances(book: Any) -> None:
    """Write the chances of pools and of damage dice into a book: the hero's first, then the enemies', as many kinds as fit."""
    sheets = book["sheets"]
    weapons, moves = sheets["weapon"]["damage"], sheets["moves"]["blow"]["damage"].ravel()
    throws = np.concatenate([weapons[:1], book["abilities"]["effects"]["amount"].ravel(), weapons[1:], moves])
    kinds = dict.fromkeys([*throws["sides"][throws["n"] != 0].tolist(), D6])
    book.chances["pools"]["at_least"] = pool_chances(int(book.options.success_face))
    for place, sides in zip(book.chances["damage"], kinds, strict=False):
        place["sides"] = sides
        place["totals"]["chance"] = damage_chances(sides)


# --- the opposed roll ---------------------------------------------------------------------------------------------------


@rule
def at_least(book: Book, n: int, needed: int) -> float:
    """The chance that ``n`` dice make ``needed`` successes or more."""
    if needed <= 0:
        return 1.0
    if needed > n:
        return 0.0
    if n > POOL_DICE:
        return counted_at_least(n, needed, book.options.success_face)
    return book.chances.pools[n].at_least[needed]


@rule
def net_at_least(book: Book, attack: int, defence: int, needed: int) -> float:
    """The chance that ``attack`` dice make at least ``needed`` successes more than ``defence`` dice."""
    chance = 0.0
    reached = 1.0
    for stopped in range(max(defence, 0) + 1):
        beyond = at_least(book, defence, stopped + 1)
        chance += (reached - beyond) * at_least(book, attack, stopped + needed)
        reached = beyond
    return chance


@rule(rare=True)
def weapon_hits(dice: Dice, state: State, book: Book, target: int) -> float:
    """The chance that the hero's plain attack hits in full."""
    weapon = book.sheets[HERO].weapon
    attack = attack_dice(dice, state, book, HERO, target, weapon)
    return strike_hits(book, attack, defence_dice(state, book, target, weapon.psychic))


@rule
def strike_hits(book: Book, attack: int, defence: int) -> float:
    """The chance that this many attack dice hit in full against this many defence dice."""
    low, high = told_range(max(attack, 0), max(defence, 0), -1, 1)
    hits = 0.0
    for result in range(low, high + 1):
        if hit_of(net_against(result, defence, book.options), book.options) >= Hit.FULL:
            hits += told_chance(book, attack, defence, result, low, high)
    return hits


@rule
def told_chance(book: Book, attack: int, defence: int, result: int, low: int, high: int) -> float:
    """The chance of a net result that is clamped to ``low`` and ``high``: the ends include everything beyond them."""
    chance = 1.0 if result == low else net_at_least(book, attack, defence, result)
    return chance if result == high else chance - net_at_least(book, attack, defence, result + 1)


# --- damage -------------------------------------------------------------------------------------------------------------


@rule
def damage_kind(book: Book, n: int, sides: int) -> int:
    """The index of these damage dice among those with stored chances, or -1."""
    if n > DAMAGE_DICE or n * (sides - 1) >= DAMAGE_WIDTH:
        return -1
    for kind in range(DAMAGE_KINDS):
        if book.chances.damage[kind].sides == sides or n == 0:
            return kind
    return -1


@rule(rare=True)
def mean_taken(
    state: State,
    book: Book,
    attacker: int,
    target: int,
    n: int,
    sides: int,
    bonus: int,
    pierces: int,
    result: int,
    guard: int,
    share: int,
) -> float:
    """The expected damage to a guarding target: 1 / ``share`` of the roll, after a net ``result``."""
    options = book.options
    kind = damage_kind(book, n, sides)
    if kind < 0:
        damage = damage_for_net(damage_of(n * (sides + 1) // 2, bonus, options), result, options) // share
        return float(damage_taken(state, book, attacker, target, damage, guard, pierces))
    chances = book.chances.damage[kind].totals[n].chance
    mean = 0.0
    for more in range(n * (sides - 1) + 1):
        damage = damage_for_net(damage_of(n + more, bonus, options), result, options) // share
        mean += chances[more] * damage_taken(state, book, attacker, target, damage, guard, pierces)
    return mean


@rule(rare=True)
def strike_damage(dice: Dice, state: State, book: Book, attacker: int, target: int, blow: Blow, dodging: bool, guard: int) -> float:
    """The expected damage of one blow, including misses, to a guarding target that may be dodging."""
    options = book.options
    attack = attack_dice(dice, state, book, attacker, target, blow)
    defence = defence_with(state, book, target, blow.psychic, dodging)
    n = strike_dice(state.fighters[attacker], blow, options)
    lowest, highest = nets_told(options)
    low, high = told_range(max(attack, 0), max(defence, 0), lowest, highest)
    mean = 0.0
    for told in range(low, high + 1):
        result = net_against(told, defence, options)
        if hit_of(result, options) != Hit.MISS:
            taken = mean_taken(state, book, attacker, target, n, blow.damage.sides, blow.damage.bonus, blow.pierces, result, guard, 1)
            mean += told_chance(book, attack, defence, told, low, high) * taken
    return mean


@rule(rare=True)
def weapon_damage(dice: Dice, state: State, book: Book, target: int) -> float:
    """The expected damage of the hero's plain attack, including the second foe that a cleaving weapon hits."""
    sheet = book.sheets[HERO]
    weapon = sheet.weapon
    it = state.fighters[target]
    mean = strike_damage(dice, state, book, HERO, target, weapon, has(it, Status.DODGING), it.guard_percent)
    second = another_foe(state, book, target) if sheet.cleaves != 0 else 0
    if second > 0:
        throw = weapon.damage
        guard = state.fighters[second].guard_percent
        taken = mean_taken(state, book, HERO, second, throw.n, throw.sides, throw.bonus, weapon.pierces, ORDINARY, guard, 2)
        mean += weapon_hits(dice, state, book, target) * taken
    return mean


@rule(rare=True)
def past_guard(dice: Dice, state: State, book: Book, foe: int, blow: Blow) -> float:
    """The expected damage of a foe's blow to a hero who defends."""
    pool = max(attribute(state, book, HERO, Attribute.STURDINESS), 0)
    dodging = has(state.fighters[HERO], Status.DODGING)
    mean = 0.0
    for made in range(pool + 1):
        chance = at_least(book, pool, made) - at_least(book, pool, made + 1)
        mean += chance * strike_damage(dice, state, book, foe, HERO, blow, dodging, guard_percent(made, book.options))
    return mean


# --- abilities ----------------------------------------------------------------------------------------------------------


@rule
def made_at_least(state: State, book: Book, ability: Ability, target: int, needed: int) -> float:
    """The chance that an ability makes this many successes; one without a roll makes none, which is enough for it."""
    if ability.sure != 0:
        return 1.0 if needed <= 0 else 0.0
    opposed = defence_dice(state, book, target, 0) if is_opposed(ability, book.options) else 0
    return net_at_least(book, ability_pool(state, book, HERO, ability), opposed, needed)


@rule(rare=True)
def ability_works(state: State, book: Book, ability: Ability, target: int) -> float:
    """The chance that an ability succeeds."""
    return 1.0 if ability.sure != 0 else made_at_least(state, book, ability, target, successes_needed(ability, book.options))


@rule
def dice_at(state: State, book: Book, ability: Ability, place: int, made: int) -> tuple[int, int, int]:
    """The damage dice of an ability's effect with this many successes. A splash has those of the preceding damage, if that was done."""
    at = place
    if ability.effects[place].kind == EffectKind.SPLASH:
        at -= 1
        while at >= 0 and (ability.effects[at].kind >= EffectKind.SPLASH or made < ability.effects[at].needs):
            at -= 1
        if at < 0:
            return 0, 0, 0
    return effect_dice(state, book, HERO, ability.effects[at], made)


@rule(rare=True)
def effect_taken(
    state: State, book: Book, ability: Ability, place: int, target: int, n: int, sides: int, bonus: int, guarded: bool
) -> float:
    """The expected damage of an ability's effect, with these damage dice, to all its targets."""
    effect = ability.effects[place]
    share = 1
    if effect.kind == EffectKind.SPLASH:
        share = 2
        target = another_foe(state, book, target)
    mean = 0.0
    for foe in range(1, book.fighter_count):
        it = state.fighters[foe]
        if it.hp > 0 and (foe == target or ability.aim == Aim.ALL_FOES):
            guard = it.guard_percent if guarded or share > 1 else 0
            mean += mean_taken(state, book, HERO, foe, n, sides, bonus, effect.pierces, ORDINARY, guard, share)
    return mean


@rule(rare=True)
def ability_damage(state: State, book: Book, ability: Ability, target: int) -> float:
    """The expected damage of an ability to all its targets, including failures; each effect in the current state."""
    lowest = 0 if ability.sure != 0 else successes_needed(ability, book.options)
    highest = 0 if ability.sure != 0 else max(ability_pool(state, book, HERO, ability), 0)
    guarded = True
    mean = 0.0
    for place in range(ability.effect_count):
        effect = ability.effects[place]
        if effect.kind > EffectKind.SPLASH:
            continue
        varies = effect.kind >= EffectKind.WEAPON_AND_SUCCESSES or effect.more_dice > 0
        made = max(lowest, effect.needs)
        reached = made_at_least(state, book, ability, target, made)
        while made <= highest:
            thrown = dice_at(state, book, ability, place, made)
            made = made + 1 if varies else highest + 1
            while made <= highest and dice_at(state, book, ability, place, made) == thrown:
                made += 1
            beyond = made_at_least(state, book, ability, target, made) if made <= highest else 0.0
            n, sides, bonus = thrown
            mean += (reached - beyond) * effect_taken(state, book, ability, place, target, n, sides, bonus, guarded)
            reached = beyond
        if effect.kind < EffectKind.SPLASH:
            guarded = False  # the first hit uses up a guard
    return mean
