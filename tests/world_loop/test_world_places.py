"""Where everything is: walking, sight, who fights whom, and what lies on the ground."""

from typing import Any

import numpy as np
import pytest
from tests.world_loop.realm import KIND_OF_RACE, RACES, SEE, Realm, check, told, world

from fracas.rulesets.world_loop.book import item_number, kind_number
from fracas.rulesets.world_loop.codes import RACES as MAX_RACES
from fracas.rulesets.world_loop.codes import Material, Mind, Said, Tally
from fracas.rulesets.world_loop.rules.world.ground import drop_thing, take_thing
from fracas.rulesets.world_loop.rules.world.sight import nearest_foe
from fracas.rulesets.world_loop.rules.world.spawning import spawn
from fracas.rulesets.world_loop.rules.world.steps import step_away
from fracas.rulesets.world_loop.rules.world.tiles import leave_tile, nearest_open, stand_on, walkable

NEIGHBOURS = {(11, 10), (9, 10), (10, 11), (10, 9)}


# --- walking ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "step"),
    [((15, 12), (11, 10)), ((5, 12), (9, 10)), ((12, 15), (10, 11)), ((9, 4), (10, 9)), ((15, 10), (11, 10)), ((10, 2), (10, 9))],
)
def test_the_longer_way_is_walked_first(goal, step):
    realm = Realm()
    assert realm.way(realm.put("hero", 10, 10), *goal) == ("step", step)


def test_a_step_leads_to_one_of_four_neighbours():
    realm = Realm()
    hero = realm.put("hero", 10, 10)
    for x in range(24):
        for y in range(24):
            if (x, y) != (10, 10):
                verb, place = realm.way(hero, x, y)
                assert verb == "step"
                assert place in NEIGHBOURS
                assert abs(place[0] - x) + abs(place[1] - y) < abs(10 - x) + abs(10 - y), "and nearer"


def test_at_the_goal_one_rests():
    realm = Realm()
    assert realm.way(realm.put("hero", 10, 10), 10, 10) == ("rest",)


@pytest.mark.parametrize("blocked_by", ["wall", "water", "somebody"])
def test_where_the_longer_way_is_blocked_the_other_is_taken(blocked_by):
    realm = Realm()
    hero = realm.put("hero", 10, 10)
    if blocked_by == "somebody":
        realm.put("hero", 11, 10)
    else:
        realm.make(blocked_by, (11, 10))
    assert realm.way(hero, 15, 12) == ("step", (10, 11))
    assert realm.way(hero, 15, 8) == ("step", (10, 9))
    assert realm.way(hero, 6, 8) == ("step", (9, 10)), "other ways are not blocked"


def test_where_a_wall_blocks_the_straight_way_one_goes_aside_by_chance():
    sides = set()
    for seed in range(1, 30):
        realm = Realm(seed)
        hero = realm.put("hero", 10, 10)
        realm.make("wall", (11, 10))
        sides.add(realm.way(hero, 15, 10))
    assert sides == {("step", (10, 11)), ("step", (10, 9))}


def test_where_others_block_the_way_one_goes_to_any_side():
    sides = set()
    for seed in range(1, 30):
        realm = Realm(seed)
        hero = realm.put("hero", 10, 10)
        realm.put("hero", 11, 10)
        sides.add(realm.way(hero, 15, 10))
    assert {("step", (10, 11)), ("step", (10, 9))} <= sides <= {("step", place) for place in NEIGHBOURS - {(11, 10)}}


def test_the_side_is_another_at_another_tick():
    sides = set()
    for tick in range(20):
        realm = Realm()
        hero = realm.put("hero", 10, 10)
        realm.make("wall", (11, 10))
        realm.arrays.now[0].tick = tick
        sides.add(realm.way(hero, 15, 10))
    assert len(sides) == 2


def test_one_who_is_walled_in_rests():
    realm = Realm()
    hero = realm.put("hero", 10, 10)
    realm.make("wall", *NEIGHBOURS)
    assert realm.way(hero, 15, 10) == ("rest",)


@pytest.mark.parametrize(("corner", "inward"), [((0, 0), {(1, 0), (0, 1)}), ((23, 23), {(22, 23), (23, 22)})])
def test_beyond_the_edge_is_wall(corner, inward):
    realm = Realm()
    hero = realm.put("hero", *corner)
    for goal in ((-5, -5), (30, 30), (-5, 30), (30, -5)):
        verb, *place = realm.way(hero, *goal)
        assert verb == "rest" or place[0] in inward
    assert not walkable(realm.arrays, -1, 5)
    assert not walkable(realm.arrays, 5, -1)
    assert not walkable(realm.arrays, 24, 5)
    assert not walkable(realm.arrays, 5, 24)


