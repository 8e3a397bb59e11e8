"""World Loop's own commands: what an attack tells of the next, where difficulty jumps, what makes a foe hard, how long levels take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from fracas.engine.content.reading import validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import OldTable as Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.world_loop import analysis, models
from fracas.rulesets.world_loop.book import HERO, library, slug
from fracas.rulesets.world_loop.levels import GOBLINS, SOLVABLE, foes_of, hero_named, spans
from fracas.rulesets.world_loop.odds import AttackQuestion, stage
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


def run_streaks(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What an attack tells of the next."""
    asked = {name: value for name, value in values.items() if value is not None}
    question = validated(AttackQuestion, asked, "the question")
    book, me, it = stage(question, options)
    found = streaks(book, me, it)

    def told(after: Next) -> tuple[str, str, str]:
        return f"{after.miss:.2%}", f"{after.crit:.2%}", f"{after.damage:.2f}"

    def data(after: Next) -> dict[str, Any]:
        return {"miss": {"p": after.miss}, "crit": {"p": after.crit}, "damage": after.damage}

    rows: list[Sequence[Any]] = [("whatever came before", "", "", *told(found.alone))]
    plain: list[Sequence[Any]] = [("", "", "", found.alone.miss, found.alone.crit, found.alone.damage)]
    for apart, things in found.after.items():
        for name, after in things.items():
            rows.append((name, apart, f"{found.share[name]:.2%}", *told(after)))
            plain.append((name, apart, found.share[name], after.miss, after.crit, after.damage))
    names = [library().title_of(int(each.kind)) for each in (me, it)]
    near, far = found.correlation.values()
    shared = any(abs(r) > 1e-9 for r in (near, far))
    sentence = f"{names[0]} against {names[1]}, tick after tick, exactly: no attack tells anything of the next."
    if shared:
        sentence = (
            f"{names[0]} against {names[1]}, tick after tick, exactly: the damage of an attack and of the next has a correlation of "
            f"{near:+.3f}, with the one after that of {far:+.3f}; the damage of many attacks has {found.spread:.0%} of the variance that "
            "it would have if they shared nothing."
        )
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
                ("after", "so many ticks before", "share of attacks", "misses", "crits of hits", "damage"),
                rows,
                range(1, 6),
                plain,
            )
        ],
    )


# --- tiers ------------------------------------------------------------------------------------------------------------------------


def _manner(values: Mapping[str, Any], options: models.Options) -> str:
    """How chances were come by."""
    if values["fights"]:
        return f"{values['fights']:,} fights each, seed {values['seed']}"
    other = [f"{name}={value}" for name, value in SOLVABLE.items() if getattr(options, name) != value]
    return f"exact, with {' and '.join(other)}" if other else "exact"


def _from(level: int | None) -> str:
    return NEVER if level is None else str(level)


