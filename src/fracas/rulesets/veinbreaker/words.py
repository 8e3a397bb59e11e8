"""Veinbreaker in words: log lines, names and details of actions, windows and effects as sentences, where a fight stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fracas.dice import Entry, Event, PlayedDice, Roll
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.rulesets.veinbreaker import book, chains, choices, links, models, rules, state
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Said

STATUS_NAMES = (
    "Bleed", "Radiant Burn", "Stagger", "Vulnerable", "Primed", "Retaliate", "Arcane Ward", "Advantage",
)  # fmt: skip
METER_NAMES = ("HP", "RP", "heat", "momentum", "balance", "radiance")
BONUS_NAMES = ("attack", "defence", "IDF")
MODE_NAMES = {mode - state.MOST_MODE: name.replace("-", " ") for mode, name in enumerate(state.MODES)}
SOURCES = {
    state.OF_BLEED: "bleeds", state.OF_BURN: "burns", state.OF_COUNTER: "is countered", state.OF_RETALIATION: "is struck back",
    state.OF_BACKLASH: "suffers the backlash", state.OF_COST: "pays",
}  # fmt: skip
ADDED = {
    state.OF_STAT: "modifier", state.OF_BONUS: "bonus", state.OF_BALANCE: "balance", state.OF_PRIMED: "Primed",
    state.OF_MARKS: "Blood Marks",
}  # fmt: skip
ACTIONS = {
    state.GO: "go", state.LET: "let it come", state.INTERRUPT: "interrupt", state.PRESS: "press on", state.CASH_OUT: "cash out",
    state.EXECUTE: "execute", state.SHOW: "show the chain", state.STRIKE: "strike",
}  # fmt: skip
WHEN = {
    "always": "", "missed": " if you miss", "long-chain": " of a chain of {n} links or more", "heat": " if your heat is {n} or more",
    "blood-marks": " if you bear {n} Blood Marks", "moved": " if you have moved in the chain",
    "repeat": " if you repeat an ability of your last chain",
    "still": " if you have not moved in the chain",
}  # fmt: skip


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "or"."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}"


def window_text(window: models.Window) -> str:
    """A window in words: ``danger after link 2 if you miss (85%)``."""
    which = "any link" if len(set(window.links)) == state.MOST_CHAIN else f"link {listed(str(n) for n in sorted(set(window.links)))}"
    often = "" if window.percent == choices.CERTAIN else f" ({window.percent}%)"
    when = " if the link before missed" if (window.when, window.timing) == ("missed", "before") else WHEN[window.when]
    return f"danger {window.timing} {which}{when.format(n=window.at_least)}{often}"


def danger_lines(enemy: models.Enemy, options: models.Options) -> list[str]:
    """When an enemy may interrupt."""
    budget = book.config().archetypes[enemy.archetype].budget
    told = [window_text(w) for w in book.windows_of(enemy, options)]
    if options.default_windows:
        told.append(f"{'else ' if told else ''}danger after a miss and around every link from link {options.late_link} on")
    bound = f"{counted(budget, 'attempt')} a round" if budget else "any number of attempts a round"
    return [f"Interrupts ({bound}): " + "; ".join(told)] if told else ["It does not interrupt."]


def effect_text(effect: models.Effect) -> str:
    """An effect in a few words."""
    whose = "" if effect.on_self else "enemy "
    for_rounds = f" for {counted(effect.duration, 'round')}" if effect.duration else ""
    if effect.status is not None:
        whom = "self " if effect.on_self and effect.status in models.HARMFUL else ""
        return f"{whom}{STATUS_NAMES[state.STATUSES.index(effect.status)]} {effect.stacks}{for_rounds}"
    if effect.type in state.BONUSES:
        return f"{whose}{BONUS_NAMES[state.BONUSES.index(effect.type)]} {effect.amount:+d}{for_rounds}"
    if effect.resource is not None:
        name = METER_NAMES[state.RESOURCES.index(effect.resource)]
        return f"{whose}{name} {effect.amount:+d}" if effect.type == "resource_delta" else f"{whose}{name} to {effect.amount}"
    return {"damage": f"{effect.dice} damage", "reduce_damage": f"guard {effect.dice}", "heal": f"{whose}heal {effect.dice}"}[effect.type]


def ability_text(ability: models.Ability) -> str:
    """What an ability does, in a line."""
    parts = [f"{METER_NAMES[state.RESOURCES.index(name)]} {n:+d}" for name, n in book.deltas(ability).items() if n]
    parts += [effect_text(e) for e in ability.effects.on_use]
    for word, effects in (
        ("on a hit", ability.effects.on_hit + ability.effects.on_success),
        ("on a miss", ability.effects.on_miss),
    ):
        if effects:
            parts.append(f"{word} {', '.join(effect_text(e) for e in effects)}")
    if "momentum" in ability.tags:
        parts.append("momentum +1 on a hit")
    if ability.cooldown > 1:
        parts.append(f"cooldown {ability.cooldown}")
    return f"{f'{ability.stat}; ' if ability.stat else ''}{'; '.join(parts)}"


def reaction_text(reaction: models.Reaction) -> str:
    """What a reaction takes and does, in a line."""
    amount = {"momentum": f" (+{reaction.amount})", "guard": f" (by {reaction.amount})"}.get(reaction.does, "")
    cooldown = f", cooldown {reaction.cooldown}" if reaction.cooldown > 1 else ""
    return f"{reaction.rp} RP{cooldown}: {reaction.description.rstrip('.')}{amount}"


class Teller:
    """Turns a log into lines. It remembers what the next dice are for, what goes into a blow, and HP, to tell what is left."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.who: book.Fitted = setup.details["who"]
        self.enemies: tuple[models.Enemy, ...] = setup.details["enemies"]
        self.foe = 0
        self.hp = [int(setup.state[0].fighters[i].hp) for i in (PLAYER, ENEMY)]
        self.pending: list[str] = []
        self.dice: Callable[[Roll], None] | None = None
        self.faces = ""
        self.before = "", 0
        self.result = 0
        self.blow: list[str] = []
        self.link = 0
        self.roll = 0
        self.healing = ""
        self.parts: list[str] = []
        self.lines: list[str] = []

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """All lines of a log."""
        for entry in entries:
            if isinstance(entry, Roll):
                if entry.kind in ("die", "sum", "keep"):
                    self.before = self.faces, self.result
                    self.result = entry.result
                    self.faces = f"[{', '.join(str(face) for face in entry.faces)}]"
                    if self.dice is not None:
                        self.dice(entry)
                        self.dice = None
            else:
                if entry.code != Said.HEALS:
                    self.healing = ""
                getattr(self, f"_{Said(entry.code).name.lower()}")(entry.a, entry.b, entry.c)
        return self.lines

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append(line)

    def name(self, side: int) -> str:
        """A fighter's name."""
        return self.setup.names[0] if side == PLAYER else self.setup.names[1 + self.foe]

    def left(self, side: int) -> str:
        """What a fighter has left, in words."""
        return f"{self.hp[side]} HP left"

    def chain(self) -> str:
        """The declared links, once."""
        told, self.pending = ", ".join(self.pending), []
        self.link = 0
        return told

    def rolled(self, lead: str, mode: int) -> None:
        """The next dice are a roll."""

        def show(roll: Roll) -> None:
            self.roll = roll.result
            how = "" if mode == 0 else f" with {MODE_NAMES[mode]}"
            self.say(f"{lead}{how} [{', '.join(str(face) for face in roll.faces)}] = {roll.result}.")

        self.dice = show

    def ability(self, side: int, what: int) -> str:
        """What a link is called."""
        return self.who.abilities[what].name if side == PLAYER else self.enemies[self.foe].moves[what].name

    def numbered(self, text: str) -> None:
        """Tell a link, with its number."""
        self.link += 1
        self.say(f"  {self.link}. {text}")

    def _round(self, number: int, *_: int) -> None:
        self.say(f"--- Round {number} ---")

    def _declares(self, what: int, *_: int) -> None:
        self.pending.append(self.ability(PLAYER, what))

    def _will_execute(self, *_: int) -> None:
        self.say(f"{self.name(PLAYER)} goes for the kill.")

    def _begins(self, side: int, _: int, mode: int) -> None:
        told = self.chain()
        lead = f"{self.name(side)}'s chain: {told}. Rolls" if told else f"{self.name(side)} rolls"
        self.link = 0
        self.rolled(lead, mode)

    def _rolls_again(self, side: int, mode: int, _: int) -> None:
        self.rolled("     Rolls again", mode)

    def _adds(self, what: int, amount: int, _: int) -> None:
        self.parts.append(f"{amount:+d} {ADDED[what]}")

    def total(self, total: int) -> str:
        """What a link comes to, with what it is made of."""
        told, self.parts = " ".join(self.parts), []
        return f"{self.roll} {told} = {total}" if told else str(total)

    def _link(self, side: int, what: int, numbers: int, how: str) -> None:
        total, target = links.apart(numbers)
        self.numbered(f"{self.ability(side, what)}: {self.total(total)} against {target}, {how}.")

    def _link_hits(self, side: int, what: int, numbers: int) -> None:
        self._link(side, what, numbers, "hits")

    def _link_crits(self, side: int, what: int, numbers: int) -> None:
        self._link(side, what, numbers, "a critical hit")

    def _link_misses(self, side: int, what: int, numbers: int) -> None:
        self._link(side, what, numbers, "misses")

    def _moves(self, what: int, *_: int) -> None:
        if self.pending:
            self.say(f"{self.name(PLAYER)}'s chain: {self.chain()}.")
        self.numbered(f"{self.ability(PLAYER, what)}.")

    def _damage_dice(self, bonus: int, *_: int) -> None:
        def add(roll: Roll) -> None:
            self.blow.insert(0, f"{len(roll.faces)}d{roll.sides} {self.faces}")

        self.blow = [f"{bonus:+d}"] if bonus else []
        self.dice = add

    def _reduced(self, side: int, amount: int, _: int) -> None:
        self.blow.append(f"guard -{amount}")

    def _warded(self, side: int, amount: int, _: int) -> None:
        self.blow.append(f"Arcane Ward -{amount}")

    def _takes(self, side: int, damage: int, source: int) -> None:
        self.hp[side] = max(self.hp[side] - damage, 0)
        self.dice = None
        if source == state.OF_BLOW:
            how = f" ({', '.join(self.blow)})" if self.blow else ""
            self.say(f"     {self.name(side)} takes {damage}{how}: {self.left(side)}.")
            self.blow = []
        else:
            die = f" ({self.faces})" if source in (state.OF_COUNTER, state.OF_BACKLASH) else ""
            self.say(f"     {self.name(side)} {SOURCES[source]}: {damage} HP{die}, {self.left(side)}.")

    def _heals(self, side: int, amount: int, by_radiance: int) -> None:
        self.hp[side] += amount
        how = self.healing or ("Radiance heals" if by_radiance else "Healing for")
        self.say(f"     {how} {self.name(side)}: {amount} HP, {self.hp[side]} now.")

    def _meter(self, side: int, meter: int, amount: int) -> None:
        self.say(f"     {self.name(side)}: {METER_NAMES[meter]} {amount:+d}.")

    def _laid(self, side: int, status: int, stacks: int) -> None:
        self.say(f"     {self.name(side)}: {STATUS_NAMES[status]} +{stacks}.")

    def _bonus(self, side: int, kind: int, amount: int) -> None:
        self.say(f"     {self.name(side)}: {BONUS_NAMES[kind]} {amount:+d}.")

    def _readies(self, side: int, amount: int, _: int) -> None:
        self.say(f"     {self.name(side)} is on guard against {amount} damage.")

    def _stance(self, what: int, *_: int) -> None:
        self.say(f"     {self.name(PLAYER)} stands in {self.ability(PLAYER, what)}.")

    def _tempo(self, rp: int, *_: int) -> None:
        self.say(f"     Tempo: {rp:+d} RP.")

    def _tries(self, after: int, *_: int) -> None:
        self.say(f"     {self.name(ENEMY)} moves to interrupt {'after' if after else 'before'} the link!")

    def _interrupted(self, side: int, how: int, numbers: int) -> None:
        rolled, at = links.apart(numbers)
        lost = f"{self.name(1 - side)} loses {rules.PERFECT_COSTS if how == 2 else rules.SUCCESS_COSTS} heat and momentum, 1 balance"
        came = ("but fails", f"the chain holds, but {lost}", f"perfect: {lost}")[how]
        self.say(f"     {self.name(side)} interrupts: {self.faces} = {rolled} against {at}, {came}.")

    def _breaks(self, side: int, lost: int, _: int) -> None:
        self.say(f"     {self.name(side)}'s chain is broken{', before the link could land' if lost else ''}.")

    def _parry_heals(self, tier: int, *_: int) -> None:
        def heals(roll: Roll) -> None:
            self.healing = f"The parry ({self.faces} × tier {tier}) heals"

        self.dice = heals

    def _reacts(self, what: int, *_: int) -> None:
        self.say(f"     {self.name(PLAYER)} reacts: {self.reaction(what).name}.")

    def reaction(self, what: int) -> models.Reaction:
        """The player's reaction of a kind."""
        return next(r for r in self.who.reactions if r.does == state.REACTIONS[what])

    def _executes(self, total: int, target: int, _: int) -> None:
        self.numbered(f"Execution Strike: {self.total(total)} against {target}.")

    def _executed(self, marks: int, *_: int) -> None:
        self.hp[ENEMY] = 0
        self.say(f"     Executed! {self.name(PLAYER)} bears {marks} Blood {'Mark' if marks == 1 else 'Marks'}.")

    def _fails_execution(self, *_: int) -> None:
        self.say(f"     The execution fails: {self.name(PLAYER)} stumbles, momentum gone.")

    def _elite(self, *_: int) -> None:
        self.say(f"     {self.name(ENEMY)} is stung into fury: momentum +1.")

    def _hunter(self, *_: int) -> None:
        self.say("     Somewhere below, the Hunter becomes aware.")

    def _cashes_out(self, *_: int) -> None:
        self.say(f"     {self.name(PLAYER)} ends the chain here.")

    def _telegraphs(self, what: int, *_: int) -> None:
        move = self.enemies[self.foe].moves[what]
        how = " (a finisher, open to an interrupt)" if move.finisher else " (open after a miss)" if move.opening == "after-miss" else ""
        self.pending.append(f"{move.name}{how or (' (open to an interrupt)' if move.opening else '')}")

    def _shown(self, *_: int) -> None:
        self.say(f"{self.name(ENEMY)} shows its chain: {self.chain()}.")

    def _shows_nothing(self, *_: int) -> None:
        self.say(f"{self.name(ENEMY)} gathers itself.")

    def _contested(self, denied: int, mine: int, theirs: int) -> None:
        how = "the chain is denied" if denied else "too late"
        faces, rolled = self.before
        mine_told, theirs_told = f"{faces} {mine - rolled:+d} = {mine}", f"{self.faces} {theirs - self.result:+d} = {theirs}"
        self.say(f"  {self.name(PLAYER)} steps in: {mine_told} against {theirs_told}, {how}.")

    def _falls(self, foe: int, *_: int) -> None:
        self.say(f"{self.setup.names[1 + foe]} falls.")

    def _steps_up(self, foe: int, hp: int, _: int) -> None:
        self.foe = foe
        self.hp[ENEMY] = hp
        self.say(f"{self.name(ENEMY)} steps up with {hp} HP.")

    def _dies(self, *_: int) -> None:
        self.say(f"{self.name(PLAYER)} falls.")

    def _wears_off(self, side: int, status: int, _: int) -> None:
        self.say(f"     {self.name(side)}: {STATUS_NAMES[status]} is over.")

    def _blood_rp(self, *_: int) -> None:
        self.say("     The Blood Marks drink: +1 RP.")

    def _chain_ends(self, side: int, heat: int, momentum: int) -> None:
        self.pending = []
        self.say(f"     {self.name(side)}: heat {heat}; {self.name(1 - side)}: momentum {momentum}.")

    def _shrugs(self, *_: int) -> None:
        self.say(f"     {self.name(ENEMY)} shrugs off the first hit.")

    def _holds_back(self, *_: int) -> None:
        self.say(f"{self.name(PLAYER)} holds back.")


