"""Games on a server: the server alone has the dice, and what is late, doubled, foreign or forged changes nothing."""

import hashlib
import json

import pytest

import fracas
from fracas.engine.contract.progress import SILENT
from fracas.engine.play.view import quick_odds
from fracas.lab.fairness import commitment
from fracas.web.settings import Limits
from fracas.web.tables import FightTable
from fracas.web.tasks import Tasks
from fracas.web.workers import Order
from web.conftest import Player


@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [
        ("rune-and-rust", "duel"),
        ("arda", "first-light"),
        ("ruins-and-realms", "crypt-guard"),
        ("veinbreaker", "duel"),
        ("world-loop", "hero-and-goblin"),
    ],
)
def test_a_game_of_every_ruleset_is_played_to_its_end(begin, ruleset, scenario):
    game = begin(ruleset, scenario).finish()
    assert game["over"]
    assert game["view"]["outcome"]["kind"] in ("win", "lose", "draw")


def test_before_the_end_nothing_tells_the_seed(begin):
    player = begin()
    game = player.look()
    assert game["fairness"] is None
    assert "seed" not in game["view"]
    assert player.get("save").json()["code"] == "not-over"


def test_at_the_end_the_seed_is_what_was_committed_to_and_the_fight_can_be_fought_again(begin):
    player = begin()
    promised = player.look()["commitment"]
    game = player.finish()
    proof = game["fairness"]
    assert (
        hashlib.sha256(f"{proof['seed']}:{proof['salt']}".encode()).hexdigest() == promised == commitment(int(proof["seed"]), proof["salt"])
    )
    assert player.get("save").json() == proof
    fight = fracas.load_fight(proof["save"])
    assert fight.seed == int(proof["seed"])
    assert fight.lines() == game["view"]["lines"]


def test_an_action_is_given_by_its_code_or_its_id(begin):
    player = begin()
    legal = player.look()["view"]["legal"][0]
    assert player.send(0, legal["id"]).status_code == 200


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "what", "remedy"}


def test_a_doubled_action_is_refused_and_changes_nothing(begin):
    player = begin()
    after = player.send(0, "attack").json()
    refused(player.send(0, "attack"), 409, "late")
    assert player.look() == after


def test_an_action_of_a_turn_to_come_is_refused(begin):
    refused(begin().send(5, "attack"), 409, "late")


def test_an_illegal_action_is_refused(begin):
    refused(begin().send(0, 63), 422, "illegal")
    refused(begin().send(0, "fly away"), 422, "illegal")


def test_a_foreign_token_is_refused(begin):
    mine, other = begin(), begin()
    mine.token = other.token
    refused(mine.send(0, "attack"), 403, "no-seat")


def test_without_a_token_nothing_is_seen(begin, client):
    refused(client.get(f"/api/games/{begin().id}"), 401, "no-token")


def test_who_watches_sees_and_cannot_act(begin):
    player = begin(seat="watcher")
    game = player.look()
    assert game["seat"] == "watcher"
    assert game["view"]["legal"] == []
    refused(player.send(0, "attack"), 403, "watching")


def test_a_game_that_is_over_takes_no_action(begin):
    player = begin()
    turn = player.finish()["turn"]
    refused(player.send(turn, "attack"), 409, "over")


def test_there_is_no_game_of_another_id(client):
    refused(client.get("/api/games/none", headers={"Authorization": "Bearer x"}), 404, "unknown-game")


def test_what_is_refused_is_noted(begin, client):
    player = begin()
    player.send(7, "attack")
    player.send(0, "nonsense")
    assert [code for code, _ in client.app.state.desk.store.refusals(player.id)] == ["late", "illegal"]


def test_a_game_that_is_not_held_ready_is_fought_again_from_what_is_kept(begin, client):
    player = begin("rune-and-rust", "adept-and-crawler")
    for _ in range(3):
        game = player.look()
        player.send(game["turn"], game["view"]["legal"][0]["code"])
    before = player.look()
    client.app.state.desk.games._live.clear()
    assert player.look() == before


