"""The page of a report: a single HTML file that works offline, without scripts, in light and dark, on phones and on paper."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numba
import numpy

from fracas import __version__
from fracas.dice import Roll
from fracas.engine.content.shapes import shape_of
from fracas.engine.contract.cards import card
from fracas.engine.contract.charts import COLOURS, Chart, distribution
from fracas.engine.contract.courses import Course, beside
from fracas.engine.contract.describing import Option, options_of
from fracas.engine.contract.matchup import Matchup, scenario_data, under_its_packs
from fracas.engine.contract.paths import PathInfo, paths_of, written_out
from fracas.engine.contract.references import entry_data, names_in, references_in
from fracas.engine.contract.tables import Column, Table
from fracas.engine.contract.walk import dumped
from fracas.engine.solve.best import BestPlay
from fracas.engine.solve.exact import Solution
from fracas.lab.charts import GROUND, INK, svg
from fracas.lab.html import Html, folded, table_of, tag, terms, together
from fracas.lab.points import Difference, Measured, words_of
from fracas.lab.report import NO_GAP, REFERENCE, FightReport, Looked, Opening, ToldFight, capital, percent, typed

WIDE, HIGH = 320, 180
"""Pixels of a chart's plot area: small enough for a phone, and for three in a row on a screen."""
LONG_NAME = 18
"""Maximum length of series names in a row; longer names are listed vertically."""
FEW = 12
"""Maximum number of rows of a table that is not folded."""
MOST_LINES = 2_000
"""Maximum number of log lines on a page."""
MOST_CARDS, FIGHTER = 12, 2
"""Maximum number of cards on a page, and of parts in the path of a fighter in a scenario: hero, enemies.0."""
NOISE = re.compile(r' (?:aria-[a-z]+|role|pointer-events)="[^"]*"')
"""Attributes of a drawn chart that are redundant on a page that has a caption for it."""
LIGHT, DARK = (INK[look] for look in ("light", "dark"))
STYLE = f"""
:root {{ color-scheme: light dark; --ink: {LIGHT[0]}; --line: {LIGHT[1]}; --ground: {GROUND["light"]}; --soft: #f4f6f9; --quiet: #5b6573;
  --you: {COLOURS[0]}; --them: {COLOURS[1]}; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif;
  font-variant-numeric: tabular-nums; }}
main {{ max-width: 1180px; margin: 0 auto; padding: 16px; }}
h1 {{ font-size: 28px; text-wrap: balance; line-height: 1.3; margin: 4px 0 12px; overflow-wrap: anywhere; }}
h2 {{ font-size: 20px; margin: 40px 0 8px; padding-top: 12px; border-top: 1px solid var(--line); }}
h3 {{ font-size: 16px; margin: 24px 0 4px; overflow-wrap: anywhere; }}
p, ul, dl {{ margin: 8px 0; }}
ul {{ padding-left: 20px; }}
a {{ color: inherit; text-decoration-color: var(--you); }}
.quiet, figcaption, nav, caption, dt {{ color: var(--quiet); font-size: 14px; }}
nav ul {{ display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; padding: 0; }}
dl > div {{ display: grid; grid-template-columns: 160px 1fr; gap: 0 16px; padding: 4px 0; }}
dd {{ margin: 0; overflow-wrap: anywhere; }}
.charts {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 8px 24px; }}
figure {{ margin: 8px 0; min-width: 0; break-inside: avoid; }}
figure svg {{ display: block; max-width: 100%; height: auto; margin-top: 4px; }}
figure.long {{ grid-column: 1 / -1; overflow-x: auto; }}
figure.long svg {{ min-width: 480px; }}
.bar {{ display: flex; height: 20px; border-radius: 6px; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
.win {{ background: var(--you); }}
.lose {{ background: var(--them); }}
.draw {{ background: var(--quiet); }}
figcaption ul {{ display: flex; flex-wrap: wrap; gap: 0 16px; list-style: none; padding: 0; margin: 4px 0; }}
.key {{ display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 6px; print-color-adjust: exact; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 14px; margin: 8px 0; }}
caption {{ text-align: left; padding: 4px 0; }}
th, td {{ padding: 4px 12px 4px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }}
th {{ font-weight: 600; }}
td:not(.number) {{ min-width: 112px; }}
.number {{ text-align: right; white-space: nowrap; }}
details {{ margin: 8px 0; }}
summary {{ cursor: pointer; padding: 4px 0; }}
details[open] > summary {{ margin-bottom: 4px; }}
pre {{ background: var(--soft); border-radius: 6px; padding: 12px; margin: 8px 0; overflow-x: auto;
  font: 14px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }}
pre.log {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
code {{ font: 14px ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }}
@media (max-width: 600px) {{ h1 {{ font-size: 20px; }} dl > div {{ grid-template-columns: 1fr; }} }}
@media screen and (prefers-color-scheme: dark) {{
  :root {{ --ink: {DARK[0]}; --line: {DARK[1]}; --ground: {GROUND["dark"]}; --soft: #1d232c; --quiet: #a3adba; }}
  svg [fill="{LIGHT[0]}"] {{ fill: {DARK[0]}; }}
  svg [stroke="{LIGHT[0]}"] {{ stroke: {DARK[0]}; }}
  svg [fill="{LIGHT[1]}"] {{ fill: {DARK[1]}; }}
  svg [stroke="{LIGHT[1]}"] {{ stroke: {DARK[1]}; }}
}}
@media print {{
  :root {{ color-scheme: light; }}
  main {{ max-width: none; padding: 0; }}
  nav {{ display: none; }}
  body, table, pre, code {{ font-size: 12px; }}
  details::details-content {{ content-visibility: visible; height: auto; }}
  pre {{ white-space: pre-wrap; }}
}}
"""


