"""Commands that show fights: play, replay, find."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.forms import Form, forms, print_json, say, show_of, take_back
from fracas.cli.shared import Choices, Shown, TypedText, fight_options, narrator_options, seed_option, stop_if
from fracas.engine.content.texts import whole_number
from fracas.errors import FracasError
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from fracas.engine.contract.matchup import Matchup
    from fracas.engine.play.fight import Action, Fight
    from fracas.engine.play.narrating import Narration
    from fracas.engine.solve.best import BestPlay

MAX_WEIGHED = 300_000
"""States of a fight that is solved while it is played, to show what each choice is worth."""
MEMORY = 128 << 20
PATIENCE = 2.5
"""Seconds after which the first choice no longer waits for it."""

HELP = """Type the number or the name of an action (its beginning is enough), or:
  undo         take your last action back        log    the whole log so far
  auto         let the policy decide this once   help   this
  save FILE    save the fight                    quit   save the fight and stop"""
PROSE_WIDTH = 96
WRITING = "the narrator is writing …"
WEIGHED = "Where the fight can be solved, behind each choice stands the chance to win with it and best play after it."


def _unfinished(fight: Fight) -> Path:
    """Where a fight that is left is kept: each in a file of its own."""
    from platformdirs import user_state_path

    name = f"{fight.encounter.ruleset.name}-{fight.encounter.name}-{fight.seed}-{fight.number}"
    try:
        folder = user_state_path("fracas", ensure_exists=True)
    except OSError as error:
        raise FracasError("cannot-save", f"the fight cannot be saved: {error}", "use save FILE") from None
    return folder / f"unfinished-{re.sub(r'[^A-Za-z0-9._-]+', '-', name)[:120]}.json"


def _heading(fight: Fight) -> None:
    e = fight.encounter
    about = e.setup.heading or f"{e.setup.names[0]} against {', '.join(e.setup.names[1:])}"
    say(f"{e.title}: {about} (seed {fight.seed}, fight {fight.number})", bold=True)


def is_story(fight: Fight) -> bool:
    """Whether a fight is a story rather than a fight."""
    from fracas.engine.contract.facets import Story

    return isinstance(fight.encounter.ruleset, Story)


def _result(fight: Fight) -> str:
    rounds = f"{fight.round} {fight.encounter.ruleset.round_word}{'' if fight.round == 1 else 's'}"
    left = f"{fight.health(0)} {fight.encounter.ruleset.health_word} left"
    return f"{fight.outcome} after {rounds}: {left}" + ("" if is_story(fight) else f" against {fight.health(1)}")


@click.command()
@click.argument("ruleset", required=False)
@click.argument("scenario", required=False)
@click.option("--seed", type=int, help="The seed; random by default.")
@click.option("--fight", "number", type=int, default=0, show_default=True, help="The number of the fight under that seed.")
@click.option("--auto", is_flag=True, help="Both sides play by policy; print the log.")
@click.option("--load", "saved", type=click.Path(path_type=Path), help="Resume a saved fight.")
@click.option(
    "--weigh/--no-weigh",
    default=None,
    help="Show what each choice is worth by solving the fight: wait for that, or leave it out. By default shown as soon as it is known.",
)
@narrator_options
@fight_options
def play(
    ruleset: str | None,
    scenario: str | None,
    seed: int | None,
    number: int,
    auto: bool,
    saved: Path | None,
    weigh: bool | None,
    narrator: str | None,
    narrator_timeout: float,
    asked: Choices,
) -> None:
    """Play a fight at the terminal; before each choice the exact odds of each option are shown."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.encounter import load_fight

    if saved is not None:
        if ruleset or scenario or asked or seed is not None:
            raise FracasError("load-alone", "a saved fight has its own ruleset, scenario and options", "give --load alone")
        with Shown():
            fight = load_fight(_no_proof(saved))
    elif ruleset is None:
        raise FracasError("no-ruleset", "no ruleset was given", "say for example: fracas play rune-and-rust")
    else:
        if scenario is None:
            scenario = _choose_scenario(ruleset, list(load_ruleset(ruleset).scenarios()), auto)
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        fight = asked.ready(ruleset, scenario).fight(seed, number)
    if auto and narrator is not None:
        raise FracasError("auto-narrator", "--auto prints the log as it is: a narrator has nothing to write", "leave one of the two out")
    _heading(fight)
    if auto:
        with Shown():
            fight.finish()
        say("\n".join(fight.lines()))
        say(_result(fight), bold=True)
        return
    with ExitStack() as stack:
        narration = _narration(fight, narrator, narrator_timeout, stack)
        weighing = None if weigh is False or fight.over else Weighing(fight.encounter)
        if weighing is not None:
            stack.callback(weighing.close)
            if weigh:
                weighing.wait()
        at_the_table(fight, weighing, _keep, narration=narration)


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
    width = min(shutil.get_terminal_size().columns - 1, PROSE_WIDTH)
    return Narration(fight, stack.enter_context(Narrator(command, timeout)), width)


