"""The document `rules/veinbreaker.md` as tests, sentence by sentence in its order: dice, chains, attack and defence, heat.

The rest of it is in `test_vein_document_meters`; creation, tiers and the safe room belong to the campaign.
"""

from fractions import Fraction

import pytest
from tests.veinbreaker.brawl import (
    CRITS,
    HITS,
    MISSES,
    Brawl,
    ability,
    attack,
    attacks,
    breaker,
    contested,
    counted,
    delta,
    effect,
    executing,
    foe,
    move,
    movement,
    opened,
    primed,
    status,
    threatened,
    veteran,
    window,
)

from fracas.dice import ScriptedDice, distribution
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.codes import Action, Mode, Phase, Said
from fracas.rulesets.veinbreaker.models import CONFIG
from fracas.rulesets.veinbreaker.rules.rolls import roll_pool
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER

DOCUMENT = CONFIG["variables"]

# --- Core Dice ----------------------------------------------------------------------------------------------------------


def test_to_hit_is_rolled_with_2d10():  # veinbreaker.md:7
    fight = Brawl()
    fight.chain("cut", roll=(7, 4))
    assert [(r.sides, r.faces) for r in fight.rolls()] == [(10, (7, 4))]


def test_contests_are_rolled_with_2d10_on_both_sides():  # veinbreaker.md:7
    fight = contested()
    fight.do(Action.INTERRUPT, 10, 10, 5, 5)
    assert [(r.sides, r.faces) for r in fight.rolls()] == [(10, (10, 10)), (10, (5, 5))]


def test_interrupts_are_rolled_with_2d10():  # veinbreaker.md:7
    fight = threatened()
    fight.do(Action.INTERRUPT, 2, 7, 1)
    assert [(r.sides, r.faces) for r in fight.rolls()] == [(10, (2, 7)), (4, (1,))]


EACH_POOL = [  # veinbreaker.md:9-14
    # mode, dice as they fall, what is kept of them
    ("disadvantage", (5, 9, 2), 9 + 2),
    ("severe-disadvantage", (5, 9, 2, 3), 9 + 2),
    ("extreme-disadvantage", (5, 9, 2, 3), 2 + 3),
    ("normal", (5, 9), 5 + 9),
    ("advantage", (5, 9, 2), 9 + 5),
    ("severe-advantage", (5, 9, 2, 6), 9 + 6),
    ("extreme-advantage", (5, 9, 2, 6), 9 + 6),
]


@pytest.mark.parametrize(("mode", "faces", "kept"), EACH_POOL, ids=[each[0] for each in EACH_POOL])
def test_each_pool_keeps_what_the_document_says(mode, faces, kept):
    dice = ScriptedDice(faces)
    assert roll_pool(dice, Brawl().book.options, Mode.of(mode)) == kept
    assert dice.left == 0


def highest_and_lowest(ranked):
    return ranked[0] + ranked[-1]


def two_lowest(ranked):
    return ranked[0] + ranked[1]


def two_highest(ranked):
    return ranked[-1] + ranked[-2]


EXACT_POOLS = [
    # option, its value, mode, dice, what is kept
    ("disadvantage", "highest-and-lowest", "disadvantage", 3, highest_and_lowest),
    ("disadvantage", "highest-and-lowest", "severe-disadvantage", 4, highest_and_lowest),
    ("disadvantage", "highest-and-lowest", "extreme-disadvantage", 4, two_lowest),
    ("disadvantage", "highest-and-lowest", "normal", 2, sum),
    ("disadvantage", "two-lowest", "disadvantage", 3, two_lowest),
    ("disadvantage", "two-lowest", "severe-disadvantage", 4, two_lowest),
    ("disadvantage", "two-lowest", "extreme-disadvantage", 4, two_lowest),
    ("disadvantage", "two-lowest", "normal", 2, sum),
    ("extreme_advantage", "four-dice", "advantage", 3, two_highest),
    ("extreme_advantage", "four-dice", "severe-advantage", 4, two_highest),
    ("extreme_advantage", "four-dice", "extreme-advantage", 4, two_highest),
    ("extreme_advantage", "five-dice", "advantage", 3, two_highest),
    ("extreme_advantage", "five-dice", "severe-advantage", 4, two_highest),
    ("extreme_advantage", "five-dice", "extreme-advantage", 5, two_highest),
]


