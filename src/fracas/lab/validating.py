"""Validating content files: a pack, a scenario, an entry, claims, a saved fight; and the JSON Schemas for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fracas.engine.content.kinds import singular
from fracas.engine.content.library import content_path
from fracas.engine.content.places import field_names
from fracas.engine.content.reading import SCHEMA, Source, locating, read_content, read_json, validated
from fracas.engine.contract.cards import kind_of
from fracas.engine.contract.packs import ABOUT, pack_around, read_entries
from fracas.engine.contract.references import check_references
from fracas.engine.contract.registry import load_ruleset, read_pack, ruleset_names, using
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.schemas import DIALECT, schemas_of
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import encounter, load_fight
from fracas.errors import MUCH_ALIKE, FracasError, unknown
from fracas.lab.claims import Ledger, content_models, ledger_of
from fracas.lab.fairness import check_proof, is_proof

JSON_SCHEMA = "json-schema.org"
"""The host of the meta-schema that a JSON Schema names."""


def _looks_like_claims(path: Path, data: Any) -> bool:
    return path.stem == "claims" or (isinstance(data, dict) and {"document", "sections"} <= set(data))


def _check_claims(path: Path, ruleset: str | None) -> str:
    """Validate a file of claims, for the ruleset it is stored with, or the one whose document it names."""
    found = Ledger(path)
    found.claims()
    known = [load_ruleset(name) for name in ([ruleset] if ruleset else ruleset_names())]
    here = [rules for rules in known if content_path(rules.package).parent.resolve() in path.resolve().parents]
    about = [rules for rules in known if (own := ledger_of(rules)) and own.document.document == found.document.document]
    whose = next(iter(known if ruleset else here or about), None)
    return f"{whose.title}, claims, valid" if whose else f"claims of {found.document.document}, valid"


def _candidates(path: Path, data: Any, ruleset: str | None, kind: str | None) -> list[tuple[str, str, int]]:
    """Rulesets and kinds of content that a file may be, with the number of matching fields, the likeliest first."""
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
    if any(not elsewhere for elsewhere, *_ in found):  # a file of exactly that name
        found = [each for each in found if not each[0]]
    return [(name, what, -unlike) for _, unlike, _, name, what in sorted(found)]


def _check_pack(folder: Path) -> str:
    """Validate a pack and describe its contents: its files, all names, and that its scenarios can be fought."""
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
    """The rulesets that a file may belong to that has entries by kind and name, like one of a pack."""
    names = ruleset_names() if ruleset is None else [ruleset]
    by_name = isinstance(data, dict) and data and all(isinstance(held, dict) for held in data.values())
    return [name for name in names if {*data} <= {*load_ruleset(name).kinds()}] if by_name else []


def _check_entries(path: Path, data: Any, ruleset: str, kind: str | None = None) -> str:
    """Validate a file of entries by kind and name, or of a single entry of ``kind``, and describe it."""
    rules = load_ruleset(ruleset)
    found = read_entries(path, rules, None if kind is None else kind_of(rules, kind))
    with locating(Source(path)):
        for name, scenario in data.get("scenarios", {}).items():
            encounter(rules, scenario, name=name)
    held = ", ".join(f"{len(names)} {each if len(names) != 1 else singular(each)}" for each, names in found.items())
    return f"{rules.title}, {held}, valid"


def _kind_names(ruleset: str | None) -> dict[str, set[str]]:
    """The names of content kinds, in the plural and the singular, by ruleset: of one, or of all."""
    names = ruleset_names() if ruleset is None else [ruleset]
    return {name: {word for kind in load_ruleset(name).kinds() for word in (kind, singular(kind))} for name in names}


def _check_file(path: Path, ruleset: str | None, kind: str | None) -> str:
    """Describe a valid file; else raise the error for the likeliest interpretation."""
    whole = read_json(path)
    if isinstance(whole, dict) and JSON_SCHEMA in str(whole.get(SCHEMA)):
        return "a JSON Schema, which holds no content"
    data = read_content(path)
    if isinstance(data, dict) and data.get("fracas") == "fight":
        load_fight(path)
        return "a saved fight, sound"
    if is_proof(data):
        proven = check_proof(path)
        if not proven.holds:
            raise FracasError("game-refused", f"{path}: {'; '.join(proven.differences)}", "save the game again where it was played")
        return "a game of a server, sound"
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
    """The error for the kind of content with the most matching fields and fewest errors; if there is a tie, all of them."""
    least = min(each[:2] for each in failed)
    near = [each for each in failed if each[:2] == least]
    if len(near) == 1:
        return near[0][3]
    told = "\n".join(f"as {kind}: {error}" for *_, kind, error in near)
    return FracasError(near[0][3].code, f"{path} is not valid\n{told}", "correct this, or say what it is with --ruleset and --kind")


def _check_as(path: Path, data: Any, ruleset: str, kind: str) -> str:
    """Validate data as one kind of content of a ruleset."""
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


class Validated(NamedTuple):
    """A checked file or pack: whether it is valid, and the message; empty if it was reported with another one."""

    path: Path
    valid: bool
    said: str


def validated_files(path: Path, ruleset: str | None = None, kind: str | None = None) -> Iterator[Validated]:
    """Validate a content or scenario file, a pack, or every pack and .json file in a folder, one by one."""
    named = _kind_names(ruleset)
    kinds = {k for name in named for k in content_models(load_ruleset(name))}.union(*named.values())
    if kind is not None and kind not in kinds:
        raise unknown("kind of content", kind, kinds)
    found = [file for file in path.rglob("*") if not any(part.startswith(".") for part in file.relative_to(path).parts)]
    inside = sorted(file for file in found if file.suffix == ".json" or file.name == ABOUT) if path.is_dir() else [path]
    files = list(dict.fromkeys((pack_around(file) if kind is None else None) or file for file in inside))
    if not files:
        raise FracasError("nothing-to-check", f"there is no .json file in {path}", "give a file or a folder of them")
    folders = set().union(*named.values())
    lacking: set[Path] = set()
    """Folders that look like packs but lack a pack file."""
    for file in files:
        try:
            said = _check_pack(file) if file.is_dir() and pack_around(file) == file else _check_file(file, ruleset, kind)
            yield Validated(file, True, f"{file!s}: {said}")
        except FracasError as error:
            if kind is None and file.is_file() and file.parent.name in folders:
                home = file.parent.parent
                missing = f"{home!s}: {ABOUT} is missing: a pack has one; make it with `fracas new pack`, in a new folder"
                yield Validated(file, False, "" if home in lacking else missing)
                lacking.add(home)
                continue
            said = str(error)
            yield Validated(file, False, said if said.startswith((f"{file!s}:", f"{file!s}/")) else f"{file!s}: {said}")


def schema_named(rules: Ruleset, name: str) -> dict[str, Any]:
    """The schema of a kind of content: of an entry, of the options, of a content file; for ``all``, every schema by name."""
    files, entries = content_models(rules), schemas_of(rules)
    if name == "all":
        return {**{each: model.model_json_schema() for each, model in files.items()}, **entries}
    if name in files and name not in entries:
        return {"$schema": DIALECT, **files[name].model_json_schema()}
    try:
        return entries[name] if name in entries else entries[kind_of(rules, name).name]
    except FracasError:
        raise unknown("kind of content", name, {*files, *entries, "all"}, MUCH_ALIKE) from None
