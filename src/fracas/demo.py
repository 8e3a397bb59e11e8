"""The demonstration behind ``make demo``: one fight seen in every way Fracas knows, in under a minute."""

from __future__ import annotations

import sys
import time

import click

from fracas.cli.shared import Shown

RULESET, SCENARIO, SEED, FIGHT, FIGHTS = "rune-and-rust", "adept-and-crawler", 1, 7, 1_000_000


def heading(text: str) -> None:
    """A line to set a part apart."""
    click.secho(f"\n{text}", bold=True, fg="cyan")


def main() -> None:
    """Show it."""
    began = time.perf_counter()
    shown = Shown()
    shown.say("loading")
    from fracas import action_odds, encounter

    ready = encounter(RULESET, SCENARIO)
    fight = ready.replay(SEED, FIGHT)
    heading(f"1. A fight: {ready.title} (seed {SEED}, fight {FIGHT})")
    click.echo("\n".join(fight.lines()))

    heading("2. The exact odds of the blows in it, counted from the rule's own code")
    start = ready.fight(SEED, FIGHT)
    told: set[str] = set()
    while len(told) < 6 and not start.over:
        for action in start.legal():
            if action.name not in told and action.name != "flee":
                told.add(action.name)
                odds = action_odds(start, action)
                who = ready.setup.names[0] if start.to_act == 0 else ready.setup.names[1]
                exact = f"  (exactly {odds.hit})" if odds.hit and len(str(odds.hit)) < 24 else ""
                click.echo(f"  {who}: {odds.sentence()}{exact}")
        start.auto()

    heading("3. The exact chance of winning it")
    solution = ready.solve(progress=shown)
    shown.close()
    click.echo(solution.sentence())
    best = ready.best(progress=shown).sentence()
    shown.close()
    click.echo(best)

    heading(f"4. {FIGHTS:,} such fights")
    result = ready.simulate(FIGHTS, SEED, progress=shown)
    shown.close()
    click.echo(result.sentence())
    off = abs(result.win - solution.win) / (solution.win * (1 - solution.win) / result.n) ** 0.5
    click.echo(f"{result.fights_per_second:,.0f} fights a second; off the exact chance by {off:.2f} standard errors")
    if off > 5:
        sys.exit("the simulation does not agree with the exact chance")

    again = ready.simulate(FIGHT + 1, SEED, each=True).fights
    assert again is not None  # asked for with each
    heading(f"5. Fight number {FIGHT} of that million, again: the same to the last bit")
    same = int(again[FIGHT]["digest"]) == fight.digest()
    sampled = int(again[FIGHT]["digest"])
    click.echo(f"sampled: {sampled:016x}   replayed: {fight.digest():016x}   {'the same fight' if same else 'NOT THE SAME'}")
    click.echo("\n".join(fight.lines()[-6:]))
    if not same:
        sys.exit("the replay is not the simulated fight")
    click.echo(f"\nIn {time.perf_counter() - began:.0f} seconds. Try: .venv/bin/fracas play {RULESET}")


if __name__ == "__main__":
    main()
