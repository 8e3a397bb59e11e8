"""Policies of your own: a Python function or a table over states decides for a side, wherever a policy of the ruleset could.

::

    def cautious(now):
        return "defend" if now.health(0) < 10 else "attack"

    duel.with_policies(fracas.own_policy(cautious))

A policy is a function of the state: in the same state it does the same, whatever came before. So it is asked once for each state, and its
answers become a table that compiled loops look up (`fracas.engine.sample.lookup`).
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import threading
import traceback
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.records.features import Features
from fracas.engine.records.record import Array
from fracas.errors import FracasError, nearest, unknown

OWN = -1
"""The policy number of all policies of one's own."""
SEPARATOR = ":"
"""Between the file or module of a policy and its name; no policy of a ruleset has one in its name."""


class Ready(Protocol):
    """What a policy needs to know of a `Matchup`."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""

    @property
    def setup(self) -> Setup:
        """The scenario set up."""

    @property
    def features(self) -> Features:
        """The numbers of a state."""


class Situation:
    """The state in which a policy decides for a side. Its clock is always 1, because no policy may depend on it."""

    def __init__(self, encounter: Ready, side: int, state: Any) -> None:
        self.encounter, self.side, self.state = encounter, side, state

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The codes of the legal actions."""
        codes = [0] * self.encounter.ruleset.max_actions
        n = int(self.encounter.ruleset.rules.legal(self.state, self.encounter.setup.book[0], codes))
        return tuple(int(code) for code in codes[:n])

    @cached_property
    def actions(self) -> Mapping[str, int]:
        """The codes of the legal actions by name, as a player types it."""
        name = self.encounter.ruleset.action_name
        return {name(self.encounter.setup, self.state, code): code for code in self.legal}

    def health(self, side: int) -> int:
        """The health a side has left."""
        return int(self.encounter.ruleset.rules.health(self.state, self.encounter.setup.book[0], side))

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The state with names instead of numbers."""
        return self.encounter.ruleset.state_view(self.encounter.setup, self.state)

    @cached_property
    def observation(self) -> Array:
        """The state as the numbers that environments of `fracas.rl` show: `Matchup.features` names them."""
        found: Array = self.encounter.features.of(np.array([self.state], dtype=self.encounter.setup.state.dtype))[0]
        return found

    @cached_property
    def mask(self) -> Array:
        """For each action code whether it is legal."""
        mask = np.zeros(self.encounter.ruleset.max_actions, np.bool_)
        mask[list(self.legal)] = True
        return mask

    @property
    def features(self) -> Features:
        """The names and bounds of the numbers of an observation."""
        return self.encounter.features


Chosen = int | str
"""An action: its code or its name."""


class OwnPolicy(str):
    """A policy of your own; it can be given wherever the name of a policy can, and is itself the name."""

    choose: Callable[[Situation], Chosen]
    many: Callable[[Array, Array], Array] | None
    key: str
    """Different for policies that may decide differently: results are cached under it."""

    __slots__ = ("choose", "key", "many")

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), self.choose, self.many, self.key)


def _made(
    name: str, choose: Callable[[Situation], Chosen], many: Callable[[Array, Array], Array] | None = None, key: str | None = None
) -> OwnPolicy:
    policy = OwnPolicy(name)
    policy.choose, policy.many, policy.key = choose, many, key or f"{name} {uuid.uuid4().hex}"
    return policy


def own_policy(choose: Callable[[Situation], Chosen], name: str | None = None) -> OwnPolicy:
    """A policy from a function of a `Situation`, which returns the code or the name of an action."""
    if isinstance(choose, OwnPolicy):
        return choose
    if not callable(choose):
        raise FracasError("no-policy", f"{choose!r} is not a policy", "give a function of a situation, which returns an action")
    return _made(name or _name_of(choose), choose)


def _name_of(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def array_policy(choose: Callable[[Array, Array], Array], name: str | None = None) -> OwnPolicy:
    """A policy from a function of many observations and masks, one in each row, which returns an action code for each.

    It is asked for many states at once where they are known beforehand (`fracas.regret`).
    """

    def one(now: Situation) -> int:
        return int(choose(now.observation[None], now.mask[None])[0])

    return _made(name or _name_of(choose), one, choose)


def table_policy(states: Array, actions: Array, name: str = "table", otherwise: Callable[[Situation], Chosen] | None = None) -> OwnPolicy:
    """A policy from a table: for each of some states, an array of records, the code of an action.

    In any other state ``otherwise`` decides; without it, coming to one is an error.
    """
    plain = states.copy()
    plain["clock"] = 1
    codes = np.asarray(actions, np.int64)
    if codes.shape != plain.shape:
        raise FracasError("bad-table", f"{len(plain):,} states and actions of shape {codes.shape}", "give one action for each state")
    table = {state.tobytes(): int(code) for state, code in zip(plain, codes, strict=True)}

    def choose(now: Situation) -> Chosen:
        code = table.get(now.state.tobytes())
        if code is not None:
            return code
        if otherwise is None:
            raise FracasError("not-in-table", f"the table {name!r} has no action for the state {now.view}", "give the table `otherwise`")
        return otherwise(now)

    digest = hashlib.sha256(plain.tobytes() + codes.tobytes()).hexdigest()
    return _made(name, choose, key=f"{name} {digest}" if otherwise is None else None)


def absent_policy(name: str) -> OwnPolicy:
    """Stands for a policy of one's own that a saved fight was fought with: its actions are known, but it cannot decide anything."""

    def choose(now: Situation) -> Chosen:
        what = f"the fight was saved with the policy {name!r} of your own, whose code is not in the save"
        remedy = "give it again: fracas resume NAME --enemy-policy FILE.py:NAME, or load_fight(…, policies=[…])"
        raise FracasError("policy-not-given", what, remedy)

    return _made(name, choose)


