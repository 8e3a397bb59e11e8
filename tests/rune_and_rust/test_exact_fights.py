"""Exact is exact: fights and odds against computations that share nothing with Fracas, and against its own simulation."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest
from icepool import d
from tests.rune_and_rust.skirmish import RULESET, chance_of_net, foe, hero, hit_by_counting

import fracas
from fracas.rulesets.rune_and_rust.hitting import hit_chance, net_distribution
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.odds import ask

SIGMAS = 5.5  # one honest share in 26 million is further off

# --- the duel -----------------------------------------------------------------------------------------------------------

HP = 30
HIT = hit_by_counting(6, 4)
DAMAGE = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


@pytest.fixture(scope="module")
def duel():
    return fracas.encounter(RULESET, "duel").solve()


def test_the_duels_chance_is_known_to_twelve_digits(duel):  # design.md: 0.549610
    assert f"{duel.win:.12f}" == "0.549609895524"
    assert duel.error_bound < 1e-11
    assert duel.win + duel.lose == pytest.approx(1, abs=1e-12)


def test_the_duels_chance_is_that_of_a_recursion_in_fractions(duel):
    @cache
    def wins(mine: int, theirs: int) -> Fraction:
        """The chance of who is about to strike, with so many HP against so many.

        Strike and be struck, until one of the two lands: both missing leads back here.
        """
        miss = 1 - HIT
        after_my_hit = sum(p * (1 - wins(theirs - n, mine) if n < theirs else 1) for n, p in DAMAGE.items())
        after_their_hit = sum(p * (wins(mine - n, theirs) if n < mine else 0) for n, p in DAMAGE.items())
        return (HIT * after_my_hit + miss * HIT * after_their_hit) / (1 - miss * miss)

    assert abs(duel.win - float(wins(HP, HP))) < 1e-12
    assert f"{float(wins(HP, HP)):.12f}" == "0.549609895524"


def test_the_duels_length_is_distributed_as_fractions_say(duel):
    blows = {0: 1 - HIT, **{n: HIT * p for n, p in DAMAGE.items()}}
    falls = ends_by_round(blows, HP, 40)
    rounds = duel.rounds()
    mine = theirs = Fraction(1)  # still standing, each struck at so often
    for r, fall in enumerate(falls, 1):
        won = mine * fall  # B falls in round r, and A, who has been struck at once less often, still stands
        theirs -= fall
        lost = theirs * fall
        mine -= fall
        assert abs(rounds.get(r, 0.0) - float(won + lost)) < 1e-12
        assert abs(float(duel.by_round[1, r]) - float(won)) < 1e-12
        assert abs(float(duel.by_round[2, r]) - float(lost)) < 1e-12
    assert sum(rounds.values()) == pytest.approx(1, abs=1e-12)


def test_the_duel_ends_in_no_less_than_three_rounds(duel):  # 30 HP, 12 at most a blow
    assert min(duel.rounds()) == 3
    assert duel.by_round[1, 3] == pytest.approx(float(HIT**3 * sum_at_least(3, 30)), abs=1e-14)


def sum_at_least(blows: int, total: int) -> Fraction:
    """The chance that so many times 2d6 add up to so much, by icepool."""
    return Fraction(*(lambda pool: (pool.quantity(">=", total), pool.denominator()))((2 * blows) @ d(6)))


# --- other duels, by fractions ------------------------------------------------------------------------------------------


def blow(attack: int, defence: int, n: int, bonus: int, soak: int, options: dict[str, Any]) -> dict[int, Fraction]:
    """What one attack takes, by counting: net, then damage, then soak, as the document and its proposals have it."""
    taken: dict[int, Fraction] = {}
    totals = n @ d(6)
    for net in range(-defence, attack + 1):
        p = chance_of_net(attack, defence, lambda made, net=net: made == net)
        percent = 100 if net > 0 else options.get("glancing_percent", 0) if net == 0 else 0
        if net >= options.get("critical_net", 99):
            percent = options.get("critical_percent", 150)
        for total in totals.outcomes():
            damage = max(max(max(int(total) + bonus, 1) * percent // 100, 1) - soak, 1) if percent else 0
            taken[damage] = taken.get(damage, Fraction(0)) + p * Fraction(totals.quantity(total), totals.denominator())
    return taken


def ends_by_round(blows: dict[int, Fraction], hp: int, rounds: int) -> list[Fraction]:
    """The chance that a fighter who is struck at once a round falls in round 1, 2, …"""
    standing, falls = {hp: Fraction(1)}, []
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for left, p in standing.items():
            for damage, q in blows.items():
                after[max(left - damage, 0)] = after.get(max(left - damage, 0), Fraction(0)) + p * q
        falls.append(after.pop(0, Fraction(0)))
        standing = after
    return falls


@pytest.mark.parametrize(
    ("mine", "theirs", "options"),
    [
        # attack dice of which accuracy, STURDINESS, HP, damage dice, damage bonus, soak
        ((5, 1, 3, 20, 1, 2, 1), (4, 0, 4, 18, 2, 0, 0), {}),
        ((7, 2, 0, 15, 2, 0, 0), (6, 1, 2, 24, 1, 3, 2), {}),
        ((5, 0, 4, 22, 1, 1, 0), (5, 0, 4, 22, 1, 1, 0), {"glancing_percent": 50}),
        ((8, 3, 2, 16, 1, 4, 1), (7, 0, 5, 25, 2, 1, 0), {"critical_net": 4, "critical_percent": 150}),
        ((8, 0, 2, 19, 2, 0, 3), (9, 4, 3, 21, 1, 5, 1), {"critical_net": 3, "critical_percent": 200, "glancing_percent": 25}),
    ],
)
def test_attack_for_attack_a_fight_is_what_fractions_say(mine, theirs, options):
    rounds = 30
    (a, accuracy, sturdiness, hp, n, bonus, soak), (b, aim, guard, life, m, plus, shell) = mine, theirs
    weapon = {"damage": f"{n}d6+{bonus}", "accuracy": accuracy}
    me = hero(a - accuracy, sturdiness=sturdiness, hp=hp, weapon=weapon, armor={"name": "Mail", "soak": soak})
    it = foe(b - aim, sturdiness=guard, hp=life, damage=f"{m}d6+{plus}", soak=shell, accuracy=aim)
    ready = fracas.encounter(
        RULESET, {"hero": me, "enemies": [it], "opening": "hero", "round_limit": rounds}, options, ("aggressive", None)
    )
    exact = ready.solve()
    their_falls = ends_by_round(blow(a, guard, n, bonus, shell, options), life, rounds)
    my_falls = ends_by_round(blow(b, sturdiness, m, plus, soak, options), hp, rounds)
    i_stand = they_stand = Fraction(1)
    for r in range(1, rounds + 1):
        won = i_stand * their_falls[r - 1]
        they_stand -= their_falls[r - 1]
        lost = they_stand * my_falls[r - 1]
        i_stand -= my_falls[r - 1]
        assert abs(float(exact.by_round[1, r]) - float(won)) < 1e-12
        assert abs(float(exact.by_round[2, r]) - float(lost)) < 1e-12
    assert abs(exact.draw - float(i_stand * they_stand)) < 1e-12


# --- exact and sampled --------------------------------------------------------------------------------------------------


def random_options(choice: Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if choice.random() < 0.4:
        options["glancing_percent"] = choice.choice([25, 50])
    if choice.random() < 0.4:
        options.update(critical_net=choice.randint(2, 4), critical_percent=choice.choice([150, 200]))
    if choice.random() < 0.3:
        options["net_damage_percent"] = choice.choice([10, 25])
    if choice.random() < 0.3:
        options.update(base_sturdiness=choice.randint(1, 2), base_sturdiness_for=choice.choice(["everyone", "heroes"]))
    if choice.random() < 0.3:
        options["accuracy_cap"] = choice.randint(0, 3)
    if choice.random() < 0.3:
        options["zero_sturdiness_always_hit"] = True
    if choice.random() < 0.2:
        options["success_face"] = choice.choice([4, 6])
    return options


def random_builds(n: int) -> Iterator[Any]:
    """Fights of random numbers under random options: attack and be attacked, with Defend and abilities on both sides in some."""
    choice = Random(20251112)
    for number in range(n):
        weapon = {
            "damage": choice.choice(["1d6", "1d6+1", "2d6", "1d8+2", "3d6-1", "5"]),
            "accuracy": choice.randint(-1, 3),
            "attribute": choice.choice(["might", "finesse", "will"]),
        }
        me = hero(
            *[choice.randint(3, 7) for _ in range(4)],
            choice.randint(0, 5),
            hp=choice.randint(12, 32),
            stamina=choice.choice([0, 10, 15]),
            weapon=weapon,
            armor={"name": "Mail", "soak": choice.randint(0, 2)},
            abilities=choice.choice([[], ["power-strike"], ["aetheric-bolt"], ["battle-rage"], ["quick-dodge", "strike"]]),
        )
        moves = [{"name": "Attack", "weight": 3}]
        if choice.random() < 0.5:
            moves.append(
                choice.choice(
                    [
                        {"name": "Double", "weight": 1, "strikes": 2, "bonus_dice": -1},
                        {"name": "Rush", "weight": 1, "bonus_dice": 2, "stuns_self": 1},
                        {"name": "Cut", "weight": 1, "status": "bleeding", "turns": 2},
                        {"name": "Defend", "weight": 1, "kind": "guard"},
                    ]
                )
            )
        it = foe(
            *[choice.randint(3, 7) for _ in range(4)],
            choice.randint(0, 5),
            hp=choice.randint(12, 32),
            damage=choice.choice(["1d6+1", "1d6+3", "2d6"]),
            soak=choice.randint(0, 2),
            accuracy=choice.randint(0, 2),
            moves=moves,
        )
        scenario = {"hero": me, "enemies": [it], "opening": choice.choice(["hero", "enemies", "initiative"]), "round_limit": 60}
        yield pytest.param(scenario, random_options(choice), choice.choice(["sensible", "aggressive"]), id=f"build {number}")


def agrees(count: int, n: int, p: float, bound: float) -> bool:
    """Whether so many of n come within the stated error of an exact chance."""
    return abs(count / n - p) <= SIGMAS * sqrt(max(p * (1 - p), 1 / n) / n) + bound


@pytest.mark.parametrize(("scenario", "options", "policy"), list(random_builds(16)))
def test_exact_and_sampled_agree_on_random_builds(scenario, options, policy):
    n = 200_000
    ready = fracas.encounter(RULESET, scenario, options, (policy, None))
    exact = ready.solve()
    sampled = ready.simulate(n, seed=5)
    assert exact.error_bound < 1e-9
    assert exact.by_round.sum() == pytest.approx(1, abs=1e-9)
    for end, p in enumerate(exact.by_round.sum(axis=1)):
        assert agrees(int(sampled.end_counts[end]), n, float(p), exact.error_bound), ready.end_name(end)
    for r, p in enumerate(exact.by_round.sum(axis=0)):
        assert agrees(int(sampled.rounds[:, r].sum()), n, float(p), exact.error_bound), f"round {r}"
    if exact.by_round[0].sum() == 0:
        for side in (0, 1):
            counts = sampled.left[:, side].sum(axis=0)
            for hp, p in exact.left[side].items():
                assert agrees(int(counts[hp]), n, p, exact.error_bound), f"side {side} with {hp} HP"


# --- odds of an attack --------------------------------------------------------------------------------------------------


def net_by_icepool(attack: int, defence: int) -> dict[int, Fraction]:
    success = d(6) >= 5
    net = (attack @ success) - (defence @ success)
    return {int(n): Fraction(net.quantity(n), net.denominator()) for n in net.outcomes()}


@pytest.mark.parametrize("attack", range(13))
def test_odds_are_icepools(attack):
    for defence in range(13):
        net = net_distribution(attack, defence, Options())
        assert dict(net.items()) == net_by_icepool(attack, defence)
        assert hit_chance(attack, defence) == net.where(lambda n: n > 0)


def test_a_die_more_always_helps_and_against_it_always_hinders():
    hits = [[hit_chance(attack, defence) for defence in range(1, 16)] for attack in range(1, 21)]
    for row in (*hits, *map(list, zip(*hits[::-1], strict=True))):
        assert row == sorted(set(row), reverse=True)


def test_hit_chances_keep_to_the_options():
    for attack in range(1, 5):
        for defence in range(1, 5):
            assert hit_chance(attack, defence, Options(success_face=4)) == chance_of_net(attack, defence, lambda net: net > 0, face=4)


@pytest.mark.parametrize(
    ("attack", "defence", "as_if"), [(0, 0, (0, 0)), (-1, 0, (0, 0)), (-3, 4, (0, 4)), (4, -3, (4, 0)), (-9, -9, (0, 0))]
)
def test_less_than_no_dice_are_no_dice(attack, defence, as_if):  # rune-and-rust.md:306
    assert net_distribution(attack, defence, Options()) == net_distribution(*as_if, Options())
    assert hit_chance(attack, defence) == hit_by_counting(*as_if)


def test_without_dice_on_either_side_net_is_0():  # rune-and-rust.md:306
    assert dict(net_distribution(0, 0, Options()).items()) == {0: 1}
    assert dict(net_distribution(0, 3, Options()).items()) == {-n: chance_of_net(3, 0, lambda net, n=n: net == n) for n in range(4)}


def test_a_question_is_answered_with_exact_fractions():
    answer = ask({"attack": "5", "defense": "5"}, Options())
    assert Fraction(answer.result["hit"]["fraction"]) == hit_by_counting(5, 5)
    assert Fraction(answer.result["tie"]["fraction"]) == chance_of_net(5, 5, lambda net: net == 0)
    assert Fraction(answer.result["mean_net"]["fraction"]) == 0
    assert "5d6 against 5d6: hits 36.85" in answer.sentence


def test_a_question_counts_every_bonus():  # rune-and-rust.md:75
    question = {"attack": "5", "defense": "6", "accuracy": "3", "ability": "3", "rage": "yes", "saga": "yes", "analyzed": "yes"}
    answer = ask(question, Options())
    assert answer.result["attack_dice"] == 5 + 3 + 3 + 2 + 2 + 2
    assert Fraction(answer.result["hit"]["fraction"]) == hit_by_counting(17, 6)


def test_a_question_about_damage_is_answered_by_the_rule():
    answer = ask({"attack": "4", "defense": "2", "damage": "2d6", "soak": "3", "hp": "5"}, Options())
    hit = hit_by_counting(4, 2)
    assert Fraction(answer.result["fells"]["fraction"]) == hit * Fraction(15, 36)  # 2d6 of 8 or more, less 3, fell 5 HP
