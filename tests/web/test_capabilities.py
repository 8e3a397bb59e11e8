"""Every capability of the command line has an address, or makes no sense on a server."""

import json
import re
from pathlib import Path

import click
import pytest

import fracas
from fracas.cli import cli
from fracas.web.app import make_app
from fracas.web.settings import Settings
from web.serving import job_of
from web.test_api import DUEL, a_pack

ROOT = Path(__file__).parents[2]
OF_A_RULESET = "/api/rulesets/{ruleset}"
ADDRESSES = {
    "actions": ["/api/ask/actions"],
    "campaign": ["/api/campaigns", "/api/ask/campaigns", "/api/ask/campaign-log"],
    "claims": ["/api/ask/claims", "/api/ask/claims-changes"],
    "compare": ["/api/ask/compare"],
    "explain": ["/api/ask/explain"],
    "find": ["/api/ask/find"],
    "list": [f"{OF_A_RULESET}/kinds/{{kind}}"],
    "loadout": ["/api/ask/loadout"],
    "matrix": ["/api/ask/matrix"],
    "new": [f"{OF_A_RULESET}/new/{{kind}}"],
    "odds": ["/api/ask/odds"],
    "options": [f"{OF_A_RULESET}/options"],
    "play": ["/api/games", "/api/games/simulated"],
    "regret": ["/api/ask/regret"],
    "replay": ["/api/ask/replay"],
    "report": ["/api/ask/report"],
    "rulesets": ["/api/about"],
    "scenarios": [OF_A_RULESET],
    "schema": [f"{OF_A_RULESET}/schemas/{{name}}"],
    "show": [f"{OF_A_RULESET}/kinds/{{kind}}/{{name}}", "/api/paths"],
    "simulate": ["/api/ask/simulate"],
    "solve": ["/api/ask/solve"],
    "sweep": ["/api/ask/sweep"],
    "tune": ["/api/ask/tune"],
    "validate": ["/api/validate"],
    "weights": ["/api/ask/weights"],
    "world at": ["/api/ask/world-at"],
    "world levels": ["/api/ask/world-levels"],
    "world list": [OF_A_RULESET],
    "world options": [f"{OF_A_RULESET}/options"],
    "world run": ["/api/ask/world-run", "/api/worlds/frames"],
    "world until": ["/api/ask/world-until"],
    "world why": ["/api/worlds/why"],
}
MEANINGLESS = {
    "serve": "it is the server",
    "compile": "who runs the server compiles in advance",
    "resume": "games are kept by the server: each is gone on with by its link",
    "new ruleset": "a ruleset is a Python package, which is installed and not uploaded",
}
"""Commands without an address, and why."""
SENT_AS = {
    "n": "campaigns",
    "seek": "best",
    "max_solved": "most_solved",
    "patterns": "paths",
    "versus": "others",
    "changes": "options",
    "packs": "pack",
    "kind": "name",
    "kind_too": "name",
    "ticks": "tick",
    "path": "files",
}
"""Options whose fields have other names than they."""
ALSO_SENT_AS = {"n": "fights", "number": "fight", "paths": "changes", "packs": "packs", "policy_a": "policies", "policy_b": "policies"}
NOT_SENT = {
    "workers": "the server decides on processes",
    "cluster": "and on machines",
    "memory": "and on memory",
    "fresh": "and on what is kept",
    "save": "files are written by who asks: games and worlds are kept by the server",
    "place": "likewise",
    "saved": "likewise",
    "new": "likewise: each campaign that is begun is another one",
    "folder": "likewise",
    "out": "likewise",
    "path": "likewise",
    "checkpoint": "likewise",
    "file": "a saved game proves what a server did, so it is checked at home",
    "source": "worlds are founded anew: the same seed is the same world",
    "watch": "frames are sent to who watches",
    "scenarios": "what is compared are requests of their own, in `others`",
    "ground": "likewise",
    "policies_a": "likewise",
    "policies_b": "likewise",
    "most": "an answer is sent whole",
    "patterns": "likewise",
    "wanted": "likewise",
    "only_broken": "likewise",
    "otherwise": "a question of its own, `claims-changes`",
    "auto": "what policies fight is a question: `replay`, `campaigns`, `campaign-log`",
    "device": "the server's machine runs what it is asked on its processors",
    "log": "a question of its own, `campaign-log`",
    "worth": "asked for when it is wanted: /api/games/{number}/worth",
    "weigh": "likewise",
    "hint": "likewise",
    "undo": "taken back where it is wanted, in fights: /api/games/{number}/take-back",
    "narrator": "the server has one for all games",
    "narrator_timeout": "likewise",
}
"""Options that are no fields, and why."""
NO_PACKS = {"options", "schema", "rulesets", "validate", "world list", "world options", "new"}
"""What packs change nothing of."""


