"""The document `rules/world-loop.md` as tests, continued: XP and gold for kills, training, levels, the XP curve."""

from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.world_loop.ring import ATTRIBUTES, CRIT, HIT, MISS, Ring, attributes, build, caps, fighter, hero

from fracas.rulesets.world_loop.codes import Attribute, Said
from fracas.rulesets.world_loop.state import REST

TIERS = ("goblin", "goblin-scout", "goblin-warrior", "goblin-chief")
"""A kind of each tier, 0 to 3."""

# --- XP Award -----------------------------------------------------------------------------------------------------------


def killing(victim: dict, level: int | None = None, **killer) -> Ring:
    """A duel in which ``a`` has just killed ``b``; nobody's level has been checked yet."""
    ring = Ring(hero(atk=1000, **killer), victim)
    if level is not None:
        ring.b.level = level
    assert ring.strike(*HIT)
    return ring


def test_killing_a_level_3_warrior_is_150_xp():  # world-loop.md:131
    ring = killing(fighter("goblin-warrior"))
    assert ring.b.level == 3
    assert ring.a.xp == 150
    assert ring.told(Said.KILLS) == [(1, 2, 150)]


XP = [  # world-loop.md:112-119
    # tier, level, INT, WIS, XP
    (0, 1, 0, 0, 25),
    (1, 1, 0, 0, 37),  # 37.5
    (2, 1, 0, 0, 50),
    (3, 1, 0, 0, 62),  # 62.5
    (0, 2, 0, 0, 50),
    (1, 2, 0, 0, 75),
    (3, 5, 0, 0, 312),  # 312.5
    (0, 10, 0, 0, 250),
    (2, 3, 10, 0, 165),  # +1 % a point
    (2, 3, 0, 10, 157),  # +0.5 % a point: 157.5
    (2, 3, 10, 10, 172),  # 172.5
    (2, 3, 15, 15, 183),  # 183.75
    (0, 1, 3, 0, 25),  # 25.75
    (0, 1, 0, 7, 25),  # 25.875
    (1, 1, 7, 3, 40),  # 37.5 * 1.085 = 40.6875: nothing is cut before the end
    (3, 50, 15, 15, 3828),  # 3125 * 1.225 = 3828.125
]


@pytest.mark.parametrize(("tier", "level", "intellect", "wis", "xp"), XP)
def test_xp_for_a_kill_go_by_the_victims_level_and_tier_and_the_killers_int_and_wis(tier, level, intellect, wis, xp):
    ring = killing(fighter(TIERS[tier]), level, attributes={"int": intellect, "wis": wis})
    assert ring.a.xp == xp


@given(st.integers(0, 3), st.integers(1, 50), st.integers(0, 60), st.integers(0, 60))
def test_xp_for_a_kill_are_the_documents_formula_cut_to_a_whole_number(tier, level, intellect, wis):
    ring = killing(fighter(TIERS[tier]), level, attributes={"int": intellect, "wis": wis})
    exact = 25 * level * (1 + Fraction(tier, 2)) * (1 + Fraction(intellect, 100) + Fraction(wis, 200))
    assert ring.a.xp == floor(exact) or (exact.denominator == 1 and ring.a.xp == exact - 1)  # a float may fall just short


def test_the_victims_int_and_wis_and_other_attributes_of_the_killer_do_not_count():
    ring = killing(fighter("goblin", attributes={"int": 15, "wis": 15}), attributes={"str": 15, "agi": 15, "vit": 15, "end": 15})
    assert ring.a.xp == 25


def test_the_killers_own_level_does_not_count():
    ring = Ring(hero(atk=1000))
    ring.a.level = 9
    ring.strike(*HIT)
    assert ring.a.xp == 25


@pytest.mark.parametrize("faces", [MISS, HIT, CRIT], ids=["miss", "hit", "crit"])
def test_an_attack_that_does_not_kill_brings_neither_xp_nor_gold(faces):
    ring = Ring(hero(xp=3, gold=5), fighter(gold=40))
    ring.strike(*faces)
    assert (ring.a.xp, ring.a.gold, ring.b.gold) == (3, 5, 40)


def test_monsters_gain_xp_too():
    ring = Ring(hero(max_hp=5, gold=50), fighter())
    assert ring.strike(*HIT, who=1, at=0)
    assert (ring.b.xp, ring.b.gold, ring.a.gold) == (25, 50, 0)  # a hero of level 1 has no tier


# --- Gold Award ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "its"), [(0, 0), (0, 7), (50, 0), (50, 13)])
def test_all_of_the_defenders_gold_is_transferred(mine, its):  # world-loop.md:133-139
    ring = killing(fighter(gold=its), gold=mine)
    assert (ring.a.gold, ring.b.gold) == (mine + its, 0)
    assert ring.told(Said.GOLD) == ([(1, 2, its)] if its else [])


