"""Worlds on a device: what one of its threads runs, run here."""

import numpy as np
import pytest

import fracas
from fracas.dice.compiled import full_nets, shared_dtype
from fracas.engine.compile.compiling import Compiled, Translation
from fracas.engine.compile.ptx import to_ptx
from fracas.engine.contract.progress import ANNOUNCED
from fracas.engine.world import worlds
from fracas.engine.world.device import kernel_of, make_world_lane, signature

SEEDS = range(5, 9)


def test_the_kernel_has_the_book_as_a_constant_and_each_thread_arrays_of_its_own(rules):
    setup = worlds.world_setup(rules, "realm", None)
    text = kernel_of(setup, "loop")
    assert f"[{setup.book.nbytes} x i8]" in text
    assert text.count("mul i64 %thread") == len(setup.arrays)


@pytest.fixture(scope="module")
def rules():
    return fracas.load_ruleset("world-loop")


def device_worlds(ruleset, rules, setup, seeds, ticks, name, progress):
    """Each thread's world, run here in two launches."""
    loop = Compiled(lambda: make_world_lane(rules), "world lane", ruleset)
    nets, dice, numbers = full_nets(), np.zeros(1, shared_dtype), np.array(list(seeds), np.int64)
    for thread, seed in enumerate(seeds):
        arrays = type(setup.arrays)(*(each.copy() for each in setup.arrays))
        for part, founding in ((ticks // 3, 1), (ticks - ticks // 3, 0)):
            given = (thread, len(seeds), part, founding, nets.ctypes.data, numbers, arrays, setup.book[0], dice[0])
            loop(tuple(each.dtype for each in arrays), ANNOUNCED, *given)
        yield seed, list(arrays)


@pytest.mark.slow
def test_threads_run_the_same_worlds(rules, monkeypatch):
    monkeypatch.setattr(worlds, "device_worlds", device_worlds)
    there, here = (worlds.many_worlds(rules, "realm", None, SEEDS, 60, device=device) for device in ("cuda", None))
    assert there == here
    assert len({each.fingerprint for each in there}) == len(SEEDS)


@pytest.mark.slow
def test_worlds_become_one_kernel(rules):
    setup = worlds.world_setup(rules, "realm", None)
    code = Translation(lambda: make_world_lane(worlds.world_of(rules).rules), "world lane", rules, signature(setup)).code()
    ptx = to_ptx(code, kernel_of(setup, code.name), 90)
    assert ptx.count(".entry fracas") == 1
