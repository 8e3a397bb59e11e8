"""The document `rules/world-loop.md` as tests, sentence by sentence in its order: the five steps of an attack, sanctuaries, draws.

Rewards, training and levels are in `test_document_growth`, potions in `test_document_potions`, death in
`test_document_death`.
"""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.world_loop.ring import ATTRIBUTES, CRIT, HIT, MISS, KeyedDice, Ring, attributes, build, drawn, fighter, hero

from fracas.dice import distribution, outcomes
from fracas.dice.generator import digest_of_key
from fracas.rulesets.world_loop.codes import Domain, Material, Said
from fracas.rulesets.world_loop.rules.attack import attack, base_damage
from fracas.rulesets.world_loop.rules.stats import (
    effective_atk,
    effective_crit,
    effective_def,
    effective_evasion,
    effective_max_hp,
    effective_spd,
)
from fracas.rulesets.world_loop.state import REST

# --- Overview -----------------------------------------------------------------------------------------------------------


def test_effective_stats_are_base_and_the_bonuses_of_all_three_pieces_of_equipment():  # world-loop.md:9
    ring = Ring(hero(atk=10, spd=5, max_hp=50, crit=0.1, evasion=0.1, **{"def": 4}))
    ring.wear(0, "weapon", atk=1, defence=10, spd=100, hp=1000, crit=0.01, evasion=0.001)
    ring.wear(0, "armor", atk=2, defence=20, spd=200, hp=2000, crit=0.02, evasion=0.002)
    ring.wear(0, "accessory", atk=4, defence=40, spd=400, hp=4000, crit=0.04, evasion=0.004)
    me, book = ring.a, ring.book
    assert effective_atk(me, book) == 10 + 7
    assert effective_def(me, book) == 4 + 70
    assert effective_spd(me, book) == 5 + 700
    assert effective_max_hp(me, book) == 50 + 7000
    assert effective_crit(me, book) == pytest.approx(0.1 + 0.07)
    assert effective_evasion(me, book) == pytest.approx(0.1 + 0.007)


# --- Step 1: Evasion Check ----------------------------------------------------------------------------------------------

EVASIONS = [  # world-loop.md:21-28
    # the defender's evasion, the attacker's luck, the chance to miss
    (0.00, 0, 0.0),
    (0.30, 0, 0.30),
    (0.30, 1, 0.298),
    (0.30, 10, 0.28),
    (0.30, 149, 0.002),
    (0.30, 150, 0.0),
    (0.02, 50, 0.0),
    (-0.10, 0, 0.0),
    (0.10, -20, 0.14),
    (0.74, 0, 0.74),
    (0.75, 0, 0.75),
    (0.76, 0, 0.75),
    (0.90, 10, 0.75),
    (0.80, 30, 0.74),
    (2.00, 0, 0.75),
    (0.70, -100, 0.75),
]


@pytest.mark.parametrize(("evasion", "luck", "chance"), EVASIONS)
def test_the_chance_to_miss_is_evasion_less_luck_between_0_and_three_quarters(evasion, luck, chance):
    ring = Ring(hero(luck=luck), fighter(evasion=evasion))
    ring.strike(*HIT)
    assert ring.chances[0] == pytest.approx(chance, abs=1e-12)


def test_evasion_of_the_defenders_equipment_counts():
    ring = Ring(hero(luck=5), fighter(evasion=0.1))
    ring.wear(1, "armor", evasion=0.03)
    ring.wear(0, "armor", evasion=0.5)
    ring.strike(*HIT)
    assert ring.chances[0] == pytest.approx(0.1 + 0.03 - 5 * 0.002)


def test_neither_the_attackers_evasion_nor_the_defenders_luck_counts():
    ring = Ring(hero(evasion=0.6), fighter(evasion=0.2, luck=50))
    ring.strike(*HIT)
    assert ring.chances[0] == pytest.approx(0.2)


def test_a_miss_does_no_damage_and_nothing_more_is_drawn():
    ring = Ring(hero(crit=0.5), fighter(evasion=0.5))
    assert not ring.strike(*MISS)
    assert ring.hp == (100, 100)
    assert ring.told() == [(1, 2, 0)]
    assert ring.events(Said.MISSES)
    assert len(ring.asked) == 2  # the key and the chance of evasion


