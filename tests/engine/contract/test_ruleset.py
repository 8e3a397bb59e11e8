"""The contract's defaults: what a ruleset need not write."""

import pytest
from tests.engine.pit import Pit

import fracas
from fracas import FracasError, Ruleset


@pytest.fixture
def pit():
    with fracas.registered(Pit()) as ruleset:
        yield ruleset


def test_few_members_must_be_written():
    assert Ruleset.__abstractmethods__ == {"action_name", "build"}


def test_policies_have_the_numbers_of_their_places_on_each_side(pit):
    assert [pit.policy_number(0, name) for name in pit.policies] == [0, 1, 2]
    assert pit.policy_number(1, "random") == 0
    with pytest.raises(FracasError, match="no policy"):
        pit.policy_number(1, "wild")


def test_an_unknown_kind_of_content_is_refused(pit):
    with pytest.raises(FracasError, match="kind"):
        pit.entries("monsters")


def test_what_is_not_written_is_empty(pit):
    setup = fracas.encounter(pit, "even").setup
    now = setup.state[0]
    assert pit.action_details(setup, now, 0) == ""
    assert dict(pit.action_cost(setup, now, 0)) == {}
    assert pit.action_targets(setup, now, 0) == ()
    assert pit.refusal(setup, now, "fly") is None
