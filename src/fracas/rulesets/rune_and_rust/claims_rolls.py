"""Claims of Rune & Rust about rolls: pools and bonuses, the opposed roll, the worked examples, damage and the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, get_args

from fracas.dice import Roll, ScriptedDice, die, distribution, successes
from fracas.engine.claims import Found
from fracas.rulesets.rune_and_rust import blows, rules
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.claims_stage import (
    FOE,
    HERO,
    MOST_ABILITY,
    MOST_WEAPON,
    ON_ATTACK,
    POOLS,
    SOURCES,
    SUCCESS,
    Blow,
    Scene,
    against,
    attack_pool,
    changed,
    faces_with,
    hits,
    ledger,
    percent,
    scene_with,
    successes_of,
)
from fracas.rulesets.rune_and_rust.models import Attributes, Options, Weapon
from fracas.rulesets.rune_and_rust.odds import net_distribution

# --- pools ----------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def pool(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> str:
    """The dice of an attack."""
    return f"{Scene(options, base, accuracy, ability, on).attack_dice()}d6"


@ledger.finds
def bonus(options: Options, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> int:
    """What bonuses add to the dice of an attack."""
    return Scene(options, 5, accuracy, ability, on).attack_dice() - Scene(options, 5).attack_dice()


@ledger.finds
def bonus_range(options: Options, status: str) -> tuple[int, int]:
    """What an attack has without a status and with it."""
    return bonus(options), bonus(options, on=(status,))


@ledger.finds
def average(options: Options, base: int, accuracy: int = 0, ability: int = 0, on: Sequence[str] = ()) -> Fraction:
    """The average successes of an attack."""
    return Fraction(successes_of(options, Scene(options, base, accuracy, ability, on).attack_dice()).mean())


@ledger.finds
def average_added(options: Options, dice: int) -> Fraction:
    """The average successes that so many more dice add, whatever the pool."""
    [only] = {Fraction(successes_of(options, n + dice).mean()) - Fraction(successes_of(options, n).mean()) for n in POOLS}
    return only


@ledger.finds
def defence_pool(options: Options, sturdiness: int) -> str:
    """The dice of a defence."""
    return f"{against(options, sturdiness)}d6"


@ledger.finds
def defence_range(options: Options, low: int, high: int) -> tuple[int, int]:
    """The dice that the least and the highest STURDINESS roll."""
    return against(options, low), against(options, high)


@ledger.finds
def defence_count(options: Options, sturdiness: int) -> int:
    """How many dice a defence has."""
    return against(options, sturdiness)


@ledger.finds
def defence_average(options: Options, sturdiness: int) -> Fraction:
    """The average successes of a defence."""
    return Fraction(successes_of(options, against(options, sturdiness)).mean())


@ledger.finds
def defence_makes(options: Options, sturdiness: int, low: int, high: int = 99) -> Fraction:
    """The chance that a defence makes so many successes."""
    return successes_of(options, against(options, sturdiness)).where(lambda k: low <= k <= high)


@ledger.finds
def dice_make(options: Options, dice: int, made: int) -> Fraction:
    """The chance that so many dice make exactly so many successes."""
    return successes_of(options, dice)[made]


@ledger.finds
def all_show(options: Options, dice: int, face: int) -> Fraction:
    """The chance that all dice show this face or more."""
    return distribution(lambda rolled: int(successes(rolled, dice, face, blows.D6)))[dice]


@ledger.finds
def success_rate(options: Options, face: int | None = None) -> Fraction:
    """The chance that a die is a success, with the threshold in force or another."""
    return successes_of(options if face is None else changed(options, success_face=face), 1)[1]


@ledger.finds
def success_faces(options: Options) -> tuple[int, int]:
    """The least and the highest face that is a success."""
    good = [face for face in range(1, blows.D6 + 1) if successes(ScriptedDice([face]), 1, options.success_face, blows.D6)]
    return min(good), max(good)


@ledger.finds
def least_success(options: Options) -> int:
    """The least face that is a success."""
    return success_faces(options)[0]


@ledger.finds
def faces_of_a_die(options: Options) -> tuple[int, int]:
    """The faces of a die."""
    shown = [face for face, _ in distribution(lambda rolled: int(die(rolled, blows.D6))).items()]
    return min(shown), max(shown)


@ledger.finds
def faces_make(options: Options, faces: Sequence[int]) -> int:
    """The successes of these faces."""
    return int(successes(ScriptedDice(faces), len(faces), options.success_face, blows.D6))


@ledger.finds
def share_of_faces(options: Options, faces: Sequence[int]) -> Fraction:
    """The share of these faces that are successes."""
    return Fraction(faces_make(options, faces), len(faces))


@ledger.finds
def no_dice_make(options: Options) -> Found:
    """The successes of no dice, or fewer than none."""
    made = {n for dice in (0, -1, -7) for n, _ in successes_of(options, dice).items()}
    return Found(max(made), "0, -1 and -7 dice all make none" if made == {0} else "")


@ledger.finds
@cache
def attack_is_sum(options: Options) -> Found:
    """Whether the dice of an attack are the attribute and all bonuses, in all combinations."""
    kinds = [on for n in range(len(ON_ATTACK) + 1) for on in combinations(ON_ATTACK, n)]
    worth = {status: bonus(options, on=(status,)) for status in ON_ATTACK}
    cases = list(product((1, 5, 10), range(MOST_WEAPON + 1), (0, MOST_ABILITY), kinds))
    good = [Scene(options, b, a, x, on).attack_dice() == b + a + x + sum(worth[s] for s in on) for b, a, x, on in cases]
    return Found(all(good), f"in {sum(good)} of {len(good)} combinations")


@ledger.finds
def sources_grant(options: Options, sources: Sequence[str]) -> Found:
    """Whether each of these sources adds dice to an attack."""
    given = {"weapon": bonus(options, accuracy=1), "ability": bonus(options, ability=1), **{s: bonus(options, on=(s,)) for s in ON_ATTACK}}
    return Found(all(given[s] > 0 for s in sources), ", ".join(f"{s} {given[s]:+d}" for s in sources))


@ledger.finds
def list_is_complete(options: Options, named: Sequence[str]) -> Found:
    """Whether nothing but what is named adds dice to a hero's attack."""
    more = [s for s in SOURCES if s not in named and sources_grant(options, [s]).value]
    return Found(not more, f"besides: {', '.join(more)}" if more else "nothing else adds dice")


