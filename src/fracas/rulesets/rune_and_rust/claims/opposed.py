"""Claims about the opposed roll: net successes and their consequences."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product

from fracas.dice import Roll, ScriptedDice, net
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import Scene, Strike, against, faces_with, net_of_dice, percent, successes_of
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.defence import net_against
from fracas.rulesets.rune_and_rust.rules.fighters import D6, MANY


@finds
def net_of(options: Options, attack: int, defence: int) -> int:
    """Net successes of an attack for given successes on both sides."""
    script = ScriptedDice(faces_with(attack, 9) + faces_with(defence, 9))
    return int(net_against(net(script, 9, 9, options.success_face, D6, -MANY, MANY), 9, options))


@finds
@lru_cache(maxsize=64)
def net_is_difference(options: Options) -> Found:
    """Whether net successes are the difference, for up to nine successes on both sides."""
    cases = list(product(range(10), range(10)))
    good = [net_of(options, a, d) == a - d for a, d in cases]
    return Found(all(good), f"in {sum(good)} of {len(good)} pairs of successes")


@lru_cache(maxsize=64)
def outcomes_of(options: Options) -> dict[tuple[int, int], Strike]:
    """Every pair of successes of six dice against six, played once."""
    scene = Scene(options, base=6, sturdiness=6)
    cases = list(product(range(7), range(7)))
    return {(a, d): scene.strike(faces_with(a, 6), faces_with(d, 6)) for a, d in cases}


NETS: dict[str, Callable[[int], bool]] = {
    "above 0": lambda n: n > 0,
    "0 or less": lambda n: n <= 0,
    "0": lambda n: n == 0,
    "below 0": lambda n: n < 0,
}


@finds
def net_leads_to(options: Options, net: str, hit: bool) -> Found:
    """Whether attacks with this net hit and do damage, or do neither."""
    struck = [strike for (a, d), strike in outcomes_of(options).items() if NETS[net](a - d)]
    good = [strike.landed == hit and (strike.damage > 0) == hit for strike in struck]
    return Found(all(good), f"in {sum(good)} of {len(good)} pairs of successes")


@finds
def only_difference_matters(options: Options) -> Found:
    """Whether the difference alone decides between hit and miss."""
    results: dict[int, set[bool]] = {}
    for (a, d), strike in outcomes_of(options).items():
        results.setdefault(a - d, set()).add(strike.landed)
    return Found(all(len(each) == 1 for each in results.values()), f"the same for each of {len(results)} differences")


@finds
def rolls_are_independent(options: Options, attack: int, sturdiness: int) -> Found:
    """Whether net successes are distributed as the difference of two independent rolls."""
    net = net_of_dice(options, attack, sturdiness)
    mine, theirs = successes_of(options, attack), successes_of(options, against(options, sturdiness))
    apart: dict[int, Fraction] = {}
    for (a, p), (d, q) in product(mine.items(), theirs.items()):
        apart[a - d] = apart.get(a - d, Fraction(0)) + p * q
    return Found(dict(net.items()) == apart, "the chances of both multiply")


@finds
def neither_comes_first(options: Options) -> Found:
    """Whether the log does not show which of the two rolls came first."""
    scene = Scene(options)
    lines = scene.log_of(scene.strike(faces_with(2, 5), faces_with(1, 5)))
    rolled = next(i for i, line in enumerate(lines) if "Rolled" in line)
    return Found(lines.index("Enemy defends!") < rolled, "the attack is rolled and told before the defence")


@finds
def two_rolls(options: Options) -> Found:
    """Whether both sides roll in an attack."""
    scene = Scene(options)
    roll = next(e for e in scene.strike(faces_with(2, 5), faces_with(1, 5)).entries if isinstance(e, Roll) and e.kind == "net")
    return Found(bool(roll.faces) and bool(roll.against), f"{len(roll.faces)} dice and {len(roll.against)} dice")


@finds
def same_for_enemies(options: Options) -> Found:
    """Whether enemies hit by the same roll as heroes."""
    pairs = [(3, 3), (6, 5), (6, 9), (10, 3)]
    both = [(1 - Scene(options, a, sturdiness=d, by_enemy=enemy).damage()[0]) for a, d in pairs for enemy in (False, True)]
    return Found(both[::2] == both[1::2], "; ".join(f"{a} against {d}: {percent(p)}" for (a, d), p in zip(pairs, both[::2], strict=True)))
