"""Veinbreaker's texts for players: names and details of actions, effects and windows, the status lines, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from fracas.dice import PlayedDice
from fracas.engine.content.texts import in_percent
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.rulesets.veinbreaker import book, chains, models
from fracas.rulesets.veinbreaker.codes import (
    AbilityType,
    Action,
    Bonus,
    Condition,
    Defense,
    EffectType,
    Meter,
    Mode,
    Phase,
    Pool,
    ReactionKind,
    Status,
    Tag,
    Timing,
)
from fracas.rulesets.veinbreaker.limits import MAX_CHAIN
from fracas.rulesets.veinbreaker.rules.attack import defense_target
from fracas.rulesets.veinbreaker.rules.chain import cooldown_of, in_chain, link_at
from fracas.rulesets.veinbreaker.rules.execution import declare_execution
from fracas.rulesets.veinbreaker.rules.statuses import is_primed
from fracas.rulesets.veinbreaker.state import CERTAIN, DECLARE, ENEMY, PLAYER, REACT

STATUS_NAMES = tuple(status.title for status in Status)
METER_NAMES = tuple(meter.name if meter in (Meter.HP, Meter.RP) else meter.slug for meter in Meter)
BONUS_NAMES: Mapping[int, str] = {Bonus.ATTACK: "attack", Bonus.DEFENSE: "defence", Bonus.IDF: "IDF"}
ACTIONS: Mapping[int, str] = {
    Action.GO: "go", Action.LET: "let it come", Action.INTERRUPT: "interrupt", Action.PRESS: "press on", Action.CASH_OUT: "cash out",
    Action.EXECUTE: "execute", Action.SHOW: "show the chain", Action.STRIKE: "strike",
}  # fmt: skip
WHEN = {
    Condition.ALWAYS: "",
    Condition.MISSED: " if you miss",
    Condition.LONG_CHAIN: " of a chain of {n} links or more",
    Condition.HEAT: " if your heat is {n} or more",
    Condition.BLOOD_MARKS: " if you bear {n} Blood Marks",
    Condition.MOVED: " if you have moved in the chain",
    Condition.REPEAT: " if you repeat an ability of your last chain",
    Condition.STILL: " if you have not moved in the chain",
}


def mode_name(mode: int) -> str:
    """``severe disadvantage``."""
    return Mode(mode).slug.replace("-", " ")


def listed(words: Iterable[str]) -> str:
    """A list in words, with commas and "or"."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}"


def window_text(window: models.Window) -> str:
    """A window in words: ``danger after link 2 if you miss (85%)``."""
    which = "any link" if len(set(window.links)) == MAX_CHAIN else f"link {listed(str(n) for n in sorted(set(window.links)))}"
    often = "" if window.percent == CERTAIN else f" ({window.percent}%)"
    when = " if the link before missed" if (window.when, window.timing) == (Condition.MISSED, Timing.BEFORE) else WHEN[window.when]
    return f"danger {window.timing.slug} {which}{when.format(n=window.at_least)}{often}"


def danger_lines(enemy: models.Enemy, options: models.Options) -> list[str]:
    """The interrupt windows of an enemy in words."""
    budget = book.enemy_written_out(enemy).budget
    told = [window_text(w) for w in book.windows_of(enemy, options)]
    if options.default_windows:
        told.append(f"{'else ' if told else ''}danger after a miss and around every link from link {options.late_link} on")
    bound = f"{counted(budget, 'attempt')} a round" if budget else "any number of attempts a round"
    return [f"Interrupts ({bound}): " + "; ".join(told)] if told else ["It does not interrupt."]


