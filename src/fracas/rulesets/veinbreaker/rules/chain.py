"""Chains: their links, declaring them, the effects of a link, the end of a chain."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import AbilityType, Meter, Phase, Result, Said, When
from fracas.rulesets.veinbreaker.limits import COOLDOWN_BITS, MAX_COOLDOWN
from fracas.rulesets.veinbreaker.rules.damage import strike
from fracas.rulesets.veinbreaker.rules.effects import do_effects
from fracas.rulesets.veinbreaker.rules.meters import gain_rp, shift
from fracas.rulesets.veinbreaker.state import COOLDOWN_LOW_BITS, ENEMY, LINK_BITS, LINK_MASK, NO_POOL, PLAYER, Ability, Book, State

# --- links and cooldowns as they are stored ------------------------------------------------------------------------------


@rule
def link_at(state: State, i: int) -> int:
    """The ability or move of a link of the chain."""
    return (state.chain >> (LINK_BITS * i)) & LINK_MASK


@rule
def in_chain(state: State, ability: int) -> bool:
    """Whether the chain contains an ability."""
    for i in range(state.links):
        if link_at(state, i) == ability:
            return True
    return False


@rule
def add_link(state: State, ability: int) -> None:
    """Append a link to the chain."""
    state.chain |= ability << (LINK_BITS * state.links)
    state.links += 1


@rule
def cooldown_of(packed: int, slot: int) -> int:
    """Rounds until an ability, a reaction or a move can be used again."""
    return (packed >> (COOLDOWN_BITS * slot)) & MAX_COOLDOWN


@rule
def cooled_down(packed: int) -> int:
    """All cooldowns one round later."""
    return packed - ((packed | (packed >> 1)) & COOLDOWN_LOW_BITS)


@rule
def is_late(state: State, book: Book) -> bool:
    """Whether the current link is a late one."""
    return state.at + 1 >= book.options.late_link


@rule
def has_roll(state: State, book: Book, first: int) -> bool:
    """Whether any link of the player's chain, from the given one on, rolls: all but movements do."""
    for i in range(first, state.links):
        if book.abilities[link_at(state, i)].kind != AbilityType.MOVEMENT:
            return True
    return False


# --- declaring ----------------------------------------------------------------------------------------------------------


@rule
def may_lengthen(state: State, book: Book) -> bool:
    """Whether the player's chain can have one more link: it is not at its longest yet, and there is enough RP."""
    return state.links < book.options.longest_chain and state.fighters[PLAYER].rp >= book.options.rp_per_link


@rule(rare=True)
def may_declare(state: State, book: Book, i: int) -> bool:
    """Whether an ability can be the next link: not in the chain yet unless repeats are allowed, not on cooldown, enough RP and pool."""
    ability = book.abilities[i]
    if not may_lengthen(state, book):
        return False
    if ability.pool != NO_POOL and state.pools[ability.pool] < ability.price:
        return False
    if book.options.chain_repeats == 0 and in_chain(state, i):
        return False
    return cooldown_of(state.cooldowns, i) == 0


@rule(rare=True)
def declare(dice: Dice, state: State, book: Book, i: int) -> None:
    """Add a link to the chain, and pay for it."""
    ability = book.abilities[i]
    note(dice, Said.DECLARES, i)
    add_link(state, i)
    shift(state, book, PLAYER, Meter.RP, -book.options.rp_per_link)
    if ability.pool != NO_POOL:
        state.pools[ability.pool] -= ability.price
    state.cooldowns |= ability.cooldown << (COOLDOWN_BITS * i)


# --- a link is carried out ----------------------------------------------------------------------------------------------


@rule(rare=True)
def carry_out(dice: Dice, state: State, book: Book, who: int, ability: Ability) -> None:
    """Apply a link whose result is known: first the meters, then its effects.

    A hit gives the defender momentum, more from the third link on, and the aggressor balance; a miss takes momentum from the defender
    and gives the aggressor less balance. A hit raises heat by one before its damage is counted.
    """
    options = book.options
    if state.result == Result.MISS:
        state.missed = 1
        shift(state, book, 1 - who, Meter.MOMENTUM, options.momentum_miss)
        shift(state, book, who, Meter.BALANCE, options.balance_miss)
        do_effects(dice, state, book, who, ability, When.ON_USE)
        do_effects(dice, state, book, who, ability, When.ON_MISS)
        return
    state.missed = 0
    shift(state, book, 1 - who, Meter.MOMENTUM, options.momentum_late_hit if is_late(state, book) else options.momentum_hit)
    shift(state, book, who, Meter.BALANCE, options.balance_hit)
    do_effects(dice, state, book, who, ability, When.ON_USE)
    shift(state, book, who, Meter.HEAT, options.heat_per_hit)
    if ability.strikes != 0:
        strike(dice, state, book, who, ability, state.result == Result.CRIT)
    do_effects(dice, state, book, who, ability, When.ON_HIT)
    if ability.pushes != 0:
        shift(state, book, who, Meter.MOMENTUM, 1)
    if who == PLAYER:
        reward_hit(dice, state, book, ability)


@rule(rare=True)
def reward_hit(dice: Dice, state: State, book: Book, ability: Ability) -> None:
    """A late link of the player that hits gives RP (tempo).

    With two Blood Marks a crit gives RP; an elite that survives it reacts and gains momentum.
    """
    reward = book.options.tempo_reward
    if is_late(state, book) and ability.kind == AbilityType.ATTACK and reward > 0 and gain_rp(state, book, reward) > 0:
        note(dice, Said.TEMPO, reward)
    if state.result != Result.CRIT or state.blood < 2:
        return
    if gain_rp(state, book, 1) > 0:
        note(dice, Said.BLOOD_RP)
    if book.foes[state.foe].elite != 0 and state.fighters[ENEMY].hp > 0:
        shift(state, book, ENEMY, Meter.MOMENTUM, 1)
        note(dice, Said.ELITE)


# --- the end of a chain -------------------------------------------------------------------------------------------------


@rule(rare=True)
def break_chain(dice: Dice, state: State, owner: int, link_lost: int) -> None:
    """A chain is broken, possibly along with the coming link."""
    note(dice, Said.BREAKS, owner, link_lost)
    state.phase = Phase.CHAIN_BROKEN


@rule
def chain_is_over(state: State) -> bool:
    """Whether the chain has just ended or been broken."""
    return state.phase in (Phase.CHAIN_ENDED, Phase.CHAIN_BROKEN)


@rule(rare=True)
def remember_chain(state: State, book: Book) -> None:
    """Remember which abilities were in the chain, if the enemy minds repeats."""
    state.last_chain = 0
    if book.minds_repeats != 0:
        for i in range(state.links):
            state.last_chain |= 1 << link_at(state, i)


@rule(rare=True)
def clear_chain(state: State) -> None:
    """Forget the chain."""
    state.chain = 0
    state.links = 0
    state.at = 0
    state.roll = 0
    state.result = Result.MISS
    state.missed = 0
    state.after = 0
    state.executing = 0
    state.shrugged = 0
