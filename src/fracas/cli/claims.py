"""The command about a document's claims."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fracas.cli.own import markdown_option, one_form
from fracas.cli.shared import Shown, json_option, set_option, settings
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.lab.claims import Judged, Ledger


@click.command()
@click.argument("ruleset", required=False)
@markdown_option
@click.option("--verdict", "wanted", multiple=True, metavar="VERDICT", help="Show only claims with this verdict; may be given often.")
@click.option("--broken", "only_broken", is_flag=True, help="Show only claims that break.")
@click.option("--document", "file", metavar="FILE", help="Also check that the document still has these lines, headings and figures.")
@set_option
@json_option
def claims(
    ruleset: str | None,
    as_markdown: bool,
    wanted: tuple[str, ...],
    only_broken: bool,
    file: str | None,
    changes: tuple[str, ...],
    as_json: bool,
) -> None:
    """Judge what a RULESET's document claims, or all documents.

    Every claim is computed by the rules themselves: it holds, is wrong, contradicts another, can be read in several ways, or cannot be
    checked. Ends with exit code 1 where a claim breaks: it does not hold and its file does not explain why, or it is explained and holds.

    \b
      fracas claims arda
      fracas claims rune-and-rust --verdict wrong
      fracas claims mygame --document rules.md
    """
    from fracas.engine.content.models import changed_options
    from fracas.engine.content.reading import read_text, validated
    from fracas.errors import unknown
    from fracas.lab.claims import VERDICTS, summary, summary_sentence
    from fracas.lab.claims_page import page

    for verdict in wanted:
        if verdict not in VERDICTS:
            raise unknown("verdict", verdict, VERDICTS)
    one_form(as_json, as_markdown)
    if as_markdown and (wanted or only_broken):
        raise FracasError("not-together", "a page has all claims", "leave out --verdict and --broken, or --markdown")
    if ruleset is None and (file or changes):
        raise FracasError("not-together", "--document and --set are about one ruleset", "name the ruleset")
    found = with_claims(ruleset)
    judged: list[tuple[Ruleset, list[Judged]]] = []
    set_otherwise: dict[str, Any] = {}
    with Shown() as shown:
        for rules in found:
            options = validated(rules.options_model, settings(rules, changes), "the rule options")
            set_otherwise = changed_options(options)
            judged.append((rules, _ledger(rules).judge(options, shown)))
    stale = _ledger(found[0]).stale(read_text(Path(file))) if file else []
    broken = [(rules, each) for rules, every in judged for each in every if each.broken]
    if as_json:
        click.echo(
            json.dumps(
                {"documents": [_data(rules, every, wanted, only_broken) for rules, every in judged], "set": set_otherwise, "stale": stale},
                indent=2,
                ensure_ascii=False,
            )
        )
    elif as_markdown:
        click.echo(page([(rules.title, rules.name, _ledger(rules).document, every) for rules, every in judged]), nl=False)
    else:
        for rules, every in judged:
            document = _ledger(rules).document
            click.secho(f"{rules.title}: {document.title} ({document.document}, {document.lines} lines)", bold=True)
            if set_otherwise:
                click.echo(f"With {', '.join(f'{name}={value}' for name, value in set_otherwise.items())}:")
            click.echo(f"{summary_sentence(summary(every))}.")
            _show([each for each in every if each.broken or not only_broken], wanted or VERDICTS)
            if not wanted and not only_broken:
                for section in document.sections:
                    if section.nothing:
                        click.echo(f"lines {section.lines[0]} to {section.lines[1]}, {section.title}: no claim ({section.nothing})")
    for problem in stale:
        click.echo(f"the document has changed: {problem}", err=True)
    for rules, each in broken:
        click.echo(f"{rules.name}, line {each.claim.line}, claim {each.claim.id}: {each.broken}", err=True)
    if broken or stale:
        sys.exit(1)


@cache
def _ledger(rules: Ruleset) -> Ledger:
    """The claims of a ruleset that has some."""
    from fracas.lab.claims import ledger_of

    found = ledger_of(rules)
    assert found is not None  # with_claims has seen to it
    return found


def with_claims(name: str | None) -> list[Ruleset]:
    """The ruleset of that name, or all that have claims."""
    from fracas.engine.contract.registry import load_ruleset, ruleset_names
    from fracas.lab.claims import ledger_of

    if name is not None:
        found = load_ruleset(name)
        if ledger_of(found) is None:
            raise FracasError("no-claims", f"{found.title} has no file of claims", "docs/claims-of-your-own.md says how to write one")
        return [found]
    return [rules for rules in map(load_ruleset, ruleset_names()) if ledger_of(rules) is not None]


def _data(rules: Ruleset, judged: list[Judged], wanted: tuple[str, ...], only_broken: bool) -> dict[str, Any]:
    from fracas.lab.claims import summary

    document = _ledger(rules).document
    return {
        "ruleset": rules.name,
        "version": rules.version,
        "document": document.document,
        "title": document.title,
        "lines": document.lines,
        "summary": summary(judged),
        "sections": [
            {"title": section.title, "lines": list(section.lines), "nothing": section.nothing or None} for section in document.sections
        ],
        "claims": [each.to_data() for each in judged if (not wanted or each.verdict in wanted) and (each.broken or not only_broken)],
    }


def _show(judged: list[Judged], wanted: tuple[str, ...]) -> None:
    """Claims by verdict, a paragraph each."""
    for verdict in wanted:
        some = [each for each in judged if each.verdict == verdict]
        if some:
            click.echo()
            click.secho(f"{verdict} ({len(some)})", bold=True)
        for each in some:
            claim, finding, difference = each.claim, each.finding(), each.difference()
            said = " (implied)" if claim.implied else f": {claim.figure}" if claim.figure else ""
            found = f"  ->  {finding}" if finding else ""
            much = f" ({difference})" if difference else ""
            click.echo(f"  line {claim.line}, {each.section.title}: {claim.says}{said}{found}{much}")
            if claim.because:
                click.echo(f"      {claim.because}")
