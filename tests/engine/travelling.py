"""Somebody who travels a campaign in a process of its own, saves after every step and says what is saved, until the process is killed."""

from __future__ import annotations

import multiprocessing
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from fracas import load_ruleset
from fracas.engine.journey import Journey, load_journey, new_journey
from fracas.engine.travel import travels

LONGEST = 40
"""Steps after which another campaign is begun: all of them are gone again whenever it is loaded."""
PATIENCE = 300
"""Seconds after which somebody who says nothing is taken to hang."""
FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload([__name__, "fracas.engine.encounter", "fracas.engine.contract.packs"])


class Saved(NamedTuple):
    """What is said to be saved: how many steps, how many actions in the fight after them (-1: there is none), the journey's digest."""

    steps: int
    actions: int
    digest: str


def _standing(journey: Journey) -> Saved:
    return Saved(len(journey.steps), -1 if journey.fight is None else len(journey.fight.actions), journey.digest())


def _travel(ruleset: str, file: Path, seed: int, said: Connection) -> None:
    """Go on with the saved campaign, or begin one: fights action by action."""
    journey = load_journey(file) if file.exists() else new_journey(ruleset, seed)
    ready = travels(load_ruleset(ruleset))
    while not journey.over and len(journey.steps) < LONGEST:
        if journey.fight is None:
            ready.step(journey)
        elif journey.fight.over:
            journey.settle()
        else:
            journey.fight.auto()
        journey.save(file)
        said.send(_standing(journey))
    said.send(None)
    time.sleep(PATIENCE)


def _gone_so_far(found: Journey, saved: Saved) -> Journey:
    """A journey up to what was said of it."""
    again = Journey(found.ruleset, found.begun.seed, found.begun.name, found.begun.options)
    record = None
    if saved.actions >= 0:
        later = found.steps[saved.steps] if len(found.steps) > saved.steps else found.fight and found.fight.record()
        assert isinstance(later, dict), "the fight is there"
        record = {name: numbers[: saved.actions] for name, numbers in later.items()}
    again.repeat(found.steps[: saved.steps], record, "what was saved")
    return again


def kill_often(ruleset: str, file: Path, kills: int, seed: int) -> int:
    """Let somebody travel, and kill them so many times at random moments; returns how often something was said to be saved by then.

    Whatever was said must be in the file, and the file must be whole.
    """
    chance, told = random.Random(seed), 0
    for kill in range(kills):
        ours, theirs = FORKED.Pipe(duplex=False)
        running = FORKED.Process(target=_travel, args=(ruleset, file, kill, theirs), daemon=True)
        running.start()
        theirs.close()
        last: Saved | None = None
        done = False
        if chance.random() < 0.9:  # else it may not even have begun
            assert ours.poll(PATIENCE), "nothing is saved"
            last = ours.recv()
            done = last is None
        time.sleep(chance.random() * 0.1)
        running.kill()
        running.join()
        while not done and ours.poll():
            try:
                heard = ours.recv()
            except EOFError:
                break
            last, done = heard or last, heard is None
        if last is not None:
            told += 1
            found = load_journey(file)
            assert len(found.steps) - last.steps in (0, 1), "at most one step is saved that was not told any more"
            assert _gone_so_far(found, last).digest() == last.digest
        if done or (file.exists() and load_journey(file).over):
            file.unlink()
    return told
