"""Commands of Ruins & Realms: hit rates by level over all sets of manoeuvres, and 64 results against 36."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.setup import chance
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.ruins_and_realms import analysis, models
from fracas.rulesets.ruins_and_realms.board import CELLS
from fracas.rulesets.ruins_and_realms.book import config

MAX_ROUND = 100


def run_progression(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What every level gives."""
    style, turn = values["style"], values["round"]
    if style is not None and style not in models.STYLES:
        raise unknown("weapon style", style, models.STYLES)
    if not 1 <= turn <= MAX_ROUND:
        raise FracasError("bad-round", f"round {turn} is not looked at", f"ask for a round from 1 to {MAX_ROUND}")
    levels = analysis.progression([style] if style else models.STYLES, options, turn)
    since, until = analysis.longest_wait(levels)
    whose = "All styles" if style is None else config().styles[style].name
    jumps = {after.level: after.best - before.best for before, after in pairwise(levels)}
    steepest = max(jumps, key=lambda level: jumps[level])
    return Report(
        {"style": style, "round": turn},
        {
            "levels": [each._asdict() for each in levels],
            "longest_wait": {"from": since, "to": until, "levels": until - since + 1},
            "steepest": {"level": steepest, "rise": jumps[steepest]},
        },
        f"{whose}, round {turn}: with the best set hits rise from {levels[0].best:.1%} to "
        f"{levels[-1].best:.1%} over {len(levels)} levels, most at level {steepest} ({100 * jumps[steepest]:.1f} points); the "
        f"longest stretch with the same shift, slots and tier is levels {since} to {until}.",
        [
            Table(
                "Levels that give something; hits on average over all full sets of manoeuvres, and with the best",
                [
                    *(Column(what, what) for what in ("level", "shift", "slots", "tier")),
                    Column("hits", "mean", ".1%"),
                    Column("best set", "best", ".1%"),
                    Column("new", lambda each: " ".join(each.new), lambda new: ", ".join(new.split())),
                ],
                [each for each in levels if each.new or each.level == 1],
                every=levels,
            )
        ],
    )


def run_outcomes(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """64 results against 36."""
    most = values["slots"]
    if not 1 <= most <= models.SLOTS:
        raise FracasError("bad-slots", f"{most} manoeuvres cannot be equipped", f"ask for 1 to {models.SLOTS}")
    rows = [(len(board.rolls()), slots, p) for board, slots, p in analysis.boards(most, options)]
    (_, _, parent), *own = rows
    _, slots, nearest = min(own, key=lambda row: abs(row[2] - parent))
    return Report(
        {"slots": most},
        {"boards": [{"results": results, "slots": n, **chance(p)} for results, n, p in rows], "nearest": slots},
        f"{analysis.PARENT_SLOTS} manoeuvres and {analysis.PARENT_SHIFT} shift points hit {float(parent):.2%} of the parent game's 36 "
        f"results; of these {CELLS} results, with {options.starting_shift} points, {slots} manoeuvres come nearest, "
        f"{float(nearest):.2%}.",
        [
            Table(
                "Rolls that hit, Primes included, on average over all places that manoeuvres can have",
                [Column("results", 0), Column("manoeuvres", 1), Column("hit", 2, ".2%")],
                rows,
            )
        ],
    )


COMMANDS = (
    Command(
        "progression",
        "What every level gives: shift points, slots, tier, and how many rolls hit, over all full sets of manoeuvres.",
        run_progression,
        (Parameter("style", "One style only."), Parameter("round", "In which round: with the Fatigue Die it matters.", "number", 1)),
    ),
    Command(
        "outcomes",
        "Whether the manoeuvres make up for 64 results instead of the parent game's 36: how many rolls hit with one and more of them, "
        "wherever they lie.",
        run_outcomes,
        (Parameter("slots", "Up to so many manoeuvres.", "number", 5),),
    ),
)
