"""The content of World Loop by name and by number: items, kinds, races, worlds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.additions import kept_for_packs, with_additions
from fracas.engine.content.library import content_file
from fracas.errors import FracasError, unknown
from fracas.rulesets.world_loop import models

HERO = "hero"
"""The hero without a class; also the race of all heroes."""

CONTENT_MODELS: Mapping[str, type[BaseModel]] = {
    "items": models.Items,
    "kinds": models.Kinds,
    "scenarios": models.Scenarios,
    "worlds": models.Worlds,
    "combat-config": models.Options,
    "world-config": models.WorldOptions,
}


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    items: Mapping[str, models.Item]
    races: Mapping[str, models.Race]
    monsters: Mapping[str, models.Monster]
    classes: Mapping[str, models.HeroClass]
    worlds: Mapping[str, models.WorldPlan]
    base: models.Base
    tiers: tuple[models.Tier, ...]
    hero: models.Hero

    @cached_property
    def item_names(self) -> tuple[str, ...]:
        """Items by number; 0 is none."""
        return ("none", *self.items)

    @cached_property
    def race_names(self) -> tuple[str, ...]:
        """Races by number; heroes are the first."""
        return (HERO, *self.races)

    @cached_property
    def heroes(self) -> tuple[str, ...]:
        """The kinds of heroes."""
        return (HERO, *self.classes)

    @cached_property
    def kind_names(self) -> tuple[str, ...]:
        """Kinds by number: the hero, its classes, and the monsters."""
        return (*self.heroes, *self.monsters)

    def title_of(self, kind: int) -> str:
        """The name of a kind."""
        name = self.kind_names[kind]
        return self.hero.name if name == HERO else self.classes[name].name if name in self.classes else self.monsters[name].name

    def item_title(self, item: int, own: Sequence[str] = ()) -> str:
        """The name of an item; the numbers of a duel's ``own`` items follow those of the others."""
        if item >= len(self.item_names):
            return own[item - len(self.item_names)]
        return self.items[self.item_names[item]].name if item else "nothing"


@kept_for_packs
def library() -> Library:
    """The content that ships with Fracas, and additions by packs."""

    def load(kind: str) -> Any:
        return content_file(__package__, f"{kind}.json", CONTENT_MODELS[kind])

    kinds: models.Kinds = load("kinds")
    found = Library(
        load("items").items, kinds.races, kinds.monsters, kinds.classes, load("worlds").worlds, kinds.base, kinds.tiers, kinds.hero
    )
    return with_additions(__package__, found)


def slug(name: str) -> str:
    """A name as a slug: the document's ``goblin_warrior`` is ``goblin-warrior``."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def kind_number(name: str) -> int:
    """The number of a kind."""
    known = library().kind_names
    if slug(name) not in known:
        raise unknown("kind", name, known)
    return known.index(slug(name))


def item_number(name: str | None) -> int:
    """The number of an item; 0 for none."""
    if name is None or name == "none":
        return 0
    known = library().item_names
    if name not in known:
        raise unknown("item", name, known[1:])
    return known.index(name)


def item_names(items: Iterable[int]) -> list[str]:
    """The names of items in a row, without empty slots."""
    return [library().item_names[int(item)] for item in items if item]


def hero_named(name: str) -> str:
    """A kind of hero."""
    heroes = library().heroes
    if library().kind_names[kind_number(name)] not in heroes:
        raise FracasError("bad-hero", f"{name!r} is no hero", f"take one of {', '.join(heroes)}")
    return slug(name)


def foes_of(race: str) -> list[str]:
    """The kinds of a race, by ascending tier."""
    kinds = library()
    foes = [name for name, monster in kinds.monsters.items() if monster.race == slug(race)]
    if not foes:
        raise FracasError("bad-race", f"there are no {race!r}", f"take one of {', '.join(kinds.races)}")
    return sorted(foes, key=lambda name: kinds.monsters[name].tier)
