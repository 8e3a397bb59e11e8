"""A world file that lies: seal and fingerprint are made anew by whoever forges it, so every number it holds is looked at.

What is forged is run in a process of its own: compiled rules that believe a wrong number do not raise, they crash.
"""

import json
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.fuzz.mutating import leaves, numbers
from tests.world_loop.realm import world
from tests.world_loop.test_world_same import SETS, SMALL

from fracas.engine.world.worlds import World, load_world
from fracas.errors import FracasError
from fracas.rulesets.world_loop.codes import Material, Tally
from fracas.rulesets.world_loop.faults import Faults, outside
from fracas.rulesets.world_loop.world_state import WORKING
from fracas.rulesets.world_loop.world_state import World as Arrays

SAVED = [name for name in Arrays._fields if name not in WORKING]


def aged(seed: int = 4, ticks: int = 250, **options: Any) -> World:
    """A world with a past: some have died, things lie about, somebody waits in a bag."""
    found = world(seed, **{**SMALL, "ground_items": 200, **options})
    found.advance(ticks)
    return found


def fields() -> list[str]:
    arrays = world(1, **SMALL).arrays
    return [path for name in SAVED for path, _ in leaves(getattr(arrays, name), name)]


def field_of(found: World, path: str) -> Any:
    name = path.partition(".")[0]
    return dict(leaves(getattr(found.arrays, name), name))[path]


def refusal(found: World) -> str:
    """Why a world is refused that was changed and then sealed as if it were true."""
    with pytest.raises(FracasError, match="refused") as error:
        load_world(found.to_data())
    return str(error.value)


# --- true worlds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ["vale", "march", "realm", "frontier", "continent"])
def test_every_built_in_world_is_loaded_at_any_tick(plan):
    found = world(7, plan=plan)
    for ticks in (0, 1, 30) if plan == "continent" else (0, 1, 99, 900):
        found.advance(ticks)
        assert load_world(found.to_data()).fingerprint() == found.fingerprint()


@pytest.mark.parametrize("name", SETS)
def test_no_world_has_a_fault_under_any_options(name):
    for seed in range(4):
        found = world(seed, **{**SMALL, **SETS[name]})
        for _ in range(30):
            assert found.kind.fault(found.setup, found.arrays) is None
            found.advance(17)


