"""The same fight everywhere: played dice and the compiled stream give the same answers, question by question."""

import random
from itertools import count

import numpy as np
import pytest
from tests.dice.asking import ANY, Question, answer, asking, sampled

from fracas.dice import PlayedDice
from fracas.dice.generator import POLICY_LANE, RULES_LANE

SEEDS = [0, 1, 20_240_229, 2**63 - 1]


def assert_same(questions: list[Question], seed: int, fights: int, first: int = 0, lane: int = RULES_LANE) -> None:
    """All questions in a row get the same answers in play and compiled, and take the same number of words."""
    answers, counters = sampled(questions, seed, fights, first, lane)
    for fight, row, counter in zip(count(first), answers.tolist(), counters.tolist(), strict=False):
        dice = PlayedDice(seed, fight, lane)
        for question, compiled in zip(questions, row, strict=True):
            assert question.put_to(dice) == compiled, f"{question} in fight {fight} of seed {seed}"
        assert dice.at == counter, f"words taken in fight {fight} of seed {seed}"


@pytest.mark.parametrize("kind", [kind for kind in ANY if kind != "key"])
def test_play_and_the_compiled_stream_answer_alike(kind):
    draw = random.Random(kind)
    for seed in SEEDS:
        assert_same([ANY[kind](draw) for _ in range(30)], seed, fights=40, first=draw.choice([0, 7_301_554, 2**40]))


@pytest.mark.parametrize("seed", SEEDS)
def test_questions_of_all_kinds_in_a_row_stay_in_step(seed):
    draw = random.Random(seed)
    for _ in range(15):
        assert_same([draw.choice(list(ANY.values()))(draw) for _ in range(25)], seed, fights=15, first=draw.randrange(2**62))


def test_thousands_of_fights_are_the_same():
    questions = [asking("net", 5, 3, 5, 6, -3, 5), asking("roll", 2, 6), asking("keep", 3, 10, 1, 1), asking("die", 20)]
    assert_same(questions, seed=7, fights=4000)


def test_other_lanes_are_the_same_too_and_not_the_rules_own():
    questions = [asking("roll", 8, 6), asking("pick", 1, 2, 3), asking("die", 100)]
    assert_same(questions, seed=3, fights=200, lane=POLICY_LANE)
    rules, policy = (sampled(questions, 3, 200, lane=lane)[0] for lane in (RULES_LANE, POLICY_LANE))
    assert (rules != policy).any(axis=1).mean() > 0.9


def test_the_same_key_in_the_same_fight_draws_the_same_words_again():
    here, there = asking("key", 1, 17, 5), asking("key", 1, 18, 5)
    draws = [asking("die", 2**32), asking("roll", 10, 20)]
    questions = [here, *draws, there, *draws, here, *draws]
    assert_same(questions, seed=11, fights=100)
    rows = sampled(questions, 11, 100)[0].reshape(100, 3, 3)
    assert (rows[:, 0] == rows[:, 2]).all()
    assert (rows[:, 0, 1] != rows[:, 1, 1]).all()  # 100 pairs of 32-bit numbers: two are equal with a chance of 2.3e-8


def test_domain_entity_and_tick_are_told_apart():
    keys = [(a, b, c) for a in (0, 1, 2) for b in (0, 1, 2) for c in (0, 1, 2)]
    questions = [q for numbers in keys for q in (asking("key", *numbers), asking("die", 2**32))]
    assert len(set(sampled(questions, 1, 1)[0][0, 1::2].tolist())) == len(keys)  # 351 pairs: a chance of 8e-8


def test_a_keyed_draw_does_not_depend_on_what_was_asked_before():
    keyed = [asking("key", 2, 3, 4), asking("roll", 9, 10)]
    assert sampled([asking("roll", 50, 6), *keyed], 5, 50)[0][:, -1].tolist() == sampled(keyed, 5, 50)[0][:, -1].tolist()


@pytest.mark.parametrize("kind", ANY)
def test_numbers_straight_from_a_record_are_asked_with_alike(kind):
    draw = random.Random(kind)
    for fight in range(40):
        question = ANY[kind](draw)
        plain, recorded = PlayedDice(1, fight), PlayedDice(1, fight)
        code, n, x = question.coded()
        assert answer(recorded, np.int64(code), n, x) == question.put_to(plain)
        assert recorded.entries == plain.entries


@pytest.mark.parametrize("question", [asking("roll", -1, 6), asking("successes", 0, 5, 6), asking("net", 0, -4, 5, 6, -3, 3)], ids=str)
def test_no_dice_make_nothing_and_take_no_word(question):
    dice = PlayedDice(0)
    assert question.put_to(dice) == 0
    assert dice.at == 0
    assert sampled([question], 0, 1)[1].tolist() == [0]
