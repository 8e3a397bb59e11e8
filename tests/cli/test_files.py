"""Scenario and content files on the command line: what is wrong in them and where, validate, schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.console import CONTENT, RULES, at_home, fracas, refused, scenario

import example_ruleset
import fracas as package
from example_ruleset import Wrestlers

__all__ = ["at_home"]  # a fixture: every test has a home of its own


# Scenario files


def test_a_scenario_is_a_built_in_name_or_a_file():
    said = fracas("simulate", RULES, scenario(), "-n", "100", "--json")
    assert said.result["n"] == 100
    assert said.json["input"]["scenario"] == "pit"
    assert "Scrap-Hound" in fracas("replay", RULES, "pit.json", "--fight", "0").out


def test_a_scenario_may_set_options_and_the_command_line_overrules_them():
    pit = scenario(options={"success_face": 4, "dodge": True})
    said = fracas("simulate", RULES, pit, "-n", "10", "--set", "success_face=6", "--json")
    assert said.json["options"]["success_face"] == 6
    assert said.json["options"]["dodge"] is True


def wrapped(ruleset: str = RULES, **more: Any) -> str:
    """A file that says itself to which ruleset it belongs."""
    data = {"ruleset": ruleset, "scenario": {"hero": "warrior", "enemies": ["scrap-hound"]}, **more}
    Path("wrapped.json").write_text(json.dumps(data))
    return "wrapped.json"


def test_options_beside_a_wrapped_scenario_are_in_force():
    file = wrapped(options={"success_face": 4})
    assert fracas("validate", file).code == 0
    assert fracas("simulate", RULES, file, "-n", "10", "--json").json["options"]["success_face"] == 4


def test_a_scenario_of_another_ruleset_is_refused():
    refused("simulate", RULES, wrapped("hounds-and-harpoons"), "-n", "10", says=("hounds-and-harpoons",))


def test_broken_json_is_told_with_file_line_and_column():
    Path("broken.json").write_text('{\n  "hero": "warrior",\n  "enemies": ["scrap-hound"],,\n}\n')
    error = refused("simulate", RULES, "broken.json")
    assert "broken.json:3:30: this is not JSON" in error
    assert "scrap-hound" not in error, "nothing of a file that is not ours is quoted"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ("bad.json:1:1",)),
        ("{", ("bad.json:1:2",)),
        ('{"hero": warrior}', ("bad.json:1:10",)),
        ("[]", ("bad",)),
        ("null", ("bad",)),
        ("5", ("bad",)),
        ('"duel"', ("bad",)),
        ("{}", ("hero", "enemies")),
        ('{"hero": "warrior"}', ("enemies",)),
        ('{"hero": "warrior", "enemys": ["scrap-hound"]}', ("'enemys'", "did you mean 'enemies'?")),
        ('{"hero": "warrior", "enemies": "scrap-hound"}', ("enemies", "'scrap-hound'")),
        ('{"hero": "warrior", "enemies": []}', ("enemies", "at least 1")),
        ('{"hero": "warrior", "enemies": ["scrap-hond"]}', ("no enemy 'scrap-hond'", "did you mean 'scrap-hound'?")),
        ('{"hero": "warior", "enemies": ["scrap-hound"]}', ("no hero 'warior'", "did you mean 'warrior'?")),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "options": {"succes_face": 4}}', ("did you mean 'success_face'?",)),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "options": {"success_face": 9}}', ("success_face", "6", "9")),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "options": []}', ("options",)),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "policies": {"hero": "clever"}}', ("policies.hero", "'clever'", "sensible")),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "round_limit": 0}', ("round_limit", "1", "0")),
        ('{"hero": "warrior", "enemies": ["scrap-hound"], "round_limit": ' + "1" * 5000 + "}", ("bad",)),
        ("[" * 100_000, ("bad.json",)),
    ],
    ids=lambda value: value[:48] if isinstance(value, str) else "",
)
def test_a_scenario_file_that_is_wrong(text, says):
    Path("bad.json").write_text(text)
    refused("simulate", RULES, "bad.json", says=says)


def test_seven_enemies_are_one_too_many():
    refused("simulate", RULES, scenario(enemies=["scrap-hound"] * 7), says=("enemies", "at most 6", "7"))


def test_what_is_wrong_inside_a_fighter_is_named_as_the_file_names_it():
    hero = {"name": "X", "attributes": {"might": 66}, "hp": 20, "hpp": 5}
    error = refused("simulate", RULES, scenario(hero=hero), says=("attributes.might", "30", "66", "hpp"))
    for jargon in ("function-after", "constrained-str", "Tuple", "valid tuple", "valid string"):
        assert jargon not in error


def test_errors_of_content_speak_of_lists_not_of_tuples():
    error = refused("simulate", RULES, scenario(enemies=["scrap-hound"] * 7)) + refused("simulate", RULES, scenario(enemies="scrap-hound"))
    assert "uple" not in error


def test_an_error_in_a_scenario_file_names_the_file():
    Path("deep").mkdir()
    refused("simulate", RULES, scenario("deep/pit.json", round_limit=0), says=("deep/pit.json",))


def test_things_that_are_no_text_files():
    Path("folder").mkdir()
    Path("folder.json").mkdir()
    Path("binary.json").write_bytes(b"\xff\xfe\x00\x01")
    for name in ("folder", "folder.json", "binary.json"):
        refused("simulate", RULES, name, says=(name, "cannot be read"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_one_may_not_read():
    Path(scenario()).chmod(0)
    refused("simulate", RULES, "pit.json", says=("pit.json", "cannot be read", "ermission"))


def test_a_name_too_long_for_a_file():
    refused("simulate", RULES, "a" * 5000, says=("aaa",))


def test_an_empty_name():
    refused("simulate", RULES, "")


def test_a_file_saved_by_an_editor_that_adds_a_mark_in_front():
    Path("bom.json").write_bytes(b"\xef\xbb\xbf" + Path(scenario()).read_bytes())
    assert fracas("simulate", RULES, "bom.json", "-n", "10").code == 0


# Validate and schema


def test_validate_finds_the_content_that_ships_valid():
    said = fracas("validate", str(CONTENT))
    assert (said.code, said.err) == (0, "")
    assert said.out.count(", valid") == len(list(CONTENT.rglob("*.json")))


def test_validate_a_scenario_file():
    assert fracas("validate", scenario()).out == "pit.json: Rune & Rust, scenario, valid\n"
    assert fracas("validate", wrapped()).out == "wrapped.json: Rune & Rust, scenario, valid\n"


def test_validate_a_folder_tells_of_every_file_and_counts_the_wrong_ones():
    Path("mod").mkdir()
    scenario("mod/good.json")
    scenario("mod/hond.json", enemies=["scrap-hond"])
    Path("mod/broken.json").write_text("{,}")
    Path("mod/notes.txt").write_text("not looked at")
    said = fracas("validate", "mod")
    assert said.code == 2
    assert said.out == "mod/good.json: Rune & Rust, scenario, valid\n"
    assert "mod/broken.json:1:2" in said.err
    assert "did you mean 'scrap-hound'?" in said.err
    assert "2 of 3 files are not valid" in said.err


def test_one_unreadable_file_does_not_hide_the_others():
    Path("mod").mkdir()
    Path("mod/a.json").write_text("[" * 100_000)
    scenario("mod/b.json")
    said = fracas("validate", "mod")
    assert (said.code, said.out) == (2, "mod/b.json: Rune & Rust, scenario, valid\n")


def test_a_folder_without_files():
    Path("empty").mkdir()
    refused("validate", "empty", says=("no .json file in empty",))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"enemies": None}, ("enemies",)),
        ({"enemies": None, "enemys": ["scrap-hound"]}, ("'enemys'", "did you mean 'enemies'?")),
    ],
)
def test_validate_knows_a_scenario_that_lacks_a_field(changes, says):
    refused("validate", scenario(**changes), says=says)


def test_validate_can_be_told_the_kind():
    file = scenario(enemies=None)
    refused("validate", file, "--ruleset", RULES, "--kind", "scenario", says=("enemies",))
    refused("validate", file, "--kind", "scenario", says=("enemies",))
    refused("validate", file, "--ruleset", RULES, "--kind", "scenaro", says=("did you mean 'scenario'?",))


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("scenarios.json", {"scenarios": {"x": {"hero": "warior", "enemies": ["scrap-hound"]}}}, ("no hero 'warior'",)),
        ("scenarios.json", {"scenarios": {"x": {"hero": "warrior", "enemies": ["scrap-hond"]}}}, ("no enemy 'scrap-hond'",)),
        ("heroes.json", {"heroes": {"x": {"name": "X", "class": "warior"}}}, ("no class 'warior'",)),
    ],
)
def test_validate_looks_up_the_names_in_content_files(name, data, says):
    Path(name).write_text(json.dumps(data))
    refused("validate", name, says=says)


def test_a_key_given_twice_in_a_file_is_an_error():
    Path("twice.json").write_text('{"hero": "warrior", "enemies": ["scrap-hound"], "hero": "mystic"}')
    refused("validate", "twice.json", says=("hero", "twice"))


def test_schema_is_json_schema():
    schema = json.loads(fracas("schema", RULES).out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"hero", "enemies"} <= set(schema["required"])
    options = json.loads(fracas("schema", RULES, "--kind", "options").out)["properties"]
    assert (options["success_face"]["minimum"], options["success_face"]["maximum"]) == (2, 6)
    assert {"scenario", "options", "enemies", "heroes"} <= set(json.loads(fracas("schema", RULES, "--kind", "all").out))


# Claims


RULEBOOK = {"document": "book.md", "title": "A book", "lines": 3, "sections": [{"title": "All", "lines": [1, 3], "nothing": "thanks"}]}


def claims_file(path: str = "claims.json", **changes: Any) -> str:
    """Write a file of claims about a book of three lines, with these fields set otherwise (None: left out)."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps({k: v for k, v in {**RULEBOOK, **changes}.items() if v is not None}))
    return path


