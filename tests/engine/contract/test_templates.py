"""Templates: what is written to start from is valid at once, says what its fields mean, and never takes the place of anything."""

import json

import pytest

import fracas
from fracas.engine.contract.cards import kind_of
from fracas.engine.contract.registry import read_pack, using
from fracas.engine.contract.templates import checked_name, explanation, new_entry, new_entry_in, new_pack, template
from fracas.errors import FracasError

RULESETS = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
RUNE = fracas.load_ruleset("rune-and-rust")


@pytest.mark.parametrize("name", RULESETS)
def test_a_new_pack_takes_a_new_entry_of_every_kind(name, tmp_path):
    ruleset = fracas.load_ruleset(name)
    folder = tmp_path / "mine"
    new_pack(ruleset, "mine", folder)
    assert read_pack(folder).entries == {}
    for kind in ruleset.kinds().values():
        path = new_entry_in(ruleset, kind, "brand-new", folder)
        assert (path.parent / json.loads(path.read_text())["$schema"]).is_file()
    pack = read_pack(folder)
    assert {kind: list(entries) for kind, entries in pack.entries.items()} == {kind: ["brand-new"] for kind in ruleset.kinds()}
    with using(pack):
        assert all("brand-new" in ruleset.entries(kind) for kind in ruleset.kinds())
    readme = (folder / "README.md").read_text()
    for kind in ruleset.kinds().values():
        assert readme.count(f"## {kind.name.capitalize()}\n") == 1
        assert all(line in readme for line in explanation(kind))


def test_an_entry_is_copied_from_the_one_that_is_named():
    made = template(RUNE, kind_of(RUNE, "enemy"), "iron-hound", "scrap-hound")
    assert (made["name"], made["hp"], [move["name"] for move in made["moves"]]) == ("Iron Hound", 10, ["Double Bite", "Dart Away"])
    with pytest.raises(FracasError, match="did you mean 'scrap-hound'"):
        template(RUNE, kind_of(RUNE, "enemy"), "iron-hound", "scrap-hond")


def test_a_field_is_explained_with_what_it_may_be():
    lines = explanation(kind_of(RUNE, "enemy"))
    assert "- `hp`: HP it starts with (1 to 1000)" in lines
    assert "- `soak`: Taken off the damage of each hit (0 to 30); by default 0" in lines
    assert any(line.startswith("- `boss`") and line.endswith("(false or true); by default false") for line in lines)


def test_a_scenario_of_its_own_file_can_be_fought(tmp_path):
    path = new_entry(RUNE, kind_of(RUNE, "scenario"), "my-fight", tmp_path / "my-fight.json")
    assert fracas.encounter(RUNE, path).name == "my-fight"
    with pytest.raises(FracasError, match="exists already"):
        new_entry(RUNE, kind_of(RUNE, "scenario"), "my-fight", path)


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear")
    with pytest.raises(FracasError, match="exists already"):
        new_pack(RUNE, "mine", tmp_path / "mine")
    new_pack(RUNE, "mine", tmp_path / "other")
    new_entry_in(RUNE, kind_of(RUNE, "enemy"), "rat", tmp_path / "other")
    with pytest.raises(FracasError, match="exists already"):
        new_entry_in(RUNE, kind_of(RUNE, "enemy"), "rat", tmp_path / "other")


@pytest.mark.parametrize("name", ["", "Big Rat", "../rat", "rat_1", "-rat"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(FracasError, match="a name of small letters, digits and hyphens is expected"):
        checked_name(name)
