"""Claims about stamina and the attributes that attacks train."""

from __future__ import annotations

from fractions import Fraction

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims import plain_pair, strike, typical, whether, with_options
from fracas.rulesets.world_loop.codes import Attribute
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.stamina import regain_stamina
from fracas.rulesets.world_loop.stage import HIT, MISS, PLENTY
from fracas.rulesets.world_loop.state import MILLION


@finds
def stamina_cost(options: models.Options, missed: bool, pays: bool | None = None) -> int:
    """The stamina cost of an attack; ``pays`` sets whether a miss costs stamina."""
    _, me, _ = fight = plain_pair(options if pays is None else with_options(options, miss_costs_stamina=pays))
    me.stamina = 100
    strike(fight, MISS if missed else HIT)
    return 100 - int(me.stamina)


@finds
def exhausted(options: models.Options, what: str) -> Found:
    """For a fighter without stamina: whether it does the same damage (``attack``), or trains nothing (``training``)."""
    blows_of, trained = [], []
    for stamina in (0, 100):
        _, me, _ = fight = typical(options)
        me.stamina = stamina
        blows_of.append(dict(blow_odds(fight).damage.items()))
        strike(fight)
        trained.append(sum(int(t) for t in me.training))
    if what == "attack":
        same = blows_of[0] == blows_of[1]
        return whether(same, f"chances of damage with stamina 0 and 100 are {'the same' if same else 'different'}")
    return whether(trained[0] == 0 < trained[1], f"an attack trains {trained[0]} millionths with stamina 0, {trained[1]} with 100")


@finds
def trained_in_one_go(options: models.Options, regained: bool) -> Found:
    """Whether a new hero runs out of stamina before its attacks train a point of STR, with or without what is ``regained`` in each tick."""
    book, me, _ = fight = typical(options)
    before, attacks = int(me.attributes[Attribute.STR]), 0
    while me.stamina > 0 and attacks < 1000:
        strike(fight)
        attacks += 1
        if regained and me.stamina > 0:
            regain_stamina(me, book, False)
    points = int(me.attributes[Attribute.STR]) - before + Fraction(int(me.training[Attribute.STR]), MILLION)
    return whether(points < 1, f"{attacks} attacks, {float(points):g} points of STR")


@finds
def trains(options: models.Options, attribute: str, on: str | None = None, kills: bool = True) -> Fraction:
    """The points of an attribute trained by an attack that kills or does not kill; ``on`` sets which attacks train."""
    _, me, it = fight = plain_pair(options if on is None else with_options(options, training_on=on))
    me.stamina, it.hp = 100, 1 if kills else PLENTY
    i = Attribute.of(attribute)
    before = int(me.attributes[i]) * MILLION + int(me.training[i])
    fight.attack(ScriptedDice(HIT))
    return Fraction(int(me.attributes[i]) * MILLION + int(me.training[i]) - before, MILLION)


@finds
def trains_without_a_kill(options: models.Options, on: str) -> Found:
    """Whether an attack that does not kill trains, if training is for these attacks."""
    found = trains(options, "str", on, kills=False)
    return whether(found > 0, f"an attack that does not kill trains {float(found):g} points of STR")


@finds
def trains_nothing_else(options: models.Options) -> Found:
    """Whether an attack trains no other attribute, and none of the target."""
    _, me, it = fight = plain_pair(options)
    me.stamina = it.stamina = 100
    strike(fight)
    other = [int(me.training[i]) for i in Attribute if i not in (Attribute.STR, Attribute.VIT)] + [int(t) for t in it.training]
    return whether(not any(other) and any(me.training), f"{sum(map(bool, other))} other attributes of attacker and defender change")


@finds
def trains_to_the_cap(options: models.Options) -> Found:
    """Whether training stops at the attribute's cap."""
    _, me, _ = fight = plain_pair(options, str=14)
    me.caps[Attribute.STR], me.stamina = 15, 30_000
    for _ in range(200):
        strike(fight)
    points = int(me.attributes[Attribute.STR])
    return whether(points == me.caps[Attribute.STR], f"after 200 attacks STR 14 of 15 is {points}")


@finds
def attacks_for_a_point(options: models.Options, attribute: str) -> int:
    """The number of attacks, with unlimited stamina, that train a point of an attribute."""
    _, me, _ = fight = plain_pair(options)
    i, n = Attribute.of(attribute), 0
    start = int(me.attributes[i])
    while me.attributes[i] == start and n < 5000:
        me.stamina = 100
        strike(fight)
        n += 1
    return n
