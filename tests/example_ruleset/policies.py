"""How computer wrestlers choose: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from example_ruleset.codes import Action, Policy
from example_ruleset.rules import FEINT_BREATH, THROW_BREATH, legal
from example_ruleset.state import Book, State
from fracas import random_policy
from fracas.dice import Dice, rule

at_random = random_policy(legal, len(Action))


@rule
def craftily(state: State) -> int:
    """Feint when there is breath for the throw as well; throw once it has worked."""
    me = state.wrestlers[state.turn]
    if me.ready == 0 and me.breath >= FEINT_BREATH + THROW_BREATH:
        return Action.FEINT
    return Action.THROW if me.ready != 0 and me.breath >= THROW_BREATH else Action.REST


@rule
def hastily(state: State) -> int:
    """Throw while there is breath."""
    return Action.THROW if state.wrestlers[state.turn].breath >= THROW_BREATH else Action.REST


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action a policy takes for the wrestler whose turn it is."""
    if policy == Policy.CRAFTY:
        return craftily(state)
    if policy == Policy.HASTY:
        return hastily(state)
    return at_random(dice, state, book)
