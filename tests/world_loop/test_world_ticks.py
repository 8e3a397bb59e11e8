"""One tick: who acts when, what comes before what, what fails; town, camps and sanctuary; stamina and training; death; event time."""

from itertools import pairwise
from typing import Any

import pytest
from tests.world_loop.realm import EVEN, SEE, Realm, Someone, check, order_of, told, world

from fracas.rulesets.world_loop.book import kind_number
from fracas.rulesets.world_loop.codes import Attribute, Said, Tally

POTION = "small-hp-potion"


def pair(options: dict[str, Any] | None = None, hero: dict[str, Any] | None = None, **goblin: Any) -> tuple[Realm, Someone, Someone]:
    """A hero and a goblin, side by side."""
    realm = Realm(**{**EVEN, **(options or {})})
    return realm, realm.put("hero", 12, 12, **(hero or {})), realm.put("goblin", 13, 12, **goblin)


def untouched(one: Someone) -> tuple[Any, ...]:
    """What nothing that fails may change."""
    return one.at, one.mind, one.next_act, one.hp, one.body.training.tolist()


# --- one kind after the other -------------------------------------------------------------------------------------------


def test_rest_comes_before_attacks():
    realm, hero, goblin = pair({"rest_heal": 10}, hp=5)
    realm.act({hero: ("attack", goblin), goblin: ("rest",)})
    assert goblin.hp == 5, "it would have died, had it not rested first"


def test_rest_comes_before_steps():
    realm, hero, goblin = pair()
    hero.body.training[Attribute.AGI] = 999_999
    events = realm.act({hero: ("step", (12, 13)), goblin: ("rest",)})
    assert order_of(events, Said.RESTS, Said.TRAINS) == [Said.RESTS, Said.TRAINS]


def test_whoever_walks_away_cannot_be_struck():
    realm, hero, goblin = pair(next_act=0.0)
    goblin.body.next_act = 0.5
    realm.arrays.now[0].tick = 1
    before = untouched(hero)
    realm.act({hero: ("attack", goblin, "combat"), goblin: ("step", (14, 12))})
    assert goblin.hp == 100
    assert goblin.at == (14, 12)
    assert untouched(hero) == before, "what fails costs no time and changes no mind"


def test_who_walks_up_is_struck_the_same_tick():
    realm = Realm(**EVEN)
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", 14, 12)
    realm.act({hero: ("attack", goblin), goblin: ("step", (13, 12))})
    assert goblin.hp == 90


def test_attacks_come_before_potions():
    realm, hero, goblin = pair(hp=5, bag=[POTION])
    goblin.body.next_act, hero.body.next_act = 0.0, 0.9
    realm.arrays.now[0].tick = 1
    events = realm.act({hero: ("attack", goblin), goblin: ("drink", 0)})
    assert not goblin.alive
    assert not told(events, Said.DRINKS)
    assert realm.pile(13, 12) == [POTION]


def test_potions_come_before_loot():
    realm, hero, goblin = pair({"loot_ticks": 0}, hp=5, bag=[POTION])
    realm.lay(POTION, 12, 12)
    events = realm.act({hero: ("loot",), goblin: ("drink", 0)})
    assert order_of(events, Said.DRINKS, Said.PICKS) == [Said.DRINKS, Said.PICKS]


# --- one after the other ------------------------------------------------------------------------------------------------


def two_movers(first: float, second: float) -> tuple[Realm, Someone, Someone]:
    """Two who step onto the same tile."""
    realm = Realm()
    a, b = realm.put("hero", 12, 12, next_act=first), realm.put("hero", 14, 12, next_act=second)
    realm.arrays.now[0].tick = 1
    realm.act({a: ("step", (13, 12), "hunt"), b: ("step", (13, 12), "hunt")})
    return realm, a, b


@pytest.mark.parametrize(("first", "second", "wins"), [(0.5, 0.5, 0), (0.6, 0.5, 1), (0.5, 0.6, 0), (1.0, 0.0, 1)])
def test_the_earlier_mover_wins_a_tile_and_of_two_the_lower_number(first, second, wins):
    realm, *movers = two_movers(first, second)
    winner, loser = movers[wins], movers[1 - wins]
    assert winner.at == (13, 12)
    assert winner.mind == "hunt"
    assert winner.next_act == pytest.approx((first, second)[wins] + 0.1)
    assert loser.at == ((12, 12), (14, 12))[1 - wins]
    assert loser.mind == "wander"
    assert loser.next_act == (first, second)[1 - wins]
    assert loser.body.stamina == 50
    assert loser.body.training.tolist() == [0] * 6
    check(realm.world, natural=False)


