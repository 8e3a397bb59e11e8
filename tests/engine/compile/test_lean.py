"""Lean compiling: inner functions are only translated, and what is run by itself is whole."""

import pytest
from numba import njit
from numba.core import itanium_mangler

from fracas.dice.rule import FREQUENT, rule
from fracas.engine.compile import compiling
from fracas.engine.compile.keeping import ENTRY
from fracas.engine.compile.lean import lean


def doubled(n):
    return 2 * n


@pytest.fixture
def kernels(monkeypatch, tmp_path):
    """A kernel, and another that calls it, made anew so that nothing is kept of them."""
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path))
    inner = compiling.kernel(doubled)

    def quadrupled(n):
        return inner(inner(n))

    return inner, compiling.kernel(quadrupled), tmp_path


def test_a_kernel_that_another_calls_first_is_run_by_itself_too(kernels):
    inner, outer, _ = kernels
    assert outer(3) == 12
    assert inner(3) == 6


def test_a_kernel_that_ran_by_itself_is_called_by_another(kernels):
    inner, outer, _ = kernels
    assert inner(3) == 6
    assert outer(3) == 12


def test_both_kernels_are_kept(kernels):
    _, outer, folder = kernels
    outer(3)
    assert len(list(folder.rglob(f"*{ENTRY}"))) == 2


def test_what_was_translated_for_a_kernel_is_linked_whole_wherever_it_is_called(monkeypatch, tmp_path):
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path))

    @rule
    def one_more(n):
        return int(float(n)) + 1

    @rule
    def two_more(n):
        return one_more(one_more(n))

    @rule
    def four_more(n):
        return two_more(two_more(n))

    assert compiling.kernel(lambda n: four_more(n))(1) == 5
    assert njit(lambda n: two_more(n))(1) == 3
    assert njit(lambda n: four_more(n))(1) == 5
    assert compiling.kernel(lambda n: four_more(n) + two_more(n))(1) == 8


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
