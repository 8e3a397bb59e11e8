"""Content on the command line: listed, shown as cards, written from templates, described for editors, checked with line and column."""

import json
from pathlib import Path

import pytest
from tests.console import at_home, fracas, refused, scenario  # noqa: F401  every test has a folder of its own

RULES = "rune-and-rust"


def test_list_kinds_and_entries():
    said = fracas("list", RULES, columns=80)
    assert said.code == 0
    assert "│ enemies     │      36 │" in said.out
    assert [row["kind"] for row in fracas("list", RULES, "--json").json][:2] == ["classes", "abilities"]
    assert fracas("list", RULES, "enemy", "--csv").out.splitlines()[:2] == [
        "name,title,hp,damage,soak,legend,boss,forlorn,phases,moves,summons",
        'corrupted-servitor,Corrupted Servitor,15,1d6,0,10,no,no,,"Attack, Defend",',
    ]
    assert fracas("list", RULES, "heroes", "--markdown").out.startswith("| name | title | class |")


@pytest.mark.parametrize("kind", ["classes", "scenarios", "enemies", "weapons"])
def test_lists_fit_eighty_columns(kind):
    assert all(len(line.rstrip()) <= 80 for line in fracas("list", RULES, kind, columns=80).out.splitlines())


def test_show_a_card_and_the_entry_itself():
    said = fracas("show", RULES, "enemy", "scrap-hound", columns=80)
    assert said.out.startswith("Scrap-Hound  (enemy scrap-hound)\n")
    assert said.out.endswith("Used by: scenarios bone-setter-and-vermin, hound-pack, ambush; floors\n")
    entry = fracas("show", RULES, "enemies", "scrap-hound", "--json").json
    assert (entry["name"], entry["hp"]) == ("Scrap-Hound", 10)


def test_show_the_paths_of_a_scenario():
    assert "enemies.0.hp" in [row["path"] for row in fracas("show", RULES, "scenario", "duel", "--paths", "--json").json]
    refused("show", RULES, "enemy", "scrap-hound", "--paths", says=("--paths lists the numbers of a scenario",))


def test_the_paths_of_a_scenario_can_be_filtered_and_are_data_for_programs():
    some = fracas("show", RULES, "scenario", "duel", "--paths", "enemies.*.might,hero.hp", "--csv").out.splitlines()
    assert [line.partition(",")[0] for line in some] == ["path", "hero.hp", "enemies.0.attributes.might"]
    weapon = fracas("show", RULES, "scenario", "duel", "--paths", "hero.weapon.attribute,enemies.0.boss", "--csv").out
    assert "hero.weapon.attribute,might,,,might|finesse|will," in weapon
    assert "enemies.0.boss,false,,,false|true," in weapon
    refused("show", RULES, "scenario", "duel", "--paths", "enemys.*", says=("there is no path 'enemys.*'",))


def test_what_an_entry_does_is_listed_where_it_has_no_numbers():
    listed = fracas("list", RULES, "consumables", columns=80).out
    assert "│ ration            │ Ration            │ 5 HP restored, 10 stamina restored  │" in listed


@pytest.mark.parametrize("ruleset", ["arda", "ruins-and-realms", RULES, "veinbreaker", "world-loop"])
def test_a_kind_has_the_same_names_everywhere(ruleset):
    for row in fracas("list", ruleset, "--json").json:
        schema = fracas("schema", ruleset, row["kind"]).json
        assert schema == fracas("schema", ruleset, "--kind", row["kind"]).json
        assert schema["properties"]["$schema"], "the schema of an entry in a file of its own"
    refused("schema", ruleset, "monstrosity", says=("there is no kind of content 'monstrosity'",))
    refused("schema", ruleset, "heroes", "--kind", "heroes", says=("give one of them",))


def test_an_entry_is_described_and_checked_in_the_singular_too():
    assert fracas("schema", "ruins-and-realms", "creature").json == fracas("schema", "ruins-and-realms", "creatures").json
    assert fracas("new", "creature", "ruins-and-realms", "big-rat", "--pack", _pack("ruins-and-realms")).code == 0
    Path("big-rat.json").write_text(Path("mine/creatures/big-rat.json").read_text())
    assert fracas("validate", "big-rat.json", "--kind", "creature").out == "big-rat.json: Ruins & Realms, 1 creature, valid\n"
    refused("new", "monster", RULES, "rat", says=("there is no kind of content 'monster'; known: abilities, armor",))


