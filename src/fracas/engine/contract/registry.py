"""The registry of rulesets: entry points of the group ``fracas.rulesets``, and rulesets registered in this process; and their packs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from fracas.engine.content.additions import standing
from fracas.engine.contract import packs
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import unknown

_EXTRA: dict[str, Ruleset] = {}
_LOADING = threading.RLock()
"""Held while a ruleset is loaded, so that all threads share one fully loaded instance."""


def register(ruleset: Ruleset) -> Ruleset:
    """Register a ruleset in this process without installing it (for tests and notebooks)."""
    _EXTRA[ruleset.name] = ruleset
    return ruleset


def unregister(name: str) -> None:
    """Remove a ruleset added with `register`."""
    _EXTRA.pop(name, None)


@contextmanager
def registered(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Register a ruleset for the duration of a ``with`` block."""
    before = _EXTRA.get(ruleset.name)
    register(ruleset)
    try:
        yield ruleset
    finally:
        unregister(ruleset.name)
        if before is not None:
            register(before)


def ruleset_names() -> list[str]:
    """The names of all rulesets that can be loaded."""
    return sorted({*_EXTRA, *_points()})


@cache
def _points() -> dict[str, EntryPoint]:
    """The entry points of rulesets by name, cached: the lookup scans all installed packages."""
    return {point.name: point for point in entry_points(group="fracas.rulesets")}


@cache
def _installed(name: str) -> Ruleset:
    point = _points().get(name)
    if point is None:
        raise unknown("ruleset", name, ruleset_names())
    loaded = point.load()
    found: Ruleset = loaded() if isinstance(loaded, type) else loaded
    return found


def load_ruleset(name: str) -> Ruleset:
    """Load a ruleset by name."""
    with _LOADING:
        return _EXTRA.get(name) or _installed(name)


def is_installed(ruleset: Ruleset) -> bool:
    """Whether a ruleset is the one that any process finds under its name, and not one made known in this process alone."""
    return ruleset.name in _points() and load_ruleset(ruleset.name) is ruleset and ruleset.name not in _EXTRA


def read_pack(folder: str | Path) -> Pack:
    """Read and validate the pack in a folder."""
    return packs.read_pack(folder, load_ruleset)


def using(*given: str | Path | Pack) -> AbstractContextManager[None]:
    """Activate packs for the duration of a ``with`` block, in addition to those already active.

    Give packs, folders (as `Path`), or names of installed packs.

    >>> with using(Path("iron-hounds")):  # doctest: +SKIP
    ...     fracas.encounter("my-game", "hounds-at-the-gate").solve().win
    """
    return packs.in_force_with(given, load_ruleset)


standing(lambda: packs.always_in_force(load_ruleset))
