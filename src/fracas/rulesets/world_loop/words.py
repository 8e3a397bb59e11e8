"""World Loop in words: every event as a sentence, names of actions, where a duel stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import Event
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.rulesets.world_loop import state
from fracas.rulesets.world_loop.codes import Attribute, Material, Said
from fracas.rulesets.world_loop.library import library
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.levels import grow_stats
from fracas.rulesets.world_loop.rules.stats import effective_atk, effective_def, effective_max_hp
from fracas.rulesets.world_loop.stage import Pair


def a_thing(thing: str) -> str:
    """A name with its article: a Small HP Potion, an Iron Sword."""
    if thing.endswith(("s", "mail")):  # Wild Berries, Chainmail
        return thing
    return f"{'an' if thing[:1].lower() in 'aeio' else 'a'} {thing}"


def counted(things: Sequence[str]) -> list[str]:
    """Things by kind: a Speed Ring, 3 Small HP Potions."""
    return [f"{things.count(thing)} {thing}s" if things.count(thing) > 1 else a_thing(thing) for thing in dict.fromkeys(things)]


def listed(parts: Sequence[str]) -> str:
    """Parts as a list: one, another and a third."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


# --- events -----------------------------------------------------------------------------------------------------------------------


def item(_: object, number: int) -> str:
    """An item with its article."""
    return a_thing(library().item_title(number))


class Sentences(telling.Teller):
    """Every event of a duel or of a world as a sentence."""

    EVENTS = Said
    WORDS = {
        "item": item,
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
        """A template with the numbers of an event in it."""
        return self.words(template, event.a, event.b, event.c)

    def place(self, number: int) -> str:
        """A place on the map."""
        return str(number)


class Teller(Sentences):
    """Turns a duel's log into lines: each tick, what happens in it, and the HP it leaves."""

    NEWS = {Said.KILLS: "{b} falls", Said.CRITS: "{a} strikes critically", Said.MISSES: "{a} misses"}

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.names = ("", *setup.names)  # fighters are numbered from 1
        self.standing = setup.state.copy()[0].fighters
        """As they stand at the line that is told."""

    def event(self, event: Event) -> telling.Told:
        """The sentence, with the HP that are left."""
        line = super().event(event)
        return line if event.code == Said.TICK or not isinstance(line, str) else f"  {line[:-1]}{self.left(event)}{line[-1:]}"

    def left(self, event: Event) -> str:
        """The HP that an event leaves to whom it hurts or heals; nothing of one who falls: that is told next."""
        struck = event.code in (Said.HITS, Said.CRITS)
        if event.code == Said.LEVELS:
            grow_stats(self.standing[event.a - 1], self.setup.book[0])
        if not struck and event.code not in (Said.DRINKS, Said.RESTS):
            return ""
        it = self.standing[(event.b if struck else event.a) - 1]
        it.hp += -event.c if struck else event.c if event.code == Said.DRINKS else event.b
        return f" ({it.hp} HP{' left' * struck})" if it.hp > 0 else ""


class Names(dict[int, str]):
    """The names of all who live in a world, by number: what their kinds are called, and the number itself."""

    def __init__(self, kinds: Mapping[int, int]) -> None:
        super().__init__((uid, f"{library().title_of(kind)} #{uid}") for uid, kind in kinds.items())

    def __missing__(self, uid: int) -> str:
        return f"#{uid}"


class WorldTeller(Sentences):
    """Tells events of a world: names are kinds with numbers, places are on its map."""

    def __init__(self, width: int, kinds: Mapping[int, int]) -> None:
        self.width = width
        self.names = Names(kinds)  # type: ignore[assignment]  # looked up by number as well

    def place(self, number: int) -> str:
        """A place on the map."""
        y, x = divmod(number, self.width)
        return f"({x}, {y})"


# --- a duel -----------------------------------------------------------------------------------------------------------------------


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action == state.REST:
        return "rest"
    if action == state.FLEE:
        return "flee"
    if action == state.CARRY_ON:
        return "carry on"
    if action >= state.DRINK:
        return f"drink {library().item_title(action - state.DRINK).lower()}"
    return "attack" if len(setup.names) == 2 or now.order[now.turn] else f"attack {setup.names[action].lower()}"


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an attack can do, what a potion heals."""
    book, who = setup.book[0], int(now.order[now.turn])
    if action >= state.DRINK:
        return f"heals {book.items[action - state.DRINK].heal}"
    if action == state.REST:
        return f"heals {book.options.rest_heal}, and stamina comes back"
    if action == state.CARRY_ON:
        return "what was chosen happens"
    if action == state.FLEE:
        return "gone before anyone can strike"
    target = action - state.ATTACK
    blow = blow_odds(Pair(book, now.fighters[who], now.fighters[target]), int(book.ground[who]), int(book.ground[target]))
    kills = float(blow.damage.where(lambda d: d >= now.fighters[target].hp))
    parts = [f"hits {float(1 - blow.miss):.1%}", f"{blow.least} to {blow.most}", f"crits {float(blow.crit):.1%}"]
    return ", ".join(parts + ([f"kills {kills:.1%}"] if kills else []))


def action_cost(setup: Setup, action: int) -> dict[str, int]:
    """The stamina of an attack; where duels are solved there is none."""
    book = setup.book[0]
    return {"stamina": int(book.options.attack_stamina)} if action < state.REST and not book.tireless else {}


def status_lines(setup: Setup, now: Any) -> list[str]:
    """Where a duel stands: one line a fighter."""
    book = setup.book[0]
    lines = []
    for i, name in enumerate(setup.names):
        it = now.fighters[i]
        if it.hp <= 0 or now.away[i]:
            lines.append(f"{name}: {'fled' if it.hp > 0 else 'fallen'}")
            continue
        held = ", ".join(counted([library().item_title(int(item)) for item in it.bag if item]))
        ground = " on sanctuary ground" if book.ground[i] == Material.SANCTUARY else ""
        lines.append(
            f"{name}: {it.hp}/{effective_max_hp(it, book)} HP, level {it.level}, ATK {effective_atk(it, book)}, "
            f"DEF {effective_def(it, book)}, SPD {it.spd}, {it.stamina}/{it.max_stamina} stamina{ground}" + (f"; {held}" if held else "")
        )
    return lines


def spoils_lines(setup: Setup, now: Any) -> list[str]:
    """What the survivors gained, and what the fallen leave on the ground."""
    lines = []
    for i, name in enumerate(setup.names):
        it, before = now.fighters[i], setup.state[0].fighters[i]
        if it.hp <= 0:
            kept = [] if setup.book[0].kinds[it.kind].hero else [int(g) for g in it.gear if g]
            left = [library().item_title(item) for item in [*kept, *(int(x) for x in it.bag if x)]]
            if left:
                lines.append(f"{name} leaves {listed(counted(left))}.")
        elif it.level >= setup.book[0].options.max_level:
            lines.append(f"{name} is of the highest level, {it.level}, and has {it.gold} gold.")
        elif it.level > before.level:
            lines.append(f"{name} is of level {it.level} now, with {it.xp} of {it.xp_to_next} XP to the next, and has {it.gold} gold.")
        elif it.xp > before.xp:
            lines.append(f"{name} has {it.xp} of {it.xp_to_next} XP to level {it.level + 1}, and {it.gold} gold.")
    return lines
