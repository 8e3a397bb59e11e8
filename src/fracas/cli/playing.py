"""A fight at the terminal: its state, the choices with their odds, and further commands."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from fracas.cli.forms import printed, say, take_back
from fracas.cli.screen import ask, complain, fitting, page_of, parts_of, show_lines, size, wrapped
from fracas.cli.shared import Shown
from fracas.cli.weighing import Weighing
from fracas.engine.content.texts import whole_number
from fracas.errors import FracasError
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from fracas.engine.contract.campaign import CharacterSheet
    from fracas.engine.play.explaining import Explanation
    from fracas.engine.play.fight import Action, Fight
    from fracas.engine.play.narrating import Narration
    from fracas.engine.play.odds import ActionOdds

HELP = """\
1, attack       do it, by its number or name (its beginning is enough)
1 2, attack 2   at once at the second target; else you are asked for it
?2, ?attack     what it is, and its odds in full
look NAME       what a fighter, ability, item, effect or word of the rules is;
                look me: who you are, and what you have
rules [WORD]    the rules of the game, or what they say of a word
status, log     all of where it stands; all that has happened
undo [N]        take your last action back, or the last N
worth           show what each choice is worth, or no longer
hint            what best play would do now
endings         name the endings behind the odds, or no longer
auto            let the computer player decide this once
more            the other choices, where not all fit
save [FILE]     save it in a file; it is saved by itself, too
quit            leave; go on later with: fracas resume
Enter           the choices again"""
LEAVE = ("quit", "q", "exit")
COMMANDS = (*LEAVE, "help", "look", "rules", "status", "log", "worth", "endings", "more", "hint", "undo", "save", "auto")
FOOTER = "a name, or: {ask} look rules status log {undo}{hint}save help quit"
NARROW = "a name, or: ?N look rules status help quit"
"""The footer of a narrow screen."""
WRITING = "the narrator is writing …"
NOTHING = "nothing at once"
"""The odds of an action without effect before somebody else decides."""
LESSON = "  | "
"""The prefix of the lines of a lesson."""


class Quit(Exception):
    """The player is done."""


@dataclass
class Ways:
    """The player's settings: what is shown, and which commands are allowed."""

    worth: bool = False
    """True to show what each choice is worth."""
    hints: bool = True
    """True to allow hints."""
    endings: bool = False
    """True to name the endings in the odds of a story."""
    undo: bool = True
    """True to allow taking back actions."""


@dataclass(frozen=True)
class _Line:
    """A choice in the list: its number is its position."""

    text: str
    actions: tuple[Action, ...]
    targets: tuple[str, ...] = ()
    worth: float | None = None


