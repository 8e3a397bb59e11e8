"""What a hero on an expedition has equipped and wears, and what armour costs. Swapped between fights alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fracas.engine.contract.campaign import Choice
from fracas.rulesets.ruins_and_realms import book, models
from fracas.rulesets.ruins_and_realms.codes import Special
from fracas.rulesets.ruins_and_realms.expedition import ExpeditionOptions, JourneyState, expedition
from fracas.rulesets.ruins_and_realms.labels import described, worn

EQUIP, UNEQUIP, WEAR, TAKE_OFF = "equip ", "put by ", "wear ", "take off "


def price(piece: models.Armor) -> int:
    """What a piece of armour costs."""
    rules = expedition().armor_price
    return rules.a_level * piece.level + rules.a_weight * piece.weight


def may_carry(style: str, piece: models.Armor) -> bool:
    """Whether a style can use a piece at all."""
    rules = book.config().styles[style]
    return piece.weight <= rules.armor_weight and (not piece.block or rules.special is Special.SHIELD)


def sold(style: str, level: int, owned: Sequence[str]) -> list[tuple[str, models.Armor]]:
    """The armour that a market has for a hero: what the level and the style allow, and the hero does not own."""
    return [(n, p) for n, p in book.library().armor.items() if p.level <= level and n not in owned and may_carry(style, p)]


def room_for(now: JourneyState, name: str) -> str | None:
    """Why a piece cannot be put on as things are, or None."""
    assert now.style is not None
    known = book.library().armor
    piece, style = known[name], book.config().styles[now.style]
    for each in now.armor:
        if known[each].slot == piece.slot:
            return f"{known[each].name} is worn there: take it off first"
    weight = piece.weight + sum(known[each].weight for each in now.armor)
    if weight > style.armor_weight:
        return f"with {piece.name} it would be weight {weight}, and {style.name} bears {style.armor_weight}"
    return None


def lines(now: JourneyState, rules: models.Options) -> list[str]:
    """What is equipped and worn."""
    content = book.library()
    slots = book.slots_at(now.level, rules)
    moves = ", ".join(f"{content.manoeuvres[name].name} {content.manoeuvres[name].cell}" for name in now.equipped)
    pieces = ", ".join(content.armor[name].name for name in now.armor) or "nothing"
    return [f"Manoeuvres in {slots} slots: {moves}.", f"You wear: {pieces}."]


def choices(now: JourneyState, rules: models.Options) -> list[Choice]:
    """What can be put on and off."""
    content = book.library()
    found = []
    if len(now.equipped) < book.slots_at(now.level, rules):
        spare = [content.manoeuvres[name] for name in now.known if name not in now.equipped]
        found += [Choice(EQUIP + m.id, described(m)) for m in spare]
    if len(now.equipped) > 1:
        found += [Choice(UNEQUIP + name, described(content.manoeuvres[name])) for name in now.equipped]
    found += [Choice(WEAR + name, worn(content.armor[name])) for name in now.pack if room_for(now, name) is None]
    return found + [Choice(TAKE_OFF + name, worn(content.armor[name])) for name in now.armor]


def changed(now: JourneyState, name: str) -> JourneyState:
    """A manoeuvre or a piece of armour put on or off."""
    if name.startswith(EQUIP):
        return now.model_copy(update={"equipped": (*now.equipped, name.removeprefix(EQUIP))})
    if name.startswith(UNEQUIP):
        return now.model_copy(update={"equipped": _without(now.equipped, name.removeprefix(UNEQUIP))})
    if name.startswith(WEAR):
        piece = name.removeprefix(WEAR)
        return now.model_copy(update={"armor": (*now.armor, piece), "pack": _without(now.pack, piece)})
    piece = name.removeprefix(TAKE_OFF)
    return now.model_copy(update={"armor": _without(now.armor, piece), "pack": (*now.pack, piece)})


def bought(now: JourneyState, name: str) -> JourneyState:
    """A piece of armour is bought; it is put on where there is room for it."""
    piece = book.library().armor[name]
    fits = room_for(now, name) is None
    change: dict[str, Any] = {"coins": now.coins - price(piece), "told": (f"You buy the {piece.name}{' and put it on' if fits else ''}.",)}
    change |= {"armor": (*now.armor, name)} if fits else {"pack": (*now.pack, name)}
    return now.model_copy(update=change)


def refusal(now: JourneyState, wanted: str, rules: models.Options, own: ExpeditionOptions) -> str | None:
    """Why a manoeuvre cannot be learnt or equipped, or a piece of armour bought or worn, although there is such a thing."""
    content = book.library()
    words = wanted.split()
    meant = ["-".join(words[i:]) for i in range(len(words))]
    name = next((each for each in meant if each in content.manoeuvres or each in content.armor), "")
    if name in content.manoeuvres:
        return _no_manoeuvre(now, content.manoeuvres[name], rules)
    if name in content.armor:
        return _no_armour(now, name, content.armor[name])
    if wanted == "buy salve" and now.stage == "market":
        return f"a salve costs {own.salve_price} coins, and you have {now.coins}"
    return None


def _no_manoeuvre(now: JourneyState, move: models.Manoeuvre, rules: models.Options) -> str:
    if move.style != now.style:
        return f"{move.name} is of another style"
    if move.id not in now.known:
        tier = book.tier_at(now.level)
        return f"{move.name} is of tier {move.tier}, and tier {tier} is open to you" if move.tier > tier else f"{move.name} is not learnt"
    if now.stage != "gear":
        return f"{move.name} is learnt already" if now.stage == "learn" else "manoeuvres are swapped between fights: say gear"
    if move.id in now.equipped:
        return f"{move.name} is the last one equipped" if len(now.equipped) == 1 else f"{move.name} is equipped"
    return f"all {book.slots_at(now.level, rules)} slots are full: put one by first"


def _no_armour(now: JourneyState, name: str, piece: models.Armor) -> str:
    assert now.style is not None or now.stage == "style"
    if now.style is None:
        return "choose your style first"
    if name in now.pack and now.stage == "gear":
        return room_for(now, name) or f"{piece.name} is in your pack"
    if name in now.armor + now.pack:
        return f"you own {piece.name}"
    if not may_carry(now.style, piece):
        return f"{book.config().styles[now.style].name} cannot use {piece.name}"
    if piece.level > now.level:
        return f"{piece.name} is for level {piece.level}, and you are of level {now.level}"
    return f"{piece.name} costs {price(piece)} coins, and you have {now.coins}"


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name)
