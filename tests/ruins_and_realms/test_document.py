"""The document `rules/ruins-and-realms.md` as tests: its worked examples face by face, its tables, its sequences, its conditions."""

import pytest
from tests.ruins_and_realms.melee import (
    FOE,
    FUMBLES,
    HERO,
    SECOND,
    Melee,
    armor,
    blow,
    damage_to,
    effect,
    foe,
    harm,
    hero,
    interrupt,
    move,
    noted,
    said,
    shield_bearer,
)

from fracas.dice import ScriptedDice
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import book, log
from fracas.rulesets.ruins_and_realms.codes import ExactStrikeBonus, MinimumDamageFace, Said
from fracas.rulesets.ruins_and_realms.models import Options

LEVELS = range(1, 21)
SHIFT = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 3, 11: 3, 12: 3, 13: 4, 14: 4, 15: 4, 16: 4, 17: 4, 18: 4, 19: 5, 20: 5}
SLOTS = {level: 3 if level < 10 else 4 if level < 20 else 5 for level in LEVELS}
TIERS = {level: 1 if level < 6 else 2 if level < 11 else 3 if level < 16 else 4 for level in LEVELS}

# --- Shield Bash --------------------------------------------------------------------------------------------------------


def test_shield_bash_takes_a_shift_point_from_the_target_in_the_next_round():  # ruins-and-realms.md:60
    bash = move((3, 6), "D8", effect("shift", amount=-1), name="Shield Bash")
    fight = Melee(hero(bash), foe(shift=2))
    lines = fight.strike((3, 6), "shield bash", 5)
    assert "  Foe: -1 shift next round." in lines
    assert fight.shift(FOE) == 2  # in this round it has them all
    fight.miss()
    assert fight.round == 2
    assert fight.shift(FOE) == 1
    fight.miss()
    fight.roll((4, 6))  # two points from [4,4]: it had reached that before
    assert noted(fight, Said.MISSES)
    assert (fight.round, fight.shift(FOE)) == (3, 2)  # for one round only


# --- Exact Strike: Overhead Cleave -----------------------------------------------------------------------------------------

CLEAVE = move((6, 4), "D8+3", name="Overhead Cleave")


def test_scenario_a_an_exact_strike_adds_the_shift_points():  # ruins-and-realms.md:158
    fight = Melee(hero(CLEAVE, shift=3, name="Warrior"), foe())
    assert fight.strike((6, 4), "overhead cleave", 5)[:3] == [
        "Warrior rolls [6,4].",
        "  Exact Strike! Overhead Cleave [6,4] at Foe.",
        "  Foe takes 11 damage (D8 [5] +3, +3 exact strike).",
    ]
    assert fight.hp(FOE) == 19


def test_scenario_b_a_shifted_strike_adds_nothing():  # ruins-and-realms.md:162
    fight = Melee(hero(CLEAVE, shift=3, name="Warrior"), foe())
    assert fight.strike((5, 4), "overhead cleave", 5)[:3] == [
        "Warrior rolls [5,4].",
        "  Shifts Primary +1: Overhead Cleave [6,4] at Foe.",
        "  Foe takes 8 damage (D8 [5] +3).",
    ]
    assert fight.hp(FOE) == 22


# --- armour and shield --------------------------------------------------------------------------------------------------

CHAINMAIL = armor("Primary 4, Primary 5", 2, name="Chainmail Shirt")


@pytest.mark.parametrize(("cell", "lost"), [((4, 3), 3), ((5, 3), 3), ((6, 3), 5), ((3, 4), 5), ((3, 5), 5)])
def test_chainmail_takes_2_off_manoeuvres_with_primary_4_or_5(cell, lost):  # ruins-and-realms.md:245
    fight = Melee(hero(armor=[CHAINMAIL]), foe(blow(cell, "D6")))
    fight.miss()
    assert harm(fight, cell, 5) == lost


def test_armour_minds_the_dice_of_the_manoeuvre_not_of_the_roll():  # ruins-and-realms.md:251
    fight = Melee(hero(armor=[CHAINMAIL]), foe(blow((4, 4), "D6"), shift=1))
    fight.miss()
    assert harm(fight, (3, 4), 5) == 3  # rolled a 3, hit with a 4
    other = Melee(hero(armor=[CHAINMAIL]), foe(blow((3, 4), "D6"), shift=1))
    other.miss()
    assert harm(other, (4, 4), 5) == 5  # rolled a 4, hit with a 3


