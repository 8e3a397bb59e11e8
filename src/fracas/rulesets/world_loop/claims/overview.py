"""Claims about the system as a whole: what determines an attack, the effect of gear, the rewards of a kill, death."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import book_of, raise_to
from fracas.rulesets.world_loop.claims import (
    DEADLY,
    GOBLIN,
    HERO,
    POTIONS,
    base,
    base_of,
    crit,
    in_cases,
    meeting,
    miss,
    monsters,
    plain_pair,
    typical,
    whether,
)
from fracas.rulesets.world_loop.codes import GEAR, ITEMS, Attribute, Material, Mind, Said, Slot
from fracas.rulesets.world_loop.library import item_names, item_number, library
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.attack import crit_chance, evasion_chance
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.rules.timing import delay
from fracas.rulesets.world_loop.stage import HIT, Duel, Glade, KeyedDice, Pair
from fracas.rulesets.world_loop.state import DRINK


@finds
def same_from_seed(options: models.Options) -> Found:
    """Whether seed, attacker and tick determine an attack, over many of each."""

    def once(seed: int, tick: int) -> int:
        return typical(options, HERO, "goblin-scout").attacked(KeyedDice(seed), tick)[1]

    return in_cases(once(seed, tick) == once(seed, tick) for seed in range(20) for tick in range(5))


@finds
def stats_decide(options: models.Options, attacker: str, defender: str) -> Found:
    """Whether stats alone determine the result of an attack."""
    blow = blow_odds(typical(options, attacker, defender))
    return whether(len(blow.damage) == 1, f"{len(blow.damage)} different amounts of damage, from {min(blow.damage)} to {max(blow.damage)}")


@finds
def gear_counts(options: models.Options, stat: str, counts: bool = True) -> Found:
    """Whether gear that adds to a stat has the effect of that stat in an attack, or, if it does not count, none."""
    reads: dict[str, Callable[[Any, Any, Any], float]] = {
        "atk": lambda me, it, book: base_of(Pair(book, me, it)),
        "defence": lambda me, it, book: base_of(Pair(book, it, me)),
        "crit": lambda me, it, book: crit_chance(me, book),
        "evasion": lambda me, it, book: evasion_chance(it, me, book),
        "spd": lambda me, it, book: delay(me, book),
    }
    _, me, it = plain_pair(options, atk=40)
    book, it.atk, it.attributes[Attribute.STR], me.attributes[Attribute.VIT] = book_of(options)[0], 40, 0, 0
    before = float(reads[stat](me, it, book))
    piece = book.items[ITEMS - 1]
    piece.slot = Slot.ACCESSORY
    setattr(piece, stat, 0.05 if stat in ("crit", "evasion") else 5)
    me.gear[piece.slot] = ITEMS - 1
    after = float(reads[stat](me, it, book))
    return whether((before != after) == counts, f"{before:.4g} without the gear, {after:.4g} with it")


@finds
def includes(options: models.Options, part: str) -> Found:
    """Whether a part of the system has any effect."""
    if part == "potions":
        duel = Duel(options, {"kind": HERO, "hp": 10, "bag": {POTIONS[0]: 1}}, GOBLIN)
        return whether(duel.choice() >= DRINK, "a hero of 10 HP drinks of itself")
    figures = {
        "defence": (base(options), base(options, defence=10), "damage against DEF 0 and DEF 10"),
        "evasion": (miss(options), miss(options, evasion=0.3), "misses without and with evasion"),
        "crit": (crit(options), crit(options, crit=0.3), "crits without and with a crit rate"),
        "sanctuary": (
            base(options, attacker=GOBLIN, defender=HERO),
            base(options, Material.SANCTUARY, attacker=GOBLIN, defender=HERO),
            "a goblin's damage on floor and in sanctuary",
        ),
    }
    one, other, words = figures[part]
    return whether(one != other, f"{words}: {one} and {other}")


@finds
def kill_brings(options: models.Options, what: str) -> Found:
    """Whether every kind of monster gives XP when killed; or all its gold."""
    good = []
    for kind in monsters():
        _, me, it = fight = typical(options, HERO, kind)
        it.hp, it.gold, gold = 1, 7, int(me.gold)
        fight.attack(ScriptedDice(HIT))
        good.append(me.xp > 0 if what == "xp" else me.gold == gold + 7)
    return in_cases(good)


# --- death ------------------------------------------------------------------------------------------------------------------------

PLACE = (8, 9)
"""Where a hero meets a foe, far from the town."""


@finds
def growth_lasts(options: models.Options) -> Found:
    """Whether a hero who has grown and dies keeps its stats and attributes."""
    glade, _ = meeting(options, PLACE, stats=DEADLY)
    body = glade.hero.body
    raise_to(body, glade.book, 4)

    def values() -> list[int]:
        return [int(body[name]) for name in ("level", "max_hp", "atk", "defence", "spd")] + [int(a) for a in body.attributes]

    before, died = values(), any(e.code == Said.RESPAWNS for e in glade.tick())
    kept = sum(x == y for x, y in zip(before, values(), strict=True))
    return whether(died and kept == len(before), f"{kept} of {len(before)} values outlast a death")


@lru_cache(maxsize=64)
def _fallen_hero(options: models.Options) -> tuple[Glade, Any, dict[str, Any]]:
    """A world in which the hero has just died, its killer, and the hero's previous state."""
    glade, foe = meeting(options, PLACE, stats=DEADLY)
    hero, body = glade.hero, glade.hero.body
    body.gear[Slot.ACCESSORY] = item_number("speed-ring")
    before = {"bag": sorted(item_names(body.bag)), "gear": item_names(body.gear), "gold": int(body.gold), "mind": int(hero.mind)}
    hero.memory_x, hero.memory_y, body.xp = 5, 5, 40
    assert any(e.code == Said.RESPAWNS for e in glade.tick()), "the hero must die of 5000 ATK"
    return glade, foe, before


