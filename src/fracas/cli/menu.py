"""The main menu: everything that can be played, unfinished games, and what to do after a fight."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fracas.cli.forms import say
from fracas.cli.playing import LEAVE, Ways
from fracas.cli.saves import Save, all_saves, now, place_of_campaign
from fracas.cli.screen import ask, complain, cut_words, is_watched, show_lines, size, wrapped
from fracas.engine.content.texts import whole_number
from fracas.errors import FracasError, unknown
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fracas.engine.contract.deciding import OwnPolicy
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.play.fight import Fight
    from fracas.lab.difficulty import Difficulty

TITLE = 32
"""Maximum length in characters of a title in a list of fights, beside its text."""
WATCHED_TICKS = 2000
"""Number of ticks of a world that is watched from the menu."""
ANALYSED = 10_000
"""Fights from which is told how a fight usually ends that cannot be solved."""
MENU_LINES = 9
"""Lines of a screen that a list of fights leaves free: its head, the footer, the prompt, and that a fight was saved."""
DOOR_LINES = 6
"""Lines of the menu of all games besides the games and what else can be chosen."""
CHANCES, WAITING = "%: chance to win", "chances: Enter"
"""Said of the difficulty of the listed fights, and while it is not known yet."""
DOOR_HELP = """\
Type the number or the name of a game to see its fights (the beginning is enough).
continue    what you left unfinished: fights, stories, campaigns
campaign    a hero from the beginning, through many fights
adventure   a story in scenes, with choices
world       a world that lives by itself, to be watched
quit        leave; everything is saved by itself"""
FIGHTS_HELP = """\
Type the number or the name of a fight. A lesson explains the rules while you play.
The chance is that of the usual hero and its policy: exact, or (~) of a sample.
?N tells more of fight N; more shows the next page, Enter this one again;
back leads to all games; quit leaves."""


@dataclass(frozen=True)
class Option:
    """A menu option: its input, synonyms, its text, and its action."""

    name: str
    shown: str
    do: Callable[[], None]
    also: tuple[str, ...] = ()
    numbered: bool = True


class Leave(Exception):
    """The player leaves the menus."""


def _chosen(options: Sequence[Option], said: str) -> Option:
    """The option that the input means: a number, a name or the beginning of one; without a match the question is repeated."""
    text = " ".join(said.lower().split())
    number = whole_number(text)
    numbered = [option for option in options if option.numbered]
    if number is not None and numbered:
        if not 1 <= number <= len(numbered):
            raise FracasError("no-such-number", f"there is no number {said.strip()[:20]}", f"give 1 to {len(numbered)}")
        return numbered[number - 1]
    named = [(name.lower(), option) for option in options for name in (option.name, *option.also)]
    exact = [option for name, option in named if name == text]
    begun = list(dict.fromkeys(option.name for name, option in named if name.startswith(text)))
    begun = begun or list(dict.fromkeys(option.name for name, option in named if text in name))
    if exact:
        return exact[0]
    if len(begun) == 1:
        return next(option for option in options if option.name == begun[0])
    if begun:
        raise FracasError("ambiguous", f"{said.strip()!r} can mean {', '.join(begun)}", "say more of the name")
    raise unknown("choice", said.strip(), [name for option in options for name in (option.name, *option.also)])


# all games


def door() -> None:
    """The menu of everything that can be played, until the player leaves."""
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    rulesets = [load_ruleset(name) for name in ruleset_names()]
    with suppress(Leave):
        while True:
            saves = all_saves()
            options = _ways_in(rulesets, saves)
            _show_door(options)
            _choose(options, lambda: show_lines(DOOR_HELP.splitlines()))


def _choose(options: Sequence[Option], show_help: Callable[[], None]) -> None:
    """Ask until the input is valid, and run the option. Errors are shown, and lead back to the menu."""
    while True:
        said = ask().strip()
        if said.lower() in LEAVE:
            raise Leave
        if said.lower() in ("help", "?", ""):
            show_help()
            continue
        try:
            option = _chosen(options, said)
        except FracasError as error:
            complain(error)
            continue
        try:
            option.do()
        except FracasError as error:
            complain(error)
        return


def _ways_in(rulesets: Sequence[Ruleset], saves: Sequence[Save]) -> list[Option]:
    from fracas.engine.contract.facets import HasCampaign, HasWorld, Story

    def fights(ruleset: Ruleset) -> Callable[[], None]:
        return lambda: _fights_of(ruleset)

    longest = max(len(ruleset.title) for ruleset in rulesets)
    found = [
        Option(ruleset.name, f"{ruleset.title:<{longest}}  {ruleset.about}", fights(ruleset), (ruleset.title,)) for ruleset in rulesets
    ]
    if saves:
        more = f" (and {len(saves) - 1} more)" if len(saves) > 1 else ""
        found.append(Option("continue", f"{saves[0].sentence(now())}{more}", continue_with, ("resume",), numbered=False))
    kinds: tuple[tuple[str, type, Callable[[Ruleset], None]], ...] = (
        ("campaign", HasCampaign, _campaign),
        ("adventure", Story, _fights_of),
        ("world", HasWorld, _world),
    )
    for name, facet, do in kinds:
        having = [ruleset for ruleset in rulesets if isinstance(ruleset, facet)]
        if having:
            titles = ", ".join(ruleset.title for ruleset in having)
            found.append(Option(name, titles, _of(name, having, do), numbered=False))
    return found


def _of(name: str, rulesets: Sequence[Ruleset], do: Callable[[Ruleset], None]) -> Callable[[], None]:
    """Do something with the only matching ruleset, or ask which."""

    def chosen() -> None:
        if len(rulesets) == 1:
            do(rulesets[0])
            return

        def with_it(ruleset: Ruleset) -> Callable[[], None]:
            return lambda: do(ruleset)

        options = [Option(ruleset.name, ruleset.title, with_it(ruleset), (ruleset.title,)) for ruleset in rulesets]
        say()
        say(f"Which {name}?", bold=True)
        _show_options(options)
        _choose([*options, Option("back", "", lambda: None, numbered=False)], lambda: show_lines(DOOR_HELP.splitlines()))

    return chosen


def _show_options(options: Sequence[Option]) -> None:
    """A numbered list, one line each, and what else can be typed."""
    for number, option in enumerate(options, 1):
        say(wrapped(f"{number:3} {option.shown}", size()[0], 4, 1)[0])
    say("A number or a name; back, help, quit")


def _show_door(options: Sequence[Option]) -> None:
    width, height = size()
    games = [f"{number:3} {option.shown}" for number, option in enumerate((option for option in options if option.numbered), 1)]
    ways = [f"    {option.name:<10} {option.shown}" for option in options if not option.numbered]
    for most in (2, 1):
        lines = [[part for text in texts for part in wrapped(text, width, hang, most)] for texts, hang in ((games, 3), (ways, 11))]
        if len(lines[0]) + len(lines[1]) + DOOR_LINES <= height:
            break
    say()
    say("Fracas: choose a game by its number or name", bold=True)
    say()
    for line in lines[0]:
        say(line)
    say()
    for line in lines[1]:
        say(line)
    say("    help, quit")


def _campaign(ruleset: Ruleset) -> None:
    """Go on with a campaign of a ruleset, or begin one; who has left one is asked."""
    from fracas.cli.campaign import campaign

    def begin() -> None:
        campaign.main([ruleset.name, *(["--new"] if place_of_campaign(ruleset.name).exists() else [])], standalone_mode=False)

    left = [save for save in all_saves() if save.kind == "campaign" and save.ruleset == ruleset.name]
    if not left:
        begin()
        return

    def with_it(save: Save) -> Callable[[], None]:
        return lambda: go_on(save)

    options = [Option(save.name, f"go on: {save.sentence(now())}", with_it(save)) for save in left[: size()[1] - 6]]
    options.append(Option("new", "begin another; what was begun is kept", begin))
    say()
    say(f"{ruleset.title}: a campaign", bold=True)
    _show_options(options)
    _choose([*options, Option("back", "", lambda: None, numbered=False)], lambda: show_lines(DOOR_HELP.splitlines()))


def _world(ruleset: Ruleset) -> None:
    from fracas.cli.world import world

    with suppress(SystemExit):  # stopping a watch with Ctrl-C returns to the menu
        world.main(["run", "--ruleset", ruleset.name, "--watch", "--ticks", str(WATCHED_TICKS)], standalone_mode=False)


# unfinished games


def continue_with(name: str | None = None, policies: Iterable[OwnPolicy] = ()) -> None:
    """Resume an unfinished game: the named one, the only one, or a chosen one; ``policies`` are those of one's own."""
    from fracas.cli.saves import save_named

    saves = all_saves()
    if name is not None:
        go_on(save_named(name), policies)
        return
    if len(saves) == 1:
        go_on(saves[0], policies)
        return

    def with_it(save: Save) -> Callable[[], None]:
        return lambda: go_on(save, policies)

    most = size()[1] - 5
    options = [Option(save.name, save.sentence(now()), with_it(save)) for save in saves[:most]]
    say()
    say("Continue", bold=True)
    _show_options(options)
    _choose([*options, Option("back", "", lambda: None, numbered=False)], lambda: show_lines(DOOR_HELP.splitlines()))


