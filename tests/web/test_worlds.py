"""Worlds on a server: the same ones, forward and back, whoever asks."""

import json

import numpy as np
import pytest

import fracas
from fracas.rulesets.world_loop.rules.stats import effective_max_hp

VALE = {"ruleset": "world-loop", "plan": "vale", "seed": 7}


def unpacked(data):
    """Frames as the server packs them: each with rows of number, column, row, sign, health."""
    size = int.from_bytes(data[:4], "little")
    found, at, before = json.loads(data[4 : 4 + size])["frames"], 4 + size, {}
    for frame in found:
        many = frame["rows"]
        numbers = np.cumsum(np.frombuffer(data, "<u4", many, at)).tolist()
        changes = np.frombuffer(data, "<i2", 4 * many, at + 4 * many).reshape(4, many).T.tolist()
        at += 12 * many
        before = {
            number: [a + b for a, b in zip(change, before.get(number, [0] * 4), strict=True)]
            for number, change in zip(numbers, changes, strict=True)
        }
        frame["standing"] = [[number, *rest] for number, rest in before.items()]
    assert at == len(data)
    return found


def frames(client, **asked):
    answer = client.post("/api/worlds/frames", json={**VALE, **asked})
    assert answer.status_code == 200, answer.text
    return unpacked(answer.content)


@pytest.fixture(scope="module")
def world():
    return fracas.World("world-loop", "vale", seed=7)


def test_a_frame_has_everybody_where_they_are(client, world):
    for frame in frames(client, first=290, frames=5, every=3):
        world.go_to(frame["tick"])
        alive = world.kind.living(world.arrays)
        most = [effective_max_hp(each["body"], world.setup.book[0]) for each in alive]
        rows = np.array(frame["standing"])
        assert rows[:, 0].tolist() == alive["body"]["uid"].tolist()
        assert rows[:, 1].tolist() == alive["x"].tolist()
        assert rows[:, 2].tolist() == alive["y"].tolist()
        assert rows[:, 4].tolist() == [100 * hp // limit for hp, limit in zip(alive["body"]["hp"].tolist(), most, strict=True)]
        assert frame["measures"] == world.measures()


def test_the_news_of_a_frame_name_those_who_died_as_well(client, world):
    told = [line for first in (0, 120) for frame in frames(client, first=first, frames=120) for line in frame["lines"]]
    world.go_to(0)
    world.advance(239, log=True)
    assert told == world.kind.tell(world.setup, world.events)
    assert any("kill" in line for line in told)


def test_going_back_gives_the_same_frames(client):
    once = frames(client, first=50, frames=20)
    frames(client, first=900, frames=2)
    assert frames(client, first=50, frames=20) == once


def test_the_map_has_a_sign_for_every_tile(client, world):
    found = client.post("/api/worlds/found", json=VALE).json()
    high, wide = world.arrays.tiles.shape
    assert (len(found["ground"]), len(found["ground"][0])) == (high, wide)
    known = {each["sign"] for each in found["signs"]}
    assert set("".join(found["ground"])) <= known


def test_the_story_of_a_hero(client):
    found = client.post("/api/worlds/why", json={**VALE, "entity": "hero", "tick": 400}).json()
    assert found["lines"]


def test_too_many_ticks_at_once_are_refused(client):
    answer = client.post("/api/worlds/frames", json={**VALE, "frames": 200, "every": 1000})
    assert (answer.status_code, answer.json()["code"]) == (422, "too-much")


def test_a_ruleset_without_a_world_says_so(client):
    answer = client.post("/api/worlds/found", json={"ruleset": "arda"})
    assert answer.status_code == 422
    assert answer.json()["what"]
