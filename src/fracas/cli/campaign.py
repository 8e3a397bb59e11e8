"""The command that plays a campaign."""

from __future__ import annotations

import os
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.campaigns import Travelling, travel, travelling_options
from fracas.cli.fights import Weighing, at_the_table
from fracas.cli.forms import Form, forms, say
from fracas.cli.shared import Shown, set_option, settings
from fracas.engine.content.texts import whole_number
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.campaign import Choice
    from fracas.engine.journey import Journey
    from fracas.engine.play.fight import Fight

HELP = """Type the number or the name of a choice (its beginning is enough); quit stops. Everything is saved at once."""


def _usual_place(ruleset: str) -> Path:
    from platformdirs import user_state_path

    try:
        return user_state_path("fracas", ensure_exists=True) / f"campaign-{ruleset}.json"
    except OSError as error:
        raise FracasError("cannot-save", f"the campaign cannot be saved: {error}", "say where with --save FILE") from None


@click.command()
@click.argument("ruleset")
@click.option("--save", "place", type=click.Path(path_type=Path), help="The file to save it in; by default one for each ruleset.")
@click.option("--new", is_flag=True, help="Start a new campaign; the saved one is kept beside it.")
@click.option("--seed", type=int, help="The seed of a new campaign; random by default.")
@click.option("--name", help="The name of a new character.")
@click.option("--auto", is_flag=True, help="Let policies fight the fights; only the story is played. With -n or --log they play that, too.")
@click.option("--weigh/--no-weigh", default=False, help="Solve fights in the background, to show what each choice is worth.")
@set_option
@travelling_options
@forms()
def campaign(
    ruleset: str,
    place: Path | None,
    new: bool,
    seed: int | None,
    name: str | None,
    auto: bool,
    weigh: bool,
    changes: tuple[str, ...],
    travelling: Travelling,
    form: Form,
) -> None:
    """Play a ruleset's campaign: make a character, fight, learn. Leave at any point and resume there.

    With --auto and -n, policies travel so many campaigns of the seed: how far they come, how they end, what they fall to, what is left.
    Campaign K of these is told step by step by --auto --log --number K.

    \b
      fracas campaign veinbreaker
      fracas campaign ruins-and-realms --set defeat=rescue
      fracas campaign ruins-and-realms --auto -n 1000 --seed 1
      fracas campaign ruins-and-realms --auto --log --seed 1 --number 7
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.journey import campaign_of, load_journey, new_journey

    rules = load_ruleset(ruleset)
    campaign_of(rules)
    if travelling or form != Form():
        if not auto:
            raise FracasError("not-auto", "campaigns are travelled by policies, told or counted, with --auto", "add --auto and -n or --log")
        if place is not None or new or name is not None or weigh:
            raise FracasError("not-together", "--save, --new, --name and --weigh are for a campaign that you play", "leave them out")
        travel(rules, seed, settings(ruleset, changes), travelling, form)
        return
    path = place or _usual_place(ruleset)
    if path.exists() and not new:
        if changes or name or seed is not None:
            raise FracasError("under-way", f"{path} holds a campaign with its own seed, name and options", "add --new to begin another")
        with Shown():
            journey = load_journey(path)
        if journey.ruleset.name != ruleset:
            raise FracasError("other-ruleset", f"{path} is a campaign of {journey.ruleset.name!r}, not of {ruleset!r}", "name that ruleset")
        say(f"Going on from {path}.")
    else:
        journey = new_journey(ruleset, secrets.randbelow(1_000_000) if seed is None else seed, name, settings(ruleset, changes))
        if path.exists():
            _set_aside(path)
        journey.save(path)
    say(HELP)
    try:
        while not journey.over:
            if not (_fought(journey, path, auto, weigh) if journey.fight is not None else _chosen(journey, path)):
                break
        else:
            _tell(journey)
            return
    except (click.Abort, EOFError, KeyboardInterrupt):
        say()
    here = "" if place is None else f" --save {shlex.quote(str(place))}"
    say(f"The campaign is saved; go on with: fracas campaign {ruleset}{here}")


def _set_aside(path: Path) -> None:
    """Keep an older save beside the new one."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise FracasError("cannot-save", f"{path} cannot be set aside: {error}", "say where with --save FILE") from None
    say(f"The campaign that was there is kept in {aside}.")


def _tell(journey: Journey) -> None:
    say()
    for line in journey.lines():
        say(line)


def _fought(journey: Journey, path: Path, auto: bool, weigh: bool) -> bool:
    """Play the current fight; returns whether it is over."""
    fight = journey.fight
    assert fight is not None
    if auto:
        say("\n".join(fight.finish().lines()))
    else:
        weighing = Weighing(fight.encounter) if weigh and not fight.over else None
        try:
            at_the_table(fight, weighing, _left, lambda: journey.save(path))
        finally:
            if weighing is not None:
                weighing.close()
    if not fight.over:
        return False
    journey.settle()
    journey.save(path)
    return True


def _left(fight: Fight) -> None:
    """A fight that is left is saved with its campaign already."""
    say()


def _chosen(journey: Journey, path: Path) -> bool:
    """Ask for a choice; returns whether to continue."""
    _tell(journey)
    choices = journey.choices()
    for i, choice in enumerate(choices, 1):
        say(f"{i:3} {choice.name}{f' ({choice.text})' if choice.text else ''}")
    while True:
        said = click.prompt("", prompt_suffix="> ", default="", show_default=False).strip()
        if said.lower() in ("quit", "q", "exit"):
            return False
        if said.lower() in ("help", "?", ""):
            say(HELP)
            continue
        try:
            journey.choose(_by_number(said, choices))
        except FracasError as error:  # asked again, with the list still in sight
            say(str(error), fg=None if os.environ.get("NO_COLOR") else "red")
            continue
        journey.save(path)
        return True


def _by_number(said: str, choices: list[Choice]) -> str:
    if not (said.isascii() and said.isdigit()):
        return said
    number = whole_number(said)
    if number is None or not 1 <= number <= len(choices):
        raise FracasError("no-such-number", f"there is no choice number {said[:20]}", f"give 1 to {len(choices)}")
    return choices[number - 1].name
