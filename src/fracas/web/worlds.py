"""Worlds on a server: a world is its ruleset, plan, options and seed, so a link holds it, and every tick of it can be gone back to.

A worker holds the worlds that are looked at and runs them on; another one founds them again where it must. What is sent of a tick is who
stands where, five numbers each (see `WorldKind.standing`), packed.
"""

from __future__ import annotations

import base64
from collections import OrderedDict
from typing import Any

import numpy as np
from pydantic import Field

from fracas.engine.content.models import Model
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.world.worlds import World, world_of
from fracas.errors import FracasError
from fracas.web.questions import MANY, Name, Values
from fracas.web.workers import as_json

HELD = 3
"""Worlds that a worker holds."""
MAX_TICK = 1_000_000
MAX_FRAMES, MAX_TICKS = 240, 5_000
"""Frames, and ticks, of one request."""
MAX_ROWS = 600_000
"""Entities of all frames of one request."""
LINES = 40
"""Lines of news of one frame."""
CHECKPOINTS = 500
"""Ticks between two checkpoints."""


class AskedWorld(Model):
    """A world."""

    ruleset: Name
    plan: Name | None = Field(None, description="The name of a built-in world; by default the first")
    options: Values = Field({}, max_length=MANY, description="Options of the world that differ from the plan's")
    seed: int = Field(1, ge=0, lt=2**63)
    packs: tuple[Name, ...] = Field((), max_length=16)


class AskedFrames(AskedWorld):
    """Some ticks of a world."""

    first: int = Field(0, ge=0, le=MAX_TICK, description="The tick of the first frame")
    frames: int = Field(30, ge=1, le=MAX_FRAMES, description="How many frames")
    every: int = Field(1, ge=1, le=1000, description="Ticks between two frames")


class AskedStory(AskedWorld):
    """The story of somebody in a world."""

    entity: Name = Field(description="By number, name or kind: 17, hero, goblin-chief")
    tick: int = Field(1000, ge=1, le=20_000, description="Up to this tick")


class Worlds:
    """The worlds that a worker holds."""

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
        """A world at its beginning: its map, its signs, what is measured of it."""
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

    def frames(self, asked: AskedFrames) -> dict[str, Any]:
        """Some ticks of a world: who stands where, what is measured, and what happened."""
        if asked.frames * asked.every > MAX_TICKS:
            what = f"{asked.frames} frames of {asked.every} ticks each are too many at once"
            raise FracasError("too-much", what, f"ask for {MAX_TICKS:,} ticks at most")
        world = self._world(asked)
        world.go_to(asked.first)
        told, rows = [], 0
        for number in range(asked.frames):
            if number:
                world.advance(asked.every, log=True)
            placed = world.kind.standing(world.setup, world.arrays)
            rows += len(placed)
            news = world.events[world.cast_size :]
            lines = world.kind.tell(world.setup, [*world.kind.present(world.arrays), *news])
            del world.events[world.cast_size :]
            here = {"tick": world.tick, "rows": len(placed), "standing": _packed(placed)}
            told.append({**here, "measures": world.measures(), "lines": lines[-LINES:]})
            if rows > MAX_ROWS:
                break
        return {"frames": told, "every": asked.every}

    def story(self, asked: AskedStory) -> dict[str, Any]:
        """The life of somebody, in lines."""
        world = World(asked.ruleset, asked.plan, asked.options, asked.seed)
        kind = world.kind
        world.advance(asked.tick)
        uid = kind.entity(world.setup, world.arrays, asked.entity)
        again = World(asked.ruleset, asked.plan, asked.options, asked.seed)
        again.advance(asked.tick, log=lambda events: kind.concerns(events, uid))
        return {"entity": uid, "lines": kind.story(again.setup, again.events, uid)}


def _packed(rows: Any) -> str:
    """Rows of numbers as base64 of 16-bit numbers, the first of each row in two of them."""
    packed = np.empty((len(rows), 6), np.uint16)
    packed[:, 0], packed[:, 1] = rows[:, 0] & 0xFFFF, rows[:, 0] >> 16
    packed[:, 2:] = rows[:, 1:]
    return base64.b64encode(packed.astype("<u2").tobytes()).decode()


def plans_of(ruleset: str) -> dict[str, Any]:
    """The worlds of a ruleset."""
    kind = world_of(load_ruleset(ruleset))
    return {name: {"title": plan.get("title") or name, "text": plan.get("text", "")} for name, plan in kind.plans().items()}
