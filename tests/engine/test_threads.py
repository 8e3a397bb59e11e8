"""Several threads at once, as on a server: they load a ruleset once, and compile while others load."""

import time
from concurrent.futures import ThreadPoolExecutor

from numba.core import itanium_mangler

from fracas.dice.rule import FREQUENT
from fracas.engine.compile.lean import lean
from fracas.engine.contract import registry
from fracas.engine.contract.registry import load_ruleset


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


def test_rules_are_compiled_while_others_are_declared(monkeypatch):
    """A thread that loads a ruleset declares rules; here that happens while the compiler looks at those there are."""
    own = itanium_mangler.mangle_identifier
    declared = set()

    def declaring(name):
        declared.add(f"{name}_of_another_thread")
        FREQUENT.update(declared)
        return own(name)

    monkeypatch.setattr(itanium_mangler, "mangle_identifier", declaring)
    try:
        with lean("nothing", inline=True):
            assert declared
    finally:
        FREQUENT.difference_update(declared)