def effect_text(effect: models.Effect) -> str:
    """A short text for an effect."""
    whose = "" if effect.on_self else "enemy "
    for_rounds = f" for {counted(effect.duration, 'round')}" if effect.duration else ""
    if effect.status is not None:
        whom = "self " if effect.on_self and effect.status in models.HARMFUL else ""
        return f"{whom}{STATUS_NAMES[effect.status]} {effect.stacks}{for_rounds}"
    if effect.type.bonus is not None:
        return f"{whose}{BONUS_NAMES[effect.type.bonus]} {effect.amount:+d}{for_rounds}"
    if effect.resource is not None:
        name = METER_NAMES[effect.resource]
        return f"{whose}{name} {effect.amount:+d}" if effect.type == EffectType.RESOURCE_DELTA else f"{whose}{name} to {effect.amount}"
    words = {EffectType.DAMAGE: "{} damage", EffectType.REDUCE_DAMAGE: "guard {}", EffectType.HEAL: whose + "heal {}"}
    return words[effect.type].format(effect.dice)


def ability_text(ability: models.Ability, options: models.Options) -> str:
    """One line about an ability."""
    parts = [f"{METER_NAMES[meter]} {n:+d}" for meter, n in book.deltas(ability, options).items()]
    parts += [effect_text(e) for e in ability.effects.on_use]
    for word, effects in (
        ("on a hit", ability.effects.on_hit + ability.effects.on_success),
        ("on a miss", ability.effects.on_miss),
    ):
        if effects:
            parts.append(f"{word} {', '.join(effect_text(e) for e in effects)}")
    if Tag.MOMENTUM in ability.tags:
        parts.append("momentum +1 on a hit")
    if ability.cooldown > 1:
        parts.append(f"cooldown {ability.cooldown}")
    return f"{f'{ability.stat}; ' if ability.stat is not None else ''}{'; '.join(parts)}"


def reaction_text(reaction: models.Reaction) -> str:
    """One line about the cost and effect of a reaction."""
    amount = {ReactionKind.MOMENTUM: f" (+{reaction.amount})", ReactionKind.GUARD: f" (by {reaction.amount})"}.get(reaction.does, "")
    cooldown = f", cooldown {reaction.cooldown}" if reaction.cooldown > 1 else ""
    return f"{reaction.rp} RP{cooldown}: {reaction.description.rstrip('.')}{amount}"


# --- at the table -------------------------------------------------------------------------------------------------------


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    who: book.Fitted = setup.details["who"]
    if action >= DECLARE:
        return who.abilities[action - DECLARE].id
    if action >= REACT:
        return reaction_of(setup, action).id
    return "take it" if action == Action.LET and now.phase == Phase.REACTING else ACTIONS[action]


def _array(setup: Setup, now: Any) -> Any:
    return np.array([now], dtype=setup.state.dtype)


def links_of(now: Any) -> list[int]:
    """The links of the chain in a state."""
    return [int(link_at(now, i)) for i in range(int(now.links))]


def odds_text(odds: chains.Prospects) -> str:
    """A short text for a chain's prospects."""
    fells = f", fells {in_percent(odds.fells)}" if odds.fells else ""
    return f"{odds.mean_damage:.2f} damage{fells}, broken {in_percent(odds.broken)}"


