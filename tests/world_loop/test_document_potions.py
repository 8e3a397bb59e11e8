"""The document `rules/world-loop.md` as tests, continued: potions, and how computer players decide by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.world_loop.ring import HIT, LARGE, MEDIUM, SMALL, Ring, bag, build, drink, fighter, hero

from fracas.errors import FracasError
from fracas.rulesets.world_loop.codes import BAG, Said
from fracas.rulesets.world_loop.library import item_number
from fracas.rulesets.world_loop.rules.bag import best_potion
from fracas.rulesets.world_loop.state import ATTACK, FLEE, REST

FOE = ATTACK + 1
ANY_HP = {"drink_at_any_hp": True}

# --- when, and which ----------------------------------------------------------------------------------------------------

HURT = [  # world-loop.md:203
    # HP, max HP, whether a potion is drunk
    (100, 100, False),
    (51, 100, False),
    (50, 100, False),  # half is not below half
    (49, 100, True),
    (1, 100, True),
    (26, 51, False),
    (25, 51, True),
    (25, 50, False),
    (24, 49, True),
    (1, 2, False),
    (1, 3, True),
]


@pytest.mark.parametrize(("hp", "max_hp", "drinks"), HURT)
@pytest.mark.parametrize("policy", ["steady", "wary"])
def test_below_half_of_its_hp_a_fighter_drinks_instead_of_attacking(policy, hp, max_hp, drinks):
    ring = Ring(hero(hp=hp, max_hp=max_hp, bag={SMALL: 1}))
    assert ring.choice(policy) == (drink(SMALL) if drinks else FOE)


def test_below_half_of_its_hp_and_without_a_potion_it_attacks():
    assert Ring(hero(hp=40)).choice("steady") == FOE
    assert Ring(hero(hp=1)).choice("steady") == FOE


def test_half_is_of_max_hp_without_equipment():
    ring = Ring(hero(hp=50, bag={SMALL: 1}))
    ring.wear(0, "armor", hp=50)
    assert ring.choice("steady") == FOE
    ring.a.hp = 49
    assert ring.choice("steady") == drink(SMALL)


PRIORITIES = [  # world-loop.md:205
    ((SMALL,), SMALL),
    ((MEDIUM,), MEDIUM),
    ((LARGE,), LARGE),
    ((SMALL, MEDIUM), MEDIUM),
    ((MEDIUM, SMALL), MEDIUM),
    ((SMALL, LARGE), LARGE),
    ((LARGE, SMALL), LARGE),
    ((MEDIUM, LARGE), LARGE),
    ((LARGE, MEDIUM), LARGE),
    ((SMALL, MEDIUM, LARGE), LARGE),
    ((LARGE, MEDIUM, SMALL), LARGE),
    ((SMALL, SMALL, MEDIUM), MEDIUM),
    (("iron-sword", "chief-plate", SMALL), SMALL),
]


@pytest.mark.parametrize(("carried", "first"), PRIORITIES, ids=["+".join(c.split("-")[0] for c in carried) for carried, _ in PRIORITIES])
def test_large_comes_before_medium_and_medium_before_small(carried, first):
    ring = Ring(hero(hp=10))
    ring.pack(0, *carried)
    assert ring.choice("steady") == drink(first)


def test_what_is_no_potion_is_not_drunk():
    ring = Ring(hero(hp=10))
    ring.pack(0, "iron-sword", "leather-vest", "speed-ring")
    assert ring.choice("steady") == FOE
    assert best_potion(ring.a, ring.book) == -1
    assert not any(action > FLEE for action in ring.legal())


def test_a_potion_in_the_last_place_of_the_bag_is_found():
    ring = Ring(hero(hp=10))
    ring.a.bag[BAG - 1] = item_number(MEDIUM)
    assert ring.choice("steady") == drink(MEDIUM)


# --- what it does -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("potion", "heals"), [(SMALL, 20), (MEDIUM, 40), (LARGE, 80)])  # world-loop.md:211-215
def test_each_potion_heals_as_much_as_the_table_says(potion, heals):
    ring = Ring(hero(hp=10, bag={potion: 1}))
    ring.tick(a=drink(potion), b=REST)
    assert ring.hp == (10 + heals, 100)
    assert ring.told(Said.DRINKS) == [(1, item_number(potion), heals)]


@pytest.mark.parametrize(("hp", "max_hp", "worn", "after"), [(45, 60, 0, 60), (45, 60, 5, 65), (45, 60, 50, 85), (60, 60, 0, 60)])
def test_healing_is_capped_at_effective_max_hp(hp, max_hp, worn, after):  # world-loop.md:208
    ring = Ring(hero(hp=hp, max_hp=max_hp, bag={MEDIUM: 1}), **ANY_HP)
    ring.wear(0, "armor", hp=worn)
    ring.tick(a=drink(MEDIUM), b=REST)
    assert ring.a.hp == after
    assert ring.told(Said.DRINKS)[0][2] == after - hp


def test_drinking_never_takes_hp_away():
    ring = Ring(hero(bag={SMALL: 1}), **ANY_HP)
    ring.a.hp = 130  # more than can be
    ring.tick(a=drink(SMALL), b=REST)
    assert ring.a.hp == 130


def test_one_potion_is_consumed():  # world-loop.md:207
    ring = Ring(hero(hp=1, bag={SMALL: 2, LARGE: 1}), **ANY_HP)
    ring.tick(a=drink(SMALL), b=REST)
    assert sorted(bag(ring.a)) == [LARGE, SMALL]
    ring.tick(a=drink(LARGE), b=REST)
    assert bag(ring.a) == [SMALL]
    ring.tick(a=drink(SMALL), b=REST)
    assert bag(ring.a) == []
    assert ring.legal() == [FOE, REST, FLEE]


def test_drinking_costs_no_stamina_and_trains_nothing():
    ring = Ring(hero(hp=10, bag={SMALL: 1}), stamina_regen=0)
    ring.tick(a=drink(SMALL), b=REST)
    assert ring.a.stamina == 1000
    assert list(ring.a.training) == [0] * 6


def test_potions_are_offered_once_each_however_many_there_are():
    ring = Ring(hero(hp=10, bag={SMALL: 3, LARGE: 2}))
    assert ring.legal() == [FOE, REST, FLEE, drink(SMALL), drink(LARGE)]


def test_a_fighter_may_drink_only_below_half_of_its_hp():  # world-loop.md:203
    assert Ring(hero(hp=50, bag={SMALL: 1})).legal() == [FOE, REST, FLEE]
    assert Ring(hero(hp=49, bag={SMALL: 1})).legal() == [FOE, REST, FLEE, drink(SMALL)]


def test_where_the_options_say_so_a_fighter_may_drink_when_it_is_not_hurt():
    ring = Ring(hero(bag={SMALL: 1}), **ANY_HP)
    ring.tick(a=drink(SMALL), b=REST)
    assert ring.told(Said.DRINKS) == [(1, item_number(SMALL), 0)]
    assert bag(ring.a) == []


def test_a_monster_drinks_as_a_hero_does():
    ring = Ring(hero(), fighter(hp=20, bag={MEDIUM: 1}))
    ring.tick(*HIT, b=drink(MEDIUM))
    assert ring.hp == (100, 50)


@given(st.integers(1, 100), st.integers(1, 100), st.sampled_from([(), (SMALL,), (SMALL, LARGE), (MEDIUM, SMALL)]))
def test_a_steady_fighter_does_what_the_document_says(hp, max_hp, carried):
    ring = Ring(hero(max_hp=max_hp))
    ring.a.hp = min(hp, max_hp)
    ring.pack(0, *carried)
    best = next((p for p in (LARGE, MEDIUM, SMALL) if p in carried), None)
    hurt = 2 * ring.hp[0] < max_hp
    assert ring.choice("steady") == (drink(best) if hurt and best else FOE)


# --- how computer players decide ----------------------------------------------------------------------------------------

WARY = [
    # HP, what is carried, what is done
    (31, (), FOE),
    (30, (), FLEE),  # at 30 % or below
    (29, (), FLEE),
    (1, (), FLEE),
    (30, (SMALL,), drink(SMALL)),
    (49, (SMALL,), drink(SMALL)),
    (50, (SMALL,), FOE),
]


@pytest.mark.parametrize(("hp", "carried", "does"), WARY)
def test_the_wary_flee_at_30_percent_when_there_is_nothing_to_drink(hp, carried, does):
    ring = Ring(hero(hp=hp))
    ring.pack(0, *carried)
    assert ring.choice("wary") == does


@pytest.mark.parametrize("hp", [100, 49, 1])
def test_the_reckless_attack_whatever_happens(hp):
    assert Ring(hero(hp=hp, bag={LARGE: 1})).choice("reckless") == FOE


def test_the_random_do_anything_they_may_do():
    ring = Ring(hero(hp=10, bag={SMALL: 1}))
    assert [ring.choice("random", face) for face in (1, 2, 3, 4)] == ring.legal()


@pytest.mark.parametrize("policy", ["steady", "wary", "reckless"])
def test_the_first_who_stands_is_attacked(policy):
    ring = Ring(hero(), fighter(), fighter(), fighter())
    assert ring.choice(policy) == ATTACK + 1
    ring.b.hp = 0
    assert ring.choice(policy) == ATTACK + 2
    ring.state.away[2] = 1
    assert ring.choice(policy) == ATTACK + 3


@pytest.mark.parametrize("policy", ["steady", "wary", "reckless"])
def test_the_others_attack_the_one(policy):
    ring = Ring(hero(), fighter(), fighter())
    ring.act(ATTACK + 1)
    assert ring.acting() == "b"
    assert ring.choice(policy) == ATTACK
    ring.act(ATTACK)
    assert ring.acting() == "c"
    assert ring.choice(policy) == ATTACK


# --- bags ---------------------------------------------------------------------------------------------------------------


def test_a_bag_is_given_as_it_is_or_is_that_of_the_kind():
    ring = Ring({"kind": "hero"}, {"kind": "goblin-warrior"}, {"kind": "goblin-chief", "bag": {LARGE: 1}})
    assert bag(ring.a) == [SMALL] * 3
    assert bag(ring.b) == [SMALL] * 2
    assert bag(ring.c) == [LARGE]


@pytest.mark.parametrize("carried", [{SMALL: 5}, {"chief-plate": 2}], ids=["too many", "too heavy"])
def test_a_bag_holds_no_more_than_its_owner_can_carry(carried):
    with pytest.raises(FracasError) as error:
        build(hero(), fighter(bag=carried))
    assert error.value.code == "bad-bag"


@pytest.mark.parametrize("carried", [{SMALL: 4}, {"chief-plate": 1, SMALL: 3}], ids=["just so many", "just so heavy"])
def test_a_bag_can_be_full(carried):
    assert len(bag(Ring(hero(), fighter(bag=carried)).b)) == 4
