"""Claims about the Fatigue Die."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.book import library, shift_at
from fracas.rulesets.ruins_and_realms.claims.common import hits, percent, start_cells
from fracas.rulesets.ruins_and_realms.codes import Way
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, foe_with
from fracas.rulesets.ruins_and_realms.state import HERO


def _tired(options: Options) -> Options:
    return options.model_copy(update={"fatigue": True})


def _fatigue(options: Options, rounds: int) -> list[tuple[int, int]]:
    """What fatigue adds to the hero's and to the enemy's points, round by round."""
    fight, found = Fight(_tired(options), foes=[foe_with(shift=0)], hero={"shift": 0}), []
    for _ in range(rounds):
        found.append((fight.shift(HERO), fight.shift(FOE)))
        fight.roll(NOWHERE).roll(NOWHERE)
    return found


@finds
def fatigue_in(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most shift points that all combatants have more in these rounds."""
    found = [points for both in _fatigue(options, last)[first - 1 :] for points in both]
    return min(found), max(found)


@finds
def last_change(options: Options) -> int:
    """The last round in which fatigue changes anything."""
    added = [hero for hero, _ in _fatigue(options, 18)]
    return max((n for n, (a, b) in enumerate(pairwise(added), 2) if a != b), default=1)


@finds
def hits_rise(options: Options) -> Found:
    """Whether a starting hero hits more often from round to round of fatigue."""
    chances = [hits(options, start_cells(), shift_at(1, options) + more) for more in range(options.fatigue_most + 1)]
    return Found(all(a < b for a, b in pairwise(chances)), "hits " + ", ".join(f"{percent(p)} at +{n}" for n, p in enumerate(chances)))


@finds
def hero_gains_more(options: Options) -> Found:
    """Whether full fatigue multiplies a starting hero's hits by more than those of creatures of level 1."""
    creatures = [c for c in library().creatures.values() if c.level == 1]
    grown = []
    for cells, shift in [(start_cells(), shift_at(1, options)), *(([m.cell for m in c.manoeuvres], c.shift) for c in creatures)]:
        before, after = (hits(options, cells, shift + more) for more in (0, options.fatigue_most))
        grown.append(after / before)
    theirs = sum(grown[1:], Fraction(0)) / len(creatures)
    return Found(grown[0] > theirs, f"the hero's hits are {float(grown[0]):.2f} times as many, the creatures' {float(theirs):.2f} times")


@finds
def fatigue_shortens(options: Options, wanted: int) -> Found:
    """Whether a starting hero needs fewer rounds for ``wanted`` hits with fatigue than without."""
    rounds = []
    for added in ([0] * 60, [hero for hero, _ in _fatigue(options, 60)]):
        left, expected = [1.0] + [0.0] * (wanted - 1), 0.0
        for more in added:
            expected += sum(left)
            p = float(hits(options, start_cells(), shift_at(1, options) + more))
            left = [now * (1 - p) + before * p for now, before in zip(left, [0.0, *left], strict=False)]
        rounds.append(expected)
    return Found(rounds[1] < rounds[0], f"{wanted} hits take {rounds[0]:.2f} rounds without, {rounds[1]:.2f} with fatigue")


@finds
def fatigue_counts_twice(options: Options) -> Found:
    """Whether fatigue adds to what an Exact Strike does, and not to an enemy's exact roll."""
    fight = Fight(_tired(options), foes=[foe_with(hp=300)])
    early = fight.damage(Way.EXACT).mean()
    for _ in range(2 * (options.fatigue_from_round + options.fatigue_most)):
        fight.roll(NOWHERE)
    late = fight.damage(Way.EXACT).mean()
    fight.roll(NOWHERE)
    enemy = fight.suffer((4, 4), 3)
    return Found(
        late > early and enemy == 3,
        f"an Exact Strike with D8 does {float(early):g} at first, {float(late):g} later; a 3 of an enemy {enemy}",
    )