@pytest.mark.parametrize("material", Material.slugs())
def test_walls_and_water_are_all_that_cannot_be_walked(material):
    realm = Realm()
    realm.make(material, (11, 10))
    assert walkable(realm.arrays, 11, 10) == (material not in ("wall", "water"))


def arrives(realm: Realm, one: Any, goal: tuple[int, int], within: int) -> bool:
    """Whether somebody gets somewhere in time."""
    one.e.goal_x, one.e.goal_y, one.e.patience = *goal, within
    for _ in range(within):
        realm.tick()
        if one.at == goal:
            return True
    return False


WALLS = {
    "a stone": [(12, 10)],
    "three tiles": [(12, y) for y in range(9, 12)],
    "five tiles": [(12, y) for y in range(8, 13)],
    "five tiles, off the middle": [(12, y) for y in range(10, 15)],
    "a corner": [(12, y) for y in range(8, 13)] + [(11, 8), (10, 8)],
    "to the edge": [(12, y) for y in range(4, 24)],
}


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("turned", [False, True])
def test_walls_are_walked_around(seed, wall, turned):
    realm = Realm(seed)
    realm.make("wall", *((y, x) if turned else (x, y) for x, y in WALLS[wall]))
    assert arrives(realm, realm.put("hero", 10, 10), (10, 14) if turned else (14, 10), 80)


@pytest.mark.parametrize("seed", range(1, 4))
def test_a_wall_does_not_keep_the_hurt_from_their_home(seed):
    realm = Realm(seed)
    hero = realm.put("hero", 15, 3, mind="return to town", hp=20)
    realm.make("wall", (12, 2), (12, 3), (12, 4))
    for _ in range(40):
        realm.tick()
        if hero.at[0] <= 5:
            return
    pytest.fail("the hero did not get home")


def homecoming(share: float, seed: int) -> bool:
    """Whether a hurt hero, somewhere from where there is a way, gets home through the walls of an empty land."""
    found = world(seed, entities=0, camps=0, spawn_interval=0, wall_share=share)
    a = found.arrays
    ways, todo = {(3, 3)}, [(3, 3)]
    while todo:
        x, y = todo.pop()
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place not in ways and walkable(a, *place):
                ways.add(place)
                todo.append(place)
    far = sorted(place for place in ways if sum(place) > 16)
    who = int(np.flatnonzero(a.entities["alive"])[0])
    leave_tile(a, who)
    stand_on(a, who, *far[seed * 37 % len(far)])
    hero = a.entities[who]
    hero.mind, hero.body.hp, hero.body.max_hp = Mind.RETURN_TO_TOWN, 5, 10**6
    for _ in range(6):
        found.advance(100)
        if a.tiles[hero.y, hero.x] == SEE["town"]:
            return True
    return False


def test_through_as_many_walls_as_the_vale_has_everybody_gets_home():
    assert [seed for seed in range(1, 61) if not homecoming(0.03, seed)] == []


def test_through_many_walls_everybody_gets_home():
    assert [seed for seed in range(1, 101) if not homecoming(0.1, seed)] == []


def kept_from_home(found: Any) -> int:
    """For how many ticks, at most, a hero has gone home on the spot."""
    longest = run = 0
    last: tuple[int, ...] = (0, 0, 0)
    for _ in range(60):
        found.advance(50)
        hero = found.arrays.entities[(found.arrays.entities["hero"] == 1) & (found.arrays.entities["alive"] == 1)][0]
        here = int(hero["x"]), int(hero["y"]), int(hero["mind"])
        near = abs(here[0] - last[0]) + abs(here[1] - last[1]) <= 3
        run = run + 50 if near and here[2] == last[2] == Mind.RETURN_TO_TOWN else 0
        longest, last = max(longest, run), here
    return longest


@pytest.mark.slow
def test_in_the_vale_no_hero_is_kept_from_home_for_long():
    assert [seed for seed in range(1, 101) if kept_from_home(world(seed)) > 150] == []


def test_stepping_away_leads_farther_where_it_can():
    realm = Realm()
    goblin = realm.put("goblin", 10, 10)
    assert step_away(realm.arrays, goblin.e, 9, 10, 4)
    assert realm.planned(goblin) == ("step", (11, 10), "flee")
    realm.make("wall", (11, 10), (10, 11), (10, 9))
    assert not step_away(realm.arrays, goblin.e, 9, 10, 4)


# --- sight and foes -----------------------------------------------------------------------------------------------------


def foe_of(realm: Realm, one: Any, radius: int = 6) -> int:
    return int(nearest_foe(realm.arrays, realm.book, one.who, radius))


@pytest.mark.parametrize(
    ("place", "seen"), [((16, 10), True), ((17, 10), False), ((13, 13), True), ((14, 13), False), ((10, 4), True), ((10, 3), False)]
)
def test_one_sees_six_steps_far(place, seen):
    realm = Realm(sanctuary_radius=2)
    hero = realm.put("hero", 10, 10)
    goblin = realm.put("goblin", *place)
    assert foe_of(realm, hero) == (goblin.who if seen else -1)
    assert foe_of(realm, goblin) == (hero.who if seen else -1)


