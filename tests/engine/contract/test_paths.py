"""Any number of a scenario by its path: what a path leads to, what it may be set to, and what is said where it leads nowhere."""

from contextlib import suppress

import pytest

from fracas import FracasError, encounter, load_fight
from fracas.engine.contract.matchup import matchup
from fracas.engine.contract.paths import changed, path_table, paths_of, written_out
from fracas.engine.contract.registry import load_ruleset

RUNE = load_ruleset("rune-and-rust")
PACK = "hound-pack"


def after(changes, scenario=PACK):
    """The scenario as data after changes."""
    return changed(RUNE, RUNE.scenarios()[scenario], changes)


def said(changes, scenario=PACK):
    """What is said of changes that cannot be made."""
    with pytest.raises(FracasError) as caught:
        encounter(RUNE, scenario, changes=changes)
    return str(caught.value)


# --- what a path leads to ---------------------------------------------------------------------------------------------------------


def test_a_name_is_written_out_where_a_path_goes_into_it_and_only_there():
    fight = after({"enemies.0.hp": 7})
    assert fight["enemies"][0]["hp"] == 7
    assert fight["enemies"][0]["damage"] == RUNE.entries("enemies")["scrap-hound"].damage
    assert fight["enemies"][1] == "scrap-hound"


def test_a_hero_has_the_numbers_of_its_class():
    might = RUNE.entries("classes")["warrior"].attributes.might
    fight = after({"hero": "warrior", "hero.attributes.might": might + 1})
    assert fight["hero"]["attributes"]["might"] == might + 1
    assert fight["hero"]["class"] == "warrior"


def test_a_filter_finds_all_that_match_by_the_name_they_are_referred_to_or_by_any_field():
    hounds = after({"enemies[name=scrap-hound].hp": 5})["enemies"]
    assert [hound["hp"] for hound in hounds] == [5] * len(hounds)
    assert after({"enemies[boss=false].hp": 5})["enemies"] == hounds
    assert after({"enemies[name=Scrap-Hound].hp": 5})["enemies"] == hounds
    assert after({"enemies.*.hp": 5})["enemies"] == hounds


def test_changes_are_made_one_after_another():
    fight = after({"enemies.0": "corrupted-servitor", "enemies[name=corrupted-servitor].hp": 9, "enemies[name=corrupted-servitor].soak": 1})
    assert (fight["enemies"][0]["hp"], fight["enemies"][0]["soak"]) == (9, 1)
    assert set(fight["enemies"][1:]) == {"scrap-hound"}


def test_rule_options_policies_and_the_limit_of_rounds_have_paths():
    fight = after({"options.critical_net": 4, "options.critical-percent": 200, "policies.hero": "random", "round_limit": 9})
    assert fight["options"] == {"critical_net": 4, "critical_percent": 200}
    assert (fight["policies"]["hero"], fight["round_limit"]) == ("random", 9)


def test_what_is_set_by_path_counts_for_more_than_the_rule_options_given():
    ready = encounter(RUNE, "duel", {"critical_net": 3, "critical_percent": 200}, changes={"options.critical_net": 4})
    assert (ready.options()["critical_net"], ready.options()["critical_percent"]) == (4, 200)


def test_an_item_is_changed_where_it_is_carried():
    fight = after({"hero": "warrior", "hero.items.stimpack": 2, "hero.items.stimpack.effects.0.amount": "3d6"})
    assert fight["hero"]["items"]["stimpack"]["count"] == 2
    assert fight["hero"]["items"]["stimpack"]["effects"][0]["amount"] == "3d6"


def test_values_are_read_as_they_are_typed():
    fight = after({"enemies.0.hp": "12", "enemies.0.damage": "3", "enemies.0.boss": "true", "enemies.0.moves.0.damage": "none"})
    enemy = fight["enemies"][0]
    assert (enemy["hp"], enemy["damage"], enemy["boss"], enemy["moves"][0]["damage"]) == (12, "3", True, None)


def test_a_whole_object_can_be_given_as_data():
    assert after({"hero.attributes": {"might": 3}})["hero"]["attributes"] == {"might": 3}


# --- a changed fight --------------------------------------------------------------------------------------------------------------


def test_a_changed_fight_has_the_scenarios_name_and_can_be_saved_and_loaded():
    ready = encounter("rune-and-rust", "duel", changes={"enemies.0.hp": 5, "hero.weapon.damage": "3d6", "options.critical_net": 2})
    assert ready.name == "duel"
    fight = ready.fight()
    fight.auto()
    again = load_fight(fight.to_data())
    assert again.digest() == fight.digest()
    assert again.setup.digest() == ready.setup.digest() != encounter("rune-and-rust", "duel").setup.digest()