def page(report: FightReport) -> str:
    """The whole page."""
    sections = [section for section in _sections(report) if section is not None]
    title = f"{report.encounter.title}: a report"
    contents = tag(
        "nav", tag("ul", *(tag("li", tag("a", heading, href=f"#{name}")) for name, heading, _ in sections)), aria_label="Contents"
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"Fracas {__version__}"),
        tag("title", title),
        tag("style", Html(STYLE)),
    )
    body = tag("main", _answer(report), contents, *(tag("section", tag("h2", heading), body, id=name) for name, heading, body in sections))
    return f"<!doctype html>\n{tag('html', head, tag('body', body), lang='en')}\n"


Section = tuple[str, str, Html]
"""The id of a section, its heading, and its content."""


def _sections(report: FightReport) -> Iterator[Section | None]:
    cards = _cards(report)
    if cards:
        yield "fighters", "Who fights", together(cards)
    yield "inputs", "Inputs", _inputs(report)
    yield "course", "How the fight goes", _course(report.reference)
    if report.variants:
        yield "differences", "Reference and difference", _differences(report)
    yield "openings", "Opening actions", _openings(report)
    yield "weights", "What each number is worth", _weights(report)
    yield "best", "Best play", _best_play(report)
    yield "fights", "Fights to read", together(_told(report, told) for told in report.told)
    yield "again", "How to get the same", _again(report)


# --- the answer ---------------------------------------------------------------------------------------------------------------------


def _answer(report: FightReport) -> Html:
    """The result sentence, and the effect of each variant."""
    ready = report.encounter
    lines = [tag("li", _variant_sentence(each)) for each in report.variants]
    variants = tag("ul", *lines) if lines else ""
    lead = f"{ready.title}: {', '.join(ready.setup.names)}"
    return tag("header", tag("p", lead, class_="quiet"), tag("h1", report.sentence()), _bar(report.reference), variants)


