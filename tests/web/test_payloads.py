"""Rolls that clients send: a server takes only what its own dice gave its own hero, and each once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def sent(player, turn, payload):
    return player.post("payloads", turn=turn, payload=payload)


@pytest.fixture
def rolled(begin):
    """A player of an adventure who has just rolled, and the game."""
    player = begin("arda", "first-light")
    game = player.look()
    while game["payload"] is None:
        checked = [code for code, choice in game["view"]["state"]["table"]["choices"].items() if choice["check"]]
        game = player.send(game["turn"], int(checked[0]) if checked else game["view"]["legal"][0]["code"]).json()
    return player, game


def test_the_payload_of_a_turn_is_what_the_log_tells(rolled):
    _, game = rolled
    roll = game["payload"]["diceRoll"]
    faces = [entry["faces"] for entry in game["view"]["log"] if "roll" in entry]
    assert [roll["roll"]] in faces
    assert roll["total"] == roll["roll"] + roll["modifier"]


def test_what_was_rolled_is_accepted_with_or_without_what_the_server_knows(rolled, begin):
    player, game = rolled
    answer = sent(player, game["turn"], {"diceRoll": game["payload"]["diceRoll"]})
    assert answer.status_code == 200
    assert answer.json() == {"accepted": game["payload"]}


def test_a_payload_counts_once(rolled):
    player, game = rolled
    assert sent(player, game["turn"], game["payload"]).status_code == 200
    refused(sent(player, game["turn"], game["payload"]), 409, "counted-payload")


def test_a_roll_that_the_client_chose_is_refused_noted_and_changes_nothing(rolled, client):
    player, game = rolled
    roll = game["payload"]["diceRoll"]
    better = roll["roll"] % 20 + 1
    forged = {**roll, "roll": better, "total": better + roll["modifier"], "success": better + roll["modifier"] >= roll["dc"]}
    if better in (1, 20):
        forged["success"] = better == 20
    answer = sent(player, game["turn"], {"diceRoll": forged})
    refused(answer, 422, "forged-payload")
    assert f"roll is {better}, expected {roll['roll']}" in answer.json()["what"]
    assert client.app.state.desk.store.refusals(player.id)[-1][0] == "forged-payload"
    assert player.look() == game
    assert sent(player, game["turn"], game["payload"]).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [("character", "somebody else"), ("choice", "another/choice"), ("attempt", 2), ("attempt", 0), ("attempt", "1"), ("seed", "mine")],
)
def test_nobody_rolls_again_under_another_name(rolled, name, value):
    player, game = rolled
    refused(sent(player, game["turn"], {**game["payload"], name: value}), 422, "forged-payload")


FIELDS = ("stat", "roll", "modifier", "total", "dc", "success", "statValue", "diceType", "rolls", "against")


@given(
    st.sampled_from(FIELDS),
    st.one_of(st.none(), st.integers(-5, 40), st.booleans(), st.text("valor ", max_size=5), st.lists(st.integers(1, 20))),
)
def test_no_field_of_a_roll_can_be_another(game_with_roll, name, value):
    player, game = game_with_roll
    roll = game["payload"]["diceRoll"]
    if name in roll and type(roll[name]) is type(value) and roll[name] == value:
        return
    if name not in roll and value is None:
        return
    refused(sent(player, game["turn"], {"diceRoll": {**roll, name: value}}), 422, "forged-payload")


@pytest.fixture(scope="module")
def game_with_roll(begin):
    player = begin("arda", "first-light")
    game = player.look()
    while game["payload"] is None:
        game = player.send(game["turn"], game["view"]["legal"][0]["code"]).json()
    return player, game


def test_attempts_are_counted_by_the_server(begin):
    """In a fight the same approach is tried again and again."""
    player = begin("arda", "first-light")
    game, attempts = player.look(), {}
    while not game["over"]:
        game = player.send(game["turn"], game["view"]["legal"][0]["code"]).json()
        if game["payload"] is not None:
            choice = game["payload"]["choice"]
            attempts[choice] = attempts.get(choice, 0) + 1
            assert game["payload"]["attempt"] == attempts[choice]
            assert sent(player, game["turn"], game["payload"]).status_code == 200
    assert len(attempts) > 1


def test_a_payload_of_a_turn_that_is_over_is_late(rolled):
    player, game = rolled
    if not game["over"]:
        player.send(game["turn"], game["view"]["legal"][0]["code"])
        refused(sent(player, game["turn"], game["payload"]), 409, "late")


def test_who_watches_sends_nothing(client, begin):
    refused(sent(begin("arda", "first-light", seat="watcher"), 0, {"diceRoll": {}}), 403, "watching")


def test_nothing_is_sent_where_nothing_was_rolled(begin):
    player = begin("arda", "first-light")
    refused(sent(player, player.look()["turn"], {"diceRoll": {}}), 409, "nothing-rolled")


def test_a_ruleset_without_payloads_takes_none(begin):
    player = begin()
    refused(sent(player, player.look()["turn"], {"diceRoll": {}}), 422, "no-payloads")
