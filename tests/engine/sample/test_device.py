"""Fights on a device: what is prepared for it here."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.engine.pit import Pit
from tests.engine.sample.test_lane import run_threads

import fracas
from fracas.engine.contract.progress import SILENT
from fracas.engine.sample import device, simulate
from fracas.engine.sample.device import DeviceFights, kernel_of
from fracas.engine.sample.lane import NO_FIGHT
from fracas.engine.sample.sampling import fight_dtype


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


class Machine:
    """A device on which nothing runs: it keeps what was loaded and launched, and tells of numbers that did not fit."""

    capability, name = 90, "a device"

    def __init__(self, takes):
        self.takes = takes
        self.limits, self.launched = [], []

    def memory(self, size):
        class Memory:
            def write(self, numbers):
                return self

            def clear(self):
                return self

            def read(self, into):
                into[...] = [NO_FIGHT, 0] if len(into) == 2 else 0
                return into

        return Memory()

    def assembled(self, ptx, registers=0):
        self.limits.append(registers)
        return ptx.encode()

    def load(self, code):
        return code

    def registers(self, kernel):
        return self.takes

    def variable(self, kernel, name):
        return kernel == b"narrow"

    def launch(self, kernel, arguments):
        self.launched.append(kernel)


@pytest.fixture
def on(monkeypatch):
    """The fights of a scenario on such a device."""

    class Prepared:
        def __init__(self, make, what, ruleset, kinds):
            pass

        def code(self):
            return SimpleNamespace(name="loop")

        def kept(self, name, made, what, progress):
            return made()

    def fights(machine):
        monkeypatch.setattr(device, "device_of", lambda name: machine)
        monkeypatch.setattr(device, "Translation", Prepared)
        monkeypatch.setattr(device, "to_ptx", lambda code, kernel, capability, narrow: "narrow" if narrow else "wide")
        encounter = fracas.encounter(Pit(), "even")
        return encounter, DeviceFights(encounter, 1, "cuda", SILENT)

    return fights


def test_fights_whose_numbers_do_not_fit_into_narrow_states_are_run_again_in_wide_ones(on):
    machine = Machine(40)
    encounter, fights = on(machine)
    machine.launched.clear()
    assert fights.run(0, 10, simulate.empty_tallies(encounter), np.zeros(0, fight_dtype)) is None
    assert machine.launched[0] == b"narrow"
    assert machine.launched[-1] == b"wide"
    machine.launched.clear()
    fights.run(10, 10, simulate.empty_tallies(encounter), np.zeros(0, fight_dtype))
    assert machine.launched == [b"wide"]


@pytest.mark.parametrize(("takes", "limits"), [(40, [0]), (55, [0, 40]), (100, [0, 64, 40])])
def test_fewer_registers_are_tried_where_threads_take_more(on, takes, limits):
    machine = Machine(takes)
    on(machine)
    assert machine.limits == limits
