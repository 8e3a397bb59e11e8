"""docs/learning.md and examples/learn, done as their reader does it."""

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest
from tests.console import at_home, fracas  # noqa: F401  at_home is a fixture

import fracas as package

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "learning.md").read_text()
PYTHON = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
CONSOLE = [line for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S) for line in block.splitlines()]


@pytest.fixture(scope="module")
def agent():
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples" / "learn" / "agent.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_python_of_the_page_runs_and_what_it_says_of_costs_holds(capsys):
    names = {}
    for block in PYTHON:
        exec(block, names)
    found = names["found"]
    assert found.value == names["mine"].solve().win
    assert sum(each.cost for each in found.habits) == pytest.approx(found.gap, abs=1e-7)
    assert found.sentence() in capsys.readouterr().out
    assert (names["batch"].ended >= 0).any() or names["batch"].finished.max() >= 0


@pytest.mark.slow
@pytest.mark.usefixtures("at_home")
def test_commands_of_the_page_run():
    Path("agent.py").write_text("def careful(now):\n    return 'attack' if now.health(0) > 9 else 'defend'\n")
    Path("rivals.py").write_text("def crawler(now):\n    return now.legal[0]\n")
    commands = [line.split() for line in CONSOLE if line.startswith("fracas ")]
    assert {command[1] for command in commands} == {"play", "compare", "solve"}
    for command in commands:
        done = fracas(*command[1:], *(["--auto"] if command[1] == "play" else []))
        assert done.code == 0, done.err


@pytest.mark.slow
def test_the_example_comes_within_two_points_of_best_play_and_its_figure_is_the_exact_one(agent):
    table = agent.train()
    fight = package.encounter(*agent.FIGHT)
    ready = fight.with_policies(agent.policy_of(table))
    found = package.regret(ready)
    assert found.gap < 0.02
    assert found.value == ready.solve().win
    assert found.best_value == fight.best().value
    assert found.mistakes[0].loss > 0
    low, high = ready.simulate(100_000, 1).win_interval(0.9999)
    assert low < found.value < high


def test_the_table_of_the_example_finds_what_was_entered_and_nothing_else(agent):
    table = agent.Table(3, 2)
    first, second = np.array([[1.0, 2, 3], [4, 5, 6]]), np.array([[7.0, 8, 9], [1, 2, 3]])
    rows = table.rows(first, add=True)
    table.worth[rows] = [[0.1, 0.2], [0.3, 0.4]]
    assert table.rows(second).tolist() == [-1, rows[0]]
    table.rows(second, add=True)
    assert table.worth[table.rows(first)] == pytest.approx(np.array([[0.1, 0.2], [0.3, 0.4]]))
    agent.learn(table, table.rows(np.repeat(first[:1], 4, axis=0)), np.array([1, 1, 1, 0]), np.array([1.0, 0.0, 0.5, 0.9]))
    assert table.times[table.rows(first[:1])[0]].tolist() == [1, 3]
    assert table.worth[table.rows(first[:1])[0], 0] == pytest.approx(0.9)