def run_tiers(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """Where difficulty jumps."""
    hero, names, levels = hero_named(values["hero"]), foes_of(values["race"]), spans(values["levels"], options.max_level)
    foes = analysis.chances(hero, levels, {name: name for name in names}, options, values["fights"], values["seed"], progress)
    steps = analysis.drops(foes, levels)
    worst = max(steps, key=lambda step: step.by)
    kinds = library().kinds
    rows = [
        (level, *(f"{foe.wins[level]:.2%}" for foe in foes), f"{step.by:.2%}", step.harder if step.by > 0 else NEVER)
        for level, step in zip(levels, steps, strict=True)
    ]
    plain = [(level, *(foe.wins[level] for foe in foes), step.by, step.harder) for level, step in zip(levels, steps, strict=True)]
    even = [
        (foe.name, kinds.tiers[kinds.monsters[foe.name].tier].level, foe.first(analysis.EVEN), foe.first(analysis.SURE)) for foe in foes
    ]
    hardest = even[-1]
    turn = "at none of these levels" if hardest[2] is None else f"from level {hardest[2]} on"
    jump = "no tier is harder than the one before"
    if worst.by > 0:
        jump = f"the largest jump is from {worst.easier} to {worst.harder}, {100 * worst.by:.2f} points at level {worst.level}"
    return Report(
        {"hero": hero, "race": slug(values["race"]), "levels": levels, "fights": values["fights"], "seed": values["seed"]},
        {
            "foes": {foe.name: {str(level): {"p": p} for level, p in foe.wins.items()} for foe in foes},
            "drops": [vars(step) for step in steps],
            "even": {name: {"level": own, "even": at, "sure": sure} for name, own, at, sure in even},
        },
        f"{hero.capitalize()} against each kind of {slug(values['race'])}, typical rolls and usual gear ({_manner(values, options)}): "
        f"{jump}; the {hardest[0]} is even or better {turn}.",
        [
            Table("The hero's chances", ("level", *names, "largest drop", "at"), rows, range(len(names) + 2), plain),
            Table(
                "When each becomes beatable",
                ("foe", "its level", f"{analysis.EVEN:.0%} from level", f"{analysis.SURE:.0%} from level"),
                [(name, own, _from(at), _from(sure)) for name, own, at, sure in even],
                (1, 2, 3),
            ),
        ],
    )


def run_parts(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What makes a foe hard."""
    hero, levels, foe = hero_named(values["hero"]), spans(values["levels"], options.max_level), monster_named(values["foe"])
    found = analysis.chances(hero, levels, analysis.stripped(foe), options, values["fights"], values["seed"], progress)
    as_is, others = found[0], found[1:-1] if len(found) > 2 else found[1:]
    told = "it has nothing to take away"
    if others:
        most = max(others, key=lambda each: sum(each.wins.values()))
        gain = sum(most.wins[level] - as_is.wins[level] for level in levels) / len(levels)
        told = f"the hero gains most against it {most.name}: {100 * gain:.1f} points on average over these levels"
    return Report(
        {"foe": foe, "hero": hero, "levels": levels, "fights": values["fights"], "seed": values["seed"]},
        {each.name: {"even": each.first(analysis.EVEN), "wins": {str(n): {"p": p} for n, p in each.wins.items()}} for each in found},
        f"{library().kinds.monsters[foe].name} ({_manner(values, options)}): {told}.",
        [
            Table(
                "The hero's chances, by level",
                (foe, *(str(level) for level in levels), f"{analysis.EVEN:.0%} from"),
                [(each.name, *(f"{p:.1%}" for p in each.wins.values()), _from(each.first(analysis.EVEN))) for each in found],
                range(1, len(levels) + 2),
                [(each.name, *each.wins.values(), each.first(analysis.EVEN)) for each in found],
            )
        ],
    )


def monster_named(name: str) -> str:
    """A kind of monster."""
    if slug(name) not in library().kinds.monsters:
        raise unknown("monster", name, library().kinds.monsters)
    return slug(name)


# --- leveling ---------------------------------------------------------------------------------------------------------------------


def run_leveling(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """How long levels take."""
    for name in ("seeds", "ticks"):
        if values[name] < 1:
            raise FracasError(f"bad-{name}", f"{values[name]} {name} are not enough", "ask for at least 1")
    hero, foes, levels = hero_named(values["hero"]), foes_of(values["race"]), spans(values["levels"], options.max_level)
    seeds = range(values["seed"], values["seed"] + values["seeds"])
    found, lives = analysis.climbs(hero, foes, levels, options, values["world"], seeds, values["ticks"], progress)
    rate = sum(life.rate for life in lives) / len(lives)
    plan = values["world"] or next(iter(library().worlds))
    rows, plain = [], []
    for climb in found:
        spread = climb.spread()
        middle, least, most = spread or (None, None, None)
        rows.append(
            (
                climb.level,
                number(climb.xp),
                *(number(n) for n in climb.kills.values()),
                f"{len(climb.ticks)} of {len(lives)}",
                f"about {number(climb.estimate)}" if finite(climb.estimate) is not None else number(middle),
                f"{number(least)} to {number(most)}" if spread else NEVER,
            )
        )
        ticks = middle if climb.estimate is None else finite(climb.estimate)
        between = f"{least} to {most}" if spread else ""
        plain.append((climb.level, climb.xp, *climb.kills.values(), len(climb.ticks), ticks, between))
    last = found[-1]
    spread = last.spread()
    told = "would never be reached"
    if finite(last.estimate) is not None:
        told = f"would take about {number(last.estimate)} ticks"
    elif last.estimate is None and spread:
        told = f"takes {number(spread[0])} ticks (median)"
    return Report(
        {**values, "hero": hero, "levels": levels},
        {
            "levels": [
                {"level": c.level, "xp": c.xp, "kills": dict(c.kills), "ticks": list(c.ticks), "estimate": finite(c.estimate)}
                for c in found
            ],
            "heroes": [{"seed": life.seed, "level": life.level, "tick": life.end[0], "xp_in_a_tick": life.rate} for life in lives],
        },
        f"Level {last.level} {told}: {len(lives)} heroes in {plan}, seeds {seeds[0]} to {seeds[-1]}, {values['ticks']:,} ticks at most, "
        f"{rate:.2f} XP a tick in the second half.",
        [
            Table(
                "To reach a level: XP, kills of one kind alone, and ticks in worlds",
                ("level", "XP", *foes, "reached by", "ticks", "least to most"),
                rows,
                range(len(foes) + 5),
                plain,
            )
        ],
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
