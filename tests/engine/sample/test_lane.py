"""What a thread of a device runs, run here thread after thread: the same fights as in the ordinary loop, in any order."""

import numpy as np
import pytest
from tests.engine.pit import Pit

import fracas
from fracas.dice.compiled import full_nets, shared_dtype
from fracas.engine.compile.compiling import compiled
from fracas.engine.contract.progress import ANNOUNCED
from fracas.engine.records.narrow import narrowed
from fracas.engine.sample.device import entries, most_health
from fracas.engine.sample.lane import FAILED, NO_FIGHT, make_lane
from fracas.engine.sample.sampling import fight_dtype


def run_threads(encounter, n, seed, threads, first=0, most=None, origin=None):
    """The tallies, records and report of fights as so many threads of a device leave them; ``origin`` may be a narrow state."""
    setup, ends = encounter.setup, len(encounter.ends) + 1
    most = most_health(encounter) if most is None else most
    origin = setup.state if origin is None else origin
    state, wide, dice = origin.copy(), setup.state.copy(), np.zeros(2, shared_dtype)
    nets = full_nets()
    dice["nets_at"] = nets.ctypes.data
    tallies, report = np.zeros(entries(encounter), np.int64), np.array([NO_FIGHT, 0], np.int64)
    records = np.zeros(n, fight_dtype)
    loop = compiled(make_lane, "lane", encounter.ruleset)
    for thread in reversed(range(threads)):
        loop(
            (origin.dtype, setup.book.dtype),
            ANNOUNCED,
            *(thread, threads, first, n, seed, encounter.round_limit, *encounter.policy_numbers.tolist(), most),
            *(origin.copy()[0], setup.book[0], state[0], wide[0], dice[0], dice[1], wide.dtype.itemsize // 8, ends),
            *(tallies, records, report),
        )
    return tallies, records, report


def agrees(encounter, n=300, threads=7, narrow=True):
    """Whether threads of a device have the same fights as the ordinary loop, to the last bit."""
    usual = encounter.simulate(n, seed=3, each=True)
    tallies, records, report = run_threads(encounter, n, 3, threads, origin=narrowed(encounter.setup.state) if narrow else None)
    assert records.tobytes() == usual.records().tobytes()
    counted = np.concatenate([usual.end_counts, usual.rounds.ravel(), usual.left.ravel()])
    assert tallies.tolist() == counted.tolist()
    assert report[FAILED] == NO_FIGHT


@pytest.mark.parametrize("narrow", [True, False])
def test_threads_have_the_fights_of_the_ordinary_loop(narrow):
    agrees(fracas.encounter(Pit(), "even"), narrow=narrow)


@pytest.mark.slow
def test_threads_have_the_fights_of_the_ordinary_loop_in_every_scenario():
    for name in fracas.ruleset_names():
        ruleset = fracas.load_ruleset(name)
        for scenario in ruleset.scenarios():
            agrees(fracas.encounter(ruleset, scenario), 100)


def test_a_fight_that_cannot_be_counted_is_reported_by_its_number():
    encounter = fracas.encounter(Pit(), "even")
    _, _, report = run_threads(encounter, 40, 3, 7, first=100, most=0)
    assert report[FAILED] == 100
