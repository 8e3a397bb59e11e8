"""Claims about HP, RP, momentum, balance, Radiance and IDF."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.claims.trial import Trial, at_link, listed, percent
from fracas.rulesets.veinbreaker.codes import Action, Attribute, Result
from fracas.rulesets.veinbreaker.models import CONFIG, MAX_SCORE, Options
from fracas.rulesets.veinbreaker.stage import HITS, MISSES, ability, move


@finds
def meter_change(options: Options, meter: str, hit: bool, at: int, start: int = 3) -> int:
    """The change of the defender's momentum or the aggressor's balance by a link."""
    trial = at_link(options, at, hit=hit, roll=HITS if hit else MISSES)
    fighter = trial.foe if meter == "momentum" else trial.me
    fighter[meter] = start
    trial.do(Action.LET)
    return int(fighter[meter]) - start


@finds
def hp_capped(options: Options) -> Found:
    """Whether healing stops at the maximum of HP."""
    trial = Trial(options, ability("mend", on_use=[{"type": "heal", "dice": "30"}]), hp_now=20)
    trial.play("mend")
    return Found(bool(trial.me.hp == trial.me.max_hp), f"{int(trial.me.hp)} of {int(trial.me.max_hp)} HP after healing 30")


@finds
def rp_capped(options: Options, tier: int) -> int:
    """The maximum RP of a character of a tier."""
    trial = Trial(options, ability("x", "movement", on_use=[{"type": "resource_delta", "resource": "rp", "amount": 20}]), tier=tier)
    trial.chain("x", roll=())
    return int(trial.me.rp)


@finds
def rp_stops(options: Options) -> Found:
    """Whether a fighter with full RP gains none, at every tier."""
    most = [rp_capped(options, tier) for tier in range(1, len(CONFIG["tiers"]) + 1)]
    full = [int(Trial(options, tier=tier).me.rp) for tier in range(1, len(CONFIG["tiers"]) + 1)]
    return Found(most == full, f"{listed(most)} RP at most")


METERS = ("heat", "momentum", "balance")


@finds
def meters_begin(options: Options) -> Found:
    """Whether heat, momentum and balance are 0 at the start of a fight."""
    trial = Trial(options)
    found = [int(fighter[name]) for fighter in (trial.me, trial.foe) for name in METERS]
    return Found(not any(found), f"they begin with {listed(found)}")


@finds
def meters_last(options: Options) -> Found:
    """Whether changes of heat, momentum and balance carry over to the next round."""
    trial = Trial(options, ability("x", "attack", "1", tags=["momentum"]))
    trial.play("x")
    trial.enemy_turn()
    found = {name: int(trial.me[name]) for name in METERS}
    return Found(all(found.values()), listed(f"{name} {amount}" for name, amount in found.items()))


@finds
def radiance_heals(options: Options, stacks: int, rounds: int = 1) -> int:
    """The HP that Radiance heals in this many rounds."""
    trial = Trial(options, hp=100, hp_now=20)
    trial.me.radiance = stacks
    for _ in range(rounds):
        trial.pass_round()
    return int(trial.me.hp) - 20


@finds
def radiance_waits(options: Options) -> Found:
    """Whether Radiance heals nothing before the end of the round."""
    trial = Trial(options, hp_now=20)
    trial.me.radiance = 3
    trial.do(Action.GO)
    before = int(trial.me.hp)
    trial.enemy_turn()
    return Found(bool(before == 20 < trial.me.hp), f"{before} HP before the end of the round, {int(trial.me.hp)} after it")


@finds
def radiance_decays(options: Options) -> int:
    """The change of Radiance in a round."""
    trial = Trial(options)
    trial.me.radiance = 4
    trial.pass_round()
    return int(trial.me.radiance) - 4


@finds
def idf(options: Options, power: int) -> int:
    """The IDF of a character with this POW."""
    return int(Trial(options, POW=power).book.idf)


@finds
def idf_formula(options: Options) -> Found:
    """Whether IDF is 1 plus half of POW's excess over 10, rounded down, for every POW."""
    scores = range(MAX_SCORE + 1)
    good = [book.idf(power) == max(1 + (power - 10) // 2, 0) for power in scores]
    return Found(all(good), f"for {sum(good)} of {len(good)} scores")


@finds
def least_idf(options: Options) -> int:
    """The lowest possible IDF."""
    return min(book.idf(power) for power in range(MAX_SCORE + 1))


@finds
def idf_attributes(options: Options) -> str:
    """The attributes that IDF depends on."""
    names = Attribute.slugs()
    moving = [name for name in names if Trial(options, **dict[str, Any]({name: 20})).book.idf != Trial(options).book.idf]
    return "/".join(moving)


@finds
def idf_is_not_the_modifier(options: Options) -> Found:
    """The number of scores from 8 to the last one of the table whose IDF is not 1 plus their modifier."""
    scores = range(8, max(book.config().stat_mods) + 1)
    odd = [score for score in scores if book.idf(score) != max(1 + book.stat_mod(score), 0)]
    return Found(len(odd), listed([f"POW {score}: IDF {book.idf(score)}, modifier {book.stat_mod(score):+d}" for score in odd]))


@finds
def idf_defends(options: Options) -> Found:
    """Whether IDF also makes its owner harder to hit."""
    chances = {}
    for power in (8, 12):
        trial = Trial(options, POW=power, foe={"moves": [move(opening="always")]})
        trial.do(Action.GO)
        chances[power] = trial.chances(Action.SHOW, lambda now: int(now.result) != Result.MISS)[True]
    return Found(chances[12] < chances[8], f"an enemy hits POW 8 in {percent(chances[8])}, POW 12 in {percent(chances[12])}")
