"""Claims about how enemies roll and choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models, policies, state
from fracas.rulesets.ruins_and_realms.board import Cell
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.common import cost_of, free_cells
from fracas.rulesets.ruins_and_realms.codes import When
from fracas.rulesets.ruins_and_realms.models import SLOTS, Options
from fracas.rulesets.ruins_and_realms.rules.shifting import reachable
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, foe_with


def _enemy_rolls(options: Options, hero: str) -> Iterable[tuple[models.Creature, Fight, Cell, int]]:
    """Every unlocked roll of every creature up to level 2 against a hero, with the manoeuvres that it reaches, a bit each."""
    for creature in library().creatures.values():
        if creature.level <= 2:
            fight = Fight(options, foes=[creature.id], hero=hero)
            fight.state.turn, fight.state.rolled = FOE, 1
            for cell in free_cells(options):
                yield creature, fight, cell, int(reachable(fight.state, fight.book, FOE, cell.number))


@finds
def enemy_reaches(options: Options) -> Found:
    """Whether an enemy does a manoeuvre whenever its points suffice for any."""
    good = []
    for creature, _, cell, found in _enemy_rolls(options, "monk-1"):
        near = [cost_of(options, cell, m.dice) <= creature.shift for m in creature.manoeuvres if m.only_when is When.ALWAYS]
        good.append(any(near) == (found != 0))
    return Found(all(good), f"in {sum(good):,} of {len(good):,} rolls of creatures up to level 2")


@finds
def enemy_chooses(options: Options, by: str) -> Found:
    """Whether an enemy that follows the document does what promises most: by the dice alone, or against this hero's armour and shield."""
    choices, same, example = 0, 0, ""
    for creature, fight, _, found in _enemy_rolls(options, "sword-and-shield-1"):
        if found.bit_count() < 2:
            continue
        fight.state.table = found
        done = int(policies.most_damaging(fight.state, fight.book, FOE, False)) - state.STRIKE
        choices += 1
        if by == "dice":
            means = [
                policies.enemy_estimate(fight.state, fight.book, FOE, fight.book.sheets[FOE].manoeuvres[i], False) for i in range(SLOTS)
            ]
            good = bool(means[done] == max(means[i] for i in range(SLOTS) if found >> i & 1))
        else:
            good = done == int(policies.most_damaging(fight.state, fight.book, FOE, True)) - state.STRIKE
        same += good
        if not good and not example:
            example = f", not so {creature.name} with {creature.manoeuvres[done].name}"
    return Found(same == choices, f"in {same:,} of {choices:,} rolls with a choice{example}")


@finds
def enemy_does(options: Options, roll: Pair) -> int:
    """What a hero without armour loses by a 5 on the D8 of an enemy that has [4,4] and five points."""
    return Fight(options, foes=[foe_with(shift=5)]).roll(NOWHERE).suffer(roll, 5)


@finds
def strikes_with(options: Options, faces: Sequence[int]) -> Found:
    """How many of all creatures' manoeuvres have such a Primary."""
    primaries = [m.dice[0] for c in library().creatures.values() for m in c.manoeuvres]
    return Found(sum(p in faces for p in primaries), f"of {len(primaries)} manoeuvres of {len(library().creatures)} creatures")
