"""What the document of Veinbreaker claims, computed: the ledger is `content/claims.json`, the functions here find what it names.

Most of them try a small fight (`trials`) with given dice, or count all ways the dice can fall. Here are dice and chains; attack, defence
and heat are in `claims_attack`, the second half of the document, from its meters on, is in `claims_meters`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from fracas.dice import Distribution, distribution
from fracas.engine.claims import Found
from fracas.rulesets.veinbreaker import book, claims_attack, claims_meters, links, rules, state
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.state import ENEMY, FACES, MISS, MODES, MOST_MODE, PLAYER, Said
from fracas.rulesets.veinbreaker.trials import (
    CRITS,
    DV,
    FOLLOWS,
    HITS,
    LINKS,
    MISSES,
    NORMAL,
    SURE,
    Faces,
    Trial,
    at_link,
    attack,
    attacks,
    dice_text,
    ledger,
    link,
    listed,
    mode_of,
    move,
    movement,
    percent,
    pool_of,
    reaches,
    rule_book,
)

__all__ = ["claims_attack", "claims_meters", "ledger"]

LEAST_ROLL, MOST_ROLL = 2, 2 * FACES

# --- pools of dice ------------------------------------------------------------------------------------------------------


@ledger.finds
def pool_dice(options: Options, mode: str) -> str:
    """The dice that a pool is rolled with."""
    dice = Faces(())
    links.pool(dice, rule_book(options), mode_of(mode))
    [rolled] = dice.entries
    return dice_text(rolled)


@ledger.finds
def pool_keeps(options: Options, mode: str) -> str:
    """Which dice of a pool count, told by every way that four different faces can fall."""
    kept: dict[str, Callable[[list[int]], int]] = {
        "highest + lowest": lambda ranked: ranked[0] + ranked[-1],
        "two lowest": lambda ranked: ranked[0] + ranked[1],
        "two highest": lambda ranked: ranked[-1] + ranked[-2],
    }
    n, b = int(pool_dice(options, mode).partition("d")[0]), rule_book(options)
    for faces in product((1, 4, 6, 10), repeat=n):
        total = links.pool(Faces(faces), b, mode_of(mode))
        kept = {name: count for name, count in kept.items() if count(sorted(faces)) == total}
    return " or ".join(kept) or "something else"


@ledger.finds
def pool_mean(options: Options, mode: str) -> Fraction:
    """What a pool comes to on average."""
    return pool_of(options, mode).mean()


@ledger.finds
def lower_mean(options: Options, mode: str, than: str = NORMAL) -> Found:
    """Whether a pool comes to less on average than another."""
    here, there = pool_mean(options, mode), pool_mean(options, than)
    return Found(here < there, f"{float(here):.4g} on average against {float(there):.4g}")


@ledger.finds
def lower_chance(options: Options, mode: str, than: str = NORMAL, low: int = LEAST_ROLL + 1, high: int = MOST_ROLL) -> Found:
    """Whether a pool reaches every target of a range less often than another."""
    chances = [(target, reaches(options, mode, target), reaches(options, than, target)) for target in range(low, high + 1)]
    less = sum(here < there for _, here, there in chances)
    target, here, there = chances[len(chances) // 2]
    return Found(
        less == len(chances), f"less often at {less} of {len(chances)} targets; {target}+ in {percent(here)} against {percent(there)}"
    )


@ledger.finds
def same_pool(options: Options, mode: str, than: str) -> Found:
    """Whether two pools are the same, in every chance."""
    same = pool_of(options, mode) == pool_of(options, than)
    return Found(same, f"{float(pool_mean(options, mode)):.4g} on average against {float(pool_mean(options, than)):.4g}")


@ledger.finds
def mirrored(options: Options, mode: str, other: str) -> Found:
    """Whether one pool is the other turned upside down."""
    turned = pool_of(options, other).map(lambda total: LEAST_ROLL + MOST_ROLL - total)
    means = f"{float(pool_mean(options, mode)):.4g} and {float(pool_mean(options, other)):.4g} on average"
    return Found(pool_of(options, mode) == turned, means)


def _enemy_targets() -> dict[str, int]:
    return {e.name: e.dv + e.idf for e in book.library().enemies.values()}


@ledger.finds
def enemies_easier(options: Options, mode: str) -> Found:
    """How many enemies a first link hits more often with a pool than with 2d10."""
    easier = {
        name: target for name, target in _enemy_targets().items() if reaches(options, mode, target) > reaches(options, NORMAL, target)
    }
    most = max(easier, key=lambda name: reaches(options, mode, easier[name]) - reaches(options, NORMAL, easier[name]), default="")
    words = f"of {len(_enemy_targets())} enemies"
    if most:
        here, plain = reaches(options, mode, easier[most]), reaches(options, NORMAL, easier[most])
        words += f", those up to a target of {max(easier.values())}; {most}: {percent(here)} instead of {percent(plain)}"
    return Found(len(easier), words)


@ledger.finds
def implemented(options: Options, what: str) -> str:
    """Whether a pool, or Stagger, makes any difference to a roll."""
    if what == "stagger":
        same = {stacks: _thrown(options, stacks) for stacks in (0, 1, 2, 3)}
        differs = all(same[stacks] != same[0] for stacks in (1, 2, 3))
    else:
        differs = pool_of(options, what) != pool_of(options, NORMAL)
    return "implemented" if differs else "to implement"


# --- which dice are rolled ------------------------------------------------------------------------------------------------


def _opened(options: Options, **more: Any) -> Trial:
    """The enemy's only move has hit, and the player may interrupt it."""
    trial = Trial(options, foe={"moves": [move()]}, **more)
    trial.do(state.GO)
    trial.do(state.SHOW, *HITS)
    return trial


