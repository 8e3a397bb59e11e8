"""Every set of manoeuvres a hero could equip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from fracas.engine.content.models import named
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, library, slots_at


def loadouts(hero: str, foe: str, options: models.Options) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each full set of manoeuvres that the hero's style and level allow, named, with the fight against the creature."""
    content = library()
    who = named("hero", hero, content.heroes)
    named("creature", foe, content.creatures)
    known = known_manoeuvres(who.style, who.level)
    for chosen in combinations(known, min(slots_at(who.level, options), len(known))):
        fighter = {**who.model_dump(mode="json"), "manoeuvres": [m.id for m in chosen]}
        yield ", ".join(m.name for m in chosen), {"title": f"{who.name} against {foe}", "hero": fighter, "creatures": [foe]}
