"""Computations available to every ledger: the value of an option, a content file, a question about odds or a rule.

A claim names them like a ruleset's own (`fracas.finds`)::

    {"compute": "option", "given": {"name": "hard_dc"}}
    {"compute": "content", "given": {"file": "enemies", "path": "wolf.hp"}}
    {"compute": "count", "given": {"file": "enemies"}}
    {"compute": "odds", "given": {"ask": "stat=5 dc=12", "path": "success"}}
    {"compute": "rule", "given": {"name": "damage.after_armour", "damage": 7, "armour": 3}}

A ruleset's own computation of the same name takes precedence.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from fracas.engine.content.library import content_path
from fracas.engine.content.reading import read_json
from fracas.engine.content.texts import pairs
from fracas.engine.contract.claims import Value
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.play.questions import answer
from fracas.engine.records.codes import Codes
from fracas.errors import FracasError, unknown


def option(ruleset: Ruleset, options: Any, name: str) -> Value:
    """The value of a rule option."""
    if name not in type(options).model_fields:
        raise unknown("rule option", name, type(options).model_fields)
    return _value(getattr(options, name), name)


def content(ruleset: Ruleset, options: Any, file: str, path: str) -> Value:
    """A value of one of the ruleset's content files, by path: ``enemies.0.hp``; ``[name=wolf]`` finds an entry of a list."""
    return _value(at(_content(ruleset, file), path), path)


def count(ruleset: Ruleset, options: Any, file: str, path: str = "") -> int:
    """The number of entries of a content file, or of a part of it."""
    found = at(_content(ruleset, file), path)
    if not isinstance(found, (Mapping, Sequence)) or isinstance(found, str):
        raise FracasError("bad-path", f"{path or file!r} is {found!r}, which has no entries", "give the path of a list or an object")
    return len(found)


def odds(ruleset: Ruleset, options: Any, ask: str, path: str) -> Value:
    """A figure of the answer to a question about odds (``fracas odds``), by its path in the answer's ``result``."""
    question = pairs(ask.split(), "the question's")
    return _value(at(answer(ruleset, question, options).result, path), path)


def rule(ruleset: Ruleset, options: Any, name: str, **given: Any) -> Value:
    """The result of a rule: ``module.function`` in the ruleset's ``rules``. Missing arguments are its rule options."""
    module, _, function = name.rpartition(".")
    home = ruleset.part(f"rules.{module}" if module else "rules")
    found = getattr(home, function, None)
    if found is None:
        raise FracasError("no-such-rule", f"there is no rule {name!r}", "give it as module.function, from the ruleset's rules")
    left = [parameter for parameter in inspect.signature(found).parameters if parameter not in given]
    if len(left) > 1:
        raise FracasError("bad-rule", f"the rule {name!r} also takes {', '.join(left)}", "give all arguments but the rule options")
    return _value(found(**dict.fromkeys(left, options), **given), name)


GENERAL: dict[str, Callable[..., Value]] = {each.__name__: each for each in (option, content, count, odds, rule)}
"""The computations by name."""


def at(data: Any, path: str) -> Any:
    """A value inside data, by keys and indices separated by dots; ``[key=value]`` finds the matching entry of a list."""
    found = data
    for step in path.split(".") if path else ():
        try:
            if step.startswith("[") and step.endswith("]"):
                key, _, value = step[1:-1].partition("=")
                found = next(each for each in found if str(each.get(key)) == value)
            else:
                found = found[int(step)] if isinstance(found, Sequence) and not isinstance(found, str) else found[step]
        except (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration):
            known = found if isinstance(found, Mapping) else [str(i) for i in range(len(found))] if isinstance(found, list) else ()
            missing = unknown(f"step of the path {path!r},", step, list(map(str, known)))
            raise FracasError("bad-path", missing.what, missing.remedy) from None
    return found


def _content(ruleset: Ruleset, file: str) -> Any:
    path = content_path(ruleset.package, f"{file}.json")
    if not path.exists():
        raise unknown("content file", file, [each.stem for each in path.parent.glob("*.json")])
    return read_json(path)


def _value(found: Any, what: str) -> Value:
    """Convert a result to a value that can be compared with a figure."""
    if isinstance(found, Codes):
        return found.slug
    if isinstance(found, Mapping) and isinstance(found.get("fraction"), str):
        return Fraction(found["fraction"])
    if isinstance(found, list) and len(found) == 2:
        return (found[0], found[1])
    if isinstance(found, (bool, int, float, str, Fraction, tuple)):
        return found
    raise FracasError("bad-path", f"{what!r} is {found!r}, which is no figure", "go on to a number, a text or a truth")
