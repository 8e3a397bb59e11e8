"""Compiled dice: the records rules are given when Numba compiles them, and the body each primitive gets.

Numba picks a body by the record's type: a stream (sampled) or a tape (enumerated).
"""
# Numba has no type stubs: its decorators are untyped, and the bodies below are read by Numba, not by Python.
# mypy: disable-error-code="misc, import-untyped, no-untyped-def, no-untyped-call, no-any-return, arg-type, call-arg, attr-defined"
# mypy: disable-error-code="type-arg, operator, call-overload"

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable
from numba.np.arrayobj import make_array, populate_array

from fracas.dice import generator, primitives, streams, tapes
from fracas.dice.counting import (
    KEEP,
    NET,
    POOL,
    SUMS,
    add_die,
    count_keep,
    count_net,
    count_pool,
    count_sums,
    marks_reached,
    shares,
    width_of,
)
from fracas.dice.rule import CALLED, FREQUENT

FREQUENT.update(
    f"{__name__}.{name}"
    for name in (
        "mix",
        "fold",
        "fight_key",
        "aim",
        "_next_word",
        "_fresh.<locals>.fresh",
        "_digit.<locals>.digit",
        "_bits53.<locals>.bits53",
        "_net_row.<locals>.net_row",
        "_net_row.<locals>.shared_row",
        "_note.<locals>.note",
    )
)

U = np.uint64
GAMMA = U(generator.GAMMA)
MIX_1 = U(generator.MIX_1)
MIX_2 = U(generator.MIX_2)
UNMIX_1 = U(generator.UNMIX_1)
UNMIX_2 = U(generator.UNMIX_2)
XX_1 = U(generator.XX_1)
XX_2 = U(generator.XX_2)
XX_3 = U(generator.XX_3)
XX_4 = U(generator.XX_4)
XX_BEGIN = U(generator.XX_5 + 24)
LOW_32 = U(0xFFFFFFFF)

DEPTH = 256
"""The most questions one action may ask of a tape."""
MEMO = 256
"""Rows of counts a compiled tape remembers."""

FACES = streams.TABLE_SIDES - 1
SIZES = streams.NET_DICE + 1
NET_BYTES = 8 * streams.NET_ROW

stream_dtype = np.dtype(
    [("key", "u8"), ("base", "u8"), ("at", "u8"), ("word", "u8"), ("nets", "i8", (FACES, SIZES, SIZES, streams.NET_ROW))], align=True
)
shared_dtype = np.dtype([("key", "u8"), ("base", "u8"), ("at", "u8"), ("word", "u8"), ("nets_at", "u8")], align=True)
"""A stream whose table of nets lies elsewhere, at an address, and is filled: many streams share one."""
EVENTS = 1 << 17
"""Events a logged stream can hold between two readings."""
logged_dtype = np.dtype([*stream_dtype.descr, ("logging", "i8"), ("noted", "i8"), ("events", "i8", (EVENTS, 4))], align=True)
tape_dtype = np.dtype(
    [
        ("at", "i8"),
        ("length", "i8"),
        ("p", "f8"),
        ("overflow", "i8"),
        ("choice", "i8", (DEPTH,)),
        ("last", "i8", (DEPTH,)),
        ("memo_key", "i8", (MEMO, 5)),
        ("memo", "f8", (MEMO, tapes.ROW_WIDTH)),
    ],
    align=True,
)


def new_stream() -> np.ndarray:
    """An array of one compiled stream, to be pointed at a fight with `aim`."""
    return np.zeros(1, stream_dtype)


@njit(**CALLED)
def _fill(nets):
    for face in range(FACES):
        for attack in range(SIZES):
            for defence in range(SIZES):
                streams.fill_net_row(nets[face, attack, defence], attack, defence, face + 2, streams.TABLE_SIDES)


def full_nets() -> np.ndarray:
    """The whole table of nets, filled: for streams that share one."""
    made = new_stream()["nets"][0]
    _fill(made)
    return made


def new_logged_stream(base: int) -> np.ndarray:
    """An array of one compiled stream of keyed draws that writes down what rules note; ``noted`` may pass the room there is."""
    made = np.zeros(1, logged_dtype)
    made["base"] = base
    return made


def new_tape() -> np.ndarray:
    """An array of one compiled tape, ready for a first run."""
    return np.zeros(1, tape_dtype)


# --- the generator -----------------------------------------------------------------------------------------------------


