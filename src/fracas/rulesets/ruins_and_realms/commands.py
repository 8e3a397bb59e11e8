"""Commands of Ruins & Realms: its styles against each other, options over level bands, hit rates by level, 64 results and 36."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from fracas.engine.content.models import changed_options
from fracas.engine.content.reading import validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import OldTable as Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.ruins_and_realms import analysis, models, state
from fracas.rulesets.ruins_and_realms.book import config

FIGHTS = 2000
MOST_FIGHTS = 1_000_000
MOST_ROUND = 100
BANDS = "1,5,10,15,20"

LEVELS = Parameter("levels", "Hero levels, with commas.", default=BANDS)
N = Parameter("fights", "Fights of each hero against each creature.", "number", FIGHTS)
SEED = Parameter("seed", "The seed; the same seed is the same dice.", "number", 1)
POLICY = Parameter("policy", "How heroes decide.", default="sensible", choices=("greedy", "sensible", "random"))
ENEMY_POLICY = Parameter("enemy_policy", "How creatures decide.", default="fierce", choices=("fierce", "cunning", "random"))
FOUGHT = (LEVELS, N, SEED, POLICY, ENEMY_POLICY)


def levels_in(text: str) -> list[int]:
    """Levels as they are typed: ``1,5,10``."""
    if not re.fullmatch(r"\s*\d+(\s*,\s*\d+)*\s*", text):
        raise FracasError("bad-levels", f"{text!r} is not a list of levels", f"write them with commas: {BANDS}")
    found = [int(level) for level in text.split(",")]
    for level in found:
        if not 1 <= level <= models.MOST_LEVEL:
            raise FracasError("bad-levels", f"there is no level {level}", f"levels go from 1 to {models.MOST_LEVEL}")
    return sorted(set(found))


def _fights(values: Mapping[str, Any]) -> int:
    n: int = values["fights"]
    if not 1 <= n <= MOST_FIGHTS:
        raise FracasError("bad-n", f"{n} fights of each pair cannot be fought", f"ask for 1 to {MOST_FIGHTS:,}")
    return n


def _name(style: str) -> str:
    return config().styles[style].name


def _fought(values: Mapping[str, Any], options: models.Options, progress: Progress) -> list[analysis.StyleAt]:
    players = (values["policy"], values["enemy_policy"])
    return analysis.styles_at(levels_in(values["levels"]), options, players, _fights(values), values["seed"], progress)


def _input(values: Mapping[str, Any]) -> dict[str, Any]:
    return {**values, "levels": levels_in(values["levels"])}


def _percent(value: float) -> str:
    return f"{value:.1%}"


def _points(value: float) -> str:
    """A difference of two shares, in points of percent."""
    return f"{100 * value:.1f}"


# --- styles -----------------------------------------------------------------------------------------------------------------------


def run_styles(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """The five styles against the ordinary creatures of their level."""
    found = _fought(values, options, progress)
    apart = analysis.spreads(found)
    widest = max(apart, key=lambda each: each.points)
    rows = [
        (
            e.level,
            _name(e.style),
            _percent(e.hits),
            _percent(e.win),
            f"{e.rounds:.2f}",
            _percent(e.left),
            f"{e.deals:.2f}",
            f"{e.takes:.2f}",
        )
        for e in found
    ]
    sentence = (
        f"The styles lie {_points(sum(e.points for e in apart) / len(apart))} points apart on average over "
        f"{'the level' if len(apart) == 1 else f'{len(apart)} levels'}, at most {_points(widest.points)} at level {widest.level} "
        f"({_name(widest.best.style)} wins {_percent(widest.best.win)}, {_name(widest.worst.style)} {_percent(widest.worst.win)}); "
        f"{_fights(values):,} fights of each pair, each chance to win right to {_points(max(e.sure for e in found))} points."
    )
    return Report(
        _input(values),
        {
            "styles": [_style_data(each) for each in found],
            "spreads": [
                {"level": e.level, "spread": e.points, "best": e.best.style, "worst": e.worst.style, "mean": _mean_win(found, e.level)}
                for e in apart
            ],
            "mean_spread": sum(e.points for e in apart) / len(apart),
        },
        sentence,
        [
            Table(
                "Each style's hero against the ordinary creatures of the level; damage is HP a round",
                ("level", "style", "hits", "wins", "rounds", "HP left", "deals", "takes"),
                rows,
                (0, 2, 3, 4, 5, 6, 7),
                [(e.level, e.style, e.hits, e.win, e.rounds, e.left, e.deals, e.takes) for e in found],
            ),
            Table(
                "How far apart the styles are",
                ("level", "best", "wins", "worst", "wins", "points apart", "all styles"),
                [
                    (
                        e.level,
                        _name(e.best.style),
                        _percent(e.best.win),
                        _name(e.worst.style),
                        _percent(e.worst.win),
                        _points(e.points),
                        _percent(_mean_win(found, e.level)),
                    )
                    for e in apart
                ],
                (0, 2, 4, 5, 6),
            ),
        ],
    )


def _mean_win(found: Sequence[analysis.StyleAt], level: int) -> float:
    wins = [each.win for each in found if each.level == level]
    return sum(wins) / len(wins)


def _style_data(each: analysis.StyleAt) -> dict[str, Any]:
    """A style at a level, for programs."""
    return {
        "style": each.style,
        "level": each.level,
        "manoeuvres": [m if isinstance(m, str) else m.id for m in each.hero.manoeuvres],
        "attack": {name: {"p": float(p), "fraction": str(p)} for name, p in each.attack.items()},
        "hits": each.hits,
        "win": each.win,
        "sure": each.sure,
        "rounds": each.rounds,
        "left": each.left,
        "deals": each.deals,
        "takes": each.takes,
        "foes": dict(each.foes),
    }


# --- vary -------------------------------------------------------------------------------------------------------------------------


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


def run_vary(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """One option at several values, over all styles and the creatures of the levels."""
    option = values["option"].replace("-", "_")
    rows, plain, data = [], [], []
    means: dict[str, float] = {}
    for shown, rules in _values_of(option, values["values"], options).items():
        found = _fought(values, rules, progress)
        wins = []
        for each in analysis.spreads(found):
            those = [e for e in found if e.level == each.level]
            hits, win, rounds, left = (sum(getattr(e, what) for e in those) / len(those) for what in ("hits", "win", "rounds", "left"))
            wins.append(win)
            rows.append((each.level, shown, _percent(hits), _percent(win), f"{rounds:.2f}", _percent(left), _points(each.points)))
            plain.append((each.level, shown, hits, win, rounds, left, each.points))
        means[shown] = sum(wins) / len(wins)
        data.append({"value": rules.model_dump(mode="json")[option], "win": means[shown], "styles": [_style_data(e) for e in found]})
    order = sorted(range(len(rows)), key=lambda i: rows[i][0])
    told = ", ".join(f"{win:.1%} with {value}" for value, win in means.items())
    return Report(
        {**_input(values), "option": option},
        {"values": data},
        f"{option}: over all styles and levels heroes win {told}; {_fights(values):,} fights of each pair.",
        [
            Table(
                f"All styles' heroes against the ordinary creatures of their level, by {option}",
                ("level", option, "hits", "wins", "rounds", "HP left", "points apart"),
                [rows[i] for i in order],
                (0, 2, 3, 4, 5, 6),
                [plain[i] for i in order],
            )
        ],
    )


# --- hits -------------------------------------------------------------------------------------------------------------------------


def run_hits(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What a first hit of each style is like."""
    levels = levels_in(values["levels"])
    rows, data = [], []
    for level in levels:
        for style in models.STYLES:
            hero = analysis.hero_at(style, level, options)
            hit = analysis.first_hit(hero, options, values["policy"])
            rows.append((level, _name(style), *hit))
            data.append({"level": level, "style": style, **hit._asdict()})
            progress.at(len(data), len(levels) * len(models.STYLES), "heroes")
    hardest = max(data, key=lambda each: each["damage"])
    reward = sum(each["exact"] - each["shifted"] for each in data) / len(data)
    return Report(
        _input(values),
        {"hits": data, "exact_adds": reward},
        f"{_name(hardest['style'])} hits hardest, for {hardest['damage']:.2f} at level {hardest['level']}; "
        f"being exact adds {reward:.2f} damage on average; all exact, against a target without interrupts and defence.",
        [
            Table(
                "A first hit: its damage on average, its blows, its effects; and the damage of the manoeuvres, shifted and exact",
                ("level", "style", "damage", "blows", "effects", "shifted", "exact"),
                [(level, style, *(f"{value:.2f}" for value in rest)) for level, style, *rest in rows],
                (0, 2, 3, 4, 5, 6),
                rows,
            )
        ],
    )