@pytest.mark.parametrize(("option", "value", "mode", "n", "kept"), EXACT_POOLS, ids=[f"{e[1]}-{e[2]}" for e in EXACT_POOLS])
def test_each_pool_has_the_exact_odds_of_its_dice(option, value, mode, n, kept):
    rulebook = Brawl(options={option: value}).book
    assert distribution(lambda dice: roll_pool(dice, rulebook.options, Mode.of(mode))) == counted(n, kept)


def test_by_default_the_pools_are_read_as_the_document_has_them():  # veinbreaker.md:9-14
    assert (DOCUMENT["disadvantage"], DOCUMENT["extreme_advantage"]) == ("highest-and-lowest", "four-dice")


@pytest.mark.parametrize(("dice", "faces", "damage"), [("1d4", (3,), 3), ("1d8", (7,), 7), ("2d6+2", (6, 1), 9), ("3", (), 3)])
def test_ability_dice_vary_per_ability(dice, faces, damage):  # veinbreaker.md:15
    fight = Brawl(breaker(attack(dice=dice)))
    fight.play("cut", faces=faces)
    assert fight.lost == (0, damage)


def perfect(**more):
    """An opening in which every interrupt of the player is perfect."""
    fight = opened(breaker(**more))
    fight.foe.balance = 50
    return fight


def test_perfect_parry_counter_damage_is_1d4():  # veinbreaker.md:16
    fight = perfect()
    struck = fight.odds(Action.INTERRUPT, lambda after: 100 - int(after.fighters[ENEMY].hp))
    assert dict(struck.items()) == {n: Fraction(1, 4) for n in (1, 2, 3, 4)}


@pytest.mark.parametrize("tier", [1, 2, 3, 4])
def test_perfect_parry_healing_is_1d6_times_tier(tier):  # veinbreaker.md:17
    fight = perfect(tier=tier, hp=60, hp_now=10)
    healed = fight.odds(Action.INTERRUPT, lambda after: int(after.fighters[PLAYER].hp) - 10)
    assert dict(healed.items()) == {n * tier: Fraction(1, 6) for n in range(1, 7)}


# --- Combat Loop --------------------------------------------------------------------------------------------------------


def test_the_game_runs_in_rounds_with_a_player_side_and_an_enemy_side():  # veinbreaker.md:21
    fight = Brawl(None, foe(move()))
    assert (fight.round, fight.phase) == (1, Phase.DECLARING)
    fight.play("cut", faces=[1])
    assert (fight.round, fight.phase) == (1, Phase.TELEGRAPH)
    fight.enemy_turn(*HITS, 1)
    assert (fight.round, fight.phase) == (2, Phase.DECLARING)


def test_the_player_declares_a_chain_of_abilities():  # veinbreaker.md:22
    fight = Brawl(breaker(*attacks(3)))
    fight.declare("a3", "a1")
    assert (fight.state.links, fight.declarable()) == (2, {"a2"})


def test_a_chain_has_six_links_at_most():  # veinbreaker.md:22
    fight = Brawl(veteran(*attacks(7)))
    fight.declare("a1", "a2", "a3", "a4", "a5", "a6")
    assert (fight.me.rp, fight.declarable()) == (1, set())


def test_chains_resolve_link_by_link():  # veinbreaker.md:23
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3")
    harm = []
    for face in (1, 2, 3):
        fight.link(face)
        harm.append(fight.lost[1])
    assert harm == [1, 1 + 2 + 1, 1 + 3 + 3 + 2]  # and heat


