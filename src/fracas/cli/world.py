"""Worlds on the command line: run one, or many; inspect one at any tick; tell stories; first passage times; levels."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fracas.cli.forms import Form, forms, print_table, say, show, show_table, write_csv, write_parquet
from fracas.cli.shared import Shown, cluster_option, device_option, seed_option, set_option, settings, stop_if
from fracas.cli.watching import legend, watched
from fracas.engine.content.texts import pairs
from fracas.errors import FracasError
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.tables import Table
    from fracas.engine.world.worlds import Pause, World

F = TypeVar("F", bound=Callable[..., Any])
LEFT_OUT = ("looted", "attacks", "damage")
"""Columns of a summary that only JSON has, so that the others fit on a page."""


@click.group()
def world() -> None:
    """Worlds that live by a ruleset: the same seed is the same world, at every tick, on every machine.

    \b
      fracas world run --seed 1 --ticks 5000 --watch
      fracas world at --tick 1200
      fracas world why hero --ticks 3000
      fracas world until hero_level_most=10,20
      fracas world levels
    """


ruleset_option = click.option("--ruleset", default="world-loop", show_default=True, help="A ruleset that has a world.")
plan_option = click.option("--world", "plan", metavar="NAME", help="A built-in world; see `fracas world list`.")
from_option = click.option("--from", "source", metavar="FILE", help="Go on with a saved world.")


def world_options(command: F) -> F:
    """The options of every command about one world."""
    for option in (set_option, from_option, seed_option, plan_option, ruleset_option):
        command = option(command)
    return command


def opened(ruleset: str, plan: str | None, seed: int, source: str | None, changes: Iterable[str], shown: Shown) -> World:
    """The world of a command: new, or saved."""
    from fracas.engine.world.worlds import World, load_world

    given = click.get_current_context().get_parameter_source("seed")
    if source is not None:
        chosen = settings(ruleset, changes)
        if plan or chosen or given is not click.core.ParameterSource.DEFAULT:
            raise FracasError("given-twice", "a saved world has its own world, seed and options", "leave out --world, --seed and --set")
        return load_world(source, shown)
    return World(ruleset, plan, settings(ruleset, changes), seed, shown)


def show_world(form: Form, found: World, report: Report, screen: Callable[[], None]) -> None:
    """Output a result about a world in the requested format."""
    show(form, found.ruleset, found.setup.options.model_dump(mode="json"), report, screen)


@world.command("list")
@ruleset_option
@forms("json", "csv", "markdown")
def list_worlds(ruleset: str, form: Form) -> None:
    """List the built-in worlds."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.tables import Column, Table
    from fracas.engine.world.worlds import world_of

    plans = world_of(load_ruleset(ruleset)).plans()
    columns = [
        Column("world", 0, whole=True),
        Column("title", lambda row: row[1]["title"]),
        Column("", lambda row: row[1]["text"], key="text"),
    ]
    show_table(form, Table("Worlds", columns, list(plans.items())), plans)


@world.command("options")
@ruleset_option
@forms("json", "csv", "markdown")
def list_options(ruleset: str, form: Form) -> None:
    """List what can be set of a world with --set, besides the rule options of its ruleset."""
    from fracas.cli.content import print_options
    from fracas.engine.contract.describing import option_table, ruleset_options
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.world.worlds import world_of

    rules = load_ruleset(ruleset)
    world_of(rules)
    found = ruleset_options(rules)

    def screen() -> None:
        print_options(f"Options of worlds of {rules.title}", found.world_options)
        say(f"and all of `fracas options {rules.name}`")

    table = option_table(f"Options of worlds of {rules.title}", found.world_options)
    show_table(form, table, [option.to_data() for option in found.world_options], screen)


# --- running ----------------------------------------------------------------------------------------------------------------------


