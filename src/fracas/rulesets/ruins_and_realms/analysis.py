"""Analysis over whole level bands: styles against each other, hit rates by level, boards of 64 and of 36 results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np

from fracas.dice import ExactDice
from fracas.engine.content.models import changed_options, mean_of
from fracas.engine.contract.progress import Done, Progress, one_by_one
from fracas.engine.contract.setup import Measure, Setup, chance
from fracas.engine.encounter import encounter
from fracas.engine.sample.simulate import deviations
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models, policies
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACES, Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import build, known_manoeuvres, library, locked_cells, shift_at, slots_at, tier_at
from fracas.rulesets.ruins_and_realms.codes import Policy, Said, Way, When, Zone
from fracas.rulesets.ruins_and_realms.models import ENEMIES
from fracas.rulesets.ruins_and_realms.odds import OUTCOMES, hit_chance
from fracas.rulesets.ruins_and_realms.rules.attack import attack, can_strike
from fracas.rulesets.ruins_and_realms.rules.fatigue import fatigue
from fracas.rulesets.ruins_and_realms.rules.shifting import rolls_reaching, shift_costs, way_to
from fracas.rulesets.ruins_and_realms.stage import Staged, dummy, events
from fracas.rulesets.ruins_and_realms.state import STRIKE

RULESET = "ruins-and-realms"
PRACTICE_HP = models.MAX_HP


# --- before a fight -----------------------------------------------------------------------------------------------------


def first_attack(setup: Setup) -> dict[str, Fraction]:
    """The chances of each outcome of the hero's first attack: exact, shifted, prime, fumble, miss."""
    found = Staged(setup).roll_odds().map(lambda pair: pair[0])
    return {name: found[name] for name in OUTCOMES}


def creature_hits(setup: Setup, who: int) -> Fraction:
    """How often a creature's first attack hits: a manoeuvre in reach, or its Prime."""

    def hits(dice: ExactDice, now: object) -> bool:
        return bool(attack(dice, now, setup.book[0], who) or events(dice, Said.PRIME_ATTACK))  # type: ignore[arg-type]

    return Staged(setup).distribution(hits)[True]


def measures(setup: Setup) -> dict[str, Measure]:
    """How often the hero's first attack hits, how often it is an Exact Strike, how often each creature's hits."""
    attack = first_attack(setup)
    found = {"the hero hits": Measure(hit_chance(attack)), "exact strikes": Measure(attack["exact"])}
    return found | {f"{name} hits": Measure(creature_hits(setup, who)) for who, name in enumerate(setup.names) if who}


class FirstHit(NamedTuple):
    """A first hit on a target without interrupts and defence: damage, blows, effects, and the damage of shifted and exact strikes."""

    damage: float
    blows: float
    effects: float
    shifted: float
    exact: float


def chosen_strikes(fight: Staged, policy: str) -> Counter[tuple[int, int]]:
    """What a policy does with the 64 rolls of a first attack: how many rolls it uses for which manoeuvre, in which `Way`."""
    found: Counter[tuple[int, int]] = Counter()
    for cell in ALL_CELLS:
        fight.lay(cell)
        shift = fight.shift()
        if fight.book.zones[cell.number] in (Zone.FUMBLE, Zone.CRITICAL_FUMBLE) or not can_strike(fight.state, fight.book, shift):
            continue
        action = int(policies.choose(ExactDice(), Policy.of(policy), fight.state, fight.book))
        if action >= STRIKE:
            slot = (action - STRIKE) // ENEMIES
            found[slot, int(way_to(fight.state, fight.book, slot, shift))] += 1
    return found


