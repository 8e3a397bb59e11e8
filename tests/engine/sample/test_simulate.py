"""Simulation: the same bits with any workers, whole tallies, stopping early, finding fights."""

import os
import signal
import weakref
from itertools import islice, pairwise, takewhile
from math import sqrt

import numpy as np
import pytest
from tests.console import posix

from fracas import FracasError, encounter, find
from fracas.engine.content.limits import set_memory_limit
from fracas.engine.sample import simulate as simulating
from fracas.engine.sample.simulate import Fights, Paired, deviations, half_width_wanted, interval, simulate, stops, tallies_size

DUEL = encounter("rune-and-rust", "duel")


def same(a, b):
    return (a.end_counts == b.end_counts).all() and (a.rounds == b.rounds).all() and (a.left == b.left).all()


def test_any_number_of_workers_and_any_chunks_give_the_same_bits():
    reference = simulate(DUEL, 30_000, 5, workers=1, each=True)
    for workers, chunk in ((2, 20_000), (3, 777), (8, 1_000)):
        other = simulate(DUEL, 30_000, 5, workers=workers, each=True, chunk=chunk)
        assert same(reference, other)
        assert (reference.fights == other.fights).all()


def test_a_batch_can_start_at_any_fight():
    whole = simulate(DUEL, 1000, 5, each=True).fights
    part = simulate(DUEL, 300, 5, each=True, first=700).fights
    assert (whole[700:] == part).all()


def test_tallies_are_the_fights_counted():
    batch = simulate(DUEL, 20_000, 8, each=True)
    fights = batch.fights
    assert batch.wins == (fights["end"] == 1).sum()
    assert batch.wins + batch.losses + batch.draws == batch.n == 20_000
    assert batch.mean_rounds == pytest.approx(fights["rounds"].mean())
    assert batch.health_distribution(0)[0] == (fights["health_a"] == 0).mean()
    assert sum(batch.rounds_distribution().values()) == pytest.approx(1)
    assert batch.left[:, 1].sum() == 20_000


def test_other_seeds_are_other_fights():
    a, b = (simulate(DUEL, 1000, seed, each=True).fights["digest"] for seed in (1, 2))
    assert np.intersect1d(a, b).size < 1000


class StopsAfter:
    """Progress that is interrupted, as by Ctrl-C, when so many fights are done."""

    def __init__(self, fights):
        self.fights = fights

    def say(self, text):
        pass

    def at(self, done, total, what):
        if done >= self.fights:
            raise KeyboardInterrupt


def test_stopping_early_keeps_what_is_done_and_says_so():
    stopped = simulate(DUEL, 1_000_000, 5, workers=2, each=True, progress=StopsAfter(50_000), chunk=5000)
    assert stopped.interrupted
    assert 50_000 <= stopped.n < 1_000_000
    assert "stopped; 1,000,000 were asked for" in stopped.sentence()
    reference = simulate(DUEL, stopped.n, 5, each=True)
    assert same(stopped, reference)
    assert (stopped.fights == reference.fights).all()


@posix
def test_stopping_does_not_wait_for_the_end_of_a_chunk(monkeypatch):
    """Ctrl-C within a chunk that would take days: its fights until then are kept."""
    run = Fights.__call__

    def pressing(fights, piece, watch):
        if piece[1]:
            os.kill(os.getpid(), signal.SIGINT)
        return run(fights, piece, watch)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(Fights, "__call__", pressing)
    try:
        stopped = simulate(DUEL, 10**12, 5, workers=1, chunk=10**12)
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert stopped.interrupted
    assert stopped.n < 10**12
    assert not stopped.n or same(stopped, simulate(DUEL, stopped.n, 5))


def test_tallies_of_chunks_are_added_up_as_they_come(monkeypatch):
    """However many chunks there are, few tallies are kept: a million HP make large ones."""
    made = []
    empty = simulating.empty_tallies

    def counted(encounter):
        found = empty(encounter)
        made.append(weakref.ref(found[0]))
        most.append(sum(each() is not None for each in made))
        return found

    most = []
    monkeypatch.setattr(simulating, "empty_tallies", counted)
    simulate(DUEL, 20_000, 5, workers=2, chunk=100)
    assert len(made) > 200
    assert max(most) < 20


def test_tallies_too_large_for_the_memory_are_refused():
    set_memory_limit(tallies_size(DUEL))
    try:
        with pytest.raises(FracasError, match=r"tallies of what is left .* would take about"):
            simulate(DUEL, 10, 5)
    finally:
        set_memory_limit(None)


@pytest.mark.parametrize(
    ("arguments", "said"), [((0, 1), "0 fights"), ((-5, 1), "-5 fights"), ((10, -1), "seed"), ((10, 1, -2), "workers")]
)
def test_what_cannot_be_simulated_is_refused(arguments, said):
    with pytest.raises(FracasError, match=said):
        simulate(DUEL, *arguments)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    # exact: chance of each count, whether its interval covers p
    from math import comb

    n, p = 200, 0.3
    covered = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if interval(k, n)[0] <= p <= interval(k, n)[1])
    assert 0.93 < covered < 0.97
    assert interval(0, 0) == (0.0, 1.0)


