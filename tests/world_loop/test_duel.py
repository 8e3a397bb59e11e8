"""Duels of World Loop: who acts when, what happens first in a tick, and how a duel ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.world_loop.ring import CRIT, HIT, LARGE, MEDIUM, MISS, SMALL, KeyedDice, Ring, attributes, bag, build, drink, fighter, hero

from fracas.engine.contract.setup import CHANCE
from fracas.errors import FracasError
from fracas.rulesets.world_loop import WorldLoop, rules
from fracas.rulesets.world_loop.codes import Domain, Outcome, Said
from fracas.rulesets.world_loop.rules.turns import line_up
from fracas.rulesets.world_loop.state import ATTACK, FLEE, REST

INDEPENDENT = {"draws": "independent"}
FORGIVEN = {"lag": "forgiven"}
EVENTS = {"time": "events"}

# --- choosing -----------------------------------------------------------------------------------------------------------


def test_a_duel_begins_with_tick_1_and_the_first_fighter():
    ring = Ring()
    assert ring.told(Said.TICK) == [(1, 0, 0)]
    assert (ring.state.clock, ring.state.tick, ring.acting(), ring.over) == (1, 0, "a", 0)


def test_nothing_happens_before_all_have_chosen():
    ring = Ring(hero(), fighter(), fighter())
    before = ring.array["fighters"].copy()
    ring.act(ATTACK + 1)
    ring.act(ATTACK)
    assert (ring.array["fighters"] == before).all()
    assert ring.log == ring.log[:1]  # the first tick was announced, no more
    ring.act(ATTACK, *HIT)
    assert ring.hp == (100, 90, 100)


def test_attacks_happen_one_by_one_and_nobody_is_asked():
    ring = Ring(hero(), fighter(), fighter())
    ring.act(ATTACK + 1)
    ring.act(ATTACK)
    ring.act(ATTACK, *HIT)
    for hp in ((90, 90, 100), (80, 90, 100)):
        assert rules.to_act(ring.state, ring.book) == CHANCE
        ring.act(CHANCE, *HIT)
        assert ring.hp == hp
    assert (ring.state.clock, ring.state.happening) == (2, 0)


def test_what_is_no_attack_does_not_wait():
    ring = Ring(hero(hp=40, bag={SMALL: 1}), fighter(hp=50), fighter(hp=50))
    ring.act(drink(SMALL))
    ring.act(REST)
    ring.act(REST)
    assert (ring.hp, ring.state.clock) == ((60, 51, 51), 2)


def test_an_attack_and_all_that_follows_it_happen_together():
    ring = Ring(hero(), fighter(hp=40, bag={SMALL: 1}), fighter(hp=50))
    ring.act(ATTACK + 1)
    ring.act(drink(SMALL))
    ring.act(REST, *HIT)
    assert (ring.hp, ring.state.clock) == ((100, 50, 51), 2)


def test_side_a_chooses_for_the_first_fighter_and_side_b_for_all_others():
    ring = Ring(hero(), fighter(), fighter())
    sides = []
    for action in (ATTACK + 1, ATTACK, ATTACK):
        sides.append((ring.acting(), rules.to_act(ring.state, ring.book)))
        ring.act(action, *(HIT if ring.acting() == "c" else ()))
    assert sides == [("a", 0), ("b", 1), ("c", 1)]


def test_one_may_attack_all_who_stand_and_they_may_attack_the_one():
    ring = Ring(hero(), fighter(), fighter(), fighter(), fighter())
    assert ring.legal() == [ATTACK + 1, ATTACK + 2, ATTACK + 3, ATTACK + 4, REST, FLEE]
    ring.state.fighters[2].hp = 0
    ring.state.away[4] = 1
    assert ring.legal() == [ATTACK + 1, ATTACK + 3, REST, FLEE]
    ring.act(REST)
    assert ring.legal() == [ATTACK, REST, FLEE]


def test_the_others_do_not_attack_each_other():
    ring = Ring(hero(), fighter(), fighter())
    ring.act(REST)
    for who in "bc":
        assert ring.acting() == who
        assert ring.legal() == [ATTACK, REST, FLEE]
        ring.act(REST)


# --- the order of a tick ------------------------------------------------------------------------------------------------


def test_those_who_rest_come_first_then_those_who_flee_then_attacks_then_potions():
    ring = Ring(hero(), fighter(hp=40, bag={SMALL: 1}), fighter(), fighter(), fighter())
    ring.tick(*HIT, *HIT, b=drink(SMALL), c=FLEE, d=REST)
    assert [Said(e.code) for e in ring.events()] == [Said.RESTS, Said.FLEES, Said.HITS, Said.HITS, Said.DRINKS, Said.TICK]
    assert [e.a for e in ring.events()][:-1] == [4, 3, 1, 5, 2]


@pytest.mark.parametrize(
    ("plan", "said"), [(REST, Said.RESTS), (FLEE, Said.FLEES), (drink(SMALL), Said.DRINKS)], ids=["rest", "flee", "drink"]
)
def test_within_a_kind_the_time_of_the_next_act_decides_then_the_number(plan, said):
    ring = Ring(hero(), *[fighter(hp=40, bag={SMALL: 1})] * 4)
    for who, time in enumerate((0.5, 0.25, 0.25, 0.0, 0.25)):
        ring.state.fighters[who].next_act = time
    line_up(ring.state, ring.book)
    ring.tick(a=REST, b=plan, c=plan, d=plan, e=plan)
    assert [e.a for e in ring.events(said) if e.a != 1] == [4, 2, 3, 5]


def test_attacks_too_come_by_the_time_of_the_next_act_then_by_number():
    ring = Ring(hero(spd=1), fighter(spd=2), fighter(spd=4), fighter(spd=2))
    orders = []
    for _ in range(3):
        ring.tick(*HIT * 4)
        orders.append(ring.strikers())
    assert orders == ["abcd", "cbda", "cbda"]


def test_equal_times_leave_the_order_of_numbers():
    ring = Ring(*[fighter(spd=7)] * 5)
    for _ in range(4):
        ring.tick(*MISS * 5)
        assert ring.strikers() == "abcde"


def test_one_who_flees_cannot_be_struck():
    ring = Ring(hero(stamina=50), fighter(), fighter(), stamina_regen=0)
    ring.tick(*HIT, b=FLEE)
    assert (ring.hp, ring.over) == ((90, 100, 100), 0)
    assert (ring.a.next_act, ring.a.stamina, ring.a.training[0]) == (0.0, 50, 0)  # what failed has cost nothing
    assert ring.b.next_act == 1.0


def test_one_who_rests_can_be_struck():
    ring = Ring()
    ring.tick(*HIT, b=REST)
    assert ring.hp == (100, 90)


def test_one_who_drinks_may_be_dead_before_the_cork_is_out():
    ring = Ring(hero(), fighter(hp=10, bag={LARGE: 1}))
    ring.tick(*HIT, b=drink(LARGE))
    assert (ring.hp, ring.over) == ((100, 0), Outcome.VICTORY)
    assert bag(ring.b) == [LARGE]
    assert not ring.events(Said.DRINKS)


def test_one_who_drinks_is_struck_before_it_heals():
    ring = Ring(hero(), fighter(hp=95, bag={SMALL: 1}), drink_at_any_hp=True)
    ring.tick(*HIT, b=drink(SMALL))
    assert ring.hp == (100, 100)  # 95 - 10 + 15, not 100 - 10


def test_the_dead_do_not_strike():
    ring = Ring(hero(), fighter(hp=10))
    ring.tick(*HIT)
    assert (ring.hp, ring.strikers()) == ((100, 0), "a")
    ring = Ring(hero(), fighter(hp=10), fighter())
    ring.tick(*HIT, *HIT)
    assert (ring.hp, ring.strikers()) == ((90, 0, 100), "ac")


def test_the_dead_are_not_struck():
    ring = Ring(hero(hp=10), fighter(), fighter())
    ring.tick(*HIT, *HIT)
    assert (ring.hp, ring.strikers(), ring.over) == ((0, 90, 100), "ab", Outcome.DEFEAT)
    assert (ring.c.next_act, ring.c.stamina) == (0.0, 1000)


def test_the_dead_choose_nothing_in_later_ticks():
    ring = Ring(hero(), fighter(hp=10), fighter())
    ring.tick(*HIT, *HIT)
    ring.tick(*HIT, *HIT)
    assert (ring.hp, ring.strikers()) == ((80, 0, 90), "ac")


def test_the_faster_may_kill_first():
    ring = Ring(hero(spd=1, hp=30), fighter(spd=9, hp=30))
    ring.tick(*HIT, *HIT)
    ring.tick(*HIT, *HIT)
    ring.tick(*HIT)
    assert (ring.strikers(), ring.hp, ring.over) == ("b", (0, 10), Outcome.DEFEAT)


# --- time by the document -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speeds", [(1, 1), (1, 10), (10, 40), (3, 30), (0, 2), (1000, 1)])
@pytest.mark.parametrize("options", [{}, FORGIVEN, INDEPENDENT, {**INDEPENDENT, **FORGIVEN}])
def test_everybody_acts_exactly_once_in_a_tick_whatever_its_speed(speeds, options):  # world-loop.facts.md 1.1
    ring = Ring(hero(spd=speeds[0]), fighter(spd=speeds[1]), **options)
    for _ in range(25):
        ring.tick(*MISS, *MISS)
        assert sorted(ring.strikers()) == ["a", "b"]


def test_time_owed_is_kept():
    ring = Ring(hero(spd=10), fighter(spd=2))
    for _ in range(20):
        ring.tick(*MISS, *MISS)
    assert ring.a.next_act == pytest.approx(2.0)
    assert ring.b.next_act == pytest.approx(10.0)


def test_where_it_is_forgiven_time_counts_from_the_tick_of_the_act():
    ring = Ring(hero(spd=10), fighter(spd=2), **FORGIVEN)
    for tick in range(5):
        ring.tick(*MISS, *MISS)
        assert (ring.a.next_act, ring.b.next_act) == (tick + 0.1, tick + 0.5)


def test_a_newcomer_acts_last_where_time_owed_is_kept_and_by_its_speed_where_it_is_forgiven():
    """Somebody who joins has the time of its tick; the others, who have fought for long, are owed time."""
    for options, order in (({}, "ab"), (FORGIVEN, "ba")):
        ring = Ring(hero(spd=2), fighter(spd=100), **options)
        for _ in range(8):
            ring.tick(*MISS, b=REST)
        ring.b.next_act = 8.0  # it came just now
        line_up(ring.state, ring.book)
        ring.tick(*MISS, *MISS)
        ring.tick(*MISS, *MISS)
        assert ring.strikers() == order


@pytest.mark.parametrize(("options", "order"), [({}, "ab"), (FORGIVEN, "ba")])
def test_a_drink_costs_the_faster_one_its_turn_only_where_time_owed_is_forgiven(options, order):
    ring = Ring(hero(hp=40, spd=10, bag={SMALL: 1}), fighter(spd=4), **options)
    for _ in range(6):
        ring.tick(*MISS, *MISS)
        assert ring.strikers() == "ab"
    ring.tick(*MISS, a=drink(SMALL))
    ring.tick(*MISS, *MISS)
    assert ring.strikers() == order


def test_a_flight_and_a_rest_take_the_time_of_an_attack():
    ring = Ring(hero(spd=5), fighter(spd=4), fighter())
    ring.tick(a=REST, b=FLEE, c=REST)
    assert (ring.a.next_act, ring.b.next_act) == (0.2, 0.25)


# --- rest and stamina ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "healed"), [(1, 1), (50, 1), (99, 1), (100, 0)])
def test_a_rest_heals_1_hp_up_to_the_max(hp, healed):
    ring = Ring(hero(hp=hp))
    ring.tick(a=REST, b=REST)
    assert ring.a.hp == hp + healed
    assert ring.told(Said.RESTS)[0] == (1, healed, 0)


def test_a_rest_heals_up_to_the_max_with_gear_and_takes_nothing():
    ring = Ring(hero())
    ring.wear(0, "armor", hp=1)
    ring.tick(a=REST, b=REST)
    ring.tick(a=REST, b=REST)
    assert ring.a.hp == 101
    ring.a.hp = 150  # more than can be
    ring.tick(a=REST, b=REST)
    assert ring.a.hp == 150


def tired(**more):
    """A fighter with 20 of 30 stamina."""
    return fighter(stamina=20, **more)


def test_stamina_comes_back_by_1_in_a_tick_and_by_5_for_one_who_rests():
    ring = Ring(tired(), tired(hp=40, bag={SMALL: 1}), tired())
    ring.tick(*HIT, b=drink(SMALL), c=REST)
    assert [int(f.stamina) for f in (ring.a, ring.b, ring.c)] == [20 - 3 + 1, 20 + 1, 20 + 5]


def test_stamina_comes_back_to_its_max():
    ring = Ring(tired(), tired())
    assert ring.a.max_stamina == 30
    for _ in range(3):
        ring.tick(a=REST, b=REST)
    assert (ring.a.stamina, ring.b.stamina) == (30, 30)


def test_stamina_does_not_come_back_to_the_dead_and_those_who_fled():
    ring = Ring(hero(), tired(hp=10), tired(), tired())
    ring.tick(*HIT, *HIT, c=FLEE)
    assert [int(ring.state.fighters[i].stamina) for i in (1, 2, 3)] == [20, 20, 18]


def test_a_rest_is_remembered_for_one_tick_only():
    ring = Ring(tired(), fighter())
    ring.tick(a=REST, b=REST)
    assert ring.a.stamina == 25
    ring.tick(*MISS, *MISS)
    assert ring.a.stamina == 25 - 3 + 1


@pytest.mark.parametrize("options", [INDEPENDENT, {**INDEPENDENT, **EVENTS}, {**INDEPENDENT, **FORGIVEN}])
def test_under_independent_draws_stamina_and_training_are_left_out(options):
    ring = Ring(tired(), fighter(), train_attack_str=1.0, stamina_regen=0, **options)
    for _ in range(3):
        ring.act(ATTACK + 1, *(HIT if options.get("time") else ()))
        ring.act(ATTACK, *HIT)
        if ring.state.happening:
            ring.act(CHANCE, *HIT)
    assert ring.a.stamina == 20
    assert set(attributes(ring.a).values()) == {0}
    assert list(ring.a.training) == [0] * 6


# --- ends ---------------------------------------------------------------------------------------------------------------


def test_each_end_has_its_name_and_kind():
    ends = dict(enumerate(WorldLoop.ends, 1))
    assert {ends[code].name: ends[code].kind for code in (Outcome.VICTORY, Outcome.DEFEAT, Outcome.FLED, Outcome.ESCAPED)} == {
        "victory": "win",
        "defeat": "lose",
        "fled": "draw",
        "escaped": "draw",
    }


def test_victory_is_when_all_others_are_dead():
    ring = Ring(hero(atk=100), fighter(), fighter())
    ring.tick(*HIT, *HIT)
    assert ring.over == 0
    ring.tick(*HIT)
    assert ring.over == Outcome.VICTORY


def test_defeat_is_when_the_one_is_dead():
    ring = Ring(hero(hp=10), fighter())
    ring.tick(*HIT, a=REST)
    assert (ring.over, ring.hp) == (0, (1, 100))  # it healed 1 first
    ring.tick(*HIT, a=REST)
    assert (ring.over, ring.hp) == (Outcome.DEFEAT, (0, 100))


def test_fled_is_when_the_one_has_fled():
    ring = Ring(hero(), fighter(), fighter())
    ring.tick(a=FLEE)
    assert (ring.over, ring.hp) == (Outcome.FLED, (100, 100, 100))


def test_escaped_is_when_the_last_has_fled():
    ring = Ring()
    ring.tick(b=FLEE)
    assert (ring.over, ring.hp) == (Outcome.ESCAPED, (100, 100))


def test_one_who_got_away_turns_a_victory_into_an_escape():
    ring = Ring(hero(atk=100), fighter(), fighter())
    ring.tick(*HIT, c=FLEE)
    assert ring.over == Outcome.ESCAPED
    ring = Ring(hero(atk=100), fighter(), fighter())
    ring.tick(*HIT, b=FLEE)
    assert ring.over == 0
    ring.tick(*HIT)
    assert ring.over == Outcome.ESCAPED


def test_of_two_who_flee_the_first_ends_the_duel():
    ring = Ring(hero(spd=1), fighter(spd=5))
    ring.tick(*MISS, *MISS)
    ring.tick(a=FLEE, b=FLEE)
    assert ring.over == Outcome.ESCAPED
    assert ring.told(Said.FLEES) == [(2, 0, 0)]
    ring = Ring()
    ring.tick(a=FLEE, b=FLEE)
    assert ring.over == Outcome.FLED


def test_nothing_happens_after_the_end():
    ring = Ring(hero(hp=10), fighter(), fighter(hp=10, bag={SMALL: 1}), fighter())
    ring.tick(*HIT, *HIT, c=drink(SMALL))
    assert (ring.over, ring.hp, ring.state.clock) == (Outcome.DEFEAT, (0, 90, 10, 100), 1)
    assert not ring.events(Said.TICK, Said.DRINKS)


def test_health_is_that_of_the_one_and_of_all_others_together():
    ring = Ring(hero(hp=70), fighter(hp=20), fighter(hp=30))
    assert [rules.health(ring.state, ring.book, side) for side in (0, 1)] == [70, 50]
    ring.c.hp = 0
    assert rules.health(ring.state, ring.book, 1) == 20


def test_a_tick_is_counted_when_it_is_over():
    ring = Ring()
    for tick in range(1, 6):
        assert (ring.state.clock, ring.state.tick) == (tick, tick - 1)
        ring.tick(*MISS, *MISS)
        assert ring.told(Said.TICK) == [(tick + 1, 0, 0)]


# --- one against several ------------------------------------------------------------------------------------------------


def test_fighters_are_numbered_from_1_and_named_apart():
    setup = build(hero(name="Ann"), fighter(), fighter("wolf"), fighter())
    assert [int(f.uid) for f in setup.state[0].fighters][:4] == [1, 2, 3, 4]
    assert len(set(setup.names)) == 4
    assert setup.names[0] == "Ann"


def test_the_one_strikes_once_and_is_struck_by_all():
    ring = Ring(hero(), *[fighter()] * 4)
    ring.tick(*HIT * 5, a=ATTACK + 3)
    assert ring.hp == (60, 100, 100, 90, 100)


def test_each_draws_by_its_own_number():
    ring = Ring(hero(), *[fighter()] * 4)
    ring.tick(*HIT * 5)
    assert ring.keys == [(Domain.COMBAT, uid, n) for uid in (1, 2, 3, 4, 5) for n in (2, 1, 0)]
    ring.tick(*MISS * 5)
    assert ring.keys == [(Domain.COMBAT, uid, 3) for uid in (1, 2, 3, 4, 5)]


def test_levels_gained_in_the_middle_of_a_duel_count_in_it():
    ring = Ring(hero(atk=100, xp=99, spd=1), fighter(), fighter(max_hp=500))
    ring.tick(*HIT, *HIT)
    ring.tick(*HIT, *HIT)
    assert ring.told(Said.HITS)[0] == (1, 3, 106)  # int(102 * 1.04): ATK 102 and STR 2


def test_each_stands_on_its_own_ground():
    ring = Ring(hero(**{"def": 0}), fighter(atk=20), fighter(atk=20, ground="sanctuary"))
    ring.tick(*HIT, *HIT, a=REST)
    assert ring.hp[0] == 100 - 20 - 10


# --- event time ---------------------------------------------------------------------------------------------------------


def timeline(ring: Ring, acts: int) -> str:
    """Who acts, one after the other; all attack and miss."""
    order = ""
    for _ in range(acts):
        order += ring.acting()
        ring.act(ATTACK + (ring.acting() == "a"), *MISS)
    return order


def test_in_event_time_whoever_has_the_smallest_time_acts_at_once_and_alone():
    ring = Ring(hero(spd=2), fighter(spd=4), **EVENTS)
    assert timeline(ring, 9) == "abbabbabb"
    assert ring.legal() == [ATTACK + 1, REST, FLEE]


@pytest.mark.parametrize(("mine", "its"), [(1, 1), (1, 4), (8, 2), (3, 1), (16, 4)])
@pytest.mark.parametrize("options", [{}, INDEPENDENT, FORGIVEN])
def test_in_event_time_the_rate_of_acts_is_proportional_to_speed(mine, its, options):
    ring = Ring(hero(spd=mine), fighter(spd=its), **EVENTS, **options)
    order = timeline(ring, 10 * (mine + its))
    assert abs(order.count("a") - 10 * mine) <= 1
    assert abs(order.count("b") - 10 * its) <= 1


def test_in_event_time_equal_speeds_take_turns():
    assert timeline(Ring(hero(spd=4), fighter(spd=4), **EVENTS), 12) == "ab" * 6


def test_in_event_time_ticks_pass_between_acts():
    ring = Ring(hero(spd=2), fighter(spd=4), **EVENTS)
    ticks = []
    for _ in range(12):
        ring.act(ATTACK + (ring.acting() == "a"), *MISS)
        ticks.append(int(ring.state.clock))
    assert ticks == [1] * 5 + [2] * 6 + [3]
    assert ring.told(Said.TICK) == [(3, 0, 0)]


def test_in_event_time_a_drink_costs_half_a_tick():
    ring = Ring(hero(spd=4, hp=10, bag={SMALL: 1}), fighter(spd=8), **EVENTS)
    ring.act(drink(SMALL))
    assert timeline(ring, 5) == "bbbba"
    assert ring.hp[0] == 30


def test_in_event_time_keys_count_a_fighters_own_attacks():
    ring = Ring(hero(spd=2), fighter(spd=4), **EVENTS)
    seen = []
    for _ in range(9):
        ring.act(ATTACK + (ring.acting() == "a"), *HIT)
        seen.append(ring.keys)
    numbers = {1: 0, 2: 0}
    for keys in seen:
        uid = keys[0][1]
        n = numbers[uid]
        assert keys == [(Domain.COMBAT, uid, n + 2), (Domain.COMBAT, uid, n + 1), (Domain.COMBAT, uid, n)]
        numbers[uid] += 1
    assert numbers == {1: 3, 2: 6}


def test_in_event_time_no_draw_is_used_twice_for_the_same_purpose():
    ring = Ring(hero(spd=10, max_hp=5000), fighter(spd=10, max_hp=5000), **EVENTS)
    dice = KeyedDice(1)
    for _ in range(60):
        ring.step(dice, ring.choice("reckless"))
    evasions = [dice.keys[i] for i in range(0, len(dice.keys), 3)]
    assert len(set(evasions)) == len(evasions)


def test_in_event_time_levels_and_stamina_come_at_the_end_of_a_tick():
    ring = Ring(hero(spd=2, atk=100, xp=99, stamina=40), fighter(), fighter(spd=2), **EVENTS)
    ring.act(ATTACK + 1, *HIT)
    assert (ring.a.level, ring.a.stamina, ring.acting()) == (1, 37, "c")
    ring.act(REST)
    ring.act(REST)
    assert (ring.a.level, ring.acting()) == (1, "c")
    ring.act(ATTACK, *MISS)
    assert (ring.a.level, ring.a.max_stamina, ring.a.stamina) == (2, 50, 42)  # a rested last


def test_in_event_time_the_level_of_the_last_kill_is_gained():
    ring = Ring(hero(atk=100, xp=99), fighter(), **EVENTS)
    ring.act(ATTACK + 1, *HIT)
    assert (ring.over, ring.a.level) == (Outcome.VICTORY, 2)


@pytest.mark.parametrize(("first", "second", "end"), [(FLEE, None, Outcome.FLED), (REST, FLEE, Outcome.ESCAPED)])
def test_in_event_time_duels_end_as_in_ticks(first, second, end):
    ring = Ring(hero(), fighter(), **EVENTS)
    ring.act(first)
    if second is not None:
        ring.act(second)
    assert ring.over == end


def test_in_event_time_the_dead_do_not_act():
    ring = Ring(hero(atk=100, spd=3), fighter(spd=9), fighter(spd=3), **EVENTS)
    ring.act(ATTACK + 1, *HIT)
    for who in "cacaca":
        assert ring.acting() == who
        ring.act(ATTACK + (2 if who == "a" else 0), *MISS)


# --- under independent draws --------------------------------------------------------------------------------------------


def test_independent_draws_have_no_keys():
    ring = Ring(**INDEPENDENT)
    ring.tick(*HIT, *CRIT)
    assert ring.keys == []
    assert ring.hp == (85, 90)


def order_by_hand(speeds, plans, forgiven):
    """Who acts first in each tick, by the document: delays are added up, as floats are."""
    times = [0.0, 0.0]
    orders = []
    for tick, both in enumerate(plans):
        orders.append("ba" if times[1] < times[0] else "ab")
        for i in (0, 1):
            if forgiven:
                times[i] = max(times[i], tick)
            times[i] += 0.5 if both[i] else 1.0 / max(speeds[i], 1)
    return orders


@pytest.mark.parametrize("draws", ["shared", "independent"])
@pytest.mark.parametrize("lag", ["kept", "forgiven"])
@given(
    speeds=st.tuples(st.sampled_from([0, 1, 2, 3, 4, 5, 8]), st.sampled_from([0, 1, 2, 3, 4, 5, 8])),
    plans=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12),
)
def test_drinking_now_and_then_the_order_is_that_of_delays_added_up(draws, lag, speeds, plans):
    """Whatever a duel forgets of its times under independent draws, it acts in the same order."""
    ring = Ring(hero(spd=speeds[0]), hero(spd=speeds[1]), draws=draws, lag=lag, drink_at_any_hp=True)
    carried = [sum(both[i] for both in plans) for i in (0, 1)]
    for i in (0, 1):
        ring.pack(i, *[MEDIUM] * carried[i])
    found = []
    for both in plans:
        found.append(ring.acting() + ("b" if ring.acting() == "a" else "a"))
        plan = {"ab"[i]: drink(MEDIUM) for i in (0, 1) if both[i]}
        ring.tick(*MISS * (2 - len(plan)), **plan)
    assert found == order_by_hand(speeds, plans, lag == "forgiven")


@pytest.mark.parametrize("options", [FORGIVEN, EVENTS, {}])
def test_equal_situations_under_independent_draws_are_equal_states(options):
    """After some ticks in which nothing changes the state is what it was, but for the clock."""
    ring = Ring(hero(spd=4), fighter(spd=2), **INDEPENDENT, **options)

    def state():
        now = ring.array.copy()
        now["clock"] = 0
        return now.tobytes()

    seen = []
    for _ in range(24):
        ring.act(ATTACK + 1 if ring.acting() == "a" else ATTACK, *(MISS if options == EVENTS or ring.state.turn == 1 else ()))
        if ring.state.happening:
            ring.act(CHANCE, *MISS)
        if ring.acting() == "a" and ring.state.turn == 0:
            seen.append(state())
    assert len(seen) >= 12
    assert set(seen[6:]) <= set(seen[:6])


def test_stamina_that_counts_for_nothing_tells_no_states_apart():
    ring = Ring(tired(), fighter(), **INDEPENDENT, **FORGIVEN)
    ring.tick(*MISS, *MISS)
    before = ring.array["fighters"].copy()
    ring.tick(*MISS, *MISS)
    assert (ring.array["fighters"] == before).all()


# --- what the engine is told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("victim", [fighter("goblin-chief", hp=1), fighter(hp=1)], ids=["several levels", "one level"])
def test_no_side_has_more_hp_than_the_engine_is_told(victim):
    ring = Ring(hero(xp=99), victim)
    ring.tick(*HIT)
    assert ring.over == Outcome.VICTORY
    assert rules.health(ring.state, ring.book, 0) <= ring.setup.max_health[0]


def test_against_several_the_engine_is_told_of_all_levels_there_can_be():
    ring = Ring(hero(xp=10**6), fighter(hp=1), fighter())
    ring.tick(*HIT, *MISS)
    assert ring.a.level > 10
    assert ring.hp[0] <= ring.setup.max_health[0] == 100 + 49 * 5
    assert ring.setup.max_health[1] == 2 * (100 + 49 * 5)


BAD = [(hero(hp=101), "bad-hp"), (hero(weapon="leather-vest"), "bad-gear")]


@pytest.mark.parametrize(("who", "code"), BAD, ids=["too many HP", "a vest is no weapon"])
def test_what_cannot_be_is_refused(who, code):
    with pytest.raises(FracasError) as error:
        build(who, fighter())
    assert error.value.code == code


@pytest.mark.parametrize("level", [1, 4])
def test_a_chief_is_never_of_a_lower_level_than_its_kind(level):
    with pytest.raises(FracasError) as error:
        build(hero(), fighter("goblin-chief", level=level))
    assert error.value.code == "bad-level"


def test_nobody_is_of_a_higher_level_than_there_is():
    with pytest.raises(FracasError) as error:
        build(hero(level=11), fighter(), max_level=10)
    assert error.value.code == "bad-level"