def counted(n: int, thing: str) -> str:
    """``1 round``, ``2 rounds``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _declared(ruleset: Ruleset, setup: Setup, now: Any, actions: Sequence[int]) -> chains.Prospects:
    """The prospects of the chain declared so far, with further links."""
    return chains.chain_odds(ruleset, setup, chains.with_links(setup, _array(setup, now), actions), setup.policies[1]).prospects


def action_cost(setup: Setup, now: Any, action: int) -> dict[str, int]:
    """The cost of an action, by resource."""
    who: book.Fitted = setup.details["who"]
    cost: dict[str, int] = {}
    if action >= DECLARE:
        ability = who.abilities[action - DECLARE]
        cost["RP"] = setup.options.rp_per_link
        if ability.path != "core":
            cost[book.config().paths[ability.path].pool.slug] = ability.cost
    elif action >= REACT:
        cost["RP"] = reaction_of(setup, action).rp
    elif action == Action.EXECUTE:
        cost["RP"] = setup.options.execution_price
    elif action == Action.INTERRUPT and now.phase == Phase.OPENING:
        cost["RP"] = setup.options.interrupt_price
    return {what: n for what, n in cost.items() if n}


def action_targets(setup: Setup, now: Any, action: int) -> tuple[str, ...]:
    """The target of an attack, or the owner of the interrupted chain."""
    enemy = setup.names[1 + int(now.foe)]
    if action >= DECLARE:
        return (enemy,) if setup.details["who"].abilities[action - DECLARE].type == AbilityType.ATTACK else ()
    if action == Action.EXECUTE:
        return (enemy,)
    if action == Action.INTERRUPT:
        return (enemy if now.phase in (Phase.CONTEST, Phase.OPENING) else setup.names[0],)
    return (setup.names[0],) if action == Action.STRIKE else ()


def reaction_of(setup: Setup, action: int) -> models.Reaction:
    """The player's reaction that an action uses."""
    who: book.Fitted = setup.details["who"]
    return next(r for r in who.reactions if r.does == action - REACT)


def _under_way(ruleset: Ruleset, setup: Setup, now: Any, change: Callable[[Any], None]) -> chains.ChainOdds:
    """The exact odds of a chain in progress, after a change to the state."""
    array = _array(setup, now)
    change(array[0])
    return chains.chain_odds(ruleset, setup, array, setup.policies[1])


def _pause_details(ruleset: Ruleset, setup: Setup, now: Any, action: int) -> str:
    """The odds of pressing on, or of an execution, from here."""
    if action == Action.CASH_OUT:
        return "the chain ends here"

    def change(it: Any) -> None:
        if action == Action.EXECUTE:
            declare_execution(PlayedDice(0, 0), it, setup.book[0])

    price = f"{setup.options.execution_price} RP more; " if action == Action.EXECUTE else ""
    return f"{price}from here {odds_text(_under_way(ruleset, setup, now, change).prospects)}"


def _let_details(ruleset: Ruleset, setup: Setup, now: Any) -> str:
    """The cost of the rest of the enemy's chain if nobody stops it."""

    def change(it: Any) -> None:
        it.phase = Phase.UNDENIED if now.phase == Phase.CONTEST else Phase.ENEMY_LINK
        it.fighters[PLAYER].rp = 0  # so that nothing further can be interrupted

    odds = _under_way(ruleset, setup, now, change)
    falls = f", you fall {in_percent(odds.falls)}" if odds.falls else ""
    return f"{odds.suffered:.2f} HP lost on average{falls}"


def action_details(ruleset: Ruleset, setup: Setup, now: Any, action: int) -> str:
    """The cost and effect of an action; while a chain is being declared, its exact prospects with this link, or as it is."""
    if action >= DECLARE:
        ability = setup.details["who"].abilities[action - DECLARE]
        price = "".join(f", {n} {what}" for what, n in action_cost(setup, now, action).items())
        with_it = _declared(ruleset, setup, now, [action])
        return f"{ability.type.slug}{price}: {ability_text(ability, setup.options)} → chain {odds_text(with_it)}"
    if now.phase == Phase.PAUSE:
        return _pause_details(ruleset, setup, now, action)
    if action == Action.GO:
        if int(now.links) == 0:
            return "no chain this round"
        return f"chain of {int(now.links)}: {odds_text(_declared(ruleset, setup, now, []))}"
    if action == Action.EXECUTE:
        price = f"{setup.options.execution_price} RP more; the next attack kills, or fails"
        return f"{price} → chain {odds_text(_declared(ruleset, setup, now, [action]))}"
    if action >= REACT:
        return reaction_text(reaction_of(setup, action))
    if action == Action.LET and now.phase in (Phase.CONTEST, Phase.OPENING):
        return _let_details(ruleset, setup, now)
    return ", ".join(f"{n} {what}" for what, n in action_cost(setup, now, action).items())


