"""Claims about dice: pools of advantage and disadvantage, kinds of rolls, Stagger, perfect interrupts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from fracas.dice import Distribution, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.claims.trial import LEAST_ROLL, MAX_ROLL, Faces, Trial, dice_text, listed, percent, pool_of, reaches
from fracas.rulesets.veinbreaker.codes import Action, Defense, Mode
from fracas.rulesets.veinbreaker.labels import mode_name
from fracas.rulesets.veinbreaker.limits import FACES, MAX_STACKS
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.rules.interrupts import counter
from fracas.rulesets.veinbreaker.rules.rolls import roll_pool
from fracas.rulesets.veinbreaker.stage import HITS, attacks, move, window
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER

DESCRIBED = ("bleed", "radiant-burn", "stagger")
"""The statuses that the document describes."""


@finds
def pool_dice(options: Options, mode: str) -> str:
    """The number of dice of a pool."""
    dice = Faces(())
    roll_pool(dice, options, Mode.of(mode))
    [rolled] = dice.entries
    return dice_text(rolled)


@finds
def pool_keeps(options: Options, mode: str) -> str:
    """The dice of a pool that count, determined from all permutations of four different faces."""
    kept: dict[str, Callable[[list[int]], int]] = {
        "highest + lowest": lambda ranked: ranked[0] + ranked[-1],
        "two lowest": lambda ranked: ranked[0] + ranked[1],
        "two highest": lambda ranked: ranked[-1] + ranked[-2],
    }
    n = int(pool_dice(options, mode).partition("d")[0])
    for faces in product((1, 4, 6, 10), repeat=n):
        total = roll_pool(Faces(faces), options, Mode.of(mode))
        kept = {name: count for name, count in kept.items() if count(sorted(faces)) == total}
    return " or ".join(kept) or "something else"


@finds
def pool_mean(options: Options, mode: str) -> Fraction:
    """The mean of a pool."""
    return pool_of(options, mode).mean()


@finds
def lower_mean(options: Options, mode: str, than: str = "normal") -> Found:
    """Whether a pool has a lower mean than another."""
    here, there = pool_mean(options, mode), pool_mean(options, than)
    return Found(here < there, f"{float(here):.4g} on average against {float(there):.4g}")


@finds
def lower_chance(options: Options, mode: str, than: str = "normal", low: int = LEAST_ROLL + 1, high: int = MAX_ROLL) -> Found:
    """Whether a pool reaches every target of a range less often than another."""
    chances = [(target, reaches(options, target, mode), reaches(options, target, than)) for target in range(low, high + 1)]
    less = sum(here < there for _, here, there in chances)
    target, here, there = chances[len(chances) // 2]
    return Found(
        less == len(chances), f"less often at {less} of {len(chances)} targets; {target}+ in {percent(here)} against {percent(there)}"
    )


@finds
def same_pool(options: Options, mode: str, than: str) -> Found:
    """Whether two pools have the same distribution."""
    same = pool_of(options, mode) == pool_of(options, than)
    return Found(same, f"{float(pool_mean(options, mode)):.4g} on average against {float(pool_mean(options, than)):.4g}")


@finds
def mirrored(options: Options, mode: str, other: str) -> Found:
    """Whether one pool is the mirror image of the other."""
    turned = pool_of(options, other).map(lambda total: LEAST_ROLL + MAX_ROLL - total)
    means = f"{float(pool_mean(options, mode)):.4g} and {float(pool_mean(options, other)):.4g} on average"
    return Found(pool_of(options, mode) == turned, means)


def _enemy_targets() -> dict[str, int]:
    return {e.name: e.dv + e.idf for e in book.library().enemies.values()}


@finds
def enemies_easier(options: Options, mode: str) -> Found:
    """The number of enemies that a first link hits more often with a pool than with 2d10."""
    easier = {name: target for name, target in _enemy_targets().items() if reaches(options, target, mode) > reaches(options, target)}
    most = max(easier, key=lambda name: reaches(options, easier[name], mode) - reaches(options, easier[name]), default="")
    words = f"of {len(_enemy_targets())} enemies"
    if most:
        here, plain = reaches(options, easier[most], mode), reaches(options, easier[most])
        words += f", those up to a target of {max(easier.values())}; {most}: {percent(here)} instead of {percent(plain)}"
    return Found(len(easier), words)


@finds
def implemented(options: Options, what: str) -> str:
    """Whether a status described in the document ever gives a pool; for Stagger, whether it affects rolls at all."""
    plain = pool_of(options, "normal")
    laid = [pool_of(options, f"{status} {stacks}") for status in DESCRIBED for stacks in range(1, MAX_STACKS + 1)]
    if what == "stagger":
        found = all(pool_of(options, f"stagger {stacks}") != plain for stacks in (1, 2, 3))
    else:
        found = pool_of(options, what) != plain and pool_of(options, what) in laid
    return "implemented" if found else "to implement"


def _opened(options: Options, **more: Any) -> Trial:
    """The enemy's only move has hit, and the player may interrupt it."""
    trial = Trial(options, foe={"moves": [move(opening="always")]}, **more)
    trial.do(Action.GO)
    trial.do(Action.SHOW, *HITS)
    return trial