@pytest.mark.parametrize(("windows", "may"), [([window(1)], {Action.LET, Action.INTERRUPT}), ([window(2)], {Action.LET})])
def test_interrupts_can_occur_depending_on_the_enemys_windows(windows, may):  # veinbreaker.md:23
    fight = Brawl(None, foe(windows=windows))
    fight.chain("cut")
    assert fight.phase == Phase.LINK
    assert fight.legal() == may


def test_at_the_end_of_a_round_come_bleed_radiant_burn_and_radiance_healing_in_this_order():  # veinbreaker.md:24
    fight = Brawl()
    fight.me.radiance = 1
    fight.lay("bleed", 2, who=PLAYER)
    fight.lay("radiant-burn", 3, who=PLAYER)
    fight.pass_round()
    told = [(e.code, e.b) for e in fight.events(Said.TAKES, Said.HEALS)]
    assert told == [(Said.TAKES, 2), (Said.TAKES, 3), (Said.HEALS, 1)]


def test_statuses_tick_at_the_end_of_the_round_not_before():  # veinbreaker.md:24
    fight = Brawl(None, foe(move()))
    fight.lay("bleed", 2)
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    assert fight.lost == (0, 0)
    fight.do(Action.LET, *MISSES)
    fight.enemy_turn()
    assert fight.lost == (0, 2)


# --- Chain Resolution ---------------------------------------------------------------------------------------------------


def test_one_attack_roll_is_reused_for_all_links():  # veinbreaker.md:34
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3", roll=(6, 6))
    for _ in range(2):
        fight.link(1)
        assert [r.sides for r in fight.rolls()] == [4]  # damage, and no d10
    fight.link(1)
    assert fight.lost[1] > 0


def test_the_reused_roll_serves_links_that_are_no_attacks_too():  # veinbreaker.md:34
    fight = Brawl(breaker(ability("focus"), attack()))
    fight.chain("focus", "cut", roll=(6, 6))
    assert fight.faced() == (12, 10)
    fight.link()
    assert fight.faced() == (12 + 2, 11)


def test_if_the_previous_link_missed_the_next_rolls_2d10_again():  # veinbreaker.md:35
    fight = Brawl(breaker(*attacks(2)))
    fight.chain("a1", "a2", roll=(2, 3))
    assert fight.faced() == (5, 10)
    fight.link(8, 1)
    assert fight.faced() == (8 + 1 + 1, 10)


def test_the_new_roll_becomes_the_reused_roll_for_the_remainder_of_the_chain():  # veinbreaker.md:35
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3", roll=(2, 3))
    fight.link(8, 5)
    fight.link(1)
    assert fight.faced() == (8 + 5 + 1 + 2, 11)


def test_until_another_miss_triggers_a_reroll():  # veinbreaker.md:35
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3", roll=(2, 3))
    fight.link(1, 4)
    assert fight.faced() == (5 + 1, 10)
    fight.link(10, 9)
    assert fight.faced() == (19 + 2, 10)


def test_it_rerolls_once_for_each_miss():  # veinbreaker.md:35
    fight = Brawl(breaker(*attacks(2)))
    fight.chain("a1", "a2", roll=MISSES)
    fight.link(1, 2)
    assert len(fight.rolls()) == 1
    fight.link()
    assert fight.rolls() == []


def test_a_movement_between_does_not_take_the_reroll():  # veinbreaker.md:35
    fight = Brawl(breaker(attack(), movement(), attack("stab")))
    fight.chain("cut", "step", "stab", roll=MISSES)
    fight.link(5, 6)
    assert fight.faced() == (11 + 1, 10)


def test_movements_do_not_use_the_roll():  # veinbreaker.md:34
    fight = Brawl(breaker(movement(), attack()))
    fight.chain("step", "cut")
    assert fight.faced() == (12, 10)
    assert (fight.foe.momentum, fight.me.balance) == (0, 0)


def test_an_all_movement_chain_makes_no_attack_roll():  # veinbreaker.md:36
    fight = Brawl(breaker(movement("step"), movement("dash")))
    fight.chain("step", "dash", roll=())
    assert (fight.rolls(), fight.phase) == ([], Phase.TELEGRAPH)


