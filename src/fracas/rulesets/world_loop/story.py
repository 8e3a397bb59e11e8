"""The story of an entity of a world, told from the log: each fight in a line or two, and the events in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fracas.dice import Event
from fracas.rulesets.world_loop.codes import Mind, Said
from fracas.rulesets.world_loop.labels import counted, listed
from fracas.rulesets.world_loop.library import library
from fracas.rulesets.world_loop.log import WorldTeller

LULL = 6
"""A fight ends after this many ticks without a blow."""
BLOWS = (Said.HITS, Said.CRITS, Said.MISSES)


@dataclass
class Fight:
    """The entity's part in a period of fighting."""

    began: int
    last: int
    at: int
    """The line before which it is inserted."""
    foes: dict[int, None] = field(default_factory=dict)
    hits: int = 0
    crits: int = 0
    missed: int = 0
    dealt: int = 0
    taken: int = 0
    evaded: int = 0
    drunk: list[str] = field(default_factory=list)
    killed: list[int] = field(default_factory=list)
    xp: int = 0
    gold: int = 0


def times(names: Sequence[str]) -> list[str]:
    """Names without duplicates, with the number of repetitions."""
    return [f"{name} {names.count(name)} times" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


class Story(WorldTeller):
    """Tells the life of ``uid`` from all events of a world."""

    OWN = {
        Said.SPAWNS: "{a} appears at {c:place}",
        Said.IS: "{a} is at {c:place}",
        Said.LEVELS: "reaches level {b:d}",
        Said.TRAINS: "has trained {b:attribute} to {c:d}",
        Said.DIES: "dies at {b:place}",
        Said.RESPAWNS: "wakes at {b:place}, bag empty, gear kept",
    }
    """Templates for actions without a second entity."""
    TURNS = {
        Mind.RETURN_TO_TOWN: "turns for home, hurt",
        Mind.RETURN_TO_CAMP: "turns for home, hurt",
        Mind.FLEE: "flees",
        Mind.LOOTING: "goes for loot",
    }
    """Templates for changes of mind."""

    def __init__(self, width: int, kinds: Mapping[int, int], uid: int, blows: bool = False) -> None:
        super().__init__(width, kinds)
        self.uid = uid
        self.blows = blows
        self.fight: Fight | None = None
        self.lines: list[str] = []
        self.things: tuple[int, str, int] | None = None
        self.which: list[str] = []
        self.burns: list[tuple[int, int]] = []

    def say(self, when: int, text: str) -> None:
        """A line."""
        self.end_things()
        self.end_burns()
        self.lines.append(f"{when:>6}  {text}")

    def thing(self, when: int, verb: str, item: int, at: int) -> None:
        """An item is picked up or left; all of one position and tick are told together."""
        if self.things != (when, verb, at):
            self.end_things()
            self.things = (when, verb, at)
        self.which.append(library().item_title(item))

    def end_things(self) -> None:
        """Tell what was picked up or left."""
        if self.things is None:
            return
        when, verb, at = self.things
        which, self.things, self.which = self.which, None, []
        self.say(when, f"{verb} {listed(counted(which))} at {self.place(at)}")

    def end_burns(self) -> None:
        """Tell about the town's wards: all consecutive burns together."""
        burns, self.burns = self.burns, []
        if burns:
            lasting = f" in {len(burns)} ticks" if len(burns) > 1 else ""
            self.say(burns[0][0], f"is burnt by the wards of the town for {sum(b for _, b in burns)}{lasting}")

    def told(self, events: Sequence[tuple[int, Event]]) -> list[str]:
        """All lines."""
        for when, event in events:
            if self.fight is not None and when - self.fight.last > LULL:
                self.end_fight()
            self.happens(when, event)
        self.end_fight()
        self.end_things()
        self.end_burns()
        return self.lines

    def end_fight(self) -> None:
        """End a fight: tell it."""
        f, self.fight = self.fight, None
        if f is None or not f.foes:
            return
        hits = f"{f.hits} hit{'s' * (f.hits != 1)} for {f.dealt}" + f" ({f.crits} critical)" * bool(f.crits)
        did = [hits] * bool(f.hits) + [f"{f.missed} missed"] * bool(f.missed)
        line = f"fights {listed([self.names[foe] for foe in f.foes])}: {', '.join(did) or 'never strikes'}; "
        line += f"takes {f.taken}" + (f", evades {f.evaded}" if f.evaded else "")
        if f.drunk:
            line += f"; drinks {listed(counted(f.drunk))}"
        if f.killed:
            line += f"; kills {listed(times([self.names[foe] for foe in f.killed]))} (+{f.xp} XP" + (
                f", +{f.gold} gold)" if f.gold else ")"
            )
        span = f" (to tick {f.last})" if f.last > f.began else ""
        self.lines.insert(f.at, f"{f.began:>6}  {line}{span}")

    def in_fight(self, when: int, foe: int | None) -> Fight:
        """The current fight, or a new one."""
        if self.fight is None:
            self.end_things()
            self.end_burns()
            self.fight = Fight(when, when, len(self.lines))
        self.fight.last = when
        if foe is not None:
            self.fight.foes.setdefault(foe)
        return self.fight

    def happens(self, when: int, event: Event) -> None:
        """Process one event."""
        code, a, b, c = Said(event.code), event.a, event.b, event.c
        mine = a == self.uid
        if self.blows and ((code in BLOWS and (mine or b == self.uid)) or (code == Said.DRINKS and mine)):
            self.in_fight(when, None)
            self.say(when, str(self.event(event)))
        if code in BLOWS and (mine or b == self.uid):
            f = self.in_fight(when, b if mine else a)
            if mine:
                f.hits += code != Said.MISSES
                f.crits += code == Said.CRITS
                f.missed += code == Said.MISSES
                f.dealt += c
            else:
                f.taken += c
                f.evaded += code == Said.MISSES
        elif code == Said.KILLS and mine:
            f = self.in_fight(when, b)
            f.killed.append(b)
            f.xp += c
        elif code == Said.GOLD and mine:
            self.in_fight(when, b).gold += c
        elif code == Said.DRINKS and mine:
            self.in_fight(when, None).drunk.append(library().item_title(b))
        elif code in (Said.KILLS, Said.GOLD) and b == self.uid:
            self.end_fight()
            self.say(when, f"is killed by {self.names[a]}" if code == Said.KILLS else f"loses {c} gold to {self.names[a]}")
        elif mine:
            self.own(when, event)

    def own(self, when: int, event: Event) -> None:
        """An event without a second entity."""
        code, b, c = event.code, event.b, event.c
        if code in self.OWN:
            if code in (Said.LEVELS, Said.DIES):
                self.end_fight()
            self.say(when, self.said(self.OWN[Said(code)], event))
        elif code == Said.EQUIPS:
            self.say(when, self.said("puts on {b:item}" + " instead of {c:item}" * bool(c), event))
        elif code in (Said.PICKS, Said.DROPS):
            self.thing(when, "picks up" if code == Said.PICKS else "leaves", b, c)
        elif code == Said.SCORCHED:
            if self.burns and when - self.burns[-1][0] > 1:
                self.end_burns()
            self.burns.append((when, b))
        elif code == Said.MINDS:
            self.minds(when, b, c)

    def minds(self, when: int, before: int, after: int) -> None:
        """Changes of mind that are worth telling."""
        if after == Mind.RESTING_IN_TOWN:
            if before == Mind.RETURN_TO_TOWN:
                self.say(when, "reaches the town and rests")
            return
        text = self.TURNS.get(Mind(after))
        if before == Mind.RESTING_IN_TOWN and after not in (Mind.RETURN_TO_TOWN, Mind.RETURN_TO_CAMP, Mind.FLEE, Mind.COMBAT):
            text = "is whole again and sets out"
        if text:
            self.end_fight()
            self.say(when, text)
