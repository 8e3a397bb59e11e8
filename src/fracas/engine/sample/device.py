"""Fights on an NVIDIA device: the same fights as on the processor, bit for bit, in thousands of threads."""
# Numba has no type stubs.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import hashlib
import time
from typing import Any, Protocol

import numba
import numpy as np
from numba import int64

from fracas.dice.compiled import full_nets, shared_dtype
from fracas.engine.compile.compiling import Translation
from fracas.engine.compile.cuda import Kernel, Memory, device_of
from fracas.engine.compile.ptx import TOO_WIDE, Argument, array, kernel_text, number, pointer, to_ptx
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.records.narrow import narrowed
from fracas.engine.records.record import Array
from fracas.engine.sample.lane import FAILED, LONGEST, NO_FIGHT, make_lane
from fracas.engine.sample.sampling import fight_dtype
from fracas.errors import FracasError

COPIES = 64
"""Tallies on the device: blocks of threads share one of these, so that they rarely wait for each other."""
NETS_AT = shared_dtype.fields["nets_at"][1]  # type: ignore[index]  # it has fields
PARAMETERS = (
    *(f"i64 %{name}" for name in ("first", "count", "seed", "entries", "records")),
    *(f"ptr %{name}" for name in ("nets", "tallies", "detail", "report")),
)
"""What a launch is told: which fights, of which seed; the entries of a tally; the number of records of fights; and where all is."""
BEFORE = (
    "%nets_at = ptrtoint ptr %nets to i64",
    *(f"%{dice}_nets = getelementptr i8, ptr %{dice}, i64 {NETS_AT}" for dice in ("dice", "policy_dice")),
    *(f"store i64 %nets_at, ptr %{dice}_nets" for dice in ("dice", "policy_dice")),
    f"%copy = urem i64 %block, {COPIES}",
    "%offset = mul i64 %copy, %entries",
    "%tally = getelementptr i64, ptr %tallies, i64 %offset",
)
REGISTERS = (64, 40)
"""Numbers of registers that threads are tried with, if they take more: then more of them run at once, and wait more."""
QUICK = 5.0
"""Seconds; where the driver takes longer to make machine code, only one is made."""
TRIAL, TRIALS = 1 << 24, 2
"""Fights by which the machine codes of a scenario are compared, and how often."""
RECORD, NUMBERS = numba.typeof(np.zeros(0, fight_dtype)), numba.types.Array(int64, 1, "C")


class Tallies(Protocol):
    """The tallies of a batch of fights, as `fracas.engine.sample.simulate.empty_tallies` makes them."""

    def __getitem__(self, i: int, /) -> Array: ...


def signature(encounter: Matchup, origin: Array) -> tuple[Any, ...]:
    """The types that the loop of a thread is compiled for, where fights begin from ``origin``, which may be narrow."""
    setup = encounter.setup
    state, book, wide, dice = (numba.typeof(each[0]) for each in (origin, setup.book, setup.state, np.zeros(1, shared_dtype)))
    return (*[int64] * 9, state, book, state, wide, dice, dice, int64, int64, NUMBERS, RECORD, NUMBERS)


def most_health(encounter: Matchup) -> int:
    """The upper bound of both sides' health."""
    return max(encounter.max_health(0), encounter.max_health(1))


def entries(encounter: Matchup) -> int:
    """The number of entries of all tallies together."""
    return (len(encounter.ends) + 1) * (encounter.round_limit + 2 + 2 * (most_health(encounter) + 1))


