"""What the policies of the hero and of the enemies choose."""

import pytest
from tests.ruins_and_realms.melee import HERO, Melee, armor, blow, effect, foe, hero, interrupt, move, shield_bearer

# --- policies: the hero's -----------------------------------------------------------------------------------------------


def test_no_policy_but_the_random_one_flees():
    fight = Melee()
    fight[HERO].hp = 1
    assert [fight.choice(policy) for policy in ("greedy", "sensible")] == ["attack", "attack"]
    fight.miss()
    assert [fight.choice(policy) for policy in ("fierce", "cunning")] == ["attack", "attack"]


def test_the_random_hero_flees_once_in_eight_turns():
    fight = Melee()
    assert [fight.choice("random", face) for face in range(1, 9)] == ["flee", *["attack"] * 7]


def test_the_random_hero_does_anything_allowed():
    fight = Melee(hero(move((4, 4)), move((4, 6))))
    fight.roll((4, 5))
    assert {fight.choice("random", face) for face in (1, 2, 3)} == {"m44", "m46", "let it go"}


def test_the_greedy_hero_does_most_damage_on_average():
    fight = Melee(hero(move((4, 4), "D8"), move((4, 6), "2D4"), move((5, 5), "D6")))  # 4.5, 5, 3.5
    fight.roll((4, 5))
    assert fight.choice("greedy") == "m46"


def test_the_greedy_hero_minds_the_bonus_of_an_exact_strike():
    fight = Melee(hero(move((4, 4), "D8"), move((4, 5), "D8+1")))
    fight.roll((4, 4))
    assert fight.choice("greedy") == "m44"  # 4.5 + 2 against 5.5


@pytest.mark.parametrize(
    ("does", "choice"),
    [("-1 damage", "m44"), ("-3 damage", "m54"), ("Half damage", "m54"), ("Attack misses", "m54"), ("Reflect 3 damage", "m54")],
)
def test_the_greedy_hero_minds_interrupts(does, choice):
    fight = Melee(hero(move((4, 4), "D8"), move((5, 4), "D4")), foe(interrupts=[interrupt("Primary 4", does)]))  # 4.5, 2.5
    fight.roll((5, 5))
    assert fight.choice("greedy") == choice


def test_the_greedy_hero_on_a_prime_minds_no_interrupts():
    fight = Melee(hero(move((4, 4), "D8"), move((5, 4), "D4")), foe(interrupts=[interrupt("Primary 4", "Attack misses")]))
    fight.roll((7, 8))
    assert fight.choice("greedy") == "m44"


def test_the_greedy_hero_minds_defence_and_who_has_it():
    fight = Melee(hero(move((4, 4), "D8"), move((5, 4), "D4", effect("ignore-armor"))), foe(defense=5))
    fight.roll((5, 5))
    assert fight.choice("greedy") == "m54"
    pair = Melee(hero(), foe(defense=2), foe())
    pair.roll((4, 5))
    assert pair.choice("greedy") == "m44 at foe 2"


def test_the_greedy_hero_never_lets_a_match_go():
    fight = Melee(hero(), foe(interrupts=[interrupt("Primary 4", "Attack misses")]))
    fight.roll((4, 5))
    assert fight.choice("greedy") == "m44"


def test_the_greedy_hero_counts_bonus_damage():
    # 4.5 against 3.5 + 3.5
    fight = Melee(hero(move((4, 4), "D8"), move((5, 4), "D6", effect("bonus-damage", dice="D6"))))
    fight.roll((5, 5))
    assert fight.choice("greedy") == "m54"


@pytest.mark.parametrize(
    ("second", "choice"),
    [("D12-2", "m54"), ("D12-5", "m44")],  # 2D4 is 5 on average, D12-2 4.5; but with every die at its highest it is 8 against 10 and 7
)
def test_the_greedy_hero_knows_what_the_critical_prime_does(second, choice):
    fight = Melee(hero(move((4, 4), "2D4"), move((5, 4), second)))
    fight.roll((8, 8))
    assert fight.choice("greedy") == choice


@pytest.mark.parametrize(("defence", "choice"), [(0, "m44"), (3, "m54")])
def test_the_greedy_hero_counts_a_second_blow_less_defence(defence, choice):
    # 4.5 and 2.5 against 5.5; with defence 3: 1.5 and nothing against 2.5
    fight = Melee(hero(move((4, 4), "D8", effect("bonus-attack", dice="D4")), move((5, 4), "D8+1")), foe(defense=defence))
    fight.roll((5, 5))
    assert fight.choice("greedy") == choice


