"""Small fights for the tests of Rune & Rust: fighters with just the numbers a test needs, dice with given faces, the log in lines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import fracas
from fracas.dice import Distribution, Roll, distribution
from fracas.engine.play.stage import Stage
from fracas.rulesets.rune_and_rust import blows, rules
from fracas.rulesets.rune_and_rust.state import STATUSES

RULESET = "rune-and-rust"
HERO, FOE = 0, 1


def hero(
    might: int = 1,
    finesse: int = 0,
    wits: int = 0,
    will: int = 0,
    sturdiness: int = 0,
    *,
    weapon: Mapping[str, Any] | str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A hero of plain numbers: by default one die to hit with, one die of damage, no defence, 30 HP, stamina for everything."""
    blade = weapon if isinstance(weapon, str) else {"name": "Blade", "damage": "1d6", **(weapon or {})}
    attributes = {"might": might, "finesse": finesse, "wits": wits, "will": will, "sturdiness": sturdiness}
    return {"name": "Hero", "attributes": attributes, "hp": 30, "stamina": 100, "weapon": blade, "abilities": [], **more}


def foe(might: int = 1, finesse: int = 0, wits: int = 0, will: int = 0, sturdiness: int = 0, **more: Any) -> dict[str, Any]:
    """An enemy of plain numbers that only attacks: by default one die to hit with, one die of damage, no defence, 30 HP."""
    attributes = {"might": might, "finesse": finesse, "wits": wits, "will": will, "sturdiness": sturdiness}
    return {"name": "Foe", "hp": 30, "attributes": attributes, "damage": "1d6", "moves": [move("Attack")], **more}


def move(name: str, **more: Any) -> dict[str, Any]:
    """A move of an enemy."""
    return {"name": name, "weight": 1, **more}


class Skirmish(Stage):
    """A fight whose dice are given face by face. The hero opens unless ``opening`` says otherwise."""

    def __init__(
        self,
        champion: Any = None,
        *foes: Any,
        options: Mapping[str, Any] | None = None,
        opening: str = "hero",
        initiative: Iterable[int] = (),
        **scenario: Any,
    ) -> None:
        data = {"hero": champion or hero(), "enemies": list(foes) or [foe()], "opening": opening, **scenario}
        self.encounter = fracas.encounter(RULESET, data, options)
        super().__init__(self.encounter.setup)
        self.book_array = self.setup.book.copy()
        self.run(initiative, lambda dice: rules.start(dice, self.state, self.book))

    @property
    def book(self) -> Any:
        return self.book_array[0]

    # who and what

    def __getitem__(self, who: int) -> Any:
        """A fighter: 0 is the hero, 1 the first enemy."""
        return self.state.fighters[who]

    @property
    def acting(self) -> int:
        return int(blows.acting(self.state))

    def hp(self, who: int) -> int:
        return int(self[who].hp)

    def turns(self, who: int, status: str) -> int:
        """For how many of its turns a status still lies on a fighter."""
        return int(self[who].turns[STATUSES.index(status)])

    def legal(self) -> dict[str, int]:
        """What the fighter whose turn it is may do: names and codes."""
        codes = [0] * self.encounter.ruleset.most_actions
        n = rules.legal(self.state, self.book, codes)
        return {self.encounter.ruleset.action_name(self.setup, self.state, code): code for code in codes[:n]}

    # doing

    def act(self, name: str, *faces: float) -> list[str]:
        """The fighter whose turn it is does this, the dice fall so; returns what the log tells of it."""
        code = self.legal()[name]
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, code))
        return self.lines()

    def attack(self, *faces: float, by: int = HERO, on: int = FOE) -> bool:
        """One plain attack by the real rule: attack faces, defence faces, damage faces. Whether it landed."""
        return bool(self.run(faces, lambda dice: blows.weapon_attack(dice, self.state, self.book, by, on)))

    def attack_dice(self, by: int = HERO, on: int = FOE) -> int:
        """How many dice a plain attack has, by the rule."""
        which = self.book.sheets[by].weapon_attribute
        return int(self.run((), lambda dice: blows.attack_dice(dice, self.state, self.book, by, on, which, 0)))

    def wound(self, damage: int, *, by: int = HERO, on: int = FOE, pierces: bool = False) -> int:
        """A blow that has landed for so much; returns the damage that was left of it."""
        return int(self.run((), lambda dice: blows.wound(dice, self.state, self.book, by, on, damage, int(pierces))))

    def lay(self, who: int, status: str, turns: int = 9) -> None:
        """Lay a status on a fighter, as the rules do."""
        self.run((), lambda dice: blows.afflict(dice, self.state, who, STATUSES.index(status), turns))

    def pass_turn(self, *faces: float) -> list[str]:
        """The fighter whose turn it is lets it pass. Faces are for what hurts the next ones at the start of their turns."""
        self.run(faces, lambda dice: rules.end_turn(dice, self.state, self.book))
        return self.lines()

    # looking

    def lines(self) -> list[str]:
        """The lines of what was done last."""
        return self.encounter.ruleset.tell(self.setup, self.last)

    def rolls(self) -> list[Roll]:
        """The rolls of what was done last."""
        return [entry for entry in self.last if isinstance(entry, Roll)]

    def odds(self, name: str, measure: Callable[[Any], Any]) -> Distribution[Any]:
        """The exact distribution of something about the state after an action."""
        code = self.legal()[name]

        def once(dice: Any) -> Any:
            after = self.array.copy()[0]
            rules.apply(dice, after, self.book, code)
            return measure(after)

        return distribution(once)

    def attack_odds(self, measure: Callable[[Any], Any] | None = None, by: int = HERO, on: int = FOE) -> Distribution[Any]:
        """The exact distribution of the HP a plain attack takes, or of something else about the state after it."""
        before = self.hp(on)
        look = measure or (lambda after: before - int(after.fighters[on].hp))

        def once(dice: Any) -> Any:
            after = self.array.copy()[0]
            blows.weapon_attack(dice, after, self.book, by, on)
            return look(after)

        return distribution(once)


def pool(n: int, successes: int) -> list[int]:
    """Faces of ``n`` dice of which so many are successes."""
    return [6] * successes + [1] * (n - successes)


def chance_of_net(attack: int, defence: int, wanted: Callable[[int], bool], *, face: int = 5) -> Fraction:
    """The chance that net successes are as wanted, counted with whole numbers and nothing of Fracas."""
    hits, total = 7 - face, 6
    ways = sum(
        comb(attack, a) * hits**a * (total - hits) ** (attack - a) * comb(defence, d) * hits**d * (total - hits) ** (defence - d)
        for a in range(attack + 1)
        for d in range(defence + 1)
        if wanted(a - d)
    )
    return Fraction(ways, total ** (attack + defence))


def hit_by_counting(attack: int, defence: int) -> Fraction:
    """The chance to hit: net above 0."""
    return chance_of_net(max(attack, 0), max(defence, 0), lambda net: net > 0)


def said(lines: Sequence[str], part: str) -> bool:
    """Whether any line says this."""
    return any(part in line for line in lines)
