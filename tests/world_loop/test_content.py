"""The content: documented defaults, figures known of items, tiers and kinds, and that every duel and every world can be played."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.console import at_home, fracas

import fracas as package
from fracas import FracasError, encounter
from fracas.engine.content.library import content_file
from fracas.engine.world.worlds import World, world_setup
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import content_book
from fracas.rulesets.world_loop.codes import BAG, Material
from fracas.rulesets.world_loop.library import library, slug
from fracas.rulesets.world_loop.models import Scenarios

__all__ = ["at_home"]  # a fixture: every test has a home of its own

RULES = "world-loop"
CONTENT = Path(package.__file__).parent / "rulesets" / "world_loop" / "content"
LIBRARY = library()
SCENARIOS = content_file("fracas.rulesets.world_loop", "scenarios.json", Scenarios).scenarios
KINDS = LIBRARY


def read(name: str) -> Any:
    return json.loads(files("fracas.rulesets.world_loop").joinpath("content", f"{name}.json").read_text(encoding="utf-8"))


# --- options ------------------------------------------------------------------------------------------------------------

DOCUMENTED = {
    # Step 1
    "luck_against_evasion": 0.002, "evasion_cap": 0.75,
    # Step 2
    "str_to_attack": 0.02, "vit_to_defence": 0.01, "minimum_damage": 1, "attack_stamina": 3,
    # Steps 3 and 4
    "damage_variance": 0.3, "luck_to_crit": 0.003, "crit_cap": 0.8,
    # Sanctuary Debuff
    "sanctuary_debuff_atk": 0.5, "sanctuary_debuff_def": 0.5,
    # On-Kill Rewards
    "xp_per_kill_base": 25, "xp_per_tier": 0.5, "int_to_xp": 0.01, "wis_to_xp": 0.005, "train_attack_str": 0.015, "train_attack_vit": 0.005,
    # Leveling System
    "stat_growth_hp": 5, "stat_growth_atk": 2, "stat_growth_def": 1, "stat_growth_spd": 1, "attribute_growth": 2, "cap_growth": 5,
    "xp_first_level": 100, "xp_per_level_scale": 1.5, "max_level": 50,
    # Potion Use in Combat, Hero Death & Respawn
    "potion_percent": 50, "potion_delay": 0.5, "hero_respawn_ticks": 10,
}  # fmt: skip
"""What world-loop.md says."""
BACKGROUND = {
    # 1.3
    "width": 32, "height": 32, "town_x": 3, "town_y": 3, "town_radius": 2, "sanctuary_radius": 5,
    "camps": 3, "camp_radius": 2, "camp_distance": 12, "camp_warriors": 3, "entities": 10, "spawn_interval": 20, "entity_cap": 30,
    "vision": 6, "flee_percent": 30, "town_heal": 1, "town_heal_resting": 3, "town_damage": 2, "camp_heal": 1, "rest_heal": 1,
    # 1.5, its DOC column
    "train_move_agi": 0.008, "train_move_end": 0.005, "train_loot_wis": 0.005,
    "train_rest_end": 0.01, "train_rest_wis": 0.003, "train_rest_vit": 0.005,
    # 1.7
    "return_percent": 70, "courage_percent": 45, "trespass_percent": 80, "loot_range": 4, "loot_ticks": 3, "loot_delay": 0.5,
    "stamina_regen": 1, "stamina_regen_resting": 5, "move_stamina": 1,
}  # fmt: skip
"""What world-loop.facts.md says where the document is silent."""
AS_WRITTEN = {
    "draws": "shared", "time": "ticks", "minimum_after_variance": False, "cooldown_speed": "base", "xp_curve": "stepwise",
    "caps_first": False, "miss_costs_stamina": True,
}  # fmt: skip
"""Where the text can be read in several ways, the default is its letter."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_an_option_of_the_document_has_the_documents_value(name):
    for model in (models.Options(), models.WorldOptions()):
        assert getattr(model, name) == DOCUMENTED[name]


@pytest.mark.parametrize("name", BACKGROUND)
def test_what_the_document_leaves_open_is_as_its_background_has_it(name):
    assert getattr(models.WorldOptions(), name) == BACKGROUND[name]


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_the_letter_of_the_document_is_the_default(name):
    assert models.Options().model_dump()[name] == AS_WRITTEN[name]


