"""Turns and actions: initiative, attack, Defend, abilities, consumables, flight, what enemies do, and how a fight ends."""

from fractions import Fraction

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, Skirmish, chance_of_net, foe, hero, hit_by_counting, move, pool, said

from fracas.dice import Event, distribution
from fracas.rulesets.rune_and_rust import rules
from fracas.rulesets.rune_and_rust.codes import Outcome, Said
from fracas.rulesets.rune_and_rust.rules.fighters import acting

SECOND = 2

# --- initiative and turns -----------------------------------------------------------------------------------------------


def order_of(fight: Skirmish) -> list[int]:
    return [int(who) for who in fight.state.order[: fight.book.fighter_count]]


def test_more_initiative_successes_act_first():  # facts.md:9
    fight = Skirmish(hero(finesse=2), foe(finesse=3), foe(finesse=3), opening="initiative", initiative=[6, 1, 5, 6, 1, 1, 2, 3])
    assert order_of(fight) == [1, 0, 2]  # two successes, one, none


def test_among_equal_successes_more_finesse_acts_first():  # facts.md:9
    fight = Skirmish(hero(finesse=2), foe(finesse=3), foe(finesse=4), opening="initiative", initiative=[6, 1, 5, 1, 1, 6, 1, 1, 1])
    assert order_of(fight) == [2, 1, 0]


def test_more_successes_come_before_more_finesse():  # facts.md:9
    fight = Skirmish(hero(finesse=1), foe(finesse=9), opening="initiative", initiative=[6] + [1] * 9)
    assert order_of(fight) == [0, 1]


def test_the_hero_wins_a_remaining_tie():  # facts.md:9
    fight = Skirmish(hero(finesse=3), foe(finesse=3), foe(finesse=3), opening="initiative", initiative=[1, 6, 1, 6, 1, 1, 1, 1, 5])
    assert order_of(fight) == [0, 1, 2]


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (2, 3), (3, 3), (0, 2), (5, 1)])
def test_the_chance_to_open_is_exact(mine, theirs):  # facts.md:9
    fight = Skirmish(hero(finesse=mine), foe(finesse=theirs), opening="initiative", initiative=[1] * (mine + theirs))

    def first(dice):
        fresh = fight.setup.state.copy()[0]
        rules.start(dice, fresh, fight.book)
        return int(acting(fresh))

    expected = chance_of_net(mine, theirs, lambda net: net >= 0 if mine >= theirs else net > 0)
    assert distribution(first)[HERO] == expected


def test_a_scenario_can_give_the_opening_to_the_hero():
    assert order_of(Skirmish(hero(), foe(finesse=9))) == [0, 1]
    assert order_of(Skirmish(hero(), foe(finesse=9), foe(), foe())) == [0, 1, 2, 3]


def test_a_scenario_can_give_the_opening_to_the_enemies():
    assert order_of(Skirmish(hero(finesse=9), foe(), opening="enemies")) == [1, 0]
    assert order_of(Skirmish(hero(finesse=9), *[foe()] * 6, opening="enemies")) == [1, 2, 3, 4, 5, 6, 0]


def test_the_order_is_kept_for_the_whole_fight_and_wraps():  # facts.md:10
    fight = Skirmish(hero(finesse=1), foe(finesse=1), foe(finesse=1), opening="initiative", initiative=[1, 6, 6])
    seen = []
    for _ in range(9):
        seen.append((int(fight.state.clock), fight.acting))
        fight.pass_turn()
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (3, 1), (3, 2), (3, 0)]


def test_everyone_does_one_thing_a_turn():  # facts.md:11
    fight = Skirmish(hero(), foe())
    fight.act("attack", 1)
    assert fight.acting == FOE
    fight.act("attack", 1)
    assert fight.acting == HERO


def test_the_fallen_are_passed_over():  # facts.md:16
    fight = Skirmish(hero(), foe(hp=1), foe(), foe())
    fight.act("attack foe 1", 6, 1)
    assert fight.acting == 2
    fight.pass_turn()
    fight.pass_turn()
    assert fight.acting == HERO
    assert list(fight.legal())[:2] == ["attack foe 2", "attack foe 3"]


# --- attack -------------------------------------------------------------------------------------------------------------


