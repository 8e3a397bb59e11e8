"""What the API answers has the form that its description promises, field by field."""

import pytest

from web.conftest import Player
from web.serving import job_of
from web.test_api import DUEL, a_pack

pytest.importorskip("fastapi")

from fracas.web import answers


def of_form(model, answer):
    """An answer, which has all that the model has and nothing else."""
    assert answer.status_code == 200, answer.text
    data = answer.json()
    assert model.model_validate(data).model_dump(mode="json", by_alias=True, exclude_unset=True) == data
    return data


def test_content(client):
    of_form(answers.ServerTold, client.get("/api/about"))
    of_form(answers.RulesetTold, client.get("/api/rulesets/arda"))
    of_form(answers.OptionsTold, client.get("/api/rulesets/world-loop/options"))
    of_form(answers.PathsTold, client.post("/api/paths", json=DUEL))
    of_form(answers.NewTold, client.get("/api/rulesets/rune-and-rust/new/enemy", params={"name": "iron-hound"}))
    pack = of_form(answers.PackTold, client.post("/api/packs", json={"files": a_pack()}))
    of_form(answers.PackTold, client.get(f"/api/packs/{pack['id']}"))
    of_form(answers.ValidatedTold, client.post("/api/validate", json={"files": {"x.json": "{}"}}))


@pytest.mark.parametrize("scenario", ["duel", "no-such-fight"])
def test_jobs(client, scenario):
    job = job_of(client, "solve", {**DUEL, "scenario": scenario})
    assert job["state"] == ("done" if scenario == "duel" else "failed")
    of_form(answers.JobTold, client.get(f"/api/jobs/{job['id']}"))


@pytest.mark.parametrize(("ruleset", "scenario"), [("rune-and-rust", "duel"), ("arda", "first-light")])
def test_games(client, ruleset, scenario):
    begun = of_form(answers.BegunTold, client.post("/api/games", json={"ruleset": ruleset, "scenario": scenario}))
    player = Player(client, begun)
    of_form(answers.OddsTold, player.get("odds"))
    of_form(answers.WorthTold, player.get("worth"))
    of_form(answers.GameTold, player.send(begun["game"]["turn"], begun["game"]["view"]["legal"][0]["code"]))
    player.finish()
    of_form(answers.LuckTold, player.get("luck"))
    of_form(answers.ProofTold, player.get("save"))
    of_form(answers.BegunTold, player.post("branch", turn=0))
    game = player.look()
    if game["payload"]:
        of_form(answers.AcceptedTold, player.post("payloads", turn=game["turn"], payload=game["payload"]))


def test_campaigns(client):
    begun = of_form(answers.BegunTold, client.post("/api/campaigns", json={"ruleset": "veinbreaker"}))
    player, game = Player(client, begun), begun["game"]
    for _ in range(8):
        game = of_form(answers.GameTold, player.send(game["turn"], game["view"]["legal"][0]["code"]))
    assert game["campaign"]["fights"] or game["campaign"]["stage"] == "fight"


def test_worlds(client):
    of_form(answers.WorldTold, client.post("/api/worlds/found", json={"ruleset": "world-loop"}))
    of_form(answers.StoryTold, client.post("/api/worlds/why", json={"ruleset": "world-loop", "entity": "hero", "tick": 20}))
