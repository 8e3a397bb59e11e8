"""The content that ships: enemies, classes, gear, heroes and scenarios, against the facts; and what is said of content with mistakes."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.rune_and_rust.skirmish import RULESET, Skirmish, foe, hero, move

import fracas
from fracas.dice import outcomes
from fracas.engine.content.reading import validated
from fracas.rulesets.rune_and_rust.book import character, library, line_up
from fracas.rulesets.rune_and_rust.codes import MoveKind, Status
from fracas.rulesets.rune_and_rust.models import CONTENT_MODELS, Options
from fracas.rulesets.rune_and_rust.spoils import gear_found, piece

CONTENT = library()
SCENARIOS = fracas.content_file("fracas.rulesets.rune_and_rust", "scenarios.json", CONTENT_MODELS["scenarios"]).scenarios
CHARACTERS = {name: character(ready_made, Options()) for name, ready_made in CONTENT.heroes.items()}

# --- enemies ------------------------------------------------------------------------------------------------------------

# facts.md:128 to 151: HP, MIGHT/FINESSE/WILL/STURDINESS, damage, soak, Legend
FACTS = {
    "corrupted-servitor": (15, 2, 2, 0, 2, "1d6", 0, 10),
    "blight-drone": (25, 3, 3, 0, 3, "1d6+1", 0, 25),
    "ruin-warden": (80, 5, 3, 0, 5, "2d6", 0, 100),
    "scrap-hound": (10, 2, 4, 0, 1, "1d6", 0, 10),
    "test-subject": (15, 3, 5, 0, 2, "1d6+2", 0, 20),
    "war-frame": (50, 4, 3, 0, 4, "2d6", 0, 50),
    "forlorn-scholar": (30, 2, 3, 5, 2, "2d6", 0, 35),
    "aetheric-aberration": (60, 2, 4, 6, 3, "3d6", 0, 100),
    "maintenance-construct": (25, 3, 2, 0, 4, "1d6+1", 0, 15),
    "sludge-crawler": (12, 2, 3, 0, 1, "1d6", 0, 10),
    "corrupted-engineer": (30, 2, 3, 0, 2, "2d6", 0, 30),
    "vault-custodian": (70, 5, 2, 0, 5, "2d6+2", 6, 75),
    "forlorn-archivist": (80, 2, 4, 7, 3, "3d6", 0, 150),
    "omega-sentinel": (100, 6, 3, 0, 6, "3d6+3", 8, 150),
    "corroded-sentry": (15, 2, 1, 0, 2, "1d6", 0, 5),
    "husk-enforcer": (25, 3, 1, 0, 3, "1d6+2", 0, 15),
    "arc-welder-unit": (30, 2, 3, 0, 3, "2d6", 0, 20),
    "shrieker": (35, 2, 2, 4, 2, "1d6", 0, 30),
    "jotun-reader-fragment": (40, 1, 4, 5, 3, "2d6", 0, 35),
    "servitor-swarm": (50, 3, 3, 0, 2, "2d6", 0, 30),
    "bone-keeper": (60, 4, 3, 3, 4, "3d6", 0, 50),
    "failure-colossus": (80, 6, 1, 0, 6, "4d6+3", 4, 60),
    "rust-witch": (70, 2, 3, 5, 3, "3d6", 0, 75),
    "sentinel-prime": (90, 5, 5, 0, 6, "5d6", 6, 100),
}

# facts.md:128 to 141: the odds of the moves, phase by phase, where the facts give them all
ODDS = {
    "corrupted-servitor": [{"Attack": 80, "Defend": 20}],
    "blight-drone": [{"Attack": 60, "Rapid Strike": 30, "Defend": 10}],
    "ruin-warden": [
        {"Heavy Strike": 50, "Attack": 30, "Charge Defense": 20},
        {"Berserk Strike": 40, "Heavy Strike": 40, "Emergency Repairs": 20},
    ],
    "scrap-hound": [{"Double Bite": 70, "Dart Away": 30}],
    "test-subject": [{"Feral Assault": 60, "Headlong Rush": 30, "Shriek": 10}],
    "war-frame": [{"Precision Shot": 40, "Suppressing Fire": 30, "Reposition": 30}],
    "forlorn-scholar": [{"Aetheric Bolt": 50, "Reality Distortion": 30, "Phase Out": 20}],
    "aetheric-aberration": [
        {"Void Blast": 40, "Call Wisp": 30, "Reality Tear": 20, "Phase Shift": 10},
        {"Aetheric Storm": 40, "Greater Void Blast": 40, "Call Wisp": 20},
    ],
    "maintenance-construct": [{"Plasma Torch": 60, "Self-Repair": 30, "Defend": 10}],
    "sludge-crawler": [{"Toxic Bite": 70, "Lunge": 20, "Submerge": 10}],
    "corrupted-engineer": [{"Overcharge Ally": 40, "Patch Ally": 20, "Arc Discharge": 30, "System Shock": 10}],
    "vault-custodian": [
        {"Halberd Sweep": 50, "Guardian Protocol": 30, "Repair Cycle": 20},
        {"Whirlwind": 40, "Halberd Sweep": 40, "Last Stand": 20},
    ],
}
BY_HURT_ONLY = {"war-frame": {"Field Repairs": 20}}  # facts.md:133: below 30 percent, beside the hundred


def test_there_are_at_least_24_enemies():  # facts.md:128 to 151 lists as many
    assert len(FACTS) == 24
    assert len(CONTENT.enemies) >= 24
    assert set(FACTS) <= set(CONTENT.enemies)


@pytest.mark.parametrize("name", FACTS)
def test_an_enemy_has_the_numbers_of_the_facts(name):  # facts.md:126
    enemy = CONTENT.enemies[name]
    a = enemy.attributes
    assert (enemy.hp, a.might, a.finesse, a.will, a.sturdiness, enemy.damage, enemy.soak, enemy.legend) == FACTS[name]


def test_bosses_and_forlorn_are_those_of_the_facts():  # facts.md:126, 152
    bosses = {"ruin-warden", "aetheric-aberration", "forlorn-archivist", "omega-sentinel"}
    forlorn = {
        "forlorn-scholar",
        "aetheric-aberration",
        "forlorn-archivist",
        "shrieker",
        "jotun-reader-fragment",
        "bone-keeper",
        "rust-witch",
    }
    assert {name for name in FACTS if CONTENT.enemies[name].boss} == bosses
    assert {name for name in FACTS if CONTENT.enemies[name].forlorn} == forlorn


@pytest.mark.parametrize("name", ODDS)
def test_the_odds_of_moves_are_those_of_the_facts_and_add_up_to_100(name):  # facts.md:126
    enemy = CONTENT.enemies[name]
    phases = ODDS[name]
    assert len(enemy.phases) + 1 == len(phases)
    for phase, odds in enumerate(phases):
        assert sum(odds.values()) == 100
        weights = {m.name: m.weight_in(phase) for m in enemy.moves if m.weight_in(phase)}
        assert weights == {**odds, **BY_HURT_ONLY.get(name, {})}


def test_the_omega_sentinels_odds_add_up_to_100_in_each_phase():  # facts.md:141: 50 maul, 30 slam, 20 heal; …; 50 omega, 20 heal
    enemy = CONTENT.enemies["omega-sentinel"]
    assert [sum(m.weight_in(phase) for m in enemy.moves) for phase in range(3)] == [100, 100, 100]
    assert {m.name: m.weight_in(0) for m in enemy.moves if m.weight_in(0)} == {"Maul": 50, "Ground Slam": 30, "Reactor Mending": 20}
    assert {m.name: m.weight_in(2) for m in enemy.moves}.items() >= {"Omega Protocol": 50, "Core Surge": 20}.items()


def test_the_forlorn_archivist_has_three_phases_at_60_and_30_percent():  # facts.md:140
    enemy = CONTENT.enemies["forlorn-archivist"]
    assert enemy.phases == (60, 30)
    assert [sum(m.weight_in(phase) for m in enemy.moves) for phase in range(3)] == [100, 100, 100]
    assert sorted(m.bonus_dice for m in enemy.moves if "Mind Spike" in m.name) == [3, 4, 5]


@pytest.mark.parametrize("name", CONTENT.enemies)
def test_every_enemy_has_a_name_a_text_and_something_to_do_in_each_phase(name):
    enemy = CONTENT.enemies[name]
    assert enemy.name
    assert enemy.text
    assert len({m.name for m in enemy.moves}) == len(enemy.moves)
    for phase in range(len(enemy.phases) + 1):
        assert sum(m.weight_in(phase) for m in enemy.moves if not m.below_percent and m.kind != MoveKind.SUMMON) > 0
    assert all(any(m.weight_in(phase) for phase in range(len(enemy.phases) + 1)) for m in enemy.moves)


def test_sturdiness_of_enemies_covers_0_to_10_and_there_are_super_tanks():  # rune-and-rust.md:34, 588, 671
    found = {enemy.attributes.sturdiness for enemy in CONTENT.enemies.values()}
    assert set(range(11)) <= found
    assert found & set(range(12, 16))
    assert max(found) <= 15


def test_no_attack_that_ships_has_less_than_one_die():  # rune-and-rust.md:33
    for name, enemy in CONTENT.enemies.items():
        for m in enemy.moves:
            if m.kind in (MoveKind.STRIKE, MoveKind.AFFLICT):
                assert getattr(enemy.attributes, m.attribute.slug) + m.bonus_dice + enemy.accuracy >= 1, (name, m.name)
    for name, who in CHARACTERS.items():
        sheet = Skirmish(name).book.sheets[0]
        assert sheet.attributes[sheet.weapon.attribute] + sheet.accuracy >= 1, who.hero.name


# --- classes, heroes, gear ----------------------------------------------------------------------------------------------


def test_there_are_four_classes():  # facts.md:46
    expected = {
        "warrior": (50, 30, 4, 2, 2, 2, 4, "rusty-hatchet", "scrap-plating"),
        "scavenger": (40, 40, 3, 3, 3, 2, 3, "makeshift-spear", "tattered-leathers"),
        "mystic": (30, 50, 2, 2, 3, 4, 2, "crude-staff", "tattered-leathers"),
        "adept": (35, 40, 2, 3, 4, 3, 2, "crude-staff", "tattered-leathers"),
    }
    for name, kind in CONTENT.classes.items():
        a = kind.attributes
        assert (kind.hp, kind.stamina, a.might, a.finesse, a.wits, a.will, a.sturdiness, kind.weapon, kind.armor) == expected[name]
    assert set(CONTENT.classes) == set(expected)


def test_heroes_keep_to_the_rules_of_advancement():  # facts.md:52, 157: attributes up to 6 by points, start 2 PP and 1 a milestone
    for name, ready_made in CONTENT.heroes.items():
        if ready_made.character_class is None:
            continue
        base = CONTENT.classes[ready_made.character_class].attributes
        spent = {key: getattr(ready_made.points, key) for key in type(base).model_fields}
        assert all(getattr(base, key) + n <= 6 for key, n in spent.items()), name
        assert sum(spent.values()) <= 2 + ready_made.milestones, name
        assert min(spent.values()) >= 0, name


@pytest.mark.parametrize("status", ["analyzed", "vulnerable", "saga-of-courage", "inspired"])
def test_somebody_has_and_can_afford_what_lays(status):  # rune-and-rust.md:62, 63; facts.md:104 warns of statuses never applied
    sources = [
        (who.hero.name, ability.name)
        for who in CHARACTERS.values()
        for ability in who.abilities
        if ability.stamina <= who.max_stamina and any(effect.status == Status.of(status) for effect in ability.effects)
    ]
    assert sources


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_hero_can_afford_every_ability_it_knows(name):
    who = CHARACTERS[name]
    assert [ability.name for ability in who.abilities if ability.stamina > who.max_stamina] == []


@pytest.mark.parametrize("name", CHARACTERS)
def test_every_ability_of_a_hero_can_succeed(name):
    sheet = Skirmish(name).book.sheets[0]
    for ability in CHARACTERS[name].abilities:
        dice = sheet.attributes[ability.attribute] + ability.bonus_dice + sheet.ability_dice
        assert ability.sure or dice >= max([ability.threshold, *(effect.needs for effect in ability.effects)]), ability.name


def used_heroes() -> set[Any]:
    return {scenario.hero for scenario in SCENARIOS.values() if isinstance(scenario.hero, str)}


def test_every_hero_fights_somewhere():
    assert set(CONTENT.heroes) - used_heroes() == set()


def test_every_enemy_can_be_met_with():
    met = {enemy.name for scenario in SCENARIOS.values() for enemy, _ in line_up(scenario, Options())}
    assert {enemy.name for enemy in CONTENT.enemies.values()} - met == set()


def test_every_ability_is_known_to_somebody():
    known = {ability.name for who in CHARACTERS.values() for ability in (*who.abilities, *who.passives)}
    known.add(CONTENT.abilities["dodge"].name)  # known to all when the option is on
    assert {ability.name for ability in CONTENT.abilities.values()} - known == set()


def test_every_consumable_is_carried_by_somebody():
    carried = {slug for ready_made in CONTENT.heroes.values() for slug in ready_made.items}
    assert set(CONTENT.consumables) - carried == set()


def test_every_piece_of_gear_is_worn_or_can_be_found():
    found = {who.weapon.name for who in CHARACTERS.values()} | {who.armor.name for who in CHARACTERS.values() if who.armor}
    for enemy in CONTENT.enemies.values():
        left = [gear for gear, _ in outcomes(lambda dice, e=enemy: gear_found(dice, e.loot, CHARACTERS["warrior"])) if gear]
        found |= {piece(gear).name for gear in left}
    assert {each.name for each in (*CONTENT.weapons.values(), *CONTENT.armor.values())} - found == set()


def test_equipment_accuracy_goes_up_to_three():  # rune-and-rust.md:60, 359, 659
    bonuses = {weapon.accuracy for weapon in CONTENT.weapons.values()}
    assert {0, 1, 2, 3} <= bonuses
    assert max(bonuses) == 3


def test_there_is_equipment_with_sturdiness_bonuses():  # rune-and-rust.md:601
    gear = (*CONTENT.weapons.values(), *CONTENT.armor.values())
    assert sum(piece.bonuses.sturdiness > 0 for piece in gear) >= 3


# --- scenarios ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_can_be_fought_to_its_end(name):
    ready = fracas.encounter(RULESET, name)
    fought = ready.simulate(200, seed=7, workers=1, each=True)
    assert fought.n == 200
    assert fought.end_counts.sum() == 200
    assert fought.end_counts[0] == 0, "out of time"
    assert 0 < fought.mean_rounds < ready.round_limit / 2
    fight = ready.replay(7, 199)
    last = fought.fights[199]
    assert (fight.end, fight.round, fight.digest()) == (last["end"], last["rounds"], last["digest"])


def test_the_demo_path_goes_from_servitors_over_drones_to_the_warden():  # facts.md:153
    path = [SCENARIOS[name].enemies for name in ("demo-1-servitors", "demo-2-drones", "demo-3-warden")]
    assert path == [("corrupted-servitor",) * 2, ("blight-drone",) * 3, ("ruin-warden",)]


def test_fights_have_one_to_six_enemies():  # facts.md:16
    sizes = {len(scenario.enemies) for scenario in SCENARIOS.values()}
    assert {1, 6} <= sizes <= set(range(1, 7))


# --- mistakes -----------------------------------------------------------------------------------------------------------


def refused(data: dict[str, Any], options: dict[str, Any] | None = None) -> str:
    """What is said of a scenario with a mistake."""
    with pytest.raises(fracas.FracasError) as caught:
        fracas.encounter(RULESET, data, options)
    return str(caught.value)


def scenario(**changes: Any) -> dict[str, Any]:
    return {"hero": hero(), "enemies": [foe()], **changes}


@pytest.mark.parametrize(
    ("data", "wrong", "guess"),
    [
        (scenario(enemys=[]), "enemys", "enemies"),
        (scenario(hero="warior"), "warior", "warrior"),
        (scenario(enemies=["corupted-servitor"]), "corupted-servitor", "corrupted-servitor"),
        (scenario(hero={"class": "mistic"}), "mistic", "mystic"),
        (scenario(hero=hero(weapon="omega-mall")), "omega-mall", "omega-maul"),
        (scenario(hero=hero(armor="clan-hyde")), "clan-hyde", "clan-hide"),
        (scenario(hero=hero(abilities=["power-strik"])), "power-strik", "power-strike"),
        (scenario(hero=hero(items={"stimpak": 1})), "stimpak", "stimpack"),
        (
            scenario(enemies=[foe(moves=[move("Call", kind="summon"), move("Attack")], summons="forlorn-eco")]),
            "forlorn-eco",
            "forlorn-echo",
        ),
        (scenario(options={"acuracy_cap": 5}), "acuracy_cap", "accuracy_cap"),
    ],
)
def test_a_misspelt_name_is_answered_with_did_you_mean(data, wrong, guess):
    said = refused(data)
    assert repr(wrong) in said
    assert f"did you mean {guess!r}?" in said


@pytest.mark.parametrize(
    ("kind", "change", "place", "allowed"),
    [
        ("enemies", lambda e: e["shrieker"].update(hp=0), "enemies.shrieker.hp", "greater than or equal to 1 (got 0)"),
        ("enemies", lambda e: e["shrieker"].update(hp=1001), "enemies.shrieker.hp", "less than or equal to 1000 (got 1001)"),
        ("enemies", lambda e: e["shrieker"].update(hp="lots"), "enemies.shrieker.hp", "valid integer"),
        ("enemies", lambda e: e["shrieker"].pop("hp"), "enemies.shrieker.hp", "required"),
        ("enemies", lambda e: e["shrieker"].update(damage="2x6"), "enemies.shrieker.damage", "2x6"),
        ("enemies", lambda e: e["shrieker"]["attributes"].update(might=31), "attributes.might", "less than or equal to 30 (got 31)"),
        ("enemies", lambda e: e["shrieker"]["attributes"].update(sturdyness=2), "attributes.sturdyness", "did you mean 'sturdiness'?"),
        ("enemies", lambda e: e["shrieker"].update(phases=[30, 60]), "enemies.shrieker", "percentages must fall"),
        ("enemies", lambda e: e["shrieker"].update(moves=[]), "enemies.shrieker.moves", "at least 1"),
        ("enemies", lambda e: e["shrieker"]["moves"][0].update(kind="stirke"), "moves.0.kind", "'strike'"),
        ("enemies", lambda e: e["shrieker"]["moves"][1].update(turns=0), "moves.1", "needs a status and turns"),
        ("enemies", lambda e: e["shrieker"]["moves"][1].update(status="analysed"), "moves.1.status", "'analyzed'"),
        ("enemies", lambda e: e["shrieker"]["moves"][0].update(weight=-5), "moves.0.weight", "greater than or equal to 0"),
        ("enemies", lambda e: e["shrieker"].update(loot={"cogs": [20, 5]}), "loot", "cogs"),
        ("enemies", lambda e: e["shrieker"].update(loot={"tiers": {"9": 1}}), "loot", "tier"),
        ("enemies", lambda e: e.update({"Not A Slug": e["shrieker"]}), "Not A Slug", "lowercase letters, digits and hyphens"),
        ("abilities", lambda a: a["strike"].update(stamina=101), "abilities.strike.stamina", "less than or equal to 100 (got 101)"),
        ("abilities", lambda a: a["strike"].update(effects=[]), "abilities.strike", "at least one effect"),
        ("abilities", lambda a: a["strike"]["effects"].append({"kind": "status"}), "effects.1", "needs a status"),
        ("abilities", lambda a: a["strike"]["effects"].append({"kind": "guard"}), "effects.1", "percent of 1 to 100"),
        ("abilities", lambda a: a["disrupt"]["effects"][0].pop("turns"), "abilities.disrupt", "turns"),
        ("classes", lambda c: c["adept"].update(hp=0), "classes.adept.hp", "greater than or equal to 1 (got 0)"),
        ("consumables", lambda c: c["ration"].update(effects=[]), "consumables.ration.effects", "at least 1"),
        ("heroes", lambda h: h["tank"].update(milestones=4), "heroes.tank.milestones", "less than or equal to 3 (got 4)"),
        ("heroes", lambda h: h["tank"].pop("class"), "heroes.tank", "needs a class, or attributes and hp"),
        ("heroes", lambda h: h["tank"].update(items={"stimpack": -1}), "heroes.tank.items", "greater than or equal to"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_mistake_in_a_content_file_is_named_with_its_place_and_what_is_allowed(kind, change, place, allowed):
    said = mistake(kind, change)
    assert place in said
    assert allowed in said


def mistake(kind: str, change: Callable[[Any], Any]) -> str:
    """What is said of a content file that ships, after a change to it."""
    model = CONTENT_MODELS[kind]
    data = json.loads(model.model_validate({kind: getattr(CONTENT, kind)}).model_dump_json(by_alias=True, exclude_unset=True))
    assert validated(model, data, f"{kind}.json")  # without the change it is sound
    change(data[kind])
    with pytest.raises(fracas.FracasError) as caught:
        validated(model, data, f"{kind}.json")
    assert f"{kind}.json" in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("options", "place", "allowed"),
    [
        ({"success_face": 7}, "success_face", "less than or equal to 6 (got 7)"),
        ({"success_face": 1}, "success_face", "greater than or equal to 2 (got 1)"),
        ({"glancing_percent": 101}, "glancing_percent", "less than or equal to 100 (got 101)"),
        ({"base_sturdiness_for": "foes"}, "base_sturdiness_for", "one of everyone, heroes"),
    ],
)
def test_an_option_out_of_range_is_refused_with_the_range(options, place, allowed):
    said = refused(scenario(), options)
    assert f"{place}: " in said
    assert allowed in said


def test_the_place_of_a_mistake_is_written_as_in_the_file():
    said = refused(scenario(enemies=[foe(hp=0)]))
    assert "enemies.0.hp: " in said
    assert "function-after" not in said
    assert "constrained-str" not in said


def test_a_scenario_in_which_the_hero_may_do_nothing_is_refused():
    assert "allow" in refused(scenario(allow=[]))


def test_seven_enemies_and_none_are_refused():  # facts.md:16
    assert "at most 6" in refused(scenario(enemies=[foe()] * 7))
    assert "at least 1" in refused(scenario(enemies=[]))


def test_a_hero_knows_only_what_its_class_teaches():
    said = refused(scenario(hero={"class": "warrior", "abilities": ["aetheric-bolt"]}))
    assert "aetheric-bolt" in said
    assert "mystic" in said


def test_rank_2_needs_the_ability():
    said = refused(scenario(hero={"class": "warrior", "rank_2": ["aetheric-bolt"]}))
    assert "does not know it" in said


def test_a_file_that_is_not_json_is_told_with_the_place_where_it_breaks(tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('{\n "hero": "warrior",\n "enemies": ["shrieker",]\n}\n', encoding="utf-8")
    with pytest.raises(fracas.FracasError) as caught:
        fracas.encounter(RULESET, path)
    said = str(caught.value)
    assert "broken.json:3:" in said
    assert "shrieker" not in said, "nothing of a file that is not ours is quoted"


def test_a_scenario_can_come_from_a_file(tmp_path):
    path = tmp_path / "brawl.json"
    path.write_text(json.dumps({"hero": "warrior", "enemies": ["shrieker"]}), encoding="utf-8")
    ready = fracas.encounter(RULESET, path)
    assert (ready.name, ready.setup.names) == ("brawl", ("Torvald", "Shrieker"))


def test_two_of_a_kind_are_numbered():
    assert Skirmish("warrior", "shrieker", "shrieker").setup.names == ("Torvald", "Shrieker 1", "Shrieker 2")