def _variant_sentence(looked: Looked) -> str:
    """The change in the chance to win that a variant makes, in one line."""
    if looked.figures is None:
        return ""
    difference = looked.figures.differences["win"]
    by = "no difference" if difference.exact and not difference.by else _by(difference)
    sure = f"{difference.fights:,} paired fights" if difference.fights else "exact"
    return f"With {looked.name}: {percent(difference.after)}, {by} ({sure})."


def _by(difference: Difference) -> str:
    """A difference with its sign and, if it is sampled, its interval."""
    scale, unit = (100, " points") if difference.chance else (1, "")
    if difference.exact and not difference.shows:
        return "under 0.01" if difference.by else "none"
    between = "" if difference.exact else f" ({scale * difference.low:+.2f} to {scale * difference.high:+.2f})"
    return f"{difference.shown():+.2f}{unit}{between}"


def _sure(differences: Iterable[Difference]) -> str:
    """How differences were obtained, in words."""
    fights = max((difference.fights for difference in differences), default=0)
    return f"sampled in {fights:,} paired fights, with intervals of 95 % confidence" if fights else "exact"


# --- who fights ---------------------------------------------------------------------------------------------------------------------


@under_its_packs
def _cards(report: FightReport) -> list[Html]:
    """The cards of the fighters that the scenario names, and of what packs add to them; changed values are listed among the inputs."""
    rules, asked = report.encounter.ruleset, report.asked
    _, before = scenario_data(rules, asked.source)
    now = dumped(report.encounter.setup.scenario)
    shape = shape_of(rules.scenario_model)
    named = list(names_in(rules, now, shape))
    changed = [each for each in names_in(rules, entry_data(before), shape) if not any(same.path == each.path for same in named)]
    own = {(kind, name) for pack in asked.packs for kind, names in pack.entries.items() for name in names}
    wanted: list[tuple[str, str]] = []
    ahead = [each for each in (*named, *changed) if not each.defines]
    while ahead and len(wanted) < MOST_CARDS:
        each = ahead.pop(0)
        for kind in each.kinds:
            entry = (kind.name, each.name)
            if each.name in rules.entries(kind.name) and entry not in wanted and (len(each.path) <= FIGHTER or entry in own):
                wanted.append(entry)
                inside = references_in(rules, kind, rules.entries(kind.name)[each.name])
                ahead += [replace(inner, path=(*each.path, *inner.path, "")) for inner in inside]
    note = [tag("p", f"As the content has them; changed here: {_changed_in_words(report)}.")] if wanted and asked.changes else []
    return [*note, *(tag("pre", "\n".join(card(rules, *entry).shown()), class_="log") for entry in wanted)]


def _changed_in_words(report: FightReport) -> str:
    """The changed numbers, each with its meaning."""
    texts = {info.path: info.description for info in _paths(report)}
    return ", ".join(
        f"{path} = {typed(value)}{f' ({texts[path]})' if texts.get(path) else ''}" for path, value in report.asked.changes.items()
    )


# --- inputs -------------------------------------------------------------------------------------------------------------------------


def _inputs(report: FightReport) -> Html:
    """Everything that determines the numbers: scenario, rule options, policies, packs, dice."""
    ready, asked = report.encounter, report.asked
    scenario = ready.setup.scenario
    told = ". ".join(part.rstrip(".") for part in (getattr(scenario, "title", ""), getattr(scenario, "text", "")) if part)
    a, b = ready.ruleset.sides
    rows: list[tuple[object, object]] = [
        ("ruleset", f"{ready.ruleset.title} {ready.ruleset.version}"),
        ("scenario", together([tag("strong", ready.name), f": {told}" if told else ""])),
        ("fighters", ", ".join(ready.setup.names)),
        ("policies", f"{a}: {ready.policies[0]}; {b}: {ready.policies[1]}"),
        ("rule options", _options_in_short(ready.options(), options_of(ready.ruleset.options_model))),
    ]
    if asked.changes:
        rows.append(("changed numbers", _changed_in_words(report)))
    rows += [
        ("packs", ", ".join(f"{pack.label} ({pack.digest[:12]})" for pack in asked.packs) or "none"),
        ("dice", f"seed {asked.seed}, {asked.fights:,} fights where something is sampled"),
        ("method", _method(report.reference)),
    ]
    return together([terms(rows), *_numbers(report)])


