"""Claims about which dice are rolled: kinds of rolls, Stagger, damage dice, perfect interrupts."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from fracas.dice import Distribution, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, links, rules, state
from fracas.rulesets.veinbreaker.claims.pools import pool_dice
from fracas.rulesets.veinbreaker.claims.stage import HITS, NORMAL, attacks, dice_text, listed, move, pool_of
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.state import ENEMY, MODES, MOST_MODE, PLAYER


@finds
def implemented(options: Options, what: str) -> str:
    """Whether a pool, or Stagger, makes any difference to a roll."""
    if what == "stagger":
        same = {stacks: _thrown(options, stacks) for stacks in (0, 1, 2, 3)}
        differs = all(same[stacks] != same[0] for stacks in (1, 2, 3))
    else:
        differs = pool_of(options, what) != pool_of(options, NORMAL)
    return "implemented" if differs else "to implement"


def _opened(options: Options, **more: Any) -> Trial:
    """The enemy's only move has hit, and the player may interrupt it."""
    trial = Trial(options, foe={"moves": [move()]}, **more)
    trial.do(state.GO)
    trial.do(state.SHOW, *HITS)
    return trial


def _threatened(options: Options, **more: Any) -> Trial:
    """The player's only link has hit, and the enemy may interrupt it."""
    window = {"links": [1], "when": "always", "timing": "before"}
    trial = Trial(options, foe={"windows": [window]}, **more)
    trial.begin("a1")
    return trial


def _contested(options: Options, **more: Any) -> Trial:
    """The enemy has shown its chain, and the player may try to deny it."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]}, **more)
    trial.do(state.GO)
    trial.do(state.SHOW)
    return trial


def _rolled(options: Options, what: str, stagger: int = 0) -> list[Any]:
    """The d10 rolls of an attack, a reroll, an interrupt by either side, a contest, a contested defence."""
    if what == "defence":
        options = options.model_copy(update={"defense": "contested"})
    if what in ("attack", "defence", "reroll"):
        trial = Trial(options, *attacks(2))
        trial.lay(PLAYER, "stagger", stagger)
        trial.lay(ENEMY, "stagger", stagger if what == "defence" else 0)
        trial.begin("a1", "a2", roll=[1] * 8)
        if what == "reroll":
            trial.follow()
            return trial.rolls()
        return trial.rolls()[1:] if what == "defence" else trial.rolls()
    made = {"break-in": _opened, "interrupt": _threatened, "contest": _contested}[what](options)
    trial = made
    trial.lay(ENEMY if what == "interrupt" else PLAYER, "stagger", stagger)
    trial.do(state.INTERRUPT, *[1] * 8)
    return trial.rolls()[:1] if what == "contest" else trial.rolls()


@finds
def dice_of(options: Options, what: str) -> str:
    """The dice of one kind of roll."""
    return " and ".join(dict.fromkeys(dice_text(roll) for roll in _rolled(options, what)))


@finds
def staggered_rolls(options: Options) -> Found:
    """Whether one stack of Stagger changes the dice of every kind of roll that the bearer makes."""
    kinds = ("attack", "reroll", "break-in", "interrupt", "contest", "defence")
    wanted = pool_dice(options, "disadvantage")
    changed = [what for what in kinds if {dice_text(roll) for roll in _rolled(options, what, 1)} == {wanted}]
    return Found(len(changed) == len(kinds), f"rolled with {wanted}: {listed(changed)}")


@cache
def _thrown_with(options_json: str, stacks: int) -> Distribution[int]:
    trial = Trial(Options.model_validate_json(options_json))
    trial.lay(PLAYER, "stagger", stacks)
    return distribution(lambda dice: int(links.throw(dice, trial.state, trial.book, PLAYER)))


def _thrown(options: Options, stacks: int) -> Distribution[int]:
    return _thrown_with(options.model_dump_json(), stacks)


@finds
def stagger_pool(options: Options, stacks: int) -> str:
    """The pool that so many stacks of Stagger give, told by its chances."""
    thrown = _thrown(options, stacks)
    same = [mode for mode in reversed(MODES[: MOST_MODE + 1]) if pool_of(options, mode) == thrown]
    return same[0].replace("-", " ")


@finds
def ability_dice(options: Options) -> Found:
    """Whether abilities differ in their damage dice."""
    dice = sorted({a.effects.damage for a in book.library().abilities.values() if a.effects.damage})
    return Found(len(dice) > 1, listed(dice))


def _one_die(chances: Distribution[int], tier: int = 1) -> str:
    """What a distribution is a die of, each face times a tier."""
    faces = [Fraction(value, tier) for value, _ in chances.items()]
    even = all(p == Fraction(1, len(faces)) for _, p in chances.items())
    return f"1d{len(faces)}" if even and faces == list(range(1, len(faces) + 1)) else "something else"


def _perfect(options: Options, owner: int, who: int, **more: Any) -> Distribution[int]:
    """By how much the HP of a fighter change when the chain of its owner is perfectly interrupted."""
    trial = _opened(options, **more) if owner == ENEMY else _threatened(options, **more)
    before = int(trial.state.fighters[who].hp)

    def once(dice: Any) -> int:
        after = trial.array.copy()[0]
        rules.perfect_interrupt(dice, after, trial.book, owner)
        return int(after.fighters[who].hp) - before

    return distribution(once)


@finds
def counter_damage(options: Options, owner: str) -> str:
    """What a perfect interrupt costs the owner of the chain."""
    side = ENEMY if owner == "enemy" else PLAYER
    return _one_die(_perfect(options, side, side).map(lambda change: -change))


@finds
def parry_healing(options: Options, by: str) -> str:
    """What the player is healed by when one side makes a perfect interrupt, for every tier."""
    found = set()
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        healed = _perfect(options, ENEMY if by == "player" else PLAYER, PLAYER, tier=tier, hp=100, hp_now=20)
        found.add(f"{_one_die(healed, tier)} × tier" if max(healed) > 0 else "nothing")
    return " or ".join(sorted(found))
