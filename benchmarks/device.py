"""Fights on an NVIDIA device: are they the same as here, and how fast?

``python benchmarks/device.py [--fights 20000] [--policies] [--write FILE] [RULESET …]``. Every scenario of every ruleset is fought on both,
and the records of all fights are compared byte for byte; then one scenario of each ruleset is timed, on the device and on all cores of the
same machine. It needs a device and ``pip install 'fracas[cuda]'``.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from itertools import product
from pathlib import Path

from rich.console import Console

import fracas
from fracas import Encounter, FracasError
from fracas.engine.compile.cuda import device_of

TIMED = {
    "rune-and-rust": ("duel", "adept-and-crawler"),
    "arda": ("toll-of-winter",),
    "world-loop": ("duel",),
    "veinbreaker": ("duel", "benchmark"),
    "ruins-and-realms": ("crypt-guard",),
}
SECONDS = 4.0
"""How long a timed run takes, about."""
said = Console(stderr=True, highlight=False, soft_wrap=True)


def differences(ready: Encounter, fights: int) -> list[str]:
    """What differs between the device and the processor in so many fights; nothing, if all is right."""
    there, here = (ready.simulate(fights, seed=11, each=True, device=device) for device in ("cuda", None))
    found = []
    if there.records().tobytes() != here.records().tobytes():
        found.append("records")
    for name in ("end_counts", "rounds", "left"):
        if not (getattr(there, name) == getattr(here, name)).all():
            found.append(name)
    return found


def speed(ready: Encounter, device: str | None, first: int) -> tuple[float, int]:
    """Fights per second in a run of some seconds, and the number of fights in it."""
    n = first
    while True:
        found = ready.simulate(n, seed=1, device=device)
        if found.seconds > SECONDS / 4 or n > 10**10:
            n = int(found.fights_per_second * SECONDS)
            return ready.simulate(n, seed=1, device=device).fights_per_second, n
        n *= 4


def main() -> None:
    """Compare, time, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--fights", type=int, default=20_000)
    parser.add_argument("--policies", action="store_true", help="compare every pair of policies, in one scenario of each ruleset")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    device = device_of("cuda")
    lines = [
        "# Fights on a device",
        "",
        f"{device.name}, compute capability {device.capability / 10}; compared and timed with {os.cpu_count()} cores of its machine, "
        f"Fracas {fracas.__version__}. Made by `python benchmarks/device.py`.",
        "",
        f"## The same fights: {asked.fights:,} of each, records compared byte for byte",
        "",
        "| ruleset | scenario | policies | differs |",
        "|---|---|---|---|",
    ]
    wrong = 0
    names = asked.rulesets or list(fracas.rulesets())
    for name in names:
        ruleset = fracas.load_ruleset(name)
        pairs = [(scenario, None) for scenario in ruleset.scenarios()]
        if asked.policies:
            pairs = [(TIMED[name][0], pair) for pair in product(*ruleset.policies_of)]
        for scenario, pair in pairs:
            ready = fracas.encounter(name, scenario, policies=pair or (None, None))
            began = time.perf_counter()
            found = differences(ready, asked.fights)
            wrong += bool(found)
            lines.append(f"| {name} | {scenario} | {' against '.join(ready.policies)} | {', '.join(found) or 'nothing'} |")
            said.print(f"{lines[-1]} {time.perf_counter() - began:.1f} s")
    lines += [
        "",
        "## Speed",
        "",
        "| ruleset | scenario | device, fights/s | cores, fights/s | ratio | ready in |",
        "|---|---|---|---|---|---|",
    ]
    for name in names if not asked.policies else ():
        for scenario in TIMED[name]:
            ready = fracas.encounter(name, scenario)
            began = time.perf_counter()
            ready.simulate(1, device="cuda")
            waited = time.perf_counter() - began
            (there, _), (here, _) = speed(ready, "cuda", 4_000_000), speed(ready, None, 100_000)
            lines.append(
                f"| {name} | {scenario} | {there / 1e6:,.1f} million | {here / 1e6:,.2f} million | {there / here:,.0f} | {waited:.1f} s |"
            )
            said.print(lines[-1])
    text = "\n".join(lines) + "\n"
    print(text)
    if asked.write:
        asked.write.write_text(text)
    if wrong:
        sys.exit(f"{wrong} scenarios differ")


if __name__ == "__main__":
    try:
        main()
    except FracasError as error:
        sys.exit(f"error: {error}")
