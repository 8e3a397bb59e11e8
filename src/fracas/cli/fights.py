"""Commands that show fights: play, replay, find."""

from __future__ import annotations

import secrets
import shlex
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.forms import Form, forms, print_json, say, show_of
from fracas.cli.playing import Ways, heading, introduce, kept, result_of
from fracas.cli.playing import at_the_table as at_the_table
from fracas.cli.saves import autosave, forget, name_of, place_of
from fracas.cli.screen import is_watched, size
from fracas.cli.shared import Choices, Shown, TypedText, fight_options, narrator_options, seed_option, stop_if
from fracas.cli.weighing import Weighing as Weighing
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.play.fight import Fight
    from fracas.engine.play.narrating import Narration


@click.command()
@click.argument("ruleset", required=False)
@click.argument("scenario", required=False)
@click.option("--seed", type=int, help="The seed; random by default.")
@click.option("--fight", "number", type=int, default=0, show_default=True, help="The number of the fight under that seed.")
@click.option("--auto", is_flag=True, help="Both sides play by policy; print the log.")
@click.option("--load", "saved", type=click.Path(path_type=Path), help="Resume a saved fight.")
@click.option(
    "--worth/--no-worth",
    "--weigh/--no-weigh",
    "worth",
    default=False,
    help="Show what each choice is worth with best play after it: the fight is solved first. `worth` while playing does it, too.",
)
@click.option("--hint/--no-hint", default=True, help="Whether `hint` may be asked for: what best play would do.")
@narrator_options
@fight_options
def play(
    ruleset: str | None,
    scenario: str | None,
    seed: int | None,
    number: int,
    auto: bool,
    saved: Path | None,
    worth: bool,
    hint: bool,
    narrator: str | None,
    narrator_timeout: float,
    asked: Choices,
) -> None:
    """Play a fight at the terminal; before each choice the exact odds of each option are shown. Without RULESET: a menu of all games."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.encounter import load_fight

    if auto and narrator is not None:
        raise FracasError("auto-narrator", "--auto prints the log as it is: a narrator has nothing to write", "leave one of the two out")
    if saved is not None:
        own = asked.own_policies
        if ruleset or scenario or asked.without_own or seed is not None:
            raise FracasError("load-alone", "a saved fight has its own ruleset, scenario and options", "give --load alone")
        with Shown():
            fight = load_fight(_no_proof(saved), policies=own)
    elif ruleset is None:
        if is_watched() and not auto:
            from fracas.cli.menu import door

            door()
            return
        raise FracasError("no-ruleset", "no ruleset was given", "say for example: fracas play rune-and-rust")
    else:
        if scenario is None and is_watched() and not auto:
            from fracas.cli.menu import Leave, choose_fight

            with suppress(Leave):
                scenario = choose_fight(load_ruleset(ruleset))
            if scenario is None:
                return
        scenario = scenario or next(iter(load_ruleset(ruleset).scenarios()))
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        fight = asked.ready(ruleset, scenario).fight(seed, number)
    if auto:
        heading(fight)
        with Shown():
            fight.finish()
        say("\n".join(fight.lines()))
        say(result_of(fight), bold=True)
        return
    ways = Ways(worth=worth, hints=hint)
    with ExitStack() as stack:
        play_out(fight, ways, _narration(fight, narrator, narrator_timeout, stack))
        if is_watched() and fight.over and narrator is None:
            from fracas.cli.menu import Leave, after_the_fight

            with suppress(Leave):
                after_the_fight(fight, ways)


def play_out(fight: Fight, ways: Ways, narration: Narration | None = None) -> None:
    """Play a fight to its end, or until it is left; it is saved after everything that is done, and forgotten once it is over."""
    heading(fight)
    introduce(fight)
    weighing = None if not ways.worth or fight.over else Weighing(fight.encounter)
    try:
        if weighing is not None:
            weighing.wait()
        at_the_table(fight, weighing, _keep, lambda: autosave(fight), narration, ways)
    finally:
        if weighing is not None:
            weighing.close()
    if fight.over:
        forget(place_of(fight))


def _no_proof(path: Path) -> Path:
    """A file that may hold a saved fight; one that holds a game of a server is for `fracas replay`."""
    from fracas.engine.content.reading import read_json
    from fracas.lab.fairness import is_proof

    if is_proof(read_json(path)):
        what = f"{path} holds a game that was played on a server, and is over"
        raise FracasError("game-over", what, f"check it, and see it again, with: fracas replay {shlex.quote(str(path))}")
    return path


def _narration(fight: Fight, command: str | None, timeout: float, stack: ExitStack) -> Narration | None:
    """The narration of a fight by an outside program, which ends with the stack."""
    from fracas.engine.play.narrating import Narration, check_narrates
    from fracas.engine.play.narrator import Narrator

    if command is None:
        return None
    check_narrates(fight.encounter.ruleset)
    width = size()[0]
    return Narration(fight, stack.enter_context(Narrator(command, timeout)), width)


def _keep(fight: Fight) -> None:
    """Save a fight that was left, and say how to go on."""
    try:
        place = place_of(fight)
        fight.save(place)
    except FracasError as error:
        say(f"\n{error}", err=True)
        return
    kept(fight, name_of(place))


@click.command()
@click.argument("ruleset", metavar="RULESET|FILE", type=TypedText())
@click.argument("scenario", required=False)
@seed_option
@click.option("--fight", "number", type=int, help="The number of the fight in the simulation of that seed.")
@fight_options
@forms("json")
def replay(
    ruleset: str,
    scenario: str | None,
    seed: int,
    number: int | None,
    asked: Choices,
    form: Form,
) -> None:
    """Show one fight of a simulation, blow by blow: fight number K of seed S. Or play what a FILE holds again, and check it.

    With --json the log is a list of events and rolls, each with the lines it is told with.

    A FILE is a saved fight or campaign, or a game that was played on a server (`fracas serve`), as it can be saved there when it is over.
    Of a game it is also checked that the dice are those which the server committed itself to before the first action. Exit code 1 if
    anything does not fit.

    \b
      fracas replay rune-and-rust duel --seed 1 --fight 7
      fracas replay game.json
    """
    from fracas.engine.content.files import as_file
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.registry import ruleset_names

    file = as_file(ruleset, ruleset_names()) if scenario is None else None
    if file is not None:
        given_too = click.get_current_context().get_parameter_source("seed") is not click.core.ParameterSource.DEFAULT
        if asked or number is not None or given_too:
            raise FracasError("file-alone", "a file has its own seed, fight and options", "give the file alone")
        _replay_file(file, form)
        return
    if scenario is None:
        raise FracasError("no-scenario", f"no scenario of {ruleset!r} was named", "give RULESET and SCENARIO, or a file that was saved")
    if number is None:
        raise FracasError("no-fight", "which fight of the simulation is not said", "give its number: --fight 7")
    encounter = asked.ready(ruleset, scenario)
    with Shown():
        fight = encounter.replay(seed, number)
    given = {"scenario": fight.encounter.name, "policies": list(fight.encounter.policies), "seed": seed, "fight": number}
    show_of(form, fight.encounter, Report(given, fight.view().to_data(), result_of(fight)), lambda: _print_fight(fight))


def _replay_file(file: Path, form: Form) -> None:
    """Play again what a file holds; what is no proof of a server's game is refused where it does not come out the same."""
    from fracas.engine.content.reading import read_json
    from fracas.engine.encounter import load_fight
    from fracas.engine.journey import load_journey
    from fracas.engine.play.fight import Fight
    from fracas.lab.fairness import Proven, check_proof, is_proof

    data = read_json(file)
    with Shown():
        if is_proof(data):
            found = check_proof(file)
        else:
            campaign = isinstance(data, dict) and data.get("fracas") == "campaign"
            found = Proven(load_journey(file) if campaign else load_fight(file), None, ())
    played = found.played
    if form.name == "json":
        shown = played.view().to_data() if isinstance(played, Fight) else None
        print_json({"input": {"file": str(file)}, "result": {**found.to_data(), "fight": shown}})
    else:
        if isinstance(played, Fight):
            heading(played)
        if played is not None:
            say("\n".join(played.lines()))
        if isinstance(played, Fight):
            say(result_of(played) if played.over else "The fight is not over.", bold=True)
        for line in found.differences:
            say(f"  {line}")
        say(found.sentence(), bold=True)
    if not found.holds:
        sys.exit(1)