def first_hit(hero: models.Hero, options: models.Options, policy: str) -> FirstHit:
    """What a hero's first hit is like, as a policy chooses among the manoeuvres in reach of each roll."""
    foe = models.Creature.model_validate(dummy(options, PRACTICE_HP))
    fight = Staged(build(models.Scenario(hero=hero, creatures=(foe,)), options))
    moves = fight.setup.details["hero"].manoeuvres
    slots = range(len(moves))
    strikes = chosen_strikes(fight, policy)
    blows = {(slot, way): fight.blows(way, slot) for slot, way in {*strikes, *product(slots, (Way.SHIFTED, Way.EXACT))}}
    total = sum(strikes.values()) or 1

    def mean(of: int, counts: Mapping[tuple[int, int], int], n: int) -> float:
        means = (blows[strike].map(lambda pair: pair[of]).mean() * times for strike, times in counts.items())
        return float(sum(means, Fraction(0)) / n)

    return FirstHit(
        mean(0, strikes, total),
        mean(1, strikes, total),
        sum(len(moves[slot].effects) * n for (slot, _), n in strikes.items()) / total,
        *(mean(0, {(slot, way): 1 for slot in slots}, len(slots)) for way in (Way.SHIFTED, Way.EXACT)),
    )


# --- heroes of any level ------------------------------------------------------------------------------------------------


def usable(style: str, level: int, options: models.Options) -> list[models.Manoeuvre]:
    """The manoeuvres that a hero of this style and level can equip and always use: none on a locked cell, none with a condition."""
    locked = locked_cells(options)
    return [m for m in known_manoeuvres(style, level) if m.cell not in locked and m.only_when is When.ALWAYS]


def mean_best_damage(moves: Iterable[models.Manoeuvre], shift: int, locked: frozenset[Cell]) -> float:
    """The mean damage of the strongest manoeuvre in reach, added up over all rolls."""
    best = [0.0] * len(ALL_CELLS)
    for move in moves:
        power, rolls = mean_of(move.damage), rolls_reaching(move.cell, shift, locked)
        best = [max(value, power) if rolls >> i & 1 else value for i, value in enumerate(best)]
    return sum(best)


def fill_slots(hero: models.Hero, options: models.Options) -> models.Hero:
    """A hero with as many manoeuvres as there are slots: manoeuvres are added, or dropped.

    Added are those that raise `mean_best_damage` most, dropped those that lower it least; first of all those on a locked cell.
    """
    locked, shift = locked_cells(options), hero.shift if hero.shift is not None else shift_at(hero.level, options)
    of_style = library().by_style[hero.style]
    moves = [of_style[m] if isinstance(m, str) and m in of_style else m for m in hero.manoeuvres]
    kept = [m for m in moves if isinstance(m, models.Manoeuvre) and m.cell not in locked]
    spare = [m for m in usable(hero.style, hero.level, options) if m.dice not in {k.dice for k in kept}]
    slots = slots_at(hero.level, options)
    while len(kept) > slots:
        kept = max(([m for m in kept if m is not out] for out in kept), key=lambda rest: mean_best_damage(rest, shift, locked))
    while len(kept) < slots and spare:
        best = max(spare, key=lambda m: mean_best_damage([*kept, m], shift, locked))
        kept.append(best)
        spare.remove(best)
    return hero.model_copy(update={"manoeuvres": tuple(m.id if of_style.get(m.id) == m else m for m in kept)})


def hero_at(style: str, level: int, options: models.Options) -> models.Hero:
    """The hero of a style at a level: the one that ships for it or for the nearest level below, with every slot filled."""
    heroes = [h for h in library().heroes.values() if h.style == style and h.level <= level]
    if not heroes:
        raise FracasError("no-hero", f"no hero of {style} ships for level {level} or below", "ask about a higher level")
    nearest = max(heroes, key=lambda h: h.level)
    return fill_slots(nearest.model_copy(update={"level": level}), options)


def foes_at(level: int) -> list[models.Creature]:
    """The ordinary creatures of a level."""
    found = [c for c in library().creatures.values() if c.level == level and c.rank == "ordinary"]
    if not found:
        levels = sorted({c.level for c in library().creatures.values() if c.rank == "ordinary"})
        raise FracasError("no-creatures", f"there is no ordinary creature of level {level}", f"levels with some: {levels}")
    return found


