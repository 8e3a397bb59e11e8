"""Policies of computer players in a duel."""

from __future__ import annotations

from fracas.dice import Dice, rule
from fracas.engine.contract.policies import random_policy
from fracas.rulesets.world_loop.codes import Policy
from fracas.rulesets.world_loop.rules.bag import best_potion
from fracas.rulesets.world_loop.rules.duel import A, acting, legal, stands
from fracas.rulesets.world_loop.rules.stats import at_most, below
from fracas.rulesets.world_loop.state import ATTACK, DRINK, FLEE, MAX_ACTIONS, Book, State

at_random = random_policy(legal, MAX_ACTIONS)


@rule
def nearest(state: State, book: Book, who: int) -> int:
    """The target of a fighter: all are adjacent, so the first one standing."""
    if who != A:
        return A
    for i in range(1, book.fighter_count):
        if stands(state, i):
            return i
    return 1


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a computer player.

    Steady: below half of its HP it drinks its strongest potion, else it attacks, as in the document. Wary: the same, but at 30 % of its
    HP or below, with nothing to drink, it flees. Reckless: it attacks. Random: any legal action.
    """
    who = acting(state)
    me = state.fighters[who]
    if policy == Policy.RANDOM:
        return at_random(dice, state, book)
    if policy != Policy.RECKLESS:
        if below(me, book, book.options.potion_percent):
            place = best_potion(me, book)
            if place >= 0:
                return DRINK + me.bag[place]
        if policy == Policy.WARY and at_most(me, book, book.options.flee_percent):
            return FLEE
    return ATTACK + nearest(state, book, who)
