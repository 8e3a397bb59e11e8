"""Campaigns that policies travel: many of them counted, or one of them told step by step (`fracas campaign --auto`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fracas.cli.forms import Form, say, show
from fracas.cli.shared import Shown, cluster_option, gathered, stop_if
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.travel import Travels

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Travelling:
    """What the options about campaigns that policies travel say."""

    n: int | None = None
    number: int | None = None
    log: bool = False
    policy: str | None = None
    take: tuple[str, ...] = ()
    most_steps: int | None = None
    workers: int | None = None
    cluster: str | None = None

    def __bool__(self) -> bool:
        return self != Travelling()


travelling_options = gathered(
    "travelling",
    Travelling,
    (
        click.option("-n", "--campaigns", "n", type=int, help="With --auto: so many campaigns, travelled by policies and counted."),
        click.option("--number", type=int, metavar="K", help="With --auto --log: campaign number K of the seed."),
        click.option("--log", is_flag=True, help="With --auto: one campaign, told choice by choice and blow by blow."),
        click.option("--policy", metavar="NAME", help="With -n or --log: who chooses between fights."),
        click.option("--take", multiple=True, metavar="CHOICE", help="With -n or --log: taken wherever it can be; can be repeated."),
        click.option("--most-steps", type=click.IntRange(min=1), help="With -n or --log: choices and fights of one campaign, at most."),
        click.option("--workers", type=int, help="With -n: processes; by default one for each core."),
        cluster_option,
    ),
)
"""The options of `Travelling`; a command gets them as ``travelling``."""


def travel(ruleset: Ruleset, seed: int | None, options: dict[str, Any], asked: Travelling, form: Form) -> None:
    """Do what is asked about campaigns that policies travel."""
    from fracas.engine.travel import MAX_CHOICES, travels

    if asked.n is None and not asked.log:
        raise FracasError(
            "travel-what", "--number, --policy, --take, --most-steps, --workers and --cluster are for -n or --log", "add one of these"
        )
    if asked.n is not None and (asked.log or asked.number is not None):
        raise FracasError("not-together", "-n counts many campaigns, --log and --number tell of one", "give one of them")
    most, own_seed = asked.most_steps or MAX_CHOICES, 1 if seed is None else seed
    if asked.n is None:
        if asked.workers is not None or asked.cluster is not None or form != Form():
            raise FracasError("not-together", "--log tells one campaign as a text: it has no workers, and no other form", "use -n instead")
        _tell(travels(ruleset, asked.policy, options, asked.take, most), own_seed, asked.number or 0)
        return
    from fracas.lab.campaigns import simulate_campaigns

    with Shown() as shown:
        found = simulate_campaigns(ruleset, asked.n, own_seed, asked.policy, options, asked.workers, asked.take, most, shown, asked.cluster)
    given = {"n": asked.n, "seed": own_seed, "policy": found.travels.policy, "take": list(asked.take), "most_steps": most}
    show(form, ruleset, options, found.report(given))
    stop_if(found.interrupted)


def _tell(ready: Travels, seed: int, number: int) -> None:
    """Tell one campaign from its beginning."""
    from fracas.lab.campaigns import told

    passages = told(ready, seed, number)
    with Shown():
        first = next(passages)
    for passage in chain([first], passages):
        if passage.kind == "choice":
            say(f"> {passage.lines[0]}", bold=True)
            continue
        if passage.kind == "story":
            say()
        say("\n".join(passage.lines))
