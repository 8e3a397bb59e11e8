"""Worlds: any tick, back as well as on; saved, and refused where the save was changed."""

import json

import pytest

import fracas
from fracas import FracasError
from fracas.engine.world.worlds import many_worlds, world_of


@pytest.fixture
def world():
    return fracas.World("world-loop", "realm", seed=7)


def test_the_same_seed_is_the_same_world_at_every_tick(world):
    world.advance(300)
    there = world.fingerprint()
    world.go_to(120)
    assert world.fingerprint() != there
    world.go_to(300)
    assert world.fingerprint() == there
    other = fracas.World("world-loop", "realm", seed=8)
    other.advance(300)
    assert other.fingerprint() != there


def test_a_saved_world_goes_on_as_if_it_had_not_been(world, tmp_path):
    world.advance(100)
    world.save(tmp_path / "world.json")
    loaded = fracas.load_world(tmp_path / "world.json")
    for each in (world, loaded):
        each.advance(100)
    assert loaded.fingerprint() == world.fingerprint()


def test_a_changed_save_is_refused(world, tmp_path):
    path = tmp_path / "world.json"
    world.advance(50)
    world.save(path)
    data = json.loads(path.read_text())
    data["tick"] = 51
    path.write_text(json.dumps(data))
    with pytest.raises(FracasError):
        fracas.load_world(path)


def test_many_worlds_are_the_same_for_any_number_of_workers():
    one, two = (many_worlds("world-loop", "realm", None, range(1, 7), 200, workers) for workers in (1, 2))
    assert one == two
    assert [each.seed for each in one] == list(range(1, 7))


def test_a_game_without_worlds_says_so():
    for ask in (lambda: world_of(fracas.load_ruleset("arda")), lambda: fracas.World("arda", None, seed=1)):
        with pytest.raises(FracasError, match="ARDA has no world"):
            ask()