def test_the_longest_the_shortest_the_closest_and_the_comeback_are_found():
    n = 20_000
    fights = simulate(DUEL, n, 5, each=True).fights
    assert fights["rounds"][find(DUEL, "longest", n, 5)[0]] == fights["rounds"].max()
    assert fights["rounds"][find(DUEL, "shortest", n, 5)[0]] == fights["rounds"].min()
    closest = find(DUEL, "closest", n, 5, most=3)
    assert [max(fights[k]["health_a"], fights[k]["health_b"]) for k in closest] == [1, 1, 1]
    (comeback,) = find(DUEL, "comeback", n, 5)
    replayed = DUEL.fight(5, comeback)
    behind = 0
    winner = 0 if fights[comeback]["end"] == 1 else 1
    while not replayed.over:
        replayed.auto()
        behind = max(behind, replayed.health(1 - winner) * 1000 // 30 - replayed.health(winner) * 1000 // 30)
    assert behind == fights["deficit"].max() == fights[comeback]["deficit"]
    with pytest.raises(FracasError, match="did you mean 'longest'"):
        find(DUEL, "longst", 10)


def test_a_simulation_tells_its_input_its_interval_and_its_n():
    batch = simulate(DUEL, 40_000, 3)
    low, high = batch.win_interval()
    assert low < batch.win < high
    assert high - low == pytest.approx(2 * 1.96 * sqrt(batch.win * (1 - batch.win) / 40_000), rel=0.01)
    assert "of 40,000 fights, seed 3" in batch.sentence()
    assert batch.version == DUEL.ruleset.version


# until an interval is narrow enough


def half_width(run):
    low, high = run.win_interval()
    return (high - low) / 2


def test_it_goes_on_until_the_interval_is_narrow_enough_and_no_further():
    found = simulate(DUEL, until="±0.5%", workers=1)
    assert half_width(found) <= 0.005
    *_, before = takewhile(lambda n: n < found.n, stops())
    assert half_width(simulate(DUEL, before)) > 0.005
    assert same(found, simulate(DUEL, found.n))
    assert (found.until, found.interrupted) == (0.005, False)
    for workers, chunk in ((2, 20_000), (3, 777)):
        assert same(found, simulate(DUEL, until=0.005, workers=workers, chunk=chunk))
    assert (simulate(DUEL, until=0.005, each=True).fights == simulate(DUEL, found.n, each=True).fights).all()


def test_it_looks_at_fixed_numbers_of_fights_each_a_quarter_more():
    some = list(islice(stops(), 12))
    assert some[:4] == [10_000, 12_500, 16_000, 20_000]
    assert some[10:] == [100_000, 125_000]
    assert all(1.2 < after / before < 1.3 for before, after in pairwise(some))


@pytest.mark.parametrize(
    ("text", "width"), [("±0.001%", 1e-5), ("0.001%", 1e-5), ("+-1 %", 0.01), ("±1e-5", 1e-5), (" 0.25 ", 0.25), (0.001, 0.001)]
)
def test_a_half_width_is_read_as_people_write_it(text, width):
    assert half_width_wanted(text) == pytest.approx(width, rel=1e-12)


@pytest.mark.parametrize("text", ["", "±", "0", "50%", "-1%", "nan", 0, 0.7, float("nan"), True, "1e-5%%"])
def test_a_half_width_that_is_none_is_refused(text):
    with pytest.raises(FracasError, match="is no half-width"):
        simulate(DUEL, until=text)


def test_more_fights_than_it_may_take_are_refused_with_an_estimate():
    with pytest.raises(FracasError, match=r"±1e-07 would take about 9\d,\d{3},\d{3},\d{3},\d{3} fights, and 1,000,000,000,000 may"):
        simulate(DUEL, until=1e-7)
    with pytest.raises(FracasError, match="and 20,000 may") as refused:
        simulate(DUEL, 20_000, until=0.001)
    assert refused.value.code == "too-many-fights"
    wider = float(refused.value.remedy.removeprefix("ask for ±").removesuffix(" or wider"))
    assert half_width(simulate(DUEL, 25_000, until=wider * 1.05)) <= wider * 1.05
    with pytest.raises(FracasError, match="the number of fights is missing"):
        simulate(DUEL)


def test_stopped_on_the_way_it_says_so():
    stopped = simulate(DUEL, until=0.002, workers=2, progress=StopsAfter(30_000))
    assert stopped.interrupted
    assert same(stopped, simulate(DUEL, stopped.n))


def test_paired_sums_can_be_added_up_in_any_order_and_are_the_statistics_of_the_differences():
    before, after = np.array([0, 1, 1, 0, 1, 3]), np.array([1, 1, 2, 0, 0, 7])
    whole = Paired.of(before, after)
    parts = [Paired.of(before[cut], after[cut]) for cut in (slice(2, 5), slice(5, 6), slice(0, 2))]
    assert parts[0].plus(parts[1]).plus(parts[2]) == whole
    by = after - before
    half = deviations() * by.std(ddof=1) / sqrt(len(by))
    assert whole.difference() == pytest.approx([before.mean(), after.mean(), by.mean() - half, by.mean() + half], rel=1e-14)
