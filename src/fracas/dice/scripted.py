"""Scripted dice: faces from a given list, for worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fracas.dice.counting import kept_total, marks_reached
from fracas.dice.log import Log, Roll
from fracas.errors import FracasError


class ScriptedDice(Log):
    """Dice that answer with the given faces, in order, and log them like played dice.

    Each die takes one face. A chance takes True or False, a pick takes an index, a scaled number takes the position in its
    interval from 0 (low end) to 1 (high end).
    """

    def __init__(self, faces: Iterable[float]) -> None:
        super().__init__()
        self._faces = list(faces)
        self._at = 0

    @property
    def left(self) -> int:
        """The number of given faces that are not yet used."""
        return len(self._faces) - self._at

    def _next(self, what: str) -> float:
        if self._at >= len(self._faces):
            raise FracasError(
                "script-ended",
                f"the script of faces ended: the rule asks for {what} after {self._at} answers",
                "give the script one more face",
            )
        self._at += 1
        return self._faces[self._at - 1]

    def _misfit(self, given: float, what: str, allowed: str) -> FracasError:
        return FracasError("script-misfit", f"{given} at place {self._at} of the script does not answer {what}", f"give {allowed}")

    def _take(self, n: int, sides: int) -> tuple[int, ...]:
        taken = []
        for _ in range(max(int(n), 0)):
            face = self._next(f"a face of a d{sides}")
            if face != int(face) or not 1 <= face <= sides:
                raise FracasError(
                    "script-face", f"face {face} at place {self._at} of the script is not on a d{sides}", f"give 1 to {sides}"
                )
            taken.append(int(face))
        return tuple(taken)

    def die(self, sides: int) -> int:
        """The next face."""
        faces = self._take(1, sides)
        self.entries.append(Roll("die", faces[0], int(sides), faces))
        return faces[0]

    def roll(self, n: int, sides: int) -> int:
        """The total of the next ``n`` faces."""
        faces = self._take(n, sides)
        self.entries.append(Roll("sum", sum(faces), int(sides), faces))
        return sum(faces)

    def successes(self, n: int, face: int, sides: int) -> int:
        """Successes among the next ``n`` faces."""
        entry = Roll("pool", 0, int(sides), self._take(n, sides), (), int(face))
        self.entries.append(Roll("pool", entry.attack_successes, entry.sides, entry.faces, (), entry.face))
        return entry.attack_successes

    def net(self, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
        """Net successes: the attack's faces first, then the defence's."""
        faces = self._take(attack, sides)
        entry = Roll("net", 0, int(sides), faces, self._take(defence, sides), int(face))
        result = min(max(entry.attack_successes - entry.defence_successes, int(low)), int(high))
        self.entries.append(Roll("net", result, entry.sides, entry.faces, entry.against, entry.face))
        return result

    def keep(self, n: int, sides: int, highest: int, lowest: int) -> int:
        """Highest and lowest of the next ``n`` faces."""
        faces = self._take(n, sides)
        ranked = sorted(faces)
        result = kept_total(ranked, len(ranked), highest, lowest)
        self.entries.append(Roll("keep", result, int(sides), faces))
        return result

    def reach(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
        """The number of marks that the highest and lowest of the next ``n`` faces reach."""
        faces = self._take(n, sides)
        ranked = sorted(faces)
        result = marks_reached(kept_total(ranked, len(ranked), highest, lowest), marks)
        self.entries.append(Roll("reach", result, int(sides), faces))
        return result

    def chance(self, p: float) -> bool:
        """The next True or False."""
        given = self._next(f"a chance of {p}")
        if given not in (0, 1):
            raise self._misfit(given, f"a chance of {p}", "True or False")
        result = bool(given)
        self.entries.append(Roll("chance", int(result)))
        return result

    def pick(self, weights: Sequence[int], n: int) -> int:
        """The next index."""
        given = self._next(f"a pick from {n}")
        result = int(given)
        if result != given or not 0 <= result < n or weights[result] <= 0:
            raise FracasError(
                "script-pick",
                f"pick {result} at place {self._at} of the script has no weight",
                f"give an index from 0 to {n - 1} with a weight",
            )
        self.entries.append(Roll("pick", result))
        return result

    def scaled(self, value: float, low: float, high: float) -> int:
        """The floor of the value scaled to the next position in its interval."""
        given = self._next("a point of an interval")
        if not 0 <= given <= 1:
            raise self._misfit(given, "a point of an interval", "0 to 1")
        result = int(value * (low + (high - low) * given))
        self.entries.append(Roll("scaled", result))
        return result

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Ignored: the script is in the order of the questions."""
