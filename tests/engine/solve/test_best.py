"""What each choice is worth: the chance to win with it when best play follows."""

import numpy as np
import pytest

import fracas

FOE = {
    "id": "rat", "name": "Rat", "level": 1, "hp": 4, "xp": 1, "shift": 1, "mishap": {}, "prime": {"name": "Bite", "damage": "D6"},
    "manoeuvres": [{"name": "Nip", "dice": [4, 4], "damage": "D4"}],
}  # fmt: skip
HERO = {"style": "sword-and-shield", "level": 1, "hp": 5, "manoeuvres": ["shield-bash", "level-cut"], "armor": ["round-shield"]}


@pytest.fixture(scope="module")
def best():
    return fracas.encounter("ruins-and-realms", {"hero": HERO, "creatures": [FOE]}).best()


def test_at_the_start_the_best_choice_is_worth_what_best_play_wins(best):
    start = best.encounter.fight(1).state
    worth = best.options(start)
    assert set(worth) == {a.code for a in best.encounter.fight(1).legal()}
    assert max(worth.values()) == pytest.approx(best.upper_bound, abs=1e-12)
    assert max(worth.values()) == pytest.approx(best.value, abs=1e-9)


def test_openings_name_what_the_first_choices_are_worth(best):
    start = best.encounter.fight(1)
    worth = best.options(start.state)
    assert best.openings == {action.name: pytest.approx(worth[action.code], abs=1e-12) for action in start.legal()}
    assert list(best.openings.values()) == sorted(best.openings.values(), reverse=True)


def test_where_the_foe_begins_openings_are_those_of_the_heros_first_choice(best):
    """A pounce comes first: what each choice is worth to a hero whom it leaves standing, on average over what is left of them."""
    later = fracas.encounter("ruins-and-realms", {"hero": HERO, "creatures": [FOE], "opening": "ambushed"}).best()
    assert later.value < later.openings["attack"] < best.openings["attack"]


def test_every_choice_on_the_way_is_weighed_and_best_play_takes_the_weightiest(best):
    seen = 0
    for number in range(6):
        fight = best.encounter.fight(5, number)
        while not fight.over:
            worth = best.options(fight.state)
            if fight.to_act == 0:
                assert set(worth) == {a.code for a in fight.legal()}
                assert worth[best.action(fight.state)] == pytest.approx(max(worth.values()), abs=1e-9)
                seen += len(worth) > 1
                fight.act(best.action(fight.state))
            else:
                assert worth == {}
                fight.auto()
    assert seen > 10


def test_a_choice_is_worth_the_mean_of_what_can_come_of_it(best):
    """Worth of "attack" before the roll: the mean, over the 64 rolls, of the best choice with those dice."""
    fight = best.encounter.fight(1)
    before = best.options(fight.state)[0]
    total = 0.0
    for primary in range(1, 9):
        for secondary in range(1, 9):
            state = fight.encounter.setup.state.copy()
            dice = fracas.dice.ScriptedDice([primary, secondary, *[1] * 4])
            fight.encounter.ruleset.rules.start(dice, state[0], fight.book)
            fight.encounter.ruleset.rules.apply(dice, state[0], fight.book, 0)
            worth = best.options(state[0])
            if worth:
                total += max(worth.values()) / 64
            else:  # a fumble: the enemy is to roll
                rolls = best.graph.index_of(state[0])
                total += float(best.worth[rolls]) / 64
    assert before == pytest.approx(total, abs=1e-9)


def test_nothing_is_weighed_in_a_fight_that_is_over(best):
    fight = best.encounter.replay(1, 0)
    assert best.options(fight.state) == {}


# --- aiming at an end -------------------------------------------------------------------------------------------------------


def test_play_that_aims_at_an_end_comes_there_at_least_as_often_as_any_other():
    ready = fracas.encounter("rune-and-rust", "duel")
    given, won = ready.solve().ends(), ready.best().solution.ends()
    for end in ready.ends:
        aimed = ready.best(aim=end.name)
        assert aimed.value == pytest.approx(aimed.solution.ends()[end.name])
        assert aimed.value >= max(given[end.name], won[end.name]) - 1e-9
        assert aimed.given_value == pytest.approx(given[end.name])
        assert f"comes to {end.name!r}" in aimed.sentence()


def test_the_same_states_serve_every_aim(best):
    name = best.encounter.ends[0].name
    assert best.towards(name).value == pytest.approx(best.encounter.best(aim=name).value, abs=1e-12)


def test_an_end_that_does_not_exist_is_refused_before_anything_is_solved():
    with pytest.raises(fracas.FracasError, match="there is no end 'triumph'"):
        fracas.encounter("rune-and-rust", "duel").best(aim="triumph", max_states=1)


def test_best_play_is_what_plain_value_iteration_finds(best):
    graph = best.graph
    value = np.where(graph.ends != 0, [float(best.encounter.end_kind(int(code)) == "win") for code in graph.ends], 0.0)
    for _ in range(400):
        rows = np.add.reduceat(graph.chance * value[graph.to], graph.first_edge[:-1])
        for i in np.flatnonzero(graph.ends == 0):
            value[i] = rows[graph.first_row[i + 1] : graph.first_row[i + 2]].max()
    assert np.abs(value - best.worth).max() < 1e-9
