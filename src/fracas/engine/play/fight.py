"""One fight, stepped through: legal actions, acting, undo, the log, saving and loading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fracas.dice import Entry, PlayedDice
from fracas.dice.generator import POLICY_LANE, SPOILS_LANE
from fracas.engine.contract.deciding import OwnPolicy, absent_policy
from fracas.engine.contract.facets import Loot, TurnPlayed
from fracas.engine.contract.matchup import Matchup, matchup, under_its_packs
from fracas.engine.contract.packs import packs_in_force
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.setup import TIME, Setup, no_action
from fracas.engine.contract.telling import Teller
from fracas.engine.play.action import Action as Action
from fracas.engine.play.action import action_ids, pass_chance_steps
from fracas.engine.play.lessons import so_far
from fracas.engine.play.saving import refused, sealed, unsealed, write_whole
from fracas.engine.play.view import FightView, view_of
from fracas.engine.sample.sampling import MAX_STEPS, state_digest
from fracas.engine.sample.simulate import check_seed, stuck_error
from fracas.errors import FracasError, unknown

FORMAT = 1
SAVED: dict[str, type] = {
    "ruleset": str,
    "version": str,
    "name": str,
    "scenario": dict,
    "options": dict,
    "policies": list,
    "seed": int,
    "fight": int,
    "actions": list,
    "policy_draws": list,
    "rules": str,
    "state": str,
}
"""The types of the fields of a saved fight."""


@dataclass(frozen=True)
class _Moment:
    """A snapshot for undo."""

    state: bytes
    at: int
    key: int
    policy_at: int
    policy_key: int
    log: int


class Fight:
    """Fight ``number`` of ``seed`` in an encounter: the same fight that `simulate` counts under that number.

    The dice are determined by seed and number: undoing an action and repeating it gives the same result.
    """

    def __init__(self, encounter: Matchup, seed: int = 1, number: int = 0) -> None:
        self.encounter = encounter
        self.seed = check_seed(seed)
        if not 0 <= number < 2**63:
            raise FracasError("bad-fight", f"there is no fight number {number}", "fights are numbered from 0")
        self.number = number
        self._array = encounter.setup.state.copy()
        self._dice = PlayedDice(seed, number)
        self._policy_dice = PlayedDice(seed, number, POLICY_LANE)
        self._past: list[_Moment] = []
        self.actions: list[int] = []
        self._draws: list[int] = []  # random words the policies had drawn when each action was chosen
        self._teller: Teller | None = None
        self._told: list[Sequence[str]] = []  # the lines of each log entry told so far
        encounter.ruleset.rules.start(self._dice, self.state, self.book)
        self._pass_chance_steps()

    def __repr__(self) -> str:
        return f"<Fight {self.number} of seed {self.seed}, {self.encounter.title}: {self.outcome or 'under way'} in round {self.round}>"

    # current state

    @property
    def state(self) -> Any:
        """The state, a read-only record. Change it only through `act`."""
        return self._array[0]

    @property
    def setup(self) -> Setup:
        """The setup of the scenario."""
        return self.encounter.setup

    @property
    def book(self) -> Any:
        """The book: the constants of the rules."""
        return self.encounter.setup.book[0]

    @property
    def round(self) -> int:
        """The round, from 1."""
        return min(int(self.state.clock), self.encounter.round_limit)

    @property
    def end(self) -> int | None:
        """The end code once the fight is over (0: round limit), else None."""
        code = int(self.encounter.ruleset.rules.outcome(self.state, self.book))
        if code:
            return code
        return TIME if int(self.state.clock) > self.encounter.round_limit else None

    @property
    def over(self) -> bool:
        """Whether the fight is over."""
        return self.end is not None

    @property
    def outcome(self) -> str | None:
        """The name of its end, or None."""
        end = self.end
        return None if end is None else self.encounter.end_name(end)

    @property
    def to_act(self) -> int:
        """The side to act: 0 for A, 1 for B."""
        return int(self.encounter.ruleset.rules.to_act(self.state, self.book))

    def health(self, side: int) -> int:
        """The health a side has left."""
        return int(self.encounter.ruleset.rules.health(self.state, self.book, side))

    def digest(self) -> int:
        """A hash of the state; equal to the one `simulate` keeps of the final state."""
        return state_digest(self._array.view(np.int64))

    def legal_codes(self) -> list[int]:
        """The codes of the legal actions; empty once the fight is over."""
        if self.over:
            return []
        codes = [0] * self.encounter.ruleset.max_actions
        n = int(self.encounter.ruleset.rules.legal(self.state, self.book, codes))
        return [int(code) for code in codes[:n]]

    @under_its_packs
    def legal(self) -> list[Action]:
        """The legal actions, with names; empty once the fight is over."""
        return [self._named(code) for code in self.legal_codes()]

    def _named(self, code: int) -> Action:
        return Action(code, self.encounter.ruleset.action_name(self.encounter.setup, self.state, code))

    # acting

    @under_its_packs
    def action(self, wanted: int | str | Action) -> Action:
        """Look up a legal action by code or name (or a prefix of it); the error lists the legal ones."""
        codes = self.legal_codes()
        if not codes and not self.over:
            raise no_action(self.encounter.title, self.state)
        if not codes:
            raise FracasError("over", f"the fight is over ({self.outcome}): nothing can be done", "undo, or start another fight")
        if isinstance(wanted, Action):
            wanted = wanted.code
        if isinstance(wanted, int) and wanted in codes:
            return self._named(wanted)
        legal = [self._named(code) for code in codes]
        if isinstance(wanted, int):
            raise FracasError("illegal", f"action {wanted} is not legal now", "legal: " + "; ".join(f"{a.code} {a.name}" for a in legal))
        text = " ".join(wanted.lower().split())
        for action, name in zip(legal, action_ids(legal), strict=True):
            if text == name or action.name.lower() in (text, text.replace(" ", "-")):
                return action
        fits = [action for action in legal if action.name.lower().startswith(text)]
        if text and len(fits) == 1:
            return fits[0]
        if text and len(fits) > 1:
            raise FracasError("ambiguous", f"{wanted!r} can mean {', '.join(a.name for a in fits)}", "say more of the name")
        why = self.encounter.ruleset.refusal(self.encounter.setup, self.state, wanted)
        if why:
            raise FracasError("refused", why, "legal: " + ", ".join(a.name for a in legal))
        raise unknown("legal action", wanted, [a.name for a in legal])

    def act(self, wanted: int | str | Action) -> Action:
        """Perform a legal action of the side to act; returns the action."""
        return self._do(self.action(wanted), self._moment())

    def _do(self, action: Action, before: _Moment) -> Action:
        """Perform an action; undo restores ``before``."""
        self._past.append(before)
        self.encounter.ruleset.rules.apply(self._dice, self.state, self.book, action.code)
        self._pass_chance_steps()
        self.actions.append(action.code)
        self._draws.append(self._policy_dice.at)
        return action

    def _pass_chance_steps(self) -> None:
        """Run chance steps, in which nobody decides, up to the next decision."""
        if not pass_chance_steps(self.encounter, self._dice, self.state):
            raise stuck_error(self.encounter, self.seed, self.number)

    def auto(self) -> Action:
        """Let the policy of the side to act decide."""
        moment = self._moment()
        return self._do(self.action(self._chosen(self._policy_dice, self.state)), moment)

    def advice(self) -> Action:
        """What the policy of the side to act would do now; nothing is done."""
        dice = PlayedDice(self.seed, self.number, POLICY_LANE)
        dice.at, dice.stream_key = self._policy_dice.at, self._policy_dice.stream_key
        return self.action(self._chosen(dice, self._array.copy()[0]))

    def _chosen(self, dice: PlayedDice, state: Any) -> int:
        """The action code that the policy of the side to act chooses."""
        side = self.to_act
        decider = self.encounter.deciders[side]
        if decider is not None:
            return decider.decide(state)
        return int(self.encounter.ruleset.rules.choose(dice, int(self.encounter.policy_numbers[side]), state, self.book))

    def repeat(self, code: int, drawn: int) -> Action:
        """Repeat a recorded action (`record`): its code, and the number of random words the policies had drawn when it was chosen."""
        before = self._moment()
        self._policy_dice.at = drawn
        return self._do(self.action(code), before)

    def finish(self) -> Fight:
        """Let the policies finish the fight; returns the fight itself."""
        since, steps = self.round, 0
        while not self.over:
            if self.round != since:
                since, steps = self.round, 0
            steps += 1
            if steps > MAX_STEPS:
                raise stuck_error(self.encounter, self.seed, self.number)
            self.auto()
        return self

    def undo(self) -> None:
        """Undo the last action."""
        if not self._past:
            raise FracasError("nothing-to-undo", "nothing has been done yet", "act first")
        moment = self._past.pop()
        self.actions.pop()
        self._draws.pop()
        self._array = np.frombuffer(bytearray(moment.state), dtype=self._array.dtype)
        self._dice.at, self._dice.stream_key = moment.at, moment.key
        self._policy_dice.at, self._policy_dice.stream_key = moment.policy_at, moment.policy_key
        del self._dice.entries[moment.log :]
        if len(self._told) > moment.log:  # tellers are stateful: the remaining log is told again
            self._teller, self._told = None, []

    def take_back(self, side: int = 0) -> int:
        """Undo a side's last action and all that was done after it; returns how many actions that were."""
        sides = [acted for acted, _ in self.history()]
        if side not in sides:
            raise FracasError("nothing-to-undo", "nothing has been done yet", "act first")
        steps = sides[::-1].index(side) + 1
        for _ in range(steps):
            self.undo()
        return steps

    def _moment(self) -> _Moment:
        d, p = self._dice, self._policy_dice
        return _Moment(self._array.tobytes(), d.at, d.stream_key, p.at, p.stream_key, len(d.entries))

    # telling

    @property
    def log(self) -> tuple[Entry, ...]:
        """All rolls and events."""
        return tuple(self._dice.entries)

    @under_its_packs
    def told(self) -> list[tuple[Entry, Sequence[str]]]:
        """The log entries, each with its lines of text. Only entries that are new since the last call are told."""
        ruleset, entries = self.encounter.ruleset, self._dice.entries
        if self._teller is None:
            self._teller = ruleset.teller(self.setup)
        self._told += [self._teller.tell([entry]) for entry in entries[len(self._told) :]]
        return list(zip(entries, self._told, strict=True))

    def lines(self) -> list[str]:
        """The log as lines of text, including the result of the fight."""
        told = [line for _, lines in self.told() for line in lines]
        if not self.over:
            return told
        if self.end == TIME:
            told.append(f"After {self.encounter.round_limit} {self.encounter.ruleset.round_word}s nobody has won: a draw.")
        return told + self.spoils()

    @under_its_packs
    def spoils(self) -> list[str]:
        """The rewards of a finished fight: experience, loot."""
        if not self.over:
            return []
        ruleset, dice = self.encounter.ruleset, PlayedDice(self.seed, self.number, SPOILS_LANE)
        return ruleset.spoils(self.setup, self.state, dice) if isinstance(ruleset, Loot) else []

    @under_its_packs
    def history(self) -> list[tuple[int, Action]]:
        """The actions so far: the deciding side, and its action."""
        ruleset, done = self.encounter.ruleset, []
        for moment, code in zip(self._past, self.actions, strict=True):
            before = np.frombuffer(moment.state, dtype=self._array.dtype)[0]
            side = int(ruleset.rules.to_act(before, self.book))
            done.append((side, Action(code, ruleset.action_name(self.setup, before, code))))
        return done

    def turns(self) -> list[TurnPlayed]:
        """Each action of side A with its results."""
        states = [np.frombuffer(moment.state, dtype=self._array.dtype)[0] for moment in self._past]
        to_act, entries = self.encounter.ruleset.rules.to_act, self._dice.entries
        own = [number for number, state in enumerate(states) if int(to_act(state, self.book)) == 0]
        found = []
        for place, number in enumerate(own, 1):
            following = own[place] if place < len(own) else None
            first = self._past[number].log
            last = len(entries) if following is None else self._past[following].log
            now = self.state if following is None else states[following]
            found.append(TurnPlayed(self.setup, states[number], self.actions[number], entries[first:last], now, number, first))
        return found

    @under_its_packs
    def lessons(self) -> list[str]:
        """What the scenario has taught by now: its lessons that have been due (`fracas.engine.content.lessons`)."""
        return so_far(self)[1]

    def view(self, odds: bool = False, seen_by: int | None = None) -> FightView:
        """A view of the fight, with names instead of numbers: state, legal actions, log. ``odds`` adds the odds of each action.

        It contains everything, or what a side (or `WATCHER`) sees.
        """
        return view_of(self, odds, seen_by)

    # saving

    def to_data(self, key: bytes | None = None) -> dict[str, Any]:
        """The saved form: data for JSON with seed, scenario and actions, sealed against changes. `load_fight` reads it; see also `view`.

        With a ``key``, only its holders can create or change such data unnoticed.
        """
        e = self.encounter
        own = [side for side, decider in enumerate(e.deciders) if decider is not None]
        data: dict[str, Any] = {
            "fracas": "fight",
            "format": FORMAT,
            "ruleset": e.ruleset.name,
            "version": e.ruleset.version,
            "name": e.name,
            "scenario": e.setup.scenario.model_dump(mode="json", by_alias=True),
            "options": e.options(),
            "policies": list(e.policies),
            "seed": self.seed,
            "fight": self.number,
            **self.record(),
            **({"packs": list(e.packs)} if e.packs else {}),
            **({"own_policies": own} if own else {}),
            "rules": e.setup.digest(),
            "state": f"{self.digest():016x}",
        }
        return sealed(data, key)

    def record(self) -> dict[str, list[int]]:
        """The actions as data for JSON, sufficient to reproduce the fight with the same seed (`fought_again`)."""
        return {"actions": list(self.actions), "policy_draws": list(self._draws)}

    def save(self, path: str | Path, key: bytes | None = None) -> None:
        """Write the fight to a file, atomically. See `to_data` for the key."""
        write_whole(path, self.to_data(key), "fight")


