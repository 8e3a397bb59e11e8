"""Rule variants side by side: exact where both fights can be solved, paired dice where not, one sentence for every difference."""

import json
from pathlib import Path

import pytest
from tests.console import at_home, refused  # noqa: F401  at_home is a fixture
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.lab.comparing import compare, compare_fights
from fracas.lab.points import Budget, Difference

NO_SLAMS = {"slam_margin": 99}


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


def by_name(compared):
    return {difference.what: difference for difference in compared.differences}


def test_the_baseline_is_called_by_what_it_is():
    other = fracas.encounter("wrestlers", "bull-and-eel")
    found = compare_fights(fracas.encounter("wrestlers", "even"), {"bull-and-eel": other}, Budget())
    assert (found.base.name, found.table().headings[0], found.table().names[0]) == ("even", "fight", "rules")
    assert compare("wrestlers", "even", {"two": NO_SLAMS}).table().headings[0] == "rules"


def test_what_is_exact_is_said_where_not_all_is():
    small, large = fracas.encounter("wrestlers", "bull-and-eel"), fracas.encounter("wrestlers", "even")
    states = small.solve().states
    assert states < large.solve().states
    found = compare_fights(small, {"even": large}, Budget(states, fights=2_000))
    assert found.heading().endswith("; exact, but for even: 2,000 paired fights, seed 1")


def test_exact_differences_are_those_of_the_two_solutions():
    found = compare("wrestlers", "even", {"no slams": NO_SLAMS})
    before, after = fracas.encounter("wrestlers", "even").solve(), fracas.encounter("wrestlers", "even", NO_SLAMS).solve()
    (variant,) = found.variants
    assert variant.exact
    differences = by_name(variant)
    assert differences["Red wins"].by == after.win - before.win
    assert differences["nobody wins"].by == after.draw - before.draw
    assert differences["rounds"].by == after.mean_rounds - before.mean_rounds
    assert differences["Red's first throw lands"].by == 0


def test_paired_intervals_hold_the_exact_difference_and_are_narrower_than_unpaired_ones():
    exact = by_name(compare("wrestlers", "even", {"more": {"feint_percent": 90}}).variants[0])
    found = compare("wrestlers", "even", {"more": {"feint_percent": 90}}, fights=40_000, seed=3, max_states=0)
    sampled = by_name(found.variants[0])
    for name in ("Red wins", "nobody wins", "rounds", "Red has left"):
        difference = sampled[name]
        assert not difference.exact
        assert difference.fights == 40_000
        half = (difference.high - difference.low) / 2
        assert abs(difference.by - exact[name].by) < 2 * half + 1e-9
    wins = sampled["Red wins"]
    alone = 1.96 * (wins.before * (1 - wins.before) / 40_000) ** 0.5
    assert (wins.high - wins.low) / 2 < 2**0.5 * alone


def test_the_same_rules_are_no_difference_at_all_not_even_by_luck():
    found = compare("wrestlers", "even", {"same": {"feint_percent": 80}}, fights=5_000, max_states=0)
    assert all(difference.by == 0 and not difference.shows for difference in found.variants[0].differences)
    assert found.variants[0].sentences() == ["With same, nothing changes (that shows in 5,000 paired fights)."]
    assert list(compare("wrestlers", "even", {"same": {}}).sentences()) == ["With same, nothing changes (exact to two decimals)."]


def test_a_fight_that_is_solved_and_one_that_is_not_are_both_sampled():
    found = compare("wrestlers", "even", {"no slams": NO_SLAMS}, fights=2_000, max_states=10)
    assert not found.variants[0].exact
    assert found.base.figures["Red wins"].exact is False