# --- Attribute Training from Combat -------------------------------------------------------------------------------------


def trained(ring: Ring, most: int) -> dict[str, list[int]]:
    """After how many attacks ``a`` gains each point of each attribute."""
    found = {}
    for n in range(1, most + 1):
        before = attributes(ring.a)
        ring.strike(*HIT)
        for name, value in attributes(ring.a).items():
            if value > before[name]:
                found.setdefault(name, []).append(n)
                assert ring.told(Said.TRAINS).count((1, ATTRIBUTES.index(name), value)) == 1
    return found


def test_an_attack_trains_str_by_15_and_vit_by_5_thousandths_and_nothing_else():  # world-loop.md:125
    ring = Ring(hero(stamina=10_000), fighter(max_hp=10_000))
    assert trained(ring, 400) == {"str": [67, 134, 200, 267, 334, 400], "vit": [200, 400]}
    assert attributes(ring.b) == dict.fromkeys(ATTRIBUTES, 0)


@pytest.mark.parametrize("faces", [MISS, HIT, CRIT], ids=["miss", "hit", "crit"])
def test_every_attack_trains_whether_it_hits_or_not(faces):
    ring = Ring()
    ring.strikes(3, *faces)
    assert list(ring.a.training) == [45_000, 0, 15_000, 0, 0, 0]
    assert list(ring.b.training) == [0] * 6


def test_the_attack_that_kills_trains_too():
    assert list(killing(fighter()).a.training) == [15_000, 0, 5_000, 0, 0, 0]


def test_the_fraction_is_kept_when_a_point_is_gained():
    ring = Ring(hero(stamina=10_000), fighter(max_hp=10_000))
    ring.strikes(67, *HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.training[Attribute.STR]) == (1, 5_000)


def test_training_ends_at_the_cap():
    ring = Ring(hero(stamina=10_000, attributes={"str": 14, "vit": 15}), fighter(max_hp=100_000))
    ring.strikes(300, *HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.attributes[Attribute.VIT]) == (15, 15)
    assert list(ring.a.training) == [0] * 6  # nothing is saved up for a higher cap


def test_training_resumes_from_nothing_when_the_cap_rises():
    ring = Ring(hero(stamina=10_000, attributes={"str": 15}), fighter(max_hp=100_000))
    ring.strikes(100, *HIT)
    ring.a.caps[Attribute.STR] = 16
    ring.strikes(66, *HIT)
    assert ring.a.attributes[Attribute.STR] == 15
    ring.strike(*HIT)
    assert ring.a.attributes[Attribute.STR] == 16


def test_an_attribute_beyond_its_cap_neither_trains_nor_falls():
    ring = Ring(hero(attributes={"str": 20}))
    ring.strikes(5, *HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.training[Attribute.STR]) == (20, 0)


def test_an_attack_can_train_several_points():
    ring = Ring(hero(), fighter(max_hp=1000), train_attack_str=2.5)
    ring.strike(*HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.training[Attribute.STR]) == (2, 500_000)
    assert ring.told(Said.TRAINS) == [(1, Attribute.STR, 1), (1, Attribute.STR, 2)]
    ring.strike(*HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.training[Attribute.STR]) == (5, 0)


def test_several_points_end_at_the_cap_and_the_rest_is_lost():
    ring = Ring(hero(attributes={"str": 14}), train_attack_str=2.5)
    ring.strike(*HIT)
    assert (ring.a.attributes[Attribute.STR], ring.a.training[Attribute.STR]) == (15, 0)


def test_what_is_trained_counts_from_the_next_attack_on():
    ring = Ring(hero(atk=50), fighter(max_hp=1000), train_attack_str=1.0)
    ring.strike(*HIT)
    assert ring.value == 50
    ring.strike(*HIT)
    assert ring.value == 51


# --- Level-Up Condition -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("xp", "level", "left", "needed"), [(99, 1, 99, 100), (100, 2, 0, 150), (101, 2, 1, 150), (249, 2, 149, 150)])
def test_xp_at_the_threshold_are_a_level_and_the_excess_carries_over(xp, level, left, needed):  # world-loop.md:149-154
    ring = Ring(hero(xp=xp))
    assert ring.level_up() == level - 1
    assert (ring.a.level, ring.a.xp, ring.a.xp_to_next) == (level, left, needed)
    assert ring.told(Said.LEVELS) == ([(1, 2, 0)] if level == 2 else [])


