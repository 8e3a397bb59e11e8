"""Batches: many fights side by side, stepped in compiled code by whoever decides for one side; a fight that ends is followed by another.

Fight ``k`` here is fight ``k`` of the seed everywhere: taking the same actions in `fracas.Fight` comes to the same states.
"""
# Numba has no type stubs: its decorators are untyped, and the loop below is compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from fracas.dice.compiled import aim, fight_key, new_stream
from fracas.dice.generator import POLICY_LANE, RULES_LANE
from fracas.dice.rule import rule
from fracas.engine.compile.compiling import compiled
from fracas.engine.content.limits import check_memory
from fracas.engine.contract.facets import Hides
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import CHANCE, Rules, no_action
from fracas.engine.records.features import DOWN, IS_FLOAT, UP, WORD, features_of
from fracas.engine.records.record import Array
from fracas.engine.sample.lookup import UNDECIDED, Lookup, deciding
from fracas.engine.sample.sampling import ASKS, FINE, MAX_STEPS, STUCK
from fracas.engine.sample.simulate import check_seed, stuck_error
from fracas.errors import FracasError

U = np.uint64
ILLEGAL, NO_ACTION, NEVER_DECIDES = range(ASKS + 1, ASKS + 4)
"""Statuses of a step besides those of a batch of the sampler."""
MAX_SKIPPED = 10_000
"""Fights in a row that may end before the side decides anything."""
WORDS = 8
"""What is kept of both streams of dice for each place: their four words."""


@rule
def keep_dice(words, i, d, p):
    """Keep where both streams of dice stand."""
    words[i, 0] = d.key
    words[i, 1] = d.base
    words[i, 2] = d.at
    words[i, 3] = d.word
    words[i, 4] = p.key
    words[i, 5] = p.base
    words[i, 6] = p.at
    words[i, 7] = p.word


@rule
def take_dice(words, i, d, p):
    """Let both streams of dice go on from where they stood."""
    d.key = words[i, 0]
    d.base = words[i, 1]
    d.at = words[i, 2]
    d.word = words[i, 3]
    p.key = words[i, 4]
    p.base = words[i, 5]
    p.at = words[i, 6]
    p.word = words[i, 7]


def make_stepper(rules: Rules, own: bool = False) -> Any:
    """The compiled step for a ruleset; ``own`` also looks up a policy of one's own, at a cost in speed."""
    start, outcome, to_act, legal, apply, _, choose = rules
    decided = deciding(choose)

    @njit(nogil=True, error_model="numpy")
    def fracas_step(
        at, asked, actions, begin, side, seed, origin, book, policies, limit, states, cells, floats, rules_dice, policy_dice,
        words, places, worth, observations, masks, codes, counts, rewards, ended, numbers, finished, skipped,
    ):  # fmt: skip
        b = book[0]
        d = rules_dice[0]
        p = policy_dice[0]
        many = states.shape[0]
        if not begin and at == 0 and not asked:
            for i in range(many):
                if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
                    return ILLEGAL, i
        for i in range(at, many):
            s = states[i]
            goes_on = asked and i == at  # in the middle of a step, with the answer to what was asked
            if not goes_on:
                rewards[i] = 0.0
                ended[i] = -1
            begins = begin and not goes_on
            if not begins:
                take_dice(words, i, d, p)
            if not begins and not goes_on:
                apply(d, s, b, actions[i])
            for k in range(counts[i]):
                masks[i, codes[i, k]] = False
            counts[i] = 0
            acted = not begin and ended[i] < 0
            passed = 0
            while True:
                if begins:
                    key = fight_key(U(seed), numbers[i])
                    aim(d, key, RULES_LANE)
                    aim(p, key, POLICY_LANE)
                    states[i] = origin[0]
                    start(d, s, b)
                    begins = False
                end = outcome(s, b)
                steps = 0
                since = s.clock
                while end == 0 and s.clock <= limit:
                    who = to_act(s, b)
                    if who == side:
                        break
                    if own:
                        action = decided(p, policies, who, s, b, cells, i) if who != CHANCE else CHANCE
                        if action == UNDECIDED:
                            keep_dice(words, i, d, p)
                            return ASKS, i
                        apply(d, s, b, action)
                    else:
                        apply(d, s, b, choose(p, policies[who], s, b) if who != CHANCE else CHANCE)
                    end = outcome(s, b)
                    steps += 1
                    if s.clock != since:
                        since = s.clock
                        steps = 0
                    elif steps > MAX_STEPS:
                        return STUCK, i
                if end == 0 and s.clock <= limit:
                    break
                if acted:
                    ended[i] = end
                    rewards[i] = worth[end]
                    finished[i] = numbers[i]
                    acted = False
                else:
                    skipped[end] += 1
                    passed += 1
                    if passed > MAX_SKIPPED:
                        return NEVER_DECIDES, i
                numbers[i] += many
                begins = True
            n = legal(s, b, codes[i])
            if n == 0:
                return NO_ACTION, i
            counts[i] = n
            for k in range(n):
                masks[i, codes[i, k]] = True
            for f in range(places.shape[0]):
                w = places[f, WORD]
                if places[f, IS_FLOAT] != 0:
                    observations[i, f] = floats[i, w]
                else:
                    observations[i, f] = (cells[i, w] << places[f, UP]) >> places[f, DOWN]
            keep_dice(words, i, d, p)
        return FINE, 0

    return fracas_step


