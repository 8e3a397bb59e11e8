"""Output formats of results: screen, JSON, CSV, Markdown, Parquet, charts. Every command uses `show` or `show_table`."""

from __future__ import annotations

import csv
import io
import json
import shutil
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal

import click

from fracas.engine.content.texts import LINES, NEVER_SHOWN, printable
from fracas.errors import FracasError

if TYPE_CHECKING:
    from rich.console import Console

    from fracas.engine.contract.charts import Chart
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.matchup import Matchup
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.contract.tables import Table

Name = Literal["json", "csv", "markdown", "parquet", "digits", "chart"]
NAMES: tuple[Name, ...] = ("json", "csv", "markdown", "parquet", "digits", "chart")
PRINTED: tuple[Literal["json", "csv", "markdown"], ...] = ("json", "csv", "markdown")
"""Formats that are printed, at most one at a time. The others can be combined with each of them."""
WIDEST = 80
"""Maximum width in characters of a chart on a screen."""
LEAST_TEXT, LONGEST_WORD = 12, 24
"""Minimum width of a text column in a table, and maximum length of a word that is not broken there."""
PICTURES = (".svg", ".png", ".html")
ON_SCREEN = "screen"
"""Stands for a file name, to draw a chart on the screen."""
OPTIONS: dict[Name, dict[str, Any]] = {
    "json": {"is_flag": True, "help": "Print JSON."},
    "csv": {"is_flag": True, "help": "Print the table as CSV."},
    "markdown": {"is_flag": True, "help": "Print Markdown."},
    "parquet": {"metavar": "FILE", "help": "Also write the table as Parquet (needs pyarrow: the extra 'parquet')."},
    "digits": {"type": click.IntRange(0, 15), "metavar": "N", "help": "Show numbers of tables with this many decimals."},
    "chart": {"metavar": "FILE", "help": "Also draw a chart: .svg, .png or .html (needs the extra 'charts'), or 'screen'."},
}


@dataclass(frozen=True)
class Form:
    """How to output a result: the printed format, the number of decimals, and the files for its table and charts."""

    name: Literal["screen", "json", "csv", "markdown"] = "screen"
    digits: int | None = None
    parquet: str | None = None
    chart: str | None = None

    def check(self) -> None:
        """Reject files that could not be written, before the work whose result goes there."""
        from fracas.engine.content.files import check_place
        from fracas.engine.contract.extras import extra

        if self.parquet is not None:
            extra("pyarrow.parquet")
            check_place(self.parquet, "table")
        if self.chart is not None and self.chart != ON_SCREEN:
            if not self.chart.endswith(PICTURES):
                raise FracasError(
                    "bad-chart", f"{self.chart!r} is none of {', '.join(PICTURES)}", "give a file of one of these names, or screen"
                )
            extra("vl_convert")
            check_place(self.chart, "chart")


@dataclass
class Printed:
    """What is on the screen since the user last typed something."""

    lines: int = 0


printed = Printed()