# --- at the table -------------------------------------------------------------------------------------------------------


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    who: book.Fitted = setup.details["who"]
    if action >= state.DECLARE:
        return who.abilities[action - state.DECLARE].id
    if action >= state.REACT:
        return next(r.id for r in who.reactions if r.does == state.REACTIONS[action - state.REACT])
    return "take it" if action == state.LET and now.phase == state.REACTING else ACTIONS[action]


def _array(setup: Setup, now: Any) -> Any:
    return np.array([now], dtype=setup.state.dtype)


def odds_text(odds: chains.Prospects) -> str:
    """A chain's prospects in a few words."""
    fells = f", fells {odds.fells:.1%}" if odds.fells else ""
    return f"{odds.mean_damage:.2f} damage{fells}, broken {odds.broken:.1%}"


def counted(n: int, thing: str) -> str:
    """``1 round``, ``2 rounds``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _declared(ruleset: Ruleset, setup: Setup, now: Any, actions: Sequence[int]) -> chains.Prospects:
    """The prospects of the chain declared so far, with more links."""
    return chains.chain_odds(ruleset, setup, chains.with_links(setup, _array(setup, now), actions), setup.policies[1]).prospects


def price_text(setup: Setup, i: int) -> str:
    """What declaring an ability takes."""
    ability = setup.details["who"].abilities[i]
    parts = [f"{setup.options.rp_per_link} RP"] if setup.options.rp_per_link else []
    if ability.cost:
        parts.append(f"{ability.cost} {book.config().paths[ability.path].pool}")
    return "".join(f", {part}" for part in parts)


def _under_way(ruleset: Ruleset, setup: Setup, now: Any, change: Callable[[Any], None]) -> chains.ChainOdds:
    """The exact odds of a chain under way, after a change to the state."""
    array = _array(setup, now)
    change(array[0])
    return chains.chain_odds(ruleset, setup, array, setup.policies[1])


def _pause_details(ruleset: Ruleset, setup: Setup, now: Any, action: int) -> str:
    """What pressing on, or an execution, comes to from here."""
    if action == state.CASH_OUT:
        return "the chain ends here"

    def change(it: Any) -> None:
        if action == state.EXECUTE:
            rules.will_execute(PlayedDice(0, 0), it, setup.book[0])

    price = f"{setup.options.execution_price} RP more; " if action == state.EXECUTE else ""
    return f"{price}from here {odds_text(_under_way(ruleset, setup, now, change).prospects)}"


def _let_details(ruleset: Ruleset, setup: Setup, now: Any) -> str:
    """What the enemy's chain, or what is left of it, does if nobody stops it."""

    def change(it: Any) -> None:
        it.phase = state.UNDENIED if now.phase == state.CONTEST else state.ENEMY_LINK
        it.fighters[PLAYER].rp = 0  # so that nothing further can be interrupted

    odds = _under_way(ruleset, setup, now, change)
    falls = f", you fall {odds.falls:.1%}" if odds.falls else ""
    return f"{odds.suffered:.2f} HP lost on average{falls}"


