"""Claims about rounds: turns, windows and budgets of interrupts, what comes at the end."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.trial import Trial, at_link, listed
from fracas.rulesets.veinbreaker.codes import Action, Phase, Said, Source
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.stage import MISSES, attacks, move
from fracas.rulesets.veinbreaker.state import DEATH, PLAYER


@finds
def sides_of_a_round(options: Options) -> Found:
    """Whether the player, then the enemy, acts in a round, and the next round begins."""
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
    """Whether it depends on the enemy's archetype at which links of a chain that hits it may interrupt."""
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
    """Whether after an attempt enemies cannot try again in the round: those with a budget of one, or every archetype."""
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
    """The order of what comes at the end of a round."""
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
    """Whether Bleed hurts only when both sides have had their turns."""
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
    """Whether somebody with one HP and plenty of Radiance dies of one stack of Bleed."""
    trial = Trial(options, hp_now=1)
    trial.me.radiance = 9
    trial.lay("bleed", 1, who=PLAYER)
    trial.pass_round()
    return Found(bool(trial.over == DEATH), "dead" if trial.over else f"{int(trial.me.hp)} HP")
