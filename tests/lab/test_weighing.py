"""Stat weights: each is the difference of two fights; prices in HP; what changes nothing is listed apart; what was stopped is shown."""

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import Budget, FracasError, weights, weights_over
from fracas.lab import kept, points, weighing
from fracas.lab.weighing import Stat, health_path, stats_of

RULES = Wrestlers()


def test_a_number_that_several_paths_lead_to_is_shown_once():
    paths = "hero.attributes.might,hero.points.might,hero.weapon.bonuses.might,enemies.*.hp"
    found = weights("rune-and-rust", "warrior-and-scholar", paths, budget=Budget(0, fights=2_000))
    every = {each.stat.path for each in found.found}
    assert {"hero.attributes.might", "hero.points.might", "hero.weapon.bonuses.might", "enemies.0.hp"} == every
    assert {each.stat.path for each in found.once} == {"hero.attributes.might", "enemies.0.hp"}
    worth = found.tables()[0]
    assert worth.title == "Points of win chance; 2 other paths lead to the same"
    assert (len(worth.rows), len(worth.to_data()), len(found.charts()[0].rows)) == (2, 4, 2)


def win(**changes):
    return fracas.encounter(RULES, "even", changes={path.replace("__", "."): value for path, value in changes.items()}).solve().win


def test_every_weight_is_the_difference_of_two_solved_fights():
    found = weights(RULES, "even")
    assert {each.stat.path for each in found.found} == {f"{who}.{what}" for who in ("red", "blue") for what in ("grit", "breath", "skill")}
    for each in found.found:
        for value, difference in ((each.stat.more, each.more), (each.stat.less, each.less)):
            assert difference.exact
            assert difference.by == win(**{each.stat.path: value}) - win()
    assert found.base["win"].value == win()
    assert (found.exact, found.interrupted, found.idle) == (True, False, [])


def test_they_are_sorted_and_priced_in_health_of_the_same_fighter():
    found = weights(RULES, "even")
    worths = [each.worth for each in found.found]
    assert worths == sorted(worths, reverse=True)
    by = {each.stat.path: each for each in found.found}
    grit, skill = ((by[path].more.by - by[path].less.by) / 2 for path in ("blue.grit", "blue.skill"))
    assert by["blue.skill"].price == skill / grit
    assert by["red.grit"].price == 1
    best = found.found[0]
    assert found.sentence() == (
        f"Wrestlers, even: Red wins {win():.2%}; one more {best.stat.path} is worth most: {100 * best.worth:+.2f} points (exact)"
    )


def test_only_the_stats_asked_for_are_shown_and_their_price_is_the_same():
    every = {each.stat.path: each for each in weights(RULES, "even").found}
    found = weights(RULES, "even", "red.s*, blue.breath")
    assert [each.stat.path for each in found.found] == ["red.skill", "blue.breath"]
    assert [each.price for each in found.found] == [every["red.skill"].price, every["blue.breath"].price]
    with pytest.raises(FracasError, match=r"did you mean 'red\.grit'"):
        weights(RULES, "even", "red.grits")


def test_a_stat_at_the_end_of_its_range_has_one_direction():
    found = weights(RULES, "even", "red.skill", changes={"red.skill": 6, "blue.skill": 6})
    (skill,) = found.found
    assert skill.more is None
    assert skill.worth == -skill.less.by == win(red__skill=6, blue__skill=6) - win(red__skill=5, blue__skill=6)
    assert found.tables()[0].shown()[0][2] == "–"


def test_of_dice_one_more_is_a_bonus_and_what_the_rules_do_not_see_changes_nothing():
    duel = fracas.encounter("rune-and-rust", "duel")
    stats = {stat.path: stat for stat in stats_of(duel)}
    assert (stats["hero.weapon.damage"].more, stats["hero.weapon.damage"].less) == ("2d6+1", "2d6-1")
    assert not any(path.startswith(("options", "policies")) or "." not in path for path in stats)
    found = weights("rune-and-rust", "duel", "enemies.0.legend,enemies.0.damage")
    assert [each.stat.path for each in found.found] == ["enemies.0.damage"]
    assert [each.stat.path for each in found.idle] == ["enemies.0.legend"]
    stronger = fracas.encounter("rune-and-rust", "duel", changes={"enemies.0.damage": "2d6+1"})
    assert found.found[0].more.by == stronger.solve().win - duel.solve().win
    assert health_path(stats_of(duel), "enemies.0.moves.0.bonus_dice", "HP") == "enemies.0.hp"
    assert health_path(stats_of(duel), "round_limit", "HP") is None
    costly = [Stat(path, 1, 2, 0) for path in ("hero.hp", "hero.abilities.0.hp", "hero.abilities.0.threshold")]
    assert health_path(costly, "hero.abilities.0.threshold", "HP") == "hero.hp"  # not the HP that the ability costs
    assert found.tables()[1].title == "These change nothing"


def test_sampled_weights_are_of_the_same_fights_with_and_without():
    found = weights(RULES, "even", "red.grit", budget=Budget(0, fights=2_000, seed=3))
    (grit,) = found.found
    before, after = (fracas.encounter(RULES, "even", changes={"red.grit": value}).simulate(2_000, 3).win for value in (10, 11))
    assert grit.more.by == pytest.approx(after - before)
    assert grit.more.low < grit.more.by < grit.more.high
    assert not found.exact
    assert "2,000 paired fights of seed 3" in found.sentence()
    row = found.chart().rows[0]
    assert row["low"] < row["value"] < row["high"]


