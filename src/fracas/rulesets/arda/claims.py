"""What the document of ARDA claims, computed: the ledger is `content/claims.json`, the functions here find what it names."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.arda.codes import SIDES, Degree, Stat
from fracas.rulesets.arda.models import CONFIG, DIFFICULTIES, MAX_STAT, MIN_STAT, EnhancedChoice, Options
from fracas.rulesets.arda.payload import verify
from fracas.rulesets.arda.stage import FIRST_DC, LAST_DC, Check, gains
from fracas.rulesets.arda.stage import success_chance as chance_of

STATS = range(MIN_STAT, MAX_STAT + 1)
FACES = range(1, SIDES + 1)
WIDE_DCS = range(-10, 41)
ADVANTAGE = 1


def _percent(p: Fraction) -> str:
    return f"{float(100 * p):.4g} %"


def _every_check(options: Options) -> Iterator[tuple[int, int]]:
    return product(range(MIN_STAT, options.stat_cap + 1), WIDE_DCS)


def _span(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    return min(values), max(values)


# --- stats and difficulty classes -------------------------------------------------------------------------------------------------


@finds
def sides(options: Options) -> int:
    """The sides of the die of a check."""
    return SIDES


@finds
def stat_range(options: Options) -> tuple[int, int]:
    """The lowest and the highest value of a stat."""
    return MIN_STAT, MAX_STAT


@finds
def modifier(options: Options, stat: int) -> int:
    """What a stat adds to the die."""
    return Check(stat, options=options).modifier


@finds
def modifier_range(options: Options) -> tuple[int, int]:
    """The lowest and the highest modifier."""
    return modifier(options, MIN_STAT), modifier(options, MAX_STAT)


@finds
def modifier_is_value_less(options: Options, base: int) -> Found:
    """Whether every stat's modifier is its value less ``base``."""
    found = [modifier(options, stat) for stat in STATS]
    return Found(found == [stat - base for stat in STATS], f"modifiers of {MIN_STAT} to {MAX_STAT}: {', '.join(map(str, found))}")


@finds
def other_scale(options: Options, low: int, high: int) -> tuple[int, int]:
    """The modifiers of stats from ``low`` to ``high`` in a game where 10 is +0 and two points make one."""
    return (low - 10) // 2, (high - 10) // 2


@finds
def tighter(options: Options, low: int, high: int) -> Found:
    """Whether the strongest and the weakest differ less in their chances than with modifiers from ``low`` to ``high``."""
    here = chance_of(options, MAX_STAT, "medium") - chance_of(options, MIN_STAT, "medium")
    there = Fraction(high - low, SIDES)
    return Found(here < there, f"from the weakest to the strongest {_percent(here)} here, {_percent(there)} there")


@finds
def point_worth(options: Options, anywhere: bool = False) -> tuple[Fraction, Fraction]:
    """The least and the most that one stat point adds to the chance of success, at standard DCs or at all of `fracas arda points`."""
    dcs = range(FIRST_DC, LAST_DC + 1) if anywhere else DIFFICULTIES
    return _span([gain for dc in dcs for gain in gains(options, dc)])


@finds
def roll_of(options: Options, stat: int) -> str:
    """What is rolled for a check."""
    added = modifier(options, stat)
    return f"d{SIDES} + {added}" if added else f"d{SIDES}"


@finds
def difficulty(options: Options, name: str) -> int:
    """A difficulty class by name."""
    return options.dc(name)


@finds
def success(options: Options, stat: int, dc: int) -> Fraction:
    """The chance of a check."""
    return chance_of(options, stat, dc)


@finds
def failure(options: Options, stat: int, dc: int) -> Found:
    """Whether a check can fail."""
    fails = 1 - chance_of(options, stat, dc)
    return Found(fails > 0, f"fails {_percent(fails)}")


@finds
def face_needed(options: Options, stat: int, dc: int) -> tuple[int, int]:
    """The faces with which a check succeeds."""
    return Check(stat, dc, options=options).needed, SIDES


