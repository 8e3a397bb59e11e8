"""Worlds as results: a world that was run or inspected, many worlds, the level curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.engine.contract.charts import Chart
from fracas.engine.contract.commands import Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.world.worlds import Outcome, Series, World, spreads, world_of

MILLION = 1_000_000


def world_report(world: World, result: Mapping[str, Any], tables: Sequence[Table] = (), charts: Sequence[Chart] = ()) -> Report:
    """A report about a world in its current state."""
    given = {"world": world.setup.name, "seed": world.seed, "tick": world.tick}
    return Report(given, result, f"{world.setup.title}, seed {world.seed}, tick {world.tick:,}", tables, charts=charts)


def run_report(world: World, series: Series, part: bool = False) -> Report:
    """The result of running a world; ``part`` if it was interrupted."""
    result = {**world.summary(), "fingerprint": world.fingerprint(), "interrupted": part, "series": series.to_data()}
    return world_report(world, result, [series.table()], series.charts())


def at_report(world: World, part: bool = False) -> Report:
    """A world in its current state."""
    return world_report(world, {**world.view(), "interrupted": part}, [measure_table(world)])


def measure_table(world: World) -> Table:
    """The measures of a world in its current state, as a table."""
    value = Decimals(lambda value, digits: f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}", 2)
    return Table("", [Column("measure", 0, whole=True), Column("value", 1, value)], list(world.measures().items()))


def many_report(name: str, title: str, found: Sequence[Outcome], wanted: int, ticks: int) -> Report:
    """Many worlds of the same plan, of the ``wanted`` number: a row each, and the spread of every measure."""
    part = len(found) < wanted
    stopped = f" (stopped; {wanted:,} were asked for)" if part else ""
    spread = spreads(found)
    figures = [Column(each, each, ",.2f") for each in ("mean", "deviation", "least", "most")]
    return Report(
        {"world": name, "seeds": [outcome.seed for outcome in found], "ticks": ticks},
        {
            "worlds": [outcome.to_data() for outcome in found],
            "measures": {each.measure: each.to_data() for each in spread},
            "interrupted": part,
        },
        f"{title}: {len(found):,} worlds{stopped} of {ticks:,} ticks each, seeds {found[0].seed} to {found[-1].seed}",
        [Table("", [Column("measure", "measure", whole=True), *figures], spread)],
    )


def levels_report(ruleset: Ruleset, question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> Report:
    """The XP curve, the time each level takes, and exact duel chances by level."""
    found = world_of(ruleset).levels(question, options, progress)
    tables = [level_table(found["titles"][name], rows) for name, rows in found["tables"].items() if rows]
    return Report(question, found, found["sentence"], tables, interrupted=found["interrupted"])


def level_table(title: str, rows: list[dict[str, Any]]) -> Table:
    """Rows by level as a table."""
    shown = Decimals(_cell, 2)
    first, *others = rows[0]
    columns = [Column(first.replace("-", " "), first, shown, key=first, whole=True)]
    columns += [Column(other.replace("-", " "), other, shown, key=other, number=True) for other in others]
    return Table(title, columns, rows)


def _cell(value: Any, digits: int) -> str:
    """A cell of a table: chances as percentages, millions abbreviated."""
    if isinstance(value, float):
        return f"{value:.{digits}%}"
    if isinstance(value, int):
        return f"{value:,}" if value < MILLION else f"{value / MILLION:,.1f} M" if value < 10 * MILLION else f"{value / MILLION:,.0f} M"
    return str(value)