def test_enemies_attack_by_the_same_opposed_roll_and_a_tie_deflects_them():  # rune-and-rust.md:32; facts.md:39 warns of no gate
    fight = Skirmish(hero(sturdiness=3), foe(might=4), opening="enemies")
    lines = fight.act("attack", *pool(4, 2), *pool(3, 2))
    assert "  The attack is deflected!" in lines
    assert fight.hp(HERO) == 30


def test_both_sides_hit_as_often_with_the_same_dice():  # rune-and-rust.md:20
    fight = Skirmish(hero(might=4, sturdiness=3), foe(might=4, sturdiness=3))
    ours, theirs = fight.attack_odds(), fight.attack_odds(by=FOE, on=HERO)
    assert ours == theirs
    assert 1 - ours[0] == hit_by_counting(4, 3)


def test_the_attribute_of_the_weapon_is_rolled():  # rune-and-rust.md:57
    attributes = {"might": 1, "finesse": 2, "will": 3}
    for name, dice in attributes.items():
        assert Skirmish(hero(**attributes, weapon={"attribute": name})).attack_dice() == dice


def test_without_a_weapon_might_is_rolled():  # rune-and-rust.md:229
    fight = Skirmish(hero(might=4, finesse=9, weapon="unarmed"))
    assert fight.attack_dice() == 4


def test_gear_counts_in_the_effective_attribute():  # rune-and-rust.md:232
    armor = {"name": "Plate", "bonuses": {"sturdiness": 2, "finesse": -2}}
    fight = Skirmish(hero(might=4, finesse=2, sturdiness=3, weapon={"bonuses": {"might": 3}}, armor=armor))
    assert fight.attack_dice() == 7
    assert fight.defence_dice(HERO) == 5  # rune-and-rust.md:601: equipment with +STURDINESS
    assert fight.book.sheets[HERO].attributes[1] == 1  # gear takes no attribute below 1


# --- Defend -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "left"), [(0, 8), (1, 6), (2, 4), (3, 2), (4, 2)])
def test_defend_takes_a_quarter_off_the_next_hit_for_each_success_and_three_quarters_at_most(made, left):  # facts.md:23
    fight = Skirmish(hero(sturdiness=4), foe(damage="8"))
    fight.act("defend", *pool(4, made))
    fight.act("attack", 6, *pool(4, 0))
    assert fight.hp(HERO) == 30 - left


@pytest.mark.parametrize(("sturdiness", "percent"), [(2, "16.7"), (3, "25.0"), (4, "33.0"), (5, "40.4"), (6, "47.0")])
def test_what_defend_takes_off_on_average(sturdiness, percent):  # facts.md:29
    fight = Skirmish(hero(sturdiness=sturdiness))
    assert f"{float(fight.odds('defend', lambda after: int(after.fighters[HERO].guard_percent)).mean()):.1f}" == percent


def test_defend_holds_against_one_hit_only():  # facts.md:23
    fight = Skirmish(hero(sturdiness=2), foe(damage="8"), foe(damage="8"))
    fight.act("defend", 6, 6)
    fight.act("attack", 6, 1, 1)
    assert fight.hp(HERO) == 26
    fight.act("attack", 6, 1, 1)
    assert fight.hp(HERO) == 18


def test_an_attack_that_is_deflected_does_not_use_up_defend():  # facts.md:23: the next hit; facts.md:36 warns of it
    fight = Skirmish(hero(sturdiness=2), foe(damage="8"), foe(damage="8"))
    fight.act("defend", 6, 6)
    fight.act("attack", 1, 1, 1)
    fight.act("attack", 6, 1, 1)
    assert fight.hp(HERO) == 26


def test_defend_lasts_until_the_defenders_next_turn():  # facts.md:23, 102
    fight = Skirmish(hero(sturdiness=2), foe(damage="8"))
    fight.act("defend", 6, 6)
    fight.act("attack", 1, 1, 1)
    fight.act("attack", 1)
    fight.act("attack", 6, 1, 1)
    assert fight.hp(HERO) == 22


