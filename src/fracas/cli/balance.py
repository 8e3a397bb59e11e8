"""Commands about the factors that decide a fight: stat weights, match-ups, explanations, the worth of each action."""

from __future__ import annotations

from typing import Any

import click

from fracas.cli.forms import Form, forms, show, show_of
from fracas.cli.shared import Choices, Shown, fight_options, names_in, policy_a, policy_b, set_option, settings, stop_if
from fracas.cli.sweep import Looking, fight_of, look_options
from fracas.errors import FracasError

fights_option = click.option("-n", "--fights", "n", type=int, help="Paired fights, where one is not solved; by default 100,000.")


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("--paths", "patterns", default="*", metavar="PATTERNS", help="Only stats whose paths match: hero.*,enemies.0.hp.")
@fights_option
@look_options
@fight_options
@forms()
def weights(
    ruleset: str,
    scenario: str,
    patterns: str,
    n: int | None,
    look: Looking,
    asked: Choices,
    form: Form,
) -> None:
    """What one more, and one less, of every stat of every fighter is worth in points of win chance.

    Of several fights (all, demo-*, or a list with commas) it is the mean, each counting the same; fights that are won or lost nearly
    always are left out.

    Exact where the fight can be solved, else from the same fights with and without. Of dice, one more is a bonus of one. The last column
    is the price: how many HP of the same fighter a step of the stat is worth, on average of one more and one less.

    \b
      fracas weights rune-and-rust duel
      fracas weights ruins-and-realms crypt-guard --paths "creatures.*.hp,hero.*"
      fracas weights rune-and-rust all --paths "hero.points.*" -n 1000
    """
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.weighing import scenarios_meant, weights_over
    from fracas.lab.weighing import weights as weighed

    rules = load_ruleset(ruleset)
    budget = look.budget(n)
    several = scenarios_meant(rules, scenario)
    if several:
        if asked.paths:
            raise FracasError("not-together", "--with changes one scenario, and several are weighed", "leave it out, or name one")
        with Shown() as shown:
            over = weights_over(rules, several, patterns, asked.options(rules), asked.policies, budget, shown, look.fresh)
        given = {"scenarios": several, "policies": list(asked.policies), "paths": patterns, "best": look.seek, "n": budget.fights}
        show(form, rules, asked.options(rules), over.report(given | {"seed": look.seed}), drawn=True)
        stop_if(over.interrupted)
        return
    with Shown() as shown:
        found = weighed(rules, Typed(scenario), patterns, asked.options(rules), asked.policies, budget, shown, asked.changed, look.fresh)
    ready = found.base.encounter
    given = {
        "scenario": ready.name,
        "policies": list(ready.policies),
        "paths": patterns,
        "best": look.seek,
        "n": budget.fights,
        "seed": look.seed,
    }
    show_of(form, ready, found.report(given), drawn=True)
    stop_if(found.interrupted)


