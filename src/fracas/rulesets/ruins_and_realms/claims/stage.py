"""What claims are computed with: the ledger, words for readers, small fights whose dice are given face by face."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from fracas.dice import Distribution, Event, ScriptedDice, distribution
from fracas.engine.contract.setup import Setup
from fracas.engine.play.stage import Stage
from fracas.rulesets.ruins_and_realms import blows, models, odds, rules, state
from fracas.rulesets.ruins_and_realms.board import Cell
from fracas.rulesets.ruins_and_realms.book import build, library
from fracas.rulesets.ruins_and_realms.models import MOST_LEVEL, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, ENEMIES, HERO, SLOTS, Said

FOE = 1
LEVELS = range(1, MOST_LEVEL + 1)
NOWHERE = Cell(8, 1)
"""A roll that is far from the cells used here."""
WAYS = {"shifted": state.SHIFTED, "exact": state.EXACT, "prime": state.BY_PRIME, "critical-prime": state.BY_CRITICAL_PRIME}
Pair = Sequence[int]


def percent(p: Fraction | float) -> str:
    """A chance for a reader."""
    return f"{float(100 * p):.3g} %"


def of_64(p: Fraction) -> str:
    """A chance as a share of the 64 rolls."""
    return f"{p * CELLS}/{CELLS}"


def mean(numbers: Iterable[float]) -> float:
    """The mean of some numbers."""
    every = list(numbers)
    return sum(every) / len(every)


# --- small fights ---------------------------------------------------------------------------------------------------------------------


def move_on(cell: Pair = (4, 4), damage: str = "D8", *effects: Mapping[str, Any]) -> dict[str, Any]:
    """A plain manoeuvre of a hero, called after its cell."""
    name = f"m{cell[0]}{cell[1]}"
    return {"id": name, "name": name, "tier": 1, "dice": tuple(cell), "damage": damage, "effects": list(effects)}


def blow_on(cell: Pair = (4, 4), damage: str = "D8") -> dict[str, Any]:
    """A plain manoeuvre of a creature."""
    return {"name": f"b{cell[0]}{cell[1]}", "dice": tuple(cell), "damage": damage}


def foe_with(*moves: Any, **more: Any) -> dict[str, Any]:
    """A plain creature."""
    return {
        "id": "foe", "name": "Foe", "level": 1, "hp": 100, "xp": 10, "shift": 0, "manoeuvres": list(moves) or [blow_on()],
        "mishap": {}, "prime": {"name": "Prime blow", "damage": "D8"}, **more,
    }  # fmt: skip


@cache
def _built(scenario: str, options: str) -> Setup:
    return build(models.Scenario.model_validate_json(scenario), Options.model_validate_json(options))


class Fight(Stage):
    """A fight whose dice are given face by face."""

    def __init__(self, options: Options, moves: Sequence[Any] = (), foes: Sequence[Any] = (), hero: Any = None, **scenario: Any) -> None:
        room = options.model_copy(update={"starting_manoeuvres": SLOTS})
        plain = {"name": "Hero", "style": "monk", "level": 1, "hp": 100, "shift": 2, "manoeuvres": list(moves) or [move_on()]}
        champion = hero if isinstance(hero, str) else {**plain, **(hero or {})}
        data = {"hero": champion, "creatures": list(foes) or [foe_with()], **scenario}
        super().__init__(_built(json.dumps(data), room.model_dump_json()))
        rules.start(ScriptedDice([]), self.state, self.book)

    def do(self, action: int, *faces: float) -> Fight:
        """An action of whoever is to act, with these faces."""
        dice = ScriptedDice(faces)
        rules.apply(dice, self.state, self.book, action)
        self.log = dice.entries
        return self

    def roll(self, cell: Pair, *faces: float) -> Fight:
        """Whoever is to act attacks and rolls this."""
        return self.do(state.ROLL, *cell, *faces)

    def strike(self, cell: Pair, face: int, slot: int = 0, target: int = FOE) -> Fight:
        """The hero rolls this and strikes with a manoeuvre; its damage die shows that face."""
        return self.roll(cell).do(state.STRIKE + slot * ENEMIES + target - 1, face)

    def suffer(self, cell: Pair, face: int) -> int:
        """The enemy rolls this and strikes with its first manoeuvre; what the hero loses."""
        before = int(self.state.fighters[HERO].hp)
        self.roll(cell).do(state.STRIKE, face)
        return before - int(self.state.fighters[HERO].hp)

    def legal(self) -> list[int]:
        """What whoever is to act may do."""
        codes = [0] * state.MOST_ACTIONS
        return codes[: int(rules.legal(self.state, self.book, codes))]

    def lay(self, cell: Cell) -> Fight:
        """Dice of the hero lie on the table so."""
        self.state.turn, self.state.rolled, self.state.table = HERO, 1, cell.number
        return self

    def shift(self, who: int = HERO) -> int:
        """Shift points at this moment."""
        return int(blows.shift_total(self.state, self.book, who))

    def hp(self, who: int) -> int:
        """HP left."""
        return int(self.state.fighters[who].hp)

    def said(self, what: Said) -> bool:
        """Whether the last action noted this."""
        return any(isinstance(e, Event) and e.code == what for e in self.log)

    def damage(self, how: str, slot: int = 0) -> Distribution[int]:
        """The exact damage of a manoeuvre that was come by in this way."""

        def blow(dice: Any) -> int:
            blows.strike(dice, self.array.copy()[0], self.book, slot, FOE, WAYS[how])
            return odds.struck(dice, FOE)

        return distribution(blow)


def dice_text(damage: Distribution[int]) -> str:
    """One even die and what is added to it, if damage is that."""
    results = list(damage)
    if len({p for _, p in damage.items()}) > 1 or results != list(range(results[0], results[0] + len(results))):
        return f"no single die: {results[0]} to {results[-1]}"
    plus = results[0] - 1
    return f"D{len(results)}{plus:+d}" if plus else f"D{len(results)}"


def moves_of(style: str) -> list[models.Manoeuvre]:
    """The manoeuvres of a style."""
    return list(library().manoeuvres[style].values())