# --- Step 2: Base Damage ------------------------------------------------------------------------------------------------

DAMAGES = [  # world-loop.md:32-48
    # ATK, STR, DEF, VIT, damage
    (10, 0, 0, 0, 10),
    (10, 5, 0, 0, 11),  # +2 % a point
    (10, 15, 0, 0, 13),
    (50, 1, 0, 0, 51),
    (49, 1, 0, 0, 49),  # 49.98 is cut
    (7, 3, 0, 0, 7),  # 7.42
    (9, 5, 0, 0, 9),  # 9.9
    (10, 0, 1, 0, 10),  # 1 // 2 is 0
    (10, 0, 2, 0, 9),
    (10, 0, 3, 0, 9),  # 3 // 2 is 1
    (10, 0, 4, 0, 8),
    (20, 0, 10, 10, 15),  # int(11.0) // 2
    (20, 0, 10, 19, 15),  # int(11.9) // 2
    (20, 0, 10, 20, 14),  # int(12.0) // 2
    (9, 5, 3, 0, 8),  # int(9.9) - 3 // 2, not int(9.9 - 1.5)
    (9, 5, 5, 50, 6),  # 9 - 7 // 2
    (30, 10, 16, 25, 26),  # 36 - 20 // 2
    (20, 0, -3, 50, 22),  # int(-4.5) is -4
    (20, 0, -1, 0, 21),  # -1 // 2 is -1
    (5, 0, 8, 0, 1),
    (5, 0, 9, 0, 1),  # at least 1
    (5, 0, 10, 0, 1),
    (0, 15, 0, 0, 1),
    (3, 0, 1000, 15, 1),
]


@pytest.mark.parametrize(("atk", "strength", "defence", "vit", "damage"), DAMAGES)
def test_base_damage_is_atk_raised_by_str_less_half_of_def_raised_by_vit(atk, strength, defence, vit, damage):
    attacker = hero(atk=atk, attributes={"str": strength})
    ring = Ring(attacker, fighter(**{"def": defence}, attributes={"vit": vit}))
    ring.strike(*HIT)
    assert ring.value == damage
    assert ring.hp == (100, 100 - damage)


@given(st.integers(0, 500), st.integers(0, 60), st.integers(0, 300), st.integers(0, 60))
def test_base_damage_is_the_documents_formula(atk, strength, defence, vit):
    ring = plain_ring()
    ring.a.atk, ring.b.defence = atk, defence
    ring.a.attributes[0], ring.b.attributes[2] = strength, vit
    power = int(atk * 1.0 * (1.0 + strength * 0.02))
    guard = int(defence * 1.0 * (1.0 + vit * 0.01)) // 2
    assert base_damage(ring.a, ring.b, ring.book, Material.FLOOR, Material.FLOOR) == max(power - guard, 1)


PLAIN: list[Ring] = []


def plain_ring() -> Ring:
    """A ring to change the numbers of, made once."""
    if not PLAIN:
        PLAIN.append(Ring())
    return PLAIN[0]


def test_effective_atk_and_def_include_equipment_before_they_are_raised():
    ring = Ring(hero(atk=10, attributes={"str": 10}), fighter(**{"def": 6}, attributes={"vit": 50}))
    ring.wear(0, "weapon", atk=5)
    ring.wear(0, "accessory", atk=3)
    ring.wear(1, "armor", defence=4)
    ring.strike(*HIT)
    assert ring.value == 21 - 15 // 2  # int(18 * 1.2), int(10 * 1.5)


def test_the_attackers_def_and_vit_and_the_defenders_atk_and_str_do_not_count():
    ring = Ring(
        hero(**{"def": 500}, attributes={"vit": 15, "agi": 15, "int": 15, "wis": 15, "end": 15}),
        fighter(atk=500, attributes={"str": 15, "agi": 15, "int": 15, "wis": 15, "end": 15}),
    )
    ring.strike(*HIT)
    assert ring.value == 10


