"""What can be chosen in Veinbreaker, and when: links that can be declared, executions, reactions, the enemy's interrupt windows."""

from __future__ import annotations

from fracas.dice import rule
from fracas.engine.records.record import Row
from fracas.rulesets.veinbreaker.links import is_primed

# isort: off
# fmt: off
from fracas.rulesets.veinbreaker.state import (
    ABILITIES, AFTERWARDS, AFTER_LINK, ALWAYS, ANCHOR, BEFORE_LINK, BLOODIED, CASH_OUT, CONTEST, COOLING_BITS, COOLING_LOW, DECLARE,
    DECLARING, ENEMY, ENEMY_LINK, EXECUTE, GO, HEATED, INTERRUPT, LET, LINK, LINK_BITS, LINK_MASK, LONG_CHAIN, MISSED, MOST_COOLDOWN,
    MOVED, MOVEMENT, NO_POOL, OPENING, PAUSE, PLAYER, PRESS, REACT, REACTING, REACTION_COUNT, REPEATED, SHOW, STRIKE, TELEGRAPH,
    UNDENIED, Book, State,
)
# fmt: on
# isort: on

CERTAIN = 100


@rule
def link_at(state: State, i: int) -> int:
    """Which ability or move a link of the chain is."""
    return (state.chain >> (LINK_BITS * i)) & LINK_MASK


@rule
def in_chain(state: State, ability: int) -> bool:
    """Whether the chain has that ability."""
    for i in range(state.links):
        if link_at(state, i) == ability:
            return True
    return False


@rule
def add_link(state: State, ability: int) -> None:
    """Put a link at the end of the chain."""
    state.chain |= ability << (LINK_BITS * state.links)
    state.links += 1


@rule
def cooling(packed: int, slot: int) -> int:
    """Rounds until an ability, a reaction or a move can be used again."""
    return (packed >> (COOLING_BITS * slot)) & MOST_COOLDOWN


@rule
def cooled(packed: int) -> int:
    """All cooldowns a round later."""
    return packed - ((packed | (packed >> 1)) & COOLING_LOW)


@rule(rare=True)
def may_declare(state: State, book: Book, i: int) -> bool:
    """Whether an ability can be the next link: not in the chain yet, not cooling, RP and pool suffice."""
    ability = book.abilities[i]
    if state.links >= book.options.most_chain or state.fighters[PLAYER].rp < book.options.rp_per_link:
        return False
    if ability.pool != NO_POOL and state.pools[ability.pool] < ability.price:
        return False
    return cooling(state.cooling, i) == 0 and not in_chain(state, i)


@rule
def has_roll(state: State, book: Book, first: int) -> bool:
    """Whether a link from the given one on is no movement."""
    for i in range(first, state.links):
        if book.abilities[link_at(state, i)].kind != MOVEMENT:
            return True
    return False


@rule(rare=True)
def may_execute(state: State, book: Book, first: int) -> bool:
    """Whether a link from the given one on can be made an Execution Strike: the target is Primed, and RP suffice."""
    if state.executing != 0 or state.fighters[PLAYER].rp < book.options.execution_price:
        return False
    return has_roll(state, book, first) and is_primed(state, book, ENEMY)


@rule
def may_react(state: State, book: Book, i: int) -> bool:
    """Whether a reaction is the player's, can be paid and is not cooling."""
    reaction = book.reactions[i]
    if reaction.owned == 0 or state.fighters[PLAYER].rp < reaction.price:
        return False
    return cooling(state.cooling, ABILITIES + i) == 0


@rule
def may_cash_out(state: State, book: Book) -> bool:
    """Whether the player may end the chain here: after a late link that hit."""
    return book.options.press != 0 and state.missed == 0 and state.at + 1 >= book.options.late_link


@rule
def has_moved(state: State, book: Book) -> bool:
    """Whether the chain has had a movement so far."""
    for i in range(state.at):
        if book.abilities[link_at(state, i)].kind == MOVEMENT:
            return True
    return False


@rule(rare=True)
def condition_holds(state: State, book: Book, when: int, at_least: int) -> bool:
    """Whether the condition of an interrupt window is met at the present link of the player's chain."""
    if when == ALWAYS:
        return True
    if when == MISSED:
        return state.missed != 0
    if when == LONG_CHAIN:
        return state.links >= at_least
    if when == HEATED:
        return state.fighters[PLAYER].heat >= at_least
    if when == BLOODIED:
        return state.blood >= at_least
    if when == MOVED:
        return has_moved(state, book)
    if when == REPEATED:
        return (state.last_chain >> link_at(state, state.at)) & 1 != 0
    return not has_moved(state, book)


@rule(rare=True)
def window_percent(state: State, book: Book, timing: int) -> int:
    """How often the enemy takes the chance to interrupt here, in percent; 0 where it has none.

    Its own windows come first. Where none of them fits, it may interrupt whenever the last link missed or the link is late.
    """
    foe = book.foes[state.foe]
    if foe.budget > 0 and state.attempts >= foe.budget:
        return 0
    for i in range(foe.window_count):
        window = foe.windows[i]
        if window.timing == timing and (window.links >> (state.at + 1)) & 1 != 0:
            if condition_holds(state, book, window.when, window.at_least):
                return window.percent
    if book.options.default_windows != 0 and (state.missed != 0 or state.at + 1 >= book.options.late_link):
        return CERTAIN
    return 0


@rule(rare=True)
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the side to act may do; returns how many actions there are."""
    n = 0
    phase = state.phase
    if phase == DECLARING:
        for i in range(book.ability_count):
            if may_declare(state, book, i):
                actions[n] = DECLARE + i
                n += 1
        if may_execute(state, book, 0):
            actions[n] = EXECUTE
            n += 1
        actions[n] = GO
        return n + 1
    if phase == TELEGRAPH:
        actions[0] = SHOW
        return 1
    if phase in (ENEMY_LINK, UNDENIED):
        actions[0] = STRIKE
        return 1
    if phase == PAUSE:
        actions[0] = PRESS
        n = 1
        if may_cash_out(state, book):
            actions[n] = CASH_OUT
            n += 1
        if may_execute(state, book, state.at + 1):
            actions[n] = EXECUTE
            n += 1
        return n
    actions[0] = LET
    n = 1
    if phase == REACTING:
        for i in range(REACTION_COUNT):
            if may_react(state, book, i):
                actions[n] = REACT + i
                n += 1
        return n
    if phase == CONTEST and may_react(state, book, ANCHOR):
        actions[n] = REACT + ANCHOR
        n += 1
    if phase in (CONTEST, OPENING) or (
        phase in (LINK, AFTERWARDS) and window_percent(state, book, BEFORE_LINK if phase == LINK else AFTER_LINK) > 0
    ):
        actions[n] = INTERRUPT
        n += 1
    return n