@register_jitable(**CALLED)
def mix(z):
    z = (z ^ (z >> U(30))) * MIX_1
    z = (z ^ (z >> U(27))) * MIX_2
    return z ^ (z >> U(31))


@register_jitable(**CALLED)
def fold(key, number):
    return mix(key ^ mix(number + GAMMA))


@register_jitable(**CALLED)
def fight_key(seed, fight):
    """The part of a lane's key that its fight decides; `aim` takes it from there."""
    return fold(mix(seed), U(fight))


@register_jitable(**CALLED)
def aim(dice, key, lane):
    """Point a stream at the beginning of a lane of a fight."""
    dice.base = fold(key, U(lane))
    dice.key = dice.base
    dice.at = U(0)


@intrinsic
def high_half(typing, a, b):
    """The upper 64 bits of the product of two words: one instruction of the processor."""

    def lower(context, builder, sig, args):
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(word, wide) for word in args))
        return builder.trunc(builder.lshr(product, wide(64)), args[0].type)

    return types.uint64(types.uint64, types.uint64), lower


@intrinsic
def words_at(typing, address, count):
    """The ``count`` numbers of 64 bits at an address, as an array."""
    row = types.Array(types.int64, 1, "C")

    def lower(context, builder, sig, args):
        made = make_array(row)(context, builder)
        size = context.get_constant(types.intp, 8)
        data = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        shape, steps = (cgutils.pack_array(builder, [number]) for number in (args[1], size))
        populate_array(made, data, shape, steps, size, None)
        return made._getvalue()

    return row(types.uint64, types.int64), lower


def is_stream(dice) -> bool:
    return isinstance(dice, types.Record) and "word" in dice.fields


def is_tape(dice) -> bool:
    return isinstance(dice, types.Record) and "choice" in dice.fields


@register_jitable(**CALLED)
def _next_word(dice):
    word = mix(dice.key + dice.at * GAMMA)
    dice.at += U(1)
    return word


@overload(streams.fresh, jit_options=CALLED)
def _fresh(dice):
    def fresh(dice):
        dice.word = _next_word(dice)

    return fresh


@overload(streams.digit, jit_options=CALLED)
def _digit(dice, sides):
    def digit(dice, sides):
        word = dice.word
        size = U(sides)
        dice.word = word * size
        return np.int64(high_half(word, size))

    return digit


@overload(streams.bits53, jit_options=CALLED)
def _bits53(dice):
    def bits53(dice):
        return np.int64(_next_word(dice) >> U(11))

    return bits53


@overload(streams.net_row, jit_options=CALLED)
def _net_row(dice, face, attack, defence):
    if "nets_at" in dice.fields:

        def shared_row(dice, face, attack, defence):
            row = ((face - 2) * SIZES + attack) * SIZES + defence
            return words_at(dice.nets_at + U(row * NET_BYTES), streams.NET_ROW)

        return shared_row

    def net_row(dice, face, attack, defence):
        row = dice.nets[face - 2, attack, defence]
        if row[streams.NET_ROW - 1] == 0:
            streams.fill_net_row(row, attack, defence, face, streams.TABLE_SIDES)
        return row

    return net_row


@register_jitable(**CALLED)
def _taken_in(h, word):
    word = word * XX_2
    h ^= ((word << U(31)) | (word >> U(33))) * XX_1
    return ((h << U(27)) | (h >> U(37))) * XX_1 + XX_4


@register_jitable(**CALLED)
def stream_key(dice, domain, entity, tick):
    who = U(entity)
    h = _taken_in(XX_BEGIN, dice.base)
    h = _taken_in(h, (U(domain) & LOW_32) | (who << U(32)))
    h = _taken_in(h, (who >> U(32)) | (U(tick) << U(32)))
    h = (h ^ (h >> U(33))) * XX_2
    h = (h ^ (h >> U(29))) * XX_3
    h ^= h >> U(32)
    h = (h ^ (h >> U(31)) ^ (h >> U(62))) * UNMIX_2
    h = (h ^ (h >> U(27)) ^ (h >> U(54))) * UNMIX_1
    dice.key = h ^ (h >> U(30)) ^ (h >> U(60))
    dice.at = U(0)


# --- the tape ----------------------------------------------------------------------------------------------------------


@register_jitable(**CALLED)
def _ask(dice, first, last):
    """The answer to the next question: a new question gets its first answer."""
    i = dice.at
    if i >= DEPTH:
        dice.overflow = 1
        return first
    if i >= dice.length:
        dice.choice[i] = first
        dice.last[i] = last
        dice.length = i + 1
    dice.at = i + 1
    return dice.choice[i]


