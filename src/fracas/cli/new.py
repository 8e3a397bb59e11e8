"""Commands that write starting points."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from fracas.cli.forms import say


class _Kinds(click.Group):
    """The group, with a command for every kind of content of any ruleset."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One of its own commands, or the one that writes an entry of a kind."""
        return super().get_command(ctx, name) or _entry_command(name)


@click.group(cls=_Kinds)
def new() -> None:
    """Write something to start from: a ruleset, a pack, a scenario, or an entry of any KIND of content.

    \b
      fracas new pack my-pack --ruleset rune-and-rust
      fracas new enemy rune-and-rust iron-hound --pack my-pack
      fracas new scenario rune-and-rust my-fight
      fracas new ruleset skirmish
    """


@new.command("ruleset")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Where the folder NAME is made; by default here.",
)
def ruleset(name: str, folder: Path) -> None:
    """Write a small complete ruleset called NAME, as a Python package of its own.

    It has rules, content, policies, a rulebook with claims, and tests, all of which pass. Change it into your own game step by step.

    \b
      fracas new ruleset skirmish
      cd skirmish
      pip install -e ".[test]" && pytest
      fracas play skirmish
    """
    from fracas.cli import cli
    from fracas.engine.contract.registry import ruleset_names
    from fracas.scaffold import checked_name, new_ruleset

    names = checked_name(name, [*ruleset_names(), *cli.commands])
    root = folder / name
    written = new_ruleset(names, root)
    say(f"{names.title}: {len(written)} files in {root}. Next:\n")
    say(f'  cd {root}\n  pip install -e ".[test]"\n  pytest\n  fracas play {name}\n')
    say("Its README says what to change where.")


@new.command("pack")
@click.argument("name")
@click.option("--ruleset", required=True, help="The ruleset it is for.")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
def pack(name: str, ruleset: str, folder: Path | None) -> None:
    """Write an empty pack of own content called NAME into FOLDER (by default NAME)."""
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.templates import new_pack

    rules = load_ruleset(ruleset)
    root = Path(name) if folder is None else folder
    written = new_pack(rules, name, root)
    say(f"{len(written)} files in {root}. Next, for a KIND of: {', '.join(rules.kinds())}\n")
    say(f"  fracas new KIND {ruleset} NAME --pack {root}\n  fracas validate {root}\n")
    say("Its README says what goes where.")


def _entry_command(kind: str) -> click.Command:
    """The command that writes an entry of a kind."""

    @click.command(kind, help=f"Write a new {kind} of a RULESET called NAME, valid as it is, into FILE (by default NAME.json) or a pack.")
    @click.argument("ruleset")
    @click.argument("name")
    @click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
    @click.option("--pack", "packs", type=click.Path(path_type=Path, file_okay=False), help="The folder of the pack it goes into.")
    @click.option("--like", metavar="ENTRY", help="The entry it is copied from; by default a plain one.")
    @click.option("--replace", "replaces", is_flag=True, help="In a pack: take the place of the entry that has this name already.")
    def command(ruleset: str, name: str, file: Path | None, packs: Path | None, like: str | None, replaces: bool) -> None:
        from fracas.engine.contract.cards import kind_of
        from fracas.engine.contract.registry import load_ruleset, read_pack, using
        from fracas.engine.contract.templates import explanation, new_entry, new_entry_in, plain_entry
        from fracas.errors import FracasError

        rules = load_ruleset(ruleset)
        of = kind_of(rules, kind)
        if file is not None and packs is not None:
            raise FracasError("not-together", "a file and --pack: it is written to one place", "give one of them")
        if replaces and packs is None:
            raise FracasError("not-alone", "--replace is about a pack, and none is given", "give --pack FOLDER")
        pack = read_pack(packs) if packs is not None else None
        with using(pack) if pack is not None else nullcontext():
            if pack is not None and pack.ruleset.name != rules.name:
                what = f"{str(packs)!r} is a pack for {pack.ruleset.name!r}, not for {rules.name!r}"
                raise FracasError("other-ruleset", what, "name that ruleset")
            like = like or (name if replaces and name in rules.entries(of.name) else None)
            origin = like or plain_entry(rules, of)
            if pack is not None:
                path = new_entry_in(of, name, pack, like, replaces)
            else:
                path = new_entry(rules, of, name, Path(f"{name}.json") if file is None else file, like)
        say(f"{path} is written, and valid: a copy of {origin}. Its fields:\n")
        say("\n".join(explanation(of)))

    return command
