"""Claims about what a hit does, and about what the log tells of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from fracas.dice import ScriptedDice, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.claims.opposed import outcomes_of
from fracas.rulesets.rune_and_rust.claims.scenes import ON_ATTACK, Scene, faces_with, hits, percent, scene_with
from fracas.rulesets.rune_and_rust.codes import Aim, EffectKind
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.damage import damage_roll
from fracas.rulesets.rune_and_rust.rules.fighters import D6
from fracas.rulesets.rune_and_rust.stage import FOE


@finds
def damage_grows_with_net(options: Options) -> Found:
    """Whether a hit by more net successes does more damage, the damage dice being the same."""
    dealt = [blow.damage for (a, d), blow in sorted(outcomes_of(options).items()) if d == 0 and a > 0]
    return Found(dealt != [dealt[0]] * len(dealt), f"net 1 to {len(dealt)} with the same damage die: {', '.join(map(str, dealt))}")


@finds
def damage_free_of_net(options: Options) -> Found:
    """Whether damage is the same by however much an attack hits."""
    found = damage_grows_with_net(options)
    return Found(not found.value, found.words)


@finds
@cache
def all_or_nothing(options: Options) -> Found:
    """Whether an attack does either no damage or all that its dice show."""
    scene = Scene(options)
    damage, hit = scene.damage(), hits(options, scene.pools()[0], 5)
    whole = distribution(lambda dice: int(damage_roll(dice, 1, D6, 0, scene.book.options)))
    full = {0: 1 - hit} | {n: p * hit for n, p in whole.items()}
    return Found(dict(damage.items()) == full, f"5 dice against 5: {percent(damage[0])} nothing, else the damage roll")


@finds
def successes_add_dice(options: Options, ability: str) -> Found:
    """Whether an ability rolls more damage dice the more successes it makes."""
    dealt = []
    for made in range(1, 6):
        scene = scene_with(options, ability)
        before = scene.hp(FOE)
        scene.use(ScriptedDice(faces_with(made, 5) + [1] * 20))
        dealt.append(before - scene.hp(FOE))
    return Found(dealt == sorted(set(dealt)), f"with 1 to 5 successes: {', '.join(map(str, dealt))} dice that show 1")


@finds
def status_needs(options: Options) -> Found:
    """The most successes that an ability asks for before it lays a status on a foe."""
    asked = {
        ability.name: max([ability.threshold, *(e.needs for e in ability.effects if e.kind == EffectKind.STATUS)])
        for ability in library().abilities.values()
        if ability.aim != Aim.SELF and any(e.kind == EffectKind.STATUS for e in ability.effects)
    }
    return Found(max(asked.values()), ", ".join(f"{name} {n}" for name, n in asked.items()))


@finds
def log_tells_of_overwhelming(options: Options) -> Found:
    """Whether the log of a hit by six differs from that of a hit by one in more than the rolls."""
    scene = Scene(options, base=6, sturdiness=6)
    told = [
        [line for line in scene.log_of(scene.strike(faces_with(made, 6), faces_with(0, 6))) if "Rolled" not in line and "takes" not in line]
        for made in (1, 6)
    ]
    return Found(told[0] != told[1], "; ".join(line.strip() for line in told[1]))


@finds
def log_has(options: Options, pattern: str, made: int = 3, against: int = 1, on: Sequence[str] = ()) -> Found:
    """Whether the log of an attack has a line of this form, whole."""
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
