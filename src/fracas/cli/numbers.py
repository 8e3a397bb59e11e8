"""Commands that compute numbers: odds, simulate, solve, loadout."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, print_table, say, show, show_of
from fracas.cli.shared import (
    Choices,
    Shown,
    SizeOfMemory,
    changes_by_path,
    cluster_option,
    device_option,
    fight_options,
    names_in,
    seed_option,
    set_option,
    settings,
    stop_if,
    with_option,
)
from fracas.engine.content.texts import pairs
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.commands import Report
    from fracas.engine.contract.setup import Answer
    from fracas.engine.solve.best import BestPlay
    from fracas.engine.solve.bounds import BestBounds
    from fracas.engine.solve.exact import Solution

MAX_ROWS = 30
UNLIKELY = 0.001
"""In long tables, results at both ends whose total chance is at most this are left out."""


@click.command()
@click.argument("ruleset")
@click.argument("question", nargs=-1, metavar="KEY=VALUE…")
@click.option("--measure", "measures", default="", metavar="NAMES", help="Which figures a table of several values shows: hit,mean_damage.")
@set_option
@with_option
@forms()
def odds(ruleset: str, question: tuple[str, ...], measures: str, changes: tuple[str, ...], paths: tuple[str, ...], form: Form) -> None:
    """The exact odds of a roll, counted from the rule's own code.

    A VALUE may be a range (1..10, 2..10..2) or a list (1,3,5): one makes a table, two make a grid. Semicolons stand between values that
    have commas in them. A KEY may be a path: of a rule option (options.NAME), or within the scenario asked about (enemies.0.hp).

    \b
      fracas odds rune-and-rust attack=5 defense=5
      fracas odds rune-and-rust attack=6 defense=4 analyzed=yes damage=2d6 hp=12
      fracas odds rune-and-rust attack=1..10 defense=1,3,5
      fracas odds rune-and-rust scenario=duel action=attack enemies.0.hp=5..20..5
    """
    from fracas.engine.content.reading import validated
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.asking import ask, read_question, sweep_odds

    rules = load_ruleset(ruleset)
    chosen, changed = settings(ruleset, changes), changes_by_path(paths)
    options = validated(rules.options_model, chosen, "the rule options").model_dump(mode="json")
    given = pairs(question, "the question's")
    single, axes = read_question(rules, given)
    wanted = names_in(measures)
    if not axes:
        if wanted:
            raise FracasError("no-axes", "--measure chooses the figures of a table, and there is one answer", "leave it out")
        with Shown() as shown:
            answer = ask(rules, single, chosen, changed, shown)
        show(form, rules, options, answer.report(), lambda: _print_answer(answer, form))
        return
    with Shown() as shown:
        found = sweep_odds(rules, {axis.path: axis.values for axis in axes}, single, wanted, chosen, changed, shown)
    report = found.report({**given, **({"with": changed} if changed else {})})
    show(form, rules, options, report, (lambda: _print_grids(report, form)) if found.is_grid else None)
    if form.name == "screen" and (others := found.measures[len(found.on_screen) :]):
        say(f"other figures, with --measure: {', '.join(others)}")
    stop_if(found.interrupted)


def _print_answer(answer: Answer, form: Form) -> None:
    """Print an answer: its sentence, then its board and a table for each distribution."""
    from fracas.engine.contract.answers import are_chances, chance_table

    say(answer.sentence)
    if "board" in answer.result:
        _print_board(answer.result["board"])
    for name, value in answer.result.items():
        if are_chances(value):
            shares, note = _shortened(value)
            print_table(chance_table(name, shares), form.digits)
            if note:
                say(note)


def _print_grids(report: Report, form: Form) -> None:
    """Print a sentence and grids, as narrow as possible, with chances in percent."""
    say(report.sentence)
    for table in report.tables:
        shown = [table.headings, *table.rounded(form.digits).shown()]
        percent = all(cell.endswith("%") for _, *cells in shown[1:] for cell in cells if cell)
        lines = [[name, *(cell.removesuffix("%") for cell in cells)] for name, *cells in shown]
        widths = [max(map(len, column)) + (i > 0) for i, column in enumerate(zip(*lines, strict=True))]
        say(f"{table.title}, in percent" if percent else table.title, bold=True)
        for number, line in enumerate(lines):
            say("".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)), **({} if number else {"bold": True}))


def _shortened(shares: dict[str, dict[str, Any]]) -> tuple[dict[str, dict[str, Any]], str]:
    """A readable number of chances: the least likely results at both ends are left out, and neighbours are merged.

    Also returns a line that says so.
    """
    whole = abs(sum(share["p"] for share in shares.values()) - 1) < UNLIKELY  # a distribution of a number
    if len(shares) <= MAX_ROWS or not whole or not all(key.lstrip("-").isdecimal() for key in shares):
        return shares, ""
    keys = sorted(shares, key=int)
    before = after = 0.0
    while before + shares[keys[0]]["p"] <= UNLIKELY / 2:
        before += shares[keys.pop(0)]["p"]
    while after + shares[keys[-1]]["p"] <= UNLIKELY / 2:
        after += shares[keys.pop()]["p"]
    together = -(-len(keys) // MAX_ROWS)
    shown = {}
    for at in range(0, len(keys), together):
        some = keys[at : at + together]
        shown[some[0] if len(some) == 1 else f"{some[0]} to {some[-1]}"] = (
            shares[some[0]] if len(some) == 1 else {"p": sum(shares[key]["p"] for key in some)}
        )
    left_out = len(shares) - len(keys)
    many = "1 unlikely result is" if left_out == 1 else f"{left_out:,} unlikely results are"
    parts = [f"{many} left out, {before + after:.4%} in all"] if left_out else []
    parts += ["neighbours are drawn together"] if together > 1 else []
    return shown, f"({'; '.join(parts)}; --json has all {len(shares):,})" if parts else ""


def _print_board(board: dict[str, Any]) -> None:
    """Print a board of cells in colours."""
    columns = list(next(iter(board["cells"].values())))
    say(f"{board['row']} down, {board['column']} across", bold=True)
    say("   " + "".join(f"{column:>3}" for column in columns), bold=True)
    for row, cells in board["cells"].items():
        say(f"{row:>3}", bold=True, nl=False)
        for column in columns:
            say(f"{cells[column]['shows']:>3}", nl=False, fg=_colour(board, cells[column]["is"]))
        say()
    there = dict.fromkeys(cell["is"] for cells in board["cells"].values() for cell in cells.values())
    for i, name in enumerate(name for name in board["colours"] if name in there):
        say("  " if i else "   ", nl=False)
        say(name, nl=False, fg=_colour(board, name))
    say()


def _colour(board: dict[str, Any], what: str) -> str | None:
    return None if os.environ.get("NO_COLOR") else board["colours"].get(what)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("-n", "--fights", "n", type=int, help="How many fights; by default 100,000. With --until: how many it may take at most.")
@click.option("--until", metavar="±X", help="Go on until the chance to win is known to ±X: ±0.01%, 1e-4.")
@seed_option
@click.option("--workers", type=int, help="Threads; by default one for each core. Any number gives the same result.")
@cluster_option
@device_option
@fight_options
@forms()
def simulate(
    ruleset: str,
    scenario: str,
    n: int | None,
    until: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    device: str | None,
    asked: Choices,
    form: Form,
) -> None:
    """Fight a SCENARIO many times and count. Ctrl-C stops early and keeps what is done.

    \b
      fracas simulate rune-and-rust duel -n 10000000
      fracas simulate rune-and-rust duel --until ±0.01%
      fracas simulate rune-and-rust duel --until ±0.001% --cluster tcp://10.0.0.5:8786
    """
    from fracas.lab.points import FIGHTS

    encounter = asked.ready(ruleset, scenario)
    wanted = FIGHTS if n is None and until is None else n
    with Shown() as shown:
        result = encounter.simulate(wanted, seed, workers, progress=shown, cluster=cluster, until=until, device=device)
    stop_if(result.n == 0)
    given: dict[str, Any] = {"scenario": encounter.name, "n": wanted, "seed": seed, "policies": list(encounter.policies)}
    given |= {"until": result.until} if until is not None else {}
    show_of(form, encounter, result.report(given))
    if form.name == "screen":
        workers_word = "worker" if result.workers == 1 else "workers"
        say(f"{result.fights_per_second:,.0f} fights a second {f'on {device}' if device else f'with {result.workers} {workers_word}'}")
    stop_if(result.interrupted)


def _a_number(_: click.Context, __: click.Parameter, value: float) -> float:
    if value != value:
        raise click.BadParameter("nan is not a number from 0 to 1")
    return value


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("--best", "seek", is_flag=True, help="Find the best play of a side against the other's policy, and the skill gap.")
@click.option("--side", type=click.Choice(["a", "b"]), default="a", show_default=True, help="Whose best play.")
@click.option(
    "--draw-worth",
    type=click.FloatRange(0, 1),
    callback=_a_number,
    default=0.0,
    show_default=True,
    help="What a draw is worth to best play.",
)
@click.option("--aim", metavar="END", help="With --best: the play that leads to this end most often, instead of the one that wins most.")
@click.option(
    "--within",
    type=float,
    metavar="BOUND",
    help="For fights too large to be solved whole: prune unlikely branches, as long as every chance is right to this (1e-6); "
    "with --best, follow states until best play is known to this (0.01). Every figure has a lower and an upper bound. Ctrl-C gives "
    "those that were reached.",
)
@click.option("--max-states", type=click.IntRange(min=1), help="Stop above this many states; by default as many as fit.")
@click.option("--memory", type=SizeOfMemory(), metavar="SIZE", help="Stop above this much memory: 512M, 4G; a number alone is in MiB.")
@fight_options
@forms()
def solve(
    ruleset: str,
    scenario: str,
    seek: bool,
    side: str,
    draw_worth: float,
    aim: str | None,
    within: float | None,
    max_states: int | None,
    memory: int | None,
    asked: Choices,
    form: Form,
) -> None:
    """The exact chances of a SCENARIO under given policies, or with best play. Ctrl-C says how far it came."""
    if within is not None and max_states and not seek:
        raise FracasError("not-together", "--within goes with --max-states only if --best is given", "leave one of them out")
    if aim is not None and not seek:
        raise FracasError("not-together", "--aim says what best play is after, and best play was not asked for", "add --best")
    from fracas.engine.solve.bounds import StoppedBounds
    from fracas.engine.solve.likely import StoppedSolution

    encounter = asked.ready(ruleset, scenario)
    given: dict[str, Any] = {"scenario": encounter.name, "policies": list(encounter.policies), "best": seek}
    found: Solution | BestPlay | BestBounds
    stopped = False
    with Shown() as shown:
        if seek and within is not None:
            try:
                found = encounter.best_within(within, "ab".index(side), draw_worth, max_states, memory, shown, aim)
            except StoppedBounds as stop:
                found, stopped = stop.bounds, True
            given |= {"side": side, "draw_worth": draw_worth, "aim": aim, "within": within}
        elif seek:
            found = encounter.best("ab".index(side), draw_worth, max_states, memory, shown, aim)
            given |= {"side": side, "draw_worth": draw_worth, "aim": aim}
        else:
            try:
                found = encounter.solve(max_states, memory, shown, within)
            except StoppedSolution as stopped_solution:
                found, stopped = stopped_solution.solution, True
            given |= {"within": within} if within is not None else {}
        report = found.report(given)
        if stopped:
            said = f"Stopped; this is what was found until then. {report.sentence}"
            report = replace(report, sentence=said, result={**report.result, "interrupted": True})
    show_of(form, encounter, report, lambda: _print_solution(report, form))
    stop_if(stopped)


def _print_solution(report: Report, form: Form) -> None:
    """Print a solution; best play on the first turn is shown as a board, if there is one."""
    say(report.sentence)
    for each in report.tables[:2]:
        print_table(each, form.digits)
    if "board" in report.result:
        say("What best play does with each roll of the first turn", bold=True)
        _print_board(report.result["board"])
    for each in report.tables[2:]:
        print_table(each, form.digits)


@click.command()
@click.argument("ruleset")
@click.argument("hero")
@click.argument("foe")
@click.option("--best", "seek", is_flag=True, help="With best play for each set, instead of the policy.")
@click.option("--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many sets to show.")
@click.option(
    "--most-solved",
    "max_solved",
    type=click.IntRange(1, 100_000),
    help="Solve up to this many sets exactly; of more, simulation first drops the worse ones.",
)
@cluster_option
@fight_options
@forms()
def loadout(
    ruleset: str,
    hero: str,
    foe: str,
    seek: bool,
    most: int,
    max_solved: int | None,
    cluster: str | None,
    asked: Choices,
    form: Form,
) -> None:
    """Find the best set that HERO could take against FOE: the fight is solved with every one of them.

    \b
      fracas loadout ruins-and-realms sword-and-shield-1 skeleton-warrior
    """
    from fracas.lab.loadouts import MAX_SOLVED, loadouts

    with Shown() as shown:
        ranked = loadouts(
            ruleset,
            hero,
            foe,
            asked.options(ruleset),
            asked.policies,
            seek,
            max_solved or MAX_SOLVED,
            progress=shown,
            changes=asked.changed,
            cluster=cluster,
        )
    first = ranked.found[0].encounter
    given = {"hero": hero, "foe": foe, "best": seek, "policies": list(first.policies)}
    show_of(form, first, replace(ranked.report(given), tables=ranked.tables(most)))
    stop_if(ranked.interrupted)
