"""Small fights for odds, claims and tests: two fighters, a duel in plain Python, a world of twelve by twelve tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from fracas.dice import Event, PlayedDice, ScriptedDice
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import CHANCE
from fracas.engine.play.stage import Stage
from fracas.engine.records.record import new
from fracas.rulesets.world_loop import models, policies, rules, state
from fracas.rulesets.world_loop.book import book_of, build, build_world, fill_combatant
from fracas.rulesets.world_loop.codes import FIGHTERS, Material, Policy, Said
from fracas.rulesets.world_loop.library import item_names, kind_number, library, slug
from fracas.rulesets.world_loop.rules.attack import attack
from fracas.rulesets.world_loop.rules.duel import acting
from fracas.rulesets.world_loop.rules.world import found, tick
from fracas.rulesets.world_loop.rules.world.spawning import spawn
from fracas.rulesets.world_loop.rules.world.tiles import leave_tile, stand_on
from fracas.rulesets.world_loop.state import DRINK

HIT, CRIT, MISS = (False, False, 0.5), (False, True, 0.5), (True,)
"""Faces of an attack: evasion, crit, and the position of the damage in its spread."""
PLENTY = 10**9
"""More HP than any attack takes."""


# --- dice -------------------------------------------------------------------------------------------------------------------------


class KeyedDice(PlayedDice):
    """The dice of the world of a seed, which record their keys."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self.base = seed
        self.keys: list[tuple[int, int, int]] = []

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Draw from this key on."""
        self.keys.append((int(domain), int(entity), int(tick)))
        super().key(domain, entity, tick)


class AskedDice(ScriptedDice):
    """Dice with given faces that record their questions: keys, chances, intervals. ``look`` is called before each face."""

    def __init__(self, faces: Iterable[float], look: Callable[[], object] = lambda: None) -> None:
        super().__init__(faces)
        self.look = look
        self.asked: list[tuple[Any, ...]] = []

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Record the key."""
        self.asked.append(("key", int(domain), int(entity), int(tick)))

    def chance(self, p: float) -> bool:
        """The next True or False."""
        self.look()
        self.asked.append(("chance", float(p)))
        return super().chance(p)

    def scaled(self, value: float, low: float, high: float) -> int:
        """The floor of the value scaled to the next position in its interval."""
        self.look()
        self.asked.append(("scaled", float(value), float(low), float(high)))
        return super().scaled(value, low, high)

    @property
    def keys(self) -> list[tuple[int, ...]]:
        """The recorded keys."""
        return [tuple(numbers) for what, *numbers in self.asked if what == "key"]


# --- two fighters -----------------------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """A book, and two fighters: an attacker and a defender."""

    book: Any
    me: Any
    it: Any

    def copy(self) -> Pair:
        """A copy of the fighters."""
        both = np.zeros(2, self.me.dtype)
        both[0], both[1] = self.me, self.it
        return Pair(self.book, both[0], both[1])

    def turned(self) -> Pair:
        """The same two with their roles swapped."""
        return Pair(self.book, self.it, self.me)

    @property
    def titles(self) -> tuple[str, str]:
        """The names of their kinds."""
        return library().title_of(int(self.me.kind)), library().title_of(int(self.it.kind))

    def attack(self, dice: Any, tick: int = 0, my_ground: int = Material.FLOOR, its_ground: int = Material.FLOOR) -> bool:
        """One attack; returns whether it kills."""
        return bool(attack(dice, self.book, self.me, self.it, tick, my_ground, its_ground))

    def attacked(self, dice: Any, tick: int = 0, *grounds: int) -> tuple[int, int]:
        """One attack on a fighter with plenty of HP: its events, and the damage."""
        self.it.hp = PLENTY
        self.attack(dice, tick, *grounds)
        said = next(e.code for e in dice.entries if isinstance(e, Event) and e.code != Said.TRAINS)
        return said, PLENTY - int(self.it.hp)


def pair(options: models.Options, *both: str | dict[str, Any]) -> Pair:
    """Two typical fighters: each a kind, or a `models.Combatant` as data."""
    book = book_of(options)[0]
    fighters = new(state.State, order=2, plans=2, away=2, fighters=2)[0].fighters
    own: list[models.Item] = []
    for i, who in enumerate(both):
        data = {"kind": who} if isinstance(who, str) else who
        combatant = validated(models.Combatant, {**data, "kind": slug(data["kind"])}, "the question")
        fill_combatant(fighters[i], book, combatant, i + 1, own)
    return Pair(book, fighters[0], fighters[1])


