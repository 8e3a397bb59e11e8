"""An encounter: a scenario under given options and policies, ready to be played, simulated, solved."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from fracas.engine.record import Array
from fracas.engine.ruleset import TIME, End, Ruleset, Setup, check_state, load_ruleset
from fracas.errors import FracasError, unknown

M = TypeVar("M", bound=BaseModel)

MOST_PROBLEMS = 8

if TYPE_CHECKING:
    from fracas.engine.best import BestPlay
    from fracas.engine.compiling import Progress
    from fracas.engine.fight import Fight
    from fracas.engine.simulate import Simulation
    from fracas.engine.solve import Solution


@dataclass(frozen=True)
class Encounter:
    """A fight that can be fought in every way Fracas knows. Make one with `fracas.encounter`."""

    ruleset: Ruleset
    name: str
    setup: Setup
    policies: tuple[str, str]

    @property
    def title(self) -> str:
        """The encounter in a few words."""
        return f"{self.ruleset.title}, {self.name}"

    @property
    def round_limit(self) -> int:
        """The last round: a fight that is not over by then is a draw."""
        return self.setup.round_limit

    @cached_property
    def policy_numbers(self) -> Array:
        """Both sides' policies, as the rules number them."""
        return np.array([self.ruleset.policy_number(side, self.policies[side]) for side in (0, 1)], np.int64)

    @property
    def ends(self) -> tuple[End, ...]:
        """The ways it can end; end code 1 is the first of them, 0 is running out of time."""
        return self.ruleset.ends if self.setup.ends is None else self.setup.ends

    def end_name(self, code: int) -> str:
        """An end code in words."""
        return "time" if code == TIME else self.ends[code - 1].name

    def end_kind(self, code: int) -> str:
        """Whether an end is a win, a loss or a draw for side A."""
        return "draw" if code == TIME else self.ends[code - 1].kind

    def most_health(self, side: int) -> int:
        """What a side has at most: everything it starts with and can call in."""
        start = int(self.ruleset.rules.health(self.setup.state[0], self.setup.book[0], side))
        return max(start, self.setup.most_health[side] if self.setup.most_health else 0, 1)

    def with_policies(self, a: str | None = None, b: str | None = None) -> Encounter:
        """The same encounter with other policies."""
        wanted = check_policies(self.ruleset, (a or self.policies[0], b or self.policies[1]))
        return replace(self, setup=replace(self.setup, policies=wanted), policies=wanted)

    def options(self) -> dict[str, Any]:
        """All rule options in force."""
        data: dict[str, Any] = self.setup.options.model_dump(mode="json")
        return data

    def fight(self, seed: int = 0, number: int = 0) -> Fight:
        """Fight number ``number`` of ``seed``, to be stepped through."""
        from fracas.engine.fight import Fight

        return Fight(self, seed, number)

    def replay(self, seed: int, number: int) -> Fight:
        """Fight number ``number`` of ``seed`` as both policies fight it, to its end, with its whole log."""
        return self.fight(seed, number).finish()

    def simulate(
        self, n: int, seed: int = 0, workers: int | None = None, each: bool = False, progress: Progress | None = None
    ) -> Simulation:
        """Fight ``n`` fights and count; see `fracas.engine.simulate.simulate`."""
        from fracas.engine.simulate import simulate

        return simulate(self, n, seed, workers, each, progress)

    def solve(
        self,
        most_states: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
        within: float | None = None,
    ) -> Solution:
        """The exact chances for the policies in force; see `fracas.engine.solve.solve`.

        With ``within``, every chance is right to that, and unlikely courses of the fight are let go: for fights too large to be solved
        whole; see `fracas.engine.likely.solve_within`.
        """
        from fracas.engine.solve import MOST_BYTES, MOST_STATES, solve

        if within is not None:
            from fracas.engine.likely import solve_within

            return solve_within(self, within, memory or MOST_BYTES, progress)
        return solve(self, most_states or MOST_STATES, memory or MOST_BYTES, progress)

    def best(
        self,
        side: int = 0,
        worth_of_draw: float = 0.0,
        most_states: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
        aim: str | None = None,
    ) -> BestPlay:
        """The optimal play of one side, to win or to come to the end named by ``aim``; see `fracas.engine.best.best`."""
        from fracas.engine.best import best
        from fracas.engine.solve import MOST_BYTES, MOST_STATES

        return best(self, side, worth_of_draw, most_states or MOST_STATES, memory or MOST_BYTES, progress, aim)


def check_policies(ruleset: Ruleset, policies: tuple[str, str]) -> tuple[str, str]:
    """Refuse policies that are not known or not for that side."""
    for side in (0, 1):
        ruleset.policy_number(side, policies[side])
    return policies


def _place(loc: tuple[int | str, ...]) -> tuple[str, ...]:
    """Where an error stands, as the file has it: what pydantic adds for alternatives (types, validators) is left out."""
    return tuple(str(part) for part in loc if not re.search(r"[A-Z\[(]|^(constrained-str|str|int|float|bool|none)$", str(part)))


