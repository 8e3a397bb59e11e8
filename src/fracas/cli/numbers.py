"""Commands that answer with numbers: odds, simulate, solve, loadout."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.own import csv_option, print_csv
from fracas.cli.shared import Shown, envelope, fight_options, json_option, pairs, ready, seed_option, set_option, settings, table
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.solve.best import BestPlay
    from fracas.engine.solve.exact import Solution

MOST_ROWS = 30
UNLIKELY = 0.001
"""Of a table of more rows, results at its ends that are no likelier than this in all are left out."""


@click.command()
@click.argument("ruleset")
@click.argument("question", nargs=-1, metavar="KEY=VALUE…")
@set_option
@json_option
@csv_option
def odds(ruleset: str, question: tuple[str, ...], changes: tuple[str, ...], as_json: bool, as_csv: bool) -> None:
    """The exact odds of a roll, by enumeration of the rule's own code.

    \b
      fracas odds rune-and-rust attack=5 defense=5
      fracas odds rune-and-rust attack=6 defense=4 analyzed=yes damage=2d6 hp=12
    """
    from fracas.engine.content.reading import validated
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.play.questions import answer as answered
    from fracas.engine.play.questions import question_words

    rules = load_ruleset(ruleset)
    options = validated(rules.options_model, settings(ruleset, changes), "the rule options")
    with Shown() as shown:
        answer = answered(rules, pairs(question, "the question's", question_words(rules)), options, shown)
    if as_json:
        envelope(rules, options.model_dump(mode="json"), answer.input, answer.result)
        return
    if as_csv:
        _as_csv(answer.result)
        return
    click.echo(answer.sentence)
    grid = answer.result.get("table")
    if grid is not None:
        columns = list(next(iter(grid["cells"].values())))
        click.secho(f"chance to {grid['value']} in percent: {grid['row']} down, {grid['column']} across", bold=True)
        click.secho("   " + "".join(f"{column:>5}" for column in columns), bold=True)
        for row, cells in grid["cells"].items():
            click.echo(f"{row:>3}" + "".join(f"{100 * cells[column]['p']:5.1f}" for column in columns))
        return
    if "board" in answer.result:
        _show_board(answer.result["board"])
    for name, value in answer.result.items():
        if _are_chances(value):
            shares, note = _shortened(value)
            rows = [(key, f"{v['p']:.6%}", v.get("fraction", ""), "█" * round(40 * v["p"])) for key, v in shares.items()]
            table(name.replace("_", " "), ("result", "chance", "fraction", ""), rows, (0, 1, 2))
            if note:
                click.echo(note)


def _are_chances(value: Any) -> bool:
    """Whether a part of an answer is a mapping of chances."""
    return isinstance(value, dict) and bool(value) and all(isinstance(v, dict) and "p" in v for v in value.values())


def _shortened(shares: dict[str, dict[str, Any]]) -> tuple[dict[str, dict[str, Any]], str]:
    """Chances of numbers, no more of them than can be read: the least likely at both ends are left out, neighbours are drawn together.

    Returns a line, too, that says what was done.
    """
    whole = abs(sum(share["p"] for share in shares.values()) - 1) < UNLIKELY  # of one number, that is
    if len(shares) <= MOST_ROWS or not whole or not all(key.lstrip("-").isdecimal() for key in shares):
        return shares, ""
    keys = sorted(shares, key=int)
    before = after = 0.0
    while before + shares[keys[0]]["p"] <= UNLIKELY / 2:
        before += shares[keys.pop(0)]["p"]
    while after + shares[keys[-1]]["p"] <= UNLIKELY / 2:
        after += shares[keys.pop()]["p"]
    together = -(-len(keys) // MOST_ROWS)
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


def _as_csv(result: dict[str, Any]) -> None:
    """Print an answer as CSV: a grid as it is, else every chance in a row."""
    grid = result.get("table")
    if grid is not None:
        columns = list(next(iter(grid["cells"].values())))
        print_csv([grid["row"], *columns], [[row, *(cells[c]["p"] for c in columns)] for row, cells in grid["cells"].items()])
        return
    rows: list[tuple[Any, ...]] = []
    for name, value in result.items():
        if isinstance(value, dict) and "p" in value:
            rows.append((name, "", value["p"], value.get("fraction", "")))
        elif _are_chances(value):
            rows += [(name, key, v["p"], v.get("fraction", "")) for key, v in value.items()]
    print_csv(("what", "result", "chance", "fraction"), rows)


def _show_board(board: dict[str, Any]) -> None:
    """Print a board of cells in colours."""
    columns = list(next(iter(board["cells"].values())))
    click.secho(f"{board['row']} down, {board['column']} across", bold=True)
    click.secho("   " + "".join(f"{column:>3}" for column in columns), bold=True)
    for row, cells in board["cells"].items():
        click.secho(f"{row:>3}", bold=True, nl=False)
        click.echo("".join(click.style(f"{cells[c]['shows']:>3}", fg=_colour(board, cells[c]["is"])) for c in columns))
    there = dict.fromkeys(cell["is"] for cells in board["cells"].values() for cell in cells.values())
    click.echo("   " + "  ".join(click.style(name, fg=_colour(board, name)) for name in board["colours"] if name in there))


def _colour(board: dict[str, Any], what: str) -> str | None:
    return None if os.environ.get("NO_COLOR") else board["colours"].get(what)


@click.command()
@click.argument("ruleset")
@click.argument("scenario")
@click.option("-n", "--fights", "n", type=int, default=100_000, show_default=True, help="How many fights.")
@seed_option
@click.option("--workers", type=int, help="Threads; by default one a core. Any number gives the same result.")
@fight_options
@json_option
def simulate(
    ruleset: str,
    scenario: str,
    n: int,
    seed: int,
    workers: int | None,
    changes: tuple[str, ...],
    policy_a: str | None,
    policy_b: str | None,
    as_json: bool,
) -> None:
    """Fight a SCENARIO many times and count. Ctrl-C stops early and keeps what is done."""
    encounter = ready(ruleset, scenario, changes, policy_a, policy_b)
    with Shown() as shown:
        result = encounter.simulate(n, seed, workers, progress=shown)
    low, high = result.win_interval()
    if as_json:
        envelope(
            encounter.ruleset,
            encounter.options(),
            {"scenario": encounter.name, "n": n, "seed": seed, "policies": list(encounter.policies)},
            {
                "n": result.n,
                "wins": result.wins,
                "losses": result.losses,
                "draws": result.draws,
                "win": {"p": result.win, "low": low, "high": high, "level": 0.95},
                "ends": {encounter.end_name(c): int(k) for c, k in enumerate(result.ends)},
                "rounds": {"mean": result.mean_rounds, "distribution": {str(r): {"p": p} for r, p in result.rounds_distribution().items()}},
                "health": {
                    side: {str(hp): {"p": p} for hp, p in result.health_distribution(i).items()} for i, side in enumerate(("a", "b"))
                },
                "seed": seed,
                "interrupted": result.interrupted,
                "seconds": result.seconds,
                "workers": result.workers,
                "fights_per_second": result.fights_per_second,
            },
        )
        return
    click.echo(result.sentence())
    rows = [(encounter.end_name(c), f"{int(k):,}", f"{int(k) / max(result.n, 1):.4%}") for c, k in enumerate(result.ends) if k]
    table("How it ended", ("end", "fights", "share"), rows, (1, 2))
    click.echo(f"{result.fights_per_second:,.0f} fights a second with {result.workers} {'worker' if result.workers == 1 else 'workers'}")


def _solution(solution: Solution) -> dict[str, Any]:
    return {
        "win": {"p": solution.win},
        "lose": {"p": solution.lose},
        "draw": {"p": solution.draw},
        "ends": {name: {"p": p} for name, p in solution.ends().items()},
        "rounds": {"mean": solution.mean_rounds, "distribution": {str(r): {"p": p} for r, p in solution.rounds().items()}},
        "health": {side: {str(hp): {"p": p} for hp, p in solution.left[i].items()} for i, side in enumerate(("a", "b"))},
        "states": solution.states,
        "outcomes": solution.outcomes,
        "error_bound": solution.error_bound,
        "seconds": solution.seconds,
    }


def _best(best: BestPlay) -> dict[str, Any]:
    from fracas.engine.contract.facets import Boards

    ruleset = best.encounter.ruleset
    board = ruleset.best_board(best.encounter.setup, best.action) if best.side == 0 and isinstance(ruleset, Boards) else None
    return {
        **_solution(best.solution),
        "given": _solution(best.given),
        "best_value": {"p": best.value},
        "given_value": {"p": best.given_value},
        "gap": best.gap,
        "upper_bound": best.most,
        "opening": {name: {"p": p} for name, p in best.opening.items()},
        "usage": best.usage,
        **({"board": board} if board else {}),
    }


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
@click.option("--aim", metavar="END", help="With --best: the play that comes to this end most often, instead of the one that wins most.")
@click.option(
    "--within",
    type=float,
    metavar="BOUND",
    help="Let unlikely courses go, as long as every chance is right to this (1e-6): for fights too large to be solved whole.",
)
@click.option("--max-states", type=click.IntRange(min=1), help="Stop above this many states.")
@click.option("--memory", type=click.IntRange(min=1), metavar="MIB", help="Stop above this much memory, in MiB.")
@fight_options
@json_option
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
    changes: tuple[str, ...],
    policy_a: str | None,
    policy_b: str | None,
    as_json: bool,
) -> None:
    """The exact chances of a SCENARIO under given policies, or with best play."""
    if within is not None and (seek or max_states):
        raise FracasError("not-together", "--within goes neither with --best nor with --max-states", "leave one of them out")
    if aim is not None and not seek:
        raise FracasError("not-together", "--aim says what best play is after, and best play was not asked for", "add --best")
    encounter = ready(ruleset, scenario, changes, policy_a, policy_b)
    room = memory << 20 if memory else None
    given = {"scenario": encounter.name, "policies": list(encounter.policies), "best": seek}
    with Shown() as shown:
        if seek:
            best = encounter.best("ab".index(side), draw_worth, max_states, room, shown, aim)
            solution, sentence, result = best.solution, best.sentence(), _best(best)
            given |= {"side": side, "draw_worth": draw_worth, "aim": aim}
        else:
            solution = encounter.solve(max_states, room, shown, within)
            given |= {"within": within} if within is not None else {}
            sentence, result = solution.sentence(), _solution(solution)
    if as_json:
        envelope(encounter.ruleset, encounter.options(), given, result)
        return
    click.echo(sentence)
    table("How it ends", ("end", "chance"), [(name, f"{p:.6%}") for name, p in solution.ends().items() if p], (1,))
    rounds = [(r, f"{p:.4%}", "█" * round(60 * p)) for r, p in solution.rounds().items() if p >= 0.0005]
    word = encounter.ruleset.round_word
    table(f"In which {word}", (word, "chance", ""), rows=rounds, numbers=(0, 1))
    if seek:
        if "board" in result:
            click.secho("What best play does with each roll of the first turn", bold=True)
            _show_board(result["board"])
        table(
            "What best play does, times in a fight",
            ("action", "times"),
            [(a, f"{k:.4f}") for a, k in best.usage.items() if k >= 0.00005],
            (1,),
        )


@click.command()
@click.argument("ruleset")
@click.argument("hero")
@click.argument("foe")
@click.option("--best", "seek", is_flag=True, help="With best play for each set, instead of the policy.")
@click.option("--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many sets to show.")
@click.option(
    "--most-solved",
    type=click.IntRange(1, 100_000),
    help="Solve up to this many sets exactly; of more, simulation first drops the worse ones.",
)
@fight_options
@json_option
def loadout(
    ruleset: str,
    hero: str,
    foe: str,
    seek: bool,
    most: int,
    most_solved: int | None,
    changes: tuple[str, ...],
    policy_a: str | None,
    policy_b: str | None,
    as_json: bool,
) -> None:
    """Find the best set that HERO could take against FOE: the fight is solved with every one of them.

    \b
      fracas loadout ruins-and-realms sword-and-shield-1 skeleton-warrior
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.lab.loadouts import MOST_SOLVED, loadouts

    with Shown() as shown:
        ranked = loadouts(
            ruleset, hero, foe, settings(ruleset, changes), (policy_a, policy_b), seek, most_solved or MOST_SOLVED, progress=shown
        )
    if as_json:
        first = ranked.found[0].encounter
        envelope(
            load_ruleset(ruleset),
            first.options(),
            {"hero": hero, "foe": foe, "best": seek, "policies": list(first.policies)},
            {
                "sets": ranked.sets,
                "complete": ranked.complete,
                "interrupted": ranked.interrupted,
                "seconds": ranked.seconds,
                "found": [
                    {"name": each.name, "win": {"p": each.win}, "rounds": each.mean_rounds, "error_bound": each.error_bound}
                    for each in ranked.found
                ],
            },
        )
        return
    click.echo(ranked.sentence())
    rows = [(i, each.name, f"{each.win:.4%}", f"{each.mean_rounds:.2f}") for i, each in enumerate(ranked.found[:most], 1)]
    table("The best sets", ("", "set", "wins", "rounds"), rows, (0, 2, 3))