def test_an_action_is_taken_back_only_in_a_game_for_practice(begin):
    player = begin()
    player.send(0, "attack")
    refused(player.post("take-back", turn=player.look()["turn"]), 409, "no-taking-back")


def test_what_is_taken_back_and_done_again_comes_out_the_same(begin, client):
    player = begin(takes_back=True)
    start = player.look()
    once = player.send(0, "attack").json()
    back = player.post("take-back", turn=once["turn"]).json()
    assert back["view"] == start["view"]
    again = player.send(back["turn"], "attack").json()
    assert again["view"] == once["view"]
    client.app.state.desk.games._live.clear()
    assert player.look()["view"] == again["view"]


def test_what_if_goes_on_from_any_turn_with_the_same_dice(begin, client):
    player = begin("rune-and-rust", "adept-and-crawler")
    refused(player.post("branch", turn=0), 409, "not-over")
    game = player.finish()
    own = [number for number, done in enumerate(game["view"]["actions"]) if done["side"] == "a"]  # either side may begin
    made = player.post("branch", turn=own[1]).json()
    assert made["game"]["branch_of"] == player.id
    assert [each["code"] for each in made["game"]["view"]["actions"]] == [each["code"] for each in game["view"]["actions"]][: own[1]]
    other = type(player)(client, made)
    for done in game["view"]["actions"][own[1] :]:
        now = other.look()
        if now["over"] or len(now["view"]["actions"]) >= len(game["view"]["actions"]):
            break
        if done["side"] == "a":
            other.send(now["turn"], done["code"])
    assert other.look()["view"]["lines"] == game["view"]["lines"]


def test_a_seat_for_each_side_where_two_people_play(both):
    players = both("world-loop", "hero-and-goblin")
    game = players["a"].look()
    acting = game["view"]["to_act"]
    idle = "b" if acting == "a" else "a"
    assert players[idle].look()["view"]["legal"] == []
    refused(players[idle].send(game["turn"], 0), 409, "not-your-turn")
    legal = players[acting].look()["view"]["legal"]
    assert players[acting].send(game["turn"], legal[0]["code"]).status_code == 200


def test_only_what_is_new_of_the_log_is_sent(begin):
    player = begin("rune-and-rust", "adept-and-crawler")
    first = player.look()["view"]
    entries, lines = len(first["log"]), len(first["lines"])
    path = f"/api/games/{player.id}/actions"
    sent = {"turn": player.look()["turn"], "action": first["legal"][0]["code"]}
    answer = player.client.post(path, headers=player._headers, json=sent, params={"since": entries, "lines": lines}).json()["view"]
    whole = player.look()["view"]
    assert (answer["log_from"], answer["lines_from"]) == (entries, lines)
    assert [*first["log"], *answer["log"]] == whole["log"]
    assert [*first["lines"], *answer["lines"]] == whole["lines"]
    beyond = player.look(since=10_000, lines=10_000)["view"]
    assert (beyond["log"], beyond["lines"]) == ([], [])
    assert (beyond["log_from"], beyond["lines_from"]) == (len(whole["log"]), len(whole["lines"]))


@pytest.fixture
def views(monkeypatch):
    """How many actions had been done in each view of a fight that was made."""
    made, view = [], FightTable.view

    def counted(table, seen_by):
        made.append(len(table.fight.actions))
        return view(table, seen_by)

    monkeypatch.setattr(FightTable, "view", counted)
    return made


def test_the_view_of_a_turn_is_made_once_for_all_who_look_at_it(client, views):
    begun = client.post("/api/games", json={"ruleset": "rune-and-rust", "scenario": "adept-and-crawler", "takes_back": True}).json()
    player, watcher = (Player(client, begun, seat) for seat in ("a", "watcher"))
    first = player.look()
    assert player.look() == first
    assert watcher.look()["view"] == {**first["view"], "legal": []}
    assert len(player.look(since=1)["view"]["log"]) == max(len(first["view"]["log"]) - 1, 0)
    assert player.look() == first
    turns = [first["turn"]]
    assert views == turns
    second = player.send(first["turn"], first["view"]["legal"][0]["code"]).json()
    assert player.look() == second
    turns.append(second["turn"])
    assert views == turns
    back = player.post("take-back", turn=second["turn"]).json()
    assert back["view"] == first["view"]
    assert views == [*turns, first["turn"]]


