"""Commands of Ruins & Realms: its styles against each other, options over level bands, hit rates by level, 64 results and 36."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from fracas.engine.content.models import changed_options
from fracas.engine.content.reading import validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Done, Progress, collected, one_by_one
from fracas.engine.contract.setup import chance
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.ruins_and_realms import analysis, models
from fracas.rulesets.ruins_and_realms.board import CELLS
from fracas.rulesets.ruins_and_realms.book import config
from fracas.rulesets.ruins_and_realms.codes import ENEMY_POLICIES, HERO_POLICIES

FIGHTS = 2000
MAX_FIGHTS = 1_000_000
MAX_ROUND = 100
BANDS = "1,5,10,15,20"
_points = Decimals(lambda share, digits: f"{100 * share:.{digits}f}", 1)
"""A difference of two shares, in percentage points."""

LEVELS = Parameter("levels", "Hero levels, with commas.", default=BANDS)
N = Parameter("fights", "Fights of each hero against each creature.", "number", FIGHTS)
SEED = Parameter("seed", "The seed; the same seed is the same dice.", "number", 1)
POLICY = Parameter("policy", "How heroes decide.", default="sensible", choices=HERO_POLICIES)
ENEMY_POLICY = Parameter("enemy_policy", "How creatures decide.", default="fierce", choices=ENEMY_POLICIES)
FOUGHT = (LEVELS, N, SEED, POLICY, ENEMY_POLICY)


def levels_in(text: str) -> list[int]:
    """Read a list of levels: ``1,5,10``."""
    if not re.fullmatch(r"\s*\d+(\s*,\s*\d+)*\s*", text):
        raise FracasError("bad-levels", f"{text!r} is not a list of levels", f"write them with commas: {BANDS}")
    found = [int(level) for level in text.split(",")]
    for level in found:
        if not 1 <= level <= models.MAX_LEVEL:
            raise FracasError("bad-levels", f"there is no level {level}", f"levels go from 1 to {models.MAX_LEVEL}")
    return sorted(set(found))


def _input(values: Mapping[str, Any]) -> dict[str, Any]:
    return {**values, "levels": levels_in(values["levels"])}


def _fought(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Done[analysis.StyleAt]:
    if not 1 <= values["fights"] <= MAX_FIGHTS:
        raise FracasError("bad-n", f"{values['fights']} fights of each pair cannot be fought", f"ask for 1 to {MAX_FIGHTS:,}")
    trial = analysis.Trial(options, (values["policy"], values["enemy_policy"]), values["fights"], values["seed"], progress)
    return trial.styles(levels_in(values["levels"]))


def _name(style: str) -> str:
    return config().styles[style].name


def run_styles(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """The five styles against the ordinary creatures of their level."""
    found = _fought(values, options, progress)
    apart = analysis.spreads(found)
    widest = max(apart, key=lambda each: each.points)
    mean = sum(each.points for each in apart) / len(apart)
    return Report(
        _input(values),
        {"styles": [each.to_data() for each in found], "mean_spread": mean},
        f"The styles lie {_points(mean)} points apart on average over "
        f"{'the level' if len(apart) == 1 else f'{len(apart)} levels'}, at most {_points(widest.points)} at level {widest.level} "
        f"({_name(widest.best.style)} wins {widest.best.win:.1%}, {_name(widest.worst.style)} {widest.worst.win:.1%}); "
        f"{values['fights']:,} fights of each pair, each chance to win right to {_points(max(e.sure for e in found))} points.",
        [
            Table(
                "Each style's hero against the ordinary creatures of the level; damage is HP a round",
                [
                    Column("level", "level"),
                    Column("style", "style", _name),
                    Column("hits", "hits", ".1%"),
                    Column("wins", "win", ".1%"),
                    Column("rounds", "rounds", ".2f"),
                    Column("HP left", "left", ".1%"),
                    Column("deals", "deals", ".2f"),
                    Column("takes", "takes", ".2f"),
                ],
                found,
            ),
            Table(
                "How far apart the styles are",
                [
                    Column("level", "level"),
                    Column("best", lambda each: each.best.style, _name),
                    Column("wins", lambda each: each.best.win, ".1%", key="best_win"),
                    Column("worst", lambda each: each.worst.style, _name),
                    Column("wins", lambda each: each.worst.win, ".1%", key="worst_win"),
                    Column("points apart", "points", _points, key="spread"),
                    Column("all styles", "win", ".1%", key="mean"),
                ],
                apart,
                key="spreads",
            ),
        ],
        interrupted=found.interrupted,
    )


def _values_of(option: str, text: str, options: models.Options) -> dict[str, models.Options]:
    """The rules with an option at each of several values."""
    if option not in models.Options.model_fields:
        raise unknown("rule option", option, models.Options.model_fields)
    found: dict[str, models.Options] = {}
    for part in (part.strip() for part in text.split(";")):
        try:
            value = json.loads(part)
        except ValueError:
            value = part
        data = {**changed_options(options), option: value}
        found[part] = validated(models.Options, data, "the rule options")
    return found


class Varied(NamedTuple):
    """An option at one of its values: as it was written, the value, and how all styles fare at all levels."""

    shown: str
    value: Any
    styles: Sequence[analysis.StyleAt]

    @property
    def levels(self) -> list[analysis.Spread]:
        """The styles of each level together."""
        return analysis.spreads(self.styles)

    @property
    def win(self) -> float:
        """The chance to win, on average over the levels."""
        return sum(each.win for each in self.levels) / len(self.levels)


def _varied(values: Mapping[str, Any], option: str, options: models.Options, progress: Progress) -> Iterator[Varied]:
    """An option at each of its values."""
    for shown, rules in _values_of(option, values["values"], options).items():
        found = _fought(values, rules, progress)
        if found.interrupted:
            raise KeyboardInterrupt
        yield Varied(shown, rules.model_dump(mode="json")[option], found)


def run_vary(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """One option at several values, over all styles and the creatures of the levels."""
    option = values["option"].replace("-", "_")
    varied = collected(_varied(values, option, options, progress))
    rows = [(each.shown, level) for each in varied for level in each.levels]
    told = ", ".join(f"{each.win:.1%} with {each.shown}" for each in varied)
    return Report(
        {**_input(values), "option": option},
        {"values": [{"value": each.value, "win": each.win, "styles": [style.to_data() for style in each.styles]} for each in varied]},
        f"{option}: over all styles and levels heroes win {told}; {values['fights']:,} fights of each pair.",
        [
            Table(
                f"All styles' heroes against the ordinary creatures of their level, by {option}",
                [
                    Column("level", lambda row: row[1].level),
                    Column(option, 0),
                    Column("hits", lambda row: row[1].hits, ".1%"),
                    Column("wins", lambda row: row[1].win, ".1%"),
                    Column("rounds", lambda row: row[1].rounds, ".2f"),
                    Column("HP left", lambda row: row[1].left, ".1%"),
                    Column("points apart", lambda row: row[1].points, _points),
                ],
                sorted(rows, key=lambda row: row[1].level),
            )
        ],
        interrupted=varied.interrupted,
    )


def run_hits(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What a first hit of each style is like."""

    def row(which: tuple[int, str]) -> dict[str, Any]:
        level, style = which
        hit = analysis.first_hit(analysis.hero_at(style, level, options), options, values["policy"])
        return {"level": level, "style": style, **hit._asdict()}

    rows = one_by_one(row, list(product(levels_in(values["levels"]), models.STYLES)), progress, "heroes")
    hardest = max(rows, key=lambda each: each["damage"])
    reward = sum(each["exact"] - each["shifted"] for each in rows) / len(rows)
    return Report(
        _input(values),
        {"exact_adds": reward},
        f"{_name(hardest['style'])} hits hardest, for {hardest['damage']:.2f} at level {hardest['level']}; "
        f"being exact adds {reward:.2f} damage on average; all exact, against a target without interrupts and defence.",
        [
            Table(
                "A first hit: its damage on average, its blows, its effects; and the damage of the manoeuvres, shifted and exact",
                [
                    Column("level", "level"),
                    Column("style", "style", _name),
                    *(Column(what, what, ".2f") for what in analysis.FirstHit._fields),
                ],
                rows,
                key="hits",
            )
        ],
        interrupted=rows.interrupted,
    )


