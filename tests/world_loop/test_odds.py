"""The odds of an attack and of whole duels, against sums of their own: the document's formulas in fractions, and a solver written here.

Nothing here uses the rules' own code to know what is right.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.console import at_home, fracas, refused

from fracas import encounter, load_ruleset

__all__ = ["at_home"]  # a fixture: every test has a home of its own

RULES = "world-loop"
ALONE = {"draws": "independent", "lag": "forgiven"}
SIGMAS = 5.0


def asked(options: dict[str, Any] | None = None, **question: Any) -> Any:
    """The answer to a question, from the command line."""
    words = [f"{name.rstrip('_')}={value}" for name, value in question.items()]
    more = [word for name, value in (options or {}).items() for word in ("--set", f"{name}={value}")]
    said = fracas("odds", RULES, *words, *more, "--json")
    assert (said.code, said.err) == (0, "")
    return said.result


# --- one attack, by the document ----------------------------------------------------------------------------------------


class Blow(NamedTuple):
    """The stats that the document's formula reads, decimals as text; the heroes among the two; who is on a sanctuary tile."""

    atk: int = 10
    def_: int = 0
    luck: int = 0
    crit: str = "0"
    crit_dmg: str = "1.5"
    evasion: str = "0"
    str_: int = 0
    vit: int = 0
    attacker: str = "hero"
    defender: str = "goblin"
    sanctuary: str = "none"


class Counted(NamedTuple):
    """What one attack comes to: chances to miss and, of those that hit, to crit; the base damage; each damage, 0 for a miss."""

    miss: Fraction
    crit: Fraction
    base: int
    damage: dict[int, Fraction]


def clamp(value: Fraction, low: Fraction, high: Fraction) -> Fraction:
    return min(max(value, low), high)


def base_by_the_document(blow: Blow, halves: tuple[float, float] = (0.5, 0.5), least: int = 1) -> int:
    """Step 2, in the document's own words."""
    debuffed = (
        blow.attacker != "hero" and blow.sanctuary in ("attacker", "both"),
        blow.defender != "hero" and blow.sanctuary in ("defender", "both"),
    )
    atk_power = blow.atk * (halves[0] if debuffed[0] else 1.0)
    def_power = blow.def_ * (halves[1] if debuffed[1] else 1.0)
    str_mult = 1.0 + blow.str_ * 0.02
    vit_mult = 1.0 + blow.vit * 0.01
    damage = int(atk_power * str_mult) - int(def_power * vit_mult) // 2
    return max(damage, least)


def spread(value: Fraction, variance: Fraction) -> dict[int, Fraction]:
    """Step 3: the whole part of ``value * (1 + variance * (roll - 1/2))`` for an even roll: the length of roll that gives each number."""
    low, high = value * (1 - variance / 2), value * (1 + variance / 2)
    if low == high:
        return {int(low): Fraction(1)}
    return {n: p for n in range(int(low), int(high) + 1) if (p := (min(Fraction(n + 1), high) - max(Fraction(n), low)) / (high - low)) > 0}


def counted(
    blow: Blow,
    variance: str = "0.3",
    caps: tuple[str, str] = ("0.75", "0.8"),
    halves: tuple[float, float] = (0.5, 0.5),
    least: int = 1,
    least_after: int = 0,
) -> Counted:
    """All five steps."""
    miss = clamp(Fraction(blow.evasion) - blow.luck * Fraction("0.002"), Fraction(0), Fraction(caps[0]))
    crit = clamp(Fraction(blow.crit) + blow.luck * Fraction("0.003"), Fraction(0), Fraction(caps[1]))
    base = base_by_the_document(blow, halves, least)
    damage: dict[int, Fraction] = {0: miss} if miss else {}
    for p, value in ((1 - crit, Fraction(base)), (crit, base * Fraction(blow.crit_dmg))):
        for n, share in spread(value, Fraction(variance)).items():
            if p:
                damage[max(n, least_after)] = damage.get(max(n, least_after), Fraction(0)) + (1 - miss) * p * share
    assert sum(damage.values()) == 1
    return Counted(miss, crit, base, dict(sorted(damage.items())))


def as_counted(blow: Blow, told: Any, right: Counted) -> None:
    """Everything told is what was counted, in fractions."""
    for name, p in (("miss", right.miss), ("hit", 1 - right.miss), ("crit", right.crit), ("crit_of_all", right.crit * (1 - right.miss))):
        assert Fraction(told[name]["fraction"]) == p, name
        assert told[name]["p"] == float(p)
    assert told["base_damage"] == right.base
    assert {int(n) for n in told["damage"]} == set(right.damage)
    for n, share in told["damage"].items():
        assert share["p"] == pytest.approx(float(right.damage[int(n)]), abs=1e-15)
        if "fraction" in share:
            assert Fraction(share["fraction"]) == right.damage[int(n)], n
        else:
            assert len(str(right.damage[int(n)])) > 40, "only what is too long to read is left out"
    mean = sum((n * p for n, p in right.damage.items()), Fraction(0))
    assert told["mean_damage"]["value"] == pytest.approx(float(mean), abs=1e-12)
    if "fraction" in told["mean_damage"]:
        assert Fraction(told["mean_damage"]["fraction"]) == mean
    assert told["kills"]["p"] == pytest.approx(float(sum(p for n, p in right.damage.items() if n >= told["defender_hp"])), abs=1e-12)


