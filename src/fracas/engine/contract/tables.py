"""Tables: each column is described once and rendered for the screen, CSV, JSON, Markdown, HTML and data frames."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from numbers import Number
from typing import TYPE_CHECKING, Any, Literal, Self

from fracas.dice.distribution import chance
from fracas.engine.contract.extras import extra

if TYPE_CHECKING:
    import pandas
    import pyarrow

DECIMALS = re.compile(r"\.\d+")
"""Matches the number of decimals in a format."""


@dataclass(frozen=True)
class Decimals:
    """A number formatter where a format string is not enough: ``text(value, digits)``, with a default number of digits."""

    text: Callable[[Any, int], str]
    digits: int

    def __call__(self, value: Any) -> str:
        """Format a number."""
        return self.text(value, self.digits)


@dataclass(frozen=True)
class Column:
    """A column: its heading, how its value is read from a row, and how that is formatted.

    ``value`` is the name of an attribute, the key of a mapping, the index of a sequence, or a function of the row. ``show`` is a format
    (``".1%"``) or a function of the value. ``key`` names the column in JSON and CSV: by default the heading, with underscores. None is
    shown as ``empty``. A column that is ``whole`` is never wrapped on a screen. ``only`` says where a column is, if not everywhere: on a
    ``screen`` (a bar, say), or in ``data`` (JSON, CSV, Markdown). Numbers are aligned to the right, and so is a column marked ``number``.
    """

    heading: str
    value: str | int | Callable[[Any], Any]
    show: str | Callable[[Any], str] = ""
    key: str = ""
    empty: str = ""
    whole: bool = False
    only: Literal["", "screen", "data"] = ""
    number: bool = False

    @property
    def name(self) -> str:
        """The column's name in JSON and CSV."""
        return self.key or self.heading.lower().replace(" ", "_")

    def of(self, row: Any) -> Any:
        """What the column has of a row."""
        if callable(self.value):
            return self.value(row)
        if isinstance(self.value, int) or isinstance(row, Mapping):
            return row[self.value]
        return getattr(row, self.value)

    def text(self, row: Any) -> str:
        """The formatted value of a row."""
        value = self.of(row)
        if value is None:
            return self.empty
        if callable(self.show):
            return self.show(value)
        return format(float(value) if isinstance(value, Fraction) and self.show else value, self.show)

    def rounded(self, digits: int) -> Column:
        """A copy that shows numbers with this many decimals; JSON and CSV are unchanged."""
        if isinstance(self.show, Decimals):
            return replace(self, show=replace(self.show, digits=digits))
        if callable(self.show):
            return self
        if self.show:
            return replace(self, show=DECIMALS.sub(f".{digits}", self.show))
        return replace(self, show=Decimals(_with_decimals, digits))


