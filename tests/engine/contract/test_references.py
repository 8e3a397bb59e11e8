"""References: names of content within content, and what they may be of."""

import pytest

import fracas
from fracas.engine.content.shapes import shape_of
from fracas.engine.contract.references import entry_data, names_in, references_in

RUNE = fracas.load_ruleset("rune-and-rust")


@pytest.mark.parametrize("ruleset", fracas.ruleset_names())
def test_every_name_in_what_ships_is_of_something_that_ships(ruleset):
    rules = fracas.load_ruleset(ruleset)
    found = [
        each for kind in rules.kinds().values() for one in rules.entries(kind.name).values() for each in references_in(rules, kind, one)
    ]
    assert len(found) > 5
    assert [each for each in found if not any(each.name in rules.entries(kind.name) for kind in each.kinds)] == []


def test_a_name_has_its_path_and_the_kinds_it_may_be_of():
    hero = RUNE.kinds()["heroes"]
    data = {"name": "Ann", "class": "warrior", "abilities": ["power-strike"], "items": {"stimpack": 1}}
    found = {".".join(each.path): each for each in names_in(RUNE, data, shape_of(hero.model))}
    assert {path: each.name for path, each in found.items()} == {
        "class": "warrior",
        "abilities.0": "power-strike",
        "items.stimpack": "stimpack",
    }
    assert [kind.name for kind in found["abilities.0"].kinds] == ["abilities"]
    assert found["items.stimpack"].may_be(RUNE.kinds()["consumables"], "stimpack")
    assert not found["items.stimpack"].may_be(RUNE.kinds()["abilities"], "stimpack")
    assert [each.name for each in references_in(RUNE, hero, data)] == ["warrior", "power-strike", "stimpack"]


def test_an_entry_as_data_has_only_what_was_set():
    warrior = RUNE.kinds()["heroes"].model.model_validate({"name": "Ann", "class": "warrior"})
    assert entry_data(warrior) == {"name": "Ann", "class": "warrior"}
