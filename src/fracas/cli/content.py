"""Commands about what there is: rulesets, scenarios, content files and their schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fracas.cli.shared import json_option, table


@click.command()
@json_option
def rulesets(as_json: bool) -> None:
    """List the combat systems that are installed."""
    from fracas.engine.ruleset import load_ruleset, ruleset_names

    known = [load_ruleset(name) for name in ruleset_names()]
    if as_json:
        click.echo(
            json.dumps([{"name": r.name, "title": r.title, "version": r.version, "scenarios": len(r.scenarios())} for r in known], indent=2)
        )
        return
    table("Rulesets", ("name", "title", "version", "scenarios"), [(r.name, r.title, r.version, len(r.scenarios())) for r in known], (3,))


@click.command()
@click.argument("ruleset")
@json_option
def scenarios(ruleset: str, as_json: bool) -> None:
    """List the built-in scenarios of a RULESET."""
    from fracas.engine.ruleset import load_ruleset

    found = load_ruleset(ruleset)
    rows = [(name, str(data.get("title", "")), str(data.get("text", ""))) for name, data in found.scenarios().items()]
    if as_json:
        click.echo(json.dumps([{"name": n, "title": t, "text": x} for n, t, x in rows], indent=2, ensure_ascii=False))
        return
    table(f"Scenarios of {found.title}", ("name", "title", "what it is"), rows)


def _ruleset_and_kind(path: Path, data: Any) -> tuple[str, str]:
    """Which ruleset a file belongs to and what kind of content it is, by its contents or its place."""
    from fracas.engine.ruleset import load_ruleset, ruleset_names
    from fracas.errors import FracasError

    if isinstance(data, dict) and isinstance(data.get("ruleset"), str) and "scenario" in data:
        return data["ruleset"], "wrapped"
    for name in ruleset_names():
        models = load_ruleset(name).content_models()
        if isinstance(data, dict):
            for kind, model in models.items():
                required = {f.alias or key for key, f in model.model_fields.items() if f.is_required()}
                if required and required <= set(data):
                    return name, kind
        if path.stem in models:
            return name, path.stem
    raise FracasError(
        "unknown-content",
        f"{path} is of no known kind of content",
        'say what it is with --ruleset and --kind, or give it "ruleset" and "scenario"',
    )


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--ruleset", help="The ruleset it belongs to, if it is not clear.")
@click.option("--kind", help="The kind of content: scenario, options, or the name of a content file.")
def validate(path: Path, ruleset: str | None, kind: str | None) -> None:
    """Check a content or scenario file, or every .json file in a folder."""
    from fracas.engine.encounter import encounter, read_json, validated
    from fracas.engine.fight import load_fight
    from fracas.engine.ruleset import load_ruleset
    from fracas.errors import FracasError, unknown

    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    if not files:
        raise FracasError("nothing-to-check", f"there is no .json file in {path}", "give a file or a folder of them")
    wrong = 0
    for file in files:
        try:
            data = read_json(file)
            if isinstance(data, dict) and data.get("fracas") == "fight":
                load_fight(file)
                click.echo(f"{file}: a saved fight, sound")
                continue
            name, found = (ruleset, kind) if ruleset and kind else _ruleset_and_kind(file, data)
            rules = load_ruleset(ruleset or name)
            found = kind or found
            if found == "wrapped":
                validated(rules.options_model, data.get("options", {}), "options")
                data, found = data["scenario"], "scenario"
            if found not in rules.content_models():
                raise unknown("kind of content", found, rules.content_models())
            validated(rules.content_models()[found], data, str(file))
            if found == "scenario":
                encounter(rules, data)
            click.echo(f"{file}: {rules.title}, {found}, valid")
        except FracasError as error:
            wrong += 1
            click.echo(f"{file}: {error}", err=True)
    if wrong:
        raise FracasError(
            "invalid-files", f"{wrong} of {len(files)} {'file is' if len(files) == 1 else 'files are'} not valid", "see above"
        )


@click.command()
@click.argument("ruleset")
@click.option(
    "--kind",
    default="scenario",
    show_default=True,
    help="Which schema: scenario, options, or the name of a content file; 'all' for every one.",
)
def schema(ruleset: str, kind: str) -> None:
    """Print the JSON Schema of a RULESET's scenarios, options or content files."""
    from fracas.engine.ruleset import load_ruleset
    from fracas.errors import unknown

    models = load_ruleset(ruleset).content_models()
    if kind == "all":
        click.echo(json.dumps({name: model.model_json_schema() for name, model in models.items()}, indent=2))
        return
    if kind not in models:
        raise unknown("kind of content", kind, [*models, "all"])
    click.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **models[kind].model_json_schema()}, indent=2))
