"""Claims about sanctuaries."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import models, odds
from fracas.rulesets.world_loop.claims.stage import (
    GOBLIN,
    HERO,
    MANY,
    base,
    heroes,
    monsters,
    percent,
    typical,
    typical_base,
    whether,
)
from fracas.rulesets.world_loop.state import FLOOR, SANCTUARY


@finds
def sanctuary_leaves(options: models.Options, part: str) -> Fraction:
    """The share of ATK or DEF that a monster in sanctuary has left."""
    if part == "atk":
        there = base(options, SANCTUARY, attacker=GOBLIN, defender=HERO, atk=MANY)
        return Fraction(there, base(options, attacker=GOBLIN, defender=HERO, atk=MANY))
    bare = base(options, atk=MANY)
    there, here = (bare - base(options, FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (SANCTUARY, FLOOR))
    return Fraction(there, here)


@finds
def sanctuary_for(options: models.Options) -> Found:
    """Whether sanctuary lowers ATK and DEF of all monsters and of no hero."""
    good = []
    for kind, hampered in ((kind, kind in monsters()) for kind in (*heroes(), *monsters())):
        atk = base(options, SANCTUARY, attacker=kind, atk=100) < base(options, attacker=kind, atk=100)
        dfn = base(options, FLOOR, SANCTUARY, defender=kind, atk=100, defence=100) > base(options, defender=kind, atk=100, defence=100)
        good.append(atk == hampered == dfn)
    return whether(all(good), f"so for {sum(good)} of {len(good)} kinds")


@finds
def sanctuary_other_tile(options: models.Options) -> Found:
    """Whether only the tile that one stands on counts for it."""
    atk = base(options, FLOOR, SANCTUARY, attacker=GOBLIN, defender=HERO, atk=100) == base(options, attacker=GOBLIN, defender=HERO, atk=100)
    dfn = base(options, SANCTUARY, FLOOR, atk=100, defence=100) == base(options, atk=100, defence=100)
    return whether(atk and dfn, "the opponent's tile changes neither ATK nor DEF" if atk and dfn else "the opponent's tile counts, too")


def _exchange(options: models.Options, kind: str, ground: int) -> Fraction:
    """The share of the hero's HP that a monster's attack takes, over the share of the monster's HP that the hero's takes, on average."""
    book, me, it = typical(options, HERO, 1, kind)
    dealt = odds.blow_odds(book, it, me, ground, ground).damage.mean() / int(me.hp)
    return dealt / (odds.blow_odds(book, me, it, ground, ground).damage.mean() / int(it.hp))


@finds
def sanctuary_dangerous(options: models.Options) -> Found:
    """Whether every monster fights a new hero worse in sanctuary than outside."""
    worse = {kind: float(_exchange(options, kind, SANCTUARY) / _exchange(options, kind, FLOOR)) for kind in monsters()}
    best, worst = max(worse, key=lambda k: worse[k]), min(worse, key=lambda k: worse[k])
    return whether(
        max(worse.values()) < 1,
        f"what it deals against what it takes falls to {percent(worse[worst])} ({worst}) to {percent(worse[best])} ({best})",
    )


@finds
def sanctuary_damage(options: models.Options, attacker: str) -> Found:
    """What share of its damage before variance a typical monster keeps in sanctuary against a new hero."""
    here, there = typical_base(options, attacker, HERO), typical_base(options, attacker, HERO, SANCTUARY, SANCTUARY)
    return Found(Fraction(there, here), f"{there} instead of {here}")


@finds
def sanctuary_def_share(options: models.Options) -> Fraction:
    """How much more damage a monster in sanctuary takes, as a share of its DEF."""
    there, here = (base(options, FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (SANCTUARY, FLOOR))
    return Fraction(there - here, MANY // 2)


@finds
def sanctuary_shields(options: models.Options) -> Found:
    """Which monsters a new hero hits for less in sanctuary than outside."""
    pairs = {kind: (typical_base(options, HERO, kind), typical_base(options, HERO, kind, SANCTUARY, SANCTUARY)) for kind in monsters()}
    found = [f"{kind}: {there} instead of {here}" for kind, (here, there) in pairs.items() if there < here]
    return whether(bool(found), "; ".join(found) or "none")


@finds
def sanctuary_def_idle(options: models.Options) -> Found:
    """For how many monsters a halved DEF changes nothing of a new hero's damage."""
    same = [k for k in monsters() if typical_base(options, HERO, k) == typical_base(options, HERO, k, SANCTUARY, SANCTUARY)]
    return whether(bool(same), f"{len(same)} of {len(monsters())} kinds: {', '.join(same) or 'none'}")
