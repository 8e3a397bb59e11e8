"""Campaigns on a server: games like others, from the making of a character through fights to the end."""

import random

import fracas
from fracas.lab.fairness import check_proof, commitment


def begun(client, player_of, **more):
    answer = client.post("/api/campaigns", json={"ruleset": "veinbreaker", **more})
    assert answer.status_code == 200, answer.text
    return player_of(client, answer.json())


def chosen(game):
    """What somebody does who wants to get on: fights, and learns nothing."""
    legal = game["view"]["legal"]
    ids = [each["id"] for each in legal]
    return next((legal[ids.index(name)]["code"] for name in ("fight", "leave") if name in ids), legal[0]["code"])


def step(player, game):
    answer = player.send(game["turn"], chosen(game))
    assert answer.status_code == 200, answer.text
    return answer.json()


def to(player, stage):
    game = player.look()
    while game["campaign"]["stage"] != stage:
        game = step(player, game)
    return game


def test_a_campaign_begins_with_a_choice(client, begin):
    player = begun(client, type(begin()), name="Ash")
    game = player.look()
    assert game["campaign"]["stage"] == "story"
    assert game["view"]["lines"]
    assert [each["code"] for each in game["view"]["legal"]] == list(range(len(game["view"]["legal"])))
    assert game["asked"] == {"ruleset": "veinbreaker", "name": "Ash", "options": {}, "packs": []}


def test_its_fights_are_fights_like_others(client, begin):
    player = begun(client, type(begin()))
    game = to(player, "fight")
    assert len(game["names"]) >= 2
    assert game["view"]["health"]["a"] > 0
    odds = player.get("odds").json()["odds"]
    assert sorted(odds) == sorted(str(each["code"]) for each in game["view"]["legal"])


def test_after_a_fight_there_is_nothing_to_do_but_to_go_on(client, begin):
    player = begun(client, type(begin()))
    game = to(player, "after")
    assert game["view"]["outcome"]["kind"] in ("win", "lose", "draw")
    assert [each["id"] for each in game["view"]["legal"]] == ["go-on"]
    assert not game["over"]
    fights = game["campaign"]["fights"]
    game = player.send(game["turn"], "go-on").json()
    assert game["campaign"]["fights"] == fights + 1


def test_a_campaign_that_is_not_held_ready_is_gone_again_from_what_is_kept(client, begin):
    player = begun(client, type(begin()))
    for stage in ("fight", "after", "story"):
        before = to(player, stage)
        client.app.state.desk.games._live.clear()
        assert player.look() == before


def test_every_campaign_there_is_can_be_played_and_is_gone_again_from_what_is_kept(client, begin):
    chance, known = random.Random(1), client.get("/api/about").json()["rulesets"]
    campaigns = [rules["name"] for rules in known if rules["campaign"]]
    assert {"ruins-and-realms", "veinbreaker"} <= set(campaigns)
    for ruleset in campaigns:
        player = begun(client, type(begin()), ruleset=ruleset, name="Ash")
        game = player.look()
        for _ in range(25):
            if not game["over"]:
                game = player.send(game["turn"], chance.choice(game["view"]["legal"])["code"]).json()
        client.app.state.desk.games._live.clear()
        assert {**player.look(), "view": None} == {**game, "view": None}


def test_what_happened_before_is_told_again(client, begin):
    player = begun(client, type(begin()))
    first = player.look()
    assert first["campaign"]["journal"] == []
    then = step(player, first)["campaign"]["journal"]
    assert then == [{"lines": first["campaign"]["lines"], "chosen": first["view"]["legal"][0]["name"]}]
    to(player, "after")
    story = step(player, player.look())
    [fought] = [each["lines"] for each in story["campaign"]["journal"] if each["chosen"] is None]
    assert " in round " in fought[0]


def test_what_is_late_doubled_or_not_legal_is_refused(client, begin):
    player = begun(client, type(begin()))
    first = player.look()
    step(player, first)
    for turn, action, code in ((first["turn"], 0, "late"), (first["turn"] + 1, 99, "illegal"), (first["turn"] + 1, "nonsense", "illegal")):
        assert player.send(turn, action).json()["code"] == code
    assert [code for code, _ in client.app.state.desk.store.refusals(player.id)] == ["late", "illegal", "illegal"]


def test_what_is_for_single_fights_alone_is_refused(client, begin):
    player = begun(client, type(begin()))
    turn = player.look()["turn"]
    assert player.post("branch", turn=0).json()["code"] == "no-single-fight"
    assert player.post("take-back", turn=turn).json()["code"] == "no-single-fight"
    assert player.get("odds").json()["code"] == "no-fight"


def by_policy(table):
    """What the policy would do in a fight; in the story, what leads on."""
    fight = table.fight
    if fight is not None and not fight.over:
        code = fight.auto().code
        fight.undo()
        return code
    names = [each["id"] for each in table.view(0)["legal"]]
    return next((name for name in ("fight", "leave") if name in names), 0)


def test_a_whole_campaign_ends_with_its_proof(client, begin):
    player = begun(client, type(begin()))
    games, promised = client.app.state.desk.games, player.look()["commitment"]
    game = games.get(player.id)
    while not game.over:
        assert player.get("save").json()["code"] == "not-over"
        games.act(game, player.token, game.turn, by_policy(game.table))
    shown = player.look()
    assert shown["campaign"]["stage"] == "over"
    proof = shown["fairness"]
    assert proof["commitment"] == promised == commitment(int(proof["seed"]), proof["salt"])
    assert check_proof(proof).holds
    journey = fracas.load_journey(proof["save"])
    assert journey.over
    assert journey.lines() == shown["view"]["lines"]


def test_a_ruleset_without_a_campaign_is_refused(client):
    answer = client.post("/api/campaigns", json={"ruleset": "arda"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-campaign")
