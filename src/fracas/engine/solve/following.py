"""Following: from state to state as long as all is known that the rules come to there, without running a rule.

An exploration learns what the rules come to (`fracas.engine.solve.exploring`) in few states, and follows it in many. Here is the part that
is the same for all rulesets. It is compiled once for states of one packed word, of two, and of any number: most of its loops are over
the words of a state, and the processor is several times as fast where their number is known beforehand.
"""
# The rules below are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fracas.dice.rule import rule
from fracas.engine.compile.compiling import kernel
from fracas.engine.solve.grounds import HOLDS
from fracas.engine.solve.masks import MASKS, list_of, masked_hash, served
from fracas.engine.solve.packing import finished, hashed, mixed

U = np.uint64
OPEN = -1
"""The end code of a state that was found and not followed, in a graph that is only a part of the whole."""
(
    DONE, MORE, STATES_FULL, ROWS_FULL, EDGES_FULL, VERDICTS_FULL, DEEDS_FULL, MOVES_FULL, GROUNDS_FULL,
    WIDEN, TOO_DEEP, NO_ACTION, UNKNOWN, ASKS,
) = range(14)  # fmt: skip
"""Why following, or exploring, has stopped."""
AT, STATES, ROWS, EDGES, VERDICTS, CODES, DEEDS, MOVES, LEAVES, GROUNDS = range(10)
"""What an exploration counts; ``AT`` is the state that it has come to."""
END, LEFT_A, LEFT_B, FIRST_CODE, CODES_N = range(5)
"""Columns of verdicts."""
FIRST_MOVE, LAST_MOVE, DEED_ACTION, DEED_MASK, DEED_LEAVES, DEED_GROUND = range(6)
"""Columns of deeds."""
ANY = 0
"""Any number of packed words."""


@rule
def found_at(packed, count, first, table, new_packed, new):
    """The index of a state among ``packed``, by hash table; a new state, or one before index ``first``, is entered at ``count``."""
    mask = U(table.size - 1)
    k = hashed(new_packed, new) & mask
    j = table[k]
    while j >= 0:
        differing = U(0)
        for w in range(packed.shape[1]):
            differing |= packed[j, w] ^ new_packed[new, w]
        if differing == U(0):
            break
        k = (k + U(1)) & mask
        j = table[k]
    if j < first:
        table[k] = count
        return count
    return np.int64(j)


@rule
def known_verdict(packed, i, masks, order, hits, lengths, recent, recent_mask, recent_key):
    """The verdict on a state, if one on a state that is like it in all that matters is among the recent ones; else -1."""
    for k in range(lengths[0]):
        m = order[k]
        at = masked_hash(packed, i, masks, m, 0) & U(recent.size - 1)
        if recent_mask[at] == m:
            differing = U(0)
            for w in range(packed.shape[1]):
                differing |= recent_key[at, w] ^ (packed[i, w] & masks[m, w])
            if differing == U(0):
                served(0, k, order, hits)
                return np.int64(recent[at]), np.int64(at)
    return np.int64(-1), np.int64(-1)


@kernel
def keep_recent(
    recent, recent_code, recent_ground, recent_mask, recent_key, masks, new_recent, new_code, new_ground, new_mask, new_key
):  # fmt: skip
    """Put recent verdicts into a larger table."""
    for k in range(recent.size):
        if recent_mask[k] >= 0:
            at = masked_hash(recent_key, k, masks, recent_mask[k], 0) & U(new_recent.size - 1)
            new_recent[at] = recent[k]
            new_code[at] = recent_code[k]
            new_ground[at] = recent_ground[k]
            new_mask[at] = recent_mask[k]
            for w in range(recent_key.shape[1]):
                new_key[at, w] = recent_key[k, w]


@kernel
def drop_recent(grounds, recent_ground, recent_mask):
    """Forget recent verdicts that do not hold with this book."""
    for k in range(recent_mask.size):
        if recent_mask[k] >= 0 and grounds[recent_ground[k], HOLDS] == 0:
            recent_mask[k] = -1