def _method(looked: Looked) -> str:
    result = looked.result
    if isinstance(result, Solution):
        return f"exact: {result.states:,} states, right to {result.error_bound:.0e}"
    return f"sampled, with intervals of 95 % confidence: {looked.why_sampled}"


def _options_in_short(now: Mapping[str, Any], known: Sequence[Option]) -> Html | str:
    """The rule options that differ from their defaults."""
    other = [option for option in known if now.get(option.name) != option.default]
    if not other:
        return "all as they are by default"
    columns = [
        Column("option", "name", whole=True),
        Column("here", lambda option: typed(now.get(option.name))),
        Column("by default", lambda option: typed(option.default)),
        Column("what it does", "text"),
    ]
    return table_of(Table("", columns, other))


def _numbers(report: FightReport) -> Iterator[Html]:
    """Every number of the scenario, and the scenario as a file, folded."""
    ready = report.encounter
    own = [info for info in _paths(report) if not info.path.startswith("options.")]
    columns = [Column("path", "path"), Column("value", lambda info: typed(info.value)), Column("what it is", "description")]
    if own:
        yield folded(f"Every number of the scenario, by its path ({len(own)})", table_of(Table("", columns, own)))
    data = {
        "ruleset": ready.ruleset.name,
        "scenario": ready.setup.scenario.model_dump(mode="json", by_alias=True, exclude_unset=True),
        "options": {name: value for name, value in ready.options().items() if value != _defaults(report).get(name)},
    }
    yield folded("The scenario as a file", tag("pre", json.dumps(data, indent=2, ensure_ascii=False)))
    if report.asked.packs:
        whole = json.dumps({**data, "scenario": _written_out(report)}, indent=2, ensure_ascii=False)
        yield folded("The same with all content written out: it needs no pack", tag("pre", whole))


def _defaults(report: FightReport) -> dict[str, Any]:
    return {option.name: option.default for option in options_of(report.encounter.ruleset.options_model)}


@under_its_packs
def _written_out(report: FightReport) -> dict[str, Any]:
    """The scenario with all named content expanded."""
    found = written_out(report.encounter.ruleset, report.encounter.setup.scenario)
    return {key: value for key, value in found.items() if key != "options"}


@under_its_packs
def _paths(report: FightReport) -> list[PathInfo]:
    """The numbers of the scenario, including content of packs."""
    return paths_of(report.encounter.ruleset, report.encounter.setup.scenario)


# --- charts -------------------------------------------------------------------------------------------------------------------------


def _drawn(ready: Matchup, charts: Sequence[Chart]) -> Html:
    """Charts of a fight side by side, each with its caption."""
    return tag("div", *(_figure(chart, capital(chart.title.removeprefix(f"{ready.title}: "))) for chart in charts), class_="charts")


def _figure(chart: Chart, caption: str) -> Html:
    """A chart with its caption, which is also its accessible name."""
    drawn = NOISE.sub("", svg(_small(chart)))
    kind = "long" if chart.kind in ("bar", "stack") else None
    return tag("figure", tag("figcaption", caption), tag("div", Html(drawn), role="img", aria_label=caption), class_=kind)


def _small(chart: Chart) -> dict[str, Any]:
    """A chart's spec for a narrow column: its title is in the caption."""
    spec = {key: value for key, value in chart.spec().items() if key != "title"}
    if chart.kind in ("line", "columns"):
        spec |= {"width": WIDE, "height": HIGH}
    colour = spec.get("encoding", {}).get("color", {})
    if colour.get("legend"):
        several = max(map(len, chart.series)) <= LONG_NAME
        colour["legend"] = {**colour["legend"], "columns": 2 if several else 1}
    return spec