BLOWS = {
    "a plain attack": Blow(),
    "one that may miss and crit": Blow(evasion="0.1", crit="0.08"),
    "luck takes from evasion and adds to crit": Blow(evasion="0.05", crit="0.08", luck=3),
    "luck takes all evasion": Blow(evasion="0.02", luck=50),
    "bad luck adds to evasion and takes from crit": Blow(evasion="0.1", crit="0.1", luck=-10),
    "bad luck takes all crits": Blow(crit="0.02", luck=-40),
    "evasion at 75 %": Blow(evasion="0.75"),
    "evasion above 75 %": Blow(evasion="0.9"),
    "evasion above 75 % that luck brings below": Blow(evasion="0.9", luck=100),
    "evasion above 75 % that luck does not bring below": Blow(evasion="1.2", luck=100),
    "crit at 80 %": Blow(crit="0.8"),
    "crit above 80 %": Blow(crit="1.5"),
    "luck brings crit to 80 %": Blow(crit="0.5", luck=100),
    "luck brings crit above 80 %": Blow(crit="0.5", luck=130),
    "both caps at once": Blow(evasion="2", crit="2", atk=20),
    "STR": Blow(atk=17, str_=7),
    "DEF and VIT": Blow(atk=30, def_=13, vit=9),
    "half of an odd DEF is cut": Blow(atk=10, def_=5),
    "all of it": Blow(atk=23, def_=11, luck=4, crit="0.11", crit_dmg="1.8", evasion="0.05", str_=8, vit=6),
    "as much DEF as ATK takes": Blow(atk=10, def_=20),
    "more DEF than ATK: 1": Blow(atk=10, def_=90, crit="0.2"),
    "no ATK at all: 1": Blow(atk=0),
    "1, of which half is nothing, and crits of 1.8": Blow(atk=1, crit="0.3", crit_dmg="1.8", evasion="0.04"),
    "2, of which half is 1": Blow(atk=2),
    "7, up to 8": Blow(atk=7),
    "damage below nothing raises it": Blow(atk=5, def_=-7, vit=10),
    "a crit that does less": Blow(atk=20, crit="0.5", crit_dmg="0.5"),
    "a crit that does nothing": Blow(atk=20, crit="0.5", crit_dmg="0"),
    "a crit of a hundred times": Blow(atk=3, crit="0.25", crit_dmg="100"),
    "a crit multiplier of thirds of tenths": Blow(atk=13, crit="0.25", crit_dmg="1.37"),
    "a large attack": Blow(atk=400, def_=57, str_=40, vit=33, crit="0.35", crit_dmg="1.8", evasion="0.2", luck=11),
    "a goblin on a sanctuary tile attacks": Blow(atk=11, def_=8, attacker="goblin", defender="hero", sanctuary="attacker"),
    "a hero attacks a goblin on a sanctuary tile": Blow(atk=11, def_=9, vit=5, sanctuary="defender"),
    "a hero on a sanctuary tile is as strong as ever": Blow(atk=11, def_=9, sanctuary="attacker"),
    "a hero on a sanctuary tile is as tough as ever": Blow(atk=11, def_=9, attacker="orc", defender="hero", sanctuary="defender"),
    "both on sanctuary tiles, one of them a hero": Blow(atk=21, def_=9, attacker="hero", defender="orc", sanctuary="both"),
    "both on sanctuary tiles, no hero": Blow(atk=21, def_=9, attacker="wolf", defender="orc", sanctuary="both", str_=5, vit=20),
    "an odd ATK is halved before it is cut": Blow(atk=11, str_=5, attacker="wolf", defender="hero", sanctuary="both"),
}


@pytest.mark.parametrize("blow", BLOWS.values(), ids=BLOWS)
def test_the_odds_of_an_attack_are_those_of_the_documents_five_steps(blow):
    as_counted(blow, asked(**blow._asdict()), counted(blow))


