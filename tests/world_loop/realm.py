"""A quiet land for the tests of World Loop's world: put fighters with just the numbers a test needs there, let them act, and look.

A `Realm` runs in plain Python. `check` holds any world, compiled or not, to what must always be so.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from unittest import mock

import numpy as np

from fracas.dice import Event
from fracas.engine.world.worlds import World
from fracas.rulesets.world_loop.codes import Material, Mind, Said, Verb
from fracas.rulesets.world_loop.library import item_names, item_number, kind_number, library
from fracas.rulesets.world_loop.rules.world import minds, ticks
from fracas.rulesets.world_loop.rules.world.founding import fill_square, give_home
from fracas.rulesets.world_loop.rules.world.ground import drop_thing
from fracas.rulesets.world_loop.rules.world.spawning import spawn
from fracas.rulesets.world_loop.rules.world.steps import propose_walk, step_toward
from fracas.rulesets.world_loop.state import MILLION
from fracas.rulesets.world_loop.world_state import CELL

RULES = "world-loop"
QUIET = {"width": 24, "height": 24, "camps": 0, "entities": 0, "heroes": 0, "spawn_interval": 0, "wall_share": 0.0}
"""The documented town (centre (3, 3), radius 2) and sanctuary (radius 5) in a corner, and nobody anywhere."""
PLAIN = {
    "hp": 100,
    "max_hp": 100,
    "atk": 10,
    "defence": 0,
    "spd": 10,
    "luck": 0,
    "gold": 0,
    "xp": 0,
    "stamina": 50,
    "max_stamina": 50,
    "crit": 0.0,
    "crit_dmg": 1.5,
    "evasion": 0.0,
}
"""A fighter whose every blow takes 10 HP, where damage does not vary."""
EVEN = {"damage_variance": 0.0}
SEE = {material.slug: material for material in Material}
MINDS = tuple(mind.slug.replace("-", " ") for mind in Mind)
VERBS = {"rest": Verb.REST, "step": Verb.MOVE, "attack": Verb.ATTACK, "drink": Verb.ITEM, "loot": Verb.LOOT}
RACES = ("hero", "goblin", "wolf", "bandit", "undead", "orc")
KIND_OF_RACE = {"hero": "hero", "goblin": "goblin", "wolf": "wolf", "bandit": "bandit", "undead": "skeleton", "orc": "orc"}


def world(seed: int = 1, compiled: bool = True, plan: str = "vale", **options: Any) -> World:
    """A world under some options."""
    return World(RULES, plan, options, seed, compiled=compiled)


class Someone:
    """One who lives in a realm."""

    def __init__(self, realm: "Realm", who: int) -> None:
        self.who = who
        self.e: Any = realm.arrays.entities[who]
        self.body: Any = self.e.body
        self.uid = int(self.body.uid)

    @property
    def at(self) -> tuple[int, int]:
        return int(self.e.x), int(self.e.y)

    @property
    def hp(self) -> int:
        return int(self.body.hp)

    @property
    def mind(self) -> str:
        return MINDS[int(self.e.mind)]

    @property
    def next_act(self) -> float:
        return float(self.body.next_act)

    @property
    def alive(self) -> bool:
        return bool(self.e.alive)

    @property
    def bag(self) -> list[str]:
        return item_names(self.body.bag)

    @property
    def gear(self) -> list[str]:
        return item_names(self.body.gear)


class Realm:
    """A small world in plain Python, empty but for what a test puts there."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        self.world = World(RULES, "vale", {**QUIET, **options}, seed, compiled=False)
        self.arrays: Any = self.world.arrays
        self.book: Any = self.world.setup.book[0]
        self.dice: Any = self.world._dice

    # people and things

    def put(
        self,
        kind: str,
        x: int,
        y: int,
        *,
        mind: str | None = None,
        home: tuple[int, int] | None = None,
        guard: bool = False,
        gear: Iterable[str] = (),
        bag: Iterable[str] = (),
        natural: bool = False,
        **values: Any,
    ) -> Someone:
        """Somebody on a tile: plain and bare, some values otherwise; ``natural`` leaves what its kind has. A hero's home is the town."""
        who = spawn(self.dice, self.arrays, self.book, kind_number(kind), x, y, Material.WALL)
        one = Someone(self, int(who))
        assert one.at == (x, y), f"({x}, {y}) is taken"
        if not natural:
            for name, value in PLAIN.items():
                setattr(one.body, name, value)
            one.body.attributes[:] = 0
            one.body.caps[:] = 15
            one.body.gear[:] = 0
            one.body.bag[:] = 0
        for name, value in values.items():
            setattr(one.e if name in one.e.dtype.names else one.body, name, value)
        for i, name in enumerate(bag):
            one.body.bag[i] = item_number(name)
        for name in gear:
            one.body.gear[self.book.items[item_number(name)].slot] = item_number(name)
        if home is None and one.e.hero:
            home = int(self.book.land.town_x), int(self.book.land.town_y)
        if home is not None:
            give_home(self.arrays, one.who, *home, int(guard), Mind.GUARD_CAMP if guard else Mind.WANDER)
        one.e.mind = MINDS.index(mind) if mind else int(one.e.mind) if home else Mind.WANDER
        self.dice.entries.clear()
        return one

    def camp(self, x: int, y: int) -> None:
        """A camp, without its guards."""
        fill_square(self.arrays, x, y, self.book.land.camp_radius, SEE["camp"])

    def make(self, material: str, *places_: tuple[int, int]) -> None:
        """Make tiles of a material."""
        for x, y in places_:
            self.arrays.tiles[y, x] = SEE[material]

    def lay(self, item: str, x: int, y: int) -> None:
        """Lay an item on the ground."""
        drop_thing(self.dice, self.arrays, self.book, 0, item_number(item), x, y)
        self.dice.entries.clear()

    def pile(self, x: int, y: int) -> list[str]:
        """What lies on a tile, topmost first."""
        found, number = [], int(self.arrays.piles[y, x])
        while number:
            thing = self.arrays.ground[number - 1]
            found.append(library().item_names[int(thing.what)])
            number = int(thing.under)
        return found

    def standing(self, x: int, y: int) -> int:
        """Who stands on a tile; -1 for nobody."""
        return int(self.arrays.seats[y, x]) - 1

    def living(self) -> list[Someone]:
        """All who live, the first born first."""
        ids = np.flatnonzero(self.arrays.entities["alive"])
        return sorted((Someone(self, int(i)) for i in ids), key=lambda one: one.uid)

    # what they want and what happens

    def plan(self, one: Someone) -> tuple[Any, ...]:
        """What somebody wants to do now, and the state of mind that goes with it: ``("step", (x, y), "hunt")``."""
        one.e.verb = Verb.NONE
        minds.think(self.dice, self.arrays, self.book, one.who)
        return self.planned(one)

    def planned(self, one: Someone) -> tuple[Any, ...]:
        """What somebody has proposed."""
        e, mind = one.e, MINDS[int(one.e.plan_mind)]
        if e.verb == Verb.MOVE:
            return "step", (int(e.plan_x), int(e.plan_y)), mind
        if e.verb == Verb.ATTACK:
            return "attack", int(e.plan_who), mind
        if e.verb == Verb.ITEM:
            return "drink", library().item_names[int(one.body.bag[e.plan_who])], mind
        return {Verb.REST: "rest", Verb.LOOT: "loot"}[int(e.verb)], mind

    def way(self, one: Someone, x: int, y: int) -> tuple[Any, ...]:
        """The step that somebody would take towards a place."""
        propose_walk(one.e, x, y, Mind.WANDER)
        step_toward(self.dice, self.arrays, self.book, one.e)
        return self.planned(one)[:2] if one.e.verb == Verb.MOVE else ("rest",)

    def tick(self, ticks_: int = 1) -> list[Event]:
        """Let ticks go by; what happened in them."""
        before = len(self.world.events)
        self.world.advance(ticks_, log=True)
        return [event for _, event in self.world.events[before:]]

    def act(self, plans: Mapping[Someone, tuple[Any, ...]]) -> list[Event]:
        """One tick in which those who are ready want what they are told to, and nobody else wants anything.

        ``("rest",)``, ``("step", (x, y))``, ``("attack", who)``, ``("drink", place in the bag)``, ``("loot",)``; a mind may follow.
        """
        told = {one.who: what for one, what in plans.items()}

        def think(dice: Any, arrays: Any, book: Any, who: int) -> None:
            if who not in told:
                return
            what, e = told[who], arrays.entities[who]
            e.verb = VERBS[what[0]]
            rest = list(what[1:])
            if what[0] == "step":
                e.plan_x, e.plan_y = rest.pop(0)
            elif what[0] in ("attack", "drink"):
                target = rest.pop(0)
                e.plan_who = target.who if isinstance(target, Someone) else target
            e.plan_mind = MINDS.index(rest[0]) if rest else int(e.mind)

        with mock.patch.object(ticks, "think", think):
            return self.tick()


