"""Answers to questions about odds, and the tables and charts of their chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from fracas.engine.contract.charts import Chart, Encoding, distribution
from fracas.engine.contract.commands import Report
from fracas.engine.contract.results import Tabled
from fracas.engine.contract.tables import Column, Table, bar


@dataclass(frozen=True)
class Answer(Tabled):
    """The answer to a question about odds: the question as understood, the result, and one sentence that says it.

    A chance in ``result`` is ``{"p": 0.25, "fraction": "1/4"}`` (`chance`); a mapping of such chances is shown as a table.
    ``result["board"]`` may hold a board: ``row`` and ``column`` label its axes, each of ``cells[row][column]`` has its kind (``is``) and
    its text (``shows``), and ``colours`` maps each kind of cell to a colour.
    """

    input: dict[str, Any]
    result: dict[str, Any]
    sentence: str

    def to_data(self) -> dict[str, Any]:
        """The answer as data for JSON."""
        return {"input": self.input, "result": self.result, "sentence": self.sentence}

    def report(self) -> Report:
        """The answer as a report for the command line."""
        return Report(self.input, self.result, self.sentence, self.tables(), charts=self.charts(), flat=self.flat())

    def tables(self) -> list[Table]:
        """A table for each mapping of chances; if there are none, one table of the single chances."""
        found = [chance_table(name, value) for name, value in self.result.items() if are_chances(value)]
        return found or [self.flat()]

    def flat(self) -> Table:
        """The answer as one table: every chance in a row."""
        columns = [
            Column("what", 0),
            Column("result", 1),
            Column("chance", lambda row: row[2]["p"]),
            Column("fraction", lambda row: row[2].get("fraction")),
        ]
        return Table("", columns, list(_every_chance(self.result)))

    def charts(self) -> list[Chart]:
        """A chart for each mapping of chances: a distribution if its keys are numbers, else bars."""
        single = {name: value for name, value in self.result.items() if is_chance(value)}
        several = {name: value for name, value in self.result.items() if are_chances(value)}
        return [_drawn(name.replace("_", " "), value) for name, value in (*several.items(), *([("chances", single)] if single else []))]

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        return f"<p>{escape(self.sentence)}</p>{super()._repr_html_()}"


def is_chance(value: Any) -> bool:
    """True if a part of an answer is a chance."""
    return isinstance(value, dict) and "p" in value


def are_chances(value: Any) -> bool:
    """True if a part of an answer is a mapping of chances."""
    return isinstance(value, dict) and bool(value) and all(map(is_chance, value.values()))


def chance_table(name: str, chances: Mapping[str, Mapping[str, Any]]) -> Table:
    """A mapping of chances as a table."""
    columns = [
        Column("result", 0, number=True),
        Column("chance", lambda row: row[1]["p"], ".6%"),
        Column("fraction", lambda row: row[1].get("fraction"), number=True),
        bar("", lambda row: row[1]["p"]),
    ]
    return Table(name.replace("_", " "), columns, list(chances.items()))


def _every_chance(result: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every chance in an answer, as rows of path, key (empty for a single chance) and chance."""
    for name, value in result.items():
        here = f"{path} {name}".strip()
        if is_chance(value):
            yield here, "", value
        elif are_chances(value):
            yield from ((here, key, each) for key, each in value.items())
        elif isinstance(value, dict):
            yield from _every_chance(value, here)


def _drawn(title: str, chances: Mapping[str, Mapping[str, Any]]) -> Chart:
    """A chart of chances: a distribution if the keys are numbers, else bars."""
    if all(key.lstrip("-").isdecimal() for key in chances):
        return distribution(title, {title: {int(key): each["p"] for key, each in chances.items()}}, title)
    rows = [{"x": key.replace("_", " "), "series": "chance", "value": each["p"]} for key, each in chances.items()]
    return Chart("bar", title, rows, Encoding("", "chance", share=True))
