"""Fights on an NVIDIA device: are they the same as here, and how fast?

``python benchmarks/device.py [--fights 20000] [--policies] [--write FILE] [RULESET …]``. Every scenario of every ruleset is fought on both,
and the records of all fights are compared byte for byte; before, scenarios of each ruleset are timed, on the device and on all cores of the
same machine. It needs a device and ``pip install 'fracas[cuda]'``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from rich.console import Console

import fracas
from fracas import Encounter, FracasError
from fracas.engine.compile.cuda import device_of
from fracas.engine.world.worlds import Outcome

TIMED = {
    "rune-and-rust": ("duel", "adept-and-crawler"),
    "arda": ("toll-of-winter",),
    "world-loop": ("duel",),
    "veinbreaker": ("duel", "benchmark"),
    "ruins-and-realms": ("crypt-guard",),
}
AIMS = {
    ("rune-and-rust", "duel"): 1000,
    ("arda", "toll-of-winter"): 300,
    ("world-loop", "duel"): 300,
    ("veinbreaker", "duel"): 50,
    ("ruins-and-realms", "crypt-guard"): 50,
}
"""Million fights a second that are aimed at on one H200."""
WORLDS, TICKS = "world-loop", 500
"""Whose worlds are run side by side, and for how long."""
SECONDS = 2.0
"""How long a timed run takes, about."""
Case = tuple[str, str, tuple[str | None, str | None]]
"""A ruleset, a scenario and the policies, None for the usual one."""
said = Console(stderr=True, highlight=False, soft_wrap=True)


def compared(name: str, scenario: str, policies: tuple[str | None, str | None], fights: int) -> tuple[str, str, float]:
    """The policies of a fight, what differs between the device and the processor, and how long it took to make the code."""
    ready = fracas.encounter(name, scenario, policies=policies)
    began = time.perf_counter()
    ready.simulate(1, device="cuda")
    waited = time.perf_counter() - began
    there, here = (ready.simulate(fights, seed=11, each=True, device=device) for device in ("cuda", None))
    found = [] if there.records().tobytes() == here.records().tobytes() else ["records"]
    found += [each for each in ("end_counts", "rounds", "left") if not (getattr(there, each) == getattr(here, each)).all()]
    return " against ".join(ready.policies), ", ".join(found), waited


def worlds(seeds: range, device: str | None) -> tuple[list[Outcome], float]:
    """Many small worlds, and how many ticks of one were run in a second."""
    rules = fracas.load_ruleset(WORLDS)
    fracas.many_worlds(rules, None, None, seeds[:1], 1, device=device)
    began = time.perf_counter()
    found = fracas.many_worlds(rules, None, None, seeds, TICKS, device=device)
    return found, len(seeds) * TICKS / (time.perf_counter() - began)


def speed(ready: Encounter, device: str | None, first: int) -> float:
    """Fights per second in a run of some seconds."""
    n = first
    while True:
        found = ready.simulate(n, seed=1, device=device)
        if found.seconds > SECONDS / 4 or n > 10**10:
            n = int(found.fights_per_second * SECONDS)
            return ready.simulate(n, seed=1, device=device).fights_per_second
        n *= 4


def timed(names: list[str]) -> Iterator[str]:
    """The rows of fights per second, each run by itself."""
    yield from ("| ruleset | scenario | ready in | device, fights/s | aim | cores, fights/s | ratio |", "|---|---|---|---|---|---|---|")
    for name, scenario in [(each, scenario) for each in names for scenario in TIMED[each]]:
        ready = fracas.encounter(name, scenario)
        began = time.perf_counter()
        ready.simulate(1, device="cuda")
        waited = time.perf_counter() - began
        there, here = speed(ready, "cuda", 4_000_000), speed(ready, None, 100_000)
        aim = AIMS.get((name, scenario))
        said_of_aim = "" if aim is None else f"{aim:,} million: {'met' if there >= aim * 1e6 else 'missed'}"
        yield (
            f"| {name} | {scenario} | {waited:.0f} s | {there / 1e6:,.1f} million | {said_of_aim} | {here / 1e6:,.2f} million "
            f"| {there / here:,.1f} |"
        )


def worlds_beside() -> tuple[bool, str]:
    """Whether worlds are the same on the device, and how fast thousands of them are."""
    (there_found, _), (here_found, _) = (worlds(range(1, 65), device) for device in ("cuda", None))
    (_, there), (_, here) = worlds(range(1, 4001), "cuda"), worlds(range(1, 129), None)
    same = there_found == here_found
    return same, (
        f"64 worlds side by side {'are the same as' if same else 'differ from'} those of the processor after {TICKS} ticks. "
        f"4,000 side by side: {there:,.0f} ticks of a world a second; all cores: {here:,.0f}; ratio {there / here:.1f}."
    )


def differences(todo: list[Case], fights: int, processes: int) -> Iterator[tuple[bool, str]]:
    """A row for each case, and whether something differs in it."""
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        jobs = [(each, pool.submit(compared, *each, fights)) for each in todo]
        for (name, scenario, _), job in jobs:
            policies, found, waited = job.result()
            yield bool(found), f"| {name} | {scenario} | {policies} | {found or 'nothing'} | {waited:.0f} s |"


def main() -> None:
    """Time, compare, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--fights", type=int, default=20_000)
    parser.add_argument("--policies", action="store_true", help="compare every pair of policies, in one scenario of each ruleset")
    parser.add_argument("--processes", type=int, default=8, help="how many make code and compare at once")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    device = device_of("cuda")
    names = asked.rulesets or fracas.ruleset_names()
    lines: list[str] = []
    wrong = 0

    def write(*more: str) -> None:
        lines.extend(more)
        said.print("\n".join(more))

    write(
        "# Fights on a device",
        "",
        f"{device.name}, compute capability {device.capability / 10}; compared and timed with {os.cpu_count()} cores of its machine, "
        f"Fracas {fracas.__version__}. Made by `python benchmarks/device.py`.",
    )
    if asked.policies:
        todo = [(name, TIMED[name][0], pair) for name in names for pair in product(*fracas.load_ruleset(name).policies_of)]
    else:
        todo = [(name, scenario, (None, None)) for name in names for scenario in fracas.load_ruleset(name).scenarios()]
        write("", "## Speed", "")
        for line in timed(names):  # before others make code meanwhile: it is timed which code is fastest
            write(line)
        if WORLDS in names:
            same, line = worlds_beside()
            wrong += not same
            write("", line)
    write("", f"## The same fights: {asked.fights:,} of each, records compared byte for byte", "")
    write("| ruleset | scenario | policies | differs | code made in |", "|---|---|---|---|---|")
    for differs, line in differences(todo, asked.fights, asked.processes):
        wrong += differs
        write(line)
    if asked.write:
        asked.write.write_text("\n".join(lines) + "\n")
    if wrong:
        sys.exit(f"{wrong} cases differ")


if __name__ == "__main__":
    try:
        main()
    except FracasError as error:
        sys.exit(f"error: {error}")
