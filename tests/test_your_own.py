"""docs/your-own.md, done as its reader does it: every file is written, every command run, and what the text says of the figures is so."""

import re
import shlex
from pathlib import Path

import pytest
from tests.console import at_home, fracas  # noqa: F401  at_home is a fixture

PAGE = Path(__file__).parents[1] / "docs" / "your-own.md"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```", re.M | re.S)
SLOW = ("report",)
"""Commands whose result the tests of their own module look at: here they are only asked for less."""


def test_what_a_report_needs_is_installed_at_the_start():
    text = PAGE.read_text()
    venv, charts, report = (text.index(said) for said in ("python3 -m venv .venv", "pip install '.[charts]'", "fracas report"))
    assert venv < charts < report


@pytest.mark.usefixtures("at_home")
def test_the_page_can_be_followed_from_nothing_to_a_tuned_fight(capsys):
    said: dict[str, str] = {}
    for kind, name, text in BLOCK.findall(PAGE.read_text()):
        if kind == "json":
            assert Path(name).is_file(), f"{name} was written by the command before"
            Path(name).write_text(text)
        elif kind == "sh":
            for line in text.splitlines():
                command = shlex.split(line)
                assert command[0] == "fracas"
                more = ["--no-weights", "-n", "1000"] if command[1] in SLOW else []
                done = fracas(*command[1:], *more)
                assert done.code == 0, f"{line}: {done.err}"
                said[command[1]] = done.out
        elif kind == "python":
            capsys.readouterr()
            exec(text, {})
            assert capsys.readouterr().out == "70.37%\n"
    assert "valid" in said["validate"]
    assert "the hero wins 36.568720%" in said["solve"]
    assert "closest: 70.37% with enemies.0.hp = 20; " in said["tune"]
    assert "enemies.0.attributes.might" in said["show"]
    assert "hero." not in said["show"]
    assert "test-subject" in said["compare"]
    assert 10_000 < Path("at-the-gate.html").stat().st_size < 3 * 2**20
