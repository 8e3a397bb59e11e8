"""What a point and what a natural face is worth on a single check, exactly, for every difficulty class."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import OldTable as Table
from fracas.errors import FracasError
from fracas.rulesets.arda.models import LEAST, MOST, Options
from fracas.rulesets.arda.odds import MOST_DC, check_chances, well

FIRST_DC, LAST_DC = 2, 30
NAMES = ("easy", "medium", "hard")


def success(options: Options, stat: int, dc: int) -> Fraction:
    """The chance of a check."""
    return well(check_chances(stat, dc, 0, 0, options))


def gains(options: Options, dc: int, most: int = MOST) -> list[Fraction]:
    """What each point more of a stat, from the least value to the most, adds to the chance of a check."""
    chances = [success(options, stat, dc) for stat in range(LEAST, most + 1)]
    return [after - before for before, after in pairwise(chances)]


def changed_by_naturals(options: Options, stat: int, dc: int) -> tuple[Fraction, Fraction]:
    """The share of rolls that a natural 20 saves, and that a natural 1 spoils."""
    neither = success(options.model_copy(update={"natural_20": False, "natural_1": False}), stat, dc)
    saved = success(options.model_copy(update={"natural_1": False}), stat, dc) - neither
    spoilt = neither - success(options.model_copy(update={"natural_20": False}), stat, dc)
    return saved, spoilt


def _dcs(values: Mapping[str, Any]) -> range:
    first, last = values["first"], values["last"]
    if not -MOST_DC <= first <= last <= MOST_DC:
        raise FracasError("bad-range", f"DCs from {first} to {last} cannot be listed", f"give {-MOST_DC} to {MOST_DC}, the lower one first")
    return range(first, last + 1)


def _name(options: Options, dc: int) -> str:
    names = [name for name in NAMES if options.dc(name) == dc]
    return f"{dc} ({', '.join(names)})" if names else str(dc)


def run_points(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """What one point more of a stat is worth against each DC."""
    dcs = _dcs(values)
    worth = {dc: gains(options, dc) for dc in dcs}
    full = [dc for dc in dcs if min(worth[dc]) == max(worth[dc]) > 0]
    nothing = [dc for dc in dcs if max(worth[dc]) == 0]
    most = max(max(each) for each in worth.values())
    told = f"One point more adds {float(most):.2%} at most"
    told += f"; that much at every value against DC {full[0]} to {full[-1]}" if full else ""
    told += f"; nothing at any value against DC {', '.join(map(str, nothing))}" if nothing else ""
    steps = [f"{stat} to {stat + 1}" for stat in range(LEAST, MOST)]
    rows = [
        (
            _name(options, dc),
            *(f"{float(success(options, stat, dc)):.0%}" for stat in (LEAST, MOST)),
            *(f"{float(gain):+.0%}" if gain else "0" for gain in worth[dc]),
        )
        for dc in dcs
    ]
    plain = [(dc, float(success(options, LEAST, dc)), float(success(options, MOST, dc)), *map(float, worth[dc])) for dc in dcs]
    return Report(
        {"first": dcs[0], "last": dcs[-1]},
        {str(dc): {"gains": dict(zip(steps, ({"p": float(g), "fraction": str(g)} for g in worth[dc]), strict=True))} for dc in dcs},
        f"{told}.",
        [Table("What a point more adds", ("DC", f"stat {LEAST}", f"stat {MOST}", *steps), rows, range(1, len(steps) + 3), plain)],
    )


def run_criticals(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """How often the natural faces change whether a check succeeds."""
    dcs = _dcs(values)
    stats = range(LEAST, options.stat_cap + 1)
    found = {stat: {dc: changed_by_naturals(options, stat, dc) for dc in dcs} for stat in stats}
    named = [options.dc(name) for name in NAMES]
    standard = [sum(changed_by_naturals(options, stat, dc)) for stat in range(LEAST, MOST + 1) for dc in named]
    rows, result = [], {}
    for stat, by_dc in found.items():
        saved = [dc for dc, (good, _) in by_dc.items() if good]
        spoilt = [dc for dc, (_, bad) in by_dc.items() if bad]
        rows.append((stat, f"up to {spoilt[-1]}" if spoilt else "none", f"from {saved[0]} on" if saved else "none"))
        result[str(stat)] = {"saved_by_20": saved, "spoilt_by_1": spoilt}
    share = sum(standard) / len(standard)
    told = f"Over stats {LEAST} to {MOST} and the DCs {', '.join(map(str, named))} natural faces change {float(share):.2%} of all rolls"
    return Report(
        {"first": dcs[0], "last": dcs[-1]},
        {"standard": {"p": float(share), "fraction": str(share)}, "stats": result},
        f"{told} from failure to success or back.",
        [Table("Where a natural face decides", ("stat", "DCs at which a 1 spoils it", "DCs at which a 20 saves it"), rows, (0,))],
    )


_RANGE = (
    Parameter("first", "The lowest DC to list.", "number", FIRST_DC),
    Parameter("last", "The highest.", "number", LAST_DC),
)
COMMANDS = (
    Command("points", "What one point more of a stat adds to a check, against each DC, exactly.", run_points, _RANGE),
    Command("criticals", "How often a natural 20 or 1 changes whether a check succeeds, by stat and DC, exactly.", run_criticals, _RANGE),
)
