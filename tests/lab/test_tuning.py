"""Tuning is held to brute force: over whole ranges, whatever the figure does; sampled it is as certain as it says."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fracas
from example_ruleset import Wrestlers
from fracas import Budget, FracasError
from fracas.engine.contract.progress import Done
from fracas.engine.sample.simulate import interval
from fracas.lab import kept, tuning
from fracas.lab.axes import Axis
from fracas.lab.points import Figures, Measured
from fracas.lab.tuning import PROBES, Target, bounds_at, search, tune

RULES = Wrestlers()
HALF = Target("win", 0.5, 0.5, 0.005, True)


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)


# --- targets ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "target", "shown"),
    [
        ("win=70%", Target("win", 0.7, 0.7, 0.005, True), "70 %"),
        ("win=70.0%", Target("win", 0.7, 0.7, 0.0005, True), "70 %"),
        ("win=0.7", Target("win", 0.7, 0.7, 0.05), "0.7"),
        ("rounds=4..6", Target("rounds", 4, 6), "4 to 6"),
        ("win = 60..70%", Target("win", 0.6, 0.7, 0, True), "60 to 70 %"),
        ("win=60%..70%", Target("win", 0.6, 0.7, 0, True), "60 to 70 %"),
        ("rounds=5", Target("rounds", 5, 5, 0.5), "5"),
    ],
)
def test_a_target_is_a_figure_or_a_range(text, target, shown):
    assert Target.parse(text) == target
    assert target.text() == shown


@pytest.mark.parametrize("text", ["win", "win=", "win=much", "win=6..4", "win=70%%"])
def test_what_is_no_target_is_refused(text):
    with pytest.raises(FracasError):
        Target.parse(text)


def test_how_far_a_value_is_off():
    rounds = Target("rounds", 4, 6)
    assert [rounds.off(value) for value in (3, 4, 5, 7.5)] == [1, 0, 0, 1.5]
    assert [HALF.met(value) for value in (0.494, 0.495, 0.505, 0.506)] == [False, True, True, False]
    assert rounds.between(3, 5) == (0, 1)
    assert rounds.between(7, 8) == (1, 2)
    assert rounds.between(1, 9) == (0, 3)


# --- searching, in figures that are made up -----------------------------------------------------------------------------------------


def looking(values, states=1, chances=None):
    """Exact figures, or fights that are won with these chances; and which were looked at."""
    looked = []

    def look(numbers, fights):
        looked.extend(numbers)
        done = Done()
        for i in numbers:
            if chances is not None and chances[i] is not None:
                won = int(np.random.default_rng((i, fights)).binomial(fights, chances[i]))
                figure = Measured(won / fights, True, False, *interval(won, fights))
                done.append(Figures(i, None, {"win": figure}, fights=fights))
            else:
                done.append(Figures(i, None, {"win": Measured(values[i], True, True, values[i], values[i])}, states=states))
        return done

    return look, looked


def brute(values, target=HALF):
    return min(target.off(value) for value in values)


shares = st.floats(0, 1, allow_subnormal=False)


@given(st.lists(shares, min_size=1, max_size=60))
def test_where_every_value_is_cheap_it_is_brute_force_whatever_the_figure_does(values):
    look, _ = looking(values)
    found = search([0.0] * len(values), look, [HALF], ordered=True)
    assert found.complete
    assert HALF.off(found.seen[found.contenders[0]]["win"].value) == brute(values)


@example([0.0] * 6 + [0.25, 0.25, 1.0, 1.0], False)
@given(st.lists(shares, min_size=1, max_size=80), st.booleans())
def test_a_figure_that_only_rises_or_falls_is_found_without_looking_everywhere(values, falls):
    ordered = sorted(values, reverse=falls)
    look, looked = looking(ordered, states=10**9)
    found = search([0.0] * len(ordered), look, [HALF], ordered=True)
    assert HALF.off(found.seen[found.contenders[0]]["win"].value) == pytest.approx(brute(ordered), abs=1e-9)
    assert len(looked) == len(set(looked)) <= PROBES + 2 * 4 + 2
    least = HALF.off(found.seen[found.contenders[0]]["win"].value)
    best = [i for i in found.seen if HALF.off(found.seen[i]["win"].value) == least]
    assert any({i - 1, i + 1} & set(range(len(ordered))) <= set(found.seen) for i in best)  # what lies beside the answer is known


@given(st.lists(shares, min_size=6, max_size=60))
def test_where_it_is_seen_not_to_be_monotone_every_value_is_looked_at(values):
    look, _ = looking(values, states=10**9)
    found = search([0.0] * len(values), look, [HALF], ordered=True)
    seen = [found.seen[i]["win"].value for i in sorted(found.seen)]
    if found.complete:
        assert HALF.off(found.seen[found.contenders[0]]["win"].value) == brute(values)
    else:
        assert found.monotone
        assert seen in (sorted(seen), sorted(seen, reverse=True))
    everywhere = search([0.0] * len(values), look, [HALF], ordered=True, every=True)
    assert HALF.off(everywhere.seen[everywhere.contenders[0]]["win"].value) == brute(values)


@given(st.lists(st.tuples(shares, st.integers(0, 9)), min_size=1, max_size=40))
def test_of_all_that_meet_a_target_the_smallest_change_is_found(candidates):
    values, changes = [value for value, _ in candidates], [float(change) for _, change in candidates]
    wide = Target("win", 0.4, 0.6)
    look, _ = looking(values)
    found = search(changes, look, [wide], ordered=False)
    meets = [change for value, change in candidates if 0.4 <= value <= 0.6]
    best = found.contenders[0]
    if meets:
        assert changes[best] == min(meets)
        assert wide.met(values[best])
    else:
        assert wide.off(values[best]) == brute(values, wide)


def test_a_sampled_answer_is_certain_or_says_that_it_is_not():
    chances = [0.9, 0.7, 0.52, 0.3]
    look, looked = looking(None, chances=chances)
    found = search([0.0] * 4, look, [HALF], ordered=True)
    assert found.contenders == (2,)
    assert looked.count(2) < 8
    look, _ = looking(None, chances=[0.501, 0.499, 0.1])
    unsure = search([0.0] * 3, look, [HALF], ordered=True, most_fights=20_000)
    assert set(unsure.contenders) == {0, 1}
    assert all(unsure.seen[i].fights == 20_000 for i in (0, 1))
    assert unsure.seen[2].fights < 20_000


def test_sampled_and_exact_candidates_are_weighed_together():
    look, _ = looking([0.8, 0.55, 0, 0], chances=[None, None, 0.515, 0.2])
    assert search([0.0] * 4, look, [HALF], ordered=True).contenders == (2,)


def test_sampled_candidates_that_may_meet_a_range_are_fought_until_it_is_certain():
    wide = Target("win", 0.4, 0.6)
    look, _ = looking(None, chances=[0.3, 0.62, 0.55, 0.5])
    found = search([1.0, 2.0, 3.0, 4.0], look, [wide], ordered=False)
    assert found.contenders == (2,)


def test_sampled_answers_are_wrong_no_more_often_than_allowed():
    rng, wrong = np.random.default_rng(1), 0
    for trial in range(60):
        chances = list(np.sort(rng.uniform(0.3, 0.7, 6)))
        look, _ = looking(None, chances=chances)
        found = search([0.0] * 6, lambda numbers, fights, t=trial, real=look: real(numbers, fights + t), [HALF], True, 95, 200_000)
        best = min(range(6), key=lambda i: abs(chances[i] - 0.5))
        wrong += best not in found.contenders
    assert wrong <= 3


def test_ctrl_c_keeps_what_was_looked_at():
    look, _ = looking([0.1] * 20, states=10**9)
    calls = iter(range(1, 100))

    def pressed(numbers, fights):
        done = look(numbers, fights)
        done.interrupted = next(calls) == 1
        return done

    found = search([0.0] * 20, pressed, [HALF], ordered=True)
    assert found.interrupted
    assert len(found.seen) == PROBES


def test_bounds_of_another_confidence():
    share = Measured(0.5, True, False, *interval(500, 1000))
    assert bounds_at(share, 1000, 0.95) == (share.low, share.high)
    assert bounds_at(share, 1000, 0.999)[0] < share.low
    mean = Measured(5.0, False, False, 4.9, 5.1)
    assert bounds_at(mean, 1000, 0.95) == pytest.approx((4.9, 5.1))
    assert bounds_at(mean, 1000, 0.99)[1] == pytest.approx(5 + 0.1 * 2.5758 / 1.96, abs=1e-4)


# --- tuning a fight -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wins():
    return {grit: fracas.encounter(RULES, "even", changes={"blue.grit": grit}).solve().win for grit in range(5, 16)}


@pytest.mark.parametrize("cheap", [True, False])
def test_a_number_of_a_fight_is_tuned_with_its_proof(wins, cheap, monkeypatch):
    if not cheap:
        monkeypatch.setattr(tuning, "CHEAP_STATES", 0)
    found = tune(RULES, "even", {"blue.grit": range(5, 16)}, ["win=60%"])
    grit = min(wins, key=lambda grit: abs(wins[grit] - 0.6))
    assert found.best.values == {"blue.grit": grit}
    assert found.best.figures["win"].value == wins[grit]
    assert [each.values["blue.grit"] for each in found.beside] == [grit - 1, grit + 1]
    assert found.best.change == abs(10 - grit)
    assert found.certain
    assert found.complete == cheap
    looked = "all 11 points looked at" if cheap else f"{len(found.candidates)} of 11 points looked at, the figure only rises or only falls"
    assert looked in found.sentence()
    assert found.chart().encoding.target == 0.6
    assert [row[0] for row in found.tables()[0].shown()] == [str(grit - 1), str(grit), str(grit + 1)]
    assert found.to_data()["best"]["values"] == {"blue.grit": grit}


def test_of_several_paths_the_smallest_change_is_found_and_the_front_of_alternatives():
    axes = {"blue.grit": (8, 9, 10, 11), "red.grit": (9, 10, 11, 12)}
    target = Target.parse("win=55..75%")
    found = tune(RULES, "even", axes, [target])
    every = {
        (blue, red): fracas.encounter(RULES, "even", changes={"blue.grit": blue, "red.grit": red}).solve().win
        for blue in axes["blue.grit"]
        for red in axes["red.grit"]
    }
    met = {place: (abs(place[0] - 10), abs(place[1] - 10)) for place, win in every.items() if 0.55 <= win <= 0.75}
    assert {tuple(each.values.values()) for each in found.met} == set(met)
    assert found.best.change == min(map(sum, met.values()))
    front = {p for p, mine in met.items() if not any(o != mine and o[0] <= mine[0] and o[1] <= mine[1] for o in met.values())}
    assert {tuple(each.values.values()) for each in found.front} == front
    dear = tune(RULES, "even", axes, [target], weights={"blue.grit": 10.0})
    assert dear.best.values["blue.grit"] == 10
    assert found.chart().kind == "heat"


def test_several_targets_give_all_that_meet_them():
    wanted = [Target.parse("win=40..80%"), Target.parse("rounds=1..100")]
    found = tune(RULES, "even", {"blue.grit": range(7, 13)}, wanted)
    assert found.met
    assert all(0.4 <= each.figures["win"].value <= 0.8 for each in found.met)
    assert found.tables()[0].headings[:3] == ["blue.grit", "Red wins", "rounds"]
    assert len(found.flat().rows) == 6


def test_what_nothing_meets_is_said():
    found = tune(RULES, "even", {"blue.grit": (9, 10)}, ["win=0.1%"])
    assert not found.best.met
    assert "; blue.grit is at the edge of its range, 9, 10: widen it to look further; " in found.sentence()
    several = tune(RULES, "even", {"blue.grit": (9, 10)}, ["win=1..2%"])
    assert "; nothing that was looked at meets it; blue.grit is at the edge" in several.sentence()


def test_the_closest_is_told_with_what_lies_beside_it_the_nearer_first(wins):
    found = tune(RULES, "even", {"blue.grit": range(5, 16)}, ["win=60.00%"])
    grit = found.best.values["blue.grit"]
    near, far = sorted((grit - 1, grit + 1), key=lambda each: abs(wins[each] - 0.6))
    told = f"closest: {wins[grit]:.2%} with blue.grit = {grit}; {wins[near]:.2%} with {near}; {wins[far]:.2%} with {far}; all 11"
    assert told in found.sentence()
    assert not found.best.met
    assert found.tables()[0].headings[2:] == ["steps of change", "exact"]


def test_alternatives_are_shown_once():
    found = tune(RULES, "even", {"blue.grit": (8, 9, 10), "red.grit": (10, 11)}, ["win=0..100%"])
    assert (len(found.front), len(found.met)) == (1, 6)
    assert [table.title for table in found.tables()] == ["The smallest changes that meet it", "All that meet it"]
    single = tune(RULES, "even", {"blue.grit": (10,), "red.grit": (10,)}, ["win=0..100%"])
    assert [table.title for table in single.tables()] == ["The smallest changes that meet it"]


def test_a_sampled_answer_says_how_certain_it_is():
    found = tune(RULES, "even", {"blue.grit": (6, 10, 14)}, ["win=50%"], budget=Budget(max_states=0))
    assert found.best.values == {"blue.grit": 10}
    assert found.certain
    assert "certain to 99 %" in found.sentence()
    assert "all 3 points sampled" in found.sentence()
    unsure = tune(
        RULES, "even", {"blue.grit": (10,), "red.breath": (6, 7, 8)}, ["win=30..50%"], budget=Budget(max_states=0), most_fights=50
    )
    assert not unsure.certain
    assert "not certain to 99 %" in unsure.sentence()


def test_a_value_beside_which_none_could_be_solved_is_not_tried(monkeypatch):
    looking = tuning._Looking(None, [], (), Budget(), None, False)
    looking._solved = {0: True, 4: True, 8: False}
    assert [looking._may_be_solved(i) for i in range(10)] == [True] * 5 + [False] * 5


@pytest.mark.parametrize(
    ("more", "code"),
    [({"confidence": 100}, "bad-confidence"), ({"confidence": 3}, "bad-confidence"), ({"weights": {"red.grit": 1}}, "unknown-path")],
)
def test_what_cannot_be_tuned_is_refused(more, code):
    with pytest.raises(FracasError) as error:
        tune(RULES, "even", {"blue.grit": (9, 10)}, ["win=50%"], **more)
    assert error.value.code == code
    with pytest.raises(FracasError, match="no target"):
        tune(RULES, "even", {"blue.grit": (9, 10)}, [])


def test_the_front_leaves_out_what_is_bettered():
    axes = [Axis("a", (0, 1, 2)), Axis("b", (0, 1, 2))]
    met = [SimpleNamespace(values={"a": a, "b": b}, change=a + b, off=0) for a, b in ((2, 0), (0, 2), (1, 1), (2, 1), (2, 2))]
    front = tuning._front(axes, met, {"a": 0, "b": 0})
    assert [tuple(each.values.values()) for each in front] == [(2, 0), (0, 2), (1, 1)]