def say(text: str = "", err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print a text, in a style (``bold``, ``fg``). Terminal control characters in it are shown, not sent."""
    shown = printable(text, LINES)
    printed.lines += (shown.count("\n") + nl) * (not err)
    click.echo(click.style(shown, **style) if style else shown, err=err, nl=nl)


def take_back(text: str) -> None:
    """Erase the last printed text, which has no newline, from the screen."""
    click.echo(f"\r{' ' * len(text)}\r", nl=False)


def forms(*names: Name) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator that adds the output options to a command: all of `NAMES`, or only the named ones; their values are passed as ``form``."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(*arguments: Any, **values: Any) -> None:
            given = {name: values.pop(f"as_{name}") for name in names or NAMES}
            chosen = [name for name in PRINTED if name in given and given.pop(name)]
            if len(chosen) > 1:
                said = " and ".join(f"--{name}" for name in chosen)
                raise FracasError("not-together", f"{said}: a result is printed in one form at a time", "give one of them")
            form = Form(chosen[0] if chosen else "screen", **given)
            form.check()
            command(*arguments, form=form, **values)

        made: Callable[..., None] = run
        for name in reversed(names or NAMES):
            made = click.option(f"--{name}", f"as_{name}", **OPTIONS[name])(made)
        return made

    return decorate


def show(
    form: Form,
    ruleset: Ruleset,
    options: Mapping[str, Any],
    report: Report,
    screen: Callable[[], None] | None = None,
    page: Callable[[], None] | None = None,
    drawn: bool = False,
) -> None:
    """Output a result in the requested format.

    ``screen`` prints it on a screen and ``page`` in Markdown, if it has more than a sentence and tables. With ``drawn`` its charts are also
    drawn on the screen.
    """
    if drawn and form.name == "screen" and form.chart is None and report.charts:
        form = replace(form, chart=ON_SCREEN)
    if form.name == "json":
        print_json(report.envelope(ruleset.name, ruleset.version, options))
    elif form.name == "csv":
        for each in [report.flat] if report.flat is not None else report.tables[:1]:
            print_csv(each)
    elif own := {"markdown": page, "screen": screen}[form.name]:
        own()
    elif form.name == "markdown":
        print_markdown(report.sentence, report.tables, form.digits)
    else:
        say(report.sentence)
        for each in report.tables:
            print_table(each, form.digits)
    write_files(form, report.flat if report.flat is not None else next(iter(report.tables), None), report.charts or report.tables)


def show_of(form: Form, ready: Matchup, report: Report, screen: Callable[[], None] | None = None, drawn: bool = False) -> None:
    """Output a result about a scenario in the requested format."""
    if ready.changes:
        report = replace(report, input={**report.input, "with": dict(ready.changes)})
    show(form, ready.ruleset, ready.options(), report, screen, drawn=drawn)


def show_table(form: Form, table: Table, data: Any = None, screen: Callable[[], None] | None = None) -> None:
    """Output a table in the requested format; its JSON is ``data`` if given, and ``screen`` prints it on a screen."""
    if form.name == "json":
        print_json(table.to_data() if data is None else data)
    elif form.name == "csv":
        print_csv(table)
    elif form.name == "markdown":
        say(table.rounded(form.digits).markdown())
    elif screen is not None:
        screen()
    else:
        print_table(table, form.digits)
    write_files(form, table, [table])


def write_files(form: Form, table: Table | None, drawn: Sequence[Chart | Table]) -> None:
    """Write the table and the charts to the requested files, and report them."""
    if form.parquet is not None:
        if table is None:
            raise FracasError("no-table", "this result has no table", "leave out --parquet, or ask for --json")
        write_parquet(form.parquet, table)
        say(f"the table is in {form.parquet}", err=form.name != "screen")
    if form.chart == ON_SCREEN:
        for chart in charts_of(drawn):
            print_chart(chart)
    elif form.chart is not None:
        write_chart(form.chart, drawn)
        say(f"the chart is in {form.chart}", err=form.name != "screen")


def write_csv(path: str, table: Table) -> None:
    """Write a table to a CSV file."""
    from fracas.engine.content.files import write_file

    write_file(path, csv_text(table, "\r\n").encode(), "table")


def write_parquet(path: str, table: Table) -> None:
    """Write a table to a Parquet file."""
    from fracas.engine.content.files import write_file
    from fracas.engine.contract.extras import extra

    packed = io.BytesIO()
    extra("pyarrow.parquet").write_table(table.to_arrow(), packed)
    write_file(path, packed.getvalue(), "table")


def charts_of(drawn: Sequence[Chart | Table]) -> list[Chart]:
    """Charts, with tables converted to charts."""
    from fracas.engine.contract.charts import Chart
    from fracas.engine.contract.results import table_charts

    charts = [chart for each in drawn for chart in ([each] if isinstance(each, Chart) else table_charts([each]))]
    if not charts:
        raise FracasError("no-chart", "there is nothing in this result to draw", "leave out --chart")
    return charts


def write_chart(path: str, drawn: Sequence[Chart | Table]) -> None:
    """Draw charts, or tables as charts, one below the other, into a file: SVG, PNG or HTML, by its extension."""
    from fracas.engine.content.files import write_file
    from fracas.lab.charts import html, png, svg

    charts = charts_of(drawn)
    draw: dict[str, Callable[[Sequence[Chart]], str | bytes]] = {"svg": svg, "png": png, "html": html}
    data = draw[path.rpartition(".")[2]](charts)
    write_file(path, data.encode() if isinstance(data, str) else data, "chart")


def print_json(data: Any) -> None:
    """Print data as JSON."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    say(NEVER_SHOWN.sub(lambda sign: sign[0] if sign[0] == "\n" else f"\\u{ord(sign[0]):04x}", text))


def csv_text(table: Table, end: str = "\n") -> str:
    """A table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=end)
    writer.writerow(table.names)
    writer.writerows(table.plain())
    return out.getvalue()


def print_csv(table: Table) -> None:
    """Print a table as CSV."""
    say(csv_text(table), nl=False)


def print_markdown(sentence: str, tables: Iterable[Table], digits: int | None = None) -> None:
    """Print a sentence and tables in Markdown."""
    say(sentence)
    for each in tables:
        say()
        if each.title:
            say(f"*{each.title}*\n")
        say(each.rounded(digits).markdown())


def print_chart(chart: Chart) -> None:
    """Print a chart in block characters."""
    from fracas.lab.blocks import blocks

    for line in blocks(chart, min(shutil.get_terminal_size().columns, WIDEST)):
        say(line)


def print_table(table: Table, digits: int | None = None) -> None:
    """Print a table: numbers are right-aligned; numbers and unbreakable columns are never wrapped.

    If it is too wide, text in brackets moves to a line of its own; if that is not enough, a row takes several lines.
    """
    from rich.console import Console

    table = table.rounded(digits)
    console = Console()
    cells = [[printable(str(cell), LINES) for cell in row] for row in table.shown()]
    folded = [[cell.replace(" (", "\n(") if i in table.numbers else cell for i, cell in enumerate(row)] for row in cells]
    for rows in (cells, folded):
        widths = _widths(table, rows, console.width)
        if widths is not None:
            _print_grid(console, table, rows, widths)
            return
    _print_rows(table, cells, console.width)


def _widths(table: Table, rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """The column widths of a table that fits the screen; None if it cannot.

    Columns of text are as wide as their longest word, or wider if there is room.
    """
    kept = table.numbers | table.whole
    least, most = [], []
    for i, heading in enumerate(table.headings):
        lines = [line for row in rows for line in row[i].splitlines()] or [""]
        longest = max(map(len, lines))
        word = longest if i in kept else min(max((len(word) for line in lines for word in line.split()), default=0), longest)
        name = max(map(len, printable(heading).split()), default=0)
        least.append(max(name, longest if i in kept else min(max(word, min(longest, LEAST_TEXT)), LONGEST_WORD)))
        most.append(max(least[-1], longest, len(heading)))
    room = width - sum(least) - 3 * len(least) - 1
    if room < 0:
        return None
    for i in sorted(range(len(least)), key=lambda i: (i not in kept, most[i] - least[i])):
        more = min(most[i] - least[i], room)
        least[i], room = least[i] + more, room - more
    return least


def _print_grid(console: Console, table: Table, rows: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
    """Print a table with these column widths."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(title=Text(printable(table.title, LINES)) if table.title else None, title_justify="left", header_style="bold")
    for i, heading in enumerate(table.headings):
        justify: Literal["right", "left"] = "right" if i in table.numbers else "left"
        grid.add_column(Text(printable(heading, LINES)), justify=justify, overflow="fold", width=widths[i], no_wrap=i in table.whole)
    for row in rows:
        grid.add_row(*map(Text, row))  # not as markup: a name may contain brackets
    console.print(grid)


def _print_rows(table: Table, rows: Sequence[Sequence[str]], width: int) -> None:
    """Print a table that is too wide for a grid: for each row the first column, and the others below it."""
    if table.title:
        say(table.title, italic=True)
    for first, *others in rows:
        say(first, bold=True)
        named = zip(table.headings[1:], others, strict=True)
        said = "; ".join(f"{heading}: {cell}" if heading else cell for heading, cell in named if cell and cell.strip("█"))
        for line in textwrap.wrap(said, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False):
            say(line)
