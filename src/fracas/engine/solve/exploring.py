"""Exploring: every state that a fight can reach, found by compiled rules that run once for all states in which they must come to the same.

What comes of a state is a *verdict* (its end, or who decides and what) and for each action a *deed*: the moves to other states, each with
its chance. While rules run, the state is a `tracked` record, so it is known which numbers they read. An action comes to the same deed in
every state with the same values there, whatever else it holds: a blow depends on who strikes and who is struck, and not on the health of
all the others. Likewise the book is `traced`: what rules came to holds in every fight whose book has the same numbers where they read it,
and is kept for the next one (`fracas.engine.solve.known`). A move says which bits of a packed state it replaces, and by what, so that the
next state is found without running a rule.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment, call-arg, var-annotated"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from fracas.dice.compiled import advance, new_tape, rewind
from fracas.dice.rule import rule
from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import compiled, kernel
from fracas.engine.content.limits import LEAST_PER_STATE, check_memory, shown_size
from fracas.engine.contract.deciding import OWN
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.setup import CHANCE, Rules, no_action
from fracas.engine.records.traced import Traced, traced
from fracas.engine.records.tracked import READ, WRITTEN, tracked
from fracas.engine.sample.lookup import UNDECIDED, Lookup, deciding
from fracas.engine.solve.following import (
    ASKS,
    AT,
    CODES,
    CODES_N,
    DEED_ACTION,
    DEED_GROUND,
    DEED_LEAVES,
    DEED_MASK,
    DEEDS,
    DEEDS_FULL,
    DONE,
    EDGES,
    EDGES_FULL,
    END,
    FIRST_CODE,
    FIRST_MOVE,
    GROUNDS,
    GROUNDS_FULL,
    LAST_MOVE,
    LEAVES,
    LEFT_A,
    LEFT_B,
    MORE,
    MOVES,
    MOVES_FULL,
    NO_ACTION,
    ROWS,
    ROWS_FULL,
    STATES,
    STATES_FULL,
    TOO_DEEP,
    UNKNOWN,
    VERDICTS,
    VERDICTS_FULL,
    WIDEN,
    drop_recent,
    follow_any,
    follow_one,
    follow_two,
    found_at,
    keep_recent,
    known_verdict,
)
from fracas.engine.solve.graph import Graph, rehash
from fracas.engine.solve.grounds import FIRST_GROUNDS, FIRST_READS, HOLDS, ground_of, rehash_grounds, room_for_ground, which_hold
from fracas.engine.solve.known import Known, keep, taken
from fracas.engine.solve.masks import LISTS, MASKS, list_of, mask_for, masked_hash, served
from fracas.engine.solve.packing import AT as BIT
from fracas.engine.solve.packing import DOWN, LOW, SLOT, SPAN, UP, WORD_OF, Layout, carry, finished, fits, mixed, unpack
from fracas.errors import FracasError

U = np.uint64
NOBODY = -2
"""Seeking best play of no side: neither of them, nor chance."""
STRIDE = 400_000
"""Moves counted between two checks for progress and Ctrl-C."""
DEFAULT_MAX_STATES = 5_000_000
MAX_ACTION_OUTCOMES = 20_000_000
"""Outcomes that one action may have."""
SAME = 1 << 12
"""Places of the table by which equal outcomes of one action are merged."""
PROBES = 256
"""Places that are tried. Only where so many are taken are equal outcomes left apart."""
RECENT_PER_STATE, MAX_RECENT = 4, 1 << 18
"""Verdicts that are found by what was read: so many for each state there is room for, at most so many."""
WORK, SHADOW, PRISTINE = range(3)
BEGINNING, BY_POLICY = -3, -4
"""Actions of deeds that no rule names: how the fight begins, and whatever a policy that throws dice comes to."""
SMALLER = "simulate this fight instead, prune unlikely branches (--within 1e-6), or allow more (--max-states, --memory)"
SMALLER_BEST = "ask for bounds of best play (--best --within 0.01), or allow more (--max-states, --memory)"
"""What to do about a fight that is too large to be solved, or to find best play in."""


@rule
def deed_place(packed, i, action, masks, m, deed_table, deeds, deed_key):
    """Where in the table the deed stands, or belongs, that an action comes to if only the numbers of mask ``m`` matter."""
    size = U(deed_table.size - 1)
    k = masked_hash(packed, i, masks, m, action + 8) & size
    while deed_table[k] >= 0:
        d = deed_table[k]
        differing = U(deeds[d, DEED_MASK] ^ m) | U(deeds[d, DEED_ACTION] ^ action)
        for w in range(packed.shape[1]):
            differing |= deed_key[d, w] ^ (packed[i, w] & masks[m, w])
        if differing == U(0):
            break
        k = (k + U(1)) & size
    return np.int64(k)


@rule
def known_deed(packed, i, action, masks, order, hits, lengths, deed_table, deeds, deed_key):
    """What an action comes to in a state, if it is known; else -1."""
    which = list_of(action)
    for k in range(lengths[which]):
        m = order[which * MASKS + k]
        d = deed_table[deed_place(packed, i, action, masks, m, deed_table, deeds, deed_key)]
        if d >= 0:
            served(which, k, order, hits)
            return np.int64(d)
    return np.int64(-1)


@rule
def packed_marked(cells, fields, dead, base, move_set, move_clear, k, read):
    """Pack as move ``k`` the numbers that were written or changed, note their bits, and add the bits of those read to ``read``.

    False where the layout has no room for one of the numbers.
    """
    wrong = 0
    for w in range(base.size):
        wrong |= (cells[WORK, w] ^ base[w]) & dead[w]
    for w in range(move_set.shape[1]):
        move_set[k, w] = U(0)
        move_clear[k, w] = U(0)
    for f in range(fields.shape[0]):
        word = fields[f, WORD_OF]
        mark = (cells[SHADOW, word] << fields[f, UP]) >> fields[f, DOWN]
        if mark == 0:
            continue
        slot = fields[f, SLOT]
        bits = U(fields[f, SPAN]) << U(fields[f, BIT])
        if mark & READ:
            read[0, slot] |= bits
        if mark & WRITTEN or ((cells[WORK, word] ^ cells[PRISTINE, word]) << fields[f, UP]) >> fields[f, DOWN] != 0:
            above = U(((cells[WORK, word] << fields[f, UP]) >> fields[f, DOWN]) - fields[f, LOW])
            wrong |= above > U(fields[f, SPAN])
            move_set[k, slot] |= above << U(fields[f, BIT])
            move_clear[k, slot] |= bits
    return wrong == 0


@rule
def add_read(cells, fields, read):
    """Add the numbers that were read to ``read``; whether any was changed."""
    changed = 0
    for w in range(cells.shape[1]):
        changed |= cells[WORK, w] ^ cells[PRISTINE, w]
    for f in range(fields.shape[0]):
        if ((cells[SHADOW, fields[f, WORD_OF]] << fields[f, UP]) >> fields[f, DOWN]) & READ:
            read[0, fields[f, SLOT]] |= U(fields[f, SPAN]) << U(fields[f, BIT])
    return changed != 0


@rule
def make_fresh(cells):
    """Put the state that is expanded back to what it was, with no marks."""
    for w in range(cells.shape[1]):
        cells[WORK, w] = cells[PRISTINE, w]
        cells[SHADOW, w] = 0


@rule
def same_verdict(verdicts, verdict_codes, v, n):
    """Whether two verdicts are the same."""
    if verdicts[v, CODES_N] != verdicts[n, CODES_N]:
        return False
    for k in range(verdicts[v, CODES_N]):
        if verdict_codes[verdicts[v, FIRST_CODE] + k] != verdict_codes[verdicts[n, FIRST_CODE] + k]:
            return False
    for column in (END, LEFT_A, LEFT_B):
        if verdicts[v, column] != verdicts[n, column]:
            return False
    return True


@rule
def verdict_place(verdicts, verdict_codes, n, verdict_table):
    """Where in the table the verdict stands, or belongs, that says the same as verdict ``n``."""
    h = mixed(mixed(U(verdicts[n, END]), U(verdicts[n, LEFT_A])), U(verdicts[n, LEFT_B]))
    for k in range(verdicts[n, CODES_N]):
        h = mixed(h, U(verdict_codes[verdicts[n, FIRST_CODE] + k]))
    size = U(verdict_table.size - 1)
    k = finished(h) & size
    while verdict_table[k] >= 0 and not same_verdict(verdicts, verdict_codes, verdict_table[k], n):
        k = (k + U(1)) & size
    return np.int64(k)


def make_explorer(rules: Rules) -> Any:
    """The compiled exploration for a ruleset."""
    start, outcome, to_act, legal, apply, health, choose = rules
    decided = deciding(choose)

    @njit(nogil=True, error_model="numpy")
    def fracas_explore(
        work, cells, fields, dead, base, book, words_of_book, marks, eights, policies, seeking, tape, packed, table, verdict_of, first_row,
        row_deed, row_to, to, verdicts, verdict_codes, verdict_table, recent, recent_code, recent_ground, recent_mask, recent_key, deeds,
        deed_key, deed_table, grounds, place_read, value_read, ground_table, move_p, move_later, move_clear, move_set, masks, order, hits,
        lengths, same, read, counts, entering, budget, action_outcomes,
    ):  # fmt: skip
        b = traced(book[0])
        t = tape[0]
        s = tracked(work[WORK])
        words = packed.shape[1]
        began = counts[EDGES] + counts[LEAVES] + counts[AT]
        while True:
            i = counts[AT]  # -1: the beginning, from the scenario to the states in which the fight can begin
            beginning = i == -1
            unpacked = False
            verdict = np.int64(-1)
            policy_code = np.int64(BEGINNING)
            decides = 0
            if not beginning:
                spent = counts[EDGES] + counts[LEAVES] + counts[AT] - began
                if words == 1:
                    status = follow_one(
                        packed, table, verdict_of, first_row, row_deed, row_to, to, verdicts, verdict_codes, recent, recent_code,
                        recent_mask, recent_key, deeds, deed_key, deed_table, move_clear, move_set, masks, order, hits, lengths, counts,
                        entering, spent, budget,
                    )  # fmt: skip
                elif words == 2:
                    status = follow_two(
                        packed, table, verdict_of, first_row, row_deed, row_to, to, verdicts, verdict_codes, recent, recent_code,
                        recent_mask, recent_key, deeds, deed_key, deed_table, move_clear, move_set, masks, order, hits, lengths, counts,
                        entering, spent, budget,
                    )  # fmt: skip
                else:
                    status = follow_any(
                        packed, table, verdict_of, first_row, row_deed, row_to, to, verdicts, verdict_codes, recent, recent_code,
                        recent_mask, recent_key, deeds, deed_key, deed_table, move_clear, move_set, masks, order, hits, lengths, counts,
                        entering, spent, budget,
                    )  # fmt: skip
                if status != UNKNOWN:
                    return status
                i = counts[AT]
                verdict, place = known_verdict(packed, i, masks, order, hits, lengths, recent, recent_mask, recent_key)
                if verdict >= 0:
                    policy_code = recent_code[place]
                else:
                    n = counts[VERDICTS]
                    if (n + 1) * 2 >= verdict_table.size or counts[CODES] + verdict_codes.size // 2 >= verdict_codes.size:
                        return VERDICTS_FULL
                    if not room_for_ground(words_of_book, counts[GROUNDS], grounds, place_read, ground_table):
                        return GROUNDS_FULL
                    unpack(packed, i, fields, base, cells, PRISTINE)
                    work[PRISTINE].clock = 1
                    unpacked = True
                    make_fresh(cells)
                    verdicts[n, FIRST_CODE] = counts[CODES]
                    verdicts[n, CODES_N] = 0
                    verdicts[n, LEFT_A] = 0
                    verdicts[n, LEFT_B] = 0
                    verdicts[n, END] = outcome(s, b)
                    policy_code = np.int64(CHANCE)
                    whole = False
                    if verdicts[n, END] != 0:
                        verdicts[n, LEFT_A] = health(s, b, 0)
                        verdicts[n, LEFT_B] = health(s, b, 1)
                    else:
                        who = to_act(s, b)
                        if who == seeking:
                            verdicts[n, CODES_N] = legal(s, b, verdict_codes[counts[CODES] :])
                            if verdicts[n, CODES_N] == 0:
                                return NO_ACTION
                        elif who != CHANCE:
                            t.length = 0
                            rewind(t)
                            policy_code = np.int64(decided(t, policies, who, s, b, cells, WORK))
                            if policy_code == UNDECIDED:
                                return ASKS
                            whole = policies[who] == OWN  # its table depends on all numbers
                            if whole:
                                marks[:] = 1  # and on the whole book
                            if t.at != 0:
                                policy_code = np.int64(BY_POLICY)
                    for w in range(words):
                        read[0, w] = ~U(0) if whole else U(0)
                    if add_read(cells, fields, read) and policy_code != CHANCE:
                        policy_code = np.int64(BY_POLICY)
                    spot = verdict_place(verdicts, verdict_codes, n, verdict_table)
                    verdict = np.int64(verdict_table[spot])
                    if verdict < 0:
                        verdict_table[spot] = n
                        verdict = n
                        counts[VERDICTS] = n + 1
                        counts[CODES] += verdicts[n, CODES_N]
                    ground = ground_of(marks, eights, words_of_book, counts[GROUNDS], grounds, place_read, value_read, ground_table)
                    counts[GROUNDS] = max(counts[GROUNDS], ground + 1)
                    m = mask_for(read, 0, masks, order, lengths)
                    at = masked_hash(packed, i, masks, m, 0) & U(recent.size - 1)
                    recent[at] = verdict
                    recent_code[at] = policy_code
                    recent_ground[at] = ground
                    recent_mask[at] = m
                    for w in range(words):
                        recent_key[at, w] = packed[i, w] & masks[m, w]
                decides = verdicts[verdict, CODES_N]
            rows_n = decides if decides > 0 else 1
            if not beginning and verdicts[verdict, END] != 0:
                rows_n = 0
            for r in range(rows_n):
                action = verdict_codes[verdicts[verdict, FIRST_CODE] + r] if decides > 0 else policy_code
                d = np.int64(-1)
                if not beginning:
                    d = known_deed(packed, i, action, masks, order, hits, lengths, deed_table, deeds, deed_key)
                if d < 0:
                    d = counts[DEEDS]
                    if (d + 1) * 2 >= deed_table.size:
                        return DEEDS_FULL
                    if not room_for_ground(words_of_book, counts[GROUNDS], grounds, place_read, ground_table):
                        return GROUNDS_FULL
                    if not unpacked:
                        if not beginning:
                            unpack(packed, i, fields, base, cells, PRISTINE)
                        work[PRISTINE].clock = 1
                        unpacked = True
                    for w in range(words):
                        read[0, w] = U(0)
                    who = CHANCE
                    if action == BY_POLICY:
                        make_fresh(cells)
                        who = to_act(s, b)
                        add_read(cells, fields, read)
                    moves = counts[MOVES]
                    leaves = counts[LEAVES]
                    t.length = 0
                    going = True
                    while going:
                        if moves >= move_p.size:
                            return MOVES_FULL
                        make_fresh(cells)
                        rewind(t)
                        if beginning:
                            start(t, s, b)
                        else:
                            apply(t, s, b, choose(t, policies[who], s, b) if action == BY_POLICY else action)
                        counts[LEAVES] += 1
                        if t.overflow != 0 or counts[LEAVES] - leaves > action_outcomes:
                            return TOO_DEEP
                        later = work[WORK].clock - 1
                        work[WORK].clock = 1
                        if beginning:
                            room = fits(cells, WORK, fields, dead, base, move_set, moves)
                            for w in range(words):
                                move_clear[moves, w] = ~U(0)
                        else:
                            room = packed_marked(cells, fields, dead, base, move_set, move_clear, moves, read)
                        if not room:
                            return WIDEN
                        if t.p > 0.0:
                            h = U(later)
                            for w in range(words):
                                h = mixed(mixed(h, move_set[moves, w]), move_clear[moves, w])
                            k = h * U(0xBF58476D1CE4E5B9) >> U(52)
                            known = False
                            m = np.int64(same[k])
                            for _ in range(PROBES):
                                if m < counts[MOVES] or m >= moves:
                                    break
                                known = move_later[m] == later
                                for w in range(words):
                                    known = known and move_set[m, w] == move_set[moves, w] and move_clear[m, w] == move_clear[moves, w]
                                if known:
                                    break
                                k = (k + U(1)) & U(SAME - 1)
                                m = np.int64(same[k])
                            if known:
                                move_p[m] += t.p
                            else:
                                same[k] = moves
                                move_p[moves] = t.p
                                move_later[moves] = later
                                moves += 1
                        going = advance(t)
                    m = np.int64(-1)
                    if not beginning:
                        m = mask_for(read, list_of(action), masks, order, lengths)
                        for w in range(words):
                            read[0, w] = masks[m, w]
                            deed_key[d, w] = packed[i, w] & masks[m, w]
                        deed_table[deed_place(packed, i, action, masks, m, deed_table, deeds, deed_key)] = d
                    for k in range(counts[MOVES], moves):
                        for w in range(words):
                            if not beginning:
                                move_set[k, w] |= packed[i, w] & read[0, w] & ~move_clear[k, w]
                                move_clear[k, w] |= read[0, w]
                    ground = ground_of(marks, eights, words_of_book, counts[GROUNDS], grounds, place_read, value_read, ground_table)
                    counts[GROUNDS] = max(counts[GROUNDS], ground + 1)
                    deeds[d, DEED_GROUND] = ground
                    deeds[d, FIRST_MOVE] = counts[MOVES]
                    deeds[d, LAST_MOVE] = moves
                    deeds[d, DEED_ACTION] = action
                    deeds[d, DEED_MASK] = m
                    deeds[d, DEED_LEAVES] = counts[LEAVES] - leaves
                    counts[MOVES] = moves
                    counts[DEEDS] = d + 1
                if beginning:
                    first = deeds[d, FIRST_MOVE]
                    last = deeds[d, LAST_MOVE]
                    if last - first > packed.shape[0]:
                        return STATES_FULL
                    if last - first > to.size:
                        return EDGES_FULL
                    row_deed[0] = d
                    row_to[0] = 0
                    n = 0
                    for m in range(first, last):
                        j = found_at(packed, n, 0, table, move_set, m)
                        if j == n:
                            for w in range(words):
                                packed[n, w] = move_set[m, w]
                            n += 1
                        to[m - first] = j
                    counts[STATES] = n
                    counts[ROWS] = 1
                    row_to[1] = last - first
                    counts[EDGES] = last - first
                    first_row[1] = 1
                    counts[AT] = 0

    return fracas_explore


@kernel
def rehash_deeds(last, masks, grounds, deeds, deed_key, deed_table):
    """Put those deeds into a new table that hold with this book."""
    for d in range(last):
        if deeds[d, DEED_MASK] >= 0 and grounds[deeds[d, DEED_GROUND], HOLDS] != 0:
            m = deeds[d, DEED_MASK]
            deed_table[deed_place(deed_key, d, deeds[d, DEED_ACTION], masks, m, deed_table, deeds, deed_key)] = d


@kernel
def rehash_verdicts(verdicts, verdict_codes, n, verdict_table):
    """Put verdicts into a new table."""
    for v in range(n):
        verdict_table[verdict_place(verdicts, verdict_codes, v, verdict_table)] = v


def too_deep() -> FracasError:
    """The error of an action that branches without end."""
    return FracasError("too-deep", "one action has more outcomes than can be counted", "simulate this fight instead")


_LAYOUTS: dict[tuple[Any, ...], tuple[Layout, tuple[int, int, int]]] = {}
"""The layout that the last exploration of a fight of this name came to, and room for its states, rows and edges: the next one begins with
the same.
"""
MAX_LAYOUTS = 200
FIRST_ROOM = (1 << 11, 1 << 12, 1 << 14)
MOST_ROOM = (1 << 19, 1 << 20, 1 << 22)
"""Room for states, rows and edges to begin with, where nothing is known and at most."""
RECENT_SHARE = 2
"""Recent verdicts of an earlier exploration are left where all that is known takes more of the memory than this part of it."""
SMALL_SHARE = 16
"""An exploration begins with no more of the memory than this part of it."""
RECENT = ("recent", "recent_code", "recent_ground", "recent_mask", "recent_key")
"""The arrays of recent verdicts."""
KNOWN_ARRAYS = (
    "tape", "same", "verdicts", "verdict_codes", "verdict_table", *RECENT, "deeds", "deed_key", "deed_table", "grounds", "place_read",
    "value_read", "ground_table", "move_p", "move_later", "move_clear", "move_set", "masks", "order", "hits", "lengths", "read",
)  # fmt: skip
"""The arrays of an explorer that hold what the rules came to. What is in them is never changed, only added to: graphs share them."""
KNOWN_COUNTS = [VERDICTS, CODES, DEEDS, MOVES, LEAVES, GROUNDS]
BRIEF = 30_000
"""Moves that are counted in no time, where rules are known to come to an end."""
FULL = (STATES_FULL, ROWS_FULL, EDGES_FULL, VERDICTS_FULL, DEEDS_FULL, MOVES_FULL, GROUNDS_FULL)


class Explorer:
    """An exploration under way: what the rules come to, states and edges in growing arrays, within a bound on memory."""

    def __init__(self, encounter: Matchup, seeking: int, max_bytes: int, progress: Progress) -> None:
        setup = encounter.setup
        self.encounter, self.seeking, self.max_bytes, self.progress = encounter, seeking, max_bytes, progress
        self.loop = compiled(make_explorer, "explore", encounter.ruleset)
        self.work = np.zeros(3, setup.state.dtype)
        self.cells = self.work.view(np.int64).reshape(3, -1)
        self.kind = (encounter.ruleset, setup.state.dtype, encounter.name, seeking)
        self.depends_on = (
            encounter.ruleset, setup.state.dtype, setup.book.dtype, encounter.name, encounter.policy_numbers.tobytes(), seeking,
            encounter.deciders,
        )  # fmt: skip
        self.lookup = Lookup(encounter)
        before, (states, rows, edges) = _LAYOUTS.get(self.kind) or (Layout.of(setup.state), FIRST_ROOM)
        self.layout = before.with_room_for(setup.state)
        self.counts = np.zeros(10, np.int64)
        self.counts[AT] = -1
        known = taken(self.depends_on)
        new_book = known is None or not known.is_of(setup.book)
        if known is not None and new_book and not known.serves(max_bytes):
            known = None
        self.traced = Traced(setup.book) if known is None or new_book else known.traced
        self.brief = known is not None
        if known is not None and known.layout is not self.layout:
            self.layout = known.layout.joined(self.layout)
        if SMALL_SHARE * (8 * (self.layout.words + 3) * states + 12 * rows + 4 * edges) > max_bytes:
            states, rows, edges = FIRST_ROOM
        self.packed = np.zeros((states, self.layout.words), U)
        self.table = np.full(2 * states, -1, np.int32)
        self.verdict_of = np.full(states, -1, np.int32)
        self.first_row = np.zeros(states + 2, np.int32)
        self.row_deed, self.row_to = np.zeros(rows, np.int32), np.zeros(rows + 1, np.int64)
        self.to = np.zeros(edges, np.int32)
        if known is None:
            self.know_nothing()
        else:
            vars(self).update(known.arrays)
            self.counts[KNOWN_COUNTS] = known.counts
            if new_book:
                self.judge()
            if self.layout is not known.layout:
                self.carry_over(known.layout)
            if RECENT_SHARE * self.size() > max_bytes:
                self.make_recent()

    def know_nothing(self) -> None:
        """Room for what the rules come to."""
        verdicts, deeds, moves, words = 1 << 8, 1 << 8, 1 << 12, self.layout.words
        self.tape = new_tape()
        self.same = np.zeros(SAME, np.int32)
        self.verdicts, self.verdict_table = np.zeros((verdicts, 5), np.int64), np.full(2 * verdicts, -1, np.int32)
        self.verdict_codes = np.zeros(4 * max(self.encounter.ruleset.max_actions, 64), np.int64)
        self.deeds = np.zeros((deeds, 6), np.int64)
        self.move_p, self.move_later = np.zeros(moves), np.zeros(moves, np.int32)
        self.masks = np.zeros((LISTS * MASKS, words), U)
        self.masks[::MASKS] = ~U(0)
        self.order = np.arange(LISTS * MASKS)
        self.hits, self.lengths = np.zeros(LISTS * MASKS, np.int64), np.ones(LISTS, np.int64)
        self.grounds, self.ground_table = np.zeros((FIRST_GROUNDS, 3), np.int64), np.full(2 * FIRST_GROUNDS, -1, np.int32)
        reads = max(FIRST_READS, 2 * len(self.traced.words))
        self.place_read, self.value_read = np.zeros(reads, np.int32), np.zeros(reads, U)
        self.make_recent()
        self.deed_key = np.zeros((deeds, words), U)
        self.deed_table = np.full(2 * deeds, -1, np.int32)
        self.move_clear, self.move_set = np.zeros((moves, words), U), np.zeros((moves, words), U)
        self.read = np.zeros((1, words), U)

    def judge(self) -> None:
        """See what of all that is known holds with this book."""
        which_hold(int(self.counts[GROUNDS]), self.grounds, self.place_read, self.value_read, self.traced.words)
        self.ground_table[:] = -1
        rehash_grounds(int(self.counts[GROUNDS]), self.grounds, self.ground_table)
        self.deed_table[:] = -1
        rehash_deeds(int(self.counts[DEEDS]), self.masks, self.grounds, self.deeds, self.deed_key, self.deed_table)
        drop_recent(self.grounds, self.recent_ground, self.recent_mask)

    def make_recent(self) -> None:
        """Room for recent verdicts."""
        size = min(RECENT_PER_STATE * len(self.packed), MAX_RECENT)
        self.recent, self.recent_code, self.recent_ground = np.zeros(size, np.int32), np.zeros(size, np.int64), np.zeros(size, np.int32)
        self.recent_mask, self.recent_key = np.full(size, -1, np.int32), np.zeros((size, self.layout.words), U)

    def run(self, entering: bool, action_outcomes: int = MAX_ACTION_OUTCOMES) -> int:
        """Let the compiled loop run until it is done, wants to be looked after, or lacks room.

        Where these rules have come to an end before, it runs briefly in this thread first: most explorations are over by then.
        """
        if self.brief:
            status = self._run(entering, BRIEF, min(BRIEF, action_outcomes))
            self.brief = status in FULL
            if status not in (MORE, TOO_DEEP):
                return self._checked(status)
        return self._checked(self._run(entering, STRIDE, action_outcomes))

    def _run(self, entering: bool, budget: int, action_outcomes: int) -> int:
        """Let the compiled loop run; own policies are asked whenever it comes to a state they have not decided in."""
        status = self._run_on(entering, budget, action_outcomes)
        while status == ASKS:
            state = self.work[PRISTINE]
            self.lookup.decide(int(self.encounter.ruleset.rules.to_act(state, self.encounter.setup.book[0])), state)
            status = self._run_on(entering, budget, action_outcomes)
        return status

    def _run_on(self, entering: bool, budget: int, action_outcomes: int) -> int:
        layout, traced = self.layout, self.traced
        traced.marks[:] = 0
        self.tape[0]["length"] = 0
        if self.counts[AT] == -1:
            self.work[PRISTINE] = self.encounter.setup.state[0]
        arguments = (
            self.work, self.cells, layout.fields, layout.dead, layout.base, traced.book, traced.words, traced.marks, traced.eights,
            self.lookup.array, self.seeking, self.tape, self.packed, self.table, self.verdict_of, self.first_row, self.row_deed,
            self.row_to, self.to, self.verdicts, self.verdict_codes, self.verdict_table, self.recent, self.recent_code,
            self.recent_ground, self.recent_mask, self.recent_key, self.deeds, self.deed_key, self.deed_table, self.grounds,
            self.place_read, self.value_read, self.ground_table, self.move_p, self.move_later, self.move_clear, self.move_set,
            self.masks, self.order, self.hits, self.lengths, self.same, self.read, self.counts, entering, budget, action_outcomes,
        )  # fmt: skip
        if self.brief:
            return int(self.loop.briefly(*arguments))
        return int(self.loop((self.work.dtype, self.encounter.setup.book.dtype), self.progress, *arguments))

    def _checked(self, status: int) -> int:
        """Refuse what cannot be gone on with."""
        if status == TOO_DEEP:
            raise too_deep()
        if status == NO_ACTION:
            raise no_action(self.encounter.title, self.layout.unpacked(self.packed[[int(self.counts[AT])]])[0])
        return status

    def look_after(self, status: int) -> None:
        """Make room where it ran out, within the bound on memory."""
        if status == WIDEN:
            self.widen()
        elif status in FULL:
            if not self.can_grow(status):
                raise self.too_large(f"; to go on would take {shown_size(self.size() + self.growth(status))} of memory")
            self.grow(status)

    def grow(self, status: int) -> None:
        """Twice the room for what ran out of it."""
        if status == STATES_FULL:
            self._double("packed", "first_row", "verdict_of")
            self.table = np.full(0, 0, np.int32)  # let go of the old one before the new one is made
            self.table = np.full(2 * len(self.packed), -1, np.int32)
            aside_if_large(rehash, self.packed, int(self.counts[STATES]), self.table)
            if len(self.recent) < min(RECENT_PER_STATE * len(self.packed), MAX_RECENT):
                before = [getattr(self, name) for name in RECENT]
                self.make_recent()
                keep_recent(*before, self.masks, *(getattr(self, name) for name in RECENT))
        elif status == ROWS_FULL:
            self._double("row_deed", "row_to")
        elif status == EDGES_FULL:
            self._double("to")
        elif status == VERDICTS_FULL:
            self._double("verdicts", "verdict_codes")
            self.verdict_table = np.full(2 * len(self.verdicts), -1, np.int32)
            rehash_verdicts(self.verdicts, self.verdict_codes, int(self.counts[VERDICTS]), self.verdict_table)
        elif status == DEEDS_FULL:
            self._double("deeds", "deed_key")
            self.deed_table = np.full(2 * len(self.deeds), -1, np.int32)
            rehash_deeds(int(self.counts[DEEDS]), self.masks, self.grounds, self.deeds, self.deed_key, self.deed_table)
        elif status == MOVES_FULL:
            self._double("move_p", "move_later", "move_clear", "move_set")
        elif status == GROUNDS_FULL:
            self._double("grounds", "place_read", "value_read")
            self.ground_table = np.full(2 * len(self.grounds), -1, np.int32)
            rehash_grounds(int(self.counts[GROUNDS]), self.grounds, self.ground_table)

    def _double(self, *names: str) -> None:
        for name in names:
            array = getattr(self, name)
            bigger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
            bigger[: len(array)] = array
            setattr(self, name, bigger)

    def widen(self) -> None:
        """Make room in the layout for the state that was worked on."""
        before, self.layout = self.layout, self.layout.widened(self.work[[WORK]])
        self.packed = before.repacked(self.packed, int(self.counts[STATES]), self.layout)
        self.table[:] = -1
        aside_if_large(rehash, self.packed, int(self.counts[STATES]), self.table)
        self.carry_over(before)

    def carry_over(self, before: Layout) -> None:
        """Let what was found by the bits of the layout before be found by those of this one."""
        words, moved = self.layout.words, before.carried(self.layout)
        deeds, moves = int(self.counts[DEEDS]), int(self.counts[MOVES])
        masks, keys = np.zeros((len(self.masks), words), U), np.zeros((len(self.deed_key), words), U)
        carry(self.masks, self.masks, 0, len(masks), moved, masks, np.zeros_like(masks))
        masks[::MASKS] = ~U(0)
        carry(self.masks[self.deeds[:deeds, DEED_MASK]], self.deed_key, 0, deeds, moved, np.zeros_like(keys), keys)
        clear, put = np.zeros((len(self.move_p), words), U), np.zeros((len(self.move_p), words), U)
        carry(self.move_clear, self.move_set, 0, moves, moved, clear, put)
        self.masks, self.deed_key, self.move_clear, self.move_set = masks, keys, clear, put
        self.read = np.zeros((1, words), U)
        self.deed_table[:] = -1
        rehash_deeds(deeds, self.masks, self.grounds, self.deeds, self.deed_key, self.deed_table)
        self.make_recent()

    def size(self) -> int:
        """The bytes of all arrays."""
        return sum(array.nbytes for array in vars(self).values() if isinstance(array, np.ndarray))

    def growth(self, status: int) -> int:
        """The bytes that are needed besides to double the room for what ran out of it; what is copied is there twice for a while."""
        grown = {
            STATES_FULL: (self.packed, self.packed, self.first_row, self.verdict_of, self.table),
            ROWS_FULL: (self.row_deed, self.row_to, self.row_to),
            EDGES_FULL: (self.to, self.to),
            VERDICTS_FULL: (self.verdicts, self.verdict_codes, self.verdict_table),
            DEEDS_FULL: (self.deeds, self.deeds, self.deed_key, self.deed_table),
            MOVES_FULL: (self.move_p, self.move_later, self.move_clear, self.move_set, self.move_set),
            GROUNDS_FULL: (self.grounds, self.place_read, self.value_read, self.value_read, self.ground_table),
        }
        return sum(array.nbytes for array in grown[status])

    def can_grow(self, status: int) -> bool:
        """Whether the bound on memory leaves room to grow."""
        return self.size() + self.growth(status) <= self.max_bytes

    def too_large(self, why: str = "") -> FracasError:
        """The error of a fight with too many states, or that takes too much memory."""
        found, edges = int(self.counts[STATES]), int(self.counts[EDGES])
        return FracasError(
            "too-many-states",
            f"the exact solution was stopped at {found:,} states and {edges:,} steps between them "
            f"({self.size() >> 20:,} MiB), with {max(found - int(self.counts[AT]), 0):,} states still to be looked at{why}",
            SMALLER if self.seeking == NOBODY else SMALLER_BEST,
        )

    def remember(self) -> None:
        """Remember the layout for the next exploration of such a fight."""
        if len(_LAYOUTS) >= MAX_LAYOUTS:
            _LAYOUTS.clear()
        sizes = len(self.packed), len(self.row_deed), len(self.to)
        _LAYOUTS[self.kind] = self.layout, (min(sizes[0], MOST_ROOM[0]), min(sizes[1], MOST_ROOM[1]), min(sizes[2], MOST_ROOM[2]))

    def keep(self) -> None:
        """Keep what the rules came to for the next exploration of such a fight; this one must be over."""
        arrays = {name: getattr(self, name) for name in KNOWN_ARRAYS}
        keep(self.depends_on, Known(self.layout, self.traced, arrays, self.counts[KNOWN_COUNTS]))

    def graph(self) -> Graph:
        """What was found."""
        self.remember()
        self.keep()
        n, rows, edges, followed = (int(self.counts[k]) for k in (STATES, ROWS, EDGES, AT))
        self.verdict_of[followed:n] = -1
        self.first_row[followed + 1 :] = rows
        verdicts, deeds, moves = (int(self.counts[k]) for k in (VERDICTS, DEEDS, MOVES))
        return Graph(
            self.layout, self.packed[:n], self.verdict_of[:n], self.verdicts[:verdicts], self.first_row[: n + 2], self.row_deed[:rows],
            self.row_to[: rows + 1], self.to[:edges], self.deeds[:deeds], self.move_p[:moves], self.move_later[:moves],
        )  # fmt: skip


def explore(
    encounter: Matchup,
    seeking: int,
    max_states: int,
    max_bytes: int,
    progress: Progress,
    action_outcomes: int = MAX_ACTION_OUTCOMES,
    partial: bool = False,
    look: Callable[[Explorer], None] | None = None,
) -> Graph:
    """Find every reachable state, for given policies (and every action of side ``seeking``).

    Where there are too many, that is an error or, if the graph may be ``partial``, those that are found and not followed have the end
    `OPEN`. ``look`` is called now and then, and may refuse to go on.
    """
    if max_states > DEFAULT_MAX_STATES and not partial:
        remedy = "ask for fewer states (--max-states), or simulate this fight"
        check_memory(max_states * LEAST_PER_STATE, f"{max_states:,} states", remedy, max_bytes)
    explorer = Explorer(encounter, seeking, max_bytes, progress)
    status = MORE
    while status != DONE:
        status = explorer.run(True, action_outcomes)
        found = int(explorer.counts[STATES])
        if partial and (found > max_states or (status in FULL and not explorer.can_grow(status))):
            break
        if found > max_states:
            raise explorer.too_large()
        explorer.look_after(status)
        if look is not None and status != DONE:
            look(explorer)
        progress.at(max(int(explorer.counts[AT]), 0), None if status != DONE else found, "states")
    return explorer.graph()
