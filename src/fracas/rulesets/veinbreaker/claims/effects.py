"""Claims about the effects that abilities can have."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import ValidationError

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import attack, link, listed
from fracas.rulesets.veinbreaker.claims.trials import Trial, numbers
from fracas.rulesets.veinbreaker.models import Abilities, EffectType, Options

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
    """Whether an effect is accepted in a content file and changes a fight."""
    effects: dict[str, Any] = {"on_hit": [{"type": kind, **EFFECTS[kind]}]}
    ability = {**link("x"), "effects": effects}
    try:
        Abilities.model_validate({"abilities": [ability]})
    except ValidationError as error:
        return Found(False, str(error.errors()[0]["msg"]))
    after = []
    for each in (link("x"), ability):
        trial = Trial(options, each, attack(), hp_now=20, until="chain")
        trial.begin("x", "a1")
        trial.do(state.LET)
        after.append(trial.array.tobytes())
    return Found(after[0] != after[1], "accepted, and it changes the fight" if after[0] != after[1] else "accepted, but nothing changes")


@finds
def effect_list(options: Options, kinds: list[str]) -> Found:
    """Whether these are all effects there are."""
    known = set(get_args(EffectType))
    return Found(known == set(kinds), f"{len(known)} types; missing: {listed(sorted(known ^ set(kinds)))}")


@finds
def damage_only_on_hit(options: Options) -> Found:
    """Whether damage is accepted among the effects of a hit only."""
    accepted = []
    for when in ("on_use", "on_hit", "on_miss", "on_success"):
        ability = {**link("x"), "effects": {when: [{"type": "damage", "dice": "1d4"}]}}
        try:
            Abilities.model_validate({"abilities": [ability]})
        except ValidationError:
            continue
        accepted.append(when)
    return Found(accepted == ["on_hit"], f"accepted: {listed(accepted)}")


@finds
def bonus_counts(options: Options, kind: str) -> Found:
    """Whether a bonus, once given, is in the total, in the defence target, or in IDF."""
    trial = Trial(options)
    before = numbers(trial)
    trial.me.bonus[state.BONUSES.index(kind)] = 2
    after = numbers(trial)
    moved = [name for name in before if after[name] == before[name] + 2]
    return Found(bool(moved), f"2 more: {listed(moved)}")


@finds
def bonus_of_effect(options: Options, kind: str, target: str) -> Found:
    """Whether a bonus effect is kept with its target."""
    trial = Trial(options, link("x", on_use=[{"type": kind, "amount": 2, "target": target}]))
    trial.play("x")
    at = state.BONUSES.index(kind)
    found = int(trial.me.bonus[at]), int(trial.it.bonus[at])
    return Found(found == ((2, 0) if target == "self" else (0, 2)), f"player {found[0]}, enemy {found[1]}")
