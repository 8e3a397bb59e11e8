"""An hour of the continent: memory stays flat and everything stays in order. ``FRACAS_SOAK`` says how many seconds it takes instead."""

import gc
import os
import time
from pathlib import Path

import pytest
from tests.world_loop.realm import check, world

SECONDS = float(os.environ.get("FRACAS_SOAK", "3600"))
WARM_UP = 0.15
"""The share of the time after which memory is expected to have reached its size."""
STRETCHES = 60
FLAT = 16 * 2**20
"""Bytes by which resident memory may differ afterwards: what is needed to check a world comes and goes."""
STATM = Path("/proc/self/statm")


def resident() -> int:
    """The bytes of this process that are in memory."""
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="resident memory is read from /proc")
def test_the_continent_runs_for_an_hour_in_the_memory_it_began_with(capsys: pytest.CaptureFixture[str]):
    found = world(1, plan="continent")
    check(found, ticked=False)
    began = time.monotonic()
    seen: list[tuple[float, int]] = []
    for stretch in range(1, STRETCHES + 1):
        while time.monotonic() - began < SECONDS * stretch / STRETCHES:
            found.advance(20)
        check(found)
        seen.append((time.monotonic() - began, resident()))
    measures = found.measures()
    warm = [size for when, size in seen if when > SECONDS * WARM_UP]
    with capsys.disabled():
        print(f"\n{found.tick:,} ticks in {seen[-1][0]:,.0f} s, {measures['living']:,} living, {measures['died']:,} died, ", end="")
        print(f"{warm[0] / 2**20:.1f} MiB resident after the warm-up, {max(warm) / 2**20:.1f} at most")
    assert found.tick > 0
    assert max(warm) - warm[0] <= FLAT
    assert measures["living"] >= 5000
    assert measures["died"] > 0