@ledger.finds
def most_bonus(options: Options, accuracy: int = MOST_WEAPON, ability: int = MOST_ABILITY, on: Sequence[str] = ON_ATTACK) -> Found:
    """What everything together adds to an attack."""
    return Found(bonus(options, accuracy, ability, on), f"weapon {accuracy}, ability {ability}, {', '.join(on)}")


@ledger.finds
def most_dice(options: Options) -> int:
    """The dice of attribute 10 with all bonuses of the list at their most."""
    return Scene(options, max(POOLS), MOST_WEAPON, MOST_ABILITY, ON_ATTACK).attack_dice()


@ledger.finds
def exploit_weakness(options: Options) -> int:
    """What Exploit Weakness adds to the next attack, by using it."""
    scene = scene_with(options, "exploit-weakness", wits=3)
    before = scene.attack_dice()
    rules.use_ability(ScriptedDice([SUCCESS] * 9), scene.array[0], scene.book, 0, FOE)
    return scene.attack_dice() - before


@ledger.finds
def used_up(options: Options) -> Found:
    """Whether an ability's dice are gone after the next attack."""
    scene = Scene(options, ability=3)
    first = scene.attack_dice()
    scene.attack(ScriptedDice(faces_with(0, first + scene.defence_dice()) + [1] * 9), scene.array[0])
    return Found(scene.attack_dice() == first - 3, f"{first} dice, then {scene.attack_dice()}")


