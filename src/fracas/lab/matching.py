"""Match-ups: every fighter of side A against every fighter of side B, their ranking, who counters whom, and how difficult each foe is.

A match-up is a one-on-one scenario (`Ruleset.match`), measured like any point. If fighters have levels, the difficulty of a foe is the
level at which the standard hero wins half: the standard hero of a level is the mean of all heroes of that level, and the chance is
interpolated linearly between levels. Otherwise it is the share of heroes that win less than half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import combinations, pairwise
from typing import Any

from fracas.engine.content.path_syntax import word
from fracas.engine.content.reading import validated
from fracas.engine.content.texts import pairs
from fracas.engine.contract.charts import Chart, heat_map
from fracas.engine.contract.deciding import policy_keys
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.encounter import Encounter, encounter
from fracas.errors import FracasError, unknown
from fracas.lab.kept import Shelf, content_digest, key_of
from fracas.lab.points import Budget, Figures, Measured, measure

ALL = "all"
FIGHTS = 20_000
QUICK = 2_000
"""Match-ups of at most this many states are solved, unless the budget allows more."""
MEASURES = ("win", "lose", "rounds")
TOPIC = "matrix"
GRID_COLUMNS = 6
"""Maximum number of hero columns on a screen."""
MOST_CYCLES = 12


@dataclass(frozen=True)
class Cell:
    """A match-up: side A's chances to win and to lose, and its length.

    ``fights`` is the sample size; 0 if it is solved. ``more`` has further measures, by name.
    """

    a: str
    b: str
    win: Measured
    lose: Measured
    rounds: Measured
    fights: int = 0
    more: Mapping[str, Measured] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """True if it is solved."""
        return not self.fights

    def to_data(self) -> dict[str, Any]:
        """The match-up as data for JSON."""
        figures = {name: getattr(self, name).to_data() for name in MEASURES} | {name: each.to_data() for name, each in self.more.items()}
        return {"a": self.a, "b": self.b, "exact": self.exact, "fights": self.fights, **figures}

    def kept(self) -> list[Any]:
        """The data to cache."""
        figures = (self.win, self.lose, self.rounds, *self.more.values())
        return [self.fights, *([each.value, each.share, each.exact, each.low, each.high] for each in figures)]

    @staticmethod
    def of_kept(a: str, b: str, data: Any, more: Sequence[str]) -> Cell | None:
        """Restore a match-up from cached data with these further measures, if it is complete."""
        try:
            fights, *figures = data
            win, lose, rounds, *others = (Measured(*figure) for figure in figures)
            found = dict(zip(more, others, strict=True))
            numbers = [number for figure in figures for number in figure]
        except (TypeError, ValueError):
            return None
        whole = all(isinstance(number, (int, float)) for number in (*numbers, fights))
        return Cell(a, b, win, lose, rounds, fights, found) if whole else None


@dataclass(frozen=True)
class Difficulty:
    """How difficult a foe is: a level, or the share of heroes that win less than half.

    ``bound`` is "at most" if the heroes of the lowest level win half, and "more than" if those of the highest do not.
    """

    value: float
    by_level: bool
    bound: str = ""

    def text(self, digits: int = 1) -> str:
        """The difficulty as displayed."""
        sign = {"at most": "≤ ", "more than": "> "}.get(self.bound, "")
        return f"{sign}{self.value:.{digits}f}" if self.by_level else f"{self.value:.0%}"

    def to_data(self) -> dict[str, Any]:
        """The difficulty as data for JSON."""
        return {"value": self.value, "by": "level" if self.by_level else "share of heroes that do not win half", "bound": self.bound}


@dataclass(frozen=True)
class Rank:
    """A fighter's rank: its mean chance to win, its best and worst opponents, its level and, for a foe, its difficulty."""

    name: str
    win: float
    best: str
    worst: str
    best_win: float
    worst_win: float
    level: int | None = None
    difficulty: Difficulty | None = None
    more: Mapping[str, Measured] = field(default_factory=dict)
    """The means of further measures."""

    def to_data(self) -> dict[str, Any]:
        """The rank as data for JSON."""
        ends = {"best": {"against": self.best, "win": self.best_win}, "worst": {"against": self.worst, "win": self.worst_win}}
        hard = {} if self.difficulty is None else {"difficulty": self.difficulty.to_data()}
        more = {name: each.value for name, each in self.more.items()}
        return {"name": self.name, "win": self.win, **ends, "level": self.level, **hard, **more}


