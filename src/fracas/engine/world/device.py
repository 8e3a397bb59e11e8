"""Worlds on an NVIDIA device: one thread a world, thousands side by side, the same worlds as on the processor."""
# Numba has no type stubs: its decorators are untyped, and the loop below is compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numba
import numpy as np
from numba import int64, njit

from fracas.dice.compiled import full_nets, shared_dtype
from fracas.engine.compile.compiling import Translation
from fracas.engine.compile.cuda import Device, device_of
from fracas.engine.compile.ptx import Argument, array, array_like, kernel_text, number, pointer, to_ptx
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.world import WorldRules, WorldSetup
from fracas.engine.records.record import Array
from fracas.errors import FracasError

BLOCK = 32
"""Threads that start together."""
LAUNCH_SECONDS = 0.5
"""Approximate time of a launch, so that Ctrl-C is seen between two of them."""
SHARE = 0.8
"""The share of the device's free memory that worlds may take."""
NUMBERS = numba.types.Array(int64, 1, "C")


def make_world_lane(rules: WorldRules) -> Any:
    """The compiled loop of one thread, which runs one world."""
    found, tick = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_world_lane(thread, worlds, ticks, founding, nets_at, seeds, world, b, d):
        if thread >= worlds:
            return 0
        d.base = np.uint64(seeds[thread])
        d.nets_at = np.uint64(nets_at)
        if founding != 0:
            found(d, world, b)
        for _ in range(ticks):
            tick(d, world, b)
        return 0

    return fracas_world_lane


def signature(setup: WorldSetup) -> tuple[Any, ...]:
    """The types that the loop of a thread is compiled for."""
    dice = numba.typeof(np.zeros(1, shared_dtype)[0])
    return (*[int64] * 5, NUMBERS, numba.typeof(setup.arrays), numba.typeof(setup.book[0]), dice)


def kernel_of(setup: WorldSetup, entry: str) -> str:
    """The kernel of worlds of one plan, whose book is a constant."""
    parameters = [*(f"i64 %{name}" for name in ("worlds", "ticks", "founding")), "ptr %nets", "ptr %seeds"]
    before, arrays = ["%nets_at = ptrtoint ptr %nets to i64"], list[Argument]()
    for i, each in enumerate(setup.arrays):
        parameters.append(f"ptr %all{i}")
        before += [f"%at{i} = mul i64 %thread, {each.nbytes}", f"%world{i} = getelementptr i8, ptr %all{i}, i64 %at{i}"]
        arrays.append(array_like(f"%world{i}", each))
    given = [
        *(number(f"%{name}") for name in ("thread", "worlds", "ticks", "founding", "nets_at")),
        array("%seeds", "%worlds", 8),
        *arrays,
        pointer("%book"),
        pointer("%dice"),
    ]
    return kernel_text(entry, parameters, {"book": setup.book.tobytes()}, {"dice": shared_dtype.itemsize}, before, given)


def _loaded(device: Device, ruleset: Ruleset, rules: WorldRules, setup: WorldSetup, progress: Progress) -> Any:
    lane = Translation(lambda: make_world_lane(rules), "world lane", ruleset, signature(setup))
    shapes = [(each.shape, each.dtype.str) for each in setup.arrays]
    fixed = f"{hashlib.sha256(setup.book.tobytes()).hexdigest()} {shapes} {device.capability}"

    def made() -> bytes:
        code = lane.code()
        return device.assembled(to_ptx(code, kernel_of(setup, code.name), device.capability))

    return device.load(lane.kept(fixed, made, f"worlds of {ruleset.title} for {device.name}", progress))


def device_worlds(
    ruleset: Ruleset, rules: WorldRules, setup: WorldSetup, seeds: Sequence[int], ticks: int, name: str, progress: Progress
) -> Iterator[tuple[int, list[Array]]]:
    """Run a world for each seed; yields each seed with the arrays of its world, as soon as the worlds beside it are done."""
    device = device_of(name)
    kernel = _loaded(device, ruleset, rules, setup, progress)
    nets = device.memory(full_nets().nbytes).write(full_nets())
    size = sum(each.nbytes for each in setup.arrays)
    room = int(device.free * SHARE) // max(size, 1)
    if room == 0:
        raise FracasError("device-memory", f"the memory of {device.name} does not hold one such world", "make it smaller")
    for first in range(0, len(seeds), room):
        batch = seeds[first : first + room]
        worlds = [device.memory(len(batch) * each.nbytes).write(np.stack([each] * len(batch))) for each in setup.arrays]
        numbers = device.memory(8 * len(batch)).write(np.array(batch, np.int64))
        done, stride, founding = 0, 1, 1
        while done < ticks or founding:
            stride = min(stride, ticks - done)
            began = time.perf_counter()
            device.launch(kernel, (len(batch), stride, founding, nets, numbers, *worlds), -(-len(batch) // BLOCK), BLOCK)
            took = time.perf_counter() - began
            done, founding = done + stride, 0
            progress.at(first, len(seeds), "worlds")
            stride = max(min(int(stride * LAUNCH_SECONDS / max(took, 1e-6)), 4 * max(stride, 1)), 1)
        back = [memory.read(np.empty((len(batch), *each.shape), each.dtype)) for memory, each in zip(worlds, setup.arrays, strict=True)]
        for i, seed in enumerate(batch):
            yield seed, [each[i] for each in back]
