"""The strength of a hero of each level: the XP curve, the time each level takes, and exact chances in a duel against each tier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from pydantic import Field

from fracas.engine.content.models import Model, changed_options
from fracas.engine.content.reading import validated
from fracas.engine.content.texts import whole_number
from fracas.engine.contract.progress import Progress
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.work.threads import on_threads
from fracas.errors import FracasError
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import content_book, raise_to
from fracas.rulesets.world_loop.codes import TIERS, Time
from fracas.rulesets.world_loop.library import HERO, foes_of, hero_named, library, slug
from fracas.rulesets.world_loop.rules.rewards import kill_xp
from fracas.rulesets.world_loop.rules.stats import effective_atk, effective_def, effective_max_hp
from fracas.rulesets.world_loop.stage import pair

SOLVABLE = {"draws": "independent", "lag": "forgiven"}
"""The options under which a duel can be solved."""
TOLERANCE = 1e-9
"""The error bound of chances in event time, where a duel has too many states to be solved in full."""
GOBLINS = "goblin"
TICKS = 100
"""Kills are counted per this many ticks."""


class LevelsQuestion(Model):
    """The hero, its foes, the levels, and its rate of kills."""

    hero: str = Field(HERO, description="A kind of hero")
    race: str = Field(GOBLINS, description="The race whose tiers it is set against")
    levels: str = Field("1-10,12,15,20,30,40,50", description="Levels: 1-10,20,50")
    kills: float = Field(5.0, gt=0, le=100_000, description=f"Kills in {TICKS} ticks")


def parse_levels(text: str, highest: int) -> list[int]:
    """Parse levels: ``1-5,10``."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        low, high = whole_number(first), whole_number(last if dash else first)
        if low is None or high is None:
            raise FracasError("bad-levels", f"the levels {text!r} cannot be read", "write them like 1-10,20,50")
        if not 1 <= low <= high <= highest:
            raise FracasError("bad-levels", f"there are no levels {part.strip()}", f"levels are 1 to {highest}, low to high")
        found.update(range(low, high + 1))
    return sorted(found)


# --- the XP curve -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rank:
    """A hero of a level: the XP to the next one, those since level 1, and the XP for a kill of each foe."""

    level: int
    needed: int
    total: int
    gains: Mapping[str, int]

    def kills(self, foe: str) -> int | None:
        """The number of kills of one foe for the next level; None if they give no XP."""
        return -(-self.needed // self.gains[foe]) if self.gains[foe] else None


def ranks(options: models.Options, hero: str, foes: Sequence[str]) -> list[Rank]:
    """A typical hero at every level; ``total`` is the XP earned when it leaves that level."""
    victims = {foe: pair(options, hero, foe).it for foe in foes}
    book, me, _ = pair(options, hero, foes[0])
    found: list[Rank] = []
    for level in range(1, options.max_level + 1):
        raise_to(me, book, level)
        needed, before = int(me.xp_to_next), found[-1].total if found else 0
        found.append(Rank(level, needed, before + needed, {foe: int(kill_xp(me, it, book)) for foe, it in victims.items()}))
    return found


def spawn_shares(foes: Sequence[str]) -> dict[str, int]:
    """The share in percent of each kind among spawned monsters of a race."""
    content, book = library(), content_book()[0]
    race = content.race_names.index(content.monsters[foes[0]].race)
    shares = dict.fromkeys(foes, 0)
    for tier, each in enumerate(content.tiers):
        kind = content.kind_names[int(book.kind_of[race * TIERS + tier])]
        if kind in shares:
            shares[kind] += each.share
    return shares


def xp_rows(options: models.Options, hero: str, foes: Sequence[str], kills: float) -> list[dict[str, Any]]:
    """The cost of each level: XP, kills of each tier alone, and ticks at the given rate of kills."""
    shares = spawn_shares(foes)
    rows: list[dict[str, Any]] = []
    ticks = 0.0
    for rank in ranks(options, hero, foes)[:-1]:
        mean = sum(gain * shares[foe] for foe, gain in rank.gains.items()) / max(sum(shares.values()), 1)
        ticks += rank.needed / mean / kills * TICKS if mean else float("inf")
        rows.append(
            {
                "level": rank.level,
                "XP to next": rank.needed,
                "XP in all": rank.total,
                **{foe: rank.kills(foe) for foe in foes},
                "ticks in all": round(ticks) if isfinite(ticks) else None,
            }
        )
    return rows


# --- duels ------------------------------------------------------------------------------------------------------------------------


def duel(hero: str, level: int, foe: str) -> dict[str, Any]:
    """A typical hero of a level against a typical foe, as a scenario."""
    return {"title": f"level {level} {hero} against {foe}", "a": {"kind": hero, "level": level}, "b": [foe]}


def duel_wins(
    hero: str, levels: Iterable[int], foes: Iterable[str], options: models.Options, progress: Progress
) -> dict[tuple[int, str], float]:
    """The exact chance of a typical hero of each level to win against each foe, with a thread for each core.

    Chances are under `SOLVABLE`; in event time they have an error bound of `TOLERANCE`. Ctrl-C keeps the finished ones.
    """
    within = TOLERANCE if options.time == Time.EVENTS else None
    changed = {**changed_options(options), **SOLVABLE}
    wanted = [(level, foe) for level in levels for foe in foes]

    def ready(which: tuple[int, str]) -> Encounter:
        return encounter("world-loop", duel(hero, *which), changed)

    ready(wanted[0]).solve(progress=progress, within=within)  # compiling is announced

    def solve(which: tuple[int, str]) -> float:
        return min(float(ready(which).solve(within=within).win), 1.0)

    found = on_threads(solve, wanted, progress, "duels", keep=True)
    return dict(zip(wanted[: len(found)], found, strict=True))


def answer(question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """All tables. Ctrl-C keeps the finished levels."""
    asked = validated(LevelsQuestion, dict(question), "the question")
    world = validated(models.WorldOptions, dict(options), "the world's options")
    rules = models.Options.model_validate({name: getattr(world, name) for name in models.Options.model_fields})
    hero, race, foes = hero_named(asked.hero), slug(asked.race), foes_of(asked.race)
    wanted = parse_levels(asked.levels, rules.max_level)
    wins = duel_wins(hero, wanted, foes, rules, progress)
    done = [level for level in wanted if all((level, foe) in wins for foe in foes)]
    if not done:
        raise KeyboardInterrupt
    rows = []
    for level in done:
        book, me, _ = pair(rules, {"kind": hero, "level": level}, foes[0])
        stats = {"HP": effective_max_hp(me, book), "ATK": effective_atk(me, book), "DEF": effective_def(me, book), "SPD": me.spd}
        rows.append({"level": level, **{name: int(stat) for name, stat in stats.items()}, **{foe: wins[level, foe] for foe in foes}})
    right = f"right to {TOLERANCE:g}" if rules.time == Time.EVENTS else "exact"
    curve = [row for row in xp_rows(rules, hero, foes, asked.kills) if row["level"] in done]
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
        "interrupted": done != wanted,
    }