# --- a duel -----------------------------------------------------------------------------------------------------------------------


class Duel(Stage):
    """A duel in plain Python, with the fighters of a scenario. It counts actions and drinks."""

    def __init__(self, options: models.Options, a: Any, *b: Any) -> None:
        super().__init__(build(models.Scenario.model_validate({"a": a, "b": list(b)}), options))
        self.asked: list[tuple[Any, ...]] = []
        self.acts = [0] * FIGHTERS
        self.potions = [0] * FIGHTERS
        self.run((), lambda dice: rules.start(dice, self.state, self.book))

    @property
    def a(self) -> Any:
        """The fighter of side A."""
        return self.state.fighters[0]

    def run(self, faces: Iterable[float], do: Callable[[Any], Any]) -> Any:
        """Run a rule with these faces, all of which must be used; its questions are recorded."""
        dice = AskedDice(script := list(faces))
        result = do(dice)
        assert dice.left == 0, f"of the faces {script} the last {dice.left} were not asked for"
        self.asked, self.last = dice.asked, dice.entries
        self.log += dice.entries
        return result

    def choice(self, policy: Policy = Policy.STEADY) -> int:
        """A policy's choice for the fighter that chooses; it must not ask for dice."""
        return int(self.run((), lambda dice: policies.choose(dice, policy, self.state, self.book)))

    def play(self, dice: Any, ticks: int, policy: Policy = Policy.STEADY) -> None:
        """Some ticks of a policy on both sides, with these dice."""
        end = int(self.state.clock) + ticks
        while rules.outcome(self.state, self.book) == 0 and self.state.clock < end:
            action = CHANCE
            if rules.to_act(self.state, self.book) != CHANCE:
                action = int(policies.choose(dice, policy, self.state, self.book))
                self.acts[acting(self.state)] += 1
                self.potions[acting(self.state)] += action >= DRINK
            rules.apply(dice, self.state, self.book, action)


# --- a world ----------------------------------------------------------------------------------------------------------------------


class Glade:
    """A world of twelve by twelve tiles in plain Python: a town with a hero in the middle, and further entities."""

    SMALL = {"width": 12, "height": 12, "town_x": 3, "town_y": 3, "town_radius": 1, "sanctuary_radius": 2, "ground_items": 40}
    EMPTY = {"heroes": 1, "entities": 0, "camps": 0, "territories": 0, "wall_share": 0.0, "spawn_interval": 0, "entity_cap": 8}

    def __init__(self, options: models.Options | None = None, **changed: Any) -> None:
        combat = options.model_dump() if options else {}
        every = models.WorldOptions.model_validate({**combat, **self.SMALL, **self.EMPTY, **changed})
        self.setup = build_world("glade", "Glade", every)
        self.world, self.book, self.dice = self.setup.arrays, self.setup.book[0], KeyedDice(42)
        found(self.dice, self.world, self.book)
        self.hero = self.world.entities[self.world.order[0]]

    def put(self, kind: str, x: int, y: int, **stats: Any) -> Any:
        """Place an entity of a kind at a position, with these stats."""
        e = self.world.entities[spawn(self.dice, self.world, self.book, kind_number(kind), x, y, Material.WALL)]
        assert (e.x, e.y) == (x, y), f"({x}, {y}) is taken"
        for name, value in stats.items():
            setattr(e.body, name, value)
        return e

    def move(self, e: Any, x: int, y: int) -> None:
        """Move an entity."""
        who = int(self.world.seats[e.y, e.x]) - 1
        leave_tile(self.world, who)
        stand_on(self.world, who, x, y)

    def ground(self, x: int, y: int) -> list[str]:
        """The items on a tile, topmost first."""
        found, number = [], int(self.world.piles[y, x])
        while number:
            thing = self.world.ground[number - 1]
            found.append(int(thing.what))
            number = int(thing.under)
        return item_names(found)

    def tick(self) -> list[Event]:
        """Run one tick and return its events."""
        self.dice.entries.clear()
        tick(self.dice, self.world, self.book)
        return [e for e in self.dice.entries if isinstance(e, Event)]
