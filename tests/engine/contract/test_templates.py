"""Templates: what is written to start from is valid at once, says what its fields mean, and never takes the place of anything."""

import json

import pytest

import fracas
from fracas.engine.contract.cards import kind_of
from fracas.engine.contract.references import entry_data
from fracas.engine.contract.registry import read_pack, using
from fracas.engine.contract.templates import checked_name, explanation, new_entry, new_entry_in, new_pack, plain_entry, template
from fracas.errors import FracasError

RULESETS = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
RUNE = fracas.load_ruleset("rune-and-rust")


def added(kind, name, folder, **how):
    """A new entry in a pack, as the command line writes it."""
    with using(pack := read_pack(folder)):
        return new_entry_in(kind, name, pack, **how)


@pytest.mark.parametrize("name", RULESETS)
def test_a_new_pack_takes_a_new_entry_of_every_kind(name, tmp_path):
    ruleset = fracas.load_ruleset(name)
    folder = tmp_path / "mine"
    new_pack(ruleset, "mine", folder)
    assert read_pack(folder).entries == {}
    for kind in ruleset.kinds().values():
        path = added(kind, "brand-new", folder)
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
    assert "- `soak`: Taken off the damage of each hit (0 to 30); default 0" in lines
    assert any(line.startswith("- `boss`") and line.endswith("(false or true); default false") for line in lines)


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
    added(kind_of(RUNE, "enemy"), "rat", tmp_path / "other")
    with pytest.raises(FracasError, match="the pack already has enemies/rat"):
        added(kind_of(RUNE, "enemy"), "rat", tmp_path / "other", replaces=True)


def test_a_name_that_ships_is_taken_over_only_if_that_is_said(tmp_path):
    new_pack(RUNE, "mine", folder := tmp_path / "mine")
    with pytest.raises(FracasError, match=r"enemies/scrap-hound already exists; nothing was written; .* --replace"):
        added(kind_of(RUNE, "enemy"), "scrap-hound", folder)
    assert read_pack(folder).entries == {}
    added(kind_of(RUNE, "enemy"), "scrap-hound", folder, replaces=True)
    added(kind_of(RUNE, "hero"), "warrior", folder, replaces=True)
    with using(folder):
        assert read_pack(folder).about.replaces == ("enemies/scrap-hound", "heroes/warrior")


@pytest.mark.parametrize("said", ['replaces = [\n  "enemies/scrap-hound",\n]', 'replaces=["enemies/scrap-hound"] # one', ""])
def test_what_a_pack_replaces_is_added_to_its_file_however_that_is_written(said, tmp_path):
    new_pack(RUNE, "mine", folder := tmp_path / "mine")
    added(kind_of(RUNE, "enemy"), "scrap-hound", folder, replaces=True)
    about = folder / "pack.toml"
    lines = [line for line in about.read_text().splitlines() if not line.startswith("replaces")]
    about.write_text("\n".join([*lines, said, ""]))
    if not said:
        (folder / "enemies" / "scrap-hound.json").unlink()
    added(kind_of(RUNE, "hero"), "warrior", folder, replaces=True)
    assert read_pack(folder).about.replaces[-1] == "heroes/warrior"


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_copied_is_plain_and_nothing_is_told_of_another(name):
    ruleset = fracas.load_ruleset(name)
    for kind in ruleset.kinds().values():
        plain = ruleset.entries(kind.name)[plain_entry(ruleset, kind)]
        for rank in ("level", "tier"):
            if kind.name in ("enemies", "creatures") and hasattr(plain, rank):
                assert getattr(plain, rank) == min(getattr(each, rank) for each in ruleset.entries(kind.name).values())
        made = template(ruleset, kind, "brand-new")
        told = {each.get("text") or each.get("description") for each in map(entry_data, ruleset.entries(kind.name).values())}
        assert not {made.get("text"), made.get("description")} & (told - {None, "A stranger with a story."})


@pytest.mark.parametrize("name", RULESETS)
def test_a_new_scenario_of_a_pack_has_the_packs_own_fighters(name, tmp_path):
    ruleset = fracas.load_ruleset(name)
    new_pack(ruleset, "mine", folder := tmp_path / "mine")
    fighters = [kind for kind in ruleset.kinds().values() if kind.name in ("enemies", "creatures", "monsters", "heroes", "characters")]
    for kind in fighters:
        added(kind, f"my-{kind.name}", folder)
    path = added(kind_of(ruleset, "scenario"), "brand-new", folder)
    used = [kind.name for kind in fighters if f"my-{kind.name}" in path.read_text()]
    assert used == [kind.name for kind in fighters]
    with using(folder):
        assert fracas.encounter(ruleset, "brand-new").name == "brand-new"


@pytest.mark.parametrize("name", ["", "Big Rat", "../rat", "rat_1", "-rat"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(FracasError, match="expected a name of lowercase letters, digits and hyphens"):
        checked_name(name)