def go_on(save: Save, policies: Iterable[OwnPolicy] = ()) -> None:
    """Resume a save; ``policies`` are those of one's own that it was played with."""
    from fracas.cli.campaign import campaign
    from fracas.cli.fights import play_out
    from fracas.cli.shared import Shown
    from fracas.engine.encounter import load_fight

    if save.kind == "campaign":
        campaign.main([save.ruleset, "--save", str(save.path)], standalone_mode=False)
        return
    with Shown():
        fight = load_fight(save.path, policies=policies)
    ways = Ways()
    play_out(fight, ways)
    if fight.over:
        after_the_fight(fight, ways)


# the fights of a game


def _fights_of(ruleset: Ruleset) -> None:
    """Choose a fight of a game and play it, until the player goes back."""
    from fracas.cli.fights import play_out
    from fracas.engine.encounter import encounter

    while (name := choose_fight(ruleset)) is not None:
        fight, ways = encounter(ruleset, name).fight(secrets.randbelow(1_000_000)), Ways()
        play_out(fight, ways)
        if fight.over:
            after_the_fight(fight, ways)


def choose_fight(ruleset: Ruleset) -> str | None:
    """The fight that a player chooses, or None to go back."""
    from fracas.engine.play.lessons import lessons_first
    from fracas.lab.difficulty import known

    names = lessons_first(ruleset)
    page, told = 0, False
    with _finding(ruleset):
        while True:
            width, height = size()
            rows = max(height - MENU_LINES, 5)
            pages = [names[i : i + rows] for i in range(0, len(names), rows)]
            if not told:
                _show_fights(ruleset, names, pages[page % len(pages)], known(ruleset), width, f"{page % len(pages) + 1} of {len(pages)}")
            said = ask(f"{ruleset.title}> ").strip()
            told = True
            if said.lower() in LEAVE:
                raise Leave
            if said.lower() == "back":
                return None
            if said.lower() in ("help", "?"):
                show_lines(FIGHTS_HELP.splitlines())
            elif said.lower() in ("more", ""):
                page, told = page + bool(said), False
            else:
                try:
                    name = _chosen(_fight_options(ruleset, names), said.removeprefix("?")).name
                    if not said.startswith("?"):
                        return name
                    _show_fight(ruleset, name, known(ruleset))
                except FracasError as error:
                    complain(error)