def make_own_stepper(rules: Rules) -> Any:
    """The compiled step for fights in which the other side has a policy of one's own."""
    return make_stepper(rules, own=True)


class Batch:
    """``many`` fights of an encounter side by side, in each of which ``side`` is to decide; the other side plays its policy.
    ``rewards`` is what each end is worth, by end code.

    Place ``i`` fights the fights numbered ``first + i``, ``first + i + many``, and so on, one after the other. All arrays are those that
    the compiled step writes to: they are the same objects after every `step`, so copy what must not change.
    """

    def __init__(
        self,
        encounter: Matchup,
        many: int,
        rewards: Array,
        side: int = 0,
        seed: int = 1,
        first: int = 0,
        features: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        ruleset, setup = encounter.ruleset, encounter.setup
        check_seed(seed)
        if many < 1 or first < 0:
            raise FracasError("bad-batch", f"{many} fights from number {first}", "ask for 1 or more, from number 0 or later")
        if isinstance(ruleset, Hides):
            what = f"{ruleset.title} hides things from a side, and a batch shows the whole state"
            raise FracasError("hidden", what, "use an environment of single fights")
        every = features_of(setup.state.dtype, setup.names)
        self.encounter, self.side, self.seed, self.many = encounter, side, seed, many
        self.features = every if features is None else every.only(features)
        size = setup.state.dtype.itemsize + 8 * len(self.features) + 9 * ruleset.max_actions + 120
        check_memory(many * size, f"{many:,} fights side by side", "ask for fewer")
        self.states = np.repeat(setup.state, many)
        """The states, as records."""
        self.observations = np.zeros((many, len(self.features)))
        self.masks = np.zeros((many, ruleset.max_actions), np.bool_)
        """For each fight and action code whether it is legal."""
        self.codes = np.zeros((many, ruleset.max_actions), np.int64)
        """The legal codes of each fight, in the order of the rules: the first of `counts`."""
        self.counts = np.zeros(many, np.int64)
        self.rewards = np.zeros(many)
        self.ended = np.full(many, -1, np.int64)
        """The end code of the fight that the last step ended, or -1: `Matchup.end_name` names it. 0 is the limit on rounds."""
        self.numbers = np.arange(first, first + many)
        """The number of the fight that each place is fighting."""
        self.finished = np.full(many, -1, np.int64)
        """The number of the fight that each place ended last, or -1."""
        self.skipped = np.zeros(len(encounter.ends) + 1, np.int64)
        """The fights, by end code, that ended before the side decided anything: no step ends them."""
        self.worth = np.ascontiguousarray(rewards, np.float64)
        """What each end is rewarded with, by end code."""
        self._cells = self.states.view(np.int64).reshape(many, -1)
        self._dice = (new_stream(), new_stream())
        self._words = np.zeros((many, WORDS), U)
        self._lookup = Lookup(encounter)
        self._listener = progress or ANNOUNCED
        if any(encounter.deciders):
            self._loop = compiled(make_own_stepper, "step with policies of your own", ruleset)
        else:
            self._loop = compiled(make_stepper, "step", ruleset)
        self._kinds = (setup.state.dtype, setup.book.dtype)
        self._go(np.zeros(many, np.int64), True)

    def __repr__(self) -> str:
        return f"<Batch of {self.many:,} fights of {self.encounter.title}, seed {self.seed}>"

    def step(self, actions: Array) -> None:
        """Take an action code in every fight, and go on to the side's next decision, in a new fight where this one ended."""
        given = np.asarray(actions)
        if given.shape != (self.many,) or given.dtype.kind not in "iu":
            what = f"actions of shape {given.shape} and type {given.dtype}"
            raise FracasError("bad-actions", what, f"give an array of {self.many:,} action codes, one for each fight")
        self._go(np.ascontiguousarray(given, np.int64), False)

    def _go(self, given: Array, begin: bool) -> None:
        """Run the compiled step; nothing is done if one of the actions is not legal."""
        e = self.encounter
        status, i = ASKS, 0
        asked = False
        while status == ASKS:
            if asked:
                self._lookup.decide(1 - self.side, self.states[i])
            status, i = self._loop(
                self._kinds, self._listener, i, asked, given, begin, self.side, self.seed, e.setup.state, e.setup.book, self._lookup.array,
                e.round_limit, self.states, self._cells, self._cells.view(np.float64), *self._dice, self._words, self.features.places,
                self.worth, self.observations, self.masks, self.codes, self.counts, self.rewards, self.ended, self.numbers, self.finished,
                self.skipped,
            )  # fmt: skip
            asked = True
        if status != FINE:
            raise self._error(int(status), int(i), given)

    def _error(self, status: int, i: int, given: Array) -> FracasError:
        """What went wrong in a place."""
        number = int(self.numbers[i])
        if status == STUCK:
            return stuck_error(self.encounter, self.seed, number)
        if status == NO_ACTION:
            return no_action(self.encounter.title, self.states[i])
        if status == NEVER_DECIDES:
            side = self.encounter.ruleset.sides[self.side]
            return FracasError("never-decides", f"{side} decides nothing in {MAX_SKIPPED:,} fights", "let the other side learn")
        legal = ", ".join(str(code) for code in self.codes[i, : self.counts[i]].tolist())
        return FracasError("illegal", f"place {i}, fight {number}: action {given[i]} is not legal now", f"legal: {legal}")
