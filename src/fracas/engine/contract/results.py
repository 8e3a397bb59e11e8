"""Results: what every answer of the engine and the lab offers, made from its sentence and its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from fracas.engine.contract.charts import Chart, ChartKind, Encoding, is_number
from fracas.engine.contract.commands import Report
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError

if TYPE_CHECKING:
    import pandas
    import pyarrow

MOST_SERIES = 8
GRID = 4
"""A table of at least so many columns of chances that are named by numbers is a heat map."""


class Tabled:
    """Anything that has tables: with them it has charts, data frames and HTML for notebooks.

    A class lists its own ``charts()`` where its tables, drawn as they are, do not say it best.
    """

    def tables(self) -> list[Table]:
        """All of it as tables."""
        raise NotImplementedError

    def charts(self) -> list[Chart]:
        """The charts of the result, the one that says most first; none where there is nothing to draw."""
        return table_charts(self.tables())

    def chart(self, title: str = "") -> Chart:
        """The chart that says most, or the one whose title has these words in it."""
        charts = self.charts()
        for each in charts:
            if title.lower() in each.title.lower():
                return each
        known = ", ".join(repr(each.title) for each in charts) or "none"
        raise FracasError("no-chart", f"there is no chart {title!r} of this", f"there are: {known}")

    def flat(self) -> Table:
        """The one table of CSV, Parquet and data frames."""
        return self.tables()[0]

    def to_frame(self, table: int | None = None) -> pandas.DataFrame:
        """The result as a data frame of pandas: the table of that number, or the one that CSV has."""
        return (self.flat() if table is None else self.tables()[table]).to_frame()

    def to_arrow(self, table: int | None = None) -> pyarrow.Table:
        """The same as a table of Arrow's."""
        return (self.flat() if table is None else self.tables()[table]).to_arrow()

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return "".join(table.html() for table in self.tables())


class Result(Tabled):
    """A result: it has a sentence, tables and data, and with them all that `Tabled` has, and a report for the command line."""

    def sentence(self) -> str:
        """The result in one line."""
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        raise NotImplementedError

    def report(self, given: Mapping[str, Any]) -> Report:
        """All of it for the command line; ``given`` is the question."""
        return Report(given, self.to_data(), self.sentence(), self.tables(), charts=self.charts(), flat=self.flat())

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return f"<p>{escape(self.sentence())}</p>{super()._repr_html_()}"


def table_charts(tables: Sequence[Table]) -> list[Chart]:
    """The charts of tables that have numbers to draw."""
    return [chart for table in tables if (chart := table_chart(table)) is not None]


def table_chart(table: Table) -> Chart | None:
    """A table as a chart: its first column along the bottom, columns of chances as series, else the first column of numbers.

    A grid of chances is a heat map; what is named rather than numbered has bars. None where there is nothing to draw.
    """
    columns = [column for column in table.columns if column.only != "screen"]
    rows = table.rows if table.every is None else table.every
    if not columns or not rows:
        return None
    first, *others = columns
    numbers = [column for column in others if _is_drawn(column, rows)]
    chances = [column for column in numbers if _is_chance(column, rows)]
    drawn = (chances or numbers[:1])[:MOST_SERIES] if not _is_grid(chances) else chances
    if not drawn:
        return None
    title = table.title or f"{drawn[0].heading} by {first.heading}"
    places = [_place(first, row) for row in rows]
    values = [[column.of(row) for column in drawn] for row in rows]
    share = bool(chances)
    if _is_grid(chances):
        cells = [
            {"x": column.heading, "y": place, "value": float(value)}
            for place, row in zip(places, values, strict=True)
            for column, value in zip(drawn, row, strict=True)
            if value is not None
        ]
        return Chart("heat", title, cells, Encoding("", first.heading, share=share))
    kind: ChartKind = "line" if all(map(is_number, places)) and len(rows) > 1 else "bar"
    points = [
        {"x": place, "series": column.heading, "value": float(value)}
        for place, row in zip(places, values, strict=True)
        for column, value in zip(drawn, row, strict=True)
        if value is not None
    ]
    y = drawn[0].heading if len(drawn) == 1 else ""
    return Chart(kind, title, points, Encoding(first.heading, y, tuple(column.heading for column in drawn), share))


def _place(column: Column, row: Any) -> Any:
    """Where a row stands: a number as it is, anything else as it is shown."""
    value = column.of(row)
    return value if is_number(value) else column.text(row)


def _is_drawn(column: Column, rows: Sequence[Any]) -> bool:
    """Whether a column has numbers to draw."""
    values = [value for row in rows if (value := column.of(row)) is not None]
    return bool(values) and all(is_number(value) or isinstance(value, Fraction) for value in values)


def _is_chance(column: Column, rows: Sequence[Any]) -> bool:
    """Whether a column has chances: it is shown in percent, or every value is from 0 to 1 and some are not whole."""
    if isinstance(column.show, str) and column.show:
        return column.show.endswith("%")
    values = [float(value) for row in rows if (value := column.of(row)) is not None]
    return all(0 <= value <= 1 for value in values) and not all(value.is_integer() for value in values)


def _is_grid(chances: Sequence[Column]) -> bool:
    """Whether columns of chances are the columns of a grid: there are several, named by numbers, or more than can be told apart."""
    numbered = all(column.heading.strip().lstrip("+-").isdecimal() for column in chances)
    return len(chances) > MOST_SERIES or (len(chances) >= GRID and numbered)