# --- Step 2: sanctuaries, and Sanctuary Debuff --------------------------------------------------------------------------

GROUNDS = ("floor", "sanctuary", "town", "camp")


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", ["goblin", "goblin-chief", "wolf", "hero", "warrior", "mage"])
def test_atk_of_non_heroes_on_sanctuary_tiles_is_halved(kind, ground):  # world-loop.md:47, 95-100
    ring = Ring(fighter(kind, atk=20, ground=ground), hero())
    ring.strike(*HIT)
    is_monster = kind in ("goblin", "goblin-chief", "wolf")
    assert ring.value == (10 if is_monster and ground == "sanctuary" else 20)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("kind", ["goblin", "goblin-chief", "wolf", "hero", "warrior", "mage"])
def test_def_of_non_heroes_on_sanctuary_tiles_is_halved(kind, ground):  # world-loop.md:47, 95-100
    ring = Ring(hero(atk=50), fighter(kind, ground=ground, **{"def": 40}))
    ring.strike(*HIT)
    is_monster = kind in ("goblin", "goblin-chief", "wolf")
    assert ring.value == 50 - (10 if is_monster and ground == "sanctuary" else 20)


BOTH = [
    # the attacker's ground, the defender's, damage with ATK 31 and DEF 22
    ("floor", "floor", 31 - 11),
    ("sanctuary", "floor", 15 - 11),
    ("floor", "sanctuary", 31 - 5),
    ("sanctuary", "sanctuary", 15 - 5),
]


@pytest.mark.parametrize(("mine", "its", "damage"), BOTH)
def test_each_of_two_monsters_is_hampered_by_its_own_tile(mine, its, damage):
    ring = Ring(fighter("orc", atk=31, ground=mine), fighter("wolf", ground=its, **{"def": 22}))
    ring.strike(*HIT)
    assert ring.value == damage


def test_a_hero_and_a_monster_on_sanctuary_tiles_hamper_only_the_monster():
    ring = Ring(hero(atk=30, ground="sanctuary", **{"def": 8}), fighter(atk=30, ground="sanctuary", **{"def": 8}))
    ring.strike(*HIT)
    assert ring.value == 30 - 4 // 2
    ring.strike(*HIT, who=1, at=0)
    assert ring.value == 15 - 8 // 2


def test_the_sanctuary_multiplies_before_the_attribute_does_and_nothing_is_cut_in_between():
    attacker = fighter(atk=11, ground="sanctuary", attributes={"str": 5})
    ring = Ring(attacker, fighter(ground="sanctuary", **{"def": 11}, attributes={"vit": 10}))
    ring.strike(*HIT)
    assert ring.value == 6 - 6 // 2  # int(5.5 * 1.1) is 6, int(5 * 1.1) would be 5; likewise DEF


def test_the_sanctuary_halves_equipment_too():
    ring = Ring(fighter(atk=10, ground="sanctuary"), fighter(ground="sanctuary"))
    ring.wear(0, "weapon", atk=10)
    ring.wear(1, "armor", defence=12)
    ring.strike(*HIT)
    assert ring.value == 10 - 6 // 2


def test_even_on_sanctuary_tiles_at_least_1_damage_is_done():
    ring = Ring(fighter(atk=1, ground="sanctuary"), hero(**{"def": 50}))
    ring.strike(*HIT)
    assert ring.value == 1


# --- Step 2b: Stamina Cost ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(100, 97), (4, 1), (3, 0), (2, 0), (1, 0), (0, 0)])
@pytest.mark.parametrize("faces", [MISS, HIT, CRIT], ids=["miss", "hit", "crit"])
def test_each_attack_costs_3_stamina_down_to_0(before, after, faces):  # world-loop.md:52-56
    ring = Ring(hero(stamina=before), fighter(stamina=50))
    ring.strike(*faces)
    assert (ring.a.stamina, ring.b.stamina) == (after, 50)


def test_at_0_stamina_the_entity_can_still_attack_but_gains_no_training():
    ring = Ring(hero(stamina=0))
    ring.strikes(10, *HIT)
    assert ring.hp == (100, 0)
    assert list(ring.a.training) == [0] * 6


