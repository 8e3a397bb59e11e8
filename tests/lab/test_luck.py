"""Luck: dice and choice add up to what came of a fight."""

import pytest

import fracas
from fracas.lab.luck import luck


@pytest.fixture(scope="module")
def crawler():
    ready = fracas.encounter("rune-and-rust", "adept-and-crawler")
    return ready, ready.best()


@pytest.mark.parametrize("number", range(6))
def test_dice_and_choice_lead_from_the_chance_at_the_start_to_what_came_of_it(crawler, number):
    ready, best = crawler
    fight = ready.replay(3, number)
    found = luck(fight, best)
    assert found.start + found.dice + found.choice == pytest.approx(found.end, abs=1e-9)
    assert found.end == (fight.encounter.end_kind(fight.end) == "win")
    assert found.choice <= 1e-12


def test_who_plays_best_gives_nothing_away(crawler):
    ready, best = crawler
    fight = ready.fight(5)
    while not fight.over:
        fight.act(best.action(fight.state)) if fight.to_act == 0 else fight.auto()
    assert luck(fight, best).choice == pytest.approx(0, abs=1e-9)


def test_a_worse_choice_costs_what_it_is_worth_less(crawler):
    ready, best = crawler
    fight = ready.fight(7)
    while fight.to_act:
        fight.auto()
    worth = best.options(fight.state)
    worst = min(worth, key=worth.get)
    fight.act(worst)
    fight.finish()
    found = luck(fight, best)
    assert found.turns[0].choice == pytest.approx(worth[worst] - max(worth.values()))
    assert found.turns[0].choice < 0


def test_the_sentence_and_the_table(crawler):
    ready, best = crawler
    fight = ready.replay(3, 0)
    found = luck(fight, best)
    assert found.sentence().startswith("the hero won, with a chance of" if found.end else "the hero did not win, with a chance of")
    assert len(found.tables()[0].rows) == len(found.turns)
