"""Claims about chains: links and their rolls, the meters they move, the chances of links after hits and misses."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.trial import LEAST_ROLL, LINKS, MAX_ROLL, SURE, Trial, at_link, listed, percent
from fracas.rulesets.veinbreaker.codes import Action, Phase, Result
from fracas.rulesets.veinbreaker.limits import FACES
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.stage import DV, HITS, MISSES, UNDISTURBED, ability, attack, attacks, movement
from fracas.rulesets.veinbreaker.state import PLAYER


@finds
def longest_chain(options: Options, tier: int, price: int | None = None) -> int:
    """The maximum number of links that a character of a tier can declare at once, at the usual price or another."""
    chosen = options if price is None else options.model_copy(update={"rp_per_link": price})
    trial = Trial(chosen, *attacks(LINKS + 2), tier=tier)
    while trial.declarable():
        trial.declare(trial.declarable()[0])
    return int(trial.state.links)


@finds
def rolls_of(options: Options, come: list[str]) -> int:
    """The number of attack rolls of a chain whose links have these results."""
    faces = [face for each in come for face in (HITS if each == "hit" else MISSES)]
    chosen = [face for i, face in enumerate(faces) if i < 2 or come[i // 2 - 1] == "miss"]
    trial = Trial(options, *attacks(len(come)), tier=2, foe={"dv": DV + 2 if "miss" in come else DV})
    trial.foe.momentum = 0
    trial.play(*trial.ids, roll=chosen)
    return len(trial.rolls(FACES))


@finds
def reused_by(options: Options) -> Found:
    """Whether links of every kind but movement use the chain's roll."""
    kinds = ("attack", "defense", "utility", "stance", "movement")
    using = []
    for kind in kinds:
        trial = Trial(options, ability("x", kind, "1" if kind == "attack" else None))
        trial.chain("x")
        if trial.rolls(FACES):
            using.append(kind)
    return Found(using == list(kinds[:-1]), f"rolling: {listed(using)}")


@finds
def movement_rolls(options: Options) -> Found:
    """Whether a chain of movements makes no attack roll."""
    trial = Trial(options, movement("step"), movement("dash"))
    trial.chain("step", "dash", roll=())
    return Found(not trial.rolls(FACES), f"{len(trial.rolls(FACES))} rolls")


@finds
def movement_applies(options: Options, what: str) -> Found:
    """Whether a movement applies its resourceDelta or an effect on use."""
    given: dict[str, dict[str, Any]] = {
        "resourceDelta": {"resource_delta": {"radiance": 2}},
        "heal": {"on_use": [{"type": "heal", "dice": "3"}]},
        "status": {"on_use": [{"type": "buff", "status": "arcane-ward"}]},
        "on_use": {"on_use": [{"type": "resource_set", "resource": "heat", "amount": 4}]},
    }
    trial = Trial(options, movement(**given[what]), hp_now=10)
    trial.chain("step", roll=())
    seen = {
        "resourceDelta": int(trial.me.radiance),
        "heal": int(trial.me.hp) - 10,
        "status": trial.stacks("arcane-ward", PLAYER),
        "on_use": int(trial.me.heat),
    }
    others = [name for name, amount in seen.items() if amount and name != what]
    return Found(seen[what] > 0 and not others, f"changed by {seen[what]}")


@finds
def books_meters(options: Options, kind: str) -> Found:
    """Whether a used link of a kind changes the defender's momentum and the aggressor's balance."""
    trial = Trial(options, ability("x", kind, "0" if kind == "attack" else None), attack(), until="chain")
    trial.chain("x", "a1")
    while trial.state.at == 0:
        trial.follow_one()
    changed = int(trial.foe.momentum), int(trial.me.balance)
    return Found(all(changed), f"defender's momentum {changed[0]:+d}, aggressor's balance {changed[1]:+d}")


@finds
def books_no_meters(options: Options) -> Found:
    """Whether a movement changes neither."""
    found = books_meters(options, "movement")
    return Found(not found.value, found.words)


@finds
def each_link_in_turn(options: Options) -> Found:
    """Whether meters and effects of a link apply with that link, and not before."""
    bleeding = [attack(f"a{i}", on_hit=[{"type": "status", "status": "bleed"}]) for i in (1, 2, 3)]
    seen = []
    for n in (1, 2, 3):
        trial = at_link(options, n, *bleeding)
        seen.append((len(trial.faced()) > 0, int(trial.me.heat), trial.stacks("bleed")))
    return Found(seen == [(True, n, n) for n in range(3)], f"heat and Bleed before links 1 to 3: {listed([s[1:] for s in seen])}")


