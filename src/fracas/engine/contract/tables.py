"""Tables: each column described once, shown on a screen, as CSV, as JSON and in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Number
from typing import Any, Literal

from fracas.engine.contract.setup import chance


@dataclass(frozen=True)
class Column:
    """A column: its heading, what it has of each row, and how that is shown.

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
        """The same as it is shown."""
        value = self.of(row)
        if value is None:
            return self.empty
        if callable(self.show):
            return self.show(value)
        return format(float(value) if isinstance(value, Fraction) and self.show else value, self.show)


@dataclass(frozen=True)
class Table:
    """Rows to be shown, and their columns. With a ``key`` they are in a report's JSON under that key.

    ``every`` holds the rows for CSV and JSON where those shown are only some of them.
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
        """The columns on a screen that hold numbers, which are aligned to the right."""
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
        """The rows as they are shown on a screen."""
        return [[column.text(row) for column in self._on_screen] for row in self.rows]

    def plain(self) -> list[list[Any]]:
        """The rows as values, for CSV: fractions as decimals, None as nothing."""
        rows = self.rows if self.every is None else self.every
        return [[_decimal(column.of(row)) for column in self._in_data] for row in rows]

    def to_data(self) -> list[dict[str, Any]]:
        """The rows as data for JSON: fractions as chances."""
        rows = self.rows if self.every is None else self.every
        return [{column.name: _data(column.of(row)) for column in self._in_data} for row in rows]

    def markdown(self) -> str:
        """The table in Markdown."""
        plain = Table(self.title, [replace(column, only="") for column in self._in_data], self.rows)
        return "\n".join(markdown_table(plain.headings, plain.shown(), plain.numbers)).rstrip()


def bar(heading: str, value: str | int | Callable[[Any], Any], width: int = 40) -> Column:
    """A column that draws a chance as a bar, so many signs for a chance of 1."""
    return Column(heading, value, lambda p: "█" * round(width * p), only="screen")


def shares(chances: Mapping[Any, float]) -> dict[str, dict[str, float]]:
    """Chances by result as data for JSON: ``{"3": {"p": 0.25}}``; those that are exact fractions have `Distribution.to_data`."""
    return {str(result): {"p": p} for result, p in chances.items()}


def _decimal(value: Any) -> Any:
    return "" if value is None else float(value) if isinstance(value, Fraction) else value


def _data(value: Any) -> Any:
    return chance(value) if isinstance(value, Fraction) else value


def markdown_table(columns: Sequence[object], rows: Iterable[Sequence[object]], numbers: Container[int] = ()) -> Iterator[str]:
    """The lines of a table, and an empty one after it; the columns in ``numbers`` are aligned to the right."""
    yield f"| {' | '.join(_cell(column) for column in columns)} |"
    yield "|" + "".join("---:|" if i in numbers else "---|" for i in range(len(columns)))
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"
    yield ""


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")
