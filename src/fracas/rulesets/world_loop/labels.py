"""Texts for players besides the log: names of items and actions, effects of an action, the status of a duel, its spoils."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fracas.engine.content.texts import in_percent
from fracas.engine.contract.setup import Setup
from fracas.rulesets.world_loop import state
from fracas.rulesets.world_loop.codes import Material
from fracas.rulesets.world_loop.library import library
from fracas.rulesets.world_loop.odds import blow_odds
from fracas.rulesets.world_loop.rules.stats import effective_atk, effective_def, effective_max_hp
from fracas.rulesets.world_loop.stage import Pair


def a_thing(thing: str) -> str:
    """A name with its article: a Small HP Potion, an Iron Sword."""
    if thing.endswith(("s", "mail")):  # Wild Berries, Chainmail
        return thing
    return f"{'an' if thing[:1].lower() in 'aeio' else 'a'} {thing}"


def counted(things: Sequence[str]) -> list[str]:
    """Items grouped by kind: a Speed Ring, 3 Small HP Potions."""
    return [f"{things.count(thing)} {thing}s" if things.count(thing) > 1 else a_thing(thing) for thing in dict.fromkeys(things)]


def listed(parts: Sequence[str]) -> str:
    """A list in words: one, another and a third."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


# --- a duel ----------------------------------------------------------------------------------------------------------------------


def item_title(setup: Setup, item: int) -> str:
    """The name of an item of a duel."""
    return library().item_title(item, setup.details.get("items", ()))


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action == state.REST:
        return "rest"
    if action == state.FLEE:
        return "flee"
    if action >= state.DRINK:
        return f"drink {item_title(setup, action - state.DRINK).lower()}"
    return "attack" if len(setup.names) == 2 or now.order[now.turn] else f"attack {setup.names[action].lower()}"


def action_details(setup: Setup, now: Any, action: int) -> str:
    """The effect of an attack, or the healing of a potion."""
    book, who = setup.book[0], int(now.order[now.turn])
    if action >= state.DRINK:
        return f"heals {book.items[action - state.DRINK].heal}"
    if action == state.REST:
        return f"heals {book.options.rest_heal}, and stamina comes back"
    if action == state.FLEE:
        return "gone before anyone can strike"
    target = action - state.ATTACK
    blow = blow_odds(Pair(book, now.fighters[who], now.fighters[target]), int(book.ground[who]), int(book.ground[target]))
    kills = float(blow.damage.where(lambda d: d >= now.fighters[target].hp))
    parts = [f"hits {in_percent(1 - blow.miss)}", f"{blow.least} to {blow.most}", f"crits {in_percent(blow.crit)}"]
    return ", ".join(parts + ([f"kills {in_percent(kills)}"] if kills else []))


def action_cost(setup: Setup, action: int) -> dict[str, int]:
    """The stamina of an attack; solvable duels have none."""
    book = setup.book[0]
    return {"stamina": int(book.options.attack_stamina)} if action < state.REST and not book.tireless else {}


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The current state of a duel: one line for each fighter."""
    book = setup.book[0]
    lines = []
    for i, name in enumerate(setup.names):
        it = now.fighters[i]
        if it.hp <= 0 or now.away[i]:
            lines.append(f"{name}: {'fled' if it.hp > 0 else 'fallen'}")
            continue
        held = ", ".join(counted([item_title(setup, int(item)) for item in it.bag if item]))
        ground = " on sanctuary ground" if book.ground[i] == Material.SANCTUARY else ""
        lines.append(
            f"{name}: {it.hp}/{effective_max_hp(it, book)} HP, level {it.level}, ATK {effective_atk(it, book)}, "
            f"DEF {effective_def(it, book)}, SPD {it.spd}, {it.stamina}/{it.max_stamina} stamina{ground}" + (f"; {held}" if held else "")
        )
    return lines


def spoils_lines(setup: Setup, now: Any) -> list[str]:
    """The gains of the survivors, and what the fallen leave on the ground."""
    lines = []
    for i, name in enumerate(setup.names):
        it, before = now.fighters[i], setup.state[0].fighters[i]
        if it.hp <= 0:
            kept = [] if setup.book[0].kinds[it.kind].hero else [int(g) for g in it.gear if g]
            left = [item_title(setup, item) for item in [*kept, *(int(x) for x in it.bag if x)]]
            if left:
                lines.append(f"{name} leaves {listed(counted(left))}.")
        elif it.level >= setup.book[0].options.max_level:
            lines.append(f"{name} is of the highest level, {it.level}, and has {it.gold} gold.")
        elif it.level > before.level:
            lines.append(f"{name} is of level {it.level} now, with {it.xp} of {it.xp_to_next} XP to the next, and has {it.gold} gold.")
        elif it.xp > before.xp:
            lines.append(f"{name} has {it.xp} of {it.xp_to_next} XP to level {it.level + 1}, and {it.gold} gold.")
    return lines
