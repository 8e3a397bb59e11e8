"""Tables of hit chances, by the rule's own code: compiled for whole tables at once, exact fractions for each cell."""
# Numba has no type stubs: the loop is read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from fracas.dice import distribution
from fracas.dice.compiled import advance, new_tape, rewind
from fracas.engine.compile.compiling import compiled
from fracas.engine.contract.progress import Progress, Silence
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.setup import Rules
from fracas.rulesets.rune_and_rust.rules.attack import net_successes
from fracas.rulesets.rune_and_rust.book import options_book
from fracas.rulesets.rune_and_rust.models import Options


def make_table(_: Rules, cached: bool) -> Any:
    """The compiled loop over all cells: run the rule for every way its dice can fall."""

    @njit(nogil=True, cache=cached, error_model="numpy")
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
                    if net_successes(t, a + 1, d + 1, options) > 0:
                        hit += t.p
                    going = advance(t)
                table[a, d] = hit

    return fracas_table


def hit_table(attack: int, defence: int, options: Options | None = None, progress: Progress | None = None) -> npt.NDArray[np.float64]:
    """Hit chances of 1 to ``attack`` dice (rows) against 1 to ``defence`` dice (columns), exact to the last bits of a float.

    >>> hit_table(20, 15)[4, 4]  # five dice against five  # doctest: +SKIP
    0.368541380...
    """
    book = options_book(options or Options())
    table = np.zeros((attack, defence))
    compiled(make_table, "tabulate", load_ruleset("rune-and-rust"))((book.dtype,), progress or Silence(), book, new_tape(), table)
    return table


def hit_chance(attack: int, defence: int, options: Options | None = None) -> Fraction:
    """The exact chance that so many attack dice hit against so many defence dice."""
    book = options_book(options or Options())
    return distribution(lambda dice: bool(net_successes(dice, attack, defence, book[0].options) > 0))[True]