@ledger.finds
@cache
def attack_attributes(options: Options) -> str:
    """The attributes with which a weapon can be swung, told by the dice they give."""
    able = [name for name in get_args(Weapon.model_fields["attribute"].annotation) if Scene(options, 7, attribute=name).attack_dice() == 7]
    return "/".join(able)


@ledger.finds
@cache
def defence_attribute(options: Options) -> str:
    """The attributes that change the dice of a defence."""
    plain = Scene(options, by_enemy=True, attributes=dict.fromkeys(Attributes.model_fields, 3)).defence_dice()
    raised = {
        n: Scene(options, by_enemy=True, attributes={**dict.fromkeys(Attributes.model_fields, 3), n: 4}) for n in Attributes.model_fields
    }
    return "/".join(name for name, scene in raised.items() if scene.defence_dice() != plain)


@ledger.finds
@cache
def defence_is_sturdiness(options: Options) -> Found:
    """Whether the defence is STURDINESS in dice, from 0 to 15."""
    found = [against(options, n) for n in range(16)]
    return Found(found == list(range(16)), f"STURDINESS 0 to 15: {', '.join(map(str, found))} dice")


@ledger.finds
def gear_counts(options: Options, on_attack: bool) -> Found:
    """Whether gear that raises the attribute by 2 adds 2 dice."""
    if on_attack:
        with_gear, without = Scene(options, gear=2).attack_dice(), Scene(options).attack_dice()
    else:
        armour = {"name": "plate", "bonuses": {"sturdiness": 2}}
        with_gear, without = Scene(options, by_enemy=True, armor=armour).defence_dice(), Scene(options, by_enemy=True).defence_dice()
    return Found(with_gear == without + 2, f"{without} dice without it, {with_gear} with it")


@ledger.finds
def gear_does_not_defend(options: Options) -> Found:
    """Whether gear leaves the defence as it is."""
    found = gear_counts(options, False)
    return Found(not found.value, found.words)


@ledger.finds
def unarmed_attribute(options: Options) -> str:
    """What is rolled without a weapon."""
    scene = Scene(options, weapon=False)
    return str(list(Attributes.model_fields)[int(scene.book.sheets[HERO].weapon_attribute)])


@ledger.finds
def unarmed_accuracy(options: Options) -> int:
    """The accuracy bonus without a weapon."""
    return Scene(options, weapon=False).attack_dice() - Scene(options).attack_dice()


@ledger.finds
def weapon_accuracy(options: Options, above: int = -99) -> Found:
    """The least and the highest accuracy of the weapons there are."""
    every = [w for w in library().weapons.values() if w.accuracy > above]
    least = min(w.accuracy for w in every)
    names = [w.name for w in every if w.accuracy == least]
    return Found((least, max(w.accuracy for w in every)), f"the least: {', '.join(names)}" if least < 0 else "")


@ledger.finds
def never_without_dice(options: Options, least_accuracy: int | None = None) -> Found:
    """Whether attribute 1 always leaves an attack a die, with the worst weapon there is or an accuracy of so much."""
    worst = min(w.accuracy for w in library().weapons.values()) if least_accuracy is None else least_accuracy
    dice = attack_pool(options, min(POOLS), worst)
    return Found(dice > 0, f"attribute 1 with accuracy {worst:+d}: {dice} {'die' if dice == 1 else 'dice'}")


@ledger.finds
def least_pool(options: Options) -> int:
    """The dice of attribute 1 without bonuses."""
    return attack_pool(options, min(POOLS))


# --- the opposed roll -------------------------------------------------------------------------------------------------------------------


@ledger.finds
def net_of(options: Options, attack: int, defence: int) -> int:
    """Net successes of an attack with so many successes against so many."""
    book = Scene(options).book
    script = ScriptedDice(faces_with(attack, 9) + faces_with(defence, 9))
    return int(blows.net_successes(script, 9, 9, book.options, True))


