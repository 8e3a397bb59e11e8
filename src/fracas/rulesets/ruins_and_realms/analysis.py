"""Hit rates: of a fight before it begins, of boards of 64 and of 36 results, and of every level over all sets of manoeuvres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from fracas.dice import ExactDice
from fracas.engine.contract.setup import Measure, Setup
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACES, Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, locked_cells, shift_at, slots_at, tier_at
from fracas.rulesets.ruins_and_realms.codes import Said, When
from fracas.rulesets.ruins_and_realms.odds import OUTCOMES, hit_chance
from fracas.rulesets.ruins_and_realms.rules.attack import attack
from fracas.rulesets.ruins_and_realms.rules.fatigue import fatigue
from fracas.rulesets.ruins_and_realms.rules.shifting import rolls_reaching, shift_costs
from fracas.rulesets.ruins_and_realms.stage import Staged, events

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


def usable(style: str, level: int, options: models.Options) -> list[models.Manoeuvre]:
    """The manoeuvres that a hero of this style and level can equip and always use: none on a locked cell, none with a condition."""
    locked = locked_cells(options)
    return [m for m in known_manoeuvres(style, level) if m.cell not in locked and m.only_when is When.ALWAYS]


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
