"""Points: exact within their budget, else sampled with the same dice; every figure says which; results are kept."""

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.lab import kept, points
from fracas.lab.points import Budget, Measured, check_measures, is_share, measure, measure_names, words_of

RULES = Wrestlers()


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)


def bout(grit=10, **more):
    return fracas.encounter(RULES, {"red": {"name": "Red", "grit": 10}, "blue": {"name": "Blue", "grit": grit}, **more})


ALL = ("win", "lose", "draw", "rounds", "left", "left_b", "time")


def test_every_measure_of_a_solved_point_is_that_of_the_solution():
    ready = bout(8)
    (found,) = measure([ready], measure_names(ready))
    solution = ready.solve()
    assert found.exact
    assert found.states == solution.states
    assert [found[name].value for name in ("win", "lose", "draw")] == [solution.win, solution.lose, solution.draw]
    assert found["rounds"].value == solution.mean_rounds
    assert found["left"].value == pytest.approx(sum(hp * p for hp, p in solution.left[0].items()))
    assert all(found[name].value == p for name, p in solution.ends().items())
    assert found["Red's first throw lands"].share
    assert set(found.to_data()) == set(measure_names(ready))


def test_what_is_left_counts_when_time_is_up_too():
    ready = bout(round_limit=1)
    (exact,) = measure([ready], ALL)
    (sampled,) = measure([ready], ALL, Budget(max_states=0, fights=20_000))
    assert exact["time"].value > 0.5
    for name in ALL:
        assert sampled[name].low - 0.05 <= exact[name].value <= sampled[name].high + 0.05, name


def test_sampled_figures_are_those_of_the_simulation_and_lie_around_the_exact_ones():
    ready = bout(8)
    (found,) = measure([ready], ALL, Budget(max_states=0, fights=5_000, seed=7))
    run, (exact,) = ready.simulate(5_000, seed=7), measure([ready], ALL)
    assert not found.exact
    assert found.fights == 5_000
    assert found["win"].value == run.win
    assert (found["win"].low, found["win"].high) == run.win_interval()
    assert found["rounds"].value == pytest.approx(run.mean_rounds)
    for name in ALL:
        half = (found[name].high - found[name].low) / 2
        assert abs(found[name].value - exact[name].value) <= 2 * half + 1e-9, name


def test_points_too_large_for_their_budget_are_sampled_and_the_others_exact():
    small, large = bout(3), bout(12)
    between = (small.solve().states + large.solve().states) // 2
    found = measure([large, small], ("win",), Budget(between, fights=1_000))
    assert [figures.exact for figures in found] == [False, True]
    assert [figures.number for figures in found] == [0, 1]
    assert not found.interrupted


def test_a_point_that_takes_too_long_is_sampled(monkeypatch):
    clock = iter(range(1, 10**6))
    monkeypatch.setattr(points.time, "monotonic", lambda: float(next(clock)))
    (found,) = measure([bout()], ("win",), Budget(seconds=0.5, fights=1_000))
    assert found.fights == 1_000


def test_differences_from_the_base_are_exact_or_of_the_same_fights():
    exact = measure([bout(10), bout(8)], ("win", "Red's first throw lands"), base=0)
    assert exact[0].differences == {}
    assert exact[1].differences["win"].by == exact[1]["win"].value - exact[0]["win"].value
    assert exact[1].differences["Red's first throw lands"].by == 0
    some = measure([bout(10), bout(8)], ("win", "left_b", "time"), Budget(max_states=0, fights=5_000), base=0)
    difference = some[1].differences["win"]
    assert not difference.exact
    assert difference.low < exact[1].differences["win"].by < difference.high
    first, second = (bout(grit).simulate(5_000, each=True).which("win") for grit in (10, 8))
    assert difference.by == pytest.approx((second - first).mean())


