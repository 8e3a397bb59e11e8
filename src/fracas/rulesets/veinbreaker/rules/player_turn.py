"""The player's turn: the chain starts, its links are resolved in order, the enemy tries to interrupt them, the player reacts."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import AbilityType, Interrupt, Phase, Pool, ReactionKind, Result, Said, Timing, When
from fracas.rulesets.veinbreaker.rules.attack import roll_link
from fracas.rulesets.veinbreaker.rules.chain import break_chain, carry_out, has_roll, is_late, link_at
from fracas.rulesets.veinbreaker.rules.damage import somebody_fell
from fracas.rulesets.veinbreaker.rules.effects import do_effects
from fracas.rulesets.veinbreaker.rules.execution import execute, executes_here, may_execute
from fracas.rulesets.veinbreaker.rules.interrupts import interrupt, window_percent
from fracas.rulesets.veinbreaker.rules.reactions import may_react_at_all, use_reaction
from fracas.rulesets.veinbreaker.rules.rolls import mode_of, roll_for
from fracas.rulesets.veinbreaker.state import PLAYER, Book, State

POOLS = len(Pool)

# --- link by link -------------------------------------------------------------------------------------------------------


@rule(rare=True)
def begin_chain(dice: Dice, state: State, book: Book) -> None:
    """The chain is declared: roll once for all of it, and start."""
    for i in range(POOLS):
        state.pools[i] = 0
    if has_roll(state, book, 0):
        note(dice, Said.BEGINS, PLAYER, state.links, mode_of(state, PLAYER))
        state.roll = roll_for(dice, state, book, PLAYER)
    elif state.links == 0:
        note(dice, Said.HOLDS_BACK)
    next_link(dice, state, book)


@rule(rare=True)
def next_link(dice: Dice, state: State, book: Book) -> None:
    """Continue the chain: movements happen at once, the next link that rolls waits for the enemy."""
    while state.at < state.links:
        i = link_at(state, state.at)
        ability = book.abilities[i]
        if ability.kind != AbilityType.MOVEMENT:
            roll_link(dice, state, book, PLAYER, ability, i, executes_here(state, book))
            state.phase = Phase.LINK
            return
        note(dice, Said.MOVES, i)
        do_effects(dice, state, book, PLAYER, ability, When.ON_USE)
        if somebody_fell(state):
            break
        state.at += 1
    state.phase = Phase.CHAIN_ENDED


@rule(rare=True)
def resolve_link(dice: Dice, state: State, book: Book) -> None:
    """Resolve the current link; then the enemy may have a window."""
    if executes_here(state, book):
        execute(dice, state, book)
        return
    carry_out(dice, state, book, PLAYER, book.abilities[link_at(state, state.at)])
    if somebody_fell(state):
        state.phase = Phase.CHAIN_ENDED
        return
    state.result = Result.MISS
    if window_percent(state, book, Timing.AFTER) > 0:
        state.phase = Phase.AFTERWARDS
    else:
        after_link(dice, state, book)


@rule
def may_cash_out(state: State, book: Book) -> bool:
    """Whether the player may end the chain here: after a late link that hit."""
    return book.options.press != 0 and state.missed == 0 and is_late(state, book)


@rule(rare=True)
def after_link(dice: Dice, state: State, book: Book) -> None:
    """A link is over: the player may have a choice before the next one."""
    if state.at + 1 < state.links and (may_cash_out(state, book) or may_execute(state, book, state.at + 1)):
        state.phase = Phase.PAUSE
    else:
        press_on(dice, state, book)


@rule(rare=True)
def press_on(dice: Dice, state: State, book: Book) -> None:
    """Continue to the next link."""
    state.at += 1
    next_link(dice, state, book)


# --- the enemy tries to interrupt ---------------------------------------------------------------------------------------


@rule(rare=True)
def attempt_interrupt(dice: Dice, state: State, book: Book) -> int:
    """The enemy attempts to interrupt; if the player can react, that comes first. Returns the result (`Interrupt`)."""
    if book.foes[state.foe].budget > 0:
        state.attempts += 1
    state.after = 1 if state.phase == Phase.AFTERWARDS else 0
    note(dice, Said.TRIES, state.after)
    if may_react_at_all(state, book):
        state.phase = Phase.REACTING
        return Interrupt.FAILS
    return resolve_interrupt(dice, state, book)


@rule(rare=True)
def resolve_interrupt(dice: Dice, state: State, book: Book) -> int:
    """Resolve the attempt; the chain is broken or continues. Returns the result (`Interrupt`)."""
    outcome = interrupt(dice, state, book, PLAYER, book.abilities[link_at(state, state.at)])
    if outcome == Interrupt.PERFECT:
        break_chain(dice, state, PLAYER, 1 - state.after)
    else:
        chain_holds(dice, state, book)
    return outcome


@rule(rare=True)
def chain_holds(dice: Dice, state: State, book: Book) -> None:
    """An attempt to interrupt is over and the chain holds: resolve the link, or what follows it."""
    if state.after == 0:
        resolve_link(dice, state, book)
    else:
        state.after = 0
        after_link(dice, state, book)


@rule(rare=True)
def react(dice: Dice, state: State, book: Book, i: int) -> None:
    """The player reacts to an attempt to interrupt."""
    use_reaction(dice, state, book, i)
    if i == ReactionKind.END_CHAIN:
        state.phase = Phase.CHAIN_ENDED
    elif i == ReactionKind.CANCEL_INTERRUPT:
        chain_holds(dice, state, book)
    else:
        resolve_interrupt(dice, state, book)
