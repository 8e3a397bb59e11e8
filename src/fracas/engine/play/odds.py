"""Odds: the exact distribution of an action's results, by enumerating the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from fracas.dice import Dice, Distribution, Entry, PlayedDice, outcomes
from fracas.dice.generator import FACES_LANE
from fracas.engine.contract.facets import Story
from fracas.engine.contract.matchup import under_its_packs
from fracas.engine.contract.setup import CHANCE, chance
from fracas.engine.play.action import Action, Standing, pass_chance_steps
from fracas.errors import FracasError

MAX_OUTCOMES = 20_000


class Noting(Dice, Protocol):
    """Dice that keep a log."""

    entries: list[Entry]


class After(NamedTuple):
    """A possible result of an action: the health of both sides, the end code (0 if the fight continues), and other news."""

    health_a: int
    health_b: int
    end: int
    news: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActionOdds:
    """The odds of one action: its possible results, with exact fractions (or, if ``exact`` is False, sample frequencies)."""

    action: Action
    side: int
    before: tuple[int, int]
    after: Distribution[After]
    exact: bool = True
    end_names: Mapping[int, str] = field(default_factory=dict)
    """The names of the ends, by code."""
    story: bool = False
    """Whether this is a story: its ends are named; for a fight, only the chance that it ends is given."""

    def _lost(self, side: int) -> Distribution[int]:
        return self.after.map(lambda a: self.before[side] - (a.health_a, a.health_b)[side])

    @property
    def damage(self) -> Distribution[int]:
        """The health the other side loses (negative: gains)."""
        return self._lost(1 - self.side)

    @property
    def cost(self) -> Distribution[int]:
        """The health the acting side loses (negative: gains), up to its next decision."""
        return self._lost(self.side)

    @property
    def hit(self) -> Fraction:
        """The chance that the other side loses health."""
        return self.damage.where(lambda d: d > 0)

    def ends(self) -> dict[str, Fraction]:
        """The chance of every end the action can cause, by name."""
        chances = {name: self.after.where(lambda a, code=code: a.end == code) for code, name in self.end_names.items()}  # type: ignore[misc]
        return {name: p for name, p in chances.items() if p}

    @property
    def over(self) -> Fraction:
        """The chance that the action ends the fight."""
        return 1 - self.after.where(lambda a: a.end == 0)

    def news(self) -> dict[str, Fraction]:
        """The chance of all other news after the action, by the ruleset's labels, most likely first."""
        chances: dict[str, Fraction] = {}
        for after, p in sorted(self.after.items(), key=lambda each: -each[1]):
            for word in after.news:
                chances[word] = chances.get(word, Fraction(0)) + p
        return chances

    def to_data(self) -> dict[str, Any]:
        """The odds as data for JSON; chances are exact unless ``exact`` is false."""
        return {
            "action": {"code": self.action.code, "id": self.action.id, "name": self.action.name},
            "side": "ab"[self.side],
            "exact": self.exact,
            "hurts": chance(self.hit),
            "ends_the_fight": chance(self.over),
            "damage": self.damage.to_data(),
            "cost": self.cost.to_data(),
            "ends": {name: chance(p) for name, p in self.ends().items()},
            "news": {words: chance(p) for words, p in self.news().items()},
            "sentence": self.sentence(),
        }

    def _share(self, p: Fraction) -> str:
        """Format a chance for a player; sampled ones without decimals."""
        if not self.exact:
            return f"{float(p):.0%}"
        return "<0.1%" if p < Fraction(1, 2000) else f"{float(p):.1%}"

    def sentence(self, details: str = "") -> str:
        """The odds in one line; ``details`` of the action follow its name."""
        parts = []
        if self.hit and not self.story:
            parts.append(f"hurts {self._share(self.hit)}, {float(self.damage.mean()):.2f} on average")
        gain = -self.cost.mean()
        if gain > 0:
            parts.append(f"restores {float(gain):.2f} on average")
        parts += [f"{word} {self._share(p)}" for word, p in self.news().items()]
        if self.story:
            parts += [f"{name} {self._share(p)}" for name, p in self.ends().items()]
        elif self.over:
            parts.append(f"ends the fight {self._share(self.over)}")
        about = "" if self.exact else "sampled, about: "
        name = f"{self.action.name} ({details})" if details else self.action.name
        if details and not parts:
            return name
        return f"{name}: {about}{'; '.join(parts) or 'nothing at once'}"


