"""What the rules come to over whole level bands: styles against each other, hit rates by level, boards of 64 and of 36 results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from fracas.dice import Event, distribution
from fracas.dice.enumerated import ExactDice
from fracas.engine.content.models import changed_options, mean_of
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.setup import Measure, Setup
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.records.record import new
from fracas.engine.sample.simulate import deviations
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import blows, models, odds, policies, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, parse_cells, shift_costs
from fracas.rulesets.ruins_and_realms.book import (
    build,
    known_manoeuvres,
    library,
    locked_cells,
    put_options,
    shift_at,
    slots_at,
    tier_at,
)

RULESET = "ruins-and-realms"
HITS = ("exact", "shifted", "prime")
PRACTICE_HP = models.MOST_HP


# --- before a fight -----------------------------------------------------------------------------------------------------


def first_attack(setup: Setup) -> dict[str, Fraction]:
    """The chances of what the hero's first attack comes to: exact, shifted, prime, fumble, miss."""
    found = distribution(lambda dice: odds.roll_outcome(setup, dice)[0])
    return {name: found[name] for name in odds.OUTCOMES}


def creature_hits(setup: Setup, who: int) -> Fraction:
    """How often a creature's attack hits, before anything has been laid on anyone: a manoeuvre in reach, or its Prime."""

    def hits(dice: ExactDice) -> bool:
        now = setup.state.copy()[0]
        now.turn = who
        rules.throw(dice, now, setup.book[0], who)
        said = {e.code for e in dice.entries if isinstance(e, Event)}
        return state.Said.PRIME_ATTACK in said or bool(now.rolled and now.turn == who)

    return distribution(hits)[True]


def measures(setup: Setup) -> dict[str, Measure]:
    """How often the hero's first attack hits, how often it is an Exact Strike, how often each creature's hits."""
    attack = first_attack(setup)
    found = {
        "the hero hits": Measure(sum((attack[name] for name in HITS), Fraction(0))),
        "exact strikes": Measure(attack["exact"]),
    }
    return found | {f"{name} hits": Measure(creature_hits(setup, who)) for who, name in enumerate(setup.names) if who}


class FirstHit(NamedTuple):
    """A first hit on a target without interrupts and defence: damage, blows, effects, and the damage by the way it was come by."""

    damage: float
    blows: float
    effects: float
    shifted: float
    exact: float


def blow_of(setup: Setup, slot: int, how: int) -> tuple[Fraction, Fraction]:
    """The mean damage of a manoeuvre come by in a way, and how many blows it is, second ones included."""

    def struck(dice: ExactDice) -> tuple[int, int]:
        blows.strike(dice, setup.state.copy()[0], setup.book[0], slot, 1, how)
        landed = [e for e in dice.entries if isinstance(e, Event) and e.code == state.Said.TAKES and e.a == 1]
        return odds.struck(dice, 1), len(landed)

    found = distribution(struck)
    return found.map(lambda pair: pair[0]).mean(), found.map(lambda pair: pair[1]).mean()


def chosen_ways(setup: Setup, policy: str) -> dict[tuple[int, int], int]:
    """What a policy does with the 64 rolls of a first attack: manoeuvre and the way it is come by, and of how many rolls."""
    book, number = setup.book[0], policies.POLICIES.index(policy)
    found: dict[tuple[int, int], int] = {}
    for cell in ALL_CELLS:
        now = setup.state.copy()[0]
        now.rolled, now.table = 1, cell.number
        shift = blows.shift_total(now, book, state.HERO)
        if book.zones[cell.number] in (state.FUMBLE, state.CRITICAL_FUMBLE) or not rules.can_strike(now, book, shift):
            continue
        action = int(policies.choose(ExactDice(), number, now, book))
        if action >= state.STRIKE:
            slot = (action - state.STRIKE) // state.ENEMIES
            way = (slot, int(rules.way_to(now, book, slot, shift)))
            found[way] = found.get(way, 0) + 1
    return found


