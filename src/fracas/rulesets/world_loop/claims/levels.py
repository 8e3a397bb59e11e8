"""Claims about levels: when they come, what XP they take."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models
from fracas.rulesets.world_loop.claims.scenes import Duel, KeyedDice
from fracas.rulesets.world_loop.claims.stage import GOBLIN, HERO, career, in_cases, levelled, typical, whether


@finds
def checked_each_tick(options: models.Options) -> Found:
    """Whether one who has the XP at the start of a tick has the level at its end, tick after tick."""
    sturdy = {"max_hp": 100_000, "atk": 0, "weapon": "none"}
    duel = Duel(options, {"kind": HERO, **sturdy}, {"kind": GOBLIN, **sturdy})
    good = []
    for _ in range(5):
        level = int(duel.a.level)
        duel.a.xp = duel.a.xp_to_next
        duel.play(KeyedDice(1), 1)
        good.append(duel.a.level == level + 1)
    return whether(all(good), f"in {sum(good)} of {len(good)} ticks")


@finds
def levels_at(options: models.Options, short: int) -> Found:
    """Whether one who is so many XP short of the threshold rises, for the first ten thresholds."""
    risen = []
    for level in range(1, 11):
        book, me, _ = typical(options, HERO, level, GOBLIN)
        me.xp = int(me.xp_to_next) - short
        risen.append(int(blows.level_ups(ScriptedDice(()), book, me)) == 1)
    return whether(all(risen) if short <= 0 else not any(risen), f"{sum(risen)} of {len(risen)} rise")


@finds
def several_levels(options: models.Options, levels: int) -> Found:
    """Whether XP for several levels bring all of them at once."""
    needed = sum(threshold(options, level) for level in range(1, levels + 1))
    _, me = levelled(options, needed)
    return whether(int(me.level) == levels + 1, f"{needed} XP bring level {int(me.level)}")


@finds
def excess_carries(options: models.Options) -> Found:
    """Whether XP beyond a threshold are kept, for any excess that is not a level itself."""
    first = threshold(options, 1)
    return in_cases(int(levelled(options, first + more)[1].xp) == more for more in range(0, threshold(options, 2), 7))


@finds
def level_cap(options: models.Options) -> int:
    """The level that any number of XP bring."""
    return int(levelled(options, 10**18)[1].level)


@finds
def threshold(options: models.Options, level: int) -> int:
    """The XP from one level to the next."""
    return int(career(options)[min(level, options.max_level) - 1].xp_to_next)


@finds
def thresholds_are_cut(options: models.Options) -> Found:
    """Whether each threshold is the one before times the scale, cut to a whole number."""
    curve = [threshold(options, level) for level in range(1, options.max_level)]
    scale = Fraction(str(options.xp_per_level_scale))
    return in_cases(after == before * scale // 1 for before, after in pairwise(curve))


@finds
def xp_scale(options: models.Options) -> Fraction:
    """What the first threshold is multiplied by."""
    return Fraction(threshold(options, 2), threshold(options, 1))


@finds
def xp_in_all(options: models.Options) -> int:
    """The XP from level 1 to the highest."""
    return sum(threshold(options, level) for level in range(1, options.max_level))


@finds
def level_after(options: models.Options, kills: int, victim: str) -> int:
    """The level of a hero who has killed so many of a kind, whose XP grow with INT and WIS."""
    book, me, it = typical(options, HERO, 1, victim)
    while kills > 0 and me.level < options.max_level:
        gain = max(int(blows.kill_xp(me, it, book)), 1)
        needed = -(-(int(me.xp_to_next) - int(me.xp)) // gain)
        if needed > kills:
            break
        kills -= needed
        me.xp += needed * gain
        blows.level_ups(ScriptedDice(()), book, me)
    return int(me.level)


@finds
def kills_for_a_level(options: models.Options, level: int) -> int:
    """How many monsters of its own level and the lowest tier a hero must kill to rise from a level."""
    book, me, it = typical(options, HERO, level, GOBLIN)
    it.level = level
    return -(-int(me.xp_to_next) // max(int(blows.kill_xp(me, it, book)), 1))
