"""The content: what the document asks of manoeuvres, creatures, armour and heroes, and that ordinary creatures are a fair fight."""

import json
from collections import Counter

import pytest

import fracas
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.board import parse_faces
from fracas.rulesets.ruins_and_realms.book import CREATURE_FILES, equip, library, load, slots_at
from fracas.rulesets.ruins_and_realms.codes import EffectKind, When

RULES = "ruins-and-realms"
LEVELS = (1, 5, 10, 15, 20)
LOCKED = {(1, 1), (1, 2), (2, 1), (8, 8), (7, 8), (8, 7)}
CONTENT = library()
FAIR = (0.55, 0.95)
FIGHTS = 4000


def moves(style):
    return list(CONTENT.by_style[style].values())


def apart(move):
    return abs(move.dice[0] - move.dice[1])


@pytest.mark.parametrize("style", models.STYLES)
def test_a_style_has_twenty_manoeuvres_eight_six_four_and_two_by_tier(style):
    assert Counter(m.tier for m in moves(style)) == {1: 8, 2: 6, 3: 4, 4: 2}


@pytest.mark.parametrize("style", models.STYLES)
def test_cells_of_a_style_are_different_and_none_is_locked(style):
    cells = [m.dice for m in moves(style)]
    assert len(set(cells)) == 20
    assert not LOCKED & set(cells)


@pytest.mark.parametrize("style", models.STYLES)
def test_fundamentals_lie_in_the_centre_and_higher_tiers_go_to_the_edges(style):
    assert all(3 <= face <= 6 for m in moves(style) if m.tier == 1 for face in m.dice)
    mean = {
        tier: sum(max(abs(f - 4.5) for f in m.dice) for m in moves(style) if m.tier == tier) / n for tier, n in ((1, 8), (2, 6), (3, 4))
    }
    assert mean[1] < mean[2] < mean[3]


@pytest.mark.parametrize("style", models.STYLES)
def test_ids_names_and_descriptions_are_there_and_different(style):
    for field in ("id", "name", "description"):
        values = [getattr(m, field) for m in moves(style)]
        assert all(values)
        assert len(set(values)) == 20


def test_sword_and_shield_has_the_figures_known_of_it():
    known = {
        (4, 4): "D8", (5, 4): "D8", (4, 5): "D8", (3, 6): "D8", (5, 3): "D8-1", (3, 5): "D8-1", (4, 3): "D8", (5, 5): "D8+1",
        (6, 3): "D8+2", (2, 6): "D8-1", (3, 7): "D8+1", (6, 4): "D8+2", (4, 6): "D8", (6, 5): "D8+1",
        (7, 3): "D8+4", (2, 7): "D8", (7, 4): "D8+3", (3, 3): "D8+2", (7, 7): "D8+5", (6, 6): "2D8+3",
    }  # fmt: skip
    assert {m.dice: m.damage for m in moves("sword-and-shield")} == known


def test_the_documents_own_examples_are_in_the_content():
    bash = CONTENT.by_style["sword-and-shield"]["shield-bash"]
    assert (bash.name, bash.tier, bash.dice, bash.damage) == ("Shield Bash", 1, (3, 6), "D8")
    assert [(e.kind, e.amount, e.on_self) for e in bash.effects] == [(EffectKind.SHIFT, -1, False)]
    overhead = CONTENT.by_style["two-handed"]["overhead-cleave"]
    assert (overhead.name, overhead.dice, overhead.damage) == ("Overhead Cleave", (6, 4), "D8+3")
    shirt = CONTENT.armor["chainmail-shirt"]
    assert (parse_faces(shirt.dice), shirt.reduction) == (((4, 5), ()), 2)
    warrior = CONTENT.creatures["skeleton-warrior"]
    assert any(parse_faces(i.trigger).primary == (4, 5) and i.effect == "-2 damage" for i in warrior.interrupts)


@pytest.mark.parametrize(
    ("style", "fits"),
    [
        ("two-handed", lambda m: apart(m) <= 1),  # adjacent numbers, doubles
        ("dual-wield", lambda m: apart(m) >= 3 or apart(m) <= 1),  # spread apart, close together, doubles
        ("one-handed", lambda m: m.dice[0] >= 6 or apart(m) <= 1),  # high Primary, balanced, doubles
        ("monk", lambda m: sum(m.dice) == 9 or apart(m) <= 1),  # opposites, doubles, adjacent
    ],
)
def test_a_style_is_true_to_its_philosophy(style, fits):
    assert sum(fits(m) for m in moves(style)) >= 14


def test_the_two_handed_hit_hardest_and_sword_and_shield_lives_longest():
    def mean(style):
        from fracas.rulesets.ruins_and_realms.book import mean_of

        return sum(mean_of(m.damage) for m in moves(style)) / 20

    assert mean("two-handed") == max(mean(style) for style in models.STYLES)
    assert mean("sword-and-shield") < mean("one-handed")


