"""How computer players choose in Veinbreaker: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from fracas.dice import Dice, chance, die, rule
from fracas.rulesets.veinbreaker.choices import (
    CERTAIN,
    in_chain,
    legal,
    may_cash_out,
    may_declare,
    may_execute,
    may_react,
    window_percent,
)
from fracas.rulesets.veinbreaker.links import is_wounded

# isort: off
# fmt: off
from fracas.rulesets.veinbreaker.state import (
    AFTER_LINK, AFTERWARDS, ANCHOR, ATTACK, BEFORE_LINK, CANCEL, CASH_OUT, CONTEST, DECLARE, DECLARING, DEFENSE, END_CHAIN, ENEMY_LINK,
    EXECUTE, GO, GUARD, INTERRUPT, LET, LINK, LINK_BITS, LINK_MASK, MOST_ACTIONS, OPENING, PAUSE, PLAYER, PRESS, REACT, REACTING, SHOW,
    STEADY, STRIKE, TELEGRAPH, UNDENIED, Book, State,
)
# fmt: on
# isort: on

RANDOM, GREEDY, CAREFUL, PLANNED, WINDOWS, RUTHLESS = range(6)
POLICIES = ("random", "greedy", "careful", "planned", "windows", "ruthless")

CAREFUL_LENGTH = 3
"""The careful player declares no longer chains."""
EXPOSED = 2
"""Balance from which the careful player takes care of it."""
NOTHING = -1
ANY, ATTACKS, LIFTS = range(3)
WORTH_A_LIFT = 3
"""With RP for so many links the greedy player begins with one that lifts the others."""


@rule(rare=True)
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Anything allowed, each with the same chance."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    n = legal(state, book, actions)
    return actions[0] if n == 1 else actions[die(dice, n) - 1]


@rule(rare=True)
def best_link(state: State, book: Book, wanted: int) -> int:
    """The ability of the most worth that can be declared next, of all, of attacks, or of those that lift later links; -1: none.

    Of equals the first is meant.
    """
    best = NOTHING
    worth = -1
    for i in range(book.ability_count):
        ability = book.abilities[i]
        if (wanted == ATTACKS and ability.kind != ATTACK) or (wanted == LIFTS and ability.lifts == 0):
            continue
        if ability.worth > worth and may_declare(state, book, i):
            best = i
            worth = ability.worth
    return best


@rule(rare=True)
def greedy_declares(state: State, book: Book) -> int:
    """As much damage as RP and pools allow: first what makes a long chain hit better, then attacks, then the rest. An execution
    whenever it can be."""
    if may_execute(state, book, 0):
        return EXECUTE
    best = NOTHING
    enough = state.fighters[PLAYER].rp >= WORTH_A_LIFT * book.options.rp_per_link and book.options.most_chain >= WORTH_A_LIFT
    if state.links == 0 and enough:
        best = best_link(state, book, LIFTS)
    if best == NOTHING:
        best = best_link(state, book, ATTACKS)
    if best == NOTHING:
        best = best_link(state, book, ANY)
    return GO if best == NOTHING else DECLARE + best


@rule(rare=True)
def careful_declares(state: State, book: Book) -> int:
    """A short chain, with RP kept for a reaction, and a guard first when wounded."""
    if may_execute(state, book, 0):
        return EXECUTE
    kept = 0
    for i in (CANCEL, GUARD, STEADY, ANCHOR, END_CHAIN):
        if kept == 0 and may_react(state, book, i):
            kept = book.reactions[i].price
    if state.links > 0 and state.fighters[PLAYER].rp - book.options.rp_per_link < kept:
        return GO
    if state.links >= CAREFUL_LENGTH:
        return GO
    if state.links == 0 and is_wounded(state, book, PLAYER):
        for i in range(book.ability_count):
            if book.abilities[i].kind == DEFENSE and may_declare(state, book, i):
                return DECLARE + i
    best = best_link(state, book, ATTACKS)
    if best == NOTHING and state.links == 0:
        best = best_link(state, book, ANY)
    return GO if best == NOTHING else DECLARE + best


@rule(rare=True)
def planned_declares(state: State, book: Book) -> int:
    """The links of the plan, in order, as far as they can be declared."""
    first = 0
    for k in range(book.plan_length):
        if in_chain(state, (book.plan >> (LINK_BITS * k)) & LINK_MASK):
            first = k + 1
    for k in range(first, book.plan_length):
        i = (book.plan >> (LINK_BITS * k)) & LINK_MASK
        if may_declare(state, book, i):
            return DECLARE + i
    return GO


@rule(rare=True)
def careful_reacts(state: State, book: Book) -> int:
    """The reaction that saves the chain best, if any is at hand."""
    if may_react(state, book, CANCEL):
        return REACT + CANCEL
    if state.fighters[PLAYER].balance >= EXPOSED and book.options.balance_exposes != 0:
        if may_react(state, book, STEADY):
            return REACT + STEADY
        if may_react(state, book, GUARD):
            return REACT + GUARD
        if may_react(state, book, END_CHAIN) and state.after != 0:
            return REACT + END_CHAIN
    if may_react(state, book, ANCHOR):
        return REACT + ANCHOR
    return LET


@rule(rare=True)
def player_chooses(dice: Dice, policy: int, state: State, book: Book) -> int:
    """What a player's policy does."""
    phase = state.phase
    if phase == DECLARING:
        if policy == GREEDY:
            return greedy_declares(state, book)
        return careful_declares(state, book) if policy == CAREFUL else planned_declares(state, book)
    if phase in (CONTEST, OPENING):
        return INTERRUPT
    if phase == REACTING:
        return careful_reacts(state, book) if policy == CAREFUL else LET
    if policy != PLANNED and may_execute(state, book, state.at + 1):
        return EXECUTE
    return CASH_OUT if policy == CAREFUL and may_cash_out(state, book) else PRESS


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """What a policy does in this state."""
    phase = state.phase
    if phase in (ENEMY_LINK, UNDENIED):
        return STRIKE
    if phase == TELEGRAPH:
        return SHOW
    if policy == RANDOM:
        return at_random(dice, state, book)
    if phase in (LINK, AFTERWARDS):
        percent = window_percent(state, book, BEFORE_LINK if phase == LINK else AFTER_LINK)
        if percent == 0:
            return LET
        if policy == RUTHLESS or percent == CERTAIN or chance(dice, percent / 100.0):
            return INTERRUPT
        return LET
    if phase in (DECLARING, CONTEST, OPENING, REACTING, PAUSE):
        return player_chooses(dice, policy, state, book)
    return LET
