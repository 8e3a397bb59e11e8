"""Commands that change a number of a scenario: to every value of a range, or to the one that meets a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, show_of
from fracas.cli.shared import (
    Choices,
    Shown,
    cluster_option,
    complete_axis,
    complete_name,
    fight_options,
    gathered,
    names_in,
    seed_option,
    stop_if,
)
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.encounter import Encounter
    from fracas.lab.points import Budget
    from fracas.lab.sweeping import At


@dataclass(frozen=True)
class Looking:
    """The options of every command that measures many points: how they are solved, sampled and cached."""

    seed: int
    max_states: int | None
    sample: bool
    seek: bool
    workers: int | None
    cluster: str | None
    fresh: bool

    def budget(self, fights: int | None = None) -> Budget:
        """The budget of each point, with ``fights`` for each sampled one."""
        from fracas.lab.points import FIGHTS, Budget

        if self.sample and (self.seek or self.max_states):
            raise FracasError("not-together", "--sample goes neither with --best nor with --max-states", "leave one of them out")
        states = 0 if self.sample else self.max_states
        n = FIGHTS if fights is None else fights
        return Budget(states, fights=n, seed=self.seed, workers=self.workers, best_play=self.seek, cluster=self.cluster)

    def given(self, ready: Encounter, budget: Budget | None = None) -> dict[str, Any]:
        """The common part of the question of these commands; with the fights of a budget."""
        fights = {} if budget is None else {"n": budget.fights}
        return {"scenario": ready.name, "policies": list(ready.policies), "best": self.seek, "seed": self.seed, **fights}


look_options = gathered(
    "look",
    Looking,
    (
        seed_option,
        click.option("--max-states", type=click.IntRange(min=1), help="Solve points of up to this many states; sample larger ones."),
        click.option("--sample", is_flag=True, help="Sample, even what could be solved."),
        click.option("--best", "seek", is_flag=True, help="With best play of side A at each point, instead of its policy."),
        click.option("--workers", type=int, help="Threads; by default one for each core. Any number gives the same result."),
        cluster_option,
        click.option("--fresh", is_flag=True, help="Compute all of it, even what is known from before."),
    ),
)
"""The options of every command that measures many points; passed as ``look``."""


def fight_of(ruleset: str, scenario: str, asked: Choices) -> At:
    """Return a function that builds the fight of a command with overridden values at some paths."""
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.sweeping import fight_at

    rules = load_ruleset(ruleset)
    return fight_at(rules, Typed(scenario), asked.options(rules), asked.policies, asked.changed)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.argument("axes", nargs=-1, required=True, metavar="PATH=VALUES...", shell_complete=complete_axis)
@click.option("--measure", "measures", default="win", show_default=True, metavar="NAMES", help="What to measure: win,rounds,left,….")
@click.option("-n", "--fights", "n", type=int, help="Fights of each point that is not solved; by default 100,000.")
@look_options
@fight_options
@forms()
def sweep(
    ruleset: str,
    scenario: str,
    axes: tuple[str, ...],
    measures: str,
    n: int | None,
    look: Looking,
    asked: Choices,
    form: Form,
) -> None:
    """Measure a SCENARIO while a number of it takes every value of a range, or two numbers, or more.

    VALUES are a range (20..40, 20..40..5) or a list (1,2,5). Every point is exact where it can be solved, else sampled with the same dice.
    Measures are win, lose, draw, rounds, left (what side A has left), left_b, the name of any end, and the ruleset's own figures. What is
    done is kept: a sweep that was stopped goes on where it stopped.

    \b
      fracas sweep rune-and-rust duel enemies.0.hp=20..40
      fracas sweep rune-and-rust duel enemies.0.hp=20..40..5 hero.attributes.might=4..8 --measure win,rounds
    """
    from fracas.lab.axes import Axis
    from fracas.lab.sweeping import sweep_at

    wanted = names_in(measures)
    lines = [Axis.parse(text) for text in axes]
    at = fight_of(ruleset, scenario, asked)
    with Shown() as shown:
        found = sweep_at(at, lines, wanted, look.budget(n), shown, look.fresh)
    ready = found.base.encounter
    given = look.given(ready, found.budget) | {"axes": list(axes), "measures": wanted}
    show_of(form, ready, found.report(given), drawn=True)
    stop_if(found.interrupted)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.argument("axes", nargs=-1, required=True, metavar="PATH=VALUES...", shell_complete=complete_axis)
@click.option("--target", "targets", multiple=True, required=True, metavar="MEASURE=FIGURE", help="win=70%, rounds=4..6; can be repeated.")
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="PATH=W",
    shell_complete=complete_name,
    help="What a step of change at this path counts, if not 1.",
)
@click.option("--confidence", default="99%", show_default=True, metavar="PERCENT", help="How certain the answer must be, where sampled.")
@click.option("--most-fights", type=click.IntRange(min=2), help="Fights of each point at most, where sampled; by default 4,000,000.")
@click.option("--all", "every", is_flag=True, help="Look at every value, however long it takes.")
@look_options
@fight_options
@forms()
def tune(
    ruleset: str,
    scenario: str,
    axes: tuple[str, ...],
    targets: tuple[str, ...],
    weights: tuple[str, ...],
    confidence: str,
    most_fights: int | None,
    every: bool,
    look: Looking,
    asked: Choices,
    form: Form,
) -> None:
    """Find the value of a number of a SCENARIO with which it comes closest to a target, and show its neighbours.

    With several paths: the smallest change that meets the target, and all alternatives to it; with several targets: all that meet them.
    A figure is met by what rounds to it, a range by what lies in it. Where points can only be sampled, fights are spent until the answer is
    certain to the confidence asked for, or their bound is reached.

    \b
      fracas tune rune-and-rust duel enemies.0.hp=1..80 --target win=70%
      fracas tune rune-and-rust duel enemies.0.hp=20..40 hero.attributes.might=4..8 --target win=70% --target rounds=4..6
    """
    from fracas.lab.axes import Axis
    from fracas.lab.sweeping import values_now
    from fracas.lab.tuning import MOST_FIGHTS, Target, tune_at

    lines, wanted = [Axis.parse(text) for text in axes], [Target.parse(text) for text in targets]
    at = fight_of(ruleset, scenario, asked)
    with Shown() as shown:
        found = tune_at(
            at,
            lines,
            wanted,
            values_now(at({}), [axis.path for axis in lines]),
            look.budget(),
            _weights(weights),
            _percent(confidence),
            most_fights or MOST_FIGHTS,
            every,
            shown,
            look.fresh,
        )
    ready = found.base.encounter
    given = look.given(ready) | {"axes": list(axes), "targets": list(targets), "confidence": found.confidence}
    show_of(form, ready, found.report(given), drawn=True)
    stop_if(found.interrupted)


def _weights(texts: Sequence[str]) -> dict[str, float]:
    """The weight of a step at each path."""
    from fracas.lab.axes import split_pair

    found: dict[str, float] = {}
    for text in texts:
        path, value = split_pair(text)
        try:
            found[path] = float(value)
        except ValueError:
            found[path] = -1.0
        if not 0 <= found[path] < float("inf"):
            raise FracasError("bad-weight", f"the weight {value!r} of {path} is no number from 0 on", "give one like 2 or 0.5")
    return found


def _percent(text: str) -> float:
    """A confidence in percent."""
    try:
        return float(text.strip().removesuffix("%"))
    except ValueError:
        raise FracasError("bad-confidence", f"{text!r} is no confidence", "give one like 99%") from None