def test_walls_do_not_stop_sight():
    realm = Realm()
    hero, goblin = realm.put("hero", 10, 10), realm.put("goblin", 14, 10)
    realm.make("wall", (11, 10), (12, 10))
    assert foe_of(realm, hero) == goblin.who


def test_the_nearest_foe_counts_and_distance_is_in_steps():
    realm = Realm()
    hero = realm.put("hero", 10, 10)
    realm.put("goblin", 12, 12)
    near = realm.put("goblin", 13, 10)
    assert foe_of(realm, hero) == near.who
    nearest = realm.put("goblin", 9, 9)
    assert foe_of(realm, hero) == nearest.who


def test_of_equally_near_foes_the_one_with_the_lowest_number_counts():
    for places_ in ([(13, 10), (10, 13), (7, 10), (10, 7), (12, 11), (9, 12)], [(9, 12), (10, 7), (12, 11), (7, 10), (10, 13), (13, 10)]):
        realm = Realm()
        hero = realm.put("hero", 10, 10)
        them = [realm.put("goblin", *place) for place in places_]
        for i, goblin in enumerate(them):
            assert foe_of(realm, hero) == goblin.who
            assert i == 0 or goblin.uid > them[i - 1].uid
            leave_tile(realm.arrays, goblin.who)
            goblin.e.alive = 0


def test_numbers_count_not_places_in_memory():
    realm = Realm()
    hero = realm.put("hero", 10, 10)
    first, second = realm.put("goblin", 13, 10), realm.put("goblin", 7, 10)
    first.body.uid, second.body.uid = 9, 8
    assert foe_of(realm, hero) == second.who


def test_the_dead_are_no_foes():
    realm = Realm()
    hero, goblin, other = realm.put("hero", 10, 10), realm.put("goblin", 11, 10), realm.put("goblin", 14, 10)
    goblin.body.hp = 0
    assert foe_of(realm, hero) == other.who


@pytest.mark.parametrize("a", RACES)
@pytest.mark.parametrize("b", RACES)
def test_all_races_fight_each_other_but_goblins_and_orcs(a, b):
    realm = Realm()
    one, other = realm.put(KIND_OF_RACE[a], 10, 10), realm.put(KIND_OF_RACE[b], 12, 10)
    at_war = a != b and {a, b} != {"goblin", "orc"}
    assert foe_of(realm, one) == (other.who if at_war else -1)
    assert foe_of(realm, other) == (one.who if at_war else -1)
    assert bool(realm.book.hostile[RACES.index(a) * MAX_RACES + RACES.index(b)]) == at_war


def test_goblins_and_orcs_pass_each_other_in_peace():
    realm = Realm()
    goblin, orc = realm.put("goblin", 10, 10), realm.put("orc", 11, 10)
    realm.tick(20)
    assert goblin.hp == orc.hp == 100
    assert realm.arrays.tally[:, Tally.ATTACKS].sum() == 0


def brute_force(found: Any, radius: int) -> dict[int, int]:
    """The nearest foe of everybody, by looking at all pairs."""
    a = found.arrays
    hostile = np.array(found.setup.book[0].hostile).reshape(MAX_RACES, MAX_RACES)
    living = np.flatnonzero(a.entities["alive"])
    e = a.entities[living]
    far = abs(e["x"][:, None] - e["x"][None]) + abs(e["y"][:, None] - e["y"][None])
    at_war = hostile[e["race"][:, None], e["race"][None]] != 0
    at_war &= e["safe"][None] <= found.tick  # nobody sees a hero who died before it acts again
    uids = e["body"]["uid"]
    nearest = {}
    for i, who in enumerate(living):
        seen = [(int(far[i, k]), int(uids[k]), int(living[k])) for k in np.flatnonzero(at_war[i] & (far[i] <= radius))]
        nearest[int(who)] = min(seen)[2] if seen else -1
    return nearest


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize(("size", "many"), [(20, 120), (48, 150), (33, 40)])
def test_looking_around_finds_whom_looking_at_all_pairs_finds(seed, size, many):
    found = world(
        seed,
        width=size,
        height=size - 5,
        entities=many,
        entity_cap=many,
        heroes=5,
        spawn_all_races=True,
        camps=0,
        sanctuary_radius=3,
        vision=6,
    )
    found.advance(seed * 5)
    for radius in (1, 3, 6, 20):
        wanted = brute_force(found, radius)
        book = found.setup.book[0]
        assert {who: int(nearest_foe(found.arrays, book, who, radius)) for who in wanted} == wanted


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_nearest_open_tile_is_the_nearest_by_steps(seed):
    found = world(seed, width=20, height=16, entities=150, camps=0, wall_share=0.2)
    a = found.arrays
    can = (a.seats == 0) & (a.tiles != Material.WALL)
    ys, xs = np.nonzero(can)
    for x in range(-3, 23, 2):
        for y in range(-3, 19, 2):
            spot = int(nearest_open(a, x, y, Material.WALL, Material.WALL))
            px, py = spot % 20, spot // 20
            assert can[py, px]
            assert abs(px - x) + abs(py - y) == (abs(xs - x) + abs(ys - y)).min()