def test_several_levels_are_gained_at_once():
    ring = Ring(hero(xp=100 + 150 + 225 + 10))
    assert ring.level_up() == 3
    assert (ring.a.level, ring.a.xp, ring.a.xp_to_next) == (4, 10, 337)
    assert ring.told(Said.LEVELS) == [(1, 2, 0), (1, 3, 0), (1, 4, 0)]


def test_level_ups_are_checked_at_the_end_of_each_tick():  # world-loop.md:145
    ring = Ring(hero(xp=99, atk=50), fighter(max_hp=50), fighter(max_hp=1000))
    ring.tick(*HIT, *HIT)  # b dies before it strikes, c strikes
    assert ring.told(Said.KILLS) == [(1, 2, 25)]
    assert (ring.a.level, ring.a.xp) == (2, 24)
    assert ring.hp == (95, 0, 1000)  # c struck before the 5 HP came
    assert ring.events()[-1].code == Said.TICK
    assert ring.events()[-2].code == Said.LEVELS


def test_the_level_of_a_kill_that_ends_the_duel_is_gained_too():
    ring = Ring(hero(xp=99, atk=100))
    ring.tick(*HIT)
    assert ring.over
    assert (ring.a.level, ring.a.max_hp, ring.a.hp) == (2, 105, 105)


def test_the_dead_gain_no_levels():
    ring = Ring(hero(xp=500, max_hp=5))
    ring.tick(*HIT, a=REST)
    assert (ring.a.hp, ring.a.level) == (0, 1)


# --- Stat Growth Per Level ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "xp"), [(1, 100), (2, 250), (3, 475)])
def test_each_level_is_5_max_hp_2_atk_1_def_and_1_spd(levels, xp):  # world-loop.md:158-163
    ring = Ring(hero(xp=xp, max_hp=50, atk=10, spd=7, **{"def": 3}))
    ring.level_up()
    grown = (ring.a.max_hp, ring.a.atk, ring.a.defence, ring.a.spd)
    assert grown == (50 + 5 * levels, 10 + 2 * levels, 3 + levels, 7 + levels)
    assert (ring.a.luck, ring.a.crit, ring.a.evasion, ring.a.crit_dmg) == (0, 0, 0, 1.5)


@pytest.mark.parametrize(("hp", "after"), [(1, 6), (30, 35), (49, 54), (50, 55)])
def test_hp_rise_with_max_hp(hp, after):  # world-loop.md:165
    ring = Ring(hero(xp=100, max_hp=50, hp=hp))
    ring.level_up()
    assert (ring.a.hp, ring.a.max_hp) == (after, 55)


def test_hp_are_capped_at_the_new_max():
    ring = Ring(hero(xp=100, max_hp=50))
    ring.a.hp = 53  # more than can be
    ring.level_up()
    assert ring.a.hp == 55


def test_by_the_other_reading_the_new_max_is_that_without_equipment():
    ring = Ring(hero(xp=100, max_hp=50), level_hp_cap="base")
    ring.wear(0, "armor", hp=20)
    ring.a.hp = 53
    ring.level_up()
    assert ring.a.hp == 55


def test_the_new_max_is_that_with_equipment():
    ring = Ring(hero(xp=100, max_hp=50))
    ring.wear(0, "armor", hp=20)
    ring.a.hp = 68
    ring.level_up()
    assert ring.a.hp == 73
    ring.a.xp, ring.a.hp = 150, 79
    ring.level_up()
    assert ring.a.hp == 80


# --- Attribute Growth Per Level -----------------------------------------------------------------------------------------

GROWTH = [  # world-loop.md:171-174
    # attribute, cap, attribute and cap a level later
    (0, 15, 2, 20),
    (5, 15, 7, 20),
    (13, 15, 15, 20),
    (14, 15, 15, 20),  # capped at the cap before it rises
    (15, 15, 15, 20),
    (18, 15, 18, 20),  # never less than before
]


@pytest.mark.parametrize(("value", "cap", "grown", "raised"), GROWTH)
@pytest.mark.parametrize("name", ATTRIBUTES)
def test_each_of_six_attributes_grows_by_2_up_to_its_cap_then_the_cap_by_5(name, value, cap, grown, raised):
    ring = Ring(hero(xp=100, attributes={name: value}, caps={name: cap}))
    ring.level_up()
    assert attributes(ring.a) == {**dict.fromkeys(ATTRIBUTES, 2), name: grown}
    assert caps(ring.a) == {**dict.fromkeys(ATTRIBUTES, 20), name: raised}


def test_an_attribute_at_its_cap_grows_from_the_second_level_on():
    ring = Ring(hero(xp=250, attributes={"str": 15}))
    ring.level_up()
    assert (attributes(ring.a)["str"], caps(ring.a)["str"]) == (17, 25)


