"""Claims about the system as a whole: what settles an attack, what gear counts for, what a kill brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims.scenes import Duel, Glade, KeyedDice
from fracas.rulesets.world_loop.claims.stage import (
    GOBLIN,
    HERO,
    HIT,
    POTIONS,
    base,
    crit,
    in_cases,
    miss,
    monsters,
    plain_pair,
    typical,
    whether,
)
from fracas.rulesets.world_loop.state import DRINK, FLOOR, ITEMS, SANCTUARY, SLOTS, STR, VIT, Said


@finds
def same_from_seed(options: models.Options) -> Found:
    """Whether seed, attacker and tick settle an attack: the same again for each of many."""

    def once(seed: int, tick: int) -> int:
        book, me, it = typical(options, HERO, 1, "goblin-scout")
        it.hp = odds.PLENTY
        blows.attack(KeyedDice(seed), book, me, it, tick, FLOOR, FLOOR)
        return int(it.hp)

    return in_cases(once(seed, tick) == once(seed, tick) for seed in range(20) for tick in range(5))


@finds
def stats_decide(options: models.Options, attacker: str, defender: str) -> Found:
    """Whether stats alone settle what an attack does."""
    blow = odds.blow_odds(*typical(options, attacker, 1, defender))
    return whether(len(blow.damage) == 1, f"{len(blow.damage)} different amounts of damage, from {min(blow.damage)} to {max(blow.damage)}")


@finds
def gear_counts(options: models.Options, stat: str) -> Found:
    """Whether gear that adds to a stat changes what an attack makes of that stat."""
    reads: dict[str, Callable[[Any, Any, Any], float]] = {
        "atk": lambda me, it, book: blows.base_damage(me, it, book, FLOOR, FLOOR),
        "defence": lambda me, it, book: blows.base_damage(it, me, book, FLOOR, FLOOR),
        "crit": lambda me, it, book: blows.crit_chance(me, book),
        "evasion": lambda me, it, book: blows.evasion_chance(it, me, book),
        "spd": lambda me, it, book: blows.delay(me, book),
    }
    _, me, it = plain_pair(options, atk=40)
    book, it.atk, it.attributes[STR], me.attributes[VIT] = books.book_of(options)[0], 40, 0, 0
    before = float(reads[stat](me, it, book))
    piece = book.items[ITEMS - 1]
    piece.slot = SLOTS.index("accessory")
    setattr(piece, stat, 0.05 if stat in ("crit", "evasion") else 5)
    me.gear[piece.slot] = ITEMS - 1
    after = float(reads[stat](me, it, book))
    return whether(before != after, f"{before:.4g} without the gear, {after:.4g} with it")


@finds
def gear_ignored(options: models.Options, stat: str) -> Found:
    """Whether gear that adds to a stat changes nothing of what an attack makes of that stat."""
    counts = gear_counts(options, stat)
    return whether(not counts.value, counts.words)


@finds
def includes(options: models.Options, part: str) -> Found:
    """Whether a part of the system changes anything."""
    if part == "potions":
        duel = Duel(options, {"kind": HERO, "hp": 10, "bag": {POTIONS[0]: 1}}, GOBLIN)
        return whether(duel.choice() >= DRINK, "a hero of 10 HP drinks of itself")
    figures = {
        "defence": (base(options), base(options, defence=10), "damage against DEF 0 and DEF 10"),
        "evasion": (miss(options), miss(options, evasion=0.3), "misses without and with evasion"),
        "crit": (crit(options), crit(options, crit=0.3), "crits without and with a crit rate"),
        "sanctuary": (
            base(options, attacker=GOBLIN, defender=HERO),
            base(options, SANCTUARY, attacker=GOBLIN, defender=HERO),
            "a goblin's damage on floor and in sanctuary",
        ),
    }
    one, other, words = figures[part]
    return whether(one != other, f"{words}: {one} and {other}")


@finds
def kill_brings(options: models.Options, what: str) -> Found:
    """Whether every kind of monster, killed, brings XP; or all the gold that it has."""
    good = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        it.hp, it.gold, gold = 1, 7, int(me.gold)
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append(me.xp > 0 if what == "xp" else me.gold == gold + 7)
    return in_cases(good)


@finds
def growth_lasts(options: models.Options) -> Found:
    """Whether a hero who has grown and dies has its stats and attributes still."""
    glade = Glade(options, atk=5000, max_hp=5000, hp=5000)
    body = glade.hero.body
    books.raise_to(body, glade.book, 4)
    kept = ("level", "max_hp", "atk", "defence", "spd")
    before = [int(body[name]) for name in kept] + [int(a) for a in body.attributes]
    died = any(e.code == Said.RESPAWNS for e in glade.tick())
    after = [int(body[name]) for name in kept] + [int(a) for a in body.attributes]
    return whether(
        died and before == after, f"{sum(x == y for x, y in zip(before, after, strict=True))} of {len(before)} values outlast a death"
    )
