"""How computer players decide in a duel."""

from __future__ import annotations

from fracas.dice import Dice, die, rule
from fracas.rulesets.world_loop.blows import at_most, below, best_potion
from fracas.rulesets.world_loop.rules import A, acting, legal, stands
from fracas.rulesets.world_loop.state import ATTACK, CARRY_ON, DRINK, FLEE, MOST_ACTIONS, Book, State

POLICIES = ("steady", "wary", "reckless", "random")
STEADY, WARY, RECKLESS, RANDOM = range(4)


@rule
def nearest(state: State, book: Book, who: int) -> int:
    """Whom a fighter attacks: all are beside it, so the first who stands."""
    if who != A:
        return A
    for i in range(1, book.fighter_count):
        if stands(state, i):
            return i
    return 1


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a computer player.

    Steady: below half of its HP it drinks its strongest potion, else it attacks, as the document says. Wary: the same, but at 30 % of its
    HP or below, with nothing to drink, it flees. Reckless: it attacks. Random: anything it may do.
    """
    if state.happening != 0:
        return CARRY_ON
    who = acting(state)
    me = state.fighters[who]
    if policy == RANDOM:
        actions = [0 for _ in range(MOST_ACTIONS)]
        return actions[die(dice, legal(state, book, actions)) - 1]
    if policy != RECKLESS:
        if below(me, book, book.options.potion_percent):
            place = best_potion(me, book)
            if place >= 0:
                return DRINK + me.bag[place]
        if policy == WARY and at_most(me, book, book.options.flee_percent):
            return FLEE
    return ATTACK + nearest(state, book, who)
