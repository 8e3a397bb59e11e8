"""What is always so: in any world, under any options, after any number of ticks."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from tests.world_loop.realm import belongings, check, world

from fracas.dice import Event
from fracas.errors import FracasError
from fracas.rulesets.world_loop.codes import Said, Tally

WORLDS = st.fixed_dictionaries(
    {
        "width": st.integers(12, 40),
        "height": st.integers(12, 40),
        "town_x": st.integers(0, 11),
        "town_y": st.integers(0, 11),
        "town_radius": st.integers(0, 3),
        "sanctuary_radius": st.integers(3, 6),
        "camps": st.integers(0, 4),
        "camp_distance": st.integers(5, 20),
        "territories": st.integers(0, 1),
        "territory_radius": st.integers(1, 3),
        "heroes": st.integers(0, 12),
        "hero_kind": st.sampled_from(["hero", "warrior", "ranger", "mage", "rogue"]),
        "entities": st.integers(0, 80),
        "spawn_interval": st.integers(0, 5),
        "spawn_batch": st.integers(1, 20),
        "entity_cap": st.integers(0, 120),
        "wall_share": st.sampled_from([0.0, 0.05, 0.3]),
        "spawn_all_races": st.booleans(),
        "monsters_loot": st.booleans(),
        "keep_better": st.booleans(),
        "loot_ticks": st.integers(0, 3),
        "ground_items": st.sampled_from([1, 2, 7, 64, 4096]),
        "pile_items": st.sampled_from([1, 2, 5, 12]),
        "time": st.sampled_from(["ticks", "ticks", "events"]),
        "draws": st.sampled_from(["shared", "independent"]),
        "lag": st.sampled_from(["kept", "forgiven"]),
        "vision": st.integers(1, 12),
        "hero_respawn_ticks": st.integers(0, 12),
        "safe_waking": st.booleans(),
        "town_damage": st.sampled_from([0, 2, 50]),
        "flee_percent": st.sampled_from([0, 30, 100]),
    }
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(options=WORLDS, seed=st.integers(0, 2**40), stretches=st.lists(st.integers(1, 60), min_size=1, max_size=5))
def test_any_world_is_in_order_after_any_number_of_ticks(options: dict[str, Any], seed: int, stretches: list[int]):
    try:
        found = world(seed, **options)
    except FracasError as error:
        if error.code != "no-room":
            raise
        reject()
    check(found, ticked=False)
    for ticks in stretches:
        found.advance(ticks)
        check(found)
    assert found.tick == sum(stretches)


@pytest.mark.parametrize(("plan", "ticks"), [("vale", 6000), ("march", 4000), ("realm", 3000), ("frontier", 500)])
def test_built_in_worlds_stay_in_order(plan, ticks):
    found = world(1, plan=plan)
    check(found, ticked=False)
    for _ in range(5):
        found.advance(ticks // 5)
        check(found)
    measures = found.measures()
    assert measures["hero_kills"] > 0
    assert measures["died"] > 0


def test_every_tick_of_a_crowded_world_is_in_order():
    found = world(2, width=24, height=24, entities=120, entity_cap=130, heroes=6, spawn_all_races=True, spawn_interval=1, ground_items=50)
    for _ in range(150):
        found.advance(1)
        check(found)


# --- nothing comes from nothing -----------------------------------------------------------------------------------------

CLOSED = {
    "width": 32,
    "height": 32,
    "entities": 60,
    "heroes": 8,
    "spawn_interval": 0,
    "spawn_all_races": True,
    "town_damage": 0,
    "wall_share": 0.0,
}


def counted(events: list[tuple[int, Event]], *codes: Said) -> int:
    return sum(event.code in codes for _, event in events)


@pytest.mark.parametrize("time", ["ticks", "events"])
@pytest.mark.parametrize("seed", range(1, 5))
def test_items_are_neither_copied_nor_lost(seed, time):
    found = world(seed, time=time, ground_items=120, pile_items=4, monsters_loot=seed % 2 == 0, **CLOSED)
    before = belongings(found)
    found.advance(300, log=True)
    assert found.lost_events == 0
    assert counted(found.events, Said.DIES) > 10
    assert counted(found.events, Said.PICKS) > 0
    assert belongings(found) == before - counted(found.events, Said.DRINKS) - counted(found.events, Said.LOST)


@pytest.mark.parametrize("seed", range(1, 5))
def test_gold_only_changes_hands(seed):
    found = world(seed, **CLOSED)
    living = found.arrays.entities["alive"] == 1
    before = int(found.arrays.entities["body"]["gold"][living].sum())
    found.advance(300)
    living = found.arrays.entities["alive"] == 1
    assert int(found.arrays.entities["body"]["gold"][living].sum()) == before
    assert found.measures()["died"] > 5


@pytest.mark.parametrize("time", ["ticks", "events"])
def test_what_is_counted_is_what_happened(time):
    options = {"width": 32, "height": 32, "entities": 40, "heroes": 4, "spawn_interval": 2, "entity_cap": 60, "time": time}
    found = world(6, **options)
    found.advance(200, log=True)
    tally = found.arrays.tally.sum(axis=0)
    wanted = {
        Tally.SPAWNED: counted(found.events, Said.SPAWNS),
        Tally.DIED: counted(found.events, Said.DIES),
        Tally.KILLS: counted(found.events, Said.KILLS),
        Tally.LEVELS: counted(found.events, Said.LEVELS),
        Tally.GOLD: sum(event.c for _, event in found.events if event.code == Said.GOLD),
        Tally.POTIONS: counted(found.events, Said.DRINKS),
        Tally.LOOTED: counted(found.events, Said.PICKS),
        Tally.ATTACKS: counted(found.events, Said.HITS, Said.CRITS, Said.MISSES),
    }
    assert {i: int(tally[i]) for i in wanted} == wanted
    assert all(n > 0 for n in wanted.values())
    e = found.arrays.entities[found.arrays.entities["alive"] == 1]
    assert len(e) == tally[Tally.SPAWNED] - counted(found.events, Said.DIES) + counted(found.events, Said.RESPAWNS)
    hits = sum(event.c for _, event in found.events if event.code in (Said.HITS, Said.CRITS))
    assert 0 < tally[Tally.DAMAGE] <= hits, "no more than was struck, less what was more than there was"


def test_whoever_dies_is_killed_or_burnt():
    found = world(8, width=32, height=32, entities=60, heroes=4, spawn_interval=2, entity_cap=80)
    found.advance(300, log=True)
    ends: dict[int, set[int]] = {}
    for _, event in found.events:
        if event.code == Said.KILLS:
            ends.setdefault(event.b, set()).add(event.code)
        elif event.code == Said.SCORCHED:
            ends.setdefault(event.a, set()).add(event.code)
    died = [event.a for _, event in found.events if event.code == Said.DIES]
    assert len(died) > 20
    assert all(uid in ends for uid in died)


def test_the_dead_do_nothing_more():
    found = world(8, width=32, height=32, entities=60, heroes=4, spawn_interval=2, entity_cap=80, time="events")
    found.advance(100, log=True)
    heroes = {event.a for _, event in found.events if event.code == Said.RESPAWNS}
    dead: set[int] = set()
    afterwards = (Said.HITS, Said.CRITS, Said.MISSES, Said.DRINKS, Said.RESTS, Said.PICKS, Said.MINDS, Said.KILLS)
    for _, event in found.events:
        if event.code == Said.KILLS and event.b not in heroes:
            dead.add(event.b)
        else:
            assert not (event.code in afterwards and event.a in dead)
    assert len(dead) > 20


def test_all_kinds_of_things_happen_in_the_vale():
    found = world(1, spawn_interval=5)
    found.advance(4000, log=True)
    happened = {Said(event.code) for _, event in found.events}
    assert happened >= set(Said) - {Said.TICK, Said.IS, Said.FLEES, Said.LOST, Said.SCORCHED}


def test_memory_does_not_grow():
    found = world(1, plan="realm")
    sizes = [array.nbytes for array in found.arrays]
    found.advance(2000)
    assert [array.nbytes for array in found.arrays] == sizes
    assert np.all([array.flags["C_CONTIGUOUS"] for array in found.arrays])
