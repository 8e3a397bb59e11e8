"""Claims about what attributes, gear and weapons give: dice of attack and defence, initiative, HP."""

from __future__ import annotations

from functools import cache

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust import rules
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.claims.scenes import POOLS, Scene, against, attack_pool
from fracas.rulesets.rune_and_rust.codes import Attribute, Opening, WeaponAttribute
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import HERO


@finds
@cache
def attack_attributes(options: Options) -> str:
    """The attributes with which a weapon can be swung, told by the dice they give."""
    able = [name for name in WeaponAttribute.slugs() if Scene(options, 7, attribute=name).pools()[0] == 7]
    return "/".join(able)


@finds
@cache
def defence_attribute(options: Options) -> str:
    """The attributes that change the dice of a defence."""
    plain = Scene(options, by_enemy=True, attributes=dict.fromkeys(Attribute.slugs(), 3)).pools()[1]
    raised = {n: Scene(options, by_enemy=True, attributes={**dict.fromkeys(Attribute.slugs(), 3), n: 4}) for n in Attribute.slugs()}
    return "/".join(name for name, scene in raised.items() if scene.pools()[1] != plain)


@finds
@cache
def defence_is_sturdiness(options: Options) -> Found:
    """Whether the defence is STURDINESS in dice, from 0 to 15."""
    found = [against(options, n) for n in range(16)]
    return Found(found == list(range(16)), f"STURDINESS 0 to 15: {', '.join(map(str, found))} dice")


@finds
def gear_counts(options: Options, on_attack: bool) -> Found:
    """Whether gear that raises the attribute by 2 adds 2 dice."""
    if on_attack:
        with_gear, without = Scene(options, gear=2).pools()[0], Scene(options).pools()[0]
    else:
        armour = {"name": "plate", "bonuses": {"sturdiness": 2}}
        with_gear, without = Scene(options, by_enemy=True, armor=armour).pools()[1], Scene(options, by_enemy=True).pools()[1]
    return Found(with_gear == without + 2, f"{without} dice without it, {with_gear} with it")


@finds
def gear_does_not_defend(options: Options) -> Found:
    """Whether gear leaves the defence as it is."""
    found = gear_counts(options, False)
    return Found(not found.value, found.words)


@finds
def unarmed_attribute(options: Options) -> str:
    """What is rolled without a weapon."""
    scene = Scene(options, weapon=False)
    return Attribute(scene.book.sheets[HERO].weapon.attribute).slug


@finds
def unarmed_accuracy(options: Options) -> int:
    """The accuracy bonus without a weapon."""
    return Scene(options, weapon=False).pools()[0] - Scene(options).pools()[0]


@finds
def weapon_accuracy(options: Options, above: int = -99) -> Found:
    """The least and the highest accuracy of the weapons there are."""
    every = [w for w in library().weapons.values() if w.accuracy > above]
    least = min(w.accuracy for w in every)
    names = [w.name for w in every if w.accuracy == least]
    return Found((least, max(w.accuracy for w in every)), f"the least: {', '.join(names)}" if least < 0 else "")


@finds
def never_without_dice(options: Options, least_accuracy: int | None = None) -> Found:
    """Whether attribute 1 always leaves an attack a die, with the worst weapon there is or an accuracy of so much."""
    worst = min(w.accuracy for w in library().weapons.values()) if least_accuracy is None else least_accuracy
    dice = attack_pool(options, min(POOLS), worst)
    return Found(dice > 0, f"attribute 1 with accuracy {worst:+d}: {dice} {'die' if dice == 1 else 'dice'}")


@finds
def least_pool(options: Options) -> int:
    """The dice of attribute 1 without bonuses."""
    return attack_pool(options, min(POOLS))


@finds
def initiative_is_finesse(options: Options) -> Found:
    """Whether initiative is rolled with FINESSE dice, by the dice that the start of a fight asks for."""
    asked = []
    for finesse in (1, 4, 9):
        scene = Scene(options, attributes={"finesse": finesse})
        scene.book.opening = Opening.INITIATIVE
        dice = ScriptedDice([1] * 40)
        rules.start(dice, scene.setup.state.copy()[0], scene.book)
        asked.append(40 - dice.left)
    return Found(asked == [1, 4, 9], f"a hero of FINESSE 1, 4 and 9 against an enemy of 0: {', '.join(map(str, asked))} dice")


@finds
def sturdiness_gives_hp(options: Options) -> Found:
    """Whether more STURDINESS means more HP."""
    most = [int(Scene(options, by_enemy=True, sturdiness=n).book.sheets[HERO].max_hp) for n in (1, 5, 10)]
    return Found(most[0] < most[1] < most[2], f"STURDINESS 1, 5 and 10: {', '.join(map(str, most))} HP")
