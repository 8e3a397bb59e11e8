"""The document `rules/rune-and-rust.md` as tests: its worked examples face by face, its tables, its key tests, its QA checklist."""

from fractions import Fraction
from math import comb, sqrt

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, Skirmish, chance_of_net, foe, hero, hit_by_counting, pool

from fracas.dice import PlayedDice, successes
from fracas.rulesets.rune_and_rust.hitting import hit_chance, net_distribution
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.attack import net_successes

# --- Example accuracy scenarios ------------------------------------------------------------------------------------------


def test_example_1_a_basic_attack_that_ties_is_deflected():  # rune-and-rust.md:117
    fight = Skirmish(hero(might=5, name="Player"), foe(sturdiness=4, name="Enemy"))
    assert not fight.attack(6, 4, 5, 2, 3, 6, 3, 5, 1)  # rune-and-rust.md:125, 128
    assert fight.told() == [
        "Player attacks Enemy!",
        "  Rolled 5d6: [6, 4, 5, 2, 3] = 2 successes",
        "Enemy defends!",
        "  Rolled 4d6: [6, 3, 5, 1] = 2 successes",
        "  The attack is deflected!",
    ]
    [roll] = fight.rolls()
    assert roll.attack_successes - roll.defence_successes == 0  # rune-and-rust.md:131
    assert fight.hp(FOE) == 30


def test_example_2_an_accuracy_bonus_of_two_makes_six_dice_eight_and_hits():  # rune-and-rust.md:137
    lance = {"attribute": "finesse", "accuracy": 2, "damage": "1d6"}
    fight = Skirmish(hero(might=0, finesse=6, weapon=lance, name="Player"), foe(sturdiness=5, name="Enemy"))
    attack, defence, damage = [6, 5, 4, 6, 2, 5, 3, 1], [3, 5, 2, 6, 4], [4]  # rune-and-rust.md:146, 149; the damage die is ours
    assert fight.attack(*attack, *defence, *damage)
    lines = fight.told()
    assert "  Rolled 8d6: [6, 5, 4, 6, 2, 5, 3, 1] = 4 successes" in lines
    assert "  Rolled 5d6: [3, 5, 2, 6, 4] = 2 successes" in lines
    assert "  Enemy takes 4 damage!" in lines
    assert "  The attack is deflected!" not in lines
    roll = fight.rolls()[0]
    assert (roll.attack_successes, roll.defence_successes) == (4, 2)  # rune-and-rust.md:152: net 2, a hit
    assert fight.hp(FOE) == 26


def test_example_3_an_analyzed_target_gives_two_dice_to_its_attacker():  # rune-and-rust.md:159
    fight = Skirmish(hero(might=0, will=5, weapon={"attribute": "will"}, name="Player"), foe(sturdiness=6, name="Enemy"))
    fight.lay(FOE, "analyzed", 4)
    attack, defence, damage = [6, 3, 5, 5, 2, 6, 4], [2, 4, 6, 3, 5, 1], [3]  # rune-and-rust.md:168, 171; the damage die is ours
    assert fight.attack(*attack, *defence, *damage)
    assert fight.told() == [
        "  [Analyzed] grants +2 Accuracy against Enemy!",  # rune-and-rust.md:249
        "Player attacks Enemy!",
        "  Rolled 7d6: [6, 3, 5, 5, 2, 6, 4] = 4 successes",
        "Enemy defends!",
        "  Rolled 6d6: [2, 4, 6, 3, 5, 1] = 2 successes",
        "  Rolled 1d6: [3] = 3",
        "  Enemy takes 3 damage!",
    ]


def test_example_4_nine_dice_of_sturdiness_deflect_an_enemys_blow():  # rune-and-rust.md:180
    fight = Skirmish(hero(sturdiness=9, name="Player"), foe(might=6, name="Enemy"), opening="enemies")
    lines = fight.act("attack", 5, 4, 6, 3, 2, 5, 6, 3, 5, 4, 6, 2, 5, 1, 3)  # rune-and-rust.md:187, 190
    assert lines[:5] == [
        "Enemy attacks Player!",
        "  Rolled 6d6: [5, 4, 6, 3, 2, 5] = 3 successes",
        "Player defends!",
        "  Rolled 9d6: [6, 3, 5, 4, 6, 2, 5, 1, 3] = 4 successes",
        "  The attack is deflected!",
    ]
    [roll] = fight.rolls()
    assert roll.attack_successes - roll.defence_successes == -1  # rune-and-rust.md:193
    assert fight.hp(HERO) == 30


# --- Tables -------------------------------------------------------------------------------------------------------------


