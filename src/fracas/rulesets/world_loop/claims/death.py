"""Claims about the death of heroes and of monsters, seen in a small world."""

from __future__ import annotations

from functools import cache
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims.scenes import Glade, names_of
from fracas.rulesets.world_loop.claims.stage import whether
from fracas.rulesets.world_loop.places import RESTING_IN_TOWN
from fracas.rulesets.world_loop.state import SLOTS, Said


@cache
def _fallen_hero(options: models.Options) -> tuple[Glade, dict[str, Any], int]:
    """A world in which the hero has just died, what it was like before, and the tick of its death."""
    glade = Glade(options, atk=5000, max_hp=5000, hp=5000)
    body = glade.hero.body
    body.gear[SLOTS.index("accessory")] = books.item_number("speed-ring")
    before = {"bag": names_of(body.bag), "gear": names_of(body.gear), "gold": int(body.gold), "mind": int(glade.hero.mind)}
    glade.hero.memory_x, glade.hero.memory_y, body.xp = 5, 5, 40
    assert any(e.code == Said.RESPAWNS for e in glade.tick()), "the hero must die of 5000 ATK"
    return glade, before, 0


@finds
def hero_death(options: models.Options, what: str) -> Found:
    """What becomes of a hero who dies."""
    glade, before, _ = _fallen_hero(options)
    hero, land, memory = glade.hero, glade.book.land, (int(glade.hero.memory_x), int(glade.hero.memory_y))
    items = books.library().items
    home = (int(hero.home_x), int(hero.home_y))
    most = int(blows.effective_max_hp(hero.body, glade.book))
    found = {
        "bag": (
            glade.ground(*Glade.PLACE) == before["bag"] and not names_of(hero.body.bag),
            f"{len(before['bag'])} items lie where it fell",
        ),
        "gear": (names_of(hero.body.gear) == before["gear"], f"{len(before['gear'])} of {len(SLOTS)} pieces are kept"),
        "gear not copied": (not any(items[i].slot in SLOTS for i in glade.ground(*Glade.PLACE)), "no gear lies where it fell"),
        "hp": (hero.body.hp == hero.body.max_hp, f"{int(hero.body.hp)} of {int(hero.body.max_hp)}"),
        "short of all": (hero.body.hp < most, f"{int(hero.body.hp)} HP of the {most} it has with its gear"),
        "home": (
            (int(hero.x), int(hero.y)) == home == (int(land.town_x), int(land.town_y)),
            f"it stands at {home}, the middle of the town",
        ),
        "mind": (hero.mind == RESTING_IN_TOWN != before["mind"], "it rests in town"),
        "memory": (memory == (-1, -1), "it knows of no foe"),
        "gold": (hero.body.gold == 0 < before["gold"], f"of {before['gold']} gold {int(hero.body.gold)} is left, the killer has it"),
        "progress": (hero.body.xp == 40 and hero.body.level == 1, f"it has its {int(hero.body.xp)} XP and its level still"),
        "killer": (glade.foe.body.xp > 0, f"the goblin has {int(glade.foe.body.xp)} XP for it"),
    }
    return whether(*found[what])


@finds
def respawn_ticks(options: models.Options) -> int:
    """The ticks from a hero's death to its next act."""
    glade, _, died = _fallen_hero(options)
    return int(glade.hero.body.next_act) - died


@cache
def _fallen_enemy(options: models.Options) -> tuple[Glade, list[str], int]:
    """A world in which the hero has just killed a goblin warrior, all that this had, and its number."""
    glade = Glade(options, "goblin-warrior", hp=1, max_hp=1, spawn_interval=7)
    glade.hero.body.atk = 5000
    body = glade.foe.body
    body.gear[SLOTS.index("accessory")] = books.item_number("speed-ring")
    had, uid = sorted(names_of(body.bag) + names_of(body.gear)), int(body.uid)
    assert any(e.code == Said.DIES for e in glade.tick()), "the warrior must die of a blow"
    return glade, had, uid


@finds
def enemy_death(options: models.Options, what: str) -> Found:
    """What becomes of a monster that dies: of what it had, and of itself in the next ticks."""
    glade, had, uid = _fallen_enemy(options)
    x, y = Glade.PLACE[0] + 1, Glade.PLACE[1]
    if what == "items":
        return whether(glade.ground(x, y) == had, f"{len(glade.ground(x, y))} of {len(had)} items lie where it fell")
    seen = [int(e.body.uid) for e in glade.world.entities if e.alive]
    return whether(uid not in seen and glade.world.seats[y, x] == 0, f"its place is empty, and of {len(seen)} who live none is it")


@finds
def spawns_on_schedule(options: models.Options) -> Found:
    """Whether after a death new monsters appear, at the generator's interval."""
    glade = Glade(options, "goblin-warrior", hp=1, spawn_interval=7)
    glade.hero.body.defence = 5000
    when = [tick for tick in range(22) if any(e.code == Said.SPAWNS for e in glade.tick())]
    return whether(bool(when) and all(tick % 7 == 0 for tick in when), f"every 7 ticks: new monsters in ticks {', '.join(map(str, when))}")
