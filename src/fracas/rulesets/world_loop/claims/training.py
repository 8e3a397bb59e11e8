"""Claims about the attributes that attacks train."""

from __future__ import annotations

from fractions import Fraction

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models, odds, state
from fracas.rulesets.world_loop.claims.stage import HIT, plain_pair, strike, whether, with_options
from fracas.rulesets.world_loop.state import ATTRIBUTES, FLOOR, STR, VIT


@finds
def trains(options: models.Options, attribute: str, on: str | None = None, kills: bool = True) -> Fraction:
    """The points of an attribute that an attack trains, one that kills or one that does not; ``on`` sets which attacks do."""
    book, me, it = plain_pair(options if on is None else with_options(options, training_on=on))
    me.stamina, it.hp = 100, 1 if kills else odds.PLENTY
    i = ATTRIBUTES.index(attribute)
    before = int(me.attributes[i]) * state.MILLION + int(me.training[i])
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return Fraction(int(me.attributes[i]) * state.MILLION + int(me.training[i]) - before, state.MILLION)


@finds
def trains_without_a_kill(options: models.Options, on: str) -> Found:
    """Whether an attack that does not kill trains, where training is for these attacks."""
    found = trains(options, "str", on, kills=False)
    return whether(found > 0, f"an attack that does not kill trains {float(found):g} points of STR")


@finds
def trains_nothing_else(options: models.Options) -> Found:
    """Whether an attack trains no other attribute, and nothing of the one who is struck."""
    book, me, it = plain_pair(options)
    me.stamina = it.stamina = 100
    strike(book, me, it, HIT)
    other = [int(me.training[i]) for i in range(6) if i not in (STR, VIT)] + [int(t) for t in it.training]
    return whether(not any(other) and any(me.training), f"{sum(map(bool, other))} other attributes of attacker and defender change")


@finds
def trains_to_the_cap(options: models.Options) -> Found:
    """Whether training ends at the attribute's cap."""
    book, me, it = plain_pair(options, str=14)
    me.caps[STR], me.stamina = 15, 30_000
    for _ in range(200):
        strike(book, me, it, HIT)
    return whether(me.attributes[STR] == me.caps[STR], f"after 200 attacks STR 14 of 15 is {int(me.attributes[STR])}")


@finds
def attacks_for_a_point(options: models.Options, attribute: str) -> int:
    """How many attacks, with stamina to spare, train a point of an attribute."""
    book, me, it = plain_pair(options)
    i, n = ATTRIBUTES.index(attribute), 0
    start = int(me.attributes[i])
    while me.attributes[i] == start and n < 5000:
        me.stamina = 100
        strike(book, me, it, HIT)
        n += 1
    return n
