"""Balance of duels and worlds: exact figures before a duel, where difficulty jumps, how long levels take."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from fracas.engine.compile.threads import on_threads
from fracas.engine.content.models import changed_options
from fracas.engine.contract.progress import Progress, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.setup import Measure, Setup
from fracas.engine.encounter import encounter
from fracas.engine.records.record import Array
from fracas.engine.world.worlds import World, world_setup
from fracas.errors import FracasError
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.codes import GEAR, Said, Time
from fracas.rulesets.world_loop.levels import duel, duel_wins, ranks
from fracas.rulesets.world_loop.library import library
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.timing import delay
from fracas.rulesets.world_loop.stage import Pair

RULESET = "world-loop"
EVEN = 0.5
SURE = 0.95


# --- before a duel ----------------------------------------------------------------------------------------------------------------


def acts_in_a_tick(me: Any, book: Any) -> float:
    """How often a fighter acts in a tick: once, or in event time as often as its delay allows."""
    return 1 / float(delay(me, book)) if book.options.time == Time.EVENTS else 1.0


def cost_of_drinking(me: Any, book: Any) -> float:
    """How many attacks a potion costs: the one of this tick, or in event time as many as would fit into its delay."""
    return float(book.options.potion_delay / delay(me, book)) if book.options.time == Time.EVENTS else 1.0


def measures(setup: Setup) -> dict[str, Measure]:
    """Of A and of the first of its foes: how often attacks miss and are critical, how often a hit does nothing, and how often they come."""
    book, fighters = setup.book[0], setup.state[0].fighters
    found = {}
    for one, other in ((0, 1), (1, 0)):
        me, name = fighters[one], setup.names[one]
        blow = blow_odds(Pair(book, me, fighters[other]), int(book.ground[one]), int(book.ground[other]))
        hits = 1 - blow.miss
        found[f"{name} misses"] = Measure(blow.miss)
        found[f"{name}'s hits are critical"] = Measure(blow.crit)
        found[f"{name}'s hits do nothing"] = Measure((blow.damage[0] - blow.miss) / hits if hits else 0)
        found[f"{name}'s attacks in a tick"] = Measure(acts_in_a_tick(me, book), share=False)
        found[f"attacks that a potion costs {name}"] = Measure(cost_of_drinking(me, book), share=False)
    return found


# --- tiers ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Foe:
    """How a foe stands to a hero who grows: the hero's chance at each level."""

    name: str
    wins: Mapping[int, float]

    def first(self, chance: float) -> int | None:
        """The first of the levels from which on the hero's chance is never below this one."""
        reached = None
        for level in sorted(self.wins, reverse=True):
            if self.wins[level] < chance:
                break
            reached = level
        return reached


@dataclass(frozen=True)
class Drop:
    """The largest drop from one foe to the next, for a hero of a level."""

    level: int
    by: float
    easier: str
    harder: str


def chances(
    hero: str,
    levels: Sequence[int],
    foes: Mapping[str, Any],
    options: models.Options,
    fights: int,
    seed: int,
    progress: Progress,
) -> list[Foe]:
    """A hero's chances against foes (each a kind or a fighter, by name): exact under `SOLVABLE`, or in so many fights.

    Ctrl-C keeps the levels that are done.
    """
    if fights < 0:
        raise FracasError("bad-n", f"{fights} fights cannot be fought", "ask for at least 1, or 0 for exact chances")

    def fought(which: tuple[int, str]) -> float:
        run = encounter(RULESET, duel(hero, which[0], foes[which[1]]), changed_options(options)).simulate(fights, seed)
        if run.interrupted:
            raise KeyboardInterrupt
        return run.wins / run.n

    if fights:
        pairs = [(level, name) for level in levels for name in foes]
        found = one_by_one(fought, pairs, progress, "duels")
        wins = dict(zip(pairs[: len(found)], found, strict=True))
    else:
        wins = duel_wins(hero, levels, foes, options, progress, keep=True)
    done = [level for level in levels if all((level, name) in wins for name in foes)]
    if not done:
        raise KeyboardInterrupt
    return [Foe(name, {level: wins[level, name] for level in done}) for name in foes]


def drops(foes: Sequence[Foe], levels: Iterable[int]) -> list[Drop]:
    """Where difficulty jumps most between neighbouring foes, at each level."""
    found = []
    for level in levels:
        steps = [Drop(level, easy.wins[level] - hard.wins[level], easy.name, hard.name) for easy, hard in pairwise(foes)]
        found.append(max(steps, key=lambda step: step.by, default=Drop(level, 0.0, foes[0].name, foes[0].name)))
    return found


def stripped(kind: str) -> dict[str, Any]:
    """A monster as it is, without each thing that it wears or carries, and without any of them."""
    monster = library().monsters[kind]
    worn = [slot.slug for slot in GEAR if getattr(monster, slot.slug)]
    found: dict[str, Any] = {"as it is": kind}
    found |= {f"without its {getattr(monster, place)}": {"kind": kind, place: "none"} for place in worn}
    if monster.bag:
        found["without its potions"] = {"kind": kind, "bag": {}}
    if len(found) > 2:
        found["with nothing"] = {"kind": kind, **dict.fromkeys(worn, "none"), "bag": {}}
    return found


