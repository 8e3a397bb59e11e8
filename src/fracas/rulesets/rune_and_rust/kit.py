"""What a hero on a descent wields, wears and carries, and what things cost and do between fights."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fracas.dice import Dice
from fracas.engine.content.additions import in_force
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.models import named
from fracas.engine.contract.campaign import Choice
from fracas.engine.contract.story import rolled
from fracas.rulesets.rune_and_rust import labels, models
from fracas.rulesets.rune_and_rust.book import Character, character, library
from fracas.rulesets.rune_and_rust.codes import Attribute, EffectKind
from fracas.rulesets.rune_and_rust.descent import JourneyState, Remedy, descent, options_in_force
from fracas.rulesets.rune_and_rust.spoils import piece

USE, WIELD, WEAR, TAKE, DROP, SELL, BUY = "use ", "wield ", "wear ", "take ", "drop ", "sell ", "buy "
RESTORING = (EffectKind.HEAL, EffectKind.RESTORE_STAMINA)
Thing = models.Weapon | models.Armor | models.Consumable | Remedy


def thing(slug: str) -> Thing:
    """Anything that can be carried."""
    return library().consumables.get(slug) or descent().remedies.get(slug) or piece(slug)


def price(slug: str) -> int:
    """What a thing costs."""
    found = thing(slug)
    if isinstance(found, (models.Weapon, models.Armor)):
        return descent().prices.tiers[found.tier]
    return descent().prices.things.get(slug, 0)


def paid(slug: str) -> int:
    """What a trader pays for a thing."""
    return price(slug) * descent().prices.sold_percent // 100


@kept_by_identity(1024)
def described(slug: str) -> str:
    """What a thing is good for."""
    found = thing(slug)
    if isinstance(found, Remedy):
        return f"stress {found.calms} less"
    if isinstance(found, models.Consumable):
        return ", ".join(labels.effect_text(effect) for effect in found.effects)
    return f"tier {found.tier}, {gear_text(found)}"


def gear_text(found: models.Weapon | models.Armor) -> str:
    """What a piece of gear gives."""
    parts = []
    if isinstance(found, models.Weapon):
        parts.append(f"{found.damage} by {found.attribute.slug.upper()}")
        parts += [f"accuracy {found.accuracy:+}"] if found.accuracy else []
        parts += [f"{found.ability_dice} dice more for abilities"] if found.ability_dice else []
        parts += [word for word, holds in (("ignores soak", found.pierces), ("cleaves", found.cleaves)) if holds]
    else:
        parts.append(f"{found.weight}, {found.hp} HP")
        parts += [f"soak {found.soak}"] if found.soak else []
        parts += [f"{found.regeneration} HP a turn"] if found.regeneration else []
    parts += [f"{name.upper()} {by:+}" for name, by in found.bonuses if by]
    return ", ".join(parts)


# --- the hero -------------------------------------------------------------------------------------------------------------


class Build(NamedTuple):
    """What a hero's numbers depend on, but for what it carries; ``packs`` is the digest of the packs in force."""

    character_class: str
    specialization: str | None
    milestones: int
    raised: tuple[int, ...]
    rank_2: tuple[str, ...]
    weapon: str | None
    armor: str | None
    traumas: tuple[str, ...]
    options: str
    packs: str


@kept_by_identity(256)
def build_of(now: JourneyState) -> Build:
    """What the numbers of a hero depend on."""
    return Build(
        now.character_class or "",
        now.specialization,
        now.milestones,
        tuple(getattr(now.raised, each.slug) for each in Attribute),
        now.rank_2,
        now.weapon,
        now.armor,
        now.traumas,
        json.dumps(now.options, sort_keys=True) if now.options else "{}",
        in_force().digest,
    )


def taught(specialization: str, milestones: int) -> tuple[str, ...]:
    """The abilities of a specialization that so many milestones have brought."""
    later = descent().progress.later
    return tuple(slug for slug, a in library().abilities.items() if a.of == specialization and later.get(slug, 0) <= milestones)


def abilities_of(now: JourneyState | Build) -> tuple[str, ...]:
    """The abilities a hero knows: those of the specialization, and those of the class."""
    own = tuple(str(ability) for ability in library().classes[now.character_class or ""].abilities)
    return own if now.specialization is None else taught(now.specialization, now.milestones) + own


@lru_cache(1024)
def person(build: Build) -> models.Hero:
    """The hero with nothing in the pack."""
    changes = dict(zip((each.slug for each in Attribute), build.raised, strict=True))
    for trauma in build.traumas:
        for name, by in descent().traumas[trauma].changes:
            changes[name] += by
    return models.Hero(
        character_class=build.character_class,
        specialization=build.specialization,
        milestones=build.milestones,
        points=models.AttributeChanges(**changes),
        weapon=build.weapon,
        armor=build.armor,
        abilities=abilities_of(build),
        rank_2=build.rank_2,
    )


def fighter(now: JourneyState) -> models.Hero:
    """The hero as it goes into a fight, with what it can use there."""
    known = library().consumables
    items = {slug: now.pack.count(slug) for slug in now.pack if slug in known}
    here = {"name": now.name, "items": items, "hp_now": now.hp, "stamina_now": now.stamina}
    return person(build_of(now)).model_copy(update=here)


@lru_cache(4096)
def made(build: Build) -> Character:
    """A hero with all its numbers, as it is when nothing is in the pack."""
    rules, _ = options_in_force(json.loads(build.options))
    return character(person(build), rules)


def hero_of(now: JourneyState) -> Character:
    """The hero with all its numbers."""
    return made(build_of(now))