def first_hit(hero: models.Hero, options: models.Options, policy: str) -> FirstHit:
    """What a hero's first hit is like, as a policy chooses among the manoeuvres in reach of each roll."""
    foe = models.Creature.model_validate(odds.dummy(options, PRACTICE_HP))
    setup = build(models.Scenario(hero=hero, creatures=(foe,)), options)
    moves = setup.details["hero"].manoeuvres
    ways = chosen_ways(setup, policy)
    wanted = {*ways, *((slot, how) for slot in range(len(moves)) for how in (state.SHIFTED, state.EXACT))}
    blow = {way: blow_of(setup, *way) for way in wanted}
    total = sum(ways.values()) or 1

    def mean(how: int) -> float:
        return float(sum((blow[slot, how][0] for slot in range(len(moves))), Fraction(0)) / len(moves))

    return FirstHit(
        float(sum((blow[way][0] * n for way, n in ways.items()), Fraction(0)) / total),
        float(sum((blow[way][1] * n for way, n in ways.items()), Fraction(0)) / total),
        sum(len(moves[slot].effects) * n for (slot, _), n in ways.items()) / total,
        mean(state.SHIFTED),
        mean(state.EXACT),
    )


# --- heroes of any level ------------------------------------------------------------------------------------------------


def reached(cell: Cell, shift: int, locked: frozenset[Cell]) -> int:
    """The rolls that can be turned into a cell with so many points, a bit each."""
    return sum(1 << start.number for start in ALL_CELLS if shift_costs(start, locked)[cell.number] <= shift)


def usable(style: str, level: int, options: models.Options) -> list[models.Manoeuvre]:
    """The manoeuvres of a style that a hero of a level can equip and always use: not those on a locked cell, or with a condition."""
    locked = locked_cells(options)
    return [m for m in known_manoeuvres(style, level) if m.cell not in locked and m.only_when == "always"]


def promise(moves: Iterable[models.Manoeuvre], shift: int, locked: frozenset[Cell]) -> float:
    """What a set of manoeuvres promises: over all rolls, the mean damage dice of the strongest that is in reach."""
    best = [0.0] * len(ALL_CELLS)
    for move in moves:
        power, rolls = mean_of(move.damage), reached(move.cell, shift, locked)
        best = [max(value, power) if rolls >> i & 1 else value for i, value in enumerate(best)]
    return sum(best)


def equipped(hero: models.Hero, options: models.Options) -> models.Hero:
    """A hero with as many manoeuvres as there are slots: what is lacking is added, what is too much is left out.

    Added is what adds most to the damage that the rolls promise, left out what takes least from it; a manoeuvre whose cell is locked
    goes first.
    """
    locked, shift = locked_cells(options), hero.shift if hero.shift is not None else shift_at(hero.level, options)
    of_style = library().manoeuvres[hero.style]
    moves = [of_style[m] if isinstance(m, str) and m in of_style else m for m in hero.manoeuvres]
    kept = [m for m in moves if isinstance(m, models.Manoeuvre) and m.cell not in locked]
    spare = [m for m in usable(hero.style, hero.level, options) if m.dice not in {k.dice for k in kept}]
    slots = slots_at(hero.level, options)
    while len(kept) > slots:
        kept = max(([m for m in kept if m is not out] for out in kept), key=lambda rest: promise(rest, shift, locked))
    while len(kept) < slots and spare:
        best = max(spare, key=lambda m: promise([*kept, m], shift, locked))
        kept.append(best)
        spare.remove(best)
    return hero.model_copy(update={"manoeuvres": tuple(m.id if of_style.get(m.id) == m else m for m in kept)})


