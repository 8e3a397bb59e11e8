"""Claims about content: what its files have and allow."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.book import CONTENT_MODELS, FOLDERS, library
from fracas.rulesets.ruins_and_realms.claims.stage import move_on, moves_of
from fracas.rulesets.ruins_and_realms.models import STYLES, Options


@finds
def tiers_allowed(options: Options) -> str:
    """The tiers that a manoeuvre can have."""
    allowed = []
    for tier in range(10):
        try:
            models.Manoeuvre.model_validate({**move_on(), "tier": tier})
        except ValueError:
            continue
        allowed.append(tier)
    return " | ".join(map(str, allowed))


@finds
def every_has(options: Options, what: str, field: str) -> Found:
    """Whether all manoeuvres, or all creatures, in the files have this; of an optional field, whether one may do without."""
    things: list[Any] = list(library().creatures.values())
    if what == "manoeuvre":
        things = [m for style in STYLES for m in moves_of(style)]
    elif what == "enemy manoeuvre":
        things = [m for c in library().creatures.values() for m in c.manoeuvres]
    elif what == "interrupt":
        things = [i for c in library().creatures.values() for i in c.interrupts]
    name, optional = field.rstrip("?"), field.endswith("?")
    there = sum(getattr(thing, name) not in (None, "", ()) for thing in things)
    needed = type(things[0]).model_fields[name].is_required()
    return Found(not needed if optional else there == len(things), f"{there} of {len(things)} {what}s have one")


@finds
def card_has(options: Options, fields: Sequence[str], needs: str) -> Found:
    """Whether the card of a creature, with these fields, has a place for something that is taken off damage."""
    missing = needs in models.Creature.model_fields and needs not in fields
    armoured = sum(bool(getattr(c, needs)) for c in library().creatures.values())
    return Found(not missing, f"no field {needs!r} on the card; {armoured} of {len(library().creatures)} creatures in the files need one")


@finds
def file_there(options: Options, name: str) -> Found:
    """Whether a content file of this name is there."""
    kind = name.removesuffix(".json")
    folder = FOLDERS.get(kind)
    path = files("fracas.rulesets.ruins_and_realms").joinpath("content", *([folder] if folder else []), name)
    return Found(kind in CONTENT_MODELS and path.is_file(), f"{folder + '/' if folder else ''}{name}")


@finds
def files_besides(options: Options, listed: Sequence[str]) -> Found:
    """How many kinds of content files a fight needs besides those listed."""
    more = sorted(set(CONTENT_MODELS) - set(listed))
    return Found(len(more), ", ".join(f"{name}.json" for name in more))
