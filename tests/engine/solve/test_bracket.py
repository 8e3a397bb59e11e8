"""A bracket: between what every figure of a fight lies that was not solved to the end."""

import pytest

import fracas

DUEL = fracas.encounter("rune-and-rust", "duel")


@pytest.fixture(scope="module")
def bracket():
    return DUEL.solve(within=0.05)


@pytest.fixture(scope="module")
def exact():
    return DUEL.solve()


def test_the_figures_of_the_whole_fight_lie_between_its_bounds(bracket, exact):
    assert bracket.reached
    assert 0 < bracket.error_bound <= 0.05
    for found, true in ((bracket.win, exact.win), (bracket.lose, exact.lose), (bracket.draw, exact.draw)):
        low, high = bracket.bounds(found)
        assert low - 1e-12 <= true <= high + 1e-12
    low, high = bracket.mean_rounds_bounds
    assert low <= exact.mean_rounds <= high
    for side in (0, 1):
        low, high = bracket.mean_left(side)
        assert low - 1e-9 <= sum(hp * p for hp, p in exact.left[side].items()) <= high + 1e-9


def test_data_and_tables_have_both_bounds(bracket):
    data = bracket.to_data()
    assert data["win"]["low"] == bracket.win
    assert data["win"]["high"] == bracket.win + bracket.error_bound
    assert (data["within"], data["reached"]) == (0.05, True)
    assert bracket.tables()[0].headings == ["end", "at least", "at most"]


def test_a_sentence_says_what_was_asked_and_what_was_not_followed(bracket):
    assert "within 0.05, with " in bracket.sentence()
    assert " to " in bracket.sentence()