def _fight_options(ruleset: Ruleset, names: Sequence[str]) -> list[Option]:
    titles = {name: _text_of(ruleset, name)[0] for name in names}
    return [Option(name, name, lambda: None, (titles[name],) if titles[name] else ()) for name in names]


def _text_of(ruleset: Ruleset, name: str) -> tuple[str, str]:
    """The title and the text of a scenario."""
    found = ruleset.scenarios()[name]
    read = found.get if hasattr(found, "get") else lambda key, usual: getattr(found, key, usual)
    return str(read("title", "") or ""), str(read("text", "") or "")


def _show_fights(
    ruleset: Ruleset, names: Sequence[str], shown: Sequence[str], chances: Mapping[str, Difficulty], width: int, page: str
) -> None:
    from fracas.engine.play.lessons import teaches

    say()
    say(wrapped(f"{ruleset.title}: {ruleset.about}" if ruleset.about else ruleset.title, width, 0, 1)[0], bold=True)
    titles = {name: _text_of(ruleset, name)[0] or name for name in shown}
    longest = min(max((len(titles[name]) for name in shown if _text_of(ruleset, name)[1]), default=TITLE), TITLE)
    for name in shown:
        chance = chances.get(name)
        said = chance.text() if chance is not None else ""
        text = f"{'Lesson. ' if teaches(ruleset, name) else ''}{_text_of(ruleset, name)[1]}"
        title = titles[name] if len(titles[name]) <= longest or not text else f"{cut_words(titles[name], longest - 2)} …"
        line = f"{names.index(name) + 1:3} {said:>6} {title:<{longest}}  {text}".rstrip()
        say(line if len(line) <= width else f"{cut_words(line, width - 2)} …")
    what = CHANCES if all(name in chances for name in shown) else WAITING
    for part in wrapped(f"A number or a name; ?N, more ({page}), back, help, quit   ({what})", width, 0):
        say(part)


