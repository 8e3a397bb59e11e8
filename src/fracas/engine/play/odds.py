"""Odds: the exact distribution of an action's results, by enumerating the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from fracas.dice import Dice, Distribution, Entry, Event, PlayedDice, outcomes
from fracas.dice.generator import FACES_LANE
from fracas.engine.content.texts import in_percent
from fracas.engine.contract.facets import Story
from fracas.engine.contract.matchup import Matchup, under_its_packs
from fracas.engine.contract.setup import CHANCE, chance
from fracas.engine.contract.telling import Harm, Teller
from fracas.engine.play.action import Action, Standing, pass_chance_steps
from fracas.errors import FracasError

MAX_OUTCOMES = 20_000
DIGITS = frozenset("0123456789%")
"""What a label may end with so that a chance behind it would read as one number with it."""


class Noting(Dice, Protocol):
    """Dice that keep a log."""

    entries: list[Entry]


class After(NamedTuple):
    """A possible result of an action: the health of both sides, the end code (0 if the fight continues), and other news."""

    health_a: int
    health_b: int
    end: int
    news: tuple[str, ...] = ()
    harm_a: int = 0
    """What of side A's loss no action took: bleeding, poison (`Teller.HARMS`), less what it regained."""
    harm_b: int = 0


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
    end_words: Mapping[int, str] = field(default_factory=dict)
    """How a player is told of each end: "you win", "you fall"."""
    story: bool = False
    """Whether this is a story: its ends are named; for a fight, only the chance that it ends is given."""

    def _lost(self, side: int) -> Distribution[int]:
        return self.after.map(lambda a: self.before[side] - (a.health_a, a.health_b)[side])

    @property
    def damage(self) -> Distribution[int]:
        """What the other side loses by the action, without `harm`: also if it regains as much before anybody decides again."""
        side = 1 - self.side
        return self.after.map(lambda a: self.before[side] - (a.health_a, a.health_b)[side] - (a.harm_a, a.harm_b)[side])

    @property
    def harm(self) -> Distribution[int]:
        """What the other side loses besides, before anybody decides again, by what lasts on it: bleeding, poison; less what it regains.

        Whoever acts next suffers from it first, all others when it is their turn: it says nothing of what the action is worth.
        """
        return self.after.map(lambda a: (a.harm_a, a.harm_b)[1 - self.side])

    @property
    def cost(self) -> Distribution[int]:
        """The health the acting side loses (negative: gains), up to its next decision."""
        return self._lost(self.side)

    @property
    def hit(self) -> Fraction:
        """The chance that the other side loses anything by the action."""
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
            "harm": self.harm.to_data(),
            "cost": self.cost.to_data(),
            "ends": {name: chance(p) for name, p in self.ends().items()},
            "news": {words: chance(p) for words, p in self.news().items()},
            "sentence": self.sentence(),
        }

    def _ends_in_words(self, name_ends: bool) -> list[str]:
        """How it can be over after the action, and the chance of that."""
        if self.story and not name_ends:
            return [f"the story ends {self._share(self.over)}"] if self.over else []
        if self.story or self.side:
            return [f"{'' if self.story else 'ends the fight: '}{name} {self._share(p)}" for name, p in self.ends().items()]
        chances: dict[str, Fraction] = {}
        for code, words in self.end_words.items():
            chances[words] = chances.get(words, Fraction(0)) + self.after.where(lambda a, code=code: a.end == code)  # type: ignore[misc]
        return [f"{words} {self._share(p)}" for words, p in chances.items() if p]

    def _share(self, p: Fraction) -> str:
        """Format a chance for a player; sampled ones without decimals."""
        return in_percent(p) if self.exact else f"{float(p):.0%}"

    def sentence(self, details: str = "", name_ends: bool = False) -> str:
        """The odds in one line; ``details`` of the action stand behind its name. The ends of a story are named only if asked for."""
        parts = []
        if self.hit and not self.story:
            parts.append(f"hurts {self._share(self.hit)}, {float(self.damage.mean()):.2f} on average")
        gain = -self.cost.mean()
        if gain > 0:
            parts.append(f"restores {float(gain):.2f} on average")
        parts += [f"{word}{':' * (word[-1:] in DIGITS)} {self._share(p)}" for word, p in self.news().items()]
        parts += self._ends_in_words(name_ends)
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
    """Somewhere within a run of chance steps: the state, its clock set aside, what is new by then, what of the losses no action took."""

    state: bytes
    news: tuple[str, ...] = ()
    harms: tuple[int, int] = (0, 0)