def test_where_caps_rise_first_the_attribute_grows_into_them():
    for value, grown in ((5, 7), (14, 16), (15, 17)):
        ring = Ring(hero(xp=100, attributes={"vit": value}), caps_first=True)
        ring.level_up()
        assert (attributes(ring.a)["vit"], caps(ring.a)["vit"]) == (grown, 20)


def test_stamina_does_not_grow():
    ring = Ring(hero(xp=100, stamina=60))
    ring.level_up()
    assert (ring.a.stamina, ring.a.max_stamina) == (60, 60)


# --- XP Curve -----------------------------------------------------------------------------------------------------------


def thresholds(n: int, **options) -> list[int]:
    """What the first levels take, one after the other."""
    ring = Ring(**options)
    found = [int(ring.a.xp_to_next)]
    while len(found) < n:
        ring.a.xp = found[-1]
        assert ring.level_up() == 1
        assert (ring.a.xp, ring.a.level) == (0, len(found) + 1)
        found.append(int(ring.a.xp_to_next))
    return found


def test_each_threshold_is_the_last_one_times_1_5_cut_to_a_whole_number():  # world-loop.md:181; the formula wins over the table
    by_hand = [100]
    while len(by_hand) < 49:
        by_hand.append(by_hand[-1] * 3 // 2)
    assert by_hand[:10] == [100, 150, 225, 337, 505, 757, 1135, 1702, 2553, 3829]
    assert thresholds(49) == by_hand


TABLE = {1: 100, 2: 150, 3: 225, 4: 337, 5: 506, 10: 3844}  # world-loop.md:190-197


def test_the_closed_curve_is_the_documents_table():
    found = dict(enumerate(thresholds(49, xp_curve="closed"), 1))
    assert {level: found[level] for level in TABLE} == TABLE
    assert found == {level: floor(100 * Fraction(3, 2) ** (level - 1)) for level in found}


def test_the_first_four_rows_are_the_same_on_both_curves():
    assert thresholds(4) == thresholds(4, xp_curve="closed") == [100, 150, 225, 337]


def test_level_50_is_the_highest():  # world-loop.md:187
    ring = Ring()
    ring.a.level, ring.a.xp, ring.a.xp_to_next = 49, 10_000, 100
    assert ring.level_up() == 1
    assert (ring.a.level, ring.a.xp, ring.a.xp_to_next) == (50, 9_900, 150)
    assert ring.level_up() == 0
    assert (ring.a.level, ring.a.xp) == (50, 9_900)


@pytest.mark.parametrize("level", [1, 2, 5, 17, 50])
def test_one_who_begins_at_a_level_has_grown_as_one_who_has_earned_it(level):
    curve = [100]
    while len(curve) < level:
        curve.append(curve[-1] * 3 // 2)
    earned = Ring({"kind": "hero"})
    earned.a.xp = sum(curve[: level - 1])
    earned.level_up()
    begun = Ring({"kind": "hero", "level": level})
    for name in ("level", "xp_to_next", "max_hp", "hp", "atk", "defence", "spd", "xp"):
        assert earned.a[name] == begun.a[name], name
    assert attributes(earned.a) == attributes(begun.a)
    assert caps(earned.a) == caps(begun.a)


def test_levels_of_a_monster_that_begins_with_one_take_as_much_as_those_of_a_hero():
    line = build("goblin", "goblin-scout", "goblin-warrior", "goblin-chief").state[0].fighters
    assert [(int(f.level), int(f.xp_to_next)) for f in line][:4] == [(1, 100), (2, 150), (3, 225), (5, 505)]


def test_every_threshold_that_the_options_allow_can_be_counted():
    found = thresholds(50, xp_first_level=1_000_000, xp_per_level_scale=2.0)
    assert all(later >= earlier > 0 for earlier, later in pairwise(found))


@given(st.integers(0, 10**7), st.integers(1, 49))
def test_no_xp_are_lost_and_none_are_gained_by_levels(xp, level):
    ring = Ring(hero(xp=xp))
    ring.a.level = level
    needed, spent, n = 100, 0, level
    while xp - spent >= needed and n < 50:
        spent += needed
        needed = needed * 3 // 2
        n += 1
    ring.level_up()
    assert (ring.a.level, ring.a.xp, ring.a.xp_to_next) == (n, xp - spent, needed)
    assert ring.a.max_hp == 100 + 5 * (n - level)


def test_resting_in_a_duel_trains_nothing():
    ring = Ring()
    ring.tick(a=REST, b=REST)
    assert list(ring.a.training) == [0] * 6
