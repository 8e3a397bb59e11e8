"""Claims about rounds: turns, windows and budgets of interrupts, what comes at the end."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import MISSES, attacks, listed, move
from fracas.rulesets.veinbreaker.claims.trials import FOLLOWS, Trial, at_link
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Said


@finds
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


@finds
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


@finds
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


@finds
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


@finds
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


@finds
def healed_too_late(options: Options) -> Found:
    """Whether somebody with one HP and plenty of Radiance dies of one stack of Bleed."""
    trial = Trial(options, hp_now=1)
    trial.me.radiance = 9
    trial.lay(PLAYER, "bleed", 1)
    trial.pass_round()
    return Found(bool(trial.state.over == state.DEATH), "dead" if trial.state.over else f"{int(trial.me.hp)} HP")