@click.command()
@click.argument("ruleset")
@click.option("--heroes", default="all", show_default=True, metavar="NAMES", help="Fighters of side A: a,b,sword-*, or all.")
@click.option("--enemies", default="all", show_default=True, metavar="NAMES", help="Fighters of side B, likewise.")
@click.option("--same-level", is_flag=True, help="Only fighters of the same level meet.")
@click.option("--measure", "measures", default="", metavar="NAMES", help="What else to measure: left, the name of an end, ….")
@click.option("-n", "--fights", "n", type=int, help="Fights of each match-up that is not solved; by default 20,000.")
@look_options
@set_option
@policy_a
@policy_b
@forms()
def matrix(
    ruleset: str,
    heroes: str,
    enemies: str,
    same_level: bool,
    measures: str,
    n: int | None,
    look: Looking,
    changes: tuple[str, ...],
    policy_a: str | None,
    policy_b: str | None,
    form: Form,
) -> None:
    """All match-ups of some fighters: who ranks where, who counters whom, how difficult each foe is.

    The difficulty of a foe is the level at which the heroes of that level win half on average; of heroes without levels, the share that
    does not win half. Small match-ups are solved, the others are fought. The picture is a heat map. Fighters are chosen by name, by
    pattern, or by the values of their fields. Measures are those of `fracas sweep`; shown is their mean over all opponents.

    \b
      fracas matrix ruins-and-realms --heroes "monk-*" --enemies "skeleton*,zombie"
      fracas matrix ruins-and-realms --enemies rank=ordinary --same-level --measure left
      fracas matrix world-loop --chart matrix.svg
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.matching import FIGHTS
    from fracas.lab.matching import matrix as matched

    rules = load_ruleset(ruleset)
    options, wanted = settings(rules, changes), names_in(measures)
    budget = look.budget(FIGHTS if n is None else n)
    with Shown() as shown:
        found = matched(rules, heroes, enemies, options, (policy_a, policy_b), budget, shown, look.fresh, wanted, same_level)
    names: dict[str, Any] = {"heroes": list(found.names[0]), "enemies": list(found.names[1])}
    given = names | {"policies": [policy_a, policy_b], "best": look.seek, "n": budget.fights, "seed": look.seed}
    given |= {"same_level": same_level, "measures": wanted}
    show(form, rules, options, found.report(given), drawn=True)
    stop_if(found.interrupted)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@fights_option
@click.option("--blows", type=click.IntRange(min=1), help="Fights that are looked at blow by blow; by default 5,000.")
@look_options
@fight_options
@forms()
def explain(
    ruleset: str,
    scenario: str,
    n: int | None,
    blows: int | None,
    look: Looking,
    asked: Choices,
    form: Form,
) -> None:
    """Where the chance to win comes from: what it is without each ability, item, move or effect, and with each switch of the rules turned.

    Exact where the fight can be solved, else from the same fights with and without. Sampled fights say what the damage comes from, by the
    action of each step, and how many hits it takes until a side falls.

    \b
      fracas explain rune-and-rust adept-and-crawler
    """
    from fracas.engine.content.files import Typed
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.explaining import BLOW_FIGHTS
    from fracas.lab.explaining import explain as explained

    rules = load_ruleset(ruleset)
    budget = look.budget(n)
    looked_at = BLOW_FIGHTS if blows is None else blows
    with Shown() as shown:
        found = explained(rules, Typed(scenario), asked.options(rules), asked.policies, budget, shown, asked.changed, looked_at, look.fresh)
    ready = found.base.encounter
    given = {
        "scenario": ready.name,
        "policies": list(ready.policies),
        "best": look.seek,
        "n": budget.fights,
        "blows": looked_at,
        "seed": look.seed,
    }
    show_of(form, ready, found.report(given), drawn=True)
    stop_if(found.interrupted)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.argument("axes", nargs=-1, metavar="[PATH=VALUES]...")
@click.option("--max-states", type=click.IntRange(min=1), help="Stop above this many states.")
@fight_options
@forms()
def actions(ruleset: str, scenario: str, axes: tuple[str, ...], max_states: int | None, asked: Choices, form: Form) -> None:
    """What each action of side A is worth: how often best play takes it, what it costs at least to take it, which are never best.

    With VALUES, as of a sweep, the fight is solved with every combination of them: an action that is best at none of these points, in no
    state that can come about, is a trap for all of them.

    \b
      fracas actions rune-and-rust adept-and-crawler
      fracas actions arda first-light hero.stats.lore=3,8 hero.stats.craft=3,8
    """
    from fracas.lab.actions import actions_at
    from fracas.lab.axes import Axis

    lines = [Axis.parse(text) for text in axes]
    with Shown() as shown:
        found = actions_at(fight_of(ruleset, scenario, asked), lines, max_states, progress=shown)
    ready = found.encounter
    given = {"scenario": ready.name, "policies": list(ready.policies), "axes": list(axes)}
    show_of(form, ready, found.report(given))
    stop_if(found.interrupted)
