"""The log of Veinbreaker in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from fracas.dice import Event, Roll
from fracas.engine.contract.setup import Setup
from fracas.engine.contract.telling import Harm, Lookup, Telling, Told
from fracas.engine.contract.telling import Teller as EngineTeller
from fracas.rulesets.veinbreaker import book, models
from fracas.rulesets.veinbreaker.codes import Interrupt, Mode, Opening, Part, Said, Source, Status
from fracas.rulesets.veinbreaker.labels import BONUS_NAMES, METER_NAMES, STATUS_NAMES, mode_name
from fracas.rulesets.veinbreaker.rules.attack import unpack_pair
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER

LOSES_BY = {
    Source.BLEED: "bleeds", Source.BURN: "burns", Source.COUNTER: "is countered", Source.RETALIATION: "is struck back",
    Source.BACKLASH: "suffers the backlash", Source.COST: "pays",
}  # fmt: skip
OWN: Mapping[int, str] = {
    Source.BLEED: STATUS_NAMES[Status.BLEED], Source.BURN: STATUS_NAMES[Status.RADIANT_BURN], Source.COUNTER: "counter",
    Source.RETALIATION: "retaliation", Source.BACKLASH: "backlash",
}  # fmt: skip
"""Causes of lost HP besides the links of a chain."""
RESULTS = {Said.LINK_HITS: "hits", Said.LINK_CRITS: "a critical hit", Said.LINK_MISSES: "misses"}
PARTS = {Part.STAT: "modifier", Part.BONUS: "bonus", Part.BALANCE: "balance", Part.PRIMED: "Primed", Part.MARKS: "Blood Marks"}
SHOWN_ROLLS = ("die", "sum", "keep")


def faces(roll: Roll) -> str:
    """``[3, 8]``."""
    return f"[{', '.join(str(face) for face in roll.faces)}]"


class Teller(EngineTeller):
    """Tells a log. It remembers what the next dice are for, the parts of a total and a blow, and HP."""

    EVENTS = Said

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.who: book.Fitted = setup.details["who"]
        self.foe = 0
        self.face_foe(0)
        self.hp = [int(fighter.hp) for fighter in setup.state[0].fighters]
        self.last_rolls: list[Roll] = []
        self.next_roll: Callable[[Roll], Told] | None = None
        self.declared: list[str] = []
        self.link = 0
        self.chain_roll = 0
        self.parts: list[str] = []
        self.blow: list[str] = []
        self.healing = ""

    def roll(self, roll: Roll) -> Told:
        """A roll is announced by the preceding event."""
        if roll.kind not in SHOWN_ROLLS:
            return None
        self.last_rolls = [*self.last_rolls[-1:], roll]
        tell, self.next_roll = self.next_roll, None
        return tell(roll) if tell else None

    def event(self, event: Event) -> Told:
        """An event; a remark about healing applies only to the next event."""
        if event.code != Said.HEALS:
            self.healing = ""
        return super().event(event)

    @property
    def enemy(self) -> models.Enemy:
        """The current enemy."""
        found: models.Enemy = self.setup.details["enemies"][self.foe]
        return found

    def face_foe(self, foe: int) -> None:
        """Set the current enemy."""
        self.foe = foe
        self.names = (self.setup.names[0], self.setup.names[1 + foe])

    def ability(self, side: int, slot: int) -> str:
        """The name of a link."""
        return self.who.abilities[slot].name if side == PLAYER else self.enemy.moves[slot].name

    def take_chain(self) -> str:
        """The links declared so far, returned once; the next link is the first."""
        told, self.declared, self.link = ", ".join(self.declared), [], 0
        return told

    def numbered(self, text: str) -> str:
        """A link, with its number."""
        self.link += 1
        return f"  {self.link}. {text}"

    def total(self, total: int) -> str:
        """The total of a link, with its parts."""
        told, self.parts = " ".join(self.parts), []
        return f"{self.chain_roll} {told} = {total}" if told else str(total)

    def tell_chain_roll(self, lead: str, mode: int) -> None:
        """Announce the roll of a chain."""

        def tell(roll: Roll) -> str:
            self.chain_roll = roll.result
            how = "" if mode == Mode.NORMAL else f" with {mode_name(mode)}"
            return f"{lead}{how} {faces(roll)} = {roll.result}."

        self.next_roll = tell

    # --- events whose lines need more than a template

    def _declares(self, e: Event) -> None:
        self.declared.append(self.ability(PLAYER, e.a))

    def _begins(self, e: Event) -> None:
        chain, name = self.take_chain(), self.names[e.a]
        self.tell_chain_roll(f"{name}'s chain: {chain}. Rolls" if chain else f"{name} rolls", e.c)

    def _rolls_again(self, e: Event) -> None:
        self.tell_chain_roll("     Rolls again", e.b)

    def _adds(self, e: Event) -> None:
        self.parts.append(f"{e.b:+d} {PARTS[Part(e.a)]}")

    def _link(self, e: Event) -> str:
        total, target = unpack_pair(e.c)
        return self.numbered(f"{self.ability(e.a, e.b)}: {self.total(total)} against {target}, {RESULTS[Said(e.code)]}.")

    def _moves(self, e: Event) -> list[str]:
        chain = [f"{self.names[PLAYER]}'s chain: {self.take_chain()}."] if self.declared else []
        return [*chain, self.numbered(f"{self.ability(PLAYER, e.a)}.")]

    def _damage_dice(self, e: Event) -> None:
        def add(roll: Roll) -> None:
            self.blow.insert(0, f"{len(roll.faces)}d{roll.sides} {faces(roll)}")

        self.blow = [f"{e.a:+d}"] if e.a else []
        self.next_roll = add

    def _reduced(self, e: Event) -> None:
        self.blow.append(f"guard -{e.b}")

    def _warded(self, e: Event) -> None:
        self.blow.append(f"Arcane Ward -{e.b}")

    def _takes(self, e: Event) -> str:
        side, damage = e.a, e.b
        self.hp[side] = max(self.hp[side] - damage, 0)
        self.next_roll = None
        name, left = self.names[side], f"{self.hp[side]} HP left"
        if e.c == Source.BLOW:
            how = f" ({', '.join(self.blow)})" if self.blow else ""
            self.blow = []
            return f"     {name} takes {damage}{how}: {left}."
        rolled = f" ({faces(self.last_rolls[-1])})" if e.c in (Source.COUNTER, Source.BACKLASH) else ""
        return f"     {name} {LOSES_BY[Source(e.c)]}: {damage} HP{rolled}, {left}."

    def _heals(self, e: Event) -> str:
        self.hp[e.a] += e.b
        how = self.healing or ("Radiance heals" if e.c else "Healing for")
        return f"     {how} {self.names[e.a]}: {e.b} HP, {self.hp[e.a]} now."

    def _parry_heals(self, e: Event) -> None:
        def tell(roll: Roll) -> None:
            self.healing = f"The parry ({faces(roll)} × tier {e.a}) heals"

        self.next_roll = tell

    def _interrupted(self, e: Event) -> str:
        rolled, threshold = unpack_pair(e.c)
        options: models.Options = self.setup.options
        loss = options.perfect_loss if e.b == Interrupt.PERFECT else options.interrupt_loss
        lost = f"{self.names[1 - e.a]} loses {loss} heat and momentum, {options.balance_loss} balance"
        came = ("but fails", f"the chain holds, but {lost}", f"perfect: {lost}")[e.b]
        return f"     {self.names[e.a]} interrupts: {faces(self.last_rolls[-1])} = {rolled} against {threshold}, {came}."

    def _contested(self, e: Event) -> str:
        mine, theirs = (f"{faces(r)} {total - r.result:+d} = {total}" for r, total in zip(self.last_rolls, (e.b, e.c), strict=True))
        return f"  {self.names[PLAYER]} steps in: {mine} against {theirs}, {'the chain is denied' if e.a else 'too late'}."

    def _executes(self, e: Event) -> str:
        return self.numbered(f"Execution Strike: {self.total(e.a)} against {e.b}.")

    def _executed(self, e: Event) -> str:
        self.hp[ENEMY] = 0
        return f"     Executed! {self.names[PLAYER]} bears {e.a} Blood {'Mark' if e.a == 1 else 'Marks'}."

    def _telegraphs(self, e: Event) -> None:
        move = self.enemy.moves[e.a]
        openings = {Opening.ALWAYS: " (open to an interrupt)", Opening.AFTER_MISS: " (open after a miss)", None: ""}
        self.declared.append(move.name + (" (a finisher, open to an interrupt)" if move.finisher else openings[move.opening]))

    def _shown(self, e: Event) -> str:
        return f"{self.names[ENEMY]} shows its chain: {self.take_chain()}."

    def _chain_ends(self, e: Event) -> str:
        self.declared = []
        return f"     {self.names[e.a]}: heat {e.b}; {self.names[1 - e.a]}: momentum {e.c}."

    def _steps_up(self, e: Event) -> str:
        self.face_foe(e.a)
        self.hp[ENEMY] = e.b
        return f"{self.names[ENEMY]} steps up with {e.b} HP."

    WORDS: ClassVar[Mapping[str, Lookup]] = {
        "status": STATUS_NAMES,
        "meter": METER_NAMES,
        "bonus": BONUS_NAMES,
        "ability": lambda teller, slot: teller.ability(PLAYER, slot),
        "reaction": lambda teller, kind: next(r.name for r in teller.who.reactions if r.does == kind),
        "player": lambda teller, _: teller.names[PLAYER],
        "enemy": lambda teller, _: teller.names[ENEMY],
        "timing": ("before", "after"),
        "lost": ("", ", before the link could land"),
    }
    HARMS = {Said.TAKES: lambda _, event: Harm(event.a, event.b, OWN[event.c]) if event.c in OWN else None}
    LINES: ClassVar[Mapping[Any, Telling]] = {
        Said.ROUND: "--- Round {a:d} ---",
        Said.DECLARES: _declares,
        Said.BEGINS: _begins,
        Said.ROLLS_AGAIN: _rolls_again,
        Said.ADDS: _adds,
        Said.LINK_HITS: _link,
        Said.LINK_CRITS: _link,
        Said.LINK_MISSES: _link,
        Said.MOVES: _moves,
        Said.DAMAGE_DICE: _damage_dice,
        Said.REDUCED: _reduced,
        Said.WARDED: _warded,
        Said.TAKES: _takes,
        Said.HEALS: _heals,
        Said.METER: "     {a}: {b:meter} {c:+d}.",
        Said.LAID: "     {a}: {b:status} +{c:d}.",
        Said.BONUS: "     {a}: {b:bonus} {c:+d}.",
        Said.READIES: "     {a} is on guard against {b:d} damage.",
        Said.STANCE: "     {a:player} stands in {a:ability}.",
        Said.TEMPO: "     Tempo: {a:+d} RP.",
        Said.TRIES: "     {a:enemy} moves to interrupt {a:timing} the link!",
        Said.INTERRUPTED: _interrupted,
        Said.BREAKS: "     {a}'s chain is broken{b:lost}.",
        Said.PARRY_HEALS: _parry_heals,
        Said.REACTS: "     {a:player} reacts: {a:reaction}.",
        Said.WILL_EXECUTE: "{a:player} goes for the kill.",
        Said.EXECUTES: _executes,
        Said.EXECUTED: _executed,
        Said.FAILS_EXECUTION: "     The execution fails: {a:player} stumbles, momentum gone.",
        Said.ELITE: "     {a:enemy} is stung into fury: momentum +1.",
        Said.HUNTER: "     Somewhere below, the Hunter becomes aware.",
        Said.BLOOD_RP: "     The Blood Marks drink: +1 RP.",
        Said.SHRUGS: "     {a:enemy} shrugs off the first hit.",
        Said.CASHES_OUT: "     {a:player} ends the chain here.",
        Said.HOLDS_BACK: "{a:player} holds back.",
        Said.CHAIN_ENDS: _chain_ends,
        Said.TELEGRAPHS: _telegraphs,
        Said.SHOWN: _shown,
        Said.SHOWS_NOTHING: "{a:enemy} gathers itself.",
        Said.CONTESTED: _contested,
        Said.WEARS_OFF: "     {a}: {b:status} is over.",
        Said.FALLS: "{a:enemy} falls.",
        Said.STEPS_UP: _steps_up,
        Said.DIES: "{a:player} falls.",
    }
    NEWS: ClassVar[Mapping[Any, Telling]] = {
        Said.BREAKS: "{a}'s chain broken",
        Said.CONTESTED: lambda teller, e: "denied" if e.a else None,
        Said.LAID: "{a} [{b:status}]",
        Said.STEPS_UP: lambda teller, e: teller.face_foe(e.a),
    }
