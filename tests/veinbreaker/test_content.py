"""The content: how much of it there is, the figures known of core abilities and enemies, and that every character and fight holds."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import fracas
from fracas.rulesets.veinbreaker import book, models
from fracas.rulesets.veinbreaker.codes import AbilityType, Attribute, Condition, EffectType, Meter, Opening, Rank, Status, Timing, Trait

RULES = "veinbreaker"
FOLDER = files("fracas.rulesets.veinbreaker").joinpath("content")
CONTENT = book.library()
SCENARIOS = fracas.content_file("fracas.rulesets.veinbreaker", "scenarios.json", book.CONTENT_MODELS["scenarios"]).scenarios
PATHS = ("stonepulse", "canticle", "hemocratic", "spellforged")
ARCHETYPES = ("aggressor", "juggernaut", "controller", "aberrant", "stalker", "defender", "bully")


def of(path: str) -> list[models.Ability]:
    return [a for a in CONTENT.abilities.values() if a.path == path]


def effects_of(thing: Any) -> list[models.Effect]:
    e = thing.effects
    return [*e.on_use, *e.on_hit, *e.on_miss, *e.on_success]


def every_effect() -> list[models.Effect]:
    moves = [move for enemy in CONTENT.enemies.values() for move in enemy.moves]
    return [effect for thing in [*CONTENT.abilities.values(), *moves] for effect in effects_of(thing)]


# --- how much there is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_a_path_has_at_least_twelve_abilities_over_three_tiers(path):
    assert len(of(path)) >= 12
    tiers = Counter(a.tier for a in of(path))
    assert set(tiers) == {1, 2, 3}
    assert min(tiers.values()) >= 3
    assert {a.type for a in of(path)} == set(AbilityType)


def test_with_core_and_resolve_there_are_more_than_fifty_abilities():
    assert len(CONTENT.abilities) + len(CONTENT.reactions) > 50
    assert len(of("core")) == 4
    assert len(CONTENT.reactions) == 5


def test_there_are_at_least_fifteen_enemies_over_five_tiers():
    assert len(CONTENT.enemies) >= 15
    assert {e.tier for e in CONTENT.enemies.values()} == {1, 2, 3, 4, 5}


def test_every_archetype_and_rank_occurs():
    assert {e.archetype.slug for e in CONTENT.enemies.values()} == set(ARCHETYPES) == {a.slug for a in book.config().archetypes}
    assert {e.rank for e in CONTENT.enemies.values()} == set(Rank)


def test_there_are_finishers_and_openings():
    moves = [move for enemy in CONTENT.enemies.values() for move in enemy.moves]
    assert sum(move.finisher for move in moves) >= 5
    assert {move.opening for move in moves} >= set(Opening)


def test_there_are_fights_against_enemies_of_every_tier_and_for_every_path():
    fights = SCENARIOS.values()
    assert {CONTENT.enemies[e].tier for s in fights for e in s.enemies if isinstance(e, str)} == {1, 2, 3, 4, 5}
    who = [CONTENT.characters[s.character] if isinstance(s.character, str) else s.character for s in fights]
    assert {c.path for c in who} == set(PATHS)
    assert {1, 2} <= {c.tier for c in who}
    assert any(len(s.enemies) > 1 for s in fights)


def test_every_effect_type_status_and_resource_occurs():
    effects = every_effect()
    assert {e.type for e in effects} == set(EffectType)
    assert {e.status for e in effects} - {None} == set(Status)
    assert {e.resource for e in effects} - {None} | {r for a in CONTENT.abilities.values() for r in a.resource_delta} == set(Meter)
    assert any(a.effects.on_miss for a in CONTENT.abilities.values())
    assert any(a.effects.on_success for a in CONTENT.abilities.values())


def test_every_condition_and_timing_of_windows_occurs():
    windows = [w for a in book.config().archetypes.values() for w in a.windows]
    windows += [w for e in CONTENT.enemies.values() for w in e.windows or ()]
    assert {w.when for w in windows} >= set(Condition) - {Condition.ALWAYS}
    assert {w.timing for w in windows} == set(Timing)


# --- the figures known --------------------------------------------------------------------------------------------------


def test_the_core_abilities_have_the_figures_known_of_them():
    def told(name: str) -> tuple[Any, ...]:
        a = CONTENT.abilities[name]
        deltas = {meter.slug: n for meter, n in a.resource_delta.items()}
        return a.type.slug, a.cost, a.cooldown, deltas, [(e.type.slug, e.dice, e.amount) for e in effects_of(a)]

    assert told("basic-strike") == ("attack", 0, 0, {"heat": 1, "balance": -1}, [("damage", "1d4", 0)])
    assert told("basic-guard") == ("defense", 0, 1, {"momentum": 1}, [("reduce_damage", "1d4", 0)])
    assert told("focus-action") == ("utility", 0, 0, {"momentum": 1}, [("attack_bonus", None, 1)])
    assert told("shift") == ("movement", 0, 0, {"balance": 3}, [])


def test_the_resolve_abilities_have_the_figures_known_of_them():
    assert {r.id: (r.rp, r.cooldown, r.amount) for r in CONTENT.reactions.values()} == {
        "disengage": (1, 1, 0),
        "rhythm-break": (2, 2, 0),
        "momentum-anchor": (1, 1, 1),
        "balance-surge": (1, 1, 0),
        "last-guard": (2, 3, 2),
    }


KNOWN_ATTACKS = {
    "pulse-strike": ("1d4", {}),
    "resonant-break": ("1d6", {"stagger": 1}),
    "sundering-crash": ("1d8", {"stagger": 1, "vulnerable": 1}),
    "gleam-strike": ("1d4", {}),
    "cutpoint-slice": ("1d4", {"bleed": 1}),
    "artery-rupture": ("1d6", {"bleed": 2, "stagger": 1}),
    "charge-bolt": ("1d4", {}),
    "surge-lance": ("1d6", {}),
    "stormcore": ("1d8", {}),
}


@pytest.mark.parametrize("name", KNOWN_ATTACKS)
def test_an_attack_has_the_figures_known_of_it(name):
    ability = CONTENT.abilities[name]
    dice, statuses = KNOWN_ATTACKS[name]
    assert ability.type == AbilityType.ATTACK
    assert ability.effects.damage == dice
    assert {e.status.slug: e.stacks for e in ability.effects.on_hit if e.status is not None} == statuses
    assert (ability.cost, ability.cooldown) == (ability.tier, ability.tier)


@pytest.mark.parametrize("path", PATHS)
def test_attacks_have_a_die_by_their_tier(path):
    for ability in of(path):
        if ability.type == AbilityType.ATTACK and Meter.HP not in ability.resource_delta:  # who pays in HP may hit harder
            assert ability.effects.damage == {1: "1d4", 2: "1d6", 3: "1d8"}[ability.tier], ability.id


@pytest.mark.parametrize("path", PATHS)
def test_an_ability_counts_with_the_attribute_of_its_path(path):
    attribute = {"stonepulse": "POW", "hemocratic": "AGI", "spellforged": "MND", "canticle": "SPR"}[path]
    assert {a.stat for a in of(path)} <= {Attribute.of(attribute), None}
    assert {a.cost for a in of(path)} <= {1, 2, 3}


# name: tier, HP, DV, IDF, RP, archetype; then each move: to hit, damage, RP, what it lays
KNOWN_ENEMIES = {
    "brumklin-skitter": ((1, 6, 5, 0, 2, "aggressor"), [(0, "1d4-1", 1, {}), (1, "1d4-1", 1, {}), (-1, "1d4", 2, {})]),
    "brumklin-lurker": ((1, 3, 6, 0, 2, "stalker"), [(0, "1d4", 1, {"bleed": 1}), (0, "1d4", 1, {"stagger": 1})]),
    "goblin-shieldbearer": ((1, 12, 7, 1, 2, "defender"), [(0, "1d4", 1, {"stagger": 1})]),
    "bone-shambler": ((1, 18, 7, 0, 2, "juggernaut"), [(-1, "1d8+1", 1, {})]),
    "blood-eyed-cultist": ((1, 10, 8, 0, 2, "aggressor"), [(1, "1d6-1", 1, {})]),
    "brumklin-ripper": ((2, 14, 9, 0, 4, "aggressor"), [(0, "1d6-1", 1, {}), (-1, "1d6+1", 2, {})]),
    "sinew-shambler": ((2, 18, 10, 1, 3, "aberrant"), [(-1, "1d6", 1, {})]),
    "bog-hexer": ((2, 12, 11, 0, 4, "stalker"), [(1, "1d6-2", 1, {}), (-1, "1d6", 2, {})]),
    "stonebound-mauler": ((2, 22, 12, 1, 3, "bully"), [(-1, "1d6+1", 1, {})]),
    "carrion-dancer": (
        (3, 34, 13, 1, 5, "stalker"),
        [(-1, "1d6+1", 1, {"bleed": 1})] * 4 + [(0, "2d6+2", 1, {"stagger": 2, "bleed": 2})],
    ),
    "choir-hexer": ((3, 26, 13, 1, 6, "controller"), None),
    "ashen-censor": ((3, 30, 14, 1, 4, "controller"), [(1, "1d6", 1, {"vulnerable": 1})]),
    "bulwark-brute": (
        (3, 44, 15, 2, 4, "defender"),
        [(0, "1d8", 1, {}), (0, "1d8", 1, {}), (0, None, 1, {"stagger": 1}), (0, "2d6+1", 1, {"stagger": 2})],
    ),
    "ironbound-judge": ((4, 48, 16, 2, 5, "defender"), [(0, "2d6", 1, {"stagger": 2})]),
    "heartbound-adjudicator": ((5, 70, 18, 3, 6, "aberrant"), [(1, "3d8", 2, {"primed": 1})]),
}


@pytest.mark.parametrize("name", KNOWN_ENEMIES)
def test_an_enemy_has_the_figures_known_of_it(name):
    numbers, moves = KNOWN_ENEMIES[name]
    enemy = CONTENT.enemies[name]
    assert (enemy.tier, enemy.hp, enemy.dv, enemy.idf, enemy.rp, enemy.archetype.slug) == numbers
    if moves is not None:
        told = [
            (m.to_hit, m.effects.damage, m.rp, {e.status.slug: e.stacks for e in m.effects.on_hit if e.status is not None})
            for m in enemy.moves
        ]
        assert told == moves


def test_the_choir_hexer_sings_five_hexes_and_a_finale():
    *hexes, finale = CONTENT.enemies["choir-hexer"].moves
    assert [(m.to_hit, m.effects.damage) for m in hexes] == [(-1, "1d6")] * 5
    assert {e.status.slug for m in hexes for e in m.effects.on_hit if e.status is not None} == {"vulnerable", "stagger", "bleed"}
    assert finale.finisher
    assert finale.effects.damage == "2d6"
    assert {e.status.slug: e.stacks for e in finale.effects.on_hit if e.status is not None} == {"stagger": 2, "vulnerable": 2}


def test_ranks_finishers_and_traits_known_of_enemies():
    enemies = CONTENT.enemies
    assert (enemies["ironbound-judge"].rank, enemies["heartbound-adjudicator"].rank) == (Rank.ELITE, Rank.BOSS)
    assert enemies["carrion-dancer"].moves[-1].finisher
    assert enemies["bulwark-brute"].traits == (Trait.SHRUGS_FIRST_HIT,)
    assert enemies["brumklin-lurker"].moves[1].opening == Opening.AFTER_MISS


def test_the_windows_of_archetypes_are_those_known():
    told = {
        name.slug: (a.budget, [(w.links, w.timing.slug, w.when.slug, w.at_least, w.percent) for w in a.windows])
        for name, a in book.config().archetypes.items()
    }
    assert told == {
        "aggressor": (1, [((2,), "after", "missed", 1, 85)]),
        "juggernaut": (1, [((5, 6), "after", "long-chain", 5, 90)]),
        "controller": (0, [((2, 3), "after", "heat", 3, 70)]),
        "aberrant": (1, [((2, 3, 4), "after", "blood-marks", 3, 70)]),
        "stalker": (1, [((2, 3), "after", "moved", 1, 85)]),
        "defender": (1, [((2,), "after", "repeat", 1, 90)]),
        "bully": (0, []),
    }


def test_the_documents_own_numbers_are_the_defaults():
    o = models.Options()
    assert (o.momentum_cap, o.rp_regen, o.tempo_reward, o.crit_margin, o.longest_chain) == (8, 2, 1, 5, 6)
    assert (o.momentum_hit, o.momentum_late_hit, o.late_link, o.momentum_miss) == (1, 2, 3, -1)
    assert (o.balance_hit, o.balance_miss, o.heat_per_hit, o.heat_bonus_cap) == (2, 1, 1, 4)
    assert (o.execution_bonus, o.execution_balance, o.counter_die, o.parry_die) == (4, -2, 4, 6)
    assert o.wounded_percent == 50


def test_every_option_has_its_default_in_the_configuration_and_nowhere_else():
    assert json.loads(models.Options().model_dump_json()) == models.CONFIG["variables"]
    assert set(models.CONFIG["variables"]) == set(models.Options.model_fields)


def test_the_table_of_modifiers_is_the_documents():
    table = (
        "0:-5, 1:-4, 2:-4, 3:-4, 4:-3, 5:-2, 6:-2, 7:-1, 8:-1, 10:0, 11:0, 12:1, 13:1, 14:1, 15:2, 16:2, 17:3, 18:4, 19:4, 20:5, 21:5, 22:6"
    )
    assert book.config().stat_mods == {int(score): int(mod) for score, mod in (pair.split(":") for pair in table.split(", "))}
    assert [book.stat_mod(score) for score in (9, 16, 23, 40)] == [-1, 2, 6, 6]


# --- files and texts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", book.CONTENT_MODELS)
def test_a_content_file_is_valid_and_all_its_names_exist(kind):
    content = book.load(kind)
    book.check_references(kind, content)


def test_every_content_file_is_one_that_is_checked():
    names = [f.name for f in FOLDER.iterdir() if f.name.endswith(".json")]
    names += [f.name for f in FOLDER.joinpath("abilities").iterdir()]
    assert sorted(name.removesuffix(".json") for name in names if name != "claims.json") == sorted(book.CONTENT_MODELS)


def test_everything_has_a_description():
    described = [*CONTENT.abilities.values(), *CONTENT.reactions.values(), *CONTENT.enemies.values()]
    assert all(len(thing.description) > 20 for thing in described)
    texts = [e.description for e in CONTENT.enemies.values()]
    texts += [thing.text for thing in [*CONTENT.characters.values(), *SCENARIOS.values()]]
    assert all(len(text) > 20 for text in texts)
    assert len(set(texts)) == len(texts)


def test_ids_and_names_are_different():
    things = [*CONTENT.abilities.values(), *CONTENT.reactions.values()]
    assert len({t.id for t in things}) == len({t.name for t in things}) == len(things)
    assert len({e.name for e in CONTENT.enemies.values()}) == len(CONTENT.enemies)
    per_file = sum(len(book.load(kind).abilities) for kind in book.ABILITY_FILES)
    assert per_file == len(CONTENT.abilities)
    assert all(s.title for s in SCENARIOS.values())


# --- characters and fights ----------------------------------------------------------------------------------------------


def spent(who: models.Character) -> int:
    """The Vein that a character has spent since creation: abilities, resolve abilities, training."""
    prices = sorted(max(1, CONTENT.abilities[a].tier) for a in who.abilities)
    scores, made = who.attributes or book.created(who.path), book.created(who.path)
    trained = sum(getattr(scores, name) - getattr(made, name) for name in Attribute.slugs())
    return sum(prices[3:]) + len(who.resolve) - 1 + 3 * trained


@pytest.mark.parametrize("name", CONTENT.characters)
def test_a_ready_made_character_could_have_been_made_and_raised_by_the_rules(name):
    who = CONTENT.characters[name]
    learnt = [CONTENT.abilities[a] for a in who.abilities]
    assert who.resolve
    assert all(a.tier <= who.tier for a in learnt)
    assert sum(a.tier == 1 for a in learnt) >= 3
    assert any(a.tier == 1 and a.path == who.path for a in learnt)
    assert who.hp is None
    made = book.created(who.path)
    assert all(getattr(who.attributes or made, n) >= getattr(made, n) for n in Attribute.slugs())
    thresholds = {1: 0, 2: 3, 3: 25, 4: 45}
    if who.tier == 1:
        assert (len(learnt), len(who.resolve), spent(who)) == (3, 1, 0)
    else:
        assert spent(who) >= thresholds[who.tier], f"{name} has spent {spent(who)}"
        assert spent(who) < thresholds.get(who.tier + 1, 100), f"{name} has spent {spent(who)}"


def test_there_is_a_beginner_and_an_adept_of_every_path():
    assert {(c.path, c.tier) for c in CONTENT.characters.values()} >= {(path, tier) for path in PATHS for tier in (1, 2)}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_can_be_fought_to_its_end(name):
    ready = fracas.encounter(RULES, name)
    for number in range(3):
        fight = ready.replay(1, number)
        assert fight.outcome in ("victory", "death")
        assert fight.round < ready.round_limit
        assert fight.lines()
    assert ready.simulate(500, seed=2).draws == 0


@pytest.mark.parametrize("name", CONTENT.enemies)
def test_every_enemy_can_be_fought_to_an_end(name):
    tier = min(CONTENT.enemies[name].tier, 2)
    who = next(key for key, c in CONTENT.characters.items() if c.tier == tier)
    fought = fracas.encounter(RULES, {"character": who, "enemies": [name]}).simulate(300, seed=3)
    assert fought.draws == 0