def test_defending_anew_counts_the_new_roll_only():  # facts.md:23: one turn, so the old Defend is over when the new one is rolled
    fight = Skirmish(hero(sturdiness=4), foe(damage="8"))
    fight.act("defend", *pool(4, 3))
    fight.act("attack", 1, *pool(4, 0))
    fight.act("defend", *pool(4, 1))
    fight.act("attack", 6, *pool(4, 0))
    assert fight.hp(HERO) == 30 - 6  # a quarter off, not the three quarters of the turn before


def test_enemies_defend_by_the_same_roll():  # facts.md:23; facts.md:152 warns of a flat half
    fight = Skirmish(
        hero(weapon={"damage": "8"}), foe(sturdiness=4, moves=[move("Attack"), move("Defend", kind="guard")]), opening="enemies"
    )
    fight.act("defend", *pool(4, 3))
    fight.act("attack", 6, *pool(4, 0))
    assert fight.hp(FOE) == 28


# --- abilities ----------------------------------------------------------------------------------------------------------


def test_stamina_is_paid_even_when_the_ability_fails():  # facts.md:24, 57
    fight = Skirmish(hero(might=4, stamina=30, abilities=["power-strike"]))
    lines = fight.act("power strike", *pool(6, 2))
    assert said(lines, "fails")
    assert fight[HERO].stamina == 25
    assert fight.hp(FOE) == 30


def test_stamina_never_falls_below_0():  # facts.md:24
    fight = Skirmish(hero(might=4, stamina=12, abilities=["power-strike"]))
    for left in (7, 2):
        fight.act("power strike", *pool(6, 0))
        fight.act("attack", 1)
        assert fight[HERO].stamina == left
    assert "power strike" not in fight.legal()


def test_an_ability_may_take_the_last_stamina():  # facts.md:24
    fight = Skirmish(hero(might=4, stamina=5, abilities=["power-strike"]))
    fight.act("power strike", *pool(6, 0))
    assert fight[HERO].stamina == 0


def test_attack_defend_consumables_and_flight_cost_no_stamina():  # facts.md:22
    for name, faces in (("attack", [1]), ("defend", []), ("use stimpack", []), ("flee", [])):
        fight = Skirmish(hero(stamina=10, items={"stimpack": 1}))
        fight.act(name, *faces)
        assert fight[HERO].stamina == 10, name


def test_stamina_does_not_come_back_by_itself():  # facts.md:28
    fight = Skirmish(hero(might=4, stamina=30, abilities=["power-strike"]))
    fight.act("power strike", *pool(6, 0))
    for _ in range(20):
        fight.pass_turn()
    assert fight[HERO].stamina == 25


@pytest.mark.parametrize(
    ("who", "ability", "percent"),
    [
        ("warrior", "power strike", "32.0"),
        ("warrior", "shield wall", "53.9"),
        ("warrior", "battle rage", "11.1"),
        ("scavenger", "exploit weakness", "25.9"),
        ("scavenger", "quick dodge", "40.7"),
        ("scavenger", "precision strike", "3.7"),
        ("mystic", "aetheric bolt", "53.9"),
        ("mystic", "disrupt", "40.7"),
        ("mystic", "aetheric shield", "40.7"),
        ("mystic", "chain lightning", "32.0"),
    ],
)
def test_how_often_abilities_succeed_with_starting_attributes(who, ability, percent):  # facts.md:72
    fight = Skirmish(who, foe(hp=1000))
    code = fight.legal()[ability]

    def works(dice):
        rules.apply(dice, fight.array.copy()[0], fight.book, code)
        return not any(isinstance(entry, Event) and entry.code == Said.NEEDS for entry in dice.entries)

    assert f"{100 * float(distribution(works)[True]):.1f}" == percent


def test_power_strike_needs_three_successes_and_rolls_twice_the_weapons_dice():  # facts.md:57
    fight = Skirmish(hero(might=4, weapon={"damage": "2d6+1"}, abilities=["power-strike"]))
    fight.act("power strike", *pool(6, 3), 1, 2, 3, 4)
    assert fight.hp(FOE) == 30 - (1 + 2 + 3 + 4 + 1)


def test_power_strike_at_rank_2_has_one_die_more_needs_two_and_costs_four():  # facts.md:57
    fight = Skirmish(hero(might=4, stamina=30, abilities=["power-strike"], rank_2=["power-strike"]))
    fight.act("power strike", *pool(7, 2), 1, 2)
    assert fight.hp(FOE) == 27
    assert fight[HERO].stamina == 26


