"""The same work on many things, on threads, in the order of the things whatever ends first."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fracas import SILENT
from fracas.engine.content.additions import Additions, adding, in_force
from fracas.engine.work.threads import on_threads, submitted


def test_results_come_in_the_order_of_the_items_whatever_ends_first():
    later = threading.Event()

    def work(n):
        if n == 1:
            later.wait(30)
        if n == 2:
            later.set()
        return n * n

    found = on_threads(work, [0, 1, 2, 3], SILENT, "squares")
    assert list(found) == [0, 1, 4, 9]
    assert not found.interrupted


def test_the_first_is_done_alone_since_it_may_have_to_be_compiled():
    running, most = [], []

    def work(n):
        running.append(n)
        if n == 0:
            most.append(len(running))
        return n

    on_threads(work, list(range(6)), SILENT, "numbers")
    assert most == [1]
    assert sorted(running) == list(range(6))


def test_an_error_comes_to_the_caller():
    def work(n):
        if n == 2:
            raise ValueError("two")
        return n

    with pytest.raises(ValueError, match="two"):
        on_threads(work, list(range(5)), SILENT, "numbers")


@pytest.mark.parametrize("done", [0, 3])
def test_ctrl_c_keeps_what_is_done_only_if_something_is_and_it_is_wanted(done):
    class Stops:
        def at(self, n, of, what):
            if n >= max(done, 1):
                raise KeyboardInterrupt

    def work(n):
        if not done:
            raise KeyboardInterrupt
        return n

    if done:
        found = on_threads(work, list(range(9)), Stops(), "numbers", keep=True)
        assert list(found) == list(range(done))
        assert found.interrupted
    for keep in (False, not done):
        with pytest.raises(KeyboardInterrupt):
            on_threads(work, list(range(9)), Stops(), "numbers", keep=keep)


def test_the_packs_of_the_caller_are_in_force_on_a_thread():
    some = Additions("some")
    with ThreadPoolExecutor(1) as pool:
        with adding(some):
            inside = submitted(pool, in_force)
        outside = submitted(pool, in_force)
    assert inside.result() is some
    assert outside.result() is not some
