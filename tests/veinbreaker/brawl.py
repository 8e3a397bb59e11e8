"""Small fights for the tests of Veinbreaker: the ruleset's own stage, strict about what is legal, and fights at a certain point."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from fracas.dice import Distribution, ScriptedDice
from fracas.rulesets.veinbreaker import policies, stage
from fracas.rulesets.veinbreaker.codes import Action, Bonus, Meter, Phase, Policy, ReactionKind, Said, Status
from fracas.rulesets.veinbreaker.rules.attack import unpack_pair
from fracas.rulesets.veinbreaker.stage import CRITS, GREAT_HP, HITS, MISSES, SmallFight, ability, movement, window
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, PLAYER, REACT

__all__ = ["CRITS", "GREAT_HP", "HITS", "MISSES", "ability", "movement", "window"]  # and what is defined here

NO_CHOICE = {Phase.PARRIED: Action.LET, Phase.UNDENIED: Action.STRIKE}


# --- effects, abilities, reactions, fighters ----------------------------------------------------------------------------


def effect(kind: str, **more: Any) -> dict[str, Any]:
    """An effect of an ability or move."""
    return {"type": kind, **more}


def status(name: str, stacks: int = 1, **more: Any) -> dict[str, Any]:
    """The effect that lays a status."""
    return effect("status", status=name, stacks=stacks, **more)


def delta(resource: str, amount: int, **more: Any) -> dict[str, Any]:
    """The effect that changes a meter."""
    return effect("resource_delta", resource=resource, amount=amount, **more)


def attack(name: str = "cut", dice: str = "1d4", **more: Any) -> dict[str, Any]:
    """An attack."""
    return stage.attack(name, dice, **more)


def attacks(n: int, dice: str = "1d4") -> list[dict[str, Any]]:
    """That many attacks, ``a1``, ``a2`` and on."""
    return stage.attacks(n, dice)


def stance(name: str, *on_use: Any, **more: Any) -> dict[str, Any]:
    """A stance."""
    return ability(name, "stance", on_use=on_use, **more)


def reaction(does: str, rp: int = 1, amount: int = 0, cooldown: int = 1) -> dict[str, Any]:
    """A resolve ability."""
    return {"id": does, "name": does.title(), "does": does, "rp": rp, "amount": amount, "cooldown": cooldown}


def breaker(*abilities: Any, POW: int = 8, **more: Any) -> dict[str, Any]:  # noqa: N803
    """A character with the abilities given and no others: 28 HP, 5 RP, DV 10, IDF 0, pools of 4, 5, 5 and 5."""
    return stage.breaker(*(abilities or [attack()]), POW=POW, **more)


def veteran(*abilities: Any, **more: Any) -> dict[str, Any]:
    """A character of tier 2, with 38 HP and 7 RP."""
    return breaker(*abilities, tier=2, **more)


def move(name: str = "claw", dice: str | None = "1d4", **more: Any) -> dict[str, Any]:
    """A move of an enemy."""
    return stage.move(name, dice, **more)


def foe(*moves: Any, **more: Any) -> dict[str, Any]:
    """An enemy with 100 HP, DV 10, IDF 0, no windows of its own and no budget; RP just for its moves, so with none it does nothing."""
    return stage.foe(*moves, **{"moves": list(moves) or [move()], **more})


# --- a fight ------------------------------------------------------------------------------------------------------------


class Brawl(SmallFight):
    """A fight whose dice are given face by face. Enemies appear with their usual HP unless the options say otherwise."""

    def __init__(self, who: Any = None, *foes: Any, options: Mapping[str, Any] | None = None, faces: Any = (), **scenario: Any) -> None:
        super().__init__(who or breaker(), list(foes) or [foe()], options or {}, faces, **scenario)

    @property
    def round(self) -> int:
        return int(self.state.clock)

    def meters(self, who: int = PLAYER) -> dict[str, int]:
        """All meters of a fighter."""
        return {name: int(getattr(self.state.fighters[who], name)) for name in Meter.slugs()}

    def rounds(self, name: str, who: int = ENEMY) -> int:
        return int(self.state.fighters[who].rounds[Status.of(name)])

    def bonus(self, name: str, who: int = PLAYER) -> int:
        return int(self.state.fighters[who].bonus[Bonus.of(name.removesuffix("_bonus"))])

    def grant(self, name: str, amount: int, rounds: int = 9, who: int = PLAYER) -> None:
        """Give a fighter a bonus."""
        kind = Bonus.of(name.removesuffix("_bonus"))
        self.state.fighters[who].bonus[kind] = amount
        self.state.fighters[who].bonus_rounds[kind] = rounds

    # what can be done, and doing it

    def legal(self) -> set[int]:
        """What the side to act may do."""
        codes = super().legal()
        assert len(set(codes)) == len(codes)
        return set(codes)

    def declarable(self) -> set[str]:
        """The abilities that may be the next link."""
        return {self.ids[code - DECLARE] for code in self.legal() if code >= DECLARE}

    def reactions(self) -> set[str]:
        """The reactions that may be used."""
        return {ReactionKind(code - REACT).slug for code in self.legal() if REACT <= code < DECLARE}

    def step(self, dice: Any, action: int) -> None:
        """Carry out an action, which must be legal, and what follows from it where nobody has a choice."""
        assert action in self.legal(), f"{action} is not one of {sorted(self.legal())} in phase {self.phase}"
        super().step(dice, action)
        while not self.over and self.phase in NO_CHOICE:
            assert self.legal() == {NO_CHOICE[self.phase]}
            super().step(dice, NO_CHOICE[self.phase])

    def link(self, *faces: float) -> None:
        """The present link of the player's chain happens, and all that follows to the next link: nobody interrupts, the player presses."""

        def happens(dice: ScriptedDice) -> None:
            self.step(dice, Action.LET)
            while self.phase in (Phase.AFTERWARDS, Phase.PAUSE):
                self.step(dice, Action.LET if self.phase == Phase.AFTERWARDS else Action.PRESS)

        self.run(faces, happens)

    def links(self, *faces: float) -> None:
        """All links that are left happen, one face for each."""
        for face in faces:
            self.link(face)

    def enemy_turn(self, *faces: float) -> None:
        """The enemy's whole turn; the player lets it happen."""
        assert self.phase in stage.ENEMY_TURN
        super().enemy_turn(*faces)

    def react(self, does: str, *faces: float) -> None:
        self.do(REACT + ReactionKind.of(does), *faces)

    def choice(self, policy: str, *faces: float) -> int:
        """What a policy does now."""
        dice = ScriptedDice(faces)
        code = int(policies.choose(dice, Policy.of(policy), self.state, self.book))
        assert dice.left == 0
        assert code in self.legal()
        return code

    # looking

    def noted(self, code: Said) -> bool:
        return bool(self.events(code))

    def faced(self) -> tuple[int, int]:
        """Total and target of the link that was rolled last."""
        [pair] = super().faced()
        return pair

    def interrupted(self) -> tuple[int, int, int]:
        """What the last interrupt came to (2 perfect, 1 success, 0 failure), its roll and its threshold."""
        [event] = self.events(Said.INTERRUPTED)
        return (event.b, *unpack_pair(event.c))

    def odds(self, action: int, measure: Callable[[Any], Any]) -> Distribution[Any]:
        """The exact distribution of something about the state after an action."""
        return self.chances(action, measure, NO_CHOICE)


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
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    return fight


def opened(who: Any = None, *moves: Any, roll: Iterable[int] = HITS, **more: Any) -> Brawl:
    """The enemy's first move has hit or missed, and the player may interrupt it."""
    fight = Brawl(who, foe(*(moves or [move(opening="always")]), **more.pop("foe", {})), **more)
    fight.do(Action.GO)
    fight.do(Action.SHOW, *roll)
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
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *faces)
    return fight


# --- dice, counted with nothing of Fracas -------------------------------------------------------------------------------


def counted(n: int, kept: Callable[[list[int]], int]) -> Distribution[int]:
    """The exact distribution of what is kept of n ten-sided dice, from all 10**n ways they fall."""
    ways: dict[int, int] = {}
    for faces in product(range(1, 11), repeat=n):
        total = kept(sorted(faces))
        ways[total] = ways.get(total, 0) + 1
    return Distribution({total: Fraction(count, 10**n) for total, count in ways.items()})