def told(events: Iterable[Event], *codes: Said) -> list[tuple[int, int, int]]:
    """The numbers of events with these codes."""
    return [(event.a, event.b, event.c) for event in events if event.code in codes]


def order_of(events: Iterable[Event], *codes: Said) -> list[Said]:
    """In which order events of these codes came."""
    return [Said(event.code) for event in events if event.code in codes]


# --- what must always be so ---------------------------------------------------------------------------------------------


def most_hp(bodies: Any, book: Any) -> Any:
    """Max HP with gear of many fighters."""
    return bodies["max_hp"] + book.items["hp"][bodies["gear"]].sum(axis=1)


def check(world: World, ticked: bool = True, natural: bool = True) -> None:
    """Hold a world to what must be so between any two ticks; a ``natural`` one was made by its rules alone."""
    a: Any = world.arrays
    now, book, options = a.now[0], world.setup.book[0], world.setup.options
    check_living(a, now, book, options)
    check_map(a)
    check_ground(a, now, options)
    if natural:
        assert world.kind.fault(world.setup, world.arrays) is None, "a world that the rules made has no fault"
    if ticked and options.time == "ticks":
        order = a.order[: now.count]
        lined = list(zip(a.times[order].tolist(), a.uids[order].tolist(), strict=True))
        assert lined == sorted(lined), "those who live stand in the order in which they acted"


