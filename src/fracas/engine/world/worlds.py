"""A world: many fighters on a map, simulated tick by tick, deterministic for a seed and options.

The kind of world is a facet of a ruleset (`fracas.engine.contract.world.WorldKind`). Its state is a named tuple of arrays. Its rules found
the world and advance it tick by tick; they are ordinary rules, compiled to run fast and run in plain Python to be inspected. All draws are
keyed (`fracas.dice.key`), so a world has no hidden dice: its arrays are its whole state, and a copy of them is a checkpoint.
"""

from __future__ import annotations

import base64
import time
import zlib
from bisect import bisect_right, insort
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.core import cgutils
from numba.extending import intrinsic

from fracas.dice import Event, PlayedDice
from fracas.dice.compiled import EVENTS, new_logged_stream
from fracas.engine.compile.aside import aside
from fracas.engine.compile.compiling import Compiled
from fracas.engine.compile.cuda import check_device
from fracas.engine.content.additions import adding, in_force
from fracas.engine.content.limits import check_memory, memory_limit
from fracas.engine.content.models import Model, changed_options
from fracas.engine.content.reading import read_json, validated
from fracas.engine.contract.charts import Chart, Encoding, label
from fracas.engine.contract.facets import HasWorld
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.results import Tabled
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.contract.world import COPIES, WorldKind, WorldRules, WorldSetup
from fracas.engine.play.saving import refused, sealed, unsealed, write_whole
from fracas.engine.records.record import Array
from fracas.engine.sample.sampling import state_digest
from fracas.engine.sample.simulate import check_seed
from fracas.engine.work.executors import Pieces, Watch
from fracas.engine.work.places import Where, executor
from fracas.engine.world.device import device_worlds
from fracas.errors import FracasError, unknown

FORMAT = 1
ANEW = "run the world anew from its seed"
STRIDE_SECONDS = 0.2
"""Approximate interval between checks of progress and Ctrl-C in compiled code."""
MAX_TICKS = 2**31 - 1
"""The last tick: keyed draws take the tick as a 32-bit number."""
KEPT = 64
"""Maximum number of checkpoints kept in memory."""
FIRST_STRIDE, ASIDE = 4, 16
"""The number of ticks run before the first check of the time, and above which they are run in a separate thread."""
ROW_SIZE = 4096
"""Approximate bytes for a row of measures, including its display."""
EVENT_SIZE = 512
"""Approximate bytes for a logged event, including its text."""
MAX_WORLDS = 1_000_000
"""Maximum number of worlds compared at once."""


Keep = Callable[[Array], Array]
"""A filter of logged events: a function from rows of (code, a, b, c) to a bool for each row."""


def world_of(ruleset: Ruleset) -> WorldKind:
    """The world of a ruleset, or an error that it has none."""
    if isinstance(ruleset, HasWorld):
        return ruleset.world()
    raise FracasError("no-world", f"{ruleset.title} has no world", "take a ruleset that has one")


@intrinsic
def borrowed(context, arrays):  # type: ignore[no-untyped-def]  # read by Numba
    """A tuple of arrays without reference counts.

    Rules access ``world.seats`` and other arrays constantly; reference counting would dominate the run time. The caller of the compiled
    loop keeps them alive.
    """

    def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        kept = []
        for i, kind in enumerate(arrays.types):
            array = cgutils.create_struct_proxy(kind)(context, builder, builder.extract_value(arguments[0], i))  # type: ignore[no-untyped-call]
            array.meminfo = cgutils.get_null_value(array.meminfo.type)  # type: ignore[no-untyped-call]
            kept.append(array._getvalue())
        return context.make_tuple(builder, arrays, kept)

    return arrays(arrays), code