@finds
def most_momentum(options: Options) -> int:
    """The maximum of momentum: of a fighter that moves or sets it, and of a defender."""
    ways = ({"resource_delta": {"momentum": 20}}, {"on_use": [{"type": "resource_set", "resource": "momentum", "amount": 20}]})
    found = [momentum_after(options, LINKS, 2)]
    for way in ways:
        trial = Trial(options, movement(**way))
        trial.chain("step", roll=())
        found.append(int(trial.me.momentum))
    return max(found)


@finds
def momentum_after(options: Options, hits: int, tier: int) -> int:
    """The defender's momentum after a chain of this many hits."""
    trial = Trial(options, *attacks(hits), foe={"dv": SURE}, tier=tier)
    trial.play(*trial.ids)
    return int(trial.foe.momentum)


@finds
def own_effects_come_on_top(options: Options) -> Found:
    """Whether the meters of a link change in addition to its effects and tags."""
    own = {"balance": -1}
    push = {"type": "resource_delta", "resource": "momentum", "amount": 2, "target": "enemy"}
    found = []
    cases: list[dict[str, Any]] = [{}, {"resource_delta": own, "on_hit": [push], "tags": ["momentum"]}]
    for given in cases:
        trial = Trial(options, ability("x", **given), attack(), until="chain")
        trial.chain("x", "a1")
        trial.do(Action.LET)
        found.append((int(trial.foe.momentum), int(trial.me.balance), int(trial.me.momentum)))
    plain, mixed = found
    return Found(mixed == (plain[0] + 2, plain[1] - 1, plain[2] + 1), f"without effects {plain}, with them {mixed}")


@finds
def hits_after_a_hit(options: Options) -> Fraction:
    """The chance that a link hits after a hit, minimised over rolls, defences and momentum; all links have the same modifier."""
    worst = Fraction(1)
    trial = Trial(options, *attacks(LINKS), tier=2, until="chain")
    for dv, momentum in ((5, 0), (10, 7), (18, 0)):
        followers, hitting = 0, 0
        for total in range(LEAST_ROLL, MAX_ROLL + 1):
            kept, trial.array = trial.array, trial.array.copy()
            trial.book.foes[0].dv = dv
            trial.foe.momentum = momentum
            trial.play(*trial.ids, roll=[total // 2, total - total // 2] * LINKS)
            came = trial.hits()
            trial.array = kept
            pairs = [(before, after) for before, after in pairwise(came) if before]
            followers += len(pairs)
            hitting += sum(after for _, after in pairs)
        if followers:
            worst = min(worst, Fraction(hitting, followers))
    return worst


@finds
def all_hit(options: Options, n: int, apart: bool = False) -> Fraction:
    """The chance that all links of a chain of this length hit DV 10; if ``apart``, as if each had the chance of the first on its own."""
    trial = Trial(options, *attacks(n), tier=2, until="chain")
    trial.declare(*trial.ids)
    if apart:
        return trial.chances(Action.GO, lambda now: int(now.result) != Result.MISS)[True] ** n

    def misses(now: Any) -> bool:
        return bool(now.phase == Phase.LINK and now.result == Result.MISS)

    return trial.chances(Action.GO, lambda now: bool(now.over), UNDISTURBED, misses)[True]


def first_hit(options: Options, momentum: int) -> Fraction:
    """The chance that a first link hits DV 10 with this momentum."""
    trial = Trial(options)
    trial.foe.momentum = momentum
    trial.declare("a1")
    return trial.chances(Action.GO, lambda now: int(now.result) != Result.MISS)[True]


@finds
def next_round(options: Options, hits: int, rounds: int = 1) -> Found:
    """The chance of the first link against DV 10 after this many rounds with a chain of these hits."""
    trial = Trial(options, *attacks(hits), hp=300)
    for _ in range(rounds):
        trial.me.rp = trial.book.rp_cap
        trial.play(*trial.ids, roll=(FACES, FACES))
        trial.enemy_turn()
    words = f"against {percent(first_hit(options, 0))} before; momentum is {int(trial.foe.momentum)}, balance {int(trial.me.balance)}"
    trial.me.rp = trial.book.rp_cap
    trial.declare("a1")
    return Found(trial.chances(Action.GO, lambda now: int(now.result) != Result.MISS)[True], words)


@finds
def after_a_miss(options: Options) -> Found:
    """The chance of a second link against DV 10 after the first missed."""
    trial = Trial(options, *attacks(2), until="chain")
    trial.chain("a1", "a2", roll=MISSES)
    hits = trial.chances(Action.LET, lambda now: int(now.result) != Result.MISS, {Phase.AFTERWARDS: Action.LET})[True]
    return Found(hits, f"against {percent(first_hit(options, 0))} for the first")