def test_best_play_is_compared_under_each_set_of_rules():
    found = compare("wrestlers", "even", {"no slams": NO_SLAMS}, best_play=True)
    wanted = fracas.encounter("wrestlers", "even", NO_SLAMS).best().solution.win
    assert found.variants[0].figures["Red wins"].value == wanted
    with pytest.raises(FracasError, match=r"best play cannot be found.*leave best play out"):
        compare("wrestlers", "even", {"no slams": NO_SLAMS}, best_play=True, max_states=10)
    assert compare("wrestlers", "even", {"no slams": NO_SLAMS}, best_play=True, max_states=0).variants[0].exact


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (
            Difference("A wins", 0.5, 0.45, True, True, -0.05, -0.05),
            "With x, A wins: 45.00 % instead of 50.00 %, 5.00 points less (exact).",
        ),
        (
            Difference("A wins", 0.845545, 0.840094, True, True, -0.005451, -0.005451),
            "With x, A wins: 84.01 % instead of 84.55 %, 0.54 points less (exact).",
        ),
        (
            Difference("A wins", 0.500001, 0.500049, True, True, 0.000051, 0.000051),
            "With x, A wins: 50.00 % instead of 50.00 %, no difference (exact).",
        ),
        (
            Difference("A wins", 0.499951, 0.500040, True, True, 0.000089, 0.000089),
            "With x, A wins: 50.00 % instead of 50.00 %, under 0.01 points more (exact).",
        ),
        (Difference("rounds", 7, 7.5, False, True, 0.5, 0.5), "With x, rounds: 7.50 instead of 7.00, 0.50 more (exact)."),
        (
            Difference("A wins", 0.5, 0.501, True, False, -0.001, 0.003, 1000),
            "With x, A wins: 50.10 % instead of 50.00 %, no difference (-0.10 to +0.30 points in 1,000 paired fights).",
        ),
        (
            Difference("rounds", 7, 6, False, False, -1.2, -0.8, 1000),
            "With x, rounds: 6.00 instead of 7.00, 1.00 less (-1.20 to -0.80 in 1,000 paired fights).",
        ),
    ],
)
def test_the_sentence_of_a_difference(difference, sentence):
    assert difference.sentence("x") == sentence


def test_a_scenario_with_options_of_its_own_is_not_called_the_document():
    scenario = {**fracas.load_ruleset("wrestlers").scenarios()["even"], "options": {"slam_margin": 3}}
    assert compare("wrestlers", scenario, {"two": {"slam_margin": 2}}).base.name == "the scenario (slam_margin=3)"
    assert compare("wrestlers", "even", {"two": {"slam_margin": 2}}).base.name == "default rules"


def test_a_variant_may_be_given_as_such_or_by_name():
    ways = (NO_SLAMS, fracas.variant("wrestlers", "no-slams"), "no-slams")
    wins = {compare("wrestlers", "even", {"x": way}).variants[0].figures["Red wins"].value for way in ways}
    assert wins == {fracas.encounter("wrestlers", "even", NO_SLAMS).solve().win}


@pytest.mark.parametrize(
    ("variants", "more"), [(["no-slams"], {}), ({"x": 5}, {}), ({"x": "none"}, {}), ({"x": NO_SLAMS}, {"fights": 2.5})]
)
def test_what_is_no_variant_is_refused(variants, more):
    with pytest.raises(FracasError):
        compare("wrestlers", "even", variants, **more)


# --- variants -----------------------------------------------------------------------------------------------------------------------


def test_a_variant_has_a_name_or_a_file(tmp_path):
    assert fracas.variant("wrestlers", "no-slams").options == NO_SLAMS
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"title": "Mine", "options": {"feint_percent": 50}}))
    assert fracas.variant("wrestlers", path).options == {"feint_percent": 50}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"title": "Mine", "options": {"feint": 1}}, "feint_percent"),
        ({"title": "Mine"}, "options"),
        ({"title": "x", "options": {}, "y": 1}, "y"),
    ],
)
def test_a_variant_that_the_rules_do_not_know_is_refused(data, says, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    with pytest.raises(FracasError, match=says):
        fracas.variant("wrestlers", path)
    assert run("validate", str(path), "--ruleset", "wrestlers", "--kind", "variant").code == 2


def test_every_command_takes_a_variant_and_what_is_set_by_itself_counts_for_more():
    solved = run("solve", "wrestlers", "even", "--set", "no-slams", "--json")
    assert solved.json["options"]["slam_margin"] == 99
    both = run("solve", "wrestlers", "even", "--set", "slam_margin=3", "--set", "no-slams", "--json")
    assert both.json["options"]["slam_margin"] == 3
    several = run("solve", "wrestlers", "even", "--set", "slam_margin=3 feint_percent=50", "--json")
    assert (several.json["options"]["slam_margin"], several.json["options"]["feint_percent"]) == (3, 50)


def test_options_lists_the_variants():
    assert "Variant no-slams (--set no-slams): Without slams. Nobody falls" in run("options", "wrestlers").out


@pytest.mark.parametrize("name", ["arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop"])
def test_every_ruleset_has_a_tuned_variant_that_its_rules_know(name):
    tuned = fracas.variant(name, "tuned")
    defaults = fracas.load_ruleset(name).options_model().model_dump()
    assert tuned.options
    assert tuned.text
    assert all(defaults[option] != value for option, value in tuned.options.items()), "a variant lists only what differs"
    assert Path(fracas.__file__).parent.joinpath("rulesets", name.replace("-", "_"), "content", "variants", "tuned.json").exists()
