"""Fights too large to be solved whole: unlikely branches are pruned, and every chance is right to the bound asked for."""

import pytest

from fracas import FracasError, encounter
from fracas.engine.solve import likely, part
from fracas.engine.solve.likely import StoppedSolution, solve_within

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
    assert CRAWLER.solve(within=0.5).states < CRAWLER.solve(within=1e-8).states


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
        CRAWLER.solve(within=1e-9, memory=1 << 16)


def test_where_memory_does_not_suffice_the_bracket_that_was_reached_is_the_answer():
    exact, found = CRAWLER.solve(), CRAWLER.solve(within=1e-9, memory=4 << 20)
    assert not found.reached
    assert found.error_bound > 1e-9
    assert found.win <= exact.win <= found.win + found.error_bound
    assert "not within 1e-09, as asked: no more memory was allowed" in found.sentence()


def test_the_room_for_states_grows_as_it_must(monkeypatch):
    roomy = [each.solve(within=1e-6) for each in (DUEL, CRAWLER)]
    monkeypatch.setattr(part, "FIRST_SIZE", 2)
    monkeypatch.setattr(likely, "FAR_SIZE", 2)
    narrow = [each.solve(within=1e-6) for each in (DUEL, CRAWLER)]
    for wide, tight in zip(roomy, narrow, strict=True):
        assert tight.ends() == pytest.approx(wide.ends(), abs=1e-6)
        assert tight.error_bound <= 1e-6


@pytest.mark.parametrize("within", [0.05, 1e-3, 1e-9])
def test_every_figure_has_a_lower_and_an_upper_bound(within):
    exact, found = CRAWLER.solve().to_data(), CRAWLER.solve(within=within)
    data = found.to_data()
    assert found.reached
    for name in ("win", "lose", "draw"):
        assert between(data[name], exact[name]["p"])
    for name, share in exact["ends"].items():
        assert between(data["ends"][name], share["p"])
    low, high = found.mean_rounds_bounds
    assert low <= exact["rounds"]["mean"] + 1e-9
    assert exact["rounds"]["mean"] <= high + 1e-9
    for side, letter in enumerate("ab"):
        mean = sum(int(hp) * share["p"] for hp, share in exact["health"][letter].items())
        low, high = found.mean_left(side)
        assert low - 1e-9 <= mean <= high + 1e-9
        assert data["mean_health"][letter] == {"low": low, "high": high}
    assert {table.title for table in found.tables()} == {"How it ends", "In which round", "On average"}


def between(bounds, value):
    return bounds["low"] - 1e-11 <= value <= bounds["high"] + 1e-11


class CtrlC:
    """A listener that presses Ctrl-C after so many calls."""

    def __init__(self, calls):
        self.calls = calls
        self.said = []

    def say(self, text):
        pass

    def at(self, done, total, what):
        self.said.append(what)
        if len(self.said) > self.calls:
            raise KeyboardInterrupt


def test_ctrl_c_gives_the_bracket_that_was_reached():
    """How many passes there are depends on how long they take; so it is pressed when the first bracket is shown."""

    class AtTheFirst(CtrlC):
        def at(self, done, total, what):
            if "; wins " in what:
                raise KeyboardInterrupt

    with pytest.raises(StoppedSolution) as stopped:
        solve_within(CRAWLER, 1e-9, progress=AtTheFirst(10**9))
    found, exact = stopped.value.solution, CRAWLER.solve()
    assert not found.reached
    assert found.win <= exact.win <= found.win + found.error_bound
    assert found.win > 0
    assert "not within 1e-09, as asked: stopped" in found.sentence()


def test_the_progress_shows_how_the_bracket_narrows():
    listener = CtrlC(10**9)
    solve_within(CRAWLER, 1e-9, progress=listener)
    brackets = list(dict.fromkeys(what.partition("; wins ")[2] for what in listener.said if "; wins " in what))
    spans = [float(b.split()[2].rstrip("%")) - float(b.split()[0].rstrip("%")) for b in brackets]
    assert len(spans) > 1
    assert spans == sorted(spans, reverse=True)


def test_what_was_found_in_one_pass_serves_in_the_next():
    follower = likely.Follower(CRAWLER, 1 << 30, CtrlC(10**9))
    follower.run(1e-6)
    assert len(follower.passes) > 1
    assert follower.part.expanded <= CRAWLER.solve().states
    assert [each.missing for each in follower.passes] == sorted((each.missing for each in follower.passes), reverse=True)
