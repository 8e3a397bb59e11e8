"""The story of one who lived in a world, told from the log: each fight in a line or two, and what came between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fracas.dice import Event
from fracas.engine.contract.world import WorldSetup
from fracas.rulesets.world_loop.book import library
from fracas.rulesets.world_loop.places import FLEEING, IN_COMBAT, LOOTING, RESTING_IN_TOWN, RETURN_TO_CAMP, RETURN_TO_TOWN
from fracas.rulesets.world_loop.state import ATTRIBUTES, Said
from fracas.rulesets.world_loop.words import a_thing, counted, listed, sentence

LULL = 6
"""So many ticks without a blow end a fight."""
BLOWS = (Said.HITS, Said.CRITS, Said.MISSES)


@dataclass
class Fight:
    """What one does and suffers in a stretch of fighting."""

    began: int
    last: int
    at: int
    """The line before which it is told."""
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
    """Names, each once: one who was killed again and again is."""
    return [f"{name} {names.count(name)} times" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


class Story:
    """Tells the life of ``uid`` from all events of a world."""

    def __init__(self, setup: WorldSetup, cast: dict[int, int], uid: int, blows: bool = False) -> None:
        self.width = int(setup.options.width)
        self.cast = cast
        self.uid = uid
        self.blows = blows
        self.fight: Fight | None = None
        self.lines: list[str] = []
        self.things: tuple[int, str, int] | None = None
        self.which: list[str] = []
        self.burns: list[tuple[int, int]] = []

    def name(self, uid: int) -> str:
        """Kind and number."""
        return f"{library().title_of(self.cast[uid])} #{uid}" if uid in self.cast else f"#{uid}"

    def place(self, number: int) -> str:
        """A place on the map."""
        y, x = divmod(number, self.width)
        return f"({x}, {y})"

    def say(self, when: int, text: str) -> None:
        """A line."""
        self.end_things()
        self.end_burns()
        self.lines.append(f"{when:>6}  {text}")

    def thing(self, when: int, verb: str, item: int, at: int) -> None:
        """Something is picked up or left; all of one place and tick are told together."""
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
        """Tell of the wards of the town: all burns that followed each other."""
        burns, self.burns = self.burns, []
        if burns:
            lasting = f" in {len(burns)} ticks" if len(burns) > 1 else ""
            self.say(burns[0][0], f"is burnt by the wards of the town for {sum(b for _, b in burns)}{lasting}")

    def tell(self, events: Sequence[tuple[int, Event]]) -> list[str]:
        """All lines."""
        for when, event in events:
            if self.fight is not None and when - self.fight.last > LULL:
                self.end_fight()
            self.event(when, event)
        self.end_fight()
        self.end_things()
        self.end_burns()
        return self.lines

    def end_fight(self) -> None:
        """A fight is over: tell it."""
        f, self.fight = self.fight, None
        if f is None or not f.foes:
            return
        did = (
            [f"{f.hits} {'hit' if f.hits == 1 else 'hits'} for {f.dealt}" + (f" ({f.crits} critical)" if f.crits else "")] if f.hits else []
        )
        did += [f"{f.missed} missed"] if f.missed else []
        line = f"fights {listed([self.name(foe) for foe in f.foes])}: {', '.join(did) if did else 'never strikes'}; "
        line += f"takes {f.taken}" + (f", evades {f.evaded}" if f.evaded else "")
        if f.drunk:
            line += f"; drinks {listed(counted(f.drunk))}"
        if f.killed:
            line += f"; kills {listed(times([self.name(foe) for foe in f.killed]))} (+{f.xp} XP" + (f", +{f.gold} gold)" if f.gold else ")")
        span = f" (to tick {f.last})" if f.last > f.began else ""
        self.lines.insert(f.at, f"{f.began:>6}  {line}{span}")

    def in_fight(self, when: int, foe: int | None) -> Fight:
        """The fight under way, or a new one."""
        if self.fight is None:
            self.end_things()
            self.end_burns()
            self.fight = Fight(when, when, len(self.lines))
        self.fight.last = when
        if foe is not None:
            self.fight.foes.setdefault(foe)
        return self.fight

    def event(self, when: int, event: Event) -> None:
        """One event."""
        code, a, b, c = Said(event.code), event.a, event.b, event.c
        mine = a == self.uid
        if self.blows and ((code in BLOWS and (mine or b == self.uid)) or (code == Said.DRINKS and mine)):
            self.in_fight(when, None)
            self.say(when, sentence(event, self.name, self.place))
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
            self.say(when, f"is killed by {self.name(a)}" if code == Said.KILLS else f"loses {c} gold to {self.name(a)}")
        elif mine:
            self.own(when, code, b, c)

    def own(self, when: int, code: Said, b: int, c: int) -> None:
        """What one does alone."""
        if code == Said.SPAWNS:
            self.say(when, f"{self.name(self.uid)} appears at {self.place(c)}")
        elif code == Said.IS:
            self.say(when, f"{self.name(self.uid)} is at {self.place(c)}")
        elif code == Said.LEVELS:
            self.end_fight()
            self.say(when, f"reaches level {b}")
        elif code == Said.TRAINS:
            self.say(when, f"has trained {ATTRIBUTES[b].upper()} to {c}")
        elif code == Said.PICKS:
            self.thing(when, "picks up", b, c)
        elif code == Said.EQUIPS:
            self.say(when, f"puts on {a_thing(library().item_title(b))}" + (f" instead of {a_thing(library().item_title(c))}" if c else ""))
        elif code == Said.DROPS:
            self.thing(when, "leaves", b, c)
        elif code == Said.DIES:
            self.end_fight()
            self.say(when, f"dies at {self.place(b)}")
        elif code == Said.RESPAWNS:
            self.say(when, f"wakes at {self.place(b)}, bag empty, gear kept")
        elif code == Said.SCORCHED:
            if self.burns and when - self.burns[-1][0] > 1:
                self.end_burns()
            self.burns.append((when, b))
        elif code == Said.MINDS:
            self.minds(when, b, c)

    def minds(self, when: int, before: int, after: int) -> None:
        """Changes of mind that are worth telling."""
        if after in (RETURN_TO_TOWN, RETURN_TO_CAMP):
            self.end_fight()
            self.say(when, "turns for home, hurt")
        elif after == FLEEING:
            self.end_fight()
            self.say(when, "flees")
        elif after == RESTING_IN_TOWN and before == RETURN_TO_TOWN:
            self.say(when, "reaches the town and rests")
        elif before == RESTING_IN_TOWN and after not in (IN_COMBAT, RESTING_IN_TOWN):
            self.end_fight()
            self.say(when, "is whole again and sets out")
        elif after == LOOTING:
            self.end_fight()
            self.say(when, "goes for loot")
