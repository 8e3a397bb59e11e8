"""Claims about the effect of a hit, and what the log says about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from fracas.dice import ScriptedDice, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.opposed import outcomes_of
from fracas.rulesets.rune_and_rust.claims.scenes import ON_ATTACK, Scene, changed, faces_with, hits, percent, scene_with
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.damage import damage_roll
from fracas.rulesets.rune_and_rust.rules.fighters import D6
from fracas.rulesets.rune_and_rust.stage import FOE


@finds
def damage_by_net(options: Options, grows: bool) -> Found:
    """Whether hits with more net successes do more damage for the same damage dice, or all do the same."""
    dealt = [blow.damage for (a, d), blow in sorted(outcomes_of(options).items()) if d == 0 and a > 0]
    alike = dealt == [dealt[0]] * len(dealt)
    return Found(alike is not grows, f"net 1 to {len(dealt)} with the same damage die: {', '.join(map(str, dealt))}")


@finds
@lru_cache(maxsize=64)
def all_or_nothing(options: Options) -> Found:
    """Whether an attack does either no damage or the full result of its dice."""
    scene = Scene(options)
    damage, hit = scene.damage(), hits(options, scene.pools()[0], 5)
    whole = distribution(lambda dice: int(damage_roll(dice, 1, D6, 0, scene.book.options)))
    full = {0: 1 - hit} | {n: p * hit for n, p in whole.items()}
    return Found(dict(damage.items()) == full, f"5 dice against 5: {percent(damage[0])} nothing, else the damage roll")


@finds
def successes_add_dice(options: Options, ability: str) -> Found:
    """Whether an ability rolls more damage dice for more successes."""
    dealt = []
    for made in range(1, 6):
        scene = scene_with(options, ability)
        before = scene.hp(FOE)
        scene.use(ScriptedDice(faces_with(made, 5) + [1] * 20))
        dealt.append(before - scene.hp(FOE))
    return Found(dealt == sorted(set(dealt)), f"with 1 to 5 successes: {', '.join(map(str, dealt))} dice that show 1")


@finds
def glancing_share(options: Options, percent: int) -> Fraction:
    """The damage of a tie as a share of a hit's, with glancing blows at this percentage and a damage die of 4."""
    scene = Scene(changed(options, glancing_percent=percent))
    tie, full = (scene.strike(faces_with(2, 5), faces_with(d, 5)).damage for d in (2, 1))
    return Fraction(tie, full)


@finds
def log_tells_of_overwhelming(options: Options) -> Found:
    """Whether the log of a hit by six differs from that of a hit by one in more than the rolls."""
    scene = Scene(options, base=6, sturdiness=6)
    by_one, by_six = (
        [line for line in scene.log_of(scene.strike(faces_with(made, 6), faces_with(0, 6))) if "d6:" not in line] for made in (1, 6)
    )
    return Found(by_one != by_six, "; ".join(line.strip() for line in by_six if line not in by_one) or "both are told alike")


@finds
def log_has(options: Options, pattern: str, made: int = 3, against: int = 1, on: Sequence[str] = ()) -> Found:
    """Whether the log of an attack has a complete line of this form."""
    scene = Scene(options, on=on, names=("{player.Name}", "{target.Name}"))
    lines = [line.strip() for line in scene.log_of(scene.strike(faces_with(made, 5), faces_with(against, 5)))]
    fitting = [line for line in lines if re.fullmatch(pattern, line)]
    return Found(bool(fitting), fitting[0] if fitting else "no such line")


@finds
def log_names_bonuses(options: Options, sources: Sequence[str]) -> Found:
    """Whether each of these bonuses has a line in the log."""
    on = [s for s in sources if s in ON_ATTACK]
    scene = Scene(options, accuracy=int("weapon" in sources), ability=int("ability" in sources), on=on)
    lines = scene.log_of(scene.strike(faces_with(3, 5), faces_with(1, 5)))
    before = lines[: lines.index("Player attacks Enemy!")]
    return Found(len(before) == len(sources), "; ".join(line.strip() for line in before))