def test_a_tile_that_was_left_before_can_be_stepped_on():
    realm = Realm()
    a, b = realm.put("hero", 12, 12), realm.put("hero", 13, 12)
    realm.act({a: ("step", (12, 13)), b: ("step", (12, 12))})
    assert (a.at, b.at) == ((12, 13), (12, 12))


def test_a_tile_that_is_left_later_cannot():
    realm = Realm()
    a, b = realm.put("hero", 12, 12), realm.put("hero", 13, 12)
    realm.act({a: ("step", (13, 12)), b: ("step", (13, 13))})
    assert (a.at, b.at) == ((12, 12), (13, 13))
    check(realm.world, natural=False)


def test_two_cannot_change_places():
    realm = Realm()
    a, b = realm.put("hero", 12, 12), realm.put("hero", 13, 12)
    realm.act({a: ("step", (13, 12)), b: ("step", (12, 12))})
    assert (a.at, b.at) == ((12, 12), (13, 12))


@pytest.mark.parametrize("material", ["wall", "water"])
def test_a_step_into_a_wall_fails(material):
    realm = Realm()
    hero = realm.put("hero", 12, 12)
    realm.make(material, (13, 12))
    before = untouched(hero)
    realm.act({hero: ("step", (13, 12), "hunt")})
    assert untouched(hero) == before


@pytest.mark.parametrize("place", [(14, 12), (13, 13), (12, 14)])
def test_an_attack_needs_the_target_beside(place):
    realm = Realm(**EVEN)
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", *place)
    before = untouched(hero)
    realm.act({hero: ("attack", goblin, "combat")})
    assert goblin.hp == 100
    assert untouched(hero) == before


@pytest.mark.parametrize("place", [(13, 12), (11, 12), (12, 13), (12, 11)])
def test_there_are_four_sides(place):
    realm = Realm(**EVEN)
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", *place)
    realm.act({hero: ("attack", goblin, "combat")})
    assert (goblin.hp, hero.mind, hero.next_act) == (90, "combat", pytest.approx(0.1))


@pytest.mark.parametrize("hero_first", [True, False])
def test_the_dead_do_not_strike(hero_first):
    realm, hero, goblin = pair(hero={"hp": 10, "gold": 5}, hp=10, gold=7)
    hero.body.next_act, goblin.body.next_act = (0.0, 0.5) if hero_first else (0.5, 0.0)
    realm.arrays.now[0].tick = 1
    realm.act({hero: ("attack", goblin), goblin: ("attack", hero)})
    assert goblin.alive != hero_first
    assert int(hero.e.deaths) == (0 if hero_first else 1)
    assert (int(hero.body.gold), int(goblin.body.gold)) == ((12, 0) if hero_first else (0, 12))


def test_nobody_strikes_the_dead():
    realm = Realm(**EVEN)
    a, b = realm.put("hero", 12, 12), realm.put("hero", 13, 13)
    goblin = realm.put("goblin", 13, 12, hp=10)
    before = untouched(b)
    events = realm.act({a: ("attack", goblin, "combat"), b: ("attack", goblin, "combat")})
    assert len(told(events, Said.HITS)) == 1
    assert untouched(b) == before
    assert (int(a.e.kills), int(b.e.kills)) == (1, 0)
    assert b.body.stamina == 50


def test_the_dead_do_not_loot():
    realm, hero, goblin = pair({"loot_ticks": 0}, hero={"hp": 10})
    realm.lay("iron-sword", 12, 12)
    realm.act({hero: ("loot",), goblin: ("attack", hero)})
    assert realm.pile(12, 12) == ["iron-sword"]


def test_everybody_decides_by_what_there_is_before_anybody_acts():
    realm = Realm(**EVEN)
    hero = realm.put("hero", 12, 12, hp=10, spd=1)
    first, second = realm.put("goblin", 13, 12), realm.put("goblin", 12, 13)
    third = realm.put("goblin", 16, 12)
    hero.body.next_act = 50.0
    realm.tick()
    assert int(hero.e.deaths) == 1
    assert first.next_act > 0
    assert second.next_act == 0, "its attack came too late"
    assert third.at == (15, 12), "it set out for one who was alive then"


def test_who_is_not_ready_waits():
    realm, hero, goblin = pair(hero={"next_act": 3.0})
    realm.tick(3)
    assert hero.next_act == 3.0
    assert goblin.hp == 100
    realm.tick()
    assert hero.next_act == pytest.approx(3.1)
    assert goblin.hp == 90


