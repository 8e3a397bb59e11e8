"""Inline content: it is added to the adventure's own content under a name, so that all other code needs only names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from fracas.rulesets.arda import models
from fracas.rulesets.arda.library import library

OWN: Mapping[type[BaseModel], str] = {models.Item: "items", models.Effect: "effects", models.Enemy: "enemies"}
"""The kinds of content that an adventure can have of its own, and their fields."""


class _Own:
    """An adventure's own content, by kind and name."""

    def __init__(self, adventure: models.Adventure) -> None:
        shelf = library()
        self.known: dict[str, dict[str, Any]] = {kind: {**getattr(shelf, kind), **getattr(adventure, kind)} for kind in OWN.values()}
        self.added: dict[str, dict[str, Any]] = {kind: {} for kind in OWN.values()}

    def name_of(self, thing: BaseModel) -> str:
        """The name of something: that of an equal known one, or a new one."""
        known = self.known[OWN[type(thing)]]
        for name, other in known.items():
            if other == thing:
                return name
        called = re.sub(r"[^a-z0-9]+", "-", str(getattr(thing, "name", "")).lower()).strip("-") or "own"
        name = called if called not in known else f"{called}-{hashlib.sha256(thing.model_dump_json().encode()).hexdigest()[:8]}"
        known[name] = self.added[OWN[type(thing)]][name] = thing
        return name

    def by_name(self, value: Any) -> Any:
        """Replace inline content in a value by names."""
        if type(value) in OWN:
            return self.name_of(self.inside(value))
        if isinstance(value, BaseModel):
            return self.inside(value)
        if isinstance(value, tuple):
            return tuple(self.by_name(each) for each in value)
        if isinstance(value, dict):
            return {key: self.by_name(each) for key, each in value.items()}
        return value

    def inside(self, model: Any) -> Any:
        """Replace inline content in a model's fields by names."""
        changed = {name: new for name, old in model if (new := self.by_name(old)) is not old and new != old}
        return model.model_copy(update=changed) if changed else model

    def all_inside(self, kind: str) -> dict[str, Any]:
        """The known things of a kind that had inline content, with names in its place."""
        return {name: new for name, old in list(self.known[kind].items()) if (new := self.inside(old)) is not old}


def by_name(adventure: models.Adventure, hero: models.Hero) -> tuple[models.Adventure, models.Hero]:
    """An adventure and its hero with names for all inline content in the hero, in items and in enemies."""
    own = _Own(adventure)
    for kind in OWN.values():
        mended = own.all_inside(kind)
        own.known[kind] |= mended
        own.added[kind] |= mended
    hero = own.inside(hero)
    added = {kind: {**getattr(adventure, kind), **more} for kind, more in own.added.items() if more}
    return (adventure.model_copy(update=added) if added else adventure), hero
