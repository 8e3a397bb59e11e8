"""Commands of a ruleset's own: what the command line offers beyond what every ruleset can do.

A ruleset returns them from `Ruleset.commands`; ``fracas RULESET COMMAND`` runs them. A command says what it takes and returns a `Report`;
how that is shown (sentences, tables, JSON, CSV) is the command line's business, so a command is also a function for programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from fracas.engine.compiling import Progress


@dataclass(frozen=True)
class Parameter:
    """Something that a command takes: an argument by its place, or an option with two hyphens."""

    name: str
    text: str
    kind: Literal["text", "number", "flag", "file"] = "text"
    default: Any = None
    argument: bool = False
    required: bool = False
    choices: Sequence[str] = ()


@dataclass(frozen=True)
class Table:
    """Rows to be shown; ``numbers`` are the columns that are aligned to the right."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    numbers: Sequence[int] = ()
    plain: Sequence[Sequence[Any]] | None = None
    """The same rows with numbers as they are, for CSV, where those shown are rounded or dressed up."""


@dataclass(frozen=True)
class Report:
    """What a command found: the question as it was understood, the result as data, a sentence, tables.

    Where it ``failed`` (something that was to be checked is not so) the command line ends with exit code 1.
    """

    input: Mapping[str, Any]
    result: Mapping[str, Any]
    sentence: str
    tables: Sequence[Table] = ()
    failed: bool = False


@dataclass(frozen=True)
class Command:
    """A command: ``run(values, options, progress)`` is given the parameters by name, the rule options, and whom to tell how far it is."""

    name: str
    text: str
    run: Callable[[Mapping[str, Any], Any, Progress], Report]
    parameters: Sequence[Parameter] = field(default_factory=tuple)
