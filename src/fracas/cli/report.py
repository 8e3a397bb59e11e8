"""The command that writes a report: everything about a fight in one file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, say, show_of
from fracas.cli.shared import Choices, Shown, changes_by_path, fight_options, seed_option, settings
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.ruleset import Ruleset


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("-o", "--output", "path", default="report.html", show_default=True, metavar="FILE", help="Where to write it.")
@click.option(
    "--against",
    multiple=True,
    metavar="VARIANT",
    help="A variant to compare with: OPTION=VALUE or PATH=VALUE, several in quotes, or the name or file of a variant; can be repeated.",
)
@click.option(
    "-n", "--fights", "n", type=click.IntRange(min=2), default=100_000, show_default=True, help="Fights, where something is sampled."
)
@seed_option
@click.option("--max-states", type=click.IntRange(min=1), help="Solve fights and best play of up to this many states; sample larger ones.")
@click.option("--sample", is_flag=True, help="Sample, even if the fight could be solved.")
@click.option("--weights/--no-weights", "weigh", default=True, show_default=True, help="What each number is worth, which takes longest.")
@fight_options
@forms("json")
def report(
    ruleset: str,
    scenario: str,
    path: str,
    against: tuple[str, ...],
    n: int,
    seed: int,
    max_states: int | None,
    sample: bool,
    weigh: bool,
    asked: Choices,
    form: Form,
) -> None:
    """Write everything about a SCENARIO into one HTML file, which opens offline: to be sent, printed and kept.

    It has the answer in a sentence, all inputs, charts, the odds of every opening action, what each number is worth, best play, the
    closest and the most typical fight with their logs, and the commands that give the same again. With --against it shows reference and
    difference.

    \b
      fracas report rune-and-rust duel -o duel.html
      fracas report rune-and-rust duel --against critical_net=4 --against enemies.0.hp=35
    """
    from fracas.engine.content.files import Typed, check_place
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.extras import extra
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.report import report as made

    if sample and max_states:
        raise FracasError("not-together", "--sample does not go with --max-states", "leave one of them out")
    extra("vl_convert")
    check_place(path, "report")
    rules = load_ruleset(ruleset)
    with Shown() as shown:
        found = made(
            rules,
            Typed(scenario),
            asked.options(rules),
            asked.policies,
            asked.changed,
            _variants(rules, against),
            fights=n,
            seed=seed,
            max_states=0 if sample else max_states,
            weigh=weigh,
            progress=shown,
            file=Path(path).name,
        )
        found.save(path)
    ready = found.encounter
    given = {"scenario": ready.name, "policies": list(ready.policies), "n": n, "seed": seed, "against": list(against)}
    show_of(form, ready, Report(given, found.to_data(), found.sentence()))
    say(f"the report is in {path}", err=form.name != "screen")


def _variants(rules: Ruleset, texts: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Parse ``--against``: each variant under its text."""
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        name = " ".join(text.split())
        if name in found:
            raise FracasError("given-twice", f"the variant {name!r} is given twice", "give it once")
        found[name] = _variant(rules, text)
    return found


def _variant(rules: Ruleset, text: str) -> dict[str, Any]:
    """Parse one variant: values at paths, and rule options as in ``--set``."""
    from fracas.lab.report import is_path

    words = text.split()
    paths = [word for word in words if "=" in word and is_path(rules, word.partition("=")[0])]
    options = [word for word in words if word not in paths]
    return {**(settings(rules, [" ".join(options)]) if options else {}), **changes_by_path(paths)}
