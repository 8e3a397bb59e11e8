"""Kinds of content: named entries of a ruleset, such as enemies, heroes, scenarios.

A ruleset's library is a dataclass with a field for each kind, which maps names to entries: ``enemies: Mapping[str, Enemy]``. That declares
the kinds; other fields are not kinds. Packs add entries of any kind (`fracas.engine.content.additions`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel

ID = "id"
"""The field of an entry that holds its own name, if it has one."""


@dataclass(frozen=True)
class Kind:
    """A kind of content: its name (``enemies``) and the model of its entries."""

    name: str
    model: type[BaseModel]

    @property
    def has_id(self) -> bool:
        """True if entries hold their own name."""
        return ID in self.model.model_fields


def noun(model: type[BaseModel]) -> str:
    """The noun for an entry of a model, in messages: ``character class``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.__name__).lower()


def kinds_of(library: type[Any]) -> Mapping[str, Kind]:
    """The kinds of content of a library."""
    declared: Any = library
    return _kinds_of(declared)


@lru_cache(maxsize=64)
def _kinds_of(library: Any) -> Mapping[str, Kind]:
    hints = get_type_hints(library)
    found = {field.name: entry for field in fields(library) if (entry := _entry(hints[field.name])) is not None}
    return {name: Kind(name, entry) for name, entry in found.items()}


def _entry(hint: Any) -> type[BaseModel] | None:
    """The model of the entries, if a field maps names to entries."""
    inner = get_args(hint)
    if get_origin(hint) is not Mapping or len(inner) != 2 or inner[0] is not str:
        return None
    return inner[1] if isinstance(inner[1], type) and issubclass(inner[1], BaseModel) else None


def singular(kind: str) -> str:
    """The singular of a kind, for messages: ``enemy`` for ``enemies``."""
    if kind.endswith("ies"):
        return f"{kind[:-3]}y"
    return kind[:-2] if kind.endswith(("sses", "roes")) else kind.removesuffix("s")
