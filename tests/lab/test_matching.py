"""Match-ups: every cell is that fight; ranks, counters, cycles, difficulty; what is known is not fought again."""

from types import SimpleNamespace

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import Budget, FracasError, matrix
from fracas.lab import points
from fracas.lab.matching import Cell, Difficulty, Matrix, half_at
from fracas.lab.points import Measured

CAST = {
    "cub": {"name": "Cub", "grit": 4, "level": 1},
    "lad": {"name": "Lad", "grit": 6, "level": 2},
    "ox": {"name": "Ox", "grit": 8, "level": 5},
    "bull": {"name": "Bull", "grit": 5, "skill": 1, "level": 3},
}


def bout(a, b):
    """A scenario of two of them."""
    return {side: {key: value for key, value in CAST[name].items() if key != "level"} for side, name in (("red", a), ("blue", b))}


RULES = Wrestlers()  # whose wrestlers have names and levels here
RULES.fighter_names = lambda side: list(CAST)
RULES.fighter = lambda side, name, options: SimpleNamespace(level=CAST[name]["level"])
RULES.match = bout
EXACT = Budget(1_000_000, workers=1)


def fight(a, b):
    return fracas.encounter(RULES, RULES.match(a, b))


def test_every_cell_is_the_fight_of_those_two():
    found = matrix(RULES, "cub,lad", "ox,b*", budget=EXACT)
    assert list(found.cells) == [("cub", "ox"), ("cub", "bull"), ("lad", "ox"), ("lad", "bull")]
    for pair, cell in found.cells.items():
        solved = fight(*pair).solve()
        assert (cell.win.value, cell.lose.value, cell.rounds.value) == (solved.win, solved.lose, solved.mean_rounds)
        assert cell.exact
    assert found["lad", "ox"] is found.cells["lad", "ox"]
    with pytest.raises(FracasError, match="cub against"):
        found["cub", "lad"]


def test_what_is_not_solved_is_fought():
    found = matrix(RULES, "cub", "all", budget=Budget(0, fights=500, seed=7))
    for (a, b), cell in found.cells.items():
        assert cell.win.value == fight(a, b).simulate(500, 7).win
        assert (cell.exact, cell.fights) == (False, 500)
    assert "4 of 500 fights each, seed 7" in found.sentence()


def test_ranks_counters_and_difficulty():
    found = matrix(RULES, budget=EXACT)
    heroes, foes = found.ranks(0), found.ranks(1)
    assert [each.win for each in heroes] == sorted((each.win for each in heroes), reverse=True)
    wins = {name: found[name, "ox"].win.value for name in CAST}
    ox = next(each for each in foes if each.name == "ox")
    assert (ox.worst, ox.worst_win) == (max(wins, key=wins.get), found[max(wins, key=wins.get), "ox"].lose.value)
    standard = sorted((CAST[name]["level"], win) for name, win in wins.items())
    assert ox.difficulty == half_at(standard)
    assert foes[0].difficulty.value == max(each.difficulty.value for each in foes)
    names = [table.title for table in found.tables()]
    assert names[:2] == ["Red", "Blue"]
    assert found.tables()[-1].title == "How often Red wins"


def test_a_foes_difficulty_is_the_level_at_which_half_is_won():
    assert half_at([(1, 0.2), (5, 0.4), (10, 0.9)]) == Difficulty(6.0, by_level=True)
    assert half_at([(1, 0.5), (5, 0.9)]) == Difficulty(1, by_level=True, bound="at most")
    assert half_at([(1, 0.1), (5, 0.3)]) == Difficulty(5, by_level=True, bound="more than")
    assert [each.text() for each in (half_at([(1, 0.2), (5, 0.6)]), half_at([(1, 0.6)]), half_at([(9, 0.1)]))] == ["4.0", "≤ 1.0", "> 9.0"]


def made(chances, levels=({}, {})):
    """A matrix of given chances to win; nobody draws."""
    cells = {
        pair: Cell(*pair, *(Measured(value, True, True, value, value) for value in (p, 1 - p)), Measured(3, False, True, 3, 3))
        for pair, p in chances.items()
    }
    names = tuple(tuple(dict.fromkeys(pair[side] for pair in chances)) for side in (0, 1))
    return Matrix(RULES, names, cells, levels, Budget())


def test_without_levels_difficulty_is_the_share_of_heroes_stopped():
    found = made({("a", "x"): 0.9, ("b", "x"): 0.4, ("c", "x"): 0.2, ("d", "x"): 0.5})
    assert found.difficulty("x") == Difficulty(0.5, by_level=False)
    assert found.difficulty("x").text() == "50%"


