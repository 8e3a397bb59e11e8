"""Wrestlers: every rule of a bout.

Red and Blue each have *grit*, *breath* and *skill*. A coin decides who opens; then they take turns, and a round is one turn each. On
a turn a wrestler does one thing:

**Throw** costs 3 breath. Roll 2d6 (after a feint that worked 3d6, of which the two highest count), add your skill and take away the
other's. 9 or more *lands*, and the other loses 1d6 grit. 2 more than needed is a *slam*: twice the damage, but both fall, and the
thrower loses 1 grit too.

**Feint** costs 1 breath and works four times in five. It helps the next throw; a second feint adds nothing, so it is not allowed.

**Rest** restores 3 breath, up to the wrestler's most. Nobody rests who has the most.

A wrestler at 0 grit is down and the bout is over. If a slam puts both down, nobody wins.
"""

from __future__ import annotations

from example_ruleset.codes import Action, Ending, Said
from example_ruleset.state import Book, State
from fracas import Row, blank
from fracas.dice import Dice, chance, die, keep, note, roll, rule

D6 = 6
TO_LAND = 9
THROW_BREATH = 3
FEINT_BREATH = 1
REST_BREATH = 3


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin round 1; a coin decides who opens."""
    state.clock = 1
    state.first = 1 if chance(dice, 0.5) else 0
    state.turn = state.first
    note(dice, Said.ROUND, state.first, 1)


@rule
def outcome(state: State, book: Book) -> int:
    """0 while both stand, else how the bout ended."""
    red, blue = state.wrestlers[0].grit, state.wrestlers[1].grit
    if red > 0 and blue > 0:
        return 0
    if red > 0:
        return Ending.RED_WINS
    return Ending.BLUE_WINS if blue > 0 else Ending.BOTH_DOWN


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is."""
    return state.turn


@rule
def health(state: State, book: Book, side: int) -> int:
    """The grit a side has left."""
    return state.wrestlers[side].grit


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the wrestler whose turn it is has the breath for; returns how many actions were listed."""
    me = state.wrestlers[state.turn]
    n = 0
    if me.breath >= THROW_BREATH:
        actions[n] = Action.THROW
        n += 1
    if me.breath >= FEINT_BREATH and me.ready == 0:
        actions[n] = Action.FEINT
        n += 1
    if me.breath < book.sheets[state.turn].breath:
        actions[n] = Action.REST
        n += 1
    return n


@rule
def lose_grit(dice: Dice, state: State, who: int, damage: int) -> None:
    """Take grit, and go down at 0."""
    it = state.wrestlers[who]
    it.grit = max(it.grit - damage, 0)
    if it.grit == 0:
        note(dice, Said.DOWN, who)


@rule
def throw(dice: Dice, state: State, book: Book, who: int) -> None:
    """Roll, add skill, and see whether it lands."""
    me = state.wrestlers[who]
    other = 1 - who
    me.breath -= THROW_BREATH
    note(dice, Said.THROWS, who)
    total = keep(dice, 3, D6, 2, 0) if me.ready != 0 else roll(dice, 2, D6)
    me.ready = 0
    margin = total + book.sheets[who].skill - book.sheets[other].skill - TO_LAND
    if margin < 0:
        note(dice, Said.MISSES, who, -margin, other)
        return
    damage = die(dice, D6)
    if margin < book.options.slam_margin:
        note(dice, Said.LANDS, who, damage, other)
        lose_grit(dice, state, other, damage)
    else:
        note(dice, Said.SLAMS, who, 2 * damage, other)
        lose_grit(dice, state, other, 2 * damage)
        lose_grit(dice, state, who, 1)


@rule
def feint(dice: Dice, state: State, book: Book, who: int) -> None:
    """Spend a breath to be ready for the next throw, if the other falls for it."""
    me = state.wrestlers[who]
    me.breath -= FEINT_BREATH
    if chance(dice, book.options.feint_percent / 100):
        me.ready = 1
        note(dice, Said.FEINTS, who, 0, 1 - who)
    else:
        note(dice, Said.IS_READ, who, 0, 1 - who)


@rule
def rest(dice: Dice, state: State, book: Book, who: int) -> None:
    """Get breath back."""
    me = state.wrestlers[who]
    me.breath = min(me.breath + REST_BREATH, book.sheets[who].breath)
    note(dice, Said.RESTS, who, me.breath)


@rule
def pass_turn(dice: Dice, state: State) -> None:
    """The other's turn; when both have had theirs, a new round."""
    state.turn = 1 - state.turn
    if state.turn == state.first:
        state.clock += 1
        note(dice, Said.ROUND, state.turn, state.clock)


@rule(rare=True)
def forget(state: State) -> None:
    """Clear what no longer matters once a bout is over, so that equal ends are equal states."""
    state.turn = 0
    state.first = 0
    for wrestler in state.wrestlers:
        left = wrestler.grit
        blank(wrestler)
        wrestler.grit = left


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Do what the wrestler whose turn it is has chosen, and pass the turn."""
    who = state.turn
    if action == Action.THROW:
        throw(dice, state, book, who)
    elif action == Action.FEINT:
        feint(dice, state, book, who)
    else:
        rest(dice, state, book, who)
    if outcome(state, book) == 0:
        pass_turn(dice, state)
    else:
        forget(state)