def test_there_may_be_no_open_tile():
    realm = Realm()
    realm.arrays.tiles[:] = Material.WALL
    assert nearest_open(realm.arrays, 10, 10, Material.WALL, Material.WALL) == -1
    assert spawn(realm.dice, realm.arrays, realm.book, kind_number("goblin"), 10, 10, Material.WALL) == -1
    check(realm.world, ticked=False, natural=False)


# --- the ground ---------------------------------------------------------------------------------------------------------


def test_things_lie_in_a_pile_the_last_on_top():
    realm = Realm()
    for item in ("iron-sword", "chainmail", "speed-ring"):
        realm.lay(item, 10, 10)
    realm.lay("chief-axe", 11, 10)
    assert realm.pile(10, 10) == ["speed-ring", "chainmail", "iron-sword"]
    assert realm.pile(11, 10) == ["chief-axe"]
    check(realm.world, ticked=False, natural=False)


@pytest.mark.parametrize(("taken", "left"), [(0, [2, 1]), (1, [2, 0]), (2, [1, 0])])
def test_a_thing_can_be_taken_from_anywhere_in_a_pile(taken, left):
    realm = Realm()
    items = ["iron-sword", "chainmail", "speed-ring"]
    for item in items:
        realm.lay(item, 10, 10)
    take_thing(realm.arrays, taken + 1)
    assert realm.pile(10, 10) == [items[i] for i in left]
    check(realm.world, ticked=False, natural=False)


def drop(realm: Realm, item: str, x: int, y: int) -> list[tuple[int, int, int]]:
    """Drop an item; what is lost by it."""
    realm.dice.entries.clear()
    drop_thing(realm.dice, realm.arrays, realm.book, 1, item_number(item), x, y)
    events = list(realm.dice.entries)
    assert told(events, Said.DROPS) == [(1, item_number(item), y * 24 + x)]
    return told(events, Said.LOST)


def test_a_full_tile_loses_what_has_lain_there_longest():
    realm = Realm(pile_items=3)
    realm.lay("chief-axe", 11, 10)
    for item in ("iron-sword", "chainmail", "speed-ring"):
        assert drop(realm, item, 10, 10) == []
    assert drop(realm, "lucky-charm", 10, 10) == [(item_number("iron-sword"), 10 * 24 + 10, 0)]
    assert realm.pile(10, 10) == ["lucky-charm", "speed-ring", "chainmail"]
    assert realm.pile(11, 10) == ["chief-axe"]
    check(realm.world, ticked=False, natural=False)


def test_a_full_ground_loses_what_has_lain_longest_anywhere():
    realm = Realm(ground_items=3)
    for i, item in enumerate(("iron-sword", "chainmail", "speed-ring")):
        assert drop(realm, item, 10 + i, 10) == []
    assert drop(realm, "lucky-charm", 5, 20) == [(item_number("iron-sword"), 10 * 24 + 10, 0)]
    assert drop(realm, "chief-axe", 5, 20) == [(item_number("chainmail"), 10 * 24 + 11, 0)]
    assert realm.pile(10, 10) == realm.pile(11, 10) == []
    assert realm.pile(5, 20) == ["chief-axe", "lucky-charm"]
    check(realm.world, ticked=False, natural=False)


def test_while_the_ground_has_room_nothing_is_lost():
    realm = Realm(ground_items=3)
    for i, item in enumerate(("iron-sword", "chainmail", "speed-ring")):
        realm.lay(item, 10 + i, 10)
    take_thing(realm.arrays, 2)
    assert drop(realm, "lucky-charm", 5, 20) == [], "two things lie there, and three can"


def test_ground_and_piles_agree_when_much_is_dropped_and_taken():
    realm = Realm(ground_items=40, pile_items=4)
    draws = np.random.default_rng(1)
    for n in range(600):
        realm.lay("iron-sword", int(draws.integers(10, 14)), int(draws.integers(10, 14)))
        if n % 3 == 0:
            lying = np.flatnonzero(realm.arrays.ground["what"])
            take_thing(realm.arrays, int(draws.choice(lying)) + 1)
        if n % 20 == 0:
            check(realm.world, ticked=False, natural=False)
    check(realm.world, ticked=False, natural=False)