# --- Expected key tests -------------------------------------------------------------------------------------------------


def test_attack_roll_tie_successes_attack_deflected():  # rune-and-rust.md:450
    fight = Skirmish(hero(might=5), foe(sturdiness=5))
    assert not fight.attack(*pool(5, 3), *pool(5, 3))
    assert fight.hp(FOE) == 30
    assert "deflected" in fight.told()[-1]


def test_defense_roll_uses_sturdiness():  # rune-and-rust.md:458
    fight = Skirmish(hero(might=1), foe(might=9, finesse=9, will=9, sturdiness=6))
    fight.attack(1, *pool(6, 0))
    assert len(fight.rolls()[0].against) == 6


# --- Missing coverage ---------------------------------------------------------------------------------------------------


def test_zero_sturdiness_rolls_no_dice_so_one_success_hits():  # rune-and-rust.md:475
    fight = Skirmish(hero(might=5), foe(sturdiness=0))
    assert fight.attack(*pool(5, 1), 3)
    assert fight.rolls()[0].against == ()
    assert "  Rolled 0d6: [] = 0 successes" in fight.told()


def test_zero_sturdiness_by_the_formula_an_attack_without_a_success_has_net_0_and_is_deflected():  # rune-and-rust.md:48
    fight = Skirmish(hero(might=5), foe(sturdiness=0))
    assert not fight.attack(*pool(5, 0))
    assert hit_chance(5, 0) == 1 - Fraction(2, 3) ** 5


def test_zero_sturdiness_always_hit_is_an_option():  # rune-and-rust.md:34, 475, 494
    always = {"zero_sturdiness_always_hit": True}
    fight = Skirmish(hero(might=5), foe(sturdiness=0), options=always)
    assert fight.attack(*pool(5, 0), 3)
    assert fight.hp(FOE) == 27
    assert fight.attack_odds()[0] == 0
    one = Skirmish(hero(might=5), foe(sturdiness=1), options=always)
    assert not one.attack(*pool(5, 0), *pool(1, 0))  # the option is about zero, not about few


@pytest.mark.parametrize("dice", [15, 17, 20, 23, 30, 40])
def test_fifteen_dice_and_far_more_are_rolled_one_and_all(dice):  # rune-and-rust.md:476, 477
    fight = Skirmish(hero(might=dice - 10, weapon={"accuracy": 6}), foe(sturdiness=10))
    fight.lay(FOE, "analyzed")
    fight.lay(HERO, "saga-of-courage")
    assert fight.attack_dice() == dice
    assert fight.attack(*pool(dice, 11), *pool(10, 10), 1)
    assert [len(fight.rolls()[0].faces), fight.rolls()[0].attack_successes] == [dice, 11]
    assert not fight.attack(*pool(dice, 10), *pool(10, 10))


@pytest.mark.parametrize("dice", [15, 17, 20, 30, 40, 60])
@pytest.mark.parametrize("defence", [0, 3, 10, 15, 40])
def test_the_chance_of_fifteen_dice_and_far_more_is_still_exact(dice, defence):  # rune-and-rust.md:476, 477
    assert hit_chance(dice, defence) == hit_by_counting(dice, defence)


def least_of(n: int, p: Fraction, out_of: int) -> int:
    """The number of successes in n trials that is undercut less often than once in ``out_of`` times, counted in whole numbers."""
    hits, misses = p.numerator, p.denominator - p.numerator
    k, weight, allowed = 0, misses**n, p.denominator**n // out_of
    while weight <= allowed:
        allowed -= weight
        weight = weight * (n - k) * hits // ((k + 1) * misses)  # divides without remainder: C(n, k) hits**k misses**(n - k)
        k += 1
    return k


def binomial_bounds(n: int, p: Fraction, out_of: int) -> tuple[int, int]:
    """The least and the most successes in n trials, each passed less often than once in ``out_of`` times."""
    return least_of(n, p, out_of), n - least_of(n, 1 - p, out_of)


def test_the_bounds_are_those_of_the_binomial_distribution():
    assert binomial_bounds(2, Fraction(1, 3), 100) == (0, 2)
    assert binomial_bounds(4, Fraction(1, 2), 10) == (1, 3)  # 0 and 4 have 1 chance in 16 each
    low, high = binomial_bounds(10_000, Fraction(1, 3), 1_000_000)
    assert 4.7 < (10_000 / 3 - low) / sqrt(10_000 * 2 / 9) < 4.9  # the normal distribution says 4.75
    assert 4.7 < (high - 10_000 / 3) / sqrt(10_000 * 2 / 9) < 4.9


