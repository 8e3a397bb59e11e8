"""Worlds on a server: the same ones, forward and back, whoever asks."""

import base64

import numpy as np
import pytest

import fracas

VALE = {"ruleset": "world-loop", "plan": "vale", "seed": 7}


def standing(frame):
    """Rows of number, column, row, sign, health."""
    packed = np.frombuffer(base64.b64decode(frame["standing"]), "<u2").reshape(-1, 6).astype(int)
    return np.column_stack([packed[:, 0] + (packed[:, 1] << 16), packed[:, 2:]])


@pytest.fixture(scope="module")
def world():
    return fracas.World("world-loop", "vale", seed=7)


def test_a_frame_has_everybody_where_they_are(client, world):
    frame = client.post("/api/worlds/frames", json={**VALE, "first": 300, "frames": 1}).json()["frames"][0]
    world.go_to(300)
    alive = world.kind.living(world.arrays)
    rows = standing(frame)
    assert frame["tick"] == 300
    assert rows[:, 0].tolist() == alive["body"]["uid"].tolist()
    assert rows[:, 1].tolist() == alive["x"].tolist()
    assert rows[:, 2].tolist() == alive["y"].tolist()
    assert frame["measures"] == world.measures()


def test_going_back_gives_the_same_frames(client):
    once = client.post("/api/worlds/frames", json={**VALE, "first": 50, "frames": 20}).json()
    client.post("/api/worlds/frames", json={**VALE, "first": 900, "frames": 2})
    again = client.post("/api/worlds/frames", json={**VALE, "first": 50, "frames": 20}).json()
    assert [(frame["tick"], frame["standing"]) for frame in again["frames"]] == [
        (frame["tick"], frame["standing"]) for frame in once["frames"]
    ]


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