def _threatened(options: Options, **more: Any) -> Trial:
    """The player's only link has hit, and the enemy may interrupt it."""
    window = {"links": [1], "when": "always", "timing": "before"}
    trial = Trial(options, foe={"windows": [window]}, **more)
    trial.begin("a1")
    return trial


def _contested(options: Options, **more: Any) -> Trial:
    """The enemy has shown its chain, and the player may try to deny it."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]}, **more)
    trial.do(state.GO)
    trial.do(state.SHOW)
    return trial


def _rolled(options: Options, what: str, stagger: int = 0) -> list[Any]:
    """The d10 rolls of an attack, a reroll, an interrupt by either side, a contest, a contested defence."""
    if what == "defence":
        options = options.model_copy(update={"defense": "contested"})
    if what in ("attack", "defence", "reroll"):
        trial = Trial(options, *attacks(2))
        trial.lay(PLAYER, "stagger", stagger)
        trial.lay(ENEMY, "stagger", stagger if what == "defence" else 0)
        trial.begin("a1", "a2", roll=[1] * 8)
        if what == "reroll":
            trial.follow()
            return trial.rolls()
        return trial.rolls()[1:] if what == "defence" else trial.rolls()
    made = {"break-in": _opened, "interrupt": _threatened, "contest": _contested}[what](options)
    trial = made
    trial.lay(ENEMY if what == "interrupt" else PLAYER, "stagger", stagger)
    trial.do(state.INTERRUPT, *[1] * 8)
    return trial.rolls()[:1] if what == "contest" else trial.rolls()


@ledger.finds
def dice_of(options: Options, what: str) -> str:
    """The dice of one kind of roll."""
    return " and ".join(dict.fromkeys(dice_text(roll) for roll in _rolled(options, what)))


@ledger.finds
def staggered_rolls(options: Options) -> Found:
    """Whether one stack of Stagger changes the dice of every kind of roll that the bearer makes."""
    kinds = ("attack", "reroll", "break-in", "interrupt", "contest", "defence")
    wanted = pool_dice(options, "disadvantage")
    changed = [what for what in kinds if {dice_text(roll) for roll in _rolled(options, what, 1)} == {wanted}]
    return Found(len(changed) == len(kinds), f"rolled with {wanted}: {listed(changed)}")


@cache
def _thrown_with(options_json: str, stacks: int) -> Distribution[int]:
    trial = Trial(Options.model_validate_json(options_json))
    trial.lay(PLAYER, "stagger", stacks)
    return distribution(lambda dice: int(links.throw(dice, trial.state, trial.book, PLAYER)))


def _thrown(options: Options, stacks: int) -> Distribution[int]:
    return _thrown_with(options.model_dump_json(), stacks)


@ledger.finds
def stagger_pool(options: Options, stacks: int) -> str:
    """The pool that so many stacks of Stagger give, told by its chances."""
    thrown = _thrown(options, stacks)
    same = [mode for mode in reversed(MODES[: MOST_MODE + 1]) if pool_of(options, mode) == thrown]
    return same[0].replace("-", " ")


@ledger.finds
def ability_dice(options: Options) -> Found:
    """Whether abilities differ in their damage dice."""
    dice = sorted({a.effects.damage for a in book.library().abilities.values() if a.effects.damage})
    return Found(len(dice) > 1, listed(dice))


def _one_die(chances: Distribution[int], tier: int = 1) -> str:
    """What a distribution is a die of, each face times a tier."""
    faces = [Fraction(value, tier) for value, _ in chances.items()]
    even = all(p == Fraction(1, len(faces)) for _, p in chances.items())
    return f"1d{len(faces)}" if even and faces == list(range(1, len(faces) + 1)) else "something else"


def _perfect(options: Options, owner: int, who: int, **more: Any) -> Distribution[int]:
    """By how much the HP of a fighter change when the chain of its owner is perfectly interrupted."""
    trial = _opened(options, **more) if owner == ENEMY else _threatened(options, **more)
    before = int(trial.state.fighters[who].hp)

    def once(dice: Any) -> int:
        after = trial.array.copy()[0]
        rules.perfect_interrupt(dice, after, trial.book, owner)
        return int(after.fighters[who].hp) - before

    return distribution(once)


@ledger.finds
def counter_damage(options: Options, owner: str) -> str:
    """What a perfect interrupt costs the owner of the chain."""
    side = ENEMY if owner == "enemy" else PLAYER
    return _one_die(_perfect(options, side, side).map(lambda change: -change))


@ledger.finds
def parry_healing(options: Options, by: str) -> str:
    """What the player is healed by when one side makes a perfect interrupt, for every tier."""
    found = set()
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        healed = _perfect(options, ENEMY if by == "player" else PLAYER, PLAYER, tier=tier, hp=100, hp_now=20)
        found.add(f"{_one_die(healed, tier)} × tier" if max(healed) > 0 else "nothing")
    return " or ".join(sorted(found))


# --- rounds and chains ------------------------------------------------------------------------------------------------------


@ledger.finds
def sides_of_a_round(options: Options) -> Found:
    """Whether the player, then the enemy, acts in a round, and the next round begins."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]})
    seen = [(int(trial.state.clock), int(trial.state.phase))]
    trial.do(state.GO)
    seen.append((int(trial.state.clock), int(trial.state.phase)))
    trial.enemy_turn(*MISSES)
    seen.append((int(trial.state.clock), int(trial.state.phase)))
    wanted = [(1, state.DECLARING), (1, state.TELEGRAPH), (2, state.DECLARING)]
    return Found(seen == wanted, "the player declares, the enemy shows its chain, round 2 begins")