@pytest.mark.parametrize(("stamina", "trains"), [(5, True), (4, True), (3, False), (2, False), (1, False), (0, False)])
def test_the_attack_on_which_stamina_reaches_0_trains_nothing(stamina, trains):
    ring = Ring(hero(stamina=stamina))
    ring.strike(*HIT)
    assert (ring.a.training[0] > 0) == trains


# --- Step 3: Damage Variance --------------------------------------------------------------------------------------------


def test_damage_varies_by_15_percent_up_and_down():  # world-loop.md:60-66
    ring = Ring(hero(atk=40))
    ring.strike(*HIT)
    assert ring.asked[-1] == ("scaled", 40.0, 0.85, 1.15)


VARIED = [
    # base damage, the roll, damage
    (20, 0.0, 17),
    (20, 0.25, 18),  # 18.5
    (20, 0.5, 20),
    (20, 0.75, 21),  # 21.5
    (20, 1.0, 23),  # the end that no roll reaches
    (20, 0.9999, 22),
    (7, 0.0, 5),  # 5.95
    (7, 0.499, 6),
    (7, 0.999, 8),  # 8.0479
    (1, 0.4999, 0),  # the minimum of 1 is before variance
    (1, 0.5, 1),
    (1, 0.9999, 1),
    (1000, 0.3492, 954),  # 1000 * (1 + 0.3 * -0.1508) = 954.76
]


@pytest.mark.parametrize(("base", "roll", "damage"), VARIED)
def test_damage_is_multiplied_by_1_and_the_variance_times_the_roll_less_a_half(base, roll, damage):
    ring = Ring(hero(atk=base), fighter(max_hp=2000))
    ring.strike(False, False, roll)
    assert ring.hp[1] == 2000 - damage
    assert ring.told(Said.HITS) == [(1, 2, damage)]


def attacked(ring):
    """The damage of an attack, by enumeration."""

    def once(dice):
        after = ring.array.copy()[0]
        attack(dice, ring.book, after.fighters[0], after.fighters[1], 0, Material.FLOOR, Material.FLOOR)
        return int(ring.hp[1] - after.fighters[1].hp)

    return distribution(once)


def test_every_amount_of_damage_has_the_chance_of_its_share_of_the_spread():
    assert dict(attacked(Ring(hero(atk=10))).items()) == {
        8: Fraction(1, 6),  # 8.5 to 9 of 8.5 to 11.5
        9: Fraction(1, 3),
        10: Fraction(1, 3),
        11: Fraction(1, 6),
    }


def test_of_a_damage_of_1_half_is_lost_to_variance():
    assert attacked(Ring(hero(atk=1)))[0] == pytest.approx(0.5)


def test_the_spread_of_damage_is_even_before_and_after_the_middle():
    spread = attacked(Ring(hero(atk=100), fighter(max_hp=1000)))
    assert spread.mean() == pytest.approx(99.5)  # 100, less half a point that is cut on average
    assert (min(spread), max(spread)) == (85, 114)


# --- Step 4: Critical Hit -----------------------------------------------------------------------------------------------

CRITS = [  # world-loop.md:70-79
    # crit rate, luck, chance
    (0.00, 0, 0.0),
    (0.05, 0, 0.05),
    (0.05, 1, 0.053),
    (0.08, 3, 0.089),
    (0.12, 5, 0.135),
    (0.50, 99, 0.797),
    (0.50, 100, 0.80),
    (0.50, 101, 0.80),
    (0.80, 0, 0.80),
    (0.95, 0, 0.80),
    (2.00, 0, 0.80),
    (-0.10, 0, 0.0),
    (0.05, -20, 0.0),
    (0.05, -10, 0.02),
]


@pytest.mark.parametrize(("crit", "luck", "chance"), CRITS)
def test_the_crit_chance_is_crit_rate_and_luck_between_0_and_four_fifths(crit, luck, chance):
    ring = Ring(hero(crit=crit, luck=luck))
    ring.strike(*HIT)
    assert ring.chances[1] == pytest.approx(chance, abs=1e-12)


