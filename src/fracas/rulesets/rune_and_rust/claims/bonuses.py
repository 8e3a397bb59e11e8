"""Claims about the effects of attributes, gear, abilities and statuses: dice of attack and defence, initiative, HP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from fracas.dice import ScriptedDice, parse_dice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust import rules
from fracas.rulesets.rune_and_rust.book import character, library
from fracas.rulesets.rune_and_rust.claims.scenes import ON_ATTACK, POOLS, SUCCESS, Scene, attack_pool, faces_with, scene_with
from fracas.rulesets.rune_and_rust.codes import Aim, Attribute, EffectKind, MoveKind, Opening, WeaponAttribute
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import HERO

# --- attributes ----------------------------------------------------------------------------------------------------------


@finds
@lru_cache(maxsize=64)
def attack_attributes(options: Options) -> str:
    """The attributes that a weapon can use, detected by the dice they give."""
    able = [name for name in WeaponAttribute.slugs() if Scene(options, 7, attribute=name).pools()[0] == 7]
    return "/".join(able)


@finds
@lru_cache(maxsize=64)
def attribute_rolled(options: Options, attacking: bool) -> str:
    """The attributes that change the dice of a defence, or of an attack without a weapon."""
    all_three = dict.fromkeys(Attribute.slugs(), 3)

    def rolled(attributes: dict[str, int]) -> int:
        return Scene(options, by_enemy=not attacking, weapon=False, attributes=attributes).pools()[0 if attacking else 1]

    return "/".join(name for name in all_three if rolled({**all_three, name: 4}) != rolled(all_three))


@finds
def gear_counts(options: Options, on_attack: bool, counts: bool = True) -> Found:
    """Whether gear that raises the attribute by 2 adds 2 dice, or none."""
    if on_attack:
        with_gear, without = Scene(options, gear=2).pools()[0], Scene(options).pools()[0]
    else:
        armour = {"name": "plate", "bonuses": {"sturdiness": 2}}
        with_gear, without = Scene(options, by_enemy=True, armor=armour).pools()[1], Scene(options, by_enemy=True).pools()[1]
    return Found(with_gear == without + (2 if counts else 0), f"{without} dice without it, {with_gear} with it")


@finds
def never_without_dice(options: Options, least_accuracy: int | None = None) -> Found:
    """Whether attribute 1 always leaves an attack one die, with the least accurate weapon or a given accuracy."""
    worst = min(w.accuracy for w in library().weapons.values()) if least_accuracy is None else least_accuracy
    dice = attack_pool(options, min(POOLS), worst)
    return Found(dice > 0, f"attribute 1 with accuracy {worst:+d}: {dice} {'die' if dice == 1 else 'dice'}")


@finds
def initiative_is_finesse(options: Options) -> Found:
    """Whether initiative is rolled with FINESSE dice, detected by the dice that the start of a fight asks for."""
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


# --- what ships ----------------------------------------------------------------------------------------------------------


@finds
def weapon_accuracy(options: Options, above: int = -99) -> Found:
    """The minimum and maximum effective accuracy of the weapons that ship."""
    found = {each.name: attack_pool(options, 5, each.accuracy) - 5 for each in library().weapons.values() if each.accuracy > above}
    least = min(found.values())
    names = [name for name, accuracy in found.items() if accuracy == least]
    return Found((least, max(found.values())), f"the least: {', '.join(names)}" if least < 0 else "")


@finds
def range_of(options: Options, what: str) -> tuple[int, int]:
    """The range of values that ship: attributes that attack, dice of abilities and moves, STURDINESS of all or of enemies."""
    known = library()
    heroes = [character(hero, options) for hero in known.heroes.values()]
    strikes = [(enemy, move) for enemy in known.enemies.values() for move in enemy.moves if move.kind == MoveKind.STRIKE]
    effects = [effect for ability in known.abilities.values() for rank in (1, 2) for effect in ability.at_rank(rank).effects]
    enemies = [enemy.attributes.sturdiness for enemy in known.enemies.values()]
    found = {
        "attack": [each.attributes[Attribute(each.weapon.attribute)] for each in heroes]
        + [getattr(enemy.attributes, move.attribute.slug) for enemy, move in strikes],
        "ability dice": [parse_dice(effect.amount).bonus for effect in effects if effect.kind == EffectKind.NEXT_ATTACK_DICE]
        + [move.bonus_dice for _, move in strikes],
        "sturdiness": [*enemies, *(each.attributes[Attribute.STURDINESS] for each in heroes)],
        "enemies' sturdiness": enemies,
    }[what]
    return min(found), max(found)


@finds
def attributes_of_strikes(options: Options) -> str:
    """The attributes that the enemies that ship attack with."""
    used = {move.attribute for enemy in library().enemies.values() for move in enemy.moves if move.kind == MoveKind.STRIKE}
    return "/".join(each.slug for each in Attribute if each in used)


@finds
def status_needs(options: Options) -> Found:
    """The maximum number of successes that an ability requires to apply a status to a foe."""
    asked = {
        ability.name: max([ability.threshold, *(e.needs for e in ability.effects if e.kind == EffectKind.STATUS)])
        for ability in library().abilities.values()
        if ability.aim != Aim.SELF and any(e.kind == EffectKind.STATUS for e in ability.effects)
    }
    return Found(max(asked.values()), ", ".join(f"{name} {n}" for name, n in asked.items()))


# --- bonuses -------------------------------------------------------------------------------------------------------------


@finds
def bonus(options: Options, accuracy: int = 0, ability: int = 0, on: Sequence[str] = (), weapon: bool = True) -> int:
    """The number of dice that bonuses add to attribute 5."""
    return Scene(options, 5, accuracy, ability, on, weapon=weapon).pools()[0] - 5


@finds
def bonus_range(options: Options, status: str) -> tuple[int, int]:
    """The bonus of an attack without a status and with it."""
    return bonus(options), bonus(options, on=(status,))


@finds
def most_bonus(options: Options) -> tuple[int, int]:
    """The maximum of a weapon, [Analyzed] and the Saga of Courage together, and of everything that the document lists."""
    return bonus(options, 3, 0, ("analyzed", "saga-of-courage")), bonus(options, 3, 5, ON_ATTACK)


@finds
def dodge_adds(options: Options) -> int:
    """The dice that Dodge adds to a defence."""
    return Scene(options, on=("dodging",)).pools()[1] - Scene(options).pools()[1]


@finds
@lru_cache(maxsize=64)
def attack_is_sum(options: Options) -> Found:
    """Whether the dice of an attack are the sum of the attribute and all bonuses, in all combinations."""
    kinds = [on for n in range(len(ON_ATTACK) + 1) for on in combinations(ON_ATTACK, n)]
    worth = {status: bonus(options, on=(status,)) for status in ON_ATTACK}
    cases = list(product((1, 5, 10), range(4), (0, 5), kinds))
    good = [Scene(options, b, a, x, on).pools()[0] == b + a + x + sum(worth[s] for s in on) for b, a, x, on in cases]
    return Found(all(good), f"in {sum(good)} of {len(good)} combinations")


def _given(options: Options) -> dict[str, int]:
    """The dice that each source adds to an attack."""
    given = {"weapon": bonus(options, accuracy=1), "ability": bonus(options, ability=1)}
    return given | {status: bonus(options, on=(status,)) for status in ON_ATTACK}


@finds
def sources_grant(options: Options, sources: Sequence[str]) -> Found:
    """Whether each of these sources adds dice to an attack."""
    given = _given(options)
    return Found(all(given[s] > 0 for s in sources), ", ".join(f"{s} {given[s]:+d}" for s in sources))


@finds
def list_is_complete(options: Options, named: Sequence[str]) -> Found:
    """Whether nothing but what is named adds dice to a hero's attack."""
    more = [source for source, dice in _given(options).items() if source not in named and dice > 0]
    return Found(not more, f"besides: {', '.join(more)}" if more else "nothing else adds dice")


