"""What the rules came to is kept for the next solution with the same book: it comes out as if nothing had been known."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fracas import SILENT, encounter
from fracas.engine.solve import exploring, known
from fracas.engine.solve.exploring import NOBODY, explore

SMALL = Path(__file__).parents[2] / "small_fights"
STATES = 100_000
BEGINNINGS = 3
FIGHTS = [
    ("rune-and-rust", "duel"),
    ("arda", SMALL / "arda" / "the-well.json"),
    ("ruins-and-realms", SMALL / "ruins-and-realms" / "knives.json"),
    ("veinbreaker", SMALL / "veinbreaker" / "stancer.json"),
    ("world-loop", SMALL / "world-loop" / "potions.json"),
]


@pytest.fixture(autouse=True)
def nothing_known():
    known.forget()
    yield
    known.forget()


def course(solution):
    return solution.states, solution.outcomes, solution.by_round


def same(one, two):
    return one[:2] == two[:2] and np.allclose(one[2], two[2], rtol=0, atol=1e-14)


@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS, ids=[name for name, _ in FIGHTS])
def test_a_fight_that_begins_elsewhere_is_solved_the_same_with_what_is_known_as_without(ruleset, scenario):
    ready = encounter(ruleset, scenario)
    graph = explore(ready, NOBODY, STATES, 1 << 30, SILENT)
    going_on = np.flatnonzero(graph.ends == 0)
    chosen = np.random.default_rng(1).choice(going_on, BEGINNINGS)
    fights = [ready, *(replace(ready, setup=replace(ready.setup, state=state[None])) for state in graph.states_at(chosen))]
    reused = [course(fight.solve()) for fight in fights]
    fresh = []
    for fight in fights:
        known.forget()
        fresh.append(course(fight.solve()))
    assert all(same(a, b) for a, b in zip(reused, fresh, strict=True))


def test_no_rule_runs_again_for_what_is_known():
    ready = encounter("rune-and-rust", "duel")
    first = explore(ready, NOBODY, STATES, 1 << 30, SILENT)
    second = explore(ready, NOBODY, STATES, 1 << 30, SILENT)
    assert len(second.deeds) == len(first.deeds) + 1  # how the fight begins
    assert len(second.verdicts) == len(first.verdicts)
    assert (second.states == first.states).all()
    assert (second.chance == first.chance).all()


def test_with_another_number_in_the_book_it_is_another_fight():
    ready = encounter("rune-and-rust", "duel")
    ready.solve()
    for might in (4, 5):
        other = encounter("rune-and-rust", "duel", changes={"enemies.0.attributes.might": might})
        reused = course(other.solve())
        known.forget()
        assert same(reused, course(other.solve()))
        assert not same(reused, course(ready.solve()))


def test_solutions_of_several_threads_at_once_are_all_the_same():
    ready = encounter("rune-and-rust", "duel")
    one = course(ready.solve())
    with ThreadPoolExecutor(4) as pool:
        assert all(same(one, course(each)) for each in pool.map(lambda _: ready.solve(), range(24)))


def test_what_is_known_of_a_few_fights_only_is_kept(monkeypatch):
    monkeypatch.setattr(known, "MAX_FIGHTS", 2)
    ready = encounter("rune-and-rust", "duel")
    for b in ready.ruleset.policies_of[1]:
        ready.with_policies(b=b).solve()
    assert len(known._KEPT) == min(2, len(ready.ruleset.policies_of[1]))
    monkeypatch.setattr(known, "MAX_BYTES", 0)
    known.forget()
    ready.solve()
    assert not known._KEPT


def test_work_that_is_not_over_at_once_goes_on_in_a_thread_of_its_own(monkeypatch):
    ready = encounter("rune-and-rust", "duel")
    one = course(ready.solve())
    monkeypatch.setattr(exploring, "BRIEF", 10)
    assert same(one, course(ready.solve()))


def test_a_solution_is_the_same_to_the_last_bit_whatever_was_solved_before():
    def solved(hp):
        return encounter("rune-and-rust", "adept-and-crawler", changes={"enemies.0.hp": hp}).solve().by_round

    fresh = {}
    for hp in range(20, 26):
        known.forget()
        fresh[hp] = solved(hp)
    for hp in (*range(25, 19, -1), *range(20, 26)):
        assert np.array_equal(solved(hp), fresh[hp])
