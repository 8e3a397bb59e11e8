"""The questions a rule may ask of its dice. From Python each asks the ``dice`` object; compiled bodies are in `fracas.dice.compiled`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Dice(Protocol):
    """The source of dice given to a rule: played, scripted or enumerated in Python; a record when compiled."""

    def die(self, sides: int) -> int: ...
    def roll(self, n: int, sides: int) -> int: ...
    def successes(self, n: int, face: int, sides: int) -> int: ...
    def net(self, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int: ...
    def keep(self, n: int, sides: int, highest: int, lowest: int) -> int: ...
    def reach(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int: ...
    def chance(self, p: float) -> bool: ...
    def pick(self, weights: Sequence[int], n: int) -> int: ...
    def scaled(self, value: float, low: float, high: float) -> int: ...
    def key(self, domain: int, entity: int, tick: int) -> None: ...
    def note(self, event: int, a: int, b: int, c: int) -> None: ...


def die(dice: Dice, sides: int) -> int:
    """One die: 1 to ``sides``, at most 2**32."""
    return dice.die(sides)


def roll(dice: Dice, n: int, sides: int) -> int:
    """The total of ``n`` dice; 0 if ``n`` is 0 or less."""
    return dice.roll(n, sides)


def successes(dice: Dice, n: int, face: int, sides: int) -> int:
    """The number of ``n`` dice that show ``face`` or more; 0 without dice."""
    return dice.successes(n, face, sides)


def net(dice: Dice, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
    """Successes of ``attack`` dice minus successes of ``defence`` dice, clamped to ``low`` and ``high``.

    A rule that only needs hit or miss asks for 0 to 1: results at or below ``low`` are answered with ``low``, those at or above ``high``
    with ``high``. The fewer possible answers, the faster the exact solver.
    """
    return dice.net(attack, defence, face, sides, low, high)


def keep(dice: Dice, n: int, sides: int, highest: int, lowest: int) -> int:
    """Roll ``n`` dice and total the ``highest`` highest and the ``lowest`` lowest, each die once: ``keep(dice, 3, 10, 1, 1)``.

    ``n`` is 128 at most.
    """
    return dice.keep(n, sides, highest, lowest)


def reach(dice: Dice, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
    """Roll and total as in `keep`, but answer only how many of ``marks``, in ascending order, the total reaches.

    A d20 that must show 12, and on which 1 and 20 are special, is ``reach(dice, 1, 20, 1, 0, (2, 12, 20))``: 0 for a 1, 1 below 12, 2 from
    12 on, 3 for a 20. With advantage it is ``reach(dice, 2, 20, 1, 0, …)``. Four answers instead of twenty make the exact solver five times
    faster, and in play all faces are shown.
    """
    return dice.reach(n, sides, highest, lowest, marks)


def chance(dice: Dice, p: float) -> bool:
    """True with chance ``p`` (below 0 counts as 0, above 1 as 1)."""
    return dice.chance(p)


def pick(dice: Dice, weights: Sequence[int], n: int) -> int:
    """An index from 0 to ``n - 1``, chosen in proportion to the first ``n`` whole-number ``weights``.

    No weight is negative, at least one is positive, and their sum is at most 2**32.
    """
    return dice.pick(weights, n)


def scaled(dice: Dice, value: float, low: float, high: float) -> int:
    """``floor(value * u)`` for ``u`` uniform between ``low`` and ``high``; ``value``, ``low`` and ``high`` are 0 or more."""
    return dice.scaled(value, low, high)


def key(dice: Dice, domain: int, entity: int, tick: int) -> None:
    """Key the next draws by (domain, entity, tick): the same key in the same fight draws the same words again.

    Enumeration treats every draw as new. A ruleset that uses one key twice in a fight declares it in `Ruleset.not_exact`.
    """
    dice.key(domain, entity, tick)


def note(dice: Dice, event: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write an event into the log, in play; a no-op when compiled."""
    dice.note(event, a, b, c)