def _pack(ruleset=RULES):
    assert fracas("new", "pack", "mine", "--ruleset", ruleset).code == 0
    return "mine"


def test_a_number_in_quotes_is_no_number():
    assert fracas("new", "enemy", RULES, "iron-hound", "--pack", _pack(), "--like", "scrap-hound").code == 0
    file = Path("mine/enemies/iron-hound.json")
    file.write_text(file.read_text().replace('"hp": 10', '"hp": "10"'))
    refused("validate", "mine", says=("mine/enemies/iron-hound.json:4:9: hp: expected a number, not a text: 10 without quotes",))
    Path("pit.json").write_text('{"hero": "warrior",\n "enemies": ["scrap-hound"],\n "options": {"critical_net": "4"}}')
    refused("solve", RULES, "pit.json", says=("pit.json:3:30: options.critical_net: expected a number, not a text",))


def test_a_folder_that_is_no_pack_yet_is_told_so_once():
    for name in ("iron-hound", "rust-hound"):
        assert fracas("new", "enemy", RULES, name, "--pack", "mine" if Path("mine").exists() else _pack()).code == 0
    Path("mine/pack.toml").unlink()
    Path("mine/heroes").mkdir()
    Path("mine/heroes/ann.json").write_text('{"clas": "warrior"}')
    said = refused("validate", "mine", says=("mine: pack.toml is missing",))
    assert said.count("\n") == 2
    refused("simulate", RULES, "duel", "--pack", "mine", says=("it has no file pack.toml",))


def test_schemas_beside_content_are_no_content():
    assert fracas("schema", RULES, "--write", "schemas").code == 0
    assert fracas("new", "scenario", RULES, "my-fight").code == 0
    said = fracas("validate", ".")
    assert said.code == 0
    assert "schemas/rune-and-rust.enemies.schema.json: a JSON Schema, which holds no content\n" in said.out


def test_a_name_of_nothing_in_a_pack_is_told_with_line_and_column():
    assert fracas("new", "hero", RULES, "ann", "--pack", _pack()).code == 0
    Path("mine/heroes/ann.json").write_text('{"name": "Ann",\n "class": "warrior",\n "abilities": ["power-strik"]}')
    refused("validate", "mine", says=("mine/heroes/ann.json:3:16: heroes/ann: abilities.0: there is no ability 'power-strik'",))


def test_a_race_of_a_world_without_monsters():
    assert fracas("new", "race", "world-loop", "ogres", "--pack", _pack("world-loop")).code == 0
    refused("simulate", "world-loop", "duel", "--pack", "mine", says=("the race 'ogres' has no monsters",))


def test_a_folder_that_is_named_after_no_kind():
    Path(_pack(), "monsters").mkdir()
    Path("mine/monsters/rat.json").write_text('{"name": "Rat", "hp": 3}')
    refused("validate", "mine", says=("mine/monsters/rat.json: its folder 'monsters' is not named after a kind", "enemies"))


def test_a_pack_that_was_forgotten_is_suggested():
    assert fracas("new", "scenario", RULES, "the-wake", "--pack", _pack()).code == 0
    said = refused("solve", RULES, "the-wake", says=("there is no scenario 'the-wake'", "the pack mine has it: give --pack mine"))
    assert "pathlib" not in said
    assert "--pack" not in refused("solve", RULES, "the-wak")


def test_show_what_is_not_there():
    refused("show", RULES, "enemy", "scrap-hond", says=("did you mean 'scrap-hound'?",))
    refused("show", RULES, "enmy", "scrap-hound", says=("did you mean 'enemies'?",))
    refused("list", RULES, "enmy", says=("did you mean 'enemies'?",))


