"""Questions about the odds of World Loop, answered by enumerating the rules' own code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from pydantic import Field

from fracas.dice import Distribution, outcomes
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Answer, Measure, Setup, chance
from fracas.errors import FracasError
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.codes import Attribute, Draws, Material, Said, Time
from fracas.rulesets.world_loop.models import Rolls
from fracas.rulesets.world_loop.rules.attack import base_damage
from fracas.rulesets.world_loop.rules.timing import delay
from fracas.rulesets.world_loop.stage import Pair, pair
from fracas.rulesets.world_loop.streaks import Came, Streaks, streaks

MAX_HP = 5000
LONG = 40
"""Fractions with more digits than this are not shown."""


@dataclass(frozen=True)
class Blow:
    """The results of one attack: chances of a miss and of a crit (among hits), and the damage, 0 for a miss."""

    miss: Fraction
    crit: Fraction
    base: int
    damage: Distribution[int]
    least: int
    most: int
    """Minimum and maximum damage of a hit."""


def blow_odds(fight: Pair, my_ground: int = Material.FLOOR, its_ground: int = Material.FLOOR) -> Blow:
    """Every outcome of one attack, as the rule gives it."""
    damage: dict[int, Fraction] = defaultdict(Fraction)
    said: dict[int, Fraction] = defaultdict(Fraction)
    hits: set[int] = set()
    for (code, hurt), p in outcomes(lambda dice: fight.copy().attacked(dice, 0, my_ground, its_ground), simplest=True):
        damage[hurt] += p
        said[code] += p
        if code != Said.MISSES:
            hits.add(hurt)
    hit = 1 - said[Said.MISSES]
    return Blow(
        miss=said[Said.MISSES],
        crit=said[Said.CRITS] / hit if hit else Fraction(0),
        base=int(base_damage(fight.me, fight.it, fight.book, my_ground, its_ground)),
        damage=Distribution(damage),
        least=min(hits, default=0),
        most=max(hits, default=0),
    )


def attacks_to_kill(damage: Distribution[int], hp: int) -> tuple[float | None, dict[int, float]]:
    """The mean number of attacks to do this much damage, and the chance of each number; None and empty if they never do.

    The mean is a floating-point sum of positive terms: as a fraction it would have thousands of digits.
    """
    chances = dict(damage.items())
    nothing = chances.pop(0, Fraction(0))
    if nothing == 1:
        return None, {}
    most = min(max(chances), hp)
    harm = np.zeros(most + 1)
    for d, share in chances.items():
        harm[min(d, most)] += float(share / (1 - nothing))
    mean = np.zeros(hp + most + 1)  # with no HP left, no attacks
    for left in range(1, hp + 1):
        mean[most + left] = float(1 / (1 - nothing)) + float(harm @ mean[left : most + left + 1][::-1])
    still = np.zeros(hp + 1)
    still[hp] = 1.0
    found: dict[int, float] = {}
    swings = 0
    steps = [(d, float(p)) for d, p in damage.items()]
    while still.sum() > 1e-12 and swings < 100_000:
        swings += 1
        after = np.zeros(hp + 1)
        for d, p in steps:
            if d <= hp:
                after[: hp + 1 - d] += p * still[d:]
                after[0] += p * still[1:d].sum() if d else 0.0
            else:
                after[0] += p * still.sum()
        dead = float(after[0])
        after[0] = 0.0
        if dead > 1e-12:
            found[swings] = dead
        still = after
    return float(mean[most + hp]), found


class AttackQuestion(Model):
    """One fighter's attack on another. Given stats are effective values, including gear."""

    attacker: str = Field(description="A kind: hero, warrior, goblin-chief …")
    defender: str = Field(description="A kind")
    attacker_level: int | None = Field(None, ge=1, le=50)
    defender_level: int | None = Field(None, ge=1, le=50)
    rolls: Rolls = Field(Rolls.TYPICAL, description="What both rolled when they were made")
    atk: int | None = Field(None, ge=0, le=100_000, description="The attacker's ATK with gear")
    defence: int | None = Field(None, ge=-1000, le=100_000, alias="def", description="The defender's DEF with gear")
    luck: int | None = Field(None, ge=-1000, le=1000, description="The attacker's luck")
    crit: float | None = Field(None, ge=-1, le=2, description="The attacker's crit rate with gear, before luck")
    crit_dmg: float | None = Field(None, ge=0, le=100, description="The attacker's crit multiplier")
    evasion: float | None = Field(None, ge=-1, le=2, description="The defender's evasion with gear, before luck")
    strength: int | None = Field(None, ge=0, le=1000, alias="str", description="The attacker's STR")
    vit: int | None = Field(None, ge=0, le=1000, description="The defender's VIT")
    hp: int | None = Field(None, ge=1, le=MAX_HP, description="The defender's HP")
    sanctuary: Literal["none", "attacker", "defender", "both"] = Field("none", description="Who stands on a sanctuary tile")
    after: Came | None = Field(None, description="What the attack before came to; weak is in the lower half of its spread")
    ticks: int = Field(1, ge=1, le=2, description="How many ticks before: attacks further apart share no draws")


def pair_of(question: AttackQuestion, options: models.Options) -> Pair:
    """The two fighters of a question."""
    sides = ((question.attacker, question.attacker_level), (question.defender, question.defender_level))
    fight = pair(options, *({"kind": kind, "level": level, "rolls": question.rolls} for kind, level in sides))
    book, me, it = fight
    for who, name in ((me, "atk"), (me, "crit"), (me, "luck"), (me, "crit_dmg"), (it, "defence"), (it, "evasion")):
        value = getattr(question, name)
        if value is not None:
            worn = sum(book.items[g][name] for g in who.gear) if name in book.items.dtype.names else 0
            setattr(who, name, value - worn)
    if question.strength is not None:
        me.attributes[Attribute.STR] = question.strength
    if question.vit is not None:
        it.attributes[Attribute.VIT] = question.vit
    if question.hp is not None:
        it.hp = question.hp
    return fight