# --- what is said -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("enemies.0.hpp", 3, "there is no field 'hpp' in enemies.0; did you mean 'hp'?"),
        ("enemys.0.hp", 3, "there is no field 'enemys' in the scenario; did you mean 'enemies'?"),
        ("options.critical_nett", 3, "there is no field 'critical_nett' in options; did you mean 'critical_net'?"),
        ("enemies.6.hp", 3, "enemies is a list of 6: it has no item 6; give 0 to 5"),
        ("enemies.scrap-hound.hp", 3, "'scrap-hound' is not an index"),
        ("enemies[name=scrap-hond].hp", 3, "nothing in enemies has the name 'scrap-hond'; did you mean 'scrap-hound'?"),
        ("enemies[boss=true].hp", 3, "nothing in enemies has the boss 'true'; there is: false"),
        ("enemies[bos=true].hp", 3, "there is no field 'bos' in enemies; did you mean 'boss'?"),
        ("enemies.0.hp.more", 3, "enemies.0.hp is 10, which has no parts; end the path at enemies.0.hp"),
        ("enemies.0.hp", 0, "enemies.0.hp cannot be 0; allowed: a whole number from 1 to 1000"),
        ("enemies.0.hp", "2.5", "enemies.0.hp cannot be 2.5; allowed: a whole number from 1 to 1000"),
        ("enemies.0.hp", "many", 'enemies.0.hp cannot be "many"; allowed: a whole number'),
        ("enemies.0.hp", True, "enemies.0.hp cannot be true"),
        ("enemies.0.hp", float("nan"), "enemies.0.hp cannot be NaN"),
        ("enemies.0.hp", 10**400, "allowed: a whole number from 1 to 1000"),
        ("enemies.0.hp", [3], "enemies.0.hp cannot be [3]"),
        ("enemies.0.boss", "yes", "there is no choice 'yes'; known: false, true"),
        ("enemies.0.damage", "3x", "'x' is not expected in the dice '3x'"),
        ("policies.hero", "randm", "there is no choice 'randm'; did you mean 'random'?"),
        ("round_limit", "none", "round_limit cannot be none"),
        ("hero", "warior", "there is no hero 'warior'; did you mean 'warrior'?"),
        (
            "enemies.0.attributes",
            3,
            "enemies.0.attributes is an object, not a number or a choice; continue the path with: enemies.0.attributes.might",
        ),
        ("enemies", 3, "enemies is a list, not a number or a choice; continue the path with: enemies.0"),
        ("hero.items.stimpak.count", 3, "there is no consumable 'stimpak'; did you mean 'stimpack'?"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_with_what_is_there(path, value, what):
    assert what in said({path: value})


# --- all paths --------------------------------------------------------------------------------------------------------------------


def test_every_number_and_choice_is_listed_with_what_it_may_be():
    found = {info.path: info for info in paths_of(RUNE, RUNE.scenarios()["adept-and-crawler"])}
    hp = found["enemies.0.hp"]
    assert (hp.value, hp.lowest, hp.highest, hp.allowed) == (RUNE.entries("enemies")[found["enemies.0"].value].hp, 1, 1000, "1 to 1000")
    assert found["policies.hero"].choices == RUNE.policies_of[0]
    assert found["options.dodge"].choices == (False, True)
    assert found["options.dodge"].description == "Proposed tuning: every hero has the ability Dodge"
    assert "warrior" in found["hero"].choices
    assert {"hero.attributes.might", "hero.abilities.0.stamina", "hero.weapon.damage", "enemies.0.moves.0.weight"} <= set(found)


def test_paths_come_in_the_order_of_the_models():
    tops = [info.path.split(".")[0] for info in paths_of(RUNE, RUNE.scenarios()["duel"])]
    assert list(dict.fromkeys(tops)) == ["hero", "enemies", "opening", "allow", "options", "policies", "round_limit"]


def test_the_table_of_paths_has_a_row_for_each():
    table = path_table(RUNE, RUNE.scenarios()["duel"])
    assert table.names == ["path", "value", "lowest", "highest", "choices", "description"]
    assert ["round_limit", "200", "1 to 10000", "A fight not over by then is a draw"] in table.shown()


# --- in every ruleset -------------------------------------------------------------------------------------------------------------

SMALL = {
    "rune-and-rust": "adept-and-crawler",
    "veinbreaker": "duel",
    "ruins-and-realms": "crypt-guard",
    "world-loop": "hero-and-goblin",
    "arda": "the-ice-widow",
}


@pytest.mark.parametrize("name", SMALL)
def test_writing_everything_out_changes_nothing(name):
    """For every scenario that ships."""
    ruleset = load_ruleset(name)
    for scenario, data in ruleset.scenarios().items():
        assert matchup(ruleset, written_out(ruleset, data)).setup.digest() == matchup(ruleset, scenario).setup.digest(), scenario


@pytest.mark.parametrize("name", SMALL)
def test_setting_every_number_to_what_it_is_changes_nothing(name):
    ruleset, scenario = load_ruleset(name), SMALL[name]
    now = {info.path: info.value for info in paths_of(ruleset, ruleset.scenarios()[scenario])}
    assert len(now) > 50
    assert matchup(ruleset, scenario, changes=now).setup.digest() == matchup(ruleset, scenario).setup.digest()


@pytest.mark.parametrize("name", SMALL)
def test_every_number_at_the_end_of_its_range_is_fought_with_or_refused(name):
    """One path in five is tried at both ends: no error but ours, and most of them build."""
    ruleset, scenario = load_ruleset(name), SMALL[name]
    tried = built = 0
    for info in paths_of(ruleset, ruleset.scenarios()[scenario])[::5]:
        for value in {info.lowest, info.highest, *info.choices[-1:]} - {None}:
            tried += 1
            with suppress(FracasError):
                built += matchup(ruleset, scenario, changes={info.path: value}).setup is not None
    assert built > tried // 2


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("rune-and-rust", {"hero.abilities.0.stamina": 1, "hero.class": "adept"}),
        ("veinbreaker", {"character.core_abilities.0.effects.on_hit.0.dice": "1d8", "character.dv": 12, "enemies.0.windows.0.percent": 5}),
        ("ruins-and-realms", {"hero.shift": 4, "hero.manoeuvres.0.damage": "D8+3", "creatures.0.loot.coins": "3d6"}),
        ("world-loop", {"b.0.atk": 9, "a.weapon.atk": 7, "a.bag.small-hp-potion.heal": 33, "a.attributes.str": 9}),
        (
            "arda",
            {
                "hero.stats.valor": 4,
                "enemy.hp": 12,
                "enemy.dc.strike": "hard",
                "enemy.moves.venom.turns": 5,
                "hero.carries.0.bonus.valor": 2,
            },
        ),
    ],
)
def test_a_changed_fight_of_every_ruleset_is_fought_told_saved_and_loaded(name, changes):
    ready = encounter(name, SMALL[name], changes=changes)
    assert ready.setup.digest() != encounter(name, SMALL[name]).setup.digest()
    fight = ready.replay(seed=1, number=0)
    assert fight.lines()
    assert fight.view().to_data()["log"]
    again = load_fight(fight.to_data())
    assert (again.digest(), again.lines()) == (fight.digest(), fight.lines())