@finds
def hero_death(options: models.Options, what: str) -> Found:
    """The consequences of a hero's death."""
    glade, foe, before = _fallen_hero(options)
    hero, body, land, ground = glade.hero, glade.hero.body, glade.book.land, glade.ground(*PLACE)
    home, hp = (int(hero.home_x), int(hero.home_y)), int(body.hp)
    stands_home = (int(hero.x), int(hero.y)) == home == (int(land.town_x), int(land.town_y))
    highest = int(effective_max_hp(body, glade.book))
    found = {
        "bag": (sorted(ground) == before["bag"] and not item_names(body.bag), f"{len(before['bag'])} items lie where it fell"),
        "gear": (item_names(body.gear) == before["gear"], f"{len(before['gear'])} of {len(GEAR)} pieces are kept"),
        "gear not copied": (not any(library().items[i].slot in GEAR for i in ground), "no gear lies where it fell"),
        "hp": (hp == body.max_hp, f"{hp} of {int(body.max_hp)}"),
        "short of all": (hp < highest, f"{hp} HP of the {highest} it has with its gear"),
        "home": (stands_home, f"it stands at {home}, the middle of the town"),
        "mind": (hero.mind == Mind.RESTING_IN_TOWN != before["mind"], "it rests in town"),
        "memory": (hero.memory_x == hero.memory_y == -1, "it knows of no foe"),
        "gold": (body.gold == 0 < before["gold"], f"of {before['gold']} gold {int(body.gold)} is left, the killer has it"),
        "progress": (body.xp == 40 and body.level == 1, f"it has its {int(body.xp)} XP and its level still"),
        "killer": (foe.body.xp > 0, f"the goblin has {int(foe.body.xp)} XP for it"),
    }
    return whether(*found[what])


@finds
def respawn_ticks(options: models.Options) -> int:
    """The ticks from a hero's death, in tick 0, to its next action."""
    return int(_fallen_hero(options)[0].hero.body.next_act)


@lru_cache(maxsize=64)
def _fallen_enemy(options: models.Options) -> tuple[Glade, list[str], int]:
    """A world in which the hero has just killed a goblin warrior, the warrior's possessions, and its number."""
    glade, foe = meeting(options, PLACE, "goblin-warrior", {"hp": 1, "max_hp": 1}, spawn_interval=7)
    glade.hero.body.atk = 5000
    foe.body.gear[Slot.ACCESSORY] = item_number("speed-ring")
    had, uid = sorted(item_names(foe.body.bag) + item_names(foe.body.gear)), int(foe.body.uid)
    assert any(e.code == Said.DIES for e in glade.tick()), "the warrior must die of a blow"
    return glade, had, uid


@finds
def enemy_death(options: models.Options, what: str) -> Found:
    """The consequences of a monster's death: for its possessions, and for itself in the next ticks."""
    glade, had, uid = _fallen_enemy(options)
    x, y = PLACE[0] + 1, PLACE[1]
    if what == "items":
        return whether(sorted(glade.ground(x, y)) == had, f"{len(glade.ground(x, y))} of {len(had)} items lie where it fell")
    seen = [int(e.body.uid) for e in glade.world.entities if e.alive]
    return whether(uid not in seen and glade.world.seats[y, x] == 0, f"its place is empty, and of {len(seen)} who live none is it")


@finds
def spawns_on_schedule(options: models.Options) -> Found:
    """Whether new monsters appear after a death, at the generator's interval."""
    glade, _ = meeting(options, PLACE, "goblin-warrior", {"hp": 1}, spawn_interval=7)
    glade.hero.body.defence = 5000
    when = [tick for tick in range(22) if any(e.code == Said.SPAWNS for e in glade.tick())]
    return whether(bool(when) and all(tick % 7 == 0 for tick in when), f"every 7 ticks: new monsters in ticks {', '.join(map(str, when))}")
