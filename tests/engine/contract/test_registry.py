"""The registry: rulesets by name, those that are installed and those made known in this process."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.engine.pit import Pit

from fracas import FracasError
from fracas.engine.contract import registry
from fracas.engine.contract.registry import is_installed, load_ruleset, register, registered, ruleset_names, unregister


def test_a_ruleset_is_known_for_as_long_as_it_is_registered():
    pit = Pit()
    assert "pit" not in ruleset_names()
    with registered(pit):
        assert "pit" in ruleset_names()
        assert load_ruleset("pit") is pit
        assert not is_installed(pit), "another process does not find it"
    assert "pit" not in ruleset_names()
    with pytest.raises(FracasError, match="no ruleset 'pit'"):
        load_ruleset("pit")


def test_a_ruleset_that_was_registered_before_is_there_again_afterwards():
    first, second = Pit(), Pit()
    register(first)
    try:
        with registered(second):
            assert load_ruleset("pit") is second
        assert load_ruleset("pit") is first
    finally:
        unregister("pit")


def test_an_installed_ruleset_is_the_same_object_each_time():
    assert load_ruleset("arda") is load_ruleset("arda")
    assert is_installed(load_ruleset("arda"))


def test_a_misspelt_ruleset_is_answered_with_the_nearest():
    with pytest.raises(FracasError, match="did you mean 'rune-and-rust'"):
        load_ruleset("rune-and-rsut")


def test_several_threads_load_a_ruleset_once(monkeypatch):
    loaded = []

    class Point:
        def load(self):
            loaded.append(self)
            time.sleep(0.05)
            return load_ruleset("rune-and-rust")

    points = {**registry._points(), "loaded-slowly": Point()}
    monkeypatch.setattr(registry, "_points", lambda: points)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(load_ruleset, ["loaded-slowly"] * 4))
    assert len(loaded) == len(found) == 1
