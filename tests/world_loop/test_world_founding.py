"""How a world begins: the map, the hero, camps and their guards, lands, walls, and what every kind is made of; and the generator."""

from fractions import Fraction
from functools import cache
from math import floor, sqrt
from typing import Any

import numpy as np
import pytest
from tests.world_loop.realm import KIND_OF_RACE, MINDS, RACES, SEE, Realm, check, most_hp, world
from tests.world_loop.ring import ATTRIBUTES

from fracas.errors import FracasError
from fracas.rulesets.world_loop.book import build_world, content_book, item_number, kind_number, library
from fracas.rulesets.world_loop.codes import Mind, Tally
from fracas.rulesets.world_loop.models import WorldOptions

SIGMAS = 5
TOWN, SANCTUARY, CAMP, FLOOR, WALL = (SEE[name] for name in ("town", "sanctuary", "camp", "floor", "wall"))
BARE = {"camps": 0, "entities": 0, "wall_share": 0.0, "spawn_interval": 0}


def those(found: Any) -> Any:
    """All who live."""
    return found.arrays.entities[found.arrays.entities["alive"] == 1]


def monsters(found: Any) -> Any:
    """All monsters who live."""
    everybody = those(found)
    return everybody[everybody["hero"] == 0]


def tiles_of(found: Any, material: str) -> int:
    """How many tiles are of a material."""
    return int((found.arrays.tiles == SEE[material]).sum())


def count_is_likely(count: int, n: int, share: float) -> bool:
    """Whether so many of n are what a share makes likely."""
    return abs(count - n * share) <= SIGMAS * sqrt(n * share * (1 - share))


# --- the map ------------------------------------------------------------------------------------------------------------


def test_the_documented_world_is_the_default():
    values = WorldOptions().model_dump()
    documented = {
        "width": 32,
        "height": 32,
        "town_x": 3,
        "town_y": 3,
        "town_radius": 2,
        "sanctuary_radius": 5,
        "camps": 3,
        "camp_radius": 2,
        "camp_distance": 12,
        "camp_warriors": 3,
        "entities": 10,
        "spawn_interval": 20,
        "spawn_batch": 1,
        "entity_cap": 30,
        "spawn_all_races": False,
        "vision": 6,
        "flee_percent": 30,
        "heroes": 1,
        "hero_respawn_ticks": 10,
        "town_heal": 1,
        "town_heal_resting": 3,
        "town_damage": 2,
        "camp_heal": 1,
        "rest_heal": 1,
        "return_percent": 70,
        "courage_percent": 45,
        "trespass_percent": 80,
        "loot_range": 4,
        "loot_ticks": 3,
        "loot_delay": 0.5,
        "move_stamina": 1,
        "train_move_agi": 0.008,
        "train_move_end": 0.005,
        "train_loot_wis": 0.005,
        "train_rest_end": 0.01,
        "train_rest_wis": 0.003,
        "train_rest_vit": 0.005,
    }
    assert {name: values[name] for name in documented} == documented


@pytest.mark.parametrize(
    ("size", "centre", "radius", "larger", "town", "sanctuary"),
    [(32, 3, 2, 5, 25, 56), (128, 12, 4, 7, 81, 144), (512, 256, 6, 12, 169, 456), (16, 0, 1, 2, 4, 5), (16, 15, 2, 2, 9, 0)],
)
def test_town_and_sanctuary_are_squares_clipped_by_the_edge(size, centre, radius, larger, town, sanctuary):
    options = {"width": size, "height": size, "town_x": centre, "town_y": centre, "town_radius": radius, "sanctuary_radius": larger}
    found = world(compiled=False, heroes=0, **{**BARE, **options})
    assert tiles_of(found, "town") == town
    assert tiles_of(found, "sanctuary") == sanctuary
    assert tiles_of(found, "floor") == size * size - town - sanctuary
    far = np.maximum(abs(np.arange(size)[:, None] - centre), abs(np.arange(size)[None, :] - centre))
    assert ((found.arrays.tiles == TOWN) == (far <= radius)).all()
    assert ((found.arrays.tiles == SANCTUARY) == ((far > radius) & (far <= larger))).all()


