"""Small fights for odds, analysis, claims and tests: fighters with just the numbers that matter, dice that are given or enumerated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from fracas.dice import Distribution, Event, ExactDice
from fracas.engine.contract.setup import Setup
from fracas.engine.play.stage import Stage
from fracas.rulesets.ruins_and_realms import models, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell
from fracas.rulesets.ruins_and_realms.book import build, locked_cells
from fracas.rulesets.ruins_and_realms.codes import Said, Source, Way
from fracas.rulesets.ruins_and_realms.models import ENEMIES, SLOTS
from fracas.rulesets.ruins_and_realms.rules.attack import attack, can_strike, may_strike
from fracas.rulesets.ruins_and_realms.rules.shifting import hero_move, move_count, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.strike import strike
from fracas.rulesets.ruins_and_realms.state import HERO, STRIKE

FOE = 1
NOWHERE = Cell(8, 1)
"""A roll from which no cell used here can be reached."""
Pair = Sequence[int]
"""A cell as claims and tests write it."""


# --- fighters -----------------------------------------------------------------------------------------------------------


def move_on(cell: Pair = (4, 4), damage: str = "D8", *effects: Mapping[str, Any], name: str = "", **more: Any) -> dict[str, Any]:
    """A plain manoeuvre of a hero, by default called after its cell: ``m44``."""
    called = name or f"m{cell[0]}{cell[1]}"
    slug = called.lower().replace(" ", "-")
    return {"id": slug, "name": called, "tier": 1, "dice": tuple(cell), "damage": damage, "effects": list(effects), **more}


def blow_on(cell: Pair = (4, 4), damage: str = "D8", *effects: Mapping[str, Any], name: str = "", **more: Any) -> dict[str, Any]:
    """A plain manoeuvre of a creature, by default called after its cell: ``b44``."""
    return {"name": name or f"b{cell[0]}{cell[1]}", "dice": tuple(cell), "damage": damage, "effects": list(effects), **more}


def hero_with(*moves: Any, **more: Any) -> dict[str, Any]:
    """A hero with 2 shift points; a monk, whose style has no special rule."""
    return {"name": "Hero", "style": "monk", "level": 1, "hp": 100, "shift": 2, "manoeuvres": list(moves) or [move_on()], **more}


def foe_with(*moves: Any, **more: Any) -> dict[str, Any]:
    """A creature without shift points, interrupts and defence."""
    return {
        "id": "foe", "name": "Foe", "level": 1, "hp": 100, "xp": 10, "shift": 0, "manoeuvres": list(moves) or [blow_on()],
        "mishap": {}, "prime": {"name": "Prime blow", "damage": "D8"}, **more,
    }  # fmt: skip


def dummy(options: models.Options) -> dict[str, Any]:
    """A creature that does nothing and has neither defence nor interrupts."""
    free = next(cell for cell in ALL_CELLS if cell not in locked_cells(options))
    return foe_with(blow_on(free, "0", name="nothing"), id="dummy", name="Dummy", hp=1, xp=0, prime={"name": "nothing", "damage": "0"})


# --- fights -------------------------------------------------------------------------------------------------------------


def events(dice: Any, code: Said) -> list[Event]:
    """The events of a code that dice have noted."""
    return [e for e in dice.entries if isinstance(e, Event) and e.code == code]


def damage_to(dice: Any, who: int) -> int:
    """The damage of all blows on a fighter, by the log; it may exceed the HP the fighter had."""
    return sum(e.b for e in events(dice, Said.TAKES) if e.a == who and e.c == Source.BLOW)


class Staged(Stage):
    """A fight of any setup, examined with the rules' own functions."""

    def legal(self) -> list[int]:
        """What the side to act may do."""
        codes = [0] * state.MAX_ACTIONS
        return codes[: int(rules.legal(self.state, self.book, codes))]

    def in_reach(self) -> list[int]:
        """The manoeuvres that the hero can do with the dice on the table."""
        return sorted({(code - STRIKE) // ENEMIES for code in self.legal() if code >= STRIKE})

    def lay(self, cell: Cell) -> Self:
        """Put the hero's dice on the table."""
        self.state.turn, self.state.rolled, self.state.table = HERO, 1, cell.number
        return self

    def shift(self, who: int = HERO) -> int:
        """A fighter's shift points at this moment."""
        return int(shift_total(self.state, self.book, who))

    def hp(self, who: int) -> int:
        """A fighter's HP."""
        return int(self.state.fighters[who].hp)

    def roll_odds(self) -> Distribution[tuple[str, Cell]]:
        """The outcome of the hero's roll (exact, shifted, prime, fumble, miss), and the cell."""
        return self.distribution(self._rolled)

    def _rolled(self, dice: ExactDice, now: Any) -> tuple[str, Cell]:
        attack(dice, now, self.book, HERO)
        [rolled] = events(dice, Said.ROLLS)
        cell = Cell(rolled.b, rolled.c)
        shift = shift_total(now, self.book, HERO)
        if not now.rolled or not can_strike(now, self.book, shift):
            return "fumble" if events(dice, Said.FUMBLES) else "miss", cell
        targets = range(1, int(self.book.fighter_count))
        every = [(slot, way_to(now, self.book, slot, shift)) for slot in range(move_count(now, self.book))]
        ways = {way for slot, way in every if any(may_strike(now, self.book, slot, t, way) for t in targets)}
        return "prime" if max(ways) >= Way.PRIME else "exact" if Way.EXACT in ways else "shifted", cell

    def damage(self, way: int, slot: int = 0) -> Distribution[int]:
        """The exact damage of a manoeuvre that the dice allow in this way. They lie as if its own cell had been rolled."""
        move = hero_move(self.book, slot)

        def blow(dice: ExactDice, now: Any) -> int:
            now.table = Cell(move.primary, move.secondary).number
            strike(dice, now, self.book, slot, FOE, way)
            return damage_to(dice, FOE)

        return self.distribution(blow)


@lru_cache(maxsize=256)
def _built(scenario: str, options: str) -> Setup:
    return build(models.Scenario.model_validate_json(scenario), models.Options.model_validate_json(options))


class Fight(Staged):
    """A small fight with given faces. Plain fighters by default; the hero has all manoeuvre slots."""

    def __init__(
        self, options: models.Options, moves: Sequence[Any] = (), foes: Sequence[Any] = (), hero: Any = None, **scenario: Any
    ) -> None:
        room = options.model_copy(update={"starting_manoeuvres": SLOTS})
        champion = hero if isinstance(hero, str) else {**hero_with(*moves), **(hero or {})}
        data = {"hero": champion, "creatures": list(foes) or [foe_with()], **scenario}
        super().__init__(_built(json.dumps(data), room.model_dump_json()))
        self.run((), lambda dice: rules.start(dice, self.state, self.book))

    def do(self, action: int, *faces: float) -> Fight:
        """An action of the side to act, with these faces."""
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, action))
        return self

    def roll(self, cell: Pair, *faces: float) -> Fight:
        """The fighter whose turn it is attacks and rolls this."""
        return self.do(state.ROLL, *cell, *faces)

    def strike(self, cell: Pair, face: int, slot: int = 0, target: int = FOE) -> Fight:
        """The hero rolls this and strikes with a manoeuvre; its damage die shows that face."""
        return self.roll(cell).do(STRIKE + slot * ENEMIES + target - 1, face)

    def suffer(self, cell: Pair, face: int) -> int:
        """The enemy rolls this and strikes with its first manoeuvre; what the hero loses."""
        before = self.hp(HERO)
        self.roll(cell).do(STRIKE, face)
        return before - self.hp(HERO)

    def said(self, what: Said) -> bool:
        """Whether the last action noted this."""
        return any(isinstance(e, Event) and e.code == what for e in self.last)


def rolling(options: models.Options, cells: Iterable[Cell], shift: int) -> Fight:
    """A hero with plain manoeuvres on these cells against a dummy, for the odds of a roll."""
    return Fight(options, [move_on(cell) for cell in cells], [dummy(options)], {"shift": shift})
