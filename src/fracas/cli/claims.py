"""The command about a document's claims."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fracas.cli.forms import Form, forms, print_csv, print_json, say, show_table
from fracas.cli.shared import Shown, cluster_option, set_option, settings, stop_if
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.lab.claims import JudgedDocument, Judgement


@click.command()
@click.argument("ruleset", required=False)
@click.option("--verdict", "wanted", multiple=True, metavar="VERDICT", help="Show only claims with this verdict; can be repeated.")
@click.option("--broken", "only_broken", is_flag=True, help="Show only claims that break.")
@click.option("--document", "file", metavar="FILE", help="Also check that the document still has these lines, headings and figures.")
@click.option("--changes", "otherwise", is_flag=True, help="Judge under every change of the game that the file lists.")
@cluster_option
@set_option
@forms("json", "csv", "markdown")
def claims(
    ruleset: str | None,
    wanted: tuple[str, ...],
    only_broken: bool,
    file: str | None,
    otherwise: bool,
    cluster: str | None,
    changes: tuple[str, ...],
    form: Form,
) -> None:
    """Judge what a RULESET's document claims, or all documents.

    Every claim is computed by the rules themselves: it holds, is wrong, contradicts another, can be read in several ways, differs from
    the document by our choice, or cannot be checked. The exit code is 1 where a claim breaks: it does not hold and its file does not
    explain why, or it is explained and holds.

    \b
      fracas claims arda
      fracas claims arda --changes
      fracas claims rune-and-rust --verdict wrong
      fracas claims mygame --document rules.md
    """
    from fracas.engine.content.models import changed_options
    from fracas.engine.content.reading import read_text, validated
    from fracas.engine.contract.progress import collected
    from fracas.engine.work.places import opened
    from fracas.errors import unknown
    from fracas.lab.claims import VERDICTS, Judgement, claims_of, judge_claims
    from fracas.lab.claims_page import overview, page

    for verdict in wanted:
        if verdict not in VERDICTS:
            raise unknown("verdict", verdict, VERDICTS)
    if form.name == "markdown" and (wanted or only_broken):
        raise FracasError("not-together", "a page has all claims", "leave out --verdict and --broken, or --markdown")
    if ruleset is None and (file or changes or otherwise):
        raise FracasError("not-together", "--document, --changes and --set are about one ruleset", "name the ruleset")
    if otherwise and (wanted or only_broken or file or changes or cluster):
        raise FracasError("not-together", "--changes judges all claims under the file's own changes", "leave out the other options")
    rulesets = with_claims(ruleset)
    if otherwise:
        _try_changes(rulesets[0], form)
        return
    chosen = settings(rulesets[0], changes) if changes else {}
    options = changed_options(validated(rulesets[0].options_model, chosen, "the rule options")) if chosen else {}

    def judged() -> Iterator[JudgedDocument]:
        with opened(cluster) as place:
            for rules in rulesets:
                document = judge_claims(rules, chosen, shown, place)
                yield document
                stop_if(document.interrupted)

    with Shown() as shown:
        documents = collected(judged())
    stop_if(documents.interrupted and form.name == "markdown")  # a page shows all claims
    stale = claims_of(rulesets[0]).stale(read_text(Path(file))) if file else []
    found = Judgement(documents, options, stale)
    if form.name == "json":
        print_json(found.to_data(wanted, only_broken))
    elif form.name == "csv":
        print_csv(found.table(wanted, only_broken))
    elif form.name == "markdown":
        say(page(documents[0]) if ruleset is not None else overview(documents), nl=False)
    else:
        for each in documents:
            _print(found, each, wanted, only_broken)
    stop_if(documents.interrupted)
    for problem in stale:
        say(f"the document has changed: {problem}", err=True)
    for each in documents:
        for claim in each.broken:
            say(f"{each.ruleset.name}, line {claim.claim.line}, claim {claim.claim.id}: {claim.broken}", err=True)
    if stale or any(each.broken for each in documents):
        sys.exit(1)


def _try_changes(ruleset: Ruleset, form: Form) -> None:
    """The verdicts that change in a changed game; exit code 1 if the file marks others as fixed, or a change alters nothing."""
    from fracas.lab.changes import moved_claims

    with Shown() as shown:
        found = moved_claims(ruleset, progress=shown)
    show_table(form, found.table(), found.to_data())
    for problem in found.problems():
        say(problem, err=True)
    stop_if(found.interrupted)
    if found.problems():
        sys.exit(1)


def with_claims(name: str | None) -> list[Ruleset]:
    """The ruleset of that name, or all that have claims."""
    from fracas.engine.contract.registry import load_ruleset, ruleset_names
    from fracas.lab.claims import claims_of, ledger_of

    if name is not None:
        found = load_ruleset(name)
        claims_of(found)
        return [found]
    return [rules for rules in map(load_ruleset, ruleset_names()) if ledger_of(rules) is not None]


def _print(found: Judgement, each: JudgedDocument, wanted: tuple[str, ...], only_broken: bool) -> None:
    """The claims of one document by verdict, a paragraph each."""
    from fracas.lab.claims import VERDICTS

    document = each.document
    say(f"{each.ruleset.title}: {document.title} ({document.document}, {document.lines} lines)", bold=True)
    if found.options:
        say(f"With {', '.join(f'{name}={value}' for name, value in found.options.items())}:")
    say(each.sentence())
    for verdict in wanted or VERDICTS:
        some = each.chosen((verdict,), only_broken)
        if some:
            say()
            say(f"{verdict} ({len(some)})", bold=True)
        for judged in some:
            claim, finding, difference = judged.claim, judged.finding(), judged.difference()
            said = " (implied)" if claim.implied else f": {claim.figure}" if claim.figure else ""
            shown = f"  ->  {finding}" if finding else ""
            much = f" ({difference})" if difference else ""
            say(f"  line {claim.line}, {judged.section.title}: {claim.says}{said}{shown}{much}")
            if claim.because:
                say(f"      {claim.because}")
    if not wanted and not only_broken:
        if document.undefined:
            say()
            say(f"undefined ({len(document.undefined)})", bold=True)
        for gap in document.undefined:
            say(f"  line {gap.line}: {gap.what}  ->  {gap.ours}{f' (option {gap.option})' if gap.option else ''}")
        for section in document.sections:
            if section.nothing:
                say(f"lines {section.lines[0]} to {section.lines[1]}, {section.title}: no claim ({section.nothing})")
