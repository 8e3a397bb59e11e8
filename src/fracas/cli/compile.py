"""The command that compiles in advance."""

from __future__ import annotations

import click

from fracas.cli.forms import Form, forms, print_table, say, show_table
from fracas.cli.shared import Shown, stop_if


@click.command("compile")
@click.argument("rulesets", nargs=-1, metavar="[RULESET]…")
@click.option(
    "--for",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="What for; can be repeated: simulate, solve, explain and world, which are compiled by default, and learn (environments for "
    "learning agents) and own (policies of your own).",
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that compile side by side; by default one for each core.")
@forms("json", "csv", "markdown")
def compile_rulesets(rulesets: tuple[str, ...], kinds: tuple[str, ...], workers: int | None, form: Form) -> None:
    """Compile the rules of each RULESET (by default of all) in advance, so that no question has to wait for it.

    For containers and servers, or before a session. What is ready already is only checked.

    \b
      fracas compile
      fracas compile rune-and-rust --workers 1
      fracas compile rune-and-rust --for learn --for own
    """
    from fracas.lab.compiling import compile_ahead

    with Shown() as shown:
        found = compile_ahead(rulesets, workers, shown, kinds)

    def screen() -> None:
        print_table(found.tables()[0], form.digits)
        say(found.sentence())

    show_table(form, found.tables()[0], found.to_data(), screen)
    stop_if(found.interrupted)