def _print_fight(fight: Fight) -> None:
    """A fight that is over, with its whole log."""
    heading(fight)
    say("\n".join(fight.lines()))
    say(result_of(fight), bold=True)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.argument("kind", type=click.Choice(["longest", "shortest", "closest", "upset", "comeback", "typical"]))
@click.option("-n", "--fights", "n", type=int, default=100_000, show_default=True, help="How many fights to search.")
@seed_option
@click.option("--most", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many to find.")
@click.option("--workers", type=int, help="Threads; by default one for each core.")
@fight_options
@forms()
def find(
    ruleset: str,
    scenario: str,
    kind: str,
    n: int,
    seed: int,
    most: int,
    workers: int | None,
    asked: Choices,
    form: Form,
) -> None:
    """Find the longest, shortest or closest fight of a simulation, the biggest upset, the greatest comeback or the most typical one.

    An upset is won by the side that wins less often; in a comeback the winner had been far behind. The most typical fight ends as most do,
    after the usual time, with what is usually left. The fight is shown.
    """
    from fracas.engine.sample.finding import search

    encounter = asked.ready(ruleset, scenario)
    with Shown() as shown:
        found = search(encounter, kind, n, seed, most, workers, shown)

    def screen() -> None:
        say(found.sentence(), bold=True)
        for number in found.numbers:
            say(f"  fight {number}: {result_of(encounter.replay(seed, number))}")
        if most == 1:
            fight = encounter.replay(seed, found.numbers[0])
            heading(fight)
            say("\n".join(fight.lines()))

    given = {"scenario": encounter.name, "policies": list(encounter.policies), "kind": kind, "n": n, "seed": seed, "most": most}
    show_of(form, encounter, found.report(given), screen)
    stop_if(found.batch.interrupted)
