"""Claims about pools of dice and the successes they make."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fracas.dice import ScriptedDice, die, distribution, successes
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import POOLS, Scene, against, changed, successes_of
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import D6


@finds
def pool(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> str:
    """The dice of an attack."""
    return f"{Scene(options, base, accuracy, ability, on).pools()[0]}d6"


@finds
def average(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> Fraction:
    """The average successes of an attack."""
    return Fraction(successes_of(options, Scene(options, base, accuracy, ability, on).pools()[0]).mean())


@finds
def average_added(options: Options, dice: int) -> Fraction:
    """The average successes that so many more dice add, whatever the pool."""
    [only] = {Fraction(successes_of(options, n + dice).mean()) - Fraction(successes_of(options, n).mean()) for n in POOLS}
    return only


@finds
def defence_pool(options: Options, sturdiness: int) -> str:
    """The dice of a defence."""
    return f"{against(options, sturdiness)}d6"


@finds
def defence_range(options: Options, low: int, high: int) -> tuple[int, int]:
    """The dice that the least and the highest STURDINESS roll."""
    return against(options, low), against(options, high)


@finds
def defence_count(options: Options, sturdiness: int) -> int:
    """How many dice a defence has."""
    return against(options, sturdiness)


@finds
def defence_average(options: Options, sturdiness: int) -> Fraction:
    """The average successes of a defence."""
    return Fraction(successes_of(options, against(options, sturdiness)).mean())


@finds
def defence_makes(options: Options, sturdiness: int, low: int, high: int = 99) -> Fraction:
    """The chance that a defence makes so many successes."""
    return successes_of(options, against(options, sturdiness)).where(lambda k: low <= k <= high)


@finds
def dice_make(options: Options, dice: int, made: int) -> Fraction:
    """The chance that so many dice make exactly so many successes."""
    return successes_of(options, dice)[made]


@finds
def all_show(options: Options, dice: int, face: int) -> Fraction:
    """The chance that all dice show this face or more."""
    return distribution(lambda rolled: int(successes(rolled, dice, face, D6)))[dice]


@finds
def success_rate(options: Options, face: int | None = None) -> Fraction:
    """The chance that a die is a success, with the threshold in force or another."""
    return successes_of(options if face is None else changed(options, success_face=face), 1)[1]


@finds
def success_faces(options: Options) -> tuple[int, int]:
    """The least and the highest face that is a success."""
    good = [face for face in range(1, D6 + 1) if successes(ScriptedDice([face]), 1, options.success_face, D6)]
    return min(good), max(good)


@finds
def least_success(options: Options) -> int:
    """The least face that is a success."""
    return success_faces(options)[0]


@finds
def faces_of_a_die(options: Options) -> tuple[int, int]:
    """The faces of a die."""
    shown = [face for face, _ in distribution(lambda rolled: int(die(rolled, D6))).items()]
    return min(shown), max(shown)


@finds
def faces_make(options: Options, faces: Sequence[int]) -> int:
    """The successes of these faces."""
    return int(successes(ScriptedDice(faces), len(faces), options.success_face, D6))


@finds
def share_of_faces(options: Options, faces: Sequence[int]) -> Fraction:
    """The share of these faces that are successes."""
    return Fraction(faces_make(options, faces), len(faces))


@finds
def no_dice_make(options: Options) -> Found:
    """The successes of no dice, or fewer than none."""
    made = {n for dice in (0, -1, -7) for n, _ in successes_of(options, dice).items()}
    return Found(max(made), "0, -1 and -7 dice all make none" if made == {0} else "")
