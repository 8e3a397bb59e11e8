"""The flow of chance: the same as when every round is followed by itself, on graphs of every shape."""

import numpy as np
import pytest

from fracas import SILENT, encounter
from fracas.engine.solve import flowing
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.flowing import flow


def round_by_round(graph, ends, limit):
    """Chance by end and round: one step after another, each of one round."""
    longest = int(graph.later.max())
    by_round = np.zeros((ends + 1, limit + 1))
    mass = np.zeros((limit + longest + 2, graph.size))
    first, chances = graph.edges_of(0)
    np.add.at(mass, (1 + graph.later[: len(first)], first), chances)
    for r in range(1, limit + 1):
        now = mass[r]
        while now.max() > 0:
            going, now[:] = now.copy(), 0.0
            for i in np.flatnonzero(going).tolist():
                if graph.ends[i] != 0:
                    by_round[graph.ends[i], r] += going[i]
                    continue
                row = int(graph.first_row[i + 1])
                to, p = graph.edges_of(row)
                later = graph.later[int(graph.first_edge[row]) :][: len(to)]
                np.add.at(mass, (r + later, to), going[i] * p)
    for i, left in enumerate(mass[limit + 1 :].sum(axis=0).tolist()):
        by_round[graph.ends[i], limit] += left
    return by_round


@pytest.mark.parametrize("limit", [1, 2, 6, 7, 8, 20])
@pytest.mark.parametrize(("ruleset", "scenario"), [("rune-and-rust", "duel"), ("world-loop", "duel")])
def test_many_rounds_at_a_time_come_to_the_same_as_one_by_one(ruleset, scenario, limit):
    ready = encounter(ruleset, scenario)
    graph = explore(ready, NOBODY, 3_000, 1 << 30, SILENT)
    found = flow(graph, len(ready.ends), limit, graph.first_row[1:-1], SILENT)
    assert found.by_round == pytest.approx(round_by_round(graph, len(ready.ends), limit), abs=1e-13)
    assert found.by_round.sum() == pytest.approx(1, abs=1e-12)


@pytest.fixture(scope="module")
def crypt():
    """A fight of which many states go on in the same way."""
    ready = encounter("ruins-and-realms", "first-steps")
    return ready, explore(ready, NOBODY, 1_000_000, 1 << 30, SILENT)


def flowed(ready, graph, **how):
    return flow(graph, len(ready.ends), ready.round_limit, graph.first_row[1:-1], SILENT, **how)


def test_states_that_go_on_in_the_same_way_are_one_and_nothing_is_lost(crypt):
    merged, apart = flowed(*crypt), flowed(*crypt, every_state=True)
    assert merged.by_round == pytest.approx(apart.by_round, abs=1e-14)
    assert merged.absorbed == pytest.approx(apart.absorbed, abs=1e-14)
    assert np.count_nonzero(merged.visits) < np.count_nonzero(apart.visits)


def test_many_steps_are_taken_as_few_are(crypt, monkeypatch):
    few = flowed(*crypt)
    monkeypatch.setattr(flowing, "FEW_STEPS", 0)
    many = flowed(*crypt)
    assert many.by_round == pytest.approx(few.by_round, abs=1e-14)
    assert many.absorbed == pytest.approx(few.absorbed, abs=1e-14)
