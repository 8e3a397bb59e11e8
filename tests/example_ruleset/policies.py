"""How computer wrestlers choose: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from example_ruleset.rules import FEINT_BREATH, THROW_BREATH, legal
from example_ruleset.state import FEINT, MOST_ACTIONS, REST, THROW, Book, State
from fracas.dice import Dice, pick, rule

CRAFTY, HASTY, RANDOM = range(3)
POLICIES = ("crafty", "hasty", "random")


@rule
def craftily(state: State) -> int:
    """Feint when there is breath for the throw as well; throw once it has worked."""
    me = state.wrestlers[state.turn]
    if me.ready == 0 and me.breath >= FEINT_BREATH + THROW_BREATH:
        return FEINT
    return THROW if me.ready != 0 and me.breath >= THROW_BREATH else REST


@rule
def hastily(state: State) -> int:
    """Throw while there is breath."""
    return THROW if state.wrestlers[state.turn].breath >= THROW_BREATH else REST


@rule
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Anything allowed; a throw is twice as likely as another choice."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    weights = [0 for _ in range(MOST_ACTIONS)]
    n = legal(state, book, actions)
    for i in range(n):
        weights[i] = 2 if actions[i] == THROW else 1
    return actions[pick(dice, weights, n)]


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action a policy takes for the wrestler whose turn it is."""
    if policy == CRAFTY:
        return craftily(state)
    if policy == HASTY:
        return hastily(state)
    return at_random(dice, state, book)
