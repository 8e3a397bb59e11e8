"""World Loop in words: every event as a sentence, names of actions, where a duel stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fracas.dice import Entry, Event
from fracas.engine.contract.setup import Setup
from fracas.rulesets.world_loop import state
from fracas.rulesets.world_loop.blows import effective_atk, effective_def, effective_max_hp, grow_stats
from fracas.rulesets.world_loop.book import library
from fracas.rulesets.world_loop.state import ATTRIBUTES, BAG, Said


def sentence(event: Event, name: Callable[[int], str], place: Callable[[int], str]) -> str:
    """An event of a fight or of a world as a sentence; empty for one that is not told."""
    a, b, c = event.a, event.b, event.c

    def item(number: int) -> str:
        return a_thing(library().item_title(number))

    match Said(event.code):
        case Said.HITS:
            return f"{name(a)} hits {name(b)} for {c}."
        case Said.CRITS:
            return f"{name(a)} strikes {name(b)} critically for {c}!"
        case Said.MISSES:
            return f"{name(b)} evades {name(a)}'s attack."
        case Said.KILLS:
            return f"{name(a)} kills {name(b)} and gains {c} XP."
        case Said.GOLD:
            return f"{name(a)} takes {c} gold from {name(b)}."
        case Said.LEVELS:
            return f"{name(a)} reaches level {b}!"
        case Said.TRAINS:
            return f"{name(a)}'s {ATTRIBUTES[b].upper()} rises to {c}."
        case Said.DRINKS:
            return f"{name(a)} drinks {item(b)} and heals {c}."
        case Said.RESTS:
            return f"{name(a)} rests{f' and heals {b}' if b else ''}."
        case Said.FLEES:
            return f"{name(a)} flees."
        case Said.DIES:
            return f"{name(a)} dies at {place(b)}."
        case Said.RESPAWNS:
            return f"{name(a)} wakes at {place(b)}, with all gear and an empty bag."
        case Said.SPAWNS:
            return f"{name(a)} appears at {place(c)}."
        case Said.IS:
            return f"{name(a)} is at {place(c)}."
        case Said.DROPS:
            return f"{name(a)} leaves {item(b)} at {place(c)}."
        case Said.PICKS:
            return f"{name(a)} picks up {item(b)} at {place(c)}."
        case Said.EQUIPS:
            return f"{name(a)} puts on {item(b)}" + (f" instead of {item(c)}." if c else ".")
        case Said.SCORCHED:
            return f"{name(a)} loses {b} HP to the wards of the town."
        case Said.LOST:
            return f"Lost at {place(b)}: {item(a)}."
    return ""


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


class Teller:
    """Turns a duel's log into lines."""

    def __init__(self, setup: Setup) -> None:
        self.names = setup.names
        self.book = setup.book[0]
        self.fighters = setup.state.copy()[0].fighters
        """As they stand at the line that is told."""

    def name(self, uid: int) -> str:
        """A fighter's name."""
        return self.names[uid - 1]

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """All lines of a log: ticks, and what happens in each."""
        lines = []
        for entry in entries:
            if isinstance(entry, Event):
                if entry.code == Said.TICK:
                    lines.append(f"--- Tick {entry.a} ---")
                else:
                    line = sentence(entry, self.name, str)
                    lines.append("  " + line[:-1] + self.left(entry) + line[-1:])
        return lines

    def left(self, event: Event) -> str:
        """The HP that an event leaves to whom it hurts or heals; nothing of one who falls: that is told next."""
        match Said(event.code):
            case Said.HITS | Said.CRITS:
                it = self.fighters[event.b - 1]
                it.hp -= event.c
            case Said.DRINKS | Said.RESTS:
                it = self.fighters[event.a - 1]
                it.hp += event.c if event.code == Said.DRINKS else event.b
            case Said.LEVELS:
                grow_stats(self.fighters[event.a - 1], self.book)
                return ""
            case _:
                return ""
        return f" ({it.hp} HP left)" if it.hp > 0 and event.code in (Said.HITS, Said.CRITS) else f" ({it.hp} HP)" if it.hp > 0 else ""


def news(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Who falls, misses, or strikes critically."""
    found = []
    names = setup.names
    for event in entries:
        if isinstance(event, Event):
            if event.code == Said.KILLS:
                found.append(f"{names[event.b - 1]} falls")
            elif event.code == Said.CRITS:
                found.append(f"{names[event.a - 1]} strikes critically")
            elif event.code == Said.MISSES:
                found.append(f"{names[event.a - 1]} misses")
    return tuple(dict.fromkeys(found))


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
    from fracas.rulesets.world_loop import odds

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
    blow = odds.blow_odds(book, now.fighters[who], now.fighters[target], int(book.ground[who]), int(book.ground[target]))
    kills = float(blow.damage.where(lambda d: d >= now.fighters[target].hp))
    parts = [f"hits {float(1 - blow.miss):.1%}", f"{blow.least} to {blow.most}", f"crits {float(blow.crit):.1%}"]
    return ", ".join(parts + ([f"kills {kills:.1%}"] if kills else []))


def status_lines(setup: Setup, now: Any) -> list[str]:
    """Where a duel stands: one line a fighter."""
    book = setup.book[0]
    lines = []
    for i, name in enumerate(setup.names):
        it = now.fighters[i]
        if it.hp <= 0 or now.away[i]:
            lines.append(f"{name}: {'fled' if it.hp > 0 else 'fallen'}")
            continue
        bag = [library().item_title(int(it.bag[k])) for k in range(BAG) if it.bag[k]]
        held = ", ".join(counted(bag))
        ground = " on sanctuary ground" if book.ground[i] == state.SANCTUARY else ""
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
