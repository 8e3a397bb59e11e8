"""Commands about adventures: their endings, what each stat is worth, traps, and how often scenes are seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fracas.engine.content.models import changed_options
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.errors import FracasError
from fracas.rulesets.arda import analysis
from fracas.rulesets.arda.labels import cast_in
from fracas.rulesets.arda.models import Options

SHOWN_FROM = 5e-7
"""Endings less likely than this under every policy are not listed."""


def run_endings(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """How an adventure ends."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], None, changed_options(options))
    hero = ready.setup.names[0]
    progress.say(f"solving {ready.name} for every policy and every ending")
    done = analysis.endings(ready, progress)
    found = dict(done)
    kinds = {end.name: end.kind for end in ready.ends}
    names = [name for name in done[0][1] if any(chances.get(name, 0) >= SHOWN_FROM for chances in found.values())]
    short = {analysis.BEST: "best", analysis.AIMED: "aimed"}
    columns = [
        Column("ending", lambda name: name, lambda name: f"{name} ({kinds.get(name, 'draw')})"),
        *(Column(short.get(how, how), chances.get, ".1%") for how, chances in found.items()),
    ]
    how, chances = (analysis.BEST, found[analysis.BEST]) if analysis.BEST in found else done[-1]
    wins = sum(chances[name] for name, kind in kinds.items() if kind == "win")
    return Report(
        {"scenario": ready.name, "hero": hero},
        {how: {name: {"p": p} for name, p in chances.items()} for how, chances in found.items()},
        f"{ready.title}, {hero}: {how} wins {wins:.4%}; all chances are exact.",
        [Table("How it ends: under each policy, with best play, and if aimed at", columns, names)],
        interrupted=done.interrupted,
    )


def run_stats(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """Which stat increase helps most."""
    scenario, policy, best = values["scenario"], values["policy"], values["best"]
    if best and policy:
        raise FracasError("not-together", "best play follows no policy", "leave out --best or --policy")
    progress.say(f"solving {scenario} with one point more of each stat")
    found = analysis.stat_worth(scenario, values["hero"], policy, best, changed_options(options), progress)
    first = found[0]
    how = "best play" if best else f"{policy or 'the usual'} play"
    helps = f"one point more of {first.stat} helps most, {first.gain:+.4%} to win"
    columns = [
        Column("stat", "stat"),
        Column("value", "value"),
        Column("wins", "before", ".4%"),
        Column("with one more", "after", ".4%", empty="at its most"),
        Column("gain", lambda worth: None if worth.after is None else worth.gain, "+.4%"),
    ]
    return Report(
        {name: values[name] for name in ("scenario", "hero", "policy", "best")},
        {w.stat: {"value": w.value, "before": w.before, "after": w.after, "gain": w.gain} for w in found},
        f"{scenario} with {how}: {helps if first.gain > analysis.EQUAL else 'a point more of any stat changes nothing'}.",
        [Table("One point more", columns, found)],
        interrupted=found.interrupted,
    )


def _loss(p: float, digits: int) -> str:
    """A loss in percent; one too small to be seen is still one."""
    return f"< {10**-digits:.{digits}f}%" if analysis.EQUAL < p < 10 ** -(digits + 2) else f"{p:.{digits}%}"


def run_traps(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """Which choices are never best."""
    scenario = values["scenario"]
    progress.say(f"solving {scenario} at {sum(1 for _ in analysis.stat_lines(values['lines'])):,} stat lines (Ctrl-C stops)")
    found = analysis.choice_worths(scenario, values["lines"], changed_options(options), progress)
    if not found:
        raise FracasError("no-choices", f"{scenario} has no choices to judge", "ask about an adventure")
    traps = [worth for worth in found if worth.trap]
    lines = found[0].lines
    verdict = "no choice is a trap" if not traps else f"{len(traps)} of {len(found)} choices are never best"
    shown = found if values["every"] else traps
    columns = [
        Column("scene", "scene"),
        Column("choice", "choice"),
        Column("best at lines", "best_in", lambda best_in: f"{best_in} of {lines}"),
        Column("costs at least", "least_loss", Decimals(_loss, 4)),
    ]
    keys = ("scene", "choice", "trap", "least_loss", "best_in")
    return Report(
        {"scenario": scenario, "lines": values["lines"]},
        {"stat_lines": lines, "choices": [{key: getattr(worth, key) for key in keys} for worth in found]},
        f"{scenario}: {verdict}, in any state that can come about, at any of {lines:,} stat lines.",
        [Table("Choices, the worst first", columns, shown)] if shown else [],
        interrupted=found.interrupted,
    )


def run_scenes(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """How often each scene is seen."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], values["policy"], changed_options(options))
    seen = analysis.scenes_seen(ready, values["best"], progress)
    scenes = cast_in(ready.setup).adventure.scenes
    mean = sum(seen.values())
    columns = [Column("scene", 0), Column("title", lambda row: scenes[row[0]].title), Column("seen", 1, ".4%")]
    return Report(
        {"scenario": ready.name, "policy": "best" if values["best"] else ready.policies[0]},
        {"scenes": seen, "mean": mean},
        f"{ready.title}: {mean:.2f} scenes on average; {sum(1 for p in seen.values() if p == 0)} of {len(seen)} are never seen.",
        [Table("Scenes", columns, list(seen.items()))],
    )


ADVENTURE = Parameter("scenario", "An adventure or scenario, by name or file.", argument=True)
HERO = Parameter("hero", "Who sets out instead of the adventure's own hero.")
POLICY = Parameter("policy", "How the hero decides.")
BEST = Parameter("best", "With best play instead of the policy.", "flag", False)
LINES = Parameter(
    "lines",
    "Which stat lines: every mixture of least and most and the heroes', the heroes', or all.",
    default="corners",
    choices=analysis.LINES,
)
EVERY = Parameter("every", "List every choice, not only traps.", "flag", False)
COMMANDS = (
    Command(
        "endings", "The exact chance of every ending of an adventure, under each policy and with best play.", run_endings, (ADVENTURE, HERO)
    ),
    Command(
        "stats",
        "Which stat increase helps most in an adventure: it is solved exactly with one point more of each.",
        run_stats,
        (ADVENTURE, HERO, POLICY, BEST),
    ),
    Command("traps", "Which choices of an adventure are traps: best in no state, at no stat line.", run_traps, (ADVENTURE, LINES, EVERY)),
    Command("scenes", "How often each scene of an adventure is seen, exactly.", run_scenes, (ADVENTURE, HERO, POLICY, BEST)),
)
