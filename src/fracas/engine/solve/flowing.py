"""The flow of chance: how likely a fight is to be in each state in each round, and to end so and then, on the graph of reachable states.

States are put in order so that chance flows forward only, except within groups of states that lead back to each other. So each state is
visited once for several rounds at a time: its *lanes*, one for each of the next rounds, are multiplied together by the chance of each step.
Within a group the rounds are taken one after another, and what leaves the group flows on for all of them together.
"""
# The numerical kernels are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped, attr-defined, call-arg"

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from fracas.dice.rule import rule
from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import check_memory
from fracas.engine.contract.progress import Progress
from fracas.engine.records.record import Array
from fracas.engine.solve.exploring import FIRST_MOVE, Graph
from fracas.errors import FracasError

NEGLIGIBLE = 1e-15
"""Once the probability of a fight still going on is below this, it is put into the error bound; so is, in each pass over all states, what
comes to states with less than their equal share of it."""
CHANCE_ROUNDING = 72
"""Rounding steps, at most, in the chance of one outcome: a lumped row is a sum of up to fifty counted chances."""
BLOCKS_PER_CHECK = 8
STEPS_PER_CHECK = 4_000_000
"""Steps that chance takes between two checks for progress and Ctrl-C, at most, if all steps once are no more."""
LANES = 8
"""Rounds for which a state has room; what the processor multiplies at once."""
MAX_LAPS = 100_000
"""Iterations over a cycle of steps within one round before that round is taken never to end."""
NEVER_ENDS = -1
PER_STATE = 150
"""Bytes of a state while chance flows: its lanes, its places in orders, its steps."""
SIMULATE = "simulate this fight instead"
BEGIN, END_OF, FIRST_INNER = range(3)
"""Columns of groups: their places, from and to, and where the steps within them begin to be listed."""


@kernel
def forward_order(ends, row, first_edge, to):
    """States in an order in which steps lead forward, but for those within groups of states that lead back to each other; and how many
    states each group in that order has (Tarjan's algorithm).
    """
    n = ends.size
    done = np.int32(2**31 - 1)
    index = np.full(n, -1, np.int32)
    low = np.empty(n, np.int32)
    stack = np.empty(n, np.int32)
    path = np.empty(n, np.int32)
    edge_at = np.empty(n, np.int64)
    order = np.empty(n, np.int32)
    begins = np.empty(n + 1, np.int32)
    begins[n] = n
    groups, filled, stacked, counter = n, n, 0, np.int32(0)
    for root in range(n):
        if index[root] >= 0:
            continue
        depth = 0
        path[0] = root
        edge_at[0] = first_edge[row[root]]
        index[root] = low[root] = counter
        counter += np.int32(1)
        stack[stacked] = root
        stacked += 1
        while depth >= 0:
            i = path[depth]
            last = first_edge[row[i] + 1] if ends[i] == 0 else np.int64(0)
            e = edge_at[depth]
            least = low[i]
            j = -1
            while e < last:
                j = to[e]
                e += 1
                if index[j] < 0:
                    break
                least = min(least, index[j])
                j = -1
            low[i] = least
            if j >= 0:
                edge_at[depth] = e
                index[j] = low[j] = counter
                counter += np.int32(1)
                stack[stacked] = j
                stacked += 1
                depth += 1
                path[depth] = j
                edge_at[depth] = first_edge[row[j]]
                continue
            if least == index[i]:
                j = -1
                while j != i:
                    stacked -= 1
                    j = stack[stacked]
                    index[j] = done
                    filled -= 1
                    order[filled] = j
                groups -= 1
                begins[groups] = filled
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], least)
    return order, begins[groups:]


