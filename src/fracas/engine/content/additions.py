"""What packs add to the content that ships, while they are in force.

Content is looked up in a ruleset's library, wherever the lookup stands. Which packs count there is a property of the context, as the
precision of decimals is: `adding` puts additions in force for the statements of a ``with``. What is computed from the library is kept for
each set of packs (`kept_for_packs`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from fracas.engine.content.kinds import kinds_of

P = ParamSpec("P")
R = TypeVar("R")
L = TypeVar("L")

KEPT = 64
"""How many results of a function are kept, for all sets of packs together."""


@dataclass(frozen=True)
class Additions:
    """The content of some packs: entries by the ruleset's package, kind and name."""

    digest: str = ""
    """Stands for everything in it; empty for nothing at all."""
    entries: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict, compare=False)
    packs: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The packs themselves, by name."""

    def of(self, package: str, kind: str) -> Mapping[str, Any]:
        """The entries of a kind."""
        return self.entries.get(package, {}).get(kind, {})


NOTHING = Additions()
_IN_FORCE: ContextVar[Additions | None] = ContextVar("fracas-packs", default=None)
_STANDING: list[Callable[[], Additions]] = []


def standing(find: Callable[[], Additions]) -> None:
    """Say what counts where nothing else was put in force. It is looked for once, when it is first asked for."""
    _STANDING[:] = [cache(find)]


def in_force() -> Additions:
    """What counts here."""
    found = _IN_FORCE.get()
    if found is None:
        found = _STANDING[0]() if _STANDING else NOTHING
    return found


@contextmanager
def adding(additions: Additions) -> Iterator[None]:
    """Put additions in force, in place of those before, as long as a ``with`` lasts."""
    token = _IN_FORCE.set(additions)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def with_additions(package: str, library: L) -> L:
    """The library of a package together with what is in force: an entry of the same name takes the place of the one that ships."""
    found = {kind: in_force().of(package, kind) for kind in kinds_of(type(library))}
    merged = {kind: {**getattr(library, kind), **more} for kind, more in found.items() if more}
    return replace(library, **merged) if merged else library  # type: ignore[type-var]  # a library is a dataclass


def kept_for_packs(function: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function of the library gives, for each set of packs that it is called under, and no more than some."""
    kept: OrderedDict[Any, R] = OrderedDict()

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        key = (in_force().digest, arguments, tuple(sorted(named.items())))
        if key in kept:
            return kept[key]
        found = kept[key] = function(*arguments, **named)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return found

    return call
