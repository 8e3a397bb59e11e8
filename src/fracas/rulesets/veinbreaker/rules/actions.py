"""Actions: who decides, the legal actions, performing them."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.veinbreaker.codes import Action, Phase, ReactionKind, Said, Timing
from fracas.rulesets.veinbreaker.rules.chain import chain_is_over, declare, may_declare
from fracas.rulesets.veinbreaker.rules.enemy_turn import begin_enemy_chain, contest, interrupt_enemy, resolve_enemy_link, show_chain
from fracas.rulesets.veinbreaker.rules.execution import declare_execution, may_execute
from fracas.rulesets.veinbreaker.rules.interrupts import counter, window_percent
from fracas.rulesets.veinbreaker.rules.player_turn import (
    after_link,
    attempt_interrupt,
    begin_chain,
    may_cash_out,
    press_on,
    react,
    resolve_interrupt,
    resolve_link,
)
from fracas.rulesets.veinbreaker.rules.reactions import REACTIONS, may_react, use_reaction
from fracas.rulesets.veinbreaker.rules.rounds import end_chain
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, PLAYER, REACT, Book, State

PLAYER_DECIDES = (Phase.DECLARING, Phase.REACTING, Phase.PAUSE, Phase.CONTEST, Phase.OPENING)


@rule
def to_act(state: State, book: Book) -> int:
    """The side that decides now: 0 the player, 1 the enemy, which also lets links pass that nobody can stop."""
    return 0 if state.phase in PLAYER_DECIDES else 1


@rule(rare=True)
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List the legal actions of the side to act; returns their number."""
    n = 0
    phase = state.phase
    if phase == Phase.DECLARING:
        for i in range(book.ability_count):
            if may_declare(state, book, i):
                actions[n] = DECLARE + i
                n += 1
        if may_execute(state, book, 0):
            actions[n] = Action.EXECUTE
            n += 1
        actions[n] = Action.GO
        return n + 1
    if phase == Phase.TELEGRAPH:
        actions[0] = Action.SHOW
        return 1
    if phase in (Phase.ENEMY_LINK, Phase.UNDENIED):
        actions[0] = Action.STRIKE
        return 1
    if phase == Phase.PAUSE:
        actions[0] = Action.PRESS
        n = 1
        if may_cash_out(state, book):
            actions[n] = Action.CASH_OUT
            n += 1
        if may_execute(state, book, state.at + 1):
            actions[n] = Action.EXECUTE
            n += 1
        return n
    actions[0] = Action.LET
    n = 1
    if phase == Phase.REACTING:
        for i in range(REACTIONS):
            if may_react(state, book, i):
                actions[n] = REACT + i
                n += 1
        return n
    if phase == Phase.CONTEST and may_react(state, book, ReactionKind.MOMENTUM):
        actions[n] = REACT + ReactionKind.MOMENTUM
        n += 1
    if phase in (Phase.CONTEST, Phase.OPENING) or window_here(state, book) > 0:
        actions[n] = Action.INTERRUPT
        n += 1
    return n


@rule(rare=True)
def window_here(state: State, book: Book) -> int:
    """How often the enemy takes the opportunity to interrupt the player's chain now, in percent; 0 if it has none."""
    if state.phase == Phase.LINK:
        return window_percent(state, book, Timing.BEFORE)
    if state.phase == Phase.AFTERWARDS:
        return window_percent(state, book, Timing.AFTER)
    return 0


@rule(rare=True)
def let(dice: Dice, state: State, book: Book) -> None:
    """Nobody stops the current step."""
    phase = state.phase
    if phase == Phase.LINK:
        resolve_link(dice, state, book)
    elif phase == Phase.AFTERWARDS:
        after_link(dice, state, book)
    elif phase == Phase.REACTING:
        resolve_interrupt(dice, state, book)
    elif phase == Phase.CONTEST:
        begin_enemy_chain(dice, state, book)
    elif phase == Phase.OPENING:
        resolve_enemy_link(dice, state, book)
    else:  # PARRIED
        counter(dice, state, book, ENEMY)
        state.phase = Phase.CHAIN_ENDED


@rule
def act(dice: Dice, state: State, book: Book, action: int) -> None:
    """Perform an action up to the next decision, or to the end of the chain."""
    if action >= DECLARE:
        declare(dice, state, book, action - DECLARE)
    elif action == Action.LET:
        let(dice, state, book)
    elif action == Action.GO:
        begin_chain(dice, state, book)
    elif action == Action.STRIKE:
        if state.phase == Phase.UNDENIED:
            begin_enemy_chain(dice, state, book)
        else:
            resolve_enemy_link(dice, state, book)
    elif action == Action.SHOW:
        show_chain(dice, state, book)
    elif action == Action.INTERRUPT:
        if state.phase == Phase.CONTEST:
            contest(dice, state, book)
        elif state.phase == Phase.OPENING:
            interrupt_enemy(dice, state, book)
        else:
            attempt_interrupt(dice, state, book)
    elif action == Action.PRESS:
        press_on(dice, state, book)
    elif action == Action.CASH_OUT:
        note(dice, Said.CASHES_OUT)
        state.phase = Phase.CHAIN_ENDED
    elif action == Action.EXECUTE:
        declare_execution(dice, state, book)
        if state.phase == Phase.PAUSE:
            press_on(dice, state, book)
    elif state.phase == Phase.REACTING:
        react(dice, state, book, action - REACT)
    else:
        use_reaction(dice, state, book, action - REACT)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Perform an action of the side to act, including the consequences of the end of a chain, up to the next decision."""
    owner = PLAYER if state.phase < Phase.TELEGRAPH else ENEMY
    act(dice, state, book, action)
    if chain_is_over(state):
        end_chain(dice, state, book, owner)