@ledger.finds
def longest_chain(options: Options, tier: int) -> int:
    """How many links a character of a tier can declare at once."""
    trial = Trial(options, *attacks(LINKS + 2), tier=tier)
    while trial.declarable():
        trial.declare(trial.declarable()[0])
    return int(trial.state.links)


@ledger.finds
def windows_differ(options: Options) -> Found:
    """Whether it depends on the enemy's archetype at which links of a chain that hits it may interrupt."""
    found: dict[str, str] = {}
    for archetype in CONFIG["archetypes"]:
        trial = at_link(options, 1, foe={"archetype": archetype})
        trial.me.heat = 3
        seen = set()
        while not trial.state.over:
            if trial.may(state.INTERRUPT):
                seen.add(int(trial.state.at) + 1)
            trial.do(FOLLOWS[int(trial.state.phase)])
        found[archetype] = listed(sorted(seen))
    return Found(len(set(found.values())) > 1, "; ".join(f"{name}: links {at}" for name, at in found.items()))


@ledger.finds
def budget_binds(options: Options, every: bool) -> Found:
    """Whether after an attempt enemies cannot try again in the round: those with a budget of one, or every archetype."""
    bound: list[str] = []
    free: list[str] = []
    for archetype, kind in CONFIG["archetypes"].items():
        windows = [{"links": [1, 2], "when": "always", "timing": "before"}]
        trial = Trial(options, *attacks(2), foe={"archetype": archetype, "windows": windows})
        trial.begin("a1", "a2", roll=(10, 10))
        trial.do(state.INTERRUPT, *MISSES)
        again = trial.may(state.INTERRUPT)
        if every or kind["budget"]:
            (free if again else bound).append(archetype)
    return Found(not free, f"one attempt: {listed(bound)}; as many as there are windows: {listed(free)}")


