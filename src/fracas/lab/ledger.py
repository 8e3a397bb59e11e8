"""The file of a document's claims: its models, and a check that the document still says what the file quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import Field, model_validator

from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.errors import FracasError

About = Literal["document", "decision", "content"]
"""What a claim is about: the document itself (its arithmetic, its statements), a decision of the ruleset's where the document is silent or
open, or the content that ships with the ruleset."""
OWN = ("line", "figure", "quote", "because", "against", "about", "fixed")
"""Columns of rows that are fields of a claim."""


class Reading(Model):
    """One way to read a claim."""

    compute: str = Field(description="The computation that finds the value under this reading")
    given: dict[str, Any] = Field(default_factory=dict, description="Its arguments")


class Claim(Model):
    """One claim, or, with ``columns`` and ``rows``, one claim for each row: the cells of a table, say.

    In a row, the columns that `OWN` lists are the claim's own, and every other is an argument of the computation, except those that begin
    with an underscore. ``{column}`` in ``id``, ``says`` and ``because`` stands for the row's value.
    """

    id: str = Field(description="What the claim is called, alone in its file")
    line: int | None = Field(None, ge=1, description="Where it stands in the document")
    says: str = Field(description="What it is about, in words of one's own")
    figure: str = Field("", description="What the document says of that, as it is written there: 50%, ~0.013%, 10-15%, 95%+, 3/64, always")
    quote: str = Field("", description="Words on that line, where the figure does not stand there literally")
    compute: str = Field("", description="The computation that finds the value")
    given: dict[str, Any] = Field(default_factory=dict, description="Its arguments")
    within: str = Field("", description="How far from the figure still counts as that figure; by default it is rounded to its digits")
    readings: dict[str, Reading] = Field(default_factory=dict, description="Where it can be read in several ways: a computation for each")
    against: str = Field("", description="Another claim about the very same thing, to be compared with")
    because: str = Field("", description="Why it does not hold, in one sentence")
    unchecked: str = Field("", description="Why it cannot be checked")
    about: About = Field(
        "document", description="What it is about: the document itself, a decision where the document is silent or open, or the content"
    )
    fixed: str = Field("", description="Why no known change of the game (see 'changes') changes its verdict")
    implied: bool = Field(False, description="Nothing the document says, but what follows from it")
    columns: tuple[str, ...] = Field((), description="Names of the columns of rows")
    rows: tuple[tuple[Any, ...], ...] = Field((), description="A claim each")

    @model_validator(mode="after")
    def _judged_in_one_way(self) -> Claim:
        ways = [bool(self.compute), bool(self.readings), bool(self.unchecked)]
        if sum(ways) > 1 or (not any(ways) and not self.against and "against" not in self.columns):
            raise ValueError(f"claim {self.id!r} needs one of compute, readings, against, unchecked")
        if self.unchecked and self.because:
            raise ValueError(f"claim {self.id!r} cannot be checked, so there is nothing to explain")
        if self.against == self.id or (self.against and self.readings):
            raise ValueError(f"claim {self.id!r} cannot be compared with itself, nor a claim with readings with another")
        if not all(self.columns):
            raise ValueError(f"claim {self.id!r} has a column without a name")
        if bool(self.columns) != bool(self.rows) or any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"claim {self.id!r}: every row needs a value for each of its {len(self.columns)} columns")
        return self

    def _filled(self, cells: Mapping[str, Any]) -> dict[str, str]:
        """Fill a row's values into the texts."""
        try:
            return {"id": self.id.format(**cells), "says": self.says.format(**cells), "because": self.because.format(**cells)}
        except (KeyError, ValueError, IndexError, AttributeError) as error:
            what = f"claim {self.id!r}: a text has braces that are no column ({type(error).__name__}: {error})"
            raise FracasError("bad-claim", what, f"known: {', '.join(cells)}") from None

    def each(self) -> Iterator[Claim]:
        """The claims it stands for: itself, or one for each row."""
        if not self.rows:
            yield self
            return
        for row in self.rows:
            cells = dict(zip(self.columns, row, strict=True))
            mine = {key: value for key, value in cells.items() if key in OWN and value is not None}
            changed = {
                **self._filled(cells),
                "given": {**self.given, **{key: value for key, value in cells.items() if key not in OWN and key[0] != "_"}},
                "columns": (),
                "rows": (),
            }
            yield validated(Claim, {**self.model_dump(), **changed, **mine}, f"claim {self.id!r}")


class Section(Model):
    """A part of the document, line by line: the claims in it, or why there are none."""

    title: str
    lines: tuple[int, int] = Field(description="Its first and its last line")
    nothing: str = Field("", description="Why there is no claim in it")
    claims: tuple[Claim, ...] = ()

    @model_validator(mode="after")
    def _claims_or_a_reason(self) -> Section:
        if bool(self.nothing) == bool(self.claims):
            raise ValueError(f"section {self.title!r} needs either claims or, in 'nothing', why there are none")
        return self