def _bar(looked: Looked) -> Html:
    """The chances of win, loss and draw as one bar, with the numbers below it."""
    a = looked.encounter.ruleset.sides[0]
    words = {"win": f"{a} wins", "lose": f"{a} loses", "draw": "nobody wins"}
    chances = {kind: _chance(looked, kind) for kind in words}
    there = {kind: f"{words[kind]} {percent(chance)}" for kind, chance in chances.items() if chance or kind != "draw"}
    parts = (tag("span", class_=kind, style=f"width:{100 * chances[kind]:.4f}%") for kind in there)
    bar = tag("div", *parts, class_="bar", role="img", aria_label=", ".join(there.values()))
    keys = (tag("li", tag("span", class_=f"key {kind}"), text) for kind, text in there.items())
    return tag("figure", bar, tag("figcaption", tag("ul", *keys)))


def _chance(looked: Looked, kind: str) -> float:
    result = looked.result
    return result.chance(kind) if isinstance(result, Solution) else result.count(kind) / max(result.n, 1)


def _beside(courses: Mapping[str, Course]) -> list[Chart]:
    """Courses of one fight side by side: wins by the end of each round, length, health left on side A."""
    ready = next(iter(courses.values())).encounter
    left = {name: course.left[0] for name, course in courses.items()}
    return [*beside(courses)[:2], *_left(ready, f"{ready.ruleset.health_word} {ready.ruleset.sides[0]} has left", left)]


def _alone(course: Course) -> list[Chart]:
    """A single course: wins by the end of each round, length, health left on both sides."""
    rules = course.encounter.ruleset
    left = dict(zip(rules.sides, course.left, strict=True))
    return [*course.charts()[:2], *_left(course.encounter, f"{rules.health_word} left", left)]


def _left(ready: Matchup, what: str, left: Mapping[str, Mapping[int, float]]) -> list[Chart]:
    """The health left if any is left; the chance of nothing is in the title, since its bar would dwarf all others."""
    some = {name: {number: chance for number, chance in chances.items() if number > 0} for name, chances in left.items()}
    nothing = ", ".join(f"{name} {percent(chances.get(0, 0.0))}" for name, chances in left.items())
    title = f"{ready.title}: {what}, where any is (none: {nothing})"
    return [distribution(title, some, f"{ready.ruleset.health_word} left")] if any(some.values()) else []


def _course(looked: Looked) -> Html:
    """Charts of the fight, and a table of its ends."""
    return together(
        [
            tag("p", looked.result.sentence(), class_="quiet"),
            _drawn(looked.encounter, _alone(looked.result.course())),
            *map(_folded, looked.result.tables()),
        ]
    )


# --- differences --------------------------------------------------------------------------------------------------------------------


def _differences(report: FightReport) -> Html:
    """Every figure of the reference and of each variant with its difference; then the courses side by side."""
    pairs = [
        together(
            [
                tag("h3", f"With {each.name}"),
                tag("p", f"Changed: {', '.join(f'{name} = {typed(value)}' for name, value in each.changed.items()) or 'nothing'}."),
                _bar(each),
                _drawn(report.encounter, _beside({REFERENCE: report.reference.result.course(), each.name: each.result.course()})),
            ]
        )
        for each in report.variants
    ]
    every = [each for looked in report.variants if looked.figures is not None for each in looked.figures.differences.values()]
    said = tag("p", f"Differences from the reference are {_sure(every)}.", class_="quiet")
    return together([said, table_of(_difference_table(report)), *pairs])


def _difference_table(report: FightReport) -> Table:
    """A row for each figure: the reference, then each variant and its difference."""
    base = report.reference.figures
    every = [
        figure for each in (report.reference, *report.variants) if each.figures is not None for figure in each.figures.measured.items()
    ]
    names = [name for name in (base.measured if base is not None else ()) if any(of == name and found.value for of, found in every)]
    columns = [
        Column("", lambda name: words_of(report.encounter, name), key="figure"),
        Column(REFERENCE, lambda name: _figure_of(report.reference, name), Measured.whole_text, number=True),
    ]
    for each in report.variants:
        columns += [
            Column(each.name, _of(each, _figure_of), Measured.whole_text, number=True),
            Column("difference", _of(each, _difference_of), _by, key=f"{each.name} difference", number=True),
        ]
    return Table("", columns, names)


