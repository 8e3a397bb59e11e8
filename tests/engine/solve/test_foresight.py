"""Foresight: what is hopeless is refused early with an estimate, and nothing is refused that would fit."""

import pytest

from fracas import FracasError, encounter
from fracas.engine.content.limits import LEAST_PER_STATE, states_in
from fracas.engine.contract.progress import SILENT
from fracas.engine.solve import foresight
from fracas.engine.solve.exploring import NOBODY
from fracas.engine.solve.foresight import Foresight, least_states

CRAWLER = encounter("rune-and-rust", "adept-and-crawler")
PACK = encounter("rune-and-rust", "hound-pack")
ROOM = 2 << 30


@pytest.fixture
def hasty(monkeypatch):
    """Look ahead at once."""
    monkeypatch.setattr(foresight, "PATIENCE", 0.0)


def test_the_estimate_is_no_more_than_there_are_and_no_less_than_a_quarter():
    there_are = CRAWLER.solve().states
    estimate = least_states(CRAWLER, NOBODY, ROOM, SILENT)
    assert there_are / 4 < estimate <= there_are


def test_the_same_fight_is_always_judged_the_same_way():
    assert least_states(CRAWLER, NOBODY, ROOM, SILENT) == least_states(CRAWLER, NOBODY, ROOM, SILENT)


def test_a_hopeless_fight_is_refused_long_before_the_limit_with_an_estimate(hasty):
    with pytest.raises(FracasError, match=r"at least about [\d,]+ states.*about 1,000,000 may be found \(seen ahead after") as refusal:
        PACK.solve(max_states=1_000_000)
    assert refusal.value.code == "too-many-states"
    assert "--within 1e-6" in refusal.value.remedy


def test_what_fits_is_not_refused(hasty):
    assert CRAWLER.solve(max_states=CRAWLER.solve().states).win == CRAWLER.solve().win


def test_best_play_is_told_of_its_own_way_out():
    with pytest.raises(FracasError, match="at least about 50 million states") as refusal:
        Foresight(CRAWLER, 0, 1_000_000, ROOM, SILENT).judge(50_000_000, 100.0, 10)
    assert "--best --within 0.01" in refusal.value.remedy


def test_the_limit_on_states_comes_from_the_memory_there_is():
    assert states_in(1 << 30) == (1 << 30) // LEAST_PER_STATE
    with pytest.raises(FracasError, match=r"may be taken|to go on would take"):
        CRAWLER.solve(memory=1 << 20)