def test_a_map_may_be_wider_than_high():
    found = world(compiled=False, **{**BARE, "width": 40, "height": 10, "town_x": 36, "town_y": 2})
    assert found.arrays.tiles.shape == (10, 40)
    assert found.arrays.tiles[2, 36] == TOWN
    assert those(found)[["x", "y"]].tolist() == [(36, 2)]


def test_a_town_outside_the_map_is_refused():
    with pytest.raises(FracasError, match="outside the map"):
        world(compiled=False, width=20, height=20, town_x=20)
    with pytest.raises(FracasError, match="sanctuary_radius"):
        world(compiled=False, town_radius=4, sanctuary_radius=3)


@cache
def camped() -> tuple[Any, ...]:
    """The documented world by forty seeds."""
    return tuple(world(seed, wall_share=0.0) for seed in range(1, 41))


def camps_of(found: Any) -> list[tuple[int, int]]:
    """Where camps are: the homes of guards."""
    guards = those(found)
    guards = guards[guards["guard"] == 1]
    return sorted(set(zip(guards["home_x"].tolist(), guards["home_y"].tolist(), strict=True)))


def test_camps_keep_their_distance_from_the_town():
    distances = [abs(x - 3) + abs(y - 3) for found in camped() for x, y in camps_of(found)]
    assert min(distances) >= 12
    assert min(distances) <= 14, "and no more than it is"


def test_camps_are_four_radii_apart():
    apart = [abs(x - u) + abs(y - v) for found in camped() for x, y in camps_of(found) for u, v in camps_of(found) if (x, y) < (u, v)]
    assert min(apart) >= 8
    assert min(apart) <= 11, "and no more than they must be"


def test_a_camp_is_a_square_on_the_map():
    for found in camped():
        camps = camps_of(found)
        far = np.full((32, 32), 99)
        for x, y in camps:
            assert 2 <= x < 30
            assert 2 <= y < 30
            far = np.minimum(far, np.maximum(abs(np.arange(32)[:, None] - y), abs(np.arange(32)[None, :] - x)))
        assert ((found.arrays.tiles == CAMP) == (far <= 2)).all()
    assert {len(camps_of(found)) for found in camped()} == {3}


def test_camps_for_which_there_is_no_place_are_left_out():
    crowded = world(1, width=32, height=32, camps=50, wall_share=0.0)
    assert 3 <= len(camps_of(crowded)) <= 12
    assert len(camps_of(world(1, width=12, height=12, town_x=3, town_y=3, camp_distance=12, wall_share=0.0))) <= 1
    assert camps_of(world(1, camp_distance=63, wall_share=0.0)) == []


def test_a_camp_has_one_chief_and_up_to_three_warriors_who_are_at_home_there():
    numbers = set()
    for found in camped():
        guards = those(found)
        guards = guards[guards["guard"] == 1]
        for x, y in camps_of(found):
            here = guards[(guards["home_x"] == x) & (guards["home_y"] == y)]
            kinds = [library().kind_names[int(k)] for k in here["body"]["kind"]]
            assert kinds.count("goblin-chief") == 1
            assert kinds.count("goblin-warrior") == len(kinds) - 1
            assert (here["has_home"] == 1).all()
            assert (here["mind"] == Mind.GUARD_CAMP).all()
            numbers.add(len(kinds) - 1)
    assert max(numbers) == 3
    assert numbers <= {0, 1, 2, 3}
    assert len(numbers) >= 3, "their number is rolled"


def test_guards_stand_up_to_three_tiles_from_the_middle_of_their_camp():
    off = []
    for found in camped():
        guards = those(found)
        guards = guards[guards["guard"] == 1]
        off += list(zip((guards["x"] - guards["home_x"]).tolist(), (guards["y"] - guards["home_y"]).tolist(), strict=True))
    usual = [max(abs(x), abs(y)) for x, y in off]
    assert {-3, -2, -1, 0, 1, 2, 3} <= {x for x, _ in off}
    assert {-3, -2, -1, 0, 1, 2, 3} <= {y for _, y in off}
    assert sum(far > 3 for far in usual) <= len(usual) * 0.02, "only one whose tile is taken is moved aside"