def test_you_roll_5_7_and_the_enemy_attacks_with_7_3_a_block():  # ruins-and-realms.md:261
    fight = Melee(shield_bearer(move((4, 4))), foe(blow((7, 3), "D6")))
    lines = fight.roll((5, 7)) + fight.act("wait with shield at 7")
    assert "  Shield at 7." in lines
    assert fight.state.shield == 7
    assert "  Hero takes 3 damage (D6 [5], -2 shield)." in fight.suffer((7, 3), 5)
    assert fight.hp(HERO) == 17


def test_the_shield_stands_only_where_the_secondary_lies():  # ruins-and-realms.md:257
    fight = Melee(shield_bearer(), foe(blow((7, 3), "D6"), blow((6, 3), "D6"), blow((3, 7), "D6")))
    for cell, lost in (((7, 3), 3), ((6, 3), 5), ((3, 7), 5)):
        fight.roll((5, 7))
        fight.act("wait with shield at 7")
        assert harm(fight, cell, 5) == lost


def test_a_manoeuvre_sets_the_shield_at_its_own_secondary():  # ruins-and-realms.md:256: your Secondary die from your attack
    fight = Melee(shield_bearer(move((5, 7))), foe(blow((7, 3), "D6")))
    assert "  Shield at 7." in fight.strike((5, 6), "m57", 1)
    assert harm(fight, (7, 3), 5) == 3


def test_shift_for_damage_or_keep_the_secondary_for_defence():  # ruins-and-realms.md:268
    fight = Melee(shield_bearer(move((4, 4))))
    fight.roll((5, 5))
    assert set(fight.legal()) == {"m44", *(f"wait with shield at {s}" for s in (3, 4, 5, 6, 7))}


# --- interrupts ---------------------------------------------------------------------------------------------------------


def skeleton_warrior(**more):
    return foe(interrupts=[interrupt("Primary 4,5", "reduce damage by 2", name="Shield Block")], name="Skeleton Warrior", **more)


def test_the_skeleton_warrior_blocks_4_3():  # ruins-and-realms.md:422
    fight = Melee(hero(move((4, 3)), move((6, 3))), skeleton_warrior())
    lines = fight.strike((5, 3), "m43", 7)
    assert "  Skeleton Warrior interrupts: Shield Block, reduce damage by 2." in lines
    assert fight.hp(FOE) == 25


def test_the_skeleton_warrior_does_not_block_6_3():  # ruins-and-realms.md:423
    fight = Melee(hero(move((4, 3)), move((6, 3))), skeleton_warrior())
    lines = fight.strike((5, 3), "m63", 7)  # rolled a 5, hit with a 6
    assert not said(lines, "interrupts")
    assert fight.hp(FOE) == 23


# --- tables -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_shift_points_by_level(level):  # ruins-and-realms.md:86
    assert book.shift_at(level, Options()) == SHIFT[level]
    assert Melee(hero(level=level, shift=None)).shift() == SHIFT[level]


@pytest.mark.parametrize("level", LEVELS)
def test_manoeuvre_slots_by_level(level):  # ruins-and-realms.md:367
    moves = [move((3, s)) for s in range(3, 9)]
    n = SLOTS[level]
    assert book.slots_at(level, Options()) == n
    assert Melee(hero(*moves[:n], level=level)).book.sheets[HERO].manoeuvre_count == n
    with pytest.raises(FracasError, match=f"has {n + 1} manoeuvres equipped, but {n} slots"):
        Melee(hero(*moves[: n + 1], level=level))


@pytest.mark.parametrize("level", LEVELS)
def test_tiers_by_level(level):  # ruins-and-realms.md:358
    assert book.tier_at(level) == TIERS[level]
    Melee(hero(move(tier=TIERS[level]), level=level))
    if TIERS[level] < 4:
        with pytest.raises(FracasError, match=f"of tier {TIERS[level] + 1}"):
            Melee(hero(move(tier=TIERS[level] + 1), level=level))


def test_there_is_no_level_0_or_21():
    for level in (0, 21):
        with pytest.raises(FracasError, match="level"):
            Melee(hero(level=level))


# --- locked zones -------------------------------------------------------------------------------------------------------