@pytest.mark.parametrize("name", models.WorldOptions.model_fields)
def test_every_option_is_described(name):
    text = models.WorldOptions.model_fields[name].description or ""
    assert len(text) >= len("Heroes")
    choices = models.WorldOptions.model_json_schema()["properties"][name].get("enum", ())
    assert text[0].isupper() or text.partition(":")[0] in choices, "a sentence, or what each choice means"
    assert not text.endswith(".")


@pytest.mark.parametrize("name", models.WorldOptions.model_fields)
def test_every_option_has_bounds_or_choices(name):
    schema = models.WorldOptions.model_json_schema()["properties"][name]
    bounded = ({"minimum", "exclusiveMinimum"} & set(schema)) and ({"maximum", "exclusiveMaximum"} & set(schema))
    assert schema.get("enum") or schema.get("type") == "boolean" or bounded or name == "hero_kind", schema


def test_all_defaults_stand_in_the_two_config_files():
    combat, world = read("combat-config"), read("world-config")
    assert combat == models.Options().model_dump()
    assert {**combat, **world} == models.WorldOptions().model_dump()
    assert not set(combat) & set(world)


def test_every_rule_option_is_listed_with_its_default_and_what_may_be_set():
    shown = fracas("options", RULES).out
    defaults = models.Options().model_dump()
    for name, field in models.Options.model_fields.items():
        assert f"\n{name} = {json.dumps(defaults[name])} (" in shown
        assert f"\n    {field.description}\n" in shown
    assert "Policies of A: steady, wary, reckless, random" in shown


def test_every_option_of_a_world_is_listed_somewhere():
    shown = fracas("options", RULES).out
    assert "\nspawn_interval = 20 (" in shown


def test_every_bound_of_an_option_is_listed():
    assert "( to " not in fracas("options", RULES).out


# --- files --------------------------------------------------------------------------------------------------------------

CONTENT_FILES = sorted(f.name for f in CONTENT.iterdir() if f.suffix == ".json")


@pytest.mark.parametrize("file", CONTENT_FILES)
def test_every_content_file_is_valid(file):
    said = fracas("validate", str(CONTENT / file), "--ruleset", RULES)
    assert (said.code, said.err) == (0, "")
    assert "World Loop" in said.out


@pytest.mark.parametrize(
    "file",
    CONTENT_FILES,
)
def test_every_content_file_is_recognized_by_itself(file):
    said = fracas("validate", str(CONTENT / file))
    assert (said.code, said.err) == (0, "")
    assert "World Loop" in said.out


