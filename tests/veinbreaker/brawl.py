"""Small fights for the tests of Veinbreaker: a character and enemies with just the numbers a test needs, and dice with given faces."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from fracas.dice import Distribution, Event, Roll, ScriptedDice, distribution
from fracas.engine.play.stage import Stage
from fracas.rulesets.veinbreaker import book, choices, models, policies, rules
from fracas.rulesets.veinbreaker.links import apart
from fracas.rulesets.veinbreaker.state import (
    AFTERWARDS,
    BONUSES,
    CONTEST,
    DECLARE,
    ENEMY,
    ENEMY_LINK,
    EXECUTE,
    GO,
    LET,
    LINK,
    MOST_ACTIONS,
    OPENING,
    PARRIED,
    PAUSE,
    PLAYER,
    PRESS,
    REACT,
    REACTIONS,
    SHOW,
    STATUSES,
    STRIKE,
    TELEGRAPH,
    UNDENIED,
    Said,
)

MISSES = (1, 1)
"""Dice of a chain that hit nothing here."""
HITS = (6, 6)
"""Dice of a chain that hit DV 10, with no crit, from the first link to the last."""
CRITS = (10, 9)
"""Dice of a chain that hit DV 10 by more than five."""

METERS = ("hp", "rp", "heat", "momentum", "balance", "radiance")
GREAT_HP = 100


# --- effects, abilities, reactions --------------------------------------------------------------------------------------


def effect(kind: str, **more: Any) -> dict[str, Any]:
    """An effect of an ability or move."""
    return {"type": kind, **more}


def status(name: str, stacks: int = 1, **more: Any) -> dict[str, Any]:
    """The effect that lays a status."""
    return effect("status", status=name, stacks=stacks, **more)


def delta(resource: str, amount: int, **more: Any) -> dict[str, Any]:
    """The effect that changes a meter."""
    return effect("resource_delta", resource=resource, amount=amount, **more)


def ability(
    name: str, kind: str = "utility", dice: str | None = None, *, on_use: Any = (), on_hit: Any = (), on_miss: Any = (), **more: Any
) -> dict[str, Any]:
    """An ability of tier 1 that takes nothing of its pool."""
    harm = [effect("damage", dice=dice)] if dice else []
    effects = {"on_use": list(on_use), "on_hit": harm + list(on_hit), "on_miss": list(on_miss)}
    return {"id": name, "name": name.title(), "path": "stonepulse", "tier": 1, "type": kind, "effects": effects, **more}


def attack(name: str = "cut", dice: str = "1d4", **more: Any) -> dict[str, Any]:
    """An attack."""
    return ability(name, "attack", dice, **more)


def attacks(n: int, dice: str = "1d4") -> list[dict[str, Any]]:
    """That many attacks, ``a1``, ``a2`` and on."""
    return [attack(f"a{i}", dice) for i in range(1, n + 1)]


def movement(name: str = "step", **more: Any) -> dict[str, Any]:
    """A movement. It gives a point of momentum, unless its resource_delta says otherwise."""
    return ability(name, "movement", **more)


def stance(name: str, *on_use: Any, **more: Any) -> dict[str, Any]:
    """A stance."""
    return ability(name, "stance", on_use=on_use, **more)


def reaction(does: str, rp: int = 1, amount: int = 0, cooldown: int = 1) -> dict[str, Any]:
    """A resolve ability."""
    return {"id": does, "name": does.title(), "does": does, "rp": rp, "amount": amount, "cooldown": cooldown}


# --- fighters -----------------------------------------------------------------------------------------------------------


def breaker(*abilities: Any, POW: int = 8, AGI: int = 10, MND: int = 10, SPR: int = 10, **more: Any) -> dict[str, Any]:  # noqa: N803
    """A character with the abilities given and no others: 28 HP, 5 RP, DV 10, IDF 0, pools of 4, 5, 5 and 5."""
    attributes = {"POW": POW, "AGI": AGI, "MND": MND, "SPR": SPR}
    return {"path": "stonepulse", "core": False, "abilities": list(abilities) or [attack()], "attributes": attributes, **more}


def veteran(*abilities: Any, **more: Any) -> dict[str, Any]:
    """A character of tier 2, with 38 HP and 7 RP."""
    return breaker(*abilities, tier=2, **more)


def move(
    name: str = "claw", dice: str | None = "1d4", *, on_use: Any = (), on_hit: Any = (), on_miss: Any = (), **more: Any
) -> dict[str, Any]:
    """A move of an enemy."""
    harm = [effect("damage", dice=dice)] if dice else []
    return {"name": name, "effects": {"on_use": list(on_use), "on_hit": harm + list(on_hit), "on_miss": list(on_miss)}, **more}


def foe(*moves: Any, **more: Any) -> dict[str, Any]:
    """An enemy with 100 HP, DV 10, IDF 0, no windows of its own and no budget; RP just for its moves, so with none it does nothing."""
    rp = sum(m.get("rp", 1) for m in moves)
    plain = {"id": "foe", "name": "Foe", "tier": 1, "hp": GREAT_HP, "dv": 10, "rp": rp, "archetype": "bully"}
    return {**plain, "moves": list(moves) or [move()], **more}


def window(*links: int, when: str = "always", timing: str = "before", at_least: int = 1, percent: int = 100) -> dict[str, Any]:
    """An interrupt window."""
    return {"links": list(links), "when": when, "timing": timing, "at_least": at_least, "percent": percent}


def apply(dice: Any, state: Any, rulebook: Any, action: int) -> None:
    """Carry out an action, and what follows from it where nobody has a choice."""
    rules.apply(dice, state, rulebook, action)
    while state.over == 0 and state.phase in (PARRIED, UNDENIED):
        codes = [0] * MOST_ACTIONS
        assert choices.legal(state, rulebook, codes) == 1
        rules.apply(dice, state, rulebook, codes[0])


# --- a fight ------------------------------------------------------------------------------------------------------------


class Brawl(Stage):
    """A fight whose dice are given face by face. Enemies appear with their usual HP unless the options say otherwise."""

    def __init__(self, who: Any = None, *foes: Any, options: Mapping[str, Any] | None = None, faces: Any = (), **scenario: Any) -> None:
        data = {"character": who or breaker(), "enemies": list(foes) or [foe()], **scenario}
        chosen = {"spawn_hp_percent": 0, **(options or {})}
        super().__init__(book.build(models.Scenario.model_validate(data), models.Options.model_validate(chosen)))
        self.ids = [a.id for a in self.setup.details["who"].abilities]
        self.run(faces, lambda dice: rules.start(dice, self.state, self.book))

    # who, and where the fight stands

    @property
    def me(self) -> Any:
        return self.state.fighters[PLAYER]

    @property
    def foe(self) -> Any:
        return self.state.fighters[ENEMY]

    @property
    def phase(self) -> int:
        return int(self.state.phase)

    @property
    def round(self) -> int:
        return int(self.state.clock)

    @property
    def over(self) -> int:
        return int(rules.outcome(self.state, self.book))

    @property
    def lost(self) -> tuple[int, int]:
        """The HP that the player and the enemy have lost."""
        return int(self.me.max_hp - self.me.hp), int(self.foe.max_hp - self.foe.hp)

    def meters(self, who: int = PLAYER) -> dict[str, int]:
        """All meters of a fighter."""
        return {name: int(getattr(self.state.fighters[who], name)) for name in METERS}

    def stacks(self, name: str, who: int = ENEMY) -> int:
        return int(self.state.fighters[who].stacks[STATUSES.index(name)])

    def rounds(self, name: str, who: int = ENEMY) -> int:
        return int(self.state.fighters[who].rounds[STATUSES.index(name)])

    def bonus(self, name: str, who: int = PLAYER) -> int:
        return int(self.state.fighters[who].bonus[BONUSES.index(name)])

    def lay(self, name: str, stacks: int, rounds: int = 9, who: int = ENEMY) -> None:
        """Put a status on a fighter."""
        self.state.fighters[who].stacks[STATUSES.index(name)] = stacks
        self.state.fighters[who].rounds[STATUSES.index(name)] = rounds

    def grant(self, name: str, amount: int, rounds: int = 9, who: int = PLAYER) -> None:
        """Give a fighter a bonus."""
        self.state.fighters[who].bonus[BONUSES.index(name)] = amount
        self.state.fighters[who].bonus_rounds[BONUSES.index(name)] = rounds

    # what can be done, and doing it

    def legal(self) -> set[int]:
        """What the side to act may do."""
        codes = [0] * MOST_ACTIONS
        n = choices.legal(self.state, self.book, codes)
        assert len(set(codes[:n])) == n
        return set(codes[:n])

    def declarable(self) -> set[str]:
        """The abilities that may be the next link."""
        return {self.ids[code - DECLARE] for code in self.legal() if code >= DECLARE}

    def reactions(self) -> set[str]:
        """The reactions that may be used."""
        return {REACTIONS[code - REACT] for code in self.legal() if REACT <= code < DECLARE}

    def step(self, dice: Any, action: int) -> None:
        assert action in self.legal(), f"{action} is not one of {sorted(self.legal())} in phase {self.phase}"
        apply(dice, self.state, self.book, action)

    def do(self, action: int, *faces: float) -> None:
        """The side to act does this; the dice fall so."""
        self.run(faces, lambda dice: self.step(dice, action))

    def declare(self, *names: str) -> None:
        """Add links to the chain."""
        for name in names:
            self.do(DECLARE + self.ids.index(name))

    def chain(self, *names: str, roll: Iterable[int] = HITS) -> None:
        """Declare a chain and begin it: the roll is made, the first link that rolls waits for the enemy."""
        self.declare(*names)
        self.do(GO, *roll)

    def link(self, *faces: float) -> None:
        """The present link of the player's chain happens, and all that follows to the next link: nobody interrupts, the player presses."""

        def happens(dice: ScriptedDice) -> None:
            self.step(dice, LET)
            while self.phase in (AFTERWARDS, PAUSE):
                self.step(dice, LET if self.phase == AFTERWARDS else PRESS)

        self.run(faces, happens)

    def links(self, *faces: float) -> None:
        """All links that are left happen, one face for each."""
        for face in faces:
            self.link(face)

    def play(self, *names: str, roll: Iterable[int] = HITS, faces: Iterable[float] = ()) -> None:
        """Declare a chain and carry it out to its end, undisturbed."""

        def all_of_it(dice: ScriptedDice) -> None:
            self.step(dice, GO)
            while not self.over and self.phase in (LINK, AFTERWARDS, PAUSE):
                self.step(dice, PRESS if self.phase == PAUSE else LET)

        self.declare(*names)
        self.run((*roll, *faces), all_of_it)

    def enemy_turn(self, *faces: float) -> None:
        """The enemy's whole turn; the player lets it happen."""
        usual = {TELEGRAPH: SHOW, CONTEST: LET, OPENING: LET, ENEMY_LINK: STRIKE}

        def turn(dice: ScriptedDice) -> None:
            while not self.over and self.phase in usual:
                self.step(dice, usual[self.phase])

        assert self.phase in usual
        self.run(faces, turn)

    def pass_round(self, *faces: float) -> None:
        """The player holds back, then the enemy has its turn; faces are the enemy's."""
        self.do(GO)
        self.enemy_turn(*faces)

    def react(self, does: str, *faces: float) -> None:
        self.do(REACT + REACTIONS.index(does), *faces)

    def choice(self, policy: str, *faces: float) -> int:
        """What a policy does now."""
        dice = ScriptedDice(faces)
        code = int(policies.choose(dice, policies.POLICIES.index(policy), self.state, self.book))
        assert dice.left == 0
        assert code in self.legal()
        return code

    # looking

    def events(self, *codes: Said) -> list[Event]:
        """What was noted in what was done last."""
        return [e for e in self.last if isinstance(e, Event) and (not codes or e.code in codes)]

    def noted(self, code: Said) -> bool:
        return bool(self.events(code))

    def rolls(self) -> list[Roll]:
        """The rolls of what was done last."""
        return [e for e in self.last if isinstance(e, Roll)]

    def faced(self) -> tuple[int, int]:
        """Total and target of the link that was rolled last."""
        [event] = self.events(Said.LINK_HITS, Said.LINK_CRITS, Said.LINK_MISSES, Said.EXECUTES)
        return (event.a, event.b) if event.code == Said.EXECUTES else apart(event.c)

    def interrupted(self) -> tuple[int, int, int]:
        """What the last interrupt came to (2 perfect, 1 success, 0 failure), its roll and its threshold."""
        [event] = self.events(Said.INTERRUPTED)
        return (event.b, *apart(event.c))

    def odds(self, action: int, measure: Callable[[Any], Any]) -> Distribution[Any]:
        """The exact distribution of something about the state after an action."""

        def once(dice: Any) -> Any:
            after = self.array.copy()[0]
            apply(dice, after, self.book, action)
            return measure(after)

        return distribution(once)