def test_from_nothing_to_an_enemy_in_a_pack():
    assert "Its README says what goes where." in fracas("new", "pack", "mine", "--ruleset", RULES).out
    said = fracas("new", "enemy", RULES, "iron-hound", "--pack", "mine", "--like", "scrap-hound")
    written = "mine/enemies/iron-hound.json is written, and valid: a copy of scrap-hound. Its fields:\n\n"
    assert said.out.startswith(f"{written}- `name`: What it is called\n")
    assert fracas("validate", "mine").out == "mine: Rune & Rust, the pack mine 1.0 with 1 enemy, valid\n"
    assert fracas("validate", "mine/enemies/iron-hound.json").out == "mine: Rune & Rust, the pack mine 1.0 with 1 enemy, valid\n"
    assert fracas("show", RULES, "enemy", "iron-hound", "--pack", "mine").out.startswith("Iron Hound  (enemy iron-hound)\n")
    file = Path("mine/enemies/iron-hound.json")
    file.write_text(file.read_text().replace('"hp": 10', '"hp": 0'))
    refused("validate", "mine", says=("mine/enemies/iron-hound.json:4:9: hp: ", "(got 0); allowed: 1 to 1000"))


def test_new_refuses_what_it_cannot_write():
    assert fracas("new", "pack", "mine", "--ruleset", RULES).code == 0
    refused("new", "pack", "mine", "--ruleset", RULES, says=("'mine' exists already",))
    refused("new", "pack", "Mine", "--ruleset", RULES, says=("expected a name of lowercase letters",))
    refused("new", "enmy", RULES, "rat", says=("did you mean 'enemies'?",))
    refused("new", "enemy", RULES, "rat", "rat.json", "--pack", "mine", says=("written to one place",))
    refused("new", "creature", "ruins-and-realms", "rat", "--pack", "mine", says=("is a pack for 'rune-and-rust'",))
    refused("new", "enemy", RULES, "rat", "--pack", "nowhere", says=("there is no pack 'nowhere'",))
    assert not Path("rat.json").exists()


def test_new_files_of_their_own_are_valid():
    assert fracas("new", "scenario", RULES, "my-fight").code == 0
    assert fracas("new", "creature", "ruins-and-realms", "big-rat").code == 0
    refused("new", "scenario", RULES, "my-fight", says=("exists already",))
    said = fracas("validate", ".")
    assert said.out == "big-rat.json: Ruins & Realms, 1 creature, valid\nmy-fight.json: Rune & Rust, scenario, valid\n"


def test_a_file_of_entries_is_told_from_others_by_its_kinds():
    Path("beast.json").write_text('{"enemies": {"rat": {"name": "Rat", "hp": 0, "attributes": {}, "damage": "1d6", "moves": []}}}')
    refused("validate", "beast.json", "--ruleset", RULES, says=("beast.json:1:43: enemies.rat.hp: ", "allowed: 1 to 1000"))


def test_schemas_are_written_for_editors():
    said = fracas("schema", RULES, "--write", "schemas")
    assert said.out.startswith("10 schemas in schemas.\n")
    settings = json.loads(said.out[said.out.index("\n{") :])["json.schemas"]
    assert all(Path(each["url"]).is_file() for each in settings)
    assert {"fileMatch": ["**/enemies/*.json"], "url": "./schemas/rune-and-rust.enemies.schema.json"} in settings


def test_errors_in_a_scenario_file_begin_with_line_and_column():
    Path("pit.json").write_text('{"hero": "warrior",\n "enemies": ["scrap-hond"]}')
    refused("simulate", RULES, "pit.json", says=("error: pit.json:2:14: there is no enemy 'scrap-hond'; did you mean 'scrap-hound'?",))
    Path("pit.json").write_text('{"hero": "warrior",\n "enemies": ["scrap-hound"],\n "options": {"critical_nett": 4}}')
    refused("simulate", RULES, "pit.json", says=("error: pit.json:3:14: options.critical_nett: ", "did you mean 'critical_net'?"))
    Path("mine.json").write_text('{"title": "Mine",\n "options": {"critical_net": 40}}')
    refused("simulate", RULES, "duel", "--set", "mine.json", says=("mine.json:2:30: options.critical_net: ", "allowed: 0 to 30"))
