"""Small duels for the tests of World Loop: fighters with just the numbers a test needs, gear made up on the spot, dice with given faces."""

from collections.abc import Callable
from typing import Any

from fracas.dice import Event, ScriptedDice
from fracas.dice.generator import digest_of_key
from fracas.engine.contract.setup import CHANCE
from fracas.rulesets.world_loop import book, models, policies, rules
from fracas.rulesets.world_loop.codes import FIGHTERS, ITEMS, Attribute, Domain, Policy, Said, Slot
from fracas.rulesets.world_loop.library import item_names, item_number
from fracas.rulesets.world_loop.rules.attack import attack
from fracas.rulesets.world_loop.rules.duel import acting
from fracas.rulesets.world_loop.rules.levels import level_ups
from fracas.rulesets.world_loop.stage import CRIT, HIT, MISS, AskedDice, Duel, Glade, KeyedDice
from fracas.rulesets.world_loop.state import ATTACK, DRINK, MAX_ACTIONS

__all__ = ["CRIT", "HIT", "MISS", "AskedDice", "Glade", "KeyedDice", "Ring"]
LETTERS = "abcde"
SMALL, MEDIUM, LARGE = "small-hp-potion", "medium-hp-potion", "large-hp-potion"
ATTRIBUTES = Attribute.slugs()


# --- fighters -----------------------------------------------------------------------------------------------------------


def fighter(kind: str = "goblin", **more: Any) -> dict[str, Any]:
    """A fighter with nothing about it: 100 HP, ATK 10, everything else 0, attributes 0 of 15, no gear, no bag, plenty of stamina."""
    attributes = {**dict.fromkeys(ATTRIBUTES, 0), **more.pop("attributes", {})}
    caps = {**dict.fromkeys(ATTRIBUTES, 15), **more.pop("caps", {})}
    plain = {"max_hp": 100, "atk": 10, "def": 0, "spd": 1, "luck": 0, "crit": 0.0, "crit_dmg": 1.5, "evasion": 0.0, "gold": 0}
    bare = {"weapon": "none", "armor": "none", "accessory": "none", "bag": {}, "stamina": 1000}
    return {"kind": kind, **plain, **bare, "attributes": attributes, "caps": caps, **more}


def hero(**more: Any) -> dict[str, Any]:
    """The same, but a hero."""
    return fighter("hero", **more)


def drink(potion: str) -> int:
    """The action of drinking one of these."""
    return DRINK + item_number(potion)


def drawn(seed: int, uid: int, tick: int) -> float:
    """``rng.next_float(Domain.COMBAT, uid, tick)`` of the world of a seed."""
    return digest_of_key(seed, Domain.COMBAT, uid, tick) / 2**64


# --- a duel -------------------------------------------------------------------------------------------------------------


def build(a: Any, *b: Any, **options: Any) -> Any:
    """A duel made ready, under these rule options."""
    scenario = {"a": a, "b": list(b)}
    return book.build(models.Scenario.model_validate(scenario), models.Options.model_validate(options))


