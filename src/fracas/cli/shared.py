"""Shared parts of commands: options, settings, progress."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from functools import wraps
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fracas.cli.forms import say
from fracas.engine.content.texts import pairs
from fracas.errors import FracasError
from fracas.interrupts import to_the_end

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

    from fracas.engine.content.models import Variant
    from fracas.engine.contract.deciding import OwnPolicy
    from fracas.engine.contract.paths import PathInfo
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.encounter import Encounter

F = TypeVar("F", bound=Callable[..., Any])
NAME = re.compile(r"[\w-]+")
OPTION = re.compile(r"[\w-]+=")
"""The start of an option's setting."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds between progress lines without a bar: the first interval, and the longest."""
LOOK = 0.2
"""Polling interval, as a fraction of the current one."""


def _variant(ruleset: str | Ruleset, name: str) -> Variant:
    """A variant, from a text given instead of ``option=value``."""
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.variants import variant

    try:
        return variant(ruleset, Typed(name))
    except FracasError as error:
        if error.code != "unknown-variant":
            raise
        what = f"option {name!r} is not of the form option=value, and {error.what}"
        raise FracasError(error.code, what, f"write it like name=value, or name a variant; {error.remedy}") from None


def _split(text: str) -> list[str]:
    """Split a text of several ``option=value``; a value may contain spaces, and there may be some around the equals sign."""
    parts: list[str] = []
    words = text.split()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        begins = OPTION.match(word) is not None or (NAME.fullmatch(word) is not None and following.startswith("="))
        if begins or not parts:
            parts.append(word)
        else:
            parts[-1] += f" {word}"
    return parts or [""]


def settings(ruleset: str | Ruleset, texts: Iterable[str]) -> dict[str, Any]:
    """Parse ``--set`` into typed values (numbers, true and false, none, words).

    Each text has one or several ``option=value``, or is the name or file of a variant; single settings override those of a variant.
    """
    from fracas.engine.content.path_syntax import read_value

    parts = [part for text in texts for part in _split(text)]
    values: dict[str, Any] = {}
    for part in parts:
        if "=" not in part:
            values |= _variant(ruleset, part).options
    single = (part.replace("-", "_", part.partition("=")[0].count("-")) for part in parts if "=" in part)
    for key, text in pairs(single, "option").items():
        values[key] = read_value(text)
    return values


def names_in(text: str) -> list[str]:
    """Split names at commas."""
    return [name for part in text.split(",") if (name := part.strip())]


def changes_by_path(texts: Iterable[str]) -> dict[str, Any]:
    """Parse ``--with`` into typed values by path."""
    from fracas.engine.content.path_syntax import parse_change, read_value

    found: dict[str, Any] = {}
    for text in texts:
        path, value = parse_change(text)
        if path in found:
            raise FracasError("given-twice", f"{path} is given twice", "give it once")
        found[path] = read_value(value)
    return found


