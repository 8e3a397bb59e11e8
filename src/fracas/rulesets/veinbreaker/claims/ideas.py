"""Claims about the document's ideas: whether they are in force, and what they rest on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.engine.contract.progress import SILENT
from fracas.rulesets.veinbreaker import book, chains, odds
from fracas.rulesets.veinbreaker.claims.trial import Trial, listed, numbers
from fracas.rulesets.veinbreaker.codes import Action, MeterRoles, Phase
from fracas.rulesets.veinbreaker.models import PATHS, Options
from fracas.rulesets.veinbreaker.stage import DV, move

ROUNDING = 1e-9
OFF: dict[str, Any] = {
    "meter_roles": MeterRoles.DOCUMENT,
    "punish_repeats": False,
    "punish_long_chains": False,
    "punish_standing": False,
    "stances_each_round": False,
    "vulnerable_damage": 0,
    "performance_rewards": False,
}


@finds
def not_in_force(options: Options, names: list[str]) -> Found:
    """Whether the options that carry out an idea are off."""
    on = [name for name in names if getattr(options, name) != OFF[name]]
    return Found(not on, f"options on: {listed(on)}; off: {listed([name for name in names if name not in on])}")


@finds
def roles_overlap(options: Options) -> Found:
    """Whether a meter counts for more than one thing."""
    plain = Trial(options)
    roles = {}
    for meter in ("heat", "momentum", "balance"):
        trial = Trial(options)
        trial.me[meter] = 3
        base, moved = numbers(plain), numbers(trial)
        roles[meter] = [name for name in base if base[name] != moved[name]]
        denied = [_denies(options, meter, amount) for amount in (0, 3)]
        if denied[0] != denied[1]:
            roles[meter].append("to deny a chain")
    return Found(max(map(len, roles.values())) > 1, "; ".join(f"{meter}: {listed(what)}" for meter, what in roles.items()))


def _denies(options: Options, meter: str, amount: int) -> Fraction:
    """The chance to deny an enemy's chain with so much of a meter."""
    trial = Trial(options, foe={"moves": [move()], "dv": DV})
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    trial.me[meter] = amount
    return trial.chances(Action.INTERRUPT, lambda now: int(now.phase) != Phase.UNDENIED)[True]


def _archetypes() -> dict[str, str]:
    """The first enemy of tier 1 or 2 of each archetype, with the archetype's own windows."""
    found: dict[str, str] = {}
    for enemy in book.library().enemies.values():
        if enemy.tier <= 2 and enemy.windows is None:
            found.setdefault(enemy.archetype.slug, enemy.id)
    return found


_weighed: dict[str, dict[str, dict[tuple[int, ...], float]]] = {}


def _damages(options: Options, character: str, rp: int) -> dict[str, dict[tuple[int, ...], float]]:
    """The mean damage of every chain that so many RP pay for, against an enemy of each archetype."""
    from fracas.rulesets.veinbreaker import Veinbreaker

    key = f"{options.model_dump_json()} {character} {rp}"
    if key not in _weighed:
        _weighed[key] = {}
        for archetype, enemy in _archetypes().items():
            question = odds.BestQuestion(best="damage", character=character, enemy=enemy, longest=rp, rp=rp)
            setup, now = odds.situation(question, options, [])
            ranked = chains.best_chains(Veinbreaker(), setup, now, "damage", rp, "windows", SILENT)
            _weighed[key][archetype] = {chain: prospects.mean_damage for chain, prospects in ranked}
    return _weighed[key]


@finds
def best_chain(options: Options, rp: int, loss: int) -> Found:
    """Whether for each new character there is one chain that comes within so many percent of the best against every archetype."""
    words, good = [], True
    for path in PATHS:
        found = _damages(options, f"{path}-novice", rp)
        tops = {archetype: max(damages.values()) for archetype, damages in found.items()}
        every = next(iter(found.values()))
        wins = max(sum(found[a][chain] >= tops[a] - ROUNDING for a in found) for chain in every)
        share = max(min(found[a][chain] / tops[a] for a in found) for chain in every)
        good = good and share >= 1 - loss / 100 - ROUNDING
        words.append(f"{path} {100 * (1 - share):.2g} % less at worst" if loss else f"{path} {wins} of {len(found)}")
    return Found(good, listed(words))