def test_an_enemy_fumbles_and_primes_three_times_in_64():  # ruins-and-realms.md:217
    fight = Melee(hero(), foe(prime="1", mishap=[effect("shift", amount=-1)], shift=2))
    fight.miss()

    def what(after) -> str:
        if after.rolled:
            return "match"
        if after.fighters[HERO].hp < 20:
            return "prime"
        return "mishap" if after.fighters[FOE].shift_now < 0 else "miss"

    rolled = fight.odds_of("attack", what)
    assert {name: p * 64 for name, p in rolled.items()} == {"mishap": 3, "prime": 3, "match": 13, "miss": 45}


@pytest.mark.parametrize("cell", FUMBLES)
def test_a_fumble_misses_and_ends_the_turn(cell):  # ruins-and-realms.md:185
    fight = Melee(hero(move((2, 2)), move((1, 3)), move((3, 1)), shift=5))
    lines = fight.roll(cell)
    assert said(lines, "Critical fumble!" if cell == (1, 1) else "Fumble!")
    assert (fight.turn, fight.hp(FOE)) == (FOE, 30)


@pytest.mark.parametrize("cell", [(7, 8), (8, 7)])
def test_a_prime_does_any_manoeuvre_adds_shift_and_ignores_interrupts(cell):  # ruins-and-realms.md:129
    wary = foe(interrupts=[interrupt("Primary 1-8", "Attack misses"), interrupt("Secondary 1-8", "-5 damage")])
    fight = Melee(hero(move((1, 3), "D8"), move((4, 4), "D8+1"), move((3, 1), "D8"), shift=3), wary)
    fight.roll(cell)
    assert set(fight.legal()) == {"m13", "m44", "m31", "let it go"}
    lines = fight.act("m44", 4)
    assert "  Foe takes 8 damage (D8 [4] +1, +3 Prime)." in lines
    assert not said(lines, "interrupts")
    assert fight.hp(FOE) == 30 - 8  # 4 + 1 + 3


def test_the_critical_prime_has_every_damage_die_at_its_highest():  # ruins-and-realms.md:133
    fight = Melee(hero(move((4, 4), "2D8+1"), shift=3))
    fight.strike((8, 8))
    assert fight.hp(FOE) == 30 - 20  # 8 + 8 + 1 + 3


def test_a_prime_minds_defence_all_the_same():  # ruins-and-realms.md:207: only interrupts are ignored
    fight = Melee(hero(), foe(defense=3))
    assert damage_to(FOE, fight, (7, 8), "m44", 4) == 3  # 4 + 2 - 3


# --- combat sequence ----------------------------------------------------------------------------------------------------


def test_an_ambushed_player_is_attacked_first():  # ruins-and-realms.md:173
    fight = Melee(hero(), foe(), opening="ambushed")
    seen = []
    for _ in range(5):
        seen.append((fight.round, fight.turn))
        fight.miss()
    assert seen == [(1, FOE), (1, HERO), (1, FOE), (2, HERO), (2, FOE)]


def test_a_match_is_an_exact_strike_without_shifting_and_a_shifted_one_with():  # ruins-and-realms.md:188
    fight = Melee(hero(move((4, 4)), move((4, 5))))
    fight.roll((4, 4))
    assert "  Exact Strike! m44 [4,4] at Foe." in fight.act("m44", 1)
    again = Melee(hero(move((4, 4)), move((4, 5))))
    again.roll((4, 4))
    assert "  Shifts Secondary +1: m45 [4,5] at Foe." in again.act("m45", 1)


def test_no_match_possible_is_a_miss_and_ends_the_turn():  # ruins-and-realms.md:201
    fight = Melee(hero(move((4, 4))))
    assert fight.roll((7, 4)) == ["Hero rolls [7,4].", "  A miss."]
    assert (fight.turn, fight.hp(FOE)) == (FOE, 30)


def test_damage_is_dice_and_modifier_and_bonus_less_interrupt_and_defence():  # ruins-and-realms.md:435
    tough = foe(defense=3, interrupts=[interrupt("Primary 4", "-1 damage")])
    fight = Melee(hero(move((4, 4), "D8+2")), tough)
    assert damage_to(FOE, fight, (4, 4), "m44", 4) == 4  # 4 + 2 + 2 - 1 - 3