class Table:
    """A fight and its player: the loop of showing, asking and doing."""

    def __init__(
        self,
        fight: Fight,
        ways: Ways,
        weighing: Weighing | None,
        narration: Narration | None,
        each: Callable[[], None] | None,
        hero: CharacterSheet | None,
    ) -> None:
        from fracas.engine.play.lessons import so_far

        self.fight, self.ways, self.weighing, self.narration, self.each = fight, ways, weighing, narration, each
        self.hero = hero
        self._shown = 0
        self._resumed = bool(fight.actions)
        self._page = 0
        self._told: dict[tuple[int, bool], list[_Line]] = {}
        self._teaching, told = so_far(fight)
        self._news_of_rules = [] if fight.actions else told

    # showing

    def show_news(self, keep: int = 0) -> None:
        """Show the news; ``keep`` lines follow."""
        show_lines(self._news(), keep, log=True)

    def _news(self) -> list[str]:
        """What has happened since it was last shown, in the narrator's words if there is one, and what a lesson says to it."""
        lines = self.fight.lines()
        new = lines[self._shown :]
        if self._resumed:
            new, self._resumed = _last(new), False
        self._shown = len(lines)
        if self.narration is not None and new:
            new = self._narrated()
        lessons = [*self._news_of_rules, *self._teaching.due(self.fight.log, self.fight.state)]
        self._news_of_rules = []
        width = size()[0] - len(LESSON)
        return [*new, *(f"{LESSON}{part}" for text in lessons for part in wrapped(text, width, 0))]

    def _narrated(self) -> list[str]:
        waits = sys.stdout.isatty()
        if waits:
            say(WRITING, nl=False)
        try:
            assert self.narration is not None
            told = self.narration.news()
        finally:
            if waits:
                take_back(WRITING)
        refused = [] if told.refused is None else [f"{told.refused[:1].upper()}{told.refused[1:]} Our own text:"]
        return [*refused, *told.lines]

    def offer(self) -> list[_Line]:
        """Show the state of the fight and the choices, with exact odds, on one screen."""
        lines, news = self._lines(), self._news()
        block = self._block(lines)
        over = printed.lines + len(parts_of(news, log=True)) + len(block) + 1 - size()[1]
        if news and news[-1].strip("- ") == block[1][0] and 0 < over <= 2:
            block = block[2:]  # the log has just said which round it is, and without these lines all is on one screen
        show_lines(news, len(block) + 1, log=True)
        for text, bold in block:
            say(text, bold=bold) if bold else say(text)
        return lines

    def _lines(self) -> list[_Line]:
        key = self.fight.digest(), self.ways.endings
        if key not in self._told:  # computed once, however often it is shown
            with Shown():  # the rules may have to be compiled first
                self._told = {key: self._counted()}
        worth = self._worth()
        return [
            replace(line, worth=max((worth[action.code] for action in line.actions if action.code in worth), default=None))
            for line in self._told[key]
        ]

    def _counted(self) -> list[_Line]:
        from fracas.engine.play.action import grouped
        from fracas.engine.play.view import quick_odds

        found = []
        for group in grouped(self.fight):
            odds = [quick_odds(self.fight, action) for action in group.actions]
            if len(odds) == 1:
                text = odds[0].sentence(self._details(group.actions[0]), self.ways.endings)
            else:
                common = _in_common(odds, group.targets, self.ways.endings)
                details = {self._details(action) for action in group.actions}
                said = f"; {details.pop()}" if len(details) == 1 and "" not in details else ""
                text = f"{group.verb} ({len(odds)} targets{said}){common}"
            found.append(_Line(text, group.actions, group.targets))
        return found

    def _details(self, action: Action) -> str:
        ruleset = self.fight.encounter.ruleset
        return ruleset.action_details(self.fight.setup, self.fight.state, action.code)

    def _worth(self) -> dict[int, float]:
        return self.weighing.options(self.fight) if self.ways.worth and self.weighing is not None else {}

    def _block(self, lines: Sequence[_Line]) -> list[tuple[str, bool]]:
        """The state of the fight, the choices and the footer, truncated to fit."""
        width, height = size()
        ruleset = self.fight.encounter.ruleset
        head = f"{ruleset.round_word.capitalize()} {self.fight.round}"
        numbers = "1" if len(lines) == 1 else f"1-{len(lines)}"
        footer = f"{numbers}, {self._footer('?1' if len(lines) == 1 else '?N', width - len(numbers) - 2)}"
        room = height - 4  # an empty line, the head, the footer, the prompt
        status = self.status()
        items = [f"{place:3} {line.text}{_worth_of(line.worth)}" for place, line in enumerate(lines, 1)]
        shown = page_of(fitting(items, width, max(room - _for_status(status, items, width, room), 3)), self._page, width)
        left = room - len(shown)
        out = [("", False), (head, True), *((line, False) for line in _short(status, width, max(left, 2)))]
        return [*out, *((line, False) for line in shown), (footer, False)]

    def _footer(self, ask: str, width: int) -> str:
        """What can be typed besides a number, as far as it is allowed; where that is too wide, how to learn of it."""
        found = FOOTER.format(ask=ask, undo="undo " * self.ways.undo, hint="hint " * self.ways.hints)
        return found if len(found) <= width else NARROW

    def status(self) -> list[str]:
        """The full state of the fight."""
        return [f"  {line}" for line in self.fight.encounter.ruleset.status(self.fight.setup, self.fight.state)]

    # doing

    def turn(self) -> None:
        """Offer a choice, and process input until something is done or must be shown again; errors are reported in one line."""
        lines = self.offer()
        done, before = len(self.fight.actions), (self.fight.digest(), replace(self.ways), self._page)
        while (self.fight.digest(), self.ways, self._page) == before and len(self.fight.actions) == done:
            try:
                if self._obey(lines, ask()):
                    break
            except FracasError as error:
                complain(error)
        if len(self.fight.actions) != done:
            self._page = 0
        if self.narration is not None and len(self.fight.actions) < done:
            self.narration.skip()

    def _obey(self, lines: Sequence[_Line], said: str) -> bool:
        """Do what the player typed; returns whether the choices are to be shown again."""
        text = said.strip()
        if not text:
            return True
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in LEAVE:
            raise Quit
        if any(text.lower() == action.name.lower() for line in lines for action in line.actions):  # a game may use the same word
            self.fight.act(text)
        elif word in ("help", "?"):
            show_lines(HELP.splitlines())
        elif text.startswith("?"):
            self._explain(lines, text[1:].strip())
        elif word in ("look", "rules", "status", "log"):
            self._tell(word, rest)
        elif word in ("worth", "endings"):
            self._switch(word)
        elif word == "more":
            self._page += 1
        elif word == "hint":
            self._hint()
        elif word == "undo":
            self._undo(rest)
        elif word == "save":
            self.fight.save(rest or "fight.json")
            say(f"saved to {rest or 'fight.json'}")
        elif word == "auto":
            say(f"the computer player chooses: {self.fight.auto().name}")
        else:
            return self._do(lines, text)
        return False

    def _do(self, lines: Sequence[_Line], text: str) -> bool:
        """Carry out the action that was typed. What is typed in place of its target may be anything else."""
        meant = self._meant(lines, text)
        if isinstance(meant, str):
            return self._obey(lines, meant)
        self.fight.act(meant)
        return False

    def _explain(self, lines: Sequence[_Line], text: str) -> None:
        from fracas.engine.play.explaining import about

        number = whole_number(text)
        wanted = text
        if number is not None:
            line = _numbered(lines, number)
            wanted = line.actions[0].name if len(line.actions) == 1 else self._verb(line)
        show_explanation(about(self.fight, wanted, size()[0], self.hero))

    def _verb(self, line: _Line) -> str:
        from fracas.engine.play.action import verb_of

        return verb_of(line.actions[0].name, line.targets[:1])

    def _tell(self, word: str, rest: str) -> None:
        from fracas.engine.play.explaining import look, rules_told

        ready = self.fight.encounter
        if word == "status":
            show_lines(self.status())
        elif word == "log":
            show_lines(self.fight.lines(), log=True)
        elif word == "look":
            if not rest:
                raise FracasError("no-name", "look at what?", f"for example: look {self.fight.setup.names[-1]}")
            show_explanation(look(self.fight, rest, size()[0], self.hero))
        else:
            show_explanation(rules_told(ready.ruleset, rest, ready.setup.options))

    def _switch(self, word: str) -> None:
        """Toggle what is shown."""
        now = not getattr(self.ways, word)
        setattr(self.ways, word, now)
        if word == "worth" and now and self.weighing is None:
            self.weighing = Weighing(self.fight.encounter)
        what = {"worth": "what each choice is worth", "endings": "the names of endings"}[word]
        say(f"{what} {'is' if word == 'worth' else 'are'} {'shown' if now else 'no longer shown'}")

    def _hint(self) -> None:
        """The choice of best play, or if that is unknown, that of the policy."""
        if not self.ways.hints:
            raise FracasError("no-hints", "hints are off", "start with --hint to have them")
        if self.weighing is None:
            self.weighing = Weighing(self.fight.encounter)
        worth = self.weighing.options(self.fight, silent=True)
        if worth:
            best = max(worth, key=lambda code: worth[code])
            show_lines([f"best play: {self.fight.action(best).name}, which then wins {share(worth[best])}"])
        else:
            policy = self.fight.encounter.policies[0]
            show_lines([f"best play is not known so far; the computer player ({policy}) would choose: {self.fight.advice().name}"])

    def _undo(self, rest: str) -> None:
        """Take back the player's last action, and everything after it; a number takes back several."""
        if not self.ways.undo:
            raise FracasError("no-undo", "nothing is taken back here", "")
        times = how_often(rest)
        taken = repeated(self.fight.take_back, times)
        self._shown = len(self.fight.lines())
        say(f"{taken_back(taken, times)}; it is {self.fight.encounter.ruleset.round_word} {self.fight.round} again")

    def _meant(self, lines: Sequence[_Line], text: str) -> Action | str:
        """The action that was typed: by numbers, by its name, or by its verb and a target, which is asked for if it is missing.

        A text is what was typed in place of a target: no target, but a command.
        """
        first, _, rest = text.partition(" ")
        line: _Line | None = None
        if re.fullmatch(r"[0-9]+", first):
            line = _numbered(lines, int(first) if len(first) < 10 else 0, first)
        else:
            names = [each.actions[0].name if len(each.actions) == 1 else self._verb(each) for each in lines]
            low = text.lower()
            for each, name in zip(lines, names, strict=True):
                numbered = low.startswith(f"{name.lower()} ") and whole_number(text[len(name) :]) is not None
                if len(each.actions) > 1 and (low == name.lower() or numbered):
                    line, rest = each, text[len(name) :].strip()
            if line is None:
                begun = [i for i, name in enumerate(names) if name.lower().startswith(low)]
                if len(begun) == 1 and len(lines[begun[0]].actions) > 1:
                    line, rest = lines[begun[0]], ""
            if line is None:
                return self.fight.action(text)
        if len(line.actions) == 1:
            return self.fight.action(line.actions[0])
        return self._aimed(line, rest.strip())

    def _aimed(self, line: _Line, wanted: str) -> Action | str:
        """The action of a group with the target that the player names; or the command that is typed in place of a target."""
        from fracas.engine.play.view import quick_odds

        asked = not wanted
        if asked:
            width = size()[0]
            worth = self._worth()
            for place, (action, target) in enumerate(zip(line.actions, line.targets, strict=True), 1):
                said = quick_odds(self.fight, action).sentence(self._details(action), self.ways.endings)
                odds = said.removeprefix(action.name).lstrip()
                text = f"{place:3} {target}{'' if odds.startswith(':') else ' '}{odds}{_worth_of(worth.get(action.code))}"
                for part in wrapped(text, width, 4, 2):
                    say(part)
            wanted = ask(f"{self._verb(line)}, at whom (Enter: not now)> ").strip()
            if not wanted:
                raise FracasError("not-aimed", "nothing is done", "")
        number = whole_number(wanted)
        if number is not None and 1 <= number <= len(line.actions):
            return self.fight.action(line.actions[number - 1])
        fits = [action for action, target in zip(line.actions, line.targets, strict=True) if target.lower().startswith(wanted.lower())]
        if len(fits) == 1:
            return self.fight.action(fits[0])
        if number is not None:
            raise FracasError("no-such-number", f"there is no target number {wanted[:20]}", f"give 1 to {len(line.actions)}")
        if fits:
            raise FracasError("ambiguous", f"{wanted!r} can mean {', '.join(action.name for action in fits)}", "say more of the name")
        if asked and (wanted[0] == "?" or wanted.partition(" ")[0].lower() in COMMANDS):
            return wanted
        return self.fight.action(wanted)


