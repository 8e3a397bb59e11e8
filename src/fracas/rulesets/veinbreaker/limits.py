"""Limits of Veinbreaker, shared by content files and the records of a fight."""

from __future__ import annotations

FACES = 10
"""Rolls use two ten-sided dice, or the best or worst two of more."""
MAX_CHAIN = 6
"""Maximum number of links of a chain."""
ABILITIES = 24
"""Maximum number of abilities that a character can take into a fight, excluding reactions."""
MOVES = 8
FOES = 4
"""Maximum number of enemies in one fight, one after another."""
EFFECT_SLOTS = 8
WINDOW_SLOTS = 6
MAX_STACKS = 9
"""Maximum stacks of a status, and maximum bonus."""
MAX_METER = 50
"""Absolute bound of meters that have no bound of their own."""
MAX_MARKS = 3
"""Maximum number of Blood Marks; each has its own effect."""
COOLDOWN_BITS = 2
MAX_COOLDOWN = (1 << COOLDOWN_BITS) - 1
