"""Provably fair: what a server gives of a game that is over is checked by anybody, at home."""

import json

import pytest
from tests.console import fracas

import fracas as package
from fracas.lab.fairness import commitment, proof

SALT = "c0ffee" * 10


@pytest.fixture
def game():
    """A finished duel as a server gives it."""
    fight = package.encounter("rune-and-rust", "duel").fight(seed=12345)
    while not fight.over:
        fight.act(fight.legal()[0]) if fight.to_act == 0 else fight.auto()
    return proof(12345, SALT, commitment(12345, SALT), fight.to_data())


@pytest.fixture
def checked(tmp_path):
    """What the command line says of a game."""

    def check(data, *more):
        path = tmp_path / "game.json"
        path.write_text(json.dumps(data))
        return fracas("replay", str(path), *more)

    return check


def test_a_fair_game_is_fought_again_and_found_fair(game, checked):
    said = checked(game)
    assert said.code == 0
    assert "The commitment is that of the seed, and played again everything comes out the same" in said.out
    fight = package.load_fight(game["save"])
    assert "\n".join(fight.lines()) in said.out


def test_as_data(game, checked):
    said = checked(game, "--json")
    found = json.loads(said.out)["result"]
    assert found["holds"]
    assert found["differences"] == []
    assert found["commitment"] == game["commitment"]
    assert found["fight"]["outcome"]["kind"] in ("win", "lose", "draw")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda game: {**game, "commitment": "0" * 64}, "is not that of seed 12345"),
        (lambda game: {**game, "salt": "other"}, "is not that of seed 12345"),
        (lambda game: {**game, "seed": "12346"}, "it was played with seed 12345, and the commitment is of 12346"),
        (lambda game: {**game, "seed": 12345}, "'seed' is missing or no text"),
        (lambda game: {**game, "save": None}, "there is no fight and no campaign in it"),
        (lambda game: {**game, "format": 99}, "its format is 99"),
        (lambda game: {**game, "save": {**game["save"], "name": "other"}}, "its contents were changed after it was saved"),
        (lambda game: {**game, "save": {**game["save"], "actions": [*game["save"]["actions"][:-1], 63]}}, "cannot be done"),
        (
            lambda game: {
                **game,
                "save": {**game["save"], "actions": game["save"]["actions"][:-1], "policy_draws": game["save"]["policy_draws"][:-1]},
            },
            "fought again it comes out differently",
        ),
        (lambda game: {**game, "save": {**game["save"], "seed": 777}}, "it was played with seed 777"),
    ],
)
def test_what_was_changed_is_told(game, checked, change, says):
    said = checked(change(game))
    assert said.code == 1
    assert says in said.out
    assert "This proves nothing" in said.out


def test_a_save_is_played_again_though_nobody_promised_its_seed(game, checked):
    said = checked(game["save"])
    assert said.code == 0
    assert "The seed may have been chosen" in said.out


def test_a_changed_save_is_refused(game, checked):
    said = checked({**game["save"], "seed": 777})
    assert said.code == 2
    assert "its contents were changed" in said.err


def test_a_campaign_is_gone_again(checked):
    journey = package.new_journey("veinbreaker", seed=5)
    journey.choose(journey.choices()[0].name)
    said = checked(proof(5, SALT, commitment(5, SALT), journey.to_data()))
    assert said.code == 0
    assert journey.lines()[-1] in said.out
    changed = {**journey.to_data(), "steps": ["nonsense"]}
    said = checked(proof(5, SALT, commitment(5, SALT), changed))
    assert said.code == 1
    assert "step 1, 'nonsense', cannot be chosen there" in said.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("replay rune-and-rust", "no scenario of 'rune-and-rust' was named"),
        ("replay nowhere.json", "nowhere.json"),
        ("replay rune-and-rust duel", "--fight"),
    ],
)
def test_slips(words, says):
    said = fracas(*words.split())
    assert said.code == 2
    assert says in said.err


def test_a_file_comes_alone(game, checked):
    assert "give the file alone" in checked(game, "--fight", "3").err
    assert "give the file alone" in checked(game, "--seed", "3").err


def test_a_game_of_a_server_is_not_played_on(game, checked, tmp_path):
    checked(game)
    said = fracas("play", "--load", str(tmp_path / "game.json"))
    assert said.code == 2
    assert "fracas replay" in said.err
    assert "a game of a server, sound" in fracas("validate", str(tmp_path / "game.json")).out
