"""The graph of a fight: its states are found by what they are, and it says where it ends."""

import numpy as np

from fracas import SILENT, encounter
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.following import OPEN


def test_a_state_is_found_by_what_it_is():
    graph = explore(encounter("rune-and-rust", "duel"), NOBODY, 10**6, 1 << 30, SILENT)
    states = graph.states_at(np.arange(graph.size))
    assert [graph.index_of(state) for state in states] == list(range(graph.size))
    other = states[0].copy()
    other["foes"] = 99
    assert graph.index_of(other) is None


def test_the_chances_of_an_action_are_one_together():
    graph = explore(encounter("rune-and-rust", "duel"), NOBODY, 10**6, 1 << 30, SILENT)
    sums = np.add.reduceat(graph.chance, graph.first_edge[:-1])
    assert np.allclose(sums, 1)
    assert graph.edges_of(0)[1].sum() == 1


def test_a_graph_that_is_a_part_says_what_was_not_followed():
    whole = explore(encounter("rune-and-rust", "duel"), NOBODY, 10**6, 1 << 30, SILENT)
    part = explore(encounter("rune-and-rust", "glass-and-glass"), NOBODY, 1000, 1 << 30, SILENT, partial=True)
    assert not (whole.ends == OPEN).any()
    assert (part.ends == OPEN).any()
