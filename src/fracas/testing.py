"""The conformance suite: what every ruleset must fulfil. Run `check_ruleset` in your own tests."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import numpy as np
from pydantic import BaseModel

from fracas.dice import PlayedDice
from fracas.engine.compile.compiling import compiled
from fracas.engine.contract.matchup import scenario_data
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import registered
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.encounter import Encounter, encounter, load_fight
from fracas.engine.play.fight import Action, Fight
from fracas.engine.play.odds import action_odds
from fracas.engine.records.watching import Watched
from fracas.engine.sample.sampling import LONG_ROUND, make_sampler
from fracas.engine.sample.simulate import simulate
from fracas.engine.solve.exact import NOT_SOLVED, Solution, solve
from fracas.errors import FracasError

ACTION_OUTCOMES = 2_000_000
"""Maximum number of outcomes of one action in the exact solutions that are checked."""
FEW = 50
"""Number of fights played with each pair of policies but the first, and in each varied scenario."""
SIGMAS = 5.5
"""Tolerance of a sampled share in standard errors: one correct share in 26 million exceeds it."""


class NonconformingError(AssertionError):
    """A ruleset breaks a promise; the message says which, in which fight, and how to see it again."""


@dataclass
class Conformance:
    """The checks performed, and how often."""

    ruleset: str
    checks: dict[str, int] = field(default_factory=dict)
    not_solved: list[str] = field(default_factory=list)

    def count(self, what: str, n: int = 1) -> None:
        """Count ``n`` passed checks of a kind."""
        self.checks[what] = self.checks.get(what, 0) + n

    def __str__(self) -> str:
        lines = [f"{self.ruleset} conforms:"] + [f"  {n:>9,}  {what}" for what, n in self.checks.items()]
        if self.not_solved:
            lines.append(f"  too large to solve, checked by simulation only: {', '.join(self.not_solved)}")
        return "\n".join(lines)


def _hold(condition: bool, promise: str, where: str, detail: str = "") -> None:
    if not condition:
        raise NonconformingError(f"{promise}: broken in {where}{'; ' + detail if detail else ''}")


def check_ruleset(
    ruleset: Ruleset,
    scenarios: Iterable[Any] | None = None,
    fights: int = 200,
    samples: int = 200_000,
    max_states: int = 200_000,
    walks: int = 3,
    seed: int = 20_26,
    policies: Sequence[tuple[str, str]] | None = None,
    variations: int = 3,
    action_outcomes: int = ACTION_OUTCOMES,
    progress: Progress | None = None,
    device: str | None = None,
) -> Conformance:
    """Check everything Fracas promises of a ruleset; raises `NonconformingError` at the first promise broken.

    For each scenario (all built-in ones by default) and each pair of policies: ``fights`` fights are played and must be the sampled
    ones, blow for blow; ``samples`` sampled fights must agree with the exact solution where it needs no more than ``max_states``
    states and no action has more than ``action_outcomes`` outcomes; and ``walks`` fights of random choices try every legal action, illegal
    ones, undo, save and load on the way. ``variations`` more scenarios are made by changing numbers and rule options at random. On a
    ``device`` (``cuda``) ``samples`` fights of each must be the same as here. Each step is reported to ``progress``, by default as lines
    on standard error.
    """
    done = Conformance(ruleset.name)
    told = progress or Lines()
    with registered(ruleset):
        _check_declarations(ruleset, done)
        names = list(scenarios) if scenarios is not None else list(ruleset.scenarios())
        told.say(f"{ruleset.name}: {len(names)} scenarios, in plain Python")
        reached, steps = 1, 0
        for at, scenario in enumerate(names):  # in plain Python first: it reports faulty rules clearly
            for walk in range(max(walks, 1)):
                fight = check_walk(encounter(ruleset, scenario), seed + walk, done)
                reached, steps = max(reached, fight.round), max(steps, len(fight.actions))
            told.at(at + 1, len(names), "scenarios walked")
        advanced = reached > 1 or steps <= LONG_ROUND
        _hold(advanced, "the clock counts rounds", ruleset.name, f"it stands at 1 after {steps} actions of a fight")
        pairs = policies or list(product(*ruleset.policies_of))
        ready = [encounter(ruleset, scenario, None, pair) for scenario in names for pair in pairs]
        ready += list(_varied(ruleset, names, pairs, variations, Random(seed), done))
        for at, each in enumerate(ready):
            where = f"{each.name} ({each.policies[0]} against {each.policies[1]})"
            told.say(f"{ruleset.name}: {where}")
            many = at % len(pairs) == 0 and at < len(names) * len(pairs)
            check_same_fight(each, fights if many else max(min(fights // len(pairs), FEW), 5), seed, done, where)
            check_exact(each, samples, max_states, seed, done, where, action_outcomes)
            if device is not None:
                check_device(each, samples, seed, done, where, device)
            told.at(at + 1, len(ready), "fights checked")
        _check_heap(ruleset, done)
    return done


class Lines:
    """A progress listener that writes a line to standard error for each new stage."""

    def say(self, text: str) -> None:
        """Write a line."""
        print(text, file=sys.stderr, flush=True)

    def at(self, done: int, total: int | None, what: str) -> None:
        """Ignored: one line for each stage is enough."""


def _varied(
    ruleset: Ruleset, names: Sequence[Any], pairs: Sequence[tuple[str, str]], n: int, choice: Random, done: Conformance
) -> Iterator[Encounter]:
    """Scenarios with randomly changed numbers (including wounded starts) and rule options, each with a pair of policies."""
    made = tries = 0
    while made < n and tries < 40 * n:
        tries += 1
        name = choice.choice(list(names))
        data = scenario_data(ruleset, name)[1]
        plain = data.model_dump(mode="json", by_alias=True) if isinstance(data, BaseModel) else json.loads(json.dumps(data))
        changed = [_change_a_number(plain, choice) for _ in range(choice.randint(1, 3))]
        options = dict(filter(None, (_another_value(ruleset.options_model, choice) for _ in range(choice.randint(1, 2)))))
        what = ", ".join([*filter(None, changed), *(f"{key}={value}" for key, value in options.items())])
        try:
            yield encounter(ruleset, plain, options, choice.choice(list(pairs)), name=f"{name} with {what}")
        except FracasError:
            continue  # not a scenario of this ruleset
        made += 1
        done.count("scenarios varied at random")


def _change_a_number(data: Any, choice: Random) -> str:
    """Change one integer in a scenario: halve it, add or subtract one, or set it to one."""
    places: list[tuple[Any, Any, str]] = []

    def collect(node: Any, path: str) -> None:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            if type(value) is int:
                places.append((node, key, f"{path}{key}"))
            elif isinstance(value, (dict, list)):
                collect(value, f"{path}{key}.")

    collect(data, "")
    if not places:
        return ""
    node, key, path = choice.choice(places)
    node[key] = choice.choice([node[key] // 2, node[key] + 1, node[key] - 1, 1])
    return f"{path}={node[key]}"


def _another_value(options: type[BaseModel], choice: Random) -> tuple[str, Any] | None:
    """A random rule option and an allowed value."""
    name, field = choice.choice(list(options.model_json_schema()["properties"].items()))
    kinds = [kind for kind in field.get("anyOf", [field]) if kind.get("type") != "null"]
    kind = choice.choice(kinds)
    if "enum" in kind:
        return name, choice.choice(kind["enum"])
    if kind.get("type") == "boolean":
        return name, choice.random() < 0.5
    if kind.get("type") == "integer" and "minimum" in kind and "maximum" in kind:
        return name, choice.randint(kind["minimum"], kind["maximum"])
    return None


def _check_declarations(ruleset: Ruleset, done: Conformance) -> None:
    where = ruleset.name
    _hold(bool(ruleset.ends), "a fight can end", where)
    _hold({end.kind for end in ruleset.ends} >= {"win", "lose"}, "side A can win and lose", where)
    _hold(len(set(ruleset.policies)) == len(ruleset.policies), "policies have different names", where)
    for side in (0, 1):
        _hold(bool(ruleset.policies_of[side]), "each side has a policy", where)
        for name in ruleset.policies_of[side]:
            ruleset.policy_number(side, name)
    for kind, model in ruleset.content_models().items():
        json.dumps(model.model_json_schema())
        done.count("content kinds with a JSON Schema")
        _hold(bool(kind), "content kinds have names", where)
    _hold(bool(ruleset.scenarios()), "there is a scenario", where)


def _check_heap(ruleset: Ruleset, done: Conformance) -> None:
    """Compiled rules take no memory from the heap: they would be slower for it, and could not run on other processors."""
    users = compiled(make_sampler, "sample", ruleset).allocators()
    where = f"{', '.join(users)}, or a rule compiled into it"
    _hold(not users, "rules make no lists or arrays", where, "take scratch(n, 0) in place of a list")
    done.count("compiled loops that take no memory from the heap")


def check_same_fight(ready: Encounter, fights: int, seed: int, done: Conformance, where: str) -> None:
    """The same fight everywhere: played and sampled, in any chunks, with any workers."""
    promise = "the same fight everywhere"
    sampled = simulate(ready, fights, seed, workers=1, each=True)
    again = simulate(ready, fights, seed, workers=2, each=True, chunk=max(fights // 7, 1))
    assert sampled.fights is not None  # asked for with each
    assert again.fights is not None
    _hold(bool((sampled.fights == again.fights).all()), promise, where, "workers change it")
    _hold(bool((sampled.rounds == again.rounds).all() and (sampled.left == again.left).all()), promise, where, "workers change the tallies")
    for k in range(fights):
        fight = ready.replay(seed, k)
        row = sampled.fights[k]
        played = (fight.end, fight.round, fight.health(0), fight.health(1), fight.digest())
        compiled = tuple(int(row[name]) for name in ("end", "rounds", "health_a", "health_b", "digest"))
        _hold(played == compiled, promise, where, f"seed {seed}, fight {k}: played {played}, sampled {compiled}")
        _hold(bool(fight.lines()), "a fight has a log", where, f"seed {seed}, fight {k}")
        _hold(fight.legal() == [], "nothing can be done when a fight is over", where, f"seed {seed}, fight {k}")
    done.count("fights equal in played and sampled form", fights)


def check_device(ready: Encounter, fights: int, seed: int, done: Conformance, where: str, device: str) -> None:
    """The same fight everywhere: on a device every fight, to the last bit of its last state, and all tallies."""
    there, here = (simulate(ready, fights, seed, each=True, device=name) for name in (device, None))
    for name in ("end_counts", "rounds", "left"):
        same = bool((getattr(there, name) == getattr(here, name)).all())
        _hold(same, "the same fight everywhere", where, f"{name} differs on {device}")
    wrong = np.flatnonzero(there.records() != here.records())
    _hold(len(wrong) == 0, "the same fight everywhere", where, f"seed {seed}: fights {wrong[:5].tolist()} differ on {device}")
    done.count(f"fights equal here and on {device}", fights)


def _agrees(count: int, n: int, p: float, slack: float) -> bool:
    return abs(count / n - p) <= SIGMAS * sqrt(max(p * (1 - p), 1.0 / n) / n) + slack


def check_exact(
    ready: Encounter, samples: int, max_states: int, seed: int, done: Conformance, where: str, action_outcomes: int = ACTION_OUTCOMES
) -> Solution | None:
    """Exact agrees with sampled: every end, every length, health left, within the sampling error."""
    promise = "exact agrees with sampled"
    try:
        exact = solve(ready, max_states, action_outcomes=action_outcomes)
    except FracasError as error:
        if error.code not in NOT_SOLVED:
            raise
        done.not_solved.append(where)
        return None
    total = exact.win + exact.lose + exact.draw
    _hold(abs(total - 1) <= exact.error_bound, "exact chances add up to 1", where, f"they add up to {total!r}")
    sampled = simulate(ready, samples, seed)
    for code, p in enumerate(exact.by_round.sum(axis=1)):
        count = int(sampled.end_counts[code])
        name = ready.end_name(code)
        _hold(_agrees(count, samples, float(p), exact.error_bound), promise, where, f"{name}: exact {p}, sampled {count} of {samples}")
        done.count("ends in which exact and sampled agree")
    lengths = exact.by_round.sum(axis=0)
    for r in range(1, len(lengths)):
        count = int(sampled.rounds[:, r].sum())
        p = float(lengths[r])
        _hold(_agrees(count, samples, p, exact.error_bound), promise, where, f"round {r}: {p}, {count} of {samples}")
    done.count("lengths in which exact and sampled agree", int(np.count_nonzero(lengths)))
    if exact.by_round[0].sum() <= exact.error_bound:
        for side in (0, 1):
            counts = sampled.left[:, side].sum(axis=0)
            for hp, p in exact.left[side].items():
                _hold(_agrees(int(counts[hp]), samples, p, exact.error_bound), promise, where, f"side {side} with {hp} left: {p}")
            done.count("remaining health in which exact and sampled agree", len(exact.left[side]))
    return exact


def check_walk(ready: Encounter, seed: int, done: Conformance) -> Fight:
    """A fight of random choices: legal actions work, illegal ones are refused, undo, save and load, and the clock is only a clock."""
    choice = Random(seed)
    fight = ready.fight(seed, 7)
    where = f"{ready.name}, seed {seed}, fight 7"
    _hold(int(fight.state.clock) == 1, "the clock stands at 1 when a fight begins", where, f"it stands at {fight.state.clock}")
    _check_standing(fight, where)
    steps = 0
    while not fight.over and steps < 60:
        legal = fight.legal()
        here = f"{where}, actions {fight.actions}"
        _check_bounds(fight, done, here)
        _hold(bool(legal), "there is something to do while a fight goes on", here)
        _hold(len({a.name for a in legal}) == len(legal), "actions have different names", here, str([a.name for a in legal]))
        for action in legal:
            _hold(fight.action(action.name) == action, "an action's name means it", here, action.name)
        _check_refusal(fight, legal, done, here)
        tried = choice.sample(legal, min(len(legal), 2))
        for action in tried:
            _check_action(fight, action.code, done, here)
        _check_odds(fight, tried[0].code, done, here)
        before = fight.digest()
        _act(fight, choice.choice(legal), here)
        after = fight.digest()
        if choice.random() < 0.4:
            fight.undo()
            _hold(fight.digest() == before, "undo goes back", here)
            _act(fight, choice.choice(legal), here)
            fight.undo()
            _act(fight, legal[0], here)
            done.count("actions taken back")
        elif choice.random() < 0.4:
            _check_saving(fight, done, here)
            _hold(fight.digest() == after, "saving changes nothing", here)
        _check_standing(fight, f"{where}, actions {fight.actions}")
        steps += 1
    done.count("fights of random choices")
    return fight


def _check_standing(fight: Fight, where: str) -> None:
    """Check that outcome and health are in their declared range, also when a fight is over."""
    e = fight.encounter
    outcome = e.ruleset.rules.outcome(fight.state, fight.book)
    _hold(0 <= outcome <= len(e.ends), "an outcome is 0 or one of the ends", where, str(outcome))
    for side in (0, 1):
        left = fight.health(side)
        _hold(0 <= left <= e.max_health(side), "health is from 0 to the most a side can have", where, f"side {side}: {left}")


def _check_bounds(fight: Fight, done: Conformance, where: str) -> None:
    """Check what the compiled loops rely on: sides and actions in range, and policies that choose legal actions."""
    e = fight.encounter
    rules, state, book = e.ruleset.rules, fight.state, fight.book
    side = rules.to_act(state, book)
    _hold(side in (0, 1), "the side to act is 0 or 1", where, str(side))
    codes = [0] * (e.ruleset.max_actions + 1)
    n = rules.legal(state, book, codes)
    _hold(isinstance(n, (int, np.integer)) and 0 < n <= e.ruleset.max_actions, "legal tells how many actions it lists", where, repr(n))
    _hold(all(0 <= c < e.ruleset.max_actions for c in codes[:n]), "action codes are from 0 to max_actions - 1", where, str(codes[:n]))
    for name in e.ruleset.policies_of[side]:
        number = e.ruleset.policies.index(name)
        chosen = [_choice(fight, number, shift) for shift in (0, 0, 7)]
        _hold(chosen[0] in codes[:n], "a policy chooses what is legal", where, f"{name} chooses {chosen[0]}")
        _hold(chosen[0] == chosen[1], "the same dice give the same choice", where, f"policy {name}")
        _hold(chosen[0] == chosen[2], "no rule depends on the clock", where, f"policy {name}")
        done.count("choices of policies")


def _choice(fight: Fight, policy: int, shift: int) -> int:
    """The choice of a policy with the clock shifted."""
    state = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)
    state["clock"] += shift
    return int(fight.encounter.ruleset.rules.choose(PlayedDice(5, policy), policy, state[0], fight.book))


def _check_refusal(fight: Fight, legal: Sequence[Any], done: Conformance, where: str) -> None:
    codes = {a.code for a in legal}
    before = fight.digest()
    for wrong in (next(c for c in range(len(codes) + 1) if c not in codes), -1, fight.encounter.ruleset.max_actions):
        try:
            fight.act(wrong)
        except FracasError as error:
            _hold(all(a.name in str(error) for a in legal), "a refusal lists what is legal", where, str(error))
        else:
            _hold(False, "what is not legal is refused", where, f"action {wrong}")
        done.count("illegal actions refused")
    _hold(fight.digest() == before, "a refused action changes nothing", where)


def _check_action(fight: Fight, code: int, done: Conformance, where: str) -> None:
    """Check that an action works, is repeatable, and does not depend on the clock."""
    rules = fight.encounter.ruleset.rules
    results = []
    for shift in (0, 0, 7):
        state = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)
        state["clock"] += shift
        dice = PlayedDice(99, code)
        with _doing(code, where):
            rules.apply(dice, state[0], fight.book, code)
        state["clock"] -= shift
        results.append((state.tobytes(), dice.at))
    watched = np.array([fight.state], dtype=fight.encounter.setup.state.dtype)
    with _doing(code, where):
        rules.apply(PlayedDice(99, code), Watched(watched[0]), Watched(fight.book, "book"), code)
    _hold(results[0][0] == watched.tobytes(), "a rule does the same on a watched state", where, f"action {code}")
    _hold(results[0] == results[1], "the same dice give the same result", where, f"action {code}")
    _hold(results[0] == results[2], "no rule depends on the clock", where, f"action {code}")
    done.count("legal actions tried")


def _act(fight: Fight, action: Action, where: str) -> None:
    with _doing(action.code, where):
        fight.act(action)


@contextmanager
def _doing(code: int, where: str) -> Iterator[None]:
    """Report any error during a legal action as nonconformance."""
    try:
        yield
    except Exception as error:
        raise NonconformingError(f"a legal action can be done: broken in {where}; action {code}: {error!r}") from error


def _check_odds(fight: Fight, code: int, done: Conformance, where: str) -> None:
    """Check that the odds of an action are exact; actions with very many outcomes are left to the exact solution."""
    try:
        odds = action_odds(fight, code, limit=100)
    except FracasError:
        return
    _hold(sum(p for _, p in odds.after.items()) == 1, "the odds of an action add up to 1", where, f"action {code}")
    done.count("actions enumerated exactly")


def _check_saving(fight: Fight, done: Conformance, where: str) -> None:
    data = json.loads(json.dumps(fight.to_data()))
    loaded = load_fight(data)
    _hold(loaded.digest() == fight.digest(), "a saved fight comes back", where)
    _hold(loaded.lines() == fight.lines(), "a saved fight comes back with its log", where)
    if not fight.over:
        _hold(loaded.auto() == fight.auto(), "a saved fight goes on as it would have", where)
        fight.undo()
    for change in ({"seed": data["seed"] + 1}, {"actions": data["actions"][:-1]}, {"state": "0" * 16}, {"version": "0"}, {"fracas": "x"}):
        try:
            load_fight({**data, **change})
        except FracasError as error:
            _hold(error.code == "save-refused" and bool(error.remedy), "a refusal says why", where, str(error))
        else:
            _hold(False, "a changed save is refused", where, str(change))
    done.count("saves loaded, changed saves refused")
