"""`--with PATH=VALUE`: any number of a scenario changed on the command line."""

import pytest
from click.shell_completion import ShellComplete
from tests.console import ENDED, RULES, at_home, fracas, refused

from fracas import encounter, load_fight
from fracas.cli import cli

__all__ = ["at_home"]  # a fixture: every test has a home of its own
WEAK = ("--with", "enemies.0.hp=3", "--with", "hero.weapon.damage=6d6")
CHANGES = {"enemies.0.hp": 3, "hero.weapon.damage": "6d6"}


@pytest.fixture(scope="module")
def weak():
    return encounter(RULES, "duel", changes=CHANGES)


def test_solve_takes_changes_and_says_so(weak):
    said = fracas("solve", RULES, "duel", *WEAK)
    assert said.out.startswith("Rune & Rust, duel with enemies.0.hp=3, hero.weapon.damage=6d6")
    data = fracas("solve", RULES, "duel", *WEAK, "--json").json
    assert data["input"]["with"] == CHANGES
    assert data["result"]["win"]["p"] == pytest.approx(weak.solve().win, abs=1e-12)


def test_simulate_replay_and_find_are_about_the_same_fight(weak):
    wins = fracas("simulate", RULES, "duel", "-n", "500", *WEAK, "--json").result["wins"]
    assert wins == weak.simulate(500).wins
    told = weak.replay(1, 7)
    assert "\n".join(told.lines()) in fracas("replay", RULES, "duel", "--fight", "7", *WEAK).out
    assert "duel with enemies.0.hp=3" in fracas("find", RULES, "duel", "longest", "-n", "50", *WEAK).out


def test_a_played_fight_is_saved_with_its_changes(tmp_path, weak):
    file = tmp_path / "fight.json"
    fracas("play", RULES, "duel", "--seed", "5", "--no-weigh", *WEAK, stdin=f"save {file}\nquit\n")
    assert load_fight(file).setup.digest() == weak.setup.digest()
    assert ENDED.search(fracas("play", "--load", str(file), "--auto").out)
    refused("play", "--load", str(file), *WEAK, says=("a saved fight has its own ruleset, scenario and options",))


def test_odds_of_an_action_in_a_changed_scenario():
    said = fracas("odds", RULES, "scenario=duel", "action=attack", *WEAK)
    assert "you win 54.1%" in said.out


def test_compare_takes_each_as_a_variant():
    found = fracas("compare", RULES, "duel", "--with", "enemies.0.hp=25", "--with", "hero.hp=35 options.critical_net=4", "--json").result
    assert [each["with"] for each in found["variants"]] == [{"enemies.0.hp": 25}, {"hero.hp": 35, "options.critical_net": 4}]
    wins = [next(d["by"] for d in each["differences"] if d["what"] == "the hero wins") for each in found["variants"]]
    assert min(wins) > 0.1


def test_loadout_makes_the_change_in_every_fight():
    words = ("loadout", "ruins-and-realms", "sword-and-shield-1", "skeleton-warrior", "--with", "creatures.0.hpp=1")
    refused(*words, says=("there is no field 'hpp' in creatures.0; did you mean 'hp'?",))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--with", "enemies.0.hpp=3"), "there is no field 'hpp' in enemies.0; did you mean 'hp'?"),
        (("--with", "enemies.0.hp"), "is not of the form PATH=VALUE"),
        (("--with", "enemies.0.hp=3", "--with", "enemies.0.hp=4"), "enemies.0.hp is given twice"),
        (("--with", "enemies.0.hp=0"), "enemies.0.hp cannot be 0; allowed: a whole number from 1 to 1000"),
        (("--with", "enemies[name=C].hp=3"), "nothing in enemies has the name 'C'"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(words, says):
    refused("solve", RULES, "duel", *words, says=(says,))


def test_a_question_about_no_scenario_takes_no_changes():
    refused("odds", RULES, "attack=5", "defense=5", *WEAK, says=("the question is about no scenario",))


def completed(incomplete, *before, command="solve", option=("--with",)):
    found = ShellComplete(cli, {}, "fracas", "_FRACAS_COMPLETE").get_completions([command, RULES, *before, *option], incomplete)
    return [item.value for item in found]


def test_the_shell_completes_paths_part_by_part_and_choices():
    assert completed("", "duel")[:3] == ["hero.", "enemies.", "opening="]
    assert completed("hero.att", "duel") == ["hero.attributes."]
    assert "hero.attributes.might=" in completed("hero.attributes.", "duel")
    assert completed("policies.hero=a", "duel") == ["policies.hero=aggressive"]
    assert completed("", "nowhere") == completed("x", "duel") == []


@pytest.mark.parametrize("command", ["sweep", "tune"])
def test_the_shell_completes_the_paths_and_the_values_of_a_sweep(command):
    def axis(incomplete, *before):
        return completed(incomplete, "duel", *before, command=command, option=())

    assert axis("hero.att") == ["hero.attributes."]
    assert axis("enemies.0.hp") == ["enemies.0.hp="]
    assert axis("enemies.0.hp=") == ["enemies.0.hp=1..1000"]
    assert axis("enemies.0.hp=2") == axis("nothing=") == []
    assert axis("policies.hero=a") == ["policies.hero=aggressive"]
    assert "policies.hero=aggressive,random" in axis("policies.hero=aggressive,")
    assert axis("policies.hero=aggressive,a") == []
    assert axis("hero.att", "enemies.0.hp=20..40") == ["hero.attributes."]


def test_the_shell_completes_the_paths_that_are_given_weights():
    assert completed("enemies.0.h", "duel", "enemies.0.hp=1..9", command="tune", option=("--weight",)) == ["enemies.0.hp="]
    assert completed("enemies.0.hp=", "duel", "enemies.0.hp=1..9", command="tune", option=("--weight",)) == []
