"""The damage of blows against counting by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from tests.ruins_and_realms.melee import FOE, HERO, Melee, armor, blow, effect, foe, hero, interrupt, move

from fracas.dice import parse_dice

# --- damage against counting by hand ------------------------------------------------------------------------------------


def counted(damage: str, more: str = "0", *, bonus=0, off=0, halved=False, doubled=False, highest=False, top=False, least=1) -> dict:
    """The distribution of damage, counted over all faces with nothing of Fracas but its notation."""
    first, second = parse_dice(damage), parse_dice(more)
    ways: Counter[int] = Counter()
    firsts = [(first.sides,) * first.n] if highest else list(product(range(1, first.sides + 1), repeat=first.n))
    seconds = [(second.sides,) * second.n] if highest else list(product(range(1, second.sides + 1), repeat=second.n))
    for faces, others in product(firsts, seconds):
        total = sum(faces) + first.bonus + bonus + sum(others) + second.bonus
        tells = any(f == (first.sides if top else 6) for f in faces) or any(f == (second.sides if top else 6) for f in others)
        total *= 2 if doubled else 1
        left = (max(total, 0) // 2 if halved else total) - off
        ways[max(left, least if tells else 0)] += 1
    return {n: Fraction(count, ways.total()) for n, count in ways.items()}


DAMAGES = [
    ("5", "0"), ("5", "D6"), ("D8", "0"), ("D8-3", "D6"), ("2D8", "0"), ("2D8-1", "D4"), ("2D6+3", "0"), ("2D6", "D6+1"), ("3D4-4", "0"),
    ("2D4", "2D4-2"), ("D8", "2D6-2"), ("D12-7", "0"),
]  # fmt: skip


def struck(damage: str, more: str, defence: int, halved: bool) -> dict:
    """The exact distribution of the damage of a strike, by the rules; an interrupt takes 1 off besides."""
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    interrupts = [interrupt("Primary 4", "-1 damage")] + [interrupt("Secondary 4", "Half damage")] * halved
    fight = Melee(hero(move((4, 4), damage, *effects)), foe(hp=300, defense=defence, interrupts=interrupts))
    fight.roll((4, 5))
    return dict(fight.odds_of("m44", lambda after: 300 - int(after.fighters[FOE].hp)).items())


def suffered(damage: str, more: str, reduction: int) -> dict:
    """The exact distribution of the damage of an enemy's blow, by the rules."""
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    fight = Melee(hero(armor=[armor("Primary 4", reduction)], hp=300), foe(blow((4, 4), damage, *effects)))
    fight.miss()
    fight.roll((4, 4))
    return dict(fight.odds_of("b44", lambda after: 300 - int(after.fighters[HERO].hp)).items())


@pytest.mark.parametrize(("damage", "more"), DAMAGES)
@pytest.mark.parametrize("defence", [0, 3, 9])
def test_the_damage_of_a_strike_is_what_counting_gives(damage, more, defence):
    for halved in (False, True):
        assert struck(damage, more, defence, halved) == counted(damage, more, off=defence + 1, halved=halved)


@pytest.mark.parametrize(("damage", "more"), DAMAGES)
@pytest.mark.parametrize("reduction", [1, 4, 10])
def test_the_damage_of_an_enemys_blow_is_what_counting_gives(damage, more, reduction):
    assert suffered(damage, more, reduction) == counted(damage, more, off=reduction)


def test_a_6_tells_also_where_the_damage_besides_is_less_than_nothing():  # ruins-and-realms.md:448: regardless of reductions
    # the rules ask for a mere sum of dice only where no face needs to tell
    assert struck("2D8", "D4-8", 0, False) == counted("2D8", "D4-8", off=1)
    assert suffered("2D6+3", "D4-8", 4) == counted("2D6+3", "D4-8", off=4)


def critical(damage: str, more: str, how: str, top: bool, defence: int) -> dict:
    """The exact distribution of the damage of a critical Prime with 2 shift points, by the rules; the minimum is 2."""
    options = {"critical_prime": how, "minimum_damage_face": "top" if top else "six", "minimum_damage": 2}
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    fight = Melee(hero(move((4, 4), damage, *effects)), foe(hp=300, defense=defence), options=options)
    fight.roll((8, 8))
    return dict(fight.odds_of("m44", lambda after: 300 - int(after.fighters[FOE].hp)).items())


@pytest.mark.parametrize(("damage", "more"), [("D8", "D6"), ("2D6-1", "0"), ("D6-3", "D4"), ("2D4", "0"), ("2D8", "D6")])
@pytest.mark.parametrize("top", [False, True])
@pytest.mark.parametrize("how", ["highest", "double", "shift-twice", "none"])
def test_the_damage_of_the_critical_prime_is_what_counting_gives(damage, more, top, how):
    for defence in (0, 4, 20):
        assert critical(damage, more, how, top, defence) == counted(
            damage,
            more,
            bonus=4 if how == "shift-twice" else 2,
            off=defence,
            doubled=how == "double",
            highest=how == "highest",
            top=top,
            least=2,
        )


def test_damage_without_dice_has_no_telling_face():
    assert critical("5", "0", "highest", top=True, defence=20) == {0: 1}
