"""What comes of a victory: Legend, and loot by seeded draw."""

from collections import Counter
from fractions import Fraction

import pytest
from tests.rune_and_rust.skirmish import RULESET, Skirmish, foe, hero

import fracas
from fracas.dice import PlayedDice, ScriptedDice, distribution
from fracas.dice.generator import SPOILS_LANE
from fracas.rulesets.rune_and_rust import spoils
from fracas.rulesets.rune_and_rust.book import character, library
from fracas.rulesets.rune_and_rust.codes import WeaponAttribute
from fracas.rulesets.rune_and_rust.models import Options

CONTENT = library()
TIER = {slug: piece.tier for slug, piece in (*CONTENT.weapons.items(), *CONTENT.armor.items())}
WARRIOR = character(CONTENT.heroes["warrior"], Options())


def test_legend_is_the_enemys_and_a_quarter_more_for_a_boss():  # facts.md:156
    enemies = CONTENT.enemies
    assert spoils.legend((enemies["corrupted-servitor"], enemies["corrupted-servitor"])) == 20
    assert spoils.legend((enemies["ruin-warden"],)) == 125
    assert spoils.legend((enemies["omega-sentinel"],)) == 187  # 187.5, rounded down
    assert spoils.legend((enemies["omega-sentinel"], enemies["vault-custodian"])) == 187 + 75


def test_a_victory_tells_its_legend_and_nothing_else_does():
    won = Skirmish(hero(might=9), foe(hp=1, legend=10)).encounter.replay(1, 0)
    assert won.outcome == "victory"
    assert "Hero earns 10 Legend." in won.lines()
    lost = Skirmish(hero(hp=1), foe(might=9, legend=10)).encounter.replay(1, 0)
    assert lost.outcome == "defeat"
    assert lost.spoils() == []


def test_the_same_seed_leaves_the_same_loot_and_another_another():
    ready = fracas.encounter(RULESET, "demo-3-warden")
    hauls = {seed: [tuple(ready.replay(seed, 0).spoils()) for _ in range(2)] for seed in range(4)}
    assert all(first == second for first, second in hauls.values())
    assert len({first for first, _ in hauls.values()}) == 4


def test_loot_does_not_change_the_fight():
    plain, rich = foe(hp=10), foe(hp=10, loot={"tiers": {4: 1}, "cogs": [300, 800]})
    fights = [Skirmish(hero(might=3), enemy).encounter.replay(5, 2) for enemy in (plain, rich)]
    assert fights[0].log == fights[1].log
    assert fights[0].spoils() != fights[1].spoils()


@pytest.mark.parametrize(
    ("enemy", "odds"),
    [
        ("corrupted-servitor", {None: 10, 0: 60, 1: 30}),  # facts.md:154
        ("blight-drone", {1: 40, 2: 40, 3: 20}),
        ("ruin-warden", {3: 30, 4: 70}),
        ("corroded-sentry", {None: 100}),
    ],
)
def test_the_odds_of_a_quality_tier_are_exactly_those_of_the_enemy(enemy, odds):  # facts.md:154
    found = distribution(lambda dice: TIER.get(spoils.gear_found(dice, CONTENT.enemies[enemy].loot, WARRIOR)))
    assert dict(found.items()) == {tier: Fraction(percent, 100) for tier, percent in odds.items()}


@pytest.mark.parametrize("enemy", CONTENT.enemies)
def test_every_tier_an_enemy_can_leave_has_its_odds(enemy):
    loot = CONTENT.enemies[enemy].loot
    total = loot.nothing + sum(loot.tiers.values())
    found = distribution(lambda dice: TIER.get(spoils.gear_found(dice, loot, WARRIOR)))
    if not loot.tiers:
        assert found[None] == 1
    else:
        assert found[None] == Fraction(loot.nothing, total)
        for tier, share in loot.tiers.items():
            assert found[tier] == Fraction(share, total)


def test_half_of_all_gear_are_weapons_and_the_other_half_armor():  # facts.md:154
    found = distribution(lambda dice: spoils.gear_found(dice, CONTENT.enemies["blight-drone"].loot, WARRIOR) in CONTENT.weapons)
    assert found[True] == Fraction(1, 2)


