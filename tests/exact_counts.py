"""Exact counts: what every built-in fight comes to, one line each, in plain text files that any change can be compared with.

``python tests/exact_counts.py [RULESET …]`` writes ``tests/counts/RULESET.txt`` anew. A line is one of

    fights SCENARIO POLICY POLICY  wins losses draws rounds digest
    solved SCENARIO POLICY POLICY  states outcomes win lose draw rounds
    world PLAN seed ticks          fingerprint

Fights with more states than `QUICK_STATES` have no line of their solution. ``fights`` are numbers 0 to 1,999 of seed 1; the digest
covers each one's end, length, health left and the winner's deficit.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import fracas
from fracas import Encounter, FracasError, HasWorld, Ruleset
from fracas.engine.solve.exact import NOT_SOLVED, QUICK_STATES

FOLDER = Path(__file__).parent / "counts"
SEED, FIGHTS = 1, 2_000
TICKS = 400


def pairs(ruleset: Ruleset) -> Iterator[Encounter]:
    """Every scenario with every pair of policies."""
    for scenario in ruleset.scenarios():
        for policies in product(*ruleset.policies_of):
            yield fracas.encounter(ruleset, scenario, None, policies)


def label(ready: Encounter) -> str:
    return f"{ready.name} {ready.policies[0]} {ready.policies[1]}"


def fights_line(ready: Encounter) -> str:
    """What came of two thousand fights, and a digest of every one of them."""
    batch = ready.simulate(FIGHTS, seed=SEED, workers=1, each=True)
    digest = hashlib.sha256()
    for name in ("end", "rounds", "health_a", "health_b", "deficit"):
        digest.update(batch.records()[name].tobytes())
    rounds = int(batch.records()["rounds"].sum())
    return f"fights {label(ready)}  {batch.wins} {batch.losses} {batch.draws} {rounds} {digest.hexdigest()[:16]}"


def solved_line(ready: Encounter, states: int = QUICK_STATES) -> str | None:
    """The exact solution, or None where it is too large or not exact."""
    try:
        exact = ready.solve(max_states=states)
    except FracasError as error:
        if error.code in NOT_SOLVED:
            return None
        raise
    chances = f"{exact.win:.10f} {exact.lose:.10f} {exact.draw:.10f} {exact.mean_rounds:.8f}"
    return f"solved {label(ready)}  {exact.states} {exact.outcomes} {chances}"


def world_lines(ruleset: Ruleset) -> Iterator[str]:
    """The fingerprint of every kind of world after some hundred ticks."""
    for plan in ruleset.world().plans() if isinstance(ruleset, HasWorld) else ():
        world = fracas.World(ruleset.name, plan, seed=SEED)
        world.advance(TICKS)
        yield f"world {plan} {SEED} {TICKS}  {world.fingerprint()}"


def lines(ruleset: Ruleset) -> Iterator[str]:
    """All lines of a ruleset."""
    yield from world_lines(ruleset)
    for ready in pairs(ruleset):
        yield fights_line(ready)
        solved = solved_line(ready)
        if solved is not None:
            yield solved


def main(names: list[str]) -> None:
    """Write the files of these rulesets anew, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or fracas.ruleset_names():
        with (FOLDER / f"{name}.txt").open("w") as file:
            for line in lines(fracas.load_ruleset(name)):
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