@kernel
def put_steps_in_order(order, begins, place, ends, row, row_deed, first_edge, to, deeds, move_later):
    """Put the states of each group in an order in which steps within a round lead forward (Kahn's method), as far as there is one; and
    note each state's ``place``.
    """
    for at in range(order.size):
        place[order[at]] = at
    into = np.zeros(1, np.int32)
    was = np.zeros(1, np.int32)
    for g in range(begins.size - 1):
        begin, end = begins[g], begins[g + 1]
        size = end - begin
        if size == 1:
            continue
        if into.size < size:
            into, was = np.zeros(2 * size, np.int32), np.zeros(2 * size, np.int32)
        for k in range(size):
            into[k] = 0
            was[k] = order[begin + k]
        for k in range(size):
            i = was[k]
            move = deeds[row_deed[row[i]], FIRST_MOVE] - first_edge[row[i]]
            for e in range(first_edge[row[i]], first_edge[row[i] + 1]):
                j = place[to[e]]
                if j < end and move_later[move + e] == 0:
                    into[j - begin] += 1
        filled = begin
        for k in range(size):
            if into[k] == 0:
                order[filled] = was[k]
                filled += 1
        at = begin
        while at < filled:
            i = order[at]
            at += 1
            move = deeds[row_deed[row[i]], FIRST_MOVE] - first_edge[row[i]]
            for e in range(first_edge[row[i]], first_edge[row[i] + 1]):
                j = place[to[e]]
                if j < end and move_later[move + e] == 0:
                    into[j - begin] -= 1
                    if into[j - begin] == 0:
                        order[filled] = was[j - begin]
                        filled += 1
        for k in range(size):
            if into[k] > 0:
                order[filled] = was[k]
                filled += 1
        for at in range(begin, end):
            place[order[at]] = at


@kernel
def steps_taken(order, begins, place, ends, row, row_deed, first_edge, to, deeds, move_later, move_p):
    """The steps that are taken when each state takes its row, by a state's place in ``order``, and what is to be known of them.

    The steps of a place are those from ``begin[place]`` to ``begin[place + 1]``; step ``e`` makes the move ``move[place] + e``. ``groups``
    are those with steps within: their places, and the number of the first of them among the places of all such groups. The steps within
    from place number ``k`` are those from ``first_inner[k]`` to ``first_inner[k + 1]`` in ``inner``. The rest: the longest chain of steps
    within a round, how many steps lead into one state at most, the most rounds that a step takes, and how many lead back within a round.
    """
    n = order.size
    steps = 0
    for at in range(n):
        i = order[at]
        if ends[i] == 0:
            steps += first_edge[row[i] + 1] - first_edge[row[i]]
    end = np.empty(n, np.int32)
    begin = np.empty(n + 1, np.int64)
    move = np.zeros(n, np.int64)
    leads = np.empty(steps, np.int32)
    into = np.zeros(n, np.int32)
    depth = np.zeros(n, np.int32)
    filled, most_into, longest, most_later, cyclic, looping, within, places = 0, np.int32(0), np.int32(0), 0, 0, 0, 0, 0
    for g in range(begins.size - 1):
        inside = 0
        for at in range(begins[g], begins[g + 1]):
            i = order[at]
            end[at] = ends[i]
            begin[at] = filled
            if ends[i] != 0:
                continue
            move[at] = deeds[row_deed[row[i]], FIRST_MOVE] - filled
            for e in range(first_edge[row[i]], first_edge[row[i] + 1]):
                j = place[to[e]]
                leads[filled] = j
                into[j] += np.int32(1)
                most_into = max(most_into, into[j])
                later = move_later[move[at] + filled]
                most_later = max(most_later, later)
                if later == 0:
                    depth[j] = max(depth[j], depth[at] + np.int32(1))
                    longest = max(longest, depth[j])
                    if j <= at:
                        cyclic += 1
                if j < begins[g + 1]:
                    inside += 1
                filled += 1
        if inside > 0:
            looping += 1
            within += inside
            places += begins[g + 1] - begins[g]
    begin[n] = filled
    groups = np.empty((looping, 3), np.int64)
    first_inner = np.empty(places + 1, np.int64)
    inner, inner_later, inner_p = np.empty(within, np.int32), np.empty(within, np.int32), np.empty(within)
    looping, within, places = 0, 0, 0
    for g in range(begins.size - 1):
        first, before = places, within
        for at in range(begins[g], begins[g + 1]):
            if within < inner.size:
                first_inner[places] = within
                places += 1
                for e in range(begin[at], begin[at + 1]):
                    if leads[e] < begins[g + 1]:
                        inner[within] = leads[e]
                        inner_later[within] = move_later[move[at] + e]
                        inner_p[within] = move_p[move[at] + e]
                        within += 1
        if within > before:
            groups[looping, BEGIN], groups[looping, END_OF], groups[looping, FIRST_INNER] = begins[g], begins[g + 1], first
            looping += 1
        else:
            places = first
    first_inner[places] = within
    return end, begin, move, leads, groups, first_inner, inner, inner_later, inner_p, longest, most_into, most_later, cyclic


