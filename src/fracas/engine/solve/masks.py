"""Masks: which bits of a packed state were read. What was found for one state holds for every other that is the same under its mask."""
# The rules below are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment"

from __future__ import annotations

import numpy as np

from fracas.dice.rule import rule
from fracas.engine.solve.packing import finished, mixed

U = np.uint64
LISTS, MASKS = 64, 32
"""Sets of numbers read are kept in one of so many lists, by the action, so many in each. Then a larger set serves for another."""


@rule
def masked_hash(packed, i, masks, m, salt):
    """A hash of the numbers that matter of a state."""
    h = mixed(U(salt), U(m))
    for w in range(packed.shape[1]):
        h = mixed(h, packed[i, w] & masks[m, w])
    return finished(h)


@rule
def list_of(action):
    """The list of masks that an action's are kept in; list 0 is that of verdicts."""
    return 1 + (action + 8) % (LISTS - 1)


@rule
def mask_for(read, which, masks, order, lengths):
    """The number of a mask with all the bits of ``read``: no others, or where there are too many masks as few others as possible.

    The first mask of a list has all bits.
    """
    best = which * MASKS
    fewest = 1 << 30
    for k in range(lengths[which]):
        m = which * MASKS + k
        extra = 0
        lacking = 0
        for w in range(read.shape[1]):
            more = masks[m, w] & ~read[0, w]
            while more != U(0):
                more &= more - U(1)
                extra += 1
            if read[0, w] & ~masks[m, w] != U(0):
                lacking = 1
        if lacking == 0 and extra < fewest:
            best = m
            fewest = extra
    if fewest == 0 or lengths[which] == MASKS:
        return best
    m = which * MASKS + lengths[which]
    for w in range(read.shape[1]):
        masks[m, w] = read[0, w]
    order[m] = m
    lengths[which] += 1
    return m


@rule
def served(which, k, order, hits):
    """Note that the mask at place ``k`` of a list served: those that serve often are tried first."""
    at = which * MASKS + k
    m = order[at]
    hits[m] += 1
    if k > 0 and hits[m] > hits[order[at - 1]]:
        order[at] = order[at - 1]
        order[at - 1] = m
