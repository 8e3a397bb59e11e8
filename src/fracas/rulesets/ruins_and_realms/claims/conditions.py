"""Claims about the conditions of a hero, down to death."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import state, words
from fracas.rulesets.ruins_and_realms.board import Cell, parse_cells
from fracas.rulesets.ruins_and_realms.claims.cells import hits, start_cells
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, NOWHERE, Fight, blow_on, foe_with, percent
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import HERO


@finds
def condition_below(options: Options, name: str) -> Fraction:
    """The share of HP below which a hero has a condition, of 1,000."""
    return Fraction(max(hp for hp in range(1, 1001) if words.condition(hp, 1000) == name) + 1, 1000)


@finds
def condition_at(options: Options, hp: int) -> str:
    """The condition of a hero with so many of 20 HP."""
    return words.condition(hp, 20)


@finds
def conditions_in_order(options: Options) -> str:
    """The conditions of a hero from full HP down, and what one more hit makes."""
    seen = list(dict.fromkeys(words.condition(hp, 20) for hp in range(20, -1, -1)))
    fight = Fight(options, hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    fight.roll((4, 4)).do(state.STRIKE)
    return " → ".join([*seen, *(["DEAD"] if fight.state.over == state.DEATH else [])])


@finds
def condition_costs(options: Options, hp: int) -> Found:
    """Whether a condition changes what a hero can do: its shift points with so many of 20 HP."""
    fight = Fight(options, hero={"hp": 20})
    fight.state.fighters[HERO].hp = hp
    now, cells = fight.shift(), start_cells()
    return Found(
        now != 2,
        f"shift {now} instead of 2: a starting hero hits {percent(hits(options, cells, now))}, healthy {percent(hits(options, cells, 2))}",
    )


@finds
def down_loses_turns(options: Options) -> Found:
    """Whether a hero at 0 HP has no turn, and lives while enemies miss."""
    fight = Fight(options, hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    turns = []
    for _ in range(3):
        turns.append(int(fight.state.turn))
        fight.roll(NOWHERE)
    return Found(turns == [FOE] * 3 and not fight.state.over, "three rounds of the enemy's turns alone")


@finds
def down_then_dead(options: Options) -> Found:
    """Whether any hit is death for a hero who is DOWN, even one that armour would turn to nothing."""
    piece = {"name": "Piece", "slot": "body", "weight": 1, "dice": "Primary 1-8", "reduction": 10}
    fight = Fight(options, foes=[foe_with(prime={"name": "Prime blow", "damage": "20"})], hero={"hp": 5, "armor": [piece]}).roll(NOWHERE)
    fight.roll(Cell(*parse_cells(options.prime_zone)[0]))
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(bool(fight.state.over == state.DEATH), "a blow that does nothing through armour kills one who is DOWN")


@finds
def no_blow_kills(options: Options) -> Found:
    """Whether even the heaviest blow leaves a hero DOWN rather than dead."""
    fight = Fight(options, foes=[foe_with(blow_on((4, 4), "30"))], hero={"hp": 1}).roll(NOWHERE)
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(fight.hp(HERO) == 0 and not fight.state.over, "30 damage at 1 HP: DOWN, and the fight goes on")