def test_abilities_are_not_rolled_against_sturdiness():  # facts.md:27
    fight = Skirmish(hero(might=4, abilities=["power-strike"]), foe(sturdiness=10))
    fight.act("power strike", *pool(6, 3), 6, 6)
    assert fight.hp(FOE) == 18


def test_strike_never_misses_and_adds_a_die_for_each_success():  # facts.md:61
    fight = Skirmish(hero(might=3, abilities=["strike"]), foe(sturdiness=10, hp=60))
    fight.act("strike", *pool(3, 0), 5)
    assert fight.hp(FOE) == 55
    fight.act("attack", 1)
    fight.act("strike", *pool(3, 3), 6, 6, 6, 6)
    assert fight.hp(FOE) == 31


def test_a_focus_adds_its_dice_to_abilities_and_none_to_attacks():  # facts.md:117
    fight = Skirmish(hero(will=4, weapon="heart-of-aether", abilities=["aetheric-bolt"]))
    fight.act("aetheric bolt", *pool(4 + 1 + 4, 2), 1, 1)
    assert fight.hp(FOE) == 28
    assert fight.attack_dice() == 4


def test_an_ability_that_costs_hp_must_leave_some():  # facts.md:83: Blood Sacrifice costs 20 HP
    fight = Skirmish(hero(hp=21, might=4, abilities=["power-strike"]))
    fight.book.abilities[0].hp = 20
    fight.act("power strike", *pool(6, 0))
    assert fight.hp(HERO) == 1
    again = Skirmish(hero(hp=20, might=4, abilities=["power-strike"]))
    again.book.abilities[0].hp = 20
    assert "power strike" not in again.legal()


def test_leaving_the_defensive_stance_is_free_and_taking_it_is_not():  # facts.md:62
    fight = Skirmish(hero(abilities=["defensive-stance"]))
    fight.act("defensive stance")
    assert fight.acting == FOE
    fight.act("attack", 1)
    fight.act("defensive stance")
    assert fight.acting == HERO
    assert fight[HERO].stance == 0


def test_cleaving_strike_carries_half_its_damage_on_with_three_successes():  # facts.md:59
    fight = Skirmish(hero(might=4, abilities=["cleaving-strike"]), foe(), foe())
    fight.act("cleaving strike foe 1", *pool(5, 3), 5)
    assert [fight.hp(FOE), fight.hp(SECOND)] == [25, 28]


def test_cleaving_strike_with_two_successes_stays_with_its_foe():  # facts.md:59
    fight = Skirmish(hero(might=4, abilities=["cleaving-strike"]), foe(), foe())
    fight.act("cleaving strike foe 2", *pool(5, 2), 5)
    assert [fight.hp(FOE), fight.hp(SECOND)] == [30, 25]


def test_half_of_a_cleaving_strike_from_the_stance_is_softened_once():  # facts.md:59, 33
    fight = Skirmish(hero(might=4, abilities=["cleaving-strike", "defensive-stance"]), foe(), foe())
    fight[HERO].stance = 1
    fight.act("cleaving strike foe 1", *pool(5, 3), 6)
    assert fight.hp(FOE) == 26  # 6 x 0.75 = 4.5
    assert fight.hp(SECOND) == 28  # half of 4 is 2; and half of 6, softened, is 3 x 0.75 = 2.25: either way 2


def test_a_cleaving_strike_that_fells_its_foe_still_carries_on():  # facts.md:59
    fight = Skirmish(hero(might=4, abilities=["cleaving-strike"]), foe(hp=1), foe())
    fight.act("cleaving strike foe 1", *pool(5, 3), 6)
    assert [fight.hp(FOE), fight.hp(SECOND)] == [0, 27]


def test_chain_lightning_strikes_every_enemy():  # facts.md:70
    fight = Skirmish(hero(will=4, abilities=["chain-lightning"]), foe(), foe(), foe())
    fight.act("chain lightning", *pool(6, 3), 1, 2, 3)
    assert [fight.hp(who) for who in (1, 2, 3)] == [29, 28, 27]


