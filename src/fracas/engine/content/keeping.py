"""Keeping what is made of content: a model never changes, so what was made of it once serves whenever the same one is given again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel

from fracas.engine.content.additions import in_force

P = ParamSpec("P")
R = TypeVar("R")


def _key(given: Any) -> Any:
    if isinstance(given, BaseModel):
        return id(given)
    return tuple(map(_key, given)) if type(given) is tuple else given


def kept_by_identity(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache up to ``most`` results of a function of models, which are told apart by which objects they are, also in tuples.

    Comparing the models themselves would take longer than most of what is made of them; other arguments are compared. Results are kept
    separately for each set of active packs; who is given one must not change it.
    """

    def keeping(function: Callable[P, R]) -> Callable[P, R]:
        kept: OrderedDict[Any, tuple[Any, R]] = OrderedDict()

        @wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            key = (in_force().digest, *map(_key, arguments), *sorted((name, _key(each)) for name, each in named.items()))
            found = kept.get(key)
            if found is None:
                found = kept[key] = (
                    (arguments, named),
                    function(*arguments, **named),
                )  # with the arguments, so that nothing else is at their place
                if len(kept) > most:
                    kept.popitem(last=False)
            return found[1]

        return call

    return keeping
