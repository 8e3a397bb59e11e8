"""Campaigns by the thousand: the summary is the same for any number of processes, and what is asked wrongly is refused."""

import json

import pytest
from tests.console import fracas as console
from tests.console import refused

import fracas
from fracas.engine.journey import with_campaign
from fracas.lab.campaigns import CHUNK, simulate_campaigns

RULES = "ruins-and-realms"
N = 2 * CHUNK + 5
SHORT = 60


def said_by(*words):
    """What a command prints that succeeds."""
    said = console(*words)
    assert said.code == 0, said.err
    return said.out


def counted(workers):
    data = simulate_campaigns(RULES, N, seed=11, workers=workers, most_steps=SHORT).to_data()
    return {name: value for name, value in data.items() if name not in ("seconds", "workers")}


def test_the_summary_is_the_same_for_any_number_of_workers():
    assert counted(1) == counted(2) == counted(3)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", with_campaign())
def test_campaigns_of_10_000_heroes_have_the_same_summary_for_any_number_of_workers(ruleset):
    found = [simulate_campaigns(ruleset, 10_000, seed=1, workers=workers) for workers in (1, 2, 3)]
    assert found[0].journeys == found[1].journeys == found[2].journeys
    assert len({found_by.sentence() for found_by in found}) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "kinds", "goal", "least", "most"),
    [(RULES, 5, 10, 0.2, 0.6), ("rune-and-rust", 4, 11, 0.2, 0.6)],
    ids=["expeditions to level 10", "descents through all ten floors"],
)
def test_a_sensible_policy_brings_heroes_of_each_kind_so_far(ruleset, kinds, goal, least, most):
    found = simulate_campaigns(ruleset, 1000, seed=21)
    assert len(found.kinds) == kinds
    for kind in found.kinds:
        low, high = found.reaching_interval(goal, kind)
        assert high >= least, f"{kind}: {low:.1%} to {high:.1%}"
        assert low <= most, f"{kind}: {low:.1%} to {high:.1%}"


def test_a_ruleset_that_is_not_installed_is_travelled_by_processes_too():
    from tests.engine.descent import Cave

    with fracas.registered(Cave()):
        alone, aside = (simulate_campaigns("cave", 2 * CHUNK, workers=workers) for workers in (1, 2))
    assert (alone.workers, aside.workers) == (1, 2)
    assert alone.journeys == aside.journeys


def test_a_ruleset_that_other_processes_cannot_find_is_travelled_in_this_one():
    from tests.engine.descent import Cave

    class Hole(Cave):
        name = "hole"

    with fracas.registered(Hole()):
        assert simulate_campaigns("hole", 2 * CHUNK, workers=2).workers == 1


# --- on the command line ----------------------------------------------------------------------------------------------


def test_campaigns_are_counted_on_the_command_line():
    said = said_by("campaign", RULES, "--auto", "-n", "6", "--seed", "3", "--most-steps", str(SHORT), "--workers", "1", "--json")
    found = json.loads(said)
    assert found["ruleset"] == RULES
    assert found["input"] == {"n": 6, "seed": 3, "policy": "sensible", "take": [], "most_steps": SHORT}
    whole = simulate_campaigns(RULES, 6, seed=3, workers=1, most_steps=SHORT).to_data()
    assert {**found["result"], "seconds": 0} == {**json.loads(json.dumps(whole)), "seconds": 0}


def test_each_campaign_is_a_row_of_csv():
    said = said_by("campaign", "veinbreaker", "--auto", "-n", "3", "--take", "canticle", "--most-steps", "30", "--workers", "1", "--csv")
    rows = [line.split(",") for line in said.splitlines()]
    assert rows[0][:7] == ["number", "path", "scene", "end", "steps", "fights", "won"]
    assert [row[1] for row in rows[1:]] == ["canticle"] * 3


def test_a_campaign_is_told_step_by_step_and_comes_to_what_was_counted():
    said = said_by("campaign", RULES, "--auto", "--log", "--seed", "3", "--number", "2", "--most-steps", str(SHORT))
    one = simulate_campaigns(RULES, 3, seed=3, workers=1, most_steps=SHORT).journeys[2]
    assert f"> {one.kind}" in said
    assert said.count("\n> ") + said.count("--- Round 1 ---") == one.steps
    assert f"level {one.reached}: {one.left['HP']}/" in said.rpartition("\n> ")[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-n", "5"), ("add --auto",)),
        (("--json",), ("--auto",)),
        (("--auto", "--policy", "random"), ("-n or --log",)),
        (("--auto", "--json"), ("-n or --log",)),
        (("--auto", "-n", "5", "--log"), ("give one of them",)),
        (("--auto", "-n", "5", "--number", "2"), ("give one of them",)),
        (("--auto", "--log", "--json"), ("no other form",)),
        (("--auto", "--log", "--workers", "2"), ("no workers",)),
        (("--auto", "-n", "5", "--name", "Ann"), ("leave them out",)),
        (("--auto", "-n", "5", "--new"), ("leave them out",)),
        (("--auto", "-n", "5", "--policy", "sensble"), ("'sensble'", "sensible")),
        (("--auto", "-n", "0"), ("0",)),
        (("--auto", "-n", "5", "--set", "defeet=rescue"), ("defeet", "defeat")),
        (("--auto", "-n", "5", "--set", "defeat=maybe"), ("defeat", "rescue")),
        (("--auto", "--log", "--number", "-1"), ("-1",)),
    ],
)
def test_what_does_not_go_together_is_refused(words, says):
    refused("campaign", RULES, *words, says=says)


def test_options_of_the_campaign_are_listed():
    said = said_by("options", RULES)
    assert "Options of its campaign, besides" in said
    assert 'defeat = "death" (death, rescue)' in said