@ledger.finds
@cache
def net_is_difference(options: Options) -> Found:
    """Whether net successes are the difference, for up to nine on both sides."""
    cases = list(product(range(10), range(10)))
    good = [net_of(options, a, d) == a - d for a, d in cases]
    return Found(all(good), f"in {sum(good)} of {len(good)} pairs of successes")


@cache
def outcomes_of(options: Options) -> dict[tuple[int, int], Blow]:
    """Every pair of successes of six dice against six, struck once."""
    scene = Scene(options, base=6, sturdiness=6)
    cases = list(product(range(7), range(7)))
    return {(a, d): scene.strike(faces_with(a, 6), faces_with(d, 6)) for a, d in cases}


NETS: dict[str, Callable[[int], bool]] = {
    "above 0": lambda n: n > 0,
    "0 or less": lambda n: n <= 0,
    "0": lambda n: n == 0,
    "below 0": lambda n: n < 0,
}


@ledger.finds
def net_leads_to(options: Options, net: str, hit: bool) -> Found:
    """Whether attacks with such a net land and hurt, or do neither."""
    blows_so = [blow for (a, d), blow in outcomes_of(options).items() if NETS[net](a - d)]
    good = [blow.landed == hit and (blow.damage > 0) == hit for blow in blows_so]
    return Found(all(good), f"in {sum(good)} of {len(good)} pairs of successes")


@ledger.finds
def only_difference_matters(options: Options) -> Found:
    """Whether hit or miss follows from the difference alone."""
    results: dict[int, set[bool]] = {}
    for (a, d), blow in outcomes_of(options).items():
        results.setdefault(a - d, set()).add(blow.landed)
    return Found(all(len(each) == 1 for each in results.values()), f"the same for each of {len(results)} differences")


@ledger.finds
def rolls_are_independent(options: Options, attack: int, sturdiness: int) -> Found:
    """Whether net successes fall as two rolls that know nothing of each other would make them fall."""
    net = net_distribution(attack, against(options, sturdiness), options)
    mine, theirs = successes_of(options, attack), successes_of(options, against(options, sturdiness))
    apart: dict[int, Fraction] = {}
    for (a, p), (d, q) in product(mine.items(), theirs.items()):
        apart[a - d] = apart.get(a - d, Fraction(0)) + p * q
    return Found(dict(net.items()) == apart, "the chances of both multiply")


@ledger.finds
def neither_comes_first(options: Options) -> Found:
    """Whether the log leaves open which of the two rolls came first."""
    scene = Scene(options)
    lines = scene.lines(scene.strike(faces_with(2, 5), faces_with(1, 5)))
    rolled = next(i for i, line in enumerate(lines) if "Rolled" in line)
    return Found(lines.index("Enemy defends!") < rolled, "the attack is rolled and told before the defence")


@ledger.finds
def two_rolls(options: Options) -> Found:
    """Whether both sides roll in an attack."""
    scene = Scene(options)
    roll = next(e for e in scene.strike(faces_with(2, 5), faces_with(1, 5)).entries if isinstance(e, Roll) and e.kind == "net")
    return Found(bool(roll.faces) and bool(roll.against), f"{len(roll.faces)} dice and {len(roll.against)} dice")


@ledger.finds
def same_for_enemies(options: Options) -> Found:
    """Whether enemies hit by the same roll as heroes."""
    pairs = [(3, 3), (6, 5), (6, 9), (10, 3)]
    both = [(1 - Scene(options, a, sturdiness=d, by_enemy=enemy).damage()[0]) for a, d in pairs for enemy in (False, True)]
    return Found(both[::2] == both[1::2], "; ".join(f"{a} against {d}: {percent(p)}" for (a, d), p in zip(pairs, both[::2], strict=True)))