def test_crit_rate_of_the_attackers_equipment_counts():
    ring = Ring(hero(crit=0.05, luck=10), fighter(crit=0.7, luck=99))
    ring.wear(0, "weapon", crit=0.03)
    ring.wear(0, "accessory", crit=0.05)
    ring.wear(1, "weapon", crit=0.5)
    ring.strike(*HIT)
    assert ring.chances[1] == pytest.approx(0.05 + 0.03 + 0.05 + 10 * 0.003)


CRIT_DAMAGES = [
    # base damage, crit_dmg, the variance roll, damage
    (20, 1.5, 0.5, 30),
    (20, 1.8, 0.5, 36),
    (5, 1.5, 0.5, 7),  # 7.5
    (5, 1.8, 0.25, 8),  # 5 * 0.925 * 1.8 = 8.325; cut before the crit it would be int(4 * 1.8) = 7
    (20, 1.5, 0.0, 25),  # 25.5
    (20, 1.5, 0.999, 34),
    (1, 1.5, 0.5, 1),
    (1, 1.5, 0.999, 1),  # 1.7246
    (1, 2.0, 0.9, 2),
    (20, 1.0, 0.5, 20),
    (20, 0.0, 0.5, 0),
]


@pytest.mark.parametrize(("base", "crit_dmg", "roll", "damage"), CRIT_DAMAGES)
def test_a_critical_hit_multiplies_the_varied_damage_which_is_cut_only_then(base, crit_dmg, roll, damage):
    ring = Ring(hero(atk=base, crit_dmg=crit_dmg))
    ring.strike(False, True, roll)
    assert ring.hp == (100, 100 - damage)
    assert ring.told(Said.CRITS) == [(1, 2, damage)]


def test_the_crit_multiplier_is_one_and_a_half_for_monsters_and_1_8_for_heroes():  # world-loop.md:80
    kinds = ["goblin", "goblin-scout", "goblin-warrior", "goblin-chief"]
    fighters = build("hero", *kinds).state[0].fighters
    assert [float(f.crit_dmg) for f in fighters] == [1.8, 1.5, 1.5, 1.5, 1.5]


@given(st.integers(1, 400), st.sampled_from([1.0, 1.5, 1.8, 2.25]), st.booleans(), st.floats(0, 1, exclude_max=True), st.floats(0, 1))
def test_damage_is_the_documents_formula_cut_once(base, crit_dmg, critical, roll, variance):
    ring = plain_ring()
    ring.a.atk, ring.a.crit_dmg, ring.b.hp = base, crit_dmg, 10_000
    ring.a.attributes[0], ring.b.attributes[2], ring.b.defence = 0, 0, 0
    ring.book.options.damage_variance = variance
    ring.strike(False, critical, roll)
    exact = base * (1 + Fraction(variance) * (Fraction(roll) - Fraction(1, 2))) * (Fraction(crit_dmg) if critical else 1)
    hurt = 10_000 - ring.hp[1]
    ring.book.options.damage_variance = 0.3
    assert hurt == floor(exact) or abs(exact - round(exact)) < 1e-9


# --- Step 5: Apply Damage -----------------------------------------------------------------------------------------------


def test_damage_is_taken_from_the_defenders_hp_and_from_nobody_elses():  # world-loop.md:85
    ring = Ring(hero(), fighter(), fighter())
    ring.strike(*HIT, at=2)
    assert ring.hp == (100, 100, 90)


def test_hp_end_at_0():
    ring = Ring(hero(atk=999))
    assert ring.strike(*HIT)
    assert ring.hp == (100, 0)


def test_a_blow_that_leaves_1_hp_does_not_kill_and_one_that_leaves_0_does():
    ring = Ring(hero(atk=99))
    assert not ring.strike(*HIT)
    assert ring.hp == (100, 1)
    ring = Ring(hero(atk=100))
    assert ring.strike(*HIT)