# --- worked examples ---------------------------------------------------------------------------------------------------------------


@finds
def total(options: Options, roll: int, stat: int) -> int:
    """A roll with its modifier."""
    return roll + modifier(options, stat)


@finds
def totals_decide(options: Options) -> Found:
    """Whether checks with the same total have the same outcome, natural faces aside."""
    by_total: dict[tuple[int, int], set[bool]] = {}
    for stat, dc in product(STATS, WIDE_DCS):
        tried = Check(stat, dc, options=options)
        for face in FACES[1:-1]:
            by_total.setdefault((face + tried.modifier, dc), set()).add(tried.success(face))
    alike = sum(len(results) == 1 for results in by_total.values())
    return Found(alike == len(by_total), f"{alike:,} of {len(by_total):,} totals come out one way")


@finds
def formula_decides(options: Options) -> Found:
    """Whether every face of every check has the outcome that its total gives."""
    cases = []
    for stat, dc in product(STATS, WIDE_DCS):
        tried = Check(stat, dc, options=options)
        cases += [(face, tried.success(face) == (face + tried.modifier >= dc)) for face in FACES]
    otherwise = [face for face, same in cases if not same]
    words = f"{len(otherwise):,} of {len(cases):,} cases come out otherwise"
    return Found(not otherwise, f"{words}, all with a natural {', '.join(map(str, sorted(set(otherwise))))}" if otherwise else words)


@finds
def comes_to(options: Options, roll: int, stat: int, dc: int) -> str:
    """The outcome of a check with this face."""
    return "success" if Check(stat, dc, options=options).success(roll) else "failure"


@finds
def payload_is_right(options: Options, stat: str, value: int, roll: int, modifier: int, total: int, dc: int, success: bool) -> Found:
    """Whether the checker of payloads accepts a dice roll."""
    hero = {"id": "hero", "stats": {**dict.fromkeys(Stat.slugs(), MIN_STAT), stat: value}}
    choice = {"id": "choice", "text": "Try", "actionType": stat, "requiresRoll": True, "stat": stat, "dc": dc}
    data = {"stat": stat, "roll": roll, "modifier": modifier, "total": total, "dc": dc, "success": success}
    wrong = verify(data, hero, choice, options=options)
    return Found(not wrong, "accepted" if not wrong else "; ".join(str(each) for each in wrong))


@finds
def choice_is_valid(options: Options, action: str, dc: int, risk: str) -> Found:
    """The stat that a choice of this kind is rolled with."""
    choice = EnhancedChoice.model_validate(
        {"id": "choice-1", "text": "Try", "actionType": action, "requiresRoll": True, "dc": dc, "riskLevel": risk, "consequence": "More"}
    )
    return Found("nothing" if choice.rolled_stat is None else choice.rolled_stat.slug)


@finds
def stat_of_action(options: Options, action: str) -> str:
    """The stat that a kind of action is rolled with."""
    stat = CONFIG.actions[action]
    return "nothing" if stat is None else stat.slug


# --- criticals, contests, two dice ---------------------------------------------------------------------------------------------------


@finds
def natural_decides(options: Options, face: int, succeeding: bool) -> Found:
    """Whether a natural face has this outcome whatever stat and DC."""
    same = [Check(stat, dc, options=options).success(face) == succeeding for stat, dc in _every_check(options)]
    return Found(all(same), f"in {sum(same):,} of {len(same):,} cases")


@finds
def critical_chance(options: Options, good: bool, mode: int = 0, contest: bool = False) -> Fraction:
    """The chance of a natural 20, or of a natural 1: of a check the same for every stat and DC, or that it decides a contest of equals."""
    degree = Degree.CRITICAL if good else Degree.FUMBLE
    if contest:
        return Check(MIN_STAT, versus=MIN_STAT, options=options).degrees()[degree]
    [only] = {Check(stat, dc, advantage=mode, options=options).degrees()[degree] for stat, dc in product(STATS, WIDE_DCS)}
    return only