def test_walls_stand_on_open_ground_only_and_not_beside_the_sanctuary():
    for seed in range(1, 9):
        without, walled = world(seed, entities=0, wall_share=0.0), world(seed, entities=0, wall_share=0.15)
        walls = walled.arrays.tiles == WALL
        assert (without.arrays.tiles[walls] == FLOOR).all()
        assert (without.arrays.tiles[~walls] == walled.arrays.tiles[~walls]).all()
        assert not walls[:10, :10].any()
        assert (walled.arrays.seats[walls] == 0).all()
        open_land = int((without.arrays.tiles == FLOOR).sum())
        assert int(0.15 * open_land) <= walls.sum() <= int(0.15 * 32 * 32)


def test_walls_run_along_and_across():
    walls = world(2, entities=0, camps=0, width=64, height=64, wall_share=0.1).arrays.tiles == WALL
    assert (walls[:, 1:] & walls[:, :-1]).sum() > walls.sum() / 4
    assert (walls[1:] & walls[:-1]).sum() > walls.sum() / 4


def test_walls_change_nothing_about_who_appears():
    without, walled = world(5, wall_share=0.0), world(5, wall_share=0.1)
    assert those(without)["body"].tobytes() == those(walled)["body"].tobytes()


# --- who is there -------------------------------------------------------------------------------------------------------


def test_a_hero_stands_in_the_middle_of_the_town_and_lives_there():
    hero = those(world(1, **BARE))[0]
    assert (hero["x"], hero["y"], hero["home_x"], hero["home_y"], hero["has_home"], hero["hero"], hero["guard"]) == (3, 3, 3, 3, 1, 1, 0)
    assert hero["body"]["uid"] == 1
    assert MINDS[int(hero["mind"])] == "wander"


def test_many_heroes_stand_as_near_to_the_middle_as_there_is_room():
    town = those(world(1, **{**BARE, "heroes": 25}))
    assert sorted((abs(town["x"] - 3) + abs(town["y"] - 3)).tolist()) == [0] + [1] * 4 + [2] * 8 + [3] * 12
    assert (town["home_x"] == 3).all()


def test_monsters_appear_off_town_and_sanctuary():
    found = world(1, entities=300, camps=0, wall_share=0.1)
    roaming = monsters(found)
    assert len(roaming) == 300
    assert not np.isin(found.arrays.tiles[roaming["y"], roaming["x"]], (TOWN, SANCTUARY, WALL)).any()
    assert (roaming["mind"] == Mind.WANDER).all()
    assert (roaming["has_home"] == 0).all()
    check(found, ticked=False)


def test_a_monster_that_would_appear_in_the_sanctuary_is_moved_to_the_nearest_open_tile():
    found = world(
        1, width=16, height=16, town_x=7, town_y=7, town_radius=2, sanctuary_radius=6, camps=0, entities=60, heroes=0, wall_share=0.0
    )
    roaming = monsters(found)
    assert len(roaming) == 60, "there are 87 tiles outside"
    assert (np.maximum(abs(roaming["x"] - 7), abs(roaming["y"] - 7)) > 6).all()