def statuses_text(now: Any, side: int) -> list[str]:
    """The balance, statuses and bonuses of a fighter."""
    it = now.fighters[side]
    told = [f"balance {int(it.balance):+d}"] if it.balance else []
    told += [f"{STATUS_NAMES[i]} {int(n)} ({int(it.rounds[i])})" for i, n in enumerate(it.stacks) if n]
    told += [f"{BONUS_NAMES[i]} {int(n):+d}" for i, n in enumerate(it.bonus) if n]
    if it.radiance:
        told.append(f"radiance {int(it.radiance)}")
    if it.guard:
        told.append(f"guard {int(it.guard)}")
    return told


def most_hp(setup: Setup, now: Any, side: int) -> int:
    """The maximum HP of a side; a state in which the fight is over no longer contains them."""
    at_first = setup.details["who"].max_hp if side == PLAYER else setup.details["enemies"][int(now.foe)].hp
    return int(now.fighters[side].max_hp) or int(at_first)


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The fighters with meters and statuses; the chain that is declared or coming; the enemy's interrupt windows."""
    b = setup.book[0]
    me, it = now.fighters[PLAYER], now.fighters[ENEMY]
    enemy = setup.details["enemies"][int(now.foe)]
    if now.over:
        sides = ((setup.names[0], PLAYER), (setup.names[1 + int(now.foe)], ENEMY))
        return [f"{name}: {int(now.fighters[side].hp)}/{most_hp(setup, now, side)} HP" for name, side in sides]
    mine = [f"{int(me.hp)}/{int(me.max_hp)} HP", f"RP {int(me.rp)}/{int(b.rp_cap)}", f"heat {int(me.heat)}", f"momentum {int(me.momentum)}"]
    mine += statuses_text(now, PLAYER)
    if now.stance:
        mine.append(f"stance {setup.details['who'].abilities[int(now.stance) - 1].name}")
    if now.blood:
        mine.append(f"Blood Marks {int(now.blood)}")
    if now.phase == Phase.DECLARING and any(now.pools):
        mine.append("pools " + " ".join(f"{name} {int(n)}" for name, n in zip(Pool.slugs(), now.pools, strict=True) if n))
    if setup.options.defense == Defense.STATIC:
        mine.append(f"to hit you {defense_target(PlayedDice(0, 0), now, b, PLAYER)}")
    theirs = [f"{int(it.hp)}/{int(it.max_hp)} HP"]
    if setup.options.defense == Defense.STATIC:
        theirs.append(f"to hit {defense_target(PlayedDice(0, 0), now, b, ENEMY)}")
    theirs += [f"heat {int(it.heat)}", f"momentum {int(it.momentum)}", *statuses_text(now, ENEMY)]
    if is_primed(now, b, ENEMY):
        theirs.append("PRIMED")
    told = [f"{setup.names[0]}: {', '.join(mine)}", f"{setup.names[1 + int(now.foe)]}: {', '.join(theirs)}"]
    if now.phase == Phase.DECLARING:
        told += danger_lines(enemy, setup.options)
        if now.links:
            told.append("Chain: " + ", ".join(setup.details["who"].abilities[i].name for i in links_of(now)))
    elif now.phase in (Phase.CONTEST, Phase.OPENING):
        coming = [move_text(enemy.moves[i]) for i in links_of(now)[int(now.at) :]]
        told.append("Coming: " + ", ".join(coming))
    elif now.phase in (Phase.PAUSE, Phase.REACTING):
        names = [setup.details["who"].abilities[i].name for i in links_of(now)]
        at = int(now.at) + (now.phase == Phase.PAUSE or bool(now.after))
        told.append(f"Chain, on a roll of {int(now.roll)}: {', '.join(names[:at])} ▸ {', '.join(names[at:]) or 'its end'}")
    return told


