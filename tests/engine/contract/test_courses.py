"""The course of a fight: how it stands after each round, how long it lasts, what is left."""

import pytest

import fracas


@pytest.fixture(scope="module")
def duel():
    return fracas.encounter("rune-and-rust", "duel").solve()


def test_the_course_adds_up_to_the_figures_of_the_solution(duel):
    course = duel.course()
    assert sum(course.ended("win").values()) == pytest.approx(duel.win)
    assert sum(course.ended("lose").values()) == pytest.approx(duel.lose)
    assert sum(r * p for r, p in course.lengths().items()) == pytest.approx(duel.mean_rounds)
    assert 0 not in course.lengths(), "no fight lasts no round"


def test_its_charts_are_of_rounds_length_and_health(duel):
    over, length, left = duel.course().charts()
    assert over.title.endswith("over by the end of each round")
    assert length.title.endswith("length")
    assert left.title.endswith("HP left")
    assert "none:" in str(left.rows), "how often nothing is left stands beside the name"
