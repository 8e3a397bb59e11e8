"""Claims about rounds: turns, windows and budgets of interrupts, the end of a round, upkeep, tempo."""

from __future__ import annotations

from itertools import product
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.claims.chains import longest_chain
from fracas.rulesets.veinbreaker.claims.trial import LINKS, SURE, Trial, at_link, listed
from fracas.rulesets.veinbreaker.codes import Action, Attribute, Phase, Pool, Said, Source
from fracas.rulesets.veinbreaker.models import CONFIG, PATHS, Options
from fracas.rulesets.veinbreaker.stage import CRITS, DV, HITS, MISSES, ability, attack, attacks, move, movement
from fracas.rulesets.veinbreaker.state import DEATH, PLAYER


@finds
def sides_of_a_round(options: Options) -> Found:
    """Whether the player and then the enemy act in a round, followed by the next round."""
    trial = Trial(options, foe={"moves": [move()]})
    seen = [(int(trial.state.clock), trial.phase)]
    trial.do(Action.GO)
    seen.append((int(trial.state.clock), trial.phase))
    trial.enemy_turn(*MISSES)
    seen.append((int(trial.state.clock), trial.phase))
    wanted = [(1, Phase.DECLARING), (1, Phase.TELEGRAPH), (2, Phase.DECLARING)]
    return Found(seen == wanted, "the player declares, the enemy shows its chain, round 2 begins")


@finds
def windows_differ(options: Options) -> Found:
    """Whether the archetype of an enemy determines at which links of a chain it can interrupt."""
    found: dict[str, str] = {}
    for archetype in CONFIG["archetypes"]:
        trial = at_link(options, 1, foe={"archetype": archetype})
        trial.me.heat = 3
        seen = set()
        while not trial.over:
            if trial.may(Action.INTERRUPT):
                seen.add(int(trial.state.at) + 1)
            trial.follow_one()
        found[archetype] = listed(sorted(seen))
    return Found(len(set(found.values())) > 1, "; ".join(f"{name}: links {at}" for name, at in found.items()))


@finds
def budget_binds(options: Options, every: bool) -> Found:
    """Whether enemies cannot interrupt twice in a round: those with a budget of one, or every archetype."""
    bound: list[str] = []
    free: list[str] = []
    for archetype, kind in CONFIG["archetypes"].items():
        windows = [{"links": [1, 2], "when": "always", "timing": "before"}]
        trial = Trial(options, *attacks(2), foe={"archetype": archetype, "windows": windows})
        trial.chain("a1", "a2", roll=(10, 10))
        trial.do(Action.INTERRUPT, *MISSES)
        again = trial.may(Action.INTERRUPT)
        if every or kind["budget"]:
            (free if again else bound).append(archetype)
    return Found(not free, f"one attempt: {listed(bound)}; as many as there are windows: {listed(free)}")


@finds
def tick_order(options: Options) -> str:
    """The order of events at the end of a round."""
    trial = Trial(options)
    trial.me.radiance = 1
    trial.lay("bleed", 1, who=PLAYER)
    trial.lay("radiant-burn", 2, who=PLAYER)
    trial.pass_round()
    names: dict[int, str] = {Source.BLEED: "Bleed", Source.BURN: "Radiant Burn"}
    told = trial.events(Said.TAKES, Said.HEALS)
    return ", ".join("Radiance healing" if e.code == Said.HEALS else names[e.c] for e in told)


@finds
def ticks_at_the_end(options: Options) -> Found:
    """Whether Bleed does damage only after both sides have had their turns."""
    trial = Trial(options, foe={"moves": [move()]})
    trial.lay("bleed", 2)
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    before = int(trial.foe.max_hp - trial.foe.hp)
    trial.enemy_turn(*MISSES)
    after = int(trial.foe.max_hp - trial.foe.hp)
    return Found(before == 0 < after, f"{before} lost before the enemy's chain, {after} after the round")


@finds
def healed_too_late(options: Options) -> Found:
    """Whether a fighter with one HP and plenty of Radiance dies of one stack of Bleed."""
    trial = Trial(options, hp_now=1)
    trial.me.radiance = 9
    trial.lay("bleed", 1, who=PLAYER)
    trial.pass_round()
    return Found(bool(trial.over == DEATH), "dead" if trial.over else f"{int(trial.me.hp)} HP")


@finds
def rp_regained(options: Options, spent: int) -> int:
    """The RP regained at the start of a turn after spending this many."""
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
    """Whether RP are regained when the player's turn starts, and not before."""
    trial = Trial(options, foe={"moves": [move()]})
    trial.me.rp = 0
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    before = int(trial.me.rp)
    trial.enemy_turn(*MISSES)
    return Found(bool(before == 0 < trial.me.rp), f"{before} RP in the enemy's turn, {int(trial.me.rp)} when the player's begins")


