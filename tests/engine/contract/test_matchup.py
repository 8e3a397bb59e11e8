"""A matchup: a scenario set up with options, policies and changes, whatever form the scenario has."""

import json

import pytest

from fracas import FracasError
from fracas.engine.content.files import Typed
from fracas.engine.contract.matchup import changes_in_words, matchup, scenario_data
from fracas.engine.contract.registry import load_ruleset

RUNE = load_ruleset("rune-and-rust")
DATA = {"hero": "warrior", "enemies": ["scrap-hound"]}


@pytest.fixture
def file(tmp_path):
    def write(data):
        path = tmp_path / "at-the-gate.json"
        path.write_text(json.dumps(data))
        return path

    return write


def test_a_scenario_has_the_same_setup_in_every_form(file):
    model = RUNE.scenario_model.model_validate(DATA)
    path = file(DATA)
    ready = [matchup(RUNE, each) for each in (DATA, model, path, Typed(path))]
    assert len({each.setup.digest() for each in ready}) == 1
    assert [each.name for each in ready] == ["scenario", "scenario", "at-the-gate", "at-the-gate"]
    assert matchup("rune-and-rust", DATA, name="Gate").title == "Rune & Rust, Gate"


def test_options_given_count_for_more_than_the_scenarios_own(file):
    own = {**DATA, "options": {"critical_net": 4, "glancing_percent": 50}}
    options = matchup(RUNE, own, {"critical_net": 5}).options()
    assert (options["critical_net"], options["glancing_percent"]) == (5, 50)
    wrapped = file({"ruleset": "rune-and-rust", "scenario": own, "options": {"critical_net": 6}})
    assert matchup(RUNE, wrapped).options()["critical_net"] == 6


def test_a_file_of_another_game_is_refused(file):
    with pytest.raises(FracasError, match="a scenario of 'arda', not of 'rune-and-rust'"):
        matchup(RUNE, file({"ruleset": "arda", "scenario": DATA}))


def test_what_is_no_scenario_is_refused():
    with pytest.raises(FracasError, match="7 is not a scenario"):
        matchup(RUNE, 7)
    with pytest.raises(FracasError, match=r"no scenario 'deul'; did you mean 'duel'.*in Python, pass a file as a pathlib\.Path"):
        matchup(RUNE, "deul")
    with pytest.raises(FracasError) as refused:
        matchup(RUNE, Typed("deul"))
    assert "Path" not in str(refused.value), "who types it has no Python"


def test_its_name_and_data_are_told_without_setting_it_up(file):
    assert scenario_data(RUNE, "duel") == ("duel", RUNE.scenarios()["duel"])
    assert scenario_data(RUNE, file(DATA)) == ("at-the-gate", DATA)


def test_policies_are_checked_for_their_side():
    ready = matchup(RUNE, "duel")
    a, b = (RUNE.policies_of[side][-1] for side in (0, 1))
    assert ready.with_policies(a, b).policies == (a, b)
    with pytest.raises(FracasError, match="no policy"):
        ready.with_policies("clever")


def test_ends_have_names_and_kinds_and_time_is_a_draw():
    ready = matchup(RUNE, "duel")
    assert (ready.end_name(0), ready.end_kind(0)) == ("time", "draw")
    kinds = {ready.end_name(code): ready.end_kind(code) for code in range(1, len(ready.ends) + 1)}
    assert kinds == {end.name: end.kind for end in RUNE.ends}


def test_changes_are_part_of_the_title():
    ready = matchup(RUNE, "duel", changes={"enemies.0.hp": 9})
    assert ready.title == "Rune & Rust, duel with enemies.0.hp=9"
    assert ready.max_health(1) == 9
    assert changes_in_words({}) == ""
    assert changes_in_words({"hero.hp": None, "bold": True}) == " with hero.hp=none, bold=true"
