"""Explaining: what a name means in a game, from its content, its rules and its rule options."""

from __future__ import annotations

import pytest

import fracas
from fracas import Choice, FracasError
from fracas.engine.play.explaining import (
    about,
    explain_action,
    explain_choice,
    look,
    look_up,
    names_in,
    rules_about,
    rules_in_prose,
    rules_told,
)


@pytest.fixture(scope="module")
def hall():
    fight = fracas.encounter("rune-and-rust", "demo-1-servitors").fight(4)
    while fight.to_act == 1:
        fight.auto()
    return fight


def said(explanation):
    return "\n".join(explanation.lines)


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_every_game_tells_its_rules_in_prose(name):
    found = rules_in_prose(fracas.load_ruleset(name))
    assert len(found.lines) >= 5
    assert not any("**" in line or line.startswith(("|", "==")) for line in found.lines)


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_everything_that_can_be_done_and_everybody_who_fights_is_explained(name):
    fight = fracas.encounter(name, next(iter(fracas.load_ruleset(name).scenarios()))).fight(3)
    while fight.to_act == 1:
        fight.auto()
    for action in fight.legal():
        assert about(fight, action.name).lines
    for who in fight.setup.names:
        assert look(fight, who).to_data()["lines"]


def test_an_enemy_is_where_it_stands_and_its_card(hall):
    text = said(look(hall, "corrupted servitor 2"))
    assert text.startswith("Corrupted Servitor 2: 15/15 HP")
    assert "It still tries to serve, with a cleaver, whoever comes through the door." in text


def test_an_ability_has_its_card_its_odds_and_what_sets_it(hall):
    text = said(explain_action(hall, "battle rage"))
    assert "battle rage (15 stamina): [Battle Rage]" in text
    assert "Red mist: you strike truer" in text
    assert "Dice that Battle Rage gives attacks: 2" in text


def test_an_action_on_several_targets_tells_the_odds_of_each(hall):
    lines = explain_action(hall, "attack").lines
    assert [line.partition(":")[0] for line in lines[:2]] == ["attack corrupted servitor 1", "attack corrupted servitor 2"]


def test_a_status_is_what_the_rules_say_of_it(hall):
    assert "do damage at the start of the fighter's turn" in said(look(hall, "bleeding"))
    assert rules_about(fracas.load_ruleset("veinbreaker"), "heat")[-1].startswith("Heat at most")


def test_a_typo_is_told_what_may_be_meant(hall):
    with pytest.raises(FracasError, match="did you mean 'Torvald'"):
        look(hall, "Torwald")
    assert "Torvald" in names_in(hall)


def test_advice_is_what_auto_would_do(hall):
    before = hall.digest()
    advice = hall.advice()
    assert hall.digest() == before
    assert hall.auto() == advice
    hall.undo()


def test_without_a_fight_content_and_rules_explain_a_name():
    veinbreaker = fracas.load_ruleset("veinbreaker")
    assert "A plain blow that builds heat and costs a little balance." in said(look_up(veinbreaker, "basic strike"))
    assert said(look_up(veinbreaker, "heat")) == said(rules_told(veinbreaker, "heat"))
    assert rules_told(veinbreaker) == rules_in_prose(veinbreaker)
    with pytest.raises(FracasError, match="there is no thing to look at 'xyzzy'"):
        look_up(veinbreaker, "xyzzy")
    with pytest.raises(FracasError, match="the rules say nothing of 'xyzzy'"):
        rules_told(veinbreaker, "xyzzy")


def test_a_choice_between_fights_has_the_card_of_what_it_names():
    veinbreaker = fracas.load_ruleset("veinbreaker")
    learn = explain_choice(veinbreaker, Choice("learn basic-strike", "for nothing"))
    assert learn.lines[0] == "learn basic-strike: for nothing"
    assert "A plain blow that builds heat and costs a little balance." in learn.lines
    assert explain_choice(veinbreaker, Choice("rest")).lines == ("rest",)


def test_who_looks_at_a_story_is_not_told_what_happens_in_it():
    story = fracas.encounter("arda", "first-light").fight(3)
    seen = "\n".join(look(story, "First Light").lines)
    assert "forty boats" in seen
    assert "crab" not in seen


def test_a_word_within_a_name_is_enough():
    story = fracas.encounter("arda", "first-light").fight(3)
    assert look(story, "spear").title == "Warden's spear"


def test_a_player_is_not_told_which_document_leaves_a_value_open():
    said = rules_told(fracas.load_ruleset("ruins-and-realms"), "shift").lines
    assert any(line.startswith("Shift points of a CRITICAL hero") for line in said)
    assert "ours:" not in " ".join(said)