def _last(lines: Sequence[str]) -> list[str]:
    """The end of a log, about half a screen of it, and how to see the rest."""
    from fracas.engine.contract.telling import flowing

    flow, (width, height) = flowing(lines), size()
    kept: list[str] = []
    for line in reversed(flow):
        if sum(len(wrapped(each, width)) for each in (line, *kept)) > height // 2:
            break
        kept.insert(0, line)
    if len(kept) == len(flow):
        return list(lines)
    begins = next((at for at, line in enumerate(kept) if not line), None)
    if begins is None:
        begins = next((at for at, line in enumerate(kept) if not line.startswith(" ")), 0)
    return ["… (all that has happened: log)", *kept[begins:]]


def how_often(said: str) -> int:
    """The number behind `undo`; without one, 1."""
    times = whole_number(said) if said else 1
    if times is None or times < 1:
        raise FracasError("bad-number", f"{said[:20]!r} is not how often", "give a whole number: undo 5")
    return times


def repeated(undo: Callable[[], object], times: int) -> int:
    """Take back so often, or as often as there is something to take back; returns how often that was."""
    for taken in range(times):
        try:
            undo()
        except FracasError as error:
            if error.code != "nothing-to-undo" or not taken:
                raise
            return taken
    return times


def taken_back(taken: int, asked: int) -> str:
    """What `undo` has done, in words."""
    if taken == asked == 1:
        return "taken back"
    return f"{taken} taken back{'' if taken == asked else ', there was no more'}"