def _threatened(options: Options, **more: Any) -> Trial:
    """The player's only link has hit, and the enemy may interrupt it."""
    trial = Trial(options, foe={"windows": [window(1)]}, **more)
    trial.chain("a1")
    return trial


def _contested(options: Options, **more: Any) -> Trial:
    """The enemy has shown its chain, and the player can try to deny it."""
    trial = Trial(options, foe={"moves": [move()]}, **more)
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    return trial


def _rolled(options: Options, what: str, stagger: int = 0) -> list[Any]:
    """The d10 rolls of an attack, a reroll, an interrupt by either side, a contest, and a contested defence."""
    if what == "defence":
        options = options.model_copy(update={"defense": Defense.CONTESTED})
    if what in ("attack", "defence", "reroll"):
        trial = Trial(options, *attacks(2))
        trial.lay("stagger", stagger, who=PLAYER)
        trial.lay("stagger", stagger if what == "defence" else 0)
        trial.chain("a1", "a2", roll=[1] * 8)
        if what == "reroll":
            trial.follow()
            return trial.rolls(FACES)
        return trial.rolls(FACES)[1:] if what == "defence" else trial.rolls(FACES)
    trial = {"break-in": _opened, "interrupt": _threatened, "contest": _contested}[what](options)
    trial.lay("stagger", stagger, who=ENEMY if what == "interrupt" else PLAYER)
    trial.do(Action.INTERRUPT, *[1] * 8)
    return trial.rolls(FACES)[:1] if what == "contest" else trial.rolls(FACES)


@finds
def dice_of(options: Options, what: str) -> str:
    """The dice of a kind of roll."""
    return " and ".join(dict.fromkeys(dice_text(roll) for roll in _rolled(options, what)))


@finds
def staggered_rolls(options: Options) -> Found:
    """Whether one stack of Stagger changes the dice of every kind of roll of the affected fighter."""
    kinds = ("attack", "reroll", "break-in", "interrupt", "contest", "defence")
    wanted = pool_dice(options, "disadvantage")
    changed = [what for what in kinds if {dice_text(roll) for roll in _rolled(options, what, 1)} == {wanted}]
    return Found(len(changed) == len(kinds), f"rolled with {wanted}: {listed(changed)}")


@finds
def stagger_pool(options: Options, stacks: int) -> str:
    """The pool for this many stacks of Stagger, identified by its chances."""
    thrown = pool_of(options, f"stagger {stacks}")
    return next((mode_name(mode) for mode in reversed(Mode) if pool_of(options, mode.slug) == thrown), "another")


@finds
def ability_dice(options: Options) -> Found:
    """Whether abilities differ in their damage dice."""
    dice = sorted({a.effects.damage for a in book.library().abilities.values() if a.effects.damage})
    return Found(len(dice) > 1, listed(dice))


def _one_die(chances: Distribution[int], tier: int = 1) -> str:
    """The size of the die that a distribution belongs to, each face multiplied by a tier."""
    faces = [Fraction(value, tier) for value, _ in chances.items()]
    even = all(p == Fraction(1, len(faces)) for _, p in chances.items())
    return f"1d{len(faces)}" if even and faces == list(range(1, len(faces) + 1)) else "something else"


def _perfect(options: Options, owner: int, who: int, **more: Any) -> Distribution[int]:
    """The change of a fighter's HP when the chain of its owner is perfectly interrupted."""
    trial = _opened(options, **more) if owner == ENEMY else _threatened(options, **more)
    before = int(trial.state.fighters[who].hp)

    def once(dice: Any) -> int:
        after = trial.array.copy()[0]
        counter(dice, after, trial.book, owner)
        return int(after.fighters[who].hp) - before

    return distribution(once)


@finds
def counter_damage(options: Options, owner: str) -> str:
    """The cost of a perfect interrupt to the owner of the chain."""
    side = ENEMY if owner == "enemy" else PLAYER
    return _one_die(_perfect(options, side, side).map(lambda change: -change))


@finds
def counter_hurts(options: Options) -> str:
    """Who loses HP by a perfect interrupt, for chains of either side."""
    hurt = set()
    for owner, who in product((ENEMY, PLAYER), repeat=2):
        if min(_perfect(options, owner, who)) < 0:
            hurt.add("chain owner" if who == owner else "the one who interrupts")
    return " and ".join(sorted(hurt))


@finds
def parry_healing(options: Options, by: str) -> str:
    """The player's healing when one side makes a perfect interrupt, for every tier."""
    found = set()
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        healed = _perfect(options, ENEMY if by == "player" else PLAYER, PLAYER, tier=tier, hp=100, hp_now=20)
        found.add(f"{_one_die(healed, tier)} × tier" if max(healed) > 0 else "nothing")
    return " or ".join(sorted(found))
