"""The page about one document, for its designer: what to fix first, then contradictions, open questions, undefined and implied points.

Claims that hold and the list of all lines are a folded appendix. `overview` is the index page of all documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from fracas.engine.contract.tables import markdown_table
from fracas.lab.claims import Judged, JudgedDocument, Verdict, summary, summary_sentence

FIRST = 10
"""Number of errors listed as those to fix first."""
FEW = 2
"""Maximum number of claims with one explanation to show one by one; more become a table."""
STATEMENT = Fraction(1, 10)
"""The assumed size of an error that has no number, such as a wrong statement: as if a tenth were missing."""
NAMES: dict[Verdict, tuple[str, str]] = {
    "wrong": ("wrong", "wrong"),
    "contradicts": ("contradicts", "contradict"),
    "ambiguous": ("ambiguous", "ambiguous"),
    "differs": ("differs", "differ"),
    "not checkable": ("not checkable", "not checkable"),
    "holds": ("holds", "hold"),
}


def error_size(judged: Judged) -> Fraction:
    """The size of an error: in points for chances, else relative to the right value."""
    if judged.off is None or judged.found is None:
        return STATEMENT
    if judged.figure.percent:
        return abs(judged.off)
    value = judged.found.value
    right = max(abs(Fraction(each)) for each in (value if isinstance(value, tuple) else (value,)) if not isinstance(each, (bool, str)))
    return abs(judged.off) / right if right else Fraction(1)


def explained(judged: Sequence[Judged]) -> list[list[Judged]]:
    """Group claims by their explanation, so that each explanation appears once."""
    groups: dict[str, list[Judged]] = {}
    for each in judged:
        groups.setdefault(each.claim.because or each.claim.id, []).append(each)
    return list(groups.values())


def _lines(group: Sequence[Judged]) -> str:
    numbers = sorted({each.claim.line or 0 for each in group})
    if len(numbers) == 1:
        return f"Line {numbers[0]}"
    if len(numbers) > FEW:
        return f"Lines {numbers[0]} to {numbers[-1]}"
    return f"Lines {' and '.join(map(str, numbers))}"


def _quoted(judged: Judged) -> str:
    """What the document says: words in quotation marks, numbers as written."""
    claim = judged.claim
    return claim.figure if judged.figure.is_number and not claim.quote else f'"{claim.quote or claim.figure}"'


def _told(judged: Judged) -> str:
    """A claim that does not hold: what the document says and what the engine finds."""
    finding, difference = judged.finding(), judged.difference()
    found = f"; the engine finds {finding}" if finding else ""
    return f"{judged.claim.says}: the document says {_quoted(judged)}{found}{f' ({difference})' if difference else ''}"


def _entry(groups: Sequence[Sequence[Judged]], mark: str = "-") -> Iterator[str]:
    """A list entry for claims that do not hold, of one table or with one explanation."""
    indent = " " * (len(mark) + 1)
    every = [each for group in groups for each in group]
    sections = ", ".join(dict.fromkeys(each.section.title for each in every))
    head = f"{mark} **{_lines(every)}**, {sections}."
    for group in groups:
        yield f"{head} {group[0].claim.because}".rstrip()
        head = " " * len(mark)
        yield from (f"{indent}{line}".rstrip() for line in _evidence(group))


def _evidence(group: Sequence[Judged]) -> Iterator[str]:
    """What the document says and what the engine finds, for claims with one explanation: a table, or one by one."""
    if len(group) > FEW and not any(each.readings for each in group):
        yield ""
        rows = [(e.claim.line, e.claim.says, _quoted(e), e.finding(), e.difference()) for e in group]
        yield from markdown_table(("line", "what", "the document", "the engine", "difference"), rows)
        return
    told: dict[str, None] = {}
    for each in group:
        if len({under.found for under in each.readings}) > 1:
            lines = [f"- {each.claim.says}: the document says {_quoted(each)}."]
            lines += [
                f"  - {'it holds' if under.holds else 'it does not'}, read as *{under.reading}*: {each.words(under.found)}"
                for under in each.readings
            ]
        else:
            lines = [f"- {_told(each)}."]
        told["\n".join(lines)] = None
    for text in told:
        yield from text.splitlines()
    yield ""


def corrected(group: Sequence[Judged]) -> Iterator[str]:
    """The corrected table that a group of claims comes from, ready to paste; empty if there is no such table."""
    figures = {each.claim.id: each.figure.written(each.found.value) for each in group if each.found and each.figure.is_number}
    if len(figures) < FEW + 1 or len(figures) < len(group):
        return
    given = [each.claim.given for each in group]
    varying = [name for name in given[0] if len({str(cells.get(name)) for cells in given}) > 1]
    places: dict[tuple[Any, ...], str] = {
        tuple(cells.get(name) for name in varying): figures[each.claim.id] for cells, each in zip(given, group, strict=True)
    }
    if len(places) < len(group):
        return
    if len(varying) == 2:
        rows, columns = (list(dict.fromkeys(key[i] for key in places)) for i in (0, 1))
        if len(rows) > 1 and len(columns) > 1 and len(rows) * len(columns) == len(places):
            grid = [(str(row), *(places[row, column] for column in columns)) for row in rows]
            yield from markdown_table((f"{varying[0]} \\ {varying[1]}", *map(str, columns)), grid)
            return
    yield from markdown_table(("what", "figure"), [(each.claim.says, figures[each.claim.id]) for each in group])


def _by_table(groups: Sequence[list[Judged]]) -> list[list[list[Judged]]]:
    """Group explanations that concern the same table of the document."""
    found: list[list[list[Judged]]] = []
    for group in groups:
        names = {each.group for each in group}
        same = next((entry for entry in found if names & {each.group for other in entry for each in other}), None)
        if same is None:
            found.append([group])
        else:
            same.append(group)
    return found


def _fix_first(entries: Sequence[list[list[Judged]]], tables: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    """The largest errors, each with its corrected table if there is one."""
    for number, groups in enumerate(entries, 1):
        mark = f"{number}."
        indent = " " * (len(mark) + 1)
        yield from _entry(groups, mark)
        for name in dict.fromkeys(each.group for group in groups for each in group):
            table = list(corrected(tables[name]))
            if table:
                yield from (f"{indent}{line}".rstrip() for line in ("Corrected:", "", "```markdown", *table[:-1], "```", ""))


def _section(title: str, judged: Sequence[Judged], words: str) -> Iterator[str]:
    if judged:
        yield f"## {title} ({len(judged)})"
        yield ""
        yield words
        yield ""
        for group in explained(judged):
            yield from _entry([group])


def page(found: JudgedDocument) -> str:
    """The page about one document."""
    return "\n".join(_page(found)).rstrip() + "\n"


def _page(found: JudgedDocument) -> Iterator[str]:
    document, judged = found.document, found.judged
    said = [each for each in judged if not each.claim.implied]
    by_verdict = {verdict: [each for each in said if each.verdict == verdict] for verdict in NAMES}
    tables: dict[str, list[Judged]] = {}
    for each in judged:
        tables.setdefault(each.group, []).append(each)
    yield f"# {found.ruleset.title}: the document, checked"
    yield ""
    yield f"*{document.title}* (`{document.document}`, {document.lines} lines) against the rules that Fracas plays."
    yield f"**{summary_sentence(summary(judged))}.**"
    yield f"Every figure is computed: `fracas claims {found.ruleset.name}`."
    yield ""
    wrong = _by_table(sorted(explained(by_verdict["wrong"]), key=lambda group: -max(map(error_size, group))))
    if wrong:
        yield "## Fix these first"
        yield ""
        yield "Errors of the document itself, the largest first: by points of a chance, or by their share of the right value."
        yield ""
        yield from _fix_first(wrong[:FIRST], tables)
    if wrong[FIRST:]:
        yield f"## Wrong as well ({sum(len(group) for groups in wrong[FIRST:] for group in groups)})"
        yield ""
        for groups in wrong[FIRST:]:
            yield from _entry(groups)
    yield from _section("Contradictions", by_verdict["contradicts"], "Two places of the document say different things of the same.")
    yield from _section(
        "Open to several readings", by_verdict["ambiguous"], "It holds in one reading and not in another: say which is meant."
    )
    yield from _undefined(found)
    yield from _section(
        "Where Fracas differs by choice",
        by_verdict["differs"],
        "What Fracas decides or ships is not what the document says. That is no error of the document.",
    )
    yield from _implied([each for each in judged if each.claim.implied])
    yield from _otherwise(found)
    yield from _appendix(found, by_verdict["holds"], by_verdict["not checkable"])


def _undefined(found: JudgedDocument) -> Iterator[str]:
    gaps = found.document.undefined
    if gaps:
        yield f"## Undefined ({len(gaps)})"
        yield ""
        yield "The document leaves these to whoever plays or programs it. An option decides otherwise than Fracas does by default."
        yield ""
        rows = [(gap.line, gap.what, gap.ours, f"`{gap.option}`" if gap.option else "") for gap in gaps]
        yield from markdown_table(("line", "open", "what Fracas does", "option"), rows)


def _implied(implied: Sequence[Judged]) -> Iterator[str]:
    if implied:
        yield f"## Implied ({len(implied)})"
        yield ""
        yield "The document does not say it, but its rules come to this."
        yield ""
        for each in implied:
            truth = "" if each.verdict == "holds" else f" **{each.verdict}**"
            because = f" {each.claim.because}" if each.claim.because else ""
            yield f"- **Line {each.claim.line}**: {each.claim.says}:{truth} {each.finding()}.{because}"
        yield ""


def _otherwise(found: JudgedDocument) -> Iterator[str]:
    """The number of verdicts known to change in a changed game, and those that are not."""
    changes = found.document.changes
    computed = [each for each in found.judged if each.claim.compute or each.claim.readings]
    fixed = [each for each in computed if each.claim.fixed]
    if not changes:
        return
    yield "## Could these verdicts come out otherwise?"
    yield ""
    yield f"{len(computed) - len(fixed)} of {len(computed)} computed verdicts do, under one of {len(changes)} changes of the game (options,"
    yield f"rules, content): `fracas claims {found.ruleset.name} --changes`."
    if fixed:
        yield f"For {len(fixed)} none is known:"
        yield ""
        yield from markdown_table(
            ("line", "claim", "what", "why"), [(e.claim.line, f"`{e.claim.id}`", e.claim.says, e.claim.fixed) for e in fixed]
        )
    else:
        yield ""


def _folded(title: str, lines: Iterator[str]) -> Iterator[str]:
    yield "<details>"
    yield f"<summary>{title}</summary>"
    yield ""
    yield from lines
    yield "</details>"
    yield ""


def _appendix(found: JudgedDocument, holds: Sequence[Judged], unchecked: Sequence[Judged]) -> Iterator[str]:
    yield "## Appendix"
    yield ""
    if holds:
        rows = [(e.claim.line, e.section.title, e.claim.says, e.claim.about, _quoted(e), e.finding()) for e in holds]
        columns = ("line", "section", "what", "about", "the document", "the engine")
        yield from _folded(f"What holds ({len(holds)})", markdown_table(columns, rows))
    if unchecked:
        reasons = [(e.claim.line, e.section.title, e.claim.says, e.finding()) for e in unchecked]
        yield from _folded(f"What cannot be checked ({len(unchecked)})", markdown_table(("line", "section", "what", "why not"), reasons))
    every = []
    for section in found.document.sections:
        here = [each for each in found.judged if each.section is section]
        of_them = ", ".join(f"{count} {words}" for words, count in _counted(here))
        every.append((f"{section.lines[0]}–{section.lines[1]}", section.title, of_them or f"no claim: {section.nothing}"))
    yield from _folded("Every line", markdown_table(("lines", "section", "claims"), every))


def _counted(judged: Sequence[Judged]) -> Iterator[tuple[str, int]]:
    for verdict, (one, several) in NAMES.items():
        count = sum(each.verdict == verdict for each in judged)
        if count:
            yield (one if count == 1 else several), count


def overview(documents: Sequence[JudgedDocument]) -> str:
    """The index page of all documents: counts, and the largest error of each."""
    lines = [
        "# The documents, checked",
        "",
        "Every claim of each rulebook, computed by the rules that Fracas plays. No verdict is written by hand; the test suite computes all",
        "of them anew. `make pages` makes these pages, `fracas claims RULESET --markdown` prints one, and",
        "[claims of your own](claims-of-your-own.md) tells how to do it for your game.",
        "",
        *markdown_table(
            ("document", "claims", *(several for _, several in NAMES.values()), "undefined", "implied"), map(_counts, documents)
        ),
        "*Wrong* is kept for the document's own arithmetic and statements. What Fracas decides or ships *differs*.",
        "",
        "## The largest error of each",
        "",
    ]
    for each in documents:
        wrong = [judged for judged in each.judged if judged.verdict == "wrong" and not judged.claim.implied]
        if wrong:
            worst = max(wrong, key=error_size)
            lines.append(f"- **{each.ruleset.title}**, line {worst.claim.line}: {_told(worst)}. {worst.claim.because}")
    return "\n".join(lines).rstrip() + "\n"


def _counts(found: JudgedDocument) -> tuple[object, ...]:
    counts = summary(found.judged)
    numbers = (counts[key] for key in ("claims", *NAMES))
    link = f"[{found.ruleset.title}](claims/{found.ruleset.name}.md)"
    return (link, *numbers, len(found.document.undefined), counts["implied"])
