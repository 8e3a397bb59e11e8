"""The command that resumes unfinished games."""

from __future__ import annotations

from contextlib import suppress

import click

from fracas.cli.forms import say
from fracas.cli.saves import all_saves, now
from fracas.cli.screen import is_watched
from fracas.cli.shared import Choices, policy_a, policy_b


@click.command()
@click.argument("name", required=False)
@policy_a
@policy_b
def resume(name: str | None, policy_a: str | None, policy_b: str | None) -> None:
    """Go on with a fight, a story or a campaign that was left: NAME, or the beginning of one; without it, choose from a list.

    Everything that is played is saved after every action, and kept until it is over. A policy of your own is not in the save: give it
    again.

    \b
      fracas resume
      fracas resume rune-and-rust-duel
    """
    saves = all_saves()
    if name is None and not saves:
        say("Nothing was left unfinished.")
        return
    if name is None and not is_watched():
        for save in saves:
            say(f"{save.name}: {save.sentence(now())}")
        return
    from fracas.cli.menu import Leave, continue_with

    with suppress(Leave):
        continue_with(name, Choices(policy_a=policy_a, policy_b=policy_b).own_policies)