# --- styles -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StyleAt:
    """How a style's hero of a level fares against the ordinary creatures of that level, each counting the same.

    ``win`` lies within ``sure`` of the truth with 95 % confidence; ``left`` is the share of HP left; ``deals`` and ``takes`` are HP a
    round; ``attack`` has the chances of each outcome of the first attack.
    """

    style: str
    level: int
    hero: models.Hero
    attack: Mapping[str, Fraction]
    win: float
    sure: float
    rounds: float
    left: float
    deals: float
    takes: float
    foes: Mapping[str, float]

    @property
    def hits(self) -> float:
        """How often the first attack hits."""
        return float(hit_chance(self.attack))

    def to_data(self) -> dict[str, Any]:
        """The figures as data for JSON."""
        figures = {name: value for name, value in vars(self).items() if name != "hero"}
        moves = [m if isinstance(m, str) else m.id for m in self.hero.manoeuvres]
        return figures | {"manoeuvres": moves, "attack": {name: chance(p) for name, p in self.attack.items()}, "hits": self.hits}


class Trial(NamedTuple):
    """How styles are compared: rules, policies of both sides, number of fights of each hero against each creature."""

    options: models.Options
    policies: tuple[str, str]
    fights: int
    seed: int
    progress: Progress

    def style_at(self, style: str, level: int) -> StyleAt:
        """Let a style's hero of a level fight every ordinary creature of it, always with the same dice."""
        hero, foes = hero_at(style, level, self.options), foes_at(level)
        wins: dict[str, float] = {}
        figures = []
        for foe in foes:
            data = models.Scenario(hero=hero, creatures=(foe,)).model_dump(mode="json")
            fight = encounter(RULESET, data, changed_options(self.options), self.policies)
            run = fight.simulate(self.fights, self.seed, progress=self.progress)
            if run.interrupted:
                raise KeyboardInterrupt
            ours, theirs = (sum(hp * p for hp, p in run.health_distribution(side).items()) for side in (0, 1))
            most = fight.setup.details["hero"].max_hp
            wins[foe.id] = run.win
            figures.append((run.mean_rounds, ours / most, (foe.hp - theirs) / run.mean_rounds, (most - ours) / run.mean_rounds))
        n = len(foes)
        sure = deviations() * sqrt(sum(p * (1 - p) / self.fights for p in wins.values())) / n
        rounds, left, deals, takes = (sum(column) / n for column in zip(*figures, strict=True))
        attack = first_attack(fight.setup)
        return StyleAt(style, level, hero, attack, sum(wins.values()) / n, sure, rounds, left, deals, takes, wins)

    def styles(self, levels: Sequence[int]) -> Done[StyleAt]:
        """Every style at every level."""
        pairs = list(product(levels, models.STYLES))
        return one_by_one(lambda pair: self.style_at(pair[1], pair[0]), pairs, self.progress, "heroes")


class Spread(NamedTuple):
    """The styles of a level together: the best, the worst, and means over all."""

    level: int
    best: StyleAt
    worst: StyleAt
    hits: float
    win: float
    rounds: float
    left: float

    @property
    def points(self) -> float:
        """How far the best and the worst are apart: the difference of their chances to win."""
        return self.best.win - self.worst.win


def spreads(found: Iterable[StyleAt]) -> list[Spread]:
    """The spread of styles at each level."""
    by_level: dict[int, list[StyleAt]] = {}
    for each in found:
        by_level.setdefault(each.level, []).append(each)

    def spread(level: int, those: list[StyleAt]) -> Spread:
        best, worst = (pick(those, key=lambda each: each.win) for pick in (max, min))
        means = (sum(getattr(each, what) for each in those) / len(those) for what in ("hits", "win", "rounds", "left"))
        return Spread(level, best, worst, *means)

    return [spread(level, those) for level, those in by_level.items()]


