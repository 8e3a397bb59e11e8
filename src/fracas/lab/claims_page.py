"""A ledger of claims as a page to read: what does not hold first, then what is implied, what holds, what cannot be checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from fracas.engine.contract.tables import markdown_table
from fracas.lab.claims import Judged, Verdict, summary, summary_sentence
from fracas.lab.ledger import Document

FEW = 2
"""So many claims of one table that do not hold are told one by one; more become a table."""
TITLES: dict[Verdict, str] = {
    "wrong": "Wrong",
    "contradicts": "In contradiction with another claim",
    "ambiguous": "Open to several readings",
    "not checkable": "Not checkable",
    "holds": "What holds",
}


def _groups(judged: Iterable[Judged]) -> Iterator[list[Judged]]:
    for _, group in groupby(judged, key=lambda each: (each.group, each.claim.because)):
        yield list(group)


def _not_so(judged: list[Judged]) -> Iterator[str]:
    """Claims that do not hold: one by one, or a table of those that come from one table, with the explanation once."""
    for group in _groups(judged):
        if len(group) <= FEW:
            for each in group:
                where = f"**Line {each.claim.line}**, {each.section.title}"
                finding, difference = each.finding(), each.difference()
                if len({under.found for under in each.readings}) > 1:
                    yield f"- {where}: {each.claim.says}: the document says {_quoted(each)}. {each.claim.because}"
                    for under in each.readings:
                        yield f"  - {'it holds' if under.holds else 'it does not'}, read as *{under.reading}*: {each.words(under.found)}"
                    continue
                found = f"; the engine finds {finding}" if finding else ""
                much = f" ({difference})" if difference else ""
                yield f"- {where}: {each.claim.says}: the document says {_quoted(each)}{found}{much}. {each.claim.because}"
            yield ""
            continue
        lines = [each.claim.line or 0 for each in group]
        yield f"- **Lines {min(lines)} to {max(lines)}**, {group[0].section.title}. {group[0].claim.because}"
        yield ""
        yield from markdown_table(
            ("line", "what", "the document", "the engine", "difference"),
            [(e.claim.line, e.claim.says, _quoted(e), e.finding(), e.difference()) for e in group],
        )


def _quoted(judged: Judged) -> str:
    """What the document says: words in quotation marks, numbers as they are."""
    claim = judged.claim
    return claim.figure if judged.figure.is_number and not claim.quote else f'"{claim.quote or claim.figure}"'


def chapter(title: str, ruleset: str, document: Document, judged: Sequence[Judged]) -> Iterator[str]:
    """The part of the page about one document."""
    said = [each for each in judged if not each.claim.implied]
    implied = [each for each in judged if each.claim.implied]
    yield f"## {title}"
    yield ""
    yield f"*{document.title}* (`{document.document}`, {document.lines} lines; `fracas claims {ruleset}`)."
    yield f"**{summary_sentence(summary(judged))}.**"
    yield ""
    for verdict in ("wrong", "contradicts", "ambiguous"):
        some = [each for each in said if each.verdict == verdict]
        if some:
            yield f"### {title}: {TITLES[verdict].lower()} ({len(some)})"
            yield ""
            yield from _not_so(some)
    if implied:
        yield f"### {title}: what the rules imply and do not say ({len(implied)})"
        yield ""
        for each in implied:
            truth = "" if each.verdict == "holds" else f" **{each.verdict}**"
            because = f" {each.claim.because}" if each.claim.because else ""
            yield f"- **Line {each.claim.line}**: {each.claim.says}:{truth} {each.finding()}.{because}"
        yield ""
    holds = [each for each in said if each.verdict == "holds"]
    if holds:
        yield f"### {title}: what holds ({len(holds)})"
        yield ""
        yield from markdown_table(
            ("line", "section", "what", "the document", "the engine"),
            [(e.claim.line, e.section.title, e.claim.says, _quoted(e), e.finding()) for e in holds],
        )
    unchecked = [each for each in said if each.verdict == "not checkable"]
    if unchecked:
        yield f"### {title}: what cannot be checked ({len(unchecked)})"
        yield ""
        yield from markdown_table(
            ("line", "section", "what", "why not"), [(e.claim.line, e.section.title, e.claim.says, e.finding()) for e in unchecked]
        )
    yield f"### {title}: every line"
    yield ""
    rows = []
    for section in document.sections:
        here = [each for each in judged if each.section is section]
        of_them = ", ".join(f"{count} {verdict}" for verdict, count in _counted(here))
        rows.append((f"{section.lines[0]}–{section.lines[1]}", section.title, of_them or f"no claim: {section.nothing}"))
    yield from markdown_table(("lines", "section", "claims"), rows)


def _counted(judged: Sequence[Judged]) -> Iterator[tuple[str, int]]:
    for verdict in TITLES:
        count = sum(each.verdict == verdict for each in judged)
        if count:
            yield ("hold" if verdict == "holds" and count > 1 else verdict), count


def page(chapters: Sequence[tuple[str, str, Document, Sequence[Judged]]]) -> str:
    """The whole page: a summary of every document, then a chapter each."""
    lines = [
        "# The documents, checked",
        "",
        "Every claim of each rulebook, line by line, computed by the rules that Fracas plays: what the document says, what the",
        "engine finds, and the verdict. No verdict is written by hand; the test suite computes all of them anew. `make pages` makes",
        "this page, `fracas claims --markdown` prints it, and [claims of your own](claims-of-your-own.md) tells how to do it for yours.",
        "What a document says of content (manoeuvres, weapons, monsters) is judged by the content that ships with Fracas.",
        "",
        *markdown_table(
            ("document", "claims", "hold", "wrong", "contradict", "ambiguous", "not checkable", "implied"),
            [_counts(title, judged) for title, _, _, judged in chapters],
        ),
    ]
    for each in chapters:
        lines += chapter(*each)
    return "\n".join(lines).rstrip() + "\n"


def _counts(title: str, judged: Sequence[Judged]) -> tuple[object, ...]:
    counts = summary(judged)
    anchor = "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")
    order = ("claims", "holds", "wrong", "contradicts", "ambiguous", "not checkable", "implied")
    return (f"[{title}](#{anchor})", *(counts[key] for key in order))
