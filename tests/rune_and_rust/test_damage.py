"""What becomes of a hit: the documented order, worked out by hand, and everything that absorbs, adds to or ignores."""

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, Skirmish, foe, hero, move, pool

# facts.md:33: Inspired (dice), roll, Vulnerable x1.25 (floor), the attacker's stance x0.75, Defend, Soak, at least 1.
# facts.md:91: Battle Rage takes 25 percent more.


def test_the_documented_order_in_one_blow():  # facts.md:33
    fight = Skirmish(hero(), foe(hp=100, soak=5))
    fight.lay(FOE, "vulnerable")
    fight.lay(FOE, "battle-rage")
    fight[HERO].stance = 1
    fight.guard(FOE, 50)
    # 33 x 1.25 = 41.25; 41 x 1.25 = 51.25; 51 x 0.75 = 38.25; 38 x 0.5 = 19; 19 - 5 = 14
    assert fight.wound(33) == 14
    assert fight.hp(FOE) == 86


@pytest.mark.parametrize(("damage", "left"), [(1, 1), (3, 3), (4, 5), (7, 8), (8, 10), (10, 12), (13, 16)])
def test_the_vulnerable_take_a_quarter_more_rounded_down(damage, left):  # facts.md:94
    fight = Skirmish(hero(), foe(hp=100))
    fight.lay(FOE, "vulnerable")
    assert fight.wound(damage) == left


def test_vulnerable_does_not_stack():  # facts.md:94
    fight = Skirmish(hero(), foe(hp=100))
    fight.lay(FOE, "vulnerable", 3)
    fight.lay(FOE, "vulnerable", 2)
    assert fight.wound(8) == 10
    assert fight.turns(FOE, "vulnerable") == 3


def test_a_raging_hero_takes_a_quarter_more():  # facts.md:91
    fight = Skirmish(hero(hp=100))
    fight.lay(HERO, "battle-rage")
    assert fight.wound(8, by=FOE, on=HERO) == 10


@pytest.mark.parametrize(("damage", "left"), [(1, 1), (2, 1), (4, 3), (8, 6), (9, 6)])
def test_who_strikes_from_the_stance_does_a_quarter_less(damage, left):  # facts.md:62
    fight = Skirmish(hero(), foe(hp=100))
    fight[HERO].stance = 1
    assert fight.wound(damage) == left


def test_the_stance_takes_three_points_off_each_hit():  # facts.md:62
    fight = Skirmish(hero(hp=100))
    fight[HERO].stance = 1
    assert fight.wound(8, by=FOE, on=HERO) == 5
    assert fight.wound(8, by=FOE, on=HERO) == 5


@pytest.mark.parametrize(("percent", "left"), [(25, 7), (50, 5), (75, 2), (90, 1), (100, 1)])
def test_defend_rounds_down(percent, left):  # facts.md:32: truncated; facts.md:34: minimum 1
    fight = Skirmish(hero(), foe(hp=100))
    fight.guard(FOE, percent)
    assert fight.wound(10) == left


def test_defend_comes_before_soak():  # facts.md:33; facts.md:36 warns of the other order
    fight = Skirmish(hero(), foe(hp=100, soak=4))
    fight.guard(FOE, 50)
    assert fight.wound(20) == 20 // 2 - 4  # the other way round it would be 8


@pytest.mark.parametrize(("soak", "left"), [(0, 6), (4, 2), (5, 1), (6, 1), (30, 1)])
def test_soak_is_flat_and_a_hit_does_at_least_1(soak, left):  # facts.md:33, 34
    assert Skirmish(hero(), foe(soak=soak)).wound(6) == left


def test_soak_and_vulnerable_count_for_plain_attacks_too():  # facts.md:33; facts.md:35 warns of the contrary
    fight = Skirmish(hero(weapon={"damage": "8"}), foe(hp=100, soak=3))
    fight.lay(FOE, "vulnerable")
    fight.attack(6)
    assert fight.hp(FOE) == 100 - (10 - 3)


def test_soak_of_armor_protects_the_hero():
    fight = Skirmish(hero(armor={"name": "Mail", "soak": 2}), foe(damage="8"), opening="enemies")
    fight.act("attack", 6)
    assert fight.hp(HERO) == 24


def test_piercing_ignores_every_soak_and_nothing_else():  # facts.md:67: ignores armor
    fight = Skirmish(hero(hp=100, armor={"name": "Mail", "soak": 2}))
    fight[HERO].stance = 1
    fight.lay(HERO, "iron-wall")
    assert fight.wound(20, by=FOE, on=HERO) == 20 - 2 - 3 - 2
    assert fight.wound(20, by=FOE, on=HERO, pierces=True) == 20
    fight.guard(HERO, 50)
    assert fight.wound(20, by=FOE, on=HERO, pierces=True) == 10


def test_a_piercing_weapon_ignores_soak():  # facts.md:112: Warden's Greatsword
    for pierces, left in ((False, 28), (True, 22)):
        fight = Skirmish(hero(weapon={"damage": "8", "pierces": pierces}), foe(soak=6))
        fight.attack(6)
        assert fight.hp(FOE) == left


def test_the_aetheric_bolt_ignores_armor():  # facts.md:67
    fight = Skirmish(hero(will=4, abilities=["aetheric-bolt"]), foe(soak=10))
    fight.act("aetheric bolt", *pool(5, 2), 3, 4)
    assert fight.hp(FOE) == 23