def test_an_enemy_shifts_its_dice_to_its_manoeuvre():  # ruins-and-realms.md:222
    fight = Melee(hero(), foe(shift=2))
    fight.miss()
    assert "  Shifts Primary +1, Secondary -1: b44 [4,4]." in fight.suffer((3, 5), 4)
    assert fight.hp(HERO) == 16
    fight.miss()
    assert "  A miss." in fight.roll((3, 6))


def test_an_enemys_mishap_and_prime_are_those_of_its_card():  # ruins-and-realms.md:218
    card = {"name": "Bone Storm", "damage": "D6+4", "text": "Everything at once."}
    fight = Melee(hero(armor=[armor("Primary 1-8, Secondary 1-8", 9)]), foe(prime=card, mishap=[effect("stun")]))
    fight.miss()
    lines = fight.roll((7, 8), 3)
    assert "  Bone Storm! Everything at once." in lines
    assert fight.hp(HERO) == 13  # armour has no dice to match
    fight.miss()
    assert said(fight.roll((1, 2)), "Mishap!")
    fight.miss()
    assert fight.turn == HERO  # it lost its turn
    assert fight.round == 4


def test_enemies_cannot_exact_strike():  # ruins-and-realms.md:224
    fight = Melee(hero(), foe(shift=5))
    fight.miss()
    assert harm(fight, (4, 4), 2) == 2
    prime = Melee(hero(), foe(shift=5, prime="D6"))
    prime.miss()
    prime.roll((8, 8), 3)
    assert prime.hp(HERO) == 17


# --- the most damaging option ----------------------------------------------------------------------------------------------


def test_an_enemy_chooses_its_most_damaging_option():  # ruins-and-realms.md:223
    fight = Melee(hero(), foe(blow((4, 4), "D6"), blow((5, 4), "D6+2"), blow((8, 3), "2D12"), shift=1))
    fight.miss()
    fight.roll((4, 4))
    assert set(fight.legal()) == {"b44", "b54"}
    assert fight.choice("fierce") == "b54"  # [4,4] would need no shifting: no matter


@pytest.mark.parametrize(
    ("first", "second", "best"),
    [
        ("D8", "D6", "b44"),  # 4.5, 3.5
        ("D6", "D8", "b54"),
        ("D6+2", "2D4", "b44"),  # 5.5, 5
        ("D12", "2D6", "b54"),  # 6.5, 7
        ("6", "D10", "b44"),  # 6, 5.5
        ("D6", "D6", "b44"),  # alike: the first
    ],
)
def test_most_damaging_is_by_the_mean(first, second, best):
    fight = Melee(hero(), foe(blow((4, 4), first), blow((5, 4), second), shift=1))
    fight.miss()
    fight.roll((4, 4))
    assert fight.choice("fierce") == best


def test_damage_besides_counts_in_what_is_most_damaging():  # ruins-and-realms.md:223
    # D8 is 4.5, D6 and D6 are 7
    fight = Melee(hero(), foe(blow((4, 4), "D8"), blow((5, 4), "D6", effect("bonus-damage", dice="D6")), shift=1))
    fight.miss()
    fight.roll((4, 4))
    assert fight.choice("fierce") == "b54"


def test_an_enemy_with_feeble_blows_only_still_does_one_in_reach():
    # a mean below 0 is still more than a manoeuvre out of reach
    fight = Melee(hero(), foe(blow((7, 4), "D8"), blow((4, 4), "D6-5")))
    fight.miss()
    fight.roll((4, 4))
    assert set(fight.legal()) == {"b44"}
    assert fight.choice("fierce") == "b44"


# --- fatigue ------------------------------------------------------------------------------------------------------------


def test_fatigue_gives_all_combatants_shift_from_round_4_to_a_cap_in_round_6():  # ruins-and-realms.md:278
    fight = Melee(hero(), foe(shift=1), options={"fatigue": True})
    for now, more in enumerate((0, 0, 0, 1, 2, 3, 3), 1):
        assert fight.round == now
        assert (fight.shift(HERO), fight.shift(FOE)) == (2 + more, 1 + more)
        fight.miss()
        assert fight.shift(FOE) == 1 + more  # in the same round for those who act later
        fight.miss()


def test_the_fatigue_die_is_optional():  # ruins-and-realms.md:550
    fight = Melee()
    for _ in range(7):
        assert fight.shift() == 2
        fight.pass_round()


