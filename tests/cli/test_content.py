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
    assert said.out.endswith("Used by: scenarios bone-setter-and-vermin, hound-pack, ambush\n")
    entry = fracas("show", RULES, "enemies", "scrap-hound", "--json").json
    assert (entry["name"], entry["hp"]) == ("Scrap-Hound", 10)


def test_show_the_paths_of_a_scenario():
    assert "enemies.0.hp" in [row["path"] for row in fracas("show", RULES, "scenario", "duel", "--paths", "--json").json]
    refused("show", RULES, "enemy", "scrap-hound", "--paths", says=("--paths lists the numbers of a scenario",))


def test_show_what_is_not_there():
    refused("show", RULES, "enemy", "scrap-hond", says=("did you mean 'scrap-hound'?",))
    refused("show", RULES, "enmy", "scrap-hound", says=("did you mean 'enemies'?",))
    refused("list", RULES, "enmy", says=("did you mean 'enemies'?",))


def test_from_nothing_to_an_enemy_in_a_pack():
    assert "Its README says what goes where." in fracas("new", "pack", "mine", "--ruleset", RULES).out
    said = fracas("new", "enemy", RULES, "iron-hound", "--pack", "mine", "--like", "scrap-hound")
    assert said.out.startswith("mine/enemies/iron-hound.json is written, and valid. Its fields:\n\n- `name`: What it is called\n")
    assert fracas("validate", "mine").out == "mine: Rune & Rust, the pack mine 1.0 with 1 enemy, valid\n"
    assert fracas("validate", "mine/enemies/iron-hound.json").out == "mine: Rune & Rust, the pack mine 1.0 with 1 enemy, valid\n"
    assert fracas("show", RULES, "enemy", "iron-hound", "--pack", "mine").out.startswith("Iron Hound  (enemy iron-hound)\n")
    file = Path("mine/enemies/iron-hound.json")
    file.write_text(file.read_text().replace('"hp": 10', '"hp": 0'))
    refused("validate", "mine", says=("mine/enemies/iron-hound.json:5:9: hp: ", "(got 0); allowed: 1 to 1000"))


def test_new_refuses_what_it_cannot_write():
    assert fracas("new", "pack", "mine", "--ruleset", RULES).code == 0
    refused("new", "pack", "mine", "--ruleset", RULES, says=("'mine' exists already",))
    refused("new", "pack", "Mine", "--ruleset", RULES, says=("a name of small letters",))
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
    assert said.out == "big-rat.json: Ruins & Realms, 1 creatures, valid\nmy-fight.json: Rune & Rust, scenario, valid\n"


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
