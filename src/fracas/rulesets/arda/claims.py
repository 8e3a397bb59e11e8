"""Computations for the claims of ARDA's document: the ledger is `content/claims.json`, which names the functions here."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product, takewhile
from typing import Any, NamedTuple

from fracas.dice import Event, Roll, ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.arda.cast import number_of
from fracas.rulesets.arda.codes import SIDES, Approach, Degree, Said, Stat
from fracas.rulesets.arda.labels import cast_in
from fracas.rulesets.arda.library import library
from fracas.rulesets.arda.models import DIFFICULTIES, MAX_STAT, MIN_STAT, EnhancedChoice, Options, Scenario
from fracas.rulesets.arda.payload import verify
from fracas.rulesets.arda.rules.checks import check, contest, counted, stat_modifier
from fracas.rulesets.arda.rules.fights import take_approach
from fracas.rulesets.arda.rules.scenes import enter_scene, take_choice
from fracas.rulesets.arda.scenarios import build
from fracas.rulesets.arda.stage import FIRST_DC, LAST_DC, Check, gains
from fracas.rulesets.arda.stage import success_chance as chance_of

STATS = range(MIN_STAT, MAX_STAT + 1)
FACES = range(1, SIDES + 1)
WIDE = range(-10, 41)
"""Values and DCs beyond all that occur."""
OTHER_STATS = range(1, 31)
"""The stats of the game that the document compares itself with."""


def _percent(p: Fraction) -> str:
    return f"{float(100 * p):.4g} %"


def _span(values: list[Any]) -> tuple[Any, Any]:
    return min(values), max(values)


# --- stats --------------------------------------------------------------------------------------------------------------------------


@finds
def scale(options: Options) -> tuple[int, int]:
    """The minimum and maximum effective value of a stat, whatever its value with gear and effects."""
    return _span([counted(value, options) for value in WIDE])


@finds
def modifiers(options: Options) -> tuple[int, int]:
    """The minimum and maximum modifier of any stat value."""
    return _span([stat_modifier(value, options) for value in WIDE])


@finds
def modifier_is_value_less(options: Options, base: int) -> Found:
    """Whether every stat's modifier is its value minus ``base``."""
    found = [stat_modifier(stat, options) for stat in STATS]
    return Found(found == [stat - base for stat in STATS], f"modifiers of {MIN_STAT} to {MAX_STAT}: {', '.join(map(str, found))}")


def _other_modifier(stat: int) -> int:
    """The modifier of a stat in the game of the comparison: 10 is +0, and two points make one."""
    return (stat - 10) // 2


@finds
def other_modifiers(options: Options, low: int, high: int) -> tuple[int, int]:
    """The modifiers of stats from ``low`` to ``high`` in that game."""
    return _other_modifier(low), _other_modifier(high)


@finds
def other_stats(options: Options, low: int, high: int) -> tuple[int, int]:
    """The stats that have the modifiers from ``low`` to ``high`` in that game."""
    return _span([stat for stat in OTHER_STATS if low <= _other_modifier(stat) <= high])


@finds
def tighter(options: Options, low: int, high: int) -> Found:
    """Whether the strongest and the weakest differ less in their chances than with modifiers from ``low`` to ``high``."""
    here = chance_of(options, MAX_STAT, "medium") - chance_of(options, MIN_STAT, "medium")
    there = Fraction(high - low, SIDES)
    return Found(here < there, f"from the weakest to the strongest {_percent(here)} here, {_percent(there)} there")


@finds
def point_worth(options: Options, anywhere: bool = False) -> tuple[Fraction, Fraction]:
    """The minimum and maximum that one stat point adds to the chance of success, at standard DCs or at all surveyed ones."""
    dcs = range(FIRST_DC, LAST_DC + 1) if anywhere else DIFFICULTIES
    return _span([gain for dc in dcs for gain in gains(options, dc)])


# --- rolls --------------------------------------------------------------------------------------------------------------------------