@dataclass(frozen=True)
class Table:
    """Rows and columns. A table with a ``key`` is in a report's JSON under that key.

    ``every`` holds the rows for CSV and JSON if only some are shown on screen.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Any]
    key: str = ""
    every: Sequence[Any] | None = None

    @property
    def headings(self) -> list[str]:
        """The headings on a screen."""
        return [column.heading for column in self._on_screen]

    @property
    def names(self) -> list[str]:
        """The names of the columns in JSON and CSV."""
        return [column.name for column in self._in_data]

    @property
    def _on_screen(self) -> list[Column]:
        return [column for column in self.columns if column.only != "data"]

    @property
    def _in_data(self) -> list[Column]:
        return [column for column in self.columns if column.only != "screen"]

    @property
    def numbers(self) -> set[int]:
        """The numeric columns on a screen, which are aligned to the right."""
        return {i for i, column in enumerate(self._on_screen) if self._holds_numbers(column)}

    @property
    def whole(self) -> set[int]:
        """The columns that are never wrapped on a screen."""
        return {i for i, column in enumerate(self._on_screen) if column.whole}

    def _holds_numbers(self, column: Column) -> bool:
        if column.number or column.only == "screen":
            return column.number
        values = [value for row in self.rows if (value := column.of(row)) is not None]
        return bool(values) and all(isinstance(value, Number) and not isinstance(value, bool) for value in values)

    def shown(self) -> list[list[str]]:
        """The rows as shown on a screen."""
        return [[column.text(row) for column in self._on_screen] for row in self.rows]

    def plain(self) -> list[list[Any]]:
        """The rows as values, for CSV: fractions as decimals, None as nothing, true and false as words, lists joined by ``|``."""
        rows = self.rows if self.every is None else self.every
        return [[_cell_of_csv(column.of(row)) for column in self._in_data] for row in rows]

    def to_data(self) -> list[dict[str, Any]]:
        """The rows as data for JSON: fractions as chances."""
        rows = self.rows if self.every is None else self.every
        return [{column.name: _data(column.of(row)) for column in self._in_data} for row in rows]

    def rounded(self, digits: int | None) -> Self:
        """A copy that shows numbers with this many decimals (None: as defined by the columns)."""
        return self if digits is None else replace(self, columns=[column.rounded(digits) for column in self.columns])

    def by_column(self) -> dict[str, list[Any]]:
        """The values of every column: numbers unchanged, fractions as decimals, None as None; any other column as text."""
        rows = self.rows if self.every is None else self.every
        return {column.name: _of_one_kind([column.of(row) for row in rows]) for column in self._in_data}

    def to_frame(self) -> pandas.DataFrame:
        """The table as a pandas data frame (needs the extra ``frames``)."""
        return extra("pandas").DataFrame(self.by_column())

    def to_arrow(self) -> pyarrow.Table:
        """The table as an Arrow table (needs the extra ``parquet``)."""
        return extra("pyarrow").table(self.by_column())

    def html(self) -> str:
        """The table as HTML."""
        plain = self._of_data()
        right = [' style="text-align:right"' if i in plain.numbers else "" for i in range(len(plain.columns))]
        head = "".join(f"<th{style}>{escape(heading)}</th>" for style, heading in zip(right, plain.headings, strict=True))
        body = "".join(
            f"<tr>{''.join(f'<td{style}>{escape(cell)}</td>' for style, cell in zip(right, row, strict=True))}</tr>"
            for row in plain.shown()
        )
        title = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _repr_html_(self) -> str:
        return self.html()

    def _of_data(self) -> Table:
        """The screen rows with the data columns."""
        return Table(self.title, [replace(column, only="") for column in self._in_data], self.rows)

    def markdown(self) -> str:
        """The table as Markdown."""
        plain = self._of_data()
        return "\n".join(markdown_table(plain.headings, plain.shown(), plain.numbers)).rstrip()


def bar(heading: str, value: str | int | Callable[[Any], Any], width: int = 40) -> Column:
    """A column that draws a chance as a bar; ``width`` is the width in characters for a chance of 1."""
    return Column(heading, value, lambda p: "█" * round(width * p), only="screen")


def shares(chances: Mapping[Any, float]) -> dict[str, dict[str, float]]:
    """Chances by result as data for JSON: ``{"3": {"p": 0.25}}``; for exact fractions use `Distribution.to_data`."""
    return {str(result): {"p": p} for result, p in chances.items()}


def _cell_of_csv(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return "|".join(str(_cell_of_csv(each)) for each in value)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else float(value) if isinstance(value, Fraction) else value


def _with_decimals(value: Any, digits: int) -> str:
    """Format a number without a format string: integers unchanged."""
    return f"{float(value):.{digits}f}" if isinstance(value, (float, Fraction)) else str(value)


def _of_one_kind(values: list[Any]) -> list[Any]:
    """Values of a uniform type for a data frame column: all numbers, all bools, or all texts; None stays None."""
    plain = [float(value) if isinstance(value, Fraction) else value for value in values]
    there = [value for value in plain if value is not None]
    if all(isinstance(value, bool) for value in there) or all(isinstance(value, Number) and not isinstance(value, bool) for value in there):
        return plain
    return [None if value is None else str(_cell_of_csv(value)) for value in plain]


def _data(value: Any) -> Any:
    return chance(value) if isinstance(value, Fraction) else value


def markdown_table(columns: Sequence[object], rows: Iterable[Sequence[object]], numbers: Container[int] = ()) -> Iterator[str]:
    """The lines of a table and a trailing empty line; the columns in ``numbers`` are aligned to the right."""
    yield f"| {' | '.join(_cell(column) for column in columns)} |"
    yield "|" + "".join("---:|" if i in numbers else "---|" for i in range(len(columns)))
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"
    yield ""


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")
