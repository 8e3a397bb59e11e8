"""Progress listeners: who is given none announces stages to a logger and, at a prompt, on standard error."""

import logging
import sys

from fracas.engine.contract.progress import ANNOUNCED, SILENT, interactive

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