@dataclass(frozen=True)
class Cycle:
    """A cycle of three in which each beats the next; ``least`` is the smallest of their chances."""

    names: tuple[str, str, str]
    least: float

    def __str__(self) -> str:
        return f"{' beats '.join(self.names)} beats {self.names[0]}"


@dataclass(frozen=True)
class Matrix(Result):
    """All match-ups of some fighters. ``levels`` has the levels of side A's and side B's fighters, if they have any."""

    ruleset: Ruleset
    names: tuple[tuple[str, ...], tuple[str, ...]]
    cells: Mapping[tuple[str, str], Cell]
    levels: tuple[Mapping[str, int], Mapping[str, int]]
    budget: Budget
    policies: tuple[str | None, str | None] = (None, None)
    measures: tuple[str, ...] = ()
    same_level: bool = False
    """True if only fighters of the same level meet."""

    def __getitem__(self, pair: tuple[str, str]) -> Cell:
        if pair not in self.cells:
            raise unknown("match-up", " against ".join(pair), [" against ".join(each) for each in self.cells])
        return self.cells[pair]

    @property
    def asked(self) -> int:
        """The number of match-ups requested."""
        return len(pairs_of(self.names, self.levels if self.same_level else None))

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last one."""
        return len(self.cells) < self.asked

    def ranks(self, side: int) -> list[Rank]:
        """The measured fighters of a side: for side A by chance to win, for side B by difficulty, highest first."""
        found = [self._rank(side, name) for name in self.names[side] if any(pair[side] == name for pair in self.cells)]
        if side == 0:
            return sorted(found, key=lambda each: -each.win)
        return sorted(found, key=_hardest_first)

    def _rank(self, side: int, name: str) -> Rank:
        own = {pair[1 - side]: cell for pair, cell in self.cells.items() if pair[side] == name}
        chances = {other: (cell.win if side == 0 else cell.lose).value for other, cell in own.items()}
        best, worst = max(chances, key=lambda other: chances[other]), min(chances, key=lambda other: chances[other])
        mean = sum(chances.values()) / len(chances)
        hard = self.difficulty(name) if side else None
        more = {each: _mean([cell.more[each] for cell in own.values() if each in cell.more]) for each in self.measures}
        return Rank(name, mean, best, worst, chances[best], chances[worst], self.levels[side].get(name), hard, more)

    def difficulty(self, foe: str) -> Difficulty:
        """The difficulty of a foe."""
        wins = {pair[0]: cell.win.value for pair, cell in self.cells.items() if pair[1] == foe}
        by_level: dict[int, list[float]] = {}
        for hero, win in wins.items():
            if hero in self.levels[0]:
                by_level.setdefault(self.levels[0][hero], []).append(win)
        if len(by_level) < 2 or any(hero not in self.levels[0] for hero in wins):
            return Difficulty(sum(win < 0.5 for win in wins.values()) / len(wins), by_level=False)
        standard = [(level, sum(each) / len(each)) for level, each in sorted(by_level.items())]
        return half_at(standard)

    def cycles(self) -> list[Cycle]:
        """Cycles of three, if the same fighters can be on both sides; those with the strongest weakest link first."""
        both = [name for name in self.names[0] if name in self.names[1]]
        rings = [(a, *rest) for a, b, c in combinations(both, 3) for rest in ((b, c), (c, b))]
        found = [Cycle(ring, least) for ring in rings if (least := min(map(self._beats, ring, (*ring[1:], ring[0])))) > 0.5]
        return sorted(found, key=lambda cycle: -cycle.least)

    def _beats(self, first: str, second: str) -> float:
        """The chance of one beating another, from both sides of the fight; 0 if it is not significant or not measured."""
        there, back = self.cells.get((first, second)), self.cells.get((second, first))
        if there is None or back is None:
            return 0.0
        sure = there.win.low + back.lose.low > 1
        return (there.win.value + back.lose.value) / 2 if sure else 0.0

    def sentence(self) -> str:
        """The result in one line."""
        solved = sum(cell.exact for cell in self.cells.values())
        sampled = len(self.cells) - solved
        fought = f"{sampled:,} of {self.budget.fights:,} fights each, seed {self.budget.seed}"
        how = "all exact" if not sampled else fought if not solved else f"{solved:,} exact, {fought}"
        stopped = f"; stopped after {len(self.cells):,}" if self.interrupted else ""
        heroes, foes = self.ranks(0), self.ranks(1)
        many = f"{self.asked:,} even" if self.same_level else f"{len(self.names[0])} × {len(self.names[1])}"
        return (
            f"{self.ruleset.title}: {many} match-ups ({how}{stopped}); {heroes[0].name} wins most "
            f"({heroes[0].win:.1%}), {foes[0].name} is the most difficult ({foes[0].difficulty.text() if foes[0].difficulty else ''})"
        )

    def to_data(self) -> dict[str, Any]:
        """The match-ups as data for JSON."""
        return {
            "a": [each.to_data() for each in self.ranks(0)],
            "b": [each.to_data() for each in self.ranks(1)],
            "cells": [cell.to_data() for cell in self.cells.values()],
            "cycles": [{"names": list(cycle.names), "least": cycle.least} for cycle in self.cycles()],
            "asked": self.asked,
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """The ranks of both sides, the cycles and, if it fits on a screen, the grid of match-ups."""
        a, b = self.ruleset.sides
        heroes, foes = self.ranks(0), self.ranks(1)
        tables = [_rank_table(a, heroes, "best against", "worst against"), _rank_table(b, foes, "preys on", "best counter")]
        if self.same_level:
            tables.append(_level_table(a, heroes))
        cycles = self.cycles()[:MOST_CYCLES]
        if cycles:
            columns = [Column("cycle", str), Column("the weakest link", "least", ".1%", key="least")]
            tables.append(Table("Each beats the next", columns, cycles))
        if len(heroes) <= GRID_COLUMNS:
            tables.append(self._grid([each.name for each in heroes], [each.name for each in foes]))
        return tables

    def _grid(self, heroes: Sequence[str], foes: Sequence[str]) -> Table:
        def column(hero: str) -> Column:
            def win(foe: str) -> float | None:
                cell = self.cells.get((hero, foe))
                return None if cell is None else cell.win.value

            return Column(hero, win, ".1%", key=hero)

        first = Column("against", lambda foe: foe, whole=True)
        return Table(f"How often {self.ruleset.sides[0]} wins", [first, *map(column, heroes)], foes)

    def flat(self) -> Table:
        """A row for each match-up."""
        columns = [
            Column("a", "a"),
            Column("b", "b"),
            Column("win", lambda cell: cell.win.value, ".2%"),
            Column("low", lambda cell: cell.win.low, ".2%"),
            Column("high", lambda cell: cell.win.high, ".2%"),
            Column("lose", lambda cell: cell.lose.value, ".2%"),
            Column("rounds", lambda cell: cell.rounds.value, ".2f"),
            *_more(list(self.cells.values()), lambda cell: cell.more, besides=MEASURES),
            Column("exact", "exact"),
        ]
        return Table("", columns, list(self.cells.values()))

    def charts(self) -> list[Chart]:
        """The match-ups as a heat map, both sides sorted by rank."""
        heroes, foes = self.ranks(0), self.ranks(1)
        pairs = ((hero.name, foe.name) for foe in foes for hero in heroes)
        rows = [{"x": hero, "y": foe, "value": self.cells[hero, foe].win.value} for hero, foe in pairs if (hero, foe) in self.cells]
        a, b = self.ruleset.sides
        return [heat_map(f"{self.ruleset.title}: how often {a} wins", rows, a, b)]

    def __repr__(self) -> str:
        return f"<Matrix {self.sentence()}>"


def _hardest_first(rank: Rank) -> tuple[float, bool, float]:
    hard = rank.difficulty or Difficulty(0.0, by_level=False)
    return -hard.value, hard.bound != "more than", -rank.win


def _rank_table(side: str, ranks: Sequence[Rank], best: str, worst: str) -> Table:
    """The ranks of a side; on a screen only with the worst opponents."""
    columns = [Column("", 0, key="rank"), _of_rank("name", "name", whole=True)]
    if any(rank.level is not None for rank in ranks):
        columns.append(_of_rank("level", "level"))
    hard = [rank.difficulty for rank in ranks if rank.difficulty is not None]
    if hard:
        heading = "difficulty" if any(each.by_level for each in hard) else "heroes it stops"
        columns += [
            Column(heading, lambda row: row[1].difficulty, Decimals(Difficulty.text, 1), number=True, only="screen"),
            Column("difficulty", lambda row: row[1].difficulty.value, ".2f", only="data"),
            Column("difficulty bound", lambda row: row[1].difficulty.bound, only="data"),
        ]
    columns += [
        _of_rank("wins", "win", ".1%"),
        *_more(ranks, lambda row: row[1].more),
        _of_rank(best, "best", only="data"),
        _of_rank(f"wins against {best}", "best_win", ".1%", key=f"{best} win".replace(" ", "_"), only="data"),
        _of_rank(worst, "worst"),
        _of_rank("wins against that", "worst_win", ".1%", key=f"{worst} win".replace(" ", "_")),
    ]
    return Table(f"{side[:1].upper()}{side[1:]}", columns, list(enumerate(ranks, 1)))


def _level_table(side: str, ranks: Sequence[Rank]) -> Table:
    """The spread of a side's fighters at each level."""
    levels = sorted({rank.level for rank in ranks if rank.level is not None})
    rows = [(level, [rank for rank in ranks if rank.level == level]) for level in levels]
    columns = [
        Column("level", 0),
        Column("wins most", lambda row: row[1][0].name, key="most"),
        Column("wins", lambda row: row[1][0].win, ".1%", key="most_win"),
        Column("wins least", lambda row: row[1][-1].name, key="least"),
        Column("wins", lambda row: row[1][-1].win, ".1%", key="least_win"),
        Column("apart", lambda row: row[1][0].win - row[1][-1].win, ".1%"),
        Column("the mean", lambda row: sum(rank.win for rank in row[1]) / len(row[1]), ".1%", key="mean"),
        *_more(ranks, lambda row: {name: _mean([rank.more[name] for rank in row[1]]) for name in row[1][0].more}),
    ]
    return Table(f"{side[:1].upper()}{side[1:]}, level by level", columns, rows)


