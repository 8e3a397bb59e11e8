"""What everybody wants: each state of mind, when it is entered and left, and what is done in it."""

from typing import Any

import pytest
from tests.world_loop.realm import EVEN, MINDS, SEE, Realm, Someone, told

from fracas.rulesets.world_loop.book import item_number
from fracas.rulesets.world_loop.codes import Mind, Said
from fracas.rulesets.world_loop.rules.world.minds import new_goal

CAMP = (16, 16)


def beside(hp: int = 100, kind: str = "hero", at: tuple[int, int] = (12, 12), **more: Any) -> tuple[Realm, Someone, Someone]:
    """Somebody with a foe beside."""
    realm = Realm(**more.pop("options", {}))
    one = realm.put(kind, *at, hp=hp, **more)
    return realm, one, realm.put("goblin" if kind == "hero" else "hero", at[0] + 1, at[1])


def away(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# --- wandering ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["hero", "goblin", "wolf"])
@pytest.mark.parametrize("mind", ["idle", "wander", "looting"])
def test_one_who_sees_nobody_wanders(kind, mind):
    realm = Realm()
    verb, place, after = realm.plan(realm.put(kind, 12, 12, mind=mind))
    assert (verb, after) == ("step", "wander")
    assert away(place, (12, 12)) == 1


def test_a_wanderer_goes_on_to_its_goal_and_then_to_another():
    realm = Realm()
    goblin = realm.put("goblin", 12, 12)
    realm.tick()
    goal = int(goblin.e.goal_x), int(goblin.e.goal_y)
    before = away((12, 12), goal)
    while goblin.at != goal:
        assert away(goblin.at, goal) == before - 1
        before -= 1
        realm.tick()
    realm.tick()
    assert (int(goblin.e.goal_x), int(goblin.e.goal_y)) != goal


def test_a_goal_that_cannot_be_reached_is_given_up():
    realm = Realm()
    goblin = realm.put("goblin", 12, 12)
    goblin.e.goal_x, goblin.e.goal_y, goblin.e.patience = 12, 20, 5
    realm.make("wall", *((x, 14) for x in range(24)))
    realm.tick(6)
    assert (int(goblin.e.goal_x), int(goblin.e.goal_y)) != (12, 20)


def test_monsters_do_not_make_for_town_or_sanctuary():
    realm = Realm()
    goblin = realm.put("goblin", 10, 8)
    goals = set()
    for tick in range(150):
        realm.arrays.now[0].tick = tick
        new_goal(realm.dice, realm.arrays, realm.book, goblin.e)
        if goblin.e.goal_x >= 0:
            goals.add(SEE_NAME[int(realm.arrays.tiles[goblin.e.goal_y, goblin.e.goal_x])])
    assert goals == {"floor"}


SEE_NAME = {number: name for name, number in SEE.items()}


def test_goals_are_on_the_map_and_can_be_walked_to():
    realm = Realm()
    hero = realm.put("hero", 1, 22)
    realm.make("wall", *((x, y) for x in range(0, 24, 2) for y in range(24) if (x, y) != (1, 22)))
    for tick in range(100):
        realm.arrays.now[0].tick = tick
        new_goal(realm.dice, realm.arrays, realm.book, hero.e)
        if hero.e.goal_x >= 0:
            assert 0 <= hero.e.goal_x < 24
            assert 0 <= hero.e.goal_y < 24
            assert hero.e.goal_x % 2 == 1


def test_a_hero_explores_where_no_hero_has_been_for_longest():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    for _ in range(150):
        realm.tick()
        if (realm.arrays.seen > 0).all():
            break
    assert (realm.arrays.seen > 0).all(), "every part of a small map is seen before long"
    assert realm.arrays.seen[hero.at[1] // 8, hero.at[0] // 8] == realm.arrays.now[0].tick, "seen last in this tick"


def test_of_places_drawn_a_hero_takes_the_one_unseen_for_longest():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.arrays.seen[:] = 51
    realm.arrays.seen[:, 0] = 5
    west = 0
    for tick in range(100, 140):
        realm.arrays.now[0].tick = tick
        new_goal(realm.dice, realm.arrays, realm.book, hero.e)
        west += hero.e.goal_x < 8
    assert west >= 24, "a third of the map is in the west, but with eight draws one nearly always is"


def test_one_who_has_nowhere_to_go_rests_idle():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.arrays.tiles[:] = SEE["wall"]
    realm.arrays.tiles[12, 12] = SEE["floor"]
    while True:
        plan = realm.plan(hero)
        if hero.e.goal_x < 0:
            break
        realm.arrays.now[0].tick += 1
        hero.e.patience = 0
    assert plan == ("rest", "idle")


def test_those_of_a_land_wander_about_it():
    realm = Realm(width=64, height=64)
    wolf = realm.put("wolf", 32, 32, home=(30, 30))
    for _ in range(300):
        realm.tick()
        assert max(abs(wolf.at[0] - 30), abs(wolf.at[1] - 30)) <= 8
    roamer = realm.put("wolf", 50, 50)
    realm.tick(300)
    assert away(roamer.at, (50, 50)) > 0


# --- hunting ------------------------------------------------------------------------------------------------------------


def test_one_who_sees_a_foe_hunts_it():
    realm = Realm()
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", 16, 13)
    assert realm.plan(hero) == ("step", (13, 12), "hunt")
    assert realm.plan(goblin) == ("step", (15, 13), "hunt")
    assert (int(hero.e.memory_x), int(hero.e.memory_y)) == (16, 13)


def test_one_who_does_not_see_a_foe_does_not_hunt():
    realm = Realm()
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", 16, 15)
    assert realm.plan(hero)[-1] == "wander"
    assert realm.plan(goblin)[-1] == "wander"


@pytest.mark.parametrize("mind", ["idle", "wander", "hunt", "combat", "looting"])
def test_beside_a_foe_one_attacks(mind):
    realm, hero, goblin = beside(mind=mind)
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


@pytest.mark.parametrize("seed", range(1, 7))
def test_two_who_stand_corner_to_corner_come_together(seed):
    realm = Realm(seed)
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", 13, 13)
    realm.tick(25)
    assert goblin.hp < 100
    assert hero.hp < 100


def test_across_a_corner_is_not_beside():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.put("goblin", 13, 13)
    assert realm.plan(hero)[0] == "step"


def test_one_in_combat_goes_after_a_foe_that_has_stepped_back():
    realm = Realm()
    hero = realm.put("hero", 12, 12, mind="combat")
    realm.put("goblin", 14, 12)
    assert realm.plan(hero) == ("step", (13, 12), "hunt")


@pytest.mark.parametrize("mind", ["hunt", "combat"])
def test_one_who_has_lost_its_foe_goes_on_to_where_it_was_last_seen(mind):
    realm = Realm()
    hero = realm.put("hero", 12, 12, mind=mind, memory_x=15, memory_y=12)
    assert realm.plan(hero) == ("step", (13, 12), "hunt")
    realm.tick(3)
    assert hero.at == (15, 12)
    assert hero.mind == "hunt"
    realm.tick()
    assert hero.mind == "wander"
    assert hero.e.memory_x == -1


def test_one_who_wanders_remembers_nobody():
    realm = Realm()
    hero = realm.put("hero", 12, 12, mind="wander", memory_x=15, memory_y=12, goal_x=12, goal_y=20, patience=9)
    assert realm.plan(hero) == ("step", (12, 13), "wander")


@pytest.mark.parametrize(("hp", "mind"), [(31, "hunt"), (30, "return to town"), (29, "return to town")])
def test_at_30_percent_a_hero_hunts_no_more_but_turns_home(hp, mind):
    realm = Realm()
    hero = realm.put("hero", 12, 12, hp=hp, mind="hunt")
    realm.put("goblin", 16, 12)
    assert realm.plan(hero)[-1] == mind


@pytest.mark.parametrize(("hp", "place", "mind"), [(31, (13, 12), "hunt"), (30, None, "flee")])
def test_at_30_percent_a_monster_without_a_home_flees(hp, place, mind):
    realm = Realm()
    goblin = realm.put("goblin", 12, 12, hp=hp)
    realm.put("hero", 16, 12)
    verb, step, after = realm.plan(goblin)
    assert (verb, after) == ("step", mind)
    assert step == place or away(step, (16, 12)) == 5


# --- fighting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "drinks"), [(51, False), (50, False), (49, True), (1, True)])
def test_below_50_percent_one_drinks_instead_of_attacking(hp, drinks):
    realm, hero, goblin = beside(hp, bag=["small-hp-potion"])
    assert realm.plan(hero) == (("drink", "small-hp-potion", "combat") if drinks else ("attack", goblin.who, "combat"))


@pytest.mark.parametrize("kind", ["hero", "goblin"])
@pytest.mark.parametrize(
    ("bag", "drunk"),
    [
        (["small-hp-potion", "large-hp-potion", "medium-hp-potion"], "large-hp-potion"),
        (["medium-hp-potion", "small-hp-potion"], "medium-hp-potion"),
        (["iron-sword", "small-hp-potion"], "small-hp-potion"),
    ],
)
def test_large_comes_before_medium_and_medium_before_small(kind, bag, drunk):
    realm, one, _ = beside(40, kind, bag=bag)
    assert realm.plan(one) == ("drink", drunk, "combat")


def test_half_is_of_max_hp_without_gear():
    realm, hero, goblin = beside(52, bag=["small-hp-potion"], gear=["chief-plate"])
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


def test_without_a_potion_the_hurt_fight_on():
    realm, hero, goblin = beside(31, bag=["iron-sword"])
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


@pytest.mark.parametrize(("hp", "mind"), [(31, "combat"), (30, "return to town"), (1, "return to town")])
def test_at_30_percent_a_hero_without_potions_turns_home(hp, mind):
    realm, hero, _ = beside(hp)
    assert realm.plan(hero)[-1] == mind


def test_nobody_drinks_without_a_foe_beside():
    realm = Realm()
    hero = realm.put("hero", 12, 12, hp=40, bag=["large-hp-potion"])
    realm.put("goblin", 15, 12)
    assert realm.plan(hero)[0] == "step"


def test_one_that_goes_home_goes_on_with_a_foe_beside():
    realm, hero, _ = beside(60, at=(12, 10), mind="return to town")
    assert realm.plan(hero) == ("step", (11, 10), "return to town")


# --- going home and resting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "mind"), [(70, "wander"), (69, "return to town")])
def test_below_70_percent_a_hero_goes_home(hp, mind):
    realm = Realm()
    assert realm.plan(realm.put("hero", 12, 12, hp=hp))[-1] == mind


def test_below_70_percent_a_wandering_hero_goes_home_though_it_sees_a_foe():
    realm = Realm()
    hero = realm.put("hero", 12, 12, hp=60)
    realm.put("goblin", 16, 12)
    assert realm.plan(hero)[-1] == "return to town"


def test_one_without_a_home_wanders_on_hurt():
    realm = Realm()
    assert realm.plan(realm.put("goblin", 12, 12, hp=20))[-1] == "wander"


def test_a_hero_goes_home_rests_until_whole_and_sets_out():
    realm = Realm(town_heal_resting=3, rest_heal=1)
    hero = realm.put("hero", 9, 3, hp=69, gear=["leather-vest"])
    minds_ = []
    for _ in range(40):
        realm.tick()
        minds_.append((hero.mind, hero.hp, SEE_NAME[int(realm.arrays.tiles[hero.at[1], hero.at[0]])]))
    rests = [m for m in minds_ if m[0] == "resting in town"]
    assert [m[0] for m in minds_[:5]] == ["return to town"] * 4 + ["resting in town"]
    assert minds_[3][2] == "town", "four steps to the edge of the town"
    assert rests[-1][1] == 105, "whole, with the vest"
    assert all(m[2] == "town" for m in rests)
    assert minds_[-1][0] == "wander"
    assert [m[1] for m in rests[:3]] == [74, 78, 82], "one for the rest, three for the town, after one for arriving"


def test_one_that_rests_in_town_fights_a_foe_beside():
    realm, hero, goblin = beside(60, at=(3, 3), mind="resting in town")
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


def test_one_that_lost_its_way_home_has_forgotten_it_once_it_is_there():
    realm = Realm(**EVEN)
    hero = realm.put("hero", 6, 3, mind="return to town", hp=20, astray=15, stuck=12, nearest=2, goal_x=5, goal_y=3)
    realm.tick(2)
    assert (hero.at, hero.mind) == ((5, 3), "resting in town")
    goblin = realm.put("goblin", 6, 3)
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


def test_one_that_rests_in_town_is_not_called_away_by_a_foe_in_sight():
    realm = Realm()
    hero = realm.put("hero", 3, 3, mind="resting in town", hp=60)
    realm.put("goblin", 6, 3)
    assert realm.plan(hero) == ("rest", "resting in town")


def test_a_hero_hurt_in_town_rests_there():
    realm = Realm()
    assert realm.plan(realm.put("hero", 5, 5, hp=60)) == ("rest", "resting in town")
    assert realm.plan(realm.put("hero", 6, 4, hp=60)) == ("step", (5, 4), "return to town")


def test_at_home_with_its_back_to_the_wall_a_hero_fights():
    realm, hero, goblin = beside(20, at=(3, 3))
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


def test_at_home_and_weak_a_hero_lets_a_foe_in_sight_come():
    realm = Realm()
    hero = realm.put("hero", 3, 3, hp=20)
    realm.put("goblin", 6, 3)
    assert realm.plan(hero) == ("rest", "resting in town")


def test_those_of_a_land_go_home_and_rest_until_70_percent():
    realm = Realm()
    wolf = realm.put("wolf", 20, 12, home=(12, 12), hp=66)
    assert realm.plan(wolf) == ("step", (19, 12), "return to camp")
    realm.tick(4)
    assert wolf.at == (16, 12), "the edge of its land"
    realm.tick()
    assert (wolf.mind, wolf.hp) == ("idle", 67)
    realm.tick(3)
    assert (wolf.mind, wolf.hp, wolf.at) == ("idle", 70, (16, 12))
    realm.tick()
    assert wolf.mind == "wander"


# --- fleeing ------------------------------------------------------------------------------------------------------------


def test_a_monster_without_a_home_flees_from_its_foe():
    realm, goblin, _hero = beside(30, "goblin")
    verb, place, mind = realm.plan(goblin)
    assert (verb, mind) == ("step", "flee")
    assert away(place, (13, 12)) == 2


def test_a_cornered_monster_fights():
    realm, goblin, hero = beside(30, "goblin", at=(0, 20))
    realm.make("wall", (0, 19), (0, 21))
    assert realm.plan(goblin) == ("attack", hero.who, "combat")


@pytest.mark.parametrize(("hp", "alone", "seen"), [(45, "flee", "flee"), (46, "wander", "hunt")])
def test_above_45_percent_one_who_fled_takes_heart(hp, alone, seen):
    realm = Realm()
    goblin = realm.put("goblin", 12, 12, hp=hp, mind="flee")
    assert realm.plan(goblin)[-1] == alone
    realm.put("hero", 16, 12)
    assert realm.plan(goblin)[-1] == seen


def test_one_who_fled_and_sees_nobody_rests():
    realm = Realm()
    goblin = realm.put("goblin", 12, 12, hp=20, mind="flee")
    assert realm.plan(goblin) == ("rest", "flee")
    realm.tick(26)
    assert goblin.hp == 46
    assert goblin.at == (12, 12)
    realm.tick()
    assert goblin.mind == "wander"


def test_one_who_flees_goes_on_while_it_is_seen():
    realm = Realm()
    goblin = realm.put("goblin", 12, 12, hp=20, mind="flee")
    realm.put("hero", 15, 12)
    assert realm.plan(goblin)[0] == "step"
    assert away(realm.plan(goblin)[1], (15, 12)) == 4


def test_one_who_has_a_home_flees_there():
    realm = Realm()
    wolf = realm.put("wolf", 20, 12, home=(12, 12), hp=30)
    realm.put("hero", 17, 12)
    assert realm.plan(wolf)[-1] == "return to camp"


def test_one_who_fled_from_the_sanctuary_goes_home_if_it_has_one():
    realm = Realm()
    wolf = realm.put("wolf", 20, 12, home=(12, 12), hp=40, mind="flee")
    assert realm.plan(wolf) == ("step", (19, 12), "return to camp")


# --- trespassers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [(8, 3), (5, 3)])
@pytest.mark.parametrize(("hp", "mind"), [(80, "wander"), (79, "flee")])
def test_below_80_percent_a_monster_leaves_town_and_sanctuary(place, hp, mind):
    realm = Realm()
    goblin = realm.put("goblin", *place, hp=hp)
    verb, step, after = realm.plan(goblin)
    assert (verb, after) == ("step", mind)
    if mind == "flee":
        assert away(step, (3, 3)) == away(place, (3, 3)) + 1


def test_a_hurt_trespasser_leaves_before_it_hunts():
    realm = Realm()
    goblin = realm.put("goblin", 8, 3, hp=79)
    realm.put("hero", 4, 3)
    assert realm.plan(goblin) == ("step", (9, 3), "flee")


@pytest.mark.parametrize("place", [(8, 3), (5, 3)])
@pytest.mark.parametrize(("hp", "leaves"), [(50, False), (49, True)])
def test_below_50_percent_a_trespasser_leaves_instead_of_fighting(place, hp, leaves):
    realm = Realm()
    goblin = realm.put("goblin", *place, hp=hp)
    hero = realm.put("hero", place[0] - 1, 3)
    assert realm.plan(goblin) == (("step", (place[0] + 1, 3), "flee") if leaves else ("attack", hero.who, "combat"))


def test_outside_such_a_monster_fights_on():
    realm, goblin, hero = beside(49, "goblin")
    assert realm.plan(goblin) == ("attack", hero.who, "combat")


def test_heroes_do_not_trespass():
    realm, hero, goblin = beside(49, at=(8, 3))
    assert realm.plan(hero) == ("attack", goblin.who, "combat")


def test_one_who_leaves_the_sanctuary_goes_on_until_it_is_out():
    realm = Realm()
    goblin = realm.put("goblin", 4, 3, hp=100, mind="flee")
    realm.tick(5)
    assert SEE_NAME[int(realm.arrays.tiles[goblin.at[1], goblin.at[0]])] == "floor"
    realm.tick()
    assert goblin.mind == "wander"


# --- guards -------------------------------------------------------------------------------------------------------------


def camped(at: tuple[int, int] = CAMP, **more: Any) -> tuple[Realm, Someone]:
    """A guard at its camp."""
    realm = Realm(**more.pop("options", {}))
    realm.camp(*CAMP)
    return realm, realm.put("goblin-warrior", *at, home=CAMP, guard=True, **more)


def test_a_guard_attacks_who_is_beside():
    realm, guard = camped()
    hero = realm.put("hero", 16, 17)
    assert realm.plan(guard) == ("attack", hero.who, "combat")


@pytest.mark.parametrize(("place", "chases"), [((16, 18), True), ((16, 19), True), ((16, 20), False), ((17, 18), True), ((18, 18), False)])
def test_a_guard_chases_within_three_steps(place, chases):
    realm, guard = camped()
    realm.put("hero", *place)
    plan = realm.plan(guard)
    assert (plan[-1] == "hunt") == chases
    assert chases or plan[-1] == "guard camp"


@pytest.mark.parametrize(("vision", "far"), [(10, 5), (4, 3), (7, 3)])
def test_a_guard_chases_as_far_as_half_of_what_it_sees_but_three_at_least(vision, far):
    for distance, chases in ((far, True), (far + 1, False)):
        realm, guard = camped(at=(14, 16), options={"vision": vision})
        realm.put("hero", 14 + distance, 16)
        assert (realm.plan(guard)[-1] == "hunt") == (chases and distance <= vision)


def test_a_guard_does_not_go_after_one_who_is_away_from_the_camp():
    realm, guard = camped(at=(19, 16))
    realm.put("hero", 22, 16)
    assert realm.plan(guard)[-1] == "guard camp"


def test_a_guard_that_is_too_far_from_its_camp_goes_back():
    realm, guard = camped(at=(20, 16))
    assert realm.plan(guard) == ("step", (19, 16), "return to camp")
    realm.tick(2)
    assert guard.at == (18, 16)
    realm.tick()
    assert guard.mind == "guard camp"


def test_a_guard_within_one_of_its_camp_need_not_go_back():
    realm, guard = camped(at=(19, 16))
    assert realm.plan(guard)[-1] == "guard camp"


def test_a_guard_walks_about_its_camp_and_stays_within_its_radius_and_one():
    realm, guard = camped()
    seen, rests = set(), 0
    for _ in range(400):
        rests += realm.plan(guard)[0] == "rest"
        realm.tick()
        seen.add(guard.at)
        assert max(abs(guard.at[0] - 16), abs(guard.at[1] - 16)) <= 3
    assert len(seen) > 25
    assert any(max(abs(x - 16), abs(y - 16)) == 3 for x, y in seen)
    assert 100 < rests < 300, "it steps now and then"


def test_a_guard_that_chases_stays_within_its_radius_and_one():
    for seed in range(1, 9):
        realm, guard = camped(at=(19, 18), options={"seed": seed})
        realm.put("hero", 20, 19)
        verb, place, *_ = realm.plan(guard)
        assert verb != "step" or max(abs(place[0] - 16), abs(place[1] - 16)) <= 3


def test_a_guard_that_has_lost_its_foe_does_not_go_after_it():
    realm, guard = camped(mind="hunt", memory_x=22, memory_y=16)
    assert realm.plan(guard)[-1] == "guard camp"


def test_a_hurt_guard_rests_in_its_camp():
    realm, guard = camped(hp=69)
    assert realm.plan(guard) == ("rest", "guard camp")
    realm, guard = camped(at=(19, 16), hp=69)
    assert realm.plan(guard) == ("step", (18, 16), "return to camp")


def test_a_guard_does_not_loot():
    realm, guard = camped(options={"monsters_loot": True})
    realm.lay("large-hp-potion", 16, 16)
    assert realm.plan(guard)[-1] == "guard camp"


def test_a_weak_guard_in_its_camp_fights_with_its_back_to_the_wall():
    realm, guard = camped(hp=20)
    hero = realm.put("hero", 16, 17)
    assert realm.plan(guard) == ("attack", hero.who, "combat")


# --- loot ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "goes"), [((16, 12), True), ((17, 12), False), ((14, 14), True), ((14, 15), False), ((12, 8), True)])
def test_a_hero_goes_for_loot_within_four_steps(place, goes):
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.lay("small-hp-potion", *place)
    verb, step, mind = realm.plan(hero)
    assert verb == "step"
    assert (mind == "looting") == goes
    assert not goes or away(step, place) == away((12, 12), place) - 1


def test_the_nearest_loot_comes_first():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.lay("small-hp-potion", 12, 15)
    realm.lay("small-hp-potion", 10, 12)
    assert realm.plan(hero) == ("step", (11, 12), "looting")


def test_loot_under_somebody_is_left_alone():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.put("hero", 14, 12)
    realm.lay("small-hp-potion", 14, 12)
    assert realm.plan(hero)[-1] == "wander"


def test_monsters_leave_loot():
    realm = Realm()
    realm.lay("large-hp-potion", 12, 12)
    assert realm.plan(realm.put("goblin", 12, 12))[-1] == "wander"


@pytest.mark.parametrize(
    ("worn", "lies", "wanted"),
    [
        ([], "rusty-dagger", True),
        (["iron-sword"], "rusty-dagger", False),  # 6 and 4
        (["iron-sword"], "iron-sword", False),
        (["iron-sword"], "goblin-blade", True),  # 6 and 7
        (["chief-axe"], "enchanted-blade", True),  # 9 and 14
        (["enchanted-blade"], "goblin-cleaver", True),  # 14 and 17
        (["leather-vest"], "goblin-shield", False),  # 8 and 3
        (["leather-vest"], "chainmail", True),  # 8 and 16
        (["iron-sword"], "leather-vest", True),
        (["speed-ring"], "lucky-charm", False),  # 4 and 4
        (["speed-ring"], "fang-necklace", True),  # 4 and 6
    ],
)
def test_gear_is_wanted_only_if_it_is_better(worn, lies, wanted):
    realm = Realm()
    hero = realm.put("hero", 12, 12, gear=worn)
    realm.lay(lies, 12, 12)
    assert (realm.plan(hero) == ("loot", "looting")) == wanted


def test_a_potion_is_wanted_if_there_is_room():
    realm = Realm()
    realm.lay("small-hp-potion", 12, 12)
    full = realm.put("hero", 12, 12, bag=["small-hp-potion"] * 12)
    assert realm.plan(full)[-1] == "wander"
    full.body.bag[7] = 0
    assert realm.plan(full) == ("loot", "looting")


def test_a_potion_is_wanted_if_it_can_be_carried():
    realm = Realm()
    realm.lay("small-hp-potion", 12, 12)
    laden = realm.put("hero", 12, 12, bag=["chief-plate"] * 5)
    assert realm.plan(laden)[-1] == "wander", "5 x 10 is all a hero carries"
    laden.body.bag[0] = item_number("chainmail")
    assert realm.plan(laden) == ("loot", "looting")


def test_loot_is_picked_up_after_three_ticks_of_searching():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.lay("small-hp-potion", 12, 12)
    for _ in range(3):
        assert not told(realm.tick(), Said.PICKS)
        assert hero.mind == "looting"
    assert told(realm.tick(), Said.PICKS) == [(hero.uid, item_number("small-hp-potion"), 12 * 24 + 12)]
    assert hero.bag == ["small-hp-potion"]
    assert realm.pile(12, 12) == []
    realm.tick()
    assert hero.mind == "wander"


def test_a_search_that_is_broken_off_begins_anew():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.lay("small-hp-potion", 12, 12)
    realm.tick(2)
    realm.act({hero: ("rest",)})
    assert hero.e.channel == 0
    for _ in range(3):
        assert not told(realm.tick(), Said.PICKS)
    assert told(realm.tick(), Said.PICKS)


def test_all_that_is_wanted_of_a_pile_is_picked_up():
    realm = Realm(loot_ticks=0)
    hero = realm.put("hero", 12, 12, gear=["rusty-dagger"], bag=["small-hp-potion"])
    for item in ("goblin-cleaver", "iron-sword", "small-hp-potion", "wooden-club", "leather-vest"):
        realm.lay(item, 12, 12)
    events = realm.tick()
    assert hero.gear == ["goblin-cleaver", "leather-vest"]
    assert sorted(hero.bag) == ["iron-sword", "rusty-dagger", "small-hp-potion", "small-hp-potion"], "what was worn goes into the bag"
    assert realm.pile(12, 12) == ["wooden-club"]
    assert [item for _, item, _ in told(events, Said.PICKS)] == [
        item_number(item) for item in ("leather-vest", "small-hp-potion", "iron-sword", "goblin-cleaver")
    ]


def test_what_was_worn_falls_to_the_ground_where_the_bag_is_full():
    realm = Realm(loot_ticks=0)
    hero = realm.put("hero", 12, 12, gear=["rusty-dagger"], bag=["small-hp-potion"] * 12)
    realm.lay("iron-sword", 12, 12)
    events = realm.tick()
    assert hero.gear == ["iron-sword"]
    assert hero.bag == ["small-hp-potion"] * 12
    assert realm.pile(12, 12) == ["rusty-dagger"]
    assert told(events, Said.EQUIPS) == [(hero.uid, item_number("iron-sword"), item_number("rusty-dagger"))]
    realm.tick(3)
    assert hero.gear == ["iron-sword"], "and is not picked up again"


def test_hp_do_not_stay_above_what_new_gear_allows():
    realm = Realm(loot_ticks=0, **EVEN)
    hero = realm.put("hero", 12, 12, gear=["bone-shield"], hp=110)
    realm.lay("chief-plate", 12, 12)
    realm.tick()
    assert hero.hp == 110, "chief plate gives 20"
    hero.body.gear[1] = item_number("chainmail")
    hero.body.hp = 110
    realm.lay("goblin-guard", 12, 12)
    assert realm.plan(hero)[-1] != "looting", "16 is better than 10"


def test_a_wandering_hero_goes_for_loot_though_it_sees_a_foe():
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.put("goblin", 17, 12)
    realm.lay("small-hp-potion", 12, 14)
    assert realm.plan(hero)[-1] == "looting"


def test_states_of_mind_are_those_of_the_document():
    assert MINDS == (
        "idle",
        "wander",
        "hunt",
        "combat",
        "flee",
        "return to town",
        "resting in town",
        "return to camp",
        "guard camp",
        "looting",
    )
    assert MINDS[Mind.HUNT] == "hunt"