# --- every number -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", fields())
@pytest.mark.parametrize("end", ["least", "most"])
def test_no_saved_number_can_be_just_anything(path, end):
    """Every field of every array that is saved: one that is added later and not looked at fails here."""
    found = aged()
    values = field_of(found, path)
    if values.dtype.kind == "f":
        wild = [float("nan"), float("inf")] if end == "most" else [-1.0, -float("inf")]
    else:
        wild = [getattr(np.iinfo(values.dtype), "max" if end == "most" else "min")]
        if values.dtype.kind == "u" and end == "least":
            wild = [np.iinfo(values.dtype).max // 2]
    first = int(found.arrays.order[0]) if path.startswith("entities") else 0
    for value in wild:
        for at in (first, -1):
            was = values[at].copy()
            values[at] = value
            refusal(found)
            values[at] = was
    load_world(found.to_data())


def test_a_field_without_bounds_is_an_error():
    found = aged()
    faults = Faults(found.setup, found.arrays)
    bounds = dict(faults.now_bounds())
    assert outside(found.arrays.now, bounds, "now") is None
    del bounds["oldest"]
    with pytest.raises(TypeError, match="oldest"):
        outside(found.arrays.now, bounds, "now")


# --- what must fit together ---------------------------------------------------------------------------------------------


def two_living(a: Any) -> tuple[int, int]:
    return int(a.order[0]), int(a.order[1])


def lying(a: Any) -> int:
    return int(a.now[0].newest) - 1


def twice_in_order(a: Any) -> None:
    a.order[0] = a.order[1]


def place_beyond(a: Any) -> None:
    a.order[0] = len(a.entities)


def free_that_is_taken(a: Any) -> None:
    a.free[0] = a.order[0]


def one_more_lives(a: Any) -> None:
    a.now[0].count += 1


def one_more_who_lives_and_one_less_free(a: Any) -> None:
    a.now[0].count += 1
    a.now[0].unused -= 1


def dead_who_were_not_seen_to(a: Any) -> None:
    a.now[0].dead = 1


def same_number(a: Any) -> None:
    one, other = two_living(a)
    a.entities[one].body.uid = a.entities[other].body.uid


def seat_of_another(a: Any) -> None:
    e = a.entities[int(a.order[0])]
    a.seats[e.y, e.x] = a.order[1] + 1


def mark_without_seat(a: Any) -> None:
    y, x = np.argwhere(a.marks == 0)[0]
    a.marks[y, x] = 1


def crowd_of_none(a: Any) -> None:
    a.crowd[0, 0] += 1


def two_on_a_tile(a: Any) -> None:
    one, other = (a.entities[who] for who in two_living(a))
    for grid in (a.seats, a.marks):
        grid[one.y, one.x] = 0
    one.x, one.y = other.x, other.y


def into_a_wall(a: Any) -> None:
    e = a.entities[int(a.order[0])]
    y, x = np.argwhere(a.tiles == Material.WALL)[0]
    for grid in (a.seats, a.marks):
        grid[y, x], grid[e.y, e.x] = grid[e.y, e.x], 0
    a.crowd[e.y // 8, e.x // 8] -= 1
    a.crowd[y // 8, x // 8] += 1
    e.x, e.y = x, y


def pile_that_leads_back(a: Any) -> None:
    a.ground[lying(a)].under = lying(a) + 1


def ring_of_things(a: Any) -> None:
    a.ground[lying(a)].newer = int(a.now[0].oldest)


def free_ground_that_leads_back(a: Any) -> None:
    a.ground[int(a.now[0].ground_free) - 1].under = int(a.now[0].ground_free)


def free_ground_that_is_taken(a: Any) -> None:
    a.now[0].ground_free = lying(a) + 1


def pile_elsewhere(a: Any) -> None:
    a.ground[lying(a)].x = (a.ground[lying(a)].x + 1) % a.tiles.shape[1]


def nothing_that_lies(a: Any) -> None:
    a.ground[lying(a)].what = 0


def helmet_for_a_sword(a: Any) -> None:
    body = a.entities[int(a.order[0])].body
    body.gear[:] = body.gear[[1, 0, 2]] if body.gear[0] or body.gear[1] else [13, 13, 13]


def kind_of_another(a: Any) -> None:
    body = a.entities[int(a.order[0])].body
    body.kind = 5 if body.kind != 5 else 6


def stronger_than_its_kind(a: Any) -> None:
    a.entities[int(a.order[0])].body.atk += 40


def healthier_than_can_be(a: Any) -> None:
    body = a.entities[int(a.order[0])].body
    body.hp = body.max_hp + 100


def richer_than_the_world(a: Any) -> None:
    a.entities[int(a.order[0])].body.gold += 10**6


def wiser_without_a_kill(a: Any) -> None:
    body = a.entities[int(a.order[0])].body
    body.xp += 10**9


def quick_as_never(a: Any) -> None:
    a.entities[int(a.order[0])].body.next_act += 1000


def level_from_nowhere(a: Any) -> None:
    a.tally[0, Tally.LEVELS] += 1


def deaths_of_nobody(a: Any) -> None:
    a.tally[int(a.entities[int(a.order[0])].body.kind), Tally.DIED] += 1


def number_to_come(a: Any) -> None:
    a.now[0].next_uid += 1


FORGED = [
    (twice_in_order, "not taken or free just once"),
    (place_beyond, "beyond those that there are"),
    (free_that_is_taken, "not taken or free just once"),
    (one_more_lives, "more or fewer places"),
    (one_more_who_lives_and_one_less_free, "not taken or free just once"),
    (dead_who_were_not_seen_to, "'dead' that cannot be"),
    (same_number, "given twice"),
    (seat_of_another, "'seats'"),
    (mark_without_seat, "'marks'"),
    (crowd_of_none, "'crowd'"),
    (two_on_a_tile, "two stand on one tile"),
    (into_a_wall, "in a wall"),
    (pile_that_leads_back, "above older ones"),
    (ring_of_things, "not taken or free just once"),
    (free_ground_that_leads_back, "not taken or free just once"),
    (free_ground_that_is_taken, "not taken or free just once"),
    (pile_elsewhere, "where its items do not|on another tile"),
    (nothing_that_lies, "not taken or free just once"),
    (helmet_for_a_sword, "where it does not belong"),
    (kind_of_another, "race of its kind|'[a-z_]+' that cannot be"),
    (stronger_than_its_kind, "'atk' that cannot be"),
    (healthier_than_can_be, "'hp' that cannot be"),
    (richer_than_the_world, "'gold' that cannot be"),
    (wiser_without_a_kill, "more XP than its kills"),
    (quick_as_never, "'next_act' that cannot be"),
    (level_from_nowhere, "do not add up"),
    (deaths_of_nobody, "not add up|not died"),
    (number_to_come, "more or fewer have come"),
]


@pytest.mark.parametrize(("change", "says"), FORGED, ids=[change.__name__.replace("_", " ") for change, _ in FORGED])
def test_what_does_not_fit_together_is_refused(change, says):
    found = aged(wall_share=0.1)
    assert found.arrays.now[0].ground_used > 2
    change(found.arrays)
    with pytest.raises(FracasError, match=says):
        load_world(found.to_data())


def test_the_map_of_another_seed_is_refused():
    found = aged()
    found.arrays.tiles[-1, -1] = Material.WATER
    assert "its 'tiles' are not those of seed 4" in refusal(found)


# --- any change ---------------------------------------------------------------------------------------------------------

RUN_FORGED = """
import json, sys
from fracas.engine.world.worlds import load_world
from fracas.errors import FracasError
for line in sys.stdin:
    try:
        found = load_world(json.loads(line))
    except FracasError:
        print("refused", flush=True)
        continue
    found.advance(200)
    found.view(), found.kind.status_lines(found.setup, found.arrays), found.kind.map_lines(found.setup, found.arrays, 80, 40)
    print(found.kind.fault(found.setup, found.arrays) or "ran", flush=True)
"""


@pytest.mark.parametrize("name", ["ticks", "event time", "looting monsters", "all races"])
def test_any_forged_world_is_refused_or_runs(name):
    true, dice = aged(**SETS[name]), random.Random(name)
    forged = []
    for _ in range(60):
        kept = [array.copy() for array in true.arrays]
        numbers(dice, [field for name in SAVED for _, field in leaves(getattr(true.arrays, name), name)])
        forged.append(json.dumps(true.to_data()))
        for array, was in zip(true.arrays, kept, strict=True):
            array[...] = was
    done = subprocess.run([sys.executable, "-c", RUN_FORGED], input="\n".join(forged), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    outcomes = done.stdout.splitlines()
    assert len(outcomes) == len(forged)
    assert set(outcomes) <= {"refused", "ran"}
    assert outcomes.count("refused") > len(forged) / 2