def test_chain_lightning_with_four_successes_has_two_dice_for_every_enemy():  # facts.md:70
    fight = Skirmish(hero(will=4, abilities=["chain-lightning"]), foe(), foe())
    fight.act("chain lightning", *pool(6, 4), 6, 6, 6, 6)
    assert [fight.hp(FOE), fight.hp(SECOND)] == [18, 18]


def test_chain_lightning_passes_over_the_fallen_and_can_end_the_fight():  # facts.md:70, 16
    fight = Skirmish(hero(will=4, abilities=["chain-lightning"]), foe(hp=1), foe(hp=2), foe(hp=2))
    fight.wound(1, on=FOE)
    fight.act("chain lightning", *pool(6, 3), 2, 2)
    assert rules.outcome(fight.state, fight.book) == Outcome.VICTORY


def test_survivalist_heals_two_dice_and_never_above_the_maximum():  # facts.md:66
    fight = Skirmish(hero(sturdiness=3, abilities=["survivalist"]))
    fight.wound(8, by=FOE, on=HERO)
    fight.act("survivalist", *pool(3, 2), 2, 3)
    assert fight.hp(HERO) == 27
    fight.act("attack", 1, *pool(3, 0))
    fight.act("survivalist", *pool(3, 2), 6, 6)
    assert fight.hp(HERO) == 30


def test_miracle_worker_heals_four_dice_and_wits_and_cleanses():  # facts.md:77
    fight = Skirmish(hero(wits=5, hp=60, abilities=["miracle-worker"]))
    fight.wound(50, by=FOE, on=HERO)
    fight.lay(HERO, "poisoned")
    fight.lay(HERO, "bleeding")
    fight.act("miracle worker", *pool(8, 2), 1, 2, 3, 4)
    assert fight.hp(HERO) == 10 + 1 + 2 + 3 + 4 + 5
    assert [fight.turns(HERO, "poisoned"), fight.turns(HERO, "bleeding")] == [0, 0]


def test_rousing_verse_restores_two_dice_of_stamina():  # facts.md:79
    fight = Skirmish(hero(will=3, abilities=["rousing-verse"]))
    fight[HERO].stamina = 10
    fight.act("rousing verse", *pool(5, 2), 3, 4)
    assert fight[HERO].stamina == 17


# --- consumables --------------------------------------------------------------------------------------------------------


def test_a_consumable_is_used_up_and_takes_the_turn():  # facts.md:25, 159
    fight = Skirmish(hero(items={"stimpack": 1}))
    fight.wound(20, by=FOE, on=HERO)
    fight.act("use stimpack")
    assert fight.hp(HERO) == 25
    assert fight.acting == FOE
    fight.act("attack", 1)
    assert "use stimpack" not in fight.legal()


def test_of_two_of_a_kind_one_is_left():  # facts.md:25
    fight = Skirmish(hero(items={"stimpack": 2}))
    fight.act("use stimpack")
    fight.act("attack", 1)
    fight.act("use stimpack")
    fight.act("attack", 1)
    assert "use stimpack" not in fight.legal()


@pytest.mark.parametrize(
    ("item", "faces", "hp", "stamina"),
    [
        ("stimpack", [], 15, 0),
        ("ration", [], 5, 10),
        ("restoration-serum", [], 40, 30),
        ("combat-stimulant", [], 0, 20),
        ("healing-salve", [2, 5], 7, 0),
        ("medicinal-tonic", [1, 2, 3], 6, 0),
        ("stamina-tonic", [6, 1], 0, 7),
    ],
)
def test_what_consumables_restore(item, faces, hp, stamina):  # facts.md:159
    fight = Skirmish(hero(hp=100, items={item: 1}))
    fight.wound(60, by=FOE, on=HERO)
    fight[HERO].stamina = 50
    fight.act(f"use {item.replace('-', ' ')}", *faces)
    assert (fight.hp(HERO) - 40, fight[HERO].stamina - 50) == (hp, stamina)


def test_no_consumable_restores_more_than_was_lost():  # facts.md:159
    fight = Skirmish(hero(items={"restoration-serum": 1}))
    fight.wound(3, by=FOE, on=HERO)
    fight[HERO].stamina = 90
    fight.act("use restoration serum")
    assert (fight.hp(HERO), fight[HERO].stamina) == (30, 100)


# --- flight -------------------------------------------------------------------------------------------------------------