@pytest.mark.parametrize("speeds", [(1, 1), (1, 10), (10, 40), (3, 30)])
def test_speed_does_not_change_how_often_anyone_acts(speeds):
    realm, hero, goblin = pair(hero={"spd": speeds[0], "hp": 10**6, "max_hp": 10**6}, spd=speeds[1], hp=10**6, max_hp=10**6)
    events = realm.tick(100)
    strikes = [a for a, _, _ in told(events, Said.HITS, Said.CRITS, Said.MISSES)]
    assert strikes.count(hero.uid) == strikes.count(goblin.uid) == 100
    assert hero.next_act == pytest.approx(100 / speeds[0])
    assert goblin.next_act == pytest.approx(100 / speeds[1])


def test_the_faster_come_first_for_the_time_owed_to_them():
    realm, hero, goblin = pair(hero={"spd": 5, "hp": 10**6, "max_hp": 10**6}, spd=20, hp=10**6, max_hp=10**6)
    strikes = [a for a, _, _ in told(realm.tick(4), Said.HITS)]
    assert strikes == [hero.uid, goblin.uid] + [goblin.uid, hero.uid] * 3


@pytest.mark.parametrize(("what", "cost"), [("rest", 0.1), ("step", 0.1), ("attack", 0.1), ("drink", 0.5), ("loot", 0.5)])
def test_what_each_act_takes(what, cost):
    realm, hero, goblin = pair(hero={"bag": [POTION]})
    realm.lay(POTION, 12, 12)
    plans = {"step": ("step", (12, 13)), "attack": ("attack", goblin), "drink": ("drink", 0)}
    realm.act({hero: plans.get(what, (what,))})
    assert hero.next_act == pytest.approx(cost)


@pytest.mark.parametrize(("spd", "cost"), [(1, 1.0), (0, 1.0), (-3, 1.0), (4, 0.25)])
def test_the_slowest_take_a_whole_tick(spd, cost):
    realm, hero, _ = pair(hero={"spd": spd})
    realm.act({hero: ("rest",)})
    assert hero.next_act == cost


def test_gear_does_not_make_faster():
    realm, hero, _ = pair(hero={"gear": ["speed-ring"]})
    realm.act({hero: ("step", (12, 13))})
    assert hero.next_act == pytest.approx(0.1)


def test_what_is_done_changes_the_mind():
    realm, hero, goblin = pair(hero={"bag": [POTION]})
    for what, mind in ((("rest",), "idle"), (("step", (12, 13)), "hunt"), (("drink", 0), "combat"), (("loot",), "looting")):
        events = realm.act({hero: (*what, mind)})
        assert hero.mind == mind
        assert len(told(events, Said.MINDS)) == 1
    assert not told(realm.act({hero: ("rest", "looting")}), Said.MINDS), "nothing is said where nothing changes"
    del goblin


# --- the documented draws -----------------------------------------------------------------------------------------------


def strike_at_42(options: dict[str, Any], **hero: Any) -> tuple[Realm, Someone, Someone]:
    """The seed whose draws are documented, and number 1 as attacker."""
    realm = Realm(42, **options)
    return realm, realm.put("hero", 12, 12, atk=1000, **hero), realm.put("goblin", 13, 12, hp=10**6, max_hp=10**6)


@pytest.mark.parametrize("tick", [0, 1])
def test_damage_varies_by_the_draw_of_attacker_and_tick(tick):
    draws = (0.3492353952096769, 0.28865661894505334)
    realm, hero, goblin = strike_at_42({})
    realm.arrays.now[0].tick = tick
    realm.act({hero: ("attack", goblin)})
    assert 10**6 - goblin.hp == int(1000 * (1 + 0.3 * (draws[tick] - 0.5)))


@pytest.mark.parametrize(("crit", "critical"), [(0.2886, False), (0.2887, True)])
def test_crits_are_drawn_by_the_tick_after(crit, critical):
    realm, hero, goblin = strike_at_42(EVEN, crit=crit)
    events = realm.act({hero: ("attack", goblin)})
    assert bool(told(events, Said.CRITS)) == critical
    assert goblin.hp == 10**6 - (1500 if critical else 1000)


@pytest.mark.parametrize(("evasion", "missed"), [(0.5754, False), (0.5755, True)])
def test_evasion_is_drawn_by_the_attacker_and_the_tick_after_that(evasion, missed):
    realm, hero, goblin = strike_at_42(EVEN)
    goblin.body.evasion = evasion
    assert bool(told(realm.act({hero: ("attack", goblin)}), Said.MISSES)) == missed