@ledger.finds
def tick_order(options: Options) -> str:
    """The order of what comes at the end of a round."""
    trial = Trial(options)
    trial.me.radiance = 1
    trial.lay(PLAYER, "bleed", 1)
    trial.lay(PLAYER, "radiant-burn", 2)
    trial.pass_round()
    names = {state.OF_BLEED: "Bleed", state.OF_BURN: "Radiant Burn"}
    told = trial.events(Said.TAKES, Said.HEALS)
    return ", ".join("Radiance healing" if e.code == Said.HEALS else names[e.c] for e in told)


@ledger.finds
def ticks_at_the_end(options: Options) -> Found:
    """Whether Bleed hurts only when both sides have had their turns."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]})
    trial.lay(ENEMY, "bleed", 2)
    trial.do(state.GO)
    trial.do(state.SHOW)
    before = int(trial.it.max_hp - trial.it.hp)
    trial.enemy_turn(*MISSES)
    after = int(trial.it.max_hp - trial.it.hp)
    return Found(before == 0 < after, f"{before} lost before the enemy's chain, {after} after the round")


@ledger.finds
def healed_too_late(options: Options) -> Found:
    """Whether somebody with one HP and plenty of Radiance dies of one stack of Bleed."""
    trial = Trial(options, hp_now=1)
    trial.me.radiance = 9
    trial.lay(PLAYER, "bleed", 1)
    trial.pass_round()
    return Found(bool(trial.state.over == state.DEATH), "dead" if trial.state.over else f"{int(trial.me.hp)} HP")


@ledger.finds
def rolls_of(options: Options, come: list[str]) -> int:
    """How many attack rolls a chain has whose links come out so."""
    faces = [face for each in come for face in (HITS if each == "hit" else MISSES)]
    chosen = [face for i, face in enumerate(faces) if i < 2 or come[i // 2 - 1] == "miss"]
    trial = Trial(options, *attacks(len(come)), tier=2, foe={"dv": DV + 2 if "miss" in come else DV})
    trial.it.momentum = 0
    trial.play(*trial.ids, roll=chosen)
    return len(trial.rolls())


@ledger.finds
def reused_by(options: Options) -> Found:
    """Whether links of every kind but movement use the chain's roll."""
    kinds = ("attack", "defense", "utility", "stance", "movement")
    using = []
    for kind in kinds:
        trial = Trial(options, link("x", kind, "1" if kind == "attack" else None))
        trial.begin("x")
        if trial.rolls():
            using.append(kind)
    return Found(using == list(kinds[:-1]), f"rolling: {listed(using)}")


@ledger.finds
def movement_rolls(options: Options) -> Found:
    """Whether a chain of movements makes no attack roll."""
    trial = Trial(options, movement("step"), movement("dash"))
    trial.begin("step", "dash", roll=())
    return Found(not trial.rolls(), f"{len(trial.rolls())} rolls")


@ledger.finds
def movement_applies(options: Options, what: str) -> Found:
    """Whether a movement does what its resourceDelta or an effect on use says."""
    given: dict[str, dict[str, Any]] = {
        "resourceDelta": {"resource_delta": {"radiance": 2}},
        "heal": {"on_use": [{"type": "heal", "dice": "3"}]},
        "status": {"on_use": [{"type": "buff", "status": "arcane-ward"}]},
        "on_use": {"on_use": [{"type": "resource_set", "resource": "heat", "amount": 4}]},
    }
    trial = Trial(options, movement(**given[what]), hp_now=10)
    trial.begin("step", roll=())
    seen = {
        "resourceDelta": int(trial.me.radiance),
        "heal": int(trial.me.hp) - 10,
        "status": trial.stacks(PLAYER, "arcane-ward"),
        "on_use": int(trial.me.heat),
    }
    others = [name for name, amount in seen.items() if amount and name != what]
    return Found(seen[what] > 0 and not others, f"changed by {seen[what]}")


