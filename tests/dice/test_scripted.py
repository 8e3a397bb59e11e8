"""Scripted dice: they answer in order, and say what, where and what to do when they cannot."""

import pytest

from fracas.dice import Event, Roll, ScriptedDice, chance, die, keep, key, net, note, pick, reach, roll, scaled, successes
from fracas.errors import FracasError


def test_faces_are_taken_in_order_by_whoever_asks():
    dice = ScriptedDice([4, 3, 5, 6, 1, 5])
    assert die(dice, 6) == 4
    assert roll(dice, 2, 6) == 3 + 5
    assert successes(dice, 3, 5, 6) == 2
    assert dice.left == 0


def test_opposed_pools_take_the_attacks_faces_first():
    dice = ScriptedDice([6, 5, 1, 5, 2])
    assert net(dice, 3, 2, 5, 6, -2, 3) == 1
    assert dice.entries == [Roll("net", 1, 6, (6, 5, 1), (5, 2), 5)]
    assert (dice.entries[0].attack_successes, dice.entries[0].defence_successes) == (2, 1)


@pytest.mark.parametrize(("low", "high", "told"), [(-2, 3, 3), (0, 1, 1), (0, 2, 2), (4, 9, 4), (-9, -1, -1), (0, 0, 0)])
def test_a_net_is_told_from_low_to_high(low, high, told):
    assert net(ScriptedDice([6, 5, 5]), 3, 0, 5, 6, low, high) == told


@pytest.mark.parametrize(("highest", "lowest", "total"), [(1, 1, 9 + 2), (2, 0, 9 + 7), (0, 2, 2 + 4), (1, 0, 9), (0, 0, 0), (2, 2, 22)])
def test_the_highest_and_the_lowest_are_kept(highest, lowest, total):
    dice = ScriptedDice([7, 2, 9, 4])
    assert keep(dice, 4, 10, highest, lowest) == total
    assert dice.entries == [Roll("keep", total, 10, (7, 2, 9, 4))]


@pytest.mark.parametrize(("face", "reached"), [(1, 0), (2, 1), (11, 1), (12, 2), (19, 2), (20, 3)])
def test_a_check_is_told_by_the_marks_its_die_reaches(face, reached):
    dice = ScriptedDice([face])
    assert reach(dice, 1, 20, 1, 0, (2, 12, 20)) == reached
    assert dice.entries == [Roll("reach", reached, 20, (face,))]


def test_a_chance_takes_yes_or_no_a_pick_an_index_a_scaled_value_a_point_of_its_interval():
    dice = ScriptedDice([True, False, 2, 0.5, 0, 1])
    assert chance(dice, 0.1) is True
    assert chance(dice, 0.9) is False
    assert pick(dice, [0, 0, 3], 3) == 2
    assert scaled(dice, 10, 0.5, 1.5) == 10
    assert scaled(dice, 10, 0.5, 1.5) == 5
    assert scaled(dice, 10, 0.5, 1.5) == 15
    assert [entry.kind for entry in dice.entries] == ["chance", "chance", "pick", "scaled", "scaled", "scaled"]


def test_no_dice_take_no_face():
    dice = ScriptedDice([3])
    assert (roll(dice, 0, 6), successes(dice, -2, 5, 6), net(dice, 0, -1, 5, 6, -3, 3)) == (0, 0, 0)
    assert dice.left == 1


def test_left_counts_the_faces_not_yet_asked_for():
    dice = ScriptedDice(face for face in (1, 2, 3))
    assert dice.left == 3
    die(dice, 6)
    assert dice.left == 2
    roll(dice, 2, 6)
    assert dice.left == 0


def test_keys_change_nothing_and_notes_are_logged():
    dice = ScriptedDice([3, 4])
    key(dice, 1, 2, 3)
    assert die(dice, 6) == 3
    note(dice, 9, 1)
    key(dice, 1, 2, 3)
    assert die(dice, 6) == 4
    assert dice.entries == [Roll("die", 3, 6, (3,)), Event(9, 1, 0, 0), Roll("die", 4, 6, (4,))]


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda dice: die(dice, 20), "a face of a d20"),
        (lambda dice: successes(dice, 1, 5, 6), "a face of a d6"),
        (lambda dice: chance(dice, 0.25), "a chance of 0.25"),
        (lambda dice: pick(dice, [1, 1], 2), "a pick from 2"),
        (lambda dice: scaled(dice, 9, 0, 1), "a point of an interval"),
    ],
)
def test_a_script_that_ends_says_what_was_asked_for_and_after_how_many_answers(ask, wanted):
    dice = ScriptedDice([1, 2])
    roll(dice, 2, 6)
    with pytest.raises(FracasError) as refused:
        ask(dice)
    assert refused.value.code == "script-ended"
    assert str(refused.value) == f"the script of faces ended: the rule asks for {wanted} after 2 answers; give the script one more face"


@pytest.mark.parametrize("face", [0, 7, -1, 2.5])
def test_a_face_that_is_not_on_the_die_is_refused_with_its_place(face):
    dice = ScriptedDice([1, 6, face])
    with pytest.raises(FracasError) as refused:
        roll(dice, 3, 6)
    assert refused.value.code == "script-face"
    assert str(refused.value) == f"face {face} at place 3 of the script is not on a d6; give 1 to 6"


@pytest.mark.parametrize("index", [-1, 1, 3])
def test_a_pick_without_weight_is_refused_with_its_place(index):
    dice = ScriptedDice([True, index])
    chance(dice, 0.5)
    with pytest.raises(FracasError) as refused:
        pick(dice, [2, 0, 1, 9], 3)
    assert refused.value.code == "script-pick"
    assert str(refused.value) == f"pick {index} at place 2 of the script has no weight; give an index from 0 to 2 with a weight"


def test_a_refused_roll_is_not_logged():
    dice = ScriptedDice([9])
    with pytest.raises(FracasError):
        die(dice, 6)
    assert dice.entries == []
