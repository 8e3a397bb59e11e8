"""What a ruleset passes to the engine: setups, ends, measures."""

from dataclasses import replace

import numpy as np
import pytest
from tests.engine.pit import Pit

import fracas
from fracas import End, FracasError
from fracas.engine.contract.setup import check_state


@pytest.fixture
def setup():
    with fracas.registered(Pit()):
        yield fracas.encounter("pit", "even").setup


def test_a_setup_is_made_by_keywords_alone():
    with pytest.raises(TypeError, match="positional"):
        fracas.Setup(None, None)


def test_its_digest_is_of_everything_the_rules_can_see(setup):
    other = setup.state.copy()
    other["hero"] += 1
    book = setup.book.copy()
    book["parting"] += 1
    digests = {each.digest() for each in (setup, replace(setup, state=other), replace(setup, book=book), replace(setup, round_limit=9))}
    assert len(digests) == 4
    assert replace(setup, names=("ann", "rat")).digest() == setup.digest(), "a name is nothing to a rule"


@pytest.mark.parametrize(
    ("array", "says"),
    [
        (np.zeros(2, [("clock", "i8")]), "not an array of one record"),
        (np.zeros(1, "i8"), "not an array of one record"),
        (np.zeros(1, [("clock", "i8"), ("hp", "i4")]), "not 64 bits wide"),
        (np.zeros(1, [("hp", "i8")]), "no field 'clock'"),
    ],
)
def test_records_that_the_engine_cannot_use_are_refused(setup, array, says):
    with pytest.raises(FracasError, match=says) as refused:
        check_state(replace(setup, state=array))
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (End("victory", "win"), "you win"),
        (End("death", "lose"), "you lose"),
        (End("truce", "draw"), "a draw (truce)"),
        (End("fled", "lose", "you flee"), "you flee"),
    ],
)
def test_a_player_is_told_of_an_end_in_words(end, words):
    assert end.words == words
