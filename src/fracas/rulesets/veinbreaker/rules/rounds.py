"""Rounds: the start of a fight, upkeep, the consequences of a chain, the end of a round, falling, the end of a fight."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.engine.records.record import blank
from fracas.rulesets.veinbreaker.codes import Meter, Phase, Pool, Said, When
from fracas.rulesets.veinbreaker.rules.chain import clear_chain, cooled_down, remember_chain
from fracas.rulesets.veinbreaker.rules.damage import somebody_fell
from fracas.rulesets.veinbreaker.rules.effects import do_effects
from fracas.rulesets.veinbreaker.rules.meters import shift
from fracas.rulesets.veinbreaker.rules.statuses import tick
from fracas.rulesets.veinbreaker.state import CHAIN_OVER, DEATH, ENEMY, PLAYER, VICTORY, Book, State

POOLS = len(Pool)


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else its end code."""
    return state.over


@rule
def health(state: State, book: Book, side: int) -> int:
    """The remaining HP of a side; enemies that have not appeared yet count with their usual HP."""
    if side == 0:
        return state.fighters[PLAYER].hp
    total = state.fighters[ENEMY].hp
    for i in range(state.foe + 1, book.foe_count):
        total += book.foes[i].hp
    return total


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Start a fight. One that has already started, as for a question about a chain, continues."""
    if state.phase != Phase.UNBEGUN:
        return
    state.clock = 1
    note(dice, Said.ROUND, 1)
    step_up(dice, state, book)
    upkeep(dice, state, book)


@rule(rare=True)
def step_up(dice: Dice, state: State, book: Book) -> None:
    """An enemy appears, with its HP varied around the usual value."""
    foe = book.foes[state.foe]
    it = state.fighters[ENEMY]
    blank(it)
    it.hp = foe.hp
    if foe.most_hp > foe.least_hp:
        it.hp = foe.least_hp - 1 + die(dice, foe.most_hp - foe.least_hp + 1)
    it.max_hp = it.hp
    state.resting = 0
    note(dice, Said.STEPS_UP, state.foe, it.hp)


@rule(rare=True)
def upkeep(dice: Dice, state: State, book: Book) -> None:
    """The player's turn starts: RP are regained, pools are full again, cooldowns decrease."""
    shift(state, book, PLAYER, Meter.RP, book.options.rp_regen)
    for i in range(POOLS):
        state.pools[i] = book.pools[i]
    state.cooldowns = cooled_down(state.cooldowns)
    state.resting = cooled_down(state.resting)
    state.fighters[ENEMY].rp = book.foes[state.foe].rp
    state.attempts = 0
    state.phase = Phase.DECLARING
    if book.options.stances_each_round != 0 and state.stance > 0:
        do_effects(dice, state, book, PLAYER, book.abilities[state.stance - 1], When.ON_USE)
        if state.fighters[PLAYER].hp <= 0:
            player_falls(dice, state)
        elif state.fighters[ENEMY].hp <= 0 and not enemy_falls(dice, state, book):
            state.fighters[ENEMY].rp = book.foes[state.foe].rp


@rule(rare=True)
def end_chain(dice: Dice, state: State, book: Book, owner: int) -> None:
    """The chain of its owner is over, or broken; the enemy's turn or the next round follows.

    Somebody may have fallen. Balance is lost with the chain unless it is kept. A scenario may end with the first chain.
    """
    if owner == PLAYER:
        remember_chain(state, book)
    clear_chain(state)
    if book.one_chain != 0:
        state.over = CHAIN_OVER
    elif somebody_fell(state):
        lose_balance(state, book, PLAYER)
        if state.fighters[PLAYER].hp <= 0:
            player_falls(dice, state)
        elif not enemy_falls(dice, state, book):
            end_round(dice, state, book)
    else:
        lose_balance(state, book, owner)
        note(dice, Said.CHAIN_ENDS, owner, state.fighters[owner].heat, state.fighters[1 - owner].momentum)
        if owner == PLAYER:
            state.phase = Phase.TELEGRAPH
        else:
            end_round(dice, state, book)


@rule
def lose_balance(state: State, book: Book, who: int) -> None:
    """Balance ends with a chain, unless it lasts for the whole fight."""
    if book.options.balance_kept == 0:
        state.fighters[who].balance = 0


@rule(rare=True)
def end_round(dice: Dice, state: State, book: Book) -> None:
    """The end of a round: the enemy's statuses, then the player's; then the next begins."""
    tick(dice, state, book, ENEMY)
    if state.fighters[ENEMY].hp <= 0 and enemy_falls(dice, state, book):
        return
    tick(dice, state, book, PLAYER)
    if state.fighters[PLAYER].hp <= 0:
        player_falls(dice, state)
        return
    state.clock += 1
    note(dice, Said.ROUND, state.clock)
    upkeep(dice, state, book)


@rule(rare=True)
def player_falls(dice: Dice, state: State) -> None:
    """The player has fallen."""
    note(dice, Said.DIES)
    end_fight(state, DEATH)


@rule(rare=True)
def enemy_falls(dice: Dice, state: State, book: Book) -> bool:
    """The enemy has fallen. Returns whether it was the last; otherwise the next one appears."""
    note(dice, Said.FALLS, state.foe)
    if state.foe + 1 >= book.foe_count:
        end_fight(state, VICTORY)
        return True
    state.foe += 1
    step_up(dice, state, book)
    return False


@rule(rare=True)
def end_fight(state: State, how: int) -> None:
    """The fight is over: clear everything that no longer matters."""
    clock, foe, blood, perfects = state.clock, state.foe, state.blood, state.perfects
    mine, theirs = state.fighters[PLAYER].hp, state.fighters[ENEMY].hp
    blank(state)
    state.over = how
    state.clock, state.foe, state.blood, state.perfects = clock, foe, blood, perfects
    state.fighters[PLAYER].hp, state.fighters[ENEMY].hp = mine, theirs
