"""Commands that list the available rulesets, scenarios, content files and their schemas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.forms import Form, forms, print_json, say, show_table
from fracas.cli.shared import Shown

if TYPE_CHECKING:
    from fracas.engine.contract.describing import Option


@click.command()
@forms("json", "csv", "markdown")
def rulesets(form: Form) -> None:
    """List the combat systems that are installed."""
    from fracas.engine.contract.describing import ruleset_table
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    show_table(form, ruleset_table([load_ruleset(name) for name in ruleset_names()]))


@click.command()
@click.argument("ruleset")
@forms("json", "csv", "markdown")
def scenarios(ruleset: str, form: Form) -> None:
    """List the built-in scenarios of a RULESET."""
    from fracas.engine.contract.describing import scenario_table
    from fracas.engine.contract.registry import load_ruleset

    show_table(form, scenario_table(load_ruleset(ruleset)))


@click.command()
@click.argument("ruleset")
@forms("json", "csv", "markdown")
def options(ruleset: str, form: Form) -> None:
    """List the rule options of a RULESET (for --set), its variants and its policies."""
    from fracas.engine.contract.describing import option_table, ruleset_options
    from fracas.engine.contract.registry import load_ruleset

    rules = load_ruleset(ruleset)
    found = ruleset_options(rules)

    def screen() -> None:
        print_options(f"Rule options of {rules.title}", found.options)
        if found.world_options:
            print_options("Options of its worlds, besides", found.world_options)
        if found.campaign_options:
            print_options("Options of its campaign, besides", found.campaign_options)
        for name, data in found.variants.items():
            say(f"Variant {name} (--set {name}): {data['title']}. {data.get('text', '')}".rstrip())
        for side, name in enumerate(rules.sides):
            say(f"Policies of {name}: {', '.join(rules.policies_of[side])}")

    table = option_table(f"Rule options of {rules.title}", [*found.options, *found.world_options, *found.campaign_options])
    show_table(form, table, found.to_data(), screen)


def print_options(title: str, options: Iterable[Option]) -> None:
    """Print options: name, default, allowed values, effect."""
    say(f"{title}: default (allowed)", bold=True)
    for option in options:
        say("\n".join(option.lines()))


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--ruleset", help="The ruleset it belongs to, where that is unclear.")
@click.option("--kind", help="The kind of content: enemy, scenario, options, or the name of a content file.")
def validate(path: Path, ruleset: str | None, kind: str | None) -> None:
    """Check a content or scenario file, a pack, or every pack and .json file in a folder."""
    from fracas.errors import FracasError
    from fracas.lab.validating import validated_files

    wrong = many = 0
    with Shown():
        for each in validated_files(path, ruleset, kind):
            many += 1
            wrong += not each.valid
            if each.said:
                say(each.said, err=not each.valid)
    if wrong:
        raise FracasError("invalid-files", f"{wrong} of {many} {'file is' if many == 1 else 'files are'} not valid", "see above")


@click.command("list")
@click.argument("ruleset")
@click.argument("kind", required=False)
@forms("json", "csv", "markdown")
def list_content(ruleset: str, kind: str | None, form: Form) -> None:
    """List the kinds of content of a RULESET, or the entries of a KIND: enemies, heroes, scenarios."""
    from fracas.engine.contract.cards import entry_table, kind_table
    from fracas.engine.contract.registry import load_ruleset

    rules = load_ruleset(ruleset)
    show_table(form, kind_table(rules) if kind is None else entry_table(rules, kind))


@click.command("show")
@click.argument("ruleset")
@click.argument("kind")
@click.argument("name")
@click.option(
    "--paths",
    "patterns",
    is_flag=False,
    flag_value="*",
    metavar="[PATTERNS]",
    help="Of a scenario: list its numbers and choices by their paths, for --with; all, or those that match: hero.*,enemies.0.hp.",
)
@forms("json", "csv", "markdown")
def show_content(ruleset: str, kind: str, name: str, patterns: str | None, form: Form) -> None:
    """Show an entry of a RULESET's content as a card: what it can do, in words, and where it is used; --json is the entry itself.

    \b
      fracas show rune-and-rust enemy scrap-hound
      fracas show rune-and-rust scenario duel --paths
      fracas show rune-and-rust scenario duel --paths "enemies.*"
    """
    from fracas.engine.contract.cards import card, entry_of, kind_of
    from fracas.engine.contract.registry import load_ruleset
    from fracas.errors import FracasError

    rules = load_ruleset(ruleset)
    of = kind_of(rules, kind)
    if patterns is None:
        found = card(rules, kind, name)
        show_table(form, found.table(), dict(found.entry), lambda: say("\n".join(found.shown())))
        return
    if of.model is not rules.scenario_model:
        raise FracasError("no-paths", f"--paths lists the numbers of a scenario, and {kind!r} is none", "leave out --paths")
    from fracas.engine.contract.paths import path_table

    show_table(form, path_table(rules, entry_of(rules, of, name), patterns))


@click.command()
@click.argument("ruleset")
@click.argument("kind", required=False)
@click.option("--kind", "kind_too", metavar="KIND", help="The same as KIND.")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the schemas of an entry of each kind, and of a file of a pack, into this folder, for editors.",
)
def schema(ruleset: str, kind: str | None, kind_too: str | None, folder: Path | None) -> None:
    """Print the JSON Schema of a KIND of a RULESET's content: every field, what it means, what is allowed.

    A KIND is one that `fracas list RULESET` has (an entry of it; in the plural or the singular), scenario (by default), options, pack (a
    file that holds entries of any kinds), or the name of a content file; all is every one.

    \b
      fracas schema rune-and-rust enemy
      fracas schema ruins-and-realms creatures
      fracas schema rune-and-rust --write schemas
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.schemas import editor_settings, schema_file, write_schemas
    from fracas.errors import FracasError
    from fracas.lab.validating import schema_named

    if kind and kind_too:
        raise FracasError("not-together", "a KIND and --kind: they are the same", "give one of them")
    if folder is not None:
        rules = load_ruleset(ruleset)
        written = write_schemas(rules, folder)
        say(f"{len(written)} schemas in {folder}.")
        named = folder / schema_file(rules, "KIND")
        say(f'A file names its own: {{"$schema": "{named}", …}}. Or in .vscode/settings.json:')
        print_json(editor_settings(rules, folder))
        return
    print_json(schema_named(load_ruleset(ruleset), kind or kind_too or "scenario"))
