"""Walking scenario data: what a path leads to, and how a value is made to fit there."""

import pytest

import fracas
from fracas import FracasError
from fracas.engine.content.path_syntax import parse_path
from fracas.engine.contract.walk import Walk

RUNE = fracas.load_ruleset("rune-and-rust")


@pytest.fixture
def walk():
    return Walk(RUNE, RUNE.scenarios()["hound-pack"])


def at(walk, path):
    return walk.places(parse_path(path))


def test_a_name_is_replaced_by_what_it_names_only_where_a_path_goes_into_it(walk):
    assert walk.root.value["enemies"][0] == "scrap-hound"
    [hp] = at(walk, "enemies.0.hp")
    assert hp.value == RUNE.entries("enemies")["scrap-hound"].hp
    assert walk.root.value["enemies"][1] == "scrap-hound"


def test_every_item_of_a_list_and_those_a_filter_finds(walk):
    everybody = at(walk, "enemies.*.hp")
    assert [str(place) for place in everybody] == [f"enemies.{n}.hp" for n in range(len(everybody))]
    assert len(at(walk, "enemies[name=scrap-hound].hp")) == len(everybody)


def test_what_was_not_changed_stays_a_name_in_the_data(walk):
    [hp] = at(walk, "enemies.0.hp")
    walk.put(hp, "7")
    data = walk.changed()
    assert data["enemies"][0]["hp"] == 7
    assert data["enemies"][1] == "scrap-hound"


@pytest.mark.parametrize(
    ("path", "value", "held"),
    [("enemies.0.hp", "7", 7), ("enemies.0.hp", 7.0, 7), ("enemies.0.damage", "2d6", "2d6"), ("hero", "mystic", "mystic")],
)
def test_a_value_is_made_to_fit(walk, path, value, held):
    [place] = at(walk, path)
    walk.put(place, value)
    assert place.value == held


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("enemies.0.hp", "many", "allowed: a whole number from 1"),
        ("enemies.0.hp", 0.5, "allowed: a whole number from 1"),
        ("enemies.0", 7, "continue the path with"),
        ("hero", "warior", "did you mean 'warrior'"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(walk, path, value, says):
    [place] = at(walk, path)
    with pytest.raises(FracasError) as refused:
        walk.put(place, value)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("enemies.99.hp", "has no item 99"),
        ("enemies.first", "'first' is not an index"),
        ("enemies[name=scrap-hond].hp", "did you mean 'scrap-hound'"),
        ("enemies.0.hpp", "did you mean 'hp'"),
        ("enemies.0.hp.more", "which has no parts"),
    ],
)
def test_a_path_that_leads_nowhere_says_where_it_ends(walk, path, says):
    with pytest.raises(FracasError) as refused:
        at(walk, path)
    assert says in str(refused.value)