# --- how long levels take ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Life:
    """What a hero of a world has come to: the tick of each level, and the XP it had earned at two ticks, the second its last."""

    seed: int
    reached: Mapping[int, int]
    level: int
    halfway: tuple[int, int]
    end: tuple[int, int]

    @property
    def rate(self) -> float:
        """XP in a tick, between the two."""
        (first, before), (last, after) = self.halfway, self.end
        return (after - before) / (last - first) if last > first else 0.0


@dataclass(frozen=True)
class Climb:
    """What it takes to reach a level: XP, kills of each foe alone, and ticks in worlds; estimated ones where not even half got there."""

    level: int
    xp: int
    kills: Mapping[str, int | None]
    ticks: Sequence[int]
    estimate: float | None

    def spread(self) -> tuple[float, int, int] | None:
        """Median, least and most of those who reached it."""
        return (median(self.ticks), min(self.ticks), max(self.ticks)) if self.ticks else None


def _levels_only(rows: Array) -> Array:
    found: Array = rows[:, 0] == Said.LEVELS
    return found


def live(
    plan: str | None, options: Mapping[str, Any], seed: int, ticks: int, top: int, curve: Mapping[int, int], stopped: threading.Event
) -> list[Life]:
    """A world, until all its heroes are of the top level or the ticks are over, and the lives of its heroes."""
    world = World(RULESET, plan, options, seed)

    def heroes() -> Any:
        alive = world.arrays.entities[world.arrays.entities["alive"] == 1]
        return alive[alive["hero"] == 1]

    def earned() -> dict[int, int]:
        return {int(e["body"]["uid"]): curve[int(e["body"]["level"])] + int(e["body"]["xp"]) for e in heroes()}

    halves = {0: earned()}
    stride = max(ticks // 200, 1)
    while world.tick < ticks and not stopped.is_set() and heroes()["body"]["level"].min(initial=top) < top:
        world.advance(min(stride, ticks - world.tick), _levels_only)
        if world.stopped:
            raise KeyboardInterrupt
        halves[world.tick] = earned()
    half = min(halves, key=lambda tick: abs(2 * tick - world.tick))
    found = []
    for hero in heroes():
        uid = int(hero["body"]["uid"])
        reached = {event.b: tick for tick, event in world.events if event.code == Said.LEVELS and event.a == uid}
        found.append(Life(seed, reached, int(hero["body"]["level"]), (half, halves[half][uid]), (world.tick, halves[world.tick][uid])))
    return found


def lives(
    plan: str | None, options: Mapping[str, Any], seeds: range, ticks: int, top: int, curve: Mapping[int, int], progress: Progress
) -> list[Life]:
    """The lives of all heroes of a world of each seed, on threads. Ctrl-C keeps the first seeds, as far as they are done."""
    World(RULESET, plan, options, seeds[0], progress)  # compiling is announced
    stopped = threading.Event()
    try:
        found = on_threads(lambda seed: live(plan, options, seed, ticks, top, curve, stopped), seeds, progress, "worlds", keep=True)
    finally:
        stopped.set()
    return [life for of_seed in found for life in of_seed]


def estimated(life: Life, level: int, curve: Mapping[int, int], gains: Mapping[int, int]) -> float:
    """The tick at which a hero will reach a level, if it goes on to kill as it did, for what kills bring at each level."""
    tick, earned = float(life.end[0]), life.end[1]
    for next_level in range(life.level + 1, level + 1):
        rate = life.rate * gains[next_level - 1] / gains[life.level] if gains[life.level] else 0.0
        if rate <= 0:
            return float("inf")
        tick += (curve[next_level] - max(earned, curve[next_level - 1])) / rate
    return tick


def climbs(
    hero: str,
    foes: Sequence[str],
    levels: Sequence[int],
    options: models.Options,
    plan: str | None,
    seeds: range,
    ticks: int,
    progress: Progress,
) -> tuple[list[Climb], list[Life]]:
    """What it takes to reach each level: by the XP curve, and in worlds of some seeds."""
    curve = ranks(options, hero, foes)
    earned = {1: 0, **{rank.level + 1: rank.total for rank in curve}}
    chosen = {**changed_options(options), "hero_kind": hero}
    check_world(plan, chosen)
    found = lives(plan, chosen, seeds, ticks, max(levels), earned, progress)
    gains = {rank.level: rank.gains[foes[-1]] for rank in curve}
    made = []
    for level in levels:
        kills: dict[str, int | None] = {}
        for foe in foes:
            each = [rank.kills(foe) for rank in curve[: level - 1]]
            kills[foe] = None if None in each else sum(n or 0 for n in each)
        got = sorted(life.reached[level] for life in found if level in life.reached)
        estimate = None
        if 2 * len(got) < len(found):
            estimate = median(life.reached[level] if level in life.reached else estimated(life, level, earned, gains) for life in found)
        made.append(Climb(level, earned[level], kills, got, estimate))
    return made, found


def check_world(plan: str | None, options: Mapping[str, Any]) -> None:
    """Refuse a world that is not there, or has no heroes."""
    if not world_setup(load_ruleset(RULESET), plan, options).options.heroes:
        raise FracasError("no-hero", "there are no heroes in this world", "take a world that has some")
