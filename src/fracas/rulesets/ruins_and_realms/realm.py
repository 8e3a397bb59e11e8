"""Realms: drawn from a seed out of the texts of realm.json and the creatures there are. One seed, one realm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from fracas.dice import Dice, die, pick
from fracas.engine.content.additions import kept_for_packs
from fracas.engine.contract.story import LAID_OUT, MET, drawn, one_of
from fracas.rulesets.ruins_and_realms import book, expedition
from fracas.rulesets.ruins_and_realms.expedition import Bands, HavenText, PlaceText, RegionText
from fracas.rulesets.ruins_and_realms.models import Creature, Rank

RANKS = get_args(Rank)
BELOW = 4
"""How many levels below a region's a creature may be, and still fit it."""
KEPT = 512
"""Realms that are kept ready."""


@dataclass(frozen=True)
class Region:
    """A region of a realm: where it lies, its haven and its places."""

    number: int
    text: RegionText
    haven: HavenText
    places: tuple[PlaceText, ...]
    levels: tuple[int, int]

    @property
    def name(self) -> str:
        """Its name, and for whom it is."""
        return f"{self.text.name} (levels {self.levels[0]}-{self.levels[1]})"


@lru_cache(KEPT)
def realm(seed: int) -> tuple[Region, ...]:
    """The realm of a seed: its regions, from the first to the last."""
    shape, texts = expedition.expedition().realm, expedition.realm_file()
    dice = drawn(seed, LAID_OUT, 0, 0)
    regions, havens, places = list(texts.regions), list(texts.havens), list(texts.places)
    found = []
    for number in range(shape.regions):
        lowest = 1 + number * shape.levels_a_region
        levels = lowest, lowest + shape.levels_a_region - 1
        region = one_of(dice, [r for r in regions if r.holds(*levels)])
        regions.remove(region)
        haven = one_of(dice, havens)
        havens.remove(haven)
        here = []
        for _ in range(shape.places):
            place = one_of(dice, [p for p in places if set(p.creatures) & set(region.creatures)] or places)
            places.remove(place)
            here.append(place)
        found.append(Region(number, region, haven, tuple(here), levels))
    return tuple(found)


@kept_for_packs
def by_rank() -> dict[tuple[str, int, str], tuple[str, ...]]:
    """The creatures of each rank, level and kind, by name; those of packs are of every kind."""
    content, kinds = book.library(), book.creature_kinds()
    found: dict[tuple[str, int, str], tuple[str, ...]] = {}
    for creature in content.creatures.values():
        for kind in kinds.get(creature.id, book.CREATURE_FILES):
            key = creature.rank, creature.level, kind
            found[key] = (*found.get(key, ()), creature.id)
    return found


def nearest(rank: str, level: int, kinds: Sequence[str]) -> tuple[str, ...]:
    """The creatures of a rank that fit a level best: of these kinds, else of any; of the level or a few below, else of a lesser rank.

    Where all of these are above the level, the lowest there are.
    """
    known = by_rank()
    lower = RANKS[: RANKS.index(rank) + 1][::-1]
    below = range(level, max(level - BELOW, 1) - 1, -1)
    for each in lower:
        for allowed in (kinds, book.CREATURE_FILES):
            for at in below:
                found = tuple(dict.fromkeys(name for kind in allowed for name in known.get((each, at, kind), ())))
                if found:
                    return found
    return min(((at, name) for (_, at, _), names in known.items() for name in names), default=(0, ""))[1:]


def met(dice: Dice, bands: Bands, levels: tuple[int, int], kinds: Sequence[str]) -> tuple[str, ...]:
    """What is met: creatures of drawn ranks, each of a drawn level."""
    band = bands[pick(dice, [b.weight for b in bands], len(bands))]
    return members(dice, band.ranks, levels, kinds)


def members(dice: Dice, ranks: Sequence[str], levels: tuple[int, int], kinds: Sequence[str]) -> tuple[str, ...]:
    """Creatures of these ranks."""
    return tuple(one_of(dice, nearest(rank, levels[0] - 1 + die(dice, levels[1] - levels[0] + 1), kinds)) for rank in ranks)


def dwellers(seed: int, region: Region, place: int, depth: int) -> tuple[str, ...]:
    """Who is met in a place, so deep in it."""
    rules = expedition.expedition()
    dice = drawn(seed, MET, 100 * region.number + place, depth)
    own = region.places[place].creatures
    kinds = [kind for kind in own if kind in region.text.creatures] or list(own)
    if place == 0 and depth == len(rules.approach) - 1:
        last = region.number == rules.realm.regions - 1
        return members(dice, (rules.last_seat if last else rules.seat,), (region.levels[1],) * 2, kinds)
    return met(dice, rules.approach[depth], region.levels, kinds)


def creatures(names: Sequence[str]) -> list[Creature]:
    """Creatures by name."""
    known = book.library().creatures
    return [known[name] for name in names]