@pytest.mark.parametrize("name", ["arda", "ruins_and_realms", "rune_and_rust", "veinbreaker", "world_loop"])
def test_validate_knows_the_claims_in_a_rulesets_folder(name):
    title = package.load_ruleset(name.replace("_", "-")).title
    path = CONTENT.parents[1] / name / "content" / "claims.json"
    assert fracas("validate", str(path)).out == f"{path}: {title}, claims, valid\n"


def test_validate_knows_the_claims_of_a_ruleset_that_is_not_installed():
    with package.registered(Wrestlers()):
        folder = Path(example_ruleset.__file__).parent / "content"
        said = fracas("validate", str(folder))
        assert (said.code, said.err) == (0, "")
        assert [line.rpartition("content/")[2] for line in said.out.splitlines()] == [
            "claims.json: Wrestlers, claims, valid",
            "scenarios.json: Wrestlers, scenarios, valid",
            "variants/no-slams.json: Wrestlers, variant, valid",
        ]


def test_claims_that_name_a_rulesets_document_are_its_own():
    assert fracas("validate", claims_file("mine.json", document="arda.md")).out == "mine.json: ARDA, claims, valid\n"
    assert fracas("validate", claims_file("mine.json", document="rune-and-rust.md")).out == "mine.json: Rune & Rust, claims, valid\n"


