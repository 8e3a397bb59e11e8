"""The duel as a designer would write it in an afternoon: a plain Python loop that rolls every die."""

from __future__ import annotations

import random

ATTACK_DICE = 6
DEFENCE_DICE = 4
SUCCESS = 5
DAMAGE_DICE = 2
HP = 30


def roll(rng: random.Random, dice: int) -> list[int]:
    """The faces of so many d6."""
    return [rng.randint(1, 6) for _ in range(dice)]


def successes(faces: list[int]) -> int:
    """How many of the faces are 5 or 6."""
    return sum(1 for face in faces if face >= SUCCESS)


def attack(rng: random.Random) -> int:
    """One attack: the damage it does, 0 if it is deflected."""
    if successes(roll(rng, ATTACK_DICE)) > successes(roll(rng, DEFENCE_DICE)):
        return sum(roll(rng, DAMAGE_DICE))
    return 0


def a_wins(rng: random.Random) -> bool:
    """One duel, A first, until one is at 0. Whether A won."""
    a, b = HP, HP
    while True:
        b -= attack(rng)
        if b <= 0:
            return True
        a -= attack(rng)
        if a <= 0:
            return False


def wins(n: int, seed: int) -> int:
    """How many of ``n`` duels A wins."""
    rng = random.Random(seed)
    return sum(a_wins(rng) for _ in range(n))