def hero_at(style: str, level: int, options: models.Options) -> models.Hero:
    """The hero of a style at a level: the one that ships for it or for the nearest level below, with every slot filled."""
    heroes = [h for h in library().heroes.values() if h.style == style and h.level <= level]
    if not heroes:
        raise FracasError("no-hero", f"no hero of {style} ships for level {level} or below", "ask about a higher level")
    nearest = max(heroes, key=lambda h: h.level)
    return equipped(nearest.model_copy(update={"level": level}), options)


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
    round; ``attack`` is what the first attack comes to.
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
        return float(sum(self.attack[name] for name in HITS))


def duel(hero: models.Hero, foe: models.Creature, options: models.Options, players: tuple[str, str]) -> Encounter:
    """A hero against a creature."""
    fight = models.Scenario(hero=hero, creatures=(foe,)).model_dump(mode="json")
    return encounter(RULESET, fight, changed_options(options), players)


def style_at(
    style: str, level: int, options: models.Options, players: tuple[str, str], fights: int, seed: int, progress: Progress
) -> StyleAt:
    """Let a style's hero of a level fight every ordinary creature of it, so many times each, always with the same dice."""
    hero, foes = hero_at(style, level, options), foes_at(level)
    wins: dict[str, float] = {}
    rounds, left, deals, takes = [], [], [], []
    attack: Mapping[str, Fraction] = {}
    for foe in foes:
        fight = duel(hero, foe, options, players)
        attack = attack or first_attack(fight.setup)
        run = fight.simulate(fights, seed, progress=progress)
        if run.interrupted:
            raise KeyboardInterrupt
        ours, theirs = (sum(hp * p for hp, p in run.health_distribution(side).items()) for side in (0, 1))
        most = fight.setup.details["hero"].max_hp
        wins[foe.id] = run.win
        rounds.append(run.mean_rounds)
        left.append(ours / most)
        deals.append((foe.hp - theirs) / run.mean_rounds)
        takes.append((most - ours) / run.mean_rounds)
    n = len(foes)
    sure = deviations() * sqrt(sum(p * (1 - p) / fights for p in wins.values())) / n
    each, most_left, dealt, taken = (sum(figures) / n for figures in (rounds, left, deals, takes))
    return StyleAt(style, level, hero, attack, sum(wins.values()) / n, sure, each, most_left, dealt, taken, wins)


def styles_at(
    levels: Sequence[int], options: models.Options, players: tuple[str, str], fights: int, seed: int, progress: Progress
) -> list[StyleAt]:
    """Every style at every level."""
    found = []
    for level in levels:
        for style in models.STYLES:
            found.append(style_at(style, level, options, players, fights, seed, progress))
            progress.at(len(found), len(levels) * len(models.STYLES), "heroes")
    return found


class Spread(NamedTuple):
    """The best and the worst style of a level, and how far apart they are."""

    level: int
    best: StyleAt
    worst: StyleAt

    @property
    def points(self) -> float:
        """The difference of their chances to win."""
        return self.best.win - self.worst.win


def spreads(found: Iterable[StyleAt]) -> list[Spread]:
    """The spread of styles at each level."""
    by_level: dict[int, list[StyleAt]] = {}
    for each in found:
        by_level.setdefault(each.level, []).append(each)
    return [
        Spread(level, max(those, key=lambda each: each.win), min(those, key=lambda each: each.win)) for level, those in by_level.items()
    ]


# --- progression --------------------------------------------------------------------------------------------------------


class LevelGives(NamedTuple):
    """What a hero of a level has, how often an attack hits: on average over every full set of manoeuvres, and with the best set."""

    level: int
    shift: int
    slots: int
    tier: int
    mean: float
    best: float
    new: tuple[str, ...]


def fatigue_in(turn: int, options: models.Options) -> int:
    """Shift points that the Fatigue Die gives in a round."""
    book, now = new(state.Book), new(state.State)
    put_options(book[0], options)
    now[0].tempo = min(turn, int(book[0].tempo_most))
    return int(blows.tired(now[0], book[0]))


