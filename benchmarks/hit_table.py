"""The whole table of hit chances of Rune & Rust at once, by the rule's own code, compiled."""
# Numba has no type stubs: the loop is read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from fracas.dice.compiled import advance, new_tape, rewind
from fracas.engine.compile.compiling import compiled
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.setup import Rules
from fracas.rulesets.rune_and_rust.codes import Hit
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.attack import net_successes
from fracas.rulesets.rune_and_rust.rules.damage import hit_of
from fracas.rulesets.rune_and_rust.stage import Skirmish

FULL = int(Hit.FULL)


def make_table(_: Rules) -> Any:
    """The compiled loop over all cells: run the rule for every way its dice can fall."""

    @njit(nogil=True, error_model="numpy")
    def fracas_table(book, tape, table):
        options = book[0].options
        t = tape[0]
        for a in range(table.shape[0]):
            for d in range(table.shape[1]):
                hit = 0.0
                t.length = 0
                going = True
                while going:
                    rewind(t)
                    if hit_of(net_successes(t, a + 1, d + 1, options), options) >= FULL:
                        hit += t.p
                    going = advance(t)
                table[a, d] = hit

    return fracas_table


def hit_table(attack: int, defence: int, options: Options | None = None, progress: Progress = SILENT) -> npt.NDArray[np.float64]:
    """Hit chances of 1 to ``attack`` dice (rows) against 1 to ``defence`` dice (columns), exact to the last bits of a float.

    >>> hit_table(20, 15)[4, 4]  # five dice against five  # doctest: +SKIP
    0.368541380...
    """
    book = Skirmish(options=options or Options()).setup.book
    table = np.zeros((attack, defence))
    compiled(make_table, "tabulate", load_ruleset("rune-and-rust"))((book.dtype,), progress, book, new_tape(), table)
    return table