def test_monsters_appear_anywhere_alike():
    roaming = monsters(world(3, width=256, height=256, heroes=0, camps=0, town_radius=0, sanctuary_radius=0, entities=4000, wall_share=0.0))
    for axis in ("x", "y"):
        for part in range(4):
            assert count_is_likely(int((roaming[axis] // 64 == part).sum()), 4000, 0.25)


TINY = {"width": 8, "height": 8, "town_x": 0, "town_y": 0, "town_radius": 0, "sanctuary_radius": 0, "camps": 0, "wall_share": 0.0}


def test_a_full_map_takes_no_more():
    full = world(1, **TINY, entities=63, spawn_interval=1, spawn_batch=50, entity_cap=1000)
    assert len(those(full)) == 64
    check(full, ticked=False)
    full.advance(30)
    check(full)


CROWDED = {
    "more than there are tiles": ({"width": 32, "height": 32, "entities": 100_000}, "ask for 901 entities at most"),
    "one more than there are tiles": ({**TINY, "entities": 64}, "ask for 63 entities at most"),
    "walls take room": ({**TINY, "entities": 63, "wall_share": 0.25}, "ask for 47 entities at most"),
    "camps take room": ({**TINY, "entities": 63, "camps": 2, "camp_warriors": 3}, "ask for 55 entities at most"),
    "heroes take room": ({**TINY, "entities": 63, "heroes": 3}, "ask for 61 entities at most"),
    "the sanctuary is everywhere": ({**TINY, "entities": 1, "sanctuary_radius": 8}, "ask for 0 entities at most"),
    "too many heroes": ({**TINY, "entities": 0, "heroes": 65}, "a larger map"),
}


@pytest.mark.parametrize(("options", "says"), CROWDED.values(), ids=CROWDED)
def test_nobody_is_left_out_silently_for_want_of_room(options, says):
    with pytest.raises(FracasError, match=says) as error:
        world(1, **options)
    assert error.value.code == "no-room"


@pytest.mark.parametrize("seed", range(5))
def test_where_there_is_just_room_everybody_finds_it(seed):
    options = {**TINY, "heroes": 3, "wall_share": 0.25, "camps": 2, "camp_radius": 1, "camp_distance": 2, "camp_warriors": 3}
    found = world(seed, **options, entities=37)
    assert int(found.arrays.tally[0, Tally.SPAWNED]) == 3
    assert (monsters(found)["guard"] == 0).sum() == 37


def test_a_world_too_large_for_memory_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setenv("FRACAS_MEMORY", "64M")
    content_book()
    monkeypatch.setattr(np, "zeros", lambda *_, **__: pytest.fail("memory was taken"))
    with pytest.raises(FracasError, match=r"about .* MiB, and 64\.0 MiB may be taken"):
        build_world("large", "Large", WorldOptions(width=2048, height=2048, camps=0))


@pytest.mark.parametrize(("race", "material"), [("wolf", "forest"), ("bandit", "desert"), ("undead", "swamp"), ("orc", "mountain")])
def test_each_other_race_has_a_land_of_its_own(race, material):
    found = world(2, width=96, height=96, territories=2, territory_mobs=5, camp_distance=20, wall_share=0.0)
    a = found.arrays
    assert tiles_of(found, material) == 2 * 81
    living = those(found)
    folk = living[living["race"] == RACES.index(race)]
    homes = set(zip(folk["home_x"].tolist(), folk["home_y"].tolist(), strict=True))
    assert len(folk) == 10
    assert len(homes) == 2
    for x, y in homes:
        assert abs(x - 3) + abs(y - 3) >= 20
        assert (a.tiles[y - 4 : y + 5, x - 4 : x + 5] == SEE[material]).all()
        here = folk[(folk["home_x"] == x) & (folk["home_y"] == y)]
        assert len(here) == 5
        assert (np.maximum(abs(here["x"] - x), abs(here["y"] - y)) <= 5).all()
    assert (folk["has_home"] == 1).all()
    assert (folk["guard"] == 0).all()


def test_goblins_have_camps_and_no_land():
    found = world(2, width=96, height=96, territories=1, camps=0, entities=0, wall_share=0.0)
    assert not (monsters(found)["race"] == RACES.index("goblin")).any()


def test_lands_and_camps_do_not_overlap():
    for seed in range(1, 6):
        found = world(seed, width=96, height=96, territories=1, camps=6, camp_distance=20, wall_share=0.0)
        for material, size in (("forest", 81), ("desert", 81), ("swamp", 81), ("mountain", 81), ("town", 25), ("sanctuary", 56)):
            assert tiles_of(found, material) == size
        assert tiles_of(found, "camp") % 25 == 0


# --- what they are made of ----------------------------------------------------------------------------------------------

TIERS = {  # HP x, ATK x, DEF, SPD, crit, evasion, luck, level, share
    0: ("1", "1", 0, 0, 0.05, 0.00, 0, 1, 0.55),
    1: ("0.8", "0.9", 0, 3, 0.08, 0.05, 2, 2, 0.25),
    2: ("1.5", "1.3", 3, -1, 0.07, 0.02, 1, 3, 0.15),
    3: ("2.5", "1.8", 6, 0, 0.12, 0.05, 5, 5, 0.05),
}
RACIAL = {  # HP x, ATK x, DEF, SPD, crit, evasion, luck, on top of the tier
    "goblin": ("1", "1", 0, 0, 0.0, 0.0, 0),
    "wolf": ("0.8", "1.1", -1, 3, 0.08, 0.06, 1),
    "bandit": ("1", "1", 1, 1, 0.10, 0.04, 3),
    "undead": ("1.3", "0.9", 2, -2, 0.04, 0.0, 0),
    "orc": ("1.4", "1.2", 3, -1, 0.06, 0.02, 1),
}
FOLK = {
    "goblin": {0: "goblin", 1: "goblin-scout", 2: "goblin-warrior", 3: "goblin-chief"},
    "wolf": {0: "wolf", 2: "dire-wolf", 3: "alpha-wolf"},
    "bandit": {0: "bandit", 1: "bandit-archer", 3: "bandit-chief"},
    "undead": {0: "skeleton", 2: "zombie", 3: "lich"},
    "orc": {0: "orc", 2: "orc-warrior", 3: "orc-warlord"},
}
KINDS = [(race, tier, name) for race, folk in FOLK.items() for tier, name in folk.items()]
XP_TO_NEXT = {1: 100, 2: 150, 3: 225, 5: 505}
MANY = 40_000


@cache
def crowd() -> Any:
    """Many monsters of all kinds."""
    options = {"width": 256, "height": 256, "heroes": 0, "camps": 0, "entities": MANY, "spawn_all_races": True, "wall_share": 0.0}
    return monsters(world(11, **options))


def of_kind(name: str) -> Any:
    """All of a kind in the crowd."""
    return crowd()["body"][crowd()["body"]["kind"] == kind_number(name)]


def rolls(low: int, high: int, *factors: str, plus: int = 0) -> set[int]:
    """What a roll times factors, cut to a whole number, can be."""
    product = Fraction(1)
    for factor in factors:
        product *= Fraction(factor)
    return {floor(roll * product) + plus for roll in range(low, high + 1)}


@pytest.mark.parametrize(("race", "tier", "name"), KINDS)
def test_stats_of_every_kind_are_those_of_its_tier_and_race(race, tier, name):
    they = of_kind(name)
    hp, atk, defence, spd, crit, evasion, luck, level, _ = TIERS[tier]
    race_hp, race_atk, race_def, race_spd, race_crit, race_evasion, race_luck = RACIAL[race]
    grown = level - 1 if tier == 3 else 0
    assert len(they) > 100
    assert set(they["max_hp"].tolist()) == rolls(15, 25, hp, race_hp, plus=5 * grown)
    assert set(they["atk"].tolist()) == rolls(3, 7, atk, race_atk, plus=2 * grown)
    assert set(they["defence"].tolist()) == {defence + race_def + grown}
    assert set(they["spd"].tolist()) == rolls(8, 12, plus=spd + race_spd + grown)
    assert set(they["luck"].tolist()) == {luck + race_luck}
    assert set(they["level"].tolist()) == {level}
    assert set(they["xp_to_next"].tolist()) == {XP_TO_NEXT[level]}
    assert set(they["xp"].tolist()) == {0}
    assert they["crit"] == pytest.approx(crit + race_crit)
    assert they["evasion"] == pytest.approx(evasion + race_evasion)
    assert they["crit_dmg"] == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("name", "hp", "atk"), [("goblin", (15, 25), (3, 7)), ("goblin-scout", (12, 20), (2, 6)), ("goblin-warrior", (22, 37), (3, 9))]
)
def test_int_cuts_what_multipliers_leave(name, hp, atk):
    they = of_kind(name)
    assert (they["max_hp"].min(), they["max_hp"].max()) == hp
    assert (they["atk"].min(), they["atk"].max()) == atk


def test_elites_have_the_growth_of_level_five():
    chiefs = of_kind("goblin-chief")
    assert (chiefs["max_hp"].min(), chiefs["max_hp"].max()) == (37 + 20, 62 + 20)
    assert (chiefs["atk"].min(), chiefs["atk"].max()) == (5 + 8, 12 + 8)
    assert set(chiefs["defence"].tolist()) == {6 + 4}
    assert (chiefs["spd"].min(), chiefs["spd"].max()) == (8 + 4, 12 + 4)


@pytest.mark.parametrize(("race", "tier", "name"), KINDS)
def test_gold_attributes_caps_and_stamina_go_by_tier(race, tier, name):
    they = of_kind(name)
    base = 3 + 2 * tier
    assert set(they["gold"].tolist()) == set(range(10 + 10 * tier + 1))
    for i, attribute in enumerate(ATTRIBUTES):
        mind = attribute in ("int", "wis")
        wanted = {max(base - 2 + roll, 1) for roll in range(3)} if mind else {base + roll for roll in range(4)}
        assert set(they["attributes"][:, i].tolist()) == wanted
        assert set(they["caps"][:, i].tolist()) == {10 + 3 * tier if mind else 15 + 5 * tier}
    end = they["attributes"][:, ATTRIBUTES.index("end")]
    assert (they["max_stamina"] == 30 + 2 * end).all()
    assert (they["stamina"] == they["max_stamina"]).all()
    assert (they["training"] == 0).all()


GEAR = {
    "goblin": (),
    "goblin-scout": ("goblin-blade",),
    "goblin-warrior": ("goblin-blade", "goblin-shield"),
    "goblin-chief": ("chief-axe", "chief-plate"),
}
POTIONS = {
    "goblin": ["small-hp-potion"],
    "goblin-scout": ["small-hp-potion"],
    "goblin-warrior": ["small-hp-potion"] * 2,
    "goblin-chief": ["medium-hp-potion"] * 2,
}
LOOT = {
    "goblin": {"small-hp-potion": 5, "rusty-dagger": 2, "leather-vest": 1},
    "goblin-scout": {"small-hp-potion": 4, "goblin-blade": 3, "speed-ring": 1},
    "goblin-warrior": {"medium-hp-potion": 3, "goblin-blade": 2, "goblin-shield": 2, "chainmail": 1},
    "goblin-chief": {"large-hp-potion": 2, "chief-axe": 1, "chief-plate": 1, "lucky-charm": 1},
}


@pytest.mark.parametrize("name", list(GEAR))
def test_goblins_wear_and_carry_what_the_tables_say(name):
    they = of_kind(name)
    worn = [item_number(item) for item in GEAR[name]]
    assert (np.sort(they["gear"], axis=1)[:, 3 - len(worn) :] == sorted(worn)).all()
    assert ((they["gear"] != 0).sum(axis=1) == len(worn)).all()
    carried = [item_number(item) for item in POTIONS[name]]
    assert (they["bag"][:, : len(carried)] == carried).all()
    found = they["bag"][:, len(carried)]
    assert ((they["bag"] != 0).sum(axis=1) == len(carried) + 1).all(), "one pick of the table besides"
    total = sum(LOOT[name].values())
    assert set(found.tolist()) == {item_number(item) for item in LOOT[name]}
    for item, weight in LOOT[name].items():
        assert count_is_likely(int((found == item_number(item)).sum()), len(they), weight / total)


def test_everybody_begins_whole():
    book = world(1, **BARE).setup.book[0]
    assert (crowd()["body"]["hp"] == most_hp(crowd()["body"], book)).all()


@pytest.mark.parametrize("tier", range(4))
def test_tiers_appear_by_their_shares(tier):
    goblins = crowd()[crowd()["race"] == RACES.index("goblin")]
    count = int((goblins["body"]["kind"] == kind_number(FOLK["goblin"][tier])).sum())
    assert count_is_likely(count, len(goblins), TIERS[tier][-1])


@pytest.mark.parametrize("race", list(RACIAL))
def test_all_races_appear_alike_where_all_appear(race):
    assert count_is_likely(int((crowd()["race"] == RACES.index(race)).sum()), MANY, 0.2)


@pytest.mark.parametrize(("race", "missing", "instead"), [("wolf", 1, 0), ("bandit", 2, 1), ("undead", 1, 0), ("orc", 1, 0)])
def test_a_race_without_a_tier_sends_the_next_lower_one(race, missing, instead):
    folk = crowd()[crowd()["race"] == RACES.index(race)]
    count = int((folk["body"]["kind"] == kind_number(FOLK[race][instead])).sum())
    assert count_is_likely(count, len(folk), TIERS[missing][-1] + TIERS[instead][-1])


def test_where_not_all_races_appear_only_goblins_do():
    found = world(1, entities=100, camps=0)
    assert (monsters(found)["race"] == RACES.index("goblin")).all()


@cache
def company(kind: str) -> Any:
    """A thousand heroes."""
    return those(world(4, width=128, height=128, heroes=1000, hero_kind=kind, camps=0, entities=0, wall_share=0.0))["body"]


def test_a_hero_is_what_the_document_says():
    heroes = company("hero")
    assert set(heroes["max_hp"].tolist()) == set(range(40, 56))
    assert set(heroes["atk"].tolist()) == set(range(8, 13))
    assert set(heroes["defence"].tolist()) == set(range(3, 6))
    assert set(heroes["spd"].tolist()) == set(range(10, 14))
    for name, value in {"luck": 3, "gold": 50, "level": 1, "xp": 0, "xp_to_next": 100, "stamina": 60, "max_stamina": 60}.items():
        assert (heroes[name] == value).all()
    for name, value in {"crit": 0.08, "crit_dmg": 1.8, "evasion": 0.03}.items():
        assert heroes[name] == pytest.approx(value)
    assert (heroes["attributes"] == 5).all()
    assert (heroes["caps"] == 15).all()
    assert (heroes["gear"] == [item_number("iron-sword"), item_number("leather-vest"), 0]).all()
    assert (heroes["bag"][:, :3] == item_number("small-hp-potion")).all()
    assert (heroes["bag"][:, 3:] == 0).all()
    assert (heroes["hp"] == heroes["max_hp"] + 5).all(), "whole, with the vest's 5"


@pytest.mark.parametrize(
    ("kind", "bonus", "caps"),
    [
        ("warrior", {"str": 3, "vit": 2, "end": 1}, {"str": 10, "vit": 5, "end": 3}),
        ("ranger", {"agi": 3, "wis": 2, "end": 1}, {"agi": 10, "wis": 5, "end": 3}),
        ("mage", {"int": 3, "wis": 2, "vit": 1}, {"int": 10, "wis": 5, "vit": 3}),
        ("rogue", {"agi": 2, "str": 2, "wis": 1}, {"agi": 8, "str": 5, "wis": 3}),
    ],
)
def test_classes_add_to_attributes_and_caps(kind, bonus, caps):
    hero = Realm(heroes=1, hero_kind=kind).living()[0].body
    assert hero.attributes.tolist() == [5 + bonus.get(a, 0) for a in ATTRIBUTES]
    assert hero.caps.tolist() == [15 + caps.get(a, 0) for a in ATTRIBUTES]
    assert hero.max_stamina == 50 + 2 * (5 + bonus.get("end", 0))


def test_a_monster_is_no_hero():
    with pytest.raises(FracasError, match="no hero"):
        world(hero_kind="goblin")
    with pytest.raises(FracasError, match="kind"):
        world(hero_kind="paladin")


def test_numbers_are_given_in_the_order_of_appearance():
    found = world(1)
    assert those(found)["body"]["uid"].tolist() == list(range(1, len(those(found)) + 1))
    assert [library().kind_names[int(k)] for k in those(found)["body"]["kind"][:2]] == ["hero", "goblin-chief"]


def test_another_seed_is_another_world():
    assert len({found.fingerprint() for found in camped()}) == 40


def test_every_race_can_be_put_anywhere():
    realm = Realm()
    for i, race in enumerate(RACES):
        assert realm.put(KIND_OF_RACE[race], 10 + i, 10).e.race == i


# --- the generator ------------------------------------------------------------------------------------------------------


def test_the_generator_spawns_on_schedule_from_tick_0_on():
    realm = Realm(spawn_interval=5, entity_cap=100, width=64, height=64)
    numbers = []
    for _ in range(16):
        realm.tick()
        numbers.append(realm.arrays.now[0].next_uid - 1)
    assert numbers == [1] * 5 + [2] * 5 + [3] * 5 + [4]
    assert sorted(int(one.e.born) for one in realm.living()) == [0, 5, 10, 15]


def test_who_appears_is_ready_in_the_same_tick():
    realm = Realm(spawn_interval=3, width=64, height=64)
    realm.tick(4)
    for one in realm.living():
        assert one.next_act == pytest.approx(int(one.e.born) + (4 - int(one.e.born)) / int(one.body.spd))


def test_the_generator_spawns_only_while_fewer_than_the_cap_live():
    realm = Realm(spawn_interval=1, entity_cap=4, width=64, height=64)
    realm.put("hero", 60, 60)
    realm.tick(8)
    assert len(realm.living()) == 4
    realm.living()[-1].body.hp = 0
    ticks_fall(realm, realm.living()[-1])
    realm.tick()
    assert len(realm.living()) == 3
    realm.tick()
    assert len(realm.living()) == 4


def ticks_fall(realm: Realm, one: Any) -> None:
    """Somebody has died."""
    realm.arrays.fallen[realm.arrays.now[0].dead] = one.who
    realm.arrays.now[0].dead += 1


def test_a_batch_stops_at_the_cap():
    realm = Realm(spawn_interval=4, spawn_batch=3, entity_cap=5, width=64, height=64)
    numbers = []
    for _ in range(9):
        realm.tick()
        numbers.append(len(realm.living()))
    assert numbers == [3] * 4 + [5] * 5


def test_without_an_interval_nobody_appears():
    realm = Realm(spawn_interval=0)
    realm.tick(10)
    assert realm.living() == []


def test_the_generator_spawns_goblins_of_rolled_tiers_off_the_town():
    found = world(5, width=128, height=128, heroes=0, camps=0, entities=0, spawn_interval=1, spawn_batch=50, entity_cap=3000, vision=1)
    found.advance(60)
    born = found.arrays.tally[:, 0]
    assert born.sum() == 3000
    for tier, name in FOLK["goblin"].items():
        assert count_is_likely(int(born[kind_number(name)]), 3000, TIERS[tier][-1])


def test_the_generator_may_spawn_all_races():
    found = world(
        5, width=128, height=128, heroes=0, camps=0, entities=0, spawn_interval=1, spawn_batch=50, entity_cap=100, spawn_all_races=True
    )
    found.advance(40)
    born = found.arrays.tally[:, 0]
    assert {monster.race for name, monster in library().monsters.items() if born[kind_number(name)]} == set(RACES[1:])


def test_the_place_of_the_dead_is_given_to_the_next():
    realm = Realm(spawn_interval=0, entity_cap=2, spawn_batch=1)
    room = len(realm.arrays.entities)
    for i in range(3 * room):
        one = realm.put("goblin", 15, 15)
        one.body.hp = 0
        ticks_fall(realm, one)
        realm.tick()
        assert not one.alive
        assert one.uid == i + 1, "numbers are never used again"
        check(realm.world, natural=False)