def _thrown(options: Options, stat: int, dc: int, versus: int = 0, advantage: int = 0) -> list[int]:
    """The sides of every die rolled in a check, or a contest."""
    dice = ScriptedDice([10] * SIDES)
    modifier = stat_modifier(stat, options)
    if versus:
        contest(dice, 0, modifier, versus, advantage, options)
    else:
        check(dice, 0, modifier, dc, advantage, options)
    return [entry.sides for entry in dice.entries if isinstance(entry, Roll) for _ in entry.faces]


@finds
def sides(options: Options) -> tuple[int, int]:
    """The sides of the dice of all checks."""
    return _span([each for stat, dc in product(STATS, WIDE) for each in _thrown(options, stat, dc)])


@finds
def dice(options: Options, versus: int = 0, advantage: int = 0) -> tuple[int, int]:
    """The number of dice of a check, or a contest: minimum and maximum over all stats and DCs."""
    return _span([len(_thrown(options, stat, dc, versus, advantage)) for stat, dc in product(STATS, WIDE)])


@finds
def roll_of(options: Options, stat: int) -> str:
    """The dice of a check."""
    added = stat_modifier(stat, options)
    die = f"d{sides(options)[0]}"
    return f"{die} + {added}" if added else die


@finds
def total(options: Options, roll: int, stat: int = MIN_STAT, other: int = 0, mode: int = 0) -> int:
    """The total of a roll: the highest DC that it reaches, ignoring natural rules; with advantage or disadvantage, of two faces."""
    plain = options.model_copy(update={"natural_1": False, "natural_20": False})
    faces = (roll, other) if mode else (roll,)
    return max(dc for dc in WIDE if Check(stat, dc, advantage=mode, options=plain).success(*faces))


@finds
def total_is_roll_and_modifier(options: Options) -> Found:
    """Whether every roll of every stat reaches exactly the DC that is the sum of face and modifier."""
    same = [total(options, face, stat) == face + stat_modifier(stat, options) for stat, face in product(STATS, FACES)]
    return Found(all(same), f"in {sum(same)} of {len(same)} cases")


@finds
def formula_decides(options: Options) -> Found:
    """Whether every face of every check has the outcome given by its total."""
    cases = []
    for stat, dc in product(STATS, WIDE):
        tried = Check(stat, dc, options=options)
        cases += [(face, tried.success(face) == (face + tried.modifier >= dc)) for face in FACES]
    otherwise = [face for face, same in cases if not same]
    words = f"{len(otherwise):,} of {len(cases):,} cases come out otherwise"
    return Found(not otherwise, f"{words}, all with a natural {', '.join(map(str, sorted(set(otherwise))))}" if otherwise else words)


@finds
def comes_to(options: Options, roll: int, stat: int, dc: int | str) -> str:
    """The outcome of a check with this face."""
    return "success" if Check(stat, dc, options=options).success(roll) else "failure"


@finds
def success(options: Options, stat: int, dc: str) -> Fraction:
    """The chance of a check."""
    return chance_of(options, stat, dc)


@finds
def can_fail(options: Options, stat: int, dc: str) -> Found:
    """Whether a check can fail."""
    fails = 1 - chance_of(options, stat, dc)
    return Found(fails > 0, f"fails {_percent(fails)}")


@finds
def faces_needed(options: Options, stat: int, dc: str) -> tuple[int, int]:
    """The faces with which a check succeeds."""
    return _span([face for face in FACES if Check(stat, dc, options=options).success(face)])


@finds
def payload_is_right(options: Options, stat: str, value: int, **sent: Any) -> Found:
    """Whether the payload check accepts a dice roll for the DC called medium."""
    hero = {"id": "hero", "stats": {**dict.fromkeys(Stat.slugs(), MIN_STAT), stat: value}}
    choice = {"id": "choice", "text": "Try", "actionType": stat, "requiresRoll": True, "stat": stat, "dc": "medium"}
    wrong = verify({"stat": stat, **sent}, hero, choice, options=options)
    return Found(not wrong, "accepted" if not wrong else "; ".join(str(each) for each in wrong))


