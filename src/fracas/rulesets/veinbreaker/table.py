"""The table of a fight as data, for pages: the chain link by link, interrupt windows, meters, pools, abilities to declare."""

from __future__ import annotations

from typing import Any

import numpy as np

from fracas.engine.contract.setup import Setup
from fracas.engine.records.naming import named_record
from fracas.rulesets.veinbreaker import book, models
from fracas.rulesets.veinbreaker.codes import Meter, Phase, Pool, Timing
from fracas.rulesets.veinbreaker.labels import (
    METER_NAMES,
    ability_text,
    action_cost,
    links_of,
    most_hp,
    move_text,
    refusal,
    statuses_text,
    window_text,
)
from fracas.rulesets.veinbreaker.rules.chain import add_link, may_declare
from fracas.rulesets.veinbreaker.rules.interrupts import window_percent
from fracas.rulesets.veinbreaker.rules.meters import meter_of
from fracas.rulesets.veinbreaker.rules.statuses import is_primed
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, PLAYER, State

ENEMYS = (Phase.TELEGRAPH, Phase.CONTEST, Phase.ENEMY_LINK, Phase.OPENING, Phase.PARRIED, Phase.UNDENIED)
"""Phases in which the chain is the enemy's."""


def state_view(setup: Setup, now: Any) -> dict[str, Any]:
    """The state with names; ``table`` has the chain, the abilities to declare, and both sides."""
    return {**named_record(now, State, setup.names), "table": table(setup, now)}


def table(setup: Setup, now: Any) -> dict[str, Any]:
    """The chain with its interrupt windows, the abilities to declare, pools, and both sides."""
    who: book.Fitted = setup.details["who"]
    enemy: models.Enemy = setup.details["enemies"][int(now.foe)]
    theirs = now.phase in ENEMYS
    return {
        "owner": "enemy" if theirs else "player",
        "chain": [_move(enemy.moves[i]) if theirs else _ability(setup, who.abilities[i]) for i in links_of(now)],
        "longest": int(setup.options.longest_chain),
        "danger": [] if theirs else dangers(setup, now),
        "windows": [window_text(window) for window in book.windows_of(enemy, setup.options)],
        "attempts_left": _attempts_left(setup, now),
        "abilities": [ability(setup, now, i) for i in range(len(who.abilities))] if now.phase == Phase.DECLARING else [],
        "pools": {pool.slug: {"left": int(now.pools[pool]), "most": int(setup.book[0].pools[pool])} for pool in Pool},
        "stance": who.abilities[int(now.stance) - 1].name if now.stance else "",
        "player": fighter(setup, now, PLAYER),
        "enemy": {**fighter(setup, now, ENEMY), "text": enemy.description, "moves": [_move(move) for move in enemy.moves]},
        "waiting": [setup.names[1 + i] for i in range(int(now.foe) + 1, len(setup.details["enemies"]))],
    }


def _ability(setup: Setup, each: models.Ability) -> dict[str, Any]:
    return {"id": each.id, "name": each.name, "type": each.type.slug, "path": each.path, "text": ability_text(each, setup.options)}


def _move(move: models.Move) -> dict[str, Any]:
    return {"name": move.name, "type": "move", "text": move_text(move).removeprefix(move.name).strip(" ()")}


def ability(setup: Setup, now: Any, i: int) -> dict[str, Any]:
    """An ability as a possible next link: its card, its cost, and if it cannot be one, the reason."""
    each: models.Ability = setup.details["who"].abilities[i]
    why = None if may_declare(now, setup.book[0], i) else refusal(setup, now, each.id)
    return {
        "code": DECLARE + i,
        **_ability(setup, each),
        "story": each.description,
        "cost": action_cost(setup, now, DECLARE + i),
        "why": why,
    }


def dangers(setup: Setup, now: Any) -> list[dict[str, dict[str, int]]]:
    """The chance of an interrupt before and after each possible link, in percent.

    If all goes well (``hit``) and if the last link missed (``miss``), with the current meters. Links that are not declared yet count as
    non-repeats.
    """
    longest, array = int(setup.options.longest_chain), np.array([now], dtype=setup.state.dtype)
    at = array[0]
    while at.links < longest:
        add_link(at, 0)
    found = []
    for link in range(longest):
        array[0].at = link
        array[0].last_chain = now.last_chain if link < now.links else 0
        array[0].links = max(int(now.links), link + 1)
        there: dict[str, dict[str, int]] = {}
        for timing in Timing:
            there[timing.slug] = {}
            for word, missed in (("hit", 0), ("miss", 1)):
                array[0].missed = missed if link > 0 or timing == Timing.AFTER else 0  # before the first link no link has missed
                there[timing.slug][word] = int(window_percent(array[0], setup.book[0], timing))
        found.append(there)
    return found


def _attempts_left(setup: Setup, now: Any) -> int | None:
    """The number of interrupts the enemy has left in this round; None: unlimited."""
    budget = int(setup.book[0].foes[now.foe].budget)
    return max(budget - int(now.attempts), 0) if budget else None


def fighter(setup: Setup, now: Any, side: int) -> dict[str, Any]:
    """A fighter's meters with their bounds, and its statuses."""
    it, options = now.fighters[side], setup.options
    most = {Meter.MOMENTUM: options.momentum_cap, Meter.BALANCE: options.balance_cap, Meter.HEAT: options.heat_cap}
    if side == PLAYER:
        most[Meter.RP] = int(setup.book[0].rp_cap)
    shown = [Meter.HEAT, Meter.MOMENTUM, Meter.BALANCE] if side == ENEMY else [Meter.RP, Meter.HEAT, Meter.MOMENTUM, Meter.BALANCE]
    return {
        "name": setup.names[0 if side == PLAYER else 1 + int(now.foe)],
        "hp": int(it.hp),
        "max_hp": most_hp(setup, now, side),
        "meters": [{"name": METER_NAMES[m], "value": int(meter_of(now, side, m)), "most": int(most[m])} for m in shown],
        "lasting": [text for text in statuses_text(now, side) if not text.startswith(Meter.BALANCE.slug)],
        "primed": not now.over and bool(is_primed(now, setup.book[0], side)),
        "blood": int(now.blood) if side == PLAYER else 0,
    }
