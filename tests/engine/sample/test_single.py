"""One compiled fight: the one that is played under its seed and number."""

import pytest
from tests.engine.descent import Cave

import fracas
from fracas import FracasError
from fracas.engine.sample.single import fought


@pytest.fixture(autouse=True)
def cave():
    with fracas.registered(Cave()):
        yield


@pytest.mark.parametrize("name", ["blow-by-blow", "deep"])
def test_a_single_compiled_fight_is_the_fight_that_is_played(name):
    encounter = fracas.encounter("cave", "blow-by-blow" if name == "blow-by-blow" else {"hero": 12, "beast": 30})
    for number in range(20):
        one, played = fought(encounter, 5, number), encounter.replay(5, number)
        assert (one.digest, one.outcome, one.rounds) == (played.digest(), played.outcome, played.round)
        assert [one.health(side) for side in (0, 1)] == [played.health(side) for side in (0, 1)]
        assert one.last.tobytes() == played._array.tobytes()


def test_a_seed_that_is_none_is_refused():
    with pytest.raises(FracasError, match="seed"):
        fought(fracas.encounter("cave", "blow-by-blow"), -1, 0)
