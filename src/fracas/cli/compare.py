"""The command that compares fights."""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, print_markdown, print_table, say, show
from fracas.cli.shared import (
    PolicyName,
    Shown,
    TypedText,
    changes_by_path,
    complete_path,
    policy_a,
    policy_b,
    set_option,
    settings,
    stop_if,
    with_option,
)
from fracas.cli.sweep import Looking, look_options
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.encounter import Encounter
    from fracas.lab.comparing import Comparison

FIGURE_WIDTH = 12
"""Approximate width of a column of figures on the screen."""


@click.command()
@click.argument("ruleset")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO…")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A variant: an option, several in quotes ('a=1 b=2'), or the name or file of a variant; can be repeated.",
)
@click.option(
    "--with",
    "paths",
    multiple=True,
    metavar="PATH=VALUE",
    shell_complete=complete_path,
    help="A variant: a change of the scenario (enemies.0.hp=30), or several in quotes; can be repeated.",
)
@click.option(
    "--policy", "policies_a", multiple=True, type=PolicyName(), metavar="NAME", help="The policy of side A; each further one is a variant."
)
@click.option(
    "--enemy-policy",
    "policies_b",
    multiple=True,
    type=PolicyName(),
    metavar="NAME",
    help="The policy of side B; each further one is a variant.",
)
@click.option(
    "--versus",
    multiple=True,
    metavar="WORDS",
    help="A variant in which several things differ: '[SCENARIO] --set … --with … --policy … --enemy-policy … --pack …', in quotes.",
)
@click.option("--from", "ground", multiple=True, metavar="OPTION=VALUE", help="The rules to compare with, if not the default ones.")
@click.option("-n", "--fights", "n", type=int, default=100_000, show_default=True, help="Paired fights, where the fight is not solved.")
@look_options
@forms()
def compare(
    ruleset: str,
    scenarios: tuple[str, ...],
    changes: tuple[str, ...],
    paths: tuple[str, ...],
    policies_a: tuple[str, ...],
    policies_b: tuple[str, ...],
    versus: tuple[str, ...],
    ground: tuple[str, ...],
    n: int,
    look: Looking,
    form: Form,
) -> None:
    """Put fights side by side: the first SCENARIO is the baseline, and everything else is a variant of it.

    Each further SCENARIO, each --set, --with, further --policy and --versus is one. Differences are exact where the fights can be solved;
    else all are fought with the same dice, and the interval is of the differences.

    \b
      fracas compare rune-and-rust duel --set critical_net=4 --set glancing_percent=50
      fracas compare rune-and-rust duel --with enemies.0.hp=25 --with "hero.hp=35 hero.weapon.damage=2d6+1"
      fracas compare rune-and-rust adept-and-crawler --with hero=warrior --with hero=mystic
      fracas compare rune-and-rust duel --versus "--set tuned --with enemies.0.hp=35"
    """
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.encounter import encounter
    from fracas.lab.comparing import compare_fights

    budget = look.budget(n)
    rules = load_ruleset(ruleset)
    policies = (next(iter(policies_a), None), next(iter(policies_b), None))
    given_rules = settings(rules, ground)
    others: dict[str, Encounter] = {}

    def add(name: str, scenario: str = "", options: dict[str, Any] | None = None, **differs: Any) -> None:
        name = " ".join(name.split())
        if name in others:
            raise FracasError("given-twice", f"the variant {name!r} is given twice", "give it once")
        differs = {"policies": policies, **differs}
        others[name] = encounter(rules, Typed(scenario or scenarios[0]), {**given_rules, **(options or {})}, **differs)

    with Shown() as shown:
        base = encounter(rules, Typed(scenarios[0]), given_rules, policies)
        for scenario in scenarios[1:]:
            add(scenario, scenario)
        for text in changes:
            add(text, options=settings(rules, [text]))
        for text in paths:
            add(text, changes=changes_by_path(text.split()))
        for policy in policies_a[1:]:
            add(f"policy {policy}", policies=(policy, policies[1]))
        for policy in policies_b[1:]:
            add(f"enemy policy {policy}", policies=(policies[0], policy))
        for text in versus:
            add(text, **_differs(rules, text, policies))
        found = compare_fights(base, others, budget, shown, " ".join(ground), look.fresh)
    given = look.given(base, budget)
    show(form, base.ruleset, base.options(), found.report(given), lambda: _print(found, form), lambda: _print_page(found, form))
    stop_if(found.interrupted)


def _differs(rules: Ruleset, text: str, policies: tuple[str | None, str | None]) -> dict[str, Any]:
    """Parse the words of ``--versus`` into arguments of `encounter`."""
    words = click.Command("--versus", params=[click.Argument(["scenario"], required=False)], add_help_option=False)
    for option in (set_option, with_option, policy_a, policy_b):
        option(words)
    click.option("--pack", "packs", multiple=True, type=TypedText())(words)
    try:
        with words.make_context("--versus", shlex.split(text)) as context:
            said = context.params
    except ValueError as error:
        raise FracasError("not-words", f"--versus {text!r} cannot be read: {error}", "close the quotes") from None
    except click.UsageError as error:
        raise FracasError("not-words", f"--versus {text!r} cannot be read: {error.format_message()}", "give options of a fight") from None
    return {
        "scenario": said["scenario"] or "",
        "options": settings(rules, said["changes"]),
        "changes": changes_by_path(said["paths"]),
        "packs": said["packs"],
        "policies": (said["policy_a"] or policies[0], said["policy_b"] or policies[1]),
    }


def _print_page(found: Comparison, form: Form) -> None:
    """The comparison in Markdown: the table, with the differences folded below it."""
    print_markdown(f"{found.heading()}.", [found.table()], form.digits)
    listed = "\n".join(f"- {sentence}" for sentence in found.sentences())
    say(f"\n<details><summary>The differences, one by one</summary>\n\n{listed}\n\n</details>")


def _print(found: Comparison, form: Form) -> None:
    """The comparison on a screen: a row for each set of rules or, if that is too wide, a column."""
    say(found.heading(), bold=True)
    table = found.table()
    figures = len(table.columns) - 1
    widest = max(len(each.name) for each in (found.base, *found.variants))
    fits = widest + FIGURE_WIDTH * figures <= shutil.get_terminal_size().columns
    print_table(table if fits else found.turned_table(), form.digits)
    for sentence in found.sentences():
        say(sentence)