def test_each_movement_link_applies_its_resource_delta():  # veinbreaker.md:36
    fight = Brawl(breaker(movement("step", resource_delta={"momentum": 2, "heat": 1}), movement("glide", resource_delta={"radiance": 2})))
    fight.chain("step", "glide", roll=())
    assert (fight.me.momentum, fight.me.heat, fight.me.radiance) == (2, 1, 2)


def test_each_movement_link_applies_heal_and_status_on_use():  # veinbreaker.md:36
    glide = movement("glide", on_use=[effect("heal", dice="1d4"), effect("buff", status="arcane-ward")])
    fight = Brawl(breaker(glide, hp_now=20))
    fight.chain("glide", roll=[3])
    assert (fight.me.hp, fight.stacks("arcane-ward", PLAYER)) == (23, 1)


@pytest.mark.parametrize(
    ("given", "meter", "after"),
    [
        (delta("rp", 1), "rp", 5),
        (effect("resource_set", resource="heat", amount=3), "heat", 3),
        (effect("resource_set", resource="momentum", amount=5), "momentum", 5),
    ],
)
def test_each_movement_link_applies_any_effects_on_use(given, meter, after):  # veinbreaker.md:36
    fight = Brawl(breaker(movement(on_use=[given])))
    fight.chain("step", roll=())
    assert fight.meters()[meter] == after


def test_a_movement_does_no_hit_or_miss_bookkeeping():  # veinbreaker.md:36
    fight = Brawl(breaker(movement()))
    fight.foe.momentum = 3
    fight.chain("step", roll=())
    assert fight.meters() == {"hp": 28, "rp": 4, "heat": 0, "momentum": 0, "balance": 0, "radiance": 0}
    assert fight.foe.momentum == 3


def test_per_link_the_engine_resolves_updates_meters_and_applies_effects():  # veinbreaker.md:37
    fight = Brawl(breaker(attack(on_hit=[status("bleed", 2)])))
    fight.chain("cut", roll=HITS)
    assert (fight.foe.momentum, fight.stacks("bleed")) == (0, 0)  # known to hit, but it has not happened yet
    fight.link(1)
    assert (fight.foe.momentum, fight.stacks("bleed")) == (1, 2)


@pytest.mark.parametrize(("given", "meter", "after"), [(effect("heal", dice="3"), "hp", 23), (delta("radiance", 2), "radiance", 1)])
def test_the_link_that_kills_applies_its_effects_too(given, meter, after):  # veinbreaker.md:37
    fight = Brawl(breaker(attack(on_hit=[given]), hp_now=20), foe(hp=1), foe())
    fight.play("cut", faces=[1])
    assert fight.meters()[meter] == after


def test_momentum_is_clamped_at_8():  # veinbreaker.md:38
    fight = Brawl(veteran(*attacks(6)))
    fight.play("a1", "a2", "a3", "a4", "a5", "a6", faces=[1] * 6)  # 1 + 1 + 2 + 2 + 2 + 2
    assert fight.foe.momentum == 8


@pytest.mark.parametrize(
    "link",
    [
        movement("x", resource_delta={"momentum": 9}),
        movement("x", on_use=[delta("momentum", 9)]),
        movement("x", on_use=[effect("resource_set", resource="momentum", amount=9)]),
    ],
)
def test_momentum_of_movements_and_effects_is_clamped_too(link):  # veinbreaker.md:38
    fight = Brawl(breaker(link))
    fight.chain("x", roll=())
    assert fight.me.momentum == 8


def test_momentum_of_the_tag_is_clamped_too():  # veinbreaker.md:38
    fight = Brawl(breaker(attack(tags=["momentum"])))
    fight.me.momentum = 8
    fight.play("cut", faces=[1])
    assert fight.me.momentum == 8


# --- Link Meter Changes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("link", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_a_hit_gives_the_defender_momentum(link, gain):  # veinbreaker.md:45
    fight = Brawl(veteran(*attacks(6)), foe(dv=0))
    fight.chain("a1", "a2", "a3", "a4", "a5", "a6")
    fight.links(*[1] * (link - 1))
    fight.foe.momentum = 0
    fight.link(1)
    assert fight.foe.momentum == gain


