"""Small fights for odds, claims and tests: a character and enemies with just the numbers that matter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from pydantic import Field

from fracas.dice import Distribution, Event, PlayedDice, Roll, distribution
from fracas.engine.content.models import Model, Slug
from fracas.engine.contract.setup import Setup
from fracas.engine.play.stage import Stage
from fracas.engine.records.record import Array
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import book, models
from fracas.rulesets.veinbreaker.codes import Action, Archetype, Attribute, Meter, Phase, Said, Status
from fracas.rulesets.veinbreaker.limits import MAX_MARKS, MAX_METER, MAX_STACKS
from fracas.rulesets.veinbreaker.rules import apply, legal, start
from fracas.rulesets.veinbreaker.rules.attack import unpack_pair
from fracas.rulesets.veinbreaker.rules.chain import may_declare
from fracas.rulesets.veinbreaker.rules.meters import set_meter
from fracas.rulesets.veinbreaker.rules.statuses import lay_status
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, MAX_ACTIONS, PLAYER

Stacks = Field(0, ge=0, le=MAX_STACKS)
Level = Field(0, ge=0, le=MAX_METER)
QUIET = PlayedDice(0, 0)
"""Dice for actions that roll none."""

# --- a fight as a question has it -----------------------------------------------------------------------------------------


class Situation(Model):
    """The state of a fight in a question about a chain."""

    enemy: Slug
    archetype: Archetype | None = Field(None, description="The enemy as one of another archetype, with the windows of that")
    character: Slug | None = Field(None, description="By default one fresh from creation with just these abilities")
    hp: int | None = Field(None, ge=1, le=models.MAX_HP)
    rp: int | None = Field(None, ge=0, le=20)
    heat: int = Level
    momentum: int = Level
    balance: int = Field(0, ge=-MAX_METER, le=MAX_METER)
    stagger: int = Stacks
    advantage: int = Stacks
    blood_marks: int | None = Field(None, ge=0, le=MAX_MARKS)
    enemy_hp: int | None = Field(None, ge=1, le=models.MAX_HP)
    enemy_momentum: int = Level
    enemy_stagger: int = Stacks
    enemy_vulnerable: int = Stacks
    last: str | None = Field(None, description="The chain of the round before: its abilities cool down, and the enemy remembers it")
    interrupts: Literal["windows", "ruthless"] = Field("windows", description="How the enemy takes its chances")


def begun(setup: Setup) -> Array:
    """The state of a fight at the player's first turn."""
    now = setup.state.copy()
    start(QUIET, now[0], setup.book[0])
    return now


