"""The same world everywhere: compiled or not, in one stretch or many, saved and loaded, back and forth, whoever computes it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.console import HANG
from tests.world_loop.realm import RULES, check, world

from fracas.engine.content.limits import set_memory_limit
from fracas.engine.play.saving import sealed
from fracas.engine.world import worlds
from fracas.engine.world.worlds import World, load_world, many_worlds, measured
from fracas.errors import FracasError
from fracas.rulesets.world_loop.codes import Said

SMALL = {"width": 18, "height": 18, "entities": 10, "entity_cap": 16, "spawn_interval": 4, "heroes": 2, "camps": 1, "camp_distance": 8}
SETS: dict[str, dict[str, Any]] = {
    "ticks": {},
    "event time": {"time": "events", "entities": 4, "entity_cap": 6, "camps": 0},
    "event time, independent draws": {"time": "events", "draws": "independent", "entities": 4, "entity_cap": 6, "camps": 0},
    "independent draws": {"draws": "independent"},
    "lag forgiven": {"lag": "forgiven"},
    "safe waking": {"safe_waking": True},
    "all races": {"spawn_all_races": True, "territories": 1, "territory_radius": 1, "territory_mobs": 1, "camp_distance": 5},
    "looting monsters": {"monsters_loot": True, "keep_better": False, "loot_ticks": 0, "ground_items": 9, "pile_items": 3},
    "effective values": {"cooldown_speed": "effective", "thresholds_of": "effective", "minimum_after_variance": True, "caps_first": True},
    "walls": {"wall_share": 0.2, "xp_curve": "closed", "training_on": "hit", "miss_costs_stamina": False},
}


# --- compiled and not ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("seed", [1, 2026])
def test_plain_python_and_compiled_rules_make_the_same_world(seed, name):
    options = {**SMALL, **SETS[name]}
    plain, quick = world(seed, compiled=False, **options), world(seed, **options)
    assert plain.fingerprint() == quick.fingerprint()
    for ticks in (1, 14, 30):
        plain.advance(ticks)
        quick.advance(ticks)
        assert plain.fingerprint() == quick.fingerprint(), f"at tick {plain.tick}"
    check(plain)


def test_plain_python_and_compiled_rules_tell_the_same_story():
    plain, quick = world(3, compiled=False, **SMALL), world(3, **SMALL)
    plain.advance(40, log=True)
    quick.advance(40, log=True)
    assert plain.events == quick.events
    assert {Said.HITS, Said.KILLS, Said.DROPS} <= {event.code for _, event in quick.events}


# --- stretches, logging, measuring --------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["ticks", "events"])
def test_a_hundred_ticks_are_a_hundred_times_one_tick(time):
    whole, single, mixed = (world(5, time=time, **SMALL) for _ in range(3))
    whole.advance(100)
    for _ in range(100):
        single.advance(1)
    for ticks in (0, 7, 1, 50, 2, 40):
        mixed.advance(ticks)
    assert whole.fingerprint() == single.fingerprint() == mixed.fingerprint()


def test_logging_does_not_change_the_world():
    silent, logged, choosy = (world(5, **SMALL) for _ in range(3))
    silent.advance(300)
    logged.advance(300, log=True)
    choosy.advance(300, log=lambda rows: rows[:, 0] == Said.KILLS)
    assert silent.fingerprint() == logged.fingerprint() == choosy.fingerprint()
    first = logged.cast_size
    assert silent.events == logged.events[:first], "only who was there at first"
    assert choosy.events[first:] == [entry for entry in logged.events[first:] if entry[1].code == Said.KILLS]
    assert len(choosy.events) > first


def test_the_log_is_the_same_in_one_stretch_or_many():
    whole, parts = world(5, **SMALL), world(5, **SMALL)
    whole.advance(120, log=True)
    for _ in range(12):
        parts.advance(10, log=True)
    assert whole.events == parts.events
    assert whole.lost_events == 0
    ticks = [tick for tick, _ in whole.events]
    assert ticks == sorted(ticks)
    assert (ticks[0], ticks[-1]) == (0, 119)


def test_measuring_does_not_change_the_world():
    straight, looked_at = world(5, **SMALL), world(5, **SMALL)
    straight.advance(105)
    series = measured(looked_at, 105, 20)
    looked_at.summary()
    looked_at.kind.map_lines(looked_at.setup, looked_at.arrays, 80, 24)
    looked_at.kind.status_lines(looked_at.setup, looked_at.arrays)
    assert straight.fingerprint() == looked_at.fingerprint()
    assert [row[series.columns.index("tick")] for row in series.rows] == [0, 20, 40, 60, 80, 100, 105]
    assert series.rows[-1] == tuple(straight.measures().values())


def test_a_run_that_is_broken_off_can_be_gone_on_with():
    class Impatient:
        told = 0

        def say(self, text: str) -> None: ...

        def at(self, done: int, total: int | None, what: str) -> None:
            self.told += 1
            if self.told == 2:
                raise KeyboardInterrupt

    broken, straight = world(5, **SMALL), world(5, **SMALL)
    done = broken.advance(10**6, progress=Impatient())
    assert 0 < done == broken.tick < 10**6
    check(broken)
    broken.advance(50)
    straight.advance(done + 50)
    assert broken.fingerprint() == straight.fingerprint()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_does_not_wait_for_compiled_rules(monkeypatch):
    """However many ticks they are asked for at once: the key is pressed while they run, and the run is over with its tick."""
    monkeypatch.setattr(World, "_stretch", lambda self, ticks, keep: self._run(2 * 10**9, False, keep))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    found, straight = world(5, **SMALL), world(5, **SMALL)

    def press() -> None:
        while found.tick < 100:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    try:
        threading.Thread(target=press, daemon=True).start()
        done = found.advance(2 * 10**9)
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert found.stopped
    assert 100 <= done == found.tick < 2 * 10**9
    straight.advance(done)
    assert straight.fingerprint() == found.fingerprint(), "what is done is whole"


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_leaves_a_world_that_is_still_being_founded():
    over, founded = threading.Event(), threading.Event()

    def found() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        over.wait(HANG)
        founded.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            worlds.aside(found)
        assert not founded.is_set(), "nobody has waited for it"
    finally:
        signal.signal(signal.SIGINT, before)
        over.set()
    assert founded.wait(HANG)


def test_ctrl_c_does_not_wait_for_many_worlds_that_are_still_being_founded(monkeypatch):
    begun, over, founded = threading.Event(), threading.Event(), threading.Event()

    class Slow(World):
        def _found(self) -> None:
            if self.seed == 2:
                begun.set()
                over.wait(HANG)
                founded.set()
            super()._found()

    class Impatient:
        def say(self, text: str) -> None: ...

        def at(self, done: int, total: int | None, what: str) -> None:
            if done:
                assert begun.wait(HANG)
                raise KeyboardInterrupt

    monkeypatch.setattr(worlds, "World", Slow)
    try:
        found = many_worlds(RULES, "vale", SMALL, [1, 2], 5, 2, Impatient())
        assert [each.seed for each in found] == [1]
        assert not founded.is_set(), "nobody has waited for it"
    finally:
        over.set()
    assert founded.wait(HANG)


def test_a_log_that_grows_beyond_the_bound_on_memory_is_refused():
    busy = world(5, **SMALL)
    set_memory_limit(1 << 20)
    try:
        busy.advance(2, log=True)
        busy.events += busy.events[:1] * 3000
        with pytest.raises(FracasError, match=r"a log of 3,\d+ events would take about 1.\d MiB") as refused:
            busy.advance(2, log=True)
        assert refused.value.code == "too-much-memory"
        busy.advance(2)
    finally:
        set_memory_limit(None)


def test_ctrl_c_keeps_the_worlds_that_are_done_and_leaves_none_running():
    class Impatient:
        def say(self, text: str) -> None: ...

        def at(self, done: int, total: int | None, what: str) -> None:
            if done >= 3:
                raise KeyboardInterrupt

    found = many_worlds(RULES, "vale", SMALL, range(1, 100_001), 60, 2, Impatient())
    assert 3 <= len(found) < 20
    assert found[:1] == many_worlds(RULES, "vale", SMALL, [found[0].seed], 60)
    for thread in threading.enumerate():
        if thread.name.startswith("fracas-worlds"):
            thread.join(HANG)
            assert not thread.is_alive()


def test_a_fingerprint_knows_every_change():
    found = world(5, **SMALL)
    found.advance(30)
    seen = {found.fingerprint()}
    for name, array in zip(found.arrays._fields, found.arrays, strict=True):
        flat = array.view(np.uint8).reshape(-1)
        for at in (0, len(flat) // 2, len(flat) - 1):
            flat[at] ^= 1
            fingerprint = found.fingerprint()
            assert (fingerprint in seen) == (name in found.setup.working), name
            flat[at] ^= 1
            if name not in found.setup.working:
                seen.add(fingerprint)
    a = found.arrays.entities
    a[[0, 1]] = a[[1, 0]]
    assert found.fingerprint() not in seen, "nor is the order all the same"


def test_seeds_and_options_make_worlds():
    found = [world(seed, **{**SMALL, **SETS[name]}) for seed in (1, 2) for name in ("ticks", "lag forgiven", "independent draws")]
    for each in found:
        each.advance(60)
    assert len({each.fingerprint() for each in found}) == 6


@pytest.mark.parametrize("ticks", [-1, 2**31])
def test_ticks_that_cannot_be_run_are_refused(ticks):
    found = world(1, **SMALL)
    with pytest.raises(FracasError, match="cannot be run"):
        found.advance(ticks)
    with pytest.raises(FracasError, match="no tick"):
        found.go_to(ticks)
    assert found.tick == 0


def test_what_there_is_not_is_refused():
    with pytest.raises(FracasError, match="atlantis"):
        World(RULES, "atlantis")
    with pytest.raises(FracasError, match="has no world"):
        World("rune-and-rust")
    with pytest.raises(FracasError, match="widht"):
        World(RULES, "vale", {"widht": 3})
    with pytest.raises(FracasError, match="seed"):
        World(RULES, "vale", {}, -1)


# --- back and forth -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def straight() -> dict[int, str]:
    """The fingerprint of a world at each of many ticks."""
    found = world(7, **SMALL)
    prints = {0: found.fingerprint()}
    for _ in range(400):
        found.advance(1)
        prints[found.tick] = found.fingerprint()
    return prints


@pytest.mark.parametrize("every", [0, 1, 7, 100])
def test_a_world_gone_back_and_forth_is_the_same(straight, every):
    found = world(7, **SMALL)
    found.checkpoint_every = every
    for tick in (300, 120, 121, 0, 399, 17, 18, 400, 200, 1, 0, 250):
        found.go_to(tick)
        assert found.tick == tick
        assert found.fingerprint() == straight[tick]


def test_checkpoints_are_kept_on_the_way(straight):
    found = world(7, **SMALL)
    found.checkpoint_every = 50
    found.advance(230)
    assert found._kept == [0, 50, 100, 150, 200]
    assert sorted(found._checkpoints) == found._kept
    found.restore(150)
    assert (found.tick, found.fingerprint()) == (150, straight[150])


def test_no_more_checkpoints_are_kept_than_there_is_room_for(straight):
    found = world(7, **SMALL)
    found.checkpoint_every = 1
    for tick in (390, 133, 400):
        found.go_to(tick)
        assert len(found._kept) <= worlds.KEPT
        assert found._kept[0] == 0
        assert sorted(found._checkpoints) == found._kept
        assert found.fingerprint() == straight[tick]


def test_a_world_gone_back_tells_of_the_ticks_gone_to():
    found, plain = world(7, **SMALL), world(7, **SMALL)
    plain.advance(90, log=True)
    found.checkpoint_every = 20
    found.advance(150, log=True)
    found.go_to(50, log=True)
    assert found.events == [entry for entry in plain.events if entry[0] < 50]
    found.go_to(90, log=True)
    assert found.events == plain.events


def test_a_world_gone_back_to_its_beginning_tells_nothing_twice():
    found, plain = world(7, **SMALL), world(7, **SMALL)
    plain.advance(20, log=True)
    found.advance(30, log=True)
    found.go_to(0)
    assert len(found.events) == found.cast_size
    found.go_to(20, log=True)
    assert found.events == plain.events


# --- saving -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ticks", "event time", "all races"])
@pytest.mark.parametrize("at", [0, 1, 60])
def test_a_saved_world_goes_on_as_it_would_have(at, name, tmp_path: Path):
    options = {**SMALL, **SETS[name]}
    saved, straight = world(9, **options), world(9, **options)
    saved.advance(at)
    saved.save(tmp_path / "world.json")
    loaded = load_world(tmp_path / "world.json")
    assert loaded.tick == at
    assert loaded.seed == 9
    assert loaded.setup.options == saved.setup.options
    assert loaded.fingerprint() == saved.fingerprint()
    check(loaded, ticked=False)
    loaded.advance(80)
    saved.advance(80)
    straight.advance(at + 80)
    assert loaded.fingerprint() == saved.fingerprint() == straight.fingerprint()
    assert all(
        one.tobytes() == other.tobytes()
        for field, one, other in zip(loaded.arrays._fields, loaded.arrays, straight.arrays, strict=True)
        if field not in loaded.setup.working
    ), "bit for bit"


def test_a_world_saved_by_plain_python_goes_on_compiled():
    plain, quick = world(9, compiled=False, **SMALL), world(9, **SMALL)
    plain.advance(20)
    quick.advance(60)
    loaded = load_world(plain.to_data())
    loaded.advance(40)
    assert loaded.fingerprint() == quick.fingerprint()


def test_a_save_is_json_and_says_what_it_is():
    found = World(RULES, "march", {"camps": 2}, 9)
    found.advance(25)
    data = json.loads(json.dumps(found.to_data()))
    assert (data["fracas"], data["ruleset"], data["plan"], data["seed"], data["tick"]) == ("world", RULES, "march", 9, 25)
    assert data["fingerprint"] == found.fingerprint()
    assert load_world(data).fingerprint() == found.fingerprint()


def test_saving_twice_gives_the_same_data():
    found = world(9, **SMALL)
    found.advance(25)
    assert found.to_data() == found.to_data() == load_world(found.to_data()).to_data()


@pytest.fixture(scope="module")
def save() -> dict[str, Any]:
    """A world saved at tick 40."""
    found = world(9, **SMALL)
    found.advance(40)
    return found.to_data()


@pytest.mark.parametrize("what", ["tick", "seed", "plan", "options", "fingerprint", "version", "seal", "ruleset"])
def test_a_changed_save_is_refused(save, what):
    changed = {**save, what: {"tick": 41, "seed": 10, "plan": "march", "options": {**save["options"], "vision": 9}}.get(what, "x")}
    with pytest.raises(FracasError, match="refused"):
        load_world(changed)


def test_a_save_whose_arrays_were_changed_is_refused(save):
    other = world(10, **SMALL)
    other.advance(40)
    for name in ("entities", "tiles", "now"):
        changed = {**save, "arrays": {**save["arrays"], name: other.to_data()["arrays"][name]}}
        with pytest.raises(FracasError, match="changed after"):
            load_world(changed)
    for name, says in (("tiles", "not those of seed 9"), ("seats", "'seats' does not say"), ("seen", "fingerprint")):
        content = {k: v for k, v in save.items() if k != "seal"}
        resealed = sealed({**content, "arrays": {**save["arrays"], name: other.to_data()["arrays"][name]}})
        with pytest.raises(FracasError, match=says):
            load_world(resealed)


def test_a_save_of_another_version_or_format_is_refused(save):
    content = {k: v for k, v in save.items() if k != "seal"}
    with pytest.raises(FracasError, match="format"):
        load_world(sealed({**content, "format": 99}))
    with pytest.raises(FracasError, match=r"0\.1"):
        load_world(sealed({**content, "version": "0.1"}))
    with pytest.raises(FracasError, match="not a world"):
        load_world(sealed({**content, "fracas": "fight"}))


def test_a_world_that_cannot_be_written_says_so(tmp_path: Path):
    with pytest.raises(FracasError, match="cannot be saved"):
        world(1, **SMALL).save(tmp_path / "nowhere" / "world.json")
    with pytest.raises(FracasError):
        load_world(tmp_path / "missing.json")
    assert list(tmp_path.iterdir()) == []


def test_a_loaded_world_goes_back_and_forth_from_where_it_was_saved(save, straight):
    loaded = load_world(save)
    ahead = {}
    for _ in range(30):
        loaded.advance(1)
        ahead[loaded.tick] = loaded.fingerprint()
    loaded.go_to(45)
    assert loaded.fingerprint() == ahead[45]
    loaded.go_to(40)
    assert loaded.fingerprint() == save["fingerprint"]


def test_a_loaded_world_can_go_back_before_it_was_saved(save):
    loaded, straight = load_world(save), world(9, **SMALL)
    loaded.go_to(10)
    straight.advance(10)
    assert loaded.fingerprint() == straight.fingerprint()


# --- whoever computes it ------------------------------------------------------------------------------------------------

SCRIPT = """
import json, sys
from fracas.engine.world.worlds import many_worlds
options, workers = json.loads(sys.argv[1]), int(sys.argv[2])
for outcome in many_worlds("world-loop", "vale", options, [3, 1, 2, 4], 200, workers):
    print(outcome.seed, outcome.fingerprint)
"""


def test_neither_hash_seed_nor_workers_nor_process_make_a_difference():
    here = []
    for seed in (3, 1, 2, 4):
        found = world(seed, **SMALL)
        found.advance(200)
        here.append(f"{seed} {found.fingerprint()}")
    for hash_seed, workers in (("0", "1"), ("1", "2"), ("2", "4")):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, json.dumps(SMALL), workers],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split("\n")[:4] == here


@pytest.mark.parametrize("workers", [1, 2])
def test_many_worlds_are_each_what_it_is_alone(workers):
    seeds = [5, 2, 9, 1]
    outcomes = many_worlds(RULES, "vale", SMALL, seeds, 150, workers)
    assert [outcome.seed for outcome in outcomes] == seeds
    for outcome in outcomes:
        alone = world(outcome.seed, **SMALL)
        alone.advance(150)
        assert outcome.fingerprint == alone.fingerprint()
        assert outcome.measures == alone.measures()


def test_many_worlds_need_somebody_to_compute_them():
    with pytest.raises(FracasError, match="workers"):
        many_worlds(RULES, "vale", SMALL, [1], 10, 0)
    assert many_worlds(RULES, "vale", SMALL, [], 10, 1) == []
