"""Looking up what a policy of one's own does: a table over states, in the array of policy numbers that compiled loops are given.

The array holds the policy numbers of both sides and, for each side with a policy of its own, where its table begins. A table is a hash
table with the states as keys. Only those words of a state are kept that differ between its states; a state that differs in another is
not in it. What is missing is asked for in Python (`Decider`) and added, and the loop goes on.
"""
# The rules and kernels below are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fracas.dice.rule import rule
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import check_memory
from fracas.engine.contract.deciding import OWN, Decider
from fracas.engine.contract.matchup import Matchup
from fracas.engine.records.record import Array
from fracas.errors import FracasError

U = np.uint64
UNDECIDED = -2
"""What is looked up where the table has no answer."""
PLACES = 2
"""Where in the array of policies the places of both tables stand."""
WORDS, LIVE, SIZE, HEAD = range(4)
"""At the beginning of a table: how many words a state has, how many of them are kept, and how many entries there is room for."""
LEAST = 64


@rule(rare=True)
def place_of(cells, i, table, at):
    """Where in a table the entry for a state stands, or belongs; -1 if it differs in a word that is not kept."""
    words = table[at + WORDS]
    live = table[at + LIVE]
    cares = at + HEAD
    base = cares + words
    kept = base + words
    entries = kept + live
    differing = np.int64(0)
    for w in range(words):
        differing |= (cells[i, w] ^ table[base + w]) & table[cares + w]
    if differing != 0:
        return np.int64(-1)
    h = U(1)
    for k in range(live):
        h = (h ^ U(cells[i, table[kept + k]])) * U(0x9E3779B97F4A7C15)
        h ^= h >> U(29)
    mask = U(table[at + SIZE] - 1)
    spot = (h * U(0xBF58476D1CE4E5B9) >> U(20)) & mask
    while True:
        entry = entries + np.int64(spot) * (live + 1)
        if table[entry] == UNDECIDED:
            return entry
        differing = np.int64(0)
        for k in range(live):
            differing |= table[entry + 1 + k] ^ cells[i, table[kept + k]]
        if differing == 0:
            return entry
        spot = (spot + U(1)) & mask


@rule(rare=True)
def looked_up(cells, i, table, who):
    """The action of a side's own policy in a state, or `UNDECIDED`."""
    entry = place_of(cells, i, table, table[PLACES + who])
    return np.int64(UNDECIDED) if entry < 0 else table[entry]


def deciding(choose: Callable[..., int]) -> Callable[..., int]:
    """What a side does in the state in ``cells[i]``, by a policy of the ruleset or one of its own: a rule for compiled loops."""

    @rule
    def decided(dice, policies, who, state, book, cells, i):
        if policies[who] != OWN:
            return choose(dice, policies[who], state, book)
        return looked_up(cells, i, policies, who)

    return decided


@kernel
def enter(cells, codes, table, at):
    """Enter states and their actions; False at one that differs in a word that is not kept."""
    live = table[at + LIVE]
    kept = at + HEAD + 2 * table[at + WORDS]
    for i in range(codes.size):
        entry = place_of(cells, i, table, at)
        if entry < 0:
            return False
        table[entry] = codes[i]
        for k in range(live):
            table[entry + 1 + k] = cells[i, table[kept + k]]
    return True


class Lookup:
    """The array of policies for one compiled loop in one thread: its tables are filled as the loop goes on."""

    def __init__(self, encounter: Matchup) -> None:
        self.encounter = encounter
        self.array = encounter.policy_numbers
        self._deciders: tuple[Decider | None, ...] = encounter.deciders
        if not any(self._deciders):
            return
        self._states: list[dict[bytes, int]] = [{}, {}]
        dtype = encounter.setup.state.dtype
        if dtype["clock"].itemsize != 8:
            raise FracasError("bad-setup", "the clock of the state is not 64 bits wide", "declare it as int")
        clock = np.zeros(1, dtype)
        clock["clock"] = -1
        self._cares = ~clock.view(np.int64)
        self._take_known()
        self._build()

    def _take_known(self) -> None:
        """What is known of a policy by now."""
        for side, decider in enumerate(self._deciders):
            if decider is not None:
                self._states[side] = dict(decider.known)

    def decide(self, side: int, state: Any) -> None:
        """Ask the policy of a side about a state that is not in its table, and enter the answer."""
        decider, held = self._deciders[side], self._states[side]
        assert decider is not None
        plain = np.array([state], dtype=self.encounter.setup.state.dtype)
        plain["clock"] = 1
        code = held[plain.tobytes()] = decider.decide(plain[0])
        cells, at = plain.view(np.int64).reshape(1, -1), int(self.array[PLACES + side])
        if 2 * len(held) > self.array[at + SIZE] or not enter(cells, np.array([code]), self.array, at):
            self._take_known()
            self._build()

    def _build(self) -> None:
        """Build the tables anew, with room for twice as many states."""
        parts: list[Array] = [np.array([*self.encounter.policy_numbers, 0, 0], np.int64)]
        words = self._cares.size
        full = []
        for side, decider in enumerate(self._deciders):
            if decider is None:
                continue
            held = self._states[side]
            cells = np.frombuffer(b"".join(held), np.int64).reshape(len(held), words) if held else self._origin()
            live = np.flatnonzero(((cells ^ cells[0]) & self._cares).any(axis=0))
            size = max(LEAST, 1 << (4 * len(held)).bit_length())
            check_memory(8 * size * (len(live) + 1), f"a policy's answers in {len(held):,} states", "ask for a smaller fight")
            cares = self._cares.copy()
            cares[live] = 0
            entries = np.zeros((size, len(live) + 1), np.int64)
            entries[:, 0] = UNDECIDED
            at = parts[0][PLACES + side] = sum(part.size for part in parts)
            parts += [np.array([words, len(live), size]), cares, cells[0], live, entries.ravel()]
            full.append((at, cells, held))
        self.array = np.concatenate(parts)
        for at, cells, held in full:
            if held:
                enter(cells, np.fromiter(held.values(), np.int64, len(held)), self.array, int(at))

    def _origin(self) -> Array:
        return self.encounter.setup.state.view(np.int64).reshape(1, -1)
