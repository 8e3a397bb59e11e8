"""What the document of ARDA claims, computed: the ledger is `content/claims.json`, the functions here find what it names."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.arda import points
from fracas.rulesets.arda.checks import check, contest, needed, stat_modifier, succeeds
from fracas.rulesets.arda.models import CONFIG, LEAST, MOST, EnhancedChoice, Options
from fracas.rulesets.arda.odds import check_chances, contest_chances, rules_for, well
from fracas.rulesets.arda.payload import verify
from fracas.rulesets.arda.state import CRITICAL, FUMBLE, SIDES, STATS

STANDARD = ("easy", "medium", "hard")
WIDE_DCS = range(-10, 41)
PLAIN, ADVANTAGE, DISADVANTAGE = 0, 1, -1


def _success(options: Options, stat: int, dc: int | str, mode: int = PLAIN) -> Fraction:
    return well(check_chances(stat, options.dc(dc), mode, 0, options))


def _percent(p: Fraction) -> str:
    return f"{float(100 * p):.4g} %"


# --- stats and difficulty classes -------------------------------------------------------------------------------------------------


@finds
def sides(options: Options) -> int:
    """The sides of the die of a check."""
    return SIDES


@finds
def stat_range(options: Options) -> tuple[int, int]:
    """The least and the highest value of a stat."""
    return LEAST, MOST


@finds
def modifier(options: Options, stat: int) -> int:
    """What a stat adds to the die."""
    return int(stat_modifier(stat, rules_for(options)))


@finds
def modifier_range(options: Options) -> tuple[int, int]:
    """The least and the highest modifier of the stats there are."""
    return modifier(options, LEAST), modifier(options, MOST)


@finds
def modifier_is_value_less(options: Options, base: int) -> Found:
    """Whether the modifier is the value less ``base`` for every stat there is."""
    found = [modifier(options, stat) for stat in range(LEAST, MOST + 1)]
    return Found(found == [stat - base for stat in range(LEAST, MOST + 1)], f"modifiers of {LEAST} to {MOST}: {', '.join(map(str, found))}")


@finds
def other_scale(options: Options, low: int, high: int) -> tuple[int, int]:
    """The modifiers that stats from ``low`` to ``high`` have where two points make one and 10 makes 0, as in the game named."""
    return (low - 10) // 2, (high - 10) // 2


@finds
def tighter(options: Options, low: int, high: int) -> Found:
    """Whether the strongest and the weakest differ less in their chances than with modifiers from ``low`` to ``high``."""
    here = _success(options, MOST, "medium") - _success(options, LEAST, "medium")
    there = Fraction(high - low, SIDES)
    return Found(here < there, f"from the weakest to the strongest {_percent(here)} here, {_percent(there)} there")


@finds
def point_worth(options: Options) -> tuple[Fraction, Fraction]:
    """The least and the most that one stat point adds to the chance of success, over all stats and standard DCs."""
    rates = [[_success(options, stat, dc) for stat in range(LEAST, MOST + 1)] for dc in STANDARD]
    worth = [after - before for row in rates for before, after in pairwise(row)]
    return min(worth), max(worth)


@finds
def point_worth_anywhere(options: Options) -> tuple[Fraction, Fraction]:
    """The same, over all stats and the DCs that `fracas arda points` lists."""
    worth = [gain for dc in range(points.FIRST_DC, points.LAST_DC + 1) for gain in points.gains(options, dc)]
    return min(worth), max(worth)


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
    return _success(options, stat, dc)


@finds
def failure(options: Options, stat: int, dc: int) -> Found:
    """Whether a check can fail."""
    fails = 1 - _success(options, stat, dc)
    return Found(fails > 0, f"fails {_percent(fails)}")


@finds
def face_needed(options: Options, stat: int, dc: int) -> tuple[int, int]:
    """The faces with which a check succeeds."""
    return int(needed(dc, modifier(options, stat), rules_for(options))), SIDES


# --- worked examples ---------------------------------------------------------------------------------------------------------------


@finds
def total(options: Options, roll: int, stat: int) -> int:
    """A roll with its modifier."""
    return roll + modifier(options, stat)


@finds
def totals_decide(options: Options) -> Found:
    """Whether checks with the same total come out alike, but for natural faces."""
    rules = rules_for(options)
    by_total: dict[tuple[int, int], set[bool]] = {}
    for stat in range(LEAST, MOST + 1):
        for face in range(2, SIDES):
            for dc in WIDE_DCS:
                came = succeeds(check(ScriptedDice([face]), 0, modifier(options, stat), dc, PLAIN, rules))
                by_total.setdefault((face + modifier(options, stat), dc), set()).add(came)
    alike = sum(len(results) == 1 for results in by_total.values())
    return Found(alike == len(by_total), f"{alike:,} of {len(by_total):,} totals come out one way")


@finds
def formula_decides(options: Options) -> Found:
    """Whether every face of every check comes out as its total does."""
    rules = rules_for(options)
    cases = [(face, stat, dc) for face in range(1, SIDES + 1) for stat in range(LEAST, MOST + 1) for dc in WIDE_DCS]
    otherwise = [
        (face, dc)
        for face, stat, dc in cases
        if succeeds(check(ScriptedDice([face]), 0, modifier(options, stat), dc, PLAIN, rules)) != (face + modifier(options, stat) >= dc)
    ]
    faces = ", ".join(str(face) for face in sorted({face for face, _ in otherwise}))
    words = f"{len(otherwise):,} of {len(cases):,} cases come out otherwise"
    return Found(not otherwise, f"{words}, all with a natural {faces}" if otherwise else words)


@finds
def comes_to(options: Options, roll: int, stat: int, dc: int) -> str:
    """How a check with this face comes out."""
    came = check(ScriptedDice([roll]), 0, modifier(options, stat), dc, PLAIN, rules_for(options))
    return "success" if succeeds(came) else "failure"


@finds
def payload_is_right(options: Options, stat: str, value: int, roll: int, modifier: int, total: int, dc: int, success: bool) -> Found:
    """Whether the checker of payloads accepts a dice roll."""
    hero = {"id": "hero", "stats": {**dict.fromkeys(STATS, LEAST), stat: value}}
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
    return Found(choice.rolled_stat or "nothing")


@finds
def stat_of_action(options: Options, action: str) -> str:
    """The stat that a kind of action is rolled with."""
    return CONFIG.actions[action] or "nothing"


# --- criticals, contests, two dice ---------------------------------------------------------------------------------------------------


@finds
def natural_decides(options: Options, face: int, succeeding: bool) -> Found:
    """Whether a natural face comes out so whatever stat and DC."""
    rules = rules_for(options)
    cases = [(stat, dc) for stat in range(LEAST, options.stat_cap + 1) for dc in WIDE_DCS]
    same = [succeeds(check(ScriptedDice([face]), 0, modifier(options, stat), dc, PLAIN, rules)) == succeeding for stat, dc in cases]
    return Found(all(same), f"in {sum(same):,} of {len(same):,} cases")


@finds
def critical_chance(options: Options, good: bool, mode: int = PLAIN) -> Fraction:
    """The chance of a natural 20, or of a natural 1; it is the same for every stat and DC."""
    came = CRITICAL if good else FUMBLE
    [only] = {check_chances(stat, dc, mode, 0, options).get(came, Fraction(0)) for stat in range(LEAST, MOST + 1) for dc in WIDE_DCS}
    return only


@finds
def contest_critical_chance(options: Options, good: bool) -> Fraction:
    """The chance that a contest of equals is decided by a natural 20, or by a natural 1."""
    came = CRITICAL if good else FUMBLE
    return contest_chances(LEAST, LEAST, PLAIN, 0, options).get(came, Fraction(0))


@finds
def criticals_change(options: Options, most_stat: int) -> Found:
    """How many checks of stats up to ``most_stat`` at standard DCs have another chance of success without the natural rules."""
    plain = options.model_copy(update={"natural_20": False, "natural_1": False})
    cases = [(stat, dc) for stat in range(LEAST, most_stat + 1) for dc in STANDARD]
    changed = [f"stat {stat} at {dc}" for stat, dc in cases if _success(options, stat, dc) != _success(plain, stat, dc)]
    return Found(not changed, f"{len(changed)} of {len(cases)} checks change{': ' if changed else ''}{', '.join(changed)}")


@finds
def never_certain(options: Options) -> Found:
    """Whether no check, of whatever stat and DC, is certain or hopeless."""
    chances = [_success(options, stat, dc) for stat in range(LEAST, options.stat_cap + 1) for dc in WIDE_DCS]
    return Found(min(chances) > 0 and max(chances) < 1, f"from {_percent(min(chances))} to {_percent(max(chances))}")


@finds
def higher_wins(options: Options) -> Found:
    """Whether of every two different totals the higher wins a contest."""
    rules = rules_for(options)
    cases = [
        (mine, theirs, stat, other)
        for mine in range(1, SIDES + 1)
        for theirs in range(1, SIDES + 1)
        for stat in range(LEAST, MOST + 1)
        for other in (LEAST, MOST)
        if mine + modifier(options, stat) != theirs + modifier(options, other)
    ]
    good = [
        succeeds(contest(ScriptedDice([theirs, mine]), 0, modifier(options, stat), other, PLAIN, rules))
        == (mine + modifier(options, stat) > theirs + modifier(options, other))
        for mine, theirs, stat, other in cases
    ]
    return Found(all(good), f"in {sum(good):,} of {len(good):,} pairs of rolls")


@finds
def opposed(options: Options, one: str, other: str) -> str:
    """The stats of two kinds of action that oppose each other."""
    return f"{stat_of_action(options, one)} against {stat_of_action(options, other)}"


@finds
def dice_of_a_contest(options: Options) -> int:
    """How many dice a contest rolls."""
    dice = ScriptedDice([10] * SIDES)
    contest(dice, 0, modifier(options, LEAST), MOST, PLAIN, rules_for(options))
    return SIDES - dice.left


@finds
def tie_goes_to(options: Options) -> str:
    """Who has a tie in a contest."""
    rules = rules_for(options)
    won = {
        succeeds(contest(ScriptedDice([face, face]), 0, modifier(options, stat), stat, PLAIN, rules))
        for face in range(1, SIDES + 1)
        for stat in range(LEAST, MOST + 1)
    }
    return "it depends" if len(won) > 1 else "active" if True in won else "passive"


@finds
def equal_contest(options: Options) -> Fraction:
    """The chance of the one who acts in a contest of equals."""
    [only] = {well(contest_chances(stat, stat, PLAIN, 0, options)) for stat in range(LEAST, MOST + 1)}
    return only


@finds
def kept_of_two(options: Options, roll: int, other: int, mode: int) -> int:
    """The face that counts of two, told by the DCs that it reaches."""
    rules = rules_for(options.model_copy(update={"advantage": True, "natural_1": False, "natural_20": False}))
    reached = [dc for dc in range(1, SIDES + 1) if succeeds(check(ScriptedDice([roll, other]), 0, 0, dc, mode, rules))]
    return max(reached)


@finds
def advantage_in_force(options: Options) -> Found:
    """Whether advantage is off."""
    return Found(not options.advantage, "the option is on" if options.advantage else "an option, off by default")


@finds
def advantage_worth(options: Options) -> tuple[Fraction, Fraction]:
    """The least and the most that advantage adds to a check at a standard DC."""
    worth = [_success(options, stat, dc, ADVANTAGE) - _success(options, stat, dc) for stat in range(LEAST, MOST + 1) for dc in STANDARD]
    return min(worth), max(worth)


@finds
def no_passive_checks(options: Options) -> Found:
    """Whether every check asks for a die."""
    rules = rules_for(options)
    rolls = []
    for stat in range(LEAST, MOST + 1):
        for dc in STANDARD:
            dice = ScriptedDice([SIDES])
            check(dice, 0, modifier(options, stat), options.dc(dc), PLAIN, rules)
            rolls.append(dice.left == 0)
    return Found(all(rolls), f"{sum(rolls)} of {len(rolls)} checks rolled a die")