# --- sanctuary, town, camp ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goblin_on", "hero_on", "taken"), [("floor", "floor", 10), ("sanctuary", "floor", 5), ("floor", "sanctuary", 10), ("town", "town", 10)]
)
def test_a_monster_on_a_sanctuary_tile_strikes_with_half_its_attack(goblin_on, hero_on, taken):
    realm, hero, goblin = pair({"town_damage": 0, "town_heal": 0})
    realm.make(hero_on, (12, 12))
    realm.make(goblin_on, (13, 12))
    realm.act({goblin: ("attack", hero)})
    assert hero.hp == 100 - taken


@pytest.mark.parametrize(("goblin_on", "taken"), [("floor", 6), ("sanctuary", 8), ("camp", 6), ("town", 6)])
def test_a_monster_on_a_sanctuary_tile_has_half_its_defence(goblin_on, taken):
    realm, hero, goblin = pair({"town_damage": 0}, defence=8)
    realm.make(goblin_on, (13, 12))
    realm.make("sanctuary", (12, 12))
    realm.act({hero: ("attack", goblin)})
    assert goblin.hp == 100 - taken


def test_heroes_lose_nothing_on_a_sanctuary_tile():
    realm, hero, goblin = pair(hero={"defence": 8})
    realm.make("sanctuary", (12, 12))
    realm.act({hero: ("attack", goblin), goblin: ("attack", hero)})
    assert (hero.hp, goblin.hp) == (94, 90)


def test_a_monster_burns_in_town():
    realm = Realm()
    goblin, wolf = realm.put("goblin", 3, 3), realm.put("wolf", 8, 3)
    events = realm.act({})
    assert (goblin.hp, wolf.hp) == (98, 100)
    assert told(events, Said.SCORCHED) == [(goblin.uid, 2, 0)]


def test_who_burns_to_death_is_nobodys_kill():
    realm = Realm()
    hero = realm.put("hero", 2, 3)
    goblin = realm.put("goblin", 3, 3, hp=2, gold=9, gear=["iron-sword"], bag=[POTION])
    events = realm.act({})
    assert not goblin.alive
    assert (int(hero.body.xp), int(hero.body.gold), int(hero.e.kills)) == (0, 0, 0)
    assert not told(events, Said.KILLS)
    assert told(events, Said.DIES) == [(goblin.uid, 3 * 24 + 3, 0)]
    assert sorted(realm.pile(3, 3)) == ["iron-sword", POTION]
    check(realm.world, natural=False)


def test_a_burning_monster_with_one_hp_dies_too():
    realm = Realm()
    goblin = realm.put("goblin", 3, 3, hp=1)
    assert told(realm.act({}), Said.SCORCHED) == [(goblin.uid, 1, 0)]
    assert not goblin.alive


@pytest.mark.parametrize(("mind", "healed"), [("wander", 1), ("resting in town", 3), ("combat", 1), ("return to town", 1)])
def test_a_hero_heals_in_town(mind, healed):
    realm = Realm()
    hero = realm.put("hero", 5, 5, hp=50, mind=mind)
    outside = realm.put("hero", 6, 5, hp=50, mind=mind)
    realm.act({})
    assert hero.hp == 50 + healed
    assert outside.hp == 50, "the sanctuary does not heal"


def test_healing_stops_at_max_hp_with_gear():
    realm = Realm()
    hero = realm.put("hero", 3, 3, hp=104, mind="resting in town", gear=["leather-vest"])
    realm.act({})
    assert hero.hp == 105


@pytest.mark.parametrize(
    ("kind", "place", "healed"), [("goblin", (3, 2), 0), ("goblin", (4, 2), 3), ("hero", (3, 2), 3), ("orc", (2, 3), 0)]
)
def test_nobody_heals_in_town_with_a_foe_beside(kind, place, healed):
    realm = Realm()
    hero = realm.put("hero", 3, 3, hp=50, mind="resting in town")
    realm.put(kind, *place)
    realm.act({})
    assert hero.hp == 50 + healed


def test_guards_heal_in_their_camp():
    realm = Realm()
    realm.camp(16, 16)
    guard = realm.put("goblin-warrior", 18, 18, home=(16, 16), guard=True, hp=50)
    outside = realm.put("goblin-warrior", 19, 18, home=(16, 16), guard=True, hp=50)
    stranger = realm.put("goblin", 15, 15, hp=50)
    hero = realm.put("hero", 14, 14, hp=50)
    whole = realm.put("goblin-chief", 16, 14, home=(16, 16), guard=True)
    realm.act({})
    assert (guard.hp, outside.hp, stranger.hp, hero.hp, whole.hp) == (51, 50, 50, 50, 100)


# --- stamina and training -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "left"), [("attack", 20 - 3 + 1), ("step", 20 - 1 + 1), ("rest", 20 + 5), ("drink", 20 + 1), ("loot", 20 + 1)]
)
def test_stamina_goes_and_comes_back(what, left):
    realm, hero, goblin = pair(hero={"bag": [POTION], "stamina": 20})
    realm.act({hero: {"step": ("step", (12, 13)), "attack": ("attack", goblin), "drink": ("drink", 0)}.get(what, (what,))})
    assert hero.body.stamina == left