def test_fatigue_counts_in_reach():  # ruins-and-realms.md:279
    fight = Melee(hero(move((4, 4))), options={"fatigue": True})
    for _ in range(3):
        assert "m44" not in fight.in_reach((7, 4))
        fight.pass_round()
    assert "m44" in fight.in_reach((7, 4))


# --- minimum damage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "lost"), [(1, 0), (5, 0), (6, 1), (7, 0), (8, 0)])
def test_a_6_always_does_at_least_1_but_a_7_or_8_does_not(face, lost):  # ruins-and-realms.md:448
    fight = Melee(hero(move((4, 4), "D8")), foe(defense=20))
    assert damage_to(FOE, fight, (4, 5), "m44", face) == lost


@pytest.mark.parametrize(("face", "lost"), [(6, 0), (7, 0), (8, 1)])
def test_with_the_option_it_is_the_top_face(face, lost):
    fight = Melee(hero(move((4, 4), "D8")), foe(defense=20), options={"minimum_damage_face": "top"})
    assert damage_to(FOE, fight, (4, 5), "m44", face) == lost


@pytest.mark.parametrize(("faces", "lost"), [((1, 6), 1), ((6, 1), 1), ((8, 8), 0), ((5, 7), 0)])
def test_it_is_a_6_on_any_damage_die(faces, lost):  # ruins-and-realms.md:448
    fight = Melee(hero(move((4, 4), "2D8")), foe(defense=20))
    assert damage_to(FOE, fight, (4, 5), "m44", *faces) == lost


def test_a_6_does_1_through_interrupts_and_a_negative_modifier_too():  # ruins-and-realms.md:448: regardless of reductions
    wary = foe(interrupts=[interrupt("Primary 4", "-20 damage"), interrupt("Secondary 4", "Half damage")])
    fight = Melee(hero(move((4, 4), "D8-7")), wary)
    assert damage_to(FOE, fight, (4, 5), "m44", 6) == 1


@pytest.mark.parametrize("defence", [2, 5])
def test_a_6_that_does_1_or_more_anyway_does_no_more(defence):
    fight = Melee(hero(move((4, 4), "D8")), foe(defense=defence))
    assert not said(fight.strike((4, 5), "m44", 6), "always tells")
    assert fight.hp(FOE) == 30 - 6 + defence


@pytest.mark.parametrize(("face", "lost"), [(5, 0), (6, 1)])
def test_minimum_damage_is_for_enemies_too(face, lost):
    fight = Melee(hero(armor=[armor("Primary 4", 10)]))
    fight.miss()
    assert harm(fight, (4, 4), face) == lost


# --- playtest variables -------------------------------------------------------------------------------------------------


def test_the_playtest_variables_have_their_initial_values():  # ruins-and-realms.md:543
    options = Options()
    assert options.starting_shift == 2
    assert options.fumble_zone.split() == ["1,1", "1,2", "2,1"]
    assert options.prime_zone.split() == ["8,8", "7,8", "8,7"]
    assert options.starting_manoeuvres == 3
    assert options.exact_strike_bonus is ExactStrikeBonus.SHIFT
    assert options.fatigue is False
    assert (options.fatigue_from_round, options.fatigue_most) == (4, 3)
    assert (options.minimum_damage, options.minimum_damage_face) == (1, MinimumDamageFace.SIX)


# --- combat states ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hp", "most", "state"),
    [
        (20, 20, "HEALTHY"), (10, 20, "HEALTHY"),  # half is not below half
        (9, 20, "WOUNDED"), (5, 20, "WOUNDED"),  # a quarter is not below a quarter
        (4, 20, "CRITICAL"), (1, 20, "CRITICAL"), (0, 20, "DOWN"),
        (11, 21, "HEALTHY"), (10, 21, "WOUNDED"), (6, 21, "WOUNDED"), (5, 21, "CRITICAL"),
        (1, 1, "HEALTHY"), (1, 2, "HEALTHY"), (1, 3, "WOUNDED"), (1, 4, "WOUNDED"), (1, 5, "CRITICAL"),
    ],
)  # fmt: skip
def test_the_players_conditions_at_their_thresholds(hp, most, state):  # ruins-and-realms.md:458
    fight = Melee(hero(hp=most), options={"wounded_shift": 3, "critical_shift": 5})
    fight[HERO].hp = hp
    assert log.condition(fight.setup.options, hp, most) == state
    assert state in fight.status()[0]
    if hp:
        assert fight.shift() == 2 + {"HEALTHY": 0, "WOUNDED": 3, "CRITICAL": 5}[state]