def test_asking_again_computes_nothing(monkeypatch):
    two = [bout(10), bout(8)]
    asked = (("win", "rounds"), Budget(max_states=0, fights=1_000))
    first = measure(two, *asked, base=0)
    solved = measure(two, ("win",))
    monkeypatch.setattr(points, "_solved", lambda *_: pytest.fail("it was solved again"))
    monkeypatch.setattr(fracas.Encounter, "simulate", lambda *_: pytest.fail("it was fought again"))
    again = measure(two, *asked, base=0)
    assert [figures.to_data() for figures in again] == [figures.to_data() for figures in first]
    assert again[1].differences == first[1].differences
    assert measure(two, ("win",))[1]["win"] == solved[1]["win"]
    with pytest.raises(BaseException, match="solved again"):
        measure(two, ("win",), fresh=True)


def test_a_budget_too_small_for_what_is_kept_is_obeyed():
    ready = bout()
    measure([ready])
    (found,) = measure([ready], ("win",), Budget(10, fights=100))
    assert found.fights == 100


def test_what_is_kept_and_not_whole_is_computed_again(monkeypatch):
    ready = bout()
    (whole,) = measure([ready])
    monkeypatch.setattr(kept.Shelf, "get", lambda *_: {"states": 3, "fights": 0, "figures": {"win": ["much", 0, 0]}})
    assert measure([ready])[0]["win"] == whole["win"]


def test_the_same_fight_is_looked_at_once(monkeypatch):
    done, calls = points._solved, []
    monkeypatch.setattr(points, "_solved", lambda *given: calls.append(1) or done(*given))
    found = measure([bout(9), bout(9), bout(10)])
    assert len(calls) == 2
    assert found[0]["win"] == found[1]["win"] != found[2]["win"]


def test_ctrl_c_keeps_the_points_that_are_done_and_the_next_run_goes_on(monkeypatch):
    five, done, kept_one = [bout(grit) for grit in range(6, 11)], points._solved, points._Lab.keep
    calls = iter(range(1, 100))

    def pressed(*given):
        kept_one(*given)
        if next(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(points._Lab, "keep", pressed)
    found = measure(five, budget=Budget(workers=1))
    assert found.interrupted
    assert len(found) == 2
    left = []
    monkeypatch.setattr(points._Lab, "keep", kept_one)
    monkeypatch.setattr(points, "_solved", lambda *given: left.append(1) or done(*given))
    assert len(measure(five)) == 5
    assert len(left) == 3


def test_ctrl_c_before_anything_is_done_is_passed_on(monkeypatch):
    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(points, "_solved", pressed)
    with pytest.raises(KeyboardInterrupt):
        measure([bout()])


def test_best_play_is_exact_or_refused():
    ready = bout(8)
    (found,) = measure([ready], budget=Budget(best_play=True))
    assert found["win"].value == ready.best().solution.win
    assert measure([ready])[0]["win"].value < found["win"].value
    with pytest.raises(FracasError, match=r"best play cannot be found.*leave best play out"):
        measure([ready], budget=Budget(10, best_play=True))


def test_unknown_measures_and_bad_budgets_are_refused():
    with pytest.raises(FracasError, match=r"no measure 'wins'.*did you mean 'win'"):
        measure([bout()], ("wins",))
    for bad in ({"fights": 1}, {"fights": 2.5}, {"seed": -1}, {"workers": 0}):
        with pytest.raises(FracasError):
            Budget(**bad)
    assert measure([]) == []
    with pytest.raises(FracasError, match="of another ruleset"):
        measure([bout(), fracas.encounter("rune-and-rust", "duel")])


def test_measures_have_words_and_are_chances_or_not():
    ready = bout()
    assert [words_of(ready, name) for name in ("win", "lose", "draw", "rounds", "left", "left_b", "time")] == [
        "Red wins", "Red loses", "nobody wins", "rounds", "Red has left", "Blue has left", "time"
    ]  # fmt: skip
    assert [is_share(ready, name) for name in ("win", "time", "rounds", "Red's first throw lands")] == [True, True, False, True]
    check_measures(ready, ("win", "Red's first throw lands"))


def test_figures_are_shown_with_what_they_are_sure_to():
    assert Measured(0.5, True, True, 0.5, 0.5).whole_text() == "50.00%"
    assert Measured(0.5, True, False, 0.45, 0.55).whole_text(1) == "50.0% (45.0 to 55.0 %)"
    assert Measured(7.25, False, False, 7, 7.5).whole_text() == "7.25 (7.00 to 7.50)"