def share(p: float) -> str:
    """A chance in percent, with more digits near 0 and 1, where they make a difference."""
    if p in (0, 1):
        return f"{p:.0%}"
    digits = 1 if 0.001 <= p <= 0.999 else 3
    return f"{p:.{digits}%}" if 5e-6 <= p <= 1 - 5e-6 else ("<0.001%" if p < 0.5 else ">99.999%")


def _worth_of(win: float | None) -> str:
    """The worth of an action: the chance to win with it and best play afterwards."""
    return "" if win is None else f" → wins {win:.2%}"


def _in_common(odds: Sequence[ActionOdds], targets: Sequence[str], endings: bool) -> str:
    """The odds of one action on several targets: the same for all, or the range from worst to best."""
    said = {_without(each, target, endings) for each, target in zip(odds, targets, strict=True)}
    if len(said) == 1 and NOTHING not in said:
        return f": {said.pop()}"
    hits, means = [float(each.hit) for each in odds], [float(each.damage.mean()) for each in odds]
    if max(hits) > 0 and not odds[0].story:
        return f": hurts {_range(hits, share)}, {_range(means, '{:.2f}'.format)} on average"
    return ""


def _without(odds: ActionOdds, target: str, endings: bool) -> str:
    """The odds of an action, without the name of its target."""
    return odds.sentence("", endings).removeprefix(odds.action.name).removeprefix(": ").replace(target, "it")


