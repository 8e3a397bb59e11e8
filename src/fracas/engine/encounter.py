"""An encounter: a scenario that can be played, simulated, solved. The main entry point of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.limits import states_in
from fracas.engine.content.reading import read_json
from fracas.engine.contract.deciding import OwnPolicy
from fracas.engine.contract.matchup import Matchup, matchup
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.play.fight import Fight, checked_save, resumed, saved_matchup
from fracas.engine.sample.simulate import Simulation, simulate
from fracas.engine.solve.best import BestPlay, best
from fracas.engine.solve.bounds import BestBounds, best_within
from fracas.engine.solve.exact import Solution, solve
from fracas.engine.solve.likely import solve_within
from fracas.engine.work.places import Where


@dataclass(frozen=True, repr=False)
class Encounter(Matchup):
    """A fight with every operation of Fracas: play, replay, simulate, solve. Create one with `fracas.encounter`."""

    def fight(self, seed: int = 1, number: int = 0) -> Fight:
        """Fight number ``number`` of ``seed``, to be stepped through."""
        return Fight(self, seed, number)

    def replay(self, seed: int, number: int) -> Fight:
        """Fight number ``number`` of ``seed`` fought to its end by both policies, with its log."""
        return self.fight(seed, number).finish()

    def simulate(
        self,
        n: int | None = None,
        seed: int = 1,
        workers: int | None = None,
        each: bool = False,
        progress: Progress | None = None,
        cluster: Where = None,
        until: float | str | None = None,
        device: str | None = None,
    ) -> Simulation:
        """Simulate ``n`` fights, or ``until`` the chance to win is known closely; see `fracas.engine.sample.simulate.simulate`."""
        return simulate(self, n, seed, workers, each, progress, cluster=cluster, until=until, device=device)

    def solve(
        self,
        max_states: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
        within: float | None = None,
    ) -> Solution:
        """The exact chances under the current policies; see `fracas.engine.solve.exact.solve`.

        As many states are found as fit in ``memory``, or at most ``max_states``. With ``within``, every chance is right to that, and
        unlikely branches are pruned: for fights too large to be solved whole; see `fracas.engine.solve.likely.solve_within`.
        """
        if within is not None:
            return solve_within(self, within, memory, progress)
        return solve(self, max_states or states_in(memory), memory, progress)

    def best(
        self,
        side: int = 0,
        draw_value: float = 0.0,
        max_states: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
        aim: str | None = None,
    ) -> BestPlay:
        """The optimal play of one side, to win or to come to the end named by ``aim``; see `fracas.engine.solve.best.best`."""
        return best(self, side, draw_value, max_states or states_in(memory), memory, progress, aim)

    def best_within(
        self,
        within: float,
        side: int = 0,
        draw_value: float = 0.0,
        max_states: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
        aim: str | None = None,
    ) -> BestBounds:
        """Between what the optimal play of one side lies, where the fight is too large for it to be found; see
        `fracas.engine.solve.bounds.best_within`.
        """
        return best_within(self, within, side, draw_value, max_states or states_in(memory), memory, progress, aim)


def encounter(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any] | BaseModel,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    name: str | None = None,
    changes: Mapping[str, Any] | None = None,
    packs: Iterable[str | Path | Pack] = (),
) -> Encounter:
    """Set up a scenario of a ruleset (a built-in name, a file, data or a model), with rule options that override its own.

    ``changes`` overrides values in the scenario by path: ``{"enemies.0.hp": 30}``; see `fracas.engine.contract.paths`. ``packs`` are
    activated for it: packs, folders (as `Path`), or names of installed packs.

    >>> encounter("rune-and-rust", "duel").solve().win  # doctest: +SKIP
    0.5496098955...
    """
    return _as_encounter(matchup(ruleset, scenario, options, policies, name, changes, packs))


def _as_encounter(ready: Matchup) -> Encounter:
    return Encounter(ready.ruleset, ready.name, ready.setup, ready.policies, ready.changes, ready.packs)


def load_fight(source: str | Path | Mapping[str, Any], key: bytes | None = None, policies: Iterable[OwnPolicy] = ()) -> Fight:
    """Load a saved fight by replaying it, and verify that the result equals the saved one.

    With a ``key``, only a fight that was saved with the same key is accepted. A policy of your own is not in the save: to go on with it,
    give it in ``policies``, under the same name.
    """
    where, data = ("the saved fight", source) if isinstance(source, Mapping) else (str(source), read_json(Path(source)))
    data = checked_save(data, where, key)
    return resumed(_as_encounter(saved_matchup(data, where, policies)), data, where)
