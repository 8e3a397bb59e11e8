"""Claims about how fights end: victory, flight, capture."""

from __future__ import annotations

from functools import partial

from fracas.dice import ScriptedDice, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import spoils, state
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, NOWHERE, Fight, foe_with
from fracas.rulesets.ruins_and_realms.models import Options


@finds
def victory_when(options: Options) -> Found:
    """Whether a fight is won when the last enemy falls and not before."""
    fight = Fight(options, foes=[foe_with(hp=1), foe_with(hp=1)]).strike((4, 5), 3)
    before = int(fight.state.over)
    fight.roll(NOWHERE).strike((4, 5), 3, target=2)
    return Found(before == 0 and int(fight.state.over) == state.VICTORY, "two enemies, felled one by one")


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
    if fight.state.over != state.FLED:
        return Found(False, "the hero does not get away")
    if what == "threat":
        return Found(fight.hp(FOE) == 100, f"the enemy has {fight.hp(FOE)} of 100 HP")
    from fracas.rulesets.ruins_and_realms import RuinsAndRealms

    found = RuinsAndRealms().spoils(fight.setup, fight.state, ScriptedDice([]))
    return Found(not found, "; ".join(found) or "no spoils")


@finds
def capture_instead(options: Options) -> Found:
    """Whether a hero who goes down can be taken instead, by an option."""
    fight = Fight(options.model_copy(update={"when_down": "captured"}), hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    return Found(bool(fight.state.over == state.CAPTURED), f"with the option; by default {options.when_down}")