def test_rock_paper_and_scissors_are_a_cycle_and_a_ranking_is_none():
    beats = {("rock", "scissors"): 0.8, ("scissors", "paper"): 0.7, ("paper", "rock"): 0.9}
    chances = {**beats, **{(b, a): 1 - p for (a, b), p in beats.items()}, **{(name, name): 0.5 for name in ("rock", "paper", "scissors")}}
    found = made(chances)
    (cycle,) = found.cycles()
    assert str(cycle) == "rock beats scissors beats paper beats rock"
    assert cycle.least == pytest.approx(0.7)
    assert any(table.title == "Each beats the next" for table in found.tables())
    assert matrix(RULES, budget=EXACT).cycles() == []


def test_the_heat_map_and_the_data():
    found = matrix(RULES, budget=EXACT)
    chart = found.chart()
    assert (chart.kind, len(chart.rows)) == ("heat", 16)
    data = found.to_data()
    assert [each["name"] for each in data["b"]] == [each.name for each in found.ranks(1)]
    assert len(data["cells"]) == len(found.flat().rows) == 16
    assert found.flat().names == ["a", "b", "win", "low", "high", "lose", "rounds", "exact"]


def test_what_was_stopped_is_shown_and_a_second_asking_makes_nothing_ready(monkeypatch, empty):
    done, calls = points._solved, iter(range(1, 100))

    def pressed(*given):
        if next(calls) > 3:
            raise KeyboardInterrupt
        return done(*given)

    with monkeypatch.context() as stopping:
        stopping.setattr(points, "_solved", pressed)
        found = matrix(RULES, "cub,lad", budget=EXACT)
    assert found.interrupted
    assert 1 <= len(found.cells) <= 3
    assert f"stopped after {len(found.cells)}" in found.sentence()
    whole = matrix(RULES, "cub,lad", budget=EXACT)
    assert {pair: whole.cells[pair] for pair in found.cells} == found.cells
    monkeypatch.setattr(RULES, "match", lambda *_: pytest.fail("it was known"))
    assert matrix(RULES, "cub,lad", budget=EXACT).cells == whole.cells


def test_fighters_are_chosen_by_the_values_of_their_fields():
    found = matrix(RULES, "level=5,cub", "level=3", budget=EXACT)
    assert found.names == (("ox", "cub"), ("bull",))
    with pytest.raises(FracasError, match="did you mean 'level'"):
        matrix(RULES, "levl=5")
    with pytest.raises(FracasError, match="no fighter of Red 'level=9'"):
        matrix(RULES, "level=9")


def test_only_fighters_of_the_same_level_meet():
    found = matrix(RULES, "cub,ox", same_level=True, budget=EXACT)
    assert list(found.cells) == [("cub", "cub"), ("ox", "ox")]
    assert (found.asked, found.interrupted) == (2, False)
    assert "2 even match-ups" in found.sentence()
    levels = next(table for table in found.tables() if table.title == "Red, level by level")
    assert [row[0] for row in levels.plain()] == [1, 5]
    with pytest.raises(FracasError, match="same level"):
        matrix(RULES, "cub", "ox", same_level=True)


def test_further_measures_are_those_of_the_fight_and_shown_as_means(empty):
    for _ in range(2):  # the second time from what was kept
        found = matrix(RULES, "cub", "ox,lad", budget=EXACT, measures=["left", "Cub's first throw lands"])
        left = [sum(hp * p for hp, p in fight("cub", foe).solve().left[0].items()) for foe in ("ox", "lad")]
        assert [cell.more["left"].value for cell in found.cells.values()] == left
        (cub,) = found.ranks(0)
        assert cub.more["left"].value == pytest.approx(sum(left) / 2)
        assert cub.more["Cub's first throw lands"].share
        assert found.flat().names[-3:] == ["left", "Cub's first throw lands", "exact"]
        assert found.tables()[0].headings[4:6] == ["left", "Cub's first throw lands"]


def test_names_that_are_unknown_are_refused():
    with pytest.raises(FracasError, match="did you mean 'bull'"):
        matrix(RULES, "bulll")
    with pytest.raises(FracasError, match="has no scenario fields for the fighters of two sides"):
        matrix(Wrestlers())


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_every_ruleset_has_match_ups_of_its_content(name):
    rules = fracas.load_ruleset(name)
    a, b = rules.fighter_names(0)[0], rules.fighter_names(1)[-1]
    assert fracas.encounter(rules, rules.match(a, b)).fight().health(0) > 0
    rules.fighter(0, a, rules.options_model())
    with pytest.raises(FracasError, match="there is no fighter"):
        rules.fighter(1, "nobody-at-all", rules.options_model())