def _mean(figures: Sequence[Measured]) -> Measured:
    """The mean of figures; 0 if there are none."""
    mean = sum(each.value for each in figures) / max(len(figures), 1)
    return Measured(mean, all(each.share for each in figures), all(each.exact for each in figures), mean, mean)


def _more(rows: Sequence[Cell | Rank], of: Callable[[Any], Mapping[str, Measured]], besides: Sequence[str] = ()) -> list[Column]:
    """Columns for the further measures of match-ups or ranks, which ``of`` finds in a row; ``besides`` are shown anyway."""
    shares = {name: figure.share for row in rows for name, figure in row.more.items() if name not in besides}

    def column(name: str, share: bool) -> Column:
        return Column(name, lambda row: of(row)[name].value if name in of(row) else None, ".1%" if share else ".2f", key=name)

    return [column(name, share) for name, share in shares.items()]


def _of_rank(heading: str, name: str, show: str = "", **more: Any) -> Column:
    """A column of ranks, each with its number."""
    return Column(heading, lambda row: getattr(row[1], name), show, **more)


def half_at(standard: Sequence[tuple[int, float]]) -> Difficulty:
    """The first level at which the linearly interpolated chance to win reaches one half."""
    if standard[0][1] >= 0.5:
        return Difficulty(standard[0][0], by_level=True, bound="at most")
    for (low, before), (high, after) in pairwise(standard):
        if after >= 0.5:
            return Difficulty(low + (high - low) * (0.5 - before) / (after - before), by_level=True)
    return Difficulty(standard[-1][0], by_level=True, bound="more than")


