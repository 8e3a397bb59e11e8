"""A part of the graph of states: it grows where it is asked to, and when it is whole it is the graph that was explored at once."""

import numpy as np
import pytest

import fracas
from fracas import SILENT, FracasError
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.following import OPEN
from fracas.engine.solve.part import Part

DUEL = fracas.encounter("rune-and-rust", "duel")


@pytest.fixture(scope="module")
def whole():
    return explore(DUEL, NOBODY, 10**6, 1 << 30, SILENT)


def unexpanded(part):
    return np.flatnonzero(part.verdict_of[: part.size] < 0)


def test_it_is_whole_once_everything_was_expanded(whole):
    part, sizes = Part(DUEL, NOBODY, 1 << 30, SILENT), []
    while len(left := unexpanded(part)):
        part.expand(left)
        part.enter_edges()
        sizes.append(part.size)
    assert sizes == sorted(sizes)
    graph = part.graph()
    every = np.arange(graph.size)
    assert {state.tobytes() for state in graph.states_at(every)} == {state.tobytes() for state in whole.states_at(every)}
    assert not (graph.ends == OPEN).any()


def test_what_was_not_expanded_is_open():
    part = Part(DUEL, NOBODY, 1 << 30, SILENT)
    part.expand(unexpanded(part)[:1])
    part.enter_edges()
    graph = part.graph()
    assert (graph.ends == OPEN).sum() == len(unexpanded(part)) > 0


def test_a_state_is_entered_once(whole):
    part = Part(DUEL, NOBODY, 1 << 30, SILENT)
    first = part.size
    again = part.enter(part.packed[:first].copy())
    assert again.tolist() == list(range(first))
    assert part.size == first


def test_more_memory_than_allowed_is_refused():
    part = Part(DUEL, NOBODY, 1 << 30, SILENT)
    part.memory = part.bytes()
    with pytest.raises(FracasError, match="allow more"):
        part.make_room(10 * len(part.packed))
