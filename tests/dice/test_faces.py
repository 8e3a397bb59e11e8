"""Faces shown in play: they fit the result, and given the result they fall as real dice fall."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from tests.dice.asking import ANY, assert_fits, by_brute_force, sampled

from fracas.dice import Event, PlayedDice, Roll, note


def played(kind: str, fights: int = 300):
    """Questions of one kind in play: what was asked, what was answered, and the log of it."""
    draw = random.Random(kind)
    for fight in range(fights):
        question = ANY[kind](draw)
        dice = PlayedDice(5, fight)
        result = question.put_to(dice)
        (entry,) = dice.entries
        assert isinstance(entry, Roll)
        assert entry.result == result
        yield question.numbers, result, entry


def are_faces(faces: tuple[int, ...], n: float, sides: float) -> bool:
    return len(faces) == max(n, 0) and all(1 <= f <= sides for f in faces)


def test_a_die_shows_the_face_that_fell():
    for (sides,), result, entry in played("die"):
        assert (entry.kind, entry.sides, entry.faces) == ("die", sides, (result,))
        assert are_faces(entry.faces, 1, sides)


def test_the_faces_of_a_roll_total_its_result():
    for (n, sides), result, entry in played("roll"):
        assert (entry.kind, entry.sides) == ("sum", sides)
        assert are_faces(entry.faces, n, sides)
        assert sum(entry.faces) == result


def test_the_faces_of_a_pool_have_its_successes():
    for (n, face, sides), result, entry in played("successes"):
        assert (entry.kind, entry.sides, entry.face) == ("pool", sides, face)
        assert are_faces(entry.faces, n, sides)
        assert sum(f >= face for f in entry.faces) == result == entry.attack_successes


def test_the_faces_of_opposed_pools_have_their_net_as_far_as_it_was_told():
    beyond = 0
    for (attack, defence, face, sides, low, high), result, entry in played("net", fights=2000):
        assert (entry.kind, entry.sides, entry.face) == ("net", sides, face)
        assert are_faces(entry.faces, attack, sides)
        assert are_faces(entry.against, defence, sides)
        made = sum(f >= face for f in entry.faces) - sum(f >= face for f in entry.against)
        assert entry.attack_successes - entry.defence_successes == made
        assert min(max(made, low), high) == result
        beyond += made != result
    assert beyond > 100  # clips were put to the test


def test_the_faces_of_kept_dice_have_the_kept_total():
    for (n, sides, highest, lowest), result, entry in played("keep"):
        assert (entry.kind, entry.sides) == ("keep", sides)
        assert are_faces(entry.faces, n, sides)
        ranked = sorted(entry.faces)
        assert sum(f for i, f in enumerate(ranked) if i < lowest or i >= n - highest) == result


def test_the_faces_of_a_roll_told_by_marks_reach_as_many_of_them():
    for (n, sides, highest, lowest, *marks), result, entry in played("reach"):
        assert (entry.kind, entry.sides) == ("reach", sides)
        assert are_faces(entry.faces, n, sides)
        ranked = sorted(entry.faces)
        total = sum(f for i, f in enumerate(ranked) if i < lowest or i >= n - highest)
        assert sum(total >= mark for mark in marks) == result


@pytest.mark.parametrize("kind", ["chance", "pick", "scaled"])
def test_a_draw_without_dice_shows_none(kind):
    for _, _, entry in played(kind):
        assert (entry.kind, entry.faces, entry.against, entry.sides) == (kind, (), (), 0)


def test_rolls_and_notes_are_logged_in_the_order_they_came():
    dice = PlayedDice(1)
    first = dice.die(6)
    note(dice, 7, 1, 2)
    second = dice.roll(2, 6)
    assert [type(entry) for entry in dice.entries] == [Roll, Event, Roll]
    assert dice.entries[1] == Event(7, 1, 2, 0)
    assert [dice.entries[0].result, dice.entries[2].result] == [first, second]


# --- given what the rule was told, faces fall as real faces do -----------------------------------------------------------

FIGHTS = 20_000


def opposed_rolls(attack: int, defence: int, face: int, low: int, high: int) -> list[Roll]:
    rolls = []
    for fight in range(FIGHTS):
        dice = PlayedDice(77, fight)
        dice.net(attack, defence, face, 6, low, high)
        rolls.append(dice.entries[0])
    return rolls


@pytest.mark.parametrize(("face", "low", "high"), [(5, -1, 2), (5, 0, 1), (3, 0, 2), (5, 0, 0)])
def test_every_hand_of_both_pools_is_as_likely_as_any_other(face, low, high):
    seen = Counter(roll.faces + roll.against for roll in opposed_rolls(2, 1, face, low, high))
    assert_fits(seen, {hand: Fraction(1, 6**3) for hand in product(range(1, 7), repeat=3)})


def given_the_result(attack: int, defence: int, low: int, high: int, shown) -> dict[int, dict[object, Fraction]]:
    """The chances of what ``shown`` sees in a hand of both pools, for each result told, by rolling every hand there is."""

    def told(hand):
        return min(max(sum(f >= 5 for f in hand[:attack]) - sum(f >= 5 for f in hand[attack:]), low), high)

    both = by_brute_force(attack + defence, 6, lambda hand: (told(hand), shown(hand[:attack], hand[attack:])))
    chances: dict[int, dict[object, Fraction]] = {}
    for (result, sight), p in both.items():
        chances.setdefault(result, {})[sight] = p
    return {result: {sight: p / sum(part.values()) for sight, p in part.items()} for result, part in chances.items()}


SIGHTS = {
    "successes of both": lambda faces, against: (sum(f >= 5 for f in faces), sum(f >= 5 for f in against)),
    "the first attack die": lambda faces, against: faces[0],
    "the last attack die": lambda faces, against: faces[-1],
    "the last defence die": lambda faces, against: against[-1],
    "the first die of both": lambda faces, against: (faces[0], against[0]),
}


@pytest.fixture(scope="module")
def told() -> list[Roll]:
    """3 dice against 2, told as -1 or less, 0, 1, or 2 or more."""
    return opposed_rolls(3, 2, 5, -1, 2)


@pytest.mark.parametrize("sight", SIGHTS)
def test_given_the_result_faces_fall_as_in_all_hands_with_that_result(told, sight):
    chances = given_the_result(3, 2, -1, 2, SIGHTS[sight])
    assert set(chances) == {-1, 0, 1, 2}
    for result in chances:
        seen = Counter(SIGHTS[sight](roll.faces, roll.against) for roll in told if roll.result == result)
        assert_fits(seen, chances[result])


def test_the_faces_of_the_largest_pools_in_the_table_are_fair():
    seen: Counter[int] = Counter()
    for fight in range(800):
        dice = PlayedDice(8, fight)
        dice.net(24, 24, 5, 6, 0, 3)
        seen.update(dice.entries[0].faces + dice.entries[0].against)
    # Dice of one roll are not independent given its result, but over all results they are: 38,400 fair faces.
    assert_fits(seen, dict.fromkeys(range(1, 7), Fraction(1, 6)))


# --- the rules' dice do not know that faces are shown --------------------------------------------------------------------


def test_filling_in_faces_does_not_disturb_the_rules_dice():
    class Faceless(PlayedDice):
        def _faces_for_net(self, *told):
            return (), ()

    draw = random.Random(9)
    for fight in range(200):
        questions = [ANY[draw.choice(["net", "net", "roll", "chance", "key"])](draw) for _ in range(12)]
        shown, hidden = PlayedDice(2, fight), Faceless(2, fight)
        compiled = sampled(questions, 2, 1, fight)[0][0].tolist()
        assert [q.put_to(shown) for q in questions] == [q.put_to(hidden) for q in questions] == compiled
        assert (shown.at, shown.stream_key) == (hidden.at, hidden.stream_key)


def test_the_same_fight_shows_the_same_faces():
    def log(fight):
        dice = PlayedDice(2, fight)
        for _ in range(5):
            dice.net(6, 4, 5, 6, 0, 2)
        return dice.entries

    assert log(1) == log(1)
    assert log(1) != log(2)


def test_one_roll_after_another_shows_faces_of_its_own():
    dice = PlayedDice(1)
    for _ in range(50):
        dice.net(24, 0, 5, 6, 0, 1)
    assert len({roll.faces for roll in dice.entries}) == 50


def test_rolls_under_different_keys_show_faces_of_their_own():
    dice = PlayedDice(1)
    for entity in range(50):
        dice.key(1, entity, 0)
        dice.net(24, 0, 5, 6, 0, 1)
    assert len({roll.faces for roll in dice.entries}) == 50


def test_rolls_whose_answer_is_certain_show_faces_of_their_own():
    dice = PlayedDice(1)
    for _ in range(50):
        dice.net(24, 0, 5, 6, 0, 0)
    assert len({roll.faces for roll in dice.entries}) == 50
