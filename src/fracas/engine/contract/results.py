"""Results: the common interface of all answers of the engine and the lab, built on a sentence and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from fracas.engine.contract.charts import Chart, ChartKind, Encoding, is_number, label
from fracas.engine.contract.commands import Report
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError

if TYPE_CHECKING:
    import pandas
    import pyarrow

MOST_SERIES = 8
GRID = 4
"""Minimum number of chance columns with numeric names for which a table is drawn as a heat map."""


class Tabled:
    """Mixin for anything with tables: adds charts, data frames and HTML for notebooks.

    A class overrides ``charts()`` if charts made from its tables are not the best presentation.
    """

    def tables(self) -> list[Table]:
        """The result as tables."""
        raise NotImplementedError

    def charts(self) -> list[Chart]:
        """The charts of the result, most informative first; empty if there is nothing to draw."""
        return table_charts(self.tables())

    def chart(self, title: str = "") -> Chart:
        """The most informative chart, or the one whose title contains the given text."""
        charts = self.charts()
        for each in charts:
            if title.lower() in each.title.lower():
                return each
        known = ", ".join(repr(each.title) for each in charts) or "none"
        raise FracasError("no-chart", f"this result has no chart {title!r}", f"there are: {known}")

    def flat(self) -> Table:
        """The single table used for CSV, Parquet and data frames."""
        return self.tables()[0]

    def to_frame(self, table: int | None = None) -> pandas.DataFrame:
        """The result as a pandas data frame: the table at that index, or by default the one used for CSV."""
        return (self.flat() if table is None else self.tables()[table]).to_frame()

    def to_arrow(self, table: int | None = None) -> pyarrow.Table:
        """The same as an Arrow table."""
        return (self.flat() if table is None else self.tables()[table]).to_arrow()

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        return "".join(table.html() for table in self.tables())


class Result(Tabled):
    """A result: sentence, tables and data, everything in `Tabled`, and a report for the command line."""

    def sentence(self) -> str:
        """The result in one line."""
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        raise NotImplementedError

    def report(self, given: Mapping[str, Any]) -> Report:
        """The result as a report for the command line; ``given`` is the question."""
        return Report(given, self.to_data(), self.sentence(), self.tables(), charts=self.charts(), flat=self.flat())

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        return f"<p>{escape(self.sentence())}</p>{super()._repr_html_()}"


def table_charts(tables: Sequence[Table]) -> list[Chart]:
    """The charts of those tables that have numbers."""
    return [chart for table in tables if (chart := table_chart(table)) is not None]


def table_chart(table: Table) -> Chart | None:
    """A chart of a table: the first column on the horizontal axis; the series are the columns of chances, else the first numeric column.

    If rows share the first column, the next column distinguishes them, as series or in their names. A grid of chances is a heat map; a
    non-numeric first column gives bars. None if there is nothing to draw.
    """
    columns = [column for column in table.columns if column.only != "screen"]
    rows = table.rows if table.every is None else table.every
    keys = _keys(columns, rows)
    if not keys:
        return None
    numbers = [column for column in columns if column not in keys and _has_numbers(column, rows)]
    chances = [column for column in numbers if _has_chances(column, rows)]
    drawn = chances or numbers[:1]
    if not drawn:
        return None
    series = [_series(keys[1], row) for row in rows] if len(keys) == 2 else []
    if 1 < len(dict.fromkeys(series)) <= MOST_SERIES:
        found = [(_place(keys[:1], row), name, drawn[0].of(row)) for row, name in zip(rows, series, strict=True)]
        drawn = drawn[:1]
    else:
        grid = _is_grid(chances)
        drawn = drawn if grid else drawn[:MOST_SERIES]
        names = _names(drawn)
        found = [(_place(keys, row), name, column.of(row)) for row in rows for column, name in zip(drawn, names, strict=True)]
        if grid:
            cells = [{"x": name, "y": place, "value": float(value)} for place, name, value in found if value is not None]
            return Chart("heat", table.title or "chances", cells, Encoding("", keys[0].heading, share=True))
    points = [{"x": place, "series": name, "value": float(value)} for place, name, value in found if value is not None]
    line = len(dict.fromkeys(point["x"] for point in points)) > 1 and all(is_number(point["x"]) for point in points)
    kind: ChartKind = "line" if line else "bar"
    title = table.title or f"{drawn[0].heading} by {keys[0].heading}"
    y = drawn[0].heading if len(drawn) == 1 else ""
    return Chart(kind, title, points, Encoding(keys[0].heading, y, share=bool(chances)))


def _keys(columns: Sequence[Column], rows: Sequence[Any]) -> list[Column]:
    """The shortest prefix of columns that identifies each row; empty if there is none."""
    for n in range(1, len(columns)):
        if len({tuple(column.text(row) for column in columns[:n]) for row in rows}) == len(rows) > 0:
            return list(columns[:n])
    return []


def _place(keys: Sequence[Column], row: Any) -> Any:
    """The position of a row: a number, or the text of anything else."""
    value = keys[0].of(row)
    return value if len(keys) == 1 and is_number(value) else ", ".join(column.text(row) for column in keys)


def _series(column: Column, row: Any) -> str:
    """The name of the series of a row: a number together with its heading."""
    return f"{column.heading} {column.text(row)}" if is_number(column.of(row)) else column.text(row)


def _names(columns: Sequence[Column]) -> list[str]:
    """The names of series: the headings, or for duplicate headings the data names."""
    headings = [column.heading for column in columns]
    return [heading if headings.count(heading) == 1 else label(column.name) for heading, column in zip(headings, columns, strict=True)]


def _has_numbers(column: Column, rows: Sequence[Any]) -> bool:
    """True if a column has numbers to draw."""
    values = [value for row in rows if (value := column.of(row)) is not None]
    return bool(values) and all(is_number(value) or isinstance(value, Fraction) for value in values)


def _has_chances(column: Column, rows: Sequence[Any]) -> bool:
    """True if a numeric column holds chances: all between 0 and 1 and, unless plain decimals, shown as unsigned percentages."""
    there = [row for row in rows if column.of(row) is not None]
    values = [float(column.of(row)) for row in there]
    if not all(0 <= value <= 1 for value in values):
        return False
    if not column.show:
        return not all(value.is_integer() for value in values)
    texts = [column.text(row) for row in there]
    return any(text.endswith("%") for text in texts) and not any(text.startswith("+") for text in texts)


def _is_grid(chances: Sequence[Column]) -> bool:
    """True if chance columns form a grid: several with numeric names, or too many to be distinguished as series."""
    numbered = all(column.heading.strip().lstrip("+-").isdecimal() for column in chances)
    return len(chances) > MOST_SERIES or (len(chances) >= GRID and numbered)
