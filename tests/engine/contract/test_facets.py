"""Facets: what a ruleset may offer beyond the contract, and what holds where it does not."""

from typing import ClassVar

import pytest
from tests.engine.pit import Pit

import fracas
from fracas.engine.contract import facets
from fracas.engine.contract.facets import Story, fights_in_words

OFFERED = ("Asks", "Loot", "LoadoutChoice", "Boards", "Narrates", "SendsRolls", "Hides", "HasCampaign", "HasWorld")


class Tale(Pit, Story):
    name: ClassVar[str] = "tale"


@pytest.mark.parametrize(
    ("ruleset", "n", "words"),
    [(Pit(), 1, "1 fight"), (Pit(), 10_000, "10,000 fights"), (Tale(), 1, "1 story"), (Tale(), 2, "2 stories")],
)
def test_stories_are_counted_as_stories(ruleset, n, words):
    assert fights_in_words(ruleset, n) == words


def test_the_data_of_a_story_is_the_scenario_unless_it_says_otherwise():
    assert Tale().as_scenario({"hero": 3}) == {"hero": 3}


@pytest.mark.parametrize("name", OFFERED)
def test_a_facet_must_be_written_whole(name):
    facet = getattr(facets, name)
    half = type("Half", (Pit, facet), {"name": "half"})
    with pytest.raises(TypeError, match="abstract"):
        half()


@pytest.mark.parametrize("name", OFFERED)
def test_every_facet_is_offered_by_some_ruleset_and_needed_by_none(name):
    facet = getattr(facets, name)
    assert not isinstance(Pit(), facet)
    offering = [isinstance(fracas.load_ruleset(each), facet) for each in fracas.ruleset_names()]
    assert any(offering) or name == "Hides", "no shipped game hides anything"