# --- measuring ----------------------------------------------------------------------------------------------------------------------


def chosen(ruleset: Ruleset, side: int, wanted: str | Iterable[str], options: Any) -> tuple[str, ...]:
    """The fighters of a side selected by names, patterns (``drone-*``, ``all``) or fields (``level=1 rank=ordinary``), without duplicates.

    Commas separate several in one text.
    """
    known = ruleset.fighter_names(side)
    patterns = [name.strip() for name in wanted.split(",")] if isinstance(wanted, str) else list(wanted)
    found: dict[str, None] = {}
    for pattern in patterns:
        if "=" in pattern:
            matching = [name for name in known if _has(ruleset.fighter(side, name, options), pattern)]
        else:
            matching = known if pattern == ALL else [name for name in known if fnmatchcase(name, pattern)]
        if not matching:
            raise unknown(f"fighter of {ruleset.sides[side]}", pattern, known)
        found.update(dict.fromkeys(matching))
    return tuple(found)


def _has(fighter: Any, fields: str) -> bool:
    """True if a fighter's fields have these values: ``level=1 rank=ordinary``."""
    for name, value in pairs(fields.split(), "the field").items():
        if name not in vars(fighter):
            raise unknown("field of a fighter", name, vars(fighter))
        if word(getattr(fighter, name)) != value:
            return False
    return True


