"""Every option of a world changes what it says, none is left out, and at both ends of its range a world keeps its bounds."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.world_loop.realm import SEE, Realm, Someone, check, told, world

from fracas.rulesets.world_loop.book import library
from fracas.rulesets.world_loop.codes import Attribute, Said
from fracas.rulesets.world_loop.models import WorldOptions

POTION = "small-hp-potion"
SURE = {"evasion_cap": 1.0}
"""One who evades surely does."""
LASTING = {"hp": 10**6, "max_hp": 10**6}


# --- what is measured ---------------------------------------------------------------------------------------------------


def duel(o: dict[str, Any], hero: dict[str, Any] | None = None, **goblin: Any) -> tuple[Realm, Someone, Someone]:
    """A hero (number 1) and a goblin side by side; the hero strikes once, at tick 0 of seed 42, whose draws are 0.349 for the variance,
    0.289 for the crit and 0.575 for the evasion."""
    setup = {name: goblin.pop(name) for name in ("attributes", "bag", "gear", "on") if name in goblin}
    mine = dict(hero or {})
    own = {name: mine.pop(name) for name in ("attributes", "on") if name in mine}
    realm = Realm(42, **{"damage_variance": 0.0, **o})
    a, b = (
        realm.put("hero", 12, 12, **mine),
        realm.put("goblin", 13, 12, **{"bag": setup.get("bag", ()), "gear": setup.get("gear", ()), **goblin}),
    )
    for one, what in ((a, own), (b, setup)):
        for i, value in what.get("attributes", {}).items():
            one.body.attributes[i] = value
        if "on" in what:
            realm.make(what["on"], one.at)
    realm.act({a: ("attack", b)})
    return realm, a, b


def damage(o: dict[str, Any], hero: dict[str, Any] | None = None, **goblin: Any) -> int:
    """What a strike takes."""
    return 10**6 - duel(o, hero, **{**LASTING, **goblin})[2].hp


def of_hero(o: dict[str, Any], what: Callable[[Any], Any], hero: dict[str, Any] | None = None, **goblin: Any) -> Any:
    """Something about the hero after a strike."""
    return what(duel(o, hero, **goblin)[1])


def level_up(o: dict[str, Any], what: Callable[[Any], Any], **values: Any) -> Any:
    """Something about a hero who has gained what is worth a level."""
    realm = Realm(**o)
    hero = realm.put("hero", 12, 12, **{"xp": 100, "hp": 50, **values})
    hero.body.attributes[:] = 5
    realm.act({})
    return what(hero.body)


def plan(o: dict[str, Any], kind: str = "hero", at: tuple[int, int] = (12, 12), foe: tuple[int, int] | None = None, **more: Any) -> Any:
    """What somebody has in mind."""
    realm = Realm(**o)
    one = realm.put(kind, *at, **more)
    if foe is not None:
        realm.put("goblin" if kind == "hero" else "hero", *foe)
    return realm.plan(one)[-1]


def after(o: dict[str, Any], what: Callable[[Any], Any], act: tuple[Any, ...] | None, **more: Any) -> Any:
    """Something about somebody after an act, alone."""
    realm = Realm(**o)
    one = realm.put(more.pop("kind", "hero"), *more.pop("at", (12, 12)), **more)
    realm.lay(POTION, *one.at)
    realm.act({one: act} if act else {})
    return what(one)


def chain_of_draws(o: dict[str, Any]) -> bool:
    """Whether a crit at one tick is always a low damage at the next: both of one draw."""
    realm = Realm(5, **o)
    hero = realm.put("hero", 12, 12, atk=1000, crit=0.5, crit_dmg=1.0, **LASTING)
    goblin = realm.put("goblin", 13, 12, **LASTING)
    events = [realm.act({hero: ("attack", goblin)}) for _ in range(40)]
    crits = [bool(told(e, Said.CRITS)) for e in events]
    low = [told(e, Said.CRITS, Said.HITS)[0][2] < 1000 for e in events]
    return crits[:-1] == low[1:]


def strikes(o: dict[str, Any]) -> int:
    """How often one of speed 4 strikes in a tick."""
    realm = Realm(**o)
    hero, goblin = realm.put("hero", 12, 12, spd=4), realm.put("goblin", 13, 12, next_act=9.0, **LASTING)
    return len(told(realm.act({hero: ("attack", goblin)}), Said.HITS))


def first_of_two(o: dict[str, Any]) -> str:
    """Who is first: the slow one who has lived long, or the fast newcomer?"""
    realm = Realm(**o)
    old, new = realm.put("hero", 12, 12, spd=5, next_act=2.0, **LASTING), realm.put("goblin", 13, 12, spd=40, next_act=10.0, **LASTING)
    realm.arrays.now[0].tick = 10
    plans = {old: ("attack", new), new: ("attack", old)}
    realm.act(plans)
    return "old" if told(realm.act(plans), Said.HITS)[0][0] == old.uid else "new"


def guards(o: dict[str, Any], of: Callable[[Any], Any]) -> Any:
    """Something about all guards of worlds of a few seeds."""
    found = [world(seed, wall_share=0.0, **o) for seed in range(1, 6)]
    return of(np.concatenate([w.arrays.entities[(w.arrays.entities["alive"] == 1) & (w.arrays.entities["guard"] == 1)] for w in found]))


def tiles(material: str) -> Callable[[dict[str, Any]], int]:
    """How many tiles are of a material."""
    return lambda o: int(
        (world(3, **{"wall_share": 0.0, "entities": 0, "width": 96, "height": 64, **o}).arrays.tiles == SEE[material]).sum()
    )


def living(o: dict[str, Any], ticks: int = 0, **more: Any) -> Any:
    """All who live in a world."""
    found = world(3, **{"wall_share": 0.0, "camps": 0, "entities": 0, "spawn_interval": 0, **more, **o})
    found.advance(ticks)
    return found.arrays.entities[found.arrays.entities["alive"] == 1]


def spawn(o: dict[str, Any]) -> int:
    """The first threshold of a newcomer."""
    realm = Realm(**o)
    return int(realm.put("goblin", 12, 12, natural=True).body.xp_to_next)


def looted(o: dict[str, Any], **more: Any) -> int:
    """The tick in which a potion underfoot is picked up."""
    realm = Realm(**o)
    realm.put(more.pop("kind", "hero"), 12, 12, **more)
    realm.lay(POTION, 12, 12)
    for tick in range(8):
        if told(realm.tick(), Said.PICKS):
            return tick
    return -1


def left_lying(o: dict[str, Any], *where: tuple[int, int]) -> int:
    """How many of ten things stay on the ground."""
    realm = Realm(**o)
    for i in range(10):
        realm.lay(POTION, *where[i % len(where)])
    return int(realm.arrays.now[0].ground_used)


def worn(o: dict[str, Any]) -> list[str]:
    """What one with a good sword wears who has searched a tile with a bad one."""
    realm = Realm(loot_ticks=0, **o)
    hero = realm.put("hero", 12, 12, gear=["iron-sword"])
    realm.lay("rusty-dagger", 12, 12)
    realm.tick()
    return hero.gear


def mind_of(what: tuple[Any, ...]) -> str:
    return str(what[-1])


def number_of_races(o: dict[str, Any]) -> int:
    return len(set(living(o, width=64, height=64, entities=200)["race"].tolist()) - {0})


def attribute(i: int) -> Callable[[Any], int]:
    """What an attribute was trained by, in millionths."""
    return lambda one: int(one.body.training[i])


def hp(one: Any) -> int:
    return int(one.hp)


def stamina(one: Any) -> int:
    return int(one.body.stamina)


def warrior_xp(o: dict[str, Any]) -> int:
    """The XP for a warrior of level 3 and tier 2."""
    realm = Realm(damage_variance=0.0, max_level=1, **o)
    hero, warrior = realm.put("hero", 12, 12), realm.put("goblin-warrior", 13, 12, hp=5)
    realm.act({hero: ("attack", warrior)})
    return int(hero.body.xp)


def field(name: str) -> Callable[[Any], Any]:
    return lambda body: int(body[name])


# --- the options --------------------------------------------------------------------------------------------------------

Case = tuple[str, Any, Callable[[dict[str, Any]], Any], Any, Any]
CASES: list[Case] = [
    # name, another value, what is measured, by default, with the other value
    ("draws", "independent", chain_of_draws, True, False),
    ("time", "events", strikes, 1, 4),
    ("lag", "forgiven", first_of_two, "old", "new"),
    ("minimum_after_variance", True, lambda o: damage({"damage_variance": 0.3, **o}, {"atk": 1}), 0, 1),
    ("cooldown_speed", "effective", lambda o: after(o, lambda one: one.next_act, ("rest",), gear=["speed-ring"]), 1 / 10, 1 / 13),
    ("action_time", 2, lambda o: strikes({"time": "events", **o}), 4, 2),
    ("xp_curve", "closed", lambda o: level_up(o, field("xp_to_next"), xp=337, level=4, xp_to_next=337), 505, 506),
    ("level_hp_cap", "base", lambda o: level_up(o, hp, hp=105, gear=["leather-vest"]), 110, 105),
    ("caps_first", True, lambda o: level_up(o, lambda b: int(b.attributes[0]), caps=6), 6, 7),
    ("training_on", "hit", lambda o: of_hero({**SURE, **o}, attribute(Attribute.STR), evasion=1.0), 15_000, 0),
    ("training_on", "kill", lambda o: of_hero(o, attribute(Attribute.STR)), 15_000, 0),
    ("training_on", "kill", lambda o: of_hero(o, attribute(Attribute.STR), hp=5), 15_000, 15_000),
    ("miss_costs_stamina", False, lambda o: of_hero({**SURE, **o}, stamina, {"stamina": 20}, evasion=1.0), 18, 21),
    ("thresholds_of", "effective", lambda o: plan(o, foe=(13, 12), hp=34, gear=["chief-plate"]), "combat", "return to town"),
    ("damage_variance", 1.0, lambda o: damage({"damage_variance": 0.3, **o}, {"atk": 1000}), 954, 849),
    ("minimum_damage", 5, lambda o: damage(o, {"atk": 3}, defence=9), 1, 5),
    ("evasion_cap", 0.5, lambda o: damage(o, evasion=1.0), 0, 10),
    ("luck_against_evasion", 0.01, lambda o: damage(o, {"luck": 10}, evasion=0.6), 0, 10),
    ("crit_cap", 0.25, lambda o: damage(o, {"crit": 0.9}), 15, 10),
    ("luck_to_crit", 0.01, lambda o: damage(o, {"luck": 50}), 10, 15),
    ("str_to_attack", 0.1, lambda o: damage(o, {"attributes": {Attribute.STR: 10}}), 12, 20),
    ("vit_to_defence", 0.1, lambda o: damage(o, {"atk": 20}, defence=10, attributes={Attribute.VIT: 10}), 15, 10),
    ("attack_stamina", 7, lambda o: of_hero(o, stamina, {"stamina": 20}), 18, 14),
    ("sanctuary_debuff_atk", 0.2, lambda o: hp(sanctuary_strike(o)), 95, 98),
    ("sanctuary_debuff_def", 0.0, lambda o: damage(o, defence=8, on="sanctuary"), 8, 10),
    ("xp_per_kill_base", 40, lambda o: of_hero(o, lambda h: h.body.xp, hp=5), 25, 40),
    (
        "xp_per_tier",
        1.0,
        warrior_xp,
        150,
        225,
    ),
    ("int_to_xp", 0.1, lambda o: of_hero(o, lambda h: h.body.xp, {"attributes": {Attribute.INT: 10}}, hp=5), 27, 50),
    ("wis_to_xp", 0.1, lambda o: of_hero(o, lambda h: h.body.xp, {"attributes": {Attribute.WIS: 10}}, hp=5), 26, 50),
    ("train_attack_str", 0.1, lambda o: of_hero(o, attribute(Attribute.STR)), 15_000, 100_000),
    ("train_attack_vit", 0.2, lambda o: of_hero(o, attribute(Attribute.VIT)), 5_000, 200_000),
    ("stat_growth_hp", 9, lambda o: level_up(o, lambda b: (int(b.max_hp), int(b.hp))), (105, 55), (109, 59)),
    ("stat_growth_atk", 9, lambda o: level_up(o, field("atk")), 12, 19),
    ("stat_growth_def", 9, lambda o: level_up(o, field("defence")), 1, 9),
    ("stat_growth_spd", 9, lambda o: level_up(o, field("spd")), 11, 19),
    ("attribute_growth", 9, lambda o: level_up(o, lambda b: int(b.attributes[3])), 7, 14),
    ("cap_growth", 9, lambda o: level_up(o, lambda b: int(b.caps[3])), 20, 24),
    ("xp_first_level", 60, spawn, 100, 60),
    ("xp_per_level_scale", 2.0, lambda o: level_up(o, field("xp_to_next")), 150, 200),
    ("max_level", 2, lambda o: level_up(o, field("level"), xp=10_000), 10, 2),
    ("potion_percent", 80, lambda o: drinks(o, 79), False, True),
    ("drink_at_any_hp", True, lambda o: drinks(o, 79), False, False),  # for those who choose in a duel; minds drink when they are hurt
    ("potion_delay", 0.25, lambda o: after(o, lambda one: one.next_act, ("drink", 0), bag=[POTION]), 0.5, 0.25),
    ("flee_percent", 60, lambda o: plan(o, foe=(13, 12), hp=55), "combat", "return to town"),
    ("rest_heal", 7, lambda o: after(o, hp, ("rest",), hp=50), 51, 57),
    ("stamina_regen", 4, lambda o: after(o, stamina, None, stamina=20), 21, 24),
    ("stamina_regen_resting", 9, lambda o: after(o, stamina, ("rest",), stamina=20), 25, 29),
    ("hero_respawn_ticks", 3, lambda o: waking(o), 10.0, 3.0),
    ("safe_waking", True, lambda o: struck_while_down(o), True, False),
    ("width", 20, lambda o: Realm(**o).arrays.tiles.shape, (24, 24), (24, 20)),
    ("height", 20, lambda o: Realm(**o).arrays.tiles.shape, (24, 24), (20, 24)),
    ("town_x", 9, lambda o: Realm(heroes=1, **o).living()[0].at, (3, 3), (9, 3)),
    ("town_y", 9, lambda o: Realm(heroes=1, **o).living()[0].at, (3, 3), (3, 9)),
    ("town_radius", 3, tiles("town"), 25, 49),
    ("sanctuary_radius", 3, tiles("sanctuary"), 56, 24),
    ("camps", 2, tiles("camp"), 75, 50),
    ("camp_radius", 1, tiles("camp"), 75, 27),
    ("camp_distance", 30, lambda o: guards(o, lambda g: bool((g["home_x"] + g["home_y"] - 6 >= 30).all())), False, True),
    ("camp_warriors", 0, lambda o: guards(o, lambda g: len(set(g["body"]["kind"].tolist()))), 2, 1),
    ("camp_warriors", 9, lambda o: guards(o, lambda g: len(g)) > 60, False, True),
    ("territories", 2, tiles("forest"), 0, 2 * 81),
    ("territory_radius", 2, lambda o: tiles("forest")({"territories": 1, **o}), 81, 25),
    ("territory_mobs", 3, lambda o: len(living(o, width=96, height=96, territories=1)) - 1, 20, 12),
    ("wall_share", 0.2, lambda o: tiles("wall")(o) > 500, False, True),
    ("heroes", 4, lambda o: int(living(o)["hero"].sum()), 1, 4),
    ("hero_kind", "mage", lambda o: library().kind_names[int(living(o)["body"]["kind"][0])], "hero", "mage"),
    ("entities", 25, lambda o: len(founded(o)), 10, 25),
    ("spawn_interval", 2, lambda o: len(living({"spawn_interval": 20, **o}, 10, heroes=0, vision=1)), 1, 5),
    ("spawn_batch", 3, lambda o: len(living({"spawn_interval": 20, **o}, 1, heroes=0)), 1, 3),
    ("entity_cap", 4, lambda o: len(living({"spawn_interval": 1, **o}, 25, heroes=0, vision=1)), 25, 4),
    ("spawn_all_races", True, number_of_races, 1, 5),
    ("vision", 3, lambda o: plan(o, foe=(17, 12)), "hunt", "wander"),
    ("return_percent", 40, lambda o: plan(o, hp=60), "return to town", "wander"),
    ("courage_percent", 20, lambda o: plan(o, "goblin", mind="flee", hp=40), "flee", "wander"),
    ("trespass_percent", 50, lambda o: plan(o, "goblin", (8, 3), hp=70), "flee", "wander"),
    ("loot_range", 2, lambda o: going_for_loot(o), "looting", "wander"),
    ("loot_ticks", 1, looted, 3, 1),
    ("monsters_loot", True, lambda o: looted(o, kind="goblin"), -1, 3),
    ("loot_delay", 0.25, lambda o: after(o, lambda one: one.next_act, ("loot",)), 0.5, 0.25),
    ("keep_better", False, worn, ["iron-sword"], ["rusty-dagger"]),
    ("ground_items", 6, lambda o: left_lying(o, (12, 12), (13, 13)), 10, 6),
    ("pile_items", 3, lambda o: left_lying(o, (12, 12), (13, 13)), 10, 6),
    ("town_heal", 4, lambda o: after(o, hp, None, at=(3, 3), hp=50), 51, 54),
    ("town_heal_resting", 9, lambda o: after(o, hp, None, at=(3, 3), hp=50, mind="resting in town"), 53, 59),
    ("town_damage", 9, lambda o: after(o, hp, None, kind="goblin", at=(3, 3), hp=50), 48, 41),
    ("town_damage", 0, lambda o: after(o, hp, None, kind="goblin", at=(3, 3), hp=50), 48, 50),
    ("camp_heal", 6, lambda o: camped(o), 51, 56),
    ("move_stamina", 5, lambda o: after(o, stamina, ("step", (12, 13)), stamina=20), 20, 16),
    ("train_move_agi", 0.1, lambda o: after(o, attribute(Attribute.AGI), ("step", (12, 13))), 8_000, 100_000),
    ("train_move_end", 0.1, lambda o: after(o, attribute(Attribute.END), ("step", (12, 13))), 5_000, 100_000),
    ("train_loot_wis", 0.1, lambda o: after({"loot_ticks": 0, **o}, attribute(Attribute.WIS), ("loot",)), 5_000, 100_000),
    ("train_rest_end", 0.1, lambda o: after(o, attribute(Attribute.END), ("rest",)), 10_000, 100_000),
    ("train_rest_wis", 0.1, lambda o: after(o, attribute(Attribute.WIS), ("rest",)), 3_000, 100_000),
    ("train_rest_vit", 0.1, lambda o: after(o, attribute(Attribute.VIT), ("rest",)), 5_000, 100_000),
]


def sanctuary_strike(o: dict[str, Any]) -> Someone:
    """A hero struck from a sanctuary tile."""
    realm = Realm(damage_variance=0.0, **o)
    hero, goblin = realm.put("hero", 12, 12), realm.put("goblin", 13, 12)
    realm.make("sanctuary", (13, 12))
    realm.act({goblin: ("attack", hero)})
    return hero


def drinks(o: dict[str, Any], hp_: int) -> bool:
    """Whether one with so many percent drinks."""
    realm = Realm(**o)
    hero = realm.put("hero", 12, 12, hp=hp_, bag=[POTION])
    realm.put("goblin", 13, 12)
    return bool(realm.plan(hero)[0] == "drink")


def waking(o: dict[str, Any]) -> float:
    """When a hero who dies at tick 0 acts again."""
    realm = Realm(**o)
    hero, goblin = realm.put("hero", 12, 12, hp=1), realm.put("goblin", 13, 12)
    realm.act({goblin: ("attack", hero)})
    return hero.next_act


def struck_while_down(o: dict[str, Any]) -> bool:
    """Whether a hero who has died is struck by one who waits where it wakes."""
    realm = Realm(**o)
    hero, goblin = realm.put("hero", 12, 12, hp=1), realm.put("goblin", 13, 12)
    realm.act({goblin: ("attack", hero)})
    return bool(realm.plan(realm.put("goblin", 4, 3))[:2] == ("attack", hero.who))


def founded(o: dict[str, Any]) -> Any:
    """The monsters that roam a new world."""
    found = world(3, **{"camps": 0, "heroes": 0, **o})
    return found.arrays.entities[found.arrays.entities["alive"] == 1]


def going_for_loot(o: dict[str, Any]) -> str:
    """What one has in mind who stands three steps from a potion."""
    realm = Realm(**o)
    hero = realm.put("hero", 12, 12)
    realm.lay(POTION, 14, 13)
    return mind_of(realm.plan(hero))


def camped(o: dict[str, Any]) -> int:
    """The HP of a hurt guard after a tick."""
    realm = Realm(**o)
    realm.camp(16, 16)
    guard = realm.put("goblin-warrior", 16, 16, home=(16, 16), guard=True, hp=50)
    realm.act({})
    return guard.hp


@pytest.mark.parametrize(("name", "value", "measure", "by_default", "changed"), CASES, ids=[f"{c[0]}={c[1]}" for c in CASES])
def test_each_option_changes_what_it_says(name, value, measure, by_default, changed):
    assert measure({}) == by_default
    assert measure({name: value}) == changed


def test_no_option_is_left_out():
    assert {case[0] for case in CASES} == set(WorldOptions.model_fields)


# --- both ends of every range -------------------------------------------------------------------------------------------

SMALL = {
    "width": 24,
    "height": 24,
    "entities": 12,
    "heroes": 2,
    "camps": 1,
    "camp_distance": 10,
    "territory_radius": 2,
    "spawn_interval": 5,
}
TOO_LARGE = {"width", "height", "entities", "spawn_batch", "entity_cap", "heroes", "town_x", "town_y"}
"""Options whose upper end is only a matter of memory and time, or outside so small a map."""


def ends(name: str) -> list[Any]:
    """The least and the greatest value of an option, or all there are."""
    field_ = WorldOptions.model_fields[name]
    least = next((m.ge for m in field_.metadata if hasattr(m, "ge")), next((0.001 for m in field_.metadata if hasattr(m, "gt")), None))
    most = next((m.le for m in field_.metadata if hasattr(m, "le")), None)
    if least is None:
        schema = WorldOptions.model_json_schema()["properties"][name]
        return schema.get("enum", [False, True] if schema.get("type") == "boolean" else ["rogue"])
    return [least] if name in TOO_LARGE or most is None else [least, most]


ENDS = [(name, value) for name in WorldOptions.model_fields for value in ends(name)]


@pytest.mark.parametrize(("name", "value"), ENDS)
def test_at_both_ends_of_an_option_a_world_keeps_its_bounds(name, value):
    options = {**SMALL, name: value}
    if name == "town_radius":
        options["sanctuary_radius"] = 200
    if name == "sanctuary_radius":
        options["town_radius"] = min(2, value)
    if options.get("sanctuary_radius") == 200:
        options["entities"] = 0  # monsters would find no room
    if name in ("width", "height"):
        options["camps"] = 0
    if name == "action_time":
        options["time"] = "events"
    found = world(9, **options)
    check(found, ticked=False)
    for _ in range(4):
        found.advance(15)
        check(found)
    assert found.tick == 60


def test_every_number_has_two_ends():
    assert len(ENDS) > 1.8 * len(WorldOptions.model_fields) - len(TOO_LARGE)
