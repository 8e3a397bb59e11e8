"""A chain by itself: the exact chances of all it can come to, by following its links through the rules, and the best one there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np

from fracas.dice import PlayedDice
from fracas.engine.compile.threads import on_threads
from fracas.engine.contract.progress import Progress, Silence
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.encounter import Encounter
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import MOST_BYTES, MOST_STATES, flow, steps_in_order
from fracas.engine.solve.exploring import NOBODY, Graph, explore
from fracas.rulesets.veinbreaker import choices, rules, state

SIMPLEST = 20_000_000
"""The largest denominator that the chance of one step of a chain is taken to have."""

Aim = Literal["damage", "fell", "safe"]
Reading = Callable[[Array], Array]
"""What is read off the states in which a chain can be over: a number for each."""
N = TypeVar("N", float, Fraction)
T = TypeVar("T")
Chain = tuple[int, ...]
"""A chain as the actions that declare it, perhaps with an execution at the end."""


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

    def exactly(self, value: Reading) -> dict[int, Fraction] | None:
        """The distribution of something that can be read off the last state, in fractions."""
        return None if self.fractions is None else _gathered(value(self.ends), self.fractions)

    def by(self, value: Reading) -> dict[int, float]:
        """The distribution of something that can be read off the last state."""
        return _gathered(value(self.ends), self.chance.tolist())

    def damage(self, ends: Array) -> Array:
        """The damage to the enemy, read off last states."""
        return self.enemy_hp - hp_of(ends, state.ENEMY)

    def mean(self, value: Reading) -> float:
        """The mean of something that can be read off the last state."""
        return self._mean(value(self.ends))

    def _mean(self, values: Array) -> float:
        return float((values * self.chance).sum())

    def _share(self, where: Array) -> float:
        return float(self.chance[where].sum())

    @property
    def suffered(self) -> float:
        """The HP that the player loses on average."""
        return self._mean(self.hp - hp_of(self.ends, state.PLAYER))

    @property
    def falls(self) -> float:
        """The chance that the player falls."""
        return self._share(hp_of(self.ends, state.PLAYER) <= 0)

    @cached_property
    def mean_damage(self) -> float:
        """The damage to the enemy on average."""
        return self._mean(self.damage(self.ends))

    @cached_property
    def broken(self) -> float:
        """The chance that the chain is broken: by a perfect interrupt or a failed execution."""
        return self._share(was_broken(self.ends))

    @property
    def interrupted(self) -> float:
        """The chance that an interrupt succeeds, whether or not it breaks the chain."""
        return self._share(was_interrupted(self.ends))

    @cached_property
    def fells(self) -> float:
        """The chance that the enemy falls."""
        return self._share(felled(self.ends))

    @property
    def prospects(self) -> Prospects:
        """The chain in three numbers."""
        return Prospects(self.mean_damage, self.fells, self.broken)


def hp_of(ends: Array, who: int) -> Array:
    """A fighter's HP in each of some states."""
    return meter_of(ends, who, "hp")


def meter_of(ends: Array, who: int, name: str) -> Array:
    """A fighter's meter in each of some states."""
    found: Array = ends["fighters"][:, who][name]
    return found


def felled(ends: Array) -> Array:
    """Whether the enemy has fallen, in each of some states."""
    return hp_of(ends, state.ENEMY) <= 0


def was_broken(ends: Array) -> Array:
    """Whether the chain was broken."""
    found: Array = ends["broken"] > 0
    return found


def was_interrupted(ends: Array) -> Array:
    """Whether an interrupt of the chain succeeded."""
    found: Array = ends["interrupts"] > 0
    return found


def _gathered(keys: Array, chances: Sequence[N]) -> dict[int, N]:
    """The chances of equal keys together, by key."""
    found: dict[int, N] = {}
    for key, p in zip(keys.tolist(), chances, strict=True):
        found[key] = found[key] + p if key in found else p
    return dict(sorted(found.items()))


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
    known: dict[float, Fraction] = {}
    for i in (-1, *order[graph.ends[order] == 0].tolist()):  # -1: the beginning
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
    """The state after some actions of declaring, which roll nothing."""
    after = now.copy()
    for action in actions:
        rules.apply(PlayedDice(0, 0), after[0], setup.book[0], action)
    return after


def all_chains(setup: Setup, now: Array, longest: int) -> Iterator[Chain]:
    """Every chain that can be declared in a state, as actions, up to a number of links."""
    waiting: list[tuple[Chain, Array]] = [((), now)]
    while waiting:
        chain, at = waiting.pop()
        if chain:
            yield chain
            if choices.may_execute(at[0], setup.book[0], 0):
                yield (*chain, state.EXECUTE)
        if len(chain) < longest:
            for i in range(int(setup.book[0].ability_count)):
                if choices.may_declare(at[0], setup.book[0], i):
                    action = state.DECLARE + i
                    waiting.append(((*chain, action), with_links(setup, at, [action])))


def each_weighed(
    ruleset: Ruleset,
    setup: Setup,
    now: Array,
    chains: Sequence[Chain],
    read: Callable[[ChainOdds], T],
    enemy_policy: str,
    progress: Progress,
) -> list[tuple[Chain, T]]:
    """What is read off the exact odds of each of some chains."""

    def weigh(chain: Chain) -> T:
        return read(chain_odds(ruleset, setup, with_links(setup, now, chain), enemy_policy))

    return list(zip(chains, on_threads(weigh, chains, progress, "chains"), strict=True))


def best_chains(
    ruleset: Ruleset, setup: Setup, now: Array, aim: Aim, longest: int, enemy_policy: str, progress: Progress
) -> list[tuple[Chain, Prospects]]:
    """Every chain with its exact prospects, the best for an aim first."""
    chains = list(all_chains(setup, now, longest))
    weighed = each_weighed(ruleset, setup, now, chains, lambda odds: odds.prospects, enemy_policy, progress)
    return sorted(weighed, key=lambda each: each[1].worth(aim), reverse=True)


def declared(now: Any) -> list[int]:
    """The links of the chain in a state."""
    return [int(choices.link_at(now, i)) for i in range(int(now.links))]
