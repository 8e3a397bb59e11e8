"""What there is, described: options with what they allow, scenarios, rulesets."""

import json

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas.engine.contract.describing import options_of, ruleset_options, ruleset_table, scenario_table


def test_an_option_has_its_default_what_is_allowed_and_what_it_does():
    feint, _ = options_of(Wrestlers.options_model)
    assert feint.to_data() == {
        "name": "feint_percent",
        "default": 80,
        "allowed": "0 to 100",
        "text": "How often a feint works, in percent",
    }
    assert feint.lines() == ["feint_percent = 80 (0 to 100)", "    How often a feint works, in percent"]
    assert [option.name for option in options_of(Wrestlers.options_model, {"feint_percent"})] == ["slam_margin"]


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_everything_that_can_be_set_is_data(name):
    ruleset = fracas.load_ruleset(name)
    data = ruleset_options(ruleset).to_data()
    assert json.loads(json.dumps(data)) == data
    assert [option["name"] for option in data["options"]] == list(ruleset.options_model.model_fields)
    assert data["policies"] == {"a": list(ruleset.policies_of[0]), "b": list(ruleset.policies_of[1])}
    assert list(data["variants"]) == list(ruleset.variants())
    assert bool(data["world_options"]) == isinstance(ruleset, fracas.HasWorld)


def test_scenarios_are_told_in_one_column_and_listed_in_two():
    table = scenario_table(Wrestlers())
    assert table.headings == ["name", "what it is"]
    assert table.shown()[0] == ["even", "Evenly matched. Two wrestlers of one weight, one school and one temper."]
    assert table.to_data()[0] == {
        "name": "even",
        "title": "Evenly matched",
        "text": "Two wrestlers of one weight, one school and one temper.",
    }


def test_rulesets_are_listed():
    assert ruleset_table([Wrestlers()]).to_data() == [{"name": "wrestlers", "title": "Wrestlers", "version": "1.0", "scenarios": 2}]
