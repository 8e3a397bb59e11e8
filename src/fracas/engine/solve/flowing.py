"""The flow of chance: how likely a fight is to be in each state in each round, and to end so and then, on the graph of reachable states.

States from which the fight goes on in the same way are one: those that take the same steps to the same states, and a state with only one
step, which takes no time, with the state that it leads to. Often that leaves a tenth of them.

They are put in order so that chance flows forward only, except within groups of states that lead back to each other. So each state is
visited once for several rounds at a time: its *lanes*, one for each of the next rounds, are multiplied together by the chance of each step.
Within a group the rounds are taken one after another, and what leaves the group flows on for all of them together.
"""
# The numerical kernels are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment, call-arg"

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import check_memory
from fracas.engine.contract.progress import Progress
from fracas.engine.records.record import Array
from fracas.engine.solve.following import FIRST_MOVE
from fracas.engine.solve.graph import Graph
from fracas.engine.solve.lanes import LANES, add_lanes, add_later, add_now, mix_lanes, repeat_later, shift_lanes, sum_of_lanes, take_lanes
from fracas.engine.solve.packing import finished, mixed
from fracas.errors import FracasError

U = np.uint64
NEGLIGIBLE = 1e-15
"""Once the probability of a fight still going on is below this, it is put into the error bound; so is, in each pass over all states, what
comes to states with less than their equal share of it."""
CHANCE_ROUNDING = 72
"""Rounding steps, at most, in the chance of one outcome: a lumped row is a sum of up to fifty counted chances."""
BLOCKS_PER_CHECK = 8
STEPS_PER_CHECK = 4_000_000
"""Steps that chance takes between two checks for progress and Ctrl-C, at most, if all steps once are no more."""
MAX_LAPS = 100_000
"""Iterations over a cycle of steps within one round before that round is taken never to end."""
NEVER_ENDS = -1
PER_STATE = 150
"""Bytes of a state while chance flows: its lanes, its places in orders, its steps."""
FEW_STEPS = 4_000_000
"""So many steps, at most, are listed each with its chance, those to the same state as one."""
SIMULATE = "simulate this fight instead"
BEGIN, END_OF, FIRST_INNER, RING = range(4)
"""Columns of groups: their places, from and to; where the steps within them begin to be listed; and whether these go round once a round."""