@pytest.mark.parametrize(("mind", "back"), [("idle", 5), ("resting in town", 5), ("wander", 1), ("guard camp", 1)])
def test_stamina_comes_back_faster_to_those_at_rest(mind, back):
    realm, hero, _ = pair(hero={"stamina": 20, "mind": mind})
    realm.act({})
    assert hero.body.stamina == 20 + back


def test_stamina_stays_between_nothing_and_all():
    realm, hero, goblin = pair(hero={"stamina": 1}, stamina=49)
    realm.act({hero: ("attack", goblin), goblin: ("rest",)})
    assert (hero.body.stamina, goblin.body.stamina) == (1, 50)
    assert goblin.hp == 90, "the tired strike as hard"


@pytest.mark.parametrize(
    ("what", "gains"),
    [
        ("attack", {Attribute.STR: 15_000, Attribute.VIT: 5_000}),
        ("step", {Attribute.AGI: 8_000, Attribute.END: 5_000}),
        ("rest", {Attribute.END: 10_000, Attribute.WIS: 3_000, Attribute.VIT: 5_000}),
        ("loot", {Attribute.WIS: 5_000}),
        ("drink", {}),
    ],
)
def test_what_each_act_trains(what, gains):
    realm, hero, goblin = pair({"loot_ticks": 0}, hero={"bag": [POTION]})
    realm.lay(POTION, 12, 12)
    realm.act({hero: {"step": ("step", (12, 13)), "attack": ("attack", goblin), "drink": ("drink", 0)}.get(what, (what,))})
    assert hero.body.training.tolist() == [gains.get(i, 0) for i in range(6)]


def test_searching_does_not_train_before_something_is_found():
    realm, hero, _ = pair()
    realm.lay(POTION, 12, 12)
    for trained in (0, 0, 0, 5_000):
        realm.act({hero: ("loot",)})
        assert hero.body.training[Attribute.WIS] == trained


@pytest.mark.parametrize(
    ("what", "attribute", "times"),
    [("rest", Attribute.END, 100), ("rest", Attribute.WIS, 334), ("step", Attribute.AGI, 125), ("attack", Attribute.STR, 67)],
)
def test_how_many_acts_make_a_point(what, attribute, times):
    realm, hero, goblin = pair(hp=10**6, max_hp=10**6)
    hero.body.stamina = hero.body.max_stamina = 10**6
    for n in range(times):
        assert hero.body.attributes[attribute] == 0
        realm.act({hero: {"step": ("step", (12, 13 - n % 2)), "attack": ("attack", goblin)}.get(what, (what,))})
    assert hero.body.attributes[attribute] == 1


@pytest.mark.parametrize(
    ("what", "stamina", "trains"), [("attack", 3, False), ("attack", 4, True), ("step", 1, False), ("step", 2, True), ("rest", 0, False)]
)
def test_the_exhausted_do_not_train(what, stamina, trains):
    realm, hero, goblin = pair(hero={"stamina": stamina})
    realm.act({hero: {"step": ("step", (12, 13)), "attack": ("attack", goblin)}.get(what, (what,))})
    assert hero.body.training.any() == trains


def test_at_the_cap_nothing_is_saved_up():
    realm, hero, _ = pair()
    hero.body.attributes[Attribute.END] = 15
    realm.act({hero: ("rest",)})
    assert (hero.body.attributes[Attribute.END], hero.body.training[Attribute.END]) == (15, 0)


# --- death --------------------------------------------------------------------------------------------------------------


def fallen_hero(**options: Any) -> tuple[Realm, Someone, Someone]:
    """A hero who dies at tick 7, by a goblin."""
    realm, hero, goblin = pair(
        options,
        {"hp": 10, "gold": 30, "xp": 60, "gear": ["iron-sword", "leather-vest"], "bag": [POTION, "chainmail"], "memory_x": 13},
        gold=4,
        atk=100,
    )
    realm.arrays.now[0].tick = 7
    realm.act({goblin: ("attack", hero)})
    return realm, hero, goblin


def test_a_hero_who_dies_leaves_the_bag_where_it_fell_and_keeps_the_gear():
    realm, hero, _ = fallen_hero()
    assert sorted(realm.pile(12, 12)) == ["chainmail", POTION]
    assert hero.bag == []
    assert hero.gear == ["iron-sword", "leather-vest"]
    assert realm.arrays.now[0].ground_used == 2, "nothing is there twice"


