"""The command that puts rule variants side by side."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.own import markdown_option, one_form, print_markdown
from fracas.cli.shared import Shown, envelope, json_option, policy_a, policy_b, seed_option, settings, table
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.lab.comparing import Compared, Comparison, Measured


FIGURE_WIDTH = 12
"""About what a column of figures takes on the screen."""


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="OPTION=VALUE",
    help="A variant: an option, several in quotes ('a=1 b=2'), or the name or file of a variant; may be given often.",
)
@click.option("--from", "ground", multiple=True, metavar="OPTION=VALUE", help="What the variants are compared with, if not the document.")
@click.option("-n", "--fights", "n", type=int, default=100_000, show_default=True, help="Paired fights, where the fight is not solved.")
@seed_option
@click.option("--max-states", type=click.IntRange(min=1), help="Solve fights of up to this many states; sample larger ones.")
@click.option("--sample", is_flag=True, help="Sample, even if the fight could be solved.")
@click.option("--best", "seek", is_flag=True, help="With best play of side A under each set of rules, instead of its policy.")
@policy_a
@policy_b
@json_option
@markdown_option
def compare(
    ruleset: str,
    scenario: str,
    changes: tuple[str, ...],
    ground: tuple[str, ...],
    n: int,
    seed: int,
    max_states: int | None,
    sample: bool,
    seek: bool,
    policy_a: str | None,
    policy_b: str | None,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Put rule variants of a SCENARIO side by side against the document's rule: each --set is one.

    Differences are exact where the fight can be solved; else both are fought with the same dice, and the interval is of the differences.

    \b
      fracas compare rune-and-rust duel --set critical_net=4 --set glancing_percent=50
      fracas compare rune-and-rust duel --set tuned --set "accuracy_cap=5 base_sturdiness=1"
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.tables import OldTable as Table
    from fracas.lab.comparing import compare as compared

    one_form(as_json, as_markdown)
    if sample and (seek or max_states):
        raise FracasError("not-together", "--sample goes neither with --best nor with --max-states", "leave one of them out")
    rules = load_ruleset(ruleset)
    variants: dict[str, dict[str, Any]] = {}
    for text in changes:
        name = " ".join(text.split())
        if name in variants:
            raise FracasError("given-twice", f"the variant {name!r} is given twice", "give it once")
        variants[name] = settings(rules, [text])
    with Shown() as shown:
        found = compared(
            rules,
            scenario,
            variants,
            settings(rules, ground),
            (policy_a, policy_b),
            n,
            seed,
            0 if sample else max_states,
            seek,
            shown,
            " ".join(ground),
        )
    if as_json:
        _as_json(found, n, seed)
        return
    every = (found.base, *found.variants)
    shown_names = [name for name in found.base.figures if any(name in each.figures and each.figures[name].value for each in every)]
    rows = [(each.name, *(_shown(each.figures.get(name)) for name in shown_names)) for each in every]
    heading = f"{found.base.encounter.title}: {_manner(found)}"
    if as_markdown:
        print_markdown(f"{heading}.", [Table("", ("rules", *shown_names), rows, range(1, len(shown_names) + 1))])
        listed = "\n".join(f"- {sentence}" for sentence in found.sentences())
        click.echo(f"\n<details><summary>The differences, one by one</summary>\n\n{listed}\n\n</details>")
        return
    click.secho(heading, bold=True)
    if max(len(row[0]) for row in rows) + FIGURE_WIDTH * len(shown_names) <= shutil.get_terminal_size().columns:
        table("", ("rules", *shown_names), rows, range(1, len(shown_names) + 1), (0,))
    else:  # too wide: turned round
        turned = [(name, *(row[i] for row in rows)) for i, name in enumerate(shown_names, 1)]
        table("", ("", *(row[0] for row in rows)), turned, range(1, len(rows) + 1))
    for sentence in found.sentences():
        click.echo(sentence)


def _manner(found: Comparison) -> str:
    """How the figures were come by."""
    players = " against ".join(found.base.encounter.policies)
    play = f"best play against {found.base.encounter.policies[1]}" if found.best_play else players
    sampled = any(not each.exact for each in found.variants)
    return f"{play}; " + (f"{found.fights:,} paired fights, seed {found.seed}" if sampled else "exact")


def _shown(figure: Measured | None) -> str:
    if figure is None:
        return "–"
    return f"{figure.value:.2%}" if figure.chance else f"{figure.value:.2f}"


def _as_json(found: Comparison, n: int, seed: int) -> None:
    base = found.base.encounter

    def figures(each: Compared) -> dict[str, Any]:
        return {name: {"value": f.value, "share": f.chance, "exact": f.exact} for name, f in each.figures.items()}

    envelope(
        base.ruleset,
        base.options(),
        {"scenario": base.name, "policies": list(base.policies), "best": found.best_play, "n": n, "seed": seed},
        {
            "base": figures(found.base),
            "variants": [
                {
                    "name": each.name,
                    "options": dict(each.options),
                    "figures": figures(each),
                    "differences": [
                        {
                            "what": d.what,
                            "before": d.before,
                            "after": d.after,
                            "by": d.by,
                            "exact": d.exact,
                            "low": d.low,
                            "high": d.high,
                            "shows": d.shows,
                            "sentence": d.sentence(each.name),
                        }
                        for d in each.differences
                    ],
                }
                for each in found.variants
            ],
        },
    )