@pytest.mark.parametrize(("spd", "cooldown"), [(1, 1.0), (2, 0.5), (4, 0.25), (10, 0.1), (40, 0.025), (0, 1.0), (-5, 1.0), (1000, 0.001)])
@pytest.mark.parametrize("faces", [MISS, HIT], ids=["miss", "hit"])
def test_attack_cooldown_is_inversely_proportional_to_speed(spd, cooldown, faces):  # world-loop.md:86-89
    ring = Ring(hero(spd=spd))
    ring.strike(*faces)
    assert (ring.a.next_act, ring.b.next_act) == (cooldown, 0)


def test_the_cooldown_is_added_to_the_time_of_the_next_act():
    ring = Ring(hero(spd=4))
    ring.a.next_act = 7.5
    ring.strike(*HIT)
    ring.strike(*HIT)
    assert ring.a.next_act == 8.0


def test_equipment_does_not_shorten_the_cooldown():
    ring = Ring(hero(spd=4))
    ring.wear(0, "accessory", spd=4)
    ring.strike(*HIT)
    assert ring.a.next_act == 0.25


# --- Determinism --------------------------------------------------------------------------------------------------------

CHECK_VALUES = [  # world-loop.facts.md 1.2: seed, domain, id, tick, digest or the float it is read as
    (42, 0, 1, 0, 0x59677DA907FC8D60, 0.3492353952096769),
    (42, 0, 1, 1, 0x49E56672249797E7, 0.28865661894505334),
    (42, 0, 1, 2, 0x934F2FB9E67D79B1, 0.5754270390375406),
    (42, 0, 2, 0, None, 0.2760458087873955),
    (42, 3, 1, 2, None, 0.7868537307189809),
    (7, 0, 1, 0, None, 0.61755278933505),
]


@pytest.mark.parametrize(("seed", "domain", "uid", "tick", "digest", "number"), CHECK_VALUES)
def test_draws_are_those_of_the_worlds_rng(seed, domain, uid, tick, digest, number):
    word = digest_of_key(seed, domain, uid, tick)
    assert digest in (None, word)
    assert word / 2**64 == number


@pytest.mark.parametrize("tick", [0, 1, 17, 5000])
@pytest.mark.parametrize(("who", "at"), [(0, 1), (1, 0)])
def test_evasion_crit_and_variance_are_drawn_by_attacker_and_tick_2_1_and_0(tick, who, at):  # world-loop.md:243-247
    ring = Ring()
    ring.state.tick = tick
    ring.strike(*HIT, who=who, at=at)
    uid = who + 1
    assert [each[0] for each in ring.asked] == ["key", "chance", "key", "chance", "key", "scaled"]
    assert ring.keys == [(Domain.COMBAT, uid, tick + 2), (Domain.COMBAT, uid, tick + 1), (Domain.COMBAT, uid, tick)]
    assert Domain.COMBAT == 0


def test_a_miss_is_drawn_by_attacker_and_tick_2_only():
    ring = Ring()
    ring.state.tick = 6
    ring.strike(*MISS)
    assert ring.keys == [(Domain.COMBAT, 1, 8)]


def struck(ring, seed=42):
    """The ring after one attack of ``a`` with the dice of a world."""
    dice = KeyedDice(seed)
    attack(dice, ring.book, ring.a, ring.b, int(ring.state.tick), Material.FLOOR, Material.FLOOR)
    return ring


def test_an_attack_in_tick_0_of_the_world_42_draws_the_three_check_values():
    variance, crit, evasion = 0.3492353952096769, 0.28865661894505334, 0.5754270390375406
    assert [drawn(42, 1, tick) for tick in (0, 1, 2)] == [variance, crit, evasion]
    foe = {"max_hp": 10_000}
    assert struck(Ring(hero(atk=1000), fighter(evasion=0.5755, **foe))).hp[1] == 10_000
    hurt = int(1000 * (1.0 + 0.3 * (variance - 0.5)))
    assert hurt == 954
    assert struck(Ring(hero(atk=1000), fighter(evasion=0.5754, **foe))).hp[1] == 10_000 - hurt
    assert struck(Ring(hero(atk=1000, crit=0.2886), fighter(**foe))).hp[1] == 10_000 - hurt
    assert struck(Ring(hero(atk=1000, crit=0.2887), fighter(**foe))).hp[1] == 10_000 - int(954.7706185629 * 1.5)


