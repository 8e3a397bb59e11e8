"""Claims about the stamina of an attack."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models, odds, state
from fracas.rulesets.world_loop.claims.stage import GOBLIN, HERO, HIT, MISS, plain_pair, strike, typical, whether, with_options
from fracas.rulesets.world_loop.state import STR


@finds
def stamina_cost(options: models.Options, missed: bool, pays: bool | None = None) -> int:
    """The stamina that an attack costs; ``pays`` sets whether one that misses does."""
    book, me, it = plain_pair(options if pays is None else with_options(options, miss_costs_stamina=pays))
    me.stamina = 100
    strike(book, me, it, MISS if missed else HIT)
    return 100 - int(me.stamina)


@finds
def exhausted(options: models.Options, what: str) -> Found:
    """Of one without stamina: whether it does the same damage (``attack``), or trains nothing (``training``)."""
    blows_of, trained = [], []
    for stamina in (0, 100):
        book, me, it = typical(options, HERO, 1, GOBLIN)
        me.stamina = stamina
        blows_of.append(dict(odds.blow_odds(book, me, it).damage.items()))
        strike(book, me, it, HIT)
        trained.append(sum(int(t) for t in me.training))
    if what == "attack":
        same = blows_of[0] == blows_of[1]
        return whether(same, f"chances of damage with stamina 0 and 100 are {'the same' if same else 'different'}")
    return whether(trained[0] == 0 < trained[1], f"an attack trains {trained[0]} millionths with stamina 0, {trained[1]} with 100")


@finds
def trained_in_one_go(options: models.Options, regained: bool) -> Found:
    """Whether a new hero is out of stamina before its attacks train a point of STR, with or without what is ``regained`` in each tick."""
    book, me, it = typical(options, HERO, 1, GOBLIN)
    before, attacks = int(me.attributes[STR]), 0
    while me.stamina > 0 and attacks < 1000:
        strike(book, me, it, HIT)
        attacks += 1
        if regained and me.stamina > 0:
            blows.breathe(me, book, False)
    points = int(me.attributes[STR]) - before + Fraction(int(me.training[STR]), state.MILLION)
    return whether(points < 1, f"{attacks} attacks, {float(points):g} points of STR")