@ledger.finds
def for_all_attackers(options: Options) -> Found:
    """Whether [Analyzed] gives dice against its bearer to heroes and enemies alike."""
    more = [
        Scene(options, on=("analyzed",), by_enemy=enemy).attack_dice() - Scene(options, by_enemy=enemy).attack_dice()
        for enemy in (False, True)
    ]
    return Found(more[0] == more[1] > 0, f"the hero's attacks {more[0]:+d}, an enemy's {more[1]:+d}")


# --- worked examples --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """A worked example: its setup and the faces it shows."""

    setup: dict[str, Any]
    attack: tuple[int, ...]
    defence: tuple[int, ...]


EXAMPLES = {
    1: Example({"base": 5, "sturdiness": 4}, (6, 4, 5, 2, 3), (6, 3, 5, 1)),
    2: Example({"base": 6, "attribute": "finesse", "accuracy": 2, "sturdiness": 5}, (6, 5, 4, 6, 2, 5, 3, 1), (3, 5, 2, 6, 4)),
    3: Example({"base": 5, "attribute": "will", "on": ("analyzed",), "sturdiness": 6}, (6, 3, 5, 5, 2, 6, 4), (2, 4, 6, 3, 5, 1)),
    4: Example({"base": 6, "by_enemy": True, "sturdiness": 9}, (5, 4, 6, 3, 2, 5), (6, 3, 5, 4, 6, 2, 5, 1, 3)),
}


def played(options: Options, example: int) -> tuple[Scene, Blow]:
    """A worked example, set up and struck with its faces."""
    case = EXAMPLES[example]
    scene = Scene(options, **case.setup)
    return scene, scene.strike(case.attack, case.defence)


@ledger.finds
def example_pool(options: Options, example: int, attacking: bool) -> str:
    """The dice of one side of a worked example."""
    scene, _ = played(options, example)
    return f"{scene.attack_dice() if attacking else scene.defence_dice()}d6"


@ledger.finds
def example_successes(options: Options, example: int, attacking: bool) -> int:
    """The successes of one side of a worked example."""
    _, blow = played(options, example)
    return blow.attack if attacking else blow.defence


@ledger.finds
def example_net(options: Options, example: int) -> int:
    """The net successes of a worked example."""
    _, blow = played(options, example)
    return net_of(options, blow.attack, blow.defence)


@ledger.finds
def example_comes_to(options: Options, example: int, hit: bool) -> Found:
    """Whether a worked example hits, or does not."""
    scene, blow = played(options, example)
    return Found(blow.landed == hit, scene.lines(blow)[-1].strip())


@ledger.finds
def made_the_difference(options: Options, example: int, dice: int) -> Found:
    """Whether a worked example would have missed without the last so many dice."""
    case = EXAMPLES[example]
    _, blow = played(options, example)
    left = faces_make(options, case.attack[: len(case.attack) - dice])
    pairs = list(combinations(case.attack, dice))
    decide = sum(blow.attack - faces_make(options, pair) <= blow.defence for pair in pairs)
    words = (
        f"{left} to {blow.defence} without the last {dice}; of all {len(pairs)} pairs of dice that could be the added ones {decide} decide"
    )
    return Found(blow.landed and left <= blow.defence, words)


@ledger.finds
def likely_adds(options: Options, dice: int, made: int, exactly: bool) -> Found:
    """Whether it is likely that more dice add a success: as a rule one or more, or exactly so many rather than any other number."""
    chances = dict(successes_of(options, dice).items())
    if not exactly:
        p = sum((q for k, q in chances.items() if k >= made), Fraction(0))
        return Found(p > Fraction(1, 2), f"{made} or more {percent(p)}")
    rest = max(q for k, q in chances.items() if k != made)
    return Found(chances[made] > rest, ", ".join(f"{k} {percent(q)}" for k, q in sorted(chances.items())))


# --- damage and the log -----------------------------------------------------------------------------------------------------------------


