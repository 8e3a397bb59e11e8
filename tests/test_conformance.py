"""Every ruleset holds what Fracas promises."""

from pathlib import Path

import pytest

from fracas import Ruleset, load_ruleset, ruleset_names
from fracas.testing import check_ruleset

SMALL = {
    "rune-and-rust": ["duel", "wanderer-and-sentry", "adept-and-crawler", "warrior-and-enforcer"],
    **{
        name: sorted((Path(__file__).parent / "small_fights" / name).glob("*.json"))
        for name in ("arda", "ruins-and-realms", "veinbreaker", "world-loop")
    },
}


def at_random(ruleset: Ruleset) -> tuple[str, str]:
    """Random play of both sides; a side that decides nothing has no such policy."""
    a, b = ("random" if "random" in known else known[0] for known in ruleset.policies_of)
    return a, b


@pytest.mark.parametrize("name", [n for n in ruleset_names() if n in SMALL])
def test_scenarios_small_enough_to_solve_conform_under_all_policies(name):
    done = check_ruleset(load_ruleset(name), SMALL[name], fights=60, samples=100_000, max_states=50_000, walks=2)
    assert done.checks["ends in which exact and sampled agree"] > 40
    assert len(done.not_solved) < 18


@pytest.mark.parametrize("name", ruleset_names())
def test_every_scenario_conforms_under_its_default_policies(name):
    ruleset = load_ruleset(name)
    default = [(ruleset.policies_of[0][0], ruleset.policies_of[1][0])]
    done = check_ruleset(ruleset, fights=2, samples=20_000, max_states=3_000, walks=1, policies=default, variations=1)
    assert done.checks["illegal actions refused"] > 100
    print(done)


@pytest.mark.parametrize("name", ruleset_names())
def test_thousands_of_random_fights_are_equal_in_played_and_sampled_form(name):
    ruleset = load_ruleset(name)
    scenario = SMALL.get(name, list(ruleset.scenarios()))[0]
    done = check_ruleset(
        ruleset, [scenario], fights=2500, samples=20_000, max_states=3_000, walks=0, policies=[at_random(ruleset)], variations=0
    )
    assert done.checks["fights equal in played and sampled form"] == 2500


@pytest.mark.parametrize("name", ruleset_names())
def test_there_is_a_golden_transcript_that_a_person_can_read(name):
    home = Path(__file__).parent / name.replace("-", "_")
    assert list((home / "transcripts").glob("*.txt")), "write one: see tests/transcript.py"
    tests = (home / "test_transcripts.py").read_text(encoding="utf-8")
    assert "check_transcript(" in tests or "check_lines(" in tests


@pytest.mark.slow
@pytest.mark.parametrize("name", ruleset_names())
def test_everything_conforms_under_all_policies(name):
    print(check_ruleset(load_ruleset(name), fights=100, samples=200_000, max_states=60_000, walks=5))
