"""Blows: what they take adds up to what both sides have lost; hits are counted in fights in which a side falls."""

import pytest

from example_ruleset import Wrestlers
from fracas import FracasError, encounter
from fracas.dice import Event
from fracas.engine.contract.progress import SILENT
from fracas.engine.sample import blows as module
from fracas.engine.sample.blows import EFFECT, blows

EVEN = encounter(Wrestlers(), "even")


def test_blows_add_up_to_what_is_lost_and_hits_to_the_fights_in_which_a_side_falls():
    found, run = blows(EVEN, 300, seed=5), EVEN.simulate(300, 5)
    for side in (0, 1):
        left = sum(hp * p for hp, p in run.health_distribution(side).items())
        assert sum(lost[side] for lost in found.lost.values()) == pytest.approx(300 * (EVEN.fight().health(side) - left))
        assert found.hits[side].total() == round(300 * run.health_distribution(side).get(0, 0.0))
    assert (found.fights, found.interrupted) == (300, False)


def test_blows_are_those_of_the_replay():
    found = blows(EVEN, 1, seed=9)
    fight = EVEN.fight(9, 0)
    hits, before = [0, 0], [fight.health(0), fight.health(1)]
    while not fight.over:
        fight.auto()
        hits = [n + (fight.health(side) < before[side]) for side, n in enumerate(hits)]
        before = [fight.health(0), fight.health(1)]
    for side in (0, 1):
        assert list(found.hits[side]) == ([hits[side]] if fight.health(side) == 0 else [])


def harms_told(ready, fights, seed, name):
    """What the logs of some fights say that both sides lost by something of that name."""
    teller, told = ready.ruleset.teller(ready.setup), [0, 0]
    for number in range(fights):
        events = [each for each in ready.replay(seed, number).log if isinstance(each, Event) and each.code in teller.HARMS]
        for harm in (teller.HARMS[event.code](teller, event) for event in events):
            if harm is not None and harm.name == name:
                told[harm.side] += harm.amount
    return told


@pytest.mark.parametrize(
    ("ruleset", "scenario", "name", "changes"),
    [
        pytest.param("rune-and-rust", "adept-and-crawler", "poison", {"hero.hp": 900}, marks=pytest.mark.slow),
        pytest.param("rune-and-rust", "lightning-and-ticks", "bleeding", {"hero.hp": 900}, marks=pytest.mark.slow),
        ("ruins-and-realms", "dual-wield-10", "bleeding", {"creatures.*.hp": 300}),
        ("arda", "adder-in-the-reeds", "Poisoned", {"hero.level": 5}),
    ],
)
def test_what_lasts_counts_for_itself_not_for_the_action_of_the_step_in_which_it_is_felt(ruleset, scenario, name, changes):
    ready = encounter(ruleset, scenario, changes=changes)  # with so much that nobody dies of it, and the log says no more than is lost
    lost = blows(ready, 20, seed=3).lost
    assert sum(lost[EFFECT, name]) > 0
    assert lost[EFFECT, name] == harms_told(ready, 20, 3, name)


@pytest.mark.slow
def test_no_more_counts_for_what_lasts_than_there_was_to_lose():
    ready = encounter("veinbreaker", "executioner")
    found = blows(ready, 50, seed=3)
    told = harms_told(ready, 50, 3, "Bleed")
    assert 0 < found.lost[EFFECT, "Bleed"][1] <= told[1]
    assert all(name != "" and min(lost) >= 0 for (_, name), lost in found.lost.items())


def test_ctrl_c_keeps_the_fights_that_are_done(monkeypatch):
    take, calls = module._take, iter(range(100))

    def pressed(*given):
        if next(calls) == 7:
            raise KeyboardInterrupt
        take(*given)

    monkeypatch.setattr(module, "_take", pressed)
    found = blows(EVEN, 50, progress=SILENT)
    assert (found.fights, found.interrupted) == (7, True)


def test_as_many_fights_as_can_be_counted():
    with pytest.raises(FracasError):
        blows(EVEN, 0)
