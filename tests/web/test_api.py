"""The HTTP API: content, questions, jobs, packs, and what a stranger may not do."""

import json
import time

import pytest

import fracas
from fracas.web.app import make_app, policy_for
from fracas.web.questions import QUESTIONS
from fracas.web.rates import Rates
from fracas.web.settings import Limits, Settings
from fracas.web.store import Store
from web.serving import job_of

DUEL = {"ruleset": "rune-and-rust", "scenario": "duel"}


def asked(client, name, **more):
    """The answer to a question, once its job is over."""
    return job_of(client, name, {**DUEL, **more})


def test_the_server_says_which_rulesets_it_has(client):
    found = client.get("/api/about").json()
    assert [each["name"] for each in found["rulesets"]] == fracas.ruleset_names()
    assert found["version"] == fracas.__version__


def test_every_number_of_a_scenario_has_a_path(client):
    found = client.post("/api/paths", json=DUEL).json()
    paths = {each["path"]: each for each in found["paths"]}
    assert paths["enemies.0.hp"]["value"] == 30


def test_figures_while_somebody_waits_are_those_of_the_solution(client):
    found = client.post("/api/figures", json={**DUEL, "seconds": None}).json()
    assert found["result"]["exact"]
    assert found["result"]["figures"]["win"]["value"] == pytest.approx(fracas.encounter("rune-and-rust", "duel").solve().win, abs=1e-12)
    assert found["sentence"] == "The hero wins 54.96% (exact)"


def test_figures_have_differences_from_a_reference(client):
    found = client.post("/api/figures", json={**DUEL, "changes": {"enemies.0.hp": 25}, "seconds": None, "reference": DUEL}).json()
    difference = found["result"]["differences"]["win"]
    solved = [fracas.encounter("rune-and-rust", "duel", changes={"enemies.0.hp": hp}).solve().win for hp in (30, 25)]
    assert difference["by"] == pytest.approx(solved[1] - solved[0], abs=1e-9)


def test_what_is_not_solved_in_time_is_sampled_with_its_interval(client):
    found = client.post("/api/figures", json={**DUEL, "seconds": 0, "fights": 2000}).json()["result"]
    assert not found["exact"]
    assert found["fights"] == 2000
    assert found["figures"]["win"]["low"] < found["figures"]["win"]["value"] < found["figures"]["win"]["high"]


@pytest.mark.parametrize(
    ("name", "more", "expects"),
    [
        ("solve", {}, lambda found: found["result"]["win"]["p"] == pytest.approx(0.549609895524)),
        ("solve", {"best": True}, lambda found: "skill gap" in found["sentence"]),
        ("simulate", {"fights": 5000}, lambda found: found["result"]["n"] == 5000),
        ("sweep", {"axes": ["enemies.0.hp=28..30"]}, lambda found: len(found["result"]["points"]) == 3),
        ("tune", {"axes": ["enemies.0.hp=20..40"], "targets": ["win=70%"]}, lambda found: "enemies.0.hp" in json.dumps(found["result"])),
        ("replay", {"fight": 3}, lambda found: found["result"]["outcome"]["kind"] in ("win", "lose", "draw")),
        ("find", {"kind": "closest", "fights": 2000}, lambda found: found["sentence"]),
        ("find", {"kind": "typical", "fights": 2000}, lambda found: len(found["result"]["fights"]) == 1),
        ("compare", {"others": {"frail": {**DUEL, "changes": {"enemies.0.hp": 20}}}}, lambda found: "frail" in json.dumps(found)),
    ],
)
def test_a_question_is_answered_by_a_job(client, name, more, expects):
    job = asked(client, name, **more)
    assert job["state"] == "done", job
    assert job["answer"]["ruleset"] == "rune-and-rust"
    assert expects(job["answer"])


def test_a_claim_is_judged_under_other_rules_and_with_other_arguments(client):
    """Line 94 says that three dice make three successes 7 % of the time: it is 1 in 27, and with successes on 4 to 6 it is 1 in 8."""

    def judged(**more):
        asked = {"ruleset": "rune-and-rust", "claim": "defence-three-3", **more}
        job = client.post("/api/ask/claim", json=asked).json()
        while job["state"] not in ("done", "failed"):
            job = client.get(f"/api/jobs/{job['id']}").json()
        return job["answer"]["result"]

    assert (judged()["verdict"], judged()["found"]["fraction"]) == ("wrong", "1/27")
    assert judged(options={"success_face": 4})["found"]["fraction"] == "1/8"
    assert judged(given={"low": 2})["found"]["fraction"] == "7/27"


def test_odds_are_those_of_the_rules(client):
    answer = client.post("/api/ask/odds", json={"ruleset": "rune-and-rust", "question": {"attack": "5", "defense": "5"}})
    job = answer.json()
    while job["state"] in ("waiting", "running"):
        time.sleep(0.05)
        job = client.get(f"/api/jobs/{job['id']}").json()
    rules = fracas.load_ruleset("rune-and-rust")
    assert job["answer"]["sentence"] == fracas.answer(rules, {"attack": "5", "defense": "5"}, rules.options_model()).sentence


def test_the_same_question_is_answered_from_what_is_kept(client):
    first = asked(client, "solve", changes={"enemies.0.hp": 22})
    client.app.state.desk.jobs._known.clear()
    begun = client.post("/api/ask/solve", json={**DUEL, "changes": {"enemies.0.hp": 22}}).json()
    assert begun["state"] == "done"
    assert begun["answer"] == first["answer"]


def test_events_tell_how_far_a_job_is_and_what_came_of_it(client):
    job = client.post("/api/ask/sweep", json={**DUEL, "axes": ["enemies.0.hp=10..19"]}).json()
    with client.stream("GET", f"/api/jobs/{job['id']}/events") as stream:
        told = [line for line in stream.iter_lines() if line.startswith("event: ")]
    assert told[-1] == "event: over"