def commands(group=cli, before=""):
    """All commands by their words, the rulesets' own left out: these have an address for all, /api/ask/command."""
    for name, command in group.commands.items():
        if name == "new":  # a command for each kind of content of each ruleset
            yield from {"new": command.commands["pack"], "new ruleset": command.commands["ruleset"]}.items()
        elif isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands())


@pytest.fixture(scope="module")
def described():
    return make_app(Settings("sqlite://")).openapi()


def fields(described, address):
    """What can be sent to an address: in its path, its query and its body."""
    found = set()
    for operation in described["paths"][address].values():
        found |= {each["name"] for each in operation.get("parameters", ())}
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            found |= set(described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"])
    return found


def test_every_command_has_an_address_or_a_reason_to_have_none():
    assert {*ADDRESSES, *MEANINGLESS} == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(ADDRESSES))
def test_every_option_of_a_command_is_a_field_or_has_a_reason_to_be_none(name, described):
    sent = {field for address in ADDRESSES[name] for field in fields(described, address)}
    for parameter in (each.name for each in COMMANDS[name].params):
        if parameter.startswith("as_") or (parameter == "packs" and name in NO_PACKS):  # as_json: the form in which an answer is printed
            continue
        assert sent & {parameter, SENT_AS.get(parameter), ALSO_SENT_AS.get(parameter)} or parameter in NOT_SENT, parameter


def test_no_reason_is_given_without_need(described):
    assert set(NOT_SENT) <= {parameter.name for name in ADDRESSES for parameter in COMMANDS[name].params}


def answered(client, name, **data):
    job = job_of(client, name, data)
    assert job["state"] == "done", job
    return job["answer"]