def test_the_hero_flees_with_more_finesse_successes():  # facts.md:26
    fight = Skirmish(hero(finesse=3), foe(finesse=3))
    fight.act("flee", *pool(3, 2), *pool(3, 1))
    assert rules.outcome(fight.state, fight.book) == Outcome.FLED


def test_a_tie_does_not_get_away_and_wastes_the_turn():  # facts.md:26
    fight = Skirmish(hero(finesse=3), foe(finesse=3))
    fight.act("flee", *pool(3, 2), *pool(3, 2))
    assert rules.outcome(fight.state, fight.book) == 0
    assert fight.acting == FOE


def test_the_mean_finesse_of_the_living_enemies_is_rounded_up():  # facts.md:26
    fight = Skirmish(hero(finesse=1), foe(finesse=3, hp=1), foe(finesse=1), foe(finesse=1))
    fight.act("flee", 1, *pool(2, 0))  # 5/3, rounded up: 2 dice
    for _ in range(3):
        fight.pass_turn()
    fight.wound(1, on=FOE)
    fight.act("flee", 1, *pool(1, 0))  # only those who stand: 1 die


def test_the_chance_to_get_away_is_exact():  # facts.md:26
    fight = Skirmish(hero(finesse=4), foe(finesse=2), foe(finesse=3))
    assert fight.odds("flee", lambda after: int(after.over))[Outcome.FLED] == chance_of_net(4, 3, lambda net: net > 0)


def test_nobody_flees_from_a_boss():  # facts.md:26
    assert "flee" in Skirmish(hero(), foe(), foe()).legal()
    assert "flee" not in Skirmish(hero(), foe(), foe(boss=True)).legal()


# --- what enemies do ----------------------------------------------------------------------------------------------------


def test_a_move_with_several_strikes_rolls_each_of_them():  # facts.md:131: double bite, 2 x MIGHT-1
    bite = move("Double Bite", strikes=2, bonus_dice=-1)
    fight = Skirmish(hero(sturdiness=1), foe(might=3, moves=[bite]), opening="enemies")
    fight.act("double bite", *pool(2, 1), 1, 4, *pool(2, 1), 6)
    assert fight.hp(HERO) == 26  # the first bites for 4, the second is deflected


def test_strikes_end_when_the_hero_falls():
    bite = move("Double Bite", strikes=2)
    fight = Skirmish(hero(hp=3), foe(moves=[bite]), opening="enemies")
    fight.act("double bite", 6, 3)
    assert rules.outcome(fight.state, fight.book) == Outcome.DEFEAT


def test_a_status_of_a_strike_comes_with_a_hit_only():  # facts.md:137: bite + poison
    bite = move("Toxic Bite", status="poisoned", turns=2)
    fight = Skirmish(hero(sturdiness=1), foe(moves=[bite]), foe(moves=[bite]), opening="enemies")
    fight.act("toxic bite", 6, 6)
    assert fight.turns(HERO, "poisoned") == 0
    fight.act("toxic bite", 6, 1, 2)
    assert fight.turns(HERO, "poisoned") == 2


def test_an_affliction_is_an_opposed_roll_without_damage():  # facts.md:132: shriek
    shriek = move("Shriek", kind="afflict", attribute="will", status="disoriented", turns=2)
    fight = Skirmish(hero(sturdiness=2), foe(will=3, moves=[shriek]), opening="enemies")
    fight.act("shriek", *pool(3, 1), *pool(2, 1))
    assert fight.turns(HERO, "disoriented") == 0
    fight.pass_turn()
    fight.act("shriek", *pool(3, 2), *pool(2, 1))
    assert fight.turns(HERO, "disoriented") == 2
    assert fight.hp(HERO) == 30


def test_an_enemy_that_rushes_headlong_is_stunned_for_its_next_turn():  # facts.md:132: rush, self-stun
    rush = move("Rush", stuns_self=1)
    fight = Skirmish(hero(), foe(moves=[rush]), opening="enemies")
    fight.act("rush", 1)
    assert fight.acting == HERO
    fight.pass_turn()
    assert fight.acting == HERO  # the enemy has lost a turn
    fight.pass_turn()
    assert fight.acting == FOE