def test_temporary_hp_go_first_then_the_shield_then_hp():  # facts.md:37
    fight = Skirmish(hero())
    fight[HERO].temp_hp = 3
    fight[HERO].shield = 4
    fight.wound(2, by=FOE, on=HERO)
    assert (fight[HERO].temp_hp, fight[HERO].shield, fight.hp(HERO)) == (1, 4, 30)
    fight.wound(3, by=FOE, on=HERO)
    assert (fight[HERO].temp_hp, fight[HERO].shield, fight.hp(HERO)) == (0, 2, 30)
    fight.wound(7, by=FOE, on=HERO)
    assert (fight[HERO].temp_hp, fight[HERO].shield, fight.hp(HERO)) == (0, 0, 25)


def test_what_absorbs_comes_after_soak():  # facts.md:33: soak is of the hit, then the hit is absorbed
    fight = Skirmish(hero(armor={"name": "Mail", "soak": 2}))
    fight[HERO].shield = 5
    fight.wound(8, by=FOE, on=HERO)
    assert (fight[HERO].shield, fight.hp(HERO)) == (0, 29)


def test_a_hit_that_is_absorbed_takes_no_hp_and_is_told_so():
    fight = Skirmish(hero())
    fight[HERO].shield = 15
    fight.wound(8, by=FOE, on=HERO)
    assert fight.told() == ["  Hero's shield absorbs 8."]


def test_the_aetheric_shield_absorbs_15():  # facts.md:69
    fight = Skirmish(hero(will=4, abilities=["aetheric-shield"]), foe(damage="20"))
    fight.act("aetheric shield", *pool(4, 2))
    fight.act("attack", 6)
    assert fight.hp(HERO) == 25


def test_two_shields_do_not_add_up():  # facts.md:99: absorb 15
    fight = Skirmish(hero(will=4, abilities=["aetheric-shield"]), foe(damage="2"))
    fight.act("aetheric shield", *pool(4, 2))
    fight.act("attack", 6)
    fight.act("aetheric shield", *pool(4, 2))
    assert fight[HERO].shield == 15


def test_einherjar_lends_two_dice_of_temporary_hp():  # facts.md:80
    fight = Skirmish(hero(will=3, abilities=["einherjar"]))
    fight.act("einherjar", *pool(6, 2), 4, 5)
    assert fight[HERO].temp_hp == 9


def test_the_inspired_roll_three_dice_more_for_damage():  # facts.md:95
    fight = Skirmish(hero(weapon={"damage": "1d6+1"}))
    fight.lay(HERO, "inspired")
    fight.attack(6, 1, 2, 3, 4)
    assert fight.hp(FOE) == 30 - (1 + 2 + 3 + 4 + 1)


def test_a_weapon_of_1d6_minus_2_still_does_1():  # facts.md:32: max(1, .)
    fight = Skirmish(hero(weapon={"damage": "1d6-2"}))
    fight.attack(6, 1)
    assert fight.hp(FOE) == 29


def test_less_than_1_is_made_1_before_vulnerable_counts():  # facts.md:32
    fight = Skirmish(hero(weapon={"damage": "1d6-5"}), foe(hp=100))
    fight.lay(FOE, "vulnerable")
    fight.attack(6, 1)
    assert fight.hp(FOE) == 99


def test_a_hit_uses_up_a_guard_of_two_turns_too():  # facts.md:90: one turn or first hit
    fight = Skirmish(hero(weapon={"damage": "8"}), foe(moves=[move("Brace", kind="guard", percent=50, turns=2)]), opening="enemies")
    fight.act("brace")
    assert fight.turns(FOE, "guarded") == 2
    fight.act("attack", 6)
    assert fight.hp(FOE) == 26
    assert fight.turns(FOE, "guarded") == 0


def test_a_cleaving_weapon_goes_on_to_the_next_enemy_with_half():  # facts.md:112: Custodian's Halberd, cleave
    fight = Skirmish(hero(weapon={"damage": "1d6+4", "cleaves": True}), foe(), foe(), foe())
    fight.attack(6, 6, 5, on=3)
    assert [fight.hp(who) for who in (1, 2, 3)] == [30 - (5 + 4) // 2, 30, 20]  # from the last on to the first


def test_a_cleaving_weapon_stops_when_it_misses_or_nobody_else_stands():
    fight = Skirmish(hero(weapon={"damage": "1d6", "cleaves": True}), foe(), foe())
    fight.attack(1)
    fight.wound(1000, on=2)
    fight.attack(6, 6)
    assert fight.hp(1) == 24


def test_a_cleaving_weapon_goes_on_over_a_fallen_foe():
    fight = Skirmish(hero(weapon={"damage": "1d6", "cleaves": True}), foe(hp=1), foe())
    fight.attack(6, 6, 4)
    assert [fight.hp(1), fight.hp(2)] == [0, 28]


def test_bleeding_and_poison_pass_by_everything_that_protects():  # facts.md:96: unmitigated
    fight = Skirmish(hero(armor={"name": "Mail", "soak": 5}), opening="enemies")
    fight[HERO].temp_hp = 10
    fight[HERO].shield = 10
    fight[HERO].stance = 1
    fight.lay(HERO, "iron-wall")
    fight.lay(HERO, "bleeding")
    fight.lay(HERO, "poisoned")
    fight.guard(HERO, 75)
    fight.pass_turn(4)
    assert fight.hp(HERO) == 30 - 4 - 2
    assert (fight[HERO].temp_hp, fight[HERO].shield) == (10, 10)
