"""Exploring: what the compiled rules come to once, for many states, is what the plain rules come to in each of them."""

import random

import numpy as np
import pytest

from fracas import SILENT, encounter
from fracas.dice import outcomes
from fracas.engine.contract.setup import CHANCE
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.following import CODES_N, DEED_LEAVES

STATES = 20_000
MAX_LEAVES = 150
"""Actions with more outcomes than this are not enumerated in plain Python."""
CHECKED = 25
FIGHTS = [
    ("rune-and-rust", "adept-and-crawler"),
    ("rune-and-rust", "hound-pack"),
    ("rune-and-rust", "repair-crew"),
    ("rune-and-rust", "rust-witch"),
    ("veinbreaker", "duel"),
    ("arda", "toll-of-winter"),
    ("arda", "hammer-and-thorns"),
    ("world-loop", "mage-and-zombies"),
    ("ruins-and-realms", "crypt-guard"),
]


def plain_row(ready, state, action):
    """Where an action leads by the plain rules: the chance of every next state, with the rounds it takes."""
    rules, book = ready.ruleset.rules, ready.setup.book[0]

    def after(dice):
        copy = state.copy()
        who = rules.to_act(copy[0], book)
        code = action if action is not None else CHANCE if who == CHANCE else rules.choose(dice, ready.policy_numbers[who], copy[0], book)
        rules.apply(dice, copy[0], book, code)
        later = int(copy[0].clock) - 1
        copy["clock"] = 1
        return copy.tobytes(), later

    found = {}
    for what, p in outcomes(after):
        found[what] = found.get(what, 0) + float(p)
    return found


def explored_row(graph, r):
    """The same as it was explored."""
    to, chance = graph.edges_of(r)
    first = int(graph.first_edge[r])
    found = {}
    for k, state in enumerate(graph.states_at(to)):
        what = (state.tobytes(), int(graph.later[first + k]))
        found[what] = found.get(what, 0.0) + float(chance[k])
    return found


@pytest.mark.parametrize("seeking", [NOBODY, 0], ids=["policies", "best"])
@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS)
def test_an_action_that_was_explored_for_many_states_is_right_in_each(ruleset, scenario, seeking):
    ready = encounter(ruleset, scenario)
    graph = explore(ready, seeking, STATES, 1 << 30, SILENT, partial=True)
    rng = random.Random(20)
    rules, book = ready.ruleset.rules, ready.setup.book[0]
    going = np.flatnonzero(graph.ends == 0).tolist()
    checked = 0
    while checked < CHECKED:
        i = rng.choice(going)
        state = graph.states_at(np.array([i]))
        assert rules.outcome(state[0], book) == 0
        decided = graph.verdicts[graph.verdict[i], CODES_N] > 0
        assert decided == (rules.to_act(state[0], book) == seeking)
        for r in range(int(graph.first_row[i + 1]), int(graph.first_row[i + 2])):
            if graph.deeds[graph.row_deed[r], DEED_LEAVES] <= MAX_LEAVES:
                plain, found = plain_row(ready, state, graph.action_of(r) if decided else None), explored_row(graph, r)
                assert found.keys() == plain.keys()
                assert found == pytest.approx(plain, abs=1e-14)
        checked += 1


@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS)
def test_the_end_of_a_state_and_what_is_left_are_what_the_rules_say(ruleset, scenario):
    ready = encounter(ruleset, scenario)
    graph = explore(ready, NOBODY, STATES, 1 << 30, SILENT, partial=True)
    rules, book = ready.ruleset.rules, ready.setup.book[0]
    over = np.flatnonzero(graph.ends > 0)[:400]
    left = graph.left(over)
    for k, state in enumerate(graph.states_at(over)):
        assert rules.outcome(state, book) == graph.ends[over[k]]
        assert [rules.health(state, book, side) for side in (0, 1)] == left[k].tolist()


@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS)
def test_states_are_packed_and_unpacked_without_loss(ruleset, scenario):
    graph = explore(encounter(ruleset, scenario), NOBODY, STATES, 1 << 30, SILENT, partial=True)
    states = graph.states_at(np.arange(graph.size))
    assert len({state.tobytes() for state in states}) == graph.size
    for i in range(0, graph.size, max(graph.size // 200, 1)):
        assert graph.index_of(states[i]) == i