def _range(values: Sequence[float], text: Callable[[float], str]) -> str:
    low, high = text(min(values)), text(max(values))
    return low if low == high else f"{low} to {high}"


def _numbered(lines: Sequence[_Line], number: int, said: str = "") -> _Line:
    if not 1 <= number <= len(lines):
        raise FracasError("no-such-number", f"there is no action number {(said or str(number))[:20]}", f"give 1 to {len(lines)}")
    return lines[number - 1]


def _for_status(status: Sequence[str], items: Sequence[str], width: int, room: int) -> int:
    """The number of lines for the status: at most half of the screen, and fewer if the ends of its lines are all that the choices need."""
    most = min(sum(len(wrapped(line, width)) for line in status), room // 2)
    left = room - sum(len(wrapped(item, width, 4)) for item in items)
    return min(most, left) if left >= len(status) else most


def _short(status: Sequence[str], width: int, room: int) -> list[str]:
    """The state of a fight in a number of lines: first ends of lines are dropped, then details, then the last lines."""
    whole = [part for line in status for part in wrapped(line, width)]
    if len(whole) <= room:
        return whole
    main = [line for line in status if not line.startswith("    ")]
    for kept in (status, main):
        for most in (2, 1):
            found = [part for line in kept for part in wrapped(line, width, 2, most)]
            if len(found) <= room:
                return found
    return [*found[: room - 1], f"  … {len(found) - room + 1} more: status"]


def show_explanation(found: Explanation) -> None:
    """Show what something is."""
    if not found.lines[0].lower().replace("-", " ").startswith(found.title.lower().replace("-", " ")):
        say(found.title, bold=True)
    show_lines(found.lines)


def is_story(fight: Fight) -> bool:
    """Whether a fight is a story rather than a fight."""
    from fracas.engine.contract.facets import Story

    return isinstance(fight.encounter.ruleset, Story)


def result_of(fight: Fight) -> str:
    """The result of a fight, in a line."""
    rounds = f"{fight.round} {fight.encounter.ruleset.round_word}{'' if fight.round == 1 else 's'}"
    left = f"{fight.health(0)} {fight.encounter.ruleset.health_word} left"
    return f"{fight.outcome} after {rounds}: {left}" + ("" if is_story(fight) else f" against {fight.health(1)}")


def heading(fight: Fight) -> None:
    """The heading of a fight."""
    e = fight.encounter
    about = e.setup.heading or f"{e.setup.names[0]} against {', '.join(e.setup.names[1:])}"
    what = "story" if is_story(fight) else "fight"
    show_titled(f"{e.title}: {about} (seed {fight.seed}, {what} {fight.number})")


def show_titled(text: str) -> None:
    """A line in bold, wrapped."""
    for line in wrapped(text, size()[0]):
        say(line, bold=True)


def introduce(fight: Fight) -> None:
    """The scenario's introduction."""
    title, text = (str(getattr(fight.setup.scenario, name, "") or "") for name in ("title", "text"))
    for line in wrapped(f"{title}. {text}" if title and text else title or text, size()[0], 0) if title or text else ():
        say(line)


def kept(fight: Fight, name: str) -> None:
    """Tell that an unfinished fight is saved, and under which name."""
    what = "story" if is_story(fight) else "fight"
    say()
    show_lines([f"The {what} is saved; go on with: fracas resume {shlex.quote(name)}"])


def at_the_table(
    fight: Fight,
    weighing: Weighing | None,
    keep: Callable[[Fight], None],
    each: Callable[[], None] | None = None,
    narration: Narration | None = None,
    ways: Ways | None = None,
    hero: CharacterSheet | None = None,
) -> None:
    """The main loop of a played fight: ``keep`` saves it when the player leaves, ``each`` is called after every action.

    ``hero`` is who fights it in a campaign.
    """
    table = Table(fight, ways or Ways(worth=weighing is not None), weighing, narration, each, hero)
    try:
        while not fight.over:
            if fight.to_act == 1:
                fight.auto()
                continue
            if each is not None:
                each()
            table.turn()
    except (click.Abort, EOFError, KeyboardInterrupt, Quit):
        with to_the_end():
            keep(fight)
        return
    finally:
        if table.weighing is not None and table.weighing is not weighing:
            table.weighing.close()
    if each is not None:
        each()
    result = wrapped(result_of(fight), size()[0])
    table.show_news(len(result) + 1)
    for line in result:
        say(line, bold=True)
