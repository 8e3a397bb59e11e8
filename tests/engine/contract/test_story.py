"""Chance between the fights of a campaign: the same dice for the same seed and purpose; options of rules and of the campaign apart."""

import pytest
from pydantic import Field

from fracas import FracasError, Model
from fracas.dice import ScriptedDice, die
from fracas.engine.contract.story import (
    CHANCE,
    LAID_OUT,
    MET,
    StoryState,
    by_chance,
    drawn,
    one_of,
    options_in_force,
    rolled,
    split_options,
)


class Rules(Model):
    face: int = Field(5, ge=2, le=6)


class Own(Model):
    toll: int = Field(3, ge=0, le=9)


def faces(dice, n=20):
    return [die(dice, 6) for _ in range(n)]


def test_dice_are_the_same_for_one_purpose_and_others_for_another():
    found = [faces(drawn(*key)) for key in ((1, LAID_OUT, 0, 0), (1, MET, 0, 0), (1, MET, 1, 0), (1, MET, 1, 1), (2, MET, 1, 1))]
    assert len({tuple(each) for each in found}) == 5
    assert found[3] == faces(drawn(1, MET, 1, 1))


def test_each_time_chance_speaks_the_dice_are_others():
    now, first = by_chance(StoryState(seed=7))
    later, second = by_chance(now)
    assert (now.rolls, later.rolls) == (1, 2)
    assert faces(first) == faces(drawn(7, CHANCE, 0, 0))
    assert faces(second) == faces(drawn(7, CHANCE, 1, 0))


def test_what_has_happened_is_told_in_order_and_nothing_empty():
    now = StoryState(seed=1).telling("A door.", "").telling("Another.", end="lost")
    assert (now.told, now.end) == (("A door.", "Another."), "lost")


def test_one_of_some_things_is_the_one_the_die_shows():
    assert one_of(ScriptedDice([3]), ["rat", "bat", "cat"]) == "cat"


@pytest.mark.parametrize(("text", "shown", "amount"), [("2d6+1", [3, 4], 8), ("1d6-4", [2], 0), ("5", [], 5)])
def test_an_amount_is_rolled_and_never_below_0(text, shown, amount):
    assert rolled(ScriptedDice(shown), text) == amount


def test_options_of_rules_and_of_the_campaign_are_told_apart_and_checked():
    given = {"face": 4, "toll": 0}
    assert split_options(Own, given) == ({"face": 4}, {"toll": 0})
    assert split_options(None, given) == (given, {})
    assert options_in_force(Rules, Own, given) == (Rules(face=4), Own(toll=0))
    assert options_in_force(Rules, Own, {}) == (Rules(), Own())
    with pytest.raises(FracasError, match="the options of the campaign"):
        options_in_force(Rules, Own, {"toll": 10})
    with pytest.raises(FracasError, match="the rule options"):
        options_in_force(Rules, Own, {"tolls": 1})
