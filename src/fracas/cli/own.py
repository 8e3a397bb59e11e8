"""Commands that a ruleset brings itself, and tables as CSV."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.shared import Shown, envelope, json_option, set_option, settings, table
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.commands import Command, Parameter
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.contract.tables import OldTable, Table

markdown_option = click.option("--markdown", "as_markdown", is_flag=True, help="Print it for a page in Markdown.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")


def print_csv(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    """Print rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    click.echo(out.getvalue(), nl=False)


def one_form(*wanted: bool) -> None:
    """Refuse to print in two forms at once."""
    if sum(wanted) > 1:
        raise FracasError("not-together", "it can be printed in one form at a time", "give one of --json, --csv and --markdown")


def print_markdown(sentence: str, tables: Iterable[Table | OldTable]) -> None:
    """Print a sentence and tables for a page in Markdown."""
    click.echo(sentence)
    for each in tables:
        click.echo()
        if each.title:
            click.echo(f"*{each.title}*\n")
        click.echo(each.markdown())


class WithOwn(click.Group):
    """The command line, with a group for each ruleset that has commands of its own."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command of everybody's, or the group of a ruleset."""
        found = super().get_command(ctx, name)
        if found is not None:
            return found
        from fracas.engine.contract.registry import load_ruleset, ruleset_names

        if name not in ruleset_names():
            return None
        ruleset = load_ruleset(name)
        commands = ruleset.commands()
        if not commands:
            return None
        group = click.Group(name, help=f"Commands of {ruleset.title}.", no_args_is_help=True)
        for command in commands:
            group.add_command(_as_click(ruleset, command))
        return group


def _as_click(ruleset: Ruleset, command: Command) -> click.Command:
    """A ruleset's command as one of click's."""

    def run(as_json: bool, as_csv: bool, as_markdown: bool, changes: tuple[str, ...], **values: Any) -> None:
        from fracas.engine.content.reading import validated

        one_form(as_json, as_csv, as_markdown)
        options = validated(ruleset.options_model, settings(ruleset, changes), "the rule options")
        with Shown() as shown:
            report = command.run(values, options, shown)
        if as_json:
            envelope(ruleset, options.model_dump(mode="json"), report.input, report.to_data())
        elif as_csv:
            for each in report.tables[:1]:
                print_csv(each.names, each.plain())
        elif as_markdown:
            print_markdown(report.sentence, report.tables)
        else:
            click.echo(report.sentence)
            _show(report.tables)
        if report.failed:
            sys.exit(1)

    made = click.Command(command.name, callback=run, help=command.text, params=[_parameter(p) for p in command.parameters])
    for option in (json_option, csv_option, markdown_option, set_option):
        made = option(made)
    return made


def _show(tables: Sequence[Table | OldTable]) -> None:
    for each in tables:
        table(each.title, each.headings, each.shown(), each.numbers)


def _parameter(parameter: Parameter) -> click.Parameter:
    """A parameter as one of click's."""
    kinds: Mapping[str, Any] = {"text": str, "number": int, "file": str, "flag": bool}
    kind: Any = click.Choice(list(parameter.choices)) if parameter.choices else kinds[parameter.kind]
    given = {} if parameter.default is None else {"default": parameter.default}
    if parameter.argument:
        return click.Argument([parameter.name], type=kind, required=not given, **given)
    return click.Option(
        [f"--{parameter.name.replace('_', '-')}", parameter.name],
        type=None if parameter.kind == "flag" else kind,
        is_flag=parameter.kind == "flag",
        required=parameter.required,
        show_default=bool(parameter.default),
        help=parameter.text,
        **given,
    )