def make_ticker(rules: WorldRules) -> Any:
    """The compiled loop over ticks."""
    found, tick = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_tick(dice, world, book, ticks, founding, halt):  # type: ignore[no-untyped-def]  # read by Numba
        d = dice[0]
        b = book[0]
        world = borrowed(world)  # type: ignore[call-arg]  # Numba gives the context
        if founding:
            found(d, world, b)
        for done in range(ticks):
            if halt[0] != 0 or (d.logging != 0 and d.noted > EVENTS // 2):
                return done
            tick(d, world, b)
        return ticks

    return fracas_tick


@cache
def _ticker(ruleset: Ruleset) -> Compiled:
    rules = world_of(ruleset).rules
    return Compiled(lambda: make_ticker(rules), "tick", ruleset)


def check_ticks(now: int, ticks: int) -> None:
    """Reject a number of ticks that cannot be run from the current tick."""
    if ticks < 0 or now + ticks > MAX_TICKS:
        raise FracasError(
            "bad-ticks",
            f"{ticks} ticks cannot be run from tick {now}: the last tick of a world is {MAX_TICKS:,}, since its draws are keyed by ticks "
            "of 32 bits",
            f"ask for 0 to {MAX_TICKS - now}",
        )


class World:
    """One world: ``World(ruleset, plan, options, seed)`` stands at tick 0.

    `advance` runs it forward, `go_to` moves it to any tick, forward or back, using checkpoints kept on the way. `events` are the events of
    the ticks that were run with ``log``. With ``compiled=False`` the same rules run in plain Python.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        plan: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        progress: Progress | None = None,
        compiled: bool = True,
    ) -> None:
        self.ruleset = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.kind = world_of(self.ruleset)
        self.seed = check_seed(seed)
        self.additions = in_force()
        """The additions of the packs active when the world was founded."""
        self.setup = world_setup(self.ruleset, plan, options)
        self.arrays = type(self.setup.arrays)(*(a.copy() for a in self.setup.arrays))
        self.events: list[tuple[int, Event]] = []
        self.lost_events = 0
        self.stopped = False
        """Whether the last run was stopped by Ctrl-C."""
        self.checkpoint_every = 0
        self._checkpoints: dict[int, tuple[bytes, ...]] = {}
        self._kept: list[int] = []
        self._halt = np.zeros(1, np.int64)
        self._compiled = compiled
        self._dice: Any = new_logged_stream(self.seed) if compiled else _PlainDice(self.seed)
        self._progress = progress or ANNOUNCED
        self._found()
        self.cast_size = len(self.events)
        """The number of leading events that list the entities present at the start: at founding, or loading."""

    # state

    @property
    def tick(self) -> int:
        """The next tick, which is the number of finished ticks."""
        return self.kind.tick_of(self.arrays)

    def fingerprint(self) -> str:
        """A digest of the complete state of the world, the same on every machine."""
        value = 0
        for name, array in zip(self.arrays._fields, self.arrays, strict=True):
            if name not in self.setup.working:
                value = state_digest([value - 2**63, _digest(array)])
        return f"{value:016x}"

    def measures(self) -> dict[str, int | float]:
        """Its current measures."""
        with adding(self.additions):
            return self.kind.measures(self.arrays)

    def summary(self) -> dict[str, Any]:
        """A summary of it so far, as data for JSON."""
        with adding(self.additions):
            return self.kind.summary(self.setup, self.arrays)

    def view(self) -> dict[str, Any]:
        """The current state as data for JSON: summary, measures, fingerprint."""
        return {**self.summary(), "measures": self.measures(), "fingerprint": self.fingerprint()}

    def __repr__(self) -> str:
        return f"<World {self.setup.name} of {self.ruleset.title}, seed {self.seed}: tick {self.tick:,}, fingerprint {self.fingerprint()}>"

    # running it

    def _found(self) -> None:
        if self._compiled:
            self._run(0, True, _all)
        else:
            self.kind.rules.found(self._dice, self.arrays, self.setup.book[0])
            self._read_plain(_all)
        self._keep()

    def _run(self, ticks: int, founding: bool, keep: Keep | None) -> None:
        dice = self._dice[0]
        dice["logging"], dice["noted"] = int(keep is not None), 0
        kinds = tuple(a.dtype for a in self.arrays)

        def run(ticks: int, founding: bool) -> None:
            _ticker(self.ruleset)(kinds, self._progress, self._dice, self.arrays, self.setup.book, ticks, founding, self._halt)

        try:
            if founding:
                run(0, False)  # compile or load
            if founding or ticks > ASIDE:  # a world that is still being founded has no user yet: it is abandoned
                aside(run, ticks, founding, halt=None if founding else self.halt)
            else:
                run(ticks, founding)
        finally:
            if keep is not None:
                noted = int(dice["noted"])
                self.lost_events += max(noted - EVENTS, 0)
                self._remember(dice["events"][: min(noted, EVENTS)], keep)

    def halt(self) -> None:
        """Stop a run in any thread after its current tick."""
        self._halt[0] = 1

    def _read_plain(self, keep: Keep) -> None:
        rows = [(e.code, e.a, e.b, e.c) for e in self._dice.entries if isinstance(e, Event)]
        self._dice.entries.clear()
        self._remember(np.array(rows, np.int64).reshape(-1, 4), keep)

    def _remember(self, rows: Array, keep: Keep) -> None:
        check_memory(len(self.events) * EVENT_SIZE, f"a log of {len(self.events):,} events", "log fewer ticks")
        begins = rows[:, 0] == self.kind.tick_event
        last = self.events[-1][0] if self.events else 0
        ticks = np.maximum.accumulate(np.where(begins, rows[:, 1], last)) if len(rows) else begins
        wanted = keep(rows) & ~begins
        self.events += [(tick, Event(*row)) for tick, row in zip(ticks[wanted].tolist(), rows[wanted].tolist(), strict=True)]

    def advance(self, ticks: int, log: bool | Keep = False, progress: Progress | None = None) -> int:
        """Run a number of ticks; returns how many were run, fewer after Ctrl-C.

        With ``log``, events are kept: all, or those selected by a filter of rows of (code, a, b, c).
        """
        check_ticks(self.tick, ticks)
        listener = progress or self._progress
        keep = None if log is False else _all if log is True else log
        end = self.tick + ticks
        first = self.tick
        stride = FIRST_STRIDE
        self.stopped = False
        self._halt[0] = 0
        try:
            while self.tick < end:
                goal = end
                if self.checkpoint_every:
                    goal = min(goal, (self.tick // self.checkpoint_every + 1) * self.checkpoint_every)
                stride = self._stretch(min(stride, goal - self.tick), keep)
                if self.checkpoint_every and self.tick % self.checkpoint_every == 0:
                    self._keep()
                listener.at(self.tick - first, ticks, "ticks")
                if self._halt[0]:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            self.stopped = True
        return self.tick - first

    def _stretch(self, ticks: int, keep: Keep | None) -> int:
        """Run some ticks; returns how many to run in the next stretch."""
        began = time.perf_counter()
        if self._compiled:
            self._run(ticks, False, keep)
        else:
            for _ in range(ticks):
                self.kind.rules.tick(self._dice, self.arrays, self.setup.book[0])
                self._read_plain(keep or _none)
        took = max(time.perf_counter() - began, 1e-6)
        return max(min(int(ticks * STRIDE_SECONDS / took), ticks * 4, 1 << 20), 1)

    # going back

    def _keep(self) -> None:
        tick = self.tick
        if tick not in self._checkpoints:
            if len(self._kept) >= KEPT:  # every second one is dropped; the first and the last are kept
                for old in self._kept[1:-1:2]:
                    del self._checkpoints[old]
                self._kept = sorted(self._checkpoints)
            self._checkpoints[tick] = tuple(zlib.compress(a.tobytes(), 1) for a in self.arrays)
            insort(self._kept, tick)

    def go_to(self, tick: int, log: bool | Keep = False, progress: Progress | None = None) -> None:
        """Go to a tick: forward, or back to the preceding checkpoint and forward from there. ``log`` keeps the events of the ticks run."""
        if not 0 <= tick <= MAX_TICKS:
            raise FracasError("bad-tick", f"there is no tick {tick}", f"give a number from 0 to {MAX_TICKS}")
        if tick < self.tick:
            self.restore(self._kept[bisect_right(self._kept, tick) - 1])
        self.advance(tick - self.tick, log, progress)

    def restore(self, tick: int) -> None:
        """Go back to a checkpoint."""
        for array, data in zip(self.arrays, self._checkpoints[tick], strict=True):
            array[...] = np.frombuffer(zlib.decompress(data), array.dtype).reshape(array.shape)
        since = self.events[self.cast_size :]
        self.events[self.cast_size :] = [entry for entry in since if entry[0] < tick]

    # saving it

    def to_data(self, key: bytes | None = None) -> dict[str, Any]:
        """The saved form: data for JSON, sealed against changes, with a ``key`` against forgery. `load_world` reads it; see also `view`."""
        packed = {
            name: base64.b64encode(zlib.compress(array.tobytes(), 6)).decode()
            for name, array in zip(self.arrays._fields, self.arrays, strict=True)
            if name not in self.setup.working
        }
        return sealed(
            {
                "fracas": "world",
                "format": FORMAT,
                "ruleset": self.ruleset.name,
                "version": self.ruleset.version,
                "plan": self.setup.name,
                "options": changed_options(self.setup.options),
                "seed": self.seed,
                "tick": self.tick,
                "fingerprint": self.fingerprint(),
                "arrays": packed,
            },
            key,
        )

    def save(self, path: str | Path, key: bytes | None = None) -> None:
        """Write the world to a file, atomically. See `to_data` for the key."""
        write_whole(path, self.to_data(key), "world")


def _all(rows: Array) -> Array:
    return np.ones(len(rows), bool)


def _none(rows: Array) -> Array:
    return np.zeros(len(rows), bool)


class _PlainDice(PlayedDice):
    """Played dice whose keyed draws are those of a world."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self.base = seed


def _digest(array: Array) -> int:
    """The digest of an array's bytes: a position-dependent fold of its 64-bit words, fast and portable."""
    data = array.tobytes()
    data += b"\0" * (-len(data) % 8)
    found = np.frombuffer(data, "<u8")
    with np.errstate(over="ignore"):
        at = np.arange(1, len(found) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = found + at
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        return int(z.sum(dtype=np.uint64)) - 2**63


def world_setup(ruleset: Ruleset, plan: str | None, options: Mapping[str, Any] | None) -> WorldSetup:
    """Set up a world by the name of its plan (default: the first), with options overridden."""
    kind = world_of(ruleset)
    plans = kind.plans()
    name = plan or next(iter(plans))
    if name not in plans:
        raise unknown("world", name, plans)
    chosen = plans[name]
    settings = validated(kind.options_model, {**chosen.get("options", {}), **(options or {})}, "the world's options")
    return kind.build(name, str(chosen.get("title", name)), settings)


class SavedWorld(Model):
    """The model of a saved world."""

    ruleset: str
    version: str
    plan: str
    options: dict[str, Any]
    seed: int
    tick: int
    fingerprint: str
    arrays: dict[str, str]


def load_world(source: str | Path | Mapping[str, Any], progress: Progress | None = None, key: bytes | None = None) -> World:
    """Load a saved world from a file or data; it continues as the original would. With a ``key``, only one saved with the same key."""
    where = "the saved world" if isinstance(source, Mapping) else str(source)
    data = unsealed(source if isinstance(source, Mapping) else read_json(Path(source)), "world", FORMAT, where, key=key)
    saved = validated(SavedWorld, {name: data.get(name) for name in SavedWorld.model_fields}, where)
    if saved.ruleset not in ruleset_names():
        raise refused(where, f"its ruleset {saved.ruleset!r} is not installed", f"installed: {', '.join(ruleset_names())}")
    ruleset = load_ruleset(saved.ruleset)
    if saved.version != ruleset.version:
        raise refused(where, f"it is of {ruleset.title} {saved.version}, this is {ruleset.version}", ANEW)
    world = World(ruleset, saved.plan, saved.options, saved.seed, progress)
    for name, array in zip(world.arrays._fields, world.arrays, strict=True):
        if name not in world.setup.working:
            read = _unpacked(saved.arrays, name, array, where)
            if name in world.setup.fixed and (read != array).any():
                raise refused(where, f"its {name!r} are not those of seed {saved.seed}", ANEW)
            array[...] = read
    wrong = world.kind.fault(world.setup, world.arrays)
    if wrong is not None:
        raise refused(where, f"it cannot be a world of these rules: {wrong}", ANEW)
    if world.tick != saved.tick or world.fingerprint() != saved.fingerprint:
        raise refused(where, "what it holds is not what its fingerprint says", ANEW)
    world._keep()
    world.events = world.kind.present(world.arrays)
    world.cast_size = len(world.events)
    return world


def _unpacked(packed: Mapping[str, str], name: str, array: Array, where: str) -> Array:
    """Unpack a saved array of the required size; any other size is rejected before memory is allocated."""
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.b64decode(packed[name], validate=True), array.nbytes + 1)
    except (KeyError, TypeError, ValueError, zlib.error):
        data = b""
    if len(data) != array.nbytes or not unpacking.eof:
        raise refused(where, f"its {name!r} is missing or damaged", ANEW)
    return np.frombuffer(data, array.dtype).reshape(array.shape)


def check_log(ticks: int) -> None:
    """Reject logging more ticks than memory allows, assuming one event for each tick. A busier world is stopped while running."""
    check_memory(ticks * EVENT_SIZE, f"a log of {ticks:,} ticks", "ask for fewer (--ticks)")


class _Part:
    """The progress of one part of some work, reported as progress of the whole."""

    def __init__(self, whole: Progress, before: int, total: int) -> None:
        self._whole = whole
        self._before = before
        self._total = total

    def say(self, text: str) -> None:
        self._whole.say(text)

    def at(self, done: int, total: int | None, what: str) -> None:
        self._whole.at(self._before + done, self._total, what)


@dataclass(frozen=True)
class Series(Tabled):
    """A time series of a world's measures: column names, and a row for each time."""

    columns: tuple[str, ...]
    rows: list[tuple[int | float, ...]]

    def table(self) -> Table:
        """The series as a table."""
        return Table("", [Column(name, i, key=name) for i, name in enumerate(self.columns)], self.rows)

    def tables(self) -> list[Table]:
        """The series as a table."""
        return [self.table()]

    def charts(self) -> list[Chart]:
        """A chart of each measure over time, except constant ones."""
        first, *measures = self.columns
        found = []
        for i, name in enumerate(measures, 1):
            rows = [{"x": row[0], "series": name, "value": row[i]} for row in self.rows]
            if len({row["value"] for row in rows}) > 1:
                found.append(Chart("line", label(name), rows, Encoding(first)))
        return found

    def to_data(self) -> list[dict[str, Any]]:
        """The series as data for JSON: an object for each time."""
        return self.table().to_data()


class Pause(NamedTuple):
    """A callback run at every tick that is a multiple of ``every``."""

    every: int
    act: Callable[[], None]


def measured(
    world: World, ticks: int, every: int, log: bool | Keep = False, progress: Progress | None = None, pauses: Sequence[Pause] = ()
) -> Series:
    """Run a world and measure it at intervals of ``every`` ticks, and at the start and end. Ctrl-C stops early and keeps what is done.

    ``pauses`` are callbacks run on the way; they do not affect the rows.
    """
    check_ticks(world.tick, ticks)
    wanted = ticks // every + 2
    check_memory(wanted * ROW_SIZE, f"a time series of {wanted:,} rows", "measure less often (--every)")
    rows = {world.tick: world.measures()}
    columns = tuple(rows[world.tick])
    end = world.tick + ticks
    try:
        while world.tick < end:
            goal = min(end, *(n - world.tick % n + world.tick for n in (every, *(pause.every for pause in pauses))))
            world.advance(goal - world.tick, log, _Part(progress or ANNOUNCED, world.tick - end + ticks, ticks))
            if world.stopped:
                break
            if world.tick % every == 0:
                rows[world.tick] = world.measures()
            for pause in pauses:
                if world.tick % pause.every == 0:
                    pause.act()
    except KeyboardInterrupt:
        world.stopped = True
    if world.tick not in rows:
        rows[world.tick] = world.measures()
    return Series(columns, [tuple(row.values()) for row in rows.values()])


class Outcome(NamedTuple):
    """The result of one of many worlds."""

    seed: int
    fingerprint: str
    measures: dict[str, int | float]

    def to_data(self) -> dict[str, Any]:
        """The outcome as data for JSON."""
        return {"seed": self.seed, "fingerprint": self.fingerprint, **self.measures}


class Spread(NamedTuple):
    """One measure over many worlds."""

    measure: str
    mean: float
    deviation: float
    least: float
    most: float

    def to_data(self) -> dict[str, float]:
        """The figures as data for JSON."""
        return {"mean": self.mean, "deviation": self.deviation, "least": self.least, "most": self.most}


def spreads(outcomes: Sequence[Outcome]) -> list[Spread]:
    """Every measure over many worlds: mean, standard deviation, minimum and maximum."""
    found = []
    for name in outcomes[0].measures if outcomes else ():
        values = [outcome.measures[name] for outcome in outcomes]
        found.append(Spread(name, fmean(values), stdev(values) if len(values) > 1 else 0.0, min(values), max(values)))
    return found


def check_worlds(seed: int, count: int) -> range:
    """The seeds of ``count`` worlds, starting with ``seed``; too many are rejected."""
    check_seed(seed)
    if not 1 <= count <= MAX_WORLDS:
        many = f"{count:,}" if abs(count) < 10**30 else "so many"
        raise FracasError("bad-seeds", f"{many} worlds cannot be compared at once", f"ask for 1 to {MAX_WORLDS:,}")
    check_seed(seed + count - 1)
    return range(seed, seed + count)


@dataclass(frozen=True)
class Worlds:
    """The job of many worlds: one world for each seed of a piece."""

    ruleset: Ruleset
    plan: str | None
    options: Mapping[str, Any] | None
    ticks: int

    def __call__(self, seeds: Sequence[int], watch: Watch) -> list[Outcome]:
        """Run worlds from their founding to their last tick."""
        return [self.outcome(seed, watch) for seed in seeds]

    def outcome(self, seed: int, watch: Watch) -> Outcome:
        """What comes of the world of a seed."""
        watch.check()
        world = World(self.ruleset, self.plan, self.options, seed)
        with watch.stopping(world.halt):
            world.advance(self.ticks, progress=watch)
        watch.check()
        return Outcome(seed, world.fingerprint(), world.measures())


def many_worlds(
    ruleset: Ruleset | str,
    plan: str | None,
    options: Mapping[str, Any] | None,
    seeds: Sequence[int],
    ticks: int,
    workers: int | None = None,
    progress: Progress | None = None,
    cluster: Where = None,
    device: str | None = None,
) -> list[Outcome]:
    """Run a world for each seed, on threads or a ``cluster``; returns the results in the order of the seeds. Ctrl-C keeps finished ones.

    On a ``device`` (``cuda``, ``cuda:1``) they run side by side: the same worlds.
    """
    check_ticks(0, ticks)
    check_worlds(0, max(len(seeds), 1))
    listener = progress or ANNOUNCED
    check_memory(len(seeds) * ROW_SIZE, f"what came of {len(seeds):,} worlds", "run fewer")
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    if device is not None:
        check_device(device, cluster)
        return _on_device(World(rules, plan, options, seeds[0] if seeds else 1, listener), seeds, ticks, device, listener)
    found: dict[int, Outcome] = {}
    most = None
    if cluster is None:
        size = COPIES * world_size(World(rules, plan, options, seeds[0] if seeds else 1, listener))  # compiled or loaded once
        most = max((memory_limit() - len(seeds) * ROW_SIZE) // size, 1)
    with executor(workers, cluster, most, progress=listener) as place:
        numbers = Pieces(0, len(seeds), place.workers, 1, 1 if place.here else None)
        pieces = (seeds[start : start + count] for start, count in numbers)
        try:
            listener.at(0, len(seeds), "worlds")
            with closing(place.as_done(Worlds(rules, plan, options, ticks), pieces, listener)) as finished:
                for done in finished:
                    numbers.took(len(done.piece), done.seconds)
                    found |= {outcome.seed: outcome for outcome in done.result}
                    listener.at(len(found), len(seeds), "worlds")
        except KeyboardInterrupt:
            pass
    return [found[seed] for seed in seeds if seed in found]


def _on_device(world: World, seeds: Sequence[int], ticks: int, device: str, progress: Progress) -> list[Outcome]:
    """The same on a device: ``world`` is made to stand for one world after another, as they come back."""
    found: list[Outcome] = []
    try:
        for seed, arrays in device_worlds(world.ruleset, world.kind.rules, world.setup, seeds, ticks, device, progress):
            for array, numbers in zip(world.arrays, arrays, strict=True):
                array[...] = numbers
            found.append(Outcome(seed, world.fingerprint(), world.measures()))
            progress.at(len(found), len(seeds), "worlds")
    except KeyboardInterrupt:
        pass
    return found


def world_size(world: World) -> int:
    """The size in bytes of a world's arrays."""
    return sum(array.nbytes for array in world.arrays)
