"""Packs: own content beside what ships, data only, and nothing replaced without saying so."""

import json
import random
from copy import deepcopy
from pathlib import Path

import pytest

import fracas
from fracas.engine.content import additions
from fracas.engine.contract import packs
from fracas.engine.contract.references import check_references
from fracas.errors import FracasError

GAMES = fracas.ruleset_names()


@pytest.fixture(autouse=True)
def no_packs_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv(packs.VARIABLE, str(tmp_path / "installed"))
    additions.standing(lambda: packs.always_in_force(fracas.load_ruleset))
    yield
    monkeypatch.undo()
    additions.standing(lambda: packs.always_in_force(fracas.load_ruleset))


def pack(folder: Path, ruleset: str = "rune-and-rust", replaces: tuple[str, ...] = (), name: str = "mine", **files: object) -> Path:
    """A pack with these files, given by path, with ``__`` for a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = ", ".join(json.dumps(each) for each in replaces)
    (folder / "pack.toml").write_text(f'name = "{name}"\nruleset = "{ruleset}"\nversion = "1.0"\nreplaces = [{listed}]\n')
    for file, data in files.items():
        path = folder.joinpath(*f"{file}.json".split("__"))
        path.parent.mkdir(exist_ok=True)
        path.write_text(data if isinstance(data, str) else json.dumps(data))
    return folder


def entry(ruleset: str, kind: str, name: str | None = None) -> dict:
    """What ships of a kind, as data: the entry of that name, or the first."""
    entries = fracas.load_ruleset(ruleset).entries(kind)
    found = entries[name] if name else next(iter(entries.values()))
    return deepcopy(found) if isinstance(found, dict) else found.model_dump(mode="json", by_alias=True)


HOUND = {**entry("rune-and-rust", "enemies", "scrap-hound"), "name": "Iron Hound", "hp": 33}
AT_THE_GATE = {"hero": "warrior", "enemies": ["iron-hound"]}


def refused(folder: Path, *says: str) -> None:
    """That a pack is refused, and what is said."""
    with pytest.raises(FracasError) as error, fracas.using(folder):
        pass
    for words in says:
        assert words in str(error.value)


# --- content counts while its pack is in force ----------------------------------------------------------------------------


def test_a_scenario_and_a_monster_of_ones_own(tmp_path):
    mine = pack(tmp_path / "p", enemies={"enemies": {"iron-hound": HOUND}}, scenarios={"scenarios": {"at-the-gate": AT_THE_GATE}})
    with fracas.using(mine):
        ready = fracas.encounter("rune-and-rust", "at-the-gate")
    assert ready.setup.names == ("Torvald", "Iron Hound")
    assert ready.max_health(1) == 33
    assert ready.packs == ("mine 1.0",)
    with pytest.raises(FracasError, match="no scenario 'at-the-gate'"):
        fracas.encounter("rune-and-rust", "at-the-gate")
    assert fracas.encounter("rune-and-rust", "at-the-gate", packs=[mine]).setup.digest() == ready.setup.digest()


def test_an_entry_may_have_a_file_of_its_own_in_a_folder_of_its_kind(tmp_path):
    one = pack(tmp_path / "one", enemies__iron_hound=HOUND)
    (one / "enemies" / "iron_hound.json").rename(one / "enemies" / "iron-hound.json")
    many = pack(tmp_path / "many", whatever={"enemies": {"iron-hound": {"$schema": "a.json", **HOUND}}, "$schema": "b.json"})
    assert fracas.read_pack(one).entries == fracas.read_pack(many).entries


@pytest.mark.parametrize("ruleset", GAMES)
def test_every_kind_of_every_ruleset_can_be_added_to(ruleset, tmp_path):
    kinds = fracas.load_ruleset(ruleset).kinds()
    assert {"scenarios", "variants"} < set(kinds)
    for kind, about in kinds.items():
        copied = {key: value for key, value in entry(ruleset, kind).items() if key != "id"}
        with fracas.using(pack(tmp_path / kind, ruleset, name=kind, **{kind: {kind: {"copied": copied}}})):
            found = fracas.load_ruleset(ruleset).entries(kind)
            assert list(found)[-1] == "copied"
            assert not about.has_id or found["copied"].id == "copied"
        assert "copied" not in fracas.load_ruleset(ruleset).entries(kind)


def test_what_takes_the_place_of_something_must_be_said(tmp_path):
    files = {"enemies": {"enemies": {"scrap-hound": HOUND}}}
    refused(pack(tmp_path / "silent", **files), "it has enemies/scrap-hound, which already exists", 'replaces = ["enemies/scrap-hound"]')
    with fracas.using(pack(tmp_path / "said", replaces=("enemies/scrap-hound",), **files)):
        assert fracas.encounter("rune-and-rust", "hound-pack").setup.names[1] == "Iron Hound 1"
    assert fracas.encounter("rune-and-rust", "hound-pack").setup.names[1] != "Iron Hound 1"
    refused(
        pack(tmp_path / "idle", replaces=("enemies/scarp-hound",), **files), "replaces 'enemies/scarp-hound', which it does not contain"
    )


def test_two_packs_do_not_replace_each_others_content_unless_one_says_so(tmp_path):
    files = {"enemies": {"enemies": {"iron-hound": HOUND}}}
    first, second = pack(tmp_path / "a", name="first", **files), pack(tmp_path / "b", name="second", **files)
    with pytest.raises(FracasError, match="enemies/iron-hound, which already exists"), fracas.using(first, second):
        pass
    with fracas.using(first, pack(tmp_path / "c", name="third", replaces=("enemies/iron-hound",), **files)):
        assert fracas.load_ruleset("rune-and-rust").library().enemies["iron-hound"].hp == 33


def test_fights_are_told_and_saved_with_the_content_they_began_with(tmp_path):
    item = {**entry("world-loop", "items", "small-hp-potion"), "name": "Red Draught"}
    scenario = {"a": {"kind": "hero", "bag": {"draught": 2}}, "b": ["goblin-scout"]}
    mine = pack(tmp_path / "p", "world-loop", items={"items": {"draught": item}}, scenarios={"scenarios": {"s": scenario}})
    with fracas.using(mine):
        fight = fracas.encounter("world-loop", "s").fight(1)
    assert any("Red Draught" in line for line in fight.view().status)
    fight.save(tmp_path / "fight.json")
    with pytest.raises(FracasError, match=r"fought with the pack mine 1\.0, which is not in force"):
        fracas.load_fight(tmp_path / "fight.json")
    with fracas.using(mine):
        assert fracas.load_fight(tmp_path / "fight.json").digest() == fight.digest()


def test_a_pack_that_names_what_there_is_not(tmp_path):
    hero = {"name": "Ann", "class": "warrior", "abilities": ["power-strik"], "items": {"stimpak": 1}}
    with (
        fracas.using(mine := fracas.read_pack(pack(tmp_path / "p", heroes={"heroes": {"ann": hero}}))),
        pytest.raises(FracasError, match=r"heroes/ann: abilities\.0: there is no ability 'power-strik'; did you mean 'power-strike'"),
    ):
        check_references(mine)
    hero["abilities"] = ["power-strike"]
    with (
        fracas.using(mine := fracas.read_pack(pack(tmp_path / "p", heroes={"heroes": {"ann": hero}}))),
        pytest.raises(FracasError, match=r"heroes/ann: items\.stimpak: there is no consumable 'stimpak'; did you mean 'stimpack'"),
    ):
        check_references(mine)


# --- installed packs ------------------------------------------------------------------------------------------------------


def test_an_installed_pack_that_only_adds_is_always_in_force(tmp_path):
    pack(tmp_path / "installed" / "x", enemies={"enemies": {"iron-hound": HOUND}})
    assert fracas.encounter("rune-and-rust", AT_THE_GATE).setup.names[1] == "Iron Hound"


def test_an_installed_pack_that_replaces_something_is_asked_for_by_name(tmp_path):
    files = {"enemies": {"enemies": {"scrap-hound": HOUND}}}
    pack(tmp_path / "installed" / "x", name="harder", replaces=("enemies/scrap-hound",), **files)
    assert fracas.load_ruleset("rune-and-rust").library().enemies["scrap-hound"].hp != 33
    with fracas.using("harder"):
        assert fracas.load_ruleset("rune-and-rust").library().enemies["scrap-hound"].hp == 33
    with pytest.raises(FracasError, match=r"no pack 'hardr'; did you mean 'harder'"), fracas.using("hardr"):
        pass


# --- a stranger's pack ----------------------------------------------------------------------------------------------------


def test_a_folder_without_a_pack(tmp_path):
    refused(tmp_path / "nowhere", "there is no pack")
    (tmp_path / "empty").mkdir()
    refused(tmp_path / "empty", "it has no file pack.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "pack.toml: this is not TOML"),
        ('name = "a"\nruleset = "rune-and-rust"\nversion = "1"\nrepalces = []', "did you mean 'replaces'?"),
        ('name = "a"\nruleset = "rune-and-rust"', "version: Field required"),
        ('name = "../a"\nruleset = "rune-and-rust"\nversion = "1"', "lowercase letters, digits and hyphens"),
        ('name = "a"\nruleset = "rune-and-rsut"\nversion = "1"', "did you mean 'rune-and-rust'?"),
    ],
)
def test_what_is_wrong_about_a_pack(tmp_path, text, says):
    folder = pack(tmp_path / "p")
    (folder / "pack.toml").write_text(text)
    refused(folder, says)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"enemeis": {}}, "did you mean 'enemies'?"),
        ({"enemies": [HOUND]}, "an object is expected"),
        ({"enemies": {"iron-hound": {**HOUND, "hp": 0}}}, "hp: Input should be greater than or equal to 1 (got 0)"),
        ({"enemies": {"iron-hound": {**HOUND, "hpp": 3}}}, "did you mean 'hp'?"),
        ({"enemies": {"../hound": HOUND}}, "lowercase letters, digits and hyphens"),
        ({"enemies": {"iron-hound": 7}}, "expected an object with fields"),
        ({"variants": {"v": {"title": "V", "options": {"critical_nett": 3}}}}, "did you mean 'critical_net'?"),
        ([], "expected an object with fields"),
        ("{", "this is not JSON"),
    ],
)
def test_what_is_wrong_in_a_file(tmp_path, data, says):
    refused(pack(tmp_path / "p", content=data), "content.json", says)


def test_an_entry_given_twice(tmp_path):
    files = {"a": {"enemies": {"iron-hound": HOUND}}, "b": {"enemies": {"iron-hound": HOUND}}}
    refused(pack(tmp_path / "p", **files), "enemies/iron-hound twice")


def test_a_pack_leads_nowhere_else(tmp_path):
    (tmp_path / "secret.json").write_text('{"enemies": {}}')
    folder = pack(tmp_path / "p")
    (folder / "enemies.json").symlink_to(tmp_path / "secret.json")
    refused(folder, "is not a regular file")


def test_a_pack_is_not_larger_than_content_is(tmp_path, monkeypatch):
    monkeypatch.setattr(packs, "MAX_PACK", 2**20)
    refused(pack(tmp_path / "p", big=json.dumps({"enemies": {"x": {"text": "a" * 2**20}}})), "more than 1 MiB")
    monkeypatch.setattr(packs, "MAX_FILES", 3)
    refused(pack(tmp_path / "many", **{f"f{i}": {"enemies": {}} for i in range(4)}), "more than 3 files")


WRONG = [None, True, -1, 10**40, 0.5, "", "x" * 300, "\x1b[1m", [], {}, [[]], {"a": 1}, "scrap-hound", "../x"]


def says_nothing(folder: Path, ruleset: str, kind: str) -> bool:
    """Whether a pack is refused without a reason; anything but a refusal is raised."""
    try:
        with fracas.using(folder):
            if kind == "scenarios":
                fracas.encounter(ruleset, "changed")
    except FracasError as error:
        return not error.what.strip() or error.what.rstrip().endswith(":")
    return False


@pytest.mark.parametrize("ruleset", GAMES)
def test_any_field_changed_at_random_is_read_or_refused_with_a_reason(ruleset, tmp_path):
    draw = random.Random(ruleset)
    folder = pack(tmp_path / "p", ruleset)
    kinds = [kind for kind in fracas.load_ruleset(ruleset).kinds() if kind != "adventures"]
    for kind in kinds:
        for _ in range(25):
            data = {key: value for key, value in entry(ruleset, kind).items() if key != "id"}
            place: object = data
            while isinstance(place, (dict, list)) and place:
                key = draw.choice(list(place)) if isinstance(place, dict) else draw.randrange(len(place))
                if not isinstance(place[key], (dict, list)) or not place[key] or draw.random() < 0.3:
                    place[key] = draw.choice(WRONG)
                    break
                place = place[key]
            (folder / "content.json").write_text(json.dumps({kind: {"changed": data}}))
            assert not says_nothing(folder, ruleset, kind), data