class _Watched(list[Entry]):
    """A log that remembers what both sides had left when each event was noted."""

    def __init__(self, look: Callable[[], tuple[int, int]]) -> None:
        super().__init__()
        self._look = look
        self.left = [look()]

    def append(self, entry: Entry) -> None:
        """Take an entry, and look."""
        super().append(entry)
        self.left.append(self._look())


def _watching(fight: Standing, dice: Noting, state: Any) -> None:
    """Let dice keep a log by which `_harms` can tell what each event cost."""
    book, health = fight.book, fight.encounter.ruleset.rules.health
    dice.entries = _Watched(lambda: (int(health(state, book, 0)), int(health(state, book, 1))))


def _harms(ready: Matchup, entries: Sequence[Entry], now: tuple[int, int], before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """What each side lost by something other than a blow, less what it regained, as a log tells it; ``now`` is what they have left."""
    if not isinstance(entries, _Watched):
        return before
    teller, lost, left = ready.ruleset.teller(ready.setup), list(before), [*entries.left, now]
    for place, entry in enumerate(entries):
        harm = _harm_of(teller, entry)
        if harm is not None:
            first = place if teller.LOST_BEFORE_NOTED else place + 1
            gone = left[first][harm.side] - left[first + 1][harm.side]
            lost[harm.side] += max(min(gone, harm.amount), 0)
    for then, after in pairwise(left):
        for side in (0, 1):
            lost[side] -= max(after[side] - then[side], 0)
    return lost[0], lost[1]


def _harm_of(teller: Teller, entry: Entry) -> Harm | None:
    telling = teller.HARMS.get(entry.code) if isinstance(entry, Event) else None
    return telling(teller, entry) if telling is not None and isinstance(entry, Event) else None


def _news(ready: Matchup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What is new after an action, but for what comes of such a harm: that somebody falls by it."""
    teller = ready.ruleset.teller(ready.setup)
    after_harm = {place + 1 for place, entry in enumerate(entries) if _harm_of(teller, entry) is not None} if teller.HARMS else ()
    return ready.ruleset.news(ready.setup, [entry for place, entry in enumerate(entries) if place not in after_harm])


def _step(fight: Standing, before: _Branch, code: int) -> Callable[[Noting], _Branch | After]:
    """A function that advances a branch by one step: to another branch, to a decision, or to the end of the fight."""
    ready, book = fight.encounter, fight.book
    rules = ready.ruleset.rules
    origin = np.frombuffer(before.state, ready.setup.state.dtype)

    def once(dice: Noting) -> _Branch | After:
        array = origin.copy()
        state = array[0]
        _watching(fight, dice, state)
        rules.apply(dice, state, book, code)
        news = tuple(dict.fromkeys((*before.news, *_news(ready, dice.entries))))
        left = int(rules.health(state, book, 0)), int(rules.health(state, book, 1))
        harms = _harms(ready, dice.entries, left, before.harms)
        end = int(rules.outcome(state, book))
        if end == 0 and rules.to_act(state, book) == CHANCE:
            state.clock = 1
            return _Branch(array.tobytes(), news, harms)
        return _after(fight, state, end, news, harms)

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


def _after(fight: Standing, state: Any, end: int, news: tuple[str, ...], harms: tuple[int, int]) -> After:
    """Where a fight stands; of what ends it, only a story tells the news."""
    ruleset = fight.encounter.ruleset
    a, b = (int(ruleset.rules.health(state, fight.book, side)) for side in (0, 1))
    return After(a, b, end, () if end and not isinstance(ruleset, Story) else news, *harms)


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
    words = {code: end.words for code, end in enumerate(fight.encounter.ends, 1)}
    story = isinstance(fight.encounter.ruleset, Story)
    return ActionOdds(action, fight.to_act, (fight.health(0), fight.health(1)), Distribution(chances), exact, ends, words, story)


def _once(fight: Standing, action: Action) -> Callable[[Noting], After]:
    """A function that carries the action out on a copy of the fight's state and tells where the fight then stands."""
    rules, book = fight.encounter.ruleset.rules, fight.book
    origin = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)

    def once(dice: Noting) -> After:
        state = origin.copy()[0]
        _watching(fight, dice, state)
        rules.apply(dice, state, book, action.code)
        pass_chance_steps(fight.encounter, dice, state)
        harms = _harms(fight.encounter, dice.entries, (int(rules.health(state, book, 0)), int(rules.health(state, book, 1))))
        return _after(fight, state, int(rules.outcome(state, book)), _news(fight.encounter, dice.entries), harms)

    return once