# --- progression ------------------------------------------------------------------------------------------------------------------


def run_progression(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """What every level gives."""
    style, turn = values["style"], values["round"]
    if style is not None and style not in models.STYLES:
        raise unknown("weapon style", style, models.STYLES)
    if not 1 <= turn <= MOST_ROUND:
        raise FracasError("bad-round", f"round {turn} is not looked at", f"ask for a round from 1 to {MOST_ROUND}")
    levels = analysis.progression([style] if style else models.STYLES, options, turn)
    since, until = analysis.longest_wait(levels)
    jumps = {after.level: after.best - before.best for before, after in pairwise(levels)}
    steepest = max(jumps, key=lambda level: jumps[level])
    rows = [(e.level, e.shift, e.slots, e.tier, _percent(e.mean), _percent(e.best), ", ".join(e.new)) for e in levels]
    shown = [row for row, each in zip(rows, levels, strict=True) if each.new or each.level == 1]
    return Report(
        {"style": style, "round": turn},
        {
            "levels": [e._asdict() for e in levels],
            "longest_wait": {"from": since, "to": until, "levels": until - since + 1},
            "steepest": {"level": steepest, "rise": jumps[steepest]},
        },
        f"{'All styles' if style is None else _name(style)}, round {turn}: with the best set hits rise from {_percent(levels[0].best)} to "
        f"{_percent(levels[-1].best)} over {len(levels)} levels, most at level {steepest} ({_points(jumps[steepest])} points); the "
        f"longest stretch with the same shift, slots and tier is levels {since} to {until}.",
        [
            Table(
                "Levels that give something; hits on average over all full sets of manoeuvres, and with the best",
                ("level", "shift", "slots", "tier", "hits", "best set", "new"),
                shown,
                range(6),
                [(e.level, e.shift, e.slots, e.tier, e.mean, e.best, " ".join(e.new)) for e in levels],
            )
        ],
    )


# --- outcomes ---------------------------------------------------------------------------------------------------------------------


def run_outcomes(values: Mapping[str, Any], options: models.Options, progress: Progress) -> Report:
    """64 results against 36."""
    most = values["slots"]
    if not 1 <= most <= state.SLOTS:
        raise FracasError("bad-slots", f"{most} manoeuvres cannot be equipped", f"ask for 1 to {state.SLOTS}")
    found = list(analysis.boards(most, options))
    (_, _, parent), *own = found
    nearest = min(own, key=lambda each: abs(each[2] - parent))
    rows = [(len(board.rolls()), slots, p) for board, slots, p in found]
    return Report(
        {"slots": most},
        {
            "boards": [{"results": n, "slots": slots, "p": float(p), "fraction": str(p)} for n, slots, p in rows],
            "nearest": nearest[1],
        },
        f"{analysis.PARENT_SLOTS} manoeuvres and {analysis.PARENT_SHIFT} shift points hit {float(parent):.2%} of the parent game's 36 "
        f"results; of these {state.CELLS} results, with {options.starting_shift} points, {nearest[1]} manoeuvres come nearest, "
        f"{float(nearest[2]):.2%}.",
        [
            Table(
                "Rolls that hit, Primes included, on average over all places that manoeuvres can have",
                ("results", "manoeuvres", "hit"),
                [(n, slots, f"{float(p):.2%}") for n, slots, p in rows],
                (0, 1, 2),
                [(n, slots, float(p)) for n, slots, p in rows],
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
        (
            Parameter("style", "One style only."),
            Parameter("round", "In which round: with the Fatigue Die it matters.", "number", 1),
        ),
    ),
    Command(
        "outcomes",
        "Whether the manoeuvres make up for 64 results instead of the parent game's 36: how many rolls hit with one and more of them, "
        "wherever they lie.",
        run_outcomes,
        (Parameter("slots", "Up to so many manoeuvres.", "number", 5),),
    ),
)
