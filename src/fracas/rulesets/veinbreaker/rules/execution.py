"""Execution Strikes, and the resulting Blood Marks."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.veinbreaker.codes import AbilityType, Meter, Phase, Result, Said, Source, Status
from fracas.rulesets.veinbreaker.limits import MAX_MARKS
from fracas.rulesets.veinbreaker.rules.chain import break_chain, has_roll, link_at, reward_hit
from fracas.rulesets.veinbreaker.rules.damage import lose_hp
from fracas.rulesets.veinbreaker.rules.meters import gain_rp, shift
from fracas.rulesets.veinbreaker.rules.statuses import is_primed, lay_status
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Book, State


@rule(rare=True)
def may_execute(state: State, book: Book, first: int) -> bool:
    """Whether a link from the given one on can be made an Execution Strike: the target is Primed, and there are enough RP."""
    if state.executing != 0 or state.fighters[PLAYER].rp < book.options.execution_price:
        return False
    return has_roll(state, book, first) and is_primed(state, book, ENEMY)


@rule
def declare_execution(dice: Dice, state: State, book: Book) -> None:
    """Make the next attack an Execution Strike."""
    note(dice, Said.WILL_EXECUTE)
    state.executing = 1
    shift(state, book, PLAYER, Meter.RP, -book.options.execution_price)


@rule(rare=True)
def executes_here(state: State, book: Book) -> bool:
    """Whether the current link is the Execution Strike: the next attack, or if there is none, the next link that rolls."""
    if state.executing == 0:
        return False
    if book.abilities[link_at(state, state.at)].kind == AbilityType.ATTACK:
        return True
    for i in range(state.at + 1, state.links):
        if book.abilities[link_at(state, i)].kind == AbilityType.ATTACK:
            return False
    return True


@rule(rare=True)
def execute(dice: Dice, state: State, book: Book) -> None:
    """An Execution Strike: the target dies, or the attacker is exposed. Either way it ends the chain."""
    options = book.options
    state.executing = 0
    shift(state, book, PLAYER, Meter.HEAT, -state.fighters[PLAYER].heat)
    if state.result in (Result.MISS, Result.WRECKED):
        note(dice, Said.FAILS_EXECUTION)
        shift(state, book, ENEMY, Meter.MOMENTUM, options.momentum_miss)
        shift(state, book, ENEMY, Meter.BALANCE, 1)
        shift(state, book, PLAYER, Meter.BALANCE, options.balance_miss + options.execution_balance)
        shift(state, book, PLAYER, Meter.MOMENTUM, -state.fighters[PLAYER].momentum)
        lay_status(dice, state, PLAYER, Status.STAGGER, 1, options.status_rounds)
        if state.result == Result.WRECKED:
            lose_hp(dice, state, PLAYER, die(dice, options.backlash_die) * book.foes[state.foe].tier, Source.BACKLASH)
        break_chain(dice, state, PLAYER, 0)
        return
    state.fighters[ENEMY].hp = 0
    shift(state, book, PLAYER, Meter.BALANCE, options.balance_hit + options.execution_balance)
    reward_hit(dice, state, book, book.abilities[link_at(state, state.at)])
    if gain_rp(state, book, 1) > 0:
        note(dice, Said.METER, PLAYER, Meter.RP, 1)
    gain_blood_mark(dice, state)
    state.phase = Phase.CHAIN_ENDED


@rule(rare=True)
def gain_blood_mark(dice: Dice, state: State) -> None:
    """The player gains a Blood Mark, up to three; at the third the Hunter becomes aware."""
    before = state.blood
    state.blood = min(before + 1, MAX_MARKS)
    note(dice, Said.EXECUTED, state.blood)
    if state.blood == MAX_MARKS and before < MAX_MARKS:
        note(dice, Said.HUNTER)