def make_follow(words: int) -> Callable[..., Any]:
    """The loop for states of so many packed words.

    It goes on from the state ``counts[AT]``. ``spent`` is what of ``budget`` was spent before. With ``entering``, states that moves lead
    to are entered among ``packed``, numbered in the order in which they are found. It returns why it stopped: `UNKNOWN` where it is not
    known what the rules come to in a state.
    """

    @rule
    def follow(
        packed, table, verdict_of, first_row, row_deed, row_to, to, verdicts, verdict_codes, recent, recent_code, recent_mask, recent_key,
        deeds, deed_key, deed_table, move_clear, move_set, masks, order, hits, lengths, counts, entering, spent, budget,
    ):  # fmt: skip
        count = packed.shape[1] if words == ANY else words
        places, recents, deed_places = U(table.size - 1), U(recent.size - 1), U(deed_table.size - 1)
        i, n, rows, edges = counts[AT], counts[STATES], counts[ROWS], counts[EDGES]
        began = edges + i - spent
        status = DONE
        while i < n:
            if edges + i - began >= budget:
                status = MORE
                break
            verdict = np.int64(-1)
            policy_code = np.int64(0)
            for k in range(lengths[0]):  # what is the same here as where it was met last?
                m = order[k]
                h = mixed(U(0), U(m))
                for w in range(count):
                    h = mixed(h, packed[i, w] & masks[m, w])
                at = finished(h) & recents
                if recent_mask[at] != m:
                    continue
                differing = U(0)
                for w in range(count):
                    differing |= recent_key[at, w] ^ (packed[i, w] & masks[m, w])
                if differing == U(0):
                    served(0, k, order, hits)
                    verdict = np.int64(recent[at])
                    policy_code = recent_code[at]
                    break
            if verdict < 0:
                status = UNKNOWN
                break
            decides = verdicts[verdict, CODES_N]
            rows_n = decides if decides > 0 else 1
            if verdicts[verdict, END] != 0:
                rows_n = 0
            if rows + rows_n > row_deed.size:
                status = ROWS_FULL
                break
            first_edge = edges
            for r in range(rows_n):
                action = verdict_codes[verdicts[verdict, FIRST_CODE] + r] if decides > 0 else policy_code
                which = list_of(action)
                d = np.int64(-1)
                for k in range(lengths[which]):
                    m = order[which * MASKS + k]
                    h = mixed(U(action + 8), U(m))
                    for w in range(count):
                        h = mixed(h, packed[i, w] & masks[m, w])
                    spot = finished(h) & deed_places
                    d = np.int64(deed_table[spot])
                    while d >= 0:
                        differing = U(deeds[d, DEED_MASK] ^ m) | U(deeds[d, DEED_ACTION] ^ action)
                        for w in range(count):
                            differing |= deed_key[d, w] ^ (packed[i, w] & masks[m, w])
                        if differing == U(0):
                            break
                        spot = (spot + U(1)) & deed_places
                        d = np.int64(deed_table[spot])
                    if d >= 0:
                        served(which, k, order, hits)
                        break
                if d < 0:
                    status = UNKNOWN
                    break
                row_deed[rows + r] = d
                row_to[rows + r] = edges
                if not entering:
                    continue
                first = deeds[d, FIRST_MOVE]
                last = deeds[d, LAST_MOVE]
                if n + last - first > packed.shape[0]:
                    status = STATES_FULL
                    break
                if edges + last - first > to.size:
                    status = EDGES_FULL
                    break
                for m in range(first, last):
                    h = U(1)
                    for w in range(count):
                        word = (packed[i, w] & ~move_clear[m, w]) | move_set[m, w]
                        packed[n, w] = word
                        h = mixed(h, word)
                    place = finished(h) & places
                    j = table[place]
                    while j >= 0:
                        differing = U(0)
                        for w in range(count):
                            differing |= packed[j, w] ^ packed[n, w]
                        if differing == U(0):
                            break
                        place = (place + U(1)) & places
                        j = table[place]
                    if j < 0:
                        j = n
                        table[place] = n
                        n += 1
                    to[edges] = j
                    edges += 1
            if status != DONE:  # the state is followed once more from its beginning; what it led to is already entered
                edges = first_edge
                break
            verdict_of[i] = verdict
            rows += rows_n
            row_to[rows] = edges
            i += 1
            first_row[i + 1] = rows
        counts[AT] = i
        counts[STATES] = n
        counts[ROWS] = rows
        counts[EDGES] = edges
        return status

    return follow


follow_one, follow_two, follow_any = make_follow(1), make_follow(2), make_follow(ANY)