@finds
def pools_refill(options: Options) -> Found:
    """Whether a pool that an ability has used is full again in the next round."""
    trial = Trial(options, attack(cost=3), POW=8)
    full = [int(n) for n in trial.state.pools]
    trial.declare("a1")
    left = [int(n) for n in trial.state.pools]
    trial.play()
    trial.enemy_turn()
    again = [int(n) for n in trial.state.pools]
    return Found(sum(full) - sum(left) == 3 and full == again, f"{listed(full)}, then {listed(left)}, then {listed(again)}")


@finds
def pools_follow_attributes(options: Options) -> Found:
    """Whether each of the four pools depends on an attribute."""
    base = Trial(options).state.pools
    moved: dict[str, list[str]] = {pool.slug: [] for pool in Pool}
    for name in Attribute.slugs():
        pools = Trial(options, **dict[str, Any]({name: 14})).state.pools
        for pool in Pool:
            if pools[pool] != base[pool]:
                moved[pool.slug].append(name)
    return Found(all(moved.values()), listed(f"{pool} {listed(names)}" for pool, names in moved.items()))


@finds
def pools_suffice(options: Options) -> Found:
    """Whether a new character's pools always suffice for all its picks."""
    picks = CONFIG["creation"]["picks"]
    dearest = max(a.cost for a in book.library().abilities.values() if a.tier == 1)
    smallest = min(book.pool_size(score) for path in PATHS for score in book.created(path).model_dump().values())
    return Found(picks * dearest <= smallest, f"{picks} picks of {dearest} at most, and no pool is smaller than {smallest}")


@finds
def tempo(options: Options, at: int, kind: str = "attack", rp: int | None = None) -> int:
    """The RP of a hit at an index in the chain."""
    harm = "1" if kind == "attack" else None
    trial = at_link(options, at, *(ability(f"x{i}", kind, harm) for i in range(LINKS)))
    if rp is not None:
        trial.me.rp = min(rp, int(trial.book.rp_cap))
    before = int(trial.me.rp)
    trial.do(Action.LET)
    return int(trial.me.rp) - before


@finds
def first_with_tempo(options: Options, movements: int) -> int:
    """The first attack, not counting movements, that gives RP in a chain that starts with this many movements; 0 if none does."""
    trial = Trial(options, *(movement(f"m{i}") for i in range(movements)), *attacks(LINKS - movements), foe={"dv": SURE}, tier=2)
    trial.chain(*trial.ids)
    for at in range(1, LINKS - movements + 1):
        before = int(trial.me.rp)
        trial.do(Action.LET)
        if trial.me.rp > before:
            return at
        while trial.phase in (Phase.AFTERWARDS, Phase.PAUSE):
            trial.follow_one()
    return 0


@finds
def kinds_with_tempo(options: Options) -> str:
    """The kinds of links that give RP."""
    return ", ".join(kind for kind in ("attack", "defense", "utility", "stance") if tempo(options, LINKS, kind))


@finds
def side_with_tempo(options: Options) -> str:
    """The side that gains RP from its late hits."""
    trial = Trial(options, foe={"moves": [move(name) for name in "abcd"], "dv": SURE, "rp": 6})
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    trial.do(Action.LET, 10, 10)
    seen = set()
    while trial.phase == Phase.ENEMY_LINK:
        seen.add(int(trial.foe.rp))
        trial.do(Action.STRIKE)
    gained = max(seen) > min(seen)
    return " and ".join([*(["player"] if tempo(options, LINKS) else []), *(["enemy"] if gained else [])])


@finds
def rp_at_cap(options: Options) -> Found:
    """Whether the reward stops at the cap."""
    gained = tempo(options, options.late_link, rp=20)
    return Found(gained == 0, f"{gained:+d} with all RP")


@finds
def tempo_never_capped(options: Options) -> Found:
    """Whether a chain of attacks that all hit always ends below the cap."""
    found = {}
    for tier, n in product((1, 2), range(options.late_link, LINKS + 1)):
        trial = Trial(options, *attacks(n), foe={"dv": SURE}, tier=tier)
        if longest_chain(options, tier) >= n:
            trial.play(*trial.ids)
            found[tier, n] = int(trial.book.rp_cap) - int(trial.me.rp)
    left = min(found.values(), default=1)
    return Found(left > 0, f"{left} below the cap at least")


@finds
def rp_next_round(options: Options, n: int, marks: int = 0) -> int:
    """The RP of a character of tier 1 in the round after a chain of this many hits; with marks, of crits and before the upkeep."""
    trial = Trial(options, *attacks(n), foe={"dv": SURE if marks else DV}, blood_marks=marks)
    trial.play(*trial.ids, roll=CRITS if marks else HITS)
    if not marks:
        trial.enemy_turn()
    return int(trial.me.rp)