@kernel
def forward_order(starts, ends, row, first_edge, to):
    """The states that can be reached from ``starts``, in an order in which steps lead forward, but for those within groups of states that
    lead back to each other; and where each group begins in that order (Tarjan's algorithm).
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
    for root in starts:
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
    return order[filled:], begins[groups:] - np.int32(filled)


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
def same_futures(order, place, ends, row, row_deed, first_edge, to, deeds, move_p, move_later, stands_for):
    """Find for each state another, not before it in ``order``, from which the fight goes on in the same way: ``stands_for``.

    Such are a state whose only step takes no time, with the state it leads to; and states that take the same steps, as far as it is known.
    """
    n = order.size
    size = 2
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, np.int32)
    places = U(size - 1)
    for at in range(n - 1, -1, -1):
        i = order[at]
        stands_for[i] = i
        if ends[i] != 0:
            continue
        first = first_edge[row[i]]
        count = first_edge[row[i] + 1] - first
        move = deeds[row_deed[row[i]], FIRST_MOVE]
        if count == 1 and move_later[move] == 0 and move_p[move] == 1.0 and place[to[first]] > at:
            stands_for[i] = stands_for[to[first]]
            continue
        h = U(count)
        for e in range(count):
            j = to[first + e]
            h = mixed(h, stands_for[j] if place[j] > at else j)
        if count > 0:
            h = mixed(h, np.int64(move_p[move] * 2.0**52))
        k = finished(h) & places
        j = table[k]
        while j >= 0:
            others = first_edge[row[j]]
            others_move = deeds[row_deed[row[j]], FIRST_MOVE]
            same = first_edge[row[j] + 1] - others == count
            e = 0
            while same and e < count:
                one = to[first + e]
                other = to[others + e]
                if place[one] > at:
                    one = stands_for[one]
                if place[other] > at:
                    other = stands_for[other]
                same = one == other
                if move != others_move:
                    same = same and move_p[move + e] == move_p[others_move + e] and move_later[move + e] == move_later[others_move + e]
                e += 1
            if same:
                break
            k = (k + U(1)) & places
            j = table[k]
        if j >= 0:
            stands_for[i] = j
        else:
            table[k] = i


@kernel
def keep_one_of_each(order, begins, place, stands_for):
    """Leave in ``order`` only states that stand for themselves, and note the ``place`` of each state, or of that which stands for it.

    Returns how many are left, and how many groups.
    """
    kept, groups = np.int32(0), 0
    for g in range(begins.size - 1):
        first = kept
        for at in range(begins[g], begins[g + 1]):
            i = order[at]
            if stands_for[i] == i:
                order[kept] = i
                place[i] = kept
                kept += np.int32(1)
        if kept > first:
            begins[groups] = first
            groups += 1
    begins[groups] = kept
    for i in range(stands_for.size):
        if stands_for[i] >= 0 and stands_for[i] != i:
            place[i] = place[stands_for[i]]
    return kept, groups


@kernel
def steps_taken(order, begins, place, ends, row, row_deed, first_edge, to, deeds, move_later, move_p, few):
    """The steps that are taken when each state takes its row, by a state's place in ``order``, and what is to be known of them.

    The steps of a place are those from ``begin[place]`` to ``begin[place + 1]``. If they are ``few``, or fewer, each has its own chance
    and time, steps to the same place are one, and those within a group are left out; else step ``e`` makes the move ``move[place] + e``.
    ``groups`` are those with steps within: their places, and the number of the first of them among the places of all such groups. The
    steps within from place number ``k`` are those from ``first_inner[k]`` to ``first_inner[k + 1]`` in ``inner``, which counts from the
    group's first place. The rest: the longest chain of steps within a round, how many steps lead into one state at most, the most rounds
    that a step takes, and how many lead back within a round.
    """
    n = order.size
    steps = 0
    for at in range(n):
        i = order[at]
        if ends[i] == 0:
            steps += first_edge[row[i] + 1] - first_edge[row[i]]
    each = steps <= few
    end = np.empty(n, np.int32)
    begin = np.empty(n + 1, np.int64)
    move = np.zeros(n, np.int64)
    leads = np.empty(steps, np.int32)
    step_p, step_later = np.empty(steps if each else 0), np.empty(steps if each else 0, np.int32)
    met = np.full(n if each else 0, -1, np.int64)
    into = np.zeros(n, np.int32)
    depth = np.zeros(n, np.int32)
    filled, most_into, longest, most_later, cyclic, looping, within, places = 0, np.int32(0), 0, 0, 0, 0, 0, 0
    for g in range(begins.size - 1):
        inside = 0
        for at in range(begins[g], begins[g + 1]):
            i = order[at]
            end[at] = ends[i]
            begin[at] = filled
            if ends[i] != 0:
                continue
            first = first_edge[row[i]]
            made = deeds[row_deed[row[i]], FIRST_MOVE] - first
            if not each:
                move[at] = made + first - filled
            for e in range(first, first_edge[row[i] + 1]):
                j = place[to[e]]
                into[j] += np.int32(1)
                most_into = max(most_into, into[j])
                later = move_later[made + e]
                most_later = max(most_later, later)
                if later == 0:
                    depth[j] = max(depth[j], depth[at] + np.int32(1))
                    longest = max(longest, depth[j])
                    if j <= at:
                        cyclic += 1
                if j < begins[g + 1]:
                    inside += 1
                    if each:
                        continue
                if not each:
                    leads[filled] = j
                    filled += 1
                    continue
                same = met[j]
                if same >= begin[at] and step_later[same] == later:
                    step_p[same] += move_p[made + e]
                    continue
                met[j] = filled
                leads[filled] = j
                step_p[filled] = move_p[made + e]
                step_later[filled] = later
                filled += 1
        if inside > 0:
            looping += 1
            within += inside
            places += begins[g + 1] - begins[g]
    begin[n] = filled
    groups = np.empty((looping, 4), np.int64)
    first_inner = np.empty(places + 1, np.int64)
    inner, inner_later, inner_p = np.empty(within, np.int64), np.empty(within, np.int64), np.empty(within)
    looping, within, places = 0, 0, 0
    for g in range(begins.size - 1):
        if within == inner.size:
            break
        first_place, before = places, within
        for at in range(begins[g], begins[g + 1]):
            i = order[at]
            first_inner[places] = within
            places += 1
            if ends[i] != 0:
                continue
            first = first_edge[row[i]]
            made = deeds[row_deed[row[i]], FIRST_MOVE] - first
            for e in range(first, first_edge[row[i] + 1]):
                j = place[to[e]]
                if j < begins[g + 1]:
                    inner[within] = j - begins[g]
                    inner_later[within] = move_later[made + e]
                    inner_p[within] = move_p[made + e]
                    within += 1
        if within > before:
            size = begins[g + 1] - begins[g]
            ring = within - before == size
            for k in range(size if ring else 0):
                x = before + k
                ring = ring and first_inner[first_place + k] == x and inner[x] == (k + 1) % size and inner_later[x] == (k + 1) // size
            groups[looping, BEGIN], groups[looping, END_OF] = begins[g], begins[g + 1]
            groups[looping, FIRST_INNER], groups[looping, RING] = first_place, ring
            looping += 1
        else:
            places = first_place
    first_inner[places] = within
    return (
        end, begin, move, leads[:filled], step_p[:filled], step_later[:filled], groups, first_inner, inner, inner_later, inner_p,
        longest, most_into, most_later, cyclic,
    )  # fmt: skip


@kernel
def spread(
    end, begin, move, leads, groups, first_inner, inner_at, inner_p, move_p, move_later, most_later, cyclic,
    mass, lanes, held, limit, r, budget, by_round, through, lost, negligible, tiny, max_laps,
):  # fmt: skip
    """Propagate the probability of each state, several rounds at a time; returns the round reached, the probability not yet absorbed, and
    that which was too little to be followed.

    ``mass`` has so many ``lanes`` for each state, one after another, from round ``r`` on. ``held`` is room for the lanes of a group.
    """
    n = end.size
    room = lanes + LANES
    shifted = np.zeros((most_later + 1) * room)  # before each time's lanes are eight that stay empty
    share, others = np.zeros(lanes), np.zeros(LANES)
    under_way = 1.0
    start = 0
    for _ in range(budget):
        if r > limit:
            break
        count = min(lanes - most_later, limit - r + 1)
        for k in range(lanes):
            share[k] = 1.0 if k < count else 0.0
        under_way = 0.0
        g = 0
        while g < groups.shape[0] and groups[g, BEGIN] < start:
            g += 1
        i = start
        empty = True
        while i < n:
            grouped = g < groups.shape[0] and groups[g, BEGIN] == i
            last = groups[g, END_OF] if grouped else i + 1
            here = 0.0
            for x in range(i * lanes, last * lanes, LANES):
                here += sum_of_lanes(mass, x)
            if here <= tiny:
                if here > 0.0:
                    lost += here
                    for x in range(i * lanes, last * lanes):
                        mass[x] = 0.0
                g += grouped
                i = last
                continue
            if empty:
                empty = False
                start = i  # no chance ever flows back to states before it
            if grouped and lanes == LANES and count == LANES - 1 and groups[g, RING] == 1:
                # the first state's lanes, with what comes round from the others; these, round after round; and from them the others'
                x = first_inner[groups[g, FIRST_INNER]]
                again_p = inner_p[x + last - i - 1]
                if last > i + 1:
                    for k in range(LANES):
                        others[k] = 0.0
                    for a in range(i + 1, last):
                        mix_lanes(others, 0, mass, a * lanes, inner_p[x + a - i - 1])
                    add_later(mass, i * lanes, others, 0, again_p)
                    for a in range(i + 1, last):
                        again_p *= inner_p[x + a - i - 1]
                repeat_later(mass, i * lanes, again_p)
                for a in range(i + 1, last):
                    add_now(mass, a * lanes, mass, (a - 1) * lanes, inner_p[x + a - i - 1])
            elif grouped:
                q = groups[g, FIRST_INNER]
                size = last - i
                base = i * lanes
                for k in range(base, base + count):
                    laps = 0
                    again = True
                    while again:
                        again = False
                        for a in range(size):
                            m = mass[k + a * lanes]
                            if m == 0.0:
                                continue
                            if cyclic > 0:
                                mass[k + a * lanes] = 0.0
                                held[a] += m
                            for x in range(first_inner[q + a], first_inner[q + a + 1]):
                                mass[k + inner_at[x]] += m * inner_p[x]
                        if cyclic > 0:
                            # a cycle of steps within one round: go round it until nothing worth counting is left
                            laps += 1
                            if laps > max_laps:
                                return NEVER_ENDS, under_way, lost
                            for a in range(size):
                                if mass[k + a * lanes] > negligible * 1e-6:
                                    again = True
                    if cyclic > 0:
                        for a in range(size):
                            lost += mass[k + a * lanes]
                            mass[k + a * lanes] = held[a]
                            held[a] = 0.0
            for a in range(i, last):
                here = 0.0
                for c in range(0, lanes, LANES):
                    here += take_lanes(mass, a * lanes + c, share, c, shifted, LANES + c)
                for k in range(a * lanes + count, (a + 1) * lanes):
                    m = mass[k]
                    mass[k] = 0.0
                    mass[k - count] = m
                    under_way += m
                if here == 0.0:
                    continue
                through[a] += here
                if end[a] != 0:
                    for k in range(count):
                        by_round[end[a], r + k] += shifted[LANES + k]
                    continue
                for later in range(most_later):
                    for c in range(later * room + LANES, (later + 1) * room, LANES):
                        shift_lanes(shifted, c, c + room)
                for e in range(begin[a], begin[a + 1]):
                    j = leads[e]
                    if j >= last:
                        first = move_later[move[a] + e] * room + LANES
                        p = move_p[move[a] + e]
                        for c in range(0, lanes, LANES):
                            add_lanes(mass, j * lanes + c, shifted, first + c, p)
            g += grouped
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


def flow(graph: Graph, ends: int, limit: int, row: Array, progress: Progress, memory: int | None = None, every_state: bool = False) -> Flow:
    """Propagate probability through the graph, each state taking its row in ``row``, for up to ``limit`` rounds.

    How often states are visited from which the fight goes on in the same way is told of one of them, for all, unless ``every_state`` is
    asked for.
    """
    n, edges = graph.size, len(graph.to)
    first, chances = graph.edges_of(0)
    begins_later = graph.move_later[graph.deeds[graph.row_deed[0], FIRST_MOVE] :][: len(first)]
    check_memory(PER_STATE * n + 4 * edges + 8 * (ends + 1) * (limit + 2), f"{limit:,} rounds over {n:,} states", SIMULATE, memory)
    order, begins = aside_if_large(forward_order, first, graph.ends, row, graph.first_edge, graph.to)
    place = np.full(n, -1, np.int32)
    chosen = (graph.ends, row, graph.row_deed, graph.first_edge, graph.to, graph.deeds, graph.move_later)
    aside_if_large(put_steps_in_order, order, begins, place, *chosen)
    reached = len(order)
    if not every_state:
        stands_for = np.full(n, -1, np.int32)
        aside_if_large(same_futures, order, place, *chosen[:-1], graph.move_p, graph.move_later, stands_for)
        kept, groups = keep_one_of_each(order, begins, place, stands_for)
        order, begins = order[:kept], begins[: groups + 1]
    end, begin, move, leads, p, later, *loops, depth, into, longest, cyclic = aside_if_large(
        steps_taken, order, begins, place, *chosen, graph.move_p, FEW_STEPS
    )
    longest = max(longest, int(begins_later.max(initial=0)))
    lanes = LANES
    while lanes < 2 * longest:
        lanes *= 2
    groups_with_steps, first_inner, inner, inner_later, inner_p = loops
    steps = (end, begin, move, leads, groups_with_steps, first_inner, inner * lanes + inner_later, inner_p)
    made = (p, later) if len(p) else (graph.move_p, graph.move_later)
    mass = _aligned(len(order), lanes)
    for j, starts, chance in zip(place[first].tolist(), begins_later.tolist(), chances.tolist(), strict=True):
        mass[j, starts] += chance
    held = np.zeros(int(np.diff(begins).max(initial=1)))
    by_round, through = np.zeros((ends + 1, limit + 1)), np.zeros(len(order))
    r, under_way, lost, tiny = 1, 1.0, 0.0, NEGLIGIBLE / max(n, 1)
    blocks = max(min(BLOCKS_PER_CHECK, STEPS_PER_CHECK // max(len(leads), 1)), 1)
    while r <= limit and under_way >= NEGLIGIBLE:
        r, under_way, lost = aside_if_large(
            spread, *steps, *made, longest, cyclic,
            mass.ravel(), lanes, held, limit, r, blocks, by_round, through, lost, NEGLIGIBLE, tiny, MAX_LAPS,
        )  # fmt: skip
        if r == NEVER_ENDS:
            raise FracasError(
                "stuck", "a round never ends: its steps lead back to where it was", "let apply end the fight or add to the clock"
            )
        progress.at(min(r - 1, limit), limit, "rounds")
    over = graph.ends != 0
    by_state = np.zeros(n)
    by_state[order] = through
    absorbed, visits = np.where(over, by_state, 0.0), np.where(over, 0.0, by_state)
    if r > limit:  # time is up: what has just ended counts as ended, the rest is drawn
        left = mass.sum(axis=1)
        if len(order) < reached and left[end == 0].any():  # which of several states it is matters for what the fighters have left
            return flow(graph, ends, limit, row, progress, memory, every_state=True)
        np.add.at(by_round[:, limit], end, left)
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