def run_progression(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What every level gives."""
    style, turn = values["style"], values["round"]
    if style is not None and style not in models.STYLES:
        raise unknown("weapon style", style, models.STYLES)
    if not 1 <= turn <= MAX_ROUND:
        raise FracasError("bad-round", f"round {turn} is not looked at", f"ask for a round from 1 to {MAX_ROUND}")
    levels = analysis.progression([style] if style else models.STYLES, options, turn)
    since, until = analysis.longest_wait(levels)
    jumps = {after.level: after.best - before.best for before, after in pairwise(levels)}
    steepest = max(jumps, key=lambda level: jumps[level])
    return Report(
        {"style": style, "round": turn},
        {
            "levels": [each._asdict() for each in levels],
            "longest_wait": {"from": since, "to": until, "levels": until - since + 1},
            "steepest": {"level": steepest, "rise": jumps[steepest]},
        },
        f"{'All styles' if style is None else _name(style)}, round {turn}: with the best set hits rise from {levels[0].best:.1%} to "
        f"{levels[-1].best:.1%} over {len(levels)} levels, most at level {steepest} ({_points(jumps[steepest])} points); the "
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
        "styles",
        "Whether the five styles are equal: each style's hero of a level against every ordinary creature of that level, each counting "
        "the same. Heroes are those that ship; slots that the rules add are filled, manoeuvres that no longer fit are left out.",
        run_styles,
        FOUGHT,
    ),
    Command(
        "vary",
        "One rule OPTION at several VALUES (with semicolons between them) over all styles' heroes and all ordinary creatures of the "
        "levels: hit rate, win chance, length, HP left, how far apart the styles are.",
        run_vary,
        (
            Parameter("option", "A rule option.", argument=True),
            Parameter("values", "Its values, with semicolons: '2; 3; 4'.", argument=True),
            *FOUGHT,
        ),
    ),
    Command(
        "hits",
        "What a first hit of each style's hero is like, exactly, on a target without interrupts and defence: damage, blows, effects, and "
        "what being exact adds.",
        run_hits,
        (LEVELS, POLICY),
    ),
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