@finds
def for_all_attackers(options: Options) -> Found:
    """Whether [Analyzed] gives dice to heroes and enemies alike."""
    more = [Scene(options, 5, on=("analyzed",), by_enemy=enemy).pools()[0] - 5 for enemy in (False, True)]
    return Found(more[0] == more[1] > 0, f"the hero's attacks {more[0]:+d}, an enemy's {more[1]:+d}")


@finds
def exploit_weakness(options: Options) -> int:
    """The number of dice that Exploit Weakness adds to the next attack, by using it."""
    scene = scene_with(options, "exploit-weakness", wits=3)
    before = scene.pools()[0]
    scene.use(ScriptedDice([SUCCESS] * 9))
    return scene.pools()[0] - before


@finds
def used_up(options: Options) -> Found:
    """Whether an ability's dice are used up by the next attack."""
    scene = Scene(options, ability=3)
    first = scene.pools()[0]
    scene.strikes(ScriptedDice(faces_with(0, sum(scene.pools())) + [1] * 9), scene.state)
    return Found(scene.pools()[0] == first - 3, f"{first} dice, then {scene.pools()[0]}")


@finds
def same_on_the_attack(options: Options) -> Found:
    """Whether Battle Rage, the Saga of Courage and [Analyzed] have the same effect on an attack."""
    dice = {status: dice for status, dice in _given(options).items() if status in ON_ATTACK}
    return Found(len(set(dice.values())) == 1, ", ".join(f"{status} {n:+d}" for status, n in dice.items()))


@finds
def cap_without_effect(options: Options, cap: int) -> Found:
    """Whether a cap has no effect on an attack without an ability's dice."""
    plain, capped = (bonus(each, 3, 0, ON_ATTACK) for each in (options, options.model_copy(update={"accuracy_cap": cap})))
    return Found(plain == capped, f"all else together is {plain:+d}, and {capped:+d} with the cap")
