"""The protocol of games: whatever is sent, in whatever order and by whoever, a game is what its accepted actions make it.

What is refused changes nothing, and the protocol says with which code. Of those who race for a turn exactly one wins.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fracas
from fracas.web.games import AskedGame, Games, Refused
from fracas.web.store import Store
from web.serving import postgresql

SENDERS = ["a", "b", "watcher", "stranger", "nobody"]
MALFORMED = [
    {},
    {"turn": 0},
    {"action": 0},
    {"turn": -1, "action": 0},
    {"turn": 0, "action": 0, "seed": 1},
    {"turn": 0, "action": None},
    {"turn": 0, "action": [0]},
    {"turn": "now", "action": 0},
    {"turn": 0, "action": "\x1f"},
    [],
    "attack",
]


def meant(legal, action):
    """The code of the action that is meant by a code, an id, a name, or the beginning of only one name; None for any other."""
    named = [each["code"] for each in legal if action in (each["code"], each["id"])]
    text = " ".join(action.lower().split()) if isinstance(action, str) else ""
    named = named or [each["code"] for each in legal if each["name"].lower() in (text, text.replace(" ", "-"))]
    begun = [each["code"] for each in legal if text and each["name"].lower().startswith(text)]
    return named[0] if named else begun[0] if len(begun) == 1 else None


class Table:
    """A game and all who send something to it, with what the protocol says must come of it."""

    def __init__(self, client, ruleset, scenario, both):
        self.client = client
        begun = client.post("/api/games", json={"ruleset": ruleset, "scenario": scenario, "both": both}).json()
        self.url, self.tokens = f"/api/games/{begun['game']['id']}", {**begun["tokens"], "stranger": "forged"}
        self.sent, self.accepted = [], [each["code"] for each in begun["game"]["view"]["actions"] if each["side"] in self.played]

    @property
    def played(self):
        """The sides that people play."""
        return "ab" if self.tokens.get("b") else "a"

    def headers(self, who):
        token = self.tokens.get(who)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def look(self, who="watcher"):
        return self.client.get(self.url, headers=self.headers(who)).json()

    def expected(self, who, turn, action):
        """The status and the code that the protocol has for a request."""
        now = self.look()
        if not self.tokens.get(who):
            return 401, "no-token"
        if who == "stranger":
            return 403, "no-seat"
        if who == "watcher":
            return 403, "watching"
        if turn != now["turn"]:
            return 409, "late"
        if now["over"]:
            return 409, "over"
        if who != now["view"]["to_act"]:
            return 409, "not-your-turn"
        legal = self.look(who)["view"]["legal"]
        return (422, "illegal") if meant(legal, action) is None else (200, None)

    def post(self, who, turn, action):
        return self.client.post(f"{self.url}/actions", headers=self.headers(who), json={"turn": turn, "action": action})

    def send(self, who, turn, action):
        """Send an action, and check what comes of it."""
        status, code = self.expected(who, turn, action)
        before, legal = self.look(), self.look(who).get("view", {}).get("legal", [])
        answer = self.post(who, turn, action)
        assert (answer.status_code, answer.json().get("code")) == (status, code)
        if status == 200:
            done = answer.json()["view"]["actions"][before["turn"]]
            assert done["code"] == meant(legal, action)
            assert done["side"] == who
            self.accepted.append(done["code"])
        else:
            assert self.look() == before
        self.sent.append((who, turn, action))

    def check(self):
        """The game is what its accepted actions make it, held ready or fought again; when it is over, anybody can fight it again."""
        held = self.look()
        self.client.app.state.desk.games._live.clear()
        assert self.look() == held
        assert [each["code"] for each in held["view"]["actions"] if each["side"] in self.played] == self.accepted
        assert held["turn"] == len(held["view"]["actions"])
        if held["over"]:
            assert fracas.load_fight(held["fairness"]["save"]).lines() == held["view"]["lines"]


honest = st.tuples(st.just("honest"), st.integers(0, 30))
forged = st.tuples(
    st.just("forged"),
    st.sampled_from(SENDERS),
    st.integers(-2, 2),
    st.one_of(st.integers(-5, 70), st.text("adefhkt -é7", min_size=1, max_size=8)),
)
again = st.tuples(st.just("again"), st.integers(0, 30))
malformed = st.tuples(st.just("malformed"), st.sampled_from(MALFORMED))


@pytest.mark.parametrize(
    ("ruleset", "scenario", "both"),
    [("rune-and-rust", "duel", False), ("world-loop", "hero-and-goblin", True), ("ruins-and-realms", "crypt-guard", False)],
)
@given(steps=st.lists(st.one_of(honest, honest, forged, again, malformed), min_size=4, max_size=24))
@settings(max_examples=12)
def test_whatever_is_sent_the_protocol_says_what_comes_of_it(client, ruleset, scenario, both, steps):
    table = Table(client, ruleset, scenario, both)
    for kind, *what in steps:
        now = table.look()
        if kind == "honest" and not now["over"]:
            who = now["view"]["to_act"]
            legal = table.look(who)["view"]["legal"]
            table.send(who, now["turn"], legal[what[0] % len(legal)]["code"])
        elif kind == "forged":
            who, late, action = what
            table.send(who, max(now["turn"] + late, 0), action)
        elif kind == "again" and table.sent:  # doubled, or come late
            table.send(*table.sent[-1 - what[0] % len(table.sent)])
        elif kind == "malformed":
            answer = client.post(f"{table.url}/actions", headers=table.headers("a"), json=what[0])
            assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")
            assert table.look() == now
    table.check()


def at_once(*calls):
    """Call all at the same moment; the answers in their order."""
    ready = threading.Barrier(len(calls))

    def call(each):
        ready.wait(30)
        return each()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result() for done in [pool.submit(call, each) for each in calls]]


def test_of_two_clients_with_different_wishes_exactly_one_has_its_way(client):
    table = Table(client, "rune-and-rust", "adept-and-crawler", False)
    while not (now := table.look("a"))["over"]:
        wishes = [each["code"] for each in now["view"]["legal"]][:2]
        answers = at_once(*(partial(table.post, "a", now["turn"], wish) for wish in wishes * 2))
        won = [wish for wish, answer in zip(wishes * 2, answers, strict=True) if answer.status_code == 200]
        assert len(won) == 1
        assert [answer.json()["code"] for answer in answers if answer.status_code != 200] == ["late"] * (len(answers) - 1)
        assert table.look()["view"]["actions"][now["turn"]]["code"] == won[0]
        table.accepted += won
    table.check()


def test_of_an_action_and_its_taking_back_for_one_turn_exactly_one_wins(begin, client):
    player = begin("rune-and-rust", "adept-and-crawler", takes_back=True)
    game = player.look()
    for _ in range(8):
        if game["over"] or not any(each["side"] == "a" for each in game["view"]["actions"]):
            game = player.send(game["turn"], game["view"]["legal"][0]["code"]).json() if not game["over"] else game
            continue
        turn, wish = game["turn"], game["view"]["legal"][0]["code"]
        answers = at_once(partial(player.send, turn, wish), partial(player.post, "take-back", turn=turn))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        game = player.look()
    client.app.state.desk.games._live.clear()
    assert player.look() == game


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    with postgresql() as url:
        yield url


def outcome(server, game, token, turn, wish):
    """What comes of an action at a server: done, or the code of its refusal."""
    try:
        server.act(game, token, turn, wish)
    except Refused as error:
        return error.code
    return "done"


def test_of_two_servers_with_one_database_one_wins_a_turn(database):
    """The database decides, not the memory of a server."""
    stores = [Store(database), Store(database)]
    servers = [Games(store) for store in stores]
    try:
        game, tokens = servers[0].begin(AskedGame(ruleset="rune-and-rust", scenario="adept-and-crawler"))
        for _ in range(6):
            held = [server.get(game.id) for server in servers]
            assert held[0].view("a") == held[1].view("a")
            if held[0].fight.over:
                break
            wish = held[0].fight.legal()[0].code
            answers = at_once(*(partial(outcome, *each, tokens["a"], held[0].turn, wish) for each in zip(servers, held, strict=True)))
            assert sorted(answers) == ["done", "late"]
            for server in servers:
                server._live.clear()
    finally:
        for store in stores:
            store.close()
