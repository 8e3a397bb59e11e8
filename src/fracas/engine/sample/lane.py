"""What one thread of a device runs: every so many-th fight of a launch, from its first die to its tally.

It is compiled like every loop over rules, so it also runs on the processor, thread after thread: tests compare it with the ordinary loop
(`fracas.engine.sample.sampling`) where there is no device.
"""
# Numba has no type stubs: its decorators are untyped, and the loop below is compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, type-arg, import-untyped, call-arg, var-annotated"

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from fracas.dice.compiled import aim, fight_key, words_at
from fracas.dice.generator import POLICY_LANE, RULES_LANE
from fracas.engine.compile.ptx import AGREED
from fracas.engine.contract.setup import CHANCE, Rules
from fracas.engine.records.narrow import widen
from fracas.engine.sample.sampling import MAX_STEPS, write_record

U = np.uint64

DONE, BETWEEN, SIDE_A, SIDE_B, BY_CHANCE = range(-1, 4)
"""What a thread is about to do: nothing any more, to count a fight and begin the next, or a step of one, by whose decision."""
NO_FIGHT = np.iinfo(np.int64).max
FAILED, LONGEST = range(2)
"""Places of the report of a launch: the first fight that cannot be counted, and the most steps of a fight within its last round."""


def _atomic(operation: str) -> Any:
    @intrinsic
    def done(typing, numbers, place, number):
        def lower(context, builder, sig, args):
            data = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0]).data
            builder.atomic_rmw(operation, builder.gep(data, [args[1]]), args[2], "monotonic")
            return context.get_dummy_value()

        return types.void(numbers, types.int64, numbers.dtype), lower

    return done


add_to, raise_to, lower_to = _atomic("add"), _atomic("max"), _atomic("min")
"""Change a number of an array that other threads change, too."""


@intrinsic
def copied(typing, target, source):
    """Copy a record over another of its type."""

    def lower(context, builder, sig, args):
        size = ir.Constant(ir.IntType(64), sig.args[0].size)
        to, of = (builder.bitcast(each, ir.IntType(8).as_pointer()) for each in args)
        cgutils.raw_memcpy(builder, to, of, size, 1, align=8)
        return context.get_dummy_value()

    return types.void(target, source), lower


@intrinsic
def address_of(typing, record):
    """Where a record lies."""

    def lower(context, builder, sig, args):
        return builder.ptrtoint(args[0], ir.IntType(64))

    return types.uint64(record), lower


@intrinsic
def agreed(typing, step):
    """The step that a group of threads takes next: what most of them want to do, or `DONE` when all are.

    Threads of a device that run side by side run the same code or wait for each other, so those that want something else wait here until
    most want that. On the processor a thread is a group of its own.
    """

    def lower(context, builder, sig, args):
        module, word = builder.module, ir.IntType(64)
        function = cgutils.get_or_insert_function(module, ir.FunctionType(word, [word]), AGREED)
        if function.is_declaration:
            function.linkage = "linkonce_odr"
            ir.IRBuilder(function.append_basic_block()).ret(function.args[0])
        return builder.call(function, args)

    return types.int64(types.int64), lower


def make_lane(rules: Rules) -> Any:
    """The compiled loop of one thread for a ruleset. It may be given states of a narrow type, and ``wide``, one of the usual type."""
    start, outcome, to_act, _, apply, health, choose = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_lane(
        thread, threads, first, count, seed, limit, policy_a, policy_b, most, origin, b, s, wide, d, p, size, ends, tallies, detail, report
    ):
        tracked = detail.size > 0
        full_a = max(health(origin, b, 0), 1)
        full_b = max(health(origin, b, 1), 1)
        i = thread
        end = 0
        lead = 0
        trail = 0
        steps = 0
        since = 0
        started = False
        step = BETWEEN
        while True:
            chosen = agreed(step)
            if chosen == DONE:
                return 0
            if chosen != step:
                continue
            if step == BETWEEN:
                if started:
                    lasted = min(s.clock, limit)
                    health_a = health(s, b, 0)
                    health_b = health(s, b, 1)
                    if health_a < 0 or health_a > most or health_b < 0 or health_b > most:
                        lower_to(report, FAILED, first + i)
                        step = DONE
                        continue
                    if steps > report[LONGEST]:
                        raise_to(report, LONGEST, steps)
                    add_to(tallies, end, 1)
                    add_to(tallies, ends + end * (limit + 1) + lasted, 1)
                    left = ends * (limit + 2) + end * 2 * (most + 1)
                    add_to(tallies, left + health_a, 1)
                    add_to(tallies, left + most + 1 + health_b, 1)
                    if tracked:
                        deficit = trail if health_a > health_b else lead
                        widen(wide, s)
                        write_record(detail[i], words_at(address_of(wide), size), end, lasted, health_a, health_b, deficit)
                    i += threads
                if i >= count:
                    step = DONE
                    continue
                key = fight_key(U(seed), first + i)
                aim(d, key, RULES_LANE)
                aim(p, key, POLICY_LANE)
                copied(s, origin)
                start(d, s, b)
                end = outcome(s, b)
                lead = 0
                trail = 0
                steps = 0
                since = s.clock
                started = True
            else:
                apply(d, s, b, choose(p, policy_a if step == SIDE_A else policy_b, s, b) if step != BY_CHANCE else CHANCE)
                end = outcome(s, b)
                steps += 1
                if s.clock != since:
                    since = s.clock
                    steps = 0
                elif steps > MAX_STEPS:
                    lower_to(report, FAILED, first + i)
                    step = DONE
                    continue
                if tracked:
                    ahead = health(s, b, 0) * 1000 // full_a - health(s, b, 1) * 1000 // full_b
                    lead = max(lead, ahead)
                    trail = max(trail, -ahead)
            step = BETWEEN
            if end == 0 and s.clock <= limit:
                who = to_act(s, b)
                step = BY_CHANCE if who == CHANCE else SIDE_A + who

    return fracas_lane
