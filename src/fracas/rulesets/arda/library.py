"""Built-in content: heroes, items, effects, enemies, adventures, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fracas.engine.content.additions import kept_for_packs, with_additions
from fracas.engine.content.library import content_file, content_path
from fracas.engine.content.models import named
from fracas.engine.contract.ruleset import SCENARIOS
from fracas.rulesets.arda import models


@dataclass(frozen=True)
class Library:
    """All built-in content, by name."""

    heroes: Mapping[str, models.Hero]
    items: Mapping[str, models.Item]
    effects: Mapping[str, models.Effect]
    enemies: Mapping[str, models.Enemy]
    adventures: Mapping[str, models.Adventure]


@kept_for_packs
def library() -> Library:
    """The content that ships with Fracas, and additions by packs."""
    assert __package__ is not None

    names = sorted(path.stem for path in content_path(__package__, "adventures").glob("*.json"))
    own = {kind: model for kind, model in models.COLLECTIONS.items() if kind != SCENARIOS}
    found = Library(
        adventures={name: content_file(__package__, f"adventures/{name}.json", models.Adventure) for name in names},
        **{kind: getattr(content_file(__package__, f"{kind}.json", model), kind) for kind, model in own.items()},
    )
    return with_additions(__package__, found)


def hero_named(hero: str | models.Hero) -> models.Hero:
    """A built-in hero, or one written out."""
    return named("hero", hero, library().heroes)


def adventure_named(adventure: str | models.Adventure) -> models.Adventure:
    """A built-in adventure, or one written out."""
    return named("adventure", adventure, library().adventures)
