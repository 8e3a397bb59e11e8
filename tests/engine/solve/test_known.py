"""What the rules came to is kept for the next solution of such a fight: it comes out as if nothing had been known."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fracas import SILENT, FracasError, encounter
from fracas.engine.solve import exploring, known
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.masks import MASKS
from fracas.lab.weighing import stats_of

SMALL = Path(__file__).parents[2] / "small_fights"
STATES = 100_000
BEGINNINGS = 3
CHANGES = 12
FIGHTS = [
    ("rune-and-rust", "duel"),
    ("arda", SMALL / "arda" / "the-well.json"),
    ("ruins-and-realms", SMALL / "ruins-and-realms" / "knives.json"),
    ("veinbreaker", SMALL / "veinbreaker" / "stancer.json"),
    ("world-loop", SMALL / "world-loop" / "potions.json"),
]
WITH_NUMBERS = [(name, "hammer-and-thorns" if name == "arda" else scenario) for name, scenario in FIGHTS]
"""In the fight of ARDA among these no number of the scenario matters."""


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


def changed(ruleset, scenario, ready):
    """The fight with one or two of its numbers a little less or more, chosen at random."""
    rng, fights = random.Random(len(ready.name)), []
    values = [{stat.path: value} for stat in stats_of(ready) for value in (stat.less, stat.more) if value is not None]
    while len(fights) < CHANGES:
        changes = rng.choice(values) | (rng.choice(values) if rng.random() < 0.5 else {})
        try:
            fights.append(encounter(ruleset, scenario, changes=changes))
        except FracasError:  # together they are refused
            continue
    return fights


@pytest.mark.parametrize(("ruleset", "scenario"), WITH_NUMBERS, ids=[name for name, _ in WITH_NUMBERS])
def test_with_other_numbers_a_fight_is_solved_to_the_last_bit_as_if_nothing_were_known(ruleset, scenario):
    ready = encounter(ruleset, scenario)
    fights = [ready, *changed(ruleset, scenario, ready), ready]
    reused = [fight.solve() for fight in fights]
    different = set()
    for fight, solution in zip(fights, reused, strict=True):
        known.forget()
        fresh = fight.solve()
        assert (solution.states, solution.outcomes, solution.left) == (fresh.states, fresh.outcomes, fresh.left)
        assert np.array_equal(solution.by_round, fresh.by_round)
        different.add(fresh.by_round.tobytes())
    assert len(different) > CHANGES // 3


def test_best_play_with_other_numbers_is_found_as_if_nothing_were_known():
    fights = [encounter("rune-and-rust", "duel", changes={"enemies.0.attributes.might": might}) for might in (2, 4, 3, 5, 2)]
    reused = [fight.best() for fight in fights]
    for fight, best in zip(fights, reused, strict=True):
        known.forget()
        fresh = fight.best()
        assert best.value == fresh.value
        assert np.array_equal(best.solution.by_round, fresh.solution.by_round)


def deeds_of(fight):
    return len(explore(fight, NOBODY, STATES, 1 << 30, SILENT).deeds)


def test_a_rule_runs_again_only_for_what_depends_on_the_number_that_was_changed():
    ready = encounter("ruins-and-realms", SMALL / "ruins-and-realms" / "knives.json")
    other = encounter("ruins-and-realms", SMALL / "ruins-and-realms" / "knives.json", changes={"creatures.0.hp": 9})
    fresh = deeds_of(other)
    known.forget()
    first = deeds_of(ready)
    both = deeds_of(other)
    assert first < both < first + fresh // 2
    assert deeds_of(ready) == both + 1  # how the fight begins: what was set aside is of use again
    assert deeds_of(other) == both + 2


def test_what_takes_too_much_of_the_memory_or_cannot_be_told_apart_is_no_help_with_another_book():
    ready = encounter("rune-and-rust", "duel")
    other = encounter("rune-and-rust", "duel", changes={"enemies.0.attributes.might": 5})
    ready.solve()
    ((found,),) = known._KEPT.values()
    assert found.is_of(ready.setup.book)
    assert not found.is_of(other.setup.book)
    assert found.serves(1 << 30)
    assert not found.serves(found.size)
    found.arrays["lengths"][3] = MASKS
    assert not found.serves(1 << 30)


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
    monkeypatch.setattr(known, "MAX_TOTAL", 1)
    ready.solve()
    assert len(known._KEPT) == 1
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
