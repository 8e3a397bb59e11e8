"""Commands about what there is: rulesets, scenarios, content files and their schemas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.forms import Form, forms, print_json, say, show_table
from fracas.cli.shared import Shown

if TYPE_CHECKING:
    from fracas.engine.contract.describing import Option
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.errors import FracasError


@click.command()
@forms("json", "csv", "markdown")
def rulesets(form: Form) -> None:
    """List the combat systems that are installed."""
    from fracas.engine.contract.describing import ruleset_table
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    show_table(form, ruleset_table([load_ruleset(name) for name in ruleset_names()]))


@click.command()
@click.argument("ruleset")
@forms("json", "csv", "markdown")
def scenarios(ruleset: str, form: Form) -> None:
    """List the built-in scenarios of a RULESET."""
    from fracas.engine.contract.describing import scenario_table
    from fracas.engine.contract.registry import load_ruleset

    show_table(form, scenario_table(load_ruleset(ruleset)))


@click.command()
@click.argument("ruleset")
@forms("json", "csv", "markdown")
def options(ruleset: str, form: Form) -> None:
    """List the rule options of a RULESET (for --set), its variants and its policies."""
    from fracas.engine.contract.describing import option_table, ruleset_options
    from fracas.engine.contract.registry import load_ruleset

    rules = load_ruleset(ruleset)
    found = ruleset_options(rules)

    def screen() -> None:
        print_options(f"Rule options of {rules.title}", found.options)
        if found.world_options:
            print_options("Options of its worlds, besides", found.world_options)
        for name, data in found.variants.items():
            say(f"Variant {name} (--set {name}): {data['title']}. {data.get('text', '')}".rstrip())
        for side, name in enumerate(rules.sides):
            say(f"Policies of {name}: {', '.join(rules.policies_of[side])}")

    table = option_table(f"Rule options of {rules.title}", [*found.options, *found.world_options])
    show_table(form, table, found.to_data(), screen)


def print_options(title: str, options: Iterable[Option]) -> None:
    """Print options: name, default, what is allowed, what each does."""
    say(f"{title}: default (allowed)", bold=True)
    for option in options:
        say("\n".join(option.lines()))


JSON_SCHEMA = "json-schema.org"
"""What a JSON Schema names as its own schema."""


def _looks_like_claims(path: Path, data: Any) -> bool:
    return path.stem == "claims" or (isinstance(data, dict) and {"document", "sections"} <= set(data))


def _check_claims(path: Path, ruleset: str | None) -> str:
    """Check a file of claims, and tell whose they are: those of the ruleset it lies with, or whose document it names."""
    from fracas.engine.content.library import content_path
    from fracas.engine.contract.registry import load_ruleset, ruleset_names
    from fracas.lab.claims import Ledger, ledger_of

    found = Ledger(path)
    found.claims()
    known = [load_ruleset(name) for name in ([ruleset] if ruleset else ruleset_names())]
    here = [rules for rules in known if content_path(rules.package).parent.resolve() in path.resolve().parents]
    about = [rules for rules in known if (own := ledger_of(rules)) and own.document.document == found.document.document]
    whose = next(iter(known if ruleset else here or about), None)
    return f"{whose.title}, claims, valid" if whose else f"claims of {found.document.document}, valid"


def _candidates(path: Path, data: Any, ruleset: str | None, kind: str | None) -> list[tuple[str, str, int]]:
    """Rulesets and kinds of content a file may be of, and how many fields it has in common, the likeliest first."""
    from fracas.engine.content.library import content_path
    from fracas.engine.content.places import field_names
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    if isinstance(data, dict) and isinstance(data.get("ruleset"), str) and "scenario" in data and kind in (None, "scenario"):
        return [(data["ruleset"], "scenario", 1)]
    given = set(data) if isinstance(data, dict) else set()
    found = []
    for name in ruleset_names() if ruleset is None else [ruleset]:
        rules = load_ruleset(name)
        home = content_path(rules.package).resolve()
        near = home in path.resolve().parents or name.replace("-", "_") in path.resolve().parts
        for what, model in rules.content_models().items():
            known = field_names(model)
            if kind in (None, what) and (kind == what or given & known or path.stem == what):
                found.append((path.stem != what, -len(given & known), not near, name, what))
    if any(not elsewhere for elsewhere, *_ in found):  # a file of that very name
        found = [each for each in found if not each[0]]
    return [(name, what, -unlike) for _, unlike, _, name, what in sorted(found)]


def _check_pack(folder: Path) -> str:
    """What a pack holds, if all of it is valid, all names are known, and its scenarios can be fought."""
    from fracas.engine.content.kinds import singular
    from fracas.engine.content.reading import locating
    from fracas.engine.contract.references import check_references
    from fracas.engine.contract.registry import read_pack, using
    from fracas.engine.encounter import encounter

    pack = read_pack(folder)
    with using(pack):
        check_references(pack)
        for name in pack.entries.get("scenarios", {}):
            with locating(pack.sources["scenarios"][name]):
                encounter(pack.ruleset, name)
    if pack.claims is not None:
        _check_claims(pack.claims, pack.ruleset.name)
    held = ", ".join(f"{len(entries)} {kind if len(entries) != 1 else singular(kind)}" for kind, entries in pack.entries.items())
    return f"{pack.ruleset.title}, the pack {pack.label} with {held or 'nothing in it'}, valid"


def _holders(data: Any, ruleset: str | None) -> list[str]:
    """The rulesets that a file may be of that has entries by kind and name, as one of a pack has."""
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    names = ruleset_names() if ruleset is None else [ruleset]
    by_name = isinstance(data, dict) and data and all(isinstance(held, dict) for held in data.values())
    return [name for name in names if {*data} <= {*load_ruleset(name).kinds()}] if by_name else []


def _check_entries(path: Path, data: Any, ruleset: str, kind: str | None = None) -> str:
    """What entries a file holds, if they are valid: by kind and name, or one of that ``kind``."""
    from fracas.engine.content.kinds import singular
    from fracas.engine.content.reading import Source, locating
    from fracas.engine.contract.cards import kind_of
    from fracas.engine.contract.packs import read_entries
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.encounter import encounter

    rules = load_ruleset(ruleset)
    found = read_entries(path, rules, None if kind is None else kind_of(rules, kind))
    with locating(Source(path)):
        for name, scenario in data.get("scenarios", {}).items():
            encounter(rules, scenario, name=name)
    held = ", ".join(f"{len(names)} {each if len(names) != 1 else singular(each)}" for each, names in found.items())
    return f"{rules.title}, {held}, valid"


def _kind_names(ruleset: str | None) -> dict[str, set[str]]:
    """What kinds of content are called, in the plural and the singular, by ruleset: of that one, or of all."""
    from fracas.engine.content.kinds import singular
    from fracas.engine.contract.registry import load_ruleset, ruleset_names

    names = ruleset_names() if ruleset is None else [ruleset]
    return {name: {word for kind in load_ruleset(name).kinds() for word in (kind, singular(kind))} for name in names}


def _check_file(path: Path, ruleset: str | None, kind: str | None) -> str:
    """What a file is, if it is valid; else the error of the likeliest thing it may be."""
    from fracas.engine.content.reading import SCHEMA, read_content, read_json
    from fracas.engine.encounter import load_fight
    from fracas.errors import FracasError

    whole = read_json(path)
    if isinstance(whole, dict) and JSON_SCHEMA in str(whole.get(SCHEMA)):
        return "a JSON Schema, which holds no content"
    data = read_content(path)
    if isinstance(data, dict) and data.get("fracas") == "fight":
        load_fight(path)
        return "a saved fight, sound"
    if kind == "claims" or (kind is None and _looks_like_claims(path, data)):
        return _check_claims(path, ruleset)
    found = _candidates(path, data, ruleset, kind)
    holders = _holders(data, ruleset) if kind is None and all(what != path.stem for _, what, _ in found) else []
    if kind is not None and not found:
        holders = [name for name, kinds in _kind_names(ruleset).items() if kind in kinds]
    if not found and not holders:
        raise FracasError(
            "unknown-content",
            f"{path} is of no known kind of content",
            'say what it is with --ruleset and --kind, or give it "ruleset" and "scenario"',
        )
    failed: list[tuple[int, int, str, FracasError]] = []
    for name, what, alike in found:
        try:
            return _check_as(path, data, name, what)
        except FracasError as error:
            wrong = len(error.what.splitlines())
            failed += [(-alike, wrong, f"{what} of {name}", error)] if name not in holders else []
    for name in holders:
        try:
            return _check_entries(path, data, name, kind)
        except FracasError as error:
            failed.append((-len(data), len(error.what.splitlines()), f"entries of {name}", error))
    raise _nearest(path, failed)


def _nearest(path: Path, failed: list[tuple[int, int, str, FracasError]]) -> FracasError:
    """The error of the kind of content that a file has most in common with and least wrong; of several that are as near, all."""
    from fracas.errors import FracasError

    least = min(each[:2] for each in failed)
    near = [each for each in failed if each[:2] == least]
    if len(near) == 1:
        return near[0][3]
    told = "\n".join(f"as {kind}: {error}" for *_, kind, error in near)
    return FracasError(near[0][3].code, f"{path} is not valid\n{told}", "correct this, or say what it is with --ruleset and --kind")


def _check_as(path: Path, data: Any, ruleset: str, kind: str) -> str:
    """Check data as one kind of content of a ruleset."""
    from fracas.engine.content.reading import Source, locating, validated
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.variants import variant
    from fracas.engine.encounter import encounter

    rules = load_ruleset(ruleset)
    if kind == "scenario":
        encounter(rules, path)
    elif kind == "variant":
        variant(rules, path)
    else:
        source = Source(path)
        content = validated(rules.content_models()[kind], data, str(path), source)
        with locating(source):
            rules.check_content(kind, content)
            for name, each in data["scenarios"].items() if kind == "scenarios" else ():
                encounter(rules, each, name=name)
    return f"{rules.title}, {kind}, valid"


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--ruleset", help="The ruleset it belongs to, where that is unclear.")
@click.option("--kind", help="The kind of content: enemy, scenario, options, or the name of a content file.")
def validate(path: Path, ruleset: str | None, kind: str | None) -> None:
    """Check a content or scenario file, a pack, or every pack and .json file in a folder."""
    from fracas.engine.contract.packs import ABOUT, pack_around
    from fracas.engine.contract.registry import load_ruleset
    from fracas.errors import FracasError, unknown
    from fracas.lab.claims import content_models

    named = _kind_names(ruleset)
    kinds = {k for name in named for k in content_models(load_ruleset(name))}.union(*named.values())
    if kind is not None and kind not in kinds:
        raise unknown("kind of content", kind, kinds)

    found = [file for file in path.rglob("*") if not any(part.startswith(".") for part in file.relative_to(path).parts)]
    inside = sorted(file for file in found if file.suffix == ".json" or file.name == "pack.toml") if path.is_dir() else [path]
    files = list(dict.fromkeys((pack_around(file) if kind is None else None) or file for file in inside))
    if not files:
        raise FracasError("nothing-to-check", f"there is no .json file in {path}", "give a file or a folder of them")
    wrong = 0
    folders = set().union(*named.values())
    lacking: set[Path] = set()
    """Folders that look like packs, but for the file that makes them one."""
    with Shown():
        for file in files:
            try:
                said = _check_pack(file) if file.is_dir() and pack_around(file) == file else _check_file(file, ruleset, kind)
                say(f"{file!s}: {said}")
            except FracasError as error:
                wrong += 1
                if kind is None and file.is_file() and file.parent.name in folders:
                    if (home := file.parent.parent) not in lacking:
                        say(f"{home!s}: {ABOUT} is missing: a pack has one; make it with `fracas new pack`, in a new folder", err=True)
                    lacking.add(home)
                    continue
                said = str(error)
                say(said if said.startswith((f"{file!s}:", f"{file!s}/")) else f"{file!s}: {said}", err=True)
    if wrong:
        raise FracasError(
            "invalid-files", f"{wrong} of {len(files)} {'file is' if len(files) == 1 else 'files are'} not valid", "see above"
        )


@click.command("list")
@click.argument("ruleset")
@click.argument("kind", required=False)
@forms("json", "csv", "markdown")
def list_content(ruleset: str, kind: str | None, form: Form) -> None:
    """List the kinds of content of a RULESET, or the entries of a KIND: enemies, heroes, scenarios."""
    from fracas.engine.contract.cards import entry_table, kind_table
    from fracas.engine.contract.registry import load_ruleset

    rules = load_ruleset(ruleset)
    show_table(form, kind_table(rules) if kind is None else entry_table(rules, kind))


@click.command("show")
@click.argument("ruleset")
@click.argument("kind")
@click.argument("name")
@click.option(
    "--paths",
    "patterns",
    is_flag=False,
    flag_value="*",
    metavar="[PATTERNS]",
    help="Of a scenario: list its numbers and choices by their paths, for --with; all, or those that match: hero.*,enemies.0.hp.",
)
@forms("json", "csv", "markdown")
def show_content(ruleset: str, kind: str, name: str, patterns: str | None, form: Form) -> None:
    """Show an entry of a RULESET's content as a card: what it can do, in words, and where it is used; --json is the entry itself.

    \b
      fracas show rune-and-rust enemy scrap-hound
      fracas show rune-and-rust scenario duel --paths
      fracas show rune-and-rust scenario duel --paths "enemies.*"
    """
    from fracas.engine.contract.cards import card, entry_of, kind_of
    from fracas.engine.contract.registry import load_ruleset
    from fracas.errors import FracasError

    rules = load_ruleset(ruleset)
    of = kind_of(rules, kind)
    if patterns is None:
        found = card(rules, kind, name)
        show_table(form, found.table(), dict(found.entry), lambda: say("\n".join(found.shown())))
        return
    if of.model is not rules.scenario_model:
        raise FracasError("no-paths", f"--paths lists the numbers of a scenario, and {kind!r} is none", "leave out --paths")
    from fracas.engine.contract.paths import path_table

    show_table(form, path_table(rules, entry_of(rules, of, name), patterns))


@click.command()
@click.argument("ruleset")
@click.argument("kind", required=False)
@click.option("--kind", "kind_too", metavar="KIND", help="The same as KIND.")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the schemas of an entry of each kind, and of a file of a pack, into this folder, for editors.",
)
def schema(ruleset: str, kind: str | None, kind_too: str | None, folder: Path | None) -> None:
    """Print the JSON Schema of a KIND of a RULESET's content: every field, what it means, what is allowed.

    A KIND is one that `fracas list RULESET` has (an entry of it; in the plural or the singular), scenario (by default), options, pack (a
    file that holds entries of any kinds), or the name of a content file; all is every one.

    \b
      fracas schema rune-and-rust enemy
      fracas schema ruins-and-realms creatures
      fracas schema rune-and-rust --write schemas
    """
    from fracas.engine.contract.registry import load_ruleset
    from fracas.engine.contract.schemas import editor_settings, schema_file, write_schemas
    from fracas.errors import FracasError

    if kind and kind_too:
        raise FracasError("not-together", "a KIND and --kind: they are the same", "give one of them")
    if folder is not None:
        rules = load_ruleset(ruleset)
        written = write_schemas(rules, folder)
        say(f"{len(written)} schemas in {folder}.")
        named = folder / schema_file(rules, "KIND")
        say(f'A file names its own: {{"$schema": "{named}", …}}. Or in .vscode/settings.json:')
        print_json(editor_settings(rules, folder))
        return
    print_json(_schema(load_ruleset(ruleset), kind or kind_too or "scenario"))


def _schema(rules: Ruleset, name: str) -> dict[str, Any]:
    """The schema of a kind of content: of an entry, of the options, of a content file; of ``all`` every one by its name."""
    from fracas.engine.contract.cards import kind_of
    from fracas.engine.contract.schemas import DIALECT, schemas_of
    from fracas.errors import MUCH_ALIKE, FracasError, unknown
    from fracas.lab.claims import content_models

    files, entries = content_models(rules), schemas_of(rules)
    if name == "all":
        return {**{each: model.model_json_schema() for each, model in files.items()}, **entries}
    if name in files and name not in entries:
        return {"$schema": DIALECT, **files[name].model_json_schema()}
    try:
        return entries[name] if name in entries else entries[kind_of(rules, name).name]
    except FracasError:
        raise unknown("kind of content", name, {*files, *entries, "all"}, MUCH_ALIKE) from None