@register_jitable(**CALLED)
def rewind(dice):
    """Ready the tape for the next run of the rule."""
    dice.at = 0
    dice.p = 1.0


@register_jitable(**CALLED)
def advance(dice) -> bool:
    """Turn the odometer; False when every answer has been given."""
    i = dice.length - 1
    while i >= 0 and dice.choice[i] >= dice.last[i]:
        i -= 1
    if i < 0:
        dice.length = 0
        return False
    dice.choice[i] += 1
    dice.length = i + 1
    return True


@register_jitable(**CALLED)
def _slot(dice, kind, a, b, c, d):
    """The place of a row of chances in the tape's memory; -1 less the place where it is not there yet and is to be counted, zeroed."""
    slot = (kind * 31 + a * 7 + b * 61 + c * 17 + d * 5) % MEMO
    have = dice.memo_key[slot]
    if have[0] == kind and have[1] == a and have[2] == b and have[3] == c and have[4] == d:
        return slot
    have[0] = kind
    have[1] = a
    have[2] = b
    have[3] = c
    have[4] = d
    row = dice.memo[slot]
    for k in range(width_of(kind, a, b, c, d)):
        row[k] = 0.0
    return -1 - slot


@register_jitable(**CALLED)
def _to_chances(row, width):
    """Counts become chances; False where there are more ways than a number can hold."""
    total = 0.0
    for k in range(width):
        total += row[k]
    if total == np.inf:
        return False
    for k in range(width):
        row[k] /= total
    return True


@register_jitable(**CALLED)
def _count_sums(row, a, b, c, d):
    count_sums(row, a, b)


def _plain_row(count):
    """How a row is made that a number can always hold."""

    @register_jitable(**CALLED)
    def plain_row(dice, kind, a, b, c, d):
        slot = _slot(dice, kind, a, b, c, d)
        if slot < 0:
            slot = -1 - slot
            count(dice.memo[slot], a, b, c, d)
            _to_chances(dice.memo[slot], width_of(kind, a, b, c, d))
        return slot

    return plain_row


@register_jitable(**CALLED)
def _pool_row(dice, kind, a, b, c, d):
    """A row of successes, or of net successes; very large pools die by die, with chances from the start."""
    slot = _slot(dice, kind, a, b, c, d)
    if slot < 0:
        slot = -1 - slot
        row = dice.memo[slot]
        width = width_of(kind, a, b, c, d)
        if kind == NET:
            count_net(row, a, b, c, d)
        else:
            count_pool(row, a, b, c)
        if not _to_chances(row, width):
            good, bad = shares(c, d) if kind == NET else shares(b, c)
            up, stay = good / (good + bad), bad / (good + bad)
            for k in range(width):
                row[k] = 0.0
            row[0] = 1.0
            for rolled in range(a):
                add_die(row, rolled, up, stay)
            if kind == NET:
                for rolled in range(a, a + b):
                    add_die(row, rolled, stay, up)
    return slot


_ROWS = {SUMS: _plain_row(_count_sums), POOL: _pool_row, NET: _pool_row, KEEP: _plain_row(count_keep)}
"""How each kind of row is made; only those that a ruleset asks for are compiled."""


@overload(tapes.choose_equal, jit_options=CALLED)
def _choose_equal(dice, n):
    def choose_equal(dice, n):
        dice.p /= n
        return _ask(dice, 0, n - 1)

    return choose_equal


@overload(tapes.choose_row, jit_options=CALLED, prefer_literal=True)
def _choose_row(dice, kind, a, b, c, d, low, high):
    if not isinstance(kind, types.Literal):
        return None  # asked again with the kind as it is written: each has a body of its own
    make = _ROWS[kind.literal_value]

    def choose_row(dice, kind, a, b, c, d, low, high):
        row = dice.memo[make(dice, kind, a, b, c, d)]
        k = _ask(dice, low, high)
        if k == low and low > 0:
            p = 0.0
            for j in range(low + 1):
                p += row[j]
        elif k == high:
            p = 0.0
            for j in range(width_of(kind, a, b, c, d) - 1, high - 1, -1):
                p += row[j]
        else:
            p = row[k]
        dice.p *= p
        return k

    return choose_row


