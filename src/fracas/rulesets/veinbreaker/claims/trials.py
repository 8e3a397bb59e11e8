"""Small fights that claims are tried in, with just the numbers that matter and dice that show given faces."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from fracas.dice import Distribution, Event, Roll, ScriptedDice, distribution
from fracas.engine.contract.setup import Setup
from fracas.engine.play.stage import Stage
from fracas.rulesets.veinbreaker import book, choices, links, models, rules, state
from fracas.rulesets.veinbreaker.claims.stage import DV, HITS, LINKS, attack, attacks, move
from fracas.rulesets.veinbreaker.links import apart
from fracas.rulesets.veinbreaker.state import ENEMY, FACES, PLAYER, Said

GREAT_HP = 100
SURE, HOPELESS = 0, 30
"""A DV that every roll reaches, and one that none does."""
FOLLOWS = {
    state.LINK: state.LET,
    state.AFTERWARDS: state.LET,
    state.PAUSE: state.PRESS,
    state.PARRIED: state.LET,
    state.UNDENIED: state.STRIKE,
}
"""What is done where nobody disturbs a chain."""
ENEMY_TURN = {state.TELEGRAPH: state.SHOW, state.CONTEST: state.LET, state.OPENING: state.LET, state.ENEMY_LINK: state.STRIKE}
RESULTS = (Said.LINK_HITS, Said.LINK_CRITS, Said.LINK_MISSES)


class Faces(ScriptedDice):
    """Dice that show the given faces, and after them ones: under other options a rule may ask for more."""

    def _next(self, what: str) -> float:
        return super()._next(what) if self.left else 1


@cache
def _built(scenario: str, options: str) -> Setup:
    return book.build(models.Scenario.model_validate_json(scenario), models.Options.model_validate_json(options))


class Trial(Stage):
    """A fight that a claim is tried in. The enemy has 100 HP, DV 10, no IDF, and moves only if it is given any."""

    def __init__(self, options: models.Options, *abilities: Any, foe: Mapping[str, Any] | None = None, **more: Any) -> None:
        moves = list((foe or {}).get("moves", ()))
        enemy = {
            "id": "foe",
            "name": "Foe",
            "tier": 1,
            "hp": GREAT_HP,
            "dv": DV,
            "archetype": "bully",
            "rp": sum(m.get("rp", 1) for m in moves),
            **(foe or {}),
            "moves": moves or [move()],
        }
        until = more.pop("until", "end")
        scores = {name: more.pop(name, 10) for name in state.ATTRIBUTES}
        who = {"path": "stonepulse", "core": False, "abilities": list(abilities) or [attack()], "attributes": scores, **more}
        scenario = json.dumps({"character": who, "enemies": [enemy], "until": until})
        made = _built(scenario, options.model_copy(update={"spawn_hp_percent": 0}).model_dump_json())
        super().__init__(replace(made, book=made.book.copy()))
        self.ids = [a.id for a in self.setup.details["who"].abilities]
        self.entries: list[Any] = []
        self.run((), lambda dice: rules.start(dice, self.state, self.book))

    @property
    def me(self) -> Any:
        """The player's side."""
        return self.state.fighters[PLAYER]

    @property
    def it(self) -> Any:
        """The enemy's."""
        return self.state.fighters[ENEMY]

    def lay(self, who: int, status: str, stacks: int, rounds: int = 9) -> None:
        """Put a status on a fighter."""
        at = state.STATUSES.index(status)
        self.state.fighters[who].stacks[at] = stacks
        self.state.fighters[who].rounds[at] = rounds

    def stacks(self, who: int, status: str) -> int:
        """How much of a status a fighter bears."""
        return int(self.state.fighters[who].stacks[state.STATUSES.index(status)])

    def run(self, faces: Iterable[float], do: Callable[[Any], Any]) -> None:
        """Do something with these faces, and keep what was logged."""
        dice = Faces(faces)
        do(dice)
        self.entries = dice.entries

    def do(self, action: int, *faces: float) -> None:
        """Carry out one action."""
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, action))

    def declare(self, *names: str, execute: bool = False) -> None:
        """Add links to the chain."""
        for name in names:
            self.do(state.DECLARE + self.ids.index(name))
        if execute:
            self.do(state.EXECUTE)

    def declarable(self) -> list[str]:
        """The abilities that may be the next link."""
        return [name for i, name in enumerate(self.ids) if choices.may_declare(self.state, self.book, i)]

    def may(self, action: int) -> bool:
        """Whether the side to act may do this."""
        codes = [0] * state.MOST_ACTIONS
        return action in codes[: choices.legal(self.state, self.book, codes)]

    def begin(self, *names: str, roll: Iterable[int] = HITS, execute: bool = False) -> None:
        """Declare a chain and roll: its first link that rolls waits for the enemy."""
        self.declare(*names, execute=execute)
        self.do(state.GO, *roll)

    def _follow(self, dice: Any, usual: Mapping[int, int]) -> None:
        while not self.state.over and int(self.state.phase) in usual:
            rules.apply(dice, self.state, self.book, usual[int(self.state.phase)])

    def follow(self, *faces: float) -> None:
        """The rest of the chain happens, and nobody disturbs it."""
        self.run(faces, lambda dice: self._follow(dice, FOLLOWS))

    def play(self, *names: str, roll: Iterable[float] = HITS, execute: bool = False) -> None:
        """Declare a chain and carry it out to its end; ``roll`` has all faces that are asked for."""

        def whole(dice: Any) -> None:
            rules.apply(dice, self.state, self.book, state.GO)
            self._follow(dice, FOLLOWS)

        self.declare(*names, execute=execute)
        self.run(roll, whole)

    def enemy_turn(self, *faces: float) -> None:
        """The enemy's turn and the end of the round; the player lets it happen."""
        self.run(faces, lambda dice: self._follow(dice, {**ENEMY_TURN, state.UNDENIED: state.STRIKE}))

    def pass_round(self, *faces: float) -> None:
        """The player holds back, the enemy has its turn, the round ends."""
        self.do(state.GO)
        self.enemy_turn(*faces)

    def events(self, *codes: Said) -> list[Event]:
        """What was noted in what was done last."""
        return [e for e in self.entries if isinstance(e, Event) and e.code in codes]

    def rolls(self, sides: int = FACES) -> list[Roll]:
        """The rolls of dice with so many sides in what was done last."""
        return [e for e in self.entries if isinstance(e, Roll) and e.sides == sides]

    def faced(self) -> list[tuple[int, int]]:
        """Total and target of every link that was rolled in what was done last."""
        seen = self.events(*RESULTS, Said.EXECUTES)
        return [(e.a, e.b) if e.code == Said.EXECUTES else apart(e.c) for e in seen]

    def hits(self) -> list[bool]:
        """Whether each link that was rolled in what was done last hit."""
        return [e.code != Said.LINK_MISSES for e in self.events(*RESULTS)]

    def odds(
        self,
        action: int,
        measure: Callable[[Any], Any],
        usual: Mapping[int, int] | None = None,
        stop: Callable[[Any], bool] | None = None,
    ) -> Distribution[Any]:
        """The exact distribution of something about the state after an action.

        Where ``usual`` is given, what follows is done, too, until ``stop`` says that nothing more matters.
        """
        waiting = {(self.array.tobytes(), action): Fraction(1)}
        ends: dict[Any, Fraction] = {}
        while waiting:
            (at, does), p = waiting.popitem()

            def once(dice: Any, at: bytes = at, does: int = does) -> bytes:
                after = np.frombuffer(bytearray(at), self.array.dtype).view(np.recarray)
                rules.apply(dice, after[0], self.book, does)
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


def at_link(options: models.Options, n: int, *abilities: Any, hit: bool = True, roll: Sequence[int] = HITS, **more: Any) -> Trial:
    """A chain of six links in which the given one is about to happen; all before it hit, or missed."""
    chosen = list(abilities) or attacks(LINKS)
    foe = {"dv": SURE if hit else HOPELESS, **more.pop("foe", {})}
    trial = Trial(options, *chosen, foe=foe, tier=2, until="chain", **more)
    trial.begin(*trial.ids, roll=roll)
    while not trial.state.over and (trial.state.phase != state.LINK or trial.state.at < n - 1):
        trial.do(FOLLOWS[int(trial.state.phase)])
    return trial


def numbers(trial: Trial) -> dict[str, int]:
    """What counts of the player now: to hit, in defence, for damage, against interrupts."""
    now, b = trial.state, trial.book
    total = int(links.link_total(Faces(()), now, b, PLAYER, b.abilities[0], False))
    target = int(links.defense_target(Faces(()), now, b, PLAYER))
    return {
        "to hit": total,
        "defence": target,
        "damage": int(links.heat_bonus(now, b, PLAYER)),
        "against interrupts": int(rules.threshold(now, b, PLAYER, b.abilities[0])),
    }
