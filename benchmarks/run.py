"""Every speed Fracas promises, measured beside its reference in one run: ``python benchmarks/run.py [--quick] [--load 600] [--within 60]``.

Machines differ and are noisy, so what counts is ratios: ours and the reference take turns, and the best time of each is compared. The
references are checked to fight the same duel before anything is timed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import duel_naive
import old
import within
from machine import cores, idle_cores, machine
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

HERE = Path(__file__).parent
EXACT = 0.549609895524
"""A's chance to win the duel, as `fracas solve rune-and-rust duel` has it and as was checked by an independent calculation."""
STANDARD_ERRORS = 5
IDLE_ENOUGH = 1.9
"""Two workers need two cores of which nothing else takes more than a little."""
OVERHEAD = 1.1
"""How many times as long as threads a cluster of as many local workers may take."""
SEED = 1
MAX_ATTACK, MAX_DEFENCE = 20, 15
MISSING = "–"

said = Console(stderr=True, highlight=False, soft_wrap=True)


class Wrong(Exception):
    """What is measured does not compute the same thing: there is nothing to compare."""


@dataclass(frozen=True)
class Effort:
    """How much work each measurement is."""

    turns: int
    fights: int
    naive_fights: int
    two_worker_fights: int
    solves: int
    replays: int
    starts: int
    compiles: int
    cluster_seconds: float
    """Seconds of work of two threads that a cluster of two workers is given, too."""
    load: float
    """Seconds that the load on the server lasts."""
    within: float = 0
    """Processor time for each built-in fight, which may take an hour for all; 0 leaves them out."""


