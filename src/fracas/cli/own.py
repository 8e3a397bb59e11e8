"""The group of all commands, a ruleset's own among them: `fracas RULESET COMMAND`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.commands import LINES, Commands
from fracas.cli.forms import Form, forms, show
from fracas.cli.shared import Shown, all_take_packs, set_option, settings, stop_if

if TYPE_CHECKING:
    from fracas.engine.contract.commands import Command, Parameter
    from fracas.engine.contract.ruleset import Ruleset


class WithOwn(click.Group):
    """The command line: commands are imported when they are used, and each ruleset that has its own commands is a group."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.commands = Commands()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(LINES.items()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A common command, or the group of a ruleset."""
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
        all_take_packs(group)
        return group


def _as_click(ruleset: Ruleset, command: Command) -> click.Command:
    """A ruleset's command as a click command."""

    @forms()
    def run(form: Form, changes: tuple[str, ...], **values: Any) -> None:
        from fracas.engine.content.reading import validated

        options = validated(ruleset.options_model, settings(ruleset, changes), "the rule options")
        with Shown() as shown:
            report = command.run(values, options, shown)
        if report.interrupted:
            said = f"Stopped; this is of what was done until then. {report.sentence}"
            report = replace(report, sentence=said, result={**report.result, "interrupted": True})
        show(form, ruleset, options.model_dump(mode="json"), report)
        stop_if(report.interrupted)
        if report.failed:
            sys.exit(1)

    run = set_option(run)
    parameters = [_parameter(parameter) for parameter in command.parameters]
    return click.command(command.name, help=command.text, params=parameters)(run)


def _parameter(parameter: Parameter) -> click.Parameter:
    """A parameter as a click parameter."""
    from fracas.engine.content.files import Typed

    kinds: Mapping[str, Any] = {"text": Typed, "number": int, "file": str, "flag": bool}
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
