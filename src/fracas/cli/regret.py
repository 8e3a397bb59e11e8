"""The command that says how far a policy is from best play."""

from __future__ import annotations

import click

from fracas.cli.forms import Form, forms, show_of
from fracas.cli.shared import Choices, Shown, fight_options


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("--side", type=click.Choice(["a", "b"]), default="a", show_default=True, help="Whose policy.")
@click.option("--worst", type=click.IntRange(0, 1000), default=20, show_default=True, help="How many of the worst decisions to list.")
@click.option("--max-states", type=click.IntRange(min=1), help="Stop above this many states.")
@fight_options
@forms()
def regret(ruleset: str, scenario: str, side: str, worst: int, max_states: int | None, asked: Choices, form: Form) -> None:
    """How far a policy is from best play, exactly, and which decisions make the difference.

    What a decision costs is how often it is met in a fight, times what the action loses against the best one. The policy is one of the
    ruleset, or a Python function of your own (docs/learning.md).

    \b
      fracas regret rune-and-rust adept-and-crawler --policy aggressive
      fracas regret rune-and-rust adept-and-crawler --policy agent.py:greedy
    """
    from fracas.engine.play.view import SIDES
    from fracas.lab.regret import regret as find_regret

    ready = asked.ready(ruleset, scenario)
    with Shown() as shown:
        found = find_regret(ready, SIDES.index(side), worst, max_states, progress=shown)
    given = {"scenario": ready.name, "policies": list(ready.policies), "side": side}
    show_of(form, ready, found.report(given))