@ledger.finds
def damage_grows_with_net(options: Options) -> Found:
    """Whether a hit by more net successes does more damage, the damage dice being the same."""
    dealt = [blow.damage for (a, d), blow in sorted(outcomes_of(options).items()) if d == 0 and a > 0]
    return Found(dealt != [dealt[0]] * len(dealt), f"net 1 to {len(dealt)} with the same damage die: {', '.join(map(str, dealt))}")


@ledger.finds
def damage_free_of_net(options: Options) -> Found:
    """Whether damage is the same by however much an attack hits."""
    found = damage_grows_with_net(options)
    return Found(not found.value, found.words)


@ledger.finds
@cache
def all_or_nothing(options: Options) -> Found:
    """Whether an attack does either no damage or all that its dice show."""
    scene = Scene(options)
    damage, hit = scene.damage(), hits(options, scene.attack_dice(), 5)
    whole = distribution(lambda dice: int(blows.damage_roll(dice, 1, blows.D6, 0, scene.book.options)))
    full = {0: 1 - hit} | {n: p * hit for n, p in whole.items()}
    return Found(dict(damage.items()) == full, f"5 dice against 5: {percent(damage[0])} nothing, else the damage roll")


@ledger.finds
def successes_add_dice(options: Options, ability: str) -> Found:
    """Whether an ability rolls more damage dice the more successes it makes."""
    dealt = []
    for made in range(1, 6):
        scene = scene_with(options, ability)
        slot = scene.array[0].fighters[FOE]
        before = int(slot.hp)
        rules.use_ability(ScriptedDice(faces_with(made, 5) + [1] * 20), scene.array[0], scene.book, 0, FOE)
        dealt.append(before - int(slot.hp))
    return Found(dealt == sorted(set(dealt)), f"with 1 to 5 successes: {', '.join(map(str, dealt))} dice that show 1")


@ledger.finds
def status_needs(options: Options) -> Found:
    """The most successes that an ability asks for before it lays a status on a foe."""
    asked = {
        ability.name: max([ability.threshold, *(e.needs for e in ability.effects if e.kind == "status")])
        for ability in library().abilities.values()
        if ability.aim != "self" and any(e.kind == "status" for e in ability.effects)
    }
    return Found(max(asked.values()), ", ".join(f"{name} {n}" for name, n in asked.items()))


@ledger.finds
def log_tells_of_overwhelming(options: Options) -> Found:
    """Whether the log of a hit by six differs from that of a hit by one in more than the rolls."""
    scene = Scene(options, base=6, sturdiness=6)
    told = [
        [line for line in scene.lines(scene.strike(faces_with(made, 6), faces_with(0, 6))) if "Rolled" not in line and "takes" not in line]
        for made in (1, 6)
    ]
    return Found(told[0] != told[1], "; ".join(line.strip() for line in told[1]))


@ledger.finds
def log_has(options: Options, pattern: str, made: int = 3, against: int = 1, on: Sequence[str] = ()) -> Found:
    """Whether the log of an attack has a line of this form, whole."""
    scene = Scene(options, on=on, names=("{player.Name}", "{target.Name}"))
    lines = [line.strip() for line in scene.lines(scene.strike(faces_with(made, 5), faces_with(against, 5)))]
    fitting = [line for line in lines if re.fullmatch(pattern, line)]
    return Found(bool(fitting), fitting[0] if fitting else "no such line")


@ledger.finds
def log_names_bonuses(options: Options, sources: Sequence[str]) -> Found:
    """Whether each of these bonuses has a line in the log."""
    on = [s for s in sources if s in ON_ATTACK]
    scene = Scene(options, accuracy=int("weapon" in sources), ability=int("ability" in sources), on=on)
    lines = scene.lines(scene.strike(faces_with(3, 5), faces_with(1, 5)))
    before = lines[: lines.index("Player attacks Enemy!")]
    return Found(len(before) == len(sources), "; ".join(line.strip() for line in before))