@finds
def criticals_change(options: Options, most_stat: int) -> Found:
    """How many checks of stats up to ``most_stat`` at standard DCs have another chance of success without the natural rules."""
    plain = options.model_copy(update={"natural_20": False, "natural_1": False})
    cases = [(stat, dc) for stat in range(MIN_STAT, most_stat + 1) for dc in DIFFICULTIES]
    changed = [f"stat {stat} at {dc}" for stat, dc in cases if chance_of(options, stat, dc) != chance_of(plain, stat, dc)]
    return Found(not changed, f"{len(changed)} of {len(cases)} checks change{': ' if changed else ''}{', '.join(changed)}")


@finds
def never_certain(options: Options) -> Found:
    """Whether no check, of whatever stat and DC, is certain or hopeless."""
    least, most = _span([chance_of(options, stat, dc) for stat, dc in _every_check(options)])
    return Found(least > 0 and most < 1, f"from {_percent(least)} to {_percent(most)}")


@finds
def higher_wins(options: Options) -> Found:
    """Whether of every two different totals the higher wins a contest."""
    good = []
    for stat, other in product(STATS, (MIN_STAT, MAX_STAT)):
        tried, against = Check(stat, versus=other, options=options), modifier(options, other)
        for theirs, mine in product(FACES, FACES):
            lead = mine + tried.modifier - theirs - against
            if lead:
                good.append(tried.success(theirs, mine) == (lead > 0))
    return Found(all(good), f"in {sum(good):,} of {len(good):,} pairs of rolls")


@finds
def opposed(options: Options, one: str, other: str) -> str:
    """The stats of two kinds of action that oppose each other."""
    return f"{stat_of_action(options, one)} against {stat_of_action(options, other)}"


def _dice_rolled(tried: Check) -> int:
    dice = ScriptedDice([10] * SIDES)
    tried.run(dice)
    return SIDES - dice.left


@finds
def dice_of_a_contest(options: Options) -> int:
    """How many dice a contest rolls."""
    return _dice_rolled(Check(MIN_STAT, versus=MAX_STAT, options=options))


@finds
def tie_goes_to(options: Options) -> str:
    """Who wins a tie in a contest."""
    won = {Check(stat, versus=stat, options=options).success(face, face) for face in FACES for stat in STATS}
    return "it depends" if len(won) > 1 else "active" if True in won else "passive"


@finds
def equal_contest(options: Options) -> Fraction:
    """The chance of the active side in a contest of equals."""
    [only] = {Check(stat, versus=stat, options=options).chance() for stat in STATS}
    return only


@finds
def kept_of_two(options: Options, roll: int, other: int, mode: int) -> int:
    """The face that counts of two: the highest DC that it reaches."""
    plain = options.model_copy(update={"natural_1": False, "natural_20": False})
    return max(dc for dc in FACES if Check(0, dc, advantage=mode, options=plain).success(roll, other))


@finds
def advantage_in_force(options: Options) -> Found:
    """Whether advantage is off."""
    return Found(not options.advantage, "the option is on" if options.advantage else "an option, off by default")


@finds
def advantage_worth(options: Options) -> tuple[Fraction, Fraction]:
    """The least and the most that advantage adds to a check at a standard DC."""
    return _span(
        [
            Check(stat, dc, advantage=ADVANTAGE, options=options).chance() - chance_of(options, stat, dc)
            for stat, dc in product(STATS, DIFFICULTIES)
        ]
    )


@finds
def no_passive_checks(options: Options) -> Found:
    """Whether every check rolls a die."""
    rolls = [_dice_rolled(Check(stat, dc, options=options)) == 1 for stat, dc in product(STATS, DIFFICULTIES)]
    return Found(all(rolls), f"{sum(rolls)} of {len(rolls)} checks rolled a die")
