"""Rule options of World Loop: each does what it says, and by default the document holds."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.world_loop.ring import HIT, MEDIUM, MISS, SMALL, Glade, Ring, attributes, build, caps, drink, fighter, hero

from fracas.errors import FracasError
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.state import ATTACK, FLEE, REST

DOCUMENT = {  # every number that the document gives a name or a place in a formula
    "evasion_cap": 0.75,
    "luck_against_evasion": 0.002,
    "str_to_attack": 0.02,
    "vit_to_defence": 0.01,
    "minimum_damage": 1,
    "attack_stamina": 3,
    "damage_variance": 0.3,
    "luck_to_crit": 0.003,
    "crit_cap": 0.80,
    "sanctuary_debuff_atk": 0.5,
    "sanctuary_debuff_def": 0.5,
    "xp_per_kill_base": 25,
    "xp_per_tier": 0.5,
    "int_to_xp": 0.01,
    "wis_to_xp": 0.005,
    "train_attack_str": 0.015,
    "train_attack_vit": 0.005,
    "stat_growth_hp": 5,
    "stat_growth_atk": 2,
    "stat_growth_def": 1,
    "stat_growth_spd": 1,
    "attribute_growth": 2,
    "cap_growth": 5,
    "xp_first_level": 100,
    "xp_per_level_scale": 1.5,
    "max_level": 50,
    "potion_percent": 50,
    "potion_delay": 0.5,
    "drink_at_any_hp": False,
    "hero_respawn_ticks": 10,
    "safe_waking": False,
}
READ = {  # how the document is read where it says nothing, or two things
    "draws": "shared",
    "time": "ticks",
    "lag": "kept",
    "minimum_after_variance": False,
    "cooldown_speed": "base",
    "action_time": 1.0,
    "xp_curve": "stepwise",
    "level_hp_cap": "effective",
    "caps_first": False,
    "training_on": "attack",
    "miss_costs_stamina": True,
    "thresholds_of": "base",
}
BACKGROUND = {"flee_percent": 30, "rest_heal": 1, "stamina_regen": 1, "stamina_regen_resting": 5}  # world-loop.facts.md 1.3, 1.7


def test_by_default_the_document_holds():
    assert models.Options().model_dump() == {**DOCUMENT, **READ, **BACKGROUND}


# --- what to look at ----------------------------------------------------------------------------------------------------


def after(*faces: float, a: Any = None, b: Any = None, look: Callable[[Ring], Any]) -> Callable[..., Any]:
    """Something to see after one attack."""

    def measure(**options: Any) -> Any:
        ring = Ring(a, *([b] if b else []), **options)
        ring.strike(*faces)
        return look(ring)

    return measure


def chance(number: int, *, a: Any = None, b: Any = None) -> Callable[..., Any]:
    """The chance of evasion (0) or of a crit (1)."""
    return after(*HIT, a=a, b=b, look=lambda ring: round(ring.chances[number], 9))


def damage(*, a: Any = None, b: Any = None) -> Callable[..., Any]:
    """Base damage."""
    return after(*HIT, a=a, b=b, look=lambda ring: ring.value)


def training(*faces: float, b: Any = None) -> Callable[..., Any]:
    """What an attack trains of STR and VIT, in thousandths."""
    return after(*faces, b=b, look=lambda ring: (int(ring.a.training[0]) // 1000, int(ring.a.training[2]) // 1000))


def xp(*, b: Any, **mine: Any) -> Callable[..., Any]:
    """XP for a kill."""
    return after(*HIT, a=hero(atk=1000, **mine), b=b, look=lambda ring: int(ring.a.xp))


def levelled(look: Callable[[Any], Any], gained: int = 100, **mine: Any) -> Callable[..., Any]:
    """Something to see after level-ups."""

    def measure(**options: Any) -> Any:
        ring = Ring(hero(xp=gained, **mine), **options)
        ring.level_up()
        return look(ring.a)

    return measure


def ticked(look: Callable[[Ring], Any], *faces: float, ticks: int = 1, who: Any = None, **plans: int) -> Callable[..., Any]:
    """Something to see after some ticks."""

    def measure(**options: Any) -> Any:
        ring = Ring(who, **options)
        for _ in range(ticks):
            ring.tick(*faces, **plans)
        return look(ring)

    return measure


def chosen(policy: str, worn: int = 0, **mine: Any) -> Callable[..., Any]:
    """What a policy does; ``worn`` is HP of its gear."""

    def measure(**options: Any) -> Any:
        ring = Ring(hero(**mine), **options)
        ring.wear(0, "armor", hp=worn)
        return {ATTACK + 1: "attack", FLEE: "flee", drink(SMALL): "drink"}[ring.choice(policy)]

    return measure


def hasted(plan: int | None = None) -> Callable[..., Any]:
    """The delay of one whose gear doubles its SPD of 4."""

    def measure(**options: Any) -> Any:
        ring = Ring(hero(spd=4), **options)
        ring.wear(0, "accessory", spd=4)
        ring.tick(*(MISS if plan is None else ()), b=REST, **({} if plan is None else {"a": plan}))
        return float(ring.a.next_act)

    return measure


def slowed(**options: Any) -> float:
    """The delay of an attack at SPD 4, in event time."""
    ring = Ring(hero(spd=4), time="events", **options)
    ring.strike(*MISS)
    return float(ring.a.next_act)


def at_once(**options: Any) -> tuple[int, ...]:
    """Whether an attack happens as soon as it is chosen."""
    ring = Ring(**options)
    ring.act(ATTACK + 1, *(HIT if options else ()))
    return ring.hp


def fallen(**options: Any) -> Any:
    """A hero who has died in tick 0 of a world."""
    glade = Glade(**options)
    glade.put("goblin", 3, 4, atk=1000, max_hp=5000, hp=5000)
    glade.hero.body.evasion = 0.0
    glade.tick()
    assert glade.hero.deaths == 1
    return glade.hero


def awake(**options: Any) -> float:
    """When a hero who dies in tick 0 of a world acts again."""
    return float(fallen(**options).body.next_act)


def offered(**options: Any) -> list[bool]:
    """Whether a fighter may choose to drink, whole and hurt."""
    return [drink(SMALL) in Ring(hero(hp=hp, bag={SMALL: 1}), **options).legal() for hp in (100, 49)]


def vested(**options: Any) -> int:
    """The HP after a level-up of one who has 10 of its 110 HP by its gear."""
    ring = Ring(hero(xp=100), **options)
    ring.wear(0, "armor", hp=10)
    ring.a.hp = 110
    ring.level_up()
    return int(ring.a.hp)


def thresholds(n: int) -> Callable[..., Any]:
    """What the first levels take."""

    def measure(**options: Any) -> list[int]:
        ring = Ring(**options)
        found = []
        for _ in range(n):
            found.append(int(ring.a.xp_to_next))
            ring.a.xp = found[-1]
            ring.level_up()
        return found

    return measure


MINE, ITS = fighter(ground="sanctuary", atk=40), fighter(ground="sanctuary", **{"def": 40})
FULL = {"str": 15, "agi": 14}
GROWN = {"str": 2, "agi": 2, "vit": 2, "int": 2, "wis": 2, "end": 2}

OPTIONS = [
    # option, a value, what is looked at, by default, with that value
    ("draws", "independent", after(*HIT, look=lambda ring: len(ring.keys)), 3, 0),
    ("time", "events", at_once, (100, 100), (100, 90)),
    ("lag", "forgiven", ticked(lambda ring: float(ring.a.next_act), *MISS, ticks=3, who=hero(spd=4), b=REST), 0.75, 2.25),
    ("minimum_after_variance", True, after(False, False, 0.2, a=hero(atk=0), look=lambda ring: ring.hp[1]), 100, 99),
    ("minimum_after_variance", True, after(False, True, 0.2, a=hero(crit_dmg=0.0), look=lambda ring: ring.hp[1]), 100, 99),
    ("cooldown_speed", "effective", hasted(), 0.25, 0.125),
    ("cooldown_speed", "effective", hasted(REST), 0.25, 0.125),
    ("cooldown_speed", "effective", hasted(FLEE), 0.25, 0.125),
    ("action_time", 10, slowed, 0.25, 2.5),
    ("xp_curve", "closed", thresholds(6), [100, 150, 225, 337, 505, 757], [100, 150, 225, 337, 506, 759]),
    ("level_hp_cap", "base", vested, 115, 105),
    ("caps_first", True, levelled(attributes, attributes=FULL), {**GROWN, "str": 15, "agi": 15}, {**GROWN, "str": 17, "agi": 16}),
    ("training_on", "hit", training(*MISS), (15, 5), (0, 0)),
    ("training_on", "kill", training(*HIT), (15, 5), (0, 0)),
    ("miss_costs_stamina", False, after(*MISS, look=lambda ring: int(ring.a.stamina)), 997, 1000),
    ("thresholds_of", "effective", chosen("steady", 50, hp=60, bag={SMALL: 1}), "attack", "drink"),
    ("thresholds_of", "effective", chosen("wary", 50, hp=40), "attack", "flee"),
    ("damage_variance", 0.5, after(*HIT, look=lambda ring: ring.asked[-1]), ("scaled", 10.0, 0.85, 1.15), ("scaled", 10.0, 0.75, 1.25)),
    ("damage_variance", 0.0, after(False, False, 0.9, look=lambda ring: ring.hp[1]), 89, 90),
    ("minimum_damage", 4, damage(b=fighter(**{"def": 50})), 1, 4),
    ("minimum_damage", 0, damage(b=fighter(**{"def": 50})), 1, 0),
    ("evasion_cap", 0.4, chance(0, b=fighter(evasion=1.0)), 0.75, 0.4),
    ("luck_against_evasion", 0.01, chance(0, a=hero(luck=10), b=fighter(evasion=0.5)), 0.48, 0.4),
    ("crit_cap", 0.5, chance(1, a=hero(crit=1.0)), 0.8, 0.5),
    ("luck_to_crit", 0.01, chance(1, a=hero(crit=0.1, luck=10)), 0.13, 0.2),
    ("str_to_attack", 0.05, damage(a=hero(attributes={"str": 10})), 12, 15),
    ("vit_to_defence", 0.05, damage(a=hero(atk=20), b=fighter(**{"def": 20}, attributes={"vit": 10})), 20 - 11, 20 - 15),
    ("attack_stamina", 7, after(*HIT, look=lambda ring: int(ring.a.stamina)), 997, 993),
    ("sanctuary_debuff_atk", 0.25, damage(a=MINE), 20, 10),
    ("sanctuary_debuff_atk", 1.0, damage(a=MINE), 20, 40),
    ("sanctuary_debuff_def", 0.25, damage(a=hero(atk=40), b=ITS), 30, 35),
    ("sanctuary_debuff_def", 1.0, damage(a=hero(atk=40), b=ITS), 30, 20),
    ("xp_per_kill_base", 40, xp(b=fighter("goblin-warrior")), 150, 240),
    ("xp_per_tier", 1.0, xp(b=fighter("goblin-warrior")), 150, 225),
    ("int_to_xp", 0.1, xp(b=fighter("goblin-warrior"), attributes={"int": 10}), 165, 300),
    ("wis_to_xp", 0.1, xp(b=fighter("goblin-warrior"), attributes={"wis": 10}), 157, 300),
    ("train_attack_str", 0.25, training(*HIT), (15, 5), (250, 5)),
    ("train_attack_vit", 0.25, training(*HIT), (15, 5), (15, 250)),
    ("stat_growth_hp", 9, levelled(lambda me: (int(me.max_hp), int(me.hp)), hp=50), (105, 55), (109, 59)),
    ("stat_growth_atk", 9, levelled(lambda me: int(me.atk)), 12, 19),
    ("stat_growth_def", 9, levelled(lambda me: int(me.defence)), 1, 9),
    ("stat_growth_spd", 9, levelled(lambda me: int(me.spd)), 2, 10),
    ("attribute_growth", 4, levelled(attributes), GROWN, dict.fromkeys(GROWN, 4)),
    ("cap_growth", 1, levelled(caps), dict.fromkeys(GROWN, 20), dict.fromkeys(GROWN, 16)),
    ("xp_first_level", 50, thresholds(3), [100, 150, 225], [50, 75, 112]),
    ("xp_per_level_scale", 2.0, thresholds(4), [100, 150, 225, 337], [100, 200, 400, 800]),
    ("max_level", 2, levelled(lambda me: (int(me.level), int(me.xp)), 1000), (5, 188), (2, 900)),
    ("potion_percent", 70, chosen("steady", hp=69, bag={SMALL: 1}), "attack", "drink"),
    ("potion_percent", 20, chosen("steady", hp=20, bag={SMALL: 1}), "drink", "attack"),
    (
        "potion_delay",
        0.125,
        ticked(lambda ring: float(ring.a.next_act), who=hero(hp=40, bag={MEDIUM: 1}), b=REST, a=drink(MEDIUM)),
        0.5,
        0.125,
    ),
    ("flee_percent", 60, chosen("wary", hp=60), "attack", "flee"),
    ("flee_percent", 10, chosen("wary", hp=11), "flee", "attack"),
    ("rest_heal", 7, ticked(lambda ring: ring.hp[0], who=hero(hp=50), b=REST, a=REST), 51, 57),
    ("stamina_regen", 4, ticked(lambda ring: int(ring.a.stamina), *MISS, who=hero(stamina=20), b=REST), 18, 21),
    ("stamina_regen_resting", 9, ticked(lambda ring: int(ring.a.stamina), who=hero(stamina=20), b=REST, a=REST), 25, 29),
    ("drink_at_any_hp", True, offered, [False, True], [True, True]),
    ("hero_respawn_ticks", 3, awake, 10.0, 3.0),
    ("safe_waking", True, lambda **options: int(fallen(**options).safe), 0, 10),
]


@pytest.mark.parametrize(("option", "value", "measure", "default", "changed"), OPTIONS, ids=[f"{o[0]}={o[1]}" for o in OPTIONS])
def test_each_option_does_what_it_says(option, value, measure, default, changed):
    assert measure() == default
    assert measure(**{option: value}) == changed


def test_no_option_is_left_out():
    assert {each[0] for each in OPTIONS} == set(models.Options.model_fields)


# --- how options meet ---------------------------------------------------------------------------------------------------

TRAINS = [
    # training_on, an attack that misses, one that hits, one that kills
    ("attack", True, True, True),
    ("hit", False, True, True),
    ("kill", False, False, True),
]


@pytest.mark.parametrize(("on", "miss", "hit", "kill"), TRAINS)
def test_attacks_train_each_or_only_if_they_hit_or_kill(on, miss, hit, kill):
    found = [training(*MISS)(training_on=on), training(*HIT)(training_on=on), training(*HIT, b=fighter(hp=1))(training_on=on)]
    assert [each == (15, 5) for each in found] == [miss, hit, kill]
    assert all(each in ((15, 5), (0, 0)) for each in found)


def test_an_attack_that_costs_no_stamina_trains_even_at_the_last_point():
    ring = Ring(hero(stamina=1), attack_stamina=0)
    ring.strike(*HIT)
    assert (ring.a.stamina, ring.a.training[0]) == (1, 15_000)


def test_a_hit_costs_stamina_where_a_miss_does_not():
    ring = Ring(miss_costs_stamina=False)
    ring.strike(*HIT)
    assert ring.a.stamina == 997


@pytest.mark.parametrize(("minimum", "roll", "hurt"), [(1, 0.0, 1), (4, 0.0, 4), (4, 0.5, 4), (4, 1.0, 4), (0, 0.5, 0)])
def test_the_minimum_after_variance_is_the_minimum_damage(minimum, roll, hurt):
    ring = Ring(hero(atk=0), minimum_damage=minimum, minimum_after_variance=True)
    ring.strike(False, False, roll)
    assert ring.hp[1] == 100 - hurt


def test_more_than_the_minimum_is_not_changed_by_it():
    ring = Ring(minimum_after_variance=True)
    ring.strike(False, False, 0.0)
    assert ring.hp[1] == 92  # int(8.5)


def test_a_miss_does_nothing_even_where_there_is_a_minimum():
    ring = Ring(minimum_after_variance=True)
    ring.strike(*MISS)
    assert ring.hp[1] == 100


@pytest.mark.parametrize(("scale", "curve"), [(1.0, [80, 80, 80, 80]), (1.25, [80, 100, 125, 156]), (2.0, [80, 160, 320, 640])])
def test_the_closed_curve_takes_first_level_and_scale_too(scale, curve):
    assert thresholds(4)(xp_curve="closed", xp_first_level=80, xp_per_level_scale=scale) == curve


def test_effective_speed_below_1_counts_as_1():
    ring = Ring(hero(spd=4), cooldown_speed="effective")
    ring.wear(0, "armor", spd=-9)
    ring.strike(*MISS)
    assert ring.a.next_act == 1.0


def test_percentages_of_0_and_100_are_never_and_unless_whole():
    assert chosen("steady", hp=1, bag={SMALL: 1})(potion_percent=0) == "attack"
    assert chosen("steady", hp=99, bag={SMALL: 1})(potion_percent=100) == "drink"
    assert chosen("steady", hp=100, bag={SMALL: 1})(potion_percent=100) == "attack"
    assert chosen("wary", hp=1)(flee_percent=0) == "attack"
    assert chosen("wary", hp=100)(flee_percent=100) == "flee"


def test_the_most_a_level_can_be_is_the_highest_level():
    assert levelled(lambda me: int(me.level), 10**9)(max_level=1) == 1
    with pytest.raises(FracasError):
        build(hero(level=3), fighter(), max_level=2)


def test_in_ticks_an_act_takes_no_longer_than_a_tick():
    with pytest.raises(ValueError, match="needs time=events"):
        models.Options(action_time=10)


WRONG = [
    ("draws", "sometimes"),
    ("damage_variance", 2.5),
    ("damage_variance", float("nan")),
    ("evasion_cap", 1.5),
    ("max_level", 51),
    ("max_level", 0),
    ("action_time", 0.0),
    ("potion_delay", 0.0),
    ("potion_delay", 1.5),
    ("potion_percent", 101),
    ("xp_first_level", 0),
    ("xp_per_level_scale", 0.5),
    ("no_such_option", 1),
]


@pytest.mark.parametrize(("option", "value"), WRONG)
def test_values_that_make_no_sense_are_refused(option, value):
    with pytest.raises(ValueError, match=option):
        models.Options.model_validate({option: value})
