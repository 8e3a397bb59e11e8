"""Commands about single checks: what a point and what a natural face is worth, exactly, for every DC."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.setup import chance
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.errors import FracasError
from fracas.rulesets.arda.models import DIFFICULTIES, MAX_STAT, MIN_STAT, Options
from fracas.rulesets.arda.odds import MAX_ASKED_DC
from fracas.rulesets.arda.stage import FIRST_DC, LAST_DC, changed_by_naturals, gains, success_chance


def _dcs(values: Mapping[str, Any]) -> range:
    first, last = values["first"], values["last"]
    if not -MAX_ASKED_DC <= first <= last <= MAX_ASKED_DC:
        raise FracasError(
            "bad-range", f"DCs from {first} to {last} cannot be listed", f"give {-MAX_ASKED_DC} to {MAX_ASKED_DC}, the lower one first"
        )
    return range(first, last + 1)


def run_points(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """What one point more of a stat is worth against each DC."""
    dcs = _dcs(values)
    worth = {dc: gains(options, dc) for dc in dcs}
    full = [dc for dc in dcs if min(worth[dc]) == max(worth[dc]) > 0]
    nothing = [dc for dc in dcs if max(worth[dc]) == 0]
    most = max(max(each) for each in worth.values())
    sentence = f"One point more adds {float(most):.2%} at most"
    sentence += f"; that much at every value against DC {full[0]} to {full[-1]}" if full else ""
    sentence += f"; nothing at any value against DC {', '.join(map(str, nothing))}" if nothing else ""
    steps = [f"{stat} to {stat + 1}" for stat in range(MIN_STAT, MAX_STAT)]

    def with_names(dc: int) -> str:
        names = [name for name in DIFFICULTIES if options.dc(name) == dc]
        return f"{dc} ({', '.join(names)})" if names else str(dc)

    gain = Decimals(lambda p, digits: f"{float(p):+.{digits}%}" if p else "0", 0)
    columns = [
        Column("DC", 0, with_names),
        Column(f"stat {MIN_STAT}", 1, ".0%"),
        Column(f"stat {MAX_STAT}", 2, ".0%"),
        *(Column(step, i, gain) for i, step in enumerate(steps, 3)),
    ]
    rows = [(dc, success_chance(options, MIN_STAT, dc), success_chance(options, MAX_STAT, dc), *worth[dc]) for dc in dcs]
    return Report(
        {"first": dcs[0], "last": dcs[-1]},
        {str(dc): {"gains": dict(zip(steps, map(chance, worth[dc]), strict=True))} for dc in dcs},
        f"{sentence}.",
        [Table("What a point more adds", columns, rows)],
    )


def run_criticals(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """How often natural faces change whether a check succeeds."""
    dcs = _dcs(values)
    decided: dict[int, dict[str, list[int]]] = {}
    for stat in range(MIN_STAT, options.stat_cap + 1):
        changed = {dc: changed_by_naturals(options, stat, dc) for dc in dcs}
        decided[stat] = {
            "saved_by_20": [dc for dc, (saved, _) in changed.items() if saved],
            "spoilt_by_1": [dc for dc, (_, spoilt) in changed.items() if spoilt],
        }
    named = [options.dc(name) for name in DIFFICULTIES]
    shares = [sum(changed_by_naturals(options, stat, dc)) for stat in range(MIN_STAT, MAX_STAT + 1) for dc in named]
    share = Fraction(sum(shares)) / len(shares)
    columns = [
        Column("stat", 0),
        Column("DCs at which a 1 spoils it", lambda row: f"up to {row[1]['spoilt_by_1'][-1]}" if row[1]["spoilt_by_1"] else "none"),
        Column("DCs at which a 20 saves it", lambda row: f"from {row[1]['saved_by_20'][0]} on" if row[1]["saved_by_20"] else "none"),
    ]
    sentence = (
        f"Over stats {MIN_STAT} to {MAX_STAT} and the DCs {', '.join(map(str, named))} natural faces change {float(share):.2%} of all rolls"
    )
    return Report(
        {"first": dcs[0], "last": dcs[-1]},
        {"standard": chance(share), "stats": {str(stat): each for stat, each in decided.items()}},
        f"{sentence} from failure to success or back.",
        [Table("Where a natural face decides", columns, list(decided.items()))],
    )


_RANGE = (
    Parameter("first", "The lowest DC to list.", "number", FIRST_DC),
    Parameter("last", "The highest.", "number", LAST_DC),
)
COMMANDS = (
    Command("points", "What one point more of a stat adds to a check, against each DC, exactly.", run_points, _RANGE),
    Command("criticals", "How often a natural 20 or 1 changes whether a check succeeds, by stat and DC, exactly.", run_criticals, _RANGE),
)
