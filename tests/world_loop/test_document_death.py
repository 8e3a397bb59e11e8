"""The document `rules/world-loop.md` as tests, continued: death in a world, of heroes and of others, and what a duel tells of it."""

import pytest
from tests.world_loop.ring import HIT, LARGE, MEDIUM, SMALL, Glade, Ring, attributes, bag, hero

from fracas.rulesets.world_loop import labels
from fracas.rulesets.world_loop.codes import Material, Mind, Said, Verb
from fracas.rulesets.world_loop.library import item_number, library
from fracas.rulesets.world_loop.rules.world.tiles import stand_on

EAST = (9, 9)
"""A place outside of town and sanctuary."""


def beside(glade: Glade, kind: str = "goblin", **stats):
    """The hero stands far from home, and somebody to the east of it."""
    e = glade.hero
    glade.world.seats[e.y, e.x] = glade.world.marks[e.y, e.x] = 0
    glade.world.crowd[e.y // 8, e.x // 8] -= 1
    stand_on(glade.world, int(glade.world.order[0]), EAST[0] - 1, EAST[1])
    return glade.put(kind, *EAST, **stats)


def hero_dies(**options) -> tuple[Glade, list]:
    """A world in which a goblin has just killed the hero."""
    glade = Glade(**options)
    foe = beside(glade, atk=1000, max_hp=5000, hp=5000, crit=0.0)
    glade.hero.body.evasion = 0.0
    glade.hero.body.gold = 50
    glade.hero.memory_x = 5
    said = glade.tick()
    assert any(e.code == Said.KILLS and e.a == foe.body.uid for e in said)
    return glade, said


# --- Hero Death & Respawn -----------------------------------------------------------------------------------------------


def test_all_bag_items_of_a_hero_who_dies_are_dropped_where_it_died():  # world-loop.md:223
    glade, said = hero_dies()
    assert bag(glade.hero.body) == []
    assert glade.ground(EAST[0] - 1, EAST[1]) == [SMALL] * 3
    place = EAST[1] * 12 + EAST[0] - 1
    assert [(e.a, e.c) for e in said if e.code == Said.DROPS] == [(1, place)] * 3


def test_equipment_is_preserved_and_not_copied():  # world-loop.md:224
    glade, _ = hero_dies()
    assert [library().item_names[int(g)] for g in glade.hero.body.gear] == ["iron-sword", "leather-vest", "none"]
    assert int(glade.world.now[0].ground_used) == 3  # the potions


def test_the_hero_is_teleported_home():  # world-loop.md:226
    glade, _ = hero_dies()
    assert (glade.hero.x, glade.hero.y) == (3, 3)
    assert glade.world.seats[3, 3] == glade.world.order[0] + 1
    assert glade.world.seats[EAST[1], EAST[0] - 1] == 0
    assert glade.world.tiles[3, 3] == Material.TOWN


def test_it_acts_again_after_10_ticks():  # world-loop.md:228
    glade, _ = hero_dies()
    assert glade.hero.body.next_act == 10  # it died in tick 0
    glade.hero.body.max_hp += 100
    acted = []
    for tick in range(1, 12):
        if any(e.code == Said.RESTS and e.a == 1 for e in glade.tick()):
            acted.append(tick)
    assert acted == [10, 11]


def test_combat_memory_is_cleared():  # world-loop.md:229
    glade, _ = hero_dies()
    assert (glade.hero.memory_x, glade.hero.memory_y, glade.hero.goal_x, glade.hero.goal_y) == (-1, -1, -1, -1)


def test_a_hero_keeps_its_level_xp_and_attributes_and_loses_its_gold():
    glade, _ = hero_dies()
    fresh = Glade().hero.body
    body = glade.hero.body
    assert (body.level, body.xp, body.gold) == (1, 0, 0)
    assert attributes(body) == attributes(fresh)
    killer = glade.world.entities[glade.world.seats[EAST[1], EAST[0]] - 1].body
    assert killer.gold >= 50
    assert killer.xp == 25 * (1 + int(killer.attributes[3]) * 0.01 + int(killer.attributes[4]) * 0.005) // 1


# --- Enemy Death --------------------------------------------------------------------------------------------------------


def enemy_dies(**options) -> tuple[Glade, list]:
    """A world in which the hero has just killed a goblin warrior."""
    glade = Glade(**options)
    foe = beside(glade, "goblin-warrior", hp=1, evasion=0.0)
    for i in range(len(foe.body.bag)):
        foe.body.bag[i] = item_number((SMALL, MEDIUM)[i]) if i < 2 else 0
    foe.body.gear[2] = item_number("speed-ring")
    said = glade.tick()
    assert any(e.code == Said.KILLS and e.a == 1 for e in said)
    return glade, said


def test_all_items_of_others_are_dropped():  # world-loop.md:235
    glade, _ = enemy_dies()
    assert sorted(glade.ground(*EAST)) == sorted([SMALL, MEDIUM, "goblin-blade", "goblin-shield", "speed-ring"])


def test_they_are_removed_for_good():  # world-loop.md:236
    glade, said = enemy_dies()
    assert int(glade.world.now[0].count) == 1
    assert glade.world.seats[EAST[1], EAST[0]] == 0
    assert [e.code for e in said].count(Said.DIES) == 1
    for _ in range(30):
        assert not any(e.code in (Said.SPAWNS, Said.RESPAWNS) for e in glade.tick())


def test_the_generator_may_spawn_replacements_on_schedule():  # world-loop.md:237
    glade, _ = enemy_dies(spawn_interval=7)  # it has spawned once before the blow
    spawned = [tick for tick in range(1, 22) if any(e.code == Said.SPAWNS for e in glade.tick())]
    assert spawned == [7, 14, 21]


# --- combat in a world is combat in a duel ------------------------------------------------------------------------------


def test_in_a_world_below_half_of_its_hp_a_fighter_beside_a_foe_drinks():  # world-loop.md:203-209
    glade = Glade()
    beside(glade, atk=0, max_hp=5000, hp=5000)
    me = glade.hero.body
    for i, potion in enumerate((SMALL, LARGE, MEDIUM)):
        me.bag[i] = item_number(potion)
    me.max_hp, me.hp, me.defence = 100, 49, 1000
    glade.tick()
    assert bag(me) == [SMALL, MEDIUM]
    assert glade.hero.mind == Mind.COMBAT
    assert glade.hero.verb == Verb.ITEM
    assert me.next_act == 0.5


@pytest.mark.parametrize(("tile", "halved"), [(Material.SANCTUARY, True), (Material.CAMP, False), (Material.TOWN, False), (0, False)])
def test_in_a_world_sanctuary_tiles_halve_what_stands_on_them(tile, halved):  # world-loop.md:93-102
    glade = Glade(damage_variance=0.0)
    foe = beside(glade, atk=20, defence=20, max_hp=5000, hp=5000, crit=0.0, evasion=0.0)
    me = glade.hero.body
    me.atk, me.defence, me.crit, me.luck, me.evasion, me.max_hp, me.hp = 95, 17, 0.0, 0, 0.0, 1000, 1000
    for who in (me, foe.body):
        for i in range(6):
            who.attributes[i] = 0
    glade.world.tiles[EAST[1], EAST[0]] = tile
    glade.world.tiles[EAST[1], EAST[0] - 1] = Material.SANCTUARY
    hits = {e.a: e.c for e in glade.tick() if e.code == Said.HITS}
    assert hits == ({1: 100 - 10 // 2, 2: 1} if halved else {1: 100 - 20 // 2, 2: 20 - 20 // 2})  # the hero's tile changes nothing


def test_in_a_world_attacks_draw_by_attacker_and_tick():  # world-loop.md:243-247
    glade = Glade()
    beside(glade, max_hp=5000, hp=5000, atk=0, evasion=0.0)
    glade.hero.body.evasion = 0.0
    for tick in range(3):
        glade.dice.keys.clear()
        glade.tick()
        assert glade.dice.keys == [(0, uid, tick + n) for uid in (1, 2) for n in (2, 1, 0)]


def test_guards_are_not_told_apart_in_death():
    glade = Glade()
    foe = beside(glade, "goblin-chief", hp=1, evasion=0.0)
    foe.guard, foe.mind = 1, Mind.GUARD_CAMP
    glade.tick()
    assert "chief-axe" in glade.ground(*EAST)


# --- and after a duel ---------------------------------------------------------------------------------------------------


def test_after_a_duel_a_monster_leaves_gear_and_bag_and_a_hero_only_its_bag():
    ring = Ring(hero(atk=1000), {"kind": "goblin-warrior", "bag": {SMALL: 1}, "evasion": 0.0})
    ring.tick(*HIT)
    assert "Goblin Warrior leaves a Goblin Blade, a Goblin Shield and a Small HP Potion." in labels.spoils_lines(ring.setup, ring.state)
    ring = Ring({"kind": "hero", "hp": 1, "bag": {SMALL: 1}, "def": 0}, {"kind": "goblin-chief"})
    ring.tick(*HIT, *HIT)
    assert ring.hp[0] == 0
    assert "Hero leaves a Small HP Potion." in labels.spoils_lines(ring.setup, ring.state)