@world.command()
@world_options
@click.option("--ticks", type=click.IntRange(1), default=1000, show_default=True, help="How many ticks to run.")
@click.option(
    "--watch",
    is_flag=True,
    help="A live view: map, heroes, events. Keys: space pauses, + and - change the speed, s steps, f follows somebody, q stops.",
)
@click.option("--every", type=click.IntRange(1), help="Ticks between two rows of the time series; a hundredth of the run by default.")
@click.option("--out", metavar="FILE", help="Write the time series: .csv or .parquet (needs pyarrow: the extra 'parquet').")
@click.option("--save", metavar="FILE", help="Save the world at the end.")
@click.option("--checkpoint", type=click.IntRange(1), metavar="TICKS", help="With --save: also save every this many ticks.")
@click.option("--seeds", type=click.IntRange(1), help="Run this many worlds, of this seed and the following, and compare them.")
@click.option("--workers", type=int, help="Threads for --seeds; by default one for each core.")
@cluster_option
@device_option
@forms()
def run(
    ruleset: str,
    plan: str | None,
    seed: int,
    source: str | None,
    changes: tuple[str, ...],
    ticks: int,
    watch: bool,
    every: int | None,
    out: str | None,
    save: str | None,
    checkpoint: int | None,
    seeds: int | None,
    workers: int | None,
    cluster: str | None,
    device: str | None,
    form: Form,
) -> None:
    """Run a world, and say what became of it. Ctrl-C stops early and keeps what is done (exit code 130)."""
    from fracas.engine.content.files import check_place
    from fracas.engine.world.worlds import check_worlds, measured
    from fracas.lab.worlds import run_report

    if seeds is not None:
        if source or watch or save is not None:
            raise FracasError(
                "not-together", "--seeds goes with new worlds that nobody watches or saves", "leave out --from, --watch, --save"
            )
        run_many(ruleset, plan, changes, check_worlds(seed, seeds), ticks, workers, cluster, device, out, form)
        return
    if cluster is not None or device is not None:
        raise FracasError("not-together", "a single world runs here", "give --seeds too, or leave out --cluster and --device")
    if checkpoint and save is None:
        raise FracasError("no-file", "--checkpoint needs a place to save to", "give --save FILE, too")
    if out is not None:
        check_out(out)
    if save is not None:
        check_place(save, "world")
    with Shown() as shown:
        found = opened(ruleset, plan, seed, source, changes, shown)
    began = time.perf_counter()
    start = found.tick
    step = every or max(ticks // 100, 1)
    with nullcontext(Shown()) if watch else Shown() as shown:  # a live view is enough
        pauses = [checkpoints(found, save, checkpoint, shown)] if save is not None and checkpoint else []
        series = watched(found, ticks, step, pauses) if watch else measured(found, ticks, step, False, shown, pauses)
    took = time.perf_counter() - began
    summary = found.summary()
    kept: dict[str, str] = {}
    failed = None
    try:
        with to_the_end():
            try:
                if save is not None:
                    found.save(save)
                    kept["the world is saved in"] = save
                if out is not None:
                    write_table(out, series.table())
                    kept["the time series is in"] = out
            except FracasError as error:  # printed after everything else
                failed = error
    except KeyboardInterrupt:
        found.stopped = True

    def screen() -> None:
        print_summary(found, summary)
        for what, where in kept.items():
            say(f"{what} {where}")
        stopped = "" if found.tick - start == ticks else f" (stopped; {ticks:,} were asked for)"
        say(
            f"{found.setup.title}, seed {found.seed}: {found.tick - start:,} ticks{stopped} in {took:.2f} s; "
            f"at tick {found.tick:,} its fingerprint is {found.fingerprint()}"
        )

    show_world(form, found, run_report(found, series, found.tick - start < ticks), screen)
    if failed is not None:
        raise failed
    end(found.stopped)


def end(stopped: bool) -> None:
    """Exit with the code of Ctrl-C if it was pressed, after the results are shown."""
    if stopped:
        say("stopped", err=True)
        sys.exit(130)


def checkpoints(found: World, save: str, every: int, shown: Shown) -> Pause:
    """Save at intervals. If that fails the run continues: the world is also saved at its end."""
    from fracas.engine.world.worlds import Pause

    def act() -> None:
        with to_the_end():
            try:
                found.save(save)
            except FracasError as error:
                shown.close()
                say(f"no checkpoint at tick {found.tick:,}: {error}", err=True)

    return Pause(every, act)


def print_summary(found: World, summary: dict[str, Any]) -> None:
    """Kinds, tiers and heroes of a world as tables."""
    from fracas.engine.contract.tables import Column, Table

    for what in ("by_kind", "by_tier"):
        groups = summary.get(what) or {}
        if groups:
            names = [name for name in next(iter(groups.values())) if name not in LEFT_OUT]
            rows = [{"": group, **figures} for group, figures in groups.items()]
            print_table(Table("", [Column(what.removeprefix("by_"), "", whole=True), *(Column(name, name, ",") for name in names)], rows))
    for line in found.kind.status_lines(found.setup, found.arrays):
        say(line)


def check_out(path: str) -> None:
    """Reject a time series file that could not be written, before the world is run."""
    from fracas.engine.content.files import check_place
    from fracas.engine.contract.extras import extra

    if path.endswith(".parquet"):
        extra("pyarrow.parquet")
    elif not path.endswith(".csv"):
        raise FracasError("bad-out", f"{path!r} is neither .csv nor .parquet", "give a file of one of these names")
    check_place(path, "table")


def write_table(path: str, table: Table) -> None:
    """Write a table as CSV or Parquet, by the file's extension."""
    (write_parquet if path.endswith(".parquet") else write_csv)(path, table)


def run_many(
    ruleset: str,
    plan: str | None,
    changes: Iterable[str],
    seeds: range,
    ticks: int,
    workers: int | None,
    cluster: str | None,
    device: str | None,
    out: str | None,
    form: Form,
) -> None:
    """Many worlds, one row each."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.tables import Column, Table
    from fracas.engine.world.worlds import many_worlds, world_setup
    from fracas.lab.worlds import many_report

    if out:
        check_out(out)
    rules = load_ruleset(ruleset)
    setup = world_setup(rules, plan, settings(ruleset, changes))
    with Shown() as shown:
        found = many_worlds(rules, plan, settings(ruleset, changes), seeds, ticks, workers, shown, cluster, device)
    if not found:
        say("no world was finished: run fewer ticks, or wait longer", err=True)
        end(True)
    if out:
        worlds = [outcome.to_data() for outcome in found]
        write_table(out, Table("", [Column(name, name, key=name) for name in worlds[0]], worlds))
    report = many_report(setup.name, setup.title, found, len(seeds), ticks)

    def screen() -> None:
        print_table(report.tables[0], form.digits)
        say(report.sentence)
        if out:
            say(f"a row for each world is in {out}")

    show(form, rules, setup.options.model_dump(mode="json"), report, screen)
    end(len(found) < len(seeds))


# --- looking ----------------------------------------------------------------------------------------------------------------------


@world.command()
@world_options
@click.option("--tick", type=click.IntRange(0), required=True, help="The tick to go to.")
@forms()
def at(ruleset: str, plan: str | None, seed: int, source: str | None, changes: tuple[str, ...], tick: int, form: Form) -> None:
    """Show a world as it is at a tick: its map, its heroes, what is measured, its fingerprint."""
    from fracas.lab.worlds import at_report

    with Shown() as shown:
        found = opened(ruleset, plan, seed, source, changes, shown)
    if tick < found.tick:
        raise FracasError(
            "too-early", f"the saved world is at tick {found.tick} already", "give a later tick, or its world and seed without --from"
        )
    found.go_to(tick, False, shown)
    shown.close()
    show_world(form, found, at_report(found, found.tick < tick), lambda: print_world(found, tick, form))
    end(found.stopped)


def print_world(found: World, asked: int, form: Form) -> None:
    """A world at its current tick: its map, its heroes, its measures, its fingerprint."""
    from rich.console import Console

    from fracas.lab.worlds import measure_table

    size = Console()
    drawn = found.kind.map_lines(found.setup, found.arrays, size.width - 1, max(size.height, 40))
    for line in [*drawn, *legend(found, drawn, size.width - 1)]:
        say(line)
    for line in found.kind.status_lines(found.setup, found.arrays):
        say(line)
    print_table(measure_table(found), form.digits)
    stopped = f" (stopped; tick {asked:,} was asked for)" if found.tick < asked else ""
    say(f"{found.setup.title}, seed {found.seed}, tick {found.tick:,}{stopped}: fingerprint {found.fingerprint()}")


@world.command()
@click.argument("entity")
@world_options
@click.option("--ticks", type=click.IntRange(1), default=1000, show_default=True, help="How many ticks of its life to tell.")
@click.option("--blows", is_flag=True, help="Tell every blow.")
@forms("json")
def why(
    entity: str,
    ruleset: str,
    plan: str | None,
    seed: int,
    source: str | None,
    changes: tuple[str, ...],
    ticks: int,
    blows: bool,
    form: Form,
) -> None:
    """Tell the story of an ENTITY (a number, a kind, "hero"), from the log of the world.

    A kind means the first of its kind that lives at the start, or else at the end.
    """
    from fracas.engine.world.worlds import check_log, check_ticks
    from fracas.lab.worlds import world_report

    with Shown() as shown:
        found = opened(ruleset, plan, seed, source, changes, shown)
    check_ticks(found.tick, ticks)
    check_log(ticks)
    uid = sought(found, entity, ticks, shown)
    last = found.tick + ticks
    found.advance(ticks, lambda rows: found.kind.concerns(rows, uid), shown)
    shown.close()
    told = found.kind.story(found.setup, found.events, uid, blows)

    def screen() -> None:
        for line in told:
            say(line)
        if found.tick < last:
            say(f"stopped at tick {found.tick:,}: what comes then, up to tick {last:,}, is not told")
        if found.lost_events:
            say(f"{found.lost_events:,} events did not fit into the log and are not told", err=True)

    show_world(form, found, world_report(found, {"entity": uid, "story": told, "interrupted": found.tick < last}), screen)
    end(found.stopped)


def sought(found: World, entity: str, ticks: int, shown: Shown) -> int:
    """The number of an entity: in the current state of the world, or else at the end."""
    try:
        return found.kind.entity(found.setup, found.arrays, entity)
    except FracasError as error:
        if error.code != "no-entity":
            raise
    start = found.tick
    found.advance(ticks, False, shown)
    if found.stopped:  # the entity does not exist yet
        raise KeyboardInterrupt
    uid = found.kind.entity(found.setup, found.arrays, entity)
    found.go_to(start)
    return uid


@world.command()
@click.argument("goal", metavar="MEASURE=VALUES")
@ruleset_option
@plan_option
@seed_option
@set_option
@click.option("--seeds", type=click.IntRange(1), default=20, show_default=True, help="Worlds, of this seed and the following.")
@click.option("--ticks", type=click.IntRange(1), default=20_000, show_default=True, help="Run each world so long at most.")
@click.option("--every", type=click.IntRange(1), help="Ticks between two looks at a world; by default it is looked at 200 times.")
@forms()
def until(
    goal: str, ruleset: str, plan: str | None, seed: int, changes: tuple[str, ...], seeds: int, ticks: int, every: int | None, form: Form
) -> None:
    """How many ticks worlds take until a MEASURE reaches each of some VALUES, from below or from above.

    Measures are those of `fracas world at`. A value that is passed between two looks is found to the tick.

    \b
      fracas world until hero_level_most=10,20 --seeds 100
      fracas world until living_goblin=3 --set camps=2
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.axes import Axis
    from fracas.lab.reaching import when_reached

    rules, options, axis = load_ruleset(ruleset), settings(ruleset, changes), Axis.parse(goal)
    with Shown() as shown:
        found = when_reached(rules, axis.path, axis.values, plan, options, seed, seeds, ticks, every, shown)
    given = {"measure": axis.path, "values": list(axis.values), "world": plan, "seed": seed, "seeds": seeds, "ticks": ticks}
    show(form, rules, options, found.report(given))
    stop_if(found.interrupted)


# --- levels -----------------------------------------------------------------------------------------------------------------------


@world.command()
@click.argument("question", nargs=-1, metavar="[KEY=VALUE]...")
@ruleset_option
@set_option
@click.option("--out", metavar="FILE", help="Write the tables: FILE.csv becomes FILE-xp.csv and FILE-duels.csv.")
@forms()
def levels(question: tuple[str, ...], ruleset: str, changes: tuple[str, ...], out: str | None, form: Form) -> None:
    """The XP curve, the time levels take, and exact duel chances by level: hero=warrior race=wolf levels=1-10,20 kills=5."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.worlds import levels_report

    rules = load_ruleset(ruleset)
    if out:
        check_out(out)
    chosen = settings(ruleset, changes)
    with Shown() as shown:
        found = levels_report(rules, pairs(question, "question"), chosen, shown)
    names = [name for name, rows in found.result["tables"].items() if rows]
    tables = dict(zip(names, found.tables, strict=True))
    written = {name: str(Path(out).with_name(f"{Path(out).stem}-{name}{Path(out).suffix}")) for name in tables} if out else {}
    for name, path in written.items():
        write_table(path, tables[name])

    def screen() -> None:
        for each in tables.values():
            print_table(each, form.digits)
        if found.interrupted:
            say("Stopped; these are the levels that were done until then.")
        say(found.sentence)
        if written:
            say(f"the tables are in {' and '.join(written.values())}")

    show(form, rules, chosen, found, screen)
    end(found.interrupted)
