"""The log in sentences: every event of a duel or of a world."""

from __future__ import annotations

from collections.abc import Mapping

from fracas.dice import Event
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.rulesets.world_loop.codes import Attribute, Said
from fracas.rulesets.world_loop.labels import a_thing, item_title
from fracas.rulesets.world_loop.library import library
from fracas.rulesets.world_loop.rules.levels import grow_stats


class Sentences(telling.Teller):
    """Every event of a duel or of a world as a sentence."""

    EVENTS = Said
    WORDS = {
        "item": lambda teller, number: a_thing(teller.item_title(number)),
        "attribute": lambda _, number: Attribute(number).name,
        "place": lambda teller, number: teller.place(number),
    }
    LINES = {
        Said.TICK: "--- Tick {a:d} ---",
        Said.HITS: "{a} hits {b} for {c:d}.",
        Said.CRITS: "{a} strikes {b} critically for {c:d}!",
        Said.MISSES: "{b} evades {a}'s attack.",
        Said.KILLS: "{a} kills {b} and gains {c:d} XP.",
        Said.GOLD: "{a} takes {c:d} gold from {b}.",
        Said.LEVELS: "{a} reaches level {b:d}!",
        Said.TRAINS: "{a}'s {b:attribute} rises to {c:d}.",
        Said.DRINKS: "{a} drinks {b:item} and heals {c:d}.",
        Said.RESTS: lambda teller, event: teller.said("{a} rests and heals {b:d}." if event.b else "{a} rests.", event),
        Said.FLEES: "{a} flees.",
        Said.DIES: "{a} dies at {b:place}.",
        Said.RESPAWNS: "{a} wakes at {b:place}, with all gear and an empty bag.",
        Said.SPAWNS: "{a} appears at {c:place}.",
        Said.IS: "{a} is at {c:place}.",
        Said.DROPS: "{a} leaves {b:item} at {c:place}.",
        Said.PICKS: "{a} picks up {b:item} at {c:place}.",
        Said.EQUIPS: lambda teller, event: teller.said("{a} puts on {b:item}" + " instead of {c:item}" * bool(event.c) + ".", event),
        Said.SCORCHED: "{a} loses {b:d} HP to the wards of the town.",
        Said.LOST: "Lost at {b:place}: {a:item}.",
        Said.MINDS: None,
    }

    def said(self, template: str, event: Event) -> str:
        """Fill the numbers of an event into a template."""
        return self.words(template, event.a, event.b, event.c)

    def place(self, number: int) -> str:
        """A position on the map."""
        return str(number)

    def item_title(self, number: int) -> str:
        """The name of an item."""
        return library().item_title(number)


class Teller(Sentences):
    """Turns a duel's log into lines: each tick, its events, and the remaining HP."""

    NEWS = {Said.KILLS: "{b} falls", Said.CRITS: "{a} strikes critically", Said.MISSES: "{a} misses"}

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.names = ("", *setup.names)  # fighters are numbered from 1
        self.standing = setup.state.copy()[0].fighters
        """The fighters at the current line."""

    def event(self, event: Event) -> telling.Told:
        """The sentence, with the remaining HP."""
        line = super().event(event)
        return line if event.code == Said.TICK or not isinstance(line, str) else f"  {line[:-1]}{self.left(event)}{line[-1:]}"

    def item_title(self, number: int) -> str:
        """The name of an item; a duel can have its own items."""
        return item_title(self.setup, number)

    def left(self, event: Event) -> str:
        """The remaining HP of the fighter whom an event hurts or heals; empty if it falls, which is the next event."""
        struck = event.code in (Said.HITS, Said.CRITS)
        if event.code == Said.LEVELS:
            grow_stats(self.standing[event.a - 1], self.setup.book[0])
        if not struck and event.code not in (Said.DRINKS, Said.RESTS):
            return ""
        it = self.standing[(event.b if struck else event.a) - 1]
        it.hp += -event.c if struck else event.c if event.code == Said.DRINKS else event.b
        return f" ({it.hp} HP{' left' * struck})" if it.hp > 0 else ""


class Names(dict[int, str]):
    """The names of all living entities, by number: the name of the kind, and the number itself."""

    def __init__(self, kinds: Mapping[int, int]) -> None:
        super().__init__((uid, f"{library().title_of(kind)} #{uid}") for uid, kind in kinds.items())

    def __missing__(self, uid: int) -> str:
        return f"#{uid}"


class WorldTeller(Sentences):
    """Tells events of a world: names are kinds with numbers, positions are on its map."""

    def __init__(self, width: int, kinds: Mapping[int, int]) -> None:
        self.width = width
        self.names = Names(kinds)  # type: ignore[assignment]  # looked up by number as well

    def place(self, number: int) -> str:
        """A position on the map."""
        y, x = divmod(number, self.width)
        return f"({x}, {y})"
