"""When worlds reach values of what is measured of them: to the tick, from below and from above, and what is refused."""

import pytest
from tests.console import at_home, fracas, refused

from fracas import World
from fracas.lab import reaching
from fracas.lab.reaching import Reached, when_reached

pytestmark = pytest.mark.usefixtures("at_home")
assert at_home
LEVEL = "hero_level_most"


def first_tick(seed, measure, has, ticks):
    """After how many ticks a world first has something, by looking at it after each."""
    world = World("world-loop", None, {}, seed)
    while not has(world.measures()[measure]) and world.tick < ticks:
        world.advance(1)
    return [world.tick] if has(world.measures()[measure]) else []


def test_values_are_reached_when_the_worlds_say():
    found = when_reached("world-loop", LEVEL, [4, 6], seeds=3, ticks=600, every=100)
    for each in found.found:
        by_hand = [tick for seed in (1, 2, 3) for tick in first_tick(seed, LEVEL, lambda level, least=each.value: level >= least, 600)]
        assert each.ticks == sorted(by_hand)
        assert each.worlds == 3


def test_a_value_may_be_reached_from_above():
    begins = World("world-loop", None, {}, 1).measures()["living_goblin"]
    [found] = when_reached("world-loop", "living_goblin", [begins - 3], seeds=1, ticks=600, every=1).found
    assert found.ticks == first_tick(1, "living_goblin", lambda n: n <= begins - 3, 600)


def test_what_a_world_begins_with_is_reached_at_once():
    assert when_reached("world-loop", LEVEL, [1, 50], seeds=1, ticks=10).to_data()["values"] == [
        {"value": 1, "reached": 1, "worlds": 1, "median": 0, "ticks": [0]},
        {"value": 50, "reached": 0, "worlds": 1, "median": None, "ticks": []},
    ]


def test_the_median_is_of_all_worlds():
    assert Reached(1, [3, 5, 9], 3).median == 5
    assert Reached(1, [3, 5, 9], 5).median == 9
    assert Reached(1, [3, 5, 9], 6).median is None


def test_at_the_command_line():
    said = fracas("world", "until", f"{LEVEL}=2,3", "--seeds", "2", "--ticks", "300", columns=200)
    assert "The Vale, seeds 1 to 2, 300 ticks at most: hero_level_most 3 is reached by 2 of 2 worlds, after" in said.out
    rows = fracas("world", "until", f"{LEVEL}=2,3", "--seeds", "2", "--ticks", "300", "--csv").out.splitlines()
    assert rows[0] == "value,median,least,most,reached"
    assert rows[2].startswith("3,")


def test_stopped_it_keeps_the_worlds_that_are_done(monkeypatch):
    run, calls = reaching._first_ticks, iter(range(9))

    def stopped(*given):
        if next(calls) == 2:
            raise KeyboardInterrupt
        return run(*given)

    monkeypatch.setattr(reaching, "_first_ticks", stopped)
    said = fracas("world", "until", f"{LEVEL}=2", "--seeds", "9", "--ticks", "300", columns=300)
    assert said.code == 130
    assert "stopped after" in said.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("hero_levels=3",), ("there is no measure 'hero_levels'", "did you mean 'hero_level'")),
        ((f"{LEVEL}=high",), ("cannot reach 'high'",)),
        ((f"{LEVEL}=3", "--world", "vail"), ("did you mean 'vale'",)),
        ((f"{LEVEL}=3", "--seeds", str(10**12)), ("1,000,000,000,000 worlds",)),
        ((f"{LEVEL}=3", "--ticks", str(10**12)), ("ticks",)),
        ((f"{LEVEL}=3", "--ruleset", "arda"), ("ARDA has no world",)),
    ],
)
def test_what_cannot_be_asked_is_refused(words, says):
    refused("world", "until", *words, says=says)