def test_a_roll_below_the_chance_is_a_miss_and_luck_can_turn_it():
    foe = fighter(evasion=0.6)
    assert struck(Ring(hero(luck=12), foe)).hp[1] == 100  # 0.576 > 0.5754...
    assert struck(Ring(hero(luck=13), foe)).hp[1] < 100  # 0.574 < 0.5754...


def test_the_evasion_draw_of_a_tick_is_the_crit_draw_of_the_next_and_the_variance_draw_of_the_one_after():
    ring = Ring(hero(max_hp=1000), fighter(max_hp=1000))
    by_use = {"evasion": {}, "crit": {}, "variance": {}}
    for tick in range(6):
        ring.tick(*HIT, b=REST)
        for use, key in zip(by_use, ring.keys, strict=True):
            by_use[use][tick] = key
    for tick in range(4):
        assert by_use["evasion"][tick] == by_use["crit"][tick + 1] == by_use["variance"][tick + 2] == (Domain.COMBAT, 1, tick + 2)


@pytest.mark.parametrize("seed", [0, 1, 42, 7777])
def test_a_duel_is_what_the_worlds_rng_makes_of_it(seed):
    """Ten ticks of two who only attack, told from the document with the draws of the keys."""
    ring = Ring(hero(max_hp=900, atk=40, crit=0.3, evasion=0.2, luck=7), fighter(max_hp=900, atk=35, crit=0.25, evasion=0.3, luck=2))
    hp = {1: 900, 2: 900}
    for tick in range(10):
        for me, it, atk, crit, luck, evasion in ((1, 2, 40, 0.3, 7, 0.3), (2, 1, 35, 0.25, 2, 0.2)):
            if drawn(seed, me, tick + 2) < evasion - luck * 0.002:
                continue
            damage = atk * (1.0 + 0.3 * (drawn(seed, me, tick) - 0.5))
            if drawn(seed, me, tick + 1) < crit + luck * 0.003:
                damage *= 1.5
            hp[it] -= int(damage)
    ring.play(KeyedDice(seed), 10, "reckless")
    assert ring.hp == (hp[1], hp[2])


# --- properties ---------------------------------------------------------------------------------------------------------


@given(
    st.integers(0, 60),
    st.integers(0, 80),
    st.floats(-0.5, 1.5),
    st.floats(-0.5, 1.5),
    st.sampled_from([1.0, 1.5, 1.8]),
    st.integers(-50, 300),
    st.integers(1, 30),
    st.sampled_from([Material.FLOOR, Material.SANCTUARY]),
    st.sampled_from([Material.FLOOR, Material.SANCTUARY]),
)
def test_chances_of_an_attack_add_up_to_1_and_hp_are_never_negative(atk, defence, evasion, crit, crit_dmg, luck, hp, mine, its):
    ring = plain_ring()

    def once(dice):
        after = ring.array.copy()[0]
        me, it = after.fighters[0], after.fighters[1]
        me.atk, me.crit, me.crit_dmg, me.luck = atk, crit, crit_dmg, luck
        it.defence, it.evasion, it.hp, it.gold = defence, evasion, hp, 9
        killed = attack(dice, ring.book, me, it, 0, mine, its)
        assert it.hp >= 0
        assert killed == (it.hp == 0)
        assert (me.gold, it.gold) == ((9, 0) if killed else (0, 9))
        return int(it.hp)

    assert sum(p for _, p in outcomes(once)) == 1


def test_an_attack_changes_nothing_of_the_defender_but_its_hp():
    ring = Ring(hero(), fighter(bag={"small-hp-potion": 2}, gold=7, xp=3))
    before = ring.array.copy()[0].fighters[1]
    ring.strike(*HIT)
    for name in before.dtype.names:
        if name != "hp":
            assert (before[name] == ring.b[name]).all(), name
    assert attributes(ring.b) == dict.fromkeys(ATTRIBUTES, 0)