@overload(tapes.choose_mark, jit_options=CALLED)
def _choose_mark(dice, n, sides, highest, lowest, marks):
    make = _ROWS[KEEP]

    def choose_mark(dice, n, sides, highest, lowest, marks):
        kept = min(highest + lowest, n)
        most = kept * sides
        k = _ask(dice, marks_reached(kept, marks), marks_reached(most, marks))
        low = kept if k == 0 else max(marks[k - 1], kept)
        high = most if k == len(marks) else min(marks[k] - 1, most)
        if n == 1:
            dice.p *= max(high - low + 1, 0) / (most - kept + 1)
            return k
        row = dice.memo[make(dice, KEEP, n, sides, highest, lowest)]
        p = 0.0
        for j in range(low - kept, high - kept + 1):
            p += row[j]
        dice.p *= p
        return k

    return choose_mark


@overload(tapes.choose_chance, jit_options=CALLED)
def _choose_chance(dice, p):
    def choose_chance(dice, p):
        k = _ask(dice, 0 if p < 1.0 else 1, 1 if p > 0.0 else 0)
        dice.p *= p if k == 1 else 1.0 - p
        return k == 1

    return choose_chance


@overload(tapes.choose_weight, jit_options=CALLED)
def _choose_weight(dice, weights, n):
    def choose_weight(dice, weights, n):
        total = 0
        first = -1
        last = 0
        for i in range(n):
            if weights[i] > 0:
                total += weights[i]
                last = i
                if first < 0:
                    first = i
        k = _ask(dice, first, last)
        dice.p *= weights[k] / total
        return k

    return choose_weight


@overload(tapes.choose_slice, jit_options=CALLED)
def _choose_slice(dice, value, low, high):
    def choose_slice(dice, value, low, high):
        start = value * low
        stop = value * high
        first = int(start)
        last = int(stop)
        if last > first and last == stop:
            last -= 1
        k = _ask(dice, first, last)
        if stop > start:
            dice.p *= (min(k + 1.0, stop) - max(k * 1.0, start)) / (stop - start)
        return k

    return choose_slice


@register_jitable(**CALLED)
def tape_key(dice, domain, entity, tick):
    pass


# --- each primitive gets the body of its record ------------------------------------------------------------------------


def _body(dice, stream_form, tape_form):
    if is_stream(dice):
        return stream_form
    if is_tape(dice):
        return tape_form
    return None


@overload(primitives.die, strict=False, jit_options=CALLED)
def _die(dice, sides):
    return _body(dice, streams.stream_die, tapes.tape_die)


@overload(primitives.roll, strict=False, jit_options=CALLED)
def _roll(dice, n, sides):
    return _body(dice, streams.stream_roll, tapes.tape_roll)


@overload(primitives.successes, strict=False, jit_options=CALLED)
def _successes(dice, n, face, sides):
    return _body(dice, streams.stream_successes, tapes.tape_successes)


@overload(primitives.net, strict=False, jit_options=CALLED)
def _net(dice, attack, defence, face, sides, low, high):
    return _body(dice, streams.stream_net, tapes.tape_net)


@overload(primitives.keep, strict=False, jit_options=CALLED)
def _keep(dice, n, sides, highest, lowest):
    return _body(dice, streams.stream_keep, tapes.tape_keep)


@overload(primitives.reach, strict=False, jit_options=CALLED)
def _reach(dice, n, sides, highest, lowest, marks):
    return _body(dice, streams.stream_reach, tapes.tape_reach)


@overload(primitives.chance, strict=False, jit_options=CALLED)
def _chance(dice, p):
    return _body(dice, streams.stream_chance, tapes.tape_chance)


@overload(primitives.pick, strict=False, jit_options=CALLED)
def _pick(dice, weights, n):
    return _body(dice, streams.stream_pick, tapes.tape_pick)


@overload(primitives.scaled, strict=False, jit_options=CALLED)
def _scaled(dice, value, low, high):
    return _body(dice, streams.stream_scaled, tapes.tape_scaled)


@overload(primitives.key, strict=False, jit_options=CALLED)
def _key(dice, domain, entity, tick):
    return _body(dice, stream_key, tape_key)


@overload(primitives.note, strict=False, jit_options=CALLED)
def _note(dice, event, a=0, b=0, c=0):
    if isinstance(dice, types.Record) and "events" in dice.fields:
        return _write_down

    def note(dice, event, a=0, b=0, c=0):
        pass

    return note


def _write_down(dice, event, a=0, b=0, c=0):
    if dice.logging != 0:
        at = dice.noted
        dice.noted = at + 1
        if at < EVENTS:
            row = dice.events[at]
            row[0] = event
            row[1] = a
            row[2] = b
            row[3] = c