def _of(looked: Looked, function: Callable[[Looked, str], Any]) -> Callable[[str], Any]:
    return lambda name: function(looked, name)


def _figure_of(looked: Looked, name: str) -> Measured | None:
    return looked.figures.measured.get(name) if looked.figures is not None else None


def _difference_of(looked: Looked, name: str) -> Difference | None:
    return looked.figures.differences.get(name) if looked.figures is not None else None


# --- actions, best play, fights -----------------------------------------------------------------------------------------------------


def _openings(report: FightReport) -> Html:
    """The odds of each first action of side A, and its worth."""
    first, ready = report.first, report.encounter
    side = ready.ruleset.sides[0]
    if not report.openings:
        return tag("p", f"In fight 0 of seed {first.seed} {side} has nothing to decide.")
    rolled = any(isinstance(entry, Roll) for entry in first.log)
    where = f"where {side} first decides, in fight 0 of seed {first.seed}" if rolled or first.actions else f"when {side} begins"
    how = "Exact" if all(each.odds.exact for each in report.openings) else "Exact where they can be counted"
    said = tag("p", f"What each action does by the next decision, {where}. {how}.", class_="quiet")
    columns = [Column("action", _name_of), Column("what it does", _does)]
    if report.best is not None:
        most = max((each.worth for each in report.openings if each.worth is not None), default=0.0)
        columns += [
            Column("wins, if best play follows", "worth", percent, number=True),
            Column("less than the best", lambda each: None if each.worth is None else most - each.worth, _points, number=True),
        ]
    return together([said, _folded_if_long(Table("", columns, report.openings), f"All {len(report.openings)} actions")])


def _does(opening: Opening) -> str:
    """The immediate effect of an action, in numbers; empty if it only prepares something."""
    said = opening.odds.sentence().partition(": ")[2]
    return "no roll and no damage yet: what it does shows later" if said == "nothing at once" else said


def _name_of(opening: Opening) -> str:
    return f"{opening.action.name} ({opening.details})" if opening.details else opening.action.name


def _points(less: float) -> str:
    return "best" if less < 5e-7 else f"{100 * less:.2f} points"


def _weights(report: FightReport) -> Html:
    """The worth of one more of every number of every fighter, or why it is unknown."""
    weighed = report.weights
    if weighed is None:
        return tag("p", f"Left out: {report.no_weights}.")
    worth, *others = weighed.tables()
    return together(
        [
            tag("p", f"{weighed.sentence()}."),
            _drawn(report.encounter, list(map(_largest, weighed.charts()))),
            _folded_if_long(worth, f"All {len(worth.rows)} numbers that count"),
            *map(_folded, others),
        ]
    )


def _largest(chart: Chart) -> Chart:
    """A chart of only the longest bars."""
    if len(chart.rows) <= FEW:
        return chart
    least = sorted((abs(row["value"]) for row in chart.rows), reverse=True)[FEW - 1]
    rows = [row for row in chart.rows if abs(row["value"]) >= least]
    return replace(chart, title=f"{chart.title}, the {len(rows)} that count most", rows=rows)


def _folded(table: Table) -> Html:
    """A table folded under its title."""
    return folded(table.title, table_of(replace(table, title="")))


def _folded_if_long(table: Table, summary: str) -> Html:
    """A table, folded if it has more than a few rows."""
    return table_of(table) if len(table.rows) <= FEW else folded(summary, table_of(table))


