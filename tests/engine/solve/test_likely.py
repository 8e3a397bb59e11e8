"""Fights too large to be solved whole: unlikely branches are pruned, and every chance is right to the bound asked for."""

import pytest

from fracas import FracasError, encounter

DUEL = encounter("rune-and-rust", "duel")
CRAWLER = encounter("rune-and-rust", "adept-and-crawler")


@pytest.mark.parametrize("within", [1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("fight", [DUEL, CRAWLER], ids=["duel", "crawler"])
def test_every_chance_is_right_to_the_bound(fight, within):
    exact, found = fight.solve(), fight.solve(within=within)
    assert found.error_bound <= within
    for name, p in exact.ends().items():
        assert p - within <= found.ends()[name] <= p + 1e-12
    for r, p in exact.rounds().items():
        assert found.rounds().get(r, 0.0) == pytest.approx(p, abs=within)
    for side in (0, 1):
        for hp, p in exact.left[side].items():
            assert found.left[side].get(hp, 0.0) == pytest.approx(p, abs=within)


def test_what_is_missing_is_no_more_than_the_bound_says():
    found = DUEL.solve(within=1e-4)
    missing = 1 - found.win - found.lose - found.draw
    assert 0 < missing <= found.error_bound <= 1e-4


def test_a_wider_bound_takes_less_work():
    assert DUEL.solve(within=1e-2).states < DUEL.solve(within=1e-8).states


def test_a_limit_on_rounds_makes_draws_here_too():
    short = encounter("rune-and-rust", {**DUEL.ruleset.scenarios()["duel"], "round_limit": 2})
    assert short.solve(within=1e-9).draw == pytest.approx(short.solve().draw, abs=1e-9)
    assert short.solve(within=1e-9).draw > 0.01


@pytest.mark.parametrize("within", [0.0, -1.0, 1.0, 1e-15, float("nan")])
def test_a_bound_that_makes_no_sense_is_refused(within):
    with pytest.raises(FracasError, match="cannot be right to within"):
        DUEL.solve(within=within)


def test_too_little_memory_is_said():
    with pytest.raises(FracasError, match="stopped at"):
        CRAWLER.solve(within=1e-9, memory=1 << 20)


def test_the_room_for_states_grows_as_it_must(monkeypatch):
    from fracas.engine.solve import likely

    roomy = [each.solve(within=1e-6) for each in (DUEL, CRAWLER)]
    monkeypatch.setattr(likely, "FIRST_SIZE", 2)
    narrow = [each.solve(within=1e-6) for each in (DUEL, CRAWLER)]
    for wide, tight in zip(roomy, narrow, strict=True):
        assert tight.ends() == pytest.approx(wide.ends(), abs=1e-6)
        assert tight.error_bound <= 1e-6