@pytest.mark.parametrize("seed", [1, 20251112])
def test_ten_thousand_rolls_succeed_33_percent_of_the_time(seed):  # rune-and-rust.md:478
    dice = PlayedDice(seed)
    made = sum(successes(dice, 1, 5, 6) for _ in range(10_000))
    low, high = binomial_bounds(10_000, Fraction(1, 3), 1_000_000)
    assert low <= made <= high


def test_ten_thousand_opposed_rolls_hit_as_often_as_counting_says():  # rune-and-rust.md:478
    fight = Skirmish()
    dice = PlayedDice(20251112)
    hits = sum(net_successes(dice, 5, 4, fight.book.options) > 0 for _ in range(10_000))
    chance = hit_by_counting(5, 4)
    low, high = binomial_bounds(10_000, chance, 1_000_000)
    assert low <= hits <= high


# --- QA checklist: attack rolls -----------------------------------------------------------------------------------------


def test_ability_bonus_dice_applied_to_the_next_attack_only():  # rune-and-rust.md:485, 61: Exploit Weakness +3
    fight = Skirmish(hero(might=5, wits=2, abilities=["exploit-weakness"]))
    fight.act("exploit weakness", 6, 6)
    assert fight.attack_dice() == 8
    fight.act("attack", 1)  # the enemy's turn: its one die misses
    fight.act("attack", *pool(8, 0))
    assert fight.attack_dice() == 5


def test_all_bonuses_stack_correctly():  # rune-and-rust.md:489, 36
    fight = Skirmish(hero(might=5, wits=2, weapon={"accuracy": 3}, abilities=["exploit-weakness"]))
    fight.act("exploit weakness", 6, 6)
    fight.lay(HERO, "battle-rage")
    fight.lay(HERO, "saga-of-courage")
    fight.lay(FOE, "analyzed")
    assert fight.attack_dice() == 5 + 3 + 3 + 2 + 2 + 2


# --- QA checklist: defence rolls ----------------------------------------------------------------------------------------


def test_defence_dice_are_the_sturdiness_attribute_on_both_sides():  # rune-and-rust.md:492, 80
    fight = Skirmish(hero(might=8, finesse=8, wits=8, will=8, sturdiness=3), foe(might=7, finesse=7, wits=7, will=7, sturdiness=4))
    assert fight.defence_dice(HERO) == 3
    assert fight.defence_dice(FOE) == 4


@pytest.mark.parametrize("sturdiness", range(1, 11))
def test_sturdiness_1_to_10_rolls_1_to_10_dice(sturdiness):  # rune-and-rust.md:493
    fight = Skirmish(hero(might=1), foe(sturdiness=sturdiness))
    fight.attack(1, *[1] * sturdiness)
    assert f"  Rolled {sturdiness}d6: {[1] * sturdiness} = 0 successes" in fight.told()


# --- QA checklist: hit determination ------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [HERO, FOE], ids=["the hero attacks", "an enemy attacks"])
@pytest.mark.parametrize(
    ("attack", "defence", "hits"),
    [
        pytest.param(1, 0, True, id="net 1 hits"),  # rune-and-rust.md:497
        pytest.param(5, 2, True, id="net 3 hits"),
        pytest.param(5, 4, True, id="five against four hits"),
        pytest.param(0, 0, False, id="nothing against nothing is deflected"),  # rune-and-rust.md:498
        pytest.param(3, 3, False, id="a tie is deflected"),  # rune-and-rust.md:499
        pytest.param(5, 5, False, id="a high tie is deflected"),
        pytest.param(2, 3, False, id="net -1 is deflected"),  # rune-and-rust.md:500
        pytest.param(0, 5, False, id="net -5 is deflected"),
    ],
)
def test_net_successes_above_0_hit_and_all_else_is_deflected(side, attack, defence, hits):  # rune-and-rust.md:47, 48
    fight = Skirmish(hero(might=5, sturdiness=5), foe(might=5, sturdiness=5))
    other = FOE if side == HERO else HERO
    landed = fight.attack(*pool(5, attack), *pool(5, defence), *([2] if hits else []), by=side, on=other)
    assert landed is hits
    assert fight.hp(other) == (28 if hits else 30)
    assert (fight.told()[-1] == "  The attack is deflected!") is not hits


def test_only_the_difference_matters_not_how_many_succeed():  # rune-and-rust.md:27
    few = Skirmish(hero(might=10), foe(sturdiness=9))
    assert few.attack(*pool(10, 1), *pool(9, 0), 4)
    many = Skirmish(hero(might=10), foe(sturdiness=9))
    assert many.attack(*pool(10, 10), *pool(9, 9), 4)
    assert few.array.tobytes() == many.array.tobytes()


