"""Where a hero of each level stands: the XP curve, the time levels take, and exact chances in a duel against each tier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from pydantic import Field

from fracas.engine.compile.threads import on_threads
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import Progress
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.world_loop import models, state
from fracas.rulesets.world_loop.blows import effective_atk, effective_def, effective_max_hp, kill_xp
from fracas.rulesets.world_loop.book import HERO, book_of, kind_number, library, put_combatant, put_land, raise_to, slug

SOLVABLE = {"draws": "independent", "lag": "forgiven"}
"""The options under which a duel can be solved."""
WITHIN = 1e-9
"""What chances are right to in event time, where a duel has too many states to be solved whole."""
GOBLINS = "goblin"
TICKS = 100
"""Kills are counted by so many ticks."""


class LevelsQuestion(Model):
    """Which hero, against whom, at which levels, and how often it kills."""

    hero: str = Field(HERO, description="A kind of hero")
    race: str = Field(GOBLINS, description="The race whose tiers it is set against")
    levels: str = Field("1-10,12,15,20,30,40,50", description="Levels: 1-10,20,50")
    kills: float = Field(5.0, gt=0, le=100_000, description=f"Kills in {TICKS} ticks")


def spans(text: str, most: int) -> list[int]:
    """Levels from a text: ``1-5,10``."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
            raise FracasError("bad-levels", f"the levels {text!r} cannot be read", "write them like 1-10,20,50")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= most:
            raise FracasError("bad-levels", f"there are no levels {part.strip()}", f"levels are 1 to {most}, low to high")
        found.update(range(low, high + 1))
    return sorted(found)


def pair(options: models.Options, hero: str, level: int, foe: str) -> tuple[Any, Any, Any]:
    """A book, a typical hero of a level, and a typical foe."""
    book = book_of(options)[0]
    fighters = new(state.State, order=2, plans=2, away=2, fighters=2)[0].fighters
    put_combatant(fighters[0], book, models.Combatant(kind=hero, level=level), 1)
    put_combatant(fighters[1], book, models.Combatant(kind=foe), 2)
    return book, fighters[0], fighters[1]


def duel(hero: str, level: int, foe: str | Mapping[str, Any]) -> dict[str, Any]:
    """A typical hero of a level against a typical foe, as a scenario."""
    name = foe if isinstance(foe, str) else foe["kind"]
    return {"title": f"level {level} {hero} against {name}", "a": {"kind": hero, "level": level}, "b": [foe]}


def hero_named(name: str) -> str:
    """A kind of hero."""
    content = library()
    hero = content.kind_names[kind_number(name)]
    if hero in content.kinds.monsters:
        raise FracasError("bad-hero", f"{name!r} is no hero", f"take one of {', '.join((HERO, *content.kinds.classes))}")
    return hero


def foes_of(race: str) -> list[str]:
    """The kinds of a race, from the lowest tier to the highest."""
    content = library()
    foes = [name for name, monster in content.kinds.monsters.items() if monster.race == slug(race)]
    if not foes:
        raise FracasError("bad-race", f"there are no {race!r}", f"take one of {', '.join(content.kinds.races)}")
    return sorted(foes, key=lambda name: content.kinds.monsters[name].tier)


def xp_rows(options: models.Options, hero: str, foes: Sequence[str], kills: float) -> list[dict[str, Any]]:
    """The XP curve: what each level takes, in all, in kills of each tier, and in ticks at the given rate of kills."""
    content = library()
    land = new(state.Land)[0]
    put_land(land, models.WorldOptions())
    shares = dict.fromkeys(foes, 0)
    for tier, each in enumerate(content.kinds.tiers):
        race = content.races.index(content.kinds.monsters[foes[0]].race)
        kind = content.kind_names[int(land.kind_of[race * state.TIERS + tier])]
        if kind in shares:
            shares[kind] += each.share
    rows: list[dict[str, Any]] = []
    total = 0
    ticks = 0.0
    book, me, _ = pair(options, hero, 1, foes[0])
    victims = [pair(options, hero, 1, foe)[2] for foe in foes]
    for level in range(1, options.max_level):
        raise_to(me, book, level)
        gains = [int(kill_xp(me, it, book)) for it in victims]
        needed = int(me.xp_to_next)
        mean = sum(gain * shares[foe] for gain, foe in zip(gains, foes, strict=True)) / max(sum(shares.values()), 1)
        total += needed
        ticks += needed / mean / kills * TICKS if mean else float("inf")
        rows.append(
            {
                "level": level,
                "XP to next": needed,
                "XP in all": total,
                **{foe: -(-needed // gain) if gain else None for foe, gain in zip(foes, gains, strict=True)},
                "ticks in all": round(ticks) if isfinite(ticks) else None,
            }
        )
    return rows


def duel_wins(
    hero: str, levels: Iterable[int], foes: Iterable[str] | Mapping[str, Any], options: Mapping[str, Any], progress: Progress
) -> dict[tuple[int, str], float]:
    """The exact chance of a typical hero of each level to win against each foe, on as many threads as there are cores.

    Foes are kinds, or fighters by names of their own. In event time chances are right to `WITHIN`.
    """
    fighters = foes if isinstance(foes, Mapping) else {foe: foe for foe in foes}
    within = WITHIN if options.get("time") == "events" else None
    wanted = [(level, foe) for level in levels for foe in fighters]

    def ready(which: tuple[int, str]) -> Encounter:
        return encounter("world-loop", duel(hero, which[0], fighters[which[1]]), options)

    ready(wanted[0]).solve(progress=progress, within=within)  # compiling is announced

    def solve(which: tuple[int, str]) -> float:
        return min(float(ready(which).solve(within=within).win), 1.0)

    return dict(zip(wanted, on_threads(solve, wanted, progress, "duels"), strict=True))


def answer(question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """All tables."""
    asked = validated(LevelsQuestion, dict(question), "the question")
    world = validated(models.WorldOptions, dict(options), "the world's options")
    rules = models.Options.model_validate({name: getattr(world, name) for name in models.Options.model_fields})
    hero, race, foes = hero_named(asked.hero), slug(asked.race), foes_of(asked.race)
    wanted = spans(asked.levels, rules.max_level)
    wins = duel_wins(hero, wanted, foes, {**rules.model_dump(exclude_defaults=True), **SOLVABLE}, progress)
    rows = []
    for level in wanted:
        book, me, _ = pair(rules, hero, level, foes[0])
        rows.append(
            {
                "level": level,
                "HP": int(effective_max_hp(me, book)),
                "ATK": int(effective_atk(me, book)),
                "DEF": int(effective_def(me, book)),
                "SPD": int(me.spd),
                **{foe: wins[level, foe] for foe in foes},
            }
        )
    right = f"right to {WITHIN:g}" if rules.time == "events" else "exact"
    curve = [row for row in xp_rows(rules, hero, foes, asked.kills) if row["level"] in wanted]
    return {
        "tables": {"xp": curve, "duels": rows},
        "titles": {
            "xp": f"From each level to the next: the XP it takes, or kills of one kind of {race} alone; in all: since level 1",
            "duels": f"Chances of the {hero} to win a duel",
        },
        "sentence": (
            f"Typical rolls; chances are {right}, under independent draws and with time owed forgiven ({hero} against each kind of {race}, "
            f"each with its usual gear and potions). Ticks are for {asked.kills:g} kills in {TICKS} ticks, of all tiers by their shares."
        ),
    }
