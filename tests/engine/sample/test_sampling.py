"""The compiled loop over fights, and the digest of a fight's last state."""

import numpy as np

import fracas
from fracas.engine.sample.sampling import fight_dtype, state_digest


def test_a_digest_is_of_every_number_and_its_place():
    cells = np.arange(8, dtype=np.int64)
    digests = {state_digest(cells)}
    for place in range(8):
        other = cells.copy()
        other[place] += 100
        digests.add(state_digest(other))
    digests.add(state_digest(cells[::-1]))
    assert len(digests) == 10


def test_the_compiled_loop_and_the_played_fight_have_the_same_digest():
    ready = fracas.encounter("rune-and-rust", "duel")
    fights = ready.simulate(30, seed=9, each=True).records()
    assert fights.dtype == fight_dtype
    for number, found in enumerate(fights):
        played = ready.replay(9, number)
        assert (found["end"], found["rounds"]) == (played.end, played.round)
        assert int(found["digest"]) == state_digest(played._array.view(np.int64))
        assert [found["health_a"], found["health_b"]] == [played.health(side) for side in (0, 1)]
