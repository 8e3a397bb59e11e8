"""What a seat may not know: the seed, the dice to come, the tokens of others, and what the other side hides."""

import json
import secrets

import pytest

import fracas
from example_ruleset import Wrestlers
from example_ruleset.codes import Said
from fracas.engine.contract.facets import WATCHER, Hides
from fracas.web.games import AskedGame, Games
from fracas.web.store import Store

FIGHTS = [
    ("rune-and-rust", "duel"),
    ("arda", "first-light"),
    ("ruins-and-realms", "crypt-guard"),
    ("veinbreaker", "duel"),
    ("world-loop", "hero-and-goblin"),
]


class Overheard:
    """A client of which every answer is kept."""

    def __init__(self, client):
        self.client, self.heard = client, []

    def _keep(self, answer):
        self.heard.append(answer.text + json.dumps(dict(answer.headers)))
        return answer

    def get(self, *words, **more):
        return self._keep(self.client.get(*words, **more))

    def post(self, *words, **more):
        return self._keep(self.client.post(*words, **more))


def secrets_of(client, number):
    """What nobody may know of a game before its end: the seed and the keys of its streams, the salt; in every way to write numbers."""
    game = client.app.state.desk.games.get(number)
    seed = int(game.row["seed"])
    keys = {seed}
    if game.table.fight is not None:
        keys |= {int(dice.stream_key) for dice in (game.table.fight._dice, game.table.fight._policy_dice)}
    return {game.row["salt"], *(form(key) for key in keys for form in (str, hex, "{:x}".format))}


@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS)
@pytest.mark.parametrize("two", [False, True], ids=["alone", "together"])
def test_no_answer_before_the_end_tells_the_dice_or_another_seat(client, begin, ruleset, scenario, two):
    player_of = type(begin())
    begun = client.post("/api/games", json={"ruleset": ruleset, "scenario": scenario, "both": two}).json()
    number, tokens = begun["game"]["id"], begun["tokens"]
    ears = {seat: Overheard(client) for seat in tokens}
    players = {seat: player_of(ears[seat], begun, seat) for seat in tokens}
    ears["a"].heard.append(json.dumps(begun["game"]))
    hidden = secrets_of(client, number)
    game = players["a"].look()
    for _ in range(400):
        acting = game["view"]["to_act"]
        legal = players[acting].look()["view"]["legal"]
        players["watcher"].look()
        players[acting].send(game["turn"] + 7, 0)  # refusals are answers, too
        players[acting].get("save")
        hidden |= secrets_of(client, number)
        answer = players[acting].send(game["turn"], secrets.choice(legal)["code"])
        game = answer.json()
        if game["over"]:
            ears[acting].heard.pop()
            break
    assert game["over"] or len(ears["a"].heard) > 100
    for seat, ear in ears.items():
        told = "\n".join(ear.heard)
        foreign = {token for other, token in tokens.items() if other != seat}
        assert not [secret for secret in hidden | foreign if secret in told], seat
    if game["over"]:
        assert game["fairness"]["seed"] in hidden  # what was looked for is what it is


def test_nobody_is_told_the_seed_of_a_campaign(client, begin):
    begun = client.post("/api/campaigns", json={"ruleset": "veinbreaker"}).json()
    ear = Overheard(client)
    player = type(begin())(ear, begun)
    hidden = secrets_of(client, player.id)
    game = player.look()
    for _ in range(25):
        game = player.send(game["turn"], game["view"]["legal"][0]["code"]).json()
        hidden |= secrets_of(client, player.id)
    told = "\n".join([*ear.heard, json.dumps(begun["game"])])
    assert not [secret for secret in hidden if secret in told]
    assert game["campaign"]["fights"] or game["campaign"]["stage"] == "fight"


# --- rulesets that hide something ----------------------------------------------------------------------------------------------------


class Secretive(Wrestlers, Hides):
    """Wrestlers of whom nobody but themselves knows how much breath they have left, or when they rest."""

    name = "secretive"

    def state_seen(self, setup, now, side):
        shown = self.state_view(setup, now)
        kept = {
            name: each if i == side else {k: v for k, v in each.items() if k != "breath"}
            for i, (name, each) in enumerate(shown["wrestlers"].items())
        }
        return {**shown, "wrestlers": kept}

    def entry_seen(self, setup, entry, side):
        return getattr(entry, "code", None) != Said.RESTS or entry.a == side


@pytest.fixture
def secretive(tmp_path):
    """A game for two of them, and the tokens."""
    with fracas.registered(Secretive()):
        games = Games(Store(f"sqlite:///{tmp_path / 'hidden.db'}"))
        yield games, *games.begin(AskedGame(ruleset="secretive", scenario="even", both=True))


def breath(game, seat):
    return {name: each.get("breath") for name, each in game.view(seat)["view"]["state"]["wrestlers"].items()}


def test_a_side_sees_of_the_other_what_the_ruleset_lets_it(secretive):
    _, game, _ = secretive
    names = list(breath(game, "a"))
    assert [breath(game, "a")[name] is None for name in names] == [False, True]
    assert [breath(game, "b")[name] is None for name in names] == [True, False]
    assert set(breath(game, "watcher").values()) == {None}


def test_entries_of_the_log_that_are_hidden_are_not_sent(secretive):
    """The server draws the dice, so games are begun until both have rested."""
    games, game, tokens = secretive
    rested = set()
    while rested != {0, 1}:
        rested |= log_of_a_game(games, game, tokens)
        game, tokens = games.begin(AskedGame(ruleset="secretive", scenario="even", both=True))


def log_of_a_game(games, game, tokens):
    """Who has rested in a game in which both rest as soon as they can; what each seat is told of it is looked at after every action."""
    rested = set()
    while not game.over:
        acting = game.table.to_act
        legal = [action.name for action in game.fight.legal()]
        rested |= {acting} if "rest" in legal else set()
        games.act(game, tokens["ab"[acting]], game.turn, "rest" if "rest" in legal else legal[0])
        views = {seat: game.view(seat)["view"] for seat in ("a", "b", "watcher")}
        rests = {seat: {entry["a"] for entry in view["log"] if entry.get("event") == "rests"} for seat, view in views.items()}
        assert rests == {"a": rested & {0}, "b": rested & {1}, "watcher": set()}
        for view in views.values():
            told = [line for entry in view["log"] for line in entry["lines"]]
            assert view["lines"][: len(told)] == told
    everything = game.fight.view().to_data()["log"]
    assert {entry["a"] for entry in everything if entry.get("event") == "rests"} == rested
    return rested


def test_without_the_facet_all_seats_see_the_same(begin, both):
    players = both("world-loop", "hero-and-goblin")
    views = [players[seat].look()["view"] for seat in "ab"]
    for view in views:
        view.pop("legal")
    assert views[0] == views[1]


def test_who_watches_is_no_side():
    assert WATCHER not in (0, 1)