@pytest.mark.parametrize(
    ("file", "change", "says"),
    [
        ("items", {"items": {"club": {"name": "Club", "slot": "weapon", "heal": 3}}}, "a potion heals and does nothing else"),
        ("items", {"items": {"club": {"name": "Club", "slot": "belt"}}}, "slot"),
        ("items", {"items": {"Club!": {"name": "Club", "slot": "weapon"}}}, "lowercase letters"),
        ("scenarios", {"scenarios": {"x": {"a": "hero", "b": ["gobblin"]}}}, "did you mean 'goblin'?"),
        ("scenarios", {"scenarios": {"x": {"a": "hero", "b": []}}}, "b"),
        ("scenarios", {"scenarios": {"x": {"a": {"kind": "hero", "weapon": "leather-vest"}, "b": ["goblin"]}}}, "is not a weapon"),
        ("scenarios", {"scenarios": {"x": {"a": {"kind": "hero", "bag": {"small-hp-poton": 1}}, "b": ["goblin"]}}}, "small-hp-potion"),
        ("scenarios", {"scenarios": {"x": {"a": "hero", "b": ["goblin"], "options": {"crit_cap": 3}}}}, "crit_cap"),
        ("worlds", {"worlds": {"x": {"title": "X", "options": {"town_x": 99}}}}, "outside the map"),
        ("worlds", {"worlds": {"x": {"title": "X", "options": {"sanctuary_radius": 1}}}}, "smaller than town_radius"),
        ("worlds", {"worlds": {"x": {"title": "X", "options": {"hero_kind": "heron"}}}}, "did you mean 'hero'?"),
        ("world-config", {"width": 4}, "width"),
        ("world-config", {"width": 40, "widht": 40}, "did you mean 'width'?"),
        ("combat-config", {"draws": "both"}, "draws"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_content_file_that_cannot_be_is_refused_with_the_reason(file, change, says):
    Path(f"{file}.json").write_text(json.dumps(change))
    said = fracas("validate", f"{file}.json", "--ruleset", RULES)
    assert said.code == 2
    assert says in said.out + said.err
    assert "Traceback" not in said.err


# --- items --------------------------------------------------------------------------------------------------------------

ITEMS = {
    "rusty-dagger": {"atk": 2, "spd": 1, "crit": 0.02},
    "iron-sword": {"atk": 5, "crit": 0.03},
    "goblin-blade": {"atk": 3, "spd": 2, "crit": 0.05},
    "chief-axe": {"atk": 8, "spd": -1, "crit": 0.05},
    "leather-vest": {"defence": 3, "hp": 5},
    "chainmail": {"defence": 6, "hp": 10},
    "goblin-shield": {"defence": 2, "evasion": 0.03},
    "chief-plate": {"defence": 10, "hp": 20},
    "speed-ring": {"spd": 3, "evasion": 0.02},
    "lucky-charm": {"atk": 2, "crit": 0.05},
    "small-hp-potion": {"heal": 20},
    "medium-hp-potion": {"heal": 40},
    "large-hp-potion": {"heal": 80},
}


@pytest.mark.parametrize("name", ITEMS)
def test_an_item_has_the_figures_known_of_it(name):
    item = LIBRARY.items[name]
    figures = {f: getattr(item, f) for f in ("atk", "defence", "spd", "hp", "crit", "evasion", "heal")}
    assert {f: value for f, value in figures.items() if value} == ITEMS[name]


def test_the_power_of_an_item_is_the_sum_of_what_it_gives():
    """ATK + DEF + SPD + HP + int(50 crit) + int(50 evasion)."""
    assert LIBRARY.items["iron-sword"].power == 5 + 1
    assert LIBRARY.items["goblin-blade"].power == 3 + 2 + 2
    assert LIBRARY.items["chief-plate"].power == 30
    assert LIBRARY.items["wolf-cloak"].power == 3 + 2 + 2


def test_every_item_is_worn_carried_or_found_somewhere():
    who = [*KINDS.monsters.values(), KINDS.hero]
    used = {item for m in who for item in (m.weapon, m.armor, m.accessory, *m.bag, *getattr(m, "loot", ()))}
    used |= {i for s in SCENARIOS.values() for c in (s.a, *s.b) if not isinstance(c, str) for i in (c.weapon, c.armor, *(c.bag or ()))}
    assert set(LIBRARY.items) - used <= {"goblin-cleaver", "goblin-guard"}


# --- tiers and kinds ----------------------------------------------------------------------------------------------------


def made(kind: str, rolls: str) -> Any:
    """A fighter of a kind, with every roll at one end."""
    fighters = encounter(RULES, {"a": "hero", "b": [{"kind": kind, "rolls": rolls}]}).setup.state[0].fighters
    return fighters[1]


@pytest.mark.parametrize(
    ("kind", "hp", "atk"),
    [("goblin", (15, 25), (3, 7)), ("goblin-scout", (12, 20), (2, 6)), ("goblin-warrior", (22, 37), (3, 9))],
)
def test_goblins_have_the_hp_and_atk_known_of_their_tiers(kind, hp, atk):
    for rolls, at in (("low", 0), ("high", 1)):
        it = made(kind, rolls)
        assert (it.max_hp, it.atk) == (hp[at], atk[at])


def test_elites_have_the_growth_of_their_level_on_top():
    """37-62 HP and 5-12 ATK, four levels more: +20 HP, +8 ATK, +4 DEF, +4 SPD."""
    low, high = made("goblin-chief", "low"), made("goblin-chief", "high")
    assert (low.max_hp, high.max_hp, low.atk, high.atk) == (37 + 20, 62 + 20, 5 + 8, 12 + 8)
    assert (low.defence, low.spd, high.spd, low.level) == (6 + 4, 8 + 4, 12 + 4, 5)


@pytest.mark.parametrize(
    ("tier", "level", "share", "crit", "evasion", "luck"),
    [(0, 1, 55, 0.05, 0.0, 0), (1, 2, 25, 0.08, 0.05, 2), (2, 3, 15, 0.07, 0.02, 1), (3, 5, 5, 0.12, 0.05, 5)],
)
def test_a_tier_has_the_figures_known_of_it(tier, level, share, crit, evasion, luck):
    it = KINDS.tiers[tier]
    assert (it.level, it.share, it.crit, it.evasion, it.luck) == (level, share, crit, evasion, luck)
    assert it.gold == (0, 10 + 10 * tier)
    assert (it.attributes, it.mind) == ((3 + 2 * tier, 6 + 2 * tier), (1 + 2 * tier, 3 + 2 * tier))
    assert (it.cap, it.mind_cap) == (15 + 5 * tier, 10 + 3 * tier)


def test_of_a_hundred_monsters_every_one_has_a_tier():
    assert sum(tier.share for tier in KINDS.tiers) == 100


def test_a_hero_is_as_the_document_has_it():
    """crit_dmg 1.8; iron sword, leather vest, three small potions."""
    low, high = ({name: int(getattr(made("hero", rolls), name)) for name in ("max_hp", "atk", "spd")} for rolls in ("low", "high"))
    assert (low, high) == ({"max_hp": 40, "atk": 8, "spd": 10}, {"max_hp": 55, "atk": 12, "spd": 13})
    hero = KINDS.hero
    assert (hero.crit_dmg, hero.luck, hero.crit, hero.evasion, hero.gold) == (1.8, 3, 0.08, 0.03, 50)
    assert (hero.weapon, hero.armor, hero.bag) == ("iron-sword", "leather-vest", {"small-hp-potion": 3})
    assert (hero.attribute, hero.cap, hero.bag_slots) == (5, 15, BAG)


@pytest.mark.parametrize(
    ("name", "bonus", "caps"),
    [
        ("warrior", {"str": 3, "vit": 2, "end": 1}, {"str": 10, "vit": 5, "end": 3}),
        ("ranger", {"agi": 3, "wis": 2, "end": 1}, {"agi": 10, "wis": 5, "end": 3}),
        ("mage", {"int": 3, "wis": 2, "vit": 1}, {"int": 10, "wis": 5, "vit": 3}),
        ("rogue", {"agi": 2, "str": 2, "wis": 1}, {"agi": 8, "str": 5, "wis": 3}),
    ],
)
def test_a_class_has_the_bonuses_known_of_it(name, bonus, caps):
    given = KINDS.classes[name].model_dump()
    assert (given["attributes"], given["caps"]) == (bonus, caps)


@pytest.mark.parametrize("kind", LIBRARY.kind_names)
@pytest.mark.parametrize("rolls", ["low", "typical", "high"])
def test_every_kind_can_be_made_with_any_roll(kind, rolls):
    it = made(kind, rolls)
    assert it.hp >= 1
    assert it.atk >= 1
    assert it.spd >= 1
    assert 0 <= it.evasion <= 1


def test_every_race_has_a_lowest_and_a_highest_tier():
    for race in KINDS.races:
        tiers = {m.tier for m in KINDS.monsters.values() if m.race == race}
        assert {0, 3} <= tiers, race


def test_only_goblins_and_orcs_keep_peace():
    races = LIBRARY.race_names
    hostile = content_book()[0].hostile
    peace = {(a, b) for (i, a), (j, b) in product(enumerate(races), repeat=2) if not hostile[i * 8 + j] and i < j}
    assert peace == {("goblin", "orc")}


def test_kinds_and_items_have_names_of_their_own():
    titles = [LIBRARY.title_of(i) for i in range(len(LIBRARY.kind_names))]
    assert len(set(titles)) == len(titles)
    assert len({item.name for item in LIBRARY.items.values()}) == len(LIBRARY.items)
    assert all(slug(LIBRARY.title_of(i)) == name for i, name in enumerate(LIBRARY.kind_names))


# --- duels --------------------------------------------------------------------------------------------------------------


def test_scenarios_have_titles_and_texts_of_their_own():
    duels = SCENARIOS.values()
    assert len(duels) >= 12
    assert all(len(s.text) > 20 and s.text.endswith(".") and s.title for s in duels)
    assert len({s.title for s in duels}) == len({s.text for s in duels}) == len(duels)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_can_be_fought_to_its_end(name):
    ready = encounter(RULES, name)
    for number in range(3):
        fight = ready.replay(1, number)
        assert fight.outcome in ("victory", "defeat", "fled", "escaped")
        assert fight.round < ready.round_limit
        assert all(line.strip() for line in fight.lines())
    assert ready.simulate(300, seed=2).end_counts[0] == 0, "nobody runs out of time"


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_can_be_played_at_the_table(name):
    said = fracas("play", RULES, name, "--seed", "2", "--no-weigh", stdin="auto\n" * 120)
    assert said.code == 0
    assert re.search(r"^\w+ after (1 tick|\d+ ticks): \d+ HP left against \d+$", said.out, re.M)
    assert not re.search(r"\brounds?\b", said.out, re.I)


@pytest.mark.parametrize("policy", ["steady", "wary", "reckless", "random"])
def test_a_scenario_can_be_fought_with_every_policy(policy):
    for name in SCENARIOS:
        done = encounter(RULES, name, None, (policy, policy)).simulate(50, seed=3)
        assert done.n == 50


@pytest.mark.parametrize("name", [n for n in KINDS.monsters if n != "goblin"])
def test_every_monster_can_be_fought_to_an_end(name):
    assert encounter(RULES, {"a": "warrior", "b": [name]}).simulate(100, seed=3).end_counts[0] == 0


# --- worlds -------------------------------------------------------------------------------------------------------------


def test_worlds_have_titles_and_texts_of_their_own():
    plans = LIBRARY.worlds.values()
    assert len(plans) >= 3
    assert all(len(p.text) > 20 and p.text.endswith(".") for p in plans)
    assert len({p.title for p in plans}) == len({p.text for p in plans}) == len(plans)


def test_the_first_world_is_the_documented_one_with_a_few_walls():
    name, plan = next(iter(LIBRARY.worlds.items()))
    assert (name, plan.options) == ("vale", {"wall_share": 0.03})


@pytest.mark.parametrize("name", LIBRARY.worlds)
def test_a_world_runs_thirty_ticks(name):
    world = World(RULES, name)
    begun = world.measures()
    assert begun["living"] > begun["living_hero"] > 0
    assert world.advance(30) == 30
    now = world.measures()
    assert now["tick"] == 30
    assert now["living"] == begun["living"] + now["spawned"] - begun["spawned"] - (now["died"] - now["hero_deaths"])
    assert now["living_hero"] == begun["living_hero"] == world.setup.options.heroes
    entities = world.arrays.entities
    alive = entities[entities["alive"] == 1]
    assert (world.arrays.tiles[alive["y"], alive["x"]] != Material.WALL).all()
    assert len(np.unique(alive["y"] * world.setup.options.width + alive["x"])) == len(alive), "one on a tile"
    assert (alive["body"]["hp"] > 0).all()


@pytest.mark.parametrize("name", LIBRARY.worlds)
def test_a_world_has_what_its_text_says(name):
    world = World(RULES, name)
    options, tiles = world.setup.options, world.arrays.tiles
    shares = {m: int((tiles == i).sum()) for i, m in enumerate(Material.slugs())}
    side = 2 * options.town_radius + 1
    assert shares["town"] == side * side
    assert 0 < shares["camp"] <= options.camps * (2 * options.camp_radius + 1) ** 2
    assert shares["camp"] >= 0.6 * options.camps * (2 * options.camp_radius + 1) ** 2, "most camps find a place"
    assert bool(shares["forest"]) == bool(options.territories)
    assert len(world.kind.map_lines(world.setup, world.arrays, 80, 24)) <= 24


def test_an_option_that_no_world_has_is_refused():
    with pytest.raises(FracasError, match="did you mean 'heroes'"):
        world_setup(World(RULES).ruleset, "vale", {"hereos": 2})