@pytest.mark.parametrize(
    ("options", "otherwise"),
    [
        ({"damage_variance": 0}, {"variance": "0"}),
        ({"damage_variance": 2}, {"variance": "2"}),
        ({"damage_variance": 0.07}, {"variance": "0.07"}),
        ({"damage_variance": 1}, {"variance": "1"}),
        ({"evasion_cap": 0.1, "crit_cap": 0.05}, {"caps": ("0.1", "0.05")}),
        ({"evasion_cap": 0, "crit_cap": 1}, {"caps": ("0", "1")}),
        ({"minimum_damage": 7}, {"least": 7}),
        ({"minimum_damage": 0}, {"least": 0}),
        ({"minimum_after_variance": "true"}, {"least_after": 1}),
        ({"minimum_after_variance": "true", "minimum_damage": 4}, {"least": 4, "least_after": 4}),
        ({"sanctuary_debuff_atk": 0.3, "sanctuary_debuff_def": 0}, {"halves": (0.3, 0.0)}),
        ({"sanctuary_debuff_atk": 1, "sanctuary_debuff_def": 0.9}, {"halves": (1.0, 0.9)}),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "blow",
    [
        Blow(atk=9, def_=5, crit="0.2", crit_dmg="1.8", evasion="0.3", luck=5, attacker="goblin", defender="wolf", sanctuary="both"),
        Blow(atk=3, def_=6, crit="0.9", evasion="0.9"),
    ],
    ids=["a fair fight", "a weak one, often critical"],
)
def test_every_option_of_the_attack_counts_as_it_says(blow, options, otherwise):
    as_counted(blow, asked(options, **blow._asdict()), counted(blow, **otherwise))


def test_the_minimum_of_1_comes_before_the_variance_so_half_of_such_hits_do_nothing():
    """1 * 0.85 … 1.15, cut to a whole number: 0 below 1, which is half of the interval."""
    told = asked(attacker="hero", defender="goblin", atk=0, crit=0, luck=0, evasion=0)
    assert told["miss"]["fraction"] == "0"
    assert {n: share["fraction"] for n, share in told["damage"].items()} == {"0": "1/2", "1": "1/2"}
    kept = asked({"minimum_after_variance": "true"}, attacker="hero", defender="goblin", atk=0, crit=0, luck=0, evasion=0)
    assert {n: share["fraction"] for n, share in kept["damage"].items()} == {"1": "1"}


def test_products_are_those_of_the_documents_code_in_doubles():
    """25 * 1.16 is 28.999… in doubles: int(atk_power * str_mult) is 28, for the document's code as for ours."""
    assert asked(attacker="hero", defender="goblin", atk=25, str=8, def_=0)["base_damage"] == int(25 * (1.0 + 8 * 0.02)) == 28


@pytest.mark.parametrize(
    ("kind", "more", "stats"),
    [
        # typical rolls: ATK 10 of 8-12 and an iron sword's 5, crit .08 + .03, luck 3, STR 5; HP 47 of 40-55 and a leather vest's 5
        ("hero", {}, {"atk": 15, "luck": 3, "crit": "0.11", "crit_dmg": "1.8", "str_": 5}),
        ("hero", {"attacker_level": 4}, {"atk": 21, "luck": 3, "crit": "0.11", "crit_dmg": "1.8", "str_": 11}),
        ("warrior", {}, {"atk": 15, "luck": 3, "crit": "0.11", "crit_dmg": "1.8", "str_": 8}),
        # ATK 5 of 3-7, STR 4 of 3-6
        ("goblin", {}, {"atk": 5, "crit": "0.05", "str_": 4}),
        # int(5 * 1.3) and a goblin blade's 3, crit .07 + .05, luck 1, STR 8 of 7-10
        ("goblin-warrior", {}, {"atk": 9, "luck": 1, "crit": "0.12", "str_": 8}),
        # int(5 * 1.8), four levels' growth and a chief's axe: 9 + 8 + 8; crit .12 + .05, luck 5, STR 10 of 9-12
        ("goblin-chief", {}, {"atk": 25, "luck": 5, "crit": "0.17", "str_": 10}),
    ],
    ids=str,
)
def test_a_kind_attacks_with_its_typical_stats_and_its_gear(kind, more, stats):
    hero = kind in ("hero", "warrior")
    blow = Blow(**{**stats, "evasion": "0.04", "def_": 6, "vit": 5})
    as_counted(blow, asked(attacker=kind, defender="hero", def_=6, vit=5, evasion="0.04", **more), counted(blow))
    assert asked(attacker=kind, defender="hero", **more)["defender_hp"] == 52
    assert hero or asked(attacker="hero", defender=kind)["base_damage"] >= 1


def test_low_and_high_rolls_are_the_ends_of_what_a_kind_can_roll():
    """Goblins: ATK 3 to 7, STR 3 to 6, HP 15 to 25, VIT 3 to 6."""
    for rolls, atk, strength, hp in (("low", 3, 3, 15), ("typical", 5, 4, 20), ("high", 7, 6, 25)):
        told = asked(attacker="goblin", defender="goblin", rolls=rolls)
        assert (told["base_damage"], told["defender_hp"]) == (int(atk * (1 + strength * 0.02)), hp)


def test_what_is_given_is_with_gear_whatever_gear_there_is():
    """A chief wears an axe, a hero a sword; ATK 20 asked for is 20 for both."""
    for attacker in ("hero", "goblin-chief", "goblin"):
        for defender in ("hero", "goblin-chief"):
            told = asked(attacker=attacker, defender=defender, atk=20, str=0, def_=8, vit=0, crit=0.1, luck=0, evasion=0.2, crit_dmg=2)
            assert told["base_damage"] == 16
            assert (told["miss"]["fraction"], told["crit"]["fraction"]) == ("1/5", "1/10")


def test_the_answer_says_what_was_asked_under_which_rules():
    said = fracas("odds", RULES, "attacker=hero", "defender=goblin_chief", "def=3", "--set", "crit_cap=0.5", "--json").json
    assert set(said) == {"ruleset", "version", "options", "input", "result"}
    assert said["options"]["crit_cap"] == 0.5
    assert said["input"] == {"attacker": "hero", "defender": "goblin_chief", "def": 3}


def test_under_shared_keys_it_is_told_that_attacks_are_not_independent():
    assert "not independent" in asked(attacker="hero", defender="goblin")["note"]
    assert "note" not in asked({"draws": "independent"}, attacker="hero", defender="goblin")


def test_names_of_kinds_may_be_written_as_the_document_or_a_person_writes_them():
    names = ("goblin_warrior", "Goblin Warrior", "goblin-warrior", " GOBLIN-WARRIOR ")
    told = [asked(attacker="hero", defender=name) for name in names]
    assert all(each == told[0] for each in told)


def test_the_odds_are_told_in_a_line_and_shown_in_tables():
    shown = fracas("odds", RULES, "attacker=hero", "defender=goblin", "evasion=0.1", "crit=0.2", "luck=0").out
    assert shown.startswith("Hero against Goblin: misses 10.000%, crits 20.000% of hits, ")
    assert "kills 20 HP in " in shown
    for title in ("damage", "attacks to kill"):
        assert f"\n{title} " in shown


def test_one_who_can_do_no_damage_never_kills():
    none = {"minimum_damage": 0, "damage_variance": 0}
    told = asked(none, attacker="hero", defender="goblin", atk=0)
    assert told["mean_attacks_to_kill"] is None
    assert told["attacks_to_kill"] == {}
    assert told["kills"]["p"] == 0
    assert "never kills" in fracas("odds", RULES, "attacker=hero", "defender=goblin", "atk=0", *sets(none)).out


@pytest.mark.parametrize("hp", [12, 300, 5000])
def test_however_many_attacks_it_takes_the_table_can_be_read(hp):
    """Thirty rows or fewer hold 99.9 % and more; what is left out is said, and JSON has it all."""
    question = ("odds", RULES, "attacker=goblin", "defender=goblin-chief", f"hp={hp}")
    whole = fracas(*question, "--json").result["attacks_to_kill"]
    shown = fracas(*question).out.split("attacks to kill")[-1]
    rows = re.findall(r"│ +(\d+)(?: to (\d+))? +│ +([\d.]+)% │", shown)
    assert len(rows) <= 30
    assert 99.9 <= sum(float(p) for _, _, p in rows) <= 100.001
    for first, last, p in rows:
        some = sum(share["p"] for n, share in whole.items() if int(first) <= int(n) <= int(last or first))
        assert float(p) == pytest.approx(100 * some, abs=1e-6)
    ends = [(int(first), int(last or first)) for first, last, _ in rows]
    assert all(a[1] + 1 == b[0] for a, b in pairwise(ends)), "nothing is missing between"
    left = [n for n in whole if not ends[0][0] <= int(n) <= ends[-1][1]]
    assert (f"({len(left):,} unlikely results are left out" in shown) == bool(left)
    assert (f"--json has all {len(whole):,})" in shown) == (len(whole) > 30)


def test_the_mean_number_of_attacks_is_that_of_the_table():
    """A decimal: an exact fraction of thousands of digits is of no use and takes seconds."""
    told = asked({"draws": "independent"}, attacker="hero", defender="goblin-chief", hp=5000)
    assert set(told["mean_attacks_to_kill"]) == {"value"}
    mean = sum(int(n) * share["p"] for n, share in told["attacks_to_kill"].items())
    assert told["mean_attacks_to_kill"]["value"] == pytest.approx(mean, rel=1e-9)


def sets(options: dict[str, Any]) -> list[str]:
    return [word for name, value in options.items() for word in ("--set", f"{name}={value}")]


# --- attacks to kill ----------------------------------------------------------------------------------------------------


def swings(damage: dict[int, Fraction], hp: int, most: int) -> tuple[list[float], float]:
    """How likely the first, second, … attack kills, by the chances of every sum of damage; and the mean number, by those still alive."""
    left = np.zeros(hp + 1)  # chance of each number of HP left
    left[hp] = 1.0
    dead, mean = [], 0.0
    for _ in range(most):
        mean += left[1:].sum()
        after = np.zeros(hp + 1)
        for n, p in damage.items():
            for at in range(1, hp + 1):
                after[max(at - n, 0)] += left[at] * float(p)
        dead.append(after[0])
        after[0] = 0.0
        left = after
    return dead, mean


KILLS = {
    "a fair fight": (Blow(atk=9, def_=3, crit="0.1", evasion="0.1"), 40),
    "seldom a hit, always a kill": (Blow(atk=90, evasion="0.75"), 30),
    "one attack is enough": (Blow(atk=90), 30),
    "1 HP, and half of the hits do nothing": (Blow(atk=0), 1),
    "drops on a stone": (Blow(atk=0, evasion="0.5", crit="0.3"), 12),
    "crits decide": (Blow(atk=10, crit="0.8", crit_dmg="3.1"), 35),
    "many HP": (Blow(atk=20, def_=9, crit="0.08", crit_dmg="1.8", evasion="0.05"), 300),
}


@pytest.mark.parametrize(("blow", "hp"), KILLS.values(), ids=KILLS)
def test_the_number_of_attacks_that_kill_is_that_of_all_sums_of_damage(blow, hp):
    told = asked({"draws": "independent"}, **blow._asdict(), hp=hp)
    dead, mean = swings(counted(blow).damage, hp, 260)
    for n, p in enumerate(dead, 1):
        assert told["attacks_to_kill"].get(str(n), {"p": 0.0})["p"] == pytest.approx(p, abs=1e-11)
    assert told["mean_attacks_to_kill"]["value"] == pytest.approx(mean, rel=1e-9)
    assert sum(share["p"] for share in told["attacks_to_kill"].values()) == pytest.approx(1, abs=1e-9)
    assert told["kills"]["p"] == pytest.approx(dead[0], abs=1e-12)


ATTACKS = 200_000


def duellist(kind: str = "hero", **stats: Any) -> dict[str, Any]:
    """A fighter without gear, with just these stats."""
    bare: dict[str, Any] = {"kind": kind, "weapon": "none", "armor": "none", "accessory": "none", "bag": {}}
    bare |= {"max_hp": 20, "atk": 10, "def": 0, "spd": 10, "luck": 0, "crit": 0.0, "crit_dmg": 1.5, "evasion": 0.0}
    return {**bare, "attributes": {"str": 0, "vit": 0}, **stats}


def pair_of(blow: Blow, hp: int, mine: int = 1000) -> list[dict[str, Any]]:
    """The attacker, whom nobody can hurt much, and the defender."""
    me = duellist(
        blow.attacker,
        max_hp=mine,
        atk=blow.atk,
        luck=blow.luck,
        crit=float(blow.crit),
        crit_dmg=float(blow.crit_dmg),
        attributes={"str": blow.str_},
        ground="sanctuary" if blow.sanctuary in ("attacker", "both") else "floor",
    )
    it = duellist(
        blow.defender,
        max_hp=hp,
        atk=0,
        evasion=float(blow.evasion),
        attributes={"vit": blow.vit},
        ground="sanctuary" if blow.sanctuary in ("defender", "both") else "floor",
    )
    return [me, it | {"def": blow.def_}]


def near(seen: float, p: float, n: int) -> bool:
    return abs(seen - p) <= SIGMAS * max(p * (1 - p) / n, 1 / n**2) ** 0.5 + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("draws", ["independent", "shared"])
@pytest.mark.parametrize(
    "blow",
    [
        Blow(atk=14, def_=5, luck=4, crit="0.2", crit_dmg="1.8", evasion="0.12", str_=5, vit=4),
        Blow(atk=1, crit="0.3", evasion="0.5"),
        Blow(atk=15, def_=9, attacker="wolf", defender="orc", sanctuary="both", crit="0.9", evasion="0.9"),
    ],
    ids=["a hero's", "a feeble one", "at both caps, on sanctuary ground"],
)
def test_the_damage_of_an_attack_is_that_of_200_000_attacks(blow, draws):
    me, it = pair_of(blow, 300)
    scenario = {"a": me, "b": [it], "policies": {"a": "reckless", "b": "reckless"}, "tick_limit": 1}
    seen = encounter(RULES, scenario, {"draws": draws}).simulate(ATTACKS, seed=3).health_distribution(1)
    right = counted(blow).damage
    assert {300 - hp for hp, share in seen.items() if share} <= set(right)
    for n, p in right.items():
        assert near(seen.get(300 - n, 0.0), float(p), ATTACKS), n


@pytest.mark.parametrize("name", ["a fair fight", "drops on a stone", "crits decide", "seldom a hit, always a kill"])
def test_the_number_of_attacks_that_kill_is_that_of_200_000_fights(name):
    blow, hp = KILLS[name]
    me, it = pair_of(blow, hp)
    scenario = {"a": me, "b": [it], "policies": {"a": "reckless", "b": "reckless"}, "options": ALONE}
    seen = encounter(RULES, scenario).simulate(ATTACKS, seed=4)
    told = asked({"draws": "independent"}, **blow._asdict(), hp=hp)
    assert seen.wins == ATTACKS
    shares = seen.rounds_distribution()
    for n, share in told["attacks_to_kill"].items():
        assert near(shares.get(int(n), 0.0), share["p"], ATTACKS), n
    spread_of = sum(int(n) ** 2 * share["p"] for n, share in told["attacks_to_kill"].items()) - told["mean_attacks_to_kill"]["value"] ** 2
    assert seen.mean_rounds == pytest.approx(told["mean_attacks_to_kill"]["value"], abs=SIGMAS * (spread_of / ATTACKS) ** 0.5 + 1e-9)


def test_where_damage_does_not_vary_the_odds_are_what_the_rule_does():
    blow, options = Blow(atk=100, crit="1", crit_dmg="1.15"), {"damage_variance": 0, "crit_cap": 1, "draws": "independent"}
    me, it = pair_of(blow, 300)
    scenario = {"a": me, "b": [it], "policies": {"a": "reckless", "b": "reckless"}, "tick_limit": 1}
    seen = encounter(RULES, scenario, options).simulate(100, seed=3).health_distribution(1)
    assert {300 - hp for hp, share in seen.items() if share} == {int(n) for n in asked(options, **blow._asdict())["damage"]}


# --- what cannot be asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (["attacker=hreo", "defender=goblin"], ("there is no kind 'hreo'", "did you mean 'hero'?")),
        (["attacker=hero", "defender=goblin-cheif"], ("did you mean 'goblin-chief'?",)),
        (["attacker=hero", "defender=goblin", "lukc=3"], ("lukc", "did you mean 'luck'?")),
        (["attacker=hero", "defender=goblin", "attack=3"], ("attack", "atk")),
        (["attacker=hero", "defender=goblin", "luck=much"], ("luck", "'much'")),
        (["attacker=hero", "defender=goblin", "atk=1.5"], ("atk", "1.5")),
        (["attacker=hero", "defender=goblin", "atk=-1"], ("atk", "-1")),
        (["attacker=hero", "defender=goblin", "crit=nan"], ("crit", "nan")),
        (["attacker=hero", "defender=goblin", "evasion=inf"], ("evasion", "inf")),
        (["attacker=hero", "defender=goblin", "evasion=3"], ("evasion", "2")),
        (["attacker=hero", "defender=goblin", "crit_dmg=-1"], ("crit_dmg", "-1")),
        (["attacker=hero", "defender=goblin", "luck=1", "luck=1"], ("'luck' is given twice",)),
        (["attacker=hero", "defender=goblin", "hp=0"], ("hp", "1")),
        (["attacker=hero", "defender=goblin", "hp=5001"], ("hp", "5000")),
        (["attacker=hero", "defender=goblin", "attacker_level=0"], ("attacker_level",)),
        (["attacker=hero", "defender=goblin", "attacker_level=51"], ("attacker_level", "50")),
        (["attacker=hero", "defender=goblin-chief", "defender_level=4"], ("goblin-chief cannot be of level 4", "5 to 50")),
        (["attacker=hero", "defender=goblin", "sanctuary=yes"], ("sanctuary", "'attacker'", "'both'")),
        (["attacker=hero", "defender=goblin", "rolls=best"], ("rolls", "low, typical, high")),
        (["attacker=hero"], ("defender",)),
        (["defender=hero"], ("attacker",)),
        (["attacker=", "defender=goblin"], ("the question", "''")),
        (["hero", "goblin"], ("'hero' is not of the form key=value",)),
        ([], ("nothing was asked", "attacker=hero defender=goblin-chief")),
        (["attacker=hero", "defender=goblin", "--set", "crit_cpa=1"], ("did you mean 'crit_cap'?",)),
        (["attacker=hero", "defender=goblin", "--set", "crit_cap=2"], ("crit_cap", "1")),
        (["attacker=hero", "defender=goblin", "--set", "damage_variance=-1"], ("damage_variance",)),
        (["attacker=hero", "defender=goblin", "--set", "max_level=3", "attacker_level=4"], ("cannot be of level 4", "1 to 3")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_question_that_cannot_be_answered_is_refused_with_the_reason(question, says):
    assert "Traceback" not in refused("odds", RULES, *question, says=says)


@pytest.mark.parametrize("twice", [("def=3", "defence=4"), ("attacker_level=2", "attacker-level=3")])
def test_the_same_thing_given_under_two_names_is_refused_as_given_twice(twice):
    refused("odds", RULES, "attacker=hero", "defender=goblin", *twice, says=("twice",))


def test_no_name_is_offered_that_is_not_accepted():
    said = refused("odds", RULES, "attacker=hero", "defender=goblin", "strenght=3")
    known = said.partition("known: ")[2].strip().removesuffix(", …").split(", ")
    assert len(known) > 10
    values = {"attacker": "hero", "defender": "goblin", "rolls": "low", "sanctuary": "none", "after": "hit"}
    for name in known:
        words = {"attacker": "hero", "defender": "goblin", name: values.get(name, "1")}
        assert fracas("odds", RULES, *(f"{k}={v}" for k, v in words.items()), "--json").code == 0, name


# --- whole duels --------------------------------------------------------------------------------------------------------

SMALL, MEDIUM, LARGE = 20, 40, 80
POTIONS = {"small-hp-potion": SMALL, "medium-hp-potion": MEDIUM, "large-hp-potion": LARGE}
ATTACK, REST, FLEE = "attack", "rest", "flee"


class Duellist(NamedTuple):
    """One of a duel, as this solver knows it: HP of max HP, SPD, potions by what they heal, a policy, and stats to strike with."""

    hp: int
    max_hp: int
    spd: int = 10
    potions: tuple[int, ...] = ()
    policy: str = "steady"
    atk: int = 4
    def_: int = 0
    luck: int = 0
    crit: str = "0"
    crit_dmg: str = "1.5"
    evasion: str = "0"
    kind: str = "goblin"
    ground: str = "floor"
    worn: int = 0
    """Max HP of its gear: a leather vest, which also has 3 DEF."""

    def as_content(self) -> dict[str, Any]:
        names = {heal: name for name, heal in POTIONS.items()}
        stats = {"hp": self.hp, "max_hp": self.max_hp, "spd": self.spd, "atk": self.atk, "luck": self.luck, "ground": self.ground}
        stats |= {"crit": float(self.crit), "crit_dmg": float(self.crit_dmg), "evasion": float(self.evasion)}
        bag = {names[heal]: self.potions.count(heal) for heal in sorted(set(self.potions))}
        return duellist(self.kind, **stats, bag=bag, armor="leather-vest" if self.worn else "none") | {"def": self.def_}

    def against(self, it: Duellist) -> dict[int, float]:
        grounds = {(True, True): "both", (True, False): "attacker", (False, True): "defender", (False, False): "none"}
        blow = Blow(
            atk=self.atk,
            def_=it.def_ + (3 if it.worn else 0),
            luck=self.luck,
            crit=self.crit,
            crit_dmg=self.crit_dmg,
            evasion=it.evasion,
            attacker=self.kind,
            defender=it.kind,
            sanctuary=grounds[self.ground == "sanctuary", it.ground == "sanctuary"],
        )
        return {n: float(p) for n, p in counted(blow).damage.items()}


class Now(NamedTuple):
    """Where a duel stands: HP, potions and the time of the next act of each, counted from this tick; and who has fled."""

    hp: tuple[int, ...]
    potions: tuple[tuple[int, ...], ...]
    due: tuple[Fraction, ...]
    away: tuple[bool, ...]


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


class Solver:
    """All that can happen in a duel of the first of some fighters against the others, tick by tick."""

    def __init__(self, *line: Duellist, lag: str = "forgiven", time: str = "ticks") -> None:
        self.line, self.lag, self.time = line, lag, time
        self.blows = {(i, j): line[i].against(line[j]) for i in range(len(line)) for j in range(len(line)) if (i == 0) != (j == 0)}
        self.ends: dict[tuple[str, int], float] = {}
        self.after: dict[Now, list[tuple[str | None, Now, float]]] = {}

    def stands(self, now: Now, i: int) -> bool:
        return now.hp[i] > 0 and not now.away[i]

    def over(self, now: Now) -> str | None:
        if now.hp[0] <= 0:
            return "defeat"
        if now.away[0]:
            return "fled"
        if any(self.stands(now, i) for i in range(1, len(self.line))):
            return None
        return "escaped" if any(now.away[1:]) else "victory"

    def choices(self, now: Now, i: int) -> list[tuple[Any, float]]:
        """What one chooses: below half of its HP the strongest potion, else an attack on the first foe who stands; or anything."""
        me, hp, potions = self.line[i], now.hp[i], now.potions[i]
        foes = [j for j in range(len(self.line)) if (i == 0) != (j == 0) and self.stands(now, j)]
        if me.policy == "random":
            every: list[Any] = [*((ATTACK, j) for j in foes), (REST, i), (FLEE, i)]
            every += [("drink", heal) for heal in sorted(set(potions)) if 100 * hp < 50 * me.max_hp]
            return [(action, 1 / len(every)) for action in every]
        if me.policy != "reckless":
            if 100 * hp < 50 * me.max_hp and potions:
                return [(("drink", max(potions)), 1.0)]
            if me.policy == "wary" and 100 * hp <= 30 * me.max_hp:
                return [((FLEE, i), 1.0)]
        return [((ATTACK, foes[0]), 1.0)]

    def later(self, now: Now, i: int, cost: Fraction) -> Now:
        due = max(now.due[i], Fraction(0)) if self.lag == "forgiven" else now.due[i]
        return now._replace(due=put(now.due, i, due + cost))

    def done(self, now: Now, i: int, action: Any) -> list[tuple[Now, float]]:
        """What comes of an action."""
        me, (what, n) = self.line[i], action
        pace = Fraction(1, max(me.spd, 1))
        if what == REST:
            return [(self.later(now._replace(hp=put(now.hp, i, min(now.hp[i] + 1, me.max_hp + me.worn))), i, pace), 1.0)]
        if what == FLEE:
            return [(self.later(now._replace(away=put(now.away, i, True)), i, pace), 1.0)]
        if what == "drink":
            rest = list(now.potions[i])
            rest.remove(n)
            hp = min(now.hp[i] + n, me.max_hp + me.worn)
            return [(self.later(now._replace(hp=put(now.hp, i, hp), potions=put(now.potions, i, tuple(rest))), i, Fraction(1, 2)), 1.0)]
        if not self.stands(now, n):
            return [(now, 1.0)]
        after = self.later(now, i, pace)
        return [(after._replace(hp=put(after.hp, n, max(after.hp[n] - hurt, 0))), p) for hurt, p in self.blows[i, n].items()]

    def ticked(self, now: Now) -> dict[Now, float]:
        """One tick: all choose, none knowing of the others; rests, flights, attacks, potions, each by time and number."""
        order = sorted((i for i in range(len(self.line)) if self.stands(now, i)), key=lambda i: (now.due[i], i))
        found: dict[Now, float] = {}
        for chosen in product(*(self.choices(now, i) for i in order)):
            plans = [(i, action) for i, (action, _) in zip(order, chosen, strict=True)]
            share = float(np.prod([q for _, q in chosen]))
            plans.sort(key=lambda plan: (REST, FLEE, ATTACK, "drink").index(plan[1][0]))
            spread_of = {now: share}
            for i, action in plans:
                after: dict[Now, float] = {}
                for at, q in spread_of.items():
                    for to, r in self.done(at, i, action) if self.stands(at, i) and self.over(at) is None else [(at, 1.0)]:
                        after[to] = after.get(to, 0.0) + q * r
                spread_of = after
            for at, q in spread_of.items():
                found[at] = found.get(at, 0.0) + q
        return found

    def turned(self, now: Now) -> dict[Now, float]:
        """Event time: whoever is due first acts alone, until nobody is due within the tick."""
        waiting, found = {now: 1.0}, {}
        while waiting:
            after: dict[Now, float] = {}
            for at, q in waiting.items():
                who = min((i for i in range(len(self.line)) if self.stands(at, i)), key=lambda i: (at.due[i], i))
                if self.over(at) is not None or at.due[who] >= 1:
                    found[at] = found.get(at, 0.0) + q
                    continue
                for action, r in self.choices(at, who):
                    for to, s in self.done(at, who, action):
                        after[to] = after.get(to, 0.0) + q * r * s
            waiting = after
        return found

    def simpler(self, now: Now) -> Now:
        """The same situation for the next tick, which begins at 0 again. Where no time is forgiven, only who is how far ahead counts."""
        standing = [i for i in range(len(now.due)) if self.stands(now, i)]
        first = min(now.due[i] for i in standing) if self.lag == "kept" and self.time == "ticks" else Fraction(1)
        return now._replace(due=tuple(due - first if i in standing else Fraction(0) for i, due in enumerate(now.due)))

    def step(self, now: Now) -> list[tuple[str | None, Now, float]]:
        """What a situation comes to in a tick: how it ends, or the situation after it; each with its chance."""
        if now not in self.after:
            found = self.ticked(now) if self.time == "ticks" else self.turned(now)
            ended = [(self.over(to), to, p) for to, p in found.items()]
            self.after[now] = [(end, to if end else self.simpler(to), p) for end, to, p in ended]
        return self.after[now]

    def run(self, ticks: int) -> Solver:
        """Follow every course of the duel for so many ticks; what has not ended then is out of time."""
        n = len(self.line)
        start = Now(tuple(f.hp for f in self.line), tuple(tuple(sorted(f.potions)) for f in self.line), (Fraction(0),) * n, (False,) * n)
        at = {start: 1.0}
        for tick in range(1, ticks + 1):
            after: dict[Now, float] = {}
            for now, p in at.items():
                for end, to, q in self.step(now):
                    if end is None:
                        after[to] = after.get(to, 0.0) + p * q
                    else:
                        self.ends[end, tick] = self.ends.get((end, tick), 0.0) + p * q
            at = after
        self.ends["time", ticks] = sum(at.values())
        return self


DUELS = {
    "two with clubs": (Duellist(12, 12, crit="0.1"), Duellist(10, 10, crit="0.05")),
    "a potion each": (Duellist(12, 12, potions=(SMALL,), crit="0.1"), Duellist(10, 10, potions=(SMALL,), evasion="0.05", spd=8)),
    "the slower one has potions": (
        Duellist(30, 30, spd=14, atk=8),
        Duellist(18, 18, spd=3, potions=(SMALL, SMALL), atk=5, evasion="0.2", crit="0.1"),
    ),
    "large before small": (Duellist(12, 50, potions=(SMALL, LARGE, MEDIUM), atk=7), Duellist(60, 60, atk=12, spd=11)),
    "speed 1 against speed 2: a drink is as quick as a blow": (
        Duellist(18, 18, spd=2, potions=(SMALL, SMALL), evasion="0.1"),
        Duellist(18, 18, spd=1, potions=(SMALL, SMALL), crit="0.2"),
    ),
    "equally fast, so the drinker comes second for a tick": (
        Duellist(16, 16, potions=(SMALL,), evasion="0.1"),
        Duellist(16, 16, potions=(SMALL,), crit="0.15"),
    ),
    "the faster second": (Duellist(15, 15, spd=5, crit="0.3"), Duellist(15, 15, spd=15, crit="0.3")),
    "no speed at all": (
        Duellist(9, 9, spd=0, potions=(SMALL,), evasion="0.3"),
        Duellist(9, 9, spd=-3, potions=(SMALL,), crit="0.3"),
    ),
    "1 damage, half of it nothing": (Duellist(5, 5, atk=0, evasion="0.3"), Duellist(4, 4, atk=1, def_=1, crit="0.2")),
    "wary against steady": (
        Duellist(20, 20, potions=(SMALL,), policy="wary", atk=5),
        Duellist(25, 25, potions=(SMALL,), atk=6, crit="0.1", spd=12),
    ),
    "steady against wary": (Duellist(20, 20, atk=5), Duellist(18, 18, policy="wary", potions=(SMALL,), spd=12)),
    "both wary": (Duellist(20, 20, policy="wary", atk=5, crit="0.3"), Duellist(18, 18, policy="wary", spd=12, crit="0.3")),
    "reckless against steady": (
        Duellist(20, 20, policy="reckless", potions=(SMALL,), atk=6),
        Duellist(20, 20, potions=(SMALL,), atk=6, evasion="0.1"),
    ),
    "a hero and a wolf on sanctuary ground": (
        Duellist(14, 14, kind="hero", ground="sanctuary", atk=5, def_=2, luck=3, crit="0.08", crit_dmg="1.8", evasion="0.03"),
        Duellist(20, 20, kind="wolf", ground="sanctuary", atk=11, def_=3, evasion="0.06", crit="0.13", potions=(SMALL,)),
    ),
    "a vest counts for healing, not for being hurt": (
        Duellist(15, 10, worn=5, potions=(SMALL, SMALL), atk=4),
        Duellist(16, 16, atk=5, crit="0.1", spd=13),
    ),
    "wounded at the start": (Duellist(3, 30, potions=(MEDIUM,), atk=6, evasion="0.3"), Duellist(20, 40, potions=(SMALL,), atk=5)),
    "luck": (Duellist(14, 14, luck=20, crit="0.02"), Duellist(14, 14, luck=-9, crit="0.1", evasion="0.06")),
    "anything goes": (Duellist(6, 8, policy="random", potions=(SMALL,)), Duellist(6, 7, policy="random", potions=(MEDIUM, SMALL))),
    "anything goes, slowly": (
        Duellist(5, 7, policy="random", potions=(SMALL,), spd=2),
        Duellist(6, 7, policy="random", potions=(SMALL,), spd=1, crit="0.2"),
    ),
    "one against two": (
        Duellist(16, 16, atk=5, potions=(SMALL,), kind="hero", crit="0.1"),
        Duellist(9, 9, spd=12, atk=4, potions=(SMALL,)),
        Duellist(8, 8, spd=8, atk=4, evasion="0.1", crit="0.1"),
    ),
    "one against two who may run": (
        Duellist(14, 14, atk=5, policy="wary", kind="hero"),
        Duellist(7, 7, spd=12, atk=3, policy="wary"),
        Duellist(6, 6, spd=8, atk=3, policy="wary"),
    ),
    "one against three": (
        Duellist(18, 18, atk=6, potions=(SMALL, SMALL), kind="hero"),
        Duellist(6, 6, spd=12, atk=3),
        Duellist(6, 6, spd=10, atk=3),
        Duellist(8, 8, spd=9, atk=3, evasion="0.3"),
    ),
}
LIMIT = 60


def ready(line: tuple[Duellist, ...], options: dict[str, Any], limit: int = LIMIT) -> Any:
    """A duel of these."""
    policies = {"a": line[0].policy, "b": line[1].policy}
    scenario = {"a": line[0].as_content(), "b": [f.as_content() for f in line[1:]], "policies": policies, "options": options}
    return encounter(RULES, {**scenario, "tick_limit": limit})


def as_solved(line: tuple[Duellist, ...], options: dict[str, Any], limit: int = LIMIT) -> None:
    """The engine's exact solution is this solver's: every end in every tick."""
    found = ready(line, options, limit).solve()
    own = Solver(*line, lag=options.get("lag", "kept"), time=options.get("time", "ticks")).run(limit)
    for code in range(len(found.by_round)):
        name = found.encounter.end_name(code)
        for tick in range(1, limit + 1):
            right = own.ends.get((name, tick), 0.0)
            assert float(found.by_round[code][tick]) == pytest.approx(right, abs=1e-10), f"{name} in tick {tick}"
    assert sum(own.ends.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("line", DUELS.values(), ids=DUELS)
def test_a_duel_is_solved_as_the_document_has_it_tick_by_tick(line):
    as_solved(line, ALONE)


@pytest.mark.parametrize(
    "name",
    [
        "a potion each",
        "the slower one has potions",
        "the faster second",
        "wary against steady",
        "one against two",
        "anything goes, slowly",
        "speed 1 against speed 2: a drink is as quick as a blow",
    ],
)
def test_where_time_owed_is_kept_a_duel_is_solved_too(name):
    as_solved(DUELS[name], {"draws": "independent", "lag": "kept"}, 25)


@pytest.mark.parametrize(
    "name",
    [
        "two with clubs",
        "a potion each",
        "the faster second",
        "no speed at all",
        "wary against steady",
        "one against two",
        "anything goes, slowly",
    ],
)
@pytest.mark.parametrize("lag", ["kept", "forgiven"])
def test_in_event_time_a_duel_is_solved_too(name, lag):
    as_solved(DUELS[name], {"draws": "independent", "time": "events", "lag": lag}, 12)


@pytest.mark.parametrize("draws", ["independent", "shared"])
def test_in_event_time_speed_10_is_ten_acts_in_every_tick(draws):  # world-loop.facts.md 1.1
    line = (Duellist(900, 900, spd=10, atk=0, kind="hero"), Duellist(900, 900, spd=1, atk=0))
    acts: list[int] = []
    for told in ready(line, {"draws": draws, "time": "events"}, 8).replay(1, 0).lines():
        if told.startswith("--- Tick"):
            acts.append(0)
        acts[-1] += told.startswith("  Hero hits")
    assert acts[:8] == [10] * 8


FOUGHT = 100_000


@pytest.mark.parametrize("name", ["a potion each", "large before small", "wary against steady", "anything goes", "one against two"])
def test_the_chances_of_a_duel_are_those_of_100_000_fights(name):
    duel = ready(DUELS[name], ALONE)
    exact, seen = duel.solve(), duel.simulate(FOUGHT, seed=8)
    for code, p in enumerate(exact.by_round.sum(axis=1)):
        assert near(int(seen.end_counts[code]) / FOUGHT, float(p), FOUGHT), code
    shares = seen.rounds_distribution()
    for tick, p in exact.rounds().items():
        assert near(shares.get(tick, 0.0), p, FOUGHT), f"tick {tick}"


def test_the_command_line_solves_what_this_solver_does():
    line = DUELS["a potion each"]
    duel = {"a": line[0].as_content(), "b": [line[1].as_content()], "options": ALONE}
    Path("duel.json").write_text(json.dumps({**duel, "tick_limit": LIMIT}))
    result = fracas("solve", RULES, "duel.json", "--json").result
    own = Solver(*line).run(LIMIT)
    for end, kind in (("victory", "win"), ("defeat", "lose")):
        assert result[kind]["p"] == pytest.approx(sum(p for (name, _), p in own.ends.items() if name == end), abs=1e-10)


@cache
def built_in() -> tuple[str, ...]:
    scenarios = load_ruleset(RULES).scenarios()
    return tuple(name for name, s in scenarios.items() if s.get("options", {}).get("draws") != "independent")


@pytest.mark.parametrize("name", built_in())
def test_under_shared_keys_no_duel_is_solved_and_two_ways_out_are_offered(name):
    refused("solve", RULES, name, says=("cannot be solved exactly", "--set draws=independent", "simulate"))


def test_the_way_out_that_is_offered_is_one():
    assert "victory" in fracas("solve", RULES, "hero-and-scout", "--set", "draws=independent", "--set", "lag=forgiven").out
    assert fracas("simulate", RULES, "hero-and-scout", "-n", "1000").code == 0


def test_shared_keys_are_refused_to_a_duel_that_was_made_to_be_solved():
    refused("solve", RULES, "duel", "--set", "draws=shared", says=("cannot be solved exactly",))


def test_only_draws_need_to_be_set_for_a_duel_to_be_solved():
    """Time owed that is kept makes states many, but not endless where it is settled who is first."""
    assert fracas("solve", RULES, "hero-and-scout", "--set", "draws=independent", "--json").result["win"]["p"] > 0.9


def test_the_way_out_is_offered_once():
    assert refused("solve", RULES, "hero-and-scout").count("simulate it") == 1