def test_a_hit_gives_the_aggressor_2_balance():  # veinbreaker.md:46
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3")
    fight.link(1)
    assert fight.me.balance == 2
    fight.link(1)
    assert fight.me.balance == 4


def test_a_miss_takes_momentum_from_the_defender():  # veinbreaker.md:48
    fight = Brawl()
    fight.foe.momentum = 3
    fight.play("cut", roll=MISSES)
    assert fight.foe.momentum == 2


def test_a_miss_takes_1_momentum_at_late_links_too():  # veinbreaker.md:48
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3", roll=MISSES)
    fight.link(*MISSES)
    fight.link(*MISSES)
    fight.foe.momentum = 5
    fight.link()
    assert fight.foe.momentum == 4


def test_a_miss_gives_the_aggressor_1_balance():  # veinbreaker.md:49
    fight = Brawl(breaker(*attacks(2)))
    fight.chain("a1", "a2", roll=MISSES)
    fight.link(*HITS)
    assert fight.me.balance == 1


def test_momentum_does_not_fall_below_0():  # veinbreaker.md:38
    fight = Brawl()
    fight.play("cut", roll=MISSES)
    assert fight.foe.momentum == 0


def test_the_enemys_links_change_meters_the_same_way():  # veinbreaker.md:42
    fight = Brawl(None, foe(move("a"), move("b"), move("c"), move("d")))
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    fight.do(Action.LET, *HITS)
    seen = []
    for face in (1, 1, 1):
        fight.do(next(iter(fight.legal())), face)
        seen.append((int(fight.me.momentum), int(fight.foe.balance)))
    assert seen == [(1, 2), (2, 4), (4, 6)]


@pytest.mark.parametrize("kind", ["attack", "defense", "utility", "stance"])
def test_meter_changes_are_applied_regardless_of_what_the_ability_does(kind):  # veinbreaker.md:51
    link = ability("x", kind, "0" if kind == "attack" else None)
    fight = Brawl(breaker(link, attack()))
    fight.chain("x", "cut")
    fight.link()
    assert (fight.foe.momentum, fight.me.balance, fight.me.heat) == (1, 2, 1)


def test_meter_changes_are_applied_besides_those_of_effects_and_tags():  # veinbreaker.md:51
    link = ability("x", resource_delta={"balance": -1}, tags=["momentum"], on_hit=[delta("momentum", 2, target="enemy")])
    fight = Brawl(breaker(link, attack()))
    fight.chain("x", "cut")
    fight.link()
    assert (fight.foe.momentum, fight.me.balance, fight.me.momentum) == (1 + 2, 2 - 1, 1)


def test_meter_changes_are_applied_to_an_execution_strike_that_misses_too():  # veinbreaker.md:49,51
    fight = executing(*MISSES, until="chain")
    fight.link()
    assert fight.me.balance == 1 - 2


# --- Tempo Reward -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("link", "gain"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_a_hit_with_an_attack_on_link_3_or_later_gives_1_rp(link, gain):  # veinbreaker.md:55
    fight = Brawl(veteran(*attacks(6)))
    fight.chain("a1", "a2", "a3", "a4", "a5", "a6")
    fight.links(*[1] * (link - 1))
    before = fight.me.rp
    fight.link(1)
    assert fight.me.rp - before == gain


def test_a_miss_on_link_3_gives_no_rp():  # veinbreaker.md:55
    fight = Brawl(breaker(*attacks(3)))
    fight.play("a1", "a2", "a3", roll=MISSES, faces=[*MISSES, *MISSES])
    assert fight.me.rp == 2


@pytest.mark.parametrize("kind", ["defense", "utility", "stance"])
def test_a_link_that_is_no_attack_gives_no_rp(kind):  # veinbreaker.md:55
    fight = Brawl(breaker(*attacks(2), ability("x", kind)))
    fight.play("a1", "a2", "x", faces=[1, 1])
    assert fight.me.rp == 2