class Weighing:
    """Solves a fight for best play in the background while it is played, to show what each choice is worth; gives up on large fights."""

    def __init__(self, encounter: Matchup) -> None:
        self.found: BestPlay | None = None
        self._why = "The fight is too large to be solved at once: what each choice is worth is not known."
        self._encounter = encounter
        self._done = threading.Event()
        self._stopped = False
        self._told: set[str] = set()
        self._until = time.monotonic() + PATIENCE
        threading.Thread(target=self._solve, daemon=True).start()

    def _solve(self) -> None:
        from fracas.engine.solve.best import best

        try:
            self.found = best(self._encounter, max_states=MAX_WEIGHED, memory=MEMORY, progress=self)
        except FracasError as error:
            if error.code == "not-exact":
                self._why = f"What each choice is worth is not known: {error.what}."
        except Quit:
            pass
        finally:
            self._done.set()

    def say(self, text: str) -> None:
        """Compiling is not announced."""

    def at(self, done: int, total: int | None, what: str) -> None:
        """Stops the solution when it is no longer needed."""
        if self._stopped:
            raise Quit

    def close(self) -> None:
        """It is no longer needed."""
        self._stopped = True

    def wait(self) -> None:
        """Wait until it is done, however long it takes."""
        say("weighing the choices …", err=True)
        while not self._done.wait(0.2):
            pass

    def options(self, fight: Fight) -> dict[int, float]:
        """What each choice is worth, if it is known; waits for it a little the first time. Says once what to expect."""
        self._done.wait(max(self._until - time.monotonic(), 0))
        if not self._done.is_set():
            self._tell("The fight is being solved; what each choice is worth follows.")
        elif self.found is None:
            self._tell(self._why)
        return self.found.options(fight.state) if self.found is not None else {}

    def _tell(self, line: str) -> None:
        if line not in self._told:
            self._told.add(line)
            say(line, dim=True)


def _choose_scenario(ruleset: str, names: list[str], auto: bool) -> str:
    if auto or not sys.stdin.isatty():
        return names[0]
    for i, name in enumerate(names, 1):
        say(f"{i:3} {name}")
    choice: str = click.prompt("Which fight", default=names[0])
    number = whole_number(choice)
    return names[number - 1] if number is not None and 0 < number <= len(names) else choice


def at_the_table(
    fight: Fight,
    weighing: Weighing | None,
    keep: Callable[[Fight], None],
    each: Callable[[], None] | None = None,
    narration: Narration | None = None,
) -> None:
    """The loop of a played fight: ``keep`` saves it when it is left, ``each`` is called after everything that is done."""
    shown = _show_news(fight, 0)
    say(HELP if weighing is None else f"{HELP}\n{WEIGHED}")
    told: dict[int, list[str]] = {}
    try:
        while not fight.over:
            if fight.to_act == 1:
                fight.auto()
                continue
            if each is not None:
                each()
            shown = _show_news(fight, shown, narration)
            actions = _offer(fight, told, weighing)
            done = len(fight.actions)
            shown = _obey(fight, actions, click.prompt("", prompt_suffix="> ", default="", show_default=False), shown)
            if narration is not None and len(fight.actions) < done:
                narration.skip()
    except (click.Abort, EOFError, KeyboardInterrupt, Quit):
        with to_the_end():
            keep(fight)
        return
    if each is not None:
        each()
    _show_news(fight, shown, narration)
    say(_result(fight), bold=True)


class Quit(Exception):
    """The player is done."""


def _keep(fight: Fight) -> None:
    """Save a fight that was left, and say how to go on."""
    try:
        path = _unfinished(fight)
        fight.save(path)
    except FracasError as error:
        say(f"\n{error}", err=True)
        return
    what = "story" if is_story(fight) else "fight"
    say(f"\nThe {what} is saved; go on with: fracas play --load {shlex.quote(str(path))}")