# --- QA checklist: combat log display -----------------------------------------------------------------------------------


def test_attack_and_defence_rolls_are_displayed():  # rune-and-rust.md:503, 504
    fight = Skirmish(hero(might=5), foe(sturdiness=4))
    fight.attack(6, 4, 5, 2, 3, 6, 3, 5, 1)
    assert fight.told()[1] == "  Rolled 5d6: [6, 4, 5, 2, 3] = 2 successes"
    assert fight.told()[3] == "  Rolled 4d6: [6, 3, 5, 1] = 2 successes"


def test_hit_message_is_displayed():  # rune-and-rust.md:505
    fight = Skirmish(hero(weapon={"damage": "2d6+3"}), foe(name="Corrupted Servitor"))
    fight.attack(5, 4, 2)
    assert fight.told()[-1] == "  Corrupted Servitor takes 9 damage!"


@pytest.mark.parametrize(
    ("net", "words"),
    [
        (1, []),
        (2, []),
        (3, ["  The blow breaks through!"]),
        (4, ["  The blow breaks through!"]),
        (5, ["  An overwhelming hit: the defence is swept aside!"]),
        (6, ["  An overwhelming hit: the defence is swept aside!"]),
    ],
)
@pytest.mark.parametrize("side", [HERO, FOE], ids=["the hero attacks", "an enemy attacks"])
def test_overwhelming_hits_are_described(net, words, side):  # rune-and-rust.md:204
    fight = Skirmish(hero(might=7, sturdiness=2), foe(might=7, sturdiness=2))
    fight.attack(*pool(7, net + 1), *pool(2, 1), 4, by=side, on=1 - side)
    assert fight.told()[4:-2] == words


def test_no_flight_is_called_an_overwhelming_hit():
    fight = Skirmish(hero(finesse=6), foe(finesse=1))
    assert not any("overwhelming" in line for line in fight.act("flee", *pool(6, 6), *pool(1, 0)))


def test_miss_message_is_displayed():  # rune-and-rust.md:506, 281
    fight = Skirmish()
    fight.attack(4)
    assert fight.told()[-1] == "  The attack is deflected!"


def test_accuracy_bonus_messages_are_displayed():  # rune-and-rust.md:507
    fight = Skirmish(hero(might=1, weapon={"accuracy": 2}), foe(name="Blight-Drone"))
    fight.lay(FOE, "analyzed")
    fight.lay(HERO, "saga-of-courage")
    fight.lay(HERO, "battle-rage")
    fight.attack(*pool(9, 0))
    before = fight.told()[: fight.told().index("Hero attacks Blight-Drone!")]
    assert "  [Analyzed] grants +2 Accuracy against Blight-Drone!" in before  # rune-and-rust.md:249
    assert "  [Saga of Courage] inspires you! +2 Accuracy!" in before  # rune-and-rust.md:256
    assert sum("+2" in line for line in before) == 4  # the weapon and Battle Rage are named too
    assert any("Battle Rage" in line for line in before)


def test_no_message_is_displayed_for_a_bonus_that_does_not_apply():  # rune-and-rust.md:507
    fight = Skirmish(hero(might=1))
    fight.attack(1)
    assert fight.told()[0] == "Hero attacks Foe!"


# --- QA checklist: probability verification ------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_of_5_or_6_is_a_success_and_no_other(face):  # rune-and-rust.md:26, 319
    fight = Skirmish()
    assert fight.attack(face, *([1] if face >= 5 else [])) is (face >= 5)


@pytest.mark.parametrize(("attack", "defence"), [(5, 4), (8, 5), (7, 6), (6, 9), (12, 10), (0, 3), (3, 0)])
def test_net_successes_are_distributed_as_counting_says(attack, defence):  # rune-and-rust.md:45
    net = net_distribution(attack, defence, Options())
    for n in range(-defence, attack + 1):
        ways = sum(
            comb(attack, a) * comb(defence, a - n) * 2 ** (attack - a + defence - a + n) for a in range(attack + 1) if 0 <= a - n <= defence
        )
        assert net[n] == Fraction(ways, 3 ** (attack + defence))
    assert net.where(lambda n: n > 0) == hit_by_counting(attack, defence)


def test_defender_wins_ties_a_mirror_attack_hits_less_than_half_of_the_time():  # rune-and-rust.md:520
    for dice in range(1, 11):
        tie = chance_of_net(dice, dice, lambda net: net == 0)
        assert hit_chance(dice, dice) == (1 - tie) / 2
