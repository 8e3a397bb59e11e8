"""The random number generator: every word is a mixing hash of its position.

Word *i* of lane *l* of fight *k* under seed *s* is ``mix(key(s, k, l) + i * GAMMA)``: the SplitMix64 sequence started at a key
that is itself a hash of ``(s, k, l)``. No state is carried from one fight to the next, so fight 7,301,554 can be generated without
the 7,301,553 before it, by any thread, on any machine.

Quality. ``mix`` is the finaliser of SplitMix64 (Stafford's variant 13), a bijection of 64 bits in which each input bit flips
each output bit with a chance close to one half; SplitMix64 passes BigCrush. Within one lane the words are a permutation of
2**64 values, so a lane never repeats. Two lanes are two sections of one cycle of length 2**64 starting at hashed positions: among
*f* fights of *w* words each, the chance that any two sections overlap at all is below ``f * f * w / 2**64`` (ten million fights
of a hundred words: one in two thousand, and then two fights out of ten million share some words). ``tests/dice`` measures
avalanche, uniformity, and independence of neighbouring lanes and words.

Bounded draws. A die takes the high word of ``word * sides`` (Lemire's method without rejection): each face's chance is off by
less than ``2**-64``. Several dice of one roll are successive digits of the same word in base ``sides``; a new word is taken before
``sides ** dice`` would pass ``2**32``, so the distance (total variation) of a whole roll from fair dice is below ``2**-32`` a word: no
experiment shorter than about ``2**64`` rolls could see it. Draws from a table of chances compare 53 bits of a word with rounded
cumulative chances and are off by less than ``1e-14``.

Keyed draws. A rule may key its draws by (domain, entity, tick) instead of taking them in sequence. The first word of a key is the XXH64
digest (seed 0) of 24 bytes, little-endian: the stream's base (64 bits), domain (32), entity (64), tick (32); further words follow it
as in any stream. A world's base is its seed, so these are the draws of ``DeterministicRNG`` in the games that use it.
"""

from __future__ import annotations

GAMMA = 0x9E3779B97F4A7C15
"""The increment between words: 2**64 divided by the golden ratio, made odd."""
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
MASK = 0xFFFFFFFFFFFFFFFF
UNMIX_1 = pow(MIX_1, -1, 2**64)
UNMIX_2 = pow(MIX_2, -1, 2**64)
XX_1, XX_2, XX_3, XX_4, XX_5 = (
    0x9E3779B185EBCA87,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x85EBCA77C2B2AE63,
    0x27D4EB2F165667C5,
)
"""The primes of XXH64."""

RULES_LANE = 0
"""The lane of the dice that decide a fight."""
POLICY_LANE = 1
"""The lane of computer players' random choices, so that the rules' dice do not depend on who chooses."""
FACES_LANE = 2
"""The lane of faces that are generated for the log when the rule asked only for a result."""
SPOILS_LANE = 3
"""The lane of rolls after a fight (loot)."""
STORY_LANE = 4
"""The lane of rolls between the fights of a campaign."""
CHOICE_LANE = 5
"""The lane of computer players' random choices between fights."""


def mix(z: int) -> int:
    """Scramble 64 bits: the compiled ``mix`` of `fracas.dice.compiled`, on Python's integers."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def unmix(z: int) -> int:
    """The inverse of `mix`."""
    z = ((z ^ (z >> 31) ^ (z >> 62)) * UNMIX_2) & MASK
    z = ((z ^ (z >> 27) ^ (z >> 54)) * UNMIX_1) & MASK
    return z ^ (z >> 30) ^ (z >> 60)


def _turned(x: int, bits: int) -> int:
    return ((x << bits) | (x >> (64 - bits))) & MASK


def digest_of_key(base: int, domain: int, entity: int, tick: int) -> int:
    """The first word of a key: XXH64 of base, domain, entity and tick; domain and tick are truncated to 32 bits."""
    h = XX_5 + 24
    low, high = entity & 0xFFFFFFFF, (entity >> 32) & 0xFFFFFFFF
    for word in (base & MASK, (domain & 0xFFFFFFFF) | low << 32, high | (tick & 0xFFFFFFFF) << 32):
        h ^= (_turned((word * XX_2) & MASK, 31) * XX_1) & MASK
        h = (_turned(h, 27) * XX_1 + XX_4) & MASK
    h = ((h ^ (h >> 33)) * XX_2) & MASK
    h = ((h ^ (h >> 29)) * XX_3) & MASK
    return h ^ (h >> 32)


def fold(key: int, number: int) -> int:
    """The key of sub-stream ``number`` of the stream ``key``."""
    return mix(key ^ mix((number + GAMMA) & MASK))


def lane_key(seed: int, fight: int, lane: int) -> int:
    """The key of one lane of one fight: ``fold(fold(mix(seed), fight), lane)``."""
    return fold(fold(mix(seed & MASK), fight), lane)


def word_at(key: int, counter: int) -> int:
    """Word number ``counter`` of the stream ``key``."""
    return mix((key + counter * GAMMA) & MASK)