@intrinsic
def add_lanes(typingctx, mass, at, lanes, first, p):
    """Add ``p`` times eight lanes, from ``first`` on, to those of ``mass`` from ``at`` on: one instruction for all of them."""

    def codegen(context, builder, signature, args):
        eight = ir.VectorType(ir.DoubleType(), LANES)

        def place(k):
            data = make_array(signature.args[k])(context, builder, args[k]).data
            return builder.bitcast(builder.gep(data, [args[k + 1]]), eight.as_pointer())

        into = place(0)
        each = ir.Constant(eight, ir.Undefined)
        for k in range(LANES):
            each = builder.insert_element(each, args[4], ir.Constant(ir.IntType(32), k))
        added = builder.fmul(each, builder.load(place(2), align=8))
        builder.store(builder.fadd(builder.load(into, align=8), added), into, align=8)
        return context.get_dummy_value()

    return types.void(mass, types.int64, lanes, types.int64, types.float64), codegen


@rule
def sum_of_lanes(mass, at, lanes):
    """The sum of a state's lanes."""
    total = 0.0
    for k in range(at, at + lanes, 4):
        total += (mass[k] + mass[k + 1]) + (mass[k + 2] + mass[k + 3])
    return total


@kernel
def spread(
    end, begin, move, leads, groups, first_inner, inner, inner_later, inner_p, move_p, move_later, most_later, cyclic,
    mass, lanes, held, limit, r, budget, by_round, through, lost, negligible, tiny, max_laps,
):  # fmt: skip
    """Propagate the probability of each state, several rounds at a time; returns the round reached, the probability not yet absorbed, and
    that which was too little to be followed.

    ``mass`` has so many ``lanes``, a power of two, for each state, one after another: that of round ``r`` is lane ``r % lanes``. ``held``
    is room for the lanes of a group.
    """
    n = end.size
    wrap = lanes - 1
    shifted = np.zeros((most_later + 1) * lanes)
    beyond = np.zeros(most_later + 1)
    under_way = 1.0
    first = 0
    for _ in range(budget):
        if r > limit:
            break
        count = min(lanes - most_later, limit - r + 1)
        under_way = 0.0
        if r == 1:  # what begins later than in this block of rounds
            for i in range(n):
                for k in range(count, lanes):
                    under_way += mass[i * lanes + ((r + k) & wrap)]
        g = 0
        while g < groups.shape[0] and groups[g, BEGIN] < first:
            g += 1
        i = first
        empty = True
        while i < n:
            grouped = g < groups.shape[0] and groups[g, BEGIN] == i
            last = groups[g, END_OF] if grouped else i + 1
            here = 0.0
            for a in range(i, last):
                here += sum_of_lanes(mass, a * lanes, lanes)
            if here > tiny and empty:
                empty = False
                first = i  # no chance ever flows back to states before it
            if here <= tiny:
                if here > 0.0:
                    lost += here
                    for x in range(i * lanes, last * lanes):
                        mass[x] = 0.0
            elif grouped:
                q = groups[g, FIRST_INNER] - i
                for k in range(count):
                    lane = (r + k) & wrap
                    again = True
                    laps = 0
                    while again:
                        again = False
                        laps += 1
                        if laps > max_laps:
                            return NEVER_ENDS, under_way, lost
                        for a in range(i, last):
                            m = mass[a * lanes + lane]
                            if m == 0.0:
                                continue
                            mass[a * lanes + lane] = 0.0
                            held[(a - i) * lanes + lane] += m
                            for x in range(first_inner[q + a], first_inner[q + a + 1]):
                                p = m * inner_p[x]
                                mass[inner[x] * lanes + ((lane + inner_later[x]) & wrap)] += p
                                if k + inner_later[x] >= count:
                                    under_way += p
                        if cyclic > 0:
                            # a cycle of steps within one round: go round it until nothing worth counting is left
                            for a in range(i, last):
                                if mass[a * lanes + lane] > negligible * 1e-6:
                                    again = True
                    if cyclic > 0:
                        for a in range(i, last):
                            lost += mass[a * lanes + lane]
                            mass[a * lanes + lane] = 0.0
            else:
                for k in range(count):
                    lane = (r + k) & wrap
                    held[lane] = mass[i * lanes + lane]
                    mass[i * lanes + lane] = 0.0
            for a in range(i, last if here > tiny else i):
                h = (a - i) * lanes
                here = sum_of_lanes(held, h, lanes)
                if here == 0.0:
                    continue
                through[a] += here
                if end[a] != 0:
                    for k in range(count):
                        by_round[end[a], r + k] += held[h + ((r + k) & wrap)]
                else:
                    for later in range(most_later + 1):
                        for k in range(lanes):
                            shifted[later * lanes + ((k + later) & wrap)] = held[h + k]
                        beyond[later] = 0.0
                        for k in range(max(count - later, 0), count):
                            beyond[later] += held[h + ((r + k) & wrap)]
                    for e in range(begin[a], begin[a + 1]):
                        j = leads[e]
                        if j >= last:
                            later = move_later[move[a] + e]
                            p = move_p[move[a] + e]
                            under_way += p * beyond[later]
                            for c in range(0, lanes, LANES):
                                add_lanes(mass, j * lanes + c, shifted, later * lanes + c, p)
                for k in range(h, h + lanes):
                    held[k] = 0.0
            if grouped:
                g += 1
            i = last
        r += count
        if under_way < negligible:
            break
    return r, under_way, lost