def _best_play(report: FightReport) -> Html:
    """Best play of side A against the other side's policy, or why it is unknown."""
    best, ready = report.best, report.encounter
    if best is None:
        return tag("p", f"Left out: {report.no_best}. Allow more states with --max-states.")
    opens = Table("What it opens with", [Column("action", 0), Column("chance", 1, ".2%")], list(best.opening.items()))
    used = best.tables()[2]
    courses = {"best play": best.solution.course(), f"{ready.policies[0]} policy": best.given.course()}
    differs = best.gap >= NO_GAP
    return together(
        [
            tag("p", _best_sentence(best)),
            _drawn(ready, _beside(courses)) if differs else tag("p", f"The {ready.policies[0]} policy plays as well as can be."),
            table_of(opens),
            _folded(used),
        ]
    )


def _best_sentence(best: BestPlay) -> str:
    """The chance to win of best play, and its gain over the policy."""
    ready = best.encounter
    wins = f"With best play {ready.ruleset.sides[0]} wins {percent(best.value)}"
    policy = f"with the {ready.policies[0]} policy {percent(best.given_value)}: {100 * best.gap:.2f} points of skill"
    return f"{wins}, {policy}. Exact to {best.solution.error_bound:.0e}."


def shortened(lines: Sequence[str]) -> list[str]:
    """A log truncated in the middle to the page's maximum number of lines."""
    if len(lines) <= MOST_LINES:
        return list(lines)
    half = MOST_LINES // 2
    return [*lines[:half], f"… {len(lines) - 2 * half:,} lines are left out; fracas replay shows them …", *lines[-half:]]


def _has(side: str) -> str:
    """The verb form for a side: the hero has, the enemies have."""
    return "have" if side.startswith("the ") and side.endswith("s") else "has"


def _told(report: FightReport, told: ToldFight) -> Html:
    """A fight with its log, folded."""
    fight = told.fight
    ready = fight.encounter
    word, health = ready.ruleset.round_word, ready.ruleset.health_word
    left = ", ".join(f"{side} {_has(side)} {fight.health(i)} {health} left" for i, side in enumerate(ready.ruleset.sides))
    rounds = f"{fight.round} {word}" if fight.round == 1 else f"{fight.round} {word}s"
    return together(
        [
            tag("h3", f"The {told.kind} of {report.asked.fights:,} fights: number {fight.number}"),
            tag("p", f"{capital(told.text)}: {fight.outcome} after {rounds}; {left}."),
            folded("The log", tag("pre", "\n".join(shortened(fight.lines())), class_="log")),
        ]
    )


# --- how to get the same ------------------------------------------------------------------------------------------------------------


def _again(report: FightReport) -> Html:
    """The commands and versions that reproduce the numbers."""
    asked = report.asked
    saved = "" if asked.saved else tag("p", f"Save the scenario above as {asked.scenario} first.")
    ready = report.encounter
    versions = (
        f"Fracas {__version__}, {ready.ruleset.name} {ready.ruleset.version}, Python {platform.python_version()}, "
        f"NumPy {numpy.__version__}, Numba {numba.__version__}; fingerprint of the fight {ready.setup.digest()}"
    )
    return together([saved, tag("pre", "\n".join(commands(report))), tag("p", versions, class_="quiet")])


def commands(report: FightReport) -> list[str]:
    """The commands that reproduce the numbers: all of them, and each part."""
    asked = report.asked
    against = [word for name in asked.against for word in ("--against", name)]
    sampled = [] if asked.max_states != 0 else ["--sample"]
    plain = [] if asked.weigh else ["--no-weights"]
    found = [asked.command("report", *asked.sampling, *asked.limit, *sampled, *plain, *against, "-o", asked.file)]
    found.append(asked.command("solve", *asked.limit) if report.reference.exact else asked.command("simulate", *asked.sampling))
    if report.best is not None:
        found.append(asked.command("solve", "--best", *asked.limit))
    if report.weights is not None:
        found.append(asked.command("weights", *asked.sampling, *asked.limit, *sampled))
    found += [asked.command("replay", "--seed", str(asked.seed), "--fight", str(told.fight.number)) for told in report.told]
    return found
