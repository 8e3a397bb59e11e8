"""Exact is exact: enumerated dice against every hand there is, against icepool, and against the compiled tape."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from tests.dice.asking import Question, asking, by_brute_force, enumerated, sampled

from fracas.dice import (
    Distribution,
    ExactDice,
    ScriptedDice,
    chance,
    die,
    distribution,
    keep,
    net,
    outcomes,
    pick,
    reach,
    roll,
    scaled,
    successes,
)
from fracas.dice.compiled import DEPTH, MEMO, new_tape
from fracas.dice.counting import width_of
from fracas.dice.tapes import ROW_WIDTH
from fracas.errors import FracasError

KEPT_OF_D10 = {  # the modes of Veinbreaker's rules (veinbreaker.md, lines 9 to 14): dice, highest kept, lowest kept
    "disadvantage": (3, 1, 1),
    "severe disadvantage": (4, 1, 1),
    "extreme disadvantage": (4, 0, 2),
    "advantage": (3, 2, 0),
    "severe advantage": (4, 2, 0),
    "two lowest of three": (3, 0, 2),
}


def kept(hand: tuple[int, ...], highest: int, lowest: int) -> int:
    ranked = sorted(hand, reverse=True)
    return sum(ranked[:highest]) + sum(ranked[len(hand) - lowest :])


# --- every hand there is -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [1, 2, 6, 10, 20])
def test_a_die_shows_each_face_alike(sides):
    assert dict(distribution(lambda dice: die(dice, sides)).items()) == by_brute_force(1, sides, sum)


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 6), (3, 6), (5, 4), (7, 2), (3, 20), (4, 1)])
def test_a_roll_totals_as_all_its_hands_do(n, sides):
    assert dict(distribution(lambda dice: roll(dice, n, sides)).items()) == by_brute_force(n, sides, sum)


@pytest.mark.parametrize("n", [0, -1, -20])
def test_no_dice_total_nothing_and_make_no_success(n):
    assert distribution(lambda dice: (roll(dice, n, 6), successes(dice, n, 5, 6))) == Distribution({(0, 0): Fraction(1)})


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (4, 6), (3, 10), (5, 4)])
def test_a_pool_succeeds_as_all_its_hands_do_whatever_the_face(n, sides):
    for face in range(sides + 3):
        expected = by_brute_force(n, sides, lambda hand, face=face: sum(f >= face for f in hand))
        assert dict(distribution(lambda dice, face=face: successes(dice, n, face, sides)).items()) == expected


@pytest.mark.parametrize(("attack", "defence"), [(a, d) for a in range(5) for d in range(5) if a + d <= 4] + [(-2, 2), (2, -1)])
@pytest.mark.parametrize(("face", "sides"), [(5, 6), (1, 6), (3, 4)])
def test_opposed_pools_net_as_all_their_hands_do_within_every_clip(attack, defence, face, sides):
    a, d = max(attack, 0), max(defence, 0)
    full = by_brute_force(a + d, sides, lambda hand: sum(f >= face for f in hand[:a]) - sum(f >= face for f in hand[a:]))
    for low in range(-6, 7):
        for high in range(max(low, -d), 7):
            expected: Counter[int] = Counter()
            for result, p in full.items():
                expected[min(max(result, low), high)] += p
            assert dict(distribution(lambda dice, c=(low, high): net(dice, attack, defence, face, sides, *c)).items()) == expected


@pytest.mark.parametrize("sides", [6, 10])
def test_a_net_that_is_always_above_high_is_high(sides):
    question = asking("net", 1, 1, 5, sides, -9, -3)
    assert distribution(question.put_to) == Distribution({-3: Fraction(1)})
    assert set(sampled([question], 1, 100)[0].ravel().tolist()) == {-3}


@pytest.mark.parametrize("mode", KEPT_OF_D10)
def test_kept_dice_total_as_in_all_hands(mode):
    n, highest, lowest = KEPT_OF_D10[mode]
    expected = by_brute_force(n, 10, lambda hand: kept(hand, highest, lowest))
    assert dict(distribution(lambda dice: keep(dice, n, 10, highest, lowest)).items()) == expected


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 4), (5, 4), (4, 6)])
def test_any_highest_and_lowest_dice_may_be_kept(n, sides):
    for highest in range(n + 1):
        for lowest in range(n - highest + 1):
            expected = by_brute_force(n, sides, lambda hand, k=(highest, lowest): kept(hand, *k))
            assert dict(distribution(lambda dice, k=(highest, lowest): keep(dice, n, sides, *k)).items()) == expected


@pytest.mark.parametrize("marks", [(2, 12, 20), (2, 2, 20), (2, 20, 20), (0, 5, 40), (21, 22, 23), (7, 10, 13)])
@pytest.mark.parametrize(("n", "sides", "highest", "lowest"), [(1, 20, 1, 0), (2, 20, 1, 0), (2, 20, 0, 1), (2, 6, 2, 0), (1, 6, 0, 0)])
def test_marks_are_reached_as_in_all_hands(n, sides, highest, lowest, marks):
    expected = by_brute_force(n, sides, lambda hand: sum(kept(hand, highest, lowest) >= mark for mark in marks))
    assert dict(distribution(lambda dice: reach(dice, n, sides, highest, lowest, marks)).items()) == expected


@pytest.mark.parametrize(("p", "yes"), [(0.25, Fraction(1, 4)), (0.1, Fraction(0.1)), (0, 0), (1, 1), (-3.0, 0), (2.5, 1)])
def test_a_chance_is_the_binary_fraction_it_is_given_as_kept_from_0_to_1(p, yes):
    assert distribution(lambda dice: chance(dice, p)) == Distribution({True: Fraction(yes), False: 1 - Fraction(yes)})


@pytest.mark.parametrize("weights", [(1,), (1, 2, 3), (0, 5, 0, 0, 3, 0), (0, 0, 7), (10**9, 1, 0)])
def test_a_pick_has_its_share_of_the_weights_and_zero_is_never_picked(weights):
    expected = {i: Fraction(w, sum(weights)) for i, w in enumerate(weights) if w}
    assert dict(distribution(lambda dice: pick(dice, weights, len(weights))).items()) == expected


def test_a_pick_heeds_only_the_first_n_weights():
    assert distribution(lambda dice: pick(dice, (1, 3, 99), 2)) == Distribution({0: Fraction(1, 4), 1: Fraction(3, 4)})


SCALED = [(37.0, 0.75, 1.25), (10.0, 0.5, 1.5), (7.5, 0.125, 1.0), (3.0, 0.0, 1.0), (0.75, 0.5, 1.0), (100.0, 0.9, 1.1), (12.0, 1.0, 1.0)]


@pytest.mark.parametrize("numbers", SCALED)
def test_a_scaled_value_is_the_floor_of_the_value_times_a_uniform_number(numbers):
    value, low, high = numbers
    points = 100_000
    # The midpoint rule over the interval is off by at most one point at each end of the stretch that floors to a number.
    counts = Counter(math.floor(value * (low + (high - low) * (i + 0.5) / points)) for i in range(points))
    exact = distribution(lambda dice: scaled(dice, value, low, high))
    for result in set(exact) | set(counts):
        assert abs(exact[result] - Fraction(counts[result], points)) <= Fraction(2, points)


def test_a_scaled_value_between_whole_numbers_has_exact_shares():
    assert distribution(lambda dice: scaled(dice, 10, 0.75, 1.25)) == Distribution(
        {7: Fraction(1, 10), 8: Fraction(1, 5), 9: Fraction(1, 5), 10: Fraction(1, 5), 11: Fraction(1, 5), 12: Fraction(1, 10)}
    )


def test_a_die_that_is_both_highest_and_lowest_counts_alike_everywhere():
    lone = asking("keep", 1, 10, 1, 1)
    in_play = set(sampled([lone], 1, 1000)[0].ravel().tolist())
    assert set(distribution(lone.put_to)) == in_play
    assert {lone.put_to(ScriptedDice([face])) for face in range(1, 11)} == in_play


# --- rules that go on as their dice fall -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_die_that_says_how_many_dice_to_roll():
    expected: Counter[int] = Counter()
    for n in (1, 2, 3):
        for total, p in by_brute_force(n, 4, sum).items():
            expected[total] += p / 3
    asked = asking("die_of_dice", 3, 4)
    assert dict(distribution(asked.put_to).items()) == expected
    assert dict(distribution(lambda dice: roll(dice, die(dice, 3), 4)).items()) == expected
    runs = enumerated(asked)
    assert len(runs) == 4 + 4**2 + 4**3
    for total, p in expected.items():
        assert math.isclose(sum(chance for (answer,), chance in runs if answer == total), p, rel_tol=1e-14)


def test_each_way_the_dice_fall_is_visited_once():
    seen = Counter(faces for faces, _ in outcomes(lambda dice: (die(dice, 4), successes(dice, 3, 5, 6), chance(dice, 0.5))))
    assert seen == Counter(product(range(1, 5), range(4), (False, True)))
    runs = Counter(faces for faces, _ in enumerated(asking("die", 4), asking("successes", 3, 5, 6), asking("chance", 0.5)))
    assert runs == seen


def test_what_cannot_happen_is_not_visited():
    assert [answer for answer, _ in outcomes(lambda dice: pick(dice, (0, 1, 0, 1), 4))] == [1, 3]
    assert [answer for answer, _ in outcomes(lambda dice: (chance(dice, 0), chance(dice, 1)))] == [(False, True)]


def test_too_many_outcomes_are_refused_with_the_remedy():
    def ask(dice):
        return [die(dice, 10) for _ in range(3)]

    assert len(list(outcomes(ask, limit=1000))) == 1000
    with pytest.raises(FracasError, match="more than 999 ways for these dice to fall; ask about less at once, or simulate") as refused:
        list(outcomes(ask, limit=999))
    assert refused.value.code == "too-many-outcomes"


# --- icepool, for more dice than can be listed -------------------------------------------------------------------------


def as_fractions(results: icepool.Die) -> dict[int, Fraction]:
    return {result: results.probability(result) for result in results.outcomes()}


@pytest.mark.parametrize(("n", "sides"), [(10, 6), (7, 20), (30, 6), (4, 100), (120, 6)])
def test_totals_are_icepools(n, sides):
    assert dict(distribution(lambda dice: roll(dice, n, sides)).items()) == as_fractions(n @ icepool.d(sides))


@pytest.mark.parametrize(("n", "face", "sides"), [(20, 5, 6), (40, 8, 10), (9, 2, 20), (600, 5, 6)])
def test_pools_are_icepools(n, face, sides):
    expected = as_fractions(n @ (icepool.d(sides) >= face).map({True: 1, False: 0}))
    assert dict(distribution(lambda dice: successes(dice, n, face, sides)).items()) == expected


@pytest.mark.parametrize(
    ("attack", "defence", "face", "sides"), [(12, 9, 5, 6), (30, 20, 4, 6), (6, 15, 8, 10), (24, 24, 5, 6), (0, 8, 6, 6)]
)
def test_opposed_pools_are_icepools(attack, defence, face, sides):
    one = (icepool.d(sides) >= face).map({True: 1, False: 0})
    full = attack @ one - defence @ one
    told = full.map(lambda n: min(max(n, -1), 3))
    assert dict(distribution(lambda dice: net(dice, attack, defence, face, sides, -99, 99)).items()) == as_fractions(full)
    assert dict(distribution(lambda dice: net(dice, attack, defence, face, sides, -1, 3)).items()) == as_fractions(told)


@pytest.mark.parametrize(("n", "sides", "highest", "lowest"), [(6, 8, 3, 0), (5, 12, 0, 2), (6, 6, 1, 1), (4, 20, 2, 0), (7, 6, 2, 3)])
def test_kept_dice_are_icepools(n, sides, highest, lowest):
    counted = [1] * lowest + [0] * (n - highest - lowest) + [1] * highest
    expected = as_fractions(icepool.d(sides).keep(n, counted))
    assert dict(distribution(lambda dice: keep(dice, n, sides, highest, lowest)).items()) == expected


# --- the compiled tape -------------------------------------------------------------------------------------------------

ROUNDING = 2.0**-53
SMALL = [
    asking("die", 6),
    asking("die", 100),
    asking("roll", 1, 6),
    asking("roll", 2, 6),
    asking("roll", 10, 6),
    asking("roll", 3, 20),
    asking("roll", 0, 6),
    asking("successes", 6, 5, 6),
    asking("successes", 4, 0, 6),
    asking("successes", 4, 7, 6),
    asking("successes", 20, 8, 10),
    asking("net", 5, 3, 5, 6, -3, 5),
    asking("net", 5, 3, 5, 6, 0, 1),
    asking("net", 5, 3, 5, 6, 2, 9),
    asking("net", 5, 3, 5, 6, -9, -2),
    asking("net", 0, 4, 5, 6, -2, 0),
    asking("net", 6, 6, 4, 10, -1, 1),
    asking("net", 2, 2, 5, 6, 7, 9),
    *(asking("keep", n, 10, highest, lowest) for n, highest, lowest in KEPT_OF_D10.values()),
    *(asking("reach", n, 20, highest, 1 - highest, 2, need, 20) for n in (1, 2) for highest in (0, 1) for need in (2, 12, 20)),
    asking("reach", 4, 6, 3, 0, 4, 11, 15),
    asking("chance", 0.25),
    asking("chance", 1 / 3),
    asking("chance", 0.0),
    asking("chance", 7.0),
    asking("pick", 3, 0, 4, 0, 1),
    asking("pick", 0, 0, 5),
    *(asking("scaled", *numbers) for numbers in SCALED if numbers != (100.0, 0.9, 1.1)),
]


@pytest.mark.parametrize("question", SMALL, ids=str)
def test_the_compiled_tape_has_the_exact_distribution(question):
    runs = [(answer, p) for (answer,), p in enumerated(question) if p]
    exact = distribution(question.put_to)
    assert [answer for answer, _ in runs] == list(exact)  # each result, once, in order
    for answer, p in runs:
        assert math.isclose(p, exact[answer], rel_tol=1e-15)


@pytest.mark.parametrize(
    "question",
    [asking("successes", 200, 5, 6), asking("net", 60, 80, 5, 6, -9, 9), asking("roll", 60, 6), asking("roll", 120, 6)],
    ids=str,
)
def test_large_rolls_on_the_compiled_tape_are_off_by_no_more_than_their_roundings(question):
    runs: dict[int, float] = {}
    for (answer,), p in enumerated(question):
        runs[answer] = runs.get(answer, 0.0) + p
    exact = distribution(question.put_to)
    assert set(runs) == set(exact)
    for answer, p in runs.items():  # three roundings a die, and at most 512 in the sums of a row
        assert math.isclose(p, exact[answer], rel_tol=ROUNDING * (3 * sum(question.numbers[:2]) + 512))


@pytest.mark.parametrize("question", [asking("successes", 400, 8, 10), asking("net", 200, 200, 6, 6, -3, 3)], ids=str)
def test_hundreds_of_dice_on_the_compiled_tape_still_have_chances(question):
    exact = distribution(question.put_to)
    for (answer,), p in enumerated(question):
        assert math.isclose(p, exact[answer], rel_tol=1e-12, abs_tol=1e-300)


def test_questions_in_a_row_multiply_their_chances():
    questions = [asking("net", 3, 2, 5, 6, 0, 2), asking("roll", 2, 6), asking("key", 1, 2, 3), asking("chance", 0.3), asking("pick", 1, 2)]
    runs = enumerated(*questions)
    each = [distribution(question.put_to) for question in questions]
    assert len({answers for answers, _ in runs}) == len(runs) == math.prod(len(one) for one in each) == 3 * 11 * 2 * 2
    for answers, p in runs:
        assert math.isclose(p, math.prod(one[answer] for one, answer in zip(each, answers, strict=True)), rel_tol=1e-14)


def test_a_tape_that_was_asked_more_rows_than_it_remembers_still_answers_right():
    draw = random.Random(1)
    questions = [asking("net", a, d, f, 6, -d, a) for a in range(1, 9) for d in range(1, 9) for f in range(2, 7)]
    assert len(questions) > MEMO
    tape = new_tape()
    for question in draw.sample(questions, len(questions)) + draw.sample(questions, 60):
        exact = distribution(question.put_to)
        for (answer,), p in enumerated(question, tape=tape):
            assert math.isclose(p, exact[answer], rel_tol=1e-14), question


def test_a_tape_says_when_an_action_asks_more_than_it_can_hold():
    tape = new_tape()
    enumerated(*[asking("die", 1)] * DEPTH, tape=tape)
    assert not tape[0]["overflow"]
    enumerated(*[asking("die", 1)] * (DEPTH + 1), tape=tape)
    assert tape[0]["overflow"]


@pytest.mark.parametrize(
    "question",
    [
        asking("roll", 300, 6),
        asking("roll", 3, 300),
        asking("roll", 2, 512),
        asking("successes", 1100, 5, 6),
        asking("net", 300, 300, 5, 6, -9, 9),
        asking("net", 256, 256, 5, 6, -9, 9),
        asking("keep", 2, 600, 1, 0),
        asking("keep", 3, 300, 1, 1),
        asking("reach", 3, 300, 1, 1, 2, 300, 500),
    ],
    ids=str,
)
def test_no_row_is_wider_than_the_compiled_tape_can_hold(question):
    class Watched(ExactDice):
        def choose_row(self, kind, a, b, c, d, low, high):
            assert width_of(kind, a, b, c, d) <= ROW_WIDTH
            return low

    question.put_to(Watched())


# As fractions 10 x 1.1 is a hair above 11; as floats it is 11.
@pytest.mark.parametrize("numbers", [(10.0, 0.9, 1.1), (100.0, 0.9, 1.1), (20.0, 0.85, 1.15), (8.0, 0.7, 1.3)])
def test_both_tapes_list_the_same_results_of_a_scaled_value(numbers):
    question = asking("scaled", *numbers)
    assert [answer for (answer,), p in enumerated(question) if p] == list(distribution(question.put_to))


# --- all of them -------------------------------------------------------------------------------------------------------


def any_question(draw: random.Random) -> Question:
    sides = draw.choice([2, 4, 6, 8, 10])
    a, d = draw.randint(-1, 12), draw.randint(-1, 12)
    n = draw.randint(1, 5)
    highest = draw.randint(0, n)
    low = draw.uniform(0, 1)
    return draw.choice(
        [
            asking("die", sides),
            asking("roll", a, sides),
            asking("successes", a, draw.randint(0, sides + 1), sides),
            asking("net", a, d, draw.randint(0, sides + 1), sides, -draw.randint(0, 12), draw.randint(0, 12)),
            asking("keep", n, sides, highest, draw.randint(0, n - highest)),
            asking("chance", draw.uniform(-0.2, 1.2)),
            asking("pick", *(draw.randint(0, 4) for _ in range(draw.randint(0, 8))), 1),
            asking("scaled", draw.uniform(0, 60), low, low + draw.uniform(0, 1)),
        ]
    )


def test_the_chances_of_all_ways_add_up_to_exactly_one():
    draw = random.Random(4)
    for _ in range(300):
        question = any_question(draw)
        assert sum(p for _, p in outcomes(question.put_to)) == 1, question
        assert math.isclose(sum(p for _, p in enumerated(question)), 1, rel_tol=1e-13), question