def action_details(ruleset: Ruleset, setup: Setup, now: Any, action: int) -> str:
    """What an action costs and brings. While a chain is declared: its exact prospects with this link, or as it is."""
    if action >= state.DECLARE:
        i = action - state.DECLARE
        ability = setup.details["who"].abilities[i]
        with_it = _declared(ruleset, setup, now, [action])
        return f"{ability.type}{price_text(setup, i)}: {ability_text(ability)} → chain {odds_text(with_it)}"
    if now.phase == state.PAUSE:
        return _pause_details(ruleset, setup, now, action)
    if action == state.GO:
        if int(now.links) == 0:
            return "no chain this round"
        return f"chain of {int(now.links)}: {odds_text(_declared(ruleset, setup, now, []))}"
    if action == state.EXECUTE:
        price = f"{setup.options.execution_price} RP more; the next attack kills, or fails"
        return f"{price} → chain {odds_text(_declared(ruleset, setup, now, [action]))}"
    if action >= state.REACT:
        return reaction_text(next(r for r in setup.details["who"].reactions if r.does == state.REACTIONS[action - state.REACT]))
    if action == state.LET and now.phase in (state.CONTEST, state.OPENING):
        return _let_details(ruleset, setup, now)
    if action == state.INTERRUPT and now.phase == state.OPENING and setup.options.interrupt_price:
        return f"{setup.options.interrupt_price} RP"
    return ""


