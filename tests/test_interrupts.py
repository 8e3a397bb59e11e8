"""Ctrl-C is held while something must not be left half done, and is never lost."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.console import HANG, at_home, posix

from fracas.engine.work.threads import first_done, submitted
from fracas.interrupts import noted, to_the_end, until

pytestmark = pytest.mark.usefixtures("at_home")
assert at_home


def press():
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_waits_until_it_is_done():
    done = []

    def work():
        with to_the_end() as pressed:
            press()
            done.append(list(pressed))

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [[signal.SIGINT]]
    with pytest.raises(KeyboardInterrupt):
        press()


def test_it_is_held_also_where_it_is_noted_and_noted_when_it_is_let_go():
    held = []

    def work():
        with to_the_end():
            press()
            held.append(list(pressed))

    with noted() as pressed, pytest.raises(KeyboardInterrupt):
        work()
    assert held == [[]]
    assert pressed == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_can_be_forgotten():
    with to_the_end(raising=False):
        press()


def test_within_another_the_outer_one_decides():
    done = []

    def work():
        with to_the_end():
            with to_the_end():
                press()
            done.append("after the inner one")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["after the inner one"]


def test_who_handles_ctrl_c_in_a_way_of_their_own_goes_on_to():
    handled = []
    signal.signal(signal.SIGINT, lambda number, _: handled.append(number))
    with to_the_end():
        press()
        assert handled == [signal.SIGINT]


def test_what_is_waited_for_comes():
    done = threading.Event()
    threading.Thread(target=done.set).start()
    assert until(done.wait)


@posix
def test_ctrl_c_ends_the_waiting_and_not_the_work():
    begun, go, ended = (threading.Event() for _ in range(3))

    def work():
        begun.wait(HANG)
        os.kill(os.getpid(), signal.SIGINT)
        go.wait(HANG)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    begun.set()
    with pytest.raises(KeyboardInterrupt):
        until(ended.wait)
    go.set()
    thread.join()
    assert ended.is_set()


def test_ctrl_c_breaks_no_lock_that_is_waited_with(monkeypatch):
    """It is pressed where waiting has let go of the lock and is about to take it again."""
    again = threading.Condition._acquire_restore

    def pressed_before(self, state):
        if threading.current_thread() is threading.main_thread():
            press()
        again(self, state)

    monkeypatch.setattr(threading.Condition, "_acquire_restore", pressed_before)
    with pytest.raises(RuntimeError, match="release unlocked lock"):
        threading.Event().wait(0.001)
    with pytest.raises(KeyboardInterrupt):
        until(threading.Event().wait)
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        first_done([submitted(pool, threading.Event().wait, 0.1)])
