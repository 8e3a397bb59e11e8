"""The exact odds of a single chain, by following its links through the rules; and the best possible chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from fracas.dice import Dice, PlayedDice, rule
from fracas.engine.compile.aside import aside_if_large
from fracas.engine.content.limits import check_memory, memory_limit
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.encounter import Encounter
from fracas.engine.records.record import Array, new
from fracas.engine.solve.exact import MAX_STATES, steps_in_order
from fracas.engine.solve.exploring import NOBODY, explore
from fracas.engine.solve.flowing import flow
from fracas.engine.solve.graph import Graph
from fracas.engine.work.threads import on_threads
from fracas.rulesets.veinbreaker.codes import Action, Interrupt, Phase, Result
from fracas.rulesets.veinbreaker.rules import apply
from fracas.rulesets.veinbreaker.rules.actions import act
from fracas.rulesets.veinbreaker.rules.chain import chain_is_over, clear_chain, may_declare
from fracas.rulesets.veinbreaker.rules.execution import may_execute
from fracas.rulesets.veinbreaker.rules.player_turn import attempt_interrupt, resolve_interrupt
from fracas.rulesets.veinbreaker.state import CHAIN_OVER, DECLARE, ENEMY, PLAYER, Book, State

SIMPLEST = 20_000_000
"""The largest denominator for recognising the chance of a single step as a fraction."""
BYTES_OF_A_CHAIN = 3000
"""Approximate memory for a candidate chain and its result."""

Aim = Literal["damage", "fell", "safe"]
Reading = Callable[[Array], Array]
"""Reads a number or a boolean off each of the states in which a chain can end."""
N = TypeVar("N", float, Fraction)
Chain = tuple[int, ...]
"""The actions that declare a chain, with an execution last."""


class ChainState(State):
    """A fight in which a single chain is followed to its end: its hits, successful interrupts, whether it was broken."""

    hits: int
    interrupts: int
    broken: int


@rule(rare=True)
def follow(dice: Dice, state: ChainState, book: Book, action: int) -> None:
    """Perform an action of a chain, and count hits and interrupts; the fight is over when the chain is."""
    phase = state.phase
    hit = phase in (Phase.LINK, Phase.REACTING) and state.after == 0 and state.result in (Result.HIT, Result.CRIT)
    outcome: int = Interrupt.FAILS
    if phase in (Phase.LINK, Phase.AFTERWARDS) and action == Action.INTERRUPT:
        outcome = attempt_interrupt(dice, state, book)
    elif phase == Phase.REACTING:
        outcome = resolve_interrupt(dice, state, book)
    else:
        act(dice, state, book, action)
    if hit and state.phase not in (Phase.CHAIN_BROKEN, Phase.REACTING):
        state.hits += 1
    if outcome != Interrupt.FAILS:
        state.interrupts += 1
    if chain_is_over(state):
        state.broken = 1 if state.phase == Phase.CHAIN_BROKEN else 0
        clear_chain(state)
        state.phase = phase  # a chain can end in several phases: their end states stay separate
        state.over = CHAIN_OVER


@cache
def chain_rules(ruleset: Ruleset) -> Ruleset:
    """The ruleset with fights that are over when the current chain is."""
    alone = copy(ruleset)
    alone.rules = ruleset.rules._replace(apply=follow)
    return alone


class Prospects(NamedTuple):
    """A chain in three numbers: its mean damage, and its chances to fell the enemy and to be broken."""

    mean_damage: float
    fells: float
    broken: float

    def worth(self, aim: Aim) -> tuple[float, float]:
        """Its value for an aim, and a second value to break ties."""
        if aim == "fell":
            return self.fells, self.mean_damage
        if aim == "safe":
            return self.mean_damage * (1 - self.broken), -self.broken
        return self.mean_damage, -self.broken


@dataclass(frozen=True)
class ChainOdds:
    """Every outcome of a chain: its end states and their chances. The player does not react to interrupts.

    Anything that can be read off an end state has a distribution, a mean, or, if it is a boolean, a share.
    """

    graph: Graph
    absorbed: Array
    hp: int
    enemy_hp: int

    @cached_property
    def _over(self) -> Array:
        return np.flatnonzero(self.absorbed)

    @cached_property
    def ends(self) -> Array:
        """The end states."""
        return self.graph.states_at(self._over)

    @cached_property
    def chance(self) -> Array:
        """The chance of each end state."""
        return self.absorbed[self._over]

    @cached_property
    def fractions(self) -> list[Fraction] | None:
        """The same chances as fractions, or None if the chance of some step cannot be recognised as one."""
        exact = exact_chances(self.graph)
        return None if exact is None else [exact[i] for i in self._over]

    def exactly(self, value: Reading) -> dict[int, Fraction] | None:
        """The distribution of a reading in fractions, or None as above."""
        return None if self.fractions is None else _gathered(value(self.ends), self.fractions)

    def by(self, value: Reading) -> dict[int, float]:
        """The distribution of a reading."""
        return _gathered(value(self.ends), self.chance.tolist())

    def mean(self, value: Reading) -> float:
        """The mean of a reading."""
        return float((value(self.ends) * self.chance).sum())

    def share(self, where: Reading) -> float:
        """The chance that a reading is true."""
        return float(self.chance[where(self.ends)].sum())

    def damage(self, ends: Array) -> Array:
        """A reading: the damage done to the enemy."""
        return self.enemy_hp - meter_of(ends, ENEMY, "hp")

    @property
    def suffered(self) -> float:
        """The mean HP lost by the player."""
        return self.mean(lambda ends: self.hp - meter_of(ends, PLAYER, "hp"))

    @property
    def falls(self) -> float:
        """The chance that the player falls."""
        return self.share(lambda ends: meter_of(ends, PLAYER, "hp") <= 0)

    @property
    def interrupted(self) -> float:
        """The chance that an interrupt succeeds, whether it breaks the chain or not."""
        return self.share(was_interrupted)

    @cached_property
    def prospects(self) -> Prospects:
        """The chain in three numbers."""
        return Prospects(self.mean(self.damage), self.share(felled), self.share(was_broken))


def meter_of(ends: Array, who: int, name: str) -> Array:
    """A reading: a fighter's meter."""
    found: Array = ends["fighters"][:, who][name]
    return found


