"""A chain by itself: the exact chances of all it can come to, by following its links through the rules, and the best one there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from fracas.dice import PlayedDice
from fracas.engine.compiling import Progress, Silence
from fracas.engine.encounter import Encounter
from fracas.engine.exploring import NOBODY, Graph, explore
from fracas.engine.record import Array
from fracas.engine.ruleset import Ruleset, Setup
from fracas.engine.solve import MOST_BYTES, MOST_STATES, flow, steps_in_order
from fracas.rulesets.veinbreaker import choices, rules, state

SIMPLEST = 20_000_000
"""The largest denominator that the chance of one step of a chain is taken to have."""

Aim = Literal["damage", "fell", "safe"]


class Prospects(NamedTuple):
    """A chain in three numbers: the damage on average, the chances to fell and to be broken."""

    mean_damage: float
    fells: float
    broken: float

    def worth(self, aim: Aim) -> tuple[float, float]:
        """What it is worth for an aim, and what decides between equals."""
        if aim == "fell":
            return self.fells, self.mean_damage
        if aim == "safe":
            return self.mean_damage * (1 - self.broken), -self.broken
        return self.mean_damage, -self.broken


@dataclass(frozen=True)
class ChainOdds:
    """Everything a chain can come to: the states it can end in and the chance of each. The player does not react to interrupts."""

    graph: Graph
    absorbed: Array
    hp: int
    enemy_hp: int

    @cached_property
    def _over(self) -> Array:
        return np.flatnonzero(self.absorbed)

    @cached_property
    def ends(self) -> Array:
        """The states in which the chain can be over."""
        return self.graph.states[self._over]

    @cached_property
    def chance(self) -> Array:
        """The chance of each of them."""
        return self.absorbed[self._over]

    @cached_property
    def fractions(self) -> list[Fraction] | None:
        """The same chances as fractions; None where one of a step cannot be told from its decimals."""
        exact = exact_chances(self.graph)
        return None if exact is None else [exact[i] for i in self._over]

    def exactly(self, value: Callable[[Array], Array]) -> dict[int, Fraction] | None:
        """The distribution of something that can be read off the last state, in fractions."""
        if self.fractions is None:
            return None
        found: dict[int, Fraction] = {}
        for key, p in zip(value(self.ends).tolist(), self.fractions, strict=True):
            found[key] = found.get(key, Fraction(0)) + p
        return dict(sorted(found.items()))

    def by(self, value: Callable[[Array], Array]) -> dict[int, float]:
        """The distribution of something that can be read off the last state."""
        found: dict[int, float] = {}
        for key, p in zip(value(self.ends).tolist(), self.chance.tolist(), strict=True):
            found[key] = found.get(key, 0.0) + p
        return dict(sorted(found.items()))

    @property
    def suffered(self) -> float:
        """The HP that the player loses on average."""
        return self.hp - sum(hp * p for hp, p in self.meter(state.PLAYER, "hp").items())

    @property
    def falls(self) -> float:
        """The chance that the player falls."""
        return self._share(self.ends["fighters"][:, state.PLAYER]["hp"] <= 0)

    def _share(self, where: Array) -> float:
        return float(self.chance[where].sum())

    @property
    def damage(self) -> dict[int, float]:
        """The distribution of the damage to the enemy."""
        return self.by(lambda s: self.enemy_hp - s["fighters"][:, state.ENEMY]["hp"])

    @cached_property
    def mean_damage(self) -> float:
        """The damage to the enemy on average."""
        return sum(n * p for n, p in self.damage.items())

    @cached_property
    def broken(self) -> float:
        """The chance that the chain is broken: by a perfect interrupt or a failed execution."""
        return self._share(self.ends["broken"] > 0)

    @property
    def interrupted(self) -> float:
        """The chance that an interrupt succeeds, whether or not it breaks the chain."""
        return self._share(self.ends["interrupts"] > 0)

    @property
    def hits(self) -> dict[int, float]:
        """How many links hit."""
        return self.by(lambda s: s["hits"])

    @cached_property
    def fells(self) -> float:
        """The chance that the enemy falls."""
        return self._share(self.ends["fighters"][:, state.ENEMY]["hp"] <= 0)

    def meter(self, who: int, name: str) -> dict[int, float]:
        """The distribution of a fighter's meter when the chain is over."""
        return self.by(lambda s: s["fighters"][:, who][name])

    @property
    def prospects(self) -> Prospects:
        """The chain in three numbers."""
        return Prospects(self.mean_damage, self.fells, self.broken)