def complete_path(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion of ``PATH=VALUE``: the next part of a path, and allowed values after ``=``."""
    from fracas.engine.content.path_syntax import word

    found = _paths(context)
    path, sign, begun = incomplete.partition("=")
    if not sign:
        return _next_parts(found, incomplete)
    choices = found[path].choices if path in found else ()
    return [f"{path}={word(choice)}" for choice in choices if word(choice).startswith(begun)]


def complete_axis(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion of ``PATH=VALUES``: like `complete_path`, but also the next value of a list, and the full range of a number."""
    from fracas.engine.content.path_syntax import word

    found = _paths(context)
    path, sign, values = incomplete.partition("=")
    if not sign or path not in found:
        return [] if sign else _next_parts(found, incomplete)
    info, (before, comma, begun) = found[path], values.rpartition(",")
    taken = before.split(",")
    whole = None not in (info.lowest, info.highest) and not values
    every = [f"{info.lowest}..{info.highest}"] if whole else []
    more = [word(choice) for choice in info.choices if word(choice).startswith(begun) and word(choice) not in taken]
    return [f"{path}={before}{comma}{each}" for each in (*every, *more)]


def complete_name(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion of a word that begins with a path: only the path is completed, not what follows it."""
    return [] if "=" in incomplete else _next_parts(_paths(context), incomplete)


def _paths(context: click.Context) -> dict[str, PathInfo]:
    """Every number and choice of the scenario on the command line; empty if there is none."""
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.matchup import scenario_data
    from fracas.engine.contract.paths import paths_of
    from fracas.engine.contract.registry import load_ruleset

    given = [str(context.params.get(name) or "") for name in ("ruleset", "scenario")]
    ruleset, scenario = given if all(given) else [*context.args, "", ""][:2]  # not parsed yet, after an option without a value
    try:
        rules = load_ruleset(ruleset)
        return {info.path: info for info in paths_of(rules, scenario_data(rules, Typed(scenario))[1])}
    except FracasError:
        return {}


def _next_parts(found: Iterable[str], incomplete: str) -> list[str]:
    """The continuations of a path: up to the next dot, or up to its end."""
    ends = {each: each.find(".", len(incomplete)) for each in found if each.startswith(incomplete)}
    return list(dict.fromkeys(each[: end + 1] if end >= 0 else f"{each}=" for each, end in ends.items()))


set_option = click.option(
    "--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change a rule option, or name a variant (tuned); can be repeated."
)
with_option = click.option(
    "--with",
    "paths",
    multiple=True,
    metavar="PATH=VALUE",
    shell_complete=complete_path,
    help="Change a number or a choice of the scenario (enemies.0.hp=30); can be repeated.",
)
seed_option = click.option("--seed", type=int, default=1, show_default=True, help="The seed: the same seed gives the same dice.")
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Let a Dask cluster do the work: tcp://HOST:PORT, tls://HOST:PORT, or local:N for N processes here. The result is the same.",
)
device_option = click.option(
    "--device", metavar="NAME", help="Run it on an NVIDIA device: cuda, or cuda:1 for the second. The results are the same."
)


class PolicyName(click.ParamType[str]):
    """The name of a policy, or one of your own: ``FILE.py:NAME`` or ``MODULE:NAME``, which is loaded."""

    name = "policy"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, or the policy."""
        from fracas.engine.contract.deciding import SEPARATOR, OwnPolicy, load_policy

        return load_policy(value) if SEPARATOR in value and not isinstance(value, OwnPolicy) else str(value)


OWN_POLICY = "a policy of the ruleset, or a Python function of your own (FILE.py:NAME)"
policy_a = click.option("--policy", "policy_a", type=PolicyName(), metavar="NAME", help=f"What plays side A: {OWN_POLICY}.")
policy_b = click.option("--enemy-policy", "policy_b", type=PolicyName(), metavar="NAME", help="What plays side B, likewise.")


def _put_in_force(ctx: click.Context, _: click.Parameter, folders: tuple[str, ...]) -> None:
    """Activate packs until a command is done."""
    if folders:
        from fracas.engine.contract.registry import using

        ctx.with_resource(using(*folders))


def takes_packs(command: click.Command) -> None:
    """Add the option ``--pack`` to a command."""
    if any(parameter.name == "packs" for parameter in command.params):
        return
    text = "A pack of own content: its folder, or the name of an installed one; can be repeated."
    command.params.append(
        click.Option(
            ["--pack", "packs"],
            multiple=True,
            type=TypedText(),
            metavar="PACK",
            help=text,
            is_eager=True,
            expose_value=False,
            callback=_put_in_force,
        )
    )


def all_take_packs(command: click.Command) -> None:
    """Add the option ``--pack`` to a command, and to all commands of a group."""
    takes_packs(command)
    if isinstance(command, click.Group):
        for each in command.commands.values():
            all_take_packs(each)


class TypedText(click.ParamType[str]):
    """A text typed by the user, which may be a path."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text."""
        from fracas.engine.content.files import Typed

        return Typed(value)


@dataclass(frozen=True)
class Choices:
    """The options of every command about a fight, as typed: ``--set``, ``--with``, ``--policy``, ``--enemy-policy``."""

    changes: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    policy_a: str | None = None
    policy_b: str | None = None

    def __bool__(self) -> bool:
        return self != Choices()

    @property
    def policies(self) -> tuple[str | None, str | None]:
        """The policy of each side, if it was named."""
        return self.policy_a, self.policy_b

    @property
    def own_policies(self) -> tuple[OwnPolicy, ...]:
        """The policies of one's own."""
        from fracas.engine.contract.deciding import OwnPolicy

        return tuple(policy for policy in self.policies if isinstance(policy, OwnPolicy))

    @property
    def without_own(self) -> bool:
        """Whether anything is given but policies of one's own."""
        return bool(self.changes or self.paths) or any(policy not in self.own_policies for policy in self.policies if policy is not None)

    @property
    def changed(self) -> dict[str, Any]:
        """The values of ``--with``, typed, by path."""
        return changes_by_path(self.paths)

    def options(self, ruleset: str | Ruleset) -> dict[str, Any]:
        """The rule options of ``--set``."""
        return settings(ruleset, self.changes)

    def ready(self, ruleset: str, scenario: str) -> Encounter:
        """The encounter that a command is about."""
        from fracas.engine.content.files import Typed
        from fracas.engine.encounter import encounter

        with Shown():
            return encounter(ruleset, Typed(scenario), self.options(ruleset), self.policies, changes=self.changed)


def narrator_options(command: F) -> F:
    """The options of every command that plays with an external narrator."""
    text = "A program that writes the prose of what the rules decide: JSON lines in and out. What breaks the rules is not used."
    seconds = click.FloatRange(0.1, 3600)
    command = click.option("--narrator-timeout", type=seconds, default=30, show_default=True, help="Seconds that it may take.")(command)
    return click.option("--narrator", metavar="COMMAND", help=text)(command)


def gathered(name: str, kind: type[Any], options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    """A decorator that adds options to a command and passes their values together, as one argument of that name and kind."""

    def decorate(command: F) -> F:
        @wraps(command)
        def run(*arguments: Any, **values: Any) -> None:
            given = {field.name: values.pop(field.name) for field in fields(kind)}
            command(*arguments, **values, **{name: kind(**given)})

        made: Any = run
        for option in reversed(options):
            made = option(made)
        found: F = made
        return found

    return decorate


fight_options = gathered("asked", Choices, (set_option, with_option, policy_a, policy_b))
"""The options of every command about a scenario; passed as ``asked``."""


class Shown:
    """Progress on the terminal: a line for each new stage, a bar for the current work.

    If standard error is not a terminal, and for work that reports no progress, there is a line instead of a bar: after two seconds, then at
    growing intervals. Within ``with Shown()`` no command is silent for longer.
    """

    def __init__(self) -> None:
        self._reached: dict[str, str] = {}
        self._bars: Bars | None = None
        self._task: Any = None
        self._what = ""
        self._reported = ("", 0, 0.0)
        """The current work, how much of it was done at its first report, and the time of that."""
        self._since = self._ahead = 0
        """The amount done since then, and the amount left."""
        self._stage = "still at work"
        self._began = time.monotonic()
        self._said = self._began
        self._pause = FIRST_PAUSE
        self._turn = threading.RLock()
        self._over = threading.Event()
        self._watched = False
        self._told = ExitStack()

    def say(self, text: str) -> None:
        """Print a line on standard error."""
        with to_the_end(), self._turn:
            self.close()
            self._stage, self._said = text, time.monotonic()
            say(f"{text} …", err=True)
            if self._watched and sys.stderr.isatty():
                self._spin(text)

    def at(self, done: int, total: int | None, what: str) -> None:
        """Update the bar. Ctrl-C is deferred until it is drawn: drawing waits for threads."""
        with to_the_end(), self._turn:
            self._stage = f"{done:,} {what}" if total is None else f"{done:,} of {total:,} {what}"
            self._note(done, total, what)
            self._reached[what] = self._stage
            if sys.stderr.isatty():
                self._move(done, total, what)
            else:
                self._say_if_due()

    def _note(self, done: int, total: int | None, what: str) -> None:
        """Record the progress, to estimate the remaining time."""
        if what != self._reported[0] or total is None or done < self._reported[1]:
            self._reported = (what, done, time.monotonic())
        self._ahead = 0 if total is None else total - done
        self._since = done - self._reported[1]

    def _left(self, now: float) -> str:
        """The estimated remaining time, from the speed so far; empty if unknown."""
        if not self._since or not self._ahead:
            return ""
        return f", about {(now - self._reported[2]) / self._since * self._ahead:,.0f} s left"

    def _move(self, done: int, total: int | None, what: str) -> None:
        if self._bars is None or what != self._what:
            self.close()
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

            self._bars = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("left:"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bars.add_task(what, total=total)
            self._what = what
            self._bars.start()
        self._bars.update(self._task, completed=done, total=total)

    def _spin(self, text: str) -> None:
        """Show that a stage of unknown length goes on, and for how long it has."""
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

        self._bars = Progress(SpinnerColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        self._task, self._what = self._bars.add_task(text, total=None), text
        self._bars.start()

    def _say_if_due(self) -> None:
        """Print the progress, unless a bar shows it or a line was printed recently."""
        now = time.monotonic()
        if self._bars is None and now - self._said >= self._pause:
            self._said, self._pause = now, min(self._pause * 2, LONGEST_PAUSE)
            say(f"{self._stage}, {now - self._began:,.0f} s{self._left(now)} …", err=True)

    def _watch(self) -> None:
        """Check at intervals whether a progress line is due."""
        while not self._over.wait(LOOK * self._pause):
            with self._turn, suppress(OSError, ValueError):  # standard error may be closed
                if not self._over.is_set():
                    self._say_if_due()

    def close(self) -> None:
        """Remove the bar."""
        with to_the_end(), self._turn:
            if self._bars is not None:
                self._bars.stop()
                self._bars = None

    def __enter__(self) -> Shown:
        from fracas.engine.contract.progress import told_of_compiling

        self._told.enter_context(told_of_compiling(self))
        self._watched = True
        try:
            threading.Thread(target=self._watch, name="shown", daemon=True).start()
        except BaseException:  # Ctrl-C during its start: it may be running already
            self._over.set()
            self._told.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._over.set()
        self._told.close()
        self.close()
        if kind is not None and issubclass(kind, KeyboardInterrupt) and self._reached:
            say(f"nothing is finished that could be shown; it came to {', '.join(self._reached.values())}", err=True)


def stop_if(interrupted: bool) -> None:
    """End an interrupted command after its partial result was shown, with exit code 130."""
    if interrupted:
        raise KeyboardInterrupt


class SizeOfMemory(click.ParamType[int]):
    """An amount of memory on the command line, in bytes: ``512M``, ``4G``; a plain number is in MiB."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The amount in bytes."""
        from fracas.engine.content.limits import parse_size

        if isinstance(value, int):
            return value
        try:
            return parse_size(value)
        except FracasError as error:
            self.fail(str(error), param, ctx)