def test_an_earlier_turn_is_fought_again_once(begin, views):
    player = begin("rune-and-rust", "adept-and-crawler")
    first = player.look()["view"]
    player.finish()
    views.clear()
    assert [player.look(at=0)["view"]["actions"] for _ in range(3)] == [first["actions"][:0]] * 3
    assert views == [0]


def test_odds_of_a_game_go_on_from_where_they_were(monkeypatch):
    loaded = []
    monkeypatch.setattr("fracas.web.tasks.load_fight", lambda save: loaded.append(save["actions"]) or fracas.load_fight(save))
    tasks, fight = Tasks(Limits()), fracas.encounter("rune-and-rust", "adept-and-crawler").fight(4)

    def odds():
        answer = json.loads(tasks.carry_out(Order("table-odds", {"game": fight.to_data()}, {}), SILENT))
        assert answer["odds"] == {str(action.code): quick_odds(fight, action).to_data() for action in fight.legal()}

    for _ in range(3):
        odds()
        fight.auto()
    assert loaded == [[]]
    fight.undo()  # what was taken back is not gone on from
    fight.undo()
    odds()
    assert loaded == [[], fight.actions]


def test_the_odds_and_the_worth_of_what_can_be_done(begin):
    player = begin()
    legal = [str(each["code"]) for each in player.look()["view"]["legal"]]
    odds = player.get("odds").json()["odds"]
    assert sorted(odds) == sorted(legal)
    assert odds["0"]["exact"]
    worth = player.get("worth").json()["worth"]
    assert worth["0"] == pytest.approx(fracas.encounter("rune-and-rust", "duel").best().value, abs=1e-9)


def test_luck_and_choice_add_up_to_what_came_of_it(begin):
    player = begin("rune-and-rust", "adept-and-crawler")
    game = player.finish()
    found = player.get("luck").json()
    assert found["start"] + found["dice"] + found["choice"] == pytest.approx(found["end"], abs=1e-9)
    assert found["end"] == (game["view"]["outcome"]["kind"] == "win")
    assert found["choice"] <= 0


def test_a_fight_of_a_simulation_is_opened_as_a_game_that_is_over(client):
    asked = {"ruleset": "rune-and-rust", "scenario": "adept-and-crawler", "seed": 7, "fight": 12}
    made = client.post("/api/games/simulated", json=asked).json()
    fought = fracas.encounter("rune-and-rust", "adept-and-crawler").replay(7, 12)
    assert made["game"]["simulated"] == {"seed": "7", "fight": 12}
    assert made["game"]["view"]["lines"] == fought.lines()
    player = Player(client, made)
    client.app.state.desk.games._live.clear()
    assert player.look()["view"]["lines"] == fought.lines(), "fought again from what is kept"
    other = player.post("branch", turn=2).json()
    assert [each["code"] for each in other["game"]["view"]["actions"]][:2] == fought.actions[:2]


def test_a_game_that_is_over_is_looked_at_turn_by_turn(begin):
    player = begin()
    seen = [player.look()]
    assert player.get("odds?at=0").json()["code"] == "not-over"
    while not seen[-1]["over"]:
        seen.append(player.send(seen[-1]["turn"], 0).json())
    for game in seen:
        back = player.look(at=game["turn"])
        assert (back["view"]["lines"], back["view"]["legal"], back["turn"]) == (game["view"]["lines"], game["view"]["legal"], game["turn"])
    assert list(player.get("odds?at=0").json()["odds"]) == ["0"]
    refused(player.get(f"worth?at={seen[-1]['turn'] + 1}"), 422, "unknown-turn")


def test_what_cannot_be_taken_back_is_not_looked_back_at_before_its_end(begin):
    player = begin()
    player.send(0, 0)
    assert player.look(at=0)["code"] == "not-over"