def check_living(a: Any, now: Any, book: Any, options: Any) -> None:
    """Places for entities, and what each may have."""
    living = np.flatnonzero(a.entities["alive"])
    assert now.count + now.unused == len(a.entities), "every place is taken or free"
    assert sorted(a.order[: now.count].tolist()) == living.tolist(), "the living stand in the order once each"
    assert sorted([*a.free[: now.unused].tolist(), *living.tolist()]) == list(range(len(a.entities))), "the rest is free"
    assert now.dead == 0
    assert not a.gone.any(), "all dead have been seen to"
    e = a.entities[living]
    body = e["body"]
    assert len(set(body["uid"].tolist())) == len(living), "numbers are nobody else's"
    assert ((body["uid"] >= 1) & (body["uid"] < now.next_uid)).all()
    assert ((body["hp"] > 0) & (body["hp"] <= most_hp(body, book))).all(), "HP are above 0 and not above what they can be"
    assert ((body["stamina"] >= 0) & (body["stamina"] <= body["max_stamina"])).all()
    assert (body["attributes"] <= body["caps"]).all()
    assert ((body["training"] >= 0) & (body["training"] < MILLION)).all()
    assert (body["gold"] >= 0).all()
    assert (body["level"] <= np.maximum(options.max_level, book.kinds["level"][body["kind"]])).all()
    pending = (body["xp"] >= body["xp_to_next"]) & (body["level"] < options.max_level)
    assert not (pending & ~((e["hero"] == 1) & (e["mind"] == Mind.RESTING_IN_TOWN))).any(), "levels are gained at once, but by the dead"
    assert ((e["mind"] >= 0) & (e["mind"] < len(MINDS))).all()
    assert (e["hero"] == (e["race"] == 0)).all()
    assert (body["next_act"] >= 0).all()
    slots, carries = book.kinds["slots"][body["kind"]], book.kinds["carries"][body["kind"]]
    assert ((body["bag"] != 0).sum(axis=1) <= slots).all(), "bags hold what they can"
    assert (book.items["weight"][body["bag"]].sum(axis=1) <= carries).all(), "nobody carries more than it can"
    for slot in range(3):
        worn = body["gear"][:, slot]
        assert ((worn == 0) | (book.items["slot"][worn] == slot)).all(), "gear is worn where it belongs"
    if options.lag == "kept" and options.time == "ticks":
        assert (body["next_act"] < now.tick + max(options.hero_respawn_ticks, 1) + 1).all()