def set_hits(style: str, level: int, options: models.Options, more: int = 0) -> tuple[float, float]:
    """How often a hero of a style and level hits, with ``more`` shift points: the mean over all full sets of manoeuvres, and the best."""
    locked, primes = locked_cells(options), len(parse_cells(options.prime_zone))
    moves = usable(style, level, options)
    slots = min(slots_at(level, options), len(moves))
    shift = shift_at(level, options) + more
    masks = np.array([reached(m.cell, shift, locked) for m in moves], np.uint64)
    sets = np.array(list(combinations(range(len(moves)), slots)))
    hit = np.bitwise_count(np.bitwise_or.reduce(masks[sets], axis=1)) + primes
    return float(hit.mean()) / state.CELLS, float(hit.max()) / state.CELLS


def progression(styles: Sequence[str], options: models.Options, turn: int = 1) -> list[LevelGives]:
    """What every level gives, and the hit rates there in a round, averaged over styles."""
    more = fatigue_in(turn, options)
    found: list[LevelGives] = []
    had: dict[str, int] = {}
    for level in range(1, models.MOST_LEVEL + 1):
        has = {"shift": shift_at(level, options), "slots": slots_at(level, options), "tier": tier_at(level)}
        news = tuple(name for name in has if had and has[name] > had[name])
        if news or not found:
            hits = [set_hits(style, level, options, more) for style in styles]
            mean, best = (sum(each) / len(hits) for each in zip(*hits, strict=True))
        found.append(LevelGives(level, has["shift"], has["slots"], has["tier"], mean, best, news))
        had = has
    return found


def longest_wait(levels: Sequence[LevelGives]) -> tuple[int, int]:
    """The most levels in a row that bring nothing new after one that did (or the first): from and to."""
    starts = [each.level for each in levels if each.new or each.level == 1]
    ends = [level - 1 for level in starts[1:]] + [levels[-1].level]
    return max(zip(starts, ends, strict=True), key=lambda pair: pair[1] - pair[0])


# --- boards -------------------------------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A board of two dice of so many faces, with its locked cells."""

    faces: int
    fumbles: tuple[Cell, ...]
    primes: tuple[Cell, ...]

    def rolls(self) -> tuple[Cell, ...]:
        """All results."""
        return tuple(cell for cell in ALL_CELLS if max(cell) <= self.faces)

    def barred(self) -> frozenset[Cell]:
        """What cannot be entered: the locked cells, and all that lies outside."""
        return frozenset({*self.fumbles, *self.primes, *(cell for cell in ALL_CELLS if max(cell) > self.faces)})


PARENT_SLOTS, PARENT_SHIFT = 2, 2
PARENT = Board(6, (Cell(1, 1),), (Cell(6, 6),))
"""The board of the parent game: 36 results, the double 1 and the double 6 locked."""


def own_board(options: models.Options) -> Board:
    """The board under these options."""
    return Board(state.FACES, parse_cells(options.fumble_zone), parse_cells(options.prime_zone))


def board_hits(board: Board, slots: int, shift: int) -> Fraction:
    """How often an attack hits with so many manoeuvres and shift points: the exact mean over all places that the manoeuvres can have."""
    barred, rolls = board.barred(), board.rolls()
    places = [cell for cell in rolls if cell not in barred]
    sets = comb(len(places), slots)
    hit = Fraction(len(board.primes))
    for start in rolls:
        costs = shift_costs(start, barred)
        near = sum(costs[cell.number] <= shift for cell in places)
        hit += 1 - Fraction(comb(len(places) - near, slots), sets)
    return hit / len(rolls)


def boards(slots: int, options: models.Options) -> Iterator[tuple[Board, int, Fraction]]:
    """The parent's board with two manoeuvres, and this one with one to so many."""
    yield PARENT, PARENT_SLOTS, board_hits(PARENT, PARENT_SLOTS, PARENT_SHIFT)
    for n in range(1, slots + 1):
        yield own_board(options), n, board_hits(own_board(options), n, options.starting_shift)