@ledger.finds
def books_meters(options: Options, kind: str) -> Found:
    """Whether a link of a kind that is used changes the defender's momentum and the aggressor's balance."""
    trial = Trial(options, link("x", kind, "0" if kind == "attack" else None, resource_delta={"momentum": 0}), attack(), until="chain")
    trial.begin("x", "a1")
    while trial.state.at == 0:
        trial.do(FOLLOWS[int(trial.state.phase)])
    changed = int(trial.it.momentum), int(trial.me.balance)
    return Found(all(changed), f"defender's momentum {changed[0]:+d}, aggressor's balance {changed[1]:+d}")


@ledger.finds
def books_no_meters(options: Options) -> Found:
    """Whether a movement changes neither."""
    found = books_meters(options, "movement")
    return Found(not found.value, found.words)


@ledger.finds
def each_link_in_turn(options: Options) -> Found:
    """Whether meters and effects of a link come with that link, and not before."""
    bleeding = [attack(f"a{i}", on_hit=[{"type": "status", "status": "bleed"}]) for i in (1, 2, 3)]
    seen = []
    for n in (1, 2, 3):
        trial = at_link(options, n, *bleeding)
        seen.append((len(trial.faced()) > 0, int(trial.me.heat), trial.stacks(ENEMY, "bleed")))
    return Found(seen == [(True, n, n) for n in range(3)], f"heat and Bleed before links 1 to 3: {listed([s[1:] for s in seen])}")


@ledger.finds
def most_momentum(options: Options) -> int:
    """Where momentum is stopped."""
    trial = Trial(options, movement(resource_delta={"momentum": 20}))
    trial.begin("step", roll=())
    return int(trial.me.momentum)


@ledger.finds
def momentum_after(options: Options, hits: int, tier: int) -> int:
    """The defender's momentum after a chain of so many hits."""
    trial = Trial(options, *attacks(hits), foe={"dv": SURE}, tier=tier)
    trial.play(*trial.ids)
    return int(trial.it.momentum)


@ledger.finds
def own_effects_come_on_top(options: Options) -> Found:
    """Whether the meters of a link change besides what its effects and tags change."""
    own = {"balance": -1}
    push = {"type": "resource_delta", "resource": "momentum", "amount": 2, "target": "enemy"}
    found = []
    cases: list[dict[str, Any]] = [{}, {"resource_delta": own, "on_hit": [push], "tags": ["momentum"]}]
    for given in cases:
        trial = Trial(options, link("x", **given), attack(), until="chain")
        trial.begin("x", "a1")
        trial.do(state.LET)
        found.append((int(trial.it.momentum), int(trial.me.balance), int(trial.me.momentum)))
    plain, mixed = found
    return Found(mixed == (plain[0] + 2, plain[1] - 1, plain[2] + 1), f"without effects {plain}, with them {mixed}")


# --- what follows for chains --------------------------------------------------------------------------------------------------


