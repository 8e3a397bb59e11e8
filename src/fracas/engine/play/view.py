"""A view of a fight: names instead of numbers, for programs that show it. Everything has ``to_data()`` for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fracas.dice import Entry, Roll
from fracas.engine.contract.facets import Hides
from fracas.engine.contract.matchup import under_its_packs
from fracas.engine.contract.telling import Teller
from fracas.engine.play.action import Action, Standing, action_ids, verb_of
from fracas.engine.play.odds import ActionOdds, action_odds, sampled_odds
from fracas.engine.records.naming import slug_of
from fracas.errors import FracasError

MAX_OUTCOMES = 600
"""The odds of an action with more outcomes than this are sampled."""
SIDES = "ab"


@dataclass(frozen=True)
class ActionView:
    """A legal action: code and id for programs, its name and details for display, its costs and targets."""

    code: int
    id: str
    """The name as a slug. `Fight.act` takes it; no two legal actions have the same."""
    name: str
    details: str
    cost: Mapping[str, int]
    targets: tuple[str, ...]
    verb: str = ""
    """What it is, without the one it is aimed at: actions of one verb are one choice, and then one of a target."""
    odds: ActionOdds | None = None
    """The odds, if requested."""

    def to_data(self) -> dict[str, Any]:
        """The action as data for JSON."""
        data = {
            "code": self.code,
            "id": self.id,
            "name": self.name,
            "details": self.details,
            "cost": dict(self.cost),
            "targets": list(self.targets),
            "verb": self.verb,
        }
        return data if self.odds is None else {**data, "odds": self.odds.to_data()}


@dataclass(frozen=True)
class DoneView:
    """A past action: its side, its code, its name at the time."""

    side: int
    code: int
    id: str
    name: str

    def to_data(self) -> dict[str, Any]:
        """The action as data for JSON."""
        return {"side": SIDES[self.side], "code": self.code, "id": self.id, "name": self.name}


@dataclass(frozen=True)
class EventView:
    """An event of the log: its slug, its three numbers, the names of those that are fighters, its lines of text."""

    event: str
    numbers: tuple[int, int, int]
    names: Mapping[str, str]
    lines: tuple[str, ...]

    def to_data(self) -> dict[str, Any]:
        """The event as data for JSON."""
        a, b, c = self.numbers
        return {"event": self.event, "a": a, "b": b, "c": c, "names": dict(self.names), "lines": list(self.lines)}


@dataclass(frozen=True)
class RollView:
    """A roll of the log: its kind, the dice faces, the result, its lines of text."""

    roll: Roll
    lines: tuple[str, ...]

    def to_data(self) -> dict[str, Any]:
        """The roll as data for JSON."""
        roll = self.roll
        data: dict[str, Any] = {"roll": roll.kind, "result": roll.result, "sides": roll.sides, "faces": list(roll.faces)}
        if roll.against:
            data["against"] = list(roll.against)
        if roll.face:
            data["success_face"] = roll.face
        return {**data, "lines": list(self.lines)}


@dataclass(frozen=True)
class Outcome:
    """How a fight ended: the name of the end, and whether that is a win, a loss or a draw for side A."""

    end: str
    kind: str

    def to_data(self) -> dict[str, str]:
        """The outcome as data for JSON."""
        return {"end": self.end, "kind": self.kind}


@dataclass(frozen=True)
class FightView:
    """The current state of a fight, for display."""

    scenario: str
    policies: tuple[str, str]
    seed: int
    number: int
    round: int
    to_act: int | None
    """The side to act, or None once the fight is over."""
    health: tuple[int, int]
    state: Mapping[str, Any]
    """The state with names instead of numbers."""
    status: tuple[str, ...]
    """A short summary of the state."""
    legal: tuple[ActionView, ...]
    actions: tuple[DoneView, ...]
    """The actions so far."""
    log: tuple[EventView | RollView, ...]
    lines: tuple[str, ...]
    """The log as lines of text, including the result of the fight."""
    outcome: Outcome | None
    lessons: tuple[str, ...] = ()
    """What the scenario has taught by now."""

    def to_data(self) -> dict[str, Any]:
        """The view as data for JSON."""
        return {
            "scenario": self.scenario,
            "policies": list(self.policies),
            "seed": self.seed,
            "fight": self.number,
            "round": self.round,
            "to_act": None if self.to_act is None else SIDES[self.to_act],
            "health": {side: self.health[i] for i, side in enumerate(SIDES)},
            "state": dict(self.state),
            "status": list(self.status),
            "legal": [action.to_data() for action in self.legal],
            "actions": [action.to_data() for action in self.actions],
            "log": [entry.to_data() for entry in self.log],
            "lines": list(self.lines),
            "lessons": list(self.lessons),
            "outcome": None if self.outcome is None else self.outcome.to_data(),
        }


@under_its_packs
def view_of(fight: Standing, odds: bool = False, seen_by: int | None = None) -> FightView:
    """The view of a fight, complete or as a side (or `WATCHER`) sees it; ``odds`` adds the odds of each legal action."""
    ready, setup, state, end = fight.encounter, fight.setup, fight.state, fight.end
    rules = ready.ruleset
    teller = rules.teller(setup)
    legal, told, lines = fight.legal(), fight.told(), fight.lines()
    if isinstance(rules, Hides) and seen_by is not None:
        shown = rules.state_seen(setup, state, seen_by)
        after = lines[sum(len(own) for _, own in told) :]
        told = [(entry, own) for entry, own in told if rules.entry_seen(setup, entry, seen_by)]
        lines = [*(line for _, own in told for line in own), *after]
    else:
        shown = rules.state_view(setup, state)
    return FightView(
        scenario=ready.name,
        policies=ready.policies,
        seed=fight.seed,
        number=fight.number,
        round=fight.round,
        to_act=fight.to_act if end is None else None,
        health=(fight.health(0), fight.health(1)),
        state=shown,
        status=tuple(rules.status(setup, state)),
        legal=tuple(_action(fight, action, name, odds) for action, name in zip(legal, action_ids(legal), strict=True)),
        actions=tuple(DoneView(side, action.code, action.id, action.name) for side, action in fight.history()),
        log=tuple(_entry(entry, tuple(own), teller) for entry, own in told),
        lines=tuple(lines),
        outcome=None if end is None else Outcome(ready.end_name(end), ready.end_kind(end)),
        lessons=tuple(fight.lessons()),
    )


def quick_odds(fight: Standing, action: Action) -> ActionOdds:
    """The odds of an action for interactive use: exact, or sampled if there are too many outcomes."""
    try:
        return action_odds(fight, action, MAX_OUTCOMES)
    except FracasError:
        return sampled_odds(fight, action)


def _action(fight: Standing, action: Action, name: str, odds: bool) -> ActionView:
    ruleset, at = fight.encounter.ruleset, (fight.setup, fight.state, action.code)
    targets = ruleset.action_targets(*at)
    return ActionView(
        code=action.code,
        id=name,
        name=action.name,
        details=ruleset.action_details(*at),
        cost=ruleset.action_cost(*at),
        targets=targets,
        verb=verb_of(action.name, targets),
        odds=quick_odds(fight, action) if odds else None,
    )


def _entry(entry: Entry, lines: tuple[str, ...], teller: Teller) -> EventView | RollView:
    if isinstance(entry, Roll):
        return RollView(entry, lines)
    slug = slug_of(teller.EVENTS, entry.code) or f"event-{entry.code}"
    return EventView(slug, (entry.a, entry.b, entry.c), teller.names_in(entry), lines)
