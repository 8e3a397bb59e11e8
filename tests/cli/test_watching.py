"""A world that is watched: pausing, speed, single steps, following somebody, by keys."""

from __future__ import annotations

import pytest
from rich.console import Console

from fracas import World
from fracas.cli.watching import EVENTS_SHOWN, FASTEST, SLOWEST, Controls, Watch, view


class Live:
    """A live view that keeps its pictures."""

    def __init__(self):
        self.pictures = []

    def update(self, picture, refresh):
        self.pictures.append(picture.plain)


@pytest.fixture(scope="module")
def vale():
    return World("world-loop", "vale", seed=1)


def watched(vale, keys):
    """A watch whose keys are pressed one after another, each when it is looked for one."""
    pressed = iter(keys)
    live, controls = Live(), Controls(vale, 1)
    return Watch(vale, live, Console(width=80, height=24), controls, lambda _: next(pressed, "")), live, controls


def test_space_pauses_until_it_is_pressed_again(vale):
    watch, live, controls = watched(vale, [" ", "", "", " "])
    watch.draw()
    assert not controls.paused
    assert "space goes on" in live.pictures[1]
    assert "space pauses" in live.pictures[-1]


def test_a_step_takes_one_tick_and_pauses_again(vale):
    watch, _, controls = watched(vale, [" ", "s"])
    watch.draw()
    assert controls.paused
    assert controls.step


def test_plus_and_minus_change_the_speed_within_bounds(vale):
    controls = Controls(vale, 4)
    assert controls.ticks == 4
    controls.take("+")
    assert controls.ticks == 8
    for _ in range(20):
        controls.take("-")
    assert (controls.speed, controls.ticks) == (SLOWEST, 1)
    assert controls.seconds > Controls(vale, 4).seconds
    for _ in range(40):
        controls.take("+")
    assert controls.speed == FASTEST


def test_somebody_is_followed_one_after_another_and_then_nobody(vale):
    controls = Controls(vale, 1)
    assert "f follow nobody" in controls.line()
    living = [int(row[0]) for row in vale.kind.standing(vale.setup, vale.arrays)]
    seen = []
    for _ in living:
        controls.take("f")
        seen.append(controls.followed)
    assert seen == living
    controls.take("f")
    assert controls.followed is None


def test_q_stops(vale):
    watch, _, _ = watched(vale, ["q"])
    with pytest.raises(KeyboardInterrupt):
        watch.draw()


def test_of_who_is_followed_the_story_is_shown(vale):
    watch, live, controls = watched(vale, ["f", "f"])
    vale.advance(20, log=True)
    watch.draw()
    assert controls.followed is not None
    assert f"f follow #{controls.followed}" in live.pictures[-1]


def test_a_picture_with_its_keys_fits(vale):
    shown = view(vale, ["something happens"] * EVENTS_SHOWN, 80, 24, Controls(vale, 1).line()).plain.splitlines()
    assert len(shown) <= 24 or len(shown) == len(view(vale, ["something happens"] * EVENTS_SHOWN, 80, 24).plain.splitlines()) + 1
    assert "space pauses" in shown[-1]