@finds
def stat_of_action(options: Options, action: str, **more: Any) -> str:
    """The stat for a choice with this kind of action."""
    written = {"id": "choice-1", "text": "Try", "actionType": action, "requiresRoll": True, "dc": "medium", **more}
    stat = EnhancedChoice.model_validate(written).rolled_stat
    return "nothing" if stat is None else stat.slug


# --- natural faces, contests, two dice ------------------------------------------------------------------------------------------------


@finds
def natural_decides(options: Options, face: int, succeeding: bool) -> Found:
    """Whether a natural face has this outcome for every stat and DC."""
    same = [Check(stat, dc, options=options).success(face) == succeeding for stat, dc in product(STATS, WIDE)]
    return Found(all(same), f"in {sum(same):,} of {len(same):,} cases")


@finds
def critical_chance(options: Options, good: bool, mode: int = 0, contest: bool = False) -> tuple[Fraction, Fraction]:
    """The chance of a natural 20, or of a natural 1, over all stats and DCs; or that it decides a contest of equals."""
    degree = Degree.CRITICAL if good else Degree.FUMBLE
    if contest:
        return _span([Check(stat, versus=stat, options=options).degrees()[degree] for stat in STATS])
    return _span([Check(stat, dc, advantage=mode, options=options).degrees()[degree] for stat, dc in product(STATS, WIDE)])


@finds
def criticals_change(options: Options) -> Found:
    """Whether the natural rules change the chance of success of no check at a standard DC."""
    plain = options.model_copy(update={"natural_20": False, "natural_1": False})
    cases = list(product(STATS, DIFFICULTIES))
    changed = [f"stat {stat} at {dc}" for stat, dc in cases if chance_of(options, stat, dc) != chance_of(plain, stat, dc)]
    return Found(not changed, f"{len(changed)} of {len(cases)} checks change{': ' if changed else ''}{', '.join(changed)}")


@finds
def never_certain(options: Options) -> Found:
    """Whether no check, for any stat and DC, is certain or impossible."""
    least, most = _span([chance_of(options, stat, dc) for stat, dc in product(STATS, WIDE)])
    return Found(least > 0 and most < 1, f"from {_percent(least)} to {_percent(most)}")


@finds
def higher_wins(options: Options) -> Found:
    """Whether the higher of two different totals always wins a contest."""
    good = []
    for stat, other in product(STATS, (MIN_STAT, MAX_STAT)):
        tried, against = Check(stat, versus=other, options=options), stat_modifier(other, options)
        for theirs, mine in product(FACES, FACES):
            lead = mine + tried.modifier - theirs - against
            if lead:
                good.append(tried.success(theirs, mine) == (lead > 0))
    return Found(all(good), f"in {sum(good):,} of {len(good):,} pairs of rolls")


@finds
def tie_goes_to(options: Options) -> str:
    """Who wins a tie in a contest."""
    won = {Check(stat, versus=stat, options=options).success(face, face) for face in FACES for stat in STATS}
    return "it depends" if len(won) > 1 else "active" if True in won else "passive"


@finds
def advantage_worth(options: Options) -> tuple[Fraction, Fraction]:
    """The minimum and maximum that advantage adds to a check at a standard DC."""
    cases = product(STATS, DIFFICULTIES)
    return _span([Check(stat, dc, advantage=1, options=options).chance() - chance_of(options, stat, dc) for stat, dc in cases])


# --- what a roll brings -----------------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """The result of one roll: the approach or none, the degree of success, damage to the hero and its tier, XP, damage to the enemy."""

    approach: Approach | None
    degree: int
    hurt: int
    tier: int
    xp: int
    wounds: int