@under_its_packs
def action_odds(fight: Standing, wanted: int | str | Action, limit: int = MAX_OUTCOMES) -> ActionOdds:
    """The exact odds of an action in the current state of a fight.

    Everything up to the next decision is included, also what happens at the start of the next fighter's turn.
    Raises `FracasError` if the action has more than ``limit`` outcomes.
    """
    action = fight.action(wanted)
    first = _Branch(fight.state.tobytes())
    ways: dict[_Branch, dict[_Branch | After, Fraction]] = {}
    ahead, counted = [first], 0
    while ahead:  # branches with the same state and the same news are merged
        branch = ahead.pop()
        found = ways[branch] = {}
        for way, p in outcomes(_step(fight, branch, CHANCE if branch is not first else action.code), limit - counted):
            found[way] = found.get(way, Fraction(0)) + p
            counted += 1
        ahead += [way for way in found if isinstance(way, _Branch) and way not in ways and way not in ahead]
    return _odds(fight, action, _absorbed(fight, first, ways), exact=True)


class _Branch(NamedTuple):
    """An intermediate point in a run of chance steps: the state without its clock, and the news so far."""

    state: bytes
    news: tuple[str, ...] = ()


def _step(fight: Standing, before: _Branch, code: int) -> Callable[[Noting], _Branch | After]:
    """A function that advances a branch by one step: to another branch, to a decision, or to the end of the fight."""
    ready, book = fight.encounter, fight.book
    rules = ready.ruleset.rules
    origin = np.frombuffer(before.state, ready.setup.state.dtype)

    def once(dice: Noting) -> _Branch | After:
        array = origin.copy()
        state = array[0]
        rules.apply(dice, state, book, code)
        news = tuple(dict.fromkeys((*before.news, *ready.ruleset.news(ready.setup, dice.entries))))
        end = int(rules.outcome(state, book))
        if end == 0 and rules.to_act(state, book) == CHANCE:
            state.clock = 1
            return _Branch(array.tobytes(), news)
        return _after(fight, state, end, news)

    return once


def _absorbed(fight: Standing, first: _Branch, ways: dict[_Branch, dict[_Branch | After, Fraction]]) -> dict[After, Fraction]:
    """The chance of every result of a run of chance steps: intermediate branches are eliminated one by one, the last found first."""
    for branch in reversed([branch for branch in ways if branch is not first]):
        onward = ways.pop(branch)
        stays = onward.pop(branch, Fraction(0))
        if not onward:
            raise FracasError("stuck", f"{fight.encounter.title}: chance steps never end", "let apply end the fight or let a side decide")
        for others in ways.values():
            share = others.pop(branch, None)
            if share is not None:
                for way, p in onward.items():
                    others[way] = others.get(way, Fraction(0)) + share * p / (1 - stays)
    return {way: p for way, p in ways[first].items() if isinstance(way, After)}


def _after(fight: Standing, state: Any, end: int, news: tuple[str, ...]) -> After:
    """The result of an action; for one that ends the fight, only a story includes the news."""
    ruleset = fight.encounter.ruleset
    a, b = (int(ruleset.rules.health(state, fight.book, side)) for side in (0, 1))
    return After(a, b, end, () if end and not isinstance(ruleset, Story) else news)


@under_its_packs
def sampled_odds(fight: Standing, wanted: int | str | Action, n: int = 500, seed: int = 0) -> ActionOdds:
    """The odds of an action estimated from ``n`` samples: for actions with too many outcomes to enumerate."""
    action = fight.action(wanted)
    once = _once(fight, action)
    counts = Counter(once(PlayedDice(seed, k, FACES_LANE)) for k in range(n))
    chances = {after: Fraction(count, n) for after, count in counts.items()}
    return _odds(fight, action, chances, exact=False)


def _odds(fight: Standing, action: Action, chances: dict[After, Fraction], exact: bool) -> ActionOdds:
    """The odds of an action from the chances of its results."""
    ends = {code: end.name for code, end in enumerate(fight.encounter.ends, 1)}
    story = isinstance(fight.encounter.ruleset, Story)
    return ActionOdds(action, fight.to_act, (fight.health(0), fight.health(1)), Distribution(chances), exact, ends, story)


def _once(fight: Standing, action: Action) -> Callable[[Noting], After]:
    """A function that performs the action on a copy of the fight's state and returns the result."""
    ruleset, setup = fight.encounter.ruleset, fight.encounter.setup
    rules, book = ruleset.rules, fight.book
    origin = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)

    def once(dice: Noting) -> After:
        state = origin.copy()[0]
        rules.apply(dice, state, book, action.code)
        pass_chance_steps(fight.encounter, dice, state)
        return _after(fight, state, int(rules.outcome(state, book)), ruleset.news(setup, dice.entries))

    return once
