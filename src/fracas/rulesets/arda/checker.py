"""Consistency checks of an adventure: names, dead ends, unreachable scenes, unused facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fracas.errors import unknown
from fracas.rulesets.arda import models
from fracas.rulesets.arda.cast import Reference, facts_needed, known_to, needs_of, reached_from, refers_to, results_of, scene_refers_to

FALLEN = "fallen"
"""The name of the end for a hero without hit points."""
RESERVED_WORDS = frozenset(("undo", "auto", "save", "log", "help", "quit", "q", "exit", "?"))
"""Words that players type for other purposes than choices."""


def check_adventure(adventure: models.Adventure) -> list[str]:
    """The errors of an adventure, each with its path in the file."""
    return [*_own_things(adventure), *_scenes(adventure), *_facts(adventure), *_endings(adventure), *_ways(adventure)]


def _missing(adventure: models.Adventure, place: str, references: Iterable[Reference]) -> Iterator[str]:
    """Unknown names."""
    known = known_to(adventure)
    for where, kind, name in references:
        if name not in known[kind]:
            yield f"{place}{where}: {unknown(kind, name, known[kind])}"


def _own_things(adventure: models.Adventure) -> Iterator[str]:
    """Unknown names in the hero, the start, items and enemies."""
    if isinstance(adventure.hero, str):
        yield from _missing(adventure, "", [("hero", "hero", adventure.hero)])
    else:
        yield from _missing(adventure, "hero.", refers_to(adventure.hero))
    yield from _missing(adventure, "", [("start", "scene", adventure.start)])
    for name, item in adventure.items.items():
        yield from _missing(adventure, f"items.{name}.", refers_to(item))
    for name, enemy in adventure.enemies.items():
        yield from _missing(adventure, f"enemies.{name}.", refers_to(enemy))


def _scenes(adventure: models.Adventure) -> Iterator[str]:
    """Scenes with unknown references, or that cannot be played."""
    for name, scene in adventure.scenes.items():
        here = f"scenes.{name}"
        yield from _missing(adventure, f"{here}.", scene_refers_to(scene))
        for place, needs in needs_of(scene):
            if place.startswith("also") and (needs.gold or needs.level > 1 or needs.stat):
                yield f"{here}.{place}: a passage can depend on items and facts only"
        if scene.fight is not None and scene.fight.won.goto is None:
            yield f"{here}.fight.won: a goto is missing: the scene that follows"
        for i, choice in enumerate(scene.choices):
            if choice.id.isdigit() or choice.id.lower() in RESERVED_WORDS:
                yield f"{here}.choices.{i}.id: {choice.id!r} means something else at the terminal"
        if scene.choices and not any(choice.needs.always() for choice in scene.choices):
            yield f"{here}: a dead end: every choice needs something; one at least must be open to everybody"


def _facts(adventure: models.Adventure) -> Iterator[str]:
    """Facts that are tested but never learnt, or learnt but never tested."""
    asked = {step: f"quests.{name}.steps" for name, quest in adventure.quests.items() for step in quest.steps}
    learnt: dict[str, str] = {}
    for name, scene in adventure.scenes.items():
        asked |= {fact: f"scenes.{name}.{place}" for place, fact in facts_needed(scene)}
        learnt |= {fact: f"scenes.{name}.{place}.learn" for place, result in results_of(scene) for fact in result.learn}
    yield from (f"{place}: the fact {fact!r} is never learnt" for fact, place in asked.items() if fact not in learnt)
    yield from (f"{place}: the fact {fact!r} is never asked for" for fact, place in learnt.items() if fact not in asked)


def _endings(adventure: models.Adventure) -> Iterator[str]:
    """Endings that cannot be distinguished."""
    endings = [scene.ending.name for scene in adventure.scenes.values() if scene.ending is not None]
    yield from (f"scenes: two endings are called {name!r}" for name in sorted({n for n in endings if endings.count(n) > 1}))
    if FALLEN in endings:
        yield f"scenes: an ending is called {FALLEN!r}, as the end of a hero without hit points is"


def _ways(adventure: models.Adventure) -> Iterator[str]:
    """Unreachable scenes, and scenes from which no ending is reachable."""
    if adventure.start in adventure.scenes:
        reached = reached_from(adventure, adventure.start)
        yield from (f"scenes.{name}: nothing leads to this scene" for name in adventure.scenes if name not in reached)
    for name in adventure.scenes:
        if not any(adventure.scenes[other].ending for other in reached_from(adventure, name)):
            yield f"scenes.{name}: a dead end: no ending can be reached from here"