def _show_news(fight: Fight, shown: int, narration: Narration | None = None) -> int:
    """Show what is new, in the narrator's words if there is one; returns how many lines of the log have been shown."""
    lines = fight.lines()
    if narration is None or len(lines) == shown:
        for line in lines[shown:]:
            say(line)
        return len(lines)
    waits = sys.stdout.isatty()
    if waits:
        say(WRITING, nl=False)
    try:
        told = narration.news()
    finally:
        if waits:
            take_back(WRITING)
    if told.refused is not None:
        say(f"{told.refused[:1].upper()}{told.refused[1:]} Our own text:", dim=True)
    for line in told.lines:
        say(line)
    return len(lines)


def _offer(fight: Fight, told: dict[int, list[str]], weighing: Weighing | None) -> list[Action]:
    """Show where the fight stands and what can be done, with exact odds."""
    say()
    say(f"{fight.encounter.ruleset.round_word.capitalize()} {fight.round}", bold=True)
    for line in fight.encounter.ruleset.status(fight.encounter.setup, fight.state):
        say(f"  {line}")
    actions = fight.legal()
    if fight.digest() not in told:  # counted once, however often it is shown
        told.clear()
        told[fight.digest()] = [_odds_of(fight, action) for action in actions]
    worth = weighing.options(fight) if weighing is not None else {}
    for i, (action, line) in enumerate(zip(actions, told[fight.digest()], strict=True), 1):
        say(f"{i:3} {line}", nl=False)
        say(_worth_of(worth.get(action.code)), bold=True)
    return actions


def _odds_of(fight: Fight, action: Action) -> str:
    """The odds of an action in a line."""
    from fracas.engine.play.view import quick_odds

    details = fight.encounter.ruleset.action_details(fight.encounter.setup, fight.state, action.code)
    return quick_odds(fight, action).sentence(details)


def _worth_of(win: float | None) -> str:
    """What an action is worth: the chance to win with it and best play after it."""
    return "" if win is None else f" → wins {win:.2%}"


def _obey(fight: Fight, actions: list[Action], said: str, shown: int) -> int:
    """Do what the player typed; returns how many log lines have been shown."""
    word, _, rest = said.strip().partition(" ")
    word = word.lower()
    try:
        if word in ("quit", "q", "exit"):
            raise Quit
        if word in ("help", "?", ""):
            say(HELP)
        elif word == "undo":
            while True:
                fight.undo()
                if fight.to_act == 0:
                    break
            say(f"taken back; it is {fight.encounter.ruleset.round_word} {fight.round} again")
            return len(fight.lines())
        elif word == "log":
            say("\n".join(fight.lines()))
        elif word == "save":
            fight.save(rest or "fight.json")
            say(f"saved to {rest or 'fight.json'}")
        elif word == "auto":
            say(f"the policy chooses: {fight.auto().name}")
        elif re.fullmatch(r"[0-9]+", said.strip()):
            number = int(said) if len(said.strip()) < 10 else 0
            if not 1 <= number <= len(actions):
                raise FracasError("no-such-number", f"there is no action number {said.strip()[:20]}", f"give 1 to {len(actions)}")
            fight.act(actions[number - 1])
        else:
            fight.act(said)
    except FracasError as error:
        say(str(error), fg=None if os.environ.get("NO_COLOR") else "red")
    return shown


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
    show_of(form, fight.encounter, Report(given, fight.view().to_data(), _result(fight)), lambda: _print_fight(fight))


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
            _heading(played)
        if played is not None:
            say("\n".join(played.lines()))
        if isinstance(played, Fight):
            say(_result(played) if played.over else "The fight is not over.", bold=True)
        for line in found.differences:
            say(f"  {line}")
        say(found.sentence(), bold=True)
    if not found.holds:
        sys.exit(1)


def _print_fight(fight: Fight) -> None:
    """A fight that is over, with its whole log."""
    _heading(fight)
    say("\n".join(fight.lines()))
    say(_result(fight), bold=True)


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
            say(f"  fight {number}: {_result(encounter.replay(seed, number))}")
        if most == 1:
            fight = encounter.replay(seed, found.numbers[0])
            _heading(fight)
            say("\n".join(fight.lines()))

    given = {"scenario": encounter.name, "policies": list(encounter.policies), "kind": kind, "n": n, "seed": seed, "most": most}
    show_of(form, encounter, found.report(given), screen)
    stop_if(found.batch.interrupted)
