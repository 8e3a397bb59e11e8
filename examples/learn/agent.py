"""An agent that learns a fight from nothing but playing it, and then is told exactly what it still gets wrong.

It keeps a table of what each action is worth in each state it has met, and improves it step by step (Q-learning), in thousands of fights
side by side. It takes NumPy and ``fracas[rl]``, one core and a minute or two:

    python examples/learn/agent.py

Afterwards the table is in agent.npz, and the agent can be used wherever a policy can:

    fracas play rune-and-rust adept-and-crawler --policy examples/learn/agent.py:greedy --auto
    fracas regret rune-and-rust adept-and-crawler --policy examples/learn/agent.py:greedy
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import fracas
from fracas.rl import FightBatch

FIGHT = ("rune-and-rust", "adept-and-crawler")
MANY, STEPS = 4096, 4000
EXPLORES = 0.25
"""How often the agent tries an action at random, at first; less and less later."""
SAVED = Path(__file__).with_name("agent.npz")


class Table:
    """What each action is worth in each state that was met, by a hash of what was observed."""

    def __init__(self, features: int, actions: int) -> None:
        self.weights = np.random.default_rng(0).integers(1, 2**63, features, dtype=np.uint64) | np.uint64(1)
        self.keys = np.zeros(0, np.uint64)
        self.worth = np.zeros((0, actions), np.float32)
        self.times = np.zeros((0, actions), np.int32)

    def hashes(self, observations: np.ndarray) -> np.ndarray:
        """One number for each observation."""
        whole = observations.astype(np.int64).view(np.uint64)
        mixed = (whole * self.weights).sum(axis=1, dtype=np.uint64)
        return mixed ^ (mixed >> np.uint64(29))

    def rows(self, observations: np.ndarray, add: bool = False) -> np.ndarray:
        """The row of each observation; new ones are added, or else -1."""
        hashes = self.hashes(observations)
        if add:
            new = np.setdiff1d(hashes, self.keys)
            if len(new):
                places = np.searchsorted(self.keys, new)
                self.keys = np.insert(self.keys, places, new)
                self.worth = np.insert(self.worth, places, 0.5, axis=0)
                self.times = np.insert(self.times, places, 0, axis=0)
        rows = np.searchsorted(self.keys, hashes)
        rows[rows == len(self.keys)] = 0
        return rows if add else np.where(self.keys[rows] == hashes, rows, -1)


def best_of(worth: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The legal action that is worth most, in each row."""
    return np.where(masks, worth, -1.0).argmax(axis=1)


def train(steps: int = STEPS, many: int = MANY, seed: int = 1) -> Table:
    """Learn from ``steps`` steps in each of ``many`` fights side by side."""
    encounter, rng = fracas.encounter(*FIGHT), np.random.default_rng(seed)
    batch = FightBatch(encounter, many, seed=seed)
    table, places = Table(len(batch.features), batch.masks.shape[1]), np.arange(many)
    rows = table.rows(batch.observations, add=True)
    for step in range(steps):
        tries = rng.random(many) < EXPLORES * (1 - step / steps)
        at_random = batch.codes[places, rng.integers(0, batch.counts)]
        actions = np.where(tries, at_random, best_of(table.worth[rows], batch.masks))
        before = batch.observations.copy()
        batch.step(actions)
        known = len(table.keys)
        after = table.rows(batch.observations, add=True)
        if len(table.keys) != known:  # rows have moved
            rows = table.rows(before, add=True)
        later = np.where(batch.masks, table.worth[after], -1.0).max(axis=1)
        target = np.where(batch.ended >= 0, batch.rewards, later)
        learn(table, rows, actions, target)
        rows = after
    return table


def learn(table: Table, rows: np.ndarray, actions: np.ndarray, target: np.ndarray) -> None:
    """Move the worth of each action taken towards what came of it; the more often it was taken, the less."""
    cells, which, counts = np.unique(rows * table.worth.shape[1] + actions, return_inverse=True, return_counts=True)
    mean = np.bincount(which, target) / counts
    worth, times = table.worth.reshape(-1), table.times.reshape(-1)
    times[cells] += counts.astype(np.int32)
    rate = np.minimum(1.0, counts / times[cells] ** 0.75)
    worth[cells] += rate * (mean - worth[cells])


def policy_of(table: Table) -> fracas.OwnPolicy:
    """The agent as a policy: the action that is worth most; in a state it has never met, the first legal one."""

    def agent(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows = table.rows(observations)
        return np.where(rows >= 0, best_of(table.worth[rows], masks), masks.argmax(axis=1))

    return fracas.array_policy(agent)


def saved() -> Table:
    """The table that was learned last."""
    held = np.load(SAVED)
    table = Table(len(held["weights"]), held["worth"].shape[1])
    table.weights, table.keys, table.worth = held["weights"], held["keys"], held["worth"]
    return table


def __getattr__(name: str) -> fracas.OwnPolicy:
    """``greedy``: the agent that was learned last."""
    if name != "greedy":
        raise AttributeError(name)
    return policy_of(saved())


def main() -> None:
    """Learn, save what was learned, and say how far it is from best play."""
    table = train(int(sys.argv[1]) if len(sys.argv) > 1 else STEPS)
    np.savez_compressed(SAVED, weights=table.weights, keys=table.keys, worth=table.worth)
    print(f"{len(table.keys):,} states met")
    found = fracas.regret(fracas.encounter(*FIGHT).with_policies(policy_of(table)))
    print(found.sentence())
    for habit in found.habits[:5]:
        print(f"  {habit.action} instead of {habit.best}: {habit.times:.3f} times in a fight, costs {habit.cost:.4%}")
    print("Its worst decisions:")
    for each in found.mistakes[:5]:
        print(
            f"  {each.status}: {each.action}, but {each.best} is better by {each.loss:.3%}; met {each.met:.4f} times, costs {each.cost:.4%}"
        )


if __name__ == "__main__":
    main()