def statuses_text(now: Any, side: int) -> list[str]:
    """What lies on a fighter."""
    it = now.fighters[side]
    told = [f"{STATUS_NAMES[i]} {int(n)} ({int(it.rounds[i])})" for i, n in enumerate(it.stacks) if n]
    told += [f"{BONUS_NAMES[i]} {int(n):+d}" for i, n in enumerate(it.bonus) if n]
    if it.radiance:
        told.append(f"radiance {int(it.radiance)}")
    if it.guard:
        told.append(f"guard {int(it.guard)}")
    return told


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The fighters, their meters, what lies on them; the chain that is declared or coming; when the enemy interrupts."""
    b = setup.book[0]
    me, it = now.fighters[PLAYER], now.fighters[ENEMY]
    enemy = setup.details["enemies"][int(now.foe)]
    mine = [f"{int(me.hp)}/{int(me.max_hp)} HP", f"RP {int(me.rp)}/{int(b.rp_cap)}", f"heat {int(me.heat)}", f"momentum {int(me.momentum)}"]
    if me.balance:
        mine.append(f"balance {int(me.balance):+d}")
    mine += statuses_text(now, PLAYER)
    if now.stance:
        mine.append(f"stance {setup.details['who'].abilities[int(now.stance) - 1].name}")
    if now.blood:
        mine.append(f"Blood Marks {int(now.blood)}")
    if now.phase == state.DECLARING and any(now.pools):
        mine.append("pools " + " ".join(f"{name} {int(n)}" for name, n in zip(state.POOLS, now.pools, strict=True) if n))
    if setup.options.defense == "static":
        mine.append(f"to hit you {links.defense_target(PlayedDice(0, 0), now, b, PLAYER)}")
    theirs = [f"{int(it.hp)}/{int(it.max_hp)} HP"]
    if setup.options.defense == "static":
        theirs.append(f"to hit {links.defense_target(PlayedDice(0, 0), now, b, ENEMY)}")
    theirs += [f"heat {int(it.heat)}", f"momentum {int(it.momentum)}", *statuses_text(now, ENEMY)]
    if links.is_primed(now, b, ENEMY):
        theirs.append("PRIMED")
    told = [f"{setup.names[0]}: {', '.join(mine)}", f"{setup.names[1 + int(now.foe)]}: {', '.join(theirs)}"]
    if now.phase == state.DECLARING:
        told += danger_lines(enemy, setup.options)
        if now.links:
            told.append("Chain: " + ", ".join(setup.details["who"].abilities[i].name for i in chains.declared(now)))
    elif now.phase in (state.CONTEST, state.OPENING):
        coming = [move_text(enemy.moves[i]) for i in chains.declared(now)[int(now.at) :]]
        told.append("Coming: " + ", ".join(coming))
    elif now.phase in (state.PAUSE, state.REACTING):
        names = [setup.details["who"].abilities[i].name for i in chains.declared(now)]
        at = int(now.at) + (now.phase == state.PAUSE or bool(now.after))
        told.append(f"Chain, on a roll of {int(now.roll)}: {', '.join(names[:at])} ▸ {', '.join(names[at:]) or 'its end'}")
    return told


def move_text(move: models.Move) -> str:
    """A move of an enemy with what it does."""
    hits = ", ".join(effect_text(e) for e in (*move.effects.on_use, *move.effects.on_hit, *move.effects.on_success))
    return f"{move.name} ({move.to_hit:+d}: {hits})" if hits else move.name


def news(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Broken chains and what is laid on whom."""
    told: dict[str, None] = {}
    foe = 0
    for entry in entries:
        if not isinstance(entry, Event):
            continue
        if entry.code == Said.STEPS_UP:
            foe = entry.a
            continue
        whose = setup.names[0] if entry.a == PLAYER else setup.names[1 + foe]
        if entry.code == Said.BREAKS:
            told[f"{whose}'s chain broken"] = None
        elif entry.code == Said.CONTESTED and entry.a == 1:
            told["denied"] = None
        elif entry.code == Said.LAID:
            told[f"{whose} [{STATUS_NAMES[entry.b]}]"] = None
    return tuple(told)