def _show_fight(ruleset: Ruleset, name: str, chances: Mapping[str, Difficulty]) -> None:
    """A fight's title, its whole text, and its difficulty."""
    title, text = _text_of(ruleset, name)
    chance = f"The usual hero wins {chances[name].text()}." if name in chances else ""
    show_lines([f"{title or name}. {text}".strip(), *([chance] if chance else [])])


@contextmanager
def _finding(ruleset: Ruleset) -> Iterator[None]:
    """Compute the difficulty of fights while the player reads, in a separate low-priority process."""
    from fracas.engine.contract.registry import ruleset_names
    from fracas.lab.difficulty import known

    running = None
    if ruleset.name in ruleset_names() and len(known(ruleset)) < len(ruleset.scenarios()):
        with suppress(OSError):
            command = [sys.executable, "-m", "fracas.lab.difficulty", ruleset.name]
            quiet = subprocess.DEVNULL
            running = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        if running is not None:
            running.terminate()
            running.wait()


# after a fight


AFTER = "again (other dice), same (same dice), {next}analyse, back, quit"


def after_the_fight(fight: Fight, ways: Ways) -> None:
    """Ask what to do after a fight, and do it, until the player goes back."""
    from fracas.cli.fights import play_out
    from fracas.engine.encounter import encounter
    from fracas.engine.play.lessons import lessons_first

    ask_again = True
    while is_watched():
        names = lessons_first(fight.encounter.ruleset)
        at = names.index(fight.encounter.name) if fight.encounter.name in names else None
        following = names[at + 1] if at is not None and at + 1 < len(names) else None
        if ask_again:
            show_lines([AFTER.format(next=f"next ({_text_of(fight.encounter.ruleset, following)[0] or following}), " if following else "")])
        ask_again = True
        words = (("again", ("other dice",)), ("same", ("same dice",)))
        options = [Option(name, name, lambda: None, also, numbered=False) for name, also in words]
        options += [Option(name, name, lambda: None, numbered=False) for name in (*(["next"] if following else []), "analyse", "back")]
        said = ask().strip()
        if said.lower() in LEAVE:
            raise Leave
        if said.lower() in ("", "help", "?"):
            continue
        try:
            chosen = _chosen(options, said).name
            if chosen == "back":
                return
            if chosen == "analyse":
                analyse(fight)
                continue
        except FracasError as error:
            complain(error)
            ask_again = False
            continue
        seed = fight.seed if chosen == "same" else secrets.randbelow(1_000_000)
        ready = encounter(fight.encounter.ruleset, following) if chosen == "next" and following else fight.encounter
        fight = type(fight)(ready, seed, fight.number if chosen == "same" else 0)
        play_out(fight, ways)
        if not fight.over:
            return


def analyse(fight: Fight) -> None:
    """How a fight is usually won, and how much of this one was luck, if it can be solved."""
    from fracas.cli.shared import Shown
    from fracas.cli.weighing import MAX_WEIGHED, MEMORY
    from fracas.engine.sample.simulate import simulate
    from fracas.engine.solve.best import best
    from fracas.lab.luck import luck

    found = usual = None
    why = ""
    try:
        with Shown() as shown:
            try:
                found = luck(fight, best(fight.encounter, max_states=MAX_WEIGHED, memory=MEMORY, progress=shown))
            except FracasError as error:
                why = error.what
                usual = simulate(fight.encounter, ANALYSED, progress=shown)
    except KeyboardInterrupt:
        with to_the_end():
            show_lines(["stopped"])
        return
    if usual is not None:
        show_lines([usual.sentence(), f"What was luck and what was choice is not known: {why}."])
    if found is not None:
        word = fight.encounter.ruleset.round_word
        turns = sorted((turn for turn in found.turns if turn.choice < -0.0005), key=lambda turn: turn.choice)[:3]
        lines = [f"  {word} {turn.round}: {turn.action} gave away {-turn.choice:.1%}" for turn in turns]
        show_lines([found.sentence(), *lines])
