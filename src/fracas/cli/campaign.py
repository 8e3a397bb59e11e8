"""The command that plays a campaign: the choices between fights at the terminal, and the fights at the table."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.campaigns import Travelling, travel, travelling_options
from fracas.cli.fights import Weighing, at_the_table
from fracas.cli.forms import Form, forms, say
from fracas.cli.playing import LEAVE, NARROW, Quit, Ways, how_often, repeated, show_explanation, taken_back
from fracas.cli.saves import forget, is_own, name_of, place_of_campaign
from fracas.cli.screen import ask, complain, fitting, is_watched, page_of, show_lines, size
from fracas.cli.shared import Shown, set_option, settings
from fracas.engine.content.texts import whole_number
from fracas.errors import FracasError
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from fracas.engine.contract.campaign import Choice
    from fracas.engine.journey import Journey
    from fracas.engine.play.fight import Fight

HELP = """\
1, NAME         choose it, by its number or its name (the beginning is enough)
?2, ?NAME       what a choice is, in full
look NAME       what a creature, ability, item, effect or word of the rules is;
                look me: who you are, and what you have
rules [WORD]    the rules of the game, or what they say of a word
status          where you stand
undo [N]        take your last choice or action back, or the last N: as far as
                the beginning of the last fight
auto            let the computer player choose this once
more            the other choices, where not all fit
quit            leave; go on later with: fracas resume
Enter           the choices again
Everything is saved at once."""
FOOTER = "a name, or: ?N look rules status {undo}auto help quit"
SURE = "{name}: {text}, for good. Type yes if that is what you want> "
PERMADEATH = "A defeat is the end here, and nothing can be taken back."
NAME = "What is your character called? (Enter: the usual name)> "


@click.command()
@click.argument("ruleset")
@click.option("--save", "place", type=click.Path(path_type=Path), help="The file to save it in; by default one for each ruleset.")
@click.option("--new", is_flag=True, help="Start a new campaign; the saved one is kept beside it.")
@click.option("--seed", type=int, help="The seed of a new campaign; random by default.")
@click.option("--name", help="The name of a new character.")
@click.option("--auto", is_flag=True, help="Let policies fight the fights; only the story is played. With -n or --log they play that, too.")
@click.option(
    "--worth/--no-worth",
    "--weigh/--no-weigh",
    "worth",
    default=False,
    help="In fights, show what each choice is worth with best play after it, where that can be solved.",
)
@click.option("--hint/--no-hint", default=True, help="Whether `hint` may be asked for in fights: what best play would do.")
@click.option("--undo/--no-undo", default=True, help="Whether `undo` may be used; in permadeath it never may.")
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
    worth: bool,
    hint: bool,
    undo: bool,
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
        if place is not None or new or name is not None or worth:
            raise FracasError("not-together", "--save, --new, --name and --worth are for a campaign that you play", "leave them out")
        travel(rules, seed, settings(ruleset, changes), travelling, form)
        return
    path = place or place_of_campaign(ruleset)
    if path.exists() and not new:
        if changes or name or seed is not None:
            raise FracasError("under-way", f"{path} holds a campaign with its own seed, name and options", "add --new to begin another")
        with Shown():
            journey = load_journey(path)
        if journey.ruleset.name != ruleset:
            raise FracasError("other-ruleset", f"{path} is a campaign of {journey.ruleset.name!r}, not of {ruleset!r}", "name that ruleset")
        show_lines([f"Going on with the campaign: {journey.where}." if is_own(path) else f"Going on from {path}."])
    else:
        own_seed, options = secrets.randbelow(1_000_000) if seed is None else seed, settings(ruleset, changes)
        journey = _named(lambda called: new_journey(rules, own_seed, called, options), name)
        if path.exists():
            _set_aside(path)
        journey.save(path)
        if journey.is_permadeath:
            show_lines(["", PERMADEATH])
    road = _Road(journey, path, auto, Ways(worth=worth, hints=hint, undo=undo and not journey.is_permadeath))
    try:
        road.travel()
        if is_own(path):
            forget(path)
        return
    except (click.Abort, EOFError, KeyboardInterrupt):
        with to_the_end():
            say()
    except Quit:
        pass
    show_lines([f"The campaign is saved; go on with: fracas {_to_go_on(ruleset, path)}"])


def _to_go_on(ruleset: str, path: Path) -> str:
    """The command that goes on with a saved campaign."""
    if not is_own(path):
        return f"campaign {ruleset} --save {shlex.quote(str(path))}"
    return f"campaign {ruleset}" if path == place_of_campaign(ruleset) else f"resume {shlex.quote(name_of(path))}"


def _named(begin: Callable[[str | None], Journey], name: str | None) -> Journey:
    """Begin a journey. At a terminal, a character without a name is asked for one."""
    if name is not None or not is_watched():
        return begin(name)
    while True:
        try:
            return begin(ask(NAME).strip() or None)
        except FracasError as error:
            complain(error)


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


class _Road:
    """A campaign and its player: the loop of telling, asking and choosing; fights are fought at the table."""

    def __init__(self, journey: Journey, path: Path, auto: bool, ways: Ways) -> None:
        self.journey, self.path, self.auto, self.ways = journey, path, auto, ways
        self._page = 0

    def travel(self) -> None:
        """Travel until the campaign is over, or until the player leaves."""
        while not self.journey.over:
            if self.journey.fight is not None:
                self._fight(self.journey.fight)
            else:
                self._tell()
                self._choose()
        self._tell()

    def _save(self) -> None:
        self.journey.save(self.path)

    # showing

    def _tell(self) -> None:
        """Tell where the journey stands; what comes below is still on the same screen."""
        say()
        show_lines(self.journey.lines(), len(self._block()) + 1)
        self._show()

    def _show(self) -> None:
        for line in self._block():
            say(line)

    def _block(self) -> list[str]:
        """The choices and the footer, on one screen."""
        choices = self.journey.choices()
        if not choices:
            return []
        width, height = size()
        items = [f"{place:3} {choice.name}{f' ({choice.text})' if choice.text else ''}" for place, choice in enumerate(choices, 1)]
        numbers = "1" if len(choices) == 1 else f"1-{len(choices)}"
        footer = f"{numbers}, {FOOTER.format(undo='undo ' if self.ways.undo else '')}"
        footer = footer if len(footer) <= width else f"{numbers}, {NARROW}"
        room = max(height - 4, 3)  # a line told, its empty line, the footer, the prompt
        return [*page_of(fitting(items, width, room, 2), self._page, width), footer]

    # doing

    def _fight(self, fight: Fight) -> None:
        """Play the current fight, and go on with the story if it is over."""
        if self.auto:
            show_lines(fight.finish().lines(), log=True)
        else:
            weighing = Weighing(fight.encounter) if self.ways.worth and not fight.over else None
            try:
                at_the_table(fight, weighing, _left, self._save, ways=self.ways, hero=self.journey.hero)
            finally:
                if weighing is not None:
                    weighing.close()
        if not fight.over:
            raise Quit
        self.journey.settle()
        self._save()

    def _choose(self) -> None:
        """Ask until something is chosen or taken back."""
        self._page = 0
        while True:
            try:
                if self._obey(ask().strip()):
                    self._save()
                    return
            except FracasError as error:  # asked again, with the list still in sight
                complain(error)

    def _obey(self, said: str) -> bool:
        """Do what the player typed; returns whether the journey has changed."""
        choices = self.journey.choices()
        word, _, rest = said.partition(" ")
        word, rest = word.lower(), rest.strip()
        if any(said.lower() == choice.name.lower() for choice in choices):  # a campaign may use the same word
            return self._go(said)
        if word in LEAVE:
            raise Quit
        if not said or word == "more":
            self._page += word == "more"
            self._show()
        elif word in ("help", "?"):
            show_lines(HELP.splitlines())
        elif word == "status":
            show_lines(self.journey.lines())
        elif said.startswith("?") or word in ("look", "rules"):
            self._explain(said, word, rest)
        elif word == "undo":
            self._undo(rest)
            return True
        elif word == "auto":
            say(f"the computer player chooses: {self._picked()}")
            return True
        else:
            return self._go(_by_number(said, choices))
        return False

    def _go(self, name: str) -> bool:
        """Choose by name; what ends the journey for good is asked again. Returns whether the journey has changed."""
        meant = self.journey.meant(name)
        if meant is not None and meant.final and is_watched() and ask(SURE.format(name=meant.name, text=meant.text)).lower() != "yes":
            say("nothing is done")
            return False
        self.journey.choose(name)
        return True

    def _picked(self) -> str:
        from fracas.engine.travel import travels

        journey = self.journey
        taken = travels(journey.ruleset, None, journey.begun.options).step(journey)
        return taken.name if taken is not None else ""

    def _explain(self, said: str, word: str, rest: str) -> None:
        from fracas.engine.play.explaining import explain_choice, names_of, rules_told

        journey, width = self.journey, size()[0]
        options = journey.rule_options
        if word == "rules":
            found = rules_told(journey.ruleset, rest, options)
        elif word == "look" and not rest:
            example = names_of(journey.ruleset)[-1] if journey.hero is None else "me"
            raise FracasError("no-name", "look at what?", f"for example: look {example}")
        elif word == "look":
            found = journey.look(rest, width)
        else:
            choices, wanted = journey.choices(), said[1:].strip()
            meant = journey.meant(_by_number(wanted, choices))
            found = journey.look(wanted, width) if meant is None else explain_choice(journey.ruleset, meant, width)
        show_explanation(found)

    def _undo(self, rest: str) -> None:
        """Take back choices, and actions of the last fight."""
        if not self.ways.undo:
            why = "where a defeat is the end, nothing is taken back" if self.journey.is_permadeath else "nothing is taken back here"
            raise FracasError("no-undo", why, "")
        times = how_often(rest)
        say(taken_back(repeated(self.journey.undo, times), times))


def _left(fight: Fight) -> None:
    """A fight that is left is saved with its campaign already."""
    say()


def _by_number(said: str, choices: list[Choice]) -> str:
    if not (said.isascii() and said.isdigit()):
        return said
    number = whole_number(said)
    if number is None or not 1 <= number <= len(choices):
        raise FracasError("no-such-number", f"there is no choice number {said[:20]}", f"give 1 to {len(choices)}")
    return choices[number - 1].name