FULL = Effort(
    turns=9, fights=1_000_000, naive_fights=8_000, two_worker_fights=4_000_000, solves=50, replays=100, starts=5, compiles=2,
    cluster_seconds=10, load=60
)  # fmt: skip
QUICK = Effort(
    turns=3, fights=500_000, naive_fights=4_000, two_worker_fights=2_000_000, solves=15, replays=30, starts=5, compiles=0,
    cluster_seconds=10, load=20
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One line of the table; ``met`` is None where nothing is aimed at or nothing could be measured."""

    what: str
    ours: str
    reference: str = MISSING
    ratio: str = MISSING
    aim: str = MISSING
    met: bool | None = None


@dataclass
class Report:
    """What has been measured so far."""

    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


# --- measuring ----------------------------------------------------------------------------------------------------------


def seconds_of(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def busy_seconds(work: Callable[[], object]) -> float:
    """How much processor time a piece of work takes, of all its threads."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turns(turns: int, *measures: Callable[[], float]) -> list[float]:
    """Let each measure have its turn, several times over; the least seconds of each."""
    seconds = [[measure() for measure in measures] for _ in range(turns)]
    return [min(column) for column in zip(*seconds, strict=True)]


def simulated(encounter: Any, n: int, workers: int) -> Any:
    """A simulation of the duel; Ctrl-C, which ends a simulation early, ends the benchmark."""
    simulation = encounter.simulate(n, SEED, workers=workers)
    if simulation.interrupted:
        raise KeyboardInterrupt
    return simulation


def check_share(what: str, sampled: float, exact: float, n: int) -> None:
    """A sampled share must be the exact one, within its own error."""
    off = (sampled - exact) / sqrt(exact * (1 - exact) / n)
    said.print(f"  {what}: sampled {sampled:.4%}, exact {exact:.4%}: {off:+.1f} standard errors", style="dim")
    if abs(off) > STANDARD_ERRORS:
        raise Wrong(f"{what}: sampled {sampled:.4%} of {n:,}, exact {exact:.4%}")


def check_wins(who: str, wins: int, n: int) -> None:
    """Refuse a duel that is not the duel: its share of wins must lie near the exact chance."""
    error = sqrt(EXACT * (1 - EXACT) / n)
    off = (wins / n - EXACT) / error
    said.print(f"  {who}: A wins {wins / n:.4%} of {n:,}, {off:+.1f} standard errors from the exact {EXACT:.4%}", style="dim")
    if abs(off) > STANDARD_ERRORS:
        raise Wrong(f"{who} wins {wins / n:.4%} of {n:,} duels where the exact chance is {EXACT:.4%}: it fights another duel")


def rate(per_second: float) -> str:
    """Fights per second, in three figures."""
    for unit, word in ((1e6, " million"), (1e3, " thousand")):
        if per_second >= unit:
            return f"{per_second / unit:.3g}{word}/s"
    return f"{per_second:.3g}/s"


def span(seconds: float) -> str:
    """A time, in three figures."""
    for unit, word in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {word}"
    return f"{seconds / 1e-6:.3g} µs"


def times(ratio: float) -> str:
    """A ratio, in three figures."""
    return f"{ratio:,.0f}×" if ratio >= 100 else f"{ratio:.3g}×"


# --- the C program ------------------------------------------------------------------------------------------------------


def compile_c(folder: Path) -> tuple[Path, str] | None:
    """The duel in C, compiled, and the command that did it; None where there is no compiler that works."""
    program = folder / "duel"
    for compiler in ("gcc", "cc"):
        if not shutil.which(compiler):
            continue
        for flags in (["-O3", "-march=native"], ["-O3"]):
            done = subprocess.run([compiler, *flags, str(HERE / "duel.c"), "-o", str(program)], capture_output=True)
            if done.returncode == 0:
                return program, " ".join([compiler, *flags])
    return None


def run_c(program: Path, n: int) -> tuple[int, float]:
    """Wins, and the processor time of the loop alone."""
    wins, seconds = subprocess.run([program, str(n), str(SEED)], capture_output=True, text=True, check=True).stdout.split()
    return int(wins), float(seconds)


# --- the rows -----------------------------------------------------------------------------------------------------------


def sampling(report: Report, duel: Any, effort: Effort, program: tuple[Path, str] | None) -> None:
    """Sampled fights on one core beside the naive loop and the C program."""
    n, naive_n = effort.fights, effort.naive_fights
    check_wins("fracas", simulated(duel, n, 1).wins, n)
    check_wins("naive Python", duel_naive.wins(5 * naive_n, SEED), 5 * naive_n)
    measures: list[Callable[[], float]] = [
        lambda: busy_seconds(lambda: simulated(duel, n, 1)),
        lambda: busy_seconds(lambda: duel_naive.wins(naive_n, SEED)),
    ]
    if program:
        path = program[0]
        check_wins("C", run_c(path, n)[0], n)
        measures.append(lambda: run_c(path, n)[1])
    best = in_turns(effort.turns, *measures)
    ours, naive = n / best[0], naive_n / best[1]
    report.rows.append(
        Row("duel sampled, one core, against naive Python", rate(ours), rate(naive), times(ours / naive), "≥ 100×", ours / naive >= 100)
    )
    what = "duel sampled, one core, against C"
    if not program:
        report.rows.append(Row(what, rate(ours), "no C compiler", aim="≥ 1×"))
        report.notes.append("Skipped: the C program (neither gcc nor cc is here, or neither could compile duel.c).")
        return
    c = n / best[2]
    report.rows.append(Row(what, rate(ours), rate(c), times(ours / c), "≥ 1×", ours / c >= 1))
    report.notes.append(
        f"C: {program[1]}. It rolls each of an attack's dice; Fracas draws the net of both pools as one number and carries the whole "
        "ruleset's state."
    )


def threads(report: Report, duel: Any, effort: Effort, program: tuple[Path, str] | None) -> None:
    """Two workers beside one, and what two cores of this machine give to two programs that share nothing."""
    n = effort.two_worker_fights
    idle = idle_cores()
    measures: list[Callable[[], float]] = [
        lambda: seconds_of(lambda: simulated(duel, n, 1)),
        lambda: seconds_of(lambda: simulated(duel, n, 2)),
    ]
    if program:
        path = program[0]
        measures += [lambda: c_at_once(path, n, 1), lambda: c_at_once(path, n, 2)]
    best = in_turns(max(effort.turns // 2, 2), *measures)
    one, two = n / best[0], n / best[1]
    what = f"two workers against one, {n // 1_000_000} million duels"
    report.rows.append(Row(what, rate(two), rate(one), times(two / one), "≥ 1.8×", two / one >= 1.8))
    if cores() < 2:
        report.notes.append("This machine has one core: two workers cannot be faster than one here.")
    elif two / one < 1.8 and idle is not None and idle < IDLE_ENOUGH:
        report.notes.append(f"Only {idle:.1f} cores were idle just before two workers were measured: their ratio says little.")
    if program:
        report.notes.append(
            f"Two C programs at once did {times(2 * best[2] / best[3])} the work of one: about the most two workers could do."
        )


def cluster(report: Report, duel: Any, effort: Effort) -> None:
    """Two local workers of a cluster beside two threads: the same fights, each in turn."""
    what = f"two workers of a local cluster against two threads, {effort.cluster_seconds:g} s of work"
    aim = f"≤ {OVERHEAD:g}×"
    try:
        import distributed  # noqa: F401
    except ImportError:
        report.rows.append(Row(what, MISSING, "no Dask", aim=aim))
        report.notes.append("Skipped: the cluster (`pip install 'fracas[cluster]'` brings Dask).")
        return
    import fracas

    trial = effort.two_worker_fights
    n = int(trial * max(effort.cluster_seconds / seconds_of(lambda: simulated(duel, trial, 2)), 1))
    with fracas.Cluster("local:2") as workers:
        there = duel.simulate(trial, SEED, cluster=workers)  # starts the workers, which load the rules
        if there.wins != simulated(duel, trial, 2).wins:
            raise Wrong("the cluster and the threads disagree")
        on_threads, on_cluster = in_turns(
            max(effort.turns // 3, 1),
            lambda: seconds_of(lambda: simulated(duel, n, 2)),
            lambda: seconds_of(lambda: duel.simulate(n, SEED, cluster=workers)),
        )
    ratio = on_cluster / on_threads
    report.rows.append(Row(what, span(on_cluster), span(on_threads), times(ratio), aim, ratio <= OVERHEAD))


def c_at_once(program: Path, n: int, copies: int) -> float:
    """The seconds that so many copies of the C program take side by side."""

    def work() -> None:
        running = [subprocess.Popen([program, str(n), str(SEED + i)], stdout=subprocess.DEVNULL) for i in range(copies)]
        for process in running:
            process.wait()

    return seconds_of(work)


LENGTH_CHANGED = 0.02
"""By how much the mean length of fights may differ between two versions before it is said."""


def beside_before(report: Report, effort: Effort) -> None:
    """Solving and sampling against an earlier version of itself."""
    ours, theirs = old.measured(max(effort.turns // 2, 1))
    if not ours:
        raise Wrong("what is timed against the earlier version does not run")
    for name, case in old.CASES.items():
        what = f"{name}, against {old.VERSION}"

        def shown(timed: old.Timed, case: old.Case = case) -> str:
            return rate(case.fights / timed.seconds) if case.fights else span(timed.seconds)

        now, before = ours.get(name), theirs.get(name)
        aim = MISSING if case.aim is None else f"≥ {case.aim:g}×"
        missing = "not measured" if theirs else f"no {old.VERSION}"
        cells = [shown(each) if each else missing for each in (now, before)]
        if now is None or before is None:
            report.rows.append(Row(what, *cells, aim=aim))
            continue
        ratio = before.seconds / now.seconds
        report.rows.append(Row(what, *cells, times(ratio), aim, None if case.aim is None else ratio >= case.aim))
        if case.fights and abs(now.rounds / before.rounds - 1) > LENGTH_CHANGED:
            report.notes.append(
                f"{name}: a fight lasts {now.rounds:.2f} rounds today and lasted {before.rounds:.2f} in {old.VERSION}; rounds a second are "
                f"{times(ratio * now.rounds / before.rounds)}."
            )
    if not theirs:
        report.notes.append(f"Skipped: {old.VERSION} itself (it takes git, with commit {old.COMMIT}).")


def solving(report: Report, duel: Any, effort: Effort) -> None:
    """The exact solution of the duel."""
    solution = duel.solve()
    if abs(solution.win - EXACT) > 1e-12:
        raise Wrong(f"the duel is solved as {solution.win:.15f} where it is {EXACT}")
    seconds = [seconds_of(duel.solve) for _ in range(effort.solves)]
    report.rows.append(Row("duel solved exactly, warm", span(min(seconds)), aim="< 1 ms", met=min(seconds) < 0.001))
    report.notes.append(
        f"Solved: {solution.states:,} states, {solution.outcomes:,} outcomes, A wins {solution.win:.12f} (± {solution.error_bound:.0e}); "
        f"median of {len(seconds)}: {span(median(seconds))}."
    )


def large_fights(report: Report) -> None:
    """Fights that are too large to be solved whole: known to a bound, or refused in time."""
    import fracas

    closely = fracas.encounter(*CLOSELY)
    closely.solve(within=CLOSE)
    seconds = busy_seconds(lambda: closely.solve(within=CLOSE))
    report.rows.append(Row(f"Veinbreaker's duel to {CLOSE:g}", span(seconds), aim="≤ 5 s", met=seconds <= 5))
    refused: list[float] = []
    for _ in range(2):  # the first may compile
        began = time.process_time()
        try:
            states = fracas.encounter(*HOPELESS).solve().states
        except fracas.FracasError as error:
            refused.append(time.process_time() - began)
            why = error.what
        else:
            report.notes.append(f"Skipped: how soon {HOPELESS[1]} is refused, since it was solved, {states:,} states.")
            return
    report.rows.append(Row(f"{HOPELESS[1]}, too large to be solved, is refused", span(min(refused)), aim="≤ 10 s", met=min(refused) <= 10))
    report.notes.append(f"Refused: {why}.")


def listing(report: Report, seconds: float) -> None:
    """Every built-in fight within 1 %, or the bracket that was reached."""
    import fracas

    found = within.listed(fracas.ruleset_names(), seconds, lambda one: said.print("  ".join(one.cells()), style="dim"))
    met = sum(one.met for one in found.each)
    known = all(one.found is not None for one in found.each) and len(found.each) == found.of
    report.rows.append(
        Row(f"built-in fights known within 1 % after {seconds:g} s each", f"{met} of {found.of}", aim="all, or a bracket", met=known)
    )
    report.notes.append(found.sentence())


CLOSELY, CLOSE = ("veinbreaker", "duel"), 1e-6
HOPELESS = ("veinbreaker", "heart")
STATE_BYTES, ROOM, STATES_THAT_FIT = 64, 16e9, 50e6
"""What a state may take on average, and how many must fit into so much memory."""
LARGE = ("ruins-and-realms", "two-handed-15")
"""A fight of one and a half million states."""
PEAK_PROGRAM = """
import sys
from pathlib import Path
import fracas
def peak():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")) * 1024
fight = fracas.encounter(*sys.argv[1:])
fracas.encounter(sys.argv[1], "crypt-guard").solve()
before = peak()
print(fight.solve().states, peak() - before)
"""


def remembering(report: Report) -> None:
    """What a state takes, over the built-in fights of all rulesets that have no more than can be solved at once, and at the peak."""
    import fracas
    from fracas.engine.content.limits import memory_limit
    from fracas.engine.contract.progress import SILENT
    from fracas.engine.solve.exact import NOT_SOLVED, QUICK_STATES, exact_graph
    from fracas.engine.solve.exploring import NOBODY

    packed: list[float] = []
    whole: list[float] = []
    left_out = 0
    for name in fracas.ruleset_names():
        for ready in within.fights(name):
            try:
                graph = exact_graph(ready, NOBODY, QUICK_STATES, memory_limit(), SILENT)
            except fracas.FracasError as error:
                if error.code not in NOT_SOLVED:
                    raise
                left_out += 1
            else:
                packed.append(graph.packed.nbytes / graph.size)
                whole.append(graph.nbytes / graph.size)
    mean = sum(whole) / len(whole)
    what = f"bytes a state with all that leads on from it, mean of {len(whole)} built-in fights of up to {QUICK_STATES:,} states"
    report.rows.append(Row(what, f"{mean:.0f}", aim=f"≤ {STATE_BYTES}", met=mean <= STATE_BYTES))
    report.rows.append(fitting("states that so fit into 16 GB", mean))
    report.notes.append(
        f"Bytes a state: {sum(packed) / len(packed):.0f} for the packed state alone; with the rest median {median(whole):.0f}, most "
        f"{max(whole):.0f}; {left_out} fights are larger or cannot be solved."
    )
    peaking(report)


def peaking(report: Report) -> None:
    """What a state takes at the peak of solving a large fight, tables and results included."""
    if not Path("/proc/self/status").exists():
        report.notes.append("Skipped: the peak of memory (this system does not tell it).")
        return
    done = subprocess.run([sys.executable, "-c", PEAK_PROGRAM, *LARGE], capture_output=True, text=True)
    if done.returncode != 0:
        raise Wrong(f"{LARGE[1]} cannot be solved:\n{done.stderr.strip()}")
    states, peak = map(int, done.stdout.split())
    each = peak / states
    report.rows.append(Row(f"bytes a state at the peak of solving {LARGE[1]}, {states:,} states", f"{each:.0f}"))
    report.rows.append(fitting("states that so fit into 16 GB, at the peak", each))


def fitting(what: str, each: float) -> Row:
    """How many states fit, by calculation, where each takes so many bytes."""
    fit = ROOM / each
    return Row(what, f"{fit / 1e6:,.0f} million", aim=f"≥ {STATES_THAT_FIT / 1e6:,.0f} million", met=fit >= STATES_THAT_FIT)


def icepool_table(icepool: Any) -> list[list[float]]:
    """The chance to hit cell by cell, each from fresh dice, so that no cell finds another's sums kept."""
    return [
        [float(((attack @ (icepool.d6 >= 5)) > (defence @ (icepool.d6 >= 5))).probability(True)) for defence in range(1, MAX_DEFENCE + 1)]
        for attack in range(1, MAX_ATTACK + 1)
    ]


def hit_chances(report: Report, effort: Effort) -> None:
    """The whole table of hit chances beside icepool."""
    what = f"exact hit chances, {MAX_ATTACK} × {MAX_DEFENCE} pools, against icepool"
    aim = "≥ 50×"
    try:
        import icepool
    except ImportError:
        report.rows.append(Row(what, MISSING, "no icepool", aim=aim))
        report.notes.append("Skipped: hit chances (icepool is not installed; `pip install 'fracas[bench]'` brings it).")
        return
    from hit_table import hit_table

    def ours() -> Any:
        return hit_table(MAX_ATTACK, MAX_DEFENCE)

    off = float(abs(ours() - icepool_table(icepool)).max())
    if not off <= 1e-12:
        raise Wrong(f"hit_table differs from icepool by {off:.1e}")
    said.print(f"  fracas and icepool agree to {off:.0e}", style="dim")
    inner = 20  # one table takes too little time to be timed alone
    fast, slow = in_turns(
        effort.turns,
        lambda: seconds_of(lambda: [ours() for _ in range(inner)]) / inner,
        lambda: seconds_of(lambda: icepool_table(icepool)),
    )
    report.rows.append(Row(what, span(fast), span(slow), times(slow / fast), aim, slow / fast >= 50))


def replaying(report: Report, duel: Any, effort: Effort) -> None:
    """Fights replayed in plain Python with their whole log."""
    duel.replay(SEED, 0)
    (seconds,) = in_turns(max(effort.turns // 2, 2), lambda: seconds_of(lambda: [duel.replay(SEED, k) for k in range(effort.replays)]))
    report.rows.append(Row("duel replayed in plain Python, with its log", rate(effort.replays / seconds)))


def realms(report: Report, effort: Effort) -> None:
    """Ruins & Realms: a level-1 hero against a level-3 creature, sampled, solved with every decision, and with every loadout."""
    import fracas
    from fracas.lab.loadouts import loadouts

    guard = fracas.encounter("ruins-and-realms", "crypt-guard", None, ("greedy", "fierce"))
    solution = guard.solve()
    n = effort.fights
    check_share("crypt-guard", simulated(guard, n, 1).win, solution.win, n)
    best = in_turns(
        max(effort.turns // 2, 2),
        lambda: seconds_of(lambda: simulated(guard, n, 1)),
        lambda: seconds_of(lambda: [guard.replay(SEED, k) for k in range(effort.replays)]),
        lambda: seconds_of(guard.solve),
        lambda: seconds_of(lambda: guard.best().sentence()),
    )
    ours, plain = n / best[0], effort.replays / best[1]
    what = "Ruins & Realms, level 1 against level 3"
    report.rows += [
        Row(
            f"{what}: sampled, one core, against plain Python",
            rate(ours),
            rate(plain),
            times(ours / plain),
            "≥ 500 thousand/s",
            ours >= 5e5,
        ),
        Row(f"{what}: solved, warm", span(best[2]), aim="< 2 s", met=best[2] < 2),
        Row(f"{what}: best play, warm", span(best[3])),
    ]
    report.notes.append(
        f"Level 1 against level 3: {solution.states:,} states, {solution.outcomes:,} outcomes, the hero wins {solution.win:.6%}."
    )
    if effort.compiles:
        ranked: list[Any] = []
        busy = busy_seconds(lambda: ranked.append(loadouts("ruins-and-realms", "sword-and-shield-1", "skeleton-warrior")))
        seconds = ranked[0].seconds
        report.rows.append(Row(f"loadouts: all {ranked[0].sets} triples solved", span(seconds), aim="< 5 s", met=seconds < 5))
        report.notes.append(f"Loadouts: {span(busy)} of processor time, on {cores()} cores.")


def stepping(report: Report, effort: Effort) -> None:
    """Fights side by side, stepped for an agent that acts at random, beside the Gymnasium environment of one fight."""
    import numpy as np

    import fracas
    from fracas.rl import FightBatch, FightEnv

    crawler, many, steps = fracas.encounter("rune-and-rust", "adept-and-crawler"), 4096, 100
    rng = np.random.default_rng(SEED)
    batch, first = FightBatch(crawler, many), np.full(many, np.nan)
    places = np.arange(many)

    def at_random() -> Any:
        return batch.codes[places, rng.integers(0, batch.counts)]

    while np.isnan(first).any():
        batch.step(at_random())
        over = (batch.ended >= 0) & (batch.finished < many)
        first[over] = batch.rewards[over]
    check_share("side by side, at random", float(first.mean()), crawler.with_policies("random").solve().win, many)
    chosen = np.zeros(many, np.int64)

    def side_by_side() -> float:
        seconds = 0.0
        for _ in range(steps):
            chosen[:] = at_random()
            seconds += seconds_of(lambda: batch.step(chosen))
        return seconds

    env = FightEnv(crawler)

    def one_by_one() -> float:
        seconds, over = 0.0, True
        for _ in range(effort.replays):
            if over:
                env.reset()
            code = rng.choice(np.flatnonzero(env.action_masks()))
            began = time.perf_counter()
            over = any(env.step(code)[2:4])
            seconds += time.perf_counter() - began
        return seconds

    best = in_turns(effort.turns, side_by_side, one_by_one)
    ours, single = steps * many / best[0], effort.replays / best[1]
    what = f"adept-and-crawler, {many:,} fights stepped side by side, one core, against one fight in plain Python"
    report.rows.append(Row(what, rate(ours), rate(single), times(ours / single), "≥ 1 million/s", ours >= 1e6))


LEARNED_SECONDS, LEARNED_GAP = 120.0, 0.02


def learning(report: Report) -> None:
    """The agent of the example: how long it learns, and how far it is from best play then, exactly."""
    import fracas

    spec = importlib.util.spec_from_file_location("agent", HERE.parent / "examples" / "learn" / "agent.py")
    assert spec is not None
    assert spec.loader is not None
    agent = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(agent)
    tables: list[Any] = []
    seconds = busy_seconds(lambda: tables.append(agent.train()))
    found = fracas.regret(fracas.encounter(*agent.FIGHT).with_policies(agent.policy_of(tables[0])))
    report.rows += [
        Row("the example's agent learns", span(seconds), aim=f"≤ {span(LEARNED_SECONDS)}", met=seconds <= LEARNED_SECONDS),
        Row("what it then lacks of best play, exactly", f"{found.gap:.2%}", aim=f"≤ {LEARNED_GAP:.0%}", met=found.gap <= LEARNED_GAP),
    ]


def chains(report: Report, effort: Effort) -> None:
    """Veinbreaker: whole fights of the greedy player against a tier-1 enemy, and the exact outcome of a chain of four links."""
    import fracas

    fight = fracas.encounter("veinbreaker", "benchmark", None, ("greedy", "windows"))
    ruleset, n = fight.ruleset, effort.fights
    plan = ruleset.scenarios()["benchmark"]["plan"]
    question = {"chain": ",".join(plan), "character": "stonepulse-novice", "enemy": "goblin-shieldbearer"}
    options = ruleset.options_model()
    exact = ruleset.ask(question, options).result["fells"]["p"]
    once = fracas.encounter("veinbreaker", {**ruleset.scenarios()["benchmark"], "until": "chain"})
    sampled = simulated(once, n, 1).health_distribution(1).get(0, 0.0)
    check_share("the chain fells", sampled, exact, n)
    simulated(fight, 1000, 1)
    best = in_turns(
        max(effort.turns // 2, 2),
        lambda: seconds_of(lambda: simulated(fight, n, 1)),
        lambda: seconds_of(lambda: [fight.replay(SEED, k) for k in range(effort.replays)]),
        lambda: seconds_of(lambda: ruleset.ask(question, options)),
    )
    ours, plain = n / best[0], effort.replays / best[1]
    report.rows += [
        Row(
            "Veinbreaker, tier 1: whole fights sampled, one core, against plain Python",
            rate(ours),
            rate(plain),
            times(ours / plain),
            "≥ 200 thousand/s",
            ours >= 2e5,
        ),
        Row("Veinbreaker: a chain of 4 links, exactly, with fractions, warm", span(best[2]), aim="< 50 ms", met=best[2] < 0.05),
    ]


WORLD_SIZES = (10, 100, 800, 10_000)
WORLD_AIMS = {10: 20_000, 800: 1_000, 10_000: 100}
"""Ticks a second that are aimed at, by the number of fighters."""
TILES_EACH = 75
"""Tiles of the map for each fighter: all worlds are as crowded."""
WARM_UP, STRETCH = 100, 60
"""Ticks before a world is measured, and of one measurement."""


def peopled(n: int, seed: int, compiled: bool = True) -> Any:
    """A world of so many fighters of all races, replaced as they die."""
    from fracas import World

    side = int(sqrt(n * TILES_EACH))
    heroes, camps = max(n // 50, 1), n // 150
    options = {
        "width": side,
        "height": side,
        "town_x": side // 2,
        "town_y": side // 2,
        "sanctuary_radius": 4,
        "camps": camps,
        "camp_distance": 8,
        "heroes": heroes,
        "entities": n - heroes - 3 * camps,
        "entity_cap": n,
        "spawn_interval": 1,
        "spawn_batch": max(n // 100, 1),
        "spawn_all_races": True,
        "ground_items": max(6 * n, 64),
        "wall_share": 0.02,
    }
    return World("world-loop", "vale", options, seed, compiled=compiled)


def ticks_of(worlds: Sequence[Any], ticks: int) -> float:
    """The seconds that a tick of one world takes, over several."""
    return seconds_of(lambda: [world.advance(ticks) for world in worlds]) / ticks / len(worlds)


def worlds(report: Report, effort: Effort) -> None:
    """World Loop: ticks of worlds of different sizes, equally crowded and equally old; and duels."""
    import fracas

    plain = peopled(100, SEED, compiled=False)
    fast = peopled(100, SEED)
    slow_seconds = ticks_of([plain], 20)
    fast.advance(20)
    if plain.fingerprint() != fast.fingerprint():
        raise Wrong("a world of 100 is not the same compiled and in plain Python")
    each: dict[int, float] = {}
    for n in WORLD_SIZES:
        several = [peopled(n, seed) for seed in range(max(max(WORLD_SIZES) // n // 10, 1))]
        for world in several:
            world.advance(WARM_UP)
        seconds = min(ticks_of(several, STRETCH) for _ in range(max(effort.turns // 2, 2)))
        living = sum(world.measures()["living"] for world in several) / len(several)
        each[n] = seconds / living
        aim = WORLD_AIMS.get(n)
        per_second = 1 / seconds
        reference = {100: (rate(1 / slow_seconds), times(slow_seconds / seconds))}.get(n, (MISSING, MISSING))
        what = f"World Loop, {n:,} fighters: ticks, one core" + (", against plain Python" if n == 100 else "")
        row = Row(what, rate(per_second), *reference, f"≥ {rate(aim)}" if aim else MISSING, None if aim is None else per_second >= aim)
        report.rows.append(row)
    spread = max(each[n] for n in WORLD_SIZES[1:]) / min(each[n] for n in WORLD_SIZES[1:])
    what = "World Loop: a fighter's tick in a world of 10,000, against one of 100"
    report.rows.append(Row(what, span(each[10_000]), span(each[100]), times(each[10_000] / each[100]), "≤ 2×", spread <= 2))
    duel = fracas.encounter("world-loop", "champion-and-chief", {"draws": "independent", "lag": "forgiven"})
    solution, n = duel.solve(), effort.fights
    check_share("champion-and-chief", simulated(duel, n, 1).win, solution.win, n)
    best = in_turns(2, lambda: seconds_of(lambda: simulated(duel, n, 1)), lambda: seconds_of(duel.solve))
    report.rows.append(Row("World Loop: duels with potions sampled, one core", rate(n / best[0])))
    report.rows.append(Row(f"the same solved exactly, warm: {solution.states:,} states", span(best[1])))


ADVENTURE = "toll-of-winter"
ADVENTURES_AIM, SOLVED_AIM, PAYLOADS_AIM = 1e6, 2.0, 1e5
PAYLOADS = 20_000
SECRET = "0123456789abcdef" * 4


def adventures(report: Report, effort: Effort) -> None:
    """ARDA: an adventure sampled and solved, and payloads verified."""
    import fracas
    from fracas.rulesets.arda import verify
    from fracas.rulesets.arda.commands.payloads import choice_named
    from fracas.rulesets.arda.library import hero_named
    from fracas.rulesets.arda.payload import authoritative_roll, character_of

    tale = fracas.encounter("arda", ADVENTURE)
    solution, n = tale.solve(), effort.fights
    check_share(ADVENTURE, simulated(tale, n, 1).win, solution.win, n)
    best = tale.best()
    plain = effort.naive_fights // 100
    fast, slow, solved, improved = in_turns(
        max(effort.turns // 2, 2),
        lambda: seconds_of(lambda: simulated(tale, n, 1)),
        lambda: seconds_of(lambda: [tale.replay(SEED, k) for k in range(plain)]),
        lambda: seconds_of(tale.solve),
        lambda: seconds_of(tale.best),
    )
    scenes = len(tale.setup.details["cast"].scene_ids)
    ratio = slow / plain / (fast / n)
    what = f"ARDA, an adventure of {scenes} scenes sampled, one core, against plain Python"
    report.rows.append(Row(what, rate(n / fast), rate(plain / slow), times(ratio), f"≥ {rate(ADVENTURES_AIM)}", n / fast >= ADVENTURES_AIM))
    what = f"the same solved exactly, warm: {solution.states:,} states"
    report.rows.append(Row(what, span(solved), MISSING, MISSING, f"≤ {span(SOLVED_AIM)}", solved <= SOLVED_AIM))
    what = f"its best play, warm: {best.graph.size:,} states"
    report.rows.append(Row(what, span(improved), MISSING, MISSING, f"≤ {span(SOLVED_AIM)}", improved <= SOLVED_AIM))
    who, choice = character_of(hero_named("ysra-holt")), choice_named("first-light/landing/haul")
    payloads = [authoritative_roll(SECRET, who, choice, k).to_data() for k in range(1, PAYLOADS + 1)]
    checked = min(seconds_of(lambda: [verify(payload, who, choice) for payload in payloads]) for _ in range(3))
    per_second = PAYLOADS / checked
    report.rows.append(
        Row("ARDA: payloads verified, one core", rate(per_second), MISSING, MISSING, f"≥ {rate(PAYLOADS_AIM)}", per_second >= PAYLOADS_AIM)
    )


SWEEP_AIM, TUNE_AIM, WEIGHTS_AIM, MATRIX_AIM, AGAIN_AIM = 1.0, 5.0, 30.0, 60.0, 1.0
FOES, MATRIX_FIGHTS = 60, 20_000


def asked_twice(report: Report, what: str, ask: Callable[[bool], Any], alone: tuple[str, float], aim: float, turns: int) -> None:
    """A question to the lab, computed afresh and asked again: beside what its fights take one by one, and beside the first asking."""
    busy: list[float] = []

    def afresh() -> None:
        began = time.process_time()
        ask(True)
        busy.append(time.process_time() - began)

    once, again = in_turns(turns, lambda: seconds_of(afresh), lambda: seconds_of(lambda: ask(False)))
    how, slow = alone
    aims = f"< {span(aim)}", f"< {span(AGAIN_AIM)}"
    report.rows += [
        Row(f"{what}, against {how}", span(once), span(slow), times(slow / once), aims[0], once < aim),
        Row("the same asked again, against the first asking", span(again), span(once), times(once / again), aims[1], again < AGAIN_AIM),
    ]
    report.notes.append(f"{what[:1].upper()}{what[1:]}: {span(min(busy))} of processor time, on {cores()} cores.")


def questions(report: Report, effort: Effort) -> None:
    """The lab: a sweep, a tuned number, stat weights and a matrix, each computed and asked again."""
    import fracas
    from fracas.lab.sweeping import sweep
    from fracas.lab.tuning import tune

    def swept(fresh: bool) -> Any:
        return sweep("rune-and-rust", "duel", {"enemies.0.hp": range(26, 36), "hero.hp": range(26, 36)}, fresh=fresh)

    def tuned(fresh: bool) -> Any:
        return tune("rune-and-rust", "adept-and-crawler", {"enemies.0.hp": range(1, 81)}, ["win=70%"], fresh=fresh)

    found = swept(True)
    if found.sampled or abs(found.points[44].figures["win"].value - EXACT) > 1e-12:
        raise Wrong("the sweep does not have the duel's exact chance where both have 30 HP")
    turns = max(effort.turns // 2, 2)

    def alone(name: str, points: int) -> tuple[str, float]:
        ready = fracas.encounter("rune-and-rust", name)
        ready.solve()
        return f"{points} solutions", points * min(seconds_of(ready.solve) for _ in range(turns))

    what = "a sweep of 100 points of the duel (about 30 HP), exact, warm"
    asked_twice(report, what, swept, alone("duel", 100), SWEEP_AIM, turns)
    what = "a number tuned from 1 to 80, adept and crawler, exact"
    asked_twice(report, what, tuned, alone("adept-and-crawler", 80), TUNE_AIM, turns)
    if not effort.compiles:
        report.notes.append("Left out by --quick: stat weights and the matrix of match-ups.")
        return
    weighing(report)
    matching(report, effort)


def weighing(report: Report) -> None:
    """What every stat of a fight of 200,000 states is worth."""
    import fracas
    from fracas.lab.weighing import weights

    guard = fracas.encounter("ruins-and-realms", "crypt-guard")
    exact = guard.solve().win
    alone = min(seconds_of(guard.solve) for _ in range(3))

    def weighed(fresh: bool) -> Any:
        return weights("ruins-and-realms", "crypt-guard", fresh=fresh)

    found = weighed(False)
    if not found.exact or abs(found.base["win"].value - exact) > 1e-12:
        raise Wrong("the weights of crypt-guard are not from its exact chance")
    both = [each for weight in (*found.found, *found.idle) for each in (weight.more, weight.less) if each is not None]
    different = len({each.after for each in both})
    asked_twice(report, "stat weights of crypt-guard, exact", weighed, (f"{different} solutions", different * alone), WEIGHTS_AIM, 1)


def matching(report: Report, effort: Effort) -> None:
    """Every hero of Ruins & Realms against sixty creatures."""
    import fracas
    from fracas.lab.matching import matrix
    from fracas.lab.points import Budget

    rules = fracas.load_ruleset("ruins-and-realms")
    heroes, foes = rules.fighter_names(0), rules.fighter_names(1)[:FOES]
    limits = Budget(max_states=0, fights=MATRIX_FIGHTS)

    def matched(fresh: bool) -> Any:
        return matrix(rules, heroes, foes, budget=limits, fresh=fresh)

    first = fracas.encounter(rules, rules.match(heroes[0], foes[0]))
    simulated(first, 1, 1)
    plain = seconds_of(lambda: [first.replay(SEED, k) for k in range(effort.replays)]) / effort.replays
    fights = len(heroes) * len(foes) * MATRIX_FIGHTS
    what = f"a matrix of {len(heroes)} × {len(foes)} match-ups, {MATRIX_FIGHTS:,} fights each"
    asked_twice(report, what, matched, ("plain Python", fights * plain), MATRIX_AIM, 1)


def serving(report: Report, effort: Effort) -> None:
    """The server: a dragged number, players at once, the first load of the page, memory."""
    try:
        import fastapi  # noqa: F401
    except ImportError:
        report.notes.append("Skipped: the server (FastAPI is not installed; `pip install 'fracas[web]'` brings it).")
        return
    import serving

    try:
        rows, notes = serving.measured(effort.load)
    except serving.Wrong as error:
        raise Wrong(str(error)) from None
    report.rows += [Row(row.what, row.ours, aim=row.aim, met=row.met) for row in rows]
    report.notes += notes


class Spent(NamedTuple):
    """The seconds that a command takes, and how much of the processor's time."""

    seconds: float
    busy: float


def command(*words: str, cache: str | None = None) -> Spent:
    """Run a command in a process of its own, as its user would: Python keeps what it has read of the sources."""
    environment = {**os.environ, **({"FRACAS_CACHE": cache} if cache else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = os.times(), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "fracas", *words], capture_output=True, text=True, env=environment)
    seconds, after = time.perf_counter() - began, os.times()
    if done.returncode != 0:
        raise Wrong(f"`fracas {' '.join(words)}` failed:\n{done.stderr.strip()}")
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(seconds, busy)


def first_use(*words: str) -> Spent:
    """Run a command when nothing has been compiled yet."""
    with tempfile.TemporaryDirectory(prefix="fracas-bench-") as folder:
        return command(*words, cache=folder)


def starting(report: Report, effort: Effort) -> None:
    """Commands from the shell: with everything compiled, and the very first time. What counts is processor time."""
    solve = ("solve", "rune-and-rust", "duel", "--json")
    command(*solve)

    def add(what: str, turns: int, run: Callable[[], Spent], aim: float) -> None:
        each = [run() for _ in range(turns)]
        busy = min(spent.busy for spent in each)
        report.rows.append(Row(f"{what}: processor time", span(busy), aim=f"≤ {aim:g} s", met=busy <= aim))
        walls.append(f"{what} {span(min(spent.seconds for spent in each))}")

    walls: list[str] = []
    add("fracas --help", effort.starts, lambda: command("--help"), 0.15)
    add("fracas solve rune-and-rust duel --json, warm", effort.starts, lambda: command(*solve), 0.6)
    if effort.compiles:
        simulate = ("simulate", "rune-and-rust", "duel", "-n", "1000", "--json")
        add("first solve ever, compiling", effort.compiles, lambda: first_use(*solve), 6)
        add("first simulate -n 1000 ever, compiling", effort.compiles, lambda: first_use(*simulate), 6)
        add(
            "first solve of Ruins & Realms, compiling",
            effort.compiles,
            lambda: first_use("solve", "ruins-and-realms", "crypt-guard", "--json"),
            6,
        )
    else:
        report.notes.append("Left out by --quick: the very first compile.")
    report.notes.append(f"On the clock: {'; '.join(walls)}.")


# --- the run ------------------------------------------------------------------------------------------------------------


def show(report: Report, shown: Console) -> None:
    """The table and its notes."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("what")
    for name in ("Fracas", "reference", "ratio", "aim"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    words = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}
    for row in report.rows:
        table.add_row(*(escape(cell) for cell in (row.what, row.ours, row.reference, row.ratio, row.aim)), words[row.met])
    shown.print(table)
    for note in report.notes:
        shown.print(f"· {escape(note)}")


def measure(report: Report, effort: Effort) -> None:
    """Every measurement, in the table's order."""
    import fracas

    said.print("making ready (compiles on first use)")
    duel = fracas.encounter("rune-and-rust", "duel")
    simulated(duel, 1, 1)
    duel.solve()
    with tempfile.TemporaryDirectory(prefix="fracas-bench-") as folder:
        program = compile_c(Path(folder))
        steps: Sequence[tuple[str, Callable[[], None]]] = (
            ("sampled fights", lambda: sampling(report, duel, effort, program)),
            ("two workers", lambda: threads(report, duel, effort, program)),
            ("a cluster", lambda: cluster(report, duel, effort)),
            ("the exact solver", lambda: solving(report, duel, effort)),
            (f"solving and sampling against {old.VERSION}", lambda: beside_before(report, effort)),
            ("large fights", lambda: large_fights(report)),
            *([("memory", lambda: remembering(report))] if effort.compiles else []),
            *([("every built-in fight within 1 %", lambda: listing(report, effort.within))] if effort.within else []),
            ("hit chances", lambda: hit_chances(report, effort)),
            ("replays", lambda: replaying(report, duel, effort)),
            ("Learning agents", lambda: stepping(report, effort)),
            *([("an agent learns", lambda: learning(report))] if effort.compiles else []),
            ("Ruins & Realms", lambda: realms(report, effort)),
            ("Veinbreaker", lambda: chains(report, effort)),
            ("World Loop", lambda: worlds(report, effort)),
            ("ARDA", lambda: adventures(report, effort)),
            ("the lab", lambda: questions(report, effort)),
            ("the server", lambda: serving(report, effort)),
            ("starting up", lambda: starting(report, effort)),
        )
        for number, (name, step) in enumerate(steps, 1):
            said.print(f"{number}/{len(steps)} {name}")
            step()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and show what was measured; 1 if something computes wrongly, 130 if stopped. A missed aim is no failure."""
    parser = argparse.ArgumentParser(description="Measure Fracas beside its references, and compare with what it promises.")
    parser.add_argument("--quick", action="store_true", help="less work a measurement, and no first compiles")
    parser.add_argument("--load", type=float, metavar="SECONDS", help="how long the load on the server lasts; 600 is what is promised")
    parser.add_argument("--within", type=float, metavar="SECONDS", default=0, help="so much processor time for each built-in fight")
    given = parser.parse_args(arguments)
    effort = replace(QUICK if given.quick else FULL, within=given.within)
    effort = effort if given.load is None else replace(effort, load=given.load)
    shown = Console(highlight=False, width=None if sys.stdout.isatty() else 130)
    report = Report()
    code = 0
    try:
        for line in machine():
            shown.print(escape(line))
        measure(report, effort)
    except Wrong as error:
        said.print(f"error: {escape(str(error))}", style="red")
        code = 1
    except KeyboardInterrupt:
        said.print("stopped; what was measured:" if report.rows else "stopped")
        code = 130
    if report.rows:
        show(report, shown)
    return code


if __name__ == "__main__":
    sys.exit(main())
