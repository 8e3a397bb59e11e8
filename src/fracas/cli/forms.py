"""How results are printed: on a screen, as JSON, as CSV, in Markdown. Every command prints through `show` or `show_table`."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal

import click

from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.matchup import Matchup
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.contract.tables import Table

Form = Literal["screen", "json", "csv", "markdown"]
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that steer a terminal."""
HELP = {"json": "Print JSON.", "csv": "Print the table as CSV.", "markdown": "Print Markdown."}


def printable(text: str) -> str:
    """A text as it is printed: characters that steer a terminal are shown, not sent."""
    return CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def forms(*names: Form) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options ``--json``, ``--csv``, ``--markdown`` (those named); it gets the one chosen as ``form``."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(*arguments: Any, **values: Any) -> None:
            chosen = [name for name in names if values.pop(f"as_{name}")]
            if len(chosen) > 1:
                given = " and ".join(f"--{name}" for name in chosen)
                raise FracasError("not-together", f"{given}: a result is printed in one form at a time", "give one of them")
            command(*arguments, form=chosen[0] if chosen else "screen", **values)

        made: Callable[..., None] = run
        for name in reversed(names):
            made = click.option(f"--{name}", f"as_{name}", is_flag=True, help=HELP[name])(made)
        return made

    return decorate


def show(
    form: Form,
    ruleset: Ruleset,
    options: Mapping[str, Any],
    report: Report,
    screen: Callable[[], None] | None = None,
    as_csv: Table | None = None,
) -> None:
    """Print a result in the form that was asked for. ``screen`` prints it on a screen and ``as_csv`` is its CSV, where they differ."""
    if form == "json":
        print_json(report.envelope(ruleset.name, ruleset.version, options))
    elif form == "csv":
        for each in [as_csv] if as_csv is not None else report.tables[:1]:
            print_csv(each)
    elif form == "markdown":
        print_markdown(report.sentence, report.tables)
    elif screen is not None:
        screen()
    else:
        click.echo(printable(report.sentence))
        for each in report.tables:
            print_table(each)


def show_of(form: Form, ready: Matchup, report: Report, screen: Callable[[], None] | None = None) -> None:
    """Print a result about a scenario in the form that was asked for."""
    if ready.changes:
        report = replace(report, input={**report.input, "with": dict(ready.changes)})
    show(form, ready.ruleset, ready.options(), report, screen)


def show_table(form: Form, table: Table, data: Any = None) -> None:
    """Print a table in the form that was asked for; its JSON is ``data`` where that is given."""
    if form == "json":
        print_json(table.to_data() if data is None else data)
    elif form == "csv":
        print_csv(table)
    elif form == "markdown":
        click.echo(printable(table.markdown()))
    else:
        print_table(table)


def print_json(data: Any) -> None:
    """Print data as JSON."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    click.echo(CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def print_csv(table: Table) -> None:
    """Print a table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.names)
    writer.writerows(table.plain())
    click.echo(printable(out.getvalue()), nl=False)


def print_markdown(sentence: str, tables: Iterable[Table]) -> None:
    """Print a sentence and tables in Markdown."""
    click.echo(printable(sentence))
    for each in tables:
        click.echo()
        if each.title:
            click.echo(f"*{printable(each.title)}*\n")
        click.echo(printable(each.markdown()))


def print_table(table: Table) -> None:
    """Print a table on the screen: numbers to the right, columns that are whole never wrapped."""
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    right, whole = set(table.numbers), set(table.whole)
    cells = [[printable(str(cell)) for cell in row] for row in table.shown()]
    grid = Grid(title=Text(printable(table.title)) if table.title else None, title_justify="left", header_style="bold")
    for i, heading in enumerate(table.headings):
        widest = max((len(row[i]) for row in cells), default=0) if i in whole or i in right else None
        justify: Literal["right", "left"] = "right" if i in right else "left"
        grid.add_column(Text(printable(heading)), justify=justify, overflow="fold", min_width=widest, no_wrap=i in whole)
    for row in cells:
        grid.add_row(*map(Text, row))  # not as markup: a name may have brackets
    Console().print(grid)
