"""Loadouts: every set is solved, or the worse ones are dropped by simulation first."""

from itertools import islice

import pytest

import fracas
from fracas.lab import loadouts as loadout
from fracas.lab.loadouts import loadouts
from fracas.rulesets.ruins_and_realms import RuinsAndRealms

RULES, HERO, FOE = "ruins-and-realms", "monk-1", "goblin-sneak"


@pytest.fixture
def some(monkeypatch):
    """Leave only so many of the 56 sets."""
    every = RuinsAndRealms.loadouts

    def leave(n):
        monkeypatch.setattr(RuinsAndRealms, "loadouts", staticmethod(lambda *who: islice(every(*who), 0, None, 56 // n)))

    return leave


def test_every_set_of_a_first_level_hero_is_a_triple_of_tier_1():
    every = list(RuinsAndRealms().loadouts(HERO, FOE, fracas.load_ruleset(RULES).options_model()))
    assert len(every) == 56  # 3 of 8
    assert len({name for name, _ in every}) == 56


def test_all_sets_are_solved_and_ranked(some):
    some(4)
    ranked = loadouts(RULES, HERO, FOE)
    assert ranked.complete
    assert [each.win for each in ranked.found] == sorted((each.win for each in ranked.found), reverse=True)
    for each in ranked.found:
        assert each.encounter.solve().win == each.win
    assert ranked.found[0].name in ranked.sentence()


def test_with_best_play_no_set_is_worse_than_with_a_policy(some):
    some(2)
    given = {each.name: each.win for each in loadouts(RULES, HERO, FOE).found}
    best = {each.name: each.win for each in loadouts(RULES, HERO, FOE, best_play=True).found}
    assert given.keys() == best.keys()
    assert all(best[name] >= given[name] - 1e-9 for name in given)


def test_of_many_sets_the_worse_are_dropped_by_simulation(some, monkeypatch):
    some(8)
    monkeypatch.setattr(loadout, "FINALISTS", 2)
    ranked = loadouts(RULES, HERO, FOE, max_solved=3)
    assert (ranked.complete, ranked.sets, len(ranked.found)) == (False, 8, 2)
    assert "worse in simulation" in ranked.sentence()
    assert ranked.found[0].name == loadouts(RULES, HERO, FOE).found[0].name


def test_an_unknown_hero_or_foe_is_refused():
    with pytest.raises(fracas.FracasError, match="did you mean 'monk-1'"):
        loadouts(RULES, "monk-11", FOE)
    with pytest.raises(fracas.FracasError, match="there is no creature"):
        loadouts(RULES, HERO, "no-such-thing")


def test_a_ruleset_without_loadouts_says_so():
    with pytest.raises(fracas.FracasError, match="no loadouts"):
        loadouts("rune-and-rust", "a", "b")