def checked_save(data: Any, where: str, key: bytes | None = None) -> Mapping[str, Any]:
    """Validate the data of a saved fight: complete and unchanged."""
    found = unsealed(data, "fight", FORMAT, where, key=key)
    for name, kind in SAVED.items():
        if not isinstance(found.get(name), kind):
            raise refused(where, f"{name!r} is missing or not what it should be", "load an unchanged copy")
    for name in ("packs", "own_policies"):
        if not isinstance(found.get(name, []), list):
            raise refused(where, f"{name!r} are not what they should be", "load an unchanged copy")
    if len(found["policies"]) != 2 or not all(type(policy) is str for policy in found["policies"]):
        raise refused(where, "'policies' are not what they should be", "load an unchanged copy")
    return found


def saved_matchup(data: Mapping[str, Any], where: str, policies: Iterable[OwnPolicy] = ()) -> Matchup:
    """The matchup of a saved fight; an error if its ruleset or content has changed. ``policies`` are those of one's own, by name."""
    if data["ruleset"] not in ruleset_names():
        raise refused(where, f"its ruleset {data['ruleset']!r} is not installed", f"installed: {', '.join(ruleset_names())}")
    ruleset = load_ruleset(data["ruleset"])
    if data["version"] != ruleset.version:
        raise refused(
            where, f"it was fought under {ruleset.title} {data['version']}, this is {ruleset.version}", "load it with that version"
        )
    in_force = [pack.label for pack in packs_in_force().values()]
    missing = [pack for pack in data.get("packs", ()) if pack not in in_force]
    if missing:
        raise refused(where, f"it was fought with the pack {missing[0]}, which is not in force", "give the pack (--pack)")
    given = {str(policy): policy for policy in policies}
    a, b = (
        given.get(name) or absent_policy(name) if side in data.get("own_policies", ()) else name
        for side, name in enumerate(data["policies"])
    )
    ready = matchup(ruleset, data["scenario"], data["options"], (a, b), data["name"])
    if ready.setup.digest() != data["rules"]:
        raise refused(where, "the content it was fought with is not what is installed now", "load it with that content")
    return ready