def test_a_hero_who_dies_wakes_at_home_with_max_hp_to_rest():
    realm, hero, _ = fallen_hero()
    assert hero.alive
    assert hero.at == (3, 3)
    assert hero.hp == 100, "max HP without gear"
    assert hero.mind == "resting in town"
    assert hero.next_act == 7 + 10
    assert (int(hero.e.memory_x), int(hero.e.memory_y), int(hero.e.goal_x), int(hero.e.goal_y)) == (-1, -1, -1, -1)
    assert int(hero.e.deaths) == 1
    check(realm.world, natural=False)


def test_a_hero_who_died_acts_again_only_ten_ticks_later():
    realm, hero, goblin = fallen_hero()
    goblin.body.next_act = 100.0
    for _ in range(9):
        realm.tick()
        assert hero.next_act == 17
        assert hero.at == (3, 3)
    assert hero.hp == 105, "but heals"
    assert realm.arrays.now[0].tick == 17
    realm.tick()
    assert hero.next_act > 17
    assert hero.mind == "wander"


@pytest.mark.parametrize("time", ["ticks", "events"])
def test_where_waking_is_safe_nobody_sees_or_strikes_a_hero_who_died_until_it_acts_again(time):
    realm, hero, _ = fallen_hero(time=time, town_damage=0, safe_waking=True)
    hero.body.hp = 105  # whole, with gear
    chief = realm.put("goblin-chief", 4, 3, atk=100)
    while realm.arrays.now[0].tick < 17:
        assert realm.plan(chief)[0] != "attack"
        realm.act({})
    assert realm.plan(chief)[:2] == ("attack", hero.who), "ten ticks later it is there again"
    assert realm.plan(hero)[:2] == ("attack", chief.who), "and fights"


def test_where_waking_is_safe_one_who_hunted_a_hero_that_died_goes_its_way():
    """The wards burn whoever waits in town, and there is nobody to be seen."""
    realm, hero, _ = fallen_hero(safe_waking=True)
    chief = realm.put("goblin-chief", 4, 3, atk=100, mind="hunt")
    events = realm.tick(9)
    assert not told(events, Said.HITS, Said.CRITS, Said.MISSES)
    assert hero.at == (3, 3)
    assert realm.arrays.tiles[chief.at[1], chief.at[0]] != SEE["town"]


def test_one_who_waits_at_home_strikes_a_hero_who_woke_at_once():
    """The document has no rule against it."""
    realm, hero, _ = fallen_hero()
    chief = realm.put("goblin-chief", 4, 3, atk=100)
    assert realm.plan(chief)[:2] == ("attack", hero.who)


def test_where_waking_is_safe_heroes_of_the_vale_are_not_killed_again_and_again_where_they_wake():
    """A chief who camps in town killed the hero of seed 30 67 times in 1,000 ticks."""
    deaths = {safe: world(30, safe_waking=safe) for safe in (True, False)}
    for found in deaths.values():
        found.advance(1000, log=True)
    assert deaths[False].measures()["hero_deaths"] > 60
    assert deaths[True].measures()["hero_deaths"] < 20
    died = [when for when, event in deaths[True].events if event.code == Said.RESPAWNS]
    assert min(b - a for a, b in pairwise(died)) >= 10


def test_the_killer_of_a_hero_gets_all_its_gold_and_xp_for_its_level():
    _, hero, goblin = fallen_hero()
    assert (int(goblin.body.gold), int(hero.body.gold)) == (34, 0)
    assert int(goblin.body.xp) == 25
    assert int(hero.body.xp) == 60, "the hero's own stay"
    assert int(goblin.e.kills) == 1


def test_a_hero_whose_home_is_taken_wakes_beside_it():
    realm, hero, goblin = pair(hero={"hp": 10})
    realm.put("hero", 3, 3)
    realm.act({goblin: ("attack", hero)})
    assert abs(hero.at[0] - 3) + abs(hero.at[1] - 3) == 1
    check(realm.world, natural=False)


def test_two_heroes_who_die_together_wake_on_two_tiles():
    realm = Realm(**EVEN)
    a, b = realm.put("hero", 12, 12, hp=10), realm.put("hero", 14, 12, hp=10)
    goblin, orc = realm.put("goblin", 13, 12), realm.put("orc", 14, 13)
    events = realm.act({goblin: ("attack", a), orc: ("attack", b)})
    assert a.at == (3, 3)
    assert abs(b.at[0] - 3) + abs(b.at[1] - 3) == 1
    assert [who for who, _, _ in told(events, Said.RESPAWNS)] == [a.uid, b.uid]
    check(realm.world, natural=False)


