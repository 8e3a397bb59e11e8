"""Commands that write something to start from."""

from __future__ import annotations

from pathlib import Path

import click

from fracas.cli.forms import say


@click.group()
def new() -> None:
    """Write a ruleset to start from."""


@new.command("ruleset")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Where the folder NAME is made; by default here.",
)
def ruleset(name: str, folder: Path) -> None:
    """Write a small complete ruleset called NAME, as a Python package of its own.

    It has rules, content, policies, a rulebook with claims, and tests, all of which pass. Change it into your own game step by step.

    \b
      fracas new ruleset skirmish
      cd skirmish
      pip install -e ".[test]" && pytest
      fracas play skirmish
    """
    from fracas.cli import cli
    from fracas.engine.contract.registry import ruleset_names
    from fracas.scaffold import checked_name, new_ruleset

    names = checked_name(name, [*ruleset_names(), *cli.commands])
    root = folder / name
    written = new_ruleset(names, root)
    say(f"{names.title}: {len(written)} files in {root}. Next:\n")
    say(f'  cd {root}\n  pip install -e ".[test]"\n  pytest\n  fracas play {name}\n')
    say("Its README says what to change where.")
