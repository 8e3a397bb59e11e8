"""Claims about what adds dice to an attack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import (
    MAX_ABILITY,
    MAX_WEAPON,
    ON_ATTACK,
    POOLS,
    SOURCES,
    SUCCESS,
    Scene,
    faces_with,
    scene_with,
)
from fracas.rulesets.rune_and_rust.models import Options


@finds
def bonus(options: Options, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> int:
    """What bonuses add to the dice of an attack."""
    return Scene(options, 5, accuracy, ability, on).pools()[0] - Scene(options, 5).pools()[0]


@finds
def bonus_range(options: Options, status: str) -> tuple[int, int]:
    """What an attack has without a status and with it."""
    return bonus(options), bonus(options, on=(status,))


@finds
@cache
def attack_is_sum(options: Options) -> Found:
    """Whether the dice of an attack are the attribute and all bonuses, in all combinations."""
    kinds = [on for n in range(len(ON_ATTACK) + 1) for on in combinations(ON_ATTACK, n)]
    worth = {status: bonus(options, on=(status,)) for status in ON_ATTACK}
    cases = list(product((1, 5, 10), range(MAX_WEAPON + 1), (0, MAX_ABILITY), kinds))
    good = [Scene(options, b, a, x, on).pools()[0] == b + a + x + sum(worth[s] for s in on) for b, a, x, on in cases]
    return Found(all(good), f"in {sum(good)} of {len(good)} combinations")


@finds
def sources_grant(options: Options, sources: Sequence[str]) -> Found:
    """Whether each of these sources adds dice to an attack."""
    given = {"weapon": bonus(options, accuracy=1), "ability": bonus(options, ability=1), **{s: bonus(options, on=(s,)) for s in ON_ATTACK}}
    return Found(all(given[s] > 0 for s in sources), ", ".join(f"{s} {given[s]:+d}" for s in sources))


@finds
def list_is_complete(options: Options, named: Sequence[str]) -> Found:
    """Whether nothing but what is named adds dice to a hero's attack."""
    more = [s for s in SOURCES if s not in named and sources_grant(options, [s]).value]
    return Found(not more, f"besides: {', '.join(more)}" if more else "nothing else adds dice")


@finds
def most_bonus(options: Options, accuracy: int = MAX_WEAPON, ability: int = MAX_ABILITY, on: Sequence[str] = ON_ATTACK) -> Found:
    """What everything together adds to an attack."""
    return Found(bonus(options, accuracy, ability, on), f"weapon {accuracy}, ability {ability}, {', '.join(on)}")


@finds
def most_dice(options: Options) -> int:
    """The dice of attribute 10 with all bonuses of the list at their most."""
    return Scene(options, max(POOLS), MAX_WEAPON, MAX_ABILITY, ON_ATTACK).pools()[0]


@finds
def exploit_weakness(options: Options) -> int:
    """What Exploit Weakness adds to the next attack, by using it."""
    scene = scene_with(options, "exploit-weakness", wits=3)
    before = scene.pools()[0]
    scene.use(ScriptedDice([SUCCESS] * 9))
    return scene.pools()[0] - before


@finds
def used_up(options: Options) -> Found:
    """Whether an ability's dice are gone after the next attack."""
    scene = Scene(options, ability=3)
    first = scene.pools()[0]
    scene.strikes(ScriptedDice(faces_with(0, sum(scene.pools())) + [1] * 9), scene.state)
    return Found(scene.pools()[0] == first - 3, f"{first} dice, then {scene.pools()[0]}")
