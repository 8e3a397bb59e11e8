"""World Loop's own commands: what an attack tells of the next, where difficulty jumps, what makes a foe hard, how long levels take."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from fracas.engine.content.reading import validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError
from fracas.rulesets.world_loop import analysis, models
from fracas.rulesets.world_loop.analysis import EVEN, SURE, Climb
from fracas.rulesets.world_loop.levels import GOBLINS, SOLVABLE, parse_levels
from fracas.rulesets.world_loop.library import HERO, foes_of, hero_named, library, monster_named, slug
from fracas.rulesets.world_loop.odds import AttackQuestion, pair_of
from fracas.rulesets.world_loop.streaks import Next, streaks

NEVER = "–"
LARGE = 10_000_000
"""Numbers from here on are told by their first digits."""

HERO_OF = Parameter("hero", "A kind of hero.", default=HERO)
RACE = Parameter("race", "The race whose tiers the hero is set against.", default=GOBLINS)
LEVELS = Parameter("levels", "Levels of the hero: 1-10,20.", default="1-12")
FIGHTS = Parameter("fights", "Fight each duel so often by the rules as they are, instead of solving it.", "number", 0)
SEED = Parameter("seed", "The (first) seed.", "number", 1)


def number(value: float | None) -> str:
    """A number as it is read: whole, large ones by their first digits."""
    if value is None or not isfinite(value):
        return NEVER
    return f"{value:,.0f}" if value < LARGE else f"{value:.1e}".replace("e+", " · 10^").replace("^0", "^")


def finite(value: float | None) -> float | None:
    """A number that JSON can hold: none for what never comes."""
    return value if value is not None and isfinite(value) else None


# --- streaks ----------------------------------------------------------------------------------------------------------------------


class After(NamedTuple):
    """What an attack comes to after another that came to something, so many ticks before."""

    what: str
    apart: int | None
    share: float | None
    next: Next


def run_streaks(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What an attack tells of the next."""
    asked = {name: value for name, value in values.items() if value is not None}
    fight = pair_of(validated(AttackQuestion, asked, "the question"), options)
    found = streaks(fight)

    def data(after: Next) -> dict[str, Any]:
        return {"miss": {"p": after.miss}, "crit": {"p": after.crit}, "damage": after.damage}

    rows = [After("", None, None, found.alone)]
    rows += [After(name, apart, found.share[name], after) for apart, things in found.after.items() for name, after in things.items()]
    near, far = found.correlation.values()
    sentence = f"{fight.titles[0]} against {fight.titles[1]}, tick after tick, exactly: "
    if any(abs(r) > 1e-9 for r in (near, far)):
        sentence += (
            f"the damage of an attack and of the next has a correlation of {near:+.3f}, with the one after that of {far:+.3f}; "
            f"the damage of many attacks has {found.spread:.0%} of the variance that it would have if they shared nothing."
        )
    else:
        sentence += "no attack tells anything of the next."
    return Report(
        asked,
        {
            "alone": data(found.alone),
            "share": {name: {"p": p} for name, p in found.share.items()},
            "after": {str(apart): {name: data(after) for name, after in things.items()} for apart, things in found.after.items()},
            "correlation": {str(apart): r for apart, r in found.correlation.items()},
            "spread": found.spread,
        },
        sentence,
        [
            Table(
                "An attack after others (a weak hit is one in the lower half of its spread, a strong one in the upper half)",
                [
                    Column("after", "what", lambda what: what or "whatever came before"),
                    Column("so many ticks before", "apart"),
                    Column("share of attacks", "share", ".2%"),
                    Column("misses", lambda row: row.next.miss, ".2%"),
                    Column("crits of hits", lambda row: row.next.crit, ".2%"),
                    Column("damage", lambda row: row.next.damage, ".2f"),
                ],
                rows,
            )
        ],
    )


# --- tiers ------------------------------------------------------------------------------------------------------------------------


def _manner(values: Mapping[str, Any], options: models.Options) -> str:
    """How chances were computed."""
    if values["fights"]:
        return f"{values['fights']:,} fights each, seed {values['seed']}"
    other = [f"{name}={value}" for name, value in SOLVABLE.items() if getattr(options, name).slug != value]
    return f"exact, with {' and '.join(other)}" if other else "exact"