def test_an_enemy_gains_no_rp_by_tempo():  # veinbreaker.md:55
    fight = Brawl(None, foe(move("a"), move("b"), move("c"), rp=4))
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    fight.do(Action.LET, *HITS)
    for _ in range(2):
        fight.do(next(iter(fight.legal())), 1)
    assert fight.foe.rp == 0


def test_the_tempo_reward_is_clamped_to_the_rp_cap():  # veinbreaker.md:55
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3")
    fight.links(1, 1)
    fight.me.rp = 5
    fight.link(1)
    assert fight.me.rp == 5


# --- Attack and Defense Math --------------------------------------------------------------------------------------------


def test_the_attack_roll_is_2d10_and_the_stat_modifier_and_the_temporary_bonus():  # veinbreaker.md:61
    fight = Brawl(breaker(attack(stat="MND"), MND=17))
    fight.grant("attack_bonus", 2)
    fight.chain("cut", roll=(4, 3))
    assert fight.faced() == (7 + 3 + 2, 10)


def test_an_ability_without_a_stat_adds_no_modifier():  # veinbreaker.md:61
    fight = Brawl(breaker(attack(), POW=20, AGI=20, MND=20, SPR=20))
    fight.chain("cut", roll=(4, 3))
    assert fight.faced() == (7, 10)


@pytest.mark.parametrize(("options", "total"), [({"add_stat_to_attack_roll": True}, 10), ({"add_stat_to_attack_roll": False}, 7), ({}, 10)])
def test_the_stat_modifier_counts_to_hit_if_enabled(options, total):  # veinbreaker.md:61
    fight = Brawl(breaker(attack(stat="MND"), MND=17), options=options)
    fight.chain("cut", roll=(4, 3))
    assert fight.faced()[0] == total


def test_an_enemys_move_adds_its_own_modifier():  # veinbreaker.md:61
    fight = Brawl(None, foe(move(to_hit=-1, opening="always")))
    fight.do(Action.GO)
    fight.do(Action.SHOW, 6, 6)
    assert fight.faced() == (11, 10)


def test_damage_is_dice_and_stat_modifier_and_heat_and_flat_bonus():  # veinbreaker.md:62
    fight = Brawl(breaker(attack(dice="1d6+5", stat="MND"), MND=17))
    fight.me.heat = 2
    fight.play("cut", faces=[4])
    assert fight.lost[1] == 4 + 3 + 2 + 5


@pytest.mark.parametrize(("options", "damage"), [({"add_stat_to_damage": True}, 7), ({"add_stat_to_damage": False}, 4), ({}, 7)])
def test_the_stat_modifier_counts_for_damage_if_enabled(options, damage):  # veinbreaker.md:62
    fight = Brawl(breaker(attack(stat="MND"), MND=17), options=options)
    fight.play("cut", faces=[4])
    assert fight.lost[1] == damage


def test_damage_is_never_below_0():  # veinbreaker.md:62
    fight = Brawl(breaker(attack(dice="1d4-4", stat="MND"), MND=8), options={"add_stat_to_attack_roll": False})
    fight.play("cut", faces=[1])
    assert fight.lost[1] == 0


def test_an_enemys_hit_does_the_dice_of_its_move_and_heat():  # veinbreaker.md:62
    fight = Brawl(None, foe(move(dice="2d6+1")))
    fight.foe.heat = 3
    fight.pass_round(*HITS, 5, 6)
    assert fight.lost == (5 + 6 + 1 + 3, 0)


def test_the_static_defense_target_is_dv_and_idf_and_momentum_and_bonuses():  # veinbreaker.md:65
    fight = Brawl(None, foe(dv=9, idf=2))
    fight.foe.momentum = 3
    fight.grant("defense_bonus", 1, who=ENEMY)
    fight.chain("cut")
    assert fight.faced() == (12, 9 + 2 + 3 + 1)


