"""Claims about a hero's conditions, and how fights end."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from fracas.dice import ExactDice, ScriptedDice, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import log, spoils, state
from fracas.rulesets.ruins_and_realms.board import parse_cells
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.common import hits, percent, start_cells
from fracas.rulesets.ruins_and_realms.codes import Ending, WhenDown
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.rules.fleeing import escape
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, blow_on, foe_with
from fracas.rulesets.ruins_and_realms.state import HERO

# --- conditions ---------------------------------------------------------------------------------------------------------


@finds
def condition_below(options: Options, name: str) -> Fraction:
    """The share of HP below which a hero has a condition, of 1,000."""
    return Fraction(max(hp for hp in range(1, 1001) if log.condition(options, hp, 1000) == name) + 1, 1000)


def _down(options: Options) -> Fight:
    """A hero at 0 HP by a blow of 8."""
    return Fight(options, foes=[foe_with(blow_on((4, 4), "8"))], hero={"hp": 5}).roll(NOWHERE).roll((4, 4)).do(state.STRIKE)


@finds
def conditions_in_order(options: Options) -> str:
    """The conditions of a hero from full HP down, and what one more hit makes."""
    seen = list(dict.fromkeys(log.condition(options, hp, 20) for hp in range(20, -1, -1)))
    fight = _down(options).roll((4, 4))
    if not fight.state.over:
        fight.do(state.STRIKE)
    return " → ".join([*seen, *(["DEAD"] if fight.state.over == Ending.DEATH else [])])


@finds
def condition_costs(options: Options, hp: int) -> Found:
    """The shift points that a hero with ``hp`` of 20 HP has less than a healthy one."""
    fight = Fight(options, hero={"hp": 20})
    healthy, cells = fight.shift(), start_cells()
    fight.state.fighters[HERO].hp = hp
    now = fight.shift()
    chances = [percent(hits(options, cells, shift)) for shift in (now, healthy)]
    return Found(healthy - now, f"a starting hero hits {chances[0]} instead of {chances[1]}")


@finds
def down_loses_turns(options: Options) -> Found:
    """Whether a hero at 0 HP has no turn, and lives while enemies miss."""
    fight = _down(options)
    turns = []
    for _ in range(3):
        turns.append(int(fight.state.turn))
        fight.roll(NOWHERE)
    return Found(turns == [FOE] * 3 and not fight.state.over, "three rounds of the enemy's turns alone")


@finds
def down_then_dead(options: Options) -> Found:
    """Whether any hit is death for a hero who is DOWN, even one that armour would turn to nothing."""
    piece = {"name": "Piece", "slot": "body", "weight": 1, "dice": "Primary 1-8", "reduction": 10}
    foe = foe_with(blow_on((4, 4), "1"), prime={"name": "Prime blow", "damage": "20"})
    fight = Fight(options, foes=[foe], hero={"hp": 5, "armor": [piece]}).roll(NOWHERE).roll(parse_cells(options.prime_zone)[0])
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(bool(fight.state.over == Ending.DEATH), "a blow that does nothing through armour kills one who is DOWN")


@finds
def no_blow_kills(options: Options) -> Found:
    """Whether even the heaviest blow leaves a hero DOWN rather than dead."""
    fight = Fight(options, foes=[foe_with(blow_on((4, 4), "30"))], hero={"hp": 1}).roll(NOWHERE)
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(bool(fight.hp(HERO) == 0 and fight.state.over != Ending.DEATH), "30 damage at 1 HP: DOWN")


# --- endings ------------------------------------------------------------------------------------------------------------


@finds
def victory_when(options: Options) -> Found:
    """Whether a fight is won when the last enemy falls and not before."""
    fight = Fight(options, foes=[foe_with(hp=1), foe_with(hp=1)]).strike((4, 5), 3)
    before = int(fight.state.over)
    fight.roll(NOWHERE).strike((4, 5), 3, target=2)
    return Found(before == 0 and int(fight.state.over) == Ending.VICTORY, "two enemies, felled one by one")


@finds
def gains(options: Options, what: str) -> Found:
    """How many creatures give no experience, or no draw from a table of loot, to one who defeats them."""
    creatures = list(library().creatures.values())
    if what == "xp":
        good = [spoils.experience([c]) > 0 for c in creatures]
    else:
        rolled = {name: len(distribution(partial(spoils.draw, table=table)).map(str)) > 1 for name, table in library().loot.items()}
        good = [isinstance(c.loot, str) and rolled[c.loot] for c in creatures]
    return Found(good.count(False), f"of {len(good)} creatures")


def _fled(options: Options) -> tuple[Fight, int]:
    """A flight from an enemy that misses, up to its end; and the turns that the enemy has had."""
    fight, taken = Fight(options.model_copy(update={"flee_percent": 100})).do(state.FLEE), 0
    while not fight.state.over and fight.state.turn == FOE:
        fight.roll(NOWHERE)
        taken += 1
    return fight, taken


@finds
def escapes(options: Options) -> Fraction:
    """The chance that a hero who flees, and still stands at the end of the round, gets away."""
    fight = Fight(options)

    def gone(dice: ExactDice, now: Any) -> bool:
        escape(dice, now, fight.book)
        return bool(now.over == Ending.FLED)

    return fight.distribution(gone)[True]


@finds
def left_behind(options: Options, what: str) -> Found:
    """What comes of a flight: spoils, or enemies that still stand."""
    fight, _ = _fled(options)
    if what == "enemies":
        return Found(fight.hp(FOE), "HP of 100 that the enemy has")
    earned = spoils.spoils(fight.setup, fight.state, ScriptedDice([]))
    return Found(len(earned), "; ".join(earned))


@finds
def free_attacks(options: Options) -> int:
    """The turns that an enemy has between a hero's flight and the end of the fight."""
    return _fled(options)[1]


@finds
def ends_when_down(options: Options, when_down: str) -> str:
    """How a fight ends for a hero who goes down and is hit once more, by the option."""
    fight = _down(options.model_copy(update={"when_down": WhenDown.of(when_down)}))
    if not fight.state.over:
        fight.roll((4, 4)).do(state.STRIKE)
    return Ending(fight.state.over).slug