def test_nothing_is_told_after_the_end_of_a_fight():
    rush = move("Rush", stuns_self=1)
    fight = Skirmish(hero(hp=1), foe(moves=[rush]), opening="enemies")
    assert fight.act("rush", 6, 1)[-1] == "Defeat."


def test_an_enemy_moves_on_to_its_next_phase_at_its_share_of_hp():  # facts.md:130: the Ruin-Warden, above half its HP and not
    fight = Skirmish(hero(), "ruin-warden", opening="enemies")
    assert set(fight.legal()) == {"heavy strike", "attack", "charge defense"}
    fight.wound(39)
    assert set(fight.legal()) == {"heavy strike", "attack", "charge defense"}
    fight.wound(1)
    assert fight.hp(FOE) == 40
    assert set(fight.legal()) == {"berserk strike", "heavy strike", "emergency repairs"}


def test_an_enemy_that_heals_leaves_its_phase():  # facts.md:130: else means whenever it is not above half
    fight = Skirmish(hero(), "ruin-warden", opening="enemies")
    fight.wound(41)
    fight.act("emergency repairs")
    assert fight.hp(FOE) == 49
    fight.pass_turn()
    assert "charge defense" in fight.legal()


def test_the_war_frame_repairs_itself_below_30_percent_only():  # facts.md:133
    fight = Skirmish(hero(), "war-frame", opening="enemies")
    fight.wound(35)
    assert "field repairs" not in fight.legal()  # 15 of 50 is 30 percent
    fight.wound(1)
    assert "field repairs" in fight.legal()


def test_a_summoned_enemy_joins_with_all_its_hp_and_must_fall_too():  # facts.md:135
    fight = Skirmish(hero(), "aetheric-aberration", opening="enemies")
    assert fight.state.foes == 1
    fight.act("call wisp")
    assert fight.state.foes == 2
    wisp = fight.acting
    assert wisp > FOE  # it acts in the same round, after those who were there
    assert fight.hp(wisp) == 6
    fight.wound(1000, on=FOE)
    assert rules.outcome(fight.state, fight.book) == 0
    fight.wound(1000, on=wisp)
    assert rules.outcome(fight.state, fight.book) == Outcome.VICTORY


def test_no_more_can_be_called_than_there_is_room_for_and_the_fallen_can_be_called_again():  # facts.md:135
    fight = Skirmish(hero(), "aetheric-aberration", opening="enemies")
    for _ in range(2):
        fight.act("call wisp")
        while fight.acting != FOE:
            fight.pass_turn()
    assert "call wisp" not in fight.legal()
    fight.wound(1000, on=2)
    fight.act("call wisp")
    assert fight.hp(2) == 6


def test_an_engineer_empowers_an_ally_by_two_dice_and_one_die_of_damage():  # facts.md:138
    engineer = foe(moves=[move("Overcharge", kind="empower-ally", turns=3)])
    fight = Skirmish(hero(), engineer, foe(might=2), opening="enemies")
    fight.act("overcharge")
    assert fight.turns(SECOND, "empowered") == 3
    assert fight.turns(FOE, "empowered") == 0
    fight.act("attack", *pool(4, 1), 6, 6)
    assert fight.hp(HERO) == 18


def test_an_engineer_heals_the_ally_with_the_smallest_share_of_its_hp():  # facts.md:138
    engineer = foe(hp=10, moves=[move("Patch", kind="heal-ally", amount=15)])
    fight = Skirmish(hero(), engineer, foe(hp=100), foe(hp=20), opening="enemies")
    fight.wound(2, on=1)
    fight.wound(30, on=2)
    fight.wound(8, on=3)
    fight.act("patch")  # 80, 70 and 60 percent
    assert [fight.hp(who) for who in (1, 2, 3)] == [8, 70, 20]  # and not above its maximum


def test_an_enemy_takes_cover_for_a_fixed_share():  # facts.md:131: dart away, 75 percent
    fight = Skirmish(hero(weapon={"damage": "8"}), foe(moves=[move("Dart", kind="guard", percent=75, turns=1)]), opening="enemies")
    fight.act("dart")
    fight.act("attack", 6)
    assert fight.hp(FOE) == 28


