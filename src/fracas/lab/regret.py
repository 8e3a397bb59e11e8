"""Regret: a policy's exact chance to win, its distance to best play, and the decisions that make the difference.

What a decision costs is how often it is met in a fight, times how much worse the chosen action is than the best one, if best play
followed. These costs add up to the regret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.dice import distribution
from fracas.engine.content.limits import states_in
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.setup import CHANCE
from fracas.engine.contract.tables import Column, Table
from fracas.engine.encounter import Encounter
from fracas.engine.play.view import SIDES
from fracas.engine.solve.best import BestPlay
from fracas.engine.solve.exact import solution_of, solved_graph
from fracas.errors import FracasError

EQUAL = 1e-9
"""Actions whose chances differ by less than this are equally good."""
WORST = 20
"""How many of the worst decisions are kept, unless said otherwise."""
EVERY = 500
"""States between two reports of progress."""


@dataclass(frozen=True)
class Mistake:
    """A decision that loses something: in ``state`` the policy takes ``action``, with chance ``p``, where ``best`` is best.

    ``met`` is how often the state comes up in a fight, ``loss`` how much the action lowers the chance to win.
    """

    state: Mapping[str, Any]
    status: str
    action: str
    best: str
    p: float
    met: float
    loss: float

    @property
    def cost(self) -> float:
        """What the decision costs in a fight."""
        return self.met * self.p * self.loss

    def to_data(self) -> dict[str, Any]:
        """The mistake as data for JSON."""
        figures = {"p": self.p, "met": self.met, "loss": self.loss, "cost": self.cost}
        return {"status": self.status, "action": self.action, "best": self.best, **figures, "state": dict(self.state)}


@dataclass(frozen=True)
class Habit:
    """All decisions in which the policy takes one action where another is best."""

    action: str
    best: str
    times: float
    cost: float

    def to_data(self) -> dict[str, Any]:
        """The habit as data for JSON."""
        return {"action": self.action, "best": self.best, "times": self.times, "cost": self.cost}


@dataclass(frozen=True)
class Regret(Result):
    """How far a policy of a side is from best play against the other side's policy, exactly.

    ``decisions`` is how many decisions the side takes in a fight, on average, ``right`` how many of them lose nothing. ``habits`` are the
    mistakes by action and best action, and ``mistakes`` the worst single ones, both by cost.
    """

    encounter: Encounter
    side: int
    value: float
    best_value: float
    error_bound: float
    states: int
    decisions: float
    right: float
    habits: Sequence[Habit]
    mistakes: Sequence[Mistake]

    @property
    def gap(self) -> float:
        """The regret: how much more often best play wins."""
        return self.best_value - self.value

    def sentence(self) -> str:
        """The result in one line."""
        name, policy = self.encounter.ruleset.sides[self.side], self.encounter.policies[self.side]
        right = f"{self.right / self.decisions:.1%} of its {self.decisions:.1f} decisions in a fight lose nothing"
        return (
            f"{self.encounter.title}: with the {policy} policy {name} wins {self.value:.6%}, with best play {self.best_value:.6%}: "
            f"a regret of {100 * self.gap:.4f} points; {right}"
        )

    def __repr__(self) -> str:
        return f"<Regret {self.sentence()}>"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "side": SIDES[self.side],
            "policy": str(self.encounter.policies[self.side]),
            "win": {"p": self.value},
            "best": {"p": self.best_value},
            "regret": self.gap,
            "error_bound": self.error_bound,
            "states": self.states,
            "decisions": self.decisions,
            "right": self.right,
            "habits": [each.to_data() for each in self.habits],
            "mistakes": [each.to_data() for each in self.mistakes],
        }

    def tables(self) -> list[Table]:
        """What is done instead of what, and the decisions that cost most."""
        ends = [Column("does", "action"), Column("best would be", "best")]
        habits = [*ends, Column("times in a fight", "times", ".4f", key="times"), Column("costs", "cost", ".4%", key="cost")]
        single = [
            Column("in", "status", key="status"),
            *ends,
            Column("met in a fight", "met", ".4f", key="met"),
            Column("loses", "loss", ".4%", key="loss"),
            Column("costs", "cost", ".4%", key="cost"),
        ]
        worst = [Table("The worst decisions", single, self.mistakes)] if self.mistakes else []
        return [Table("What is done instead of the best", habits, self.habits), *worst]


def regret(
    encounter: Encounter,
    side: int = 0,
    worst: int = WORST,
    max_states: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    play: BestPlay | None = None,
) -> Regret:
    """How far the policy of a side is from best play: its policy in the encounter, one of the ruleset's or one of your own.

    A draw counts as a loss. ``play`` is best play of that side in that fight, if it is known: it is the same whatever the side's policy.
    """
    if side not in (0, 1):
        raise FracasError("bad-side", f"there is no side {side!r}", "give 0 for side A or 1 for side B")
    listener, limit = progress or ANNOUNCED, max_states or states_in(memory)
    found = play or encounter.best(side, max_states=max_states, memory=memory, progress=listener)
    if found.side != side or found.encounter.setup.digest() != encounter.setup.digest():
        raise FracasError("other-play", "this is best play of another side or fight", "leave it out, or find it for this one")
    _ask_at_once(encounter, side, found)
    graph, flowed = solved_graph(encounter, limit, memory, listener, every_state=True)
    given = solution_of(encounter, graph, flowed, 0.0)
    rules, setup = encounter.ruleset.rules, encounter.setup
    met = np.flatnonzero((graph.ends == 0) & (flowed.visits > 0))
    decisions = right = 0.0
    losing: list[tuple[float, int, int, int, float, float]] = []
    for k, (i, state) in enumerate(zip(met.tolist(), graph.states_at(met), strict=True)):
        if not k % EVERY:
            listener.at(k, len(met), "states looked at")
        if int(rules.to_act(state, setup.book[0])) != side:
            continue
        times = float(flowed.visits[i])
        worth = found.options(state)
        if not worth:
            raise FracasError("not-reached", f"best play does not know the state {state!s}", "leave `play` out, so that it is found anew")
        best = max(worth, key=worth.__getitem__)
        decisions += times
        for code, p in _chosen(encounter, side, state).items():
            loss = worth[best] - worth[code]
            if loss <= EQUAL:
                right += times * p
            else:
                losing.append((times * p * loss, i, code, best, p, loss))
    if not decisions:
        raise FracasError(
            "no-decisions", f"{encounter.ruleset.sides[side]} decides nothing in {encounter.title}", "ask about the other side"
        )
    losing.sort(reverse=True)
    value = given.win if side == 0 else given.lose
    mistakes = [
        _mistake(encounter, graph.state_at(i), float(flowed.visits[i]), code, best, p, loss) for _, i, code, best, p, loss in losing[:worst]
    ]
    habits = _habits(encounter, graph, flowed.visits, losing)
    bound = given.error_bound + found.solution.error_bound
    return Regret(encounter, side, value, found.value, bound, graph.size, decisions, right, habits, mistakes)


def _ask_at_once(encounter: Encounter, side: int, play: BestPlay) -> None:
    """Ask a policy that answers many questions at once about every state in which it may have to decide."""
    decider, graph = encounter.deciders[side], play.graph
    if decider is None or decider.policy.many is None:
        return
    open_to = np.array([i for i in np.flatnonzero(graph.ends == 0).tolist() if graph.decided(i)], np.int64)
    action = graph.action
    legal = [action[graph.first_row[i + 1] : graph.first_row[i + 2]].tolist() for i in open_to.tolist()]
    decider.decide_all(graph.states_at(open_to), legal)


def _chosen(encounter: Encounter, side: int, state: Any) -> dict[int, float]:
    """With what chance a side takes each action in a state."""
    decider = encounter.deciders[side]
    if decider is not None:
        return {decider.decide(state): 1.0}
    choose, number = encounter.ruleset.rules.choose, int(encounter.policy_numbers[side])
    book, dtype = encounter.setup.book[0], encounter.setup.state.dtype
    found = distribution(lambda dice: int(choose(dice, number, np.array([state], dtype=dtype)[0], book)))
    return {code: float(p) for code, p in found.items() if code != CHANCE}


def _mistake(encounter: Encounter, state: Any, met: float, code: int, best: int, p: float, loss: float) -> Mistake:
    ruleset, setup = encounter.ruleset, encounter.setup
    name = ruleset.action_name
    view, status = ruleset.state_view(setup, state), "; ".join(ruleset.status(setup, state))
    return Mistake(view, status, name(setup, state, code), name(setup, state, best), p, met, loss)


def _habits(encounter: Encounter, graph: Any, visits: Any, losing: Sequence[tuple[float, int, int, int, float, float]]) -> list[Habit]:
    """The mistakes by what is done and what would be best."""
    name, setup = encounter.ruleset.action_name, encounter.setup
    sums: dict[tuple[str, str], list[float]] = {}
    states = graph.states_at(np.array([i for _, i, *_ in losing], np.int64))
    for (cost, i, code, best, p, _), state in zip(losing, states, strict=True):
        total = sums.setdefault((name(setup, state, code), name(setup, state, best)), [0.0, 0.0])
        total[0] += float(visits[i]) * p
        total[1] += cost
    return sorted((Habit(*names, *total) for names, total in sums.items()), key=lambda each: -each.cost)
