"""Where rulesets are found: entry points of the group ``fracas.rulesets``, and those registered in this process. And packs for them."""

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
"""Held while a ruleset is loaded, so that several threads have the same one, and whole."""


def register(ruleset: Ruleset) -> Ruleset:
    """Make a ruleset known in this process, without installing it (for tests and notebooks)."""
    _EXTRA[ruleset.name] = ruleset
    return ruleset


def unregister(name: str) -> None:
    """Forget a ruleset made known with `register`."""
    _EXTRA.pop(name, None)


@contextmanager
def registered(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Make a ruleset known for as long as a ``with`` lasts."""
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
    """The entry points of rulesets by name, looked up once: that reads the files of everything installed."""
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
    """The ruleset of that name."""
    with _LOADING:
        return _EXTRA.get(name) or _installed(name)


def is_installed(ruleset: Ruleset) -> bool:
    """Whether a ruleset is the one that any process finds under its name, and not one made known in this process alone."""
    return ruleset.name in _points() and load_ruleset(ruleset.name) is ruleset and ruleset.name not in _EXTRA


def read_pack(folder: str | Path) -> Pack:
    """The pack in a folder, read and checked."""
    return packs.read_pack(folder, load_ruleset)


def using(*given: str | Path | Pack) -> AbstractContextManager[None]:
    """Put packs in force, besides those that are, as long as a ``with`` lasts: packs, folders (as `Path`), or names of installed ones.

    >>> with using(Path("iron-hounds")):  # doctest: +SKIP
    ...     fracas.encounter("my-game", "hounds-at-the-gate").solve().win
    """
    return packs.in_force_with(given, load_ruleset)


standing(lambda: packs.always_in_force(load_ruleset))
