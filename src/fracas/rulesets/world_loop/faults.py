"""Why the arrays of a world, read from a file, cannot be a world created by the rules.

Compiled rules trust every number. So everything that can be derived is derived again and compared (occupants of tiles, the order of the
living, the crowd of each cell, XP thresholds), and everything else must be within the bounds that the rules imply: each field has bounds
in `entity_bounds`, `body_bounds`, `thing_bounds` or `now_bounds`. A field without bounds is an error, so a new one cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from fracas.engine.contract.world import WorldSetup
from fracas.engine.records.record import is_padding
from fracas.rulesets.world_loop.codes import BAG, GEAR, TIERS, Attribute, Draws, Material, Mind, Tally, Time, Verb, XpCurve
from fracas.rulesets.world_loop.rules.levels import next_threshold
from fracas.rulesets.world_loop.rules.timing import INSTANT
from fracas.rulesets.world_loop.rules.world.minds import ASTRAY, PATIENCE
from fracas.rulesets.world_loop.state import MILLION
from fracas.rulesets.world_loop.world_state import CELL

Bounds = Mapping[str, tuple[Any, Any]]
"""Lower and upper bound of each field; a number, or one for each row."""
MAX_TICK = 2**31 - 1


def fault(setup: WorldSetup, arrays: Any) -> str | None:
    """The first fault of a world, or None. Each check may rely on the previous ones."""
    return next(Faults(setup, arrays).found(), None)


def outside(rows: Any, bounds: Bounds, what: str) -> str | None:
    """The first field of these rows that is out of bounds; every field must have bounds."""
    names = [name for name in rows.dtype.names if rows.dtype[name].names is None]
    if {name for name in names if not is_padding(name)} != set(bounds):
        raise TypeError(f"{what}: fields and bounds differ: {sorted(set(names) ^ set(bounds))}")
    for name in names:
        low, high = (0, 0) if is_padding(name) else bounds[name]
        if not ((rows[name] >= low) & (rows[name] <= high)).all():  # false for NaN
            return f"{what} has a {name!r} that cannot be"
    return None


def of_rows(values: Any) -> Any:
    """One value per row, to compare with a field that has several in each."""
    return np.asarray(values)[:, None]


class Faults:
    """The world to check, and derived data for comparison."""

    def __init__(self, setup: WorldSetup, arrays: Any) -> None:
        self.options: Any = setup.options
        self.book: Any = setup.book[0]
        self.a = arrays
        self.now = arrays.now[0]
        self.room = len(arrays.entities)
        self.high, self.wide = arrays.tiles.shape
        self.events = self.options.time == Time.EVENTS

    def found(self) -> Iterator[str]:
        """All faults, in the order of the checks."""
        for check in (self.counts, self.tiles, self.places, self.fields, self.bodies, self.sums, self.seats, self.things):
            yield from check()

    # --- counts, the map, and who lives -------------------------------------------------------------------------------------------

    def now_bounds(self) -> Bounds:
        """Bounds of the world's counters."""
        ground = len(self.a.ground)
        return {
            "tick": (0, MAX_TICK),
            "next_uid": (1, 1 + self.most_spawned()),
            "count": (0, self.room),
            "unused": (0, self.room),
            "ground_free": (0, ground),
            "ground_used": (0, ground),
            "oldest": (0, ground),
            "newest": (0, ground),
            "dead": (0, 0),
        }

    def most_spawned(self) -> int:
        """The maximum number of entities that can have entered the world by now: the initial ones, and the generator's."""
        o, tick = self.options, int(self.now.tick)
        spawns = -(-tick // o.spawn_interval) * o.spawn_batch if o.spawn_interval else 0
        return int(min(self.room + max(spawns, 0), 2**62))

    def counts(self) -> Iterator[str]:
        """The world's counters."""
        wrong = outside(self.a.now, self.now_bounds(), "what it counts")
        if wrong:
            yield wrong
        elif self.now.count + self.now.unused != self.room:
            yield "there are more or fewer places than those that are taken and those that are free"

    def tiles(self) -> Iterator[str]:
        """The map, and when heroes were last seen where."""
        if (self.a.tiles > max(Material)).any():
            yield "a tile is of no known material"
        if ((self.a.seen < 0) | (self.a.seen > int(self.now.tick) + 1)).any():
            yield "a hero was seen at a time that is no time yet"
        self.closed = (self.a.tiles == Material.WALL) | (self.a.tiles == Material.WATER)

    def places(self) -> Iterator[str]:
        """Every slot is either used or free, once; one that was never used is empty."""
        a, count, unused = self.a, int(self.now.count), int(self.now.unused)
        for row in (a.order, a.free):
            if ((row < 0) | (row >= self.room)).any():
                yield "a place is beyond those that there are"
        listed = np.concatenate((a.order[:count], a.free[:unused]))
        if (np.bincount(listed, minlength=self.room) != 1).any():
            yield "a place is not taken or free just once"
        alive = np.zeros(self.room, bool)
        alive[a.order[:count]] = True
        if (a.entities["alive"] != alive).any():
            yield "those who live are not those who stand in order"
        uids = a.entities["body"]["uid"]
        unborn = a.entities[uids == 0]
        if unborn.tobytes().strip(b"\0"):
            yield "a place that nobody has had yet is not empty"
        self.born = a.entities[uids != 0]
        self.alive = self.born["alive"] == 1
        self.body = self.born["body"]
        if count != int(self.alive.sum()):
            yield "one who lives has no number"
        uids = self.body["uid"]
        if ((uids < 1) | (uids >= self.now.next_uid)).any() or len(np.unique(uids)) != len(uids):
            yield "a number is given twice, or not given yet"

    # --- those who live, and who was there before them ----------------------------------------------------------------------------

    def entity_bounds(self) -> Bounds:
        """Bounds of each field of an entity."""
        o, e, tick = self.options, self.born, int(self.now.tick)
        acts = np.maximum(e["acts"], tick) + 1
        most_acts = 2**31 - 1 if self.events else 0
        return {
            "alive": (0, 1),
            "race": (0, self.book.race_count - 1),
            "hero": (0, 1),
            "x": (0, self.wide - 1),
            "y": (0, self.high - 1),
            "home_x": (0, self.wide - 1),
            "home_y": (0, self.high - 1),
            "has_home": (0, 1),
            "guard": (0, e["has_home"]),
            "mind": (0, max(Mind)),
            "memory_x": (-1, self.wide - 1),
            "memory_y": (-1, self.high - 1),
            "goal_x": (-1, self.wide - 1),
            "goal_y": (-1, self.high - 1),
            "patience": (0, PATIENCE),
            "nearest": (0, self.wide + self.high),
            "stuck": (0, acts),
            "astray": (0, ASTRAY),
            "hug": (-1, 1),
            "past_x": (-1, 1),
            "past_y": (-1, 1),
            "channel": (0, o.loot_ticks),
            "safe": (0, max(tick - 1, 0) + o.hero_respawn_ticks if o.safe_waking else 0),
            "acts": (0, most_acts),
            "born": (0, tick),
            "kills": (0, self.a.tally[:, Tally.KILLS].max(initial=0)),
            "deaths": (0, np.where(e["hero"] == 1, tick, 0)),
            "verb": (Verb.NONE, Verb.LOOT),
            "plan_x": (0, self.wide - 1),
            "plan_y": (0, self.high - 1),
            "plan_who": (0, max(self.room, BAG) - 1),
            "plan_mind": (0, max(Mind)),
        }

    def fields(self) -> Iterator[str]:
        """Every field of all entities, and consistency within each."""
        wrong = outside(self.born, self.entity_bounds(), "somebody")
        if wrong:
            yield wrong
        e, o = self.born, self.options
        if ((self.body["kind"] < 0) | (self.body["kind"] >= self.book.kind_count)).any():
            yield "somebody is of no known kind"
        self.kind = self.book.kinds[self.body["kind"]]
        if (e["race"] != self.kind["race"]).any() or (e["hero"] != self.kind["hero"]).any():
            yield "somebody is not of the race of its kind"
        heroes = e["hero"] == 1
        if (heroes & (self.alive == 0)).any() or (self.body["kind"][heroes] != self.book.hero_kind).any():
            yield "a hero is gone, or not of the kind of this world's heroes"
        at_town = (e["home_x"] == o.town_x) & (e["home_y"] == o.town_y) & (e["has_home"] == 1) & (e["guard"] == 0)
        if not at_town[heroes].all():
            yield "a hero is not at home in town"
        if ((e["has_home"] == 0) & ((e["home_x"] != 0) | (e["home_y"] != 0))).any():
            yield "one without a home has one"
        homes = e[e["has_home"] == 1]
        if self.closed[homes["home_y"], homes["home_x"]].any():
            yield "somebody lives in a wall"
        for goal in ("memory", "goal"):
            if ((e[f"{goal}_x"] >= 0) & (e[f"{goal}_y"] < 0)).any():
                yield f"somebody has half a {goal}"
        past = np.abs(e["past_x"]) + np.abs(e["past_y"])
        if (past > 1).any() or ((e["hug"] != 0) & (past != 1)).any():
            yield "somebody goes around a wall in no direction"

    # --- bodies -------------------------------------------------------------------------------------------------------------------

    def grown(self, low: Any, high: Any, growth: int) -> tuple[Any, Any]:
        """The bounds of a stat: the rolls of its kind, plus the growth of each level gained."""
        kind = self.kind
        levels = self.body["level"] - kind["level"] + np.where(kind["grown"] != 0, kind["level"] - 1, 0)
        return low + levels * growth, high + levels * growth

    def rolled(self, name: str) -> tuple[Any, Any]:
        """The bounds of a roll that is multiplied by a kind's share and truncated."""
        low, high = ((self.kind[name][end] * self.kind[f"{name}_mult"]).astype(np.int64) for end in ("low", "high"))
        return low, high

    def thresholds(self) -> Any:
        """The XP of each level, by level; level 0 is none."""
        most = max(int(self.book.options.max_level), int(self.book.kinds["level"].max()))
        found = [0, int(self.book.options.xp_first_level)]
        for level in range(2, most + 1):
            found.append(next_threshold(found[-1], level, self.book.options))
        return np.array(found, np.int64)

    def shortest_act(self) -> Any:
        """The minimum duration of any action of each."""
        o = self.options
        gear = sum(max(int(self.book.items["spd"][self.book.items["slot"] == slot].max(initial=0)), 0) for slot in GEAR)
        return np.minimum(o.action_time / np.maximum(self.body["spd"] + gear, 1), min(o.potion_delay, o.loot_delay))

    def body_bounds(self) -> Bounds:
        """Bounds of each field of a fighter."""
        o, kind, body, tick = self.options, self.kind, self.body, int(self.now.tick)
        level = body["level"]
        gained = np.maximum(level - kind["level"], 0)
        caps = kind["caps"] + of_rows(gained * o.cap_growth)
        xp = self.thresholds()[np.clip(level, 0, len(self.thresholds()) - 1)]
        loose = 1 + (xp >> 40) if o.xp_curve == XpCurve.CLOSED else 0  # a power may differ in its last digit between machines
        late = tick + 1 + max(o.hero_respawn_ticks, o.action_time, 1)
        shared = self.events and o.draws == Draws.SHARED
        early = np.where(self.alive, tick - 1 - INSTANT, 0) if self.events else 0

        def stamina(end: str) -> Any:
            return kind["stamina"] + kind["stamina_end"] * kind[f"attribute_{end}"][:, Attribute.END]

        hp = self.book.items["hp"][np.clip(body["gear"], 0, len(self.book.items) - 1)].sum(axis=1) + body["max_hp"]
        return {
            "uid": (1, self.now.next_uid - 1),
            "kind": (0, self.book.kind_count - 1),
            "level": (kind["level"], np.maximum(kind["level"], o.max_level)),
            "xp": (0, 2**62),
            "xp_to_next": (xp - loose, xp + loose),
            "hp": (np.where(self.alive, np.minimum(hp, 1), 0), np.where(self.alive, np.maximum(hp, body["max_hp"]), 0)),
            "max_hp": self.grown(*self.rolled("hp"), o.stat_growth_hp),
            "atk": self.grown(*self.rolled("atk"), o.stat_growth_atk),
            "defence": self.grown(kind["defence"]["low"], kind["defence"]["high"], o.stat_growth_def),
            "spd": self.grown(kind["spd"]["low"], kind["spd"]["high"], o.stat_growth_spd),
            "luck": (kind["luck"], kind["luck"]),
            "gold": (0, self.most_gold()),
            "stamina": (0, body["max_stamina"]),
            "max_stamina": (stamina("low"), stamina("high")),
            "swings": (0, self.born["acts"] if shared else 0),
            "crit": (kind["crit"], kind["crit"]),
            "crit_dmg": (kind["crit_dmg"], kind["crit_dmg"]),
            "evasion": (kind["evasion"], kind["evasion"]),
            "next_act": (np.maximum(early, 0), late),
            "attributes": (kind["attribute_low"], np.maximum(kind["attribute_high"], caps)),
            "caps": (caps, caps),
            "training": (0, MILLION - 1),
            "gear": (0, self.book.item_count - 1),
            "bag": (0, self.book.item_count - 1),
        }

    def most_gold(self) -> int:
        """The maximum gold that has entered the world: each piece is in one purse."""
        spawned = self.a.tally[:, Tally.SPAWNED]
        return min(sum(max(int(n), 0) * int(most) for n, most in zip(spawned, self.book.kinds["gold"]["high"], strict=False)), 2**62)

    def bodies(self) -> Iterator[str]:
        """Every field of every fighter; its equipment and bag; the origin of its XP."""
        wrong = outside(self.body, self.body_bounds(), "a fighter")
        if wrong:
            yield wrong
        body, items, kind = self.body, self.book.items, self.kind
        for slot in GEAR:
            worn = body["gear"][:, slot]
            if ((worn != 0) & (items["slot"][worn] != slot)).any():
                yield "something is worn where it does not belong"
        beyond = np.arange(BAG) >= of_rows(kind["slots"])
        if (beyond & (body["bag"] != 0)).any() or (items["weight"][body["bag"]].sum(axis=1) > kind["carries"]).any():
            yield "a bag holds more than it can"
        if body["bag"][~self.alive].any() or body["gear"][~self.alive].any():
            yield "one who is gone has left nothing behind"
        if (body["xp"] > self.most_xp()).any():
            yield "somebody has more XP than its kills can have brought"
        if (self.alive & (self.born["hero"] == 0) & (body["xp"] >= body["xp_to_next"]) & (body["level"] < self.options.max_level)).any():
            yield "a level is due and not gained"
        if self.events:
            slowest = (self.born["deaths"] + 1) * (self.options.action_time + 2) + 1
            if (self.born["acts"] * self.shortest_act() > body["next_act"] - self.born["born"] + slowest).any():
                yield "somebody has acted more often than there was time for"

    def most_xp(self) -> Any:
        """The maximum XP that each can have from its kills, minus those spent on levels."""
        o, body = self.options, self.body
        passed = np.concatenate(([0.0], np.cumsum(self.thresholds()[1:], dtype=float)))
        spent = passed[body["level"] - 1] - passed[self.kind["level"] - 1]
        wits = 1.0 + body["attributes"][:, Attribute.INT] * o.int_to_xp + body["attributes"][:, Attribute.WIS] * o.wis_to_xp
        kill = o.xp_per_kill_base * (len(self.thresholds()) - 1) * (1 + (TIERS - 1) * o.xp_per_tier) * wits
        return (self.born["kills"] * kill - spent) * (1 + 1e-9) + 1 + spent * 1e-9

    # --- what has been counted ----------------------------------------------------------------------------------------------------

    def sums(self) -> Iterator[str]:
        """The statistics of each kind, compared with its living members."""
        tally, e, o = self.a.tally, self.born, self.options
        if (tally < 0).any() or (tally > 2**62).any():
            yield "a tally is beyond all counting"
        by = dict(zip(Tally, tally.T, strict=True))
        hero = self.book.kinds["hero"][: len(tally)] == 1
        kinds = self.body["kind"]

        def total(values: Any) -> Any:
            return np.bincount(kinds, weights=values, minlength=len(tally)).astype(np.int64)

        known = np.zeros(len(tally), bool)
        known[[int(self.book.hero_kind), *(int(k) for k in self.book.kind_of[TIERS : TIERS * self.book.race_count])]] = True
        if tally[~known | (by[Tally.SPAWNED] == 0)].any():
            yield "a kind that never came has done something"
        if sum(map(int, by[Tally.SPAWNED])) != self.now.next_uid - 1 or by[Tally.SPAWNED][hero].sum() > o.heroes:
            yield "more or fewer have come than have numbers"
        if (total(self.alive) != by[Tally.SPAWNED] - np.where(hero, 0, by[Tally.DIED])).any():
            yield "more or fewer live than have come and not died"
        if (by[Tally.DIED][hero] != total(e["deaths"])[hero]).any() or sum(map(int, by[Tally.KILLS])) > sum(map(int, by[Tally.DIED])):
            yield "deaths do not add up"
        kills, levels = total(e["kills"]), total(self.body["level"] - self.kind["level"])
        for had, tallied in ((kills, by[Tally.KILLS]), (levels, by[Tally.LEVELS])):
            if (had > tallied).any() or (had != tallied)[hero].any():
                yield "kills or levels do not add up"
        if sum(map(int, self.body["gold"])) > self.most_gold():
            yield "there is more gold than has ever come"
        turns = (int(self.now.tick) + 1) * self.room * (1 + int(2 / self.quickest()) if self.events else 1)
        most = {
            Tally.KILLS: by[Tally.ATTACKS],
            Tally.LEVELS: by[Tally.SPAWNED] * 64.0,
            Tally.GOLD: by[Tally.KILLS] * float(self.most_gold()),
            Tally.DAMAGE: by[Tally.ATTACKS] * 2.0**31,
            Tally.ATTACKS: turns,
            Tally.POTIONS: turns,
            Tally.LOOTED: float(turns) * o.pile_items,
        }
        for what, bound in most.items():
            if (by[what] > bound).any():
                yield f"the tally of {what.slug} is more than there was time for"

    def quickest(self) -> float:
        """The minimum duration of anybody's action: at the speed of the highest level, in the best gear."""
        o, kinds, items = self.options, self.book.kinds, self.book.items
        speed = int(kinds["spd"]["high"].max()) + 50 * o.stat_growth_spd + len(GEAR) * max(int(items["spd"].max()), 0)
        return float(min(o.action_time / max(speed, 1), o.potion_delay, o.loot_delay))

    # --- who and what is where ----------------------------------------------------------------------------------------------------

    def seats(self) -> Iterator[str]:
        """Everybody stands on a separate tile; seats, marks and crowd are consistent."""
        a = self.a
        who = np.flatnonzero(a.entities["alive"])
        x, y = a.entities["x"][who], a.entities["y"][who]
        if self.closed[y, x].any():
            yield "somebody stands in a wall"
        seats, marks, crowd = np.zeros_like(a.seats), np.zeros_like(a.marks), np.zeros_like(a.crowd)
        seats[y, x] = who + 1
        marks[y, x] = a.entities["race"][who] + 1
        np.add.at(crowd, (y // CELL, x // CELL), 1)
        if np.count_nonzero(seats) != len(who):
            yield "two stand on one tile"
        for name, true in (("seats", seats), ("marks", marks), ("crowd", crowd)):
            if (getattr(a, name) != true).any():
                yield f"{name!r} does not say who stands where"

    def thing_bounds(self) -> Bounds:
        """Bounds of each field of an item on the ground."""
        room = len(self.a.ground)
        return {
            "what": (0, self.book.item_count - 1),
            "x": (0, self.wide - 1),
            "y": (0, self.high - 1),
            "under": (0, room),
            "older": (0, room),
            "newer": (0, room),
        }

    def things(self) -> Iterator[str]:
        """Items on the ground: one list of all by age, one of the free slots, and piles sorted by age with the oldest at the bottom.

        Since every item in a pile is older than the one above it, piles cannot contain cycles.
        """
        a, now, ground = self.a, self.now, self.a.ground
        wrong = outside(ground, self.thing_bounds(), "an item on the ground")
        if wrong:
            yield wrong
        if ((a.piles < 0) | (a.piles > len(ground))).any():
            yield "a pile is of no item"
        lies = ground["what"] != 0
        lain = np.array(chain(int(now.oldest), ground["newer"], int(now.ground_used)), np.int64)
        free = np.array(chain(int(now.ground_free), ground["under"], len(ground) - int(now.ground_used)), np.int64)
        taken = np.bincount(np.concatenate((lain, free)), minlength=len(ground) + 1)
        if (taken[1:] != 1).any() or taken[0] or not lies[lain - 1].all() or lies[free - 1].any():
            yield "a place on the ground is not taken or free just once"
        if ground["older"][free - 1].any() or ground["newer"][free - 1].any():
            yield "a free place on the ground is in the list of those that are taken"
        older = np.concatenate(([0], lain))
        if (ground["older"][lain - 1] != older[:-1]).any() or now.newest != older[-1]:
            yield "the items on the ground are not in the order in which they were laid down"
        age = np.zeros(len(ground) + 1, np.int64)
        age[lain] = np.arange(1, len(lain) + 1)
        x, y, under = ground["x"][lain - 1], ground["y"][lain - 1], ground["under"][lain - 1]
        held = np.concatenate((a.piles[a.piles != 0], under[under != 0]))
        if len(held) != len(lain) or (np.sort(held) != np.sort(lain)).any() or (age[under] >= age[lain]).any():
            yield "an item does not lie in one pile, above older ones"
        heads = a.piles[y, x] == lain
        below = under[under != 0] - 1
        if np.count_nonzero(heads) != np.count_nonzero(a.piles) or self.closed[y, x].any():
            yield "a pile lies where its items do not, or in a wall"
        if (ground["x"][below] != x[under != 0]).any() or (ground["y"][below] != y[under != 0]).any():
            yield "an item lies under one on another tile"
        if (np.bincount(y * self.wide + x, minlength=1) > self.options.pile_items).any():
            yield "a pile is higher than piles can be"


def chain(first: int, following: Any, most: int) -> list[int]:
    """The numbers of a list terminated by 0, at most one more than allowed."""
    steps: list[int] = following.tolist()
    found: list[int] = []
    number = first
    while number and len(found) <= most:
        found.append(number)
        number = steps[number - 1]
    return found
