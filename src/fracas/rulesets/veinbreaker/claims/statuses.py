"""Claims about statuses, bonuses and other effects."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from fracas.dice import Distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.trial import Trial, listed, numbers
from fracas.rulesets.veinbreaker.codes import Action, EffectType, Status
from fracas.rulesets.veinbreaker.models import Abilities, Options
from fracas.rulesets.veinbreaker.stage import HITS, ability, attack
from fracas.rulesets.veinbreaker.state import PLAYER

MANY_ROUNDS = 9


@finds
def status_has_both(options: Options) -> Found:
    """Whether an applied status has stacks and a duration."""
    trial = Trial(options, attack(on_hit=[{"type": "status", "status": "vulnerable", "stacks": 2, "duration": 4}]))
    trial.play("a1")
    at = Status.of("vulnerable")
    found = int(trial.foe.stacks[at]), int(trial.foe.rounds[at])
    return Found(found == (2, 4), f"{found[0]} stacks for {found[1]} rounds")


def _ticked(options: Options, status: str, stacks: int, rounds: int) -> tuple[list[int], list[int]]:
    """The damage and the remaining stacks after each of many rounds."""
    trial = Trial(options)
    trial.lay(status, stacks, rounds)
    harm, left = [], []
    for _ in range(MANY_ROUNDS):
        before = int(trial.foe.hp)
        trial.pass_round()
        harm.append(before - int(trial.foe.hp))
        left.append(trial.stacks(status))
    return harm, left


@finds
def harm_per_stack(options: Options, status: str) -> Fraction:
    """The damage of each stack at the end of a round, which is the same for any number of them."""
    [only] = {Fraction(_ticked(options, status, stacks, MANY_ROUNDS)[0][0], stacks) for stacks in (1, 2, 5)}
    return only


@finds
def decay(options: Options, status: str) -> int:
    """The change of the stacks of a lasting status in a round."""
    return _ticked(options, status, 5, MANY_ROUNDS)[1][0] - 5


@finds
def hurts_before_decay(options: Options) -> Found:
    """Whether one stack of Bleed does damage before it ends."""
    harm, left = _ticked(options, "bleed", 1, MANY_ROUNDS)
    return Found((harm[0], left[0]) == (1, 0), f"{harm[0]} damage, then {left[0]} stacks")


@finds
def expires(options: Options, status: str, stacks: int, rounds: int) -> Found:
    """What ends a status: its duration or its stacks."""
    harm, left = _ticked(options, status, stacks, rounds)
    last = left.index(0) + 1 if 0 in left else MANY_ROUNDS + 1
    return Found(last == min(stacks if status == "bleed" else rounds, rounds) and sum(harm[last:]) == 0, f"gone after round {last}")


@finds
def total_harm(options: Options, status: str, stacks: int, rounds: int) -> int:
    """The total damage of a status."""
    return sum(_ticked(options, status, stacks, rounds)[0])


@finds
def burn_is_bleed_or_more(options: Options) -> Found:
    """Whether Radiant Burn never does less damage than the same stacks of Bleed over the same time."""
    cases = [(stacks, rounds) for stacks in (1, 2, 4) for rounds in (1, 2, 4)]
    pairs = [(total_harm(options, "radiant-burn", *case), total_harm(options, "bleed", *case)) for case in cases]
    at = cases.index((4, 4))
    words = f"in {len(cases)} cases; 4 stacks for 4 rounds: {pairs[at][0]} against {pairs[at][1]}"
    return Found(all(burn >= bleed for burn, bleed in pairs), words)


def _odds_with(options: Options, change: Callable[[Trial], None]) -> tuple[Distribution[Any], int, int]:
    """The result of a first link after some change, its damage, and the rest of the round."""
    trial = Trial(options, hp=100, hp_now=50)
    change(trial)
    trial.declare("a1")
    rolled = trial.chances(Action.GO, lambda now: int(now.result))
    trial.do(Action.GO, *HITS, *HITS)
    trial.follow()
    trial.enemy_turn()
    return rolled, int(trial.me.hp), int(trial.foe.hp)


@finds
def only_cosmetic(options: Options) -> Found:
    """Whether the statuses described in the document change neither a roll nor anybody's HP."""
    plain = _odds_with(options, lambda trial: None)
    working = []
    for status in ("bleed", "radiant-burn", "stagger"):

        def laid(trial: Trial, status: str = status) -> None:
            trial.lay(status, 2, who=PLAYER)

        if _odds_with(options, laid) != plain:
            working.append(status)
    return Found(not working, f"with an effect: {listed(working)}")


EFFECTS: dict[str, dict[str, Any]] = {
    "damage": {"dice": "3"},
    "reduce_damage": {"dice": "3"},
    "resource_delta": {"resource": "heat", "amount": 2},
    "resource_set": {"resource": "momentum", "amount": 3},
    "heal": {"dice": "3"},
    "status": {"status": "retaliate", "target": "self"},
    "buff": {"status": "arcane-ward", "target": "self"},
    "attack_bonus": {"amount": 2},
    "defense_bonus": {"amount": 2},
    "idf_bonus": {"amount": 2},
}


@finds
def effect_supported(options: Options, kind: str) -> Found:
    """Whether an effect is accepted in a content file and has an effect in a fight."""
    effects: dict[str, Any] = {"on_hit": [{"type": kind, **EFFECTS[kind]}]}
    made = {**ability("x"), "effects": effects}
    try:
        Abilities.model_validate({"abilities": [made]})
    except ValidationError as error:
        return Found(False, str(error.errors()[0]["msg"]))
    after = []
    for each in (ability("x"), made):
        trial = Trial(options, each, attack(), hp_now=20, until="chain")
        trial.chain("x", "a1")
        trial.do(Action.LET)
        after.append(trial.array.tobytes())
    return Found(after[0] != after[1], "accepted, and it changes the fight" if after[0] != after[1] else "accepted, but nothing changes")


@finds
def effect_list(options: Options, kinds: list[str]) -> Found:
    """Whether this is the complete list of effects."""
    known = set(EffectType.slugs())
    return Found(known == set(kinds), f"{len(known)} types; missing: {listed(sorted(known ^ set(kinds)))}")


@finds
def damage_only_on_hit(options: Options) -> Found:
    """Whether damage is accepted only among the effects of a hit."""
    accepted = []
    for when in ("on_use", "on_hit", "on_miss", "on_success"):
        made = {**ability("x"), "effects": {when: [{"type": "damage", "dice": "1d4"}]}}
        try:
            Abilities.model_validate({"abilities": [made]})
        except ValidationError:
            continue
        accepted.append(when)
    return Found(accepted == ["on_hit"], f"accepted: {listed(accepted)}")


@finds
def bonus_counts(options: Options, kind: str) -> Found:
    """Whether a bonus counts in the total, in the defence target, or in IDF."""
    trial = Trial(options)
    before = numbers(trial)
    trial.me.bonus[EffectType.of(kind).bonus] = 2
    after = numbers(trial)
    moved = [name for name in before if after[name] == before[name] + 2]
    return Found(bool(moved), f"2 more: {listed(moved)}")


@finds
def bonus_of_effect(options: Options, kind: str, target: str) -> Found:
    """Whether a bonus effect is applied to its target."""
    trial = Trial(options, ability("x", on_use=[{"type": kind, "amount": 2, "target": target}]))
    trial.play("x")
    at = EffectType.of(kind).bonus
    found = int(trial.me.bonus[at]), int(trial.foe.bonus[at])
    return Found(found == ((2, 0) if target == "self" else (0, 2)), f"player {found[0]}, enemy {found[1]}")