def test_a_job_is_stopped(client):
    job = client.post("/api/ask/simulate", json={**DUEL, "fights": 100_000_000}).json()
    client.delete(f"/api/jobs/{job['id']}")
    for _ in range(400):
        state = client.get(f"/api/jobs/{job['id']}").json()["state"]
        if state not in ("waiting", "running"):
            break
        time.sleep(0.05)
    assert state == "stopped"
    assert asked(client, "solve", changes={"enemies.0.hp": 21})["state"] == "done"  # the server goes on


def test_a_mistake_in_a_question_is_told_as_the_command_line_tells_it(client):
    job = asked(client, "solve", changes={"enemies.0.hpp": 5})
    assert job["state"] == "failed"
    assert "did you mean" in job["error"]["remedy"]
    answer = client.post("/api/figures", json={**DUEL, "changes": {"enemies.0.hp": -4}})
    assert answer.status_code == 422
    assert answer.json()["what"]


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_a_question_with_a_strange_field_is_refused(client, name):
    path = "/api/figures" if name == "figures" else f"/api/ask/{name}"
    answer = client.post(path, json={**DUEL, "nonsense": 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")


def test_a_name_is_never_a_file(client):
    job = asked(client, "solve", scenario="/etc/passwd")
    assert job["state"] == "failed"
    assert "root" not in json.dumps(job)


def test_more_than_the_server_allows_is_refused(client):
    assert asked(client, "simulate", fights=10**11)["error"]["code"] == "too-much"
    assert asked(client, "sweep", axes=["enemies.0.hp=1..200", "hero.hp=1..200"])["error"]["code"] == "too-much"


# --- packs ------------------------------------------------------------------------------------------------------------------------------

ABOUT = 'name = "hounds"\nruleset = "rune-and-rust"\nversion = "1"\n'


def a_pack():
    rules = fracas.load_ruleset("rune-and-rust")
    hound = next(iter(rules.entries("enemies").values())).model_dump(mode="json", by_alias=True, exclude={"id"})
    return {
        "pack.toml": ABOUT,
        "enemies.json": json.dumps({"enemies": {"own-hound": {**hound, "name": "Own Hound", "hp": 7}}}),
        "scenarios.json": json.dumps({"scenarios": {"own-fight": {"hero": "warrior", "enemies": ["own-hound"]}}}),
    }


def test_an_uploaded_pack_is_played_and_asked_about(client):
    answer = client.post("/api/packs", json={"files": a_pack()})
    assert answer.status_code == 200, answer.text
    pack = answer.json()
    assert pack["holds"]["enemies"] == ["own-hound"]
    job = asked(client, "solve", scenario="own-fight", packs=[pack["id"]])
    assert job["state"] == "done", job
    game = client.post("/api/games", json={"ruleset": "rune-and-rust", "scenario": "own-fight", "packs": [pack["id"]]})
    assert "Own Hound" in game.json()["game"]["names"]
    assert asked(client, "solve", scenario="own-fight")["state"] == "failed"  # without the pack it is not there


@pytest.mark.parametrize("name", ["../pack.toml", "/etc/x.json", "a/b/c/d.json", "enemies\\x.json", "run.py", "..", ".json", ""])
def test_a_pack_cannot_leave_its_folder(client, name):
    answer = client.post("/api/packs", json={"files": {"pack.toml": ABOUT, name: "{}"}})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-name"


def test_a_bad_pack_is_told_without_our_paths(client):
    answer = client.post("/api/packs", json={"files": {"pack.toml": ABOUT, "enemies/hound.json": '{"hp": "many"}'}})
    assert answer.status_code == 422
    assert "tmp" not in answer.text
    assert "enemies/hound.json" in answer.json()["what"]


# --- what keeps strangers in bounds -----------------------------------------------------------------------------------------------------


def test_a_request_that_is_too_large_is_refused(client):
    answer = client.post("/api/figures", content=b"x" * (Limits().body + 1), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    def endless():
        for _ in range(40):
            yield b" " * 65536

    answer = client.post("/api/figures", content=endless(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://localhost"}, 200),
        ({}, 200),
    ],
)
def test_another_site_cannot_begin_a_game(client, headers, status):
    assert client.post("/api/games", json=DUEL, headers=headers).status_code == status


def test_a_form_of_another_site_is_not_json(client):
    answer = client.post("/api/games", content=b"ruleset=arda", headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 415


def test_nothing_is_loaded_from_elsewhere(client):
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self' 'sha256-" in policy
    assert "http://" not in answer.text
    assert "https://" not in answer.text


def test_the_import_map_is_known_by_its_digest():
    assert policy_for('<script type="importmap">{}</script>') != policy_for('<script type="importmap">{ }</script>')


def test_who_asks_too_often_waits(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("fracas.web.rates.time.monotonic", lambda: now[0])
    rates = Rates(2, 3)
    assert [rates.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rates.wait("b") == 0
    now[0] = 0.5
    assert [rates.wait("a"), rates.wait("a")] == [0, 0.5]


def test_every_address_of_a_page_gives_the_page(client):
    assert client.get("/workbench/rune-and-rust/duel").text == client.get("/").text
    assert client.get("/api/nothing").status_code == 404


def test_the_description_of_the_api_names_every_question():
    described = make_app(Settings("sqlite://")).openapi()["paths"]
    for name in QUESTIONS:
        assert f"/api/ask/{name}" in described or name == "figures"


def test_a_database_that_cannot_be_used_is_told():
    with pytest.raises(fracas.FracasError, match="cannot be used"):
        Store("mysql://localhost/x")
