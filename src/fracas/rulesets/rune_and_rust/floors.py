"""The floors of a descent: drawn from a seed out of floors.json. One seed, one descent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from fracas.dice import Dice, chance, pick
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.models import named
from fracas.engine.contract.story import LAID_OUT, MET, drawn, one_of
from fracas.rulesets.rune_and_rust import book, kit, models, spoils
from fracas.rulesets.rune_and_rust.book import Character, library
from fracas.rulesets.rune_and_rust.descent import Deep, FloorText, JourneyState, Meeting, Room, descent, floors_file, start_of

D = TypeVar("D", bound=Deep)
FLOORS_KEPT, KEPT = 32, 512
"""Floors whose meetings are kept ready, and descents."""


@dataclass(frozen=True)
class Floor:
    """A floor: its text, and the ways that lead on from each of its crossings; the last crossing may have a guard."""

    number: int
    text: FloorText
    crossings: tuple[tuple[Meeting | Room, ...], ...]

    @property
    def guard(self) -> Meeting | None:
        """Who guards the stairs: the last crossing is theirs."""
        return next((way for way in self.crossings[-1] if isinstance(way, Meeting) and way.guard), None)

    @property
    def guarded(self) -> bool:
        """Whether anybody guards the stairs."""
        return self.guard is not None


def at_depth(things: Sequence[D], depth: int) -> list[D]:
    """Those of some things that are found on a floor; where there are none, those of the nearest floor."""

    def away(thing: D) -> int:
        low, high = thing.depths
        return max(low - depth, depth - high, 0)

    nearest = min(map(away, things))
    return [thing for thing in things if away(thing) == nearest]


@lru_cache(KEPT)
def floors(seed: int) -> tuple[Floor, ...]:
    """The descent of a seed: its floors, from the first to the last."""
    shape, texts = descent().shape, floors_file()
    dice = drawn(seed, LAID_OUT, 0, 0)
    used: set[str] = set()

    def one(things: Sequence[D], depth: int) -> D:
        """One that fits, and has not been drawn before as long as there are others."""
        fitting = at_depth(things, depth)
        found = one_of(dice, [each for each in fitting if each.name not in used] or fitting)
        used.add(found.name)
        return found

    barring = [meeting for meeting in texts.meetings if not meeting.guard]
    guards = [meeting for meeting in texts.meetings if meeting.guard]
    found = []
    for number in range(1, shape.floors + 1):
        text = one(texts.floors, number)
        crossings = []
        for _ in range(shape.crossings):
            quiet = chance(dice, shape.rooms_percent / 100)
            ways: list[Meeting | Room] = [one(texts.rooms, number)] if quiet else []
            here: set[str] = set()
            while len(ways) < shape.ways:
                meeting = one([each for each in barring if each.name not in here], number)
                here.add(meeting.name)
                ways.append(meeting)
            crossings.append(tuple(sorted(ways, key=lambda way: way.name)))
        kept = [guard for guard in guards if guard.depths[0] <= number <= guard.depths[1]]
        if kept:
            crossings.append((one_of(dice, kept),))
        found.append(Floor(number, text, tuple(crossings)))
    return tuple(found)


@lru_cache(FLOORS_KEPT)
def wandering(floor: int) -> tuple[Meeting, ...]:
    """Those who may come to a camp or a search, on a floor."""
    return tuple(at_depth([meeting for meeting in floors_file().meetings if not meeting.guard], floor))


def wanderers(dice: Dice, floor: int) -> tuple[str, ...]:
    """Who comes to a camp or a search, on a floor."""
    return one_of(dice, wandering(floor)).enemies


def enemies(names: Sequence[str]) -> list[models.Enemy]:
    """Enemies by name."""
    known = library().enemies
    return [known[name] for name in names]


def gear_at(dice: Dice, floor: int, hero: Character) -> str | None:
    """A piece of gear of a tier that fits a floor."""
    return spoils.gear_found(dice, _lying(floor), hero)


@lru_cache(FLOORS_KEPT)
def _lying(floor: int) -> models.Loot:
    """The odds of the tiers of what lies on a floor."""
    return models.Loot(tiers=dict(enumerate(descent().shape.tiers[floor - 1])))


def found_at(dice: Dice, floor: int, hero: Character) -> tuple[str | None, str]:
    """What a search brings on a floor: a thing or a piece of gear, if any; and the cogs, as dice for each floor of depth."""
    finds = descent().finds
    find = finds[pick(dice, [each.weight for each in finds], len(finds))]
    return (gear_at(dice, floor, hero) if find.gear else find.thing), find.cogs


@kept_by_identity(256)
def offers(now: JourneyState) -> tuple[str, ...]:
    """The gear that the trader below a floor shows a hero."""
    dice, hero = drawn(now.seed, MET, now.floor, 0), kit.hero_of(now)
    below = min(now.floor + 1, descent().shape.floors)
    found = [gear_at(dice, below, hero) for _ in range(start_of(now.character_class).pieces)]
    return tuple(dict.fromkeys(slug for slug in found if slug is not None))


def check_references(kind: str, content: Any) -> None:
    """Resolve every name in a content file, those of descents included."""
    known = library()
    if kind == "floors":
        for meeting in content.meetings:
            for name in meeting.enemies:
                named("enemy", name, known.enemies)
    elif kind == "descent":
        things = {**known.weapons, **known.armor, **known.consumables, **content.remedies}
        sold = [slug for start in (content.start, *content.starts.values()) for slug in start.pack]
        for name in (
            *sold,
            *content.prices.things,
            *content.prices.wares,
            *content.stress.strains,
            *(find.thing for find in content.finds if find.thing),
        ):
            named("thing", name, things)
        for name in (*content.starts, *content.progress.specializations):
            named("class", name, known.classes)
        for name in content.progress.later:
            named("ability", name, known.abilities)
    else:
        book.check_references(kind, content)