def test_a_hero_who_dies_at_home_wakes_there():
    realm = Realm(**EVEN)
    hero, goblin = realm.put("hero", 3, 3, hp=10, bag=[POTION]), realm.put("goblin", 4, 3)
    realm.act({goblin: ("attack", hero)})
    assert hero.at == (3, 3)
    assert realm.pile(3, 3) == [POTION]
    check(realm.world, natural=False)


def test_an_enemy_who_dies_leaves_all_and_is_gone():
    realm, hero, goblin = pair(hero={"atk": 100}, hp=10, gold=8, gear=["iron-sword", "goblin-shield", "speed-ring"], bag=[POTION, POTION])
    unused = int(realm.arrays.now[0].unused)
    events = realm.act({hero: ("attack", goblin, "combat")})
    assert not goblin.alive
    assert realm.standing(13, 12) == -1
    assert sorted(realm.pile(13, 12)) == ["goblin-shield", "iron-sword", POTION, POTION, "speed-ring"]
    assert [one.uid for one in realm.living()] == [hero.uid]
    assert (int(realm.arrays.now[0].count), int(realm.arrays.now[0].unused)) == (1, unused + 1)
    assert int(hero.body.gold) == 8
    assert told(events, Said.KILLS) == [(hero.uid, goblin.uid, 25)]
    assert told(events, Said.GOLD) == [(hero.uid, goblin.uid, 8)]
    assert told(events, Said.DIES) == [(goblin.uid, 12 * 24 + 13, 0)]
    realm.tick(12)
    assert len(realm.living()) == 1, "nobody comes back"
    check(realm.world, natural=False)


def test_the_next_one_takes_the_place_of_the_dead_and_nothing_of_theirs():
    realm, hero, goblin = pair(hp=10, memory_x=5, kills=3, home=(9, 9), guard=True, acts=4)
    realm.act({hero: ("attack", goblin)})
    orc = realm.put("orc", 20, 20, natural=True)
    assert orc.who == goblin.who
    fresh = ("memory_x", "memory_y", "goal_x", "goal_y", "kills", "deaths", "has_home", "guard", "channel", "acts", "patience")
    assert [int(orc.e[name]) for name in fresh] == [-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0]
    assert (int(orc.e.born), orc.next_act) == (1, 1.0)


def test_a_warrior_of_level_3_is_worth_150_xp():
    realm = Realm(**EVEN)
    hero, warrior = realm.put("hero", 12, 12), realm.put("goblin-warrior", 13, 12, hp=10)
    assert int(warrior.body.level) == 3
    events = realm.act({hero: ("attack", warrior)})
    assert told(events, Said.KILLS) == [(hero.uid, warrior.uid, 150)]
    assert told(events, Said.LEVELS) == [(hero.uid, 2, 0)]
    assert (int(hero.body.level), int(hero.body.xp), int(hero.body.xp_to_next)) == (2, 50, 150), "the excess carries over"


def test_monsters_gain_levels_too():
    realm, hero, goblin = pair(hero={"hp": 10}, xp=90, hp=60)
    realm.act({goblin: ("attack", hero)})
    body = goblin.body
    assert (int(body.level), int(body.xp), int(body.xp_to_next)) == (2, 15, 150)
    assert [int(body[name]) for name in ("max_hp", "hp", "atk", "defence", "spd")] == [105, 65, 12, 1, 11]
    assert body.attributes.tolist() == [2] * 6
    assert body.caps.tolist() == [20] * 6
    assert realm.arrays.tally[kind_number("goblin"), Tally.LEVELS] == 1


def test_who_dies_does_not_rise_in_that_tick():
    realm = Realm(**EVEN)
    hero = realm.put("hero", 12, 12, hp=10, xp=90)
    victim, avenger = realm.put("goblin", 13, 12, hp=10), realm.put("goblin", 12, 13)
    realm.act({hero: ("attack", victim), avenger: ("attack", hero)})
    assert (int(hero.body.level), int(hero.body.xp), hero.hp) == (1, 115, 100)
    realm.act({})
    assert (int(hero.body.level), int(hero.body.xp), hero.hp) == (2, 15, 100 + 3 + 2), "healed by three, and by the level up to its max"


def test_everything_in_a_world_can_die_out():
    realm, hero, goblin = pair(hp=10)
    realm.arrays.tiles[12, 12] = 3
    realm.act({hero: ("attack", goblin)})
    hero.e.hero = 0
    hero.body.hp = 1
    realm.act({})
    assert realm.living() == []
    realm.tick(3)
    assert realm.arrays.now[0].tick == 5
    check(realm.world, natural=False)


# --- event time ---------------------------------------------------------------------------------------------------------

