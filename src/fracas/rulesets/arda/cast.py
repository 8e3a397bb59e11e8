"""An adventure and everything it refers to: the references, and the number of each thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fracas.engine.content.models import named
from fracas.errors import FracasError
from fracas.rulesets.arda import models
from fracas.rulesets.arda.codes import CAPACITY
from fracas.rulesets.arda.library import library
from fracas.rulesets.arda.own_content import by_name

T = TypeVar("T")
Reference = tuple[str, str, str]
"""The path in the file, the kind of thing, and its name."""


def number_of(name: object, things: Iterable[str]) -> int:
    """The number of a thing, counted from 1; 0 for none."""
    return 0 if name is None else tuple(things).index(name) + 1


def numbered(things: Mapping[str, T], number: int) -> T:
    """The thing with this number."""
    return tuple(things.values())[number - 1]


@dataclass(frozen=True)
class Cast:
    """An adventure with everything it refers to, numbered from 1 in each kind."""

    adventure: models.Adventure
    hero: models.Hero
    items: Mapping[str, models.Item]
    effects: Mapping[str, models.Effect]
    enemies: Mapping[str, models.Enemy]
    facts: tuple[str, ...]
    choices: list[tuple[str, models.Choice]] = field(default_factory=list)
    results: list[models.Result] = field(default_factory=list)

    @property
    def scene_ids(self) -> tuple[str, ...]:
        """The names of all scenes, ordered by number."""
        return tuple(self.adventure.scenes)

    def facts_mask(self, names: Iterable[str]) -> int:
        """Facts as a bit mask."""
        return sum(1 << self.facts.index(name) for name in set(names))

    def items_mask(self, names: Iterable[str]) -> int:
        """Items as a mask of the lower of their two bits."""
        return sum(1 << (2 * (number_of(name, self.items) - 1)) for name in set(names))


# --- what refers to what ----------------------------------------------------------------------------------------------------------


def results_of(scene: models.Scene) -> Iterator[tuple[str, models.Result]]:
    """Every result of a scene, with its path in the file."""
    places = [(f"choices.{i}", choice, ("success", "failure", "critical", "fumble")) for i, choice in enumerate(scene.choices)]
    for place, owner, names in [*places, ("fight", scene.fight, ("won", "parley", "fled"))]:
        for name in names:
            result = getattr(owner, name, None)
            if result is not None:
                yield f"{place}.{name}", result


def needs_of(scene: models.Scene) -> Iterator[tuple[str, models.Needs]]:
    """Every condition of a scene, with its path in the file."""
    for i, choice in enumerate(scene.choices):
        yield f"choices.{i}.needs", choice.needs
    for i, passage in enumerate(scene.also):
        yield f"also.{i}.when", passage.when


def facts_needed(scene: models.Scene) -> Iterator[tuple[str, str]]:
    """Every fact that a scene tests, with its path in the file."""
    for place, needs in needs_of(scene):
        yield from ((place, fact) for fact in (*needs.facts, *needs.without))


def reached_from(adventure: models.Adventure, name: str) -> set[str]:
    """All scenes that can follow a scene, itself included."""
    seen, todo = {name}, [name]
    while todo:
        for _, result in results_of(adventure.scenes[todo.pop()]):
            if result.goto in adventure.scenes and result.goto not in seen:
                seen.add(result.goto)
                todo.append(result.goto)
    return seen


def _by_name(place: str, kind: str, things: Iterable[object]) -> Iterator[Reference]:
    """References by name; things that are written out contain none."""
    yield from ((place, kind, thing) for thing in things if isinstance(thing, str))


def refers_to(thing: models.Hero | models.Item | models.Enemy) -> Iterator[Reference]:
    """The references of a hero, an item or an enemy."""
    if isinstance(thing, models.Hero):
        yield from _by_name("carries", "item", thing.carries)
    elif isinstance(thing, models.Enemy):
        yield from _by_name("gives", "item", thing.gives)
        yield from _by_name("moves", "effect", (thing.moves.venom, thing.moves.dread))
    else:
        yield from _by_name("effect", "effect", (thing.effect,))


def scene_refers_to(scene: models.Scene) -> Iterator[Reference]:
    """The references of a scene."""
    for place, needs in needs_of(scene):
        yield from ((place, "item", name) for name in needs.items)
    for place, result in results_of(scene):
        yield from ((place, "item", name) for name in (*result.gain, *result.lose))
        yield from ((place, kind, name) for kind, name in (("effect", result.effect), ("scene", result.goto)) if name is not None)
    if scene.fight is not None:
        yield "fight", "enemy", scene.fight.enemy


def known_to(adventure: models.Adventure) -> dict[str, Mapping[str, Any]]:
    """Everything that an adventure can refer to, by kind: its own things, and built-in ones."""
    shelf = library()
    return {
        "hero": shelf.heroes,
        "item": {**shelf.items, **adventure.items},
        "effect": {**shelf.effects, **adventure.effects},
        "enemy": {**shelf.enemies, **adventure.enemies},
        "scene": adventure.scenes,
    }


def cast_of(adventure: models.Adventure, hero: models.Hero) -> Cast:
    """Number everything that an adventure and its hero refer to; an unknown name is an error."""
    adventure, hero = by_name(adventure, hero)
    known = known_to(adventure)
    taken: dict[str, dict[str, Any]] = {"item": {}, "effect": {}, "enemy": {}}
    facts: dict[str, None] = {}

    def take(references: Iterable[Reference]) -> None:
        for _, kind, name in references:
            if kind in taken and name not in taken[kind]:
                taken[kind][name] = named(kind, name, known[kind])
                if kind != "effect":
                    take(refers_to(taken[kind][name]))

    take(refers_to(hero))
    for scene in adventure.scenes.values():
        take(scene_refers_to(scene))
        facts |= dict.fromkeys(fact for _, fact in facts_needed(scene))
        for _, result in results_of(scene):
            facts |= dict.fromkeys((*result.learn, *result.forget))
    for quest in adventure.quests.values():
        facts |= dict.fromkeys(quest.steps)
    found = {"items": taken["item"], "effects": taken["effect"], "enemies": taken["enemy"], "facts": facts}
    for kind, there in found.items():
        if len(there) > CAPACITY[kind]:
            raise FracasError(
                "too-much", f"the adventure {adventure.title!r} has {len(there)} {kind}", f"{CAPACITY[kind]} at most can be told apart"
            )
    return Cast(adventure, hero, taken["item"], taken["effect"], taken["enemy"], tuple(facts))