def refusal(setup: Setup, now: Any, wanted: str) -> str | None:
    """Why an ability or reaction that a player names cannot be used now."""
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
    if now.phase != state.DECLARING:
        return f"{name} is no choice now: the chain is under way"
    if choices.in_chain(now, i):
        return f"{name} is in the chain already; a chain has no repeats"
    if choices.cooling(now.cooling, i):
        return f"{name} cools down: it can be used again in {counted(int(choices.cooling(now.cooling, i)), 'round')}"
    if now.links >= b.options.most_chain:
        return f"the chain has {counted(int(now.links), 'link')}, the most there can be"
    if now.fighters[PLAYER].rp < b.options.rp_per_link:
        return f"{name} takes {int(b.options.rp_per_link)} RP; {left_text(now.fighters[PLAYER].rp)}"
    if ability.cost:
        pool = book.config().paths[ability.path].pool  # type: ignore[index]  # core abilities cost nothing
        if now.pools[state.POOLS.index(pool)] < ability.cost:
            return f"{name} takes {ability.cost} of the {pool} pool; {left_text(now.pools[state.POOLS.index(pool)])}"
    return None


def left_text(n: int) -> str:
    """``1 is left``, ``2 are left``."""
    return f"{int(n)} {'is' if int(n) == 1 else 'are'} left"


def _no_time_for(setup: Setup, now: Any, what: str) -> str:
    """Why something that belongs to another moment, or is not to be had, cannot be done now."""
    if what == "execute" and now.phase in (state.DECLARING, state.PAUSE):
        if not links.is_primed(now, setup.book[0], ENEMY):
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
    if now.phase != state.REACTING and not (now.phase == state.CONTEST and reaction.does == "momentum"):
        return f"{reaction.name} answers an interrupt; there is none to answer"
    if now.fighters[PLAYER].rp < reaction.rp:
        return f"{reaction.name} takes {reaction.rp} RP; {left_text(now.fighters[PLAYER].rp)}"
    return f"{reaction.name} cools down"
