"""Claims about pools of dice: advantage, disadvantage, what they come to."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, links
from fracas.rulesets.veinbreaker.claims.stage import (
    LEAST_ROLL,
    MOST_ROLL,
    NORMAL,
    dice_text,
    mode_of,
    percent,
    pool_of,
    reaches,
    rule_book,
)
from fracas.rulesets.veinbreaker.claims.trials import Faces
from fracas.rulesets.veinbreaker.models import Options


@finds
def pool_dice(options: Options, mode: str) -> str:
    """The dice that a pool is rolled with."""
    dice = Faces(())
    links.pool(dice, rule_book(options), mode_of(mode))
    [rolled] = dice.entries
    return dice_text(rolled)


@finds
def pool_keeps(options: Options, mode: str) -> str:
    """Which dice of a pool count, told by every way that four different faces can fall."""
    kept: dict[str, Callable[[list[int]], int]] = {
        "highest + lowest": lambda ranked: ranked[0] + ranked[-1],
        "two lowest": lambda ranked: ranked[0] + ranked[1],
        "two highest": lambda ranked: ranked[-1] + ranked[-2],
    }
    n, b = int(pool_dice(options, mode).partition("d")[0]), rule_book(options)
    for faces in product((1, 4, 6, 10), repeat=n):
        total = links.pool(Faces(faces), b, mode_of(mode))
        kept = {name: count for name, count in kept.items() if count(sorted(faces)) == total}
    return " or ".join(kept) or "something else"


@finds
def pool_mean(options: Options, mode: str) -> Fraction:
    """What a pool comes to on average."""
    return pool_of(options, mode).mean()


@finds
def lower_mean(options: Options, mode: str, than: str = NORMAL) -> Found:
    """Whether a pool comes to less on average than another."""
    here, there = pool_mean(options, mode), pool_mean(options, than)
    return Found(here < there, f"{float(here):.4g} on average against {float(there):.4g}")


@finds
def lower_chance(options: Options, mode: str, than: str = NORMAL, low: int = LEAST_ROLL + 1, high: int = MOST_ROLL) -> Found:
    """Whether a pool reaches every target of a range less often than another."""
    chances = [(target, reaches(options, mode, target), reaches(options, than, target)) for target in range(low, high + 1)]
    less = sum(here < there for _, here, there in chances)
    target, here, there = chances[len(chances) // 2]
    return Found(
        less == len(chances), f"less often at {less} of {len(chances)} targets; {target}+ in {percent(here)} against {percent(there)}"
    )


@finds
def same_pool(options: Options, mode: str, than: str) -> Found:
    """Whether two pools are the same, in every chance."""
    same = pool_of(options, mode) == pool_of(options, than)
    return Found(same, f"{float(pool_mean(options, mode)):.4g} on average against {float(pool_mean(options, than)):.4g}")


@finds
def mirrored(options: Options, mode: str, other: str) -> Found:
    """Whether one pool is the other turned upside down."""
    turned = pool_of(options, other).map(lambda total: LEAST_ROLL + MOST_ROLL - total)
    means = f"{float(pool_mean(options, mode)):.4g} and {float(pool_mean(options, other)):.4g} on average"
    return Found(pool_of(options, mode) == turned, means)


def _enemy_targets() -> dict[str, int]:
    return {e.name: e.dv + e.idf for e in book.library().enemies.values()}


@finds
def enemies_easier(options: Options, mode: str) -> Found:
    """How many enemies a first link hits more often with a pool than with 2d10."""
    easier = {
        name: target for name, target in _enemy_targets().items() if reaches(options, mode, target) > reaches(options, NORMAL, target)
    }
    most = max(easier, key=lambda name: reaches(options, mode, easier[name]) - reaches(options, NORMAL, easier[name]), default="")
    words = f"of {len(_enemy_targets())} enemies"
    if most:
        here, plain = reaches(options, mode, easier[most]), reaches(options, NORMAL, easier[most])
        words += f", those up to a target of {max(easier.values())}; {most}: {percent(here)} instead of {percent(plain)}"
    return Found(len(easier), words)
