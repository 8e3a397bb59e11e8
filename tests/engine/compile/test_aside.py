"""Work run aside: Ctrl-C reaches its caller while it goes on."""

import signal
import threading

import pytest
from tests.console import HANG, posix

from fracas.engine.compile.aside import aside


@posix
def test_ctrl_c_leaves_work_behind_that_does_not_come_back_and_it_goes_on_to_its_end():
    begun, let_go, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert let_go.wait(HANG)
        ended.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=lambda: begun.wait(HANG) and signal.raise_signal(signal.SIGINT), daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            aside(work)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not ended.is_set()
    let_go.set()
    assert ended.wait(HANG)


@pytest.mark.parametrize("begun", [True, False], ids=["just begun", "not yet begun"])
def test_ctrl_c_while_its_thread_is_being_started(monkeypatch, begun):
    """Where it can be halted, nothing is left running: it has been waited for, or it never begins."""
    halted, ran = threading.Event(), []
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        if begun:
            start(thread)
            while not ran:
                pass
        raise KeyboardInterrupt

    def work() -> None:
        ran.append("begun")
        assert halted.wait(HANG)
        ran.append("ended")

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        aside(work, halt=halted.set)
    assert ran == (["begun", "ended"] if begun else [])


def test_what_it_returns_and_what_it_raises_come_to_the_caller():
    assert aside(divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        aside(divmod, 17, 0)


def test_in_another_thread_it_is_just_called():
    found = []
    thread = threading.Thread(target=lambda: found.append(aside(threading.current_thread)))
    thread.start()
    thread.join()
    assert found == [thread]
