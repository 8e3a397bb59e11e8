"""Seals: a public one finds changes, one with a key finds forgery."""

import secrets
from types import MappingProxyType

import pytest

from fracas import FracasError, World, encounter, load_fight, load_ruleset, load_world
from fracas.engine.play.saving import LEAST_KEY, sealed, unsealed

KEY, OTHER = secrets.token_bytes(32), secrets.token_bytes(32)
THING = {"fracas": "thing", "format": 1, "what": ["a", 1, None]}


def opened(data, key=None):
    return unsealed(data, "thing", 1, "the thing", key=key)


@pytest.mark.parametrize("key", [None, KEY], ids=["public", "keyed"])
def test_a_seal_holds_as_long_as_nothing_is_changed(key):
    data = sealed(THING, key)
    assert opened(data, key) == data
    for change in ({"what": ["a", 1]}, {"more": 1}, {"seal": data["seal"][:-1]}, {"seal": None}, {"seal": "ü"}, {"seal": ["\ud800"]}):
        with pytest.raises(FracasError, match="is refused"):
            opened({**data, **change}, key)


def test_anybody_can_make_a_public_seal_and_only_who_has_the_key_a_keyed_one():
    assert sealed(THING) == sealed(dict(reversed(THING.items())))
    assert sealed(THING, KEY)["seal"] != sealed(THING, OTHER)["seal"]
    for data, key in ((sealed(THING), KEY), (sealed(THING, KEY), None), (sealed(THING, OTHER), KEY)):
        with pytest.raises(FracasError, match="is refused"):
            opened(data, key)


@pytest.mark.parametrize("key", [b"", b"x" * (LEAST_KEY - 1), "x" * 64], ids=["empty", "short", "text"])
def test_a_key_that_could_be_guessed_is_refused(key):
    with pytest.raises(FracasError, match="a key is 32 bytes or more"):
        sealed(THING, key)
    with pytest.raises(FracasError, match="a key is 32 bytes or more"):
        opened(sealed(THING, KEY), key)


@pytest.mark.parametrize("what", [{1, 2}, object(), {1: 2, "a": 3}, MappingProxyType({})], ids=["set", "object", "keys", "mapping"])
def test_data_of_a_program_that_json_cannot_hold_is_refused(what):
    with pytest.raises(FracasError, match="is refused"):
        opened({**sealed(THING), "what": what})


def test_a_fight_with_a_key(tmp_path):
    fight = encounter("rune-and-rust", "duel").fight(3)
    fight.auto()
    assert load_fight(fight.to_data(KEY), KEY).digest() == fight.digest()
    fight.save(tmp_path / "fight.json", KEY)
    assert load_fight(tmp_path / "fight.json", KEY).actions == fight.actions
    for source, key in ((fight.to_data(), KEY), (tmp_path / "fight.json", None), (tmp_path / "fight.json", OTHER)):
        with pytest.raises(FracasError, match="is refused"):
            load_fight(source, key)


def test_a_world_with_a_key():
    world = World(load_ruleset("world-loop"), seed=2)
    world.advance(3)
    assert load_world(world.to_data(KEY), key=KEY).fingerprint() == world.fingerprint()
    for data, key in ((world.to_data(), KEY), (world.to_data(KEY), None), (world.to_data(KEY), OTHER)):
        with pytest.raises(FracasError, match="is refused"):
            load_world(data, key=key)
