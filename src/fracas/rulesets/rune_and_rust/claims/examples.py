"""Claims of the worked examples, each set up and played with its dice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.opposed import net_of
from fracas.rulesets.rune_and_rust.claims.pools import faces_make
from fracas.rulesets.rune_and_rust.claims.scenes import Scene, Strike
from fracas.rulesets.rune_and_rust.models import Options


@dataclass(frozen=True)
class Example:
    """A worked example: its setup and the faces it shows."""

    setup: dict[str, Any]
    attack: tuple[int, ...]
    defence: tuple[int, ...]


EXAMPLES = {
    1: Example({"base": 5, "sturdiness": 4}, (6, 4, 5, 2, 3), (6, 3, 5, 1)),
    2: Example({"base": 6, "attribute": "finesse", "accuracy": 2, "sturdiness": 5}, (6, 5, 4, 6, 2, 5, 3, 1), (3, 5, 2, 6, 4)),
    3: Example({"base": 5, "attribute": "will", "on": ("analyzed",), "sturdiness": 6}, (6, 3, 5, 5, 2, 6, 4), (2, 4, 6, 3, 5, 1)),
    4: Example({"base": 6, "by_enemy": True, "sturdiness": 9}, (5, 4, 6, 3, 2, 5), (6, 3, 5, 4, 6, 2, 5, 1, 3)),
}


def played(options: Options, example: int) -> tuple[Scene, Strike]:
    """A worked example, set up and played with its dice."""
    case = EXAMPLES[example]
    scene = Scene(options, **case.setup)
    return scene, scene.strike(case.attack, case.defence)


@finds
def example_pool(options: Options, example: int, attacking: bool) -> str:
    """The dice of one side of a worked example."""
    scene, _ = played(options, example)
    return f"{scene.pools()[0 if attacking else 1]}d6"


@finds
def example_successes(options: Options, example: int, attacking: bool) -> int:
    """The successes of one side of a worked example."""
    _, blow = played(options, example)
    return blow.attack if attacking else blow.defence


@finds
def example_net(options: Options, example: int) -> int:
    """The net successes of a worked example."""
    _, blow = played(options, example)
    return net_of(options, blow.attack, blow.defence)


@finds
def example_comes_to(options: Options, example: int, hit: bool) -> Found:
    """Whether a worked example hits, or does not."""
    scene, blow = played(options, example)
    return Found(blow.landed == hit, scene.log_of(blow)[-1].strip())


@finds
def made_the_difference(options: Options, example: int, made: int) -> Found:
    """Whether a worked example would have missed with this many fewer successes."""
    case = EXAMPLES[example]
    _, blow = played(options, example)
    pairs = list(combinations(case.attack, 2))
    decide = sum(blow.attack - faces_make(options, pair) <= blow.defence for pair in pairs)
    words = f"{blow.attack - made} to {blow.defence} without it; of {len(pairs)} pairs of dice that could be the added ones {decide} decide"
    return Found(blow.landed and blow.attack - made <= blow.defence, words)