def test_the_contested_defense_is_a_roll_and_idf_and_momentum_and_bonuses():  # veinbreaker.md:64
    fight = Brawl(None, foe(dv=9, idf=2), options={"defense": "contested"})
    fight.foe.momentum = 3
    fight.grant("defense_bonus", 1, who=ENEMY)
    fight.chain("cut", roll=(6, 6, 2, 5))
    assert fight.faced() == (12, 2 + 5 + 2 + 3 + 1)


def test_the_defense_target_is_static_unless_a_defense_roll_is_provided():  # veinbreaker.md:65
    assert DOCUMENT["defense"] == "static"


def test_the_players_defense_target_is_10_and_agi_and_idf_and_momentum_and_bonuses():  # veinbreaker.md:65
    fight = Brawl(breaker(POW=12, AGI=14), foe(move(opening="always")))
    fight.me.momentum = 3
    fight.grant("defense_bonus", 4, who=PLAYER)
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    assert fight.faced() == (12, 10 + 1 + 2 + 3 + 4)  # the bonus counts once


@pytest.mark.parametrize(("dv", "hits"), [(11, True), (12, True), (13, False)])
def test_an_attack_hits_if_it_reaches_the_target(dv, hits):  # veinbreaker.md:66
    fight = Brawl(None, foe(dv=dv))
    fight.chain("cut", roll=(6, 6))
    fight.link(*([1] if hits else []))
    assert (fight.lost[1] > 0) == hits


@pytest.mark.parametrize(("over", "crit"), [(0, False), (4, False), (5, True), (9, True)])
def test_a_crit_is_a_hit_by_5_or_more(over, crit):  # veinbreaker.md:66
    fight = Brawl(None, foe(dv=12 - over))
    fight.chain("cut", roll=(6, 6))
    assert fight.noted(Said.LINK_CRITS) == crit


def test_a_crit_is_counted_from_the_modified_dv():  # veinbreaker.md:66
    fight = Brawl(None, foe(dv=7))
    fight.foe.momentum = 1
    fight.chain("cut", roll=(6, 6))
    assert not fight.noted(Said.LINK_CRITS)


def test_a_crit_adds_nothing_to_damage():  # veinbreaker.md:66
    fight = Brawl()
    fight.play("cut", roll=CRITS, faces=[3])
    assert fight.lost[1] == 3


# --- Hard-Coded To-Hit Modifiers ----------------------------------------------------------------------------------------

STAT_MODS = {
    0: -5, 1: -4, 2: -4, 3: -4, 4: -3, 5: -2, 6: -2, 7: -1, 8: -1, 10: 0, 11: 0,
    12: 1, 13: 1, 14: 1, 15: 2, 16: 2, 17: 3, 18: 4, 19: 4, 20: 5, 21: 5, 22: 6,
}  # fmt: skip


@pytest.mark.parametrize(("score", "modifier"), STAT_MODS.items())
def test_the_stat_mod_table(score, modifier):  # veinbreaker.md:71
    assert book.stat_mod(score) == modifier


@pytest.mark.parametrize(("score", "modifier"), [(9, -1), (23, 6), (30, 6)])
def test_a_score_clamps_down_to_the_nearest_listed(score, modifier):  # veinbreaker.md:70
    assert book.stat_mod(score) == modifier


@pytest.mark.parametrize(("score", "modifier"), [*STAT_MODS.items(), (9, -1)])
def test_the_stat_mod_is_added_to_the_attack_roll(score, modifier):  # veinbreaker.md:70
    fight = Brawl(breaker(attack(stat="SPR"), SPR=score))
    fight.chain("cut", roll=(6, 6))
    assert fight.faced()[0] == 12 + modifier


@pytest.mark.parametrize("stat", ["POW", "AGI", "MND", "SPR"])
def test_each_attribute_gives_its_own_modifier(stat):  # veinbreaker.md:70
    fight = Brawl(breaker(attack(stat=stat), **{"POW": 8, "AGI": 8, "MND": 8, "SPR": 8, stat: 22}))
    fight.chain("cut", roll=(6, 6))
    assert fight.faced()[0] == 12 + 6


