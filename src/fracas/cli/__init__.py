"""The command line. Commands import what they need when they run, so that help is there at once."""

from __future__ import annotations

import io
import os
import sys

import click

from fracas import __version__
from fracas.cli.campaign import campaign
from fracas.cli.claims import claims
from fracas.cli.compare import compare
from fracas.cli.content import options, rulesets, scenarios, schema, validate
from fracas.cli.fights import find, play, replay
from fracas.cli.new import new
from fracas.cli.numbers import loadout, odds, simulate, solve
from fracas.cli.own import WithOwn
from fracas.cli.shared import plain
from fracas.cli.world import world
from fracas.errors import FracasError


@click.group(cls=WithOwn, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="fracas")
def cli() -> None:
    """Fracas: a combat engine and balance lab. A rule is written once; it is played, replayed, solved, simulated and tuned.

    A SCENARIO is a built-in name (see `fracas scenarios RULESET`) or a file. Try:

    \b
      fracas play rune-and-rust
      fracas odds rune-and-rust attack=6 defense=4 damage=2d6
      fracas solve rune-and-rust duel
      fracas simulate rune-and-rust duel -n 1000000 --seed 1
      fracas campaign veinbreaker
      fracas world run --seed 1 --ticks 5000 --watch

    A ruleset may have commands of its own: `fracas arda -h`.
    """


for command in (
    rulesets,
    scenarios,
    options,
    odds,
    play,
    campaign,
    simulate,
    replay,
    find,
    solve,
    loadout,
    compare,
    claims,
    world,
    validate,
    schema,
    new,
):
    cli.add_command(command)


def _mend_streams() -> None:
    """A stream that is closed counts as empty; a sign that cannot be read or shown is another."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115  open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the command line: what a person got wrong is said plainly, with exit code 2."""
    _mend_streams()
    try:
        cli.main(standalone_mode=False)
    except FracasError as error:
        click.echo(f"error: {plain(error)}", err=True)
        sys.exit(2)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        click.echo(f"error: {error}", err=True)
        os._exit(2)  # what could not be written is not tried again
