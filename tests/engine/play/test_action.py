"""An action, its identifier, its verb, and actions that differ only in their target."""

from __future__ import annotations

import pytest

import fracas
from fracas.engine.play.action import Action, action_ids, grouped, verb_of


@pytest.fixture(scope="module")
def hall():
    fight = fracas.encounter("rune-and-rust", "demo-1-servitors").fight(4)
    while fight.to_act == 1:
        fight.auto()
    return fight


@pytest.mark.parametrize(
    ("name", "targets", "verb"),
    [
        ("attack goblin 2", ("Goblin 2",), "attack"),
        ("empty mind drop at crawling claw 1", ("Crawling Claw 1",), "empty mind drop"),
        ("flee", (), "flee"),
        ("attack", ("Goblin",), "attack"),
        ("goblin", ("Goblin",), "goblin"),
    ],
)
def test_what_an_action_is_without_its_target(name, targets, verb):
    assert verb_of(name, targets) == verb


def test_actions_that_differ_only_in_their_target_are_one_choice(hall):
    first = grouped(hall)[0]
    assert (first.verb, first.targets) == ("attack", ("Corrupted Servitor 1", "Corrupted Servitor 2"))
    assert sum(len(group.actions) for group in grouped(hall)) == len(hall.legal())
    views = hall.view().legal
    assert {view.verb for view in views if view.targets == ("Corrupted Servitor 1",)} >= {"attack"}


def test_an_identifier_is_the_name_as_a_slug_with_its_code_where_two_are_the_same():
    assert Action(3, "Attack Goblin 2!").id == "attack-goblin-2"
    assert action_ids([Action(1, "hit rat"), Action(2, "hit: rat"), Action(3, "flee")]) == ["hit-rat-1", "hit-rat-2", "flee"]
