"""The command line. Commands import what they need when they run, so that help is there at once."""

from __future__ import annotations

import io
import os
import sys
import threading
from contextlib import suppress

import click

from fracas import __version__
from fracas.cli.forms import say
from fracas.cli.nearby import pack_with
from fracas.cli.own import WithOwn
from fracas.cli.shared import SizeOfMemory, takes_packs
from fracas.errors import FracasError
from fracas.interrupts import noted, to_the_end

STOPPED = 130
"""The exit code after Ctrl-C."""


@click.group(cls=WithOwn, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="fracas")
@click.option(
    "--memory", type=SizeOfMemory(), metavar="SIZE", help="How much memory a question may take (4G); by default half of what there is."
)
@click.pass_context
def cli(ctx: click.Context, memory: int | None) -> None:
    """Fracas: a combat engine and balance lab. A rule is written once; it is played, replayed, solved, simulated and tuned.

    Without a command, a menu of everything that can be played opens.

    A SCENARIO is a built-in name (see `fracas scenarios RULESET`) or a file. Try:

    \b
      fracas play rune-and-rust
      fracas odds rune-and-rust attack=6 defense=4 damage=2d6
      fracas solve rune-and-rust duel
      fracas simulate rune-and-rust duel -n 1000000 --seed 1
      fracas tune rune-and-rust duel enemies.0.hp=1..60 --target win=70%
      fracas campaign veinbreaker
      fracas world run --seed 1 --ticks 5000 --watch

    A ruleset may have commands of its own: `fracas arda -h`.
    """
    from fracas.engine.content.limits import set_memory_limit

    if memory is not None:
        set_memory_limit(memory)
        click.get_current_context().call_on_close(lambda: set_memory_limit(None))
    if ctx.invoked_subcommand is None:
        _open_door(ctx)


def _open_door(ctx: click.Context) -> None:
    """Without a command: the menu of what can be played where a person sits there, else the help."""
    from fracas.cli.menu import door
    from fracas.cli.screen import is_watched

    if not is_watched():
        raise click.exceptions.NoArgsIsHelpError(ctx)
    door()


takes_packs(cli)


def _mend_streams() -> None:
    """A stream that is closed counts as empty; a sign that cannot be read or shown is another."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115  open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _show(error: click.ClickException) -> None:
    """Say what click says of a slip."""
    said = io.StringIO()
    error.show(file=said)
    say(said.getvalue(), err=True, nl=False)


def _say_error(text: str) -> None:
    """Say what is wrong; on a terminal it is wrapped at words."""
    from fracas.cli.screen import size, wrapped

    lines = text.splitlines()
    if sys.stderr.isatty():
        lines = [part for line in lines for part in wrapped(line, size()[0])]
    for line in lines:
        say(line, err=True)


def _stop() -> None:
    """End what was stopped by Ctrl-C."""
    with to_the_end(raising=False):
        say("stopped", err=True)
    sys.exit(STOPPED)


def main() -> None:
    """Run the command line: what a person got wrong is said plainly, with exit code 2."""
    _mend_streams()
    with noted() as pressed:
        _run(pressed)


def _run(pressed: list[int]) -> None:
    try:
        cli.main(standalone_mode=False)
    except FracasError as error:
        _say_error(f"error: {error}")
        if hint := pack_with(error):
            _say_error(hint)
        sys.exit(2)
    except MemoryError:
        say("error: there is not enough memory; ask for less, or set a bound that is asked for before (--memory)", err=True)
        sys.exit(2)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _show(error)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _stop()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        say(f"error: {error}", err=True)
        os._exit(2)  # what could not be written is not tried again
    except Exception:
        if not pressed:
            raise
        _stop()


def program() -> None:
    """Run the command line as a program: it ends when its answer is given, whatever threads are still busy with what was stopped."""
    try:
        code = _code_of_main()
        busy = any(thread.name.startswith("fracas-") for thread in threading.enumerate())
    except KeyboardInterrupt:  # pressed again while the first was being answered, or when all was said
        code, busy = STOPPED, True
    if code == STOPPED or (busy and isinstance(code, int)):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, KeyboardInterrupt):
                stream.flush()
        os._exit(int(code))
    sys.exit(code if isinstance(code, int | str) else 0)


def _code_of_main() -> object:
    """What the command line ends with."""
    try:
        main()
    except SystemExit as stop:
        return stop.code
    return 0