class Gap(Model):
    """Something that a document leaves undefined, so that whoever plays or programs it must decide."""

    line: int = Field(ge=1, description="Where the document should say it: the nearest line")
    what: str = Field(description="The open question")
    ours: str = Field(description="What the ruleset does")
    option: str = Field("", description="The rule option that decides it otherwise, where there is one")


class Edit(Model):
    """An edit of a text in a file of the ruleset's package, such as a number of a rule or of a content file."""

    file: str = Field(description="The file, from the ruleset's folder: rules/damage.py, content/enemies.json")
    old: str = Field(min_length=1, description="The text as it stands there; everywhere it stands, it is changed")
    new: str


class Change(Model):
    """A change of the game that alters verdicts: of rule options, of files, or of both."""

    options: dict[str, Any] = Field(default_factory=dict, description="Rule options")
    edits: tuple[Edit, ...] = Field((), description="Changes of rules and content")

    @model_validator(mode="after")
    def _changes_something(self) -> Change:
        if not self.options and not self.edits:
            raise ValueError("a change needs options or edits")
        return self


class Document(Model):
    """A file of claims: a document, all its sections from the first line to the last, and what it leaves undefined."""

    document: str = Field(description="The document's file")
    title: str = Field(description="What the document calls itself")
    lines: int = Field(ge=1, description="How many lines it has")
    sections: tuple[Section, ...] = Field(min_length=1)
    undefined: tuple[Gap, ...] = Field((), description="What the document leaves undefined")
    changes: dict[str, Change] = Field(
        default_factory=dict, description="Changes of the game, by name, that show that verdicts can come out otherwise"
    )

    @model_validator(mode="after")
    def _nothing_skipped(self) -> Document:
        expected = 1
        for section in self.sections:
            first, last = section.lines
            if first != expected or last < first:
                raise ValueError(f"section {section.title!r} is lines {first} to {last}, but the next line not yet covered is {expected}")
            expected = last + 1
        for gap in self.undefined:
            if gap.line > self.lines:
                raise ValueError(f"what is undefined in line {gap.line}: the document has {self.lines} lines")
        if expected != self.lines + 1:
            raise ValueError(f"the sections end with line {expected - 1}, the document with line {self.lines}")
        return self


# --- the document itself -----------------------------------------------------------------------------------------------------------


def stale(document: Document, claims: Iterable[Claim], text: str) -> list[str]:
    """Where a file of claims no longer matches its document: headings that no longer exist, and figures missing from their section.

    Content is compared, not line numbers: a section is found by its heading, and a figure may be anywhere in its section.
    """
    lines = text.splitlines()
    headings = {number: lines[number - 1].lstrip("# ") for number in _headings(lines)}
    begins = _section_starts(document, headings)
    problems = [
        f"line {number}: no section has the heading {title!r}" for number, title in headings.items() if number not in begins.values()
    ]
    plain = [_plain(line) for line in lines]
    ends = {title: min((other for other in begins.values() if other > first), default=len(lines) + 1) for title, first in begins.items()}
    first, last, moved = 1, min(begins.values(), default=len(lines) + 1), 0
    for number, section in enumerate(document.sections):
        if number in begins:
            first, last, moved = begins[number], ends[number], begins[number] - section.lines[0]
        for claim in claims:
            if claim.implied or claim.line is None or not section.lines[0] <= claim.line <= section.lines[1]:
                continue
            wanted = claim.quote or claim.figure
            if not any(_stands(_plain(wanted), line) for line in plain[first - 1 : last - 1]):
                there = lines[claim.line + moved - 1].strip() if 0 < claim.line + moved <= len(lines) else ""
                problems.append(f"line {claim.line + moved}: {wanted!r} (claim {claim.id}) does not stand there, but: {there!r}")
    return problems


def _section_starts(document: Document, headings: Mapping[int, str]) -> dict[int, int]:
    """The current line of each section's heading, in order; sections whose title is not a heading are left out."""
    begins: dict[int, int] = {}
    after = 0
    for number, section in enumerate(document.sections):
        found = next((line for line, title in headings.items() if line > after and _plain(title) == _plain(section.title)), None)
        if found is not None:
            begins[number] = after = found
    return begins


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("–", "-").replace("**", "").replace("`", "").split())


def _stands(wanted: str, line: str) -> bool:
    """True if a text occurs on a line, but not as a part of a longer number."""
    before = r"(?<!\d)(?<!\d[.,])" if wanted[:1].isdigit() else ""
    after = r"(?!\d)(?![.,]\d)" if wanted[-1:].isdigit() else ""
    return re.search(before + re.escape(wanted) + after, line) is not None


def _headings(lines: Sequence[str]) -> Iterator[int]:
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            fenced = not fenced
        elif line.startswith("#") and not fenced:
            yield number