def test_the_sensible_hero_fells_whom_they_can():
    fight = Melee(hero(), foe(), foe(hp=1))
    fight.roll((4, 5))
    assert fight.choice("greedy") == "m44 at foe 1"
    assert fight.choice("sensible") == "m44 at foe 2"


def test_the_sensible_hero_minds_effects():
    fight = Melee(hero(move((4, 4), "D8"), move((4, 6), "D6", effect("stun"))))
    fight.roll((4, 5))
    assert fight.choice("greedy") == "m44"
    assert fight.choice("sensible") == "m46"


# An enemy with 5 points that strikes with Primary 7 only: 35 of 64 rolls reach it, and a shield at 7 takes 2 off: 70 / 64 a round.
SEVENS = foe(blow((7, 3), "D6"), shift=5)


@pytest.mark.parametrize(("damage", "choice"), [("D8", "m47"), ("D8+1", "m47"), ("D8+2", "m44")])
def test_the_sensible_hero_minds_the_shield(damage, choice):
    fight = Melee(shield_bearer(move((4, 4), damage), move((4, 7), "D8")), SEVENS)
    fight.roll((4, 5))
    assert fight.choice("greedy") == "m44"
    assert fight.choice("sensible") == choice


def test_the_sensible_hero_without_a_match_shifts_for_the_shield():
    fight = Melee(shield_bearer(move((4, 4))), SEVENS)
    fight.roll((8, 6))
    assert fight.choice("greedy") == "wait with shield at 6"
    assert fight.choice("sensible") == "wait with shield at 7"


def test_on_a_prime_the_sensible_hero_knows_that_the_shield_stays_where_the_dice_lie():
    # at 8, whatever is done: the weaker manoeuvre on [4,7] would be done for nothing
    fight = Melee(shield_bearer(move((4, 4), "D8+1"), move((4, 7), "D8")), SEVENS)
    fight.roll((7, 8))
    assert fight.choice("sensible") == "m44"


# --- policies: the enemies' ---------------------------------------------------------------------------------------------


def enemy_to_choose(champion: dict, enemy: dict, options: dict | None = None, waits_at: int | None = None) -> Melee:
    """A fight in which the enemy has rolled [4,5]."""
    fight = Melee(champion, enemy, options=options)
    if waits_at is None:
        fight.miss()
    else:
        fight.roll((8, waits_at))
        fight.act(f"wait with shield at {waits_at}")
    fight.roll((4, 5))
    return fight


TWO_BLOWS = foe(blow((4, 4), "D6"), blow((5, 5), "D8"), shift=1)  # 3.5 and 4.5


def test_a_cunning_enemy_minds_armour_and_a_fierce_one_does_not():
    fight = enemy_to_choose(hero(armor=[armor("Primary 5", 2)]), TWO_BLOWS)
    assert (fight.choice("fierce"), fight.choice("cunning")) == ("b55", "b44")


def test_a_cunning_enemy_minds_the_shield():
    fight = enemy_to_choose(shield_bearer(), TWO_BLOWS, waits_at=5)
    assert (fight.choice("fierce"), fight.choice("cunning")) == ("b55", "b44")
    beside = enemy_to_choose(shield_bearer(), TWO_BLOWS, waits_at=6)
    assert beside.choice("cunning") == "b55"


def test_a_cunning_enemy_knows_a_blow_that_ignores_armour():
    sharp = foe(blow((4, 4), "D6"), blow((5, 5), "D8", effect("ignore-armor")), shift=1)
    fight = enemy_to_choose(hero(armor=[armor("Primary 5", 2)]), sharp)
    assert fight.choice("cunning") == "b55"


def test_a_cunning_enemy_knows_a_shield_that_stops_everything():
    # 9 - 2 would be more than 3.5, but does nothing
    strong = foe(blow((4, 4), "D6"), blow((5, 5), "2D8"), shift=1)
    fight = enemy_to_choose(shield_bearer(), strong, {"shield": "block"}, waits_at=5)
    assert fight.choice("cunning") == "b44"


def test_the_random_enemy_does_anything_in_reach():
    fight = enemy_to_choose(hero(), TWO_BLOWS)
    assert {fight.choice("random", face) for face in (1, 2)} == {"b44", "b55"}