def test_every_refusal_stands_in_the_documentation():
    """Its code and its status, as docs/serving.md has them."""
    rows = [
        line.split("|")[1:3] for line in (ROOT / "docs" / "serving.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    told = {code: statuses.split(",") for codes, statuses in rows for code in re.findall(r"`([a-z-]+)`", codes)}
    sources = " ".join((ROOT / "src" / "fracas" / "web" / name).read_text(encoding="utf-8") for name in ("games.py", "api.py", "app.py"))
    found = re.findall(r'(?:Refused\(|_refuse\(game, |problem\()"([a-z-]+)"[^\n]*?(?:, (\d{3})(?:, wait)?)?\)(?: from None)?\n', sources)
    assert len(found) > 20
    for code, status in found:
        if code not in ("fault", "not-found", "refused"):  # not of a game
            assert (status or "409") in "".join(told[code]), code


# --- questions --------------------------------------------------------------------------------------------------------------------------


def test_odds_of_a_range_are_a_table(client):
    found = answered(client, "odds", ruleset="rune-and-rust", question={"attack": "4..6", "defense": "5"})
    rules = fracas.load_ruleset("rune-and-rust")
    assert found["sentence"] == fracas.sweep_odds(rules, {"attack": range(4, 7)}, {"defense": "5"}).sentence()
    assert len(found["tables"][0]["rows"]) == 3


@pytest.mark.parametrize("scenario", ["/etc/passwd", "../../x.json", "/etc/passwd;/etc/group"])
def test_a_question_opens_no_file(client, scenario):
    job = job_of(client, "odds", {"ruleset": "rune-and-rust", "question": {"scenario": scenario, "action": "attack"}})
    assert job["error"]["code"] == "unknown-scenario"


def test_what_each_action_is_worth(client):
    found = answered(client, "actions", ruleset="rune-and-rust", scenario="duel")
    assert found["sentence"] == fracas.actions("rune-and-rust", "duel").sentence()


def test_how_far_a_policy_is_from_best_play(client):
    found = answered(client, "regret", ruleset="rune-and-rust", scenario="duel", policies=["random", None], side="a")
    assert found["sentence"] == fracas.regret(fracas.encounter("rune-and-rust", "duel", policies=("random", None))).sentence()


def test_a_policy_of_a_question_is_never_loaded_from_a_file(client, tmp_path):
    (tmp_path / "own.py").write_text("1 / 0")
    job = job_of(client, "solve", {"ruleset": "rune-and-rust", "scenario": "duel", "policies": [f"{tmp_path}/own.py:x", None]})
    assert job["error"]["code"].startswith("unknown-policy")


def test_the_most_typical_fight(client):
    assert answered(client, "find", **DUEL, kind="typical", fights=2000)["sentence"]


def test_weights_of_several_scenarios(client):
    found = answered(client, "weights", ruleset="rune-and-rust", scenario="duel,adept-and-*", paths="hero.hp", fights=200, sample=True)
    assert found["input"]["scenarios"] == ["duel", "adept-and-crawler"]


def test_whether_a_document_still_says_it(client):
    found = answered(client, "claims", ruleset="rune-and-rust", document="# Nothing of it\n")
    assert found["result"]["stale"]


# --- commands of a ruleset's own --------------------------------------------------------------------------------------------------------

HERO = {"id": "ann", "stats": dict.fromkeys(("valor", "wisdom", "fellowship", "craft", "endurance", "lore"), 6)}
LOCK = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
ROLL = {"stat": "craft", "roll": 10, "modifier": 3, "total": 13, "dc": 12, "success": True}


def test_a_file_of_a_command_is_sent_as_its_text(client):
    sent = [{"character": HERO, "choice": LOCK, "diceRoll": ROLL}, {"character": HERO, "choice": LOCK, "diceRoll": {**ROLL, "total": 30}}]
    found = answered(client, "command", ruleset="arda", command="verify", values={"file": json.dumps(sent)})
    assert (found["result"]["payloads"], found["result"]["inconsistent"]) == (2, 1)
    assert "fracas-command" not in json.dumps(found)


def test_a_parameter_of_a_command_is_checked(client):
    for values, code in (
        ({}, "missing"),
        ({"file": 7}, "bad-value"),
        ({"file": "{}", "nonsense": 1}, "unknown-parameter"),
        ({"file": "not JSON"}, "not-json"),
    ):
        error = job_of(client, "command", {"ruleset": "arda", "command": "verify", "values": values})["error"]
        assert error["code"] == code
        assert "tmp" not in error["what"]


def test_a_name_in_a_command_is_no_file(client, tmp_path):
    path = tmp_path / "hero.json"
    path.write_text(json.dumps(HERO))
    values = {"file": json.dumps({"diceRoll": ROLL}), "character": str(path)}
    job = job_of(client, "command", {"ruleset": "arda", "command": "verify", "values": values})
    assert job["error"]["code"].startswith("unknown-")


def test_nobody_draws_with_a_secret_of_the_servers_environment(tmp_path, monkeypatch):
    from fastapi.testclient import TestClient

    monkeypatch.setenv("FRACAS_ARDA_SECRET", "0123456789abcdef" * 4)
    with TestClient(make_app(Settings(f"sqlite:///{tmp_path / 's.db'}")), base_url="http://localhost") as client:
        values = {"character": "ysra-holt", "choice": "first-light/landing/haul"}
        assert job_of(client, "command", {"ruleset": "arda", "command": "roll", "values": values})["error"]["code"] == "no-secret"


# --- worlds -----------------------------------------------------------------------------------------------------------------------------

VALE = {"ruleset": "world-loop", "plan": "vale", "seed": 7}


def test_a_world_is_run_and_looked_at(client):
    world = fracas.World("world-loop", "vale", seed=7)
    world.advance(200)
    run = answered(client, "world-run", **VALE, ticks=200)
    assert run["result"]["fingerprint"] == world.fingerprint()
    assert run["result"]["series"][-1]["tick"] == 200
    assert run["charts"]
    at = answered(client, "world-at", **VALE, tick=200)
    assert at["result"]["fingerprint"] == world.fingerprint()
    assert at["result"]["measures"] == world.measures()


def test_many_worlds_are_compared(client):
    found = answered(client, "world-run", **VALE, ticks=50, seeds=3)
    assert [each["seed"] for each in found["result"]["worlds"]] == [7, 8, 9]


def test_when_worlds_get_somewhere_and_where_levels_stand(client):
    found = answered(client, "world-until", **VALE, goal="hero_level_most=2", seeds=2, ticks=500)
    assert found["sentence"]
    found = answered(client, "world-levels", ruleset="world-loop", question={"levels": "1-3"})
    assert found["tables"]


# --- content ----------------------------------------------------------------------------------------------------------------------------


def test_uploaded_files_are_validated(client):
    found = client.post("/api/validate", json={"files": a_pack()}).json()
    assert found["valid"], found
    assert "the pack hounds" in found["files"][0]["said"]


def test_what_is_wrong_with_a_file_is_told_without_our_paths(client):
    fight = json.dumps({"ruleset": "rune-and-rust", "scenario": {"hero": "warrior", "enemies": ["scrap-houndd"]}})
    found = client.post("/api/validate", json={"files": {"mine.json": fight}}).json()
    assert not found["valid"]
    (wrong,) = found["files"]
    assert wrong["file"] == "mine.json"
    assert "did you mean" in wrong["said"]
    assert "tmp" not in wrong["said"]


@pytest.mark.parametrize("name", ["../x.json", "/etc/passwd", "x.py"])
def test_validated_files_stay_in_their_folder(client, name):
    answer = client.post("/api/validate", json={"files": {name: "{}"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-name")


def test_a_game_that_was_saved_is_validated(client, begin):
    game = begin()
    game.finish()
    proof = game.get("save").text
    found = client.post("/api/validate", json={"files": {"game.json": proof}}).json()
    assert found["files"][0]["said"] == "game.json: a game of a server, sound"


def test_something_to_start_from_is_valid(client):
    files = {**client.get("/api/rulesets/rune-and-rust/new/pack", params={"name": "own"}).json()["files"]}
    made = client.get("/api/rulesets/rune-and-rust/new/enemy", params={"name": "iron-hound", "like": "scrap-hound"}).json()
    assert made["fields"]
    files |= made["files"]
    assert client.post("/api/validate", json={"files": files}).json()["valid"]
    assert client.post("/api/packs", json={"files": files}).json()["holds"] == {"enemies": ["iron-hound"]}


def test_schemas_and_options_are_those_of_the_command_line(client):
    assert client.get("/api/rulesets/rune-and-rust/schemas/enemy").json()["properties"]["hp"]
    assert client.get("/api/rulesets/arda/schemas/dice-roll").json()["properties"]["roll"]
    assert client.get("/api/rulesets/arda/schemas/nonsense").status_code == 422
    found = client.get("/api/rulesets/world-loop/options").json()
    assert found["options"]
    assert found["world_options"]


def test_games_of_a_client_are_limited_on_a_public_server(tmp_path):
    from fastapi.testclient import TestClient

    from fracas.web.settings import Limits

    settings = Settings(f"sqlite:///{tmp_path / 's.db'}", public=True, limits=Limits(games_per_client=2))
    with TestClient(make_app(settings), base_url="http://localhost") as client:
        answers = [client.post("/api/games", json=DUEL) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[-1].headers["Retry-After"]) > 60


# --- campaigns --------------------------------------------------------------------------------------------------------------------------


def test_many_campaigns_are_those_of_the_command_line(client):
    found = answered(client, "campaigns", ruleset="veinbreaker", campaigns=3, seed=5, most_steps=12)
    here = fracas.simulate_campaigns("veinbreaker", 3, seed=5, workers=1, most_steps=12)
    assert found["sentence"] == here.sentence()
    assert found["result"]["ends"] == here.ends()
    assert [table["title"] for table in found["tables"]][1:] == [table.title for table in here.tables()][1:]


def test_one_of_them_is_told(client):
    found = answered(client, "campaign-log", ruleset="veinbreaker", seed=5, number=2, most_steps=12)
    passages = found["result"]["passages"]
    assert passages[0] == {"kind": "story", "lines": fracas.new_journey("veinbreaker", seed=5).lines()}
    assert sum(passage["kind"] != "story" for passage in passages) == 12
    assert {passage["kind"] for passage in passages} == {"story", "choice", "fight"}


def test_content_of_a_pack_is_listed_where_it_is_in_force(client):
    pack = client.post("/api/packs", json={"files": a_pack()}).json()["id"]
    address = "/api/rulesets/rune-and-rust/kinds/enemy"
    names = [[row["name"] for row in client.get(address, params=how).json()] for how in ({}, {"pack": pack})]
    assert set(names[1]) - set(names[0]) == {"own-hound"}
    assert "own-fight" in [each["name"] for each in client.get("/api/rulesets/rune-and-rust", params={"pack": pack}).json()["scenarios"]]