def run_tiers(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """Where difficulty jumps."""
    hero, names, levels = hero_named(values["hero"]), foes_of(values["race"]), parse_levels(values["levels"], options.max_level)
    asked, foes = (
        levels,
        analysis.chances(hero, levels, {name: name for name in names}, options, values["fights"], values["seed"], progress),
    )
    levels = list(foes[0].wins)
    steps = analysis.drops(foes, levels)
    worst = max(steps, key=lambda step: step.by)
    tier_level = {name: library().tiers[library().monsters[name].tier].level for name in names}
    hardest = foes[-1]
    turn = "at none of these levels" if hardest.first(EVEN) is None else f"from level {hardest.first(EVEN)} on"
    jump = "no tier is harder than the one before"
    if worst.by > 0:
        jump = f"the largest jump is from {worst.easier} to {worst.harder}, {100 * worst.by:.2f} points at level {worst.level}"
    return Report(
        {"hero": hero, "race": slug(values["race"]), "levels": levels, "fights": values["fights"], "seed": values["seed"]},
        {
            "foes": {foe.name: {str(level): {"p": p} for level, p in foe.wins.items()} for foe in foes},
            "drops": [vars(step) for step in steps],
            "even": {foe.name: {"level": tier_level[foe.name], "even": foe.first(EVEN), "sure": foe.first(SURE)} for foe in foes},
        },
        f"{hero.capitalize()} against each kind of {slug(values['race'])}, typical rolls and usual gear ({_manner(values, options)}): "
        f"{jump}; the {hardest.name} is even or better {turn}.",
        [
            Table(
                "The hero's chances",
                [
                    Column("level", "level"),
                    *(Column(name, name, ".2%") for name in names),
                    Column("largest drop", "by", ".2%"),
                    Column("at", lambda row: row["harder"] if row["by"] > 0 else NEVER),
                ],
                [{**vars(step), **{foe.name: foe.wins[step.level] for foe in foes}} for step in steps],
            ),
            Table(
                "When each becomes beatable",
                [
                    Column("foe", "name"),
                    Column("its level", lambda foe: tier_level[foe.name]),
                    Column(f"{EVEN:.0%} from level", lambda foe: foe.first(EVEN), empty=NEVER),
                    Column(f"{SURE:.0%} from level", lambda foe: foe.first(SURE), empty=NEVER),
                ],
                foes,
            ),
        ],
        interrupted=levels != list(asked),
    )


def run_parts(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What makes a foe hard."""
    hero, levels, foe = hero_named(values["hero"]), parse_levels(values["levels"], options.max_level), monster_named(values["foe"])
    asked, found = levels, analysis.chances(hero, levels, analysis.stripped(foe), options, values["fights"], values["seed"], progress)
    levels = list(found[0].wins)
    as_is, others = found[0], found[1:-1] if len(found) > 2 else found[1:]
    told = "it has nothing to take away"
    if others:
        best = max(others, key=lambda each: sum(each.wins.values()))
        gain = sum(best.wins[level] - as_is.wins[level] for level in levels) / len(levels)
        told = f"the hero gains most against it {best.name}: {100 * gain:.1f} points on average over these levels"
    return Report(
        {"foe": foe, "hero": hero, "levels": levels, "fights": values["fights"], "seed": values["seed"]},
        {each.name: {"even": each.first(EVEN), "wins": {str(n): {"p": p} for n, p in each.wins.items()}} for each in found},
        f"{library().monsters[foe].name} ({_manner(values, options)}): {told}.",
        [
            Table(
                "The hero's chances, by level",
                [
                    Column(foe, "name"),
                    *(Column(str(level), str(level), ".1%") for level in levels),
                    Column(f"{EVEN:.0%} from", "even", empty=NEVER),
                ],
                [{"name": each.name, "even": each.first(EVEN), **{str(n): p for n, p in each.wins.items()}} for each in found],
            )
        ],
        interrupted=levels != list(asked),
    )


# --- leveling ---------------------------------------------------------------------------------------------------------------------


MOST = {"seeds": 100_000, "ticks": 1_000_000_000}
"""Worlds, and ticks of each, that leveling may ask for."""


class Estimate(float):
    """A number that was not reached but extrapolated."""


def run_leveling(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """How long levels take."""
    for name in ("seeds", "ticks"):
        if values[name] < 1:
            raise FracasError(f"bad-{name}", f"{values[name]} {name} are not enough", "ask for at least 1")
        if values[name] > MOST[name]:
            raise FracasError(f"bad-{name}", f"{values[name]:,} {name} would take days", f"ask for {MOST[name]:,} at most")
    hero, foes, levels = hero_named(values["hero"]), foes_of(values["race"]), parse_levels(values["levels"], options.max_level)
    seeds = range(values["seed"], values["seed"] + values["seeds"])
    found, lives = analysis.climbs(hero, foes, levels, options, values["world"], seeds, values["ticks"], progress)
    last_seed = max(life.seed for life in lives)
    rate = sum(life.rate for life in lives) / len(lives)
    plan = values["world"] or next(iter(library().worlds))
    last = found[-1]
    spread = last.spread()
    told = "would never be reached"
    if finite(last.estimate) is not None:
        told = f"would take about {number(last.estimate)} ticks"
    elif last.estimate is None and spread:
        told = f"takes {number(spread[0])} ticks (median)"

    def row(climb: Climb) -> dict[str, Any]:
        spread, estimate = climb.spread(), finite(climb.estimate)
        ticks = Estimate(estimate) if estimate is not None else spread[0] if spread else None
        extremes = f"{spread[1]} to {spread[2]}" if spread else None
        return {"level": climb.level, "xp": climb.xp, **climb.kills, "reached": len(climb.ticks), "ticks": ticks, "extremes": extremes}

    return Report(
        {**values, "hero": hero, "levels": levels},
        {
            "levels": [
                {"level": c.level, "xp": c.xp, "kills": dict(c.kills), "ticks": list(c.ticks), "estimate": finite(c.estimate)}
                for c in found
            ],
            "heroes": [{"seed": life.seed, "level": life.level, "tick": life.end[0], "xp_in_a_tick": life.rate} for life in lives],
        },
        f"Level {last.level} {told}: {len(lives)} heroes in {plan}, seeds {seeds[0]} to {last_seed}, {values['ticks']:,} ticks at most, "
        f"{rate:.2f} XP a tick in the second half.",
        [
            Table(
                "To reach a level: XP, kills of one kind alone, and ticks in worlds",
                [
                    Column("level", "level"),
                    Column("XP", "xp", number),
                    *(Column(foe, foe, number, empty=NEVER) for foe in foes),
                    Column("reached by", "reached", lambda n: f"{n} of {len(lives)}"),
                    Column("ticks", "ticks", lambda n: f"{'about ' * isinstance(n, Estimate)}{number(n)}", empty=NEVER),
                    Column("least to most", "extremes", lambda text: " to ".join(number(int(n)) for n in text.split(" to ")), empty=NEVER),
                ],
                [row(climb) for climb in found],
            )
        ],
        interrupted=last_seed != seeds[-1],
    )


COMMANDS = (
    Command(
        "streaks",
        "What an attack tells of the next ones, exactly: chances to miss and to crit, and the damage, after a miss, a crit, a weak hit.",
        run_streaks,
        (
            Parameter("attacker", "A kind: hero, warrior, goblin-chief.", argument=True),
            Parameter("defender", "A kind.", argument=True),
            Parameter("attacker_level", "Its level, if higher than it begins with.", "number"),
            Parameter("defender_level", "Its level, if higher than it begins with.", "number"),
        ),
    ),
    Command(
        "tiers",
        "Where difficulty jumps from one tier to the next, and at which level of the hero each becomes even.",
        run_tiers,
        (HERO_OF, RACE, LEVELS, FIGHTS, SEED),
    ),
    Command(
        "parts",
        "What makes a FOE hard: a hero's chances against it without its weapon, its armor, its potions.",
        run_parts,
        (Parameter("foe", "A kind of monster.", argument=True), HERO_OF, LEVELS, FIGHTS, SEED),
    ),
    Command(
        "leveling",
        "How long levels take: XP, kills of each tier alone, and ticks in worlds of many seeds; estimated where they are not reached.",
        run_leveling,
        (
            Parameter("world", "A world, by default the first."),
            HERO_OF,
            Parameter("race", "The race whose kills are counted.", default=GOBLINS),
            Parameter("levels", "Levels to reach: 10,20,50.", default="10,20,50"),
            Parameter("seeds", "So many worlds.", "number", 20),
            SEED,
            Parameter("ticks", "Run each world so long at most.", "number", 20_000),
        ),
    ),
)