def felled(ends: Array) -> Array:
    """A reading: whether the enemy has fallen."""
    return meter_of(ends, ENEMY, "hp") <= 0


def was_broken(ends: Array) -> Array:
    """A reading: whether the chain was broken, by a perfect interrupt or a failed execution."""
    found: Array = ends["broken"] > 0
    return found


def was_interrupted(ends: Array) -> Array:
    """A reading: whether an interrupt of the chain succeeded."""
    found: Array = ends["interrupts"] > 0
    return found


def _gathered(keys: Array, chances: Sequence[N]) -> dict[int, N]:
    """The total chance of each key."""
    found: dict[int, N] = {}
    for key, p in zip(keys.tolist(), chances, strict=True):
        found[key] = found[key] + p if key in found else p
    return dict(sorted(found.items()))


def chain_odds(ruleset: Ruleset, setup: Setup, now: Array, enemy_policy: str = "windows") -> ChainOdds:
    """The exact odds of the chain declared, or in progress, in a state ``now`` (an array of one), if it continues at once.

    The player neither reacts nor ends it early. It may also be the enemy's chain.
    """
    book, origin = setup.book.copy(), new(ChainState)
    book[0].plan_length = 0
    for name in now.dtype.names or ():
        origin[name] = now[name]
    ready = Encounter(chain_rules(ruleset), "chain", replace(setup, state=origin, book=book), ("planned", enemy_policy))
    graph = explore(ready, NOBODY, MAX_STATES, memory_limit(), SILENT)
    flowed = flow(graph, len(ruleset.ends), 2, graph.first_row[1:-1], SILENT)
    return ChainOdds(graph, flowed.absorbed, *(int(origin[0].fighters[who].hp) for who in (PLAYER, ENEMY)))


def exact_chances(graph: Graph) -> list[Fraction] | None:
    """The chance of reaching each state of a graph, in fractions; None if it has cycles, or a chance is not recognised.

    The chances of single steps are known only as decimals. Each is converted to the simplest fraction close to it, which is trusted if the
    fractions of a step add up to exactly 1.
    """
    order, _, cyclic = aside_if_large(steps_in_order, graph.ends, *graph.moves)
    if cyclic:
        return None
    mass = [Fraction(0)] * graph.size
    first, to, chance = graph.first_edge.tolist(), graph.to.tolist(), graph.chance.tolist()
    known: dict[float, Fraction] = {}
    for i in (-1, *order[graph.ends[order] == 0].tolist()):  # -1: the start
        row = int(graph.first_row[i + 1])
        here = mass[i] if i >= 0 else Fraction(1)
        total = Fraction(0)
        for e in range(first[row], first[row + 1]):
            p = known.setdefault(chance[e], Fraction(chance[e]).limit_denominator(SIMPLEST))
            total += p
            mass[to[e]] += here * p
        if total != 1:
            return None
    return mass


def with_links(setup: Setup, now: Array, actions: Sequence[int]) -> Array:
    """The state after some actions without dice, such as declaring links."""
    after = now.copy()
    for action in actions:
        apply(PlayedDice(0, 0), after[0], setup.book[0], action)
    return after


def all_chains(setup: Setup, now: Array, longest: int) -> Iterator[Chain]:
    """Every chain that can be declared in a state, as actions, up to a number of links."""
    waiting: list[tuple[Chain, Array]] = [((), now)]
    while waiting:
        chain, at = waiting.pop()
        if chain:
            yield chain
            if may_execute(at[0], setup.book[0], 0):
                yield (*chain, Action.EXECUTE)
        if len(chain) < longest:
            for i in range(int(setup.book[0].ability_count)):
                if may_declare(at[0], setup.book[0], i):
                    action = DECLARE + i
                    waiting.append(((*chain, action), with_links(setup, at, [action])))


def listed_chains(setup: Setup, now: Array, longest: int) -> list[Chain]:
    """All chains as a list; an error if evaluating them would exceed the memory limit."""
    found: list[Chain] = []
    limit = memory_limit()
    for chain in all_chains(setup, now, longest):
        found.append(chain)
        check_memory(len(found) * BYTES_OF_A_CHAIN, f"{len(found):,} chains and more", "ask for shorter ones (longest=3)", limit)
    return found


def best_chains(
    ruleset: Ruleset, setup: Setup, now: Array, aim: Aim, longest: int, enemy_policy: str, progress: Progress
) -> list[tuple[Chain, Prospects]]:
    """All chains that can be declared, with their exact prospects, the best for an aim first."""
    chains = listed_chains(setup, now, longest)

    def weigh(chain: Chain) -> Prospects:
        return chain_odds(ruleset, setup, with_links(setup, now, chain), enemy_policy).prospects

    weighed = zip(chains, on_threads(weigh, chains, progress, "chains"), strict=True)
    return sorted(weighed, key=lambda each: each[1].worth(aim), reverse=True)