HERO = "ysra-holt"
ROLLED = {Degree.FUMBLE: 1, Degree.FAILURE: 2, Degree.SUCCESS: SIDES - 1, Degree.CRITICAL: SIDES}
"""A face for each degree of success, against every built-in DC."""


def _turn(dice: ScriptedDice, approach: Approach | None = None) -> Turn:
    """The log of a roll, up to the following scene."""
    events = [entry for entry in dice.entries if isinstance(entry, Event)]
    here = list(takewhile(lambda event: event.code != Said.SCENE, events))
    degree, hurt, xp, wounds = (
        sum(event.a for event in here if event.code == code) for code in (Said.DEGREE, Said.HURT, Said.XP, Said.WOUNDS)
    )
    return Turn(approach, degree, hurt, max((event.b for event in here if event.code == Said.HURT), default=0), xp, wounds)


@lru_cache(maxsize=64)
def _turns(options: Options, degree: Degree) -> tuple[Turn, ...]:
    """A roll of this degree for every choice of the built-in adventures and every approach to the built-in enemies; heavy blows are due."""
    face, found = ROLLED[degree], []
    for name in library().enemies:
        setup = build(Scenario(hero=HERO, enemy=name), options)
        begun, book = setup.state.copy(), setup.book[0]
        enter_scene(ScriptedDice([1] * SIDES), begun[0], book, book.start)
        begun[0].fight.cycle = max(book.enemies[1].heavy_every - 1, 0)
        for approach in (each for each in Approach if book.enemies[1].can[each]):
            dice = ScriptedDice([face] + [1] * SIDES)
            take_approach(dice, begun.copy()[0], book, approach)
            found.append(_turn(dice, approach))
    for adventure in library().adventures:
        setup = build(Scenario(adventure=adventure), options)
        for number, (scene, choice) in enumerate(cast_in(setup).choices, 1):
            if choice.requires_roll:
                now = setup.state.copy()[0]
                now.scene = number_of(scene, cast_in(setup).scene_ids)
                against = [] if choice.versus is None else [SIDES + 1 - face]
                dice = ScriptedDice([*against, face] + [1] * SIDES)
                take_choice(dice, now, setup.book[0], number)
                found.append(_turn(dice))
    return tuple(found)


@finds
def success_unharmed(options: Options) -> Found:
    """Whether no success does damage to the hero."""
    found = [turn.hurt > 0 for degree in (Degree.SUCCESS, Degree.CRITICAL) for turn in _turns(options, degree)]
    return Found(not any(found), f"{sum(found)} of {len(found)} successes do damage")


@finds
def success_grants_xp(options: Options) -> Found:
    """Whether every choice that succeeds grants XP."""
    found = [turn.xp > 0 for turn in _turns(options, Degree.SUCCESS) if turn.approach is None]
    return Found(all(found), f"{sum(found)} of {len(found)} choices grant XP when they succeed")


@finds
def failure_may_hurt(options: Options) -> Found:
    """Whether some failures do damage to the hero and others do not."""
    found = [turn.hurt > 0 for turn in _turns(options, Degree.FAILURE)]
    return Found(0 < sum(found) < len(found), f"{sum(found)} of {len(found)} failures do damage")


@finds
def critical_hits_harder(options: Options) -> Found:
    """Whether every strike with a natural 20 does more damage than another strike with a damage roll."""
    pairs = zip(_turns(options, Degree.CRITICAL), _turns(options, Degree.SUCCESS), strict=True)
    more = [best.wounds - other.wounds for best, other in pairs if other.approach == Approach.STRIKE]
    return Found(min(more) > 0, f"{min(more)} HP more")


@finds
def fumble_costs_more(options: Options) -> Found:
    """Whether in some cases a natural 1 causes damage of a worse tier than other failures."""
    pairs = zip(_turns(options, Degree.FUMBLE), _turns(options, Degree.FAILURE), strict=True)
    worse = [worst.tier > other.tier for worst, other in pairs]
    return Found(any(worse), f"in {sum(worse)} of {len(worse)} cases")