def equipped(now: JourneyState, slug: str) -> JourneyState:
    """The hero with another weapon or armor; the share of HP stays, as in the game."""
    before = hero_of(now)
    changed = now.model_copy(update={"weapon" if slug in library().weapons else "armor": slug})
    after = hero_of(changed)
    hp = max(now.hp * after.max_hp // before.max_hp, 1)
    return changed.model_copy(update={"hp": min(hp, after.max_hp), "stamina": min(now.stamina, after.max_stamina)})


def worn(now: JourneyState, slug: str) -> str:
    """What would be taken off for a piece of gear."""
    return str(now.weapon if slug in library().weapons else now.armor)


def has_room(now: JourneyState) -> bool:
    """Whether the pack holds one more thing."""
    return len(now.pack) < descent().shape.slots


def without(things: Sequence[str], slug: str) -> tuple[str, ...]:
    """Things without one of a kind."""
    at = list(things).index(slug)
    return (*things[:at], *things[at + 1 :])


def verb(slug: str) -> str:
    """How gear is put on; nothing for what is not."""
    return WIELD if slug in library().weapons else WEAR if slug in library().armor else ""


# --- using ----------------------------------------------------------------------------------------------------------------


def is_of_use(now: JourneyState, slug: str) -> bool:
    """Whether a thing would do something between fights."""
    if slug in descent().remedies:
        return now.stress > 0
    item = library().consumables.get(slug)
    if item is None:
        return False
    hero = hero_of(now)
    lacking = {EffectKind.HEAL: now.hp < hero.max_hp, EffectKind.RESTORE_STAMINA: now.stamina < hero.max_stamina}
    return any(lacking.get(effect.kind, False) for effect in item.effects)


def used(now: JourneyState, slug: str, dice: Dice) -> JourneyState:
    """A thing used up between fights: HP and stamina restored, stress taken off or caused."""
    now = now.model_copy(update={"pack": without(now.pack, slug)})
    remedy = descent().remedies.get(slug)
    if remedy is not None:
        stress = max(now.stress - remedy.calms, 0)
        return now.telling(f"{remedy.text} Stress {stress}.", stress=stress)
    item, hero = named("consumable", slug, library().consumables), hero_of(now)
    hp, stamina = now.hp, now.stamina
    for effect in item.effects:
        if effect.kind in RESTORING:
            amount = rolled(dice, effect.amount) + (hero.attributes[effect.attribute] if effect.attribute is not None else 0)
            if effect.kind == EffectKind.HEAL:
                hp = min(hp + amount, hero.max_hp)
            else:
                stamina = min(stamina + amount, hero.max_stamina)
    return now.telling(f"{item.text} {hp}/{hero.max_hp} HP, {stamina}/{hero.max_stamina} stamina.", hp=hp, stamina=stamina)


def kit_choices(now: JourneyState) -> list[Choice]:
    """What can be done with what is carried."""
    found = [Choice(USE + slug, described(slug)) for slug in dict.fromkeys(now.pack) if is_of_use(now, slug)]
    found += [Choice(verb(slug) + slug, described(slug)) for slug in dict.fromkeys(now.pack) if verb(slug) and slug != worn(now, slug)]
    return found + [Choice(DROP + slug, described(slug)) for slug in dict.fromkeys(now.pack)]


def kit_lines(now: JourneyState) -> list[str]:
    """What is wielded, worn and carried."""
    hero = hero_of(now)
    numbers = ", ".join(f"{each.slug.upper()} {hero.attributes[each]}" for each in Attribute)
    carried = ", ".join(thing(slug).name for slug in now.pack) or "nothing"
    gear = [f"{thing(str(slug)).name}, {described(str(slug))}" for slug in (now.weapon, now.armor) if slug is not None]
    abilities = ", ".join(f"{library().abilities[slug].name}{' (rank 2)' if slug in now.rank_2 else ''}" for slug in abilities_of(now))
    return [
        f"{numbers}.",
        *(f"{each}." for each in gear),
        f"Abilities: {abilities}.",
        f"In the pack ({len(now.pack)} of {descent().shape.slots}): {carried}.",
    ]


def swapped(now: JourneyState, slug: str, where: str) -> JourneyState:
    """A piece of gear put on from the pack or from the ground (``where``); what it takes the place of comes there instead."""
    put_by = worn(now, slug)
    left = without(getattr(now, where), slug) + ((put_by,) if put_by != "None" else ())
    now = equipped(now.model_copy(update={where: left}), slug)
    return now.telling(f"{piece(slug).name} {'in hand' if verb(slug) == WIELD else 'on'}.")


def refusal(now: JourneyState, wanted: str) -> str | None:
    """Why a thing that exists cannot be used, taken, put on or bought now."""
    word, _, rest = wanted.partition(" ")
    slug = rest.replace(" ", "-")
    known = {*library().weapons, *library().armor, *library().consumables, *descent().remedies}
    if slug not in known:
        return None
    name = thing(slug).name
    if word == "buy" and now.stage == "trader":
        if not has_room(now) and not verb(slug):
            return f"the pack is full: {descent().shape.slots} things are all it holds"
        return f"{name} costs {price(slug)} cogs, and you have {now.cogs}" if price(slug) > now.cogs else f"nobody sells {name} here"
    if word == "take" and slug in now.lying:
        return f"the pack is full: {descent().shape.slots} things are all it holds"
    if slug in now.pack:
        return f"{name} would do nothing now" if word == "use" and now.stage == "kit" else f"{name} is in the pack: say kit"
    return f"you have no {name}"