class Ring(Duel):
    """A duel under the rule options given; the fighters are ``a``, ``b`` and, against several, ``c`` to ``e``."""

    def __init__(self, a: Any = None, *b: Any, **options: Any) -> None:
        super().__init__(models.Options.model_validate(options), a or hero(), *(b or [fighter()]))

    @property
    def b(self) -> Any:
        return self.state.fighters[1]

    @property
    def c(self) -> Any:
        return self.state.fighters[2]

    @property
    def hp(self) -> tuple[int, ...]:
        """The HP of all."""
        return tuple(int(self.state.fighters[i].hp) for i in range(self.book.fighter_count))

    @property
    def over(self) -> int:
        return int(rules.outcome(self.state, self.book))

    # making

    def wear(self, who: int, slot: str, **stats: Any) -> None:
        """Put a piece of gear with these stats on a fighter."""
        place = Slot.of(slot)
        number = ITEMS - 1 - 3 * who - place
        item = self.book.items[number]
        item.slot = place
        for name, value in stats.items():
            setattr(item, name, value)
        self.state.fighters[who].gear[place] = number

    def pack(self, who: int, *potions: str) -> None:
        """Put these into a fighter's bag, in this order."""
        bag = self.state.fighters[who].bag
        bag[:] = 0
        bag[: len(potions)] = [item_number(potion) for potion in potions]

    # doing

    def strike(self, *faces: float, who: int = 0, at: int = 1) -> bool:
        """One attack, outside of the order of ticks; whether it kills."""
        me, it, ground = self.state.fighters[who], self.state.fighters[at], self.book.ground
        return bool(self.run(faces, lambda dice: attack(dice, self.book, me, it, int(self.state.tick), int(ground[who]), int(ground[at]))))

    def strikes(self, n: int, *faces: float) -> None:
        """The same attack so many times."""
        for _ in range(n):
            self.strike(*faces)

    def level_up(self) -> int:
        """Check level-ups of ``a``."""
        return int(self.run((), lambda dice: level_ups(dice, self.book, self.a)))

    def legal(self) -> list[int]:
        """What whoever chooses may do."""
        codes = [0] * MAX_ACTIONS
        return codes[: rules.legal(self.state, self.book, codes)]

    def acting(self) -> str:
        """Who chooses, or whose deed happens next."""
        return LETTERS[acting(self.state)]

    def step(self, dice: Any, action: int) -> None:
        allowed = [CHANCE] if rules.to_act(self.state, self.book) == CHANCE else self.legal()
        assert action in allowed, f"{action} is not one of {allowed}"
        rules.apply(dice, self.state, self.book, action)

    def act(self, action: int, *faces: float) -> None:
        """Whoever chooses does this."""
        self.run(faces, lambda dice: self.step(dice, action))

    def whole_tick(self, dice: Any, choose: Callable[[], int]) -> None:
        """All choose, and what they chose happens, to the end of the tick."""
        now = int(self.state.clock)
        while not self.over and self.state.clock == now:
            self.step(dice, CHANCE if self.state.happening else choose())

    def tick(self, *faces: float, **plans: int) -> None:
        """A whole tick. Everybody attacks, but for the plans given: ``tick(*HIT, b=REST)``."""

        def choose() -> int:
            usual = ATTACK + (0 if self.acting() != "a" else policies.nearest(self.state, self.book, 0))
            return plans.get(self.acting(), usual)

        self.run(faces, lambda dice: self.whole_tick(dice, choose))

    def play(self, dice: Any, ticks: int, policy: str = "steady") -> None:  # type: ignore[override]
        """Some ticks of a policy on both sides, with these dice."""
        super().play(dice, ticks, Policy.of(policy))

    def choice(self, policy: str, *faces: float) -> int:  # type: ignore[override]
        """What a policy does now."""
        dice = ScriptedDice(faces)
        code = int(policies.choose(dice, Policy.of(policy), self.state, self.book))
        assert dice.left == 0
        assert code in self.legal()
        return code

    # looking

    def events(self, *codes: Said) -> list[Event]:
        """What was noted in what was done last."""
        return [e for e in self.last if isinstance(e, Event) and (not codes or e.code in codes)]

    def told(self, *codes: Said) -> list[tuple[int, int, int]]:
        """The numbers of what was noted in what was done last."""
        return [(e.a, e.b, e.c) for e in self.events(*codes)]

    def strikers(self) -> str:
        """Who attacked in what was done last, in order."""
        return "".join(LETTERS[e.a - 1] for e in self.events(Said.HITS, Said.CRITS, Said.MISSES))

    @property
    def chances(self) -> list[float]:
        """The chances that were asked for last: evasion, crit."""
        return [p for what, *rest in self.asked if what == "chance" for p in rest]

    @property
    def value(self) -> float:
        """The damage before it varied, in what was done last."""
        [value] = [each[1] for each in self.asked if each[0] == "scaled"]
        return float(value)

    @property
    def keys(self) -> list[tuple[int, ...]]:
        """The keys that were drawn by last."""
        return [tuple(rest) for what, *rest in self.asked if what == "key"]


def attributes(me: Any) -> dict[str, int]:
    """A fighter's attributes, by name."""
    return {name: int(me.attributes[i]) for i, name in enumerate(ATTRIBUTES)}


def caps(me: Any) -> dict[str, int]:
    """The caps of a fighter's attributes, by name."""
    return {name: int(me.caps[i]) for i, name in enumerate(ATTRIBUTES)}


def bag(me: Any) -> list[str]:
    """What is in a fighter's bag."""
    return item_names(me.bag)


assert len(LETTERS) == FIGHTERS
