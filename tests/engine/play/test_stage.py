"""A stage: single rules run with given faces, or with all of them."""

from fractions import Fraction

import pytest
from tests.engine import pit
from tests.engine.pit import Entry, Pit

import fracas
from fracas.engine.play.stage import Stage


@pytest.fixture
def stage():
    with fracas.registered(Pit()):
        made = Stage(fracas.encounter("pit", {"hero": 5, "beast": 5}).setup)
        made.state.clock = 1
        made.state.entry = Entry.GUARDED
        made.state.fighting = 1
        yield made


def exchange(stage):
    return lambda dice: pit.exchange(dice, stage.state, stage.book)


def test_a_rule_is_run_with_the_faces_given_and_its_log_is_kept(stage):
    stage.run([6, 5, 6], exchange(stage))
    assert (stage.state.beast, stage.state.hero) == (2, 4)
    assert stage.lines(Pit()) == ["  3 dealt, 1 taken."]
    stage.run([1, 1, 1], exchange(stage))
    assert stage.lines(Pit(), stage.last) == ["  -2 dealt, -3 taken.", "They part."]
    assert stage.lines(Pit()) == ["  3 dealt, 1 taken.", "  -2 dealt, -3 taken.", "They part."]


def test_faces_that_were_not_asked_for_are_a_mistake_of_the_test(stage):
    with pytest.raises(AssertionError, match="the last 2 were not asked for"):
        stage.run([6, 5, 6, 1, 1], exchange(stage))


def test_with_all_faces_the_state_of_the_stage_stays_as_it_is(stage):
    def beast_after(dice, state):
        pit.exchange(dice, state, stage.book)
        return int(state.beast)

    found = stage.distribution(beast_after)
    assert dict(found.items()) == {5: Fraction(1, 2), 4: Fraction(1, 6), 3: Fraction(1, 6), 2: Fraction(1, 6)}
    assert (stage.state.beast, stage.log) == (5, [])