@dataclass(frozen=True)
class Flow:
    """Where the chance went: by end and round, by state (``absorbed`` where the fight ended, ``visits``), and how far off it can be."""

    by_round: Array
    absorbed: Array
    visits: Array
    error_bound: float
    rounds: int


def flow(graph: Graph, ends: int, limit: int, row: Array, progress: Progress, memory: int | None = None) -> Flow:
    """Propagate probability through the graph, each state taking its row in ``row``, for up to ``limit`` rounds."""
    n, edges = graph.size, len(graph.to)
    first, chances = graph.edges_of(0)
    begins_later = graph.move_later[graph.deeds[graph.row_deed[0], FIRST_MOVE] :][: len(first)]
    check_memory(PER_STATE * n + 4 * edges + 8 * (ends + 1) * (limit + 2), f"{limit:,} rounds over {n:,} states", SIMULATE, memory)
    order, begins = aside_if_large(forward_order, graph.ends, row, graph.first_edge, graph.to)
    place = np.empty(n, np.int32)
    chosen = (graph.ends, row, graph.row_deed, graph.first_edge, graph.to, graph.deeds, graph.move_later)
    aside_if_large(put_steps_in_order, order, begins, place, *chosen)
    *steps, depth, into, longest, cyclic = aside_if_large(steps_taken, order, begins, place, *chosen, graph.move_p)
    longest = max(longest, int(begins_later.max(initial=0)))
    lanes = LANES
    while lanes < 2 * longest:
        lanes *= 2
    mass = _aligned(n, lanes)
    for j, later, p in zip(place[first].tolist(), begins_later.tolist(), chances.tolist(), strict=True):
        mass[j, (1 + later) % lanes] += p
    held = np.zeros(int(np.diff(begins).max(initial=1)) * lanes)
    by_round, through = np.zeros((ends + 1, limit + 1)), np.zeros(n)
    r, under_way, lost, tiny = 1, 1.0, 0.0, NEGLIGIBLE / max(n, 1)
    blocks = max(min(BLOCKS_PER_CHECK, STEPS_PER_CHECK // max(edges, 1)), 1)
    while r <= limit and under_way >= NEGLIGIBLE:
        r, under_way, lost = aside_if_large(
            spread, *steps, graph.move_p, graph.move_later, longest, cyclic,
            mass.ravel(), lanes, held, limit, r, blocks, by_round, through, lost, NEGLIGIBLE, tiny, MAX_LAPS,
        )  # fmt: skip
        if r == NEVER_ENDS:
            raise FracasError(
                "stuck", "a round never ends: its steps lead back to where it was", "let apply end the fight or add to the clock"
            )
        progress.at(min(r - 1, limit), limit, "rounds")
    over = graph.ends != 0
    by_state = np.empty(n)
    by_state[order] = through
    absorbed, visits = np.where(over, by_state, 0.0), np.where(over, 0.0, by_state)
    if r > limit:  # time is up: what has just ended counts as ended, the rest is drawn
        left = mass.sum(axis=1)
        np.add.at(by_round[:, limit], steps[0], left)
        absorbed[order] += left
        under_way = 0.0
    roundings = (depth + 1) * min(r, limit) * (CHANCE_ROUNDING + into)
    bound = float(under_way + lost + roundings * np.finfo(np.float64).eps)
    return Flow(by_round, absorbed, visits, bound, min(r, limit))


def _aligned(n: int, lanes: int) -> Array:
    """Zeroed rows of so many lanes, each of them within one line of the processor's cache."""
    room = np.zeros(n * lanes + LANES)
    first = -(room.ctypes.data // 8) % LANES
    return room[first : first + n * lanes].reshape(n, lanes)