def staged(ask: Situation, options: models.Options, who: models.Character, enemy: models.Enemy) -> tuple[Setup, Array]:
    """A fight in a situation, just before the player declares. Character and enemy may differ from the question's."""
    fixed = options.model_copy(update={"spawn_hp_percent": 0})
    setup = book.build(models.Scenario(character=who, enemies=(enemy,)), fixed)
    now = begun(setup)
    me, it = now[0].fighters
    cap = options.momentum_cap
    for given, upper_bound, what in (
        (ask.hp, me.max_hp, "hp"),
        (ask.rp, setup.book[0].rp_cap, "rp"),
        (ask.enemy_hp, enemy.hp * (100 + options.spawn_hp_percent) // 100, "enemy_hp"),
        (ask.momentum, cap, "momentum"),
        (ask.enemy_momentum, cap, "enemy_momentum"),
        (ask.heat, options.heat_cap or MAX_METER, "heat"),
    ):
        if given is not None and given > upper_bound:
            raise FracasError("too-much", f"{what}={given} is more than there can be", f"give {int(upper_bound)} at most")
    me.hp = ask.hp or me.hp
    me.rp = me.rp if ask.rp is None else ask.rp
    it.hp = ask.enemy_hp or it.hp
    it.max_hp = max(it.max_hp, it.hp)
    now[0].blood = now[0].blood if ask.blood_marks is None else ask.blood_marks
    for side, meter, value in (
        (PLAYER, Meter.HEAT, ask.heat),
        (PLAYER, Meter.MOMENTUM, ask.momentum),
        (PLAYER, Meter.BALANCE, ask.balance),
        (ENEMY, Meter.MOMENTUM, ask.enemy_momentum),
    ):
        set_meter(now[0], setup.book[0], side, meter, value)
    for side, status, stacks in (
        (PLAYER, Status.STAGGER, ask.stagger),
        (PLAYER, Status.ADVANTAGE, ask.advantage),
        (ENEMY, Status.STAGGER, ask.enemy_stagger),
        (ENEMY, Status.VULNERABLE, ask.enemy_vulnerable),
    ):
        if stacks:
            lay_status(QUIET, now[0], side, status, stacks, options.status_rounds)
    return setup, now


# --- abilities, moves, fighters made for it -------------------------------------------------------------------------------

DV = 10
"""The default defence of the enemy."""
MISSES, HITS, CRITS = (1, 1), (6, 6), (10, 9)
"""Faces of a chain's roll that miss DV 10, hit it without a crit from the first link to the last, and crit."""
GREAT_HP = 100
UNDISTURBED = {
    Phase.LINK: Action.LET,
    Phase.AFTERWARDS: Action.LET,
    Phase.PAUSE: Action.PRESS,
    Phase.PARRIED: Action.LET,
    Phase.UNDENIED: Action.STRIKE,
}
"""The actions of a chain without interruptions."""
ENEMY_TURN = {
    Phase.TELEGRAPH: Action.SHOW,
    Phase.CONTEST: Action.LET,
    Phase.OPENING: Action.LET,
    Phase.ENEMY_LINK: Action.STRIKE,
    Phase.UNDENIED: Action.STRIKE,
}
"""The actions that let the enemy have its turn."""
RESULTS = (Said.LINK_HITS, Said.LINK_CRITS, Said.LINK_MISSES)


def _effects(dice: str | None, more: dict[str, Any]) -> dict[str, Any]:
    """Remove the effects of a link from ``more`` and return them; the damage comes first."""
    effects = {when: list(more.pop(when, ())) for when in ("on_use", "on_hit", "on_miss")}
    if dice is not None:
        effects["on_hit"].insert(0, {"type": "damage", "dice": dice})
    return effects


def ability(name: str, kind: str = "utility", dice: str | None = None, **more: Any) -> dict[str, Any]:
    """An ability of tier 1 without a pool cost; ``on_use``, ``on_hit`` and ``on_miss`` are its effects."""
    effects = _effects(dice, more)
    return {"id": name, "name": name.title(), "path": "stonepulse", "tier": 1, "type": kind, "effects": effects, **more}


def attack(name: str = "a1", dice: str = "1", **more: Any) -> dict[str, Any]:
    """An attack, of one point of damage unless dice are given."""
    return ability(name, "attack", dice, **more)


def attacks(n: int, dice: str = "1") -> list[dict[str, Any]]:
    """This many attacks: a1, a2 and so on."""
    return [attack(f"a{i}", dice) for i in range(1, n + 1)]


def movement(name: str = "step", **more: Any) -> dict[str, Any]:
    """A movement."""
    return ability(name, "movement", **more)


def move(name: str = "claw", dice: str | None = "1", **more: Any) -> dict[str, Any]:
    """A move of an enemy."""
    effects = _effects(dice, more)
    return {"name": name, "effects": effects, **more}


def breaker(*abilities: Any, **more: Any) -> dict[str, Any]:
    """A character with only the given abilities: by default 28 HP, 5 RP, attributes of 10."""
    scores = {name: more.pop(name, 10) for name in Attribute.slugs()}
    return {"path": "stonepulse", "core": False, "abilities": list(abilities) or [attack()], "attributes": scores, **more}


def foe(*moves: Any, **more: Any) -> dict[str, Any]:
    """An enemy with 100 HP, DV 10, IDF 0, no windows and no budget; it has RP just for its moves, so without any it does nothing."""
    rp = sum(m.get("rp", 1) for m in moves)
    plain = {"id": "foe", "name": "Foe", "tier": 1, "hp": GREAT_HP, "dv": DV, "rp": rp, "archetype": "bully"}
    return {**plain, "moves": list(moves) or [move()], **more}


def window(*links: int, when: str = "always", timing: str = "before", at_least: int = 1, percent: int = 100) -> dict[str, Any]:
    """An interrupt window."""
    return {"links": list(links), "when": when, "timing": timing, "at_least": at_least, "percent": percent}


@lru_cache(maxsize=256)
def _built(scenario: str, options: str) -> Setup:
    return book.build(models.Scenario.model_validate_json(scenario), models.Options.model_validate_json(options))


class SmallFight(Stage):
    """A fight played step by step with given faces. Enemies appear with their usual HP unless the options say otherwise."""

    def __init__(self, who: Any, foes: Iterable[Any], options: Mapping[str, Any], faces: Iterable[float] = (), **scenario: Any) -> None:
        data = json.dumps({"character": who, "enemies": list(foes), **scenario})
        made = _built(data, json.dumps({"spawn_hp_percent": 0, **options}))
        super().__init__(replace(made, book=made.book.copy()))
        self.ids = [a.id for a in self.setup.details["who"].abilities]
        self.run(faces, lambda dice: start(dice, self.state, self.book))

    # the current state

    @property
    def me(self) -> Any:
        """The player's side."""
        return self.state.fighters[PLAYER]

    @property
    def foe(self) -> Any:
        """The enemy's side."""
        return self.state.fighters[ENEMY]

    @property
    def phase(self) -> int:
        """The pending decision."""
        return int(self.state.phase)

    @property
    def over(self) -> int:
        """0 while the fight goes on, else its end code."""
        return int(self.state.over)

    @property
    def lost(self) -> tuple[int, int]:
        """The HP lost by the player and the enemy."""
        return int(self.me.max_hp - self.me.hp), int(self.foe.max_hp - self.foe.hp)

    def stacks(self, name: str, who: int = ENEMY) -> int:
        """The stacks of a status on a fighter."""
        return int(self.state.fighters[who].stacks[Status.of(name)])

    def lay(self, name: str, stacks: int, rounds: int = 9, who: int = ENEMY) -> None:
        """Apply a status to a fighter."""
        self.state.fighters[who].stacks[Status.of(name)] = stacks
        self.state.fighters[who].rounds[Status.of(name)] = rounds

    # actions

    def legal(self) -> list[int]:
        """The legal actions of the side to act."""
        codes = [0] * MAX_ACTIONS
        return codes[: legal(self.state, self.book, codes)]

    def declarable(self) -> list[str]:
        """The abilities that can be the next link."""
        return [name for i, name in enumerate(self.ids) if may_declare(self.state, self.book, i)]

    def step(self, dice: Any, action: int) -> None:
        """Perform an action with these dice."""
        apply(dice, self.state, self.book, action)

    def do(self, action: int, *faces: float) -> None:
        """Perform an action of the side to act, with these faces."""
        self.run(faces, lambda dice: self.step(dice, action))

    def declare(self, *names: str, execute: bool = False) -> None:
        """Add links to the chain."""
        for name in names:
            self.do(DECLARE + self.ids.index(name))
        if execute:
            self.do(Action.EXECUTE)

    def chain(self, *names: str, roll: Iterable[float] = HITS, execute: bool = False) -> None:
        """Declare a chain and start it: the roll is made, and the first link that rolls waits for the enemy."""
        self.declare(*names, execute=execute)
        self.do(Action.GO, *roll)

    def _follow(self, dice: Any, usual: Mapping[Any, Action]) -> None:
        while not self.over and self.phase in usual:
            self.step(dice, usual[self.phase])

    def follow(self, *faces: float) -> None:
        """Play the rest of the chain without interruptions."""
        self.run(faces, lambda dice: self._follow(dice, UNDISTURBED))

    def play(self, *names: str, roll: Iterable[float] = HITS, faces: Iterable[float] = (), execute: bool = False) -> None:
        """Declare a chain and play it to its end, without interruptions."""

        def all_of_it(dice: Any) -> None:
            self.step(dice, Action.GO)
            self._follow(dice, UNDISTURBED)

        self.declare(*names, execute=execute)
        self.run((*roll, *faces), all_of_it)

    def enemy_turn(self, *faces: float) -> None:
        """The enemy's whole turn and the end of the round, without interruptions."""
        self.run(faces, lambda dice: self._follow(dice, ENEMY_TURN))

    def pass_round(self, *faces: float) -> None:
        """The player passes, then the enemy has its turn; the faces are the enemy's."""
        self.do(Action.GO)
        self.enemy_turn(*faces)

    # results

    def events(self, *codes: Said) -> list[Event]:
        """The events of the last action."""
        return [e for e in self.last if isinstance(e, Event) and (not codes or e.code in codes)]

    def rolls(self, sides: int = 0) -> list[Roll]:
        """The rolls of the last action, all or those of dice with this many sides."""
        return [e for e in self.last if isinstance(e, Roll) and sides in (0, e.sides)]

    def faced(self) -> list[tuple[int, int]]:
        """Total and target of every link rolled in the last action."""
        return [(e.a, e.b) if e.code == Said.EXECUTES else unpack_pair(e.c) for e in self.events(*RESULTS, Said.EXECUTES)]

    def chances(
        self,
        action: int,
        measure: Callable[[Any], Any],
        usual: Mapping[Any, int] | None = None,
        stop: Callable[[Any], bool] | None = None,
    ) -> Distribution[Any]:
        """The exact distribution of a measure of the state after an action.

        If ``usual`` is given, the following actions are performed too, until ``stop`` says that nothing further matters.
        """
        waiting = {(self.array.tobytes(), action): Fraction(1)}
        ends: dict[Any, Fraction] = {}
        while waiting:
            (at, does), p = waiting.popitem()

            def once(dice: Any, at: bytes = at, does: int = does) -> bytes:
                after = np.frombuffer(bytearray(at), self.array.dtype).view(np.recarray)
                apply(dice, after[0], self.book, does)
                return bytes(after.tobytes())

            for after, share in distribution(once).items():
                now = np.frombuffer(after, self.array.dtype).view(np.recarray)[0]
                follows = (usual or {}).get(int(now.phase))
                if follows is None or now.over or (stop and stop(now)):
                    found = measure(now)
                    ends[found] = ends.get(found, Fraction(0)) + p * share
                else:
                    waiting[after, follows] = waiting.get((after, follows), Fraction(0)) + p * share
        return Distribution(ends)