def test_the_chart_and_the_data():
    found = weights(RULES, "even")
    chart = found.chart()
    assert (chart.kind, [row["x"] for row in chart.rows]) == ("bar", [each.stat.path for each in found.found])
    assert chart.rows[0]["value"] == 100 * found.found[0].worth
    data = found.to_data()
    assert data["weights"][0]["more"]["win"] == found.found[0].more.after
    assert found.flat().names[:3] == ["stat", "value", "more_by"]


def test_what_was_stopped_is_shown_and_goes_on(monkeypatch, empty):
    done, calls = points._solved, iter(range(1, 100))

    def pressed(*given):
        if next(calls) > 6:
            raise KeyboardInterrupt
        return done(*given)

    with monkeypatch.context() as stopping:
        stopping.setattr(points, "_solved", pressed)
        found = weights(RULES, "even", budget=Budget(workers=1))
    assert found.interrupted
    assert 0 < len(found.found) < 6
    assert f"stopped after {len(found.found)} of 6 stats" in found.sentence()
    monkeypatch.setattr(points, "_solved", lambda *given: done(*given) if next(calls) else None)
    assert len(weights(RULES, "even", budget=Budget(workers=1)).found) == 6


def test_a_second_asking_solves_nothing_and_makes_nothing_ready(monkeypatch):
    first = weights(RULES, "even").to_data()
    monkeypatch.setattr(points, "_solved", lambda *_: pytest.fail("it was known"))
    monkeypatch.setattr(weighing, "changed_point", lambda *_: pytest.fail("it was known"))
    assert weights(RULES, "even").to_data() == first


def test_what_is_kept_of_one_fight_is_not_used_for_another(empty):
    for changes in ({}, {"blue.grit": 7}):
        found = weights(RULES, "even", "red.grit", changes=changes)
        more = {**changes, "red.grit": found.found[0].stat.more}
        assert found.found[0].more.after == fracas.encounter(RULES, "even", changes=more).solve().win
    sampled = weights(RULES, "even", "red.grit", budget=Budget(max_states=0, fights=500))
    assert not sampled.exact


@pytest.mark.parametrize("data", [3, [], [None], [[1, 2], None], [[0.5, 0.5, True, 0.0, "0", 0], None], {"more": None}])
def test_a_weight_that_is_kept_and_not_whole_is_computed_again(monkeypatch, data):
    first = weights(RULES, "even").to_data()
    monkeypatch.setattr(kept.Shelf, "get", lambda *_: data)
    assert weights(RULES, "even").to_data() == first


def test_ctrl_c_while_fights_are_made_ready_keeps_the_stats_that_are_done(monkeypatch, empty):
    made, calls = weighing.changed_point, iter(range(1, 100))

    def pressed(*given):
        if next(calls) > 5:
            raise KeyboardInterrupt
        return made(*given)

    monkeypatch.setattr(points, "BATCH_SECONDS", -1.0)
    with monkeypatch.context() as stopping:
        stopping.setattr(weighing, "changed_point", pressed)
        found = weights(RULES, "even")
    assert len(found.found) == 2
    assert "stopped after 2 of 6 stats" in found.sentence()
    again = []
    monkeypatch.setattr(weighing, "changed_point", lambda *given: again.append(given) or made(*given))
    assert weights(RULES, "even").to_data() == weights(RULES, "even", fresh=True).to_data()
    assert len(again) == 8 + 12


# --- several fights -----------------------------------------------------------------------------------------------------------------


def test_weights_of_several_fights_are_the_means_of_each():
    found = weights_over(RULES, ["even", "bull-and-eel"], "*.grit,*.skill")
    alone = {name: {each.stat.path: each for each in weights(RULES, name, "*.grit,*.skill").found} for name in ("even", "bull-and-eel")}
    for each in found.found:
        worths = [alone[name][each.path].worth if each.path in alone[name] else 0.0 for name in found.open]
        assert list(each.worths.values()) == worths
        assert each.mean == pytest.approx(sum(worths) / len(worths))
    assert found.wins == {name: fracas.encounter(RULES, name).solve().win for name in ("even", "bull-and-eel")}
    assert [each.path for each in found.found][:1] == [max(found.found, key=lambda each: each.mean_where_it_counts).path]


def test_a_fight_that_is_nearly_decided_is_left_out():
    lost = {"red": {"name": "Red", "grit": 1}, "blue": {"name": "Blue", "grit": 20, "skill": 3}}
    found = weights_over(RULES, ["even", lost], "*.grit")
    assert len(found.wins) == 2
    assert found.open == ["even"]
    assert "2 fights" in found.sentence()
    assert "1 of them open" in found.sentence()


def test_weights_of_several_fights_that_were_stopped_show_those_done(monkeypatch, empty):
    done, calls = weighing.weights, iter(range(9))

    def pressed(*given, **more):
        if next(calls):
            raise KeyboardInterrupt
        return done(*given, **more)

    monkeypatch.setattr(weighing, "weights", pressed)
    found = weights_over(RULES, ["even", "bull-and-eel"], "red.grit")
    assert found.interrupted
    assert list(found.wins) == ["even"]


def test_a_stat_that_no_fight_has_is_refused():
    alone = {"red": {"name": "Red", "grit": 9}, "blue": {"name": "Blue", "grit": 9, "skill": 1}}
    found = weights_over(RULES, ["even", alone], "*.grit")
    assert len(found.found[0].worths) == 2
    with pytest.raises(FracasError, match=r"no stat 'red\.girt'"):
        weights_over(RULES, ["even", alone], "red.girt")