def chain_odds(ruleset: Ruleset, setup: Setup, now: Array, enemy_policy: str = "windows") -> ChainOdds:
    """The exact odds of the chain declared, or under way, in a state ``now`` (an array of one), if it goes on at once.

    The player neither reacts nor ends it early. It may be the enemy's chain, too.
    """
    book = setup.book.copy()
    book[0].only_chain = 1
    book[0].plan_length = 0
    origin = now.copy()
    for name in ("hits", "broken", "interrupts"):
        origin[0][name] = 0
    ready = Encounter(ruleset, "chain", replace(setup, state=origin, book=book), ("planned", enemy_policy))
    graph = explore(ready, NOBODY, MOST_STATES, MOST_BYTES, Silence())
    flowed = flow(graph, len(ruleset.ends), 2, graph.first_row[1:-1], Silence())
    return ChainOdds(graph, flowed.absorbed, *(int(origin[0].fighters[who].hp) for who in (state.PLAYER, state.ENEMY)))


def exact_chances(graph: Graph) -> list[Fraction] | None:
    """The chance to come through each state of a graph without cycles, in fractions.

    The chances of single steps are known as decimals only; each is taken for the simplest fraction so close to it, and believed if those
    of a step add up to exactly 1.
    """
    order, _, cyclic = steps_in_order(graph.size, graph.first_row, graph.first_edge, graph.to, graph.later)
    if cyclic:
        return None
    mass = [Fraction(0)] * graph.size
    first, to, chance = graph.first_edge.tolist(), graph.to.tolist(), graph.chance.tolist()
    rows = [(0, Fraction(1)), *((int(graph.first_row[i + 1]), None) for i in order.tolist() if graph.ends[i] == 0)]
    known: dict[float, Fraction] = {}
    states = [-1, *(i for i in order.tolist() if graph.ends[i] == 0)]
    for (row, given), i in zip(rows, states, strict=True):
        here = given if given is not None else mass[i]
        total = Fraction(0)
        for e in range(first[row], first[row + 1]):
            p = known.setdefault(chance[e], Fraction(chance[e]).limit_denominator(SIMPLEST))
            total += p
            mass[to[e]] += here * p
        if total != 1:
            return None
    return mass


def with_links(setup: Setup, now: Array, actions: Sequence[int]) -> Array:
    """The state after some actions of declaring, which roll nothing."""
    after = now.copy()
    for action in actions:
        rules.apply(PlayedDice(0, 0), after[0], setup.book[0], action)
    return after


def all_chains(setup: Setup, now: Array, longest: int) -> Iterator[tuple[int, ...]]:
    """Every chain that can be declared in a state, as actions, up to a number of links."""
    todo: list[tuple[tuple[int, ...], Array]] = [((), now)]
    while todo:
        chain, at = todo.pop()
        if chain:
            yield chain
            if choices.may_execute(at[0], setup.book[0], 0):
                yield (*chain, state.EXECUTE)
        if len(chain) < longest:
            for i in range(int(setup.book[0].ability_count)):
                if choices.may_declare(at[0], setup.book[0], i):
                    action = state.DECLARE + i
                    todo.append(((*chain, action), with_links(setup, at, [action])))


def best_chains(
    ruleset: Ruleset, setup: Setup, now: Array, aim: Aim, longest: int, enemy_policy: str, progress: Progress
) -> list[tuple[tuple[int, ...], Prospects]]:
    """Every chain with its exact prospects, the best for an aim first."""
    chains = list(all_chains(setup, now, longest))

    def weigh(chain: tuple[int, ...]) -> Prospects:
        return chain_odds(ruleset, setup, with_links(setup, now, chain), enemy_policy).prospects

    if chains:
        weigh(chains[0])  # compiled once, before threads ask for it
    weighed = []
    with ThreadPoolExecutor() as workers:
        try:
            for chain, odds in zip(chains, workers.map(weigh, chains), strict=True):
                weighed.append((chain, odds))
                progress.at(len(weighed), len(chains), "chains")
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            raise
    return sorted(weighed, key=lambda each: each[1].worth(aim), reverse=True)


def declared(now: Any) -> list[int]:
    """The links of the chain in a state."""
    return [int(choices.link_at(now, i)) for i in range(int(now.links))]
