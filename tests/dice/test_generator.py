"""The generator: words are SplitMix64's, well mixed, and the same in Python and compiled."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from tests.dice.asking import FALSE_ALARM, assert_fits, compiled_words

from fracas.dice.generator import FACES_LANE, GAMMA, MASK, POLICY_LANE, RULES_LANE, SPOILS_LANE, fold, lane_key, mix, word_at

LANES = (RULES_LANE, POLICY_LANE, FACES_LANE, SPOILS_LANE)

SPLITMIX64_OF_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""The first outputs of the published generator, which adds its step before it mixes."""


def published_splitmix64(state: int) -> int:
    """One output, written from the published C code with its decimal constants: unbounded integers, reduced at each step."""
    z = (state + 11400714819323198485) % 2**64
    z = (z ^ z // 2**30) * 13787848793156543929 % 2**64
    z = (z ^ z // 2**27) * 10723151780598845931 % 2**64
    return z ^ z // 2**31


def unmix(z: int) -> int:
    """The word that `mix` scrambles into ``z``."""

    def unshift(z: int, by: int) -> int:
        x = z
        for _ in range(64 // by):
            x = z ^ (x >> by)
        return x

    z = unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    return unshift(z, 30)


def frequency_bound(trials: int, tests: int) -> float:
    """How far a fair coin's frequency strays from one half with a chance below exp(-25) in any of ``tests`` (Hoeffding)."""
    return math.sqrt((FALSE_ALARM + math.log(2 * tests)) / (2 * trials))


def test_word_i_of_a_key_is_output_i_of_splitmix64_counted_from_one():
    assert [word_at(1234567, i) for i in range(1, 6)] == SPLITMIX64_OF_1234567


def test_the_reference_used_here_is_the_published_generator():
    assert [published_splitmix64(1234567 + i * GAMMA) for i in range(5)] == SPLITMIX64_OF_1234567


def test_mix_is_the_published_finaliser():
    draw = random.Random(1)
    for z in [0, 1, MASK, GAMMA, *(draw.getrandbits(64) for _ in range(2000))]:
        assert mix(z) == published_splitmix64(z - GAMMA)


def test_no_two_words_mix_alike_so_a_lane_does_not_repeat_in_its_first_2_to_the_64_words():
    draw = random.Random(2)
    for z in [0, 1, MASK, *(draw.getrandbits(64) for _ in range(2000))]:
        assert unmix(mix(z)) == z
    assert GAMMA % 2 == 1  # an odd step visits every 64-bit number before it returns


def test_a_key_is_the_seed_then_the_fight_then_the_lane_each_mixed_in():
    def mixed_in(key: int, number: int) -> int:
        return published_splitmix64((key ^ published_splitmix64(number)) - GAMMA)

    for seed, fight, lane in [(0, 0, 0), (7, 1, 3), (2**63 - 1, 10**15, 1)]:
        assert lane_key(seed, fight, lane) == mixed_in(mixed_in(published_splitmix64(seed - GAMMA), fight), lane)


@pytest.mark.parametrize("scramble", [mix, lambda z: fold(z, 7), lambda z: fold(7, z)], ids=["mix", "key of fold", "number of fold"])
def test_each_bit_of_input_flips_each_bit_of_output_half_of_the_time(scramble):
    draw = random.Random(3)
    trials = 10_000
    flips = np.zeros((64, 64), np.int64)
    for _ in range(trials):
        z = draw.getrandbits(64)
        image = scramble(z)
        changed = np.array([image ^ scramble(z ^ (1 << i)) for i in range(64)], np.uint64)
        flips += (changed[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.int64)
    assert np.abs(flips / trials - 0.5).max() <= frequency_bound(trials, 64 * 64)


@pytest.mark.parametrize("seed", [0, 1, 42, 2**63 - 1])
@pytest.mark.parametrize("first", [0, 7_301_554, 2**40, 2**62])
def test_python_and_compiled_words_are_equal(seed, first):
    words = compiled_words(seed, first, 20, LANES, 5)
    for i, j, k in np.ndindex(words.shape):
        assert word_at(lane_key(seed, first + i, LANES[j]), k) == int(words[i, j, k])


def uniform(cells: int) -> dict[int, float]:
    return dict.fromkeys(range(cells), 1 / cells)


def seen(cells: np.ndarray) -> Counter:
    values, counts = np.unique(cells, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


@pytest.fixture(scope="module")
def words() -> np.ndarray:
    """4 words of 4 lanes of 65,536 neighbouring fights."""
    return compiled_words(seed=20_240_229, first=0, fights=65_536, lanes=LANES, count=4)


@pytest.mark.parametrize("byte", range(8))
def test_every_byte_of_the_words_is_uniform(words, byte):
    assert_fits(seen((words >> np.uint64(8 * byte) & np.uint64(255)).ravel()), uniform(256))


def test_each_bit_is_set_in_half_of_the_words(words):
    for bit in range(64):
        share = float((words >> np.uint64(bit) & np.uint64(1)).mean())
        assert abs(share - 0.5) <= frequency_bound(words.size, 64)


NEIGHBOURS = {
    "words": lambda w: (w[:, :, :-1], w[:, :, 1:]),
    "lanes": lambda w: (w[:, :-1, :], w[:, 1:, :]),
    "fights": lambda w: (w[:-1], w[1:]),
    "first words of all fights": lambda w: (w[:-1, :1, :1], w[1:, :1, :1]),
    "words two apart": lambda w: (w[:, :, :-2], w[:, :, 2:]),
    "the rules' and the policy's": lambda w: (w[:, 0], w[:, 1]),
}


@pytest.mark.parametrize("which", NEIGHBOURS)
def test_neighbours_are_independent(words, which):
    one, other = (part.ravel() for part in NEIGHBOURS[which](words))
    for low in (0, 28, 58):  # a plane of 64 by 64 cells from six low, six middle and six high bits of both
        here, there = (w >> np.uint64(low) & np.uint64(63) for w in (one, other))
        assert_fits(seen(here * np.uint64(64) + there), uniform(64 * 64))


@pytest.mark.parametrize("which", NEIGHBOURS)
def test_neighbours_are_uncorrelated(words, which):
    one, other = (part.ravel() / 2.0**64 - 0.5 for part in NEIGHBOURS[which](words))
    # The mean of products of two independent numbers from -1/2 to 1/2 lies within Hoeffding's bound for a range of 1/2.
    assert abs(float((one * other).mean())) <= 0.5 * frequency_bound(one.size, len(NEIGHBOURS))


def test_neighbouring_seeds_are_independent():
    one, other = (compiled_words(seed, 0, 65_536, LANES, 1).ravel() >> np.uint64(58) for seed in (5, 6))
    assert_fits(seen(one * np.uint64(64) + other), uniform(64 * 64))


def test_a_million_words_of_many_fights_and_lanes_do_not_repeat(words):
    # Among 2**20 random words two are equal with a chance of about 2**-25.
    assert len(np.unique(words)) == words.size