@ledger.finds
def hits_after_a_hit(options: Options) -> Fraction:
    """The chance that a link hits whose predecessor hit, the least over rolls, defences and momentum; all links have the same modifier."""
    worst = Fraction(1)
    trial = Trial(options, *attacks(LINKS), tier=2, until="chain")
    for dv, momentum in ((5, 0), (10, 7), (18, 0)):
        followers, hitting = 0, 0
        for total in range(LEAST_ROLL, MOST_ROLL + 1):
            kept, trial.array = trial.array, trial.array.copy()
            trial.book.foes[0].dv = dv
            trial.it.momentum = momentum
            trial.play(*trial.ids, roll=[total // 2, total - total // 2] * LINKS)
            came = trial.hits()
            trial.array = kept
            pairs = [(before, after) for before, after in pairwise(came) if before]
            followers += len(pairs)
            hitting += sum(after for _, after in pairs)
        if followers:
            worst = min(worst, Fraction(hitting, followers))
    return worst


@ledger.finds
def all_hit(options: Options, n: int, apart: bool = False) -> Fraction:
    """The chance that all links of a chain of so many hit DV 10; ``apart`` if each had the chance of the first by itself."""
    trial = Trial(options, *attacks(n), tier=2, until="chain")
    trial.declare(*trial.ids)
    if apart:
        return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True] ** n
    return trial.odds(state.GO, lambda now: int(now.hits), FOLLOWS, lambda now: int(now.result) == MISS and now.phase == state.LINK)[n]


@ledger.finds
def first_hit(options: Options, momentum: int) -> Fraction:
    """The chance that a first link hits DV 10 and so much momentum."""
    trial = Trial(options)
    trial.it.momentum = momentum
    trial.declare("a1")
    return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True]


@ledger.finds
def next_round(options: Options, hits: int) -> Found:
    """The chance of the first link in the round after a chain of so many hits against DV 10."""
    trial = Trial(options, *attacks(hits))
    trial.play(*trial.ids)
    trial.enemy_turn()
    momentum = int(trial.it.momentum)
    return Found(first_hit(options, momentum), f"against {percent(first_hit(options, 0))} before, since momentum is {momentum}")


@ledger.finds
def after_a_miss(options: Options) -> Found:
    """The chance of a second link against DV 10 when the first has missed."""
    trial = Trial(options, *attacks(2), until="chain")
    trial.begin("a1", "a2", roll=MISSES)
    hits = trial.odds(state.LET, lambda now: int(now.result) != MISS, {state.AFTERWARDS: state.LET})[True]
    return Found(hits, f"against {percent(first_hit(options, 0))} for the first")


@ledger.finds
def tempo(options: Options, at: int, kind: str = "attack", rp: int | None = None) -> int:
    """The RP that a hit gives the player at a place in the chain."""
    harm = "1" if kind == "attack" else None
    trial = at_link(options, at, *(link(f"x{i}", kind, harm) for i in range(LINKS)))
    if rp is not None:
        trial.me.rp = min(rp, int(trial.book.rp_cap))
    before = int(trial.me.rp)
    trial.do(state.LET)
    return int(trial.me.rp) - before


@ledger.finds
def first_with_tempo(options: Options) -> int:
    """The first link that gives RP; 0 if none does."""
    return next((at for at in range(1, LINKS + 1) if tempo(options, at)), 0)


@ledger.finds
def kinds_with_tempo(options: Options) -> str:
    """The kinds of links that give RP."""
    return ", ".join(kind for kind in ("attack", "defense", "utility", "stance") if tempo(options, LINKS, kind))


@ledger.finds
def side_with_tempo(options: Options) -> str:
    """The side whose late hits give it RP."""
    trial = Trial(options, foe={"moves": [{**move(name), "opening": None} for name in "abcd"], "dv": SURE, "rp": 6})
    trial.do(state.GO)
    trial.do(state.SHOW)
    trial.do(state.LET, 10, 10)
    seen = set()
    while trial.state.phase == state.ENEMY_LINK:
        seen.add(int(trial.it.rp))
        trial.do(state.STRIKE)
    gained = max(seen) > min(seen)
    return " and ".join([*(["player"] if tempo(options, LINKS) else []), *(["enemy"] if gained else [])])


@ledger.finds
def rp_at_cap(options: Options) -> Found:
    """Whether the reward stops at the cap."""
    gained = tempo(options, options.late_link, rp=20)
    return Found(gained == 0, f"{gained:+d} with all RP")


@ledger.finds
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


@ledger.finds
def rp_next_round(options: Options, n: int, marks: int = 0) -> int:
    """The RP with which a character of tier 1 begins the round after a chain of so many hits, all of which are crits where marks count."""
    trial = Trial(options, *attacks(n), foe={"dv": SURE if marks else DV}, blood_marks=marks)
    trial.play(*trial.ids, roll=CRITS if marks else HITS)
    if marks:
        return int(trial.me.rp)
    trial.enemy_turn()
    return int(trial.me.rp)