def kernel_of(encounter: Matchup, entry: str, origin: Array) -> str:
    """The kernel of a scenario under given policies, all of which it has as constants; fights begin from ``origin``."""
    setup, ends = encounter.setup, len(encounter.ends) + 1
    a, b = encounter.policy_numbers.tolist()
    given: list[Argument] = [
        *(number(f"%{name}") for name in ("thread", "threads", "first", "count", "seed")),
        *(number(value) for value in (encounter.round_limit, a, b, most_health(encounter))),
        *(pointer(f"%{name}") for name in ("origin", "book", "state", "wide", "dice", "policy_dice")),
        *(number(value) for value in (setup.state.dtype.itemsize // 8, ends)),
        array("%tally", "%entries", 8),
        array("%detail", "%records", fight_dtype.itemsize),
        array("%report", 2, 8),
    ]
    wide = setup.state.nbytes
    before = [*BEFORE, f"call void @llvm.memset.p0.i64(ptr %wide, i8 0, i64 {wide}, i1 false)"]  # padding, too
    local = {"state": origin.nbytes, "wide": wide, "dice": shared_dtype.itemsize, "policy_dice": shared_dtype.itemsize}
    return kernel_text(entry, PARAMETERS, {"origin": origin.tobytes(), "book": setup.book.tobytes()}, local, before, given)


class DeviceFights:
    """The fights of one simulation, run on a device."""

    def __init__(self, encounter: Matchup, seed: int, name: str, progress: Progress) -> None:
        if any(encounter.deciders):
            raise FracasError(
                "not-on-device", "a policy of one's own is asked by the processor", "choose policies of the ruleset, or leave out --device"
            )
        self.device = device_of(name)
        self._encounter, self._seed, self._progress = encounter, seed, progress
        self._nets = self.device.memory(full_nets().nbytes).write(full_nets())
        self._tallies = self.device.memory(8 * COPIES * entries(encounter))
        self._report = self.device.memory(16)
        narrow = narrowed(encounter.setup.state)
        self._narrow = narrow is not None
        self._kernel = self._loaded(encounter.setup.state if narrow is None else narrow)

    def _loaded(self, origin: Array) -> Kernel:
        e = self._encounter
        lane = Translation(lambda: make_lane(e.ruleset.rules), "lane", e.ruleset, signature(e, origin))
        fixed = f"{e.setup.digest()} {e.policy_numbers.tolist()} {[end.name for end in e.ends]} {most_health(e)} {self.device.capability}"
        name = hashlib.sha256(f"{fixed} {self._narrow}".encode()).hexdigest()

        def made() -> bytes:
            code = lane.code()
            return self._fastest(to_ptx(code, kernel_of(e, code.name, origin), self.device.capability, self._narrow))

        return self.device.load(lane.kept(name, made, f"the fights of {e.title} for {self.device.name}", self._progress))

    def _fastest(self, ptx: str) -> bytes:
        """The machine code that runs fights fastest: with fewer registers for each thread, more threads run at once."""
        began = time.perf_counter()
        best = self.device.assembled(ptx)
        if time.perf_counter() - began > QUICK:
            return best
        kernel = self.device.load(best)
        quickest = self._trial(kernel)
        for registers in REGISTERS:
            if registers < self.device.registers(kernel):
                code = self.device.assembled(ptx, registers)
                seconds = self._trial(self.device.load(code))
                if seconds < quickest:
                    best, quickest = code, seconds
        return best

    def _trial(self, kernel: Kernel) -> float:
        """The seconds in which a kernel runs some fights."""
        detail = self.device.memory(0)
        seconds = []
        for _ in range(TRIALS):
            began = time.perf_counter()
            self._launch(kernel, 0, TRIAL, 0, detail)
            seconds.append(time.perf_counter() - began)
        return min(seconds)

    def _launch(self, kernel: Kernel, first: int, count: int, records: int, detail: Memory) -> None:
        self._tallies.clear()
        self._report.write(np.array([NO_FIGHT, 0], np.int64))
        n = entries(self._encounter)
        self.device.launch(kernel, (first, count, self._seed, n, records, self._nets, self._tallies, detail, self._report))

    def run(self, first: int, count: int, tallies: Tallies, records: Array) -> int | None:
        """Run fights, and add to the tallies; the number of the first fight that cannot be counted, or None."""
        e, n = self._encounter, entries(self._encounter)
        detail = self.device.memory(records.nbytes)
        self._launch(self._kernel, first, count, len(records), detail)
        if self._narrow and self.device.variable(self._kernel, TOO_WIDE):
            self._narrow = False
            self._kernel = self._loaded(e.setup.state)
            self._launch(self._kernel, first, count, len(records), detail)
        report = self._report.read(np.zeros(2, np.int64))
        if report[FAILED] != NO_FIGHT:
            return int(report[FAILED])
        total = self._tallies.read(np.zeros((COPIES, n), np.int64)).sum(axis=0)
        ends, limit, most = len(e.ends) + 1, e.round_limit, most_health(e)
        tallies[0][:] += total[:ends]
        tallies[1][:] += total[ends : ends * (limit + 2)].reshape(ends, limit + 1)
        tallies[2][:] += total[ends * (limit + 2) :].reshape(ends, 2, most + 1)
        tallies[3][0] = max(tallies[3][0], report[LONGEST])
        detail.read(records)
        return None
