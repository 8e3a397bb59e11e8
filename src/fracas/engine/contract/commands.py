"""Ruleset-specific commands: what the command line offers beyond the commands of every ruleset.

A ruleset lists them in ``COMMANDS`` of its module ``commands``; ``fracas RULESET COMMAND`` runs them. A command declares its parameters
and returns a `Report`; the command line prints it (sentences, tables, JSON, CSV), so programs can call a command as a function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from fracas.engine.contract.charts import Chart
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Table


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command: a positional argument, or an option with two hyphens."""

    name: str
    text: str
    kind: Literal["text", "number", "flag", "file"] = "text"
    default: Any = None
    argument: bool = False
    required: bool = False
    choices: Sequence[str] = ()


@dataclass(frozen=True)
class Report:
    """The result of a command: the parsed question, the result as data, a sentence, tables, charts.

    CSV and Parquet contain one table: ``flat``, or the first. Without ``charts``, charts are made from the tables
    (`fracas.engine.contract.results.table_chart`). If it ``failed`` (a check did not pass) the command line ends with exit code 1;
    if it was ``interrupted``, partial results are shown, and the exit code is 130.
    """

    input: Mapping[str, Any]
    result: Mapping[str, Any]
    sentence: str
    tables: Sequence[Table] = ()
    failed: bool = False
    interrupted: bool = False
    charts: Sequence[Chart] = ()
    flat: Table | None = None

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON: the given data, and the tables that have a key."""
        return {**self.result, **{table.key: table.to_data() for table in self.tables if table.key}}

    def envelope(self, ruleset: str, version: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The output of ``--json``: the ruleset, its version, the active rule options, the question and the result."""
        return {"ruleset": ruleset, "version": version, "options": options, "input": self.input, "result": self.to_data()}


@dataclass(frozen=True)
class Command:
    """A command: ``run(values, options, progress)`` gets the parameters by name, the rule options and a progress listener."""

    name: str
    text: str
    run: Callable[[Mapping[str, Any], Any, Progress], Report]
    parameters: Sequence[Parameter] = field(default_factory=tuple)