def test_critical_has_a_definite_effect_and_wounded_only_a_possible_one():  # ruins-and-realms.md:458
    fight = Melee()
    for hp, shift in ((10, 2), (9, 2), (5, 2), (4, 1), (1, 1)):
        fight[HERO].hp = hp
        assert fight.shift() == shift


def test_enemies_have_no_conditions():  # ruins-and-realms.md:452: Player Conditions
    fight = Melee(hero(), foe(shift=2), options={"wounded_shift": -2, "critical_shift": -2})
    for hp in (30, 14, 7, 1):
        fight[FOE].hp = hp
        assert fight.shift(FOE) == 2


def test_at_0_hp_the_hero_is_down_and_one_more_hit_is_death():  # ruins-and-realms.md:460
    fight = Melee(hero(hp=5))
    fight.miss()
    lines = fight.suffer((4, 4), 6)
    assert "  Hero is DOWN!" in lines
    assert "Hero lies senseless." in lines
    assert (fight.outcome, fight.hp(HERO), fight.turn, fight.round) == (None, 0, FOE, 2)
    assert "  Hero lies helpless, and dies." in fight.suffer((4, 4))
    assert fight.outcome == "death"


# --- combat end ---------------------------------------------------------------------------------------------------------


def test_victory_when_all_enemies_are_defeated():  # ruins-and-realms.md:468
    fight = Melee(hero(), foe(hp=3), foe(hp=3))
    assert not said(fight.strike((4, 5), "m44 at foe 1", 3), "Victory")
    fight.miss()
    assert fight.outcome is None
    assert "Victory!" in fight.strike((4, 5), "m44 at foe 2", 3)
    assert fight.outcome == "victory"


def test_victory_gains_experience():  # ruins-and-realms.md:469
    fight = Melee(hero(level=3), foe(hp=3, xp=15), foe(hp=3, xp=20))
    fight.strike((4, 5), "m44 at foe 1", 3)
    fight.miss()
    fight.strike((4, 5), "m44 at foe 2", 3)
    lines = fight.encounter.ruleset.spoils(fight.setup, fight.state, ScriptedDice([]))
    assert lines == [f"Hero gains 35 XP ({book.config().levels.xp[2] + 35} in all)."]


def test_a_victory_can_raise_a_level():
    second = book.config().levels.xp[1]
    for xp, raised in ((second - 1, False), (second, True)):
        fight = Melee(hero(xp=0), foe(hp=1, xp=xp))
        fight.strike((4, 5), "m44", 3)
        lines = fight.encounter.ruleset.spoils(fight.setup, fight.state, ScriptedDice([]))
        assert ("Hero reaches level 2!" in lines) == raised


def test_a_hero_who_fled_gains_nothing_and_leaves_the_threat():  # ruins-and-realms.md:477
    fight = Melee()
    assert fight.act("flee") == ["Hero turns and runs!"]
    assert fight.turn == FOE  # a free attack
    fight.suffer((4, 4), 5)
    assert fight.outcome == "fled"
    assert (fight.hp(HERO), fight.hp(FOE)) == (15, 30)
    assert fight.encounter.ruleset.spoils(fight.setup, fight.state, ScriptedDice([])) == []


def test_defeat_may_be_capture():  # ruins-and-realms.md:475
    fight = Melee(hero(hp=5), options={"when_down": "captured"})
    fight.miss()
    assert "  Hero is taken alive." in fight.suffer((4, 4), 6)
    assert fight.outcome == "captured"


def test_fled_is_a_draw_and_death_and_capture_are_losses():
    ends = {end.name: end.kind for end in Melee().encounter.ends}
    assert ends == {"victory": "win", "death": "lose", "captured": "lose", "fled": "draw"}


def test_every_enemy_that_stands_has_its_turn():  # facts.md, 2.2: a defect to avoid was that enemies act in round 1 only
    fight = Melee(hero(), foe(hp=1), foe(), foe())
    seen = []
    fight.strike((4, 5), "m44 at foe 1", 3)
    for _ in range(6):
        seen.append((fight.round, fight.turn))
        fight.miss()
    assert seen == [(1, SECOND), (1, 3), (2, HERO), (2, SECOND), (2, 3), (3, HERO)]
