"""Fights worth seeing: found by their records, the same when replayed."""

import numpy as np
import pytest

from fracas import FracasError, encounter, find, search
from fracas.engine.sample.finding import pick

DUEL = encounter("rune-and-rust", "duel")


def test_what_is_told_of_a_fight_found_is_what_its_replay_comes_to():
    found = search(DUEL, "upset", 3_000, seed=4, most=3)
    data = found.to_data()
    assert {key: data[key] for key in ("kind", "n", "seed", "interrupted")} == {
        "kind": "upset",
        "n": 3_000,
        "seed": 4,
        "interrupted": False,
    }
    for each in data["fights"]:
        fight = DUEL.replay(4, each["fight"])
        assert (each["end"], each["rounds"]) == (fight.outcome, fight.round)
        assert each["health"] == {"a": fight.health(0), "b": fight.health(1)}
    assert [row["fight"] for row in found.tables()[0].to_data()] == list(found.numbers)
    assert repr(found).startswith("<Finding upset of 3,000 fights of seed 4: ")


def test_an_upset_is_won_by_the_side_that_wins_less_often_and_a_comeback_by_who_was_behind():
    weak = encounter("rune-and-rust", "duel", changes={"hero.hp": 12})
    batch = weak.simulate(3_000, 2, each=True)
    fights = batch.records()
    assert 0 < batch.wins < batch.losses
    upset, *others = pick(batch, "upset", 10)
    assert all(fights["end"][k] == 1 for k in (upset, *others))
    assert fights["health_a"][upset] == fights["health_a"][fights["end"] == 1].max()
    (comeback,) = pick(batch, "comeback")
    assert fights["deficit"][comeback] == fights["deficit"].max()


def test_the_most_typical_fight_ends_as_most_do_and_lies_at_the_medians():
    batch = DUEL.simulate(3_000, 2, each=True)
    fights = batch.records()
    usual = fights[fights["end"] == batch.end_counts.argmax()]
    columns = ("rounds", "health_a", "health_b")
    off = sum(abs(usual[name] - np.median(usual[name])) / (usual[name].std() or 1) for name in columns)
    first, second = pick(batch, "typical", 2)
    assert fights[first] == usual[off.argmin()]
    assert fights["end"][second] == batch.end_counts.argmax()
    assert len(pick(batch, "typical", 3_000)) == len(usual)


def test_where_one_side_always_wins_there_is_no_upset():
    weak = encounter("rune-and-rust", "duel", changes={"hero.hp": 1, "enemies.0.hp": 1000})
    with pytest.raises(FracasError, match="one side wins all of 200 fights"):
        search(weak, "upset", 200)
    assert len(search(weak, "closest", 200, most=3).numbers) == 3


def test_find_gives_the_numbers_of_search():
    assert find(DUEL, "longest", 2_000, most=2) == list(search(DUEL, "longest", 2_000, 1, 2).numbers)


def test_fights_without_records_cannot_be_looked_through():
    with pytest.raises(FracasError, match="each=True"):
        pick(DUEL.simulate(10), "longest")
    with pytest.raises(FracasError, match="did you mean 'longest'"):
        search(DUEL, "longst", 10)
