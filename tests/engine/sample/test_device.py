"""Fights on a device: what is prepared for it here."""

import pytest
from tests.engine.pit import Pit
from tests.engine.sample.test_lane import run_threads

import fracas
from fracas.engine.sample import simulate
from fracas.engine.sample.device import kernel_of


def test_the_kernel_has_the_book_the_first_state_and_the_policies_as_constants():
    usual = fracas.encounter(Pit(), "even")
    text = kernel_of(usual, "loop", usual.setup.state)
    assert f"[{usual.setup.book.nbytes} x i8]" in text
    assert f"[{usual.setup.state.nbytes} x i8]" in text
    for other in (usual.with_policies("wild"), fracas.encounter(Pit(), "long")):
        assert kernel_of(other, "loop", other.setup.state) != text


class Threads:
    """A device's fights, run here by the loop of its threads."""

    def __init__(self, encounter, seed, name, progress):
        self.encounter, self.seed = encounter, seed
        assert name == "cuda"

    def run(self, first, count, tallies, records):
        found, detail, _ = run_threads(self.encounter, count, self.seed, 5, first)
        e, n = self.encounter, len(self.encounter.ends) + 1
        limit = e.round_limit
        tallies[0][:] += found[:n]
        tallies[1][:] += found[n : n * (limit + 2)].reshape(n, -1)
        tallies[2][:] += found[n * (limit + 2) :].reshape(n, 2, -1)
        records[:] = detail[: len(records)]


def test_a_simulation_on_a_device_is_put_together_from_its_launches(monkeypatch):
    monkeypatch.setattr(simulate, "DeviceFights", Threads)
    monkeypatch.setattr(simulate, "DEVICE_CHUNK", 120)
    encounter = fracas.encounter(Pit(), "even")
    there, here = encounter.simulate(500, seed=4, each=True, device="cuda"), encounter.simulate(500, seed=4, each=True)
    assert there.records().tobytes() == here.records().tobytes()
    assert (there.rounds == here.rounds).all()
    assert (there.left == here.left).all()
    assert there.end_counts.tolist() == here.end_counts.tolist()


def test_a_fight_that_a_device_cannot_count_is_run_again_here(monkeypatch):
    """What is wrong with it is said by the ordinary loop; where that finds nothing wrong, the device is to blame."""

    class Failing(Threads):
        def run(self, first, count, tallies, records):
            return first + 7 if count else None

    monkeypatch.setattr(simulate, "DeviceFights", Failing)
    with pytest.raises(fracas.FracasError, match="fight 7"):
        fracas.encounter(Pit(), "even").simulate(20, device="cuda")