def load_policy(text: str) -> OwnPolicy:
    """The policy ``FILE.py:NAME`` or ``MODULE:NAME``: a function of a `Situation`, or an `OwnPolicy`. The file or module is run."""
    source, _, name = text.rpartition(SEPARATOR)
    if not source or not name:
        raise FracasError("no-policy", f"{text!r} names no policy", "write FILE.py:NAME or MODULE:NAME")
    module = _from_file(Path(source), text) if source.endswith(".py") else _from_module(source, text)
    found = getattr(module, name, None)
    if found is None or not (isinstance(found, OwnPolicy) or callable(found)):
        known = [each for each, value in vars(module).items() if not each.startswith("_") and _is_own(value, module)]
        error = unknown("policy", name, known)
        raise FracasError(error.code, f"{source} has no policy {name!r}", error.remedy)
    if isinstance(found, OwnPolicy):
        return _made(text, found.choose, found.many, f"{text} {found.key}")
    return own_policy(found, text)


def _is_own(value: Any, module: ModuleType) -> bool:
    """Whether something in a module may be a policy that it defines."""
    return isinstance(value, OwnPolicy) or (callable(value) and getattr(value, "__module__", None) == module.__name__)


def _from_file(path: Path, text: str) -> ModuleType:
    if not path.is_file():
        folder = path.parent
        others = [each.name for each in sorted(folder.glob("*.py"))] if folder.is_dir() else []
        guess = nearest(path.name, others)
        raise FracasError(
            "no-such-file",
            f"there is no file {str(path)!r}",
            f"did you mean {str(folder / guess)!r}?" if guess else "give a file that exists",
        )
    name = f"fracas_own_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise _failed(f"{path} cannot be run", error, text) from error
    return module


def _from_module(name: str, text: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise FracasError("no-such-module", f"there is no module {name!r}", "write FILE.py:NAME, or install the module") from None
        raise _failed(f"the module {name!r} cannot be imported", error, text) from error
    except Exception as error:
        raise _failed(f"the module {name!r} cannot be imported", error, text) from error


def _failed(what: str, error: Exception, text: str) -> FracasError:
    """The error for a policy whose code raises one, with its place."""
    if isinstance(error, FracasError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    place = f' (File "{frames[-1].filename}", line {frames[-1].lineno})' if frames else ""
    return FracasError("policy-failed", f"{what}: {type(error).__name__}: {error}{place}", f"mend the policy {text!r}")


class Decider:
    """A policy of one's own in one matchup: what it decided in each state, by the bytes of the state with clock 1."""

    def __init__(self, encounter: Ready, side: int, policy: OwnPolicy) -> None:
        self.encounter, self.side, self.policy = encounter, side, policy
        self.known: dict[bytes, int] = {}
        self._turn = threading.RLock()

    def __getstate__(self) -> tuple[Any, ...]:
        return self.encounter, self.side, self.policy

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def decide(self, state: Any) -> int:
        """The action code for a state: the policy is asked once."""
        plain = np.array([state], dtype=self.encounter.setup.state.dtype)
        plain["clock"] = 1
        key = plain.tobytes()
        with self._turn:
            if key not in self.known:
                self.known[key] = self._asked(Situation(self.encounter, self.side, plain[0]))
            return self.known[key]

    def _asked(self, now: Situation) -> int:
        """Ask the policy, and check its answer."""
        try:
            answer = self.policy.choose(now)
        except Exception as error:
            raise _failed(f"the policy {str(self.policy)!r} fails", error, self.policy) from error
        return self._checked(now, answer)

    def _checked(self, now: Situation, answer: Any) -> int:
        if isinstance(answer, str):
            by_name = {name.lower(): code for name, code in now.actions.items()}
            code = by_name.get(answer.lower(), by_name.get(answer.lower().replace("-", " ")))
            if code is None:
                error = unknown("legal action", answer, now.actions)
                raise FracasError("illegal-policy", f"the policy {str(self.policy)!r} chooses {answer!r}: {error.what}", error.remedy)
            return code
        if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool) and int(answer) in now.legal:
            return int(answer)
        legal = ", ".join(f"{code} {name}" for name, code in now.actions.items())
        raise FracasError("illegal-policy", f"the policy {str(self.policy)!r} chooses {answer!r}, which is not legal", f"legal: {legal}")

    def decide_all(self, states: Array, legal: Sequence[Sequence[int]]) -> None:
        """Ask the policy about many states at once, if it can be asked so; their clocks are 1."""
        many = self.policy.many
        if many is None or not len(states):
            return
        masks = np.zeros((len(states), self.encounter.ruleset.max_actions), np.bool_)
        for mask, codes in zip(masks, legal, strict=True):
            mask[list(codes)] = True
        try:
            answers = np.asarray(many(self.encounter.features.of(states), masks))
        except Exception as error:
            raise _failed(f"the policy {str(self.policy)!r} fails", error, self.policy) from error
        if answers.shape != (len(states),):
            what = f"the policy {str(self.policy)!r} answers {len(states):,} questions with an array of shape {answers.shape}"
            raise FracasError("illegal-policy", what, "return one action code for each row")
        with self._turn:
            for state, answer, codes in zip(states, answers.tolist(), legal, strict=True):
                code = answer if answer in codes else self._checked(Situation(self.encounter, self.side, state), answer)
                self.known[state.tobytes()] = int(code)


def policy_keys(policies: Iterable[str | None]) -> list[str | None]:
    """What policies are cached under: their names, and of policies of one's own what tells them apart."""
    return [policy.key if isinstance(policy, OwnPolicy) else policy for policy in policies]
