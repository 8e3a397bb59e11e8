"""Claims about upkeep: RP that come back, pools that fill again."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, state
from fracas.rulesets.veinbreaker.claims.stage import MISSES, attack, listed, move
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.state import PLAYER


@finds
def rp_regained(options: Options, spent: int) -> int:
    """The RP that come back at the start of a turn when so many are spent."""
    trial = Trial(options)
    trial.me.rp -= spent
    before = int(trial.me.rp)
    trial.pass_round()
    return int(trial.me.rp) - before


@finds
def first_upkeep(options: Options) -> int:
    """The RP that the upkeep of the first round adds."""
    trial = Trial(options)
    return int(trial.me.rp) - int(trial.setup.state[0].fighters[PLAYER].rp)


@finds
def regained_at(options: Options) -> Found:
    """Whether RP come back when the player's turn begins, and not before."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]})
    trial.me.rp = 0
    trial.do(state.GO)
    trial.do(state.SHOW)
    before = int(trial.me.rp)
    trial.enemy_turn(*MISSES)
    return Found(bool(before == 0 < trial.me.rp), f"{before} RP in the enemy's turn, {int(trial.me.rp)} when the player's begins")


@finds
def pools_refill(options: Options) -> Found:
    """Whether a pool is full again in the next round."""
    trial = Trial(options, attack(cost=3), POW=8)
    full = [int(n) for n in trial.state.pools]
    trial.play("a1")
    spent = [int(n) for n in trial.state.pools]
    trial.enemy_turn()
    again = [int(n) for n in trial.state.pools]
    return Found(spent != full == again, f"{listed(full)} at first, {listed(again)} again")


@finds
def pools_follow_attributes(options: Options) -> Found:
    """Whether each of the four pools grows with an attribute of its own, and with no other."""
    base = [int(n) for n in Trial(options).state.pools]
    moved = {}
    for i, name in enumerate(state.ATTRIBUTES):
        pools = [int(n) for n in Trial(options, foe=None, **{name: 14}).state.pools]
        moved[state.POOLS[i]] = name if [j for j in range(len(pools)) if pools[j] != base[j]] == [i] else "?"
    return Found("?" not in moved.values(), listed([f"{pool} {name}" for pool, name in moved.items()]))


@finds
def pools_suffice(options: Options) -> Found:
    """Whether a new character's pools always pay for all that it has picked."""
    picks = CONFIG["creation"]["picks"]
    dearest = max(a.cost for a in book.library().abilities.values() if a.tier == 1)
    smallest = min(book.pool_size(score) for path in book.PATHS for score in book.created(path).model_dump().values())
    return Found(picks * dearest <= smallest, f"{picks} picks of {dearest} at most, and no pool is smaller than {smallest}")