def test_claims_about_a_document_of_nobodys_are_claims_all_the_same():
    assert fracas("validate", claims_file()).out == "claims.json: claims of book.md, valid\n"
    assert fracas("validate", claims_file(), "--ruleset", "arda").out == "claims.json: ARDA, claims, valid\n"
    assert fracas("validate", claims_file("x.json"), "--kind", "claims").out == "x.json: claims of book.md, valid\n"


def test_what_is_wrong_in_a_file_of_claims_is_said_once():
    section = {"title": "All", "lines": [1, 3], "nothin": "thanks"}
    error = refused("validate", claims_file(sections=[section]), says=("sections.0.nothin", "did you mean 'nothing'?"))
    assert error.count("nothin'") == 1
    refused("validate", claims_file(sections=None, sectons=[section]), says=("did you mean 'sections'?",))


def test_a_misspelt_field_deep_in_a_scenario_is_answered_with_the_nearest():
    hero = {"name": "X", "attributes": {"migth": 6}, "hp": 20}
    refused("simulate", RULES, scenario(hero=hero), says=("hero.attributes.migth: there is no field 'migth'; did you mean 'might'?",))


def test_claims_have_a_schema():
    assert "sections" in json.loads(fracas("schema", RULES, "--kind", "claims").out)["required"]


def test_a_scenario_in_a_file_of_scenarios_is_made_ready():
    with package.registered(Wrestlers()):
        red = {"name": "Red", "grit": 9}
        Path("scenarios.json").write_text(json.dumps({"scenarios": {"x": {"red": red, "blue": red, "options": {"slam_margn": 3}}}}))
        refused("validate", "scenarios.json", "--ruleset", "wrestlers", says=("slam_margn", "did you mean 'slam_margin'?"))