def resumed(ready: Matchup, data: Mapping[str, Any], where: str) -> Fight:
    """Replay a saved fight action by action and compare the result with the save."""
    fight = fought_again(ready, data["seed"], data["fight"], data, where)
    if f"{fight.digest():016x}" != data["state"]:
        raise refused(where, "fought again it comes out differently", "load it with the version that wrote it")
    return fight


def _numbers(found: Any) -> list[int] | None:
    """Validate a list of integers from a save; None if it is invalid."""
    return found if isinstance(found, list) and all(type(n) is int and 0 <= n < 2**63 for n in found) else None


def fought_again(ready: Matchup, seed: int, number: int, record: Any, where: str) -> Fight:
    """Reproduce a fight from its record (`Fight.record`); every action must be legal at its point."""
    kept = record if isinstance(record, Mapping) else {}
    actions, draws = _numbers(kept.get("actions")), _numbers(kept.get("policy_draws"))
    if actions is None or draws is None or len(actions) != len(draws):
        raise refused(where, "'actions' or 'policy_draws' are not what they should be", "load an unchanged copy")
    fight = Fight(ready, seed, number)
    for turn, (code, drawn) in enumerate(zip(actions, draws, strict=True), 1):
        try:
            fight.repeat(code, drawn)
        except FracasError as error:
            raise refused(where, f"action {turn} cannot be done: {error.what}", "load an unchanged copy") from None
    return fight