@pytest.mark.parametrize("kind", CREATURE_FILES)
def test_creatures_of_a_kind_are_many_complete_and_spread_over_the_levels(kind):
    some = load(kind).creatures
    assert len(some) >= 15
    levels = {c.level for c in some}
    assert min(levels) == 1
    assert max(levels) >= 19
    assert all(levels & set(range(low, low + 4)) for low in range(1, 20, 4))
    for creature in some:
        assert creature.manoeuvres
        assert creature.interrupts
        assert creature.mishap.effects
        assert creature.mishap.text
        assert creature.prime.damage
        assert creature.description
        assert not LOCKED & {m.dice for m in creature.manoeuvres}
    assert {c.rank for c in some} == {"lesser", "ordinary", "elite", "boss"}


def test_every_effect_and_condition_occurs_somewhere():
    lists = [m.effects for style in models.STYLES for m in moves(style)]
    lists += [card.effects for s in CONTENT.config.styles.values() for card in (s.fumble, s.critical_fumble)]
    lists += [x.effects for c in CONTENT.creatures.values() for x in (*c.manoeuvres, c.prime, c.mishap)]
    effects = [e for some in lists for e in some]
    assert {e.kind for e in effects} == set(EffectKind)
    assert {e.when for e in effects} == set(When)


def test_armour_goes_from_light_to_heavy_with_a_choice_of_dice_sets():
    pieces = [p for p in CONTENT.armor.values() if p.dice]
    assert {p.slot for p in CONTENT.armor.values()} == {"head", "body", "arms", "legs", "shield"}
    assert min(p.weight for p in pieces) == 1
    assert max(p.weight for p in pieces) >= 5
    assert len({p.dice for p in pieces}) >= 12
    for slot in ("head", "body", "arms", "legs"):
        best = [p for p in pieces if p.slot == slot]
        assert max(p.reduction for p in best) > min(p.reduction for p in best)


@pytest.mark.parametrize("style", models.STYLES)
@pytest.mark.parametrize("level", LEVELS)
def test_there_is_a_ready_made_hero_and_a_fight_for_every_style_and_level(style, level):
    hero = CONTENT.heroes[f"{style}-{level}"]
    assert (hero.style, hero.level) == (style, level)
    assert len(equip(hero, models.Options()).manoeuvres) == slots_at(level, models.Options())
    fight = fracas.load_ruleset(RULES).scenarios()[f"{style}-{level}"]
    assert fight["hero"] == f"{style}-{level}"
    assert [CONTENT.creatures[c].level for c in fight["creatures"]] == [level]


def test_the_playtest_variables_of_the_document():
    variables = models.CONFIG["variables"]
    assert variables["starting_shift"] == 2
    assert variables["fumble_zone"] == "1,1 1,2 2,1"
    assert variables["prime_zone"] == "8,8 7,8 8,7"
    assert variables["starting_manoeuvres"] == 3
    assert variables["exact_strike_bonus"] == "shift"
    assert variables["fatigue"] is False


def test_every_option_has_its_default_in_the_configuration_and_nowhere_else():
    assert json.loads(models.Options().model_dump_json()) == models.CONFIG["variables"]
    assert set(models.CONFIG["variables"]) == set(models.Options.model_fields)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("style", models.STYLES)
def test_an_ordinary_creature_is_a_fair_fight_for_a_sensible_hero_of_its_level(style, level):
    for creature in CONTENT.creatures.values():
        if creature.level == level and creature.rank == "ordinary":
            fight = fracas.encounter(RULES, {"hero": f"{style}-{level}", "creatures": [creature.id]}, None, ("sensible", "fierce"))
            low, high = fight.simulate(FIGHTS, seed=7).win_interval()
            assert high >= FAIR[0], f"{creature.name} is too hard: {low:.1%} to {high:.1%}"
            assert low <= FAIR[1], f"{creature.name} is too easy: {low:.1%} to {high:.1%}"


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("style", models.STYLES)
def test_lesser_creatures_are_beaten_nearly_always_by_a_sensible_hero_of_their_level(style, level):

    def win(creature):
        return (
            fracas.encounter(RULES, {"hero": f"{style}-{level}", "creatures": [creature]}, None, ("sensible", "fierce"))
            .simulate(400, 7)
            .win
        )

    means = {}
    for rank in ("lesser", "ordinary"):
        found = [win(c.id) for c in CONTENT.creatures.values() if (c.level, c.rank) == (level, rank)]
        means[rank] = sum(found) / len(found)
    assert means["lesser"] > max(means["ordinary"], 0.9)
