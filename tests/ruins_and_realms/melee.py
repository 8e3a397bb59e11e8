"""Small fights for the tests of Ruins & Realms: actions by name, dice with given faces, the log in lines."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import fracas
from fracas.dice import Distribution, Event, Roll, ScriptedDice
from fracas.rulesets.ruins_and_realms import policies, rules, stage
from fracas.rulesets.ruins_and_realms.codes import Policy, Said, Special

RULESET = "ruins-and-realms"
HERO, FOE, SECOND, THIRD = range(4)
NOWHERE = stage.NOWHERE
move = stage.move_on

Cell = tuple[int, int]
FUMBLES: tuple[Cell, ...] = ((1, 1), (1, 2), (2, 1))
PRIMES: tuple[Cell, ...] = ((8, 8), (7, 8), (8, 7))
LOCKED = frozenset(FUMBLES + PRIMES)
CELLS: tuple[Cell, ...] = tuple((p, s) for p in range(1, 9) for s in range(1, 9))


# --- fighters -----------------------------------------------------------------------------------------------------------


def effect(kind: str, **more: Any) -> dict[str, Any]:
    """An effect of a manoeuvre, a Prime or a mishap."""
    return {"kind": kind, **more}


def blow(dice: Cell = (4, 4), damage: str = "D6", *effects: Any, **more: Any) -> dict[str, Any]:
    """A manoeuvre of a creature."""
    return stage.blow_on(dice, damage, *effects, **more)


def interrupt(trigger: str, does: str = "-2 damage", kind: str = "armor", **more: Any) -> dict[str, Any]:
    """An interrupt of a creature."""
    return {"trigger": trigger, "effect": does, "type": kind, **more}


def hero(*moves: Any, **more: Any) -> dict[str, Any]:
    """A hero with D8 on [4,4], 20 HP and 2 shift points; a monk, whose style has no special rule."""
    return stage.hero_with(*moves, **{"hp": 20, **more})


def foe(*moves: Any, prime: Any = "D6", mishap: Sequence[Any] = (), **more: Any) -> dict[str, Any]:
    """A creature with D6 on [4,4], 30 HP, no shift points, no interrupts and no defence."""
    card = prime if isinstance(prime, Mapping) else {"name": "Prime blow", "damage": prime}
    known = moves or [blow()]
    return stage.foe_with(*known, **{"hp": 30, "mishap": {"effects": list(mishap)}, "prime": card, **more})


def armor(dice: str = "Primary 4", reduction: int = 2, slot: str = "body", **more: Any) -> dict[str, Any]:
    """A piece of armour."""
    return {"name": f"{slot} armour", "slot": slot, "weight": 1, "dice": dice, "reduction": reduction, **more}


def shield(block: int = 2, **more: Any) -> dict[str, Any]:
    """A shield."""
    return {"name": "Shield", "slot": "shield", "weight": 1, "block": block, **more}


def shield_bearer(*moves: Any, block: int = 2, **more: Any) -> dict[str, Any]:
    """A hero of Sword & Shield with a shield."""
    return hero(*moves, style="sword-and-shield", armor=[shield(block), *more.pop("worn", [])], **more)


# --- a fight ------------------------------------------------------------------------------------------------------------


class Melee(stage.Staged):
    """A fight whose dice are given face by face. The hero opens unless ``opening`` says otherwise."""

    def __init__(self, champion: Any = None, *foes: Any, options: Mapping[str, Any] | None = None, **scenario: Any) -> None:
        data = {"hero": champion or hero(), "creatures": list(foes) or [foe()], **scenario}
        self.encounter = fracas.encounter(RULESET, data, options)
        super().__init__(self.encounter.setup)
        self.teller = self.encounter.ruleset.teller(self.setup)
        self.run((), lambda dice: rules.start(dice, self.state, self.book))

    def run(self, faces: Iterable[float], do: Callable[[ScriptedDice], Any]) -> Any:
        result = super().run(faces, do)
        self.told = self.teller.tell(self.last)
        return result

    # who and what

    def __getitem__(self, who: int) -> Any:
        """A fighter: 0 is the hero, 1 the first enemy."""
        return self.state.fighters[who]

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def round(self) -> int:
        return int(self.state.clock)

    @property
    def outcome(self) -> str | None:
        """How the fight ended, in a word; None while it goes on."""
        code = int(rules.outcome(self.state, self.book))
        return self.encounter.end_name(code) if code else None

    def legal(self) -> dict[str, int]:
        """What the fighter whose turn it is may do: names and codes."""
        return {self.encounter.ruleset.action_name(self.setup, self.state, code): code for code in super().legal()}

    def in_reach(self, cell: Cell) -> set[str]:
        """What the hero could do with these dice on the table."""
        before = self.array.copy()
        names = set(self.lay(stage.Cell(*cell)).legal())
        self.array = before
        return names

    # doing

    def act(self, name: str, *faces: float) -> list[str]:
        """The fighter whose turn it is does this, the dice fall so; returns what the log tells of it."""
        code = self.legal()[name]
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, code))
        return self.lines()

    def roll(self, cell: Cell, *faces: float) -> list[str]:
        """The fighter whose turn it is attacks and rolls this; more faces for what follows at once."""
        return self.act("attack", *cell, *faces)

    def strike(self, cell: Cell, name: str = "m44", *faces: float) -> list[str]:
        """The hero rolls this and does that manoeuvre; faces are for damage and for what follows."""
        assert self.turn == HERO
        before = self.roll(cell)
        return before + self.act(name, *faces)

    def suffer(self, cell: Cell, *faces: float, name: str | None = None) -> list[str]:
        """The enemy whose turn it is rolls this and does its manoeuvre in reach; faces are for damage and for what follows."""
        assert self.turn != HERO
        before = self.roll(cell)
        [choice] = [name] if name else self.legal()
        return before + self.act(choice, *faces)

    def miss(self, *faces: float) -> list[str]:
        """The fighter whose turn it is rolls nothing of use; faces are for what follows."""
        if self.turn != HERO or self.setup.details["hero"].style.special is not Special.SHIELD:
            return self.roll(NOWHERE, *faces)
        return self.roll(NOWHERE) + self.act(f"wait with shield at {NOWHERE[1]}", *faces)

    def pass_round(self) -> None:
        """Everyone misses until the next round."""
        now = self.round
        while self.round == now:
            self.miss()

    def choice(self, policy: str, *faces: float) -> str:
        """What a policy does now, by name; it must be legal."""
        dice = ScriptedDice(faces)  # a policy has dice of its own, and what it notes is not of the log
        code = policies.choose(dice, Policy.of(policy), self.state, self.book)
        assert dice.left == 0
        names = {code: name for name, code in self.legal().items()}
        return names[int(code)]

    # looking

    def lines(self) -> list[str]:
        """The lines of what was done last."""
        return self.told

    def events(self) -> list[tuple[int, ...]]:
        """What was noted in what was done last: code and numbers."""
        return [(e.code, e.a, e.b, e.c) for e in self.last if isinstance(e, Event)]

    def rolls(self) -> list[Roll]:
        """The rolls of what was done last."""
        return [e for e in self.last if isinstance(e, Roll)]

    def status(self) -> list[str]:
        """Where the fight stands, in words."""
        return self.encounter.ruleset.status(self.setup, self.state)

    def odds_of(self, name: str, measure: Callable[[Any], Any]) -> Distribution[Any]:
        """The exact distribution of something about the state after an action."""
        code = self.legal()[name]

        def once(dice: Any, after: Any) -> Any:
            rules.apply(dice, after, self.book, code)
            return measure(after)

        return self.distribution(once)


def damage_to(who: int, fight: Melee, cell: Cell, name: str, *faces: float) -> int:
    """The HP that a fighter loses by a strike of the hero."""
    before = fight.hp(who)
    fight.strike(cell, name, *faces)
    return before - fight.hp(who)


def harm(fight: Melee, cell: Cell, *faces: float) -> int:
    """The HP that the hero loses by the attack of the enemy whose turn it is."""
    before = fight.hp(HERO)
    fight.suffer(cell, *faces)
    return before - fight.hp(HERO)


def said(lines: Sequence[str], part: str) -> bool:
    """Whether any line says this."""
    return any(part in line for line in lines)


def noted(fight: Melee, what: Said) -> bool:
    """Whether what was done last noted this."""
    return any(event[0] == what for event in fight.events())


# --- the board, counted with nothing of Fracas ---------------------------------------------------------------------------


@cache
def distances(start: Cell, locked: frozenset[Cell] = LOCKED) -> dict[Cell, int]:
    """Shift points from a cell to every cell that can be reached, step by step, breadth first."""
    if start in locked:
        return {}
    found = {start: 0}
    queue = deque([start])
    while queue:
        p, s = queue.popleft()
        for to in ((p + 1, s), (p - 1, s), (p, s + 1), (p, s - 1)):
            if to in CELLS and to not in locked and to not in found:
                found[to] = found[p, s] + 1
                queue.append(to)
    return found


def rolls_that_reach(cells: Iterable[Cell], shift: int, locked: frozenset[Cell] = LOCKED) -> list[Cell]:
    """Which of the 64 rolls can be turned into one of these cells."""
    wanted = tuple(cells)
    near = {start: distances(start, locked) for start in CELLS}
    return [start for start in CELLS if any(near[start].get(cell, 99) <= shift for cell in wanted)]


def with_effect(kind: str, **more) -> dict:
    """A hero whose manoeuvre on [4,4] does D8 and this."""
    return hero(move((4, 4), "D8", effect(kind, **more)))


def foe_with(kind: str, **more) -> dict:
    """An enemy whose manoeuvre on [4,4] does D6 and this."""
    return foe(blow((4, 4), "D6", effect(kind, **more)))


def one_handed(**more) -> dict:
    """A one-handed hero."""
    return hero(style="one-handed", **more)


def two_handed(*moves) -> dict:
    """A two-handed hero."""
    return hero(*moves, style="two-handed")


def chance_of_flight(options: dict) -> Fraction:
    """The exact chance that a hero who flees, unhindered, gets away."""
    fight = Melee(options={"flee_free_attack": False, **options})
    return fight.odds_of("flee", lambda after: int(after.over) == 4)[True]