# --- fights that stand at a certain point -------------------------------------------------------------------------------


def threatened(*links: Any, roll: Iterable[int] = HITS, who: Any = None, timing: str = "before", **more: Any) -> Brawl:
    """A chain whose first link the enemy can interrupt. By default the chain is one attack."""
    chosen = list(links) or [attack()]
    who = who or breaker(*chosen)
    fight = Brawl(who, foe(windows=[window(1, timing=timing)], **more.pop("foe", {})), **more)
    fight.chain(*(a["id"] for a in chosen), roll=roll)
    return fight


def contested(who: Any = None, *moves: Any, **more: Any) -> Brawl:
    """The enemy has shown its chain, and the player may try to deny it."""
    fight = Brawl(who, foe(*(moves or [move()]), **more.pop("foe", {})), **more)
    fight.do(GO)
    fight.do(SHOW)
    return fight


def opened(who: Any = None, *moves: Any, roll: Iterable[int] = HITS, **more: Any) -> Brawl:
    """The enemy's first move has hit or missed, and the player may interrupt it."""
    fight = Brawl(who, foe(*(moves or [move(opening="always")]), **more.pop("foe", {})), **more)
    fight.do(GO)
    fight.do(SHOW, *roll)
    return fight


def primed(*links: Any, blood: int = 0, enemy: Any = None, **more: Any) -> Brawl:
    """An enemy that is Primed, with all its HP."""
    fight = Brawl(breaker(*(links or [attack()]), blood_marks=blood), enemy or foe(), **more)
    fight.lay("primed", 1)
    return fight


def executing(*faces: int, **more: Any) -> Brawl:
    """An Execution Strike as the only link of a chain, rolled."""
    fight = primed(**more)
    fight.declare("cut")
    fight.do(EXECUTE)
    fight.do(GO, *faces)
    return fight


# --- dice, counted with nothing of Fracas -------------------------------------------------------------------------------


def counted(n: int, kept: Callable[[list[int]], int]) -> Distribution[int]:
    """The exact distribution of what is kept of n ten-sided dice, from all 10**n ways they fall."""
    ways: dict[int, int] = {}
    for faces in product(range(1, 11), repeat=n):
        total = kept(sorted(faces))
        ways[total] = ways.get(total, 0) + 1
    return Distribution({total: Fraction(count, 10**n) for total, count in ways.items()})
