"""What active packs add to the shipped content.

Code everywhere looks content up in a ruleset's library. Which packs are active is a property of the context, like the precision of
decimals: `adding` activates additions for the duration of a ``with`` block. Results computed from the library are cached for each set of
packs (`kept_for_packs`).
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
"""Maximum number of cached results of a function, for all sets of packs together."""


@dataclass(frozen=True)
class Additions:
    """The content of some packs: entries by the ruleset's package, kind and name."""

    digest: str = ""
    """Identifies the content of all the packs; empty without packs."""
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
    """Set the function that finds the default additions. It is called once, on first use."""
    _STANDING[:] = [cache(find)]


def in_force() -> Additions:
    """The active additions."""
    found = _IN_FORCE.get()
    if found is None:
        found = _STANDING[0]() if _STANDING else NOTHING
    return found


@contextmanager
def adding(additions: Additions) -> Iterator[None]:
    """Activate additions for the duration of a ``with`` block, replacing those active before."""
    token = _IN_FORCE.set(additions)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def with_additions(package: str, library: L) -> L:
    """The library of a package with the active additions: an entry of the same name replaces the shipped one."""
    found = {kind: in_force().of(package, kind) for kind in kinds_of(type(library))}
    merged = {kind: {**getattr(library, kind), **more} for kind, more in found.items() if more}
    return replace(library, **merged) if merged else library  # type: ignore[type-var]  # a library is a dataclass


def kept_for_packs(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function of the library, separately for each set of active packs; the cache is bounded."""
    kept: OrderedDict[Any, R] = OrderedDict()

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        key = (in_force().digest, arguments, tuple(sorted(named.items())) if named else ())
        if key in kept:
            return kept[key]
        found = kept[key] = function(*arguments, **named)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return found

    return call
