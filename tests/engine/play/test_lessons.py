"""Lessons: what a scenario tells a player when something happens for the first time, each once."""

from __future__ import annotations

import pytest

import fracas
from fracas import FracasError
from fracas.engine.play.lessons import Teaching, check_lessons, lessons_first, so_far, teaches

DUEL = {
    "title": "A lesson",
    "hero": "warrior",
    "enemies": ["scrap-hound"],
    "opening": "hero",
    "lessons": [
        {"text": "at once"},
        {"text": "a blow", "event": "attacks"},
        {"text": "you may flee", "offered": "flee"},
        {"text": "late", "state": "clock >= 3"},
        {"text": "both", "event": "attacks", "state": "clock >= 2"},
        {"text": "never", "offered": "dance"},
    ],
}


def lesson(*lessons, **more):
    return fracas.encounter("rune-and-rust", {**DUEL, "lessons": list(lessons), **more})


def test_each_is_told_when_it_is_due_and_once():
    fight = fracas.encounter("rune-and-rust", DUEL).fight(1)
    teaching = Teaching(fight.encounter)
    assert teaching.due(fight.log, fight.state) == ["at once", "you may flee"]
    assert teaching.due(fight.log, fight.state) == []
    fight.act("defend")
    while fight.to_act == 1 and not fight.over:
        fight.auto()
    told = teaching.due(fight.log, fight.state)
    assert "a blow" in told
    assert teaching.due(fight.log, fight.state) == []


def test_what_was_told_follows_from_the_fight_alone():
    fight = fracas.encounter("rune-and-rust", DUEL).fight(1)
    for _ in range(8):
        if not fight.over:
            fight.auto()
    told = fight.lessons()
    assert told[:2] == ["at once", "you may flee"]
    assert "never" not in told
    assert len(told) == len(set(told))
    assert fracas.load_fight(fight.to_data()).lessons() == told
    assert fight.view().to_data()["lessons"] == told
    teaching, again = so_far(fight)
    assert again == told
    assert teaching.due(fight.log, fight.state) == []


def test_a_lesson_waits_for_everything_it_names():
    ready = lesson({"text": "both", "event": "attacks", "state": "clock >= 2"})
    fight = ready.fight(1)
    assert fight.lessons() == []
    fight.finish()
    assert fight.lessons() == (["both"] if fight.round >= 2 else [])


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"event": "atacks"}, "did you mean 'attacks'"),
        ({"state": "fighters.0.hq <= 3"}, "fighters.0.hq"),
        ({"state": "fighters.9.hp <= 3"}, "fighters.9.hp"),
        ({"state": "fighters.0 <= 3"}, "fighters.0"),
        ({"state": "hp is low"}, "fighters.0.hp <= 10"),
    ],
)
def test_a_lesson_that_could_never_be_told_is_refused(fields, says):
    with pytest.raises(FracasError) as refused:
        check_lessons(lesson({"text": "never", **fields}))
    assert says in str(refused.value)


def test_a_scenario_without_lessons_teaches_nothing():
    fight = fracas.encounter("rune-and-rust", "duel").fight(1)
    assert fight.lessons() == []


@pytest.mark.parametrize("ruleset", fracas.ruleset_names())
def test_every_game_has_a_lesson_that_is_told_in_the_course_of_a_fight(ruleset):
    rules = fracas.load_ruleset(ruleset)
    first, *others = lessons_first(rules)
    assert teaches(rules, first)
    assert not any(teaches(rules, other) for other in others), "one scenario of a game is its lesson, and comes first"
    ready = fracas.encounter(ruleset, first)
    check_lessons(ready)
    told = {text for seed in range(3) for text in ready.fight(seed).finish().lessons()}
    assert len(told) >= 5
    assert ready.fight(1).lessons(), "something is told before the first choice"