def check_map(a: Any) -> None:
    """Everybody is where the map says, alone, and not in a wall."""
    e, tiles = a.entities, a.tiles
    living = np.flatnonzero(e["alive"])
    x, y = e["x"][living], e["y"][living]
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == len(living), "no two on a tile"
    seats, marks = np.zeros_like(a.seats), np.zeros_like(a.marks)
    seats[y, x] = living + 1
    marks[y, x] = e["race"][living] + 1
    assert (seats == a.seats).all(), "seats say who stands where"
    assert (marks == a.marks).all(), "marks say of which race"
    assert not np.isin(tiles[y, x], (Material.WALL, Material.WATER)).any(), "nobody is in a wall"
    crowd = np.zeros_like(a.crowd)
    np.add.at(crowd, (y // CELL, x // CELL), 1)
    assert (crowd == a.crowd).all(), "cells are counted right"


def check_ground(a: Any, now: Any, options: Any) -> None:
    """Everything on the ground lies in the pile of its tile."""
    found: set[int] = set()
    for y, x in np.argwhere(a.piles).tolist():
        depth = 0
        for number, thing in things(a, x, y):
            assert number not in found, "a thing lies in one pile"
            assert (int(thing["x"]), int(thing["y"])) == (x, y), "a thing knows where it lies"
            assert thing["what"] != 0
            found.add(number)
            depth += 1
        assert depth <= options.pile_items
    assert found == set((np.flatnonzero(a.ground["what"]) + 1).tolist()), "all things lie in piles"
    assert now.ground_used == len(found) <= options.ground_items
    older, newer, under = (a.ground[name].tolist() for name in ("older", "newer", "under"))
    lain, number = [0], int(now.oldest)
    while number:
        assert older[number - 1] == lain[-1]
        lain.append(number)
        number = newer[number - 1]
    assert set(lain[1:]) == found, "all things stand in the order in which they were laid down"
    assert len(lain) == len(found) + 1
    assert int(now.newest) == lain[-1]
    free, number = set(), int(now.ground_free)
    while number and number not in free:
        free.add(number)
        number = under[number - 1]
    assert not free & found
    assert len(free) == options.ground_items - len(found), "and the rest of the ground is free"


def things(a: Any, x: int, y: int) -> Iterator[tuple[int, Any]]:
    """The things on a tile, topmost first."""
    number = int(a.piles[y, x])
    while number:
        thing = a.ground[number - 1]
        yield number, thing
        number = int(thing["under"])


def belongings(world: World) -> int:
    """How many items there are: worn, carried and on the ground."""
    a: Any = world.arrays
    body = a.entities[a.entities["alive"] == 1]["body"]
    return int((body["gear"] != 0).sum() + (body["bag"] != 0).sum() + (a.ground["what"] != 0).sum())
