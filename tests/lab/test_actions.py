"""What each action is worth: against what best play says of single states, at several points, stopped, refused."""

import pytest
from tests.console import at_home, fracas, refused

from example_ruleset import Wrestlers
from fracas import encounter
from fracas.lab import actions as module
from fracas.lab.actions import EQUAL, actions, losses

pytestmark = pytest.mark.usefixtures("at_home")
assert at_home
RULES, SCENARIO = Wrestlers(), "even"
RUNE, DUEL = "rune-and-rust", "duel"


def test_a_loss_is_the_least_of_all_states():
    """Asked of best play state by state."""
    ready = encounter(RULES, SCENARIO)
    play = ready.best()
    least: dict[str, float] = {}
    for i in range(play.graph.size):
        options = play.options(play.graph.states[i])
        for action, worth in options.items():
            name = ready.ruleset.action_name(ready.setup, play.graph.states[i], action)
            least[name] = min(least.get(name, 1.0), max(options.values()) - worth)
    assert losses(play) == pytest.approx(least)
    found = {each.action: each for each in actions(RULES, SCENARIO).found}
    assert {name: each.never_best for name, each in found.items()} == {name: loss > EQUAL for name, loss in least.items()}
    assert {name: each.times for name, each in found.items() if each.times} == pytest.approx(play.usage)


def test_an_action_that_is_best_at_one_point_is_no_trap():
    grit = (1, 3)
    whole = actions(RULES, SCENARIO, {"red.grit": grit})
    alone = [{each.action: each for each in actions(RULES, SCENARIO, changes={"red.grit": n}).found} for n in grit]
    assert whole.points == 2
    for each in whole.found:
        there = [found[each.action] for found in alone if each.action in found]
        assert each.best_in == sum(one.best_in for one in there)
        assert each.least_loss == pytest.approx(min(one.least_loss for one in there))


def test_at_the_command_line():
    said = fracas("actions", RUNE, DUEL, columns=200)
    assert "in the states that can come about" in said.out
    assert "costs at least" in said.out
    rows = fracas("actions", RUNE, DUEL, "--json").result["actions"]
    assert {"action", "times", "best_in", "least_loss", "never_best"} == set(rows[0])


def test_stopped_it_shows_the_points_that_are_done(monkeypatch):
    done, calls = module.losses, iter(range(9))

    def stopped(play):
        if next(calls) == 1:
            raise KeyboardInterrupt
        return done(play)

    monkeypatch.setattr(module, "losses", stopped)
    said = fracas("actions", RUNE, DUEL, "enemies.0.hp=2..4", columns=200)
    assert said.code == 130
    assert "stopped after 1 of 3 points" in said.out


def test_what_cannot_be_asked_is_refused():
    refused("actions", RUNE, "nowhere", says=("there is no scenario 'nowhere'",))
    refused("actions", RUNE, DUEL, "enemies.0.hpp=3", says=("hp",))
    refused("actions", RUNE, "war-frame", "--max-states", "50", says=("states",))
