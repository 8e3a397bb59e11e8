"""Exact hit chances before a fight: a hero's, an enemy's over its moves, and with every bonus that a hero can stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fracas.dice import Distribution, ExactDice, distribution, net
from fracas.engine.contract.setup import Measure, Setup
from fracas.engine.records.record import Array
from fracas.rulesets.rune_and_rust.codes import Aim, EffectKind, Hit, MoveKind, Status
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.attack import net_successes, strike
from fracas.rulesets.rune_and_rust.rules.damage import hit_of
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice, net_against
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO, MANY
from fracas.rulesets.rune_and_rust.simple import by_habit

ACCURATE = (Status.BATTLE_RAGE, Status.SAGA_OF_COURAGE, Status.ANALYZED)
"""Statuses that add dice to attacks."""


@dataclass(frozen=True)
class Landing:
    """The chances of an attack to hit, to glance (if the rules have glancing blows), and to miss."""

    hit: Fraction = Fraction(0)
    glance: Fraction = Fraction(0)

    @property
    def miss(self) -> Fraction:
        """The chance of a miss."""
        return 1 - self.hit - self.glance


def mean(found: Iterable[tuple[Landing, Fraction]]) -> Landing | None:
    """The weighted mean of several; None if there are no attacks."""
    weighted = list(found)
    total = sum((weight for _, weight in weighted), Fraction(0))
    if not total:
        return None
    hit = sum((each.hit * weight for each, weight in weighted), Fraction(0))
    glance = sum((each.glance * weight for each, weight in weighted), Fraction(0))
    return Landing(hit / total, glance / total)


def even_mean(found: Iterable[Landing | None]) -> Landing | None:
    """The unweighted mean of those that are not None."""
    return mean((each, Fraction(1)) for each in found if each is not None)


@lru_cache(maxsize=8192)
def landing(attack: int, defence: int, options: Options) -> Landing:
    """The chances of attack dice against defence dice."""
    hits = distribution(lambda dice: int(hit_of(net_successes(dice, attack, defence, options), options)))
    return Landing(hits.where(lambda hit: hit >= Hit.FULL), hits[Hit.GLANCING])


def hit_chance(attack: int, defence: int, options: Options | None = None) -> Fraction:
    """The exact chance that this many attack dice hit against this many defence dice."""
    return landing(attack, defence, options or Options()).hit


def net_distribution(attack: int, defence: int, options: Options) -> Distribution[int]:
    """The full exact distribution of net successes."""
    return distribution(lambda dice: int(net_against(net(dice, attack, defence, options.success_face, D6, -MANY, MANY), defence, options)))


def hero_dice(state: Any, book: Any, enemy: int) -> tuple[int, int]:
    """Attack and defence dice of the hero's plain attack on an enemy."""
    attack = attack_dice(ExactDice(), state, book, HERO, enemy, book.sheets[HERO].weapon)
    return int(attack), int(defence_dice(state, book, enemy, 0))


def hero_lands(setup: Setup, enemy: int, stacked: bool = False) -> Landing:
    """The hero's plain attack on an enemy, at the start of the fight or with every bonus that the hero's abilities can give."""
    state = with_every_bonus(setup, enemy) if stacked else setup.state
    return landing(*hero_dice(state[0], setup.book[0], enemy), setup.options)


def with_every_bonus(setup: Setup, enemy: int) -> Array:
    """The state after every ability of the hero that adds dice to attacks on an enemy has succeeded."""
    found = setup.state.copy()
    me, it, book = found[0].fighters[HERO], found[0].fighters[enemy], setup.book[0]
    for ability in book.abilities[: book.ability_count]:
        for effect in ability.effects[: ability.effect_count]:
            if effect.kind == EffectKind.NEXT_ATTACK_DICE:
                me.next_dice = max(me.next_dice, effect.amount.bonus)
            elif effect.kind == EffectKind.STATUS and effect.status in ACCURATE:
                bearer = it if ability.aim == Aim.FOE else me
                bearer.lasting += int(bearer.turns[effect.status] == 0)
                bearer.turns[effect.status] = 1
    return found


def phases_of(setup: Setup, enemy: int) -> list[Array]:
    """States at the start of each phase of an enemy; it is unhurt in the first."""
    found = []
    sheet = setup.book[0].sheets[enemy]
    for percent in (100, *(int(each) for each in sheet.phases[: sheet.phase_count])):
        state = setup.state.copy()
        state[0].fighters[enemy].hp = max(int(sheet.max_hp) * percent // 100, 1)
        found.append(state)
    return found


def strikes_in(setup: Setup, state: Array, enemy: int) -> list[tuple[Landing, Fraction]]:
    """Every strike among an enemy's moves in a state, with its expected number in a turn."""
    book = setup.book[0]
    odds = distribution(lambda dice: int(by_habit(dice, state[0], book, enemy)))
    found = []
    for number, p in odds.items():
        move = book.sheets[enemy].moves[number]
        if move.kind == MoveKind.STRIKE:
            attack = attack_dice(ExactDice(), state[0], book, enemy, HERO, move.blow)
            defence = defence_dice(state[0], book, HERO, move.blow.psychic)
            found.append((landing(int(attack), int(defence), setup.options), p * int(move.strikes)))
    return found


def enemy_lands(setup: Setup, enemy: int) -> Landing | None:
    """An enemy's strikes at the hero, weighted by the odds of its moves and equally over its phases; None if it never strikes."""
    return even_mean(mean(strikes_in(setup, state, enemy)) for state in phases_of(setup, enemy))


def present(setup: Setup) -> range:
    """The indices of the enemies that are present from the start."""
    return range(1, len(setup.scenario.enemies) + 1)


def blow_damage(setup: Setup, enemy: int) -> Fraction:
    """The average damage of the hero's plain attack to an enemy, including misses, regardless of its HP."""
    book, start = setup.book[0], setup.state.copy()
    start[0].fighters[enemy].hp = plenty = 1_000_000

    def taken(dice: ExactDice) -> int:
        after = start.copy()[0]
        strike(dice, after, book, HERO, enemy, book.sheets[HERO].weapon)
        return plenty - int(after.fighters[enemy].hp)

    return distribution(taken).mean()


def measures(setup: Setup) -> dict[str, Measure]:
    """Hit chances of a fight, averaged over its enemies."""
    places = present(setup)
    ours = even_mean(hero_lands(setup, enemy) for enemy in places) or Landing()
    stacked = even_mean(hero_lands(setup, enemy, stacked=True) for enemy in places) or Landing()
    theirs = even_mean(enemy_lands(setup, enemy) for enemy in places) or Landing()
    damage = sum((blow_damage(setup, enemy) for enemy in places), Fraction(0)) / len(places)
    return {
        "the hero hits": Measure(ours.hit),
        "glances": Measure(ours.glance),
        "hits with every bonus": Measure(stacked.hit),
        "damage an attack": Measure(damage, share=False),
        "the enemies hit": Measure(theirs.hit),
        "the enemies glance": Measure(theirs.glance),
    }