def readable(error: ValidationError, where: str) -> FracasError:
    """A validation error as one a person can act on: the place, what was given, what is expected."""
    found = [(_place(problem["loc"]), problem) for problem in error.errors(include_url=False)]
    lines: list[str] = []
    for place, problem in found:
        deeper = any(len(other) > len(place) and other[: len(place)] == place for other, _ in found)
        if deeper or (problem["type"] == "string_type" and isinstance(problem["input"], (dict, list)) and len(found) > 1):
            continue  # an alternative that was not meant, or what follows from the error further in
        got = problem["input"]
        shown = "" if isinstance(got, (dict, list)) else f" (got {got!r})"
        said = problem["msg"].removeprefix("Value error, ").replace("Tuple", "List").replace("tuple", "list")
        line = f"  {'.'.join(place) or 'the whole'}: {said}{shown}"
        if line not in lines:
            lines.append(line)
    more = [f"  … and {len(lines) - MOST_PROBLEMS} more"] if len(lines) > MOST_PROBLEMS else []
    return FracasError(
        "invalid",
        f"not valid: {where}\n" + "\n".join(lines[:MOST_PROBLEMS] + more),
        "correct this and try again; `fracas schema` prints what is allowed",
    )


def validated(model: type[M], data: Any, where: str) -> M:
    """The data as that model, or an error that names each place that is wrong, with a guess for a misspelt field."""
    if isinstance(data, model):
        return data
    if isinstance(data, Mapping):
        for key in data:
            if key not in model.model_fields and model.model_config.get("extra") == "forbid":
                names = {field.alias or name for name, field in model.model_fields.items()}
                if key not in names:
                    raise unknown(f"field in {where}", str(key), names)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise readable(error, where) from None


def read_text(path: Path) -> str:
    """The text in a file, or an error that says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise FracasError("no-such-file", f"there is no file {str(path)!r}", "give a file that exists or a built-in name") from None
    except (OSError, ValueError) as error:
        raise FracasError("unreadable", f"{str(path)!r} cannot be read: {error}", "give a readable text file") from None


def read_json(path: Path) -> Any:
    """The JSON in a file, or an error that shows where it is broken."""
    text = read_text(path)
    try:
        return parse_json(text)
    except FracasError as error:
        raise FracasError(error.code, f"{path}: {error.what}", error.remedy) from None
    except RecursionError:
        raise FracasError("not-json", f"{path}: lists or objects are nested too deeply", "give plain content") from None
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        line = lines[error.lineno - 1].replace("\t", " ") if 0 < error.lineno <= len(lines) else ""
        raise FracasError(
            "not-json",
            f"{path}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}\n    {line}\n    {' ' * (error.colno - 1)}^",
            "mend this line",
        ) from None
    except ValueError:
        raise FracasError("not-json", f"{path}: a number has too many digits", "give plain numbers") from None


def parse_json(text: str) -> Any:
    """JSON to the letter: a key that is given twice, NaN and Infinity are refused."""
    return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number)


def _no_number(word: str) -> Any:
    raise FracasError("not-json", f"{word} is no number of JSON", "give plain numbers")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        raise FracasError("given-twice", f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice", "give it once")
    return data


def scenario_data(ruleset: Ruleset, scenario: str | Path | Mapping[str, Any]) -> tuple[str, Any]:
    """A scenario's name and data: from a built-in name, a file, or data as it is."""
    if isinstance(scenario, Mapping):
        return str(scenario.get("name", "scenario")), scenario
    known = ruleset.scenarios()
    if not isinstance(scenario, (str, Path)):
        raise FracasError("no-scenario", f"{scenario!r} is no scenario", "give a built-in name, a file, or data")
    if isinstance(scenario, str) and scenario in known:
        return scenario, known[scenario]
    path = Path(scenario)
    if path.suffix == ".json" or _is_there(path):
        return path.stem, ruleset.as_scenario(_unwrapped(ruleset, path, read_json(path)))
    raise unknown("scenario", str(scenario), known)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name no file can have
        return False


def _unwrapped(ruleset: Ruleset, path: Path, data: Any) -> Any:
    """A scenario that a file gives together with its ruleset and rule options."""
    if not (isinstance(data, dict) and isinstance(data.get("scenario"), dict) and "ruleset" in data):
        return data
    if data["ruleset"] != ruleset.name:
        raise FracasError("other-ruleset", f"{path} is a scenario of {data['ruleset']!r}, not of {ruleset.name!r}", "name that ruleset")
    scenario = data["scenario"]
    return {**scenario, "options": {**scenario.get("options", {}), **data["options"]}} if data.get("options") else scenario


def encounter(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
) -> Encounter:
    """Make ready a scenario (a built-in name, a file, or data) of a ruleset, with rule options that differ from its own.

    >>> encounter("rune-and-rust", "duel").solve().win  # doctest: +SKIP
    0.5496098955...
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    name, data = scenario_data(rules, scenario)
    is_file = isinstance(scenario, (str, Path)) and scenario not in rules.scenarios()
    model = validated(rules.scenario_model, data, f"scenario {str(scenario) if is_file else name!r}")
    chosen = {**getattr(model, "options", {}), **(options or {})}
    setup = rules.build(model, validated(rules.options_model, chosen, "the rule options"))
    check_state(setup)
    wanted = check_policies(rules, (policies[0] or setup.policies[0], policies[1] or setup.policies[1]))
    return Encounter(rules, name, replace(setup, policies=wanted), wanted)