def test_attack_bonus_effects_set_the_temporary_attack_bonus():  # veinbreaker.md:72
    fight = Brawl(breaker(ability("focus", on_use=[effect("attack_bonus", amount=3)]), attack()))
    fight.chain("focus", "cut")
    assert fight.faced()[0] == 12
    fight.link()
    assert fight.faced()[0] == 12 + 3 + 2


def test_the_attack_total_adds_the_balance_of_the_moment():  # veinbreaker.md:73
    fight = Brawl(breaker(*attacks(4)))
    fight.chain("a1", "a2", "a3", "a4")
    totals = [fight.faced()[0]]
    for _ in range(3):
        fight.link(1)
        totals.append(fight.faced()[0])
    assert totals == [12, 14, 16, 18]


def test_the_balance_of_a_movement_counts_for_the_next_link():  # veinbreaker.md:73
    fight = Brawl(breaker(movement(resource_delta={"balance": 3}), attack()))
    fight.chain("step", "cut")
    assert fight.faced()[0] == 12 + 3


def test_balance_counts_for_the_enemy_too():  # veinbreaker.md:73
    fight = Brawl(None, foe(move("a", opening="always"), move("b", opening="always")))
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    fight.do(Action.LET, 1)
    assert fight.faced() == (12 + 2, 10 + 1)


@pytest.mark.parametrize("heat", [0, 3, 9])
def test_heat_does_not_affect_to_hit(heat):  # veinbreaker.md:73
    fight = Brawl()
    fight.me.heat = heat
    fight.chain("cut")
    assert fight.faced()[0] == 12


def test_an_execution_strike_has_4_to_hit_when_the_target_is_primed():  # veinbreaker.md:74
    assert executing(5, 5).faced() == (5 + 5 + 4, 10)


def test_an_execution_strike_has_no_bonus_once_the_target_is_primed_no_more():  # veinbreaker.md:74
    fight = Brawl(breaker(ability("mend", on_use=[effect("heal", dice="9", target="enemy")]), attack()), foe(hp=10))
    fight.foe.hp = 1
    fight.declare("mend", "cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, 3, 7)
    fight.link()
    assert fight.faced() == (10 + 2, 10 + 1)


def test_after_an_execution_strike_the_attacker_has_2_balance_less_than_the_hit_gives():  # veinbreaker.md:74
    fight = primed(ability("focus"), attack(), until="chain")
    fight.declare("focus", "cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *CRITS)
    fight.link()
    before = int(fight.me.balance)
    fight.link()
    assert (before, int(fight.me.balance)) == (2, 2 + 2 - 2)


# --- Heat ---------------------------------------------------------------------------------------------------------------


def test_a_hit_raises_heat_by_1():  # veinbreaker.md:78
    fight = Brawl()
    fight.play("cut", faces=[1])
    assert fight.me.heat == 1


def test_a_miss_raises_no_heat():  # veinbreaker.md:78
    fight = Brawl()
    fight.play("cut", roll=MISSES)
    assert fight.me.heat == 0


@pytest.mark.parametrize(("before", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (9, 4)])
def test_the_heat_bonus_is_projected_heat_less_1_from_0_to_4(before, bonus):  # veinbreaker.md:80
    fight = Brawl()
    fight.me.heat = before
    fight.play("cut", faces=[1])
    assert fight.lost[1] == 1 + bonus
    assert fight.me.heat == before + 1


def test_heat_rises_through_a_chain():  # veinbreaker.md:79
    fight = Brawl(breaker(*attacks(5)))
    fight.play("a1", "a2", "a3", "a4", "a5", faces=[1] * 5)
    assert fight.lost[1] == 5 + (0 + 1 + 2 + 3 + 4)


def test_heat_momentum_and_balance_last_beyond_the_round():  # veinbreaker.md:93
    fight = Brawl()
    fight.me.momentum = 2
    fight.play("cut", faces=[1])
    fight.enemy_turn()
    assert (fight.round, fight.me.heat, fight.me.momentum, fight.me.balance, fight.foe.momentum) == (2, 1, 2, 2, 1)
