"""Worlds on a server: ruleset, plan, options and seed determine a world, so a link identifies it, and every tick is reproducible.

A worker caches the worlds being viewed and runs them on; another worker can rebuild them. A frame is the position of every entity, five
numbers each (see `WorldKind.standing`), packed: see `packed_frames`.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import Field

from fracas.dice import Event
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.records.record import Array
from fracas.engine.world.worlds import World, world_of
from fracas.errors import FracasError
from fracas.web.questions import MAX_TICK, AskedWorld, Name
from fracas.web.workers import as_json

HELD = 3
"""Maximum number of worlds cached by a worker."""
MAX_FRAMES, MAX_TICKS = 240, 5_000
"""Maximum numbers of frames and of ticks in one request."""
MAX_ROWS = 600_000
"""Maximum number of entities in all frames of one request."""
LINES = 40
"""Maximum number of news lines in one frame."""
CHECKPOINTS = 500
"""Interval between checkpoints in ticks."""


class AskedFrames(AskedWorld):
    """Some ticks of a world."""

    first: int = Field(0, ge=0, le=MAX_TICK, description="The tick of the first frame")
    frames: int = Field(30, ge=1, le=MAX_FRAMES, description="How many frames")
    every: int = Field(1, ge=1, le=1000, description="Ticks between two frames")


class AskedStory(AskedWorld):
    """The story of an entity of a world."""

    entity: Name = Field(description="By number, name or kind: 17, hero, goblin-chief")
    tick: int = Field(1000, ge=1, le=20_000, description="Up to this tick")
    blows: bool = Field(False, description="With every blow")


class Worlds:
    """The worlds cached by a worker."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, World] = OrderedDict()

    def _world(self, asked: AskedWorld) -> World:
        key = as_json(asked.model_dump(mode="json", include=set(AskedWorld.model_fields)))
        found = self._held.pop(key, None)
        if found is None:
            found = World(asked.ruleset, asked.plan, asked.options, asked.seed)
            found.checkpoint_every = CHECKPOINTS
        self._held[key] = found
        while len(self._held) > HELD:
            self._held.popitem(last=False)
        return found

    def found(self, asked: AskedWorld) -> dict[str, Any]:
        """A world at tick 0: its map, its symbols, its measures."""
        world = self._world(asked)
        kind = world.kind
        return {
            "ruleset": world.ruleset.name,
            "plan": world.setup.name,
            "title": world.setup.title,
            "plans": {name: plan.get("title") or name for name, plan in kind.plans().items()},
            "seed": world.seed,
            "signs": [{"sign": sign, "means": means} for sign, means in kind.signs.items()],
            "ground": kind.ground(world.setup, world.arrays),
            "options": world.setup.options.model_dump(mode="json"),
        }

    def frames(self, asked: AskedFrames) -> bytes:
        """Some packed frames of a world: positions, measures, and events."""
        if asked.frames * asked.every > MAX_TICKS:
            what = f"{asked.frames} frames of {asked.every} ticks each are too many at once"
            raise FracasError("too-much", what, f"ask for {MAX_TICKS:,} ticks at most")
        world = self._world(asked)
        world.go_to(max(asked.first - asked.every, 0))  # the first frame also tells what happened since the previous one
        heads: list[dict[str, Any]] = []
        placed: list[Array] = []
        there = {event.a: (when, event) for when, event in world.kind.present(world.arrays)}
        for tick in range(asked.first, asked.first + asked.frames * asked.every, asked.every):
            world.advance(tick - world.tick, log=world.kind.worth_telling)
            placed.append(world.kind.standing(world.setup, world.arrays))
            lines = _lines(world, there)
            heads.append({"tick": world.tick, "rows": len(placed[-1]), "measures": world.measures(), "lines": lines})
            if sum(map(len, placed)) > MAX_ROWS:
                break
        return packed_frames({"frames": heads, "every": asked.every}, placed)

    def story(self, asked: AskedStory) -> dict[str, Any]:
        """The life of an entity, in lines."""
        world = World(asked.ruleset, asked.plan, asked.options, asked.seed)
        kind = world.kind
        world.advance(asked.tick)
        uid = kind.entity(world.setup, world.arrays, asked.entity)
        again = World(asked.ruleset, asked.plan, asked.options, asked.seed)
        again.advance(asked.tick, log=lambda events: kind.concerns(events, uid))
        return {"entity": uid, "lines": kind.story(again.setup, again.events, uid, asked.blows)}


def _lines(world: World, there: dict[int, tuple[int, Event]]) -> list[str]:
    """The events since the last frame, in words. ``there`` maps entities to names, including dead ones; new entities are added to it."""
    news = world.events[world.cast_size :]
    del world.events[world.cast_size :]
    for when, event in news:  # the first event of an entity is its appearance
        there.setdefault(event.a, (when, event))
    named = {number for _, event in news for number in (event.a, event.b, event.c)}
    return world.kind.tell(world.setup, [*(there[number] for number in named & there.keys()), *news])[-LINES:]


def packed_frames(head: Mapping[str, Any], placed: Sequence[Array]) -> bytes:
    """Frames as bytes: the length of the head as a 32-bit number, the head as JSON, and the positions.

    For each frame these are the numbers of all entities, ascending, each as the difference from the previous one (32 bits); then their
    columns, rows, symbols and healths (16 bits), as differences from the same entity's values in the previous frame, or from 0. All are
    little-endian. Most differences are 0, so the data compresses well.
    """
    text = json.dumps(head, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    parts, before = [np.uint32(len(text)).astype("<u4").tobytes(), text], np.zeros((0, 5), np.int32)
    for rows in placed:
        known = np.zeros((len(rows), 4), np.int32)
        if len(before):
            at = np.minimum(np.searchsorted(before[:, 0], rows[:, 0]), len(before) - 1)
            same = before[at, 0] == rows[:, 0]
            known[same] = before[at[same], 1:]
        parts.append(np.diff(rows[:, 0], prepend=0).astype("<u4").tobytes())
        parts.append((rows[:, 1:] - known).T.astype("<i2").tobytes())
        before = rows
    return b"".join(parts)


def plans_of(ruleset: str) -> dict[str, Any]:
    """The worlds of a ruleset."""
    kind = world_of(load_ruleset(ruleset))
    return {name: {"title": plan.get("title") or name, "text": plan.get("text", "")} for name, plan in kind.plans().items()}