EVENTS = {"time": "events", **EVEN}
LASTING = {"hp": 10**6, "max_hp": 10**6}


@pytest.mark.parametrize("speeds", [(1, 10), (10, 40), (3, 13)])
def test_in_event_time_speed_is_how_often_one_acts(speeds):
    realm, hero, goblin = pair(EVENTS, {"spd": speeds[0], **LASTING}, spd=speeds[1], **LASTING)
    strikes = [a for a, _, _ in told(realm.tick(10), Said.HITS)]
    assert strikes.count(hero.uid) == 10 * speeds[0]
    assert strikes.count(goblin.uid) == 10 * speeds[1]


def test_in_event_time_each_acts_when_its_time_has_come():
    realm, hero, goblin = pair(EVENTS, {"spd": 4, **LASTING}, spd=8, **LASTING)
    strikes = [a for a, _, _ in told(realm.tick(), Said.HITS)]
    h, g = hero.uid, goblin.uid
    assert strikes == [h, g, g, h, g, g, h, g, g, h, g, g], "at the same time the lower number first"


def test_in_event_time_draws_are_keyed_by_the_act():
    draws = (0.3492353952096769, 0.28865661894505334, 0.5754270390375406)
    realm = Realm(42, time="events")
    hero = realm.put("hero", 12, 12, atk=1000, **LASTING)
    goblin = realm.put("goblin", 13, 12, spd=1, next_act=5.0, **LASTING)
    hits = [c for _, _, c in told(realm.act({hero: ("attack", goblin)}), Said.HITS)]
    assert hits[:3] == [int(1000 * (1 + 0.3 * (u - 0.5))) for u in draws]
    assert len(set(hits)) >= 9


@pytest.mark.parametrize("draws", ["shared", "independent"])
def test_in_event_time_no_two_acts_of_a_tick_draw_the_same(draws):
    realm = Realm(7, time="events", draws=draws)
    hero = realm.put("hero", 12, 12, atk=10**5, **LASTING)
    goblin = realm.put("goblin", 13, 12, next_act=9.0, hp=10**9, max_hp=10**9)
    hits = [c for _, _, c in told(realm.act({hero: ("attack", goblin)}), Said.HITS)]
    hits += [c for _, _, c in told(realm.act({hero: ("attack", goblin)}), Said.HITS)]
    assert len(hits) >= 20
    assert len(set(hits)) == len(hits)


def test_in_event_time_what_fails_takes_its_time():
    realm, hero, _ = pair(EVENTS, {"spd": 5})
    realm.make("wall", (12, 13))
    realm.act({hero: ("step", (12, 13), "hunt")})
    assert hero.next_act == pytest.approx(1.0)
    assert hero.mind == "wander"


def test_in_event_time_one_who_acts_sees_what_has_happened_before():
    realm = Realm(**EVENTS)
    hero = realm.put("hero", 12, 12, spd=5, hp=10)
    first, second = realm.put("goblin", 13, 12, spd=5), realm.put("goblin", 12, 13, spd=5)
    hero.body.next_act = 0.9
    events = realm.tick()
    assert [a for a, _, _ in told(events, Said.HITS)] == [first.uid]
    assert second.mind != "combat", "its foe is dead when its turn comes"
    assert int(hero.e.deaths) == 1
    check(realm.world, natural=False)


def test_in_event_time_the_dead_do_not_act_and_lie_where_they_fell_until_the_tick_is_over():
    realm, hero, goblin = pair(EVENTS, {"spd": 5}, spd=40, hp=10)
    goblin.body.next_act = 0.1
    other = realm.put("goblin", 13, 14, spd=10, next_act=0.05)
    events = realm.act({hero: ("attack", goblin), goblin: ("attack", hero), other: ("step", (13, 12))})
    assert not [a for a, _, _ in told(events, Said.HITS) if a == goblin.uid]
    assert other.at == (13, 14), "the tile of the dead is taken till then"
    assert not goblin.alive


def test_in_event_time_a_hero_wakes_after_ten_ticks_too():
    realm, hero, goblin = pair(EVENTS, {"hp": 10}, spd=1)
    realm.arrays.now[0].tick = 3
    hero.body.next_act, goblin.body.next_act = 3.5, 3.0
    realm.act({goblin: ("attack", hero)})
    assert (hero.next_act, hero.at) == (13.0, (3, 3))


def test_in_event_time_the_fast_walk_farther():
    realm = Realm(**EVENTS)
    hero = realm.put("hero", 12, 2, spd=4, goal_x=12, goal_y=22, patience=99)
    realm.tick(2)
    assert hero.at == (12, 10)
    assert hero.body.stamina == 50 - 8 + 2
