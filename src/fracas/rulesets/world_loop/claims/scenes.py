"""Where claims are seen to happen: dice that remember their keys, a duel, a small world."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fracas.dice import Event, PlayedDice, ScriptedDice
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop import founding, models, policies, rules, state
from fracas.rulesets.world_loop.claims.stage import GOBLIN, HERO, POTIONS
from fracas.rulesets.world_loop.places import leave, sit
from fracas.rulesets.world_loop.state import CARRY_ON, DRINK
from fracas.rulesets.world_loop.world import LoopWorld


class KeyedDice(PlayedDice):
    """The dice of the world of a seed, which remember the keys they draw by."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self.base = seed
        self.keys: list[tuple[int, int, int]] = []

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Draw from a key on."""
        self.keys.append((int(domain), int(entity), int(tick)))
        super().key(domain, entity, tick)


class WatchingDice(ScriptedDice):
    """Dice with given faces that call somebody to look before each of them falls, and remember keys."""

    def __init__(self, faces: Iterable[float], look: Callable[[], object]) -> None:
        super().__init__(faces)
        self.look = look
        self.keys: list[tuple[int, int, int]] = []

    def key(self, domain: int, entity: int, tick: int) -> None:
        """What would be drawn by."""
        self.keys.append((int(domain), int(entity), int(tick)))

    def chance(self, p: float) -> bool:
        """The next True or False."""
        self.look()
        return super().chance(p)

    def scaled(self, value: float, low: float, high: float) -> int:
        """The floor of the value scaled to the next point of its interval."""
        self.look()
        return super().scaled(value, low, high)


class Duel:
    """A duel in plain Python, fighters as a scenario has them; who acts and drinks how often is counted."""

    def __init__(self, options: models.Options, a: Any, *b: Any) -> None:
        setup = books.build(models.Scenario.model_validate({"a": a, "b": list(b)}), options)
        self.array = setup.state.copy()
        self.book = setup.book[0]
        self.acts = [0] * state.FIGHTERS
        self.potions = [0] * state.FIGHTERS
        rules.start(KeyedDice(0), self.state, self.book)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.array[0]

    @property
    def a(self) -> Any:
        """The one whom the others face."""
        return self.state.fighters[0]

    def choice(self) -> int:
        """What whoever chooses does by the document."""
        return int(policies.choose(KeyedDice(0), policies.STEADY, self.state, self.book))

    def play(self, dice: Any, ticks: int, policy: int = policies.STEADY) -> None:
        """So many ticks; who acts how often, and drinks how often, is counted."""
        end = int(self.state.clock) + ticks
        while rules.outcome(self.state, self.book) == 0 and self.state.clock < end:
            action = int(policies.choose(dice, policy, self.state, self.book))
            if action != CARRY_ON:
                self.acts[rules.acting(self.state)] += 1
                self.potions[rules.acting(self.state)] += action >= DRINK
            rules.apply(dice, self.state, self.book, action)


class Glade:
    """A world of twelve by twelve tiles: a town, a hero, and somebody who stands beside it, far from the town."""

    PLACE = (8, 9)

    def __init__(self, options: models.Options, kind: str = GOBLIN, spawn_interval: int = 0, **foe: Any) -> None:
        small = {"width": 12, "height": 12, "town_x": 3, "town_y": 3, "town_radius": 1, "sanctuary_radius": 2, "entity_cap": 8}
        empty = {"heroes": 1, "entities": 0, "camps": 0, "territories": 0, "wall_share": 0.0, "spawn_interval": spawn_interval}
        every = {**options.model_dump(), **small, **empty}
        setup = LoopWorld().build("glade", "Glade", models.WorldOptions.model_validate(every))
        self.world, self.book, self.dice = setup.arrays, setup.book[0], KeyedDice(42)
        founding.found(self.dice, self.world, self.book)
        self.hero = self.world.entities[self.world.order[0]]
        leave(self.world, int(self.world.order[0]))
        sit(self.world, int(self.world.order[0]), *self.PLACE)
        who = founding.appear(self.dice, self.world, self.book, books.kind_number(kind), self.PLACE[0] + 1, self.PLACE[1], 1)
        self.foe = self.world.entities[who]
        for name, value in foe.items():
            setattr(self.foe.body, name, value)
        self.hero.body.evasion = self.foe.body.evasion = 0.0

    def tick(self) -> list[Event]:
        """One tick; what was noted in it."""
        self.dice.entries.clear()
        LoopWorld.rules.tick(self.dice, self.world, self.book)
        return [e for e in self.dice.entries if isinstance(e, Event)]

    def ground(self, x: int, y: int) -> list[str]:
        """What lies on a tile."""
        found, number = [], int(self.world.piles[y, x])
        while number:
            found.append(books.library().item_names[int(self.world.ground[number - 1].what)])
            number = int(self.world.ground[number - 1].under)
        return sorted(found)


def names_of(items: Iterable[int]) -> list[str]:
    """The names of items, in order."""
    return sorted(books.library().item_names[int(i)] for i in items if i)


def attacks_in(options: models.Options, spd: int, ticks: int, potions: int = 0) -> Duel:
    """So many ticks of a duel of two who only attack, and drink when they are hurt."""
    sturdy = {"max_hp": 1_000_000, "atk": 0, "weapon": "none", "armor": "none", "evasion": 0.0}
    duel = Duel(
        options,
        {"kind": HERO, **sturdy, "spd": spd, "hp": 1000, "bag": {POTIONS[0]: potions}},
        {"kind": GOBLIN, **sturdy, "spd": 1, "bag": {}},
    )
    duel.play(KeyedDice(1), ticks)
    return duel
