"""The command that puts rule variants side by side."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, print_markdown, print_table, say, show
from fracas.cli.shared import Shown, policy_a, policy_b, seed_option, settings, stop_if
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.lab.comparing import Comparison

FIGURE_WIDTH = 12
"""About what a column of figures takes on the screen."""


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A variant: an option, several in quotes ('a=1 b=2'), or the name or file of a variant; can be repeated.",
)
@click.option("--from", "ground", multiple=True, metavar="OPTION=VALUE", help="The rules to compare with, if not the default ones.")
@click.option("-n", "--fights", "n", type=int, default=100_000, show_default=True, help="Paired fights, where the fight is not solved.")
@seed_option
@click.option("--max-states", type=click.IntRange(min=1), help="Solve fights of up to this many states; sample larger ones.")
@click.option("--sample", is_flag=True, help="Sample, even if the fight could be solved.")
@click.option("--best", "seek", is_flag=True, help="With best play of side A under each set of rules, instead of its policy.")
@policy_a
@policy_b
@forms()
def compare(
    ruleset: str,
    scenario: str,
    changes: tuple[str, ...],
    ground: tuple[str, ...],
    n: int,
    seed: int,
    max_states: int | None,
    sample: bool,
    seek: bool,
    policy_a: str | None,
    policy_b: str | None,
    form: Form,
) -> None:
    """Put rule variants of a SCENARIO side by side against the default rules: each --set is one.

    Differences are exact where the fight can be solved; else both are fought with the same dice, and the interval is of the differences.

    \b
      fracas compare rune-and-rust duel --set critical_net=4 --set glancing_percent=50
      fracas compare rune-and-rust duel --set tuned --set "accuracy_cap=5 base_sturdiness=1"
    """
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.comparing import compare as compared

    if sample and (seek or max_states):
        raise FracasError("not-together", "--sample goes neither with --best nor with --max-states", "leave one of them out")
    rules = load_ruleset(ruleset)
    variants: dict[str, dict[str, Any]] = {}
    for text in changes:
        name = " ".join(text.split())
        if name in variants:
            raise FracasError("given-twice", f"the variant {name!r} is given twice", "give it once")
        variants[name] = settings(rules, [text])
    with Shown() as shown:
        found = compared(
            rules,
            Typed(scenario),
            variants,
            settings(rules, ground),
            (policy_a, policy_b),
            n,
            seed,
            0 if sample else max_states,
            seek,
            shown,
            " ".join(ground),
        )
    base = found.base.encounter
    given = {"scenario": base.name, "policies": list(base.policies), "best": found.best_play, "n": n, "seed": seed}
    show(form, base.ruleset, base.options(), found.report(given), lambda: _print(found, form), lambda: _print_page(found, form))
    stop_if(found.interrupted)


def _print_page(found: Comparison, form: Form) -> None:
    """The comparison in Markdown: the table, and the differences folded below it."""
    print_markdown(f"{found.heading()}.", [found.table()], form.digits)
    listed = "\n".join(f"- {sentence}" for sentence in found.sentences())
    say(f"\n<details><summary>The differences, one by one</summary>\n\n{listed}\n\n</details>")


def _print(found: Comparison, form: Form) -> None:
    """The comparison on a screen: a row for each set of rules or, where that is too wide, a column."""
    say(found.heading(), bold=True)
    table = found.table()
    figures = len(table.columns) - 1
    widest = max(len(each.name) for each in (found.base, *found.variants))
    fits = widest + FIGURE_WIDTH * figures <= shutil.get_terminal_size().columns
    print_table(table if fits else found.turned_table(), form.digits)
    for sentence in found.sentences():
        say(sentence)
