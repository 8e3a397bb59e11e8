"""Progress listeners: who is given none announces stages to a logger and, at a prompt, on standard error."""

import logging
import sys

import pytest

from fracas.engine.contract.progress import ANNOUNCED, SILENT, collected, interactive, one_by_one

COMPILING = "compiling the rules of Wrestlers to sample (once)"


def test_a_stage_is_logged_and_nothing_is_printed_in_a_program(caplog, capsys):
    with caplog.at_level(logging.INFO, "fracas"):
        ANNOUNCED.say(COMPILING)
    assert [(record.name, record.levelname, record.message) for record in caplog.records] == [("fracas", "INFO", COMPILING)]
    assert capsys.readouterr() == ("", "")
    assert not interactive()


def test_at_a_prompt_it_is_one_line_on_standard_error(monkeypatch, capsys):
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    assert interactive()
    ANNOUNCED.say(COMPILING)
    assert capsys.readouterr() == ("", f"{COMPILING} …\n")


def test_who_logs_is_not_told_twice(monkeypatch, caplog, capsys):
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    with caplog.at_level(logging.INFO, "fracas"):
        ANNOUNCED.say(COMPILING)
    assert capsys.readouterr() == ("", "")
    assert len(caplog.records) == 1


def test_silence_is_silent(caplog, capsys):
    with caplog.at_level(logging.INFO, "fracas"):
        SILENT.say(COMPILING)
        SILENT.at(1, 2, "fights")
        ANNOUNCED.at(1, 2, "fights")
    assert not caplog.records
    assert capsys.readouterr() == ("", "")


def halved(n: int) -> float:
    """Half of it; Ctrl-C is pressed at 3."""
    if n == 3:
        raise KeyboardInterrupt
    return n / 2


def test_ctrl_c_keeps_the_results_that_are_there():
    found = one_by_one(halved, [1, 2, 3, 4], SILENT, "numbers")
    assert (found, found.interrupted) == ([0.5, 1.0], True)
    found = collected(halved(n) for n in (2, 1, 3))
    assert (found, found.interrupted) == ([1.0, 0.5], True)
    other = found.with_results(sorted(found))
    assert (other, other.interrupted) == ([0.5, 1.0], True)


def test_where_nothing_is_done_ctrl_c_is_ctrl_c():
    with pytest.raises(KeyboardInterrupt):
        one_by_one(halved, [3, 1], SILENT, "numbers")
    with pytest.raises(KeyboardInterrupt):
        collected(halved(n) for n in (3, 1))


def test_work_that_came_to_its_end_was_not_interrupted():
    assert not one_by_one(halved, [1, 2], SILENT, "numbers").interrupted
    assert not collected(halved(n) for n in (1, 2)).interrupted

    class Late:
        def say(self, text: str) -> None: ...

        def at(self, done: int, total: int | None, what: str) -> None:
            if done == total:
                raise KeyboardInterrupt

    found = one_by_one(halved, [1, 2], Late(), "numbers")
    assert (found, found.interrupted) == ([0.5, 1.0], False)
