"""Small fights for testing rules: a hero and enemies with plain numbers. They are the basis of odds, claims and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fracas.dice import Distribution, ExactDice, Roll
from fracas.engine.play.stage import Stage
from fracas.rulesets.rune_and_rust import labels, log, rules
from fracas.rulesets.rune_and_rust.book import build
from fracas.rulesets.rune_and_rust.codes import MAX_ACTIONS, Status
from fracas.rulesets.rune_and_rust.models import Options, Scenario
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.attack import weapon_attack
from fracas.rulesets.rune_and_rust.rules.damage import wound
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, acting
from fracas.rulesets.rune_and_rust.rules.statuses import afflict
from fracas.rulesets.rune_and_rust.rules.turns import end_turn

FOE = 1


def hero(
    might: int = 1, finesse: int = 0, wits: int = 0, will: int = 0, sturdiness: int = 0, *, weapon: Any = None, **more: Any
) -> dict[str, Any]:
    """A hero with plain numbers: by default one attack die, one damage die, no defence, 30 HP, enough stamina for everything."""
    blade = weapon if isinstance(weapon, str) else {"name": "Blade", "damage": "1d6", **(weapon or {})}
    attributes = {"might": might, "finesse": finesse, "wits": wits, "will": will, "sturdiness": sturdiness}
    return {"name": "Hero", "attributes": attributes, "hp": 30, "stamina": 100, "weapon": blade, "abilities": [], **more}


def foe(might: int = 1, finesse: int = 0, wits: int = 0, will: int = 0, sturdiness: int = 0, **more: Any) -> dict[str, Any]:
    """An enemy with plain numbers that only attacks: by default one attack die, one damage die, no defence, 30 HP."""
    attributes = {"might": might, "finesse": finesse, "wits": wits, "will": will, "sturdiness": sturdiness}
    return {"name": "Foe", "hp": 30, "attributes": attributes, "damage": "1d6", "moves": [move("Attack")], **more}


def move(name: str, **more: Any) -> dict[str, Any]:
    """A move of an enemy."""
    return {"name": name, "weight": 1, **more}


class Skirmish(Stage):
    """A small fight in progress. Rules run on it with given faces, or with every possible dice result."""

    def __init__(
        self,
        champion: Any = None,
        *foes: Any,
        options: Options | None = None,
        opening: str = "hero",
        initiative: Iterable[int] = (),
        **scenario: Any,
    ) -> None:
        data = {"hero": champion or hero(), "enemies": list(foes) or [foe()], "opening": opening, **scenario}
        super().__init__(build(Scenario.model_validate(data), options or Options()))
        self.run(initiative, lambda dice: rules.start(dice, self.state, self.book))

    # fighters

    def __getitem__(self, who: int) -> Any:
        """A fighter: 0 is the hero, 1 the first enemy."""
        return self.state.fighters[who]

    @property
    def acting(self) -> int:
        """The fighter whose turn it is."""
        return int(acting(self.state))

    def hp(self, who: int) -> int:
        """The HP a fighter has left."""
        return int(self[who].hp)

    def turns(self, who: int, status: str) -> int:
        """The remaining turns of a status on a fighter."""
        return int(self[who].turns[Status.of(status)])

    def attack_dice(self, by: int = HERO, on: int = FOE) -> int:
        """The dice of a plain attack."""
        return int(attack_dice(ExactDice(), self.state, self.book, by, on, self.book.sheets[by].weapon))

    def defence_dice(self, on: int = FOE, psychic: bool = False) -> int:
        """The dice against an attack."""
        return int(defence_dice(self.state, self.book, on, int(psychic)))

    def legal(self) -> dict[str, int]:
        """The legal actions of the fighter whose turn it is: names and codes."""
        codes = [0] * MAX_ACTIONS
        n = rules.legal(self.state, self.book, codes)
        return {labels.action_name(self.setup, self.state, code): code for code in codes[:n]}

    # acting

    def act(self, name: str, *faces: float) -> list[str]:
        """Perform an action of the fighter whose turn it is, with these faces; returns its log lines."""
        code = self.legal()[name]
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, code))
        return self.told()

    def attack(self, *faces: float, by: int = HERO, on: int = FOE) -> bool:
        """One plain attack: attack faces, defence faces, damage faces. Returns whether it hit."""
        return bool(self.run(faces, lambda dice: weapon_attack(dice, self.state, self.book, by, on)))

    def wound(self, damage: int, *, by: int = HERO, on: int = FOE, pierces: bool = False) -> int:
        """Apply a hit with this damage; returns the remaining damage."""
        return int(self.run((), lambda dice: wound(dice, self.state, self.book, by, on, damage, int(pierces))))

    def lay(self, who: int, status: str, turns: int = 9) -> None:
        """Apply a status to a fighter, as the rules do."""
        self.run((), lambda dice: afflict(dice, self.state, who, Status.of(status), turns))

    def guard(self, who: int, percent: int) -> None:
        """Put a fighter on guard, as after a Defend of this percentage."""
        self.lay(who, Status.GUARDED.slug)
        self[who].guard_percent = percent

    def pass_turn(self, *faces: float) -> list[str]:
        """Pass the turn of the current fighter. Faces are for damage at the start of the following turns."""
        self.run(faces, lambda dice: end_turn(dice, self.state, self.book))
        return self.told()

    # results

    def told(self) -> list[str]:
        """The log lines of the last action."""
        return log.Teller(self.setup).tell(self.last)

    def rolls(self) -> list[Roll]:
        """The rolls of the last action."""
        return [entry for entry in self.last if isinstance(entry, Roll)]

    def after(self, do: Callable[[ExactDice, Any], Any], measure: Callable[[Any], Any] | None = None) -> Distribution[Any]:
        """The exact distribution of a measure of the state after a rule, or of the rule's return value."""

        def once(dice: ExactDice, state: Any) -> Any:
            returned = do(dice, state)
            return returned if measure is None else measure(state)

        return self.distribution(once)

    def odds(self, name: str, measure: Callable[[Any], Any]) -> Distribution[Any]:
        """The exact distribution of a measure of the state after an action."""
        code = self.legal()[name]
        return self.after(lambda dice, state: rules.apply(dice, state, self.book, code), measure)

    def attack_odds(self, measure: Callable[[Any], Any] | None = None, by: int = HERO, on: int = FOE) -> Distribution[Any]:
        """The exact distribution of the HP lost to a plain attack, or of another measure of the state after it."""
        before = self.hp(on)
        look = measure or (lambda after: before - int(after.fighters[on].hp))
        return self.after(lambda dice, state: weapon_attack(dice, state, self.book, by, on), look)