def told(p: Fraction) -> dict[str, Any]:
    """A chance or a mean: as a number, and as a fraction if that is readable."""
    return chance(p) if len(str(p)) <= LONG else {"p": float(p)}


def ask(question: Mapping[str, str], options: models.Options) -> Answer:
    """Answer ``attacker=hero defender=goblin-chief [atk=20 def=8 luck=5 sanctuary=defender after=miss …]``."""
    if not question:
        raise FracasError("no-question", "nothing was asked", "ask for example: attacker=hero defender=goblin-chief")
    words: dict[str, str] = {}
    for given, value in question.items():
        key = given.replace("-", "_")
        key = {"defence": "def", "defense": "def", "strength": "str"}.get(key, key)
        if key in words:
            raise FracasError("given-twice", f"{key!r} is given twice, once as {given!r}", "give it once")
        words[key] = value
    asked = validated(AttackQuestion, words, "the question")
    fight = pair_of(asked, options)
    grounds = [Material.SANCTUARY if asked.sanctuary in (who, "both") else Material.FLOOR for who in ("attacker", "defender")]
    told_back = asked.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if asked.after is not None:
        return Answer(told_back, *_following(streaks(fight, *grounds), asked.after, asked.ticks, fight.titles))
    blow = blow_odds(fight, *grounds)
    hp = int(fight.it.hp)
    if hp > MAX_HP:
        raise FracasError("bad-hp", f"the defender has {hp} HP", f"ask about {MAX_HP} HP at most")
    mean, numbers = attacks_to_kill(blow.damage, hp)
    wound = blow.damage.mean()
    result: dict[str, Any] = {
        "miss": told(blow.miss),
        "hit": told(1 - blow.miss),
        "crit": told(blow.crit),
        "crit_of_all": told(blow.crit * (1 - blow.miss)),
        "base_damage": blow.base,
        "damage": {str(d): told(p) for d, p in blow.damage.items()},
        "mean_damage": {"value": float(wound), **({"fraction": str(wound)} if len(str(wound)) <= LONG else {})},
        "kills": told(blow.damage.where(lambda d: d >= hp)),
        "defender_hp": hp,
        "mean_attacks_to_kill": None if mean is None else {"value": mean},
        "attacks_to_kill": {str(n): {"p": p} for n, p in numbers.items()},
    }
    if options.draws == Draws.SHARED:
        result["note"] = "chances of one attack; under shared keys attacks of neighbouring ticks are not independent of each other"
    kills = "never kills" if mean is None else f"kills {hp} HP in {mean:.2f} attacks on average"
    told_line = (
        f"{fight.titles[0]} against {fight.titles[1]}: misses {float(blow.miss):.3%}, "
        f"crits {float(blow.crit):.3%} of hits, {float(wound):.3f} damage on average; {kills}"
    )
    return Answer(told_back, result, told_line)


def _following(found: Streaks, after: Came, ticks: int, titles: tuple[str, str]) -> tuple[dict[str, Any], str]:
    """The results of an attack this many ticks after another with a given result: the result and the sentence of an answer."""
    who = " against ".join(titles)
    if after not in found.after[ticks]:
        return {"share": {"p": 0.0}}, f"{who}: no attack comes to that: {after}"
    then, share, related = found.after[ticks][after], found.share[after], found.correlation[ticks]
    result = {
        "share": {"p": share},
        "miss": {"p": then.miss},
        "crit": {"p": then.crit},
        "mean_damage": {"value": then.damage},
        "correlation": related,
        "variance": found.spread,
    }
    sentence = (
        f"{who}, {'the tick' if ticks == 1 else 'two ticks'} after {after} ({share:.2%} of attacks): misses {then.miss:.3%}, crits "
        f"{then.crit:.3%} of hits, {then.damage:.3f} damage on average; the damage of attacks so far apart has a correlation of "
        f"{related:+.3f}, that of many attacks {found.spread:.0%} of the variance that it would have if they shared nothing"
    )
    return result, sentence


# --- before a duel ----------------------------------------------------------------------------------------------------------------


def acts_in_a_tick(me: Any, book: Any) -> float:
    """The number of actions of a fighter per tick: one, or in event time as many as its delay allows."""
    return 1 / float(delay(me, book)) if book.options.time == Time.EVENTS else 1.0


def cost_of_drinking(me: Any, book: Any) -> float:
    """The cost of a potion in attacks: that of this tick, or in event time as many as fit into its delay."""
    return float(book.options.potion_delay / delay(me, book)) if book.options.time == Time.EVENTS else 1.0


def measures(setup: Setup) -> dict[str, Measure]:
    """For side A and the first of its foes: the chances of a miss, a critical hit and a hit without damage, and the rate of attacks."""
    book, fighters = setup.book[0], setup.state[0].fighters
    found = {}
    for one, other in ((0, 1), (1, 0)):
        me, name = fighters[one], setup.names[one]
        blow = blow_odds(Pair(book, me, fighters[other]), int(book.ground[one]), int(book.ground[other]))
        hits = 1 - blow.miss
        found[f"{name} misses"] = Measure(blow.miss)
        found[f"{name}'s hits are critical"] = Measure(blow.crit)
        found[f"{name}'s hits do nothing"] = Measure((blow.damage[0] - blow.miss) / hits if hits else 0)
        found[f"{name}'s attacks in a tick"] = Measure(acts_in_a_tick(me, book), share=False)
        found[f"attacks that a potion costs {name}"] = Measure(cost_of_drinking(me, book), share=False)
    return found