def test_a_level_or_a_class_still_gives_what_it_gives_where_only_that_is_changed():
    ruins = load_ruleset("ruins-and-realms")
    first, fifth = (matchup(ruins, "crypt-guard", changes={"hero.level": level}).setup.details["hero"] for level in (1, 5))
    assert (fifth.max_hp - first.max_hp) // 4 == ruins.library().config.levels.hp_a_level
    hero = matchup(RUNE, "warrior-and-enforcer", changes={"hero.milestones": 0}).setup.details["hero"]
    assert hero.character_class == RUNE.entries("classes")["warrior"]


def test_an_adventure_has_what_it_refers_to_as_its_own():
    arda = load_ruleset("arda")
    paths = {info.path for info in paths_of(arda, arda.scenarios()["first-light"])}
    item = next(path for path in paths if path.startswith("adventure.items.") and path.endswith(".heal"))
    assert matchup(arda, "first-light", changes={item: 7}).setup.digest() != matchup(arda, "first-light").setup.digest()


# --- names that nothing but a name may stand for -----------------------------------------------------------------------------------


def names_at(ruleset, scenario, path):
    """The choices of a path."""
    rules = load_ruleset(ruleset)
    return {info.path: info.choices for info in paths_of(rules, rules.scenarios()[scenario])}[path]


def test_a_field_that_holds_a_name_only_has_a_path_and_the_names_that_may_stand_there():
    assert {"hero", "goblin", "orc"} <= {*names_at("world-loop", "duel", "a.kind")}
    assert "iron-sword" in names_at("world-loop", "duel", "a.weapon")


def test_the_kind_of_a_fighter_can_be_changed():
    world = load_ruleset("world-loop")
    fight = changed(world, world.scenarios()["duel"], {"b.0.kind": "orc"})
    assert fight["b"][0]["kind"] == "orc"
    assert encounter(world, "duel", changes={"b.0.kind": "orc"}).setup.names[1] == encounter(world, fight).setup.names[1] == "Orc"


def test_an_adventure_names_what_it_has_of_its_own_too():
    arda = load_ruleset("arda")
    adventure = arda.scenarios()["toll-of-winter"]
    paths = {info.path: info for info in paths_of(arda, adventure)}
    fought = [info for path, info in paths.items() if path.endswith(".fight.enemy")]
    assert fought
    assert all(info.value in info.choices for info in fought)