# --- boards -------------------------------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A board of two dice with this number of faces, and its locked cells."""

    faces: int
    fumbles: tuple[Cell, ...]
    primes: tuple[Cell, ...]

    def rolls(self) -> list[Cell]:
        """All results."""
        return [cell for cell in ALL_CELLS if max(cell) <= self.faces]

    def barred(self) -> frozenset[Cell]:
        """What cannot be entered: the locked cells, and all that lies outside."""
        return frozenset({*self.fumbles, *self.primes, *(cell for cell in ALL_CELLS if max(cell) > self.faces)})

    def places(self) -> list[Cell]:
        """The cells that manoeuvres can have."""
        return [cell for cell in self.rolls() if cell not in self.barred()]

    def set_hits(self, cells: Sequence[Cell], slots: int, shift: int) -> tuple[Fraction, Fraction]:
        """How often an attack hits with manoeuvres on ``slots`` of these cells: the mean over all sets of cells, and the best."""
        masks = np.array([rolls_reaching(cell, shift, self.barred()) for cell in cells], np.uint64)
        sets = np.array(list(combinations(range(len(cells)), min(slots, len(cells)))))
        hit = np.bitwise_count(np.bitwise_or.reduce(masks[sets], axis=1)) + len(self.primes)
        return Fraction(int(hit.sum()), len(hit) * len(self.rolls())), Fraction(int(hit.max()), len(self.rolls()))

    def mean_hits(self, slots: int, shift: int) -> Fraction:
        """The mean hit rate over all places that ``slots`` manoeuvres can have, without trying every set."""
        places = self.places()
        hit = Fraction(len(self.primes))
        for start in self.rolls():
            costs = shift_costs(start, self.barred())
            near = sum(costs[cell.number] <= shift for cell in places)
            hit += 1 - Fraction(comb(len(places) - near, slots), comb(len(places), slots))
        return hit / len(self.rolls())


PARENT_SLOTS, PARENT_SHIFT = 2, 2
PARENT = Board(6, (Cell(1, 1),), (Cell(6, 6),))
"""The board of the parent game: 36 results, the double 1 and the double 6 locked."""


def own_board(options: models.Options) -> Board:
    """The board under these options."""
    return Board(FACES, parse_cells(options.fumble_zone), parse_cells(options.prime_zone))


def boards(slots: int, options: models.Options) -> Iterator[tuple[Board, int, Fraction]]:
    """The parent game's board with its two manoeuvres, and this one with 1 to ``slots``: hit rates."""
    yield PARENT, PARENT_SLOTS, PARENT.mean_hits(PARENT_SLOTS, PARENT_SHIFT)
    for n in range(1, slots + 1):
        yield own_board(options), n, own_board(options).mean_hits(n, options.starting_shift)


# --- progression --------------------------------------------------------------------------------------------------------


class LevelGives(NamedTuple):
    """What a hero of a level has, and how often an attack hits: the mean over all full sets of manoeuvres, and the best set."""

    level: int
    shift: int
    slots: int
    tier: int
    mean: float
    best: float
    new: tuple[str, ...]


def progression(styles: Sequence[str], options: models.Options, turn: int = 1) -> list[LevelGives]:
    """What every level gives, and the hit rates there in a round, averaged over styles."""
    more = fatigue(options, turn)
    found: list[LevelGives] = []
    had: dict[str, int] = {}
    for level in range(1, models.MAX_LEVEL + 1):
        has = {"shift": shift_at(level, options), "slots": slots_at(level, options), "tier": tier_at(level)}
        news = tuple(name for name in has if had and has[name] > had[name])
        if news or not found:
            cells = [[m.cell for m in usable(style, level, options)] for style in styles]
            hits = [own_board(options).set_hits(each, has["slots"], has["shift"] + more) for each in cells]
            mean, best = (sum(map(float, each)) / len(hits) for each in zip(*hits, strict=True))
        found.append(LevelGives(level, has["shift"], has["slots"], has["tier"], mean, best, news))
        had = has
    return found


def longest_wait(levels: Sequence[LevelGives]) -> tuple[int, int]:
    """The most levels in a row that bring nothing new after one that did (or the first): from and to."""
    starts = [each.level for each in levels if each.new or each.level == 1]
    ends = [level - 1 for level in starts[1:]] + [levels[-1].level]
    return max(zip(starts, ends, strict=True), key=lambda pair: pair[1] - pair[0])
