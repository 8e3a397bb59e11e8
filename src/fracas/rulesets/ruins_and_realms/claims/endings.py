"""Claims about a hero's conditions, and how fights end."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from fracas.dice import ScriptedDice, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import log, spoils, state
from fracas.rulesets.ruins_and_realms.board import Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.common import hits, percent, start_cells
from fracas.rulesets.ruins_and_realms.codes import Ending, WhenDown
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, blow_on, foe_with
from fracas.rulesets.ruins_and_realms.state import HERO

# --- conditions ---------------------------------------------------------------------------------------------------------


@finds
def condition_below(options: Options, name: str) -> Fraction:
    """The share of HP below which a hero has a condition, of 1,000."""
    return Fraction(max(hp for hp in range(1, 1001) if log.condition(options, hp, 1000) == name) + 1, 1000)


@finds
def condition_at(options: Options, hp: int) -> str:
    """The condition of a hero with ``hp`` of 20 HP."""
    return log.condition(options, hp, 20)


@finds
def conditions_in_order(options: Options) -> str:
    """The conditions of a hero from full HP down, and what one more hit makes."""
    seen = list(dict.fromkeys(log.condition(options, hp, 20) for hp in range(20, -1, -1)))
    fight = Fight(options, hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    fight.roll((4, 4)).do(state.STRIKE)
    return " → ".join([*seen, *(["DEAD"] if fight.state.over == Ending.DEATH else [])])


@finds
def condition_costs(options: Options, hp: int) -> Found:
    """Whether a condition changes what a hero can do: its shift points with ``hp`` of 20 HP."""
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
    return Found(bool(fight.state.over == Ending.DEATH), "a blow that does nothing through armour kills one who is DOWN")


@finds
def no_blow_kills(options: Options) -> Found:
    """Whether even the heaviest blow leaves a hero DOWN rather than dead."""
    fight = Fight(options, foes=[foe_with(blow_on((4, 4), "30"))], hero={"hp": 1}).roll(NOWHERE)
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(fight.hp(HERO) == 0 and not fight.state.over, "30 damage at 1 HP: DOWN, and the fight goes on")


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
    """Whether a victory gives experience, or a draw from a table of loot; every creature's card is asked."""
    creatures = list(library().creatures.values())
    if what == "xp":
        good = [spoils.experience([c]) > 0 for c in creatures]
    else:
        rolled = {name: len(distribution(partial(spoils.draw, table=table)).map(str)) > 1 for name, table in library().loot.items()}
        good = [c.loot is not None and rolled[c.loot] for c in creatures]
    return Found(all(good), f"for {sum(good)} of {len(good)} creatures")


def _fled(options: Options) -> Fight:
    fight = Fight(options).do(state.FLEE)
    while not fight.state.over and fight.state.turn == FOE:
        fight.roll(NOWHERE)
    return fight


@finds
def fleeing(options: Options, what: str) -> Found:
    """Whether a hero who flees gains nothing, leaves the enemy standing, and may be struck on the way."""
    if what == "attack":
        fight = Fight(options).do(state.FLEE)
        return Found(bool(fight.state.turn == FOE and not fight.state.over), "the enemy has its turn before the hero is gone")
    fight = _fled(options)
    if fight.state.over != Ending.FLED:
        return Found(False, "the hero does not get away")
    if what == "threat":
        return Found(fight.hp(FOE) == 100, f"the enemy has {fight.hp(FOE)} of 100 HP")
    from fracas.rulesets.ruins_and_realms import RuinsAndRealms

    found = RuinsAndRealms().spoils(fight.setup, fight.state, ScriptedDice([]))
    return Found(not found, "; ".join(found) or "no spoils")


@finds
def capture_instead(options: Options) -> Found:
    """Whether a hero who goes down can be taken instead, by an option."""
    fight = Fight(options.model_copy(update={"when_down": WhenDown.CAPTURED}), hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    return Found(bool(fight.state.over == Ending.CAPTURED), f"with the option; by default {options.when_down.slug}")