def test_an_enemy_whose_cover_has_no_length_holds_it_until_its_next_turn():  # facts.md:90: one turn or first hit
    fight = Skirmish(hero(weapon={"damage": "8"}), foe(moves=[move("Dart", kind="guard", percent=75)]), opening="enemies")
    fight.act("dart")
    fight.act("attack", 1)
    assert fight[FOE].guard_percent == 75
    fight.pass_turn()
    fight.act("attack", 6)
    assert fight.hp(FOE) == 22


def test_psychic_attacks_are_met_with_sturdiness_as_all_others():  # rune-and-rust.md:80; facts.md:134 has WILL
    fight = Skirmish(hero(sturdiness=3, will=5), foe(will=2, moves=[move("Bolt", attribute="will", psychic=True)]), opening="enemies")
    fight.act("bolt", *pool(2, 1), *pool(3, 1))
    assert fight.hp(HERO) == 30


# --- how a fight ends ---------------------------------------------------------------------------------------------------


def test_the_fight_is_won_when_no_enemy_stands():  # facts.md:16
    fight = Skirmish(hero(), foe(hp=1), foe(hp=1))
    fight.act("attack foe 1", 6, 1)
    assert rules.outcome(fight.state, fight.book) == 0
    fight.pass_turn()
    lines = fight.act("attack foe 2", 6, 1)
    assert rules.outcome(fight.state, fight.book) == Outcome.VICTORY
    assert lines[-1] == "Victory!"


def test_the_fight_is_lost_at_once_when_the_hero_falls():  # facts.md:16
    fight = Skirmish(hero(hp=1), foe(), foe(), opening="enemies")
    lines = fight.act("attack", 6, 1)
    assert rules.outcome(fight.state, fight.book) == Outcome.DEFEAT
    assert lines[-1] == "Defeat."


def test_hp_do_not_fall_below_0():
    fight = Skirmish(hero(hp=1), foe(), foe(hp=2))
    fight.wound(50, on=SECOND)
    fight.wound(50, by=FOE, on=HERO)
    assert [fight.hp(HERO), fight.hp(SECOND)] == [0, 0]


def test_a_fight_that_is_not_over_at_the_limit_is_a_draw():
    ready = Skirmish(hero(might=0), foe(might=0), round_limit=3).encounter
    fight = ready.replay(1, 0)
    assert (fight.outcome, fight.round) == ("time", 3)
    assert ready.end_kind(0) == "draw"


def test_a_hero_regenerates_at_the_end_of_its_turn_up_to_its_maximum():  # facts.md:121: regen 5
    fight = Skirmish(hero(armor={"name": "Bulwark", "regeneration": 5}))
    fight.wound(7, by=FOE, on=HERO)
    fight.act("attack", 1)
    assert fight.hp(HERO) == 28
    fight.act("attack", 1)
    assert fight.hp(HERO) == 28  # not at the end of others' turns
    fight.act("attack", 1)
    assert fight.hp(HERO) == 30


def test_permissions_of_a_scenario_limit_what_the_hero_may_do():
    fight = Skirmish(hero(might=4, items={"stimpack": 1}, abilities=["power-strike"]), allow=["attack", "flee"])
    assert set(fight.legal()) == {"attack", "flee"}
    everything = Skirmish(hero(might=4, items={"stimpack": 1}, abilities=["power-strike"]))
    assert set(everything.legal()) == {"attack", "defend", "power strike", "use stimpack", "flee"}


def test_max_hp_are_class_milestones_vigor_and_armor():  # facts.md:44
    warrior = Skirmish("warrior").book.sheets[HERO]
    assert (warrior.max_hp, warrior.max_stamina) == (50 * 110 // 100 + 5, 30)
    hardened = Skirmish("warrior-hardened").book.sheets[HERO]
    assert (hardened.max_hp, hardened.max_stamina) == ((50 + 20) * 110 // 100 + 15, 30 + 10)
    mystic = Skirmish("mystic").book.sheets[HERO]
    assert (mystic.max_hp, mystic.max_stamina) == (30 + 2, 50)


def test_an_attack_with_no_dice_left_never_hits():  # rune-and-rust.md:306
    fight = Skirmish(hero(might=1, weapon={"accuracy": -1}))
    assert fight.attack_dice() == 0
    assert fight.attack_odds()[0] == Fraction(1)