def move_text(move: models.Move) -> str:
    """A move of an enemy with its effects."""
    hits = ", ".join(effect_text(e) for e in (*move.effects.on_use, *move.effects.on_hit, *move.effects.on_success))
    return f"{move.name} ({move.to_hit:+d}: {hits})" if hits else move.name


def refusal(setup: Setup, now: Any, wanted: str) -> str | None:
    """Why an ability or reaction that a player asks for cannot be used now."""
    who: book.Fitted = setup.details["who"]
    content = book.library()
    slug = wanted.lower().strip().replace(" ", "-")
    if slug in ("execute", "cash-out", "interrupt", "press-on", "go"):
        return _no_time_for(setup, now, slug)
    if slug in content.reactions:
        return _reaction_refused(setup, now, slug)
    ids = [a.id for a in who.abilities]
    if slug not in ids:
        return f"{setup.names[0]} has not learnt {content.abilities[slug].name}" if slug in content.abilities else None
    i = ids.index(slug)
    name, ability, b = who.abilities[i].name, who.abilities[i], setup.book[0]
    if now.phase != Phase.DECLARING:
        return f"{name} is no choice now: the chain is under way"
    if in_chain(now, i) and not setup.options.chain_repeats:
        return f"{name} is in the chain already; a chain has no repeats"
    if cooldown_of(now.cooldowns, i):
        return f"{name} cools down: it can be used again in {counted(int(cooldown_of(now.cooldowns, i)), 'round')}"
    if now.links >= b.options.longest_chain:
        return f"the chain has {counted(int(now.links), 'link')}, the most there can be"
    if now.fighters[PLAYER].rp < b.options.rp_per_link:
        return f"{name} takes {int(b.options.rp_per_link)} RP; {left_text(now.fighters[PLAYER].rp)}"
    if ability.cost and ability.path != "core":
        pool = book.config().paths[ability.path].pool
        if now.pools[pool] < ability.cost:
            return f"{name} takes {ability.cost} of the {pool.slug} pool; {left_text(now.pools[pool])}"
    return None


def left_text(n: int) -> str:
    """``1 is left``, ``2 are left``."""
    return f"{int(n)} {'is' if int(n) == 1 else 'are'} left"


def _no_time_for(setup: Setup, now: Any, what: str) -> str:
    """Why an existing action cannot be taken now."""
    if what == "execute" and now.phase in (Phase.DECLARING, Phase.PAUSE):
        if not is_primed(now, setup.book[0], ENEMY):
            return f"{setup.names[1 + int(now.foe)]} is not Primed"
        if now.executing:
            return "an execution is declared already"
        if now.fighters[PLAYER].rp < setup.options.execution_price:
            return f"an execution takes {setup.options.execution_price} RP more; {left_text(now.fighters[PLAYER].rp)}"
        return "an execution needs a link that rolls: declare one first"
    return {
        "execute": "an execution is declared with a chain, or between its links",
        "cash-out": f"a chain can be ended only after a link that hit, from link {setup.options.late_link} on",
        "press-on": "there is no chain to go on with",
        "interrupt": "the enemy has no chain under way that could be interrupted now",
        "go": "the chain is under way",
    }[what]


def _reaction_refused(setup: Setup, now: Any, slug: str) -> str:
    """Why a reaction cannot be used now."""
    reaction = book.library().reactions[slug]
    if slug not in [r.id for r in setup.details["who"].reactions]:
        return f"{setup.names[0]} has not learnt {reaction.name}"
    if now.phase != Phase.REACTING and not (now.phase == Phase.CONTEST and reaction.does == ReactionKind.MOMENTUM):
        return f"{reaction.name} answers an interrupt; there is none to answer"
    if now.fighters[PLAYER].rp < reaction.rp:
        return f"{reaction.name} takes {reaction.rp} RP; {left_text(now.fighters[PLAYER].rp)}"
    return f"{reaction.name} cools down"