def test_weapons_mostly_suit_the_class():  # facts.md:154: 60 percent class-fit, and the rest of any kind
    fits = {name for name, weapon in CONTENT.weapons.items() if weapon.attribute == WeaponAttribute.MIGHT}
    weapons = [name for name, weapon in CONTENT.weapons.items() if weapon.tier == 2]
    loot = CONTENT.enemies["blight-drone"].loot.model_copy(update={"tiers": {2: 1}})
    found = distribution(lambda dice: spoils.gear_found(dice, loot, WARRIOR))
    chance = 2 * sum(p for name, p in found.items() if name in fits)  # given that it is a weapon
    share = Fraction(sum(name in fits for name in weapons), len(weapons))
    assert abs(chance - (Fraction(6, 10) + Fraction(4, 10) * share)) < Fraction(1, 10**15)  # 0.6 is a float in the rules


def test_nobody_leaves_bare_hands():  # facts.md:118: unarmed is the want of a weapon
    found = distribution(lambda dice: spoils.gear_found(dice, CONTENT.enemies["corrupted-servitor"].loot, WARRIOR))
    assert "unarmed" not in found


def test_cogs_lie_between_the_enemys_bounds_each_as_likely():  # facts.md:155
    loot = CONTENT.enemies["corrupted-servitor"].loot
    assert loot.cogs == (10, 30)
    enemy = foe_with(loot.model_copy(update={"tiers": {}}))
    found = distribution(lambda dice: spoils.spoils_of(dice, enemy, WARRIOR).cogs)
    assert dict(found.items()) == {cogs: Fraction(1, 21) for cogs in range(10, 31)}


def foe_with(loot):
    return CONTENT.enemies["corroded-sentry"].model_copy(update={"loot": loot})


def test_materials_are_common_uncommon_or_rare():  # facts.md:155: 40 percent common 1-3, 15 percent uncommon 1-2, 4 percent rare
    found = distribution(lambda dice: spoils.spoils_of(dice, CONTENT.enemies["corroded-sentry"], WARRIOR).materials)
    for name, percent, most in (("common", 40, 3), ("uncommon", 15, 2), ("rare", 4, 1)):
        amounts = Counter()
        for materials, p in found.items():
            amounts[dict(materials).get(name, 0)] += p
        assert set(amounts) == set(range(most + 1))
        assert abs(1 - amounts[0] - Fraction(percent, 100)) < Fraction(1, 10**15)
        assert len({amounts[n] for n in range(1, most + 1)}) == 1


def test_a_drawn_haul_is_told_enemy_by_enemy():
    enemies = (CONTENT.enemies["corrupted-servitor"], CONTENT.enemies["corroded-sentry"])
    # tier 1 (the third of nothing, 0, 1), not a weapon, the second of its tier; the 7th of 10 to 30 cogs; 2 common materials;
    # then no gear, the 1st of 5 to 20 cogs, 1 rare material
    script = [2, False, 2, 7, True, 2, False, False, 1, False, False, True, 1]
    dice = ScriptedDice(script)
    lines = spoils.spoils_lines(dice, enemies, ("Corrupted Servitor", "Corroded Sentry"), WARRIOR)
    assert dice.left == 0
    second = [piece.name for piece in CONTENT.armor.values() if piece.tier == 1][1]
    assert lines == [
        "Torvald earns 15 Legend.",
        f"  Corrupted Servitor leaves {second}, 16 cogs, 2 common materials.",
        "  Corroded Sentry leaves 5 cogs, 1 rare material.",
    ]


def test_spoils_have_a_stream_of_their_own():
    ready = fracas.encounter(RULESET, "demo-3-warden")
    fight = ready.replay(1, 0)
    enemies = (CONTENT.enemies["ruin-warden"],)
    expected = spoils.spoils_lines(PlayedDice(1, 0, SPOILS_LANE), enemies, ready.setup.names[1:2], ready.setup.details["hero"])
    assert fight.spoils() == expected