def pairs_of(
    names: tuple[Sequence[str], Sequence[str]], levels: tuple[Mapping[str, int], Mapping[str, int]] | None
) -> list[tuple[str, str]]:
    """Every fighter of side A with every one of side B; with levels, only pairs of the same level."""
    return [(a, b) for a in names[0] for b in names[1] if levels is None or (a in levels[0] and levels[0][a] == levels[1].get(b))]


def _levels(ruleset: Ruleset, side: int, names: Sequence[str], options: Any) -> dict[str, int]:
    """The levels of fighters, if they have any."""
    found = {name: getattr(ruleset.fighter(side, name, options), "level", None) for name in names}
    return {name: level for name, level in found.items() if isinstance(level, int)}


def matrix(
    ruleset: str | Ruleset,
    heroes: str | Iterable[str] = ALL,
    enemies: str | Iterable[str] = ALL,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    budget: Budget | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
    measures: Sequence[str] = (),
    same_level: bool = False,
) -> Matrix:
    """Measure every fighter of side A against every one of side B; with ``same_level`` only of the same level.

    Names may be patterns (``drone-*``), values of fields (``level=1 rank=ordinary``), or ``all``. ``measures`` are measured in addition to
    the chance to win and the length: any of `fracas.lab.points.measure_names`.

    A match-up of at most `QUICK` states, or the ``budget``'s limit, is solved; others are sampled: 20,000 fights each or as many as the
    budget says. Ctrl-C keeps the finished part; a repeated call resumes there.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    checked = validated(rules.options_model, dict(options or {}), "the rule options")
    names = chosen(rules, 0, heroes, checked), chosen(rules, 1, enemies, checked)
    limits = budget or Budget(fights=FIGHTS)
    limits = limits if limits.best_play or limits.max_states is not None else replace(limits, max_states=QUICK)
    of_a, of_b = (_levels(rules, side, names[side], checked) for side in (0, 1))
    asked = pairs_of(names, (of_a, of_b) if same_level else None)
    if not asked:
        raise FracasError("no-pairs", "no two of these fighters are of the same level", "name others, or leave out --same-level")
    more = list(dict.fromkeys(name for name in measures if name != "win"))
    whole = key_of(content_digest(rules), checked.model_dump(mode="json"), policy_keys(policies), [*limits.asked, more])
    with Shelf(rules, TOPIC, fresh) as shelf:
        keys = {pair: key_of("cell", *pair, whole) for pair in asked}
        known = {pair: cell for pair in asked if (cell := Cell.of_kept(*pair, shelf.get(keys[pair]), more)) is not None}
        todo = [pair for pair in asked if pair not in known]
        for pair, cell in _measured(rules, todo, options, policies, limits, progress, fresh, bool(known), more):
            known[pair] = cell
            shelf.put(keys[pair], cell.kept())
    cells = {pair: known[pair] for pair in asked if pair in known}
    return Matrix(rules, names, cells, (of_a, of_b), limits, policies, tuple(more), same_level)


def _measured(
    rules: Ruleset,
    pairs: Sequence[tuple[str, str]],
    options: Mapping[str, Any] | None,
    policies: tuple[str | None, str | None],
    budget: Budget,
    progress: Progress | None,
    fresh: bool,
    some: bool,
    more: Sequence[str],
) -> list[tuple[tuple[str, str], Cell]]:
    """Measure match-ups; after Ctrl-C return the finished ones, if there are any now or earlier ones exist (``some``)."""
    if not pairs:
        return []

    def ready(pair: tuple[str, str]) -> Encounter:
        return encounter(rules, rules.match(*pair), options, policies, " against ".join(pair))

    try:
        found = measure([ready(pair) for pair in pairs], (*MEASURES, *more), budget, progress, keep=f"{TOPIC} points", fresh=fresh)
    except KeyboardInterrupt:
        if not some:
            raise
        return []
    return [(pairs[each.number], _cell(*pairs[each.number], each, more)) for each in found]


def _cell(a: str, b: str, figures: Figures, more: Sequence[str]) -> Cell:
    others = {name: figures[name] for name in more if name in figures.measured}
    return Cell(a, b, figures["win"], figures["lose"], figures["rounds"], figures.fights, others)
