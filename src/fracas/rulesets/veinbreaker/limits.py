"""Limits of Veinbreaker: how many of each there can be, known to content files and to the records of a fight."""

from __future__ import annotations

FACES = 10
"""Rolls are made with two ten-sided dice, or the best or worst of more."""
MAX_CHAIN = 6
"""Links of the longest chain that can be stored."""
ABILITIES = 24
"""Abilities a character can bring into a fight, reactions aside."""
MOVES = 8
FOES = 4
"""Enemies that can be fought in one fight, one after another."""
EFFECT_SLOTS = 8
WINDOW_SLOTS = 6
MAX_STACKS = 9
"""The upper bound of a status's stacks, and of a bonus."""
MAX_METER = 50
"""The bound, up and down, of a meter that has none of its own."""
MAX_MARKS = 3
"""Blood Marks: each of the three has its effect."""
COOLDOWN_BITS = 2
MAX_COOLDOWN = (1 << COOLDOWN_BITS) - 1
